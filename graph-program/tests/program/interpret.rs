//! An interpreter of programs, statement by statement. Buffers that share a slot share its memory,
//! and the contents of one are lost when the next one stores.

use graph_ir::Shape;
use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_program::{
    Atom, Block, BufferId, BufferKind, BufferPlace, Expression, Home, If, Index, Limit, Matrix,
    Method, Partial, Position, Product, Program, Reported, Scope, Sort, Statement, Triangular,
    Variable,
};

use graph_math::order::{LANES, tree};

use super::direct::Outcome;
use super::direct::operators::argsort;
use super::scalar::{apply, cast, integer, truth};
use super::triangular;

/// The results, the printed texts, and the number of expectations that did not hold; or the index
/// that was out of range.
pub(crate) fn run(program: &Program, inputs: &[Vec<Literal>]) -> Result<Outcome, String> {
    run_on(program, inputs, None)
}

/// The same, where there is something in the results, and elsewhere, before: a program for many
/// points loads what some of the points have not stored.
pub(crate) fn run_on(
    program: &Program,
    inputs: &[Vec<Literal>],
    before: Option<Literal>,
) -> Result<Outcome, String> {
    let buffers = program.buffers.iter().map(|buffer| match &buffer.kind {
        BufferKind::Constant(constant) => constant.literals().map(Some).collect(),
        _ => vec![of_element(before, buffer.ty.element); buffer.ty.shape.size()],
    });
    let slots = program.storage.slots.iter();
    let mut machine = Machine {
        program,
        buffers: buffers.collect(),
        slots: slots.map(|slot| vec![None; slot.size]).collect(),
        tenants: vec![None; program.storage.slots.len()],
        variables: vec![None; program.variables.len()],
        counters: vec![0; program.counters.len()],
        lane: 0,
        before,
        printed: Vec::new(),
        changed: 0,
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
    Ok(Outcome {
        results: outputs.collect(),
        printed: machine.printed,
        changed: machine.changed,
    })
}

struct Machine<'p> {
    program: &'p Program,
    buffers: Vec<Vec<Option<Literal>>>,
    slots: Vec<Vec<Option<Literal>>>,
    /// The buffer whose contents each slot holds.
    tenants: Vec<Option<BufferId>>,
    /// The lanes of each variable; a scalar is the same in all.
    variables: Vec<Option<[Literal; LANES]>>,
    counters: Vec<usize>,
    /// The lane at work.
    lane: usize,
    /// The content of memory that nothing has been stored to.
    before: Option<Literal>,
    printed: Vec<(String, Vec<Literal>, String)>,
    changed: usize,
}

/// A content, as a number of an element type.
fn of_element(before: Option<Literal>, element: graph_ir::Element) -> Option<Literal> {
    before.map(|before| cast(before, element))
}

impl Machine<'_> {
    fn block(&mut self, block: &Block) -> Result<(), String> {
        for statement in block {
            match statement {
                Statement::Let(variable, value) => {
                    let element = self.program.element(*variable);
                    let lanes = self.lanes_of(*variable);
                    self.give(*variable, lanes, |this| this.expression(value, element))?;
                }
                Statement::Mutable(variable, value) | Statement::Assign(variable, value) => {
                    let lanes = self.lanes_of(*variable);
                    self.give(*variable, lanes, |this| Ok(this.atom(*value)))?;
                }
                Statement::Store(place, value) => {
                    let lanes = if place.index.has_lanes() { LANES } else { 1 };
                    for lane in 0..lanes {
                        self.lane = lane;
                        let value = self.atom(*value);
                        assert_eq!(
                            value.element(),
                            self.program.buffer(place.buffer).ty.element
                        );
                        let position = self.position(&place.index);
                        self.memory(place.buffer)[position] = Some(value);
                    }
                    self.lane = 0;
                }
                Statement::Loop(counter, body) => {
                    for i in 0..self.program.counters[counter.0 as usize] {
                        self.counters[counter.0 as usize] = i;
                        self.begin(Scope::Loop(*counter));
                        self.block(body)?;
                    }
                }
                Statement::Partial(partial) => {
                    let Partial {
                        counter,
                        limit,
                        body,
                    } = &**partial;
                    let extent = self.program.counters[counter.0 as usize];
                    let integer = |atom| match atom {
                        Literal::I64(integer) => usize::try_from(integer).unwrap(),
                        other => panic!("{other:?} is no integer"),
                    };
                    let range = match *limit {
                        Limit::While(_) => 0..extent,
                        Limit::From(from) => integer(self.atom(from))..extent,
                        Limit::Below(below) => 0..integer(self.atom(below)),
                    };
                    assert!(range.end <= extent);
                    for i in range {
                        if let Limit::While(going) = *limit
                            && self.atom(going) == Literal::Bool(false)
                        {
                            break;
                        }
                        self.counters[counter.0 as usize] = i;
                        self.begin(Scope::Loop(*counter));
                        self.block(body)?;
                    }
                }
                Statement::Part(part, body) => {
                    self.begin(Scope::Part(*part));
                    let hidden = vec![None; self.variables.len()];
                    let outside = std::mem::replace(&mut self.variables, hidden);
                    self.block(body)?;
                    self.variables = outside;
                }
                Statement::If(branch) => {
                    let If {
                        condition,
                        then,
                        otherwise,
                        choices,
                    } = &**branch;
                    let taken = truth(self.atom(*condition));
                    self.block(if taken { then } else { otherwise })?;
                    for choice in choices {
                        let atom = if taken { choice.then } else { choice.otherwise };
                        let lanes = self.lanes_of(choice.variable);
                        self.give(choice.variable, lanes, |this| Ok(this.atom(atom)))?;
                    }
                }
                Statement::Product(product) => self.product(product),
                Statement::Sort(sort) => self.sort(sort),
                Statement::Triangular(triangular) => self.triangular(triangular),
                Statement::Call { .. } => panic!("no functions of the host here"),
                Statement::Print {
                    texts,
                    unless,
                    value,
                } => {
                    if !truth(self.atom(*unless)) {
                        let [before, after] = &self.program.texts[*texts as usize];
                        let values = match *value {
                            Reported::Element(atom) => vec![self.atom(atom)],
                            Reported::All(buffer) => {
                                let stored = &self.buffers[buffer.0 as usize];
                                let all: Option<Vec<Literal>> = stored.iter().copied().collect();
                                all.expect("all elements are stored")
                            }
                        };
                        self.printed.push((before.clone(), values, after.clone()));
                    }
                }
                Statement::Expect(holds) => {
                    self.changed += usize::from(!truth(self.atom(*holds)));
                }
            }
        }
        Ok(())
    }

    fn lanes_of(&self, variable: Variable) -> usize {
        if self.program.has_lanes(variable) {
            LANES
        } else {
            1
        }
    }

    /// Computes the lanes of a variable.
    fn give(
        &mut self,
        variable: Variable,
        lanes: usize,
        value: impl Fn(&Self) -> Result<Literal, String>,
    ) -> Result<(), String> {
        let mut values = [value(self)?; LANES];
        for (lane, own) in values.iter_mut().enumerate().take(lanes).skip(1) {
            self.lane = lane;
            *own = value(self)?;
        }
        self.lane = 0;
        self.variables[variable.0 as usize] = Some(values);
        Ok(())
    }

    /// Buffers that live in one iteration, or one run of a part, are new in each.
    fn begin(&mut self, scope: Scope) {
        for id in self.program.buffer_ids() {
            if self.program.storage.home(id) == Home::Own(scope) {
                let before = self.before_in(id);
                self.buffers[id.0 as usize].fill(before);
            }
        }
    }

    /// The content of a buffer before anything is stored there.
    fn before_in(&self, buffer: BufferId) -> Option<Literal> {
        of_element(self.before, self.program.buffer(buffer).ty.element)
    }

    /// Where a buffer is stored to.
    fn memory(&mut self, buffer: BufferId) -> &mut [Option<Literal>] {
        let before = self.before_in(buffer);
        match self.program.storage.home(buffer) {
            Home::Slot(id) => {
                let slot = &mut self.slots[id.0 as usize];
                let tenant = self.tenants[id.0 as usize].replace(buffer);
                if tenant != Some(buffer) {
                    slot.fill(before);
                }
                let size = self.program.buffer(buffer).ty.shape.size();
                &mut slot[..size]
            }
            _ => &mut self.buffers[buffer.0 as usize],
        }
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
            Expression::Combine(op, Atom::Variable(variable)) => {
                let lanes = self.variables[variable.0 as usize].expect("a value");
                tree(lanes, &|a, b| apply(*op, &[a, b]))
            }
            Expression::Combine(..) => panic!("a literal has no lanes"),
            Expression::MulAdd(fused) => {
                let negative = |value, negates| match negates {
                    true => apply(ScalarOp::Neg, &[value]),
                    false => value,
                };
                // With two roundings, as a machine without the instruction does it.
                let factors = fused.factors.map(|atom| self.atom(atom));
                let product = apply(ScalarOp::Mul, &factors);
                let product = negative(product, fused.negates_product);
                let addend = negative(self.atom(fused.addend), fused.negates_addend);
                apply(ScalarOp::Add, &[product, addend])
            }
            Expression::Cast(atom) => cast(self.atom(*atom), element),
            Expression::Select([condition, a, b]) => {
                self.atom(if truth(self.atom(*condition)) { *a } else { *b })
            }
            Expression::Position(index) => {
                Literal::I64(i64::try_from(self.position(index)).unwrap())
            }
            Expression::Check {
                integer: checked,
                condition,
                ..
            } => {
                let checked = integer(self.atom(*checked));
                if condition.holds(checked) != Some(true) {
                    return Err(format!("{checked} is not {condition:?}"));
                }
                Literal::I64(checked)
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
            let factors = |k| {
                let along = |axis: usize, position| {
                    let inner = product.inner[axis].iter().rev();
                    let (rest, place) =
                        inner.fold((position, 0), |(rest, place), &(extent, stride)| {
                            (rest / extent, place + (rest % extent) as i64 * stride)
                        });
                    place + rest as i64 * right.strides[axis]
                };
                let base = right.base.shifted(along(0, k) + along(1, j));
                let right = self.element(right.buffer, self.position(&base));
                [self.entry(left, i, k), right]
            };
            let mut terms = (0..terms).map(|k| {
                let [left, right] = factors(k);
                match product.zeros_win {
                    [false, false] => apply(ScalarOp::Mul, &[left, right]),
                    [true, false] => apply(ScalarOp::Azmul, &[left, right]),
                    [false, true] => apply(ScalarOp::Azmul, &[right, left]),
                    [true, true] => panic!("no contraction has zeros that win on both sides"),
                }
            });
            let first = match product.accumulate {
                true => self.entry(result, i, j),
                false => terms.next().expect("a term"),
            };
            let sum = terms.fold(first, |sum, term| apply(ScalarOp::Add, &[sum, term]));
            let position = self.entry_position(result, i, j);
            self.memory(result.buffer)[position] = Some(sum);
        }
    }

    fn sort(&mut self, sort: &Sort) {
        let Sort {
            length,
            keys,
            positions,
        } = sort;
        assert!(*length > 1 && keys.buffer != positions.buffer);
        let key = |i: usize| {
            let place = keys.base.shifted(i as i64 * keys.stride);
            self.element(keys.buffer, self.position(&place))
        };
        let keys: Vec<Literal> = (0..*length).map(key).collect();
        let line = Shape::new(&[*length]).unwrap();
        let order = argsort(0, &line, &keys);
        let start = self.position(&positions.index);
        let memory = self.memory(positions.buffer);
        for (place, position) in memory[start..].iter_mut().zip(order) {
            *place = Some(position);
        }
    }

    fn triangular(&mut self, triangular: &Triangular) {
        let [count, columns] = triangular.extents;
        let place = &triangular.rows;
        let start = self.position(&place.index);
        let positions = start..start + count * columns;
        let rows = positions.clone().map(|at| self.element(place.buffer, at));
        let mut rows: Vec<Literal> = rows.collect();
        match &triangular.method {
            Method::Factor => triangular::factor(count, &mut rows),
            Method::FactorAdjoint { factor } => {
                let element = |i, k| self.entry(factor, i, k);
                triangular::factor_adjoint(count, element, &mut rows);
            }
            Method::Substitute { matrix, from_last } => {
                assert_ne!(matrix.buffer, place.buffer);
                let element = |i, k| self.entry(matrix, i, k);
                triangular::substitute([count, columns], element, *from_last, &mut rows);
            }
        }
        let memory = self.memory(place.buffer);
        for (place, row) in memory[positions].iter_mut().zip(rows) {
            *place = Some(row);
        }
    }

    fn entry(&self, matrix: &Matrix, i: usize, j: usize) -> Literal {
        self.element(matrix.buffer, self.entry_position(matrix, i, j))
    }

    fn entry_position(&self, matrix: &Matrix, i: usize, j: usize) -> usize {
        let [row, column] = matrix.strides;
        self.position(&matrix.base.shifted(i as i64 * row + j as i64 * column))
    }

    fn load(&self, place: &BufferPlace) -> Literal {
        self.element(place.buffer, self.position(&place.index))
    }

    fn element(&self, buffer: BufferId, position: usize) -> Literal {
        let element = match self.program.storage.home(buffer) {
            Home::Slot(id) => {
                let tenant = self.tenants[id.0 as usize];
                if let Some(before) = self.before_in(buffer)
                    && tenant != Some(buffer)
                {
                    return before;
                }
                assert_eq!(tenant, Some(buffer), "{buffer} is loaded after its life");
                self.slots[id.0 as usize][position]
            }
            _ => self.buffers[buffer.0 as usize][position],
        };
        element.unwrap_or_else(|| panic!("{buffer}[{position}] is loaded before it is stored"))
    }

    fn position(&self, index: &Index) -> usize {
        let terms = index.terms.iter().map(|term| {
            let position = match term.position {
                Position::Counter(counter) => self.counters[counter.0 as usize] as i64,
                Position::Variable(variable) => integer(self.atom(Atom::Variable(variable))),
                Position::Lane => self.lane as i64,
            };
            position * term.stride
        });
        usize::try_from(index.offset + terms.sum::<i64>()).expect("a position")
    }

    fn atom(&self, atom: Atom) -> Literal {
        match atom {
            Atom::Variable(variable) => {
                let lanes = self.variables[variable.0 as usize];
                lanes.unwrap_or_else(|| panic!("{variable} is unset"))[self.lane]
            }
            Atom::Literal(literal) => literal,
        }
    }
}
