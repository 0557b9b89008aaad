//! Variables that start with integers and are assigned floats: how their `let` starts them with
//! floats.

use syn::{Expr, Pat};

use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::{grouped, short_text};
use crate::lower::types::as_float;
use crate::lower::variables::{Origin, Variable};
use crate::tokens::mentions;

impl<'b> Lowerer<'b, '_> {
    /// Remembers the first values of the variables of a pattern, as floats, where these are integers.
    pub(super) fn note_starts(&mut self, pattern: &Pat, expr: &Expr) {
        let mut open = vec![(pattern, expr)];
        while let Some((pattern, expr)) = open.pop() {
            match (pattern, without_parentheses(expr)) {
                (Pat::Type(p), _) => open.push((&p.pat, expr)),
                (Pat::Paren(p), _) => open.push((&p.pat, expr)),
                (Pat::Tuple(p), Expr::Tuple(e)) if p.elems.len() == e.elems.len() => {
                    open.extend(p.elems.iter().zip(&e.elems));
                }
                (Pat::Ident(p), expr) => {
                    let name = p.ident.to_string();
                    if let Some(id) = self.variables.find(&name)
                        && self.variables.get(id).holds_integers()
                    {
                        let start = self.as_floats_of(expr);
                        self.variables.note_start(id, start);
                    }
                }
                _ => {}
            }
        }
    }

    /// The text of integers as floats.
    fn as_floats_of(&self, expr: &Expr) -> Option<String> {
        let elements: Vec<&Expr> = match expr {
            // The length behind it is no element.
            Expr::Repeat(e) => vec![&e.expr],
            expr => vec![expr],
        };
        let text = short_text(expr)?;
        Some(match elements.iter().any(|e| mentions(e, |_| true)) {
            true => format!("{} as {}", grouped(&text), self.words.element(self.float)),
            false => as_float(expr),
        })
    }

    /// The help for a variable that holds integers and is to hold floats.
    pub(in crate::lower) fn start_with_float(&self, variable: &Variable<'b>) -> String {
        let name = &variable.name;
        let (float, is_array) = (self.words.element(self.float), variable.is_array());
        let floats = if is_array { "floats" } else { "a float" };
        match (&variable.start, &variable.origin) {
            (Some(start), _) => {
                format!("start `{name}` with {floats}: `let mut {name} = {start};`")
            }
            (None, Origin::Argument) => {
                let own = if name == "y" { "z" } else { "y" };
                format!("use a variable of its own: `let mut {own} = {name} as {float};`")
            }
            (None, _) => format!("start `{name}` with {floats}, such as `0.0`"),
        }
    }
}
