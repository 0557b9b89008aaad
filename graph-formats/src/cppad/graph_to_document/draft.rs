//! A document under construction: nodes are named before their numbers are known.
//!
//! The constants of a document come before all results, but which constants a graph needs shows
//! only on the way through it. So results are numbered downwards from the top while constants are
//! numbered upwards from the inputs, and both get their final numbers at the end.

use crate::cppad::document::Call;
use crate::cppad::{Document, Operator};
use crate::{Error, Place};
use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// A number of the document under construction: the value of one of its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Symbol(u32);

/// How many elements of tensors and arguments of usages may be gone through. A document of so
/// many nodes is a text of more than a gigabyte, and elements that are held take as much.
const BUDGET: u64 = 1 << 26;

pub(super) struct Draft {
    document: Document,
    n_input: u32,
    constants: Vec<Constant>,
    /// The first constant of each value, by its bits.
    literals: BTreeMap<u64, u32>,
    /// The symbols computed for the infinities and NaN, by their bits.
    computed: BTreeMap<u64, Symbol>,
    spent: u64,
    /// How many usages there may be.
    usages: usize,
    /// Whether equal usages are written once.
    pub(super) shares: bool,
    /// The usages that were written to be shared.
    shared: BTreeMap<(Operator, [Option<Symbol>; 4]), Symbol>,
}

#[derive(Clone, Copy)]
struct Constant {
    value: f64,
    /// Whether it is written though nothing names it.
    kept: bool,
}

impl Draft {
    /// A document of so many dynamic parameters and variables, and at most so many usages.
    pub(super) fn new(
        name: &str,
        [n_dynamic, n_variable]: [u32; 2],
        usages: usize,
    ) -> Result<Self, Error> {
        let mut document = Document::default();
        document.function_name = name.into();
        document.n_dynamic = n_dynamic;
        document.n_variable = n_variable;
        let n_input = n_dynamic.checked_add(n_variable);
        let (Some(n_input), Some(())) = (n_input, document.begin_usages()) else {
            return Err(too_many_nodes());
        };
        Ok(Self {
            document,
            n_input,
            constants: Vec::new(),
            literals: BTreeMap::new(),
            computed: BTreeMap::new(),
            spent: 0,
            usages,
            shares: false,
            shared: BTreeMap::new(),
        })
    }

    /// The input of this index, dynamic parameters first.
    pub(super) fn input(&self, index: u32) -> Symbol {
        Symbol(index)
    }

    /// A constant of its own, even if there is an equal one.
    pub(super) fn constant(&mut self, value: f64) -> Result<Symbol, Error> {
        let index = self.constants.len() as u32;
        self.expect_room(1)?;
        self.constants.push(Constant { value, kept: false });
        self.literals.entry(value.to_bits()).or_insert(index);
        Ok(Symbol(self.n_input + index))
    }

    /// A constant of this value.
    pub(super) fn literal(&mut self, value: f64) -> Result<Symbol, Error> {
        match self.literals.get(&value.to_bits()) {
            Some(&index) => Ok(Symbol(self.n_input + index)),
            None => self.constant(value),
        }
    }

    /// The value of a constant.
    pub(super) fn value(&self, symbol: Symbol) -> Option<f64> {
        let index = symbol.0.checked_sub(self.n_input)?;
        let constant = self.constants.get(index as usize)?;
        Some(constant.value)
    }

    /// Writes a constant even if nothing names it.
    pub(super) fn keep(&mut self, symbol: Symbol) -> Result<(), Error> {
        let symbol = self.finite(symbol)?;
        if let Some(index) = symbol.0.checked_sub(self.n_input)
            && let Some(constant) = self.constants.get_mut(index as usize)
        {
            constant.kept = true;
        }
        Ok(())
    }

    /// Adds a usage with one result.
    pub(super) fn apply(
        &mut self,
        operator: Operator,
        arguments: &[Symbol],
    ) -> Result<Symbol, Error> {
        // Long sums are hardly ever equal.
        let mut key = [None; 4];
        let Some(places) = key.get_mut(..arguments.len()).filter(|_| self.shares) else {
            return self.usage(operator, None, arguments, 1);
        };
        for (place, &argument) in places.iter_mut().zip(arguments) {
            *place = Some(argument);
        }
        if let Some(&known) = self.shared.get(&(operator, key)) {
            return Ok(known);
        }
        let result = self.usage(operator, None, arguments, 1)?;
        self.shared.insert((operator, key), result);
        Ok(result)
    }

    /// Adds a usage and gives the first of its results.
    pub(super) fn usage(
        &mut self,
        operator: Operator,
        call: Option<Call>,
        arguments: &[Symbol],
        n_result: usize,
    ) -> Result<Symbol, Error> {
        self.spend(arguments.len() + n_result)?;
        if self.document.usages().len() >= self.usages {
            return Err(Error::TooLarge {
                place: Place::default(),
                what: "usages of operators".into(),
                limit: self.usages as u64,
                found: "more".into(),
            });
        }
        // Infinities are computed by usages of their own, which come first.
        for &argument in arguments {
            self.finite(argument)?;
        }
        for &argument in arguments {
            let argument = self.finite(argument)?;
            self.document.push_argument(argument.0);
        }
        let first = self.document.next_node() - 1 - self.n_input;
        self.expect_room(n_result)?;
        let n_argument = arguments.len() as u64;
        let pushed = self
            .document
            .push_usage(operator, call, n_argument, n_result as u32);
        match pushed {
            Some(()) => Ok(Symbol(!first)),
            None => Err(too_many_nodes()),
        }
    }

    /// The result of this index of the usage whose first result is `first`.
    pub(super) fn result(&self, first: Symbol, index: usize) -> Symbol {
        // There is room for every result, so the index has 32 bits.
        Symbol(first.0 - index as u32)
    }

    /// The index of a string for a [`Call`].
    pub(super) fn string(&mut self, text: &str) -> u32 {
        self.document.intern(text)
    }

    /// Counts work that takes time and memory in proportion to `amount`.
    pub(super) fn spend(&mut self, amount: usize) -> Result<(), Error> {
        self.spent = self.spent.saturating_add(amount as u64);
        if self.spent <= BUDGET {
            return Ok(());
        }
        Err(Error::TooLarge {
            place: Place::default(),
            what: "elements of tensors and arguments of usages".into(),
            limit: BUDGET,
            found: "more".into(),
        })
    }

    /// The finished document.
    pub(super) fn finish(mut self, dependents: &[Symbol]) -> Result<Document, Error> {
        for &dependent in dependents {
            let dependent = self.finite(dependent)?;
            self.document.dependents.push(dependent.0);
        }
        let numbers = self.number_constants();
        let (n_input, n_constant) = (self.n_input, self.document.constants.len() as u32);
        self.document.renumber(n_constant, |symbol| {
            if symbol < n_input {
                return symbol + 1;
            }
            match numbers.get((symbol - n_input) as usize) {
                Some(number) => *number,
                None => n_input + n_constant + !symbol + 1,
            }
        });
        Ok(self.document)
    }

    /// Moves the constants that are needed into the document and gives each its node.
    fn number_constants(&mut self) -> Vec<u32> {
        let mut needed: Vec<bool> = self.constants.iter().map(|c| c.kept).collect();
        for symbol in self.document.references() {
            if let Some(index) = symbol.checked_sub(self.n_input)
                && let Some(needed) = needed.get_mut(index as usize)
            {
                *needed = true;
            }
        }
        let mut numbers = vec![0; self.constants.len()];
        let constants = self.constants.iter().zip(&needed).zip(&mut numbers);
        for ((constant, _), number) in constants.filter(|((_, needed), _)| **needed) {
            self.document.constants.push(constant.value);
            *number = self.n_input + self.document.constants.len() as u32;
        }
        numbers
    }

    /// The symbol itself, or for a constant that the format cannot express a result of the same
    /// value: `1/0`, `-1/0` or a NaN.
    fn finite(&mut self, symbol: Symbol) -> Result<Symbol, Error> {
        let Some(value) = self.value(symbol).filter(|value| !value.is_finite()) else {
            return Ok(symbol);
        };
        if let Some(&computed) = self.computed.get(&value.to_bits()) {
            return Ok(computed);
        }
        let computed = match value.is_nan() && self.n_input > 0 {
            true => self.not_a_number()?,
            false => {
                let numerator = if value.is_nan() { 0.0 } else { value.signum() };
                let operands = [self.literal(numerator)?, self.literal(0.0)?];
                self.apply(Operator::DIV, &operands)?
            }
        };
        self.computed.insert(value.to_bits(), computed);
        Ok(computed)
    }

    /// A NaN that depends on an input, but does not move with it: the logarithm of a number below
    /// zero. CppAD folds constants while it reads, and stops at a NaN there.
    fn not_a_number(&mut self) -> Result<Symbol, Error> {
        let sign = self.apply(Operator::SIGN, &[self.input(0)])?;
        let two = self.literal(2.0)?;
        let below = self.apply(Operator::SUB, &[sign, two])?;
        self.apply(Operator::LOG, &[below])
    }

    /// Refuses more nodes than 32 bits can name.
    fn expect_room(&self, n_node: usize) -> Result<(), Error> {
        let nodes = u64::from(self.document.n_node()) + self.constants.len() as u64;
        match nodes + n_node as u64 {
            0..0xffff_ffff => Ok(()),
            _ => Err(too_many_nodes()),
        }
    }
}

fn too_many_nodes() -> Error {
    Error::TooLarge {
        place: Place::default(),
        what: "nodes".into(),
        limit: u32::MAX.into(),
        found: "more".to_string(),
    }
}
