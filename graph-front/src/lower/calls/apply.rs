//! The language's functions applied to their operands.

use graph_ir::algebra::Algebra;
use graph_ir::ops::{Contraction, ScalarOp};
use graph_ir::{Element, Error, Shape, Type, Wire};

use super::alike::extents_for_array;
use super::arguments::Arguments;
use super::builtins::Builtin;
use super::dimensions::labels_of;
use super::ranges::float;
use super::turned::turned_vector;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::{grouped, short_text};
use crate::lower::types::{as_float, whole_number};
use crate::lower::values::{Operand, Value};

/// The highest order of a special function, of either sign.
const MOST_ORDER: u32 = 1000;

/// The builder's result for some operands.
type Built<'b> = Result<Wire<'b>, Error>;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A function of the language applied to as many operands as it takes.
    pub(super) fn apply(
        &mut self,
        builtin: Builtin,
        name: &str,
        arguments: &Arguments<'b, 'e>,
        place: SourcePlace,
    ) -> Value<'b> {
        let operands = &arguments.operands;
        if let Some(value) = self.of_whole_structs(builtin, name, operands, place) {
            return value;
        }
        match builtin {
            Builtin::Scalar(ScalarOp::Clamp)
                if let Some(error) = self.bounds_exchanged(name, operands) =>
            {
                self.error(error)
            }
            Builtin::Matmul if let Some(error) = turned_vector(operands, "dot", place) => {
                self.error(error)
            }
            Builtin::Scalar(ScalarOp::RandomBits) => self.random_bits(operands, place),
            Builtin::Scalar(op) => self.elementwise(op, operands, place),
            Builtin::Reduce(_, Some(op)) if operands.len() == 2 => {
                self.elementwise(op, operands, place)
            }
            Builtin::Reduce(_, Some(_))
                if let Some(error) = self.of_one_number(name, operands, place) =>
            {
                self.error(error)
            }
            Builtin::WithInteger(op) => self.with_integer(op, operands, place),
            Builtin::Select => self.choose(operands, place),
            Builtin::Len => self.len(&operands[0]),
            Builtin::Contract => self.contract(operands, place),
            Builtin::SinCos => {
                let sin = self.elementwise(ScalarOp::Sin, operands, place);
                let cos = self.elementwise(ScalarOp::Cos, operands, place);
                Value::Tuple(vec![sin, cos].into())
            }
            Builtin::IsNan => {
                let twice = [operands[0].clone(), operands[0].clone()];
                self.elementwise(ScalarOp::NotEqual, &twice, place)
            }
            Builtin::Zeros | Builtin::Ones => {
                let value = if builtin == Builtin::Ones { 1.0 } else { 0.0 };
                self.filled(&operands[0], Value::Scalar(float(value)), place)
            }
            _ if let Some(error) = extents_for_array(builtin, name, operands) => self.error(error),
            Builtin::Full if let Some(swapped) = self.extents_behind(operands) => {
                self.error(swapped)
            }
            Builtin::Full => self.filled(&operands[0], operands[1].value.clone(), place),
            Builtin::Reshape => self.reshape(operands, place),
            Builtin::Broadcast => self.broadcast(arguments, place),
            Builtin::Windows => self.windows(arguments, place),
            Builtin::Roll => self.roll(arguments, place),
            Builtin::ScatterAdd => self.scatter_add(arguments, place),
            Builtin::Interpolate | Builtin::CubicSpline => {
                self.interpolated(builtin, name, arguments, place)
            }
            Builtin::Eye => self.eye(&operands[0], place),
            Builtin::Linspace => self.linspace(operands, place),
            Builtin::Uniform | Builtin::Normal => self.random(builtin, name, operands, place),
            Builtin::Split => self.split_key(&operands[0], place),
            Builtin::FoldIn => self.fold_in(operands, place),
            Builtin::Deriv | Builtin::Jvp | Builtin::Vjp | Builtin::Jacobian | Builtin::Hessian => {
                self.derivative(builtin, name, operands, place)
            }
            Builtin::Factors(first) => {
                let parts = Algebra::ALL.into_iter();
                let parts = parts.filter(|op| op.function() == first.function());
                let mut values = Vec::new();
                for op in parts {
                    let value = self.with_wires(Builtin::Algebra(op), name, arguments, place);
                    if value.is_poison() {
                        return value;
                    }
                    values.push(value);
                }
                Value::Tuple(values.into())
            }
            _ => self.with_wires(builtin, name, arguments, place),
        }
    }

    /// The error for the largest or the smallest of one number: another one is missing.
    fn of_one_number(
        &self,
        name: &str,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Option<Diagnostic> {
        let [operand] = operands else {
            return None;
        };
        operand.value.ty(self.float).filter(Type::is_scalar)?;
        let operand_text = short_text(without_parentheses(operand.expr));
        let text = operand_text.unwrap_or("x".into());
        let message = format!("`{name}` of one number is that number");
        let help = format!("compare it with another one: `{name}({text}, 0.0)`");
        let diagnostic = Diagnostic::new(place, message).note_if(self.explain(operand));
        Some(diagnostic.help(help))
    }

    /// The error for two operands of different shapes.
    fn unequal(&self, name: &str, operands: &[Operand<'b, 'e>]) -> Option<Error> {
        let mut types = operands.iter().map(|operand| operand.value.ty(self.float));
        let left = types.next()??;
        let right = types.flatten().find(|ty| ty.shape != left.shape)?;
        let op = name.into();
        Some(Error::ShapeMismatch { op, left, right })
    }

    /// A function of tensors alone.
    pub(super) fn with_wires(
        &mut self,
        builtin: Builtin,
        name: &str,
        arguments: &Arguments<'b, 'e>,
        place: SourcePlace,
    ) -> Value<'b> {
        let operands = &arguments.operands;
        if let Builtin::Concat | Builtin::Stack = builtin
            && let Some(error) = self.list_or_axis(builtin, name, arguments)
        {
            return self.error(error);
        }
        if builtin == Builtin::Stack
            && !operands.iter().any(|o| o.value.labels().has_axes())
            && let Some(error) = self.unequal(name, operands)
        {
            return self.refused(&error, place, operands);
        }
        let numbers = !matches!(
            builtin,
            Builtin::Transpose | Builtin::StopGradient | Builtin::Flip | Builtin::Diag
        ) && operands.iter().any(|o| !o.value.is_constant_integer());
        let before = self.names.diagnostics.len();
        let (element, floats) = match self.common_element(name, numbers, operands) {
            Some(element) => (element, None),
            None => {
                let errors = self.names.diagnostics.len() - before;
                let (floats, count) = Self::as_floats(operands);
                match self.common_element(name, numbers, &floats) {
                    Some(element) if count == errors => (element, Some(floats)),
                    _ => {
                        self.names.diagnostics.truncate(before + errors);
                        return Value::Poison;
                    }
                }
            }
        };
        let operands = floats.as_ref().unwrap_or(operands);
        let met = match builtin {
            Builtin::Stack => match self.meet(name, operands, place) {
                Some(met) => met.operands,
                None => return Value::Poison,
            },
            _ => None,
        };
        let operands = met.as_deref().unwrap_or(operands);
        if !self.dimensions_agree(builtin, name, operands, arguments, place) {
            return Value::Poison;
        }
        self.at(place);
        let wires: Option<Vec<_>> = operands
            .iter()
            .map(|o| self.wire(&o.value, element))
            .collect();
        let Some(wires) = wires else {
            return Value::Poison;
        };
        match self.build(builtin, &wires, arguments) {
            Ok(wire) => {
                self.note_reduced(builtin, arguments);
                Value::from(wire).labelled(labels_of(builtin, operands, arguments))
            }
            Err(Error::AxisOutOfRange { axis, found })
                if found.shape.rank() > 0 && arguments.axes().is_some() =>
            {
                let at = arguments.axes_place().unwrap_or(place);
                self.axis_out_of_range(builtin, axis, &found, operands, at)
            }
            Err(error @ (Error::AxisOutOfRange { .. } | Error::WrongAxes { .. })) => {
                let at = arguments.axes_place().unwrap_or(place);
                self.refused(&error, at, operands)
            }
            Err(error) => self.refused_by(Some(name), &error, place, operands),
        }
    }

    /// Notes the shape of an array that is reduced along written axes, for helps.
    fn note_reduced(&mut self, builtin: Builtin, arguments: &Arguments<'b, 'e>) {
        let reduces = match builtin {
            Builtin::Reduce(..) => true,
            Builtin::Composite(composite) => composite.drops_axes(),
            _ => false,
        };
        if let [array] = &arguments.operands[..]
            && reduces
            && arguments.axes().is_some()
            && let Some(shape) = array.value.shape()
        {
            self.reduced.insert(array.expr, shape);
        }
    }

    fn build(
        &self,
        builtin: Builtin,
        wires: &[Wire<'b>],
        arguments: &Arguments<'b, 'e>,
    ) -> Built<'b> {
        let builder = self.builder;
        match (builtin, wires) {
            (Builtin::Reduce(reduction, _), &[x]) => {
                let axes = axes_or_all(arguments, x)?;
                let reduced = builder.reduce(reduction, x, &axes)?;
                self.keep_axes(reduced, x, &axes, arguments)
            }
            (Builtin::Composite(composite), &[x]) => {
                let axes = axes_or_all(arguments, x)?;
                let value = builder.composite(composite, &[x], &axes)?;
                match composite.drops_axes() {
                    true => self.keep_axes(value, x, &axes, arguments),
                    false => Ok(value),
                }
            }
            (Builtin::Cumulate(own), &[x]) => {
                builder.cumulate(own, x, single_axis(arguments, wires, 0)?)
            }
            (Builtin::Flip, &[x]) => builder.flip(x, single_axis(arguments, wires, 0)?),
            (Builtin::Sort, &[x]) => builder.sort(x, last_axis(arguments, wires)?),
            (Builtin::ArgSort, &[x]) => builder.argsort(x, last_axis(arguments, wires)?),
            (Builtin::Algebra(op), operands) => builder.algebra(op, operands),
            (Builtin::Dot, &[a, b]) => builder.dot(a, b),
            (Builtin::Matmul, &[a, b]) => builder.matmul(a, b),
            (Builtin::Outer, &[a, b]) => {
                let none = Contraction {
                    batch: Vec::new(),
                    contracted: Vec::new(),
                    absolute: false,
                };
                builder.contract(a, b, &none)
            }
            (Builtin::Diag, &[x]) => builder.diagonal(x),
            (Builtin::Trace, &[x]) => builder.trace(x),
            (Builtin::Tril, &[x]) => builder.lower_triangle(x),
            (Builtin::Triu, &[x]) => builder.upper_triangle(x),
            (Builtin::Cross, &[a, b]) => builder.cross(a, b),
            (Builtin::Kron, &[a, b]) => builder.kronecker(a, b),
            (Builtin::Interpolate, &[x, xs, ys]) => builder.interpolate(x, xs, ys),
            (Builtin::CubicSpline, &[x, xs, ys]) => builder.cubic_spline(x, xs, ys),
            (Builtin::Transpose, &[x]) => {
                let rank = x.ty()?.shape.rank();
                let permutation = match arguments.axes() {
                    Some(axes) => checked_axes(axes, x)?,
                    None => (0..rank).rev().collect(),
                };
                builder.transpose(x, &permutation)
            }
            (Builtin::Concat, wires) => builder.concat(wires, single_axis(arguments, wires, 0)?),
            (Builtin::Stack, wires) => builder.stack(wires, single_axis(arguments, wires, 1)?),
            (Builtin::ZerosLike, &[x]) => builder.full(&x.ty()?, 0.0),
            (Builtin::OnesLike, &[x]) => builder.full(&x.ty()?, 1.0),
            (Builtin::FullLike, &[x, value]) => {
                let shape = x.ty()?.shape;
                builder.broadcast(value, &shape, &[])
            }
            (Builtin::StopGradient, &[x]) => builder.stop_gradient(x),
            _ => Err(Error::NotATensor),
        }
    }

    /// Reduced axes put back with extent 1, where `keep = true` asks for it.
    fn keep_axes(
        &self,
        reduced: Wire<'b>,
        operand: Wire<'b>,
        axes: &[usize],
        arguments: &Arguments<'b, 'e>,
    ) -> Built<'b> {
        if !arguments.keep() {
            return Ok(reduced);
        }
        let mut extents = operand.ty()?.shape.counts();
        for &axis in axes {
            extents[axis] = 1.into();
        }
        self.builder.reshape(reduced, &Shape::of(extents)?)
    }

    /// An operator with a parameter: a power or an order that is a constant integer.
    fn with_integer(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Value<'b> {
        let integer = |operand: &Operand<'b, 'e>| {
            let integer = operand.value.as_integer();
            integer.and_then(|n| i32::try_from(n).ok())
        };
        let (name, parameter) = (op.name(), &operands[1]);
        let what = match op {
            ScalarOp::Powi(_) => format!("the power of `{name}`"),
            _ => format!("the order of `{name}`"),
        };
        if let Some(n) = integer(parameter) {
            let is_order = !matches!(op, ScalarOp::Powi(_));
            if is_order && n.unsigned_abs() > MOST_ORDER {
                let message = format!("{what} is at most {MOST_ORDER}, found {n}");
                let note = "a call takes time in proportion to its order";
                return self.error(Diagnostic::new(parameter.place, message).note(note));
            }
            if matches!(op, ScalarOp::Polygamma(_)) && n < 0 {
                // Its value would be NaN for all numbers.
                let message = format!("{what} is 0 or more, found {n}");
                let note = "it says how often `digamma` is differentiated";
                let help = (n == -1).then_some("`ln_gamma` is what has the derivative `digamma`");
                let error = Diagnostic::new(parameter.place, message).note(note);
                return self.error(error.help_if(help));
            }
            let op = ScalarOp::from_name(name, Some(n)).unwrap_or(op);
            return self.elementwise(op, &operands[..1], place);
        }
        let is_moving = parameter.value.as_integer().is_none()
            && parameter.value.element() == Some(Element::I64);
        if is_moving && let ScalarOp::Powi(_) = op {
            return self.power_of_integer(operands, place);
        }
        if let Value::Position(_) = parameter.value {
            self.not_constant(parameter, &what);
            return Value::Poison;
        }
        if let Some(n) = parameter.value.as_integer() {
            let message = format!("{what} is out of range for `i32`");
            let note = format!("`{n}` does not fit into the type `i32`");
            return self.error(Diagnostic::new(parameter.place, message).note(note));
        }
        let found = self.describe(&parameter.value);
        let integer_of = match op {
            ScalarOp::Powi(_) => "an integer",
            _ => "a constant integer",
        };
        let message = format!("{what} is {integer_of}, found {found}");
        let error = Diagnostic::new(parameter.place, message);
        self.error(match (op, integer(&operands[0])) {
            (ScalarOp::Powi(_), _) => error.help(self.any_power(operands)),
            (_, Some(n)) => error.help(format!("it stands behind: `{name}(x, {n})`")),
            (_, None) => error,
        })
    }

    /// A power of an integer that is known at run time only, which is one of a float: `powf` of whole
    /// exponents has the values and derivatives of `powi`, at 0 and below 0 too.
    fn power_of_integer(&mut self, operands: &[Operand<'b, 'e>], place: SourcePlace) -> Value<'b> {
        let [base, exponent] = operands else {
            return Value::Poison;
        };
        let element = base.value.element().filter(|element| element.is_float());
        let float = element.unwrap_or(self.float);
        let value = self.cast_value(exponent.value.clone(), float, exponent.place);
        let exponent = Operand {
            value,
            ..exponent.clone()
        };
        self.elementwise(ScalarOp::Powf, &[base.clone(), exponent], place)
    }

    /// The help for a power, of a base and an exponent, that is no constant integer.
    fn any_power(&self, operands: &[Operand<'b, 'e>]) -> String {
        let (first, parameter) = (&operands[0], &operands[1]);
        let exponent = first.value.as_integer();
        let exponent = exponent.and_then(|n| i32::try_from(n).ok());
        let base = match exponent {
            Some(_) => Some(as_float(first.expr)),
            None => short_text(first.expr).map(|text| grouped(&text)),
        };
        let base = base.unwrap_or_else(|| "x".into());
        let power = short_text(parameter.expr).unwrap_or_else(|| "..".into());
        match (
            whole_number(parameter.expr),
            parameter.value.element(),
            exponent,
        ) {
            (Some(whole), ..) => format!("write an integer: `{whole}`"),
            // The operands may be exchanged.
            (None, Some(Element::F32 | Element::F64 | Element::Float), Some(exponent)) => format!(
                "the power stands behind: `powi({power}, {exponent})`; `powf({}, {power})` takes any \
                 power",
                as_float(first.expr)
            ),
            (None, ..) => format!("`{base}.powf({power})` takes any power"),
        }
    }

    /// `select(condition, a, b)`.
    fn choose(&mut self, operands: &[Operand<'b, 'e>], place: SourcePlace) -> Value<'b> {
        let [condition, a, b] = operands else {
            return Value::Poison;
        };
        let sides = [a.clone(), b.clone()];
        let is_truth = |operand: &Operand<'b, 'e>| operand.value.element() == Some(Element::Bool);
        if is_truth(a) && !is_truth(condition) && !is_truth(b) && !condition.value.is_poison() {
            let message = "the condition stands first in `select`";
            let texts = [a, condition, b].map(|operand| short_text(operand.expr));
            let help = match texts {
                [Some(a), Some(b), Some(c)] => Some(format!("write `select({a}, {b}, {c})`")),
                _ => None,
            };
            return self.error(Diagnostic::new(a.place, message).help_if(help));
        }
        let truths = sides
            .iter()
            .all(|side| side.value.element() == Some(Element::Bool));
        let integers = sides.iter().all(|side| side.value.is_constant_integer());
        let element = self.common_element("select", !truths && !integers, &sides);
        let Some(element) = element else {
            return Value::Poison;
        };
        if let Value::Tuple(_) | Value::Tuples(_) | Value::Unit = condition.value {
            let found = self.describe(&condition.value);
            let message = format!("the condition of `select` is bool, found {found}");
            return self.error(Diagnostic::new(condition.place, message));
        }
        let Some(met) = self.meet("select", operands, place) else {
            return Value::Poison;
        };
        let operands = met.operands.as_deref().unwrap_or(operands);
        self.at(place);
        let wires: Option<Vec<_>> = operands
            .iter()
            .map(|o| self.wire(&o.value, element))
            .collect();
        let Some(&[condition, a, b]) = wires.as_deref() else {
            return Value::Poison;
        };
        match self.builder.select(condition, a, b) {
            Ok(wire) => Value::from(wire).labelled(met.labels),
            Err(error) => self.refused(&error, place, operands),
        }
    }
}

/// The axes that are named, or all.
fn axes_or_all(arguments: &Arguments<'_, '_>, operand: Wire<'_>) -> Result<Vec<usize>, Error> {
    match arguments.axes() {
        Some(axes) => checked_axes(axes, operand),
        None => Ok((0..operand.ty()?.shape.rank()).collect()),
    }
}

/// The one axis that is named, or the first; `new` more axes than the operands have may be named.
pub(super) fn single_axis(
    arguments: &Arguments<'_, '_>,
    wires: &[Wire<'_>],
    new: usize,
) -> Result<usize, Error> {
    let found = match wires.first() {
        Some(first) => first.ty()?,
        None => return Ok(0),
    };
    match arguments.axes() {
        None => Ok(0),
        Some(&[axis]) => match usize::try_from(axis) {
            Ok(axis) if axis < found.shape.rank() + new => Ok(axis),
            _ => Err(Error::AxisOutOfRange {
                axis: usize::try_from(axis).unwrap_or(usize::MAX),
                found,
            }),
        },
        Some(axes) => Err(Error::WrongAxes {
            axes: axes
                .iter()
                .map(|&axis| usize::try_from(axis).unwrap_or(usize::MAX))
                .collect(),
            expected: "one axis is needed",
            found,
        }),
    }
}

/// The one axis that is named, or the last.
fn last_axis(arguments: &Arguments<'_, '_>, wires: &[Wire<'_>]) -> Result<usize, Error> {
    match (arguments.axes(), wires.first()) {
        (None, Some(first)) => Ok(first.ty()?.shape.rank().saturating_sub(1)),
        _ => single_axis(arguments, wires, 0),
    }
}

fn checked_axes(axes: &[i64], operand: Wire<'_>) -> Result<Vec<usize>, Error> {
    checked(axes, &operand.ty()?)
}

/// The axes, all of which the type must have.
pub(super) fn checked(axes: &[i64], found: &Type) -> Result<Vec<usize>, Error> {
    let check = |&axis: &i64| match usize::try_from(axis) {
        Ok(axis) if axis < found.shape.rank() => Ok(axis),
        other => Err(Error::AxisOutOfRange {
            axis: other.unwrap_or(usize::MAX),
            found: found.clone(),
        }),
    };
    axes.iter().map(check).collect()
}
