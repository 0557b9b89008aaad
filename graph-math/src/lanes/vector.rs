//! The vector types, for `f64` and for `f32`, over the registers of any machine.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Rem, Sub};

use super::register::{DoubleRegister, Register, Truth};
use super::{LANES, Lanes, Mask, target};
use crate::elementary::Value;
use crate::elementary::table::sealed::Sealed;

/// Eight `f64`, as the crate's target computes with them.
pub type F64x8 = Doubles<target::Doubles>;

/// A truth value for each of eight `f64`.
pub type Mask64x8 = Truths<<target::Doubles as Register<f64>>::Truth>;

/// Eight `f32`, as the crate's target computes with them.
pub type F32x8 = Singles<target::Singles, target::Doubles>;

/// A truth value for each of eight `f32`.
pub type Mask32x8 = Truths<<target::Singles as Register<f32>>::Truth>;

/// Eight `f64` in the registers `R`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Doubles<R>(pub(super) R);

/// Eight `f32` in the registers `R`, of a machine whose registers of eight `f64` are `D`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Singles<R, D>(R, PhantomData<D>);

/// Eight truth values in the registers `M`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Truths<M>(M);

impl<R> Sealed for Doubles<R> {}
impl<R, D> Sealed for Singles<R, D> {}

impl<R> Doubles<R> {
    #[inline(always)]
    fn of(register: R) -> Self {
        Self(register)
    }
}

impl<R, D> Singles<R, D> {
    #[inline(always)]
    fn of(register: R) -> Self {
        Self(register, PhantomData)
    }
}

/// The operations of a vector type; both types say them in the same words.
macro_rules! vector {
    ($scalar:ident, ($($generics:tt)*), $vector:ty) => {
        vector!(@binary ($($generics)*), $vector, Add add);
        vector!(@binary ($($generics)*), $vector, Sub sub);
        vector!(@binary ($($generics)*), $vector, Mul mul);
        vector!(@binary ($($generics)*), $vector, Div div);

        impl<$($generics)*> Neg for $vector {
            type Output = Self;

            #[inline(always)]
            fn neg(self) -> Self {
                Self::of(-self.0)
            }
        }

        impl<$($generics)*> Rem for $vector {
            type Output = Self;

            #[inline(always)]
            fn rem(self, other: Self) -> Self {
                self.map2(other, |x, y| x % y)
            }
        }

        impl<$($generics)*> $vector {
            #[inline(always)]
            pub(crate) fn abs(self) -> Self {
                Self::of(self.0.abs())
            }

            #[inline(always)]
            pub(crate) fn sqrt(self) -> Self {
                Self::of(self.0.sqrt())
            }
        }

        impl<$($generics)*> Value for $vector {
            type Mask = Truths<R::Truth>;

            #[inline(always)]
            fn constant(value: f64) -> Self {
                Self::of(R::splat(value as $scalar))
            }

            vector!(@compare equal not_equal less less_equal greater greater_equal);

            #[inline(always)]
            fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
                Self::of(R::select(mask.0, yes.0, no.0))
            }

            #[inline(always)]
            fn any(mask: Self::Mask) -> bool {
                mask.any()
            }
        }

        impl<$($generics)*> Lanes<$scalar> for $vector {
            #[inline(always)]
            fn splat(value: $scalar) -> Self {
                Self::of(R::splat(value))
            }

            #[inline(always)]
            fn from_array(elements: [$scalar; LANES]) -> Self {
                Self::of(R::from_array(elements))
            }

            #[inline(always)]
            fn to_array(self) -> [$scalar; LANES] {
                self.0.to_array()
            }

            #[inline(always)]
            fn contract(self, factor: Self, term: Self) -> Self {
                if R::FUSES {
                    Self::of(self.0.mul_add(factor.0, term.0))
                } else {
                    self * factor + term
                }
            }
        }

        impl<$($generics)*> fmt::Debug for $vector {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.to_array().fmt(f)
            }
        }
    };
    (@binary ($($generics:tt)*), $vector:ty, $trait:ident $method:ident) => {
        impl<$($generics)*> $trait for $vector {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self::of(self.0.$method(other.0))
            }
        }
    };
    (@compare $($method:ident)+) => {
        $(
            #[inline(always)]
            fn $method(self, other: Self) -> Self::Mask {
                Truths(Register::$method(self.0, other.0))
            }
        )+
    };
}

vector!(f64, (R: DoubleRegister), Doubles<R>);
vector!(f32, (R: Register<f32>, D: DoubleRegister), Singles<R, D>);

impl<R: Register<f32>, D: DoubleRegister> Singles<R, D> {
    /// The same numbers as eight `f64`.
    #[inline(always)]
    pub(crate) fn widen(self) -> Doubles<D> {
        Doubles::from_array(self.to_array().map(f64::from))
    }

    /// The nearest numbers of `f32`.
    #[inline(always)]
    pub(crate) fn narrow(wide: Doubles<D>) -> Self {
        Self::from_array(wide.to_array().map(|x| x as f32))
    }
}

impl<M: Truth> BitAnd for Truths<M> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<M: Truth> BitOr for Truths<M> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<M: Truth> Not for Truths<M> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl<M: Truth> Mask for Truths<M> {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        Self(M::splat(value))
    }

    #[inline(always)]
    fn from_array(elements: [bool; LANES]) -> Self {
        Self(M::from_array(elements))
    }

    #[inline(always)]
    fn to_array(self) -> [bool; LANES] {
        let bits = self.0.bits();
        core::array::from_fn(|j| bits >> j & 1 == 1)
    }

    #[inline(always)]
    fn any(self) -> bool {
        self.0.bits() != 0
    }

    #[inline(always)]
    fn all(self) -> bool {
        self.0.bits() == u8::MAX
    }
}

impl<M: Truth> fmt::Debug for Truths<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_array().fmt(f)
    }
}
