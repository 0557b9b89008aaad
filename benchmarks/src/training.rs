//! Training: steps of AdamW on the transformer of the examples, against JAX, which a script runs from
//! the same parameters on the same texts.

#[path = "../../examples/transformer/model.rs"]
mod model;

use std::hint::black_box;
use std::time::Instant;

use adgraph::math::random_bits;
use adgraph::optimise::{AdamW, Moments};
use adgraph::tree::{self, Numbers};

use crate::external;
use crate::table;
use crate::timing::{as_f64, median};
use model::{LETTERS, Model, SPAN, loss};

/// The steps that are taken; the median of their times counts.
const STEPS: usize = 41;

/// The texts of a step.
const TEXTS: usize = 16;

/// The text that goes with the table.
pub(crate) const ABOUT: &str = "\
    Steps of AdamW on the transformer of the examples, two blocks of attention with 33,000 numbers, \
    by 16 texts of 32 letters at random, in `f64` on one core: median of 41 steps from the same \
    start, of ours before and behind those of the peer. The parameters behind the last one are \
    compared first.";

/// The table; with `peers`, against JAX.
pub(crate) fn table(peers: bool) -> Result<String, String> {
    let batches: Vec<Vec<[usize; SPAN + 1]>> = (0..STEPS).map(texts).collect();
    let (m, mut times) = trained(&batches);
    let mut found = Vec::new();
    if peers {
        let mut inputs = numbers(&Model::init(1));
        let flat = batches.iter().flatten().flatten();
        inputs.push(("texts".to_owned(), flat.map(|&own| as_f64(own)).collect()));
        let trained_to: Vec<f64> = numbers(&m).into_iter().flat_map(|(_, own)| own).collect();
        external::write_case("training", &inputs, &trained_to)?;
        found = external::run(&["training"])?;
        // The machine may be slower or faster by now.
        times.extend(trained(&batches).1);
    }
    let ns = median(&mut times);
    let header = ["", "ms", "over ours"].map(str::to_owned).to_vec();
    let row = |name: String, time: f64| {
        vec![
            name,
            format!("{:.2}", time / 1e6),
            format!("{:.2}", time / ns),
        ]
    };
    let mut rows = vec![header, row("adgraph".to_owned(), ns)];
    rows.extend(found.into_iter().map(|time| {
        let name = format!("{} {}", time.tool, time.version);
        row(name, time.ns)
    }));
    Ok(table::render(&rows))
}

/// The parameters after a step for each batch, and the times of the steps in nanoseconds.
fn trained(batches: &[Vec<[usize; SPAN + 1]>]) -> (Box<Model>, Vec<f64>) {
    let mut m = Box::new(Model::init(1));
    let mut state = Moments::new(Model::zeros);
    let mut d = Box::new(loss::Adjoint::ZERO);
    let rule = AdamW {
        rate: 4e-3,
        ..AdamW::default()
    };
    // The first one meets cold memory.
    loss::gradient_into(&m, &batches[0], &mut d);
    let mut times = Vec::with_capacity(batches.len());
    for texts in batches {
        let start = Instant::now();
        black_box(loss::gradient_into(&m, texts, &mut d));
        rule.step(&mut state, &mut m, &d.m);
        times.push(start.elapsed().as_secs_f64() * 1e9);
    }
    (m, times)
}

/// The parameters by their paths.
fn numbers(m: &Model) -> Vec<(String, Vec<f64>)> {
    let mut all = Vec::new();
    tree::walk(m, &mut |path, array| {
        if let Numbers::F64(numbers) = array.numbers {
            all.push((path.to_string(), numbers.to_vec()));
        }
    });
    all
}

/// The texts of a step.
fn texts(step: usize) -> Vec<[usize; SPAN + 1]> {
    let letter = |text: usize, at: usize| {
        let key = i64::try_from(step * TEXTS + text).unwrap_or_default();
        let bits = random_bits(key, i64::try_from(at).unwrap_or_default());
        usize::try_from(bits).unwrap_or_default() % LETTERS
    };
    (0..TEXTS)
        .map(|text| std::array::from_fn(|at| letter(text, at)))
        .collect()
}
