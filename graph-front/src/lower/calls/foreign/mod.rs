//! Names that people bring from numpy, JAX, CasADi and Rust, and the language's way to write them.
//!
//! A name in this table is not a misspelling: `inv` is not meant for `ln`, however close the
//! letters. A function stands in for another only where it means the same; where it means something
//! else at some points, the advice says so.

mod affixed;
mod arrangements;
mod arrays;
mod copies;
mod covariances;
mod functions;
mod given;
mod integers;
mod libraries;
mod measures;
mod options;
mod paths;
mod places;
mod transformations;

use affixed::AFFIXED;
use arrangements::ARRANGEMENTS;
use arrays::ARRAYS;
use functions::FUNCTIONS;
pub(super) use given::Given;
use integers::of_integers;
pub(super) use libraries::has_namesake;
use measures::MEASURES;
pub(super) use paths::{
    Variables, advice_for_path, advice_for_transformed, applied, derivative_of, filled,
};
pub(in crate::lower) use paths::{constant_of, is_module};
use transformations::TRANSFORMATIONS;

use graph_ir::Element;

use super::builtins::{operands_of, options_of};
use crate::lower::report::grouped;
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
    /// A sentence, in which `{x}`, `{y}`, `{z}` and `{w}` are the first four operands, `{y:p}` the
    /// second one, or that with the name `p`, or the name itself where there is none, `{y:p=1.0}` the
    /// same with a value for none, `{y:p}.0` that as a float, `{o:p=1.0}` an argument that always has
    /// a name, `{new:s}` a variable that no operand is called by, `{takes:a b}` nothing, but
    /// arguments of these names have a part in it, `{axis}` the axis as another argument, `{n}` the
    /// number of elements along it or of all, `{shape}` the extents of the first operand, `{extents}`
    /// the operands behind it, which are extents, `{last}` its last axis, and `{c}` the first operand
    /// as a condition. A whole number is a float in the place of
    /// `{x}`, and of `{y}` and `{z}` beside floats; `{x:n}` and `{y:p}` leave it an integer.
    /// It is the translation of the call with the arguments that have a place in it, and says of
    /// others that they have no part.
    Advice(&'static str),
    /// A sentence for one operand, and one for more.
    Sentences(&'static str, &'static str),
    /// A sentence that shows a form by an example or names a way, whatever the arguments are.
    Example(&'static str),
}

use Counterpart::{Advice, Example, OfArrays, OfMatrix, OfOne, OfVectors, Same, Sentences};

const LOOP: &str = "write a loop: `for i in 0..n { .. }`";
const JOINED: &str = "numbers make an array in brackets: `[{x}, {y}]`";
const VARIABLE: &str = "a variable is an argument of the function: `fn f(x: [f64; 3]) -> ..`";
const RANDOM: &str = "random numbers follow from a key, an argument `key: usize`: from 0 to 1 they are \
                      `uniform(key, [2, 3])`, of the normal distribution `normal(key, [2, 3])`, and \
                      further keys `split(key)` and `fold_in(key, i)`";
const ABSENT: &str = "there is no such function: compute it from those of `adgraph::ops`";

const TO_EVEN: &str = "halves are rounded to even by `select(abs({x} - trunc({x})) == 0.5, \
                       2.0 * round({x} / 2.0), round({x}))`, away from 0 by `round({x})`";

/// The names, each once.
const TABLES: [&[(&str, Counterpart)]; 6] = [
    FUNCTIONS,
    AFFIXED,
    ARRAYS,
    ARRANGEMENTS,
    MEASURES,
    TRANSFORMATIONS,
];

/// Whether a name means something elsewhere, so that it is not a misspelling.
pub(super) fn is_foreign(name: &str) -> bool {
    find(name).is_some()
}

/// The function of the language that means the same as one of a name elsewhere, of one operand at
/// least.
pub(super) fn same(name: &str) -> Option<&'static str> {
    match find(name)? {
        Same(own) | OfOne(own, _) => Some(own),
        OfMatrix(..) | OfArrays(..) | OfVectors(..) | Advice(_) | Example(_) | Sentences(..) => {
            None
        }
    }
}

/// Whether a name is that of a method of Rust's integers.
pub(super) fn is_of_integers(name: &str) -> bool {
    of_integers(name).is_some()
}

/// The help for a name that means something elsewhere.
pub(super) fn advice(name: &str, given: &Given<'_, '_>) -> Option<String> {
    let is_integer = given.operand.and_then(Value::element) == Some(Element::I64);
    match name {
        name if is_integer && let Some(sentence) = of_integers(name) => {
            return Some(given.sentence(sentence));
        }
        "item" if given.shape().is_some_and(|shape| shape.rank() == 0) => {
            return Some(given.sentence("it is a number already: write `{x:n}`"));
        }
        name if let Some(configured) = options::configured(name, given) => {
            return Some(configured);
        }
        "arange" => {
            if let Some(numbers) = evenly_spaced(given) {
                return Some(format!("write `{numbers}`"));
            }
        }
        "tensordot" => {
            if let Some(sentence) = product_over_axes(given) {
                return Some(given.taking(3, &["axes", "dims"]).sentence(sentence));
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
        Sentences(one, more) if given.texts.len() < 2 && !given.has_operand(more, &["y"]) => {
            return Some(given.sentence(one));
        }
        Example(sentence) => return Some(given.example(sentence)),
        Advice(sentence)
        | OfOne(_, sentence)
        | OfArrays(_, sentence)
        | OfVectors(_, sentence)
        | Sentences(_, sentence) => return Some(given.sentence(sentence)),
    };
    Some(match surplus_of(own, given) {
        surplus if surplus.is_empty() => format!("did you mean `{own}`?"),
        surplus => format!(
            "did you mean `{own}`? It does not take {}",
            surplus.join(" and ")
        ),
    })
}

/// The arguments of a call that a function of the language has no place for.
fn surplus_of(own: &str, given: &Given<'_, '_>) -> Vec<String> {
    let most = operands_of(own).unwrap_or(usize::MAX);
    let texts = given.texts.iter().skip(most.max(2)).map(Option::as_deref);
    let texts = texts.map(|text| format!("`{}`", text.unwrap_or("..")));
    let named = given.named.iter();
    let named = named.filter(|(name, _)| !options_of(own).concat().contains(&&**name));
    texts
        .chain(named.map(|(name, _)| format!("`{name}`")))
        .collect()
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
    let configured = || options::configured(names.last()?, given);
    let differs = has_namesake(names);
    let configured = differs.then(configured).flatten();
    configured.or_else(|| libraries::namesake(names, given).map(|pattern| given.sentence(pattern)))
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
    use super::{
        Advice, Counterpart, Example, OfArrays, OfMatrix, OfOne, OfVectors, Same, Sentences,
        TABLES, is_module,
    };
    use crate::lower::calls::is_builtin;
    use crate::tests::errors;

    /// The translation of a call has all of its arguments in it, or says of others that it is that of
    /// a call without them.
    #[test]
    fn translations_drop_no_arguments() {
        let names = |counterpart: &Counterpart| match counterpart {
            Same(_) | OfMatrix(..) | OfArrays(..) | OfVectors(..) | OfOne(..) => true,
            Advice(sentence) | Sentences(_, sentence) => sentence.contains("{x}"),
            Example(_) => false,
        };
        // What the parser reads as a keyword has its arguments checked under the own name.
        let is_keyword = |name: &str| name == "where";
        let table: Vec<_> = TABLES.into_iter().flatten().collect();
        for (name, _) in table
            .iter()
            .filter(|(name, counterpart)| names(counterpart) && !is_keyword(name))
        {
            for operand in ["x", "p", "a"] {
                for surplus in [
                    "unknown = e",
                    "b, c, d, s4, s5",
                    "b, c, d, s4, s5, unknown = e",
                ] {
                    let text = format!(
                        "fn f(x: [f64; 3], a: [[f64; 3]; 2], p: f64, b: f64, c: f64, d: f64, \
                         e: f64, s4: f64, s5: f64) -> f64 {{ {name}({operand}, {surplus}) }}"
                    );
                    let found = errors(&text).concat();
                    for argument in ["unknown", "s4", "s5"] {
                        let is_there = !surplus.contains(argument) || found.contains(argument);
                        assert!(is_there, "{name}({operand}, {surplus}): {found}");
                    }
                }
            }
        }
    }

    /// Code in a help that has the first argument of a call has the others too, or the help says that
    /// they have no part in it.
    #[test]
    fn code_that_stands_for_a_call_has_all_of_its_arguments() {
        let is_example = |counterpart: &Counterpart| matches!(counterpart, Example(_));
        let is_keyword = |name: &str| name == "where";
        let rows = TABLES.into_iter().flatten();
        for (name, _) in rows.filter(|(name, own)| !is_example(own) && !is_keyword(name)) {
            for first in ["num0", "vec0", "mat0"] {
                for count in 1..=4 {
                    let behind: Vec<String> =
                        (1..=count).map(|own| format!("other{own}")).collect();
                    let text = format!(
                        "fn f(vec0: [f64; 3], mat0: [[f64; 3]; 2], num0: f64, other1: f64, other2: f64, \
                         other3: f64, other4: f64) -> f64 {{ {name}({first}, {}) }}",
                        behind.join(", ")
                    );
                    let found = errors(&text).concat();
                    let mut codes = found.split('`').skip(1).step_by(2);
                    let is_translated = codes.any(|code| {
                        let mut words = code.split(|letter: char| !letter.is_alphanumeric());
                        words.any(|word| word == first)
                    });
                    for other in behind.iter().filter(|_| is_translated) {
                        assert!(found.contains(&**other), "{text}: {found}");
                    }
                }
            }
        }
    }

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
                Advice(sentence) | Example(sentence) => {
                    assert!(!sentence.ends_with('.'), "{sentence}");
                }
                Sentences(one, more) => assert!(!one.ends_with('.') && !more.ends_with('.')),
            }
        }
    }
}
