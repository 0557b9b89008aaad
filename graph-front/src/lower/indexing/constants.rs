//! Integers that are constant: positions, extents, and the bounds of loops.

use graph_ir::Element;
use graph_ir::types::Extent;
use syn::Expr;

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::loops::STEP;
use crate::lower::report::{OF_KNOWN_LENGTHS, grouped, short_text};
use crate::lower::types::whole_number;
use crate::lower::values::{Operand, Value};

/// The ends of the range of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lower) enum End {
    Start,
    /// The end, which is not a position itself.
    Open,
    /// The last position.
    Closed,
}

impl End {
    /// The sign of the comparison with a bound that stands for it.
    pub(in crate::lower) fn sign(self) -> &'static str {
        match self {
            Self::Start => ">=",
            Self::Open => "<",
            Self::Closed => "<=",
        }
    }

    /// The help for a bound that is not constant: the condition that stands for it.
    fn condition(self, bound: &str, counter: Option<&str>) -> String {
        let mentions = |name: &str| {
            let mut words = bound.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.any(|word| word == name)
        };
        let mut others = ["j", "k", "i"].into_iter();
        let counter = counter.or_else(|| others.find(|name| !mentions(name)));
        let counter = counter.unwrap_or("j");
        let sign = self.sign();
        let bound = match bound
            .strip_prefix('(')
            .and_then(|inner| inner.strip_suffix(')'))
        {
            Some(inner) if !inner.contains(['(', ')']) => inner,
            _ => bound,
        };
        format!(
            "constant bounds and a condition in the loop do the same: \
             `if {counter} {sign} {bound} {{ .. }}`"
        )
    }
}

/// The name of bounds in messages.
pub(super) const BOUNDS: &str = "the bounds of a loop";
/// The name of the entries of a shape in messages.
pub(in crate::lower) const EXTENT: &str = "an extent";
/// The name of the count of evenly spaced numbers in messages.
pub(in crate::lower) const POINTS: &str = "the number of points of `linspace`";
const CONSTANT: &str =
    "literals, `const` items, loop variables and arithmetic on them are constant";

const LENGTH: &str = "lengths are sums, differences and products of constants and `const` \
                      parameters";

const WHOLE_MULTIPLES: &str = "no length is a quotient: lengths are sums of whole multiples of `const` \
                               parameters; this one is a parameter of its own that an argument has, \
                               `const M: usize` and `_y: &[f64; M]`";

/// The help for a number that moves with a loop.
pub(super) const UNROLLED: &str = "it is a number in a loop that is unrolled: `#[unroll]`";

impl<'b, 'e> Lowerer<'b, 'e> {
    /// An integer, whose unknown names are looked for among integers.
    pub(in crate::lower) fn integer_operand(&mut self, expr: &'e Expr) -> Operand<'b, 'e> {
        let before = core::mem::replace(
            &mut self.wanted,
            match without_parentheses(expr) {
                Expr::Cast(_) => "f64",
                _ => "usize",
            },
        );
        let operand = self.operand(expr);
        self.wanted = before;
        operand
    }

    /// A compile-time integer; `what` names its use.
    pub(in crate::lower) fn constant_index(&mut self, expr: &'e Expr, what: &str) -> Option<i64> {
        let operand = self.integer_operand(expr);
        match operand.value.as_integer() {
            Some(index) => Some(index),
            None => {
                self.not_constant(&operand, what);
                None
            }
        }
    }

    /// An integer that is known, or a formula of lengths that are known only at run time.
    pub(in crate::lower) fn extent_index(&mut self, expr: &'e Expr, what: &str) -> Option<Extent> {
        let operand = self.integer_operand(expr);
        let extent = operand.value.as_extent();
        if extent.is_none() {
            self.not_constant(&operand, what);
        }
        extent
    }

    /// The start, or the end, of the range of a loop.
    pub(in crate::lower) fn bound_of_loop(
        &mut self,
        bound: &Operand<'b, 'e>,
        end: End,
    ) -> Option<Extent> {
        let extent = bound.value.as_extent();
        if extent.is_none() {
            self.not_constant_at(bound, BOUNDS, Some(end));
        }
        extent
    }

    /// Reports an operand that is not a compile-time integer.
    pub(in crate::lower) fn not_constant(&mut self, operand: &Operand<'b, 'e>, what: &str) {
        self.not_constant_at(operand, what, None);
    }

    fn not_constant_at(&mut self, operand: &Operand<'b, 'e>, what: &str, end: Option<End>) {
        let verb = match what.starts_with("the bounds") {
            true => "are",
            false => "is",
        };
        let text = short_text(operand.expr).unwrap_or_else(|| "this".into());
        let (message, help) = match &operand.value {
            Value::Poison => return,
            _ if self.float_for_length(operand.expr) => return,
            value if let Some(extent) = value.as_extent() => {
                let own = match extent.to_string() {
                    own if own == text => String::new(),
                    own => format!(", `{own}`"),
                };
                let message = format!(
                    "{what} {verb} constant, and `{text}` is an extent that is known only at run \
                     time{own}"
                );
                (message, Some(OF_KNOWN_LENGTHS.into()))
            }
            Value::Position(affine) => {
                let message = format!(
                    "{what} {verb} constant, and `{text}` moves with a loop that is not unrolled"
                );
                let help = match end {
                    _ if self.loops.can_unroll(affine) => Some(UNROLLED.into()),
                    Some(end) => Some(end.condition(&text, self.counter().as_deref())),
                    None if what == STEP => self.in_steps(),
                    None => None,
                };
                (message, help)
            }
            value if value.is_one_integer() => {
                let message = match end {
                    Some(End::Open | End::Closed) => format!(
                        "{what} are constants, lengths, or integers that something bounds, and \
                         nothing bounds `{text}`, which is known only at run time"
                    ),
                    Some(End::Start) | None => {
                        format!("{what} {verb} constant, and `{text}` is known only at run time")
                    }
                };
                (message, Some(self.constant_for(operand, what, end)))
            }
            value => {
                let wanted = match verb {
                    "are" => "constant integers",
                    _ => "a constant integer",
                };
                let found = self.describe(value);
                let whole = whole_number(operand.expr);
                let help = whole.map(|whole| format!("write an integer: `{whole}`"));
                let help = help.or_else(|| self.whole_start(operand));
                let help = help.or_else(|| self.as_position(operand, end));
                let help = help.unwrap_or_else(|| CONSTANT.into());
                let message = format!("{what} {verb} {wanted}, found {found}");
                (message, Some(help))
            }
        };
        let diagnostic = Diagnostic::new(operand.place, message).note_if(self.explain(operand));
        self.error(diagnostic.help_if(help));
    }

    /// The help for a float in the place of a position or an extent: the integer that it converts,
    /// or its own conversion.
    fn as_position(&self, operand: &Operand<'b, 'e>, end: Option<End>) -> Option<String> {
        let value = &operand.value;
        let is_number = value.shape().is_some_and(|shape| shape.rank() == 0);
        let is_float = value.element().is_none_or(Element::is_float);
        // The range of a loop may end at what is known at run time alone.
        let is_allowed = end.is_some() || matches!(value, Value::Scalar(_));
        // Of a number that is written out, an integer is meant.
        let is_literal = matches!(without_parentheses(operand.expr), Expr::Lit(_));
        if !(is_number && is_float && is_allowed) || is_literal {
            return None;
        }
        if let Expr::Cast(cast) = without_parentheses(operand.expr) {
            let integer = short_text(without_parentheses(&cast.expr))?;
            return Some(format!("leave the conversion out: `{integer}`"));
        }
        let text = grouped(&short_text(operand.expr)?);
        Some(format!("convert it: `{text} as usize`"))
    }

    /// Reports a constant of the block that is a whole float and is to be a length: at the constant,
    /// so that all uses are this error.
    fn float_for_length(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = without_parentheses(expr) else {
            return false;
        };
        let Some(name) = path.path.get_ident().map(ToString::to_string) else {
            return false;
        };
        let constant = match self.variables.find(&name) {
            Some(_) => None,
            None => self.names.constants.item(&name),
        };
        let Some((constant, whole)) =
            constant.and_then(|item| Some((item, whole_number(&item.expr)?)))
        else {
            return false;
        };
        self.names.constants.forget(&name);
        let message =
            format!("`{name}` is a length, which is an integer, and is declared as a float");
        let place = SourcePlace::of(&constant.ty).to(SourcePlace::of(&constant.expr));
        let help = format!("write `const {name}: usize = {whole};`");
        self.error(Diagnostic::new(place, message).help(help));
        true
    }

    /// How to do without an integer that is known only at run time.
    fn constant_for(&mut self, operand: &Operand<'b, 'e>, what: &str, end: Option<End>) -> String {
        let is_length = matches!(what, "the length of an array" | EXTENT);
        match end {
            _ if is_length && divides(operand.expr) => WHOLE_MULTIPLES.into(),
            Some(end) => self.chosen_inside(operand, end),
            None if is_length && self.has_symbols() => LENGTH.into(),
            None if what == STEP => self.in_steps().unwrap_or_else(|| CONSTANT.into()),
            None if (is_length || what == POINTS) && self.is_argument(operand.expr) => {
                let text = print(operand.expr);
                format!(
                    "a length is a `const` parameter, `fn f<const N: usize>(..)`, which an argument \
                     has, `_y: &[f64; N]`; or take the most that there may be, `MOST`, and choose \
                     among them: `for i in 0..MOST {{ if i < {text} {{ .. }} }}`"
                )
            }
            None => CONSTANT.into(),
        }
    }

    /// Whether the function is made for lengths that are known only at run time.
    fn has_symbols(&self) -> bool {
        self.signature
            .is_some_and(|signature| signature.lengths.is_symbolic())
    }
}

/// Whether a length is written with a division.
fn divides(length: &Expr) -> bool {
    short_text(length).is_some_and(|text| text.contains(['/', '%']))
}
