//! Elementwise steps: scalar operators, casts, choices, sums of any number of terms.

use alloc::boxed::Box;

use graph_ir::ops::{Class, ScalarOp, Visitor};

use crate::execute::code::{ADD, Frame};
use crate::execute::memory::{Memory, Stored};
use crate::execute::place::{Kind, Place, for_kind};

/// A scalar operator over operands of one kind.
#[derive(Debug)]
pub(in crate::execute) struct Scalar {
    pub(in crate::execute) op: ScalarOp,
    pub(in crate::execute) kind: Kind,
    /// As many as the operator has; the rest repeat the first.
    pub(in crate::execute) operands: [Place; 3],
    pub(in crate::execute) out: usize,
    pub(in crate::execute) len: usize,
}

/// A conversion between two kinds.
#[derive(Debug)]
pub(in crate::execute) struct Cast {
    pub(in crate::execute) from: Kind,
    pub(in crate::execute) to: Kind,
    pub(in crate::execute) operand: Place,
    pub(in crate::execute) out: usize,
    pub(in crate::execute) len: usize,
}

/// A choice between two values of one kind.
#[derive(Debug)]
pub(in crate::execute) struct Select {
    pub(in crate::execute) kind: Kind,
    pub(in crate::execute) condition: Place,
    pub(in crate::execute) choices: [Place; 2],
    pub(in crate::execute) out: usize,
    pub(in crate::execute) len: usize,
}

/// A sum of at least one term.
#[derive(Debug)]
pub(in crate::execute) struct Sum {
    pub(in crate::execute) kind: Kind,
    pub(in crate::execute) terms: Box<[Place]>,
    pub(in crate::execute) out: usize,
    pub(in crate::execute) len: usize,
}

impl Scalar {
    pub(in crate::execute) fn run(&self, frame: &mut Frame<'_>) {
        let result = match self.op.class() {
            Class::Comparison => Kind::Bool,
            Class::Float | Class::Number | Class::Logic => self.kind,
        };
        let apply = Apply {
            at: self.operands.map(|place| frame.at(self.kind, place)),
            out: frame.base[result] + self.out,
            len: self.len,
            memory: frame.memory,
        };
        visit(self.op, self.kind, apply);
    }
}

/// Hands the function of an operator over elements of a kind to a visitor. A verified graph has
/// no operator over elements for which there is none.
pub(in crate::execute) fn visit<V, R>(op: ScalarOp, kind: Kind, visitor: V) -> Option<R>
where
    V: Visitor<f64, Output = R>
        + Visitor<f32, Output = R>
        + Visitor<i64, Output = R>
        + Visitor<bool, Output = R>,
{
    match kind {
        Kind::F64 => op.visit_float::<f64, V>(visitor),
        Kind::F32 => op.visit_float::<f32, V>(visitor),
        Kind::I64 => op.visit_integer(visitor),
        Kind::Bool => op.visit_logic(visitor),
    }
}

/// Applies an operator to each element.
struct Apply<'m> {
    memory: &'m mut Memory,
    at: [usize; 3],
    out: usize,
    len: usize,
}

impl<T: Stored> Visitor<T> for Apply<'_> {
    type Output = ();

    fn unary(self, f: impl Fn(T) -> T) {
        let (below, above) = self.memory.split::<T>(self.out);
        let x = &below[self.at[0]..][..self.len];
        for (out, &x) in above.iter_mut().zip(x) {
            *out = f(x);
        }
    }

    fn binary(self, f: impl Fn(T, T) -> T) {
        let (below, above) = self.memory.split::<T>(self.out);
        let [x, y, _] = self.at.map(|at| &below[at..][..self.len]);
        for ((out, &x), &y) in above.iter_mut().zip(x).zip(y) {
            *out = f(x, y);
        }
    }

    fn ternary(self, f: impl Fn(T, T, T) -> T) {
        let (below, above) = self.memory.split::<T>(self.out);
        let [x, y, z] = self.at.map(|at| &below[at..][..self.len]);
        for (((out, &x), &y), &z) in above.iter_mut().zip(x).zip(y).zip(z) {
            *out = f(x, y, z);
        }
    }

    fn compare(self, f: impl Fn(T, T) -> bool) {
        self.memory.lend::<bool, ()>(|memory, truths| {
            let lane = T::lane(memory);
            let [x, y, _] = self.at.map(|at| &lane[at..][..self.len]);
            for ((out, &x), &y) in truths[self.out..].iter_mut().zip(x).zip(y) {
                *out = f(x, y);
            }
        });
    }
}

impl Cast {
    pub(in crate::execute) fn run(&self, frame: &mut Frame<'_>) {
        let from = frame.at(self.from, self.operand);
        let out = frame.base[self.to] + self.out;
        let (memory, len) = (&mut *frame.memory, self.len);
        for_kind!(self.from, T => for_kind!(self.to, U => cast::<T, U>(memory, from, out, len)));
    }
}

fn cast<T: Convert, U: Convert>(memory: &mut Memory, from: usize, out: usize, len: usize) {
    memory.lend::<U, ()>(|memory, results| {
        let operands = &T::lane(memory)[from..][..len];
        for (result, &operand) in results[out..].iter_mut().zip(operands) {
            *result = U::convert(operand);
        }
    });
}

/// The conversions between kinds: Rust's `as`, and `!= 0` for truth values.
trait Convert: Stored {
    fn convert<T: Convert>(value: T) -> Self;
    fn to_f64(self) -> f64;
    fn to_f32(self) -> f32;
    fn to_i64(self) -> i64;
    fn to_bool(self) -> bool;
}

macro_rules! convert {
    ($($type:ident $to:ident ($zero:expr);)+) => {$(
        impl Convert for $type {
            fn convert<T: Convert>(value: T) -> Self {
                value.$to()
            }

            fn to_f64(self) -> f64 {
                self as f64
            }

            fn to_f32(self) -> f32 {
                self as f32
            }

            fn to_i64(self) -> i64 {
                self as i64
            }

            fn to_bool(self) -> bool {
                self != $zero
            }
        }
    )+};
}

convert! {
    f64 to_f64 (0.0);
    f32 to_f32 (0.0);
    i64 to_i64 (0);
}

impl Convert for bool {
    fn convert<T: Convert>(value: T) -> Self {
        value.to_bool()
    }

    fn to_f64(self) -> f64 {
        u8::from(self).into()
    }

    fn to_f32(self) -> f32 {
        u8::from(self).into()
    }

    fn to_i64(self) -> i64 {
        self.into()
    }

    fn to_bool(self) -> bool {
        self
    }
}

impl Select {
    pub(in crate::execute) fn run(&self, frame: &mut Frame<'_>) {
        let condition = frame.at(Kind::Bool, self.condition);
        let [a, b] = self.choices.map(|place| frame.at(self.kind, place));
        let (out, len) = (frame.base[self.kind] + self.out, self.len);
        if self.kind == Kind::Bool {
            let (below, above) = frame.memory.split::<bool>(out);
            choose(
                &mut above[..len],
                &below[condition..],
                &below[a..],
                &below[b..],
            );
            return;
        }
        frame.memory.lend::<bool, ()>(|memory, truths| {
            for_kind!(self.kind, T => {
                let (below, above) = memory.split::<T>(out);
                choose(&mut above[..len], &truths[condition..], &below[a..], &below[b..]);
            });
        });
    }
}

fn choose<T: Copy>(out: &mut [T], condition: &[bool], a: &[T], b: &[T]) {
    for (((out, &condition), &a), &b) in out.iter_mut().zip(condition).zip(a).zip(b) {
        *out = if condition { a } else { b };
    }
}

impl Sum {
    pub(in crate::execute) fn run(&self, frame: &mut Frame<'_>) {
        let (out, len) = (frame.base[self.kind] + self.out, self.len);
        for (position, &term) in self.terms.iter().enumerate() {
            let at = frame.at(self.kind, term);
            if position == 0 {
                frame.memory.copy(self.kind, at, out, len);
            } else {
                let memory = &mut *frame.memory;
                visit(
                    ADD,
                    self.kind,
                    Accumulate {
                        memory,
                        at,
                        out,
                        len,
                    },
                );
            }
        }
    }
}

/// Combines each element of the result with one of another value.
pub(in crate::execute) struct Accumulate<'m> {
    pub(in crate::execute) memory: &'m mut Memory,
    pub(in crate::execute) at: usize,
    pub(in crate::execute) out: usize,
    pub(in crate::execute) len: usize,
}

impl<T: Stored> Visitor<T> for Accumulate<'_> {
    type Output = ();

    fn unary(self, _: impl Fn(T) -> T) {}

    fn binary(self, f: impl Fn(T, T) -> T) {
        let (below, above) = self.memory.split::<T>(self.out);
        let terms = &below[self.at..][..self.len];
        for (sum, &term) in above.iter_mut().zip(terms) {
            *sum = f(*sum, term);
        }
    }

    fn ternary(self, _: impl Fn(T, T, T) -> T) {}

    fn compare(self, _: impl Fn(T, T) -> bool) {}
}
