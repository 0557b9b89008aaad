//! Calls: of the language's functions, as functions and as methods, and of the block's own.

use std::sync::Arc;

use graph_ir::graph::Function;
use graph_ir::{Element, Type, Wire};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, ExprMethodCall, Ident, Token};

use super::Lowerer;
use super::builtins::{Builtin, synonym};
use super::report::{Operand, short_text};
use super::value::{Lowered, Value};
use crate::block::Callee;
use crate::diagnostics::{Diagnostic, Place, closest, plural, print};
use crate::signature::{Argument, Signature};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `f(a, b)`.
    pub(super) fn call(&mut self, expr: &'e ExprCall) -> Lowered<'b> {
        let close = Place::token(expr.paren_token.span.close());
        let name = match &*expr.func {
            Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
            _ => None,
        };
        let Some(name) = name else {
            return self.uncallable(expr, close);
        };
        let place = Place::token(name.span()).to(close);
        let text = name.to_string();
        let value = if let Some(callee) = self.names.functions.get(&text) {
            self.call_function(name, callee, &expr.args, place)
        } else if let Some(builtin) = Builtin::of(&text) {
            self.call_builtin(name, builtin, None, &expr.args, place)
        } else {
            self.unknown_function(name, &expr.args)
        };
        Lowered { value, place }
    }

    /// `x.f(a)`.
    pub(super) fn method_call(
        &mut self,
        receiver: Lowered<'b>,
        expr: &'e ExprMethodCall,
    ) -> Lowered<'b> {
        let close = Place::token(expr.paren_token.span.close());
        let place = receiver.place.to(close);
        let receiver = Operand {
            value: receiver.value,
            expr: &expr.receiver,
            place: receiver.place,
        };
        let text = expr.method.to_string();
        if let Some(turbofish) = &expr.turbofish {
            let message = "methods of the language take no type arguments";
            self.error(Diagnostic::new(Place::of(turbofish), message).help("remove them"));
        }
        let value = match Builtin::of(&text) {
            Some(builtin) => {
                self.call_builtin(&expr.method, builtin, Some(receiver), &expr.args, place)
            }
            None => self.unknown_method(&expr.method, &receiver, &expr.args),
        };
        Lowered { value, place }
    }

    fn call_builtin(
        &mut self,
        name: &Ident,
        builtin: Builtin,
        receiver: Option<Operand<'b, 'e>>,
        args: &'e Punctuated<Expr, Token![,]>,
        place: Place,
    ) -> Value<'b> {
        let arguments = self.arguments(name, builtin, receiver, args, place);
        if arguments.poisoned {
            return Value::Poison;
        }
        self.apply(builtin, &name.to_string(), &arguments, place)
    }

    fn call_function(
        &mut self,
        name: &Ident,
        callee: &'e Callee,
        args: &'e Punctuated<Expr, Token![,]>,
        place: Place,
    ) -> Value<'b> {
        let operands = args.iter().map(|arg| match (arg, &callee.signature) {
            // A reference as Rust writes it, where the function takes one.
            (Expr::Reference(e), Some(s)) if e.mutability.is_none() && takes_reference(s) => {
                self.operand(&e.expr)
            }
            _ => self.operand(arg),
        });
        let operands: Vec<Operand<'b, 'e>> = operands.collect();
        let Some(signature) = &callee.signature else {
            return Value::Poison;
        };
        if operands.len() != signature.arguments.len() {
            return self.wrong_argument_count(name, signature, operands.len(), place);
        }
        if operands.iter().any(|operand| operand.value.is_poison()) {
            return Value::Poison;
        }
        let Some(element) = self.generic_of(name, signature, &operands) else {
            return Value::Poison;
        };
        let pairs = operands.iter().zip(&signature.arguments);
        let wires: Vec<Option<Wire<'b>>> = pairs
            .map(|(operand, argument)| self.argument(name, operand, argument, element))
            .collect();
        let Some(wires) = wires.into_iter().collect::<Option<Vec<_>>>() else {
            return Value::Poison;
        };
        let Some(function) = callee.function(element) else {
            return Value::Poison;
        };
        self.call_node(&function, &wires, signature, place)
    }

    fn call_node(
        &mut self,
        function: &Arc<Function>,
        wires: &[Wire<'b>],
        signature: &Signature,
        place: Place,
    ) -> Value<'b> {
        self.at(place);
        let results = match self.builder.call(function, wires) {
            Ok(results) => results,
            Err(error) => return self.refused(&error, place, &[]),
        };
        let mut results = results.into_iter().map(Value::from);
        match signature.result {
            crate::signature::ResultType::Single(_) => results.next().unwrap_or(Value::Poison),
            crate::signature::ResultType::Tuple(_) => Value::Tuple(results.collect()),
        }
    }

    /// What the type parameter of a function is in a call.
    fn generic_of(
        &mut self,
        name: &Ident,
        signature: &Signature,
        operands: &[Operand<'b, 'e>],
    ) -> Option<Element> {
        let pairs = signature.arguments.iter().zip(operands);
        let floats = pairs.filter(|(argument, _)| argument.ty.element == Element::Float);
        let mut found: Option<(Element, &Operand<'b, 'e>)> = None;
        for (_, operand) in floats {
            let Some(element) = operand.value.element().filter(|e| e.is_float()) else {
                continue;
            };
            match found {
                Some((first, _)) if first != element => {
                    let generic = signature
                        .generic
                        .as_ref()
                        .map_or("T".into(), ToString::to_string);
                    let (a, b) = (self.words.element(first), self.words.element(element));
                    let message = format!(
                        "the float type `{generic}` of `{name}` cannot be {a} and {b} at once"
                    );
                    self.error(Diagnostic::new(operand.place, message));
                    return None;
                }
                _ => found = Some((element, operand)),
            }
        }
        Some(found.map_or(self.float, |(element, _)| element))
    }

    /// An operand as an argument of a function of the block.
    fn argument(
        &mut self,
        name: &Ident,
        operand: &Operand<'b, 'e>,
        argument: &Argument,
        generic: Element,
    ) -> Option<Wire<'b>> {
        let expected = concrete(&argument.ty, generic);
        if let Some(value) = self.fit_type(&operand.value, &expected) {
            return self.wire(&value, expected.element);
        }
        if expected.is_float() && operand.value.is_constant_integer() {
            self.integer_for_float(operand, expected.element);
            return None;
        }
        let (wanted, found) = (self.words.ty(&expected), self.describe(&operand.value));
        let own = &argument.name;
        let message = format!("the argument `{own}` of `{name}` is {wanted}, found {found}");
        let diagnostic = Diagnostic::new(operand.place, message);
        let diagnostic = match self.explain(operand) {
            Some(note) => diagnostic.note(note),
            None => diagnostic,
        };
        self.error(diagnostic);
        None
    }

    fn wrong_argument_count(
        &mut self,
        name: &Ident,
        signature: &Signature,
        found: usize,
        place: Place,
    ) -> Value<'b> {
        let expected = signature.arguments.len();
        let message = format!(
            "`{name}` takes {expected} argument{}, found {found}",
            plural(expected)
        );
        let names = signature.arguments.iter().map(|a| {
            format!(
                "{}: {}",
                a.name,
                crate::signature::display(&a.ty, signature)
            )
        });
        let names: Vec<String> = names.collect();
        let help = format!("it is declared as `fn {name}({})`", names.join(", "));
        self.error(Diagnostic::new(place, message).help(help))
    }

    fn unknown_function(
        &mut self,
        name: &Ident,
        args: &'e Punctuated<Expr, Token![,]>,
    ) -> Value<'b> {
        // The arguments may hold errors of their own.
        for arg in args {
            if !matches!(arg, Expr::Assign(_)) {
                self.expression(arg);
            }
        }
        let text = name.to_string();
        let message = format!("cannot find the function `{text}`");
        let diagnostic = Diagnostic::new(Place::token(name.span()), message);
        let own = self.names.functions.keys().map(String::as_str);
        let builtins = super::BUILTINS.iter().copied();
        let close = synonym(&text).or_else(|| closest(&text, own.chain(builtins)));
        let diagnostic = match close {
            Some(close) => diagnostic.help(format!("did you mean `{close}`?")),
            None => diagnostic
                .note("the macro sees the functions of the block and those of `adgraph::ops`")
                .help(format!("write `fn {text}(..)` in the same block")),
        };
        self.error(diagnostic)
    }

    fn unknown_method(
        &mut self,
        name: &Ident,
        receiver: &Operand<'b, 'e>,
        args: &'e Punctuated<Expr, Token![,]>,
    ) -> Value<'b> {
        for arg in args {
            if !matches!(arg, Expr::Closure(_) | Expr::Assign(_)) {
                self.expression(arg);
            }
        }
        if receiver.value.is_poison() {
            return Value::Poison;
        }
        let text = name.to_string();
        let message = format!(
            "{} has no method `{text}`",
            capital(&self.describe(&receiver.value))
        );
        let diagnostic = Diagnostic::new(Place::token(name.span()), message);
        let builtins = super::BUILTINS.iter().copied();
        let receiver = short_text(receiver.expr).unwrap_or_else(|| "x".into());
        let help = match text.as_str() {
            "clone" | "to_owned" | "copied" | "into" => Some(format!("values are copied where they are used: write `{receiver}`")),
            "iter" | "map" | "into_iter" | "iter_mut" | "fold" => {
                Some("functions apply to whole arrays, `sin(x)`, and loops run over positions, `for i in 0..n`".into())
            }
            "unwrap" | "expect" => Some("an operation of the language cannot fail: remove it".into()),
            _ if self.names.functions.contains_key(&text) => {
                Some(format!("`{text}` is a function of the block: `{text}({receiver})`"))
            }
            _ => {
                let close = synonym(&text).or_else(|| closest(&text, builtins));
                close.map(|close| format!("did you mean `{close}`?"))
            }
        };
        self.error(diagnostic.help_if(help))
    }

    fn uncallable(&mut self, expr: &'e ExprCall, close: Place) -> Lowered<'b> {
        let place = Place::of(&expr.func);
        let text = print(&expr.func);
        let last = match &*expr.func {
            Expr::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
            _ => None,
        };
        let message = format!("the macro cannot call `{text}`");
        let diagnostic = Diagnostic::new(place, message);
        let diagnostic = match last.filter(|name| super::is_builtin(name)) {
            Some(name) => diagnostic.help(format!("call it by its name alone: `{name}(..)`")),
            None => diagnostic
                .note("it calls the functions of the block and those of `adgraph::ops`, by name"),
        };
        self.error(diagnostic);
        Lowered {
            value: Value::Poison,
            place: place.to(close),
        }
    }
}

/// A type of a function's signature with its type parameter replaced.
pub(super) fn concrete(ty: &Type, generic: Element) -> Type {
    match ty.element {
        Element::Float => ty.with_element(generic),
        _ => ty.clone(),
    }
}

fn takes_reference(signature: &Signature) -> bool {
    signature
        .arguments
        .iter()
        .any(|argument| argument.by_reference)
}

/// The text as the start of a sentence about a value: types stay as they are.
fn capital(text: &str) -> String {
    match text {
        "an integer" => "an integer constant".into(),
        other => format!("a value of type {other}"),
    }
}
