// Signatures that are empty, not complete, or not those of the file.
adgraph::graph! {
    #[cppad("tests/ui/imports/decay.json")]
    pub fn empty();

    #[cppad("tests/ui/imports/decay.json")]
    pub(crate) fn counts(x: [f64; 3]) -> f64;

    #[cppad("tests/ui/imports/decay.json")]
    fn narrow(x: [f32; 2], #[dynamic] p: f32) -> [f32; 2];

    #[cppad("tests/ui/imports/decay.json")]
    fn forgotten(height: f64, rate: f64, time: f64) -> (f64, f64);

    #[nnvm("tests/ui/imports/mlp.json")]
    fn nothing_known();

    #[nnvm("tests/ui/imports/mlp.json")]
    fn data_known(data: &[[f64; 4]; 2]);

    #[nnvm("tests/ui/imports/mlp.json")]
    fn names(data: &[[f64; 4]; 2], fc1_weigth: &[[f64; 4]; 8], fc1_bias: [f64; 8]) -> f64;

    #[nnvm("tests/ui/imports/mlp.json")]
    fn shapes(
        data: &[[f64; 4]; 2],
        fc1_weight: &[[f64; 8]; 4],
        fc1_bias: [f64; 8],
    ) -> ([[f64; 8]; 2], f64);

    #[nnvm("tests/ui/imports/mlp.json")]
    fn results(
        data: &[[f64; 4]; 2],
        fc1_weight: &[[f64; 4]; 8],
        fc1_bias: [f64; 8],
    ) -> ([[f64; 2]; 8], f64);

    // An error that another one caused would be reported here.
    fn caller(x: [f64; 2]) -> f64 {
        sum(empty(x, [1.0])) + counts([x[0], x[1], 1.0])
    }
}

fn main() {
    let _: [f64; 2] = empty([1.0, 2.0], [3.0]);
    let _: f64 = counts([1.0, 2.0, 3.0]);
}
