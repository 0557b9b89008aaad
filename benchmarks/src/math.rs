//! The elementary functions, in nanoseconds a value and in units in the last place: this crate's in
//! lanes and alone against the standard library's, the `libm` crate's and the vectors of `wide`.

use std::fmt::Write as _;
use std::hint::black_box;

use graph_math::lanes::{F64x8, LANES, Lanes};
use graph_math::math;
use wide::f64x8;

use crate::timing::{self, Run, as_f64};

/// Values of one pass over a slice: few enough for the second cache.
const VALUES: usize = 4096;

/// Values at which errors are measured.
const SAMPLES: usize = 200_000;

/// Applies a function to each value.
type Pass = fn(&[f64], &mut [f64]);

/// The contenders, in the order of columns.
const CONTENDERS: [&str; 5] = ["in lanes", "alone", "std", "libm", "wide"];

/// A function, the interval that its arguments come from, and its definitions.
struct Row {
    name: &'static str,
    interval: (f64, f64),
    /// Correctly rounded, where there is such a definition.
    truth: Option<fn(f64) -> f64>,
    passes: [Option<Pass>; CONTENDERS.len()],
}

/// One value after another, as scalar code computes them: not several at once, which the compiler
/// can make of a loop over a function that it sees.
macro_rules! one_by_one {
    ($function:expr) => {
        Some(
            (|x, y| {
                for (x, y) in x.iter().zip(y) {
                    *y = ($function)(black_box(*x));
                }
            }) as Pass,
        )
    };
}

/// Eight values at once, in vectors of the type `wide::f64x8`.
macro_rules! wide {
    ($function:expr) => {
        Some(
            (|x, y| {
                let blocks = x.as_chunks().0.iter().zip(y.as_chunks_mut().0);
                blocks.for_each(|(x, y)| *y = ($function)(f64x8::new(*x)).to_array());
            }) as Pass,
        )
    };
}

/// Our definitions in lanes and alone.
macro_rules! ours {
    ($($function:tt)+) => {
        [
            Some((|x, y| {
                for at in (0..x.len()).step_by(LANES) {
                    ($($function)+)(F64x8::load(x, at)).store(y, at);
                }
            }) as Pass),
            one_by_one!($($function)+),
        ]
    };
}

/// Rows of functions that have one name here; the others' names, where they have one, follow.
macro_rules! rows {
    ($($name:ident $interval:expr $(, truth $truth:expr)? $(, std $std:expr)? $(, libm $libm:expr)?
        $(, wide $wide:expr)?;)+) => {
        vec![$({
            let [lanes, alone] = ours!(math::$name);
            #[allow(unused_mut, unused_assignments, reason = "not every row has every column")]
            let mut row = Row {
                name: stringify!($name),
                interval: $interval,
                truth: None,
                passes: [lanes, alone, None, None, None],
            };
            $(row.truth = Some($truth);)?
            $(row.passes[2] = one_by_one!($std);)?
            $(row.passes[3] = one_by_one!($libm);)?
            $(row.passes[4] = wide!($wide);)?
            row
        }),+]
    };
}

/// The functions over intervals in which programs use them.
fn rows() -> Vec<Row> {
    let mut rows = rows! {
        exp (-10.0, 10.0), truth core_math::exp, std f64::exp, libm libm::exp, wide f64x8::exp;
        exp (-700.0, 700.0), truth core_math::exp, std f64::exp, libm libm::exp, wide f64x8::exp;
        exp2 (-10.0, 10.0), truth core_math::exp2, std f64::exp2, libm libm::exp2, wide f64x8::exp2;
        exp_m1 (-1.0, 1.0), truth core_math::expm1, std f64::exp_m1, libm libm::expm1,
            wide f64x8::exp_m1;
        ln (0.5, 2.0), truth core_math::log, std f64::ln, libm libm::log, wide f64x8::ln;
        ln (0.01, 100.0), truth core_math::log, std f64::ln, libm libm::log, wide f64x8::ln;
        log2 (0.01, 100.0), truth core_math::log2, std f64::log2, libm libm::log2, wide f64x8::log2;
        log10 (0.01, 100.0), truth core_math::log10, std f64::log10, libm libm::log10,
            wide f64x8::log10;
        ln_1p (-0.5, 1.0), truth core_math::log1p, std f64::ln_1p, libm libm::log1p,
            wide f64x8::ln_1p;
        sin (-3.2, 3.2), truth core_math::sin, std f64::sin, libm libm::sin, wide f64x8::sin;
        sin (-1000.0, 1000.0), truth core_math::sin, std f64::sin, libm libm::sin, wide f64x8::sin;
        cos (-3.2, 3.2), truth core_math::cos, std f64::cos, libm libm::cos, wide f64x8::cos;
        tan (-3.2, 3.2), truth core_math::tan, std f64::tan, libm libm::tan, wide f64x8::tan;
        asin (-1.0, 1.0), truth core_math::asin, std f64::asin, libm libm::asin, wide f64x8::asin;
        acos (-1.0, 1.0), truth core_math::acos, std f64::acos, libm libm::acos, wide f64x8::acos;
        atan (-10.0, 10.0), truth core_math::atan, std f64::atan, libm libm::atan, wide f64x8::atan;
        cbrt (-100.0, 100.0), truth core_math::cbrt, std f64::cbrt, libm libm::cbrt;
        sinh (-3.0, 3.0), truth core_math::sinh, std f64::sinh, libm libm::sinh, wide f64x8::sinh;
        cosh (-3.0, 3.0), truth core_math::cosh, std f64::cosh, libm libm::cosh, wide f64x8::cosh;
        tanh (-3.0, 3.0), truth core_math::tanh, std f64::tanh, libm libm::tanh, wide f64x8::tanh;
        asinh (-10.0, 10.0), truth core_math::asinh, std f64::asinh, libm libm::asinh;
        acosh (1.0, 10.0), truth core_math::acosh, std f64::acosh, libm libm::acosh;
        atanh (-1.0, 1.0), truth core_math::atanh, std f64::atanh, libm libm::atanh;
        erf (-3.0, 3.0), truth core_math::erf, libm libm::erf;
        erfc (-3.0, 10.0), truth core_math::erfc, libm libm::erfc;
        sigmoid (-10.0, 10.0);
        softplus (-10.0, 10.0);
        silu (-10.0, 10.0);
        gelu (-5.0, 5.0);
        sqrt (0.01, 100.0), truth f64::sqrt, std f64::sqrt, libm libm::sqrt, wide f64x8::sqrt;
    };
    rows.insert(rows.len() - 1, power());
    rows
}

/// A power, of two arguments: the second is fixed.
fn power() -> Row {
    let [lanes, alone] = ours!(power_of);
    Row {
        name: "powf(x, 2.3)",
        interval: (0.01, 100.0),
        truth: Some(|x| core_math::pow(x, 2.3)),
        passes: [
            lanes,
            alone,
            one_by_one!(|x: f64| x.powf(2.3)),
            one_by_one!(|x: f64| libm::pow(x, 2.3)),
            wide!(|x: f64x8| x.powf_simd(f64x8::splat(2.3))),
        ],
    }
}

fn power_of<V: math::Elementary>(x: V) -> V {
    math::powf(x, V::constant(2.3))
}

/// The table: for each contender nanoseconds a value and the largest error in units in the last
/// place.
pub(crate) fn table() -> String {
    let mut text = "| function | arguments |".to_owned();
    for name in CONTENDERS {
        let _ = write!(text, " {name}, ns | ulp |");
    }
    text += "\n|---|---|";
    text += &"--:|--:|".repeat(CONTENDERS.len());
    for row in rows() {
        let (low, high) = row.interval;
        let _ = write!(text, "\n| {} | {low} to {high} |", row.name);
        let times = times(&row);
        for (pass, time) in row.passes.iter().zip(times) {
            text += &match (pass, time) {
                (Some(pass), Some(time)) => format!(" {time:.2} | {} |", error(&row, *pass)),
                _ => " | |".to_owned(),
            };
        }
    }
    text + "\n"
}

/// Nanoseconds a value of each definition.
fn times(row: &Row) -> Vec<Option<f64>> {
    let arguments: Vec<f64> = (0..VALUES)
        // A full cycle of residues, so that neighbours take different paths.
        .map(|i| between(row.interval, as_f64((i * 997) % VALUES) / as_f64(VALUES)))
        .collect();
    let mut runs: Vec<_> = row
        .passes
        .iter()
        .map(|pass| pass.map(|pass| repeat(pass, &arguments)))
        .collect();
    let mut present: Vec<Run<'_>> = runs
        .iter_mut()
        .flatten()
        .map(|run| run as Run<'_>)
        .collect();
    let mut measured = timing::interleaved(&mut present).into_iter();
    let times = row.passes.iter().map(|pass| {
        let time = pass.and_then(|_| measured.next());
        time.map(|time| time / as_f64(VALUES))
    });
    times.collect()
}

/// Passes over the arguments, as often as told.
fn repeat(pass: Pass, arguments: &[f64]) -> impl FnMut(usize) {
    let mut results = vec![0.0; VALUES];
    move |calls| {
        for _ in 0..calls {
            pass(black_box(arguments), black_box(&mut results));
        }
    }
}

/// The largest distance from the correctly rounded value, in representable numbers.
fn error(row: &Row, pass: Pass) -> String {
    let Some(truth) = row.truth else {
        return String::new();
    };
    let arguments: Vec<f64> = (0..SAMPLES)
        .map(|i| between(row.interval, (as_f64(i) * 0.618_033_988_749_894_9).fract()))
        .collect();
    let mut results = vec![0.0; SAMPLES];
    pass(&arguments, &mut results);
    let pairs = arguments.iter().zip(&results);
    let distance = pairs
        .map(|(x, y)| order(*y).abs_diff(order(truth(*x))))
        .max();
    distance.unwrap_or(0).to_string()
}

/// The number of a float in the order of all.
fn order(x: f64) -> i64 {
    let bits = x.to_bits().cast_signed();
    if bits < 0 { i64::MIN - bits } else { bits }
}

fn between((low, high): (f64, f64), position: f64) -> f64 {
    low + (high - low) * position
}
