//! The sequence of an iterator: arrays side by side, of which each method takes a part or another
//! order, and what `map` makes of their elements.

use graph_ir::types::{Extent, Shape};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, ExprMethodCall, ExprRange, Pat};

use super::super::conditions::without_references;
use super::STARTS;
use crate::diagnostics::print;
use crate::lower::report::{grouped, short_text};
use crate::tokens::{levels, mentions, sign};

/// Arrays side by side.
#[derive(Clone)]
pub(super) struct Stream {
    /// The texts of the arrays, and their outermost extents.
    arrays: Vec<(String, Extent)>,
    /// The methods behind which positions count, as they are written: a loop has them too.
    by_loop: String,
}

/// The element of a stream, or the value that `map` makes of it.
pub(super) enum Mapped {
    Elements(Stream),
    /// An array of whole arrays.
    Array(String, Extent),
    /// A value for each pattern, in a loop.
    Loop {
        stream: Stream,
        pattern: String,
        /// The name of the position, where it is one.
        position: Option<String>,
        value: String,
        /// The condition of the elements that have a value.
        only_if: Option<String>,
    },
}

impl Stream {
    /// The elements of an array.
    pub(super) fn of(array: &Expr, shape: &Shape) -> Option<Self> {
        let array = match array {
            Expr::Reference(reference) => &reference.expr,
            array => array,
        };
        let text = grouped(&short_text(array)?);
        Some(Self {
            arrays: vec![(text, shape.count_along(0))],
            by_loop: String::new(),
        })
    }

    /// The positions of a range, in the order in which these methods leave them.
    pub(super) fn of_range(
        range: &ExprRange,
        count: Extent,
        order: &[&ExprMethodCall],
    ) -> Option<Self> {
        let mut text = print(range);
        for call in order {
            let args: Vec<String> = call.args.iter().map(print).collect();
            text = match text.ends_with(')') {
                true => format!("{text}.{}({})", call.method, args.join(", ")),
                false => format!("({text}).{}({})", call.method, args.join(", ")),
            };
        }
        (!text.contains('\n')).then(|| Self {
            arrays: vec![(text, count)],
            by_loop: String::new(),
        })
    }

    /// The stream behind a method; the inner `None` where a help cannot say what that makes, and the
    /// outer one where it is no such method.
    pub(super) fn adapted(&self, name: &str, call: &ExprMethodCall) -> Option<Option<Self>> {
        let count = || -> Option<usize> { print(call.args.first()?).parse().ok() };
        Some(match (name, call.args.len()) {
            ("iter" | "into_iter" | "copied" | "cloned", 0) => Some(self.clone()),
            ("enumerate", 0) => Some(self.in_loop(call)),
            ("rev" | "skip" | "take" | "step_by", _) if !self.by_loop.is_empty() => {
                (!self.is_symbolic()).then(|| self.in_loop(call))
            }
            ("rev", 0) => Some(self.each(|text, count| (format!("flip({text})"), count.clone()))),
            ("skip", 1) => count().and_then(|skipped| {
                let has_rest = self.known_count().is_none_or(|count| skipped <= count);
                let rest = |text: &str, count: &Extent| {
                    (
                        format!("{text}[{skipped}..]"),
                        count - &Extent::from(skipped),
                    )
                };
                has_rest.then(|| self.each(rest))
            }),
            ("take", 1) => count().map(|taken| {
                let taken = self.known_count().map_or(taken, |count| taken.min(count));
                self.each(|text, _| (format!("{text}[..{taken}]"), Extent::from(taken)))
            }),
            ("step_by", 1) => (!self.is_symbolic()).then(|| self.in_loop(call)),
            _ => return None,
        })
    }

    fn each(&self, change: impl Fn(&str, &Extent) -> (String, Extent)) -> Self {
        let arrays = self.arrays.iter().map(|(text, count)| change(text, count));
        Self {
            arrays: arrays.collect(),
            ..self.clone()
        }
    }

    fn in_loop(&self, call: &ExprMethodCall) -> Self {
        let args: Vec<String> = call.args.iter().map(print).collect();
        Self {
            by_loop: format!("{}.{}({})", self.by_loop, call.method, args.join(", ")),
            ..self.clone()
        }
    }

    /// The rows that `chunks` makes of a vector whose length it divides.
    pub(super) fn chunks(&self, call: &ExprMethodCall) -> Option<Self> {
        let [(text, count)] = &self.arrays[..] else {
            return None;
        };
        let size: usize = print(call.args.first()?).parse().ok()?;
        let count = count.known()?;
        let rows = count
            .checked_div(size)
            .filter(|rows| rows * size == count)?;
        Some(Self {
            arrays: vec![(
                format!("reshape({text}, [{rows}, {size}])"),
                Extent::from(rows),
            )],
            ..self.clone()
        })
    }

    /// Both streams, as far as the shorter one goes.
    pub(super) fn zip(self, other: Self) -> Option<Self> {
        if !self.by_loop.is_empty() || !other.by_loop.is_empty() || other.arrays.len() > 1 {
            return None;
        }
        let (first, second) = (&self.arrays[0].1, &other.arrays[0].1);
        let count = match ((first - second).is_natural(), (second - first).is_natural()) {
            (true, _) => second.clone(),
            (false, true) => first.clone(),
            (false, false) => return None,
        };
        let whole = Self {
            arrays: [self.arrays, other.arrays].concat(),
            ..self
        };
        Some(whole.each(|text, own| match *own == count {
            true => (text.into(), count.clone()),
            false => (format!("{text}[..{count}]"), count.clone()),
        }))
    }

    /// The number of elements, where it is known.
    fn known_count(&self) -> Option<usize> {
        self.count().known()
    }

    fn is_symbolic(&self) -> bool {
        self.arrays.iter().any(|(_, count)| count.is_symbolic())
    }

    pub(super) fn count(&self) -> &Extent {
        &self.arrays[0].1
    }

    /// The only array, where the elements are its own.
    pub(super) fn array(&self) -> Option<&str> {
        match &self.arrays[..] {
            [(text, _)] if self.by_loop.is_empty() => Some(text),
            _ => None,
        }
    }

    /// Whether each element is one of an array alone.
    pub(super) fn has_elements(&self) -> bool {
        self.arrays.len() == 1 && !self.by_loop.contains(".enumerate")
    }

    /// The expression behind `in`.
    pub(super) fn sequence(&self) -> String {
        let (first, others) = (&self.arrays[0].0, &self.arrays[1..]);
        if let Some(array) = self.array() {
            return array.into();
        }
        let others = others.iter().map(|(text, _)| format!(".zip({text})"));
        format!(
            "{first}.iter(){}{}",
            others.collect::<String>(),
            self.by_loop
        )
    }

    /// The name of the position in a pattern.
    fn position(&self, pattern: &Pat) -> Option<String> {
        match pattern {
            Pat::Tuple(pair) if self.by_loop == ".enumerate()" => names(pair.elems.first()?)?.pop(),
            _ => None,
        }
    }
}

impl Mapped {
    pub(super) fn new(stream: Stream) -> Self {
        Self::Elements(stream)
    }

    /// The value that a closure makes of each position, of those alone for which the filter holds.
    /// Positions from a first one on are those of an array.
    pub(super) fn positions(
        stream: Stream,
        first: Option<&Extent>,
        function: &Expr,
        filter: Option<&Expr>,
    ) -> Option<Self> {
        let (pattern, value) = closure_of(function)?;
        let only_if = match filter.map(closure_of) {
            Some(condition) => {
                let (name, condition) = condition?;
                Some(Some(condition).filter(|_| name == pattern)?)
            }
            None => None,
        };
        let position = first.map(|first| match *first == 0 {
            true => pattern.clone(),
            false => format!("{pattern} - {}", grouped(&first.to_string())),
        });
        Some(Self::Loop {
            stream,
            pattern,
            position,
            value,
            only_if,
        })
    }

    /// The array of all elements, where there is one.
    pub(super) fn whole(&self) -> Option<Self> {
        match self {
            Self::Elements(stream) => {
                let array = stream.array()?;
                Some(Self::Array(array.into(), stream.count().clone()))
            }
            Self::Array(array, count) => Some(Self::Array(array.clone(), count.clone())),
            Self::Loop { .. } => None,
        }
    }

    /// The value that a function makes of each element.
    pub(super) fn map(self, function: &Expr) -> Option<Self> {
        let stream = match self {
            Self::Elements(stream) => stream,
            Self::Array(text, count) => Stream {
                arrays: vec![(text, count)],
                by_loop: String::new(),
            },
            Self::Loop { .. } => return None,
        };
        let count = stream.count().clone();
        let Expr::Closure(closure) = function else {
            let text = short_text(function)?;
            let arrays: Vec<&str> = stream.arrays.iter().map(|(text, _)| &**text).collect();
            return match (&text.strip_prefix("f64::"), stream.array()) {
                (Some(own), Some(array)) => Some(Self::Array(format!("{own}({array})"), count)),
                (None, Some(_)) => Some(Self::Array(
                    format!("map({text}, {})", arrays.join(", ")),
                    count,
                )),
                _ => None,
            };
        };
        let pattern = closure
            .inputs
            .first()
            .filter(|_| closure.inputs.len() == 1)?;
        let value = body(pattern, &closure.body)?;
        if !stream.by_loop.is_empty() {
            let position = stream.position(pattern);
            let pattern = written(pattern)?;
            return Some(Self::Loop {
                stream,
                pattern,
                position,
                value,
                only_if: None,
            });
        }
        let patterns = flat(pattern, stream.arrays.len())?.join(", ");
        let arrays: Vec<&str> = stream.arrays.iter().map(|(text, _)| &**text).collect();
        let text = match arrays[..] {
            [array] => format!("{array}.map(|{patterns}| {value})"),
            _ => format!("map(|{patterns}| {value}, {})", arrays.join(", ")),
        };
        Some(Self::Array(text, count))
    }
}

/// The parameter and the body of a closure of one.
pub(super) fn closure_of(function: &Expr) -> Option<(String, String)> {
    let Expr::Closure(closure) = function else {
        return None;
    };
    let mut patterns = closure.inputs.iter();
    let (pattern, None) = (patterns.next()?, patterns.next()) else {
        return None;
    };
    Some((written(pattern)?, body(pattern, &closure.body)?))
}

/// The body of a closure of copies.
pub(super) fn body(pattern: &Pat, body: &Expr) -> Option<String> {
    let names = names(pattern)?;
    let tokens = names.iter().fold(body.to_token_stream(), |tokens, name| {
        without_references(tokens, name)
    });
    // What is no text of the language has an error of its own once the rest is right.
    let is_foreign = mentions(&tokens, |name| STARTS.contains(&name)) || has_turbofish(&tokens);
    let text = print(&tokens);
    (!text.contains('\n')).then(|| match is_foreign {
        true => "..".into(),
        false => text,
    })
}

fn has_turbofish(tokens: &TokenStream) -> bool {
    let mut found = false;
    levels(tokens.clone(), |level| {
        found |= level
            .windows(2)
            .any(|pair| sign(&pair[0]) == Some(':') && sign(&pair[1]) == Some('<'));
    });
    found
}

/// The names that a pattern binds.
pub(super) fn names(pattern: &Pat) -> Option<Vec<String>> {
    let of_all = |patterns: &mut dyn Iterator<Item = &Pat>| -> Option<Vec<String>> {
        let names: Option<Vec<Vec<String>>> = patterns.map(names).collect();
        names.map(|names| names.concat())
    };
    match pattern {
        Pat::Ident(name) if name.subpat.is_none() => Some(vec![name.ident.to_string()]),
        Pat::Wild(_) => Some(Vec::new()),
        Pat::Reference(reference) => names(&reference.pat),
        Pat::Paren(inner) => names(&inner.pat),
        Pat::Type(typed) => names(&typed.pat),
        Pat::Tuple(tuple) => of_all(&mut tuple.elems.iter()),
        Pat::Slice(slice) => of_all(&mut slice.elems.iter()),
        _ => None,
    }
}

/// The text of a pattern of copies.
pub(super) fn written(pattern: &Pat) -> Option<String> {
    let list = |patterns: &mut dyn Iterator<Item = &Pat>| -> Option<String> {
        Some(
            patterns
                .map(written)
                .collect::<Option<Vec<_>>>()?
                .join(", "),
        )
    };
    match pattern {
        Pat::Reference(reference) => written(&reference.pat),
        Pat::Tuple(tuple) => Some(format!("({})", list(&mut tuple.elems.iter())?)),
        Pat::Slice(slice) => Some(format!("[{}]", list(&mut slice.elems.iter())?)),
        Pat::Ident(_) | Pat::Wild(_) | Pat::Type(_) => Some(print(pattern)),
        _ => None,
    }
}

/// The patterns of so many arrays in the pairs that `zip` makes: `((a, b), c)`.
pub(super) fn flat(pattern: &Pat, count: usize) -> Option<Vec<String>> {
    match (pattern, count) {
        (_, 1) => Some(vec![written(pattern)?]),
        (Pat::Tuple(pair), _) if pair.elems.len() == 2 => {
            let mut patterns = flat(&pair.elems[0], count - 1)?;
            patterns.push(written(&pair.elems[1])?);
            Some(patterns)
        }
        _ => None,
    }
}
