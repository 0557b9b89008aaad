//! The items that a function gets, each against the derivative worked out by hand.

use adgraph::function::{Function, ScalarFunction};
use adgraph::{Float, differentiable, graph};

graph! {
    /// Every kind of argument, two results.
    #[derivatives(jacobian)]
    fn mixed(a: &[[f64; 2]; 2], x: [f64; 2], i: usize, #[dynamic] p: f64) -> ([f64; 2], f64) {
        (matmul(a, x) * p, x[i] * x[i])
    }

    #[derivatives(jacobian, hessian)]
    fn bowl(x: [f64; 2], s: f64) -> f64 {
        s * x[0] * x[0] + x[0] * x[1] + s * s
    }

    fn generic<T: Float>(x: T, y: [T; 2]) -> T {
        x * dot(y, y) + 0.1
    }

    #[derivatives(module = big)]
    fn large(x: &[f64; 10000]) -> [f64; 10000] {
        x * x
    }

    /// The geometric series, in thousands of statements.
    #[derivatives(hessian)]
    fn series(x: f64) -> f64 {
        let mut y = 1.0;
        for _ in 0..2000 {
            if y < 3.0 {
                y = y * x + 1.0;
            } else {
                y = -y;
            }
        }
        y
    }

    fn horner(x: f64) -> f64 {
        let mut y = 1.0;
        for _ in 0..3000 {
            y = y * x + 1.0;
        }
        y
    }

    /// A power of the sum, with a loop and its accumulators for each factor.
    fn powers(x: &[f64; 128]) -> f64 {
        let mut y = 1.0;
        for _ in 0..200 {
            y = sum(x * y);
        }
        y
    }

    fn single(x: f32) -> f32 {
        0.1 * x
    }

    /// Not a float: no derivatives, but a value and a graph.
    fn sign_test(x: f64) -> bool {
        x > 0.0
    }
}

const A: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];

#[test]
fn adjoints_have_a_field_for_each_differentiable_argument() {
    let x = [5.0, 6.0];
    let (value, square) = mixed(&A, x, 1, 2.0);
    assert_eq!((value, square), ([34.0, 78.0], 36.0));
    let (same, d) = mixed::adjoint(&A, x, 1, 2.0, ([1.0, 10.0], 100.0));
    assert_eq!(same, (value, square));
    assert_eq!(d.a, [[10.0, 12.0], [100.0, 120.0]]);
    assert_eq!(d.x, [62.0, 84.0 + 1200.0]);
    let mut into = mixed::Adjoint::ZERO;
    let mut result = ([0.0; 2], 0.0);
    mixed::adjoint_into(&A, x, 1, 2.0, &([1.0, 10.0], 100.0), &mut result, &mut into);
    assert_eq!((result, into), (same, d));
}

#[test]
fn tangents_are_directional_derivatives() {
    let direction = mixed::Tangent {
        a: [[0.0, 1.0], [0.0, 0.0]],
        x: [0.0, 1.0],
    };
    let (value, tangent) = mixed::tangent(&A, [5.0, 6.0], 1, 2.0, &direction);
    assert_eq!(value, mixed(&A, [5.0, 6.0], 1, 2.0));
    assert_eq!(tangent, ([4.0 + 12.0, 8.0], 12.0));
}

#[test]
#[should_panic(expected = "index out of bounds: the len is 2 but the index is 2")]
fn a_run_time_index_is_checked() {
    let _ = mixed(&A, [1.0, 2.0], 2, 1.0);
}

mod windows {
    adgraph::graph! {
        pub fn taken(x: [f64; 5], n: usize) -> [f64; 3] { x[n..n + 3] }
        pub fn replaced(x: [f64; 5], w: [f64; 3], n: usize) -> [f64; 5] {
            let mut y = x;
            y[n..=n + 2] = w;
            y
        }
        #[derivatives(batch)]
        pub fn smooth(x: [f64; 5], w: [f64; 3], #[shared] n: usize) -> f64 {
            let mut y = x;
            y[n..n + 3] -= w;
            let mut total = 0.0;
            #[unroll(never)]
            for i in 0..3 { total += dot(y[i..i + 3], w).sin(); }
            total
        }
    }
}

const LINE: [f64; 5] = [1.0, 2.0, 3.0, 4.0, 5.0];

#[test]
fn a_range_starts_at_a_run_time_index() {
    assert_eq!(windows::taken(LINE, 2), [3.0, 4.0, 5.0]);
    let w = [-1.0, -2.0, -3.0];
    assert_eq!(windows::replaced(LINE, w, 1), [1.0, -1.0, -2.0, -3.0, 5.0]);
    let (_, d) = windows::replaced::adjoint(LINE, w, 1, LINE);
    assert_eq!(d.x, [1.0, 0.0, 0.0, 0.0, 5.0]);
    assert_eq!(d.w, [2.0, 3.0, 4.0]);
}

#[test]
#[should_panic(expected = "index out of bounds: the len is 5 but the index is 5")]
fn a_range_at_a_run_time_index_is_checked() {
    let _ = windows::taken(LINE, 3);
}

#[test]
#[should_panic(expected = "index out of bounds: the len is 5 but the index is 5")]
fn a_range_that_is_assigned_at_a_run_time_index_is_checked() {
    let _ = windows::replaced(LINE, [0.0; 3], 3);
}

#[test]
#[should_panic(expected = "index out of bounds: the len is 5 but the index is")]
fn a_range_at_the_largest_index_is_checked() {
    let _ = windows::taken(LINE, usize::MAX - 1);
}

#[test]
fn ranges_that_move_are_batched() {
    let columns: [[f64; 9]; 8] =
        std::array::from_fn(|c| std::array::from_fn(|i| ((3 * c + i) as f64).cos()));
    let c = columns.each_ref().map(|column| &column[..]);
    let (x, w) = ([c[0], c[1], c[2], c[3], c[4]], [c[5], c[6], c[7]]);
    let mut value = [0.0; 9];
    let mut d = [[0.0; 9]; 8];
    let [a, b, c, e, f, g, h, k] = d.each_mut().map(|column| &mut column[..]);
    let adjoint = windows::smooth::batch::Adjoint {
        x: [a, b, c, e, f],
        w: [g, h, k],
    };
    windows::smooth::batch::gradient(x, w, 1, &mut value, adjoint);
    for i in 0..9 {
        let (y, single) = windows::smooth::gradient(x.map(|c| c[i]), w.map(|c| c[i]), 1);
        assert_eq!(y.to_bits(), value[i].to_bits());
        let single = [&single.x[..], &single.w].concat();
        for (column, expected) in d.iter().zip(single) {
            assert_eq!(column[i].to_bits(), expected.to_bits());
        }
    }
}

#[test]
fn matrices_on_request() {
    let jacobian = mixed::jacobian(&A, [5.0, 6.0], 1, 2.0);
    let rows = [
        [10.0, 12.0, 0.0, 0.0, 2.0, 4.0],
        [0.0, 0.0, 10.0, 12.0, 6.0, 8.0],
        [0.0, 0.0, 0.0, 0.0, 0.0, 12.0],
    ];
    assert_eq!(jacobian, rows);
    assert_eq!(
        bowl::jacobian([3.0, 4.0], 2.0),
        [[12.0 + 4.0, 3.0, 9.0 + 4.0]]
    );
    let hessian = [[4.0, 1.0, 6.0], [1.0, 0.0, 0.0], [6.0, 0.0, 2.0]];
    assert_eq!(bowl::hessian([3.0, 4.0], 2.0), hessian);
}

#[test]
fn generic_functions_work_in_both_types() {
    let (value, d) = generic::gradient(2.0_f64, [3.0, 4.0]);
    assert_eq!((value, d.x, d.y), (50.1, 25.0, [12.0, 16.0]));
    let (value, d) = generic::gradient(2.0_f32, [3.0, 4.0]);
    assert_eq!((value, d.x, d.y), (50.1, 25.0, [12.0, 16.0]));
    assert_eq!(generic::graph::<f64>().output_types().count(), 1);
    assert_eq!(single(1.0).to_bits(), 0.1_f32.to_bits());
    assert!(sign_test(1.0) && !sign_test(-0.0));
    assert_eq!(sign_test::graph().len(), 3);
}

#[test]
fn large_arrays_are_written_in_place() {
    let x = Box::new([3.0; 10_000]);
    let mut y = Box::new([0.0; 10_000]);
    big::value_into(&x, &mut y);
    assert!(y.iter().all(|&y| y == 9.0));
}

/// One scope for each statement would overflow the compiler's stack when it writes debug
/// information.
#[test]
fn long_functions_compile() {
    assert_eq!(horner(0.5), 2.0);
    let (value, d) = horner::gradient(0.5);
    assert_eq!((value, d.x), (2.0, 4.0));
    let (value, d) = series::gradient(0.5);
    assert_eq!((value, d.x), (2.0, 4.0));
    let (value, d) = powers::gradient(&[1.0 / 128.0; 128]);
    assert_eq!((value, d.x), (1.0, [200.0; 128]));
    let [[second]] = series::hessian(0.5);
    assert!((second - 16.0).abs() < 1e-13, "{second}");
}

#[test]
fn functions_over_slices_hold_what_is_not_differentiated() {
    fn check<F: ScalarFunction<Float = f64>>(function: &F, x: &[f64], expected: &[f64]) {
        let mut gradient = vec![0.0; function.n_in()];
        let value = function.gradient(x, &mut gradient);
        let mut same = [0.0];
        function.value(x, &mut same);
        assert_eq!((value, &gradient[..]), (same[0], expected));
    }
    check(&bowl::Function {}, &[3.0, 4.0, 2.0], &[16.0, 3.0, 13.0]);
    let function = mixed::Function { i: 0, p: 3.0 };
    let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let mut y = [0.0; 3];
    function.value(&x, &mut y);
    assert_eq!(y, [51.0, 117.0, 25.0]);
}

/// Through the attribute, inside a function's body, with a function of another block called
/// beside it.
#[test]
fn functions_inside_functions() {
    #[differentiable]
    fn cube(x: f64) -> f64 {
        x * x * x
    }
    graph!(
        fn square(x: f64) -> f64 {
            x * x
        }
    );
    assert_eq!(cube::gradient(2.0).1.x, 12.0);
    assert_eq!(square::gradient(2.0).1.x, 4.0);
}

/// A module through the attribute: other items pass through, functions see each other.
#[differentiable]
mod formulas {
    pub(crate) const OUTSIDE: u32 = 7;

    #[cfg(any())]
    pub fn absent(x: f64) -> f64 {
        x
    }

    pub fn twice(x: f64) -> f64 {
        2.0 * x
    }

    pub fn four_times(x: f64) -> f64 {
        twice(twice(x))
    }
}

#[test]
fn modules_pass_other_items_through() {
    assert_eq!(formulas::OUTSIDE, 7);
    assert_eq!(formulas::four_times::gradient(1.5).1.x, 4.0);
}

graph! {
    fn converted(x: f64) -> [f64; 3] {
        [(x as i64) as f64, (x as usize) as f64, (-2.7 as usize) as f64]
    }
}

#[test]
fn conversions_to_integers_are_rusts() {
    for x in [2.9, -2.9, -0.0, 3e9, f64::NAN, 1e300, f64::NEG_INFINITY] {
        let expected = [(x as i64) as f64, ((x as usize) as i64) as f64, 0.0];
        // Indices have 63 bits here: what Rust saturates at 2^64 is 2^63 here.
        let expected = if x > 1e18 {
            [expected[0], expected[0], 0.0]
        } else {
            expected
        };
        assert_eq!(converted(x), expected, "of {x}");
    }
}

graph! {
    #![codegen(finite)]

    #[cfg(debug_assertions)]
    fn scale(x: f64) -> f64 {
        2.0 * x
    }

    #[cfg(not(debug_assertions))]
    fn scale(x: f64) -> f64 {
        3.0 * x
    }

    #[cfg(any())]
    const STEP: f64 = 5.0;
    #[cfg(not(any()))]
    #[allow(unused_braces, reason = "a value may be a block")]
    const STEP: f64 = { 7.0 };

    fn scaled<const N: usize>(x: [f64; N]) -> [f64; N] {
        STEP * scale(x[0]) * x
    }

    fn of_variants(x: [f64; 2]) -> f64 {
        sum(scaled(x))
    }
}

#[test]
fn all_functions_call_variants_under_opposite_conditions() {
    let factor = if cfg!(debug_assertions) { 14.0 } else { 21.0 };
    let (value, d) = of_variants::gradient([2.0, 3.0]);
    assert_eq!(value, factor * 2.0 * 5.0);
    assert_eq!(d.x, [factor * 7.0, factor * 2.0]);
}

/// Constants of a module that Rust itself cannot compute: the rest of the module knows them, too.
#[differentiable]
mod constants {
    const TWO: f64 = 2.0;
    pub(crate) const QUARTER: f64 = f64::consts::PI / TWO;
    pub(crate) const ROOT: f64 = sqrt(TWO);
    const FALL: f64 = -ROOT.exp();
    pub(crate) const TABLE: [[f64; 2]; 2] = [[max(TWO, 3.0), FALL], [ROOT; 2]];
    pub(crate) const CORNER: f64 = TABLE[(0, 1)];
    pub(crate) const SINGLE: f32 = exp(1.0);
    pub(crate) const COUNT: usize = 3 * 2;

    pub(crate) fn scaled(x: f64) -> f64 {
        x * QUARTER + CORNER
    }

    pub(crate) static SUM: f64 = ROOT + CORNER;
}

#[test]
fn constants_of_a_module_are_those_of_the_language() {
    use constants::{CORNER, COUNT, QUARTER, ROOT, SINGLE, SUM, TABLE, scaled};
    assert_eq!((QUARTER, COUNT), (std::f64::consts::FRAC_PI_2, 6));
    assert_eq!(ROOT, 2.0_f64.sqrt());
    assert!((SINGLE - std::f32::consts::E).abs() < 1e-6);
    assert!((CORNER + 2.0_f64.sqrt().exp()).abs() < 1e-14);
    assert_eq!(TABLE, [[3.0, CORNER], [ROOT, ROOT]]);
    assert_eq!(scaled(2.0), std::f64::consts::PI + CORNER);
    assert_eq!(SUM, ROOT + CORNER);
}

/// Public constants and types of tuples, which code around a block has without the block's names.
mod tables {
    adgraph::graph! {
        const A: f64 = 2.0;
        const N: usize = 2;
        type Pair = (f64, usize);
        pub(crate) const ROWS: [(f64, f64); N] = [(A, 2.0), (1.0, sqrt(4.0 * A + 1.0))];
        pub(crate) const ONE: (f64, usize) = (A, N);
        pub(crate) const PAIRS: [Pair; 2] = [(A, N), (1.0, 3)];
        pub(crate) const NESTED: [((f64, bool), [f64; N]); 1] = [((A, true), [A, 1.0])];
        pub(crate) type Table = [(f64, f64); N];
        pub(crate) fn read(x: f64) -> f64 {
            let table: Table = ROWS;
            x * table[1].1 * ONE.0 * PAIRS[1].0 + NESTED[0].1[0]
        }
    }
}

#[differentiable]
mod tables_of_a_module {
    const A: f64 = 9.0;
    pub(crate) const ROWS: [(f64, f64); 2] = [(A, 2.0), (1.0, sqrt(A))];
    pub(crate) fn read(x: f64) -> f64 {
        let mut s = x;
        for (a, b) in ROWS {
            s += a * b * x;
        }
        s
    }
}

#[test]
fn constants_of_tuples_are_public() {
    let rows: tables::Table = tables::ROWS;
    assert_eq!(rows, [(2.0, 2.0), (1.0, 3.0)]);
    assert_eq!(
        (tables::ONE, tables::PAIRS),
        ((2.0, 2), [(2.0, 2), (1.0, 3)])
    );
    assert_eq!(tables::NESTED, [((2.0, true), [2.0, 1.0])]);
    assert_eq!(tables::read(0.5), 0.5 * 3.0 * 2.0 + 2.0);
    assert_eq!(tables_of_a_module::ROWS, [(9.0, 2.0), (1.0, 3.0)]);
    let (value, d) = tables_of_a_module::read::gradient(2.0);
    assert_eq!((value, d.x), (2.0 + 2.0 * 21.0, 22.0));
}
