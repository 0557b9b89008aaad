//! Operands that a call gives by a name, `roll(x, shift = 1)`: functions of the language tell them
//! apart by their order.

use syn::{Expr, Ident};

use super::arguments::{in_own_words, option};
use super::builtins::Builtin;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::report::{grouped, short_text};
use crate::lower::types::as_float;
use crate::lower::values::Operand;

/// Names of operands in other libraries: those of each list stand in front of those of the next.
const ELSEWHERE: [&[&str]; 3] = [
    &["min", "lo", "low", "lower", "a_min", "start", "shape"],
    &[
        "max",
        "hi",
        "high",
        "upper",
        "a_max",
        "stop",
        "end",
        "fill_value",
    ],
    &["num", "steps"],
];

/// The error for operands that have names, if there are as many as the function takes with them.
pub(super) fn operands_by_name(
    name: &str,
    builtin: Builtin,
    receiver: Option<&Operand<'_, '_>>,
    args: &[&Expr],
) -> Option<Diagnostic> {
    let unnamed = args.iter().filter(|arg| option(arg).is_none());
    let count = unnamed.count() + usize::from(receiver.is_some());
    let (least, most) = builtin.arity(name);
    let all = args.iter().filter_map(|arg| option(arg));
    let (options, operands): (Vec<_>, Vec<_>) =
        all.partition(|(name, _)| own_option(builtin, least, name).is_some());
    if count >= least || !(least..=most).contains(&(count + operands.len())) {
        return None;
    }
    let (first, _) = *operands.first()?;
    let message = format!("`{name}` has no argument named `{first}`");
    let call = in_order(name, builtin, &operands).and_then(|operands| {
        let options = options.iter().map(|(name, value)| {
            let own = own_option(builtin, least, name)?;
            Some(format!("{own} = {}", short_text(value)?))
        });
        let unnamed = args.iter().filter(|arg| option(arg).is_none());
        let unnamed = unnamed.map(|arg| short_text(arg));
        let operands = operands.into_iter().map(Some);
        let texts = unnamed.chain(operands).chain(options);
        let texts = texts.collect::<Option<Vec<_>>>()?.join(", ");
        match receiver {
            Some(receiver) => Some(format!(
                "{}.{name}({texts})",
                grouped(&short_text(receiver.expr)?)
            )),
            None => Some(format!("{name}({texts})")),
        }
    });
    let help = "its arguments are told apart by their order";
    let help = call.map_or(help.into(), |call| format!("{help}: `{call}`"));
    Some(Diagnostic::new(SourcePlace::token(first.span()), message).help(help))
}

/// The option of a function that has this name, or another one elsewhere.
fn own_option(builtin: Builtin, operands: usize, name: &Ident) -> Option<&'static str> {
    let name = name.to_string();
    let own = in_own_words(&name);
    let mut allowed = builtin.named(operands).iter().copied();
    allowed.find(|allowed| *allowed == name || *allowed == own)
}

/// The values of operands in the order of the function; `None` where that is not known.
fn in_order(name: &str, builtin: Builtin, operands: &[(&Ident, &Expr)]) -> Option<Vec<String>> {
    let usage = builtin.usage(name);
    let own: Vec<&str> = usage.split(['(', ',', ')', ' ']).collect();
    let position = |name: &Ident| {
        let own = own.iter().position(|own| name == own);
        let mut elsewhere = ELSEWHERE.iter();
        own.or_else(|| elsewhere.position(|names| names.iter().any(|own| name == own)))
    };
    let is_alone = operands.len() == 1;
    let mut placed: Vec<(usize, String)> = operands
        .iter()
        .map(|(name, value)| {
            let position = if is_alone { 0 } else { position(name)? };
            short_text(value)?;
            Some((position, text_of(builtin, value)))
        })
        .collect::<Option<_>>()?;
    placed.sort_by_key(|&(position, _)| position);
    Some(placed.into_iter().map(|(_, text)| text).collect())
}

/// The text of an operand, which is a float where the function takes floats alone.
fn text_of(builtin: Builtin, value: &Expr) -> String {
    match builtin {
        Builtin::Scalar(_) if print(value).parse::<i64>().is_ok() => as_float(value),
        _ => print(value),
    }
}
