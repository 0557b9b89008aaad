//! The attributes of a loop.

use std::num::NonZeroUsize;

use graph_ir::types::Extent;
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, ExprForLoop, Ident, Lit, LitInt, Meta, RangeLimits, Token};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::{grouped, short_text};
use crate::lower::variables::VariableId;
use crate::parse::{GOES_ON, LIMIT, LIMITED, unknown_on_loop};

/// The options of a loop, from its attributes.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) unroll: Unroll,
    /// The number of iterations between the states that reverse mode keeps.
    pub(super) checkpoint: Option<Checkpoint>,
    /// The variable that says whether the loop goes on, if it may end early.
    pub(super) goes_on: Option<VariableId>,
}

/// The iterations between the states that reverse mode keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checkpoint {
    /// So many.
    Every(NonZeroUsize),
    /// As many as the square root of their number.
    Root,
}

impl Checkpoint {
    /// The number in a loop of some length.
    pub(super) fn in_loop(self, length: &Extent) -> Extent {
        match self {
            Self::Every(every) => every.get().into(),
            Self::Root => Extent::root(length),
        }
    }
}

/// The content of an attribute for checkpoints.
enum Written {
    Known(Checkpoint),
    Every(Box<Expr>),
}

/// Whether a loop is unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unroll {
    /// If that is short code.
    Auto,
    Always,
    Never,
}

/// The content of an attribute, or the error in it.
type Said<T> = Result<T, Diagnostic>;

/// The attributes that a loop alone has.
const OF_LOOPS: [&str; 2] = ["unroll", "checkpoint"];

/// Whether a loop has a `break` or a condition, which end it before its range.
pub(super) fn may_end_early(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|own| own.path().is_ident(GOES_ON))
}

impl Lowerer<'_, '_> {
    /// Reads the attributes of a loop; wrong ones are reported.
    pub(super) fn loop_attributes(&mut self, expr: &ExprForLoop) -> Kind {
        let attributes = &expr.attrs;
        let (mut unrolled, mut checkpoint, mut goes_on) = (None, None, None);
        for attribute in attributes {
            let path = attribute.path();
            let (unrolls, stores) = (path.is_ident("unroll"), path.is_ident("checkpoint"));
            let said = if unrolls && unrolled.is_some() || stores && checkpoint.is_some() {
                let message = "the loop has this attribute already";
                Err(wrong(attribute, message, "remove one of the two"))
            } else if unrolls {
                unroll(attribute).map(|how| unrolled = Some(how))
            } else if stores {
                self.checkpoint(attribute)
                    .map(|every| checkpoint = Some(every))
            } else if path.is_ident(GOES_ON) {
                goes_on = self.ending_variable(attribute);
                Ok(())
            } else if path.is_ident(LIMIT) {
                Err(limit_of_for(attribute, &expr.expr))
            } else if path.is_ident("doc") || path.is_ident(LIMITED) {
                Ok(())
            } else {
                Err(unknown_on_loop(attribute))
            };
            if let Err(diagnostic) = said {
                self.error(diagnostic);
            }
        }
        if unrolled == Some(Unroll::Always) && checkpoint.is_some() {
            let message = "an unrolled loop has no checkpoints";
            let later = attributes
                .iter()
                .rfind(|a| OF_LOOPS.iter().any(|n| a.path().is_ident(n)));
            if let Some(later) = later {
                self.error(wrong(later, message, "remove one of the two attributes"));
            }
        }
        if let (Some(Unroll::Always), Some(_)) = (unrolled, goes_on) {
            let message = "a loop that may end early is not unrolled";
            let own = attributes.iter().find(|a| a.path().is_ident("unroll"));
            if let Some(own) = own {
                self.error(wrong(own, message, "remove the attribute"));
            }
        }
        let unroll = match checkpoint {
            Some(_) => Unroll::Never,
            None => unrolled.unwrap_or(Unroll::Auto),
        };
        Kind {
            unroll,
            checkpoint,
            goes_on,
        }
    }

    /// The variable that says whether the loop goes on.
    fn ending_variable(&self, attribute: &Attribute) -> Option<VariableId> {
        let name: Ident = attribute.parse_args().ok()?;
        self.variables.find(&name.to_string())
    }

    /// `#[checkpoint(all)]`, `#[checkpoint(sqrt)]` or `#[checkpoint(every = 100)]`; a number may be a
    /// `const`.
    fn checkpoint(&mut self, attribute: &Attribute) -> Said<Checkpoint> {
        let help =
            "write `#[checkpoint(all)]`, `#[checkpoint(sqrt)]`, or `#[checkpoint(every = 100)]`";
        let unclear = |tokens: &dyn ToTokens| {
            let message = "`checkpoint` says which states of the loop its adjoint keeps";
            wrong(&tokens, message, help)
        };
        let parser = |input: ParseStream<'_>| {
            let word: Ident = input.parse()?;
            if word == "all" {
                return Ok(Written::Known(Checkpoint::Every(NonZeroUsize::MIN)));
            } else if word == "sqrt" {
                return Ok(Written::Known(Checkpoint::Root));
            } else if word != "every" {
                return Err(input.error("expected `every`"));
            }
            input.parse::<Token![=]>()?;
            input.parse().map(Box::new).map(Written::Every)
        };
        let list = match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => list,
            _ => return Err(unclear(attribute)),
        };
        let every = match parser.parse2(list.tokens.clone()) {
            Ok(Written::Every(every)) => *every,
            Ok(Written::Known(known)) => return Ok(known),
            Err(_) => return Err(unclear(&list.tokens)),
        };
        let value: Option<i64> = match &every {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(int) => int.base10_parse().ok(),
                _ => None,
            },
            Expr::Path(path) => path.path.get_ident().and_then(|name| {
                let value = self.names.constants.get(&name.to_string(), self.names);
                value.and_then(|value| value.as_integer())
            }),
            _ => None,
        };
        let value = value.and_then(|every| usize::try_from(every).ok());
        let value = value.and_then(NonZeroUsize::new);
        value.map(Checkpoint::Every).ok_or_else(|| {
            let message = "checkpoints are a constant, positive number of iterations apart";
            wrong(&every, message, help)
        })
    }
}

/// Whether a loop over a range has an attribute that a `while` has, for its bound.
pub(super) fn has_limit(expr: &ExprForLoop) -> bool {
    expr.attrs.iter().any(|own| own.path().is_ident(LIMIT))
}

/// The error for the most repetitions of a `for`, which stand in its range.
fn limit_of_for(attribute: &Attribute, sequence: &Expr) -> Diagnostic {
    let help = match bounded_range(attribute, sequence) {
        _ if has_bound(sequence) => "remove the attribute: the range is bounded already".into(),
        Some(range) => format!("remove the attribute, and bound the range: `{range}`"),
        None => {
            "remove the attribute: it says how often a `while` or `loop` repeats at most".into()
        }
    };
    wrong(attribute, "a `for` repeats as its range says", &help)
}

/// Whether the end of a range is the smaller of two: `0..steps.min(100)`.
fn has_bound(sequence: &Expr) -> bool {
    let Expr::Range(range) = without_parentheses(sequence) else {
        return false;
    };
    match range.end.as_deref().map(without_parentheses) {
        Some(Expr::MethodCall(end)) => end.method == "min",
        Some(Expr::Call(end)) => print(&end.func) == "min" && end.args.len() == 2,
        _ => false,
    }
}

/// The range of a loop whose end is no number, as far as the limit beside it: `0..steps.min(100)`.
fn bounded_range(attribute: &Attribute, sequence: &Expr) -> Option<String> {
    let Expr::Range(range) = without_parentheses(sequence) else {
        return None;
    };
    let (start, end) = (range.start.as_deref()?, range.end.as_deref()?);
    let limit: u64 = attribute.parse_args::<LitInt>().ok()?.base10_parse().ok()?;
    let first: u64 = print(start).parse().ok()?;
    let (dots, most) = match range.limits {
        RangeLimits::HalfOpen(_) => ("..", first.checked_add(limit)?),
        RangeLimits::Closed(_) => ("..=", first.checked_add(limit)?.checked_sub(1)?),
    };
    let end = short_text(end).filter(|end| end.parse::<u64>().is_err())?;
    Some(format!("{first}{dots}{}.min({most})", grouped(&end)))
}

fn wrong(tokens: &impl ToTokens, message: &str, help: &str) -> Diagnostic {
    Diagnostic::new(SourcePlace::of(tokens), message).help(help)
}

/// Whether the attributes of a loop ask for copies of its body.
pub(super) fn asks_to_unroll(attributes: &[Attribute]) -> bool {
    let mut own = attributes.iter().filter(|a| a.path().is_ident("unroll"));
    own.any(|attribute| matches!(unroll(attribute), Ok(Unroll::Always)))
}

fn unroll(attribute: &Attribute) -> Said<Unroll> {
    match &attribute.meta {
        Meta::Path(_) => Ok(Unroll::Always),
        Meta::List(list) if list.tokens.to_string() == "never" => Ok(Unroll::Never),
        _ => Err(wrong(
            attribute,
            "`unroll` takes `never` or nothing",
            "write `#[unroll]`, or `#[unroll(never)]`, which keeps the loop",
        )),
    }
}
