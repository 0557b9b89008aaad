//! The function of `map`: a closure with a parameter for each array, or a function of the block by
//! its name.

use proc_macro2::Ident;
use syn::{Expr, ExprClosure, Pat};

use super::builtins::is_builtin;
use super::closures::{is_plain, parameters_of};
use super::map::{MAP, called};
use super::unknown::written_or_declared;
use crate::diagnostics::{Diagnostic, SourcePlace, plural};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::tokens::idents;

/// The name of a method of a float type without that, `f64::sin`.
fn without_float(path: &str) -> &str {
    let path = path.strip_prefix("std::").unwrap_or(path);
    let own = path.strip_prefix("f64::").or(path.strip_prefix("f32::"));
    own.unwrap_or(path)
}

/// A function that is applied to rows.
pub(super) enum Applied<'e> {
    Closure(&'e ExprClosure),
    /// A function of the block, by its name.
    Function(&'e Expr),
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The function, if it is one, and takes as many arguments as there are arrays.
    pub(super) fn applied(&self, function: &'e Expr, count: usize) -> Option<Applied<'e>> {
        match without_parentheses(function) {
            Expr::Closure(closure) => {
                let takes = self.is_plain(closure) && self.takes(closure, count);
                takes.then_some(Applied::Closure(closure))
            }
            Expr::Path(path) if path.qself.is_none() => {
                let last = path.path.segments.last()?;
                let name = last.ident.to_string();
                // A variable is wrong where it is to be a closure, which is reported.
                if self.is_wrong_variable(&name) {
                    return None;
                }
                let mut before = path.path.segments.iter().rev().skip(1);
                let is_own = before.all(|segment| segment.ident == "self");
                match is_own && self.names.functions.contains_key(&name) {
                    true => Some(Applied::Function(without_parentheses(function))),
                    false => self.no_function(function, count),
                }
            }
            _ => self.no_function(function, count),
        }
    }

    /// Reports what is neither a closure nor a function of the block.
    fn no_function(&self, function: &'e Expr, count: usize) -> Option<Applied<'e>> {
        let text = short_text(function);
        if let Expr::Path(path) = without_parentheses(function)
            && let Some(name) = path.path.get_ident().map(ToString::to_string)
            && !is_builtin(&name)
        {
            if self.names.refused.may_have(&name) {
                return None;
            }
            if self.variables.find(&name).is_none() {
                let diagnostic = Diagnostic::unknown(SourcePlace::of(function), "function", &name);
                self.error(diagnostic.help(written_or_declared(&name)));
                return None;
            }
        }
        let name = text.as_deref().map(without_float);
        let name = name.filter(|name| is_builtin(name));
        let rows = ["row", "a", "b", "c", "d"].get(usize::from(count > 1)..);
        let parameters = rows.and_then(|rows| rows.get(..count)).unwrap_or(&["row"]);
        let parameters = parameters.join(", ");
        let message = match &text {
            Some(text) => {
                format!("`{MAP}` applies a closure or a function of the block, found `{text}`")
            }
            None => format!("`{MAP}` applies a closure or a function of the block"),
        };
        let help = match name {
            Some(name) => format!("write a closure: `|{parameters}| {name}({parameters})`"),
            None => called(),
        };
        let diagnostic = Diagnostic::new(SourcePlace::of(function), message);
        self.error(diagnostic.help(help));
        None
    }

    /// Whether a closure has parameters and a body, and nothing else; otherwise that is reported.
    fn is_plain(&self, closure: &ExprClosure) -> bool {
        let is_plain = is_plain(closure);
        if !is_plain {
            let message = format!("the closure of `{MAP}` has parameters and a body alone");
            let help = "write `|row| ..`: it copies what it reads, and has the type of its value";
            let place = SourcePlace::of(closure);
            self.error(Diagnostic::new(place, message).help(help));
        }
        is_plain
    }

    fn takes(&self, closure: &ExprClosure, count: usize) -> bool {
        let mut names: Vec<Ident> = Vec::new();
        for pattern in &closure.inputs {
            let own = names_of(pattern);
            if let Some(twice) = own.iter().find(|name| names.contains(name)) {
                let message =
                    format!("identifier `{twice}` is bound more than once in this parameter list");
                self.error(Diagnostic::new(SourcePlace::token(twice.span()), message));
                return false;
            }
            names.extend(own);
        }
        let found = closure.inputs.len();
        if found == count {
            return true;
        }
        let message = format!(
            "the closure of `{MAP}` takes a row of each array, of which there {} {count}, found \
             {found} parameter{}",
            if count == 1 { "is" } else { "are" },
            plural(found)
        );
        let help = match (count, found) {
            (1, 0) => "write `|row| ..`".to_string(),
            (1, _) => "parts of one row are bound by a pattern, `|[a, b]| ..`".to_string(),
            _ => called(),
        };
        self.error(Diagnostic::new(parameters_of(closure), message).help(help));
        false
    }

    /// Reports a variable of the surroundings that the function assigns.
    pub(super) fn assigns(&self, name: &str, function: &Expr) {
        let message = format!("the closure of `{MAP}` assigns `{name}`, which is not its own");
        let note = "it is applied to each row alone: no row comes before another";
        let help = format!(
            "let it have a value, `let y = {MAP}(..);`, and combine these: `sum(y)`; a loop hands \
             `{name}` from row to row: `for row in x {{ .. }}`"
        );
        let diagnostic = Diagnostic::new(SourcePlace::of(function), message);
        self.error(diagnostic.note(note).help(help));
    }
}

/// The names in a pattern of a closure, which may have a type and attributes.
fn names_of(pattern: &Pat) -> Vec<Ident> {
    match pattern {
        Pat::Type(typed) => names_of(&typed.pat),
        Pat::Ident(name) => vec![name.ident.clone()],
        other => {
            let mut names = idents(other);
            names.retain(|name| name != "mut" && name != "ref");
            names
        }
    }
}
