// Lists of all that is made.
adgraph::graph! {
    #[derivatives(only(gradiant, hesian))]
    fn misspelt(x: f64) -> f64 { x }

    #[derivatives(only())]
    fn empty(x: f64) -> f64 { x }

    #[derivatives(only)]
    fn without_a_list(x: f64) -> f64 { x }

    #[derivatives(only = gradient)]
    fn no_list(x: f64) -> f64 { x }

    #[derivatives(only(gradient), jacobian, taylor(2))]
    fn mixed(x: f64) -> f64 { x }

    #[check]
    #[derivatives(batch)]
    #[derivatives(only(value, adjoint, tangent))]
    fn mixed_over_attributes(x: f64) -> f64 { x }

    #[derivatives(only(value), only(gradient))]
    fn twice(x: f64) -> f64 { x }

    #[derivatives(only(gradient, module = name))]
    fn named(x: f64) -> f64 { x }

    #[derivatives(only(only(gradient)))]
    fn nested(x: f64) -> f64 { x }

    #[derivatives(only(value gradient))]
    fn without_a_comma(x: f64) -> f64 { x }

    #[derivatives(gradient)]
    fn by_default(x: f64) -> f64 { x }

    #[derivatives(only(value, gradient))]
    fn several(x: [f64; 2]) -> [f64; 2] { x }

    #[derivatives(only(value, tangent))]
    fn truth(x: f64) -> bool { x > 0.0 }

    #[derivatives(only(jacobian, taylor(40)))]
    fn mixed_types(x: f64, y: f32) -> f64 { x * y as f64 }

    #[derivatives(only(taylor(2), batch))]
    fn batch_of_nothing(x: f64) -> f64 { x }

    #[derivatives(only(gradient, value, gradient))]
    fn twice_listed(x: f64) -> f64 { x }

    #[check]
    #[derivatives(only(value, adjoint))]
    fn unchecked(x: f64) -> f64 { x }

    #[external]
    #[derivatives(only(value))]
    fn outside(x: f64) -> f64;
}

fn main() {}
