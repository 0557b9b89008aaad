//! The attributes of a loop.

use std::num::NonZeroUsize;

use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Ident, Lit, Meta, Token};

use super::Lowerer;
use crate::diagnostics::{Diagnostic, Place};

/// What the attributes of a loop say.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) unroll: Unroll,
    /// How many iterations apart the states are that reverse mode keeps.
    pub(super) checkpoint: Option<NonZeroUsize>,
}

/// Whether a loop is unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unroll {
    /// If that is short code.
    Auto,
    Always,
    Never,
}

/// What an attribute says, or how it is written instead.
type Said<T> = Result<T, (&'static str, &'static str)>;

impl Lowerer<'_, '_> {
    /// Reads the attributes of a loop; wrong ones are reported.
    pub(super) fn loop_attributes(&mut self, attributes: &[Attribute]) -> Kind {
        let mut kind = Kind {
            unroll: Unroll::Auto,
            checkpoint: None,
        };
        for attribute in attributes {
            let path = attribute.path();
            let said = if path.is_ident("unroll") {
                unroll(&attribute.meta).map(|unroll| kind.unroll = unroll)
            } else if path.is_ident("checkpoint") {
                self.checkpoint(&attribute.meta)
                    .map(|every| kind.checkpoint = Some(every))
            } else if path.is_ident("doc") {
                Ok(())
            } else {
                Err((
                    "a loop has no such attribute",
                    "there are `#[unroll]`, `#[unroll(never)]` and `#[checkpoint(every = 100)]`",
                ))
            };
            let both = kind.unroll == Unroll::Always && kind.checkpoint.is_some();
            let said = said.and(match both {
                false => Ok(()),
                true => Err((
                    "an unrolled loop has no checkpoints",
                    "remove one of the two attributes",
                )),
            });
            if let Err((message, help)) = said {
                self.error(Diagnostic::new(Place::of(attribute), message).help(help));
            }
        }
        if kind.checkpoint.is_some() {
            kind.unroll = Unroll::Never;
        }
        kind
    }

    /// `#[checkpoint(all)]` or `#[checkpoint(every = 100)]`; a number may be a `const`.
    fn checkpoint(&mut self, meta: &Meta) -> Said<NonZeroUsize> {
        let wrong = (
            "`checkpoint` says which states of the loop its adjoint keeps",
            "write `#[checkpoint(all)]`, or `#[checkpoint(every = 100)]`",
        );
        let parser = |input: ParseStream<'_>| {
            let word: Ident = input.parse()?;
            if word == "all" {
                return Ok(None);
            }
            if word != "every" {
                return Err(input.error("expected `every`"));
            }
            input.parse::<Token![=]>()?;
            match input.peek(Ident) {
                true => Ok(Some(Err(input.parse::<Ident>()?))),
                false => Ok(Some(Ok(input.parse::<Lit>()?))),
            }
        };
        let Meta::List(list) = meta else {
            return Err(wrong);
        };
        let every = match parser.parse2(list.tokens.clone()) {
            Ok(None) => return Ok(NonZeroUsize::MIN),
            Ok(Some(Ok(Lit::Int(int)))) => int.base10_parse().ok(),
            Ok(Some(Err(name))) => {
                let value = self.names.constants.get(&name.to_string(), self.names);
                value.and_then(|value| value.as_integer())
            }
            _ => None,
        };
        let every = every.and_then(|every: i64| usize::try_from(every).ok());
        every.and_then(NonZeroUsize::new).ok_or(wrong)
    }
}

fn unroll(meta: &Meta) -> Said<Unroll> {
    match meta {
        Meta::Path(_) => Ok(Unroll::Always),
        Meta::List(list) if list.tokens.to_string() == "never" => Ok(Unroll::Never),
        _ => Err((
            "`unroll` takes `never` or nothing",
            "write `#[unroll]`, or `#[unroll(never)]`, which keeps the loop",
        )),
    }
}
