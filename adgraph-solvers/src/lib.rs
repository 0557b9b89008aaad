//! Adapters that turn functions of [adgraph](https://docs.rs/adgraph) into problems for optimisers,
//! least-squares solvers and integrators.
//!
//! For every function `f`, `graph!` generates a struct `f::Function`, which holds the dynamic
//! parameters and run-time lengths, and implements the traits over slices of `adgraph::function`.
//! The modules of this crate adapt this struct to solvers, using their native types, and without
//! copies where these types allow it.
//!
//! Each module has a feature that names the solver and its version, so that a new version of a
//! solver is a new feature; none is on by default.
//!
//! | feature | provides | examples |
//! |---|---|---|
//! | `argmin-0-11` | cost, gradient, Hessian, residuals and Jacobian of argmin | `argmin_rosenbrock` |
//! | `levenberg-marquardt-0-15` | least squares with exact Jacobians | `lm_curve_fit`, `bundle_adjustment_small`, `pinn_1d` |
//! | `optimization-engine-0-12` | costs and constraints of OpEn | `ode_parameter_fit` |
//! | `ripopt-0-8` | nonlinear programs with sparse Jacobians and Hessians (ripopt is under the EPL-2.0) | `nlp_sparse`, `mpc_pendulum` |
//! | `ode-solvers-0-6` | right-hand sides of Dopri5, Dop853 and Rk4 | `ode_parameter_fit` |
//! | `diffsol-0-18` | right-hand sides with forward and adjoint sensitivities | `ode_parameter_fit` |
//! | `nalgebra-0-34`, `nalgebra-0-35`, `ndarray-0-17`, `faer-0-24` | vectors and matrices of these crates as points and results ([`Evaluate`]) | |
//! | `all` | everything above | |
//!
//! An adapter owns its function and one workspace, so it allocates no memory after the first call,
//! except for vectors that the solver must own.

#[cfg(feature = "argmin-0-11")]
pub mod argmin_0_11;
mod containers;
#[cfg(feature = "diffsol-0-18")]
pub mod diffsol_0_18;
#[cfg(feature = "diffsol-0-18")]
mod equations;
mod error;
mod evaluate;
#[cfg(feature = "faer-0-24")]
pub mod faer_0_24;
#[cfg(feature = "levenberg-marquardt-0-15")]
pub mod levenberg_marquardt_0_15;
#[cfg(any(feature = "nalgebra-0-34", feature = "nalgebra-0-35"))]
mod nalgebra_versions;
#[cfg(feature = "ndarray-0-17")]
pub mod ndarray_0_17;
#[cfg(feature = "ode-solvers-0-6")]
pub mod ode_solvers_0_6;
#[cfg(feature = "optimization-engine-0-12")]
pub mod optimization_engine_0_12;
#[cfg(feature = "ripopt-0-8")]
pub mod ripopt_0_8;
#[cfg(any(
    feature = "argmin-0-11",
    feature = "diffsol-0-18",
    feature = "levenberg-marquardt-0-15",
    feature = "ode-solvers-0-6",
    feature = "optimization-engine-0-12",
    feature = "ripopt-0-8",
))]
mod shared;

pub use containers::{Matrix, Vector};
pub use error::Error;
pub use evaluate::Evaluate;
#[cfg(feature = "nalgebra-0-34")]
pub use nalgebra_versions::nalgebra_0_34;
#[cfg(feature = "nalgebra-0-35")]
pub use nalgebra_versions::nalgebra_0_35;
