//! The requests: a row each.

use super::group::Matrix::{Hessian, Jacobian};
use super::group::{InputGroup, Named, Need, OutputGroup, Sweep, Trait};
use super::program::Program;

/// The row of a request.
pub(crate) struct Row {
    /// The word that asks for it, and the name of its function.
    pub(crate) word: &'static str,
    /// Whether it is made without being asked for.
    pub(crate) by_default: bool,
    /// The requests that come with it.
    pub(crate) brings: &'static [Request],
    /// Demands on the signature; the first one that is not met is the error.
    pub(crate) needs: &'static [Need],
    /// The groups of inputs after the arguments of the function.
    pub(crate) inputs: &'static [InputGroup],
    /// The groups of results.
    pub(crate) outputs: &'static [Named],
    /// The programs that compute it, the best one first.
    pub(crate) programs: &'static [Program],
    /// The sweep that fills its matrix where none of those is there.
    pub(crate) sweep: Option<Sweep>,
    /// The trait that has its function over flat slices as a method, and whether the trait has no
    /// other body for it.
    pub(crate) method: (Trait, bool),
    /// Its form for batches.
    pub(crate) points: Option<Points>,
    /// The documentation of the function that returns its results: of one number, and of several.
    pub(crate) doc: [&'static str; 2],
    /// The documentation of the function that writes them in place.
    pub(crate) doc_into: [&'static str; 2],
}

/// The form of a request for batches.
pub(crate) struct Points {
    /// The private function that computes a point in each lane.
    pub(crate) lanes: &'static str,
    /// The documentation of the public function.
    pub(crate) doc: &'static str,
    /// Its sum over points, by the arguments that are the same for all of them.
    pub(crate) sum: Option<SumForm>,
}

/// The form of a request for sums.
pub(crate) struct SumForm {
    /// The private function that computes values that are the same for all points.
    pub(crate) head: &'static str,
    /// The private function that takes derivatives through these values, once for all points. Where
    /// there is none, and there are derivatives, each point has them whole.
    pub(crate) head_adjoint: Option<&'static str>,
    /// The private function that adds up points.
    pub(crate) adds: &'static str,
    /// The documentation of the function that returns its results.
    pub(crate) doc: &'static str,
    /// The documentation of the function that writes them in place.
    pub(crate) doc_into: &'static str,
}

/// Makes the enum of requests from their rows.
macro_rules! requests {
    ($($request:ident { $($fields:tt)* })*) => {
        /// A request, in the order in which words are listed and items are written.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(crate) enum Request {
            $($request,)*
        }

        impl Request {
            /// All of them.
            pub(crate) const ALL: &[Self] = &[$(Self::$request,)*];

            /// Its row.
            pub(crate) fn row(self) -> &'static Row {
                match self {
                    $(Self::$request => {
                        static ROW: Row = Row { $($fields)* };
                        &ROW
                    })*
                }
            }
        }
    };
}

impl Request {
    /// The request of a word.
    pub(crate) fn named(word: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|request| request.row().word == word)
    }

    /// The name of the constant of a batch that says how many numbers its sum is.
    pub(crate) fn size_of_sum(self) -> String {
        format!("SUM_{}", self.row().word.to_uppercase())
    }
}

const VALUE: Named = named(OutputGroup::Value, "value", "y");
const ADJOINT: Named = named(OutputGroup::Adjoint, "adjoint", "adjoint");
const GRADIENT: Named = named(OutputGroup::Adjoint, "gradient", "gradient");
const HESSIAN: Named = named(OutputGroup::Dense(Hessian), "hessian", "hessian");
const ENTRIES: Named = named(OutputGroup::Entries(Hessian), "values", "values");

const PRODUCT: &[Need] = &[Need::Derivative, Need::OneFloat];

const ENTRIES_OF: &[Need] = &[
    Need::Derivative,
    Need::FloatResults,
    Need::OneFloat,
    Need::KnownExtents,
];

requests! {
    Value {
        word: "value", by_default: true, brings: &[], needs: &[], inputs: &[], outputs: &[VALUE],
        programs: &[Program::Value], sweep: None, method: (Trait::Function, true),
        points: Some(Points {
            lanes: "points_value",
            doc: "Writes the value at each point to `value`.",
            sum: Some(SumForm {
                head: "head_value",
                head_adjoint: None,
                adds: "add_value",
                doc: "The sum of the values at all points, to the same bits for any number of \
                      threads.",
                doc_into: "Writes the sum of the values at all points to `value`.",
            }),
        }),
        doc: both("The value."),
        doc_into: both("Writes the value to `value`."),
    }
    Adjoint {
        word: "adjoint", by_default: true, brings: &[], needs: &[Need::Derivative],
        inputs: &[InputGroup::Seed], outputs: &[VALUE, ADJOINT], programs: &[Program::Adjoint],
        sweep: None, method: (Trait::Function, true),
        points: Some(Points {
            lanes: "points_adjoint",
            doc: "Writes the value at each point to `value`, and the vector-Jacobian product with \
                  the point's `seed` to `adjoint`.",
            sum: None,
        }),
        doc: both("The value and the vector-Jacobian product: the derivatives of the sum of the \
                   results, each times its element of `seed`."),
        doc_into: [
            "Writes the derivatives, times `seed`, to `adjoint` and returns the value.",
            "Writes the value to `value`, and the derivatives of the sum of the results, each \
             times its element of `seed`, to `adjoint`.",
        ],
    }
    Gradient {
        word: "gradient", by_default: true, brings: &[], needs: &[Need::Derivative, Need::Number],
        inputs: &[],
        outputs: &[Named { slice: None, ..VALUE }, Named { name: "adjoint", ..GRADIENT }],
        programs: &[Program::Gradient, Program::Adjoint], sweep: None,
        method: (Trait::ScalarFunction, true),
        points: Some(Points {
            lanes: "points_gradient",
            doc: "Writes the value at each point to `value`, and its derivatives to `adjoint`.",
            sum: Some(SumForm {
                head: "head_value",
                head_adjoint: Some("head_adjoint"),
                adds: "add_gradient",
                doc: "The sum of the values at all points, and its derivatives by the shared \
                      arguments, to the same bits for any number of threads.",
                doc_into: "Writes the derivatives by the shared arguments of the sum of the values \
                           at all points to `shared`, and returns the sum, to the same bits for \
                           any number of threads.",
            }),
        }),
        doc: both("The value and its derivatives."),
        doc_into: both("Writes the derivatives to `adjoint` and returns the value."),
    }
    Tangent {
        word: "tangent", by_default: true, brings: &[], needs: &[Need::Derivative],
        inputs: &[InputGroup::Direction],
        outputs: &[VALUE, named(OutputGroup::Tangent, "tangent", "tangent")],
        programs: &[Program::Tangent], sweep: None, method: (Trait::Function, true),
        points: Some(Points {
            lanes: "points_tangent",
            doc: "Writes the value at each point to `value`, and its derivative in the point's \
                  direction to `tangent`.",
            sum: None,
        }),
        doc: both("The value and the Jacobian-vector product: the derivative in a direction."),
        doc_into: both(
            "Writes the value to `value` and its derivative in a direction to `tangent`."
        ),
    }
    Jacobian {
        word: "jacobian", by_default: false, brings: &[],
        needs: &[Need::Derivative, Need::FloatResults, Need::OneFloat, Need::Array(Jacobian)],
        inputs: &[],
        outputs: &[named(OutputGroup::Dense(Jacobian), "jacobian", "jacobian")],
        programs: &[Program::Jacobian], sweep: Some(Sweep::Jacobian),
        method: (Trait::JacobianFunction, true),
        points: Some(Points {
            lanes: "points_jacobian",
            doc: "Writes the Jacobian at each point to `jacobian`.",
            sum: None,
        }),
        doc: both("The Jacobian: one row for each element of the result, one column for each \
                   independent variable (see `offset`)."),
        doc_into: both("Writes the Jacobian to `jacobian`."),
    }
    Hessian {
        word: "hessian", by_default: false, brings: &[Request::HessianProduct],
        needs: &[Need::Derivative, Need::FloatResults, Need::OneFloat, Need::Array(Hessian)],
        inputs: &[InputGroup::Weights], outputs: &[HESSIAN],
        programs: &[Program::ValueGradientHessian], sweep: Some(Sweep::Hessian),
        method: (Trait::HessianFunction, true),
        points: Some(Points {
            lanes: "points_hessian",
            doc: "Writes the Hessian at each point to `hessian`; of several results, that of their sum, \
                  each times its element of the point's `weights`.",
            sum: Some(SumForm {
                head: "head_hessian",
                head_adjoint: None,
                adds: "add_hessian",
                doc: "The Hessian of the sum of the values at all points by the shared arguments: \
                      one row and one column for each of their elements (see `shared_offset`).",
                doc_into: "Writes the Hessian of the sum of the values at all points by the shared \
                           arguments to `hessian`.",
            }),
        }),
        doc: [
            "The Hessian: one row and one column for each independent variable (see `offset`).",
            "The Hessian of the sum of the results, each times its element of `weights`: one row \
             and one column for each independent variable (see `offset`).",
        ],
        doc_into: both("Writes the Hessian to `hessian`."),
    }
    HessianProduct {
        word: "hessian_product", by_default: false, brings: &[], needs: PRODUCT,
        inputs: &[InputGroup::Weights, InputGroup::Direction],
        outputs: &[named(OutputGroup::Product, "product", "product")],
        programs: &[Program::HessianProduct], sweep: None, method: (Trait::HessianFunction, true),
        points: Some(Points {
            lanes: "points_hessian_product",
            doc: "Writes the product of the Hessian at each point with the point's direction to \
                  `product`; of several results, the Hessian is that of their sum, each times \
                  its element of the point's `weights`.",
            sum: Some(SumForm {
                head: "head_hessian_product",
                head_adjoint: None,
                adds: "add_hessian_product",
                doc: "The product of the Hessian of the sum of the values at all points, by the \
                      shared arguments, with a direction.",
                doc_into: "Writes the product of the Hessian of the sum of the values at all \
                           points, by the shared arguments, with a direction to `product`.",
            }),
        }),
        doc: both("The product of the Hessian with a direction; of several results, the Hessian is \
                   that of their sum, each times its element of `weights`."),
        doc_into: both("Writes the product of the Hessian with a direction to `product`."),
    }
    ValueGradientHessian {
        word: "value_gradient_hessian", by_default: false, brings: &[],
        needs: &[Need::Derivative, Need::FloatResults, Need::OneFloat, Need::Array(Hessian)],
        inputs: &[InputGroup::Weights], outputs: &[VALUE, GRADIENT, HESSIAN],
        programs: &[Program::ValueGradientHessian], sweep: Some(Sweep::Hessian),
        method: (Trait::HessianFunction, true),
        points: Some(Points {
            lanes: "points_value_gradient_hessian",
            doc: "Writes the value, the gradient and the Hessian at each point; of several results, \
                  derivatives are those of their sum, each times its element of the point's \
                  `weights`.",
            sum: Some(SumForm {
                head: "head_value_gradient_hessian",
                head_adjoint: None,
                adds: "add_value_gradient_hessian",
                doc: "The sum of the values at all points, and its gradient and Hessian by the \
                      shared arguments.",
                doc_into: "Writes the gradient and the Hessian of the sum of the values at all \
                           points by the shared arguments, and writes or returns the sum.",
            }),
        }),
        doc: both("The value, the gradient and the Hessian, for the price of the Hessian; of \
                   several results, derivatives are those of their sum, each times its element of \
                   `weights`."),
        doc_into: both("Writes gradient and Hessian, and writes or returns the value."),
    }
    SparseJacobian {
        word: "sparse_jacobian", by_default: false, brings: &[], needs: ENTRIES_OF, inputs: &[],
        outputs: &[named(OutputGroup::Entries(Jacobian), "values", "values")],
        programs: &[Program::SparseJacobian], sweep: None,
        method: (Trait::SparseJacobianFunction, true),
        points: Some(Points {
            lanes: "points_sparse_jacobian",
            doc: "Writes the entries of the Jacobian at each point to `values`, in the order of \
                  [`SPARSITY_JACOBIAN`].",
            sum: None,
        }),
        doc: both("The entries of the Jacobian, in the order of [`SPARSITY_JACOBIAN`]."),
        doc_into: both("Writes the entries of the Jacobian to `values`."),
    }
    SparseHessian {
        word: "sparse_hessian", by_default: false, brings: &[], needs: ENTRIES_OF,
        inputs: &[InputGroup::Weights], outputs: &[ENTRIES],
        programs: &[Program::SparseHessian, Program::ValueGradientSparseHessian], sweep: None,
        method: (Trait::SparseHessianFunction, true),
        points: Some(Points {
            lanes: "points_sparse_hessian",
            doc: "Writes the entries of the lower triangle of the Hessian at each point to \
                  `values`, in the order of [`SPARSITY_HESSIAN`]; of several results, the Hessian \
                  is that of their sum, each times its element of the point's `weights`.",
            sum: None,
        }),
        doc: [
            "The entries of the lower triangle of the Hessian, in the order of \
             [`SPARSITY_HESSIAN`].",
            "The entries of the lower triangle of the Hessian of the sum of the results, each \
             times its element of `weights`, in the order of [`SPARSITY_HESSIAN`].",
        ],
        doc_into: both("Writes the entries of the lower triangle of the Hessian to `values`."),
    }
    ValueGradientSparseHessian {
        word: "value_gradient_sparse_hessian", by_default: false, brings: &[Request::SparseHessian],
        needs: ENTRIES_OF, inputs: &[InputGroup::Weights], outputs: &[VALUE, GRADIENT, ENTRIES],
        programs: &[Program::ValueGradientSparseHessian], sweep: None,
        method: (Trait::SparseHessianFunction, false),
        points: Some(Points {
            lanes: "points_value_gradient_sparse_hessian",
            doc: "Writes the value, the gradient, and the entries of the lower triangle of the \
                  Hessian at each point, in the order of [`SPARSITY_HESSIAN`]; of several \
                  results, derivatives are those of their sum, each times its element of the \
                  point's `weights`.",
            sum: None,
        }),
        doc: both("The value, the gradient, and the entries of the lower triangle of the Hessian \
                   in the order of [`SPARSITY_HESSIAN`], for little more than the last; of several \
                   results, derivatives are those of their sum, each times its element of \
                   `weights`."),
        doc_into: both("Writes the gradient and the entries of the Hessian, and writes or returns \
                        the value."),
    }
    Taylor {
        word: "taylor", by_default: false, brings: &[], needs: &[Need::Derivative],
        inputs: &[InputGroup::Curve], outputs: &[named(OutputGroup::Series, "series", "series")],
        programs: &[Program::Taylor], sweep: None, method: (Trait::TaylorFunction, true),
        points: None,
        doc: both("The coefficients of the results as series in `t`, from that of 1 on, where the \
                   arguments move along the curve that begins with them and goes on with \
                   `curve[0]` times `t`, `curve[1]` times `t` squared, and so on."),
        doc_into: both(
            "Writes the coefficients of the results as series along a curve to `series`."
        ),
    }
}

const fn named(group: OutputGroup, name: &'static str, slice: &'static str) -> Named {
    let slice = Some(slice);
    Named { group, name, slice }
}

/// The same text of one number and of several.
const fn both(text: &'static str) -> [&'static str; 2] {
    [text; 2]
}
