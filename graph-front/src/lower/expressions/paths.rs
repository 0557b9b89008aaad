//! Names of values: variables, constants of the block, constants of the float types.

use graph_ir::Element;
use proc_macro2::Ident;
use syn::{Expr, ExprPath, Member};

use crate::diagnostics::{Diagnostic, SourcePlace, closest, print};
use crate::lower::Lowerer;
use crate::lower::calls::{constant_of, is_builtin, is_module};
use crate::lower::values::{Lowered, Number, Scalar, Value};
use crate::lower::variables::Origin;
use crate::tokens::UNKNOWN_VALUE;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A name: a variable, a constant of the block, a constant of the language.
    pub(super) fn path(&mut self, expr: &'e ExprPath) -> Lowered<'b> {
        if let (None, Some(name)) = (&expr.qself, expr.path.get_ident()) {
            return Lowered {
                value: self.named(name),
                place: SourcePlace::token(name.span()),
            };
        }
        Lowered {
            value: self.constant_path(expr),
            place: SourcePlace::of(expr),
        }
    }

    /// A constant of a float type by its path.
    pub(in crate::lower) fn constant_path(&mut self, expr: &ExprPath) -> Value<'b> {
        let segments = expr.path.segments.iter();
        let names: Vec<String> = segments.map(|s| s.ident.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match self.language_constant(&names) {
            Some(number) => Value::Scalar(Scalar::Float(number)),
            None => self.unknown_path(expr, SourcePlace::of(expr)),
        }
    }

    /// The value of a variable or a constant of the block.
    pub(in crate::lower) fn named(&mut self, name: &Ident) -> Value<'b> {
        let place = SourcePlace::token(name.span());
        let ident = name;
        let name = ident.to_string();
        match self.variables.find(&name) {
            Some(id) => match self.has_value(id, place) {
                true => self.read(id),
                false => Value::Poison,
            },
            None => match self.names.constants.get(&name, self.names) {
                Some(value) => {
                    let attributes = self.names.constants.attributes(&name);
                    match self.expect_present(ident, attributes) {
                        true => value,
                        false => Value::Poison,
                    }
                }
                None if name == UNKNOWN_VALUE => Value::Poison,
                None => self.unknown_value(&name, place),
            },
        }
    }

    /// A value of a library, `np.pi`, which starts with a name that nothing has: takes it off the
    /// spine and reports it.
    pub(super) fn module_value(
        &mut self,
        base: &'e Expr,
        spine: &mut Vec<&'e Expr>,
    ) -> Option<Lowered<'b>> {
        let (Expr::Path(path), Some(Expr::Field(field))) = (base, spine.last()) else {
            return None;
        };
        let (first, Member::Named(name)) = (path.path.get_ident()?, &field.member) else {
            return None;
        };
        let module = first.to_string();
        if !is_module(&module) || self.has_value_named(&module) {
            return None;
        }
        let meant = constant_of_path(&name.to_string())?;
        spine.pop();
        let place = SourcePlace::token(first.span()).to(SourcePlace::token(name.span()));
        let message = format!("the macro cannot see `{module}.{name}`");
        let help = format!("write `{}`", self.in_own_float(&meant));
        let value = self.error(Diagnostic::new(place, message).help(help));
        Some(Lowered { value, place })
    }

    fn unknown_path(&mut self, expr: &ExprPath, place: SourcePlace) -> Value<'b> {
        let first = expr.path.segments.first();
        let is_of_unknown =
            first.is_some_and(|first| self.names.diagnostics.is_unknown(&first.ident.to_string()));
        if is_of_unknown || self.names.refused.may_lead(&expr.path) {
            return Value::Poison;
        }
        let text = print(expr);
        let message = format!("the macro cannot see `{text}`");
        let known = "known are the constants of `f64` and `f32`, such as `f64::consts::PI`";
        let diagnostic = Diagnostic::new(place, message);
        let last = expr.path.segments.last().map(|last| last.ident.to_string());
        let last = last.unwrap_or_default();
        self.error(match constant_of_path(&last) {
            Some(meant) => diagnostic.help(format!("write `{}`", self.in_own_float(&meant))),
            None if is_of_float(expr) && close_to(&last).is_some() => {
                let close = close_to(&last).unwrap_or_default();
                diagnostic
                    .note(known)
                    .help(format!("did you mean `{close}`?"))
            }
            None if is_of_float(expr) && !continued(&last).is_empty() => {
                let names = continued(&last).join("`, `");
                diagnostic.help(format!("there are `{names}` in `f64::consts`"))
            }
            None if self.names.constants.contains(&last) && !is_of_float(expr) => {
                diagnostic.help(format!("it is a constant of the block: `{last}`"))
            }
            None if is_builtin(&last) => {
                diagnostic.help(format!("`{last}` is a function: call it, `{last}(..)`"))
            }
            None => diagnostic
                .note(known)
                .help("write the value as a `const` item in the block"),
        })
    }

    /// Reports a name that nothing has.
    pub(in crate::lower) fn unknown_value(&mut self, name: &str, place: SourcePlace) -> Value<'b> {
        if self.names.refused.may_have(name) {
            return Value::Poison;
        }
        if let Some(fewer) = self.unnamed.checked_sub(1) {
            self.unnamed = fewer;
            self.bind_name_to_nothing(name.into(), Origin::Unknown);
            return Value::Poison;
        }
        let diagnostic = Diagnostic::unknown(place, "value", name);
        let constants = self.names.constants.names();
        let close = closest(name, self.variables.names().chain(constants));
        let wanted = self.wanted;
        let is_function = is_builtin(name) || self.names.functions.contains_key(name);
        let upper = name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase);
        let diagnostic = if let Some(same) = self.but_for_case(name) {
            diagnostic.help(format!("did you mean `{same}`?"))
        } else if is_module(name) {
            diagnostic.help("functions of the language are called by their names alone: `sin(x)`")
        } else if let Some(help) = constant_of(name) {
            diagnostic.help(help)
        } else if is_function {
            diagnostic.help(format!("`{name}` is a function: call it, `{name}(..)`"))
        } else if let Some(known) = known_constant(name) {
            diagnostic.help(format!("write `{}`", self.in_own_float(&known)))
        } else if let Some([note, help]) = self.ended(name) {
            diagnostic.note(note).help(help)
        } else if let Some(close) = close.filter(|_| !upper || name.chars().count() > 1) {
            diagnostic.help(format!("did you mean `{close}`?"))
        } else if is_of_euler(name) && wanted != "usize" {
            let help = format!(
                "Euler's number is `{}`, and a power of it `exp(..)`",
                self.in_own_float("f64::consts::E")
            );
            diagnostic.help(help)
        } else if upper {
            diagnostic
                .note("the macro sees only what stands in the block, not constants outside of it")
                .help(match (wanted, self.signature) {
                    ("usize", None) => format!(
                        "write the constant in the block, `const {name}: usize = ..;`, or a length \
                         that comes with the call as a parameter: `fn f<const {name}: \
                         usize>(x: &[f64; {name}])`"
                    ),
                    _ => format!("write the constant in the block: `const {name}: {wanted} = ..;`"),
                })
        } else {
            diagnostic
                .note("the macro sees only arguments, variables and the block's `const` items")
        };
        self.error(diagnostic)
    }

    /// The variable or constant of the block whose name differs from this one in the case of its
    /// letters alone. It is meant before any constant of a library.
    fn but_for_case(&self, name: &str) -> Option<&str> {
        let folded = name.to_lowercase();
        let constants = self.names.constants.names();
        let mut names = self.variables.names().chain(constants);
        names.find(|known| *known != name && known.to_lowercase() == folded)
    }

    /// A sentence in which constants of `f64` are named, with those of the function's float type.
    pub(in crate::lower) fn in_own_float(&self, sentence: &str) -> String {
        let generic = match (self.float, self.words.generic.as_deref()) {
            (Element::F32, _) => return sentence.replace("f64::", "f32::"),
            (Element::Float, Some(generic)) => generic,
            _ => return sentence.into(),
        };
        let mut parts = sentence.split("f64::");
        let mut text = String::from(parts.next().unwrap_or_default());
        for part in parts {
            let end = part.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | ':')));
            let (name, rest) = part.split_at(end.unwrap_or(part.len()));
            text += &match limit(name, Element::Float) {
                Some(_) => format!("{generic}::{name}{rest}"),
                None => format!("f64::{name} as {generic}{rest}"),
            };
        }
        text
    }

    /// A constant such as `f64::consts::PI`.
    fn language_constant(&self, names: &[&str]) -> Option<Number> {
        let names = match names {
            ["std" | "core", rest @ ..] => rest,
            names => names,
        };
        let (&first, rest) = names.split_first()?;
        let element = self.float_named(first)?;
        let value = match rest {
            ["consts", name] if element != Element::Float => mathematical(name)?,
            [name] => limit(name, element)?,
            _ => return None,
        };
        Some(Number::typed(value, element))
    }
}

/// The path of a constant of `f64` that is known by a name alone elsewhere.
fn known_constant(name: &str) -> Option<String> {
    // The base of natural logarithms is short, and may be another name that is mistyped.
    constant_of_path(name).filter(|_| !is_of_euler(name))
}

/// Whether a name is that of the base of natural logarithms elsewhere.
pub(super) fn is_of_euler(name: &str) -> bool {
    matches!(name, "e" | "E")
}

/// Constants of `f64` as C, JavaScript and mathematics spell them, without C's `M_`.
const ELSEWHERE: [(&str, &str); 13] = [
    ("Π", "PI"),
    ("Τ", "TAU"),
    ("PI_2", "FRAC_PI_2"),
    ("PI_4", "FRAC_PI_4"),
    ("1_PI", "FRAC_1_PI"),
    ("2_PI", "FRAC_2_PI"),
    ("2_SQRTPI", "FRAC_2_SQRT_PI"),
    ("SQRT2", "SQRT_2"),
    ("SQRT1_2", "FRAC_1_SQRT_2"),
    ("LN2", "LN_2"),
    ("LN10", "LN_10"),
    ("LOG2E", "LOG2_E"),
    ("LOG10E", "LOG10_E"),
];

/// The path of a constant of `f64` of that name.
pub(in crate::lower) fn constant_of_path(name: &str) -> Option<String> {
    let upper = name.to_uppercase();
    let own = upper.strip_prefix("M_").unwrap_or(&upper);
    if let Some((_, own)) = ELSEWHERE.iter().find(|(elsewhere, _)| *elsewhere == own) {
        return Some(format!("f64::consts::{own}"));
    }
    let limit = match &*upper {
        "INF" => "INFINITY",
        "EPS" | "DBL_EPSILON" => "EPSILON",
        upper => upper,
    };
    if mathematical(own).is_some() {
        return Some(format!("f64::consts::{own}"));
    }
    let is_limit = ["INFINITY", "NEG_INFINITY", "NAN", "EPSILON"].contains(&limit);
    is_limit.then(|| format!("f64::{limit}"))
}

/// Whether a path leads to the constants of a float type.
fn is_of_float(path: &ExprPath) -> bool {
    let mut segments = path.path.segments.iter();
    segments.any(|segment| segment.ident == "f64" || segment.ident == "f32")
}

/// The constants of a float type whose names begin with this one and go on, of logarithms also the
/// natural one: `LOG10_E` and `LN_10` of `LOG10`.
fn continued(name: &str) -> Vec<&'static str> {
    let begins = format!("{name}_");
    let natural = name.strip_prefix("LOG").map(|base| format!("LN_{base}"));
    let is_meant = |own: &&str| own.starts_with(&begins) || natural.as_deref() == Some(*own);
    NAMES.into_iter().filter(is_meant).collect()
}

/// The constant of a float type whose name is close to this one.
fn close_to(name: &str) -> Option<&'static str> {
    closest(name, NAMES)
}

/// The names of the constants of `f64`, those of its module `consts` first.
const NAMES: [&str; 25] = [
    "E",
    "FRAC_1_PI",
    "FRAC_1_SQRT_2",
    "FRAC_2_PI",
    "FRAC_2_SQRT_PI",
    "FRAC_PI_2",
    "FRAC_PI_3",
    "FRAC_PI_4",
    "FRAC_PI_6",
    "FRAC_PI_8",
    "LN_2",
    "LN_10",
    "LOG2_10",
    "LOG2_E",
    "LOG10_2",
    "LOG10_E",
    "PI",
    "SQRT_2",
    "TAU",
    "INFINITY",
    "NEG_INFINITY",
    "NAN",
    "EPSILON",
    "MAX",
    "MIN",
];

fn mathematical(name: &str) -> Option<f64> {
    use core::f64::consts;
    Some(match name {
        "E" => consts::E,
        "FRAC_1_PI" => consts::FRAC_1_PI,
        "FRAC_1_SQRT_2" => consts::FRAC_1_SQRT_2,
        "FRAC_2_PI" => consts::FRAC_2_PI,
        "FRAC_2_SQRT_PI" => consts::FRAC_2_SQRT_PI,
        "FRAC_PI_2" => consts::FRAC_PI_2,
        "FRAC_PI_3" => consts::FRAC_PI_3,
        "FRAC_PI_4" => consts::FRAC_PI_4,
        "FRAC_PI_6" => consts::FRAC_PI_6,
        "FRAC_PI_8" => consts::FRAC_PI_8,
        "LN_2" => consts::LN_2,
        "LN_10" => consts::LN_10,
        "LOG2_10" => consts::LOG2_10,
        "LOG2_E" => consts::LOG2_E,
        "LOG10_2" => consts::LOG10_2,
        "LOG10_E" => consts::LOG10_E,
        "PI" => consts::PI,
        "SQRT_2" => consts::SQRT_2,
        "TAU" => consts::TAU,
        _ => return None,
    })
}

fn limit(name: &str, element: Element) -> Option<f64> {
    let single = element == Element::F32;
    let pick = |double: f64, value: f32| if single { f64::from(value) } else { double };
    Some(match name {
        "INFINITY" => f64::INFINITY,
        "NEG_INFINITY" => f64::NEG_INFINITY,
        "NAN" => f64::NAN,
        "ZERO" if element == Element::Float => 0.0,
        "ONE" if element == Element::Float => 1.0,
        // These depend on the type that the generic float turns out to be.
        _ if element == Element::Float => return None,
        "EPSILON" => pick(f64::EPSILON, f32::EPSILON),
        "MAX" => pick(f64::MAX, f32::MAX),
        "MIN" => pick(f64::MIN, f32::MIN),
        "MIN_POSITIVE" => pick(f64::MIN_POSITIVE, f32::MIN_POSITIVE),
        _ => return None,
    })
}
