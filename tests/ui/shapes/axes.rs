// Axes that are exchanged, and dimensions that are none.
adgraph::graph! {
    const C: Axis = 3;
    const W: Axis = 4;
    const H: Axis = 4;
    const Y: Axis = 2;
    const N: Axis = 5;

    pub fn cost(
        w: [[[[f64; Y]; H]; W]; C],
        x: [[[[f64; N]; H]; W]; C],
        b: [f64; Y],
        y0: [[f64; N]; Y],
    ) -> f64 {
        let y = tanh(contract(w, x) + b);
        sum((y - y0).powi(2))
    }

    pub fn exchanged(
        w: [[[[f64; Y]; H]; W]; C],
        x: [[[[f64; N]; W]; H]; C],
        b: [f64; Y],
        y0: [[f64; N]; Y],
    ) -> f64 {
        cost(w, x, b, y0)
    }

    pub fn transposed(x: [[f64; W]; H]) -> [[f64; H]; W] {
        let y = x + 1.0;
        y
    }

    pub fn plain(x: [[f64; N]; C], k: [f64; 3]) -> [[f64; N]; C] {
        x * k
    }

    pub fn unnamed<const M: Axis>(x: &[[f64; C]; M]) -> f64 {
        sum(x, axis = N)[0]
    }

    pub fn twice<const M: Axis>(x: &[f64; M]) -> [[f64; M]; M] {
        contract(x, x)
    }
}

fn main() {
    let _ = exchanged([[[[0.0; 2]; 4]; 4]; 3], [[[[0.0; 5]; 4]; 4]; 3], [0.0; 2], [[0.0; 5]; 2]);
    let _: f64 = unnamed(&[[0.0; 3]; 2]);
}
