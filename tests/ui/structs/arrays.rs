use adgraph::graph;

graph! {
    #[derive(Clone, Copy)]
    pub struct P {
        x: [f64; 2],
        m: f64,
    }

    pub struct Many {
        all: [P; 600],
    }

    pub struct Nothing {
        all: [P; 0],
    }

    pub struct Start {
        #[init(glorot)]
        all: [P; 2],
    }
}

graph! {
    #[derive(Clone, Copy)]
    pub struct Q {
        x: [f64; 2],
        m: f64,
    }

    #[derive(Clone, Copy)]
    pub struct S<const L: usize> {
        all: [Q; L],
    }

    pub fn open<const N: usize>(p: &[Q; N]) -> f64 { sum(map(|p| p.m, p)) }

    pub fn in_a_struct<const N: usize>(p: &S<N>) -> f64 { p.all[0].m }

    pub fn fields(p: &S<3>) -> f64 { p.all.m }

    pub fn beyond(p: &S<3>) -> f64 { p.all[3].m }

    pub fn position(p: &mut S<3>, k: usize) { p.all[k].m = 1.0; }

    pub fn kind(p: &mut S<3>, k: f64) { p.all[0] = k; }

    pub fn length(p: &S<3>) -> [Q; 2] { p.all }

    pub fn tuple(p: &S<3>) -> f64 { let (a, b, c) = p.all; a.m + b.m + c.m }
}

fn main() {}
