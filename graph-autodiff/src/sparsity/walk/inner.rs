//! Nodes with inner graphs: branches, loops, calls, functions of the host.

use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::error::{Error, Result};
use graph_ir::graph::{ExternalKind, Function, Graph, NodeId, PerFunction};
use graph_ir::ops::{Depends, OpView, Runs, Scan};
use graph_ir::types::Type;

use super::{Elements, Walker};
use crate::sparsity::tape::Slot;

/// Loops are followed through all iterations up to so many operations on elements. The results of
/// longer ones are taken to depend on all that the loop takes.
pub const MAX_ITERATED: usize = 1 << 24;

impl Walker {
    /// The elements of all results.
    pub(super) fn inner(
        &mut self,
        graph: &Graph,
        id: NodeId,
        depends: &Depends,
        arguments: &[Elements],
    ) -> Result<Rc<[Elements]>> {
        let results = match depends {
            // A function that comes with its derivative may have another one than its body.
            Depends::Call(function) if graph.function(*function).rule().is_none() => {
                self.graph(&graph.function(*function).graph, arguments)?
            }
            Depends::Branch(then, otherwise) => {
                let (condition, captured) = (arguments[0].at(0), &arguments[1..]);
                let sides = [then, otherwise].map(|side| &graph.function(*side).graph);
                match self.tape.truth(condition) {
                    Some(condition) => self.graph(sides[usize::from(!condition)], captured)?,
                    None => self.branch(sides, captured)?,
                }
            }
            Depends::Scan(scan) if self.work.of_loop(graph.function(scan.body), scan).is_some() => {
                self.scan(&graph.function(scan.body).graph, scan, arguments)?
            }
            Depends::External(external)
                if graph.external(*external).kind == ExternalKind::Discrete =>
            {
                alloc::vec![Elements::All(Slot::UNKNOWN); graph.result_types(id).len()]
            }
            Depends::Call(_) | Depends::Scan(_) | Depends::External(_) => {
                self.opaque(&graph.result_types(id), arguments)?
            }
            Depends::Input(_)
            | Depends::Constant(_)
            | Depends::Nothing
            | Depends::Elementwise(_)
            | Depends::View(_)
            | Depends::SymbolicView
            | Depends::Pieces(_)
            | Depends::Reduction(..)
            | Depends::Contraction(_)
            | Depends::Gathered(_)
            | Depends::Scattered(_)
            | Depends::Lines(_)
            | Depends::Result(_)
            | Depends::Expansion => return Err(Error::NotATensor),
        };
        Ok(results.into())
    }

    /// Results that depend on everything in every way.
    fn opaque(&mut self, results: &[&Type], arguments: &[Elements]) -> Result<Vec<Elements>> {
        let all = arguments.iter().flat_map(Elements::slots).copied();
        let all: Vec<Slot> = all.filter(|slot| slot.is_active()).collect();
        let all = Elements::All(self.tape.any(all)?);
        let none = Elements::All(Slot::UNKNOWN);
        let of = |ty: &&Type| if ty.is_float() { &all } else { &none }.clone();
        Ok(results.iter().map(of).collect())
    }

    fn branch(&mut self, sides: [&Graph; 2], captured: &[Elements]) -> Result<Vec<Elements>> {
        let then = self.graph(sides[0], captured)?;
        let otherwise = self.graph(sides[1], captured)?;
        let types = sides[0].output_types();
        let results = then.into_iter().zip(otherwise).zip(types);
        let results = results.map(|((then, otherwise), ty)| {
            self.map(ty.shape.size(), &[then, otherwise], |walker, sides| {
                walker.tape.either(sides[0], sides[1])
            })
        });
        results.collect()
    }

    fn scan(&mut self, body: &Graph, scan: &Scan, arguments: &[Elements]) -> Result<Vec<Elements>> {
        let (fixed, stacked) = arguments.split_at(scan.captured + scan.carried);
        let (captured, carried) = fixed.split_at(scan.captured);
        let mut carried = carried.to_vec();
        let slice_sizes = body.inputs()[fixed.len()..].iter();
        let slice_sizes = slice_sizes.map(|input| body.ty(input.node).shape.size());
        let slice_sizes: Vec<usize> = slice_sizes.collect();
        let outputs: Vec<&Type> = body.output_types().skip(scan.carried).collect();
        let mut stacks = Vec::with_capacity(outputs.len());
        for ty in &outputs {
            let size = ty.shape.size().saturating_mul(scan.iterations());
            self.tape.spend(size)?;
            stacks.push(alloc::vec![Slot::UNKNOWN; size]);
        }
        for iteration in 0..scan.iterations() {
            let row = scan.row(iteration);
            let mut inputs = [captured, &carried].concat();
            for (stack, &size) in stacked.iter().zip(&slice_sizes) {
                inputs.push(stack.pick(|| (row * size..(row + 1) * size).collect()));
            }
            let mut results = self.graph(body, &inputs)?;
            let slices = results.split_off(scan.carried);
            if scan.runs != Runs::All {
                let types = body.output_types();
                let both = carried.into_iter().zip(results).zip(types);
                let both = both.map(|((before, after), ty)| {
                    self.map(ty.shape.size(), &[before, after], |walker, both| {
                        walker.tape.either(both[0], both[1])
                    })
                });
                results = both.collect::<Result<_>>()?;
            }
            carried = results;
            for ((stack, slice), ty) in stacks.iter_mut().zip(slices).zip(&outputs) {
                let size = ty.shape.size();
                for (element, slot) in stack[row * size..][..size].iter_mut().enumerate() {
                    *slot = match scan.runs {
                        Runs::All => slice.at(element),
                        // It is zero where the iteration does not run.
                        Runs::While | Runs::Count => {
                            self.tape.either(slice.at(element), Slot::UNKNOWN)?
                        }
                    };
                }
            }
        }
        carried.extend(stacks.into_iter().map(Elements::of));
        Ok(carried)
    }
}

/// How many operations on elements there are in graphs, those inside included. Each function is
/// gone through once, however often it is called.
#[derive(Debug)]
pub(super) struct Work {
    known: PerFunction<usize>,
    /// The operations up to which a loop is followed.
    iterated: usize,
}

impl Work {
    pub(super) fn new(iterated: usize) -> Self {
        Self {
            known: PerFunction::default(),
            iterated,
        }
    }

    /// Of all iterations of a loop; `None` where they are too many to follow.
    fn of_loop(&mut self, body: &Arc<Function>, scan: &Scan) -> Option<usize> {
        let work = self.of_function(body).saturating_mul(scan.iterations());
        (work <= self.iterated).then_some(work)
    }

    /// Follows functions in functions, whose depth the builder bounds.
    pub(super) fn of(&mut self, graph: &Graph) -> usize {
        let mut total = 0_usize;
        for id in graph.ids() {
            let results = graph.result_types(id);
            let sizes = results.iter().map(|ty| ty.shape.size());
            let inside = if let OpView::Scan(scan) = graph.view(id) {
                self.of_loop(graph.function(scan.body), &scan).unwrap_or(0)
            } else {
                let inside = graph.functions_of(id);
                let inside = inside.map(|function| self.of_function(function));
                inside.fold(0, usize::saturating_add)
            };
            total = sizes.fold(total, usize::saturating_add);
            total = total.saturating_add(inside).saturating_add(1);
        }
        total
    }

    fn of_function(&mut self, function: &Arc<Function>) -> usize {
        match self.known.get(function) {
            Some(known) => known,
            None => {
                let work = self.of(&function.graph);
                self.known.insert(function, work)
            }
        }
    }
}
