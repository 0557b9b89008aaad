//! Random values of the indices among the inputs of two graphs: numbers below bounds for which both
//! have a value.

use super::correspondence::Correspondence;
use crate::failure::Result;
use graph_ir::{Element, Graph};
use graph_runtime::check::{Random, index_bounds, index_line};

/// How often numbers below the bounds are drawn for a point: a few may be out of range all the
/// same, where an index is computed from several.
const DRAWS: usize = 16;

/// The numbers of both graphs that are indices.
#[derive(Default)]
pub(super) struct Indices {
    names: Vec<String>,
    /// For each number of the first graph the index whose element it is.
    owners: Vec<Option<usize>>,
    bounds: Vec<usize>,
}

impl Indices {
    /// Those that are integers of either graph: NNVM takes any number for an index.
    pub(super) fn of(a: &Graph, b: &Graph, inputs: &Correspondence) -> Self {
        let mut indices = Self::default();
        let own = elements(a);
        indices.owners = vec![None; own.len()];
        for (number, name) in own.into_iter().enumerate() {
            indices.add(number, name);
        }
        for (&number, name) in inputs.numbers.iter().zip(elements(b)) {
            indices.add(number, name);
        }
        indices
    }

    /// Notes a number as an element of the index of this name, which is that of one graph.
    fn add(&mut self, number: usize, name: Option<&str>) {
        let (Some(name), Some(owner @ None)) = (name, self.owners.get_mut(number)) else {
            return;
        };
        let known = self.names.iter().position(|known| known == name);
        *owner = Some(known.unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        }));
    }

    /// Chooses the bounds, at some numbers for everything else.
    pub(super) fn choose(
        &mut self,
        numbers: &mut [f64],
        random: &mut Random,
        has_value: &mut dyn FnMut(&[f64]) -> bool,
    ) -> Result<()> {
        let (count, owners) = (self.names.len(), &self.owners);
        self.bounds = index_bounds(count, &mut |bounds| -> Result<bool> {
            draw(owners, bounds, numbers, random);
            Ok(has_value(numbers))
        })?;
        Ok(())
    }

    /// Puts indices among the numbers of a point.
    pub(super) fn draw(
        &self,
        numbers: &mut [f64],
        random: &mut Random,
        has_value: &mut dyn FnMut(&[f64]) -> bool,
    ) {
        for _ in 0..DRAWS {
            draw(&self.owners, &self.bounds, numbers, random);
            if self.is_empty() || has_value(numbers) {
                break;
            }
        }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// A line about each.
    pub(super) fn lines(&self) -> Vec<String> {
        let bounds = self.names.iter().zip(&self.bounds);
        bounds
            .map(|(name, &bound)| index_line(name, bound))
            .collect()
    }
}

fn draw(owners: &[Option<usize>], bounds: &[usize], numbers: &mut [f64], random: &mut Random) {
    for (number, owner) in numbers.iter_mut().zip(owners) {
        if let Some(bound) = owner.and_then(|owner| bounds.get(owner)) {
            *number = random.below(*bound) as f64;
        }
    }
}

/// For each number that goes in, the name of its input if that holds integers.
fn elements(graph: &Graph) -> Vec<Option<&str>> {
    let inputs = graph.inputs().iter().zip(graph.input_types());
    let inputs = inputs.flat_map(|(input, ty)| {
        let name = (ty.element == Element::I64).then_some(input.name.as_str());
        std::iter::repeat_n(name, ty.shape.size())
    });
    inputs.collect()
}
