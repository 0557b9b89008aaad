//! Patterns of `let`: names, tuples and arrays of names, with or without a type.

use graph_ir::intern::signed;
use graph_ir::{Element, Type};
use proc_macro2::Span;
use quote::ToTokens;
use syn::{Expr, Ident, Pat};

use crate::diagnostics::{Diagnostic, SourcePlace, plural, print, unsupported_pattern};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::types::{Declared, whole_number};
use crate::lower::values::{Lowered, Operand, Scalar, Table, Value};
use crate::lower::variables::{Origin, Stored, Variable};
use crate::tokens::words;

/// The parts of a tuple or an array in a pattern or an assignment, of which `..` may stand for any
/// number that are not named.
pub(super) struct Several<'t, T> {
    before: Vec<&'t T>,
    /// Those behind the `..`, where there is one.
    after: Option<Vec<&'t T>>,
}

impl<'t, T> Several<'t, T> {
    pub(super) fn of(parts: impl IntoIterator<Item = &'t T>, is_rest: impl Fn(&T) -> bool) -> Self {
        let mut before: Vec<&'t T> = parts.into_iter().collect();
        let rest = before.iter().position(|part| is_rest(part));
        let after = rest.map(|rest| {
            let after = before.split_off(rest);
            after.into_iter().skip(1).collect()
        });
        Self { before, after }
    }

    /// How many parts are named.
    fn named(&self) -> usize {
        self.before.len() + self.after.as_ref().map_or(0, Vec::len)
    }

    /// Whether a value may have so many parts.
    fn fit(&self, count: usize) -> bool {
        count == self.named() || self.after.is_some() && count > self.named()
    }

    /// The parts in brackets, and `..` behind them if they are not all.
    fn in_brackets(&self, are_all: bool) -> String
    where
        T: ToTokens,
    {
        let mut parts: Vec<String> = self.before.iter().map(print).collect();
        if let Some(after) = &self.after {
            parts.push("..".into());
            parts.extend(after.iter().map(print));
        } else if !are_all {
            parts.push("..".into());
        }
        format!("`[{}]`", parts.join(", "))
    }

    fn least(&self) -> &'static str {
        self.after.as_ref().map_or("", |_| "at least ")
    }

    /// The named parts, with their values out of all.
    pub(super) fn with<V>(self, mut values: Vec<V>) -> Vec<(&'t T, V)> {
        let after = self.after.unwrap_or_default();
        let last = values.split_off(values.len().saturating_sub(after.len()));
        let first = self.before.into_iter().zip(values);
        first.chain(after.into_iter().zip(last)).collect()
    }
}

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

fn is_rest(pattern: &Pat) -> bool {
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
        let Pat::Type(typed) = pattern else {
            return self.bind(pattern, lowered.value, origin);
        };
        let operand = Operand {
            value: lowered.value,
            expr,
            place: lowered.place,
        };
        let (value, ty) = self.typed_value(typed, operand);
        self.bind_as(&typed.pat, value, &origin.into(), ty);
    }

    /// Reports a name that a pattern binds twice, in the compiler's words.
    pub(in crate::lower) fn expect_distinct(&mut self, pattern: &Pat) {
        let (mut names, mut open): (Vec<&Ident>, Vec<&Pat>) = (Vec::new(), vec![pattern]);
        while let Some(pattern) = open.pop() {
            match pattern {
                Pat::Ident(p) if names.contains(&&p.ident) => {
                    let name = &p.ident;
                    let message =
                        format!("identifier `{name}` is bound more than once in the same pattern");
                    let place = SourcePlace::token(name.span());
                    return drop(self.error(Diagnostic::new(place, message)));
                }
                Pat::Ident(p) => names.push(&p.ident),
                Pat::Paren(p) => open.push(&p.pat),
                Pat::Type(p) => open.push(&p.pat),
                Pat::Tuple(p) => open.extend(p.elems.iter().rev()),
                Pat::Slice(p) => open.extend(p.elems.iter().rev()),
                _ => {}
            }
        }
    }

    /// A value in the type that a pattern has, and this type, unless it is a tuple or `_`. Poison,
    /// and an error, if the value is of another type.
    pub(in crate::lower) fn typed_value(
        &mut self,
        typed: &'e syn::PatType,
        operand: Operand<'b, 'e>,
    ) -> (Value<'b>, Option<Type>) {
        let declared = self.resolve_type(&typed.ty);
        let value = match &declared {
            None => Value::Poison,
            Some(Declared::Infer) => operand.value,
            Some(declared) => self.annotated(&operand, declared, typed),
        };
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
            other => {
                self.error(unsupported_pattern(other));
                self.bind_nothing(other, origin.clone());
            }
        }
    }

    /// Declares the variable of a `let` without a value, which is assigned later.
    pub(in crate::lower) fn declare_unassigned(&mut self, pattern: &'e Pat, origin: Span) {
        let (inner, declared) = match pattern {
            Pat::Type(typed) => (&*typed.pat, self.resolve_type(&typed.ty)),
            pattern => (pattern, Some(Declared::Infer)),
        };
        let (Pat::Ident(name), Some(declared)) = (inner, declared) else {
            if let Pat::Ident(_) = inner {
                return self.bind_nothing(inner, origin);
            }
            let message = "a `let` without a value declares one variable";
            let help = "write `let name;` for each, or give the pattern a value";
            self.error(Diagnostic::new(SourcePlace::of(inner), message).help(help));
            return self.bind_nothing(inner, origin);
        };
        let (declared, labels) = match declared {
            Declared::Tensor(ty, labels) => (Some(ty), labels),
            Declared::Tuple(_) | Declared::Infer => (None, Labels::default()),
        };
        self.variables.declare(Variable {
            name: name.ident.to_string(),
            mutable: name.mutability.is_some(),
            origin: Origin::Let(origin),
            declared,
            labels,
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
    pub(super) fn bind_name_to_nothing(&mut self, name: String, origin: Origin) {
        self.variables.declare(Variable {
            name,
            mutable: true,
            origin,
            declared: None,
            labels: Labels::default(),
            stored: Stored::Value(Value::Poison),
        });
    }

    /// A value for a `let` with a type.
    fn annotated(
        &mut self,
        operand: &Operand<'b, 'e>,
        declared: &Declared,
        typed: &'e syn::PatType,
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
        let message = format!("`{name}` is annotated as {expected}, but its value is {found}");
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
        let wanted = match declared {
            Declared::Tensor(ty, _) => Some(ty.element),
            Declared::Tuple(_) | Declared::Infer => None,
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
            _ if matches!(
                operand.value,
                Value::Scalar(Scalar::Integer(_)) | Value::Position(_)
            ) =>
            {
                format!("write `{name}: usize`, or leave the type out")
            }
            _ => bracketed
                .flatten()
                .unwrap_or_else(|| format!("write `{name}: {found}`, or leave the type out")),
        };
        self.error(diagnostic.help(help));
        Value::Poison
    }

    /// The values of a tuple, to be bound or assigned at a place; poison, and an error, for another
    /// value.
    pub(super) fn parts_of_tuple<T: ToTokens>(
        &mut self,
        value: &Value<'b>,
        several: &Several<'_, T>,
        place: SourcePlace,
    ) -> Vec<Value<'b>> {
        match value {
            Value::Tuple(parts) if several.fit(parts.len()) => parts.clone(),
            other => self.no_parts(other, several, ("a tuple", "value"), place),
        }
    }

    /// As [`Self::parts_of_tuple`], of an array.
    pub(super) fn parts_of_array<T: ToTokens>(
        &mut self,
        value: &Value<'b>,
        several: &Several<'_, T>,
        place: SourcePlace,
    ) -> Vec<Value<'b>> {
        let extent = value.shape().filter(|s| s.rank() > 0);
        let extent = extent.and_then(|shape| shape.count_along(0).known());
        match extent.filter(|&extent| several.fit(extent)) {
            Some(extent) => {
                let rank = value.shape().map_or(0, |shape| shape.rank());
                let labels = value.labels().chosen(1..rank);
                let parts = (0..extent).map(|at| self.part(value, at).labelled(labels.clone()));
                parts.collect()
            }
            None => self.no_parts(value, several, ("an array", "element"), place),
        }
    }

    /// Reports a value that a pattern cannot take apart.
    fn no_parts<T: ToTokens>(
        &mut self,
        value: &Value<'b>,
        several: &Several<'_, T>,
        (whole, part): (&str, &str),
        place: SourcePlace,
    ) -> Vec<Value<'b>> {
        let count = several.named();
        if !value.is_poison() {
            let found = self.describe(value);
            let message = format!(
                "this pattern binds {whole} of {}{count} {part}{}, but the value is {found}",
                several.least(),
                plural(count)
            );
            let extent = value.shape().filter(|shape| shape.rank() > 0);
            let extent = extent.and_then(|shape| shape.count_along(0).known());
            let help = extent.and_then(|extent| {
                let parts = several.in_brackets(several.fit(extent));
                match whole {
                    "a tuple" => Some(format!("an array is taken apart with brackets: {parts}")),
                    _ if count < extent => Some(format!("`..` stands for the others: {parts}")),
                    _ => None,
                }
            });
            self.error(Diagnostic::new(place, message).help_if(help));
        }
        vec![Value::Poison; count]
    }

    /// The part of an array at a position of its first axis, which exists.
    fn part(&mut self, value: &Value<'b>, position: usize) -> Value<'b> {
        let index = signed(position);
        match value {
            Value::Tensor(tensor) => match self.builder.index(tensor.wire, 0, index) {
                Ok(wire) => Value::from(wire),
                Err(_) => Value::Poison,
            },
            Value::Table(table) => {
                let shape = table.shape.row();
                let size = shape.size();
                let items = table.items[position * size..(position + 1) * size].to_vec();
                match items[..] {
                    [only] if shape.rank() == 0 => Value::Scalar(only),
                    _ => Value::Table(
                        Table {
                            shape,
                            element: table.element,
                            items,
                            labels: Labels::default(),
                        }
                        .into(),
                    ),
                }
            }
            _ => Value::Poison,
        }
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
