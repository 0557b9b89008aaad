//! Elements at written positions of matrices whose lengths come with the call, and rows that become
//! one line.

use adgraph::graph;

/// Functions of a matrix that statements change, of lengths of the call and of five rows.
macro_rules! changed {
    ($($f:ident $known:ident: |$k:ident, $x:ident| $change:block)*) => {
        graph! { $(
            #[derivatives(hessian_product)]
            pub fn $f<const N: usize>($x: &[f64; N]) -> f64 {
                let mut $k = outer($x, sin($x));
                $change
                sum($k * $k) + $k[0][0] * $k[1][2]
            }
            #[derivatives(hessian_product)]
            pub fn $known($x: &[f64; 5]) -> f64 { $f($x) }
        )* }

        #[test]
        fn changes_of_matrices_are_those_of_known_lengths() {
            let x = [0.3, 1.0, -2.0, 0.7, 1.9];
            let direction = [1.0, -0.5, 0.25, 2.0, 0.1];
            $({
                let (value, d) = $f::gradient(&x);
                let (expected, known) = $known::gradient(&x);
                close(stringify!($f), &[value], &[expected]);
                close(stringify!($f), &d.x, &known.x);
                let along = $f::Tangent { x: direction.to_vec() };
                let product = $f::hessian_product(&x, &along);
                let known = $known::hessian_product(&x, &$known::Tangent { x: direction });
                close(stringify!($f), &product.x, &known.x);
                for i in 0..5 {
                    let slope = crate::common::slope(|x| $f(x), &x, i);
                    let error = (d.x[i] - slope).abs();
                    assert!(error < 1e-6 * (1.0 + slope.abs()), "{}: {error}", stringify!($f));
                }
            })*
        }
    };
}

changed! {
    corner corner_5: |k, x| { k[0][0] += 1.0; k[1][1] += 1.0; }
    diagonal diagonal_5: |k, x| { for i in 0..3 { k[i][i] = 2.0 * x[i]; } }
    block block_5: |k, x| { for i in 0..2 { for j in 0..2 { k[i][j] += 0.5 * x[j]; } } }
    across across_5: |k, x| { k[0][1] = x[0]; k[1][0] = x[1]; }
    mixed mixed_5: |k, x| { k[0][0] = x[0]; k[0][0] *= k[1][1]; k[1][0] -= k[0][1]; }
    cut cut_5: |k, x| { k[..2] = 0.0; k[(.., ..2)] = 0.0; k[0][0] = 1.0; k[1][1] = x[2]; }
    ends ends_5: |k, x| { k[1][1] = x[0]; k[N - 1][N - 1] = x[0] * x[1]; k[0][N - 1] += x[1]; }
    band band_5: |k, x| { for i in 0..4 { k[i][i] += 9.0 * x[0]; k[i][(i + 1) % 4] -= x[1]; } }
    rows rows_5: |k, x| {
        k[1] = x;
        k[1][1] = 3.0 * x[0];
        k[0][1] = x[0] * k[1][1];
        k[(.., 1)] *= 2.0;
        k[2][1] = x[2];
    }
}

graph! {
    /// Rows of run-time length as one line, and as rows of two.
    pub fn lines<const N: usize>(x: &[f64; N]) -> ([f64; 3 * N], [[f64; 2]; N], f64) {
        let two = stack(x, 2.0 * x);
        let line = reshape(two, [2 * N]);
        (2.0 * reshape(stack(x, sin(x), x * x), [3 * N]), 3.0 * reshape(two, [N, 2]), sum(line * line))
    }
    pub fn lines_3(x: &[f64; 3]) -> ([f64; 9], [[f64; 2]; 3], f64) { lines(x) }
    pub fn lines_0(x: &[f64; 0]) -> ([f64; 0], [[f64; 2]; 0], f64) { lines(x) }

    /// The energy of a truss whose bars are data, with two of its joints held.
    #[derivatives(only(value, gradient))]
    pub fn truss<const N: usize, const M: usize>(
        at: &[[f64; 2]; N],
        from: &[usize; M],
        to: &[usize; M],
        load: &[f64; 2 * N],
    ) -> f64 {
        let mut k = zeros([2 * N, 2 * N]);
        for bar in 0..M {
            let (i, j) = (from[bar], to[bar]);
            let along = at[j] - at[i];
            let length = norm(along);
            for a in 0..2 {
                for b in 0..2 {
                    let stiffness = along[a] * along[b] / length.powi(3);
                    k[2 * i + a][2 * i + b] += stiffness;
                    k[2 * j + a][2 * j + b] += stiffness;
                    k[2 * i + a][2 * j + b] -= stiffness;
                    k[2 * j + a][2 * i + b] -= stiffness;
                }
            }
        }
        for held in 0..4 {
            k[held][held] += 1e3;
        }
        dot(linear_solve(k, load), load)
    }
    #[derivatives(only(value, gradient))]
    pub fn truss_3(at: &[[f64; 2]; 3], from: &[usize; 3], to: &[usize; 3], load: &[f64; 6]) -> f64 {
        truss(at, from, to, load)
    }
}

fn close(name: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{name}");
    for (found, expected) in found.iter().zip(expected) {
        let error = (found - expected).abs();
        assert!(
            error <= 1e-13 * (1.0 + expected.abs()),
            "{name}: {found}, {expected}"
        );
    }
}

#[test]
fn rows_become_a_line() {
    same! {
        lines lines_3: &[0.3, -1.0, 2.0];
        lines lines_0: &[];
    }
}

#[test]
fn a_truss_has_the_energy_of_known_lengths() {
    let at = [[0.0, 0.0], [1.0, 0.1], [0.4, 0.8]];
    let (from, to) = ([0, 1, 0], [1, 2, 2]);
    let load = [0.0, 0.0, 0.0, 0.0, 1.0, -0.5];
    let (value, d) = truss::gradient(&at, &from, &to, &load);
    let (expected, known) = truss_3::gradient(&at, &from, &to, &load);
    close("truss", &[value], &[expected]);
    close("truss", d.at.as_flattened(), known.at.as_flattened());
    close("truss", &d.load, &known.load);
    let flat = at.as_flattened().to_vec();
    for i in 0..6 {
        let energy = |x: &[f64]| truss(x.as_chunks::<2>().0, &from, &to, &load);
        let slope = crate::common::slope(energy, &flat, i);
        assert!(
            (d.at.as_flattened()[i] - slope).abs() < 1e-6,
            "{i}: {slope}"
        );
    }
}

graph! {
    /// Rows of one length, with all second derivatives.
    #[derivatives(hessian)]
    pub fn three<const N: usize>(s: &[[f64; N]; 3], q: f64) -> f64 {
        sum(s * s * s) + exp(q * sum(s[0] * s[1])) * s[2][0]
    }
    #[derivatives(hessian)]
    pub fn three_4(s: &[[f64; 4]; 3], q: f64) -> f64 { three(s, q) }
}

#[test]
fn hessians_by_rows_are_those_of_known_lengths() {
    let s = [
        [0.1, 0.2, -0.3, 0.5],
        [1.0, 0.7, 0.3, -0.2],
        [0.4, 0.1, 0.9, -1.0],
    ];
    let known = three_4::hessian(&s, 0.7);
    let found = three::hessian(&s, 0.7);
    for (row, expected) in known.iter().enumerate() {
        let row: Vec<f64> = (0..13).map(|column| found[row][column]).collect();
        close("a row", &row, expected);
    }
    // By differences of gradients, along the number.
    let along = |q: f64| three::gradient(&s, q).1.s;
    let (more, less) = (along(0.7 + 1e-5), along(0.7 - 1e-5));
    let slopes = more.as_flattened().iter().zip(less.as_flattened());
    for (number, (more, less)) in slopes.enumerate() {
        let slope = (more - less) / 2e-5;
        assert!(
            (known[12][number] - slope).abs() < 1e-7,
            "{number}: {slope}"
        );
    }
}
