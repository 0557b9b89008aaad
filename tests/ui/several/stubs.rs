// Beside an error all items of all functions are still there.
mod model {
    adgraph::graph! {
        #[derivatives(jacobian, hessian)]
        pub fn wrong(x: [f64; 3], p: f64) -> f64 {
            x + p
        }

        pub fn right(x: f64) -> f64 {
            x
        }

        // How many entries there are is not known.
        #[derivatives(sparse_jacobian, sparse_hessian)]
        pub fn entries<T: adgraph::Float>(x: [T; 3]) -> [T; 2] {
            x[..2]
        }

        #[derivatives(sparse_jacobian)]
        pub fn wrong_entries(x: [f64; 3]) -> [f64; 2] {
            x
        }

        pub fn lengths<const N: usize>(x: &[f64; N], p: f64) -> [f64; N] {
            p * x
        }

        pub fn wrong_lengths<const N: usize>(x: &[f64; N], p: f64) -> f64 {
            p * x
        }

        pub fn lost_lengths<const N: usize, const M: usize>(x: &[f64; N], p: f64) -> f64 {
            p * sum(x)
        }
    }
}
use model::*;

fn entries_are_arrays() {
    let entries = entries::sparse_jacobian([1.0_f32; 3]);
    println!("{entries:?} {}", entries.iter().sum::<f32>() + entries[0]);
    for entry in wrong_entries::sparse_jacobian([1.0; 3]) {
        let _: f64 = entry;
    }
    let _: [f64; 2] = entries::sparse_jacobian::<f64>([1.0; 3]);
    let mut entries = [0.0; wrong_entries::SPARSITY_JACOBIAN.indices.len()];
    wrong_entries::sparse_jacobian_into([1.0; 3], &mut entries);
}

fn lengths_are_any() {
    let x = vec![1.0, 2.0];
    let value: Vec<f64> = lengths(&x, 1.0);
    let (_, d) = lengths::adjoint(&x, value[0], &value);
    let (value, d) = wrong_lengths::gradient(&d.x, d.p);
    let _: f64 = value + d.x[0] + d.p + wrong_lengths(&d.x, 1.0);
    let (value, d) = lost_lengths::gradient(&x, 1.0);
    println!("{value} {d:?} {}", lost_lengths(&[1.0, 2.0], 1.0));
}

fn main() {
    let x = [1.0, 2.0, 3.0];
    let value: f64 = wrong(x, 1.0);
    let (_, d): (f64, wrong::Adjoint) = wrong::gradient(x, value);
    let (_, _): (f64, f64) = wrong::tangent(x, 1.0, &d);
    let _ = wrong::adjoint(d.x, d.p, 1.0);
    let _ = wrong::jacobian(x, 1.0);
    let _ = wrong::hessian(x, 1.0);
    let _ = wrong::graph();
    let _ = right::gradient(right(1.0));
}
