//! Operators whose operands are all known.

use std::rc::Rc;

use graph_ir::Element;
use graph_ir::ops::ScalarOp;
use graph_ir::types::Extent;

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::values::{
    Affine, IntegerError, Number, Operand, Scalar, Table, Value, fold_floats, fold_integers,
    fold_truths, product,
};

impl<'b> Lowerer<'b, '_> {
    /// The result, if all operands are known and of one kind.
    pub(super) fn fold(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        if let Some(value) = self.divided_by_zero(op, operands) {
            return Some(value);
        }
        if let Some(value) = self.fold_positions(op, operands, place) {
            return Some(value);
        }
        if let Some(value) = self.fold_tables(op, operands, place) {
            return Some(value);
        }
        let scalars = operands.iter().map(|o| match o.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        });
        let scalars: Vec<Scalar> = scalars.collect::<Option<_>>()?;
        if let Some(numbers) = all(&scalars, float) {
            let mut elements = numbers.iter().filter_map(|n| n.element());
            let first = elements.next();
            if elements.any(|element| Some(element) != first) {
                return None;
            }
            return fold_floats(op, &numbers, self.float).map(Value::Scalar);
        }
        if let Some(truths) = all(&scalars, truth) {
            return fold_truths(op, &truths).map(Value::Scalar);
        }
        let integers = all(&scalars, integer)?;
        Some(match fold_integers(op, &integers)? {
            Ok(Scalar::Integer(value @ ..0)) if self.unsigned.is_some() => {
                self.below_zero(op, &integers, value, place)
            }
            Ok(scalar) => Value::Scalar(scalar),
            Err(error) => self.integer_error(error, place),
        })
    }

    /// Reports integers that are divided by a number that is zero in all iterations.
    fn divided_by_zero(&mut self, op: ScalarOp, operands: &[Operand<'b, '_>]) -> Option<Value<'b>> {
        let divisor = operands.last().filter(|_| op.divides())?;
        let mut elements = operands.iter().map(|o| o.value.element());
        let integers = elements.all(|element| element == Some(Element::I64));
        if !integers || divisor.value.as_integer() != Some(0) {
            return None;
        }
        // Under a condition that unrolling decides, it may not be reached.
        self.loops.certain += usize::from(self.loops.guarded == 0);
        Some(self.integer_error(IntegerError::DivisionByZero, divisor.place))
    }

    /// The result of an operator on integers, at least one of which is an array of known integers.
    fn fold_tables(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        let tables = operands.iter().filter_map(|o| match &o.value {
            Value::Table(table) => Some(table),
            _ => None,
        });
        let shape = tables.clone().next()?.shape.clone();
        let fits = |table: &&Rc<Table>| table.element == Some(Element::I64) && table.shape == shape;
        if !tables.clone().all(|table| fits(&table)) {
            return None;
        }
        let mut items = Vec::with_capacity(shape.size());
        for position in 0..shape.size() {
            let integers = operands.iter().map(|o| match &o.value {
                Value::Table(table) => integer(table.items[position]),
                value => value.as_integer(),
            });
            match fold_integers(op, &integers.collect::<Option<Vec<i64>>>()?)? {
                Ok(item) => items.push(item),
                Err(error) => return Some(self.integer_error(error, place)),
            }
        }
        let element = Some(op.class().result(Element::I64));
        Some(Value::Table(
            Table {
                shape,
                element,
                items,
                labels: Labels::default(),
            }
            .into(),
        ))
    }

    /// A step on the way to an unsigned number that has left its range.
    fn below_zero(
        &mut self,
        op: ScalarOp,
        operands: &[i64],
        value: i64,
        place: SourcePlace,
    ) -> Value<'b> {
        let name = self.unsigned.unwrap_or("usize");
        let message = match (op.symbol(), operands) {
            (Some(symbol), [a, b]) => {
                format!("attempt to compute `{a}_{name} {symbol} {b}_{name}`, which would overflow")
            }
            (Some(symbol), [a]) => format!("cannot apply `{symbol}` to {a} of type `{name}`"),
            _ => format!("this is {value}, which is out of range for `{name}`"),
        };
        self.error(Diagnostic::new(place, message))
    }

    pub(super) fn integer_error(&mut self, error: IntegerError, place: SourcePlace) -> Value<'b> {
        let message = match error {
            IntegerError::DivisionByZero => "division by zero",
            IntegerError::Overflow => "this integer leaves the range of 64 bits",
        };
        self.error(Diagnostic::new(place, message))
    }

    /// The result of an operator on integers, one of which moves with loops, if the result moves
    /// too or is the same in all iterations.
    fn fold_positions(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        let moves = |o: &Operand<'b, '_>| matches!(o.value, Value::Position(_));
        if !operands.iter().any(moves) {
            return None;
        }
        let forms: Option<Vec<_>> = operands.iter().map(|o| o.value.as_affine()).collect();
        let forms = forms?;
        let result = match (op, &forms[..]) {
            (ScalarOp::Add, [a, b]) => a.plus(b, 1),
            (ScalarOp::Sub, [a, b]) => a.plus(b, -1),
            (ScalarOp::Neg, [a]) => a.times(-1),
            (ScalarOp::Mul, [a, b]) => match (a.as_constant(), b.as_constant()) {
                (Some(a), _) => b.times(a),
                (_, Some(b)) => a.times(b),
                _ => match (a.as_extent(), b.as_extent()) {
                    (Some(a), Some(b)) => product(a, b).map(Affine::constant),
                    _ => return None,
                },
            },
            // They are no sums of counters: the program computes them.
            (ScalarOp::Div | ScalarOp::Rem, _) => return None,
            (_, [a, b]) => return self.compare_positions(op, &a.plus(b, -1)?),
            _ => return None,
        };
        Some(match result {
            Some(affine) => Value::from(affine),
            None => self.integer_error(IntegerError::Overflow, place),
        })
    }

    /// Whether a difference compares with zero in one way in all iterations, and for all lengths.
    /// Where it moves with one loop alone, that loop is divided at the iterations where the answer
    /// changes.
    fn compare_positions(&mut self, op: ScalarOp, difference: &Affine) -> Option<Value<'b>> {
        let holds = |value: i64| match fold_integers(op, &[value, 0]) {
            Some(Ok(Scalar::Truth(holds))) => Some(holds),
            _ => None,
        };
        let known = |holds| Some(Value::Scalar(Scalar::Truth(holds)));
        let signs = difference.signs(|n| self.loops.open[n].range.clone());
        let answers = [holds(-1)?, holds(0)?, holds(1)?];
        let mut possible = answers.iter().zip(signs).filter(|(_, occurs)| *occurs);
        let first = possible.next().map(|(answer, _)| *answer);
        let all = possible.all(|(answer, _)| Some(*answer) == first);
        let always = || first.filter(|_| all).and_then(known);
        let (&[(number, _)], Some(_)) = (&difference.terms[..], difference.offset.known_integer())
        else {
            return always();
        };
        let range = self.loops.open[number].range.clone();
        let (Some(count), false) = (range.count.known(), range.start.is_symbolic()) else {
            return always();
        };
        let value = |iteration: usize| {
            let [from, to] = [iteration, iteration + 1].map(Extent::from);
            match difference.signs(|_| range.part(&from, &to)) {
                [true, ..] => -1,
                [_, _, true] => 1,
                _ => 0,
            }
        };
        let mut changes = sign_changes(count, value);
        changes.retain(|&at| holds(value(at - 1)) != holds(value(at)));
        if changes.is_empty() {
            return known(holds(value(0))?);
        }
        let open = &mut self.loops.open[number];
        if !open.divides {
            return None;
        }
        open.splits.extend(changes);
        open.splits.sort_unstable();
        open.splits.dedup();
        // This attempt is given up. Until then it is the body of the first iterations, so that the
        // amount of its code is known.
        known(holds(value(0))?)
    }
}

/// The iterations at which a sequence with constant steps changes its sign; 0 counts as a sign.
fn sign_changes(count: usize, sign: impl Fn(usize) -> i64) -> Vec<usize> {
    let mut changes = Vec::new();
    let mut from = 0;
    while sign(from) != sign(count - 1) {
        let own = sign(from);
        let (mut same, mut other) = (from, count - 1);
        while other - same > 1 {
            let middle = same + (other - same) / 2;
            match sign(middle) == own {
                true => same = middle,
                false => other = middle,
            }
        }
        changes.push(other);
        from = other;
    }
    changes
}

fn all<T>(scalars: &[Scalar], kind: impl Fn(Scalar) -> Option<T>) -> Option<Vec<T>> {
    scalars.iter().map(|&scalar| kind(scalar)).collect()
}

fn float(scalar: Scalar) -> Option<Number> {
    match scalar {
        Scalar::Float(number) => Some(number),
        _ => None,
    }
}

fn integer(scalar: Scalar) -> Option<i64> {
    match scalar {
        Scalar::Integer(value) => Some(value),
        _ => None,
    }
}

fn truth(scalar: Scalar) -> Option<bool> {
    match scalar {
        Scalar::Truth(value) => Some(value),
        _ => None,
    }
}
