//! Branches and loops over regions and over functions that exist already.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::builder::{Builder, Region, Wire};
use crate::error::Result;
use crate::graph::{Function, FunctionId, Op};
use crate::ops::{Branch, Iterations, Scan};
use crate::types::{Extent, Type};

impl Builder {
    /// The results of one of two regions, which must yield the same types.
    ///
    /// # Errors
    /// When the condition is not one `bool` or the results differ.
    pub fn branch<'b>(
        &'b self,
        condition: Wire<'b>,
        then: Region,
        otherwise: Region,
    ) -> Result<Vec<Wire<'b>>> {
        let captured = self.captured_by(&[&then, &otherwise])?;
        let wires = self.wires_of(&captured);
        let then = then.into_function(&captured)?;
        let otherwise = otherwise.into_function(&captured)?;
        self.branch_to(condition, &wires, &then, &otherwise)
    }

    /// A loop whose body is a region with inputs (in this order) for each carried value and each
    /// slice of a stacked input.
    ///
    /// # Errors
    /// When types do not fit.
    pub fn scan_region<'b>(
        &'b self,
        body: Region,
        carried: &[Wire<'b>],
        stacked: &[Wire<'b>],
        length: impl Into<Extent>,
        reverse: bool,
    ) -> Result<Vec<Wire<'b>>> {
        let iterations = Iterations::new(length, reverse, None);
        self.scan_region_with(body, carried, stacked, iterations)
    }

    /// [`Self::scan_region`] that says everything about the iterations.
    ///
    /// # Errors
    /// When types do not fit.
    pub fn scan_region_with<'b>(
        &'b self,
        body: Region,
        carried: &[Wire<'b>],
        stacked: &[Wire<'b>],
        iterations: Iterations,
    ) -> Result<Vec<Wire<'b>>> {
        let (body, wires) = self.closure(body)?;
        let spec = Scan {
            body: FunctionId::from_number(0),
            captured: wires.len(),
            carried: carried.len(),
            length: iterations.length,
            reverse: iterations.reverse,
            checkpoint: iterations.checkpoint,
            runs: iterations.runs,
        };
        let arguments: Vec<Wire<'b>> = [&wires, carried, stacked].concat();
        self.scan(&body, &spec, &arguments)
    }

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
        scan: &Scan,
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

    fn check_branch(
        &self,
        condition: Wire<'_>,
        captured: &[Wire<'_>],
        then: &Function,
        otherwise: &Function,
    ) -> Result<Vec<Type>> {
        let types = self.types(captured)?;
        let types: Vec<&Type> = types.iter().collect();
        Branch::ty(&self.ty(condition)?, &types, &then.graph, &otherwise.graph)
    }
}
