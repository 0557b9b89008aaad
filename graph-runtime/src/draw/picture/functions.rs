//! The functions inside a graph that are drawn, with titles and names for their inputs.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use graph_ir::graph::{Function, FunctionKind};
use graph_ir::ops::OpView;
use graph_ir::{Graph, NodeId};

use crate::draw::subject::{Names, Subject};
use crate::draw::view::View;
use crate::draw::words::{self, Words};

/// Functions that are drawn: operators of a file format are not, which are one shape under their
/// names.
pub(super) struct Functions {
    pub(super) drawn: Vec<Drawn>,
    /// For each function its position among the subjects.
    positions: BTreeMap<usize, usize>,
}

/// A function that is drawn.
pub(super) struct Drawn {
    /// Its number in the textual form.
    pub(super) number: usize,
    pub(super) title: String,
    /// Whether only nodes refer to it that compute derivatives.
    derivative: bool,
    names: Names,
}

/// Which nodes refer to a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Nowhere,
    InDerivatives,
    InFunction,
}

/// The facts about a function that follow from the nodes that refer to it.
#[derive(Clone)]
struct Reference {
    found: Found,
    title: String,
    names: Names,
}

impl Functions {
    pub(super) fn of(graph: &Graph, words: &Words<'_>, derivative: &[bool]) -> Self {
        let functions = words.listing.functions();
        let numbered = functions.iter().enumerate();
        let numbers: BTreeMap<usize, usize> = numbered.map(|(n, f)| (address(f), n)).collect();
        let unknown = Reference {
            found: Found::Nowhere,
            title: String::new(),
            names: Names::default(),
        };
        let mut references = vec![unknown; functions.len()];
        refer(graph, words, &numbers, &mut references, &|node| {
            derivative[node]
        });
        // A function stands after all that refer to it.
        for (number, function) in functions.iter().enumerate() {
            if references[number].found != Found::Nowhere && is_own(function) {
                let derivative = references[number].found == Found::InDerivatives;
                refer(&function.graph, words, &numbers, &mut references, &|_| {
                    derivative
                });
            }
        }
        let mut all = Self {
            drawn: Vec::new(),
            positions: BTreeMap::new(),
        };
        for (number, reference) in references.into_iter().enumerate() {
            if reference.found != Found::Nowhere && is_own(&functions[number]) {
                all.drawn.push(Drawn {
                    number,
                    title: reference.title,
                    derivative: reference.found == Found::InDerivatives,
                    names: reference.names,
                });
                let position = all.drawn.len();
                all.positions.insert(address(&functions[number]), position);
            }
        }
        all
    }

    /// The graph, then the functions.
    pub(super) fn subjects<'g>(
        &self,
        graph: &'g Graph,
        words: &'g Words<'g>,
        derivative: Vec<bool>,
    ) -> Vec<Subject<'g>> {
        let mut subjects = vec![Subject::new(graph, words, derivative, Names::default())];
        for drawn in &self.drawn {
            let graph = &words.listing.functions()[drawn.number].graph;
            let derivative = vec![drawn.derivative; graph.len()];
            subjects.push(Subject::new(graph, words, derivative, drawn.names.clone()));
        }
        subjects
    }

    /// The positions of the functions that a node refers to.
    pub(super) fn positions(&self, graph: &Graph, id: NodeId) -> Vec<usize> {
        let functions = graph.functions_of(id);
        let positions = functions.filter_map(|f| self.positions.get(&address(f)).copied());
        positions.collect()
    }
}

/// Notes the references of a graph's nodes to functions.
fn refer(
    graph: &Graph,
    words: &Words<'_>,
    numbers: &BTreeMap<usize, usize>,
    references: &mut [Reference],
    derivative: &dyn Fn(usize) -> bool,
) {
    let mut view = None;
    for id in graph.ids() {
        for (position, function) in graph.functions_of(id).enumerate() {
            let Some(&number) = numbers.get(&address(function)) else {
                continue;
            };
            let here = match derivative(id.index()) {
                true => Found::InDerivatives,
                false => Found::InFunction,
            };
            let reference = &mut references[number];
            if reference.found == Found::Nowhere && is_own(function) {
                let view = view.get_or_insert_with(|| View::of(graph));
                reference.title = title(graph, words, id, position, function, number);
                reference.names = names(graph, view, id, function);
            }
            reference.found = reference.found.max(here);
        }
    }
}

/// The title of the panel of a function, by the first node that refers to it.
fn title(
    graph: &Graph,
    words: &Words<'_>,
    id: NodeId,
    position: usize,
    function: &Function,
    number: usize,
) -> String {
    let place = words.place(graph.node(id).site);
    let place = place.map_or_else(|| format!("f{number}"), |place| words::short(&place));
    let operator = graph.view(id);
    if let OpView::Scan(scan) = operator {
        return format!("{place}: body of a loop of {} iterations", scan.length);
    }
    if matches!(operator, OpView::Branch(_)) {
        let side = if position == 0 { "then" } else { "else" };
        return format!("{place}: {side}");
    }
    match function.graph.name() {
        "" if function.rule().is_some() => format!("{place}: solve"),
        "" => format!("function of {place}"),
        name => {
            let names = function.graph.inputs().iter().map(|input| &*input.name);
            let names: Vec<&str> = names.take(8).collect();
            let names = match names.contains(&"") {
                true => "..".into(),
                false => names.join(", "),
            };
            words::short(&format!("{}({names})", words::short(name)))
        }
    }
}

/// The names of the values that a function's inputs stand for at a node, and of the variables that
/// a loop carries, for inputs and outputs without names of their own.
fn names(graph: &Graph, view: &View, id: NodeId, function: &Function) -> Names {
    let operator = graph.view(id);
    let mut arguments = graph.arguments(id);
    let (mut stacked, mut outputs) = (usize::MAX, Vec::new());
    if let OpView::Scan(scan) = &operator {
        stacked = scan.captured + scan.carried;
        let carried = function.graph.inputs().iter().skip(scan.captured);
        let carried = carried.take(scan.carried).map(|input| match &*input.name {
            "" => String::new(),
            name => words::short(&format!("next {name}")),
        });
        outputs = carried.collect();
    }
    if matches!(operator, OpView::Branch(_)) {
        arguments = arguments.get(1..).unwrap_or_default();
    }
    let inputs = arguments.iter().enumerate().map(|(position, &argument)| {
        let source = view.source(argument);
        let name = match &*source.text {
            "" => words::name(graph, source.node),
            text => text,
        };
        match name {
            "" => String::new(),
            name if position >= stacked => words::short(&format!("row of {name}")),
            name => words::short(name),
        }
    });
    Names {
        inputs: inputs.collect(),
        outputs,
    }
}

/// Whether a function is no operator of a file format, which is drawn as one.
fn is_own(function: &Function) -> bool {
    !matches!(function.kind, FunctionKind::Foreign(_))
}

fn address(function: &Arc<Function>) -> usize {
    Arc::as_ptr(function) as usize
}
