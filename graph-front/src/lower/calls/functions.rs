//! Calls of the block's own functions.

use std::sync::Arc;

use graph_ir::graph::Function;
use graph_ir::{Element, Shape, Type, Wire};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprReference, FnArg, Ident, Token};

use super::arguments::option;
use super::builtins::is_builtin;
use super::element_by_element::is_rows;
use super::length_arguments::with_lengths;
use super::lengths::WrittenLengths;
use crate::diagnostics::{Diagnostic, SourcePlace, plural, print, print_type};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::report::{part_of, repeated, short_text};
use crate::lower::scope::{Callee, Template};
use crate::lower::values::{Operand, Value};
use crate::lower::variables::Origin;
use crate::signature::{Argument, Form, Formal, Signature, concrete, display};
use crate::tokens::has_unknown_value;

impl<'b, 'e> Lowerer<'b, 'e> {
    pub(super) fn call_function(
        &mut self,
        name: &Ident,
        callee: &'e Callee,
        args: &'e Punctuated<Expr, Token![,]>,
        place: SourcePlace,
    ) -> Value<'b> {
        // The language's function of this name is meant, whose arguments may be others; that the
        // block's calls itself is reported already.
        if self.signature.is_some_and(|own| own.name == *name) && is_builtin(&name.to_string()) {
            for argument in args {
                self.operand(option(argument).map_or(argument, |(_, value)| value));
            }
            return Value::Poison;
        }
        let takes_references = callee.signature.as_ref().is_some_and(takes_reference);
        let states = callee
            .signature
            .as_ref()
            .map_or_else(Vec::new, Signature::states);
        let operands = self.operands(name, args, takes_references, &states);
        if !self.expect_present(name, &callee.cfg) {
            return Value::Poison;
        }
        let Some(signature) = &callee.signature else {
            return Value::Poison;
        };
        let expected = signature.formals().count();
        if operands.len() != expected {
            let declared = declaration(signature);
            return self.wrong_argument_count(name, expected, args, &declared, place);
        }
        let value = self.in_order(
            name,
            || declaration(signature),
            &names_of(signature),
            &operands,
            |own, operands| own.call_operands(name, callee, operands, place),
        );
        let returns = signature.returned.is_some();
        self.write_states(name, (&states, returns), args, value, place)
    }

    /// A call of a function with `const` parameters: of its instance for the lengths of the call.
    pub(super) fn call_template(
        &mut self,
        template: &'e Template<'_>,
        written: WrittenLengths<'e>,
        args: &'e Punctuated<Expr, Token![,]>,
        place: SourcePlace,
    ) -> Value<'b> {
        let signature = &template.source.signature;
        let by_reference = |input: &FnArg| match input {
            FnArg::Typed(argument) => matches!(&*argument.ty, syn::Type::Reference(_)),
            FnArg::Receiver(_) => false,
        };
        let states = states_as_written(signature);
        let operands = self.operands(
            &signature.ident,
            args,
            signature.inputs.iter().any(by_reference),
            &states,
        );
        let own = self.names.functions.get(&signature.ident.to_string());
        if own.is_some_and(|own| !self.expect_present(&signature.ident, &own.cfg)) {
            return Value::Poison;
        }
        let expected = signature.inputs.len();
        if operands.len() != expected {
            let (name, declared) = (&signature.ident, as_written(signature));
            if let Some(call) = with_lengths(signature, &operands) {
                let error = wrong_count(name, expected, operands.len(), place);
                let help =
                    format!("it is declared as `{declared}`, and lengths are passed as `{call}`");
                return self.error(error.help(help));
            }
            return self.wrong_argument_count(name, expected, args, &declared, place);
        }
        let value = self.in_order(
            &signature.ident,
            || as_written(signature),
            &names_as_written(signature),
            &operands,
            |own, operands| own.call_template_operands(template, written, operands, place),
        );
        let returns = matches!(signature.output, syn::ReturnType::Type(..));
        self.write_states(&signature.ident, (&states, returns), args, value, place)
    }

    /// A call of a function with `const` parameters with as many operands as there are arguments.
    pub(super) fn call_template_operands(
        &mut self,
        template: &'e Template<'_>,
        written: WrittenLengths<'e>,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Value<'b> {
        let signature = &template.source.signature;
        if operands.iter().any(|operand| operand.value.is_poison()) {
            return Value::Poison;
        }
        let Some((lengths, called)) = self.lengths_of(template, written, operands, place) else {
            return Value::Poison;
        };
        // Code that is never reached is no part of the function, and may name lengths that end a
        // chain of calls.
        if !self.reached {
            return Value::Poison;
        }
        match template.instance(lengths, place, self.names) {
            Some(instance) => {
                let value = self.call_operands(&signature.ident, &instance.callee, operands, place);
                with_labels(value, |own| own.with(|name| called.get(name).cloned()))
            }
            None => Value::Poison,
        }
    }

    fn operands(
        &mut self,
        name: &Ident,
        args: &'e Punctuated<Expr, Token![,]>,
        take_references: bool,
        states: &[usize],
    ) -> Vec<Operand<'b, 'e>> {
        let mut named = args.iter().filter_map(option);
        if let Some((name, value)) = named.next() {
            let (_, last) = named.last().unwrap_or((name, value));
            let place = SourcePlace::token(name.span()).to(SourcePlace::of(last));
            let message = "arguments of functions of the block are given without their names";
            let help = "write the values alone, in the order of the arguments";
            self.error(
                Diagnostic::new(place, message)
                    .help(help)
                    .instead_of_inner(),
            );
        }
        let unknown = |arg: &'e Expr| Operand {
            value: Value::Poison,
            expr: arg,
            place: SourcePlace::of(arg),
        };
        let operands = args.iter().enumerate().map(|(position, arg)| match arg {
            arg if option(arg).is_some() => unknown(arg),
            arg if states.contains(&position) => self.state_operand(name, arg),
            Expr::Reference(e) if e.mutability.is_some() => {
                let takes_it = self.takes_reference(name, position);
                self.error(written_by_call(name, e, args, takes_it));
                unknown(arg)
            }
            // A reference as Rust writes it, where the function takes one.
            Expr::Reference(e) if e.mutability.is_none() && take_references => {
                self.operand(&e.expr)
            }
            _ => self.operand(arg),
        });
        operands.collect()
    }

    /// A call with as many operands as there are arguments.
    pub(super) fn call_operands(
        &mut self,
        name: &Ident,
        callee: &Callee,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Value<'b> {
        let Some(signature) = &callee.signature else {
            return Value::Poison;
        };
        if operands.iter().any(|operand| operand.value.is_poison()) {
            return Value::Poison;
        }
        let Some(element) = self.generic_of(name, signature, operands) else {
            return Value::Poison;
        };
        // Arrays for numbers are one mistake, however many there are.
        let is_applied = self.expect_no_rows(signature, operands, element);
        let pairs = operands.iter().zip(signature.formals());
        let wires: Vec<Option<Vec<Wire<'b>>>> = pairs
            .map(
                |(operand, formal)| match is_applied && is_rows(operand, formal) {
                    true => None,
                    false => self.formal(signature, operand, formal, element),
                },
            )
            .collect();
        let Some(wires) = wires.into_iter().collect::<Option<Vec<_>>>() else {
            return Value::Poison;
        };
        let wires = wires.concat();
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
        if self
            .names
            .may_have_another_result(&signature.name.to_string())
        {
            return Value::Poison;
        }
        self.at(place);
        let results = match self.builder.call(function, wires) {
            Ok(results) => results,
            Err(error) => return self.refused(&error, place, &[]),
        };
        let labels = signature.result_labels.iter().cloned();
        let results = results.into_iter().zip(labels);
        let mut results = results.map(|(wire, labels)| Value::from(wire).labelled(labels));
        self.of_form(signature.result.form(), &mut results)
    }

    /// The element type of a function's type parameter in a call.
    fn generic_of(
        &mut self,
        name: &Ident,
        signature: &Signature,
        operands: &[Operand<'b, '_>],
    ) -> Option<Element> {
        let pairs = signature.formals().zip(operands);
        let floats = pairs.filter(|(formal, _)| formal.first().ty.element == Element::Float);
        let mut found: Option<(Element, &Operand<'b, '_>)> = None;
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

    /// An operand as an argument of a function of the block: the scalars and arrays of it.
    fn formal(
        &mut self,
        signature: &Signature,
        operand: &Operand<'b, '_>,
        formal: Formal<'_>,
        generic: Element,
    ) -> Option<Vec<Wire<'b>>> {
        if formal.whole().is_none() {
            let wire = self.argument(signature, operand, formal.first(), generic);
            return wire.map(|wire| vec![wire]);
        }
        let leaves = self.leaves_of(&operand.value, formal.form());
        let fitted = leaves.and_then(|leaves| {
            let pairs = leaves.into_iter().zip(formal.parts);
            let wires = pairs.map(|(value, part)| {
                let expected = concrete(&part.ty, generic);
                let value = self.fit_type(&value, &expected, &part.labels)?;
                self.wire(&value, expected.element)
            });
            wires.collect::<Option<Vec<Wire<'b>>>>()
        });
        if fitted.is_none() {
            let types = formal.parts.iter().map(|part| &part.ty);
            let wanted = print_type(&signature.form_type(formal.form(), types));
            let (found, name, own) = (
                self.describe(&operand.value),
                &signature.name,
                formal.name(),
            );
            let message = format!("the argument `{own}` of `{name}` is {wanted}, found {found}");
            let help = match formal.form() {
                Form::Several(parts) => self.as_parts(&operand.value, parts, operand.expr),
                Form::One => None,
            };
            let diagnostic = Diagnostic::new(operand.place, message);
            self.error(diagnostic.note_if(self.explain(operand)).help_if(help));
        }
        fitted
    }

    /// An operand as an argument that is one scalar or array.
    fn argument(
        &mut self,
        signature: &Signature,
        operand: &Operand<'b, '_>,
        argument: &Argument,
        generic: Element,
    ) -> Option<Wire<'b>> {
        let expected = concrete(&argument.ty, generic);
        let labels = argument
            .labels
            .with(|name| is_own(signature, name).then_some(None));
        if let Some(value) = self.fit_type(&operand.value, &expected, &labels) {
            return self.wire(&value, expected.element);
        }
        let is_integer = operand.value.is_constant_integer()
            || expected.is_scalar() && self.started_as_counter(operand.expr).is_some();
        if expected.is_float() && is_integer {
            self.integer_for_float(operand, expected.element);
            return None;
        }
        let wanted = self.describe_array(&expected, &labels);
        let found = self.describe(&operand.value);
        let (name, own) = (&signature.name, &argument.name);
        let lengths = signature.lengths.in_words();
        let message = format!("the argument `{own}` of `{name}` is {wanted}, found {found}");
        let diagnostic = Diagnostic::new(operand.place, message);
        let diagnostic = diagnostic.note_if(self.explain(operand));
        let diagnostic = self.with_axes(diagnostic.note_if(lengths), operand, &labels);
        if let Some(help) = self.as_generic(signature, operand, &expected) {
            let mistake = format!("the float type of `{name}`");
            self.error(diagnostic.help(help).showing(Some(mistake)));
            return None;
        }
        let is_array = !expected.is_scalar();
        let help = self.start_of_unknown(operand, &expected.shape);
        let in_brackets = || is_array.then(|| self.in_brackets(&operand.value, operand.expr));
        let help = help.or_else(|| in_brackets().flatten()).or_else(|| {
            let element = operand.value.element().unwrap_or(expected.element);
            let found = operand
                .value
                .shape()
                .filter(|_| element == expected.element)?;
            part_of(operand.expr, &found, &expected.shape)
        });
        self.error(diagnostic.help_if(help));
        None
    }

    /// The help for the unknown of an equation in place of an array of this shape: it has that of
    /// the start.
    fn start_of_unknown(&self, operand: &Operand<'b, '_>, shape: &Shape) -> Option<String> {
        let variable = self.variable_of(operand.expr)?;
        let is_unknown = matches!(variable.origin, Origin::Unknown);
        let found = variable
            .shape()
            .filter(|found| is_unknown && found != shape)?;
        let name = &variable.name;
        let start = variable.told.first.as_ref().filter(|_| found.rank() == 0);
        let start = start.map(|start| format!(": `{}`", repeated(start.clone(), &shape.counts())));
        Some(format!(
            "`{name}` has the shape of the start of `solve`: start with as many elements{}",
            start.unwrap_or_default()
        ))
    }

    /// The help for a function of numbers of one float type that a caller of another one calls: its
    /// declaration for both.
    fn as_generic(
        &self,
        signature: &Signature,
        operand: &Operand<'b, '_>,
        expected: &Type,
    ) -> Option<String> {
        let found = operand.value.element().filter(|found| found.is_float())?;
        let own = expected.element;
        let is_other = found != own && operand.value.shape()? == expected.shape;
        let is_open = signature.generic.is_none() && signature.lengths.is_empty();
        if !is_other || !own.is_float() || !is_open {
            return None;
        }
        let own = own.name();
        let generic = self.words.generic.as_deref().unwrap_or("T");
        let arguments = signature.formals().map(|formal| {
            let ty = described(formal, signature).replace(own, generic);
            let reference = if formal.by_reference() { "&" } else { "" };
            format!("{}: {reference}{ty}", formal.name())
        });
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let result = match signature.result.as_single() {
            Some(ty) => display(ty, signature).replace(own, generic),
            None => "(..)".into(),
        };
        let name = &signature.name;
        Some(format!(
            "declare it for every float type: `fn {name}<{generic}: Float>({arguments}) -> {result}`"
        ))
    }

    fn wrong_argument_count(
        &mut self,
        name: &Ident,
        expected: usize,
        args: &Punctuated<Expr, Token![,]>,
        declared: &str,
        place: SourcePlace,
    ) -> Value<'b> {
        if has_unknown_value(args) || args.iter().any(|arg| option(arg).is_some()) {
            return Value::Poison;
        }
        let declared = format!("it is declared as `{declared}`");
        let help = match self.with_values_in_scope(name, args) {
            Some(call) => format!("{declared}: write `{call}`"),
            None => declared,
        };
        self.error(wrong_count(name, expected, args.len(), place).help(help))
    }

    /// Whether a function of the block takes an argument by `&`.
    fn takes_reference(&self, name: &Ident, position: usize) -> bool {
        let callee = self.names.functions.get(&name.to_string());
        let signature = callee.and_then(|callee| callee.signature.as_ref());
        let formal = signature.and_then(|signature| signature.formals().nth(position));
        formal.is_some_and(Formal::by_reference)
    }

    /// A call with all arguments of a function, where the first ones are given, and values of the
    /// names of the others are in scope.
    fn with_values_in_scope(
        &self,
        name: &Ident,
        args: &Punctuated<Expr, Token![,]>,
    ) -> Option<String> {
        let callee = self.names.functions.get(&name.to_string())?;
        let formals: Vec<Formal<'_>> = callee.signature.as_ref()?.formals().collect();
        let others = formals
            .get(args.len()..)
            .filter(|others| !others.is_empty())?;
        let mut texts: Vec<String> = args.iter().map(short_text).collect::<Option<_>>()?;
        for argument in others {
            let other = argument.name().to_string();
            let is_other = self.variables.find(&other).is_some() && !texts.contains(&other);
            texts.push(is_other.then_some(other)?);
        }
        Some(format!("{name}({})", texts.join(", ")))
    }
}

/// The error for a call with too many arguments, or too few.
fn wrong_count(name: &Ident, expected: usize, found: usize, place: SourcePlace) -> Diagnostic {
    let message = format!(
        "`{name}` takes {expected} argument{}, found {found}",
        plural(expected)
    );
    Diagnostic::new(place, message)
}

/// The error for an argument that a call is to write; `takes_reference` says that the function only
/// reads the argument, behind a `&`.
fn written_by_call(
    name: &Ident,
    written: &ExprReference,
    args: &Punctuated<Expr, Token![,]>,
    takes_reference: bool,
) -> Diagnostic {
    if takes_reference {
        let message = format!("`{name}` does not change this argument, which it takes by `&`");
        let help = short_text(&written.expr).map(|text| format!("write `&{text}`"));
        return Diagnostic::new(SourcePlace::of(written), message).help_if(help);
    }
    let message = "a call writes none of its arguments: functions return their results";
    let texts = args.iter().map(|arg| match arg {
        Expr::Reference(e) => short_text(&e.expr),
        arg => short_text(arg),
    });
    let texts: Option<Vec<String>> = texts.collect();
    let help = texts.zip(short_text(&written.expr)).map(|(texts, target)| {
        let call = format!("{name}({})", texts.join(", "));
        format!("pass the value, and assign what the call returns: `{target} = {call}`")
    });
    Diagnostic::new(SourcePlace::of(written), message).help_if(help)
}

/// Whether a name is that of a `const` parameter of a function.
fn is_own(signature: &Signature, name: &str) -> bool {
    signature.lengths.iter().any(|(own, _)| own == name)
}

/// The results of a call with other names of their dimensions.
fn with_labels<'b>(value: Value<'b>, change: impl Fn(&Labels) -> Labels + Copy) -> Value<'b> {
    match value {
        Value::Tuple(parts) => Value::Tuple(parts.map(|part| with_labels(part.clone(), change))),
        value => {
            let labels = change(&value.labels());
            value.labelled(labels)
        }
    }
}

/// The names of arguments.
fn names_of(signature: &Signature) -> Vec<String> {
    let formals = signature.formals();
    formals.map(|own| own.name().to_string()).collect()
}

/// The type of an argument, for messages.
fn described(formal: Formal<'_>, signature: &Signature) -> String {
    match formal.whole() {
        None => display(&formal.first().ty, signature),
        Some(whole) => {
            let types = formal.parts.iter().map(|part| &part.ty);
            print_type(&signature.form_type(&whole.form, types))
        }
    }
}

/// The same of a signature whose lengths are open.
fn names_as_written(signature: &syn::Signature) -> Vec<String> {
    let names = signature.inputs.iter().map(|input| match input {
        FnArg::Typed(argument) => print(&argument.pat),
        FnArg::Receiver(_) => String::new(),
    });
    names.collect()
}

/// The name and the arguments of a function, as it is declared.
fn declaration(signature: &Signature) -> String {
    let arguments = signature
        .formals()
        .map(|own| format!("{}: {}", own.name(), described(own, signature)));
    let arguments: Vec<String> = arguments.collect();
    format!("fn {}({})", signature.name, arguments.join(", "))
}

/// The same of a signature whose lengths are open.
fn as_written(signature: &syn::Signature) -> String {
    let arguments: Vec<String> = signature.inputs.iter().map(print_type).collect();
    let (name, output) = (&signature.ident, print_type(&signature.output));
    let generics = generics_of(signature);
    format!("fn {name}{generics}({}) {output}", arguments.join(", "))
}

/// The parameters between `<` and `>`.
pub(super) fn generics_of(signature: &syn::Signature) -> String {
    let parameters: Vec<String> = signature.generics.params.iter().map(print).collect();
    format!("<{}>", parameters.join(", "))
}

/// The positions of the arguments that a function changes, in a signature whose lengths are open.
pub(super) fn states_as_written(signature: &syn::Signature) -> Vec<usize> {
    let is_state = |input: &FnArg| match input {
        FnArg::Typed(argument) => {
            matches!(&*argument.ty, syn::Type::Reference(ty) if ty.mutability.is_some())
        }
        FnArg::Receiver(_) => false,
    };
    let inputs = signature.inputs.iter().enumerate();
    let states = inputs.filter(|(_, input)| is_state(input));
    states.map(|(position, _)| position).collect()
}

fn takes_reference(signature: &Signature) -> bool {
    signature.formals().any(Formal::by_reference)
}
