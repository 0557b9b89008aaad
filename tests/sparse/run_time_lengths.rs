//! Functions whose lengths come with the call: places that are found when the program runs.

use adgraph::function::WithSparsity;
use adgraph::function::{
    Function, GraphFunction, HessianFunction, JacobianFunction, SparseHessianFunction,
    SparseJacobianFunction,
};
use adgraph::sparse::Compression;
use adgraph::{Float, Rows, graph};

graph! {
    /// The residuals of a chain: a band.
    #[derivatives(jacobian, hessian)]
    pub fn residuals<const N: usize>(x: &[f64; N]) -> [f64; N - 1] {
        x[1..] - x[..N - 1] * x[..N - 1]
    }

    /// The same for a length that is a number, with places as constants.
    #[derivatives(sparse_jacobian, sparse_hessian)]
    fn residuals_of_40(x: [f64; 40]) -> [f64; 39] { residuals(x) }

    /// A sum over pairs of neighbours.
    #[derivatives(hessian)]
    pub fn chain<const N: usize>(x: &[f64; N]) -> f64 {
        let r = residuals(x);
        dot(r, r)
    }

    /// One dense row and one dense column beside a diagonal: products from both sides.
    #[derivatives(jacobian)]
    pub fn arrow<const N: usize>(x: &[f64; N], t: f64) -> (f64, [f64; N]) {
        (sum(sin(x)) * t, x * x * t)
    }

    /// The energy of springs between pairs of nodes.
    #[derivatives(hessian)]
    pub fn springs<const N: usize, const M: usize>(
        x: &[[f64; 2]; N],
        ends: &[[usize; 2]; M],
        #[dynamic] stiffness: f64,
    ) -> f64 {
        let mut energy = 0.0;
        for k in 0..M {
            let d = x[ends[k][0]] - x[ends[k][1]];
            energy += 0.5 * stiffness * (norm(d) - 1.0).powi(2);
        }
        energy
    }

    /// Each element has parts of all that come before it.
    #[derivatives(jacobian)]
    pub fn filtered<T: Float, const N: usize>(x: [T; N], a: T) -> [T; N] {
        let mut y = [0.0; N];
        let mut state = 0.0;
        for i in 0..N {
            state = a * state + sin(x[i]);
            y[i] = state;
        }
        y
    }

    /// Rows of a matrix, each by itself, and numbers that the struct holds.
    #[derivatives(jacobian)]
    pub fn of_rows<const N: usize, const M: usize>(
        a: Rows<f64, N, M>,
        #[dynamic] b: &[f64; M],
    ) -> [f64; N] {
        matmul(tanh(a), b)
    }

    /// Integers in every form that an argument may have.
    #[derivatives(jacobian)]
    pub fn chosen<const N: usize, const M: usize, const K: usize>(
        x: &[f64; N],
        one: usize,
        few: [usize; 2],
        each: &[usize; M],
        pairs: Rows<usize, M, K>,
    ) -> [f64; M] {
        x[each] * x[one] + x[few[0]] * x[few[1]] * x[pairs[(.., 0)]] + x[pairs[(.., 1)]]
    }

    /// No entries at all.
    #[derivatives(jacobian, hessian)]
    pub fn constant<const N: usize>(_x: &[f64; N]) -> f64 { N as f64 }

    /// The side of a condition on lengths that is left out has no entries.
    #[derivatives(jacobian)]
    pub fn ends<const N: usize>(x: &[f64; N]) -> f64 {
        if N > 3 { x[3] * x[0] } else { x[0] }
    }
}

/// Numbers between the integers, all of them different.
fn point(count: usize) -> Vec<f64> {
    let number = |i: usize| 0.3 + 0.01 * i as f64 + 0.2 * (i as f64 * 1.7).sin();
    (0..count).map(number).collect()
}

/// The Jacobian's entries are those of the dense one, whose other elements are zeros.
fn check_jacobian<F>(function: F) -> WithSparsity<F, Compression>
where
    F: GraphFunction<Float = f64> + JacobianFunction,
{
    let function = WithSparsity::new(function).jacobian().expect("places");
    let (rows, columns) = (function.n_out(), function.n_in());
    let places = function.sparsity_jacobian();
    assert_eq!((places.rows, places.columns), (rows, columns));
    let x = point(columns);
    let mut dense = vec![0.0; rows * columns];
    function.function().jacobian(&x, &mut dense);
    let mut entries = vec![f64::NAN; places.entries()];
    let mut workspace = Default::default();
    for _ in 0..2 {
        function.sparse_jacobian_with(&mut workspace, &x, &mut entries);
        let mut found = vec![0.0; rows * columns];
        for (row, column, value) in places.triplets(&entries) {
            found[row * columns + column] = value;
        }
        close(&found, &dense);
    }
    function
}

/// The same of the Hessian's lower triangle.
fn check_hessian<F>(function: F) -> WithSparsity<F, (), Compression>
where
    F: GraphFunction<Float = f64> + HessianFunction,
{
    let function = WithSparsity::new(function).hessian().expect("places");
    let n = function.n_in();
    let (x, weights) = (point(n), point(function.n_out()));
    let mut dense = vec![0.0; n * n];
    function.function().hessian(&x, &weights, &mut dense);
    let places = function.sparsity_hessian();
    let mut entries = vec![f64::NAN; places.entries()];
    function.sparse_hessian(&x, &weights, &mut entries);
    let mut found = vec![0.0; n * n];
    for (row, column, value) in places.triplets(&entries) {
        assert!(column <= row, "the lower triangle");
        found[row * n + column] = value;
        found[column * n + row] = value;
    }
    close(&found, &dense);
    function
}

fn close(found: &[f64], expected: &[f64]) {
    for (place, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!(
            (a - b).abs() <= 1e-12 * (1.0 + b.abs()),
            "{place}: {a} for {b}"
        );
    }
}

#[test]
fn jacobians_have_the_entries_of_the_dense_ones() {
    for n in [1, 2, 3, 40] {
        check_jacobian(residuals::Function { N: n });
        check_jacobian(arrow::Function { N: n });
        check_jacobian(constant::Function { N: n });
        check_jacobian(ends::Function { N: n });
    }
    let single = check_jacobian(ends::Function { N: 2 });
    assert!(single.sparsity_jacobian().places().eq([(0, 0)]));
    check_jacobian(filtered::Function::<f64, 7>::default());
    let b = [2.0, 0.0, -1.0];
    let rows = check_jacobian(of_rows::Function { N: 5, b: &b });
    assert_eq!(rows.sparsity_jacobian().entries(), 15);
}

#[test]
fn hessians_have_the_entries_of_the_dense_ones() {
    for n in [1, 2, 3, 40] {
        check_hessian(residuals::Function { N: n });
        check_hessian(chain::Function { N: n });
        check_hessian(constant::Function { N: n });
    }
    let chain = check_hessian(chain::Function { N: 30 });
    assert_eq!(chain.sparsity_hessian().entries(), 59);
}

#[test]
fn a_network_has_entries_at_its_edges_alone() {
    let ends = [[0, 1], [1, 2], [4, 2], [4, 0]];
    let function = springs::Function {
        N: 6,
        ends: &ends,
        stiffness: 3.0,
    };
    let function = check_hessian(function);
    let places = function.sparsity_hessian();
    // Four edges of two by two numbers, and the own three of the four nodes at their ends.
    assert_eq!(places.entries(), 4 * 4 + 4 * 3);
    assert_eq!(places.position(2 * 2, 0), None);
    assert!(places.position(2 * 4, 1).is_some());
}

#[test]
fn integers_of_all_arguments_say_where_entries_are() {
    let (each, pairs) = ([3, 4], [[5, 6], [6, 7]]);
    let function = chosen::Function {
        N: 9,
        one: 0,
        few: [1, 2],
        each: &each,
        pairs: (&pairs).into(),
    };
    let function = check_jacobian(function);
    let places = function.sparsity_jacobian();
    assert_eq!(
        (places.row(0), places.row(1)),
        (&[0, 1, 2, 3, 5, 6][..], &[0, 1, 2, 4, 6, 7][..])
    );
}

#[test]
fn places_are_those_of_a_known_length() {
    let function = WithSparsity::new(residuals::Function { N: 40 });
    let function = function
        .jacobian()
        .expect("places")
        .hessian()
        .expect("places");
    assert_eq!(
        function.sparsity_jacobian(),
        residuals_of_40::SPARSITY_JACOBIAN
    );
    assert_eq!(
        function.sparsity_hessian(),
        residuals_of_40::SPARSITY_HESSIAN
    );
    let (x, weights) = (point(40), point(39));
    let mut entries = vec![0.0; function.sparsity_jacobian().entries()];
    let mut expected = entries.clone();
    function.sparse_jacobian(&x, &mut entries);
    residuals_of_40::Function.sparse_jacobian(&x, &mut expected);
    close(&entries, &expected);
    let mut entries = vec![0.0; function.sparsity_hessian().entries()];
    let mut expected = entries.clone();
    function.sparse_hessian(&x, &weights, &mut entries);
    residuals_of_40::Function.sparse_hessian(&x, &weights, &mut expected);
    close(&entries, &expected);
    let (mut value, mut gradient) = (vec![0.0; 39], vec![0.0; 40]);
    function.value_gradient_sparse_hessian(&x, &weights, &mut value, &mut gradient, &mut entries);
    let mut plain = vec![0.0; 39];
    function.function().value(&x, &mut plain);
    assert_eq!(value, plain);
}

#[test]
fn what_a_call_is_refused_for_has_no_places() {
    let refused = WithSparsity::new(residuals::Function { N: 0 }).jacobian();
    assert!(refused.is_err());
    let function = WithSparsity::new(residuals::Function { N: 3 })
        .jacobian()
        .expect("places");
    let call = || function.sparse_jacobian(&[0.0; 3], &mut [0.0; 3]);
    let message = *std::panic::catch_unwind(call)
        .unwrap_err()
        .downcast::<String>()
        .unwrap();
    assert_eq!(message, "`values` has 3 elements and needs 4");
}

#[test]
fn a_function_with_places_keeps_its_traits() {
    let plain = springs::Function {
        N: 3,
        ends: &[[0, 1], [1, 2]],
        stiffness: 2.0,
    };
    let with_places = WithSparsity::new(plain).hessian().expect("places");
    let (x, direction) = (
        [0.1, 0.2, 1.3, -0.4, 2.0, 0.7],
        [1.0, 0.0, -1.0, 2.0, 0.5, 0.0],
    );
    let products = [[0.0; 6]; 2].map(|mut product| {
        with_places.hessian_product(&x, &[1.0], &direction, &mut product);
        product
    });
    let mut expected = [0.0; 6];
    plain.hessian_product(&x, &[1.0], &direction, &mut expected);
    assert_eq!(products, [expected; 2]);
    let (mut dense, mut own) = ([0.0; 36], [0.0; 36]);
    HessianFunction::hessian(&with_places, &x, &[1.0], &mut dense);
    plain.hessian(&x, &[1.0], &mut own);
    assert_eq!(dense, own);
}

#[test]
fn an_edge_to_a_node_that_is_not_there_is_refused_by_the_call() {
    let function = springs::Function {
        N: 2,
        ends: &[[0, 7]],
        stiffness: 1.0,
    };
    let function = WithSparsity::new(function).hessian().expect("places");
    let call = || {
        let mut entries = vec![0.0; function.sparsity_hessian().entries()];
        function.sparse_hessian(&[0.1, 0.2, 0.3, 0.4], &[1.0], &mut entries);
    };
    let message = *std::panic::catch_unwind(call)
        .unwrap_err()
        .downcast::<String>()
        .unwrap();
    assert_eq!(
        message,
        "index out of bounds: the len is 2 but the index is 7"
    );
}
