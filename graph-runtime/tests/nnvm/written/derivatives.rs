//! Graphs of derivatives, and derivatives of graphs that come back.

use super::support::{Random, check, close, evaluate, float, graph, read_back};
use graph_autodiff::{differentiable_inputs, forward, reverse};
use graph_ir::{Graph, Result, Shape};

fn examples() -> Vec<(&'static str, Graph)> {
    let energy = graph(&[float(&[3]), float(&[])], |b, x| {
        let stretch = b.range(x[0], 0, 1, 2)? - b.range(x[0], 0, 0, 2)?;
        let tension = b.dot(stretch, stretch)? * x[1] * 0.5;
        Ok(vec![tension + x[0].cos().sum(&[0])])
    });
    let layer = graph(&[float(&[2, 3]), float(&[4, 3]), float(&[4])], |b, x| {
        let y = b.matmul(x[0], b.transpose(x[1], &[1, 0])?)?;
        let y = y + b.broadcast(x[2], &Shape::new(&[2, 4])?, &[1])?;
        let y = b.composite(
            graph_ir::composite::Composite::LogSoftmax,
            &[y.tanh()],
            &[1],
        )?;
        let norm = b.composite(graph_ir::composite::Composite::Norm, &[y], &[0])?;
        Ok(vec![y.relu(), norm])
    });
    let choice = graph(&[float(&[]), float(&[2])], |b, x| {
        b.begin_region()?;
        let then = b.end_region(&[x[1] * x[0].sqrt()])?;
        b.begin_region()?;
        let otherwise = b.end_region(&[x[1].exp() * x[0]])?;
        let chosen = b.branch(x[0].greater(0.0), then, otherwise)?;
        Ok(vec![chosen[0].clamp(-0.25, 1.0), chosen[0].max(x[1])])
    });
    let chain = graph(&[float(&[]), float(&[4])], |b, x| {
        b.begin_region()?;
        let state = b.region_input(float(&[]));
        let input = b.region_input(float(&[]));
        let next = (state * input).sin() + x[0];
        let body = b.end_region(&[next, next.square()])?;
        b.scan_region(body, &[x[0]], &[x[1]], 4, false)
    });
    vec![
        ("energy", energy),
        ("layer", layer),
        ("choice", choice),
        ("chain", chain),
    ]
}

type Derive = fn(&Graph, &[usize]) -> Result<Graph>;

#[test]
fn graphs_of_derivatives_are_written() {
    for (name, graph) in examples() {
        for derive in [reverse as Derive, forward] {
            let wrt = differentiable_inputs(&graph);
            let first = derive(&graph, &wrt).unwrap();
            let second = reverse(&first, &wrt).unwrap();
            for derivative in [first, second] {
                println!("{name}: {} nodes", derivative.len());
                let mut random = Random::new(5);
                let points: Vec<_> = (0..3).map(|_| random.point(&derivative)).collect();
                check(&derivative, &points, 1e-12);
            }
        }
    }
}

#[test]
fn what_comes_back_has_the_same_derivatives() {
    for (name, graph) in examples() {
        let wrt = differentiable_inputs(&graph);
        let before = reverse(&graph, &wrt).unwrap();
        let after = reverse(&read_back(&graph), &wrt).unwrap();
        let mut random = Random::new(9);
        for _ in 0..4 {
            let x = random.point(&before);
            let (found, expected) = (evaluate(&after, &x), evaluate(&before, &x));
            assert!(
                close(&found, &expected, 1e-12),
                "{name} at {x:?}: {found:?}, not {expected:?}"
            );
        }
    }
}

/// A side not taken that is infinite must not arrive in the derivative either.
#[test]
fn choices_keep_the_derivative_of_the_other_side_out() {
    let before = graph(&[float(&[])], |_, x| {
        Ok(vec![x[0].greater(0.0).select(x[0].sqrt(), x[0] * 0.5)])
    });
    let after = reverse(&read_back(&before), &[0]).unwrap();
    assert_eq!(evaluate(&after, &[0.0, 1.0]), [0.0, 0.5]);
    assert_eq!(evaluate(&after, &[-1.0, 1.0]), [-0.5, 0.5]);
    let written = read_back(&reverse(&before, &[0]).unwrap());
    assert_eq!(evaluate(&written, &[0.0, 1.0]), [0.0, 0.5]);
}
