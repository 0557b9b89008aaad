//! Checks of derivatives against finite differences and against each other.
//!
//! At pseudorandom points, the same in every run, tangents and adjoints must be transposes of each
//! other (the dot-product identity), adjoints and tangents must be limits of differences of values,
//! and Hessian-vector products must be limits of differences of adjoints. The entries of Jacobians
//! and Hessians of up to 100 variables, which are computed by their patterns, must give the same
//! products. If a function is not
//! smooth or not finite at a point, differences are inconclusive and counted as such.
//!
//! ```
//! use graph_ir::graph::InputKind;
//! use graph_ir::{Builder, Element, Type};
//! use graph_runtime::check::{self, Options};
//!
//! let builder = Builder::new();
//! let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
//! builder.output("y", x.sin() * x)?;
//! let report = check::graph(&builder.finish()?, Options::default())?;
//! assert!(report.is_ok(), "{report}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bounds;
mod difference;
mod entries;
mod non_finite;
mod of_evaluator;
mod random;
mod report;
mod subject;

use alloc::format;
use alloc::vec::Vec;

use graph_ir::Graph;
use graph_math::math::Float;

pub use bounds::{index_bounds, index_line};
pub use difference::Estimate;
pub(crate) use non_finite::Search;
pub use non_finite::{NonFinite, Operand, Origin, Step, first_non_finite, first_non_finite_with};
pub use random::Random;
pub use report::{Report, Row, Verdict};

use crate::derivative::Evaluator;
use crate::execute::{ExecuteError, Item, Result};
use crate::function::Function;
use subject::{Generated, Subject};

/// How many variables are moved by themselves at each point; of more, so many at random.
const VARIABLES: usize = 100;

/// Where and how closely derivatives are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The number of points.
    pub points: usize,
    /// The seed of the random points.
    pub seed: u64,
    /// The range of variables and parameters: inside of the function's domain.
    pub range: [f64; 2],
    /// The relative difference that is allowed in addition to the error of the differences.
    pub tolerance: f64,
}

impl Options {
    /// Eight points from -2 to 2, and a tolerance of 1e-6.
    pub const DEFAULT: Self = Self {
        points: 8,
        seed: 1,
        range: [-2.0, 2.0],
        tolerance: 1e-6,
    };
}

impl Default for Options {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Checks the derivatives of a graph, in `f64`, by all of its independent float inputs; its
/// parameters are zero.
///
/// # Errors
/// Those of the [`Evaluator`].
pub fn graph(graph: &Graph, options: Options) -> Result<Report> {
    evaluator(&mut Evaluator::<f64>::new(graph)?, graph.name(), options)
}

/// Checks the derivatives of an evaluator, with the parameters and functions of the host that it
/// has.
///
/// # Errors
/// Those of the [`Evaluator`].
pub fn evaluator<T: Float + Item>(
    evaluator: &mut Evaluator<T>,
    name: &str,
    options: Options,
) -> Result<Report> {
    Check::new(evaluator, name, options).run()
}

/// Checks a function of generated code: its derivatives of the first order, and those of the
/// second order of its graph, where it has them, which are compared with differences of the
/// generated adjoint. The parameters of `second`, made from the function's graph, must be those of
/// the function.
///
/// # Errors
/// Those of the [`Evaluator`].
pub fn function<F: Function<Float: Item>>(
    function: &F,
    second: &mut Evaluator<F::Float>,
    name: &str,
    options: Options,
) -> Result<Report> {
    Check::new(&mut Generated::new(function, second), name, options).run()
}

/// Whether a derivative does not exist.
fn is_missing(error: &ExecuteError) -> bool {
    matches!(error, ExecuteError::Graph(error)
        if matches!(**error, graph_ir::Error::NotDifferentiable { .. }))
}

/// The rounding errors of terms that cancel, in those of the largest number at a point.
const CANCELLED: f64 = 100.0;

/// A check on its way.
struct Check<'s, S> {
    subject: &'s mut S,
    options: Options,
    epsilon: f64,
    /// The largest number among the values and derivatives of the first order at the point.
    size: f64,
    random: Random,
    report: Report,
}

impl<'s, S: Subject> Check<'s, S> {
    fn new(subject: &'s mut S, name: &str, options: Options) -> Self {
        let epsilon = subject.epsilon();
        // No more is asked of a float type than it has.
        let tolerance = options.tolerance.max(1e4 * epsilon);
        Self {
            subject,
            options: Options {
                tolerance,
                ..options
            },
            epsilon,
            size: 0.0,
            random: Random::new(options.seed),
            report: Report::new(name, options.points, options.seed),
        }
    }

    /// The report of all points.
    fn run(mut self) -> Result<Report> {
        for _ in 0..self.options.points {
            let [x, seed, direction] = self.point();
            if !self.first_order(&x, &seed, &direction)?
                && let Some(found) = self.subject.first_non_finite(&x, &seed)?
            {
                self.report.tell_non_finite(&x, &found);
            }
            match self.subject.hessian_product(&x, &seed, &direction) {
                Ok(product) => {
                    self.second_order(&x, &seed, &direction, &product)?;
                    self.hessian(&x, &seed, &direction, &product)?;
                }
                // Functions from outside have derivatives of the first order only.
                Err(error) if is_missing(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.report)
    }

    /// A point, a seed and a direction.
    fn point(&mut self) -> [Vec<f64>; 3] {
        let (n_in, n_out) = (self.subject.n_in(), self.subject.n_out());
        let mut numbers = |count, range| {
            let mut numbers = alloc::vec![0.0; count];
            self.random.fill(&mut numbers, range);
            numbers
        };
        [
            numbers(n_in, self.options.range),
            numbers(n_out, [-1.0, 1.0]),
            numbers(n_in, [-1.0, 1.0]),
        ]
    }

    /// Whether value and derivatives are finite, or it has been told where they are not.
    fn first_order(&mut self, x: &[f64], seed: &[f64], direction: &[f64]) -> Result<bool> {
        let adjoint = self.subject.adjoint(x, seed)?;
        let tangent = self.subject.tangent(x, direction)?;
        let value = self.subject.value(x)?;
        let numbers = value.iter().chain(&adjoint).chain(&tangent);
        let finite = numbers.map(|x| x.abs()).filter(|x| x.is_finite());
        self.size = finite.fold(0.0, f64::max);
        self.dot_products([seed, &tangent], [&adjoint, direction]);
        let tolerance = self.options.tolerance;
        for variable in self.variables() {
            let subject = &mut *self.subject;
            let mut moved = x.to_vec();
            let along = |x: f64| -> Result<_> {
                moved[variable] = x;
                let y = subject.value(&moved)?;
                Ok(alloc::vec![dot(&y, seed)])
            };
            let estimate = Estimate::of(along, x[variable], self.epsilon, 0.0)?[0];
            let found = adjoint[variable];
            self.report.add(
                "adjoint, by differences of values",
                estimate.judge(found, tolerance, 0.0),
                || {
                    let value = estimate.value();
                    format!("variable {variable} at {x:?}: {found}, but {value} by differences")
                },
            );
        }
        let subject = &mut *self.subject;
        let along = |t: f64| subject.value(&moved(x, direction, t));
        let estimates = Estimate::of(along, 0.0, self.epsilon, 0.0)?;
        for (result, (estimate, &found)) in estimates.iter().zip(&tangent).enumerate() {
            self.report.add(
                "tangent, by differences of values",
                estimate.judge(found, tolerance, 0.0),
                || {
                    let value = estimate.value();
                    format!("result {result} at {x:?}: {found}, but {value} by differences")
                },
            );
        }
        self.jacobian(x, direction, &tangent)?;
        if !self.report.asks_for_non_finite() {
            return Ok(true);
        }
        let finite = |numbers: &[f64]| numbers.iter().all(|x| x.is_finite());
        Ok(finite(&value) && finite(&adjoint) && finite(&tangent))
    }

    fn second_order(
        &mut self,
        x: &[f64],
        seed: &[f64],
        direction: &[f64],
        product: &[f64],
    ) -> Result<()> {
        let subject = &mut *self.subject;
        let along = |t: f64| subject.adjoint(&moved(x, direction, t), seed);
        let estimates = Estimate::of(along, 0.0, self.epsilon, self.size)?;
        let rounding = self.rounding();
        for (variable, (estimate, &found)) in estimates.iter().zip(product).enumerate() {
            let verdict = estimate.judge(found, self.options.tolerance, rounding);
            self.report
                .add("Hessian, by differences of adjoints", verdict, || {
                    let value = estimate.value();
                    format!("variable {variable} at {x:?}: {found}, but {value} by differences")
                });
        }
        Ok(())
    }

    /// The seed times the tangent must be the adjoint times the direction.
    fn dot_products(&mut self, [seed, tangent]: [&[f64]; 2], [adjoint, direction]: [&[f64]; 2]) {
        let (one, other) = (dot(seed, tangent), dot(adjoint, direction));
        let scale = sizes(seed, tangent).max(sizes(adjoint, direction));
        let verdict = self.compare(one, other, scale);
        self.report
            .add("adjoint as the tangent's transpose", verdict, || {
                format!("seed times tangent is {one}, adjoint times direction {other}")
            });
    }

    /// The error of a derivative whose terms cancel: about the rounding error of the values and of
    /// the other derivatives.
    fn rounding(&self) -> f64 {
        CANCELLED * self.epsilon * self.size
    }

    /// Judges two ways of adding up the same terms, of which `scale` is the size.
    fn compare(&self, one: f64, other: f64, scale: f64) -> Verdict {
        let bound = (1e3 * self.epsilon).max(1e-10);
        let allowed = bound * scale + self.rounding();
        let difference = (one - other).abs();
        if !one.is_finite() || !other.is_finite() {
            Verdict::NotComparable
        } else if difference > allowed {
            Verdict::Differs
        } else if difference > 0.0 {
            Verdict::Agrees(bound * difference / allowed)
        } else {
            Verdict::Agrees(0.0)
        }
    }

    /// The variables that are moved: all, or so many of them.
    fn variables(&mut self) -> Vec<usize> {
        let n = self.subject.n_in();
        if n <= VARIABLES {
            return (0..n).collect();
        }
        (0..VARIABLES).map(|_| self.random.below(n)).collect()
    }
}

/// A point so many directions further on.
fn moved(x: &[f64], direction: &[f64], t: f64) -> Vec<f64> {
    x.iter().zip(direction).map(|(x, d)| x + t * d).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()
}

/// The sum of the magnitudes of products: the reference for rounding errors.
fn sizes(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a * b).abs()).sum::<f64>()
}
