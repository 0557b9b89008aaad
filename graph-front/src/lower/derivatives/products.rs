//! Products of Jacobians with directions and weights, by the variables of a body.

use graph_autodiff::Derivatives;
use graph_ir::{Error, Shape, Wire};

use super::structs::Float;
use super::{With, wires_of};
use crate::diagnostics::Diagnostic;
use crate::lower::Lowerer;
use crate::lower::values::{Elements, Number, Operand, Scalar, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The directions of variables: one, or a tuple of as many.
    pub(super) fn directions(
        &mut self,
        name: &str,
        directions: &Operand<'b, 'e>,
        groups: &[Vec<With<'b>>],
        variables: &[Operand<'b, 'e>],
        floats: &[Vec<Float<'b, 'e>>],
    ) -> Option<Vec<Wire<'b>>> {
        let directions = match variables {
            [_] => vec![directions.clone()],
            variables => {
                let parts = directions.parts();
                if parts.len() != variables.len() {
                    let found = self.describe(&directions.value);
                    let message = format!(
                        "`{name}` needs a direction for each of {} variables, found {found}",
                        variables.len()
                    );
                    let help = "write them as a tuple: `(dx, dy)`";
                    self.error(Diagnostic::new(directions.place, message).help(help));
                    return None;
                }
                parts
            }
        };
        let mut fitted = Vec::new();
        for (number, (of, direction)) in variables.iter().zip(&directions).enumerate() {
            let own = match (&of.value, &direction.value) {
                (_, Value::Poison) => return None,
                (Value::Tuple(parts), Value::Tuple(given)) if parts.is_like(given) => {
                    let floats = self.floats_of(std::slice::from_ref(direction));
                    floats.into_iter().flatten().map(|(_, own)| own).collect()
                }
                (Value::Tuple(_), given) => {
                    let (wanted, found) = (self.describe(&of.value), self.describe(given));
                    let message = format!("the direction of `{name}` is {wanted}, found {found}");
                    let note = self.explain(direction);
                    self.error(Diagnostic::new(direction.place, message).note_if(note));
                    return None;
                }
                _ => vec![direction.clone()],
            };
            let each = groups[number].iter().zip(&floats[number]).zip(&own);
            for ((with, (_, of)), direction) in each {
                fitted.push(self.fitted(name, "direction", direction, (&with.ty, of)));
            }
        }
        fitted.into_iter().collect()
    }

    /// The derivative along directions of the variables' types.
    pub(super) fn along(
        &mut self,
        value: Wire<'b>,
        with: &[With<'b>],
        directions: &[Wire<'b>],
    ) -> Result<Wire<'b>, Error> {
        let mut all = Vec::new();
        for (with, &direction) in with.iter().zip(directions) {
            let Some(places) = &with.places else {
                all.push(direction);
                continue;
            };
            let element = with.ty.element;
            let zero = Value::Scalar(Scalar::Float(Number::typed(0.0, element)));
            for (&wire, places) in with.wires.iter().zip(places) {
                let shape = wire.ty()?.shape;
                let mut slots = vec![(1, 0); shape.size()];
                for &(there, here) in places {
                    slots[there] = (0, number(here));
                }
                let sources = [Value::from(direction), zero.clone()];
                all.push(self.arranged(shape, element, &sources, slots)?);
            }
        }
        self.builder.tangent(value, &wires_of(with), &all)
    }

    /// The derivatives by the variables, of the value's elements weighted and added, or of the one
    /// number.
    pub(super) fn against(
        &mut self,
        value: Wire<'b>,
        with: &[With<'b>],
        weights: Option<Wire<'b>>,
    ) -> Result<Vec<Wire<'b>>, Error> {
        let wires = wires_of(with);
        let adjoints = match weights {
            None => self.builder.gradient(value, &wires)?,
            Some(weights) => self.builder.adjoints(value, &wires, weights)?,
        };
        let mut adjoints = adjoints.into_iter();
        let mut derivatives = Vec::with_capacity(with.len());
        for with in with {
            let own: Vec<Wire<'b>> = adjoints.by_ref().take(with.wires.len()).collect();
            derivatives.push(match &with.places {
                Some(places) => {
                    let mut slots = vec![(0, 0); with.ty.shape.size()];
                    for (source, places) in places.iter().enumerate() {
                        for &(there, here) in places {
                            slots[here] = (number(source), number(there));
                        }
                    }
                    let sources: Vec<Value<'b>> = own.into_iter().map(Value::from).collect();
                    let shape = with.ty.shape.clone();
                    self.arranged(shape, with.ty.element, &sources, slots)?
                }
                None => own.first().copied().ok_or(Error::NotATensor)?,
            });
        }
        Ok(derivatives)
    }

    /// An array whose elements come from these values.
    fn arranged(
        &mut self,
        shape: Shape,
        element: graph_ir::Element,
        sources: &[Value<'b>],
        slots: Vec<(u32, u32)>,
    ) -> Result<Wire<'b>, Error> {
        let flat = sources.iter().map(|source| self.flat(source));
        let sources = flat.collect::<Option<_>>().ok_or(Error::NotATensor)?;
        let mut elements = Elements::of_sources(shape, element, sources, slots);
        let whole = self.make_whole(&mut elements);
        self.wire(&whole, element).ok_or(Error::NotATensor)
    }
}

fn number(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
