//! Names and places of nodes, and the text shown where the pointer rests on a shape.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use graph_ir::graph::{Constant, Effect, EffectKind, FunctionKind, Site};
use graph_ir::ops::Op;
use graph_ir::text::Listing;
use graph_ir::{Graph, NodeId};

use crate::json;

/// How many characters a line of a shape has at most.
const WIDTH: usize = 36;

/// How many elements of a constant, or operands, the text behind a shape shows.
const HOVERED: usize = 16;

/// A number of things, in words.
pub(super) fn counted(count: usize, thing: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{ending}")
}

/// The words for the nodes of a graph and of the functions inside.
pub(super) struct Words<'g> {
    pub(super) listing: Listing,
    /// The functions whose calls were replaced by their bodies, with their sites.
    pub(super) inlined: &'g BTreeMap<String, (Site, Site)>,
    /// Whose numbers the sites are.
    sites: &'g str,
}

impl<'g> Words<'g> {
    pub(super) fn new(graph: &'g Graph) -> Self {
        Self {
            listing: Listing::new(graph),
            inlined: graph.inlined(),
            sites: graph.sites(),
        }
    }

    /// All about a node: its line in the textual form, its tags, and its place.
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
        let tags: Vec<&str> = graph.tags(id).collect();
        if !tags.is_empty() {
            text += &format!("\ntagged {}", tags.join(", "));
        }
        if let Some(place) = self.place(graph.node(id).site) {
            text += &format!("\n{place}");
        }
        text
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

    /// The line of the source text that a node comes from, where that is known.
    pub(super) fn line(&self, site: Site) -> Option<u32> {
        (self.sites == "line" && site.0 > 0).then_some(site.0)
    }

    /// Where a node comes from, where that is known.
    pub(super) fn place(&self, site: Site) -> Option<String> {
        match self.sites {
            "line" => self.line(site).map(|line| format!("line {line}")),
            "cppad" => json::cppad::place(site).map(|place| place.pointer),
            "nnvm" => json::nnvm::place(site).map(|place| place.pointer),
            _ => None,
        }
    }
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

/// The elements of a constant, up to some number of them.
pub(super) fn value(constant: &Constant, most: usize) -> String {
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
    cut(text, WIDTH)
}

/// One line of at most `width` characters.
pub(super) fn cut(text: &str, width: usize) -> String {
    let line = |c| if c == '\n' { ' ' } else { c };
    let all = text.chars().map(line);
    match text.chars().nth(width).is_some() {
        true => all.take(width - 1).chain(['…']).collect(),
        false => all.collect(),
    }
}
