// Matrices in the place of those whose extents come with the call.
use adgraph::Rows;

adgraph::graph! {
    pub fn total<const N: usize, const M: usize>(x: Rows<f64, N, M>) -> f64 {
        sum(x)
    }

    pub fn bare(x: &Rows) -> f64 {
        sum(x)
    }
}

adgraph::graph! {
    pub fn mean_of<const N: usize, const M: usize>(x: Rows<f64, N, M>) -> f64 {
        mean(x)
    }
}

fn main() {
    let array = [[1.0, 2.0], [3.0, 4.0]];
    let vector = vec![[1.0, 2.0], [3.0, 4.0]];
    let vectors = vec![vec![1.0, 2.0], vec![3.0, 4.0]];
    let right = mean_of(Rows::from(&array)) + mean_of((&vector).into());
    let m = mean_of(&array);
    let m = mean_of(&vector);
    let m = mean_of(Rows::from(&vectors));
}
