//! The arguments of a call of a function that the language has by another name, and sentences about
//! the call with the arguments in their places.

use graph_ir::Element;
use graph_ir::types::{Extent, Shape};
use syn::Expr;

use super::places::{LETTERS, OPERANDS, Place, places};
use crate::diagnostics::print;
use crate::lower::calls::arguments::option;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::Value;

/// The arguments of a call of a function that the language has by another name, or with another
/// meaning.
#[derive(Clone)]
pub(in crate::lower::calls) struct Given<'v, 'b> {
    /// The value of the first operand.
    pub(super) operand: Option<&'v Value<'b>>,
    /// The rank of the second operand, where it is looked at.
    pub(super) second: Option<usize>,
    /// The texts of the arguments without a name, as far as they are short.
    pub(super) texts: Vec<Option<String>>,
    /// The arguments with a name.
    pub(super) named: Vec<(String, Option<String>)>,
    /// Whether the call is an operand itself.
    is_operand: bool,
    /// How many of the arguments without a name a translation is made for, and the names of those
    /// with one, beside those that stand in its sentence.
    taken: (usize, &'static [&'static str]),
}

impl<'v, 'b> Given<'v, 'b> {
    /// The arguments between the parentheses of a call, behind those of `before`.
    pub(in crate::lower::calls) fn new<'e>(
        operand: Option<&'v Value<'b>>,
        before: Option<String>,
        args: impl IntoIterator<Item = &'e Expr>,
        is_operand: bool,
    ) -> Self {
        let mut given = Self {
            operand,
            second: None,
            texts: before.into_iter().map(Some).collect(),
            named: Vec::new(),
            is_operand,
            taken: (0, &[]),
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

    /// Whether the first of them is one integer, as a key of random numbers is.
    pub(super) fn is_key(&self) -> bool {
        self.operand.is_some_and(Value::is_one_integer)
    }

    /// The same arguments, of which the second one has so many axes.
    pub(in crate::lower::calls) fn with_second(self, rank: Option<usize>) -> Self {
        Self {
            second: rank,
            ..self
        }
    }

    pub(super) fn text(&self, position: usize) -> Option<&str> {
        self.texts.get(position)?.as_deref()
    }

    pub(super) fn shape(&self) -> Option<Shape> {
        self.operand.and_then(Value::shape)
    }

    /// The axis that is named, or stands behind the operand.
    pub(super) fn axis(&self) -> Option<&str> {
        let mut named = self.named.iter();
        let named = named.find(|(name, _)| matches!(&**name, "axis" | "dim" | "dims"));
        let behind = || self.text(1).filter(|text| text.parse::<i64>().is_ok());
        named.map_or_else(behind, |(_, value)| value.as_deref())
    }

    /// The number of elements along the axis, or of all.
    pub(super) fn elements(&self, axis: Option<&str>) -> Option<Extent> {
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

    /// The value of an argument by its name.
    pub(super) fn named(&self, name: &str) -> Option<&str> {
        let mut named = self.named.iter();
        let (_, value) = named.find(|(own, _)| own == name)?;
        value.as_deref()
    }

    /// The same arguments for a sentence that is made for the first ones without a name, and for
    /// those of these names, whether they stand in it or not.
    pub(super) fn taking(&self, positional: usize, named: &'static [&'static str]) -> Self {
        Self {
            taken: (positional, named),
            ..self.clone()
        }
    }

    /// Whether an argument has the value that it has where it is not given.
    fn is_neutral(name: &str, value: Option<&str>) -> bool {
        match name {
            "inplace" => true,
            "keepdims" | "keepdim" => matches!(value, Some("false" | "False")),
            "mode" => value == Some("\"valid\""),
            _ => value == Some("None"),
        }
    }

    /// The arguments that a sentence does not take into account, as they are written. One that has
    /// no operand in it is made for any.
    fn surplus(&self, pattern: &str) -> Vec<String> {
        let (known, names) = self.taken;
        let places = places(pattern);
        let has = |letter: &str| places.iter().any(|place| place.letter == letter);
        let is_formula = ["x", "y", "c"].into_iter().any(has);
        let stands_as_axis = |position| position == 1 && has("axis") && self.axis() == self.text(1);
        let is_taken = |position: usize| {
            let letter = LETTERS.get(position).copied().unwrap_or_default();
            let is_extent = position > 0 && has("extents");
            let is_known = position < known || position == 0 || !is_formula;
            is_known || is_extent || has(letter) || stands_as_axis(position)
        };
        let texts = self.texts.iter().enumerate();
        let behind = texts.filter(|(position, _)| !is_taken(*position));
        let behind = behind.map(|(_, text)| text.clone().unwrap_or_else(|| "..".into()));
        let is_named = |name: &str| {
            let stands = |place: &Place<'_>| {
                place.letter != "new" && place.name.split(' ').any(|own| own == name)
            };
            names.contains(&name)
                || places.iter().any(stands)
                || has("axis") && matches!(name, "axis" | "dim" | "dims")
        };
        let named = self.named.iter().filter(|(name, value)| {
            let says_what_it_is = is_formula || pattern.contains("it is `");
            let is_neutral = Self::is_neutral(name, value.as_deref());
            says_what_it_is && !is_neutral && !is_named(name)
        });
        let named = named.map(|(name, value)| match value {
            Some(value) => format!("{name} = {value}"),
            None => name.clone(),
        });
        behind.chain(named).collect()
    }

    /// Whether an argument stands in the place of one of these letters in a sentence, by its position
    /// or its name.
    pub(super) fn has_operand(&self, pattern: &str, letters: &[&str]) -> bool {
        places(pattern).iter().any(|place| {
            let position = LETTERS.iter().position(|letter| *letter == place.letter);
            let is_there = position.is_some_and(|position| position < self.texts.len());
            let is_named = self.named.iter().any(|(name, _)| *name == place.name);
            letters.contains(&place.letter) && (is_there || is_named)
        })
    }

    /// A sentence with the operands in the places of their letters: `{y}`; `{y:p}`, the argument of
    /// that name or the name itself where none stands there; `{y:p=1.0}`, that value where none does.
    /// `{o:p=1.0}` has a name and no position. Behind a place, `.0` makes a whole number a float.
    fn with_operands(&self, sentence: &str) -> String {
        let mut filled = sentence.to_string();
        while let Some(place) = places(&filled)
            .into_iter()
            .find(|place| OPERANDS.contains(&place.letter))
        {
            let position = LETTERS.iter().position(|letter| *letter == place.letter);
            let given = position.and_then(|position| self.text(position));
            let given = given.or_else(|| self.named(place.name).filter(|_| !place.name.is_empty()));
            let (text, name) = (place.text.to_string(), place.name);
            let value = match given {
                Some(given) if name.is_empty() => self.beside_first(given),
                Some(given) => given.into(),
                None if name.is_empty() => place.letter.into(),
                None => place.default.unwrap_or(name).to_string(),
            };
            let float = match is_whole(&value) {
                true => format!("{value}.0"),
                false => value.clone(),
            };
            if !name.is_empty() {
                filled = with_operand(&filled, &format!("{text}.0"), &float);
            }
            filled = with_operand(&filled, &text, &value);
        }
        filled
    }

    /// A sentence whose new variables, `{new:s}`, have names that no operand has in it.
    fn with_new_names(&self, sentence: &str) -> String {
        let texts = self
            .texts
            .iter()
            .chain(self.named.iter().map(|(_, text)| text));
        let written: String = texts.flatten().flat_map(|text| [text, " "]).collect();
        let written = written.replace(
            |letter: char| !letter.is_alphanumeric() && letter != '_',
            " ",
        );
        let mut taken: Vec<String> = written.split_whitespace().map(String::from).collect();
        let mut filled = sentence.to_string();
        while let Some(place) = places(&filled)
            .into_iter()
            .find(|place| place.letter == "new")
        {
            let letters = place.name.chars().chain('a'..='z').map(String::from);
            let whole = std::iter::once(place.name.to_string());
            let name = whole.chain(letters).find(|name| !taken.contains(name));
            let name = name.unwrap_or_else(|| format!("{}_", place.name));
            let text = place.text.to_string();
            filled = filled.replace(&text, &name);
            taken.push(name);
        }
        filled
    }

    /// A sentence that shows a form by an example, or names a way, whatever the arguments are.
    pub(super) fn example(&self, pattern: &str) -> String {
        let filled = self.filled(pattern);
        match self.is_operand {
            true => as_operand(&filled),
            false => filled,
        }
    }

    /// A sentence about the call. Where that is an operand, the code in the sentence is one too; and
    /// where an argument has no part in it, it says so: it is the translation of another call.
    pub(super) fn sentence(&self, pattern: &str) -> String {
        let sentence = self.example(pattern);
        let surplus = self.surplus(pattern);
        if surplus.is_empty() {
            return sentence;
        }
        let surplus: Vec<String> = surplus.iter().map(|arg| format!("`{arg}`")).collect();
        let surplus = surplus.join(" and ");
        match sentence.strip_prefix("write ") {
            Some(code) if code.starts_with('`') => format!("without {surplus} it is {code}"),
            _ => format!("without {surplus}: {sentence}"),
        }
    }

    fn filled(&self, pattern: &str) -> String {
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
        let mut pattern = pattern.to_string();
        if let Some(place) = places(&pattern)
            .iter()
            .find(|place| place.letter == "takes")
        {
            pattern = pattern.replace(place.text, "");
        }
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
        let condition = match self.operand.and_then(Value::element) {
            Some(element) if element.is_float() => format!("{} != 0.0", grouped(&float)),
            Some(Element::I64) => format!("{} != 0", grouped(first)),
            _ => first.into(),
        };
        let sentence = self.with_new_names(&sentence);
        let sentence = with_operand(&sentence, "{x:n}", first);
        let sentence = with_operand(&sentence, "{c}", &condition);
        let sentence = with_operand(&sentence, "{x}", &float);
        self.with_operands(&sentence)
    }
}

/// A sentence with an operand in its places, in parentheses where its neighbours would take a part
/// of it.
fn with_operand(sentence: &str, place: &str, operand: &str) -> String {
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
pub(super) fn entries(text: &str) -> Option<Vec<String>> {
    match syn::parse_str::<Expr>(text).ok()? {
        Expr::Array(list) => Some(list.elems.iter().map(print).collect()),
        Expr::Tuple(list) => Some(list.elems.iter().map(print).collect()),
        _ => None,
    }
}

/// Whether an operand is a whole number.
pub(super) fn is_whole(text: &str) -> bool {
    let digits = text.trim_start_matches('-');
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
