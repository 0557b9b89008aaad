//! The programs that a function's items call: which ones its requests need, and their text.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use graph_autodiff::Weights;
use graph_autodiff::sparsity::Pattern;
use graph_ir::graph::EffectKind;
use graph_ir::passes::{DropEffects, Requirement};
use graph_ir::types::Symbol;
use graph_ir::{Builder, Element, Graph, Shape};
use graph_program::{Cost, Lanes, Options, Pipeline, Program as Schedule, Slot, StageForm};
use proc_macro2::TokenStream;

use super::batches::Batches;
use super::dump::Dump;
use super::lines::Lines;
use super::mixed;
use super::program::{self, Limits, Style};
use super::tiled;
use super::ways::{Way, Ways};
use crate::derivatives::{Matrix, OutputGroup, Program, Request, Subject};
use crate::parse::Codegen;
use crate::signature::Signature;

/// The programs, with all that the bodies of items need to call them.
pub(crate) struct Programs {
    pub(super) options: Options,
    pub(super) limits: Limits,
    /// The symbols that are `const` parameters of the function.
    typed: Vec<Symbol>,
    pub(super) codegen: Codegen,
    /// The dump that the environment asks for.
    pub(super) dump: Dump,
    /// The text of all private functions.
    pub(super) functions: TokenStream,
    /// The textual form of the graph.
    pub(super) graph: String,
    /// How each request is computed.
    pub(super) ways: BTreeMap<Request, Way>,
    /// The cost of each program, and whether it takes its slots from the workspace.
    pub(super) costs: Vec<(Program, Cost, bool)>,
    /// The slots of each private function that takes them from the workspace.
    pub(super) slots: HashMap<&'static str, Vec<Slot>>,
    /// The pools that each private function over arrays of run-time length takes memory from, and
    /// the symbols that say how much.
    pub(super) pools: BTreeMap<&'static str, (Vec<Element>, Vec<Symbol>)>,
    /// How many elements of each type the workspace has.
    pub(super) workspace: Pools,
    /// The pattern of the Jacobian, where its entries are computed.
    pub(super) jacobian: Option<Pattern>,
    /// The pattern of the Hessian, where its entries are computed.
    pub(super) hessian: Option<Pattern>,
    /// The programs of batches, where they were asked for.
    pub(super) batches: Batches,
}

/// How many elements of each type are needed.
pub(crate) type Pools = BTreeMap<Element, usize>;

impl Programs {
    pub(super) fn new(
        signature: &Signature,
        graph: &Graph,
        limits: Limits,
        lines: &Lines,
    ) -> graph_ir::Result<Self> {
        let wrt = signature.independent();
        let (dump, misread) = match Dump::requested(&signature.name.to_string()) {
            Ok(dump) => (dump, None),
            Err(message) => (Dump::default(), Some(message)),
        };
        let options = Options {
            parts: Some(limits.parts),
            effects: !signature.silent && prints(graph),
            ..signature.codegen.options()
        };
        let subject = Subject {
            graph,
            wrt: &wrt,
            weights: match signature.scalar_result() {
                Some(_) => Weights::One,
                None => Weights::Inputs,
            },
            order: signature.derivatives.order,
            options,
        };
        let Ways {
            ways,
            programs: needed,
        } = Ways::new(signature, &subject)?;
        let mut programs = Self {
            options,
            limits,
            typed: signature.typed_symbols(),
            codegen: signature.codegen,
            dump,
            functions: TokenStream::new(),
            graph: graph_ir::text::print(graph),
            ways,
            costs: Vec::new(),
            slots: HashMap::new(),
            pools: BTreeMap::new(),
            workspace: Pools::new(),
            jacobian: None,
            hessian: None,
            batches: Batches::default(),
        };
        let (mut text, mut kept) = (String::new(), BTreeMap::new());
        for (program, made) in needed {
            let mut made = match made {
                Some(made) => made,
                None => (program.row().make)(&subject)?,
            };
            // Effects belong to the value.
            if options.effects && !program.row().outputs.contains(&OutputGroup::Value) {
                let silent = DropEffects::default().in_graph(&made.graph)?;
                made.graph = Cow::Owned(silent);
            }
            let name = program.row().name;
            if signature.is_symbolic() {
                let made = flattened(program, &made.graph)?;
                text += &programs.add_tiled(name, &made, graph)?;
                continue;
            }
            let (added, cost, on_heap) = programs.add(name, &made.graph)?;
            text += &added;
            programs.costs.push((program, cost, on_heap));
            if let Some(pattern) = made.pattern {
                programs.keep(program, pattern);
            }
            if signature.derivatives.batch.is_some() {
                kept.insert(program, made.graph);
            }
        }
        if signature.derivatives.batch.is_some() {
            text += &programs.add_batches(signature, &subject, &kept)?;
        }
        programs.functions = parse(&text, lines);
        if let Some(message) = misread {
            let error = mixed!(::core::compile_error!(#message););
            programs.functions.extend(error);
        }
        Ok(programs)
    }

    /// Keeps the pattern of the matrix whose entries a program yields.
    fn keep(&mut self, program: Program, pattern: Pattern) {
        let entries = |matrix| {
            program
                .row()
                .outputs
                .contains(&OutputGroup::Entries(matrix))
        };
        if entries(Matrix::Jacobian) {
            self.jacobian = Some(pattern);
        } else {
            self.hessian = Some(pattern);
        }
    }

    /// The text of the private function that computes a graph, its cost, and whether it takes its
    /// slots from the workspace.
    pub(super) fn add(
        &mut self,
        name: &'static str,
        graph: &Graph,
    ) -> graph_ir::Result<(String, Cost, bool)> {
        let mut observe = |stage, form: StageForm<'_>| self.dump.observe(name, stage, form);
        let program = Pipeline::new(self.options).run_observed(graph, &mut observe)?;
        let (text, on_heap) = self.written(name, &program, |programs| &mut programs.workspace);
        Ok((text, program.cost(), on_heap))
    }

    /// The text of the private functions that compute a graph over arrays of run-time length: for
    /// the lengths that the function whose derivative it is has a value for.
    fn add_tiled(
        &mut self,
        name: &'static str,
        graph: &Graph,
        function: &Graph,
    ) -> graph_ir::Result<String> {
        let pipeline = Pipeline::new(self.options);
        let prepared = pipeline.prepare(graph)?;
        let limits = self.limits;
        let lanes = Lanes {
            parts: limits.lanes,
            allows: &|program| limits.allows_lanes(program) && limits.holds_rows(program),
        };
        let tiled = pipeline.tile(&prepared, Some(lanes))?;
        let mut requirements = function.requirements()?;
        let own = graph.requirements()?.into_iter();
        let new = own.filter(|own| {
            let mut known = requirements
                .iter()
                .map(|known| (&known.extent, &known.when));
            known.all(|known| known != (&own.extent, &own.when))
        });
        let new: Vec<Requirement> = new.collect();
        requirements.extend(new);
        let text = tiled::function(
            name,
            &prepared,
            &tiled,
            (tiled::Called { graph: function }, &requirements),
            &self.typed,
            self.limits,
            self.codegen,
        )?;
        for &element in &text.pools {
            self.workspace.entry(element).or_default();
        }
        self.pools.insert(name, (text.pools, text.symbols));
        Ok(text.text)
    }

    /// The text of a private function, and whether it takes its slots from a workspace: from that
    /// of these pools, in which there is room for them then.
    pub(super) fn written(
        &mut self,
        name: &'static str,
        program: &Schedule,
        pools: fn(&mut Self) -> &mut Pools,
    ) -> (String, bool) {
        let style = Style {
            dispatches: self.codegen.dispatch,
            takes_slots: self.limits.takes_slots(program),
            takes_integers: false,
        };
        if style.takes_slots {
            make_room(pools(self), &program.storage.slots);
            self.slots.insert(name, program.storage.slots.clone());
        }
        (program::function(name, program, style), style.takes_slots)
    }
}

/// The graph of a program with a matrix that the call says the extents of, its last output, as the
/// line that its elements are.
fn flattened(program: Program, graph: &Graph) -> graph_ir::Result<Cow<'_, Graph>> {
    let is_matrix = matches!(program.row().outputs.last(), Some(OutputGroup::Dense(_)));
    let matrix = graph.outputs().last().filter(|output| {
        let shape = &graph.ty(output.node).shape;
        is_matrix && shape.is_symbolic()
    });
    let Some(matrix) = matrix else {
        return Ok(Cow::Borrowed(graph));
    };
    let builder = Builder::new();
    builder.continue_graph(graph);
    let inputs = builder.copy_inputs(graph);
    let wires = builder.copy_graph(graph, &inputs)?;
    for output in graph.outputs() {
        let mut wire = wires[output.node.index()];
        if core::ptr::eq(output, matrix) {
            let count = graph.ty(output.node).shape.count().clone();
            wire = builder.reshape(wire, &Shape::of([count])?)?;
        }
        builder.output(&output.name, wire)?;
    }
    drop((inputs, wires));
    builder.finish().map(Cow::Owned)
}

/// Whether an evaluation may print something.
fn prints(graph: &Graph) -> bool {
    let (mut open, mut seen) = (vec![graph], HashSet::new());
    while let Some(graph) = open.pop() {
        let mut kinds = graph.effects().iter().map(|effect| &effect.kind);
        if kinds.any(|kind| matches!(kind, EffectKind::Print { .. })) {
            return true;
        }
        for function in graph.functions() {
            if function.graph.has_effects() && seen.insert(Arc::as_ptr(function)) {
                open.push(&function.graph);
            }
        }
    }
    false
}

/// Makes room for slots.
fn make_room(pools: &mut Pools, slots: &[Slot]) {
    let mut needed = Pools::new();
    for slot in slots {
        *needed.entry(slot.element).or_default() += slot.size;
    }
    for (element, size) in needed {
        let room = pools.entry(element).or_default();
        *room = size.max(*room);
    }
}

/// The tokens of text that this crate wrote.
fn parse(text: &str, lines: &Lines) -> TokenStream {
    match text.parse() {
        Ok(tokens) => lines.placed(text, tokens),
        Err(error) => {
            let message = format!("generated code is no Rust: {error}");
            mixed!(::core::compile_error!(#message);)
        }
    }
}
