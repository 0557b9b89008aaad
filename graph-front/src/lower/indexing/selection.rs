//! Rectangular parts of a tensor, narrowed by one index after the other.

use std::rc::Rc;

use graph_ir::intern::signed;
use graph_ir::ops::Slice;
use graph_ir::{Element, Error, Shape, Type, Wire};

use super::axis::{Axis, Wrong};
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::values::Affine;

/// Positions computed at run time, for one axis.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Computed<'b> {
    pub(in crate::lower) axis: usize,
    pub(in crate::lower) indices: Wire<'b>,
    /// Whether they are several that follow each other.
    pub(in crate::lower) is_window: bool,
    pub(in crate::lower) place: SourcePlace,
}

/// Where a range of known length starts.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Start<'b> {
    /// At a position that moves with loops.
    Moving(Rc<Affine>),
    /// At a position computed at run time.
    Computed(Wire<'b>),
}

/// One entry of an index.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Index<'b> {
    /// A known position.
    Position(i64, SourcePlace),
    /// A position that moves with loops.
    Moving(Rc<Affine>, SourcePlace),
    /// This many positions, from one on that is not known.
    Window(Start<'b>, usize, SourcePlace),
    /// A range with known bounds, where they are written.
    Range(Option<i64>, Option<i64>, SourcePlace),
    /// Positions computed at run time.
    Computed(Wire<'b>, SourcePlace),
    /// Something wrong, which is reported already.
    Wrong,
}

impl Index<'_> {
    fn place(&self) -> Option<SourcePlace> {
        match self {
            Self::Position(_, place)
            | Self::Moving(_, place)
            | Self::Window(_, _, place)
            | Self::Range(_, _, place)
            | Self::Computed(_, place) => Some(*place),
            Self::Wrong => None,
        }
    }
}

/// A rectangular part of a tensor. It may move with loops along some axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lower) struct Selection {
    axes: Vec<Axis>,
    strides: Vec<usize>,
}

impl Selection {
    /// All of a tensor.
    pub(in crate::lower) fn all(shape: &Shape) -> Self {
        let axis = |count| Axis {
            start: 0,
            count,
            kept: true,
            moving: None,
        };
        Self {
            axes: shape.extents().into_iter().map(axis).collect(),
            strides: shape.strides(),
        }
    }

    /// The shape of the part.
    pub(in crate::lower) fn shape(&self) -> Shape {
        let kept = self.axes.iter().filter(|axis| axis.kept);
        let extents: Vec<usize> = kept.map(|axis| axis.count).collect();
        Shape::new(&extents).unwrap_or_else(|_| Shape::scalar())
    }

    /// The row-major positions of the part's elements, in their order.
    pub(in crate::lower) fn positions(&self) -> Vec<usize> {
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

    /// Whether the part moves.
    pub(super) fn is_moving(&self) -> bool {
        self.axes.iter().any(|axis| axis.moving.is_some())
    }

    /// The axes along which the part moves, with the positions.
    pub(in crate::lower) fn moving(&self) -> Vec<(usize, Rc<Affine>)> {
        let axes = self.axes.iter().enumerate();
        axes.filter_map(|(number, axis)| Some((number, Rc::clone(axis.moving.as_ref()?))))
            .collect()
    }

    /// The same part, with all positions of the given axes, along which it moves, kept.
    pub(in crate::lower) fn released(&self, axes: &[usize], whole: &Shape) -> Self {
        let mut released = self.clone();
        for &number in axes {
            released.axes[number] = Axis {
                start: 0,
                count: whole.extent(number),
                kept: true,
                moving: None,
            };
        }
        released
    }

    /// The slice of the builder, with an extent for each axis of the tensor.
    pub(in crate::lower) fn slice(&self) -> (Slice, Vec<usize>) {
        let start = |axis: &Axis| (signed(axis.start), 1);
        let slice = Slice::from_known(self.axes.iter().map(start));
        (slice, self.axes.iter().map(|axis| axis.count).collect())
    }

    /// The axes of the part, as positions in `axes`.
    pub(in crate::lower) fn kept(&self) -> Vec<usize> {
        let axes = self.axes.iter().enumerate();
        axes.filter(|(_, axis)| axis.kept).map(|(i, _)| i).collect()
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Known entries, with full ranges for computed ones; and the computed ones with their axes.
    pub(in crate::lower) fn split(
        &mut self,
        entries: Vec<Index<'b>>,
        selection: &Selection,
        element: Element,
    ) -> (Vec<Index<'b>>, Vec<Computed<'b>>) {
        let found = Type::new(element, selection.shape());
        let kept = selection.kept();
        let (mut computed, mut known) = (Vec::new(), Vec::new());
        for (number, entry) in entries.into_iter().enumerate() {
            let axis = kept.get(number).copied();
            let count = axis.map_or(0, |axis| selection.axes[axis].count);
            let Some(axis) = axis else {
                known.push(entry);
                continue;
            };
            let positions = match &entry {
                Index::Computed(wire, place) => Some((*wire, false, *place)),
                // A position that is out of range in some iteration may not be reached in that one.
                Index::Moving(affine, place)
                    if self.loops.guarded > 0
                        && self.loops.first_outside(affine, count).is_some() =>
                {
                    self.affine_wire(affine).map(|wire| (wire, false, *place))
                }
                Index::Window(start, length, place) => {
                    let axis = (number, count);
                    let fits = self.window_fits(*length, axis, &found, *place);
                    let inside = match start {
                        Start::Moving(affine) => {
                            fits && self.window_in_range(affine, *length, axis, &found, *place)
                        }
                        Start::Computed(_) => fits,
                    };
                    let window = inside.then(|| self.window(start, *length)).flatten();
                    let Some(wire) = window else {
                        known.push(Index::Wrong);
                        continue;
                    };
                    Some((wire, true, *place))
                }
                _ => None,
            };
            let Some((indices, is_window, place)) = positions else {
                known.push(entry);
                continue;
            };
            computed.push(Computed {
                axis,
                indices,
                is_window,
                place,
            });
            known.push(Index::Range(None, None, place));
        }
        (known, computed)
    }

    /// Whether an axis has room for a window that starts anywhere.
    fn window_fits(
        &mut self,
        length: usize,
        (number, count): (usize, usize),
        found: &Type,
        place: SourcePlace,
    ) -> bool {
        if length > count {
            let ty = self.words.ty(found);
            let message =
                format!("a range of {length} positions does not fit axis {number} of {ty}");
            let note = format!("the axis has {count} positions");
            self.error(Diagnostic::new(place, message).note(note));
        }
        length <= count
    }

    /// Whether a window that moves stays inside of an axis.
    fn window_in_range(
        &mut self,
        start: &Affine,
        length: usize,
        (number, count): (usize, usize),
        found: &Type,
        place: SourcePlace,
    ) -> bool {
        let last = signed(length) - 1;
        let last = start.plus(&Affine::constant(last), 1);
        let last = last.unwrap_or_else(|| start.clone());
        let outside = self.loops.first_of_outside(&[start, &last], count);
        let Some((index, positions)) = outside else {
            return true;
        };
        if self.loops.guarded > 0 || length == 0 {
            return true;
        }
        let wrong = Wrong::Moving(index, positions);
        self.out_of_range(wrong, number, count, found, place);
        false
    }

    /// Narrows a selection by one pair of brackets with known positions; whether that succeeded.
    pub(in crate::lower) fn select(
        &mut self,
        selection: &mut Selection,
        entries: &[Index<'b>],
        element: Element,
    ) -> bool {
        let found = Type::new(element, selection.shape());
        let kept = selection.kept();
        let mut fine = true;
        for (number, entry) in entries.iter().enumerate() {
            let Some(place) = entry.place() else {
                fine = false;
                continue;
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
            let narrowed = match entry {
                Index::Position(index, _) => axis.position(*index),
                Index::Moving(affine, _) => match self.loops.first_outside(affine, axis.count) {
                    None => axis.moved(affine),
                    Some((index, positions)) => Err(Wrong::Moving(index, positions)),
                },
                Index::Range(start, end, _) => axis.range(*start, *end),
                // Gathered from the whole axis.
                Index::Window(..) | Index::Computed(..) | Index::Wrong => Ok(axis.clone()),
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
        place: SourcePlace,
    ) {
        let diagnostic = match wrong {
            Wrong::Index(index) => {
                let error = Error::OutOfRange {
                    index: index.into(),
                    axis,
                    extent: extent.into(),
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
            Wrong::Moving(index, positions) => {
                let found = found.clone();
                let error = Error::OutOfRange {
                    index: index.into(),
                    axis,
                    extent: extent.into(),
                    found,
                };
                let message = self.words.text(&error.to_string());
                self.loops.certain += 1;
                Diagnostic::new(place, message).note(first_at(&positions))
            }
            Wrong::Backwards(start, end) => {
                let message = format!("the range {start}..{end} ends before it starts");
                let back = usize::try_from(end.unsigned_abs()).ok();
                let back = back.filter(|&back| end < 0 && back <= extent);
                let help = back.map(|back| {
                    let end = extent - back;
                    format!("positions count from the start: the end meant may be {end}")
                });
                Diagnostic::new(place, message).help_if(help)
            }
            Wrong::Range(start, end) => {
                let ty = self.words.ty(found);
                let message = format!("the range {start}..{end} leaves axis {axis} of {ty}");
                let back = usize::try_from(start.unsigned_abs()).ok();
                let back = back.filter(|&back| start < 0 && back <= extent);
                let help = back.map(|back| {
                    let start = extent - back;
                    format!("positions count from the start: the start meant may be {start}")
                });
                Diagnostic::new(place, message).help_if(help).note(format!(
                    "the axis has {extent} positions: a range lies within 0..{extent}"
                ))
            }
        };
        self.error(diagnostic);
    }
}

/// The repetition in which an index is out of range first, in words.
fn first_at(positions: &[(String, i64)]) -> String {
    let positions = positions.iter();
    let positions: Vec<String> = positions
        .map(|(name, position)| format!("`{name}` is {position}"))
        .collect();
    format!("the first time where {}", positions.join(" and "))
}

fn axes(count: usize) -> String {
    match count {
        0 => "no axis".into(),
        1 => "1 axis".into(),
        count => format!("{count} axes"),
    }
}
