//! Folding by names that begin alike: `stage1_unit1_conv1`, `stage1_unit1_relu1`.

use super::Parts;
use crate::draw::words;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::{Graph, Site};

/// The characters between the words of a name.
const SEPARATORS: [char; 4] = ['_', '/', '.', ':'];

/// How many words of a name are looked at.
const WORDS: usize = 8;

/// Nodes by the longest beginnings of their names that leave at most `limit` parts; `None` where
/// few nodes have names, or where too many differ from the first word on.
pub(super) fn parts(graph: &Graph, derivative: &[bool], limit: usize) -> Option<Parts> {
    let own = graph.ids().filter(|&id| !words::name(graph, id).is_empty());
    if own.count() * 10 < graph.len() {
        return None;
    }
    let names = names(graph, derivative);
    let deepest = names.iter().flatten().map(|name| depth(name)).max()?;
    let depths = (1..=deepest.min(WORDS)).rev();
    let mut parts = depths.map(|depth| by_beginning(&names, derivative, depth));
    parts.find(|parts| parts.titles.len() <= limit)
}

/// For each node its name, or that of a node to which it belongs: one from the same place, else
/// one that it is computed for, else one that it is computed from.
fn names<'g>(graph: &'g Graph, derivative: &[bool]) -> Vec<Option<&'g str>> {
    let of_operators: BTreeSet<&str> = graph
        .ids()
        .filter_map(|id| graph.node_name(id).map(base))
        .collect();
    let mut of_site: BTreeMap<Site, &str> = BTreeMap::new();
    let mut names = vec![None; graph.len()];
    for id in graph.ids() {
        let (name, site) = (words::name(graph, id), graph.node(id).site);
        let name = match graph.as_input(id) {
            Some(_) => owner(name, &of_operators),
            None => base(name),
        };
        if !name.is_empty() {
            names[id.index()] = Some(name);
            of_site.entry(site).or_insert(name);
        }
    }
    of_site.remove(&Site::default());
    for id in graph.ids().rev() {
        let site = graph.node(id).site;
        let name = names[id.index()].or_else(|| of_site.get(&site).copied());
        names[id.index()] = name;
        for argument in graph.arguments(id) {
            let same = derivative[argument.index()] == derivative[id.index()];
            if same && !of_site.contains_key(&graph.node(*argument).site) {
                names[argument.index()] = names[argument.index()].or(name);
            }
        }
    }
    for id in graph.ids() {
        if names[id.index()].is_none() {
            let mut arguments = graph.arguments(id).iter();
            names[id.index()] = arguments.find_map(|argument| names[argument.index()]);
        }
    }
    names
}

/// The name of an operator as its weights have it: those of Gluon's `conv0_fwd` begin with `conv0`.
fn base(operator: &str) -> &str {
    operator.strip_suffix("_fwd").unwrap_or(operator)
}

/// The operator to which an input belongs by its name, as `conv0_weight` does to `conv0`; else its
/// own name.
fn owner<'g>(input: &'g str, operators: &BTreeSet<&str>) -> &'g str {
    let ends = input
        .match_indices(SEPARATORS)
        .map(|(end, _)| &input[..end]);
    let mut owners = ends.rev().filter(|owner| operators.contains(owner));
    owners.next().unwrap_or(input)
}

/// The number of words of a name.
fn depth(name: &str) -> usize {
    name.matches(SEPARATORS).count() + 1
}

/// The first words of a name.
fn beginning(name: &str, depth: usize) -> &str {
    let end = name.match_indices(SEPARATORS).nth(depth - 1);
    end.map_or(name, |(end, _)| &name[..end])
}

/// Nodes by the first words of their names; those without any each alone.
fn by_beginning(names: &[Option<&str>], derivative: &[bool], depth: usize) -> Parts {
    let mut parts = Parts {
        part_of: Vec::with_capacity(names.len()),
        titles: Vec::new(),
    };
    let mut numbers = BTreeMap::new();
    for (name, &derivative) in names.iter().zip(derivative) {
        let next = u32::try_from(parts.titles.len()).unwrap_or(u32::MAX);
        let Some(name) = name.map(|name| beginning(name, depth)) else {
            parts.part_of.push(next);
            parts.titles.push(String::new());
            continue;
        };
        let number = *numbers.entry((name, derivative)).or_insert(next);
        parts.part_of.push(number);
        if number == next {
            parts.titles.push(match derivative {
                true => format!("∂ {name}"),
                false => name.to_string(),
            });
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_begins_with_its_first_words() {
        assert_eq!(depth("stage1_unit1/conv"), 3);
        assert_eq!(beginning("stage1_unit1/conv", 1), "stage1");
        assert_eq!(beginning("stage1_unit1/conv", 2), "stage1_unit1");
        assert_eq!(beginning("stage1_unit1/conv", 9), "stage1_unit1/conv");
        assert_eq!(beginning("", 1), "");
    }

    #[test]
    fn weights_belong_to_their_operators() {
        let operators = BTreeSet::from(["conv0", "stage1", "stage1_bn"]);
        assert_eq!(owner("conv0_weight", &operators), "conv0");
        assert_eq!(owner("stage1_bn_moving_mean", &operators), "stage1_bn");
        assert_eq!(owner("data", &operators), "data");
        assert_eq!(owner("conv0", &operators), "conv0");
        assert_eq!(owner("", &operators), "");
    }

    #[test]
    fn the_derivative_is_apart() {
        let names = [Some("a_x"), Some("a_y"), None, Some("a_z"), Some("b")];
        let derivative = [false, false, false, true, false];
        let parts = by_beginning(&names, &derivative, 1);
        assert_eq!(parts.part_of, [0, 0, 1, 2, 3]);
        assert_eq!(parts.titles, ["a", "", "∂ a", "b"]);
    }
}
