//! Levels of lints in generated code.

use proc_macro2::{TokenStream, TokenTree};

use crate::expand::{Host, block_macro};

/// A crate that forbids a group of lints hears nothing of what generated code allows.
#[test]
fn what_is_allowed_is_allowed_under_forbidden_groups() {
    let text = "(::adgraph)
        const K: f64 = 2.0;
        #[derivatives(jacobian, batch)]
        pub fn f(x: [f64; 3], #[dynamic] p: f64) -> [f64; 3] { K * p * g(x) }
        fn g<const N: usize>(x: [f64; N]) -> [f64; N] { x }
        #[check]
        fn h<T: Float>(x: T) -> T { let unused = x; x * x }";
    let tokens: TokenStream = text.parse().expect("tokens");
    let mut open = vec![block_macro(tokens, Host::Compiler)];
    let mut count = 0;
    while let Some(tokens) = open.pop() {
        let mut is_level = false;
        for token in tokens {
            match token {
                TokenTree::Group(group) if is_level => {
                    let lints = group.stream().to_string();
                    count += 1;
                    assert!(lints.starts_with("forbidden_lint_groups ,"), "{lints}");
                    is_level = false;
                }
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Ident(word) => is_level = word == "allow",
                TokenTree::Punct(_) | TokenTree::Literal(_) => is_level = false,
            }
        }
    }
    assert!(count > 10, "{count}");
}

/// The compiler finds what is said about a dropped value where it finds the function, which only
/// those have a stand-in for that code around the block does not see.
#[test]
fn calls_that_are_dropped_are_calls_of_their_function() {
    let text = "(::adgraph)
        #[must_use = \"it costs much\"]
        fn g<const N: usize>(x: [f64; N]) -> f64 { x[0] }
        fn h(x: f64, y: f64) -> f64 { x + y }
        fn t<T: Float>(x: T) -> T { x }
        fn f(x: f64) -> f64 { g([x]); h(x, x); t(x); x }";
    let code = block_macro(text.parse().expect("tokens"), Host::Compiler).to_string();
    for expected in [
        "# [must_use = \"it costs much\"] fn g () -> f64",
        "fn __calls () { (g) () ; (h) (f :: flow :: any () , f :: flow :: any () ,) ;",
        "(t :: < f64 >) (f :: flow :: any () ,) ;",
    ] {
        assert!(code.contains(expected), "{expected} in {code}");
    }
}
