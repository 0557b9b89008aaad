//! Patterns of `let`: names, tuples and arrays of names, with or without a type.

use graph_ir::types::Extent;
use graph_ir::{Element, Type};
use proc_macro2::Span;
use syn::{Expr, Ident, Pat};

use super::fit::filled;
use super::parts::Several;
use crate::diagnostics::{Diagnostic, SourcePlace, print, unsupported_pattern};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::types::{Declared, floats_in_tuples, stays_open, whole_number};
use crate::lower::values::{Lowered, Operand, Scalar, Value};
use crate::lower::variables::{Origin, Stored, Told, Variable};
use crate::tokens::words;

/// The pattern `rest @ ..`.
fn named_rest(pattern: &Pat) -> Option<&syn::PatIdent> {
    match pattern {
        Pat::Ident(p) => match &p.subpat {
            Some((_, rest)) if is_rest(rest) => Some(p),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a part of a pattern is `..`.
pub(in crate::lower) fn is_rest(pattern: &Pat) -> bool {
    matches!(pattern, Pat::Rest(_))
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Binds a pattern that may have a type.
    pub(in crate::lower) fn bind_annotated(
        &mut self,
        pattern: &'e Pat,
        lowered: Lowered<'b>,
        expr: &'e Expr,
        origin: Span,
    ) {
        self.expect_distinct(pattern);
        let copies = self.copies_in(pattern, expr);
        self.bind_with_type(pattern, lowered, expr, origin);
        self.note_copies(copies);
    }

    fn bind_with_type(
        &mut self,
        pattern: &'e Pat,
        lowered: Lowered<'b>,
        expr: &'e Expr,
        origin: Span,
    ) {
        let upper = match lowered.value.is_one_integer() {
            true => self.upper(expr),
            false => None,
        };
        let operand = Operand {
            value: lowered.value,
            expr,
            place: lowered.place,
        };
        if let Pat::Slice(p) = pattern
            && !p.elems.iter().any(|part| named_rest(part).is_some())
        {
            let (several, start) = (Several::of(&p.elems, is_rest), "let ");
            let place = (start, SourcePlace::of(pattern));
            if !self.has_known_length(&operand, &several, place) {
                return self.bind_nothing(pattern, origin);
            }
        }
        let Pat::Type(typed) = pattern else {
            self.bind(pattern, operand.value, origin);
            self.note_upper(pattern, upper);
            return self.note_starts(pattern, expr);
        };
        let (value, ty) = self.typed_value(typed, operand);
        self.bind_as(&typed.pat, value, &origin.into(), ty);
        self.note_upper(pattern, upper);
        self.note_starts(pattern, expr);
    }

    /// Notes what an integer never exceeds, with the variable that has it for good.
    fn note_upper(&mut self, pattern: &Pat, upper: Option<Extent>) {
        match pattern {
            Pat::Ident(p) if p.mutability.is_none() && upper.is_some() => {
                if let Some(id) = self.variables.find(&p.ident.to_string()) {
                    self.variables.told_mut(id).upper = upper;
                }
            }
            Pat::Paren(p) => self.note_upper(&p.pat, upper),
            Pat::Type(p) => self.note_upper(&p.pat, upper),
            _ => {}
        }
    }

    /// Reports a name that a pattern binds twice, in the compiler's words.
    pub(in crate::lower) fn expect_distinct(&mut self, pattern: &Pat) {
        let names = names_in(pattern);
        let mut twice = (1..names.len()).filter(|&at| names[..at].contains(&names[at]));
        if let Some(at) = twice.next() {
            let name = names[at];
            let message =
                format!("identifier `{name}` is bound more than once in the same pattern");
            let place = SourcePlace::token(name.span());
            self.error(Diagnostic::new(place, message));
        }
    }

    /// A value in the type that a pattern has, and this type, unless it is a tuple or `_`. Poison,
    /// and an error, if the value is of another type.
    pub(in crate::lower) fn typed_value(
        &mut self,
        typed: &'e syn::PatType,
        operand: Operand<'b, 'e>,
    ) -> (Value<'b>, Option<Type>) {
        self.typed_operand(typed, operand, true)
    }

    /// As [`Self::typed_value`], of a row that a closure gets: no text stands for it.
    pub(in crate::lower) fn typed_row(
        &mut self,
        typed: &'e syn::PatType,
        row: Operand<'b, 'e>,
    ) -> Value<'b> {
        self.typed_operand(typed, row, false).0
    }

    fn typed_operand(
        &mut self,
        typed: &'e syn::PatType,
        operand: Operand<'b, 'e>,
        is_written: bool,
    ) -> (Value<'b>, Option<Type>) {
        let declared = self.resolve_type_of(&typed.ty, &operand);
        let value = match &declared {
            None => Value::Poison,
            Some(Declared::Infer) => operand.value.clone(),
            Some(declared) => self.annotated(&operand, declared, typed, is_written),
        };
        if !value.is_poison() && stays_open(&typed.ty, &operand.value) {
            return (operand.value, None);
        }
        let ty = match declared {
            Some(Declared::Tensor(ty, _)) => Some(ty),
            _ => None,
        };
        (value, ty)
    }

    /// Binds a pattern.
    pub(in crate::lower) fn bind(
        &mut self,
        pattern: &'e Pat,
        value: Value<'b>,
        origin: impl Into<Origin>,
    ) {
        self.bind_as(pattern, value, &origin.into(), None);
    }

    fn bind_as(
        &mut self,
        pattern: &'e Pat,
        value: Value<'b>,
        origin: &Origin,
        declared: Option<Type>,
    ) {
        let value = self.as_array(value);
        self.note_type(pattern, &value);
        match pattern {
            Pat::Wild(_) => {}
            Pat::Paren(p) => self.bind_as(&p.pat, value, origin, declared),
            Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => {
                let name = p.ident.to_string();
                let value = self.set_apart(&name, value);
                self.name_node(&name, &value);
                self.variables.declare(Variable {
                    name,
                    mutable: p.mutability.is_some(),
                    origin: origin.clone(),
                    declared,
                    labels: value.labels(),
                    told: Told::default(),
                    stored: Stored::Value(value),
                });
            }
            Pat::Type(p) => self.bind_as(&p.pat, value, origin, declared),
            Pat::Tuple(p) => {
                let several = Several::of(&p.elems, is_rest);
                let parts = self.parts_of_tuple(&value, &several, SourcePlace::of(pattern));
                for (pattern, part) in several.with(parts) {
                    self.bind_as(pattern, part, origin, None);
                }
            }
            Pat::Slice(p) if p.elems.iter().any(|part| named_rest(part).is_some()) => {
                let rest = p.elems.iter().position(|part| named_rest(part).is_some());
                let (before, behind) = rest.map_or((0, 0), |at| (at, p.elems.len() - 1 - at));
                if let Some(rest) = p.elems.iter().find_map(named_rest)
                    && !value.is_poison()
                {
                    let message = "a pattern names no rest of an array";
                    let range = match behind {
                        0 => format!("x[{before}..]"),
                        _ => format!("x[{before}..x.len() - {behind}]"),
                    };
                    let help = format!(
                        "write `..` in the pattern, and take the rest as a range: `let {} = {range};`",
                        rest.ident
                    );
                    self.error(Diagnostic::new(SourcePlace::of(rest), message).help(help));
                }
                self.bind_nothing(pattern, origin.clone());
            }
            Pat::Slice(p) => {
                let several = Several::of(&p.elems, is_rest);
                let parts = self.parts_of_array(&value, &several, SourcePlace::of(pattern));
                for (pattern, part) in several.with(parts) {
                    self.bind_as(pattern, part, origin, None);
                }
            }
            Pat::Struct(p) => self.bind_fields(p, &value, origin),
            other => {
                self.error(unsupported_pattern(other));
                self.bind_nothing(other, origin.clone());
            }
        }
    }

    /// Declares the variables of a `let` without a value, which are assigned later.
    pub(in crate::lower) fn declare_unassigned(&mut self, pattern: &'e Pat, origin: Span) {
        if let Pat::Tuple(tuple) = pattern {
            for part in &tuple.elems {
                self.declare_unassigned(part, origin);
            }
            return;
        }
        if let Pat::Wild(_) = pattern {
            return;
        }
        let (inner, declared) = match pattern {
            Pat::Type(typed) => (&*typed.pat, self.resolve_type(&typed.ty)),
            pattern => (pattern, Some(Declared::Infer)),
        };
        let (Pat::Ident(name), Some(declared)) = (inner, declared) else {
            if let Pat::Ident(_) = inner {
                return self.bind_nothing(inner, origin);
            }
            let message = "a `let` without a value declares a variable, or a tuple of them";
            let help = "write `let name;` for each, or give the pattern a value";
            self.error(Diagnostic::new(SourcePlace::of(inner), message).help(help));
            return self.bind_nothing(inner, origin);
        };
        let (declared, labels) = match declared {
            Declared::Tensor(ty, labels) => (Some(ty), labels),
            Declared::Tuple(_) | Declared::Tuples(_) | Declared::Infer => (None, Labels::default()),
        };
        self.variables.declare(Variable {
            name: name.ident.to_string(),
            mutable: name.mutability.is_some(),
            origin: Origin::Let(origin),
            declared,
            labels,
            told: Told::default(),
            stored: Stored::Nothing,
        });
    }

    /// Binds the names of a pattern that is wrong, so that their uses are not errors too.
    pub(in crate::lower) fn bind_nothing(&mut self, pattern: &Pat, origin: impl Into<Origin>) {
        let origin = origin.into();
        for name in words(pattern) {
            self.bind_name_to_nothing(name, origin.clone());
        }
    }

    /// Binds a name that is wrong, so that its uses are not errors too.
    pub(in crate::lower) fn bind_name_to_nothing(&mut self, name: String, origin: Origin) {
        self.variables.declare(Variable {
            name,
            mutable: true,
            origin,
            declared: None,
            labels: Labels::default(),
            told: Told::default(),
            stored: Stored::Value(Value::Poison),
        });
    }

    /// A value for a `let` with a type.
    fn annotated(
        &mut self,
        operand: &Operand<'b, 'e>,
        declared: &Declared,
        typed: &'e syn::PatType,
        is_written: bool,
    ) -> Value<'b> {
        if operand.value.is_poison() {
            return Value::Poison;
        }
        if let Some(value) = self.fit(&operand.value, declared) {
            return match self.holds(&typed.ty, &value, operand.expr) {
                true => value,
                false => Value::Poison,
            };
        }
        if self.is_integer_for_float(&operand.value, declared) {
            let meant = self.float_meant(operand, self.declared_float(declared));
            return meant
                .and_then(|meant| self.fit(&meant, declared))
                .unwrap_or(Value::Poison);
        }
        let (name, expected) = (print(&typed.pat), self.describe_declared(declared));
        let found = self.describe(&operand.value);
        let own = match &*typed.pat {
            Pat::Ident(pattern) => pattern.ident.to_string(),
            _ => name.clone(),
        };
        let message = format!("`{own}` is annotated as {expected}, but its value is {found}");
        let diagnostic = Diagnostic::new(operand.place, message);
        let note = short_text(operand.expr).and_then(|_| self.explain(operand));
        let diagnostic = match note {
            Some(note) if matches!(operand.expr, Expr::Path(_)) => diagnostic.note(note),
            _ => diagnostic,
        };
        if let Declared::Tensor(_, labels) = declared
            && operand.value.labels().conflict(labels).is_some()
        {
            let diagnostic = self.with_axes(diagnostic, operand, labels);
            self.error(diagnostic);
            return Value::Poison;
        }
        let is_array = matches!(declared, Declared::Tensor(ty, _) if !ty.is_scalar());
        let bracketed = is_array.then(|| self.in_brackets(&operand.value, operand.expr));
        let other_axis = || match declared {
            Declared::Tensor(ty, _) => self.other_axis(operand.expr, &operand.value.shape()?, ty),
            Declared::Tuple(_) | Declared::Tuples(_) | Declared::Infer => None,
        };
        let wanted = match declared {
            Declared::Tensor(ty, _) => Some(ty.element),
            Declared::Tuple(_) | Declared::Tuples(_) | Declared::Infer => None,
        };
        let is_number = |value: &Value<'b>| value.shape().is_some_and(|shape| shape.rank() == 0);
        let is_float = operand.value.element().is_none_or(Element::is_float);
        let help = match (
            wanted,
            operand.value.as_integer(),
            whole_number(operand.expr),
        ) {
            (Some(Element::Bool), Some(number @ 0..=1), _) => format!("write `{}`", number == 1),
            (Some(Element::I64), _, Some(whole)) => format!("write an integer: `{whole}`"),
            (Some(Element::I64), None, None)
                if is_float
                    && is_number(&operand.value)
                    && let Some(text) = short_text(operand.expr) =>
            {
                format!("convert it: `{} as usize`", grouped(&text))
            }
            _ if !is_array
                && matches!(
                    operand.value,
                    Value::Scalar(Scalar::Integer(_)) | Value::Position(_)
                ) =>
            {
                format!("write `{name}: usize`, or leave the type out")
            }
            _ if let Declared::Tuple(parts) = declared
                && let Some(help) = self.as_parts(&operand.value, parts, operand.expr) =>
            {
                help
            }
            _ => bracketed
                .flatten()
                .or_else(|| {
                    let own = is_written.then(|| format!("{name}: {found}"))?;
                    self.cast_to(operand, declared, &own)
                })
                .or_else(|| floats_in_tuples(&operand.value, declared, operand.expr))
                .or_else(other_axis)
                .or_else(|| fill(operand, declared))
                .unwrap_or_else(|| format!("write `{name}: {found}`, or leave the type out")),
        };
        self.error(diagnostic.help(help));
        Value::Poison
    }

    /// The help for numbers of another type than the declared one, where all else agrees.
    fn cast_to(&self, operand: &Operand<'b, 'e>, declared: &Declared, own: &str) -> Option<String> {
        let Declared::Tensor(ty, _) = declared else {
            return None;
        };
        let agrees = operand.value.shape()? == ty.shape && ty.is_float();
        let found = operand.value.element()?;
        let text = short_text(operand.expr).filter(|_| agrees && found != Element::Bool)?;
        let (text, to) = (grouped(&text), self.words.element(ty.element));
        Some(format!("convert it: `{text} as {to}`; or write `{own}`"))
    }

    /// A node is called as the variable that it is bound to, for files and pictures.
    pub(super) fn name_node(&mut self, name: &str, value: &Value<'b>) {
        if let Value::Tensor(tensor) = value
            && self.give_name(name)
        {
            self.builder.suggest_name(tensor.wire, name);
        }
    }

    fn is_integer_for_float(&self, value: &Value<'b>, declared: &Declared) -> bool {
        let float = matches!(declared, Declared::Tensor(ty, _) if ty.is_float());
        let known = matches!(value, Value::Scalar(Scalar::Integer(_)));
        float && (known || value.is_constant_integer())
    }

    fn declared_float(&self, declared: &Declared) -> Element {
        match declared {
            Declared::Tensor(ty, _) => ty.element,
            _ => self.float,
        }
    }
}

/// The names that a pattern binds, in their order.
pub(in crate::lower) fn names_in(pattern: &Pat) -> Vec<&Ident> {
    let (mut names, mut open): (Vec<&Ident>, Vec<&Pat>) = (Vec::new(), vec![pattern]);
    while let Some(pattern) = open.pop() {
        match pattern {
            Pat::Ident(p) => names.push(&p.ident),
            Pat::Paren(p) => open.push(&p.pat),
            Pat::Type(p) => open.push(&p.pat),
            Pat::Tuple(p) => open.extend(p.elems.iter().rev()),
            Pat::Slice(p) => open.extend(p.elems.iter().rev()),
            Pat::Struct(p) => open.extend(p.fields.iter().rev().map(|own| &*own.pat)),
            _ => {}
        }
    }
    names
}

/// The help for a number in place of an array of such numbers.
fn fill(operand: &Operand<'_, '_>, declared: &Declared) -> Option<String> {
    let Declared::Tensor(ty, _) = declared else {
        return None;
    };
    let fits = match (operand.value.element(), operand.value.as_integer()) {
        (Some(element), _) => element == ty.element,
        (None, Some(_)) => ty.is_float() || ty.element == Element::I64,
        (None, None) => ty.is_float(),
    };
    (fits && !ty.is_scalar()).then(|| filled(operand, &ty.shape, ty.is_float()))?
}
