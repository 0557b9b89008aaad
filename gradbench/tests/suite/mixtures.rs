//! `kmeans` and `gmm`: points and what they gather around.

use std::f64::consts::{LN_2, PI};

use serde_json::json;

use crate::session::{close, error, is_slope, number, numbers, output, rows};

#[test]
fn centroids_move_to_the_means_of_their_points() {
    let mut draw = numbers(5);
    for (n, k, d) in [
        (1, 1, 1),
        (9, 2, 3),
        (40, 3, 8),
        (23, 4, 9),
        (50, 5, 17),
        (30, 3, 33),
    ] {
        let points = rows(&mut draw, n, d);
        let centroids = points[n - k..].to_vec();
        let input = json!({"points": points, "centroids": centroids});
        let square =
            |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum() };
        let nearest = |point: &Vec<f64>| {
            let to = |&i: &usize| square(point, &centroids[i]);
            (0..k)
                .min_by(|i, j| to(i).total_cmp(&to(j)))
                .expect("a centroid")
        };
        let cost: f64 = points
            .iter()
            .map(|p| square(p, &centroids[nearest(p)]))
            .sum();
        close(number(&output("kmeans", "cost", &input), ""), cost);
        let steps = output("kmeans", "dir", &input);
        assert_eq!(steps.as_array().expect("rows").len(), k);
        for (j, centroid) in centroids.iter().enumerate() {
            assert_eq!(steps[j].as_array().expect("a row").len(), d);
            let own: Vec<_> = points.iter().filter(|p| nearest(p) == j).collect();
            for (c, at) in centroid.iter().enumerate() {
                let mean = own.iter().map(|p| p[c]).sum::<f64>() / own.len() as f64;
                close(number(&steps, &format!("/{j}/{c}")), at - mean);
            }
        }
    }
}

#[test]
fn clusters_without_an_answer_are_refused() {
    let ragged = json!({"points": [[1.0, 2.0], [3.0]], "centroids": [[1.0, 2.0]]});
    let text = error("kmeans", "cost", &ragged);
    assert_eq!(text, "`points` has 1 numbers in a row instead of 2");
    let text = error(
        "kmeans",
        "cost",
        &json!({"points": [[1.0]], "centroids": []}),
    );
    assert!(text.starts_with("`the number of centroids` is 0"), "{text}");
    let wide = json!({"points": [], "centroids": [vec![0.0; 65]]});
    let text = error("kmeans", "dir", &wide);
    assert_eq!(
        text,
        "`the number of coordinates` is 65, which is not in 0..=64"
    );
    // No point belongs to the second: its second derivative is zero.
    let lonely = json!({"points": [[1.0]], "centroids": [[1.0], [9.0]]});
    assert!(error("kmeans", "dir", &lonely).contains("not a number"));
    assert_eq!(
        output(
            "kmeans",
            "cost",
            &json!({"points": [], "centroids": [[1.0]]})
        ),
        0.0
    );
}

/// The logarithm of the gamma function at half of a whole number.
fn log_gamma(halves: usize) -> f64 {
    let (mut at, mut sum) = match halves % 2 {
        0 => (2, 0.0),
        _ => (1, 0.5 * PI.ln()),
    };
    while at < halves {
        sum += (0.5 * at as f64).ln();
        at += 2;
    }
    sum
}

#[test]
fn mixtures_have_the_posterior_of_their_definition() {
    let mut draw = numbers(6);
    for (n, k, d, m) in [
        (1, 1, 1, 0),
        (5, 2, 2, 1),
        (7, 3, 3, 0),
        (4, 2, 7, 2),
        (3, 2, 15, 0),
        (2, 1, 40, 0),
    ] {
        let (x, mu) = (rows(&mut draw, n, d), rows(&mut draw, k, d));
        let (q, l) = (rows(&mut draw, k, d), rows(&mut draw, k, d * (d - 1) / 2));
        let alpha = rows(&mut draw, 1, k).remove(0);
        let gamma = 1.3;
        let input = json!({
            "d": d, "k": k, "n": n, "x": x, "m": m, "gamma": gamma,
            "alpha": alpha, "mu": mu, "q": q, "l": l,
        });
        // The factors of the precisions, filled column after column.
        let factors: Vec<Vec<Vec<f64>>> = (0..k)
            .map(|k| {
                let mut factor = vec![vec![0.0; d]; d];
                let mut below = l[k].iter();
                for j in 0..d {
                    factor[j][j] = q[k][j].exp();
                    for row in &mut factor[j + 1..] {
                        row[j] = *below.next().expect("an entry");
                    }
                }
                factor
            })
            .collect();
        let share: f64 = alpha.iter().map(|a| a.exp()).sum();
        let density = |x: &[f64], k: usize| {
            let row = |row: &Vec<f64>| -> f64 {
                let moved = x.iter().zip(&mu[k]).map(|(x, mu)| x - mu);
                row.iter().zip(moved).map(|(q, x)| q * x).sum()
            };
            let square: f64 = factors[k].iter().map(|q| row(q).powi(2)).sum();
            let root: f64 = (0..d).map(|j| factors[k][j][j]).product();
            alpha[k].exp() / share * root * (-0.5 * square).exp() / (2.0 * PI).powf(0.5 * d as f64)
        };
        let mut expected = 0.0;
        for x in &x {
            expected += (0..k).map(|k| density(x, k)).sum::<f64>().ln();
        }
        let freedom = d + m + 1;
        for k in 0..k {
            let trace: f64 = factors[k].iter().flatten().map(|q| q * q).sum();
            let log_root: f64 = q[k].iter().sum();
            expected += m as f64 * log_root - 0.5 * gamma * gamma * trace;
            expected += (freedom * d) as f64 * (f64::ln(gamma) - 0.5 * LN_2);
            expected -= 0.25 * (d * (d - 1)) as f64 * PI.ln();
            expected -= (0..d).map(|j| log_gamma(freedom - j)).sum::<f64>();
        }
        close(number(&output("gmm", "objective", &input), ""), expected);
        let slopes = output("gmm", "jacobian", &input);
        let of = |field: &str, rows: usize, width: usize| {
            assert_eq!(slopes[field].as_array().expect("rows").len(), rows);
            for (i, j) in [
                (0, 0),
                (rows - 1, width / 2),
                (rows / 2, width.saturating_sub(1)),
            ] {
                if j < width {
                    let place = format!("/{field}/{i}/{j}");
                    let found = number(&slopes, &place);
                    is_slope(("gmm", "objective"), &input, &place, "", found);
                }
            }
            for row in slopes[field].as_array().expect("rows") {
                assert_eq!(row.as_array().expect("a row").len(), width);
            }
        };
        of("mu", k, d);
        of("q", k, d);
        of("l", k, d * (d - 1) / 2);
        for i in 0..k {
            let place = format!("/alpha/{i}");
            let found = number(&slopes, &place);
            is_slope(("gmm", "objective"), &input, &place, "", found);
        }
    }
}

#[test]
fn mixtures_without_an_answer_are_refused() {
    let good = json!({
        "d": 2, "k": 1, "n": 1, "x": [[1.0, 2.0]], "m": 0, "gamma": 1.0,
        "alpha": [0.5], "mu": [[0.0, 0.0]], "q": [[0.1, 0.2]], "l": [[0.3]],
    });
    output("gmm", "objective", &good);
    let with = |field: &str, value: serde_json::Value| {
        let mut bad = good.clone();
        bad[field] = value;
        error("gmm", "jacobian", &bad)
    };
    assert_eq!(with("n", json!(2)), "`x` has 1 rows instead of 2");
    assert_eq!(
        with("k", json!(0)),
        "`k` is 0, which is not in 1..=9223372036854775807"
    );
    assert_eq!(
        with("l", json!([[]])),
        "`l` has 0 numbers in a row instead of 1"
    );
    assert_eq!(with("d", json!(129)), "`d` is 129, which is not in 1..=128");
    assert!(with("m", json!(-1)).starts_with("the input cannot be read: invalid value"));
    assert!(error("gmm", "objective", &json!({"d": 1})).contains("missing field `k`"));
    let mut negative = good.clone();
    negative["gamma"] = json!(-1.0);
    assert!(error("gmm", "objective", &negative).contains("not a number"));
}
