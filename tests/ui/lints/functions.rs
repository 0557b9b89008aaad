// Functions that nothing uses; errors here, so that they are seen.
#![deny(dead_code)]

mod unused {
    adgraph::graph! {
        fn never(x: f64) -> f64 { of_never(x) }
        fn of_never(x: f64) -> f64 { x * x }
        pub fn public(x: f64) -> f64 { x }
        fn generic<T: adgraph::Float>(x: T) -> T { x }
        fn large(x: &[f64; 20000]) -> [f64; 20000] { x * x }
        fn of_any_length<const N: usize>(x: [f64; N]) -> f64 { of_template(sum(x)) }
        fn of_template(x: f64) -> f64 { x }
        #[derivatives(batch, jacobian, sparse_hessian, hessian_product, module = other)]
        fn with_items(x: f64, #[shared] y: f64, #[dynamic] p: f64) -> f64 { x * y * p }
        #[derivatives(only(gradient))]
        fn without_value(x: f64) -> f64 { x }
        fn _silent(x: f64) -> f64 { x }
        #[allow(dead_code)]
        fn allowed(x: f64) -> f64 { of_allowed(x) }
        fn of_allowed(x: f64) -> f64 { x }
        #[expect(dead_code)]
        fn expected(x: f64) -> f64 { x }
        #[expect(dead_code, unused_variables)]
        fn both_expected(x: f64, y: f64) -> f64 { x }
        #[expect(dead_code)]
        fn unfulfilled(x: f64) -> f64 { x }
    }

    pub fn user() -> f64 { unfulfilled(1.0) }
}

#[adgraph::differentiable]
fn attribute(x: f64) -> f64 { x }

mod used {
    adgraph::graph! {
        fn directly(x: f64) -> f64 { of_length(of_function([x; 3])) }
        fn of_function(x: [f64; 3]) -> [f64; 3] { of_function_of_function(x) }
        fn of_function_of_function(x: [f64; 3]) -> [f64; 3] { x }
        fn of_length<const N: usize>(x: [f64; N]) -> f64 { in_template(sum(x)) }
        fn in_template(x: f64) -> f64 { x }
        fn by_gradient(x: f64, #[dynamic] p: f64) -> f64 { of_gradient(x * p) }
        #[derivative(tangent = slope)]
        fn of_gradient(x: f64) -> f64 { sin(x) }
        fn slope(x: f64, _y: f64, d: f64) -> f64 { d * cos(x) }
        fn by_struct(x: f64, #[dynamic] p: f64) -> f64 { x * p }
        fn by_type(x: f64) -> f64 { x }
        fn by_graph(x: f64) -> f64 { x }
        pub(super) fn by_cost(x: f64) -> f64 { x }
        #[derivatives(sparse_hessian)]
        fn by_places(x: f64) -> f64 { x * x }
        #[derivatives(jacobian)]
        fn by_offset(x: f64) -> f64 { x * x }
        #[derivatives(batch)]
        fn by_batch(x: f64, #[shared] y: f64) -> f64 { x * y }
        fn in_place(x: &[f64; 20000]) -> [f64; 20000] { x * x }
        #[derivatives(only(gradient))]
        fn by_only(x: f64) -> f64 { x }
        fn generic<T: adgraph::Float>(x: T) -> T { x }
        #[check]
        fn checked(x: f64) -> f64 { x }
        #[cfg(any())]
        fn configured(x: f64) -> f64 { x }
        #[cfg(all())]
        fn configured(x: f64) -> f64 { x }
        #[cfg(all())]
        fn by_configured(x: f64) -> f64 { configured(x) }
    }

    pub fn user() -> f64 {
        let _ = (by_graph::graph(), by_cost::COST, by_places::SPARSITY_HESSIAN);
        let _ = (by_type::Tangent::ZERO, by_struct::Function { p: 1.0 }, by_offset::offset::X);
        in_place::value_into(&[0.0; 20000], &mut [0.0; 20000]);
        checked::check().assert();
        let (y, d) = by_gradient::gradient(1.0, 2.0);
        let (z, _) = by_only::gradient(generic(1.0_f32).into());
        y + z + d.x + directly(1.0) + by_batch::batch::sum_value(&[1.0], 2.0) + by_configured(1.0)
    }
}

macro_rules! model {
    ($name:ident) => {
        adgraph::graph! {
            pub(crate) fn $name(x: f64) -> f64 { in_macro(x) }
            fn in_macro(x: f64) -> f64 { x }
            fn never_in_macro(x: f64) -> f64 { x }
        }
    };
}

model!(of_macro);

fn main() {
    let _ = of_macro::graph();
    adgraph::graph! {
        fn local_never(x: f64) -> f64 { x }
        fn local_called(x: f64) -> f64 { local_helper(x) }
        fn local_helper(x: f64) -> f64 { x }
    }
    let (y, _) = local_called::gradient(1.0);
    let _ = y + used::user() + unused::user();
}
