//! `solve(|y| .., start)`: a value given by an equation.
//!
//! The body of the closure is lowered as a region of its own, in which the unknown is an input; the
//! values that it uses from its surroundings become the equation's parameters.

use graph_autodiff::implicit::{Newton, root};
use graph_ir::builder::Region;
use graph_ir::{Error, Type, Wire};
use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, ExprClosure, Ident, Pat, PatType, ReturnType, Stmt, Token};

use super::arguments::option;
use super::builtins::{Builtin, is_builtin};
use super::closures::{is_plain, parameters_of};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Operand, Scalar, Value};
use crate::lower::variables::{Origin, Stored, Told, Variable};
use crate::lower::without_parentheses;
use crate::signature::Signature;
use crate::tokens::idents;

/// The name of the function.
const SOLVE: &str = "solve";

/// The closure of `solve`.
struct Equation<'e> {
    closure: &'e ExprClosure,
    unknown: &'e Ident,
    /// The unknown with its type, if that is written.
    typed: Option<&'e PatType>,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `solve(|y| .., start, iterations = 50, tolerance = 1e-10)`.
    pub(super) fn solve(
        &mut self,
        is_method: bool,
        args: &'e Punctuated<Expr, Token![,]>,
        place: SourcePlace,
    ) -> Value<'b> {
        let usage = format!("it is called as `{}`", Builtin::Solve.usage(SOLVE));
        if is_method {
            let message = "`solve` is no method: its first argument is an equation";
            return self.error(Diagnostic::new(place, message).help(or_linear(&usage)));
        }
        let operands = args.iter().filter(|arg| option(arg).is_none());
        let operands: Vec<&'e Expr> = operands.collect();
        let &[equation, start] = &operands[..] else {
            let found = operands.len();
            let message = format!("`solve` takes 2 arguments, found {found}");
            return self.error(Diagnostic::new(place, message).help(usage));
        };
        if !matches!(equation, Expr::Closure(_)) {
            return self.no_equation(equation, start, &usage);
        }
        let newton = self.newton(args);
        let equation = self.equation(equation);
        let text = short_text(start);
        let start = self.start(start, equation.as_ref().and_then(|equation| equation.typed));
        let (Some(newton), Some(equation), Some((start, labels))) = (newton, equation, start)
        else {
            return Value::Poison;
        };
        match self.residual(&equation, (start, text), &labels) {
            Some(region) => self.solved(region, start, newton, place).labelled(labels),
            None => Value::Poison,
        }
    }

    /// The value at which the equation holds.
    fn solved(
        &mut self,
        region: Region,
        start: Wire<'b>,
        newton: Newton,
        place: SourcePlace,
    ) -> Value<'b> {
        self.at(place);
        let builder = self.builder;
        let closed = builder.closure(region);
        let found = closed.and_then(|(residual, parameters)| {
            root(builder, &residual, &parameters, start, newton)
        });
        match found {
            Ok(wire) => Value::from(wire),
            Err(Error::RuleWithEffects) => {
                let message = "the equation of `solve` prints something";
                let note = "Newton's method and derivatives compute it as often as they need";
                let help = "print the solution, behind `solve`";
                self.error(Diagnostic::new(place, message).note(note).help(help))
            }
            Err(error) => self.refused_by(Some(SOLVE), &error, place, &[]),
        }
    }

    /// Reports a call whose first argument is no closure: the arguments are exchanged, or are those
    /// of a linear equation.
    fn no_equation(&mut self, first: &'e Expr, second: &'e Expr, usage: &str) -> Value<'b> {
        let message = "the first argument of `solve` is an equation: a closure whose value is to be \
                       zero";
        let diagnostic = Diagnostic::new(SourcePlace::of(first), message);
        let [of_first, of_second] = [first, second].map(|expr| self.applied_by_name(expr));
        if let (Some(equation), Some(start)) = (of_first, short_text(second)) {
            return self.error(diagnostic.help(format!("write `{SOLVE}({equation}, {start})`")));
        }
        if matches!(second, Expr::Closure(_)) || of_second.is_some() {
            let texts = (of_second.or_else(|| short_text(second)), short_text(first));
            let help = match texts {
                (Some(equation), Some(start)) => {
                    format!("it stands before the start: `{SOLVE}({equation}, {start})`")
                }
                _ => usage.into(),
            };
            return self.error(diagnostic.help(help));
        }
        // The unknown has no value outside of a closure.
        let mut names = idents(first).into_iter().map(|name| name.to_string());
        let unknown = names.find(|name| {
            name.starts_with(char::is_lowercase)
                && !self.has_value_named(name)
                && !is_builtin(name)
                && !self.names.functions.contains_key(name)
        });
        if let (Some(unknown), Some(equation), Some(start)) =
            (unknown, residual(first), short_text(second))
        {
            let equation = format!("{SOLVE}(|{unknown}| {equation}, {start})");
            return self.error(diagnostic.help(format!("write `{equation}`")));
        }
        let values = [first, second].map(|expr| self.expression(expr).value);
        if values.iter().any(Value::is_poison) {
            return Value::Poison;
        }
        let is_matrix = values[0].shape().is_some_and(|shape| shape.rank() == 2);
        let help = match (short_text(first), short_text(second)) {
            (Some(a), Some(b)) if is_matrix => {
                format!("a linear equation with a matrix is solved by `linear_solve({a}, {b})`")
            }
            _ => or_linear(usage),
        };
        self.error(diagnostic.help(help))
    }

    /// The closure that calls a function which stands there by its name alone.
    pub(super) fn applied_by_name(&self, expr: &Expr) -> Option<String> {
        let name = self.function_named(expr)?;
        let callee = self.names.functions.get(&name);
        let signature = callee.and_then(|callee| callee.signature.as_ref());
        let formals = signature.into_iter().flat_map(Signature::formals);
        let names: Vec<String> = formals.map(|formal| formal.name().to_string()).collect();
        if let [unknown, _, ..] = &names[..] {
            return Some(format!("|{unknown}| {name}({})", names.join(", ")));
        }
        let unknown = self.unused_names(1).concat();
        Some(format!("|{unknown}| {name}({unknown})"))
    }

    /// The closure, if it is an equation.
    fn equation(&self, expr: &'e Expr) -> Option<Equation<'e>> {
        let Expr::Closure(closure) = expr else {
            return None;
        };
        let mut inputs = closure.inputs.iter();
        let parameters = (inputs.next(), inputs.next());
        if let (true, (Some(pattern), None)) = (is_plain(closure), parameters) {
            let (name, typed) = match pattern {
                Pat::Type(typed) => (&*typed.pat, Some(typed)),
                pattern => (pattern, None),
            };
            if let Pat::Ident(name) = name
                && name.by_ref.is_none()
                && name.mutability.is_none()
                && name.subpat.is_none()
            {
                let unknown = &name.ident;
                return Some(Equation {
                    closure,
                    unknown,
                    typed,
                });
            }
        }
        if let (true, ReturnType::Type(arrow, ty)) = (closure.inputs.len() == 1, &closure.output) {
            let place = SourcePlace::of(arrow).to(SourcePlace::of(ty));
            let message = "the equation of `solve` has its unknown and a body alone";
            let help = format!(
                "remove `-> {}`: its value has the type of the unknown",
                print(ty)
            );
            self.error(Diagnostic::new(place, message).help(help));
            return None;
        }
        let message = "the equation of `solve` takes one unknown, by its name";
        let help = match closure.inputs.first() {
            Some(Pat::Tuple(several)) => taken_apart(&several.elems),
            Some(Pat::Slice(several)) => taken_apart(&several.elems),
            _ => None,
        };
        let help = help.unwrap_or_else(|| "write `|y|`: it has the type of the start".into());
        self.error(Diagnostic::new(parameters_of(closure), message).help(help));
        None
    }

    /// The start, which is to be floats, in the type that the unknown may have, and the names of its
    /// dimensions.
    fn start(&mut self, expr: &'e Expr, typed: Option<&'e PatType>) -> Option<(Wire<'b>, Labels)> {
        let mut start = self.operand(expr);
        if let Some(typed) = typed {
            start.value = self.typed_value(typed, start.clone()).0;
        }
        if start.value.is_poison() {
            return None;
        }
        let element = start.value.element().unwrap_or(self.float);
        if start.value.is_constant_integer() {
            self.integer_for_float(&start, self.float);
            return None;
        }
        if element.is_float()
            && let Some(wire) = self.wire(&start.value, element)
        {
            return Some((wire, start.value.labels()));
        }
        let found = self.describe(&start.value);
        let message = format!(
            "the start of `solve` is a floating point number or an array of them, found {found}"
        );
        let diagnostic = Diagnostic::new(start.place, message);
        let note = self.explain(&start);
        let help = as_array(&start.value, expr);
        self.error(diagnostic.note_if(note).help_if(help));
        None
    }

    /// How to search, as the options say.
    fn newton(&mut self, args: &'e Punctuated<Expr, Token![,]>) -> Option<Newton> {
        let mut newton = Some(Newton::default());
        for (name, value) in args.iter().filter_map(option) {
            let set = match name.to_string().as_str() {
                "iterations" => {
                    let count = self.positive(value, "the number of iterations");
                    count.map(|iterations| Newton {
                        iterations,
                        ..newton.unwrap_or_default()
                    })
                }
                "tolerance" => self.tolerance(value).map(|tolerance| Newton {
                    tolerance: Some(tolerance),
                    ..newton.unwrap_or_default()
                }),
                _ => {
                    let allowed = Builtin::Solve.named(2);
                    self.unknown_option(SOLVE, name, allowed, None);
                    None
                }
            };
            newton = newton.and(set);
        }
        newton
    }

    /// A tolerance: a constant that is a positive number.
    fn tolerance(&mut self, expr: &'e Expr) -> Option<f64> {
        let operand = self.operand(expr);
        if let Value::Scalar(Scalar::Float(number)) = &operand.value {
            let value = number.value(self.float);
            if value > 0.0 && value.is_finite() {
                return Some(value);
            }
        }
        if !operand.value.is_poison() {
            let message = "the tolerance of `solve` is a constant and positive, such as `1e-10`";
            self.error(Diagnostic::new(operand.place, message));
        }
        None
    }

    /// The residual, which is to be zero, as a region of the unknown; `None` after an error.
    fn residual(
        &mut self,
        equation: &Equation<'e>,
        (start, text): (Wire<'b>, Option<String>),
        labels: &Labels,
    ) -> Option<Region> {
        let Equation {
            closure, unknown, ..
        } = equation;
        let ty = start.ty().ok()?;
        let place = SourcePlace::of(&closure.body);
        if let Expr::Assign(_) = without_parentheses(&closure.body) {
            let message = "an equation is written as the value that is to be zero";
            let zero = residual(without_parentheses(&closure.body));
            let help = match zero {
                Some(zero) => format!("write `{zero}`"),
                None => "write the difference of its sides".into(),
            };
            self.error(Diagnostic::new(place, message).help(help));
            return None;
        }
        let (residual, assigned) = self.in_region(place, |lowerer| {
            let depth = lowerer.builder.depth();
            // It uses no values from outside, so derivatives with respect to these do not involve it.
            let input = lowerer.builder.region_input_of(depth, ty.clone(), &[]);
            let input = input.ok()?;
            if let Some(pattern) = closure.inputs.first() {
                lowerer.note_type(pattern, &Value::from(input));
            }
            lowerer.variables.declare(Variable {
                name: unknown.to_string(),
                mutable: false,
                origin: Origin::Unknown,
                declared: Some(ty.clone()),
                labels: labels.clone(),
                told: Told {
                    first: text.clone(),
                    ..Told::default()
                },
                stored: Stored::Value(Value::from(input).labelled(labels.clone())),
            });
            let residual = lowerer.operand(&closure.body);
            lowerer.equated(&residual, input, unknown, &ty)
        })?;
        if let Some(name) = assigned {
            let message = format!("the equation of `solve` assigns `{name}`, which is not its own");
            let help = "an equation is looked at many times: declare what it changes inside of it";
            self.error(Diagnostic::new(place, message).help(help));
            self.builder.cancel_region();
            return None;
        }
        match residual {
            Some(residual) => self.builder.end_region(&[residual]).ok(),
            None => {
                self.builder.cancel_region();
                None
            }
        }
    }

    /// The value that is to be zero, if it has the unknown's type and depends on it.
    fn equated(
        &mut self,
        residual: &Operand<'b, 'e>,
        input: Wire<'b>,
        unknown: &Ident,
        ty: &Type,
    ) -> Option<Wire<'b>> {
        if residual.value.is_poison() {
            return None;
        }
        // Equations may lie along other axes than the unknowns.
        let Some(value) = self.fit_type(&residual.value, ty, &Labels::default()) else {
            let (wanted, found) = (self.words.ty(ty), self.describe(&residual.value));
            let message = format!(
                "the equation of `solve` has the type of the start, {wanted}, found {found}"
            );
            let diagnostic = Diagnostic::new(residual.place, message)
                .note("there are as many equations as unknowns: each element is to be zero");
            let is_compared = matches!(
                residual.expr, Expr::Binary(sides) if matches!(sides.op, BinOp::Eq(_))
            );
            let zero = is_compared.then(|| self::residual(residual.expr)).flatten();
            let help = zero.map(|zero| format!("write `{zero}`"));
            let help = help.or_else(|| equations_as_array(residual, ty));
            self.error(diagnostic.help_if(help));
            return None;
        };
        let wire = self.wire(&value, ty.element)?;
        if *ty.shape.count() != 0 && !self.builder.depends(wire, &[input]).unwrap_or(true) {
            let message = format!("the equation of `solve` does not depend on `{unknown}`");
            if !self.has_errors() {
                self.error(Diagnostic::new(residual.place, message));
            }
            return None;
        }
        Some(wire)
    }
}

/// The text of an equation as what is to be zero: the difference of its sides.
fn residual(equation: &Expr) -> Option<String> {
    let (left, right) = match equation {
        Expr::Assign(sides) => (&sides.left, &sides.right),
        Expr::Binary(sides) if matches!(sides.op, BinOp::Eq(_)) => (&sides.left, &sides.right),
        value => return short_text(value),
    };
    let (left, right) = (short_text(left)?, short_text(right)?);
    Some(match &*right {
        "0" | "0.0" => left,
        right => format!("{left} - {}", grouped(right)),
    })
}

/// The help for equations of an array in a tuple, `(a, b)`.
fn equations_as_array(residual: &Operand<'_, '_>, ty: &Type) -> Option<String> {
    let Value::Tuple(parts) = &residual.value else {
        return None;
    };
    let is_number = |part: &Value<'_>| part.shape().is_some_and(|shape| shape.rank() == 0);
    if ty.shape.rank() != 1 || *ty.shape.count() != parts.len() || !parts.iter().all(is_number) {
        return None;
    }
    let mut written = residual.expr;
    while let Expr::Block(block) = written
        && let Some(Stmt::Expr(last, None)) = block.block.stmts.last()
    {
        written = last;
    }
    let texts: Option<Vec<String>> = match without_parentheses(written) {
        Expr::Tuple(tuple) => tuple.elems.iter().map(short_text).collect(),
        _ => None,
    };
    let array = texts.map_or("[..]".into(), |texts| format!("[{}]", texts.join(", ")));
    Some(format!("equations are the elements of an array: `{array}`"))
}

/// How `solve` is called, for what may be meant for a function of that name elsewhere.
fn or_linear(usage: &str) -> String {
    format!("{usage}; the solution of a linear system is `linear_solve(a, b)`")
}

/// The help for several unknowns in a tuple, `solve(|(a, b)| (..), (1.0, 2.0))`.
fn as_array(start: &Value<'_>, expr: &Expr) -> Option<String> {
    let Value::Tuple(parts) = start else {
        return None;
    };
    let start = match without_parentheses(expr) {
        Expr::Tuple(tuple) => tuple.elems.iter().map(short_text).collect(),
        _ => None,
    };
    let start: Option<Vec<String>> = start;
    let start = start.map_or("..".into(), |texts| texts.join(", "));
    let last = parts.len().saturating_sub(1);
    Some(format!(
        "several unknowns are one array: `{SOLVE}(|y| [..], [{start}])`, with `y[0]` to `y[{last}]`"
    ))
}

/// The help for an unknown with a pattern of these parts, which an array has.
fn taken_apart(parts: &Punctuated<Pat, Token![,]>) -> Option<String> {
    let names = parts.iter().map(|part| match part {
        Pat::Ident(name) => Some(name.ident.to_string()),
        _ => None,
    });
    let names: Vec<String> = names.collect::<Option<_>>()?;
    let mut free = ["y", "z", "u", "unknown"].into_iter();
    let own = free.find(|own| !names.iter().any(|name| name == own))?;
    let names = names.join(", ");
    Some(format!(
        "take an array apart in the body: `|{own}| {{ let [{names}] = {own}; [..] }}`"
    ))
}
