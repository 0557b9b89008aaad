//! Right-hand sides of differential equations: states, parameters and time as the variables and
//! dynamic parameters of one function.

use adgraph::function::Function;
use adgraph::math::Float;

use crate::shared::Shared;

/// A function of states and then parameters, made anew for each time.
pub(crate) struct Equations<F: Function, C> {
    at: C,
    scratch: Shared<Scratch<F>>,
}

/// A workspace, and arrays of the variables and results, which are allocated once.
struct Scratch<F: Function> {
    workspace: F::Workspace,
    x: Vec<F::Float>,
    direction: Vec<F::Float>,
    y: Vec<F::Float>,
    adjoint: Vec<F::Float>,
}

impl<F: Function> Default for Scratch<F> {
    fn default() -> Self {
        Self {
            workspace: F::Workspace::default(),
            x: Vec::new(),
            direction: Vec::new(),
            y: Vec::new(),
            adjoint: Vec::new(),
        }
    }
}

/// Which of the variables a derivative is with respect to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrt {
    States,
    Parameters,
}

impl<F: Function, C: Fn(F::Float) -> F> Equations<F, C> {
    pub(crate) fn new(at: C) -> Self {
        Self {
            at,
            scratch: Shared::default(),
        }
    }

    /// The function of a time.
    pub(crate) fn at(&self, time: F::Float) -> F {
        (self.at)(time)
    }

    /// Writes the value to `y` (`n_out`).
    pub(crate) fn value(&self, x: &[F::Float], p: &[F::Float], time: F::Float, y: &mut [F::Float]) {
        self.scratch.with(|own| {
            let x = join(&mut own.x, x, p);
            self.at(time).value_with(&mut own.workspace, x, y);
        });
    }

    /// Writes the product of the Jacobian's part with `v` (as many as there are variables in it)
    /// to `product` (`n_out`).
    pub(crate) fn product(
        &self,
        part: Wrt,
        (x, p, time): (&[F::Float], &[F::Float], F::Float),
        v: &[F::Float],
        product: &mut [F::Float],
    ) {
        self.scratch.with(|own| {
            own.direction.clear();
            own.direction.resize(x.len() + p.len(), F::Float::ZERO);
            let (states, parameters) = own.direction.split_at_mut(x.len());
            let direction = match part {
                Wrt::States => states,
                Wrt::Parameters => parameters,
            };
            direction.copy_from_slice(v);
            let function = self.at(time);
            own.y.resize(function.n_out(), F::Float::ZERO);
            let x = join(&mut own.x, x, p);
            let (workspace, y) = (&mut own.workspace, &mut own.y);
            function.tangent_with(workspace, x, &own.direction, y, product);
        });
    }

    /// Writes the product of the transpose of the Jacobian's part with `v` (`n_out`) to `product`
    /// (as many as there are variables in it), with the sign changed.
    pub(crate) fn negative_adjoint(
        &self,
        part: Wrt,
        (x, p, time): (&[F::Float], &[F::Float], F::Float),
        v: &[F::Float],
        product: &mut [F::Float],
    ) {
        self.scratch.with(|own| {
            let states = x.len();
            let function = self.at(time);
            own.y.resize(function.n_out(), F::Float::ZERO);
            own.adjoint.resize(function.n_in(), F::Float::ZERO);
            let x = join(&mut own.x, x, p);
            let (workspace, y) = (&mut own.workspace, &mut own.y);
            function.adjoint_with(workspace, x, v, y, &mut own.adjoint);
            let adjoint = match part {
                Wrt::States => &own.adjoint[..states],
                Wrt::Parameters => &own.adjoint[states..],
            };
            product.copy_from_slice(adjoint);
            for element in product {
                *element = -*element;
            }
        });
    }
}

/// States and parameters as one slice; without parameters, the states where they are.
fn join<'a, T: Float>(scratch: &'a mut Vec<T>, x: &'a [T], p: &'a [T]) -> &'a [T] {
    if p.is_empty() {
        return x;
    }
    scratch.clear();
    scratch.extend_from_slice(x);
    scratch.extend_from_slice(p);
    scratch
}
