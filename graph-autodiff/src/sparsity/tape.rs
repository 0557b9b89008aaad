//! The dependence between single elements of tensors, as a list in topological order.
//!
//! The values of a graph are taken apart into elements. Only those stay that depend on a variable
//! and do more than pass it on: an element that is a multiple of another, or the same in another
//! shape, is that other one here. The list is much shorter than the elements of all tensors, and
//! has neither operators nor shapes.

use alloc::vec::Vec;

use graph_ir::error::{Error, Result};
use graph_ir::graph::Literal;
use graph_ir::intern::{Interner, number_of};

use super::dependence::{OPERANDS, Rule};

/// The largest number of steps in which a pattern is found: some seconds.
pub const MAX_STEPS: usize = 1 << 28;

/// The largest number of a pattern's entries, and of dependences between elements at any moment:
/// some hundred megabytes.
pub const MAX_ENTRIES: usize = 1 << 26;

/// The refusal of a pattern that takes more than [`MAX_STEPS`].
pub(super) fn too_many_steps() -> Error {
    Error::PatternTooLarge {
        what: "steps",
        limit: MAX_STEPS,
    }
}

/// The refusal of a pattern that takes more than [`MAX_ENTRIES`].
pub(super) fn too_many_entries() -> Error {
    Error::PatternTooLarge {
        what: "entries",
        limit: MAX_ENTRIES,
    }
}

/// One element of a tensor: its number in the tape, a constant, or unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Slot(pub(super) u32);

impl Slot {
    /// An element of which nothing is known but that it has no derivative.
    pub(super) const UNKNOWN: Self = Self(u32::MAX);

    const CONSTANT: u32 = 1 << 31;

    /// Whether the element depends on a variable.
    pub(super) fn is_active(self) -> bool {
        self.0 < Self::CONSTANT
    }

    /// The number in the tape, of an active element.
    pub(super) fn number(self) -> usize {
        self.0 as usize
    }
}

/// Which pairs of an element's arguments have a second derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Curvature {
    /// None: the element is a linear function of them, or piecewise.
    None,
    /// The pairs of at most three arguments in this mask; see [`Curvature::bit`].
    Some(u8),
    /// Each argument at an even place with the next one. [`ALONE`] stands for a factor that is not
    /// active.
    Products,
    /// Each argument with each other one, but not with itself.
    Distinct,
    /// Each argument with each, itself included.
    All,
}

/// The mark, in a product, of a factor that is not active.
const ALONE: u32 = u32::MAX;

impl Curvature {
    /// The bit of a pair, the smaller position first.
    fn bit(first: usize, second: usize) -> u8 {
        1 << (second * (second + 1) / 2 + first)
    }
}

/// The elements so far; the first ones are the variables.
#[derive(Debug, Default)]
pub(super) struct Tape {
    pub(super) variables: usize,
    curvatures: Vec<Curvature>,
    starts: Vec<u32>,
    arguments: Vec<u32>,
    literals: Interner<Literal>,
    steps: usize,
}

impl Tape {
    /// A tape of so many variables.
    pub(super) fn new(variables: usize) -> Result<Self> {
        let mut tape = Self {
            variables,
            starts: alloc::vec![0],
            ..Self::default()
        };
        tape.spend(variables)?;
        tape.starts.resize(variables + 1, 0);
        tape.curvatures.resize(variables, Curvature::None);
        Ok(tape)
    }

    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        self.curvatures.len()
    }

    /// A variable as an element.
    pub(super) fn variable(number: usize) -> Slot {
        Slot(number_of(number))
    }

    /// Counts steps, and refuses when they are too many.
    pub(super) fn spend(&mut self, steps: usize) -> Result<()> {
        self.steps = self.steps.saturating_add(steps);
        match self.steps > MAX_STEPS {
            true => Err(too_many_steps()),
            false => Ok(()),
        }
    }

    /// An element of a constant.
    pub(super) fn constant(&mut self, literal: Literal) -> Slot {
        match self.literals.intern(literal) {
            number if number < Slot::CONSTANT => Slot(Slot::CONSTANT | number),
            _ => Slot::UNKNOWN,
        }
    }

    /// The value of an element that is known.
    pub(super) fn literal(&self, slot: Slot) -> Option<Literal> {
        let known = !slot.is_active() && slot != Slot::UNKNOWN;
        known.then(|| *self.literals.get(slot.0 & !Slot::CONSTANT))
    }

    /// Whether an element is known to be a zero of either sign.
    pub(super) fn is_zero(&self, slot: Slot) -> bool {
        let literal = self.literal(slot);
        literal.is_some_and(|literal| literal.element().is_float() && literal.to_f64() == 0.0)
    }

    /// The truth of a condition, if that is known.
    pub(super) fn truth(&self, slot: Slot) -> Option<bool> {
        match self.literal(slot)? {
            Literal::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// An element that is a linear function of others: one of them where there is only one.
    pub(super) fn linear(&mut self, mut of: Vec<Slot>) -> Result<Slot> {
        of.retain(|slot| slot.is_active());
        of.sort_unstable();
        of.dedup();
        match of[..] {
            [] => Ok(Slot::UNKNOWN),
            [only] => Ok(only),
            _ => self.push(Curvature::None, of.iter().map(|slot| slot.0)),
        }
    }

    /// One of two elements, whichever is taken.
    pub(super) fn either(&mut self, a: Slot, b: Slot) -> Result<Slot> {
        match a == b {
            true => Ok(a),
            false => self.linear(alloc::vec![a, b]),
        }
    }

    /// The value of a scalar operator.
    pub(super) fn scalar(&mut self, rule: &Rule, operands: &[Slot]) -> Result<Slot> {
        let mut own = [(0_usize, 0_u32); OPERANDS];
        let (mut count, mut distinct) = (0, [0_u32; OPERANDS]);
        let mut different = 0;
        for (position, slot) in operands.iter().enumerate() {
            let factor = rule.factor[position].map(|factor| operands[factor]);
            let vanishes = factor.is_some_and(|factor| self.is_zero(factor));
            if !slot.is_active() || !rule.first[position] || vanishes {
                continue;
            }
            let known = &distinct[..different];
            let place = known.iter().position(|&known| known == slot.0);
            let place = place.unwrap_or_else(|| {
                distinct[different] = slot.0;
                different += 1;
                different - 1
            });
            own[count] = (position, u32::try_from(place).unwrap_or(0));
            count += 1;
        }
        let own = &own[..count];
        let mut mask = 0;
        for (i, &(first, a)) in own.iter().enumerate() {
            for &(second, b) in &own[i..] {
                if rule.second[first][second] {
                    let (a, b) = (a.min(b) as usize, a.max(b) as usize);
                    mask |= Curvature::bit(a, b);
                }
            }
        }
        match (mask, &distinct[..different]) {
            (_, []) => Ok(Slot::UNKNOWN),
            (0, &[only]) => Ok(Slot(only)),
            (0, several) => self.push(Curvature::None, several.iter().copied()),
            (mask, several) => self.push(Curvature::Some(mask), several.iter().copied()),
        }
    }

    /// The sum of products of two elements each.
    pub(super) fn products(&mut self, factors: &[(Slot, Slot)]) -> Result<Slot> {
        let mut bilinear = false;
        let mut arguments = Vec::with_capacity(2 * factors.len());
        for &(a, b) in factors {
            let vanishes = self.is_zero(a) || self.is_zero(b);
            if vanishes || !(a.is_active() || b.is_active()) {
                continue;
            }
            bilinear |= a.is_active() && b.is_active();
            let number = |slot: Slot| if slot.is_active() { slot.0 } else { ALONE };
            arguments.extend([number(a), number(b)]);
        }
        if bilinear {
            return self.push(Curvature::Products, arguments.into_iter());
        }
        let active = arguments.into_iter().filter(|&argument| argument != ALONE);
        self.linear(active.map(Slot).collect())
    }

    /// The product of elements.
    pub(super) fn product(&mut self, mut of: Vec<Slot>) -> Result<Slot> {
        of.retain(|slot| slot.is_active());
        match of[..] {
            [] => Ok(Slot::UNKNOWN),
            [only] => Ok(only),
            _ => self.push(Curvature::Distinct, of.iter().map(|slot| slot.0)),
        }
    }

    /// Some smooth function of elements.
    pub(super) fn any(&mut self, mut of: Vec<Slot>) -> Result<Slot> {
        of.retain(|slot| slot.is_active());
        of.sort_unstable();
        of.dedup();
        match of[..] {
            [] => Ok(Slot::UNKNOWN),
            _ => self.push(Curvature::All, of.iter().map(|slot| slot.0)),
        }
    }

    fn push(
        &mut self,
        curvature: Curvature,
        arguments: impl ExactSizeIterator<Item = u32>,
    ) -> Result<Slot> {
        let (number, edges) = (self.len(), self.arguments.len() + arguments.len());
        self.spend(arguments.len())?;
        if edges > MAX_ENTRIES || number >= Slot::CONSTANT as usize {
            return Err(too_many_entries());
        }
        self.arguments.extend(arguments);
        self.starts.push(number_of(edges));
        self.curvatures.push(curvature);
        Ok(Slot(number_of(number)))
    }

    fn raw(&self, element: usize) -> &[u32] {
        &self.arguments[self.starts[element] as usize..self.starts[element + 1] as usize]
    }

    /// The elements from which an element is computed; one may stand there twice.
    pub(super) fn arguments(&self, element: usize) -> impl Iterator<Item = u32> + '_ {
        let arguments = self.raw(element).iter().copied();
        arguments.filter(|&argument| argument != ALONE)
    }

    /// The number of places among the arguments of an element.
    pub(super) fn fan_in(&self, element: usize) -> usize {
        self.raw(element).len()
    }

    /// Calls `note` with each pair of arguments that has a second derivative.
    pub(super) fn pairs(
        &self,
        element: usize,
        mut note: impl FnMut(u32, u32) -> Result<()>,
    ) -> Result<()> {
        let arguments = self.raw(element);
        let curvature = self.curvatures[element];
        if curvature == Curvature::Products {
            for pair in arguments.chunks_exact(2).filter(|p| !p.contains(&ALONE)) {
                note(pair[0], pair[1])?;
            }
            return Ok(());
        }
        if curvature == Curvature::None {
            return Ok(());
        }
        for (second, &b) in arguments.iter().enumerate() {
            for (first, &a) in arguments[..=second].iter().enumerate() {
                let there = match curvature {
                    Curvature::Some(mask) => mask & Curvature::bit(first, second) != 0,
                    Curvature::Distinct => first != second,
                    _ => true,
                };
                if there {
                    note(a, b)?;
                }
            }
        }
        Ok(())
    }
}
