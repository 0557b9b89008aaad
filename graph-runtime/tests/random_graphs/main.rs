//! Graphs and files that nobody thought of: random well-typed graphs over all operators, and texts
//! with random damage. Everything is drawn from a seed, so that a failure names the case again.
//!
//! `RANDOM_CASES=20000` runs so many cases of each kind instead of the few that suit every day,
//! `RANDOM_SEED=7` begins with another seed, and `RANDOM_TRACE=1` names each case before it runs
//! (for one that ends the process).

#[allow(dead_code, reason = "the tests of another crate use the rest")]
#[path = "../../../graph-program/tests/program/direct.rs"]
mod direct;
#[allow(dead_code, reason = "the tests of another crate use the rest")]
#[path = "../../../graph-program/tests/program/scalar.rs"]
mod scalar;

mod damage;
mod derivatives;
mod generate;
mod hostile_cppad;
mod hostile_nnvm;
mod hostile_text;
mod in_place;
mod inner;
mod meaning;
mod nnvm;
mod non_finite;
mod outcome;
mod pipeline;
mod reference;
mod row_loops;
mod rows_apart;
mod same_bits;
mod source;
mod sparse;
mod structural;
mod towers;
mod trace;
mod vectorized;

/// Runs `case` for as many seeds as asked for, `count` of them on ordinary days.
fn cases(name: &str, count: u64, case: impl Fn(u64) + std::panic::RefUnwindSafe) {
    let setting = |key: &str| std::env::var(key).ok().and_then(|text| text.parse().ok());
    let first = setting("RANDOM_SEED").unwrap_or(1_u64);
    for seed in first..first + setting("RANDOM_CASES").unwrap_or(count) {
        if std::env::var_os("RANDOM_TRACE").is_some() {
            eprintln!("{name}: seed {seed}");
        }
        let start = std::time::Instant::now();
        if let Err(panic) = std::panic::catch_unwind(|| case(seed)) {
            eprintln!("{name}: this was seed {seed}");
            std::panic::resume_unwind(panic);
        }
        if start.elapsed().as_secs_f64() > 60.0 {
            panic!("{name}: seed {seed} took {:?}", start.elapsed());
        }
    }
}
