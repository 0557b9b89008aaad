//! The machine: runs the steps of blocks, with a stack of activations in place of recursion.

use alloc::vec::Vec;

use super::code::{Block, Code, Frame, Step, address};
use super::error::{ExecuteError, Location, Result};
use super::functions::HostError;
use super::host::Host;
use super::memory::{Memory, Stored};
use super::place::{Extents, Kind, Operand, Place};
use super::steps::inner::{Inner, Loop};

/// A step that cannot be done; the machine knows where it stands.
#[derive(Debug)]
pub(super) enum Fault {
    Index { index: i64, extent: usize },
    Missing,
    Function(HostError),
}

/// The state of an evaluation, allocated for one code.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub(super) memory: Memory,
    /// Where the arguments of the running blocks begin.
    table: Vec<usize>,
    stack: Vec<Activation>,
    /// The number of comparisons that did not hold.
    pub(super) changes: usize,
}

/// A block that is running.
#[derive(Clone, Copy, Debug)]
struct Activation {
    block: usize,
    /// The step that it has come to.
    step: usize,
    /// The effect that happens next.
    effect: usize,
    /// Where its frame begins.
    base: Extents,
    /// Where its arguments begin in the table.
    table: usize,
    /// Which iteration of a loop this is.
    iteration: usize,
}

impl Machine {
    /// The machine for a code, its constants in place.
    pub(super) fn new(code: &Code) -> Result<Self> {
        let main = &code.blocks[code.main];
        let mut memory = Memory::new(code.fixed.plus(main.total))?;
        for constant in &code.constants {
            constant.write(&mut memory);
        }
        Ok(Self {
            memory,
            table: alloc::vec![0; main.tables],
            stack: Vec::with_capacity(main.height),
            changes: 0,
        })
    }

    /// Runs the whole graph on the inputs that lie in the memory.
    pub(super) fn run(&mut self, code: &Code, host: &mut Host<'_>) -> Result<()> {
        self.changes = 0;
        self.stack.clear();
        self.stack.push(Activation {
            block: code.main,
            step: 0,
            effect: 0,
            base: code.fixed,
            table: 0,
            iteration: 0,
        });
        while let Some(&activation) = self.stack.last() {
            let block = &code.blocks[activation.block];
            let mut frame = Frame {
                memory: &mut self.memory,
                base: activation.base,
                table: &mut self.table[activation.table..],
            };
            let mut run = Run {
                step: activation.step,
                effect: activation.effect,
                changes: 0,
            };
            let done = run.steps(block, &mut frame, host);
            self.changes += run.changes;
            self.stack_top(&run);
            if let Err(fault) = done {
                return Err(self.error(code, fault));
            }
            if let Some(Step::Inner(inner)) = block.steps.get(run.step) {
                self.enter(code, inner, activation);
                continue;
            }
            self.stack.pop();
            if let Some(&caller) = self.stack.last() {
                self.leave(code, caller, activation);
            }
        }
        Ok(())
    }

    /// Notes how far the running block has come.
    fn stack_top(&mut self, run: &Run) {
        if let Some(top) = self.stack.last_mut() {
            (top.step, top.effect) = (run.step, run.effect);
        }
    }

    /// Starts the block that a step runs.
    fn enter(&mut self, code: &Code, inner: &Inner, caller: Activation) {
        let (block, arguments) = match inner {
            Inner::Branch {
                condition,
                blocks,
                arguments,
                ..
            } => {
                let at = self.address(caller, Kind::Bool, *condition);
                let [then, otherwise] = *blocks;
                let holds = bool::lane(&self.memory)[at];
                (if holds { then } else { otherwise }, arguments)
            }
            Inner::Call {
                block, arguments, ..
            } => (*block, arguments),
            Inner::Loop(scan) if scan.length == 0 => {
                for carried in &scan.carried {
                    let initial = carried.initial;
                    self.copy(caller, initial, caller, carried.result, 0);
                }
                return self.stack_next();
            }
            Inner::Loop(scan) => (scan.block, &scan.captured),
        };
        let callee = callee(code, caller, block, 0);
        self.pass(caller, arguments, callee.table);
        if let Inner::Loop(scan) = inner {
            self.prepare(scan, caller, callee);
        }
        self.stack.push(callee);
    }

    /// Takes the results of a block that has ended, and runs it again in a loop.
    fn leave(&mut self, code: &Code, caller: Activation, callee: Activation) {
        let Some(Step::Inner(inner)) = code.blocks[caller.block].steps.get(caller.step) else {
            return;
        };
        let outputs = &code.blocks[callee.block].outputs;
        match &**inner {
            Inner::Branch { results, .. } | Inner::Call { results, .. } => {
                for (output, result) in outputs.iter().zip(results) {
                    self.copy(callee, *output, caller, result.place, 0);
                }
            }
            Inner::Loop(scan) => {
                self.collect(scan, outputs, caller, callee);
                let iteration = callee.iteration + 1;
                if iteration < scan.length {
                    let again = Activation {
                        step: 0,
                        effect: 0,
                        iteration,
                        ..callee
                    };
                    self.prepare(scan, caller, again);
                    return self.stack.push(again);
                }
            }
        }
        self.stack_next();
    }

    fn stack_next(&mut self) {
        if let Some(top) = self.stack.last_mut() {
            top.step += 1;
        }
    }

    /// Tells the block where its arguments lie.
    fn pass(&mut self, caller: Activation, arguments: &[Operand], table: usize) {
        for (position, argument) in arguments.iter().enumerate() {
            self.table[table + position] = self.address(caller, argument.kind, argument.place);
        }
    }

    /// Tells the body of a loop where the carried values and the slices of this iteration lie.
    fn prepare(&mut self, scan: &Loop, caller: Activation, body: Activation) {
        let mut entry = body.table + scan.captured.len();
        for carried in &scan.carried {
            let place = carried.after(body.iteration, scan.length);
            self.table[entry] = self.address(caller, carried.initial.kind, place);
            entry += 1;
        }
        let slice = scan.slice(body.iteration);
        for input in &scan.inputs {
            let first = self.address(caller, input.kind, input.place);
            self.table[entry] = first + slice * input.len;
            entry += 1;
        }
    }

    /// Takes the next carried values and the slices of the outputs from the body of a loop.
    fn collect(&mut self, scan: &Loop, from: &[Operand], caller: Activation, body: Activation) {
        let (next, stacked) = from.split_at(scan.carried.len());
        for (output, carried) in next.iter().zip(&scan.carried) {
            let place = carried.after(body.iteration + 1, scan.length);
            self.copy(body, *output, caller, place, 0);
        }
        let slice = scan.slice(body.iteration);
        for (output, result) in stacked.iter().zip(&scan.outputs) {
            self.copy(body, *output, caller, result.place, slice * result.len);
        }
    }

    /// Copies a value of one running block to a place of another, so many elements further on.
    fn copy(
        &mut self,
        from: Activation,
        operand: Operand,
        to: Activation,
        place: Place,
        further: usize,
    ) {
        let source = self.address(from, operand.kind, operand.place);
        let target = self.address(to, operand.kind, place) + further;
        self.memory.copy(operand.kind, source, target, operand.len);
    }

    fn address(&self, of: Activation, kind: Kind, place: Place) -> usize {
        address(of.base, &self.table[of.table..], kind, place)
    }

    /// The error for a fault of the step that the stack has come to.
    fn error(&self, code: &Code, fault: Fault) -> ExecuteError {
        let mut location = Location::default();
        let mut name = "";
        for activation in &self.stack {
            let block = &code.blocks[activation.block];
            let node = block.nodes[activation.step];
            location.path.push(node);
            location.name = block.names.get(&node).cloned().unwrap_or_default();
            if let Step::Call(call) = &block.steps[activation.step] {
                name = &call.name;
            }
        }
        let name = name.into();
        match fault {
            Fault::Index { index, extent } => ExecuteError::IndexOutOfRange {
                location,
                index,
                extent,
            },
            Fault::Missing => ExecuteError::MissingFunction { location, name },
            Fault::Function(error) => ExecuteError::Function {
                location,
                name,
                error,
            },
        }
    }
}

/// The activation of a block that another one runs: it uses what lies above the caller's frame
/// and the caller's arguments.
fn callee(code: &Code, caller: Activation, block: usize, iteration: usize) -> Activation {
    let own = &code.blocks[caller.block];
    Activation {
        block,
        step: 0,
        effect: 0,
        base: caller.base.plus(own.frame),
        table: caller.table + own.arguments,
        iteration,
    }
}

/// How far a running block has come.
struct Run {
    step: usize,
    effect: usize,
    /// The number of comparisons that did not hold on the way.
    changes: usize,
}

impl Run {
    /// Runs steps, with the effects among them, until the end of the block, a step that runs
    /// another block, or a fault.
    fn steps(
        &mut self,
        block: &Block,
        frame: &mut Frame<'_>,
        host: &mut Host<'_>,
    ) -> Result<(), Fault> {
        loop {
            let effect = block.effects.get(self.effect);
            let until = effect.map_or(block.steps.len(), |&(step, _)| step);
            for step in &block.steps[self.step..until] {
                if matches!(step, Step::Inner(_)) {
                    return Ok(());
                }
                step.run(frame, host)?;
                self.step += 1;
            }
            let Some((_, effect)) = effect else {
                return Ok(());
            };
            self.changes += effect.run(frame, host);
            self.effect += 1;
        }
    }
}
