//! Structs that functions of theirs make: `Layer::zeros()`, which a body may call, and those that
//! only the code around the block has.

use syn::{Expr, ExprCall, ExprPath, ItemStruct};

use crate::diagnostics::{Diagnostic, SourcePlace, plural, print_type};
use crate::lower::Lowerer;
use crate::lower::types::{Declared, Given, given_in, lengths_as, other_count, struct_type};
use crate::lower::values::Value;
use crate::parse::lengths_of_struct;
use crate::signature::Lengths;

/// The function of each struct whose value has zeros in all fields.
const ZEROS: &str = "zeros";

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The struct of the block whose function a path names, `Layer` in `Layer::zeros`.
    pub(super) fn struct_of_path(&self, path: &ExprPath) -> Option<&'e ItemStruct> {
        let segments: Vec<_> = path.path.segments.iter().collect();
        let [ty, _] = segments[..] else { return None };
        self.names.structs.get(&ty.ident.to_string()).copied()
    }

    /// A call of a function of a struct of the block.
    pub(super) fn made_struct(
        &mut self,
        item: &ItemStruct,
        path: &'e ExprPath,
        expr: &'e ExprCall,
        place: SourcePlace,
    ) -> Value<'b> {
        let (whole, function) = match (path.path.segments.first(), path.path.segments.last()) {
            (Some(whole), Some(function)) => (whole, function.ident.to_string()),
            _ => return Value::Poison,
        };
        if function != ZEROS {
            return self.made_elsewhere(item, &function, expr);
        }
        let own = lengths_of_struct(item);
        let given = given_in(&whole.arguments);
        if !expr.args.is_empty() || given.len() != own.len() {
            let name = print_type(&expr.func).replace(":: <", "::<");
            let (message, help) = match expr.args.len() {
                0 if given.is_empty() => (
                    format!(
                        "the length `{}` of `{}` is not known here",
                        own[0], item.ident
                    ),
                    format!("write it: `{}`", zeros_of(item)),
                ),
                0 => (
                    other_count(item, given.len()),
                    format!("write `{}`", zeros_of(item)),
                ),
                found => (
                    format!(
                        "`{name}` takes nothing, found {found} argument{}",
                        plural(found)
                    ),
                    format!("write `{name}()`"),
                ),
            };
            return self.error(Diagnostic::new(place, message).help(help));
        }
        let values = given.into_iter().map(|given| match given? {
            Given::Expression(expr) => self.extent(expr),
            Given::Name(name) => self.length_named(name),
        });
        let Some(values) = values.collect::<Option<Vec<_>>>() else {
            return Value::Poison;
        };
        let lengths: Lengths = lengths_as(item, values);
        let declared = struct_type(item, lengths, self.names);
        declared.map_or(Value::Poison, |declared| self.zeros_of_declared(&declared))
    }

    /// The value of a type that has zeros in all places. Recurses as deeply as structs are nested.
    fn zeros_of_declared(&mut self, declared: &Declared) -> Value<'b> {
        match declared {
            Declared::Tuple(parts) => Value::Tuple(parts.map(|part| self.zeros_of_declared(part))),
            Declared::Tensor(ty, labels) => match self.builder.full(ty, 0.0) {
                Ok(wire) => Value::from(wire).labelled(labels.clone()),
                Err(_) => Value::Poison,
            },
            Declared::Tuples(_) | Declared::Infer => Value::Poison,
        }
    }

    /// Reports a function of a struct that no body calls.
    fn made_elsewhere(&mut self, item: &ItemStruct, function: &str, expr: &ExprCall) -> Value<'b> {
        let (name, zeros) = (&item.ident, zeros_of(item));
        let called = print_type(&expr.func);
        let message = format!("a block does not call `{called}`");
        let help = match function {
            "default" => format!("zeros in all fields are `{zeros}`"),
            "init" | "load" => format!(
                "make it where the function is called, and let it be an argument: `m: &{}`; zeros in \
                 all fields are `{zeros}`",
                declared_name(item)
            ),
            _ => {
                let fields = item.fields.iter().filter_map(|field| field.ident.as_ref());
                let fields: Vec<String> = fields.map(|field| format!("{field}: ..")).collect();
                format!(
                    "write the struct, `{name} {{ {} }}`, or a function of the block that gives it",
                    fields.join(", ")
                )
            }
        };
        self.error(Diagnostic::new(SourcePlace::of(&expr.func), message).help(help))
    }

    /// Reports `..Default::default()` in a literal of a struct.
    pub(in crate::lower) fn default_of_rest(
        &mut self,
        item: &ItemStruct,
        rest: &Expr,
    ) -> Option<Value<'b>> {
        let Expr::Call(call) = rest else { return None };
        let Expr::Path(path) = &*call.func else {
            return None;
        };
        let names: Vec<String> = path
            .path
            .segments
            .iter()
            .map(|s| s.ident.to_string())
            .collect();
        let [.., of, default] = &names[..] else {
            return None;
        };
        if of != "Default" || default != "default" {
            return None;
        }
        let message = format!("a block does not call `{}`", print_type(&call.func));
        let help = format!("take the other fields of zeros: `..{}`", zeros_of(item));
        Some(self.error(Diagnostic::new(SourcePlace::of(&call.func), message).help(help)))
    }
}

/// The lengths of a struct in its type, where it has some: `<N>`.
fn listed(item: &ItemStruct) -> String {
    let own: Vec<String> = lengths_of_struct(item)
        .iter()
        .map(ToString::to_string)
        .collect();
    match own.is_empty() {
        true => String::new(),
        false => format!("<{}>", own.join(", ")),
    }
}

/// The same behind its name in a value: `::<N>`.
pub(in crate::lower) fn turbofish(item: &ItemStruct) -> String {
    match listed(item) {
        listed if listed.is_empty() => listed,
        listed => format!("::{listed}"),
    }
}

/// The call that makes a struct of zeros.
fn zeros_of(item: &ItemStruct) -> String {
    format!("{}{}::{ZEROS}()", item.ident, turbofish(item))
}

fn declared_name(item: &ItemStruct) -> String {
    format!("{}{}", item.ident, listed(item))
}
