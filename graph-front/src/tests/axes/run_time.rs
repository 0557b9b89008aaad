//! Axes whose lengths come with a call, axes of functions that the block calls, and other floats.

use graph_ir::Element;
use graph_ir::types::Extent;

use super::{evaluated, graph, numbers, refused, same_bits, values_as, with_symbols};

/// The bits of a function with symbols where these are numbers, at some arguments.
fn bits_with(text: &str, lengths: &[(&str, usize)], arguments: &[&[f64]]) -> Vec<Vec<u64>> {
    let (_, graph) = with_symbols(text).unwrap_or_else(|errors| panic!("{}", errors.join("\n")));
    let lengths: Vec<(&str, usize)> = lengths.to_vec();
    let known = graph.with_extents(&lengths).expect("known");
    bits(&evaluated(&known, arguments))
}

fn bits(results: &[Vec<f64>]) -> Vec<Vec<u64>> {
    let bits = |result: &Vec<f64>| result.iter().map(|value| value.to_bits()).collect();
    results.iter().map(bits).collect()
}

#[test]
fn axes_of_run_time_length_meet_by_name() {
    let with_axes = "
        const K: Axis = 3;
        pub fn f<const N: Axis, const M: Axis>(x: &[[f64; K]; N], y: &[[f64; K]; M], b: &[f64; N])
            -> (f64, [[f64; K]; N])
        {
            let d = contract(x, y) * b;
            let far = x + b;
            let c = sum(tanh(d), axis = M);
            let total = dot(c, b) + sum(far / N as f64);
            (total, deriv(total, x))
        }";
    let plain = "
        pub fn f<const N: usize, const M: usize>(x: &[[f64; 3]; N], y: &[[f64; 3]; M], b: &[f64; N])
            -> (f64, [[f64; 3]; N])
        {
            let d = einsum(\"nk,mk->nm\", x, y) * broadcast(b, [N, M], axis = 0);
            let far = x + broadcast(b, [N, 3], axis = 0);
            let c = sum(tanh(d), axis = 1);
            let total = dot(c, b) + sum(far / N as f64);
            (total, deriv(total, x))
        }";
    let (x, y, b) = (numbers(12, 0.1), numbers(15, 0.2), numbers(4, 0.3));
    let lengths = [("N", 4), ("M", 5)];
    let arguments: [&[f64]; 3] = [&x, &y, &b];
    let found = bits_with(with_axes, &lengths, &arguments);
    assert_eq!(found, bits_with(plain, &lengths, &arguments));
}

#[test]
fn axes_of_a_body_may_be_as_long_as_a_length() {
    let with_axes = "
        const K: Axis = 3;
        pub fn f<const N: usize>(x: &[[f64; K]; N]) -> [[f64; N]; N] {
            const A: Axis = N;
            const B: Axis = N;
            let d = rename(x, N, A) - rename(x, N, B);
            let squares = sum(d * d, axis = K);
            transpose(squares, [B, A])
        }";
    let plain = "
        pub fn f<const N: usize>(x: &[[f64; 3]; N]) -> [[f64; N]; N] {
            let a = broadcast(x, [N, 3, N], axis = (0, 1));
            let d = a - broadcast(transpose(x), [N, 3, N], axis = (1, 2));
            transpose(sum(d * d, axis = 1))
        }";
    let (x, lengths) = (numbers(12, 0.1), [("N", 4)]);
    let found = bits_with(with_axes, &lengths, &[&x]);
    assert_eq!(found, bits_with(plain, &lengths, &[&x]));
}

#[test]
fn functions_take_on_the_axes_of_their_callers() {
    let plain = "fn f(x: [[f64; 4]; 3], b: [f64; 3]) -> [[f64; 4]; 3] {
        let y = x * broadcast(b, [3, 4], axis = 0);
        y - broadcast(mean(y, axis = 1), [3, 4], axis = 0)
    }";
    // A function of axes, of lengths, and with written lengths.
    for (head, call) in [
        ("const A: Axis, const B: Axis", "centred(x * b)"),
        ("const A: Axis, const B: Axis", "centred::<C, W>(x * b)"),
        (
            "const A: Axis, const B: Axis",
            "transpose(transpose(centred(x * b), [W, C]), [C, W])",
        ),
    ] {
        let text = format!(
            "fn centred<{head}>(x: [[f64; B]; A]) -> [[f64; B]; A] {{ x - mean(x, axis = B) }}
             fn f(x: [[f64; W]; C], b: [f64; C]) -> [[f64; W]; C] {{ {call} }}"
        );
        same_bits(&text, plain, &[12, 3]);
    }
    same_bits(
        "fn twice<const K: usize>(x: [f64; K]) -> [f64; K] { x + x }
         fn f(x: [[f64; W]; C], b: [f64; C]) -> [[f64; W]; C] { x * twice(b) }",
        "fn f(x: [[f64; 4]; 3], b: [f64; 3]) -> [[f64; 4]; 3] { x * broadcast(b + b, [3, 4], axis = 0) }",
        &[12, 3],
    );
    // Numbers are numbers again outside of the function.
    same_bits(
        "fn scaled<const A: Axis, const B: Axis>(x: [[f64; B]; A], b: [f64; A]) -> [[f64; A]; B] {
             transpose(x * b, [B, A])
         }
         fn f(x: [[f64; 4]; 3], b: [f64; 3]) -> [[f64; 3]; 4] { scaled(x, b) + zeros([4, 3]) }",
        "fn f(x: [[f64; 4]; 3], b: [f64; 3]) -> [[f64; 3]; 4] { transpose(x * broadcast(b, [3, 4], axis = 0)) }",
        &[12, 3],
    );
}

#[test]
fn two_axes_are_no_one_axis_of_a_function() {
    let found = refused(
        "fn g<const A: Axis>(x: [f64; A], y: [f64; A]) -> f64 { dot(x, y) }
         fn f(x: [f64; W], y: [f64; H4]) -> f64 { g(x, y) }",
    );
    assert_eq!(
        found,
        "`A` of `g` is the axis `W` in `x` and `H4` in `y`\n\
         = note: `y` is [f64; H4]: an argument of `f`\n\
         = note: `W` is an axis of 4: a `const` of the block\n\
         = note: `H4` is an axis of 4: a `const` of the block"
    );
}

#[test]
fn single_precision_and_any_float() {
    let text = "
        const C: Axis = 2; const N: Axis = 3;
        fn f<T: Float>(w: [[T; C]; N], x: [T; C], b: [T; N]) -> [T; N] { tanh(contract(w, x) + b) * 2.0 }";
    let plain = "fn f<T: Float>(w: [[T; 2]; 3], x: [T; 2], b: [T; 3]) -> [T; 3] {
        tanh(einsum(\"nc,c->n\", w, x) + b) * 2.0
    }";
    let (w, x, b) = (numbers(6, 0.1), numbers(2, 0.2), numbers(3, 0.3));
    for element in [Element::F64, Element::F32] {
        let arguments: [&[f64]; 3] = [&w, &x, &b];
        let found = [text, plain].map(|text| bits(&values_as(text, element, &arguments)));
        assert_eq!(found[0], found[1]);
    }
    let single = text.replace("<T: Float>", "").replace("[T;", "[f32;");
    let single = single.replace("[[T;", "[[f32;");
    assert_eq!(
        graph(&single).input_types().next().map(|ty| ty.element),
        Some(Element::F32)
    );
}

#[test]
fn the_graph_has_plain_types() {
    let graph = graph("const C: Axis = 2; fn f(x: [f64; C]) -> f64 { sum(x) }");
    let ty = graph.input_types().next().expect("an input");
    assert_eq!(ty.shape.counts(), [Extent::from(2)]);
    assert_eq!(ty.to_string(), "[f64; 2]");
}
