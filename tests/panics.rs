//! The places that panics name: the user's index, or the call with a slice of a wrong length.

use std::panic::{UnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Mutex;

use adgraph::function::{Function, HessianFunction as _, ScalarFunction as _};
use adgraph::prelude::*;

/// The line that the first index of a function stands on, behind that of its name.
const BODY: u32 = line!() + 4;

graph! {
    fn chosen(x: [f64; 3], i: usize, j: usize) -> f64 {
        let first = x[i];
        let both = first
            + 2.0 * x[j];
        both + at(x, i + j)
    }

    #[derivatives(hessian, taylor(1))]
    fn at(x: [f64; 3], i: usize) -> f64 {
        let y = x;
        y[i].powi(3)
    }

    fn changed(x: [f64; 3], i: usize) -> [f64; 3] {
        let mut y = x;
        y[i] = 2.0;
        y
    }

    fn divided(x: [f64; 3], i: usize, j: usize) -> f64 {
        let first = x[7
            / i % 3];
        first * x[7 % j % 3]
    }
}

#[adgraph::differentiable]
fn alone(x: [f64; 3], i: usize) -> f64 {
    x[i]
}

graph! {
    pub(crate) fn product<const N: usize>(x: &[f64; N], y: &[f64; N]) -> f64 {
        dot(x, y)
    }

    pub(crate) fn products<const N: usize>(x: &[f64; N], y: &[f64; N]) -> [f64; N] {
        x * sin(y)
    }
}

/// The line of the first body of these, behind that of its name.
const RUN_TIME: u32 = line!() + 4;

graph! {
    pub(crate) fn set<const N: usize>(x: &[f64; N], i: usize) -> f64 {
        let mut y = 2.0 * x;
        y[i] = 2.0;
        sum(y)
    }

    pub(crate) fn fifth<const N: usize>(x: &[f64; N]) -> f64 {
        let mut y = 2.0 * x;
        y[4] = 1.0;
        sum(y)
    }
}

/// The line at which the function panics.
fn panics<T>(function: impl FnOnce() -> T + UnwindSafe) -> u32 {
    static HOOK: Mutex<()> = Mutex::new(());
    static PLACE: Mutex<Option<(String, u32)>> = Mutex::new(None);
    let _hook = HOOK.lock();
    let previous = take_hook();
    // Other tests panic beside this one.
    let own = std::thread::current().id();
    set_hook(Box::new(move |info| {
        if std::thread::current().id() != own {
            return;
        }
        let place = info.location().map(|at| (at.file().to_string(), at.line()));
        *PLACE.lock().expect("the place") = place;
    }));
    let result = catch_unwind(function);
    set_hook(previous);
    assert!(result.is_err(), "no panic");
    let place = PLACE.lock().expect("the place").take();
    let (file, line) = place.expect("a location");
    assert!(file.ends_with("panics.rs"), "{file}");
    line
}

const X: [f64; 3] = [1.0, 2.0, 3.0];

#[test]
fn an_index_out_of_range_names_its_line() {
    assert_eq!(panics(|| chosen(X, 3, 0)), BODY);
    assert_eq!(panics(|| chosen(X, 0, 3)), BODY + 2);
    assert_eq!(panics(|| chosen::gradient(X, 0, 3)), BODY + 2);
    let direction = chosen::Tangent { x: X };
    assert_eq!(panics(|| chosen::tangent(X, 3, 0, &direction)), BODY);
    assert_eq!(panics(|| changed(X, 7)), BODY + 14);
    assert_eq!(panics(|| alone(X, 3)), BODY + 27);
}

#[test]
fn an_index_of_an_array_of_run_time_length_names_its_line() {
    assert_eq!(panics(|| set(&X, 3)), RUN_TIME + 1);
    assert_eq!(panics(|| set::gradient(&X, 3)), RUN_TIME + 1);
    // The call is wrong, and the message names the line that needs more.
    let text = catch_unwind(|| fifth(&X)).expect_err("a panic");
    let text = text.downcast::<String>().expect("a text");
    let line = RUN_TIME + 7;
    let expected = format!("`x` has 3 elements where `fifth` needs at least 5 (line {line})");
    assert_eq!(*text, expected);
}

/// The line of the first loop of these, behind that of its function's name.
const COUNTED: u32 = line!() + 5;

graph! {
    pub(crate) fn first_numbers<const N: usize>(x: &[f64; N], n: usize) -> f64 {
        let mut product = 1.0;
        for i in 0..n {
            product *= x[i];
        }
        product
    }

    fn first_of_three(x: [f64; 3], n: usize) -> f64 {
        let mut product = 1.0;
        for i in 0..n {
            product *= x[i];
        }
        product
    }
}

#[test]
fn a_loop_with_more_positions_than_its_arrays_names_its_line() {
    assert_eq!(first_numbers(&X, 3), 6.0);
    assert_eq!(panics(|| first_numbers(&X, 4)), COUNTED);
    assert_eq!(panics(|| first_numbers::gradient(&X, usize::MAX)), COUNTED);
    assert_eq!(first_of_three(X, 3), 6.0);
    assert_eq!(panics(|| first_of_three(X, 4)), COUNTED + 8);
    assert_eq!(panics(|| first_of_three::gradient(X, 5)), COUNTED + 8);
    let text = catch_unwind(|| first_numbers(&X, 4)).expect_err("a panic");
    let text = text.downcast::<String>().expect("a text");
    assert_eq!(
        *text,
        "the loop runs 4 times, and the arrays that it reads have 3 positions"
    );
}

/// The line of the first function of the block.
const EMPTY: u32 = line!() + 3;

graph! {
    pub(crate) fn average<const N: usize>(x: &[f64; N]) -> f64 { mean(x) }
    pub(crate) fn shares<const N: usize>(x: &[f64; N]) -> f64 { sum(softmax(x)) }
    pub(crate) fn soft_max<const N: usize>(x: &[f64; N]) -> f64 { log_sum_exp(x) }
    pub(crate) fn turned<const N: usize>(x: &[f64; N]) -> f64 { sum(roll(x, 1)) }
    pub(crate) fn largest<const N: usize>(x: &[f64; N]) -> f64 { max(x) }
    pub(crate) fn first<const N: usize>(x: &[f64; N]) -> f64 { argmin(x) as f64 }
}

/// A function of a slice.
type OfSlice = fn(&[f64]) -> f64;

#[test]
fn a_function_of_an_empty_array_names_its_line() {
    let functions: [(&str, OfSlice); 6] = [
        ("average", average),
        ("shares", shares),
        ("soft_max", soft_max),
        ("turned", turned),
        ("largest", largest),
        ("first", first),
    ];
    for (line, (name, function)) in (EMPTY..).zip(functions) {
        let text = catch_unwind(|| function(&[])).expect_err("a panic");
        let text = text.downcast::<String>().expect("a text");
        let expected = format!("`x` has 0 elements where `{name}` needs at least 1 (line {line})");
        assert_eq!(*text, expected);
    }
}

#[test]
fn a_divisor_of_zero_names_its_line() {
    assert_eq!(divided(X, 7, 4), 2.0);
    assert_eq!(panics(|| divided(X, 0, 1)), BODY + 19);
    assert_eq!(panics(|| divided(X, 1, 0)), BODY + 21);
    assert_eq!(panics(|| divided::gradient(X, 1, 0)), BODY + 21);
}

#[test]
fn an_index_in_a_function_that_is_called_names_its_line() {
    let line = BODY + 9;
    assert_eq!(panics(|| chosen(X, 1, 2)), line);
    assert_eq!(panics(|| at(X, 3)), line);
    assert_eq!(panics(|| at::hessian(X, 3)), line);
}

#[test]
fn a_slice_of_a_wrong_length_names_the_call() {
    let function = at::Function { i: 0 };
    let mut value = [0.0];
    let here = line!() + 1;
    let line = panics(move || function.value(&X[..2], &mut value));
    assert_eq!(line, here);
    let function = at::Function { i: 0 };
    let here = line!() + 1;
    let line = panics(move || function.gradient(&X, &mut [0.0; 4]));
    assert_eq!(line, here);
    let here = line!() + 1;
    let line = panics(|| product(&X, &X[1..]));
    assert_eq!(line, here);
    let here = line!() + 1;
    let line = panics(|| product::gradient(&X, &X[1..]));
    assert_eq!(line, here);
    let here = line!() + 1;
    let line = panics(|| products::value_into(&X, &X, &mut [0.0; 2]));
    assert_eq!(line, here);
    let here = line!() + 1;
    let line = panics(|| products::adjoint(&X, &X[1..], &X));
    assert_eq!(line, here);
    let function = at::Function { i: 0 };
    let here = line!() + 1;
    let line = panics(move || function.hessian_with(&mut (), &X, &[1.0], &mut [0.0; 8]));
    assert_eq!(line, here);
}

#[test]
fn the_default_of_derivatives_is_zero() {
    assert_eq!(at::Adjoint::default(), at::Adjoint { x: [0.0; 3] });
    assert!(products::Adjoint::default().x.is_empty());
}

/// A caller that is generic over the function.
fn value_of<F: Function<Float = f64>>(function: &F, x: &[f64]) -> [f64; 1] {
    let mut value = [0.0];
    function.value(x, &mut value);
    value
}

#[test]
fn a_generic_call_names_its_line() {
    let function = at::Function { i: 0 };
    assert_eq!(panics(move || value_of(&function, &X[..1])), line!() - 7);
}

/// The line of the first function of the block.
const POSITIONS: u32 = line!() + 3;

graph! {
    fn below(n: usize) -> usize { n - 3 }
    fn several(x: [f64; 2], n: usize) -> ([usize; 2], f64) { ([n, n - 3], x[0]) }
    fn rows(x: [f64; 2], n: usize) -> [[usize; 2]; 1] { [argsort(x) - n] }
    pub(crate) fn all<const N: usize>(x: &[f64; N], n: usize) -> [usize; N] { argsort(x) - n }
}

#[test]
fn a_position_below_zero_names_its_function() {
    assert_eq!(below(3), 0);
    assert_eq!(several(X2, 4), ([4, 1], 1.0));
    assert_eq!(panics(|| below(2)), POSITIONS);
    assert_eq!(panics(|| several(X2, 2)), POSITIONS + 1);
    assert_eq!(panics(|| rows(X2, 2)), POSITIONS + 2);
    assert_eq!(panics(|| all(&X2, 2)), POSITIONS + 3);
    let text = catch_unwind(|| several(X2, 1)).expect_err("a panic");
    let text = text.downcast::<String>().expect("a text");
    assert_eq!(
        *text,
        "a result of `several` is -2, and a `usize` is not negative"
    );
}

const X2: [f64; 2] = [1.0, 2.0];
