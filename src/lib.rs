//! Functions written once, with their derivatives generated as plain Rust while the crate compiles.
//!
//! [`graph!`] and [`differentiable`] take functions written in Rust syntax, check every type and
//! shape, differentiate them, and put in their place a Rust function and, beside it, a module of
//! the same name with its derivatives:
//!
//! ```
//! adgraph::graph! {
//!     /// Tension energy of a short chain.
//!     pub fn energy(x: [f64; 3], p: f64) -> f64 {
//!         let stretch = x[1..] - x[..2];
//!         0.5 * p * dot(stretch, stretch) + sum(cos(x))
//!     }
//! }
//!
//! let value = energy([0.1, 0.2, 0.4], 2.0);
//! let (same, d) = energy::gradient([0.1, 0.2, 0.4], 2.0);
//! assert_eq!(value, same);
//! let _: ([f64; 3], f64) = (d.x, d.p);
//! ```
//!
//! [`ops`] describes the language and documents each of its functions.
//!
//! # The generated module
//!
//! For `fn f(x: [f64; 3], #[dynamic] p: f64) -> Y` the module `f` holds:
//!
//! | item | is |
//! |---|---|
//! | `adjoint(x, p, seed) -> (Y, Adjoint)` | the value, and the derivative of the results weighted by `seed`, which has the result's type |
//! | `tangent(x, p, &Tangent) -> (Y, Y)` | the value, and its derivative in a direction |
//! | `gradient(x, p) -> (f64, Adjoint)` | the value and its gradient, where the result is one number |
//! | `Adjoint`, `Tangent` | two names of one struct: a field for each differentiable argument, owned even where the argument is a reference; `ZERO` is a constant of it |
//! | `value_into`, `adjoint_into`, `gradient_into`, `tangent_into` | the same, with results written through `&mut`; above 64 KiB of results no other form exists |
//! | `jacobian(x, p)`, `hessian(x, p)`, `hessian_product(x, p, &Tangent)` | on request, without the value: `[[f64; N_IN]; N_OUT]`, a row for each result, the differentiable arguments one after another as columns, `offset::X` the first of `x` |
//! | `Workspace`, `gradient_with(&mut workspace, x, p)`, .. | where intermediate arrays exceed 128 KiB: see below |
//! | `COST` | what each of them takes at most: operations, calls of elementary functions, memory |
//! | `check()` | with `#[check]`: a [report](check::Report) of derivatives against finite differences; `cargo test` runs it |
//! | `Function` | the function over flat slices, see [`function`]; its fields are the arguments without derivative |
//! | `graph()` | the [`Graph`], with the feature `alloc`; `graph::<f64>()` of a generic function |
//!
//! # Memory
//!
//! Generated functions keep intermediate arrays on the stack as long as those that are needed at
//! the same time take at most 128 KiB (`f::COST` says how many bytes that is for each function).
//! Above, there is a struct `f::Workspace`, one for all functions of the module, and beside every
//! function one whose name ends in `_with` and which takes a workspace first: `value_with`,
//! `gradient_with`, `gradient_into_with` and so on. It allocates nothing. The functions without
//! `_with` make a workspace at each call. Without the feature `alloc` a workspace is no pointer to
//! the heap but the memory itself.
//!
//! ```
//! adgraph::graph! {
//!     fn energy(x: &[f64; 200]) -> f64 {
//!         let distances = broadcast(x, (200, 200)) - transpose(broadcast(x, (200, 200)));
//!         let forces = sin(distances);
//!         sum(matmul(forces, forces))
//!     }
//! }
//!
//! let mut x = [0.5; 200];
//! let mut workspace = energy::Workspace::new();
//! for _ in 0..3 {
//!     let (_, d) = energy::gradient_with(&mut workspace, &x);
//!     for (x, slope) in x.iter_mut().zip(d.x) {
//!         *x -= 1e-6 * slope;
//!     }
//! }
//! ```
//!
//! Generic code does the same with every function, through [`function::Function::Workspace`].
//!
//! # Attributes
//!
//! | attribute | on | says |
//! |---|---|---|
//! | `#[dynamic]` | an argument | it may change between calls and has no derivative |
//! | `#[derivatives(jacobian, hessian, ..)]` | a function | what else to generate: below |
//! | `#[derivatives(only(value, gradient, ..))]` | a function | all that is generated: below |
//! | `#[derivatives(batch)]` | a function | to generate `f::batch`: below |
//! | `#[derivatives(module = name)]` | a function | another name for its module |
//! | `#[cppad("f.json")]`, `#[nnvm("net.json")]` | a function without a body | the file that it comes from: below |
//! | `#[shared]` | an argument | it is the same for all points of a batch |
//! | `#[unroll]`, `#[unroll(never)]` | a `for` | whether to repeat its body or keep the loop |
//! | `#[checkpoint(every = 100)]`, `#[checkpoint(all)]` | a `for` | keep the loop, and which of its states its adjoint keeps |
//! | `#[derivative(adjoint = name, tangent = name)]` | a function | to give it a derivative of its own: below |
//! | `#[external]`, `#[external(adjoint = path, tangent = path)]`, `#[external(graph)]` | a signature that ends in `;` | a function of the code around: below |
//! | `#[check]`, `#[check(points = 20, range = 0.1..2.0, seed = 7)]` | a function | to generate `f::check()` and a test that calls it: the derivatives are compared with finite differences |
//! | `#[codegen(contract, finite, dispatch)]` | a function | what generated code may do: below |
//!
//! Integers (`usize`) and truth values have no derivative without saying. Large arguments are best
//! taken by reference, `&[[f64; 784]; 128]`; in the body they are written like any other.
//!
//! # Matrices and higher derivatives
//!
//! Code that nobody calls is not compiled: `#[derivatives(..)]` lists what a function gets beyond
//! value, gradient, adjoint and tangent. Each has a twin `_into` that writes in place, and a trait
//! over flat slices in [`function`].
//!
//! | request | function | gives |
//! |---|---|---|
//! | `jacobian` | `f::jacobian(x)` | a row for each element of the result, a column for each variable |
//! | `hessian` | `f::hessian(x)`, and the next | a row and a column for each variable |
//! | `hessian_product` | `f::hessian_product(x, &direction)` | the Hessian times a direction, for the price of a few gradients |
//! | `value_gradient_hessian` | `f::value_gradient_hessian(x)` | all three, for the price of the last |
//! | `sparse_jacobian` | `f::sparse_jacobian(x)`, `f::SPARSITY_JACOBIAN` | the entries that may differ from zero, and their places: below |
//! | `sparse_hessian` | `f::sparse_hessian(x)`, `f::SPARSITY_HESSIAN` | those of the lower triangle |
//! | `value_gradient_sparse_hessian` | `f::value_gradient_sparse_hessian(x)`, and the two above | all three by one program; `sparse_hessian` has one of its own only where it is asked for too |
//! | `taylor(order)` | `f::taylor(x, &curve)` | the coefficients of the results as series along a curve |
//! | `batch` | the module `f::batch` | many points at once: below |
//!
//! `only(..)` lists all generated items instead: any of these, and `value`, `adjoint`, `gradient`
//! and `tangent`. Items that are not listed are neither differentiated nor compiled, not even the
//! function `f` itself without `value`. The graph and `COST` stay; a trait over flat slices is
//! implemented where all of its functions are listed with those of
//! [`Function`](function::Function); `batch` makes the other listed items for many points. Other
//! requests stand in the list, never beside it.
//!
//! ```
//! adgraph::graph! {
//!     /// All that a step of Newton's method needs.
//!     #[derivatives(only(gradient, hessian_product))]
//!     fn bowl(x: [f64; 2]) -> f64 { x[0] * x[0] + 3.0 * x[1] * x[1] }
//! }
//!
//! let (value, d) = bowl::gradient([1.0, 2.0]);
//! let product = bowl::hessian_product([1.0, 2.0], &d);
//! assert_eq!((value, d.x, product.x), (13.0, [2.0, 12.0], [4.0, 72.0]));
//! assert!(bowl::COST.adjoint.is_none());
//! ```
//!
//! Several results have the Hessian of their weighted sum. That is an optimiser's Lagrangian:
//!
//! ```
//! adgraph::graph! {
//!     /// An objective, and two constraints.
//!     #[derivatives(value_gradient_hessian)]
//!     fn problem(x: [f64; 2]) -> (f64, [f64; 2]) {
//!         (x[0] * x[1], [x[0] * x[0], exp(x[1])])
//!     }
//! }
//!
//! let (sigma, lambda) = (1.0, [0.5, 2.0]);
//! let (values, d, hessian) = problem::value_gradient_hessian([3.0, 0.0], (sigma, lambda));
//! assert_eq!(values, (0.0, [9.0, 1.0]));
//! assert_eq!((d.x, hessian), ([3.0, 5.0], [[1.0, 1.0], [1.0, 2.0]]));
//! ```
//!
//! Where most derivatives are zero whatever the arguments are, the sparse forms compute the others
//! only. Their places are found while the crate compiles, and are constants of type
//! [`Sparsity`](sparse::Sparsity): rows are the elements of the result, of a Hessian variables, and
//! columns the differentiable arguments one after another, from `offset::X` on those of `x`.
//! Entries come in the order of these places, row by row.
//!
//! ```
//! use adgraph::function::SparseHessianFunction;
//!
//! adgraph::graph! {
//!     /// The sum of (x[i + 1] - x[i]^2)^2.
//!     #[derivatives(sparse_hessian)]
//!     fn chain(x: [f64; 1000]) -> f64 {
//!         let residual = x[1..] - x[..999] * x[..999];
//!         dot(residual, residual)
//!     }
//! }
//!
//! let entries = chain::sparse_hessian([1.0; 1000]);
//! assert_eq!(chain::SPARSITY_HESSIAN.entries(), 1999);
//! let lower: Vec<_> = chain::SPARSITY_HESSIAN.triplets(&entries).take(3).collect();
//! assert_eq!(lower, [(0, 0, 8.0), (1, 0, -4.0), (1, 1, 10.0)]);
//! // Over slices, as solvers call it.
//! let mut values = vec![0.0; chain::SPARSITY_HESSIAN.entries()];
//! chain::Function.sparse_hessian(&[1.0; 1000], &[1.0], &mut values);
//! assert_eq!(values, entries);
//! ```
//!
//! # Functions from files
//!
//! A function without a body, under `#[cppad("f.json")]` or `#[nnvm("net-symbol.json")]`, is read
//! from a file while the crate compiles, and is a function of its block like any other: others call
//! it, and it has the same derivatives. The path is relative to the folder of the crate's
//! Cargo.toml, and Cargo compiles anew when the file changes.
//!
//! ```
//! adgraph::graph! {
//!     #[cppad("examples/data/black_scholes.json")]
//!     fn prices(
//!         spot: f64,
//!         strike: f64,
//!         volatility: f64,
//!         #[dynamic] rate_and_time: [f64; 2],
//!     ) -> (f64, f64);
//!
//!     fn straddle(spot: f64, volatility: f64) -> f64 {
//!         let (call, put) = prices(spot, 100.0, volatility, [0.05, 1.0]);
//!         call + put
//!     }
//! }
//!
//! let (value, d) = straddle::gradient(100.0, 0.2);
//! assert!((value - 16.024).abs() < 1e-3 && d.volatility > 0.0);
//! ```
//!
//! - **CppAD**: the arguments without `#[dynamic]`, one after another in row-major order, are the
//!   independent variables, those with it the dynamic parameters, and the parts of the result the
//!   results. All are of `f64`.
//! - **NNVM and MXNet**: there is an argument for each variable, in any order, under its name, in
//!   which what is not of `a`-`z`, `A`-`Z`, `0`-`9` and `_` becomes `_` (`fc1.weight` is
//!   `fc1_weight`; a digit at the start gets a `_` before it, a keyword one behind it, and of names
//!   that become equal the later ones are numbered: `fc_2`). Several heads are a tuple, and a head
//!   of one number may be a scalar, which has a gradient. The float type is that of the signature:
//!   `f64`, `f32` or a type parameter.
//!
//! The signature is checked against the file. Left empty (`fn net();`), or with those arguments
//! alone whose shapes the file does not tell, it is an error that shows the right one. Functions of
//! the host, and files of more than 16 MiB or 65,536 operations, are for the run time ([`json`],
//! [`derivative`]); so is what CppAD's `print` and comparisons say, unless
//! `#[cppad("f.json", silent)]` leaves that out.
//!
//! # Derivatives of your own
//!
//! `#[derivative(..)]` on a function names functions of the same block that compute its derivative,
//! in place of the one that would be made of its body: for a derivative that is better computed in
//! another way, or that shall be another one. Wherever the function is called, and in all its
//! items, its derivatives are those.
//!
//! ```
//! adgraph::graph! {
//!     /// The square root, whose slope at zero is zero.
//!     #[derivative(adjoint = root_adjoint)]
//!     fn root(x: f64) -> f64 { sqrt(x) }
//!     fn root_adjoint(x: f64, root: f64, seed: f64) -> f64 {
//!         if x > 0.0 { 0.5 * seed / root } else { 0.0 }
//!     }
//!
//!     fn length(x: [f64; 2]) -> f64 { root(dot(x, x)) }
//! }
//!
//! assert_eq!(length::gradient([0.0, 0.0]), (0.0, length::Adjoint { x: [0.0, 0.0] }));
//! assert_eq!(length::gradient([0.0, 4.0]).1.x, [0.0, 1.0]);
//! ```
//!
//! | function | takes | returns |
//! |---|---|---|
//! | `adjoint` | the arguments, the results, and a seed for each result of floats | the adjoint of each argument that has a derivative: one value, or a tuple |
//! | `tangent` | the arguments, the results, and a tangent for each argument that has a derivative | the tangent of each result of floats |
//!
//! A rule gets the results that the function has computed, to use them again. One of the two is
//! enough: an adjoint is linear in its seeds, and a tangent in its tangents, so that the other one
//! follows. Derivatives of higher order are those of the rule, by its arguments and by the results;
//! a function of a rule may have a rule in its turn. An argument with `#[dynamic]` has no
//! derivative, even where a caller differentiates by the value that it passes. A rule does not call
//! its own function. Nothing checks that a rule is right but `#[check]`, which compares it with
//! differences.
//!
//! # Functions from outside
//!
//! A body calls functions of its own block. A signature with `#[external]` brings a function of the
//! code around into the block: the one of its name that is in scope where the block stands, in a
//! function body too, or that of `value = path`. The compiler checks that its types are those of
//! the signature: floats of one type, arrays of them, and tuples of those as result.
//!
//! ```
//! /// From a table, a library, or another language.
//! fn lift(angle: f64, speed: f64) -> f64 {
//!     angle.sin() * speed * speed
//! }
//!
//! fn lift_adjoint(angle: f64, speed: f64, seed: f64) -> (f64, (f64, f64)) {
//!     let by_angle = angle.cos() * speed * speed;
//!     let by_speed = angle.sin() * 2.0 * speed;
//!     (lift(angle, speed), (by_angle * seed, by_speed * seed))
//! }
//!
//! adgraph::graph! {
//!     #[external(adjoint = lift_adjoint)]
//!     fn lift(angle: f64, speed: f64) -> f64;
//!
//!     fn climb(angle: f64, speed: f64) -> f64 { cos(angle) * lift(angle, speed) - 1.0 }
//! }
//!
//! let (_, d) = climb::gradient(0.0, 3.0);
//! assert_eq!((d.angle, d.speed), (9.0, 0.0));
//! ```
//!
//! | path | of a function `g(arguments..) -> Y` |
//! |---|---|
//! | `adjoint` | `fn(arguments.., seed: Y) -> (Y, D)`: the value, and the derivatives of the sum of the results, each times its element of `seed` |
//! | `tangent` | `fn(arguments.., direction: &D) -> (Y, Y)`: the value, and its derivative in a direction |
//!
//! `D` holds a value for each argument without `#[dynamic]`: that value alone where there is one,
//! else a tuple, or the struct `Adjoint` of a function of `graph!`. So `g::adjoint` and
//! `g::tangent` of another block fit; `#[external(graph)]` stands for both. One of them is enough:
//! the other derivative is put together from it, in a call for each element of the results, or of
//! the arguments. Without any, a function that needs a derivative through it has its value and
//! graph only; so has one that computes with its derivative, by `deriv`. Derivatives of the second
//! order go through `#[derivative(..)]`, which a function from outside may have in place of these:
//! the functions that it names are those of the block, and may be from outside in their turn.
//!
//! It is called where its value is needed: not on a side of an `if` that is not taken, once for
//! equal arguments if that is seen at compile time, and point by point in a batch. It must be a
//! function: nothing but its arguments counts. `f::COST` counts its calls. The graph knows it by
//! its name (an `atom` of CppAD's), and `f::functions()` has what an evaluation of it at run time
//! calls.
//!
//! # Many points
//!
//! With `#[derivatives(batch)]`, the module `f::batch` has the function's value, adjoint, gradient
//! and tangent at many points at once. Points are held as columns: a slice for each number of the
//! arguments and results, with an element for each point; an array of numbers is an array of
//! columns. Arguments with `#[shared]`, and indices, are the same for all points.
//!
//! ```
//! adgraph::graph! {
//!     /// The squared error of an exponential decay at a time.
//!     #[derivatives(batch)]
//!     pub fn error(
//!         #[dynamic] time: f64,
//!         #[dynamic] seen: f64,
//!         #[shared] height: f64,
//!         #[shared] rate: f64,
//!     ) -> f64 {
//!         (height * exp(-rate * time) - seen).powi(2)
//!     }
//! }
//!
//! let time = [0.0, 0.5, 1.0, 1.5];
//! let seen = [2.0, 1.2, 0.7, 0.5];
//! // At each point.
//! let mut errors = [0.0; 4];
//! error::batch::value(&time, &seen, 2.0, 1.0, &mut errors);
//! assert_eq!(errors[2], error(1.0, 0.7, 2.0, 1.0));
//! // The sum over all points, with its derivatives by the shared arguments.
//! let (total, d) = error::batch::sum_gradient(&time, &seen, 2.0, 1.0);
//! assert_eq!(total, errors.iter().sum::<f64>());
//! assert!(d.rate != 0.0 && d.height != 0.0);
//! ```
//!
//! Points are computed eight at a time, one in each lane of vector registers, and by all cores with
//! the feature `rayon`. Each point has the bits of a call of its own. Sums are formed in an order
//! that is fixed (chunks of 1024 points, in these by the remainder of their number by eight), so
//! they have the same bits for any number of threads.
//!
//! Where a condition differs between points, both sides of the branch are computed. Where only
//! some points would look up an element by an index, points are computed one by one.
//!
//! # What generated code may do
//!
//! Without asking, generated code gives the same bits on every machine with IEEE arithmetic, and
//! the same as the graph evaluated at run time. `#[codegen(..)]` trades some of that for speed, in
//! the function that it stands on with all its derivatives and all that it calls; as
//! `#![codegen(..)]` at the beginning of a block, or on a differentiable module, for all functions
//! there.
//!
//! | option | generated code | what still holds |
//! |---|---|---|
//! | `contract` | rounds `a * b + c` once instead of twice, where the crate's target does that in one instruction (x86 with the target feature `fma`, AArch64, POWER, RISC-V and others) | on one target, the same bits every time; on targets without the instruction, the bits without the option |
//! | `finite` | takes every number to be finite and the two zeros to be one: what is multiplied by a zero vanishes, with all that only it needed | results are right where all values on the way are finite; a sign of a zero may differ |
//! | `dispatch` | is compiled three times: for the crate's target, for AVX2 with fused multiply-add, and for AVX-512; each call takes the best one that the processor has. Needs the feature `std`, and changes nothing on other architectures | the same bits on every processor; with `contract` beside it, one rounding wherever the processor can |
//!
//! `contract` alone has an effect only where the build names a processor
//! (`-C target-cpu=native`); for a binary that runs anywhere, ask for `contract, dispatch`. The
//! code of `dispatch` is as long as three functions: it pays for bodies with loops or long
//! calculations, not for a handful of operations.
//!
//! ```
//! adgraph::graph! {
//!     #![codegen(contract)]
//!
//!     #[codegen(finite, dispatch)]
//!     fn turned(angle: f64, x: [f64; 3]) -> [f64; 3] {
//!         let (s, c) = (sin(angle), cos(angle));
//!         matmul([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]], x)
//!     }
//! }
//! # assert_eq!(turned(0.0, [1.0, 2.0, 3.0]), [1.0, 2.0, 3.0]);
//! ```
//!
//! # Graphs at run time
//!
//! With the feature `alloc`, a [`Graph`] comes from `f::graph()`, from a file ([`json`]) or from a
//! [`Builder`]. [`derivative`] evaluates it with derivatives over flat slices; [`execute`]
//! evaluates it array by array; [`differentiate`] makes the graph of a derivative; [`draw`] makes a
//! picture.
//!
//! ```
//! # #[cfg(feature = "alloc")]
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use adgraph::derivative::Evaluator;
//! use adgraph::json::cppad;
//!
//! adgraph::graph! {
//!     fn product(x: f64, y: f64) -> f64 { x * y }
//! }
//!
//! let text = cppad::to_string(&product::graph())?;
//! let mut read = Evaluator::<f64>::new(&cppad::from_str(&text)?)?;
//! assert_eq!(read.gradient(&[2.0, 3.0])?, (6.0, &[3.0, 2.0][..]));
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "alloc"))]
//! # fn main() {}
//! ```
//!
//! | feature | brings |
//! |---|---|
//! | `std` (default) | `alloc`, and JSON over `std::io` |
//! | `alloc` | graphs at run time: [`ir`], [`derivative`], [`execute`], [`draw`], [`json`]; sums of batches |
//! | `import` (default) | functions from files; a clean debug build takes about a tenth longer |
//! | `rayon` | batches on all cores |
//! | `serde` | documents of files and derivatives as values of serde |
//! | `safetensors` | weights of networks in safetensors files (`json::weights`) |
//! | none | generated functions and their derivatives, without an allocator |
//!
//! The README says what each costs.
//!
//! # Stability
//!
//! The public names of this crate follow Semantic Versioning: before 1.0, a change that breaks a
//! program raises the second number. The crates whose names begin with `graph-` are internal parts,
//! and promise nothing but what is reached from here. Two things are exempt:
//!
//! - Enums that list the kinds of things in a graph grow in any release: [`ir::ops::Op`],
//!   [`ir::composite::Composite`], [`Element`], [`ir::types::ValueType`], [`execute::Values`], and
//!   all of [`program`] and [`ir::algebra`]. They are exhaustive on purpose: inside, a kind that is
//!   forgotten somewhere does not compile. Outside, give a `match` on them an arm `_`.
//! - The bits of results are those of one version; a later one may compute more accurately. The
//!   textual form of a graph carries a version, and says which it reads ([`ir::text`]).
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod ops;

#[cfg(feature = "alloc")]
pub use graph_autodiff as differentiate;
#[cfg(feature = "alloc")]
pub use graph_ir as ir;
#[cfg(feature = "alloc")]
pub use graph_ir::{Builder, Element, Graph, Shape, Type, Wire, passes, rewrite, rules};
pub use graph_macros::differentiable;
pub use graph_math::math;
pub use graph_math::math::Float;
#[cfg(feature = "alloc")]
pub use graph_program as program;
#[cfg(feature = "alloc")]
pub use graph_runtime::{check, derivative, draw, execute, json};
pub use graph_runtime::{function, sparse};

/// Differentiable functions: each one becomes a Rust function and a module with its derivatives.
///
/// The text is Rust syntax throughout; [`ops`] describes the language. Functions of one block may
/// call each other in any order, and use the block's `const` items and type aliases. The
/// spelling `graph!( .. );` does the same and is formatted by rustfmt; the attribute
/// [`differentiable`] does the same for a function or a module.
#[macro_export]
macro_rules! graph {
    ($($tokens:tt)*) => {
        $crate::__private::graph! { ($crate) $($tokens)* }
    };
}

/// Items that generated code refers to; not for users.
#[doc(hidden)]
pub mod __private {
    pub use graph_macros::graph;
    pub use graph_math::{lanes, math};
    pub use graph_runtime::function::{
        Cost, Costs, Function, HessianFunction, JacobianFunction, ScalarFunction,
        SparseHessianFunction, SparseJacobianFunction, TaylorFunction,
    };
    pub use graph_runtime::generated;
    pub use graph_runtime::sparse::Sparsity;
}

/// The README's example, compiled and run with the documentation's.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
