//! The instructions of the machine.

use graph_ir::ops::ScalarOp;

use super::code::{Position, Register, Shape};
use super::place::Kind;

/// One step of the machine.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    /// Applies an operator `count` times; its operands follow each other from `operands` on, its
    /// results go to registers from `out` on, all above the operands.
    Run {
        op: ScalarOp,
        kind: Kind,
        operands: Position,
        out: Register,
        count: u32,
    },
    /// Computes `x * y + z`, each with a rounding of its own, `count` times; the operands follow
    /// each other from `operands` on, the results go to registers from `out` on, where later ones
    /// may read earlier ones.
    Chain {
        kind: Kind,
        operands: Position,
        out: Register,
        count: u32,
    },
    Single(Single),
    Wide(Wide),
    /// Multiplies matrices.
    Product(Position),
    /// Finds positions in ascending order.
    Sort(Position),
    /// Factors a matrix, or solves a triangular system.
    Triangular(Position),
    Control(Control),
    Outside(Outside),
}

/// An instruction over single values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Single {
    Copy {
        kind: Kind,
        from: Register,
        out: Register,
    },
    Cast {
        from: Kind,
        to: Kind,
        operand: Register,
        out: Register,
    },
    /// The second operand where the first, a truth value, holds, else the third.
    Select {
        kind: Kind,
        operands: [Register; 3],
        out: Register,
    },
    Load {
        kind: Kind,
        place: Position,
        out: Register,
    },
    Store {
        kind: Kind,
        place: Position,
        value: Register,
    },
    /// The position that a place is, as an integer.
    Number { place: Position, out: Register },
    /// Fails where an integer does not satisfy a condition.
    Check { integer: Register, check: Position },
}

/// An instruction over wide registers. Operands have the shape of the result; where a mask `wide`
/// is given, those whose bit (the lowest for the first) is not set are single values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wide {
    Map {
        op: ScalarOp,
        kind: Kind,
        shape: Shape,
        wide: u8,
        operands: [Register; 3],
        out: Register,
    },
    /// Gives every element what the operand has for its lane and iteration.
    Copy {
        kind: Kind,
        from: Register,
        from_shape: Shape,
        out: Register,
        shape: Shape,
    },
    Cast {
        from: Kind,
        to: Kind,
        shape: Shape,
        operand: Register,
        out: Register,
    },
    Select {
        kind: Kind,
        shape: Shape,
        wide: u8,
        operands: [Register; 3],
        out: Register,
    },
    Load {
        kind: Kind,
        shape: Shape,
        place: Position,
        out: Register,
    },
    Store {
        kind: Kind,
        shape: Shape,
        wide: u8,
        place: Position,
        value: Register,
    },
    Number {
        shape: Shape,
        place: Position,
        out: Register,
    },
    Check {
        shape: Shape,
        integer: Register,
        check: Position,
    },
    /// Combines the lanes of the operand: for each iteration, or once.
    Combine {
        op: ScalarOp,
        kind: Kind,
        shape: Shape,
        operand: Register,
        out: Register,
    },
    /// Combines a value (or one for each lane) that the strip does not have with each iteration's
    /// in turn; the operator's first operand is the former, unless `swapped`.
    Fold {
        op: ScalarOp,
        kind: Kind,
        lanes: bool,
        swapped: bool,
        into: Register,
        operand: Register,
    },
}

/// An instruction that says which one comes next. Loops have iterations.
#[derive(Clone, Copy, Debug)]
pub(super) enum Control {
    /// Begins the first iteration of a loop.
    Begin {
        counter: Register,
    },
    /// Goes back to `body` unless the loop has ended.
    Next {
        counter: Register,
        body: Position,
        extent: usize,
    },
    /// Begins the iteration of a loop whose number is in a register, which is at least 0.
    BeginFrom {
        counter: Register,
        from: Register,
    },
    /// Leaves a loop at an iteration whose number is not below that in a register.
    Below {
        counter: Register,
        bound: Register,
        end: Position,
    },
    /// Begins the first strip of a loop, with at most `rows` iterations.
    BeginStrips {
        counter: Register,
        rows: u32,
        extent: usize,
    },
    /// Goes back to `body` for the next strip unless the loop has ended.
    NextStrip {
        counter: Register,
        rows: u32,
        body: Position,
        extent: usize,
    },
    /// Goes to `otherwise` where the condition does not hold.
    Branch {
        condition: Register,
        otherwise: Position,
    },
    Jump(Position),
}

/// An instruction that the program around notices.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outside {
    /// Calls a function of the host.
    Call(Position),
    /// Makes a report unless a condition holds.
    Print { report: Position, unless: Register },
    /// Counts a condition that does not hold.
    Expect(Register),
}

macro_rules! from {
    ($($kind:ident)+) => {$(
        impl From<$kind> for Instruction {
            fn from(instruction: $kind) -> Self {
                Self::$kind(instruction)
            }
        }
    )+};
}

from! { Single Wide Control Outside }

#[cfg(test)]
mod tests {
    use super::Instruction;

    #[test]
    fn an_instruction_is_small() {
        assert!(size_of::<Instruction>() <= 32);
    }
}
