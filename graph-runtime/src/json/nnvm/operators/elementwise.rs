//! Operators that act on every element alone: of one tensor, of several of equal shape, and of a
//! tensor and a number.

use super::shape::{Refusal, Shape, Shapes, mismatch, same, shown};
use super::{Attribute, DATA, Inputs, LHS_RHS, NONE, Operator, Parameters};
use super::{operator, optional, required};
use crate::json::nnvm::attribute_text::Kind::{Bool, Choice, Double, Single};
use alloc::format;
use alloc::vec;

/// The element types that an attribute may name. Their order is not that of NNVM's numbers.
pub(super) const DTYPES: &[&str] = &[
    "float64", "float32", "float16", "bfloat16", "bool", "int8", "int16", "int32", "int64",
    "uint8", "uint16", "uint32", "uint64",
];

const MXNET_SCALAR: &[Attribute] = &[
    optional("scalar", Double, "1"),
    optional("is_int", Bool, "1"),
];
/// NNVM reads the number in double precision and computes with it rounded to single precision.
const NNVM_SCALAR: &[Attribute] = &[required("scalar", Single)];

const fn unary(mxnet: &'static [&'static str], nnvm: &'static [&'static str]) -> Operator {
    operator(mxnet, nnvm, DATA, &[], same)
}

const fn binary(mxnet: &'static [&'static str], nnvm: &'static [&'static str]) -> Operator {
    operator(mxnet, nnvm, LHS_RHS, &[], equal)
}

const fn mxnet_scalar(names: &'static [&'static str]) -> Operator {
    operator(names, NONE, DATA, MXNET_SCALAR, same)
}

const fn nnvm_scalar(names: &'static [&'static str]) -> Operator {
    operator(NONE, names, DATA, NNVM_SCALAR, same)
}

pub(super) const UNARY: &[Operator] = &[
    unary(&["abs"], &["abs"]),
    unary(&["sign"], NONE),
    unary(&["round"], &["round"]),
    unary(&["rint"], NONE),
    unary(&["ceil"], &["ceil"]),
    unary(&["floor"], &["floor"]),
    unary(&["trunc", "fix"], &["trunc"]),
    unary(&["square"], NONE),
    unary(&["sqrt"], &["sqrt"]),
    unary(&["rsqrt"], NONE),
    unary(&["cbrt"], NONE),
    unary(&["rcbrt"], NONE),
    unary(&["exp"], &["exp"]),
    unary(&["expm1"], NONE),
    unary(&["log"], &["log"]),
    unary(&["log10"], NONE),
    unary(&["log2"], NONE),
    unary(&["log1p"], NONE),
    unary(&["sin"], NONE),
    unary(&["cos"], NONE),
    unary(&["tan"], NONE),
    unary(&["arcsin"], NONE),
    unary(&["arccos"], NONE),
    unary(&["arctan"], NONE),
    unary(&["sinh"], NONE),
    unary(&["cosh"], NONE),
    unary(&["tanh"], &["tanh"]),
    unary(&["arcsinh"], NONE),
    unary(&["arccosh"], NONE),
    unary(&["arctanh"], NONE),
    unary(&["degrees"], NONE),
    unary(&["radians"], NONE),
    unary(&["reciprocal"], NONE),
    unary(&["negative"], &["negative"]),
    unary(&["relu"], &["relu"]),
    unary(&["sigmoid"], &["sigmoid"]),
    unary(&["softsign"], NONE),
    unary(&["erf"], NONE),
    unary(&["erfinv"], NONE),
    unary(&["gamma"], NONE),
    unary(&["gammaln"], NONE),
    unary(&["logical_not"], &["logical_not"]),
    unary(&["_copy", "identity"], &["copy"]),
    unary(&["BlockGrad", "stop_gradient"], &["block_grad"]),
    unary(&["make_loss"], NONE),
    unary(&["ones_like"], &["ones_like"]),
    unary(&["zeros_like"], &["zeros_like"]),
    operator(
        &["hard_sigmoid"],
        NONE,
        DATA,
        &[
            optional("alpha", Single, "0.2"),
            optional("beta", Single, "0.5"),
        ],
        same,
    ),
    operator(
        &["smooth_l1"],
        NONE,
        DATA,
        &[optional("scalar", Double, "1")],
        same,
    ),
    // MXNet holds the bounds in single precision, NNVM in double precision.
    operator(
        &["clip"],
        NONE,
        DATA,
        &[required("a_min", Single), required("a_max", Single)],
        same,
    ),
    operator(
        NONE,
        &["clip"],
        DATA,
        &[required("a_min", Double), required("a_max", Double)],
        same,
    ),
    operator(
        &["Cast", "cast"],
        &["cast"],
        DATA,
        &[required("dtype", Choice(DTYPES))],
        same,
    ),
    operator(
        NONE,
        &["full_like"],
        DATA,
        &[required("fill_value", Double)],
        same,
    ),
];

pub(super) const BINARY: &[Operator] = &[
    binary(
        &["elemwise_add", "_Plus", "_add", "_plus"],
        &["elemwise_add"],
    ),
    binary(
        &["elemwise_sub", "_Minus", "_minus", "_sub"],
        &["elemwise_sub"],
    ),
    binary(&["elemwise_mul", "_Mul", "_mul"], &["elemwise_mul"]),
    binary(&["elemwise_div", "_Div", "_div"], &["elemwise_div"]),
    // MXNet's remainder has the sign of the divisor, NNVM's that of the dividend.
    binary(&["_mod", "_Mod"], NONE),
    binary(NONE, &["elemwise_mod"]),
    binary(&["_power", "_Power"], &["elemwise_pow"]),
    binary(&["_maximum", "_Maximum"], NONE),
    binary(&["_minimum", "_Minimum"], NONE),
    binary(&["_hypot", "_Hypot"], NONE),
    binary(&["_equal", "_Equal"], NONE),
    binary(&["_not_equal", "_Not_Equal"], NONE),
    binary(&["_greater", "_Greater"], &["greater"]),
    binary(&["_greater_equal", "_Greater_Equal"], NONE),
    binary(&["_lesser", "_Lesser"], &["less"]),
    binary(&["_lesser_equal", "_Lesser_Equal"], NONE),
    binary(&["_logical_and", "_Logical_And"], &["logical_and"]),
    binary(&["_logical_or", "_Logical_Or"], &["logical_or"]),
    binary(&["_logical_xor", "_Logical_Xor"], NONE),
    operator(
        &["add_n", "ElementWiseSum"],
        NONE,
        Inputs::Many(Some("num_args")),
        super::join::NUM_ARGS,
        equal,
    ),
    operator(
        NONE,
        &["elemwise_sum"],
        Inputs::Many(Some("num_args")),
        super::join::NUM_ARGS,
        equal,
    ),
    operator(
        &["where"],
        &["where"],
        Inputs::Named(&["condition", "x", "y"]),
        &[],
        select,
    ),
];

pub(super) const SCALAR: &[Operator] = &[
    mxnet_scalar(&["_plus_scalar", "_PlusScalar"]),
    mxnet_scalar(&["_minus_scalar", "_MinusScalar"]),
    mxnet_scalar(&["_rminus_scalar", "_RMinusScalar"]),
    mxnet_scalar(&["_mul_scalar", "_MulScalar"]),
    mxnet_scalar(&["_div_scalar", "_DivScalar"]),
    mxnet_scalar(&["_rdiv_scalar", "_RDivScalar"]),
    mxnet_scalar(&["_power_scalar", "_PowerScalar"]),
    mxnet_scalar(&["_rpower_scalar", "_RPowerScalar"]),
    mxnet_scalar(&["_mod_scalar", "_ModScalar"]),
    mxnet_scalar(&["_rmod_scalar", "_RModScalar"]),
    mxnet_scalar(&["_maximum_scalar", "_MaximumScalar"]),
    mxnet_scalar(&["_minimum_scalar", "_MinimumScalar"]),
    mxnet_scalar(&["_hypot_scalar", "_HypotScalar"]),
    mxnet_scalar(&["_equal_scalar", "_EqualScalar"]),
    mxnet_scalar(&["_not_equal_scalar", "_NotEqualScalar"]),
    mxnet_scalar(&["_greater_scalar", "_GreaterScalar"]),
    mxnet_scalar(&["_greater_equal_scalar", "_GreaterEqualScalar"]),
    mxnet_scalar(&["_lesser_scalar", "_LesserScalar"]),
    mxnet_scalar(&["_lesser_equal_scalar", "_LesserEqualScalar"]),
    mxnet_scalar(&["_logical_and_scalar", "_LogicalAndScalar"]),
    mxnet_scalar(&["_logical_or_scalar", "_LogicalOrScalar"]),
    mxnet_scalar(&["_logical_xor_scalar", "_LogicalXorScalar"]),
    nnvm_scalar(&["__add_scalar__"]),
    nnvm_scalar(&["__sub_scalar__"]),
    nnvm_scalar(&["__rsub_scalar__"]),
    nnvm_scalar(&["__mul_scalar__"]),
    nnvm_scalar(&["__div_scalar__"]),
    nnvm_scalar(&["__rdiv_scalar__"]),
    nnvm_scalar(&["__pow_scalar__"]),
    nnvm_scalar(&["__rpow_scalar__"]),
];

/// All inputs and the output have one shape; what is known of one is known of all.
pub(super) fn equal(_: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let Some(shape) = inputs.iter().flatten().next() else {
        return Err(Refusal::Unknown(0));
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
        Err(Refusal::Unknown(index)) => return Err(Refusal::Unknown(index + 1)),
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
