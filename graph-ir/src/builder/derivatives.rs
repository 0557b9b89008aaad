//! Derivatives of values of the graph under construction, with respect to other values of it.
//!
//! What a value depends on is taken out as a graph of its own (`cone`), differentiated like any
//! other, and put back: a derivative is made of ordinary nodes, shares what is computed already,
//! and can be differentiated again. Inside of a region it is computed there, from captured values.

use alloc::vec::Vec;

use super::{Builder, Wire};
use crate::differentiate::{forward, gradient, reverse, without_outputs};
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::ops::Op;
use crate::passes::Silence;
use crate::types::Type;

impl Builder {
    /// The gradient of a number: its derivatives with respect to other values, each of that value's
    /// type. They are taken along all ways from these to the number, and each value is an
    /// independent variable for that, whatever it is made of itself; where no way leads from one to
    /// the number, its derivative is zero.
    ///
    /// A value is what an expression computes: equal expressions are one value. What is to be told
    /// apart from an equal value is made a [`Self::variable`].
    ///
    /// ```
    /// use graph_ir::graph::InputKind;
    /// use graph_ir::{Builder, Element, Type};
    ///
    /// let b = Builder::new();
    /// let x = b.input("x", Type::scalar(Element::F64), InputKind::Independent);
    /// let square = x * x;
    /// let sine = square.sin();
    /// // cos(x^2), where x^2 is the variable: not 2 x cos(x^2).
    /// let slope = b.gradient(sine, &[square])?[0];
    /// assert!(slope.is_same(square.cos()));
    /// # Ok::<(), graph_ir::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotDifferentiable`] when `number` is not one float, one of `wrt` is no float, or a
    /// derivative does not exist; [`Error::OutsideOfLoop`] in a region, of a value from outside of
    /// it on which the region's own inputs may depend; [`Error::OutOfScope`].
    pub fn gradient<'b>(&'b self, number: Wire<'b>, wrt: &[Wire<'b>]) -> Result<Vec<Wire<'b>>> {
        let ty = self.ty(number)?;
        if !ty.is_scalar() || !ty.is_float() {
            return Err(Error::NotDifferentiable {
                what: alloc::format!("a value of type {ty}, as a gradient needs one number,"),
            });
        }
        self.backwards(number, wrt, None)
    }

    /// The vector-Jacobian product: the derivatives of the sum of `value`'s elements, each
    /// multiplied by its element of `seed`, with respect to other values, as in
    /// [`Self::gradient`].
    ///
    /// # Errors
    /// As [`Self::gradient`], but that `value` may be any float tensor; and
    /// [`Error::SignatureMismatch`] when the seed is not of its type.
    pub fn adjoints<'b>(
        &'b self,
        value: Wire<'b>,
        wrt: &[Wire<'b>],
        seed: Wire<'b>,
    ) -> Result<Vec<Wire<'b>>> {
        let ty = self.differentiable(value)?;
        expect("seed", 0, &ty, seed)?;
        self.backwards(value, wrt, Some(seed))
    }

    /// The Jacobian-vector product: the derivative of `value`, of its type, when each of `wrt`
    /// moves in its direction, with as many directions.
    ///
    /// # Errors
    /// As [`Self::adjoints`], where a direction is not of the type of its value.
    pub fn tangent<'b>(
        &'b self,
        value: Wire<'b>,
        wrt: &[Wire<'b>],
        directions: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        let ty = self.differentiable(value)?;
        if directions.len() != wrt.len() {
            return Err(Error::CountMismatch {
                what: "directions",
                expected: wrt.len(),
                found: directions.len(),
            });
        }
        for (position, (&of, &direction)) in wrt.iter().zip(directions).enumerate() {
            let ty = self.differentiable(of)?;
            expect("direction", position, &ty, direction)?;
        }
        let (starts, numbers) = distinct(wrt);
        let Some(cone) = self.cone(value, &starts)? else {
            return self.full(&ty, 0.0);
        };
        let derivative = forward(&silent(cone.graph)?, &numbers)?;
        let derivative = without_outputs(derivative, 1)?;
        let arguments = [&starts, &cone.others[..], directions].concat();
        Ok(self.embed(&derivative, &arguments)?[0])
    }

    /// Whether there is a way from any of some values to another, by which that may change with
    /// them, be its derivative zero.
    ///
    /// # Errors
    /// [`Error::OutsideOfLoop`] as [`Self::gradient`]; [`Error::OutOfScope`].
    pub fn depends<'b>(&'b self, value: Wire<'b>, on: &[Wire<'b>]) -> Result<bool> {
        self.reaches(value, on)
    }

    /// How many nodes the derivatives have gone through that were taken so far, shared ones each
    /// time: what front ends weigh that bound the time which a text can take.
    #[must_use]
    pub fn differentiated(&self) -> usize {
        self.differentiated.get()
    }

    /// The same value as one of its own, apart from equal ones: a derivative with respect to it is
    /// taken along what is made of this one. It costs nothing: passes take it for the value.
    ///
    /// # Errors
    /// When the value is not in scope.
    pub fn variable<'b>(&'b self, value: Wire<'b>) -> Result<Wire<'b>> {
        let ty = self.ty(value)?;
        let state = &mut *self.state.borrow_mut();
        let node = state.import(value.key())?;
        let site = state.site;
        let frame = state.top();
        let ty = frame.types.tensor(&ty);
        let node = frame.append(Op::Reshape, ty, &[node], site);
        Ok(Wire::new(self, frame.serial, node))
    }

    /// The adjoints of `wrt` for a seed of `value`, which is 1 without one.
    fn backwards<'b>(
        &'b self,
        value: Wire<'b>,
        wrt: &[Wire<'b>],
        seed: Option<Wire<'b>>,
    ) -> Result<Vec<Wire<'b>>> {
        let types = wrt.iter().map(|&wire| self.differentiable(wire));
        let types: Vec<Type> = types.collect::<Result<_>>()?;
        let (starts, numbers) = distinct(wrt);
        let Some(cone) = self.cone(value, &starts)? else {
            return types.iter().map(|ty| self.full(ty, 0.0)).collect();
        };
        let graph = silent(cone.graph)?;
        let derivative = match seed {
            None => gradient(&graph, &numbers)?,
            Some(_) => reverse(&graph, &numbers)?,
        };
        let derivative = without_outputs(derivative, 1)?;
        let mut arguments = [&starts, &cone.others[..]].concat();
        arguments.extend(seed);
        self.embed(&derivative, &arguments)
    }

    /// The type of a value that may have derivatives.
    fn differentiable(&self, wire: Wire<'_>) -> Result<Type> {
        let ty = self.ty(wire)?;
        match ty.is_float() {
            true => Ok(ty),
            false => Err(Error::NotDifferentiable {
                what: alloc::format!("a value of type {ty}"),
            }),
        }
    }
}

/// The different ones among some values, and for each value which of them it is.
fn distinct<'b>(wires: &[Wire<'b>]) -> (Vec<Wire<'b>>, Vec<usize>) {
    let mut found: Vec<Wire<'b>> = Vec::with_capacity(wires.len());
    let numbers = wires.iter().map(|wire| {
        let known = found.iter().position(|other| other.is_same(*wire));
        known.unwrap_or_else(|| {
            found.push(*wire);
            found.len() - 1
        })
    });
    let numbers = numbers.collect();
    (found, numbers)
}

fn expect(what: &'static str, position: usize, expected: &Type, wire: Wire<'_>) -> Result<()> {
    let found = wire.ty()?;
    match found == *expected {
        true => Ok(()),
        false => Err(Error::SignatureMismatch {
            what,
            position,
            expected: expected.clone(),
            found,
        }),
    }
}

/// What is computed again for a derivative has no effects.
fn silent(graph: Graph) -> Result<Graph> {
    match graph.has_effects() {
        true => Silence::default().silence(&graph),
        false => Ok(graph),
    }
}
