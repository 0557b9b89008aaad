//! Rules of a block, and `#[rewrite(..)]`: the graphs that functions have by them, and what is wrong
//! with them.

use graph_ir::{Graph, passes};

use super::{errors, evaluated, graph, value};

/// How many nodes of an operator a graph has.
fn count(graph: &Graph, words: &str) -> usize {
    graph.nodes_with_operator(words).count()
}

const FUSED: &str = "
    const FUSED: Rules = rewrite! {
        /// One rounding less.
        fused(a, b, c): a * b + c => mul_add(a, b, c);
    };
    ";

const BODY: &str = "fn f(x: [f64; 3], y: [f64; 3]) -> f64 { sum(x * y + 2.0) * y[0] + x[0] }";

#[test]
fn a_product_and_a_sum_are_fused() {
    let plain = graph(&format!("{FUSED} {BODY}"));
    let fused = graph(&format!("{FUSED} #[rewrite(FUSED)] {BODY}"));
    assert_eq!([count(&plain, "mul_add"), count(&plain, "add")], [0, 2]);
    assert_eq!([count(&fused, "mul_add"), count(&fused, "add")], [2, 0]);
    let arguments: [&[f64]; 2] = [&[0.5, 1.0, -2.0], &[4.0, 3.0, 0.25]];
    assert_eq!(evaluated(&fused, &arguments), evaluated(&plain, &arguments));
    // Derivatives are those of the graph that is rewritten.
    let gradient = graph_autodiff::gradient(&fused, &[0, 1]).unwrap();
    let gradient = passes::prepare(&gradient).unwrap();
    let found = evaluated(&gradient, &arguments);
    let expected = vec![vec![17.0, 12.0, 1.0], vec![12.5, 4.0, -8.0]];
    assert_eq!(&found[found.len() - 2..], expected);
}

#[test]
fn rules_are_for_functions_or_for_the_whole_block() {
    let both = format!("{FUSED} {BODY} fn g(x: f64) -> f64 {{ x * x + 1.0 }}");
    assert_eq!(count(&graph(&both), "mul_add"), 0);
    let whole = graph(&format!("#![rewrite(FUSED)] {both}"));
    assert_eq!(count(&whole, "mul_add"), 1);
    // One for every length: the function is rewritten for each.
    let template = format!(
        "{FUSED} #[rewrite(FUSED)] fn h<const N: usize>(x: [f64; N]) -> f64 {{ sum(x * x + 1.0) }}
         fn f(x: [f64; 3]) -> f64 {{ h(x) }}"
    );
    let called = passes::inline(&graph(&template)).unwrap();
    assert_eq!(count(&called, "mul_add"), 1);
    // A function that is called is rewritten with its caller.
    let caller = format!(
        "{FUSED} fn g(x: f64) -> f64 {{ x * x + 1.0 }}
         #[rewrite(FUSED)] fn f(x: f64) -> f64 {{ g(x) }}"
    );
    let called = passes::inline(&graph(&caller)).unwrap();
    assert_eq!(count(&called, "mul_add"), 1);
}

/// A quotient of polynomials in place of `tanh`, which reaches 1 with slope 0 at 3.
const FLAT: &str = "
    const EDGE: f64 = 3.0;
    const FLAT: Rules = rewrite! {
        flat(x): tanh(x) => select(
            less(abs(x), EDGE),
            x * (27.0 + x * x) / (27.0 + 9.0 * (x * x)),
            sign(x)
        );
    };
    #[rewrite(FLAT)] fn f(x: f64) -> f64 { tanh(x) }";

#[test]
fn an_operator_is_replaced_by_an_approximation() {
    let flat = graph(FLAT);
    assert_eq!([count(&flat, "tanh"), count(&flat, "select")], [0, 1]);
    let slope = passes::prepare(&graph_autodiff::gradient(&flat, &[0]).unwrap()).unwrap();
    let (mut largest, mut steepest) = (0.0_f64, 0.0_f64);
    for step in -600..=600 {
        let x = f64::from(step) / 100.0;
        let found = value(FLAT, &[&[x]]);
        largest = largest.max((found - x.tanh()).abs());
        let both = evaluated(&slope, &[&[x]]);
        let exact = 1.0 - x.tanh().powi(2);
        steepest = steepest.max((both[both.len() - 1][0] - exact).abs());
    }
    // The largest errors, of the value and of the derivative.
    assert!((0.02..0.024).contains(&largest), "{largest}");
    assert!((0.025..0.028).contains(&steepest), "{steepest}");
    assert_eq!(value(FLAT, &[&[-7.0]]), -1.0);
    assert_eq!(value(FLAT, &[&[f64::INFINITY]]), 1.0);
}

#[test]
fn conditions_and_numbers_are_computed_for_each_match() {
    let rules = "
        const HALVES: Rules = rewrite! {
            quotient(x, k): x / k => x * r,
                with r = k.number().filter(|&k| k.abs() > 1.5).map(|k| 1.0 / k),
                if x.is_float() && !k.number().is_some_and(|k| k >= 100.0);
            power(x, n): powf(x, n) => x * x, if n.number() == Some(2.0) || n.number().is_none();
            once(x, y, s = x + y): sin(s) => s, if s.is_alone();
        };";
    let of = |body: &str| {
        let text = format!("{rules} #[rewrite(HALVES)] fn f(x: f64, y: f64) -> f64 {{ {body} }}");
        graph(&text)
    };
    assert_eq!(count(&of("x / 4.0"), "div"), 0);
    assert_eq!(evaluated(&of("x / 4.0"), &[&[3.0], &[0.0]]), [[0.75]]);
    for kept in ["x / 1.25", "x / 400.0", "x / y"] {
        assert_eq!(count(&of(kept), "div"), 1, "{kept}");
    }
    assert_eq!(count(&of("powf(x, 2.0)"), "powf"), 0);
    assert_eq!(count(&of("powf(x, y)"), "powf"), 0);
    assert_eq!(count(&of("powf(x, 2.5)"), "powf"), 1);
    assert_eq!(count(&of("sin(x + y)"), "sin"), 0);
    assert_eq!(count(&of("sin(x + y) * (x + y)"), "sin"), 1);
}

/// The only error of a function with rules.
fn error(rules: &str, attribute: &str) -> String {
    let text = format!("{rules} {attribute} fn f(x: f64) -> f64 {{ sin(x) }}");
    let mut found = errors(&text);
    assert_eq!(found.len(), 1, "{text}: {found:#?}");
    found.remove(0)
}

#[test]
fn rules_that_do_not_keep_types_are_refused() {
    for (rule, expected) in [
        (
            "compared(x, y): x - y => less(x, y);",
            "the rule `compared` replaces [[f64; 3]; 2] by [[bool; 3]; 2]\n= help: a replacement has \
             the type of what it replaces",
        ),
        (
            "unknown(x, y): sin(x) => y;",
            "the rule `unknown` replaces by a variable that its pattern does not have",
        ),
        (
            "rootless(x): x => x;",
            "the rule `rootless` has no operator at the root of its pattern",
        ),
        (
            "nowhere(x): not(sin(x)) => x;",
            "fits no operands of any type",
        ),
        (
            "other(x): sin(x) => z;",
            "the rule has no variable `z`\n= help: name the variables",
        ),
        ("twice(x, x): x + x => x;", "the rule has two variables `x`"),
        ("sine(x): sine(x) => x;", "rules have no operator `sine`"),
        ("many(x): sin(x, x) => x;", "`sin` takes 1 operand, found 2"),
        (
            "whole(x): x * 2 => x;",
            "a rule has floats as numbers, found an integer\n= help: write `2.0`",
        ),
        (
            "less_than(x, y): select(x < y, x, y) => x;",
            "a rule writes `<` as a word\n= help: write `less(x, y)`",
        ),
        (
            "not_it(x): !x => x;",
            "a rule writes `!` as a word\n= help: write `not(x)`",
        ),
        ("block(x): { x } => x;", "a side of a rule is made of"),
        (
            "asked(x): sin(x) => x, if x.size() > 2.0;",
            "a rule cannot compute `x.size()`\n= help: a rule asks its variables",
        ),
        (
            "known(x): sin(x) => x, if x > 2.0;",
            "`x` stands for a value of the graph, which is not known here",
        ),
        (
            "kind(x): sin(x) => x, if x.number();",
            "expected a condition, found a number that may be missing",
        ),
        (
            "some(x): sin(x) => r, with r = 1.0;",
            "found a number\n= help: write `Some(1.0)`",
        ),
        (
            "late(x): sin(x) => x, if true, with r = Some(1.0);",
            "expected `with n = ..`",
        ),
        ("open(x): sin(x) => x", "expected `;` behind the rule"),
        (
            "#[inline] marked(x): sin(x) => x;",
            "a rule has no attribute `inline`",
        ),
    ] {
        // Wrong rules are one error, whoever uses them.
        let rules = format!("const R: Rules = rewrite! {{ {rule} }};");
        let found = error(&rules, "#[rewrite(R)]");
        assert!(found.contains(expected), "{rule}\n{found}\n{expected}");
    }
}

#[test]
fn rules_stand_in_the_block() {
    let stated = "state the rules in the block, `const FUSED: Rules = rewrite! { .. };`";
    for (attribute, expected) in [
        (
            "#[rewrite(LOST)]",
            "there are no rules `LOST` in this block",
        ),
        (
            "#[rewrite(FUSE)]",
            "there are no rules `FUSE` in this block\n= help: did you mean `FUSED`?",
        ),
        ("#[rewrite(N)]", "`N` is a constant, and no rules"),
        (
            "#[rewrite(crate::rules::FUSED)]",
            "`crate::rules::FUSED` does not name rules of this block",
        ),
        ("#[rewrite]", "`#[rewrite(..)]` names no rules"),
        ("#[rewrite()]", "`#[rewrite(..)]` names no rules"),
        (
            "#[rewrite(\"FUSED\")]",
            "write it without quotation marks: `FUSED`",
        ),
    ] {
        let found = error(&format!("{FUSED} const N: usize = 3;"), attribute);
        assert!(found.contains(expected), "{attribute}\n{found}");
    }
    assert!(error(FUSED, "#[rewrite(LOST)]").contains(stated));
    assert!(error(FUSED, "#[rewrite(a::FUSED)]").contains(stated));
}

#[test]
fn rules_are_written_in_one_way() {
    for (definition, expected) in [
        (
            "const R: usize = rewrite! { s(x): sin(x) => x; };",
            "rules have the type `Rules`",
        ),
        (
            "const R: Rules = 3.0;",
            "rules are stated by `rewrite! { .. }`",
        ),
        (
            "pub const R: Rules = rewrite! { s(x): sin(x) => x; };",
            "rules of a block are seen in it alone",
        ),
    ] {
        let found = error(definition, "");
        assert!(found.contains(expected), "{definition}\n{found}");
        assert!(
            found.contains("write `const R: Rules = rewrite! { .. };`"),
            "{found}"
        );
    }
    let twice = format!("{FUSED} {FUSED}");
    assert!(error(&twice, "").contains("`FUSED` is defined twice in this block"));
    let text = format!("{FUSED} #[external] #[rewrite(FUSED)] fn g(x: f64) -> f64; {BODY}");
    let found = errors(&text);
    assert!(found[0].contains("has no graph to rewrite"), "{found:#?}");
}
