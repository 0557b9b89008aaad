// Values of calls that a `;` drops, under the paths that the functions have in the documentation:
// one function of each kind.
#![deny(unused_must_use)]

adgraph::graph! {
    fn square(x: f64) -> f64 {
        x * x
    }

    pub fn scalars(x: f64) -> f64 {
        exp(x);
        atan2(x, 2.0);
        powi(x, 2);
        sin_cos(x);
        is_nan(x);
        max(x, 1.0);
        square(x);
        square(x).sqrt();
        x
    }

    pub fn arrays(x: [f64; 3], a: [[f64; 3]; 3], x_of: f64) -> f64 {
        sum(x);
        max(x, axis = 0);
        x.argmax();
        cumsum(x);
        softmax(x);
        norm(x, keep = true);
        det(a);
        qr(a);
        dot(x, x);
        einsum("ij,jk->ik", a, a);
        concat(x, x);
        windows(x, 2);
        broadcast(x, [2, 3]);
        reshape(x, [3, 1]);
        roll(x, 1);
        scatter_add(x, [0, 1, 2], 4);
        eye(3);
        linspace(0.0, 1.0, 5);
        interpolate(x_of, [0.0, 1.0, 2.0], x);
        zeros([2, 3]);
        select(x > 0.0, x, 0.0);
        deriv(sum(x * x), x);
        jvp(x * x, x, x);
        solve(|y| y - x_of, 1.0);
        x.len();
        stop_gradient(x);
        x[0]
    }

    const GRAVITY: f64 = 9.81;

    fn paths(x: f64) -> f64 {
        GRAVITY;
        f64::NAN;
        std::f64::consts::TAU;
        f64::sin(x);
        f64::max(x, 1.0);
        if x > 0.0 {
            GRAVITY;
        }
        x + GRAVITY
    }

    fn along<const N: usize>(x: [f64; N]) -> f64 {
        sum(x)
    }

    fn generic<T: Float>(x: T) -> T {
        x * x
    }

    // What code around the block does not see has a path of its own.
    fn of_block(x: f64) -> f64 {
        along([x, x]);
        generic(x);
        x
    }

    #[expect(unused_must_use)]
    fn expected(x: f64) -> f64 {
        square(x);
        x
    }
}

fn main() {
    let _ = of_block(1.0) + expected(1.0);
    let _ = paths(1.0) + scalars(1.0) + arrays([1.0; 3], [[1.0; 3]; 3], 2.0);
}
