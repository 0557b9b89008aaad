//! Results of the language, against the same text compiled by rustc, or worked out by hand.

use graph_ir::Element;

use super::{errors, graph, value, values, values_as};

/// Compares a function of the language with the same function compiled by rustc.
macro_rules! same {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty = $value:expr),*) -> f64 $body:block)*) => {
        $(
            $(#[$meta])*
            #[test]
            fn $name() {
                fn native($($arg: $ty),*) -> f64 $body
                let text = stringify!(fn f($($arg: $ty),*) -> f64 $body);
                let arguments = [$($crate::tests::language::Flat::flat(&$value)),*];
                let arguments: Vec<&[f64]> = arguments.iter().map(Vec::as_slice).collect();
                let found = $crate::tests::value(text, &arguments);
                let expected = native($($value),*);
                assert!(found == expected, "{found} {expected}");
            }
        )*
    };
}

pub(super) use same;

pub(super) trait Flat {
    fn flat(&self) -> Vec<f64>;
}

impl Flat for f64 {
    fn flat(&self) -> Vec<f64> {
        vec![*self]
    }
}

impl Flat for usize {
    fn flat(&self) -> Vec<f64> {
        vec![*self as f64]
    }
}

impl<const N: usize, T: Flat> Flat for [T; N] {
    fn flat(&self) -> Vec<f64> {
        self.iter().flat_map(Flat::flat).collect()
    }
}

same! {
    fn arithmetic(x: f64 = 1.25, y: f64 = -3.5) -> f64 {
        (x + y) * (x - y) / 2.0 - -x % 0.75
    }

    fn precedence(x: f64 = 3.0) -> f64 {
        -x * 2.0 + x / 4.0 - 1.0
    }

    fn shadowing(x: f64 = 3.0) -> f64 {
        let x = x + 1.0;
        let y = { let x = x * 2.0; x - 0.5 };
        x * y
    }

    fn mutation(x: f64 = 0.7) -> f64 {
        let mut s = x;
        s += 2.0;
        s *= x;
        s -= 0.25;
        s /= 3.0;
        s += 1.0;
        s
    }

    fn loops(x: [f64; 4] = [1.0, -2.0, 3.5, 0.25]) -> f64 {
        let mut s = 0.0;
        for i in 0..4 {
            for j in i..=3 {
                s += x[i] * x[j] * (i as f64 + 1.0);
            }
        }
        s
    }

    fn strides(x: [f64; 5] = [1.0, 2.0, 4.0, 8.0, 16.0]) -> f64 {
        let mut s = 0.0;
        for i in (0..5).rev().step_by(2) {
            s = s / 3.0 + x[i];
        }
        s
    }

    fn nested_arrays(a: [[f64; 3]; 2] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]) -> f64 {
        let b = [[a[0][2], a[1][0]], [a[1][1], 10.0]];
        b[0][1] * 100.0 + b[1][0] * 10.0 + b[1][1] + b[0][0]
    }

    fn known_conditions(x: [f64; 3] = [1.0, 2.0, 4.0]) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            if i > 0 && x[i - 1] > 0.0 {
                s += x[i] - x[i - 1];
            } else {
                s += 100.0;
            }
        }
        s
    }

    fn known_integers(x: [f64; 4] = [1.0, 2.0, 4.0, 8.0]) -> f64 {
        let n = x.len();
        let mut k = 0;
        let mut s = 0.0;
        for _ in 0..n / 2 {
            s += x[k];
            k += 2;
        }
        s + (n % 3) as f64
    }

    fn tuples(x: f64 = 2.0) -> f64 {
        let (a, b) = (x + 1.0, [x, x * x]);
        let t = (a, (b[1], 3.0));
        t.0 + (t.1).0 * t.1.1
    }

    fn array_patterns(x: [f64; 3] = [1.0, 2.0, 4.0]) -> f64 {
        let [a, _, c] = x;
        a - c
    }

    fn elements(x: [f64; 3] = [1.0, 2.0, 4.0]) -> f64 {
        let mut y = [0.0; 3];
        for i in 0..3 {
            y[i] = x[i] * x[2 - i];
            y[i] += 1.0;
        }
        y[0] * 100.0 + y[1] * 10.0 + y[2]
    }

    fn run_time_index(x: [f64; 3] = [1.0, 2.0, 4.0], i: usize = 2) -> f64 {
        let j = i - 1;
        x[i] * 10.0 + x[j]
    }

    fn run_time_index_into_rows(a: [[f64; 2]; 3] = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], i: usize = 1) -> f64 {
        a[i][1] * 10.0 + a[2][i]
    }

    fn run_time_assignment(x: [f64; 3] = [1.0, 2.0, 4.0], i: usize = 2) -> f64 {
        let mut y = x;
        y[i] = 7.0;
        y[i - 1] += 0.5;
        y[0] * 100.0 + y[1] * 10.0 + y[2]
    }

    fn consts(x: f64 = 2.0) -> f64 {
        const K: usize = 2;
        const W: [f64; K + 1] = [0.5, 0.25, 0.125];
        let mut s = 0.0;
        for i in 0..K + 1 {
            s += W[i] * x;
            s -= W[K - i];
        }
        s * std::f64::consts::PI
    }

    fn methods(x: f64 = 2.25) -> f64 {
        x.sqrt() + x.abs().max(2.0) + x.min(2.5) + (-x).abs() + x.floor() + x.mul_add(2.0, 1.0)
    }

    fn bools(x: f64 = 2.0, y: f64 = 3.0) -> f64 {
        let a = x < y;
        let b = !(x == y) && (a || x > 10.0);
        let c = if b { 1.0 } else { 0.0 };
        c + if a != b { 10.0 } else { 20.0 }
    }
}

#[test]
fn bools_are_compared() {
    // The middle compares numbers; the language has `==` for truth values through them.
    let text =
        "fn f(x: f64) -> f64 { let a = x > 0.0; let b = x > 1.0; if a == b { 1.0 } else { 2.0 } }";
    assert_eq!(value(text, &[&[0.5]]), 2.0);
    assert_eq!(value(text, &[&[1.5]]), 1.0);
}

#[test]
fn array_arithmetic_is_elementwise() {
    let text = "fn f(x: [f64; 3], p: f64) -> [f64; 3] { 2.0 * x - x.sin() / p + [1.0, 0.0, 1.0] }";
    let found = values(text, &[&[0.0, 1.0, 2.0], &[0.5]]);
    let expected = [0.0, 1.0, 2.0].map(|x: f64| 2.0 * x - graph_math::math::sin(x) / 0.5);
    assert_eq!(
        found[0],
        [expected[0] + 1.0, expected[1], expected[2] + 1.0]
    );
}

#[test]
fn the_design_example() {
    let text = "
        /// Tension energy of a short chain.
        pub fn energy(x: [f64; 3], p: f64) -> f64 {
            let stretch = x[1..] - x[..2];
            0.5 * p * dot(stretch, stretch) + sum(cos(x))
        }";
    let cos = graph_math::math::cos::<f64>;
    let expected =
        0.5 * 2.0 * (0.1_f64 * 0.1 + (0.4 - 0.2) * (0.4 - 0.2)) + (cos(0.1) + cos(0.2) + cos(0.4));
    let found = value(text, &[&[0.1, 0.2, 0.4], &[2.0]]);
    assert!((found - expected).abs() < 1e-15, "{found} {expected}");
}

#[test]
fn selections_take_the_right_parts() {
    let a: Vec<f64> = (0..12).map(f64::from).collect();
    let part = |expr: &str| {
        let text = format!("fn f(a: [[f64; 4]; 3]) -> f64 {{ sum(({expr}) * 1.0) }}");
        value(&text, &[&a])
    };
    assert_eq!(part("a[(.., 0)]"), 12.0);
    assert_eq!(part("a[1]"), 22.0);
    assert_eq!(part("a[(1, 2)]"), 6.0);
    assert_eq!(part("a[1..][0][2..]"), 13.0);
    assert_eq!(part("a[(..2, 1..=2)]"), 1.0 + 2.0 + 5.0 + 6.0);
    assert_eq!(part("a[(2, ..)][3]"), 11.0);
    assert_eq!(part("a[1..1]"), 0.0);
}

#[test]
fn tensor_functions() {
    let row = [1.0, 2.0, 3.0];
    let matrix = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let run = |result: &str, body: &str| {
        let text = format!("fn f(x: [f64; 3], a: [[f64; 3]; 2]) -> {result} {{ {body} }}");
        values(&text, &[&row, &matrix]).remove(0)
    };
    assert_eq!(run("f64", "sum(a)"), [21.0]);
    assert_eq!(run("[f64; 3]", "sum(a, axis = 0)"), [5.0, 7.0, 9.0]);
    assert_eq!(run("[f64; 2]", "a.mean(axis = 1)"), [2.0, 5.0]);
    assert_eq!(
        run("[[f64; 1]; 2]", "max(a, axis = 1, keep = true)"),
        [3.0, 6.0]
    );
    assert_eq!(run("f64", "a.sum(axis = (0, 1))"), [21.0]);
    assert_eq!(run("f64", "prod(x)"), [6.0]);
    assert_eq!(run("[f64; 2]", "matmul(a, x)"), [14.0, 32.0]);
    assert_eq!(
        run("[[f64; 2]; 2]", "matmul(a, transpose(a))"),
        [14.0, 32.0, 32.0, 77.0]
    );
    assert_eq!(run("[[f64; 2]; 3]", "reshape(a, [3, 2])"), matrix);
    assert_eq!(
        run("[[f64; 3]; 2]", "broadcast(x, [2, 3])"),
        [1.0, 2.0, 3.0, 1.0, 2.0, 3.0]
    );
    assert_eq!(
        run("[[f64; 2]; 3]", "broadcast(x, [3, 2], axis = 0)"),
        [1.0, 1.0, 2.0, 2.0, 3.0, 3.0]
    );
    // Axes of extent 1, as numpy repeats them.
    for (call, expected) in [
        (
            "a / broadcast(sum(a, axis = 1, keep = true), [2, 3])",
            "a / broadcast(sum(a, axis = 1), [2, 3], axis = 0)",
        ),
        (
            "a - broadcast(max(a, axis = 0, keep = true), [2, 3])",
            "a - broadcast(max(a, axis = 0), [2, 3])",
        ),
        ("a * broadcast(sum(a, keep = true), [2, 3])", "a * sum(a)"),
        ("broadcast(a[..1], [2, 3])", "broadcast(a[0], [2, 3])"),
        ("broadcast(x[..1], [2, 3])", "full([2, 3], x[0])"),
        (
            "broadcast(a[(.., 1..2)], [2, 3], axis = (0, 1))",
            "broadcast(a[(.., 1)], [2, 3], axis = 0)",
        ),
        ("broadcast(x[..1], [2, 3], axis = 0)", "full([2, 3], x[0])"),
        (
            "broadcast(broadcast(x[..1], [2, 1]), [2, 3])",
            "full([2, 3], x[0])",
        ),
        ("a + broadcast(a[..1][(.., ..1)], [2, 3])", "a + a[0][0]"),
    ] {
        let [call, expected] = [call, expected].map(|body| run("[[f64; 3]; 2]", body));
        assert_eq!(call, expected);
    }
    assert!(run("[[f64; 0]; 2]", "broadcast(a[(.., ..1)], [2, 0])").is_empty());
    assert_eq!(
        run("[f64; 5]", "concat(x, x[1..])"),
        [1.0, 2.0, 3.0, 2.0, 3.0]
    );
    assert_eq!(
        run("[[f64; 2]; 3]", "stack(x, -x, axis = 1)"),
        [1.0, -1.0, 2.0, -2.0, 3.0, -3.0]
    );
    assert_eq!(
        run("[[f64; 3]; 3]", "outer(x, x)"),
        [1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 3.0, 6.0, 9.0]
    );
    assert_eq!(run("[f64; 3]", "select(x > 1.5, x, 0.0)"), [0.0, 2.0, 3.0]);
    assert_eq!(
        run("[f64; 3]", "max(x, 2.0) + min(x, 2.0)"),
        [3.0, 4.0, 5.0]
    );
    assert_eq!(
        run("[f64; 3]", "zeros(3) + ones_like(x) + full([3], 0.5)"),
        [1.5, 1.5, 1.5]
    );
    assert_eq!(run("f64", "x[argmax(-x)] + x[argmax(x)]"), [4.0]);
    assert_eq!(run("[f64; 3]", "sort(-x)"), [-3.0, -2.0, -1.0]);
    assert_eq!(run("[f64; 3]", "(x - 2.0).abs().sort()"), [0.0, 1.0, 1.0]);
    assert_eq!(
        run("[[f64; 3]; 2]", "sort([-x, x])"),
        [-3.0, -2.0, -1.0, 1.0, 2.0, 3.0]
    );
    assert_eq!(
        run("[[f64; 3]; 2]", "sort([x, -x], axis = 0)"),
        [-1.0, -2.0, -3.0, 1.0, 2.0, 3.0]
    );
    assert_eq!(run("[f64; 3]", "x[argsort(abs(x - 2.0))]"), [2.0, 1.0, 3.0]);
    assert_eq!(run("f64", "let p = argsort(-x); x[p[0]] - x[p[2]]"), [2.0]);
    assert_eq!(
        run("f64", "let (s, c) = x[0].sin_cos(); s * s + c * c"),
        [1.0]
    );
    assert_eq!(run("[f64; 3]", "x.powi(2) + x.powf(1.0)"), [2.0, 6.0, 12.0]);
    assert_eq!(run("f64", "norm([3.0, 4.0])"), [5.0]);
    assert_eq!(run("(f64, [f64; 3])", "(variance(x) * 3.0, x)"), [2.0]);
}

#[test]
fn literals_take_the_type_of_their_surroundings() {
    let single = "fn f(x: f32) -> f32 { let third = 1.0 / 3.0; x * 0.1 + third }";
    let found = values(single, &[&[3.0]])[0][0];
    assert_eq!(found, f64::from(3.0_f32 * 0.1 + 1.0 / 3.0));

    let mixed = "fn f(x: f32, y: f64) -> f64 { let c = 0.1; (x * c) as f64 + y * c }";
    let found = value(mixed, &[&[3.0], &[2.0]]);
    assert_eq!(found, f64::from(3.0_f32 * 0.1) + 2.0 * 0.1);

    let generic = "fn f<T: Float>(x: T) -> T { let mut s = 0.0; s += x * (1.0 / 3.0); s }";
    let single = values_as(generic, Element::F32, &[&[3.5]])[0][0];
    assert_eq!(single, f64::from(3.5_f32 * (1.0 / 3.0)));
    let double = values_as(generic, Element::F64, &[&[3.5]])[0][0];
    assert_eq!(double, 3.5 * (1.0 / 3.0));
}

#[test]
fn casts() {
    let text = "fn f(x: f64, i: usize) -> f64 {
        let y = x as f32;
        (y * 0.5) as f64 + (i as f64) + (x > 0.0) as f64 + 7 as f64 + 2.9 as usize as f64
    }";
    assert_eq!(
        value(text, &[&[0.1], &[4.0]]),
        f64::from(0.1_f32 * 0.5) + 4.0 + 1.0 + 7.0 + 2.0
    );
}

#[test]
fn constants_and_aliases_of_the_block() {
    let text = "
        const N: usize = M + 1;
        const M: usize = 2;
        const W: [f64; N] = [1.0, G * 2.0, -3.0];
        const G: f64 = 9.5;
        type Vector = [f64; N];
        type Matrix = [Vector; M];
        fn f(x: Vector, a: Matrix) -> f64 { dot(W, x) + a[(1, 2)] + G }";
    let found = value(text, &[&[1.0, 2.0, 3.0], &[0.0, 0.0, 0.0, 0.0, 0.0, 5.0]]);
    assert_eq!(found, (1.0 + 19.0 * 2.0 + -9.0) + 5.0 + 9.5);
}

#[test]
fn inputs_have_names_and_kinds() {
    use graph_ir::graph::InputKind;
    let graph = graph("fn f(x: [f64; 2], #[dynamic] p: f64, i: usize) -> f64 { x[i] * p }");
    let inputs: Vec<_> = graph
        .inputs()
        .iter()
        .map(|i| (i.name.as_str(), i.kind))
        .collect();
    let expected = [
        ("x", InputKind::Independent),
        ("p", InputKind::Dynamic),
        ("i", InputKind::Dynamic),
    ];
    assert_eq!(inputs, expected);
    assert_eq!(graph.name(), "f");
}

#[test]
fn every_function_is_documented_in_the_facade() {
    let facade = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/ops");
    let files = ["scalar", "scalar/table"].map(|file| format!("{facade}/{file}.rs").into());
    let tables = std::fs::read_dir(format!("{facade}/tensor")).expect("the facade's tables");
    let tables = tables.map(|entry| entry.expect("a table").path());
    let paths = files.into_iter().chain(tables);
    let texts: Vec<String> = paths
        .map(|path: std::path::PathBuf| std::fs::read_to_string(path).expect("the facade's source"))
        .collect();
    let words: Vec<&str> = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .collect();
    for name in crate::lower::BUILTINS.iter() {
        assert!(words.contains(name), "`{name}` is missing in adgraph::ops");
    }
}

#[test]
fn arrays_of_integers_are_computed_with() {
    let text = "fn f(x: [f64; 6]) -> [f64; 2] {
        let mut k = 1;
        let odd = [0, 1] * 2 + k;
        k += 2;
        x[odd + k - 1] * select(odd < [2, 2], 1.0, -1.0)
    }";
    let x = [0.0, 10.0, 20.0, 30.0, 40.0, 50.0];
    assert_eq!(values(text, &[&x])[0], [30.0, -50.0]);
    let none = "fn f(x: [f64; 6]) -> [f64; 0] { x[full([0], 1) + full([0], 2) - 1] }";
    assert!(values(none, &[&x])[0].is_empty());
}

#[test]
fn windows_slide_along_an_axis() {
    let x: Vec<f64> = (0..12).map(f64::from).collect();
    let of = |call: &str, shape: &str| {
        values(
            &format!("fn f(a: [[f64; 4]; 3]) -> {shape} {{ {call} }}"),
            &[&x],
        )
        .concat()
    };
    let down = of("windows(a, 2)", "[[[f64; 2]; 4]; 2]");
    assert_eq!(down[..4], [0.0, 4.0, 1.0, 5.0]);
    assert_eq!(down[8..10], [4.0, 8.0]);
    let along = of("a.windows(2, axis = 1, stride = 2)", "[[[f64; 2]; 2]; 3]");
    assert_eq!(along[..4], [0.0, 1.0, 2.0, 3.0]);
    let apart = of("a.windows(2, axis = 1, dilation = 2)", "[[[f64; 2]; 2]; 3]");
    assert_eq!(apart[..4], [0.0, 2.0, 1.0, 3.0]);
    let single = of("a.windows(1, stride = 2)", "[[[f64; 1]; 4]; 2]");
    assert_eq!(single, [&x[..4], &x[8..]].concat());
    assert_eq!(
        of("a.windows(3)", "[[[f64; 3]; 4]; 1]")[..3],
        [0.0, 4.0, 8.0]
    );
    let known = of("[1.0, 2.0, 3.0].windows(2)", "[[f64; 2]; 2]");
    assert_eq!(known, [1.0, 2.0, 2.0, 3.0]);
}

#[test]
fn matrices_by_views() {
    let of = |body: &str, result: &str| {
        let text = format!("fn f(x: [f64; 3], a: [[f64; 3]; 2]) -> {result} {{ {body} }}");
        values(&text, &[&[2.0, 3.0, 5.0], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]).concat()
    };
    for (body, result, expected) in [
        (
            "diag(x)",
            "[[f64; 3]; 3]",
            &[2.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 5.0][..],
        ),
        ("diag(a)", "[f64; 2]", &[1.0, 5.0]),
        ("diag(transpose(a))", "[f64; 2]", &[1.0, 5.0]),
        ("diag(diag(x))", "[f64; 3]", &[2.0, 3.0, 5.0]),
        ("trace(a) * x", "[f64; 3]", &[12.0, 18.0, 30.0]),
        ("tril(a)", "[[f64; 3]; 2]", &[1.0, 0.0, 0.0, 4.0, 5.0, 0.0]),
        ("triu(a)", "[[f64; 3]; 2]", &[1.0, 2.0, 3.0, 0.0, 5.0, 6.0]),
        ("roll(x, 1)", "[f64; 3]", &[5.0, 2.0, 3.0]),
        ("roll(x, -4)", "[f64; 3]", &[3.0, 5.0, 2.0]),
        ("roll(x, 0)", "[f64; 3]", &[2.0, 3.0, 5.0]),
        (
            "roll(a, 2, axis = 1)",
            "[[f64; 3]; 2]",
            &[2.0, 3.0, 1.0, 5.0, 6.0, 4.0],
        ),
        ("cross(x, a[0])", "[f64; 3]", &[-1.0, -1.0, 1.0]),
        ("cross(a[0], x)", "[f64; 3]", &[1.0, 1.0, -1.0]),
        (
            "kron(x[..2], x)",
            "[f64; 6]",
            &[4.0, 6.0, 10.0, 6.0, 9.0, 15.0],
        ),
        (
            "kron(eye(2), a)[(1, ..)] * 1.0",
            "[f64; 6]",
            &[4.0, 5.0, 6.0, 0.0, 0.0, 0.0],
        ),
        (
            "kron(a, eye(2))[(2, ..)]",
            "[f64; 6]",
            &[4.0, 0.0, 5.0, 0.0, 6.0, 0.0],
        ),
        ("eye(2)", "[[f64; 2]; 2]", &[1.0, 0.0, 0.0, 1.0]),
        ("[trace(eye(100) * x[0])]", "[f64; 1]", &[200.0]),
        (
            "linspace(0.0, 1.0, 5)",
            "[f64; 5]",
            &[0.0, 0.25, 0.5, 0.75, 1.0],
        ),
        ("linspace(x[0], x[1], 3)", "[f64; 3]", &[2.0, 2.5, 3.0]),
        ("linspace(x[0], 7.0, 1)", "[f64; 1]", &[2.0]),
        (
            "deriv(sum(diag(x) * diag(x)), x)",
            "[f64; 3]",
            &[4.0, 6.0, 10.0],
        ),
        (
            "deriv(dot(cross(x, a[0]), a[1]), x)",
            "[f64; 3]",
            &[-3.0, 6.0, -3.0],
        ),
    ] {
        assert_eq!(of(body, result), expected, "{body}");
    }
    // The ends are exact, and the generic float has its own numbers.
    let text = "fn f(a: f64, b: f64) -> [f64; 7] { linspace(a, b, 7) }";
    let found = values(text, &[&[0.1], &[0.7]]).concat();
    assert_eq!((found[0], found[6]), (0.1, 0.7));
    let text = "fn f(x: f32) -> [f32; 3] { linspace(0.1, 0.2, 3) * x }";
    let found = values(text, &[&[1.0]]).concat();
    assert_eq!(found[0], f64::from(0.1_f32));
    // What lies outside of a triangle reaches nothing.
    let text = "fn f(a: [[f64; 2]; 2]) -> [[f64; 2]; 2] { deriv(sum(ln(tril(a) + 1.0)), a) }";
    let found = values(text, &[&[0.0, f64::NAN, 1.0, 3.0]]).concat();
    assert_eq!(found, [1.0, 0.0, 0.5, 0.25]);
}

#[test]
fn wrong_matrices_are_refused() {
    for (body, expected) in [
        ("sum(diag(1.0))", "`diag` needs a vector or a matrix"),
        ("trace(x)", "`trace` needs a matrix"),
        ("sum(tril(x))", "`tril` needs a matrix"),
        (
            "sum(cross(x, x[..2]))",
            "`cross` needs a vector of 3 numbers",
        ),
        (
            "sum(kron(x, eye(2)))",
            "`kron` needs a vector, as the other operand is",
        ),
        ("sum(eye(0))", "the extent of a unit matrix is positive"),
        ("sum(roll(x, p))", "the number of positions of `roll`"),
        ("sum(roll(x, 1, axis = 1))", "axis 1"),
        ("sum(linspace(0, 1, 3))", "integer"),
        (
            "sum(linspace(0.0, 1.0, p))",
            "the number of points of `linspace`",
        ),
        ("sum(linspace(0.0, 1.0, 70000))", "at most 65536 points"),
    ] {
        let found = errors(&format!("fn f(x: [f64; 3], p: f64) -> f64 {{ {body} }}"));
        assert!(!found.is_empty(), "{body}");
        assert!(found[0].contains(expected), "{body}: {}", found[0]);
    }
}
