//! Sorting: the derivative is the permutation, also at ties.

use graph_autodiff::{self, differentiable_inputs};
use graph_ir::types::Element;
use graph_ir::{Graph, Wire, passes};

use super::check::{check, gradient_of, graph};
use super::evaluate;

/// The elements of a permutation of `n`, further apart than the differences' step.
fn points(n: usize) -> Vec<f64> {
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    (0..n)
        .map(|i| 0.4 + ((i * 7 % n.max(1)) as f64 + 0.3) / n as f64)
        .collect()
}

/// A function of the sorted elements along an axis whose derivatives differ from element to
/// element.
fn curved(extents: &[usize], axis: usize) -> Graph {
    graph(&[extents], |b, x| {
        let sorted = b.sort(x[0], axis).unwrap();
        let next = b.flip(sorted, axis).unwrap();
        vec![sorted.sin() * next * sorted]
    })
}

#[test]
fn against_differences() {
    for n in [1, 2, 5, 16, 17] {
        check(&format!("sort of {n}"), &curved(&[n], 0), &points(n));
    }
    for (extents, axis) in [
        ([3, 4], 0),
        ([3, 4], 1),
        ([2, 17], 1),
        ([17, 2], 0),
        ([3, 12], 1),
    ] {
        let n = extents.iter().product();
        check(
            &format!("{extents:?} along {axis}"),
            &curved(&extents, axis),
            &points(n),
        );
    }
    let by_position = graph(&[&[18], &[18]], |b, x| {
        let order = b.argsort(x[0], 0).unwrap();
        let taken = b.gather(x[1], order, 0).unwrap();
        vec![taken * taken * x[0], b.cast(order, Element::F64).unwrap()]
    });
    check("elements in another order", &by_position, &points(36));
}

/// The third derivative of a sum of `w[i] * sort(x)[i]^3` is `6 w` at the elements' places.
#[test]
fn to_the_third_order() {
    for n in [4, 20] {
        let mut current = graph(&[&[n]], |b, x| {
            let weights: Vec<Wire<'_>> =
                (1..=n).map(|i| b.number(Element::F64, i as f64)).collect();
            let weights = b.stack(&weights, 0).unwrap();
            let sorted = b.sort(x[0], 0).unwrap();
            vec![(sorted * sorted * sorted * weights).sum(&[0])]
        });
        let x = points(n);
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&i, &j| x[i].total_cmp(&x[j]));
        for factor in [3.0, 6.0, 6.0] {
            let gradient = gradient_of(&current);
            let found = evaluate(&passes::prepare(&gradient).unwrap(), &x);
            let power = if factor == 3.0 { 2 } else { 1 };
            let third = factor == 6.0 && current.name() == "again";
            for (place, &from) in order.iter().enumerate() {
                let power = if third { 0 } else { power };
                let expected = factor * (place + 1) as f64 * x[from].powi(power);
                let found = found[found.len() - n + from];
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{found} for {expected} of {n}"
                );
            }
            current = sum_of_adjoint(&gradient, n, if power == 1 { "again" } else { "" });
        }
    }
}

/// The sum of the last output's elements.
fn sum_of_adjoint(gradient: &Graph, n: usize, name: &str) -> Graph {
    let callee = graph_ir::graph::Function::plain(gradient.clone());
    let builder = graph_ir::Builder::new();
    builder.set_name(name);
    let ty = gradient.input_types().next().unwrap().clone();
    assert_eq!(ty.shape.size(), n);
    let x = builder.input("x", ty, graph_ir::graph::InputKind::Independent);
    let results = builder.call(&callee, &[x]).unwrap();
    builder
        .output("", results.last().unwrap().sum(&[0]))
        .unwrap();
    builder.finish().unwrap()
}

#[test]
fn ties_go_to_the_first_in_order() {
    for n in [6, 19] {
        let g = graph(&[&[n]], |b, x| {
            let weights: Vec<Wire<'_>> =
                (1..=n).map(|i| b.number(Element::F64, i as f64)).collect();
            let weights = b.stack(&weights, 0).unwrap();
            vec![b.dot(b.sort(x[0], 0).unwrap(), weights).unwrap()]
        });
        let mut x = vec![7.0; n];
        x[1] = -0.0;
        x[2] = 0.0;
        x[4] = f64::NAN;
        x[5] = f64::NEG_INFINITY;
        // In order: 5, 1, 2, 0, 3, 6.., 4.
        let mut order = vec![5, 1, 2, 0, 3];
        order.extend(6..n);
        order.push(4);
        let mut expected = vec![0.0; n];
        for (place, from) in order.into_iter().enumerate() {
            expected[from] = (place + 1) as f64;
        }
        let found = evaluate(&gradient_of(&g), &x);
        assert_eq!(found[1..], expected);
        let forward = graph_autodiff::forward(&g, &differentiable_inputs(&g)).unwrap();
        for (i, &expected) in expected.iter().enumerate() {
            let mut both = x.clone();
            both.extend((0..n).map(|j| f64::from(u8::from(i == j))));
            assert_eq!(*evaluate(&forward, &both).last().unwrap(), expected);
        }
    }
}

/// Elements that no adjoint reaches never become infinite: an infinite adjoint goes to one element
/// alone.
#[test]
fn infinite_adjoints_stay_where_they_belong() {
    for n in [4, 20] {
        let g = graph(&[&[n]], |b, x| {
            let sorted = b.sort(x[0], 0).unwrap();
            let first = b.index(sorted, 0, 0).unwrap();
            vec![first.sqrt()]
        });
        let mut x = points(n);
        x[2] = 0.0;
        let found = evaluate(&gradient_of(&g), &x);
        for (i, &found) in found[1..].iter().enumerate() {
            let expected = if i == 2 { f64::INFINITY } else { 0.0 };
            assert_eq!(found, expected, "{i} of {n}");
        }
    }
}
