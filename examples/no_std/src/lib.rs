//! An estimator's step for a bare target: no standard library, no allocator.
//!
//! Build it with `cargo build --manifest-path examples/no_std/Cargo.toml --release`, adding
//! `--target thumbv7em-none-eabi` (or another bare target that is installed). The library brings
//! its own panic handler, so it would not link if anything in it needed the standard library. Its
//! tests, which need that, run on the host, by `cargo test` with the same `--manifest-path`.
#![cfg_attr(not(test), no_std)]

adgraph::graph! {
    /// Squared error of a predicted range to a beacon at `b`, for a robot at `x`.
    fn range_error(x: [f32; 2], b: [f32; 2], measured: f32) -> f32 {
        let error = norm(x - b) - measured;
        0.5 * error * error
    }

    /// Mean of such errors over as many beacons as are seen, where those that disagree with the
    /// others count less.
    pub fn mean_error<const N: usize>(
        x: [f32; 2], #[dynamic] beacons: &[[f32; 2]; N], #[dynamic] measured: &[f32; N],
    ) -> f32 {
        let errors = map(|beacon, range| norm(x - beacon) - range, beacons, measured);
        let weights = softmax(-errors * errors);
        sum(weights * errors * errors)
    }

    #[cfg(test)]
    fn mean_error_of_three(
        x: [f32; 2], #[dynamic] beacons: &[[f32; 2]; 3], #[dynamic] measured: &[f32; 3],
    ) -> f32 {
        mean_error(x, beacons, measured)
    }
}

/// Moves an estimate of the position against the gradient of the error.
#[must_use]
pub fn correct(x: [f32; 2], beacon: [f32; 2], measured: f32, gain: f32) -> [f32; 2] {
    let (_, adjoint) = range_error::gradient(x, beacon, measured);
    [x[0] - gain * adjoint.x[0], x[1] - gain * adjoint.x[1]]
}

/// So many beacons are seen at once.
const MOST: usize = 16;

/// Moves an estimate of the position against the gradient of the mean error. The number of beacons
/// is known at run time only; intermediate arrays are in memory of this function.
///
/// # Panics
/// When there are more than 16 beacons, or not as many measurements.
#[must_use]
pub fn correct_by_all(x: [f32; 2], beacons: &[[f32; 2]], measured: &[f32], gain: f32) -> [f32; 2] {
    let mut memory = [0.0; mean_error::workspace_len(MOST)];
    let mut workspace = mean_error::Workspace::within(&mut memory);
    let function = mean_error::Function { beacons, measured };
    let mut gradient = [0.0; 2];
    function.gradient_with(&mut workspace, &x, &mut gradient);
    [x[0] - gain * gradient[0], x[1] - gain * gradient[1]]
}

#[cfg(not(test))]
#[panic_handler]
fn halt(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

#[cfg(test)]
mod tests {
    use super::{correct, correct_by_all, mean_error, mean_error_of_three};

    const BEACONS: [[f32; 2]; 3] = [[0.0, 4.0], [3.0, -1.0], [-2.0, 0.5]];
    const MEASURED: [f32; 3] = [3.5, 4.0, 2.25];

    #[test]
    fn one_beacon() {
        let x = correct([1.0, 1.0], [1.0, 4.0], 2.0, 0.5);
        assert_eq!(x, [1.0, 1.5]);
        assert_eq!(correct_by_all([1.0, 1.0], &[[1.0, 4.0]], &[2.0], 0.25), x);
    }

    #[test]
    fn the_number_of_beacons_changes_no_bit() {
        let x = [0.25, -0.5];
        let (value, adjoint) = mean_error_of_three::gradient(x, &BEACONS, &MEASURED);
        let mut memory = [f32::NAN; mean_error::workspace_len(3)];
        let mut workspace = mean_error::Workspace::within(&mut memory);
        let own = mean_error::value_with(&mut workspace, x, &BEACONS, &MEASURED);
        assert_eq!(own.to_bits(), value.to_bits());
        let (beacons, measured) = (&BEACONS[..], &MEASURED[..]);
        let function = mean_error::Function { beacons, measured };
        let mut gradient = [0.0; 2];
        let own = function.gradient_with(&mut workspace, &x, &mut gradient);
        assert_eq!(own.to_bits(), value.to_bits());
        assert_eq!(gradient.map(f32::to_bits), adjoint.x.map(f32::to_bits));
        let moved = correct_by_all(x, beacons, measured, 2.0);
        assert_eq!(moved, [x[0] - 2.0 * gradient[0], x[1] - 2.0 * gradient[1]]);
    }

    #[test]
    #[should_panic(expected = "`workspace_len` says how many")]
    fn memory_does_not_grow() {
        let mut memory = [0.0; mean_error::workspace_len(3)];
        let mut workspace = mean_error::Workspace::within(&mut memory);
        let (beacons, measured) = (&[[0.0; 2]; 50][..], &[1.0; 50][..]);
        let function = mean_error::Function { beacons, measured };
        let _ = function.gradient_with(&mut workspace, &[1.0, 2.0], &mut [0.0; 2]);
    }
}
