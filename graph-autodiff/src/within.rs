//! Derivatives of values of the graph under construction, with respect to other values of it.
//!
//! The subgraph through which a value depends on others is differentiated like any other graph and
//! put back: a derivative is made of ordinary nodes, shares the values computed already,
//! and can be differentiated again. Inside of a region it is computed there, from captured values.

use alloc::vec::Vec;

use graph_ir::error::{Error, Result};
use graph_ir::graph::Graph;
use graph_ir::passes::DropEffects;
use graph_ir::types::{Extent, Shape, Type};
use graph_ir::{Builder, Wire};

use crate::{Weights, dense_hessian, dense_jacobian};
use crate::{forward, gradient, reverse, without_outputs};

/// Derivatives that a [`Builder`] takes of values of the graph that it builds.
pub trait Derivatives {
    /// The gradient of a number: its derivatives with respect to other values, each of that value's
    /// type. They are taken along all ways from these to the number, and each value is an
    /// independent variable for that, whatever it is made of itself; where no way leads from one to
    /// the number, its derivative is zero.
    ///
    /// Equal expressions are one value. To tell a value apart from an equal one, make it a
    /// [`Builder::variable`].
    ///
    /// ```
    /// use graph_ir::graph::InputKind;
    /// use graph_autodiff::Derivatives;
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
    fn gradient<'b>(&'b self, number: Wire<'b>, wrt: &[Wire<'b>]) -> Result<Vec<Wire<'b>>>;

    /// The vector-Jacobian product: the derivatives of the sum of `value`'s elements, each
    /// multiplied by its element of `seed`, with respect to other values, as in
    /// [`Self::gradient`].
    ///
    /// # Errors
    /// As [`Self::gradient`], but that `value` may be any float tensor; and
    /// [`Error::SignatureMismatch`] when the seed is not of its type.
    fn adjoints<'b>(
        &'b self,
        value: Wire<'b>,
        wrt: &[Wire<'b>],
        seed: Wire<'b>,
    ) -> Result<Vec<Wire<'b>>>;

    /// The Jacobian-vector product: the derivative of `value`, of its type, when each of `wrt`
    /// moves in its direction, with as many directions.
    ///
    /// # Errors
    /// As [`Self::adjoints`], where a direction is not of the type of its value.
    fn tangent<'b>(
        &'b self,
        value: Wire<'b>,
        wrt: &[Wire<'b>],
        directions: &[Wire<'b>],
    ) -> Result<Wire<'b>>;

    /// The Jacobian: a matrix with a row for each element of `value` and a column for each element
    /// of `wrt`, one value after another. It is computed in the cheapest way that its pattern of
    /// zeros allows: by columns, by rows, by compressed ones, or entry by entry.
    ///
    /// # Errors
    /// As [`Self::adjoints`]; when the values are not all of one float type; and when the matrix
    /// has more elements than an array can have.
    fn jacobian<'b>(&'b self, value: Wire<'b>, wrt: &[Wire<'b>]) -> Result<Wire<'b>>;

    /// The Hessian of a number: a matrix with a row and a column for each element of `wrt`, one
    /// value after another. As in [`Self::jacobian`], each entry is computed once, in the cheapest
    /// way.
    ///
    /// # Errors
    /// As [`Self::gradient`] and [`Self::jacobian`].
    fn hessian<'b>(&'b self, number: Wire<'b>, wrt: &[Wire<'b>]) -> Result<Wire<'b>>;
}

impl Derivatives for Builder {
    fn gradient<'b>(&'b self, number: Wire<'b>, wrt: &[Wire<'b>]) -> Result<Vec<Wire<'b>>> {
        one_number(self, number)?;
        backwards(self, number, wrt, None)
    }

    fn adjoints<'b>(
        &'b self,
        value: Wire<'b>,
        wrt: &[Wire<'b>],
        seed: Wire<'b>,
    ) -> Result<Vec<Wire<'b>>> {
        let ty = differentiable(self, value)?;
        expect("seed", 0, &ty, seed)?;
        backwards(self, value, wrt, Some(seed))
    }

    fn tangent<'b>(
        &'b self,
        value: Wire<'b>,
        wrt: &[Wire<'b>],
        directions: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        let ty = differentiable(self, value)?;
        if directions.len() != wrt.len() {
            return Err(Error::CountMismatch {
                what: "directions",
                expected: wrt.len(),
                found: directions.len(),
            });
        }
        for (position, (&of, &direction)) in wrt.iter().zip(directions).enumerate() {
            let ty = differentiable(self, of)?;
            expect("direction", position, &ty, direction)?;
        }
        let (starts, numbers) = distinct(wrt);
        let derive = |graph: &Graph| without_outputs(forward(graph, &numbers)?, 1);
        match through(self, value, &starts, directions, derive)? {
            Some(tangent) => Ok(tangent[0]),
            None => self.full(&ty, 0.0),
        }
    }

    fn jacobian<'b>(&'b self, value: Wire<'b>, wrt: &[Wire<'b>]) -> Result<Wire<'b>> {
        let rows = differentiable(self, value)?.shape.count().clone();
        let columns = variables(self, "jacobian", value, wrt)?;
        matrix(self, value, wrt, [rows, columns], dense_jacobian)
    }

    fn hessian<'b>(&'b self, number: Wire<'b>, wrt: &[Wire<'b>]) -> Result<Wire<'b>> {
        one_number(self, number)?;
        let columns = variables(self, "hessian", number, wrt)?;
        let hessian = |graph: &Graph, wrt: &[usize]| dense_hessian(graph, wrt, Weights::One);
        matrix(self, number, wrt, [columns.clone(), columns], hessian)
    }
}

/// Refuses all but one number.
fn one_number(builder: &Builder, wire: Wire<'_>) -> Result<()> {
    let ty = builder.ty(wire)?;
    match ty.is_scalar() && ty.is_float() {
        true => Ok(()),
        false => Err(Error::NotDifferentiable {
            what: alloc::format!("a value of type {ty}, as a gradient needs one number,"),
        }),
    }
}

/// The number of elements of some values, which have the float type of another.
fn variables(builder: &Builder, op: &str, value: Wire<'_>, wrt: &[Wire<'_>]) -> Result<Extent> {
    let left = builder.ty(value)?;
    let sizes = wrt.iter().map(|&wire| {
        let right = differentiable(builder, wire)?;
        match left.element == right.element {
            true => Ok(right.shape.count().clone()),
            false => Err(Error::ElementMismatch {
                op: op.into(),
                left: left.clone(),
                right,
            }),
        }
    });
    sizes.sum()
}

/// A matrix of derivatives with these extents, which `derive` makes of the subgraph.
fn matrix<'b>(
    builder: &'b Builder,
    value: Wire<'b>,
    wrt: &[Wire<'b>],
    extents: [Extent; 2],
    derive: impl FnOnce(&Graph, &[usize]) -> Result<Graph>,
) -> Result<Wire<'b>> {
    let shape = Shape::of(extents)?;
    let zeros = || builder.full(&Type::new(builder.ty(value)?.element, shape.clone()), 0.0);
    let (starts, numbers) = distinct(wrt);
    if numbers.len() > starts.len() {
        return Err(Error::NotDifferentiable {
            what: "a value with respect to two that are the same".into(),
        });
    }
    if *shape.count() == 0 {
        return zeros();
    }
    let derive = |graph: &Graph| {
        let derivative = derive(graph, &numbers)?;
        builder.count_differentiated(derivative.len());
        Ok(derivative)
    };
    match through(builder, value, &starts, &[], derive)? {
        Some(matrix) => Ok(matrix[0]),
        None => zeros(),
    }
}

/// The results of the graph that `derive` makes of the subgraph through which a value depends on
/// others: it takes these, then the values that are captured, then `more`. `None` where the value
/// depends on none of them.
fn through<'b>(
    builder: &'b Builder,
    value: Wire<'b>,
    starts: &[Wire<'b>],
    more: &[Wire<'b>],
    derive: impl FnOnce(&Graph) -> Result<Graph>,
) -> Result<Option<Vec<Wire<'b>>>> {
    let Some(subgraph) = builder.subgraph(value, starts)? else {
        return Ok(None);
    };
    let derivative = derive(&silent(subgraph.graph)?)?;
    let arguments = [starts, &subgraph.captured[..], more].concat();
    builder.embed(&derivative, &arguments).map(Some)
}

/// The adjoints of `wrt` for a seed of `value`, which is 1 without one.
fn backwards<'b>(
    builder: &'b Builder,
    value: Wire<'b>,
    wrt: &[Wire<'b>],
    seed: Option<Wire<'b>>,
) -> Result<Vec<Wire<'b>>> {
    let types = wrt.iter().map(|&wire| differentiable(builder, wire));
    let types: Vec<Type> = types.collect::<Result<_>>()?;
    let (starts, numbers) = distinct(wrt);
    let derive = |graph: &Graph| {
        let derivative = match seed {
            None => gradient(graph, &numbers)?,
            Some(_) => reverse(graph, &numbers)?,
        };
        without_outputs(derivative, 1)
    };
    match through(builder, value, &starts, seed.as_slice(), derive)? {
        Some(adjoints) => Ok(adjoints),
        None => types.iter().map(|ty| builder.full(ty, 0.0)).collect(),
    }
}

/// The type of a value that may have derivatives.
fn differentiable(builder: &Builder, wire: Wire<'_>) -> Result<Type> {
    let ty = builder.ty(wire)?;
    match ty.is_float() {
        true => Ok(ty),
        false => Err(Error::NotDifferentiable {
            what: alloc::format!("a value of type {ty}"),
        }),
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

/// The graph without effects: values computed again for a derivative have none.
fn silent(graph: Graph) -> Result<Graph> {
    match graph.has_effects() {
        true => DropEffects::default().in_graph(&graph),
        false => Ok(graph),
    }
}
