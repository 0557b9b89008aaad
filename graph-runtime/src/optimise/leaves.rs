//! Several trees of one type walked side by side, leaf by leaf: the arrays of floats that are learnt.
//!
//! A rule gets whole slices, so that what is called through a `dyn` is called once for each array,
//! and its loops over numbers are plain ones.

use graph_math::math::Float;

use crate::tree::{Numbers, NumbersMut, Tree};

/// A change of the floats at each leaf: `W` slices that are changed and `R` that are read,
/// of one length.
pub(super) trait Rule<const W: usize, const R: usize> {
    /// Called for slices of each precision, which are empty where a leaf has the other one.
    fn apply<T: Number>(&mut self, changed: [&mut [T]; W], read: [&[T]; R]);
}

/// A float that leaves are made of.
pub(super) trait Number: Float {
    fn of(numbers: Numbers<'_>) -> &[Self];
    fn of_mut(numbers: NumbersMut<'_>) -> &mut [Self];
}

impl Number for f64 {
    fn of(numbers: Numbers<'_>) -> &[Self] {
        match numbers {
            Numbers::F64(own) => own,
            _ => &[],
        }
    }

    fn of_mut(numbers: NumbersMut<'_>) -> &mut [Self] {
        match numbers {
            NumbersMut::F64(own) => own,
            _ => &mut [],
        }
    }
}

impl Number for f32 {
    fn of(numbers: Numbers<'_>) -> &[Self] {
        match numbers {
            Numbers::F32(own) => own,
            _ => &[],
        }
    }

    fn of_mut(numbers: NumbersMut<'_>) -> &mut [Self] {
        match numbers {
            NumbersMut::F32(own) => own,
            _ => &mut [],
        }
    }
}

/// Applies a rule to all leaves of trees that have the same fields. Leaves that are no floats, and
/// fields that are dynamic with all that is in them, are left alone. Calls itself as deeply as
/// structs are nested.
pub(super) fn each<const W: usize, const R: usize>(
    rule: &mut impl Rule<W, R>,
    mut changed: [&mut dyn Tree; W],
    read: [&dyn Tree; R],
) {
    leaf::<f64, W, R>(rule, &mut changed, read);
    leaf::<f32, W, R>(rule, &mut changed, read);
    for at in 0.. {
        let (mut is_there, mut is_dynamic) = (true, false);
        let inner = changed.each_mut().map(|tree| match tree.field_mut(at) {
            Some(field) => {
                is_dynamic |= field.is_dynamic;
                field.value
            }
            None => {
                is_there = false;
                nothing_mut()
            }
        });
        let inner_read = read.map(|tree| match tree.field(at) {
            Some(field) => {
                is_dynamic |= field.is_dynamic;
                field.value
            }
            None => {
                is_there = false;
                nothing()
            }
        });
        if !is_there {
            return;
        }
        if !is_dynamic {
            each(rule, inner, inner_read);
        }
    }
}

/// Applies a rule to trees that are arrays of this precision; to empty slices where they are not.
fn leaf<T: Number, const W: usize, const R: usize>(
    rule: &mut impl Rule<W, R>,
    changed: &mut [&mut dyn Tree; W],
    read: [&dyn Tree; R],
) {
    let changed = changed
        .each_mut()
        .map(|tree| tree.numbers_mut().map_or(&mut [][..], T::of_mut));
    let read = read.map(|tree| tree.array().map_or(&[][..], |array| T::of(array.numbers)));
    rule.apply(changed, read);
}

/// A tree without numbers, in place of a field that is not there.
fn nothing<'t>() -> &'t dyn Tree {
    &[0.0_f64; 0]
}

fn nothing_mut<'t>() -> &'t mut dyn Tree {
    let nothing: &mut [f64; 0] = &mut [];
    nothing
}
