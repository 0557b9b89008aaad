//! Names that people bring from numpy, JAX, CasADi and Rust, and the language's way to write them.
//!
//! A name in this table is not a misspelling: `inv` is not meant for `ln`, however close the
//! letters. A function stands in for another only where it means the same; where it means something
//! else at some points, the advice says so.

mod arrangements;
mod arrays;
mod functions;
mod integers;
mod libraries;
mod measures;
mod paths;
mod transformations;

use arrangements::ARRANGEMENTS;
use arrays::ARRAYS;
use functions::FUNCTIONS;
use integers::of_integers;
pub(super) use libraries::has_namesake;
use measures::MEASURES;
pub(super) use paths::{
    Variables, advice_for_path, advice_for_transformed, applied, derivative_of, filled,
};
pub(in crate::lower) use paths::{constant_of, is_module};
use transformations::TRANSFORMATIONS;

use graph_ir::Element;
use graph_ir::types::{Extent, Shape};
use syn::Expr;

use super::arguments::option;
use crate::diagnostics::print;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::Value;

/// The language's way to write something that has a name elsewhere.
#[derive(Clone, Copy, Debug)]
enum Counterpart {
    /// A function that means the same.
    Same(&'static str),
    /// A function that means the same of a matrix, and one of everything else.
    OfMatrix(&'static str, &'static str),
    /// A function that means the same of arrays, and a sentence for numbers.
    OfArrays(&'static str, &'static str),
    /// A function that means the same of vectors, and a sentence for arrays of more axes.
    OfVectors(&'static str, &'static str),
    /// A function that means the same of one operand, and a sentence for two.
    OfOne(&'static str, &'static str),
    /// A sentence, in which `{x}`, `{y}` and `{z}` are the first three operands, `{y:p}` the second
    /// one, or the name `p` where there is none, and `{y:p}.0` that as a float, `{axis}` the axis as
    /// another argument, `{n}` the number of elements along it or of all, `{shape}` the extents of
    /// the first operand, `{extents}` the operands behind it, which are extents, `{last}` its last
    /// axis, and `{c}` the first operand as a condition. A whole number is a float in the place of
    /// `{x}`, and of `{y}` and `{z}` beside floats; `{x:n}` and `{y:p}` leave it an integer.
    Advice(&'static str),
    /// A sentence for one operand, and one for more.
    Sentences(&'static str, &'static str),
}

use Counterpart::{Advice, OfArrays, OfMatrix, OfOne, OfVectors, Same, Sentences};

const LOOP: &str = "write a loop: `for i in 0..n { .. }`";
const JOINED: &str = "numbers make an array in brackets: `[{x}, {y}]`";
const VARIABLE: &str = "a variable is an argument of the function: `fn f(x: [f64; 3]) -> ..`";
const RANDOM: &str = "random numbers are arguments of the function";
const ABSENT: &str = "there is no such function: compute it from those of `adgraph::ops`";

const TO_EVEN: &str = "halves are rounded to even by `select(abs({x} - trunc({x})) == 0.5, \
                       2.0 * round({x} / 2.0), round({x}))`, away from 0 by `round({x})`";

/// The names, each once.
const TABLES: [&[(&str, Counterpart)]; 5] =
    [FUNCTIONS, ARRAYS, ARRANGEMENTS, MEASURES, TRANSFORMATIONS];

/// Whether a name means something elsewhere, so that it is not a misspelling.
pub(super) fn is_foreign(name: &str) -> bool {
    find(name).is_some()
}

/// The function of the language that means the same as one of a name elsewhere, of one operand at
/// least.
pub(super) fn same(name: &str) -> Option<&'static str> {
    match find(name)? {
        Same(own) | OfOne(own, _) => Some(own),
        OfMatrix(..) | OfArrays(..) | OfVectors(..) | Advice(_) | Sentences(..) => None,
    }
}

/// Whether a name is that of a method of Rust's integers.
pub(super) fn is_of_integers(name: &str) -> bool {
    of_integers(name).is_some()
}

/// The arguments of a call of a function that the language has by another name, or with another
/// meaning.
pub(super) struct Given<'v, 'b> {
    /// The value of the first operand.
    operand: Option<&'v Value<'b>>,
    /// The texts of the arguments without a name, as far as they are short.
    texts: Vec<Option<String>>,
    /// The arguments with a name.
    named: Vec<(String, Option<String>)>,
    /// Whether the call is an operand itself.
    is_operand: bool,
}

impl<'v, 'b> Given<'v, 'b> {
    /// The arguments between the parentheses of a call, behind those of `before`.
    pub(super) fn new<'e>(
        operand: Option<&'v Value<'b>>,
        before: Option<String>,
        args: impl IntoIterator<Item = &'e Expr>,
        is_operand: bool,
    ) -> Self {
        let mut given = Self {
            operand,
            texts: before.into_iter().map(Some).collect(),
            named: Vec::new(),
            is_operand,
        };
        for arg in args {
            match option(arg) {
                Some((name, value)) => given.named.push((name.to_string(), short_text(value))),
                None => given.texts.push(match arg {
                    // The `&` is part of what the other function wants.
                    Expr::Reference(value) => short_text(&value.expr),
                    arg => short_text(arg),
                }),
            }
        }
        given
    }

    fn text(&self, position: usize) -> Option<&str> {
        self.texts.get(position)?.as_deref()
    }

    fn shape(&self) -> Option<Shape> {
        self.operand.and_then(Value::shape)
    }

    /// The axis that is named, or stands behind the operand.
    fn axis(&self) -> Option<&str> {
        let mut named = self.named.iter();
        let named = named.find(|(name, _)| matches!(&**name, "axis" | "dim" | "dims"));
        let behind = || self.text(1).filter(|text| text.parse::<i64>().is_ok());
        named.map_or_else(behind, |(_, value)| value.as_deref())
    }

    /// The number of elements along the axis, or of all.
    fn elements(&self, axis: Option<&str>) -> Option<Extent> {
        let shape = self.shape()?;
        match axis {
            Some(axis) => shape.counts().get(axis.parse::<usize>().ok()?).cloned(),
            None => Some(shape.count().clone()),
        }
    }

    /// An operand as it stands beside the first one: beside floats a whole number is one.
    fn beside_first(&self, text: &str) -> String {
        match self.is_of_floats() && is_whole(text) {
            true => format!("{text}.0"),
            false => text.into(),
        }
    }

    fn is_of_floats(&self) -> bool {
        let element = self.operand.and_then(Value::element);
        element.is_some_and(Element::is_float)
    }

    /// The operands behind the first one as extents, of which one may be -1: it follows from the
    /// others.
    fn extents(&self) -> Option<String> {
        let texts = self.texts.get(1..).filter(|texts| !texts.is_empty())?;
        let listed = match texts {
            [Some(list)] => entries(list),
            _ => None,
        };
        let texts: Vec<&str> = match &listed {
            Some(listed) => listed.iter().map(String::as_str).collect(),
            None => texts.iter().map(Option::as_deref).collect::<Option<_>>()?,
        };
        let known = texts.iter().filter_map(|text| text.parse::<usize>().ok());
        let known: usize = known.product();
        let follows = |all: usize| all.checked_div(known).map(|count| count.to_string());
        let extents = texts.into_iter().map(|text| match text {
            "-1" => self.elements(None)?.known().and_then(follows),
            text if text.starts_with(['(', '[']) => None,
            text => Some(text.to_string()),
        });
        Some(extents.collect::<Option<Vec<_>>>()?.join(", "))
    }

    /// A sentence with the operand at a position in the places of its letter: `{y}`, or `{y:p}` and
    /// `{y:p}.0`, where the operand that is not there has a name or a value of its own.
    fn with_operand(&self, sentence: &str, letter: &str, position: usize) -> String {
        let sentence = match self.text(position) {
            Some(text) => {
                with_operands(sentence, &format!("{{{letter}}}"), &self.beside_first(text))
            }
            None => sentence.replace(&format!("{{{letter}}}"), letter),
        };
        let start = format!("{{{letter}:");
        let named = sentence.split_once(&start);
        let Some((name, _)) = named.and_then(|(_, rest)| rest.split_once('}')) else {
            return sentence;
        };
        let place = format!("{start}{name}}}");
        let text = self.text(position).unwrap_or(name);
        let float = match is_whole(text) {
            true => format!("{text}.0"),
            false => text.into(),
        };
        let sentence = with_operands(&sentence, &format!("{place}.0"), &float);
        with_operands(&sentence, &place, text)
    }

    /// A sentence about the call. Where that is an operand, the code in the sentence is one too.
    fn sentence(&self, pattern: &str) -> String {
        let axis = self.axis().filter(|_| pattern.contains("{axis}"));
        let (n, decimal) = match self.elements(axis) {
            Some(count) if count.is_symbolic() => {
                let text = count.to_string();
                let float = format!("({} as f64)", grouped(&text));
                (text, float)
            }
            Some(count) => (count.to_string(), format!("{count}.0")),
            None => ("n".into(), "n".into()),
        };
        let shape = self.shape();
        let extents = shape.as_ref().map_or("..".into(), |shape| {
            let extents = shape.counts();
            let extents: Vec<String> = extents.iter().map(ToString::to_string).collect();
            extents.join(", ")
        });
        let last = shape.map_or(0, |shape| shape.rank().saturating_sub(1));
        let axis = axis.map(|axis| format!(", axis = {axis}"));
        let sentence = pattern
            .replace("{n}.0", &decimal)
            .replace("{n}", &n)
            .replace("{shape}", &extents)
            .replace("{extents}", &self.extents().unwrap_or(extents))
            .replace("{last}", &last.to_string())
            .replace("{axis}", &axis.unwrap_or_default());
        let first = self.text(0).unwrap_or("x");
        let float = match is_whole(first) {
            true => format!("{first}.0"),
            false => first.into(),
        };
        let condition = match self.is_of_floats() {
            true => format!("{} != 0.0", grouped(&float)),
            false => first.into(),
        };
        let sentence = with_operands(&sentence, "{x:n}", first);
        let sentence = with_operands(&sentence, "{c}", &condition);
        let sentence = with_operands(&sentence, "{x}", &float);
        let sentence = self.with_operand(&sentence, "y", 1);
        let sentence = self.with_operand(&sentence, "z", 2);
        match self.is_operand {
            true => as_operand(&sentence),
            false => sentence,
        }
    }
}

/// The help for a name that means something elsewhere.
pub(super) fn advice(name: &str, given: &Given<'_, '_>) -> Option<String> {
    let is_integer = given.operand.and_then(Value::element) == Some(Element::I64);
    match name {
        "mod" | "fmod" | "rem" | "remainder" | "rem_euclid" if is_integer => {
            return Some(given.sentence("write `{x:n} % {y}`, which has the sign of `{x:n}`"));
        }
        name if is_integer && let Some(sentence) = of_integers(name) => {
            return Some(given.sentence(sentence));
        }
        "item" if given.shape().is_some_and(|shape| shape.rank() == 0) => {
            return Some(given.sentence("it is a number already: write `{x:n}`"));
        }
        "arange" => {
            if let Some(numbers) = evenly_spaced(given) {
                return Some(format!("write `{numbers}`"));
            }
        }
        "tensordot" => {
            if let Some(sentence) = product_over_axes(given) {
                return Some(given.sentence(sentence));
            }
        }
        "swap" if given.texts.len() > 2 => {
            return Some(given.sentence(
                "assign both elements at once: `({x}[{y:i}], {x}[{z:j}]) = ({x}[{z:j}], {x}[{y:i}]);`",
            ));
        }
        _ => {}
    }
    let rank = given.shape().map(|shape| shape.rank());
    let is_of_rank = |least: usize| rank.is_some_and(|rank| rank >= least);
    let own = match find(name)? {
        Same(own) => own,
        OfMatrix(own, _) if is_of_rank(2) => own,
        OfMatrix(_, own) => own,
        OfArrays(own, _) if is_of_rank(1) || given.operand.is_none_or(Value::is_poison) => own,
        OfVectors(own, _) if !is_of_rank(2) => own,
        OfOne(own, _) if given.text(1).is_none() => own,
        Sentences(one, _) if given.texts.len() < 2 => return Some(given.sentence(one)),
        Advice(sentence)
        | OfOne(_, sentence)
        | OfArrays(_, sentence)
        | OfVectors(_, sentence)
        | Sentences(_, sentence) => return Some(given.sentence(sentence)),
    };
    Some(format!("did you mean `{own}`?"))
}

/// A product of arrays over as many axes, the last ones of the first and the first ones of the
/// second; over two where nothing is said, as in numpy.
fn product_over_axes(given: &Given<'_, '_>) -> Option<&'static str> {
    let mut named = given.named.iter();
    let named = named.find(|(name, _)| matches!(&**name, "axes" | "dims"));
    let axes = named.map_or_else(|| given.text(2), |(_, axes)| axes.as_deref());
    let is_given = named.is_some() || given.texts.len() > 2;
    Some(match (given.shape()?.rank(), axes) {
        (1, Some("0")) => "write `outer({x}, {y})`",
        (1, Some("1")) => "write `dot({x}, {y})`",
        (2, Some("1")) => "write `matmul({x}, {y})`",
        (2, Some("2")) => "over both axes it is `sum({x} * {y})`",
        (2, None) if !is_given => {
            "over both axes it is `sum({x} * {y})`, over one `matmul({x}, {y})`"
        }
        _ => return None,
    })
}

/// The numbers of `arange`, with its bounds and its step.
fn evenly_spaced(given: &Given<'_, '_>) -> Option<String> {
    let texts: Vec<&str> = given
        .texts
        .iter()
        .map(Option::as_deref)
        .collect::<Option<_>>()?;
    if let [end] = texts[..]
        && end.parse::<f64>().is_err()
    {
        let is_length = given.operand.is_some_and(is_length);
        let end = grouped(end);
        return is_length.then(|| format!("linspace(0.0, {end} as f64 - 1.0, {end})"));
    }
    // In units of the last digit that is written, all numbers are whole.
    let behind = |text: &&str| text.split_once('.').map_or(0, |(_, digits)| digits.len());
    let digits = texts.iter().map(behind).max()?;
    let whole = |text: &&str| {
        let (front, behind) = text.split_once('.').unwrap_or((text, ""));
        let all = format!("{front}{behind:0<digits$}").replace([' ', '_'], "");
        all.parse::<i64>().ok()
    };
    let one = 10_i64.checked_pow(u32::try_from(digits).ok()?)?;
    let numbers: Vec<i64> = texts.iter().map(whole).collect::<Option<_>>()?;
    let (start, end, step) = match numbers[..] {
        [end] => (0, end, one),
        [start, end] => (start, end, one),
        [start, end, step] if step != 0 => (start, end, step),
        _ => return None,
    };
    let span = end.checked_sub(start)?.checked_mul(step.signum())?;
    let last = span.checked_sub(1).filter(|span| *span >= 0)? / step.checked_abs()?;
    let stop = last.checked_mul(step)?.checked_add(start)?;
    #[allow(
        clippy::cast_precision_loss,
        reason = "they are printed with few digits"
    )]
    let [start, stop] = [start, stop].map(|number| format!("{:?}", number as f64 / one as f64));
    Some(match last {
        0 => format!("[{start}]"),
        _ => format!("linspace({start}, {stop}, {})", last + 1),
    })
}

/// Whether a value is an integer that an extent can be.
fn is_length(value: &Value<'_>) -> bool {
    match value {
        Value::Position(position) => position.as_extent().is_some(),
        value => {
            value.is_constant_integer() && value.shape().is_some_and(|shape| shape.rank() == 0)
        }
    }
}

/// The help for a call through the modules of a library, `np.flip(a)`, where it means something else
/// than the language's function of that name.
pub(super) fn advice_for_library(names: &[String], given: &Given<'_, '_>) -> Option<String> {
    libraries::namesake(names, given).map(|pattern| given.sentence(pattern))
}

/// A sentence with an operand in its places, in parentheses where its neighbours would take a part
/// of it.
fn with_operands(sentence: &str, place: &str, operand: &str) -> String {
    let inner = match syn::parse_str::<Expr>(operand) {
        Ok(Expr::Paren(inner)) => Some(print(&inner.expr)),
        _ => None,
    };
    let operand = inner.as_deref().unwrap_or(operand);
    let mut parts = sentence.split(place);
    let mut text = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let starts = text.ends_with(['(', '[', '`']) || text.ends_with(", ");
        let stands_alone = starts && part.starts_with([')', ',', ']', '`']);
        match stands_alone {
            true => text += operand,
            false => text += &grouped(operand),
        }
        text += part;
    }
    text
}

/// A sentence whose code can be pasted as the operand of any operator.
fn as_operand(sentence: &str) -> String {
    let parts = sentence.split('`').enumerate();
    let parts: Vec<String> = parts
        // Words are no code: the compiler would report them, parsed in a macro.
        .map(|(number, part)| match number % 2 == 1 {
            true => match syn::parse_str::<Expr>(part) {
                Ok(Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_)) => format!("({part})"),
                _ => part.into(),
            },
            false => part.into(),
        })
        .collect();
    parts.join("`")
}

/// The entries of a list in brackets or in parentheses.
fn entries(text: &str) -> Option<Vec<String>> {
    match syn::parse_str::<Expr>(text).ok()? {
        Expr::Array(list) => Some(list.elems.iter().map(print).collect()),
        Expr::Tuple(list) => Some(list.elems.iter().map(print).collect()),
        _ => None,
    }
}

/// Whether an operand is a whole number.
fn is_whole(text: &str) -> bool {
    let digits = text.trim_start_matches('-');
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn find(name: &str) -> Option<Counterpart> {
    let of_name = |name: &str| {
        let mut rows = TABLES.into_iter().flatten();
        let row = rows.find(|(foreign, _)| *foreign == name);
        row.map(|&(_, counterpart)| counterpart)
    };
    of_name(name).or_else(|| of_name(&in_snake_case(name)?))
}

/// A name such as `squaredNorm` as it is spelled where words are separated by `_`.
fn in_snake_case(name: &str) -> Option<String> {
    let is_camel = name.starts_with(char::is_lowercase) && name.chars().any(char::is_uppercase);
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    is_camel.then_some(snake)
}

#[cfg(test)]
mod tests {
    use super::{Advice, OfArrays, OfMatrix, OfOne, OfVectors, Same, Sentences, TABLES, is_module};
    use crate::lower::calls::is_builtin;

    #[test]
    fn foreign_names_have_counterparts_among_own_functions() {
        let table: Vec<_> = TABLES.into_iter().flatten().collect();
        for (position, (foreign, counterpart)) in table.iter().enumerate() {
            assert!(!is_builtin(foreign), "{foreign}");
            assert!(!is_module(foreign), "{foreign}");
            let again = table[..position].iter().any(|(other, _)| other == foreign);
            assert!(!again, "{foreign} stands twice");
            match counterpart {
                Same(own) => assert!(is_builtin(own), "{own}"),
                OfMatrix(own, other) => assert!(is_builtin(own) && is_builtin(other), "{own}"),
                OfOne(own, sentence) | OfArrays(own, sentence) | OfVectors(own, sentence) => {
                    assert!(is_builtin(own) && !sentence.ends_with('.'));
                }
                Advice(sentence) => assert!(!sentence.ends_with('.'), "{sentence}"),
                Sentences(one, more) => assert!(!one.ends_with('.') && !more.ends_with('.')),
            }
        }
    }
}
