//! Functions whose machine code is read: their values and gradients, called where they cannot be
//! inlined, so that each is code of its own.

adgraph::graph! {
    /// Elementwise operations over many elements.
    pub fn chain(x: &[f64; 1000], y: &[f64; 1000]) -> f64 {
        sum((x * y + 1.0) / (y * y + 2.0) - sqrt(x * x + 1.0))
    }

    /// The same with functions that the library computes.
    pub fn waves(x: &[f64; 1000]) -> f64 {
        sum(exp(-x * x) * sin(x))
    }

    /// A sum of each row.
    pub fn rows(a: &[[f64; 37]; 50]) -> f64 {
        let s = sum(a * a, axis = 1);
        dot(s, s)
    }

    /// A loop that stays one, which reads two elements.
    pub fn kept(x: &[f64; 1000], p: f64) -> f64 {
        let mut s = 1.0;
        for i in 0..999 {
            s = 0.5 * s + p * x[i + 1] * x[i];
        }
        s
    }

    /// A loop that stays one, which reads backwards what it wrote.
    pub fn written(x: &[f64; 1000]) -> f64 {
        let mut y = [0.0; 1000];
        for i in 1..1000 {
            y[i] = 0.5 * y[i - 1] + x[i] * x[999 - i];
        }
        dot(y, x)
    }

    /// Loops in a loop.
    pub fn nested(a: &[[f64; 40]; 50]) -> f64 {
        let mut s = 0.0;
        for i in 0..49 {
            let mut t = 1.0;
            for j in 0..40 {
                t = 0.5 * t - a[(i + 1, j)] * a[(i, 39 - j)];
            }
            s = 0.25 * s + t;
        }
        s
    }

    /// Shifted slices of one array.
    pub fn stencil(x: &[f64; 1000]) -> f64 {
        let d = x[2..] - 2.0 * x[1..999] + x[..998];
        dot(d, d)
    }

    /// A product of matrices so small that it is written out.
    pub fn tiny(a: &[[f64; 4]; 4], x: &[f64; 4]) -> f64 {
        let y = matmul(a, x);
        dot(y, matmul(a, y))
    }

    /// A product of matrices that stays with loops.
    pub fn small(a: &[[f64; 5]; 5], b: &[[f64; 3]; 5]) -> f64 {
        let c = matmul(a, b);
        sum(c * c)
    }

    /// A matrix times a vector.
    pub fn layer(w: &[[f64; 40]; 30], x: &[f64; 40]) -> f64 {
        let y = matmul(w, x);
        dot(y, y)
    }

    /// A product that the library's kernel computes.
    pub fn product(a: &[[f64; 32]; 32], b: &[[f64; 32]; 32]) -> f64 {
        let c = matmul(a, b);
        sum(c * c)
    }

    /// A loop that stays one, whose indices are remainders and quotients of its counter.
    pub fn cyclic(x: &[f64; 6], y: &[f64; 400], p: f64) -> f64 {
        let mut s = 1.0;
        for k in 0..1200 {
            s = 0.5 * s + p * x[k % 6] * y[k / 3];
        }
        s
    }

    /// The same, where the remainders are those of a sum.
    pub fn shifted(x: &[f64; 6], p: f64) -> f64 {
        let mut s = 1.0;
        for k in 0..1200 {
            s = 0.5 * s + p * x[(5 * k + 2) % 6];
        }
        s
    }

    /// An index that nobody knows to be in range: here the check must be.
    pub fn control(x: &[f64; 1000], k: usize) -> f64 {
        x[k] * x[k]
    }
}

/// One value and one gradient, compiled on their own.
macro_rules! compiled {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        /// Values.
        pub mod values {
            $(
                /// The value.
                #[inline(never)]
                pub fn $name($($argument: $type),*) -> f64 {
                    super::$name($($argument),*)
                }
            )*
        }

        /// Gradients.
        pub mod gradients {
            $(
                /// The value; the gradient is written into `all`.
                #[inline(never)]
                pub fn $name($($argument: $type,)* all: &mut super::$name::Adjoint) -> f64 {
                    super::$name::gradient_into($($argument,)* all)
                }
            )*
        }
    };
}

compiled! {
    chain(x: &[f64; 1000], y: &[f64; 1000]);
    waves(x: &[f64; 1000]);
    rows(a: &[[f64; 37]; 50]);
    kept(x: &[f64; 1000], p: f64);
    written(x: &[f64; 1000]);
    nested(a: &[[f64; 40]; 50]);
    stencil(x: &[f64; 1000]);
    product(a: &[[f64; 32]; 32], b: &[[f64; 32]; 32]);
    tiny(a: &[[f64; 4]; 4], x: &[f64; 4]);
    small(a: &[[f64; 5]; 5], b: &[[f64; 3]; 5]);
    layer(w: &[[f64; 40]; 30], x: &[f64; 40]);
    cyclic(x: &[f64; 6], y: &[f64; 400], p: f64);
    shifted(x: &[f64; 6], p: f64);
    control(x: &[f64; 1000], k: usize);
}

/// The same by hand.
#[inline(never)]
pub fn by_hand(x: &[f64; 1000], k: usize) -> f64 {
    x[k] * x[k]
}
