//! Nodes with inner graphs and functions of the host, from functions that exist already.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Builder, Function, Wire};
use crate::error::{Error, Result};
use crate::graph::{ARGUMENT, External, derivative_rule, expect_types};
use crate::ops::{Op, Scan};
use crate::types::{Type, ValueType};

impl Builder {
    /// The results of `then` where the condition holds, else of `otherwise`; both are functions
    /// of `arguments`.
    ///
    /// # Errors
    /// When the condition is not one `bool`, or the signatures do not fit.
    pub fn branch_to<'b>(
        &'b self,
        condition: Wire<'b>,
        arguments: &[Wire<'b>],
        then: &Arc<Function>,
        otherwise: &Arc<Function>,
    ) -> Result<Vec<Wire<'b>>> {
        let types = self.check_branch(condition, arguments, then, otherwise)?;
        let operands: Vec<Wire<'b>> = [&[condition], arguments].concat();
        self.push_tuple(&types, &operands, |frame| {
            Op::Branch(frame.function(then), frame.function(otherwise))
        })
    }

    /// The results of a loop over `body`; the function id in `scan` is ignored.
    ///
    /// # Errors
    /// When the arguments do not fit the body.
    pub fn scan<'b>(
        &'b self,
        body: &Arc<Function>,
        scan: Scan,
        arguments: &[Wire<'b>],
    ) -> Result<Vec<Wire<'b>>> {
        let types = self.types(arguments)?;
        let types: Vec<&Type> = types.iter().collect();
        let results = scan.ty(&types, &body.graph)?;
        self.push_tuple(&results, arguments, |frame| {
            let body = frame.function(body);
            Op::Scan(body, frame.list(scan.to_list()))
        })
    }

    /// The results of a function.
    ///
    /// # Errors
    /// When the arguments do not fit, or the function's derivative rule does not fit the function.
    pub fn call<'b>(
        &'b self,
        function: &Arc<Function>,
        arguments: &[Wire<'b>],
    ) -> Result<Vec<Wire<'b>>> {
        if let Some(rule) = function.rule() {
            derivative_rule(&function.graph, rule)?;
        }
        let types = self.types(arguments)?;
        expect_types(ARGUMENT, function.graph.input_types(), types.iter())?;
        let results: Vec<Type> = function.graph.output_types().cloned().collect();
        self.push_tuple(&results, arguments, |frame| {
            Op::Call(frame.function(function))
        })
    }

    /// The results of a function of the host.
    ///
    /// # Errors
    /// When the arguments do not fit its signature.
    pub fn external<'b>(
        &'b self,
        external: &External,
        arguments: &[Wire<'b>],
    ) -> Result<Vec<Wire<'b>>> {
        let types = self.types(arguments)?;
        let expected = external.argument_types();
        expect_types(ARGUMENT, expected.into_iter(), types.iter())?;
        self.push_tuple(external.result_types(), arguments, |frame| {
            Op::External(frame.external(external.clone()))
        })
    }

    /// One result of a node with several.
    ///
    /// # Errors
    /// When the node has no such result.
    pub fn project<'b>(&'b self, tuple: Wire<'b>, position: usize) -> Result<Wire<'b>> {
        let ValueType::Tuple(parts) = self.value_type(tuple)? else {
            return Err(Error::NotATensor);
        };
        let state = &mut *self.state.borrow_mut();
        let node = state.import(tuple.key())?;
        let (site, sharing) = (state.site, state.sharing);
        let frame = state.top();
        let ty = *parts.get(position).ok_or(Error::NotATensor)?;
        let op = Op::Project(crate::intern::number_of(position));
        let node = frame.push(op, ty, &[node], site, sharing)?;
        Ok(Wire::new(self, frame.serial, node))
    }

    /// Adds a node with several results and a projection for each.
    fn push_tuple<'b>(
        &'b self,
        types: &[Type],
        arguments: &[Wire<'b>],
        op: impl FnOnce(&mut super::frame::Frame) -> Op,
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
}
