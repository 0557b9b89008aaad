//! The forty operators of the format: their names and how a usage of each is written.
//!
//! The meaning of an operator stands in the operator table of the graph, where it is found by name.

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

/// The operators with which graphs are written that have no operator of the format themselves.
impl Operator {
    pub(super) const ADD: Self = Self::named("add");
    pub(super) const ATOM: Self = Self::named("atom");
    pub(super) const ATOM4: Self = Self::named("atom4");
    pub(super) const AZMUL: Self = Self::named("azmul");
    pub(super) const CEXP_EQ: Self = Self::named("cexp_eq");
    pub(super) const CEXP_LE: Self = Self::named("cexp_le");
    pub(super) const CEXP_LT: Self = Self::named("cexp_lt");
    pub(super) const COMP_EQ: Self = Self::named("comp_eq");
    pub(super) const COMP_LE: Self = Self::named("comp_le");
    pub(super) const COMP_LT: Self = Self::named("comp_lt");
    pub(super) const COMP_NE: Self = Self::named("comp_ne");
    pub(super) const DISCRETE: Self = Self::named("discrete");
    pub(super) const DIV: Self = Self::named("div");
    pub(super) const LOG: Self = Self::named("log");
    pub(super) const MUL: Self = Self::named("mul");
    pub(super) const PRINT: Self = Self::named("print");
    pub(super) const SIGN: Self = Self::named("sign");
    pub(super) const SUB: Self = Self::named("sub");
    pub(super) const SUM: Self = Self::named("sum");

    /// The operator of this name, found by the compiler.
    const fn named(name: &str) -> Self {
        let mut row = 0;
        while row < TABLE.len() {
            if same(TABLE[row].0.as_bytes(), name.as_bytes()) {
                return Self(row as u8);
            }
            row += 1;
        }
        panic!("no operator of the format has this name");
    }
}

/// `==` for the compiler, which cannot call that of slices.
const fn same(left: &[u8], right: &[u8]) -> bool {
    let mut index = 0;
    while index < left.len() && index < right.len() && left[index] == right[index] {
        index += 1;
    }
    index == left.len() && index == right.len()
}

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
