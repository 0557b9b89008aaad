//! Blocks beside items of other names: the float trait needs no import, and statics, constants and
//! structs in small letters, which Rust takes for patterns, have no influence.

#![allow(
    dead_code,
    nonstandard_style,
    reason = "the names are those of generated variables"
)]

static value: f64 = 1.0;
static values: f64 = 1.0;
static results: f64 = 1.0;
static workspace: f64 = 1.0;
static output: f64 = 1.0;
const seed: f64 = 1.0;
const gradient: f64 = 1.0;
const out: usize = 0;
const point: usize = 0;
const result: usize = 0;
const direction: usize = 0;
struct tangent;
struct adjoint;

adgraph::graph! {
    #[derivatives(jacobian, hessian, hessian_product, taylor(2), batch, sparse_hessian)]
    #[check(range = 0.5..2.0)]
    fn scaled(x: [f64; 3], y: f64) -> f64 { sum(x * y) * y }
    #[derivatives(jacobian, batch, sparse_jacobian)]
    fn product(x: &[f64; 3], y: f64) -> [f64; 3] { x * y }
    #[derivatives(jacobian, hessian)]
    fn any_length<const N: usize>(x: &[f64; N], y: f64) -> f64 { sum(x * y) }
    #[derivatives(hessian)]
    fn any_float<T: Float>(x: &[T; 3], y: T) -> T { sum(x * y) }
}

#[test]
fn items_in_small_letters_are_no_patterns() {
    let (found, d) = scaled::gradient([1.0, 2.0, 3.0], 2.0);
    assert_eq!((found, d.x, d.y), (24.0, [4.0; 3], 24.0));
    assert_eq!(product(&[1.0, 2.0, 3.0], 2.0), [2.0, 4.0, 6.0]);
    assert_eq!(any_length::gradient(&[1.0, 2.0], 3.0).1.x, [3.0; 2]);
    assert_eq!(any_float::gradient(&[1.0_f32, 2.0, 3.0], 2.0).0, 12.0);
}

mod without_import {
    adgraph::graph! {
        pub(super) fn norm_of<T: Float>(x: [T; 2]) -> T { sqrt(dot(x, x)) }
        #[derivatives(only(gradient))]
        pub(super) fn only_gradient<T: Float>(x: [T; 2]) -> T { sqrt(dot(x, x)) }
    }
    #[adgraph::differentiable]
    pub(super) mod attribute {
        pub fn norm_of<T: Float>(x: [T; 2]) -> T {
            sqrt(dot(x, x))
        }
    }
}

/// An import that the block does not need counts as used.
mod with_import {
    #![deny(unused_imports)]
    mod of_the_crate {
        use adgraph::Float;
        adgraph::graph! { pub(in super::super) fn norm_of<T: Float>(x: [T; 2]) -> T { sqrt(dot(x, x)) } }
    }
    mod of_its_module {
        #[adgraph::differentiable]
        pub(in super::super) mod attribute {
            use adgraph::math::Float;

            pub fn norm_of<T: Float>(x: [T; 2]) -> T {
                sqrt(dot(x, x))
            }
        }
    }
    pub(super) use of_its_module::attribute;
    pub(super) use of_the_crate::norm_of;
}

/// Another trait of that name is not meant.
mod with_another_trait {
    pub(super) trait Float {}

    adgraph::graph! {
        pub(super) fn norm_of<T: Float>(x: [T; 2]) -> T { sqrt(dot(x, x)) }
    }
}

#[test]
fn the_float_trait_needs_no_import() {
    assert_eq!(without_import::norm_of([3.0_f32, 4.0]), 5.0);
    assert_eq!(without_import::only_gradient::gradient([3.0, 4.0]).0, 5.0);
    assert_eq!(without_import::attribute::norm_of([3.0, 4.0]), 5.0);
    assert_eq!(with_import::norm_of([3.0, 4.0]), 5.0);
    assert_eq!(with_import::attribute::norm_of([3.0, 4.0]), 5.0);
    assert_eq!(with_another_trait::norm_of([3.0, 4.0]), 5.0);
}

/// Constants and types of a block whose values and lengths have names of the language.
mod with_public_constants {
    adgraph::graph! {
        const N: usize = 2;
        type Pair = [f64; N];
        pub(super) const CORNERS: [Pair; N + 1] = [[-1.0, 0.0], [f64::INFINITY, 0.5], zeros(N)];
        pub(super) const QUARTER: f64 = f64::consts::PI / 2.0;
        pub(super) const STEPS: usize = 4 * N - 1;
        pub(super) const SINGLE: f32 = sqrt(2.0);
        pub(super) const NOTHING: [f64; N - 2] = zeros(N - 2);
        pub(super) type Path = [Pair; STEPS];
        pub(super) fn start(x: Path) -> f64 { x[0][1] }
    }
}

#[test]
fn public_constants_of_a_block_are_those_of_its_functions() {
    use with_public_constants::{CORNERS, NOTHING, Path, QUARTER, SINGLE, STEPS, start};
    assert_eq!(CORNERS, [[-1.0, 0.0], [f64::INFINITY, 0.5], [0.0; 2]]);
    assert_eq!(QUARTER, std::f64::consts::FRAC_PI_2);
    assert_eq!(SINGLE, std::f32::consts::SQRT_2);
    assert_eq!(NOTHING, [0.0; 0]);
    const PATH: Path = [[0.0, 3.0]; STEPS];
    assert_eq!(start(PATH), 3.0);
}
