//! Numbers in helps about a function for some lengths: the text is that of all lengths, so a number
//! that a length makes is written with its parameter, or not at all.

use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};

use crate::parse::FunctionSource;
use crate::signature::Lengths;
use crate::tokens::walk;

/// The lengths of a function, and what else its text says of numbers.
pub(super) struct Parameters {
    /// The names of the lengths that are numbers, with these.
    lengths: Vec<(String, i64)>,
    /// The numbers that its text has.
    written: HashSet<String>,
    /// Whether its text names constants of the block, which may be any number.
    has_constants: bool,
}

impl Parameters {
    pub(super) fn of(lengths: &Lengths, source: &FunctionSource) -> Self {
        let lengths = lengths.iter().filter_map(|(name, length)| {
            let number = length.known_integer()?;
            Some((name.to_string(), number))
        });
        let lengths: Vec<(String, i64)> = lengths.collect();
        let mut written = HashSet::new();
        let mut has_constants = false;
        let is_upper = |name: &str| {
            name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
        };
        let mut note = |tokens: TokenStream| {
            walk(tokens, |token| match token {
                TokenTree::Literal(literal) => {
                    written.insert(literal.to_string());
                }
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    let is_own = lengths.iter().any(|(own, _)| *own == name);
                    has_constants |= is_upper(&name) && !is_own;
                }
                TokenTree::Punct(_) | TokenTree::Group(_) => {}
            });
        };
        note(source.tokens.clone().into());
        note(quote::ToTokens::to_token_stream(&source.signature));
        Self {
            lengths,
            written,
            has_constants,
        }
    }

    /// The help with the parameters that its numbers are; `None` where a number cannot be told.
    pub(super) fn in_help(&self, help: &str) -> Option<String> {
        let parts = help.split('`').enumerate().map(|(number, part)| {
            let Some(tokens) = part.parse::<TokenStream>().ok().filter(|_| number % 2 == 1) else {
                return Some(part.to_string());
            };
            let mut numbers = HashSet::new();
            walk(tokens, |token| {
                if let TokenTree::Literal(literal) = token {
                    numbers.insert(literal.to_string());
                }
            });
            numbers
                .into_iter()
                .try_fold(part.to_string(), |part, number| {
                    self.told(&number)
                        .map(|name| with_word(&part, &number, &name))
                })
        });
        Some(parts.collect::<Option<Vec<String>>>()?.join("`"))
    }

    /// The text in the place of a number in a help.
    fn told(&self, number: &str) -> Option<String> {
        let value = number.parse::<i64>();
        if value.as_ref().is_ok_and(|value| *value < 2) || self.written.contains(number) {
            return Some(number.into());
        }
        let Ok(value) = value else {
            return Some(number.into());
        };
        // What is close to the number may have made it too, such as `N - 1`.
        let mut close = (self.lengths.iter()).filter(|(_, own)| (own - value).abs() <= 2);
        match (close.next(), close.next()) {
            _ if self.has_constants => Some(number.into()),
            (Some((name, own)), None) if *own == value => Some(name.clone()),
            _ => None,
        }
    }
}

/// A text with another word for one that stands in it.
fn with_word(text: &str, word: &str, other: &str) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
    let mut parts = text.split(word);
    let mut changed = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let before = changed.chars().next_back();
        let behind = part.chars().next();
        let dots = changed.ends_with("..");
        let starts = before.is_none_or(|letter| !is_part(letter)) || dots;
        let ends = behind.is_none_or(|letter| !is_part(letter)) || part.starts_with("..");
        changed += if starts && ends { other } else { word };
        changed += part;
    }
    changed
}
