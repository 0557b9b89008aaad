//! Schedules: against PyTorch and Optax, and at their ends.

use graph_runtime::optimise::{Cosine, Exponential, Linear, Schedule, Staircase, Warmup};
use test_support::{Value, flat, number};

use crate::record;

/// A schedule as the record writes it.
pub(crate) fn written(text: &Value) -> Box<dyn Schedule> {
    let rate = |name: &str| number(&text[name]);
    let count = |name: &str| text[name].as_u64().expect("a number of steps") as usize;
    let (from, to, factor) = (|| rate("from"), || rate("to"), || rate("factor"));
    let (steps, every) = (|| count("steps"), || count("every"));
    match text["kind"].as_str().expect("a kind") {
        "constant" => Box::new(rate("rate")),
        "linear" => Box::new(Linear {
            from: from(),
            to: to(),
            steps: steps(),
        }),
        "cosine" => Box::new(cosine(from(), to(), steps())),
        "exponential" => Box::new(Exponential {
            from: from(),
            factor: factor(),
            every: every(),
        }),
        "staircase" => Box::new(Staircase {
            from: from(),
            factor: factor(),
            every: every(),
        }),
        "warmup" => {
            let then = &text["then"];
            assert_eq!(then["kind"], "cosine");
            let last = then["steps"].as_u64().expect("a number of steps") as usize;
            Box::new(Warmup {
                from: from(),
                steps: steps(),
                then: cosine(number(&then["from"]), number(&then["to"]), last),
            })
        }
        kind => panic!("{kind} is no schedule"),
    }
}

const fn cosine(from: f64, to: f64, steps: usize) -> Cosine {
    Cosine { from, to, steps }
}

#[test]
fn rates_are_those_of_other_programs() {
    let record = record();
    let schedules = record["schedules"].as_array().expect("schedules");
    assert_eq!(schedules.len(), 12);
    let mut worst = 0.0_f64;
    for case in schedules {
        let schedule = written(&case["schedule"]);
        let rates = flat(&case["rates"]);
        assert_eq!(rates.len(), 40);
        for (step, expected) in rates.into_iter().enumerate() {
            let error = (schedule.at(step) - expected).abs() / expected.abs().max(1e-300);
            worst = worst.max(error);
            assert!(error < 1e-12, "{case} at {step}: {error}");
        }
    }
    println!("worst relative deviation of rates: {worst:e}");
}

#[test]
fn ends_are_exact() {
    let (from, to) = (0.1, 0.003);
    for steps in [1, 2, 3, 7, 1000, 12_345] {
        let line = Linear { from, to, steps };
        let cosine = cosine(from, to, steps);
        let warm = Warmup {
            from: to,
            steps,
            then: from,
        };
        for step in [steps, steps + 1, usize::MAX] {
            assert_eq!([line.at(step), cosine.at(step)], [to; 2]);
            assert_eq!(warm.at(step), from);
        }
        assert_eq!([line.at(0), cosine.at(0), warm.at(0)], [from, from, to]);
        let before = [line, Linear { from: 1.0, ..line }].map(|line| line.at(steps - 1));
        assert!(before.iter().all(|&rate| rate > to));
    }
    let stairs = Staircase {
        from,
        factor: 0.5,
        every: 10,
    };
    let rates = [0, 9, 10, 19, 20].map(|step| stairs.at(step));
    assert_eq!(rates, [0.1, 0.1, 0.05, 0.05, 0.025]);
    let zero = Staircase {
        factor: 0.0,
        ..stairs
    };
    assert_eq!([zero.at(9), zero.at(10)], [0.1, 0.0]);
}

#[test]
fn no_steps_are_none_to_wait_for() {
    let (from, to, steps) = (0.1, 0.003, 0);
    assert_eq!(Linear { from, to, steps }.at(0), to);
    assert_eq!(cosine(from, to, steps).at(0), to);
    let then = cosine(from, to, 5);
    let warm = Warmup {
        from: 7.0,
        steps,
        then,
    };
    assert_eq!([warm.at(0), warm.at(5)], [from, to]);
    let (factor, every) = (0.5, 0);
    let by_one = Exponential {
        from,
        factor,
        every,
    };
    assert_eq!(by_one.at(2), 0.025);
    let stairs = Staircase {
        from,
        factor,
        every,
    };
    assert_eq!(stairs.at(2), 0.025);
    assert_eq!(stairs.at(usize::MAX), 0.0);
}

#[test]
fn schedules_are_taken_by_reference_and_as_objects() {
    let schedule: &dyn Schedule = &0.25;
    let warm = Warmup {
        from: 0.0,
        steps: 2,
        then: schedule,
    };
    assert_eq!(
        [0, 1, 2, 3].map(|step| warm.at(step)),
        [0.0, 0.125, 0.25, 0.25]
    );
}
