//! Columns of any element type.

use graph_ir::Element;
use graph_runtime::execute::{AsValues, AsValuesMut, Values, ValuesMut};

use crate::numbers::numbers;
use crate::support::EDGES;

/// One element at all points.
#[derive(Clone, Debug)]
pub(super) enum Column {
    F64(Vec<f64>),
    F32(Vec<f32>),
    Bool(Vec<bool>),
    I64(Vec<i64>),
}

impl Column {
    /// Numbers at the edges and others; integers are 0, 1 or 2.
    pub(super) fn new(element: Element, points: usize, seed: u64) -> Self {
        let edges = EDGES.into_iter().cycle().skip(seed as usize % EDGES.len());
        let others = numbers(points, seed).into_iter();
        let mixed = others.zip(edges).enumerate();
        let mixed = mixed.map(|(i, (x, edge))| if i % 3 == 1 { edge } else { 2.0 * x });
        match element {
            Element::F32 => Self::F32(mixed.map(|x| x as f32).collect()),
            Element::Bool => Self::Bool(mixed.map(|x| x > 0.0).collect()),
            Element::I64 => Self::I64(
                (0..points as u64)
                    .map(|i| ((i * i + seed) % 3) as i64)
                    .collect(),
            ),
            _ => Self::F64(mixed.collect()),
        }
    }

    pub(super) fn zeros(element: Element, points: usize) -> Self {
        match element {
            Element::F32 => Self::F32(vec![0.0; points]),
            Element::Bool => Self::Bool(vec![false; points]),
            Element::I64 => Self::I64(vec![0; points]),
            _ => Self::F64(vec![0.0; points]),
        }
    }

    pub(super) fn at(&self, point: usize) -> Self {
        match self {
            Self::F64(v) => Self::F64(vec![v[point]]),
            Self::F32(v) => Self::F32(vec![v[point]]),
            Self::Bool(v) => Self::Bool(vec![v[point]]),
            Self::I64(v) => Self::I64(vec![v[point]]),
        }
    }

    /// One value of all elements that are given.
    pub(super) fn join(parts: &[Self], element: Element) -> Self {
        let mut all = Self::zeros(element, 0);
        for part in parts {
            match (&mut all, part) {
                (Self::F64(all), Self::F64(part)) => all.extend(part),
                (Self::F32(all), Self::F32(part)) => all.extend(part),
                (Self::Bool(all), Self::Bool(part)) => all.extend(part),
                (Self::I64(all), Self::I64(part)) => all.extend(part),
                _ => panic!("columns of one input have one type"),
            }
        }
        all
    }
}

impl AsValues for Column {
    fn as_values(&self) -> Values<'_> {
        match self {
            Self::F64(v) => Values::F64(v),
            Self::F32(v) => Values::F32(v),
            Self::Bool(v) => Values::Bool(v),
            Self::I64(v) => Values::I64(v),
        }
    }
}

impl AsValuesMut for Column {
    fn as_values_mut(&mut self) -> ValuesMut<'_> {
        match self {
            Self::F64(v) => ValuesMut::F64(v),
            Self::F32(v) => ValuesMut::F32(v),
            Self::Bool(v) => ValuesMut::Bool(v),
            Self::I64(v) => ValuesMut::I64(v),
        }
    }
}

/// The element type of each column of some types.
pub(super) fn elements<'t>(types: impl Iterator<Item = &'t graph_ir::Type>) -> Vec<Element> {
    let columns = types.flat_map(|ty| std::iter::repeat_n(ty.element, ty.shape.size()));
    columns.collect()
}
