//! Small texts of functions in functions, each used twice by the one above it, as deep as they
//! may be: whoever follows every use takes 2^64 steps.

use graph_ir::{Graph, passes, text};

use super::pipeline;

/// A text of `height` functions; `uses` gives the lines of two uses of the next one, which take
/// `%0`, `%1` and the truth value `%2` and define `%6` and `%9`.
fn tower(height: usize, uses: impl Fn(usize) -> String) -> Graph {
    let mut text = String::from("adgraph 1\ngraph tower\n");
    for level in 0..=height {
        if level > 0 {
            text += &format!("\nfunction f{}\n", level - 1);
        }
        text += "%0: f64 = input 0\n%1: f64 = input 1\n%2: bool = less %0, %1\n";
        if level == height {
            text += "%3: f64 = mul %0, %1\noutput %3\n";
            continue;
        }
        text += "%3: f64 = sub %0, %1\n%4: f64 = mul %0, %1\n";
        text += &uses(level);
        text += "%9: f64 = add %6, %8\noutput %9\n";
    }
    text::parse(&text).unwrap()
}

#[test]
fn towers_of_calls_are_refused_where_they_would_grow() {
    let calls = |level| {
        format!(
            "%5: (f64) = call f{level} %3, %1\n%6: f64 = project 0 %5\n\
             %7: (f64) = call f{level} %0, %4\n%8: f64 = project 0 %7\n"
        )
    };
    let low = tower(10, calls);
    assert!(passes::inline(&low).unwrap().len() > 1 << 10);
    for height in [40, 64] {
        let high = tower(height, calls);
        let error = passes::prepare(&high).unwrap_err();
        assert!(matches!(error, graph_ir::Error::TooManyNodes { .. }));
        assert_eq!(graph_autodiff::gradient(&high, &[0]).unwrap_err(), error);
        pipeline::run(&high);
    }
}

#[test]
fn towers_of_branches_stay_small() {
    let branches = |level| {
        format!(
            "%5: (f64) = branch f{level} else f{level} %2, %3, %1\n%6: f64 = project 0 %5\n\
             %7: (f64) = branch f{level} else f{level} %2, %0, %4\n%8: f64 = project 0 %7\n"
        )
    };
    let high = tower(64, branches);
    pipeline::run(&high);
    let gradient = graph_autodiff::gradient(&high, &[0, 1]).unwrap();
    assert!(text::print(&gradient).len() < 100 * text::print(&high).len());
    // Where the side is known, it takes the place of the branch as long as that stays small.
    let known = text::print(&high).replace(" = less %0, %1", " = constant true");
    pipeline::run(&text::parse(&known).unwrap());
}

#[test]
fn towers_of_loops_stay_small() {
    let loops = |level| {
        format!(
            "%5: (f64) = scan f{level} captured 1 carried 1 length 3 %3, %1\n\
             %6: f64 = project 0 %5\n\
             %7: (f64) = scan f{level} captured 1 carried 1 length 2 reverse %0, %4\n\
             %8: f64 = project 0 %7\n"
        )
    };
    pipeline::run(&tower(64, loops));
}
