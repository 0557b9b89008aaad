//! Extents, types and constants that three numbers determine.

use alloc::vec::Vec;

use graph_math::math;

use super::{Generalize, Three, equal};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Constant, Literal};
use crate::ops::ScalarOp;
use crate::types::{Element, Extent, Shape, Type};

impl Generalize<'_> {
    /// The type of these extents.
    pub(super) fn ty(&self, types: Three<&Type>) -> Option<Type> {
        let [a, b, c] = types.map(|ty| ty.shape.counts());
        if !equal(&types.map(|ty| (ty.element, ty.shape.rank()))) {
            return None;
        }
        let extents = self.list([&a, &b, &c])?;
        Some(types[0].with_shape(Shape::of(extents).ok()?))
    }

    /// The list of these extents.
    pub(super) fn list(&self, lists: Three<&[Extent]>) -> Option<Vec<Extent>> {
        if !equal(&lists.map(<[Extent]>::len)) {
            return None;
        }
        let [a, b, c] = lists;
        let entries = a.iter().zip(b.iter().zip(c));
        entries.map(|(a, (b, c))| self.extent([a, b, c])).collect()
    }

    /// The polynomial of degree 1 that has these values for the numbers.
    fn extent(&self, extents: Three<&Extent>) -> Option<Extent> {
        if equal(&extents) {
            return Some(extents[0].clone());
        }
        let [a, b, c] = extents.map(Extent::known_integer);
        self.line([a?, b?, c?])
    }

    /// The polynomial of degree 1 through these integers.
    fn line(&self, integers: Three<i64>) -> Option<Extent> {
        let ([x0, x1, x2], [y0, y1, y2]) = (self.numbers, integers.map(i128::from));
        let (rise, run) = (y1 - y0, i128::from(x1) - i128::from(x0));
        let is_whole = run != 0 && rise % run == 0;
        let slope = is_whole.then(|| rise / run)?;
        let constant = y0 - slope * i128::from(x0);
        if constant + slope * i128::from(x2) != y2 {
            return None;
        }
        let factor = |integer: i128| i64::try_from(integer).ok().map(Extent::from);
        Some(&Extent::symbol(self.symbol) * &factor(slope)? + factor(constant)?)
    }

    /// The value of these constants: one that they share, one number repeated along symbolic
    /// extents, a number of elements, one divided by such a number, or the positions along an axis.
    pub(super) fn constant<'b>(
        &self,
        builder: &'b Builder,
        constants: Three<&Constant>,
    ) -> Result<Option<Wire<'b>>> {
        if equal(&constants) {
            return Ok(Some(builder.constant(constants[0].clone())));
        }
        let types = constants.map(Constant::ty);
        let Some(ty) = self.ty([&types[0], &types[1], &types[2]]) else {
            return Ok(None);
        };
        if constants.iter().all(|constant| is_positions(constant)) {
            return builder.iota(&ty.shape.count_along(0)).map(Some);
        }
        let [Some(a), Some(b), Some(c)] = constants.map(Constant::splat) else {
            return Ok(None);
        };
        let number = match equal(&[a, b, c]) {
            true => Some(builder.literal(a)),
            false => self.number(builder, ty.element, [a, b, c].map(Literal::to_f64))?,
        };
        let spread = number.map(|number| builder.broadcast(number, &ty.shape, &[]));
        spread.transpose()
    }

    /// The number that has these values for the numbers of the symbol.
    fn number<'b>(
        &self,
        builder: &'b Builder,
        element: Element,
        values: Three<f64>,
    ) -> Result<Option<Wire<'b>>> {
        if let Some(count) = self.count(values) {
            return match element {
                Element::I64 => Ok(Some(builder.extent(&count))),
                Element::F32 | Element::F64 => builder.count(&count, element).map(Some),
                _ => Ok(None),
            };
        }
        // A mean may be a product with the reciprocal of its number of elements.
        let counts = values.map(|value| math::round(1.0 / value));
        let are_reciprocals = element == Element::F64
            && values.iter().zip(counts).all(|(&value, count)| {
                let reciprocal = 1.0 / count;
                reciprocal.to_bits() == value.to_bits()
            });
        let count = are_reciprocals.then(|| self.count(counts)).flatten();
        let reciprocal = count.map(|count| {
            let count = builder.count(&count, element)?;
            builder.scalar(ScalarOp::Div, &[builder.number(element, 1.0), count])
        });
        reciprocal.transpose()
    }

    /// The polynomial of degree 1 through these numbers, which must be integers of moderate size.
    fn count(&self, values: Three<f64>) -> Option<Extent> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let are_exact = values
            .iter()
            .all(|&value| math::trunc(value) == value && value.abs() <= EXACT);
        #[allow(clippy::cast_possible_truncation, reason = "the integers are exact")]
        let integers = are_exact.then(|| values.map(|value| value as i64));
        self.line(integers?)
    }
}

/// Whether a constant has the integers from 0 on.
fn is_positions(constant: &Constant) -> bool {
    constant.element() == Element::I64
        && constant.shape().rank() == 1
        && constant
            .literals()
            .zip(0_u32..)
            .all(|(literal, position)| literal.to_f64() == f64::from(position))
}
