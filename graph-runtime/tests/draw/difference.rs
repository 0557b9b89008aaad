//! Two graphs in one picture: what both have stands once, and what one has is marked.

use graph_ir::{Graph, text};
use graph_runtime::draw::Difference;

use crate::read;

fn graph(lines: &str) -> Graph {
    text::parse(&format!("adgraph 1\ngraph\n{lines}")).unwrap()
}

/// The lines of shapes in a text of Graphviz, and those of edges, that have a mark.
fn marked(dot: &str) -> [Vec<&str>; 2] {
    let (edges, shapes): (Vec<&str>, Vec<&str>) =
        { dot.lines() }.partition(|line| line.contains(" -> "));
    [
        shapes
            .into_iter()
            .filter(|line| line.contains("penwidth"))
            .collect(),
        edges
            .into_iter()
            .filter(|line| line.contains("dashed"))
            .collect(),
    ]
}

const BEFORE: &str = "%0: f64 = input 0 x\n%1: f64 = input 1 y\n%2: f64 = mul %0, %1 as product\n\
                      %3: f64 = sin %2\n%4: f64 = add %3, %0 as total\noutput %4 result\n";

#[test]
fn equal_graphs_have_no_marks() {
    let before = graph(BEFORE);
    // Other numbers and places make no difference.
    let again = graph(
        "%0: f64 = input 0 x\n%1: f64 = input 1 y\n%2: f64 = exp %1\n\
         %3: f64 = mul %0, %1 as product\n%4: f64 = sin %3\n%5: f64 = add %4, %0 as total\n\
         output %5 result\n",
    );
    let same = Difference::new(&before, &before).to_dot();
    assert_eq!(marked(&same), [Vec::<&str>::new(), Vec::new()], "{same}");
    let svg = Difference::new(&before, &before).to_svg();
    assert!(!svg.contains("only"), "{svg}");
    let longer = Difference::new(&before, &again).to_dot();
    let [shapes, edges] = marked(&longer);
    assert!(
        matches!(shapes[..], [exp] if exp.contains("exp")),
        "{longer}"
    );
    assert_eq!(edges.len(), 1, "{longer}");
}

#[test]
fn what_one_has_is_marked_and_what_follows_is_paired() {
    let before = graph(BEFORE);
    let after = graph(&BEFORE.replace("= sin %2", "= cos %2"));
    let dot = Difference::new(&before, &after).to_dot();
    let seen = read::dot(&dot);
    // Two inputs, a product, a sine, a cosine, a sum and the result.
    assert_eq!(seen.shapes.len(), 7, "{dot}");
    let [shapes, edges] = marked(&dot);
    let [first, second] = shapes[..] else {
        panic!("{dot}")
    };
    assert!(
        first.contains("\"sin") && first.contains("#c53030"),
        "{dot}"
    );
    assert!(
        second.contains("\"cos") && second.contains("#2f855a"),
        "{dot}"
    );
    // To and from each of them; the other operand of the sum has not changed.
    assert_eq!(edges.len(), 4, "{dot}");
    let svg = Difference::new(&before, &after).to_svg();
    let count = svg.matches("<path class=\"edge").count();
    assert_eq!(count, seen.edges.len(), "{svg}");
    assert!(svg.contains("only in the first") && svg.contains("only in the second"));
    // The other way round, the colours change places.
    let back = Difference::new(&after, &before).to_dot();
    let [shapes, _] = marked(&back);
    assert!(
        shapes
            .iter()
            .any(|own| own.contains("\"cos") && own.contains("#c53030"))
    );
}

#[test]
fn a_changed_operand_is_a_changed_edge() {
    let before = graph(BEFORE);
    let after = graph(&BEFORE.replace("add %3, %0", "add %3, %1"));
    let dot = Difference::new(&before, &after).to_dot();
    let [shapes, edges] = marked(&dot);
    assert_eq!((shapes.len(), edges.len()), (0, 2), "{dot}");
    assert!(
        edges
            .iter()
            .any(|edge| edge.contains("#c53030") && edge.contains("n0 ->"))
    );
    assert!(
        edges
            .iter()
            .any(|edge| edge.contains("#2f855a") && edge.contains("n1 ->"))
    );
}
