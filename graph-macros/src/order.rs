//! The order in which functions of a block are lowered: callees first. A cycle is an error.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};

use crate::diagnostics::{Diagnostic, Diagnostics, Place};
use crate::parse::FunctionSource;
use crate::scan;

/// A call: the number of the function called, and the name where it is called.
type Call = (usize, Ident);

/// The functions, callees before callers. Functions that call themselves come last, in the order
/// in which they stand; the cycle is reported.
pub(crate) fn callees_first(functions: &[FunctionSource], diagnostics: &Diagnostics) -> Vec<usize> {
    let calls = calls(functions);
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); functions.len()];
    let mut open: Vec<usize> = vec![0; functions.len()];
    for (caller, calls) in calls.iter().enumerate() {
        for (callee, _) in calls {
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
    report_cycles(functions, &calls, &open, diagnostics);
    order.extend((0..functions.len()).filter(|&f| open[f] > 0));
    order
}

/// For each function the functions of the block that its body calls, each once.
fn calls(functions: &[FunctionSource]) -> Vec<Vec<Call>> {
    let numbers: HashMap<String, usize> = functions
        .iter()
        .enumerate()
        .map(|(number, function)| (function.signature.ident.to_string(), number))
        .collect();
    let calls = functions.iter().map(|function| {
        let tokens = TokenStream::from(function.tokens.clone());
        let mut found: HashMap<usize, Ident> = HashMap::new();
        for called in scan::calls(tokens) {
            if let (false, Some(&number)) =
                (called.is_method, numbers.get(&called.name.to_string()))
            {
                found.entry(number).or_insert(called.name);
            }
        }
        let mut calls: Vec<Call> = found.into_iter().collect();
        calls.sort_unstable_by_key(|&(number, _)| number);
        calls
    });
    calls.collect()
}

/// Reports each cycle once. Functions that are still open call, directly or not, one in a cycle;
/// following open callees from any of them leads around one.
fn report_cycles(
    functions: &[FunctionSource],
    calls: &[Vec<Call>],
    open: &[usize],
    diagnostics: &Diagnostics,
) {
    let mut seen = vec![false; functions.len()];
    for start in (0..functions.len()).filter(|&f| open[f] > 0) {
        let mut path: Vec<(usize, &Ident)> = Vec::new();
        let mut positions: HashMap<usize, usize> = HashMap::new();
        let mut current = start;
        while !seen[current] {
            seen[current] = true;
            positions.insert(current, path.len());
            let Some((callee, name)) = calls[current].iter().find(|(f, _)| open[*f] > 0) else {
                break;
            };
            path.push((*callee, name));
            current = *callee;
        }
        // Only a walk that ends on itself has found a cycle that no earlier walk has.
        if let Some(&first) = positions.get(&current)
            && let Some(cycle) = path.get(first..).filter(|cycle| !cycle.is_empty())
        {
            diagnostics.push(recursion(functions, current, cycle));
        }
    }
}

fn recursion(functions: &[FunctionSource], start: usize, cycle: &[(usize, &Ident)]) -> Diagnostic {
    let name = |number: usize| functions[number].signature.ident.to_string();
    let place = Place::token(cycle[0].1.span());
    let message = format!(
        "`{}` calls itself, and the language has no recursion",
        name(start)
    );
    let diagnostic = Diagnostic::new(place, message);
    let diagnostic = if cycle.len() > 1 {
        let mut text = format!("`{}`", name(start));
        for (step, (callee, _)) in cycle.iter().enumerate() {
            let which = if step == 0 { " calls" } else { ", which calls" };
            text.push_str(&format!("{which} `{}`", name(*callee)));
        }
        diagnostic.note(text)
    } else {
        diagnostic
    };
    diagnostic.help("repeat a fixed number of times with `for`")
}
