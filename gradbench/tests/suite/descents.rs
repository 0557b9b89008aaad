//! `particle` and `saddle`: minimizations of what derivatives find.

use serde_json::json;

use crate::session::{error, number, output};

/// How far from the origin the particle falls.
fn miss(w: f64) -> f64 {
    let (mut at, mut speed) = ([0.0, 8.0], [0.75, 0.0]);
    loop {
        let mut push = [0.0; 2];
        for charge in [[10.0, 10.0 - w], [10.0, 0.0]] {
            let way: [f64; 2] = std::array::from_fn(|i| at[i] - charge[i]);
            let distance = f64::hypot(way[0], way[1]);
            push = std::array::from_fn(|i| push[i] + way[i] / distance.powi(3));
        }
        at = std::array::from_fn(|i| at[i] + 0.1 * speed[i]);
        if at[1] <= 0.0 {
            return at[0] - at[1] / speed[1] * speed[0];
        }
        speed = std::array::from_fn(|i| speed[i] + 0.1 * push[i]);
    }
}

#[test]
fn the_particle_falls_to_the_origin() {
    for function in ["ff", "fr", "rf", "rr"] {
        let w = number(&output("particle", function, &json!({"w": 0.0})), "");
        assert!(
            miss(w).abs() < 1e-4,
            "{function}: {w} misses by {}",
            miss(w)
        );
        // The published value.
        assert!((w - 0.207_191_874_648_61).abs() < 1e-9, "{function}: {w}");
    }
}

#[test]
fn the_saddle_is_at_the_origin() {
    for function in ["ff", "fr", "rf", "rr"] {
        for start in [[1.0, 1.0], [-0.5, 2.0], [0.0, 0.0]] {
            let saddle = output("saddle", function, &json!({"start": start}));
            assert_eq!(saddle.as_array().expect("numbers").len(), 4);
            for i in 0..4 {
                assert!(
                    number(&saddle, &format!("/{i}")).abs() < 1e-4,
                    "{function}: {saddle}"
                );
            }
        }
    }
}

#[test]
fn starts_without_an_end_are_refused() {
    assert!(error("saddle", "rr", &json!({"start": [1.0]})).contains("invalid length 1"));
    assert!(error("particle", "ff", &json!({})).contains("missing field `w`"));
}
