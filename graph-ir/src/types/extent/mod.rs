//! Extents: integers that are known, or polynomials of symbols.
//!
//! A symbol stands for a number that a caller brings, such as the length of a slice. Extents,
//! starts, sizes and strides are made of symbols by sums, differences and products, so each of them
//! is a polynomial with integer coefficients. Polynomials are kept in one normal form: equal ones are
//! equal values, and whether two extents agree is never in doubt.
//!
//! Where a loop over a symbol keeps checkpoints, whole quotients and square roots are factors of
//! such polynomials beside symbols. Of them the normal form says less: `2 * (N / 2)` is not `N`.

mod factor;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Add, Mul, Neg, Sub};

use factor::are_natural;
pub use factor::{Factor, Quotient, Symbol};

/// The largest number of terms of an extent. Files may claim any shapes, and products of
/// polynomials grow fast: this keeps them short.
pub const MAX_TERMS: usize = 64;

/// How deeply quotients and roots are nested in an extent.
pub const MAX_NESTING: usize = 8;

/// An integer that is known, or a polynomial of symbols: the number of elements along an axis, and
/// what is computed from such numbers.
///
/// Arithmetic that leaves 64 bits, or would take more than [`MAX_TERMS`] terms or [`MAX_NESTING`]
/// levels, saturates; a shape of such an extent is refused.
///
/// ```
/// use graph_ir::types::{Extent, Symbol};
///
/// let n = Extent::symbol(&Symbol::new("N"));
/// let inner = &n * 2 - 1;
/// assert_eq!(inner.to_string(), "2 * N - 1");
/// assert_eq!(inner.known(), None);
/// assert_eq!(&inner - &inner, 0);
/// assert_eq!(inner.with(&|_| Some(Extent::from(4))), 7);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Extent(Form);

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Form {
    Known(i64),
    /// At least one symbol.
    Symbolic(Arc<Polynomial>),
}

/// The coefficient of each product of factors; none of them is 0. The product of no factors is 1,
/// so that its coefficient is the constant term.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Polynomial {
    terms: BTreeMap<Monomial, i64>,
}

/// Factors that are multiplied, ascending; one that is squared stands twice.
type Monomial = Box<[Factor]>;

impl Extent {
    /// The extent in the place of those that are too large to be computed.
    const SATURATED: Self = Self(Form::Known(i64::MAX));

    /// Whether a coefficient was too large to be computed.
    pub(crate) fn is_saturated(&self) -> bool {
        self.magnitude() >= i64::MAX.unsigned_abs()
    }

    /// A symbol.
    #[must_use]
    pub fn symbol(symbol: &Symbol) -> Self {
        Factor::Symbol(symbol.clone()).into()
    }

    /// The largest integer that is not above `of / by`; 0 where the divisor is not positive.
    ///
    /// ```
    /// use graph_ir::types::{Extent, Symbol};
    ///
    /// let n = Extent::symbol(&Symbol::new("N"));
    /// let half = Extent::quotient(&(&n * 2 + 5), &Extent::from(2));
    /// assert_eq!(half.to_string(), "N + 2");
    /// let third = Extent::quotient(&(&n * 4 + 5), &Extent::from(3));
    /// assert_eq!(third.to_string(), "N + ((N + 2) / 3) + 1");
    /// assert_eq!(third.with(&|_| Some(Extent::from(7))), 11);
    /// ```
    #[must_use]
    pub fn quotient(of: &Self, by: &Self) -> Self {
        if of.is_saturated() || by.is_saturated() {
            return Self::SATURATED;
        }
        let Some(divisor) = by.known_integer() else {
            let quotient = Quotient {
                of: of.clone(),
                by: by.clone(),
            };
            return Factor::Quotient(Arc::new(quotient)).into();
        };
        if divisor <= 0 {
            return Self::from(0);
        }
        // Whole multiples of the divisor leave the quotient, so that equal ones agree.
        let (mut whole, mut rest) = (Polynomial::default(), Polynomial::default());
        for (coefficient, factors) in of.terms() {
            whole.add(factors.into(), coefficient.div_euclid(divisor));
            rest.add(factors.into(), coefficient.rem_euclid(divisor));
        }
        let (whole, rest) = (Self::from(whole), Self::from(rest));
        if !rest.is_symbolic() {
            return whole;
        }
        let mut quotient = Quotient {
            of: rest,
            by: by.clone(),
        };
        // `(N / 2) / 3` is `N / 6`.
        if let Some(inner) = quotient.of.as_quotient()
            && let Some(first) = inner.by.known_integer()
        {
            let by = Self::from(first) * by;
            quotient = Quotient {
                of: inner.of.clone(),
                by,
            };
        }
        whole + Self::from(Factor::Quotient(Arc::new(quotient)))
    }

    /// The quotient that an extent is, without anything beside it.
    fn as_quotient(&self) -> Option<Arc<Quotient>> {
        let mut terms = self.terms();
        match (terms.next(), terms.next()) {
            (Some((1, [Factor::Quotient(quotient)])), None) => Some(quotient.clone()),
            _ => None,
        }
    }

    /// The largest integer whose square is not above an extent, and at least 1.
    #[must_use]
    pub fn root(of: &Self) -> Self {
        if of.is_saturated() {
            return Self::SATURATED;
        }
        match of.known_integer() {
            Some(integer) => Self::from(integer.max(1).isqrt()),
            None => Factor::Root(Arc::new(of.clone())).into(),
        }
    }

    /// The number, if it is known and not negative.
    #[must_use]
    pub fn known(&self) -> Option<usize> {
        self.known_integer().and_then(|n| usize::try_from(n).ok())
    }

    /// The integer, if it is known.
    #[must_use]
    pub fn known_integer(&self) -> Option<i64> {
        match self.0 {
            Form::Known(integer) => Some(integer),
            Form::Symbolic(_) => None,
        }
    }

    /// Whether it depends on a symbol.
    #[must_use]
    pub fn is_symbolic(&self) -> bool {
        matches!(self.0, Form::Symbolic(_))
    }

    /// Whether it is known, and at most this number.
    #[must_use]
    pub fn at_most(&self, most: usize) -> bool {
        self.known_integer()
            .is_some_and(|n| usize::try_from(n).is_ok_and(|n| n <= most) || n < 0)
    }

    /// Whether it is negative whatever numbers its symbols stand for: none of its terms is
    /// positive, and the constant one is negative.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        let mut terms = self.terms();
        let constant = terms.find(|(_, factors)| factors.is_empty());
        constant.is_some_and(|(constant, _)| constant < 0)
            && self
                .terms()
                .all(|(coefficient, factors)| coefficient <= 0 && are_natural(factors))
    }

    /// Whether it is at least 0 whatever numbers its symbols stand for: none of its terms is
    /// negative, or what a quotient leaves of its dividend is all that is subtracted.
    #[must_use]
    pub fn is_natural(&self) -> bool {
        let has_natural_terms = |extent: &Self| {
            let mut terms = extent.terms();
            terms.all(|(coefficient, factors)| coefficient >= 0 && are_natural(factors))
        };
        let mut factors = self.terms().flat_map(|(_, factors)| factors);
        has_natural_terms(self)
            || factors.any(|factor| {
                let Factor::Quotient(quotient) = factor else {
                    return false;
                };
                let own = Self::from(factor.clone());
                let left = &quotient.of - &quotient.by * own;
                quotient.leaves_natural() && has_natural_terms(&(self - left))
            })
    }

    /// A number to estimate costs with, never to compute with: that of a thousand for each symbol.
    #[must_use]
    pub fn estimate(&self) -> usize {
        let thousand = self.with(&|_| Some(Self::from(1000)));
        thousand.known().unwrap_or(0)
    }

    /// The symbols, ascending, each once.
    #[must_use]
    pub fn symbols(&self) -> Vec<Symbol> {
        let Form::Symbolic(polynomial) = &self.0 else {
            return Vec::new();
        };
        let mut symbols = Vec::new();
        for factor in polynomial.terms.keys().flatten() {
            factor.symbols(&mut symbols);
        }
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// The terms: coefficients and the factors that are multiplied with each, the constant term
    /// first.
    pub fn terms(&self) -> impl Iterator<Item = (i64, &[Factor])> {
        let (constant, polynomial) = match &self.0 {
            Form::Known(integer) => (Some(*integer), None),
            Form::Symbolic(polynomial) => (None, Some(polynomial)),
        };
        let constant = constant.map(|c| (c, [].as_slice()));
        let terms = polynomial.into_iter().flat_map(|p| &p.terms);
        let terms = terms.map(|(factors, &coefficient)| (coefficient, &**factors));
        constant.into_iter().chain(terms)
    }

    /// The same with other extents in the place of symbols, where `value` has one.
    #[must_use]
    pub fn with(&self, value: &dyn Fn(&Symbol) -> Option<Self>) -> Self {
        if !self.is_symbolic() {
            return self.clone();
        }
        let mut sum = Self::from(0);
        for (coefficient, factors) in self.terms() {
            let mut product = Self(Form::Known(coefficient));
            for factor in factors {
                product = &product * &factor.with(value);
            }
            sum = &sum + &product;
        }
        sum
    }

    /// The largest magnitude of a coefficient.
    pub(crate) fn magnitude(&self) -> u64 {
        let coefficients = self.terms().map(|(coefficient, _)| coefficient);
        coefficients.map(i64::unsigned_abs).max().unwrap_or(0)
    }
}

impl Polynomial {
    fn add(&mut self, factors: Monomial, coefficient: i64) {
        let entry = self.terms.entry(factors).or_insert(0);
        *entry = entry.saturating_add(coefficient);
    }
}

impl From<Polynomial> for Extent {
    fn from(mut polynomial: Polynomial) -> Self {
        polynomial.terms.retain(|_, coefficient| *coefficient != 0);
        let degree = polynomial.terms.keys().map(|factors| factors.len()).max();
        if polynomial.terms.len().max(degree.unwrap_or(0)) > MAX_TERMS {
            return Self::SATURATED;
        }
        let mut terms = polynomial.terms.iter();
        match (terms.next(), terms.next()) {
            (None, _) => Self(Form::Known(0)),
            (Some((factors, &constant)), None) if factors.is_empty() => Self(Form::Known(constant)),
            _ => Self(Form::Symbolic(Arc::new(polynomial))),
        }
    }
}

impl From<Factor> for Extent {
    fn from(factor: Factor) -> Self {
        if factor.nesting() > MAX_NESTING {
            return Self::SATURATED;
        }
        let factors: Monomial = [factor].into();
        Polynomial {
            terms: BTreeMap::from([(factors, 1)]),
        }
        .into()
    }
}

impl From<usize> for Extent {
    fn from(number: usize) -> Self {
        Self(Form::Known(crate::intern::signed(number)))
    }
}

/// Of the type of a literal.
impl From<i32> for Extent {
    fn from(integer: i32) -> Self {
        Self(Form::Known(integer.into()))
    }
}

impl From<i64> for Extent {
    fn from(integer: i64) -> Self {
        Self(Form::Known(integer))
    }
}

impl From<&Extent> for Extent {
    fn from(extent: &Extent) -> Self {
        extent.clone()
    }
}

impl PartialEq<usize> for Extent {
    fn eq(&self, other: &usize) -> bool {
        self.known() == Some(*other)
    }
}

/// Defines an operator of two references by a function, and with it the forms over values and
/// numbers.
macro_rules! operator {
    ($trait:ident, $method:ident, $known:ident, $combine:expr) => {
        impl $trait<&Extent> for &Extent {
            type Output = Extent;

            fn $method(self, other: &Extent) -> Extent {
                if let (Form::Known(a), Form::Known(b)) = (&self.0, &other.0) {
                    return Extent(Form::Known(a.$known(*b)));
                }
                let combine: fn(&Extent, &Extent) -> Polynomial = $combine;
                combine(self, other).into()
            }
        }

        operator!($trait, $method, Extent, Extent, |a, b| (a, b));
        operator!($trait, $method, Extent, &Extent, |a, b| (a, b.clone()));
        operator!($trait, $method, &Extent, Extent, |a, b| (a.clone(), b));
        operator!($trait, $method, Extent, usize, |a, b| (a, b.into()));
        operator!($trait, $method, &Extent, usize, |a, b| (
            a.clone(),
            b.into()
        ));
    };
    ($trait:ident, $method:ident, $left:ty, $right:ty, $operands:expr) => {
        impl $trait<$right> for $left {
            type Output = Extent;

            fn $method(self, other: $right) -> Extent {
                let operands: fn($left, $right) -> (Extent, Extent) = $operands;
                let (a, b) = operands(self, other);
                (&a).$method(&b)
            }
        }
    };
}

operator!(Add, add, saturating_add, |a, b| sum(a, b, 1));
operator!(Sub, sub, saturating_sub, |a, b| sum(a, b, -1));
operator!(Mul, mul, saturating_mul, product);

fn sum(a: &Extent, b: &Extent, sign: i64) -> Polynomial {
    let mut polynomial = Polynomial::default();
    for (coefficient, factors) in a.terms() {
        polynomial.add(factors.into(), coefficient);
    }
    for (coefficient, factors) in b.terms() {
        polynomial.add(factors.into(), coefficient.saturating_mul(sign));
    }
    polynomial
}

fn product(a: &Extent, b: &Extent) -> Polynomial {
    let mut polynomial = Polynomial::default();
    for (left, first) in a.terms() {
        for (right, second) in b.terms() {
            let mut factors: Vec<Factor> = first.iter().chain(second).cloned().collect();
            factors.sort_unstable();
            polynomial.add(factors.into(), left.saturating_mul(right));
        }
    }
    polynomial
}

impl Neg for &Extent {
    type Output = Extent;

    fn neg(self) -> Extent {
        self * &Extent::from(-1_i64)
    }
}

impl core::iter::Sum for Extent {
    fn sum<I: Iterator<Item = Self>>(extents: I) -> Self {
        extents.fold(Self::from(0), |sum, extent| &sum + &extent)
    }
}

impl core::iter::Product for Extent {
    fn product<I: Iterator<Item = Self>>(extents: I) -> Self {
        extents.fold(Self::from(1), |product, extent| &product * &extent)
    }
}

/// As a Rust expression: `2 * N - 1`. What is added stands before what is subtracted, `N - K + 1`, and
/// the constant term last, unless nothing else is added: `3 - N`.
impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Form::Known(integer) = self.0 {
            return write!(f, "{integer}");
        }
        let mut terms: Vec<_> = self.terms().collect();
        terms.sort_by_key(|(coefficient, factors)| (factors.is_empty(), *coefficient < 0));
        if terms
            .first()
            .is_some_and(|(coefficient, _)| *coefficient < 0)
            && terms
                .last()
                .is_some_and(|(coefficient, _)| *coefficient > 0)
        {
            terms.rotate_right(1);
        }
        for (position, &(coefficient, factors)) in terms.iter().enumerate() {
            let sign = match (position, coefficient < 0) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            };
            f.write_str(sign)?;
            let magnitude = coefficient.unsigned_abs();
            let number = magnitude != 1 || factors.is_empty();
            if number {
                write!(f, "{magnitude}")?;
            }
            for (place, factor) in factors.iter().enumerate() {
                let times = if number || place > 0 { " * " } else { "" };
                write!(f, "{times}{factor}")?;
            }
        }
        Ok(())
    }
}

/// As [`Display`](fmt::Display): extents stand in errors and in tests that fail.
impl fmt::Debug for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Extent;

    #[test]
    fn an_extent_is_small() {
        assert!(size_of::<Extent>() <= 16);
    }
}
