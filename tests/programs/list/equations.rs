//! Implicit functions that have closed forms.

use super::programs;

programs! {
    roots {
        graph {
            pub fn f(a: f64, b: f64) -> [f64; 2] {
                [solve(|y| y * y - a, 1.0), solve(|y| exp(y) - a * b, 0.0)]
            }
        }
        dual |x| { vec![x[0].sqrt(), (x[0] * x[1]).ln()] }
        inside (0.5, 2.0)
        corners [[4.0, 0.25] => [0.25 + 0.25, 4.0]]
    }
    circle_and_line {
        graph {
            pub fn f(radius: f64, slope: f64) -> [f64; 2] {
                solve(|p| [dot(p, p) - radius * radius, p[1] - slope * p[0]], [1.0, 0.5])
            }
        }
        dual |x| {
            let across = x[0] / (x[1] * x[1] + 1.0).sqrt();
            vec![across, across * x[1]]
        }
        inside (0.5, 2.0)
        corners []
    }
    // The least of an energy in a loop of its own derivative.
    least {
        graph {
            fn energy(q: f64, load: f64) -> f64 { cosh(q) - load * q }
            pub fn f(load: f64, other: f64) -> f64 {
                other * solve(|q| deriv(energy(q, load), q), 0.1)
            }
        }
        dual |x| { vec![x[0].asinh() * x[1]] }
        inside (0.5, 2.0)
        corners []
    }
}
