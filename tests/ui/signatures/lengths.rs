// Functions with `const` parameters: lengths in conflict, lengths that nobody knows, errors in the
// body for some lengths, and recursion without end.
adgraph::graph! {
    fn distance<const N: usize>(x: [f64; N], y: [f64; N]) -> f64 {
        norm(x - y)
    }

    fn third<const N: usize>(x: [f64; N]) -> f64 {
        x[2]
    }

    fn filled<const N: usize>(x: f64) -> [f64; N] {
        [x; N]
    }

    fn steps<const N: usize>(x: [f64; N], d: [f64; N - 1]) -> f64 {
        sum(x) + sum(d)
    }

    fn grow<const N: usize>(x: [f64; N]) -> f64 {
        grow(concat(x, x[..1]))
    }

    fn never<const N: usize>(x: [f64; N]) -> f64 {
        x[N - 1] + unknown
    }

    pub fn conflict(a: [f64; 3], b: [f64; 4]) -> f64 {
        distance(a, b)
    }

    pub fn short(a: [f64; 2], b: [f64; 3]) -> f64 {
        third(b) + third(a)
    }

    pub fn open(x: f64) -> f64 {
        sum(filled(x)) + sum(filled::<2, 3>(x)) + sum(filled::<2.5>(x))
    }

    pub fn other(x: [f64; 3]) -> f64 {
        steps(x, x) + steps(x) + distance(x[0], x)
    }

    pub fn endless(x: [f64; 3]) -> f64 {
        grow(x)
    }

    pub fn visible<const N: usize>(x: [f64; N]) -> f64 {
        sum(x)
    }

    #[derivatives(hessian)]
    fn requested<const N: usize>(x: [f64; N]) -> f64 {
        sum(x)
    }

    fn counted<const N: i32, const M: bool>(x: f64) -> f64 {
        x
    }
}

fn main() {}
