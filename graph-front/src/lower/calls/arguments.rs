//! The arguments of a call: operands in their order, and options by name (`axis = 0`).

use graph_ir::ops::ScalarOp;
use syn::{BinOp, Expr, ExprBinary, Ident, Lit};

use super::builtins::Builtin;
use super::foreign::{Given, Variables, advice, advice_for_transformed};
use super::joined::joined_alone;
use super::named_operands::operands_by_name;
use super::norms::NORM;
use super::offsets::{is_offset, with_offset};
use super::positional::{integers, order_in_brackets};
use super::surplus::{bounds_apart, surplus};
use crate::diagnostics::{Diagnostic, SourcePlace, closest, plural};
use crate::labels::{Label, Labels};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Operand, Scalar, Value};
use crate::tokens::has_unknown_value;

/// The arguments of a call of one of the language's functions.
pub(super) struct Arguments<'b, 'e> {
    /// The operands; the receiver of a method is the first one.
    pub(super) operands: Vec<Operand<'b, 'e>>,
    /// Whether an argument is wrong, which is reported already.
    pub(super) poisoned: bool,
    axes: Option<(Vec<i64>, SourcePlace)>,
    keep: bool,
    /// The counts given by other options: strides and dilations.
    counts: Vec<(&'e Ident, usize)>,
    /// The options as they are written.
    options: Vec<(&'e Ident, &'e Expr)>,
}

impl<'b, 'e> Arguments<'b, 'e> {
    /// The axes of `axis = ..`, as they were written.
    pub(super) fn axes(&self) -> Option<&[i64]> {
        self.axes.as_ref().map(|(axes, _)| &axes[..])
    }

    /// Where the axes stand.
    pub(super) fn axes_place(&self) -> Option<SourcePlace> {
        self.axes.as_ref().map(|&(_, place)| place)
    }

    /// Whether `keep = true` asks to keep reduced axes with extent 1.
    pub(super) fn keep(&self) -> bool {
        self.keep
    }

    /// The options as they stand behind the operands, where their texts are known.
    pub(super) fn written_options(&self) -> Option<String> {
        let options = self.options.iter().map(|(name, value)| {
            let value = short_text(value)?;
            Some(format!(", {name} = {value}"))
        });
        options.collect()
    }

    /// The error for a count in the place of the array that it belongs to.
    pub(super) fn count_before(&self, name: &str, what: &str) -> Option<Diagnostic> {
        let [count, array] = &self.operands[..] else {
            return None;
        };
        let is_array = array.value.shape().is_some_and(|shape| shape.rank() > 0);
        if count.value.as_extent().is_none() || !is_array {
            return None;
        }
        let message = format!("the array stands first in `{name}`, and {what} behind it");
        let texts = [array, count].map(|operand| short_text(operand.expr));
        let help = match (texts, self.written_options()) {
            ([Some(array), Some(count)], Some(options)) => {
                Some(format!("write `{name}({array}, {count}{options})`"))
            }
            _ => None,
        };
        Some(Diagnostic::new(count.place.to(array.place), message).help_if(help))
    }

    /// The positive number of an option, if it is written.
    pub(super) fn count(&self, option: &str) -> Option<usize> {
        let found = self.counts.iter().find(|(name, _)| *name == option);
        found.map(|&(_, count)| count)
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The arguments of a call of one of the language's functions.
    pub(super) fn arguments(
        &mut self,
        name: &Ident,
        builtin: Builtin,
        receiver: Option<Operand<'b, 'e>>,
        args: impl IntoIterator<Item = &'e Expr>,
        place: SourcePlace,
    ) -> Arguments<'b, 'e> {
        let is_method = receiver.is_some();
        let mut arguments = Arguments {
            operands: receiver.into_iter().collect(),
            poisoned: false,
            axes: None,
            keep: false,
            counts: Vec::new(),
            options: Vec::new(),
        };
        let args: Vec<&'e Expr> = args.into_iter().collect();
        let text = name.to_string();
        if self.is_in_other_words(&text, builtin, &arguments.operands, &args) {
            arguments.poisoned = true;
            return arguments;
        }
        let (least, most) = builtin.arity(&text);
        let unnamed = args.iter().filter(|arg| option(arg).is_none());
        let fits = (least..=most).contains(&(unnamed.count() + arguments.operands.len()));
        let mut named: Vec<(&'e Ident, &'e Expr)> = Vec::new();
        let mut orders: Vec<&'e Expr> = Vec::new();
        for &arg in &args {
            let option = option(arg).or_else(|| self.compared_option(arg, builtin));
            match option.or_else(|| self.direction(arg, builtin)) {
                Some(option) => named.push(option),
                None if builtin == Builtin::Transpose && arguments.operands.len() == 1 => {
                    orders.push(arg);
                }
                // One mistake: their number is wrong because of them.
                None if !fits && is_no_value(arg) => arguments.operands.push(Operand {
                    value: Value::Poison,
                    expr: arg,
                    place: SourcePlace::of(arg),
                }),
                None if let Some(error) = closure_differentiated(&text, builtin, arg, &args) => {
                    arguments.operands.push(Operand {
                        value: self.error(error),
                        expr: arg,
                        place: SourcePlace::of(arg),
                    });
                }
                None if builtin.shape_at() == Some(arguments.operands.len()) => {
                    arguments.operands.push(self.shape_operand(arg));
                }
                None if builtin.is_count(arguments.operands.len()) => {
                    arguments.operands.push(self.integer_operand(arg));
                }
                None => arguments.operands.push(self.operand(arg)),
            }
        }
        if let [_, second, ..] = orders[..] {
            let help = order_in_brackets(&arguments.operands, &orders);
            let message = "the order of the dimensions is one list";
            let diagnostic = Diagnostic::new(SourcePlace::of(second), message);
            self.error(diagnostic.help(help));
            arguments.poisoned = true;
        }
        let order = orders.first().copied();
        let count = arguments.operands.len();
        if count < least || count > most {
            // A receiver that is wrong need not be an operand: `jnp.sin(x)`; and what is no Rust
            // may have been other arguments.
            let is_wrong = is_method && arguments.operands[0].value.is_poison();
            let mut operands = arguments.operands.iter();
            // `atan2(y = a, x = b)` is one mistake, and not three.
            let is_named = builtin.named(count).is_empty() && !named.is_empty();
            named.truncate(if is_named { 1 } else { named.len() });
            if !is_wrong && !is_named && !operands.any(|operand| has_unknown_value(operand.expr)) {
                let operands = &arguments.operands;
                let meant = match builtin {
                    // An array is divided by other libraries' functions of this name.
                    Builtin::Split => {
                        let before = operands.first().filter(|_| is_method);
                        let before = before.and_then(|receiver| short_text(receiver.expr));
                        let first = operands.first().map(|own| &own.value);
                        let given = Given::new(first, before, args.iter().copied(), false);
                        advice(&text, &given)
                    }
                    _ => self.integer_meant(&text, builtin, operands, is_method),
                };
                let meant = meant.or_else(|| match count > most {
                    true => surplus(&text, builtin, operands),
                    false => bounds_apart(&text, operands, is_method),
                });
                self.wrong_count(&text, builtin, count, is_method, meant, place);
            }
            arguments.poisoned = true;
        }
        if let Some(order) = order.filter(|_| !arguments.poisoned) {
            arguments.axes = self.axes(order, builtin, &arguments.operands);
            arguments.poisoned |= arguments.axes.is_none();
        }
        let allowed = builtin.named(count);
        arguments.poisoned |= self.has_named_twice(&named);
        arguments.options.clone_from(&named);
        for (option, value) in named {
            if !allowed.contains(&option.to_string().as_str()) {
                let meant = descending(&text, option, &arguments.operands, &args);
                let meant = meant.or_else(|| self.offset_named(builtin, option, value, &arguments));
                let meant = meant.or_else(|| of_sample(&text, option, &arguments));
                self.unknown_option(&text, option, allowed, meant);
                arguments.poisoned = true;
            } else if option == "axis" && order.is_some() {
                let message = "the order of the dimensions is written twice";
                self.error(Diagnostic::new(SourcePlace::token(option.span()), message));
                arguments.poisoned = true;
            } else if option == "axis" {
                arguments.axes = self.axes(value, builtin, &arguments.operands);
                arguments.poisoned |= arguments.axes.is_none();
            } else if option != "keep" {
                match self.positive(value, &format!("the {option}")) {
                    Some(count) => arguments.counts.push((option, count)),
                    None => arguments.poisoned = true,
                }
            } else {
                let value = self.expression(value);
                match value.value {
                    Value::Scalar(Scalar::Truth(keep)) => arguments.keep = keep,
                    Value::Poison => arguments.poisoned = true,
                    _ => {
                        let message = format!("`{option}` is `true` or `false`");
                        self.error(Diagnostic::new(value.place, message));
                        arguments.poisoned = true;
                    }
                }
            }
        }
        arguments.poisoned |= self.has_negative_axis(builtin, &arguments);
        arguments.poisoned |= arguments.operands.iter().any(|o| o.value.is_poison());
        arguments
    }

    /// Whether a call has arguments that its function has in another way, which is reported: the
    /// order of a norm, or operands by their names.
    fn is_in_other_words(
        &mut self,
        name: &str,
        builtin: Builtin,
        operands: &[Operand<'b, 'e>],
        args: &[&'e Expr],
    ) -> bool {
        let alone = || joined_alone(builtin, operands.first(), args);
        match operands_by_name(name, builtin, operands.first(), args).or_else(alone) {
            Some(error) => {
                self.error(error);
                true
            }
            None => name == NORM && self.has_order(operands.first(), args),
        }
    }

    /// An option that is written with `==`, which is reported.
    fn compared_option(
        &mut self,
        arg: &'e Expr,
        builtin: Builtin,
    ) -> Option<(&'e Ident, &'e Expr)> {
        let Expr::Binary(ExprBinary {
            left,
            op: BinOp::Eq(op),
            right,
            ..
        }) = arg
        else {
            return None;
        };
        let Expr::Path(path) = &**left else {
            return None;
        };
        let name = path.path.get_ident()?;
        let text = name.to_string();
        if !builtin.named(1).contains(&&*text) || self.has_value_named(&text) {
            return None;
        }
        let message = "an option is written with `=`, and not with `==`";
        let help = short_text(right).map(|value| format!("write `{name} = {value}`"));
        let place = SourcePlace::of(op);
        self.error(Diagnostic::new(place, message).help_if(help));
        Some((name, right))
    }

    /// The direction of a sort that stands as a word alone: `sort(x, descending)`.
    fn direction(&self, arg: &'e Expr, builtin: Builtin) -> Option<(&'e Ident, &'e Expr)> {
        let Expr::Path(path) = arg else { return None };
        let name = path.path.get_ident()?;
        let is_sort = matches!(builtin, Builtin::Sort | Builtin::ArgSort);
        let is_word = DIRECTIONS.iter().any(|own| name == own);
        (is_sort && is_word && !self.has_value_named(&name.to_string())).then_some((name, arg))
    }

    /// Reports an argument that is named twice.
    fn has_named_twice(&mut self, named: &[(&'e Ident, &'e Expr)]) -> bool {
        let twice = named
            .iter()
            .enumerate()
            .find_map(|(position, (option, _))| {
                let mut before = named[..position].iter();
                before
                    .any(|(earlier, _)| earlier == option)
                    .then_some(*option)
            });
        let Some(twice) = twice else {
            return false;
        };
        let message = format!("the argument `{twice}` is given twice");
        let help = match twice == "axis" {
            true => "several axes stand in parentheses: `axis = (0, 1)`",
            false => "remove one of the two",
        };
        let place = SourcePlace::token(twice.span());
        self.error(Diagnostic::new(place, message).help(help));
        true
    }

    /// Reports an axis that is counted from the last one, as numpy does.
    fn has_negative_axis(&self, builtin: Builtin, arguments: &Arguments<'b, 'e>) -> bool {
        let Some((axes, place)) = &arguments.axes else {
            return false;
        };
        let Some(&axis) = axes.iter().find(|&&axis| axis < 0) else {
            return false;
        };
        // The axes of these are the result's.
        let own = !matches!(builtin, Builtin::Broadcast | Builtin::Stack);
        let rank = arguments.operands.first().filter(|_| own);
        let rank = rank.and_then(|operand| operand.value.shape());
        let rank = rank.and_then(|shape| i64::try_from(shape.rank()).ok());
        let meant = rank
            .map(|rank| rank.saturating_add(axis))
            .filter(|&axis| axis >= 0);
        let message = format!("there is no axis {axis}: axes count from 0");
        let help = meant.map(|axis| format!("the one meant may be `axis = {axis}`"));
        self.error(Diagnostic::new(*place, message).help_if(help));
        true
    }

    /// One axis or several.
    fn axes(
        &mut self,
        expr: &'e Expr,
        builtin: Builtin,
        operands: &[Operand<'b, 'e>],
    ) -> Option<(Vec<i64>, SourcePlace)> {
        // The axes of some are those of the result: of a shape that is written out, or new ones.
        let (array, labels) = match builtin {
            Builtin::Stack => (None, Labels::default()),
            Builtin::Broadcast => (None, Labels::default()),
            _ => {
                let array = operands.first();
                let labels = array.map(|array| array.value.labels());
                (array, labels.unwrap_or_default())
            }
        };
        if self.has_quoted_axes(expr, array, &labels) {
            return None;
        }
        let named = array.and_then(|array| self.named_dimensions(expr, array, &labels));
        if let Some(named) = named {
            return Some((named.ok()?, SourcePlace::of(expr)));
        }
        if let (Some(array), Expr::Path(path)) = (array, expr)
            && let Some(name) = path.path.get_ident().map(ToString::to_string)
            && (!labels.is_empty() || self.names.constants.has_axes())
            && !self.has_value_named(&name)
        {
            let (name, place) = (Label::new(&name, false), SourcePlace::of(expr));
            self.no_one_dimension(&name, 0, place, array, &labels);
            return None;
        }
        let before = core::mem::replace(&mut self.wanted, "usize");
        let lowered = self.expression(expr);
        self.wanted = before;
        if lowered.value.is_poison() {
            return None;
        }
        if let Some(axes) = integers(&lowered.value) {
            return Some((axes, lowered.place));
        }
        let found = match lowered.value.as_extent() {
            Some(extent) => format!("`{extent}`, an extent that is known only at run time"),
            None => self.describe(&lowered.value),
        };
        let message = format!("axes are constant integers, found {found}");
        let help = "name one axis, `axis = 0`, or several, `axis = (0, 1)`";
        self.error(Diagnostic::new(lowered.place, message).help(help));
        None
    }

    fn wrong_count(
        &mut self,
        name: &str,
        builtin: Builtin,
        count: usize,
        is_method: bool,
        meant: Option<String>,
        place: SourcePlace,
    ) {
        let (least, most) = builtin.arity(name);
        let own = usize::from(is_method);
        let (least, most, count) = (
            least.saturating_sub(own),
            most.saturating_sub(own),
            count - own,
        );
        let expected = if least == most {
            format!("{least} argument{}", plural(least))
        } else if most == usize::MAX - own || most == usize::MAX {
            format!("at least {least} argument{}", plural(least))
        } else {
            format!("{least} or {most} arguments")
        };
        let dot = if is_method { "." } else { "" };
        let message = format!("`{dot}{name}` takes {expected}, found {count}");
        let usage = || format!("it is called as `{}`", builtin.usage(name));
        let help = match builtin {
            _ if meant.is_some() => meant.unwrap_or_default(),
            Builtin::Scalar(ScalarOp::Atan) if count > most => {
                "of two arguments it is `atan2(y, x)`".into()
            }
            Builtin::Reduce(_, Some(_)) if count > most => {
                format!("of more values: `{name}([a, b, c])`, or `{name}({name}(a, b), c)`")
            }
            Builtin::Deriv | Builtin::Jacobian | Builtin::Hessian if count > most => {
                format!("several variables stand in parentheses: `{name}(c, (x, y))`")
            }
            _ => usage(),
        };
        self.error(Diagnostic::new(place, message).help(help));
    }

    /// The help for a function of the main diagonal that gets an offset from it by a name.
    fn offset_named(
        &mut self,
        builtin: Builtin,
        option: &Ident,
        value: &'e Expr,
        arguments: &Arguments<'b, 'e>,
    ) -> Option<String> {
        let operand = arguments.operands.first()?;
        if !is_offset(&option.to_string()) {
            return None;
        }
        let offset = self.expression(value).value.as_integer()?;
        with_offset(builtin, operand, offset)
    }

    pub(super) fn unknown_option(
        &mut self,
        name: &str,
        option: &Ident,
        allowed: &[&str],
        meant: Option<String>,
    ) {
        let text = option.to_string();
        let message = format!("`{name}` has no argument named `{text}`");
        let diagnostic = Diagnostic::new(SourcePlace::token(option.span()), message);
        let own = in_own_words(&text);
        let own = allowed.iter().copied().find(|allowed| *allowed == own);
        let close = own.or_else(|| closest(&text, allowed.iter().copied()));
        let diagnostic = match (close, allowed) {
            _ if meant.is_some() => diagnostic.help_if(meant),
            (Some(close), _) => diagnostic.help(format!("did you mean `{close}`?")),
            (None, []) => diagnostic.help("its arguments are told apart by their order"),
            (None, allowed) => diagnostic.help(format!("it takes `{}`", allowed.join("` and `"))),
        };
        self.error(diagnostic);
    }
}

/// The option that has this name elsewhere.
pub(super) fn in_own_words(option: &str) -> &'static str {
    match option {
        "dim" | "dims" | "axes" => "axis",
        "keepdim" | "keepdims" | "keep_dims" | "keep_dim" => "keep",
        _ => "",
    }
}

/// The name and value of an argument written as `name = value`.
pub(super) fn option(arg: &Expr) -> Option<(&Ident, &Expr)> {
    let Expr::Assign(assign) = arg else {
        return None;
    };
    let Expr::Path(path) = &*assign.left else {
        return None;
    };
    Some((path.path.get_ident()?, &assign.right))
}

/// The names of options that sort in the other direction.
const DIRECTIONS: [&str; 3] = ["descending", "reverse", "reversed"];

/// The help for an option that sorts in the other direction.
fn descending(
    name: &str,
    option: &Ident,
    operands: &[Operand<'_, '_>],
    args: &[&Expr],
) -> Option<String> {
    let is_meant = DIRECTIONS.iter().any(|own| option == own);
    let array = operands.first().filter(|_| is_meant)?;
    let text = short_text(array.expr)?;
    let axis = args
        .iter()
        .find_map(|arg| self::option(arg).filter(|(name, _)| *name == "axis"));
    let axis = match axis {
        Some((_, axis)) => format!(", axis = {}", short_text(axis)?),
        None => String::new(),
    };
    let code = match name {
        "sort" => format!("flip(sort({text}{axis}){axis})"),
        "argsort" => format!("argsort(-{}{axis})", grouped(&text)),
        _ => return None,
    };
    Some(format!("in the other direction it is `{code}`"))
}

/// The error for a closure in the place of the value that is differentiated.
fn closure_differentiated(
    name: &str,
    builtin: Builtin,
    arg: &Expr,
    all: &[&Expr],
) -> Option<Diagnostic> {
    let (Builtin::Deriv | Builtin::Jacobian | Builtin::Hessian, Expr::Closure(_)) = (builtin, arg)
    else {
        return None;
    };
    let message = format!("`{name}` differentiates a value, and a closure is none");
    let texts = all[1..].iter().map(|arg| short_text(arg));
    let texts: Option<Vec<String>> = texts.collect();
    let help = texts.and_then(|texts| {
        let closure = short_text(arg).filter(|_| !texts.is_empty())?;
        advice_for_transformed(name, &closure, &texts, &Variables::All)
    });
    Some(Diagnostic::new(SourcePlace::of(arg), message).help_if(help))
}

/// Whether an argument is written text or a range, of which no value is made.
fn is_no_value(arg: &Expr) -> bool {
    match arg {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Str(_) | Lit::Char(_)),
        Expr::Range(_) => true,
        _ => false,
    }
}

/// The help for the variance of a sample, which other libraries ask for by an option.
fn of_sample(name: &str, option: &Ident, arguments: &Arguments<'_, '_>) -> Option<String> {
    let is_of_sample = ["ddof", "correction", "unbiased"]
        .iter()
        .any(|own| option == own);
    let [operand] = &arguments.operands[..] else {
        return None;
    };
    let text = short_text(operand.expr).filter(|_| name == "variance" && is_of_sample)?;
    let count = operand.value.shape()?.count().known()?;
    let is_whole = arguments.axes.is_none() && count > 1;
    is_whole.then(|| {
        format!(
            "it divides by the number of elements; divided by one less it is \
             `variance({text}) * ({count}.0 / {}.0)`",
            count - 1
        )
    })
}
