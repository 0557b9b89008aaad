//! A body as the names that it mentions: its expressions.
//!
//! Before a dot stands some value with the methods of the language, whatever the text has there.
//! Functions are called with as many values as they take, in each of which is mentioned what the
//! text has there: an editor then tells which argument is being written.

use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

use super::body::Body;
use super::callee::{Callee, is_option};
use super::statements::{is_name, is_word, position_of, start};
use super::words;
use crate::emit::mixed;
use crate::lower::{operands_of, operands_of_adapter, operands_of_method, options_of};
use crate::tokens::{idents, sign};

/// The markers that rust-analyzer appends to a word that it completes, of late and before: a method
/// of such a name is written, where other methods that do not exist are left out, as they would be
/// errors twice.
const MARKERS: [&str; 2] = ["raCompletionMarker", "intellijRulezz"];

/// The functions that are no methods: their first operand is no value.
const NO_METHODS: [&str; 7] = ["einsum", "eye", "full", "ones", "print", "solve", "zeros"];

impl Body<'_> {
    /// Statements of what an expression mentions.
    pub(super) fn mentioned(&mut self, tokens: &[TokenTree]) -> TokenStream {
        statements(&self.elements(tokens))
    }

    /// The names that an expression mentions: variables, functions, constants, and blocks.
    fn elements(&mut self, tokens: &[TokenTree]) -> Vec<TokenStream> {
        let mut elements: Vec<TokenStream> = Vec::new();
        // Whether a value ends before the token.
        let mut is_value = false;
        let mut position = 0;
        while let Some(token) = tokens.get(position) {
            let rest = &tokens[position..];
            let mut taken = 1;
            let was_value = std::mem::replace(&mut is_value, true);
            match token {
                TokenTree::Literal(_) => {}
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    elements.push(self.block(group.stream()));
                }
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    elements.extend(self.elements(&inner));
                }
                TokenTree::Punct(punct) if punct.as_char() == '.' && dots(rest) == 1 => {
                    let before = position.checked_sub(1).map(|before| &tokens[before]);
                    taken += self.member(before, &rest[1..], &mut elements);
                }
                TokenTree::Punct(punct) => {
                    is_value = false;
                    taken = match punct.as_char() {
                        '.' => dots(rest),
                        '\'' => 2,
                        '#' => start(rest).max(1),
                        '|' if !was_value => self.closure(rest, &mut elements),
                        _ => 1,
                    };
                }
                TokenTree::Ident(ident) if ident == "as" => {
                    if let Some(ty @ (TokenTree::Ident(_) | TokenTree::Group(_))) = rest.get(1) {
                        let support = &self.support;
                        elements.push(mixed!(#support::ty::<#ty>));
                        taken = 2;
                    }
                }
                TokenTree::Ident(ident) if !is_name(ident) => is_value = false,
                TokenTree::Ident(ident) => {
                    is_value = rest.get(1).and_then(sign) != Some('!');
                    if is_value {
                        let (path, length) = self.path(ident, rest);
                        elements.push(path);
                        taken = length;
                    }
                }
            }
            position += taken;
        }
        elements
    }

    /// A name with the names behind its `::`, and how many tokens it has.
    fn path(&mut self, first: &Ident, tokens: &[TokenTree]) -> (TokenStream, usize) {
        let mut length = 1;
        while let [a, b, TokenTree::Ident(_), ..] = &tokens[length..] {
            if (sign(a), sign(b)) != (Some(':'), Some(':')) {
                break;
            }
            length += 3;
        }
        let path: TokenStream = tokens[..length].iter().cloned().collect();
        if length > 1 {
            // `f64::consts` is a module of the core library in the language.
            let is_constant = tokens.get(3).is_some_and(|token| is_word(token, "consts"));
            return match is_constant {
                true => (mixed!(::core::#path), length),
                false => (path, length),
            };
        }
        let name = first.to_string();
        let Some(arguments) = arguments(tokens) else {
            return (path, length);
        };
        let is_hidden = self.variables.iter().any(|own| own.name == name);
        let (support, facade) = (&self.support, self.context.facade);
        let callee = match (self.context.own.get(&name), operands_of(&name)) {
            (Some(&count), _) if !is_hidden => Callee::of_block(path, count),
            (None, Some(count)) => {
                let [options, _] = options_of(&name);
                let function = match (options.is_empty(), is_hidden) {
                    (true, false) => path,
                    // A variable of the function's name does not hide it.
                    (true, true) => mixed!(#support::functions::#path),
                    (false, _) => mixed!(#facade::ops::#path),
                };
                Callee::of_language(&name, function, count)
            }
            _ => return (path, length),
        };
        (self.call(&callee, arguments), length + 1)
    }

    /// Whether a name is that of a variable that is a tuple or a struct: the last one of its name.
    fn knows_members_of(&self, name: &Ident) -> bool {
        let mut variables = self.variables.iter().rev();
        let own = variables.find(|own| name == &own.name);
        own.is_some_and(|own| own.has_members)
    }

    /// The member behind the dot of a value, and how many tokens it takes.
    fn member(
        &mut self,
        before: Option<&TokenTree>,
        tokens: &[TokenTree],
        elements: &mut Vec<TokenStream>,
    ) -> usize {
        let value = match before {
            // A tuple or a struct has the members that Rust knows.
            Some(TokenTree::Ident(name)) if self.knows_members_of(name) => name.to_token_stream(),
            _ => {
                let support = &self.support;
                match self.is_sequence {
                    true => mixed!(#support::items()),
                    false => mixed!(#support::value()),
                }
            }
        };
        let method = match tokens.first() {
            Some(TokenTree::Ident(name)) if is_name(name) => name,
            other => {
                // Here too, for the type at the place of the word that is completed.
                elements.push(value);
                return usize::from(matches!(other, Some(TokenTree::Literal(_))));
            }
        };
        let (name, arguments) = (method.to_string(), arguments(tokens));
        if MARKERS.iter().any(|marker| name.contains(marker)) {
            let call = arguments.map(|_| mixed!(()));
            elements.push(mixed!(#value.#method #call));
            return 1;
        }
        match operands_of_method(&name) {
            Some(count) if !NO_METHODS.contains(&name.as_str()) => {
                let none = Group::new(Delimiter::Parenthesis, TokenStream::new());
                let [options, _] = options_of(&name);
                let support = &self.support;
                let (value, known) = match arguments.is_some() && !options.is_empty() {
                    true => (mixed!(#support::named()), options),
                    false => (value, &[][..]),
                };
                let mut callee = Callee::of_language(&name, mixed!(#value.#method), count - 1);
                callee.options = known;
                elements.push(self.call(&callee, arguments.unwrap_or(&none)));
                1 + usize::from(arguments.is_some())
            }
            // Loops follow these, and only they: a value has no such method.
            _ if operands_of_adapter(&name).is_some() => {
                let call = arguments.filter(|_| self.is_sequence);
                elements.push(match call {
                    Some(arguments) => {
                        let count = operands_of_adapter(&name).unwrap_or(0);
                        let callee = Callee::adapter(mixed!(#value.#method), count);
                        self.call(&callee, arguments)
                    }
                    None => value,
                });
                1 + usize::from(call.is_some())
            }
            None if arguments.is_none() && self.context.fields.contains(&name) => {
                // Behind the struct that it is taken of, which was mentioned last if it has a name.
                let whole = match (elements.last(), before) {
                    (Some(last), Some(before)) if ends_with(last, before) => elements.pop(),
                    _ => None,
                };
                elements.push(match whole {
                    Some(whole) => mixed!(#whole.#method),
                    None => value,
                });
                1
            }
            _ => {
                // A name that is nowhere, which only the macro reports, at the place of the word.
                elements.push(mixed!(#value - #method));
                1
            }
        }
    }

    /// A call of a function with as many arguments as it takes, its options last. What has no place
    /// among them is mentioned beside the last one.
    fn call(&mut self, callee: &Callee, arguments: &Group) -> TokenStream {
        let tokens: Vec<TokenTree> = arguments.stream().into_iter().collect();
        let (written, commas) = separated(&tokens);
        let places = callee.places(&written);
        let total = callee.count + callee.options.len();
        let mut values: Vec<TokenStream> = vec![TokenStream::new(); total];
        let mut ends: Vec<Option<&TokenTree>> = vec![None; total];
        let mut more = TokenStream::new();
        let was_sequence = std::mem::replace(&mut self.is_sequence, callee.takes_sequences);
        for (number, (argument, place)) in written.into_iter().zip(places).enumerate() {
            let mentioned = self.argument(argument);
            match place {
                Some(place) => {
                    values[place].extend(mentioned);
                    // The comma before an argument tells that it is the one that is written.
                    let before = number.checked_sub(1).map(|before| commas[before]);
                    if let (Some(end), Some(comma)) = (place.checked_sub(1), before) {
                        ends[end] = Some(comma);
                    }
                }
                None => values.last_mut().unwrap_or(&mut more).extend(mentioned),
            }
        }
        self.is_sequence = was_sequence;
        let support = &self.support;
        let mut written = TokenStream::new();
        for (place, (value, end)) in values.into_iter().zip(ends).enumerate() {
            let offered = callee.offered_at(place);
            let offered = offered.map(|name| Ident::new(name, Span::mixed_site()));
            let offered: Vec<Ident> = offered.collect();
            let offered = (!offered.is_empty())
                .then(|| mixed!(use #support::words::options::{#(#offered),*};));
            written.extend(mixed!({ #offered #value #support::ty() }));
            match end {
                Some(comma) => written.extend([comma.clone()]),
                None => written.extend(mixed!(,)),
            }
        }
        // The user's parentheses, at which an editor asks for the signature.
        let mut whole = Group::new(Delimiter::Parenthesis, written);
        whole.set_span(arguments.span_open());
        let function = &callee.function;
        match more.is_empty() {
            true => mixed!(#function #whole),
            false => mixed!({ #more #function #whole }),
        }
    }

    /// The mentions of an argument, with the name of an option.
    fn argument(&mut self, tokens: &[TokenTree]) -> TokenStream {
        match tokens {
            // A number alone, at which an editor asks for the signature too.
            [TokenTree::Literal(number)] => mixed!((#number);),
            [name, equals, value @ ..] if is_option(tokens) => {
                let name = words::option(name, &self.support);
                let value = self.argument(value);
                // At the sign too, where the value is missing.
                mixed!((#name); let _ #equals (); #value)
            }
            _ => self.mentioned(tokens),
        }
    }

    /// A closure, up to the next argument, and how many tokens it has.
    fn closure(&mut self, tokens: &[TokenTree], elements: &mut Vec<TokenStream>) -> usize {
        let is_bar = |token: &TokenTree| sign(token) == Some('|');
        let Some(bar) = tokens[1..].iter().position(is_bar) else {
            return 1;
        };
        let is_comma = |token: &TokenTree| sign(token) == Some(',');
        let (parameters, body) = (&tokens[1..=bar], &tokens[bar + 2..]);
        let end = body.iter().position(is_comma).unwrap_or(body.len());
        let count = self.variables.len();
        let (mut declared, mut types) = (TokenStream::new(), TokenStream::new());
        for parameter in parameters.split(is_comma) {
            let colon = position_of(':', parameter).unwrap_or(parameter.len());
            let pattern = self.pattern(&parameter[..colon]);
            let (support, any) = (&self.support, self.any_of(&pattern));
            declared.extend(mixed!(let #pattern = #support::ty();));
            if let Some(mut name) = idents(&pattern).into_iter().find(is_name) {
                name.set_span(name.span().located_at(Span::mixed_site()));
                types.extend(mixed!([#name, #any];));
            }
            let bound = self.bound(&pattern);
            self.variables.extend(bound);
        }
        // The types come last: they are not known while the closure is being written.
        let mentioned = self.mentioned(&body[..end]);
        elements.push(mixed!({ #declared #mentioned #types }));
        self.variables.truncate(count);
        bar + 2 + end
    }
}

/// A statement of each: in parentheses, so that an editor offers values and no statements there.
fn statements(elements: &[TokenStream]) -> TokenStream {
    mixed!(#((#elements);)*)
}

/// The arguments between commas, and the commas.
fn separated(tokens: &[TokenTree]) -> (Vec<&[TokenTree]>, Vec<&TokenTree>) {
    let (mut arguments, mut commas) = (Vec::new(), Vec::new());
    let mut rest = tokens;
    while let Some(comma) = end_of_argument(rest) {
        arguments.push(&rest[..comma]);
        commas.push(&rest[comma]);
        rest = &rest[comma + 1..];
    }
    arguments.push(rest);
    (arguments, commas)
}

/// The position of the comma behind the first argument: a closure has commas between its bars.
fn end_of_argument(tokens: &[TokenTree]) -> Option<usize> {
    let is_bar = |token: &TokenTree| sign(token) == Some('|');
    let bars = tokens.first().is_some_and(is_bar);
    let body = tokens.iter().skip(1).position(is_bar).filter(|_| bars);
    let from = body.map_or(0, |bar| bar + 2);
    let comma = tokens[from..]
        .iter()
        .position(|token| sign(token) == Some(','));
    comma.map(|comma| from + comma)
}

/// The parentheses behind the first token.
fn arguments(tokens: &[TokenTree]) -> Option<&Group> {
    match tokens.get(1) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => Some(group),
        _ => None,
    }
}

/// A variable in scope.
pub(super) struct Bound {
    pub(super) name: String,
    /// Whether it is a tuple or a struct.
    pub(super) has_members: bool,
}

/// Whether the last token of some is this one.
fn ends_with(tokens: &TokenStream, token: &TokenTree) -> bool {
    let last = tokens.clone().into_iter().last();
    match (last, token) {
        (Some(TokenTree::Ident(last)), TokenTree::Ident(own)) => last == *own,
        _ => false,
    }
}

/// How many dots stand next to one another.
fn dots(tokens: &[TokenTree]) -> usize {
    let mut count = 0;
    for token in tokens {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '.' => {
                count += 1;
                if punct.spacing() == Spacing::Alone {
                    break;
                }
            }
            _ => break,
        }
    }
    count
}
