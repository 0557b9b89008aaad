//! The words of the format for everything that only moves elements about.
//!
//! A number everywhere stays one under every view, and a view that changes nothing adds no node.

use super::Flavour;
use super::draft::Draft;
use super::tensor::{Dtype, Tensor, TensorSource};
use super::words::{CAST, RESHAPE};
use crate::Error;
use crate::nnvm::operators::shown;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Display;
use graph_ir::intern::signed;
use graph_ir::ops::Windows;

/// The largest number of axes that MXNet permutes.
const LONGEST_TRANSPOSE: usize = 6;

impl Draft {
    /// The same elements in row-major order under another shape.
    pub(super) fn reshape(&mut self, x: &Tensor, to: &[usize]) -> Result<Tensor, Error> {
        match x.source {
            _ if *x.extents == *to => Ok(x.clone()),
            TensorSource::Number(_) => Ok(resized(x, to)),
            TensorSource::Entry(_) => self.apply(self.word(RESHAPE), &[x], &[("shape", shown(to))]),
        }
    }

    /// The value with its axes permuted.
    pub(super) fn transpose(&mut self, x: &Tensor, permutation: &[usize]) -> Result<Tensor, Error> {
        match x.source {
            _ if permutation.is_sorted() => Ok(x.clone()),
            TensorSource::Number(_) => {
                let to = permutation.iter().map(|&axis| x.extents[axis]);
                Ok(resized(x, &to.collect::<Vec<_>>()))
            }
            TensorSource::Entry(_) if permutation.len() > LONGEST_TRANSPOSE => {
                self.transpose_of_runs(x, permutation)
            }
            TensorSource::Entry(_) => {
                self.apply("transpose", &[x], &[("axes", shown(permutation))])
            }
        }
    }

    /// The same with each run of axes that stay neighbours as one axis, so that there are fewer.
    fn transpose_of_runs(&mut self, x: &Tensor, permutation: &[usize]) -> Result<Tensor, Error> {
        let runs: Vec<&[usize]> = permutation.chunk_by(|a, b| a + 1 == *b).collect();
        let extent = |run: &&[usize]| run.iter().map(|&axis| x.extents[axis]).product::<usize>();
        let mut before = runs.clone();
        before.sort();
        let merged: Vec<usize> = before.iter().map(extent).collect();
        let order = runs
            .iter()
            .map(|run| before.partition_point(|other| other < run));
        let order: Vec<usize> = order.collect();
        let merged = self.reshape(x, &merged)?;
        let moved = self.apply("transpose", &[&merged], &[("axes", shown(&order))])?;
        let to = permutation.iter().map(|&axis| x.extents[axis]);
        self.reshape(&moved, &to.collect::<Vec<usize>>())
    }

    /// The value repeated; `axes` are those of the result that the value has, ascending.
    pub(super) fn broadcast(
        &mut self,
        x: &Tensor,
        axes: &[usize],
        to: &[usize],
    ) -> Result<Tensor, Error> {
        if let TensorSource::Number(_) = x.source {
            return Ok(resized(x, to));
        }
        let mut column = vec![1; to.len()];
        for (&axis, &extent) in axes.iter().zip(x.extents.iter()) {
            column[axis] = extent;
        }
        let column = self.reshape(x, &column)?;
        match *column.extents == *to {
            true => Ok(column),
            false => self.apply("broadcast_to", &[&column], &[("shape", shown(to))]),
        }
    }

    /// As many elements along each axis as `to` has, from a start by a step.
    pub(super) fn slice(
        &mut self,
        x: &Tensor,
        ranges: &[(i64, i64)],
        to: &[usize],
    ) -> Result<Tensor, Error> {
        if let TensorSource::Number(_) = x.source {
            return Ok(resized(x, to));
        }
        let slots = ranges.iter().zip(to);
        let slots: Vec<Slot> = slots
            .map(|(&(start, step), &count)| Slot::new(start, step, count))
            .collect();
        let whole = |(slot, &extent): (&Slot, &usize)| {
            slot.step == 1 && slot.begin == 0 && slot.end == i64::try_from(extent).ok()
        };
        let cut: Vec<usize> = (0..slots.len())
            .filter(|&axis| !whole((&slots[axis], &x.extents[axis])))
            .collect();
        match cut[..] {
            [] => Ok(x.clone()),
            _ if self.flavour() == Flavour::Nnvm => {
                let bounds = slots.iter().zip(x.extents.iter());
                let ends = bounds.map(|(slot, &extent)| slot.end_before(extent));
                let ends: Vec<i64> = ends.collect();
                let mut attributes = vec![
                    ("begin", list(&slots, |slot| slot.begin)),
                    ("end", shown(&ends)),
                ];
                if slots.iter().any(|slot| slot.step != 1) {
                    attributes.push(("stride", list(&slots, |slot| slot.step)));
                }
                self.apply("strided_slice", &[x], &attributes)
            }
            [axis] if slots[axis].step == 1 => {
                let attributes = [
                    ("axis", axis.to_string()),
                    ("begin", slots[axis].begin.to_string()),
                    ("end", slots[axis].end_text()),
                ];
                self.apply("slice_axis", &[x], &attributes)
            }
            _ => {
                let mut attributes = vec![
                    ("begin", list(&slots, |slot| slot.begin)),
                    ("end", list(&slots, Slot::end_text)),
                ];
                if slots.iter().any(|slot| slot.step != 1) {
                    attributes.push(("step", list(&slots, |slot| slot.step)));
                }
                self.apply("slice", &[x], &attributes)
            }
        }
    }

    /// The windows along an axis: of each position within a window, that of all windows.
    pub(super) fn windows(
        &mut self,
        x: &Tensor,
        windows: Windows,
        to: &[usize],
    ) -> Result<Tensor, Error> {
        let mut one = to.to_vec();
        let last = one.len() - 1;
        one[last] = 1;
        let parts = (0..windows.size).map(|position| {
            let mut ranges = vec![(0, 1); last];
            ranges[windows.axis] = (signed(position * windows.dilation), signed(windows.stride));
            let part = self.slice(x, &ranges, &one[..last])?;
            self.reshape(&part, &one)
        });
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        self.concat(&parts, last)
    }

    /// The values one after another along an axis; at least one.
    pub(super) fn concat(&mut self, parts: &[Tensor], axis: usize) -> Result<Tensor, Error> {
        let parts = self.alike(parts)?;
        if let [only] = &parts[..] {
            return Ok(only.clone());
        }
        let first = &parts[0];
        let number = matches!(first.source, TensorSource::Number(_));
        if number && parts.iter().all(|part| part.source == first.source) {
            let mut to = first.extents.to_vec();
            to[axis] = parts.iter().map(|part| part.extents[axis]).sum();
            return Ok(resized(first, &to));
        }
        let (count, axis) = (parts.len().to_string(), axis.to_string());
        let parts: Vec<&Tensor> = parts.iter().collect();
        match self.flavour() {
            Flavour::Mxnet => self.apply("Concat", &parts, &[("num_args", count), ("dim", axis)]),
            Flavour::Nnvm => self.apply("concatenate", &parts, &[("axis", axis)]),
        }
    }

    /// The elements of one value where the condition is not 0, else of the other. All have one
    /// shape.
    pub(super) fn select(
        &mut self,
        condition: &Tensor,
        a: &Tensor,
        b: &Tensor,
    ) -> Result<Tensor, Error> {
        if a.source == b.source {
            return Ok(a.clone());
        }
        if let Some(condition) = condition.splat() {
            return Ok(if condition == 0.0 { b } else { a }.clone());
        }
        let sides = self.alike(&[a.clone(), b.clone()])?;
        let value = self.apply("where", &[condition, &sides[0], &sides[1]], &[])?;
        Ok(Tensor {
            dtype: sides[0].dtype,
            ..value
        })
    }

    /// The values in one type, double precision where they differ.
    pub(super) fn alike(&mut self, values: &[Tensor]) -> Result<Vec<Tensor>, Error> {
        let first = values.first().map_or(Dtype::Float64, |value| value.dtype);
        let equal = values.iter().all(|value| value.dtype == first);
        let dtype = if equal { first } else { Dtype::Float64 };
        values.iter().map(|value| self.cast(value, dtype)).collect()
    }

    /// The value in another type.
    pub(super) fn cast(&mut self, x: &Tensor, dtype: Dtype) -> Result<Tensor, Error> {
        let cast = match x.source {
            _ if x.dtype == dtype => return Ok(x.clone()),
            TensorSource::Number(_) => x.clone(),
            TensorSource::Entry(_) => {
                self.apply(self.word(CAST), &[x], &[("dtype", dtype.name().into())])?
            }
        };
        Ok(Tensor { dtype, ..cast })
    }
}

/// The bounds of one axis of a slice.
struct Slot {
    begin: i64,
    /// `None` for an end before the first element.
    end: Option<i64>,
    step: i64,
}

impl Slot {
    fn new(start: i64, step: i64, count: usize) -> Self {
        // A single element is one by any step.
        let step = if count == 1 { 1 } else { step };
        let last = start + (signed(count) - 1) * step;
        let end = last + step.signum();
        Self {
            begin: start,
            end: (end >= 0).then_some(end),
            step,
        }
    }

    fn end_text(&self) -> String {
        self.end.map_or("None".into(), |end| format!("{end}"))
    }

    /// The end as numpy has it, where one before the first element counts from the end.
    fn end_before(&self, extent: usize) -> i64 {
        let extent = signed(extent);
        self.end.unwrap_or(-extent - 1)
    }
}

/// One part of the bounds of every axis.
fn list<T: Display>(slots: &[Slot], part: impl Fn(&Slot) -> T) -> String {
    shown(&slots.iter().map(part).collect::<Vec<T>>())
}

/// A number everywhere in another shape.
fn resized(x: &Tensor, to: &[usize]) -> Tensor {
    Tensor {
        extents: to.into(),
        ..x.clone()
    }
}
