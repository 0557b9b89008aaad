//! Contents of a picture: panels of shapes and edges, one panel for the graph and one for each
//! inner function. The three writers read nothing else.

mod panel;

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use graph_ir::Graph;
use graph_ir::graph::{Function, FunctionKind};

use super::part;
use super::words::{self, Words};

/// How many functions inside a graph are drawn.
const FUNCTIONS: usize = 24;

/// A graph as shapes and edges.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) title: String,
    /// The graph, then the functions inside.
    pub(super) panels: Vec<Panel>,
}

/// One graph of a picture.
#[derive(Debug)]
pub(super) struct Panel {
    /// The prefix of its shapes' keys; empty for the graph itself.
    pub(super) key: String,
    pub(super) title: String,
    pub(super) shapes: Vec<Shape>,
    pub(super) edges: Vec<Edge>,
}

/// A node, some nodes folded into one, a result or an effect.
#[derive(Debug)]
pub(super) struct Shape {
    /// A name that no other shape of the picture has: a letter and a number.
    pub(super) key: String,
    pub(super) role: Role,
    /// Whether it only computes derivatives.
    pub(super) derivative: bool,
    pub(super) lines: Vec<String>,
    /// All about it.
    pub(super) hover: String,
}

/// The role of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    Input,
    Parameter,
    Constant,
    Operator,
    Group,
    Output,
    Effect,
}

impl Role {
    pub(super) const ALL: [Self; 7] = [
        Self::Input,
        Self::Parameter,
        Self::Constant,
        Self::Operator,
        Self::Group,
        Self::Output,
        Self::Effect,
    ];

    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Parameter => "parameter",
            Self::Constant => "constant",
            Self::Operator => "operator",
            Self::Group => "group",
            Self::Output => "output",
            Self::Effect => "effect",
        }
    }
}

/// A value on its way from one shape of a panel to another, by their positions.
#[derive(Debug)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The role of the value in the shape that it arrives at; empty where that is plain.
    pub(super) label: String,
}

impl Picture {
    /// The picture of a graph, with at most about `limit` shapes.
    pub(super) fn of(graph: &Graph, limit: usize) -> Self {
        let words = Words::new(graph);
        let derivative = part::derivatives(graph);
        let drawn = drawn(graph, &words, &derivative);
        let (all, drawn) = (drawn.len(), drawn.into_iter().take(FUNCTIONS));
        let drawn: Vec<Drawn> = drawn.collect();
        let limit = (limit / (1 + drawn.len())).max(8);
        let mut panels = vec![Panel::of(graph, &words, &derivative, limit, String::new())];
        for Drawn { number, derivative } in drawn {
            let function = &words.listing.functions()[number].graph;
            let derivative = vec![derivative; function.len()];
            let mut panel = Panel::of(function, &words, &derivative, limit, format!("f{number}_"));
            panel.title = match function.name() {
                "" => format!("f{number}"),
                name => format!("f{number}: {}", words::short(name)),
            };
            panels.push(panel);
        }
        let mut title = words::short(graph.name());
        if all > FUNCTIONS {
            title += &format!(" ({FUNCTIONS} of {all} functions inside)");
        }
        Self { title, panels }
    }
}

/// A function that is drawn, under its number.
struct Drawn {
    number: usize,
    /// Whether only nodes refer to it that compute derivatives.
    derivative: bool,
}

/// Which nodes refer to a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Nowhere,
    InDerivatives,
    InFunction,
}

/// The functions inside that are drawn: operators of a file format are not, which are one shape
/// under their names.
fn drawn(graph: &Graph, words: &Words<'_>, derivative: &[bool]) -> Vec<Drawn> {
    let functions = words.listing.functions();
    let numbered = functions.iter().enumerate();
    let numbers: BTreeMap<usize, usize> = numbered.map(|(n, f)| (address(f), n)).collect();
    let mut found = vec![Found::Nowhere; functions.len()];
    let refer = |graph: &Graph, found: &mut [Found], derivative: &dyn Fn(usize) -> bool| {
        for id in graph.ids() {
            for function in graph.functions_of(id) {
                if let Some(&number) = numbers.get(&address(function)) {
                    let here = match derivative(id.index()) {
                        true => Found::InDerivatives,
                        false => Found::InFunction,
                    };
                    found[number] = found[number].max(here);
                }
            }
        }
    };
    refer(graph, &mut found, &|node| derivative[node]);
    // A function stands after all that refer to it.
    for (number, function) in functions.iter().enumerate() {
        if found[number] != Found::Nowhere && is_own(function) {
            let derivative = found[number] == Found::InDerivatives;
            refer(&function.graph, &mut found, &|_| derivative);
        }
    }
    let reached = (0..functions.len()).filter(|&number| found[number] != Found::Nowhere);
    let own = reached.filter(|&number| is_own(&functions[number]));
    let drawn = own.map(|number| Drawn {
        number,
        derivative: found[number] == Found::InDerivatives,
    });
    drawn.collect()
}

/// Whether a function is no operator of a file format, which is drawn as one.
fn is_own(function: &Function) -> bool {
    !matches!(function.kind, FunctionKind::Foreign(_))
}

fn address(function: &Arc<Function>) -> usize {
    Arc::as_ptr(function) as usize
}
