//! A run that is stopped, saved, restored and continued has the bits of one that was not stopped;
//! states are saved under known names.

use graph_runtime::optimise::{
    Adam, AdamW, Cosine, History, Lbfgs, Moments, Momentum, Schedule, Velocity,
};
use graph_runtime::tree::{Numbers, NumbersMut, Path, Tree, walk, walk_mut_within};

use crate::minima::rosenbrock;
use crate::problem::{Model, gradient};

/// An array as a file has it.
#[derive(Debug, PartialEq)]
enum Saved {
    F64(Vec<u64>),
    F32(Vec<u32>),
    Usize(Vec<usize>),
    Bool(Vec<bool>),
}

fn saved(tree: &dyn Tree) -> Vec<(String, Saved)> {
    let mut arrays = Vec::new();
    walk(tree, &mut |path, array| {
        let own = match array.numbers {
            Numbers::F64(own) => Saved::F64(own.iter().map(|x| x.to_bits()).collect()),
            Numbers::F32(own) => Saved::F32(own.iter().map(|x| x.to_bits()).collect()),
            Numbers::Usize(own) => Saved::Usize(own.to_vec()),
            Numbers::Bool(own) => Saved::Bool(own.to_vec()),
            _ => panic!("another kind of numbers"),
        };
        arrays.push((path.to_string(), own));
    });
    arrays
}

fn restore(tree: &mut dyn Tree, arrays: &[(String, Saved)]) {
    let mut arrays = arrays.iter();
    walk_mut_within(&Path::root(""), tree, &mut |path, numbers| {
        let (name, own) = arrays.next().expect("as many arrays");
        assert_eq!(path.to_string(), *name);
        match (numbers, own) {
            (NumbersMut::F64(to), Saved::F64(own)) => {
                (to.iter_mut().zip(own)).for_each(|(to, &bits)| *to = f64::from_bits(bits));
            }
            (NumbersMut::F32(to), Saved::F32(own)) => {
                (to.iter_mut().zip(own)).for_each(|(to, &bits)| *to = f32::from_bits(bits));
            }
            (NumbersMut::Usize(to), Saved::Usize(own)) => to.copy_from_slice(own),
            (NumbersMut::Bool(to), Saved::Bool(own)) => to.copy_from_slice(own),
            (_, own) => panic!("{own:?} for {name}"),
        }
    });
    assert!(arrays.next().is_none());
}

/// Runs `step` 30 times in one go, and with a stop in which everything goes through a file.
fn continued<M: Tree, S: Tree>(start: impl Fn() -> (M, S), mut step: impl FnMut(&mut M, &mut S)) {
    let (mut m, mut state) = start();
    let mut at = Vec::new();
    for _ in 0..30 {
        at.push((saved(&m), saved(&state)));
        step(&mut m, &mut state);
    }
    for stop in [0, 1, 2, 11, 29] {
        let (mut again, mut restored) = start();
        restore(&mut again, &at[stop].0);
        restore(&mut restored, &at[stop].1);
        for _ in stop..30 {
            step(&mut again, &mut restored);
        }
        assert_eq!(saved(&again), saved(&m), "stopped after {stop}");
        assert_eq!(saved(&restored), saved(&state), "stopped after {stop}");
    }
}

#[test]
fn continued_runs_have_the_same_bits() {
    let start = || (Model::<f64>::start(), Velocity::new(Model::zeros));
    continued(start, |m, state| {
        let rule = Momentum {
            rate: 0.01,
            dampening: 0.5,
            ..Momentum::default()
        };
        rule.step(state, m, &gradient(m));
    });
    let start = || (Model::<f32>::start(), Moments::new(Model::zeros));
    continued(start, |m, state| {
        let rate = Cosine {
            from: 0.1,
            to: 0.0,
            steps: 30,
        };
        let rule = Adam {
            rate: rate.at(state.step),
            ..Adam::default()
        };
        rule.step(state, m, &gradient(m));
    });
    let start = || (Model::<f64>::start(), Moments::new(Model::zeros));
    continued(start, |m, state| {
        AdamW::default().step(state, m, &gradient(m));
    });
}

#[test]
fn continued_minimisations_have_the_same_bits() {
    let start = || ([-1.2, 1.0, -1.2, 1.0], History::<_, 3>::new(|| [0.0; 4]));
    let rule = Lbfgs {
        gradient_tolerance: 1e-8,
        ..Lbfgs::default()
    };
    continued(start, |m, history| {
        let _ = rule.step(history, m, rosenbrock);
    });
}

#[test]
fn a_minimisation_in_parts_is_one() {
    let start = [-1.2, 1.0];
    let mut history = History::<_, 5>::new(|| [0.0; 2]);
    let (mut m, rule) = (start, Lbfgs::default());
    let whole = rule.minimise(&mut history, &mut m, rosenbrock);
    let mut history = History::<_, 5>::new(|| [0.0; 2]);
    // Each part evaluates its start.
    let (mut parts, mut evaluations, mut steps) = (start, 1, 0);
    let part = Lbfgs { steps: 4, ..rule };
    let last = loop {
        let report = part.minimise(&mut history, &mut parts, rosenbrock);
        evaluations += report.evaluations - 1;
        steps += report.steps;
        if report.stop != graph_runtime::optimise::Stop::Steps {
            break report;
        }
    };
    assert_eq!(parts.map(f64::to_bits), m.map(f64::to_bits));
    assert_eq!((evaluations, steps), (whole.evaluations, whole.steps));
    assert_eq!((last.stop, last.value), (whole.stop, whole.value));
}

#[test]
fn states_have_the_names_of_their_fields() {
    let names = |tree: &dyn Tree| {
        let names = saved(tree).into_iter().map(|(name, _)| name);
        names.collect::<Vec<_>>().join(" ")
    };
    let zeros = || ([0.0; 2], 0.0_f32);
    assert_eq!(names(&Velocity::new(zeros)), "velocity.0 velocity.1 step");
    assert_eq!(
        names(&Moments::new(zeros)),
        "first.0 first.1 second.0 second.1 step"
    );
    assert_eq!(
        names(&History::<_, 2>::new(|| [0.0; 2])),
        "count next pairs.0.s pairs.0.y pairs.0.rho pairs.1.s pairs.1.y pairs.1.rho"
    );
    let longest = names(&History::<_, 100>::new(|| 0.0));
    assert!(longest.ends_with("pairs.99.s pairs.99.y pairs.99.rho"));
}

#[test]
fn what_a_file_says_of_the_history_does_not_panic() {
    for wrong in [7, 1000, usize::MAX] {
        let mut history = History::<_, 3>::new(|| [0.0; 2]);
        let mut m = [-1.2, 1.0];
        let _ = Lbfgs::default().step(&mut history, &mut m, rosenbrock);
        walk_mut_within(&Path::root(""), &mut history, &mut |_, numbers| {
            if let NumbersMut::Usize(count) = numbers {
                count.fill(wrong);
            }
        });
        let report = Lbfgs::default().minimise(&mut history, &mut m, rosenbrock);
        assert!(report.value < 1e-6, "{report:?}");
    }
}
