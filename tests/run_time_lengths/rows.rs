//! Matrices both of whose extents come with the call.

use adgraph::{Float, Matrix, Rows, graph};

graph! {
    /// A network with one hidden layer of any width.
    #[derivatives(hessian_product)]
    pub fn network<const I: usize, const H: usize, const O: usize>(
        first: Rows<f64, H, I>,
        offset: &[f64; H],
        second: Rows<f64, O, H>,
        x: &[f64; I],
        y: &[f64; O],
    ) -> f64 {
        let error = matmul(second, tanh(matmul(first, x) + offset)) - y;
        dot(error, error)
    }
    #[derivatives(hessian_product)]
    pub fn network_3_40_2(
        first: &[[f64; 3]; 40],
        offset: &[f64; 40],
        second: &[[f64; 40]; 2],
        x: &[f64; 3],
        y: &[f64; 2],
    ) -> f64 {
        network(first, offset, second, x, y)
    }

    /// A linear system, and the logarithm of its determinant.
    #[derivatives(hessian_product)]
    pub fn system<const N: usize>(a: Rows<f64, N, N>, b: &[f64; N]) -> f64 {
        let x = linear_solve(a, b);
        dot(x, x) + logdet(a)
    }
    #[derivatives(hessian_product)]
    pub fn system_40(a: &[[f64; 40]; 40], b: &[f64; 40]) -> f64 { system(a, b) }

    /// A matrix as a result.
    pub fn gram<const N: usize, const M: usize>(a: Rows<f64, N, M>) -> Rows<f64, M, M> {
        matmul(transpose(a), a)
    }
    pub fn gram_4_3(a: &[[f64; 3]; 4]) -> [[f64; 3]; 3] { gram(a) }

    /// Gates of a recurrent cell, whose weights stand below one another.
    pub fn gates<const H: usize, const I: usize>(
        w: Rows<f64, 3 * H, I>,
        x: &[f64; I],
        h: &[f64; H],
    ) -> [f64; H] {
        let z = matmul(w, x);
        sigmoid(z[..H]) * h + tanh(z[H..2 * H]) * z[2 * H..]
    }
    pub fn gates_2_3(w: &[[f64; 3]; 6], x: &[f64; 3], h: &[f64; 2]) -> [f64; 2] { gates(w, x, h) }
    /// The same in braces, as Rust writes it, and as a result.
    pub fn below<const N: usize, const M: usize>(a: Rows<f64, N, M>) -> Rows<f64, { 2 * N }, M> {
        concat(a, 2.0 * a)
    }

    /// Formulas of an extent that is part of the type of another argument.
    pub fn within<const H: usize, const W: usize>(
        u: &[[f64; W]; H],
        #[dynamic] seen: Rows<f64, H - 2, W - 2>,
    ) -> (f64, Rows<f64, H - 2, W - 2>) {
        let inner = u[(1..H - 1, 1..W - 1)];
        (sum((inner - seen).powi(2)), inner * seen)
    }
    pub fn within_5_4(u: &[[f64; 4]; 5], #[dynamic] seen: [[f64; 2]; 3]) -> (f64, [[f64; 2]; 3]) { within(u, seen) }

    /// Both extents as formulas: of the part of an image that a window of three by three leaves, and
    /// of an image within a border.
    #[derivatives(hessian_product)]
    pub fn misfit<const H: usize, const W: usize>(
        image: Rows<f64, H, W>,
        seen: Rows<f64, H - 2, W - 2>,
    ) -> f64 {
        let error = exp(image[(2.., 2..)]) - image[(..H - 2, ..W - 2)] * seen;
        sum(error * error)
    }
    #[derivatives(hessian_product)]
    pub fn misfit_3_4(image: &[[f64; 4]; 3], seen: &[[f64; 2]; 1]) -> f64 { misfit(image, seen) }
    pub fn bordered<const A: usize, const B: usize>(x: Rows<f64, A, B>) -> Rows<f64, A + 2, 2 * B> {
        let mut y = [[0.0; 2 * B]; A + 2];
        y[(1..A + 1, ..B)] = sin(x);
        y[(1..A + 1, B..)] = x;
        y
    }
    pub fn bordered_2_3(x: &[[f64; 3]; 2]) -> [[f64; 6]; 4] { bordered(x) }

    /// A matrix between other results.
    pub fn scaled<T: Float, const N: usize, const M: usize>(
        a: Rows<T, N, M>,
        by: &[T; M],
    ) -> (T, Rows<T, N, M>, [T; N]) {
        let y = a * broadcast(reshape(by, [1, M]), [N, M]);
        (sum(y), y, sum(y, axis = 1))
    }

    /// Edges, as rows of positions.
    pub fn energy<const N: usize, const E: usize, const K: usize>(
        x: &[f64; N],
        ends: Rows<usize, E, K>,
    ) -> f64 {
        let mut energy = 0.0;
        #[unroll(never)]
        for e in 0..E {
            let stretch = x[ends[(e, 1)]] - x[ends[(e, 0)]];
            energy += stretch * stretch;
        }
        energy
    }

    /// A number of rows that another argument has in its type.
    pub fn weighted<const N: usize, const M: usize>(w: [f64; N], a: Rows<f64, N, M>) -> Rows<f64, N, M> {
        a * broadcast(reshape(w, [N, 1]), [N, M])
    }

    /// A width that another argument has in its type.
    pub fn typed<const N: usize, const M: usize>(a: Rows<f64, N, M>, b: [f64; M]) -> f64 { sum(matmul(a, b)) }
}

fn numbers(count: usize, seed: f64) -> Vec<f64> {
    (0..count).map(|i| (seed + 1.7 * i as f64).sin()).collect()
}

fn array<const N: usize, const M: usize>(elements: &[f64]) -> [[f64; M]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| elements[i * M + j]))
}

/// A matrix whose systems have solutions.
fn regular(extent: usize) -> Vec<f64> {
    let mut elements = numbers(extent * extent, 0.3);
    for i in 0..extent {
        elements[i * extent + i] += 4.0;
    }
    elements
}

#[test]
fn a_network_has_the_bits_of_known_widths() {
    let (first, second) = (numbers(120, 0.1), numbers(80, 0.2));
    let (offset, x, y) = (numbers(40, 0.3), numbers(3, 0.4), numbers(2, 0.5));
    let [a, b] = [Rows::new(&first, 3), Rows::new(&second, 40)];
    let (value, found) = network::gradient(a, &offset, b, &x, &y);
    let [offset, x, y] = [offset, x, y];
    let (c, d) = (array::<40, 3>(&first), array::<2, 40>(&second));
    let (offset, x): (&[f64; 40], &[f64; 3]) =
        (offset[..].try_into().unwrap(), x[..].try_into().unwrap());
    let y: &[f64; 2] = y[..].try_into().unwrap();
    let (known, expected) = network_3_40_2::gradient(&c, offset, &d, x, y);
    assert_eq!(value.to_bits(), known.to_bits());
    assert_eq!(found.first.elements(), expected.first.as_flattened());
    assert_eq!(found.second.elements(), expected.second.as_flattened());
    assert_eq!((found.second.rows(), found.second.columns()), (2, 40));
    assert_eq!(found.offset, expected.offset);
    let product = network::hessian_product(a, offset, b, x, y, &found);
    let expected = network_3_40_2::hessian_product(&c, offset, &d, x, y, &expected);
    assert_eq!(product.first.elements(), expected.first.as_flattened());
    assert_eq!(product.x, expected.x);
}

#[test]
fn both_extents_may_be_formulas() {
    let (image, seen) = (numbers(12, 0.2), numbers(2, 0.7));
    let [a, b] = [Rows::new(&image, 4), Rows::new(&seen, 2)];
    let known = (array::<3, 4>(&image), array::<1, 2>(&seen));
    let (value, found) = misfit::gradient(a, b);
    let (expected_value, expected) = misfit_3_4::gradient(&known.0, &known.1);
    assert_eq!(value.to_bits(), expected_value.to_bits());
    assert_eq!(found.image.elements(), expected.image.as_flattened());
    assert_eq!(found.seen.elements(), expected.seen.as_flattened());
    let product = misfit::hessian_product(a, b, &found);
    let expected = misfit_3_4::hessian_product(&known.0, &known.1, &expected);
    assert_eq!(product.image.elements(), expected.image.as_flattened());

    let [x, seed] = [numbers(6, 0.4), numbers(24, 0.6)];
    let (y, found) = bordered::adjoint(Rows::new(&x, 3), Rows::new(&seed, 6));
    let (expected_y, expected) = bordered_2_3::adjoint(&array(&x), array(&seed));
    assert_eq!(y.elements(), expected_y.as_flattened());
    assert_eq!(found.x.elements(), expected.x.as_flattened());

    let text = crate::common::message(|| _ = misfit(a, Rows::new(&seen, 1)));
    assert_eq!(
        text,
        "`seen` has 2 rows where 1 are needed: its length is `H - 2`"
    );
    let text = crate::common::message(|| _ = misfit(a, Rows::new(&seen[..1], 1)));
    assert_eq!(
        text,
        "`seen` has 1 column where 2 are needed: its length is `W - 2`"
    );
}

#[test]
fn systems_of_any_size_have_the_bits_of_a_known_one() {
    let (a, b) = (regular(40), numbers(40, 0.9));
    let known: &[f64; 40] = b[..].try_into().unwrap();
    let (value, found) = system::gradient(Rows::new(&a, 40), &b);
    let (expected_value, expected) = system_40::gradient(&array(&a), known);
    assert_eq!(value.to_bits(), expected_value.to_bits());
    assert_eq!(found.a.elements(), expected.a.as_flattened());
    for extent in [1, 7] {
        let (a, b) = (regular(extent), numbers(extent, 0.9));
        let (_, d) = system::gradient(Rows::new(&a, extent), &b);
        for place in 0..extent * extent {
            let moved = |step: f64| {
                let mut a = a.clone();
                a[place] += step;
                system(Rows::new(&a, extent), &b)
            };
            let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
            assert!((difference - d.a.elements()[place]).abs() < 1e-7);
        }
    }
    assert_eq!(system(Rows::new(&[], 0), &[]), 0.0);
}

#[test]
fn matrices_are_results() {
    let elements = numbers(12, 0.7);
    let rows = Rows::new(&elements, 3);
    let found = gram(rows);
    assert_eq!((found.rows(), found.columns()), (3, 3));
    assert_eq!(found.elements(), gram_4_3(&array(&elements)).as_flattened());
    let mut written = Matrix::zeros(3, 3);
    gram::value_into(rows, &mut written);
    assert_eq!(written, found);
    let (_, adjoint) = gram::adjoint(rows, found.as_rows());
    let (_, expected) = gram_4_3::adjoint(&array(&elements), gram_4_3(&array(&elements)));
    assert_eq!(adjoint.a.elements(), expected.a.as_flattened());
    let halves = [0.5_f32, 1.5, 2.5, 3.5];
    let (total, all, sums) = scaled(Rows::new(&halves, 2), &[2.0, 4.0]);
    assert_eq!((total, all.elements()), (26.0, &[1.0, 6.0, 5.0, 14.0][..]));
    assert_eq!(sums, [7.0, 19.0]);
}

#[test]
fn positions_come_in_rows() {
    let edges = [0, 1, 1, 2];
    let (value, d) = energy::gradient(&[1.0, 3.0, 6.0], Rows::new(&edges, 2));
    assert_eq!((value, d.x), (13.0, vec![-4.0, -2.0, 6.0]));
}

#[test]
fn rows_whose_length_is_typed_are_arrays() {
    let rows = Rows::new(&[1.0, 2.0, 3.0, 4.0], 2);
    let (y, d) = weighted::adjoint([1.0, 10.0], rows, rows);
    assert_eq!(y.elements(), [1.0, 2.0, 30.0, 40.0]);
    assert_eq!((d.w, d.a.elements()), ([5.0, 25.0], y.elements()));
    assert_eq!(typed(&[[1.0, 2.0], [3.0, 4.0]], [1.0, 10.0]), 64.0);
}

fn refused(call: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let message = std::panic::catch_unwind(call).unwrap_err();
    *message.downcast::<String>().unwrap()
}

#[test]
fn extents_that_do_not_fit_name_the_arguments() {
    let six = [0.0; 6];
    assert_eq!(
        refused(|| _ = system(Rows::new(&six, 3), &[0.0; 2])),
        "`a` has 3 columns and 2 rows: both are `N`"
    );
    assert_eq!(
        refused(|| _ = system(Rows::new(&six[..4], 2), &[0.0; 3])),
        "`b` has 3 elements where `a` has 2: both are `N`"
    );
    let wide = Rows::new(&six, 3);
    assert_eq!(
        refused(move || _ = network(wide, &[0.0; 2], wide, &[0.0; 3], &[0.0; 2])),
        "`second` has 3 columns where `first` has 2: both are `H`"
    );
    assert_eq!(
        refused(move || gram::value_into(wide, &mut Matrix::zeros(3, 2))),
        "the result has room for 2 columns where 3 are computed: as many as `M`"
    );
    assert_eq!(
        refused(|| _ = Rows::new(&[1.0; 5], 3)),
        "5 elements are no rows of 3"
    );
}

#[test]
fn formulas_are_extents_of_matrices() {
    let w: [[f64; 3]; 6] =
        std::array::from_fn(|i| std::array::from_fn(|j| ((3 * i + j) as f64).sin()));
    let (x, h, seed) = ([0.3, -0.7, 1.1], [0.4, 0.9], [1.0, -0.5]);
    let expected = gates_2_3(&w, &x, &h);
    assert_eq!(gates(Rows::from(&w), &x, &h), expected);
    let (known, d) = gates_2_3::adjoint(&w, &x, &h, seed);
    let (value, e) = gates::adjoint(Rows::from(&w), &x, &h, &seed);
    assert_eq!((value, known), (expected.to_vec(), expected));
    assert_eq!(e.w.elements(), d.w.as_flattened());
    assert_eq!((&e.x[..], &e.h[..]), (&d.x[..], &d.h[..]));
    let twice = below(Rows::from(&[[1.0, 2.0]]));
    assert_eq!(twice.elements(), [1.0, 2.0, 2.0, 4.0]);
}

#[test]
#[should_panic(expected = "`w` has 5 rows where 6 are needed: its length is `3 * H`")]
fn formulas_are_checked() {
    let _ = gates(Rows::from(&[[0.0; 3]; 5]), &[0.0; 3], &[0.0; 2]);
}

graph! {
    /// Rows of points, of two run-time lengths.
    #[check]
    #[derivatives(hessian_product)]
    pub fn tracks<const N: usize, const M: usize>(x: Rows<[f64; 3], M, N>, w: [f64; 3]) -> f64 {
        sum(map(|track| sum(map(|p| exp(0.1 * dot(p, w)) * p[0], track)), x))
    }
    #[derivatives(hessian_product)]
    pub fn tracks_2(x: &[[[f64; 3]; 4]; 2], w: [f64; 3]) -> f64 { tracks(x, w) }
    pub fn moved<const N: usize, const M: usize>(
        x: Rows<[f64; 3], M, N>, #[dynamic] y: Rows<[f64; 3], M, N>, a: f64,
    ) -> Rows<[f64; 3], M, N> {
        sin(x) * y * a
    }
    pub fn moved_2(x: &[[[f64; 3]; 4]; 2], #[dynamic] y: &[[[f64; 3]; 4]; 2], a: f64) -> [[[f64; 3]; 4]; 2] {
        moved(x, y, a)
    }
}

graph! {
    /// Sums over rows of products of two rows, for each of two weights: few elements and many.
    #[derivatives(only(value, adjoint))]
    pub fn grams<const N: usize>(x: &[[f64; 5]; N], w: &[[f64; 5]; 2]) -> [[[f64; 5]; 5]; 2] {
        let scaled = broadcast(x, [2, N, 5]) * broadcast(w, [2, N, 5], axis = (0, 2));
        matmul(transpose(scaled, axis = (0, 2, 1)), scaled + 1.0)
    }
    #[derivatives(only(value, adjoint))]
    pub fn grams_29(x: &[[f64; 5]; 29], w: &[[f64; 5]; 2]) -> [[[f64; 5]; 5]; 2] { grams(x, w) }
    #[derivatives(only(value))]
    pub fn wide_grams<const N: usize>(x: &[[f64; 20]; N], w: &[[f64; 20]; 3]) -> [[[f64; 20]; 20]; 3] {
        let scaled = broadcast(x, [3, N, 20]) * broadcast(w, [3, N, 20], axis = (0, 2));
        matmul(transpose(scaled, axis = (0, 2, 1)), scaled + 1.0)
    }
    #[derivatives(only(value))]
    pub fn wide_grams_29(x: &[[f64; 20]; 29], w: &[[f64; 20]; 3]) -> [[[f64; 20]; 20]; 3] {
        wide_grams(x, w)
    }
}

graph! {
    /// Layers whose products are large enough for tiles of many rows, and one that is not.
    #[derivatives(only(value, gradient, hessian_product))]
    pub fn layers<const N: usize>(
        first: &[[f64; 12]; 9], second: &[[f64; 10]; 12], third: &[[f64; 2]; 10],
        #[dynamic] x: &[[f64; 9]; N],
    ) -> f64 {
        let y = matmul(tanh(matmul(tanh(matmul(x, first)), second)), third);
        sum(y * y)
    }
    #[derivatives(only(value, gradient, hessian_product))]
    pub fn layers_147(
        first: &[[f64; 12]; 9], second: &[[f64; 10]; 12], third: &[[f64; 2]; 10],
        #[dynamic] x: &[[f64; 9]; 147],
    ) -> f64 { layers(first, second, third, x) }
    #[derivatives(only(value, gradient, hessian_product))]
    pub fn layers_64(
        first: &[[f64; 12]; 9], second: &[[f64; 10]; 12], third: &[[f64; 2]; 10],
        #[dynamic] x: &[[f64; 9]; 64],
    ) -> f64 { layers(first, second, third, x) }
    #[derivatives(only(value, gradient, hessian_product))]
    pub fn layers_5(
        first: &[[f64; 12]; 9], second: &[[f64; 10]; 12], third: &[[f64; 2]; 10],
        #[dynamic] x: &[[f64; 9]; 5],
    ) -> f64 { layers(first, second, third, x) }
}

#[test]
fn layers_have_the_bits_of_known_lengths() {
    let (first, second, third) = (
        filled::<12, 9>(0.1),
        filled::<10, 12>(0.7),
        filled::<2, 10>(1.3),
    );
    macro_rules! of_length {
        ($n:literal $known:ident) => {{
            let x = filled::<9, $n>(0.3);
            let along = (
                filled::<12, 9>(0.9),
                filled::<10, 12>(0.2),
                filled::<2, 10>(0.4),
            );
            let own = layers::Tangent {
                first: along.0,
                second: along.1,
                third: along.2,
            };
            let other = $known::Tangent {
                first: along.0,
                second: along.1,
                third: along.2,
            };
            same! {
                layers $known: &first, &second, &third, &x;
                layers $known::gradient: &first, &second, &third, &x;
            }
            let found = layers::hessian_product(&first, &second, &third, &x, &own);
            let expected = $known::hessian_product(&first, &second, &third, &x, &other);
            assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        }};
    }
    of_length!(147 layers_147);
    of_length!(64 layers_64);
    of_length!(5 layers_5);
    // By plain loops.
    let x = filled::<9, 147>(0.3);
    let row = |x: &[f64; 9]| -> f64 {
        let dense = |x: &[f64], column: &dyn Fn(usize, usize) -> f64, j| -> f64 {
            x.iter().enumerate().map(|(i, x)| x * column(i, j)).sum()
        };
        let h: Vec<f64> = (0..12)
            .map(|j| dense(x, &|i, j| first[i][j], j).tanh())
            .collect();
        let h: Vec<f64> = (0..10)
            .map(|j| dense(&h, &|i, j| second[i][j], j).tanh())
            .collect();
        (0..2)
            .map(|j| dense(&h, &|i, j| third[i][j], j).powi(2))
            .sum()
    };
    let expected: f64 = x.iter().map(row).sum();
    let found = layers(&first, &second, &third, &x);
    assert!(
        (found - expected).abs() < 1e-12 * expected,
        "{found}, {expected}"
    );
    assert_eq!(layers(&first, &second, &third, &[]), 0.0);
}

fn filled<const WIDTH: usize, const ROWS: usize>(seed: f64) -> [[f64; WIDTH]; ROWS] {
    std::array::from_fn(|row| crate::common::sines::<WIDTH>(seed + row as f64))
}

#[test]
fn products_of_a_batch_have_the_bits_of_known_lengths() {
    let (x, w) = (filled::<5, 29>(0.3), filled::<5, 2>(2.0));
    let seed = [filled::<5, 5>(0.1), filled::<5, 5>(0.7)];
    same! {
        grams grams_29: &x, &w;
        grams grams_29::adjoint: &x, &w, seed;
    }
    // By plain loops.
    let found = grams(&x, &w);
    for (k, i, j) in (0..50).map(|n| (n / 25, n / 5 % 5, n % 5)) {
        let terms = x.iter().map(|x| x[i] * w[k][i] * (x[j] * w[k][j] + 1.0));
        let expected: f64 = terms.sum();
        assert!((found[k][i][j] - expected).abs() < 1e-13 * (1.0 + expected.abs()));
    }
    assert_eq!(grams(&[], &w), [[[0.0; 5]; 5]; 2]);
    let (x, w) = (filled::<20, 29>(0.3), filled::<20, 3>(2.0));
    same! { wide_grams wide_grams_29: &x, &w; }
}

#[test]
fn rows_of_points() {
    let points = crate::common::rows::<8>();
    let (rows, w) = (Rows::new(&points, 4), [0.3, -1.0, 2.0]);
    let known: &[[[f64; 3]; 4]; 2] = points.as_chunks().0.try_into().expect("two rows");
    let (found, expected) = (tracks::gradient(rows, w), tracks_2::gradient(known, w));
    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
    let along = tracks::Tangent { x: found.1.x, w };
    let of_known = tracks_2::Tangent { x: expected.1.x, w };
    let product = tracks::hessian_product(rows, w, &along);
    let expected = tracks_2::hessian_product(known, w, &of_known);
    assert_eq!(format!("{product:?}"), format!("{expected:?}"));
    let (value, expected) = (moved(rows, rows, 0.7), moved_2(known, known, 0.7));
    assert_eq!(format!("{value:?}"), format!("{expected:?}"));
    let found = moved::adjoint(rows, rows, 0.7, value.as_rows());
    let expected = moved_2::adjoint(known, known, 0.7, expected);
    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
    // The same through one flat line.
    let f = tracks::Function { N: 4, M: 2 };
    let line = [points.as_flattened(), &w].concat();
    let mut d = vec![0.0; line.len()];
    let value = adgraph::function::ScalarFunction::gradient(&f, &line, &mut d);
    assert_eq!(value.to_bits(), tracks(rows, w).to_bits());
    assert_eq!(
        d[..24],
        *tracks::gradient(rows, w).1.x.elements().as_flattened()
    );
}

#[test]
fn formulas_of_an_extent_of_a_type() {
    let u: [[f64; 4]; 5] =
        std::array::from_fn(|i| std::array::from_fn(|j| (3 * i + j) as f64 / 7.0));
    let seen: [[f64; 2]; 3] = [[0.5, -1.0], [2.0, 0.25], [1.5, 3.0]];
    let flat = seen.as_flattened();
    let (sum, inner) = within(&u, Rows::new(flat, 2));
    let (known, expected) = within_5_4(&u, seen);
    assert_eq!(sum.to_bits(), known.to_bits());
    assert_eq!(inner.elements(), expected.as_flattened());
    let (_, adjoint) = within::adjoint(&u, Rows::new(flat, 2), (0.5, Rows::new(flat, 2).into()));
    let (_, expected) = within_5_4::adjoint(&u, seen, (0.5, seen));
    assert_eq!(adjoint.u, expected.u);
    let text = crate::common::message(|| _ = within(&u, Rows::new(&flat[..4], 2)));
    assert!(
        text.contains("`seen` has 2 rows where 3 are needed"),
        "{text}"
    );
}
