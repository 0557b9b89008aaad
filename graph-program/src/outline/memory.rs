//! Memory that parts share: buffers for values of variables.

use alloc::string::String;

use graph_ir::intern::number_of;
use graph_ir::intern::signed;
use graph_ir::types::{Element, Shape, Type};
use graph_math::order::LANES;

use crate::{Buffer, BufferId, BufferKind, BufferPlace, Index, Position, Program, VariableType};

/// The types of variables, in the order in which their buffers stand.
pub(super) fn types() -> impl Iterator<Item = VariableType> {
    let elements = Element::ALL.into_iter();
    elements.flat_map(|element| [false, true].map(|lanes| VariableType { element, lanes }))
}

/// Adds a buffer for so many values of a type; their places, by position.
pub(super) fn reserve(
    program: &mut Program,
    ty: VariableType,
    count: usize,
) -> impl Fn(usize) -> BufferPlace + use<> {
    let VariableType { element, lanes } = ty;
    let buffer = BufferId(number_of(program.buffers.len()));
    let size = count * if lanes { LANES } else { 1 };
    let shape = Shape::new(&[size]).unwrap_or_else(|_| Shape::scalar());
    program.buffers.push(Buffer {
        kind: BufferKind::Local,
        ty: Type::new(element, shape),
        name: String::new(),
    });
    let offset = |position: usize| signed(position);
    move |position| BufferPlace {
        buffer,
        index: match lanes {
            true => Index::of(Position::Lane).shifted(offset(position * LANES)),
            false => Index::constant(offset(position)),
        },
    }
}
