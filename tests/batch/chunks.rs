//! Sums of chunks: added up by whoever has them, they have the bits of a sum over all points.

use adgraph::graph;

use super::matrices::{mixture, network};
use super::{CHUNK_SIZES, columns, kernel, kernel_of, orbit, price, volume};

graph! {
    /// Derivatives that are too large to be returned.
    #[derivatives(batch)]
    fn wide(x: f64, #[shared] w: &[f64; 10_000], i: usize) -> f64 { w[i] * x + w[0] }

    /// Nothing to add.
    #[derivatives(batch)]
    fn empty(#[dynamic] x: f64, #[shared] w: [f64; 0]) -> f64 { x + sum(w) }
}

/// The points of each chunk of so many.
fn ranges(count: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    assert_eq!(price::batch::CHUNK, 1024);
    let starts = (0..count).step_by(price::batch::CHUNK);
    starts.map(move |start| start..count.min(start + price::batch::CHUNK))
}

/// The sums of chunks, which are computed from the last one to the first by a call for each, as
/// several machines would.
fn computed<const SIZE: usize>(
    points: usize,
    chunk: impl Fn(std::ops::Range<usize>, &mut [[f64; SIZE]]),
) -> Vec<[f64; SIZE]> {
    let ranges: Vec<_> = ranges(points).collect();
    let mut chunks = vec![[f64::NAN; SIZE]; ranges.len()];
    for (number, range) in ranges.into_iter().enumerate().rev() {
        chunk(range, &mut chunks[number..=number]);
    }
    chunks
}

fn bits<'n>(numbers: impl IntoIterator<Item = &'n f64>) -> Vec<u64> {
    numbers.into_iter().map(|number| number.to_bits()).collect()
}

#[test]
fn sums_of_chunks_have_the_bits_of_one_call() {
    const W: [[f64; 3]; 2] = super::WEIGHTS;
    for n in CHUNK_SIZES {
        let c = columns(5, n);
        let (spot, data) = (&c[0][..], &c[4][..]);
        let x = [&c[1][..], &c[2], &c[3]];
        let (value, d) = price::batch::sum_gradient(spot, x, data, &W, 0.1, 0.3, 2);
        let chunks = computed(n, |range, chunks| {
            let x = x.map(|x| &x[range.clone()]);
            let (spot, data) = (&spot[range.clone()], &data[range.clone()]);
            price::batch::sum_gradient_chunks(spot, x, data, &W, 0.1, 0.3, 2, chunks);
        });
        let (again, same) = price::batch::sum_gradient_of(&W, 0.1, 0.3, 2, &chunks);
        assert_eq!(again.to_bits(), value.to_bits(), "{n} points");
        assert_eq!(
            bits(same.weights.as_flattened()),
            bits(d.weights.as_flattened())
        );
        assert_eq!(same.strike.to_bits(), d.strike.to_bits());

        // All chunks in one call.
        let mut all = vec![[f64::NAN; price::batch::SUM_GRADIENT]; chunks.len()];
        price::batch::sum_gradient_chunks(spot, x, data, &W, 0.1, 0.3, 2, &mut all);
        assert_eq!(bits(all.as_flattened()), bits(chunks.as_flattened()));

        let chunks = computed::<{ price::batch::SUM_VALUE }>(n, |range, chunks| {
            let x = x.map(|x| &x[range.clone()]);
            let (spot, data) = (&spot[range.clone()], &data[range.clone()]);
            price::batch::sum_value_chunks(spot, x, data, &W, 0.1, 0.3, 2, chunks);
        });
        let again = price::batch::sum_value_of(&W, 0.1, 0.3, 2, &chunks);
        assert_eq!(again.to_bits(), value.to_bits(), "{n} points");
    }
}

/// Derivatives go through them once, after the sum, so that chunks hold more than derivatives.
#[test]
fn values_that_points_share_are_differentiated_after_the_chunks() {
    let logs = [[0.1, -0.3], [0.7, 0.2], [-1.0, 0.5]];
    for n in CHUNK_SIZES {
        let c = columns(2, n);
        let (value, d) = kernel::batch::sum_gradient([&c[0], &c[1]], logs, 0.9, 0.25);
        let chunks = computed(n, |range, chunks| {
            let x = [&c[0][range.clone()], &c[1][range.clone()]];
            kernel::batch::sum_gradient_chunks(x, logs, 0.9, 0.25, chunks);
        });
        let (again, same) = kernel::batch::sum_gradient_of(logs, 0.9, 0.25, &chunks);
        assert_eq!(again.to_bits(), value.to_bits(), "{n} points");
        assert_eq!(bits(same.logs.as_flattened()), bits(d.logs.as_flattened()));
        assert_eq!(same.s.to_bits(), d.s.to_bits(), "{n} points");
        let mut into = kernel::batch::Shared::ZERO;
        kernel::batch::sum_gradient_of_into(logs, 0.9, 0.25, &chunks, &mut into);
        assert_eq!(into, same);

        // Points without lanes.
        let (value, d) = kernel_of::batch::sum_gradient(&c[0], [0.1, 0.2, 0.3], 1);
        let chunks = computed(n, |range, chunks| {
            kernel_of::batch::sum_gradient_chunks(&c[0][range], [0.1, 0.2, 0.3], 1, chunks);
        });
        let (again, same) = kernel_of::batch::sum_gradient_of([0.1, 0.2, 0.3], 1, &chunks);
        assert_eq!((again.to_bits(), same), (value.to_bits(), d), "{n} points");
    }
}

#[test]
fn sums_of_several_results_and_of_second_derivatives() {
    for n in CHUNK_SIZES {
        let c = columns(3, n);
        let (p, energy) = orbit::batch::sum_value([&c[0], &c[1]], 0.01);
        let chunks = computed(n, |range, chunks| {
            let x = [&c[0][range.clone()], &c[1][range.clone()]];
            orbit::batch::sum_value_chunks(x, 0.01, chunks);
        });
        assert_eq!(orbit::batch::sum_value_of(0.01, &chunks), (p, energy));

        let (logs, shift) = ([0.3, -0.6], 0.8);
        let all = mixture::batch::sum_value_gradient_hessian(&c[0], logs, shift);
        let chunks = computed(n, |range, chunks| {
            let x = &c[0][range];
            mixture::batch::sum_value_gradient_hessian_chunks(x, logs, shift, chunks);
        });
        let same = mixture::batch::sum_value_gradient_hessian_of(logs, shift, &chunks);
        assert_eq!(same, all, "{n} points");
        let direction = mixture::batch::Shared {
            logs: [1.0, -2.0],
            shift: 0.5,
        };
        let all = mixture::batch::sum_hessian_product(&c[0], logs, shift, &direction);
        let chunks = computed(n, |range, chunks| {
            let x = &c[0][range];
            mixture::batch::sum_hessian_product_chunks(x, logs, shift, &direction, chunks);
        });
        let same = mixture::batch::sum_hessian_product_of(logs, shift, &chunks);
        assert_eq!(same, all, "{n} points");
    }
    let w: [[f64; 3]; 8] =
        core::array::from_fn(|i| core::array::from_fn(|j| ((3 * i + j) as f64).sin()));
    for n in [0, 1, 1030] {
        let c = columns(3, n);
        let x: Vec<[f64; 3]> = (0..n).map(|i| [c[0][i], c[1][i], c[2][i]]).collect();
        let weights = [0.75, -1.25];
        let all = network::batch::sum_value_gradient_hessian(&x, w, 1.5, weights);
        let chunks = computed(n, |range, chunks| {
            let x = &x[range];
            network::batch::sum_value_gradient_hessian_chunks(x, w, 1.5, &weights, chunks);
        });
        let same = network::batch::sum_value_gradient_hessian_of(w, 1.5, &chunks);
        assert_eq!(same, all, "{n} points");
    }
}

#[test]
fn derivatives_that_are_too_large_to_be_returned_are_written() {
    let w = vec![0.5; 10_000];
    let w: &[f64; 10_000] = w[..].try_into().expect("as many");
    let x = columns(1, 1500).remove(0);
    let mut d = Box::new(wide::batch::Shared::ZERO);
    let value = wide::batch::sum_gradient_into(&x, w, 7, &mut d);
    let mut chunks = vec![[0.0; wide::batch::SUM_GRADIENT]; 2];
    wide::batch::sum_gradient_chunks(&x, w, 7, &mut chunks);
    let mut same = Box::new(wide::batch::Shared::ZERO);
    let again = wide::batch::sum_gradient_of_into(w, 7, &chunks, &mut same);
    assert_eq!((again.to_bits(), &same), (value.to_bits(), &d));
    assert!(d.w[7] != 0.0 && d.w[0] == 1500.0);
}

#[test]
fn other_floats_and_no_derivatives() {
    let m: Vec<[[f32; 3]; 2]> = vec![[[1.0, 2.0, 3.0], [0.5, 0.25, 0.125]]; 2];
    let columns = |k: usize| [&m[k][0][..], &m[k][1][..]];
    let m = [columns(0), columns(1)];
    let (value, d) = volume::batch::sum_gradient(&m, 2.0_f32);
    let mut chunks = [[0.0_f32; volume::batch::SUM_GRADIENT]];
    volume::batch::sum_gradient_chunks(&m, 2.0, &mut chunks);
    assert_eq!(volume::batch::sum_gradient_of(2.0, &chunks), (value, d));

    let mut chunks = [[0.0; empty::batch::SUM_GRADIENT]];
    empty::batch::sum_gradient_chunks(&[1.0, 2.5], [], &mut chunks);
    assert_eq!(empty::batch::sum_gradient_of([], &chunks).0, 3.5);
    assert_eq!(empty::batch::sum_gradient_of([], &[]).0, 0.0);
}

#[test]
#[should_panic(expected = "`chunks` has 1 element and 1025 points are 2 chunks")]
fn fewer_chunks_than_those_of_the_points_are_refused() {
    let mut chunks = [[0.0; empty::batch::SUM_VALUE]; 1];
    empty::batch::sum_value_chunks(&[0.0; 1025], [], &mut chunks);
}

#[test]
#[should_panic(expected = "`chunks` has 2 elements and 1 point are 1 chunk")]
fn more_chunks_than_those_of_the_points_are_refused() {
    let mut chunks = [[0.0; empty::batch::SUM_VALUE]; 2];
    empty::batch::sum_value_chunks(&[0.0], [], &mut chunks);
}

/// The numbers of chunks do not depend on the number of threads that compute them.
#[cfg(feature = "rayon")]
#[test]
fn chunks_have_the_same_bits_on_any_number_of_threads() {
    let c = columns(2, 70_003);
    let logs = [[0.1, -0.3], [0.7, 0.2], [-1.0, 0.5]];
    let [one, two, three] = super::pools::POOLS.each_ref().map(|pool| {
        pool.install(|| {
            let mut chunks = vec![[0.0; kernel::batch::SUM_GRADIENT]; 69];
            kernel::batch::sum_gradient_chunks([&c[0], &c[1]], logs, 0.9, 0.25, &mut chunks);
            bits(chunks.as_flattened())
        })
    });
    assert_eq!(one, two);
    assert_eq!(one, three);
}
