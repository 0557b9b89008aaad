//! Finds how a curve is best fitted: the rate of its training, the momentum, and the penalty on
//! large weights, by the derivative through all steps of the training.
//!
//! A polynomial learns from twelve noisy points by gradient descent with momentum. How well it does
//! on other points is a function of the hyperparameters, which has a gradient as any other function.

use adgraph::graph;
use adgraph::optimise::{History, Lbfgs};

graph! {
    const DEGREE: usize = 10;

    /// The weights of a sum of Legendre polynomials.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Curve {
        /// The weight of each, the lowest first.
        pub w: [f64; DEGREE],
    }

    /// How the curve is trained.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Training {
        /// The logarithm of the rate.
        pub log_rate: f64,
        /// The logarithm of the odds of the momentum, which is between 0 and 1.
        pub odds_of_momentum: f64,
        /// The logarithm of the penalty on the squares of weights.
        pub log_penalty: f64,
    }

    /// The value at a place from -1 to 1.
    fn at(c: &Curve, x: f64) -> f64 {
        let (mut before, mut now) = (1.0, x);
        let mut sum = c.w[0] + c.w[1] * x;
        for n in 1..DEGREE - 1 {
            let k = n as f64;
            let next = ((2.0 * k + 1.0) * x * now - k * before) / (k + 1.0);
            sum += c.w[n + 1] * next;
            before = now;
            now = next;
        }
        sum
    }

    /// The mean square of the errors.
    pub fn misfit(c: &Curve, x: &[f64; 12], y: &[f64; 12]) -> f64 {
        mean(map(|x, y| (at(c, x) - y).powi(2), x, y))
    }

    /// The curve after 100 steps.
    pub fn trained(t: &Training, x: &[f64; 12], y: &[f64; 12]) -> Curve {
        let mut c = Curve { w: zeros(DEGREE) };
        let mut velocity = Curve { w: zeros(DEGREE) };
        let momentum = sigmoid(t.odds_of_momentum);
        for _ in 0..100 {
            let cost = misfit(c, x, y) + exp(t.log_penalty) * dot(c, c);
            velocity = momentum * velocity - exp(t.log_rate) * deriv(cost, c);
            c += velocity;
        }
        c
    }

    /// How far the trained curve is from points that it has not seen.
    pub fn unseen(
        t: &Training,
        #[dynamic] x: &[f64; 12],
        #[dynamic] y: &[f64; 12],
        #[dynamic] other_x: &[f64; 12],
        #[dynamic] other_y: &[f64; 12],
    ) -> f64 {
        misfit(trained(t, x, y), other_x, other_y)
    }
}

fn main() {
    let (x, other_x): ([f64; 12], [f64; 12]) = (
        std::array::from_fn(|i| (i as f64 * 0.26 + 0.13).cos()),
        std::array::from_fn(|i| (i as f64 * 0.26).cos()),
    );
    let mut noise = numbers();
    let mut seen = |x: f64| (3.0 * x).sin() + 0.3 * (noise() - 0.5);
    let (y, other_y) = (x.map(&mut seen), other_x.map(&mut seen));

    let mut t = Training {
        log_rate: f64::ln(0.05),
        odds_of_momentum: 0.0,
        log_penalty: f64::ln(0.1),
    };
    let first = unseen(&t, &x, &y, &other_x, &other_y);
    check(
        &t,
        |t| unseen::gradient(t, &x, &y, &other_x, &other_y).1.t,
        |t| unseen(t, &x, &y, &other_x, &other_y),
    );

    let mut history = History::<_, 5>::new(Training::zeros);
    let report = Lbfgs {
        steps: 60,
        ..Lbfgs::default()
    }
    .minimise(&mut history, &mut t, |t, g| {
        let (value, d) = unseen::gradient(t, &x, &y, &other_x, &other_y);
        *g = d.t;
        value
    });
    let last = unseen(&t, &x, &y, &other_x, &other_y);
    println!(
        "square error on unseen points {first:.4} -> {last:.4}, {:?}",
        report.stop
    );
    println!(
        "rate {:.3}, momentum {:.3}, penalty {:.2e}",
        t.log_rate.exp(),
        1.0 / (1.0 + (-t.odds_of_momentum).exp()),
        t.log_penalty.exp()
    );
    println!("{:.3?}", trained(&t, &x, &y));
    assert!(last < 0.5 * first, "{first} {last}");
}

/// Compares a gradient with differences.
fn check(t: &Training, gradient: impl Fn(&Training) -> Training, value: impl Fn(&Training) -> f64) {
    let g = gradient(t);
    let step = 1e-6;
    let difference = |change: &dyn Fn(&mut Training, f64)| {
        let (mut up, mut down) = (t.clone(), t.clone());
        change(&mut up, step);
        change(&mut down, -step);
        (value(&up) - value(&down)) / (2.0 * step)
    };
    for (found, expected) in [
        (g.log_rate, difference(&|t, step| t.log_rate += step)),
        (
            g.odds_of_momentum,
            difference(&|t, step| t.odds_of_momentum += step),
        ),
        (g.log_penalty, difference(&|t, step| t.log_penalty += step)),
    ] {
        assert!((found - expected).abs() < 1e-8, "{found} is not {expected}");
    }
}

/// Numbers between 0 and 1, always the same ones.
fn numbers() -> impl FnMut() -> f64 {
    let mut state = 1_u32;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX)
    }
}
