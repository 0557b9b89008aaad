//! The type rule of a node of a finished graph, for the verifier.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{
    ARGUMENT, assemble, branch, broadcast, contract, derivative_rule, expect_types, gather, reduce,
    reshape, scalar, scan, scatter_add, select, slice, sum, transpose, windows,
};
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::ops::attributes::axes;
use crate::ops::{Contraction, Op, Placement, Scan, Slice, Windows};
use crate::types::{Type, ValueType};

/// The types of the node's results as its operator and arguments determine them. Operators whose
/// result type is an attribute (a cast, a reshape) are checked against the node's own type.
pub(crate) fn node(graph: &Graph, id: NodeId) -> Result<Vec<Type>> {
    let arguments = graph.arguments(id);
    if let Op::Project(position) = graph.op(id) {
        return projection(graph, arguments, position as usize);
    }
    let mut types = Vec::with_capacity(arguments.len());
    for &argument in arguments {
        match graph.value_type(argument) {
            ValueType::Tensor(ty) => types.push(ty),
            ValueType::Tuple(_) => return Err(Error::NotATensor),
        }
    }
    if let ValueType::Tensor(own) = graph.value_type(id) {
        tensor(graph, graph.op(id), &types, own).map(|ty| alloc::vec![ty])
    } else {
        tuple(graph, graph.op(id), &types)
    }
}

fn tensor(graph: &Graph, op: Op, types: &[&Type], own: &Type) -> Result<Type> {
    let checked = |result: Result<()>| result.map(|()| own.clone());
    let list = |id| graph.list(id);
    Ok(match (op, types) {
        (Op::Input(_), []) => own.clone(),
        (Op::Constant(id), []) => graph.constant(id).ty(),
        (Op::Scalar(op), operands) => scalar(op, operands)?,
        (Op::Cast, [x]) => x.with_element(own.element),
        (Op::Select, [condition, a, b]) => select(condition, a, b)?,
        (Op::Sum, terms) => checked(sum(terms, own))?,
        (Op::Broadcast(l), [x]) => broadcast(x, &own.shape, &axes(list(l)))?,
        (Op::Transpose(l), [x]) => transpose(x, &axes(list(l)))?,
        (Op::Reshape, [x]) => reshape(x, &own.shape)?,
        (Op::Slice(l), [x]) => slice(x, &Slice::from_list(list(l)), &own.shape)?,
        (Op::Windows(l), [x]) => windows(x, Windows::from_list(list(l)))?,
        (Op::Assemble(l), [background, pieces @ ..]) => {
            let placement = Placement::from_list(list(l), pieces.len());
            checked(assemble(background, pieces, &placement, own))?
        }
        (Op::Reduce(reduction, l), [x]) => reduce(reduction, x, &axes(list(l)))?,
        (Op::Contract(l), [a, b]) => contract("contract", a, b, &Contraction::from_list(list(l)))?,
        (Op::Gather(axis), [data, indices]) => gather(data, indices, axis as usize)?,
        (Op::ScatterAdd(axis), [indices, updates]) => {
            checked(scatter_add(indices, updates, own, axis as usize))?
        }
        (Op::StopGradient, [x]) => (*x).clone(),
        (Op::Composite(composite, l), operands) => composite.infer(operands, &axes(list(l)))?,
        (Op::Algebra(op), operands) => op.infer(operands)?,
        _ => return Err(misfit(op, types.len())),
    })
}

/// Why an operator and its arguments do not make a tensor.
fn misfit(op: Op, found: usize) -> Error {
    let (op, expected) = match op {
        Op::Input(_) => ("input", 0),
        Op::Constant(_) => ("constant", 0),
        Op::Cast => ("cast", 1),
        Op::Select => ("select", 3),
        Op::Broadcast(_) => ("broadcast", 1),
        Op::Transpose(_) => ("transpose", 1),
        Op::Reshape => ("reshape", 1),
        Op::Slice(_) => ("slice", 1),
        Op::Windows(_) => ("windows", 1),
        Op::Assemble(_) => ("assemble", 1),
        Op::Reduce(reduction, _) => (reduction.name(), 1),
        Op::Contract(_) => ("contract", 2),
        Op::Gather(_) => ("gather", 2),
        Op::ScatterAdd(_) => ("scatter_add", 2),
        Op::StopGradient => ("stop_gradient", 1),
        // These take any number, or yield several results.
        _ => return Error::NotATensor,
    };
    Error::WrongArity {
        op: op.to_string(),
        expected,
        found,
    }
}

fn tuple(graph: &Graph, op: Op, types: &[&Type]) -> Result<Vec<Type>> {
    match (op, types) {
        (Op::Branch(then, otherwise), [condition, captured @ ..]) => branch(
            condition,
            captured,
            &graph.function(then).graph,
            &graph.function(otherwise).graph,
        ),
        (Op::Scan(l), arguments) => {
            let spec = Scan::from_list(graph.list(l));
            scan(arguments, spec, &graph.function(spec.body).graph)
        }
        (Op::Call(function), arguments) => {
            let function = graph.function(function);
            let callee = &function.graph;
            if let Some(given) = function.rule() {
                derivative_rule(callee, given)?;
            }
            let found = arguments.iter().copied();
            expect_types(ARGUMENT, callee.input_types(), found)?;
            Ok(callee.output_types().cloned().collect())
        }
        (Op::External(external), arguments) => {
            let external = graph.external(external);
            let expected = external.argument_types().into_iter();
            expect_types(ARGUMENT, expected, arguments.iter().copied())?;
            Ok(external.result_types().to_vec())
        }
        _ => Err(Error::NotATensor),
    }
}

fn projection(graph: &Graph, arguments: &[NodeId], position: usize) -> Result<Vec<Type>> {
    let &[tuple] = arguments else {
        return Err(Error::WrongArity {
            op: "project".to_string(),
            expected: 1,
            found: arguments.len(),
        });
    };
    // Only the one asked for is looked at: a node has as many projections as results.
    match graph.value_type(tuple) {
        ValueType::Tensor(ty) => Err(Error::WrongOperand {
            op: "project".to_string(),
            expected: "a node with several results",
            found: ty.clone(),
        }),
        ValueType::Tuple(parts) => match parts.get(position) {
            Some(part) => match &graph.types[part.index()] {
                ValueType::Tensor(ty) => Ok(alloc::vec![ty.clone()]),
                ValueType::Tuple(_) => Err(Error::NotATensor),
            },
            None => Err(Error::CountMismatch {
                what: "results",
                expected: position.saturating_add(1),
                found: parts.len(),
            }),
        },
    }
}
