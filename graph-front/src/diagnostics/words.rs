//! The middle's messages in the words of the user's function.

use graph_ir::types::Extent;
use graph_ir::{Element, Type};

use crate::labels::Labels;

/// How a function spells the types that have another name in the graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    /// The type parameter, if the function has one.
    pub(crate) generic: Option<String>,
}

impl Words {
    /// A type as the user writes it.
    pub(crate) fn ty(&self, ty: &Type) -> String {
        self.text(&ty.to_string())
    }

    /// A type with the names of its dimensions, those of lengths only where they are asked for.
    pub(crate) fn labelled(&self, ty: &Type, labels: &Labels, with_lengths: bool) -> String {
        let dims = ty.shape.dims().iter();
        let extents: Vec<String> = dims.map(|dim| dim.count().to_string()).collect();
        labels.ty(&self.element(ty.element), &extents, with_lengths)
    }

    /// An element type as the user writes it.
    pub(crate) fn element(&self, element: Element) -> String {
        self.text(element.name())
    }

    /// A message of the middle: integers are `usize` here, and the generic float has a name.
    pub(crate) fn text(&self, message: &str) -> String {
        let generic = self.generic.as_deref().unwrap_or("T");
        let mut text = String::with_capacity(message.len());
        let mut rest = message;
        while let Some(start) = rest.find(is_word) {
            let (before, tail) = rest.split_at(start);
            let end = tail.find(|c| !is_word(c)).unwrap_or(tail.len());
            let (word, tail) = tail.split_at(end);
            text.push_str(before);
            text.push_str(match word {
                "i64" => "usize",
                "T" => generic,
                word => word,
            });
            rest = tail;
        }
        text.push_str(rest);
        text
    }
}

/// The ending of a counted noun.
pub(crate) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The ending of a noun that is counted by an extent.
pub(crate) fn plural_of(count: &Extent) -> &'static str {
    if *count == 1 { "" } else { "s" }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn types_are_renamed_as_whole_words() {
        let words = Words {
            generic: Some("S".into()),
        };
        assert_eq!(
            words.text("[T; 3] and i64, not Ti64"),
            "[S; 3] and usize, not Ti64"
        );
        assert_eq!(Words::default().text("`x` is T"), "`x` is T");
    }
}
