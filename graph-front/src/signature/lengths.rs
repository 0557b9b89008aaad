//! The values of a function's `const` parameters.

use std::fmt::Write;

use graph_ir::types::{Extent, Symbol};

/// The `const` parameters of a function with their values, in the order of the signature. Empty
/// for a function without any.
///
/// A value is a number, or a polynomial of symbols: the parameters of the function outside of the
/// block on whose way this one is called, which keep their names. A function for its own symbols
/// has each of its parameters as the symbol of that name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lengths(Vec<Parameter>);

/// A `const` parameter with its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) value: Extent,
    /// Whether it is an axis, which agrees with no other.
    pub(crate) is_axis: bool,
}

impl Lengths {
    /// Each of the parameters, of which some are axes, as the symbol of its name.
    pub(crate) fn symbolic(parameters: impl IntoIterator<Item = (String, bool)>) -> Self {
        let parameters = parameters.into_iter();
        parameters
            .map(|(name, is_axis)| Parameter {
                value: Extent::symbol(&Symbol::new(&name)),
                name,
                is_axis,
            })
            .collect()
    }

    /// The parameters with their names and values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Extent)> {
        self.0.iter().map(|own| (own.name.as_str(), &own.value))
    }

    /// Whether the parameter of a name is an axis.
    pub(crate) fn is_axis(&self, name: &str) -> bool {
        let found = self.0.iter().find(|own| own.name == name);
        found.is_some_and(|own| own.is_axis)
    }

    /// Whether a function has no `const` parameters.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of the values is a number.
    pub(crate) fn has_numbers(&self) -> bool {
        self.0.iter().any(|own| !own.value.is_symbolic())
    }

    /// Whether one of the values is known only at run time.
    pub(crate) fn is_symbolic(&self) -> bool {
        self.0.iter().any(|own| own.value.is_symbolic())
    }

    /// The symbols, in the order of the `const` parameters, of a function for its own symbols.
    pub(crate) fn symbols(&self) -> Vec<Symbol> {
        let symbols = self.0.iter().flat_map(|own| own.value.symbols());
        symbols.collect()
    }

    /// A function under these lengths, as Rust names it: `layer::<3, 4>`.
    pub(crate) fn name_of(&self, function: &str) -> String {
        let mut text = String::from(function);
        for (position, Parameter { value, .. }) in self.0.iter().enumerate() {
            let before = if position == 0 { "::<" } else { ", " };
            // A formula stands in braces, a name or a number does not.
            let formula = value.to_string().contains(' ');
            // Writing to a string does not fail.
            let _ = match formula {
                true => write!(text, "{before}{{ {value} }}"),
                false => write!(text, "{before}{value}"),
            };
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

impl FromIterator<Parameter> for Lengths {
    fn from_iter<I: IntoIterator<Item = Parameter>>(parameters: I) -> Self {
        Self(parameters.into_iter().collect())
    }
}
