//! The order in which functions of a block are lowered: those that a function calls, and those that
//! its derivative is made of, before it. A cycle is an error.
//!
//! A function with `const` parameters is lowered where it is called, so its callers need the
//! functions that it calls before them, and not itself.

use std::collections::HashMap;

use proc_macro2::Ident;

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::lower::MAP;
use crate::parse::{FunctionSource, RuleNames};
use crate::shadowed::as_method;
use crate::templates::is_template;
use crate::tokens;

/// The reason why a function needs another one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    /// Its body calls it.
    Call,
    /// Its derivative uses it.
    Derivative,
}

/// How many calls of a cycle a message shows before the last one.
const MAX_CALLS: usize = 6;

/// The number of a function that another one needs, its name at that place, and the reason.
type Call = (usize, Ident, Need);

/// The functions, callees before callers. Functions that call themselves come last, in the order
/// in which they stand; the cycle is reported.
pub(crate) fn callees_first(functions: &[FunctionSource], diagnostics: &Diagnostics) -> Vec<usize> {
    let functions: Vec<&FunctionSource> = functions.iter().collect();
    let calls = calls(&functions);
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); functions.len()];
    let mut open: Vec<usize> = vec![0; functions.len()];
    for (caller, calls) in calls.iter().enumerate() {
        for (callee, ..) in calls {
            callers[*callee].push(caller);
            open[caller] += 1;
        }
    }
    let mut order: Vec<usize> = (0..functions.len()).filter(|&f| open[f] == 0).collect();
    let mut next = 0;
    while let Some(&done) = order.get(next) {
        next += 1;
        for &caller in &callers[done] {
            open[caller] -= 1;
            if open[caller] == 0 {
                order.push(caller);
            }
        }
    }
    report_cycles(&functions, &calls, &open, diagnostics);
    order.extend((0..functions.len()).filter(|&f| open[f] > 0));
    order
}

/// For each function the names of the functions that it needs.
pub(crate) fn needed(functions: &[&FunctionSource]) -> Vec<Vec<Ident>> {
    let calls = direct_calls(functions).into_iter();
    let names = calls.map(|calls| calls.into_iter().map(|(_, name, _)| name).collect());
    names.collect()
}

/// For each function the functions of the block that it needs, each once; in place of those with
/// `const` parameters the ones that these need.
fn calls(functions: &[&FunctionSource]) -> Vec<Vec<Call>> {
    through_templates(functions, &direct_calls(functions))
}

/// For each function the functions of the block that it needs, each once.
fn direct_calls(functions: &[&FunctionSource]) -> Vec<Vec<Call>> {
    let numbers: HashMap<String, usize> = functions
        .iter()
        .enumerate()
        .map(|(number, function)| (function.signature.ident.to_string(), number))
        .collect();
    let calls = functions.iter().map(|function| {
        let mut found: HashMap<usize, (Ident, Need)> = HashMap::new();
        for name in function.rule.iter().flat_map(RuleNames::iter) {
            if let Some(&number) = numbers.get(&name.to_string()) {
                let need = (name.clone(), Need::Derivative);
                found.entry(number).or_insert(need);
            }
        }
        let closures = tokens::closures(function.tokens.clone().into());
        for called in tokens::calls(function.tokens.clone().into()) {
            let is_closure = closures.contains(&called.name.to_string());
            let is_own = !called.is_method && !called.is_foreign && !is_closure;
            if let (true, Some(&number)) = (is_own, numbers.get(&called.name.to_string())) {
                found.entry(number).or_insert((called.name, Need::Call));
            }
        }
        for name in tokens::applied(function.tokens.clone().into(), MAP) {
            let is_closure = closures.contains(&name.to_string());
            if let (false, Some(&number)) = (is_closure, numbers.get(&name.to_string())) {
                found.entry(number).or_insert((name, Need::Call));
            }
        }
        let calls = found
            .into_iter()
            .map(|(number, (name, need))| (number, name, need));
        let mut calls: Vec<Call> = calls.collect();
        calls.sort_unstable_by_key(|&(number, ..)| number);
        calls
    });
    calls.collect()
}

/// The calls with those of functions with `const` parameters replaced by the calls in their bodies.
fn through_templates(functions: &[&FunctionSource], calls: &[Vec<Call>]) -> Vec<Vec<Call>> {
    let is_template: Vec<bool> = functions.iter().map(|f| is_template(f)).collect();
    let direct = |caller: usize| {
        let mut seen = vec![false; functions.len()];
        let (mut found, mut open) = (Vec::new(), calls[caller].clone());
        while let Some(call) = open.pop() {
            let (callee, ..) = call;
            if std::mem::replace(&mut seen[callee], true) {
                continue;
            }
            match is_template[callee] {
                true => open.extend(calls[callee].iter().cloned()),
                false => found.push(call),
            }
        }
        found.sort_unstable_by_key(|&(number, ..)| number);
        found
    };
    let all = 0..functions.len();
    all.map(|caller| match is_template[caller] {
        true => Vec::new(),
        false => direct(caller),
    })
    .collect()
}

/// Reports each cycle once. Functions that are still open call, directly or not, one in a cycle;
/// following open callees from any of them leads around one.
fn report_cycles(
    functions: &[&FunctionSource],
    calls: &[Vec<Call>],
    open: &[usize],
    diagnostics: &Diagnostics,
) {
    let mut seen = vec![false; functions.len()];
    for start in (0..functions.len()).filter(|&f| open[f] > 0) {
        let mut path: Vec<&Call> = Vec::new();
        let mut positions: HashMap<usize, usize> = HashMap::new();
        let mut current = start;
        while !seen[current] {
            seen[current] = true;
            positions.insert(current, path.len());
            let Some(call) = calls[current].iter().find(|(f, ..)| open[*f] > 0) else {
                break;
            };
            path.push(call);
            current = call.0;
        }
        // Only a walk that ends on itself has found a cycle that no earlier walk has.
        if let Some(&first) = positions.get(&current)
            && let Some(cycle) = path.get(first..).filter(|cycle| !cycle.is_empty())
        {
            diagnostics.push(recursion(functions, current, cycle));
        }
    }
}

fn recursion(functions: &[&FunctionSource], start: usize, cycle: &[&Call]) -> Diagnostic {
    let name = |number: usize| functions[number].signature.ident.to_string();
    let place = SourcePlace::token(cycle[0].1.span());
    let in_derivative = cycle.iter().any(|(.., need)| *need == Need::Derivative);
    let message = match in_derivative {
        true => format!("the derivative of `{}` needs `{0}` itself", name(start)),
        false => format!(
            "`{}` calls itself, and the language has no recursion",
            name(start)
        ),
    };
    let diagnostic = Diagnostic::new(place, message);
    let diagnostic = match cycle.len() {
        0 | 1 => diagnostic,
        _ => diagnostic.note(chain(&name(start), cycle, &name)),
    };
    if in_derivative {
        return diagnostic.help(
            "a derivative is given the results of the function: use them, or compute with another \
             function",
        );
    }
    let hidden = match cycle.len() {
        0 | 1 => as_method(&name(start), &functions[start].tokens),
        _ => None,
    };
    let loops = "a loop hands values from step to step, as in `let mut y = x; for k in 0..N { y = \
                 sin(y); }`";
    diagnostic
        .note("all calls are in the graph, which is made before the values of arguments are known")
        .help(hidden.unwrap_or_else(|| loops.into()))
}

/// The calls of a cycle, one after another; those in the middle of a long one are counted.
fn chain(start: &str, cycle: &[&Call], name: &impl Fn(usize) -> String) -> String {
    let mut text = format!("`{start}`");
    let left_out = MAX_CALLS..cycle.len().saturating_sub(1).max(MAX_CALLS);
    for (step, (callee, _, need)) in cycle.iter().enumerate() {
        if left_out.contains(&step) {
            continue;
        }
        text.push_str(match step {
            0 => " ",
            _ => ", which ",
        });
        if step == left_out.end && !left_out.is_empty() {
            text.push_str(&format!("over {} more ", left_out.len()));
        }
        let how = match need {
            Need::Call => "calls",
            Need::Derivative => "has the derivative",
        };
        text.push_str(&format!("{how} `{}`", name(*callee)));
    }
    text
}
