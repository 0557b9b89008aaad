//! The block: the function asked for, after those that it calls.

use crate::refusal::unwritten;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::graph::{Function, FunctionKind, Graph, InputKind, NodeId, PerFunction};
use graph_ir::ops::Op;
use graph_ir::types::{Element, Type};

use super::body::Body;
use super::effects::Effects;
use super::lines::{Lines, Spent};
use super::literal::type_name;
use super::names::{Names, is_function};
use super::text::Text;
use crate::Error;

/// An array of more elements is passed by reference.
const BY_VALUE: usize = 16;

/// The functions of a block.
#[derive(Default)]
pub(super) struct Block {
    pub(super) spent: Spent,
    /// How effects are written.
    pub(super) effects: Effects,
    names: Names,
    functions: Vec<String>,
    known: PerFunction<String>,
    /// The names of functions, by their texts without the name.
    texts: BTreeMap<String, String>,
}

/// The text of a block with the function of a graph.
pub(super) fn write(graph: &Graph, effects: Effects) -> Result<String, Error> {
    crate::refusal::expect_known(graph)?;
    let mut block = Block {
        effects,
        ..Block::default()
    };
    let name = block.name(graph.name(), "f");
    let (rule, graph) = match called(graph) {
        Some(function) => (block.rule(function)?, &function.graph),
        None => (String::new(), graph),
    };
    let (unused, text) = block.function(graph, true, true)?;
    block
        .functions
        .push(format!("{rule}{unused}    pub fn {name}{text}"));
    Ok(format!(
        "adgraph::graph! {{\n{}}}\n",
        block.functions.join("\n")
    ))
}

impl Block {
    /// A name for a function, which is none of the language's.
    fn name(&mut self, name: &str, other: &str) -> String {
        match is_function(name) {
            true => self.names.fresh(&format!("{name}_"), other),
            false => self.names.fresh(name, other),
        }
    }

    /// The name of a function that another one calls.
    pub(super) fn callee(&mut self, function: &Arc<Function>) -> Result<String, Error> {
        if let Some(name) = self.known.get(function) {
            return Ok(name);
        }
        let rule = self.rule(function)?;
        let (_, text) = self.function(&function.graph, !rule.is_empty(), false)?;
        let whole = format!("{rule}{text}");
        let name = match self.texts.get(&whole) {
            Some(name) => name.clone(),
            None => {
                let name = match &function.kind {
                    FunctionKind::Foreign(foreign) => snake_case(&foreign.op),
                    FunctionKind::Plain | FunctionKind::WithRule(_) => {
                        function.graph.name().to_string()
                    }
                };
                let name = self.name(&name, "f");
                self.functions.push(format!("{rule}    fn {name}{text}"));
                self.texts.insert(whole, name.clone());
                name
            }
        };
        Ok(self.known.insert(function, name))
    }

    /// The line that names the functions of the derivative that a function comes with, if it does.
    fn rule(&mut self, function: &Function) -> Result<String, Error> {
        let Some(rule) = function.rule() else {
            return Ok(String::new());
        };
        let mut named = Vec::new();
        for (mode, given) in [("adjoint", rule.adjoint()), ("tangent", rule.tangent())] {
            if let Some(given) = given {
                named.push(format!("{mode} = {}", self.callee(given)?));
            }
        }
        Ok(format!("    #[derivative({})]\n", named.join(", ")))
    }

    /// A function: the attribute that it needs, if any, and its text from the arguments on. It is
    /// `marked` where it matters which of them have derivatives, and whole where it is the one that
    /// is asked for.
    fn function(
        &mut self,
        graph: &Graph,
        marked: bool,
        is_whole: bool,
    ) -> Result<(&'static str, String), Error> {
        let mut names = Names::default();
        let mut inputs = Vec::new();
        for input in graph.inputs() {
            inputs.push(Text::atom(names.fresh(&input.name, "x")));
        }
        let results = graph.output_types().map(result_type);
        let results = results.collect::<Result<Vec<String>, Error>>()?;
        let float = default_float(graph);
        let mut body = Body {
            block: self,
            names,
            lines: Lines::default(),
            float,
            last: None,
            counters: Vec::new(),
        };
        let last = body.graph(graph, &inputs)?;
        let result = match &results[..] {
            [] => return Err(unrepresentable("a function without results")),
            [result] => result.clone(),
            _ => format!("({})", results.join(", ")),
        };
        body.finish(&last);
        let (mut arguments, mut unused) = (Vec::new(), "");
        for (input, text) in graph.inputs().iter().zip(inputs) {
            let ty = graph.ty(input.node);
            let dynamic = marked && input.kind == InputKind::Dynamic && ty.is_float();
            let mark = if dynamic { "#[dynamic] " } else { "" };
            let by = if ty.shape.size() > BY_VALUE { "&" } else { "" };
            // An argument without use is said to be that, so that the compiler need not: by its
            // name, or where others call it by that one, by an attribute.
            let said = text.words.starts_with('_') || body.lines.mention(0, &text.words);
            let name = match said {
                true => text.words,
                false if is_whole => {
                    unused = "    #[allow(unused_variables)]\n";
                    text.words
                }
                false => body.names.fresh(&format!("_{}", text.words), "x"),
            };
            arguments.push(format!("{mark}{name}: {by}{}", array(ty)));
        }
        let generic = if float == Element::Float {
            "<T: Float>"
        } else {
            ""
        };
        let mut head = format!("{generic}({}) -> {result} {{", arguments.join(", "));
        if head.len() > 76 {
            let lines = arguments
                .iter()
                .map(|argument| format!("        {argument},\n"));
            head = format!(
                "{generic}(\n{}    ) -> {result} {{",
                lines.collect::<String>()
            );
        }
        Ok((unused, format!("{head}\n{}    }}\n", body.lines.text(8))))
    }
}

/// The function with a rule, if the graph only calls it: it can be written in place of the graph.
fn called(graph: &Graph) -> Option<&Arc<Function>> {
    let mut calls = graph
        .ids()
        .filter(|&id| matches!(graph.op(id), Op::Call(_)));
    let (call, None) = (calls.next()?, calls.next()) else {
        return None;
    };
    let Op::Call(function) = graph.op(call) else {
        return None;
    };
    let function = graph.function(function);
    let inputs = graph.inputs().iter().map(|input| input.node);
    let outputs = graph.outputs().iter().map(|output| output.node);
    let is_result = |(position, id): (usize, NodeId)| matches!(graph.op(id), Op::Project(own) if own as usize == position);
    let own = function.graph.inputs().iter();
    let same_kinds = own.zip(graph.inputs()).all(|(a, b)| a.kind == b.kind);
    let whole = inputs.eq(graph.arguments(call).iter().copied())
        && outputs.len() == function.graph.outputs().len()
        && outputs.enumerate().all(is_result)
        && graph.effects().is_empty()
        && same_kinds;
    (whole && function.rule().is_some()).then_some(function)
}

/// A type as an array of Rust.
fn array(ty: &Type) -> String {
    let scalar = type_name(ty.element).to_string();
    let extents = ty.shape.extents();
    let wrap = |inner: String, extent: &usize| format!("[{inner}; {extent}]");
    extents.iter().rev().fold(scalar, wrap)
}

fn result_type(ty: &Type) -> Result<String, Error> {
    match ty.element {
        Element::I64 => Err(unrepresentable("a result of integers")),
        _ => Ok(array(ty)),
    }
}

/// The type of a float literal in a function where nothing else decides.
fn default_float(graph: &Graph) -> Element {
    let all = || graph.input_types().chain(graph.output_types());
    let has = |element| all().any(|ty| ty.element == element);
    match (has(Element::Float), has(Element::F32), has(Element::F64)) {
        (true, ..) => Element::Float,
        (_, true, false) => Element::F32,
        _ => Element::F64,
    }
}

pub(super) fn unrepresentable(what: &str) -> Error {
    unwritten(what, "the language of `graph!` has no words for it")
}

/// `FullyConnected` as `fully_connected`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && lower {
            snake.push('_');
        }
        lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        snake.push(c.to_ascii_lowercase());
    }
    snake
}
