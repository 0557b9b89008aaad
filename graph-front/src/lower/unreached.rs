//! Code that is never reached: the side of an `if` that a constant condition excludes, the body of
//! a loop over no positions.
//!
//! Nothing of it is part of the function, and what it computes need not fit: a constant condition
//! may guard an index. But its names must exist, as the compiler demands of Rust.

use std::collections::HashMap;

use super::Lowerer;

impl Lowerer<'_, '_> {
    /// Lowers code for the unknown names in it. Bodies of loops are lowered for all iterations at
    /// once before, in which both sides of a condition are.
    pub(super) fn unreached(&mut self, lower: impl FnOnce(&mut Self)) {
        if self.loops.bodies > 0 || self.builder.begin_region().is_err() {
            return;
        }
        self.tables.push(HashMap::new());
        let start = self.progress();
        let mark = self.variables.enter_branch();
        self.loops.guarded += 1;
        let outer = std::mem::replace(&mut self.reached, false);
        lower(self);
        self.reached = outer;
        self.loops.guarded -= 1;
        self.variables.undo_branch(mark);
        self.tables.pop();
        self.builder.cancel_region();
        let unknown = self.names.diagnostics.unknown_names(start.errors);
        self.go_back(start);
        for diagnostic in unknown {
            self.names.diagnostics.push(diagnostic);
        }
    }
}
