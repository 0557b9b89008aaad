//! Trains a small network on data that it generates, by gradient descent with momentum.

use adgraph::graph;

graph! {
    /// Mean squared error of a network with one hidden layer over a batch of 64 points.
    pub fn loss(
        w1: &[[f64; 16]; 2],
        b1: &[f64; 16],
        w2: &[f64; 16],
        b2: f64,
        #[dynamic] points: &[[f64; 2]; 64],
        #[dynamic] targets: &[f64; 64],
    ) -> f64 {
        let bias = broadcast(b1, [64, 16]);
        let hidden = tanh(matmul(points, w1) + bias);
        let error = matmul(hidden, w2) + b2 - targets;
        mean(error * error)
    }
}

fn main() {
    let mut draw = numbers();
    let mut points = [[0.0; 2]; 64];
    let mut targets = [0.0; 64];
    for (point, target) in points.iter_mut().zip(&mut targets) {
        *point = [2.0 * draw() - 1.0, 2.0 * draw() - 1.0];
        *target = (3.0 * point[0]).sin() * point[1];
    }
    let mut parameters = loss::Adjoint::ZERO;
    for w in parameters.w1.as_flattened_mut() {
        *w = 2.0 * draw() - 1.0;
    }
    for w in &mut parameters.w2 {
        *w = draw() - 0.5;
    }

    let mut velocity = loss::Adjoint::ZERO;
    for step in 0..=2000 {
        let p = &parameters;
        let (value, d) = loss::gradient(&p.w1, &p.b1, &p.w2, p.b2, &points, &targets);
        if step % 250 == 0 {
            println!("step {step:4}  loss {value:.6}");
        }
        descend(
            parameters.w1.as_flattened_mut(),
            velocity.w1.as_flattened_mut(),
            d.w1.as_flattened(),
        );
        descend(&mut parameters.b1, &mut velocity.b1, &d.b1);
        descend(&mut parameters.w2, &mut velocity.w2, &d.w2);
        descend(
            core::slice::from_mut(&mut parameters.b2),
            core::slice::from_mut(&mut velocity.b2),
            &[d.b2],
        );
    }
}

/// One step of gradient descent with momentum.
fn descend(parameters: &mut [f64], velocity: &mut [f64], gradient: &[f64]) {
    for ((p, v), g) in parameters.iter_mut().zip(velocity).zip(gradient) {
        *v = 0.9 * *v - 0.05 * g;
        *p += *v;
    }
}

/// Numbers between 0 and 1, always the same ones.
fn numbers() -> impl FnMut() -> f64 {
    let mut state = 1_u32;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(u32::MAX)
    }
}
