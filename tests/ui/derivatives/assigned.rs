// Derivatives of a value that was computed before the variable was assigned.
adgraph::graph! {
    fn energy(q: [f64; 2]) -> f64 { dot(q, q) }

    pub fn kept(x: [f64; 2]) -> [f64; 2] {
        let (mut q, mut v) = (x, [0.0; 2]);
        for _ in 0..500 {
            let e = energy(q);
            q += 0.01 * v;
            v -= 0.01 * deriv(e, q);
        }
        q
    }

    pub fn unrolled(x: [f64; 2]) -> [f64; 2] {
        let (mut q, mut v) = (x, [0.0; 2]);
        #[unroll]
        for _ in 0..3 {
            let e = energy(q);
            q += 0.01 * v;
            v -= 0.01 * jacobian(e, q);
        }
        q
    }

    pub fn of_the_call<const N: usize>(x: [f64; 2], z: &[f64; N]) -> [f64; 2] {
        let (mut q, mut v) = (x, [0.0; 2]);
        for i in 0..N {
            let e = energy(q);
            if z[i] > 0.0 {
                q += 0.01 * v;
            }
            v -= 0.01 * deriv(e, q);
        }
        q
    }

    pub fn in_front(x: [f64; 2]) -> [f64; 2] {
        let mut q = x;
        let loss = sum(q * q);
        for _ in 0..200 {
            q -= 0.1 * deriv(loss, q);
        }
        q
    }

    pub fn ends(x: [f64; 2]) -> [f64; 2] {
        let (mut q, mut v) = (x, [0.0; 2]);
        #[limit(40)]
        while q[0] > 0.1 {
            let e = energy(q);
            q -= 0.1;
            v += jvp(e, q, [1.0, 0.0]);
        }
        v
    }

    pub fn elements(x: [f64; 2]) -> [f64; 2] {
        let mut q = x;
        let e = energy(q);
        q[0] += 1.0;
        deriv(e, q)
    }

    pub fn elements_in_loops(x: [f64; 2]) -> [f64; 2] {
        let (mut q, mut v) = (x, [0.0; 2]);
        for _ in 0..500 {
            let e = energy(q);
            q[0] += 0.01 * v[0];
            v -= 0.01 * deriv(e, q);
        }
        q
    }
}

fn main() {}
