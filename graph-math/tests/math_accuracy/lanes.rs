//! A function of `math` over lanes, as a function of arrays.

use graph_math::order::LANES;

/// Calls `measure` with the points, as many at once as there are lanes.
pub(crate) fn of<P: Copy>(points: impl Iterator<Item = P>, mut measure: impl FnMut([P; LANES])) {
    let mut some = Vec::with_capacity(LANES);
    for point in points {
        some.push(point);
        if let Ok(all) = <[P; LANES]>::try_from(some.as_slice()) {
            measure(all);
            some.clear();
        }
    }
    if let Some(&first) = some.first() {
        some.resize(LANES, first);
        measure(core::array::from_fn(|j| some[j]));
    }
}

macro_rules! in_lanes {
    ($name:ident($($x:ident),+): $float:ident) => {
        |$($x),+| {
            use graph_math::lanes::Lanes;
            $(let $x = <<$float as graph_math::lanes::Vectors>::Lanes>::from_array($x);)+
            math::$name($($x),+).to_array()
        }
    };
}

pub(crate) use in_lanes;
