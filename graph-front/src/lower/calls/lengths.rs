//! The lengths that a call gives to the `const` parameters of a function: written, as in
//! `layer::<3, 4>(w, x)`, or those of its operands; and with them the names of dimensions.

use std::collections::HashMap;

use graph_ir::types::Extent;
use proc_macro2::Ident;
use syn::{AngleBracketedGenericArguments, Expr, FnArg, GenericArgument, ReturnType};

use super::functions::generics_of;
use crate::diagnostics::{Diagnostic, SourcePlace, plural, print, print_type};
use crate::labels::{Label, differ};
use crate::lower::Lowerer;
use crate::lower::expressions::extents_in;
use crate::lower::scope::Template;
use crate::lower::types::struct_named;
use crate::lower::values::{Operand, Value};
use crate::parse::{is_axis, own_type};
use crate::signature::{Lengths, Parameter};

/// The names that the dimensions of a call have in the caller, by those in the function.
pub(super) type Called = HashMap<String, Option<Label>>;

/// The lengths in the text of a call and around it.
#[derive(Clone, Copy, Default)]
pub(super) struct WrittenLengths<'e> {
    /// The list between `::<` and `>`.
    pub(super) written: Option<&'e AngleBracketedGenericArguments>,
    /// The type of the `let` that binds the value, or of the function that ends with it.
    pub(super) result: Option<&'e syn::Type>,
}

/// A length of a call.
#[derive(Clone)]
struct Given<'c> {
    length: Extent,
    /// The name of the dimension that has it, in the caller.
    label: Option<Label>,
    /// The argument that has it; `None` where it is written.
    argument: Option<&'c Ident>,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The lengths of a call; `None` when one of them is unknown, or two are in conflict, which is
    /// reported.
    pub(super) fn lengths_of(
        &mut self,
        template: &'e Template<'_>,
        WrittenLengths { written, result }: WrittenLengths<'e>,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Option<(Lengths, Called)> {
        let name = &template.source.signature.ident;
        let mut given: Vec<Option<Given<'e>>> = vec![None; template.parameters.len()];
        if let Some(written) = written {
            self.written_lengths(template, written, &mut given)?;
        }
        for (input, operand) in template.source.signature.inputs.iter().zip(operands) {
            let FnArg::Typed(argument) = input else {
                continue;
            };
            let syn::Pat::Ident(pattern) = &*argument.pat else {
                continue;
            };
            let ty = without_reference(&argument.ty);
            if !operand.value.is_poison()
                && let syn::Type::Path(path) = ty
                && let Some(item) = struct_named(&path.path, self.names)
                && !matches!(&operand.value, Value::Tuple(parts) if parts.of().is_some_and(|of| of.name == item.ident))
            {
                let (own, declared) = (&pattern.ident, print_type(ty));
                let found = self.describe(&operand.value);
                let message =
                    format!("the argument `{own}` of `{name}` is {declared}, found {found}");
                let fields: Vec<&Ident> = item
                    .fields
                    .iter()
                    .filter_map(|own| own.ident.as_ref())
                    .collect();
                let help = self.as_struct(&operand.value, &item.ident, &fields, operand.expr);
                let diagnostic = Diagnostic::new(operand.place, message);
                self.error(diagnostic.note_if(self.explain(operand)).help_if(help));
                return None;
            }
            let in_structs = match &operand.value {
                Value::Tuple(_) | Value::Tuples(_) => {
                    let own: Vec<&Ident> = template.parameters.iter().collect();
                    extents_in(without_reference(&argument.ty), &own, &operand.value)
                }
                _ => Vec::new(),
            };
            for (parameter, length) in in_structs {
                let new = Given {
                    length,
                    label: None,
                    argument: Some(&pattern.ident),
                };
                self.agree(template, &mut given[parameter], parameter, new, operand)?;
            }
            let Some(shape) = operand.value.shape() else {
                continue;
            };
            for (axis, parameter) in extents_of(&argument.ty, &template.parameters) {
                let Some(length) = shape.dims().get(axis).map(|dim| dim.count().clone()) else {
                    let declared = print_type(&argument.ty);
                    let found = self.describe(&operand.value);
                    let message = format!(
                        "the argument `{}` of `{name}` is {declared}, found {found}",
                        pattern.ident
                    );
                    let diagnostic = Diagnostic::new(operand.place, message);
                    self.error(diagnostic.note_if(self.explain(operand)));
                    return None;
                };
                let new = Given {
                    length,
                    label: operand.value.labels().get(axis).cloned(),
                    argument: Some(&pattern.ident),
                };
                self.agree(template, &mut given[parameter], parameter, new, operand)?;
            }
        }
        if let Some(result) = result {
            self.lengths_of_result(template, result, &mut given)?;
        }
        self.all_known(template, &given, place)
    }

    /// Takes a length that an operand gives; `None`, and an error, where another operand gives
    /// another one.
    fn agree<'c>(
        &mut self,
        template: &Template<'_>,
        given: &mut Option<Given<'c>>,
        parameter: usize,
        new: Given<'c>,
        operand: &Operand<'b, '_>,
    ) -> Option<()> {
        match given {
            Some(first)
                if first.length != new.length
                    || differ(first.label.as_ref(), new.label.as_ref()) =>
            {
                let (name, own) = (
                    &template.source.signature.ident,
                    &template.parameters[parameter],
                );
                self.conflict(name, own, [&*first, &new], operand);
                return None;
            }
            Some(first) => first.label = first.label.take().or(new.label),
            None => *given = Some(new),
        }
        Some(())
    }

    /// Takes the lengths that no argument has from the type of the result, as Rust does; `None`
    /// where that is wrong, which is reported with the type.
    fn lengths_of_result(
        &mut self,
        template: &Template<'_>,
        result: &'e syn::Type,
        given: &mut [Option<Given<'e>>],
    ) -> Option<()> {
        let ReturnType::Type(_, declared) = &template.source.signature.output else {
            return Some(());
        };
        for (axis, parameter) in extents_of(declared, &template.parameters) {
            let Some(extent) = extent_at(result, axis).filter(|_| given[parameter].is_none())
            else {
                continue;
            };
            let before = self.names.diagnostics.len();
            let length = self.extent(extent);
            self.names.diagnostics.truncate(before);
            given[parameter] = Some(Given {
                length: length?,
                label: self.label_of(extent),
                argument: None,
            });
        }
        Some(())
    }

    /// The lengths by name, where none is missing.
    fn all_known(
        &mut self,
        template: &Template<'_>,
        given: &[Option<Given<'_>>],
        place: SourcePlace,
    ) -> Option<(Lengths, Called)> {
        let pairs = template.parameters.iter().zip(given);
        let missing = pairs.clone().find(|(_, given)| given.is_none());
        if let Some((parameter, _)) = missing {
            let name = &template.source.signature.ident;
            let all = template.parameters.iter().zip(given);
            let example: Vec<String> = all
                .map(|(own, given)| match given {
                    Some(_) => "_".into(),
                    None => own.to_string(),
                })
                .collect();
            let pairs = template.parameters.iter().zip(given);
            let unknown: Vec<String> = pairs
                .filter(|(own, given)| {
                    given.is_none() && self.label_named(&own.to_string()).is_none()
                })
                .map(|(own, _)| format!("`{own}`"))
                .collect();
            let how = match &unknown[..] {
                [] => "write it".into(),
                [only] => format!("write the length that is meant in place of {only}"),
                all => format!(
                    "write the lengths that are meant in place of {}",
                    all.join(" and ")
                ),
            };
            let message = format!("the length `{parameter}` of `{name}` is not known here");
            let note = format!("`{parameter}` is the extent of no argument");
            let help = format!(
                "{how}: `{name}::<{}>(..)`{}",
                example.join(", "),
                match is_in_result(template, parameter) {
                    true => ", or in the type of the `let` that binds the value",
                    false => "",
                }
            );
            self.error(Diagnostic::new(place, message).note(note).help(help));
            return None;
        }
        let (mut lengths, mut called) = (Vec::new(), Called::new());
        let declared = template.source.signature.generics.const_params();
        for (declared, (parameter, given)) in declared.zip(pairs) {
            let given = given.as_ref()?;
            let name = parameter.to_string();
            called.insert(name.clone(), given.label.clone());
            lengths.push(Parameter {
                name,
                value: given.length.clone(),
                is_axis: is_axis(&declared.ty),
            });
        }
        Some((lengths.into_iter().collect(), called))
    }

    /// Takes the lengths between `::<` and `>`, where `_` leaves one to the operands.
    fn written_lengths(
        &mut self,
        template: &Template<'_>,
        written: &'e AngleBracketedGenericArguments,
        given: &mut [Option<Given<'e>>],
    ) -> Option<()> {
        let name = &template.source.signature.ident;
        let types = template.source.signature.generics.type_params().count();
        let (expected, found) = (types + given.len(), written.args.len());
        if expected != found {
            let message = format!(
                "`{name}` has {expected} parameter{} between `<` and `>`, found {found}",
                plural(expected)
            );
            let generics = generics_of(&template.source.signature);
            let help = match types == 0 && found > expected {
                true => {
                    let lengths = written.args.iter().take(expected).map(print);
                    let lengths = lengths.collect::<Vec<_>>().join(", ");
                    format!("lengths alone stand there: `{name}::<{lengths}>(..)`")
                }
                false => format!("it is declared as `fn {name}{generics}(..)`"),
            };
            self.error(Diagnostic::new(SourcePlace::of(written), message).help(help));
            return None;
        }
        let mut fine = true;
        for (argument, given) in written.args.iter().skip(types).zip(given) {
            let label = written_name(argument).and_then(|name| self.label_of(&name));
            let length = match argument {
                GenericArgument::Type(syn::Type::Infer(_)) => continue,
                GenericArgument::Const(Expr::Block(block)) => match &block.block.stmts[..] {
                    [syn::Stmt::Expr(expr, None)] => self.extent(expr),
                    _ => self.no_length(argument),
                },
                GenericArgument::Const(expr) => self.extent(expr),
                GenericArgument::Type(ty @ syn::Type::Path(_)) if self.is_type(ty) => {
                    self.type_for_length(argument, template)
                }
                GenericArgument::Type(syn::Type::Path(path)) if path.qself.is_none() => {
                    let value = path.path.get_ident().map(|name| self.named(name));
                    let length = value.as_ref().and_then(Value::as_extent);
                    match (value, length.filter(|length| !length.is_negative())) {
                        (Some(Value::Poison), _) => None,
                        (_, Some(length)) => Some(length),
                        (_, None) => self.no_length(argument),
                    }
                }
                other => self.no_length(other),
            };
            *given = length.map(|length| Given {
                length,
                label: label.clone(),
                argument: None,
            });
            fine &= given.is_some();
        }
        fine.then_some(())
    }

    /// Whether a type is one by its name, which no value has.
    fn is_type(&self, ty: &syn::Type) -> bool {
        let name = print(ty);
        let is_known = own_type(&name).is_some() || name == "bool";
        (is_known || self.names.aliases.contains_key(&name)) && !self.has_value_named(&name)
    }

    /// Reports a type in the place of a length.
    fn type_for_length(&mut self, ty: &GenericArgument, template: &Template<'_>) -> Option<Extent> {
        let name = &template.source.signature.ident;
        let message = format!(
            "`{}` is a type, and `{name}` has lengths between `<` and `>`",
            print(ty)
        );
        let generics = generics_of(&template.source.signature);
        let help = format!("it is declared as `fn {name}{generics}(..)`");
        self.error(Diagnostic::new(SourcePlace::of(ty), message).help(help));
        None
    }

    fn no_length(&mut self, argument: &GenericArgument) -> Option<Extent> {
        let message = format!("`{}` is no length", print(argument));
        let help = "a length is a number, a constant, or a formula in braces: `{ 2 * N }`";
        self.error(Diagnostic::new(SourcePlace::of(argument), message).help(help));
        None
    }

    /// Reports two axes of one parameter.
    fn two_names(
        &mut self,
        name: &Ident,
        parameter: &Ident,
        given: [&Given<'_>; 2],
        operand: &Operand<'b, '_>,
    ) {
        let found = given.map(|given| {
            let axis = given.label.as_ref().map_or("a number", Label::name);
            match given.argument {
                Some(argument) => format!("`{axis}` in `{argument}`"),
                None => format!("`{axis}` as written"),
            }
        });
        let message = format!(
            "`{parameter}` of `{name}` is the axis {} and {}",
            found[0], found[1]
        );
        let mut diagnostic = Diagnostic::new(operand.place, message);
        diagnostic = diagnostic.note_if(self.explain(operand));
        for label in given.iter().filter_map(|given| given.label.as_ref()) {
            diagnostic = diagnostic.note_if(self.origin_of_axis(label));
        }
        self.error(diagnostic);
    }

    /// Reports two lengths of one parameter.
    fn conflict(
        &mut self,
        name: &Ident,
        parameter: &Ident,
        [first, second]: [&Given<'_>; 2],
        operand: &Operand<'b, '_>,
    ) {
        if first.length == second.length {
            return self.two_names(name, parameter, [first, second], operand);
        }
        let place = |given: &Given<'_>| match given.argument {
            Some(argument) => format!("in `{argument}`"),
            None => "as written".into(),
        };
        let message = format!(
            "the length `{parameter}` of `{name}` is {} {} and {} {}",
            first.length,
            place(first),
            second.length,
            place(second),
        );
        let diagnostic = Diagnostic::new(operand.place, message);
        self.error(diagnostic.note_if(self.explain(operand)));
    }
}

/// Whether a parameter is an extent of the result.
fn is_in_result(template: &Template<'_>, parameter: &Ident) -> bool {
    let ReturnType::Type(_, declared) = &template.source.signature.output else {
        return false;
    };
    let extents = extents_of(declared, &template.parameters);
    let mut own = extents.iter().map(|&(_, own)| &template.parameters[own]);
    own.any(|own| own == parameter)
}

/// The extent along an axis of an array type.
fn extent_at(ty: &syn::Type, axis: usize) -> Option<&Expr> {
    let (mut rest, mut axis) = (ty, axis);
    loop {
        rest = match rest {
            syn::Type::Paren(ty) => &ty.elem,
            syn::Type::Group(ty) => &ty.elem,
            syn::Type::Array(array) if axis == 0 => return Some(&array.len),
            syn::Type::Array(array) => {
                axis -= 1;
                &array.elem
            }
            _ => return None,
        };
    }
}

/// A type without the `&` in front of it.
fn without_reference(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Reference(ty) => without_reference(&ty.elem),
        syn::Type::Paren(ty) => without_reference(&ty.elem),
        syn::Type::Group(ty) => without_reference(&ty.elem),
        ty => ty,
    }
}

/// A name that is written as a length.
fn written_name(argument: &GenericArgument) -> Option<Expr> {
    match argument {
        GenericArgument::Type(syn::Type::Path(ty)) if ty.qself.is_none() => {
            Some(Expr::Path(syn::ExprPath {
                attrs: Vec::new(),
                qself: None,
                path: ty.path.clone(),
            }))
        }
        GenericArgument::Const(expr) => Some(expr.clone()),
        _ => None,
    }
}

/// The extents of a declared type that are parameters alone: the axis, and which parameter.
pub(crate) fn extents_of(ty: &syn::Type, parameters: &[Ident]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let (mut rest, mut axis) = (ty, 0);
    loop {
        rest = match rest {
            syn::Type::Reference(ty) => &ty.elem,
            syn::Type::Paren(ty) => &ty.elem,
            syn::Type::Group(ty) => &ty.elem,
            syn::Type::Array(array) => {
                if let Expr::Path(path) = &array.len
                    && let Some(name) = path.path.get_ident()
                    && let Some(parameter) = parameters.iter().position(|own| own == name)
                {
                    found.push((axis, parameter));
                }
                axis += 1;
                &array.elem
            }
            _ => return found,
        };
    }
}
