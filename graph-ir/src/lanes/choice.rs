//! Functions that compare and select, lane by lane, to the bits of their namesakes in
//! [`math`](crate::math).

use super::{Lanes, Mask};
use crate::math::Float;

/// [`math::max`](crate::math::max) of each lane.
#[inline(always)]
#[must_use]
pub fn max<T: Float, V: Lanes<T>>(x: V, y: V) -> V {
    V::select(x.ge(y) | y.ne(y), x, y)
}

/// [`math::min`](crate::math::min) of each lane.
#[inline(always)]
#[must_use]
pub fn min<T: Float, V: Lanes<T>>(x: V, y: V) -> V {
    V::select(x.le(y) | y.ne(y), x, y)
}

/// [`math::clamp`](crate::math::clamp) of each lane.
#[inline(always)]
#[must_use]
pub fn clamp<T: Float, V: Lanes<T>>(x: V, lo: V, hi: V) -> V {
    let x = V::select(x.lt(lo), lo, x);
    V::select(x.gt(hi), hi, x)
}

/// [`math::sign`](crate::math::sign) of each lane.
#[inline(always)]
#[must_use]
pub fn sign<T: Float, V: Lanes<T>>(x: V) -> V {
    let (zero, one) = (V::splat(T::ZERO), V::splat(T::ONE));
    let sign = V::select(x.lt(zero), -one, x);
    let sign = V::select(x.gt(zero), one, sign);
    V::select(x.eq(zero), zero, sign)
}

/// [`math::azmul`](crate::math::azmul) of each lane.
#[inline(always)]
#[must_use]
pub fn azmul<T: Float, V: Lanes<T>>(x: V, y: V) -> V {
    let zero = V::splat(T::ZERO);
    V::select(x.eq(zero), zero, x * y)
}

/// [`math::relu`](crate::math::relu) of each lane.
#[inline(always)]
#[must_use]
pub fn relu<T: Float, V: Lanes<T>>(x: V) -> V {
    let zero = V::splat(T::ZERO);
    V::select(x.gt(zero) | x.ne(x), x, zero)
}

/// [`math::square`](crate::math::square) of each lane.
#[inline(always)]
#[must_use]
pub fn square<T: Float, V: Lanes<T>>(x: V) -> V {
    x * x
}

/// [`math::recip`](crate::math::recip) of each lane.
#[inline(always)]
#[must_use]
pub fn recip<T: Float, V: Lanes<T>>(x: V) -> V {
    V::splat(T::ONE) / x
}

/// The truth value in every lane of a mask like another one.
#[inline(always)]
#[must_use]
pub fn splat_like<M: Mask>(_: M, value: bool) -> M {
    M::splat(value)
}
