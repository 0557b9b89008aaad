//! Values that were computed with 80 digits or more and rounded once.

pub(crate) mod bessel;
pub(crate) mod gamma;
pub(crate) mod normal;

/// A function, and values of it.
pub(crate) struct Row {
    pub(crate) what: &'static str,
    pub(crate) f64: fn(f64) -> f64,
    pub(crate) f32: fn(f32) -> f32,
    pub(crate) scale: Scale,
    /// The accuracy that it promises, in units in the last place of the scale.
    pub(crate) bound: f64,
    /// Arguments and values.
    pub(crate) points: &'static [(f64, f64)],
}

/// The size that an error is compared with.
#[derive(Clone, Copy)]
pub(crate) enum Scale {
    /// The value.
    Value,
    /// The value for positive arguments, and the larger of it and 1 for others, among which the
    /// function has zeros.
    ValueAboveZero,
    /// The larger of the value and the amplitude of a Bessel function, at most 1.
    Amplitude,
}

impl Scale {
    pub(crate) fn of(self, x: f64, value: f64) -> f64 {
        let size = value.abs();
        match self {
            Self::Value => size,
            Self::ValueAboveZero if x > 0.0 => size,
            Self::ValueAboveZero => size.max(1.0),
            Self::Amplitude => {
                let amplitude = std::f64::consts::FRAC_2_PI / x.abs();
                size.max(amplitude.sqrt().min(1.0))
            }
        }
    }
}
