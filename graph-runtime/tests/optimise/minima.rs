//! L-BFGS against SciPy's L-BFGS-B and PyTorch's LBFGS: the same minima, with as many evaluations.

use graph_runtime::optimise::{History, Lbfgs, Report, Stop};
use test_support::{Value, flat, number};

use crate::problem::{self, Model};
use crate::record;

/// Rosenbrock's function of any number of variables.
pub(crate) fn rosenbrock<const N: usize>(p: &[f64; N], g: &mut [f64; N]) -> f64 {
    let mut value = 0.0;
    *g = [0.0; N];
    for i in 0..N - 1 {
        let (inner, rest) = (p[i + 1] - p[i] * p[i], 1.0 - p[i]);
        value += 100.0 * inner * inner + rest * rest;
        g[i] -= 400.0 * p[i] * inner + 2.0 * rest;
        g[i + 1] += 200.0 * inner;
    }
    value
}

/// A quadratic whose curvatures are from 1 to 1e4.
fn bowl(p: &[f64; 10], g: &mut [f64; 10]) -> f64 {
    let scale: [f64; 10] = std::array::from_fn(|i| 10_f64.powf(4.0 * i as f64 / 9.0));
    *g = std::array::from_fn(|i| scale[i] * (p[i] - 1.0));
    (0..10).map(|i| 0.5 * scale[i] * (p[i] - 1.0).powi(2)).sum()
}

fn beale(&[x, y]: &[f64; 2], g: &mut [f64; 2]) -> f64 {
    let mut value = 0.0;
    *g = [0.0; 2];
    for (power, constant) in [(1, 1.5), (2, 2.25), (3, 2.625)] {
        let term = constant - x + x * y.powi(power);
        value += term * term;
        g[0] += 2.0 * term * (y.powi(power) - 1.0);
        g[1] += 2.0 * term * x * f64::from(power) * y.powi(power - 1);
    }
    value
}

const RULE: Lbfgs = Lbfgs {
    gradient_tolerance: 1e-8,
    value_tolerance: 0.0,
    steps: 1000,
    evaluations: 20,
    decrease: 1e-4,
    curvature: 0.9,
};

fn minimised<const N: usize>(
    start: &Value,
    f: impl FnMut(&[f64; N], &mut [f64; N]) -> f64,
) -> (Report, Vec<f64>) {
    let mut m: [f64; N] = flat(start).try_into().expect("as many numbers");
    let mut history = History::<_, 10>::new(|| [0.0; N]);
    let report = RULE.minimise(&mut history, &mut m, f);
    (report, m.to_vec())
}

#[test]
fn minima_are_found_in_as_many_evaluations_as_elsewhere() {
    let record = record();
    let minima = record["minima"].as_array().expect("minima");
    assert_eq!(minima.len(), 5);
    for case in minima {
        let (name, start) = (case["name"].as_str().expect("a name"), &case["start"]);
        let (report, m) = match (name, flat(start).len()) {
            ("rosenbrock", 2) => minimised::<2>(start, rosenbrock),
            ("rosenbrock", _) => minimised::<10>(start, rosenbrock),
            ("bowl", _) => minimised::<10>(start, bowl),
            ("beale", _) => minimised::<2>(start, beale),
            ("chain", _) => minimised::<5>(start, |p, g| {
                let m = Model::of(*p);
                *g = problem::gradient(&m).numbers();
                problem::value(&m)
            }),
            (name, _) => panic!("{name} is no function"),
        };
        assert_eq!(report.stop, Stop::Gradient, "{name}");
        assert!(report.gradient <= 1e-8);
        for (p, expected) in m.iter().zip(flat(&case["scipy"])) {
            assert!((p - expected).abs() < 1e-8, "{name}: {p} {expected}");
        }
        let others = ["scipy_evaluations", "torch_evaluations"].map(|by| number(&case[by]));
        println!("{name} {}: {} {others:?}", m.len(), report.evaluations);
        let most = 1.25 * others[0].max(others[1]);
        assert!((report.evaluations as f64) <= most, "{name}: {report:?}");
    }
}

#[test]
fn a_history_serves_another_function_and_another_start() {
    let mut history = History::<_, 5>::new(|| [0.0; 2]);
    let mut m = [0.0; 2];
    for (goal, start) in [
        ([1.0, -2.0], None),
        ([3.0, 0.5], None),
        ([3.0, 0.5], Some([9.0, 9.0])),
    ] {
        m = start.unwrap_or(m);
        let report = RULE.minimise(&mut history, &mut m, |m, g| {
            let error = [m[0] - goal[0], 10.0 * (m[1] - goal[1])];
            *g = [2.0 * error[0], 20.0 * error[1]];
            error[0] * error[0] + error[1] * error[1]
        });
        assert_eq!(report.stop, Stop::Gradient);
        assert!(report.steps > 0 && report.value < 1e-12, "{report:?}");
        assert!(
            (m[0] - goal[0]).abs() < 1e-6 && (m[1] - goal[1]).abs() < 1e-6,
            "{m:?}"
        );
    }
}

#[test]
fn the_same_run_has_the_same_bits_and_fields_that_are_not_learnt_stay() {
    let run = || {
        let (mut m, mut history) = (Model::start(), History::<_, 3>::new(Model::zeros));
        let report = RULE.minimise(&mut history, &mut m, |m, g| {
            assert!(m.is_kept());
            *g = problem::gradient(m);
            problem::value(m)
        });
        assert_eq!(report.stop, Stop::Gradient);
        assert!(m.is_kept());
        m.numbers().map(f64::to_bits)
    };
    assert_eq!(run(), run());
}

#[test]
fn single_precision_is_minimised() {
    let (mut m, mut history) = (
        (3.0_f32, [0.5_f32, -4.0]),
        History::<_, 5>::new(|| (0.0, [0.0; 2])),
    );
    let rule = Lbfgs {
        gradient_tolerance: 1e-4,
        ..RULE
    };
    let report = rule.minimise(&mut history, &mut m, |&(a, [b, c]), g| {
        let value = (a - 1.0).powi(2) + 10.0 * (b - a).powi(2) + (c - b).powi(4);
        let fourth = 4.0 * (c - b).powi(3);
        let by_b = 20.0 * (b - a) - fourth;
        *g = (2.0 * (a - 1.0) - 20.0 * (b - a), [by_b, fourth]);
        f64::from(value)
    });
    assert_eq!(report.stop, Stop::Gradient, "{report:?}");
    assert!((m.0 - 1.0).abs() < 1e-3, "{m:?}");
}

#[test]
fn a_minimisation_says_why_it_ended() {
    let run = |rule: Lbfgs, start: [f64; 2], f: fn(&[f64; 2], &mut [f64; 2]) -> f64| {
        let (mut m, mut history) = (start, History::<_, 4>::new(|| [0.0; 2]));
        let report = rule.minimise(&mut history, &mut m, f);
        assert_eq!(report.value.to_bits(), f(&m, &mut [0.0; 2]).to_bits());
        (report, m)
    };
    let start = [-1.2, 1.0];
    let (report, m) = run(Lbfgs { steps: 0, ..RULE }, start, rosenbrock);
    assert_eq!((report.stop, report.steps, m), (Stop::Steps, 0, start));
    assert_eq!(report.evaluations, 1);
    let (report, _) = run(Lbfgs { steps: 7, ..RULE }, start, rosenbrock);
    assert_eq!((report.stop, report.steps), (Stop::Steps, 7));
    let (report, m) = run(RULE, [1.0, 1.0], rosenbrock);
    assert_eq!(
        (report.stop, report.steps, m),
        (Stop::Gradient, 0, [1.0, 1.0])
    );
    let loose = Lbfgs {
        value_tolerance: 0.5,
        ..RULE
    };
    let (report, _) = run(loose, start, rosenbrock);
    assert_eq!(report.stop, Stop::Value);
    // A gradient of the wrong sign.
    let (report, m) = run(RULE, start, |p, g| {
        let value = rosenbrock(p, g);
        *g = g.map(|g| -g);
        value
    });
    assert_eq!((report.stop, m), (Stop::Search, start));
    for bad in [f64::NAN, f64::INFINITY] {
        let (report, _) = run(RULE, [bad, 1.0], |&p, g| {
            *g = p;
            p[0] * 0.0 + 1.0
        });
        assert_eq!((report.stop, report.steps), (Stop::NotFinite, 0));
    }
    // Falls without end: the search goes ever further, and stops where nothing is finite.
    let (report, _) = run(RULE, start, |&[x, _], g| {
        *g = [1.0, 0.0];
        x
    });
    assert!(
        matches!(report.stop, Stop::Steps | Stop::Search),
        "{report:?}"
    );
}

#[test]
fn points_where_the_function_is_not_finite_are_too_far() {
    // Finite for x < 1 alone, and lowest close to there.
    let f = |&[x]: &[f64; 1], g: &mut [f64; 1]| {
        *g = [-100.0 + 1.0 / (1.0 - x)];
        -100.0 * x - (1.0 - x).ln()
    };
    let (mut m, mut history) = ([0.0], History::<_, 4>::new(|| [0.0]));
    let report = RULE.minimise(&mut history, &mut m, f);
    assert!((m[0] - 0.99).abs() < 1e-9, "{report:?} {m:?}");
}

#[test]
fn concave_stretches_leave_no_step_behind() {
    // Concave for |x| > 1 / sqrt(3), where the search begins.
    let f = |&[x]: &[f64; 1], g: &mut [f64; 1]| {
        let d = 1.0 + x * x;
        *g = [2.0 * x / (d * d)];
        -1.0 / d
    };
    for start in [0.7, 3.0, 30.0] {
        let (mut m, mut history) = ([start], History::<_, 4>::new(|| [0.0]));
        let report = RULE.minimise(&mut history, &mut m, f);
        assert_eq!(report.stop, Stop::Gradient, "{report:?}");
        assert!(m[0].abs() < 1e-8, "{m:?}");
    }
}
