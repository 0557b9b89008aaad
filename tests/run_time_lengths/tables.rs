//! Loops of a known number of repetitions that read arrays of run-time length.

use adgraph::graph;

graph! {
    pub fn climbs<const N: usize>(v: &[f64; N], k: usize) -> f64 {
        let mut s = 1.0;
        #[limit(64)]
        while s < 10.0 { s += v[k]; }
        s
    }

    pub fn settles<const N: usize>(v: &[f64; N], k: usize) -> f64 {
        let mut s = 1.0;
        for _ in 0..4000 { s = 0.5 * s + v[k]; }
        s
    }

    /// The first element that is not below a number, times that.
    pub fn search<const N: usize>(v: &[f64; N], least: f64) -> f64 {
        let (mut low, mut high) = (0, N);
        #[limit(64)]
        while low < high {
            let middle = (low + high) / 2;
            if v[middle] < least { low = middle + 1; } else { high = middle; }
        }
        v[low] * least
    }

    pub fn roots<const N: usize>(v: &[f64; N], parent: &[usize; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N {
            let mut k = i;
            #[limit(30)]
            while parent[k] != k { k = parent[k]; }
            s += v[k] * v[i];
        }
        s
    }

    pub fn with_first_two<const N: usize>(v: &[f64; N]) -> f64 {
        let mut y = v;
        for i in 0..N {
            let mut k = 0;
            #[limit(20)]
            while k < 2 {
                y[i] += v[k];
                k += 1;
            }
        }
        sum(y * y)
    }

    pub fn products_of_rows<const N: usize>(m: &[[f64; 3]; N]) -> f64 {
        let (mut i, mut y) = (0, 1.0);
        #[limit(50)]
        while i < N {
            y *= m[i][i % 3];
            i += 1;
        }
        y
    }
}

#[test]
fn values_and_derivatives() {
    let v = [1.0, 2.0, 3.0];
    let (value, d) = climbs::gradient(&v, 1);
    assert_eq!((value, d.v), (11.0, vec![0.0, 5.0, 0.0]));
    let (value, d) = settles::gradient(&v, 1);
    assert_eq!((value, d.v), (4.0, vec![0.0, 2.0, 0.0]));
    let (value, d) = search::gradient(&v, 1.5);
    assert_eq!((value, d.v, d.least), (3.0, vec![0.0, 1.5, 0.0], 2.0));
    let (value, d) = roots::gradient(&v, &[1, 2, 2]);
    assert_eq!((value, d.v), (18.0, vec![3.0, 3.0, 9.0]));
    let (value, d) = with_first_two::gradient(&v);
    assert_eq!((value, d.v), (77.0, vec![38.0, 40.0, 12.0]));
    let (value, d) = products_of_rows::gradient(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
    assert_eq!(value, 5.0);
    assert_eq!(d.m, [[5.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
}

#[test]
#[should_panic(expected = "index")]
fn positions_outside_are_refused() {
    let _ = climbs(&[1.0], 1);
}
