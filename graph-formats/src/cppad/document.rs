//! A file of the format in memory: checked, not interpreted, and compact.
//!
//! Usages and their arguments lie in two flat lists, so that a usage costs 12 bytes and 4 more for
//! each argument. The definitions of a file are not kept: a usage knows its operator, and which
//! definitions a file needs follows from that.

use super::{Form, Operator};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A `json_ad_graph` as it stands in a file, with everything checked that can be checked without
/// the functions of the host.
///
/// Nodes are counted from 1: dynamic parameters, variables, constants, then the results of the
/// usages in order. Every argument of a usage comes before the usage's first result, and every
/// dependent is a node of the document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    pub(super) function_name: String,
    pub(super) n_dynamic: u32,
    pub(super) n_variable: u32,
    pub(super) constants: Vec<f64>,
    records: Vec<Record>,
    arguments: Vec<u32>,
    /// The usages that hold strings, by their indices, ascending.
    calls: Vec<(u32, Call)>,
    strings: Strings,
    pub(super) dependents: Vec<u32>,
    /// The first node that does not exist yet, if counting has begun.
    next_node: u32,
}

/// A usage in the list of usages. It ends where the next one begins.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Record {
    first_argument: u32,
    first_result: u32,
    operator: Operator,
}

/// The stored part of a usage beyond arguments and results. Strings are indices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Call {
    Named(u32),
    Numbered { name: u32, call_id: u32 },
    Print { before: u32, after: u32 },
}

/// An operator applied to nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Usage<'a> {
    /// The operator.
    pub operator: Operator,
    /// The nodes that it is applied to, counted from 1.
    pub arguments: &'a [u32],
    /// The nodes that are its results; empty for comparisons and prints.
    pub results: Range<u32>,
    /// The rest of the usage.
    pub detail: Detail<'a>,
}

/// The part of a usage beyond its operator, arguments and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Detail<'a> {
    /// Nothing.
    None,
    /// A function of the host: `discrete` or `atom`.
    Function {
        /// The name under which the host knows it.
        name: &'a str,
    },
    /// A function of the host that is told which call it is: `atom4`.
    Numbered {
        /// The name under which the host knows it.
        name: &'a str,
        /// The number that the function is told.
        call_id: u32,
    },
    /// The texts around a printed value.
    Print {
        /// Printed before the value.
        before: &'a str,
        /// Printed after the value.
        after: &'a str,
    },
}

impl Document {
    /// The name of the function.
    pub fn function_name(&self) -> &str {
        &self.function_name
    }

    /// The number of independent dynamic parameters, nodes `1..=n_dynamic`.
    pub fn n_dynamic(&self) -> u32 {
        self.n_dynamic
    }

    /// The number of independent variables, the nodes after the dynamic parameters.
    pub fn n_variable(&self) -> u32 {
        self.n_variable
    }

    /// The constants, the nodes after the variables. Infinities can be among them.
    pub fn constants(&self) -> &[f64] {
        &self.constants
    }

    /// The usages in order.
    pub fn usages(&self) -> Usages<'_> {
        Usages {
            document: self,
            range: 0..self.records.len(),
        }
    }

    /// The usage of this index, counted from 0 as in the JSON pointer `/op_usage_vec/1/index`.
    pub fn usage(&self, index: usize) -> Option<Usage<'_>> {
        let record = self.records.get(index)?;
        let (arguments_end, results_end) = match self.records.get(index + 1) {
            Some(next) => (next.first_argument as usize, next.first_result),
            None => (self.arguments.len(), self.next_node),
        };
        Some(Usage {
            operator: record.operator,
            arguments: &self.arguments[record.first_argument as usize..arguments_end],
            results: record.first_result..results_end,
            detail: self.detail(index, record.operator),
        })
    }

    /// The nodes that are the values of the function, in order; a node may be named twice.
    pub fn dependents(&self) -> &[u32] {
        &self.dependents
    }

    /// The number of nodes; the last node has this number.
    pub fn n_node(&self) -> u32 {
        self.next_node.saturating_sub(1)
    }

    fn detail(&self, index: usize, operator: Operator) -> Detail<'_> {
        if !operator.has_strings() {
            return Detail::None;
        }
        let place = self.calls.partition_point(|(of, _)| (*of as usize) < index);
        match self.calls[place].1 {
            Call::Named(name) => Detail::Function {
                name: self.strings.get(name),
            },
            Call::Numbered { name, call_id } => Detail::Numbered {
                name: self.strings.get(name),
                call_id,
            },
            Call::Print { before, after } => Detail::Print {
                before: self.strings.get(before),
                after: self.strings.get(after),
            },
        }
    }
}

/// Building a document. The callers check their additions; the only check here is that nothing is
/// counted beyond 32 bits: `None` if it would be.
impl Document {
    /// Ends the inputs and constants, so that usages can be added.
    pub(super) fn begin_usages(&mut self) -> Option<()> {
        let constants = u32::try_from(self.constants.len()).ok()?;
        let inputs = self.n_dynamic.checked_add(self.n_variable)?;
        self.next_node = inputs.checked_add(constants)?.checked_add(1)?;
        Some(())
    }

    /// The first node that does not exist yet: the first result of the next usage.
    pub(super) fn next_node(&self) -> u32 {
        self.next_node
    }

    /// Makes room for so many usages and as many arguments, if there is that much memory.
    pub(super) fn reserve(&mut self, usages: usize) {
        // More is asked for when it is needed: to fail here would be too early.
        let _: Result<(), _> = self.records.try_reserve_exact(usages);
        let _: Result<(), _> = self.arguments.try_reserve_exact(usages);
    }

    /// How many usages are of such an operator.
    pub(super) fn count(&self, is_such: impl Fn(Operator) -> bool) -> usize {
        let operators = self.records.iter().map(|record| record.operator);
        operators.filter(|&operator| is_such(operator)).count()
    }

    /// How many results the atoms have together.
    pub(super) fn n_atom_result(&self) -> u64 {
        // Atoms hold strings, so that no other usages need be gone through.
        let usages = self.calls.iter();
        let usages = usages.filter_map(|(index, _)| self.usage(*index as usize));
        let atoms = usages.filter(|usage| {
            let form = usage.operator.form();
            matches!(form, Form::Atom | Form::Atom4)
        });
        atoms
            .map(|usage| u64::from(usage.results.end - usage.results.start))
            .sum::<u64>()
    }

    /// How often the document names a node, up to here.
    pub(super) fn n_reference(&self) -> u64 {
        self.arguments.len() as u64 + self.dependents.len() as u64
    }

    /// Adds an argument of the usage that comes next.
    pub(super) fn push_argument(&mut self, node: u32) {
        self.arguments.push(node);
    }

    /// Adds arguments of the usage that comes next.
    pub(super) fn push_arguments(&mut self, nodes: &[u32]) {
        self.arguments.extend_from_slice(nodes);
    }

    /// Adds a usage of the last `n_argument` arguments that were added.
    pub(super) fn push_usage(
        &mut self,
        operator: Operator,
        call: Option<Call>,
        n_argument: u64,
        n_result: u32,
    ) -> Option<()> {
        let first_argument = self.arguments.len() as u64 - n_argument;
        self.records.push(Record {
            first_argument: u32::try_from(first_argument).ok()?,
            first_result: self.next_node,
            operator,
        });
        if let Some(call) = call {
            let index = u32::try_from(self.records.len() - 1).ok()?;
            self.calls.push((index, call));
        }
        self.next_node = self.next_node.checked_add(n_result)?;
        Some(())
    }

    /// Gives every node that is named its final number, and each result one higher by `shift`.
    pub(super) fn renumber(&mut self, shift: u32, number: impl Fn(u32) -> u32) {
        for node in self.arguments.iter_mut().chain(&mut self.dependents) {
            *node = number(*node);
        }
        for record in &mut self.records {
            record.first_result += shift;
        }
        self.next_node += shift;
    }

    /// Every node that is named, in order and as often as it is.
    pub(super) fn references(&self) -> impl Iterator<Item = u32> + '_ {
        self.arguments.iter().chain(&self.dependents).copied()
    }

    /// The index of a string, which is kept once.
    pub(super) fn intern(&mut self, text: &str) -> u32 {
        self.strings.intern(text)
    }
}

impl Operator {
    /// Whether its usages hold strings.
    fn has_strings(self) -> bool {
        !matches!(self.form(), Form::Fixed(_) | Form::Sum | Form::Compare)
    }
}

/// The strings of the usages, each once.
#[derive(Clone, Debug, Default, PartialEq)]
struct Strings {
    texts: Vec<Box<str>>,
    indices: BTreeMap<Box<str>, u32>,
}

impl Strings {
    fn get(&self, index: u32) -> &str {
        &self.texts[index as usize]
    }

    fn intern(&mut self, text: &str) -> u32 {
        if let Some(&index) = self.indices.get(text) {
            return index;
        }
        // A different string costs far more than a byte, so 32 bits count all that memory holds.
        let index = self.texts.len() as u32;
        self.texts.push(text.into());
        self.indices.insert(text.into(), index);
        index
    }
}

/// The usages of a document in order; see [`Document::usages`].
#[derive(Clone, Debug)]
pub struct Usages<'a> {
    document: &'a Document,
    range: Range<usize>,
}

impl<'a> Iterator for Usages<'a> {
    type Item = Usage<'a>;

    fn next(&mut self) -> Option<Usage<'a>> {
        self.document.usage(self.range.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl ExactSizeIterator for Usages<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usage_is_small() {
        assert_eq!(size_of::<Record>(), 12);
    }
}
