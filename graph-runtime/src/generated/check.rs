//! The run-time part of `f::check()`.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use graph_ir::{Element, Graph};
use graph_math::math::Float;

pub use crate::check::{Options, Random, Report};
use crate::derivative::Evaluator;
pub use crate::execute::Functions;
use crate::execute::{Item, Result};
use crate::function::Function;
use crate::rows::Matrix;

/// An argument without derivative: a number, an index, a condition, or an array of them.
pub trait Parameter {
    /// Puts numbers of a range into floats; indices stay what they are.
    fn fill(&mut self, random: &mut Random, range: [f64; 2]);

    /// Appends the elements in row-major order.
    fn append(&self, numbers: &mut Vec<f64>);
}

macro_rules! floats {
    ($($float:ty),*) => {$(
        impl Parameter for $float {
            fn fill(&mut self, random: &mut Random, range: [f64; 2]) {
                random.fill(core::slice::from_mut(self), range);
            }

            fn append(&self, numbers: &mut Vec<f64>) {
                numbers.push(self.to_f64());
            }
        }
    )*};
}
floats!(f32, f64);

impl Parameter for usize {
    fn fill(&mut self, _: &mut Random, _: [f64; 2]) {}

    fn append(&self, numbers: &mut Vec<f64>) {
        numbers.push(*self as f64);
    }
}

impl Parameter for bool {
    fn fill(&mut self, random: &mut Random, _: [f64; 2]) {
        *self = random.below(2) == 1;
    }

    fn append(&self, numbers: &mut Vec<f64>) {
        numbers.push(f64::from(u8::from(*self)));
    }
}

impl<P: Parameter, const N: usize> Parameter for [P; N] {
    fn fill(&mut self, random: &mut Random, range: [f64; 2]) {
        self.iter_mut()
            .for_each(|element| element.fill(random, range));
    }

    fn append(&self, numbers: &mut Vec<f64>) {
        self.iter().for_each(|element| element.append(numbers));
    }
}

impl<P: Parameter> Parameter for Vec<P> {
    fn fill(&mut self, random: &mut Random, range: [f64; 2]) {
        self.iter_mut()
            .for_each(|element| element.fill(random, range));
    }

    fn append(&self, numbers: &mut Vec<f64>) {
        self.iter().for_each(|element| element.append(numbers));
    }
}

impl<P: Parameter> Parameter for Matrix<P> {
    fn fill(&mut self, random: &mut Random, range: [f64; 2]) {
        let elements = self.elements_mut().iter_mut();
        elements.for_each(|element| element.fill(random, range));
    }

    fn append(&self, numbers: &mut Vec<f64>) {
        let elements = self.elements().iter();
        elements.for_each(|element| element.append(numbers));
    }
}

/// A function with its graph, and the lengths that it holds of those that come with a call.
pub type Checked<'c, F> = (&'c F, &'c Graph, &'c [(&'c str, usize)]);

/// Checks a function at the parameters that stand at these positions among its arguments; its
/// graph may call these functions.
///
/// # Panics
/// When the graph of a function cannot be evaluated, as one that is too large for its second
/// derivatives.
#[must_use]
#[track_caller]
pub fn check<F: Function<Float: Item>>(
    (function, graph, lengths): Checked<'_, F>,
    wrt: &[usize],
    parameters: &[(usize, &dyn Parameter)],
    functions: Functions,
    options: Options,
) -> Report {
    let run = move || -> Result<Report> {
        let known = match lengths.is_empty() {
            true => Cow::Borrowed(graph),
            false => Cow::Owned(graph.with_extents(lengths)?),
        };
        let mut second = Evaluator::with_respect_to(&known, wrt)?.functions(functions);
        for &(position, parameter) in parameters {
            let mut numbers = Vec::new();
            parameter.append(&mut numbers);
            let node = graph.inputs()[position].node;
            match graph.ty(node).element {
                Element::I64 => second.set_parameter(position, narrow(&numbers, |x| x as i64)),
                Element::Bool => second.set_parameter(position, narrow(&numbers, |x| x != 0.0)),
                Element::F32 => second.set_parameter(position, narrow(&numbers, |x| x as f32)),
                _ => second.set_parameter(position, &numbers),
            }?;
        }
        crate::check::function(function, &mut second, graph.name(), options)
    };
    match run() {
        Ok(report) => report,
        Err(error) => panic!("the derivatives of `{}`: {error}", graph.name()),
    }
}

fn narrow<T>(numbers: &[f64], to: impl Fn(f64) -> T) -> Vec<T> {
    numbers.iter().map(|&x| to(x)).collect()
}
