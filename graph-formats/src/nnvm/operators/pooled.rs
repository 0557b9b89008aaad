//! Computation of poolings: the largest, the sum or the mean of every window.

use super::body::{Application, along, sequence};
use super::shape::{Refusal, Shape, Shapes, known};
use super::window::{Layout, Span, windows};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::ops::Reduction;
use graph_ir::{Result as Built, Wire};

/// The reduction that a pooling applies to each window.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Max,
    Sum,
    /// The sum over the number of places that count.
    Mean(Counted),
    /// The p-th root of the sum of p-th powers.
    Norm(i64),
}

/// Which places of a window count in a mean.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Counted {
    /// Those of the data.
    Data,
    /// Those of the data and of the padding that was asked for.
    Padded,
    /// All, even those beyond the padding.
    All,
}

/// A pooling with everything that its attributes say of it.
pub(super) struct Pool {
    pub(super) kind: Kind,
    pub(super) layout: Layout,
    /// The extents of the data, batch and channels first.
    pub(super) data: Shape,
    pub(super) spans: Vec<Span>,
    /// The padding asked for after each axis of space.
    pub(super) after: Vec<usize>,
}

impl Pool {
    fn plain_output(&self) -> Shape {
        let mut output = self.data[..2].to_vec();
        output.extend(self.spans.iter().map(|span| span.count));
        output
    }

    pub(super) fn shapes(&self, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
        let output = self.layout.laid(&self.plain_output());
        Ok(Shapes::new(vec![known(inputs, 0)?.clone()], output))
    }

    pub(super) fn value<'b>(&self, call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
        let data = self.layout.open(call.float(call.data())?)?;
        let data = match self.kind {
            Kind::Norm(power) => data.powi_chain(i32::try_from(power).unwrap_or(1)),
            _ => data,
        };
        let background = match self.kind {
            Kind::Max => f64::NEG_INFINITY,
            _ => 0.0,
        };
        let windows = windows(data, &self.spans, call.literal(background))?;
        let space = self.spans.len();
        let places: Vec<usize> = (2 + space..2 + 2 * space).collect();
        let reduction = match self.kind {
            Kind::Max => Reduction::Max,
            _ => Reduction::Sum,
        };
        let value = call.builder.reduce(reduction, windows, &places)?;
        let value = match self.kind {
            Kind::Max | Kind::Sum | Kind::Norm(1) => value,
            Kind::Mean(counted) => value / self.counts(call, counted)?,
            Kind::Norm(2) => value.sqrt(),
            Kind::Norm(_) => value.cbrt(),
        };
        Ok(vec![self.layout.close(value)?])
    }

    /// How many places of each window count.
    fn counts<'b>(&self, call: &Application<'_, 'b>, counted: Counted) -> Built<Wire<'b>> {
        let shape = self.plain_output();
        let mut all = 1_usize;
        let mut product = None;
        for (axis, (span, &after)) in self.spans.iter().zip(&self.after).enumerate() {
            let (first, last) = match counted {
                Counted::Data => (span.before, span.before + span.extent),
                Counted::Padded => (0, span.before + span.extent + after),
                Counted::All => (0, usize::MAX),
            };
            let end = (span.count - 1) * span.stride + span.kernel;
            if first == 0 && end <= last {
                all = all.saturating_mul(span.kernel);
                continue;
            }
            let starts = call.float(sequence(call.builder, span.count)?)? * span.stride as f64;
            let ends = (starts + span.kernel as f64).min(last as f64);
            let count = along(ends - starts.max(first as f64), &shape, axis + 2)?;
            product = Some(product.map_or(count, |product: Wire<'b>| product * count));
        }
        let all = call.literal(all as f64);
        let all = call
            .builder
            .broadcast(all, &graph_ir::Shape::new(&shape)?, &[])?;
        Ok(product.map_or(all, |product| product * all))
    }
}
