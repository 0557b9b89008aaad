//! Suggested replacements for code that the builder refused.

use graph_ir::{Element, Error, Shape, Type};
use syn::{BinOp, Expr, ExprLit, Lit};

use super::parts::{cut_twice, one_difference, same_parameter};
use super::{grouped, short_text};
use crate::lower::Lowerer;
use crate::lower::calls::transposed;
use crate::lower::expressions::without_parentheses;
use crate::lower::types::as_float;
use crate::lower::values::Operand;
use crate::lower::variables::Origin;
use crate::outside::higher_order;
use crate::tokens::{idents, mentions};

impl<'b> Lowerer<'b, '_> {
    /// A suggested replacement, if any.
    pub(super) fn advice(&self, error: &Error, operands: &[Operand<'b, '_>]) -> Option<String> {
        if let Some(help) = cut_twice(operands) {
            return Some(help);
        }
        match error {
            Error::ShapeMismatch { op, left, right } if op == "concat" => {
                self.joined(operands, left, right)
            }
            Error::AxisOutOfRange { .. } if self.are_numbers(operands) => {
                let texts = operands.iter().map(|operand| short_text(operand.expr));
                let texts: Vec<String> = texts.collect::<Option<_>>()?;
                let many = texts.len() > 1;
                many.then(|| {
                    format!(
                        "numbers make an array in brackets: `[{}]`",
                        texts.join(", ")
                    )
                })
            }
            Error::AxisOutOfRange { found, .. }
                if found.shape.rank() == 0 && operands.len() > 1 =>
            {
                let texts = operands.iter().map(|operand| {
                    let text = short_text(operand.expr)?;
                    let rank = operand.value.shape()?.rank();
                    let is_number = rank == 0 && !operand.value.is_constant_integer();
                    (is_number || rank == 1).then(|| match is_number {
                        true => format!("[{text}]"),
                        false => text,
                    })
                });
                let texts: Vec<String> = texts.collect::<Option<_>>()?;
                Some(format!(
                    "a number is an array of one element in brackets: `concat({})`",
                    texts.join(", ")
                ))
            }
            Error::ShapeMismatch { op, left, right } => {
                let left_operand = self.operand_of(operands, left)?;
                let right_operand = self.operand_of(operands, right)?;
                let equal = self.equal_shapes((left_operand, left), (right_operand, right));
                let both = [left_operand, right_operand];
                let meet = meet(&left.shape, &right.shape);
                let texts = both.map(|operand| short_text(operand.expr));
                let other = || self.all_products(op, (left_operand, left), (right_operand, right));
                match (texts, equal) {
                    ([Some(a), Some(b)], _)
                        if op == "*" && both.iter().any(|own| transposed(own.expr).is_some()) =>
                    {
                        meet.then(|| format!("the product of matrices is `matmul({a}, {b})`"))
                    }
                    (_, Some(equal)) if let Some(outer) = other() => {
                        Some(format!("{outer}; {equal}"))
                    }
                    ([Some(a), Some(b)], Some(equal))
                        if op == "*" && meet && left.shape.rank() == 2 =>
                    {
                        Some(format!(
                            "the product of matrices is `matmul({a}, {b})`; element by element, {equal}"
                        ))
                    }
                    (_, equal) => equal,
                }
            }
            Error::ElementMismatch { op, left, right } => {
                let loose = self.loose_cast(op, operands);
                loose.or_else(|| self.conversion(operands, left, right))
            }
            Error::WrongOperand { op, found, .. } if op == "linear_solve" => {
                self.linear_equation(operands, found)
            }
            Error::WrongOperand { op, found, .. }
                if op == "lower_solve" && found.is_float() && found.shape.rank() == 1 =>
            {
                let [a, b] = operands else { return None };
                let is_matrix = b.value.shape()?.rank() == 2;
                let (a, b) = (short_text(a.expr)?, short_text(b.expr)?);
                is_matrix.then(|| format!("the matrix comes first: `{op}({b}, {a})`"))
            }
            Error::ContractionExtents {
                op,
                left,
                left_axis,
                ..
            } if op == "linear_solve" => {
                let [a, b] = operands else { return None };
                let (a, b) = (short_text(a.expr)?, short_text(b.expr)?);
                let count = left.shape.count_along(*left_axis);
                Some(format!(
                    "`{b}` has an element, or a row, for each row of `{a}`: {count}"
                ))
            }
            Error::WrongOperand { op, found, .. }
                if op == "dot" && operands.len() == 2 && found.is_float() =>
            {
                other_product(&operands[0], &operands[1])
            }
            Error::WrongOperand {
                op,
                found,
                expected,
            } if op == "!" && found.element.is_float() && expected.contains("bool") => {
                let text = short_text(self.operand_of(operands, found)?.expr)?;
                Some(format!("`{0}` is 0 where `{0} == 0.0`", grouped(&text)))
            }
            Error::WrongOperand {
                found, expected, ..
            } => self.replacement(operands, found, expected),
            Error::ContractionExtents {
                left,
                left_axis,
                right,
                right_axis,
                ..
            } => {
                let (axes, vectors) = ([*left_axis, *right_axis], [left, right]);
                let counts = [0, 1].map(|own| vectors[own].shape.count_along(axes[own]));
                let are_vectors = vectors.iter().all(|ty| ty.shape.rank() == 1);
                let sliced = || {
                    let left_operand = self.operand_of(operands, left)?;
                    let right_operand = self.operand_of(operands, right)?;
                    self.end_of_range((left_operand, &counts[0]), (right_operand, &counts[1]))
                        .or_else(|| self.equal_shapes((left_operand, left), (right_operand, right)))
                };
                match are_vectors {
                    true => sliced(),
                    false => self.transposition(operands, (left, axes[0]), (right, axes[1])),
                }
                .or_else(|| same_parameter(&counts[0], &counts[1]))
            }
            Error::NotDifferentiable { what } => self.derivative_from_outside(what),
            _ => None,
        }
    }

    /// The help for a derivative, in these words, that a function from outside does not have.
    fn derivative_from_outside(&self, what: &str) -> Option<String> {
        let (order, name) = what.split_once("function from outside `")?;
        let name = name.strip_suffix('`')?;
        let mut outside = self.names.outside.iter();
        let function = outside.find(|function| function.name() == name)?;
        Some(match order.contains("derivative") {
            true => higher_order(std::slice::from_ref(function)).into(),
            false => "give it one: `#[external(adjoint = path)]`".into(),
        })
    }

    /// How to solve an equation whose first operand is no square matrix.
    fn linear_equation(&self, operands: &[Operand<'b, '_>], found: &Type) -> Option<String> {
        let [a, b] = operands else { return None };
        let shapes = (a.value.shape()?, b.value.shape()?);
        let (a, b) = (short_text(a.expr)?, short_text(b.expr)?);
        let counts = found.shape.counts();
        match (&counts[..], shapes.1.rank()) {
            ([], 0) => Some(format!(
                "of numbers, it is `{} / {}`",
                grouped(&b),
                grouped(&a)
            )),
            ([_], 2) => Some(format!("the matrix comes first: `linear_solve({b}, {a})`")),
            ([rows, columns], 1 | 2)
                if rows.known()? > columns.known()? && shapes.1.counts()[0] == *rows =>
            {
                Some(format!(
                    "the least squares of more equations than unknowns are \
                     `linear_solve(matmul(transpose({a}), {a}), matmul(transpose({a}), {b}))`"
                ))
            }
            _ => None,
        }
    }

    /// How to join two arrays whose shapes differ.
    fn joined(&self, operands: &[Operand<'b, '_>], left: &Type, right: &Type) -> Option<String> {
        let (l, r) = (&left.shape, &right.shape);
        if l.rank() == 1 && r.rank() == 0 {
            let text = short_text(self.operand_of(operands, right)?.expr)?;
            return Some(format!(
                "a number is joined as an array of one element: `[{text}]`"
            ));
        }
        if l.rank() == 2 && r.rank() == 1 {
            let text = short_text(self.operand_of(operands, right)?.expr)?;
            return as_row_or_column(&text, l, r);
        }
        let differ = |axis: &usize| l.count_along(*axis) != r.count_along(*axis);
        let same_rank = l.rank() == r.rank();
        let mut axes = (0..l.rank()).filter(|axis| same_rank && differ(axis));
        Some(match (axes.next(), axes.next()) {
            (Some(axis), None) => format!(
                "operands of `concat` may differ along its axis alone: these are joined by \
                 `axis = {axis}`"
            ),
            _ => "operands of `concat` may differ along its axis alone".into(),
        })
    }

    /// Whether all operands are numbers.
    fn are_numbers(&self, operands: &[Operand<'b, '_>]) -> bool {
        let mut shapes = operands.iter().map(|operand| operand.value.shape());
        shapes.all(|shape| shape.is_some_and(|shape| shape.rank() == 0))
    }

    /// A conversion to the wider, or to the generic, of two float types.
    fn conversion(
        &self,
        operands: &[Operand<'b, '_>],
        left: &Type,
        right: &Type,
    ) -> Option<String> {
        let indices = [left, right].map(|ty| ty.element == Element::I64);
        if let [true, false] | [false, true] = indices {
            let (index, other) = if indices[0] {
                (left, right)
            } else {
                (right, left)
            };
            let operand = self.operand_of(operands, index)?;
            let to = self.words.element(other.element);
            let help = self.converted(operand.expr, &to);
            return help.filter(|_| other.is_float());
        }
        if !left.is_float() || !right.is_float() {
            return None;
        }
        let is_constant = |ty: &Type| {
            let operand = self.operand_of(operands, ty);
            operand.is_some_and(|operand| self.is_of_constants(operand.expr))
        };
        let promises_single = self.signature.is_some_and(|signature| {
            let mut parts = signature.result.parts().iter().peekable();
            parts.peek().is_some() && parts.all(|ty| ty.element == Element::F32)
        });
        let is_single = self.float == Element::F32 || promises_single;
        let (from, to) = match (left.element, right.element) {
            (Element::Float, _) => (right, left),
            (_, Element::Float) => (left, right),
            _ if is_constant(left) && !is_constant(right) => (left, right),
            _ if is_constant(right) && !is_constant(left) => (right, left),
            (Element::F32, _) if !is_single => (left, right),
            (_, Element::F32) if is_single => (left, right),
            _ => (right, left),
        };
        let from = self.operand_of(operands, from)?;
        if let Expr::Lit(ExprLit { lit, .. }) = from.expr
            && let Some(number) = without_suffix(lit)
        {
            return Some(format!("write the number without its suffix: `{number}`"));
        }
        let text = short_text(from.expr)?;
        let to = self.words.element(to.element);
        Some(format!("convert one of them: `{} as {to}`", grouped(&text)))
    }

    /// Whether an expression is made of constants, one at least.
    fn is_of_constants(&self, expr: &Expr) -> bool {
        let names = idents(expr);
        !names.is_empty()
            && names.iter().all(|name| {
                let id = self.variables.find(&name.to_string());
                let origin = id.map(|id| &self.variables.get(id).origin);
                match origin {
                    Some(origin) => matches!(origin, Origin::Constant),
                    None => self.names.constants.contains(&name.to_string()),
                }
            })
    }

    /// A replacement for an operand of the wrong kind.
    fn replacement(
        &self,
        operands: &[Operand<'b, '_>],
        found: &Type,
        expected: &str,
    ) -> Option<String> {
        let expr = self.operand_of(operands, found)?.expr;
        let text = short_text(expr)?;
        match found.element {
            Element::Bool if expected.contains("number") => {
                if let Some(help) = self.loose_cast_of_condition(expr) {
                    return Some(help);
                }
                let inner = text
                    .strip_prefix('(')
                    .and_then(|text| text.strip_suffix(')'));
                let text = inner
                    .filter(|inner| !inner.contains(['(', ')']))
                    .unwrap_or(&text);
                Some(format!("choose numbers by it: `select({text}, 1.0, 0.0)`"))
            }
            Element::I64 if expected.contains("floating") && !mentions(expr, |_| true) => {
                Some(format!("write it as a float: `{}`", as_float(expr)))
            }
            Element::I64 if expected.contains("floating") => {
                self.converted(expr, &self.words.element(self.float))
            }
            element if element.is_float() && expected.contains("bool") => {
                Some(format!("compare: `{} != 0.0`", grouped(&text)))
            }
            _ => None,
        }
    }

    /// How to make two shapes agree, if slicing or repeating does it.
    fn equal_shapes(
        &self,
        left: (&Operand<'b, '_>, &Type),
        right: (&Operand<'b, '_>, &Type),
    ) -> Option<String> {
        let (left_shape, right_shape) = (&left.1.shape, &right.1.shape);
        let reduced = self
            .other_axis_within(left.0.expr, left_shape, right.1)
            .or_else(|| self.other_axis_within(right.0.expr, right_shape, left.1));
        if reduced.is_some() {
            return reduced;
        }
        let (smaller, larger) = match left_shape.rank() < right_shape.rank() {
            true => (left.0, right.0),
            false => (right.0, left.0),
        };
        if let Some(repeated) = self.along_known(smaller, &larger.value) {
            return Some(format!("repeat the smaller one: {repeated}"));
        }
        let stretched = self.stretched((left.0, left_shape), (right.0, right_shape));
        if stretched.is_some() {
            return stretched;
        }
        if left_shape.rank() == right_shape.rank() {
            let axis = one_difference(left_shape, right_shape)?;
            let [l, r] = [left_shape, right_shape].map(|shape| shape.count_along(axis));
            let written = self
                .other_extent(left.0.expr, left_shape, axis, &r)
                .or_else(|| self.other_extent(right.0.expr, right_shape, axis, &l));
            if written.is_some() {
                return written;
            }
            return self.equal_lengths((left.0, &l), (right.0, &r), axis);
        }
        let repeated = self.along_others(smaller, &larger.value)?;
        Some(format!("repeat the smaller one: {repeated}"))
    }

    /// The matrix of all products of two vectors, where their product element by element is added to
    /// a square matrix.
    pub(super) fn all_products(
        &self,
        op: &str,
        left: (&Operand<'b, '_>, &Type),
        right: (&Operand<'b, '_>, &Type),
    ) -> Option<String> {
        let (vector, matrix) = match (left.1.shape.rank(), right.1.shape.rank()) {
            (1, 2) => (left, right),
            (2, 1) => (right, left),
            _ => return None,
        };
        let Expr::Binary(product) = without_parentheses(vector.0.expr) else {
            return None;
        };
        let count = vector.1.shape.count_along(0);
        let is_square = matrix.1.shape.counts().iter().all(|own| *own == count);
        let is_vector = |side: &Expr| match self.variable_of(side) {
            Some(variable) => variable.shape().is_some_and(|shape| shape.rank() == 1),
            None => !matches!(side, Expr::Lit(_)),
        };
        let is_meant = matches!(op, "+" | "-")
            && matches!(product.op, BinOp::Mul(_))
            && is_square
            && is_vector(&product.left)
            && is_vector(&product.right);
        let (u, v) = (short_text(&product.left)?, short_text(&product.right)?);
        is_meant.then(|| format!("the matrix of all products is `outer({u}, {v})`"))
    }

    /// How to make two shapes agree by repeating along axes of extent 1, as after `keep = true`.
    fn stretched(
        &self,
        left: (&Operand<'b, '_>, &Shape),
        right: (&Operand<'b, '_>, &Shape),
    ) -> Option<String> {
        let rank = left.1.rank().max(right.1.rank());
        let extent = |shape: &Shape, axis: usize| {
            let missing = rank - shape.rank();
            axis.checked_sub(missing)
                .map(|axis| shape.count_along(axis))
        };
        let mut ones = false;
        let mut extents = Vec::with_capacity(rank);
        for axis in 0..rank {
            let (l, r) = (extent(left.1, axis), extent(right.1, axis));
            extents.push(match (l, r) {
                (Some(l), Some(r)) if l == r => l,
                (Some(one), Some(other)) | (Some(other), Some(one)) if one == 1 => {
                    ones = true;
                    other
                }
                (Some(only), None) | (None, Some(only)) => only,
                _ => return None,
            });
        }
        let whole = Shape::of(extents).ok().filter(|_| ones)?;
        let repeated = [left, right]
            .into_iter()
            .filter(|(_, shape)| **shape != whole);
        let repeated = repeated.map(|(operand, _)| {
            let text = short_text(operand.expr)?;
            Some(format!("`broadcast({text}, {whole})`"))
        });
        match &repeated.collect::<Option<Vec<String>>>()?[..] {
            [one] => Some(format!("repeat the smaller one: {one}")),
            [a, b] => Some(format!("repeat both: {a} and {b}")),
            _ => None,
        }
    }

    /// Whether exchanging the axes of a matrix makes a product possible.
    fn transposition(
        &self,
        operands: &[Operand<'b, '_>],
        (left, left_axis): (&Type, usize),
        (right, right_axis): (&Type, usize),
    ) -> Option<String> {
        let other = |ty: &Type, first: bool| {
            (ty.shape.rank() == 2).then(|| ty.shape.count_along(usize::from(!first)))
        };
        let operand = if other(right, false) == Some(left.shape.count_along(left_axis)) {
            // Of two of one type the second one is meant.
            let is_right =
                |operand: &&Operand<'b, '_>| operand.value.ty(self.float).as_ref() == Some(right);
            operands.iter().rev().find(is_right)?
        } else if other(left, true) == Some(right.shape.count_along(right_axis)) {
            self.operand_of(operands, left)?
        } else {
            return None;
        };
        let text = short_text(operand.expr)?;
        let texts = operands.iter().map(|operand| short_text(operand.expr));
        let texts: Vec<String> = texts.collect::<Option<_>>()?;
        if let [one, other] = &texts[..]
            && one == other
        {
            return Some(format!(
                "exchange the axes of one of them: `matmul({one}, transpose({one}))`, or \
                 `matmul(transpose({one}), {one})`"
            ));
        }
        Some(format!("exchange the axes of one: `transpose({text})`"))
    }

    /// The last operand of that type.
    fn operand_of<'o, 'x>(
        &self,
        operands: &'o [Operand<'b, 'x>],
        ty: &Type,
    ) -> Option<&'o Operand<'b, 'x>> {
        let is = |operand: &&Operand<'b, 'x>| operand.value.ty(self.float).as_ref() == Some(ty);
        operands.iter().find(is)
    }
}

/// A vector as one more row or column of a matrix, where it is as long as one.
fn as_row_or_column(vector: &str, matrix: &Shape, own: &Shape) -> Option<String> {
    let length = own.count_along(0);
    let forms = [
        (
            1,
            format!("as a row it is `reshape({vector}, [1, {length}])`"),
        ),
        (
            0,
            format!("as a column, joined by `axis = 1`, it is `reshape({vector}, [{length}, 1])`"),
        ),
    ];
    let forms = forms
        .into_iter()
        .filter(|(axis, _)| matrix.count_along(*axis) == length);
    let forms: Vec<String> = forms.map(|(_, form)| form).collect();
    (!forms.is_empty()).then(|| forms.join("; "))
}

/// The product of two operands that are not both vectors, as `dot` is called of them elsewhere.
fn other_product(left: &Operand<'_, '_>, right: &Operand<'_, '_>) -> Option<String> {
    let (a, b) = (short_text(left.expr)?, short_text(right.expr)?);
    let (l, r) = (left.value.shape()?, right.value.shape()?);
    let product = || format!("`{} * {}`", grouped(&a), grouped(&b));
    if l.rank() == 0 || r.rank() == 0 {
        return Some(format!("the product with a number is {}", product()));
    }
    let matrices = meet(&l, &r).then(|| format!("the product of matrices is `matmul({a}, {b})`"));
    let elements = (l == r).then(|| {
        let product = product();
        let product = product.trim_matches('`');
        format!("the sum of the products of all elements is `sum({product})`")
    });
    match (matrices, elements) {
        (Some(matrices), Some(elements)) => Some(format!("{matrices}; {elements}")),
        (matrices, elements) => matrices.or(elements),
    }
}

/// Whether two vectors or matrices have a product of matrices.
fn meet(l: &Shape, r: &Shape) -> bool {
    let along = r.rank().saturating_sub(2);
    (1..=2).contains(&l.rank())
        && (1..=2).contains(&r.rank())
        && l.count_along(l.rank() - 1) == r.count_along(along)
}

/// The text of a float literal that has a suffix, without it.
fn without_suffix(literal: &Lit) -> Option<String> {
    let (digits, suffix) = match literal {
        Lit::Float(float) => (float.base10_digits(), float.suffix()),
        Lit::Int(int) => (int.base10_digits(), int.suffix()),
        _ => return None,
    };
    let is_whole = digits.bytes().all(|digit| digit.is_ascii_digit());
    let point = if is_whole { ".0" } else { "" };
    (!suffix.is_empty()).then(|| format!("{digits}{point}"))
}
