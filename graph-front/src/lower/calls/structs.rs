//! Functions of the language on whole structs: what they make of all floats in them, or of each
//! field.

use graph_ir::composite::Composite;
use graph_ir::ops::{Reduction, ScalarOp};
use graph_ir::{Error, Wire};
use syn::Expr;

use super::applied::Applied;
use super::builtins::Builtin;
use super::map::MAP;
use super::norms::NORM;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::values::{Operand, Value};
use crate::signature::Parts;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A function of whole structs; `None` where no operand is one, or where the function takes
    /// structs as it takes arrays.
    pub(super) fn of_whole_structs(
        &mut self,
        builtin: Builtin,
        name: &str,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        let first = operands
            .iter()
            .find_map(|operand| of_struct(&operand.value))?;
        let own = match (builtin, operands) {
            (Builtin::ZerosLike, [_]) => {
                self.each_field(first, &mut |own, part| own.filled_like(part, 0.0))
            }
            (Builtin::OnesLike, [_]) => {
                self.each_field(first, &mut |own, part| own.filled_like(part, 1.0))
            }
            (Builtin::StopGradient, [_]) => {
                self.each_field(first, &mut |own, part| own.stopped(part))
            }
            (Builtin::Dot, [a, b]) => {
                let Some(b) = self.like(name, first, b) else {
                    return Some(Value::Poison);
                };
                let _ = a;
                return Some(self.over_floats(name, &[first.clone(), b], place));
            }
            _ if matches!((name, operands.len()), (NORM | "sum", 1)) => {
                return Some(self.over_floats(name, std::slice::from_ref(first), place));
            }
            _ => return None,
        };
        Some(Value::Tuple(own))
    }

    /// The floats of structs of one type, multiplied if there are two, and added; or the norm of
    /// all floats of one.
    fn over_floats(
        &mut self,
        name: &str,
        structs: &[Parts<Value<'b>>],
        place: SourcePlace,
    ) -> Value<'b> {
        let floats: Vec<Vec<Value<'b>>> = structs.iter().map(floats_of).collect();
        let elements = floats.concat();
        let mut elements = elements
            .iter()
            .map(|value| value.element().unwrap_or(self.float));
        let Some(element) = elements.next() else {
            let message = format!("`{name}` needs floats, and the struct has none");
            return self.error(Diagnostic::new(place, message));
        };
        if elements.any(|other| other != element) {
            let message = format!("`{name}` of a whole struct needs floats of one type");
            let help = "apply it to the fields, and add";
            return self.error(Diagnostic::new(place, message).help(help));
        }
        self.at(place);
        let count = floats[0].len();
        let terms = (0..count).map(|at| {
            let wires = floats.iter().map(|own| self.wire(&own[at], element));
            let wires: Vec<Wire<'b>> = wires.collect::<Option<_>>()?;
            Some(self.term(name, &wires))
        });
        let terms: Option<Vec<Result<Wire<'b>, Error>>> = terms.collect();
        let terms: Result<Vec<Wire<'b>>, Error> = match terms {
            Some(terms) => terms.into_iter().collect(),
            None => return Value::Poison,
        };
        let whole = terms.and_then(|terms| self.together(name, &terms));
        match whole {
            Ok(wire) => Value::from(wire),
            Err(error) => self.refused(&error, place, &[]),
        }
    }

    /// The term that one field adds.
    fn term(&self, name: &str, wires: &[Wire<'b>]) -> Result<Wire<'b>, Error> {
        let value = match wires {
            [a, b] => self.builder.scalar(ScalarOp::Mul, &[*a, *b])?,
            wires => wires[0],
        };
        let axes: Vec<usize> = (0..value.ty()?.shape.rank()).collect();
        match name {
            NORM => self.builder.composite(Composite::Norm, &[value], &axes),
            _ if axes.is_empty() => Ok(value),
            _ => self.builder.reduce(Reduction::Sum, value, &axes),
        }
    }

    /// The whole of what the fields add.
    fn together(&self, name: &str, terms: &[Wire<'b>]) -> Result<Wire<'b>, Error> {
        match (name, terms) {
            (_, [only]) => Ok(*only),
            (NORM, terms) => {
                let all = self.builder.stack(terms, 0)?;
                self.builder.composite(Composite::Norm, &[all], &[0])
            }
            (_, terms) => {
                let mut sum = terms[0];
                for term in &terms[1..] {
                    sum = self.builder.scalar(ScalarOp::Add, &[sum, *term])?;
                }
                Ok(sum)
            }
        }
    }

    /// The fields of another operand, which is a struct of the same type; an error where it is not.
    fn like(
        &mut self,
        name: &str,
        first: &Parts<Value<'b>>,
        operand: &Operand<'b, 'e>,
    ) -> Option<Parts<Value<'b>>> {
        match of_struct(&operand.value) {
            Some(parts) if parts.is_like(first) => Some(parts.clone()),
            _ => {
                let own = first.of().map_or_else(String::new, |of| of.text());
                let found = self.describe(&operand.value);
                let message = format!(
                    "`{name}` of whole structs needs two of one type, found {own} and {found}"
                );
                let note = self.explain(operand);
                self.error(Diagnostic::new(operand.place, message).note_if(note));
                None
            }
        }
    }

    /// A struct with what a function makes of each float in it.
    fn each_field(
        &mut self,
        parts: &Parts<Value<'b>>,
        change: &mut dyn FnMut(&mut Self, &Value<'b>) -> Value<'b>,
    ) -> Parts<Value<'b>> {
        parts.map(|part| match part {
            Value::Tuple(parts) => Value::Tuple(self.each_field(parts, change)),
            value if value.is_float() => change(self, value),
            value => value.clone(),
        })
    }

    fn filled_like(&mut self, value: &Value<'b>, number: f64) -> Value<'b> {
        let wire = self.default_wire(value);
        let filled = wire.and_then(|wire| self.builder.full(&wire.ty().ok()?, number).ok());
        filled.map_or(Value::Poison, |wire| {
            Value::from(wire).labelled(value.labels())
        })
    }

    fn stopped(&mut self, value: &Value<'b>) -> Value<'b> {
        let wire = self.default_wire(value);
        let stopped = wire.and_then(|wire| self.builder.stop_gradient(wire).ok());
        stopped.map_or(Value::Poison, |wire| {
            Value::from(wire).labelled(value.labels())
        })
    }

    /// `map` of whole structs of one type: the function applied to the floats of each field, which
    /// gives a field of the same type. `None` where the first operand is no struct.
    pub(super) fn map_fields(
        &mut self,
        function: &'e Expr,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        let first = of_struct(&operands.first()?.value)?.clone();
        let others = operands
            .iter()
            .skip(1)
            .map(|other| self.like(MAP, &first, other));
        let others: Vec<Option<Parts<Value<'b>>>> = others.collect();
        let Some(others) = others.into_iter().collect::<Option<Vec<_>>>() else {
            return Some(Value::Poison);
        };
        let all: Vec<Parts<Value<'b>>> = [first].into_iter().chain(others).collect();
        let mapped = self.mapped(function, &all, operands, place);
        Some(mapped.map_or(Value::Poison, Value::Tuple))
    }

    fn mapped(
        &mut self,
        function: &'e Expr,
        structs: &[Parts<Value<'b>>],
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Option<Parts<Value<'b>>> {
        let mut fields = Vec::with_capacity(structs[0].len());
        for (at, own) in structs[0].iter().enumerate() {
            let field = match own {
                Value::Tuple(_) => {
                    let inner = structs.iter().map(|own| match &own[at] {
                        Value::Tuple(parts) => Some(parts.clone()),
                        _ => None,
                    });
                    let inner: Vec<Parts<Value<'b>>> = inner.collect::<Option<_>>()?;
                    Value::Tuple(self.mapped(function, &inner, operands, place)?)
                }
                value if value.is_float() => {
                    let values = structs.iter().map(|own| own[at].clone()).collect();
                    self.field_of_map(function, values, operands, place)?
                }
                value => value.clone(),
            };
            fields.push(field);
        }
        Some(structs[0].with(fields))
    }

    fn field_of_map(
        &mut self,
        function: &'e Expr,
        values: Vec<Value<'b>>,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        let ty = values[0].ty(self.float)?;
        let labels = values[0].labels();
        let scope = self.variables.scope();
        let made = match self.applied(function, operands.len())? {
            Applied::Closure(closure) => self.closure_of(closure, values),
            Applied::Function(path) => {
                let given = values.into_iter().zip(operands);
                let given = given.map(|(value, operand)| Operand {
                    value,
                    ..operand.clone()
                });
                let given: Vec<Operand<'b, 'e>> = given.collect();
                Operand {
                    value: self.call_by_path(path, &given, &operands[0], place),
                    expr: path,
                    place,
                }
            }
        };
        self.variables.leave(scope);
        if made.value.is_poison() {
            return None;
        }
        let fitted = self.fit_type(&made.value, &ty, &labels);
        if fitted.is_none() {
            let (wanted, found) = (self.words.ty(&ty), self.describe(&made.value));
            let message = format!(
                "`{MAP}` of a struct makes fields of the same types: {wanted} here, found {found}"
            );
            self.error(Diagnostic::new(made.place, message));
        }
        fitted
    }
}

/// The fields of a value that is a struct.
pub(super) fn of_struct<'v, 'b>(value: &'v Value<'b>) -> Option<&'v Parts<Value<'b>>> {
    match value {
        Value::Tuple(parts) if parts.of().is_some() => Some(parts),
        _ => None,
    }
}

/// The floats in a struct, in their order.
fn floats_of<'b>(parts: &Parts<Value<'b>>) -> Vec<Value<'b>> {
    let mut floats = Vec::new();
    for part in parts {
        match part {
            Value::Tuple(parts) => floats.extend(floats_of(parts)),
            value if value.is_float() => floats.push(value.clone()),
            _ => {}
        }
    }
    floats
}
