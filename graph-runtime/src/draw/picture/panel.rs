//! One panel: the shapes and edges of a graph, or of a group.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use graph_autodiff::names_derivative;
use graph_ir::NodeId;
use graph_ir::graph::InputKind;

use super::edges::Edges;
use super::{Panel, Role, Shape, shape};
use crate::draw::operator;
use crate::draw::subject::Subject;
use crate::draw::tree::{Member, Tree};
use crate::draw::words;

/// How many values that enter or leave a group have shapes of their own.
const OUTSIDE: usize = 12;

/// Draws one panel.
pub(super) struct Drawer<'d, 'g> {
    subject: &'d Subject<'g>,
    tree: &'d Tree,
    limit: usize,
    group: usize,
    pub(super) key: String,
    shapes: Vec<Shape>,
    edges: Edges,
    /// The node or the group of each of the first shapes.
    pub(super) contents: Vec<Member>,
    /// The positions of the shapes of the nodes that are inside.
    places: BTreeMap<NodeId, usize>,
}

impl<'d, 'g> Drawer<'d, 'g> {
    pub(super) fn new(
        subject: &'d Subject<'g>,
        tree: &'d Tree,
        limit: usize,
        group: usize,
    ) -> Self {
        Self {
            subject,
            tree,
            limit,
            group,
            key: String::new(),
            shapes: Vec::new(),
            edges: Edges::default(),
            contents: Vec::new(),
            places: BTreeMap::new(),
        }
    }

    pub(super) fn draw(&mut self) -> Panel {
        let members = self.tree.opened(self.group, self.limit);
        for member in members {
            self.member(member);
        }
        let inside: Vec<NodeId> = self.places.keys().copied().collect();
        self.operands(&inside);
        if self.group == 0 {
            self.outputs();
            self.effects();
        } else {
            self.leaving(&inside);
        }
        Panel {
            key: self.key.clone(),
            title: String::new(),
            shapes: core::mem::take(&mut self.shapes),
            edges: core::mem::take(&mut self.edges).finish(),
        }
    }

    fn push(&mut self, letter: char, number: usize, shape: Shape) -> usize {
        let key = format!("{}{letter}{number}", self.key);
        self.shapes.push(Shape { key, ..shape });
        self.shapes.len() - 1
    }

    /// The shape of a node or a group.
    fn member(&mut self, member: Member) {
        self.contents.push(member);
        match member {
            Member::Node(id) => {
                let shape = node(self.subject, id);
                let place = self.push('n', id.index(), shape);
                self.places.insert(id, place);
            }
            Member::Group(group) => {
                let shape = self.folded(group);
                let place = self.push('g', group, shape);
                let nodes = self.tree.nodes(group).map(|id| (id, place));
                self.places.extend(nodes);
            }
        }
    }

    /// The shape of a group.
    fn folded(&self, number: usize) -> Shape {
        let group = &self.tree.groups[number];
        let operators = self.tree.operators(self.subject, number);
        let mut lines = vec![
            words::short(&group.title),
            words::counted(group.size, "node"),
        ];
        if !group.title.ends_with(&operators) {
            lines.push(words::short(&operators));
        }
        let nodes = words::counted(group.size, "node");
        let hover = format!("{}\n{nodes}\n{operators}", group.title);
        shape(Role::Group, group.derivative, lines, hover)
    }

    /// The edges of the operands of these nodes, with shapes for those from outside.
    fn operands(&mut self, inside: &[NodeId]) {
        let subject = self.subject;
        let mut entering: BTreeMap<NodeId, Vec<(usize, String)>> = BTreeMap::new();
        for &id in inside {
            let to = self.places[&id];
            let is_group = self.shapes[to].role == Role::Group;
            let roles = match is_group {
                true => Vec::new(),
                false => operator::roles(subject.graph, &subject.view, id),
            };
            let arguments = subject.graph.arguments(id);
            let sources = arguments.iter().map(|&a| subject.view.source(a));
            let sources: Vec<_> = sources.collect();
            let same = |source: &super::super::view::Source| {
                source.node == sources[0].node && source.text.is_empty()
            };
            let one = sources.len() > 1 && sources.iter().all(same);
            for (position, source) in sources.iter().enumerate() {
                if subject.view.is_constant(source) {
                    continue;
                }
                let role = roles.get(position).filter(|_| !one);
                let role = role.map_or("", String::as_str);
                let from = self.places.get(&source.node).copied();
                let label = match (is_group, role, &*source.text) {
                    (true, ..) => String::new(),
                    (_, "", "") => from.map_or_else(String::new, |from| {
                        leaving_as(&self.shapes[from], subject.name(source.node))
                    }),
                    (_, "", text) => text.into(),
                    (_, role, text) if role == text => text.into(),
                    (_, role, "") => role.into(),
                    (_, "minus" | "by", text) => format!("{role} {text}"),
                    (_, role, text) => format!("{role}: {text}"),
                };
                let label = words::short(&label);
                match from {
                    Some(from) => self.edges.add(from, to, label),
                    None => entering.entry(source.node).or_default().push((to, label)),
                }
            }
        }
        self.entering(entering);
    }

    /// Shapes for the values that enter a group.
    fn entering(&mut self, entering: BTreeMap<NodeId, Vec<(usize, String)>>) {
        let subject = self.subject;
        let many = entering.len() > OUTSIDE;
        let mut all = None;
        let count = entering.len();
        for (id, users) in entering {
            let derivative = subject.derivative[id.index()];
            let place = match all {
                Some(all) => all,
                None if many => {
                    let line = format!("{count} values");
                    let shape = shape(Role::Outside, false, vec![line.clone()], line);
                    let place = self.push('i', 0, shape);
                    all = Some(place);
                    place
                }
                None => {
                    let lines = vec![subject.value(id)];
                    let shape = shape(Role::Outside, derivative, lines, subject.hover(id));
                    self.push('i', id.index(), shape)
                }
            };
            for (to, label) in users {
                let label = if many { String::new() } else { label };
                self.edges.add(place, to, label);
            }
        }
    }

    /// Shapes for the values that leave a group.
    fn leaving(&mut self, inside: &[NodeId]) {
        let subject = self.subject;
        let leaving = inside.iter().copied();
        let leaving = leaving.filter(|&id| {
            let users = subject.users(id).iter();
            subject.is_result(id) || { users }.any(|user| !self.places.contains_key(user))
        });
        let leaving: Vec<NodeId> = leaving.collect();
        if leaving.len() > OUTSIDE {
            let line = format!("{} values", leaving.len());
            let to = shape(Role::Outside, false, vec![line.clone()], line);
            let to = self.push('u', 0, to);
            for id in leaving {
                self.edges.add(self.places[&id], to, String::new());
            }
            return;
        }
        for id in leaving {
            let derivative = subject.derivative[id.index()];
            let line = match subject.name(id) {
                "" => "result".into(),
                name => words::short(name),
            };
            let to = shape(Role::Outside, derivative, vec![line], subject.hover(id));
            let to = self.push('u', id.index(), to);
            self.edges.add(self.places[&id], to, String::new());
        }
    }

    /// A shape for each result, or one for all where there are many.
    fn outputs(&mut self) {
        let subject = self.subject;
        let own = self.key.is_empty();
        let outputs = subject.graph.outputs().iter().enumerate();
        let shapes = outputs.map(|(position, output)| {
            let name = subject.output(position);
            let ty = subject.words.listing.value_type(subject.graph, output.node);
            let hover = format!("output {position}: {} is {}", output.name, output.node);
            let derivative = own && names_derivative(&output.name);
            let shape = shape(Role::Output, derivative, vec![name, ty], hover);
            (vec![output.node], shape)
        });
        let shapes: Vec<_> = shapes.collect();
        self.endings('o', shapes, "outputs");
    }

    /// A shape for each effect, or one for all where there are many.
    fn effects(&mut self) {
        let subject = self.subject;
        let shapes = subject.graph.effects().iter().map(|effect| {
            let place = subject.words.place(effect.site);
            let lines = core::iter::once(words::effect(effect)).chain(place);
            let lines: Vec<String> = lines.map(|line| words::short(&line)).collect();
            let read = effect.arguments.iter().map(ToString::to_string);
            let read = read.collect::<Vec<String>>().join(", ");
            let hover = format!("effect {} {read}", words::effect(effect));
            let shape = shape(Role::Effect, false, lines, hover);
            (effect.arguments.clone(), shape)
        });
        let shapes: Vec<_> = shapes.collect();
        self.endings('e', shapes, "effects");
    }

    fn endings(&mut self, letter: char, shapes: Vec<(Vec<NodeId>, Shape)>, what: &str) {
        let many = shapes.len() > (self.limit / 4).max(1);
        let mut all: [Option<usize>; 2] = [None; 2];
        let derived = shapes.iter().filter(|(_, shape)| shape.derivative).count();
        let counts = [shapes.len() - derived, derived];
        for (number, (from, shape)) in shapes.into_iter().enumerate() {
            let part = usize::from(shape.derivative);
            let to = match all[part] {
                Some(to) => to,
                None if many => {
                    let line = format!("{} {what}", counts[part]);
                    let lines = vec![line.clone()];
                    let together = super::shape(shape.role, shape.derivative, lines, line);
                    let to = self.push(letter, part, together);
                    all[part] = Some(to);
                    to
                }
                None => self.push(letter, number, shape),
            };
            for id in from {
                let source = self.subject.view.source(id);
                let from = self.places[&source.node];
                let label = if many { String::new() } else { source.text };
                self.edges.add(from, to, label);
            }
        }
    }
}

/// The name of a value at the edge from a group, unless the group's title says it.
fn leaving_as(from: &Shape, name: &str) -> String {
    let title = from.lines.first().map_or("", String::as_str);
    match from.role == Role::Group && !title.ends_with(name) && !name.starts_with(title) {
        true => name.into(),
        false => String::new(),
    }
}

/// The shape of one node.
fn node(subject: &Subject<'_>, id: NodeId) -> Shape {
    let position = subject.graph.as_input(id);
    let input = position.map(|position| subject.graph.inputs().get(position));
    let role = match input {
        Some(Some(input)) if input.kind == InputKind::Dynamic => Role::Parameter,
        Some(_) => Role::Input,
        None if subject.graph.as_constant(id).is_some() => Role::Constant,
        None => Role::Operator,
    };
    let (lines, hover) = (subject.lines(id), subject.hover(id));
    shape(role, subject.derivative[id.index()], lines, hover)
}
