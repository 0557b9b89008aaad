//! `ht`: a hand, its pose, and what was measured of it.

use serde_json::{Value, json};

use crate::session::{close, error, is_slope, number, numbers, output, rows};

const BONES: usize = 22;
const VERTICES: usize = 9;

/// A hand without a pattern, with as many measurements as there are correspondences.
fn hand(mirrored: bool, correspondences: &[usize], us: bool) -> Value {
    let mut draw = numbers(8);
    let mut rigid = || -> Vec<Vec<Vec<f64>>> {
        let matrix = |mut m: Vec<Vec<f64>>| {
            m[3] = vec![0.0, 0.0, 0.0, 1.0];
            m
        };
        (0..BONES).map(|_| matrix(rows(&mut draw, 4, 4))).collect()
    };
    let (relatives, inverses) = (rigid(), rigid());
    // The first of each finger and the forearm hang on the wrist, all others on the one before.
    let parent = |b: i64| {
        if b == 0 {
            -1
        } else if b % 4 == 1 {
            0
        } else {
            b - 1
        }
    };
    let mut positions = rows(&mut draw, VERTICES, 4);
    for position in &mut positions {
        position[3] = 1.0;
    }
    let count = correspondences.len();
    let us = if us {
        rows(&mut draw, count, 2)
    } else {
        Vec::new()
    };
    json!({
        "theta": rows(&mut draw, 1, 26).remove(0),
        "us": us,
        "data": {
            "correspondences": correspondences,
            "points": rows(&mut draw, count, 3),
            "model": {
                "bone_count": BONES,
                "bone_names": vec!["bone"; BONES],
                "parents": (0..BONES as i64).map(parent).collect::<Vec<_>>(),
                "base_relatives": relatives,
                "inverse_base_absolutes": inverses,
                "base_positions": positions,
                "weights": rows(&mut draw, VERTICES, BONES),
                "triangles": [[0, 1, 2], [8, 3, 5]],
                "is_mirrored": mirrored,
            },
        },
    })
}

type Matrix = Vec<Vec<f64>>;

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |row: &Vec<f64>, j: usize| row.iter().zip(b).map(|(a, b)| a * b[j]).sum();
    a.iter()
        .map(|row| (0..b[0].len()).map(|j| entry(row, j)).collect())
        .collect()
}

fn matrix(value: &Value) -> Matrix {
    serde_json::from_value(value.clone()).expect("a matrix")
}

/// The turn around an axis of the three.
fn around(axis: usize, angle: f64) -> Matrix {
    let mut turn: Matrix = (0..4)
        .map(|i| (0..4).map(|j| f64::from(i == j)).collect())
        .collect();
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    (turn[i][i], turn[j][j]) = (angle.cos(), angle.cos());
    (turn[j][i], turn[i][j]) = (angle.sin(), -angle.sin());
    turn
}

/// Where a vertex of a hand is.
fn position(input: &Value, vertex: usize) -> [f64; 3] {
    let theta = |i: usize| number(&input["theta"], &format!("/{i}"));
    let model = &input["data"]["model"];
    let mut bones: Vec<Matrix> = Vec::new();
    let mut sum = [0.0; 3];
    for b in 0..BONES {
        // Of each finger, the second bone has two angles, the third and the fourth have one.
        let at = 6 + b.saturating_sub(1) / 4 * 4;
        let (first, third) = match b % 4 {
            2 if b < 21 => (theta(at), theta(at + 1)),
            3 => (theta(at + 2), 0.0),
            0 if b > 0 => (theta(at + 3), 0.0),
            _ => (0.0, 0.0),
        };
        let own = product(
            &matrix(&model["base_relatives"][b]),
            &product(&around(2, third), &around(0, first)),
        );
        let parent = model["parents"][b].as_i64().expect("a number");
        bones.push(if parent < 0 {
            own
        } else {
            product(&bones[parent as usize], &own)
        });
        let moved = product(&bones[b], &matrix(&model["inverse_base_absolutes"][b]));
        let weight = number(&model["weights"], &format!("/{vertex}/{b}"));
        let at: Vec<f64> =
            serde_json::from_value(model["base_positions"][vertex].clone()).expect("a row");
        for (sum, row) in sum.iter_mut().zip(&moved) {
            *sum += weight * row.iter().zip(&at).map(|(a, b)| a * b).sum::<f64>();
        }
    }
    if model["is_mirrored"] == true {
        sum[0] = -sum[0];
    }
    // The exponential of the cross product with the rotation vector, as a series.
    let (mut term, mut turned) = (sum, sum);
    for k in 1..40 {
        let [x, y, z] = term;
        let (a, b, c) = (theta(0), theta(1), theta(2));
        term = [b * z - c * y, c * x - a * z, a * y - b * x].map(|x| x / f64::from(k));
        turned = std::array::from_fn(|i| turned[i] + term[i]);
    }
    std::array::from_fn(|i| turned[i] + theta(3 + i))
}

#[test]
fn vertices_are_where_a_plain_loop_moves_them() {
    for mirrored in [false, true] {
        let input = hand(mirrored, &[3, 0, 8, 3], false);
        let errors = output("ht", "objective", &input);
        for (c, vertex) in [3, 0, 8, 3].into_iter().enumerate() {
            for (i, expected) in position(&input, vertex).into_iter().enumerate() {
                let measured = number(&input, &format!("/data/points/{c}/{i}"));
                close(
                    number(&errors, &format!("/{}", 3 * c + i)),
                    measured - expected,
                );
            }
        }
    }
}

#[test]
fn places_in_triangles_lie_between_their_vertices() {
    let input = hand(false, &[1, 0, 1], true);
    let errors = output("ht", "objective", &input);
    for (c, corners) in [[8, 3, 5], [0, 1, 2], [8, 3, 5]].into_iter().enumerate() {
        let [a, b, d] = corners.map(|vertex| position(&input, vertex));
        let (u, v) = (
            number(&input, &format!("/us/{c}/0")),
            number(&input, &format!("/us/{c}/1")),
        );
        for i in 0..3 {
            let place = u * a[i] + v * b[i] + (1.0 - u - v) * d[i];
            let measured = number(&input, &format!("/data/points/{c}/{i}"));
            close(
                number(&errors, &format!("/{}", 3 * c + i)),
                measured - place,
            );
        }
    }
}

#[test]
fn columns_are_slopes() {
    for us in [false, true] {
        let input = hand(true, &[1, 0, 1], us);
        let slopes = output("ht", "jacobian", &input);
        let rows = slopes.as_array().expect("rows");
        assert_eq!(rows.len(), 9);
        let places = if us { 2 } else { 0 };
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row.as_array().expect("a row").len(), places + 26);
            let result = format!("/{i}");
            for axis in 0..places {
                let found = number(row, &format!("/{axis}"));
                let place = format!("/us/{}/{axis}", i / 3);
                is_slope(("ht", "objective"), &input, &place, &result, found);
            }
            for k in 0..26 {
                let found = number(row, &format!("/{}", places + k));
                is_slope(
                    ("ht", "objective"),
                    &input,
                    &format!("/theta/{k}"),
                    &result,
                    found,
                );
            }
        }
    }
}

#[test]
fn hands_that_do_not_fit_are_refused() {
    let with = |place: &str, value: Value| {
        let mut bad = hand(false, &[1, 0], true);
        *bad.pointer_mut(place).expect("a place") = value;
        error("ht", "objective", &bad)
    };
    assert_eq!(
        with("/theta", json!([1.0])),
        "`theta` has 1 numbers instead of 26"
    );
    assert_eq!(
        with("/data/model/parents/3", json!(3)),
        "`a parent` is 3, which is not in -1..=2"
    );
    assert_eq!(
        with("/data/correspondences/0", json!(2)),
        "`a correspondence` is 2, which is not in 0..=1"
    );
    assert_eq!(
        with("/data/model/triangles/1/2", json!(9)),
        "`a vertex of a triangle` is 9, which is not in 0..=8"
    );
    assert_eq!(
        with("/data/model/weights/4", json!([1.0])),
        "`weights` has 1 numbers in a row instead of 22"
    );
    assert_eq!(
        with("/data/points", json!([])),
        "`points` has 0 rows instead of 2"
    );
    assert_eq!(
        with("/us", json!([[0.5, 0.5]])),
        "`us` has 1 rows instead of 2"
    );
    assert_eq!(
        with("/data/model/bone_count", json!(7)),
        "`parents` has 22 numbers instead of 7"
    );
    assert_eq!(
        with("/data/model/base_relatives", json!([])),
        "`base_relatives` has 0 matrices instead of 22"
    );
    let still = hand(false, &[], false);
    assert_eq!(output("ht", "jacobian", &still), json!([]));
}
