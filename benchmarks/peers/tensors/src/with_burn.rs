//! The workloads in burn, on ndarray.

use burn::backend::{Autodiff, NdArray};
use burn::tensor::activation::log_softmax;
use burn::tensor::{Tensor, TensorData};

use crate::{Array, median_ns};

type Backend = Autodiff<NdArray<f64>>;
type Plain = NdArray<f64>;

fn tensor<const D: usize>(array: &Array) -> Tensor<Backend, D> {
    let data = TensorData::new(array.numbers.clone(), array.shape.clone());
    Tensor::from_data(data, &Default::default())
}

fn numbers<const D: usize>(tensor: Tensor<Plain, D>) -> Vec<f64> {
    tensor.into_data().to_vec().expect("float64")
}

/// Value and gradient, and the nanoseconds of a call.
pub(crate) fn run(workload: &str, arrays: &[Array]) -> (Vec<f64>, f64) {
    match workload {
        "mlp" => mlp(arrays),
        "mlp-b" => mlp_b(arrays),
        _ => mm(arrays),
    }
}

fn mm(arrays: &[Array]) -> (Vec<f64>, f64) {
    let [a, b] = [0, 1].map(|i| tensor::<2>(&arrays[i]).require_grad());
    let call = || {
        let c = a.clone().matmul(b.clone());
        let value = (c.clone() * c).sum();
        let gradients = value.backward();
        let own = [&a, &b].map(|x| x.grad(&gradients).expect("a gradient"));
        (value.inner(), own)
    };
    let (value, [da, db]) = call();
    let all = [numbers(value), numbers(da), numbers(db)].concat();
    (all, time(call))
}

fn mlp_b(arrays: &[Array]) -> (Vec<f64>, f64) {
    let [w1, w2] = [0, 2].map(|i| tensor::<2>(&arrays[i]).require_grad());
    let [b1, b2] = [1, 3].map(|i| tensor::<1>(&arrays[i]).require_grad());
    let [images, targets] = [4, 5].map(|i| tensor::<2>(&arrays[i]));
    let call = || {
        let hidden = images.clone().matmul(w1.clone().transpose());
        let hidden = (hidden + b1.clone().unsqueeze()).tanh();
        let scores = hidden.matmul(w2.clone().transpose()) + b2.clone().unsqueeze();
        let value = (targets.clone() * log_softmax(scores, 1)).sum() * (-1.0 / 32.0);
        let gradients = value.backward();
        let matrices = [&w1, &w2].map(|x| x.grad(&gradients).expect("a gradient"));
        let vectors = [&b1, &b2].map(|x| x.grad(&gradients).expect("a gradient"));
        (value.inner(), matrices, vectors)
    };
    let (value, [w1_bar, w2_bar], [b1_bar, b2_bar]) = call();
    let [w1_bar, w2_bar] = [w1_bar, w2_bar].map(numbers);
    let [b1_bar, b2_bar] = [b1_bar, b2_bar].map(numbers);
    let all = [numbers(value), w1_bar, b1_bar, w2_bar, b2_bar].concat();
    (all, time(call))
}

fn mlp(arrays: &[Array]) -> (Vec<f64>, f64) {
    let [w1, w2] = [0, 2].map(|i| tensor::<2>(&arrays[i]).require_grad());
    let [b1, b2, w3, b3] = [1, 3, 4, 5].map(|i| tensor::<1>(&arrays[i]).require_grad());
    let [x, target] = [6, 7].map(|i| tensor::<1>(&arrays[i]));
    let call = || {
        let layer = |w: &Tensor<Backend, 2>, x: Tensor<Backend, 1>, b: &Tensor<Backend, 1>| {
            let product: Tensor<Backend, 1> = w.clone().matmul(x.unsqueeze_dim(1)).squeeze_dim(1);
            (product + b.clone()).tanh()
        };
        let h2 = layer(&w2, layer(&w1, x.clone(), &b1), &b2);
        let error = (w3.clone() * h2).sum() + b3.clone() - target.clone();
        let value = error.clone() * error;
        let gradients = value.backward();
        let matrices = [&w1, &w2].map(|x| x.grad(&gradients).expect("a gradient"));
        let vectors = [&b1, &b2, &w3, &b3].map(|x| x.grad(&gradients).expect("a gradient"));
        (value.inner(), matrices, vectors)
    };
    let (value, [w1_bar, w2_bar], vectors) = call();
    let [w1_bar, w2_bar] = [w1_bar, w2_bar].map(numbers);
    let [b1_bar, b2_bar, w3_bar, b3_bar] = vectors.map(numbers);
    let first = [numbers(value), w1_bar, b1_bar, w2_bar];
    (
        [first.concat(), b2_bar, w3_bar, b3_bar].concat(),
        time(call),
    )
}

fn time<T>(call: impl Fn() -> T) -> f64 {
    median_ns(&mut || {
        std::hint::black_box(call());
    })
}
