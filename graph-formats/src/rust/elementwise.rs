//! Operators that go element by element.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use graph_ir::NodeId;
use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_ir::types::Element;

use super::body::{Body, Scope};
use super::literal::{number, type_name, typed};
use super::text::{Binding, Text, call, infix, sum};
use crate::Error;

impl Body<'_> {
    pub(super) fn scalar(
        &self,
        scope: &Scope<'_>,
        id: NodeId,
        op: ScalarOp,
    ) -> Result<Text, Error> {
        let operands = self.operands(scope, scope.graph.arguments(id))?;
        Ok(scalar(op, &operands))
    }

    pub(super) fn sum(&self, scope: &Scope<'_>, id: NodeId) -> Result<Text, Error> {
        let graph = scope.graph;
        match graph.arguments(id) {
            [] => Ok(self.zeros(graph.ty(id))),
            terms => Ok(sum(&self.operands(scope, terms)?)),
        }
    }

    /// Operands of one shape: numbers that are repeated meet the others as numbers, as long as one
    /// has the shape.
    pub(super) fn operands(
        &self,
        scope: &Scope<'_>,
        arguments: &[NodeId],
    ) -> Result<Vec<Text>, Error> {
        let numbers = arguments.iter().map(|&id| self.repeated(scope, id));
        let mut numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        if numbers.iter().all(Option::is_some)
            && let Some(first) = numbers.first_mut()
        {
            *first = None;
        }
        let pairs = arguments.iter().zip(numbers);
        pairs
            .map(|(&id, number)| match number {
                Some(number) => Ok(number),
                None => self.read(scope, id),
            })
            .collect()
    }

    pub(super) fn cast(&self, scope: &Scope<'_>, id: NodeId) -> Result<Text, Error> {
        let graph = scope.graph;
        let source = graph.arguments(id)[0];
        let (from, to) = (graph.ty(source).element, graph.ty(id).element);
        let own = match graph.as_constant(source) {
            // A literal without a type would be read in the type that it is converted to.
            Some(own) if own.shape().rank() == 0 => typed(own.literal(0)),
            _ => self.read(scope, source)?,
        };
        if from == to {
            return Ok(own);
        }
        if to == Element::Bool {
            let zero = number(Literal::from_f64(from, 0.0), self.float);
            return Ok(infix(&own, "!=", &zero, Binding::Comparison));
        }
        let to = match to {
            Element::I64 => "i64",
            other => type_name(other),
        };
        let own = own.operand(Binding::Prefix);
        Ok(Text::new(format!("{own} as {to}"), Binding::Cast))
    }
}

/// A scalar operator as the language writes it.
fn scalar(op: ScalarOp, operands: &[Text]) -> Text {
    if let Some(parameter) = op.parameter() {
        let parameter = Text::atom(parameter.to_string());
        return call(op.name(), &[operands[0].clone(), parameter]);
    }
    match (op.symbol(), operands) {
        (Some(symbol), [x]) => {
            let x = x.operand(Binding::Atom);
            Text::new(format!("{symbol}{x}"), Binding::Prefix)
        }
        (Some(symbol), [x, y]) => infix(x, symbol, y, binding(op)),
        _ => call(op.name(), operands),
    }
}

fn binding(op: ScalarOp) -> Binding {
    match op {
        ScalarOp::Or => Binding::Or,
        ScalarOp::And => Binding::And,
        ScalarOp::Add | ScalarOp::Sub => Binding::Sum,
        ScalarOp::Mul | ScalarOp::Div | ScalarOp::Rem => Binding::Product,
        _ => Binding::Comparison,
    }
}
