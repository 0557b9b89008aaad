//! Implicit functions: values that are defined as solutions of equations.
//!
//! The value `y` with `r(y, p) = 0` is found by Newton's method (the module `search`) and is a
//! function with a derivative rule (`solution`), by the implicit function theorem: with `J` the
//! derivative of `r` by `y`, `J ẏ = -ṗ ∂r/∂p`. A derivative therefore costs one system with the
//! matrix of the last step, for any number of steps, and is accurate to the last digit if `y` is;
//! the derivative by the start is zero. The rule consists of differentiable nodes, so derivatives
//! of any order follow.
//!
//! Sources: A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, chapter 15;
//! P. Deuflhard, *Newton Methods for Nonlinear Problems*, Springer 2011.

mod matrix;
mod search;
mod solution;

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, FunctionKind, Graph, InputKind, Rule, Site};
use graph_ir::passes::{UniformSplit, inline_without_rules, split_uniform};
use graph_ir::types::Type;

use crate::{differentiable_inputs, jacobian};

/// The largest number of unknowns: the derivative has a row for each, written out.
pub const MAX_UNKNOWNS: usize = 64;

/// How a solution is searched for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Newton {
    /// The largest number of steps, those that are taken back included.
    pub iterations: usize,
    /// How small a step is to be the last one: the sum of the magnitudes of its elements, compared
    /// with that of the value after it. As errors are squared in each step, that of the result is
    /// about the square of this. Without one it is the machine's precision to the power of 5/8:
    /// `1.6e-10` for `f64`, `4.7e-5` for `f32`. A step that is lost in the rounding of the largest
    /// value on the way is the last one in any case.
    pub tolerance: Option<f64>,
}

impl Default for Newton {
    fn default() -> Self {
        Self {
            iterations: 50,
            tolerance: None,
        }
    }
}

/// The value `y`, near `start` and of its type, at which a function of `parameters` and then of
/// `y` is zero in all elements. All NaN where the search does not get there.
///
/// ```
/// use graph_ir::graph::InputKind;
/// use graph_autodiff::implicit::{Newton, root};
/// use graph_ir::{Builder, Element, Type};
///
/// // The square root of a.
/// let b = Builder::new();
/// let a = b.input("a", Type::scalar(Element::F64), InputKind::Independent);
/// b.begin_region()?;
/// let y = b.region_input(Type::scalar(Element::F64));
/// let region = b.end_region(&[y * y - a])?;
/// let (residual, parameters) = b.closure(region)?;
/// let start = b.number(Element::F64, 1.0);
/// let y = root(&b, &residual, &parameters, start, Newton::default())?;
/// assert_eq!(y.ty()?, Type::scalar(Element::F64));
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// [`Error::SignatureMismatch`] and [`Error::CountMismatch`] when the function does not take the
/// parameters and a value of the start's type, or does not yield one such value;
/// [`Error::NotDifferentiable`] when that is no float, or the function has no derivative;
/// [`Error::TooManyUnknowns`]; [`Error::RuleWithEffects`].
pub fn root<'b>(
    builder: &'b Builder,
    residual: &Arc<Function>,
    parameters: &[Wire<'b>],
    start: Wire<'b>,
    newton: Newton,
) -> Result<Wire<'b>> {
    let ty = builder.ty(start)?;
    if !ty.is_float() {
        return Err(Error::NotDifferentiable {
            what: alloc::format!("a value of type {ty}"),
        });
    }
    expect_one(residual, &ty)?;
    ty.shape.require_known()?;
    if ty.shape.size() > MAX_UNKNOWNS {
        return Err(Error::TooManyUnknowns {
            found: ty.shape.size(),
            limit: MAX_UNKNOWNS,
        });
    }
    let (residual, parameters) = without_constant_part(builder, residual, parameters)?;
    let equation = Equation::new(&residual, builder.site())?;
    let rule = Rule::new(Some(equation.adjoint()?), Some(equation.tangent()?))?;
    let function = Arc::new(Function {
        kind: FunctionKind::WithRule(rule),
        graph: equation.search(newton)?,
    });
    let arguments: Vec<Wire<'b>> = [&parameters[..], &[start]].concat();
    let results = builder.call(&function, &arguments)?;
    results.first().copied().ok_or(Error::NotATensor)
}

/// The equation and its parameters, where each value that does not depend on the unknown is a
/// parameter: it is computed once, and not in each step of the search.
fn without_constant_part<'b>(
    builder: &'b Builder,
    residual: &Arc<Function>,
    parameters: &[Wire<'b>],
) -> Result<(Arc<Function>, Vec<Wire<'b>>)> {
    let graph = inline_without_rules(&residual.graph)?;
    let mut depends = alloc::vec![false; parameters.len()];
    depends.push(true);
    let Some(UniformSplit { head, body }) = split_uniform(&graph, &depends)? else {
        return Ok((Arc::clone(residual), parameters.to_vec()));
    };
    let computed = builder.embed(&head, parameters)?;
    builder.begin_region()?;
    let unknown = body.inputs()[parameters.len()].node;
    let unknown = builder.region_input(body.ty(unknown).clone());
    let inputs: Vec<Wire<'b>> = [parameters, &[unknown], &computed[..]].concat();
    let residual = builder.embed(&body, &inputs)?;
    let region = builder.end_region(&residual)?;
    builder.closure(region)
}

/// The function that is to be zero, and its derivative by the unknown.
struct Equation {
    residual: Arc<Function>,
    /// Of the residual's inputs, the derivative by the last one: a row for each element.
    jacobian: Graph,
    site: Site,
}

impl Equation {
    fn new(residual: &Arc<Function>, site: Site) -> Result<Self> {
        let unknown = residual.graph.inputs().len() - 1;
        Ok(Self {
            residual: Arc::clone(residual),
            jacobian: jacobian(&residual.graph, &[unknown])?,
            site,
        })
    }

    /// The type of the unknown.
    fn ty(&self) -> Result<Type> {
        let ty = self.residual.graph.output_types().next();
        ty.cloned().ok_or(Error::NotATensor)
    }

    /// The positions of the parameters that have derivatives.
    fn differentiable(&self) -> Vec<usize> {
        let mut positions = differentiable_inputs(&self.residual.graph);
        positions.pop();
        positions
    }

    /// A graph whose first inputs are the residual's.
    fn graph(
        &self,
        build: impl for<'b> FnOnce(&'b Builder, &[Wire<'b>]) -> Result<Vec<Wire<'b>>>,
    ) -> Result<Graph> {
        let builder = Builder::new();
        builder.set_site(self.site);
        builder.set_sites(self.residual.graph.sites());
        let inputs = self.residual.graph.input_types();
        let inputs = inputs.map(|ty| builder.input("", ty.clone(), InputKind::Independent));
        let inputs: Vec<Wire<'_>> = inputs.collect();
        for result in build(&builder, &inputs)? {
            builder.output("", result)?;
        }
        builder.finish()
    }
}

/// Refuses a function that does not yield one value of a type.
fn expect_one(residual: &Function, ty: &Type) -> Result<()> {
    let found: Vec<&Type> = residual.graph.output_types().collect();
    let last = residual.graph.input_types().last();
    let (&[found], Some(last)) = (&found[..], last) else {
        return Err(Error::CountMismatch {
            what: "results of an equation",
            expected: 1,
            found: found.len(),
        });
    };
    for (what, found) in [
        ("result of an equation", found),
        ("unknown of an equation", last),
    ] {
        if found != ty {
            return Err(Error::SignatureMismatch {
                what,
                position: 0,
                expected: ty.clone(),
                found: found.clone(),
            });
        }
    }
    Ok(())
}
