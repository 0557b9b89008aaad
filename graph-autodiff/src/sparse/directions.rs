//! Directions: ones for the elements of a colour, zeros for all others.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::Constant;
use graph_ir::types::Type;

use crate::colouring::Colouring;

/// Directions of this length are constants each; longer ones are made of one table of colours.
const TABLE_FROM: usize = 64;

/// The colours of tensors that lie one after another.
pub(super) struct Directions<'t> {
    /// The type of each tensor, and the colours of its elements.
    parts: Vec<(&'t Type, &'t [Option<usize>])>,
}

impl<'t> Directions<'t> {
    pub(super) fn new(types: impl Iterator<Item = &'t Type>, colouring: &'t Colouring) -> Self {
        let mut rest = colouring.colours();
        let parts = types.map(|ty| {
            let (own, after) = rest.split_at(ty.shape.size());
            rest = after;
            (ty, own)
        });
        Self {
            parts: parts.collect(),
        }
    }

    /// For each tensor whether it has an element of the colour.
    pub(super) fn has(&self, colour: usize) -> Vec<bool> {
        let parts = self.parts.iter();
        parts.map(|(_, own)| own.contains(&Some(colour))).collect()
    }

    /// For each tensor whether it has an element of any colour.
    pub(super) fn has_any(&self) -> Vec<bool> {
        let coloured = |own: &[Option<usize>]| own.iter().any(Option::is_some);
        self.parts.iter().map(|(_, own)| coloured(own)).collect()
    }

    /// The direction of a colour, in one of the tensors.
    pub(super) fn of<'b>(
        &self,
        builder: &'b Builder,
        part: usize,
        colour: usize,
    ) -> Result<Wire<'b>> {
        let (ty, own) = self.parts[part];
        if own.iter().all(|&one| one == Some(colour)) {
            return builder.full(ty, 1.0);
        }
        if own.len() <= TABLE_FROM {
            let ones = own
                .iter()
                .map(|&one| f64::from(u8::from(one == Some(colour))));
            return constant(builder, ty, &ones.collect::<Vec<_>>());
        }
        #[allow(clippy::cast_precision_loss, reason = "colours are far below 2^53")]
        let number = builder.number(ty.element, colour as f64);
        self.where_colour(builder, part, number)
    }

    /// The direction of a colour whose number is a value, in one of the tensors.
    pub(super) fn where_colour<'b>(
        &self,
        builder: &'b Builder,
        part: usize,
        colour: Wire<'b>,
    ) -> Result<Wire<'b>> {
        let (ty, own) = self.parts[part];
        #[allow(clippy::cast_precision_loss, reason = "colours are far below 2^53")]
        let numbers = own
            .iter()
            .map(|one| one.map_or(-1.0, |colour| colour as f64));
        let table = constant(builder, ty, &numbers.collect::<Vec<_>>())?;
        builder.cast(table.equal(colour), ty.element)
    }
}

fn constant<'b>(builder: &'b Builder, ty: &Type, values: &[f64]) -> Result<Wire<'b>> {
    let constant = Constant::from_f64s(ty.element, ty.shape.clone(), values);
    Ok(builder.constant(constant.ok_or(Error::OutOfScope)?))
}
