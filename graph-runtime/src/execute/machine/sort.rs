//! Positions in ascending order.

use graph_math::kernels::sort::{Key, Keys, argsort};

use super::address::address;
use crate::execute::code::{Code, Sort};
use crate::execute::memory::{Around, Memory};
use crate::execute::place::Kind;

pub(super) fn run(sort: &Sort, code: &Code, memory: &mut Memory) {
    let [keys, at] = [sort.keys, sort.positions].map(|place| address(code, memory, place));
    let Memory { f64, f32, i64, .. } = memory;
    let (positions, around) = Around::split(i64, at, sort.length);
    match sort.kind {
        Kind::F64 => by(sort, f64, keys, positions),
        Kind::F32 => by(sort, f32, keys, positions),
        Kind::I64 => {
            let (elements, offset) = around.side(keys);
            by(sort, elements, offset, positions);
        }
        // A program sorts numbers only.
        Kind::Bool => {}
    }
}

fn by<T: Key>(sort: &Sort, elements: &[T], offset: usize, positions: &mut [i64]) {
    let keys = Keys {
        elements,
        offset,
        stride: sort.stride,
    };
    argsort(keys, positions);
}
