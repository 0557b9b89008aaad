//! Functions with `const` parameters, which are made for the lengths of each call.

use graph_ir::Element;

use super::robustness::on_a_compilers_stack;
use super::{errors, value, values, values_as};

#[test]
fn one_layer_serves_every_width() {
    let text = "
        fn layer<const I: usize, const O: usize>(w: &[[f64; I]; O], b: [f64; O], x: [f64; I]) -> [f64; O] {
            let mut y = b;
            for o in 0..O {
                for i in 0..I { y[o] += w[o][i] * x[i]; }
            }
            y / I as f64
        }
        fn f(v: [[f64; 2]; 3], w: [[f64; 3]; 1], x: [f64; 2]) -> f64 {
            let hidden = layer(&v, [1.0, 2.0, 3.0], x);
            layer(&w, [0.5], hidden)[0]
        }";
    let (v, w, x) = (
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        [1.0, -1.0, 2.0],
        [0.5, 0.25],
    );
    let hidden: Vec<f64> = (0..3)
        .map(|o| (v[2 * o] * x[0] + v[2 * o + 1] * x[1] + (o + 1) as f64) / 2.0)
        .collect();
    let expected = (0.5 + hidden[0] - hidden[1] + 2.0 * hidden[2]) / 3.0;
    assert_eq!(value(text, &[&v, &w, &x]), expected);
}

#[test]
fn extents_are_formulas_of_lengths() {
    let text = "
        fn differences<const N: usize>(x: [f64; N]) -> [f64; N - 1] { x[1..] - x[..N - 1] }
        fn twice<const N: usize, const M: usize>(x: [[f64; M]; N]) -> [f64; 2 * N * M] {
            let flat = reshape(x, [N * M]);
            concat(flat, flat)
        }
        fn f(x: [f64; 4]) -> ([f64; 2], [f64; 12]) {
            let second = differences(differences(x));
            (second, twice([[x[0], x[1]], [x[2], x[3]], [0.0, 1.0]]))
        }";
    let found = values(text, &[&[1.0, 4.0, 9.0, 16.0]]);
    assert_eq!(found[0], [2.0, 2.0]);
    let half = [1.0, 4.0, 9.0, 16.0, 0.0, 1.0];
    assert_eq!(found[1], [half, half].concat());
}

#[test]
fn lengths_are_written_where_no_argument_has_them() {
    let text = "
        const K: usize = 2;
        fn powers<const N: usize>(x: f64) -> [f64; N] {
            let mut y = [1.0; N];
            for n in 1..N { y[n] = y[n - 1] * x; }
            y
        }
        fn pad<const N: usize, const M: usize>(x: [f64; N]) -> [f64; M] {
            let mut y = [0.0; M];
            for n in 0..N { y[n] = x[n]; }
            y
        }
        fn f(x: f64) -> ([f64; 4], [f64; 3], [f64; 2]) {
            (powers::<{ 2 * K }>(x), pad::<_, 3>(powers::<K>(x)), powers::<2>(x))
        }";
    let found = values(text, &[&[3.0]]);
    assert_eq!(found[0], [1.0, 3.0, 9.0, 27.0]);
    assert_eq!(found[1], [1.0, 3.0, 0.0]);
    assert_eq!(found[2], [1.0, 3.0]);
}

#[test]
fn a_function_may_call_itself_for_smaller_lengths() {
    let determinant = "
        fn minor<const N: usize>(a: [[f64; N]; N], column: usize) -> [[f64; N - 1]; N - 1] {
            let mut b = [[0.0; N - 1]; N - 1];
            for i in 1..N {
                for j in 0..N - 1 {
                    b[i - 1][j] = if j < column { a[i][j] } else { a[i][j + 1] };
                }
            }
            b
        }
        fn det<const N: usize>(a: [[f64; N]; N]) -> f64 {
            if N == 1 {
                a[0][0]
            } else {
                let mut sum = 0.0;
                let mut sign = 1.0;
                for j in 0..N {
                    sum += sign * a[0][j] * det(minor(a, j));
                    sign = -sign;
                }
                sum
            }
        }
        fn f(a: [[f64; 4]; 4]) -> f64 { det(a) }";
    #[rustfmt::skip]
    let a = [
        2.0, 1.0, 0.0, 3.0,
        1.0, 4.0, 1.0, 0.0,
        0.0, 1.0, 5.0, 2.0,
        3.0, 0.0, 2.0, 6.0,
    ];
    // By cofactors, in integers.
    assert_eq!(value(determinant, &[&a]), -13.0);
    let halves = "
        fn total<const N: usize>(x: [f64; N]) -> f64 {
            if N == 0 { 0.0 } else if N == 1 { x[0] } else { total(x[..N / 2]) + total(x[N / 2..]) }
        }
        fn f(x: [f64; 11]) -> f64 { total(x) }";
    let x: Vec<f64> = (1..=11).map(f64::from).collect();
    assert_eq!(value(halves, &[&x]), 66.0);
}

#[test]
fn lengths_and_a_float_type_go_together() {
    let text = "
        fn mean_of<T: Float, const N: usize>(x: [T; N]) -> T { sum(x) / N as T }
        fn f(x: [f64; 4], y: [f32; 2]) -> f64 { mean_of(x) + mean_of::<_, 2>(y) as f64 }";
    assert_eq!(value(text, &[&[1.0, 2.0, 3.0, 6.0], &[1.0, 2.0]]), 4.5);
    let generic = "
        fn mean_of<T: Float, const N: usize>(x: [T; N]) -> T { sum(x) / N as T }
        fn f<S: Float>(x: [S; 2]) -> S { mean_of(x) }";
    assert_eq!(values_as(generic, Element::F32, &[&[3.0, 4.0]]), [[3.5]]);
}

#[test]
fn derivatives_loops_and_other_functions_see_them() {
    let text = "
        fn energy<const N: usize>(x: [f64; N]) -> f64 { step(sum(x * x)) }
        fn gradient<const N: usize>(x: [f64; N]) -> [f64; N] { deriv(energy(x), x) }
        fn step(x: f64) -> f64 { 0.5 * x }
        fn f(x: [f64; 3], y: [f64; 2]) -> f64 {
            let mut s = 0.0;
            #[unroll(never)]
            for i in 0..50 { s += gradient(x)[2] + i as f64 * energy(y); }
            s + gradient(y)[1]
        }";
    let (x, y) = ([1.0, 2.0, 4.0], [3.0, 5.0]);
    let sum: f64 = (0..50).map(|i| x[2] + 17.0 * f64::from(i)).sum();
    assert_eq!(value(text, &[&x, &y]), sum + 5.0);
}

#[test]
fn empty_and_single_lengths() {
    let text = "
        fn total<const N: usize>(x: [f64; N]) -> f64 { sum(x) + N as f64 }
        fn f(x: [f64; 1]) -> f64 { total(x) + 10.0 * total(x[1..]) }";
    assert_eq!(value(text, &[&[7.0]]), 8.0);
}

#[test]
fn lengths_in_conflict_show_both_arguments() {
    let text = "
        fn dist<const N: usize>(x: [f64; N], y: [f64; N]) -> f64 { norm(x - y) }
        fn f(a: [f64; 3], b: [f64; 4]) -> f64 { dist(a, b) + dist::<2>(a, a) }";
    let errors = errors(text);
    assert_eq!(
        errors,
        [
            "the length `N` of `dist` is 3 in `x` and 4 in `y`\n\
             = note: `b` is [f64; 4]: an argument of `f`",
            "the length `N` of `dist` is 2 as written and 3 in `x`\n\
             = note: `a` is [f64; 3]: an argument of `f`",
        ]
    );
}

#[test]
fn lengths_that_nobody_knows_are_asked_for() {
    let text = "
        fn zeros_of<const N: usize, const M: usize>(x: [f64; M]) -> [f64; N] { [x[0]; N] }
        fn f(x: [f64; 2]) -> f64 { sum(zeros_of(x)) }
        fn g(x: [f64; 2]) -> f64 { sum(zeros_of::<3>(x)) }
        fn h(x: [f64; 2], n: usize) -> f64 { sum(zeros_of::<f64, 2>(x)) + sum(zeros_of::<n, 2>(x)) }
        fn k(x: [f64; 2]) -> f64 { sum(zeros_of::<3, 2>(x, x)) + sum(zeros_of(x[0])) }";
    assert_eq!(
        errors(text),
        [
            "the length `N` of `zeros_of` is not known here\n\
             = note: `N` is the extent of no argument\n\
             = help: write the length that is meant in place of `N`: `zeros_of::<N, _>(..)`, or in the \
             type of the `let` that binds the value",
            "`zeros_of` has 2 parameters between `<` and `>`, found 1\n\
             = help: it is declared as `fn zeros_of<const N: usize, const M: usize>(..)`",
            "`f64` is a type, and `zeros_of` has lengths between `<` and `>`\n\
             = help: it is declared as `fn zeros_of<const N: usize, const M: usize>(..)`",
            "`n` is no length\n\
             = help: a length is a number, a constant, or a formula in braces: `{ 2 * N }`",
            "`zeros_of` takes 1 argument, found 2\n\
             = help: it is declared as `fn zeros_of<const N: usize, const M: usize>(x: [f64; M]) -> [f64; N]`",
            "the argument `x` of `zeros_of` is [f64; M], found f64\n\
             = note: `x[0]` is f64",
        ]
    );
}

#[test]
fn an_argument_of_another_length_names_the_lengths() {
    let text = "
        fn smooth<const N: usize>(x: [f64; N], d: [f64; N - 1]) -> f64 { sum(x) + sum(d) }
        fn f(x: [f64; 3]) -> f64 { smooth(x, x) }";
    assert_eq!(
        errors(text),
        ["the argument `d` of `smooth` is [f64; 2], found [f64; 3]\n\
          = note: `x` is [f64; 3]: an argument of `f`\n\
          = note: `N` is 3\n\
          = help: the first 2 of `x` are `x[..2]`, the last 2 are `x[1..]`"]
    );
}

#[test]
fn an_error_in_the_body_is_reported_once_with_its_lengths() {
    let text = "
        fn third<const N: usize>(x: [f64; N]) -> f64 { x[2] }
        fn outer<const N: usize>(x: [f64; N]) -> f64 { third(x) + third(x[1..]) }
        fn f(x: [f64; 2], y: [f64; 1]) -> f64 { outer(x) + third(y) }
        fn g(x: [f64; 5]) -> f64 { third(x) }";
    let errors = errors(text);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("= note: in `third::<2>`"), "{errors:?}");
}

#[test]
fn recursion_without_end_shows_the_calls() {
    let same = "
        fn f1<const N: usize>(x: [f64; N]) -> f64 { f2(x) }
        fn f2<const N: usize>(x: [f64; N]) -> f64 { f1(x) }
        fn f(x: [f64; 3]) -> f64 { f1(x) }";
    let found = errors(same);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with(
            "`f1::<3>` calls itself, and the language has no recursion\n\
             = note: the calls are `f1::<3>`, `f2::<3>`, `f1::<3>`\n"
        ),
        "{found:?}"
    );
    let growing = "
        fn grow<const N: usize>(x: [f64; N]) -> f64 { grow(concat(x, [1.0])) }
        fn f(x: [f64; 3]) -> f64 { grow(x) }";
    on_a_compilers_stack(move || {
        let found = errors(growing);
        assert_eq!(found.len(), 1, "{found:?}");
        let note = "by the calls of `grow::<3>` to `grow::<65>`";
        assert!(
            found[0].contains("more than 64 deep") && found[0].contains(note),
            "{found:?}"
        );
        // The calls are named once.
        assert_eq!(found[0].matches("`grow::<3>`").count(), 1, "{found:?}");
    });
    let both = "
        fn grow<const N: usize>(x: [f64; N]) -> f64 { grow(concat(x, [1.0])) + grow(concat(x, x)) }
        fn f(x: [f64; 3]) -> f64 { grow(x) }";
    on_a_compilers_stack(move || {
        let found = errors(both);
        assert!(found.len() <= 2, "{found:?}");
        assert!(found[0].contains("more than 64 deep"), "{found:?}");
    });
    let through = "
        fn f(x: [f64; 3]) -> f64 { apply(x) }
        fn apply<const N: usize>(x: [f64; N]) -> f64 { f([x[0]; 3]) }";
    let found = errors(through);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("`f` calls itself"), "{found:?}");
}

#[test]
fn chains_of_deep_bodies_fit_the_stack() {
    on_a_compilers_stack(|| {
        for nested in [1, 10, 15, 40, 80] {
            let (open, close) = ("(".repeat(nested), ")".repeat(nested));
            let text = format!(
                "fn down<const N: usize>(x: [f64; N]) -> f64 {{
                     if N == 1 {{ x[0] }} else {{ {open}down(x[1..]) + x[0]{close} }}
                 }}
                 fn f(x: [f64; 60]) -> f64 {{ down(x) }}"
            );
            let x: Vec<f64> = (0..60).map(f64::from).collect();
            match super::lower(&text) {
                Ok(_) => assert_eq!(value(&text, &[&x]), 1770.0),
                Err(errors) => {
                    assert!(nested >= 15, "{nested}: {errors:?}");
                    assert!(errors[0].contains("nested too deeply"), "{errors:?}");
                }
            }
        }
    });
}

#[test]
fn what_is_never_called_is_checked_as_far_as_it_can_be() {
    let text = "
        fn unused<const N: usize>(x: [f64; N]) -> f64 { x[N - 1] + unknown }
        fn f(x: f64) -> f64 { x }";
    let found = errors(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("cannot find the value `unknown`"),
        "{found:?}"
    );
}

#[test]
fn parameters_are_lengths_and_items_are_of_known_lengths() {
    let message = |text: &str| {
        let found = errors(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        found[0].clone()
    };
    let f = "fn f(x: [f64; 2]) -> f64 { g(x) }";
    let wrong = message("fn g<const N: i32>(x: [f64; 2]) -> f64 { x[0] }");
    assert!(wrong.starts_with("the `const` parameter `N` is a length, which is a `usize`"));
    let requests = message(&format!(
        "{f} #[derivatives(sparse_hessian)] fn g<const N: usize>(x: [f64; N]) -> f64 {{ sum(x) }}"
    ));
    assert!(requests.starts_with("`g` has no sparse matrices: `N` is known only when"));
    let rule = message(&format!(
        "{f} fn a(x: [f64; 2], y: f64, s: f64) -> [f64; 2] {{ x * s }}
         #[derivative(adjoint = a)] fn g<const N: usize>(x: [f64; N]) -> f64 {{ sum(x) }}"
    ));
    assert!(rule.starts_with("`g` has `const` parameters, and no derivative of its own"));
    let named = message(
        "#[derivative(adjoint = a)] fn g(x: [f64; 2]) -> f64 { sum(x) }
         fn a<const N: usize>(x: [f64; N], y: f64, s: f64) -> [f64; N] { x * s }",
    );
    assert!(named.starts_with("`a` has `const` parameters, and cannot be an adjoint"));
    let assigned = message(&format!(
        "{f} fn g<const N: usize>(x: [f64; N]) -> f64 {{ N = 3; sum(x) }}"
    ));
    assert!(assigned.contains('N'), "{assigned}");
    let twice = message(&format!(
        "{f} fn g<const N: usize>(x: [f64; N]) -> f64 {{ sum(x) }}
         fn g(x: [f64; 2]) -> f64 {{ sum(x) }}"
    ));
    assert!(twice.contains("`g` is defined twice"), "{twice}");
}

#[test]
fn a_recursion_that_passes_its_end_is_one_error_with_its_calls() {
    let text = "fn r<const I: usize>(x: [f64; 3]) -> f64 { \
                if I == 5 { x[0] } else { x[I] * r::<{ I + 1 }>(x) } } \
                fn f(x: [f64; 3]) -> f64 { r::<0>(x) }";
    let found = errors(text);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].contains("3 is out of range for axis 0"),
        "{found:#?}"
    );
    let note = "in `r::<3>`, by the calls of `r::<0>` to `r::<2>`; a condition on a length ends";
    assert!(found[0].contains(note), "{found:#?}");
}
