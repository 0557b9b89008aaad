//! Axes whose names stand in quotation marks, as in libraries that know them at run time alone:
//! `sum(x, axis = "N")`.

use syn::{Expr, ExprLit, Lit};

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::{Label, Labels};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::values::Operand;

impl<'b> Lowerer<'b, '_> {
    /// Reports names of axes in quotation marks: the names that are meant, where the array has
    /// them, and else what it has.
    pub(super) fn has_quoted_axes(
        &mut self,
        expr: &Expr,
        array: Option<&Operand<'b, '_>>,
        labels: &Labels,
    ) -> bool {
        let parts: Vec<&Expr> = match without_parentheses(expr) {
            Expr::Tuple(tuple) => tuple.elems.iter().collect(),
            Expr::Array(list) => list.elems.iter().collect(),
            one => vec![one],
        };
        let names: Option<Vec<String>> = parts.iter().map(|part| quoted(part)).collect();
        let Some(names) = names.filter(|names| !names.is_empty()) else {
            return false;
        };
        let rank = array
            .and_then(|array| array.value.shape())
            .map_or(0, |shape| shape.rank());
        let own: Vec<&Label> = (0..rank).filter_map(|at| labels.get(at)).collect();
        let is_known = |name: &String| own.iter().any(|own| own.name() == name);
        let place = SourcePlace::of(expr);
        let unknown = names.iter().find(|name| !is_known(name));
        if let (Some(unknown), Some(array)) = (unknown, array) {
            let unknown = Label::new(unknown, false);
            self.no_one_dimension(&unknown, 0, place, array, labels);
            return true;
        }
        let message = "the name of an axis stands without quotation marks";
        let help = match (&names[..], unknown) {
            (_, Some(_)) => "an axis is a number, `axis = 0`, or the name of one".into(),
            ([only], None) => format!("write `axis = {only}`"),
            (names, None) => format!("write `axis = ({})`", names.join(", ")),
        };
        self.error(Diagnostic::new(place, message).help(help));
        true
    }
}

/// The text of a literal.
fn quoted(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        Expr::Lit(ExprLit {
            lit: Lit::Char(letter),
            ..
        }) => Some(letter.value().into()),
        _ => None,
    }
}
