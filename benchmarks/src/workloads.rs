//! The workloads: each with its program in the language of `graph!`, its inputs, the kernel by hand
//! that it is held against, and the other crates that can compute it.

mod arm;
mod ba;
mod bs;
mod det;
mod gmm;
mod mlp;
mod mlp_b;
mod mm256;
mod mm32;
mod ode;
mod ros;

use crate::contender::{Contender, Input, flat};
use crate::floors::mm::{self, Matrix, Product};

/// A function to be computed with its derivative, and all that compute it.
pub(crate) struct Workload {
    /// The name in tables and on the command line.
    pub(crate) name: &'static str,
    /// What is computed.
    pub(crate) about: &'static str,
    /// The program, as it is compiled alone to time its compilation.
    pub(crate) source: &'static str,
    /// Generated code, one entry for each set of attributes.
    pub(crate) ours: Vec<Entry>,
    /// The kernel written by hand.
    pub(crate) floor: Entry,
    /// Further kernels by hand that compute the derivative by other means than the programs may,
    /// printed below the table.
    pub(crate) beyond: Vec<Contender>,
    /// Other crates, derivatives only.
    pub(crate) peers: Vec<Contender>,
    /// The largest difference from the floor's results, relative to the largest of them.
    pub(crate) tolerance: f64,
}

/// A value and its derivative, computed by the same means.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) value: Contender,
    pub(crate) gradient: Contender,
}

/// Every workload by its name, to be set up when it is asked for.
pub(crate) const ALL: &[(&str, fn() -> Workload)] = &[
    ("ros", ros::workload),
    ("det", det::workload),
    ("ode", ode::workload),
    ("mlp", mlp::workload),
    ("mlp-b", mlp_b::workload),
    ("mm32", mm32::workload),
    ("mm256", mm256::workload),
    ("gmm", gmm::workload),
    ("ba", ba::workload),
    ("arm", arm::workload),
    ("bs", bs::workload),
];

/// Compiles a program once for each set of attributes, in a module each, and keeps its text.
macro_rules! variants {
    ($($program:tt)*) => {
        /// The program's text.
        const SOURCE: &str = stringify!($($program)*);

        /// The program as it stands.
        mod plain {
            adgraph::graph! { $($program)* }
        }
    };
}
use variants;

/// Numbers between 0 and 1 without a pattern, always the same ones for a seed.
fn numbers(seed: u32) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX)
    }
}

/// The gradient of the sum of the squares of a product, by a library's product.
fn by_library<const N: usize>(
    name: &str,
    input: &Input<[Matrix<N>; 2]>,
    product: Product<N>,
) -> Contender {
    let zero = [[0.0; N]; N];
    Contender::new(
        name,
        input,
        (0.0, zero, [zero; 2]),
        move |[a, b], (y, c, adjoints)| *y = mm::gradient_by(product, a, b, c, adjoints),
        |(y, _, [a, b])| flat(&[&[*y], a.as_flattened(), b.as_flattened()]),
    )
}
