//! Two graphs in one picture, with what only one of them has marked.
//!
//! The pictures of both are made one by one, and then their shapes are paired: first those that
//! show the same over operands that are paired, all the way from the inputs, and then, of the rest,
//! those that show the same over other operands. Shapes without a partner, and edges that only one
//! picture has, belong to one side.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use graph_ir::Graph;

use super::picture::{Edge, Panel, Picture, Role, Shape, Side};
use super::{LIMIT, dot, svg};

/// A picture of two graphs, with what only one of them has marked.
///
/// Nodes are the same that have the same operator and type over the same operands, or the same
/// operator and type at all; the marks on edges show the operands that changed. Places in the source
/// make no difference.
///
/// ```
/// use graph_runtime::draw::Difference;
///
/// let text = "adgraph 1\ngraph\n%0: f64 = input 0 x\n%1: f64 = sin %0\n%2: f64 = exp %1\noutput %2 y\n";
/// let a = graph_ir::text::parse(text)?;
/// let b = graph_ir::text::parse(&text.replace("sin", "cos"))?;
/// let picture = Difference::new(&a, &b).to_svg();
/// assert!(picture.contains("id=\"n1\" class=\"operator only-first\""));
/// assert!(picture.contains("id=\"second_n1\" class=\"operator only-second\""));
/// assert!(!Difference::new(&a, &a).to_svg().contains("only-"));
/// # Ok::<(), graph_ir::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Difference<'g> {
    first: &'g Graph,
    second: &'g Graph,
    limit: usize,
}

impl<'g> Difference<'g> {
    /// A picture of these two.
    #[must_use]
    pub fn new(first: &'g Graph, second: &'g Graph) -> Self {
        Self {
            first,
            second,
            limit: LIMIT,
        }
    }

    /// Draws at most about this many shapes of each, instead of [`LIMIT`]: larger graphs are folded.
    #[must_use]
    pub fn limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    /// The picture in Graphviz's language.
    #[must_use]
    pub fn to_dot(self) -> String {
        dot::write(&self.picture())
    }

    /// The picture as an SVG image.
    #[must_use]
    pub fn to_svg(self) -> String {
        svg::write(&self.picture())
    }

    fn picture(self) -> Picture {
        let [first, second] = [self.first, self.second].map(|graph| Picture::of(graph, self.limit));
        together(first, second)
    }
}

/// One picture of two.
fn together(first: Picture, second: Picture) -> Picture {
    let title = match first.title == second.title {
        true => first.title,
        false => format!("{} and {}", first.title, second.title),
    };
    let mut others: Vec<Option<Panel>> = second.panels.into_iter().map(Some).collect();
    let mut panels = Vec::with_capacity(first.panels.len());
    for panel in first.panels {
        let fits = |other: &&mut Option<Panel>| {
            other.as_ref().is_some_and(|other| {
                other.key.is_empty() == panel.key.is_empty() && other.title == panel.title
            })
        };
        let other = others.iter_mut().find(fits).and_then(Option::take);
        let nothing = Panel {
            key: String::new(),
            title: String::new(),
            shapes: Vec::new(),
            edges: Vec::new(),
        };
        panels.push(merged(panel, other.unwrap_or(nothing)));
    }
    for panel in others.into_iter().flatten() {
        let nothing = Panel {
            key: format!("second_{}", panel.key),
            title: panel.title.clone(),
            shapes: Vec::new(),
            edges: Vec::new(),
        };
        panels.push(merged(nothing, panel));
    }
    Picture {
        title,
        still: panels.len(),
        panels,
    }
}

/// One panel of two.
fn merged(mut first: Panel, second: Panel) -> Panel {
    let places = paired(&first, &second);
    let paired: BTreeSet<usize> = places.iter().flatten().copied().collect();
    for (at, shape) in first.shapes.iter_mut().enumerate() {
        shape.side = match paired.contains(&at) {
            true => Side::Both,
            false => Side::First,
        };
        shape.inside.clear();
    }
    let mut of_second = Vec::with_capacity(places.len());
    for (shape, place) in second.shapes.into_iter().zip(places) {
        match place {
            Some(place) => {
                let own = &mut first.shapes[place];
                if own.hover != shape.hover {
                    own.hover = format!("first {}\nsecond {}", own.hover, shape.hover);
                }
                of_second.push(place);
            }
            None => {
                of_second.push(first.shapes.len());
                first.shapes.push(Shape {
                    key: format!("second_{}", shape.key),
                    side: Side::Second,
                    inside: Vec::new(),
                    ..shape
                });
            }
        }
    }
    let mut edges: BTreeMap<(usize, usize, String), Side> = BTreeMap::new();
    for edge in mem::take(&mut first.edges) {
        edges.insert((edge.from, edge.to, edge.label), Side::First);
    }
    for edge in second.edges {
        let ends = (of_second[edge.from], of_second[edge.to], edge.label);
        let side = edges.entry(ends).or_insert(Side::Second);
        if *side == Side::First {
            *side = Side::Both;
        }
    }
    let edges = edges.into_iter().map(|((from, to, label), side)| Edge {
        from,
        to,
        label,
        side,
    });
    first.edges = edges.collect();
    first
}

/// For each shape of the second panel the one of the first that it is paired with.
fn paired(first: &Panel, second: &Panel) -> Vec<Option<usize>> {
    let mut known = BTreeMap::new();
    let [exact, exact_second] = [first, second].map(|panel| over_operands(panel, &mut known));
    let mut places = vec![None; second.shapes.len()];
    let mut free: BTreeSet<usize> = (0..first.shapes.len()).collect();
    pair(&exact, &exact_second, &mut free, &mut places);
    let [shown, shown_second] = [first, second].map(|panel| {
        let shapes = panel.shapes.iter();
        shapes.map(shown).collect::<Vec<_>>()
    });
    pair(&shown, &shown_second, &mut free, &mut places);
    places
}

/// Pairs those that are equal and have no partner yet, in their order.
fn pair<T: Ord>(
    first: &[T],
    second: &[T],
    free: &mut BTreeSet<usize>,
    places: &mut [Option<usize>],
) {
    let mut waiting: BTreeMap<&T, Vec<usize>> = BTreeMap::new();
    for &at in free.iter().rev() {
        waiting.entry(&first[at]).or_default().push(at);
    }
    let open = places.iter_mut().zip(second);
    for (place, own) in open.filter(|(place, _)| place.is_none()) {
        *place = waiting.get_mut(own).and_then(Vec::pop);
        if let Some(at) = place {
            free.remove(at);
        }
    }
}

/// The text that a shape shows, but for its place in the source, which is the third line of an operator.
type Shown = (Role, Vec<String>);

fn shown(shape: &Shape) -> Shown {
    let count = match shape.role {
        Role::Operator => 2,
        _ => shape.lines.len(),
    };
    (
        shape.role,
        shape.lines.iter().take(count).cloned().collect(),
    )
}

/// The texts of shapes over operands: equal numbers for equal shapes, of both panels.
type Known = BTreeMap<(Shown, Vec<(usize, String)>), usize>;

/// The number of each shape of a panel.
fn over_operands(panel: &Panel, known: &mut Known) -> Vec<usize> {
    let mut operands: Vec<Vec<(usize, &str)>> = vec![Vec::new(); panel.shapes.len()];
    for edge in &panel.edges {
        operands[edge.to].push((edge.from, &edge.label));
    }
    // Operands stand before what reads them, but for those of some groups.
    let mut numbers = vec![usize::MAX; panel.shapes.len()];
    for (at, shape) in panel.shapes.iter().enumerate() {
        let own = operands[at].iter();
        let own = own.map(|&(from, label)| (numbers[from], String::from(label)));
        let mut own: Vec<(usize, String)> = own.collect();
        own.sort();
        let next = known.len();
        numbers[at] = *known.entry((shown(shape), own)).or_insert(next);
    }
    numbers
}
