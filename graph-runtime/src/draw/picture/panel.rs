//! One panel: the shapes and edges of a graph, or of a function inside.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use graph_autodiff::names_derivative;
use graph_ir::graph::InputKind;
use graph_ir::ops::Op;
use graph_ir::{Graph, NodeId};

use super::{Edge, Panel, Role, Shape};
use crate::draw::fold::Fold;
use crate::draw::words::{self, Words};

impl Panel {
    pub(super) fn of(
        graph: &Graph,
        words: &Words<'_>,
        derivative: &[bool],
        limit: usize,
        key: String,
    ) -> Self {
        let fold = Fold::of(graph, words, derivative, limit);
        let mut panel = Self {
            key,
            title: String::new(),
            shapes: Vec::new(),
            edges: Vec::new(),
        };
        let joined = Joined::of(graph);
        let places = panel.nodes(graph, words, derivative, &fold, &joined);
        let mut edges = Edges::default();
        for id in graph.ids() {
            let to = places[id.index()];
            let roles = match fold.group(id) {
                Some(_) => vec![String::new(); graph.arguments(id).len()],
                None => words::roles(graph, id),
            };
            for (argument, role) in graph.arguments(id).iter().zip(roles) {
                edges.add(places[argument.index()], to, role);
            }
        }
        panel.outputs(graph, words, &places, &mut edges, limit / 4);
        panel.effects(graph, words, &places, &mut edges, limit / 4);
        panel.edges = edges.finish();
        panel
    }

    fn push(&mut self, letter: char, number: usize, shape: Shape) -> usize {
        let key = format!("{}{letter}{number}", self.key);
        self.shapes.push(Shape { key, ..shape });
        self.shapes.len() - 1
    }

    /// The shapes of nodes and groups; gives for each node the position of its shape.
    fn nodes(
        &mut self,
        graph: &Graph,
        words: &Words<'_>,
        derivative: &[bool],
        fold: &Fold,
        joined: &Joined,
    ) -> Vec<usize> {
        let mut places = Vec::with_capacity(graph.len());
        let mut groups = vec![None; fold.groups.len()];
        for id in graph.ids() {
            let place = match fold.group(id) {
                None if joined.is_projection(graph, id) => places[graph.arguments(id)[0].index()],
                None => {
                    let shape = node(graph, words, id, joined, derivative[id.index()]);
                    self.push('n', id.index(), shape)
                }
                Some(number) => match groups[number] {
                    Some(place) => place,
                    None => {
                        let group = &fold.groups[number];
                        let shape = Shape {
                            key: String::new(),
                            role: Role::Group,
                            derivative: group.derivative,
                            lines: group.lines.iter().map(|line| words::short(line)).collect(),
                            hover: group.lines.join("\n"),
                        };
                        let place = self.push('g', number, shape);
                        groups[number] = Some(place);
                        place
                    }
                },
            };
            places.push(place);
        }
        places
    }

    /// A shape for each result, or one for all where there are more than `most`.
    fn outputs(
        &mut self,
        graph: &Graph,
        words: &Words<'_>,
        places: &[usize],
        edges: &mut Edges,
        most: usize,
    ) {
        let derivative = |name: &str| self.key.is_empty() && names_derivative(name);
        let outputs = graph.outputs().iter().enumerate();
        let shapes = outputs.map(|(position, output)| {
            let name = match &*output.name {
                "" => format!("output {position}"),
                name => words::short(name),
            };
            let ty = words.listing.value_type(graph, output.node);
            let hover = format!("output {position}: {} is {}", output.name, output.node);
            let derivative = derivative(&output.name);
            let shape = ending(Role::Output, derivative, vec![name, ty], hover);
            (vec![places[output.node.index()]], shape)
        });
        let shapes: Vec<_> = shapes.collect();
        self.endings('o', shapes, "outputs", edges, most);
    }

    /// A shape for each effect, or one for all where there are more than `most`.
    fn effects(
        &mut self,
        graph: &Graph,
        words: &Words<'_>,
        places: &[usize],
        edges: &mut Edges,
        most: usize,
    ) {
        let shapes = graph.effects().iter().map(|effect| {
            let lines = core::iter::once(words::effect(effect)).chain(words.place(effect.site));
            let lines: Vec<String> = lines.map(|line| words::short(&line)).collect();
            let arguments = effect.arguments.iter();
            let read = arguments.clone().map(ToString::to_string);
            let read = read.collect::<Vec<String>>().join(", ");
            let hover = format!("effect {} {read}", words::effect(effect));
            let from = arguments.map(|argument| places[argument.index()]);
            (from.collect(), ending(Role::Effect, false, lines, hover))
        });
        let shapes: Vec<_> = shapes.collect();
        self.endings('e', shapes, "effects", edges, most);
    }

    fn endings(
        &mut self,
        letter: char,
        shapes: Vec<(Vec<usize>, Shape)>,
        what: &str,
        edges: &mut Edges,
        most: usize,
    ) {
        if shapes.len() > most.max(1) {
            let role = shapes[0].1.role;
            for derivative in [false, true] {
                let part = shapes.iter().filter(|(_, s)| s.derivative == derivative);
                let part: Vec<_> = part.collect();
                if part.is_empty() {
                    continue;
                }
                let line = format!("{} {what}", part.len());
                let all = ending(role, derivative, vec![line.clone()], line);
                let all = self.push(letter, derivative.into(), all);
                for &from in part.iter().flat_map(|(from, _)| from) {
                    edges.add(from, all, String::new());
                }
            }
            return;
        }
        for (number, (from, shape)) in shapes.into_iter().enumerate() {
            let to = self.push(letter, number, shape);
            from.into_iter()
                .for_each(|from| edges.add(from, to, String::new()));
        }
    }
}

/// Nodes with several results, only one of them used: they are drawn together with its projection.
/// Both are in the same group, if any, or the projection is drawn alone.
struct Joined {
    /// By the node, the projection.
    projections: BTreeMap<NodeId, NodeId>,
}

impl Joined {
    fn of(graph: &Graph) -> Self {
        let mut found: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for id in graph.ids() {
            if let (Op::Project(_), [tuple]) = (graph.op(id), graph.arguments(id)) {
                found.entry(*tuple).or_default().push(id);
            }
        }
        let single = found.into_iter().filter_map(|(tuple, ids)| match ids[..] {
            [id] => Some((tuple, id)),
            _ => None,
        });
        Self {
            projections: single.collect(),
        }
    }

    /// Whether a node is drawn with its argument.
    fn is_projection(&self, graph: &Graph, id: NodeId) -> bool {
        matches!(graph.op(id), Op::Project(_))
            && graph
                .arguments(id)
                .first()
                .and_then(|tuple| self.projections.get(tuple))
                == Some(&id)
    }
}

/// The shape of one node, with its projection.
fn node(graph: &Graph, words: &Words<'_>, id: NodeId, joined: &Joined, derivative: bool) -> Shape {
    let input = graph
        .as_input(id)
        .map(|position| graph.inputs().get(position));
    let role = match input {
        Some(Some(input)) if input.kind == InputKind::Dynamic => Role::Parameter,
        Some(_) => Role::Input,
        None if graph.as_constant(id).is_some() => Role::Constant,
        None => Role::Operator,
    };
    let projection = joined.projections.get(&id);
    let lines = words.lines(graph, id, projection.copied().unwrap_or(id));
    let mut hover = words.hover(graph, id);
    if let Some(&projection) = projection {
        hover += &format!("\n{}", words.hover(graph, projection));
    }
    ending(role, derivative, lines, hover)
}

/// A shape that has no key yet.
fn ending(role: Role, derivative: bool, lines: Vec<String>, hover: String) -> Shape {
    Shape {
        key: String::new(),
        role,
        derivative,
        lines,
        hover,
    }
}

/// Edges, with those between the same two shapes as one.
#[derive(Default)]
struct Edges {
    found: BTreeMap<(usize, usize), Vec<String>>,
}

impl Edges {
    fn add(&mut self, from: usize, to: usize, label: String) {
        // Edges within a group are not drawn.
        if from != to {
            let labels = self.found.entry((from, to)).or_default();
            if !label.is_empty() {
                labels.push(label);
            }
        }
    }

    fn finish(self) -> Vec<Edge> {
        let edges = self.found.into_iter().map(|((from, to), labels)| Edge {
            from,
            to,
            label: labels.join(", "),
        });
        edges.collect()
    }
}
