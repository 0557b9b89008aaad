//! Lotka and Volterra's equations, 1000 steps of Runge and Kutta's method of fourth order; the
//! adjoint runs back over the states of all stages, which are stored. Fused multiply-add
//! throughout, and the dependency chains kept short: the derivatives of a stage do not wait for the
//! adjoint.

use super::fma;

const STEPS: usize = 1000;
const H: f64 = 0.01;
const HALF: f64 = 0.5 * H;
const THIRD: f64 = H / 3.0;
const SIXTH: f64 = H / 6.0;

/// The states of the four stages of every step.
pub(crate) type Stages = [[f64; 8]; STEPS];

/// The parameters of the equations.
struct Rates {
    birth: f64,
    eaten: f64,
    fed: f64,
    death: f64,
}

impl Rates {
    #[inline(always)]
    fn slope(&self, x: f64, y: f64) -> (f64, f64) {
        (
            x * fma(-self.eaten, y, self.birth),
            y * fma(self.fed, x, -self.death),
        )
    }

    /// A step from `(x, y)`: the states of its stages, and where it leads.
    #[inline(always)]
    fn step(&self, x: f64, y: f64) -> ([f64; 8], f64, f64) {
        let (k1x, k1y) = self.slope(x, y);
        let (x2, y2) = (fma(HALF, k1x, x), fma(HALF, k1y, y));
        let (k2x, k2y) = self.slope(x2, y2);
        let (x3, y3) = (fma(HALF, k2x, x), fma(HALF, k2y, y));
        let (k3x, k3y) = self.slope(x3, y3);
        let (x4, y4) = (fma(H, k3x, x), fma(H, k3y, y));
        let (k4x, k4y) = self.slope(x4, y4);
        let sum_x = fma(THIRD, k3x, fma(THIRD, k2x, fma(SIXTH, k1x, x)));
        let sum_y = fma(THIRD, k3y, fma(THIRD, k2y, fma(SIXTH, k1y, y)));
        (
            [x, y, x2, y2, x3, y3, x4, y4],
            fma(SIXTH, k4x, sum_x),
            fma(SIXTH, k4y, sum_y),
        )
    }
}

/// The sum of the last state; the parameters are the four rates and the first state.
pub(crate) fn value(p: &[f64; 6]) -> f64 {
    let [birth, eaten, fed, death, mut x, mut y] = *p;
    let rates = Rates {
        birth,
        eaten,
        fed,
        death,
    };
    for _ in 0..STEPS {
        (_, x, y) = rates.step(x, y);
    }
    x + y
}

/// Value and gradient.
pub(crate) fn gradient(p: &[f64; 6], stages: &mut Stages, g: &mut [f64; 6]) -> f64 {
    let [birth, eaten, fed, death, mut x, mut y] = *p;
    let rates = Rates {
        birth,
        eaten,
        fed,
        death,
    };
    for stage in stages.iter_mut() {
        (*stage, x, y) = rates.step(x, y);
    }
    let (mut x_bar, mut y_bar) = (1.0, 1.0);
    let mut sums = [Sums::default(); 4];
    for &[x1, y1, x2, y2, x3, y3, x4, y4] in stages.iter().rev() {
        let (s4x, s4y) = sums[3].stage(&rates, x4, y4, SIXTH * x_bar, SIXTH * y_bar);
        let (kx, ky) = (fma(H, s4x, THIRD * x_bar), fma(H, s4y, THIRD * y_bar));
        let (s3x, s3y) = sums[2].stage(&rates, x3, y3, kx, ky);
        let (kx, ky) = (fma(HALF, s3x, THIRD * x_bar), fma(HALF, s3y, THIRD * y_bar));
        let (s2x, s2y) = sums[1].stage(&rates, x2, y2, kx, ky);
        let (kx, ky) = (fma(HALF, s2x, SIXTH * x_bar), fma(HALF, s2y, SIXTH * y_bar));
        let (s1x, s1y) = sums[0].stage(&rates, x1, y1, kx, ky);
        x_bar = ((x_bar + s4x) + (s3x + s2x)) + s1x;
        y_bar = ((y_bar + s4y) + (s3y + s2y)) + s1y;
    }
    let total = |of: fn(&Sums) -> f64| sums.iter().map(of).sum();
    *g = [
        total(|s| s.birth),
        total(|s| s.eaten),
        total(|s| s.fed),
        total(|s| s.death),
        x_bar,
        y_bar,
    ];
    x + y
}

/// The adjoints of the rates from one of the four stages, so that four sums grow side by side.
#[derive(Clone, Copy, Default)]
struct Sums {
    birth: f64,
    eaten: f64,
    fed: f64,
    death: f64,
}

impl Sums {
    /// Adds a stage at `(x, y)` whose slope has the adjoint `(kx, ky)`; gives the state's.
    #[inline(always)]
    fn stage(&mut self, rates: &Rates, x: f64, y: f64, kx: f64, ky: f64) -> (f64, f64) {
        let xy = x * y;
        self.birth = fma(kx, x, self.birth);
        self.eaten = fma(-kx, xy, self.eaten);
        self.fed = fma(ky, xy, self.fed);
        self.death = fma(-ky, y, self.death);
        let (xx, yx) = (fma(-rates.eaten, y, rates.birth), rates.fed * y);
        let (xy, yy) = (-rates.eaten * x, fma(rates.fed, x, -rates.death));
        (fma(xx, kx, yx * ky), fma(yy, ky, xy * kx))
    }
}
