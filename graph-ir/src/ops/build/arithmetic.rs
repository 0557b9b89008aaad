//! Rust's arithmetic operators on wires and numbers.

use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use crate::builder::{Operand, Wire};
use crate::scalar::ScalarOp;

macro_rules! binary {
    ($trait:ident, $method:ident, $op:ident) => {
        impl<'b, O: Into<Operand<'b>>> $trait<O> for Wire<'b> {
            type Output = Wire<'b>;

            fn $method(self, other: O) -> Wire<'b> {
                self.apply(ScalarOp::$op, &[other.into()])
            }
        }

        impl<'b> $trait<Wire<'b>> for f64 {
            type Output = Wire<'b>;

            fn $method(self, other: Wire<'b>) -> Wire<'b> {
                let element = other.ty().map(|ty| ty.element);
                let element = element.unwrap_or(crate::types::Element::F64);
                let number = Operand::Number(self).wire(other.builder(), element);
                number.apply(ScalarOp::$op, &[other.into()])
            }
        }
    };
}

binary!(Add, add, Add);
binary!(Sub, sub, Sub);
binary!(Mul, mul, Mul);
binary!(Div, div, Div);
binary!(Rem, rem, Rem);

impl<'b> Neg for Wire<'b> {
    type Output = Wire<'b>;

    fn neg(self) -> Wire<'b> {
        self.apply(ScalarOp::Neg, &[])
    }
}
