//! Rules: the house's own hold to the bit, and users' are found, applied, and checked.

#[path = "../../graph-program/tests/program/direct.rs"]
mod direct;
#[path = "../../graph-program/tests/program/scalar.rs"]
mod scalar;

use graph_ir::graph::{InputKind, Literal};
use graph_ir::passes::{finite_simplifications, simplifications};
use graph_ir::rules::{Rule, Rules};
use graph_ir::{Builder, Element, Error, Graph, Shape, Type, Wire, rewrite, verify};

/// Numbers at which floats behave unlike elsewhere, the finite ones first.
const EDGES: [f64; 12] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    3.7,
    -0.1,
    f64::MIN_POSITIVE,
    -5e-324,
    f64::MAX,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// How many of them are finite in both float types.
const FINITE: usize = 8;

/// The elements of an input: those at the edges from a place on.
fn elements(ty: &Type, edges: &[f64], from: usize) -> Vec<Literal> {
    let numbers = edges.iter().cycle().skip(from);
    let literal = |&number: &f64| match ty.element {
        Element::Bool => Literal::Bool(number > 0.0),
        Element::I64 => {
            Literal::I64([0, 1, -1, 7, i64::MAX, i64::MIN][number.to_bits() as usize % 6])
        }
        element => Literal::from_f64(element, number),
    };
    numbers.take(ty.shape.size()).map(literal).collect()
}

/// Compares the sides of rules at the edges of their operands.
fn assert_hold(rules: &Rules, edges: &[f64], alike: fn(Literal, Literal) -> bool) {
    for rule in rules.iter() {
        let instances = rule.instances().unwrap();
        for graph in &instances {
            verify::verify(graph).unwrap();
            for seed in 0..edges.len() * edges.len() {
                let inputs = graph.input_types().enumerate();
                let inputs = inputs.map(|(i, ty)| {
                    let from = seed / edges.len().pow(i as u32 % 2);
                    elements(ty, edges, from)
                });
                let inputs: Vec<Vec<Literal>> = inputs.collect();
                let results = direct::evaluate(graph, &inputs).unwrap();
                for (&before, &after) in results[0].iter().zip(&results[1]) {
                    let name = rule.name();
                    assert!(
                        alike(before, after),
                        "{name}: {after} for {before} at {inputs:?}\n{graph}"
                    );
                }
            }
        }
    }
}

/// Each rule of the table is tested by being there.
#[test]
fn the_own_rules_hold_to_the_bit() {
    let rules = simplifications().unwrap();
    assert!(rules.iter().count() > 25);
    assert_hold(&rules, &EDGES, scalar::same);
}

/// Where a value is finite, the other side is the same number; the sign of a zero may differ.
#[test]
fn the_finite_rules_hold_for_finite_numbers() {
    let rules = finite_simplifications().unwrap();
    assert!(rules.iter().count() > 10);
    assert_hold(&rules, &EDGES[..FINITE], |before, after| {
        let numbers = [before, after].map(Literal::to_f64);
        numbers[0] == numbers[1] || !numbers[0].is_finite()
    });
}

#[test]
fn rules_have_names_of_their_own() {
    let [rules, finite] = [simplifications(), finite_simplifications()].map(Result::unwrap);
    let all = rules.iter().chain(finite.iter());
    let mut names: Vec<&str> = all.map(Rule::name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    let by_power = rules
        .iter()
        .find(|rule| rule.name() == "by_power_of_two")
        .unwrap();
    assert!(by_power.description().contains("reciprocal"));
}

/// A graph of two numbers, or of two tensors of this shape.
fn graph(
    extents: &[usize],
    build: impl for<'b> FnOnce(&'b Builder, Wire<'b>, Wire<'b>) -> Wire<'b>,
) -> Graph {
    let b = Builder::new();
    let ty = Type::new(Element::F64, Shape::new(extents).unwrap());
    let [x, y] = ["x", "y"].map(|name| b.input(name, ty.clone(), InputKind::Independent));
    b.output("z", build(&b, x, y)).unwrap();
    b.finish().unwrap()
}

/// The nodes of a graph, without its inputs and its outputs.
fn nodes(graph: &Graph) -> Vec<String> {
    let text = graph.to_string();
    let nodes = text
        .lines()
        .filter(|line| line.starts_with('%') && !line.contains("= input"));
    nodes
        .map(|line| line.split(" = ").nth(1).unwrap().into())
        .collect()
}

/// Nothing fits.
fn assert_kept(graph: &Graph, rules: &Rules) {
    let found = graph.rewrite(rules).unwrap();
    assert_eq!(found.to_string(), graph.to_string());
}

fn fused() -> Rules {
    rewrite! { fused(a, b, c): a * b + c => mul_add(a, b, c); }.unwrap()
}

#[test]
fn sums_and_products_are_found_in_either_order() {
    for build in [
        (|x, y| x * y + 1.0) as for<'b> fn(Wire<'b>, Wire<'b>) -> Wire<'b>,
        |x, y| 1.0 + x * y,
    ] {
        let found = graph(&[], |_, x, y| build(x, y)).rewrite(&fused()).unwrap();
        assert_eq!(nodes(&found), ["constant 1.0", "mul_add %0, %1, %2"]);
    }
    // Of two products one is taken, and then the other one in the result.
    let both = graph(&[3], |_, x, y| x * x + y * y);
    assert_eq!(
        nodes(&both.rewrite(&fused()).unwrap()),
        ["mul %1, %1", "mul_add %0, %0, %2"]
    );
    // A quotient is no product, and nothing is rewritten where nothing fits.
    let other = graph(&[3], |_, x, y| x / y + x);
    assert_kept(&other, &fused());
}

#[test]
fn numbers_have_the_type_and_shape_of_their_place() {
    let rules = rewrite! {
        halves(x): x * 0.5 => x / 2.0;
        circle(x): square(sin(x)) + square(cos(x)) => 1.0;
        equal_to_itself(x): equal(x, x) => true, if !x.is_float();
    }
    .unwrap();
    let found = graph(&[2, 3], |_, x, _| x * 0.5).rewrite(&rules).unwrap();
    let expected = ["constant 2.0", "broadcast [] %2", "div %0, %3"];
    assert_eq!(nodes(&found), expected);
    let found = graph(&[2], |_, x, _| x.cos().square() + x.sin().square());
    let found = found.rewrite(&rules).unwrap();
    assert_eq!(nodes(&found), ["constant 1.0", "broadcast [] %2"]);
    // Floats are not equal to themselves where they are NaN.
    let kept = graph(&[], |_, x, _| x.equal(x));
    assert_kept(&kept, &rules);
}

#[test]
fn a_variable_is_the_same_value_wherever_it_stands() {
    let rules = rewrite! { square_of(x): x * x => square(x); }.unwrap();
    let found = graph(&[], |_, x, y| (x + y) * (x + y) - x * y);
    let found = found.rewrite(&rules).unwrap();
    assert_eq!(
        nodes(&found),
        ["add %0, %1", "square %2", "mul %0, %1", "sub %3, %4"]
    );
}

#[test]
fn conditions_choose_among_the_ways_to_fit() {
    // Only one of the factors is a number: the other order of the product fits.
    let rules = rewrite! {
        out(x, y, k, p = x * k): p * y => x * y * m,
            with m = k.number().filter(|k| k.abs() < 10.0),
            if y.number().is_none();
    }
    .unwrap();
    let found = graph(&[], |_, x, y| y * (3.0 * x)).rewrite(&rules).unwrap();
    assert_eq!(nodes(&found), ["constant 3.0", "mul %0, %1", "mul %2, %3"]);
    let kept = graph(&[], |_, x, y| y * (30.0 * x));
    assert_kept(&kept, &rules);
}

#[test]
fn a_part_with_a_name_can_be_asked_about() {
    let rules = rewrite! { once(x, y, s = x + y): sin(s) => s * s, if s.is_alone(); }.unwrap();
    let alone = graph(&[], |_, x, y| (x + y).sin()).rewrite(&rules).unwrap();
    assert_eq!(nodes(&alone), ["add %0, %1", "mul %2, %2"]);
    let shared = graph(&[], |_, x, y| (x + y).sin() * (x + y));
    assert_kept(&shared, &rules);
}

#[test]
fn rules_follow_each_other_and_reach_into_functions() {
    let rules = rewrite! {
        exp_of_log(x): exp(ln(x)) => x;
        log_of_product(x, y): ln(x * y) => ln(x) + ln(y);
        exp_of_sum(x, y): exp(x + y) => exp(x) * exp(y);
    }
    .unwrap();
    let found = graph(&[], |_, x, y| (x * y).ln().exp())
        .rewrite(&rules)
        .unwrap();
    assert_eq!(nodes(&found), ["mul %0, %1"]);
    let looped = graph(&[], |b, x, _| {
        b.begin_region().unwrap();
        let state = b.region_input(x.ty().unwrap());
        let body = b.end_region(&[state.ln().exp() + 1.0]).unwrap();
        b.scan_region(body, &[x], &[], 3, false).unwrap()[0]
    });
    let text = looped.rewrite(&rules).unwrap().to_string();
    assert!(!text.contains("exp") && text.contains("add"), "{text}");
}

/// Rules that undo each other, and one that never stops growing, end all the same.
#[test]
fn rules_without_end_are_ended() {
    let rules = rewrite! {
        one_way(x, y): x - y => x + -y;
        and_back(x, y): x + -y => x - y;
    }
    .unwrap();
    let found = graph(&[], |_, x, y| x - y).rewrite(&rules).unwrap();
    assert!(nodes(&found).len() <= 2, "{found}");
    let rules = rewrite! { growing(x): sin(x) => sin(sin(x)); }.unwrap();
    let found = graph(&[], |_, x, _| x.sin()).rewrite(&rules).unwrap();
    assert!(nodes(&found).len() < 1 << 12, "{}", nodes(&found).len());
}

/// The error of some rules.
fn message(rules: Result<Rules, Error>) -> String {
    rules.map(drop).unwrap_err().to_string()
}

#[test]
fn what_is_no_rule_is_refused_by_name() {
    assert_eq!(
        message(rewrite! { compared(x, y): x - y => less(x, y); }),
        "the rule `compared` replaces [[f64; 3]; 2] by [[bool; 3]; 2]"
    );
    assert_eq!(
        message(rewrite! { mixed(c, x): select(c, x, x) => c; }),
        "the rule `mixed` replaces [[f64; 3]; 2] by [[bool; 3]; 2]"
    );
    assert_eq!(
        message(rewrite! { unknown(x, y): sin(x) => y; }),
        "the rule `unknown` replaces by a variable that its pattern does not have"
    );
    assert_eq!(
        message(rewrite! { rootless(x): x => x; }),
        "the rule `rootless` has no operator at the root of its pattern"
    );
    assert_eq!(
        message(rewrite! { nowhere(x): not(sin(x)) => x; }),
        "the rule `nowhere` fits no operands of any type"
    );
    assert_eq!(
        message(rewrite! { never(x): sin(x) => x, if x.number() == Some(7.5); }),
        "the rule `never` fits no operands of any type"
    );
    assert_eq!(
        message(
            rewrite! { many(a, b, c, d, e, f, g, h, i): a + b + c + d + e + f + g + h + i => a; }
        ),
        "the rule `many` has too many operators or variables"
    );
}

/// The first of two rules that fit counts, in the order in which they are stated.
#[test]
fn the_first_rule_counts() {
    let rules = rewrite! {
        first(x): sin(x) => cos(x);
        second(x): sin(x) => tan(x);
    }
    .unwrap();
    let found = graph(&[], |_, x, _| x.sin()).rewrite(&rules).unwrap();
    assert_eq!(nodes(&found), ["cos %0"]);
}

/// A long chain takes time in proportion: a sweep asks each node once.
#[test]
fn long_graphs_take_time_in_proportion() {
    let long = graph(&[], |_, x, y| {
        (0..20_000).fold(x, |sum, _| (sum * y).sin() + x)
    });
    let found = long.rewrite(&fused()).unwrap();
    assert_eq!(found.to_string(), long.to_string());
}

/// The nodes of a graph of text, without its inputs and outputs, after some rules.
fn rewritten(lines: &str, rules: &Rules) -> Vec<String> {
    let text = format!("adgraph 1\ngraph\n{lines}");
    let graph = graph_ir::text::parse(&text)
        .unwrap()
        .rewrite(rules)
        .unwrap();
    verify::verify(&graph).unwrap();
    nodes(&graph)
}

#[test]
fn operators_over_tensors_are_found_by_their_attributes() {
    let rules = rewrite! {
        twice(a): transpose(transpose(a)) => a;
        factored(k, x): sum(spread(k) * x) => k * sum(x);
        columns(x, y): sum_along(x + y, 0) => sum_along(x, 0) + sum_along(y, 0);
        largest(x): max_along(-x, 1) => -min_along(x, 1);
    }
    .unwrap();
    let input = "%0: [[f64; 3]; 2] = input 0 x\n";
    let turned =
        "%1: [[f64; 2]; 3] = transpose [1, 0] %0\n%2: [[f64; 3]; 2] = transpose [1, 0] %1\n";
    let both = format!("{input}{turned}%3: [[f64; 3]; 2] = sin %2\noutput %3\n");
    assert_eq!(rewritten(&both, &rules), ["sin %0"]);
    // Another permutation is none that turns all axes around.
    let cube = "%0: [[[f64; 4]; 3]; 2] = input 0 x\n\
                %1: [[[f64; 4]; 2]; 3] = transpose [1, 0, 2] %0\n\
                %2: [[[f64; 4]; 3]; 2] = transpose [1, 0, 2] %1\noutput %2\n";
    assert_eq!(rewritten(cube, &rules).len(), 2);
    let scaled = "%0: [[f64; 3]; 2] = input 0 x\n%1: f64 = input 1 k\n\
                  %2: [[f64; 3]; 2] = broadcast [] %1\n%3: [[f64; 3]; 2] = mul %0, %2\n";
    let whole = format!("{scaled}%4: f64 = reduce sum [0, 1] %3\noutput %4\n");
    assert_eq!(
        rewritten(&whole, &rules),
        ["reduce sum [0, 1] %0", "mul %1, %2"]
    );
    // Along one axis of two it is not the sum of all elements.
    let part = format!("{scaled}%4: [f64; 3] = reduce sum [0] %3\noutput %4\n");
    assert_eq!(rewritten(&part, &rules).len(), 3);
    for (axis, count) in [(0, 3), (1, 2)] {
        let extent = [3, 2][axis];
        let lines = format!(
            "{input}%1: [[f64; 3]; 2] = input 1 y\n%2: [[f64; 3]; 2] = add %0, %1\n\
             %3: [f64; {extent}] = reduce sum [{axis}] %2\noutput %3\n"
        );
        assert_eq!(rewritten(&lines, &rules).len(), count, "{axis}");
    }
    let lines =
        format!("{input}%1: [[f64; 3]; 2] = neg %0\n%2: [f64; 2] = reduce max [1] %1\noutput %2\n");
    assert_eq!(rewritten(&lines, &rules), ["reduce min [1] %0", "neg %1"]);
    // The sum of a vector is one of all elements, and one along its axis.
    let vector = "%0: [f64; 3] = input 0 x\n%1: [f64; 3] = input 1 y\n%2: [f64; 3] = add %0, %1\n\
                  %3: f64 = reduce sum [0] %2\noutput %3\n";
    assert_eq!(rewritten(vector, &rules).len(), 3);
}

#[test]
fn products_are_regrouped_where_ranks_allow_it() {
    let rules = rewrite! {
        nested(a, b, v): matmul(matmul(a, b), v) => matmul(a, matmul(b, v)),
            if v.rank() == Some(1) && a.extent(1) != Some(1);
        turned(a, b): transpose(matmul(a, b)) => matmul(transpose(b), transpose(a));
    }
    .unwrap();
    let printed = {
        let b = Builder::new();
        let matrix = |rows, columns| Type::new(Element::F64, Shape::new(&[rows, columns]).unwrap());
        let [a, m] = [matrix(4, 2), matrix(2, 3)].map(|ty| b.input("", ty, InputKind::Independent));
        let v = Type::new(Element::F64, Shape::new(&[3]).unwrap());
        let v = b.input("", v, InputKind::Independent);
        let product = b.matmul(a, m).unwrap();
        b.output("", b.matmul(product, v).unwrap()).unwrap();
        b.finish().unwrap()
    };
    let found = printed.rewrite(&rules).unwrap();
    let types: Vec<String> = { found.ids() }.map(|id| found.ty(id).to_string()).collect();
    assert_eq!(types[3..], ["[f64; 2]", "[f64; 4]"], "{found}");
}

#[test]
fn what_is_reshaped_or_spread_fits_its_place() {
    let rules = rewrite! {
        once(x): reshape(reshape(x)) => reshape(x);
        constant(k, x): spread(k) + (x - x) => spread(k);
    }
    .unwrap();
    let lines = "%0: [[f64; 3]; 2] = input 0 x\n%1: [f64; 6] = reshape %0\n\
                 %2: [[f64; 2]; 3] = reshape %1\noutput %2\n";
    assert_eq!(rewritten(lines, &rules), ["reshape %0"]);
    let lines = "%0: [f64; 3] = input 0 x\n%1: f64 = input 1 k\n%2: [f64; 3] = broadcast [] %1\n\
                 %3: [f64; 3] = sub %0, %0\n%4: [f64; 3] = add %2, %3\noutput %4\n";
    assert_eq!(rewritten(lines, &rules), ["broadcast [] %1"]);
}

#[test]
fn rules_over_tensors_keep_types_for_all_shapes() {
    assert_eq!(
        message(rewrite! { turned(a, b): matmul(a, b) => matmul(b, a); }),
        "the rule `turned` replaces [[f64; 3]; 3] by [[f64; 2]; 2]"
    );
    assert_eq!(
        message(rewrite! { other(x): sum_along(x, 0) => sum_along(x, 1); }),
        "the rule `other` replaces [f64; 3] by [f64; 2]"
    );
    assert_eq!(
        message(rewrite! { flat(x): transpose(x) => x; }),
        "the rule `flat` replaces [[f64; 2]; 3] by [[f64; 3]; 2]"
    );
    assert_eq!(
        message(rewrite! { nowhere(x): matmul(sum(x), x) => x; }),
        "the rule `nowhere` fits no operands of any type"
    );
    // A value for values of all shapes is one for none that the rule names.
    assert!(rewrite! { zero(x): sum(x - x) => 0.0; }.is_ok());
}
