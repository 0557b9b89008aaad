//! Makes Rust functions, with derivatives, of files that CppAD and MXNet wrote: the files are read
//! while this example is compiled, and nothing of them is left to read when it runs.

adgraph::graph! {
    /// Black and Scholes' prices of a call and a put, as CppAD recorded them.
    #[cppad("examples/data/black_scholes.json")]
    #[derivatives(jacobian)]
    fn prices(spot: f64, strike: f64, volatility: f64, #[dynamic] rate: f64, #[dynamic] time: f64)
    -> (f64, f64);

    /// The price of a call less what it would yield today: Rust around the file.
    fn premium(spot: f64, strike: f64, volatility: f64) -> f64 {
        let (call, _) = prices(spot, strike, volatility, 0.05, 1.0);
        call - max(spot - strike, 0.0)
    }

    /// A network of MXNet's, without its weights.
    #[nnvm("examples/data/mlp-symbol.json")]
    fn network(
        data: &[[f64; 5]; 4],
        fc1_weight: &[[f64; 5]; 6],
        fc1_bias: [f64; 6],
        fc2_weight: &[[f64; 6]; 5],
        fc2_bias: [f64; 5],
        fc3_weight: &[[f64; 5]; 3],
        fc3_bias: [f64; 3],
    ) -> [[f64; 3]; 4];

    /// The mean negative log-probability of the first class, of a network with these last weights.
    fn loss(weight: &[[f64; 5]; 3], bias: [f64; 3], #[dynamic] data: &[[f64; 5]; 4]) -> f64 {
        let (first, second) = (broadcast(0.1, [6, 5]), broadcast(-0.1, [5, 6]));
        let classes = network(data, first, [0.2; 6], second, [0.3; 5], weight, bias);
        -mean(classes[(.., 0)])
    }
}

fn main() {
    let (spot, strike, volatility) = (100.0, 105.0, 0.2);
    let (call, put) = prices(spot, strike, volatility, 0.05, 1.0);
    let jacobian = prices::jacobian(spot, strike, volatility, 0.05, 1.0);
    println!("call, put = {call:.6}, {put:.6}");
    println!("delta     = {:.6}, {:.6}", jacobian[0][0], jacobian[1][0]);
    let (value, d) = premium::gradient(spot, strike, volatility);
    println!("premium   = {value:.6}, vega = {:.6}", d.volatility);

    let data = [[0.5, -0.2, 0.1, 0.4, -0.3]; 4];
    let (mut weight, mut bias) = ([[0.1; 5]; 3], [0.0; 3]);
    for step in 0..=100 {
        let (value, d) = loss::gradient(&weight, bias, &data);
        if step % 25 == 0 {
            println!("step {step:3}: loss {value:.6}");
        }
        for (row, slope) in weight.iter_mut().zip(d.weight) {
            for (weight, slope) in row.iter_mut().zip(slope) {
                *weight -= 0.1 * slope;
            }
        }
        for (bias, slope) in bias.iter_mut().zip(d.bias) {
            *bias -= 0.1 * slope;
        }
    }
}
