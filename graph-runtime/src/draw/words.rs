//! Texts of a node: the lines in its shape, and the text shown where the pointer rests on it.

use crate::json;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use graph_ir::graph::{Constant, Effect, EffectKind, FunctionKind, Site};
use graph_ir::ops::{Op, ScalarOp};
use graph_ir::text::Listing;
use graph_ir::{Graph, NodeId};

/// How many characters a line of a shape has at most.
const WIDTH: usize = 36;

/// How many elements of a constant a shape shows, and how many the text behind it.
const SHOWN: usize = 4;
const HOVERED: usize = 16;

/// The words for the nodes of a graph and of the functions inside.
pub(super) struct Words<'g> {
    pub(super) listing: Listing,
    /// Whose numbers the sites are.
    sites: &'g str,
}

impl<'g> Words<'g> {
    pub(super) fn new(graph: &'g Graph) -> Self {
        Self {
            listing: Listing::new(graph),
            sites: graph.sites(),
        }
    }

    /// The lines in the shape of a node, whose value is that of another where it is drawn together
    /// with its projection.
    pub(super) fn lines(&self, graph: &Graph, id: NodeId, value_of: NodeId) -> Vec<String> {
        let ty = self.listing.value_type(graph, value_of);
        let name = name(graph, value_of);
        let operator = self.operator(graph, id);
        let (input, constant) = (graph.as_input(id), graph.as_constant(id));
        let mut lines = match constant {
            _ if input.is_some() && !name.is_empty() => alloc::vec![name.to_string(), ty],
            Some(constant) => alloc::vec![value(constant, SHOWN), with_name(name, &ty)],
            None => alloc::vec![operator, with_name(name, &ty)],
        };
        if input.is_none() && constant.is_none() {
            lines.extend(self.place(graph.node(id).site));
        }
        lines.iter_mut().for_each(|line| *line = short(line));
        lines
    }

    /// All about a node: its line in the textual form, and its place.
    pub(super) fn hover(&self, graph: &Graph, id: NodeId) -> String {
        let mut text = format!("{id}: {} = ", self.listing.value_type(graph, id));
        text += &self.listing.operator(graph, id);
        if let Some(constant) = graph.as_constant(id) {
            text += &format!(" {}", value(constant, HOVERED));
        }
        let arguments = graph.arguments(id);
        for (position, argument) in arguments.iter().take(HOVERED).enumerate() {
            let comma = if position > 0 { ", " } else { " " };
            text += &format!("{comma}{argument}");
        }
        if arguments.len() > HOVERED {
            text += &format!(" and {} more", arguments.len() - HOVERED);
        }
        if !name(graph, id).is_empty() {
            text += &format!(" as {}", name(graph, id));
        }
        for line in self.foreign(graph, id).into_iter().flatten() {
            text += &format!("\n{line}");
        }
        if let Some(place) = self.place(graph.node(id).site) {
            text += &format!("\n{place}");
        }
        text
    }

    /// The operator of a node; that of a file format under its name there.
    pub(super) fn operator(&self, graph: &Graph, id: NodeId) -> String {
        if let Op::Call(function) = graph.op(id)
            && let FunctionKind::Foreign(foreign) = &graph.function(function).kind
        {
            return foreign.op.clone();
        }
        self.listing.operator(graph, id)
    }

    /// The operator and the attributes that a node has in its file format.
    fn foreign(&self, graph: &Graph, id: NodeId) -> Option<Vec<String>> {
        let Op::Call(function) = graph.op(id) else {
            return None;
        };
        let FunctionKind::Foreign(foreign) = &graph.function(function).kind else {
            return None;
        };
        let attributes = foreign.attributes.iter();
        let attributes = attributes.map(|(key, value)| format!("{key} = {value}"));
        Some(
            core::iter::once(foreign.op.clone())
                .chain(attributes)
                .collect(),
        )
    }

    /// Where a node comes from, where that is known.
    pub(super) fn place(&self, site: Site) -> Option<String> {
        match self.sites {
            "line" => (site.0 > 0).then(|| format!("line {}", site.0)),
            "cppad" => json::cppad::place(site).map(|place| place.pointer),
            "nnvm" => json::nnvm::place(site).map(|place| place.pointer),
            _ => None,
        }
    }
}

/// The first word of an operator, under which operators are counted.
pub(super) fn kind(operator: &str) -> &str {
    operator.split(' ').next().unwrap_or(operator)
}

/// The name of a node or of the input that it stands for; empty when it has none.
pub(super) fn name(graph: &Graph, id: NodeId) -> &str {
    match graph.as_input(id) {
        Some(position) => {
            let input = graph.inputs().get(position);
            input.map_or("", |input| &input.name)
        }
        None => graph.node_name(id).unwrap_or(""),
    }
}

/// The label of an effect.
pub(super) fn effect(effect: &Effect) -> String {
    match &effect.kind {
        EffectKind::Print { before, .. } if before.is_empty() => "print".into(),
        EffectKind::Print { before, .. } => format!("print {before:?}"),
        EffectKind::Compare(op) => format!("compare {}", op.name()),
        EffectKind::ControlDependency => "control".into(),
        _ => "effect".into(),
    }
}

/// The roles of a node's arguments: for each the word at its edge, empty where all are alike.
pub(super) fn roles(graph: &Graph, id: NodeId) -> Vec<String> {
    let arguments = graph.arguments(id);
    let alike = matches!(
        graph.op(id),
        Op::Sum | Op::Scalar(ScalarOp::Add | ScalarOp::Mul)
    );
    if arguments.len() < 2 || alike {
        return alloc::vec![String::new(); arguments.len()];
    }
    let select = graph.op(id) == Op::Select;
    let chooses = select || matches!(graph.op(id), Op::Branch(..));
    let word = |position: usize| match position {
        0 if chooses => "if".into(),
        1 if select => "then".into(),
        2 if select => "else".into(),
        _ => (position + 1).to_string(),
    };
    (0..arguments.len()).map(word).collect()
}

fn with_name(name: &str, ty: &str) -> String {
    match name {
        "" => ty.into(),
        name => format!("{name}: {ty}"),
    }
}

/// The elements of a constant, up to some number of them.
fn value(constant: &Constant, most: usize) -> String {
    if let Some(literal) = constant.splat() {
        return literal.to_string();
    }
    let shown = constant.literals().take(most).map(|l| l.to_string());
    let shown = shown.collect::<Vec<_>>().join(", ");
    match constant.shape().size() > most {
        true => format!("[{shown}, …]"),
        false => format!("[{shown}]"),
    }
}

/// One line of at most [`WIDTH`] characters.
pub(super) fn short(text: &str) -> String {
    let line = |c| if c == '\n' { ' ' } else { c };
    match text.chars().count() > WIDTH {
        true => text
            .chars()
            .map(line)
            .take(WIDTH - 1)
            .chain(['…'])
            .collect(),
        false => text.chars().map(line).collect(),
    }
}
