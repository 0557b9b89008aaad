//! Names of the source in generated code: whatever they are, it compiles, and computes the same.

// What generated modules must not see.
#![allow(
    non_upper_case_globals,
    non_snake_case,
    non_camel_case_types,
    dead_code,
    reason = "names that clash"
)]

use adgraph::{Float, graph};

const stretch: usize = 7;
static d_x: usize = 8;
struct angle;

graph! {
    const LIMIT: f64 = 2.0;

    #[derivatives(jacobian, hessian, batch)]
    fn clash(
        v0: f64, b0: [f64; 2], math: f64, value: f64, r#type: f64, r#gen: [f64; 3], größe: f64,
        support: f64, lanes: f64, X: f64, x: f64, x_0: f64,
    ) -> f64 {
        let LIMIT = v0 * b0[0] + b0[1];
        let r#match = [LIMIT, math, value];
        let s0 = r#match * r#gen;
        let i0 = sum(s0);
        let run_value_p0 = i0 * größe;
        let v3 = run_value_p0 + X * x_0;
        let run_value = exp(v3 * support);
        let j = lanes * run_value;
        let marker = j + r#type * x;
        let d_x = marker * x;
        let None = sin(d_x);
        None * d_x
    }

    /// Fields with raw names.
    pub struct Raw { r#type: f64, other: f64 }

    #[derivatives(jacobian)]
    fn raw_fields(s: &Raw, r#fn: (f64, f64), x: f64) -> [f64; 2] {
        [s.r#type * s.other * x, r#fn.0 * r#fn.1]
    }

    #[derivatives(hessian)]
    fn raw_hessian(s: &Raw) -> f64 { s.r#type * s.other }

    #[derivatives(batch)]
    fn raw_shared(x: f64, #[shared] s: &Raw) -> f64 { s.r#type * s.other * x }

    fn plain(
        a: f64, b: [f64; 2], c: f64, d: f64, e: f64, f: [f64; 3], g: f64,
        h: f64, i: f64, k: f64, l: f64, m: f64,
    ) -> f64 {
        let n = a * b[0] + b[1];
        let o = [n, c, d];
        let p = o * f;
        let q = sum(p);
        let r = q * g;
        let s = r + k * m;
        let t = exp(s * h);
        let u = i * t;
        let v = u + e * l;
        let w = v * l;
        sin(w) * w
    }

    fn consts(x: [f64; 2], y: f64) -> f64 {
        let stretch = x[1] - x[0];
        let angle = stretch * y;
        let d_x = angle + stretch;
        d_x * d_x
    }

    /// Names of generated items, of types, of the prelude and of keywords.
    #[derivatives(jacobian, hessian, sparse_jacobian, sparse_hessian, taylor(2), batch)]
    #[check]
    fn generated(
        COST: f64, Function: f64, #[shared] SPARSITY_HESSIAN: f64, SPARSITY_JACOBIAN: f64,
        RUN_VALUE_TABLE_0: f64, Adjoint: f64, Tangent: f64, #[shared] Ok: f64, Err: f64, Some: f64,
        #[dynamic] None: f64, Option: f64,
    ) -> f64 {
        COST * Function + SPARSITY_HESSIAN * SPARSITY_JACOBIAN + RUN_VALUE_TABLE_0 * Adjoint
            + Tangent * Ok + Err * Some + None * Option
    }

    /// Names in capitals that are of nobody else.
    fn capitals(K_1: [f64; 300], X2: f64, TABLE_1: f64) -> f64 {
        sum(K_1 * K_1 * X2) * [1.0, 2.0, 4.0, 9.0][2] * TABLE_1
    }

    #[derivatives(jacobian, hessian, sparse_jacobian, sparse_hessian, taylor(2), batch)]
    #[check]
    fn functions(
        graph: f64, gradient: f64, value: f64, f64: f64, usize: f64, #[shared] batch: f64,
        #[dynamic] self_: f64, r#fn: f64, r#match: f64, T: f64, functions: f64, Workspace: f64,
    ) -> f64 {
        graph * gradient + value * f64 + usize * batch + self_ * r#fn + r#match * T
            + functions * Workspace
    }

    /// Loops, tables, and indices at run time, in lanes.
    #[codegen(dispatch)]
    fn moved<T: Float>(marker: &[T; 100], j: usize, x: [[T; 3]; 2]) -> [T; 100] {
        let i1 = marker * marker[j];
        let y = i1 * sum(i1);
        y + x[(1, j)] * [[1.0, 2.5, 3.0], [4.0, 5.0, 6.0]][(1, j)]
    }

    #[codegen(dispatch)]
    fn moved_plainly<T: Float>(a: &[T; 100], n: usize, b: [[T; 3]; 2]) -> [T; 100] {
        let c = a * a[n];
        let d = c * sum(c);
        d + b[(1, n)] * [[1.0, 2.5, 3.0], [4.0, 5.0, 6.0]][(1, n)]
    }
}

#[test]
fn names_change_no_result() {
    let (b, f) = ([0.5, -0.75], [0.3, 0.2, -0.1]);
    let (value, clashing) = clash::gradient(0.7, b, 0.2, 0.9, 1.1, f, 0.4, 0.6, 0.8, 1.2, 0.1, 1.3);
    let (expected, adjoint) =
        plain::gradient(0.7, b, 0.2, 0.9, 1.1, f, 0.4, 0.6, 0.8, 1.2, 0.1, 1.3);
    assert_eq!(value, expected);
    let clash::Adjoint {
        v0,
        b0,
        r#gen,
        größe,
        x_0,
        ..
    } = clashing;
    assert_eq!((v0, b0, r#gen), (adjoint.a, adjoint.b, adjoint.f));
    assert_eq!((größe, x_0), (adjoint.g, adjoint.m));
}

#[test]
fn names_of_generated_items_are_arguments() {
    let x: [f64; 12] = std::array::from_fn(|i| 0.5 + i as f64);
    let [a, b, c, d, e, f, g, h, i, j, k, l] = x;
    let expected = a * b + c * d + e * f + g * h + i * j + k * l;
    let (value, adjoint) = generated::gradient(a, b, c, d, e, f, g, h, i, j, k, l);
    assert_eq!(value, expected);
    assert_eq!((adjoint.COST, adjoint.Function), (b, a));
    assert_eq!((adjoint.Ok, adjoint.Some, adjoint.Option), (g, i, k));
    let matrix = generated::hessian(a, b, c, d, e, f, g, h, i, j, k, l);
    assert_eq!((matrix[0][1], matrix[0][2]), (1.0, 0.0));
    let (value, adjoint) = functions::gradient(a, b, c, d, e, f, g, h, i, j, k, l);
    assert_eq!(value, expected);
    assert_eq!((adjoint.graph, adjoint.r#fn, adjoint.functions), (b, g, l));
    let adjoint = capitals::gradient([1.0; 300], b, c).1;
    assert_eq!((adjoint.X2, adjoint.K_1[299]), (1200.0 * c, 8.0 * b * c));
}

/// A keyword of this edition alone.
mod keywords {
    adgraph::graph! {
        /// Twice a number.
        pub fn gen(x: f64) -> f64 {
            let gen = 2.0 * x;
            gen
        }

        /// The same.
        pub fn of_gen(gen: f64) -> f64 {
            gen(gen)
        }
    }
}

#[test]
fn keywords_of_later_editions_are_names() {
    assert_eq!(keywords::r#gen(1.5), 3.0);
    assert_eq!(keywords::of_gen::gradient(1.5).1.r#gen, 2.0);
}

#[test]
fn items_around_are_not_patterns() {
    assert_eq!(consts([1.0, 3.0], 0.5), 9.0);
    let (_, adjoint) = consts::gradient([1.0, 3.0], 0.5);
    assert_eq!((adjoint.x, adjoint.y), ([-9.0, 9.0], 12.0));
    assert_eq!(stretch + d_x, 15);
}

#[test]
fn names_change_no_result_in_loops() {
    let a: [f64; 100] = std::array::from_fn(|i| (i as f64 * 0.3).sin());
    let b = [[0.5, 0.25, -1.0], [2.0, 0.125, 3.0]];
    assert_eq!(moved(&a, 2, b), moved_plainly(&a, 2, b));
    let seed = std::array::from_fn(|i| i as f64);
    let (_, clashing) = moved::adjoint(&a, 1, b, seed);
    let (_, adjoint) = moved_plainly::adjoint(&a, 1, b, seed);
    assert_eq!((clashing.marker, clashing.x), (adjoint.a, adjoint.b));
}

/// A function of fragments of a macro, of every kind, and the same in Rust.
macro_rules! of_fragments {
    (
        $vis:vis $name:ident, $x:ident: $ty:ty, $len:literal, [$($meta:meta),*],
        $pattern:pat, $bound:ident, $a:expr, $b:expr, $number:literal, $stmt:stmt, $block:block, $path:path, $token:tt,
        $equation:expr, $($item:item)*
    ) => {
        graph! {
            $(#[$meta])*
            $vis fn $name($x: $ty, w: [f64; $len]) -> f64 {
                $stmt
                let $pattern = ($a * $b, 0.0);
                let block = $block;
                let mut y: $ty = [$a, -$b, w[$len - 1]];
                y[2] += $a - $b;
                for i in 0..$len { y[i] *= $a; }
                print($token, y);
                let z = if $a > $b { $a } else { $b };
                let root = solve($equation, 1.0);
                $bound + block + $path(z) + $a.sin() + dot(y, w) + z.powi($number) + root
            }

            $($item)*
        }

        fn of_rust($x: [f64; 3], w: [f64; 3]) -> f64 {
            $stmt
            let $pattern = ($a * $b, 0.0);
            let (a, b) = ($a, $b);
            let y = [a * a, -b * a, (w[2] + a - b) * a];
            let z = if a > b { a } else { b };
            let dot = y[0] * w[0] + y[1] * w[1] + y[2] * w[2];
            $bound + $block + z.exp() + a.sin() + dot + z.powi($number) + 2.0
        }
    };
}

of_fragments! {
    pub(crate) fragments, x: [f64; 3], 3, [derivatives(jacobian), allow(unused)], (q, _), q,
    x[0] + 2.0, x[1] - 0.5, -2, let r = x[2] + x[0], { r * x[1] }, exp, "y",
    |t| t * t - 4.0,
    fn of_fragment(x: f64) -> f64 { x * x }
    fn with_item(x: f64) -> f64 { of_fragment(x) }
}

#[test]
fn fragments_of_macros_are_what_they_hold() {
    let (x, w) = ([0.25, 1.5, -0.75], [1.0, 2.0, 0.5]);
    assert!((fragments(x, w) - of_rust(x, w)).abs() < 1e-13);
    assert_eq!(fragments::jacobian(x, w)[0].len(), 6);
    assert_eq!(with_item(3.0), 9.0);
}

mod items {
    adgraph::graph! {
        pub fn gradient(jacobian: f64) -> f64 {
            jacobian * jacobian
        }

        #[derivatives(hessian, batch)]
        pub fn hessian(x: f64, value: f64) -> f64 {
            gradient(x) * value
        }

        pub fn in_place(x: [f64; 2]) -> [f64; 2] {
            x
        }
    }
}

/// A function may have the name of an item of its module, and an argument that of another one.
#[test]
fn functions_have_the_names_of_items() {
    use items::{gradient, hessian, in_place};

    assert_eq!(gradient(3.0), 9.0);
    assert_eq!(gradient::gradient(3.0).1.jacobian, 6.0);
    assert_eq!(hessian(3.0, 2.0), 18.0);
    assert_eq!(hessian::hessian(3.0, 2.0), [[4.0, 6.0], [6.0, 0.0]]);
    assert_eq!(in_place([1.0, 2.0]), [1.0, 2.0]);
}

/// Defines a function for each name of an item that modules of functions have.
macro_rules! named {
    ($($name:ident)*) => {
        mod of_items {
            adgraph::graph! { $(
                #[derivatives(jacobian, sparse_jacobian, batch)]
                pub fn $name(x: [f64; 2]) -> f64 {
                    x[0] * x[1]
                }
            )* }
        }

        #[test]
        fn functions_have_the_names_of_public_items() {
            $(
                assert_eq!(of_items::$name([3.0, 2.0]), 6.0);
                assert_eq!(of_items::$name::gradient([3.0, 2.0]).1.x, [2.0, 3.0]);
                assert_eq!(of_items::$name::jacobian([3.0, 2.0]), [[2.0, 3.0]]);
            )*
        }
    };
}

named! {
    batch lanes math support offset offset_x workspace workspace_len itself check functions
    Adjoint Tangent Function COST value run_value sum_of sum_value used
}

/// Items around a block of the names of its variables, and of those of its types.
#[allow(unused, reason = "names that clash")]
mod around {
    use adgraph::graph;

    const function: f64 = 1.0;
    const fields: f64 = 1.0;
    const x0: f64 = 1.0;
    const y0: f64 = 1.0;
    const element: f64 = 1.0;
    const direction: f64 = 1.0;
    static value: f64 = 1.0;
    static arguments: f64 = 1.0;
    static results: f64 = 1.0;
    static adjoint: f64 = 1.0;
    struct Outside;
    struct External;
    struct Rows<S, T>(S, T);
    struct Axis<T>(T);

    fn scaled(x: [f64; 3], p: f64) -> f64 {
        x[0] * p
    }

    fn scaled_adjoint(x: [f64; 3], p: f64, seed: f64) -> (f64, ([f64; 3], f64)) {
        (x[0] * p, ([seed * p, 0.0, 0.0], seed * x[0]))
    }

    fn halved(x: [f64; 3], p: f64) -> f64 {
        0.5 * x[0] * p
    }

    fn halved_tangent(x: [f64; 3], p: f64, along: &([f64; 3], f64)) -> (f64, f64) {
        (0.5 * x[0] * p, 0.5 * (x[0] * along.1 + along.0[0] * p))
    }

    graph! {
        const C: Axis = 3;

        #[external(adjoint = scaled_adjoint)]
        fn scaled(x: [f64; 3], p: f64) -> f64;

        #[external(tangent = halved_tangent)]
        fn halved(x: [f64; 3], p: f64) -> f64;

        pub(super) fn both(x: [f64; 3], p: f64) -> f64 {
            scaled(x, p) + halved(x, p)
        }

        pub(super) fn total<const N: usize, const M: usize>(x: Rows<f64, N, M>, y: [f64; C]) -> f64 {
            sum(x) + sum(y)
        }
    }
}

#[test]
fn items_around_are_no_variables_and_no_types() {
    let (value, adjoint) = around::both::gradient([2.0, 1.0, 0.5], 3.0);
    assert_eq!((value, adjoint.x, adjoint.p), (9.0, [4.5, 0.0, 0.0], 3.0));
    let rows = adgraph::Rows::from(&[[1.0, 2.0], [3.0, 4.0]]);
    assert_eq!(around::total(rows, [0.5; 3]), 11.5);
}

#[test]
fn raw_names_of_fields_are_words_of_flat_names() {
    let s = Raw {
        r#type: 2.0,
        other: 3.0,
    };
    let jacobian = raw_fields::jacobian(&s, (5.0, 7.0), 11.0);
    assert_eq!(
        jacobian,
        [[33.0, 22.0, 0.0, 0.0, 6.0], [0.0, 0.0, 7.0, 5.0, 0.0]]
    );
    assert_eq!(raw_hessian::hessian(&s), [[0.0, 1.0], [1.0, 0.0]]);
}
