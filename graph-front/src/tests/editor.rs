//! Expansions for editors, and the shape of expansions.

use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

use crate::derivatives::Request;
use crate::expand::{Host, attribute_macro, block_macro};
use crate::lower::ADAPTERS;

fn expand(text: &str, host: Host) -> String {
    let tokens: TokenStream = text.parse().expect("tokens");
    let expanded = block_macro(quote!((::adgraph) #tokens), host);
    syn::parse2::<syn::File>(expanded.clone()).expect("items");
    expanded.to_string()
}

/// An editor; outside of a compiler the place before a token is that of the token.
pub(super) const EDITOR: Host = Host::Editor(|span| span);

const TEXT: &str = "pub fn f(x: f64) -> f64 { exp(x) * x.sin() + own(x) }
    fn own(x: f64) -> f64 { x }
    fn tanh(x: f64) -> f64 { x }
    fn g(x: f64) -> f64 { tanh(x) }";

/// An expansion for an editor as text, without the paths of the facade, that need not parse.
fn edited(text: &str) -> String {
    let tokens: TokenStream = text.parse().expect("tokens");
    let expanded = block_macro(quote!((::adgraph) #tokens), EDITOR).to_string();
    expanded.replace(":: adgraph :: __private :: editor :: ", "")
}

/// The body of a function in such an expansion.
fn body(text: &str, name: &str) -> String {
    let expanded = edited(text);
    let (_, function) = expanded
        .split_once(&format!("fn {name} "))
        .expect("the function");
    let (_, imported) = function.split_once("functions ::").expect("the import");
    let (_, body) = imported.split_once("; ").expect("the body");
    let (body, _) = body.split_once(" loop { }").expect("the end");
    let (constants, attribute) = body.split_once("# [allow").expect("the attribute");
    let (_, body) = attribute.split_once("] ").expect("its end");
    format!("{constants}{body}")
}

#[test]
fn editors_get_the_names_that_a_body_mentions() {
    let expanded = expand(TEXT, EDITOR);
    assert!(!expanded.contains("run_value"), "{expanded}");
    assert_eq!(
        body(TEXT, "f"),
        "{ (exp ({ (x) ; ty () } ,)) ; (x) ; (value () . sin ()) ; (own ({ (x) ; ty () } ,)) ; }"
    );
    assert_eq!(body(TEXT, "g"), "{ (tanh ({ (x) ; ty () } ,)) ; }");
    // Only the block's own function has the name.
    assert!(!edited(TEXT).contains("tan , tanh"), "{expanded}");
    assert!(edited(TEXT).contains("tan , trace"), "{expanded}");
}

#[test]
fn editors_get_the_types_of_variables() {
    let text = "fn f(x: [f64; 3], n: usize) -> f64 {
        let y = x * 2.0;
        let (a, mut b) = (sum(y, axis = 0), y[1..]);
        let [c, _] = b;
        let z: [f64; 2] = b;
        for i in 0..2 { let single = x[i] as f32; b[i] = c; }
        let root = solve(|r| r * r - a, 1.0);
        root + f64::consts::PI
    }";
    let expected = "{ let y @ _ = { (x) ; ty :: < [f64 ; 3] > () } ; let (a @ _ , mut b @ _) = { (:: adgraph :: ops :: sum ({ (y) ; ty () } , { use words :: options :: { axis , keep } ; (words :: options :: axis) ; let _ = () ; (0) ; ty () } , { use words :: options :: { axis , keep } ; ty () } ,)) ; (y) ; ty :: < (f64 , [f64 ; 2] ,) > () } ; let [c @ _ , _] = { (b) ; ty :: < [f64 ; 2] > () } ; let z @ _ : [f64 ; 2] = { (b) ; ty () } ; { let i @ _ = { ty :: < usize > () } ; { let single @ _ = { (x) ; (i) ; (ty :: < f32 >) ; ty :: < f32 > () } ; (b) ; (i) ; (c) ; } } let root @ _ = { (:: adgraph :: ops :: solve ({ ({ let r @ _ = ty () ; (r) ; (r) ; (a) ; [r , ty :: < f64 > ()] ; }) ; ty () } , { (1.0) ; ty () } , { use words :: options :: { iterations , tolerance } ; ty () } , { use words :: options :: { iterations , tolerance } ; ty () } ,)) ; ty :: < f64 > () } ; (root) ; (:: core :: f64 :: consts :: PI) ; }";
    assert_eq!(body(text, "f"), expected);
}

#[test]
fn editors_get_the_types_of_patterns_that_bind_some_parts() {
    let text = "fn f(x: [f64; 3], t: [[f64; 2]; 3]) -> f64 {
        let [_, a, b] = x;
        let (_, c) = (x, a);
        let mut e = c + b;
        for [_, y] in t { e += y; }
        for (_, z) in t.iter().enumerate() { e += z[0]; }
        e
    }";
    let body = body(text, "f");
    for part in [
        "let [_ , a @ _ , b @ _] = { (x) ; ty :: < [f64 ; 3] > () }",
        "let (_ , c @ _) = { (x) ; (a) ; ty :: < ([f64 ; 3] , f64 ,) > () }",
        "let y @ _ = ty :: < f64 > ()",
        "let z @ _ = ty :: < [f64 ; 2] > ()",
    ] {
        assert!(body.contains(part), "{part}: {body}");
    }
}

/// Lengths stand in types under the names that their function gives them; formulas, which no type
/// of Rust has, under names that say them.
#[test]
fn editors_get_the_types_of_arrays_along_a_length() {
    let text = "fn g<const K: usize>(x: [f64; K]) -> [f64; K] { let own = 2.0 * x; let part = own[1..]; part[0] * own }
        pub fn f<const N: usize, const M: usize>(x: [f64; N], y: &[f64; M]) -> f64 {
            let a = g(x);
            let b = stack(x, x);
            let c = x[1..];
            let d = g(y);
            let e = [[0.0; M]; N];
            let h = concat(e, e, axis = 1);
            sum(a) + sum(b) + sum(c) + sum(d) + sum(h)
        }
        pub fn known(x: [f64; 3]) -> f64 { f(x, x) }";
    for (function, name, any) in [
        ("f", "a", "ty :: < [f64 ; N] > ()"),
        ("f", "b", "ty :: < [[f64 ; N] ; 2] > ()"),
        (
            "f",
            "c",
            "{ const N_minus_1 : usize ; ty :: < [f64 ; N_minus_1] > () }",
        ),
        ("f", "d", "ty :: < [f64 ; M] > ()"),
        ("f", "e", "ty :: < [[f64 ; M] ; N] > ()"),
        (
            "f",
            "h",
            "{ const _2_times_M : usize ; ty :: < [[f64 ; _2_times_M] ; N] > () }",
        ),
        ("g", "own", "ty :: < [f64 ; K] > ()"),
        (
            "g",
            "part",
            "{ const K_minus_1 : usize ; ty :: < [f64 ; K_minus_1] > () }",
        ),
    ] {
        let body = body(text, function);
        let declared = body.split_once(&format!("let {name} @ _ = {{ "));
        let (_, value) = declared.expect(name);
        let end = value.find(" } ; let ").unwrap_or(value.len());
        assert!(value[..end].contains(any), "{name}: {}", &value[..end]);
    }
}

/// The results of a function's call of itself are unknown in the call that ends the recursion, and
/// known above.
#[test]
fn editors_get_the_types_of_what_a_recursion_binds() {
    let text = "fn half<const N: usize>(x: [f64; N]) -> f64 {
            if N == 1 { x[0] } else { let (a, b) = (half(x[..N / 2]), x[N / 2..]); a + b[0] }
        }
        pub fn f(x: [f64; 4]) -> f64 { half(x) }";
    let body = body(text, "half");
    let expected = "ty :: < (f64 , [f64 ; 1] ,) > ()";
    assert!(body.contains(expected), "{body}");
}

/// A function that only its block calls stands there as the user wrote it.
#[test]
fn editors_get_the_signatures_of_private_functions_along_a_length() {
    let expanded = edited(
        "/// Its page.
        fn g<const K: usize, const A: Axis>(x: Rows<f64, K, A>, #[dynamic] p: [f64; K]) -> [f64; K] { p }
        fn h<const K: usize, T: Float>(x: &[T; K - 1]) -> (T, [T; K]) { (x[0], x) }",
    );
    for expected in [
        "fn g < const K : usize , const A : usize > (x : & [[f64 ; A] ; K] , p : [f64 ; K]) -> [f64 ; K] {",
        "fn h < const K : usize , T > (x : & [T ; K - 1]) -> (T , [T ; K]) {",
    ] {
        assert!(expanded.contains(expected), "{expanded}");
    }
}

#[test]
fn half_of_an_item_costs_the_next_one_nothing() {
    for half in [
        "fn",
        "pub fn",
        "fn half",
        "fn half(x: f64)",
        "fn half(x: f64) ->",
        "pub",
        "const K",
        "const K: ",
        "const K: f64 = ",
        "const K: f64 = 2.0 +",
        "type T = ",
        "type T = [f64; 3]",
    ] {
        for next in [
            "pub fn next(x: f64) -> f64 { x }",
            "/// Next.\n#[inline]\nfn next(x: f64) -> f64 { x }",
            "fn next(x: f64) -> f64 { x }",
            "fn next(x: f64) -> f64 { x } fn long<const N: usize>(x: &[f64; N]) -> f64 { sum(x) }",
        ] {
            let expanded = edited(&format!("fn first(x: f64) -> f64 {{ x }} {half} {next}"));
            for name in ["fn first (x : f64", "fn next (x : f64"] {
                assert!(expanded.contains(name), "{half}: {expanded}");
            }
            // `pub` and a function without it are a whole item.
            let is_whole = half == "pub" && next.starts_with("fn");
            let errors = expanded.matches("compile_error").count();
            assert_eq!(errors, usize::from(!is_whole), "{half}: {expanded}");
        }
    }
}

/// A type that is being written stands there as one, though its function has no body yet.
#[test]
fn editors_get_the_types_of_half_a_signature() {
    for (half, types) in [
        (
            "fn half(a: Vector, b: f6)",
            "{ let _ : Vector = ty () ; let _ : f6 = ty () ; }",
        ),
        (
            "fn half(a: &[u; 3], b: , c)",
            "{ let _ : & [u ; 3] = ty () ; let _ : _ = ty () ; }",
        ),
        (
            "fn half<const N: usize>(a: Rows<f64, N, N>) -> boo",
            "{ let _ : Rows < f64 , N , N > = ty () ; let _ = || -> boo { loop { } } ; }",
        ),
        ("fn half(a) ->", "{ let _ = || -> _ { loop { } } ; }"),
    ] {
        let expanded = edited(&format!("{half} fn next(x: f64) -> f64 {{ x }}"));
        assert!(expanded.contains(types), "{half}: {expanded}");
    }
}

/// Requests stand between the user's parentheses, as paths that lead to nothing else.
#[test]
fn editors_get_the_words_of_attributes() {
    for (text, words) in [
        (
            "#[derivatives(jacobian, taylor(2), module = g)] fn f(x: f64) -> f64 { x }",
            "(words :: attributes :: derivatives) ; let _ = (words :: requests :: jacobian , \
             words :: requests :: taylor , () , words :: requests :: module ,) ;",
        ),
        (
            "#[derivatives(only(val))] fn f(x: f64) -> f64 { x }",
            "let _ = (words :: requests :: only , (words :: requests :: val ,) ,) ;",
        ),
        (
            "#[inline] fn f(#[dynamic] x: f64) -> f64 { x }",
            "{ ty :: < f64 > ; ty :: < f64 > ; (words :: attributes :: dynamic) ; }",
        ),
        (
            "fn f(x: f64) -> f64 { #[unroll] for _ in 0..2 { } x }",
            "{ (words :: attributes :: unroll) ; {",
        ),
    ] {
        let expanded = edited(text);
        assert!(expanded.contains(words), "{text}: {expanded}");
    }
    // The facade has a page for each request.
    let facade = include_str!("../../../src/editor/words.rs");
    let words = Request::ALL.iter().map(|request| request.row().word);
    for word in words.chain(["batch", "only", "module"]) {
        assert!(facade.contains(&format!("pub mod {word} {{}}")), "{word}");
    }
}

#[test]
fn editors_get_imports() {
    let text = "use std::f64::consts::TAU; fn f(x: f64) -> f64 {
        use std::f64::consts::{E, PI as HALF_TURN};
        x * HALF_TURN + E * TAU
    }";
    let expected = "use block_of_TAU :: { TAU } ; { use std :: f64 :: consts :: { E , PI as HALF_TURN } ; (x) ; (HALF_TURN) ; (E) ; (TAU) ; }";
    assert_eq!(body(text, "f"), expected);
}

#[test]
fn editors_get_the_types_of_elements() {
    let text = "fn f(x: [[f64; 2]; 3]) -> f64 {
        for row in x { row; }
        for (i, mut v) in x.iter().enumerate() { v; }
        0.0
    }";
    let found = body(text, "f");
    for expected in [
        "let row @ _ = { (x) ; ty :: < [f64 ; 2] > () } ;",
        "let i @ _ = ty :: < usize > () ; let v @ _ = ty :: < [f64 ; 2] > () ;",
    ] {
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn editors_get_what_there_is_of_a_body_that_does_not_parse() {
    let text = |half: &str| {
        format!(
            "fn f(x: [f64; 2]) -> f64 {{ let y = x[0]; if y > 0.0 {{ {half} }} y }}
            fn g(x: f64) -> f64 {{ f([x, x]) }}"
        )
    };
    for (half, expected) in [
        (
            "let z = x.",
            "let z @ _ = { (x) ; (value ()) ; ty :: < _ > () } ;",
        ),
        (
            "let z = x.;",
            "let z @ _ = { (x) ; (value ()) ; ty :: < _ > () } ;",
        ),
        (
            "let z = ; x.ab",
            "let z @ _ = { ty :: < _ > () } ; (x) ; (value () - ab) ;",
        ),
        ("x * ", "(x) ;"),
        ("let", ""),
        ("let mut", ""),
        ("let z: ", "let z @ _ = { ty :: < _ > () } ;"),
        ("let mut z: f64", "let mut z @ _ : f64 = { ty () } ;"),
        ("let z: f64 x * 2.0", "let z @ _ : f64 = { (x) ; ty () } ;"),
        (
            "let z: [f64; 2] = x",
            "let z @ _ : [f64 ; 2] = { (x) ; ty () } ;",
        ),
        ("for i in", "{ let i @ _ = { ty :: < usize > () } ; }"),
        ("for", "{ }"),
        ("y.f64::", "(y) ; (value () - f64) ;"),
        ("sin(x.", ""),
    ] {
        let text = text(half);
        if text.parse::<TokenStream>().is_err() {
            continue;
        }
        let found = body(&text, "f");
        let around = format!(
            "{{ let y @ _ = {{ (x) ; ty :: < f64 > () }} ; (y) ; ({{ {expected} }}) ; (y) ; }}"
        );
        let around = around.replace("{  }", "{ }");
        assert_eq!(found, around, "{half}");
        let expanded = edited(&text);
        assert!(expanded.contains("compile_error"), "{expanded}");
        assert!(expanded.contains("mod f {"), "{expanded}");
        assert_eq!(body(&text, "g"), "{ (f ({ (x) ; (x) ; ty () } ,)) ; }");
    }
}

#[test]
fn a_completed_word_changes_nothing_before_it() {
    let texts = [
        "let y = x.@; y",
        "let y = x.si@(); y",
        "let y = x.@ let z = 1.0; z",
        "let y = @; y",
        "let y = si@(x); y",
        "if x[0].@ > 1.0 { 1.0 } else { 2.0 }",
        "for i in 0..2 { x[@] }",
        "let y = solve(|r| r.@, 1.0); y",
        "let y = x.sum(axis = 0).s@; y",
    ];
    for text in texts {
        let of = |word: &str| {
            let body = text.replace('@', word);
            edited(&format!(
                "fn before(x: f64) -> f64 {{ let y = f([x, x]); y }}
                fn f(x: [f64; 2]) -> f64 {{ let before = x * 2.0; {body} }}"
            ))
        };
        let (plain, marked) = (of(""), of("raCompletionMarker"));
        let (before, _) = marked.split_once("raCompletionMarker").expect(text);
        let before = before.trim_end_matches(char::is_alphabetic);
        // Another mark stands where a dot would be an error.
        let before = before
            .trim_end_matches(". ")
            .trim_end_matches("(")
            .trim_end();
        assert!(plain.starts_with(before), "{text}\n{before}\n{plain}");
    }
}

#[test]
fn methods_that_do_not_exist_are_written_only_while_they_are_completed() {
    let body = |member: &str| body(&format!("fn f(x: f64) -> f64 {{ x.{member} }}"), "f");
    assert_eq!(body("ab"), "{ (x) ; (value () - ab) ; }");
    assert_eq!(body("ab(x)"), "{ (x) ; (value () - ab) ; (x) ; }");
    assert_eq!(
        body("abraCompletionMarker"),
        "{ (x) ; (value () . abraCompletionMarker) ; }"
    );
    assert_eq!(
        body("abraCompletionMarker(x)"),
        "{ (x) ; (value () . abraCompletionMarker ()) ; (x) ; }"
    );
}

#[test]
fn functions_are_called_with_as_many_arguments_as_they_take() {
    let body = |call: &str| {
        body(
            &format!("fn f(x: f64) -> f64 {{ {call} }} fn g() -> f64 {{ 1.0 }}"),
            "f",
        )
    };
    assert_eq!(
        body("clamp(x)"),
        "{ (clamp ({ (x) ; ty () } , { ty () } , { ty () } ,)) ; }"
    );
    assert_eq!(
        body("x.clamp()"),
        "{ (x) ; (value () . clamp ({ ty () } , { ty () } ,)) ; }"
    );
    assert_eq!(
        body("sin(x, g())"),
        "{ (sin ({ (x) ; (g ()) ; ty () } ,)) ; }"
    );
    assert_eq!(body("g(x)"), "{ ({ (x) ; g () }) ; }");
    assert_eq!(
        body("sum(x, axis = x, keep = true)"),
        "{ (:: adgraph :: ops :: sum ({ (x) ; ty () } , \
         { use words :: options :: { axis , keep } ; (words :: options :: axis) ; let _ = () ; (x) ; ty () } , \
         { use words :: options :: { axis , keep } ; (words :: options :: keep) ; let _ = () ; ty () } ,)) ; }"
    );
    // Options have places of their own, in whatever order; words that may be half of one too.
    assert_eq!(
        body("x.sum(keep = x, x)"),
        "{ (x) ; (named () . sum ({ use words :: options :: { axis , keep } ; (x) ; ty () } , \
         { use words :: options :: { axis , keep } ; (words :: options :: keep) ; let _ = () ; (x) ; ty () } ,)) ; }"
    );
    assert_eq!(
        body("max(x, ax)"),
        "{ (max ({ (x) ; ty () } , { use words :: options :: { axis , keep } ; (ax) ; ty () } ,)) ; }"
    );
    assert_eq!(body("3.zeros(x)"), "{ (value () - zeros) ; (x) ; }");
}

#[test]
fn a_variable_does_not_hide_a_function_that_is_called() {
    let text = "fn f(x: [f64; 2]) -> f64 { let dot = dot(x, x); dot(x, x) + dot }";
    let expected = "{ let dot @ _ = { (dot ({ (x) ; ty () } , { (x) ; ty () } ,)) ; ty :: < f64 > () } ; \
        (functions :: dot ({ (x) ; ty () } , { (x) ; ty () } ,)) ; (dot) ; }";
    assert_eq!(body(text, "f"), expected);
}

#[test]
fn loops_follow_methods_that_values_do_not_have() {
    let text = "fn f(x: [f64; 2], y: [f64; 2]) -> f64 {
        let mut s = 0.0;
        for (i, (a, b)) in x.iter().zip(y.iter().rev()).enumerate() { s += a * b * y[i]; }
        s
    }";
    let body = body(text, "f");
    let expected = "(x) ; (items () . iter ()) ; (items () . zip ({ (y) ; (items () . iter ()) ; \
        (items () . rev ()) ; ty () } ,)) ; (items () . enumerate ()) ;";
    assert!(body.contains(expected), "{body}");
    assert!(!body.contains("value ()"), "{body}");
}

/// An editor reports the methods that its values do not have.
#[test]
fn the_facade_has_the_methods_that_a_loop_follows() {
    let facade = include_str!("../../../src/editor.rs");
    for (name, count) in ADAPTERS {
        let operands = facade.split_once(&format!("    fn {name}(")).expect(name).1;
        assert_eq!(operands.starts_with(')'), count == 0, "{name}");
    }
}

#[test]
fn arguments_of_any_length_are_known_in_bodies() {
    let text =
        "fn both<const N: usize>(re: [f64; N], #[dynamic] im: &[[f64; 2]; N], a: Rows<f64, N, N>)
        -> [f64; N] { re * im[(.., 0)] }
        pub fn f(x: [f64; 1], y: [[f64; 2]; 1]) -> [f64; 1] { both(x, y, y[(.., ..1)]) }";
    let edited = edited(text);
    let own = "fn both < const N : usize > (re : [f64 ; N] , im : & [[f64 ; 2] ; N] , \
               a : & [[f64 ; N] ; N])";
    assert!(edited.contains(own), "{edited}");
}

#[test]
fn constants_and_types_are_known_in_bodies() {
    let text = "const N: usize = 3; const A: f64 = 2.0 * 3.0; const B: f64 = sin(1.0);
        const W: [[f64; 2]; N] = [[1.0; 2], [2.0, 3.0], [4.0; 2]]; const Z: [f64; N] = [0.5; N];
        type V = [f64; N]; fn f(x: V) -> f64 { const C: [f64; 2] = [1.0, 2.0]; x[0] * A * C[1] }";
    let expected = "use block_of_N :: { N , A , B , W , Z , V } ; { const C : [f64 ; 2] = [1.0 , 2.0] ; (x) ; (A) ; (C) ; }";
    assert_eq!(body(text, "f"), expected);
    let expanded = edited(text);
    // They are defined once, and mentioned where functions are.
    for item in [
        "pub (super) const N : usize = 3 ;",
        "pub (super) const A : f64 = 2.0 * 3.0 ;",
        "pub (super) const B : f64 ; const _ : () = { (sin ({ (1.0) ; ty () } ,)) ; } ;",
        "pub (super) const W : [[f64 ; 2] ; N] = [[1.0 ; 2] , [2.0 , 3.0] , [4.0 ; 2]] ;",
        "pub (super) const Z : [f64 ; N] = [0.5 ; N] ;",
        "pub (super) type V = [f64 ; N] ;",
    ] {
        assert_eq!(expanded.matches(item).count(), 1, "{item}: {expanded}");
    }
    assert!(expanded.contains("ty :: < V > ;"), "{expanded}");
    // Public ones stand beside the functions.
    let public = edited("pub const A: f64 = 2.0; fn f(x: f64) -> f64 { x * A }");
    assert!(!public.contains("__constants"), "{public}");
    assert_eq!(public.matches("const A : f64").count(), 1, "{public}");
}

#[test]
fn axes_are_lengths_for_an_editor() {
    let text = "const C: Axis = 3; fn f(x: [f64; C]) -> f64 { const D: Axis = 3; sum(x.rename(C, D), axis = D) }";
    let expected = "use block_of_C :: { C } ; { const D : Axis = 3 ; \
        (:: adgraph :: ops :: sum ({ (x) ; (value () . rename ({ (C) ; ty () } , { (D) ; ty () } ,)) ; ty () } , \
        { use words :: options :: { axis , keep } ; (words :: options :: axis) ; let _ = () ; (D) ; ty () } , \
        { use words :: options :: { axis , keep } ; ty () } ,)) ; }";
    assert_eq!(body(text, "f"), expected);
    // The type is among the functions of the language, with its documentation.
    let hidden = edited("const C: Axis = 3; fn tanh(x: [f64; C]) -> f64 { x[0] }");
    assert!(hidden.contains("{ Axis , abs"), "{hidden}");
}

#[test]
fn workspaces_are_offered_where_arrays_are_large() {
    let small = edited("fn f(x: [f64; 9]) -> f64 { sum(sin(x)) }");
    assert!(!small.contains("struct Workspace"), "{small}");
    assert!(!small.contains("pub fn gradient_with"), "{small}");
    let large = edited("fn f(x: &[f64; 20000]) -> f64 { let y = sort(x); dot(y, y) }");
    assert!(large.contains("struct Workspace"), "{large}");
    assert!(large.contains("fn gradient_into_with"), "{large}");
    let long = edited(
        "fn f(x: [f64; 9]) -> f64 { let mut y = x; for _ in 0..5000 { y = sin(y) * x; } sum(y) }",
    );
    assert!(long.contains("fn gradient_with"), "{long}");
}

#[test]
fn lengths_of_the_call_are_for_editors_too() {
    for text in [
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { sum(map(|v| v * v, x)) }",
        "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
            let mut s = 0.0; for i in 0..N { s += x[i]; } s
        }",
    ] {
        let expanded = edited(text);
        assert!(expanded.contains("struct Workspace"), "{expanded}");
        assert!(!expanded.contains("compile_error"), "{expanded}");
    }
}

/// The blocks in Rust code, which are groups after `graph!`.
fn blocks(tokens: TokenStream, found: &mut Vec<TokenStream>) {
    let mut last = [String::new(), String::new()];
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            match last.each_ref().map(String::as_str) {
                ["graph", "!"] if group.delimiter() == Delimiter::Brace => {
                    found.push(group.stream());
                }
                _ => blocks(group.stream(), found),
            }
        }
        let [_, before] = last;
        last = [before, token.to_string()];
    }
}

/// The Rust files in a folder and those within it.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("a folder") {
        let path = entry.expect("an entry").path();
        // These have errors on purpose.
        if path.is_dir() && !path.ends_with("ui") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_error_is_for_editors_alone() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["tests", "examples"] {
        sources(&repository.join(folder), &mut files);
    }
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source");
        let mut found = Vec::new();
        blocks(text.parse().expect("tokens"), &mut found);
        all.extend(found.into_iter().map(|block| (file.clone(), block)));
    }
    assert!(all.len() > 100, "{}", all.len());
    let error = |block: &TokenStream, host: Host| {
        let expanded = block_macro(quote!((::adgraph) #block), host).to_string();
        let (_, error) = expanded.split_once("compile_error")?;
        Some(error.split('}').next().unwrap_or(error).to_owned())
    };
    for (file, block) in all {
        // Files are found from where the compiler runs, and macros write blocks with `$`.
        if let Some(found) = error(&block, EDITOR) {
            assert!(
                error(&block, Host::Compiler).is_some(),
                "{}: {found}\n{block}",
                file.display()
            );
        }
    }
}

#[test]
fn compilers_get_no_paths_and_no_users_body() {
    let expanded = expand(TEXT, Host::Compiler);
    assert!(!expanded.contains("ops ::"), "{expanded}");
    assert!(!expanded.contains("exp (x) * x . sin ()"), "{expanded}");
}

#[test]
fn constants_of_a_block_are_given_back_when_they_are_public() {
    let expanded = expand(
        "pub const A: f64 = 1.0; const B: f64 = 2.0; type V = [f64; 2]; fn f(x: V) -> f64 { x[0] * A * B }",
        Host::Compiler,
    );
    assert!(expanded.contains("pub const A : f64 = 1.0"), "{expanded}");
    // Lints look at the others in a mirror, where they have no values.
    assert!(!expanded.contains("const B : f64"), "{expanded}");
    assert!(!expanded.contains("2.0 ; type"), "{expanded}");
}

#[test]
fn public_constants_and_types_are_written_without_names_of_the_block() {
    let expanded = expand(
        "const N: usize = 2;
        type V = [f64; N];
        pub const WEIGHTS: V = [-1.0, 2.0];
        pub const MORE: usize = N + 1;
        pub const TABLE: [[i32; 3]; N] = [[-1, 2, N]; N];
        pub const QUARTER: f64 = f64::consts::PI / 2.0;
        pub const ROOT: f32 = sqrt(2.0);
        pub const LEAST: f64 = -f64::INFINITY;
        pub const NONE: [f64; 2] = [f64::NAN, -0.0];
        pub const EMPTY: [[f64; 0]; 2] = [zeros(0); 2];
        pub const C: Axis = N + 1;
        pub const HEX: usize = 0x10;
        pub type Pair = ([V; C], f32, [bool; N]);
        fn f(x: V) -> f64 { x[0] }",
        Host::Compiler,
    );
    for item in [
        "pub const WEIGHTS : [f64 ; 2] = [- 1.0 , 2.0]",
        "pub const MORE : usize = 3",
        "pub const TABLE : [[i32 ; 3] ; 2] = [[- 1 , 2 , 2] , [- 1 , 2 , 2]]",
        "pub const QUARTER : f64 = 1.5707963267948966",
        "pub const ROOT : f32 = 1.4142135",
        "pub const LEAST : f64 = f64 :: NEG_INFINITY",
        "pub const NONE : [f64 ; 2] = [f64 :: NAN , - 0.0]",
        "pub const EMPTY : [[f64 ; 0] ; 2] = [[] , []]",
        "pub const C : usize = 3",
        "pub const HEX : usize = 0x10",
        "pub type Pair = ([[f64 ; 2] ; 3] , f32 , [bool ; 2] ,)",
    ] {
        assert!(expanded.contains(item), "{item}\n{expanded}");
    }
}

#[test]
fn modules_keep_what_they_hold() {
    let module = quote! {
        /// Documented.
        pub(crate) mod formulas {
            //! Inside.
            use std::fmt::Debug;
            const NAME: &str = "text";
            const SCALE: f64 = 2.0;
            struct Point;
            impl Point { fn new() -> Self { Point } }
            pub fn twice(x: f64) -> f64 { SCALE * x }
            #[cfg(test)]
            mod tests {}
            #[test]
            fn plain() { assert!(true); }
        }
    };
    let expanded = attribute_macro(quote!(), &module, Host::Compiler);
    let file = syn::parse2::<syn::File>(expanded).expect("items");
    let [syn::Item::Mod(module)] = &file.items[..] else {
        panic!("one module")
    };
    let (_, items) = module.content.as_ref().expect("content");
    let names: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            syn::Item::Fn(item) => Some(item.sig.ident.to_string()),
            syn::Item::Mod(item) => Some(item.ident.to_string()),
            syn::Item::Const(item) => Some(item.ident.to_string()),
            syn::Item::Struct(item) => Some(item.ident.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(
        names,
        [
            "NAME", "SCALE", "Point", "tests", "plain", "twice", "twice", "_", "_"
        ]
    );
    assert_eq!(module.attrs.len(), 2);
}

#[test]
fn the_facades_path_starts_every_generated_path() {
    let item = quote!(
        pub fn f(x: f64) -> f64 {
            x.sin()
        }
    );
    let expanded = attribute_macro(quote!(crate = some::path), &item, Host::Compiler);
    let text = expanded.to_string();
    assert!(text.contains("some :: path :: __private"), "{text}");
    assert!(!text.contains(":: adgraph"), "{text}");
}

/// The documentation of the module of a function, as one line.
fn module_documentation(text: &str) -> String {
    let tokens: TokenStream = text.parse().expect("tokens");
    let expanded = block_macro(quote!((::adgraph) #tokens), Host::Compiler);
    let file = syn::parse2::<syn::File>(expanded).expect("items");
    let module = file.items.iter().find_map(|item| match item {
        syn::Item::Mod(module) => Some(module),
        _ => None,
    });
    let docs = module.expect("a module").attrs.iter();
    let docs = docs.filter_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(syn::MetaNameValue {
            value: syn::Expr::Lit(literal),
            ..
        }) => match &literal.lit {
            syn::Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    docs.collect::<Vec<String>>().join(" ").replace('\n', " ")
}

#[test]
fn documentation_names_the_functions_that_there_are() {
    assert_eq!(
        module_documentation("pub fn f(x: &[f64; 8192]) -> f64 { sum(x) }"),
        "Derivatives of [`f`](f()), and its graph.  What takes more than 64 KiB is not returned \
         but written in place, by `adjoint_into`."
    );
    assert_eq!(
        module_documentation("pub fn f(x: &[f64; 9000]) -> f64 { sum(x) }"),
        "Derivatives of [`f`](f()), and its graph.  What takes more than 64 KiB is not returned \
         but written in place, by `adjoint_into`, `gradient_into`."
    );
    assert_eq!(
        module_documentation(
            "#[derivatives(module = g)] pub fn f(x: f64) -> [f64; 9000] { [x; 9000] }"
        ),
        "Derivatives of `f`, and its graph.  What takes more than 64 KiB is not returned but \
         written in place, by `value_into`, `adjoint_into`, `tangent_into`."
    );
    assert_eq!(
        module_documentation("pub fn f(x: [f64; 3]) -> f64 { sum(x) }"),
        "Derivatives of [`f`](f()), and its graph."
    );
}

#[test]
fn fields_of_structs_are_mentioned_behind_them() {
    let text = "struct P { w1: f64, q: Q } struct Q { b: [f64; 2] }
        fn g(p: &P) -> f64 { p.w1 }
        fn f(p: &P, s: &mut Q) -> f64 {
            let t = 2.0 * p;
            s.b[0] = t.w1;
            g(t) + p.q.b[1] + sin(p).w1
        }";
    assert!(body(text, "g").contains("(p . w1)"), "{}", body(text, "g"));
    let found = body(text, "f");
    for mention in ["(s . b)", "(t . w1)", "(p . q . b)", "ty :: < P >"] {
        assert!(found.contains(mention), "{mention}: {found}");
    }
    // A name that nothing has is one of no field.
    assert!(!found.contains("value () - w1"), "{found}");
    // What is changed is a value to the body.
    let expanded = edited(text);
    assert!(
        expanded.contains("let s @ _ = { ty :: < Q > () }"),
        "{expanded}"
    );
}
