//! Nodes with graphs inside: branches, loops, and calls of functions.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::NodeId;
use graph_ir::graph::{Function, FunctionId, FunctionKind};
use graph_ir::ops::{Op, Scan};
use graph_ir::types::ValueType;

use super::body::{Body, Scope, Value};
use super::text::{Text, call};
use crate::Error;

/// An operator of a file with at most so many nodes is written out where it stands.
const INLINED: usize = 4;

impl Body<'_> {
    pub(super) fn region(&mut self, scope: &Scope<'_>, id: NodeId) -> Result<Value, Error> {
        let graph = scope.graph;
        match graph.op(id) {
            Op::Branch(then, otherwise) => self.branch(scope, id, [then, otherwise]),
            Op::Scan(list) => self.scan(scope, id, Scan::from_list(graph.list(list))),
            Op::Call(callee) => self.call(scope, id, graph.function(callee)),
            _ => Ok(Value::Unused),
        }
    }

    /// The arguments from one on, as texts that may stand in another block as often as need be.
    fn captured(
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
    ) -> Result<Value, Error> {
        let count = scope.graph.arguments(id).len();
        let captured = self.captured(scope, id, 1..count)?;
        let condition = self.argument(scope, id, 0)?;
        let names = self.results(scope, id);
        let pattern = tuple(&names);
        self.block.spent.statement()?;
        let start = self.lines.len();
        self.lines
            .open(&format!("let {pattern} = if {} {{", condition.words));
        let mut sides_texts = Vec::new();
        for (number, side) in sides.into_iter().enumerate() {
            if number > 0 {
                self.lines.close("} else {");
                self.lines.indent();
            }
            let results = self.graph(&scope.graph.function(side).graph, &captured)?;
            sides_texts.push(tuple(&results));
            self.lines.push(&tuple(&results));
        }
        self.lines.close("};");
        // Sides of one line each may stand on one together.
        if self.lines.len() == start + 5 {
            let [then, otherwise] = &sides_texts[..] else {
                return Ok(Value::Unused);
            };
            let condition = condition.words;
            let line =
                format!("let {pattern} = if {condition} {{ {then} }} else {{ {otherwise} }};");
            if line.len() + 12 < 100 {
                self.lines.take(start);
                self.lines.push(&line);
            }
        }
        Ok(value(scope, id, names))
    }

    /// Names for the results of a node: those of its projections, as far as they have one.
    fn results(&mut self, scope: &Scope<'_>, id: NodeId) -> Vec<Text> {
        let graph = scope.graph;
        let ValueType::Tuple(parts) = graph.value_type(id) else {
            let own = self.name(graph.node_name(id).unwrap_or(""));
            return alloc::vec![Text::atom(own)];
        };
        let name = |position| {
            let part = scope.forms.parts.get(&(id, position))?;
            graph.node_name(*part)
        };
        let named = (0..parts.len()).map(|position| name(position).unwrap_or(""));
        named.map(|name| Text::atom(self.name(name))).collect()
    }

    /// A call of a function of the block, or its body where that is a few operators of a file.
    fn call(
        &mut self,
        scope: &Scope<'_>,
        id: NodeId,
        callee: &alloc::sync::Arc<Function>,
    ) -> Result<Value, Error> {
        let graph = &callee.graph;
        let operators = graph.len().saturating_sub(graph.inputs().len());
        let foreign = matches!(callee.kind, FunctionKind::Foreign(_));
        let count = scope.graph.arguments(id).len();
        if foreign && operators <= INLINED {
            let captured = self.captured(scope, id, 0..count)?;
            let results = self.graph(graph, &captured)?;
            if let (ValueType::Tensor(_), [only]) = (scope.graph.value_type(id), &results[..]) {
                return self.settle(scope, id, only.clone()).map(Value::Text);
            }
            return Ok(Value::Tuple(results));
        }
        let name = self.block.callee(callee)?;
        let arguments = (0..count).map(|argument| self.argument(scope, id, argument));
        let text = call(&name, &arguments.collect::<Result<Vec<_>, _>>()?);
        if let ValueType::Tensor(_) = scope.graph.value_type(id) {
            return self.settle(scope, id, text).map(Value::Text);
        }
        let names = self.results(scope, id);
        self.line(&format!("let {} = {};", tuple(&names), text.words))?;
        Ok(value(scope, id, names))
    }

    /// A `for` over the iterations, the carried values being variables.
    fn scan(&mut self, scope: &Scope<'_>, id: NodeId, scan: Scan) -> Result<Value, Error> {
        let graph = scope.graph;
        let body = graph.function(scan.body);
        let count = graph.arguments(id).len();
        let stacked = scan.captured + scan.carried;
        let mut inputs = self.captured(scope, id, 0..scan.captured)?;
        let names = self.results(scope, id);
        for (position, name) in names.iter().enumerate() {
            let first = match position < scan.carried {
                true => self.argument(scope, id, scan.captured + position)?,
                false => self.zeros(graph.result_types(id)[position]),
            };
            let ty = super::block::declared(graph.result_types(id)[position]);
            self.line(&format!("let mut {}{ty} = {};", name.words, first.words))?;
        }
        inputs.extend(names[..scan.carried].iter().cloned());
        let rows = self.captured_names(scope, id, stacked..count)?;
        let i = self.names.numbered("i");
        inputs.extend(
            rows.iter()
                .map(|row| Text::atom(format!("{}[{i}]", row.words))),
        );
        if let Some(every) = scan.checkpoint {
            self.lines.push(&format!("#[checkpoint(every = {every})]"));
        }
        self.block.spent.statement()?;
        let range = match scan.reverse {
            true => format!("(0..{}).rev()", scan.length),
            false => format!("0..{}", scan.length),
        };
        let uses_rows = count > stacked || names.len() > scan.carried;
        let counter = if uses_rows { i.as_str() } else { "_" };
        self.lines.open(&format!("for {counter} in {range} {{"));
        let results = self.graph(&body.graph, &inputs)?;
        let (next, out) = results.split_at(scan.carried);
        for (name, row) in names[scan.carried..].iter().zip(out) {
            self.line(&format!("{}[{i}] = {};", name.words, row.words))?;
        }
        self.advance(&names[..scan.carried], next)?;
        self.lines.close("}");
        Ok(value(scope, id, names))
    }

    /// The arguments as names, to be indexed.
    fn captured_names(
        &mut self,
        scope: &Scope<'_>,
        id: NodeId,
        arguments: core::ops::Range<usize>,
    ) -> Result<Vec<Text>, Error> {
        let arguments = &scope.graph.arguments(id)[arguments];
        let mut names = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            let text = self.read(scope, argument)?;
            names.push(self.named(text)?);
        }
        Ok(names)
    }

    /// Gives all carried variables their next values at once.
    fn advance(&mut self, names: &[Text], next: &[Text]) -> Result<(), Error> {
        let mut last = Vec::new();
        for (position, (name, text)) in names.iter().zip(next).enumerate() {
            if text.words == name.words {
                continue;
            }
            let later = &next[position + 1..];
            // What is needed later is assigned later.
            match later.iter().any(|text| text.mentions(&name.words)) {
                true => last.push((name, self.bind(&format!("next_{}", name.words), text)?)),
                false => self.line(&format!("{} = {};", name.words, text.words))?,
            }
        }
        for (name, text) in last {
            self.line(&format!("{} = {};", name.words, text.words))?;
        }
        Ok(())
    }
}

fn value(scope: &Scope<'_>, id: NodeId, mut names: Vec<Text>) -> Value {
    match (scope.graph.value_type(id), names.pop()) {
        (ValueType::Tensor(_), Some(only)) => Value::Text(only),
        (_, last) => {
            names.extend(last);
            Value::Tuple(names)
        }
    }
}

fn tuple(texts: &[Text]) -> String {
    match texts {
        [only] => only.words.clone(),
        all => {
            let all: Vec<&str> = all.iter().map(|text| text.words.as_str()).collect();
            format!("({})", all.join(", "))
        }
    }
}
