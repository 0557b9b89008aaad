//! Rectangular parts of a tensor, narrowed by one index after the other.

use std::rc::Rc;

use graph_ir::ops::Slice;
use graph_ir::types::Extent;
use graph_ir::{Element, Error, Shape, Type, Wire};

use super::axis::{Axis, Wrong};
use crate::diagnostics::{Diagnostic, SourcePlace, plural_of};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::loops::Reach;
use crate::lower::values::Affine;

/// Positions computed at run time, for one axis.
#[derive(Clone, Copy)]
pub(in crate::lower) struct Computed<'b> {
    pub(in crate::lower) axis: usize,
    pub(in crate::lower) indices: Wire<'b>,
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
    /// A position that does not move: a number, or a formula of lengths.
    Position(Extent, SourcePlace),
    /// A position that moves with loops.
    Moving(Rc<Affine>, SourcePlace),
    /// This many positions, from one on that is not known.
    Window(Start<'b>, Extent, SourcePlace),
    /// A range whose bounds do not move, where they are written.
    Range(Option<Extent>, Option<Extent>, SourcePlace),
    /// Positions computed at run time.
    Computed(Wire<'b>, SourcePlace),
    /// Positions in a list that is known.
    Listed(Rc<[i64]>, SourcePlace),
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
            | Self::Computed(_, place)
            | Self::Listed(_, place) => Some(*place),
            Self::Wrong => None,
        }
    }
}

/// A rectangular part of a tensor. It may move with loops along some axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lower) struct Selection {
    axes: Vec<Axis>,
    /// The extents of the tensor.
    whole: Vec<Extent>,
}

impl Selection {
    /// All of a tensor.
    pub(in crate::lower) fn all(shape: &Shape) -> Self {
        let whole = shape.counts();
        Self {
            axes: whole.iter().cloned().map(Axis::all).collect(),
            whole,
        }
    }

    /// The shape of the part.
    pub(in crate::lower) fn shape(&self) -> Shape {
        let kept = self.axes.iter().filter(|axis| axis.kept);
        let extents = kept.map(|axis| axis.count.clone());
        Shape::of(extents).unwrap_or_else(|_| Shape::scalar())
    }

    /// Whether where it lies depends on lengths that are known only at run time.
    pub(in crate::lower) fn is_symbolic(&self) -> bool {
        self.axes.iter().any(Axis::is_symbolic) || self.whole.iter().any(Extent::is_symbolic)
    }

    /// The row-major positions of the part's elements, in their order; `None` where they depend on
    /// lengths that are known only at run time.
    pub(in crate::lower) fn positions(&self) -> Option<Vec<usize>> {
        let (mut positions, mut stride) = (vec![0], 1);
        for (axis, whole) in self.axes.iter().zip(&self.whole).rev() {
            let own = axis.positions()?;
            let next = own.iter().flat_map(|position| {
                let base = position * stride;
                positions.iter().map(move |inner| base + inner)
            });
            positions = next.collect();
            stride *= whole.known()?.max(1);
        }
        Some(positions)
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

    /// The axes of which one position is taken that does not move, with the positions.
    pub(in crate::lower) fn fixed(&self) -> Vec<(usize, Extent)> {
        let axes = self.axes.iter().enumerate();
        let fixed = axes.filter(|(_, axis)| !axis.kept && axis.moving.is_none());
        fixed
            .map(|(number, axis)| (number, axis.start.clone()))
            .collect()
    }

    /// The same part, with all positions of the given axes kept.
    pub(in crate::lower) fn released(&self, axes: &[usize], whole: &Shape) -> Self {
        let mut released = self.clone();
        for &number in axes {
            released.axes[number] = Axis::all(whole.count_along(number));
        }
        released
    }

    /// The slice of the builder, with an extent for each axis of the tensor.
    pub(in crate::lower) fn slice(&self) -> (Slice, Vec<Extent>) {
        let axes = self.axes.iter();
        let slice = Slice {
            axes: axes.map(|axis| (axis.start.clone(), 1)).collect(),
        };
        (slice, self.axes.iter().map(|a| a.count.clone()).collect())
    }

    /// The names of the part's dimensions: a dimension keeps its name where all of it is taken.
    pub(in crate::lower) fn labels(&self, of: &Labels) -> Labels {
        let whole = |at: usize| {
            let axis = &self.axes[at];
            axis.listed.is_none() && axis.start == 0 && axis.count == self.whole[at]
        };
        of.only(self.axes.len(), whole).chosen(self.kept())
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
            let count = axis.map_or(Extent::from(0), |axis| selection.axes[axis].count.clone());
            let Some(axis) = axis else {
                known.push(entry);
                continue;
            };
            let positions = match &entry {
                Index::Computed(wire, place) => Some((*wire, false, *place)),
                // A position that is out of range in some iteration may not be reached in that one.
                Index::Moving(affine, place)
                    if self.loops.guarded > 0
                        && !matches!(self.loops.inside(affine, &count), Reach::Inside) =>
                {
                    self.affine_wire(affine).map(|wire| (wire, false, *place))
                }
                Index::Window(start, length, place) => {
                    let axis = (number, &count);
                    let fits = self.window_fits(length, axis, &found, *place);
                    let inside = match start {
                        Start::Moving(affine) => {
                            fits && self.window_in_range(affine, length, axis, &found, *place)
                        }
                        Start::Computed(_) => fits,
                    };
                    let window = inside.then(|| self.window(start, length)).flatten();
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
            let outside = || {
                let listed = self.listed_outside(indices, &count);
                listed.or_else(|| self.first_outside(indices, &count))
            };
            let checked = (!is_window).then(outside);
            if let Some(wrong) = checked.flatten() {
                self.out_of_range(wrong, number, &count, &found, place);
                known.push(Index::Wrong);
                continue;
            }
            computed.push(Computed {
                axis,
                indices,
                place,
            });
            known.push(Index::Range(None, None, place));
        }
        (known, computed)
    }

    /// Whether an axis has room for a window that starts anywhere.
    fn window_fits(
        &mut self,
        length: &Extent,
        (number, count): (usize, &Extent),
        found: &Type,
        place: SourcePlace,
    ) -> bool {
        let fits = !(count - length).is_negative();
        if !fits {
            let ty = self.words.ty(found);
            let message = format!(
                "a range of {length} position{} does not fit axis {number} of {ty}",
                plural_of(length)
            );
            let note = format!("the axis has {count} position{}", plural_of(count));
            self.error(Diagnostic::new(place, message).note(note));
        }
        fits
    }

    /// Whether a window that moves stays inside of an axis.
    fn window_in_range(
        &mut self,
        start: &Affine,
        length: &Extent,
        (number, count): (usize, &Extent),
        found: &Type,
        place: SourcePlace,
    ) -> bool {
        let last = start.plus(&Affine::constant(length - 1), 1);
        let last = last.unwrap_or_else(|| start.clone());
        let Reach::Outside(index, positions) = self.loops.all_inside(&[start, &last], count) else {
            return true;
        };
        if self.loops.guarded > 0 || *length == 0 {
            return true;
        }
        let help = self.narrowed(&[start, &last], count);
        let wrong = Wrong::Moving(index, positions, help);
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
                Index::Position(index, _) => axis.position(index),
                Index::Moving(affine, _) => match self.loops.inside(affine, &axis.count) {
                    Reach::Inside | Reach::Depends => axis.moved(affine),
                    Reach::Outside(index, positions) => {
                        let help = self.narrowed(&[affine], &axis.count);
                        Err(Wrong::Moving(index, positions, help))
                    }
                },
                Index::Listed(list, _) => axis.list(list),
                Index::Range(start, end, _) => axis.range(start.as_ref(), end.as_ref()),
                // Gathered from the whole axis.
                Index::Window(..) | Index::Computed(..) | Index::Wrong => Ok(axis.clone()),
            };
            match narrowed {
                Ok(narrowed) => *axis = narrowed,
                Err(wrong) => {
                    let extent = axis.count.clone();
                    self.out_of_range(wrong, number, &extent, &found, place);
                    fine = false;
                }
            }
        }
        fine
    }

    /// The range of a loop in which an index is inside of its axis, for help.
    fn narrowed(&self, forms: &[&Affine], extent: &Extent) -> Option<String> {
        let is_counter = |name: &str| !self.is_less_something(name);
        self.loops.narrowed(forms, extent, is_counter)
    }

    fn out_of_range(
        &mut self,
        wrong: Wrong,
        axis: usize,
        extent: &Extent,
        found: &Type,
        place: SourcePlace,
    ) {
        // The position that a negative one may mean.
        let from_end = |index: &Extent| {
            let position = extent + index;
            (index.is_negative() && !position.is_negative()).then_some(position)
        };
        let diagnostic = match wrong {
            Wrong::Index(index) => {
                let help = from_end(&index).map(|position| {
                    format!("positions count from the start: the one meant may be {position}")
                });
                let error = Error::OutOfRange {
                    index,
                    axis,
                    extent: extent.clone(),
                    found: found.clone(),
                };
                let message = self.words.text(&error.to_string());
                Diagnostic::new(place, message).help_if(help)
            }
            Wrong::Moving(index, positions, help) => {
                let found = found.clone();
                let error = Error::OutOfRange {
                    index,
                    axis,
                    extent: extent.clone(),
                    found,
                };
                let message = self.words.text(&error.to_string());
                self.loops.certain += 1;
                let first = (!positions.is_empty()).then(|| first_at(&positions));
                Diagnostic::new(place, message).note_if(first).help_if(help)
            }
            Wrong::Backwards(start, end) => {
                let message = format!("the range {start}..{end} ends before it starts");
                let help = from_end(&end).map(|end| {
                    format!("positions count from the start: the end meant may be {end}")
                });
                Diagnostic::new(place, message).help_if(help)
            }
            Wrong::Range(start, end) => {
                let ty = self.words.ty(found);
                let end = end.map(|end| end.to_string()).unwrap_or_default();
                let message = format!("the range {start}..{end} leaves axis {axis} of {ty}");
                let help = from_end(&start).map(|start| {
                    format!("positions count from the start: the start meant may be {start}")
                });
                Diagnostic::new(place, message).help_if(help).note(format!(
                    "the axis has {extent} position{}: a range lies within 0..{extent}",
                    plural_of(extent)
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
