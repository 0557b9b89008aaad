//! Groups by names that begin alike: `stage1_unit1_conv1`, `stage1_unit1_relu1`. A node without a
//! name belongs to a node with one.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use graph_ir::{NodeId, Site};

use super::{Member, Tree};
use crate::draw::subject::Subject;

/// The characters between the words of a name.
const SEPARATORS: [char; 4] = ['_', '/', '.', ':'];

/// How many words of a name are looked at.
const WORDS: usize = 8;

/// Adds groups of all items; does nothing where few nodes have names.
pub(super) fn add(tree: &mut Tree, subject: &Subject<'_>, items: &[NodeId]) -> bool {
    let named = items.iter().filter(|&&id| !subject.name(id).is_empty());
    if named.count() * 10 < items.len() || items.is_empty() {
        return false;
    }
    let names = names(subject);
    let mut groups: BTreeMap<(usize, &str, bool), usize> = BTreeMap::new();
    for &id in items {
        let derivative = subject.derivative[id.index()];
        let mut group = 0;
        if let Some(name) = names[id.index()] {
            for beginning in beginnings(name) {
                group = *groups
                    .entry((group, beginning, derivative))
                    .or_insert_with(|| {
                        let title = match derivative {
                            true => format!("∂ {beginning}"),
                            false => beginning.to_string(),
                        };
                        tree.push(group, title)
                    });
            }
        }
        tree.groups[group].members.push(Member::Node(id));
    }
    true
}

/// The name after its first word, after its second, and so on.
fn beginnings(name: &str) -> impl Iterator<Item = &str> {
    let ends = name.match_indices(SEPARATORS).map(|(end, _)| end);
    // Separators that follow one another, or begin a name, end no word.
    let ends = ends.filter(|&end| end > 0 && !name[..end].ends_with(SEPARATORS));
    let ends = ends.take(WORDS - 1);
    ends.map(|end| &name[..end]).chain([name])
}

/// For each node its name, or that of a node to which it belongs: one from the same place, else
/// one that it is computed for, else one that it is computed from.
fn names<'s>(subject: &'s Subject<'_>) -> Vec<Option<&'s str>> {
    let graph = subject.graph;
    let of_operators: BTreeSet<&str> = graph
        .ids()
        .filter_map(|id| graph.node_name(id).map(base))
        .collect();
    let mut of_site: BTreeMap<Site, &str> = BTreeMap::new();
    let mut names = vec![None; graph.len()];
    for id in graph.ids() {
        let (name, site) = (subject.name(id), graph.node(id).site);
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
            let same = subject.derivative[argument.index()] == subject.derivative[id.index()];
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_begins_with_its_first_words() {
        let found = |name| beginnings(name).collect::<Vec<_>>();
        assert_eq!(
            found("stage1_unit1/conv"),
            ["stage1", "stage1_unit1", "stage1_unit1/conv"]
        );
        assert_eq!(found("_a"), ["_a"]);
        assert_eq!(found("a__plus0"), ["a", "a__plus0"]);
        assert_eq!(found(""), [""]);
        assert_eq!(found("a_b_c_d_e_f_g_h_i_j").len(), WORDS);
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
}
