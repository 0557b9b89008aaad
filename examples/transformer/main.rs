//! Trains a small transformer on sonnets, letter by letter, and lets it write.
//!
//! `cargo run --release --example transformer` trains it for 1500 steps. It saves a checkpoint every
//! hundred steps, and goes on from it when it is started again, to the same bits as if it had not
//! been stopped. `-- --steps 3000` trains it longer, `-- --folder F` keeps the files elsewhere than
//! in `target/transformer`: the checkpoint, the loss at each step, and a picture of it.

mod files;
mod model;
mod plot;

use std::error::Error;
use std::path::PathBuf;

use adgraph::optimise::{AdamW, Cosine, Moments, Schedule, Warmup, clip_norm};
use indicatif::{ProgressBar, ProgressStyle};

use files::{Files, Run};
use model::{LETTERS, Model, SPAN, loss, scores};

const TEXT: &str = include_str!("sonnets.txt");
/// How many pieces of the text a step learns from.
const PIECES: usize = 16;
/// How many steps there are between two checkpoints.
const BETWEEN: usize = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let (steps, folder) = arguments()?;
    let alphabet = alphabet();
    let text: Vec<usize> = TEXT
        .chars()
        .filter_map(|c| number_of(&alphabet, c))
        .collect();
    let files = Files::in_folder(&folder)?;
    let mut run = Box::new(Run {
        model: Model::init(1),
        adam: Moments::new(Model::zeros),
        losses: Vec::new(),
    });
    files.restore(&mut run)?;
    let rate = Warmup {
        from: 0.0,
        steps: 50,
        then: Cosine {
            from: 4e-3,
            to: 1e-4,
            steps: 1450,
        },
    };
    let bar = ProgressBar::new(steps as u64).with_position(run.adam.step as u64);
    bar.set_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len} {msg} {eta}",
    )?);
    let mut d = Box::new(loss::Adjoint::ZERO);
    while run.adam.step < steps {
        let value = loss::gradient_into(&run.model, &pieces(&text, run.adam.step), &mut d);
        clip_norm(&mut d.m, 1.0)?;
        let rule = AdamW {
            rate: rate.at(run.adam.step),
            ..AdamW::default()
        };
        rule.step(&mut run.adam, &mut run.model, &d.m);
        run.losses.push(value);
        bar.inc(1);
        bar.set_message(format!("loss {value:.3}"));
        if run.adam.step.is_multiple_of(BETWEEN) || run.adam.step == steps {
            files.save(&run)?;
        }
    }
    bar.finish();
    plot::losses(&run.losses, &files.plot)?;
    println!("{}", written(&run.model, &text, &alphabet));
    Ok(())
}

/// The number of steps, and the folder.
fn arguments() -> Result<(usize, PathBuf), Box<dyn Error>> {
    let (mut steps, mut folder) = (1500, PathBuf::from("target/transformer"));
    let mut rest = std::env::args().skip(1);
    while let Some(name) = rest.next() {
        let value = rest.next().ok_or(format!("{name} needs a value"))?;
        match name.as_str() {
            "--steps" => steps = value.parse()?,
            "--folder" => folder = value.into(),
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    Ok((steps, folder))
}

/// The letters of the text, each once.
fn alphabet() -> Vec<char> {
    let mut letters: Vec<char> = TEXT.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    assert!(letters.len() <= LETTERS, "{} letters", letters.len());
    letters
}

fn number_of(alphabet: &[char], letter: char) -> Option<usize> {
    alphabet.binary_search(&letter).ok()
}

/// The pieces of the text for a step: always the same ones, so that a run can be continued.
fn pieces(text: &[usize], step: usize) -> Vec<[usize; SPAN + 1]> {
    let starts = text.len() - SPAN;
    let piece = |number: usize| {
        let start = mixed(step * PIECES + number) as usize % starts;
        std::array::from_fn(|at| text[start + at])
    };
    (0..PIECES).map(piece).collect()
}

/// Bits that look random: SplitMix64 of G. Steele, D. Lea and C. Flood (2014).
fn mixed(number: usize) -> u64 {
    let mut bits = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (bits ^ bits >> 31) >> 1
}

/// A text that begins as the sonnets do, and that the network continues.
fn written(m: &Model, text: &[usize], alphabet: &[char]) -> String {
    let mut seen: Vec<usize> = text[..SPAN].to_vec();
    for at in 0..300 {
        let last: [usize; SPAN] = std::array::from_fn(|i| seen[seen.len() - SPAN + i]);
        let scores = scores(m, &last)[SPAN - 1];
        // A little less daring than the chances are.
        let weights: Vec<f64> = scores[..alphabet.len()]
            .iter()
            .map(|s| (s / 0.7).exp())
            .collect();
        let mut rest = weights.iter().sum::<f64>() * (mixed(at) as f64 / i64::MAX as f64);
        let next = weights.iter().position(|weight| {
            rest -= weight;
            rest <= 0.0
        });
        seen.push(next.unwrap_or(0));
    }
    seen.iter().map(|&letter| alphabet[letter]).collect()
}
