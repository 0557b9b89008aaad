//! An estimator's step for a bare target: no standard library, no allocator.
//!
//! Build it with `cargo build --manifest-path examples/no_std/Cargo.toml --release`, adding
//! `--target thumbv7em-none-eabi` (or another bare target that is installed). The library brings
//! its own panic handler, so it would not link if anything in it needed the standard library.
#![no_std]

use core::panic::PanicInfo;

adgraph::graph! {
    /// Squared error of a predicted range to a beacon at `b`, for a robot at `x`.
    fn range_error(x: [f32; 2], b: [f32; 2], measured: f32) -> f32 {
        let error = norm(x - b) - measured;
        0.5 * error * error
    }
}

/// Moves an estimate of the position against the gradient of the error.
#[must_use]
pub fn correct(x: [f32; 2], beacon: [f32; 2], measured: f32, gain: f32) -> [f32; 2] {
    let (_, adjoint) = range_error::gradient(x, beacon, measured);
    [x[0] - gain * adjoint.x[0], x[1] - gain * adjoint.x[1]]
}

#[panic_handler]
fn halt(_: &PanicInfo<'_>) -> ! {
    loop {}
}
