//! The use of a variable, read from the text of the body: errors about its type depend on whether
//! it has to hold integers.

use graph_ir::Element;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Expr, LitInt, Stmt};

use super::Lowerer;
use super::expressions::without_parentheses;
use super::report::{grouped, short_text};
use super::types::whole_number;
use super::variables::Variable;
use crate::diagnostics::print;
use crate::tokens::{assignment, is_value, levels, sign};

impl Lowerer<'_, '_> {
    /// Whether a variable of this name has to hold integers: it is an index, or a result of
    /// positions.
    pub(super) fn must_count(&self, name: &str) -> bool {
        self.is_index(name) || self.is_bound(name) || self.is_result_of_positions(name)
    }

    /// Whether the body has this name as the end of the range of a loop.
    fn is_bound(&self, name: &str) -> bool {
        let mut found = false;
        self.levels_of_body(|level| {
            let is = |token: &TokenTree, own: char| sign(token) == Some(own);
            found = found
                || level.windows(4).any(|tokens| match tokens {
                    [first, second, TokenTree::Ident(end), TokenTree::Group(body)] => {
                        let is_body = body.delimiter() == Delimiter::Brace;
                        is(first, '.') && is(second, '.') && end == name && is_body
                    }
                    _ => false,
                });
        });
        found
    }

    /// Whether the body has this name in an index. As an operand of `as` it may be a float.
    fn is_index(&self, name: &str) -> bool {
        let mut found = false;
        self.levels_of_body(|level| {
            let mut pairs = level.iter().zip(level.iter().skip(1));
            found = found
                || pairs.any(|(before, token)| match token {
                    TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                        is_value(before) && mentions_uncast(group.stream(), name)
                    }
                    _ => false,
                });
        });
        found
    }

    /// Whether this name alone is the result of the body, or a part of it, whose type is of
    /// integers.
    fn is_result_of_positions(&self, name: &str) -> bool {
        let Some(result) = self.signature.map(|signature| &signature.result) else {
            return false;
        };
        let tail = match self
            .source
            .and_then(|source| source.body.as_ref().ok()?.stmts.last())
        {
            Some(Stmt::Expr(tail, None)) => without_parentheses(tail),
            _ => return false,
        };
        let is_own = |expr: &Expr| matches!(expr, Expr::Path(own) if own.path.is_ident(name));
        match (result.as_single(), tail) {
            (Some(ty), tail) => ty.element == Element::I64 && is_own(tail),
            (None, Expr::Tuple(tail)) => {
                let mut parts = result.parts().iter().zip(&tail.elems);
                parts.any(|(ty, part)| ty.element == Element::I64 && is_own(part))
            }
            _ => false,
        }
    }

    /// How often the body has this name.
    pub(super) fn mentions_in_body(&self, name: &str) -> usize {
        let mut count = 0;
        let is_own = |token: &&TokenTree| matches!(token, TokenTree::Ident(own) if own == name);
        self.levels_of_body(|level| count += level.iter().filter(is_own).count());
        count
    }

    /// The text of the array of one number that a variable of this name starts with, `[0.0; 3]`,
    /// where the body has one such variable.
    pub(super) fn start_in_body(&self, name: &str) -> Option<String> {
        let mut starts = Vec::new();
        self.levels_of_body(|level| {
            let bound = level.windows(4).filter(|tokens| {
                matches!(&tokens[1], TokenTree::Ident(own) if own == name)
                    && matches!(&tokens[0], TokenTree::Ident(word) if word == "mut")
                    && sign(&tokens[2]) == Some('=')
            });
            starts.extend(bound.map(|tokens| print(&tokens[3])));
        });
        let is_filled = |text: &String| text.starts_with('[') && text.contains(';');
        match &starts[..] {
            [only] => Some(only.clone()).filter(is_filled),
            _ => None,
        }
    }

    /// Whether the body takes something away from a variable of this name, as `i - 1` does.
    pub(super) fn is_less_something(&self, name: &str) -> bool {
        let mut found = false;
        self.levels_of_body(|level| {
            found = found
                || level.windows(2).any(|pair| {
                    matches!(&pair[0], TokenTree::Ident(own) if own == name)
                        && sign(&pair[1]) == Some('-')
                });
        });
        found
    }

    /// Whether all assignments of a variable of this name, as far as their texts say, are of integers.
    pub(super) fn is_assigned_integers(&self, name: &str) -> bool {
        let is_integer = |token: &TokenTree| match token {
            TokenTree::Ident(own) => {
                let own = own.to_string();
                let variable = self.variables.find(&own).map(|id| self.variables.get(id));
                own == name || variable.is_some_and(Variable::holds_integers)
            }
            TokenTree::Literal(literal) => syn::parse_str::<LitInt>(&literal.to_string()).is_ok(),
            TokenTree::Punct(_) => true,
            TokenTree::Group(_) => false,
        };
        let mut all = true;
        self.levels_of_body(|level| {
            for (position, token) in level.iter().enumerate() {
                let is_own = matches!(token, TokenTree::Ident(own) if own == name);
                let is_let = position > 0
                    && matches!(&level[position - 1], TokenTree::Ident(own) if own == "mut");
                let behind = level.get(position + 1..).unwrap_or_default();
                let Some(length) = assignment(behind) else {
                    continue;
                };
                let mut value = behind[length..]
                    .iter()
                    .take_while(|token| sign(token) != Some(';'));
                all &= !is_own || is_let || value.all(is_integer);
            }
        });
        all
    }

    fn levels_of_body(&self, visit: impl FnMut(&[TokenTree])) {
        if let Some(source) = self.source {
            levels(source.tokens.clone().into(), visit);
        }
    }
}

/// Whether tokens have a name that is no operand of `as`.
fn mentions_uncast(tokens: TokenStream, name: &str) -> bool {
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        let level: Vec<TokenTree> = tokens.into_iter().collect();
        for (position, token) in level.iter().enumerate() {
            let next = level.get(position + 1);
            if matches!(next, Some(TokenTree::Ident(next)) if next == "as") {
                continue;
            }
            match token {
                TokenTree::Ident(ident) if ident == name => return true,
                TokenTree::Group(group) => open.push(group.stream()),
                _ => {}
            }
        }
    }
    false
}

/// The help for a float in place of which an integer is meant, where the text says which one.
pub(super) fn integer_meant(expr: &Expr) -> Option<String> {
    if let Some(whole) = whole_number(expr) {
        return Some(format!("write an integer: `{whole}`"));
    }
    match without_parentheses(expr) {
        Expr::Cast(cast) => {
            let text = grouped(&short_text(without_parentheses(&cast.expr))?);
            Some(format!("leave the conversion out: `{text}`"))
        }
        _ => None,
    }
}
