use adgraph::graph;

graph! {
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    pub fn moved(p: &mut Point, t: f64) {
        p.x += t;
    }

    pub fn unmarked(p: Point) -> f64 {
        let mut q = p;
        moved(q, 1.0);
        q.x
    }

    pub fn immutable(p: Point) -> f64 {
        let q = p;
        moved(&mut q, 1.0);
        q.x
    }

    pub fn twice(p: &mut Point, old: &Point) {
        p.x = old.y;
    }

    pub fn aliased(p: &mut Point) {
        twice(p, &p);
    }

    pub fn with_value(p: &mut Point) {
        p.x
    }
}

fn main() {}
