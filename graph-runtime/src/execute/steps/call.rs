//! Calls of functions of the host.

use alloc::boxed::Box;
use alloc::string::String;

use graph_ir::graph::Role;

use crate::execute::code::Frame;
use crate::execute::functions::{Arguments, Results};
use crate::execute::host::Host;
use crate::execute::machine::Fault;
use crate::execute::place::{Extents, Operand};

/// A call of a function of the host.
#[derive(Debug)]
pub(in crate::execute) struct Call {
    pub(in crate::execute) name: String,
    pub(in crate::execute) role: Role,
    /// The number of the call, for a function whose calls are numbered.
    pub(in crate::execute) number: Option<u64>,
    /// The function's own arguments, then what the role adds.
    pub(in crate::execute) arguments: Box<[Operand]>,
    /// How many of the arguments are the function's own.
    pub(in crate::execute) own: usize,
    /// Where the results begin in the frame.
    pub(in crate::execute) start: Extents,
    /// The results, whose places count from there.
    pub(in crate::execute) results: Box<[Operand]>,
    /// The number of arguments of the block that calls: theirs come first in the table.
    pub(in crate::execute) table: usize,
}

impl Call {
    pub(in crate::execute) fn run(
        &self,
        frame: &mut Frame<'_>,
        host: &Host<'_>,
    ) -> Result<(), Fault> {
        let function = host
            .functions
            .and_then(|functions| functions.get(&self.name));
        let Some(function) = function else {
            return Err(Fault::Missing);
        };
        for (position, argument) in self.arguments.iter().enumerate() {
            frame.table[self.table + position] = frame.at(argument.kind, argument.place);
        }
        let (lanes, results) = frame.memory.split_all(frame.base.plus(self.start));
        let addresses = &frame.table[self.table..];
        let (own, added) = self.arguments.split_at(self.own);
        let call = self.number;
        let of = |operands, addresses| Arguments {
            lanes,
            operands,
            addresses,
            call,
        };
        let arguments = of(own, addresses);
        let added = of(added, &addresses[self.own..]);
        let mut results = Results {
            lanes: results,
            operands: &self.results,
        };
        results.clear();
        match self.role {
            Role::Value => function.value(&arguments, &mut results),
            Role::Tangent => function.tangent(&arguments, &added, &mut results),
            Role::Adjoint => function.adjoint(&arguments, &added, &mut results),
        }
        .map_err(Fault::Function)
    }
}
