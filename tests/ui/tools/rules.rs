use adgraph::graph;

graph! {
    const TWICE: Rules = rewrite! {
        double(a): a + a => 2.0 * b;
        first(a, a): a * 1.0 => a;
    };
    const WORDS: Rules = rewrite! {
        squares(a): a.power(2) => a * a;
        integers(a): a * 2 => a + a;
        truths(a, b): select(!a, b, b) => b;
        arity(a): sin(a, a) => a;
    };
    const MARKED: Rules = rewrite! {
        #[inline]
        marked(a): a * 1.0 => a;
    };
    const CONDITIONS: Rules = rewrite! {
        small(a): a + 0.0 => a, if a > 0.0;
        named(a): a + 0.0 => a, with n = m.rank();
    };
    const LAST: Rules = rewrite! {
        unknown(a): a + 0.0 => a, when a.rank() == 0;
    };
    const TYPES: Rules = rewrite! {
        shapes(a): sum_along(a, 0) => a;
    };
    pub const NUMBER: f64 = 2.0;

    #[rewrite(TWICES)]
    pub fn f(x: f64) -> f64 { x + x }

    #[rewrite(NUMBER)]
    pub fn g(x: f64) -> f64 { x + x }

    #[rewrite]
    pub fn h(x: f64) -> f64 { x + x }
}

graph! {
    pub const SHOWN: Rules = rewrite! { double(a): a + a => 2.0 * a; };
    const LATE: Rules = 2.0;

    pub fn f2(x: f64) -> f64 { x + x }
}

fn main() {}
