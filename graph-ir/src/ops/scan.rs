//! Loops that carry values from one iteration to the next.

use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroUsize;

use super::operator::{Cost, Depends, Forward, Operator, Reads, Reverse, Role, Tangents, Typing};
use super::{Op, Stored, axis};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{FunctionId, Graph, ListId, NodeId, expect_types};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Extent, MAX_SIZE, Shape, Type};

/// A loop. Its node's arguments are the captured values, the initial carried values and the
/// stacked inputs; its results are the final carried values and the stacked outputs.
///
/// The body takes the captured values, the carried values and one slice of each stacked input
/// along axis 0, and yields the next carried values and one slice of each stacked output.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scan {
    /// The body.
    pub body: FunctionId,
    /// The number of values that are the same in every iteration.
    pub captured: usize,
    /// The number of values handed from one iteration to the next.
    pub carried: usize,
    /// The number of iterations: the extent of axis 0 of every stacked input and output. At most
    /// [`MAX_SIZE`](crate::types::MAX_SIZE).
    pub length: Extent,
    /// Whether the iterations run from the last slice to the first.
    pub reverse: bool,
    /// How many iterations apart the carried values are that reverse mode keeps; those in between
    /// are computed again. `None` leaves the choice to reverse mode.
    pub checkpoint: Option<NonZeroUsize>,
}

impl Scan {
    /// The position along axis 0 of stacked values that the iteration of this number, which is
    /// less than the length, reads and writes; also, the number of the iteration that writes a
    /// position.
    #[must_use]
    ///
    /// # Panics
    /// As [`Self::iterations`].
    pub fn row(&self, iteration: usize) -> usize {
        match self.reverse {
            true => self.iterations() - 1 - iteration,
            false => iteration,
        }
    }

    /// The number of iterations.
    ///
    /// # Panics
    /// When it is symbolic.
    #[must_use]
    pub fn iterations(&self) -> usize {
        match self.length.known() {
            Some(length) => length,
            None => panic!("`{}` is not known", self.length),
        }
    }

    /// The attributes as they are stored, without the body.
    pub(crate) fn to_list(&self) -> Vec<Extent> {
        alloc::vec![
            self.captured.into(),
            self.carried.into(),
            self.length.clone(),
            usize::from(self.reverse).into(),
            self.checkpoint.map_or(0, NonZeroUsize::get).into(),
        ]
    }

    pub(super) fn read(stored: Stored<'_>, body: FunctionId, attributes: ListId) -> Self {
        let list = stored.list(attributes);
        let entry = |i: usize| list.get(i).map_or(0, axis);
        Self {
            body,
            captured: entry(0),
            carried: entry(1),
            length: list.get(2).map_or(Extent::from(0), Extent::clone),
            reverse: entry(3) == 1,
            checkpoint: NonZeroUsize::new(entry(4)),
        }
    }

    /// The types of the results, if the body fits the arguments and the carried values.
    pub(crate) fn ty(&self, arguments: &[&Type], body: &Graph) -> Result<Vec<Type>> {
        // Stacked values bound the length by their own size; a loop may have none.
        if self.length.known().is_some_and(|length| length > MAX_SIZE) {
            return Err(Error::TooLong {
                length: self.iterations(),
            });
        }
        let state = self.captured.saturating_add(self.carried);
        expect_at_least("loop values", state, arguments.len())?;
        expect_at_least(
            "results of a loop's body",
            self.carried,
            body.outputs().len(),
        )?;
        let (whole, stacked) = arguments.split_at(state);
        let slices = stacked.iter().enumerate();
        let slices = slices.map(|(position, ty)| unstack(ty, &self.length, position));
        let slices: Vec<Type> = slices.collect::<Result<_>>()?;
        let inputs = whole.iter().copied().chain(&slices);
        let inputs: Vec<&Type> = inputs.collect();
        expect_types(
            ["loop value", "loop values"],
            body.input_types(),
            inputs.into_iter(),
        )?;
        let carried = whole[self.captured..].iter().copied();
        let outputs: Vec<&Type> = body.output_types().collect();
        let (next, stacks) = outputs.split_at(self.carried);
        expect_types(
            ["carried value", "carried values"],
            carried,
            next.iter().copied(),
        )?;
        let stacks = stacks.iter().map(|ty| stack(ty, &self.length));
        next.iter()
            .map(|ty| Ok((*ty).clone()))
            .chain(stacks)
            .collect()
    }
}

impl Operator for Scan {
    fn name(&self) -> &'static str {
        "scan"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        self.ty(node.operands, &node.graph.function(self.body).graph)
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word("scan ")?;
        text.function(self.body)?;
        let Self {
            captured,
            carried,
            length,
            ..
        } = self;
        text.word(format_args!(
            " captured {captured} carried {carried} length {length}"
        ))?;
        if self.reverse {
            text.word(" reverse")?;
        }
        if let Some(every) = self.checkpoint {
            text.word(format_args!(" checkpoint {every}"))?;
        }
        text.arguments()
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "scan" {
            return Ok(None);
        }
        let body = text.function()?;
        let line = &mut *text.line;
        line.expect_keyword("captured")?;
        let captured = line.small("the number of captured values")?;
        line.expect_keyword("carried")?;
        let carried = line.small("the number of carried values")?;
        line.expect_keyword("length")?;
        let before = *line;
        let length = line.extent("the number of iterations")?;
        if length.is_negative() {
            return Err(before.expected("the number of iterations"));
        }
        let reverse = line.keyword("reverse");
        let checkpoint = match line.keyword("checkpoint") {
            true => {
                let before = *line;
                let every: i64 = line.number("the iterations between checkpoints")?;
                let every = usize::try_from(every).ok().and_then(NonZeroUsize::new);
                Some(every.ok_or_else(|| before.expected("the iterations between checkpoints"))?)
            }
            false => None,
        };
        let scan = Self {
            body,
            captured,
            carried,
            length,
            reverse,
            checkpoint,
        };
        let attributes = text.list(scan.to_list());
        text.plain(Op::Scan(body, attributes))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.scan(self)
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        node.scan(self)
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::All
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Scan(self.clone())
    }

    fn cost(&self, _: &Graph, _: NodeId) -> Cost {
        Cost::Function(self.body, self.length.estimate())
    }

    fn role(&self) -> Role {
        Role::Region
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

fn expect_at_least(what: &'static str, expected: usize, found: usize) -> Result<()> {
    if found >= expected {
        return Ok(());
    }
    Err(Error::CountMismatch {
        what,
        expected,
        found,
    })
}

/// One slice of a stacked value along axis 0.
fn unstack(ty: &Type, length: &Extent, position: usize) -> Result<Type> {
    if ty.shape.rank() > 0 && ty.shape.count_along(0) == *length {
        return Ok(ty.with_shape(ty.shape.filter_axes(|axis| axis > 0)));
    }
    Err(Error::SignatureMismatch {
        what: "stacked input",
        position,
        expected: stack(ty, length)?,
        found: ty.clone(),
    })
}

/// As many slices along a new axis 0.
fn stack(ty: &Type, length: &Extent) -> Result<Type> {
    let counts = core::iter::once(length.clone()).chain(ty.shape.counts());
    Ok(ty.with_shape(Shape::of(counts)?))
}
