//! Effects: `print("x", x);` at the place where the graph prints.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use graph_ir::graph::{EffectKind, Literal};
use graph_ir::{Graph, NodeId};

use super::block::unrepresentable;
use super::body::{Body, Scope};
use super::literal::number;
use super::text::{Binding, infix};
use crate::Error;

/// How the effects of a graph are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effects {
    /// Prints of the form `name = value` are; another effect is an error.
    #[default]
    Exact,
    /// All prints are, in that form; effects of other kinds are left out.
    Nearest,
    /// None is.
    Dropped,
}

/// A print of a graph.
pub(super) struct Print {
    /// The text before ` = `.
    label: String,
    /// Where it prints only if a number is not positive, that number.
    unless: Option<NodeId>,
    value: NodeId,
    /// The number of nodes before it.
    pub(super) position: usize,
}

impl Print {
    /// The nodes that it reads.
    pub(super) fn reads(&self) -> impl Iterator<Item = NodeId> {
        self.unless.into_iter().chain([self.value])
    }
}

/// The prints of a graph, in their order.
pub(super) fn prints(graph: &Graph, effects: Effects) -> Result<Vec<Print>, Error> {
    let mut prints = Vec::new();
    if effects == Effects::Dropped {
        return Ok(prints);
    }
    for effect in graph.effects() {
        let (before, after) = match &effect.kind {
            EffectKind::Print { before, after } => (before, after),
            _ if effects == Effects::Nearest => continue,
            EffectKind::Compare(op) => {
                return Err(unrepresentable(&format!("a statement of `{}`", op.name())));
            }
            _ => return Err(unrepresentable("a control dependency")),
        };
        let label = match exact_label(before, after) {
            Some(label) => label,
            None if effects == Effects::Nearest => nearest_label(before, after),
            None => {
                return Err(unrepresentable(&format!(
                    "a print of another form, {before:?},"
                )));
            }
        };
        let &[condition, value] = effect.arguments.as_slice() else {
            continue;
        };
        let unless = match graph
            .as_constant(condition)
            .map(|own| own.literal(0).to_f64())
        {
            Some(condition) if condition > 0.0 => continue,
            Some(_) => None,
            None => Some(condition),
        };
        prints.push(Print {
            label,
            unless,
            value,
            position: effect.position,
        });
    }
    Ok(prints)
}

/// The label with which `print` writes these texts.
fn exact_label(before: &str, after: &str) -> Option<String> {
    let label = before.strip_suffix(" = ")?;
    (after == "\n").then(|| label.to_string())
}

/// The label with which `print` writes nearly these texts.
fn nearest_label(before: &str, after: &str) -> String {
    let ends = |c: char| c.is_whitespace() || c == '=' || c == ':';
    match before.trim_matches(ends) {
        "" => after.trim_matches(ends).to_string(),
        label => label.to_string(),
    }
}

/// Whether a node must be written although nothing may need its value: a graph inside prints.
pub(super) fn acts(graph: &Graph, id: NodeId, effects: Effects) -> bool {
    effects != Effects::Dropped && graph.node_has_effects(id)
}

impl Body<'_> {
    /// Writes a print.
    pub(super) fn print(&mut self, scope: &Scope<'_>, print: &Print) -> Result<(), Error> {
        let value = self.read(scope, print.value)?;
        let line = format!("print({:?}, {});", print.label, value.words);
        let Some(unless) = print.unless else {
            return self.line(&line);
        };
        let zero = Literal::from_f64(scope.graph.ty(unless).element, 0.0);
        let zero = number(zero, self.float);
        let positive = infix(&self.read(scope, unless)?, ">", &zero, Binding::Comparison);
        self.block.spent.statement()?;
        self.lines.open(&format!("if !({}) {{", positive.words));
        self.line(&line)?;
        self.lines.close("}");
        Ok(())
    }
}
