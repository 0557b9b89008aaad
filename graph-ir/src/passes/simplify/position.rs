//! Parts at positions of parts at positions: an element of a row of a matrix is read from the
//! matrix, and the row is not copied.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::ops::{OpView, PartAt, Slice};
use crate::types::{Element, Extent, Shape, Type};

/// The most elements of a slice that is copied to read a part of it at a position: as few are read
/// at once.
const FEW: usize = 16;

/// A part of a value, at one position along each of some of its axes, which ascend.
struct Read<'b> {
    whole: Wire<'b>,
    axes: Vec<usize>,
    positions: Vec<Wire<'b>>,
}

impl<'b> Read<'b> {
    /// The read that a value is.
    fn of(builder: &'b Builder, part: Wire<'b>) -> Result<Option<Self>> {
        let (Some(view), Some(whole)) = (builder.view_of(part), builder.argument_of(part, 0))
        else {
            return Ok(None);
        };
        if let OpView::Gather(gather) = view {
            let Some(position) = builder.argument_of(part, 1) else {
                return Ok(None);
            };
            return Ok(is_position(position)?.then(|| Self {
                whole,
                axes: alloc::vec![gather.axis],
                positions: alloc::vec![position],
            }));
        } else if let OpView::PartAt(own) = view {
            return Ok(Some(Self {
                whole,
                axes: own.axes,
                positions: builder.arguments_of(part).split_off(1),
            }));
        }
        if let OpView::Reshape(_) = view {
            return Self::of_slice(builder, whole, &part.ty()?.shape);
        }
        Ok(None)
    }

    /// The read that a slice is whose axes of one position are dropped, which leaves this shape.
    fn of_slice(builder: &'b Builder, slice: Wire<'b>, part: &Shape) -> Result<Option<Self>> {
        let (Some(OpView::Slice(own)), Some(whole)) =
            (builder.view_of(slice), builder.argument_of(slice, 0))
        else {
            return Ok(None);
        };
        let (taken, shape) = (slice.ty()?.shape, whole.ty()?.shape);
        let Some(axes) = single(&own, &taken, &shape) else {
            return Ok(None);
        };
        if *part != shape.filter_axes(|axis| !axes.contains(&axis)) {
            return Ok(None);
        }
        let positions = axes.iter().map(|&axis| builder.extent(&own.axes[axis].0));
        Ok(Some(Self {
            whole,
            positions: positions.collect(),
            axes,
        }))
    }

    /// The part of this part at positions along more axes.
    fn at(mut self, axes: &[usize], positions: &[Wire<'b>]) -> Result<Wire<'b>> {
        // From the last axis to the first, so that the numbers of the others stay.
        for (&axis, &position) in axes.iter().zip(positions).rev() {
            let place = PartAt::add_axis(&mut self.axes, axis);
            self.positions.insert(place, position);
        }
        let builder = self.whole.builder();
        builder.part_at(self.whole, &self.axes, &self.positions)
    }
}

/// The part of `data` at positions along some axes, if `data` is a part at positions itself.
pub(super) fn part<'b>(
    builder: &'b Builder,
    data: Wire<'b>,
    axes: &[usize],
    positions: &[Wire<'b>],
) -> Result<Option<Wire<'b>>> {
    for &position in positions {
        if !is_position(position)? {
            return Ok(None);
        }
    }
    let is_slice = matches!(builder.view_of(data), Some(OpView::Reshape(_)));
    if is_slice && is_small(&data.ty()?.shape) {
        return Ok(None);
    }
    let read = Read::of(builder, data)?;
    read.map(|read| read.at(axes, positions)).transpose()
}

/// A slice at single positions of a large part at positions, whose axes are dropped: the part at
/// all of these positions.
pub(super) fn slice_of_part<'b>(
    builder: &'b Builder,
    slice: Wire<'b>,
    shape: &Shape,
) -> Result<Option<Wire<'b>>> {
    let is_read = builder.argument_of(slice, 0).is_some_and(|row| {
        let view = builder.view_of(row);
        matches!(view, Some(OpView::Gather(_) | OpView::PartAt(_)))
    });
    if !is_read {
        return Ok(None);
    }
    match Read::of_slice(builder, slice, shape)? {
        Some(own) if !is_small(&own.whole.ty()?.shape) => {
            part(builder, own.whole, &own.axes, &own.positions)
        }
        _ => Ok(None),
    }
}

/// The axes along which a slice takes one position, if it takes all along the others.
fn single(slice: &Slice, taken: &Shape, of: &Shape) -> Option<Vec<usize>> {
    let whole = (Extent::from(0), 1);
    let is_whole =
        |axis: usize| slice.axes[axis] == whole && taken.count_along(axis) == of.count_along(axis);
    let axes = (0..of.rank()).filter(|&axis| !is_whole(axis));
    let axes: Vec<usize> = axes.collect();
    let are_single = axes.iter().all(|&axis| taken.count_along(axis) == 1);
    (are_single && !axes.is_empty()).then_some(axes)
}

fn is_position(wire: Wire<'_>) -> Result<bool> {
    Ok(wire.ty()? == Type::scalar(Element::I64))
}

fn is_small(shape: &Shape) -> bool {
    shape.count().known().is_some_and(|count| count <= FEW)
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;

    use super::*;
    use crate::graph::{Graph, InputKind};
    use crate::passes::canonicalise;
    use crate::text;

    /// The lines of a canonical graph over a tensor and two positions.
    fn canonical(
        extents: &[usize],
        body: impl for<'b> Fn(&'b Builder, Wire<'b>, [Wire<'b>; 2]) -> Result<Wire<'b>>,
    ) -> String {
        let builder = Builder::new();
        let ty = Type::new(Element::F64, Shape::new(extents).unwrap());
        let x = builder.input("x", ty, InputKind::Independent);
        let positions = ["i", "j"]
            .map(|name| builder.input(name, Type::scalar(Element::I64), InputKind::Dynamic));
        builder
            .output("y", body(&builder, x, positions).unwrap())
            .unwrap();
        let graph: Graph = builder.finish().unwrap();
        let text = text::print(&canonicalise(&graph).unwrap());
        // Behind the inputs.
        let lines = text.lines().filter(|line| line.contains('=')).skip(3);
        lines.map(|line| format!("{line}\n")).collect()
    }

    #[test]
    fn elements_of_rows_are_read_of_the_whole() {
        let by_rows = canonical(&[20, 30, 40], |b, x, [i, j]| {
            b.gather(b.gather(x, i, 1)?, j, 1)
        });
        assert_eq!(by_rows, "%3: [f64; 20] = part_at [1, 2] %0, %1, %2\n");
        let three = canonical(&[20, 30, 40], |b, x, [i, j]| {
            let row = b.part_at(x, &[0, 2], &[i, j])?;
            b.gather(row, i, 0)
        });
        assert_eq!(three, "%3: f64 = part_at [0, 1, 2] %0, %1, %1, %2\n");
        let known = canonical(&[20, 30], |b, x, [i, _]| b.gather(b.index(x, 0, 2)?, i, 0));
        assert_eq!(
            known,
            "%3: i64 = constant 2\n%4: f64 = part_at [0, 1] %0, %3, %1\n"
        );
        let last = canonical(&[20, 30], |b, x, [i, _]| b.index(b.gather(x, i, 0)?, 0, 2));
        assert_eq!(
            last,
            "%3: i64 = constant 2\n%4: f64 = part_at [0, 1] %0, %1, %3\n"
        );
    }

    #[test]
    fn few_elements_and_several_positions_stay() {
        let few = canonical(&[20, 16], |b, x, [i, _]| b.gather(b.index(x, 0, 2)?, i, 0));
        assert!(
            few.contains("gather 0") && !few.contains("part_at"),
            "{few}"
        );
        let ranges = canonical(&[20, 30], |b, x, [i, _]| {
            let slice = Slice::from_known([(1, 1), (0, 1)]);
            b.gather(b.slice(x, &slice, &Shape::new(&[19, 30])?)?, i, 0)
        });
        assert!(
            ranges.contains("slice") && ranges.contains("gather 0"),
            "{ranges}"
        );
        let several = canonical(&[20, 30], |b, x, [i, j]| {
            let both = b.stack(&[i, j], 0)?;
            b.gather(b.gather(x, both, 0)?, j, 0)
        });
        assert!(!several.contains("part_at"), "{several}");
    }
}
