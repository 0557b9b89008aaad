//! Calls by a path: of the methods of a float type, `f64::sqrt(x)`; conversions, `f64::from(n)`;
//! and the block's own functions, `self::f(x)`.

use graph_ir::Element;
use syn::{Expr, ExprCall, ExprPath, Ident};

use super::Builtin;
use crate::diagnostics::{Diagnostic, SourcePlace, plural, print};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::scope::Callee;
use crate::lower::values::{Lowered, Value};
use crate::tokens::has_unknown_value;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A call of something else than a name.
    pub(super) fn path_call(&mut self, expr: &'e ExprCall, close: SourcePlace) -> Lowered<'b> {
        let is_operand = std::mem::take(&mut self.is_operand);
        let place = SourcePlace::of(&expr.func).to(close);
        let path = match &*expr.func {
            Expr::Path(path) if path.qself.is_none() => path,
            _ => return self.uncallable(expr, close, is_operand),
        };
        let value = if let Some((name, callee)) = self.own_function(path) {
            self.call_function(name, callee, &expr.args, place)
        } else if let Some((element, name)) = self.method_of_float(path) {
            match Builtin::of(&name.to_string()).filter(|builtin| builtin.is_method_of_float()) {
                Some(builtin) => self.call_method(element, name, builtin, expr, place),
                None if name == "from" && element != Element::Float => {
                    self.convert(element, expr, place)
                }
                None => return self.uncallable(expr, close, is_operand),
            }
        } else if let Some(item) = self.struct_of_path(path) {
            self.made_struct(item, path, expr, place)
        } else {
            return self.uncallable(expr, close, is_operand);
        };
        Lowered { value, place }
    }

    /// The function of the block that `self::f` names: it stands where the block stands.
    fn own_function<'p>(&self, path: &'p ExprPath) -> Option<(&'p Ident, &'e Callee)> {
        let mut segments = path.path.segments.iter();
        let (Some(first), Some(last), None) = (segments.next(), segments.next(), segments.next())
        else {
            return None;
        };
        let callee = self.names.functions.get(&last.ident.to_string());
        callee
            .filter(|_| first.ident == "self")
            .map(|callee| (&last.ident, callee))
    }

    /// The float type and the name in `f64::name`, `std::f64::name`, or `T::name`.
    fn method_of_float<'p>(&self, path: &'p ExprPath) -> Option<(Element, &'p Ident)> {
        let names: Vec<&Ident> = path.path.segments.iter().map(|s| &s.ident).collect();
        match names[..] {
            [ty, name] => Some((self.float_named(&ty.to_string())?, name)),
            [root, ty, name] if root == "std" || root == "core" => {
                Some((self.float_named(&ty.to_string())?, name))
            }
            _ => None,
        }
    }

    /// The float type of that name.
    pub(in crate::lower) fn float_named(&self, name: &str) -> Option<Element> {
        match name {
            "f64" => Some(Element::F64),
            "f32" => Some(Element::F32),
            name if self.words.generic.as_deref() == Some(name) => Some(Element::Float),
            _ => None,
        }
    }

    /// `f64::max(a, b)`, which is `a.max(b)` of one `f64`.
    fn call_method(
        &mut self,
        element: Element,
        name: &Ident,
        builtin: Builtin,
        expr: &'e ExprCall,
        place: SourcePlace,
    ) -> Value<'b> {
        let (_, count) = builtin.arity(&name.to_string());
        let mut args = expr.args.iter();
        let first = args.next().filter(|_| expr.args.len() == count);
        let Some(first) = first else {
            return self.wrong_count_of_path(expr, count, place);
        };
        let receiver = self.operand(first);
        let is_scalar = receiver
            .value
            .shape()
            .is_some_and(|shape| shape.rank() == 0);
        let is_of_type = receiver.value.element().is_none_or(|own| own == element);
        let is_integer = receiver.value.is_constant_integer();
        let fits = is_integer || is_scalar && is_of_type;
        if !(fits || receiver.value.is_poison()) {
            let (path, ty) = (print(&expr.func), self.words.element(element));
            let found = self.describe(&receiver.value);
            let message = format!("`{path}` takes one {ty}, found {found}");
            let help = format!("`{name}(..)` takes numbers of all float types, and arrays of them");
            return self.error(Diagnostic::new(receiver.place, message).help(help));
        }
        let arguments = self.arguments(name, builtin, Some(receiver), args, place);
        match arguments.poisoned {
            true => Value::Poison,
            false => self.apply(builtin, &name.to_string(), &arguments, place),
        }
    }

    fn wrong_count_of_path(
        &mut self,
        expr: &'e ExprCall,
        expected: usize,
        place: SourcePlace,
    ) -> Value<'b> {
        if has_unknown_value(&expr.args) {
            return Value::Poison;
        }
        let (path, found) = (print(&expr.func), expr.args.len());
        let ending = plural(expected);
        let message = format!("`{path}` takes {expected} argument{ending}, found {found}");
        self.error(Diagnostic::new(place, message))
    }

    /// `f64::from(n)`: a conversion that keeps the value, of one number.
    fn convert(&mut self, to: Element, expr: &'e ExprCall, place: SourcePlace) -> Value<'b> {
        let [Some(number), None] = [0, 1].map(|position| expr.args.iter().nth(position)) else {
            return self.wrong_count_of_path(expr, 1, place);
        };
        let operand = self.operand(number);
        if operand.value.is_poison() {
            return Value::Poison;
        }
        let is_number = operand.value.shape().is_some_and(|shape| shape.rank() == 0);
        let from = operand.value.element();
        let is_narrowed = to == Element::F32 && matches!(from, Some(Element::F64 | Element::Float));
        if is_number && !is_narrowed {
            return self.cast_value(operand.value, to, place);
        }
        let (path, ty) = (print(&expr.func), self.words.element(to));
        let found = self.describe(&operand.value);
        let message = match is_number {
            true => format!("`{path}` takes a number that {ty} holds exactly, found {found}"),
            false => format!("`{path}` takes one number, found {found}"),
        };
        let text = short_text(operand.expr).unwrap_or_else(|| "x".into());
        let help = format!("write `{} as {ty}`", grouped(&text));
        self.error(Diagnostic::new(operand.place, message).help(help))
    }
}
