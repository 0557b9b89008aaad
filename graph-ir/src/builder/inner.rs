//! Nodes with inner graphs and functions of the host, from functions that exist already.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Builder, Function, Wire};
use crate::error::{Error, Result};
use crate::graph::{ARGUMENT, External, Op, derivative_rule, expect_types};
use crate::types::{Type, ValueType};

impl Builder {
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
}
