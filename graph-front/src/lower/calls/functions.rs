//! Calls of the block's own functions.

use std::sync::Arc;

use graph_ir::graph::Function;
use graph_ir::{Element, Wire};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Token};

use crate::diagnostics::{Diagnostic, SourcePlace, plural};
use crate::lower::Lowerer;
use crate::lower::scope::Callee;
use crate::lower::values::{Operand, Value};
use crate::signature::{Argument, ResultType, Signature, concrete, display};

impl<'b, 'e> Lowerer<'b, 'e> {
    pub(super) fn call_function(
        &mut self,
        name: &Ident,
        callee: &'e Callee,
        args: &'e Punctuated<Expr, Token![,]>,
        place: SourcePlace,
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
        place: SourcePlace,
    ) -> Value<'b> {
        self.at(place);
        let results = match self.builder.call(function, wires) {
            Ok(results) => results,
            Err(error) => return self.refused(&error, place, &[]),
        };
        let mut results = results.into_iter().map(Value::from);
        match signature.result {
            ResultType::Single(_) => results.next().unwrap_or(Value::Poison),
            ResultType::Tuple(_) => Value::Tuple(results.collect()),
        }
    }

    /// The element type of a function's type parameter in a call.
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
        let diagnostic = diagnostic.note_if(self.explain(operand));
        self.error(diagnostic);
        None
    }

    fn wrong_argument_count(
        &mut self,
        name: &Ident,
        signature: &Signature,
        found: usize,
        place: SourcePlace,
    ) -> Value<'b> {
        let expected = signature.arguments.len();
        let message = format!(
            "`{name}` takes {expected} argument{}, found {found}",
            plural(expected)
        );
        let names = signature
            .arguments
            .iter()
            .map(|a| format!("{}: {}", a.name, display(&a.ty, signature)));
        let names: Vec<String> = names.collect();
        let help = format!("it is declared as `fn {name}({})`", names.join(", "));
        self.error(Diagnostic::new(place, message).help(help))
    }
}

fn takes_reference(signature: &Signature) -> bool {
    signature
        .arguments
        .iter()
        .any(|argument| argument.by_reference)
}
