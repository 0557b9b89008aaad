//! The workloads in candle, on the processor.

use candle_core::{D, Device, Result, Tensor, Var};

use crate::{Array, median_ns};

/// Value and gradient, and the nanoseconds of a call.
pub(crate) fn run(workload: &str, arrays: &[Array]) -> (Vec<f64>, f64) {
    measured(workload, arrays).expect("candle")
}

fn measured(workload: &str, arrays: &[Array]) -> Result<(Vec<f64>, f64)> {
    let variables = arrays
        .iter()
        .map(|array| Var::from_vec(array.numbers.clone(), array.shape.as_slice(), &Device::Cpu));
    let variables: Vec<Var> = variables.collect::<Result<_>>()?;
    let independent = match workload {
        "mlp" => 6,
        "mlp-b" => 4,
        _ => 2,
    };
    // Variables without a derivative are detached, so that none is computed.
    let all = variables.iter().enumerate();
    let all = all.map(|(i, variable)| match i < independent {
        true => variable.as_tensor().clone(),
        false => variable.as_tensor().detach(),
    });
    let all: Vec<Tensor> = all.collect();
    let call = || -> Result<(Tensor, Vec<Tensor>)> {
        let value = value(workload, &all)?;
        let gradients = value.backward()?;
        let own = all[..independent].iter();
        let own = own.map(|x| {
            gradients.get(x).cloned().ok_or(candle_core::Error::Msg(
                "a variable without gradient".to_owned(),
            ))
        });
        Ok((value, own.collect::<Result<_>>()?))
    };
    let (value, gradients) = call()?;
    let mut numbers = vec![value.to_scalar::<f64>()?];
    for gradient in gradients {
        numbers.extend(gradient.flatten_all()?.to_vec1::<f64>()?);
    }
    let ns = median_ns(&mut || {
        std::hint::black_box(call().expect("candle"));
    });
    Ok((numbers, ns))
}

fn value(workload: &str, x: &[Tensor]) -> Result<Tensor> {
    match workload {
        "mlp" => {
            let [w1, b1, w2, b2, w3, b3, x, target] = x else {
                unreachable!("eight arguments");
            };
            let layer = |w: &Tensor, x: &Tensor, b: &Tensor| {
                (w.matmul(&x.unsqueeze(1)?)?.squeeze(1)? + b)?.tanh()
            };
            let h2 = layer(w2, &layer(w1, x, b1)?, b2)?;
            let error = (((w3 * h2)?.sum_all()? + b3.sum_all()?)? - target.sum_all()?)?;
            error.sqr()
        }
        "mlp-b" => {
            let [w1, b1, w2, b2, images, targets] = x else {
                unreachable!("six arguments");
            };
            let hidden = images.matmul(&w1.t()?)?.broadcast_add(b1)?.tanh()?;
            let scores = hidden.matmul(&w2.t()?)?.broadcast_add(b2)?;
            let greatest = scores.max_keepdim(D::Minus1)?.detach();
            let scores = scores.broadcast_sub(&greatest)?;
            let total = scores.exp()?.sum_keepdim(D::Minus1)?.log()?;
            let log_softmax = scores.broadcast_sub(&total)?;
            (targets * log_softmax)?.sum_all()?.affine(-1.0 / 32.0, 0.0)
        }
        _ => x[0].matmul(&x[1])?.sqr()?.sum_all(),
    }
}
