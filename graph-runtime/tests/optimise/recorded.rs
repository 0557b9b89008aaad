//! Each optimiser with its options against PyTorch and Optax, over 100 steps.

use graph_math::math::Float;
use graph_runtime::optimise::{
    Adam, AdamW, Moments, Momentum, Sgd, Velocity, clip_norm, clip_values, global_norm, scale,
};
use graph_runtime::tree::Tree;
use test_support::{Value, flat, number};

use crate::problem::{Model, gradient};
use crate::record;
use crate::schedules::written;

/// Any of the optimisers, with a step of its state.
type Step<T> = Box<dyn FnMut(f64, &mut Model<T>, &Model<T>)>;

fn stepping<T: Float + Tree>(case: &Value) -> Step<T> {
    let options = &case["options"];
    let option = |name: &str| options.get(name).map_or(0.0, number);
    let weight_decay = option("weight_decay");
    let (beta1, beta2) = match options.get("beta1") {
        Some(beta1) => (number(beta1), option("beta2")),
        None => (0.9, 0.999),
    };
    let epsilon = options.get("epsilon").map_or(1e-8, number);
    match case["rule"].as_str().expect("an optimiser") {
        "sgd" => Box::new(move |rate, m, g| Sgd { rate, weight_decay }.step(m, g)),
        "momentum" => {
            let rule = Momentum {
                rate: 0.0,
                momentum: option("momentum"),
                dampening: option("dampening"),
                nesterov: options.get("nesterov").is_some_and(|on| on == true),
                weight_decay,
            };
            let mut state = Velocity::new(Model::zeros);
            Box::new(move |rate, m, g| Momentum { rate, ..rule }.step(&mut state, m, g))
        }
        "adam" => {
            let rule = Adam {
                rate: 0.0,
                beta1,
                beta2,
                epsilon,
                weight_decay,
            };
            // Made from a struct that is not zero: its numbers do not matter.
            let mut state = Moments::new(Model::start);
            Box::new(move |rate, m, g| Adam { rate, ..rule }.step(&mut state, m, g))
        }
        "adamw" => {
            let rule = AdamW {
                rate: 0.0,
                beta1,
                beta2,
                epsilon,
                weight_decay,
            };
            let mut state = Moments::new(Model::zeros);
            Box::new(move |rate, m, g| AdamW { rate, ..rule }.step(&mut state, m, g))
        }
        rule => panic!("{rule} is no optimiser"),
    }
}

/// The largest deviation of parameters from the recorded ones, relative to their size.
fn deviation<T: Float + Tree>(case: &Value) -> f64 {
    let options = &case["options"];
    let constant = number(&options["rate"]);
    let schedule = options.get("schedule").map(written);
    let mut step = stepping::<T>(case);
    let mut m = Model::<T>::start();
    let (mut worst, mut compared) = (0.0_f64, 0);
    for done in 0..100 {
        let mut g = gradient(&m);
        if let Some(bound) = options.get("clip_norm") {
            clip_norm(&mut g, number(bound)).expect("a finite gradient");
        }
        if let Some(bound) = options.get("clip_values") {
            clip_values(&mut g, number(bound)).expect("a bound");
        }
        // As Optax clips.
        if let Some(bound) = options.get("scale_norm") {
            let (bound, norm) = (number(bound), global_norm(&g));
            scale(&mut g, (bound / norm).min(1.0));
        }
        step(
            schedule.as_ref().map_or(constant, |own| own.at(done)),
            &mut m,
            &g,
        );
        let Some(expected) = case["parameters"].get((done + 1).to_string()) else {
            continue;
        };
        compared += 1;
        for (p, expected) in m.numbers().into_iter().zip(flat(expected)) {
            let error = (p.to_f64() - expected).abs() / expected.abs().max(0.1);
            worst = worst.max(if error.is_nan() { f64::INFINITY } else { error });
        }
    }
    assert_eq!(compared, 6);
    assert!(m.is_kept());
    worst
}

#[test]
fn parameters_are_those_of_other_programs() {
    let record = record();
    let cases = record["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 40);
    let mut worst = std::collections::BTreeMap::new();
    for case in cases {
        let (error, tolerance) = match case["number"].as_str() {
            Some("f64") => (deviation::<f64>(case), 1e-12),
            Some("f32") => (deviation::<f32>(case), 2e-6),
            other => panic!("{other:?} is no precision"),
        };
        let own = ["by", "rule", "number"].map(|name| case[name].as_str().unwrap_or_default());
        let entry = worst.entry(own).or_insert(0.0_f64);
        *entry = entry.max(error);
        let (name, options) = (own.join(" "), &case["options"]);
        assert!(error < tolerance, "{name} {options}: {error:e}");
    }
    println!("worst relative deviations: {worst:?}");
}
