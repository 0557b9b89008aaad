//! Tangents of loops: a loop that carries tangents with the carried values.

use alloc::vec::Vec;

use graph_ir::builder::Wire;
use graph_ir::error::Result;
use graph_ir::graph::{Function, Graph, NodeId};
use graph_ir::ops::derivative::Mark;
use graph_ir::ops::{Runs, Scan};

use super::inner::Results;
use super::{Sensitivity, Sweep};
use crate::activity;
use crate::derived::Region;

/// Which of a loop's values have tangents, and how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Loop {
    captured: usize,
    carried: usize,
    /// For each argument of the loop whether it has a tangent in the body.
    inputs: Vec<bool>,
    /// For each stacked output whether it has a tangent.
    outputs: Vec<bool>,
}

impl<'b> Sweep<'_, 'b> {
    /// The loop carries the tangents of its carried values with them.
    pub(super) fn scan(&self, id: NodeId, scan: &Scan) -> Result<Results<'b>> {
        let arguments = self.graph.arguments(id);
        let body = self.graph.function(scan.body);
        let tangents = arguments.iter().map(|&a| self.tangent(a).is_some());
        let mut inputs: Vec<bool> = tangents.collect();
        let state = scan.captured + scan.carried;
        let carried = activity::carried(&body.graph, scan, &inputs);
        inputs[scan.captured..state].copy_from_slice(&carried);
        let (region, masked) = self.region(scan, arguments, &inputs)?;
        let spec = Loop {
            captured: scan.captured,
            carried: scan.carried,
            inputs,
            outputs: region.marks[scan.carried..]
                .iter()
                .map(|&mark| mark != Mark::Zero)
                .collect(),
        };
        let key = (spec.clone(), masked);
        let with_tangents = self.inner.loops.get(body, key, || {
            Ok(Function::plain(spec.rearranged(&region.function.graph)))
        })?;
        let mut operands = Vec::new();
        for (from, to) in spec.groups() {
            operands.extend(self.values(&arguments[from..to]));
            for position in (from..to).filter(|&i| spec.inputs[i]) {
                operands.push(self.tangent_or_zero(arguments[position])?);
            }
        }
        let count = |positions: &[bool]| positions.iter().filter(|&&t| t).count();
        let carried = count(&spec.inputs[scan.captured..state]);
        let scan = Scan {
            captured: scan.captured + count(&spec.inputs[..scan.captured]),
            carried: scan.carried + carried,
            ..scan.clone()
        };
        let results = self.builder.scan(&with_tangents, &scan, &operands)?;
        let marks = region.marks.iter().map(|&mark| match (scan.runs, mark) {
            // Slices of iterations that do not run are exact zeros.
            (Runs::While | Runs::Count, Mark::Plain) => Mark::Masked,
            (Runs::All | Runs::While | Runs::Count, mark) => mark,
        });
        Ok(spec.results(&results, &marks.collect::<Vec<_>>(), masked))
    }

    /// The body with tangents, for marked ones where a carried tangent may be an exact zero in
    /// any iteration; whether they are marked.
    fn region(&self, scan: &Scan, arguments: &[NodeId], inputs: &[bool]) -> Result<(Region, bool)> {
        let body = self.graph.function(scan.body);
        let wrt: Vec<usize> = (0..inputs.len()).filter(|&i| inputs[i]).collect();
        let make = |masked| self.inner.region(body, &wrt, masked);
        let plain = |&i: &usize| Mark::of(self.tangent(arguments[i]).as_ref()) == Mark::Plain;
        if wrt.iter().all(plain) {
            let region = make(false)?;
            let carried = &inputs[scan.captured..][..scan.carried];
            let mut fed_back = carried.iter().zip(&*region.marks);
            if scan.length.at_most(1) || fed_back.all(|(&t, &mark)| !t || mark == Mark::Plain) {
                return Ok((region, false));
            }
        }
        Ok((make(true)?, true))
    }
}

impl Loop {
    /// Captured values, carried values, stacked inputs: each is followed by its own tangents.
    fn groups(&self) -> [(usize, usize); 3] {
        let state = self.captured + self.carried;
        [
            (0, self.captured),
            (self.captured, state),
            (state, self.inputs.len()),
        ]
    }

    /// The body with its inputs and outputs in the order of a loop.
    fn rearranged(&self, graph: &Graph) -> Graph {
        let mut graph = graph.clone();
        let count = self.inputs.len();
        let mut inputs = Vec::new();
        let mut tangent = count;
        for (from, to) in self.groups() {
            inputs.extend(from..to);
            for _ in (from..to).filter(|&i| self.inputs[i]) {
                inputs.push(tangent);
                tangent += 1;
            }
        }
        let results = self.carried + self.outputs.len();
        let carried = &self.inputs[self.captured..][..self.carried];
        let of_carried = (0..self.carried).filter(|&i| carried[i]);
        let of_outputs = (self.carried..results).filter(|&i| self.outputs[i - self.carried]);
        let outputs = (0..self.carried)
            .chain(of_carried.map(|i| results + i))
            .chain(self.carried..results)
            .chain(of_outputs.map(|i| results + i));
        graph.rearrange(&inputs, &outputs.collect::<Vec<_>>());
        graph
    }

    /// The original results with their tangents, from the results of the loop with tangents.
    fn results<'b>(&self, results: &[Wire<'b>], marks: &[Mark], masked: bool) -> Results<'b> {
        let mut rest = results.iter().copied();
        let values: Vec<Wire<'b>> = rest.by_ref().take(self.carried).collect();
        let mut pairs: Results<'b> = Vec::new();
        for (position, value) in values.into_iter().enumerate() {
            let tangent = self.inputs[self.captured + position];
            let tangent = if tangent { rest.next() } else { None };
            let masked = masked || marks[position] != Mark::Plain;
            pairs.push((value, tangent.map(|wire| Sensitivity::marked(wire, masked))));
        }
        let values: Vec<Wire<'b>> = rest.by_ref().take(self.outputs.len()).collect();
        for (position, value) in values.into_iter().enumerate() {
            let tangent = if self.outputs[position] {
                rest.next()
            } else {
                None
            };
            let mark = marks[self.carried + position];
            pairs.push((value, tangent.and_then(|wire| mark.sensitivity(wire))));
        }
        pairs
    }
}
