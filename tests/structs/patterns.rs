//! Patterns that take structs apart.

use adgraph::graph;

graph! {
    #[derive(Clone, Copy)]
    pub(crate) struct Line { pub slope: f64, pub offset: f64 }

    #[derive(Clone, Copy)]
    pub(crate) struct Two { pub first: Line, pub last: Line }

    pub fn at(l: Line, x: f64) -> f64 {
        let Line { slope, offset: c } = l;
        slope * x + c
    }

    pub fn crossing(t: &Two) -> f64 {
        let Two { first: Line { slope, offset }, last } = t;
        let Line { slope: other, .. } = last;
        (last.offset - offset) / (slope - other)
    }
}

#[test]
fn fields_become_variables() {
    let first = Line {
        slope: 2.0,
        offset: 1.0,
    };
    let last = Line {
        slope: -1.0,
        offset: 4.0,
    };
    assert_eq!(at(first, 3.0), 7.0);
    assert_eq!(crossing(&Two { first, last }), 1.0);
}
