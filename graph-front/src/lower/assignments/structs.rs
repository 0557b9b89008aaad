//! Patterns that take structs apart: `let Layer { w, b: bias, .. } = l;`.

use syn::{Ident, Member, PatStruct};

use crate::diagnostics::{Diagnostic, SourcePlace, closest, print, unsupported_pattern};
use crate::lower::Lowerer;
use crate::lower::types::struct_named;
use crate::lower::values::Value;
use crate::lower::variables::Origin;
use crate::signature::Parts;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Binds the fields of a struct.
    pub(super) fn bind_fields(
        &mut self,
        pattern: &'e PatStruct,
        value: &Value<'b>,
        origin: &Origin,
    ) {
        let whole = syn::Pat::Struct(pattern.clone());
        let Some(item) = struct_named(&pattern.path, self.names) else {
            if !self.names.refused.may_lead(&pattern.path) {
                self.error(unsupported_pattern(&whole));
            }
            return self.bind_nothing(&whole, origin.clone());
        };
        let parts = match value {
            Value::Tuple(parts) if parts.of().is_some_and(|of| of.name == item.ident) => parts,
            Value::Poison => return self.bind_nothing(&whole, origin.clone()),
            other => {
                let found = self.describe(other);
                let message = format!("the pattern takes a `{}` apart, found {found}", item.ident);
                let place = SourcePlace::of(&pattern.path);
                self.error(Diagnostic::new(place, message));
                return self.bind_nothing(&whole, origin.clone());
            }
        };
        self.expect_fields_of(pattern, parts);
        for field in &pattern.fields {
            let part = match &field.member {
                Member::Named(name) => parts.position(name).map(|at| parts[at].clone()),
                Member::Unnamed(_) => None,
            };
            self.bind(&field.pat, part.unwrap_or(Value::Poison), origin.clone());
        }
    }

    /// Reports fields that the struct does not have, and those that the pattern leaves out.
    fn expect_fields_of(&mut self, pattern: &PatStruct, parts: &Parts<Value<'b>>) {
        let Some(of) = parts.of() else { return };
        let own: Vec<&Ident> = of.fields.iter().map(|field| &field.name).collect();
        let is_named =
            |member: &Member, own: &Ident| matches!(member, Member::Named(name) if name == own);
        for field in &pattern.fields {
            if own.iter().any(|own| is_named(&field.member, own)) {
                continue;
            }
            let text = print(&field.member);
            let names: Vec<String> = own.iter().map(ToString::to_string).collect();
            let close = closest(&text, names.iter().map(String::as_str));
            let help = close.map(|close| format!("did you mean `{close}`?"));
            let message = format!("`{}` has no field `{text}`", of.text());
            let place = SourcePlace::of(&field.member);
            self.error(Diagnostic::new(place, message).help_if(help));
        }
        let is_given = |own: &Ident| {
            pattern
                .fields
                .iter()
                .any(|field| is_named(&field.member, own))
        };
        let missing: Vec<String> = own
            .iter()
            .filter(|own| !is_given(own))
            .map(|own| format!("`{own}`"))
            .collect();
        if pattern.rest.is_none() && !missing.is_empty() {
            let message = format!("the pattern lacks {}", missing.join(", "));
            let help = "`..` at its end stands for the fields without a name";
            let place = SourcePlace::of(&pattern.path);
            self.error(Diagnostic::new(place, message).help(help));
        }
    }
}
