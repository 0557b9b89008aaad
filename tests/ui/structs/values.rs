use adgraph::graph;

graph! {
    pub struct Point {
        pub x: f64,
        pub y: [f64; 2],
    }

    pub struct Line {
        pub from: Point,
        pub to: Point,
    }

    pub fn literal(t: f64) -> Point {
        Point { x: [t], z: t }
    }

    pub fn sum_of(p: Point, l: Line) -> Point {
        p + l
    }

    pub fn field(l: Line) -> f64 {
        l.to.z
    }

    pub fn derivative(p: Point, t: f64) -> Point {
        let c = t * t;
        deriv(c, p)
    }

    pub fn call(l: Line, t: f64) -> Point {
        literal(l)
    }
}

fn main() {
    let _ = field(Point { x: 1.0, y: [0.0; 2] });
}
