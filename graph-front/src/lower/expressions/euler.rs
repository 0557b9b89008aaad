//! Powers of Euler's number, which is no constant of the language: `e.powf(x)`.

use syn::Expr;

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::types::as_float;
use crate::lower::values::Lowered;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A power of Euler's number, `e.powf(x)`, which nothing is called: takes it off the spine and
    /// reports it.
    pub(super) fn power_of_e(
        &mut self,
        base: &'e Expr,
        spine: &mut Vec<&'e Expr>,
    ) -> Option<Lowered<'b>> {
        let (Expr::Path(path), &Expr::MethodCall(call)) = (base, spine.last()?) else {
            return None;
        };
        let name = path.path.get_ident()?.to_string();
        let is_power = ["powf", "powi", "pow"].iter().any(|own| call.method == own);
        let is_known = !["e", "E"].contains(&&*name) || self.has_value_named(&name);
        let exponent = call.args.first().filter(|_| call.args.len() == 1)?;
        if is_known || !is_power {
            return None;
        }
        spine.pop();
        let end = SourcePlace::token(call.paren_token.span.close());
        let place = SourcePlace::of(base);
        self.expression(exponent);
        let text = match exponent {
            Expr::Lit(_) => Some(as_float(exponent)),
            exponent => short_text(exponent),
        };
        let help = text.map(|text| format!("a power of Euler's number is `exp({text})`"));
        let value = self.error(Diagnostic::unknown(place, "value", &name).help_if(help));
        Some(Lowered {
            value,
            place: place.to(end),
        })
    }
}
