//! Functions given by tables: values and derivatives that other programs computed, closed forms,
//! differences, and edges.

#[path = "../derivatives/check.rs"]
mod check;
#[path = "../numbers/mod.rs"]
mod numbers;
mod recorded;

use check::{check, evaluate, graph};
use graph_ir::graph::Constant;
use graph_ir::{Builder, Element, Graph, Result, Shape, Type, Wire};
use numbers::numbers;
use recorded::{POSITIONS, RECORDED};

type Method = for<'b> fn(&'b Builder, [Wire<'b>; 3]) -> Result<Wire<'b>>;

fn linear<'b>(builder: &'b Builder, [x, xs, ys]: [Wire<'b>; 3]) -> Result<Wire<'b>> {
    builder.interpolate(x, xs, ys)
}

fn spline<'b>(builder: &'b Builder, [x, xs, ys]: [Wire<'b>; 3]) -> Result<Wire<'b>> {
    builder.cubic_spline(x, xs, ys)
}

/// Knots at uneven distances from 0 on, and values without a pattern, all multiples of 2^-4.
fn table(count: usize) -> [Vec<f64>; 2] {
    let last = (count - 1) as f64;
    let knot = |i: usize| (i as f64 + (i * 7 % 5) as f64 / 8.0) * (4.0 / last);
    let value = |i: usize| ((i * 37 + count * 101 + 11) % 64) as f64 / 16.0 - 2.0;
    [
        (0..count).map(knot).collect(),
        (0..count).map(value).collect(),
    ]
}

/// The function of so many positions and a table of so many knots.
fn function(method: Method, positions: &[usize], knots: usize) -> Graph {
    graph(&[positions, &[knots], &[knots]], |b, x| {
        vec![method(b, [x[0], x[1], x[2]]).unwrap()]
    })
}

#[track_caller]
fn assert_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (f, e)) in found.iter().zip(expected).enumerate() {
        let fits = (f - e).abs() <= tolerance * e.abs().max(1.0);
        assert!(fits, "{what}: element {i} is {f}, not {e}");
    }
}

#[test]
fn values_and_derivatives_are_those_of_other_programs() {
    for own in RECORDED {
        let [xs, ys] = table(own.knots);
        let point = [&POSITIONS[..], &xs, &ys].concat();
        let count = POSITIONS.len();
        let what = format!("{} knots", own.knots);
        let found = evaluate(&function(linear, &[count], own.knots), &point);
        assert_close(&found, &own.linear, 1e-15, &what);
        let spline = function(spline, &[count], own.knots);
        // All positions move at the same speed, and so do the slopes.
        let slope = graph_autodiff::forward(&spline, &[0]).unwrap();
        let curvature = graph_autodiff::forward(&slope, &[0]).unwrap();
        let ones = vec![1.0; count];
        let found = evaluate(&curvature, &[&point[..], &ones, &ones].concat());
        let steep = own.slope.iter().fold(1.0_f64, |most, s| most.max(s.abs()));
        let tolerance = 2e-15 * steep;
        assert_close(&found[..count], &own.spline, tolerance, &what);
        assert_close(&found[count..2 * count], &own.slope, tolerance, &what);
        assert_close(&found[3 * count..], &own.curvature, 10.0 * tolerance, &what);
    }
}

/// With the table as constants, of which most is computed while the graph is prepared.
#[test]
fn constant_tables_give_the_same() {
    for knots in [2, 3, 5, 9, 10, 70] {
        for method in [linear as Method, spline] {
            let [xs, ys] = table(knots);
            let shape = Shape::new(&[knots]).unwrap();
            let of = |numbers: &[f64]| Constant::from_f64s(Element::F64, shape.clone(), numbers);
            let (a, b) = (of(&xs).unwrap(), of(&ys).unwrap());
            let fixed = graph(&[&[5]], |builder, x| {
                let table = [&a, &b].map(|numbers| builder.constant(numbers.clone()));
                vec![method(builder, [x[0], table[0], table[1]]).unwrap()]
            });
            let open = function(method, &[5], knots);
            let expected = evaluate(&open, &[&POSITIONS[..], &xs, &ys].concat());
            assert_eq!(evaluate(&fixed, &POSITIONS), expected, "{knots}");
        }
    }
}

/// A cubic polynomial is its own spline, and a straight line its own interpolation.
#[test]
fn polynomials_come_back() {
    for knots in [2, 3, 4, 5, 9, 17, 65, 100] {
        let [xs, _] = table(knots);
        let degree = knots.min(4) - 1;
        let polynomial = |x: f64| {
            (0..=degree)
                .map(|n| (n as f64 - 1.5) * x.powi(n as i32))
                .sum()
        };
        let ys: Vec<f64> = xs.iter().copied().map(polynomial).collect();
        let expected: Vec<f64> = POSITIONS.into_iter().map(polynomial).collect();
        let point = [&POSITIONS[..], &xs, &ys].concat();
        let found = evaluate(&function(spline, &[5], knots), &point);
        assert_close(&found, &expected, 1e-12, &format!("{knots} knots"));
        let ys: Vec<f64> = xs.iter().map(|x| 3.0 - 2.0 * x).collect();
        let inside = &POSITIONS[1..4];
        let expected: Vec<f64> = inside.iter().map(|x| 3.0 - 2.0 * x).collect();
        let found = evaluate(&function(linear, &[3], knots), &[inside, &xs, &ys].concat());
        assert_close(&found, &expected, 1e-14, &format!("{knots} knots"));
    }
}

/// Knots are met to the last bit, the last one by lines alone.
#[test]
fn knots_are_met() {
    for knots in [2, 3, 5, 9, 10, 33] {
        let [xs, ys] = table(knots);
        let point = [&xs[..], &xs, &ys].concat();
        assert_eq!(evaluate(&function(linear, &[knots], knots), &point), ys);
        let found = evaluate(&function(spline, &[knots], knots), &point);
        assert_eq!(found[..knots - 1], ys[..knots - 1]);
        assert_close(&found, &ys, 1e-13, "the last knot");
    }
}

/// By the position, the knots and the values, to the second order.
#[test]
fn derivatives_are_those_of_differences() {
    for knots in [2, 3, 4, 6, 9, 11] {
        for (name, method) in [("linear", linear as Method), ("spline", spline)] {
            let function = graph(&[&[2, 2], &[knots], &[knots]], |b, x| {
                let y = method(b, [x[0], x[1], x[2]]).unwrap();
                vec![y.sin() + y]
            });
            // Far enough apart for differences.
            let [xs, _] = table(knots);
            let xs: Vec<f64> = xs.iter().map(|x| x * (knots - 1) as f64 / 4.0).collect();
            let positions = [-0.31, 0.123, 1.77, knots as f64 + 0.3];
            let point = [&positions[..], &xs, &numbers(knots, 5)].concat();
            check(&format!("{name} of {knots}"), &function, &point);
        }
    }
    // Beyond what is solved in straight lines.
    let long = graph(&[&[1], &[70]], |b, x| {
        let [xs, _] = table(70);
        let xs: Vec<f64> = xs.iter().map(|x| x * 17.0).collect();
        let xs = Constant::from_f64s(Element::F64, Shape::new(&[70]).unwrap(), &xs);
        let y = b.cubic_spline(x[0], b.constant(xs.unwrap()), x[1]).unwrap();
        vec![y.square()]
    });
    check("70 knots", &long, &[&[1.77][..], &numbers(70, 3)].concat());
}

/// A spline is linear in the values: its derivatives by them are the splines of unit vectors.
#[test]
fn the_derivative_by_a_value_is_the_spline_of_a_unit_vector() {
    for knots in [3, 5, 10, 70] {
        let [xs, ys] = table(knots);
        let one = function(spline, &[], knots);
        let gradient = graph_autodiff::gradient(&one, &[2]).unwrap();
        let found = evaluate(&gradient, &[&[1.3][..], &xs, &ys].concat());
        for (at, &found) in found[1..].iter().enumerate() {
            let mut unit = vec![0.0; knots];
            unit[at] = 1.0;
            let expected = evaluate(&one, &[&[1.3][..], &xs, &unit].concat());
            assert_close(
                &[found],
                &expected,
                1e-13,
                &format!("value {at} of {knots}"),
            );
        }
    }
}

/// At an inner knot the interval above counts, and outside of the knots lines have no slope.
#[test]
fn slopes_at_knots_and_outside() {
    for knots in [3, 12] {
        let line = function(linear, &[], knots);
        let gradient = graph_autodiff::gradient(&line, &[0]).unwrap();
        let [xs, ys] = table(knots);
        let secant = |i: usize| (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]);
        let last = knots - 1;
        for (x, slope) in [
            (xs[0] - 1.0, 0.0),
            (xs[0], secant(0)),
            (xs[1], secant(1)),
            (xs[last], secant(last - 1)),
            (xs[last] + 1.0, 0.0),
            (f64::INFINITY, 0.0),
        ] {
            let found = evaluate(&gradient, &[&[x][..], &xs, &ys].concat());
            assert_close(&found[1..], &[slope], 1e-14, &format!("{x} of {knots}"));
        }
    }
}

#[test]
fn edges() {
    for knots in [2, 3, 9, 12] {
        let [xs, ys] = table(knots);
        for method in [linear as Method, spline] {
            let at = |x: f64, xs: &[f64], ys: &[f64]| {
                evaluate(&function(method, &[], knots), &[&[x][..], xs, ys].concat())[0]
            };
            assert!(at(f64::NAN, &xs, &ys).is_nan());
            let mut holed = ys.clone();
            holed[0] = f64::NAN;
            assert!(at(0.1, &xs, &holed).is_nan());
            assert_eq!(at(-0.0, &xs, &ys), ys[0]);
        }
        let ends = function(linear, &[2], knots);
        let found = evaluate(
            &ends,
            &[&[f64::NEG_INFINITY, f64::INFINITY][..], &xs, &ys].concat(),
        );
        assert_eq!(found, [ys[0], ys[knots - 1]]);
    }
    // No positions, and a step: two knots at one place.
    let none = function(spline, &[0, 3], 4);
    assert_eq!(evaluate(&none, &table(4).concat()), [0.0; 0]);
    let step = function(linear, &[4], 4);
    let point = [0.5, 1.0, 1.5, -1.0, 0.0, 1.0, 1.0, 2.0, 3.0, 3.0, 5.0, 5.0];
    assert_eq!(evaluate(&step, &point), [3.0, 5.0, 5.0, 3.0]);
}

#[test]
fn single_precision() {
    for knots in [2, 3, 5, 12, 70] {
        let builder = Builder::new();
        let input = |extent: usize| {
            let ty = Type::new(Element::F32, Shape::new(&[extent]).unwrap());
            builder.input("", ty, graph_ir::graph::InputKind::Independent)
        };
        let operands = [input(3), input(knots), input(knots)];
        let [line, curve] = [linear as Method, spline].map(|method| method(&builder, operands));
        builder.output("", line.unwrap()).unwrap();
        builder.output("", curve.unwrap()).unwrap();
        let single = builder.finish().unwrap();
        let [xs, ys] = table(knots);
        let positions = &POSITIONS[1..4];
        let narrow = |x: &[f64]| -> Vec<f32> { x.iter().map(|&x| x as f32).collect() };
        let inputs = [positions, &xs, &ys].map(narrow);
        let inputs = inputs.each_ref().map(Vec::as_slice);
        let executable = graph_runtime::execute::Executable::new(&single).unwrap();
        let found = executable.call::<f32>(&inputs).unwrap();
        let expected = [linear as Method, spline].map(|method| {
            evaluate(
                &function(method, &[3], knots),
                &[positions, &xs, &ys].concat(),
            )
        });
        for (found, expected) in found.iter().zip(&expected) {
            let found: Vec<f64> = found.iter().map(|&x| f64::from(x)).collect();
            assert_close(
                &found,
                expected,
                2e-5 * knots as f64,
                &format!("{knots} knots"),
            );
        }
    }
}

#[test]
fn tables_that_do_not_fit_are_refused() {
    let builder = Builder::new();
    let input = |extents: &[usize], element| {
        let ty = Type::new(element, Shape::new(extents).unwrap());
        builder.input("", ty, graph_ir::graph::InputKind::Independent)
    };
    let double = |extents: &[usize]| input(extents, Element::F64);
    let (x, table) = (double(&[2]), double(&[4]));
    for (operands, expected) in [
        (
            [x, table, double(&[5])],
            "needs operands of equal shape, found [f64; 4] and [f64; 5]",
        ),
        (
            [x, double(&[1]), double(&[1])],
            "needs a vector of at least 2 numbers, found [f64; 1]",
        ),
        (
            [x, double(&[2, 2]), double(&[2, 2])],
            "needs a vector of at least 2 numbers, found [[f64; 2]; 2]",
        ),
        (
            [x, table, input(&[4], Element::F32)],
            "needs operands of one element type, found [f64; 2] and [f32; 4]",
        ),
        (
            [input(&[2], Element::I64), table, table],
            "needs floating point numbers, found [i64; 2]",
        ),
    ] {
        for (name, method) in [("interpolate", linear as Method), ("cubic_spline", spline)] {
            let error = method(&builder, operands).unwrap_err().to_string();
            assert_eq!(error, format!("`{name}` {expected}"));
        }
    }
}
