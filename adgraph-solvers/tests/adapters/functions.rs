//! The functions that all tests share.

adgraph::graph! {
    /// Rosenbrock's valley of any width: zero at `(floor, floor^2)`.
    #[derivatives(jacobian, hessian)]
    pub fn valley(x: [f64; 2], #[dynamic] floor: f64) -> f64 {
        (floor - x[0]).powi(2) + 100.0 * (x[1] - x[0] * x[0]).powi(2)
    }

    /// The same in single precision.
    #[derivatives(jacobian, hessian)]
    pub fn single(x: [f32; 2], #[dynamic] floor: f32) -> f32 {
        (floor - x[0]).powi(2) + 100.0 * (x[1] - x[0] * x[0]).powi(2)
    }

    /// The valley as residuals, of which it is the sum of squares.
    #[derivatives(jacobian, hessian)]
    pub fn residuals(x: [f64; 2], #[dynamic] floor: f64) -> [f64; 3] {
        [floor - x[0], 10.0 * (x[1] - x[0] * x[0]), 0.0]
    }

    /// Residuals of a line in single precision.
    #[derivatives(jacobian)]
    pub fn line(p: [f32; 2], #[dynamic] t: [f32; 4], #[dynamic] y: [f32; 4]) -> [f32; 4] {
        p[0] * t + p[1] - y
    }

    /// A plane over positive numbers only, lowest at 0.001.
    pub fn barrier(x: [f64; 2]) -> f64 {
        sum(x) - 0.001 * sum(ln(x))
    }

    /// Prey and predators, with the time as a dynamic parameter and a season.
    pub fn lotka(y: [f64; 2], p: [f64; 4], #[dynamic] time: f64) -> [f64; 2] {
        let births = p[0] * (1.0 + 0.1 * sin(time));
        [
            births * y[0] - p[1] * y[0] * y[1],
            p[2] * y[0] * y[1] - p[3] * y[1],
        ]
    }
}

/// The Jacobian of `lotka` with respect to the states, by hand.
pub(crate) fn lotka_states(y: [f64; 2], p: [f64; 4], time: f64) -> [[f64; 2]; 2] {
    let births = p[0] * (1.0 + 0.1 * time.sin());
    [
        [births - p[1] * y[1], -p[1] * y[0]],
        [p[2] * y[1], p[2] * y[0] - p[3]],
    ]
}

/// The Jacobian of `lotka` with respect to the parameters, by hand.
pub(crate) fn lotka_parameters(y: [f64; 2], time: f64) -> [[f64; 4]; 2] {
    let season = 1.0 + 0.1 * time.sin();
    [
        [season * y[0], -y[0] * y[1], 0.0, 0.0],
        [0.0, 0.0, y[0] * y[1], -y[1]],
    ]
}
