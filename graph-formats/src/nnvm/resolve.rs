//! The step from names and texts to operators and typed attributes.
//!
//! Every node that the heads reach is looked up in the table of operators, and each of its
//! attributes is used, kept as an annotation that MXNet itself ignores in computing, or refused.

use super::document::{Document, Entry};
use super::node_site::Site;
use super::operators::{Catalogue, Flavour, Inputs, MAX_OUTPUTS, Operator, Outputs, Parameters};
use super::unsupported::Unsupported;
use super::upgrade::upgraded;
use crate::{Error, Place};
use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

/// Keys of attributes for devices and training, which do not affect results.
const ANNOTATIONS: [&str; 6] = [
    "ctx_group",
    "lr_mult",
    "wd_mult",
    "force_mirroring",
    "mirror_stage",
    "profiler_scope",
];

/// A document with the operators of all nodes in reach of the heads.
pub(super) struct Resolved<'a> {
    /// The document, with the variables added that old versions did not write.
    pub(super) document: Cow<'a, Document>,
    pub(super) flavour: Flavour,
    /// The nodes in reach, inputs before users.
    pub(super) order: Vec<usize>,
    /// For each node the operator that it applies; nothing for variables and nodes out of reach.
    pub(super) calls: Vec<Option<Call>>,
}

/// The application of an operator.
pub(super) struct Call {
    pub(super) operator: &'static Operator,
    pub(super) parameters: Parameters,
    /// The number of outputs, hidden ones included.
    pub(super) outputs: usize,
}

impl<'a> Resolved<'a> {
    /// Looks up everything that the heads reach.
    pub(super) fn new(document: &'a Document) -> Result<Self, Error> {
        let flavour = Flavour::of(document);
        let catalogue = Catalogue::new(flavour);
        let document = upgraded(document, &catalogue);
        let order = document.order();
        check_operators(&catalogue, &document, &order)?;
        let mut calls: Vec<Option<Call>> = Vec::new();
        calls.resize_with(document.nodes.len(), || None);
        let mut outputs = Outstanding::of(&document);
        for &id in order
            .iter()
            .filter(|&&id| !document.nodes[id].is_variable())
        {
            let site = Site::new(&document, id);
            let call = Call::new(&catalogue, site)?;
            for (index, entry) in site.node.inputs.iter().enumerate() {
                let place = || site.input(index);
                check_output(&document, &calls, *entry, place)?;
            }
            outputs.take(call.outputs, site)?;
            calls[id] = Some(call);
        }
        for (index, entry) in document.heads.iter().enumerate() {
            let place = || Place::without_text(format!("/heads/{index}"));
            check_output(&document, &calls, *entry, place)?;
        }
        Ok(Self {
            document,
            flavour,
            order,
            calls,
        })
    }
}

/// Refuses all nodes at once whose operators have no row.
fn check_operators(
    catalogue: &Catalogue,
    document: &Document,
    order: &[usize],
) -> Result<(), Error> {
    let mut unsupported = Unsupported::new();
    let operators = order.iter().map(|&id| Site::new(document, id));
    for site in operators.filter(|site| !site.node.is_variable()) {
        let op = &site.node.op;
        if catalogue.find(op).is_none() {
            unsupported.add(site, || catalogue.refusal(op));
        }
    }
    unsupported.finish()
}

/// How many more outputs than references to them a file may have: a node of a few bytes may be cut
/// into [`MAX_OUTPUTS`] parts, and at least one of them is meant to be used.
struct Outstanding {
    limit: usize,
    taken: usize,
}

impl Outstanding {
    fn of(document: &Document) -> Self {
        let inputs = document.nodes.iter().map(|node| node.inputs.len());
        Self {
            limit: document.nodes.len()
                + inputs.sum::<usize>()
                + document.heads.len()
                + MAX_OUTPUTS,
            taken: 0,
        }
    }

    fn take(&mut self, outputs: usize, site: Site<'_>) -> Result<(), Error> {
        // More outputs of one node are refused by its own rule, which says more.
        self.taken += outputs.min(MAX_OUTPUTS);
        if self.taken <= self.limit {
            return Ok(());
        }
        Err(Error::TooLarge {
            place: site.place(),
            what: "outputs of nodes in a file that names so few of them".into(),
            limit: self.limit as u64,
            found: "more".into(),
        })
    }
}

impl Call {
    fn new(catalogue: &Catalogue, site: Site<'_>) -> Result<Self, Error> {
        let op = &site.node.op;
        let Some(operator) = catalogue.find(op) else {
            return Err(Unsupported::one(site, catalogue.refusal(op)));
        };
        let parameters = parameters(operator, site)?;
        check_inputs(operator, &parameters, site)?;
        Ok(Self {
            operator,
            outputs: output_count(operator, &parameters),
            parameters,
        })
    }
}

/// Gives the attributes of a node their types, and fills in the defaults.
pub(super) fn parameters(operator: &'static Operator, site: Site<'_>) -> Result<Parameters, Error> {
    let mut values = Vec::new();
    values.resize_with(operator.attributes.len(), || None);
    for (key, attribute) in site.node.all_attributes() {
        let known = operator.attributes.iter();
        let index = known.clone().position(|known| known.name == attribute.key);
        let Some(index) = index else {
            if is_annotation(operator, &attribute.key) {
                continue;
            }
            let names: Vec<&str> = known.map(|known| known.name).collect();
            let expected = match names[..] {
                [] => "no attributes".into(),
                _ => format!("an attribute among `{}`", names.join("`, `")),
            };
            return Err(Error::Value {
                place: site.held(key, attribute),
                expected: expected.into(),
                found: format!("`{}` in {}", attribute.key, site.name()),
            });
        };
        let kind = operator.attributes[index].kind;
        let Some(value) = kind.parse(&attribute.value) else {
            return Err(Error::Value {
                place: site.held(key, attribute),
                expected: kind.description().into(),
                found: format!("{:?} in {}", attribute.value, site.name()),
            });
        };
        values[index] = Some(value);
    }
    let filled = values.into_iter().zip(operator.attributes);
    let filled = filled.map(|(value, attribute)| {
        let default = || {
            attribute
                .default
                .and_then(|text| attribute.kind.parse(text))
        };
        value.or_else(default).ok_or_else(|| Error::Value {
            place: site.place(),
            expected: format!("the attribute `{}`", attribute.name).into(),
            found: format!("{} without it", site.name()),
        })
    });
    Ok(Parameters::new(operator, filled.collect::<Result<_, _>>()?))
}

/// Whether an attribute is one that MXNet lets every node have: `__anything__`, one of the
/// [`ANNOTATIONS`], or one of these for a single input, `weight_lr_mult`.
fn is_annotation(operator: &Operator, key: &str) -> bool {
    let hidden = key.len() > 4 && key.starts_with("__") && key.ends_with("__");
    let of_input = |name: &&str| {
        let rest = key
            .strip_prefix(*name)
            .and_then(|rest| rest.strip_prefix('_'));
        rest.is_some_and(|rest| ANNOTATIONS.contains(&rest))
    };
    hidden || ANNOTATIONS.contains(&key) || operator.all_input_names().iter().any(of_input)
}

fn check_inputs(operator: &Operator, parameters: &Parameters, site: Site<'_>) -> Result<(), Error> {
    let count = site.node.inputs.len();
    if let Some(names) = operator.input_names(parameters) {
        if names.len() == count {
            return Ok(());
        }
        let names = names.join(", ");
        return Err(Error::Value {
            place: site.within("inputs"),
            expected: format!("the inputs ({names})").into(),
            found: format!(
                "{} of {}",
                crate::shown::counted(count, "input", "inputs"),
                site.name()
            ),
        });
    }
    if count == 0 {
        return Err(Error::Value {
            place: site.within("inputs"),
            expected: "at least one input".into(),
            found: format!("none of {}", site.name()),
        });
    }
    if let Inputs::Many(Some(attribute)) = operator.inputs
        && let Some(claimed) = parameters.optional_int(attribute)
        && usize::try_from(claimed) != Ok(count)
    {
        return Err(Error::Value {
            place: site.attribute(attribute),
            expected: format!("{count}, the number of inputs").into(),
            found: format!("{claimed} in {}", site.name()),
        });
    }
    Ok(())
}

pub(super) fn output_count(operator: &Operator, parameters: &Parameters) -> usize {
    match operator.outputs {
        Outputs::One => 1,
        Outputs::Several(count) => count,
        Outputs::Counted(name) => usize::try_from(parameters.int(name)).unwrap_or(0),
        Outputs::Sections(name) => match parameters.optional_int(name) {
            Some(count) => usize::try_from(count).unwrap_or(0),
            None => parameters.ints(name).len() + 1,
        },
    }
}

/// Checks that an entry names an output that its node has.
fn check_output(
    document: &Document,
    calls: &[Option<Call>],
    entry: Entry,
    place: impl Fn() -> Place,
) -> Result<(), Error> {
    let id = entry.node as usize;
    let outputs = calls[id].as_ref().map_or(1, |call| call.outputs);
    if (entry.index as usize) < outputs {
        return Ok(());
    }
    let site = Site::new(document, id);
    Err(Error::Value {
        place: place(),
        expected: format!("one of the {outputs} outputs of {}", site.name()).into(),
        found: format!("output {}", entry.index),
    })
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use std::fs;
    use std::println;

    const FILES: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../shared/cases/nnvm/third_party"
    );

    /// The files name operators without a row, which end the look-up; here the others are looked
    /// at all the same.
    #[test]
    fn attributes_of_real_files_are_all_known() {
        let Ok(entries) = fs::read_dir(FILES) else {
            println!("skipped: there is no {FILES}");
            return;
        };
        let mut count = 0;
        for path in entries.map(|entry| entry.unwrap().path()) {
            let Ok(document) = Document::from_slice(&fs::read(&path).unwrap()) else {
                continue;
            };
            let catalogue = Catalogue::new(Flavour::of(&document));
            for id in 0..document.nodes.len() {
                let site = Site::new(&document, id);
                let Some(operator) = catalogue.find(&site.node.op) else {
                    continue;
                };
                match parameters(operator, site) {
                    Ok(_) => count += 1,
                    Err(error) => panic!("{}: {error}", path.display()),
                }
            }
        }
        println!("{count} nodes");
        assert!(count > 10_000);
    }
}
