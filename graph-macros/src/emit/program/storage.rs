//! Where the buffers of a program live.

use graph_ir::Element;
use graph_ir::program::{BufferId, BufferKind, Program};

use super::scan::Scan;

/// How many bytes of local buffers a generated function keeps on the stack. Threads have 2 MiB by
/// default, and builds without optimisation need several times what they should; what exceeds
/// this goes to the heap, the largest buffers first (to the stack all the same, in a build
/// without an allocator).
pub(crate) const STACK_LIMIT: usize = 128 * 1024;

/// The local buffers that live on the heap, ascending.
pub(crate) fn on_heap(program: &Program, scan: &Scan<'_>) -> Vec<BufferId> {
    let mut locals: Vec<(usize, BufferId)> = program
        .buffer_ids()
        .filter(|&id| program.buffer(id).kind == BufferKind::Local && scan.is_used(id))
        .map(|id| (size(program, id), id))
        .collect();
    locals.sort_unstable();
    let mut total = 0_usize;
    let heap = locals.into_iter().filter(|&(size, _)| {
        total = total.saturating_add(size);
        total > STACK_LIMIT
    });
    let mut heap: Vec<BufferId> = heap.map(|(_, id)| id).collect();
    heap.sort_unstable();
    heap
}

fn size(program: &Program, id: BufferId) -> usize {
    let ty = &program.buffer(id).ty;
    ty.shape.size().saturating_mul(element_size(ty.element))
}

/// Bytes of one element; a generic float has at most those of `f64`.
pub(crate) fn element_size(element: Element) -> usize {
    match element {
        Element::F64 | Element::I64 | Element::Float => 8,
        Element::F32 => 4,
        Element::Bool => 1,
    }
}
