//! Calls of functions that the language does not have.

use graph_ir::{Element, Shape};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, Ident, Lit, Token};

use super::Builtin;
use super::builtins::{BUILTINS, is_builtin};
use super::foreign::{
    Given, Variables, advice, advice_for_transformed, is_foreign, is_of_integers,
};
use super::transformed::table_alone;
use crate::diagnostics::foreign_types::{COMPLEX, is_complex};
use crate::diagnostics::{Diagnostic, SourcePlace, alike, slipped};
use crate::lower::report::{grouped, short_text, struct_of};
use crate::lower::values::{Operand, Value};
use crate::lower::variables::{Variable, VariableId};
use crate::lower::{Lowerer, Names, without_parentheses};
use crate::parse::own_type;

/// The help where nothing has the name of a function: how it is written, or declared.
pub(super) fn written_or_declared(name: &str) -> String {
    format!(
        "write `fn {name}(..)` in the same block, or declare the one around it: \
         `#[external] fn {name}(..) -> ..;`, with `#[external(graph)]` where another block has it, \
         and `#[external(adjoint = path)]` where it is differentiated"
    )
}

/// The arguments between the parentheses of a call.
type Args = Punctuated<Expr, Token![,]>;

impl<'b, 'e> Lowerer<'b, 'e> {
    pub(super) fn unknown_function(&mut self, name: &Ident, args: &'e Args) -> Value<'b> {
        let is_operand = std::mem::take(&mut self.is_operand);
        let operand = self.checked_arguments(args);
        let text = name.unraw().to_string();
        if let Some(id) = self.variables.find(&text) {
            return self.variable_called(id, &text, args, SourcePlace::token(name.span()));
        }
        if self.names.refused.may_have(&text) {
            return Value::Poison;
        }
        let place = SourcePlace::token(name.span());
        let diagnostic = Diagnostic::unknown(place, "function", &text);
        let given = Given::new(operand.as_ref(), None, args, is_operand);
        let given = given.with_second(self.rank_of_second(args));
        let diagnostic = if is_complex(&text) {
            diagnostic.help(COMPLEX)
        } else if let Some(power) = self.power_called(&text, None, args.iter()) {
            diagnostic.help(power)
        } else if let Some(joined) = self.joined_elsewhere(&text, args) {
            diagnostic.help(joined)
        } else if let Some(derivative) = of_function(self, &text, args) {
            diagnostic.help(derivative)
        } else if let Some(table) = table_alone(&text, args).filter(|_| text == "CubicSpline") {
            diagnostic.help(table)
        } else if let Some(conversion) = conversion(&text, args) {
            diagnostic.help(conversion)
        } else if self.has_open_window(&text, args) {
            let window = args
                .get(1)
                .and_then(short_text)
                .unwrap_or_else(|| "y".into());
            diagnostic
                .note(format!(
                    "a window has a constant length, and that of `{window}` is not"
                ))
                .help("write the sums in loops over the positions of both")
        } else if let Some(literal) = self.struct_called(&text, args) {
            diagnostic.help(literal)
        } else if let Some(advice) = advice(&text, &given) {
            diagnostic.help(self.in_own_float(&advice))
        } else if let Some(close) = self.slip(name, args) {
            diagnostic.help(format!("did you mean `{close}`?"))
        } else if self.signature.is_none() && self.source.is_none() {
            diagnostic
                .note("a constant calls the functions of `adgraph::ops`, and none of the block")
                .help("call the function where its value is used")
        } else {
            diagnostic
                .note("the macro sees the functions of the block and those of `adgraph::ops`")
                .note_if(self.alike(&text))
                .help(written_or_declared(&text))
        };
        self.error(diagnostic)
    }

    /// The help for a struct of the block that is called like a function: its literal.
    fn struct_called(&self, name: &str, args: &Args) -> Option<String> {
        let item = self.names.structs.get(name)?;
        let fields: Vec<&Ident> = item
            .fields
            .iter()
            .filter_map(|own| own.ident.as_ref())
            .collect();
        let values = args
            .iter()
            .map(|value| short_text(value).unwrap_or_else(|| "..".into()));
        Some(struct_of(&item.ident, &fields, values))
    }

    /// Whether the second operand of a convolution is as long as the call says.
    fn has_open_window(&self, name: &str, args: &Args) -> bool {
        let is_known = |shape: Shape| shape.count().known().is_some();
        let window = args.get(1).and_then(|window| self.variable_of(window));
        matches!(name, "convolve" | "correlate" | "conv1d")
            && window
                .and_then(Variable::shape)
                .is_some_and(|shape| !is_known(shape))
    }

    fn variable_called(
        &mut self,
        id: VariableId,
        name: &str,
        args: &'e Args,
        place: SourcePlace,
    ) -> Value<'b> {
        let value = match self.has_value(id, place) {
            true => self.read(id),
            false => Value::Poison,
        };
        if value.is_poison() {
            return Value::Poison;
        }
        let found = self.describe(&value);
        let message = format!("`{name}` is {found}, and no function");
        let help = match value.shape().is_some_and(|shape| shape.rank() > 0) {
            true => match self.positions(args) {
                Some(part) if part.contains("..") => {
                    format!("a part is taken with brackets: `{name}[{part}]`")
                }
                Some(position) => {
                    format!("an element is taken with brackets: `{name}[{position}]`")
                }
                None => format!("an element is taken with brackets: `{name}[0]`"),
            },
            false => format!("a product is written with `*`: `{name} * (..)`"),
        };
        self.error(Diagnostic::new(place, message).help(help))
    }

    /// The arguments of a call as what stands in brackets, where they are positions and ranges.
    fn positions(&self, args: &Args) -> Option<String> {
        let texts = args.iter().map(|arg| {
            let is_position = match arg {
                Expr::Range(_) => true,
                Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)),
                arg => self.variable_of(arg).is_some_and(Variable::holds_integers),
            };
            short_text(arg).filter(|_| is_position)
        });
        let texts: Vec<String> = texts.collect::<Option<_>>()?;
        match &texts[..] {
            [] => None,
            [one] => Some(one.clone()),
            several => Some(format!("({})", several.join(", "))),
        }
    }

    pub(super) fn unknown_method(
        &mut self,
        name: &Ident,
        receiver: &Operand<'b, 'e>,
        args: &'e Args,
    ) -> Value<'b> {
        let is_operand = std::mem::take(&mut self.is_operand);
        if receiver.value.is_poison() {
            return Value::Poison;
        }
        self.checked_arguments(args);
        let text = name.unraw().to_string();
        // An `impl` in the block is an error of its own.
        if self.names.refused.may_have(&text) {
            return Value::Poison;
        }
        let message = format!(
            "{} has no method `{text}`",
            of_type(&self.describe(&receiver.value))
        );
        let diagnostic = Diagnostic::new(SourcePlace::token(name.span()), message);
        let written = short_text(receiver.expr).unwrap_or_else(|| "x".into());
        let is_integer = receiver.value.element() == Some(Element::I64);
        let ty = text.strip_prefix("to_").or(text.strip_prefix("as_"));
        let ty = match ty.and_then(own_type) {
            None if is_integer && text == "into" => Some("f64"),
            ty => ty,
        };
        let is_own = self.names.functions.contains_key(&text);
        let is_field = match &receiver.value {
            Value::Tuple(parts) => parts.position(name).is_some(),
            _ => false,
        };
        let help = if is_field {
            Some(format!("it is a field: `{}.{text}`", grouped(&written)))
        } else if let Some(ty) = ty.filter(|_| args.is_empty()) {
            let help = format!("write `{} as {ty}`", grouped(&written));
            Some(self.in_own_float(&help))
        } else if is_own {
            self.as_function(name, receiver, args)
        } else if let Some(power) =
            self.power_called(&text, Some((receiver.expr, &receiver.value)), args.iter())
        {
            Some(power)
        } else if let Some(kept) = self.with_condition(&text, receiver, args, is_operand) {
            Some(kept)
        } else if is_foreign(&text) || is_integer && is_of_integers(&text) {
            let given = Given::new(Some(&receiver.value), Some(written), args, is_operand);
            let given = given.with_second(args.first().and_then(|second| self.rank_of(second)));
            advice(&text, &given).map(|advice| self.in_own_float(&advice))
        } else {
            let close = slipped(&text, BUILTINS.iter().copied());
            let close = close.filter(|close| self.would_accept(close, name, Some(receiver), args));
            close.map(|close| format!("did you mean `{close}`?"))
        };
        let similar = help
            .is_none()
            .then(|| similar(&text, BUILTINS.iter().copied()));
        self.error(diagnostic.note_if(similar.flatten()).help_if(help))
    }

    /// The function whose name a call has but for a slip of the finger, where it takes the arguments.
    pub(super) fn slip(&mut self, name: &Ident, args: &'e Args) -> Option<&'e str> {
        let names: &'e Names<'e> = self.names;
        let own = names.functions.keys().map(String::as_str);
        let text = name.unraw().to_string();
        let meant = slipped(&text, own.chain(BUILTINS.iter().copied()))?;
        self.would_accept(meant, name, None, args).then_some(meant)
    }

    /// The note on functions whose names are similar to one that no function has.
    pub(super) fn alike(&self, name: &str) -> Option<String> {
        let own = self.names.functions.keys().map(String::as_str);
        similar(name, own.chain(BUILTINS.iter().copied()))
    }

    /// The number of axes of the second argument, where the first one is a value.
    pub(super) fn rank_of_second(&mut self, args: &'e Args) -> Option<usize> {
        let first = without_parentheses(args.first()?);
        let is_value = !matches!(first, Expr::Closure(_)) && !self.is_function_or_type(first);
        match args.get(1) {
            Some(second) if is_value && !matches!(second, Expr::Assign(_) | Expr::Closure(_)) => {
                self.rank_of(second)
            }
            _ => None,
        }
    }

    /// Lowers the arguments of a call that means nothing, which may hold errors of their own; the
    /// value of the first one.
    pub(super) fn checked_arguments(&mut self, args: &'e Args) -> Option<Value<'b>> {
        let mut first = None;
        for arg in args {
            // The `&` is part of what the other function wants.
            let arg = match arg {
                Expr::Reference(e) => &e.expr,
                arg => arg,
            };
            let is_foreign = match arg {
                Expr::Closure(_) | Expr::Assign(_) | Expr::Range(_) => true,
                Expr::Lit(literal) => matches!(literal.lit, Lit::Str(_)),
                Expr::Call(call) => self.is_axis(call),
                arg => self.is_function_or_type(arg),
            };
            if !is_foreign {
                let value = self.expression(arg).value;
                first.get_or_insert(value);
            }
        }
        first
    }

    /// Whether an argument is an axis in a type of its own, `Axis(0)`, which is none of the block's.
    fn is_axis(&self, call: &ExprCall) -> bool {
        let Expr::Path(path) = &*call.func else {
            return false;
        };
        path.path.is_ident("Axis") && !self.names.functions.contains_key("Axis")
    }

    /// Whether an argument is the name of a function or a type, as what calls it elsewhere takes it.
    fn is_function_or_type(&self, arg: &Expr) -> bool {
        let Expr::Path(path) = arg else { return false };
        let Some(name) = path.path.get_ident().map(ToString::to_string) else {
            return false;
        };
        let is_type = TYPES.contains(&&*name) || self.names.aliases.contains_key(&name);
        let is_known = is_type || is_builtin(&name) || self.names.functions.contains_key(&name);
        is_known && self.variables.find(&name).is_none()
    }

    /// Whether a function accepts the arguments of a call of another name, so that the call may
    /// mean this one. The attempt leaves no trace: its errors are forgotten, and so is the graph of
    /// a body with an error.
    pub(super) fn would_accept(
        &mut self,
        function: &str,
        name: &Ident,
        receiver: Option<&Operand<'b, 'e>>,
        args: &'e Args,
    ) -> bool {
        let before = self.names.diagnostics.len();
        let place = SourcePlace::token(name.span());
        let function = Ident::new(function, name.span());
        let text = function.to_string();
        let value = if let Some(callee) = self.names.functions.get(&text) {
            self.call_function(&function, callee, args, place)
        } else if let Some(builtin) = Builtin::of(&text) {
            self.call_builtin(&function, builtin, receiver.cloned(), args, place)
        } else {
            Value::Poison
        };
        let errors = self.names.diagnostics.len() - before;
        self.names.diagnostics.truncate(before);
        // An argument that is wrong itself says nothing about the function.
        errors == 0 || value.is_poison() && self.has_wrong_argument(args)
    }

    /// All arguments of a function of the block, of which some are given, and the positions of
    /// these: the others are the values of the names of their parameters.
    fn by_names(&self, function: &str, given: Vec<String>) -> (Vec<String>, Variables) {
        let signature = self.names.functions.get(function);
        let signature = signature.and_then(|callee| callee.signature.as_ref());
        let names = signature.iter().flat_map(|signature| signature.formals());
        let names: Vec<String> = names.map(|own| own.name().to_string()).collect();
        if names.len() <= given.len() {
            return (given, self.differentiated_by(function));
        }
        let positions = given
            .iter()
            .map(|own| names.iter().position(|name| name == own));
        let positions: Option<Vec<usize>> = positions.collect();
        let positions = positions.unwrap_or_else(|| (0..given.len()).collect());
        let all = names.into_iter().enumerate().map(|(position, name)| {
            match positions.iter().position(|own| *own == position) {
                Some(number) => given[number].clone(),
                None if self.has_value_named(&name) => name,
                None => "..".into(),
            }
        });
        (all.collect(), Variables::At(positions))
    }

    fn has_wrong_argument(&mut self, args: &'e Args) -> bool {
        let before = self.names.diagnostics.len();
        self.checked_arguments(args);
        let is_wrong = self.names.diagnostics.len() > before;
        self.names.diagnostics.truncate(before);
        is_wrong
    }
}

/// The note on the functions among these whose names are similar to another one.
fn similar<'a>(name: &str, functions: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let names = alike(name, functions).into_iter();
    let names: Vec<String> = names.map(|own| format!("`{own}`")).collect();
    Some(match &names[..] {
        [] => return None,
        [only] => format!("a function of a similar name is {only}"),
        several => format!("functions of similar names are {}", several.join(", ")),
    })
}

/// The help for the derivative of a function, `grad(f, x)`, or of a value without its variable,
/// `grad(f(x))`.
pub(super) fn of_function(lowerer: &Lowerer<'_, '_>, name: &str, args: &Args) -> Option<String> {
    let mut args = args.iter();
    let first = args.next()?;
    let others: Vec<String> = args.map(short_text).collect::<Option<_>>()?;
    match first {
        Expr::Path(path) if !others.is_empty() => {
            let function = path.path.get_ident()?.to_string();
            let is_function =
                is_builtin(&function) || lowerer.names.functions.contains_key(&function);
            let is_own = is_function && !lowerer.has_value_named(&function);
            let (arguments, variables) = lowerer.by_names(&function, others);
            advice_for_transformed(name, &function, &arguments, &variables).filter(|_| is_own)
        }
        Expr::Call(call) if others.is_empty() => {
            let function = short_text(&call.func)?;
            let inner: Vec<String> = call.args.iter().map(short_text).collect::<Option<_>>()?;
            advice_for_transformed(
                name,
                &function,
                &inner,
                &lowerer.differentiated_by(&function),
            )
        }
        _ => None,
    }
}

/// The help for a type that is called, `double(n)`.
pub(super) fn conversion(name: &str, args: &Args) -> Option<String> {
    let ty = match name {
        "bool" => "bool",
        name => own_type(name)?,
    };
    let [Some(value), None] = [0, 1].map(|position| args.iter().nth(position)) else {
        return None;
    };
    let text = short_text(value).unwrap_or_else(|| "x".into());
    let text = grouped(&text);
    Some(match ty {
        "bool" => format!("compare: `{text} != 0.0`"),
        ty => format!("write `{text} as {ty}`, in parentheses as an operand"),
    })
}

/// A value of a type as the start of a sentence: types stay as they are.
pub(in crate::lower) fn of_type(text: &str) -> String {
    match text {
        "an integer" => "an integer constant".into(),
        other => format!("a value of type {other}"),
    }
}

/// The names of types that functions elsewhere take as arguments.
const TYPES: [&str; 8] = ["bool", "f32", "f64", "float", "i32", "i64", "int", "usize"];
