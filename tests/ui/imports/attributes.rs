// The attribute itself.
adgraph::graph! {
    #[cppad]
    fn no_path(x: f64) -> f64;

    #[cppad(decay)]
    fn no_text(x: f64) -> f64;

    #[cppad("tests/ui/imports/decay.json", silence)]
    fn option(x: [f64; 2], #[dynamic] p: f64) -> [f64; 2];

    #[cppad("tests/ui/imports/decay.json")]
    #[nnvm("tests/ui/imports/mlp.json")]
    fn two(x: [f64; 2], #[dynamic] p: f64) -> [f64; 2];

    #[cppad("")]
    fn empty(x: f64) -> f64;

    #[cppad("tests/ui/imports/decay.json")]
    fn body(x: f64) -> f64 {
        x
    }

    fn neither(x: f64) -> f64;
}

fn main() {}
