//! The forty operators of the format: their names and how a usage of each is written.
//!
//! What an operator computes stands in the operator table of the graph, which is found by name.

use core::fmt;

/// An operator of the format. Operators are ordered by their names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Operator(u8);

/// How a usage of an operator is written, and with how many arguments and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// `[op, a, ...]`: this many arguments and one result; the only form with an `n_arg` in its
    /// definition.
    Fixed(u8),
    /// `[op, 1, n, [...]]`: any number of arguments and one result.
    Sum,
    /// `[op, 0, 2, [left, right]]`: a statement that the relation held when it was recorded.
    Compare,
    /// `[op, "name", 1, 1, [a]]`: a function of the host with derivative zero.
    Discrete,
    /// `[op, "name", m, n, [...]]`: a function of the host with m results.
    Atom,
    /// `[op, "name", call_id, m, n, [...]]`: a function of the host that is told which call it is.
    Atom4,
    /// `[op, "before", "after", 0, 2, [notpos, value]]`: prints when `notpos` is not positive.
    Print,
}

/// Every operator in alphabetical order, which is also the order in which definitions are written.
const TABLE: [(&str, Form); 40] = [
    ("abs", Form::Fixed(1)),
    ("acos", Form::Fixed(1)),
    ("acosh", Form::Fixed(1)),
    ("add", Form::Fixed(2)),
    ("asin", Form::Fixed(1)),
    ("asinh", Form::Fixed(1)),
    ("atan", Form::Fixed(1)),
    ("atanh", Form::Fixed(1)),
    ("atom", Form::Atom),
    ("atom4", Form::Atom4),
    ("azmul", Form::Fixed(2)),
    ("cexp_eq", Form::Fixed(4)),
    ("cexp_le", Form::Fixed(4)),
    ("cexp_lt", Form::Fixed(4)),
    ("comp_eq", Form::Compare),
    ("comp_le", Form::Compare),
    ("comp_lt", Form::Compare),
    ("comp_ne", Form::Compare),
    ("cos", Form::Fixed(1)),
    ("cosh", Form::Fixed(1)),
    ("discrete", Form::Discrete),
    ("div", Form::Fixed(2)),
    ("erf", Form::Fixed(1)),
    ("erfc", Form::Fixed(1)),
    ("exp", Form::Fixed(1)),
    ("expm1", Form::Fixed(1)),
    ("log", Form::Fixed(1)),
    ("log1p", Form::Fixed(1)),
    ("mul", Form::Fixed(2)),
    ("neg", Form::Fixed(1)),
    ("pow", Form::Fixed(2)),
    ("print", Form::Print),
    ("sign", Form::Fixed(1)),
    ("sin", Form::Fixed(1)),
    ("sinh", Form::Fixed(1)),
    ("sqrt", Form::Fixed(1)),
    ("sub", Form::Fixed(2)),
    ("sum", Form::Sum),
    ("tan", Form::Fixed(1)),
    ("tanh", Form::Fixed(1)),
];

impl Operator {
    /// How many operators the format has.
    pub const COUNT: usize = TABLE.len();

    /// All operators in alphabetical order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        // The table has fewer than 256 rows.
        (0..TABLE.len()).map(|row| Self(row as u8))
    }

    /// The operator of this name; names are case-sensitive.
    pub fn from_name(name: &str) -> Option<Self> {
        let row = TABLE.binary_search_by(|(known, _)| (*known).cmp(name));
        row.ok().map(|row| Self(row as u8))
    }

    /// The name of the operator in its definition.
    pub fn name(self) -> &'static str {
        TABLE[self.index()].0
    }

    /// How its usages are written.
    pub fn form(self) -> Form {
        TABLE[self.index()].1
    }

    /// Its row in the alphabetical order, from 0.
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_every_name_is_found() {
        assert!(TABLE.is_sorted_by(|left, right| left.0 < right.0));
        assert_eq!(Operator::all().len(), Operator::COUNT);
        for operator in Operator::all() {
            assert_eq!(Operator::from_name(operator.name()), Some(operator));
        }
        assert_eq!(Operator::from_name("Mul"), None);
        assert_eq!(Operator::from_name(""), None);
    }
}
