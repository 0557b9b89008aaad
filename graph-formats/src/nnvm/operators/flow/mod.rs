//! Shape inference through one node, from partially known shapes.
//!
//! Forward inference applies the operator's own shape rule: an unknown extent is replaced by
//! several numbers, and a result that is the same for all of them does not depend on it. Backward
//! inference has separate rules, as in MXNet and NNVM: from the outputs to the inputs, and from one
//! input to another.

mod axes;
mod layers;

pub(super) use axes::{
    concatenated, expanded, flattened, reduced, reshaped, split, squeezed, stacked, swapped,
    transposed,
};
pub(super) use layers::{
    batch_normalised, convolved, dense, embedded, fully_connected, layer_normalised, mxnet_pooled,
    nnvm_pooled,
};

use super::shape::{MAX_RANK, Refusal, Shape, Shapes, check_shape, shown};
use super::{Operator, Parameters};
use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

/// A shape as far as it is known: not at all, or an extent of 0 for each that is not.
pub(in super::super) type Partial = Option<Shape>;

/// A rule that learns about the inputs from the outputs, and about inputs from each other. It
/// refuses only shapes that no further knowledge can make fit.
pub(in super::super) type FlowRule = fn(&mut Flow<'_>) -> Result<(), Refusal>;

/// The attributes of a node, and the shapes of its inputs and outputs as far as they are known.
pub(in super::super) struct Flow<'p> {
    pub(super) parameters: &'p Parameters,
    pub(in super::super) inputs: Vec<Partial>,
    pub(in super::super) outputs: Vec<Partial>,
    /// Whether something was learned since this was last asked.
    learned: bool,
}

/// Whether all of a shape is known.
pub(in super::super) fn is_complete(shape: &Partial) -> bool {
    shape.as_ref().is_some_and(|shape| !shape.contains(&0))
}

/// Refines a shape; says whether that added anything, or fails on a contradiction.
pub(in super::super) fn refine(held: &mut Partial, found: &[usize]) -> Result<bool, ()> {
    if found.is_empty() {
        return Ok(false);
    }
    let Some(held) = held else {
        *held = Some(found.to_vec());
        return Ok(true);
    };
    let contradicts = |(&held, &found): (&usize, &usize)| held != found && held * found != 0;
    if held.len() != found.len() || held.iter().zip(found).any(contradicts) {
        return Err(());
    }
    let mut learned = false;
    for (held, &found) in held.iter_mut().zip(found) {
        if *held == 0 && found != 0 {
            *held = found;
            learned = true;
        }
    }
    Ok(learned)
}

/// Numbers in the place of an extent that is not known: two of them must be possible, the one with
/// many divisors among them. The very small and the very large tell where an extent is cut off.
const PROBES: [usize; 6] = [1, 2, 12, NEEDED, 840, 1 << 30];
const NEEDED: usize = 60;

impl<'p> Flow<'p> {
    pub(in super::super) fn new(
        parameters: &'p Parameters,
        inputs: Vec<Partial>,
        outputs: Vec<Partial>,
    ) -> Self {
        Self {
            parameters,
            inputs,
            outputs,
            learned: false,
        }
    }

    /// Learns all there is to learn; says whether the operator's own rule has seen all inputs.
    pub(in super::super) fn run(&mut self, operator: &Operator) -> Result<bool, Refusal> {
        loop {
            self.learned = false;
            let complete = self.inputs.iter().all(is_complete);
            self.forwards(operator)?;
            if let Some(rule) = operator.flow {
                rule(self)?;
            }
            if !self.learned {
                return Ok(complete);
            }
        }
    }

    /// Learns from the inputs by the operator's own rule.
    fn forwards(&mut self, operator: &Operator) -> Result<(), Refusal> {
        let whole = |shape: &Partial| shape.clone().filter(|shape| !shape.contains(&0));
        let inputs: Vec<Partial> = self.inputs.iter().map(whole).collect();
        match (operator.shape)(self.parameters, &inputs) {
            Ok(shapes) => self.learn(&shapes),
            Err(Refusal::Unknown(_)) => match self.probed(operator) {
                Some(shapes) => self.learn(&shapes),
                None => Ok(()),
            },
            Err(refusal) => Err(refusal),
        }
    }

    /// The shapes that are the same whatever numbers replace the unknown extents.
    fn probed(&self, operator: &Operator) -> Option<Shapes> {
        let open = |shape: &Partial| shape.as_ref().is_some_and(|shape| shape.contains(&0));
        if !self.inputs.iter().any(open) {
            return None;
        }
        let mut common: Option<Shapes> = None;
        let mut possible = Vec::new();
        for probe in PROBES {
            let filled = |shape: &Partial| shape.as_ref().map(|shape| fill(shape, probe));
            let mut inputs: Vec<Partial> = self.inputs.iter().map(filled).collect();
            let fits = |shape: &Shape| check_shape(shape).is_ok();
            if !inputs.iter().flatten().all(fits) {
                continue;
            }
            let mut found = (operator.shape)(self.parameters, &inputs);
            if found.is_err() {
                // A parameter that is known in part may follow from the data.
                for (input, held) in inputs.iter_mut().zip(&self.inputs).skip(1) {
                    if open(held) {
                        *input = None;
                    }
                }
                found = (operator.shape)(self.parameters, &inputs);
            }
            if let Ok(shapes) = found {
                possible.push(probe);
                match &mut common {
                    None => common = Some(shapes),
                    Some(common) => keep_common(common, &shapes),
                }
            }
        }
        common.filter(|_| possible.len() > 1 && possible.contains(&NEEDED))
    }

    fn learn(&mut self, shapes: &Shapes) -> Result<(), Refusal> {
        for (index, shape) in shapes.inputs.iter().enumerate() {
            self.learn_input(index, shape)?;
        }
        for (index, shape) in shapes.outputs.iter().enumerate() {
            self.learn_output(index, shape)?;
        }
        Ok(())
    }

    /// The shape of an input, as far as it is known.
    fn input(&self, index: usize) -> Option<&Shape> {
        self.inputs.get(index).and_then(Option::as_ref)
    }

    /// The shape of an output, as far as it is known.
    fn output(&self, index: usize) -> Option<&Shape> {
        self.outputs.get(index).and_then(Option::as_ref)
    }

    fn learn_input(&mut self, index: usize, shape: &[usize]) -> Result<(), Refusal> {
        let Some(held) = self.inputs.get_mut(index) else {
            return Ok(());
        };
        match refine(held, shape) {
            Ok(learned) if shape.len() <= MAX_RANK => {
                self.learned |= learned;
                Ok(())
            }
            _ => {
                let found = held.as_deref().map_or_else(Default::default, shown);
                Err(Refusal::Input(index, shown(shape).into(), found))
            }
        }
    }

    fn learn_output(&mut self, index: usize, shape: &[usize]) -> Result<(), Refusal> {
        let Some(held) = self.outputs.get_mut(index) else {
            return Ok(());
        };
        match refine(held, shape) {
            Ok(learned) if shape.len() <= MAX_RANK => {
                self.learned |= learned;
                Ok(())
            }
            Ok(_) => Err(Refusal::Output(
                index,
                format!("a shape of at most {MAX_RANK} axes").into(),
                shown(shape),
            )),
            Err(()) => {
                let expected = held.as_deref().map_or_else(Default::default, shown);
                let expected = format!("{expected}, which follows from its uses");
                Err(Refusal::Output(index, expected.into(), shown(shape)))
            }
        }
    }

    /// Learns that these inputs and outputs have one shape.
    fn equate(&mut self, inputs: Range<usize>, outputs: Range<usize>) -> Result<(), Refusal> {
        let mut shape: Partial = None;
        for index in outputs.clone() {
            // Outputs that contradict each other do so whatever the inputs are.
            let held = self.output(index).cloned().unwrap_or_default();
            if refine(&mut shape, &held).is_err() {
                return self.learn_output(index, &shape.unwrap_or_default());
            }
        }
        for index in inputs.clone() {
            let held = self.input(index).cloned().unwrap_or_default();
            if refine(&mut shape, &held).is_err() {
                return self.learn_input(index, &shape.unwrap_or_default());
            }
        }
        let shape = shape.unwrap_or_default();
        for index in inputs {
            self.learn_input(index, &shape)?;
        }
        for index in outputs {
            self.learn_output(index, &shape)?;
        }
        Ok(())
    }
}

fn fill(shape: &[usize], probe: usize) -> Shape {
    let extents = shape.iter().map(|&extent| match extent {
        0 => probe,
        known => known,
    });
    extents.collect()
}

/// Forgets in `common` the extents that differ from those in `shapes`.
fn keep_common(common: &mut Shapes, shapes: &Shapes) {
    let keep = |common: &mut [Shape], shapes: &[Shape]| {
        let others = shapes.iter().map(Vec::as_slice);
        let others = others.chain(core::iter::repeat(&[][..]));
        for (common, other) in common.iter_mut().zip(others) {
            if common.len() != other.len() {
                common.clear();
            }
            for (extent, other) in common.iter_mut().zip(other) {
                if extent != other {
                    *extent = 0;
                }
            }
        }
    };
    keep(&mut common.inputs, &shapes.inputs);
    keep(&mut common.outputs, &shapes.outputs);
}

/// All inputs and outputs have one shape.
pub(super) fn alike(flow: &mut Flow<'_>) -> Result<(), Refusal> {
    flow.equate(0..flow.inputs.len(), 0..flow.outputs.len())
}

/// The first output has the shape of the first input.
pub(super) fn data_alike(flow: &mut Flow<'_>) -> Result<(), Refusal> {
    flow.equate(0..1, 0..1)
}

/// The output has the shape of both operands after the condition.
pub(super) fn chosen(flow: &mut Flow<'_>) -> Result<(), Refusal> {
    flow.equate(1..3, 0..1)
}
