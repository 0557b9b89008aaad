//! Rules of scalar operators, choices and sums.

use graph_ir::graph::Literal;
use graph_ir::ops::{Op, ScalarOp};
use graph_ir::{Builder, Wire};

use super::{SPECIAL, compare, operators, simplified, tensor};

/// Scalar operators of three numbers: the graph, the operators that are left, in their order.
#[test]
fn scalar_rules_hold_for_every_kind_of_number() {
    type Rule = for<'b> fn(&'b Builder, [Wire<'b>; 3]) -> Wire<'b>;
    let rules: &[(Rule, &[&str])] = &[
        (|_, [x, _, _]| x + x, &["mul"]),
        (|_, [x, y, _]| x + (-y), &["sub"]),
        (|_, [x, y, _]| (-x) + y, &["sub"]),
        (|_, [x, y, _]| x - (-y), &["add"]),
        (|_, [x, y, _]| (-x) * (-y), &["mul"]),
        (|_, [x, y, z]| z + (-x) * y, &["mul", "sub"]),
        (|_, [x, y, z]| z - x * (-y), &["mul", "add"]),
        (|_, [x, y, z]| z + (-x) / y, &["div", "sub"]),
        (|_, [x, y, z]| z + x / (-y), &["div", "sub"]),
        (|_, [x, y, _]| (-x) / (-y), &["div"]),
        (|_, [x, _, _]| (-x) * 3.0, &["mul"]),
        (|_, [x, _, _]| -2.5 * (-x), &["mul"]),
        (|_, [x, _, _]| x / 4.0, &["mul"]),
        (|_, [x, _, _]| (x * 2.0) * 4.0, &["mul"]),
        (|_, [x, _, _]| -4.0 * (2.0 * x), &["mul"]),
        (|_, [x, _, _]| (x + x) * 2.0, &["mul"]),
        (|_, [x, _, _]| x * 2.0 * -2.0 * 8.0, &["mul"]),
        (|_, [x, _, _]| (x * 2.0) * 3.0, &["mul", "mul"]),
        (|_, [x, _, _]| (x * 3.0) * 2.0, &["mul", "mul"]),
        // Of 5e-324 halves and doubles are not the same; of 1e308 doubles and halves.
        (|_, [x, _, _]| (x * 0.5) * 2.0, &["mul", "mul"]),
        (|_, [x, _, _]| (x * 2.0) * 0.5, &["mul", "mul"]),
        (|_, [x, _, _]| x / 3.0, &["div"]),
        (|_, [x, _, _]| (-x) / -1.0, &[]),
        (|_, [x, _, _]| -(x * -1.0), &[]),
        (|_, [x, _, _]| x + 0.0, &["add"]),
        (|_, [x, _, _]| x - 0.0, &[]),
        (|_, [x, _, _]| x + -0.0, &[]),
        (|_, [x, _, _]| x * 0.0, &["mul"]),
        (|_, [x, _, _]| x - x, &["sub"]),
        (|_, [x, _, _]| x.full_like(2.0).azmul(x), &["mul"]),
        (|_, [x, _, _]| x.azmul(2.0), &["azmul"]),
        (|_, [x, _, _]| x.zeros_like().azmul(x), &[]),
        (|_, [x, _, _]| x.full_like(-0.0).azmul(x), &[]),
        (|_, [x, _, _]| x.full_like(f64::NAN).azmul(x), &["mul"]),
        (
            |_, [x, y, z]| {
                let less = x.less(y);
                less.select(less.select(x, z), less.select(z, y))
            },
            &["less", "select"],
        ),
        (
            |b, [x, y, z]| b.sum(&[x, -y, z], &tensor(&[])).unwrap(),
            &["sub", "add"],
        ),
        (
            |b, [x, y, z]| b.sum(&[-x, y, -z, -x], &tensor(&[])).unwrap(),
            &["sub", "sub", "sub"],
        ),
        (
            |b, [x, y, z]| b.sum(&[-x, -y, z, x, y], &tensor(&[])).unwrap(),
            &["neg", "sub", "sum"],
        ),
        (
            |b, [x, y, z]| b.sum(&[x, x, y, z], &tensor(&[])).unwrap(),
            &["mul", "sum"],
        ),
        (
            |b, [x, y, z]| b.sum(&[x, y, z, -x], &tensor(&[])).unwrap(),
            &["sum", "sub"],
        ),
    ];
    for (number, (rule, left)) in rules.iter().enumerate() {
        let (graph, simpler) = simplified(&[&[], &[], &[]], |b, x| rule(b, [x[0], x[1], x[2]]));
        let ops: Vec<String> = operators(&simpler, |op| {
            matches!(op, Op::Scalar(_) | Op::Sum | Op::Select)
        });
        assert_eq!(ops, *left, "rule {number}:\n{simpler}");
        for x in SPECIAL {
            for y in SPECIAL {
                for z in SPECIAL {
                    let inputs = [x, y, z].map(|x| vec![Literal::F64(x.to_bits())]);
                    compare(&graph, &simpler, &inputs, &format!("rule {number}"));
                }
            }
        }
    }
}

/// A negative that is needed anyway does not leave its products.
#[test]
fn a_sign_is_not_taken_out_twice() {
    let (_, simpler) = simplified(&[&[], &[]], |b, x| {
        let negative = -x[0];
        b.stack(&[negative * x[1], negative * x[1].sin()], 0)
            .unwrap()
    });
    let is_neg = |op| op == Op::Scalar(ScalarOp::Neg);
    assert_eq!(operators(&simpler, is_neg).len(), 1, "{simpler}");
}
