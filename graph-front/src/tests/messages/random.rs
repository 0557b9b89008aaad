//! Messages of random numbers and their keys.

use super::{check, follow};

#[test]
fn keys_are_integers() {
    for name in ["uniform", "normal", "split"] {
        let call = format!("{name}(p)");
        let message = format!("`{name}` takes a key, which is an integer, found f64");
        check(&call, &message);
        check(&call, "make the key an argument: `key: usize`");
    }
    check(
        "fold_in(p, 1) as f64",
        "`fold_in` takes integers, found f64",
    );
    check(
        "fold_in(1, p) as f64",
        "`fold_in` takes integers, found f64",
    );
    check(
        "sum(normal(argsort(x), 3))",
        "`normal` takes one key, found [usize; 3]",
    );
    check(
        "sum(normal(argsort(x)))",
        "apply a function to each: `map(|key| normal(key), argsort(x))`",
    );
    check(
        "random_bits(p, 1) as f64",
        "`random_bits` takes integers, found f64",
    );
}

#[test]
fn bounds_and_deviations_are_written_out() {
    check(
        "normal(0.0, p)",
        "with a key that is an argument, `key: usize`, it is `0.0 + p * normal(key)`",
    );
    check(
        "uniform(-1.0, 1.0)",
        "it is `(-1.0) + (1.0 - (-1.0)) * uniform(key)`",
    );
    let whole = |call: &str, meant: &str| follow(call, call, meant);
    whole("uniform(7, -p, p)", "(-p) + (p - (-p)) * uniform(7)");
    whole("normal(7, 1.0, p)", "1.0 + p * normal(7)");
}

#[test]
fn extents_are_constants_in_brackets() {
    follow(
        "sum(uniform(7, 2, 3))",
        "uniform(7, 2, 3)",
        "uniform(7, [2, 3])",
    );
    check(
        "sum(uniform(7, x))",
        "a shape is made of constant integers, found [f64; 3]",
    );
    check("sum(normal(7, argmax(x)))", "is known only at run time");
    check("sum(normal(7, -1))", "an extent is not negative, found -1");
}
