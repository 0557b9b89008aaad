//! The workloads: each with its program in the language of `graph!`, its inputs, the kernel by hand
//! that it is held against, and the other crates that can compute it.

mod arm;
mod ba;
mod bs;
mod det;
mod dose;
mod field;
mod front;
mod gmm;
mod gru;
mod kalman;
mod lorenz;
mod lse;
mod mlp;
mod mlp_b;
mod mm256;
mod mm32;
mod neuron;
mod ode;
mod pairs;
mod pass;
mod rbf;
mod ros;
mod string;
mod trade;

use adgraph::function::Cost;

use crate::contender::{Contender, Input, flat};
use crate::floors::mm::{self, Matrix, Product};
use crate::scratch::{self, Build};
use crate::second::Product as SecondOrder;

/// A function to be computed with its derivative, and all that compute it.
pub(crate) struct Workload {
    /// The name in tables and on the command line.
    pub(crate) name: &'static str,
    /// A description of the function.
    pub(crate) about: &'static str,
    /// The arguments by their names, for tools that read them from files.
    pub(crate) inputs: Vec<(&'static str, Vec<f64>)>,
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
    /// The program alone, to time its compilation.
    pub(crate) program: Option<Program>,
    /// The memory of value and derivative.
    pub(crate) memory: Memory,
}

/// A generated program.
#[derive(Clone, Copy)]
pub(crate) struct Program {
    pub(crate) text: &'static str,
    /// The functions that are called.
    pub(crate) functions: [&'static str; 2],
    /// The bytes of intermediate arrays of the derivative.
    pub(crate) workspace: usize,
}

/// Bytes that a value and its derivative occupy together.
#[derive(Clone, Copy, Default)]
pub(crate) struct Memory {
    pub(crate) arguments: usize,
    pub(crate) results: usize,
    pub(crate) workspace: usize,
}

impl Memory {
    /// All of it.
    pub(crate) fn total(&self) -> usize {
        self.arguments + self.results + self.workspace
    }
}

impl Entry {
    /// A kernel by hand.
    fn floor(name: &'static str, value: Contender, gradient: Contender) -> Self {
        Self {
            name,
            value,
            gradient,
            program: None,
            memory: Memory::default(),
        }
    }

    /// Compiles the program alone and times it; nothing for a kernel by hand.
    pub(crate) fn build(&self, workload: &str) -> Result<Option<Build>, String> {
        let Some(Program {
            text, functions, ..
        }) = &self.program
        else {
            return Ok(None);
        };
        // A name of a package has no commas and spaces.
        let name = format!(
            "{workload}-{}",
            self.name.replace(", ", "-").replace(' ', "-")
        );
        scratch::build(&name, text, functions).map(Some)
    }

    /// Generated code.
    fn ours(name: &'static str, program: Program, value: Contender, gradient: Contender) -> Self {
        let memory = Memory {
            arguments: gradient.input_bytes,
            results: gradient.output_bytes,
            workspace: program.workspace,
        };
        Self {
            program: Some(program),
            memory,
            ..Self::floor(name, value, gradient)
        }
    }
}

/// Sets a workload up.
type SetUp = fn() -> Workload;

/// Every workload by its name, to be set up when it is asked for.
pub(crate) const ALL: &[(&str, SetUp)] = &[
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
    ("pairs", pairs::workload),
    ("trade", trade::workload),
    ("neuron", neuron::workload),
    ("gru", gru::workload),
    ("kalman", kalman::workload),
    ("string", string::workload),
    ("front", front::workload),
    ("lorenz", lorenz::workload),
    ("lse", lse::workload),
    ("dose", dose::workload),
    ("rbf", rbf::workload),
    ("pass", pass::workload),
    ("field", field::workload),
];

/// Products with the Hessian of the workloads that have them, to be set up when they are asked for.
pub(crate) const PRODUCTS: &[fn() -> SecondOrder] = &[
    ros::product,
    det::product,
    ode::product,
    mlp::product,
    mlp_b::product,
    mm32::product,
    mm256::product,
    gmm::product,
    ba::product,
    arm::product,
    bs::product,
];

/// The Hessian of `ba`'s residuals, ours first.
pub(crate) fn ba_hessians() -> Vec<Contender> {
    ba::hessians()
}

/// The numbers of a workload's arguments of these names, one after another.
fn arguments(workload: &Workload, names: &[&str]) -> Vec<f64> {
    let inputs = workload.inputs.iter();
    let named = inputs.filter(|(name, _)| names.contains(name));
    named.flat_map(|(_, numbers)| numbers.clone()).collect()
}

/// The numbers of an argument for the rest of the program: there is one of each, and functions over
/// slices borrow it.
fn kept(workload: &Workload, name: &str) -> &'static [f64] {
    arguments(workload, &[name]).leak()
}

/// Compiles a program once for each set of attributes, in a module each that keeps its text, and
/// once with derivatives of second order, which are requested of its first function; not so behind
/// `first_order`.
macro_rules! variants {
    (first_order $($program:tt)*) => {
        /// The program as it stands.
        mod plain {
            pub(super) const TEXT: &str = stringify!($($program)*);
            adgraph::graph! { $($program)* }
        }

        /// The program with products and sums fused where the target can.
        mod contract {
            pub(super) const TEXT: &str = stringify!(#![codegen(contract)] $($program)*);
            adgraph::graph! { #![codegen(contract)] $($program)* }
        }
    };
    (second($($request:ident),*) $($program:tt)*) => {
        /// The program with derivatives of second order.
        #[allow(dead_code, reason = "those of its first function alone are measured")]
        mod second {
            adgraph::graph! { #[derivatives($($request),*)] $($program)* }
        }

        variants! { first_order $($program)* }
    };
    ($($program:tt)*) => {
        variants! { second(hessian_product) $($program)* }
    };
}
use variants;

/// Bytes of the intermediate arrays of a function that is there.
fn memory(cost: Option<Cost>) -> usize {
    cost.map_or(0, |cost| cost.memory())
}

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
