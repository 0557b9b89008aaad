//! Results that are positions and truth values, of lengths that come with the call, and of known
//! ones.

use adgraph::graph;

graph! {
    /// The positions in ascending order.
    pub fn order<const N: usize>(x: &[f64; N]) -> [usize; N] {
        argsort(x)
    }

    /// Which are positive.
    pub fn positive<const N: usize>(x: &[f64; N]) -> [bool; N] {
        x > 0.0
    }

    /// The nearest of two neighbours for each position, and the position of the largest element.
    pub fn neighbours<const N: usize>(x: &[f64; N]) -> ([[usize; 2]; N], usize, bool) {
        let mut both = [[0; 2]; N];
        for i in 0..N {
            both[i] = [max(i - 1, 0), min(i + 1, N - 1)];
        }
        (both, argmax(x), x[0] > 1.0)
    }

    /// The same indices, moved.
    pub fn moved<const N: usize>(at: &[usize; N], by: usize) -> [usize; N] {
        at + by
    }

    /// A length in the type of the result.
    pub fn reversed<const N: usize>(x: [f64; N]) -> [usize; N] {
        argsort(-x)
    }

    /// Results of known length.
    pub fn known(x: [f64; 3]) -> ([usize; 3], [bool; 3], usize) {
        (argsort(x), x > 0.0, argmax(x))
    }

    /// A position that the caller uses, in a block.
    fn nearest(table: [f64; 3], x: f64) -> usize {
        argmin(abs(table - x))
    }

    pub fn rounded(table: [f64; 3], x: f64) -> f64 {
        table[nearest(table, x)] * x
    }

    pub fn before(n: usize) -> usize {
        n - 1
    }

    pub fn table(x: f64) -> [[usize; 2]; 2] {
        [[0, 1], [2, select(x > 0.0, 3, 4)]]
    }
}

#[test]
fn positions_of_run_time_length_are_vectors_of_indices() {
    let x = [2.0, -1.0, 0.5, 7.0];
    assert_eq!(order(&x), [1, 2, 0, 3]);
    assert_eq!(positive(&x), [true, false, true, true]);
    let (both, largest, is_large) = neighbours(&x);
    assert_eq!(both, [[0, 1], [0, 2], [1, 3], [2, 3]]);
    assert_eq!((largest, is_large), (3, true));
    assert_eq!(moved(&[3, 0, 1], 2), [5, 2, 3]);
    let sorted: Vec<f64> = order(&x).into_iter().map(|at| x[at]).collect();
    assert_eq!(sorted, [-1.0, 0.5, 2.0, 7.0]);
    assert_eq!(reversed(x), [3, 0, 2, 1]);
}

#[test]
fn there_may_be_none_or_one() {
    assert!(order(&[]).is_empty() && positive(&[]).is_empty());
    assert_eq!(order(&[f64::NAN]), [0]);
    assert_eq!(positive(&[f64::NAN]), [false]);
    assert_eq!(reversed([0.0; 0]), [0; 0]);
}

#[test]
fn positions_are_written_in_place() {
    let (mut at, mut truths) = ([9; 3], [true; 3]);
    order::value_into(&[3.0, 1.0, 2.0], &mut at);
    assert_eq!(at, [1, 2, 0]);
    positive::value_into(&[-3.0, 1.0, 0.0], &mut truths);
    assert_eq!(truths, [false, true, false]);
}

#[test]
#[should_panic(expected = "has room for 2 elements where 3 are computed")]
fn a_place_of_another_length_is_refused() {
    order::value_into(&[3.0, 1.0, 2.0], &mut [0; 2]);
}

#[test]
fn positions_of_known_length_are_arrays_of_indices() {
    let found = known([2.0, -1.0, 0.5]);
    assert_eq!(found, ([1, 2, 0], [true, false, true], 0));
    assert_eq!(table(-1.0), [[0, 1], [2, 4]]);
    assert_eq!(before(3), 2);
    let (y, d) = rounded::gradient([0.0, 1.0, 4.0], 1.5);
    assert_eq!((y, d.x, d.table), (1.5, 1.0, [0.0, 1.5, 0.0]));
}

#[test]
#[should_panic(expected = "a result of `before` is -1, and a `usize` is not negative")]
fn a_negative_integer_is_no_position() {
    let _ = before(0);
}
