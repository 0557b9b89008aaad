//! The way into called functions, the sides of branches, and the iterations of loops.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::Graph;
use graph_ir::graph::NodeId;
use graph_ir::ops::{Op, OpView, Runs, Scan};

use super::leaf::Operands;
use super::walk::{Frame, Walk};
use crate::check::Step;
use crate::execute::{ExecuteError, Kept, Result};

impl Walk<'_, '_> {
    /// The results of a node with graphs inside.
    pub(super) fn inside(
        &mut self,
        frame: &Frame<'_>,
        id: NodeId,
        operands: &Operands,
    ) -> Result<Vec<Arc<Kept>>> {
        let graph = frame.graph;
        let line = frame.plan.nodes[id.index()].line;
        let names = graph.arguments(id).iter().map(|&node| frame.name(node));
        let mut names: Vec<String> = names.map(String::from).collect();
        self.nodes.push(id);
        let results = if let OpView::Scan(scan) = graph.view(id) {
            names.truncate(scan.captured);
            self.iterations(graph, id, &scan, operands, &names)
        } else if let Op::Branch(then, otherwise) = graph.op(id) {
            let taken = operands.first().is_some_and(|condition| holds(condition));
            let side = graph.function(if taken { then } else { otherwise });
            let step = Step::Branch(taken, line);
            self.enter(step, &side.graph, &operands[1..], &names[1..])
        } else if let Op::Call(function) = graph.op(id) {
            let function = graph.function(function);
            let step = Step::Call(function.graph.name().into(), line);
            self.enter(step, &function.graph, operands, &names)
        } else {
            Ok(Vec::new())
        };
        self.nodes.pop();
        results
    }

    fn enter(
        &mut self,
        step: Step,
        graph: &Graph,
        operands: &Operands,
        names: &[String],
    ) -> Result<Vec<Arc<Kept>>> {
        self.path.push(step);
        let results = self.graph(graph, operands, names);
        self.path.pop();
        results
    }

    /// The results of a loop.
    fn iterations(
        &mut self,
        graph: &Graph,
        id: NodeId,
        scan: &Scan,
        operands: &Operands,
        names: &[String],
    ) -> Result<Vec<Arc<Kept>>> {
        let body = &graph.function(scan.body).graph;
        let runs = self.runs(graph, id, scan, operands)?;
        let stacked = scan.captured + scan.carried;
        let sizes: Vec<usize> = body.input_types().map(|ty| ty.shape.size()).collect();
        let mut inputs = operands[..stacked].to_vec();
        let rows = graph.result_types(id).into_iter().skip(scan.carried);
        let mut rows: Vec<Kept> = rows.map(Kept::zeros).collect::<Result<_>>()?;
        let line = self.origin.line(graph, id);
        for number in 0..runs {
            inputs.truncate(stacked);
            if scan.runs == Runs::While && !holds(&inputs[scan.captured]) {
                break;
            }
            let row = match scan.reverse {
                true => runs - 1 - number,
                false => number,
            };
            for (whole, &size) in operands.iter().zip(&sizes).skip(stacked) {
                inputs.push(Arc::new(whole.part(row * size, size)));
            }
            let step = Step::Repetition(row, line);
            let mut results = self.enter(step, body, &inputs, names)?.into_iter();
            for carried in &mut inputs[scan.captured..stacked] {
                if let Some(next) = results.next() {
                    *carried = next;
                }
            }
            for (whole, part) in rows.iter_mut().zip(results) {
                whole.set_row(row, &part);
            }
        }
        let carried = inputs.drain(..stacked).skip(scan.captured);
        Ok(carried.chain(rows.into_iter().map(Arc::new)).collect())
    }

    /// The most iterations that run.
    fn runs(&self, graph: &Graph, id: NodeId, scan: &Scan, operands: &Operands) -> Result<usize> {
        let most = scan.iterations();
        let (Runs::Count, Some(Kept::I64(count))) = (scan.runs, operands.first().map(|own| &**own))
        else {
            return Ok(most);
        };
        let count = count.first().copied().unwrap_or(0).max(0);
        match usize::try_from(count) {
            Ok(count) if count <= most => Ok(count),
            _ => Err(ExecuteError::TooManyIterations {
                location: self
                    .origin
                    .location(&self.nodes[..self.nodes.len() - 1], graph, id),
                count,
                most,
            }),
        }
    }
}

fn holds(condition: &Kept) -> bool {
    matches!(condition, Kept::Bool(c) if c.first() == Some(&true))
}
