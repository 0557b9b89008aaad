//! The builder's refusals as errors: under the user's tokens, with where each operand comes from
//! and what to write instead.

use graph_ir::{Element, Error, Shape, Type};
use syn::Expr;

use super::Lowerer;
use super::value::Value;
use super::variables::{Origin, Variable};
use crate::diagnostics::{Diagnostic, Place, line_of, print};

/// The longest text of an operand that a note repeats.
const LONGEST: usize = 40;
/// How deep a chain is looked at to see whether its text is short.
const DEEPEST: usize = 8;

/// An operand: its value, and where and how it is written.
#[derive(Clone)]
pub(super) struct Operand<'b, 'x> {
    pub(super) value: Value<'b>,
    pub(super) expr: &'x Expr,
    pub(super) place: Place,
}

impl<'b> Lowerer<'b, '_> {
    /// Reports an error.
    pub(super) fn error(&self, diagnostic: Diagnostic) -> Value<'b> {
        self.names.diagnostics.push(diagnostic);
        Value::Poison
    }

    /// Reports what the builder refused.
    pub(super) fn refused(
        &self,
        error: &Error,
        place: Place,
        operands: &[Operand<'b, '_>],
    ) -> Value<'b> {
        let message = self.words.text(&error.to_string());
        let mut diagnostic = Diagnostic::new(place, message);
        for operand in operands {
            if let Some(note) = self.explain(operand) {
                diagnostic = diagnostic.note(note);
            }
        }
        let help = self.advice(error, operands);
        self.error(diagnostic.help_if(help))
    }

    /// What an operand is and where that comes from.
    pub(super) fn explain(&self, operand: &Operand<'b, '_>) -> Option<String> {
        if let Expr::Lit(_) = operand.expr {
            return None;
        }
        let ty = self.describe(&operand.value);
        let text = short_text(operand.expr)?;
        let origin = self.variable_of(operand.expr).map(|v| self.origin(v));
        Some(match origin {
            Some(origin) => format!("`{text}` is {ty}: {origin}"),
            None => format!("`{text}` is {ty}"),
        })
    }

    /// Where a variable comes from, in words.
    pub(super) fn origin(&self, variable: &Variable<'b>) -> String {
        match (&variable.origin, self.signature) {
            (Origin::Argument, Some(signature)) => format!("an argument of `{}`", signature.name),
            (Origin::Argument, None) => "an argument".into(),
            (Origin::Let(span), _) => match line_of(*span) {
                Some(line) => format!("from the `let` on line {line}"),
                None => "from its `let`".into(),
            },
            (Origin::Loop, _) => "the variable of a `for` loop, an integer".into(),
            (Origin::Constant, _) => "a `const`".into(),
        }
    }

    /// The variable that an expression names.
    pub(super) fn variable_of(&self, expr: &Expr) -> Option<&Variable<'b>> {
        let Expr::Path(path) = expr else { return None };
        let name = path.path.get_ident()?.to_string();
        let id = self.variables.find(&name)?;
        Some(self.variables.get(id))
    }

    /// What to write instead.
    fn advice(&self, error: &Error, operands: &[Operand<'b, '_>]) -> Option<String> {
        match error {
            Error::ShapeMismatch { op, .. } if op == "concat" => {
                Some("operands of `concat` may differ along its axis alone".into())
            }
            Error::ShapeMismatch { left, right, .. } => {
                let (l, r) = (
                    self.operand_of(operands, left),
                    self.operand_of(operands, right),
                );
                if std::ptr::eq(l?, r?) {
                    return None;
                }
                self.equal_shapes((l?, left), (r?, right))
            }
            Error::ElementMismatch { left, right, .. } => {
                let from = [left, right]
                    .into_iter()
                    .find(|ty| ty.element == Element::F32);
                let from = from.unwrap_or(if left.element == Element::Float {
                    right
                } else {
                    left
                });
                let to = if from == left { right } else { left };
                if !from.is_float() || !to.is_float() {
                    return None;
                }
                let text = short_text(self.operand_of(operands, from)?.expr)?;
                let to = self.words.element(to.element);
                Some(format!("convert one of them: `{} as {to}`", grouped(&text)))
            }
            Error::WrongOperand {
                found, expected, ..
            } if found.element == Element::Bool => {
                let text = short_text(self.operand_of(operands, found)?.expr)?;
                expected
                    .contains("number")
                    .then(|| format!("choose numbers by it: `select({text}, 1.0, 0.0)`"))
            }
            Error::WrongOperand {
                found, expected, ..
            } if expected.contains("bool") && found.is_float() => {
                let text = short_text(self.operand_of(operands, found)?.expr)?;
                Some(format!("compare: `{} != 0.0`", grouped(&text)))
            }
            Error::WrongOperand {
                found, expected, ..
            } if found.element == Element::I64 && expected.contains("floating") => {
                let text = short_text(self.operand_of(operands, found)?.expr)?;
                let float = self.words.element(self.float);
                Some(format!("convert it: `{} as {float}`", grouped(&text)))
            }
            Error::ContractionExtents {
                left,
                left_extent,
                right,
                right_extent,
                ..
            } => self.transposition(operands, (left, *left_extent), (right, *right_extent)),
            _ => None,
        }
    }

    /// How to make two shapes agree, if slicing or repeating does it.
    fn equal_shapes(
        &self,
        left: (&Operand<'b, '_>, &Type),
        right: (&Operand<'b, '_>, &Type),
    ) -> Option<String> {
        let (left_shape, right_shape) = (&left.1.shape, &right.1.shape);
        if left_shape.rank() == right_shape.rank() {
            let mut axes = (0..left_shape.rank())
                .filter(|&axis| left_shape.extent(axis) != right_shape.extent(axis));
            let (axis, None) = (axes.next()?, axes.next()) else {
                return None;
            };
            let (l, r) = (left_shape.extent(axis), right_shape.extent(axis));
            let longer = if l > r { left.0 } else { right.0 };
            let range = format!("..{}", l.min(r));
            let index = match axis {
                0 => range,
                _ => format!("({}{range})", ".., ".repeat(axis)),
            };
            let text = grouped(&short_text(longer.expr)?);
            return Some(format!("slice the longer one: `{text}[{index}]`"));
        }
        let left_is_smaller = left_shape.rank() < right_shape.rank();
        let (smaller, shape, larger) = if left_is_smaller {
            (left.0, left_shape, right_shape)
        } else {
            (right.0, right_shape, left_shape)
        };
        let axes = aligned(shape, larger)?;
        let text = short_text(smaller.expr)?;
        let axes = tuple(&axes);
        Some(format!(
            "repeat the smaller one: `broadcast({text}, {larger}, axis = {axes})`"
        ))
    }

    /// Whether exchanging the axes of a matrix makes a product possible.
    fn transposition(
        &self,
        operands: &[Operand<'b, '_>],
        (left, left_extent): (&Type, usize),
        (right, right_extent): (&Type, usize),
    ) -> Option<String> {
        let other = |ty: &Type, first: bool| {
            (ty.shape.rank() == 2).then(|| ty.shape.extent(usize::from(!first)))
        };
        let operand = if other(right, false) == Some(left_extent) {
            self.operand_of(operands, right)?
        } else if other(left, true) == Some(right_extent) {
            self.operand_of(operands, left)?
        } else {
            return None;
        };
        let text = short_text(operand.expr)?;
        Some(format!("exchange the axes of one: `transpose({text})`"))
    }

    /// The last operand of that type.
    fn operand_of<'o, 'x>(
        &self,
        operands: &'o [Operand<'b, 'x>],
        ty: &Type,
    ) -> Option<&'o Operand<'b, 'x>> {
        let is = |operand: &&Operand<'b, 'x>| operand.value.ty(self.float).as_ref() == Some(ty);
        operands.iter().find(is)
    }
}

/// The text of an expression, if it is short.
pub(super) fn short_text(expr: &Expr) -> Option<String> {
    let mut inner = expr;
    for _ in 0..DEEPEST {
        match super::expression::leftmost(inner) {
            Some(left) => inner = left,
            None => {
                let text = print(expr);
                return (text.chars().count() <= LONGEST && !text.contains('\n')).then_some(text);
            }
        }
    }
    None
}

/// The text of an operand as the operand of an operator that binds more tightly.
pub(super) fn grouped(text: &str) -> String {
    let simple = text
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | ':'));
    if simple {
        text.into()
    } else {
        format!("({text})")
    }
}

/// The axes of the larger shape along which the smaller one lies, the last ones if possible.
pub(super) fn aligned(smaller: &Shape, larger: &Shape) -> Option<Vec<usize>> {
    let (few, many) = (smaller.rank(), larger.rank());
    if few > many {
        return None;
    }
    let candidates = (0..=many - few)
        .rev()
        .map(|start| (start..start + few).collect());
    candidates.into_iter().find(|axes: &Vec<usize>| {
        let pairs = axes.iter().enumerate();
        pairs
            .into_iter()
            .all(|(i, &axis)| smaller.extent(i) == larger.extent(axis))
    })
}

/// Axes as the user names them: one, or a tuple.
pub(super) fn tuple(axes: &[usize]) -> String {
    match axes {
        [axis] => axis.to_string(),
        axes => {
            let axes: Vec<String> = axes.iter().map(ToString::to_string).collect();
            format!("({})", axes.join(", "))
        }
    }
}
