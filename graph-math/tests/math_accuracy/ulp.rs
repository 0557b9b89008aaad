//! Errors in units in the last place, and the record of the largest one.

/// The distance in representable values from the correctly rounded result; infinite where the
/// result is of another kind (NaN, or a zero of the other sign).
pub(crate) fn error64(got: f64, rounded: f64) -> f64 {
    if got.is_nan() || rounded.is_nan() {
        return if got.is_nan() && rounded.is_nan() {
            0.0
        } else {
            f64::INFINITY
        };
    }
    if got.is_sign_negative() != rounded.is_sign_negative() {
        return f64::INFINITY;
    }
    got.to_bits().abs_diff(rounded.to_bits()) as f64
}

/// The distance from the true value (known to the precision of `f64`) in units of the last place
/// of an `f32` of that size; an infinite result counts as the first power of two out of range.
pub(crate) fn error32(got: f32, truth: f64) -> f64 {
    if got.is_nan() || truth.is_nan() {
        return if got.is_nan() && truth.is_nan() {
            0.0
        } else {
            f64::INFINITY
        };
    }
    if got.is_sign_negative() != truth.is_sign_negative() {
        return f64::INFINITY;
    }
    let limit = 2f64.powi(128);
    let got = f64::from(got).abs().min(limit);
    let truth = truth.abs().min(limit);
    (got - truth).abs() / ulp32(truth)
}

/// The unit in the last place of an `f32` near a value that is not negative.
fn ulp32(value: f64) -> f64 {
    let exponent = (value.to_bits() >> 52) as i32 - 1023;
    2f64.powi(exponent.clamp(-126, 127) - 23)
}

/// The largest error of one function in one type, and the arguments that gave it.
pub(crate) struct Worst {
    name: String,
    error: f64,
    at: Vec<f64>,
}

impl Worst {
    pub(crate) fn new(name: &str, float: &str) -> Self {
        Self {
            name: format!("{name} {float}"),
            error: 0.0,
            at: Vec::new(),
        }
    }

    /// Takes one measurement into account.
    pub(crate) fn see(&mut self, at: &[f64], error: f64) {
        if error > self.error {
            self.error = error;
            self.at = at.to_vec();
        }
    }

    /// Prints the result and fails the test when it is above the bound.
    pub(crate) fn report(&self, bound: f64) {
        let Self { name, error, at } = self;
        println!("{name:14} {error:8.3} ulp at {at:?}");
        assert!(
            *error <= bound,
            "{name}: {error} ulp at {at:?}, bound {bound}"
        );
    }
}
