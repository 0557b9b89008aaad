//! Where places are now.

use graph_math::order::LANES;

use crate::execute::code::{ArenaPlace, Code, Position, Shape, Term};
use crate::execute::memory::Memory;

/// Where a place is: for a wide one, where its first lane and iteration would be without the
/// terms that are wide themselves.
pub(super) fn address(code: &Code, memory: &Memory, place: Position) -> usize {
    let place = &code.places[place as usize];
    let mut address = place.start;
    let terms = &code.terms[place.terms as usize..][..place.single as usize];
    for term in terms {
        address = address.wrapping_add(distance(memory, term, 0));
    }
    address
}

/// How far a term moves a place for one element of the term's register.
fn distance(memory: &Memory, term: &Term, element: usize) -> usize {
    let position = memory.i64[term.register as usize + element];
    position.wrapping_mul(term.stride) as usize
}

/// The number of elements at a place that lie side by side, and of such groups, which are `row`
/// apart; `None` where there is no such order.
pub(super) fn groups(place: &ArenaPlace, shape: Shape, rows: usize) -> Option<(usize, usize)> {
    if place.wide > 0 {
        return None;
    }
    let lanes = LANES as isize;
    match shape {
        Shape::One => Some((1, 1)),
        Shape::Lanes if place.lane == 1 => Some((LANES, 1)),
        Shape::Rows if place.row == 1 => Some((rows, 1)),
        Shape::Full if place.lane == 1 && place.row == lanes => Some((LANES * rows, 1)),
        Shape::Full if place.lane == 1 => Some((LANES, rows)),
        _ => None,
    }
}

/// Calls `f` with each element of a wide place and its address, in order.
pub(super) fn each(
    code: &Code,
    memory: &mut Memory,
    place: Position,
    (shape, rows): (Shape, usize),
    mut f: impl FnMut(&mut Memory, usize, usize),
) {
    let mut start = address(code, memory, place);
    let place = &code.places[place as usize];
    let first = (place.terms + place.single) as usize;
    let wide = &code.terms[first..][..place.wide as usize];
    let lanes = if shape.has_lanes() { LANES } else { 1 };
    for row in 0..shape.size(rows) / lanes {
        let mut address = start;
        for lane in 0..lanes {
            let mut own = address;
            for term in wide {
                let element = match term.shape {
                    Shape::One => 0,
                    Shape::Lanes => lane,
                    Shape::Rows => row,
                    Shape::Full => LANES * row + lane,
                };
                own = own.wrapping_add(distance(memory, term, element));
            }
            f(memory, lanes * row + lane, own);
            address = address.wrapping_add_signed(place.lane);
        }
        start = start.wrapping_add_signed(place.row);
    }
}
