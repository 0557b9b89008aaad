//! A network of 784, 128 and 10 units over a batch of 32: products in register tiles, and the batch
//! along the lanes of everything between them.

use super::{dot, tiles};

const BATCH: usize = 32;
const HIDDEN: usize = 128;
const CLASSES: usize = 10;
const PIXELS: usize = 784;

/// Weights, or their derivatives.
#[derive(Clone)]
pub(crate) struct Weights {
    pub(crate) w1: [[f64; PIXELS]; HIDDEN],
    pub(crate) b1: [f64; HIDDEN],
    pub(crate) w2: [[f64; HIDDEN]; CLASSES],
    pub(crate) b2: [f64; CLASSES],
}

impl Weights {
    pub(crate) const ZERO: Self = Self {
        w1: [[0.0; PIXELS]; HIDDEN],
        b1: [0.0; HIDDEN],
        w2: [[0.0; HIDDEN]; CLASSES],
        b2: [0.0; CLASSES],
    };
}

/// Images and one-hot targets.
pub(crate) struct Batch {
    pub(crate) images: [[f64; PIXELS]; BATCH],
    pub(crate) targets: [[f64; CLASSES]; BATCH],
}

impl Batch {
    pub(crate) const ZERO: Self = Self {
        images: [[0.0; PIXELS]; BATCH],
        targets: [[0.0; CLASSES]; BATCH],
    };
}

/// The workspace of value and gradient; a column for each image.
pub(crate) struct Workspace {
    images: [[f64; BATCH]; PIXELS],
    hidden: [[f64; BATCH]; HIDDEN],
    hidden_bar: [[f64; BATCH]; HIDDEN],
    scores: [[f64; BATCH]; CLASSES],
}

impl Workspace {
    pub(crate) const ZERO: Self = Self {
        images: [[0.0; BATCH]; PIXELS],
        hidden: [[0.0; BATCH]; HIDDEN],
        hidden_bar: [[0.0; BATCH]; HIDDEN],
        scores: [[0.0; BATCH]; CLASSES],
    };
}

/// The mean cross-entropy.
pub(crate) fn value(w: &Weights, batch: &Batch, workspace: &mut Workspace) -> f64 {
    forward(w, batch, workspace);
    loss(batch, &mut workspace.scores)
}

/// Value and gradient.
pub(crate) fn gradient(
    w: &Weights,
    batch: &Batch,
    workspace: &mut Workspace,
    g: &mut Weights,
) -> f64 {
    forward(w, batch, workspace);
    let Workspace {
        hidden,
        hidden_bar,
        scores,
        ..
    } = workspace;
    let value = loss(batch, scores);
    // From here on the scores' places hold their adjoints.
    for class in 0..CLASSES {
        g.b2[class] = scores[class].iter().sum();
        for unit in 0..HIDDEN {
            g.w2[class][unit] = dot(&scores[class], &hidden[unit]);
        }
    }
    for unit in 0..HIDDEN {
        let mut sums = [0.0; BATCH];
        for class in 0..CLASSES {
            let weight = w.w2[class][unit];
            for image in 0..BATCH {
                sums[image] += weight * scores[class][image];
            }
        }
        for image in 0..BATCH {
            let h = hidden[unit][image];
            hidden_bar[unit][image] = sums[image] * (1.0 - h * h);
        }
        g.b1[unit] = hidden_bar[unit].iter().sum();
    }
    tiles::product(
        |unit, image| hidden_bar[unit][image],
        &batch.images,
        &mut g.w1,
    );
    value
}

/// Hidden units and scores.
#[inline(always)]
fn forward(w: &Weights, batch: &Batch, workspace: &mut Workspace) {
    let Workspace {
        images,
        hidden,
        scores,
        ..
    } = workspace;
    tiles::transpose(&batch.images, images);
    tiles::product(|unit, pixel| w.w1[unit][pixel], images, hidden);
    for (row, bias) in hidden.iter_mut().zip(&w.b1) {
        *row = row.map(|h| (h + bias).tanh());
    }
    for class in 0..CLASSES {
        scores[class] = [w.b2[class]; BATCH];
        for unit in 0..HIDDEN {
            let weight = w.w2[class][unit];
            for image in 0..BATCH {
                scores[class][image] += weight * hidden[unit][image];
            }
        }
    }
}

/// The mean cross-entropy; replaces the scores by their adjoints.
#[inline(always)]
fn loss(batch: &Batch, scores: &mut [[f64; BATCH]; CLASSES]) -> f64 {
    let mut total = 0.0;
    for image in 0..BATCH {
        let column = scores.map(|row| row[image]);
        let largest = column.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let powers = column.map(|score| (score - largest).exp());
        let sum: f64 = powers.iter().sum();
        let log_sum = sum.ln() + largest;
        let share = 1.0 / (32.0 * sum);
        for class in 0..CLASSES {
            let target = batch.targets[image][class];
            total += target * (log_sum - column[class]);
            scores[class][image] = powers[class] * share - target / 32.0;
        }
    }
    total / 32.0
}
