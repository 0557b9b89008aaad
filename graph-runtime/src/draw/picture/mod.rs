//! Contents of a picture: panels of shapes and edges. The writers read nothing else.
//!
//! The first panels are the graph and the functions inside; in a picture that unfolds, panels
//! with the contents of the groups follow.

mod edges;
mod functions;
mod panel;

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use graph_ir::Graph;

use super::part;
use super::subject::Subject;
use super::tree::{Member, Tree};
use super::words::{self, Words};
use functions::Functions;
use panel::Drawer;

/// The least number of shapes for which a function inside is drawn.
const LEAST: usize = 8;

/// A graph as shapes and edges.
#[derive(Debug)]
pub(super) struct Picture {
    pub(super) title: String,
    pub(super) panels: Vec<Panel>,
    /// How many panels a picture shows that does not unfold: the first ones.
    pub(super) still: usize,
}

/// One graph of a picture, or the contents of a group.
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
    /// Which of two graphs it is of.
    pub(super) side: Side,
    pub(super) lines: Vec<String>,
    /// All about it.
    pub(super) hover: String,
    /// The panels that it unfolds to.
    pub(super) inside: Vec<usize>,
}

/// Which of two graphs a shape or an edge of a picture is of; a picture of one graph is of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Both,
    First,
    Second,
}

impl Side {
    /// The class of what one graph alone has, and the words for it.
    pub(super) fn words(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Both => None,
            Self::First => Some(("only-first", "only in the first")),
            Self::Second => Some(("only-second", "only in the second")),
        }
    }

    /// The colours of a shape that one graph alone has, its fill and its outline, and the pattern of
    /// the outline.
    pub(super) fn colours(self) -> Option<[&'static str; 3]> {
        match self {
            Self::Both => None,
            Self::First => Some(["#fde2e2", "#c53030", "6 3"]),
            Self::Second => Some(["#d9f2e3", "#2f855a", "2 2"]),
        }
    }
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
    /// A value that enters or leaves a group.
    Outside,
}

impl Role {
    pub(super) const ALL: [Self; 8] = [
        Self::Input,
        Self::Parameter,
        Self::Constant,
        Self::Operator,
        Self::Group,
        Self::Output,
        Self::Effect,
        Self::Outside,
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
            Self::Outside => "outside",
        }
    }
}

/// A value on its way from one shape of a panel to another, by their positions.
#[derive(Debug)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The role or the part of the value in the shape that it arrives at; empty where that is
    /// plain.
    pub(super) label: String,
    /// Which of two graphs it is of.
    pub(super) side: Side,
}

/// A panel that is drawn: the position of its subject, and a group of its tree.
type Wanted = (usize, usize);

/// The panels of a picture in their order: a function follows when a shape refers to it.
struct Queue {
    wanted: Vec<Wanted>,
    /// For each subject the number of its panel.
    functions: Vec<Option<usize>>,
}

impl Queue {
    fn new(functions: usize) -> Self {
        Self {
            wanted: vec![(0, 0)],
            functions: vec![None; 1 + functions],
        }
    }

    fn push(&mut self, wanted: Wanted) -> usize {
        self.wanted.push(wanted);
        self.wanted.len() - 1
    }

    fn function(&mut self, subject: usize) -> usize {
        let known = self.functions[subject];
        let panel = known.unwrap_or_else(|| self.push((subject, 0)));
        self.functions[subject] = Some(panel);
        panel
    }
}

impl Picture {
    /// The picture of a graph, with at most about `limit` shapes in all.
    pub(super) fn of(graph: &Graph, limit: usize) -> Self {
        Self::draw(graph, limit, false)
    }

    /// The picture of a graph with the contents of all groups, at most about `limit` shapes in
    /// each panel.
    pub(super) fn unfolding(graph: &Graph, limit: usize) -> Self {
        Self::draw(graph, limit, true)
    }

    fn draw(graph: &Graph, limit: usize, unfolds: bool) -> Self {
        let words = Words::new(graph);
        let derivative = part::derivatives(graph);
        let functions = Functions::of(graph, &words, &derivative);
        let subjects = functions.subjects(graph, &words, derivative);
        let all = functions.drawn.len();
        let trees: Vec<Tree> = subjects.iter().map(Tree::of).collect();
        let mut queue = Queue::new(all);
        let mut panels: Vec<Panel> = Vec::new();
        let mut left = limit;
        while let Some(&(number, group)) = queue.wanted.get(panels.len()) {
            let subject: &Subject<'_> = &subjects[number];
            // A picture that does not unfold ends with the functions that still have room.
            if !unfolds && number > 0 && left < LEAST {
                break;
            }
            let limit = if unfolds { limit } else { left };
            let mut drawer = Drawer::new(subject, &trees[number], limit, group);
            drawer.key = match number {
                0 => String::new(),
                _ => format!("f{}_", functions.drawn[number - 1].number),
            };
            let mut panel = drawer.draw();
            for (shape, content) in panel.shapes.iter_mut().zip(drawer.contents) {
                match content {
                    Member::Node(id) => {
                        let inside = functions.positions(subject.graph, id).into_iter();
                        shape.inside = inside.map(|function| queue.function(function)).collect();
                    }
                    Member::Group(inner) if unfolds => {
                        shape.inside.push(queue.push((number, inner)));
                    }
                    Member::Group(_) => {}
                }
            }
            panel.title = match (number, group) {
                (0, 0) => String::new(),
                (_, 0) => functions.drawn[number - 1].title.clone(),
                _ => trees[number].groups[group].title.clone(),
            };
            left = left.saturating_sub(panel.shapes.len());
            panels.push(panel);
        }
        let mut title = words::short(graph.name());
        if panels.len() <= all {
            title += &format!(" ({} of {all} functions inside)", panels.len() - 1);
        }
        let still = if unfolds { 1 } else { panels.len() };
        Self {
            title,
            panels,
            still,
        }
    }
}

/// A shape that has no key yet.
fn shape(role: Role, derivative: bool, lines: Vec<String>, hover: String) -> Shape {
    Shape {
        key: String::new(),
        role,
        derivative,
        side: Side::Both,
        lines,
        hover,
        inside: vec![],
    }
}
