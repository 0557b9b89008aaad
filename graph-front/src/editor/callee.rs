//! Functions that a body calls, and the places of their arguments: options have names in a call,
//! and stand behind the operands in a signature.

use proc_macro2::{TokenStream, TokenTree};

use super::statements::{is_word, position_of};
use crate::lower::options_of;

/// A function that a body calls.
pub(super) struct Callee {
    pub(super) function: TokenStream,
    /// How many operands it has.
    pub(super) count: usize,
    /// The options behind its operands.
    pub(super) options: &'static [&'static str],
    /// Whether its operands are what a loop follows.
    pub(super) takes_sequences: bool,
    /// The options that may stand in the place of its last operand.
    instead: &'static [&'static str],
}

impl Callee {
    pub(super) fn of_block(function: TokenStream, count: usize) -> Self {
        Self {
            function,
            count,
            options: &[],
            takes_sequences: false,
            instead: &[],
        }
    }

    /// A method of what a loop follows, which is followed in its place.
    pub(super) fn adapter(function: TokenStream, count: usize) -> Self {
        Self {
            takes_sequences: true,
            ..Self::of_block(function, count)
        }
    }

    pub(super) fn of_language(name: &str, function: TokenStream, count: usize) -> Self {
        let [options, instead] = options_of(name);
        Self {
            function,
            count,
            options,
            takes_sequences: false,
            instead,
        }
    }

    /// The place of each argument among those that the function takes: that of the option whose
    /// name it has, or else the first one that is free, since a name may be half written. Options
    /// that are not known have none, and arguments too many.
    pub(super) fn places(&self, arguments: &[&[TokenTree]]) -> Vec<Option<usize>> {
        let named = |argument: &[TokenTree]| {
            let option = self.options.iter();
            let mut option = option.map(|option| is_word(&argument[0], option));
            option.position(|is_own| is_own).map(|at| self.count + at)
        };
        let places = arguments.iter().map(|argument| match is_option(argument) {
            true => named(argument),
            false => None,
        });
        let mut places: Vec<Option<usize>> = places.collect();
        let total = self.count + self.options.len();
        for number in 0..places.len() {
            if places[number].is_none() && !is_option(arguments[number]) {
                let mut free = (0..total).filter(|place| !places.contains(&Some(*place)));
                places[number] = free.next();
            }
        }
        places
    }

    /// The options that may stand at the place of an argument.
    pub(super) fn offered_at(&self, place: usize) -> impl Iterator<Item = &'static str> {
        let options = match (place >= self.count, place + 1 == self.count) {
            (true, _) => self.options,
            (false, true) => self.instead,
            (false, false) => &[],
        };
        options.iter().copied()
    }
}

/// Whether an argument is an option, `axis = 0`, as far as it is written.
pub(super) fn is_option(argument: &[TokenTree]) -> bool {
    position_of('=', argument) == Some(1)
}
