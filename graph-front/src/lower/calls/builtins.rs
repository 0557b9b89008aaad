//! The functions that the language offers by name, in one table.

use std::sync::LazyLock;

use graph_ir::algebra::Algebra;
use graph_ir::composite::Composite;
use graph_ir::ops::{Class, Cumulation, Reduction, ScalarOp};

/// The meaning of a name of the language.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::lower) enum Builtin {
    /// A scalar operator, element by element.
    Scalar(ScalarOp),
    /// A scalar operator with a parameter, a constant behind the operand: `powi(x, 2)`. The one
    /// here has some parameter.
    WithInteger(ScalarOp),
    /// A reduction, and the scalar operator of two operands of the same name, if there is one.
    Reduce(Reduction, Option<ScalarOp>),
    /// A running sum or product along an axis.
    Cumulate(Cumulation),
    /// A composite along axes.
    Composite(Composite),
    /// An operator of linear algebra.
    Algebra(Algebra),
    /// The operators of linear algebra whose values are the results of a function, the first of
    /// which this is.
    Factors(Algebra),
    Dot,
    Matmul,
    Outer,
    Transpose,
    Reshape,
    Broadcast,
    Windows,
    Concat,
    Stack,
    Flip,
    Roll,
    ScatterAdd,
    Eye,
    Diag,
    Trace,
    Tril,
    Triu,
    Cross,
    Kron,
    Einsum,
    Contract,
    Rename,
    Linspace,
    /// Random numbers from 0 to 1.
    Uniform,
    /// Random numbers of the normal distribution.
    Normal,
    /// Two keys of random numbers that follow from one.
    Split,
    /// A key of random numbers that follows from one and a number.
    FoldIn,
    Interpolate,
    CubicSpline,
    Sort,
    ArgSort,
    Select,
    Zeros,
    Ones,
    Full,
    ZerosLike,
    OnesLike,
    FullLike,
    StopGradient,
    Deriv,
    Jvp,
    Vjp,
    Jacobian,
    Hessian,
    Solve,
    Map,
    SinCos,
    IsNan,
    Len,
    Print,
}

/// The structural functions: kind, calling convention and number of operands.
const STRUCTURAL: &[(&str, Builtin, &str, usize, usize)] = &[
    ("dot", Builtin::Dot, "dot(a, b)", 2, 2),
    ("matmul", Builtin::Matmul, "matmul(a, b)", 2, 2),
    ("outer", Builtin::Outer, "outer(a, b)", 2, 2),
    ("contract", Builtin::Contract, "contract(a, b)", 2, 2),
    ("rename", Builtin::Rename, "rename(x, N, M)", 3, 3),
    ("transpose", Builtin::Transpose, "transpose(a)", 1, 1),
    ("reshape", Builtin::Reshape, "reshape(x, [2, 3])", 2, 2),
    (
        "broadcast",
        Builtin::Broadcast,
        "broadcast(x, [2, 3], axis = 1)",
        2,
        2,
    ),
    (
        "windows",
        Builtin::Windows,
        "windows(x, 3, axis = 0, stride = 1, dilation = 1)",
        2,
        2,
    ),
    (
        "concat",
        Builtin::Concat,
        "concat(a, b, axis = 0)",
        1,
        usize::MAX,
    ),
    (
        "stack",
        Builtin::Stack,
        "stack(a, b, axis = 0)",
        1,
        usize::MAX,
    ),
    ("flip", Builtin::Flip, "flip(x, axis = 0)", 1, 1),
    ("roll", Builtin::Roll, "roll(x, 1, axis = 0)", 2, 2),
    (
        "scatter_add",
        Builtin::ScatterAdd,
        "scatter_add(x, at, 10, axis = 0)",
        3,
        3,
    ),
    ("eye", Builtin::Eye, "eye(3)", 1, 1),
    ("diag", Builtin::Diag, "diag(x)", 1, 1),
    ("trace", Builtin::Trace, "trace(a)", 1, 1),
    ("tril", Builtin::Tril, "tril(a)", 1, 1),
    ("triu", Builtin::Triu, "triu(a)", 1, 1),
    ("cross", Builtin::Cross, "cross(a, b)", 2, 2),
    ("kron", Builtin::Kron, "kron(a, b)", 2, 2),
    (
        "einsum",
        Builtin::Einsum,
        "einsum(\"ij,jk->ik\", a, b)",
        2,
        usize::MAX,
    ),
    (
        "linspace",
        Builtin::Linspace,
        "linspace(0.0, 1.0, 11)",
        3,
        3,
    ),
    ("uniform", Builtin::Uniform, "uniform(key, [2, 3])", 1, 2),
    ("normal", Builtin::Normal, "normal(key, [2, 3])", 1, 2),
    ("split", Builtin::Split, "split(key)", 1, 1),
    ("fold_in", Builtin::FoldIn, "fold_in(key, 1)", 2, 2),
    (
        "interpolate",
        Builtin::Interpolate,
        "interpolate(x, xs, ys)",
        3,
        3,
    ),
    (
        "cubic_spline",
        Builtin::CubicSpline,
        "cubic_spline(x, xs, ys)",
        3,
        3,
    ),
    ("sort", Builtin::Sort, "sort(x, axis = 0)", 1, 1),
    ("argsort", Builtin::ArgSort, "argsort(x, axis = 0)", 1, 1),
    ("select", Builtin::Select, "select(condition, a, b)", 3, 3),
    ("zeros", Builtin::Zeros, "zeros([2, 3])", 1, 1),
    ("ones", Builtin::Ones, "ones([2, 3])", 1, 1),
    ("full", Builtin::Full, "full([2, 3], value)", 2, 2),
    ("zeros_like", Builtin::ZerosLike, "zeros_like(x)", 1, 1),
    ("ones_like", Builtin::OnesLike, "ones_like(x)", 1, 1),
    ("full_like", Builtin::FullLike, "full_like(x, value)", 2, 2),
    (
        "stop_gradient",
        Builtin::StopGradient,
        "stop_gradient(x)",
        1,
        1,
    ),
    ("deriv", Builtin::Deriv, "deriv(c, x)", 2, 2),
    ("jvp", Builtin::Jvp, "jvp(y, x, direction)", 3, 3),
    ("vjp", Builtin::Vjp, "vjp(y, x, weights)", 3, 3),
    ("jacobian", Builtin::Jacobian, "jacobian(y, x)", 2, 2),
    ("hessian", Builtin::Hessian, "hessian(c, x)", 2, 2),
    (
        "solve",
        Builtin::Solve,
        "solve(|y| residual(y, x), start)",
        2,
        2,
    ),
    (
        "map",
        Builtin::Map,
        "map(|a, b| f(a, b), x, y)",
        2,
        usize::MAX,
    ),
    ("sin_cos", Builtin::SinCos, "sin_cos(x)", 1, 1),
    ("is_nan", Builtin::IsNan, "is_nan(x)", 1, 1),
    ("len", Builtin::Len, "x.len()", 1, 1),
    ("print", Builtin::Print, "print(\"x\", x)", 2, 2),
];

/// The names of all functions of the language.
pub(crate) static BUILTINS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut names: Vec<&str> = scalar_operators().map(ScalarOp::name).collect();
    names.extend(Reduction::ALL.iter().map(|reduction| reduction.name()));
    names.extend(Cumulation::ALL.iter().map(|cumulation| cumulation.name()));
    names.extend(Composite::ALL.iter().map(|composite| composite.name()));
    names.extend(Algebra::ALL.iter().map(|op| op.function()));
    names.extend(STRUCTURAL.iter().map(|&(name, ..)| name));
    names.sort_unstable();
    names.dedup();
    names
});

/// Whether the language has a function of that name.
pub(crate) fn is_builtin(name: &str) -> bool {
    BUILTINS.binary_search(&name).is_ok()
}

/// How many operands the language's function of that name has in its documentation, which shows one
/// more than the fewest where any number is possible.
pub(crate) fn operands_of(name: &str) -> Option<usize> {
    let (least, most) = Builtin::of(name)?.arity(name);
    Some(if most == usize::MAX { least + 1 } else { most })
}

/// How many operands a method of that name has in its documentation, the receiver among them.
pub(crate) fn operands_of_method(name: &str) -> Option<usize> {
    match Builtin::of(name)? {
        // Of several arrays it is no method.
        Builtin::Map => Some(2),
        _ => operands_of(name),
    }
}

/// The options of a function, which have names in a call: those in its documentation, behind all of
/// its operands; and those that stand in the place of its second operand.
pub(crate) fn options_of(name: &str) -> [&'static [&'static str]; 2] {
    let (Some(builtin), Some(operands)) = (Builtin::of(name), operands_of(name)) else {
        return [&[]; 2];
    };
    match builtin.named(operands) {
        [] => [&[], builtin.named(1)],
        named => [named, &[]],
    }
}

/// The signature of a function in its documentation.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DocumentedSignature {
    /// How many arguments it has, with those that have names in a call.
    pub(crate) arguments: usize,
    /// Whether it is generic over a float type, as functions are that also work outside.
    pub(crate) is_generic: bool,
}

/// The signature in the documentation of the language's function of that name.
pub(crate) fn documented_signature(name: &str) -> Option<DocumentedSignature> {
    let (builtin, operands) = (Builtin::of(name)?, operands_of(name)?);
    Some(DocumentedSignature {
        arguments: operands + builtin.named(operands).len(),
        is_generic: builtin.is_method_of_float(),
    })
}

impl Builtin {
    /// The function of that name.
    pub(super) fn of(name: &str) -> Option<Self> {
        if let Some(&(_, builtin, ..)) = STRUCTURAL.iter().find(|(n, ..)| *n == name) {
            return Some(builtin);
        }
        if let Some(&own) = Cumulation::ALL.iter().find(|own| own.name() == name) {
            return Some(Self::Cumulate(own));
        }
        if let Some(composite) = Composite::from_name(name) {
            return Some(Self::Composite(composite));
        }
        if let Some(&op) = Algebra::ALL.iter().find(|op| op.function() == name) {
            return Some(match op.part() {
                Some(_) => Self::Factors(op),
                None => Self::Algebra(op),
            });
        }
        if let Some(op) = ScalarOp::from_name(name, Some(0)) {
            return Some(Self::WithInteger(op));
        }
        let scalar = ScalarOp::from_name(name, None);
        if let Some(&reduction) = Reduction::ALL.iter().find(|r| r.name() == name) {
            return Some(Self::Reduce(reduction, scalar));
        }
        scalar.filter(|op| op.symbol().is_none()).map(Self::Scalar)
    }

    /// Whether the function may be a method of one float in Rust.
    pub(super) fn is_method_of_float(self) -> bool {
        match self {
            Self::Scalar(op) => op.class() != Class::Integer,
            Self::WithInteger(_) | Self::Reduce(_, Some(_)) | Self::SinCos | Self::IsNan => true,
            _ => false,
        }
    }

    /// How the function is called, for help.
    pub(super) fn usage(self, name: &str) -> String {
        if let Some(&(.., usage, _, _)) = STRUCTURAL.iter().find(|(n, ..)| *n == name) {
            return usage.into();
        }
        match self {
            Self::Scalar(op) => format!("{name}({})", op.operands().join(", ")),
            Self::Algebra(op) | Self::Factors(op) => {
                format!("{name}({})", op.operands().join(", "))
            }
            Self::WithInteger(_) => format!("{name}(x, 2)"),
            Self::Reduce(_, Some(_)) => format!("{name}(x, y)` or `{name}(x, axis = 0)"),
            _ => format!("{name}(x, axis = 0)"),
        }
    }

    /// The fewest and the most operands.
    pub(super) fn arity(self, name: &str) -> (usize, usize) {
        match self {
            Self::Scalar(op) => (op.arity(), op.arity()),
            Self::Algebra(op) | Self::Factors(op) => (op.operands().len(), op.operands().len()),
            Self::WithInteger(_) => (2, 2),
            Self::Reduce(_, Some(_)) => (1, 2),
            Self::Reduce(_, None) | Self::Cumulate(_) | Self::Composite(_) => (1, 1),
            _ => STRUCTURAL
                .iter()
                .find(|(n, ..)| *n == name)
                .map_or((0, usize::MAX), |&(.., least, most)| (least, most)),
        }
    }

    /// The operand that is a shape.
    pub(super) fn shape_at(self) -> Option<usize> {
        match self {
            Self::Zeros | Self::Ones | Self::Full => Some(0),
            Self::Reshape | Self::Broadcast | Self::Uniform | Self::Normal => Some(1),
            _ => None,
        }
    }

    /// Whether an operand is a count, by its position.
    pub(super) fn is_count(self, position: usize) -> bool {
        matches!(
            (self, position),
            (Self::Eye, 0) | (Self::Windows, 1) | (Self::ScatterAdd | Self::Linspace, 2)
        )
    }

    /// The named arguments that the function takes.
    pub(super) fn named(self, operands: usize) -> &'static [&'static str] {
        match self {
            Self::Reduce(..) if operands > 1 => &[],
            Self::Reduce(..) => &["axis", "keep"],
            Self::Composite(composite) if composite.drops_axes() => &["axis", "keep"],
            Self::Composite(_)
            | Self::Cumulate(_)
            | Self::Flip
            | Self::Roll
            | Self::ScatterAdd
            | Self::Sort
            | Self::ArgSort
            | Self::Transpose
            | Self::Broadcast
            | Self::Concat
            | Self::Stack => &["axis"],
            Self::Windows => &["axis", "stride", "dilation"],
            Self::Solve => &["iterations", "tolerance"],
            _ => &[],
        }
    }
}

/// The scalar operators that are written as functions, each once.
fn scalar_operators() -> impl Iterator<Item = ScalarOp> {
    ScalarOp::all()
        .into_iter()
        .filter(|op| op.symbol().is_none())
}

#[cfg(test)]
mod tests {
    use super::{BUILTINS, Builtin, is_builtin};

    #[test]
    fn every_name_stands_for_something() {
        for name in BUILTINS.iter() {
            assert!(is_builtin(name));
            let builtin = Builtin::of(name).unwrap_or_else(|| panic!("{name}"));
            assert!(builtin.usage(name).contains(name), "{name}");
            assert!(builtin.arity(name).0 >= 1, "{name}");
        }
        assert!(!is_builtin("add"));
        assert!(Builtin::of("add").is_none());
    }
}
