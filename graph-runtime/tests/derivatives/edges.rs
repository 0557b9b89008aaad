//! Sides not taken, elements not used, ties and zeros: no NaN or infinity of what does not count
//! reaches a derivative of any order.

use graph_ir::composite::Composite;
use graph_ir::graph::{Constant, Function};
use graph_ir::ops::{Op, ScalarOp, Windows};
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire};

use super::check::graph;
use super::evaluate;

/// The derivatives of a function of one number at a point, from order 0 on, in reverse mode.
fn derivatives(f: &Graph, x: f64, orders: usize) -> Vec<f64> {
    let mut found = vec![evaluate(f, &[x])[0]];
    let mut graph = f.clone();
    for _ in 0..orders {
        let gradient = graph_autodiff::gradient(&graph, &[0]).unwrap();
        found.push(evaluate(&gradient, &[x])[1]);
        graph = slope(&gradient);
    }
    found
}

/// The same in forward mode.
fn tangents(f: &Graph, x: f64, orders: usize) -> Vec<f64> {
    let mut found = vec![evaluate(f, &[x])[0]];
    let mut graph = f.clone();
    for _ in 0..orders {
        let forward = graph_autodiff::forward(&graph, &[0]).unwrap();
        let callee = Function::plain(forward);
        graph = self::graph(&[&[]], |b, w| {
            let one = b.number(Element::F64, 1.0);
            vec![b.call(&callee, &[w[0], one]).unwrap()[1]]
        });
        found.push(evaluate(&graph, &[x])[0]);
    }
    found
}

fn slope(gradient: &Graph) -> Graph {
    let callee = Function::plain(gradient.clone());
    graph(&[&[]], |b, w| vec![b.call(&callee, w).unwrap()[1]])
}

fn expect(
    name: &str,
    body: impl for<'b> Fn(&'b Builder, Wire<'b>) -> Wire<'b>,
    x: f64,
    expected: &[f64],
) {
    let f = graph(&[&[]], |b, w| vec![body(b, w[0])]);
    let orders = expected.len() - 1;
    assert_eq!(
        derivatives(&f, x, orders),
        expected,
        "{name}, reverse, at {x}"
    );
    assert_eq!(tangents(&f, x, orders), expected, "{name}, forward, at {x}");
}

#[test]
fn selections_hide_the_other_side() {
    fn root<'b>(_: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        x.greater(0.0).select(x.sqrt(), 0.0)
    }
    fn deep<'b>(_: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        let risky = (1.0 / x).exp() * x.ln() / x.sqrt();
        x.greater(0.0).select(risky, x * x)
    }
    expect("guarded root", root, 0.0, &[0.0; 4]);
    expect("guarded root", root, -1.0, &[0.0; 4]);
    expect("deep", deep, 0.0, &[0.0, 0.0, 2.0, 0.0]);
    expect("deep", deep, -1.0, &[1.0, -2.0, 2.0, 0.0]);
}

#[test]
fn contractions_hide_the_other_side() {
    fn body<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        let risky = b.stack(&[x.ln(), 1.0 / x], 0).unwrap();
        let product = b.dot(risky, risky).unwrap();
        x.greater(0.0).select(product, x * 3.0)
    }
    expect("dot", body, 0.0, &[0.0, 3.0, 0.0, 0.0]);
    expect("dot", body, -1.0, &[-3.0, 3.0, 0.0, 0.0]);
}

#[test]
fn products_of_a_side_not_taken_hide_each_factor_from_the_other() {
    // The mixed derivative by matrix and vector, of which the root is infinite at zero.
    let f = graph(&[&[2, 3], &[3], &[]], |b, w| {
        let product = b.matmul(w[0], w[1].sqrt()).unwrap();
        let taken = b.broadcast(w[2].greater(0.0), &product.ty().unwrap().shape, &[]);
        vec![taken.unwrap().select(product, 0.0).sum(&[0])]
    });
    let gradient = Function::plain(graph_autodiff::gradient(&f, &[0, 1]).unwrap());
    let by_matrix = graph(&[&[2, 3], &[3], &[]], |b, w| {
        vec![b.call(&gradient, w).unwrap()[1].sum(&[0, 1])]
    });
    let point = |taken: f64| {
        let mut point = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        point.extend([0.0, 4.0, 0.0, taken]);
        point
    };
    let mixed = graph_autodiff::gradient(&by_matrix, &[1]).unwrap();
    assert_eq!(evaluate(&mixed, &point(-1.0)), [0.0; 4]);
    assert_eq!(
        evaluate(&mixed, &point(1.0))[1..],
        [f64::INFINITY, 0.5, f64::INFINITY]
    );
    let forward = graph_autodiff::forward(&by_matrix, &[1]).unwrap();
    let along =
        |taken, direction: [f64; 3]| evaluate(&forward, &[&point(taken)[..], &direction].concat());
    assert_eq!(along(-1.0, [1.0, 1.0, 1.0]), [0.0, 0.0]);
    assert_eq!(along(1.0, [0.0, 2.0, 0.0])[0], 4.0);
}

#[test]
fn slopes_of_leaky_units_are_hidden_where_they_are_not_used() {
    let f = graph(&[&[], &[]], |_, w| vec![w[0].leaky_relu(w[1].sqrt())]);
    let gradient = graph_autodiff::gradient(&f, &[0, 1]).unwrap();
    assert_eq!(evaluate(&gradient, &[1.0, 0.0]), [1.0, 1.0, 0.0]);
    assert_eq!(evaluate(&gradient, &[-2.0, 4.0]), [-4.0, 2.0, -0.5]);
    let forward = graph_autodiff::forward(&f, &[0, 1]).unwrap();
    assert_eq!(evaluate(&forward, &[1.0, 0.0, 1.0, 1.0]), [1.0, 1.0]);
}

#[test]
fn maxima_hide_the_other_side() {
    fn body<'b>(_: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        x.cos().max(x.sqrt())
    }
    expect("maximum", body, 0.0, &[1.0, 0.0, -1.0, 0.0]);
}

#[test]
fn ties_and_kinks_follow_the_conventions() {
    expect("abs", |_, x| x.abs(), 0.0, &[0.0, 0.0, 0.0]);
    expect("abs", |_, x| x.abs(), -0.0, &[0.0, 0.0, 0.0]);
    expect("relu", |_, x| x.relu(), 0.0, &[0.0, 0.0, 0.0]);
    expect("max", |_, x| x.max(2.0 * x), 0.0, &[0.0, 1.0, 0.0]);
    expect("min", |_, x| (2.0 * x).min(x), 0.0, &[0.0, 2.0, 0.0]);
    expect("clamp", |_, x| x.clamp(0.0, 1.0), 0.0, &[0.0, 1.0, 0.0]);
    expect("clamp", |_, x| x.clamp(0.0, 1.0), 1.0, &[1.0, 1.0, 0.0]);
    expect("clamp", |_, x| x.clamp(0.0, 1.0), 2.0, &[1.0, 0.0, 0.0]);
    expect("hypot", |_, x| x.hypot(0.0), 0.0, &[0.0, 0.0]);
}

/// A factor that is zero at one point alone is not a constant there.
#[test]
fn zeros_that_move_have_derivatives() {
    fn square<'b>(_: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        (x * x).azmul(x + 1.0)
    }
    fn chosen<'b>(_: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        x.less(1.0).select((x * x) * (x * x).sin(), x.ln())
    }
    fn repeated<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        let factor = x * x + 1.0;
        loop_of(b, &[x.ones_like()], |s| vec![s[0] * s[0] * factor])[0]
    }
    // The seventh power of `1 + x^2`.
    expect("loop", repeated, 0.0, &[1.0, 0.0, 14.0, 0.0, 504.0, 0.0]);
    expect("absolute product", square, 0.0, &[0.0, 0.0, 2.0, 6.0, 0.0]);
    expect("selection", chosen, 0.0, &[0.0, 0.0, 0.0, 0.0, 24.0, 0.0]);
    expect(
        "exponential",
        |_, x| (x * x).exp(),
        0.0,
        &[1.0, 0.0, 2.0, 0.0, 12.0],
    );
    expect(
        "power",
        |_, x| (x * x).powf(2.0),
        0.0,
        &[0.0, 0.0, 0.0, 0.0, 24.0],
    );
    expect(
        "hypot",
        |_, x| (x * x).hypot(1.0),
        0.0,
        &[1.0, 0.0, 0.0, 0.0, 12.0],
    );
}

#[test]
fn powers_at_a_zero_base_are_regular() {
    expect(
        "square",
        |_, x| x.powf(2.0) + 3.0 * x,
        0.0,
        &[0.0, 3.0, 2.0, 0.0],
    );
    expect("identity", |_, x| x.powf(1.0), 0.0, &[0.0, 1.0, 0.0]);
    expect("one", |_, x| x.powf(0.0), 0.0, &[1.0, 0.0, 0.0]);
    expect("cube", |_, x| x.powi(3), 0.0, &[0.0, 0.0, 0.0, 6.0]);
    expect("cube", |_, x| x.powf(3.0), 0.0, &[0.0, 0.0, 0.0, 6.0]);
    expect("cube", |_, x| x.powf(3.0), -1.0, &[-1.0, 3.0, -6.0, 6.0]);
}

#[test]
fn absolute_products_are_zero_to_any_order() {
    expect("azmul", |_, x| x.azmul(x.ln()), 0.0, &[0.0]);
    expect("masked", |_, x| (x * 0.0).azmul(1.0 / x), 0.0, &[0.0]);
}

/// Both operands are one value: the signs of the two partial derivatives must not be mixed up, with
/// positive and negative adjoints, alone and among other terms. All values are exact.
#[test]
fn operands_that_stand_twice_get_the_sum_of_both_derivatives() {
    expect("difference", |_, x| 3.0 * (x - x), 2.0, &[0.0, 0.0, 0.0]);
    expect("sum", |_, x| x + x, 2.0, &[4.0, 2.0, 0.0]);
    expect("product", |_, x| x * x, 2.0, &[4.0, 4.0, 2.0, 0.0]);
    expect("quotient", |_, x| 3.0 * (x / x), 2.0, &[3.0, 0.0, 0.0]);
    expect("negative", |_, x| 5.0 - x / x, -2.0, &[4.0, 0.0, 0.0]);
    fn terms<'b>(_: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        x * 5.0 - x * x - x / x - (-x) * 2.0
    }
    expect("terms", terms, 2.0, &[9.0, 3.0, -2.0, 0.0]);
    fn square<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        let vector = b.stack(&[x, -x, 2.0 * x], 0).unwrap();
        1.0 - b.dot(vector, vector).unwrap()
    }
    expect("square", square, 2.0, &[-23.0, -24.0, -12.0, 0.0]);
}

/// A branch on a condition.
fn branch<'b>(
    b: &'b Builder,
    condition: Wire<'b>,
    then: impl FnOnce() -> Wire<'b>,
    otherwise: impl FnOnce() -> Wire<'b>,
) -> Wire<'b> {
    b.begin_region().unwrap();
    let then = b.end_region(&[then()]).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&[otherwise()]).unwrap();
    b.branch(condition, then, otherwise).unwrap()[0]
}

/// A loop of three iterations over carried values; gives their last ones.
fn loop_of<'b>(
    b: &'b Builder,
    carried: &[Wire<'b>],
    next: impl FnOnce(&[Wire<'b>]) -> Vec<Wire<'b>>,
) -> Vec<Wire<'b>> {
    b.begin_region().unwrap();
    let types = carried.iter().map(|wire| wire.ty().unwrap());
    let inputs: Vec<Wire<'b>> = types.map(|ty| b.region_input(ty)).collect();
    let body = b.end_region(&next(&inputs)).unwrap();
    b.scan_region(body, carried, &[], 3, false).unwrap()
}

/// The gradient of a function of one vector at a point, and its tangent along ones.
fn both_modes(f: &Graph, point: &[f64]) -> (Vec<f64>, f64) {
    let gradient = graph_autodiff::gradient(f, &[0]).unwrap();
    let forward = graph_autodiff::forward(f, &[0]).unwrap();
    let ones = vec![1.0; point.len()];
    (
        evaluate(&gradient, point)[1..].to_vec(),
        evaluate(&forward, &[point, &ones].concat())[1],
    )
}

#[test]
fn elements_that_are_not_used_have_no_derivative() {
    // The derivative of the root is infinite where the point is zero.
    for n in [2, 40] {
        let first = graph(&[&[n]], |b, x| vec![b.index(x[0].sqrt(), 0, 0).unwrap()]);
        let mut point = vec![0.0; n];
        point[0] = 4.0;
        let mut expected = vec![0.0; n];
        expected[0] = 0.25;
        assert_eq!(both_modes(&first, &point), (expected.clone(), 0.25), "{n}");
        // Nor do they have one of the second order.
        let slopes = Function::plain(graph_autodiff::gradient(&first, &[0]).unwrap());
        let slopes = graph(&[&[n]], |b, x| {
            vec![b.call(&slopes, x).unwrap()[1].sum(&[0])]
        });
        expected[0] = -1.0 / 32.0;
        assert_eq!(both_modes(&slopes, &point).0, expected, "{n}");

        let chosen = graph(&[&[n]], |b, x| {
            let index = b.literal(graph_ir::graph::Literal::I64(0));
            vec![b.gather(x[0].sqrt(), index, 0).unwrap()]
        });
        expected[0] = 0.25;
        assert_eq!(both_modes(&chosen, &point), (expected.clone(), 0.25), "{n}");
    }
    // Windows of two, three apart: every third element is in none.
    let pooled = graph(&[&[8]], |b, x| {
        let windows = Windows {
            stride: 3,
            ..Windows::new(0, 2)
        };
        let windows = b.windows(x[0].sqrt(), windows).unwrap();
        vec![windows.sum(&[0, 1])]
    });
    let point = [1.0, 4.0, 0.0, 1.0, 4.0, 0.0, 1.0, 4.0];
    let expected = vec![0.5, 0.25, 0.0, 0.5, 0.25, 0.0, 0.5, 0.25];
    assert_eq!(both_modes(&pooled, &point), (expected, 2.25));
}

#[test]
fn elements_that_are_constants_have_no_derivative() {
    for n in [2_usize, 40] {
        let last = i64::try_from(n).unwrap();
        let padded = graph(&[&[n]], |b, x| {
            let zeros = b.pad(x[0], &[(1, 1)], b.number(Element::F64, 0.0)).unwrap();
            vec![zeros.sqrt().sum(&[0])]
        });
        let joined = graph(&[&[n]], |b, x| {
            let zero = b.range(x[0], 0, 0, 1).unwrap().zeros_like();
            vec![b.concat(&[x[0], zero], 0).unwrap().sqrt().sum(&[0])]
        });
        let scattered = graph(&[&[n]], |b, x| {
            let indices = (0..last).map(|i| i * 2).collect();
            let indices = Constant::from_i64s(Shape::new(&[n]).unwrap(), indices).unwrap();
            let whole = Type::new(Element::F64, Shape::new(&[2 * n]).unwrap());
            let spread = b.scatter_add(b.constant(indices), x[0], 0, &whole);
            vec![spread.unwrap().sqrt().sum(&[0])]
        });
        for f in [padded, joined, scattered] {
            let expected = (vec![0.25; n], 0.25 * n as f64);
            assert_eq!(both_modes(&f, &vec![4.0; n]), expected, "{n}");
        }
    }
}

#[test]
fn what_a_loop_carries_and_nobody_uses_has_no_derivative() {
    let body = |b: &Builder| {
        b.begin_region().unwrap();
        let state = b.region_input(Type::new(Element::F64, Shape::new(&[2]).unwrap()));
        let [used, other] = [0, 1].map(|i| b.index(state, 0, i).unwrap());
        let next = b.stack(&[used * used, other.sqrt()], 0).unwrap();
        b.end_region(&[next]).unwrap()
    };
    let f = graph(&[&[2]], |b, x| {
        let last = b.scan_region(body(b), &[x[0]], &[], 3, false).unwrap();
        vec![b.index(last[0], 0, 0).unwrap()]
    });
    assert_eq!(both_modes(&f, &[1.0, 0.0]).0, [8.0, 0.0]);
}

#[test]
fn where_all_elements_are_used_products_stay_what_they_are() {
    let plain = |f: &Graph| {
        let gradient = graph_autodiff::gradient(f, &[0]).unwrap();
        let azmul = Op::Scalar(ScalarOp::Azmul);
        assert!(
            gradient.ids().all(|id| gradient.op(id) != azmul),
            "{gradient}"
        );
    };
    plain(&graph(&[&[40]], |b, x| {
        let y = x[0].sin();
        let part = |start, count| b.range(y, 0, start, count).unwrap();
        let steps = part(1, 39) - part(0, 39);
        let bends = part(2, 38) - 2.0 * part(1, 38) + part(0, 38);
        vec![(steps * steps).sum(&[0]) + (bends * bends).sum(&[0])]
    }));
    plain(&graph(&[&[6, 6]], |b, x| {
        let rows = b.windows(x[0].sin(), Windows::new(0, 3)).unwrap();
        let windows = b.windows(rows, Windows::new(1, 2)).unwrap();
        vec![(windows * windows).sum(&[0, 1, 2, 3])]
    }));
    plain(&graph(&[&[3]], |b, x| {
        let indices = Constant::from_i64s(Shape::new(&[4]).unwrap(), vec![2, 0, 1, 0]);
        let chosen = b
            .gather(x[0].sin(), b.constant(indices.unwrap()), 0)
            .unwrap();
        vec![(chosen * chosen).sum(&[0])]
    }));
}

#[test]
fn branches_hide_the_other_side() {
    fn outside<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        let (root, ln) = (x.sqrt(), x.ln());
        branch(b, x.greater(0.0), || root * ln, || 3.0 * x)
    }
    fn selection_inside<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        let root = x.sqrt();
        let chosen = || root.greater(0.0).select(root, x + 2.0);
        branch(b, x.less(1.0), chosen, || root)
    }
    fn constant<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        branch(b, x.greater(1.0), || x, || x.zeros_like()).sqrt()
    }
    expect("values from outside", outside, 0.0, &[0.0, 3.0, 0.0, 0.0]);
    expect("values from outside", outside, -1.0, &[-3.0, 3.0, 0.0, 0.0]);
    expect("selection inside", selection_inside, 0.0, &[2.0, 1.0, 0.0]);
    expect("constant side", constant, 0.5, &[0.0, 0.0, 0.0]);
}

#[test]
fn loops_hide_what_unrolled_ones_would() {
    fn unused<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        loop_of(b, &[x, x], |s| vec![s[0] * 2.0, s[1].sqrt()])[0]
    }
    fn selection<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        let next = |s: &[Wire<'b>]| {
            let root = s[0].sqrt();
            vec![s[0].greater(0.0).select(root * s[1], s[1] * 2.0), s[1]]
        };
        loop_of(b, &[x, x], next)[0]
    }
    fn passive<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        let stopped = b.stop_gradient(x).unwrap();
        loop_of(b, &[x], |s| vec![s[0] + stopped.sqrt()])[0]
    }
    fn begun_by_constants<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        loop_of(b, &[x.zeros_like()], |s| vec![(4.0 * s[0]).sqrt() + x])[0]
    }
    fn overwritten<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        loop_of(b, &[x.sqrt(), x], |s| vec![s[1], s[1] * s[1]])[0]
    }
    expect("unused", unused, 0.0, &[0.0, 8.0, 0.0]);
    expect("selection", selection, 0.0, &[0.0, 2.0, 0.0]);
    expect("passive", passive, 0.0, &[0.0, 1.0, 0.0]);
    // The iterates at 1 are 0, 1, 3.
    let slope = 1.0 + (1.0 + 1.0) / 3.0_f64.sqrt();
    expect(
        "begun by constants",
        begun_by_constants,
        1.0,
        &[1.0 + 12.0_f64.sqrt(), slope],
    );
    expect("overwritten", overwritten, 0.0, &[0.0, 0.0, 0.0]);
}

#[test]
fn composites_hide_the_other_side() {
    for composite in Composite::ALL {
        // At 0 the operand is infinite, and the composite or its derivative is NaN.
        let f = graph(&[&[]], |b, x| {
            let x = x[0];
            let risky = b.stack(&[1.0 / x, 2.0 / x, x.ln()], 0).unwrap();
            let y = b.composite(composite, &[risky], &[0]).unwrap();
            let y = match composite.drops_axes() {
                true => y,
                false => b.index(y, 0, 0).unwrap(),
            };
            vec![x.greater(0.0).select(y, x * 3.0)]
        });
        let expected = [0.0, 3.0, 0.0];
        assert_eq!(derivatives(&f, 0.0, 2), expected, "{composite:?}");
        assert_eq!(tangents(&f, 0.0, 2), expected, "{composite:?}");
    }
}

#[test]
fn zeros_of_sides_taken_stay_zero() {
    fn kinked<'b>(_: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        x.greater(0.0).select(x, 0.0).sqrt()
    }
    fn rectified<'b>(b: &'b Builder, x: Wire<'b>) -> Wire<'b> {
        let pair = b.stack(&[x.relu(), x.relu() * 2.0], 0).unwrap();
        let ones = pair.ones_like();
        b.dot(pair, ones).unwrap().sqrt() + b.dot(ones, pair.sqrt()).unwrap()
    }
    expect("kink", kinked, -1.0, &[0.0, 0.0, 0.0]);
    expect("rectified", rectified, -1.0, &[0.0, 0.0, 0.0]);
}
