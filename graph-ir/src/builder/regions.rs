//! Regions: inner graphs built in place, with the surrounding values that they use captured.

use alloc::sync::Arc;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::frame::Frame;
use super::{Builder, Function, Wire};
use crate::error::{Error, Result};
use crate::graph::{Input, InputKind, MAX_DEPTH, NodeId, Op, Output};
use crate::types::{Type, ValueType};

/// A finished inner graph whose captured values are not yet arguments of a node.
#[derive(Debug)]
pub struct Region {
    pub(crate) frame: Frame,
    /// The frame whose values it captures.
    outer: u32,
}

impl Region {
    /// The types of the results.
    #[must_use]
    pub fn result_types(&self) -> Vec<Type> {
        let graph = &self.frame.graph;
        let types = graph.outputs.iter().filter_map(|output| {
            match self.frame.types.get(graph.node(output.node).ty.number()) {
                ValueType::Tensor(ty) => Some(ty.clone()),
                ValueType::Tuple(_) => None,
            }
        });
        types.collect()
    }

    /// Whether evaluating it may have an effect besides its results.
    #[must_use]
    pub fn has_effects(&self) -> bool {
        self.frame.has_effects()
    }

    /// Puts the explicit inputs into this order; all of them are named.
    ///
    /// # Errors
    /// [`Error::OutOfScope`] when a wire is not one of them, or one is missing.
    pub fn order_inputs(&mut self, order: &[Wire<'_>]) -> Result<()> {
        let mut inputs = core::mem::take(&mut self.frame.graph.inputs);
        let mut ordered = Vec::with_capacity(inputs.len());
        let mut numbers: HashMap<NodeId, Input, FxBuildHasher> =
            inputs.drain(..).map(|input| (input.node, input)).collect();
        for wire in order {
            let (frame, node) = wire.key();
            let input = numbers.remove(&node).filter(|_| frame == self.frame.serial);
            ordered.push(input.ok_or(Error::OutOfScope)?);
        }
        self.frame.graph.inputs = ordered;
        match numbers.is_empty() {
            true => Ok(()),
            false => Err(Error::OutOfScope),
        }
    }

    /// The inner graph as a function of its captures (and then of its own inputs).
    fn into_own_function(mut self) -> Result<Arc<Function>> {
        self.frame.settle_inputs();
        Ok(Function::plain(self.frame.finish()?))
    }

    /// The inner graph as a function of the given surrounding values (and then of its own
    /// inputs), with an unused input for each of them that it did not capture.
    pub(crate) fn into_function(mut self, captured: &[(NodeId, Type)]) -> Result<Arc<Function>> {
        self.frame.captures.clear();
        for (outer, ty) in captured {
            match self.frame.captured.get(outer) {
                Some(&inner) => self.frame.captures.push((*outer, inner)),
                None => {
                    let ty = self.frame.types.tensor(ty);
                    let site = crate::graph::Site::default();
                    self.frame.capture_input(ty, *outer, site);
                }
            }
        }
        self.into_own_function()
    }
}

impl Builder {
    /// Starts an inner graph: nodes go there until [`Self::end_region`].
    ///
    /// # Errors
    /// [`Error::TooDeep`] beyond [`MAX_DEPTH`].
    pub fn begin_region(&self) -> Result<()> {
        let state = &mut *self.state.borrow_mut();
        if state.frames.len() > MAX_DEPTH {
            return Err(Error::TooDeep { limit: MAX_DEPTH });
        }
        let serial = state.next_frame;
        state.next_frame += 1;
        state.frames.push(Frame::new(serial));
        Ok(())
    }

    /// [`Self::begin_region`] for a side of a branch on a condition. Where that asks for extents
    /// alone, slices that some of them do not have are made in the side: they are needed under the
    /// condition only.
    ///
    /// # Errors
    /// Those of [`Self::begin_region`].
    pub fn begin_side(&self, condition: Wire<'_>) -> Result<()> {
        let conditional = self.is_of_extents(condition);
        self.begin_region()?;
        self.state.borrow_mut().top().conditional = conditional;
        Ok(())
    }

    /// Ends the inner graph begun last, with these results.
    ///
    /// # Errors
    /// When a result is not in scope, or no region was begun. The region is ended all the same.
    pub fn end_region(&self, results: &[Wire<'_>]) -> Result<Region> {
        let checked = self.types(results);
        let state = &mut *self.state.borrow_mut();
        let nodes = checked.and_then(|_| state.import_all(results));
        if state.frames.len() < 2 {
            return Err(Error::OutOfScope);
        }
        let Some(mut frame) = state.frames.pop() else {
            return Err(Error::OutOfScope);
        };
        let outer = state.top().serial;
        frame.graph.outputs = nodes?
            .into_iter()
            .map(|node| Output {
                node,
                name: alloc::string::String::new(),
            })
            .collect();
        Ok(Region { frame, outer })
    }

    /// Opens an ended inner graph again, before it has become part of a node: front ends learn
    /// the results of one side of a branch only from the other side. Its results are declared
    /// anew when it is ended again.
    ///
    /// # Errors
    /// [`Error::TooDeep`] beyond [`MAX_DEPTH`]. The region must be opened where it was begun.
    pub fn resume_region(&self, region: Region) -> Result<()> {
        let state = &mut *self.state.borrow_mut();
        if state.frames.len() > MAX_DEPTH {
            return Err(Error::TooDeep { limit: MAX_DEPTH });
        }
        state.frames.push(region.frame);
        Ok(())
    }

    /// Abandons the inner graph begun last, after an error in it.
    pub fn cancel_region(&self) {
        let state = &mut *self.state.borrow_mut();
        if state.frames.len() > 1 {
            state.frames.pop();
        }
    }

    /// The inner graph of a region that captures nothing, as a function.
    ///
    /// # Errors
    /// [`Error::OutOfScope`] when the region captures a value.
    pub fn region_function(&self, region: Region) -> Result<Arc<Function>> {
        if region.frame.captures.is_empty() {
            region.into_function(&[])
        } else {
            Err(Error::OutOfScope)
        }
    }

    /// The inner graph of a region as a function of its captures and then of its own inputs,
    /// and the captured values.
    ///
    /// # Errors
    /// [`Error::OutOfScope`] elsewhere than where the region was begun.
    pub fn closure(&self, region: Region) -> Result<(Arc<Function>, Vec<Wire<'_>>)> {
        if self.state.borrow_mut().top().serial != region.outer {
            return Err(Error::OutOfScope);
        }
        let captured = region.frame.captures.iter();
        let wires = captured
            .map(|&(node, _)| Wire::new(self, region.outer, node))
            .collect();
        Ok((region.into_own_function()?, wires))
    }

    /// An explicit input of the region under construction.
    pub fn region_input(&self, ty: Type) -> Wire<'_> {
        self.input("", ty, InputKind::Independent)
    }

    /// An explicit input of an open region, `depth` regions deep: of one that surrounds the region
    /// under construction, where that is deeper. [`Region::order_inputs`] settles the order. The
    /// name may be empty.
    ///
    /// # Errors
    /// [`Error::OutOfScope`] when fewer regions are open.
    pub fn region_input_at(&self, depth: usize, name: &str, ty: Type) -> Result<Wire<'_>> {
        let state = &mut *self.state.borrow_mut();
        let site = state.site;
        let frame = state.frames.get_mut(depth).ok_or(Error::OutOfScope)?;
        let position = crate::intern::number_of(frame.graph.inputs.len());
        let ty = frame.types.intern(ValueType::Tensor(ty));
        let node = frame.append(Op::Input(position), ty, &[], site);
        frame.graph.inputs.push(Input {
            node,
            name: alloc::string::String::from(name),
            kind: InputKind::Independent,
        });
        Ok(Wire::new(self, frame.serial, node))
    }

    /// [`Self::region_input_at`] for an input without a name whose value will be made of some
    /// surrounding values and nothing else, such as a part of them that each iteration takes.
    ///
    /// # Errors
    /// [`Error::OutOfScope`] when fewer regions are open, or a value is not in scope.
    pub fn region_input_of(
        &self,
        depth: usize,
        ty: Type,
        origins: &[Wire<'_>],
    ) -> Result<Wire<'_>> {
        self.types(origins)?;
        let input = self.region_input_at(depth, "", ty)?;
        let state = &mut *self.state.borrow_mut();
        let origins = origins.iter().map(|wire| wire.key()).collect();
        state.frames[depth].origins.insert(input.node(), origins);
        Ok(input)
    }

    /// Makes an explicit input of an ended inner graph a captured value: `value`, of the input's
    /// type.
    ///
    /// # Errors
    /// When the value is not in scope where the region was begun, or of another type.
    pub fn capture_input(
        &self,
        region: &mut Region,
        input: Wire<'_>,
        value: Wire<'_>,
    ) -> Result<()> {
        let ty = self.ty(value)?;
        let state = &mut *self.state.borrow_mut();
        let (serial, node) = input.key();
        let mut inputs = region.frame.graph.inputs.iter();
        let position = inputs.position(|input| input.node == node);
        let position = position.filter(|_| serial == region.frame.serial);
        if state.top().serial != region.outer {
            return Err(Error::OutOfScope);
        }
        let own = region.frame.graph.node(node).ty;
        match region.frame.types.get(own.number()) {
            ValueType::Tensor(own) if *own == ty => {}
            _ => return Err(Error::OutOfScope),
        }
        let inputs = &mut region.frame.graph.inputs;
        inputs.remove(position.ok_or(Error::OutOfScope)?);
        let value = state.import(value.key())?;
        region.frame.captures.push((value, node));
        Ok(())
    }

    /// Makes a value the first one that an ended inner graph captures.
    ///
    /// # Errors
    /// When the value is not in scope where the region was begun, or no tensor.
    pub fn capture_first(&self, region: &mut Region, value: Wire<'_>) -> Result<()> {
        let ty = self.ty(value)?;
        let state = &mut *self.state.borrow_mut();
        if state.top().serial != region.outer {
            return Err(Error::OutOfScope);
        }
        let value = state.import(value.key())?;
        let frame = &mut region.frame;
        let ty = frame.types.tensor(&ty);
        frame.capture_input(ty, value, state.site);
        frame.captures.rotate_right(1);
        Ok(())
    }

    /// How many regions are open.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.state.borrow().frames.len() - 1
    }

    /// How many regions deep the one is in which a value was made.
    ///
    /// # Errors
    /// [`Error::OutOfScope`] when that region has ended.
    pub fn depth_of(&self, wire: Wire<'_>) -> Result<usize> {
        let depth = self.state.borrow().depth_of(wire.key().0);
        depth.ok_or(Error::OutOfScope)
    }

    /// The surrounding values that any of the regions captures, each once.
    pub(crate) fn captured_by(&self, regions: &[&Region]) -> Result<Vec<(NodeId, Type)>> {
        let state = &mut *self.state.borrow_mut();
        let frame = state.top();
        if regions.iter().any(|region| region.outer != frame.serial) {
            return Err(Error::OutOfScope);
        }
        let mut captured: Vec<(NodeId, Type)> = Vec::new();
        let mut seen = hashbrown::HashSet::<NodeId, FxBuildHasher>::default();
        for &(node, _) in regions.iter().flat_map(|region| &region.frame.captures) {
            if seen.insert(node) {
                let outer = frame.graph.nodes.get(node.index());
                let outer = outer.ok_or(Error::OutOfScope)?;
                match frame.types.get(outer.ty.number()) {
                    ValueType::Tensor(ty) => captured.push((node, ty.clone())),
                    ValueType::Tuple(_) => return Err(Error::NotATensor),
                }
            }
        }
        Ok(captured)
    }

    /// The values of captured nodes.
    pub(crate) fn wires_of(&self, captured: &[(NodeId, Type)]) -> Vec<Wire<'_>> {
        let serial = self.state.borrow_mut().top().serial;
        let nodes = captured.iter();
        nodes
            .map(|&(node, _)| Wire::new(self, serial, node))
            .collect()
    }
}
