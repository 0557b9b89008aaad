//! The document that a text of the CppAD format is read into, the text that it is written as, and
//! how both bear size.

use graph_runtime::json::Error;
use graph_runtime::json::cppad::{Detail, Document, Operator};
use std::fmt::Write;
use std::time::{Duration, Instant};

use super::text::TEXT;

#[test]
fn the_text_itself_is_read() {
    let document: Document = TEXT.parse().unwrap();
    assert_eq!(document.function_name(), "t");
    assert_eq!((document.n_dynamic(), document.n_variable()), (1, 2));
    assert_eq!(document.constants(), [-2.5, 0.125]);
    assert_eq!(document.n_node(), 9);
    assert_eq!(document.dependents(), [7, 9]);
    let usages: Vec<_> = document.usages().collect();
    let names: Vec<_> = usages.iter().map(|usage| usage.operator.name()).collect();
    assert_eq!(names, ["mul", "sum", "comp_lt", "atom4"]);
    assert_eq!(usages[1].arguments, [6, 4, 5]);
    assert_eq!(usages[2].results, 8..8);
    assert_eq!(usages[3].results, 8..10);
    let name = "avg";
    assert_eq!(usages[3].detail, Detail::Numbered { name, call_id: 3 });
}

#[test]
fn only_used_operators_are_written_in_alphabetical_order() {
    let text = r#"{"function_name":"","op_define_vec":[4,[{"op_code":1,"name":"tan","n_arg":1},
        {"op_code":2,"name":"exp","n_arg":1},{"op_code":3,"name":"add","n_arg":2},
        {"op_code":4,"name":"tan","n_arg":1}]],"n_dynamic_ind":0,"n_variable_ind":1,
        "constant_vec":[1,[+.5]],"op_usage_vec":[3,[[1,1],[4,3],[3,4,2]]],"dependent_vec":[1,[5.]]};"#;
    let document: Document = text.parse().unwrap();
    assert_eq!(
        document.to_string().unwrap(),
        r#"{"function_name":"","op_define_vec":[2,[{"op_code":1,"name":"add","n_arg":2},{"op_code":2,"name":"tan","n_arg":1}]],"n_dynamic_ind":0,"n_variable_ind":1,"constant_vec":[1,[0.5]],"op_usage_vec":[3,[[2,1],[2,3],[1,4,2]]],"dependent_vec":[1,[5]]}"#
    );
    assert_eq!(
        document.to_string_pretty().unwrap(),
        r#"{
  "function_name": "",
  "op_define_vec": [2, [
    {"op_code": 1, "name": "add", "n_arg": 2},
    {"op_code": 2, "name": "tan", "n_arg": 1}
  ]],
  "n_dynamic_ind": 0,
  "n_variable_ind": 1,
  "constant_vec": [1, [
    0.5
  ]],
  "op_usage_vec": [3, [
    [2, 1],
    [2, 3],
    [1, 4, 2]
  ]],
  "dependent_vec": [1, [
    5
  ]]
}
"#
    );
    assert_eq!(Operator::from_name("tan").unwrap().name(), "tan");
}

#[test]
fn a_failing_writer_or_reader_is_reported() {
    let document: Document = TEXT.parse().unwrap();
    let mut short = [0_u8; 100];
    let error = document.to_writer(&mut short[..]).unwrap_err();
    assert!(matches!(error, Error::Io { .. }));

    struct Failing;
    impl std::io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::ConnectionReset.into())
        }
    }
    let error = Document::from_reader(Failing).unwrap_err();
    assert!(matches!(&error, Error::Io { error, .. }
        if error.kind() == std::io::ErrorKind::ConnectionReset));
}

/// A chain of `count` usages, some of them with strings of their own.
fn generated(count: usize) -> String {
    let mut text = String::from(
        r#"{"function_name":"g","op_define_vec":[3,[{"op_code":1,"name":"mul","n_arg":2},
        {"op_code":2,"name":"sum"},{"op_code":3,"name":"discrete"}]],"n_dynamic_ind":0,
        "n_variable_ind":1,"constant_vec":[1,[0.1]],"#,
    );
    write!(text, "\"op_usage_vec\":[{count},[").unwrap();
    for index in 0..count {
        let (comma, last) = (if index == 0 { "" } else { "," }, index + 2);
        match index % 3 {
            0 => write!(text, "{comma}[1,{last},1]"),
            1 => write!(text, "{comma}[2,1,3,[{last},1,2]]"),
            _ => write!(text, "{comma}[3,\"f{index}\",1,1,[{last}]]"),
        }
        .unwrap();
    }
    write!(text, "]],\"dependent_vec\":[1,[{}]]}}", count + 2).unwrap();
    text
}

#[test]
fn a_large_document_takes_time_in_proportion() {
    let text = generated(100_000);
    let start = Instant::now();
    let document: Document = text.parse().unwrap();
    let written = document.to_string().unwrap();
    let elapsed = start.elapsed();
    println!("{} bytes, read and written in {elapsed:?}", text.len());
    assert_eq!(document.usages().len(), 100_000);
    assert_eq!(written.parse::<Document>().unwrap(), document);
    // Anything quadratic takes minutes here, even on a fast machine.
    assert!(elapsed < Duration::from_secs(20), "{elapsed:?}");
}
