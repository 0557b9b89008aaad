//! Scalar operators, element by element: an operator of the format, or what the operator's row of
//! the table says in terms of others.

use super::draft::Symbol;
use super::inner::NodeContext;
use super::{Item, Truth, Writer};
use crate::Error;
use crate::cppad::{Operator, STEPS};
use crate::error::NO_DIVISOR;
use crate::refusal::{impossible, unwritten};
use alloc::rc::Rc;
use alloc::vec::Vec;
use graph_ir::algebra::Bodies;
use graph_ir::graph::InputKind;
use graph_ir::ops::{Class, OpView, STRAIGHT_SORT, ScalarOp, Visitor};
use graph_ir::{Builder, Element, Graph, Type, Wire};
use graph_math::math::Float;

impl Writer {
    pub(super) fn scalar(&mut self, op: ScalarOp, at: NodeContext<'_>) -> Result<Vec<Item>, Error> {
        let arguments = at.graph.arguments(at.id);
        let integers = at.graph.ty(arguments[0]).element == Element::I64;
        let mut items = Vec::new();
        let mut operands = Vec::with_capacity(arguments.len());
        for index in 0..at.items(0).len() {
            operands.clear();
            operands.extend((0..arguments.len()).map(|argument| at.items(argument)[index]));
            items.push(self.element(op, integers, &operands)?);
        }
        Ok(items)
    }

    /// The result of an operator on single numbers that the format has.
    pub(super) fn single(
        &mut self,
        op: ScalarOp,
        at: NodeContext<'_>,
    ) -> Result<Option<Item>, Error> {
        let arguments = at.graph.arguments(at.id);
        let (Some(operator), Some(&first)) = (self.operator(op), arguments.first()) else {
            return Ok(None);
        };
        let mut symbols = [self.draft.input(0); 2];
        if !at.graph.ty(first).is_float() || arguments.len() > symbols.len() {
            return Ok(None);
        }
        for (argument, symbol) in symbols[..arguments.len()].iter_mut().enumerate() {
            match *at.items(argument) {
                [Item::Number(number)] => *symbol = number,
                _ => return Ok(None),
            }
        }
        let result = self.operate(op, operator, &symbols[..arguments.len()])?;
        Ok(Some(Item::Number(result)))
    }

    /// The operator of the format. Few of them occur in a file, which are found without comparing
    /// names.
    pub(super) fn operator(&mut self, op: ScalarOp) -> Option<Operator> {
        if let Some(&(_, operator)) = self.operators.iter().find(|(known, _)| *known == op) {
            return operator;
        }
        let operator = op.cppad().and_then(Operator::from_name);
        self.operators.push((op, operator));
        operator
    }

    pub(super) fn element(
        &mut self,
        op: ScalarOp,
        integers: bool,
        operands: &[Item],
    ) -> Result<Item, Error> {
        if op.class() == Class::Logic {
            return self.logic(op, operands).map(Item::Truth);
        }
        let symbols = operands.iter().map(|&item| self.number(item));
        let symbols: Vec<Symbol> = symbols.collect::<Result<_, _>>()?;
        if integers && let Some(known) = self.known_integer(op, &symbols)? {
            return Ok(known);
        }
        if let (true, true, &[x, y]) = (integers, op.divides(), &*symbols) {
            return self.divided(op, x, y).map(Item::Number);
        }
        if let &[left, right] = &*symbols
            && let Some(truth) = Self::compare(op, left, right)
        {
            let known = self.known_comparison(op, left, right);
            return Ok(Item::Truth(known.unwrap_or(truth)));
        }
        if let Some(operator) = self.operator(op) {
            return self.operate(op, operator, &symbols).map(Item::Number);
        }
        if let (true, &[x]) = (STEPS.contains(&op), &*symbols) {
            return self.discrete(op.name(), x).map(Item::Number);
        }
        if let (ScalarOp::Rem, &[x, y]) = (op, &*symbols) {
            return self.remainder(x, y).map(Item::Number);
        }
        let Some(body) = self.body(op)? else {
            let why = "the format has neither this operator nor others that say the same";
            return Err(unwritten(op.name(), why));
        };
        let results = self.function(&body, operands).map_err(Error::outside)?;
        Ok(results[0])
    }

    /// The quotient or the remainder of integers, as numbers: rounding takes no quotient of
    /// integers that numbers hold to the next whole one.
    fn divided(&mut self, op: ScalarOp, x: Symbol, y: Symbol) -> Result<Symbol, Error> {
        if self.draft.value(y).is_none_or(|divisor| divisor == 0.0) {
            return Err(unwritten(op.name(), NO_DIVISOR));
        }
        match op {
            ScalarOp::Rem => self.remainder(x, y),
            _ => self.whole_quotient(x, y),
        }
    }

    /// `trunc(x / y)`.
    fn whole_quotient(&mut self, x: Symbol, y: Symbol) -> Result<Symbol, Error> {
        let quotient = self.draft.apply(Operator::DIV, &[x, y])?;
        self.discrete(ScalarOp::Trunc.name(), quotient)
    }

    /// `x - y * trunc(x / y)`.
    fn remainder(&mut self, x: Symbol, y: Symbol) -> Result<Symbol, Error> {
        let whole = self.whole_quotient(x, y)?;
        let multiple = self.draft.apply(Operator::MUL, &[y, whole])?;
        self.draft.apply(Operator::SUB, &[x, multiple])
    }

    /// The operator in terms of others, as a graph of numbers.
    fn body(&mut self, op: ScalarOp) -> Result<Option<Rc<Graph>>, Error> {
        let key = (op.name(), op.parameter());
        if let Some(body) = self.bodies.get(&key) {
            return Ok(Some(Rc::clone(body)));
        }
        let builder = Builder::new();
        let number = Type::scalar(Element::F64);
        let operands = op.operands().iter();
        let operands: Vec<Wire<'_>> = operands
            .map(|name| builder.input(name, number.clone(), InputKind::Independent))
            .collect();
        let Some(value) = op.body(&operands) else {
            return Ok(None);
        };
        let body = builder.output("", value).and_then(|()| builder.finish());
        let body = Rc::new(body.map_err(impossible)?);
        self.bodies.insert(key, Rc::clone(&body));
        Ok(Some(body))
    }

    /// An operator that is said in terms of others.
    pub(super) fn expansion(
        &mut self,
        view: &OpView,
        at: NodeContext<'_>,
    ) -> Result<Vec<Item>, Error> {
        let operands = at.graph.arguments(at.id).iter();
        let types: Vec<&Type> = operands.map(|&operand| at.graph.ty(operand)).collect();
        let body = view.body(&types, Bodies::straight()).map_err(impossible)?;
        self.composites += 1;
        let results = self.function(&body, &at.items_from(0));
        self.composites -= 1;
        results.map_err(Error::outside)
    }

    /// Elements, or positions, in ascending order.
    pub(super) fn sort(&mut self, axis: usize, at: NodeContext<'_>) -> Result<Vec<Item>, Error> {
        if at.items(0).is_empty() {
            return Ok(Vec::new());
        }
        if at.shape(0).extent(axis) > STRAIGHT_SORT {
            let why = "the format chooses between two numbers at a time: sorting takes up to 16";
            return Err(unwritten("an order of so many numbers", why));
        }
        self.expansion(&at.graph.view(at.id), at)
    }

    /// Elements of another type.
    pub(super) fn cast(&mut self, at: NodeContext<'_>) -> Result<Vec<Item>, Error> {
        let from = at.graph.ty(at.graph.arguments(at.id)[0]);
        let to = at.graph.ty(at.id);
        let truncates = from.is_float() && to.element == Element::I64;
        let rounds =
            matches!(from.element, Element::F64 | Element::Float) && to.element == Element::F32;
        let items = at.items(0).iter();
        items
            .map(|&item| match to.element {
                Element::Bool => self.truth(item).map(Item::Truth),
                _ if truncates => {
                    let number = self.number(item)?;
                    self.integral(number).map(Item::Number)
                }
                _ if rounds => {
                    let number = self.number(item)?;
                    self.rounded(number).map(Item::Number)
                }
                _ => self.number(item).map(Item::Number),
            })
            .collect()
    }

    /// A number in single precision: one that is known, as the format has no such operator.
    fn rounded(&mut self, number: Symbol) -> Result<Symbol, Error> {
        match self.draft.value(number) {
            Some(value) => self.draft.literal(f64::from(value as f32)),
            None => Err(unwritten(
                "a cast from f64 to f32",
                "it computes in double precision alone",
            )),
        }
    }

    /// A number without its fraction.
    fn integral(&mut self, number: Symbol) -> Result<Symbol, Error> {
        match self.draft.value(number) {
            Some(value) => self.draft.literal(value.to_i64() as f64),
            None => self.discrete(ScalarOp::Trunc.name(), number),
        }
    }

    pub(super) fn select(&mut self, at: NodeContext<'_>) -> Result<Vec<Item>, Error> {
        let conditions = at.items(0).iter().zip(at.items(1)).zip(at.items(2));
        conditions
            .map(|((&condition, &a), &b)| {
                let condition = self.truth(condition)?;
                self.choose_item(condition, a, b)
            })
            .collect()
    }

    /// The result of an operator on integers that are constants: indices are computed while
    /// writing, since the format cannot index by a number of the document.
    fn known_integer(&mut self, op: ScalarOp, symbols: &[Symbol]) -> Result<Option<Item>, Error> {
        let values = symbols.iter().map(|&symbol| self.draft.value(symbol));
        let integers = values.map(|value| value.map(Float::to_i64));
        let Some(operands) = integers.collect::<Option<Vec<i64>>>() else {
            return Ok(None);
        };
        if op.divides() && operands.last() == Some(&0) {
            return Ok(None);
        }
        Ok(match op.visit_integer(Apply(&operands)).flatten() {
            // The file has floats, which do not hold all larger ones.
            Some(Applied::Number(value)) if value.unsigned_abs() > 1 << f64::MANTISSA_DIGITS => {
                None
            }
            Some(Applied::Number(value)) => Some(Item::Number(self.draft.literal(value as f64)?)),
            Some(Applied::Truth(holds)) => Some(Item::Truth(Truth::Known(holds))),
            None => None,
        })
    }
}

/// Applies an operator on integers to its operands; `None` where their number is not the arity.
struct Apply<'a>(&'a [i64]);

enum Applied {
    Number(i64),
    Truth(bool),
}

impl Visitor<i64> for Apply<'_> {
    type Output = Option<Applied>;

    fn unary(self, f: impl Fn(i64) -> i64) -> Option<Applied> {
        match *self.0 {
            [x] => Some(Applied::Number(f(x))),
            _ => None,
        }
    }

    fn binary(self, f: impl Fn(i64, i64) -> i64) -> Option<Applied> {
        match *self.0 {
            [x, y] => Some(Applied::Number(f(x, y))),
            _ => None,
        }
    }

    fn ternary(self, f: impl Fn(i64, i64, i64) -> i64) -> Option<Applied> {
        match *self.0 {
            [x, y, z] => Some(Applied::Number(f(x, y, z))),
            _ => None,
        }
    }

    fn compare(self, f: impl Fn(i64, i64) -> bool) -> Option<Applied> {
        match *self.0 {
            [x, y] => Some(Applied::Truth(f(x, y))),
            _ => None,
        }
    }
}
