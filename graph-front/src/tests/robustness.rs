//! No input makes the macro panic or take long.

use std::fmt::Write;
use std::time::Instant;

use quote::quote;

use super::editor::EDITOR;
use super::{errors, graph, lower};
use crate::expand::{Host, attribute_macro, block_macro};

#[test]
fn ten_thousand_operations_are_quick() {
    let mut text = String::from("fn f(x: [f64; 8]) -> f64 { let v0 = x[0];\n");
    for i in 1..2500 {
        writeln!(
            text,
            "let v{i} = (v{} * 1.5 + x[{}]).sin() - 0.25;",
            i - 1,
            i % 8
        )
        .expect("text");
    }
    text.push_str("v2499 }");
    let start = Instant::now();
    let nodes = graph(&text).len();
    let elapsed = start.elapsed();
    println!("{nodes} nodes in {elapsed:?}");
    assert!(nodes > 9_000);
    assert!(elapsed.as_secs() < 10, "{elapsed:?}");
}

#[test]
fn long_chains_do_not_overflow_the_stack() {
    let sum = format!("fn f(x: f64) -> f64 {{ x{} }}", " + x".repeat(20_000));
    assert!(graph(&sum).len() > 1);
    let calls = format!("fn f(x: f64) -> f64 {{ x{} }}", ".sin()".repeat(5_000));
    assert!(graph(&calls).len() > 5_000);
    for sign in [" ^ x", " ** x", " ^ 2 + x"] {
        let powers = format!("fn f(x: f64) -> f64 {{ x{} }}", sign.repeat(5_000));
        let found = errors(&powers);
        assert_eq!(found.len(), 1, "{sign}");
        assert!(found[0].contains("power"), "{found:?}");
    }
    let wrong = format!("fn f(x: f64) -> f64 {{ x{} + w }}", " + x".repeat(20_000));
    assert_eq!(errors(&wrong).len(), 1);
}

#[test]
fn deep_nesting_is_an_error() {
    on_a_compilers_stack(deep_nesting);
}

fn deep_nesting() {
    let deep = format!(
        "fn f(x: f64) -> f64 {{ {}x{} }}",
        "(".repeat(5_000),
        ")".repeat(5_000)
    );
    assert!(errors(&deep)[0].contains("nested too deeply"));
    let branches = format!(
        "fn f(x: f64) -> f64 {{ {}x{} }}",
        "if x > 0.0 { ".repeat(80),
        " } else { 1.0 }".repeat(80)
    );
    assert!(
        errors(&branches)[0].contains("deep"),
        "{:?}",
        errors(&branches)
    );
    let chain = format!(
        "fn f(x: f64) -> f64 {{ {} {{ x }} }}",
        "if x > 0.0 { 1.0 } else ".repeat(150)
    );
    let found = errors(&chain);
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn an_else_chain_as_deep_as_allowed_works() {
    let chain = format!(
        "fn f(x: f64) -> f64 {{ {} {{ x }} }}",
        "if x > 0.0 { 1.0 } else ".repeat(60)
    );
    on_a_compilers_stack(move || {
        graph(&chain);
    });
}

/// Compilers have larger stacks than the threads of tests.
pub(super) fn on_a_compilers_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(8 << 20);
    thread.spawn(test).unwrap().join().unwrap();
}

#[test]
fn huge_loops_are_refused_at_once() {
    let text = "fn f(x: f64) -> f64 {
        let mut s = x; #[unroll] for _ in 0..10000000000 { s += 1.0; } s
    }";
    assert!(errors(text)[0].contains("loops are unrolled"));
    let nested = "fn f(x: f64) -> f64 {
        let mut s = x;
        #[unroll] for _ in 0..1000 { #[unroll] for _ in 0..1000 { s = x; } }
        s
    }";
    assert_eq!(errors(nested).len(), 1);
}

#[test]
fn huge_loops_are_kept_at_once() {
    let text = |inner: &str| {
        format!(
            "fn f(x: [f64; 300]) -> f64 {{ let mut s = 0.0; for i in 0..3000 {{ {inner} }} s }}"
        )
    };
    let condition = "for j in 0..3000 { if j < i { s += x[i % 300] * x[j % 300]; } }";
    assert!(graph(&text(condition)).len() < 50);
    let triangle = "for j in 0..i { s += x[i % 300] * x[j % 300]; }";
    assert!(graph(&text(triangle)).len() < 50);
    let few = "#[unroll] for k in 0..9 { for j in 0..k * 1000000 { s += s * x[j % 300]; } }";
    assert!(graph(&text(few).replace("3000", "1")).len() < 100);
    let text = "fn f(x: f64) -> f64 { let mut s = x; for _ in 0..10000000000 { s += 1.0; } s }";
    assert!(graph(text).len() < 10);
    let nested =
        "fn f(x: f64) -> f64 { let mut s = x; for _ in 0..1000 { for _ in 0..1000 { s = x; } } s }";
    assert!(graph(nested).len() < 10);
}

#[test]
fn steps_to_nowhere_are_any_number() {
    let text = "fn f(x: f64) -> f64 {
        let mut s = x;
        for i in (0..10).rev().step_by(9223372036854775807).step_by(2).rev() { s *= i as f64; }
        s
    }";
    assert!(graph(text).len() < 10);
}

#[test]
fn long_arrays_take_no_time_where_a_loop_assigns_some_elements() {
    let text = "fn f(x: &[f64; 1000000000000]) -> f64 {
        let mut y = x;
        for i in 0..100000000000 { y[2 * i + 1] = x[i] + 1.0; }
        y[0] + y[1]
    }";
    let start = Instant::now();
    assert!(graph(text).len() < 30);
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

/// Cuts and mutations of a program that uses everything: whatever comes out, nothing panics.
#[test]
fn mutated_programs_do_not_panic() {
    graph(PROGRAM);
    let mut seed = 1_u64;
    let mut random = |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) as usize) % below
    };
    let mut parsed = 0;
    for _ in 0..4000 {
        let mut words: Vec<&str> = PROGRAM.split_whitespace().collect();
        for _ in 0..1 + random(3) {
            let (i, j) = (random(words.len()), random(words.len()));
            match random(3) {
                0 => {
                    words.remove(i);
                }
                1 => words.swap(i, j),
                _ => words[i] = words[j],
            }
        }
        let text = words.join(" ");
        if text.parse::<proc_macro2::TokenStream>().is_ok() {
            let _ = lower(&text);
            parsed += 1;
        }
    }
    assert!(parsed > 1000, "{parsed}");
}

const PROGRAM: &str = "
    const N : usize = 3 ; type V = [ f64 ; N ] ;
    fn g ( x : V , i : usize ) -> ( f64 , V ) { ( x [ i ] , x ) }
    fn f ( x : V , p : f64 , a : & [ [ f64 ; 3 ] ; 2 ] ) -> f64 {
        let mut y = x ; let ( u , v ) = g ( x , 1 ) ; let mut s = 0.0 ;
        for i in 0 .. N { if x [ i ] > p && i < 2 { y [ i ] += sin ( p ) ; } else { s += y [ i ] as f64 ; } }
        y [ 1 .. ] = x [ .. 2 ] ; let w : V = select ( y > 0.0 , y , - v ) ;
        sum ( matmul ( a , w ) , axis = 0 ) + s . powi ( 2 ) + u + max ( p , 1.0 ) + a [ ( 1 , 2 ) ]
    }";

#[test]
fn odd_items_do_not_panic() {
    for text in [
        "",
        "fn",
        "fn f",
        "fn f()",
        "fn f() -> f64",
        "fn f() -> f64;",
        "fn f() -> f64 {}",
        "fn f(self) -> f64 { 1.0 }",
        "fn f(&mut self) -> f64 { 1.0 }",
        "fn f(x: _) -> _ { x }",
        "fn f(x: !) -> ! { x }",
        "fn f(x: [f64; -1]) -> f64 { 1.0 }",
        "fn f(x: [f64; 99999999999999999999]) -> f64 { 1.0 }",
        "fn f(x: [[f64; 1099511627776]; 1099511627776]) -> f64 { 1.0 }",
        "fn f(x: impl Fn(f64) -> f64) -> f64 { x(1.0) }",
        "fn f<'a, T, const N: usize>(x: &'a [T; N]) -> T where T: Float { x[0] }",
        "fn f(mut x: f64, (a, b): (f64, f64)) -> f64 { x = a; x }",
        "fn f(x: f64) -> () { }",
        "fn f(x: f64) -> (f64,) { (x,) }",
        "const A: f64 = A; fn f() -> f64 { A }",
        "const A: f64 = B; const B: f64 = A; fn f() -> f64 { A }",
        "type A = A; fn f(x: A) -> f64 { 1.0 }",
        "type A = [A; 2]; fn f(x: A) -> f64 { 1.0 }",
        "struct S; enum E {} impl S {} use x::y; static K: f64 = 1.0;",
        "fn f(x: f64) -> f64 { let y: [f64; x] = x; y }",
        "fn f(x: f64) -> f64 { x.0.1.2 }",
        "fn f(x: f64) -> f64 { x = = x }",
        "fn f(x: f64) -> f64 { 1u8 + 1i128 + 0x1F + 1e999 + 'a' + \"b\" + b\"c\" }",
        "fn f(x: f64) -> f64 { -9223372036854775808 }",
        "fn f(x: [f64; 2]) -> f64 { x[9223372036854775807] + x[-1] + x[0..9223372036854775807] }",
        "fn f(x: [f64; 2]) -> f64 { x[..=9223372036854775807] }",
        "fn f(x: f64) -> f64 { for i in -9223372036854775807..9223372036854775807 {} x }",
        "fn f(x: f64) -> f64 { for i in (0..9).step_by(0) {} x }",
        "fn f(x: f64) -> f64 { x.powi(99999999999) + x.powi(-2147483648) }",
        "fn f(x: f64) -> f64 { zeros([1099511627776, 1099511627776]) + zeros(-1) }",
        "fn f(x: f64) -> f64 { sum(x, axis = -1) + sum(x, axis = (0, 0), keep = x) }",
        "fn f(x: [f64; 2]) -> [f64; 2] { x[0] = 1.0; x += x; x() }",
        "fn f(x: f64) -> f64 { let [] = []; let () = (); let (a,) = (x,); a }",
        "fn f(x: f64) -> f64 { if () {} else {} }",
        "fn f(x: f64) -> f64 { if x > 0.0 { } else { x } }",
        "fn f(x: f64) -> f64 { (if x > 0.0 { (x, x) } else { (x, x, x) }).0 }",
        "#[derivatives] fn f(x: f64) -> f64 { x }",
        "#[derivatives(jacobian hessian)] fn f(x: f64) -> f64 { x }",
        "#[derivatives(module = 3)] fn f(x: f64) -> f64 { x }",
        "pub(crate) fn f(#[dynamic(x)] #[doc = \"x\"] x: f64) -> f64 { x }",
        "fn f(x: f64) -> f64 { x } fn f(x: f64) -> f64 { x }",
        "fn f(...) -> f64 { 1.0 }",
        "fn f(x: f64) -> f64 { loop { break } while true {} match x { _ => x } }",
        "fn f(x: f64) -> f64 { macro_rules! a { () => {} } a!() }",
        "fn f(x: f64) -> f64 { let x; x }",
        "fn f(x: f64) -> f64 { let x = x else { return }; x }",
    ] {
        let _ = lower(text);
        let tokens: proc_macro2::TokenStream = text.parse().expect("tokens");
        for host in [Host::Compiler, EDITOR] {
            block_macro(quote!((::adgraph) #tokens), host);
            attribute_macro(quote!(crate = a::b), &tokens, host);
            attribute_macro(quote!(nonsense), &quote!(pub mod m { #tokens }), host);
        }
    }
    for text in [
        "mod m;",
        "struct S;",
        "mod m { //! inner\n }",
        "impl X for Y {}",
        "mod",
    ] {
        let tokens: proc_macro2::TokenStream = text.parse().expect("tokens");
        attribute_macro(quote!(), &tokens, Host::Compiler);
        block_macro(tokens, Host::Compiler);
    }
}
