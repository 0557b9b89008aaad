//! Arrays that loops carry, which passes over their rows overwrite where they are: lengths of the
//! call give the bits of known ones.

use adgraph::graph;

graph! {
    /// Two states, each of which the other one's next value needs, in the order that does not suit.
    pub fn momentum<const N: usize, const S: usize>(x: &[f64; N], rates: &[f64; S]) -> [f64; N] {
        let mut y = 1.0 * x;
        let mut v = zeros(N);
        for rate in rates {
            v = 0.9 * v - rate * y;
            y += v * sin(y);
        }
        y - v
    }
    #[derivatives(only(value, gradient))]
    fn momentum_loss<const N: usize, const S: usize>(x: &[f64; N], rates: &[f64; S]) -> f64 {
        let y = momentum(x, rates);
        dot(y, y)
    }
    pub fn momentum_slope<const N: usize, const S: usize>(x: &[f64; N], rates: &[f64; S]) -> [f64; N] {
        deriv(momentum_loss(x, rates), x)
    }

    /// States that change places.
    pub fn exchanged<const N: usize, const S: usize>(x: &[f64; N], rates: &[f64; S]) -> [f64; N] {
        let (mut a, mut b) = (1.0 * x, 2.0 * x);
        for rate in rates {
            (a, b) = (b, a + rate * b);
        }
        a - 0.5 * b
    }

    /// Rows beside those that are overwritten, in the same pass and in others.
    pub fn drifting<const N: usize, const S: usize>(x: &[f64; N], rates: &[f64; S]) -> [f64; N] {
        let mut y = 1.0 * x;
        for rate in rates {
            let left = concat(y[N - 1..], y[..N - 1]);
            y -= rate * (y - left);
            y[1..] -= 0.1 * rate * (y[1..] - y[..N - 1]);
            y = cos(y) * y[0];
        }
        y
    }

    /// A state that a branch changes, and one whose old value is a result as well.
    pub fn guarded<const N: usize, const S: usize>(x: &[f64; N], rates: &[f64; S]) -> [f64; N] {
        let mut y = 1.0 * x;
        let mut before = zeros(N);
        for rate in rates {
            before = y;
            if sum(y) > 0.5 {
                y = y - rate * exp(y);
            } else {
                y = y * y + 1.0;
            }
        }
        y + before
    }

    /// A sum of the rows that are overwritten.
    pub fn normalised<const N: usize, const S: usize>(x: &[f64; N], rates: &[f64; S]) -> [f64; N] {
        let mut y = exp(x);
        for rate in rates {
            y = y / sum(y) + rate;
            y = y * y / (1.0 + mean(y));
        }
        y
    }

    /// For numbers of any type.
    pub fn relaxed<T: Float, const N: usize, const S: usize>(x: &[T; N], rates: &[T; S]) -> [T; N] {
        let mut y = 1.0 * x;
        for rate in rates {
            y += rate * (x - y * y);
        }
        y
    }

    pub fn momentum_3(x: &[f64; 3], rates: &[f64; 7]) -> [f64; 3] { momentum(x, rates) }
    pub fn momentum_45(x: &[f64; 45], rates: &[f64; 7]) -> [f64; 45] { momentum(x, rates) }
    pub fn momentum_slope_3(x: &[f64; 3], rates: &[f64; 7]) -> [f64; 3] { momentum_slope(x, rates) }
    pub fn momentum_slope_45(x: &[f64; 45], rates: &[f64; 7]) -> [f64; 45] { momentum_slope(x, rates) }
    pub fn exchanged_3(x: &[f64; 3], rates: &[f64; 7]) -> [f64; 3] { exchanged(x, rates) }
    pub fn exchanged_45(x: &[f64; 45], rates: &[f64; 7]) -> [f64; 45] { exchanged(x, rates) }
    pub fn drifting_3(x: &[f64; 3], rates: &[f64; 7]) -> [f64; 3] { drifting(x, rates) }
    pub fn drifting_45(x: &[f64; 45], rates: &[f64; 7]) -> [f64; 45] { drifting(x, rates) }
    pub fn guarded_3(x: &[f64; 3], rates: &[f64; 7]) -> [f64; 3] { guarded(x, rates) }
    pub fn guarded_45(x: &[f64; 45], rates: &[f64; 7]) -> [f64; 45] { guarded(x, rates) }
    pub fn normalised_3(x: &[f64; 3], rates: &[f64; 7]) -> [f64; 3] { normalised(x, rates) }
    pub fn normalised_45(x: &[f64; 45], rates: &[f64; 7]) -> [f64; 45] { normalised(x, rates) }
    pub fn relaxed_3(x: &[f32; 3], rates: &[f32; 7]) -> [f32; 3] { relaxed(x, rates) }
    pub fn relaxed_45(x: &[f32; 45], rates: &[f32; 7]) -> [f32; 45] { relaxed(x, rates) }
}

fn points<const N: usize>() -> [f64; N] {
    std::array::from_fn(|i| ((i * 7 + 3) % 11) as f64 / 8.0 - 0.25)
}

/// Each function with the length of the call beside the one with a known length.
macro_rules! agree {
    ($numbers:ty, $($of_call:ident: $of_3:ident, $of_45:ident;)*) => {$(
        let rates: [$numbers; 7] = points().map(|rate| rate as $numbers / 4.0);
        let x: [$numbers; 3] = points().map(|x| x as $numbers);
        assert_eq!($of_call(&x, &rates), $of_3(&x, &rates), stringify!($of_3));
        let x: [$numbers; 45] = points().map(|x| x as $numbers);
        assert_eq!($of_call(&x, &rates), $of_45(&x, &rates), stringify!($of_45));
    )*};
}

#[test]
fn states_are_those_of_known_lengths() {
    agree! { f64,
        momentum: momentum_3, momentum_45;
        momentum_slope: momentum_slope_3, momentum_slope_45;
        exchanged: exchanged_3, exchanged_45;
        drifting: drifting_3, drifting_45;
        guarded: guarded_3, guarded_45;
        normalised: normalised_3, normalised_45;
    }
    agree! { f32, relaxed: relaxed_3, relaxed_45; }
}

/// By plain loops, where the last tile begins with rows of the one before, and where it does not.
#[test]
fn each_row_is_computed_once() {
    for n in [1, 7, 8, 9, 15, 16, 31, 32, 33, 40, 41, 71] {
        let x: Vec<f64> = points::<71>()[..n].to_vec();
        let rates = [0.25, -0.5, 0.125];
        let by_hand = x
            .iter()
            .map(|&x| rates.iter().fold(x, |y, rate| y + rate * (x - y * y)));
        assert_eq!(relaxed(&x, &rates), by_hand.collect::<Vec<f64>>(), "{n}");
        let (mut y, mut v) = (x.clone(), vec![0.0; n]);
        for rate in rates {
            for (y, v) in y.iter_mut().zip(&mut v) {
                *v = 0.9 * *v - rate * *y;
                *y += *v * y.sin();
            }
        }
        for (found, (y, v)) in momentum(&x, &rates).iter().zip(y.iter().zip(&v)) {
            assert!((found - (y - v)).abs() <= 1e-14, "{n}: {found}");
        }
    }
}
