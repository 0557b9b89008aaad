//! The run-time part of `f::check()`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
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

/// The bounds that are tried for indices, which must lie in arrays of lengths that nothing here knows.
const BOUNDS: [usize; 8] = [100, 30, 12, 6, 4, 3, 2, 1];

/// How often a bound is tried.
const DRAWS: usize = 4;

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
        let mut evaluator = Evaluator::<T>::with_respect_to(&known, wrt)?.functions(functions);
        for (position, parameter) in &mut *parameters {
            set(&mut evaluator, &known, (*position, &**parameter))?;
        }
        let mut x = alloc::vec![T::ZERO; evaluator.n_in()];
        random.fill(&mut x, options.range);
        let input = |position: usize| &known.inputs()[position];
        let mut indices: Vec<_> = parameters
            .iter_mut()
            .filter(|(position, _)| known.ty(input(*position).node).element == Element::I64)
            .collect();
        let count = indices.len();
        // Whether the function has a value for indices below these bounds, which they get.
        let mut has_values = |bounds: &[usize]| -> Result<bool> {
            for _ in 0..DRAWS {
                for ((position, parameter), &bound) in indices.iter_mut().zip(bounds) {
                    parameter.fill_below(random, bound);
                    set(&mut evaluator, &known, (*position, &**parameter))?;
                }
                if evaluator.value(&x).is_err() {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        // One bound for all, and then larger ones for each: a count of zero repetitions would let all
        // indices in a loop pass.
        let mut bounds = Vec::new();
        for bound in BOUNDS {
            bounds = alloc::vec![bound; count];
            if has_values(&bounds)? {
                break;
            }
        }
        for own in 0..count {
            let least = bounds[own];
            for bound in BOUNDS {
                bounds[own] = bound;
                if bound <= least || has_values(&bounds)? {
                    break;
                }
            }
        }
        let mut tries = 0..DRAWS;
        while !has_values(&bounds)? {
            // Larger ones passed by chance.
            if tries.next().is_none() {
                bounds = alloc::vec![1; count];
                has_values(&bounds)?;
                break;
            }
        }
        let lines = indices.iter().zip(&bounds).map(|((position, _), bound)| {
            let name = &input(*position).name;
            match bound {
                1 => format!("`{name}` is 0"),
                bound => format!("`{name}` is below {bound}"),
            }
        });
        Ok(lines.collect())
    };
    match run() {
        Ok(lines) => lines,
        Err(error) => panic!("the derivatives of `{}`: {error}", graph.0.name()),
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
    let run = move || -> Result<Report> {
        let known = with_lengths(graph)?;
        let mut second = Evaluator::with_respect_to(&known, wrt)?.functions(functions);
        for &parameter in parameters {
            set(&mut second, &known, parameter)?;
        }
        let report = crate::check::function(function, &mut second, graph.0.name(), options)?;
        Ok(report.with_indices(indices))
    };
    match run() {
        Ok(report) => report,
        Err(error) => panic!("the derivatives of `{}`: {error}", graph.0.name()),
    }
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
