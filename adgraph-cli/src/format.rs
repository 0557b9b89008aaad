//! The format of a file, from its text.

use clap::ValueEnum;
use graph_runtime::json::{Error, Place, Position};
use serde::de::IgnoredAny;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// CppAD's json_ad_graph
    Cppad,
    /// The JSON of NNVM and MXNet
    Nnvm,
    /// The text of an adgraph graph
    Text,
}

/// The first word of the text of a graph, which is no JSON.
const TEXT: &[u8] = b"adgraph ";

/// The keys at the top of a file of CppAD, which no file of NNVM has.
const CPPAD_KEYS: [&[u8]; 7] = [
    b"function_name",
    b"op_define_vec",
    b"n_dynamic_ind",
    b"n_variable_ind",
    b"constant_vec",
    b"op_usage_vec",
    b"dependent_vec",
];

/// The keys at the top of a file of NNVM, which no file of CppAD has.
const NNVM_KEYS: [&[u8]; 6] = [
    b"nodes",
    b"arg_nodes",
    b"node_row_ptr",
    b"heads",
    b"attrs",
    b"attr",
];

impl Format {
    /// The format of a text, found out from the first key that only one format has. Everything
    /// else about the text is left to the reader; but where there is no such key, what is wrong
    /// may be that the text is no JSON, or ends early.
    pub(crate) fn of(text: &[u8]) -> Result<Self, Error> {
        if starts_as_text(text) {
            return Ok(Self::Text);
        }
        let quoted = text.split(|&byte| byte == b'"').skip(1).step_by(2);
        let format = quoted.take(100).find_map(|word| {
            if CPPAD_KEYS.contains(&word) {
                Some(Self::Cppad)
            } else {
                NNVM_KEYS.contains(&word).then_some(Self::Nnvm)
            }
        });
        format.ok_or_else(|| match serde_json::from_slice::<IgnoredAny>(text) {
            Ok(IgnoredAny) => neither(),
            Err(error) => no_json(text, &error),
        })
    }
}

/// Whether the first line that is neither empty nor a comment is that of the text of a graph.
fn starts_as_text(text: &[u8]) -> bool {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    lines.next().is_some_and(|line| line.starts_with(TEXT))
}

/// JSON that is no graph.
fn neither() -> Error {
    Error::Syntax {
        place: Place {
            pointer: String::new(),
            position: Some(Position::START),
        },
        expected: "a graph of CppAD, with a key such as `function_name`, one of NNVM or MXNet, \
                   with a key such as `nodes`, or a text that begins with `adgraph`"
            .into(),
        found: "neither".into(),
    }
}

/// A text that is no JSON, where it is not.
fn no_json(text: &[u8], error: &serde_json::Error) -> Error {
    let words = error.to_string();
    let (words, _) = words.rsplit_once(" at line ").unwrap_or((&words, ""));
    let (expected, found, before) = match words.strip_prefix("EOF while parsing ") {
        Some("a value") => ("a value".into(), "the end of the text".into(), text),
        Some(part) => {
            let found = format!("the end of the text within {part}");
            ("the rest of a graph".into(), found, text)
        }
        None => {
            let line = error.line().saturating_sub(1);
            let start = text.split_inclusive(|&byte| byte == b'\n').take(line);
            let start: usize = start.map(<[u8]>::len).sum();
            let at = (start + error.column()).saturating_sub(1);
            let before = text.get(..at).unwrap_or(text);
            (
                "a graph in JSON".into(),
                format!("a mistake: {words}"),
                before,
            )
        }
    };
    let place = Place {
        pointer: String::new(),
        position: Some(end_of(before)),
    };
    Error::Syntax {
        place,
        expected,
        found,
    }
}

/// The position behind a text.
fn end_of(text: &[u8]) -> Position {
    let line = text.rsplit(|&byte| byte == b'\n').next().unwrap_or(text);
    let newlines = text.iter().filter(|&&byte| byte == b'\n').count();
    Position {
        offset: text.len() as u64,
        line: newlines as u64 + 1,
        column: String::from_utf8_lossy(line).chars().count() as u64 + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::Format;
    use crate::model::Model;
    use graph_runtime::json::{cppad, nnvm};

    #[test]
    fn the_first_key_of_one_format_decides() {
        let format = |text: &str| Format::of(text.as_bytes()).ok();
        assert_eq!(format(r#"{"function_name": "nodes""#), Some(Format::Cppad));
        assert_eq!(
            format(r#"{"heads": [], "function_name": 1}"#),
            Some(Format::Nnvm)
        );
        assert_eq!(format(r#"[{"op_usage_vec"#), Some(Format::Cppad));
        assert_eq!(format(r#"{"graph": {}}"#), None);
        assert_eq!(format(""), None);
        assert_eq!(
            format("\n# by hand\r\n adgraph 1\ngraph"),
            Some(Format::Text)
        );
        assert_eq!(format("# nothing"), None);
    }

    #[test]
    fn what_is_no_graph_says_why() {
        let cases = [
            (
                "",
                "(line 1, column 1): expected a value, found the end of the text",
            ),
            (
                "{\n \"funct",
                "(line 2, column 8): expected the rest of a graph, found the end of the text \
                 within a string",
            ),
            (
                "{\"x\": [1, ",
                "(line 1, column 11): expected a value, found the end of the text",
            ),
            (
                "{\"\u{e9}\": 1,\n\u{e9}}",
                "(line 2, column 1): expected a graph in JSON, found a mistake: key must be a \
                 string",
            ),
            (
                "[[1]]",
                "(line 1, column 1): expected a graph of CppAD, with a key",
            ),
        ];
        for (text, expected) in cases {
            let message = Format::of(text.as_bytes()).unwrap_err().to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }

    /// Files whose texts were cut off, wherever that was.
    #[test]
    fn a_file_that_ends_early_says_so() {
        let wave = include_str!("../tests/console/adgraph.in/wave.json");
        let network = include_str!("../../examples/data/softmax-symbol.json");
        let graph = cppad::from_str(wave).unwrap();
        let nnvm = nnvm::to_string_as(&graph, nnvm::Flavour::Mxnet).unwrap();
        let cppad = cppad::to_string_pretty(&graph).unwrap();
        for text in [wave, network, &nnvm, &cppad] {
            let text = text.trim_end();
            for end in 0..text.len() {
                let part = &text.as_bytes()[..end];
                let message = match Format::of(part) {
                    Ok(format) => Model::read(part, format).unwrap_err(),
                    Err(error) => error.to_string(),
                };
                let says = message.contains("the end of the text")
                    || message.contains("which the text ends within");
                assert!(says, "{}: {message}", String::from_utf8_lossy(part));
            }
        }
    }
}
