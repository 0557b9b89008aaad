//! The values of a function's `const` parameters.

use std::fmt::Write;

/// The `const` parameters of a function with their values, in the order of the signature. Empty
/// for a function without any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lengths(Vec<(String, usize)>);

impl Lengths {
    /// The parameters with their names and values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// A function under these lengths, as Rust names it: `layer::<3, 4>`.
    pub(crate) fn name_of(&self, function: &str) -> String {
        let mut text = String::from(function);
        for (position, (_, value)) in self.0.iter().enumerate() {
            let before = if position == 0 { "::<" } else { ", " };
            // Writing to a string does not fail.
            let _ = write!(text, "{before}{value}");
        }
        if !self.0.is_empty() {
            text.push('>');
        }
        text
    }

    /// The values in words, for a note: "`I` is 3 and `O` is 4".
    pub(crate) fn in_words(&self) -> Option<String> {
        let values: Vec<String> = self
            .iter()
            .map(|(name, value)| format!("`{name}` is {value}"))
            .collect();
        let (last, first) = values.split_last()?;
        Some(match first {
            [] => last.clone(),
            first => format!("{} and {last}", first.join(", ")),
        })
    }
}

impl FromIterator<(String, usize)> for Lengths {
    fn from_iter<I: IntoIterator<Item = (String, usize)>>(parameters: I) -> Self {
        Self(parameters.into_iter().collect())
    }
}
