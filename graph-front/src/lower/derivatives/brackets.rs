//! Variables in brackets, as an array: several of them stand in parentheses, as a tuple.

use syn::punctuated::Punctuated;
use syn::{Expr, Token};

use super::super::calls::Builtin;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;

impl<'e> Lowerer<'_, 'e> {
    /// Reports variables of a derivative that are written as an array. They are not lowered as one:
    /// arrays of several shapes are none.
    pub(in crate::lower) fn variables_in_brackets(
        &mut self,
        builtin: Builtin,
        name: &str,
        is_method: bool,
        args: &'e Punctuated<Expr, Token![,]>,
    ) -> bool {
        if !is_derivative(builtin) {
            return false;
        }
        let mut others = args.iter();
        let value = others.next().filter(|_| !is_method);
        let of = match is_method {
            true => args.first(),
            false => others.next(),
        };
        let Some(Expr::Array(list)) = of.map(without_parentheses) else {
            return false;
        };
        let is_variable = |part: &Expr| match part {
            Expr::Path(path) => { path.path.get_ident() }
                .is_some_and(|name| self.variables.find(&name.to_string()).is_some()),
            _ => false,
        };
        if list.elems.is_empty() || !list.elems.iter().all(is_variable) {
            return false;
        }
        if let Some(value) = value {
            self.operand(value);
        }
        let names: Vec<String> = list.elems.iter().map(print).collect();
        let directions = others.next().filter(|_| builtin == Builtin::Jvp);
        let help = match (&names[..], directions.map(without_parentheses)) {
            ([only], _) => format!("one variable stands alone: `{only}`"),
            (names, Some(Expr::Array(directions))) => format!(
                "several variables stand in parentheses, and so do their directions: `({}), ({})`",
                names.join(", "),
                print(&directions.elems)
            ),
            (names, _) => format!(
                "several variables stand in parentheses: `({})`",
                names.join(", ")
            ),
        };
        let message = format!("`{name}` differentiates with respect to a variable");
        self.error(Diagnostic::new(SourcePlace::of(list), message).help(help));
        true
    }
}

/// Whether a function takes variables, behind the value that it differentiates.
fn is_derivative(builtin: Builtin) -> bool {
    let all = [
        Builtin::Deriv,
        Builtin::Jvp,
        Builtin::Vjp,
        Builtin::Jacobian,
        Builtin::Hessian,
    ];
    all.contains(&builtin)
}
