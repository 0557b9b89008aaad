// Names and signs of other languages and libraries, and the language's way to write them.
adgraph::graph! {
    pub fn inverses(m: [[f64; 2]; 2], x: f64) -> f64 {
        let a = inv(m);
        let b = inv(x);
        let c = m.inv();
        x
    }

    pub fn powers(x: f64, p: f64) -> f64 {
        let a = x ** 2;
        let b = 2.0 * x ** p;
        let c = pow(x, 2.0);
        x.pow(3)
    }

    pub fn modules(x: f64) -> f64 {
        jnp.sin(x) + np.linalg.norm(x) + libm::sin(x) + np.exp(np.mean(x)) + norm.cdf(x)
    }

    pub fn fields(m: [[f64; 2]; 2]) -> f64 {
        sum(m.T) + m.shape[0]
    }

    pub fn functions(x: [f64; 3], y: f64) -> f64 {
        let a = x.signum();
        let b = jacobian(x, x);
        let c = vmap(square, x);
        let d = scan(square, x);
        let e = cond(y, y, y);
        let f = std(x);
        let g = to_degrees(y);
        let h = y.rem_euclid(2.0);
        let i = length(x);
        let j = x.iter().sum();
        let k = x.clone();
        where(y > 0.0, y, 0.0)
    }

    pub fn near(x: [f64; 3], m: [[f64; 3]; 3]) -> f64 {
        let a = stac(x);
        let b = so(x);
        let c = dett(x);
        let d = nor(m, m);
        sum(x)
    }

    pub fn macros(x: f64) -> f64 {
        let a = vec![x];
        println!("{x}");
        assert!(x > 0.0);
        if x < 0.0 {
            return 0.0;
        }
        x
    }

    pub fn another_block(x: f64) -> f64 {
        model::e(x)
    }

    use crate::model::PLANCK;
    use crate::model::e;
}

fn main() {}
