//! The rules of a block, for which the library's engine stands: the sides of each are written into
//! its sketches, conditions and numbers become closures over its captures, and types are tried by
//! it.

mod conditions;
mod sides;

use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;

use graph_ir::rules::{Rule, Rules};
use graph_ir::{Error, Graph};
use syn::Ident;

use crate::diagnostics::{Diagnostic, SourcePlace, closest};
use crate::lower::Names;
use crate::parse::{RuleSet, RuleSource, STATED};

/// Checks the rules of a block, and makes them known.
pub(crate) fn declare(sets: &[RuleSet], names: &mut Names<'_>) {
    let mut known = HashMap::new();
    for set in sets {
        let name = set.name.to_string();
        let place = SourcePlace::token(set.name.span());
        if known.contains_key(&name) || names.constants.contains(&name) {
            let message = format!("`{name}` is defined twice in this block");
            names.diagnostics.push(Diagnostic::new(place, message));
        }
        known.insert(name, checked(set, names).map(Rc::new));
    }
    names.rules = known;
}

fn checked(set: &RuleSet, names: &Names<'_>) -> Option<Rules> {
    let sources = match &set.rules {
        Ok(sources) => sources,
        Err(error) => {
            names.diagnostics.push_syntax(error.clone());
            return None;
        }
    };
    let rules = sources.iter().map(|source| rule(source, names));
    let rules: Vec<Option<Rule>> = rules.collect();
    let rules: Vec<Rule> = rules.into_iter().collect::<Option<_>>()?;
    Rules::new(rules).ok()
}

/// A rule that keeps types; what is wrong with another one is reported.
fn rule(source: &RuleSource, names: &Names<'_>) -> Option<Rule> {
    let made = made(source, names);
    let checked = made.and_then(|rule| match rule.check() {
        Ok(()) => Ok(rule),
        Err(error) => Err(refused(source, &error)),
    });
    checked.map_err(|error| names.diagnostics.push(error)).ok()
}

fn made(source: &RuleSource, names: &Names<'_>) -> Result<Rule, Diagnostic> {
    let all = source.variables.iter().map(|(name, _)| name);
    let all: Vec<&Ident> = all.chain(source.numbers.iter().map(|own| &own.0)).collect();
    for (at, name) in all.iter().enumerate() {
        if all[..at].contains(name) {
            let message = format!("the rule has two variables `{name}`");
            let place = SourcePlace::token(name.span());
            return Err(Diagnostic::new(place, message).help("give each a name of its own"));
        }
    }
    let mut error = None;
    let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
    let mut rule = Rule::new(
        source.name.to_string(),
        source.docs.clone(),
        &texts,
        |sketch| {
            sides::written(sketch, source, names).unwrap_or_else(|wrong| {
                error = Some(wrong);
                let nothing = sketch.side(0.0);
                [nothing; 2]
            })
        },
    );
    if let Some(error) = error {
        return Err(error);
    }
    for (name, value) in &source.numbers {
        let value = conditions::number(value, source)?;
        rule = rule.with(&name.to_string(), move |captures| value.number(captures));
    }
    if let Some(condition) = &source.condition {
        let condition = conditions::truth(condition, source)?;
        rule = rule.when(move |captures| condition.holds(captures));
    }
    Ok(rule)
}

/// The error for a rule that the engine refuses.
fn refused(source: &RuleSource, error: &Error) -> Diagnostic {
    let (place, help) = match error {
        Error::RuleType { .. } => (
            SourcePlace::of(&source.replacement),
            Some("a replacement has the type of what it replaces, whatever the operands are"),
        ),
        _ => (SourcePlace::token(source.name.span()), None),
    };
    Diagnostic::new(place, error.to_string()).help_if(help)
}

/// The rules that these names stand for; what none of the block has is reported.
pub(crate) fn named(wanted: &[Ident], names: &Names<'_>) -> Vec<Rc<Rules>> {
    let (mut found, known) = (Vec::new(), &names.rules);
    for name in wanted {
        let text = name.to_string();
        if let Some(rules) = known.get(&text) {
            found.extend(rules.clone());
            continue;
        }
        let message = match names.constants.contains(&text) {
            true => format!("`{text}` is a constant, and no rules"),
            false => format!("there are no rules `{text}` in this block"),
        };
        let close = closest(&text, known.keys().map(String::as_str));
        let help = match close {
            Some(close) => Cow::Owned(format!("did you mean `{close}`?")),
            None => Cow::Borrowed(STATED),
        };
        let place = SourcePlace::token(name.span());
        names
            .diagnostics
            .push(Diagnostic::new(place, message).help(help));
    }
    found
}

/// The graph of a function rewritten by some rules, one set after another; `None` where that fails,
/// which is reported.
pub(crate) fn rewritten(
    graph: Graph,
    rules: &[Rc<Rules>],
    function: &Ident,
    names: &Names<'_>,
) -> Option<Graph> {
    let graph = rules
        .iter()
        .try_fold(graph, |graph, rules| graph.rewrite(rules));
    let refused = |error: Error| {
        let message = format!("the rules do not fit `{function}`: {error}");
        let place = SourcePlace::token(function.span());
        names.diagnostics.push(Diagnostic::new(place, message));
    };
    graph.map_err(refused).ok()
}
