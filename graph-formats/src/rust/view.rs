//! Views: parts, shapes, windows, and elements at computed positions.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use graph_ir::NodeId;
use graph_ir::ops::{Broadcast, Gather, OpView, Slice, Transpose, Windows};

use super::body::{Body, Scope, refused};
use super::form::{Entry, NodeForm};
use super::text::{Binding, Text, axes, call, extents};
use crate::Error;

impl Body<'_> {
    pub(super) fn view(&mut self, scope: &Scope<'_>, id: NodeId) -> Result<Text, Error> {
        let graph = scope.graph;
        if let NodeForm::Part(source, entries) = scope.forms.form(id) {
            let own = self.read(scope, *source)?;
            return Ok(part(&own, &graph.ty(*source).shape.extents(), entries));
        }
        let operand = self.argument(scope, id, 0)?;
        let before = graph.ty(graph.arguments(id)[0]).shape.extents();
        let after = graph.ty(id).shape.extents();
        Ok(match graph.view(id) {
            OpView::Broadcast(Broadcast { axes: own }) => {
                let last = after.len() - own.len()..after.len();
                let mut arguments = vec![operand, Text::atom(extents(&after))];
                if !own.iter().copied().eq(last) {
                    arguments.push(Text::atom(format!("axis = {}", axes(&own))));
                }
                call("broadcast", &arguments)
            }
            OpView::Transpose(Transpose { permutation: order }) => {
                let mut arguments = vec![operand];
                if !order.iter().copied().eq((0..order.len()).rev()) {
                    arguments.push(Text::atom(format!("axis = {}", axes(&order))));
                }
                call("transpose", &arguments)
            }
            OpView::Slice(slice) => strided(&operand, &slice, &before, &after),
            OpView::Windows(own) => windows(&operand, own),
            OpView::Gather(Gather { axis }) => {
                let indices = graph.arguments(id)[1];
                let once = scope.forms.uses[indices.index()] == 1;
                let range = once.then(|| self.moving_range(scope, indices)).flatten();
                let mut entries = vec![String::from(".."); axis];
                entries.push(match range {
                    Some(range) => range,
                    None => self.read(scope, indices)?.words,
                });
                indexed(&operand, &entries)
            }
            OpView::PartAt(own) => {
                let last = own.axes.last().map_or(0, |last| last + 1);
                let mut entries = vec![String::from(".."); last];
                for (&axis, &position) in own.axes.iter().zip(&graph.arguments(id)[1..]) {
                    entries[axis] = self.read(scope, position)?.words;
                }
                indexed(&operand, &entries)
            }
            OpView::Reshape(_) => reshaped(&operand, &before, &after),
            OpView::Input(_)
            | OpView::Constant(_)
            | OpView::Extent(_)
            | OpView::Iota(_)
            | OpView::Scalar(_)
            | OpView::Cast(_)
            | OpView::Select(_)
            | OpView::Sum(_)
            | OpView::Assemble(_)
            | OpView::Reduce(_)
            | OpView::Cumulate(_)
            | OpView::Sort(_)
            | OpView::ArgSort(_)
            | OpView::Contract(_)
            | OpView::ScatterAdd(_)
            | OpView::Replace(_)
            | OpView::StopGradient(_)
            | OpView::Composite(_)
            | OpView::Algebra(_)
            | OpView::Project(_)
            | OpView::Branch(_)
            | OpView::Scan(_)
            | OpView::Call(_)
            | OpView::External(_) => {
                return Err(refused(scope, id, "this node", "it is no view"));
            }
        })
    }
}

/// The same elements in another shape.
pub(super) fn reshaped(operand: &Text, before: &[usize], after: &[usize]) -> Text {
    match after {
        _ if before == after => operand.clone(),
        [] => indexed(operand, &vec![String::from("0"); before.len()]),
        [1] if before.is_empty() => Text::atom(format!("[{}]", operand.words)),
        after => call("reshape", &[operand.clone(), Text::atom(extents(after))]),
    }
}

/// `x[..]` with these entries, without the full ranges at the end.
pub(super) fn indexed(base: &Text, entries: &[String]) -> Text {
    let kept = entries.iter().rposition(|entry| entry != "..");
    let base_words = base.operand(Binding::Atom);
    match kept.map(|last| &entries[..=last]) {
        None => base.clone(),
        Some([one]) => Text::atom(format!("{base_words}[{one}]")),
        Some(several) => Text::atom(format!("{base_words}[({})]", several.join(", "))),
    }
}

/// A part of a tensor of these extents.
fn part(base: &Text, whole: &[usize], entries: &[Entry]) -> Text {
    let pairs = entries.iter().zip(whole);
    let entries: Vec<String> = pairs
        .map(|(entry, &extent)| match *entry {
            Entry::Position(position) => format!("{position}"),
            Entry::Range(start, count) => range(start, count, extent),
        })
        .collect();
    indexed(base, &entries)
}

/// A range of positions of an axis.
pub(super) fn range(start: usize, count: usize, extent: usize) -> String {
    match (start, start + count) {
        (0, end) if end == extent => String::from(".."),
        (0, end) => format!("..{end}"),
        (start, end) if end == extent => format!("{start}.."),
        (start, end) => format!("{start}..{end}"),
    }
}

/// Every so many positions, as windows of one position; backwards by naming the positions.
fn strided(base: &Text, slice: &Slice, before: &[usize], after: &[usize]) -> Text {
    let axes = slice.known_axes();
    let pairs = axes.iter().zip(before.iter().zip(after));
    let entries = pairs.clone().map(|(&(start, step), (&extent, &count))| {
        let first = usize::try_from(start).unwrap_or(0);
        match usize::try_from(step) {
            _ if count == 0 => String::from("..0"),
            Ok(step) => range(first, (count - 1) * step + 1, extent),
            Err(_) => {
                let positions = (0..count).map(|k| start + step * i64::try_from(k).unwrap_or(0));
                format!("{:?}", positions.collect::<Vec<i64>>())
            }
        }
    });
    let entries: Vec<String> = entries.collect();
    let mut text = indexed(base, &entries);
    let mut leaps = false;
    for (axis, (&(_, step), (_, &count))) in pairs.enumerate() {
        if let Ok(stride) = usize::try_from(step)
            && stride > 1
            && count > 1
        {
            let one = Windows {
                stride,
                ..Windows::new(axis, 1)
            };
            text = windows(&text, one);
            leaps = true;
        }
    }
    match leaps {
        true => call("reshape", &[text, Text::atom(extents(after))]),
        false => text,
    }
}

fn windows(operand: &Text, windows: Windows) -> Text {
    let mut arguments = vec![operand.clone(), Text::atom(format!("{}", windows.size))];
    for (name, value, usual) in [
        ("axis", windows.axis, 0),
        ("stride", windows.stride, 1),
        ("dilation", windows.dilation, 1),
    ] {
        if value != usual {
            arguments.push(Text::atom(format!("{name} = {value}")));
        }
    }
    call("windows", &arguments)
}
