//! Errors of a block: collected during expansion, reported all at once, each at its tokens.

pub(crate) mod foreign_types;
mod place;
mod refused;
mod report;
mod suggest;
mod unsupported;
mod words;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use proc_macro2::{Span, TokenStream};

use crate::tokens::{UNKNOWN_VALUE, joined, walk};
pub(crate) use place::{SourcePlace, is_same, line_of, position_of, print, print_type};
pub(crate) use refused::Refused;
pub use report::{Position, Report};
pub(crate) use suggest::{alike, closest, edits, slipped};
pub(crate) use unsupported::{
    return_in_loop, unsupported_expression, unsupported_item, unsupported_pattern,
};
pub(crate) use words::{Words, plural, plural_of};

/// The number of errors that are shown; later ones are likely to follow from these.
const LIMIT: usize = 64;

/// One error: message, place, notes and help.
#[derive(Clone, Debug)]
pub(crate) struct Diagnostic {
    place: SourcePlace,
    message: String,
    lines: Vec<String>,
    /// The name that nothing has, where it is about one.
    names_nothing: Option<Box<str>>,
    /// Whether it says how that name is declared.
    declares: bool,
    /// Whether a note says in which lowering of a function it was found.
    has_context: bool,
    /// Whether errors inside of its place say less than this one.
    covers: bool,
    /// The mistake that it shows, where others may show the same one.
    shows: Option<Box<str>>,
}

impl Diagnostic {
    /// An error at a place. The message is in lower case.
    pub(crate) fn new(place: SourcePlace, message: impl Into<String>) -> Self {
        Self {
            place,
            message: message.into(),
            lines: Vec::new(),
            names_nothing: None,
            declares: false,
            has_context: false,
            covers: false,
            shows: None,
        }
    }

    /// An error about a name that nothing has: a value, a function or a type.
    pub(crate) fn unknown(place: SourcePlace, what: &str, name: &str) -> Self {
        Self {
            names_nothing: Some(name.into()),
            ..Self::new(place, format!("cannot find the {what} `{name}`"))
        }
    }

    /// Adds a fact that explains the error.
    #[must_use]
    pub(crate) fn note(mut self, note: impl AsRef<str>) -> Self {
        let line = format!("= note: {}", note.as_ref());
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
        self
    }

    /// Adds a fact where there is one.
    pub(crate) fn note_if(self, note: Option<impl AsRef<str>>) -> Self {
        match note {
            Some(note) => self.note(note),
            None => self,
        }
    }

    /// Adds a suggestion for the user.
    #[must_use]
    pub(crate) fn help(mut self, help: impl AsRef<str>) -> Self {
        self.lines.push(format!("= help: {}", help.as_ref()));
        self
    }

    /// Adds help where there is one.
    #[must_use]
    pub(crate) fn help_if(self, help: Option<impl AsRef<str>>) -> Self {
        match help {
            Some(help) => self.help(help),
            None => self,
        }
    }

    /// Where it is.
    pub(crate) fn place(&self) -> SourcePlace {
        self.place
    }

    /// Lets this error stand for those inside of its place.
    #[must_use]
    pub(crate) fn instead_of_inner(mut self) -> Self {
        self.covers = true;
        self
    }

    /// Makes this error the only one that shows a mistake.
    #[must_use]
    pub(crate) fn showing(mut self, mistake: Option<String>) -> Self {
        self.shows = mistake.map(String::into_boxed_str);
        self
    }

    /// Marks this error, about a name that nothing has, as the one that says how it is declared.
    #[must_use]
    pub(crate) fn declaring(mut self) -> Self {
        self.declares = true;
        self
    }

    /// The message with its notes, as the compiler prints it.
    pub(crate) fn text(&self) -> String {
        let mut text = self.message.clone();
        for line in &self.lines {
            text.push('\n');
            text.push_str(line);
        }
        text
    }

    /// The explanation of a name: how a call is meant depends on its arguments, and a value is
    /// declared once.
    fn explained(&self) -> String {
        match self.message.starts_with("cannot find the value") {
            true => self.message.clone(),
            false => self.text(),
        }
    }

    /// Changes the helps, or drops them.
    fn change_helps(&mut self, change: impl Fn(&str) -> Option<String>) {
        let lines = std::mem::take(&mut self.lines).into_iter();
        let lines = lines.filter_map(|line| match line.strip_prefix("= help: ") {
            Some(help) => change(help).map(|help| format!("= help: {help}")),
            None => Some(line),
        });
        self.lines = lines.collect();
    }

    /// The error without the lines that show an unknown value; none, where the message shows one.
    fn about_known(mut self) -> Option<Self> {
        let shows = |text: &str| {
            let mut names = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            names.any(|name| name == UNKNOWN_VALUE)
        };
        self.lines.retain(|line| !shows(line));
        (!shows(&self.message)).then_some(self)
    }

    pub(crate) fn into_syn(self) -> syn::Error {
        let text = self.text();
        syn::Error::new_spanned(self.place.into_tokens(), text)
    }
}

/// The errors of one block, in the order in which they were found.
#[derive(Default)]
pub(crate) struct Diagnostics {
    errors: RefCell<Vec<Entry>>,
}

/// An error of a block.
#[derive(Clone)]
pub(crate) enum Entry {
    /// An error that the macro found.
    Ours(Diagnostic),
    /// An error of the parser.
    Syntax(syn::Error),
}

impl Entry {
    /// Where the error starts.
    fn start(&self) -> Span {
        match self {
            Self::Ours(diagnostic) => diagnostic.place.start(),
            Self::Syntax(error) => error.span(),
        }
    }

    /// Whether it says how the name that nothing has is declared.
    fn declares(&self) -> bool {
        matches!(self, Self::Ours(diagnostic) if diagnostic.declares)
    }

    /// The name that it is about and that nothing has, and its position.
    fn unknown_name(&self) -> Option<(&str, Option<(usize, usize)>)> {
        let Self::Ours(diagnostic) = self else {
            return None;
        };
        let name = diagnostic.names_nothing.as_deref()?;
        Some((name, position_of(diagnostic.place.start())))
    }
}

/// The sentence where a type is missing.
pub(crate) const A_TYPE: &str = "expected a type, such as `f64` or `[f64; 3]`";

/// The sentence in place of what a parser calls the tokens that may stand at a place.
pub(crate) fn in_words(message: &str) -> Option<&'static str> {
    if message.ends_with("expected identifier") {
        return Some("expected a name");
    }
    let (_, list) = message.split_once("expected one of: ")?;
    let starts = |words: &str| list.starts_with(words);
    if starts("`for`, parentheses") {
        Some(A_TYPE)
    } else if starts("identifier, `::`, `<`, `_`, literal") || starts("identifier, `_`, `trait`") {
        Some("expected a name")
    } else if starts("identifier, `self`, `super`") {
        Some("expected a path")
    } else if starts("`where`, parentheses, curly braces") {
        Some("expected the fields")
    } else if starts("`fn`, `extern`, `use`") {
        Some("expected a function, a `const` or a type alias")
    } else {
        None
    }
}

/// The message of a syntax error whose cause is reported already.
const REPORTED: &str = "this is reported already";

/// A syntax error at a place, where its cause is reported already.
pub(crate) fn reported(place: Span) -> syn::Error {
    syn::Error::new(place, REPORTED)
}

/// Whether the cause of a syntax error is reported already.
pub(crate) fn is_reported(error: &syn::Error) -> bool {
    error.to_string() == REPORTED
}

/// Leaves of the errors what says something new.
fn as_reported(errors: &mut Vec<Entry>) {
    drop_covered(errors);
    explain_once(errors);
}

/// Drops the errors inside of the places of errors that say more.
fn drop_covered(errors: &mut Vec<Entry>) {
    let places = errors.iter().filter_map(|entry| match entry {
        Entry::Ours(diagnostic) if diagnostic.covers => {
            let place = diagnostic.place;
            Some((position_of(place.start()), position_of(place.end())))
        }
        _ => None,
    });
    let places: Vec<_> = places.collect();
    errors.retain(|entry| {
        let covers = matches!(entry, Entry::Ours(diagnostic) if diagnostic.covers);
        let at = position_of(entry.start());
        covers || at.is_none() || !places.iter().any(|(start, end)| *start <= at && at <= *end)
    });
}

/// Leaves the explanation of a name that nothing has to the first place where it stands.
fn explain_once(errors: &mut [Entry]) {
    let mut explained = HashSet::new();
    for entry in errors {
        if let Entry::Ours(diagnostic) = entry
            && diagnostic.names_nothing.is_some()
            && !explained.insert(diagnostic.explained())
        {
            diagnostic.lines.clear();
        }
    }
}

impl Diagnostics {
    /// Adds an error, without what it says of text that is no Rust, which is reported by itself.
    pub(crate) fn push(&self, diagnostic: Diagnostic) {
        let mut errors = self.errors.borrow_mut();
        let shows_same = |entry: &Entry| match entry {
            Entry::Ours(known) => known.shows == diagnostic.shows,
            Entry::Syntax(_) => false,
        };
        if diagnostic.shows.is_some() && errors.iter().any(shows_same) {
            return;
        }
        errors.extend(diagnostic.about_known().map(Entry::Ours));
    }

    /// Adds a syntax error that the parser found.
    pub(crate) fn push_syntax(&self, error: syn::Error) {
        if is_reported(&error) {
            return;
        }
        let message = error.to_string();
        let without_prefix = || {
            let prefixes = ["unexpected end of input, ", "unexpected token, "];
            prefixes.iter().find_map(|own| message.strip_prefix(own))
        };
        let error = match in_words(&message).or_else(without_prefix) {
            Some(message) => syn::Error::new(error.span(), message),
            None => error,
        };
        self.errors.borrow_mut().push(Entry::Syntax(error));
    }

    /// How many errors there are.
    pub(crate) fn len(&self) -> usize {
        self.errors.borrow().len()
    }

    /// Whether an error says how a name is declared that nothing has.
    pub(crate) fn declare(&self, name: &str) -> bool {
        let errors = self.errors.borrow();
        let mut declaring = errors.iter().filter(|entry| entry.declares());
        declaring.any(|entry| entry.unknown_name().is_some_and(|(own, _)| own == name))
    }

    /// Whether an error says that nothing has a name.
    pub(crate) fn is_unknown(&self, name: &str) -> bool {
        let errors = self.errors.borrow();
        let mut unknown = errors.iter().filter_map(Entry::unknown_name);
        unknown.any(|(own, _)| own == name)
    }

    /// Whether an error starts at one of these tokens.
    pub(crate) fn concern(&self, tokens: &TokenStream) -> bool {
        let mut is_concerned = false;
        walk(tokens.clone(), |token| {
            let place = SourcePlace::of(token).start();
            let errors = self.errors.borrow();
            is_concerned |= errors.iter().any(|error| is_same(error.start(), place));
        });
        is_concerned
    }

    /// Forgets the errors after the first `len`.
    pub(crate) fn truncate(&self, len: usize) {
        self.errors.borrow_mut().truncate(len);
    }

    /// Leaves of the errors after the first `len`, those of one function, one of each variable that
    /// the function assigns and declares nowhere: all uses are wrong for the same reason.
    pub(crate) fn declare_once(&self, len: usize, is_assigned: impl Fn(&str) -> bool) {
        let mut errors = self.errors.borrow_mut();
        let new = errors.split_off(len);
        let mut first: HashMap<String, (bool, Option<(usize, usize)>)> = HashMap::new();
        for entry in &new {
            if let Some((name, at)) = entry.unknown_name().filter(|(name, _)| is_assigned(name)) {
                // An assignment says how the variable is declared.
                let own = (!entry.declares(), at);
                let first = first.entry(name.into()).or_insert(own);
                *first = (*first).min(own);
            }
        }
        errors.extend(new.into_iter().filter(|entry| match entry.unknown_name() {
            Some((name, at)) => first.get(name).is_none_or(|(_, first)| *first == at),
            None => true,
        }));
    }

    /// Leaves one error of each name that nothing has and that stands in a function's signature: a
    /// parameter declares it for the body too, whose errors are those after the first `len`.
    pub(crate) fn declare_in_signature(&self, signature: &TokenStream, len: usize) {
        let mut places = Vec::new();
        walk(signature.clone(), |token| {
            places.push(SourcePlace::of(token).start());
        });
        let is_in_signature = |at: Span| places.iter().any(|&place| is_same(at, place));
        let mut errors = self.errors.borrow_mut();
        let mut declared = HashSet::new();
        let mut position = 0;
        errors.retain(|entry| {
            position += 1;
            let Some((name, _)) = entry.unknown_name() else {
                return true;
            };
            match is_in_signature(entry.start()) {
                true => declared.insert(name.to_owned()),
                false => position <= len || !declared.contains(name),
            }
        });
    }

    /// Changes the helps of the errors after the first `len`, or drops them.
    pub(crate) fn change_helps_after(&self, len: usize, change: impl Fn(&str) -> Option<String>) {
        for entry in self.errors.borrow_mut().iter_mut().skip(len) {
            if let Entry::Ours(diagnostic) = entry {
                diagnostic.change_helps(&change);
            }
        }
    }

    /// Gives those of the errors after the first `len` whose messages have these words another
    /// help; whether there are any.
    pub(crate) fn help_after(&self, len: usize, words: &str, help: &str) -> bool {
        let mut found = false;
        for entry in self.errors.borrow_mut().iter_mut().skip(len) {
            if let Entry::Ours(diagnostic) = entry
                && diagnostic.message.contains(words)
            {
                diagnostic.change_helps(|_| None);
                diagnostic.lines.push(format!("= help: {help}"));
                found = true;
            }
        }
        found
    }

    /// Changes the helps of errors that start inside of a place, where there is another for them.
    pub(crate) fn change_helps_in(
        &self,
        place: SourcePlace,
        change: impl Fn(&str) -> Option<String>,
    ) {
        let (start, end) = (position_of(place.start()), position_of(place.end()));
        for entry in self.errors.borrow_mut().iter_mut() {
            let at = position_of(entry.start());
            if let Entry::Ours(diagnostic) = entry
                && start <= at
                && at <= end
            {
                diagnostic.change_helps(|help| change(help).or_else(|| Some(help.to_owned())));
            }
        }
    }

    /// Takes out the errors after the first `len`, with a note on those that have none like it.
    pub(crate) fn take_after(&self, len: usize, note: Option<&str>) -> Vec<Entry> {
        let mut errors = self.errors.borrow_mut();
        let errors = errors.drain(len..).map(|entry| match entry {
            Entry::Ours(diagnostic) if !diagnostic.has_context => Entry::Ours(Diagnostic {
                has_context: true,
                ..diagnostic.note_if(note)
            }),
            other => other,
        });
        errors.collect()
    }

    /// Adds errors, at most one for each place: a function that is lowered several times has an
    /// error each time.
    pub(crate) fn adopt(&self, entries: &[Entry]) {
        let mut errors = self.errors.borrow_mut();
        let place = |entry: &Entry| format!("{:?}", entry.start());
        let mut places: HashSet<String> = HashSet::new();
        if !entries.is_empty() {
            places.extend(errors.iter().map(place));
        }
        let new = entries.iter().filter(|entry| places.insert(place(entry)));
        errors.extend(new.cloned());
    }

    /// The errors after the first `len` that are about names which nothing has.
    pub(crate) fn unknown_names(&self, len: usize) -> Vec<Diagnostic> {
        let errors = self.errors.borrow();
        let later = errors.iter().skip(len);
        let unknown = later.filter_map(|entry| match entry {
            Entry::Ours(diagnostic) if diagnostic.names_nothing.is_some() => {
                Some(diagnostic.clone())
            }
            _ => None,
        });
        unknown.collect()
    }

    /// The message and the help of the first error after the first `len`, unless it is about a name
    /// that nothing has.
    pub(crate) fn refusal_after(&self, len: usize) -> Option<(String, Option<String>)> {
        match self.errors.borrow().get(len)? {
            Entry::Ours(own) if own.names_nothing.is_none() => {
                let help = own
                    .lines
                    .iter()
                    .find_map(|line| line.strip_prefix("= help: "));
                Some((own.message.clone(), help.map(String::from)))
            }
            _ => None,
        }
    }

    /// All messages, without places.
    #[cfg(test)]
    pub(crate) fn texts(&self) -> Vec<String> {
        let mut errors = self.errors.borrow().clone();
        as_reported(&mut errors);
        let text = |entry: &Entry| match entry {
            Entry::Ours(diagnostic) => diagnostic.text(),
            Entry::Syntax(error) => error.to_string(),
        };
        errors.iter().map(text).collect()
    }

    /// Takes the errors out, as many as are reported. Functions are lowered callees first; users
    /// read from top to bottom.
    fn take(&self) -> impl Iterator<Item = Entry> {
        let mut errors = self.errors.take();
        errors.sort_by_key(|entry| position_of(entry.start()));
        as_reported(&mut errors);
        errors.into_iter().take(LIMIT)
    }

    /// Takes the errors out, with their places in the text.
    pub(crate) fn to_reports(&self) -> Vec<Report> {
        self.take()
            .map(|entry| match entry {
                Entry::Ours(diagnostic) => {
                    let place = diagnostic.place;
                    Report::new(place.start(), place.end(), diagnostic.text())
                }
                Entry::Syntax(error) => Report::new(error.span(), error.span(), error.to_string()),
            })
            .collect()
    }

    /// Takes the errors out, each as an item that reports it.
    pub(crate) fn to_items(&self) -> Vec<TokenStream> {
        let items = self.take().map(|entry| match entry {
            Entry::Ours(diagnostic) => diagnostic.into_syn().into_compile_error(),
            Entry::Syntax(error) => error.into_compile_error(),
        });
        items.collect()
    }

    /// The same, one after another.
    pub(crate) fn to_tokens(&self) -> TokenStream {
        joined(self.to_items())
    }
}
