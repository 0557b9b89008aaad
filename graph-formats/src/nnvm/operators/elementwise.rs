//! Operators that act on every element alone: of one tensor, of several of equal shape, and of a
//! tensor and a number.

use super::body::Body::{self, OfScalar, WithScalar};
use super::body::Meaning::{self, Composed, Op};
use super::body::{Application, along, extents};
use super::flow;
use super::meaning;
use super::shape::{Refusal, Shape, Shapes, mismatch, same, shown};
use super::{Attribute, DATA, Inputs, LHS_RHS, NONE, Operator, Parameters};
use super::{operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Double};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::f64::consts::PI;
use graph_ir::ops::ScalarOp::*;
use graph_ir::{Result as Built, Wire};

const MXNET_SCALAR: &[Attribute] = &[
    optional("scalar", Double, "1"),
    optional("is_int", Bool, "1"),
];
const NNVM_SCALAR: &[Attribute] = &[required("scalar", Double)];

type Names = &'static [&'static str];

const fn unary(mxnet: Names, nnvm: Names, meaning: Meaning) -> Operator {
    operator(mxnet, nnvm, DATA, &[], same, Body::Each(meaning)).flowing(flow::alike)
}

const fn binary(mxnet: Names, nnvm: Names, meaning: Meaning) -> Operator {
    operator(mxnet, nnvm, LHS_RHS, &[], equal, Body::Each(meaning)).flowing(flow::alike)
}

const fn mxnet_scalar(names: Names, body: Body) -> Operator {
    operator(names, NONE, DATA, MXNET_SCALAR, same, body).flowing(flow::alike)
}

pub(super) const fn nnvm_scalar(name: Names, body: Body) -> Operator {
    operator(NONE, name, DATA, NNVM_SCALAR, same, body).flowing(flow::alike)
}

pub(super) const UNARY: &[Operator] = &[
    unary(&["abs"], &["abs"], Op(Abs)),
    unary(&["sign"], NONE, Op(Sign)),
    unary(&["round"], &["round"], Op(Round)),
    unary(&["rint"], NONE, Composed(meaning::rint)),
    unary(&["ceil"], &["ceil"], Op(Ceil)),
    unary(&["floor"], &["floor"], Op(Floor)),
    unary(&["trunc", "fix"], &["trunc"], Op(Trunc)),
    unary(&["square"], NONE, Op(Square)),
    unary(&["sqrt"], &["sqrt"], Op(Sqrt)),
    unary(&["rsqrt"], NONE, Composed(|x| 1.0 / x[0].sqrt())),
    unary(&["cbrt"], NONE, Op(Cbrt)),
    unary(&["rcbrt"], NONE, Composed(|x| 1.0 / x[0].cbrt())),
    unary(&["exp"], &["exp"], Op(Exp)),
    unary(&["expm1"], NONE, Op(ExpM1)),
    unary(&["log"], &["log"], Op(Ln)),
    unary(&["log10"], NONE, Op(Log10)),
    unary(&["log2"], NONE, Op(Log2)),
    unary(&["log1p"], NONE, Op(Ln1p)),
    unary(&["sin"], NONE, Op(Sin)),
    unary(&["cos"], NONE, Op(Cos)),
    unary(&["tan"], NONE, Op(Tan)),
    unary(&["arcsin"], NONE, Op(Asin)),
    unary(&["arccos"], NONE, Op(Acos)),
    unary(&["arctan"], NONE, Op(Atan)),
    unary(&["sinh"], NONE, Op(Sinh)),
    unary(&["cosh"], NONE, Op(Cosh)),
    unary(&["tanh"], &["tanh"], Op(Tanh)),
    unary(&["arcsinh"], NONE, Op(Asinh)),
    unary(&["arccosh"], NONE, Op(Acosh)),
    unary(&["arctanh"], NONE, Op(Atanh)),
    unary(&["degrees"], NONE, Composed(|x| x[0] * (180.0 / PI))),
    unary(&["radians"], NONE, Composed(|x| x[0] * (PI / 180.0))),
    unary(&["reciprocal"], NONE, Op(Recip)),
    unary(&["negative"], &["negative"], Op(Neg)),
    unary(&["relu"], &["relu"], Op(Relu)),
    unary(&["sigmoid"], &["sigmoid"], Op(Sigmoid)),
    unary(&["softsign"], NONE, Composed(meaning::softsign)),
    unary(&["erf"], NONE, Op(Erf)),
    unary(&["erfinv"], NONE, Op(ErfInv)),
    unary(&["gamma"], NONE, Composed(meaning::gamma)),
    unary(&["gammaln"], NONE, Op(LnGamma)),
    unary(
        &["logical_not"],
        &["logical_not"],
        Composed(|x| x[0].equal(0.0)),
    ),
    operator(
        &["_copy", "identity"],
        &["copy"],
        DATA,
        &[],
        same,
        Body::Rule(|call| Ok(vec![call.data()])),
    )
    .flowing(flow::alike),
    unary(
        &["ones_like"],
        &["ones_like"],
        Composed(|x| x[0].ones_like()),
    ),
    unary(
        &["zeros_like"],
        &["zeros_like"],
        Composed(|x| x[0].zeros_like()),
    ),
    operator(
        &["BlockGrad", "stop_gradient"],
        &["block_grad"],
        DATA,
        &[],
        same,
        Body::Rule(|call| Ok(vec![call.builder.stop_gradient(call.data())?])),
    )
    .flowing(flow::alike),
    operator(
        &["hard_sigmoid"],
        NONE,
        DATA,
        &[
            optional("alpha", Double, "0.2"),
            optional("beta", Double, "0.5"),
        ],
        same,
        Body::Rule(|call| {
            let line = call.data() * call.number("alpha") + call.number("beta");
            Ok(vec![line.clamp(0.0, 1.0)])
        }),
    )
    .flowing(flow::alike),
    operator(
        &["smooth_l1"],
        NONE,
        DATA,
        &[optional("scalar", Double, "1")],
        same,
        WithScalar(Composed(meaning::smooth_l1)),
    )
    .flowing(flow::alike),
    operator(
        &["clip"],
        &["clip"],
        DATA,
        &[required("a_min", Double), required("a_max", Double)],
        same,
        Body::Rule(clip),
    )
    .flowing(flow::alike),
    operator(
        NONE,
        &["full_like"],
        DATA,
        &[required("fill_value", Double)],
        same,
        Body::Rule(|call| {
            let value = call.number("fill_value");
            Ok(vec![call.broadcast(value)?])
        }),
    )
    .flowing(flow::alike),
];

pub(super) const BINARY: &[Operator] = &[
    binary(
        &["elemwise_add", "_Plus", "_add", "_plus"],
        &["elemwise_add"],
        Op(Add),
    ),
    binary(
        &["elemwise_sub", "_Minus", "_minus", "_sub"],
        &["elemwise_sub"],
        Op(Sub),
    ),
    binary(
        &["elemwise_mul", "_Mul", "_mul"],
        &["elemwise_mul"],
        Op(Mul),
    ),
    binary(
        &["elemwise_div", "_Div", "_div"],
        &["elemwise_div"],
        Op(Div),
    ),
    binary(&["_mod", "_Mod"], NONE, Composed(meaning::floor_mod)),
    binary(NONE, &["elemwise_mod"], Op(Rem)),
    binary(&["_power", "_Power"], &["elemwise_pow"], Op(Powf)),
    binary(&["_maximum", "_Maximum"], NONE, Op(Max)),
    binary(&["_minimum", "_Minimum"], NONE, Op(Min)),
    binary(&["_hypot", "_Hypot"], NONE, Op(Hypot)),
    binary(&["_equal", "_Equal"], NONE, Op(Equal)),
    binary(&["_not_equal", "_Not_Equal"], NONE, Op(NotEqual)),
    binary(&["_greater", "_Greater"], &["greater"], Op(Greater)),
    binary(
        &["_greater_equal", "_Greater_Equal"],
        NONE,
        Op(GreaterEqual),
    ),
    binary(&["_lesser", "_Lesser"], &["less"], Op(Less)),
    binary(&["_lesser_equal", "_Lesser_Equal"], NONE, Op(LessEqual)),
    binary(
        &["_logical_and", "_Logical_And"],
        &["logical_and"],
        Composed(meaning::and),
    ),
    binary(
        &["_logical_or", "_Logical_Or"],
        &["logical_or"],
        Composed(meaning::or),
    ),
    binary(
        &["_logical_xor", "_Logical_Xor"],
        NONE,
        Composed(meaning::xor),
    ),
    operator(
        &["add_n", "ElementWiseSum"],
        &["elemwise_sum"],
        Inputs::Many(Some("num_args")),
        super::join::NUM_ARGS,
        equal,
        Body::Rule(|call| Ok(vec![call.builder.sum(call.inputs, &call.ty()?)?])),
    )
    .flowing(flow::alike),
    operator(
        &["where"],
        &["where"],
        Inputs::Named(&["condition", "x", "y"]),
        &[],
        select,
        Body::Rule(choose),
    )
    .flowing(flow::chosen),
];

pub(super) const SCALAR: &[Operator] = &[
    mxnet_scalar(&["_plus_scalar", "_PlusScalar"], WithScalar(Op(Add))),
    mxnet_scalar(&["_minus_scalar", "_MinusScalar"], WithScalar(Op(Sub))),
    mxnet_scalar(&["_rminus_scalar", "_RMinusScalar"], OfScalar(Op(Sub))),
    mxnet_scalar(&["_mul_scalar", "_MulScalar"], WithScalar(Op(Mul))),
    mxnet_scalar(&["_div_scalar", "_DivScalar"], WithScalar(Op(Div))),
    mxnet_scalar(&["_rdiv_scalar", "_RDivScalar"], OfScalar(Op(Div))),
    mxnet_scalar(&["_power_scalar", "_PowerScalar"], WithScalar(Op(Powf))),
    mxnet_scalar(&["_rpower_scalar", "_RPowerScalar"], OfScalar(Op(Powf))),
    mxnet_scalar(
        &["_mod_scalar", "_ModScalar"],
        WithScalar(Composed(meaning::floor_mod)),
    ),
    mxnet_scalar(
        &["_rmod_scalar", "_RModScalar"],
        OfScalar(Composed(meaning::floor_mod)),
    ),
    mxnet_scalar(&["_maximum_scalar", "_MaximumScalar"], WithScalar(Op(Max))),
    mxnet_scalar(&["_minimum_scalar", "_MinimumScalar"], WithScalar(Op(Min))),
    mxnet_scalar(&["_hypot_scalar", "_HypotScalar"], WithScalar(Op(Hypot))),
    mxnet_scalar(&["_equal_scalar", "_EqualScalar"], WithScalar(Op(Equal))),
    mxnet_scalar(
        &["_not_equal_scalar", "_NotEqualScalar"],
        WithScalar(Op(NotEqual)),
    ),
    mxnet_scalar(
        &["_greater_scalar", "_GreaterScalar"],
        WithScalar(Op(Greater)),
    ),
    mxnet_scalar(
        &["_greater_equal_scalar", "_GreaterEqualScalar"],
        WithScalar(Op(GreaterEqual)),
    ),
    mxnet_scalar(&["_lesser_scalar", "_LesserScalar"], WithScalar(Op(Less))),
    mxnet_scalar(
        &["_lesser_equal_scalar", "_LesserEqualScalar"],
        WithScalar(Op(LessEqual)),
    ),
    mxnet_scalar(
        &["_logical_and_scalar", "_LogicalAndScalar"],
        WithScalar(Composed(meaning::and)),
    ),
    mxnet_scalar(
        &["_logical_or_scalar", "_LogicalOrScalar"],
        WithScalar(Composed(meaning::or)),
    ),
    mxnet_scalar(
        &["_logical_xor_scalar", "_LogicalXorScalar"],
        WithScalar(Composed(meaning::xor)),
    ),
    nnvm_scalar(&["__add_scalar__"], WithScalar(Op(Add))),
    nnvm_scalar(&["__sub_scalar__"], WithScalar(Op(Sub))),
    nnvm_scalar(&["__rsub_scalar__"], OfScalar(Op(Sub))),
    nnvm_scalar(&["__mul_scalar__"], WithScalar(Op(Mul))),
    nnvm_scalar(&["__div_scalar__"], WithScalar(Op(Div))),
    nnvm_scalar(&["__rdiv_scalar__"], OfScalar(Op(Div))),
    nnvm_scalar(&["__pow_scalar__"], WithScalar(Op(Powf))),
    nnvm_scalar(&["__rpow_scalar__"], OfScalar(Op(Powf))),
];

/// All inputs and the output have one shape; knowledge about one applies to all.
pub(super) fn equal(_: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let Some(shape) = inputs.iter().flatten().next() else {
        return Err(Refusal::Unknown(vec![0]));
    };
    for (index, input) in inputs.iter().enumerate() {
        if let Some(input) = input
            && input != shape
        {
            let expected = format!("the shape of the other inputs, {}", shown(shape));
            return Err(mismatch(index, expected, input));
        }
    }
    Ok(Shapes::new(
        vec![shape.clone(); inputs.len()],
        shape.clone(),
    ))
}

/// `x`, `y` and the output have one shape; the condition has it too, or one value for each entry
/// of the first axis.
fn select(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let mut shapes = match equal(parameters, inputs.get(1..).unwrap_or(&[])) {
        Err(Refusal::Unknown(_)) => return Err(Refusal::Unknown(vec![1])),
        Err(Refusal::Input(index, expected, found)) => {
            return Err(Refusal::Input(index + 1, expected, found));
        }
        other => other?,
    };
    let branch = &shapes.outputs[0];
    let condition = inputs[0].clone().unwrap_or_else(|| branch.clone());
    if condition != *branch && condition[..] != branch[..1] {
        let expected = format!("the shape {} or {}", shown(branch), shown(&branch[..1]));
        return Err(mismatch(0, expected, &condition));
    }
    shapes.inputs.insert(0, condition);
    Ok(shapes)
}

fn clip<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let operands = [call.data(), call.number("a_min"), call.number("a_max")];
    call.apply(Op(Clamp), &operands)
}

fn choose<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let mut condition = call.inputs[0];
    if extents(condition)? != call.outputs[0] {
        condition = along(condition, &call.outputs[0], 0)?;
    }
    let holds = condition.not_equal(0.0);
    Ok(vec![holds.select(call.inputs[1], call.inputs[2])])
}
