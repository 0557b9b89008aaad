//! Constants of float types that a block or a body imports.

use super::language::same;
use super::{errors, value};

same! {
    fn imported_in_bodies(x: f64 = 0.3) -> f64 {
        use core::f64::consts::E;
        use std::f64::consts::{FRAC_PI_2 as QUARTER, PI};
        let y = if x > 0.0 {
            use std::f64::consts::LN_2 as E;
            x * E
        } else {
            0.0
        };
        let single = {
            use std::f32::consts::PI;
            PI as f64
        };
        x * PI + E / QUARTER - single + y
    }
}

#[test]
fn blocks_import_constants() {
    let text = "use std::f64::consts::{self as _, PI};";
    assert!(errors(&format!("{text} fn f(x: f64) -> f64 {{ PI * x }}"))[0].contains("imports"));
    let text = "use std::f64::consts::{PI, TAU as TURN}; const HALF: f64 = PI / 2.0;
        fn f(x: f64) -> f64 { x * HALF + TURN }";
    let expected = 0.3 * (std::f64::consts::PI / 2.0) + std::f64::consts::TAU;
    assert_eq!(value(text, &[&[0.3]]), expected);
}

#[test]
fn other_imports_are_one_error() {
    for (import, expected) in [
        ("use std::f64::consts::*;", "`use std::f64::consts::PI;`"),
        ("use std::f64::consts;", "`use std::f64::consts::PI;`"),
        (
            "use std::f64::consts::{PI, *};",
            "`use std::f64::consts::PI;`",
        ),
        (
            "use std::f64::consts::PIE;",
            "cannot see `std::f64::consts::PIE`",
        ),
        ("use super::G;", "`pub const G: f64 = ..;`"),
        (
            "use crate::constants::{MASS};",
            "`pub const MASS: f64 = ..;`",
        ),
        (
            "use super::{G, MASS};",
            "constants are written in the block",
        ),
        ("use super::lift;", "`#[external] fn lift(..) -> ..;`"),
        ("use adgraph::Float;", "need no import: remove it"),
        ("use std::sync::Arc;", "need no import: remove it"),
    ] {
        for text in [
            format!("{import} fn f(x: f64) -> f64 {{ G * consts::PI * lift(x) * PI * MASS }}"),
            format!("fn f(x: f64) -> f64 {{ {import} G * consts::PI * lift(x) * PI * MASS }}"),
        ] {
            let found = errors(&text);
            assert!(found[0].contains(expected), "{text}: {found:#?}");
        }
    }
    let found = errors("use std::f64::consts::PI; fn f(x: f32) -> f32 { PI * x }");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].contains("f64"), "{found:#?}");
}
