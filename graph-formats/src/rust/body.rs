//! A body: nodes in their order, written into those that use them or bound to names.
//!
//! A value that is used once, has no name and is short stands where it is used; every other one is
//! a `let`. Texts refer to variables that never change once they can be referred to, so that it
//! does not matter where they stand.

use crate::refusal::unwritten;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use core::ops::Range;

use graph_ir::graph::{Constant, Literal};
use graph_ir::ops::{ArgSort, ExternalCall, Op, OpView, Project, Sort};
use graph_ir::types::{Element, Type};
use graph_ir::{Graph, NodeId};

use super::block::Block;
use super::chain::chains;
use super::counter::Counter;
use super::effects::prints;
use super::form::{Forms, NodeForm};
use super::lines::Lines;
use super::literal::{constant, filled, number};
use super::names::Names;
use super::text::{Text, call, extents, tuple};
use crate::Error;

/// A longer text is not written into another.
const LONGEST: usize = 60;

/// The body of a function that is being written.
pub(super) struct Body<'w> {
    pub(super) block: &'w mut Block,
    pub(super) names: Names,
    pub(super) lines: Lines,
    /// The type of a bare float literal.
    pub(super) float: Element,
    /// The last variable that was bound, and the lines that bind it.
    pub(super) last: Option<(String, Range<usize>)>,
    /// Texts of integers that follow the variable of a loop.
    pub(super) counters: Vec<Counter>,
}

/// The text of a node that has been visited.
#[derive(Clone)]
pub(super) enum NodeText {
    /// Nothing refers to it.
    Unused,
    Text(Text),
    /// The values of a tuple.
    Tuple(Vec<Text>),
}

/// The nodes of one graph, the function's own or one inside, as far as they have been written.
pub(super) struct Scope<'g> {
    pub(super) graph: &'g Graph,
    pub(super) forms: Forms,
    pub(super) values: Vec<NodeText>,
}

impl Scope<'_> {
    /// Whether a node is written at its place: it is needed, and no input.
    pub(super) fn is_written(&self, id: NodeId) -> bool {
        let input = matches!(self.graph.op(id), Op::Input(_));
        self.forms.is_needed(id) && !input
    }
}

impl Body<'_> {
    /// Writes the nodes of a graph whose inputs are these texts: the texts of its results.
    pub(super) fn graph(&mut self, graph: &Graph, inputs: &[Text]) -> Result<Vec<Text>, Error> {
        let effects = self.block.effects;
        let prints = prints(graph, effects)?;
        for id in graph.ids() {
            self.names.keep(graph.node_name(id));
        }
        let mut scope = Scope {
            graph,
            forms: Forms::of(graph, &prints, effects),
            values: vec![NodeText::Unused; graph.len()],
        };
        for (input, text) in graph.inputs().iter().zip(inputs) {
            scope.values[input.node.index()] = NodeText::Text(text.clone());
        }
        let mut chains = chains(graph, &scope.forms, &prints).into_iter().peekable();
        let mut prints = prints.iter().peekable();
        let mut done = 0;
        for id in graph.ids() {
            while let Some(print) = prints.next_if(|print| print.position <= id.index()) {
                self.print(&scope, print)?;
            }
            if let Some(chain) = chains.next_if(|chain| chain.first() == id) {
                done = chain.last().index() + 1;
                self.chain(&mut scope, &chain)?;
            }
            if id.index() < done {
                continue;
            }
            if scope.is_written(id) {
                scope.values[id.index()] = self.value(&scope, id)?;
            }
        }
        for print in prints {
            self.print(&scope, print)?;
        }
        let outputs = graph.outputs().iter();
        outputs
            .map(|output| self.read(&scope, output.node))
            .collect()
    }

    pub(super) fn value(&mut self, scope: &Scope<'_>, id: NodeId) -> Result<NodeText, Error> {
        let graph = scope.graph;
        let text = if let Some(own) = graph.as_constant(id) {
            if own.shape().rank() == 0 || own.splat().is_some() {
                // Written anew at each use.
                return Ok(NodeText::Unused);
            }
            self.block.spent.numbers(own.shape().size())?;
            constant(own, self.float)
        } else if let Op::Branch(..) | Op::Scan(..) | Op::Call(_) = graph.op(id) {
            return self.region(scope, id);
        } else if let NodeForm::Spread(_) = scope.forms.form(id) {
            return Ok(NodeText::Unused);
        } else {
            self.operator(scope, id)?
        };
        self.settle(scope, id, text).map(NodeText::Text)
    }

    /// The text of a node that one tensor of others makes.
    fn operator(&mut self, scope: &Scope<'_>, id: NodeId) -> Result<Text, Error> {
        let graph = scope.graph;
        match graph.view(id) {
            OpView::Scalar(op) => self.scalar(scope, id, op),
            OpView::Cast(_) => self.cast(scope, id),
            OpView::Select(_) => {
                let operands = self.operands(scope, graph.arguments(id))?;
                Ok(call("select", &operands))
            }
            OpView::Sum(_) => self.sum(scope, id),
            OpView::StopGradient(_) => Ok(call("stop_gradient", &[self.argument(scope, id, 0)?])),
            OpView::Broadcast(_)
            | OpView::Transpose(_)
            | OpView::Reshape(_)
            | OpView::Slice(_)
            | OpView::Windows(_)
            | OpView::Gather(_)
            | OpView::PartAt(_) => self.view(scope, id),
            OpView::Assemble(_) | OpView::ScatterAdd(_) => self.assembly(scope, id),
            OpView::Replace(own) => self.replaced(scope, id, &own.axes),
            OpView::Reduce(own) => self.reduction(scope, id, own.reduction.name(), &own.axes),
            OpView::Composite(own) => self.reduction(scope, id, own.composite.name(), &own.axes),
            OpView::Cumulate(own) => {
                let x = self.argument(scope, id, 0)?;
                let axis = Text::atom(format!("axis = {}", own.axis));
                Ok(call(own.cumulation.name(), &[x, axis]))
            }
            OpView::Sort(Sort { axis }) => self.sort(scope, id, "sort", axis),
            OpView::ArgSort(ArgSort { axis }) => self.sort(scope, id, "argsort", axis),
            OpView::Contract(_) => self.product(scope, id),
            OpView::Algebra(op) => {
                let operands = graph.arguments(id).iter();
                let operands = operands.map(|&operand| self.read(scope, operand));
                let whole = call(op.function(), &operands.collect::<Result<Vec<_>, _>>()?);
                Ok(match op.part() {
                    Some((_, position)) => Text::atom(format!("{}.{position}", whole.words)),
                    None => whole,
                })
            }
            OpView::Project(Project(position)) => {
                let tuple = graph.arguments(id).first();
                match tuple.map(|tuple| &scope.values[tuple.index()]) {
                    Some(NodeText::Tuple(parts)) => Ok(parts[position].clone()),
                    _ => Err(refused(
                        scope,
                        id,
                        "this value of a tuple",
                        "it has no text",
                    )),
                }
            }
            OpView::External(ExternalCall(external)) => {
                let name = &graph.external(external).name;
                let what = format!("the function `{name}` of the host");
                let why = "where the host has it in Rust is not known: declare it in the block, with `#[external]`";
                Err(refused(scope, id, &what, why))
            }
            OpView::Input(_)
            | OpView::Constant(_)
            | OpView::Extent(_)
            | OpView::Iota(_)
            | OpView::Branch(_)
            | OpView::Scan(_)
            | OpView::Call(_) => Err(refused(scope, id, "this node", "it is no operator")),
        }
    }

    /// Binds the text to a name where it has one, is used more than once or long.
    pub(super) fn settle(
        &mut self,
        scope: &Scope<'_>,
        id: NodeId,
        text: Text,
    ) -> Result<Text, Error> {
        let name = scope.graph.node_name(id);
        let is_part = matches!(scope.graph.op(id), Op::Project(_));
        let once = scope.forms.uses[id.index()] <= 1;
        let outputs = scope.graph.outputs();
        let last = matches!(outputs, [only] if only.node == id);
        let stays = match name {
            Some(name) => text.words == name || is_part && text.is_name(),
            None => text.is_place() || once && (last || text.words.len() <= LONGEST),
        };
        match stays {
            true => Ok(text),
            false => self.bind(name.unwrap_or(""), &text),
        }
    }

    /// Binds a text to a name: the node's own, if it has one.
    pub(super) fn bind(&mut self, name: &str, text: &Text) -> Result<Text, Error> {
        let own = self.name(name);
        let from = self.lines.len();
        self.line(&format!("let {own} = {};", text.words))?;
        self.last = Some((own.clone(), from..self.lines.len()));
        Ok(Text::atom(own))
    }

    /// Ends a block with its results: a variable that was bound by the last statement stands there
    /// as its value.
    pub(super) fn finish(&mut self, results: &[Text]) {
        if results.is_empty() {
            return;
        }
        if let ([only], Some((name, lines))) = (results, &self.last)
            && only.words == *name
            && self.lines.unbind(name, lines.clone())
        {
            return;
        }
        self.lines.push(&tuple(results));
    }

    /// A text that can be indexed and captured: a name, bound if need be.
    pub(super) fn named(&mut self, text: Text) -> Result<Text, Error> {
        match text.is_name() {
            true => Ok(text),
            false => self.bind("", &text),
        }
    }

    /// A name for a variable.
    pub(super) fn name(&mut self, name: &str) -> String {
        match name {
            "" => self.names.numbered("t"),
            name => self.names.fresh(name, "t"),
        }
    }

    pub(super) fn line(&mut self, line: &str) -> Result<(), Error> {
        self.block.spent.statement()?;
        self.lines.push(line);
        Ok(())
    }

    /// The text of a node's value.
    pub(super) fn read(&self, scope: &Scope<'_>, id: NodeId) -> Result<Text, Error> {
        if let NodeText::Text(text) = &scope.values[id.index()] {
            return Ok(text.clone());
        }
        let shape = scope.graph.ty(id).shape.extents();
        if let Some(own) = scope.graph.as_constant(id) {
            return Ok(constant(own, self.float));
        }
        match *scope.forms.form(id) {
            NodeForm::Spread(source) if scope.graph.as_constant(source).is_some() => {
                Ok(filled(&shape, &self.read(scope, source)?))
            }
            NodeForm::Spread(source) => {
                let source = self.read(scope, source)?;
                Ok(call("broadcast", &[source, Text::atom(extents(&shape))]))
            }
            _ => Err(refused(scope, id, "this node", "it has several values")),
        }
    }

    /// The text of an argument.
    pub(super) fn argument(
        &self,
        scope: &Scope<'_>,
        id: NodeId,
        position: usize,
    ) -> Result<Text, Error> {
        self.read(scope, scope.graph.arguments(id)[position])
    }

    /// The number that is repeated in a node, if there is one.
    pub(super) fn repeated(&self, scope: &Scope<'_>, id: NodeId) -> Result<Option<Text>, Error> {
        if let Some(value) = scope.graph.as_constant(id).and_then(Constant::splat) {
            return Ok(Some(number(value, self.float)));
        }
        match scope.forms.form(id) {
            &NodeForm::Spread(source) => self.read(scope, source).map(Some),
            _ => Ok(None),
        }
    }

    /// The zero of a type, in its shape.
    pub(super) fn zeros(&self, ty: &Type) -> Text {
        let zero = Literal::from_f64(ty.element, 0.0);
        filled(&ty.shape.extents(), &number(zero, self.float))
    }
}

/// The error for a node that the language cannot express.
pub(super) fn refused(scope: &Scope<'_>, id: NodeId, what: &str, why: &str) -> Error {
    unwritten(what, why.to_string()).at_node(scope.graph, id, scope.graph.sites())
}
