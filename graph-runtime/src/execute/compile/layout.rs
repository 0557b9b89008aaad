//! The arena: registers first, then buffers, then room for the results of functions of the host.

use alloc::string::ToString;
use alloc::vec::Vec;

use graph_math::order::LANES;
use graph_program::{Buffer, BufferId, BufferKind, Home, Program};

use super::Compiler;
use crate::execute::code::{Code, Port};
use crate::execute::constants::Placed;
use crate::execute::error::{ExecuteError, Result};
use crate::execute::place::{Extents, Kind, Span};

/// Refuses a buffer that is too large by itself, before anything is computed with its size.
pub(super) fn check_buffers(program: &Program, limit: u64) -> Result<()> {
    for buffer in &program.buffers {
        let size = buffer.ty.shape.size() as u64;
        let bytes = size.saturating_mul(Kind::of(buffer.ty.element)?.bytes());
        within(bytes, limit)?;
    }
    Ok(())
}

fn within(bytes: u64, limit: u64) -> Result<()> {
    match bytes > limit {
        true => Err(ExecuteError::TooLarge { bytes, limit }),
        false => Ok(()),
    }
}

impl Compiler<'_> {
    /// The code with everything in its place.
    pub(super) fn finish(mut self, limit: u64) -> Result<Code> {
        let registers = self.registers.extents;
        let mut extents = registers;
        let spans = self.spans(&mut extents)?;
        for (place, buffer) in self.code.places.iter_mut().zip(&self.buffers) {
            if let Some(buffer) = buffer {
                let start = spans[buffer.0 as usize].start;
                place.start = place.start.wrapping_add(start);
            }
        }
        self.code.frame = extents;
        for (product, target) in self.code.products.iter_mut().zip(&self.targets) {
            product.target = spans[target.0 as usize];
        }
        for (report, buffer) in self.code.reports.iter_mut().zip(&self.reported) {
            if let Some(buffer) = buffer {
                report.value = spans[buffer.0 as usize];
            }
        }
        let mut largest = Extents::default();
        for (call, [arguments, results]) in self.code.calls.iter_mut().zip(&self.calls) {
            let span = |id: &BufferId| spans[id.0 as usize];
            call.arguments = arguments.iter().map(span).collect();
            let mut frame = Extents::default();
            for target in results.iter().map(span) {
                let start = frame.add(target.kind, target.len);
                call.results.push(Span { start, ..target });
                call.targets.push(target.start);
            }
            largest = largest.max(frame);
        }
        self.code.extents = extents.plus(largest);
        within(self.code.extents.bytes(), limit)?;
        // Registers are numbered with 32 bits.
        let most = Kind::ALL.map(|kind| registers[kind]).into_iter().max();
        if most.is_some_and(|most| u32::try_from(most).is_err()) {
            let bytes = registers.bytes();
            return Err(ExecuteError::TooLarge { bytes, limit });
        }
        let port = |id: &BufferId| {
            let Buffer { ty, name, .. } = self.program.buffer(*id);
            Port {
                name: name.to_string(),
                ty: ty.clone(),
                span: spans[id.0 as usize],
            }
        };
        self.code.inputs = self.program.inputs.iter().map(port).collect();
        self.code.outputs = self.program.outputs.iter().map(port).collect();
        for (id, &span) in self.program.buffer_ids().zip(&spans) {
            if let (BufferKind::Constant(constant), true) =
                (&self.program.buffer(id).kind, span.len > 0)
            {
                self.code.constants.push(Placed::new(constant, span));
            }
        }
        Ok(self.code)
    }

    /// Where each buffer lies. The only place that decides it.
    fn spans(&self, extents: &mut Extents) -> Result<Vec<Span>> {
        let program = self.program;
        let mut used = alloc::vec![false; program.buffers.len()];
        for buffer in self.buffers.iter().flatten() {
            used[buffer.0 as usize] = true;
        }
        let mut add = |kind, size| {
            // Single elements stand side by side.
            if size >= LANES {
                extents.align(kind);
            }
            extents.add(kind, size)
        };
        let slots = program.storage.slots.iter();
        let slots = slots.map(|slot| Ok(add(Kind::of(slot.element)?, slot.size)));
        let slots: Vec<usize> = slots.collect::<Result<_>>()?;
        let spans = program.buffer_ids().map(|id| {
            let buffer = program.buffer(id);
            let mut span = Span::new(&buffer.ty, 0)?;
            match (&buffer.kind, program.storage.home(id)) {
                (BufferKind::Local, Home::Slot(slot)) => span.start = slots[slot.0 as usize],
                (BufferKind::Local, Home::None) => span.len = 0,
                (BufferKind::Constant(_), _) if !used[id.0 as usize] => span.len = 0,
                _ => span.start = add(span.kind, span.len),
            }
            Ok(span)
        });
        spans.collect()
    }
}
