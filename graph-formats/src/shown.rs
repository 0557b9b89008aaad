//! Texts of files in error messages: bounded, however long a name in a file may be.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// The longest part of a message, in bytes: longer than any that quotes names of usual length.
const LONGEST: usize = 1000;

/// How much is left of a longer one, at its beginning and at its end.
const BEGINNING: usize = 600;
const END: usize = 200;

/// A number of things, in words.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    let things = if count == 1 { one } else { many };
    format!("{count} {things}")
}

/// A part of a message, without its middle if it is very long.
pub(crate) fn short(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST {
        return text.into();
    }
    let boundary = |from: usize| (from..text.len()).find(|&at| text.is_char_boundary(at));
    let beginning = &text[..boundary(BEGINNING).unwrap_or(0)];
    let end = &text[boundary(text.len() - END).unwrap_or(text.len())..];
    Cow::Owned(format!("{beginning}...{end}"))
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, short};
    use alloc::format;
    use alloc::string::String;

    #[test]
    fn long_texts_lose_their_middle() {
        let name: String = "ä".repeat(150_000);
        let text = format!("one of `{name}` or `x`");
        let shown = short(&text);
        assert!(shown.len() <= LONGEST, "{}", shown.len());
        assert!(shown.starts_with("one of `ä") && shown.ends_with("ä` or `x`"));
        assert_eq!(short("as it is"), "as it is");
    }
}
