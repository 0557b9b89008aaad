//! Texts of expressions, with parentheses only where Rust needs them.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// How tightly an expression holds together, the loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    /// `x as f64`: after it, `<` would start a list of types, so it stands in parentheses as any
    /// operand.
    Cast,
    Or,
    And,
    Comparison,
    Sum,
    Product,
    Prefix,
    /// Names, calls, indices, what stands in brackets.
    Atom,
}

/// The text of an expression.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) words: String,
    binding: Binding,
}

impl Text {
    pub(super) fn new(words: impl Into<String>, binding: Binding) -> Self {
        Self {
            words: words.into(),
            binding,
        }
    }

    pub(super) fn atom(words: impl Into<String>) -> Self {
        Self::new(words, Binding::Atom)
    }

    /// The text as an operand that holds together at least that tightly.
    pub(super) fn operand(&self, least: Binding) -> Cow<'_, str> {
        match self.binding < least {
            true => Cow::Owned(format!("({})", self.words)),
            false => Cow::Borrowed(&self.words),
        }
    }

    /// The words without parentheses around all of them.
    pub(super) fn without_parentheses(&self) -> &str {
        let inner = self
            .words
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        let Some(inner) = inner else {
            return &self.words;
        };
        let mut depth = 0_i64;
        let closes = |c| {
            depth += match c {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth < 0
        };
        match inner.chars().any(closes) {
            true => &self.words,
            false => inner,
        }
    }

    /// Whether it is a name.
    pub(super) fn is_name(&self) -> bool {
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
        self.words.chars().all(allowed) && !self.words.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether it is so cheap and short that it may stand at each of its uses: a name or a part of
    /// one.
    pub(super) fn is_place(&self) -> bool {
        let end = self.words.find('[').unwrap_or(self.words.len());
        let name = Self::atom(&self.words[..end]);
        self.binding == Binding::Atom && self.words.len() <= 24 && end > 0 && name.is_name()
    }

    /// Whether the name occurs in it.
    pub(super) fn mentions(&self, name: &str) -> bool {
        mentions(&self.words, name)
    }
}

/// Whether the name occurs in a text.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    let split = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    text.split(split).any(|word| word == name)
}

/// A call of a function of the language.
pub(super) fn call(name: &str, arguments: &[Text]) -> Text {
    let arguments = arguments.iter().map(|text| text.words.as_str());
    let arguments: alloc::vec::Vec<&str> = arguments.collect();
    Text::atom(format!("{name}({})", arguments.join(", ")))
}

/// Two operands with an operator between them that is repeated to the right.
pub(super) fn infix(left: &Text, symbol: &str, right: &Text, binding: Binding) -> Text {
    let tighter = match binding {
        Binding::Or => Binding::And,
        Binding::And => Binding::Comparison,
        Binding::Comparison => Binding::Sum,
        Binding::Sum => Binding::Product,
        _ => Binding::Prefix,
    };
    // Comparisons do not associate.
    let least = match binding {
        Binding::Comparison => Binding::Sum,
        _ => binding,
    };
    let (left, right) = (left.operand(least), right.operand(tighter));
    if let ("+", Some(negative)) = (symbol, right.strip_prefix('-')) {
        return Text::new(format!("{left} - {negative}"), binding);
    }
    Text::new(format!("{left} {symbol} {right}"), binding)
}

/// Operands with `+` between them, one at least; in time proportional to their lengths, which
/// [`infix`] one after another would not be.
pub(super) fn sum(terms: &[Text]) -> Text {
    let [first, others @ ..] = terms else {
        return Text::atom("");
    };
    if others.is_empty() {
        return first.clone();
    }
    let mut words = String::from(first.operand(Binding::Sum));
    for term in others {
        let term = term.operand(Binding::Product);
        let (symbol, term) = match term.strip_prefix('-') {
            Some(negative) => (" - ", negative),
            None => (" + ", &*term),
        };
        words.push_str(symbol);
        words.push_str(term);
    }
    Text::new(words, Binding::Sum)
}

/// Extents: `3` or `[2, 3]`.
pub(super) fn extents(extents: &[usize]) -> String {
    match extents {
        [one] => format!("{one}"),
        all => format!("{all:?}"),
    }
}

/// Axes: `0` or `(0, 1)`.
pub(super) fn axes(axes: &[usize]) -> String {
    match axes {
        [one] => format!("{one}"),
        all => {
            let all: alloc::vec::Vec<String> = all.iter().map(|axis| format!("{axis}")).collect();
            format!("({})", all.join(", "))
        }
    }
}

/// How wide a line should be.
const WIDTH: usize = 100;

/// A line broken at spaces where it is longer than a line should be, as far outside of brackets as
/// possible and not within quotation marks; its continuations are indented.
pub(super) fn wrapped(line: &str, indent: usize) -> String {
    let mut wrapped = " ".repeat(indent);
    let (mut rest, mut start) = (line, indent);
    while start + rest.len() > WIDTH
        && let Some(end) = break_of(rest, WIDTH.saturating_sub(start))
    {
        start = indent + 4;
        wrapped.push_str(&rest[..end]);
        wrapped.push('\n');
        wrapped.push_str(&" ".repeat(start));
        rest = &rest[end + 1..];
    }
    wrapped.push_str(rest);
    wrapped
}

/// The space at which a line is broken: in the second half of the width, if there is one.
fn break_of(line: &str, width: usize) -> Option<usize> {
    let (mut depth, mut best) = (0_usize, None);
    let (mut quoted, mut escaped) = (false, false);
    for (position, c) in line.char_indices() {
        quoted ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        match c {
            _ if quoted => {}
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ' ' if position > width => return best.map_or(Some(position), |(_, at)| Some(at)),
            ' ' if position > width / 2 && best.is_none_or(|(least, _)| depth <= least) => {
                best = Some((depth, position));
            }
            _ => {}
        }
    }
    best.map(|(_, at)| at)
}

/// One value, or several as a tuple.
pub(super) fn tuple(texts: &[Text]) -> String {
    match texts {
        [only] => only.words.clone(),
        all => {
            let all: alloc::vec::Vec<&str> = all.iter().map(|text| text.words.as_str()).collect();
            format!("({})", all.join(", "))
        }
    }
}
