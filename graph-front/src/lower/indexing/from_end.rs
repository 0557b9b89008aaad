//! Ranges and pairs of positions that are counted from the end of an axis: one error for an index,
//! whatever its entries.

use proc_macro2::{Delimiter, Group, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprIndex, ExprLit, ExprUnary, Lit, UnOp};

use crate::diagnostics::SourcePlace;
use crate::lower::Lowerer;
use crate::parse::counted_from_end;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Reports an index of a variable with entries that are counted from the end, as far as the
    /// variable has axes for them.
    pub(super) fn is_counted_from_end(&mut self, expr: &'e ExprIndex) -> bool {
        let found = match &*expr.index {
            Expr::Tuple(tuple) => tuple
                .elems
                .iter()
                .any(|e| is_negative(e) || has_negative(e)),
            single => has_negative(single),
        };
        if !found || !self.has_axes_for(expr) {
            return false;
        }
        let base: Vec<TokenTree> = expr.expr.to_token_stream().into_iter().collect();
        let index = Group::new(Delimiter::Bracket, expr.index.to_token_stream());
        let span = expr.bracket_token.span;
        let place = SourcePlace::between(span.open(), span.close());
        let Some(diagnostic) = counted_from_end(&base, &index, place) else {
            return false;
        };
        self.error(diagnostic);
        true
    }

    /// Whether a chain of indices takes no more axes than its variable has.
    fn has_axes_for(&self, expr: &ExprIndex) -> bool {
        let (mut taken, mut base) = (0, expr);
        let name = loop {
            taken += match &*base.index {
                Expr::Tuple(tuple) => tuple.elems.len(),
                _ => 1,
            };
            match &*base.expr {
                Expr::Index(inner) => base = inner,
                Expr::Path(path) => break path.path.get_ident().map(ToString::to_string),
                _ => return false,
            }
        };
        let variable = name.and_then(|name| self.variables.find(&name));
        let shape = variable.and_then(|id| self.variables.get(id).shape());
        shape.is_some_and(|shape| taken <= shape.rank())
    }
}

/// Whether an entry is a range with a bound below zero.
fn has_negative(entry: &Expr) -> bool {
    let Expr::Range(range) = entry else {
        return false;
    };
    let bounds = [&range.start, &range.end];
    bounds.into_iter().flatten().any(|bound| is_negative(bound))
}

/// Whether an expression is an integer as it stands, with a minus.
fn is_negative(expr: &Expr) -> bool {
    match expr {
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => matches!(
            &**expr,
            Expr::Lit(ExprLit {
                lit: Lit::Int(_),
                ..
            })
        ),
        _ => false,
    }
}
