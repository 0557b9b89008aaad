//! Pseudo-random numbers, the same in every run.

/// A splitmix64 generator: small, and good enough to choose arguments.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Evenly from 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2f64.powi(-53)
    }

    pub(crate) fn within(&mut self, (low, high): (f64, f64)) -> f64 {
        low + (high - low) * self.unit()
    }

    /// At a relative distance from `point` anywhere between 2^-55 and 1/2, on either side; near
    /// zero, a number of that size.
    pub(crate) fn beside(&mut self, point: f64) -> f64 {
        let distance = 2f64.powf(-1.0 - 54.0 * self.unit());
        let signed = if self.bits() & 1 == 0 {
            distance
        } else {
            -distance
        };
        if point == 0.0 {
            signed
        } else {
            point + point * signed
        }
    }
}
