//! Help for a range with a bound that is known only at run time: a constant range that holds it, and
//! a condition inside. The arrays that the body reads at the loop's variable say how long that is.

use graph_ir::types::Extent;
use proc_macro2::{Delimiter, Group, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprForLoop, ExprRange, RangeLimits};

use super::header::name_of;
use super::sequence::least;
use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::indexing::End;
use crate::lower::report::short_text;
use crate::lower::values::Operand;
use crate::tokens::{bound, levels, sign};

/// The number of repetitions where no array says how many there may be.
const MANY: &str = "100";

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The name of the variable of the loop whose header is read.
    pub(in crate::lower) fn counter(&self) -> Option<String> {
        self.loops.header.and_then(|header| name_of(&header.pat))
    }

    /// The help for the bound of a loop that is known only at run time.
    pub(in crate::lower) fn chosen_inside(&self, open: &Operand<'b, 'e>, end: End) -> String {
        let named = self.counter();
        let unused = || self.unused_name(&["i", "j", "k"]).to_string();
        let counter = named.clone().unwrap_or_else(unused);
        let text = short_text(without_parentheses(open.expr)).unwrap_or_else(|| "n".into());
        let sign = end.sign();
        let range = self.loops.header.and_then(range_in);
        let most = named.and_then(|name| self.positions_read(self.loops.header?, &name));
        let is_known = most.is_some() || end == End::Start;
        let most = most.map_or(MANY.into(), |most| most.to_string());
        let (start, last) = match (end, range) {
            (End::Start, Some(range)) => {
                let closed = matches!(range.limits, RangeLimits::Closed(_));
                let last = range.end.as_deref().and_then(short_text);
                let last = last.map(|last| if closed { format!("={last}") } else { last });
                ("0".into(), last.unwrap_or(most))
            }
            (_, Some(range)) => {
                let start = range.start.as_deref().and_then(short_text);
                (start.unwrap_or_else(|| "0".into()), most)
            }
            (_, None) => ("0".into(), most),
        };
        let whole = format!("{start}..{last}");
        let sequence = match (self.loops.header, range) {
            (Some(header), Some(range)) => print(&header.expr).replace(&print(range), &whole),
            _ => whole,
        };
        let how = match is_known {
            true => "",
            false => ", with the most repetitions that there may be",
        };
        format!(
            "a loop runs over a constant range; choose inside of it{how}: \
             `for {counter} in {sequence} {{ if {counter} {sign} {text} {{ .. }} }}`"
        )
    }

    /// How many positions the variable of the loop whose header is read may have.
    pub(super) fn positions_in_body(&self) -> Option<Extent> {
        self.positions_read(self.loops.header?, &self.counter()?)
    }

    /// How many positions the variable of a loop may have, as its body reads arrays there.
    fn positions_read(&self, header: &ExprForLoop, counter: &str) -> Option<Extent> {
        let body = header.body.to_token_stream();
        let own = bound(body.clone());
        let mut found: Option<Extent> = None;
        levels(body, |level| {
            for (at, token) in level.iter().enumerate() {
                let TokenTree::Ident(name) = token else {
                    continue;
                };
                let name = name.to_string();
                let shape = self.variables.find(&name).filter(|_| !own.contains(&name));
                let shape = shape.and_then(|id| self.variables.get(id).shape());
                let Some(shape) = shape else { continue };
                let counts = shape.counts();
                for (axis, after) in indices(&level[at + 1..], counter) {
                    let Some(count) = counts.get(axis) else {
                        continue;
                    };
                    let count = count - Extent::from(after);
                    found = match found.take() {
                        Some(other) => least(&other, &count),
                        None => Some(count),
                    };
                }
            }
        });
        found.filter(|count| !count.is_negative())
    }
}

/// The range behind `in`, in front of its methods.
fn range_in(header: &ExprForLoop) -> Option<&ExprRange> {
    let mut expr = without_parentheses(&header.expr);
    loop {
        match expr {
            Expr::Range(range) => return Some(range),
            Expr::MethodCall(call) => expr = without_parentheses(&call.receiver),
            _ => return None,
        }
    }
}

/// The axes along which the brackets that start these tokens hold the variable of a loop, with the
/// number that is added to it.
fn indices(after: &[TokenTree], counter: &str) -> Vec<(usize, i64)> {
    let brackets = after.iter().map_while(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => Some(group),
        _ => None,
    });
    let (mut axis, mut found) = (0, Vec::new());
    for bracket in brackets {
        for entry in entries(bracket) {
            found.extend(shifted(&entry, counter).map(|by| (axis, by)));
            axis += 1;
        }
    }
    found
}

/// The entries between brackets, which stand in parentheses where there are several.
fn entries(bracket: &Group) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = bracket.stream().into_iter().collect();
    match &tokens[..] {
        [TokenTree::Group(inner)] if inner.delimiter() == Delimiter::Parenthesis => {
            let inner: Vec<TokenTree> = inner.stream().into_iter().collect();
            let parts = inner.split(|token| sign(token) == Some(','));
            parts.map(<[TokenTree]>::to_vec).collect()
        }
        _ => vec![tokens],
    }
}

/// The distance from the variable of a loop in an index that is the sum of both.
fn shifted(entry: &[TokenTree], counter: &str) -> Option<i64> {
    let [TokenTree::Ident(name), rest @ ..] = entry else {
        return None;
    };
    let number = |token: &TokenTree| token.to_string().parse::<i64>().ok();
    match rest {
        _ if name != counter => None,
        [] => Some(0),
        [plus, by] if sign(plus) == Some('+') => number(by),
        [minus, by] if sign(minus) == Some('-') => number(by)?.checked_neg(),
        _ => None,
    }
}
