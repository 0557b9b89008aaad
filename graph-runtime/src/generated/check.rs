//! The run-time part of `f::check()`.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::{Element, Graph};
use graph_math::math::Float;

pub use crate::check::{Options, Random, Report};
use crate::check::{index_bounds, index_line};
use crate::derivative::Evaluator;
pub use crate::execute::Functions;
use crate::execute::{Item, Result};
use crate::function::Function;
use crate::rows::Matrix;

/// An argument without derivative: a number, an index, a condition, or an array of them.
pub trait Parameter {
    /// Puts numbers of a range into floats, and either value into conditions; indices stay what they
    /// are.
    fn fill(&mut self, random: &mut Random, range: [f64; 2]);

    /// Puts numbers below a bound into indices; all else stays what it is.
    fn fill_below(&mut self, random: &mut Random, bound: usize);

    /// Appends the elements in row-major order.
    fn append(&self, numbers: &mut Vec<f64>);
}

macro_rules! floats {
    ($($float:ty),*) => {$(
        impl Parameter for $float {
            fn fill(&mut self, random: &mut Random, range: [f64; 2]) {
                random.fill(core::slice::from_mut(self), range);
            }

            fn fill_below(&mut self, _: &mut Random, _: usize) {}

            fn append(&self, numbers: &mut Vec<f64>) {
                numbers.push(self.to_f64());
            }
        }
    )*};
}
floats!(f32, f64);

impl Parameter for usize {
    fn fill(&mut self, _: &mut Random, _: [f64; 2]) {}

    fn fill_below(&mut self, random: &mut Random, bound: usize) {
        *self = random.below(bound);
    }

    fn append(&self, numbers: &mut Vec<f64>) {
        numbers.push(*self as f64);
    }
}

impl Parameter for bool {
    fn fill(&mut self, random: &mut Random, _: [f64; 2]) {
        *self = random.below(2) == 1;
    }

    fn fill_below(&mut self, _: &mut Random, _: usize) {}

    fn append(&self, numbers: &mut Vec<f64>) {
        numbers.push(f64::from(u8::from(*self)));
    }
}

impl<P: Parameter, const N: usize> Parameter for [P; N] {
    fn fill(&mut self, random: &mut Random, range: [f64; 2]) {
        self.iter_mut()
            .for_each(|element| element.fill(random, range));
    }

    fn fill_below(&mut self, random: &mut Random, bound: usize) {
        self.iter_mut()
            .for_each(|element| element.fill_below(random, bound));
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

    fn fill_below(&mut self, random: &mut Random, bound: usize) {
        self.iter_mut()
            .for_each(|element| element.fill_below(random, bound));
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

    fn fill_below(&mut self, random: &mut Random, bound: usize) {
        let elements = self.elements_mut().iter_mut();
        elements.for_each(|element| element.fill_below(random, bound));
    }

    fn append(&self, numbers: &mut Vec<f64>) {
        let elements = self.elements().iter();
        elements.for_each(|element| element.append(numbers));
    }
}

/// A graph, and the lengths that it gets of those that come with a call.
pub type Known<'c> = (&'c Graph, &'c [(&'c str, usize)]);

/// The lines about the indices of a function without any.
pub const NO_INDICES: Vec<String> = Vec::new();

/// Puts numbers into the indices among the parameters, which stand at these positions among the
/// arguments of a function: below bounds for which the function has a value. Returns a line about
/// each.
///
/// # Panics
/// When the graph of a function cannot be evaluated.
#[must_use]
#[track_caller]
pub fn choose_indices<T: Float + Item>(
    graph: Known<'_>,
    wrt: &[usize],
    parameters: &mut [(usize, &mut dyn Parameter)],
    functions: Functions,
    options: Options,
    random: &mut Random,
) -> Vec<String> {
    let run = || -> Result<Vec<String>> {
        let known = with_lengths(graph)?;
        let all = parameters.iter();
        let all = all.map(|(position, parameter)| (*position, &**parameter));
        let evaluator = evaluator::<T>(&known, wrt, all, functions)?;
        let mut x = alloc::vec![T::ZERO; evaluator.n_in()];
        random.fill(&mut x, options.range);
        let input = |position: usize| &known.inputs()[position];
        let is_index = |position: usize| known.ty(input(position).node).element == Element::I64;
        let indices = parameters.iter_mut();
        let mut indices = Indices {
            graph: &known,
            evaluator,
            x,
            random,
            parameters: indices
                .filter(|(position, _)| is_index(*position))
                .collect(),
        };
        let bounds = indices.choose()?;
        let lines = indices.parameters.iter().zip(bounds);
        let lines = lines.map(|((position, _), bound)| index_line(&input(*position).name, bound));
        Ok(lines.collect())
    };
    or_panic(run(), graph.0)
}

/// The indices among the parameters of a function, which is evaluated at a point to try them.
struct Indices<'c, 'p, T: Float + Item> {
    graph: &'c Graph,
    evaluator: Evaluator<T>,
    x: Vec<T>,
    random: &'c mut Random,
    parameters: Vec<&'c mut (usize, &'p mut (dyn Parameter + 'p))>,
}

impl<T: Float + Item> Indices<'_, '_, T> {
    /// Gives numbers to all indices, and returns the bound of each.
    fn choose(&mut self) -> Result<Vec<usize>> {
        index_bounds(self.parameters.len(), &mut |bounds| self.has_value(bounds))
    }

    /// Whether the function has a value for numbers below these bounds, which the indices get.
    fn has_value(&mut self, bounds: &[usize]) -> Result<bool> {
        for ((position, parameter), &bound) in self.parameters.iter_mut().zip(bounds) {
            parameter.fill_below(self.random, bound);
            set(&mut self.evaluator, self.graph, (*position, &**parameter))?;
        }
        Ok(self.evaluator.value(&self.x).is_ok())
    }
}

/// Checks a function at the parameters that stand at these positions among its arguments; its
/// graph may call these functions. The report has the lines about its indices.
///
/// # Panics
/// When the graph of a function cannot be evaluated, as one that is too large for its second
/// derivatives.
#[must_use]
#[track_caller]
pub fn check<F: Function<Float: Item>>(
    (function, graph): (&F, Known<'_>),
    wrt: &[usize],
    parameters: &[(usize, &dyn Parameter)],
    functions: Functions,
    options: Options,
    indices: Vec<String>,
) -> Report {
    let run = || -> Result<Report> {
        let known = with_lengths(graph)?;
        let mut second = evaluator(&known, wrt, parameters.iter().copied(), functions)?;
        let report = crate::check::function(function, &mut second, graph.0.name(), options)?;
        Ok(report.with_indices(indices))
    };
    or_panic(run(), graph.0)
}

#[track_caller]
fn or_panic<R>(result: Result<R>, graph: &Graph) -> R {
    match result {
        Ok(result) => result,
        Err(error) => panic!("the derivatives of `{}`: {error}", graph.name()),
    }
}

/// The evaluator of a graph, with these functions and the parameters at their positions.
fn evaluator<'p, T: Float + Item>(
    graph: &Graph,
    wrt: &[usize],
    parameters: impl Iterator<Item = (usize, &'p dyn Parameter)>,
    functions: Functions,
) -> Result<Evaluator<T>> {
    let mut evaluator = Evaluator::with_respect_to(graph, wrt)?.functions(functions);
    for parameter in parameters {
        set(&mut evaluator, graph, parameter)?;
    }
    Ok(evaluator)
}

fn with_lengths<'g>((graph, lengths): Known<'g>) -> Result<Cow<'g, Graph>> {
    Ok(match lengths.is_empty() {
        true => Cow::Borrowed(graph),
        false => Cow::Owned(graph.with_extents(lengths)?),
    })
}

/// Gives the parameter at a position to an evaluator of the graph.
fn set<T: Float + Item>(
    evaluator: &mut Evaluator<T>,
    graph: &Graph,
    (position, parameter): (usize, &dyn Parameter),
) -> Result<()> {
    let mut numbers = Vec::new();
    parameter.append(&mut numbers);
    let node = graph.inputs()[position].node;
    match graph.ty(node).element {
        Element::I64 => evaluator.set_parameter(position, narrow(&numbers, |x| x as i64)),
        Element::Bool => evaluator.set_parameter(position, narrow(&numbers, |x| x != 0.0)),
        Element::F32 => evaluator.set_parameter(position, narrow(&numbers, |x| x as f32)),
        _ => evaluator.set_parameter(position, &numbers),
    }
}

fn narrow<T>(numbers: &[f64], to: impl Fn(f64) -> T) -> Vec<T> {
    numbers.iter().map(|&x| to(x)).collect()
}
