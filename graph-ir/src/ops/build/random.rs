//! Random numbers as functions of a key, from the one operator that makes random integers.
//!
//! Numbers stand at the positions 0, 1, .. of a key, element by element of their array. The keys
//! that are derived from it stand at the negative positions, so that no number is in a key.

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::scalar::ScalarOp;
use crate::types::{Element, Extent, Shape};

impl Builder {
    /// Numbers from 0 to below 1, an integer below 2^53 over 2^53 each, rounded to the element
    /// type; one that rounds to 1 is 0.
    ///
    /// # Errors
    /// When the key is not one integer.
    pub fn uniform<'b>(
        &'b self,
        key: Wire<'b>,
        shape: &Shape,
        element: Element,
    ) -> Result<Wire<'b>> {
        let bits = self.random_bits(key, shape)? / f64::from(1 << 10);
        let number = self.cast(bits, Element::F64)? * (0.5 * f64::EPSILON);
        match element {
            Element::F64 => Ok(number),
            _ => Ok(self.cast(number, element)?.fract()),
        }
    }

    /// Numbers of the normal distribution with mean 0 and deviation 1: the inverse of its
    /// distribution function at an odd integer below 2^53 over 2^53, rounded to the element type.
    ///
    /// # Errors
    /// When the key is not one integer.
    pub fn normal<'b>(
        &'b self,
        key: Wire<'b>,
        shape: &Shape,
        element: Element,
    ) -> Result<Wire<'b>> {
        let bits = self.random_bits(key, shape)? / f64::from(1 << 11);
        // Between -1 and 1, of equal distance to the next ones, none of them 0; without rounding.
        let centred = self.cast(bits, Element::F64)? * (2.0 * f64::EPSILON) - (1.0 - f64::EPSILON);
        let number = centred.erf_inv() * core::f64::consts::SQRT_2;
        self.cast(number, element)
    }

    /// The random integers at the first positions of a key.
    fn random_bits<'b>(&'b self, key: Wire<'b>, shape: &Shape) -> Result<Wire<'b>> {
        let keys = self.broadcast(key, shape, &[])?;
        self.scalar(ScalarOp::RandomBits, &[keys, self.places(shape)?])
    }

    /// The position of each element of an array, row by row.
    fn places(&self, shape: &Shape) -> Result<Wire<'_>> {
        if let Some(size) = shape.count().known() {
            return self.reshape(self.iota(&Extent::from(size))?, shape);
        }
        let mut places = self.broadcast(self.number(Element::I64, 0.0), shape, &[])?;
        for (axis, extent) in shape.counts().iter().enumerate() {
            let count = self.broadcast(self.count(extent, Element::I64)?, shape, &[])?;
            let own = self.broadcast(self.iota(extent)?, shape, &[axis])?;
            places = places * count + own;
        }
        Ok(places)
    }
}
