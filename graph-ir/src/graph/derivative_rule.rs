//! Derivative rules: the derivatives that functions come with.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Function, Graph, MAX_DEPTH, differentiable_inputs, expect_types};
use crate::error::{Error, Result};
use crate::types::Type;

/// The derivative of a function, as functions of their own: in one mode at least, from which the
/// other follows, both being linear.
///
/// Derivatives by the [differentiable inputs](super::differentiable_inputs) of the
/// function are given: independent ones of floats. By others there are none. A rule has no effects;
/// it is differentiated in its turn for derivatives of higher order.
///
/// Where a `select` does not take what the function yields, the rule is called with exact zeros; if
/// a factor may be infinite or a NaN there, it multiplies with `azmul`, whose zero wins.
///
/// ```
/// use graph_ir::{passes, text};
///
/// // Rounding that hands its seed on, as if it were not there.
/// let graph = text::parse("\
/// adgraph 1
/// graph
/// %0: f64 = input 0 x
/// %1: (f64) = call f0 %0
/// %2: f64 = project 0 %1
/// %3: f64 = mul %2, %2
/// output %3
///
/// function f0 {adjoint f1}
/// %0: f64 = input 0 x
/// %1: f64 = round %0
/// output %1
///
/// function f1
/// %0: f64 = input 0 x
/// %1: f64 = input 1 rounded
/// %2: f64 = input 2 seed
/// output %2
/// ")?;
/// let gradient = graph_autodiff::gradient(&graph, &[0])?;
/// let slope = passes::prepare(&gradient)?.to_string();
/// assert!(slope.contains("%3: f64 = constant 2.0\n%4: f64 = mul %1, %3\n"));
/// # Ok::<(), graph_ir::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rule {
    adjoint: Option<Arc<Function>>,
    tangent: Option<Arc<Function>>,
    /// How deeply functions are nested, these included.
    height: usize,
}

impl Rule {
    /// A rule of one function or both.
    ///
    /// # Errors
    /// [`Error::CountMismatch`] without any, [`Error::RuleWithEffects`], [`Error::TooDeep`].
    /// Whether they fit a function is asked when that is called.
    pub fn new(adjoint: Option<Arc<Function>>, tangent: Option<Arc<Function>>) -> Result<Self> {
        let functions = || adjoint.iter().chain(&tangent);
        if functions().any(|function| function.graph.has_effects()) {
            return Err(Error::RuleWithEffects);
        }
        let Some(deepest) = functions().map(|function| function.height()).max() else {
            return Err(Error::CountMismatch {
                what: "functions of a derivative rule",
                expected: 1,
                found: 0,
            });
        };
        if deepest >= MAX_DEPTH {
            return Err(Error::TooDeep { limit: MAX_DEPTH });
        }
        Ok(Self {
            adjoint,
            tangent,
            height: deepest + 1,
        })
    }

    /// Of the function's inputs, its outputs, and a seed for each output of floats: the adjoint of
    /// each differentiable input. It is linear in the seeds.
    #[must_use]
    pub fn adjoint(&self) -> Option<&Arc<Function>> {
        self.adjoint.as_ref()
    }

    /// Of the function's inputs, its outputs, and a tangent for each differentiable input: the
    /// tangent of each output of floats. It is linear in the tangents.
    #[must_use]
    pub fn tangent(&self) -> Option<&Arc<Function>> {
        self.tangent.as_ref()
    }

    /// The functions that there are.
    pub fn functions(&self) -> impl Iterator<Item = &Arc<Function>> {
        self.adjoint.iter().chain(&self.tangent)
    }

    pub(crate) fn height(&self) -> usize {
        self.height
    }
}

/// By identity, as functions are.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        let address = |function: &Option<Arc<Function>>| function.as_ref().map(Arc::as_ptr);
        address(&self.adjoint) == address(&other.adjoint)
            && address(&self.tangent) == address(&other.tangent)
    }
}

/// Refuses a rule that does not fit a function: its functions take the function's arguments and
/// results, and seeds or tangents.
pub(crate) fn derivative_rule(function: &Graph, rule: &Rule) -> Result<()> {
    let wrt = differentiable_inputs(function);
    let inputs: Vec<&Type> = function.input_types().collect();
    let wrt: Vec<&Type> = wrt.iter().map(|&position| inputs[position]).collect();
    let floats = function.output_types().filter(|ty| ty.is_float());
    let floats: Vec<&Type> = floats.collect();
    let known: Vec<&Type> = inputs.into_iter().chain(function.output_types()).collect();
    let modes = [
        (rule.adjoint(), &floats, &wrt, ADJOINT),
        (rule.tangent(), &wrt, &floats, TANGENT),
    ];
    for (given, taken, yielded, [argument, result]) in modes {
        let Some(given) = given else { continue };
        let arguments = [&known[..], taken].concat();
        expect_types(argument, arguments.into_iter(), given.graph.input_types())?;
        expect_types(result, yielded.iter().copied(), given.graph.output_types())?;
    }
    Ok(())
}

/// Of the arguments and results of the functions of a rule, singular and plural.
const ADJOINT: [[&str; 2]; 2] = [
    ["argument of an adjoint", "arguments of an adjoint"],
    ["result of an adjoint", "results of an adjoint"],
];
const TANGENT: [[&str; 2]; 2] = [
    ["argument of a tangent", "arguments of a tangent"],
    ["result of a tangent", "results of a tangent"],
];
