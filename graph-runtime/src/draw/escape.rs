//! Arbitrary texts in the languages of the pictures: names come from files, and may hold anything.

use alloc::string::String;

/// The replacement for a character that cannot be drawn.
const UNKNOWN: char = '\u{fffd}';

/// A text without control characters, without characters that XML cannot represent, and without
/// those that change the direction of the text around them or are invisible; line breaks are kept.
fn visible(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().map(|c| match c {
        '\n' => '\n',
        '\u{fffe}' | '\u{ffff}' | '\u{feff}' | '\u{61c}' => UNKNOWN,
        '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' => UNKNOWN,
        '\u{2060}'..='\u{206f}' => UNKNOWN,
        c if c.is_control() => UNKNOWN,
        c => c,
    })
}

/// In XML, between tags and in quoted attributes.
pub(super) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// In a text of JSON within a page, where no character begins a tag.
pub(super) fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text) {
        match c {
            '\n' => out.push_str("\\n"),
            '"' | '\\' | '<' | '>' | '&' | '\'' => {
                let number = u32::from(c);
                out.push_str(&alloc::format!("\\u{number:04x}"));
            }
            c => out.push(c),
        }
    }
    out
}

/// In a quoted text of Graphviz, whose own escapes begin with a backslash.
pub(super) fn dot(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text) {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            // Graphviz takes entities of HTML for their characters in any text.
            '&' => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
    out
}

/// In a quoted text of Mermaid, where all that may mean something is an entity: Markdown and HTML
/// as well as Mermaid's own.
pub(super) fn mermaid(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text) {
        match c {
            '\n' => out.push_str("<br/>"),
            ' ' | '_' | ',' | ';' | '.' | ':' | '%' | '(' | ')' | '[' | ']' | '=' | '/' | '-'
            | '+' => {
                out.push(c);
            }
            c if c.is_alphanumeric() => out.push(c),
            c if c.is_ascii() => {
                let number = u32::from(c);
                out.push_str(&alloc::format!("#{number};"));
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_its_quotes() {
        let hostile = "a\"b\\<&>'\u{0}\u{ffff}\nc#;`é";
        assert_eq!(
            xml(hostile),
            "a&quot;b\\&lt;&amp;&gt;&#39;\u{fffd}\u{fffd}\nc#;`é"
        );
        assert_eq!(
            json(hostile),
            "a\\u0022b\\u005c\\u003c\\u0026\\u003e\\u0027\u{fffd}\u{fffd}\\nc#;`é"
        );
        assert_eq!(dot(hostile), "a\\\"b\\\\<&amp;>'\u{fffd}\u{fffd}\\nc#;`é");
        assert_eq!(
            mermaid(hostile),
            "a#34;b#92;#60;#38;#62;#39;\u{fffd}\u{fffd}<br/>c#35;;#96;é"
        );
    }
}
