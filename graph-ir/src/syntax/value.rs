//! Types and constants as text, both directions.

use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::Cursor;
use crate::error::Result;
use crate::graph::{Constant, Graph, Literal};
use crate::types::{Element, MAX_RANK, Shape, Type, ValueType};

/// Writes the type of a node's value; a tuple in parentheses.
pub(crate) fn write_type(out: &mut dyn Write, graph: &Graph, ty: &ValueType) -> fmt::Result {
    let parts = match ty {
        ValueType::Tensor(ty) => return write!(out, "{ty}"),
        ValueType::Tuple(parts) => parts,
    };
    let parts = parts
        .iter()
        .filter_map(|part| match &graph.types[part.index()] {
            ValueType::Tensor(ty) => Some(ty),
            ValueType::Tuple(_) => None,
        });
    write_types(out, parts)
}

/// Writes types in parentheses.
pub(crate) fn write_types<'t>(
    out: &mut dyn Write,
    types: impl IntoIterator<Item = &'t Type>,
) -> fmt::Result {
    out.write_char('(')?;
    for (position, ty) in types.into_iter().enumerate() {
        let comma = if position > 0 { ", " } else { "" };
        write!(out, "{comma}{ty}")?;
    }
    out.write_char(')')
}

/// Reads types in parentheses.
pub(crate) fn read_types(line: &mut Cursor<'_>) -> Result<Vec<Type>> {
    line.expect(b'(')?;
    line.items(b')', read_type)
}

/// Reads the type of one tensor.
pub(crate) fn read_type(line: &mut Cursor<'_>) -> Result<Type> {
    let start = *line;
    let mut rank = 0;
    while line.eat(b'[') {
        rank += 1;
        if rank > MAX_RANK {
            return Err(start.error(alloc::format!("a type has at most {MAX_RANK} axes")));
        }
    }
    let before = *line;
    let Some(element) = line.word().and_then(Element::from_name) else {
        *line = before;
        return Err(line.expected("an element type (`f64`, `f32`, `bool`, `i64` or `T`)"));
    };
    let mut extents = Vec::new();
    for _ in 0..rank {
        line.expect(b';')?;
        let before = *line;
        let extent = line.extent("an extent")?;
        if extent.known_integer().is_some_and(|extent| extent < 0) {
            return Err(before.expected("an extent"));
        }
        extents.push(extent);
        line.expect(b']')?;
    }
    extents.reverse();
    match Shape::of(extents) {
        Ok(shape) => Ok(Type::new(element, shape)),
        Err(error) => Err(start.error(alloc::format!("{error}"))),
    }
}

/// Writes the elements of a constant: one number, or a list in row-major order.
pub(crate) fn write_constant(out: &mut dyn Write, constant: &Constant) -> fmt::Result {
    if constant.shape().rank() == 0 {
        return write!(out, "{}", constant.literal(0));
    }
    out.write_char('[')?;
    for (position, literal) in constant.literals().enumerate() {
        let comma = if position > 0 { ", " } else { "" };
        write!(out, "{comma}{literal}")?;
    }
    out.write_char(']')
}

/// Reads the elements of a constant of this type. Memory grows with the text, whatever number of
/// elements the type claims.
pub(crate) fn read_constant(line: &mut Cursor<'_>, ty: &Type) -> Result<Constant> {
    line.peek();
    let start = *line;
    let element = ty.element;
    let literals = if ty.is_scalar() {
        alloc::vec![read_literal(line, element)?]
    } else {
        line.list(|line| read_literal(line, element))?
    };
    if *ty.shape.count() != literals.len() {
        return Err(start.error(alloc::format!(
            "{ty} has {}, found {}",
            crate::error::elements(ty.shape.count()),
            literals.len()
        )));
    }
    let shape = ty.shape.clone();
    Ok(Constant::from_literals(element, shape, literals))
}

fn read_literal(line: &mut Cursor<'_>, element: Element) -> Result<Literal> {
    let before = *line;
    let literal = match element {
        Element::F64 => Literal::F64(line.number::<f64>("a number")?.to_bits()),
        Element::Float => Literal::Float(line.number::<f64>("a number")?.to_bits()),
        Element::F32 => Literal::F32(line.number::<f32>("a number")?.to_bits()),
        Element::I64 => Literal::I64(line.number("an integer")?),
        Element::Bool if line.keyword("true") => Literal::Bool(true),
        Element::Bool if line.keyword("false") => Literal::Bool(false),
        Element::Bool => return Err(line.expected("`true` or `false`")),
    };
    // Digits beyond the type's range would become another number in silence.
    if literal.to_f64().is_infinite() {
        let mut digits = before;
        digits.eat(b'-');
        if !digits.keyword("inf") {
            return Err(before.expected(&alloc::format!("a number in the range of {element}")));
        }
    }
    Ok(literal)
}
