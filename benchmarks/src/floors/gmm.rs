//! ADBench's Gaussian mixture, eight points a lane group, in two ways.
//!
//! - The adjoint of each point, as differentiation gives it.
//! - By moments: the derivative by a Gaussian's mean and factor needs of all points together only
//!   their number, sum and second moment, weighted by what the Gaussian explains of each; these are
//!   gathered point by point, and the factor enters once. No rule of differentiation finds this.

use wide::f64x8;

use super::{lanes, tree};

const D: usize = 10;
const K: usize = 25;
const N: usize = 1000;
const BELOW: usize = 45;
const TRIANGLE: usize = 55;

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

/// The parts of each factor that the points need.
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

/// Value and gradient, by the adjoint of each point.
pub(crate) fn gradient(mixture: &Mixture, points: &Points, constant: f64, g: &mut Mixture) -> f64 {
    let factors = Factors::new(mixture);
    let mut sums = vec![Adjoints::ZERO; K];
    let mut sum = 0.0;
    let (groups, _) = points.as_chunks::<8>();
    for group in groups {
        let columns = columns(group);
        let mut whitened = [[f64x8::ZERO; D]; K];
        let terms = std::array::from_fn(|k| {
            whitened[k] = whiten(mixture, &factors, &centred(&columns, &mixture.means[k]), k);
            height(mixture, &factors, &whitened[k], k)
        });
        let (shares, log_sums) = explained(terms);
        sum += log_sums;
        for k in 0..K {
            let x = centred(&columns, &mixture.means[k]);
            let below = below(mixture, k);
            sums[k].add(shares[k], &x, &whitened[k], &factors.diagonal[k], below);
        }
    }
    let (shares, log_sum) = weights(&mixture.alphas);
    for k in 0..K {
        let sums = &sums[k];
        let total = |lanes: &f64x8| tree(&lanes.to_array());
        let explained = total(&sums.count);
        g.alphas[k] = explained - 1000.0 * shares[k];
        g.means[k] = std::array::from_fn(|i| total(&sums.mean[i]));
        for i in 0..D {
            let diagonal = factors.diagonal[k][i];
            g.factors[k][i] = total(&sums.diagonal[i]) * diagonal + explained + diagonal * diagonal;
        }
        for entry in 0..BELOW {
            g.factors[k][D + entry] = total(&sums.below[entry]) + mixture.factors[k][D + entry];
        }
    }
    sum - 1000.0 * log_sum + constant + prior(mixture, &factors)
}

/// The derivatives by a Gaussian's parameters, of the points in each lane.
#[derive(Clone, Copy)]
struct Adjoints {
    count: f64x8,
    mean: [f64x8; D],
    diagonal: [f64x8; D],
    below: [f64x8; BELOW],
}

impl Adjoints {
    const ZERO: Self = Self {
        count: f64x8::ZERO,
        mean: [f64x8::ZERO; D],
        diagonal: [f64x8::ZERO; D],
        below: [f64x8::ZERO; BELOW],
    };

    #[inline(always)]
    fn add(
        &mut self,
        share: f64x8,
        x: &[f64x8; D],
        whitened: &[f64x8; D],
        diagonal: &[f64; D],
        below: &[f64; BELOW],
    ) {
        self.count += share;
        let by_whitened = whitened.map(|w| -(share * w));
        let mut entry = 0;
        for i in 0..D {
            let mut by_centred = by_whitened[i] * diagonal[i];
            self.diagonal[i] = by_whitened[i].mul_add(x[i], self.diagonal[i]);
            for j in i + 1..D {
                by_centred = by_whitened[j].mul_add(f64x8::splat(below[entry]), by_centred);
                self.below[entry] = by_whitened[j].mul_add(x[i], self.below[entry]);
                entry += 1;
            }
            self.mean[i] -= by_centred;
        }
    }
}

/// Value and gradient, by moments.
pub(crate) fn gradient_by_moments(
    mixture: &Mixture,
    points: &Points,
    constant: f64,
    g: &mut Mixture,
) -> f64 {
    let factors = Factors::new(mixture);
    let mut moments = [Moments::ZERO; K];
    let mut sum = 0.0;
    let (groups, _) = points.as_chunks::<8>();
    for group in groups {
        let columns = columns(group);
        let (shares, log_sums) = explained(terms(mixture, &factors, &columns));
        sum += log_sums;
        for k in 0..K {
            moments[k].add(shares[k], &centred(&columns, &mixture.means[k]));
        }
    }
    let (shares, log_sum) = weights(&mixture.alphas);
    for k in 0..K {
        let explained = tree(&moments[k].count.to_array());
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
    count: f64x8,
    first: [f64x8; D],
    /// Upper triangle, row after row.
    second: [f64x8; TRIANGLE],
}

impl Moments {
    const ZERO: Self = Self {
        count: f64x8::ZERO,
        first: [f64x8::ZERO; D],
        second: [f64x8::ZERO; TRIANGLE],
    };

    #[inline(always)]
    fn add(&mut self, share: f64x8, x: &[f64x8; D]) {
        self.count += share;
        let mut entry = 0;
        for i in 0..D {
            let weighted = share * x[i];
            self.first[i] += weighted;
            for j in i..D {
                self.second[entry] = weighted.mul_add(x[j], self.second[entry]);
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
            second[i][j] = tree(&moments.second[entry].to_array());
            second[j][i] = second[i][j];
            entry += 1;
            if j > i {
                q[j][i] = factor[below];
                below += 1;
            }
        }
    }
    let first = moments.first.map(|lanes| tree(&lanes.to_array()));
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

/// The coordinates of a group of points, a vector for each dimension.
#[inline(always)]
fn columns(group: &[[f64; D]; 8]) -> [f64x8; D] {
    std::array::from_fn(|i| f64x8::from(group.map(|point| point[i])))
}

#[inline(always)]
fn centred(columns: &[f64x8; D], mean: &[f64; D]) -> [f64x8; D] {
    std::array::from_fn(|i| columns[i] - mean[i])
}

/// The entries below a factor's diagonal, column after column.
fn below(mixture: &Mixture, k: usize) -> &[f64; BELOW] {
    mixture.factors[k].last_chunk().expect("45 of 55")
}

/// The logarithm of each Gaussian's density at each point, but for a constant.
#[inline(always)]
fn terms(mixture: &Mixture, factors: &Factors, columns: &[f64x8; D]) -> [f64x8; K] {
    std::array::from_fn(|k| {
        let x = centred(columns, &mixture.means[k]);
        height(mixture, factors, &whiten(mixture, factors, &x, k), k)
    })
}

/// The factor times a centred point.
#[inline(always)]
fn whiten(mixture: &Mixture, factors: &Factors, x: &[f64x8; D], k: usize) -> [f64x8; D] {
    let below = below(mixture, k);
    std::array::from_fn(|j| {
        let first = x[j] * factors.diagonal[k][j];
        (0..j).fold(first, |whitened, i| {
            let entry = below[i * D - i * (i + 1) / 2 + j - i - 1];
            x[i].mul_add(f64x8::splat(entry), whitened)
        })
    })
}

/// The logarithm of a Gaussian's density, but for a constant, where a point is whitened.
#[inline(always)]
fn height(mixture: &Mixture, factors: &Factors, whitened: &[f64x8; D], k: usize) -> f64x8 {
    let square = whitened
        .iter()
        .fold(f64x8::ZERO, |sum, w| w.mul_add(*w, sum));
    square * -0.5 + (mixture.alphas[k] + factors.log_determinant[k])
}

/// The share of each Gaussian in each point, and the sum of the points' log-likelihoods.
#[inline(always)]
fn explained(mut terms: [f64x8; K]) -> ([f64x8; K], f64) {
    let largest = terms[1..]
        .iter()
        .fold(terms[0], |max, term| max.fast_max(*term));
    let mut sums = f64x8::ZERO;
    for term in &mut terms {
        *term = f64x8::from((*term - largest).to_array().map(lanes::exp));
        sums += *term;
    }
    let total = sums.to_array().map(f64::ln).iter().sum::<f64>() + tree(&largest.to_array());
    let inverse = 1.0 / sums;
    for term in &mut terms {
        *term *= inverse;
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
