//! The cost of a program, counted from its statements: the operations that it does at most, and the
//! memory of its arrays.

use graph_ir::ops::ScalarOp;
use graph_math::order::LANES;

use super::{Block, BufferKind, Expression, Home, Method, Program, Statement};

/// The cost of one run of a program.
///
/// Operations are counted where they are done: as often as their loops say, once for each lane,
/// and for an `if` only the side that does more. Moves, comparisons, choices and changes of sign
/// are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Additions, subtractions, multiplications, divisions, remainders and square roots; a fused
    /// product and sum counts as two.
    pub flops: u64,
    /// Calls of functions that are computed by series: `exp`, `sin`, `powf` and the like.
    pub transcendental: u64,
    /// Calls of functions of the host, whose own operations are not known.
    pub calls: u64,
    /// Bytes of the arrays that share their memory, one after the other ([`Home::Slot`]); a
    /// generic float counts as `f64`.
    pub slots: usize,
    /// Bytes of the small arrays that live by themselves ([`Home::Own`]).
    pub own: usize,
}

impl Program {
    /// The cost of a run.
    #[must_use]
    pub fn cost(&self) -> Cost {
        let operations = self.block(&self.body);
        let own = self.buffer_ids().filter(|&id| {
            let local = self.buffer(id).kind == BufferKind::Local;
            local && matches!(self.storage.home(id), Home::Own(_))
        });
        let bytes = own.map(|id| {
            let ty = &self.buffer(id).ty;
            ty.shape.size().saturating_mul(ty.element.bytes())
        });
        Cost {
            flops: operations.flops,
            transcendental: operations.transcendental,
            calls: operations.calls,
            slots: self.storage.bytes(),
            own: bytes.fold(0, usize::saturating_add),
        }
    }

    fn block(&self, block: &Block) -> Operations {
        let each = block.iter().map(|statement| self.statement(statement));
        each.fold(Operations::default(), Operations::plus)
    }

    fn statement(&self, statement: &Statement) -> Operations {
        match statement {
            Statement::Let(variable, value) => {
                let lanes = if self.has_lanes(*variable) { LANES } else { 1 };
                expression(value).times(lanes)
            }
            Statement::Loop(counter, body) => {
                self.block(body).times(self.counters[counter.0 as usize])
            }
            Statement::Partial(partial) => self
                .block(&partial.body)
                .times(self.counters[partial.counter.0 as usize]),
            Statement::Part(_, body) => self.block(body),
            Statement::If(branch) => self.block(&branch.then).or(self.block(&branch.otherwise)),
            Statement::Product(product) => {
                let [rows, columns, terms] = product.extents;
                let pair = Operations {
                    flops: 2,
                    ..Operations::default()
                };
                pair.times(rows).times(columns).times(terms)
            }
            Statement::Triangular(triangular) => {
                let [rows, columns] = triangular.extents;
                let pair = Operations {
                    flops: 2,
                    ..Operations::default()
                };
                let pairs = pair.times(rows).times(rows.saturating_sub(1) / 2);
                match triangular.method {
                    // As many for each row, of which half the elements are still to be done, and
                    // fewer from row to row.
                    Method::Factor => pairs.times(rows.div_ceil(3)),
                    Method::FactorAdjoint { .. } => pairs.times(2 * rows.div_ceil(3)),
                    Method::Substitute { .. } => pairs.times(columns),
                }
            }
            Statement::Call { .. } => Operations {
                calls: 1,
                ..Operations::default()
            },
            Statement::Mutable(..)
            | Statement::Assign(..)
            | Statement::Store(..)
            | Statement::Sort(_)
            | Statement::Print { .. }
            | Statement::Expect(_) => Operations::default(),
        }
    }
}

fn expression(expression: &Expression) -> Operations {
    match expression {
        Expression::Scalar(op, _) => operator(*op),
        Expression::MulAdd(_) => Operations {
            flops: 2,
            ..Operations::default()
        },
        Expression::Combine(op, _) => operator(*op).times(LANES - 1),
        Expression::Copy(_)
        | Expression::Load(_)
        | Expression::Cast(_)
        | Expression::Select(_)
        | Expression::Position(_)
        | Expression::Check { .. } => Operations::default(),
    }
}

fn operator(op: ScalarOp) -> Operations {
    let work = op.work();
    Operations {
        flops: work.flops.into(),
        transcendental: work.transcendental.into(),
        ..Operations::default()
    }
}

/// Operations of each kind.
#[derive(Clone, Copy, Default)]
struct Operations {
    flops: u64,
    transcendental: u64,
    calls: u64,
}

impl Operations {
    fn plus(self, other: Self) -> Self {
        self.with(other, u64::saturating_add)
    }

    fn times(self, count: usize) -> Self {
        self.with(self, |own, _| own.saturating_mul(count as u64))
    }

    fn or(self, other: Self) -> Self {
        self.with(other, u64::max)
    }

    /// Each kind combined with that of others.
    fn with(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            flops: combine(self.flops, other.flops),
            transcendental: combine(self.transcendental, other.transcendental),
            calls: combine(self.calls, other.calls),
        }
    }
}
