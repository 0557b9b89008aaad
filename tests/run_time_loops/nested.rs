//! Loops in loops that change one array at computed positions.

use adgraph::graph;

graph! {
    /// A heap: each element rises while it is less than its parent.
    #[derivatives(hessian_product)]
    pub fn heap<const N: usize>(x: &[f64; N]) -> f64 {
        let mut a = x;
        #[unroll(never)]
        for i in 1..N {
            let mut k = i;
            #[limit(20)]
            while k > 0 && a[k] < a[(k - 1) / 2] {
                let parent = a[(k - 1) / 2];
                a[(k - 1) / 2] = 1.01 * a[k];
                a[k] = parent * cos(parent);
                k = (k - 1) / 2;
            }
        }
        let mut total = 0.0;
        #[unroll(never)]
        for i in 0..N { total += a[i] * x[i] * sin(a[i]); }
        total
    }
    #[derivatives(only(value, gradient))]
    pub fn heap_6(x: &[f64; 6]) -> f64 { heap(x) }
    #[derivatives(only(value, gradient))]
    pub fn heap_40(x: &[f64; 40]) -> f64 { heap(x) }

    /// A recurrence over few elements before each one, which the loop inside reads alone.
    #[derivatives(hessian_product)]
    pub fn lower<const N: usize>(x: &[f64; N], from: &[[usize; 3]; N]) -> f64 {
        let mut y = x;
        #[unroll(never)]
        for i in 0..N {
            let mut own = x[i];
            #[unroll(never)]
            for j in 0..3 { own -= 0.2 * x[from[i][j]] * y[from[i][j]]; }
            y[i] = own * cos(own);
        }
        sum(y * y)
    }
    #[derivatives(only(value, gradient))]
    pub fn lower_6(x: &[f64; 6], from: &[[usize; 3]; 6]) -> f64 { lower(x, from) }
    #[derivatives(only(value, gradient))]
    pub fn lower_40(x: &[f64; 40], from: &[[usize; 3]; 40]) -> f64 { lower(x, from) }

    /// The same with as many elements before each one as the caller says, and a result of the loop
    /// inside for each of them.
    #[derivatives(only(value, gradient))]
    pub fn wide<const N: usize, const M: usize>(x: &[f64; N], from: &[[usize; M]; N]) -> f64 {
        let mut y = x;
        #[unroll(never)]
        for i in 0..N {
            let mut terms = zeros(M);
            #[unroll(never)]
            for j in 0..M {
                let own = y[from[i][j]];
                terms[j] = 0.2 * own * own;
            }
            y[i] = 0.5 * y[i] + sum(terms * x[i]);
        }
        sum(y * y)
    }
    #[derivatives(only(value, gradient))]
    pub fn wide_6(x: &[f64; 6], from: &[[usize; 3]; 6]) -> f64 { wide(x, from) }
    #[derivatives(only(value, gradient))]
    pub fn wide_40(x: &[f64; 40], from: &[[usize; 3]; 40]) -> f64 { wide(x, from) }

    /// A loop under a condition in a loop, over two arrays that change places.
    #[derivatives(only(value, gradient))]
    pub fn branched<const N: usize>(x: &[f64; N], to: &[[usize; 3]; N]) -> f64 {
        let mut a = x;
        let mut b = 0.5 * x;
        #[unroll(never)]
        for i in 0..N {
            if a[i] < 0.7 {
                #[unroll(never)]
                for j in 0..3 {
                    let own = a[to[i][j]];
                    a[to[i][j]] = b[i] * own;
                    b[i] = 0.5 * own + 0.2;
                    if own > 0.9 { break; }
                }
            } else {
                a[i] *= a[to[i][0]];
            }
        }
        sum(a * x) + sum(b * b)
    }
    #[derivatives(only(value, gradient))]
    pub fn branched_6(x: &[f64; 6], to: &[[usize; 3]; 6]) -> f64 { branched(x, to) }
    #[derivatives(only(value, gradient))]
    pub fn branched_40(x: &[f64; 40], to: &[[usize; 3]; 40]) -> f64 { branched(x, to) }

    /// Three loops.
    #[derivatives(only(value, gradient))]
    pub fn deep<const N: usize>(x: &[f64; N], to: &[[usize; 3]; N]) -> f64 {
        let mut a = x;
        #[unroll(never)]
        for i in 0..N {
            #[unroll(never)]
            for j in 0..3 {
                let k = to[i][j];
                #[unroll(never)]
                for l in 0..3 { a[k] = 0.5 * a[k] * a[to[k][l]] + 0.3 * x[i]; }
            }
        }
        sum(a * a)
    }
    #[derivatives(only(value, gradient))]
    pub fn deep_6(x: &[f64; 6], to: &[[usize; 3]; 6]) -> f64 { deep(x, to) }
    #[derivatives(only(value, gradient))]
    pub fn deep_40(x: &[f64; 40], to: &[[usize; 3]; 40]) -> f64 { deep(x, to) }
}

fn series(count: u32) -> Vec<f64> {
    let numbers = (0..count).map(|i| 0.6 + 0.4 * (f64::from(i) * 1.7).sin());
    numbers.collect()
}

/// Three positions before each one.
fn before(count: usize) -> Vec<[usize; 3]> {
    let rows = (0..count).map(|i| [i / 2, i / 3, i.saturating_sub(1)]);
    rows.collect()
}

fn close(what: &str, found: f64, expected: f64) {
    let error = (found - expected).abs();
    let limit = 1e-6 * (1.0 + expected.abs());
    assert!(error < limit, "{what}: {found} instead of {expected}");
}

/// The derivative of a function by one number, by differences.
fn slope(f: impl Fn(&[f64]) -> f64, x: &[f64], number: usize) -> f64 {
    let moved = |by: f64| {
        let mut x = x.to_vec();
        x[number] += by;
        f(&x)
    };
    (moved(1e-6) - moved(-1e-6)) / 2e-6
}

macro_rules! of_length {
    ($n:literal: $heap:ident $lower:ident $wide:ident $branched:ident $deep:ident) => {{
        let x: [f64; $n] = series($n).try_into().unwrap();
        let to: [[usize; 3]; $n] = before($n).try_into().unwrap();
        same! {
            heap $heap: &x;
            heap $heap::gradient: &x;
            lower $lower: &x, &to;
            lower $lower::gradient: &x, &to;
            wide $wide: &x, &to;
            wide $wide::gradient: &x, &to;
            branched $branched: &x, &to;
            branched $branched::gradient: &x, &to;
            deep $deep: &x, &to;
            deep $deep::gradient: &x, &to;
        }
        let of_heap = heap::gradient(&x).1.x;
        let of_wide = wide::gradient(&x, &to).1.x;
        let of_lower = lower::gradient(&x, &to).1.x;
        let of_branched = branched::gradient(&x, &to).1.x;
        let of_deep = deep::gradient(&x, &to).1.x;
        for number in 0..$n {
            close("heap", of_heap[number], slope(heap, &x, number));
            let by = |x: &[f64]| lower(x, &to);
            close("lower", of_lower[number], slope(by, &x, number));
            let by = |x: &[f64]| wide(x, &to);
            close("wide", of_wide[number], slope(by, &x, number));
            let by = |x: &[f64]| branched(x, &to);
            close("branched", of_branched[number], slope(by, &x, number));
            let by = |x: &[f64]| deep(x, &to);
            close("deep", of_deep[number], slope(by, &x, number));
            // A column of the Hessian.
            let mut along = vec![0.0; $n];
            along[number] = 1.0;
            let column = heap::hessian_product(&x, &heap::Tangent { x: along.clone() }).x;
            let by = |x: &[f64]| heap::gradient(x).1.x[1];
            close("heap twice", column[1], slope(by, &x, number));
            let column = lower::hessian_product(&x, &to, &lower::Tangent { x: along }).x;
            let by = |x: &[f64]| lower::gradient(x, &to).1.x[1];
            close("lower twice", column[1], slope(by, &x, number));
        }
    }};
}

#[test]
fn few_elements() {
    of_length!(6: heap_6 lower_6 wide_6 branched_6 deep_6);
}

#[test]
fn many_elements() {
    of_length!(40: heap_40 lower_40 wide_40 branched_40 deep_40);
}

#[test]
fn values_are_those_of_plain_rust() {
    let (x, to) = (series(30), before(30));
    let mut a = x.clone();
    for i in 1..30 {
        let mut k = i;
        while k > 0 && a[k] < a[(k - 1) / 2] {
            let up = (k - 1) / 2;
            (a[up], a[k]) = (1.01 * a[k], a[up] * a[up].cos());
            k = up;
        }
    }
    let terms = a.iter().zip(&x).map(|(a, x)| a * x * a.sin());
    close("heap", heap(&x), terms.sum());
    let mut y = x.clone();
    for i in 0..30 {
        let terms = to[i].iter().map(|&k| 0.2 * x[k] * y[k]);
        let own = x[i] - terms.sum::<f64>();
        y[i] = own * own.cos();
    }
    close("lower", lower(&x, &to), y.iter().map(|y| y * y).sum());
    let mut a = x.clone();
    for i in 0..30 {
        for k in to[i] {
            for l in to[k] {
                a[k] = 0.5 * a[k] * a[l] + 0.3 * x[i];
            }
        }
    }
    close("deep", deep(&x, &to), a.iter().map(|a| a * a).sum());
}

/// The array for each iteration of the outer loop would take 80 gigabytes on the way back.
#[test]
fn time_and_memory_grow_with_the_iterations() {
    let x = series(100_000);
    let to = before(100_000);
    let found = heap::gradient(&x).1.x[99_999];
    assert!((found - slope(heap, &x, 99_999)).abs() < 1e-3);
    let found = lower::gradient(&x, &to).1.x[99_998];
    assert!((found - slope(|x| lower(x, &to), &x, 99_998)).abs() < 1e-3);
    let found = branched::gradient(&x, &to).1.x[99_998];
    assert!((found - slope(|x| branched(x, &to), &x, 99_998)).abs() < 1e-3);
    let found = deep::gradient(&x, &to).1.x[99_998];
    assert!((found - slope(|x| deep(x, &to), &x, 99_998)).abs() < 1e-3);
}
