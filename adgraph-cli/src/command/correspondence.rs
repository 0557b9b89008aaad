//! The inputs of one graph among those of another.
//!
//! Formats keep different parts of an interface: CppAD's has one vector of variables and one of
//! dynamic parameters, which stands first; NNVM's has tensors by name. So inputs are matched by
//! their names where both graphs have the same ones, else by their roles, else by their order.

use graph_ir::Graph;
use graph_ir::graph::InputKind;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// The way in which inputs are matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Matching {
    /// One after another.
    Order,
    /// By name.
    Names,
    /// The variables of the one with those of the other, and the dynamic parameters too.
    Roles,
}

/// For each number of the second graph's inputs the number of the first one's.
pub(super) struct Correspondence {
    pub(super) matching: Matching,
    pub(super) numbers: Vec<usize>,
}

impl Correspondence {
    /// The correspondence of two graphs' inputs; `None` where their sizes do not agree in any way.
    pub(super) fn of(a: &Graph, b: &Graph) -> Option<Self> {
        let (by_order, by_names) = (by_order(a, b), by_names(a, b));
        // With the same names in the same places there is nothing to say.
        let found = match (by_order, by_names) {
            (Some(order), Some(names)) if order == names => (Matching::Order, order),
            (_, Some(names)) => (Matching::Names, names),
            (order, None) => match (order, by_roles(a, b)) {
                (Some(order), Some(roles)) if order == roles => (Matching::Order, order),
                (_, Some(roles)) => (Matching::Roles, roles),
                (Some(order), None) => (Matching::Order, order),
                (None, None) => return None,
            },
        };
        let (matching, numbers) = found;
        Some(Self { matching, numbers })
    }
}

/// The places of each input among all numbers.
fn places(graph: &Graph) -> Vec<Range<usize>> {
    let mut start = 0;
    let places = graph.input_types().map(|ty| {
        let begin = start;
        start += ty.shape.size();
        begin..start
    });
    places.collect()
}

/// Where inputs have the same sizes in the same order.
fn by_order(a: &Graph, b: &Graph) -> Option<Vec<usize>> {
    let places = places(a);
    (places == self::places(b)).then(|| places.into_iter().flatten().collect())
}

/// Where inputs have the same names, each once, and sizes.
fn by_names(a: &Graph, b: &Graph) -> Option<Vec<usize>> {
    let of_a = places(a);
    let names = a.inputs().iter().zip(of_a);
    let names: BTreeMap<&str, Range<usize>> = names
        .map(|(input, places)| (input.name.as_str(), places))
        .collect();
    let is_same = names.len() == a.inputs().len() && a.inputs().len() == b.inputs().len();
    let mut found = b.inputs().iter().zip(places(b)).map(|(input, own)| {
        let places = names.get(input.name.as_str())?;
        (places.len() == own.len()).then(|| places.clone())
    });
    let found: Option<Vec<Range<usize>>> = is_same.then(|| found.by_ref().collect())?;
    Some(found?.into_iter().flatten().collect())
}

/// Where there are as many variables, and as many dynamic parameters.
fn by_roles(a: &Graph, b: &Graph) -> Option<Vec<usize>> {
    let of = |graph: &Graph, kind: InputKind| -> Vec<usize> {
        let inputs = graph.inputs().iter().zip(places(graph));
        let own = inputs.filter(|(input, _)| input.kind == kind);
        own.flat_map(|(_, places)| places).collect()
    };
    let mut numbers = vec![0; places(b).last().map_or(0, |last| last.end)];
    for kind in [InputKind::Independent, InputKind::Dynamic] {
        let (from, to) = (of(a, kind), of(b, kind));
        if from.len() != to.len() {
            return None;
        }
        for (from, to) in from.into_iter().zip(to) {
            numbers[to] = from;
        }
    }
    Some(numbers)
}
