//! ADBench's Gaussian mixture: the log-likelihood of 1000 points under 25 Gaussians in 10
//! dimensions with a Wishart prior, by the weights, the means and the factors of the inverse
//! covariances.

use super::{Entry, Program, SecondOrder, Workload, arguments, kept, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::gmm::{self as floor, Mixture, Points};

variants! {
    /// The log-likelihood, with a constant that depends on the extents alone.
    ///
    /// A factor is a lower triangle: first the logarithms of its diagonal, then what is below it,
    /// column after column.
    pub fn gmm(
        alphas: &[f64; K],
        means: &[[f64; D]; K],
        factors: &[[f64; 55]; K],
        #[dynamic] points: &[[f64; D]; N],
        #[dynamic] constant: f64,
    ) -> f64 {
        let diagonal = exp(factors[(.., ..D)]);
        let below = factors[(.., D..)];
        let mut triangle = zeros([K, D, D]);
        for i in 0..D {
            triangle[(.., i, i)] = diagonal[(.., i)];
            for j in i + 1..D {
                triangle[(.., j, i)] = below[(.., i * D - i * (i + 1) / 2 + j - i - 1)];
            }
        }
        let centred = broadcast(points, [K, N, D]) - broadcast(means, [K, N, D], axis = (0, 2));
        let whitened = matmul(centred, transpose(triangle, axis = (0, 2, 1)));
        let log_determinant = sum(factors[(.., ..D)], axis = 1);
        let heights = broadcast(alphas + log_determinant, [K, N], axis = 0);
        let terms = heights - 0.5 * sum(whitened * whitened, axis = 2);
        let likelihood = sum(log_sum_exp(terms, axis = 0)) - 1000.0 * log_sum_exp(alphas);
        let prior = 0.5 * GAMMA * GAMMA * (sum(diagonal * diagonal) + sum(below * below))
            - SURPLUS * sum(log_determinant);
        likelihood + constant + prior
    }

    /// Dimensions, Gaussians, points.
    const D: usize = 10;
    const K: usize = 25;
    const N: usize = 1000;
    /// The prior's inverse deviation and its surplus of degrees of freedom.
    const GAMMA: f64 = 1.0;
    const SURPLUS: f64 = 0.0;

    /// The logarithm of the mixture's density at a point, but for the weights' normalization.
    #[derivatives(batch)]
    pub fn density(
        #[dynamic] x: [f64; D],
        #[shared] alphas: &[f64; K],
        #[shared] means: &[[f64; D]; K],
        #[shared] factors: &[[f64; 55]; K],
    ) -> f64 {
        let diagonal = exp(factors[(.., ..D)]);
        let heights = alphas + sum(factors[(.., ..D)], axis = 1);
        let mut terms = zeros([K]);
        for k in 0..K {
            let centred = x - means[k];
            let (diagonal, factor) = (diagonal[k], factors[k]);
            let mut square = 0.0;
            for j in 0..D {
                let mut whitened = diagonal[j] * centred[j];
                for i in 0..j {
                    whitened += factor[D + i * D - i * (i + 1) / 2 + j - i - 1] * centred[i];
                }
                square += whitened * whitened;
            }
            terms[k] = heights[k] - 0.5 * square;
        }
        log_sum_exp(terms)
    }

    /// The rest of the likelihood: the normalization of all points, the prior, the constant.
    pub fn rest(alphas: &[f64; K], factors: &[[f64; 55]; K], #[dynamic] constant: f64) -> f64 {
        let (logs, below) = (factors[(.., ..D)], factors[(.., D..)]);
        let diagonal = exp(logs);
        let prior = 0.5 * GAMMA * GAMMA * (sum(diagonal * diagonal) + sum(below * below))
            - SURPLUS * sum(logs);
        constant + prior - 1000.0 * log_sum_exp(alphas)
    }
}

/// A mixture, points, and the constant.
type Problem = (Mixture, Points, f64);

/// A mixture, the points' coordinates as columns, and the constant.
type InColumns = (Mixture, [Vec<f64>; 10], f64);

/// A generated entry of this workload: points as a batch.
macro_rules! batch {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["density::batch::sum_value", "density::batch::sum_gradient"],
                workspace: memory($variant::density::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(m, columns, constant): &InColumns, y| {
                    let x = columns.each_ref().map(|column| &column[..]);
                    *y = $variant::density::batch::sum_value(x, &m.alphas, &m.means, &m.factors)
                        + $variant::rest(&m.alphas, &m.factors, *constant);
                },
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (
                    0.0,
                    $variant::density::batch::Shared::ZERO,
                    $variant::rest::Adjoint::ZERO,
                ),
                |(m, columns, constant): &InColumns, (y, g, more)| {
                    let x = columns.each_ref().map(|column| &column[..]);
                    *y = $variant::density::batch::sum_gradient_into(
                        x, &m.alphas, &m.means, &m.factors, g,
                    );
                    *y += $variant::rest::gradient_into(&m.alphas, &m.factors, *constant, more);
                    let sums = g.alphas.iter_mut().zip(&more.alphas);
                    sums.for_each(|(sum, more)| *sum += more);
                    let factors = g.factors.as_flattened_mut().iter_mut();
                    let sums = factors.zip(more.factors.as_flattened());
                    sums.for_each(|(sum, more)| *sum += more);
                },
                |(y, g, _)| {
                    let (means, factors) = (g.means.as_flattened(), g.factors.as_flattened());
                    flat(&[&[*y], &g.alphas, means, factors])
                },
            ),
        )
    };
}

/// A generated entry of this workload: points as one array.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            concat!(stringify!($variant), ", one array"),
            Program {
                text: $variant::TEXT,
                functions: ["gmm", "gmm::gradient_into"],
                workspace: memory($variant::gmm::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |(m, points, constant): &Problem, y| {
                    *y = $variant::gmm(&m.alphas, &m.means, &m.factors, points, *constant);
                },
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::gmm::Adjoint::ZERO),
                |(m, points, constant): &Problem, (y, g)| {
                    *y = $variant::gmm::gradient_into(
                        &m.alphas, &m.means, &m.factors, points, *constant, g,
                    );
                },
                |(y, g)| {
                    let (means, factors) = (g.means.as_flattened(), g.factors.as_flattened());
                    flat(&[&[*y], &g.alphas, means, factors])
                },
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let input = Input::new(problem());
    let (mixture, points, constant) = problem();
    let columns = std::array::from_fn(|i| points.iter().map(|point| point[i]).collect());
    let in_columns: Input<InColumns> = Input::new((mixture, columns, constant));
    Workload {
        name: "gmm",
        about: "ADBench's Gaussian mixture: 10 dimensions, 25 Gaussians, 1000 points",
        inputs: inputs(&input),
        ours: vec![
            batch!(plain, &in_columns),
            batch!(contract, &in_columns),
            entry!(plain, &input),
            entry!(contract, &input),
        ],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                0.0,
                |(m, points, constant), y| *y = floor::value(m, points, *constant),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, Mixture::ZERO),
                |(m, points, constant), (y, g)| *y = floor::gradient(m, points, *constant, g),
                |(y, g)| {
                    let (means, factors) = (g.means.as_flattened(), g.factors.as_flattened());
                    flat(&[&[*y], &g.alphas, means, factors])
                },
            ),
        ),
        beyond: vec![Contender::new(
            "by hand, by moments",
            &input,
            (0.0, Mixture::ZERO),
            |(m, points, constant), (y, g)| {
                *y = floor::gradient_by_moments(m, points, *constant, g);
            },
            |(y, g)| {
                let (means, factors) = (g.means.as_flattened(), g.factors.as_flattened());
                flat(&[&[*y], &g.alphas, means, factors])
            },
        )],
        // The crates with tapes would record millions of nodes.
        peers: Vec::new(),
        tolerance: 1e-11,
    }
}

/// Products with the Hessian.
pub(super) fn product() -> SecondOrder {
    let workload = workload();
    let function = second::gmm::Function {
        points: kept(&workload, "points")
            .as_chunks()
            .0
            .first_chunk()
            .expect("1000 points"),
        constant: kept(&workload, "constant")[0],
    };
    SecondOrder::new(
        workload.name,
        function,
        arguments(&workload, &["alphas", "means", "factors"]),
    )
}

/// The arguments by their names.
fn inputs((mixture, points, constant): &Problem) -> Vec<(&'static str, Vec<f64>)> {
    vec![
        ("alphas", mixture.alphas.to_vec()),
        ("means", mixture.means.as_flattened().to_vec()),
        ("factors", mixture.factors.as_flattened().to_vec()),
        ("points", points.as_flattened().to_vec()),
        ("constant", vec![*constant]),
    ]
}

fn problem() -> Problem {
    let mut draw = numbers(12);
    let mut mixture = Mixture::ZERO;
    for alpha in &mut mixture.alphas {
        *alpha = 2.0 * draw() - 1.0;
    }
    for mean in mixture.means.as_flattened_mut() {
        *mean = 2.0 * draw() - 1.0;
    }
    for entry in mixture.factors.as_flattened_mut() {
        *entry = draw() - 0.5;
    }
    let mut points: Points = [[0.0; 10]; 1000];
    for coordinate in points.as_flattened_mut() {
        *coordinate = 4.0 * draw() - 2.0;
    }
    (mixture, points, constant())
}

/// ADBench's constant of the likelihood and of the prior, with unit deviation and no surplus.
fn constant() -> f64 {
    use std::f64::consts::{LN_2, PI};
    // The logarithm of the multivariate gamma function at half the degrees of freedom, through
    // gamma(x + 1) = x gamma(x) from gamma(1/2) and gamma(1).
    let log_gamma = |half_units: u32| -> f64 {
        let (mut x, mut sum) = match half_units % 2 {
            0 => (1.0, 0.0),
            _ => (0.5, 0.5 * PI.ln()),
        };
        while 2.0 * x < f64::from(half_units) {
            sum += f64::ln(x);
            x += 1.0;
        }
        sum
    };
    let (d, k, n, freedom) = (10.0, 25.0, 1000.0, 11);
    let multivariate: f64 =
        0.25 * d * (d - 1.0) * PI.ln() + (1..=10).map(|j| log_gamma(freedom + 1 - j)).sum::<f64>();
    let per_gaussian = f64::from(freedom) * d * (-0.5 * LN_2) - multivariate;
    -0.5 * n * d * (2.0 * PI).ln() - k * per_gaussian
}
