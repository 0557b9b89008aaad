//! The ends of chains: sums, extremes and folds, and chains without one.

use graph_ir::types::Extent;
use proc_macro2::TokenStream;
use syn::{BinOp, Expr, ExprClosure, ExprMethodCall, ExprRange, Pat};

use super::super::is_builtin;
use super::compared::{COMPARED, extreme};
use super::stream::{Mapped, Stream, body, written};
use crate::diagnostics::print;
use crate::lower::report::short_text;
use crate::tokens::mentions;

/// The help for a chain with this method behind it, and whether that belongs to it.
pub(super) fn ended(mapped: &Mapped, end: Option<&ExprMethodCall>) -> Option<(String, usize)> {
    let name = end.map(|end| end.method.to_string());
    let (reduced, taken) = match (name.as_deref(), end) {
        (Some("sum"), _) => (Some(Reduction::SUM), 1),
        (Some("product" | "prod"), _) => (Some(Reduction::PRODUCT), 1),
        (Some("max"), _) => (Some(Reduction::MAX), 1),
        (Some("min"), _) => (Some(Reduction::MIN), 1),
        (Some(name), Some(call)) if COMPARED.contains(&name) => {
            return extreme(mapped, call).map(|code| (format!("write `{code}`"), 1));
        }
        (Some("reduce"), Some(call)) => (Some(step_of(call.args.first()?)?), 1),
        (Some("for_each"), Some(call)) => {
            return for_each(mapped, call).map(|code| (format!("write a loop: `{code}`"), 1));
        }
        (Some("fold"), Some(call)) => match step_of(call.args.iter().nth(1)?) {
            Some(step) if step.starts_at(call.args.first()?) => (Some(step), 1),
            Some(step) if matches!(mapped, Mapped::Loop { .. }) => {
                let start = short_text(call.args.first()?)?;
                let code = step.in_loop_of(mapped, &start)?;
                return Some((format!("write a loop: `{code}`"), 1));
            }
            Some(Reduction { function, .. })
                if matches!(call.args.iter().nth(1), Some(Expr::Path(_))) =>
            {
                let Mapped::Array(array, _) = mapped.whole()? else {
                    return None;
                };
                let start = short_text(call.args.first()?)?;
                let reduced = call_of(function, &array);
                return Some((format!("write `{function}({start}, {reduced})`"), 1));
            }
            _ => return fold(mapped, call).map(|code| (format!("write a loop: `{code}`"), 1)),
        },
        (Some("collect" | "to_vec"), _) => (None, 1),
        (Some("last" | "nth" | "next" | "count"), Some(call)) => {
            return position(mapped, call).map(|code| (format!("write `{code}`"), 1));
        }
        // What belongs to no array is not understood.
        (Some(name), _) if !is_builtin(name) => return None,
        _ => (None, 0),
    };
    match (mapped, reduced) {
        (Mapped::Elements(stream), reduced) => match (stream.array(), reduced) {
            (Some(array), Some(reduction)) => Some((
                format!("write `{}`", call_of(reduction.function, array)),
                taken,
            )),
            (Some(array), None) => Some((format!("write `{array}`"), taken)),
            (None, Some(reduction)) if stream.has_elements() => {
                let header = format!("for v in {}", stream.sequence());
                let code = reduction.by_loop(reduction.start, &header, "v", None)?;
                Some((format!("write a loop: `{code}`"), taken))
            }
            (None, _) => None,
        },
        (Mapped::Array(array, _), Some(reduction)) => Some((
            format!("write `{}`", call_of(reduction.function, array)),
            taken,
        )),
        (Mapped::Array(array, _), None) => Some((format!("write `{array}`"), taken)),
        (
            Mapped::Loop {
                stream,
                pattern,
                position,
                value,
                only_if,
            },
            reduced,
        ) => {
            let code = match reduced {
                Some(reduction) => reduction.in_loop_of(mapped, reduction.start)?,
                // How many elements there are is not known.
                None if only_if.is_some() => return None,
                None => {
                    let header = format!("for {pattern} in {}", stream.sequence());
                    let (position, count) = (position.as_ref()?, stream.count());
                    let name = free(&["y", "z", "r"], &[&header, value])?;
                    format!(
                        "let mut {name} = [0.0; {count}]; {header} {{ {name}[{position}] = {value}; }}"
                    )
                }
            };
            Some((format!("write a loop: `{code}`"), taken))
        }
    }
}

/// The help for a chain over a range that starts at `first`, and how many of its calls belong to
/// that.
pub(super) fn of_range(
    range: &ExprRange,
    first: &Extent,
    count: Extent,
    calls: &[&ExprMethodCall],
) -> Option<(String, usize)> {
    let is_order = |call: &&&ExprMethodCall| call.method == "rev" || call.method == "step_by";
    let ordered = calls.iter().take_while(is_order).count();
    let (order, calls) = calls.split_at(ordered);
    let stream = Stream::of_range(range, count, order)?;
    let (filter, rest) = match calls {
        [filter, rest @ ..] if filter.method == "filter" => (Some(filter), rest),
        calls => (None, calls),
    };
    let taken = ordered + usize::from(filter.is_some()) + 1;
    let call = rest.first()?;
    let code = match (call.method.to_string().as_str(), filter) {
        ("map", _) => {
            let first = Some(first).filter(|_| order.is_empty());
            let filter = match filter {
                Some(filter) => Some(filter.args.first()?),
                None => None,
            };
            let mapped = Mapped::positions(stream, first, call.args.first()?, filter)?;
            let (help, ends) = ended(&mapped, rest.get(1).copied())?;
            return Some((help, taken + ends));
        }
        ("fold", None) => fold(&Mapped::Elements(stream), call)?,
        ("for_each", None) => for_each(&Mapped::Elements(stream), call)?,
        _ => return None,
    };
    Some((format!("write a loop: `{code}`"), taken))
}

/// The help for a fold by the name of a function, behind an array that is too long to be repeated.
pub(super) fn of_long(call: &ExprMethodCall) -> Option<String> {
    let named = call.method == "fold" && matches!(call.args.iter().nth(1), Some(Expr::Path(_)));
    let step = step_of(call.args.iter().nth(1)?).filter(|_| named)?;
    let start = call.args.first()?;
    let reduced = format!("{}(y)", step.function);
    let code = match step.starts_at(start) {
        true => reduced,
        false => format!("{}({}, {reduced})", step.function, short_text(start)?),
    };
    Some(format!(
        "give the array a name, `let y = ..;`, and write `{code}`"
    ))
}

/// A call of a function of one array.
fn call_of(function: &str, array: &str) -> String {
    match syn::parse_str::<Expr>(array) {
        Ok(Expr::Paren(_)) => format!("{function}{array}"),
        _ => format!("{function}({array})"),
    }
}

/// A reduction of all elements, as a function and as a loop.
struct Reduction {
    function: &'static str,
    start: &'static str,
    /// Another start of a `fold` that changes nothing.
    other_start: &'static str,
    /// The statement of a repetition, with the variable `{s}` and the value `{v}`.
    step: &'static str,
}

impl Reduction {
    const SUM: Self = Self {
        function: "sum",
        start: "0.0",
        other_start: "0.",
        step: "{s} += {v};",
    };
    const PRODUCT: Self = Self {
        function: "prod",
        start: "1.0",
        other_start: "1.",
        step: "{s} *= {v};",
    };
    const MAX: Self = Self {
        function: "max",
        start: "f64::NEG_INFINITY",
        other_start: "f64::MIN",
        step: "{s} = max({s}, {v});",
    };
    const MIN: Self = Self {
        function: "min",
        start: "f64::INFINITY",
        other_start: "f64::MAX",
        step: "{s} = min({s}, {v});",
    };

    /// Whether a `fold` from this start is the reduction itself.
    fn starts_at(&self, start: &Expr) -> bool {
        let start = print(start);
        let start = start.strip_prefix("std::").unwrap_or(&start);
        start == self.start || start == self.other_start
    }

    /// The reduction of the values of a loop.
    fn in_loop_of(&self, mapped: &Mapped, start: &str) -> Option<String> {
        let Mapped::Loop {
            stream,
            pattern,
            value,
            only_if,
            ..
        } = mapped
        else {
            return None;
        };
        let header = format!("for {pattern} in {}", stream.sequence());
        self.by_loop(start, &header, value, only_if.as_deref())
    }

    fn by_loop(
        &self,
        start: &str,
        header: &str,
        value: &str,
        only_if: Option<&str>,
    ) -> Option<String> {
        let condition = only_if.unwrap_or_default();
        let name = free(&["s", "total", "r"], &[header, value, condition])?;
        let step = self.step.replace("{s}", name).replace("{v}", value);
        let step = match only_if {
            Some(condition) => format!("if {condition} {{ {step} }}"),
            None => step,
        };
        Some(format!("let mut {name} = {start}; {header} {{ {step} }}"))
    }
}

/// The reduction that a function of a `fold` is a step of, where the language has it.
fn step_of(function: &Expr) -> Option<Reduction> {
    match function {
        function @ Expr::Path(_) => match print(function).as_str() {
            "f64::max" => Some(Reduction::MAX),
            "f64::min" => Some(Reduction::MIN),
            _ => None,
        },
        Expr::Closure(closure) => of_closure(closure),
        _ => None,
    }
}

/// The element at a position, or the number of elements.
fn position(mapped: &Mapped, call: &ExprMethodCall) -> Option<String> {
    let Mapped::Array(array, count) = mapped.whole()? else {
        return None;
    };
    Some(match call.method.to_string().as_str() {
        "last" => format!("{array}[{}]", &count - &Extent::from(1)),
        "nth" => format!("{array}[{}]", short_text(call.args.first()?)?),
        "next" => format!("{array}[0]"),
        _ if call.args.is_empty() => format!("{array}.len()"),
        _ => return None,
    })
}

/// The reduction that a closure of two names is one step of.
fn of_closure(closure: &ExprClosure) -> Option<Reduction> {
    let [s, v] = [0, 1].map(|position| closure.inputs.iter().nth(position).and_then(written));
    let (s, v) = (s?, v?);
    let pattern = closure.inputs.iter().nth(1)?;
    let value = body(pattern, &closure.body)?;
    let value = syn::parse_str::<Expr>(&value).ok()?;
    let are = |a: &Expr, b: &Expr| print(a) == s && print(b) == v || print(a) == v && print(b) == s;
    match &value {
        Expr::Binary(sum) if are(&sum.left, &sum.right) => match sum.op {
            BinOp::Add(_) => Some(Reduction::SUM),
            BinOp::Mul(_) => Some(Reduction::PRODUCT),
            _ => None,
        },
        Expr::MethodCall(call) if call.args.len() == 1 && are(&call.receiver, &call.args[0]) => {
            match call.method.to_string().as_str() {
                "max" => Some(Reduction::MAX),
                "min" => Some(Reduction::MIN),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The loop that does the same as a `for_each`.
fn for_each(mapped: &Mapped, call: &ExprMethodCall) -> Option<String> {
    let (Mapped::Elements(stream), Expr::Closure(closure)) = (mapped, call.args.first()?) else {
        return None;
    };
    let pattern = closure.inputs.first()?;
    let statement = body(pattern, &closure.body)?;
    let block = match &*closure.body {
        Expr::Block(_) => statement,
        _ => format!("{{ {statement}; }}"),
    };
    let (pattern, sequence) = (written(pattern)?, stream.sequence());
    Some(format!("for {pattern} in {sequence} {block}"))
}

/// The loop that does the same as a `fold`.
fn fold(mapped: &Mapped, call: &ExprMethodCall) -> Option<String> {
    let [start, function] = [0, 1].map(|position| call.args.iter().nth(position));
    let Expr::Closure(closure) = function? else {
        return None;
    };
    let [state, element] = [0, 1].map(|position| closure.inputs.iter().nth(position));
    let (state, element): (&Pat, &Pat) = (state?, element?);
    let (name, pattern, start) = (written(state)?, written(element)?, short_text(start?)?);
    let Pat::Ident(_) = state else { return None };
    let value = body(element, &closure.body)?;
    let sequence = match mapped {
        Mapped::Elements(stream) => Stream::sequence(stream),
        Mapped::Array(array, _) => array.clone(),
        Mapped::Loop { .. } => return None,
    };
    Some(format!(
        "let mut {name} = {start}; for {pattern} in {sequence} {{ {name} = {value}; }}"
    ))
}

/// The first of these names that no text has.
fn free<'n>(names: &[&'n str], texts: &[&str]) -> Option<&'n str> {
    let has = |text: &str, own: &str| {
        let tokens = text.parse::<TokenStream>();
        tokens.is_ok_and(|tokens| mentions(&tokens, |name| name == own))
    };
    let mut names = names.iter().copied();
    names.find(|own| !texts.iter().any(|text| has(text, own)))
}
