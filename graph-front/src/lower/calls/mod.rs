//! Calls of the language's functions, in function and method syntax, and dispatch to the block's
//! own functions.
//!
//! | file | holds |
//! |---|---|
//! | `builtins` | the table of the language's functions |
//! | `arguments` | operands, and options by name |
//! | `applied` | the closure or the function that `map` applies |
//! | `apply`, `shapes`, `structs` | application of the language's functions to operands; `shapes` has those that make or change shapes, `structs` those of whole structs |
//! | `states` | calls that change variables |
//! | `by_rows` | help for functions that are called with rows of what they take |
//! | `chains` | chains of iterators, as Rust has them |
//! | `closures` | the closures of `solve` and `map`, as regions |
//! | `conditions` | methods of iterators that take a condition |
//! | `dimensions` | the names of the dimensions of results |
//! | `einsum` | sums of products over named axes |
//! | `element_by_element` | arrays in the place of numbers, in calls of the block's own functions |
//! | `equations` | `solve` and its closure |
//! | `elsewhere` | calls by paths and modules of libraries, and of functions that functions make |
//! | `foreign` | names of other languages and libraries |
//! | `functions` | calls of the block's own functions |
//! | `generated` | parts of what the items of a function return |
//! | `joined` | `concat` and `stack` as numpy has them |
//! | `length_arguments` | help for lengths among the arguments |
//! | `lengths` | the lengths that a call gives to `const` parameters |
//! | `made_structs` | structs of zeros, and functions of structs that only Rust has |
//! | `map` | `map`: the arrays that it takes, and what it makes of the results |
//! | `offsets` | help for triangles and diagonals beside the main one |
//! | `paths` | calls by a path: methods of the float types |
//! | `positional` | axes and other integers behind the operands |
//! | `print` | `print` |
//! | `positions` | sums of parts at positions |
//! | `quoted_axes` | help for the names of axes in quotation marks |
//! | `random` | random numbers, and keys |
//! | `ranges` | unit matrices, evenly spaced numbers, rolled axes |
//! | `rows` | a function applied to the rows of arrays, as the body of a loop |
//! | `tables` | functions given by tables |
//! | `unknown` | calls of unknown functions |

mod alike;
mod applied;
mod apply;
mod arguments;
mod builtins;
mod by_rows;
mod chains;
mod closures;
mod conditions;
mod dimensions;
mod einsum;
mod element_by_element;
mod elsewhere;
mod equations;
mod exchanged;
mod foreign;
mod functions;
mod generated;
mod joined;
mod length_arguments;
mod lengths;
mod made_structs;
mod map;
mod named_operands;
mod norms;
mod offsets;
mod orders;
mod own_operands;
mod paths;
mod positional;
mod positions;
mod print;
mod quoted_axes;
mod random;
mod ranges;
mod rows;
mod shapes;
mod states;
mod structs;
mod surplus;
mod tables;
mod transformed;
mod turned;
mod unknown;

pub(super) use builtins::Builtin;
pub(crate) use builtins::{
    BUILTINS, documented_signature, is_builtin, operands_of, operands_of_method, options_of,
};
pub(super) use conditions::{leads_to_condition, without_references};
pub(super) use foreign::{constant_of, is_module};
pub(crate) use lengths::extents_of;
pub(super) use made_structs::turbofish;
pub(crate) use map::MAP;
use map::closed_early;
pub(crate) use print::PRINT;
pub(super) use turned::{transposed, turned_vector};
pub(super) use unknown::of_type;

use syn::punctuated::Punctuated;
use syn::{
    AngleBracketedGenericArguments, Expr, ExprCall, ExprMethodCall, Ident, PathArguments, Token,
};

use closures::without_first_bar;
use lengths::WrittenLengths;

use super::Lowerer;
use super::scope::Template;
use super::values::{Lowered, Operand, Value};
use super::variables::{Origin, Stored};
use crate::diagnostics::{Diagnostic, SourcePlace, line_of};
use crate::parse::missing_semicolon;
use crate::tokens::has_unknown_value;

/// A function with `const` parameters, and the parameters that are written where it is called.
type TemplateCall<'e> = (&'e Template<'e>, Option<&'e AngleBracketedGenericArguments>);

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `f(a, b)`.
    pub(super) fn call(&mut self, expr: &'e ExprCall) -> Lowered<'b> {
        let is_operand = std::mem::take(&mut self.is_operand);
        let annotated = [self.annotated.take(), self.promised];
        let mut annotated = annotated.into_iter().flatten();
        let annotated = annotated.find(|(call, _)| std::ptr::eq(*call, expr));
        let close = SourcePlace::token(expr.paren_token.span.close());
        if let Some(error) = self.line_end_before(expr) {
            self.lacks_semicolon = true;
            let place = SourcePlace::of(&expr.func).to(close);
            let value = self.error(error);
            return Lowered { value, place };
        }
        if let Some((template, written)) = self.template_of(&expr.func) {
            let place = SourcePlace::of(&expr.func).to(close);
            let result = annotated.map(|(_, ty)| ty);
            let lengths = WrittenLengths { written, result };
            let value = self.call_template(template, lengths, &expr.args, place);
            return Lowered { value, place };
        }
        let name = match &*expr.func {
            Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
            _ => None,
        };
        let Some(name) = name else {
            self.is_operand = is_operand;
            return self.path_call(expr, close);
        };
        let place = SourcePlace::token(name.span()).to(close);
        let text = name.to_string();
        let value = if self.is_wrong_variable(&text) {
            for argument in &expr.args {
                self.operand(argument);
            }
            Value::Poison
        } else if let Some(callee) = self.names.functions.get(&text) {
            self.call_function(name, callee, &expr.args, place)
        } else if let Some(builtin) = Builtin::of(&text) {
            self.call_builtin(name, builtin, None, &expr.args, place)
        } else {
            self.is_operand = is_operand;
            self.unknown_function(name, &expr.args)
        };
        Lowered { value, place }
    }

    /// The error for a statement that lacks its `;` in front of parentheses on the next line: what
    /// stands in front of them is no function.
    fn line_end_before(&self, call: &ExprCall) -> Option<Diagnostic> {
        let may_be_value = match &*call.func {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                let name = name.to_string();
                let is_function =
                    self.names.functions.contains_key(&name) || Builtin::of(&name).is_some();
                self.variables.find(&name).is_some() && !is_function
            }),
            Expr::Binary(_)
            | Expr::Call(_)
            | Expr::Field(_)
            | Expr::Index(_)
            | Expr::Lit(_)
            | Expr::MethodCall(_) => true,
            _ => false,
        };
        let before = may_be_value.then(|| SourcePlace::of(&call.func))?;
        let is_later = line_of(before.end())? < line_of(call.paren_token.span.open())?;
        is_later.then(|| missing_semicolon(before, '('))
    }

    /// The error for the target of an assignment that begins with the line before it,
    /// `s += sum(x)` and `(a, b) = (b, a)` below.
    pub(super) fn line_end_in(&self, target: &Expr) -> Option<Diagnostic> {
        match target {
            Expr::Call(call) => self.line_end_before(call),
            _ => None,
        }
    }

    /// Whether a variable hides the function of this name whose value is wrong, such as a closure.
    fn is_wrong_variable(&self, name: &str) -> bool {
        let variable = self.variables.find(name).map(|id| self.variables.get(id));
        variable.is_some_and(|variable| {
            let is_poison = matches!(&variable.stored, Stored::Value(value) if value.is_poison());
            is_poison && matches!(variable.origin, Origin::Let(_))
        })
    }

    /// The function with `const` parameters that an expression names, and what stands between `::<`
    /// and `>`.
    fn template_of(&self, function: &'e Expr) -> Option<TemplateCall<'e>> {
        let Expr::Path(path) = function else {
            return None;
        };
        let mut segments = path.path.segments.iter();
        let last = segments.next_back()?;
        let is_own = segments.all(|segment| segment.ident == "self");
        if path.qself.is_some() || !is_own {
            return None;
        }
        let template = self.names.templates.get(&last.ident.to_string())?;
        match &last.arguments {
            PathArguments::None => Some((template, None)),
            PathArguments::AngleBracketed(written) => Some((template, Some(written))),
            PathArguments::Parenthesized(_) => None,
        }
    }

    /// `x.f(a)`.
    pub(super) fn method_call(
        &mut self,
        receiver: Lowered<'b>,
        expr: &'e ExprMethodCall,
    ) -> Lowered<'b> {
        let is_operand = std::mem::take(&mut self.is_operand);
        let close = SourcePlace::token(expr.paren_token.span.close());
        let place = receiver.place.to(close);
        let receiver = Operand {
            value: receiver.value,
            expr: &expr.receiver,
            place: receiver.place,
        };
        let text = expr.method.to_string();
        if let (Some(turbofish), false) = (&expr.turbofish, receiver.value.is_poison()) {
            let message = "methods of the language take no type arguments";
            self.error(Diagnostic::new(SourcePlace::of(turbofish), message).help("remove them"));
        }
        let value = match Builtin::of(&text) {
            Some(_) if self.is_ambiguous(&text, expr) => self.ambiguous_method(&text, expr),
            Some(builtin) => {
                self.call_builtin(&expr.method, builtin, Some(receiver), &expr.args, place)
            }
            None if text == "pow"
                && let Some(power) = self.power_of_integers(&receiver, &expr.args, place) =>
            {
                power
            }
            None => {
                self.is_operand = is_operand;
                self.unknown_method(&expr.method, &receiver, &expr.args)
            }
        };
        Lowered { value, place }
    }

    /// Whether a method is one of the language's, and the block has a function of its name that
    /// takes as many arguments. In that function the method is what it is made of.
    fn is_ambiguous(&self, name: &str, expr: &'e ExprMethodCall) -> bool {
        let own = self.names.functions.get(name);
        let own = own.and_then(|callee| callee.signature.as_ref());
        let is_inside = self
            .signature
            .is_some_and(|signature| signature.name == name);
        own.is_some_and(|own| own.formals().count() == 1 + expr.args.len()) && !is_inside
    }

    fn ambiguous_method(&mut self, name: &str, expr: &'e ExprMethodCall) -> Value<'b> {
        let message =
            format!("`.{name}` is the language's own, and the block has a function `{name}`");
        let place = SourcePlace::token(expr.method.span());
        let own = format!("the block's function is called as `{name}(..)`");
        let is_of_float = Builtin::of(name).is_some_and(Builtin::is_method_of_float);
        let help = match is_of_float {
            true => format!("{own}, and the language's as `f64::{name}(..)`"),
            false => format!("{own}; give it another name to use both"),
        };
        self.error(Diagnostic::new(place, message).help(help))
    }

    fn call_builtin(
        &mut self,
        name: &Ident,
        builtin: Builtin,
        receiver: Option<Operand<'b, 'e>>,
        args: &'e Punctuated<Expr, Token![,]>,
        place: SourcePlace,
    ) -> Value<'b> {
        let reads_text = [
            Builtin::Solve,
            Builtin::Map,
            Builtin::Print,
            Builtin::Einsum,
            Builtin::Rename,
        ];
        // What is no Rust is reported, and is no text.
        if reads_text.contains(&builtin) && has_unknown_value(args) {
            return Value::Poison;
        }
        if let Builtin::Solve | Builtin::Map = builtin
            && let Some(error) = without_first_bar(args)
        {
            return self.error(error);
        }
        if builtin == Builtin::Solve {
            return self.solve(receiver.is_some(), args, place);
        }
        if builtin == Builtin::Map {
            return self.map(receiver, args, place);
        }
        if builtin == Builtin::Print {
            return self.print(receiver.as_ref(), args, place);
        }
        if builtin == Builtin::Einsum {
            return self.einsum(receiver.is_some(), args, place);
        }
        if builtin == Builtin::Rename {
            return self.rename(receiver, args, place);
        }
        if let Some(error) = closed_early(name, builtin, args) {
            return self.error(error);
        }
        if self.variables_in_brackets(builtin, &name.to_string(), receiver.is_some(), args) {
            return Value::Poison;
        }
        if let (true, 1, Some(Expr::Index(part))) = (name == "sum", args.len(), args.first()) {
            self.summed = Some(part);
        }
        let arguments = self.arguments(name, builtin, receiver, args, place);
        if arguments.poisoned {
            return Value::Poison;
        }
        self.apply(builtin, &name.to_string(), &arguments, place)
    }
}
