//! Vectors and matrices at two positions of which both lengths come with the call: the values have
//! the bits of those of known lengths, which are written out.

use adgraph::Rows;
use adgraph::graph;

graph! {
    /// At positions that are arguments, that arrays hold, and that go round.
    #[derivatives(only(value, gradient))]
    pub fn read<const H: usize, const W: usize, const K: usize>(
        s: Rows<[f64; 3], H, W>, p: usize, q: usize, at: &[[usize; 2]; K],
    ) -> f64 {
        let mut e = norm(s[p][q]) + dot(s[p][q], s[(q, p)]);
        for [a, b] in at { e += norm(s[a][b]); }
        for i in 0..H { for j in 0..W { e += norm(s[(i + 1) % H][j]) * s[i][(j + 1) % W][2]; } }
        e
    }
    #[derivatives(only(value, gradient))]
    pub fn read_known(s: &[[[f64; 3]; 4]; 5], p: usize, q: usize, at: &[[usize; 2]; 3]) -> f64 {
        read(s, p, q, at)
    }

    /// Down the columns of vectors, and with bounds that move.
    #[derivatives(only(value, gradient))]
    pub fn columns<const N: usize>(c: Rows<[f64; 3], N, N>) -> f64 {
        let mut s = 0.0;
        for k in 0..N { for i in 0..N { s += norm(c[i][k] - 0.5 * c[k][i] + 1.0); } }
        for i in 0..N { for k in i..N { s += sum(c[i][k] * c[k][i]); } }
        for k in 0..N - 1 { for i in 0..N { s += sum(c[i][k] * c[k + 1][i]); } }
        s + sum(transpose(c, [1, 0, 2]) * c * c)
    }
    #[derivatives(only(value, gradient))]
    pub fn columns_known(c: &[[[f64; 3]; 4]; 4]) -> f64 { columns(c) }

    /// Small matrices.
    #[derivatives(only(value, gradient))]
    pub fn moved<const N: usize, const M: usize>(
        a: Rows<[[f64; 2]; 2], N, M>, v: &[[f64; 2]; N], p: usize,
    ) -> f64 {
        let mut y = zeros([M, 2]);
        for i in 0..M { for j in 0..N { y[i] += matmul(transpose(a[j][i]), v[j]); } }
        dot(y[p], y[p]) + det(a[p][p + 1]) * a[p][p][1][0]
    }
    #[derivatives(only(value, gradient))]
    pub fn moved_known(a: &[[[[f64; 2]; 2]; 4]; 5], v: &[[f64; 2]; 5], p: usize) -> f64 { moved(a, v, p) }

    /// Vectors that a loop writes at two positions.
    #[derivatives(only(value, gradient))]
    pub fn written<const N: usize, const K: usize>(x: &[[f64; 3]; N], ends: &[[usize; 2]; K], p: usize) -> f64 {
        let mut c = zeros([N, N, 3]);
        for i in 0..N { for j in 0..N { c[i][j] = x[i] - x[j] * x[j]; } }
        for [a, b] in ends { c[a][b] += x[a] - x[b]; }
        let mut d = zeros([N, N, 3]);
        for [a, b] in ends { d[a][b] = d[b][a] + x[a] - x[b]; }
        sum(c * c) + sum(d * d * d) + norm(c[p][p + 1])
    }
    #[derivatives(only(value, gradient))]
    pub fn written_known(x: &[[f64; 3]; 5], ends: &[[usize; 2]; 3], p: usize) -> f64 { written(x, ends, p) }
}

const ENDS: [[usize; 2]; 3] = [[0, 3], [3, 0], [2, 1]];

/// Rows of so many vectors.
fn vectors<const W: usize, const H: usize>() -> [[[f64; 3]; W]; H] {
    let number = |i: usize| ((i * 7 + 3) % 11) as f64 / 8.0 - 0.375;
    std::array::from_fn(|i| {
        std::array::from_fn(|j| std::array::from_fn(|k| number(3 * (W * i + j) + k)))
    })
}

/// Loops of known lengths are written out, and add to derivatives in another order.
fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        let tolerance = 1e-13 * (1.0 + expected.abs());
        assert!(
            (found - expected).abs() <= tolerance,
            "{i}: {found} {expected}"
        );
    }
}

#[test]
fn vectors_at_two_positions() {
    let s = vectors::<4, 5>();
    let rows = Rows::new(s.as_flattened(), 4);
    let (of_call, known) = (
        read::gradient(rows, 2, 3, &ENDS),
        read_known::gradient(&s, 2, 3, &ENDS),
    );
    assert_eq!(of_call.0, known.0);
    close(
        of_call.1.s.elements().as_flattened(),
        known.1.s.as_flattened().as_flattened(),
    );
    let dot = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let norm = |v: [f64; 3]| dot(v, v).sqrt();
    let mut by_hand = norm(s[2][3]) + dot(s[2][3], s[3][2]);
    by_hand += ENDS.iter().map(|&[a, b]| norm(s[a][b])).sum::<f64>();
    for i in 0..5 {
        for j in 0..4 {
            by_hand += norm(s[(i + 1) % 5][j]) * s[i][(j + 1) % 4][2];
        }
    }
    let value = read(rows, 2, 3, &ENDS);
    assert!((value - by_hand).abs() < 1e-12, "{value} {by_hand}");
}

#[test]
#[expect(clippy::needless_range_loop, reason = "the text is that of the block")]
fn columns_of_vectors() {
    let c = vectors::<4, 4>();
    let rows = Rows::new(c.as_flattened(), 4);
    let (of_call, known) = (columns::gradient(rows), columns_known::gradient(&c));
    assert_eq!(of_call.0, known.0);
    close(
        of_call.1.c.elements().as_flattened(),
        known.1.c.as_flattened().as_flattened(),
    );
    let dot = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let mut by_hand = 0.0;
    for k in 0..4 {
        for i in 0..4 {
            let own: [f64; 3] = std::array::from_fn(|j| c[i][k][j] - 0.5 * c[k][i][j] + 1.0);
            by_hand += dot(own, own).sqrt();
            by_hand += dot(c[k][i], std::array::from_fn(|j| c[i][k][j] * c[i][k][j]));
            if k >= i {
                by_hand += dot(c[i][k], c[k][i]);
            }
            if k < 3 {
                by_hand += dot(c[i][k], c[k + 1][i]);
            }
        }
    }
    let value = columns(rows);
    assert!((value - by_hand).abs() < 1e-12, "{value} {by_hand}");
}

#[test]
fn small_matrices_at_two_positions() {
    let a = vectors::<16, 5>().map(|row| {
        std::array::from_fn(|j| [[row[j][0], row[j + 4][1]], [row[j + 8][2], row[j + 12][0]]])
    });
    let v: [[f64; 2]; 5] = std::array::from_fn(|i| [0.5 - i as f64, 0.25 * i as f64]);
    let rows = Rows::new(a.as_flattened(), 4);
    let (of_call, known) = (
        moved::gradient(rows, &v, 2),
        moved_known::gradient(&a, &v, 2),
    );
    assert_eq!(of_call.0, known.0);
    let known_a = known.1.a.as_flattened().as_flattened().as_flattened();
    close(
        of_call.1.a.elements().as_flattened().as_flattened(),
        known_a,
    );
    close(of_call.1.v.as_flattened(), known.1.v.as_flattened());
}

#[test]
fn vectors_that_are_written_at_two_positions() {
    let [x] = vectors::<5, 1>();
    let (of_call, known) = (
        written::gradient(&x, &ENDS, 2),
        written_known::gradient(&x, &ENDS, 2),
    );
    assert_eq!(of_call.0, known.0);
    close(of_call.1.x.as_flattened(), known.1.x.as_flattened());
}
