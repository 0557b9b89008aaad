//! Operators, and scalar functions, which are applied in the same way: element by element.

use graph_ir::ops::{Class, ScalarOp};
use graph_ir::{Element, Error, Wire};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprBinary, ExprUnary, UnOp};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::calls::turned_vector;
use crate::lower::expressions::bits::{of_bits, shift_assigned};
use crate::lower::expressions::powers::is_one_sign;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Lowered, Operand, Scalar, Value};

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
        if let (BinOp::Mul(star), Expr::Unary(right)) = (&expr.op, &*expr.right)
            && let UnOp::Deref(second) = right.op
            && is_one_sign(star.span, second.span)
        {
            let place = SourcePlace::between(star.span, second.span);
            return self.power(&left, &right.expr, place);
        }
        if let BinOp::BitXor(_) = &expr.op {
            let place = left.place.to(SourcePlace::of(&expr.op));
            let value = match left.value.element() == Some(Element::Bool) {
                true => self.unsupported_operator(expr, &[left]),
                false => self.exclusive_or(&left, expr),
            };
            return Lowered { value, place };
        }
        if let BinOp::BitXorAssign(_) = &expr.op {
            let place = left.place.to(SourcePlace::of(&expr.op));
            let value = self.power_assigned(expr);
            return Lowered { value, place };
        }
        self.is_operand = true;
        let right = self.operand(&expr.right);
        let place = left.place.to(right.place);
        let value = match operator(&expr.op) {
            Some(op) if compares(&expr.op) => {
                let operands = [left, right];
                let is_equality = matches!(op, ScalarOp::Equal | ScalarOp::NotEqual);
                let compared = match self.uncompared_structs(op, &operands, place) {
                    None if is_equality => self.compare_tuples(op, &operands, place),
                    refused => refused,
                };
                let compared = compared.or_else(|| self.compared_truth(op, &operands, place));
                compared.unwrap_or_else(|| self.elementwise(op, &operands, place))
            }
            Some(op) => {
                let operands = [left, right];
                match turned_vector(&operands, "*", place).filter(|_| op == ScalarOp::Mul) {
                    Some(error) => self.error(error),
                    None => self.elementwise(op, &operands, place),
                }
            }
            None => self.unsupported_operator(expr, &[left, right]),
        };
        if let BinOp::Lt(_) | BinOp::Shl(_) = &expr.op {
            self.with_conversions_in_parentheses(&expr.left, place);
        }
        Lowered { value, place }
    }

    /// Lets helps convert in parentheses what stands before a `<`, which would begin the arguments of
    /// the type otherwise.
    fn with_conversions_in_parentheses(&self, left: &Expr, place: SourcePlace) {
        let mut operand = left;
        loop {
            if let Some(text) = short_text(operand) {
                let conversion = format!("`{} as ", grouped(&text));
                let diagnostics = &self.names.diagnostics;
                diagnostics.change_helps_in(place, |help| in_parentheses(help, &conversion));
            }
            operand = match operand {
                Expr::Binary(e) => &e.right,
                Expr::Unary(e) => &e.expr,
                Expr::Cast(e) => &e.expr,
                _ => return,
            };
        }
    }

    /// Whether tuples of as many parts are equal, or are not. Recurses as deeply as they are nested.
    fn compare_tuples(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>; 2],
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        let [Value::Tuple(left), Value::Tuple(right)] = operands.each_ref().map(|o| &o.value)
        else {
            return None;
        };
        if !left.is_like(right) || left.is_empty() {
            return None;
        }
        let joined = match op {
            ScalarOp::Equal => ScalarOp::And,
            _ => ScalarOp::Or,
        };
        let mut whole: Option<Value<'b>> = None;
        for (number, (left, right)) in left.iter().zip(right).enumerate() {
            let of = |value: &Value<'b>, operand: usize| {
                let own = &operands[operand];
                let expr = match own.expr {
                    Expr::Tuple(tuple) => &tuple.elems[number],
                    other => other,
                };
                Operand {
                    value: value.clone(),
                    expr,
                    place: own.place,
                }
            };
            let parts = [of(left, 0), of(right, 1)];
            let nested = self.compare_tuples(op, &parts, place);
            let value = nested.unwrap_or_else(|| self.elementwise(op, &parts, place));
            whole = Some(match whole {
                None => value,
                Some(before) => {
                    let both = [before, value].map(|value| Operand {
                        value,
                        expr: operands[0].expr,
                        place,
                    });
                    self.elementwise(joined, &both, place)
                }
            });
        }
        whole
    }

    /// A unary operator.
    pub(super) fn unary(&mut self, expr: &'e ExprUnary) -> Lowered<'b> {
        self.is_operand = true;
        let operand = self.operand(&expr.expr);
        let place = SourcePlace::token(expr.op.span()).to(operand.place);
        let value = match expr.op {
            UnOp::Neg(_) => self.elementwise(ScalarOp::Neg, &[operand], place),
            UnOp::Not(_) => self.elementwise(ScalarOp::Not, &[operand], place),
            // It may be a reference that is refused.
            _ if operand.value.is_poison() => Value::Poison,
            // What is behind `&mut` may be written as Rust has it.
            _ if self.is_state(&expr.expr) => operand.value,
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

    /// `!a > b`, in which `!` takes `a` alone: where that is a number, the comparison is meant.
    pub(super) fn negated_operand(
        &mut self,
        base: &'e Expr,
        spine: &[&'e Expr],
    ) -> Option<Lowered<'b>> {
        let (Expr::Unary(negated), Some(Expr::Binary(compared))) = (base, spine.last()) else {
            return None;
        };
        if !matches!(negated.op, UnOp::Not(_)) || !compares(&compared.op) {
            return None;
        }
        self.is_operand = true;
        let operand = self.operand(&negated.expr);
        let place = SourcePlace::token(negated.op.span()).to(operand.place);
        let is_number = match operand.value.element() {
            Some(element) => element.is_float(),
            None => operand.value.shape().is_some(),
        };
        let texts = [&negated.expr, &compared.right].map(|side| short_text(side));
        let value = match texts {
            [Some(left), Some(right)] if is_number => {
                let found = self.describe(&operand.value);
                let message = format!("`!` needs truth values of `bool`, found {found}");
                let compared = format!("{left} {} {right}", print(&compared.op));
                let diagnostic = Diagnostic::new(place, message)
                    .note_if(self.explain(&operand))
                    .note("`!` is of the value behind it alone");
                self.error(diagnostic.help(format!("negate the comparison: `!({compared})`")))
            }
            _ => self.elementwise(ScalarOp::Not, &[operand], place),
        };
        Some(Lowered { value, place })
    }

    /// A scalar operator over operands, element by element.
    pub(in crate::lower) fn elementwise(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Value<'b> {
        if operands.iter().any(|operand| operand.value.is_poison()) {
            return Value::Poison;
        }
        if let Some(value) = self.of_structs(op, operands, place) {
            return value;
        }
        let Some(met) = self.meet(&label(op), operands, place) else {
            return Value::Poison;
        };
        let value = self.of_elements(op, met.operands.as_deref().unwrap_or(operands), place);
        value.labelled(met.labels)
    }

    /// [`Self::elementwise`] of operands in common dimensions.
    fn of_elements(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>],
        place: SourcePlace,
    ) -> Value<'b> {
        if let Some(value) = self.fold(op, operands, place) {
            return value;
        }
        if let Some(value) = self.choice(op, operands, place) {
            return value;
        }
        let computed;
        let integers = |o: &Operand<'b, '_>| o.value.element() == Some(Element::I64);
        let operands = match operands.iter().all(integers) {
            true => {
                computed = operands
                    .iter()
                    .map(|o| self.computed(o))
                    .collect::<Vec<_>>();
                &computed[..]
            }
            false => operands,
        };
        let before = self.names.diagnostics.len();
        let Some(element) = self.common_element(&label(op), op.class() != Class::Logic, operands)
        else {
            let errors = self.names.diagnostics.len() - before;
            // An axis that was meant makes another value than a number does.
            let may_be_axis = self.axis_or_number(&label(op), operands).is_some();
            return match Self::as_floats(operands) {
                (floats, count) if count > 0 && count == errors && !may_be_axis => {
                    self.of_elements(op, &floats, place)
                }
                _ => Value::Poison,
            };
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
            Err(error) => match self.started_with_integer(&error, operands) {
                true => Value::Poison,
                false => self.refused(&error, place, operands),
            },
        }
    }

    /// An operand with a position that moves as a value of the program.
    pub(super) fn computed<'x>(&mut self, operand: &Operand<'b, 'x>) -> Operand<'b, 'x> {
        let value = match &operand.value {
            Value::Position(affine) => match self.affine_wire(affine) {
                Some(wire) => Value::from(wire),
                None => Value::Poison,
            },
            other => other.clone(),
        };
        Operand {
            value,
            ..operand.clone()
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
            let place = left.place.to(SourcePlace::token(expr.op.span()));
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

    /// An operator that the language has not, or has by another name for truth values.
    pub(super) fn unsupported_operator(
        &mut self,
        expr: &ExprBinary,
        operands: &[Operand<'b, '_>],
    ) -> Value<'b> {
        let op = &expr.op;
        let text = print(op);
        let assigned = |own: &str| {
            let sides = [&expr.left, &expr.right].map(|side| short_text(side));
            match sides {
                [Some(left), Some(right)] => format!("write `{left} = {left} {own} {right};`"),
                _ => format!("write the operator `{own}` and the assignment"),
            }
        };
        let (message, help) = match op {
            BinOp::BitAndAssign(_) => (format!("there is no operator `{text}`"), assigned("&&")),
            BinOp::BitOrAssign(_) => (format!("there is no operator `{text}`"), assigned("||")),
            BinOp::ShlAssign(_) | BinOp::ShrAssign(_) => (
                format!("there is no operator `{text}`"),
                shift_assigned(op, expr, operands)
                    .unwrap_or_else(|| "there are `=`, `+=`, `-=`, `*=`, `/=` and `%=`".into()),
            ),
            op if compound_operator(op).is_some() => (
                "an assignment has no value".into(),
                "write it as a statement of its own, with `;`".into(),
            ),
            BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_)
                if operands
                    .iter()
                    .any(|operand| operand.value.element() == Some(Element::Bool)) =>
            {
                let own = match op {
                    BinOp::BitAnd(_) => "&&",
                    BinOp::BitOr(_) => "||",
                    _ => "!=",
                };
                (
                    format!("there is no operator `{text}`"),
                    format!("write `{own}`"),
                )
            }
            _ => (
                format!("the operator `{text}` is not part of the language of `graph!`"),
                of_bits(op, operands).unwrap_or_else(|| {
                    "there are `+ - * / %`, comparisons, `&& || !`, and methods such as `.powi(2)`"
                        .into()
                }),
            ),
        };
        self.error(Diagnostic::new(SourcePlace::of(op), message).help(help))
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

/// Whether an operator compares numbers.
fn compares(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) | BinOp::Eq(_) | BinOp::Ne(_)
    )
}

/// The operator of a compound assignment.
pub(crate) fn compound_operator(op: &BinOp) -> Option<ScalarOp> {
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

/// The text with the code that starts like this in parentheses.
fn in_parentheses(text: &str, start: &str) -> Option<String> {
    let (before, conversion) = text.split_once(start)?;
    let (ty, behind) = conversion.split_once('`')?;
    let start = start.trim_start_matches('`');
    let is_type = ty.chars().all(char::is_alphanumeric);
    is_type.then(|| format!("{before}`({start}{ty})`{behind}"))
}
