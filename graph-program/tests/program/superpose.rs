//! Random pieces at any places, most of which overlap.

use graph_ir::graph::Literal;
use graph_ir::ops::Slice;
use graph_ir::{Element, Wire};

use super::{Numbers, shape, view};

/// Values like `x` and parts of them at any places of a larger tensor, now and then truth values.
pub(crate) fn superpose<'b>(
    x: Wire<'b>,
    numbers: &mut Numbers,
    mut like: impl FnMut(&mut Numbers) -> Wire<'b>,
) -> Option<Wire<'b>> {
    let (builder, ty) = (x.builder(), x.ty().unwrap());
    let extents = ty.shape.extents().into_iter();
    let extents: Vec<usize> = extents.map(|e| e * 2 + numbers.below(3)).collect();
    let mut pieces = Vec::new();
    for _ in 0..numbers.below(5) {
        let y = like(numbers);
        let y = match numbers.below(3) {
            0 => y,
            1 => y.sin(),
            _ => view(builder, y, numbers)?,
        };
        let own = y.ty().unwrap().shape.extents();
        if own.len() == extents.len() {
            pieces.push((y, place(&own, &extents, numbers)));
        }
    }
    let whole = ty.with_shape(shape(&extents));
    if numbers.below(6) == 0 {
        let truths = pieces.into_iter().map(|(y, place)| (y.less(0.5), place));
        let truths: Vec<_> = truths.collect();
        let background = builder.literal(Literal::Bool(numbers.below(2) == 0));
        let whole = whole.with_element(Element::Bool);
        return builder.superpose(background, &truths, &whole).ok();
    }
    let background = builder.number(Element::F64, numbers.number());
    builder.superpose(background, &pieces, &whole).ok()
}

/// A place for a part in a whole, if it fits.
pub(crate) fn place(own: &[usize], whole: &[usize], numbers: &mut Numbers) -> Slice {
    let axes = own.iter().zip(whole).map(|(&own, &whole)| {
        if own > whole || own == 0 {
            return (0, 1);
        }
        let free = whole - own;
        match numbers.below(4) {
            0 if own * 2 <= whole => (numbers.below(whole - 2 * own + 1) as i64, 2),
            1 => ((own - 1 + numbers.below(free + 1)) as i64, -1),
            _ => (numbers.below(free + 1) as i64, 1),
        }
    });
    Slice::from_known(axes)
}
