//! The errors of functions with symbols.

use super::{errors, refused};

/// Functions, and what stands in the only error of each.
const REFUSED: &[(&str, &[&str])] = &[
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] { x + x[1..] }",
        &[
            "`+` needs operands of equal shape, found [f64; N] and [f64; N - 1]\n= note: `x` is [f64; N]: an argument of `f`\n= note: `x[1..]` is [f64; N - 1]\n= help: slice the longer one: `x[..N - 1]`",
        ],
    ),
    (
        "pub fn f<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M]) -> [f64; N] { x + y }",
        &[
            "found [f64; N] and [f64; M]",
            "`N` and `M` are any two lengths: if they are always equal, write `N` for both",
        ],
    ),
    (
        "pub fn f<const N: usize>(x: [f64; 3]) -> f64 { sum(x) * N as f64 }",
        &["`N` is the extent of no argument, so a call from outside cannot know it"],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut s = 0; for i in 0..N { s += x[i]; } s }",
        &[
            "`s` is an integer, and `x[i]` is f64\n= help: start `s` with a float: `let mut s = 0.0;`",
        ],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut k = 0; for i in 0..N { if x[i] > 0.0 { k += 1.0; } } k as f64 }",
        &["`k` is an integer, and `1.0` is f64\n= help: write an integer: `1`"],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N], at: &[usize; N]) -> f64 { let mut h = [0; N]; for i in 0..N { h[at[i]] += x[i]; } sum(h) }",
        &[
            "`h[at[i]]` is an integer, and `x[i]` is f64\n= help: start `h` with floats: `let mut h = [0.0; N];`",
        ],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut y = [0; N]; for i in 0..N { y[i] = x[i]; } sum(y) }",
        &["start `y` with floats"],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { x[N] }",
        &["N is out of range for axis 0 of [f64; N]: positions are 0 to N - 1"],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { sum(x[..N + 1]) }",
        &[
            "the range 0..N + 1 leaves axis 0 of [f64; N]",
            "the axis has N positions",
        ],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut s = 0.0; for i in 0..N { s += x[i + 1]; } s }",
        &["N is out of range for axis 0 of [f64; N]"],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut s = 0.0; #[unroll] for i in 0..N { s += x[i]; } s }",
        &["a loop of `N` repetitions, a number that is known only at run time, is not unrolled"],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { N }",
        &[
            "`N` is an integer, and f64 is needed",
            "convert it: `N as f64`",
        ],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N / 2] { x[..3] }",
        &["the length of an array is constant, and `N / 2` is known only at run time"],
    ),
    (
        "fn g<const K: usize>(x: [f64; K]) -> f64 { if K == 1 { x[0] } else { x[0] + g(x[1..]) } } pub fn f<const N: usize>(x: &[f64; N]) -> f64 { g(x) }",
        &[
            "`g` calls itself for lengths that are known only at run time",
            "the calls are `g::<N>`, `g::<{ N - 1 }>`",
        ],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let y: [f64; N - 1] = x; y[0] }",
        &["`y` is annotated as [f64; N - 1], but its value is [f64; N]"],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N - 1] { x }",
        &["`f` yields [f64; N], and the signature promises [f64; N - 1]"],
    ),
    (
        "pub fn f<const N: usize>(x: Rows<f64, N, N>) -> f64 { trace(expm(x)) }",
        &[
            "`expm` is not computed along an extent that is known only at run time, `N`\n= note: `x` is [[f64; N]; N]: an argument of `f`\n= help: call this function, without `pub`, where the lengths are numbers: `pub fn f(x: [f64; 100]) -> f64 { g(x) }` makes `g` for 100 elements",
        ],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { sum(x, axis = N - 1) }",
        &["axes are constant integers, found `N - 1`, an extent that is known only at run time"],
    ),
    (
        "pub fn f<const N: usize, const M: usize>(x: &[[f64; 2]; N], y: &[f64; M]) -> f64 { sum(sum(x, axis = M)) + y[0] }",
        &[
            "no dimension of `x` is called `M`\n= note: it is [[f64; 2]; N]\n= help: its dimensions are `N` and `1`",
        ],
    ),
    (
        "pub fn f<const N: usize>(x: &[[f64; N]; N]) -> f64 { sum(sum(x, axis = N)) }",
        &["2 dimensions of `x` are called `N`\n= note: it is [[f64; N]; N]"],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let [a, b] = x; a + b }",
        &["a pattern takes an array of known length apart, and this one is [f64; N]"],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { reshape(x, [N, 2])[0][0] }",
        &["[f64; N] has N elements and cannot take the shape [N, 2], which has 2 * N"],
    ),
    (
        "pub fn f<const N: usize>(x: &[[f64; 3]; N], w: [f64; 4]) -> [f64; N] { matmul(x, w) }",
        &["found 3 (axis 1 of [[f64; 3]; N]) and 4 (axis 0 of [f64; 4])"],
    ),
    (
        "fn g<const K: usize>(x: [f64; K], y: [f64; K]) -> f64 { dot(x, y) } pub fn f<const N: usize>(x: &[f64; N]) -> f64 { g(x, x[1..]) }",
        &["the length `K` of `g` is N in `x` and N - 1 in `y`"],
    ),
    (
        "fn g(x: [f64; 3]) -> f64 { sum(x) } pub fn f<const N: usize>(x: &[f64; N]) -> f64 { g(x) }",
        &["the argument `x` of `g` is [f64; 3], found [f64; N]"],
    ),
    (
        "fn g<const K: usize>(x: [f64; K]) -> f64 { sum(x + x[1..]) } pub fn f<const N: usize>(x: &[f64; N]) -> f64 { g(x[2..]) }",
        &["found [f64; N - 2] and [f64; N - 3]", "in `g::<{ N - 2 }>`"],
    ),
    (
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let mut s = x; for i in 0..N { s = s[1..]; } s[0] }",
        &["`s` holds [f64; N] and cannot be assigned [f64; N - 1]"],
    ),
    (
        "pub fn f<const N: usize>(x: &[[f64; 2]; N], y: &[[f64; 3]; N]) -> f64 { sum(concat(x, y)) }",
        &[
            "found [[f64; 2]; N] and [[f64; 3]; N]",
            "joined by `axis = 1`",
        ],
    ),
];

#[test]
fn extents_are_shown_as_formulas() {
    for (text, expected) in REFUSED {
        let found = refused(text);
        assert_eq!(found.len(), 1, "{text}\n{found:?}");
        for part in *expected {
            assert!(found[0].contains(part), "{text}\n{}\n{part}", found[0]);
        }
    }
}

#[test]
fn formulas_stay_in_the_range_of_integers() {
    let large = [
        "N * 9223372036854775807 + N",
        "N * 4611686018427387904 * 4",
        "-N * 9223372036854775807 - 2 * N",
    ];
    let mut power = "N".to_string();
    for _ in 0..6 {
        power = format!("({power}) * ({power})");
    }
    let power = format!("{power} * N");
    for formula in large.into_iter().chain([power.as_str()]) {
        let text =
            format!("pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ let n = {formula}; x[n] }}");
        let found = refused(&text);
        assert_eq!(
            found,
            ["this integer leaves the range of 64 bits"],
            "{formula}"
        );
    }
}

#[test]
fn independent_errors_are_reported_at_once() {
    let text = "pub fn f<const N: usize, const M: usize>(x: &[f64; N]) -> f64 {
        let a = x + x[1..];
        let b = x[..2] + x[..3];
        sum(a) + b + x[N]
    }";
    assert_eq!(refused(text).len(), 4);
}

#[test]
fn an_error_for_all_lengths_is_one_for_the_function() {
    let text = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { sum(x + x[1..]) }";
    assert_eq!(errors(text).len(), 1);
}

#[test]
fn requests_that_need_known_extents_are_refused() {
    for (word, what) in [
        ("sparse_jacobian", "sparse matrices"),
        ("sparse_hessian", "sparse matrices"),
        ("batch", "batches"),
    ] {
        let text = format!(
            "#[derivatives({word})] pub fn f<const N: usize>(x: &[f64; N]) -> f64 {{ sum(x) }}"
        );
        let found = errors(&text);
        let expected = format!("`f` has no {what}: `N` is known only when it is called");
        assert!(
            found.len() == 1 && found[0].starts_with(&expected),
            "{found:?}"
        );
    }
}

#[test]
fn lengths_of_checks_are_those_of_the_function_and_fit() {
    let text = |options: &str, body: &str| {
        let parameters = "const N: usize, const M: usize";
        let arguments = "x: &[f64; N], y: &[f64; M]";
        format!("{options} pub fn f<{parameters}>({arguments}) -> f64 {{ {body} }}")
    };
    let check = |options: &str, body: &str| errors(&text(options, body));
    let fits = "x[40] + sum(y[..M - 2]) + sum(x[..N - M])";
    for options in ["#[check]", "#[check(N = 41, M = 2)]", "#[check(M = 41)]"] {
        let found = super::super::lower(&text(options, fits));
        assert!(found.is_ok(), "{options}: {found:?}");
    }
    let takes = "`#[check(..)]` takes `points`, `range` and `seed`";
    let own = "= note: lengths of `f` are `N`, `M`";
    for (options, expected) in [
        ("#[check(K = 3)]", vec![takes, own]),
        ("#[check(N = 3.0)]", vec![takes]),
        ("#[check(N)]", vec![takes]),
        ("#[check(N = 0.1..2.0)]", vec![takes]),
        ("#[check(N = 50, N = 60)]", vec!["`N` has two lengths"]),
        (
            "#[check(N = -3)]",
            vec!["expected a whole number, and `-3` is negative"],
        ),
        (
            "#[check(N = 5)]",
            vec!["`N` is 5 where `f` needs at least 41"],
        ),
        (
            "#[check(M = 1)]",
            vec!["`M` is 1 where `f` needs at least 2"],
        ),
        (
            "#[check(N = 45, M = 50)]",
            vec!["`N` is 45 and `M` is 50 where `f` needs `N >= M`"],
        ),
    ] {
        let found = check(options, fits);
        assert_eq!(found.len(), 1, "{options}: {found:?}");
        assert!(found[0].starts_with(expected[0]), "{options}: {found:?}");
        let mut expected = expected.iter();
        assert!(expected.all(|line| found[0].contains(line)), "{found:?}");
    }
    // There are no small ones.
    let found = check("#[check]", "x[900000] + sum(y)");
    let expected = "`N` is 3 where `f` needs at least 900001";
    let note = "= note: `#[check]` compares derivatives at lengths that it chooses, and found none";
    assert!(
        found.len() == 1 && found[0].starts_with(expected),
        "{found:?}"
    );
    assert!(found[0].contains(note), "{found:?}");
    let known = "#[check(N = 3)] fn f(x: f64) -> f64 { x }";
    let found = errors(known);
    assert!(found.len() == 1 && found[0] == takes, "{found:?}");
}

#[test]
fn private_functions_are_made_for_their_calls_alone() {
    // An error for most lengths is none for the one that is called.
    let text = "
        fn g<const K: usize>(x: [f64; K]) -> [f64; 3] { x * [1.0, 2.0, 3.0] }
        fn f(x: [f64; 3]) -> [f64; 3] { g(x) }";
    assert!(super::super::lower(text).is_ok());
    let public = text.replace("fn g", "pub fn g");
    assert!(
        errors(&public)
            .iter()
            .any(|e| e.contains("found [f64; K] and [f64; 3]"))
    );
}

#[test]
fn an_error_for_a_length_is_not_repeated_for_all() {
    let text = "
        pub fn g<const K: usize>(x: [f64; K]) -> f64 { sum(x + x[1..]) }
        fn f(x: [f64; 3]) -> f64 { g(x) }";
    let found = errors(text);
    let of_shapes = found.iter().filter(|e| e.contains("equal shape"));
    assert_eq!(of_shapes.count(), 1, "{found:?}");
}

#[test]
fn recursion_over_known_lengths_ends_beside_a_symbol() {
    let text = "
        fn power<const K: usize, const P: usize>(x: [f64; K]) -> [f64; K] {
            if P == 0 { ones(K) } else { x * power::<_, { P - 1 }>(x) }
        }
        pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] { power::<_, 3>(x) }";
    assert!(super::with_symbols(text).is_ok());
}

#[test]
fn misspelt_rows_are_one_error() {
    let help = "write `Rows<f64, N, M>` for the argument or the result, without a `&`";
    for argument in [
        "&Rows<f64, N, M>",
        "Rows<f64, N>",
        "Rows<N, M>",
        "Matrix<f64, N, M>",
    ] {
        let text = format!(
            "pub fn f<const N: usize, const M: usize>(x: {argument}, y: &[f64; N], z: &[f64; M]) -> f64 {{ 1.0 }}"
        );
        let found = refused(&text);
        assert_eq!(found.len(), 1, "{text}\n{found:?}");
        assert!(found[0].contains(help), "{text}\n{}", found[0]);
        let alone =
            format!("pub fn f<const N: usize, const M: usize>(x: {argument}) -> f64 {{ 1.0 }}");
        assert_eq!(refused(&alone).len(), 1, "{argument}");
    }
    let local = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { let y: Rows<f64, N, N> = outer(x, x); sum(y) }";
    assert!(refused(local)[0].contains(help));
}
