//! Rows that a loop stacks to be added to an array: the loop adds them where they are.
//!
//! A loop that ends early stacks zeros for the iterations that do not run. To add all rows to the
//! array would take time for those too, so the loop carries the array, and an iteration adds its
//! own row.

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, Graph, Literal, NodeId, Site};
use graph_ir::ops::{Op, OpView, PartAt, Runs, Scan};
use graph_ir::types::{Element, Type};

use super::updates::{Place, Term};

/// Rows that a loop stacks, and where they are added.
pub(super) struct Stack {
    /// The loop.
    pub(super) scan: NodeId,
    /// The position of the rows among its results.
    output: usize,
    term: Term,
    site: Site,
    /// The axes along which an iteration adds its row at one position.
    axes: Vec<usize>,
    /// The positions along all of these axes but one.
    positions: Vec<NodeId>,
    /// The place among the axes of that along which the rows are stacked.
    along: usize,
}

impl Stack {
    /// The rows that a part is, if a loop that may end early stacks them for this one purpose.
    pub(super) fn of(graph: &Graph, place: &Place, uses: &[u32]) -> Option<Self> {
        let rows = place.part.node;
        let Op::Project(output) = graph.op(rows) else {
            return None;
        };
        let (scan, output) = (graph.arguments(rows)[0], output as usize);
        let OpView::Scan(own) = graph.view(scan) else {
            return None;
        };
        let is_told = own.runs == Runs::Count && output >= own.carried;
        let is_there = place.positions.iter().all(|&position| position < scan);
        if !is_told || !is_there || uses[rows.index()] != 1 || !place.behind.is_empty() {
            return None;
        }
        let mut axes = place.axes.clone();
        let along = PartAt::add_axis(&mut axes, 0);
        Some(Self {
            scan,
            output,
            term: place.part,
            site: graph.node(place.node).site,
            axes,
            positions: place.positions.clone(),
            along,
        })
    }
}

/// A loop that adds its rows to arrays.
pub(super) struct Adding<'s, 'b> {
    pub(super) builder: &'b Builder,
    pub(super) graph: &'s Graph,
    /// Which rows it adds to each array, and the array's type.
    pub(super) arrays: Vec<(&'s Type, Vec<&'s Stack>)>,
}

impl<'b> Adding<'_, 'b> {
    /// The loop as a tuple, and the arrays with all rows added. `operands` are those of the
    /// original, `before` the arrays, and `wires` the graph's nodes.
    pub(super) fn results(
        &self,
        scan: &Scan,
        operands: &[Wire<'b>],
        before: &[Wire<'b>],
        wires: &[Wire<'b>],
    ) -> Result<(Wire<'b>, Vec<Wire<'b>>)> {
        let (captured, rest) = operands.split_at(scan.captured);
        let (carried, stacked) = rest.split_at(scan.carried);
        let one = self.builder.literal(Literal::I64(1));
        let first = match scan.reverse {
            true => *captured.first().ok_or(Error::OutOfScope)? - one,
            false => self.builder.literal(Literal::I64(0)),
        };
        let positions = self.stacks().flat_map(|own| &own.positions);
        let positions: Vec<Wire<'b>> = positions.map(|id| wires[id.index()]).collect();
        let operands = [captured, &positions, carried, before, &[first], stacked].concat();
        let own = Scan {
            captured: captured.len() + positions.len(),
            carried: carried.len() + before.len() + 1,
            ..scan.clone()
        };
        let body = &self.graph.function(scan.body).graph;
        let body = self.body(body, scan)?;
        let results = self.builder.scan(&body, &own, &operands)?;
        let first = results.first().copied().ok_or(Error::NotATensor)?;
        let arrays = results[carried.len()..][..before.len()].to_vec();
        Ok((self.builder.arguments_of(first)[0], arrays))
    }

    fn stacks(&self) -> impl Iterator<Item = &Stack> {
        let arrays = self.arrays.iter();
        arrays.flat_map(|(_, stacks)| stacks.iter().copied())
    }

    fn body(&self, body: &Graph, scan: &Scan) -> Result<Arc<Function>> {
        let builder = Builder::new();
        let state = scan.captured + scan.carried;
        let copy = |position: usize| {
            let input = &body.inputs()[position];
            builder.input(&input.name, body.ty(input.node).clone(), input.kind)
        };
        let plain = |ty: &Type| builder.input("", ty.clone(), body.inputs()[0].kind);
        let number = Type::scalar(Element::I64);
        let mut inputs: Vec<Wire<'_>> = (0..scan.captured).map(copy).collect();
        let count = self.stacks().map(|own| own.positions.len()).sum();
        let positions: Vec<Wire<'_>> = (0..count).map(|_| plain(&number)).collect();
        inputs.extend((scan.captured..state).map(copy));
        let arrays: Vec<Wire<'_>> = self.arrays.iter().map(|(ty, _)| plain(ty)).collect();
        let iteration = plain(&number);
        inputs.extend((state..body.inputs().len()).map(copy));
        let wires = builder.copy_graph(body, &inputs)?;
        let output = |number: usize| wires[body.outputs()[number].node.index()];

        (0..scan.carried).try_for_each(|number| builder.output("", output(number)))?;
        let mut positions = &positions[..];
        for (&array, (_, stacks)) in arrays.iter().zip(&self.arrays) {
            let mut array = array;
            for own in stacks {
                let (outer, others) = positions.split_at(own.positions.len());
                positions = others;
                let mut place = outer.to_vec();
                place.insert(own.along, iteration);
                builder.set_site(own.site);
                let before = builder.part_at(array, &own.axes, &place)?;
                let row = own.term.value(output(own.output));
                array = builder.replace(array, before + row, &own.axes, &place)?;
            }
            builder.output("", array)?;
        }
        let step = builder.literal(Literal::I64(if scan.reverse { -1 } else { 1 }));
        builder.output("", iteration + step)?;
        let stacked = scan.carried..body.outputs().len();
        stacked
            .into_iter()
            .try_for_each(|number| builder.output("", output(number)))?;
        drop(wires);
        Ok(Function::plain(builder.finish()?))
    }
}
