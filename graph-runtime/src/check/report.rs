//! The report of a check: a table, and an example of each kind of disagreement.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::NonFinite;

/// The verdict of a comparison on one derivative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// It is right, up to this difference, relative to the numbers compared and to the accuracy of
    /// the comparison; at most the tolerance.
    Agrees(f64),
    /// It is wrong.
    Differs,
    /// Nothing: the function is not finite or not smooth there.
    NotComparable,
}

/// The report of a check; displayed as a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    name: String,
    points: usize,
    seed: u64,
    rows: Vec<Row>,
    non_finite: Option<String>,
    indices: Vec<String>,
}

/// The results of one kind of comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The derivatives that are compared.
    pub what: &'static str,
    /// How many numbers agree.
    pub agree: usize,
    /// How many do not.
    pub differ: usize,
    /// How many cannot be compared: the function is not finite or not smooth there.
    pub not_comparable: usize,
    /// The largest difference of those that agree, in the sense of [`Verdict::Agrees`].
    pub difference: f64,
    /// The first of those that do not agree, in words.
    pub example: Option<String>,
}

impl Report {
    pub(super) fn new(name: &str, points: usize, seed: u64) -> Self {
        Self {
            name: String::from(name),
            points,
            seed,
            rows: Vec::new(),
            non_finite: None,
            indices: Vec::new(),
        }
    }

    /// The report with lines about the indices that the function got.
    pub(crate) fn with_indices(self, indices: Vec<String>) -> Self {
        Self { indices, ..self }
    }

    /// The kinds of comparisons, in the order of the table.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Where values or derivatives were not finite: the first point, and the operator, line and
    /// operands that the first NaN or infinity there comes from.
    #[must_use]
    pub fn non_finite(&self) -> Option<&str> {
        self.non_finite.as_deref()
    }

    /// Whether nothing differs, and of each kind something could be compared.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        let empty = |row: &Row| row.agree == 0 && row.not_comparable > 0;
        !self.rows.iter().any(|row| row.differ > 0 || empty(row))
    }

    /// For tests.
    ///
    /// # Panics
    /// With the table, unless [`is_ok`](Self::is_ok).
    #[track_caller]
    pub fn assert(&self) {
        assert!(self.is_ok(), "{self}");
    }

    /// Whether it is still to be told where something is not finite.
    pub(super) fn asks_for_non_finite(&self) -> bool {
        self.non_finite.is_none()
    }

    /// Tells where something is not finite.
    pub(super) fn tell_non_finite(&mut self, x: &[f64], found: &NonFinite) {
        self.non_finite = Some(format!("at {x:?} {found}"));
    }

    /// Counts one comparison.
    pub(super) fn add(
        &mut self,
        what: &'static str,
        verdict: Verdict,
        example: impl FnOnce() -> String,
    ) {
        let row = match self.rows.iter_mut().find(|row| row.what == what) {
            Some(row) => row,
            None => {
                self.rows.push(Row {
                    what,
                    agree: 0,
                    differ: 0,
                    not_comparable: 0,
                    difference: 0.0,
                    example: None,
                });
                let last = self.rows.len() - 1;
                &mut self.rows[last]
            }
        };
        match verdict {
            Verdict::Agrees(difference) => {
                row.agree += 1;
                row.difference = row.difference.max(difference);
            }
            Verdict::NotComparable => row.not_comparable += 1,
            Verdict::Differs => {
                row.differ += 1;
                row.example.get_or_insert_with(example);
            }
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name, points, seed, ..
        } = self;
        let name = if name.is_empty() { "the graph" } else { name };
        let ending = if *points == 1 { "" } else { "s" };
        writeln!(
            f,
            "derivatives of {name} at {points} point{ending} (seed {seed}):"
        )?;
        writeln!(
            f,
            "  {:<34}{:>8}{:>9}{:>16}{:>20}",
            "", "agree", "differ", "not comparable", "largest difference"
        )?;
        for row in &self.rows {
            let difference = match row.agree {
                0 => String::new(),
                _ => format!("{:.1e}", row.difference),
            };
            writeln!(
                f,
                "  {:<34}{:>8}{:>9}{:>16}{:>20}",
                row.what, row.agree, row.differ, row.not_comparable, difference
            )?;
        }
        for row in &self.rows {
            if let Some(example) = &row.example {
                writeln!(f, "{}: {example}", row.what)?;
            } else if row.agree == 0 && row.not_comparable > 0 {
                writeln!(f, "{}: nothing could be compared", row.what)?;
            }
        }
        if let Some(non_finite) = &self.non_finite {
            writeln!(f, "not finite: {non_finite}")?;
        }
        if !self.indices.is_empty() {
            writeln!(f, "indices: {}", self.indices.join(", "))?;
        }
        Ok(())
    }
}
