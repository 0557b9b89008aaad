//! The element type that operands have in common.

use graph_ir::{Element, Shape};
use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprLit, Lit};

use super::Declared;
use crate::diagnostics::{Diagnostic, print};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Number, Operand, Scalar, Table, Value};
use crate::lower::variables::Origin;
use crate::tokens::{is_value, mentions, sign};

impl<'b> Lowerer<'b, '_> {
    /// The element type that open operands take: that of the others. Reports operands that are
    /// no tensors, and integers that should be floats.
    pub(in crate::lower) fn common_element(
        &mut self,
        label: &str,
        numbers: bool,
        operands: &[Operand<'b, '_>],
    ) -> Option<Element> {
        let mut fine = true;
        for operand in operands {
            if let Value::Tuple(_) | Value::Tuples(_) | Value::Unit = operand.value {
                let found = self.describe(&operand.value);
                let message = format!("`{label}` needs scalars or arrays, found {found}");
                let diagnostic = Diagnostic::new(operand.place, message);
                self.error(match self.parts_of(operand, operands) {
                    Some((mistake, help)) => diagnostic.help(help).showing(mistake),
                    None => diagnostic.help_if(self.in_brackets(&operand.value, operand.expr)),
                });
                fine = false;
            }
        }
        if numbers && self.rounded_beside_integer(operands) {
            return None;
        }
        let decided = |o: &Operand<'b, '_>| {
            (!o.value.is_constant_integer())
                .then(|| o.value.element())
                .flatten()
        };
        let typed = operands.iter().find_map(decided);
        let open = operands.iter().any(|o| o.value.element().is_none());
        let integers = operands.iter().any(|o| o.value.is_constant_integer());
        let element = match typed {
            Some(element) => element,
            None if open || integers => self.float,
            None => self.float,
        };
        if self.wanted == "usize" && typed.is_none() && open && integers {
            for operand in operands.iter().filter(|o| o.value.element().is_none()) {
                self.float_for_integer(label, operand, operands);
            }
            return None;
        }
        let counts = |o: &Operand<'b, '_>| {
            let variable = self
                .variable_of(o.expr)
                .filter(|_| o.value.is_constant_integer());
            variable.is_some_and(|variable| variable.mutable && self.must_count(&variable.name))
        };
        let whole = |o: &Operand<'b, '_>| whole_number(o.expr).is_some();
        if let ([counter, other], true) = (operands, typed.is_none())
            && counts(counter)
            && whole(other)
        {
            self.float_for_integer(label, other, operands);
            return None;
        }
        if numbers && element.is_float() {
            for operand in operands.iter().filter(|o| o.value.is_constant_integer()) {
                let other = self.axis_or_number(label, operands);
                match other.or_else(|| self.float_became_integer(label, operand, operands)) {
                    Some(diagnostic) => {
                        self.error(diagnostic);
                    }
                    None => self.integer_for_float(operand, element),
                }
                fine = false;
            }
        }
        if element == Element::F32 {
            fine &= !self.exceed_single(operands);
        }
        if element == Element::Bool {
            for operand in operands.iter().filter(|o| o.value.element().is_none()) {
                if !operand.value.is_poison() {
                    self.number_for_truth(label, operand, operands);
                    fine = false;
                }
            }
        }
        if element == Element::I64 {
            // A number whose type is open is a float.
            for operand in operands.iter().filter(|o| o.value.element().is_none()) {
                self.float_for_integer(label, operand, operands);
                fine = false;
            }
        }
        fine.then_some(element)
    }

    /// The help for a tuple among operands that names its parts, with the mistake that all uses of a
    /// variable show. It may be meant for an array where another one has as many elements.
    fn parts_of(
        &self,
        operand: &Operand<'b, '_>,
        operands: &[Operand<'b, '_>],
    ) -> Option<(Option<String>, String)> {
        let Value::Tuple(parts) = &operand.value else {
            return None;
        };
        let mut shapes = operands.iter().filter_map(|other| other.value.shape());
        let as_many =
            |shape: Shape| shape.rank() > 0 && shape.count_along(0).known() == Some(parts.len());
        if shapes.any(as_many) {
            return None;
        }
        let text = short_text(operand.expr)?;
        match operand.expr {
            Expr::Path(_) => {
                let variable = self.variable_of(operand.expr)?;
                let mistake = format!("{} {}", self.origin(variable), variable.name);
                let whole = match parts.of() {
                    Some(_) => "a struct, whose fields are",
                    None => "a tuple, whose parts are",
                };
                let parts = parts.steps().map(|(step, _)| format!("`{text}{step}`"));
                let parts: Vec<String> = parts.collect();
                let help = format!("it is {whole} {}", parts.join(" and "));
                Some((Some(mistake), help))
            }
            Expr::Call(_) | Expr::MethodCall(_) => {
                let (step, _) = parts.steps().next()?;
                let whole = if parts.of().is_some() {
                    "struct"
                } else {
                    "tuple"
                };
                let help = format!("it is a {whole}: take a part of it, such as `{text}{step}`");
                Some((None, help))
            }
            _ => None,
        }
    }

    /// Reports a number whose type is open beside truth values.
    fn number_for_truth(
        &mut self,
        label: &str,
        operand: &Operand<'b, '_>,
        operands: &[Operand<'b, '_>],
    ) {
        let found = self.describe(&operand.value);
        let message = format!("`{label}` takes this for a bool like the others, found {found}");
        let compared = operands.iter().find_map(|other| match other.expr {
            Expr::Binary(compared) => {
                let op = print(&compared.op);
                let compares = matches!(&*op, "==" | "!=" | "<" | "<=" | ">" | ">=");
                let value = short_text(&compared.left).filter(|_| compares)?;
                Some(format!("{value} {op}"))
            }
            _ => None,
        });
        let is_number = operand.value.shape().is_some_and(|shape| shape.rank() == 0);
        let text = short_text(operand.expr).filter(|_| is_number);
        let help = match (label, compared, text) {
            ("&&" | "||", Some(compared), Some(text)) => Some(format!(
                "each side of `{label}` is a condition of its own: `{compared} {text}`"
            )),
            ("&&" | "||", None, Some(text)) if !matches!(operand.expr, Expr::Lit(_)) => {
                Some(format!("compare: `{text} != 0.0`"))
            }
            _ => None,
        };
        self.error(Diagnostic::new(operand.place, message).help_if(help));
    }

    /// The operands with literal integers, which are reported, as the floats that are meant, and how
    /// many these are: the rest of the function is checked with them.
    pub(in crate::lower) fn as_floats<'x>(
        operands: &[Operand<'b, 'x>],
    ) -> (Vec<Operand<'b, 'x>>, usize) {
        let mut count = 0;
        let floats = operands.iter().map(|operand| {
            let literal = match mentions(operand.expr, |_| true) {
                true => None,
                false => as_literal_float(&operand.value),
            };
            let Some(value) = literal else {
                return operand.clone();
            };
            count += 1;
            Operand {
                value,
                ..operand.clone()
            }
        });
        (floats.collect(), count)
    }

    /// Reports an integer where a float is needed: the float that is meant, where that is known.
    pub(in crate::lower) fn float_meant(
        &mut self,
        operand: &Operand<'b, '_>,
        element: Element,
    ) -> Option<Value<'b>> {
        self.integer_for_float(operand, element);
        match Self::as_floats(std::slice::from_ref(operand)) {
            (floats, 1) => floats.into_iter().next().map(|operand| operand.value),
            _ => None,
        }
    }

    /// The error for `max(a, 1)` of an array, where other languages have an axis.
    pub(in crate::lower) fn axis_or_number(
        &self,
        label: &str,
        operands: &[Operand<'b, '_>],
    ) -> Option<Diagnostic> {
        let ([array, integer], "max" | "min") = (operands, label) else {
            return None;
        };
        let (shape, axis) = (array.value.shape()?, integer.value.as_integer()?);
        let text = short_text(array.expr)?;
        if shape.rank() == 0 {
            return None;
        }
        let axis = match usize::try_from(axis) {
            Ok(axis) => axis,
            Err(_) => shape.rank() - 1,
        };
        let (number, float) = (as_float(integer.expr), self.words.element(self.float));
        let message = format!(
            "`{}` is an integer, and {float} is needed",
            print(integer.expr)
        );
        let which = if label == "max" { "larger" } else { "smaller" };
        let elements =
            format!("the {which} of each element and a number is `{label}({text}, {number})`");
        let help = match axis < shape.rank() {
            true => format!("along an axis it is `{label}({text}, axis = {axis})`; {elements}"),
            false => elements,
        };
        Some(Diagnostic::new(integer.place, message).help(help))
    }

    /// The error for a number that `as` makes an integer where the value of the operator was to be
    /// one.
    fn float_became_integer(
        &self,
        label: &str,
        operand: &Operand<'b, '_>,
        operands: &[Operand<'b, '_>],
    ) -> Option<Diagnostic> {
        let help = self.loose_cast(label, operands)?;
        let (text, float) = (print(operand.expr), self.words.element(self.float));
        let message = format!("`{text}` is an integer, and {float} is needed");
        Some(Diagnostic::new(operand.place, message).help(help))
    }

    /// Reports a float beside integers, which would be truncated.
    fn float_for_integer(
        &mut self,
        label: &str,
        operand: &Operand<'b, '_>,
        operands: &[Operand<'b, '_>],
    ) {
        let text = short_text(operand.expr).unwrap_or_else(|| "this".into());
        let integer = operands
            .iter()
            .find(|o| o.value.element() == Some(Element::I64) && !o.value.is_constant_integer());
        let counter = operands.iter().find_map(|o| self.variable_of(o.expr));
        let counts = counter.is_some_and(|counter| self.must_count(&counter.name));
        let help = match (whole_number(operand.expr), self.wanted == "usize" || counts) {
            (Some(whole), true) => Some(format!("write an integer: `{whole}`")),
            (None, true) => Some("positions are integers".into()),
            (whole, false) => integer.and_then(|integer| {
                let (text, float) = (short_text(integer.expr)?, self.words.element(self.float));
                let help = format!("convert the integer: `{} as {float}`", grouped(&text));
                // A variable may have to stay one.
                let variable = self.variable_of(integer.expr);
                Some(
                    match whole.filter(|_| variable.is_some_and(|own| own.mutable)) {
                        Some(whole) => format!("{help}; or write an integer: `{whole}`"),
                        None => help,
                    },
                )
            }),
        };
        let help = self.loose_cast(label, operands).or(help);
        let message = format!("`{label}` has a float beside an integer: `{text}`");
        self.error(Diagnostic::new(operand.place, message).help_if(help));
    }

    /// Reports an integer where a float is needed.
    pub(in crate::lower) fn integer_for_float(
        &mut self,
        operand: &Operand<'b, '_>,
        element: Element,
    ) {
        let float = self.words.element(element);
        let text = short_text(operand.expr);
        let bound = self.variable_of(operand.expr);
        let bound = bound.filter(|variable| matches!(variable.origin, Origin::Let(_)));
        let starts = bound.is_some_and(|variable| variable.mutable);
        let is_array = matches!(operand.value, Value::Table(_));
        let is_named = bound.is_some() && (operand.value.as_integer().is_some() || is_array);
        // The value of `let n = x.len();` has no numbers.
        let first = bound.and_then(|variable| variable.told.start.as_deref());
        let has_number = first.is_none_or(|text| !text.ends_with(&format!(" as {float}")));
        let is = if is_array {
            "is an array of integers"
        } else {
            "is an integer"
        };
        let what = text
            .as_ref()
            .map_or("this".into(), |text| format!("`{text}`"));
        let message = format!("{what} {is}, and {float} is needed");
        // Of the numbers of one `let` it is the same mistake at all uses.
        let mistake = bound
            .filter(|variable| is_named && has_number && !variable.mutable)
            .map(|variable| {
                let function = self.signature.map(|signature| signature.name.to_string());
                let origin = self.origin(variable);
                format!(
                    "`{}` of {function:?} is of integers: {origin}",
                    variable.name
                )
            });
        let help = text.map(|text| match operand.expr {
            expr if starts && !is_array => match self.variable_of(expr) {
                Some(variable) => self.start_with_float(variable),
                None => format!("convert it: `{text} as {float}`"),
            },
            expr if mentions(expr, |_| true) && self.has_lost_rest(expr, &float) => self
                .converted(expr, &float)
                .unwrap_or_else(|| format!("convert it: `{} as {float}`", grouped(&text))),
            _ if is_array && is_named => {
                "write the numbers of its `let` as floats, such as `1.0`".into()
            }
            _ if is_named && has_number => format!(
                "write the numbers of its `let` as floats, such as `1.0`: integers drop the rest of \
                 a quotient; or convert it: `{text} as {float}`"
            ),
            expr if !mentions(expr, |_| true) => {
                format!("write it as a float: `{}`", as_float(expr))
            }
            expr => self
                .position_as_element(expr)
                .unwrap_or_else(|| format!("convert it: `{} as {float}`", grouped(&text))),
        });
        let note = self.variable_of(operand.expr).map(|v| self.origin(v));
        let mut diagnostic = Diagnostic::new(operand.place, message);
        if let (Some(note), Some(text)) = (note, short_text(operand.expr)) {
            diagnostic = diagnostic.note(format!("`{text}` is {note}"));
        }
        self.error(diagnostic.help_if(help).showing(mistake));
        self.hold_float(operand.expr);
    }
}

/// A constant integer, or an array of them, as floats whose type is open.
fn as_literal_float<'b>(value: &Value<'b>) -> Option<Value<'b>> {
    let float = |integer: i64| Scalar::Float(Number::literal(integer as f64, integer as f32));
    if let Some(integer) = value.as_integer() {
        return Some(Value::Scalar(float(integer)));
    }
    let Value::Table(table) = value else {
        return None;
    };
    let items = table.items.iter().map(|item| match item {
        Scalar::Integer(integer) => Some(float(*integer)),
        _ => None,
    });
    let table = Table {
        element: None,
        items: items.collect::<Option<_>>()?,
        ..(**table).clone()
    };
    Some(Value::Table(table.into()))
}

/// The help for tuples of integers, where tuples of floats are declared.
pub(in crate::lower) fn floats_in_tuples(
    value: &Value<'_>,
    declared: &Declared,
    expr: &Expr,
) -> Option<String> {
    let is_known = !mentions(expr, |_| true) && are_integers_for_floats(value, declared);
    short_text(expr).filter(|_| is_known)?;
    Some(format!("write the numbers as floats: `{}`", as_float(expr)))
}

fn are_integers_for_floats(value: &Value<'_>, declared: &Declared) -> bool {
    match (value, declared) {
        (Value::Tuple(values), Declared::Tuple(types))
        | (Value::Tuples(values), Declared::Tuples(types)) => {
            let mut pairs = values.iter().zip(types);
            values.is_like(types) && pairs.all(|(value, ty)| are_integers_for_floats(value, ty))
        }
        (value, Declared::Tensor(ty, _)) => {
            let is_number = value.is_constant_integer() || value.element().is_none();
            ty.is_float() && is_number && value.shape().as_ref() == Some(&ty.shape)
        }
        (_, Declared::Tuple(_) | Declared::Tuples(_) | Declared::Infer) => false,
    }
}

/// The text of an expression of integer literals as one of floats.
pub(in crate::lower) fn as_float(expr: &impl ToTokens) -> String {
    print(&floats(expr.to_token_stream()))
}

/// A float literal without its point, if nothing but zeros stands behind that.
pub(in crate::lower) fn whole_number(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Float(number),
            ..
        }) => number.base10_digits().strip_suffix(".0"),
        _ => None,
    }
}

/// The tokens with floats for integers, but for positions and for the length of an array.
fn floats(tokens: TokenStream) -> TokenStream {
    let (mut is_length, mut is_behind_value) = (false, false);
    let tokens = tokens.into_iter().map(|token| {
        is_length = is_length || sign(&token) == Some(';');
        let is_position = is_behind_value && is_brackets(&token);
        is_behind_value = is_value(&token);
        match is_length || is_position {
            true => token,
            false => as_float_token(token),
        }
    });
    tokens.collect()
}

fn is_brackets(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
}

fn as_float_token(token: TokenTree) -> TokenTree {
    match token {
        TokenTree::Literal(literal) => {
            let digits = literal.to_string();
            match syn::parse_str::<syn::LitInt>(&digits).map(|int| int.base10_parse::<f64>()) {
                Ok(Ok(value)) => TokenTree::Literal(Literal::f64_unsuffixed(value)),
                _ => TokenTree::Literal(literal),
            }
        }
        TokenTree::Group(group) => {
            TokenTree::Group(Group::new(group.delimiter(), floats(group.stream())))
        }
        other => other,
    }
}
