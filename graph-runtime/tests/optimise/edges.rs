//! Zeros, infinities, NaN, no numbers, hyperparameters out of range, and what is not learnt.

use graph_runtime::optimise::{
    Adam, AdamW, ClipError, Lbfgs, Moments, Momentum, Sgd, Velocity, clip_norm, clip_values,
    global_norm, scale,
};

use crate::problem::{Model, gradient};

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

/// The parameters after each optimiser has taken so many steps, by the same gradient.
fn moved(m: &Model<f64>, g: &Model<f64>, steps: usize) -> [Model<f64>; 5] {
    let (decay, rate) = (0.25, 0.125);
    let mut own: [Model<f64>; 5] = std::array::from_fn(|_| m.clone());
    let [sgd, momentum, nesterov, adam, adamw] = &mut own;
    let plain = Momentum {
        rate,
        weight_decay: decay,
        ..Momentum::default()
    };
    let looking = Momentum {
        nesterov: true,
        ..plain
    };
    let (mut v, mut w) = (Velocity::new(Model::zeros), Velocity::new(Model::zeros));
    let (mut a, mut b) = (Moments::new(Model::zeros), Moments::new(Model::zeros));
    for _ in 0..steps {
        let weight_decay = decay;
        Sgd { rate, weight_decay }.step(sgd, g);
        plain.step(&mut v, momentum, g);
        looking.step(&mut w, nesterov, g);
        let rule = Adam {
            rate,
            weight_decay,
            ..Adam::default()
        };
        rule.step(&mut a, adam, g);
        let rule = AdamW {
            rate,
            weight_decay,
            ..AdamW::default()
        };
        rule.step(&mut b, adamw, g);
    }
    assert_eq!([v.step, w.step, a.step, b.step], [steps; 4]);
    own
}

#[test]
fn what_is_not_learnt_stays() {
    let m = Model::<f64>::start();
    for own in moved(&m, &gradient(&m), 3) {
        assert!(own.is_kept(), "{own:?}");
        assert_ne!(own, m);
    }
    for own in moved(&m, &gradient(&m), 0) {
        assert_eq!(own, m);
    }
}

#[test]
fn no_gradient_leaves_the_decay() {
    let (m, g) = (Model::of([0.0; 5]), Model::of([0.0; 5]));
    for own in moved(&m, &g, 4) {
        assert_eq!(own, m);
    }
    let m = Model::of([2.0, -4.0, 0.0, 1.0, 8.0]);
    let [sgd, .., adamw] = moved(&m, &g, 1);
    let expected = m.numbers().map(|p| p * (1.0 - 0.125 * 0.25));
    assert_eq!([sgd.numbers(), adamw.numbers()], [expected; 2]);
}

#[test]
fn numbers_that_are_not_finite_stay_where_they_are() {
    let m = Model::of([1.0; 5]);
    for own in moved(&m, &Model::of([NAN, 1.0, INF, 1.0, -INF]), 2) {
        let p = own.numbers();
        assert!(p[0].is_nan());
        assert!(p[1].is_finite() && p[3] == p[1] && p[1] < 1.0);
        assert!(!p[2].is_finite() && !p[4].is_finite());
        assert!(own.is_kept());
    }
    // Parameters are not multiplied by a decay of 0.
    let (mut m, g) = ([INF, 1.0], [0.0, 1.0]);
    Sgd::default().step(&mut m, &g);
    Momentum::default().step(&mut Velocity::new(|| [0.0; 2]), &mut m, &g);
    Adam::default().step(&mut Moments::new(|| [0.0; 2]), &mut m, &g);
    assert_eq!(m[0], INF);
}

#[test]
fn arrays_without_numbers_are_nothing_to_do() {
    let mut m = ([0.0_f64; 0], [[0.0_f32; 0]; 3]);
    let g = m;
    Adam::default().step(&mut Moments::new(|| g), &mut m, &g);
    assert_eq!(global_norm(&m), 0.0);
    assert_eq!(clip_norm(&mut m, 1.0), Ok(0.0));
    assert_eq!(clip_values(&mut m, 1.0), Ok(0));
}

#[test]
fn the_first_step_is_as_long_as_the_rate() {
    let (mut m, mut state) = ([0.0_f64, 0.0], Moments::new(|| [0.0; 2]));
    let rule = Adam {
        epsilon: 0.0,
        ..Adam::default()
    };
    rule.step(&mut state, &mut m, &[1e-150, -1e150]);
    assert!(
        (m[0] + 1e-3).abs() < 1e-17 && (m[1] - 1e-3).abs() < 1e-17,
        "{m:?}"
    );
    // Long after the start no bias is left, and the count of steps stays.
    state.step = usize::MAX;
    rule.step(&mut state, &mut m, &[1e-150, -1e150]);
    assert_eq!(state.step, usize::MAX);
    assert!(m[0].is_finite());
}

#[test]
fn norms_have_all_digits_and_do_not_overflow() {
    for size in [1.0, 1e-300, 1e-200, 1e-160, 1e-30, 1e150, 1e160, 1e300] {
        let found = global_norm(&([3.0 * size, 0.0], -4.0 * size));
        assert!((found / size - 5.0).abs() < 1e-14, "{size}: {found}");
    }
    assert_eq!(
        global_norm(&[f64::MIN_POSITIVE * f64::EPSILON; 4]),
        f64::MIN_POSITIVE * f64::EPSILON * 2.0
    );
    assert_eq!(global_norm(&[1e30_f32; 4]), 2.0 * f64::from(1e30_f32));
    assert_eq!(global_norm(&[INF, 1.0]), INF);
    assert_eq!(global_norm(&[f64::MAX; 2]), INF);
    assert_eq!(global_norm(&[0.0, -0.0]), 0.0);
    for place in 0..20 {
        let mut numbers = [INF; 20];
        numbers[place] = NAN;
        assert!(global_norm(&numbers).is_nan());
    }
    let many: [f64; 37] = std::array::from_fn(|i| i as f64);
    let squares: f64 = many.iter().map(|x| x * x).sum();
    assert_eq!(global_norm(&many), squares.sqrt());
    // The fixed numbers do not count.
    assert_eq!(global_norm(&Model::of([3.0, 0.0, 0.0, 4.0, 0.0])), 5.0);
}

#[test]
fn gradients_are_clipped_by_their_norm() {
    let g = Model::of([3.0, 0.0, 0.0, 4.0, 0.0]);
    let mut own = g.clone();
    assert_eq!(clip_norm(&mut own, 2.5), Ok(5.0));
    assert!(own.is_kept());
    let factor = 2.5 / (5.0 + 1e-6);
    assert_eq!(own.numbers(), g.numbers().map(|g| g * factor));
    for bound in [5.1, INF] {
        let mut own = g.clone();
        assert_eq!(clip_norm(&mut own, bound), Ok(5.0));
        assert_eq!(own, g);
    }
    let mut own = g.clone();
    assert_eq!(clip_norm(&mut own, 0.0), Ok(5.0));
    assert_eq!(own.numbers(), [0.0; 5]);
    let mut none = [0.0; 3];
    assert_eq!(clip_norm(&mut none, 0.0), Ok(0.0));
}

#[test]
fn gradients_that_are_not_finite_are_not_clipped() {
    for (numbers, size) in [([INF, 1.0], INF), ([f64::MAX, f64::MAX], INF)] {
        let mut g = numbers;
        assert_eq!(clip_norm(&mut g, 1.0), Err(ClipError::Norm(size)));
        assert_eq!(g, numbers);
    }
    let mut g = [NAN, 3.0];
    let error = clip_norm(&mut g, 1.0).expect_err("no number");
    assert_eq!(error.to_string(), "the norm of the gradient is NaN");
    assert_eq!(g[1], 3.0);
    for bound in [-1.0, NAN] {
        let error = clip_norm(&mut [1.0], bound).expect_err("no bound");
        let message = format!("the bound is {bound}, and must be at least 0");
        assert_eq!(error.to_string(), message);
        assert!(clip_values(&mut [1.0], bound).is_err());
    }
}

#[test]
fn gradients_are_clipped_by_their_values() {
    let mut g = ([-3.0, NAN, 0.5], [INF as f32, -0.0]);
    assert_eq!(clip_values(&mut g, 2.0), Ok(2));
    assert_eq!((g.0[0], g.0[2], g.1[0]), (-2.0, 0.5, 2.0));
    assert!(g.0[1].is_nan() && g.1[1].is_sign_negative());
    let mut own = Model::of([9.0; 5]);
    assert_eq!(clip_values(&mut own, 0.0), Ok(5));
    assert!(own.is_kept());
    assert_eq!(own.numbers(), [0.0; 5]);
    let mut own = Model::of([9.0; 5]);
    scale(&mut own, 0.5);
    assert!(own.is_kept() && own.numbers() == [4.5; 5]);
}

#[test]
fn hyperparameters_out_of_range_are_named() {
    assert_eq!(Sgd::default().check(), Ok(()));
    assert_eq!(Momentum::default().check(), Ok(()));
    assert_eq!(Adam::default().check(), Ok(()));
    assert_eq!(AdamW::default().check(), Ok(()));
    assert_eq!(Lbfgs::default().check(), Ok(()));
    let sgd = Sgd {
        rate: -1.0,
        ..Sgd::default()
    };
    let plain = Momentum::default();
    let nesterov = Momentum {
        nesterov: true,
        dampening: 0.5,
        ..plain
    };
    let (momentum, dampening) = (1.0, 1.5);
    let found = [
        sgd.check(),
        nesterov.check(),
        Momentum { momentum, ..plain }.check(),
        Momentum { dampening, ..plain }.check(),
        Adam {
            beta2: NAN,
            ..Adam::default()
        }
        .check(),
        AdamW {
            weight_decay: INF,
            ..AdamW::default()
        }
        .check(),
        Lbfgs {
            evaluations: 0,
            ..Lbfgs::default()
        }
        .check(),
        Lbfgs {
            decrease: 0.95,
            ..Lbfgs::default()
        }
        .check(),
    ];
    let messages = found.map(|found| found.expect_err("out of range").to_string());
    assert_eq!(
        messages,
        [
            "`rate` is -1, and must be a finite number of at least 0",
            "`dampening` is 0.5, and must be 0 with Nesterov's momentum",
            "`momentum` is 1, and must be at least 0 and below 1",
            "`dampening` is 1.5, and must be from 0 to 1",
            "`beta2` is NaN, and must be at least 0 and below 1",
            "`weight_decay` is inf, and must be a finite number of at least 0",
            "`evaluations` is 0, and must be at least 1",
            "`decrease` is 0.95, and must be above 0 and below `curvature`",
        ]
    );
}
