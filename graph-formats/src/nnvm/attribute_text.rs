//! The texts in which NNVM and MXNet write the values of attributes, given a type.
//!
//! Every value of a node's attributes is a string in the file: `(3, 3)`, `True`, `1e-05`. The
//! grammar here is the one of their own parsers (dmlc's parameter and NNVM's tuple), with two
//! differences: brackets must match, and a number that overflows is refused.

use alloc::string::String;
use alloc::vec::Vec;

/// The type of an attribute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// `True`, `false`, `1`...
    Bool,
    /// A 32-bit integer.
    Int,
    /// A 32-bit integer or `None`.
    OptionalInt,
    /// A number, taken as it is written; the real programs hold many rounded to single precision.
    Double,
    /// A number in double precision or `None`.
    OptionalDouble,
    /// Integers: `(3, 3)`, `[3, 3]`, `(3L,)`, `()`, or a single `3`.
    Ints,
    /// Integers or `None`.
    OptionalInts,
    /// Integers some of which may be `None`: `(None, 1)`.
    Slots,
    /// Tuples of integers: `((0, 0), (1, 2))`.
    Pairs,
    /// Numbers: `(0.5, 1)`, `()`, or a single `0.5`.
    Reals,
    /// The number of equal parts, `3`, or the points to cut at, `(1, 3)`.
    Sections,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Any text.
    Text,
}

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AttributeValue {
    /// `None`.
    None,
    /// A boolean.
    Bool(bool),
    /// An integer, or a number of sections.
    Int(i64),
    /// A number.
    Real(f64),
    /// Integers.
    Ints(Vec<i64>),
    /// Integers and `None`s.
    Slots(Vec<Option<i64>>),
    /// Tuples of integers.
    Pairs(Vec<Vec<i64>>),
    /// Numbers.
    Reals(Vec<f64>),
    /// One of the words of a choice.
    Word(&'static str),
    /// Any text.
    Text(String),
}

impl Kind {
    /// Gives a text its value; `None` if the text is not one of this type.
    pub(crate) fn parse(self, text: &str) -> Option<AttributeValue> {
        let trimmed = text.trim_matches([' ', '\t', '\n', '\r']);
        let absent = trimmed == "None";
        match self {
            Self::OptionalInt | Self::OptionalDouble | Self::OptionalInts if absent => {
                Some(AttributeValue::None)
            }
            Self::Bool => boolean(trimmed).map(AttributeValue::Bool),
            Self::Int | Self::OptionalInt => narrow(trimmed).map(AttributeValue::Int),
            Self::Double | Self::OptionalDouble => double(trimmed).map(AttributeValue::Real),
            Self::Ints | Self::OptionalInts => ints(trimmed).map(AttributeValue::Ints),
            Self::Slots => Tuple::whole(trimmed, Tuple::slot).map(AttributeValue::Slots),
            Self::Pairs => pairs(trimmed).map(AttributeValue::Pairs),
            Self::Reals => reals(trimmed).map(AttributeValue::Reals),
            Self::Sections if trimmed.starts_with(['(', '[']) => {
                ints(trimmed).map(AttributeValue::Ints)
            }
            Self::Sections => narrow(trimmed).map(AttributeValue::Int),
            Self::Choice(words) => {
                let word = words.iter().find(|word| **word == text);
                word.map(|word| AttributeValue::Word(word))
            }
            Self::Text => Some(AttributeValue::Text(text.into())),
        }
    }

    /// The description of this type's texts.
    pub(crate) fn description(self) -> String {
        match self {
            Self::Bool => "`True` or `False`".into(),
            Self::Int => "a 32-bit integer".into(),
            Self::OptionalInt => "a 32-bit integer or `None`".into(),
            Self::Double => "a number".into(),
            Self::OptionalDouble => "a number or `None`".into(),
            Self::Ints => "a tuple of integers such as `(3, 3)`".into(),
            Self::OptionalInts => "a tuple of integers such as `(3, 3)`, or `None`".into(),
            Self::Slots => "a tuple of integers or `None`s such as `(None, 1)`".into(),
            Self::Pairs => "a tuple of tuples such as `((0, 0), (1, 2))`".into(),
            Self::Reals => "a tuple of numbers such as `(0.5, 1)`".into(),
            Self::Sections => "a number of parts such as `3`, or a tuple of cut points".into(),
            Self::Choice(words) => alloc::format!("one of `{}`", words.join("`, `")),
            Self::Text => "a text".into(),
        }
    }
}

/// A tuple of integers or a single one, for the attributes that belong to no operator.
pub(super) fn ints(text: &str) -> Option<Vec<i64>> {
    match integer(text) {
        Some(single) => Some(alloc::vec![single]),
        None => Tuple::whole(text, Tuple::integer),
    }
}

fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// A decimal integer. Rust's own grammar: a sign of either kind, digits, nothing else.
fn integer(text: &str) -> Option<i64> {
    text.parse().ok()
}

fn narrow(text: &str) -> Option<i64> {
    let value = integer(text)?;
    i32::try_from(value).is_ok().then_some(value)
}

/// Rust's grammar of floats is the one of C's without hexadecimal digits. A number too large to
/// be held becomes infinite there; here only `inf` does.
fn double(text: &str) -> Option<f64> {
    let value: f64 = text.parse().ok()?;
    (value.is_finite() || names_nonfinite(text)).then_some(value)
}

fn names_nonfinite(text: &str) -> bool {
    !text.bytes().any(|byte| byte.is_ascii_digit())
}

fn reals(text: &str) -> Option<Vec<f64>> {
    match double(text) {
        Some(single) => Some(alloc::vec![single]),
        None => Tuple::whole(text, Tuple::real),
    }
}

fn pairs(text: &str) -> Option<Vec<Vec<i64>>> {
    Tuple::whole(text, |tuple| tuple.elements(Tuple::integer))
}

/// A cursor over the text of a tuple.
struct Tuple<'a> {
    rest: &'a str,
}

impl<'a> Tuple<'a> {
    /// The elements of a text that is one tuple from its first character to its last.
    fn whole<T>(text: &'a str, element: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut tuple = Self { rest: text };
        let elements = tuple.elements(element)?;
        tuple.rest.is_empty().then_some(elements)
    }

    /// A bracket, elements with commas between them and perhaps one after the last, a bracket.
    fn elements<T>(&mut self, element: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let close = match self.next_char()? {
            '(' => ')',
            '[' => ']',
            _ => return None,
        };
        let mut elements = Vec::new();
        while !self.take(close) {
            if !elements.is_empty() && !self.take(',') {
                return None;
            }
            // `(3,)` has a comma after its last element, `(,)` has no element before it.
            if !elements.is_empty() && self.take(close) {
                break;
            }
            elements.push(element(self)?);
        }
        self.skip_blanks();
        Some(elements)
    }

    /// An integer, which Python 2 may have written with an `L` behind it.
    fn integer(&mut self) -> Option<i64> {
        self.skip_blanks();
        let unsigned = self.rest.strip_prefix(['+', '-']).unwrap_or(self.rest);
        let sign = self.rest.len() - unsigned.len();
        let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at(sign + digits);
        self.rest = rest.strip_prefix(['L', 'l']).unwrap_or(rest);
        integer(number)
    }

    /// A number, up to its terminator.
    fn real(&mut self) -> Option<f64> {
        self.skip_blanks();
        let end = self.rest.find([',', ')', ']', ' ']);
        let (number, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        double(number)
    }

    fn slot(&mut self) -> Option<Option<i64>> {
        self.skip_blanks();
        match self.rest.strip_prefix("None") {
            Some(rest) => {
                self.rest = rest;
                Some(None)
            }
            None => self.integer().map(Some),
        }
    }

    fn take(&mut self, expected: char) -> bool {
        self.skip_blanks();
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn next_char(&mut self) -> Option<char> {
        self.skip_blanks();
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn tuples_in_every_spelling() {
        for text in [
            "(3, 3)",
            "[3, 3]",
            "(3L,3L)",
            "[3L, 3L]",
            " ( 3 ,3, ) ",
            "(+3,3)",
        ] {
            assert_eq!(
                Kind::Ints.parse(text),
                Some(AttributeValue::Ints(vec![3, 3])),
                "{text}"
            );
        }
        for (text, value) in [
            ("()", vec![]),
            ("[]", vec![]),
            ("(1)", vec![1]),
            ("1", vec![1]),
        ] {
            assert_eq!(
                Kind::Ints.parse(text),
                Some(AttributeValue::Ints(value)),
                "{text}"
            );
        }
        assert_eq!(
            Kind::Ints.parse("(-1,)"),
            Some(AttributeValue::Ints(vec![-1]))
        );
        for text in [
            "1,", "", "(1", "1)", "(,)", "(1,,2)", "(1 2)", "(1]", "(1.0,)", "(None,)",
        ] {
            assert_eq!(Kind::Ints.parse(text), None, "{text}");
        }
        assert_eq!(Kind::Ints.parse("(99999999999999999999,)"), None);
    }

    #[test]
    fn none_stands_for_what_is_absent() {
        assert_eq!(Kind::OptionalInt.parse("None"), Some(AttributeValue::None));
        assert_eq!(Kind::OptionalInts.parse("None"), Some(AttributeValue::None));
        assert_eq!(Kind::Int.parse("None"), None);
        let slots = AttributeValue::Slots(vec![None, Some(1)]);
        assert_eq!(Kind::Slots.parse("(None, 1)"), Some(slots));
    }

    #[test]
    fn booleans_and_integers_are_as_strict_as_dmlc() {
        for text in ["True", "true", "TRUE", "1"] {
            assert_eq!(
                Kind::Bool.parse(text),
                Some(AttributeValue::Bool(true)),
                "{text}"
            );
        }
        for text in ["False", "false", "0"] {
            assert_eq!(
                Kind::Bool.parse(text),
                Some(AttributeValue::Bool(false)),
                "{text}"
            );
        }
        for text in ["yes", "t", "2", ""] {
            assert_eq!(Kind::Bool.parse(text), None, "{text}");
        }
        assert_eq!(Kind::Int.parse(" +5"), Some(AttributeValue::Int(5)));
        for text in ["1.0", "0x1", "1x", "", "2147483648", "- 1", "2.5"] {
            assert_eq!(Kind::Int.parse(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_finite_unless_they_say_otherwise() {
        assert_eq!(Kind::Double.parse("0.1"), Some(AttributeValue::Real(0.1)));
        assert_eq!(
            Kind::Double.parse("-inf"),
            Some(AttributeValue::Real(f64::NEG_INFINITY))
        );
        for text in ["1e400", "1+1", "0x10", "", "1e", "1,5"] {
            assert_eq!(Kind::Double.parse(text), None, "{text}");
        }
    }

    #[test]
    fn tuples_of_numbers() {
        let numbers = |text| match Kind::Reals.parse(text) {
            Some(AttributeValue::Reals(numbers)) => Some(numbers),
            _ => None,
        };
        assert_eq!(numbers("(0.5, 1)"), Some(vec![0.5, 1.0]));
        assert_eq!(numbers("[-1.0 , 1e-3,]"), Some(vec![-1.0, 1e-3]));
        assert_eq!(numbers("0.25"), Some(vec![0.25]));
        assert_eq!(numbers("()"), Some(vec![]));
        for text in ["", "(0.5", "(1e400,)", "(,)", "(0x1,)", "(1 2)"] {
            assert_eq!(numbers(text), None, "{text}");
        }
    }

    #[test]
    fn nested_tuples_and_sections() {
        let pairs = AttributeValue::Pairs(vec![vec![0, 0], vec![1, 2]]);
        assert_eq!(Kind::Pairs.parse("((0, 0), (1, 2))"), Some(pairs));
        assert_eq!(Kind::Pairs.parse("(0, 0)"), None);
        assert_eq!(Kind::Sections.parse("3"), Some(AttributeValue::Int(3)));
        assert_eq!(
            Kind::Sections.parse("(2,)"),
            Some(AttributeValue::Ints(vec![2]))
        );
    }
}
