//! The loss of a recurrent network that predicts the next character of a text, bit by bit.
//!
//! The matrices of the network are diagonal, so that a layer is a few vectors of one number for
//! each bit of a character.

use serde::Deserialize;

use super::Module;
use crate::failure::{Result, extent, within};
use crate::layout::{padded, widened};
use crate::measure::{Answer, Prepare, Query, json, repeated};

/// A program for characters of up to some number of bits.
macro_rules! of_width {
    ($width:ident, $w:literal) => {
        mod $width {
            adgraph::graph! {
                const W: usize = $w;

                /// The mean over all bits of how badly each is predicted from the characters
                /// before.
                ///
                /// A layer has four weights, then four biases: of the forget gate, the input gate,
                /// the output gate and the change of the cell. A state is what is hidden, then the
                /// cell.
                #[derivatives(only(value, gradient))]
                pub fn loss<const L: usize, const C: usize>(
                    layers: &[[[f64; W]; 8]; L],
                    ends: &[[f64; W]; 3],
                    #[dynamic] start: &[[[f64; W]; 2]; L],
                    #[dynamic] text: &[[f64; W]; C],
                    #[dynamic] present: &[f64; W],
                    #[dynamic] count: f64,
                ) -> f64 {
                    let mut state = start;
                    let mut total = 0.0;
                    for t in 0..C - 1 {
                        let mut signal = text[t] * ends[0];
                        for l in 0..L {
                            let p = layers[l];
                            let hidden = state[l][0];
                            let forget = logistic(signal * p[0] + p[4]);
                            let enter = logistic(hidden * p[1] + p[5]);
                            let leave = logistic(signal * p[2] + p[6]);
                            let change = tanh(hidden * p[3] + p[7]);
                            let cell = state[l][1] * forget + enter * change;
                            signal = leave * tanh(cell);
                            state[l] = stack(signal, cell);
                        }
                        let guess = signal * ends[1] + ends[2];
                        let norm = ln(dot(exp(guess), present) + 2.0);
                        total += dot(text[t + 1], guess - norm);
                    }
                    -total / count
                }

                fn logistic(x: [f64; W]) -> [f64; W] {
                    1.0 / (1.0 + exp(-x))
                }
            }
        }
    };
}
of_width!(w8, 8);
of_width!(w16, 16);
of_width!(w24, 24);

pub(super) const MODULE: Module = Module {
    name: "lstm",
    functions: &[("objective", objective), ("jacobian", jacobian)],
};

#[derive(Deserialize)]
struct Input {
    main_params: Vec<Vec<f64>>,
    extra_params: Vec<Vec<f64>>,
    state: Vec<Vec<f64>>,
    sequence: Vec<Vec<f64>>,
}

impl Input {
    /// The bits of a character.
    fn bits(&self) -> usize {
        self.extra_params.first().map_or(0, Vec::len)
    }
}

/// A network and a text, of a width that is compiled.
struct Network<const W: usize> {
    layers: Vec<[[f64; W]; 8]>,
    ends: [[f64; W]; 3],
    start: Vec<[[f64; W]; 2]>,
    text: Vec<[f64; W]>,
    /// 1 for each bit that characters have.
    present: [f64; W],
    bits: usize,
    /// The number of bits that are predicted.
    count: f64,
}

impl<const W: usize> Prepare for Network<W> {
    type Input = Input;

    fn prepare(input: Input) -> Result<Self> {
        let bits = input.bits();
        within("the number of bits", bits, (1, W as i64))?;
        within(
            "the number of characters",
            input.sequence.len(),
            (2, i64::MAX),
        )?;
        let layers = input.main_params.len() / 2;
        within("the number of layers", layers, (1, i64::MAX))?;
        extent("main_params", "rows", input.main_params.len(), 2 * layers)?;
        extent("extra_params", "rows", input.extra_params.len(), 3)?;
        extent("state", "rows", input.state.len(), 2 * layers)?;
        for row in &input.main_params {
            extent("main_params", "numbers in a row", row.len(), 4 * bits)?;
        }
        let four =
            |row: &[f64]| std::array::from_fn::<_, 4, _>(|i| widened(&row[i * bits..][..bits]));
        let layer = |rows: &[Vec<f64>]| {
            let (weights, biases) = (four(&rows[0]), four(&rows[1]));
            std::array::from_fn(|i| if i < 4 { weights[i] } else { biases[i - 4] })
        };
        let extra = padded("extra_params", &input.extra_params, bits)?;
        let state = padded("state", &input.state, bits)?;
        let text = padded("sequence", &input.sequence, bits)?;
        Ok(Self {
            layers: input.main_params.chunks_exact(2).map(layer).collect(),
            ends: [extra[0], extra[1], extra[2]],
            start: state.as_chunks().0.to_vec(),
            count: (bits * (text.len() - 1)) as f64,
            text,
            present: widened(&vec![1.0; bits]),
            bits,
        })
    }
}

/// Calls a function with the program for the width of an input.
macro_rules! dispatched {
    ($input:ident, $function:ident) => {{
        let query = Query::<Input>::of($input)?;
        within("the number of bits", query.fields.bits(), (1, 24))?;
        match query.fields.bits() {
            0..=8 => $function!(query, w8, 8),
            9..=16 => $function!(query, w16, 16),
            _ => $function!(query, w24, 24),
        }
    }};
}

fn objective(input: &str) -> Result<Answer> {
    macro_rules! objective {
        ($query:ident, $width:ident, $w:literal) => {
            repeated(
                $query,
                (0.0, $width::loss::Workspace::new()),
                |n: &Network<$w>, (y, workspace)| {
                    *y = $width::loss::value_with(
                        workspace, &n.layers, &n.ends, &n.start, &n.text, &n.present, n.count,
                    );
                    Ok(())
                },
                |_, (y, _)| json(y),
            )
        };
    }
    dispatched!(input, objective)
}

fn jacobian(input: &str) -> Result<Answer> {
    macro_rules! jacobian {
        ($query:ident, $width:ident, $w:literal) => {
            repeated(
                $query,
                ($width::loss::Adjoint::ZERO, $width::loss::Workspace::new()),
                |n: &Network<$w>, (d, workspace)| {
                    $width::loss::gradient_into_with(
                        workspace, &n.layers, &n.ends, &n.start, &n.text, &n.present, n.count, d,
                    );
                    Ok(())
                },
                |n, (d, _)| {
                    let rows = d.layers.as_flattened().iter().chain(&d.ends);
                    let numbers = rows.flat_map(|row| &row[..n.bits]);
                    json(&numbers.collect::<Vec<_>>())
                },
            )
        };
    }
    dispatched!(input, jacobian)
}
