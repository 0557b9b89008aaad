//! Suggested replacements for code that the builder refused.

use graph_ir::{Element, Error, Shape, Type};

use super::{grouped, short_text};
use crate::lower::Lowerer;
use crate::lower::values::Operand;

impl<'b> Lowerer<'b, '_> {
    /// A suggested replacement, if any.
    pub(super) fn advice(&self, error: &Error, operands: &[Operand<'b, '_>]) -> Option<String> {
        match error {
            Error::ShapeMismatch { op, .. } if op == "concat" => {
                Some("operands of `concat` may differ along its axis alone".into())
            }
            Error::ShapeMismatch { left, right, .. } => {
                let left_operand = self.operand_of(operands, left)?;
                let right_operand = self.operand_of(operands, right)?;
                self.equal_shapes((left_operand, left), (right_operand, right))
            }
            Error::ElementMismatch { left, right, .. } => self.conversion(operands, left, right),
            Error::WrongOperand {
                found, expected, ..
            } => self.replacement(operands, found, expected),
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

    /// A conversion to the wider, or to the generic, of two float types.
    fn conversion(
        &self,
        operands: &[Operand<'b, '_>],
        left: &Type,
        right: &Type,
    ) -> Option<String> {
        if !left.is_float() || !right.is_float() {
            return None;
        }
        let (from, to) = match (left.element, right.element) {
            (Element::F32, _) | (_, Element::Float) => (left, right),
            _ => (right, left),
        };
        let text = short_text(self.operand_of(operands, from)?.expr)?;
        let to = self.words.element(to.element);
        Some(format!("convert one of them: `{} as {to}`", grouped(&text)))
    }

    /// A replacement for an operand of the wrong kind.
    fn replacement(
        &self,
        operands: &[Operand<'b, '_>],
        found: &Type,
        expected: &str,
    ) -> Option<String> {
        let text = short_text(self.operand_of(operands, found)?.expr)?;
        match found.element {
            Element::Bool if expected.contains("number") => {
                Some(format!("choose numbers by it: `select({text}, 1.0, 0.0)`"))
            }
            Element::I64 if expected.contains("floating") => {
                let float = self.words.element(self.float);
                Some(format!("convert it: `{} as {float}`", grouped(&text)))
            }
            element if element.is_float() && expected.contains("bool") => {
                Some(format!("compare: `{} != 0.0`", grouped(&text)))
            }
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

/// The axes of the larger shape along which the smaller one lies, the last ones if possible.
pub(in crate::lower) fn aligned(smaller: &Shape, larger: &Shape) -> Option<Vec<usize>> {
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
pub(in crate::lower) fn tuple(axes: &[usize]) -> String {
    match axes {
        [axis] => axis.to_string(),
        axes => {
            let axes: Vec<String> = axes.iter().map(ToString::to_string).collect();
            format!("({})", axes.join(", "))
        }
    }
}
