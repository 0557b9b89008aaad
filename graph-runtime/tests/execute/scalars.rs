//! Elementwise operators.

use graph_ir::ops::{Class, ScalarOp, Visitor};
use graph_ir::{Element, Shape};
use graph_math::math::Float;
use graph_runtime::execute::{Item, Values};

use crate::support::{Bits, EDGES, assert_bits, f64s, graph, result, ty};

/// Every combination of edges for as many operands.
fn combinations<T: Copy>(edges: &[T], arity: usize) -> Vec<Vec<T>> {
    let count = edges.len().pow(arity as u32);
    (0..arity)
        .map(|operand| {
            let stride = edges.len().pow(operand as u32);
            (0..count)
                .map(|i| edges[i / stride % edges.len()])
                .collect()
        })
        .collect()
}

/// Applies a function of the table to one element of each operand.
struct One<'o, T>(&'o [T]);

impl<T: Copy> Visitor<T> for One<'_, T> {
    type Output = Result<T, bool>;

    fn unary(self, f: impl Fn(T) -> T) -> Self::Output {
        Ok(f(self.0[0]))
    }

    fn binary(self, f: impl Fn(T, T) -> T) -> Self::Output {
        Ok(f(self.0[0], self.0[1]))
    }

    fn ternary(self, f: impl Fn(T, T, T) -> T) -> Self::Output {
        Ok(f(self.0[0], self.0[1], self.0[2]))
    }

    fn compare(self, f: impl Fn(T, T) -> bool) -> Self::Output {
        Err(f(self.0[0], self.0[1]))
    }
}

/// Runs an operator over combinations of edges, as one tensor and as scalars.
fn check_float<T: Float + Item + Bits>(op: ScalarOp) {
    let edges = EDGES.map(T::from_f64);
    let operands = combinations(&edges, op.arity());
    let count = operands[0].len();
    let element = |i: usize| {
        let operands: Vec<T> = operands.iter().map(|o| o[i]).collect();
        op.visit_float(One(&operands)).unwrap()
    };
    for extents in [&[count][..], &[]] {
        let types = vec![ty(T::ELEMENT, extents); op.arity()];
        let graph = graph(&types, |b, x| Ok(vec![b.scalar(op, x)?]));
        let size = Shape::new(extents).unwrap().size();
        for start in (0..count).step_by(size.max(count / 7)) {
            let inputs: Vec<&[T]> = operands.iter().map(|o| &o[start..start + size]).collect();
            let what = format!("{op:?} of {}", T::ELEMENT);
            if op.class() == Class::Comparison {
                let expected = (start..start + size).map(|i| element(i).unwrap_err());
                let expected: Vec<bool> = expected.collect();
                assert_eq!(result::<bool>(&graph, &inputs), expected, "{what}");
            } else {
                let expected = (start..start + size).map(|i| element(i).unwrap());
                let expected: Vec<T> = expected.collect();
                assert_bits(&result::<T>(&graph, &inputs), &expected, &what);
            }
        }
    }
}

#[test]
fn every_operator_is_the_tables_function_of_each_element() {
    for op in ScalarOp::all() {
        if op.class().takes(Element::F64) {
            check_float::<f64>(op);
            check_float::<f32>(op);
        }
    }
}

#[test]
fn random_bits_are_those_of_the_generator() {
    let operands = combinations(&[-1, 0, 1, 7, 1 << 40, i64::MAX, i64::MIN], 2);
    let [keys, places] = &operands[..] else {
        panic!()
    };
    let types = vec![ty(Element::I64, &[keys.len()]); 2];
    let graph = graph(&types, |b, x| Ok(vec![b.scalar(ScalarOp::RandomBits, x)?]));
    let found = result::<i64>(&graph, &operands);
    for ((&key, &place), found) in keys.iter().zip(places).zip(found) {
        assert_eq!(found, graph_math::math::random_bits(key, place));
        assert!(found >= 0);
    }
}

/// The operators that the standard library has, written with it.
fn standard(op: ScalarOp, v: &[f64]) -> Option<f64> {
    let x = v[0];
    let y = v.get(1).copied().unwrap_or(0.0);
    Some(match op {
        ScalarOp::Add => x + y,
        ScalarOp::Sub => x - y,
        ScalarOp::Mul => x * y,
        ScalarOp::Div => x / y,
        ScalarOp::Rem => x % y,
        ScalarOp::Neg => -x,
        ScalarOp::Abs => x.abs(),
        ScalarOp::Sqrt => x.sqrt(),
        ScalarOp::Cbrt => x.cbrt(),
        ScalarOp::Recip => x.recip(),
        ScalarOp::Square => x * x,
        ScalarOp::Exp => x.exp(),
        ScalarOp::Exp2 => x.exp2(),
        ScalarOp::ExpM1 => x.exp_m1(),
        ScalarOp::Ln => x.ln(),
        ScalarOp::Log2 => x.log2(),
        ScalarOp::Log10 => x.log10(),
        ScalarOp::Ln1p => x.ln_1p(),
        ScalarOp::Powf => x.powf(y),
        ScalarOp::Sin => x.sin(),
        ScalarOp::Cos => x.cos(),
        ScalarOp::Tan => x.tan(),
        ScalarOp::Asin => x.asin(),
        ScalarOp::Acos => x.acos(),
        ScalarOp::Atan => x.atan(),
        ScalarOp::Atan2 => x.atan2(y),
        ScalarOp::Sinh => x.sinh(),
        ScalarOp::Cosh => x.cosh(),
        ScalarOp::Tanh => x.tanh(),
        ScalarOp::Asinh => x.asinh(),
        ScalarOp::Hypot => x.hypot(y),
        ScalarOp::Max => x.max(y),
        ScalarOp::Min => x.min(y),
        ScalarOp::MulAdd => x.mul_add(y, v[2]),
        ScalarOp::Floor => x.floor(),
        ScalarOp::Ceil => x.ceil(),
        ScalarOp::Round => x.round(),
        ScalarOp::Trunc => x.trunc(),
        ScalarOp::Azmul if x == 0.0 => 0.0,
        ScalarOp::Azmul => x * y,
        ScalarOp::Relu => x.max(0.0),
        ScalarOp::Powi(n) => x.powi(n),
        _ => return None,
    })
}

#[test]
fn operators_of_the_standard_library_agree_with_it() {
    let mut checked = 0;
    for op in ScalarOp::all() {
        let operands = combinations(&EDGES, op.arity());
        let count = operands[0].len();
        if standard(op, &[1.0; 3]).is_none() {
            continue;
        }
        checked += 1;
        let types = vec![f64s(&[count]); op.arity()];
        let graph = graph(&types, |b, x| Ok(vec![b.scalar(op, x)?]));
        let found = result::<f64>(&graph, &operands);
        for (i, found) in found.into_iter().enumerate() {
            let v: Vec<f64> = operands.iter().map(|o| o[i]).collect();
            let expected = standard(op, &v).unwrap();
            // The platform's functions may differ in the last places, and at relu(NaN) by intent.
            let close = (found - expected).abs() <= 4e-15 * expected.abs();
            let same = found == expected || found.is_nan() && expected.is_nan();
            let nan = op == ScalarOp::Relu && v[0].is_nan();
            assert!(
                close || same || nan,
                "{op:?} of {v:?}: {found}, not {expected}"
            );
        }
    }
    assert!(checked > 40);
}

#[test]
fn integers_wrap() {
    let edges = [0, 1, -1, 7, i64::MAX, i64::MIN];
    let operands = combinations(&edges, 2);
    let [x, y] = &operands[..] else { panic!() };
    let types = vec![ty(Element::I64, &[x.len()]); 2];
    type Function = fn(i64, i64) -> i64;
    let binary: [(ScalarOp, Function); 4] = [
        (ScalarOp::Add, i64::wrapping_add),
        (ScalarOp::Sub, i64::wrapping_sub),
        (ScalarOp::Mul, i64::wrapping_mul),
        (ScalarOp::Neg, |x, _| x.wrapping_neg()),
    ];
    for (op, f) in binary {
        let arity = op.arity();
        let graph = graph(&types[..arity], |b, x| Ok(vec![b.scalar(op, x)?]));
        let expected: Vec<i64> = x.iter().zip(y).map(|(&x, &y)| f(x, y)).collect();
        assert_eq!(
            result::<i64>(&graph, &operands[..arity]),
            expected,
            "{op:?}"
        );
    }
    type Comparison = fn(&i64, &i64) -> bool;
    let comparisons: [(ScalarOp, Comparison); 6] = [
        (ScalarOp::Less, i64::lt),
        (ScalarOp::LessEqual, i64::le),
        (ScalarOp::Greater, i64::gt),
        (ScalarOp::GreaterEqual, i64::ge),
        (ScalarOp::Equal, i64::eq),
        (ScalarOp::NotEqual, i64::ne),
    ];
    for (op, f) in comparisons {
        let graph = graph(&types, |b, x| Ok(vec![b.scalar(op, x)?]));
        let expected: Vec<bool> = x.iter().zip(y).map(|(x, y)| f(x, y)).collect();
        assert_eq!(result::<bool>(&graph, &operands), expected, "{op:?}");
    }
}

#[test]
fn truth_values_combine() {
    let operands = combinations(&[false, true], 2);
    let types = vec![ty(Element::Bool, &[4]); 2];
    let cases: [(ScalarOp, [bool; 4]); 3] = [
        (ScalarOp::And, [false, false, false, true]),
        (ScalarOp::Or, [false, true, true, true]),
        (ScalarOp::Not, [true, false, true, false]),
    ];
    for (op, expected) in cases {
        let graph = graph(&types[..op.arity()], |b, x| Ok(vec![b.scalar(op, x)?]));
        assert_eq!(result::<bool>(&graph, &operands[..op.arity()]), expected);
    }
}

#[test]
fn empty_tensors_have_empty_results() {
    let graph = graph(&[f64s(&[2, 0])], |_, x| Ok(vec![x[0].sin() + x[0]]));
    assert!(result::<f64>(&graph, &[[0.0; 0]]).is_empty());
}

#[test]
fn casts_are_those_of_rust() {
    let floats = [
        EDGES.to_vec(),
        vec![9.3e18, -9.3e18, 16_777_217.0, 0.9, -0.9],
    ]
    .concat();
    let singles: Vec<f32> = floats.iter().map(|&x| x as f32).collect();
    let integers = vec![
        0,
        1,
        -1,
        i64::MAX,
        i64::MIN,
        (1 << 53) + 1,
        16_777_217,
        1 << 24,
    ];
    let truths = vec![false, true];
    let cast = |values: Values<'_>, to: Element| {
        graph(&[ty(values.element(), &[values.len()])], |b, x| {
            Ok(vec![b.cast(x[0], to)?])
        })
    };
    macro_rules! check {
        ($($from:ident => $to:ident $ELEMENT:ident: $f:expr;)+) => {$(
            let values = Item::values(&$from);
            let expected: Vec<$to> = $from.iter().map(|&x| ($f)(x)).collect();
            let found = result::<$to>(&cast(values, Element::$ELEMENT), &[values]);
            let text = |v: &[$to]| format!("{v:?}");
            assert_eq!(text(&found), text(&expected), "{} to {}", stringify!($from), stringify!($to));
        )+};
    }
    check! {
        floats => f32 F32: |x| x as f32;
        floats => i64 I64: |x| x as i64;
        floats => bool Bool: |x| x != 0.0;
        singles => f64 F64: |x| x as f64;
        singles => i64 I64: |x| x as i64;
        singles => bool Bool: |x| x != 0.0;
        integers => f64 F64: |x| x as f64;
        integers => f32 F32: |x| x as f32;
        integers => bool Bool: |x| x != 0;
        truths => f64 F64: |x| if x { 1.0 } else { 0.0 };
        truths => f32 F32: |x| if x { 1.0 } else { 0.0 };
        truths => i64 I64: |x| if x { 1 } else { 0 };
    }
}

#[test]
fn select_takes_one_side_and_nothing_of_the_other() {
    let condition = [true, false, true, false];
    let graph = graph(
        &[ty(Element::Bool, &[4]), f64s(&[4]), f64s(&[4])],
        |b, x| Ok(vec![b.select(x[0], x[1], x[2])?]),
    );
    let (a, b) = ([1.0, f64::NAN, -0.0, 2.0], [f64::INFINITY, 3.0, 4.0, -0.0]);
    let inputs = [Values::Bool(&condition), Values::F64(&a), Values::F64(&b)];
    assert_bits(&result(&graph, &inputs), &[1.0, 3.0, -0.0, -0.0], "select");
}

#[test]
fn select_chooses_elements_of_every_type() {
    let condition = [true, false];
    for element in [Element::F32, Element::I64, Element::Bool] {
        let types = [
            ty(Element::Bool, &[2]),
            ty(element, &[2]),
            ty(element, &[2]),
        ];
        let graph = graph(&types, |b, x| Ok(vec![b.select(x[0], x[1], x[2])?]));
        let c = Values::Bool(&condition);
        match element {
            Element::F32 => {
                let inputs = [c, Values::F32(&[1.0, 2.0]), Values::F32(&[3.0, 4.0])];
                assert_eq!(result::<f32>(&graph, &inputs), [1.0, 4.0]);
            }
            Element::I64 => {
                let inputs = [c, Values::I64(&[1, 2]), Values::I64(&[3, 4])];
                assert_eq!(result::<i64>(&graph, &inputs), [1, 4]);
            }
            _ => {
                let inputs = [
                    c,
                    Values::Bool(&[true, true]),
                    Values::Bool(&[false, false]),
                ];
                assert_eq!(result::<bool>(&graph, &inputs), [true, false]);
            }
        }
    }
}

#[test]
fn a_sum_adds_from_the_first_to_the_last() {
    for terms in 0..5 {
        let types = vec![f64s(&[2]); terms];
        let graph = graph(&types, |b, x| Ok(vec![b.sum(x, &f64s(&[2]))?]));
        // Any other order would lose or keep other terms.
        let values = [[-0.0, 1.0], [-0.0, 1e100], [-0.0, 1.0], [-0.0, -1e100]];
        let expected = match terms {
            0 => [0.0, 0.0],
            1 => [-0.0, 1.0],
            2 | 3 => [-0.0, 1e100],
            _ => [-0.0, 0.0],
        };
        assert_bits(&result(&graph, &values[..terms]), &expected, "sum");
    }
    let types = vec![ty(Element::I64, &[]); 3];
    let graph = graph(&types, |b, x| Ok(vec![b.sum(x, &types[0])?]));
    assert_eq!(result::<i64>(&graph, &[i64::MAX, 1, 1]), [i64::MIN + 1]);
}
