//! Contraction of products and sums: `a * b + c` with one rounding.
//!
//! A product is fused with the additions and subtractions that use it, where they stand in the
//! same block and nothing else uses it: then there is less to do, and never more. Of two products
//! that are added, the one whose factors are known later is fused, since the other one can be
//! computed while they are waited for.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::ops::{Class, ScalarOp};

use super::{Atom, Block, Expression, MulAdd, Program, Statement, Variable};

/// Fuses products with sums; the products that are not needed any more stay, for `clean` to drop.
pub(super) fn contract(program: &mut Program) {
    let mut body = core::mem::take(&mut program.body);
    let mut pass = Contract {
        program,
        uses: alloc::vec![0; program.variables.len()],
        mutable: alloc::vec![false; program.variables.len()],
        products: alloc::vec![None; program.variables.len()],
        ready: alloc::vec![(0, 0); program.variables.len()],
        blocks: 0,
    };
    pass.count(&body);
    pass.block(&mut body);
    program.body = body;
}

/// A product that may be fused.
#[derive(Clone, Copy)]
struct Product {
    factors: [Atom; 2],
    /// When the factors are known.
    ready: u32,
}

struct Contract<'p> {
    program: &'p Program,
    /// How often each variable is used other than by additions of its own block.
    uses: Vec<u32>,
    mutable: Vec<bool>,
    /// The products of the block at hand.
    products: Vec<Option<Product>>,
    /// The block of each variable, and how many cycles after its beginning the value is known.
    ready: Vec<(u32, u32)>,
    /// The number of blocks met so far.
    blocks: u32,
}

impl Contract<'_> {
    /// Counts all uses of variables, and finds the mutable ones.
    fn count(&mut self, block: &Block) {
        for statement in block {
            if let Statement::Mutable(variable, _) = statement {
                self.mutable[variable.0 as usize] = true;
            }
            statement.atoms(|atom| {
                if let Atom::Variable(variable) = atom {
                    self.uses[variable.0 as usize] += 1;
                }
            });
            for inner in statement.blocks() {
                self.count(inner);
            }
        }
    }

    fn block(&mut self, block: &mut Block) {
        let defined = self.find(block);
        self.blocks += 1;
        let number = self.blocks;
        for statement in &mut *block {
            match statement {
                Statement::Let(variable, value) => {
                    if let Some(fused) = self.fused(value, number) {
                        *value = Expression::MulAdd(Box::new(fused));
                    }
                    let mut ready = 0;
                    value.atoms(|atom| ready = ready.max(self.ready(atom, number)));
                    self.ready[variable.0 as usize] = (number, ready + latency(value));
                }
                Statement::Product(product) => product.contract = true,
                Statement::Triangular(triangular) => triangular.contract = true,
                statement => statement.blocks_mut().for_each(|inner| self.block(inner)),
            }
        }
        for variable in defined {
            self.products[variable.0 as usize] = None;
        }
    }

    /// Finds the products of a block that only additions of the block use.
    fn find(&mut self, block: &Block) -> Vec<Variable> {
        for statement in block {
            for term in terms(statement).into_iter().flatten() {
                self.uses[term.0 as usize] -= 1;
            }
        }
        let mut products = Vec::new();
        for statement in block {
            let Statement::Let(variable, Expression::Scalar(ScalarOp::Mul, [a, b, _])) = statement
            else {
                continue;
            };
            let lasts = |atom: &Atom| match atom {
                Atom::Variable(variable) => !self.mutable[variable.0 as usize],
                Atom::Literal(_) => true,
            };
            let number = variable.0 as usize;
            if self.uses[number] == 0
                && self.program.variables[number].element.is_float()
                && [a, b].into_iter().all(lasts)
            {
                let factors = [*a, *b];
                self.products[number] = Some(Product { factors, ready: 0 });
                products.push(*variable);
            }
        }
        products
    }

    /// The fused form of an addition or subtraction of a product.
    fn fused(&self, value: &Expression, block: u32) -> Option<MulAdd> {
        let Expression::Scalar(op @ (ScalarOp::Add | ScalarOp::Sub), [x, y, _]) = *value else {
            return None;
        };
        if x == y {
            return None;
        }
        let [left, right] = [x, y].map(|atom| self.product(atom, block));
        let is_left = match (&left, &right) {
            (Some(left), Some(right)) => left.ready > right.ready,
            (left, _) => left.is_some(),
        };
        let subtracts = op == ScalarOp::Sub;
        Some(if is_left {
            MulAdd {
                factors: left?.factors,
                addend: y,
                negates_product: false,
                negates_addend: subtracts,
            }
        } else {
            MulAdd {
                factors: right?.factors,
                addend: x,
                negates_product: subtracts,
                negates_addend: false,
            }
        })
    }

    fn product(&self, atom: Atom, block: u32) -> Option<Product> {
        let Atom::Variable(variable) = atom else {
            return None;
        };
        let product = self.products[variable.0 as usize]?;
        let ready = product.factors.map(|factor| self.ready(factor, block));
        Some(Product {
            ready: ready[0].max(ready[1]),
            ..product
        })
    }

    /// When an operand is known; values of other blocks are known at once.
    fn ready(&self, atom: Atom, block: u32) -> u32 {
        match atom {
            Atom::Variable(variable) => match self.ready[variable.0 as usize] {
                (own, ready) if own == block => ready,
                _ => 0,
            },
            Atom::Literal(_) => 0,
        }
    }
}

/// The variables that an addition adds.
fn terms(statement: &Statement) -> [Option<Variable>; 2] {
    let Statement::Let(_, Expression::Scalar(ScalarOp::Add | ScalarOp::Sub, [x, y, _])) = statement
    else {
        return [None; 2];
    };
    if x == y {
        return [None; 2];
    }
    [*x, *y].map(|atom| match atom {
        Atom::Variable(variable) => Some(variable),
        Atom::Literal(_) => None,
    })
}

/// About how many cycles a value takes on a processor of today.
fn latency(value: &Expression) -> u32 {
    match value {
        Expression::Scalar(op, _) => match op {
            ScalarOp::Add | ScalarOp::Sub | ScalarOp::Mul | ScalarOp::MulAdd => 4,
            ScalarOp::Neg | ScalarOp::Abs | ScalarOp::Max | ScalarOp::Min => 2,
            ScalarOp::Div | ScalarOp::Recip | ScalarOp::Sqrt => 14,
            _ if op.class() == Class::Comparison => 3,
            _ => 40,
        },
        Expression::MulAdd(_) => 4,
        Expression::Load(_) => 5,
        _ => 1,
    }
}
