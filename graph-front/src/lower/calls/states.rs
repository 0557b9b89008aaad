//! Calls of functions that change what they are given behind `&mut`: in the graph they are functions
//! of values, whose further results are assigned to the variables that were passed.

use proc_macro2::{TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Token};

use super::functions::states_as_written;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::{Operand, Value};
use crate::lower::variables::Origin;
use crate::signature::Signature;
use crate::tokens::{levels, sign};

/// The arguments of a call.
type Arguments = Punctuated<Expr, Token![,]>;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The operand for an argument that the function changes: the variable, or a part of it.
    pub(super) fn state_operand(&mut self, name: &Ident, arg: &'e Expr) -> Operand<'b, 'e> {
        let place = SourcePlace::of(arg);
        match without_parentheses(arg) {
            Expr::Reference(e) if e.mutability.is_some() => return self.operand(&e.expr),
            // What is behind `&mut` already is passed as it is.
            own @ Expr::Path(_) if self.is_state(own) => return self.operand(arg),
            _ => {}
        }
        let own = match without_parentheses(arg) {
            Expr::Reference(e) => &e.expr,
            own => own,
        };
        let known = self.operand(own);
        if known.value.is_poison() {
            return known;
        }
        let message = format!("`{name}` changes this argument");
        let is_place = matches!(own, Expr::Path(_) | Expr::Field(_));
        let help = short_text(own).map(|text| match is_place {
            true => format!("pass it as what is changed: `&mut {text}`"),
            false => format!("bind it first, `let mut state = {text};`, and pass `&mut state`"),
        });
        Operand {
            value: self.error(Diagnostic::new(place, message).help_if(help)),
            expr: arg,
            place,
        }
    }

    /// Whether an expression is an argument behind `&mut` of the function itself.
    pub(in crate::lower) fn is_state(&self, expr: &Expr) -> bool {
        let variable = self.variable_of(without_parentheses(expr));
        variable.is_some_and(|variable| matches!(variable.origin, Origin::State))
    }

    /// The arguments behind `&mut` that calls in these tokens pass on, to be changed.
    pub(in crate::lower) fn passed_as_states(&self, tokens: TokenStream) -> Vec<String> {
        let mut found = Vec::new();
        levels(tokens, |level| {
            for pair in level.windows(2) {
                let [TokenTree::Ident(name), TokenTree::Group(arguments)] = pair else {
                    continue;
                };
                let states = self.states_of(&name.to_string());
                if states.is_empty() {
                    continue;
                }
                let tokens: Vec<TokenTree> = arguments.stream().into_iter().collect();
                let arguments: Vec<&[TokenTree]> =
                    tokens.split(|token| sign(token) == Some(',')).collect();
                let passed = states
                    .iter()
                    .filter_map(|&state| only_name(arguments.get(state)?));
                found.extend(passed);
            }
        });
        found
    }

    /// The positions of the arguments that a function of the block changes.
    pub(in crate::lower) fn states_of(&self, name: &str) -> Vec<usize> {
        if let Some(template) = self.names.templates.get(name) {
            return states_as_written(&template.source.signature);
        }
        let callee = self.names.functions.get(name);
        let signature = callee.and_then(|callee| callee.signature.as_ref());
        signature.map_or_else(Vec::new, Signature::states)
    }

    /// Assigns what a call yields beside its result, to the arguments at these positions; its result
    /// remains.
    pub(super) fn write_states(
        &mut self,
        name: &Ident,
        (states, returns): (&[usize], bool),
        args: &'e Arguments,
        value: Value<'b>,
        place: SourcePlace,
    ) -> Value<'b> {
        if states.is_empty() || args.len() <= states.iter().copied().max().unwrap_or(0) {
            return value;
        }
        if let Some(twice) = passed_twice(name, states, args) {
            return self.error(twice);
        }
        let mut parts = match value {
            Value::Poison => vec![Value::Poison; states.len() + usize::from(returns)],
            Value::Tuple(parts) if states.len() + usize::from(returns) > 1 => parts.to_vec(),
            only => vec![only],
        };
        let written = parts.split_off(usize::from(returns));
        for (&position, value) in states.iter().zip(written) {
            let arg = &args[position];
            // What is neither is reported already.
            let target = match without_parentheses(arg) {
                Expr::Reference(e) if e.mutability.is_some() => &e.expr,
                own if self.is_state(own) => own,
                _ => continue,
            };
            let is_place =
                |own: &Expr| matches!(own, Expr::Path(_) | Expr::Field(_) | Expr::Index(_));
            if !is_place(without_parentheses(target)) {
                let message = format!("`{name}` changes a variable, or a part of one");
                let help = "bind it first: `let mut state = ..;`";
                let place = SourcePlace::of(target);
                self.error(Diagnostic::new(place, message).help(help));
                continue;
            }
            let expr = target;
            self.assign_one(target, None, Operand { value, expr, place });
        }
        match parts.pop() {
            Some(value) => value,
            None => Value::Unit,
        }
    }
}

/// The names in the argument of a call: the variable, and no more where that is all.
fn only_name(tokens: &[TokenTree]) -> Option<String> {
    match tokens {
        [TokenTree::Ident(name)] => Some(name.to_string()),
        _ => None,
    }
}

/// The error for a variable that a call is to change by two of its arguments, or by one while another
/// reads it: Rust refuses the call outside of the block.
fn passed_twice(name: &Ident, states: &[usize], args: &Arguments) -> Option<Diagnostic> {
    // Of an element the array, of which all is borrowed.
    let text = |arg: &Expr| {
        let mut own = match without_parentheses(arg) {
            Expr::Reference(e) => without_parentheses(&e.expr),
            own => own,
        };
        while let Expr::Index(index) = own {
            own = without_parentheses(&index.expr);
        }
        print(own)
    };
    let meet = |a: &str, b: &str| {
        let is_within = |whole: &str, part: &str| {
            let rest = part.strip_prefix(whole);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        is_within(a, b) || is_within(b, a)
    };
    let all: Vec<String> = args.iter().map(text).collect();
    let (first, second) = states.iter().find_map(|&state| {
        let mut others = (0..all.len()).filter(|&other| other != state);
        let is_reference = |other: usize| {
            let is_behind = matches!(without_parentheses(&args[other]), Expr::Reference(_));
            is_behind || states.contains(&other)
        };
        let other = others.find(|&other| is_reference(other) && meet(&all[state], &all[other]))?;
        Some((state, other))
    })?;
    let later = first.max(second);
    let message = format!("`{name}` changes `{}`, which it is given twice", all[first]);
    // A copy of one that is changed too would keep the change for itself.
    let help = match states.contains(&second) {
        true => String::from(
            "write a function that returns both values, and assign them: `(y[0], y[1]) = f(y[0], y[1]);`",
        ),
        false => format!(
            "give the other argument a copy: `let old = {};`",
            all[second]
        ),
    };
    Some(Diagnostic::new(SourcePlace::of(&args[later]), message).help(help))
}
