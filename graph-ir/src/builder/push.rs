//! Adding nodes whose type is known.

use alloc::vec::Vec;

use super::frame::Frame;
use super::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{ListId, NodeId, Op};
use crate::scalar::{self, ScalarOp};
use crate::types::{Extent, Type, ValueType};

impl Builder {
    /// Adds a node whose type is known to be right, with arguments of any frame in scope.
    pub(crate) fn push(&self, op: Op, ty: Type, arguments: &[Wire<'_>]) -> Wire<'_> {
        self.try_push(op, ty, arguments)
            .unwrap_or_else(|error| self.poison(error))
    }

    /// [`Self::push`], with the error.
    pub(crate) fn try_push(&self, op: Op, ty: Type, arguments: &[Wire<'_>]) -> Result<Wire<'_>> {
        let state = &mut *self.state.borrow_mut();
        let arguments = state.import_all(arguments)?;
        let (site, sharing) = (state.site, state.sharing);
        let frame = state.top();
        let ty = frame.types.intern(ValueType::Tensor(ty));
        let node = frame.push(op, ty, &arguments, site, sharing)?;
        Ok(Wire::new(self, frame.serial, node))
    }

    /// A view costs nothing and cannot fail, so it is made in the region of its operand: a
    /// region that uses one element of an array then captures the element, not the array.
    pub(crate) fn push_view<'b>(
        &'b self,
        operand: Wire<'b>,
        ty: Type,
        list: Option<Vec<Extent>>,
        op: impl Fn(ListId) -> Op,
    ) -> Result<Wire<'b>> {
        let state = &mut *self.state.borrow_mut();
        let (serial, node) = operand.key();
        let depth = state.depth_of(serial).ok_or(Error::OutOfScope)?;
        let (site, sharing) = (state.site, state.sharing);
        let frame = &mut state.frames[depth];
        let list = frame.list(list.unwrap_or_default());
        let ty = frame.types.intern(ValueType::Tensor(ty));
        let node = frame.push(op(list), ty, &[node], site, sharing)?;
        Ok(Wire::new(self, serial, node))
    }

    /// Keeps an integer list.
    pub(crate) fn list(&self, list: Vec<Extent>) -> ListId {
        self.state.borrow_mut().top().list(list)
    }

    /// Adds a node with several results and a projection for each.
    pub(crate) fn push_tuple<'b>(
        &'b self,
        types: &[Type],
        arguments: &[Wire<'b>],
        op: impl FnOnce(&mut Frame) -> Op,
    ) -> Result<Vec<Wire<'b>>> {
        let state = &mut *self.state.borrow_mut();
        let arguments = state.import_all(arguments)?;
        let (site, sharing) = (state.site, state.sharing);
        let frame = state.top();
        let op = op(frame);
        let tuple = frame.types.tuple(types);
        let node = frame.push(op, tuple, &arguments, site, sharing)?;
        let mut results = Vec::with_capacity(types.len());
        for (position, ty) in types.iter().enumerate() {
            let ty = frame.types.tensor(ty);
            let op = Op::Project(crate::intern::number_of(position));
            let result = frame.push(op, ty, &[node], site, sharing)?;
            results.push(Wire::new(self, frame.serial, result));
        }
        Ok(results)
    }

    /// A scalar operator in the common case of imported graphs and unrolled programs, without a
    /// detour over copies of types: operands of rank 0 and of one type that fits, all in the graph
    /// under construction. `None` for any other case.
    pub(crate) fn push_scalar<'b>(
        &'b self,
        op: ScalarOp,
        operands: &[Wire<'b>],
    ) -> Option<Result<Wire<'b>>> {
        let state = &mut *self.state.borrow_mut();
        let (site, sharing) = (state.site, state.sharing);
        let frame = state.top();
        let mut nodes = [NodeId::from_number(0); 3];
        let nodes = nodes.get_mut(..operands.len())?;
        for (node, operand) in nodes.iter_mut().zip(operands) {
            let (serial, own) = operand.key();
            if serial != frame.serial || !core::ptr::eq(operand.builder(), self) {
                return None;
            }
            *node = own;
        }
        let id = frame.graph.node(*nodes.first()?).ty;
        let alike = nodes.iter().all(|&node| frame.graph.node(node).ty == id);
        let ValueType::Tensor(ty) = frame.types.get(id.number()) else {
            return None;
        };
        if !alike || ty.shape.rank() > 0 {
            return None;
        }
        let element = scalar::scalar_element(op, ty, nodes.len())?;
        let result = match element == ty.element {
            true => id,
            false => frame.types.tensor(&Type::scalar(element)),
        };
        let node = frame.push(Op::Scalar(op), result, nodes, site, sharing);
        let serial = frame.serial;
        Some(node.map(|node| Wire::new(self, serial, node)))
    }

    /// The types of some values.
    pub(crate) fn types(&self, wires: &[Wire<'_>]) -> Result<Vec<Type>> {
        wires.iter().map(|&wire| self.ty(wire)).collect()
    }
}
