//! Programs that compute derivatives: each is made from the function's graph by a transform, and
//! becomes a private function.

use std::borrow::Cow;

use graph_autodiff::sparsity::Pattern;
use graph_autodiff::{Sparse, Weights};
use graph_ir::{Graph, Result, Type, passes};
use graph_program::Options;

use super::group::Matrix::{Hessian, Jacobian};
use super::group::{InputGroup, OutputGroup};

/// The number of nodes from which on a graph's gradient is a call of its adjoint with seed 1, with
/// the same bits, rather than code of its own that takes as long again to compile.
const SHARED_GRADIENT_FROM: usize = 2_000;

/// The largest numbers of rows, and of nodes of all rows together, of a Jacobian that is a program
/// of its own, in which rows share subexpressions; a larger one is filled row by row.
const JACOBIAN_ROWS: usize = 16;
const JACOBIAN_NODES: usize = 4_000;

/// The largest numbers of rows, and of nodes, of a Hessian that is a program of its own. The limit
/// on nodes holds for those of the function times the rows, and for those of the program.
const HESSIAN_ROWS: usize = 24;
const HESSIAN_NODES: usize = 4_000;

/// The row of a program.
pub(crate) struct ProgramRow {
    /// The name of the private function.
    pub(crate) name: &'static str,
    /// The field of `COST`.
    pub(crate) cost: &'static str,
    /// The groups of inputs after the arguments.
    pub(crate) inputs: &'static [InputGroup],
    /// The groups of results.
    pub(crate) outputs: &'static [OutputGroup],
    /// The functions for which it serves better than other programs.
    pub(crate) serves: Serves,
    /// The transform of the graph.
    pub(crate) make: for<'g> fn(&Subject<'g>) -> Result<Made<'g>>,
}

/// The functions for which a program serves better than others.
pub(crate) enum Serves {
    Always,
    /// For such functions.
    Where(fn(&Subject<'_>) -> bool),
    /// For such functions, if the program has at most this many nodes.
    UpTo(usize, fn(&Subject<'_>) -> bool),
}

/// A function to be differentiated.
pub(crate) struct Subject<'g> {
    pub(crate) graph: &'g Graph,
    /// The positions of the arguments that have derivatives.
    pub(crate) wrt: &'g [usize],
    /// The combination of the results whose Hessian is taken.
    pub(crate) weights: Weights,
    /// The highest order of Taylor coefficients.
    pub(crate) order: usize,
    /// The freedoms of schedules.
    pub(crate) options: Options,
}

/// The outcome of a transform.
pub(crate) struct Made<'g> {
    pub(crate) graph: Cow<'g, Graph>,
    /// The places of the entries, where those are its results.
    pub(crate) pattern: Option<Pattern>,
}

/// Makes the enum of programs from their rows.
macro_rules! programs {
    ($($(#[$doc:meta])* $program:ident { $($fields:tt)* })*) => {
        /// A program, in the order in which private functions are written.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(crate) enum Program {
            $($(#[$doc])* $program,)*
        }

        impl Program {
            /// Its row.
            pub(crate) fn row(self) -> &'static ProgramRow {
                match self {
                    $(Self::$program => {
                        static ROW: ProgramRow = ProgramRow { $($fields)* };
                        &ROW
                    })*
                }
            }
        }
    };
}

programs! {
    /// The function itself.
    Value {
        name: "run_value", cost: "value", serves: Serves::Always,
        inputs: &[], outputs: &[OutputGroup::Value],
        make: |of| Ok(Made { graph: Cow::Borrowed(of.graph), pattern: None }),
    }
    /// Value and vector-Jacobian product.
    Adjoint {
        name: "run_adjoint", cost: "adjoint", serves: Serves::Always,
        inputs: &[InputGroup::Seed], outputs: &[OutputGroup::Value, OutputGroup::Adjoint],
        make: |of| graph(graph_autodiff::reverse(of.graph, of.wrt)),
    }
    /// Value and Jacobian-vector product.
    Tangent {
        name: "run_tangent", cost: "tangent", serves: Serves::Always,
        inputs: &[InputGroup::Direction], outputs: &[OutputGroup::Value, OutputGroup::Tangent],
        make: |of| graph(graph_autodiff::forward(of.graph, of.wrt)),
    }
    /// The adjoint with seed 1.
    Gradient {
        name: "run_gradient", cost: "gradient",
        serves: Serves::Where(|of| of.graph.len() < SHARED_GRADIENT_FROM),
        inputs: &[], outputs: &[OutputGroup::Value, OutputGroup::Adjoint],
        make: |of| graph(graph_autodiff::gradient(of.graph, of.wrt)),
    }
    /// Value, gradient, and the Hessian times a direction.
    HessianProduct {
        name: "run_hessian", cost: "hessian_product", serves: Serves::Always,
        inputs: &[InputGroup::Weights, InputGroup::Direction],
        outputs: &[OutputGroup::Value, OutputGroup::Adjoint, OutputGroup::Product],
        make: |of| graph(match of.weights == Weights::One {
            true => graph_autodiff::hessian_product(of.graph, of.wrt),
            false => graph_autodiff::weighted_hessian_product(of.graph, of.wrt),
        }),
    }
    /// Value, gradient and the dense Hessian of a small function.
    ValueGradientHessian {
        name: "run_value_gradient_hessian", cost: "hessian",
        serves: Serves::UpTo(HESSIAN_NODES, has_small_hessian),
        inputs: &[InputGroup::Weights],
        outputs: &[OutputGroup::Value, OutputGroup::Adjoint, OutputGroup::Dense(Hessian)],
        make: |of| graph(graph_autodiff::value_gradient_hessian(of.graph, of.wrt, of.weights)),
    }
    /// The entries of the Jacobian.
    SparseJacobian {
        name: "run_sparse_jacobian", cost: "sparse_jacobian", serves: Serves::Always,
        inputs: &[], outputs: &[OutputGroup::Entries(Jacobian)],
        make: |of| entries(graph_autodiff::sparse_jacobian(of.graph, of.wrt)),
    }
    /// The entries of the Hessian.
    SparseHessian {
        name: "run_sparse_hessian", cost: "sparse_hessian", serves: Serves::Always,
        inputs: &[InputGroup::Weights], outputs: &[OutputGroup::Entries(Hessian)],
        make: |of| entries(graph_autodiff::sparse_hessian(of.graph, of.wrt, of.weights)),
    }
    /// Value, gradient and the entries of the Hessian.
    ValueGradientSparseHessian {
        name: "run_value_gradient_sparse_hessian", cost: "value_gradient_sparse_hessian",
        serves: Serves::Always,
        inputs: &[InputGroup::Weights],
        outputs: &[OutputGroup::Value, OutputGroup::Adjoint, OutputGroup::Entries(Hessian)],
        make: |of| {
            entries(graph_autodiff::value_gradient_sparse_hessian(of.graph, of.wrt, of.weights))
        },
    }
    /// Taylor coefficients along a curve.
    Taylor {
        name: "run_taylor", cost: "taylor", serves: Serves::Always,
        inputs: &[InputGroup::Curve], outputs: &[OutputGroup::Series],
        make: |of| graph(graph_autodiff::taylor(of.graph, of.wrt, of.order)),
    }
    /// The dense Jacobian of a function with few results.
    Jacobian {
        name: "run_jacobian", cost: "jacobian", serves: Serves::Where(has_small_jacobian),
        inputs: &[], outputs: &[OutputGroup::Dense(Jacobian)],
        make: |of| graph(graph_autodiff::jacobian(of.graph, of.wrt)),
    }
}

fn graph<'g>(graph: Result<Graph>) -> Result<Made<'g>> {
    Ok(Made {
        graph: Cow::Owned(graph?),
        pattern: None,
    })
}

fn entries<'g>(sparse: Result<Sparse>) -> Result<Made<'g>> {
    let Sparse { pattern, graph, .. } = sparse?;
    Ok(Made {
        graph: Cow::Owned(graph),
        pattern: Some(pattern),
    })
}

/// Whether the Hessian may be a program: few rows of a small function.
fn has_small_hessian(of: &Subject<'_>) -> bool {
    let rows = of.inputs();
    let nodes = rows.saturating_mul(passes::unfolded_size(of.graph));
    (1..=HESSIAN_ROWS).contains(&rows) && nodes <= HESSIAN_NODES
}

/// Whether the Jacobian is to be a program: few rows, fewer than columns, of one float type.
fn has_small_jacobian(of: &Subject<'_>) -> bool {
    let (inputs, rows) = (of.independent(), of.outputs());
    let element = inputs.first().map(|ty| ty.element);
    let mut all = of.graph.output_types().chain(inputs);
    (1..=JACOBIAN_ROWS).contains(&rows)
        && rows < of.inputs()
        && all.all(|ty| ty.is_float() && Some(ty.element) == element)
        && rows.saturating_mul(passes::unfolded_size(of.graph)) <= JACOBIAN_NODES
}

impl Subject<'_> {
    /// The number of independent variables.
    pub(crate) fn inputs(&self) -> usize {
        size(self.independent())
    }

    /// The number of elements of the results.
    pub(crate) fn outputs(&self) -> usize {
        size(self.graph.output_types())
    }

    /// Whether there are at least as many results as independent variables, as far as that is known
    /// before a call.
    pub(crate) fn is_tall(&self) -> bool {
        let estimate = |types: Vec<&Type>| {
            let estimates = types.into_iter().map(|ty| ty.shape.count().estimate());
            estimates.fold(0, usize::saturating_add)
        };
        estimate(self.independent()) <= estimate(self.graph.output_types().collect())
    }

    /// The types of the arguments that have derivatives.
    fn independent(&self) -> Vec<&Type> {
        let types: Vec<&Type> = self.graph.input_types().collect();
        self.wrt.iter().map(|&position| types[position]).collect()
    }
}

/// The number of elements of values of these types together.
pub(crate) fn size<'t>(types: impl IntoIterator<Item = &'t Type>) -> usize {
    let sizes = types.into_iter().map(|ty| ty.shape.size());
    sizes.fold(0, usize::saturating_add)
}
