//! Nodes with graphs inside: branches, and calls of functions.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::NodeId;
use graph_ir::graph::{Function, FunctionId, FunctionKind};
use graph_ir::ops::{Op, OpView};
use graph_ir::types::ValueType;

use super::body::{Body, NodeText, Scope};
use super::text::{Text, call, tuple};
use crate::Error;

/// An operator of a file with at most so many nodes is written out where it stands.
const INLINED: usize = 4;

impl Body<'_> {
    pub(super) fn region(&mut self, scope: &Scope<'_>, id: NodeId) -> Result<NodeText, Error> {
        let graph = scope.graph;
        if let OpView::Scan(scan) = graph.view(id) {
            return self.scan(scope, id, &scan);
        }
        if let Op::Branch(then, otherwise) = graph.op(id) {
            return self.branch(scope, id, [then, otherwise]);
        }
        let Op::Call(callee) = graph.op(id) else {
            return Ok(NodeText::Unused);
        };
        self.call(scope, id, graph.function(callee))
    }

    /// The arguments from one on, as texts that may stand in another block as often as need be.
    pub(super) fn captured(
        &mut self,
        scope: &Scope<'_>,
        id: NodeId,
        arguments: core::ops::Range<usize>,
    ) -> Result<Vec<Text>, Error> {
        let mut texts = Vec::with_capacity(arguments.len());
        for &argument in &scope.graph.arguments(id)[arguments] {
            let text = self.read(scope, argument)?;
            let constant = scope.graph.as_constant(argument);
            let number = constant.is_some_and(|own| own.shape().rank() == 0);
            texts.push(match number || text.is_place() {
                true => text,
                false => self.bind("", &text)?,
            });
        }
        Ok(texts)
    }

    /// `let (a, b) = if c { .. } else { .. };`
    fn branch(
        &mut self,
        scope: &Scope<'_>,
        id: NodeId,
        sides: [FunctionId; 2],
    ) -> Result<NodeText, Error> {
        let count = scope.graph.arguments(id).len();
        let captured = self.captured(scope, id, 1..count)?;
        let condition = self.argument(scope, id, 0)?;
        let names = self.results(scope, id, "_");
        let pattern = tuple(&names);
        self.block.spent.statement()?;
        let start = self.lines.len();
        // Without results it is a statement, and a side that does nothing is not written.
        let (head, end) = match names.is_empty() {
            true => (String::new(), "}"),
            false => (format!("let {pattern} = "), "};"),
        };
        self.lines.open(&format!("{head}if {} {{", condition.words));
        for (number, side) in sides.into_iter().enumerate() {
            let before = self.lines.len();
            if number > 0 {
                self.lines.close("} else {");
                self.lines.indent();
            }
            let results = self.graph(&scope.graph.function(side).graph, &captured)?;
            self.finish(&results);
            if number > 0 && self.lines.len() == before + 1 {
                self.lines.take(before);
            }
        }
        self.lines.close(end);
        // Sides of one line each may stand on one together.
        if let Some([head, then, middle, otherwise, end]) = self.lines.whole(start).as_deref() {
            let line = [*head, then, middle, otherwise, end].join(" ");
            if line.len() + 12 < 100 {
                self.lines.take(start);
                self.lines.push(&line);
            }
        }
        self.last = Some((pattern, start..self.lines.len()));
        Ok(value(scope, id, names))
    }

    /// Names for the results of a node: those of its projections, as far as they have one; for a
    /// result without use a pattern without a name, `_`, or a name like `_t`.
    pub(super) fn results(&mut self, scope: &Scope<'_>, id: NodeId, unused: &str) -> Vec<Text> {
        let graph = scope.graph;
        let ValueType::Tuple(parts) = graph.value_type(id) else {
            let own = match scope.forms.uses[id.index()] {
                0 => self.unused(unused),
                _ => self.name(graph.node_name(id).unwrap_or("")),
            };
            return alloc::vec![Text::atom(own)];
        };
        let names = (0..parts.len()).map(|position| {
            let part = scope.forms.parts.get(&(id, position));
            let used = part.filter(|part| scope.forms.is_needed(**part));
            Text::atom(match used {
                Some(part) => self.name(graph.node_name(*part).unwrap_or("")),
                None => self.unused(unused),
            })
        });
        names.collect()
    }

    fn unused(&mut self, words: &str) -> String {
        match words {
            "_" => words.into(),
            words => self.names.fresh(words, "t"),
        }
    }

    /// A call of a function of the block, or its body where that is a few operators of a file.
    fn call(
        &mut self,
        scope: &Scope<'_>,
        id: NodeId,
        callee: &alloc::sync::Arc<Function>,
    ) -> Result<NodeText, Error> {
        let graph = &callee.graph;
        let operators = graph.len().saturating_sub(graph.inputs().len());
        let foreign = matches!(callee.kind, FunctionKind::Foreign(_));
        let count = scope.graph.arguments(id).len();
        if foreign && operators <= INLINED {
            let captured = self.captured(scope, id, 0..count)?;
            let results = self.graph(graph, &captured)?;
            if let (ValueType::Tensor(_), [only]) = (scope.graph.value_type(id), &results[..]) {
                return self.settle(scope, id, only.clone()).map(NodeText::Text);
            }
            return Ok(NodeText::Tuple(results));
        }
        let name = self.block.callee(callee)?;
        let arguments = (0..count).map(|argument| self.argument(scope, id, argument));
        let mut text = call(&name, &arguments.collect::<Result<Vec<_>, _>>()?);
        let results = scope.graph.result_types(id).len();
        if scope.forms.acts(id) {
            // Here and once, whatever becomes of its value.
            if scope.forms.uses[id.index()] == 0 {
                self.line(&format!("let _ = {};", text.words))?;
                return Ok(NodeText::Unused);
            }
            if results == 1 {
                text = self.bind(scope.graph.node_name(id).unwrap_or(""), &text)?;
            }
        }
        if let ValueType::Tensor(_) = scope.graph.value_type(id) {
            return self.settle(scope, id, text).map(NodeText::Text);
        }
        if results == 1 {
            return Ok(NodeText::Tuple(alloc::vec![text]));
        }
        let names = self.results(scope, id, "_");
        self.line(&format!("let {} = {};", tuple(&names), text.words))?;
        Ok(value(scope, id, names))
    }
}

/// The value of a node whose results have these names.
pub(super) fn value(scope: &Scope<'_>, id: NodeId, mut names: Vec<Text>) -> NodeText {
    match (scope.graph.value_type(id), names.pop()) {
        (ValueType::Tensor(_), Some(only)) => NodeText::Text(only),
        (_, last) => {
            names.extend(last);
            NodeText::Tuple(names)
        }
    }
}
