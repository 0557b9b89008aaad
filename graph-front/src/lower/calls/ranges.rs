//! Arrays that are made of counts: unit matrices, evenly spaced numbers, rolled axes.

use graph_ir::ops::ScalarOp;
use graph_ir::types::Extent;
use graph_ir::{Element, Error, Shape, Type, Wire};

use super::apply::single_axis;
use super::arguments::Arguments;
use super::offsets::unit_matrix;
use super::positional::integers;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::indexing::POINTS;
use crate::lower::values::{Number, Operand, Scalar, Table, Value};

/// The largest array that is kept as numbers that are known.
const LARGEST_TABLE: usize = 1 << 12;

/// The largest number of points of a range.
const MOST_POINTS: usize = 1 << 16;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The elements moved along an axis.
    pub(super) fn roll(&mut self, arguments: &Arguments<'b, 'e>, place: SourcePlace) -> Value<'b> {
        let [operand, shift] = &arguments.operands[..] else {
            return Value::Poison;
        };
        if let Some(error) = arguments.count_before("roll", "the number of positions") {
            return self.error(error);
        }
        let Some(shift) = shift.value.as_integer() else {
            self.not_constant(shift, "the number of positions of `roll`");
            return Value::Poison;
        };
        let Some(wire) = self.tensor("roll", operand) else {
            return Value::Poison;
        };
        self.at(place);
        let axis = single_axis(arguments, &[wire], 0);
        match axis.and_then(|axis| self.builder.roll(wire, axis, shift)) {
            Ok(wire) => Value::from(wire).labelled(operand.value.labels()),
            Err(error) => {
                let at = arguments.axes_place().unwrap_or(place);
                self.refused_by(Some("roll"), &error, at, &arguments.operands[..1])
            }
        }
    }

    /// A unit matrix: numbers while it is small, else the views that make it.
    pub(super) fn eye(&mut self, extent: &Operand<'b, 'e>, place: SourcePlace) -> Value<'b> {
        if let Value::Table(_) | Value::Tuple(_) = extent.value
            && let Some([rows, columns]) = integers(&extent.value).as_deref()
        {
            let diagnostic = Diagnostic::new(extent.place, "a unit matrix has one extent");
            return self.error(diagnostic.help(unit_matrix(*rows, *columns)));
        }
        let symbolic = extent.value.as_extent().filter(Extent::is_symbolic);
        let n = match symbolic {
            Some(extent) => extent,
            None => match self.positive_value(extent, "the extent of a unit matrix") {
                Some(n) => Extent::from(n),
                None => return Value::Poison,
            },
        };
        let shape = match Shape::of([n.clone(), n.clone()]) {
            Ok(shape) => shape,
            Err(error) => return self.refused(&error.into(), extent.place, &[]),
        };
        if let (Some(n), Some(size @ ..=LARGEST_TABLE)) = (n.known(), shape.count().known()) {
            let is_one = |place: usize| place / n == place % n;
            let items = (0..size).map(|place| float(f64::from(u8::from(is_one(place)))));
            return table(shape, items.collect());
        }
        self.at(place);
        let made = match n.is_symbolic() {
            true => self.eye_of(&n, &shape),
            false => Shape::of([n]).map_err(Error::from).and_then(|shape| {
                let ones = Type::new(self.float, shape);
                self.builder.diagonal(self.builder.full(&ones, 1.0)?)
            }),
        };
        match made {
            Ok(wire) => Value::from(wire),
            Err(error) => self.refused(&error, place, &[]),
        }
    }

    /// A unit matrix of an extent that is known only at run time: one where the row is the column.
    fn eye_of(&self, n: &Extent, shape: &Shape) -> Result<Wire<'b>, Error> {
        let positions = self.builder.iota(n)?;
        let [rows, columns] = [0, 1].map(|axis| self.builder.broadcast(positions, shape, &[axis]));
        let equal = self.builder.scalar(ScalarOp::Equal, &[rows?, columns?])?;
        let full = |value| {
            let ty = Type::new(self.float, shape.clone());
            self.builder.full(&ty, value)
        };
        self.builder.select(equal, full(1.0)?, full(0.0)?)
    }

    /// Evenly spaced numbers from one to another, both among them: element `i` of `n` is
    /// `(1 - t) * first + t * last` with `t = i / (n - 1)`, so that the ends are exact.
    pub(super) fn linspace(
        &mut self,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Value<'b> {
        let [first, last, count] = operands else {
            return Value::Poison;
        };
        if let Some(count) = count.value.as_extent().filter(Extent::is_symbolic) {
            return self.linspace_of([first, last], &count, place);
        }
        let Some(n) = self.positive_value(count, POINTS) else {
            return Value::Poison;
        };
        if n > MOST_POINTS {
            let message = format!("`linspace` has at most {MOST_POINTS} points, found {n}");
            return self.error(Diagnostic::new(count.place, message));
        }
        let Some(ends) = self.ends([first, last]) else {
            return Value::Poison;
        };
        let [first, last] = &ends;
        let Some(element) = self.common_element("linspace", true, &ends) else {
            return Value::Poison;
        };
        let Ok(shape) = Shape::new(&[n]) else {
            return Value::Poison;
        };
        let steps = (0..n).map(|i| i as f64 / (n - 1).max(1) as f64);
        if let (Value::Scalar(Scalar::Float(a)), Value::Scalar(Scalar::Float(b))) =
            (&first.value, &last.value)
            && n <= LARGEST_TABLE
        {
            let open = ends.iter().all(|end| end.value.element().is_none());
            let items = steps.map(|t| {
                let number = a.between(*b, t);
                Scalar::Float(if open { number } else { number.decide(element) })
            });
            return table(shape, items.collect());
        }
        self.at(place);
        let wires = ends.iter().map(|end| self.wire(&end.value, element));
        let wires: Option<Vec<Wire<'b>>> = wires.collect();
        let Some(&[a, b]) = wires.as_deref() else {
            return Value::Poison;
        };
        let (after, before) = steps.map(|t| (float(t), float(1.0 - t))).unzip();
        let weights = [before, after].map(|items| {
            let weights = table(shape.clone(), items);
            self.wire(&weights, element)
        });
        match weights {
            [Some(before), Some(after)] => Value::from(a * before + b * after),
            _ => Value::Poison,
        }
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The first and the last point of `linspace`; integers in their places are reported.
    fn ends(&mut self, ends: [&Operand<'b, 'e>; 2]) -> Option<[Operand<'b, 'e>; 2]> {
        let [first, last] = ends.map(|end| {
            let value = match end.value.is_constant_integer() {
                true => self.float_meant(end, self.float)?,
                false => end.value.clone(),
            };
            Some(Operand {
                value,
                ..end.clone()
            })
        });
        Some([first?, last?])
    }

    /// [`Self::linspace`] of a number of points that is known only at run time.
    fn linspace_of(
        &mut self,
        [first, last]: [&Operand<'b, 'e>; 2],
        count: &Extent,
        place: SourcePlace,
    ) -> Value<'b> {
        let Some(ends) = self.ends([first, last]) else {
            return Value::Poison;
        };
        let Some(element) = self.common_element("linspace", true, &ends) else {
            return Value::Poison;
        };
        self.at(place);
        let wires = ends.iter().map(|end| self.wire(&end.value, element));
        let Some(&[a, b]) = wires.collect::<Option<Vec<Wire<'b>>>>().as_deref() else {
            return Value::Poison;
        };
        match self.spaced(a, b, count, element) {
            Ok(wire) => Value::from(wire),
            Err(error) => self.refused(&error, place, &ends),
        }
    }

    /// The fractions are numbers of 64 bits, as those that are known are.
    fn spaced(
        &self,
        a: Wire<'b>,
        b: Wire<'b>,
        count: &Extent,
        element: Element,
    ) -> Result<Wire<'b>, Error> {
        let builder = self.builder;
        let wide = match element {
            Element::F32 => Element::F64,
            other => other,
        };
        let shape = Shape::of([count.clone()])?;
        let whole = |wire| builder.broadcast(wire, &shape, &[]);
        let one = builder.number(wide, 1.0);
        let steps = builder.count(&(count - 1), wide)?;
        // A single point is the first one.
        let steps = builder.scalar(ScalarOp::Max, &[steps, one])?;
        let t = builder.cast(builder.iota(count)?, wide)? / whole(steps)?;
        let weights = [whole(one)? - t, t].map(|weight| builder.cast(weight, element));
        let [before, after] = weights;
        Ok(whole(a)? * before? + whole(b)? * after?)
    }
}

/// A number of open type.
pub(super) fn float(value: f64) -> Scalar {
    Scalar::Float(Number::literal(value, value as f32))
}

/// A vector or matrix of known numbers of open type.
fn table<'b>(shape: Shape, items: Vec<Scalar>) -> Value<'b> {
    let element = items.first().and_then(|item| match item {
        Scalar::Float(number) => number.element(),
        _ => None,
    });
    Value::Table(
        Table {
            shape,
            element,
            items,
            labels: Labels::default(),
        }
        .into(),
    )
}
