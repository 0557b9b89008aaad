//! The values that a loop carries, as tensors of its region: taken apart, fitted to types, and put
//! together again; and the loop's own variable as such a value.

use graph_ir::graph::Literal;
use graph_ir::{Element, Type, Wire};

use crate::lower::Lowerer;
use crate::lower::values::{Affine, Tensor, Value};

impl<'b> Lowerer<'b, '_> {
    /// A value of the same type whose tensors are inputs of the innermost loop's body. Those of a
    /// tuple are named after their positions in it.
    pub(super) fn inputs_like(&mut self, name: &str, value: &Value<'b>) -> Option<Value<'b>> {
        match value {
            Value::Unit => Some(Value::Unit),
            several if let Some((parts, of)) = several.as_several() => {
                let inputs = parts.steps().map(|(step, part)| {
                    let name = format!("{name}_{}", step.word());
                    self.inputs_like(&name, part)
                });
                let inputs = inputs.collect::<Option<Vec<_>>>()?;
                Some(of(parts.with(inputs)))
            }
            other => {
                let ty = other.ty(self.float)?;
                let input = self.input_of_loop(name, ty).map(Value::from);
                input.map(|input| input.labelled(other.labels()))
            }
        }
    }

    /// The tensors of a value, in the types of another's; whether it has these.
    pub(super) fn fit_leaves(
        &mut self,
        like: &Value<'b>,
        value: &Value<'b>,
        wires: &mut Vec<Wire<'b>>,
    ) -> bool {
        match (like, value) {
            (Value::Tuple(likes), Value::Tuple(values))
            | (Value::Tuples(likes), Value::Tuples(values))
                if likes.is_like(values) =>
            {
                let mut pairs = likes.iter().zip(values);
                pairs.all(|(like, value)| self.fit_leaves(like, value, wires))
            }
            (Value::Unit, Value::Unit) => true,
            (Value::Tensor(tensor), value) => {
                let fitted = self.fit_type(value, &tensor.ty, &tensor.labels);
                let wire = fitted.and_then(|value| self.wire(&value, tensor.ty.element));
                wires.extend(wire);
                wire.is_some()
            }
            _ => false,
        }
    }

    /// A position that moves with loops as a value of the program.
    pub(in crate::lower) fn affine_wire(&mut self, affine: &Affine) -> Option<Wire<'b>> {
        let literal = |value| self.builder.literal(Literal::I64(value));
        let mut sum: Option<Wire<'b>> = None;
        for &(number, coefficient) in &affine.terms {
            let open = self.loops.open.get_mut(number)?;
            let counter = match open.counter {
                Some(counter) => counter,
                None => {
                    let ty = Type::scalar(Element::I64);
                    let input = self
                        .builder
                        .region_input_at(open.depth, &open.name, ty)
                        .ok()?;
                    open.counter = Some(input);
                    input
                }
            };
            let term = match coefficient {
                1 => counter,
                _ => counter * literal(coefficient),
            };
            sum = Some(sum.map_or(term, |sum| sum + term));
        }
        Some(match sum {
            Some(sum) if affine.offset == 0 => sum,
            Some(sum) => sum + self.builder.extent(&affine.offset),
            None => self.builder.extent(&affine.offset),
        })
    }
}

/// The tensors of a value whose parts all are.
pub(in crate::lower) fn leaves<'v, 'b>(value: &'v Value<'b>, found: &mut Vec<&'v Tensor<'b>>) {
    match value {
        Value::Tuple(parts) | Value::Tuples(parts) => {
            parts.iter().for_each(|part| leaves(part, found));
        }
        Value::Tensor(tensor) => found.push(tensor),
        _ => {}
    }
}

/// A value with other tensors.
pub(super) fn rebuilt<'b>(
    like: &Value<'b>,
    wires: &mut impl Iterator<Item = Wire<'b>>,
) -> Value<'b> {
    match like {
        Value::Unit => Value::Unit,
        several if let Some((parts, of)) = several.as_several() => {
            of(parts.map(|part| rebuilt(part, wires)))
        }
        other => {
            let next = wires.next().map_or(Value::Poison, Value::from);
            next.labelled(other.labels())
        }
    }
}
