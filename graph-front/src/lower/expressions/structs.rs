//! Structs of the block: literals, and the errors about fields.

use graph_ir::types::Extent;
use syn::{ExprStruct, FieldValue, Ident, ItemStruct, Member};

use crate::diagnostics::{Diagnostic, SourcePlace, closest, print};
use crate::lower::Lowerer;
use crate::lower::calls::turbofish;
use crate::lower::types::{Declared, Given, given_to, lengths_as, struct_named, struct_type};
use crate::lower::values::{Lowered, Operand, Value};
use crate::parse::lengths_of_struct;
use crate::signature::{Lengths, Parts, StructType};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `Layer { w: .., b: .. }`, or `Layer { b: .., ..old }`.
    pub(super) fn structure(&mut self, expr: &'e ExprStruct) -> Lowered<'b> {
        let span = expr.brace_token.span;
        let place = SourcePlace::of(&expr.path).to(SourcePlace::token(span.close()));
        let Some(item) = struct_named(&expr.path, self.names) else {
            let value = self.no_struct(expr);
            return Lowered { value, place };
        };
        let fields = expr.fields.iter();
        let fields = fields.map(|field| (field, self.operand(&field.expr)));
        let fields: Vec<(&'e FieldValue, Operand<'b, 'e>)> = fields.collect();
        let rest = expr.rest.as_ref();
        let rest = rest.map(|rest| match self.default_of_rest(item, rest) {
            Some(value) => Operand {
                value,
                expr: rest,
                place: SourcePlace::of(&**rest),
            },
            None => self.operand(rest),
        });
        let value = self.struct_of(item, expr, &fields, rest.as_ref());
        Lowered {
            value: value.unwrap_or(Value::Poison),
            place,
        }
    }

    fn no_struct(&mut self, expr: &ExprStruct) -> Value<'b> {
        if self.names.refused.may_lead(&expr.path) {
            return Value::Poison;
        }
        let name = print(&expr.path);
        let known = self.names.structs.keys().map(String::as_str);
        let close = closest(&name, known).map(|close| format!("did you mean `{close}`?"));
        let help = close.unwrap_or_else(|| {
            format!(
                "declare it in the block: `struct {name} {{ .. }}`; a tuple has no names: `(a, b)`"
            )
        });
        let place = SourcePlace::of(&expr.path);
        self.error(Diagnostic::unknown(place, "struct", &name).help(help))
    }

    fn struct_of(
        &mut self,
        item: &ItemStruct,
        expr: &'e ExprStruct,
        fields: &[(&'e FieldValue, Operand<'b, 'e>)],
        rest: Option<&Operand<'b, 'e>>,
    ) -> Option<Value<'b>> {
        let own: Vec<&Ident> = item
            .fields
            .iter()
            .filter_map(|own| own.ident.as_ref())
            .collect();
        self.expect_fields(item, expr, &own)?;
        let old = match rest {
            None => None,
            Some(rest) => Some(self.rest_of(item, rest)?),
        };
        let poisoned = fields.iter().any(|(_, operand)| operand.value.is_poison());
        if poisoned {
            return None;
        }
        let lengths = self.lengths_of_literal(item, expr, fields, old)?;
        let Some(Declared::Tuple(types)) = struct_type(item, lengths, self.names) else {
            return None;
        };
        let mut values = Vec::with_capacity(own.len());
        for (position, (name, ty)) in own.iter().zip(&types).enumerate() {
            let given = fields.iter().find(|(field, _)| is_of(&field.member, name));
            let value = match (given, old) {
                (Some((_, operand)), _) => self.field_value(&types, name, ty, operand)?,
                (None, Some(old)) => old[position].clone(),
                // It was looked for.
                (None, None) => return None,
            };
            values.push(value);
        }
        Some(Value::Tuple(types.with(values)))
    }

    /// Reports fields that the struct does not have, that stand there twice, or that are missing.
    fn expect_fields(
        &mut self,
        item: &ItemStruct,
        expr: &ExprStruct,
        own: &[&Ident],
    ) -> Option<()> {
        let (name, before) = (&item.ident, self.names.diagnostics.len());
        for (position, field) in expr.fields.iter().enumerate() {
            let place = SourcePlace::of(&field.member);
            let text = print(&field.member);
            let mut earlier = expr.fields.iter().take(position);
            if !own.iter().any(|own| is_of(&field.member, own)) {
                let help = fields_in_words(&text, own);
                let message = format!("`{name}` has no field `{text}`");
                self.error(Diagnostic::new(place, message).help(help));
            } else if earlier.any(|other| other.member == field.member) {
                let message = format!("the field `{text}` has two values");
                self.error(Diagnostic::new(place, message).help("remove one of them"));
            }
        }
        let missing = own.iter().filter(|own| {
            let mut given = expr.fields.iter();
            !given.any(|field| is_of(&field.member, own))
        });
        let missing: Vec<String> = missing.map(|own| format!("`{own}`")).collect();
        if expr.rest.is_none() && !missing.is_empty() {
            let message = format!("`{name}` lacks a value for {}", missing.join(", "));
            let help = format!(
                "write a value for each field, or take the others of a struct, `..m`, or the others \
                 of zeros: `..{name}{}::zeros()`",
                turbofish(item)
            );
            self.error(Diagnostic::new(SourcePlace::of(&expr.path), message).help(help));
        }
        (self.names.diagnostics.len() == before).then_some(())
    }

    /// The fields of the struct behind `..`.
    fn rest_of<'o>(
        &mut self,
        item: &ItemStruct,
        rest: &'o Operand<'b, 'e>,
    ) -> Option<&'o Parts<Value<'b>>> {
        match &rest.value {
            Value::Poison => None,
            Value::Tuple(parts) if parts.of().is_some_and(|of| of.name == item.ident) => {
                Some(parts)
            }
            other => {
                let found = self.describe(other);
                let message = format!("behind `..` stands a `{}`, found {found}", item.ident);
                let note = self.explain(rest);
                self.error(Diagnostic::new(rest.place, message).note_if(note));
                None
            }
        }
    }

    /// The lengths of a literal: those that are written, those of the rest, or those of its values.
    fn lengths_of_literal(
        &mut self,
        item: &ItemStruct,
        expr: &'e ExprStruct,
        fields: &[(&'e FieldValue, Operand<'b, 'e>)],
        old: Option<&Parts<Value<'b>>>,
    ) -> Option<Lengths> {
        let own = lengths_of_struct(item);
        let given = given_to(&expr.path);
        if !given.is_empty() && given.len() == own.len() {
            let values = given.into_iter().map(|given| match given? {
                Given::Expression(expr) => self.extent(expr),
                Given::Name(name) => self.length_named(name),
            });
            let values: Vec<Extent> = values.collect::<Option<_>>()?;
            return Some(lengths_as(item, values));
        }
        let of_rest = old.and_then(Parts::of).map(|of| of.lengths.clone());
        if fields.is_empty()
            && let Some(lengths) = of_rest
        {
            return Some(lengths);
        }
        let mut values: Vec<Option<Extent>> = vec![None; own.len()];
        for field in &item.fields {
            let Some(name) = &field.ident else { continue };
            let Some((_, operand)) = fields.iter().find(|(own, _)| is_of(&own.member, name)) else {
                continue;
            };
            for (position, extent) in extents_in(&field.ty, &own, &operand.value) {
                values[position].get_or_insert(extent);
            }
        }
        let of_rest: Vec<Option<Extent>> = match old.and_then(Parts::of) {
            Some(of) => of
                .lengths
                .iter()
                .map(|(_, own)| Some(own.clone()))
                .collect(),
            None => vec![None; own.len()],
        };
        let mut values = values.into_iter().zip(of_rest);
        let mut known = Vec::with_capacity(own.len());
        for name in &own {
            let (value, of_rest) = values.next()?;
            let Some(value) = value.or(of_rest) else {
                let all: Vec<String> = own.iter().map(ToString::to_string).collect();
                let message = format!("the length `{name}` of `{}` is not known here", item.ident);
                let help = format!("write it: `{}::<{}> {{ .. }}`", item.ident, all.join(", "));
                self.error(Diagnostic::new(SourcePlace::of(&expr.path), message).help(help));
                return None;
            };
            known.push(value);
        }
        Some(lengths_as(item, known))
    }

    /// A value in the type of its field.
    fn field_value(
        &mut self,
        types: &Parts<Declared>,
        name: &Ident,
        ty: &Declared,
        operand: &Operand<'b, 'e>,
    ) -> Option<Value<'b>> {
        if let Some(value) = self.fit(&operand.value, ty) {
            return Some(value);
        }
        if let Declared::Tensor(wanted, _) = ty
            && wanted.is_float()
            && operand.value.is_constant_integer()
        {
            self.integer_for_float(operand, wanted.element);
            return None;
        }
        let whole = types.of().map_or_else(String::new, |of| of.text());
        let (wanted, found) = (self.describe_declared(ty), self.describe(&operand.value));
        let message = format!("the field `{name}` of `{whole}` is {wanted}, found {found}");
        let diagnostic = Diagnostic::new(operand.place, message);
        let note = self.explain(operand);
        let help = match ty {
            Declared::Tuple(parts) => self.as_parts(&operand.value, parts, operand.expr),
            Declared::Tensor(..) | Declared::Tuples(_) | Declared::Infer => None,
        };
        self.error(diagnostic.note_if(note).help_if(help));
        None
    }

    /// Reports a field that a struct does not have.
    pub(super) fn no_field(&mut self, of: &StructType, member: &Member) {
        let text = print(member);
        let own: Vec<&Ident> = of.fields.iter().map(|field| &field.name).collect();
        let message = format!("`{}` has no field `{text}`", of.text());
        let help = match member {
            Member::Unnamed(index) => match own.get(index.index as usize) {
                Some(name) => format!("the fields of a struct have names: `.{name}`"),
                None => fields_in_words(&text, &own),
            },
            Member::Named(_) => fields_in_words(&text, &own),
        };
        self.error(Diagnostic::new(SourcePlace::of(member), message).help(help));
    }
}

/// Whether a member is the field of a name.
fn is_of(member: &Member, name: &Ident) -> bool {
    matches!(member, Member::Named(own) if own == name)
}

/// The help for a name that no field has.
fn fields_in_words(text: &str, own: &[&Ident]) -> String {
    let names: Vec<String> = own.iter().map(ToString::to_string).collect();
    match closest(text, names.iter().map(String::as_str)) {
        Some(close) => format!("did you mean `{close}`?"),
        None => {
            let names: Vec<String> = names.iter().map(|own| format!("`{own}`")).collect();
            format!("its fields are {}", names.join(", "))
        }
    }
}

/// The positions of parameters of a struct that are extents of the type of a field, each with the
/// extent that a value of the field has there.
pub(in crate::lower) fn extents_in(
    ty: &syn::Type,
    own: &[&Ident],
    value: &Value<'_>,
) -> Vec<(usize, Extent)> {
    let position = |name: &Ident| own.iter().position(|own| *own == name);
    let mut found = Vec::new();
    match (ty, value) {
        (syn::Type::Array(array), Value::Tuples(_)) => {
            let length = value.count_of_tuples();
            found.extend(named_length(array, position).zip(length));
            found.extend(extents_in(&array.elem, own, value));
        }
        (syn::Type::Array(array), Value::Tuple(parts)) if parts.are_elements() => {
            let length = Extent::from(parts.len());
            found.extend(named_length(array, position).map(|at| (at, length)));
            let first = parts
                .first()
                .map(|first| extents_in(&array.elem, own, first));
            found.extend(first.into_iter().flatten());
        }
        (syn::Type::Path(path), Value::Tuple(parts) | Value::Tuples(parts)) => {
            let lengths = parts.of().map(|of| &of.lengths);
            let lengths = lengths.into_iter().flat_map(Lengths::iter);
            for (given, (_, length)) in given_to(&path.path).into_iter().zip(lengths) {
                let name = match given {
                    Some(Given::Name(name)) => Some(name),
                    Some(Given::Expression(syn::Expr::Path(path))) => path.path.get_ident(),
                    _ => None,
                };
                found.extend(name.and_then(position).map(|at| (at, length.clone())));
            }
        }
        (syn::Type::Tuple(types), Value::Tuple(parts)) => {
            for (ty, part) in types.elems.iter().zip(parts) {
                found.extend(extents_in(ty, own, part));
            }
        }
        _ => {
            let Some(shape) = value.shape() else {
                return found;
            };
            let (mut rest, mut axis) = (ty, 0);
            while let syn::Type::Array(array) = rest {
                if let Some(at) = named_length(array, position)
                    && let Some(dim) = shape.dims().get(axis)
                {
                    found.push((at, dim.count().clone()));
                }
                axis += 1;
                rest = &array.elem;
            }
        }
    }
    found
}

/// The position that a function gives the name of an array's length, where this is a name.
fn named_length(
    array: &syn::TypeArray,
    position: impl Fn(&Ident) -> Option<usize>,
) -> Option<usize> {
    match &array.len {
        syn::Expr::Path(path) => path.path.get_ident().and_then(position),
        _ => None,
    }
}
