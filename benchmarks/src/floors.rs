//! Kernels written by hand for speed: the reference for generated code.

pub(crate) mod arm;
pub(crate) mod ba;
pub(crate) mod bs;
pub(crate) mod det;
pub(crate) mod dose;
pub(crate) mod field;
pub(crate) mod front;
pub(crate) mod gmm;
pub(crate) mod gru;
pub(crate) mod kalman;
mod lanes;
pub(crate) mod lorenz;
pub(crate) mod lse;
pub(crate) mod mlp;
pub(crate) mod mlp_b;
pub(crate) mod mm;
pub(crate) mod neuron;
pub(crate) mod ode;
pub(crate) mod pairs;
pub(crate) mod pass;
pub(crate) mod rbf;
pub(crate) mod ros;
pub(crate) mod string;
mod tiles;
pub(crate) mod trade;

/// `a * b + c`, in one instruction where the target has it; without, two, since a call of the
/// library's exact function would cost many times as much.
#[inline(always)]
fn fma(a: f64, b: f64, c: f64) -> f64 {
    if cfg!(target_feature = "fma") {
        a.mul_add(b, c)
    } else {
        a * b + c
    }
}

/// The inner product in eight partial sums.
#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a, a_tail) = a.as_chunks::<8>();
    let (b, b_tail) = b.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let tail = a_tail.iter().zip(b_tail);
    tail.fold(tree(&sums), |sum, (a, b)| sum + a * b)
}

/// Eight numbers added in a tree.
#[inline(always)]
fn tree(s: &[f64; 8]) -> f64 {
    ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}
