//! A test that every attribute of every row has an effect or is refused by name.
//!
//! Each row is applied once with the attributes of a sample, and then with each attribute changed
//! in turn, to values that follow from the attribute's type. A change must give another result, or
//! a refusal that points at the attribute. Attributes that legitimately have no effect are listed
//! with their reasons.

mod hostile;
mod run;
mod samples;

use super::{Attribute, Flavour, Operator, rows};
use crate::nnvm::attribute_text::{AttributeValue, Kind};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use run::{Outcome, apply};
use samples::{INERT, REFUSED, Sample, samples};

/// Words for types that are one type in a graph.
const EQUAL_TYPES: [&[&str]; 2] = [&["None", "float32", "float64"], &["int32", "int64"]];

#[test]
fn every_attribute_is_used_or_refused_by_name() {
    let (mut problems, mut listed) = (Vec::new(), BTreeSet::new());
    let mut count = 0;
    for row in rows().filter(|row| !row.attributes.is_empty()) {
        let flavour = match row.mxnet {
            [] => Flavour::Nnvm,
            _ => Flavour::Mxnet,
        };
        let samples = samples(row.names(flavour)[0], flavour);
        let bases: Vec<Outcome> = samples.iter().map(|sample| apply(row, sample)).collect();
        for (sample, base) in samples.iter().zip(&bases) {
            if !matches!(base, Outcome::Results(..)) {
                problems.push(format!(
                    "{sample:?} gives {base:?}: SAMPLES lacks a line for the row, with its \
                     required attributes and the shapes of its inputs"
                ));
            }
        }
        for attribute in row.attributes {
            count += 1;
            let trial = Trial {
                row,
                attribute,
                runs: samples.iter().zip(&bases).collect(),
            };
            problems.extend(trial.problems(&mut listed));
        }
    }
    for (operator, attribute, _) in INERT.iter().chain(REFUSED) {
        if !listed.contains(&(*operator, *attribute)) {
            problems.push(format!("{operator} {attribute}: listed without need"));
        }
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    assert!(count > 200, "{count} attributes");
}

/// An attribute of a row, with the outcomes of the row's samples before it is changed.
struct Trial<'a> {
    row: &'static Operator,
    attribute: &'static Attribute,
    runs: Vec<(&'a Sample, &'a Outcome)>,
}

/// The effect of changing an attribute.
#[derive(Clone, Copy, PartialEq)]
enum Effect {
    Changed,
    Named,
    Nothing,
    /// Refused for another reason, which says nothing about the attribute.
    Other,
}

type Listed = BTreeSet<(&'static str, &'static str)>;

impl Trial<'_> {
    fn problems(&self, listed: &mut Listed) -> Option<String> {
        let effects = self.effects();
        let names = [self.row.mxnet, self.row.nnvm].concat();
        let entry = |list: &[(&'static str, &'static str, &str)], key: &str| {
            let found = list.iter().find(|(operator, attribute, _)| {
                (*operator == "*" || names.contains(operator)) && *attribute == key
            });
            found.map(|(operator, attribute, _)| (*operator, *attribute))
        };
        let name = self.attribute.name;
        let has = |wanted| effects.iter().any(|(_, effect)| *effect == wanted);
        // The few values of these types must all matter; of numbers one that does is enough.
        let mut wrong: Vec<&str> = match self.attribute.kind {
            Kind::Bool | Kind::Choice(_) => effects
                .iter()
                .filter(|(_, effect)| matches!(effect, Effect::Nothing | Effect::Other))
                .map(|(value, _)| value.as_str())
                .collect(),
            _ if has(Effect::Changed) => return None,
            _ if has(Effect::Named) => match entry(REFUSED, name) {
                Some(entry) => {
                    listed.insert(entry);
                    return None;
                }
                None => vec!["what is not refused"],
            },
            _ => vec!["all that was tried"],
        };
        wrong.retain(|value| {
            let found = entry(INERT, &format!("{name}={value}"));
            listed.extend(found);
            found.is_none()
        });
        if wrong.is_empty() {
            return None;
        }
        if let Some(entry) = entry(INERT, name) {
            listed.insert(entry);
            return None;
        }
        Some(format!(
            "{} {}: no effect of {}",
            names[0],
            self.attribute.name,
            wrong.join(", ")
        ))
    }

    /// The strongest effect of each value over all samples.
    fn effects(&self) -> Vec<(String, Effect)> {
        let mut effects: Vec<(String, Effect)> = Vec::new();
        for (sample, base) in &self.runs {
            for value in candidates(self.attribute, sample) {
                let changed = sample.with(self.attribute.name, &value);
                let effect = self.effect(base, &apply(self.row, &changed));
                match effects.iter_mut().find(|(held, _)| *held == value) {
                    Some((_, held)) => *held = stronger(*held, effect),
                    None => effects.push((value, effect)),
                }
            }
        }
        effects
    }

    fn effect(&self, base: &Outcome, changed: &Outcome) -> Effect {
        match changed {
            // The place of the error ends with the name.
            Outcome::Refused(message) => {
                match message.contains(&format!("/attrs/{} ", self.attribute.name))
                    || message.contains(&format!("/attrs/{}:", self.attribute.name))
                {
                    true => Effect::Named,
                    false => Effect::Other,
                }
            }
            changed if changed == base => Effect::Nothing,
            _ => Effect::Changed,
        }
    }
}

fn stronger(left: Effect, right: Effect) -> Effect {
    let order = [Effect::Changed, Effect::Named, Effect::Nothing];
    let found = order.into_iter().find(|&one| left == one || right == one);
    found.unwrap_or(Effect::Other)
}

/// Texts of the attribute's type whose values differ from that of the sample.
fn candidates(attribute: &Attribute, sample: &Sample) -> Vec<String> {
    let text = sample.attribute(attribute.name).or(attribute.default);
    let held = text.and_then(|text| attribute.kind.parse(text));
    let mut texts: Vec<String> = match attribute.kind {
        Kind::Choice(words) => {
            let equal = |word: &str| {
                let types = EQUAL_TYPES.iter();
                let mut types = types.filter(|types| types.contains(&word));
                types.any(|types| text.is_some_and(|text| types.contains(&text)))
            };
            let words = words.iter().filter(|word| !equal(word));
            words.map(ToString::to_string).collect()
        }
        kind => plain(kind).iter().map(ToString::to_string).collect(),
    };
    texts.extend(held.iter().flat_map(neighbours));
    texts.extend(sample.extra(attribute.name));
    texts.retain(|text| {
        let value = attribute.kind.parse(text);
        value.is_some() && value != held
    });
    texts.sort();
    texts.dedup();
    texts
}

/// Texts to try whatever the sample has; those of another type are dropped later.
fn plain(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Bool => &["True", "False"],
        Kind::Int | Kind::OptionalInt => &["None", "-2", "-1", "0", "1", "2", "3"],
        Kind::Double | Kind::OptionalDouble => &["None", "0", "0.375", "-0.625", "2.5"],
        Kind::Ints | Kind::OptionalInts => &["None", "()", "(0,)", "(1,)", "(0,1)", "(1,0,2)"],
        Kind::Slots => &["()", "(1,)", "(None,1)"],
        Kind::Pairs => &["()", "((0,1),(1,0),(0,0))"],
        Kind::Reals => &["()", "(1,)", "(0.5,2)"],
        Kind::Sections => &["1", "2", "(1,)"],
        Kind::Choice(_) => &[],
        Kind::Text => &["cpu(0)"],
    }
}

/// Texts of values close to one: lists with one number changed.
fn neighbours(value: &AttributeValue) -> Vec<String> {
    let AttributeValue::Ints(held) = value else {
        return match value {
            AttributeValue::Int(held) => vec![format!("{}", held + 1), format!("{}", held - 1)],
            AttributeValue::Slots(held) => (0..held.len())
                .map(|changed| {
                    let slots = held.iter().enumerate().map(|(at, slot)| match slot {
                        Some(number) if at != changed => format!("{number}"),
                        _ => "None".into(),
                    });
                    format!("({},)", slots.collect::<Vec<_>>().join(","))
                })
                .collect(),
            _ => Vec::new(),
        };
    };
    let mut texts = Vec::new();
    for (at, change) in (0..held.len()).flat_map(|at| [(at, 1), (at, -1)]) {
        let mut changed = held.clone();
        changed[at] += change;
        let numbers: Vec<String> = changed.iter().map(ToString::to_string).collect();
        texts.push(format!("({},)", numbers.join(",")));
    }
    texts
}
