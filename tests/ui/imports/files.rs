// Files that are not there, that hold something else, or what generated code cannot do.
adgraph::graph! {
    #[cppad("tests/ui/imports/missing.json")]
    fn missing(x: f64) -> f64;

    #[cppad("tests/ui/imports")]
    fn folder(x: f64) -> f64;

    #[cppad("tests/ui/imports/late.json")]
    fn wrong(x: f64) -> f64;

    #[cppad("tests/ui/imports/mlp.json")]
    fn of_another_format(x: f64) -> f64;

    #[nnvm("tests/ui/imports/decay.json")]
    fn of_the_first_format(x: f64) -> f64;

    #[nnvm("tests/ui/imports/unknown.json")]
    fn unknown(x: [f64; 3]) -> [f64; 3];

    #[cppad("tests/ui/imports/host.json")]
    fn calls_the_host(x: f64) -> f64;

    #[cppad("tests/ui/imports/states.json")]
    fn states(x: [f64; 2]) -> f64;
}

fn main() {
    let _: f64 = missing(1.0) + wrong(2.0);
}
