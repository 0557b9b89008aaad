//! The list. A program is a block for `graph!` whose last function is `f`, the same function for
//! dual numbers where they can express it, an interval within which it is smooth, and corners:
//! points at ties, zeros and sides not taken, with the gradient of the sum of all results there.

mod algebra;
mod applications;
mod choices;
mod derivatives;
mod equations;
mod loops;
mod maps;
mod models;
mod products;
mod scalars;
mod tensors;

use super::program::Program;

/// All programs.
pub(crate) fn all() -> Vec<Program> {
    [
        scalars::all(),
        choices::all(),
        tensors::all(),
        products::all(),
        algebra::all(),
        equations::all(),
        applications::all(),
        loops::all(),
        maps::all(),
        models::all(),
        derivatives::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Defines programs; see the module's description.
macro_rules! programs {
    ($($name:ident {
        graph { $($body:tt)* }
        $(dual |$x:ident| $dual:block)?
        inside ($lo:expr, $hi:expr)
        corners [$($corner:expr => $slope:expr),* $(,)?]
    })*) => {
        $(mod $name {
            adgraph::graph! { $($body)* }

            $(fn dual<D: num_dual::DualNum<Primitive = f64> + Copy>($x: &[D]) -> Vec<D> $dual)?

            pub(super) fn program() -> $crate::program::Program {
                let program = $crate::program::Program::new(
                    stringify!($name),
                    f::Function {},
                    f::graph,
                    ($lo, $hi),
                );
                $(let _ = stringify!($x); let program = program.with_reference(dual);)?
                program.with_corners(&[$((&$corner[..], &$slope[..])),*])
            }
        })*

        pub(super) fn all() -> Vec<$crate::program::Program> {
            vec![$($name::program()),*]
        }
    };
}

use programs;
