//! Instructions that reach the program around the machine: calls, prints and expectations.

use graph_ir::graph::Role;

use super::{Cause, Fault, holds};
use crate::execute::code::{Call, Code, Report};
use crate::execute::functions::{Arguments, Results};
use crate::execute::host::{Host, Printed};
use crate::execute::instruction::Outside;
use crate::execute::memory::Memory;

/// Runs an instruction that the program around notices; gives 1 for an expectation that does not
/// hold.
pub(super) fn run(
    outside: Outside,
    code: &Code,
    memory: &mut Memory,
    host: &mut Host<'_>,
) -> Result<usize, Fault> {
    match outside {
        Outside::Call(number) => call(&code.calls[number as usize], code, memory, host)?,
        Outside::Print { report, unless } => {
            if !holds(memory, unless) {
                print(&code.reports[report as usize], memory, host);
            }
        }
        Outside::Expect(condition) => return Ok(usize::from(!holds(memory, condition))),
    }
    Ok(0)
}

/// Calls a function of the host. Its results are written above all else and go to their buffers
/// from there, wherever those lie among the arguments.
fn call(call: &Call, code: &Code, memory: &mut Memory, host: &Host<'_>) -> Result<(), Fault> {
    let fault = |cause| Fault {
        site: call.site,
        cause,
    };
    let functions = host.functions;
    let Some(function) = functions.and_then(|functions| functions.get(&call.name)) else {
        let name = call.name.clone();
        return Err(fault(Cause::Missing { name }));
    };
    let (lanes, frame) = memory.split(code.frame);
    let (own, added) = call.arguments.split_at(call.own);
    let of = |spans| Arguments {
        lanes,
        spans,
        call: call.number,
    };
    let (arguments, added) = (of(own), of(added));
    let mut results = Results {
        lanes: frame,
        spans: &call.results,
    };
    results.clear();
    let done = match call.role {
        Role::Value => function.value(&arguments, &mut results),
        Role::Tangent => function.tangent(&arguments, &added, &mut results),
        Role::Adjoint => function.adjoint(&arguments, &added, &mut results),
        Role::Second => {
            // There is a tangent for each argument, after the adjoints.
            let (adjoints, tangents) = added.spans.split_at(added.len() - arguments.len());
            let [adjoints, tangents] = [of(adjoints), of(tangents)];
            function.second(&arguments, &adjoints, &tangents, &mut results)
        }
    };
    done.map_err(|error| {
        let name = call.name.clone();
        fault(Cause::Function { name, error })
    })?;
    for (result, &target) in call.results.iter().zip(&call.targets) {
        let from = code.frame[result.kind] + result.start;
        memory.copy(result.kind, from, target, result.len);
    }
    Ok(())
}

/// Tells the listener, if there is one, of a value between two texts.
fn print(report: &Report, memory: &Memory, host: &mut Host<'_>) {
    let [before, after] = &report.texts;
    if let Some(listener) = &mut host.print {
        listener(Printed {
            before,
            value: memory.values(report.value),
            extents: &report.extents,
            after,
        });
    }
}
