use adgraph::graph;

graph! {
    pub struct Layer {
        #[tag]
        w: [f64; 2],
        #[tag(trainable, "first")]
        b: f64,
    }

    pub fn f(#[tag()] x: f64, #[tag(a b)] y: f64) -> f64 {
        #[tag(known)]
        let k = 2.0;
        #[tag(hidden)]
        let _ = x * y;
        #[tag(later)]
        let z;
        #[tags(wave)]
        let h = sin(x);
        #[inline]
        let g = cos(y);
        z = h * g;
        k * z
    }
}

fn main() {}
