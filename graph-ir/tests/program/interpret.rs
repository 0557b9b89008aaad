//! An interpreter of programs, statement by statement.

use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_ir::program::{
    Atom, Block, BufferKind, Expression, Index, Matrix, Place, Position, Product, Program,
    Statement,
};

use super::scalar::{apply, cast, integer, truth};

/// The results, or what was out of range.
pub(crate) fn run(program: &Program, inputs: &[Vec<Literal>]) -> Result<Vec<Vec<Literal>>, String> {
    let buffers = program.buffers.iter().map(|buffer| match &buffer.kind {
        BufferKind::Constant(constant) => constant.literals().map(Some).collect(),
        _ => vec![None; buffer.ty.shape.size()],
    });
    let mut machine = Machine {
        program,
        buffers: buffers.collect(),
        variables: vec![None; program.variables.len()],
        counters: vec![0; program.counters.len()],
    };
    for (buffer, input) in program.inputs.iter().zip(inputs) {
        machine.buffers[buffer.0 as usize] = input.iter().copied().map(Some).collect();
    }
    machine.block(&program.body)?;
    let outputs = program.outputs.iter().map(|output| {
        let buffer = &machine.buffers[output.0 as usize];
        let elements = buffer.iter().map(|e| e.expect("a result is all stored"));
        elements.collect()
    });
    Ok(outputs.collect())
}

struct Machine<'p> {
    program: &'p Program,
    buffers: Vec<Vec<Option<Literal>>>,
    variables: Vec<Option<Literal>>,
    counters: Vec<usize>,
}

impl Machine<'_> {
    fn block(&mut self, block: &Block) -> Result<(), String> {
        for statement in block {
            match statement {
                Statement::Let(variable, value) => {
                    let value = self.expression(value, self.program.element(*variable))?;
                    self.variables[variable.0 as usize] = Some(value);
                }
                Statement::Mutable(variable, value) | Statement::Assign(variable, value) => {
                    self.variables[variable.0 as usize] = Some(self.atom(*value));
                }
                Statement::Store(place, value) => {
                    let value = self.atom(*value);
                    assert_eq!(
                        value.element(),
                        self.program.buffer(place.buffer).ty.element
                    );
                    let position = self.position(&place.index);
                    self.buffers[place.buffer.0 as usize][position] = Some(value);
                }
                Statement::Loop(counter, body) => {
                    for i in 0..self.program.counters[counter.0 as usize] {
                        self.counters[counter.0 as usize] = i;
                        self.block(body)?;
                    }
                }
                Statement::If {
                    condition,
                    then,
                    otherwise,
                    choices,
                } => {
                    let taken = truth(self.atom(*condition));
                    self.block(if taken { then } else { otherwise })?;
                    for choice in choices {
                        let atom = if taken { choice.then } else { choice.otherwise };
                        self.variables[choice.variable.0 as usize] = Some(self.atom(atom));
                    }
                }
                Statement::Product(product) => self.product(product),
                Statement::Call { .. } => panic!("no functions of the host here"),
            }
        }
        Ok(())
    }

    fn expression(
        &self,
        value: &Expression,
        element: graph_ir::Element,
    ) -> Result<Literal, String> {
        let value = match value {
            Expression::Copy(atom) => self.atom(*atom),
            Expression::Load(place) => self.load(place),
            Expression::Scalar(op, atoms) => {
                let operands: Vec<_> = atoms[..op.arity()].iter().map(|&a| self.atom(a)).collect();
                apply(*op, &operands)
            }
            Expression::Cast(atom) => cast(self.atom(*atom), element),
            Expression::Select([condition, a, b]) => {
                self.atom(if truth(self.atom(*condition)) { *a } else { *b })
            }
            Expression::Position(index) => {
                Literal::I64(i64::try_from(self.position(index)).unwrap())
            }
            Expression::Check { index, bound } => {
                let index = integer(self.atom(*index));
                if !usize::try_from(index).is_ok_and(|i| i < *bound) {
                    return Err(format!("{index} is out of range for {bound}"));
                }
                Literal::I64(index)
            }
        };
        assert_eq!(value.element(), element, "a variable has its element type");
        Ok(value)
    }

    fn product(&mut self, product: &Product) {
        let [rows, columns, terms] = product.extents;
        let Product {
            left,
            right,
            result,
            ..
        } = product;
        assert!(product.extents.iter().all(|&extent| extent > 0));
        assert_eq!(result.strides[1], 1, "columns are neighbours");
        assert!(![left.buffer, right.buffer].contains(&result.buffer));
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            let factors = |k| [self.entry(left, i, k), self.entry(right, k, j)];
            let mut terms = (0..terms).map(|k| apply(ScalarOp::Mul, &factors(k)));
            let first = match product.accumulate {
                true => self.entry(result, i, j),
                false => terms.next().expect("a term"),
            };
            let sum = terms.fold(first, |sum, term| apply(ScalarOp::Add, &[sum, term]));
            let position = self.entry_position(result, i, j);
            self.buffers[result.buffer.0 as usize][position] = Some(sum);
        }
    }

    fn entry(&self, matrix: &Matrix, i: usize, j: usize) -> Literal {
        let element = self.buffers[matrix.buffer.0 as usize][self.entry_position(matrix, i, j)];
        element.unwrap_or_else(|| panic!("{matrix} is read before it is stored"))
    }

    fn entry_position(&self, matrix: &Matrix, i: usize, j: usize) -> usize {
        let [row, column] = matrix.strides;
        self.position(&matrix.base.shifted(i as i64 * row + j as i64 * column))
    }

    fn load(&self, place: &Place) -> Literal {
        let position = self.position(&place.index);
        let element = self.buffers[place.buffer.0 as usize][position];
        element.unwrap_or_else(|| panic!("{place} is loaded before it is stored"))
    }

    fn position(&self, index: &Index) -> usize {
        let terms = index.terms.iter().map(|term| {
            let position = match term.position {
                Position::Counter(counter) => self.counters[counter.0 as usize] as i64,
                Position::Variable(variable) => {
                    integer(self.variables[variable.0 as usize].expect("a value"))
                }
            };
            position * term.stride
        });
        usize::try_from(index.offset + terms.sum::<i64>()).expect("a position")
    }

    fn atom(&self, atom: Atom) -> Literal {
        match atom {
            Atom::Variable(variable) => {
                self.variables[variable.0 as usize].unwrap_or_else(|| panic!("{variable} is unset"))
            }
            Atom::Literal(literal) => literal,
        }
    }
}
