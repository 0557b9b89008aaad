//! Origins of NaNs and infinities: the operator, its line here, and its operands.

use adgraph::check::{Step, first_non_finite};
use adgraph::derivative::Evaluator;
use adgraph::{Graph, differentiate, graph};

graph! {
    fn density(x: f64, scale: f64) -> f64 {
        let ratio = x / scale;
        ln(ratio) * scale                                          // line 10
    }

    fn mixture(x: [f64; 3]) -> f64 {
        let near = density(x[0], 2.0);
        let far = density(x[1], 2.0);                              // line 15
        near + far * x[2]
    }

    /// The denominator is 4 - i.
    fn series(x: f64) -> f64 {
        let mut total = x;
        let mut below = 4.0;
        #[unroll(never)]
        for _ in 0..10 {                                           // line 24
            total += 1.0 / below;                                  // line 25
            below -= 1.0;
        }
        total * 0.0                                                // line 28
    }

    fn sides(x: f64) -> f64 {
        if x > 0.0 { 1.0 } else { asin(x) }                        // line 32
    }

    /// An infinity on the way that no one sees.
    fn hidden(x: f64) -> f64 { exp(-exp(x)) }

    fn distances(x: [f64; 2], y: [f64; 2]) -> [f64; 2] {
        sqrt(x * x + y * y)                                        // line 39
    }

    fn chosen(x: [f64; 4], #[dynamic] i: usize) -> f64 {
        let part = x[i];
        recip(part)                                                // line 44
    }

    fn single(x: f32) -> f32 { exp(x) - exp(x) }                   // line 47

    #[check]
    fn checked(x: [f64; 2]) -> f64 { ln(x[0]) + x[1] }             // line 50

    /// An equation that has no solution unless `a` is positive.
    fn root(a: f64) -> f64 { solve(|y| y * y - a, 1.0) }           // line 53
}

/// The report, with lines counted from that of the block, which is the first in the text.
fn told(graph: &Graph, inputs: &[&[f64]]) -> String {
    let found = first_non_finite(graph, inputs).unwrap();
    found.map_or("nothing".into(), |found| found.to_string())
}

#[test]
fn nans_are_followed_into_calls() {
    assert_eq!(
        told(&mixture::graph(), &[&[1.0, -3.0, 1.0]]),
        "result 0 is NaN, which comes from:
  `ln` on line 10: NaN
    from `ratio` = -1.5
    in a call of `density` on line 15"
    );
    // Times zero is no less NaN.
    assert!(told(&mixture::graph(), &[&[1.0, -3.0, 0.0]]).contains("on line 10"));
    assert_eq!(told(&mixture::graph(), &[&[1.0, 3.0, 1.0]]), "nothing");
    assert_eq!(
        told(&mixture::graph(), &[&[1.0, f64::NAN, 1.0]]),
        "result 0 is NaN, which comes from:
  `input` on line 13, `x`, element [1]: NaN"
    );
}

#[test]
fn an_equation_without_a_solution_is_a_call_of_solve() {
    assert_eq!(
        told(&root::graph(), &[&[-1.0]]),
        "result 0 is NaN, which comes from:
  `constant` on line 53: NaN
    in a call of `solve` on line 53"
    );
    assert_eq!(told(&root::graph(), &[&[4.0]]), "nothing");
}

#[test]
fn infinities_are_followed_through_loops() {
    assert_eq!(
        told(&series::graph(), &[&[0.5]]),
        "result 0 is NaN, which comes from:
  `mul` on line 28: NaN
    from a result of the loop = inf
    from a constant = 0
the infinity there comes from:
  `div` on line 25: inf
    from a constant = 1
    from `below` = 0
    in repetition 4 of the loop on line 24"
    );
    let found = first_non_finite(&series::graph(), &[[0.5]])
        .unwrap()
        .unwrap();
    assert_eq!(found.origins[1].path, [Step::Repetition(4, Some(24))]);
    assert_eq!(found.origins[1].line, Some(25));
}

#[test]
fn the_side_that_was_taken_is_told() {
    assert_eq!(
        told(&sides::graph(), &[&[-2.0]]),
        "result 0 is NaN, which comes from:
  `asin` on line 32: NaN
    from `x` = -2
    in the `else` of the `if` on line 32"
    );
    assert_eq!(told(&sides::graph(), &[&[2.0]]), "nothing");
}

#[test]
fn only_what_reaches_a_result_counts() {
    assert_eq!(told(&hidden::graph(), &[&[1000.0]]), "nothing");
    let gradient = differentiate::gradient(&hidden::graph(), &[0]).unwrap();
    assert!(told(&gradient, &[&[1000.0]]).contains("the infinity there comes from:\n  `exp`"));
}

#[test]
fn derivatives_know_their_lines() {
    let reverse = differentiate::reverse(&distances::graph(), &[0, 1]).unwrap();
    let told = told(&reverse, &[&[3.0, 0.0], &[4.0, 0.0], &[1.0, 1.0]]);
    assert_eq!(
        told,
        "`adjoint_x` is NaN, which comes from:
  `mul` on line 39, element [1]: NaN
    from %10 (`mul`) = inf
    from %15 (`mul`) = 0
the infinity there comes from:
  `div` on line 39, element [1]: inf
    from a constant = 0.5
    from %5 (`sqrt`) = 0"
    );
}

#[test]
fn evaluators_tell_of_values_and_of_adjoints() {
    let mut evaluator = Evaluator::<f64>::new(&chosen::graph()).unwrap();
    evaluator.set_parameter(1, 2_i64).unwrap();
    let found = evaluator.first_non_finite(&[1.0, 1.0, 0.0, 1.0], &[1.0]);
    let found = found.unwrap().unwrap();
    assert_eq!(
        found.to_string(),
        "result 0 is inf, which comes from:
  `recip` on line 44: inf
    from `part` = 0"
    );
    let found = evaluator.first_non_finite(&[0.0, 0.0, 1e-200, 0.0], &[1.0]);
    let found = found.unwrap().unwrap();
    assert_eq!(
        (found.output, found.origins[0].line),
        (1, Some(44)),
        "{found}"
    );
    let finite = evaluator.first_non_finite(&[0.0, 0.0, 1.0, 0.0], &[1.0]);
    assert_eq!(finite.unwrap(), None);

    let evaluator = Evaluator::<f32>::new(&single::graph()).unwrap();
    let found = evaluator
        .first_non_finite(&[100.0], &[1.0])
        .unwrap()
        .unwrap();
    assert_eq!(found.origins[0].operator, "sub");
    assert_eq!(found.origins[1].operator, "exp");
}

#[test]
fn checks_tell_where_nothing_can_be_compared() {
    let report = checked::check();
    let text = report.non_finite().unwrap();
    assert!(text.contains("`ln` on line 50: NaN\n    from "), "{text}");
    assert!(report.is_ok() && report.to_string().contains(text));
}
