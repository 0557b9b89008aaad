//! How long generated functions are, and how much they keep on the stack.

use graph_program::{Block, Parts, Program, Statement};

/// Bounds on generated functions. Tests lower them, so that small programs reach them too.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// Which functions are split, and into how much.
    pub(crate) parts: Parts,
    /// The same for functions that compute a point in each lane. A statement and those that run
    /// before it is done, in the functions that call its own, are fewer than `from`.
    pub(crate) lanes: Parts,
    /// How many bytes of slots a function keeps on the stack; a larger arena is a part of the
    /// workspace that the function is given.
    pub(crate) stack: usize,
    /// How many bytes of rows a loop keeps on the stack, that hands a row to each lane.
    pub(crate) rows: usize,
}

impl Limits {
    /// Code of ten thousand statements takes a compiler some seconds, and twice as much takes four
    /// times as long; shorter code is one function, which may run faster than parts that hand each
    /// other everything in memory. The time for parts of this length grows in proportion to their
    /// number; it is twice as long for parts of four thousand.
    ///
    /// Threads have a stack of 2 MiB by default, and builds without optimisation need several times
    /// as much as they should: some 400 bytes for each statement in lanes.
    pub(crate) const USUAL: Self = Self {
        parts: Parts {
            from: 10_000,
            length: 1_000,
        },
        lanes: Parts {
            from: 2_500,
            length: 1_000,
        },
        stack: 128 * 1024,
        rows: 256 * 1024,
    };

    /// Whether the rows that a program in lanes takes and yields, none of which is empty, fit on the
    /// stack of its caller.
    pub(crate) fn holds_rows(self, program: &Program) -> bool {
        let buffers = program.inputs.iter().chain(&program.outputs);
        let mut sizes = buffers.map(|&id| program.buffer(id).ty.shape.size());
        let sum = sizes.try_fold(0, |sum, size| (size > 0).then(|| sum + size));
        sum.is_some_and(|sum: usize| sum * size_of::<f64>() <= self.rows)
    }

    /// Whether a program's slots are parameters of its function.
    pub(crate) fn takes_slots(self, program: &Program) -> bool {
        program.storage.bytes() > self.stack
    }

    /// Whether a program for a point in each lane is short enough for a compiler and for the stack.
    pub(crate) fn allows_lanes(self, program: &Program) -> bool {
        let Statements { all, stacked } = Statements::of(&program.body);
        all < self.parts.from && stacked < self.lanes.from
    }
}

/// Numbers of statements.
#[derive(Default)]
struct Statements {
    all: usize,
    /// The most in functions that are on the stack together: a function and a part that it calls.
    stacked: usize,
}

impl Statements {
    fn of(block: &Block) -> Self {
        let (mut all, mut own, mut deepest) = (0, 0, 0);
        for statement in block {
            (all, own) = (all + 1, own + 1);
            for inner in statement.blocks().map(Self::of) {
                all += inner.all;
                match statement {
                    Statement::Part(..) => deepest = inner.stacked.max(deepest),
                    _ => own += inner.stacked,
                }
            }
        }
        Self {
            all,
            stacked: own + deepest,
        }
    }
}
