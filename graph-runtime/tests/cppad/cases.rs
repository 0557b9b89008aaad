//! Reads, writes and reads again every conformance case of the CppAD format: a chosen part that
//! lies beside this file, and all of them where the shared folder is present.

use graph_runtime::json::cppad::Document;
use serde_json::value::RawValue;
use std::fs;
use std::io::{self, Read};
use test_support::{Case, Malformed, files, malformed};

/// A reader that delivers a few bytes at a time, with interruptions.
struct Dripping<'a> {
    text: &'a [u8],
    interrupted: bool,
}

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = self.text.len().min(3).min(buffer.len());
        buffer[..count].copy_from_slice(&self.text[..count]);
        self.text = &self.text[count..];
        Ok(count)
    }
}

fn dripping(text: &[u8]) -> Dripping<'_> {
    Dripping {
        text,
        interrupted: false,
    }
}

#[test]
fn valid_files_survive_a_round_trip() {
    let mut count = 0;
    for path in [files("cppad/valid"), files("cppad/third_party")].concat() {
        let text = Case::read(&path).graph();
        let name = path.display();
        let first: Document = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
        let streamed = Document::from_reader(dripping(text.as_bytes())).unwrap();
        assert_eq!(first, streamed, "{name}");
        count += 1;
        if first.constants().iter().any(|value| !value.is_finite()) {
            let message = first.to_string().unwrap_err().to_string();
            assert!(message.starts_with("/constant_vec/1/0: the constant inf"));
            continue;
        }
        let compact = first.to_string().unwrap();
        let second = Document::from_slice(compact.as_bytes()).unwrap();
        assert_eq!(first, second, "{name}");
        assert_eq!(compact, second.to_string().unwrap(), "{name}");
        let pretty = first.to_string_pretty().unwrap();
        assert_eq!(first, pretty.parse().unwrap(), "{name}");
        let mut written = Vec::new();
        first.to_writer(&mut written).unwrap();
        assert_eq!(compact.as_bytes(), written, "{name}");
        for text in [compact, pretty] {
            let strict = serde_json::from_str::<&RawValue>(&text).is_ok();
            assert_eq!(strict, !has_raw_control(&first), "{name}");
        }
    }
    assert!(count >= 20);
}

/// Whether a text of the document holds what strict JSON would have to escape.
fn has_raw_control(document: &Document) -> bool {
    document.to_string().unwrap().contains(['\n', '\t', '\r'])
}

#[test]
fn malformed_files_are_refused_with_a_place() {
    let mut count = 0;
    for Malformed { file, path, row } in malformed("cppad") {
        let text = fs::read(path).unwrap();
        let read = Document::from_slice(&text);
        let streamed = Document::from_reader(dripping(&text));
        // The faults of these files show only against the functions of the host.
        let needs_host = matches!(
            file.as_str(),
            "atom_unregistered.json" | "atom_wrong_n_result.json" | "discrete_unregistered.json"
        );
        let accept = row["correct"].as_str().unwrap().starts_with("accept");
        count += 1;
        match read {
            Ok(_) => assert!(accept || needs_host, "{file} was read"),
            Err(error) => {
                assert!(!accept && !needs_host, "{file}: {error}");
                assert!(error.place().position.is_some(), "{file}: {error}");
                assert_eq!(error.to_string(), streamed.unwrap_err().to_string());
            }
        }
    }
    assert!(count >= 20);
}
