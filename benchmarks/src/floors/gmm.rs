//! ADBench's Gaussian mixture, eight points a lane group. The derivative by a Gaussian's mean and
//! factor needs of all points together only their number, sum and second moment, weighted by what
//! the Gaussian explains of each; these are gathered point by point, and the factor enters once.

use super::{fma, lanes, tree};

const D: usize = 10;
const K: usize = 25;
const N: usize = 1000;
const BELOW: usize = 45;
const TRIANGLE: usize = 55;

/// A coordinate of eight points.
type Lanes = [f64; 8];

/// The coordinates of all points.
pub(crate) type Points = [[f64; D]; N];

/// A mixture, or derivatives by it.
#[derive(Clone)]
pub(crate) struct Mixture {
    pub(crate) alphas: [f64; K],
    pub(crate) means: [[f64; D]; K],
    /// The logarithms of the diagonal, then the columns below it.
    pub(crate) factors: [[f64; TRIANGLE]; K],
}

impl Mixture {
    pub(crate) const ZERO: Self = Self {
        alphas: [0.0; K],
        means: [[0.0; D]; K],
        factors: [[0.0; TRIANGLE]; K],
    };
}

/// What the points need of each factor.
struct Factors {
    diagonal: [[f64; D]; K],
    log_determinant: [f64; K],
}

impl Factors {
    fn new(mixture: &Mixture) -> Self {
        Self {
            diagonal: mixture.factors.map(|f| std::array::from_fn(|i| f[i].exp())),
            log_determinant: mixture.factors.map(|f| f[..D].iter().sum()),
        }
    }
}

/// The log-likelihood.
pub(crate) fn value(mixture: &Mixture, points: &Points, constant: f64) -> f64 {
    let factors = Factors::new(mixture);
    let (groups, _) = points.as_chunks::<8>();
    let sum: f64 = groups
        .iter()
        .map(|group| {
            let terms = terms(mixture, &factors, &columns(group));
            explained(terms).1
        })
        .sum();
    let (_, log_sum) = weights(&mixture.alphas);
    sum - 1000.0 * log_sum + constant + prior(mixture, &factors)
}

/// Value and gradient.
pub(crate) fn gradient(mixture: &Mixture, points: &Points, constant: f64, g: &mut Mixture) -> f64 {
    let factors = Factors::new(mixture);
    let mut moments = [Moments::ZERO; K];
    let mut sum = 0.0;
    let (groups, _) = points.as_chunks::<8>();
    for group in groups {
        let columns = columns(group);
        let (shares, log_sums) = explained(terms(mixture, &factors, &columns));
        sum += log_sums;
        for k in 0..K {
            moments[k].add(&shares[k], &centred(&columns, &mixture.means[k]));
        }
    }
    let (shares, log_sum) = weights(&mixture.alphas);
    for k in 0..K {
        let explained = tree(&moments[k].count);
        g.alphas[k] = explained - 1000.0 * shares[k];
        finish(
            &moments[k],
            explained,
            &factors.diagonal[k],
            &mixture.factors[k],
            k,
            g,
        );
    }
    sum - 1000.0 * log_sum + constant + prior(mixture, &factors)
}

/// The weighted number, sum and second moment of points about a mean, lane by lane.
#[derive(Clone, Copy)]
struct Moments {
    count: Lanes,
    first: [Lanes; D],
    /// Upper triangle, row after row.
    second: [Lanes; TRIANGLE],
}

impl Moments {
    const ZERO: Self = Self {
        count: [0.0; 8],
        first: [[0.0; 8]; D],
        second: [[0.0; 8]; TRIANGLE],
    };

    #[inline(always)]
    fn add(&mut self, share: &Lanes, x: &[Lanes; D]) {
        let mut entry = 0;
        for lane in 0..8 {
            self.count[lane] += share[lane];
        }
        for i in 0..D {
            let mut weighted = [0.0; 8];
            for lane in 0..8 {
                weighted[lane] = share[lane] * x[i][lane];
                self.first[i][lane] += weighted[lane];
            }
            for x in &x[i..] {
                let second = &mut self.second[entry];
                for lane in 0..8 {
                    second[lane] = fma(weighted[lane], x[lane], second[lane]);
                }
                entry += 1;
            }
        }
    }
}

/// From the moments to the derivatives by mean and factor `Q`: with the moments `s` and `S`, these
/// are `Q^T Q s` and the lower triangle of `-Q S`, to which the prior adds its own.
fn finish(
    moments: &Moments,
    explained: f64,
    diagonal: &[f64; D],
    factor: &[f64; TRIANGLE],
    k: usize,
    g: &mut Mixture,
) {
    let mut q = [[0.0; D]; D];
    let mut second = [[0.0; D]; D];
    let (mut below, mut entry) = (D, 0);
    for i in 0..D {
        q[i][i] = diagonal[i];
        for j in i..D {
            second[i][j] = tree(&moments.second[entry]);
            second[j][i] = second[i][j];
            entry += 1;
            if j > i {
                q[j][i] = factor[below];
                below += 1;
            }
        }
    }
    let first = moments.first.map(|lanes| tree(&lanes));
    let whitened = q.map(|row| (0..D).map(|j| row[j] * first[j]).sum::<f64>());
    g.means[k] = std::array::from_fn(|j| (0..D).map(|i| q[i][j] * whitened[i]).sum());
    let by_entry =
        |i: usize, j: usize| -> f64 { -(0..D).map(|t| q[i][t] * second[t][j]).sum::<f64>() };
    let mut below = D;
    for i in 0..D {
        // The diagonal is an exponential, and its logarithm stands in the determinant too.
        g.factors[k][i] = by_entry(i, i) * diagonal[i] + explained + diagonal[i] * diagonal[i];
        for j in i + 1..D {
            g.factors[k][below] = by_entry(j, i) + factor[below];
            below += 1;
        }
    }
}

/// The coordinates of a group of points, a list for each dimension.
#[inline(always)]
fn columns(group: &[[f64; D]; 8]) -> [Lanes; D] {
    std::array::from_fn(|i| std::array::from_fn(|lane| group[lane][i]))
}

#[inline(always)]
fn centred(columns: &[Lanes; D], mean: &[f64; D]) -> [Lanes; D] {
    std::array::from_fn(|i| std::array::from_fn(|lane| columns[i][lane] - mean[i]))
}

/// The logarithm of each Gaussian's density at each point, but for a constant.
#[inline(always)]
fn terms(mixture: &Mixture, factors: &Factors, columns: &[Lanes; D]) -> [Lanes; K] {
    let mut terms = [[0.0; 8]; K];
    for k in 0..K {
        let x = centred(columns, &mixture.means[k]);
        let below: &[f64; BELOW] = mixture.factors[k].last_chunk().expect("45 of 55");
        let mut square = [0.0; 8];
        for j in 0..D {
            let mut whitened = [0.0; 8];
            for lane in 0..8 {
                whitened[lane] = factors.diagonal[k][j] * x[j][lane];
            }
            for i in 0..j {
                let entry = below[i * D - i * (i + 1) / 2 + j - i - 1];
                for lane in 0..8 {
                    whitened[lane] = fma(entry, x[i][lane], whitened[lane]);
                }
            }
            for lane in 0..8 {
                square[lane] = fma(whitened[lane], whitened[lane], square[lane]);
            }
        }
        let height = mixture.alphas[k] + factors.log_determinant[k];
        for lane in 0..8 {
            terms[k][lane] = height - 0.5 * square[lane];
        }
    }
    terms
}

/// The share of each Gaussian in each point, and the sum of the points' log-likelihoods.
#[inline(always)]
fn explained(mut terms: [Lanes; K]) -> ([Lanes; K], f64) {
    let mut largest = terms[0];
    for term in &terms[1..] {
        for lane in 0..8 {
            largest[lane] = if term[lane] > largest[lane] {
                term[lane]
            } else {
                largest[lane]
            };
        }
    }
    let mut sums = [0.0; 8];
    for term in &mut terms {
        for lane in 0..8 {
            term[lane] = lanes::exp(term[lane] - largest[lane]);
            sums[lane] += term[lane];
        }
    }
    let mut total = 0.0;
    for lane in 0..8 {
        total += sums[lane].ln() + largest[lane];
        sums[lane] = 1.0 / sums[lane];
    }
    for term in &mut terms {
        for lane in 0..8 {
            term[lane] *= sums[lane];
        }
    }
    (terms, total)
}

/// The mixture's weights, and the logarithm of the sum of the exponentials of their logarithms.
fn weights(alphas: &[f64; K]) -> ([f64; K], f64) {
    let largest = alphas.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers = alphas.map(|alpha| (alpha - largest).exp());
    let sum: f64 = powers.iter().sum();
    (powers.map(|power| power / sum), sum.ln() + largest)
}

/// The prior of the factors, for unit deviation and no surplus.
fn prior(mixture: &Mixture, factors: &Factors) -> f64 {
    let below = mixture.factors.iter().flat_map(|factor| &factor[D..]);
    let entries = factors.diagonal.as_flattened().iter().chain(below);
    0.5 * entries.map(|entry| entry * entry).sum::<f64>()
}
