// One error each: the compiler adds none about names that the block alone has.
mod lengths {
    adgraph::graph! {
        const N: usize = 3;
        type Row = [f64; N];

        pub fn argument(#[dynamc] x: [f64; N]) -> [f64; N] { x }

        pub fn alias(#[dynamc] x: Row) -> Row { x }

        pub fn float(x: double) -> (f64, Row) { (x, [x, x, x]) }

        pub fn unknown(x: f64) -> float { x }

        #[derivatives(batch(row))]
        pub fn layout<const K: usize>(x: &[f64; K], #[shared] y: [f64; N]) -> [f64; N] { y }

        #[derivatives(batch(row))]
        pub fn response(x: [f64; N], #[shared] y: [f64; N]) -> [f64; N] { x + y }
    }
}

mod constants {
    adgraph::graph! {
        pub const G = 4;
        pub type Groups = [f64; G];
        pub const CONTACTS: [[f64; G]; G] = [[1.0; G]; G];

        pub fn flows(s: Groups) -> (Groups, Groups) { (s, s) }

        pub fn weekly(s: Groups) -> [[f64; G]; 10] { broadcast(s, [10, G]) }
    }
}

mod floats {
    adgraph::graph! {
        const W: usize = 2;

        pub fn steering<T>(x: [T; W]) -> [T; W] { x }
    }
}

fn main() {
    let _ = lengths::argument([1.0, 2.0, 3.0]);
    let _ = constants::flows([1.0; 4]);
    let _ = constants::CONTACTS;
    let _ = floats::steering([1.0, 2.0]);
}
