//! Adapters against what the functions themselves compute and against closed forms, with wrong
//! lengths, with dynamic parameters and in single precision.

mod allocation;
mod argmin;
mod containers;
mod diffsol;
mod functions;
mod levenberg_marquardt;
mod ode_solvers;
mod optimization_engine;
mod ripopt;
mod run_time_lengths;
