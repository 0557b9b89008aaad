//! Operators, and scalar functions, which are applied in the same way: element by element.

use graph_ir::ops::{Class, ScalarOp};
use graph_ir::{Element, Error, Wire};
use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprBinary, ExprUnary, UnOp};

use super::Lowerer;
use super::report::{Operand, grouped, short_text};
use super::scalar::{IntegerError, Number, Scalar, fold_floats, fold_integers, fold_truths};
use super::value::{Lowered, Value};
use super::variables::Origin;
use crate::diagnostics::{Diagnostic, Place, print};
use crate::scan::mentions;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A binary operator whose left operand is lowered already.
    pub(super) fn binary(&mut self, left: Lowered<'b>, expr: &'e ExprBinary) -> Lowered<'b> {
        if let BinOp::And(_) | BinOp::Or(_) = expr.op {
            return self.short_circuit(left, expr);
        }
        let left = Operand {
            value: left.value,
            expr: &expr.left,
            place: left.place,
        };
        let right = self.operand(&expr.right);
        let place = left.place.to(right.place);
        let value = match operator(&expr.op) {
            Some(op) => self.elementwise(op, &[left, right], place),
            None => self.unsupported_operator(&expr.op),
        };
        Lowered { value, place }
    }

    /// A unary operator.
    pub(super) fn unary(&mut self, expr: &'e ExprUnary) -> Lowered<'b> {
        let operand = self.operand(&expr.expr);
        let place = Place::token(expr.op.span()).to(operand.place);
        let value = match expr.op {
            UnOp::Neg(_) => self.elementwise(ScalarOp::Neg, &[operand], place),
            UnOp::Not(_) => self.elementwise(ScalarOp::Not, &[operand], place),
            _ => self.error(
                Diagnostic::new(
                    place,
                    "`*` in front of a value is not part of the language of `graph!`",
                )
                .help("values are used as they are: remove the `*`"),
            ),
        };
        Lowered { value, place }
    }

    /// A scalar operator over operands, element by element.
    pub(super) fn elementwise(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>],
        place: Place,
    ) -> Value<'b> {
        if operands.iter().any(|operand| operand.value.is_poison()) {
            return Value::Poison;
        }
        if let Some(value) = self.fold(op, operands, place) {
            return value;
        }
        let Some(element) = self.common_element(&label(op), op.class() != Class::Logic, operands)
        else {
            return Value::Poison;
        };
        self.at(place);
        let wires: Option<Vec<_>> = operands
            .iter()
            .map(|operand| self.wire(&operand.value, element))
            .collect();
        let Some(wires) = wires else {
            return Value::Poison;
        };
        let truths = operands
            .iter()
            .all(|o| o.value.element() == Some(Element::Bool));
        let result = match (op, &wires[..]) {
            (ScalarOp::Equal, &[a, b]) if truths => self.equal_truths(a, b),
            (ScalarOp::NotEqual, &[a, b]) if truths => {
                let equal = self.equal_truths(a, b);
                equal.and_then(|equal| self.builder.scalar(ScalarOp::Not, &[equal]))
            }
            _ => self.builder.scalar(op, &wires),
        };
        match result {
            Ok(wire) => Value::from(wire),
            Err(error) => self.refused(&error, place, operands),
        }
    }

    /// Whether truth values agree: the middle compares numbers only.
    fn equal_truths(&self, a: Wire<'b>, b: Wire<'b>) -> Result<Wire<'b>, Error> {
        let scalar = |op, operands: &[Wire<'b>]| self.builder.scalar(op, operands);
        let both = scalar(ScalarOp::And, &[a, b])?;
        let any = scalar(ScalarOp::Or, &[a, b])?;
        let neither = scalar(ScalarOp::Not, &[any])?;
        scalar(ScalarOp::Or, &[both, neither])
    }

    /// The element type that open operands take: that of the others. Reports operands that are
    /// no tensors, and integers that should be floats.
    pub(super) fn common_element(
        &mut self,
        label: &str,
        numbers: bool,
        operands: &[Operand<'b, '_>],
    ) -> Option<Element> {
        let mut fine = true;
        for operand in operands {
            if let Value::Tuple(_) | Value::Unit = operand.value {
                let found = self.describe(&operand.value);
                let message = format!("`{label}` needs scalars or arrays, found {found}");
                self.error(Diagnostic::new(operand.place, message));
                fine = false;
            }
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
        if numbers && element.is_float() {
            for operand in operands.iter().filter(|o| o.value.is_constant_integer()) {
                self.integer_for_float(operand, element);
                fine = false;
            }
        }
        fine.then_some(element)
    }

    /// Reports an integer where a float is needed.
    pub(super) fn integer_for_float(&mut self, operand: &Operand<'b, '_>, element: Element) {
        let float = self.words.element(element);
        let text = short_text(operand.expr);
        let starts = self
            .variable_of(operand.expr)
            .is_some_and(|variable| variable.mutable && matches!(variable.origin, Origin::Let(_)));
        let (message, help) = match (operand.expr, text) {
            (_, Some(text)) if starts => (
                format!("`{text}` is an integer, and {float} is needed"),
                Some(format!(
                    "give `{text}` a float to start with, such as `0.0`"
                )),
            ),
            (expr, Some(text)) if !mentions(expr, |_| true) => (
                format!("`{text}` is an integer, and {float} is needed"),
                Some(format!("write it as a float: `{}`", as_float(expr))),
            ),
            (_, Some(text)) => (
                format!("`{text}` is an integer, and {float} is needed"),
                Some(format!("convert it: `{} as {float}`", grouped(&text))),
            ),
            (_, None) => (format!("this is an integer, and {float} is needed"), None),
        };
        let note = self.variable_of(operand.expr).map(|v| self.origin(v));
        let mut diagnostic = Diagnostic::new(operand.place, message);
        if let (Some(note), Some(text)) = (note, short_text(operand.expr)) {
            diagnostic = diagnostic.note(format!("`{text}` is {note}"));
        }
        self.error(diagnostic.help_if(help));
    }

    /// The result, if all operands are known and of one kind.
    fn fold(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>],
        place: Place,
    ) -> Option<Value<'b>> {
        let scalars = operands.iter().map(|o| match o.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        });
        let scalars: Vec<Scalar> = scalars.collect::<Option<_>>()?;
        if let Some(numbers) = all(&scalars, float) {
            let mut elements = numbers.iter().filter_map(|n| n.element());
            let first = elements.next();
            if elements.any(|element| Some(element) != first) {
                return None;
            }
            return fold_floats(op, &numbers, self.float).map(Value::Scalar);
        }
        if let Some(truths) = all(&scalars, truth) {
            return fold_truths(op, &truths).map(Value::Scalar);
        }
        let integers = all(&scalars, integer)?;
        let error = match fold_integers(op, &integers)? {
            Ok(scalar) => return Some(Value::Scalar(scalar)),
            Err(error) => error,
        };
        let message = match error {
            IntegerError::DivisionByZero => "division by zero",
            IntegerError::Overflow => "this integer leaves the range of 64 bits",
        };
        Some(self.error(Diagnostic::new(place, message)))
    }

    /// `&&` and `||`: the right side is computed only where it decides, if computing it could
    /// fail.
    fn short_circuit(&mut self, left: Lowered<'b>, expr: &'e ExprBinary) -> Lowered<'b> {
        let and = matches!(expr.op, BinOp::And(_));
        if left.value.is_poison() {
            let right = self.operand(&expr.right);
            return Lowered {
                value: Value::Poison,
                place: left.place.to(right.place),
            };
        }
        if let Value::Scalar(Scalar::Truth(decided)) = left.value
            && decided != and
        {
            let place = left.place.to(Place::token(expr.op.span()));
            return Lowered {
                value: left.value,
                place,
            };
        }
        let is_scalar = left.value.shape().is_some_and(|shape| shape.rank() == 0);
        if is_scalar && self.may_fail(&expr.right) {
            return self.lazy(&left, expr, and);
        }
        let op = if and { ScalarOp::And } else { ScalarOp::Or };
        let left = Operand {
            value: left.value,
            expr: &expr.left,
            place: left.place,
        };
        let right = self.operand(&expr.right);
        let place = left.place.to(right.place);
        Lowered {
            value: self.elementwise(op, &[left, right], place),
            place,
        }
    }

    fn unsupported_operator(&mut self, op: &BinOp) -> Value<'b> {
        let text = print(op);
        let assigns = text.ends_with('=') && text != "==";
        let (message, help) = if assigns {
            (
                "an assignment has no value".to_string(),
                "write it as a statement of its own, with `;`",
            )
        } else {
            (
                format!("the operator `{text}` is not part of the language of `graph!`"),
                "there are `+ - * / %`, comparisons, `&& || !`, and methods such as `.powi(2)`",
            )
        };
        self.error(Diagnostic::new(Place::of(op), message).help(help))
    }
}

/// The scalar operator of an operator of Rust, also of the one inside a compound assignment.
pub(super) fn operator(op: &BinOp) -> Option<ScalarOp> {
    Some(match op {
        BinOp::Add(_) => ScalarOp::Add,
        BinOp::Sub(_) => ScalarOp::Sub,
        BinOp::Mul(_) => ScalarOp::Mul,
        BinOp::Div(_) => ScalarOp::Div,
        BinOp::Rem(_) => ScalarOp::Rem,
        BinOp::Lt(_) => ScalarOp::Less,
        BinOp::Le(_) => ScalarOp::LessEqual,
        BinOp::Gt(_) => ScalarOp::Greater,
        BinOp::Ge(_) => ScalarOp::GreaterEqual,
        BinOp::Eq(_) => ScalarOp::Equal,
        BinOp::Ne(_) => ScalarOp::NotEqual,
        _ => return None,
    })
}

/// The operator of a compound assignment.
pub(super) fn compound_operator(op: &BinOp) -> Option<ScalarOp> {
    Some(match op {
        BinOp::AddAssign(_) => ScalarOp::Add,
        BinOp::SubAssign(_) => ScalarOp::Sub,
        BinOp::MulAssign(_) => ScalarOp::Mul,
        BinOp::DivAssign(_) => ScalarOp::Div,
        BinOp::RemAssign(_) => ScalarOp::Rem,
        _ => return None,
    })
}

/// The operator as the user writes it.
pub(super) fn label(op: ScalarOp) -> String {
    op.symbol().unwrap_or(op.name()).into()
}

/// The text of an expression of integer literals as one of floats.
fn as_float(expr: &Expr) -> String {
    print(&floats(expr.to_token_stream()))
}

fn floats(tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
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
    });
    tokens.collect()
}

fn all<T>(scalars: &[Scalar], kind: impl Fn(Scalar) -> Option<T>) -> Option<Vec<T>> {
    scalars.iter().map(|&scalar| kind(scalar)).collect()
}

fn float(scalar: Scalar) -> Option<Number> {
    match scalar {
        Scalar::Float(number) => Some(number),
        _ => None,
    }
}

fn integer(scalar: Scalar) -> Option<i64> {
    match scalar {
        Scalar::Integer(value) => Some(value),
        _ => None,
    }
}

fn truth(scalar: Scalar) -> Option<bool> {
    match scalar {
        Scalar::Truth(value) => Some(value),
        _ => None,
    }
}
