//! One graph for any number from the graphs of three.

use graph_ir::types::Symbol;
use graph_ir::{Error, Graph, passes, text};

/// The graphs of a text in which `{}` stands for numbers, as functions of the symbol's number.
fn graphs(text: &str, numbers: [usize; 3], value: &dyn Fn(usize) -> String) -> [Graph; 3] {
    numbers.map(|number| {
        let text = text
            .replace("{}", &value(number))
            .replace("{n}", &number.to_string());
        text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    })
}

fn generalized(text: &str, value: &dyn Fn(usize) -> String) -> Result<Graph, Error> {
    let numbers = [5, 7, 11];
    let [a, b, c] = &graphs(text, numbers, value);
    let [x, y, z] = numbers;
    passes::generalize(&Symbol::new("N"), [(x, a), (y, b), (z, c)])
}

/// Texts with the value in place of `{}`, and the extent that it becomes.
#[test]
fn extents_become_polynomials_of_degree_1() {
    const TEXT: &str =
        "adgraph 1\ngraph\n%0: [f64; {}] = input 0 x\n%1: f64 = reduce sum [0] %0\noutput %1\n";
    let extent = |value: &dyn Fn(usize) -> String| {
        let graph = generalized(TEXT, value).unwrap();
        for number in [5, 7, 11, 40] {
            let known = match graph.symbols().is_empty() {
                true => graph.clone(),
                false => graph.with_extents(&[("N", number)]).unwrap(),
            };
            let direct = TEXT.replace("{}", &value(number));
            assert_eq!(known.to_string(), direct, "{number}");
        }
        graph
            .input_types()
            .next()
            .unwrap()
            .shape
            .count()
            .to_string()
    };
    assert_eq!(extent(&|n| n.to_string()), "N");
    assert_eq!(extent(&|n| (3 * n + 2).to_string()), "3 * N + 2");
    assert_eq!(extent(&|n| (n - 4).to_string()), "N - 4");
    assert_eq!(extent(&|n| (50 - n).to_string()), "50 - N");
    assert_eq!(extent(&|_| "8".into()), "8");
    // Squares, halves that are rounded, and what is cut off have no such polynomial.
    for value in [|n: usize| n * n, |n: usize| n / 2, |n: usize| n.min(8)] {
        let error = generalized(TEXT, &|n| value(n).to_string()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`an input` is not the same for every `N`: its extents and numbers must be polynomials \
             of degree 1"
        );
    }
}

#[test]
fn numbers_of_elements_and_their_reciprocals_are_found_among_constants() {
    const TEXT: &str = "adgraph 1\ngraph\n%0: [f64; {n}] = input 0 x\n%1: f64 = reduce sum [0] %0 @3\n\
                        %2: f64 = constant {} @4\n%3: f64 = mul %1, %2 @5\noutput %3\n";
    let words = |value: &dyn Fn(f64) -> f64| {
        let graph = generalized(TEXT, &|n| format!("{:?}", value(n as f64)));
        graph.map(|graph| graph.to_string())
    };
    let scaled = words(&|n| 2.0 * n - 1.0).unwrap();
    assert!(scaled.contains("= extent 2 * N - 1"), "{scaled}");
    let mean = words(&|n| 1.0 / (3.0 * n)).unwrap();
    assert!(
        mean.contains("= extent 3 * N") && mean.contains("= div "),
        "{mean}"
    );
    let same = words(&|_| 0.1).unwrap();
    assert!(same.contains("constant 0.1"), "{same}");
    let error = words(&|n| n * n).unwrap_err();
    assert!(
        matches!(error, Error::NotForAll { site: 4, .. }),
        "{error:?}"
    );
    assert!(words(&|n| 0.1 * n).is_err());
}

#[test]
fn constants_are_repeated_and_positions_counted_along_symbolic_axes() {
    let positions = |n: usize| (0..n).map(|p| p.to_string()).collect::<Vec<_>>().join(", ");
    let text = "adgraph 1\ngraph\n%0: [f64; {n}] = input 0 x\n%1: [i64; {n}] = constant [{}]\n\
                %2: [f64; {n}] = cast %1\n%3: [f64; {n}] = mul %0, %2\noutput %3\n";
    let graph = generalized(text, &positions).unwrap().to_string();
    assert!(graph.contains("%1: [i64; N] = iota\n"), "{graph}");
    let text = "adgraph 1\ngraph\n%0: [f64; {n}] = input 0 x\n%1: [f64; {n}] = constant [{}]\n\
                %2: [f64; {n}] = mul %0, %1\noutput %2\n";
    let ones = |n: usize| ["1.5"].repeat(n).join(", ");
    let graph = generalized(text, &ones).unwrap().to_string();
    assert!(graph.contains("[f64; N] = broadcast []"), "{graph}");
    // Other tables have no pattern that is looked for.
    let other = |n: usize| {
        (0..n)
            .map(|p| format!("{}.5", p % 2))
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert!(generalized(text, &other).is_err());
}

#[test]
fn functions_inside_are_generalized_with_their_callers() {
    let text = "adgraph 1\ngraph\n%0: [f64; {n}] = input 0 x\n%1: ([f64; {n}]) = call f0 %0 @6\n\
                %2: [f64; {n}] = project 0 %1 @6\noutput %2 y\n\n\
                function f0\n%0: [f64; {n}] = input 0\n%1: f64 = reduce sum [0] %0\n\
                %2: [f64; {n}] = broadcast [] %1\n%3: f64 = constant {}\n\
                %4: [f64; {n}] = broadcast [] %3\n%5: [f64; {n}] = div %2, %4\noutput %5\n";
    let graph = generalized(text, &|n| format!("{n}.0")).unwrap();
    let known = graph.with_extents(&[("N", 6)]).unwrap();
    let [direct, ..] = graphs(text, [6, 6, 6], &|n| format!("{n}.0"));
    let prepared = |graph: &Graph| passes::prepare(graph).unwrap().to_string();
    assert_eq!(prepared(&known), prepared(&direct));
    // A node inside has no place of its own: the call does.
    let error = generalized(text, &|n| format!("{}.0", n * n)).unwrap_err();
    assert!(
        matches!(error, Error::NotForAll { site: 6, .. }),
        "{error:?}"
    );
}

#[test]
fn graphs_of_other_operators_are_refused() {
    let text =
        "adgraph 1\ngraph\n%0: [f64; {n}] = input 0 x\n%1: [f64; {n}] = {} %0 @2\noutput %1\n";
    let operator = |n: usize| if n == 7 { "cos" } else { "sin" }.to_string();
    let error = generalized(text, &operator).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`sin` is not the same for every `N`: its extents and numbers must be polynomials of degree 1"
    );
    // What holds of three numbers but of no symbol is refused as well.
    let text = "adgraph 1\ngraph\n%0: [[f64; 2]; {n}] = input 0 x\n%1: [f64; {}] = reshape %0 @2\n\
                output %1\n";
    assert!(generalized(text, &|n| (2 * n).to_string()).is_ok());
}
