//! A document as a graph: every usage becomes scalar nodes of `f64`, in order.
//!
//! The dynamic parameters are one input `p`, the variables one input `x`, both vectors, since the
//! values of a file with thousands of them come as slices; an element of one is a view. Nothing is
//! shared or dropped, so that the graph is written as the document that it came from.

use super::{Detail, Document, Form, Operator, Usage};
use crate::sites::cppad::Origin;
use crate::{Error, Place};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::graph::{EffectKind, External, ExternalKind, InputKind, Role};
use graph_ir::intern::signed;
use graph_ir::ops::ScalarOp;
use graph_ir::{Builder, Element, Graph, NodeId, Shape, Type, Wire};

impl Document {
    /// The function of the document as a graph.
    ///
    /// Its inputs are `p: [f64; n_dynamic]`, which is dynamic, and `x: [f64; n_variable]`; its
    /// output is `y: [f64; n]` with an element for each of the n dependents, or `y: f64` for a
    /// single one. An input or output without elements is left out.
    ///
    /// The conditional operators become a comparison and a choice. `comp_*` and `print` become
    /// effects. `discrete`, `atom` and `atom4` become functions of the host, which are looked up
    /// when the graph is evaluated; the `discrete` functions `floor`, `ceil`, `round`, `trunc` and
    /// `stop_gradient` become the operators of these names, since graphs with such operators are
    /// written that way. [`place`](super::place) tells where in the file a node stood.
    ///
    /// # Errors
    ///
    /// If the document has more nodes than a graph can have.
    pub fn to_graph(&self) -> Result<Graph, Error> {
        let builder = Builder::without_sharing();
        let read = Import::new(&builder, self).and_then(Import::document);
        match read.and_then(|()| builder.finish()) {
            Ok(graph) => Ok(graph),
            Err(error) => Err(Error::Graph {
                place: Place::default(),
                error: Box::new(error),
            }),
        }
    }
}

/// How the usages of an operator become nodes.
#[derive(Clone, Copy)]
enum Meaning {
    Scalar(ScalarOp),
    /// A choice by a comparison.
    Choice(ScalarOp),
    /// The statement that a comparison holds.
    Statement(ScalarOp),
    Sum,
    Function,
    Print,
}

struct Import<'b> {
    builder: &'b Builder,
    document: &'b Document,
    meanings: Vec<Meaning>,
    parameters: Option<Wire<'b>>,
    variables: Option<Wire<'b>>,
    /// The elements of the inputs, made when they are first needed.
    elements: Vec<Option<Wire<'b>>>,
    /// The nodes of the constants and results: there are as many as the file has usages.
    nodes: Vec<NodeId>,
}

/// Room for the operands of most usages.
const FEW: usize = 4;

impl<'b> Import<'b> {
    fn new(builder: &'b Builder, document: &'b Document) -> graph_ir::Result<Self> {
        builder.set_name(document.function_name());
        builder.set_sites("cppad");
        let input = |name, count: u32, kind, origin: Origin| {
            builder.set_site(origin.site());
            vector(count).map(|ty| (count > 0).then(|| builder.input(name, ty, kind)))
        };
        let (n_dynamic, n_variable) = (document.n_dynamic(), document.n_variable());
        let (nodes, arguments) = room(document);
        builder.reserve(nodes, arguments);
        Ok(Self {
            builder,
            document,
            meanings: Operator::all().map(meaning).collect(),
            parameters: input("p", n_dynamic, InputKind::Dynamic, Origin::Parameters)?,
            variables: input("x", n_variable, InputKind::Independent, Origin::Variables)?,
            elements: vec![None; n_dynamic as usize + n_variable as usize],
            nodes: Vec::with_capacity(document.constants().len() + document.usages().len()),
        })
    }

    fn document(mut self) -> graph_ir::Result<()> {
        for (index, &constant) in self.document.constants().iter().enumerate() {
            self.builder.set_site(Origin::Constant(index).site());
            let wire = self.builder.number(Element::F64, constant);
            self.nodes.push(wire.node());
        }
        for (index, usage) in self.document.usages().enumerate() {
            self.builder.set_site(Origin::Usage(index).site());
            self.usage(&usage)?;
        }
        self.dependents()
    }

    fn usage(&mut self, usage: &Usage<'_>) -> graph_ir::Result<()> {
        let Some(&first) = usage.arguments.first() else {
            return self.applied(usage, &[]);
        };
        if usage.arguments.len() > FEW {
            let nodes = usage.arguments.iter();
            let operands = nodes.map(|&node| self.value(node));
            let operands: Vec<Wire<'b>> = operands.collect::<graph_ir::Result<_>>()?;
            return self.applied(usage, &operands);
        }
        let mut operands = [self.value(first)?; FEW];
        for (operand, &node) in operands.iter_mut().zip(usage.arguments).skip(1) {
            *operand = self.value(node)?;
        }
        self.applied(usage, &operands[..usage.arguments.len()])
    }

    fn applied(&mut self, usage: &Usage<'_>, operands: &[Wire<'b>]) -> graph_ir::Result<()> {
        let builder = self.builder;
        let result = match self.meanings[usage.operator.index()] {
            Meaning::Scalar(op) => builder.scalar(op, operands)?,
            Meaning::Choice(op) => {
                let holds = builder.scalar(op, &operands[..2])?;
                builder.select(holds, operands[2], operands[3])?
            }
            Meaning::Sum => builder.sum(operands, &Type::scalar(Element::F64))?,
            Meaning::Statement(op) => return builder.effect(EffectKind::Compare(op), operands),
            Meaning::Print => return self.print(usage.detail, operands),
            Meaning::Function => return self.function(usage, operands),
        };
        self.nodes.push(result.node());
        Ok(())
    }

    fn print(&self, detail: Detail<'_>, operands: &[Wire<'b>]) -> graph_ir::Result<()> {
        let (before, after) = match detail {
            Detail::Print { before, after } => (before, after),
            _ => ("", ""),
        };
        let kind = EffectKind::Print {
            before: before.into(),
            after: after.into(),
        };
        self.builder.effect(kind, operands)
    }

    fn function(&mut self, usage: &Usage<'_>, operands: &[Wire<'b>]) -> graph_ir::Result<()> {
        let (name, kind) = match usage.detail {
            Detail::Numbered { name, call_id } => {
                let call = call_id.into();
                (name, ExternalKind::Numbered { call })
            }
            Detail::Function { name } if usage.operator.form() == Form::Discrete => {
                (name, ExternalKind::Discrete)
            }
            Detail::Function { name } => (name, ExternalKind::Smooth),
            _ => ("", ExternalKind::Smooth),
        };
        if kind == ExternalKind::Discrete
            && let Some(known) = self.known_discrete(name, operands)
        {
            self.nodes.push(known?.node());
            return Ok(());
        }
        let numbers = |count| vec![Type::scalar(Element::F64); count];
        let external = External {
            name: String::from(name),
            kind,
            role: Role::Value,
            arguments: numbers(operands.len()),
            results: numbers(usage.results.len()),
        };
        let results = self.builder.external(&external, operands)?;
        self.nodes.extend(results.into_iter().map(Wire::node));
        Ok(())
    }

    /// The operator behind a `discrete` function that is written for want of an operator.
    fn known_discrete(
        &self,
        name: &str,
        operands: &[Wire<'b>],
    ) -> Option<graph_ir::Result<Wire<'b>>> {
        if name == super::STOP_GRADIENT {
            return Some(self.builder.stop_gradient(*operands.first()?));
        }
        let op = super::STEPS.into_iter().find(|op| op.name() == name)?;
        Some(self.builder.scalar(op, operands))
    }

    /// The value of a node, counted from 1.
    fn value(&mut self, node: u32) -> graph_ir::Result<Wire<'b>> {
        let index = node as usize - 1;
        match self.elements.get(index) {
            Some(Some(wire)) => return Ok(*wire),
            Some(None) => {}
            None => {
                let node = self.nodes[index - self.elements.len()];
                let value = self.builder.value_of(node);
                return value.ok_or(graph_ir::Error::OutOfScope);
            }
        }
        let n_dynamic = self.document.n_dynamic() as usize;
        let (input, element) = match index.checked_sub(n_dynamic) {
            Some(element) => (self.variables, element),
            None => (self.parameters, index),
        };
        let input = input.ok_or(graph_ir::Error::OutOfScope)?;
        let element = signed(element);
        let wire = self.builder.index(input, 0, element)?;
        self.elements[index] = Some(wire);
        Ok(wire)
    }

    fn dependents(&mut self) -> graph_ir::Result<()> {
        let mut values = Vec::with_capacity(self.document.dependents().len());
        for (index, &node) in self.document.dependents().iter().enumerate() {
            self.builder.set_site(Origin::Dependent(index).site());
            values.push(self.value(node)?);
        }
        match *values {
            [] => Ok(()),
            [only] => self.builder.output("y", only),
            _ => {
                let stacked = self.builder.stack(&values, 0)?;
                self.builder.output("y", stacked)
            }
        }
    }
}

/// The numbers of nodes and of their arguments in the graph of a document, or a few more.
fn room(document: &Document) -> (usize, usize) {
    let inputs = document.n_dynamic() as usize + document.n_variable() as usize;
    // A choice is a comparison and a selection.
    let choices = document.count(|operator| operator.form() == Form::Fixed(4));
    let references = usize::try_from(document.n_reference()).unwrap_or(0);
    // An element of an input is a slice of one position, without its axis; and so are those that
    // are stacked in the output. A file may claim inputs that it never names.
    let elements = inputs.min(references) + document.dependents().len();
    // The inputs, and the output with what lies between its elements.
    let whole = 4;
    let own = (document.n_node() as usize).saturating_sub(inputs) + choices;
    (
        own + 2 * elements + whole,
        references + choices + 2 * elements + whole,
    )
}

/// The meaning of an operator of the format. Its own name says how it is used; the operator table
/// says which scalar operator has that name.
fn meaning(operator: Operator) -> Meaning {
    let comparison = match operator.name().split_once('_') {
        Some((_, "eq")) => ScalarOp::Equal,
        Some((_, "le")) => ScalarOp::LessEqual,
        Some((_, "ne")) => ScalarOp::NotEqual,
        _ => ScalarOp::Less,
    };
    match operator.form() {
        Form::Fixed(4) => Meaning::Choice(comparison),
        Form::Fixed(_) => {
            let mut ops = ScalarOp::all().into_iter();
            let op = ops.find(|op| op.cppad() == Some(operator.name()));
            op.map_or(Meaning::Function, Meaning::Scalar)
        }
        Form::Compare => Meaning::Statement(comparison),
        Form::Sum => Meaning::Sum,
        Form::Print => Meaning::Print,
        Form::Discrete | Form::Atom | Form::Atom4 => Meaning::Function,
    }
}

fn vector(count: u32) -> graph_ir::Result<Type> {
    Ok(Type::new(Element::F64, Shape::new(&[count as usize])?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scalar_operator_of_the_format_is_in_the_table() {
        for operator in Operator::all() {
            let scalar = matches!(operator.form(), Form::Fixed(1 | 2));
            match meaning(operator) {
                Meaning::Scalar(op) => {
                    assert!(scalar);
                    let Form::Fixed(n_arg) = operator.form() else {
                        panic!("{operator:?}");
                    };
                    assert_eq!(op.arity(), usize::from(n_arg), "{operator:?}");
                }
                _ => assert!(!scalar, "{operator:?}"),
            }
        }
        let written = ScalarOp::all().into_iter().filter_map(ScalarOp::cppad);
        for name in written {
            assert!(Operator::from_name(name).is_some(), "{name}");
        }
    }
}
