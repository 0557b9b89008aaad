//! Rectangular parts of a tensor, narrowed by one index after the other.

use graph_ir::ops::Slice;
use graph_ir::{Element, Error, Shape, Type, Wire};

use super::Lowerer;
use crate::diagnostics::{Diagnostic, Place};

/// One entry of an index.
#[derive(Clone, Debug)]
pub(super) enum Index<'b> {
    /// A known position.
    Position(i64, Place),
    /// A range with known bounds, where they are written.
    Range(Option<i64>, Option<i64>, Place),
    /// Positions computed at run time.
    Computed(Wire<'b>, Place),
    /// Something wrong, which is reported already.
    Wrong,
}

/// A rectangular part of a tensor.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    axes: Vec<Axis>,
    strides: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Axis {
    start: usize,
    count: usize,
    /// Whether the axis is one of the part's.
    kept: bool,
}

impl Selection {
    /// All of a tensor.
    pub(super) fn all(shape: &Shape) -> Self {
        let axis = |count| Axis {
            start: 0,
            count,
            kept: true,
        };
        Self {
            axes: shape.extents().into_iter().map(axis).collect(),
            strides: shape.strides(),
        }
    }

    /// The shape of the part.
    pub(super) fn shape(&self) -> Shape {
        let kept = self.axes.iter().filter(|axis| axis.kept);
        let extents: Vec<usize> = kept.map(|axis| axis.count).collect();
        Shape::new(&extents).unwrap_or_else(|_| Shape::scalar())
    }

    /// The row-major positions of the part's elements, in their order.
    pub(super) fn positions(&self) -> Vec<usize> {
        let mut positions = vec![0];
        for (axis, stride) in self.axes.iter().zip(&self.strides) {
            let along = axis.start..axis.start + axis.count;
            let next = positions.iter().flat_map(|&base: &usize| {
                let along = along.clone();
                along.map(move |position| base + position * stride)
            });
            positions = next.collect();
        }
        positions
    }

    /// The slice of the builder, with an extent for each axis of the tensor.
    pub(super) fn slice(&self) -> (Slice, Vec<usize>) {
        let start = |axis: &Axis| (i64::try_from(axis.start).unwrap_or(i64::MAX), 1);
        let slice = Slice {
            axes: self.axes.iter().map(start).collect(),
        };
        (slice, self.axes.iter().map(|axis| axis.count).collect())
    }

    /// The axes of the part, as positions in `axes`.
    pub(super) fn kept(&self) -> Vec<usize> {
        let axes = self.axes.iter().enumerate();
        axes.filter(|(_, axis)| axis.kept).map(|(i, _)| i).collect()
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Narrows a selection by one pair of brackets with known positions; whether that succeeded.
    pub(super) fn select(
        &mut self,
        selection: &mut Selection,
        entries: &[Index<'b>],
        element: Element,
    ) -> bool {
        let found = Type::new(element, selection.shape());
        let kept = selection.kept();
        let mut fine = true;
        for (number, entry) in entries.iter().enumerate() {
            let place = match entry {
                Index::Position(_, place) | Index::Range(_, _, place) => *place,
                Index::Computed(_, place) => *place,
                Index::Wrong => {
                    fine = false;
                    continue;
                }
            };
            let Some(&axis) = kept.get(number) else {
                let error = Error::AxisOutOfRange {
                    axis: number,
                    found: found.clone(),
                };
                let message = self.words.text(&error.to_string());
                let help = format!(
                    "{} has {} to index",
                    self.words.ty(&found),
                    axes(kept.len())
                );
                self.error(Diagnostic::new(place, message).help(help));
                return false;
            };
            let axis = &mut selection.axes[axis];
            let narrowed = match *entry {
                Index::Position(index, _) => position(*axis, index),
                Index::Range(start, end, _) => range(*axis, start, end),
                Index::Computed(..) | Index::Wrong => Ok(*axis),
            };
            match narrowed {
                Ok(narrowed) => *axis = narrowed,
                Err(wrong) => {
                    let extent = axis.count;
                    self.out_of_range(wrong, number, extent, &found, place);
                    fine = false;
                }
            }
        }
        fine
    }

    fn out_of_range(
        &mut self,
        wrong: Wrong,
        axis: usize,
        extent: usize,
        found: &Type,
        place: Place,
    ) {
        let diagnostic = match wrong {
            Wrong::Index(index) => {
                let error = Error::OutOfRange {
                    index,
                    axis,
                    extent,
                    found: found.clone(),
                };
                let message = self.words.text(&error.to_string());
                let back = usize::try_from(index.unsigned_abs()).ok();
                let back = back.filter(|&back| index < 0 && back <= extent);
                let help = back.map(|back| {
                    format!(
                        "positions count from the start: the one meant may be {}",
                        extent - back
                    )
                });
                Diagnostic::new(place, message).help_if(help)
            }
            Wrong::Backwards(start, end) => {
                let message = format!("the range {start}..{end} ends before it starts");
                Diagnostic::new(place, message)
            }
            Wrong::Range(start, end) => {
                let ty = self.words.ty(found);
                let message = format!("the range {start}..{end} leaves axis {axis} of {ty}");
                Diagnostic::new(place, message).note(format!(
                    "the axis has {extent} positions: a range lies within 0..{extent}"
                ))
            }
        };
        self.error(diagnostic);
    }
}

/// How an entry does not fit its axis.
#[derive(Clone, Copy)]
enum Wrong {
    Index(i64),
    Backwards(i64, i64),
    Range(i64, i64),
}

fn position(axis: Axis, index: i64) -> Result<Axis, Wrong> {
    let inside = usize::try_from(index)
        .ok()
        .filter(|&index| index < axis.count);
    let index = inside.ok_or(Wrong::Index(index))?;
    Ok(Axis {
        start: axis.start + index,
        count: 1,
        kept: false,
    })
}

fn range(axis: Axis, start: Option<i64>, end: Option<i64>) -> Result<Axis, Wrong> {
    let first = start.unwrap_or(0);
    let last = end.unwrap_or_else(|| i64::try_from(axis.count).unwrap_or(i64::MAX));
    if first > last {
        let beyond = end.is_none();
        return Err(if beyond {
            Wrong::Range(first, first)
        } else {
            Wrong::Backwards(first, last)
        });
    }
    let bounds = usize::try_from(first).ok().zip(usize::try_from(last).ok());
    match bounds {
        Some((first, last)) if last <= axis.count => Ok(Axis {
            start: axis.start + first,
            count: last - first,
            kept: true,
        }),
        _ => Err(Wrong::Range(first, last)),
    }
}

fn axes(count: usize) -> String {
    match count {
        0 => "no axis".into(),
        1 => "1 axis".into(),
        count => format!("{count} axes"),
    }
}
