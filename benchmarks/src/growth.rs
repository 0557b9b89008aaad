//! How time grows with length: Rosenbrock's function of 10 to 10,000 numbers, as array expressions
//! and as a loop. Each is a program of its own, which times itself, since building it is timed too.

use std::process::Command;

use crate::scratch;
use crate::table;

const LENGTHS: [usize; 4] = [10, 100, 1_000, 10_000];

/// The two ways to write the function.
const FORMS: [(&str, &str); 2] = [
    (
        "arrays",
        "let a = 1.0 - x[..N - 1];
        let b = x[1..] - x[..N - 1] * x[..N - 1];
        sum(a * a + 100.0 * b * b)",
    ),
    (
        "loop",
        "let mut total = 0.0;
        for i in 0..N - 1 {
            let a = 1.0 - x[i];
            let b = x[i + 1] - x[i] * x[i];
            total += a * a + 100.0 * b * b;
        }
        total",
    ),
];

/// A program that prints the nanoseconds of a value and of a gradient, as medians.
const MAIN: &str = "
use std::hint::black_box;
use std::time::Instant;

adgraph::graph! {
    const N: usize = LENGTH;
    pub fn ros(x: &[f64; N]) -> f64 {
        BODY
    }
}

fn median(mut call: impl FnMut()) -> f64 {
    let mut calls = 1;
    let mut window = |calls: usize| {
        let start = Instant::now();
        (0..calls).for_each(|_| call());
        start.elapsed().as_secs_f64()
    };
    while window(calls) < 2e-4 {
        calls *= 2;
    }
    let mut times: Vec<f64> = (0..51).map(|_| window(calls) * 1e9 / calls as f64).collect();
    times.sort_by(f64::total_cmp);
    times[25]
}

fn main() {
    let x: [f64; LENGTH] = std::array::from_fn(|i| 0.5 + ((i * 97) % 101) as f64 / 101.0);
    let mut adjoint = ros::Adjoint::ZERO;
    let value = median(|| {
        black_box(ros(black_box(&x)));
    });
    let gradient = median(|| {
        black_box(ros::gradient_into(black_box(&x), black_box(&mut adjoint)));
    });
    println!(\"{value} {gradient}\");
}
";

/// The table: time per number and time to build, for each form and length.
pub(crate) fn table() -> Result<String, String> {
    let header = [
        "form",
        "n",
        "value, ns per number",
        "gradient, ns per number",
        "expansion",
        "build",
    ];
    let mut cells = vec![header.map(str::to_owned).to_vec()];
    for (form, body) in FORMS {
        for length in LENGTHS {
            eprintln!("growth: {form}, {length}");
            let main = MAIN
                .replace("LENGTH", &length.to_string())
                .replace("BODY", body);
            let name = format!("growth-{form}-{length}");
            let (build, binary) = scratch::compile(&name, &main, &scratch::Setting::default())?;
            let output = Command::new(binary)
                .output()
                .map_err(|error| error.to_string())?;
            let text = String::from_utf8_lossy(&output.stdout);
            let times: Vec<f64> = text
                .split_whitespace()
                .filter_map(|number| number.parse().ok())
                .collect();
            let [value, gradient] = times[..] else {
                return Err(format!("{name} printed `{text}`"));
            };
            #[allow(clippy::cast_precision_loss, reason = "at most 10,000")]
            let per_number = |ns: f64| format!("{:.3}", ns / length as f64);
            cells.push(vec![
                form.to_owned(),
                length.to_string(),
                per_number(value),
                per_number(gradient),
                table::time(build.expand_ms * 1e6),
                table::time(build.build_s * 1e9),
            ]);
        }
    }
    Ok(table::render(&cells))
}
