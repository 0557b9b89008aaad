//! Files of CppAD that are refused, and the messages about them.

use graph_runtime::json::Error;
use graph_runtime::json::cppad::Document;

use super::text::TEXT;

/// The message for the text with `right` replaced by `wrong`.
fn message(right: &str, wrong: &str) -> String {
    assert_eq!(TEXT.matches(right).count(), 1, "{right}");
    refused(&TEXT.replace(right, wrong))
}

fn refused(text: &str) -> String {
    match text.parse::<Document>() {
        Ok(_) => panic!("read: {text}"),
        Err(error) => error.to_string(),
    }
}

/// Checks messages; a place is written without its line and column where those say nothing more.
fn check(cases: &[(&str, &str, &str)]) {
    for &(right, wrong, expected) in cases {
        let message = message(right, wrong);
        let (pointer, rest) = message.split_once(" (line ").unwrap();
        let (_, rest) = rest.split_once("): ").unwrap();
        assert_eq!(format!("{pointer}: {rest}"), expected, "{wrong}");
    }
}

#[test]
fn a_message_has_pointer_line_and_column() {
    assert_eq!(
        message("[2,1,3,[6,4,5]]", "[2,1,3,[6,8,5]]"),
        "/op_usage_vec/1/1/3/1 (line 6, column 38): expected a node from 1 to 6, which come before \
         this usage, found node 8"
    );
}

#[test]
fn references_must_be_to_nodes_before() {
    let usage = "/op_usage_vec/1/0/2: expected a node from 1 to 5, which come before this usage";
    let dependent = "/dependent_vec/1/1: expected a node from 1 to 9";
    for node in ["6", "7", "0", "99999", "4294967298", "18446744073709551615"] {
        let wrong = format!("[1,1,{node}]");
        check(&[("[1,1,2]", &wrong, &format!("{usage}, found node {node}"))]);
    }
    for node in ["0", "10", "99999"] {
        let wrong = format!("[7,{node}]");
        check(&[("[7,9]", &wrong, &format!("{dependent}, found node {node}"))]);
    }
    check(&[
        (
            "[1,1,2]",
            "[1,1,2.0]",
            "/op_usage_vec/1/0/2: expected a non-negative integer, found `2.0`",
        ),
        (
            "[1,1,2]",
            "[1,-1,2]",
            "/op_usage_vec/1/0/1: expected a non-negative integer, found `-1`",
        ),
        (
            "[7,9]",
            "[7,-1]",
            "/dependent_vec/1/1: expected a non-negative integer, found `-1`",
        ),
        (
            "[7,9]",
            "[7,8.5]",
            "/dependent_vec/1/1: expected a non-negative integer, found `8.5`",
        ),
        (
            "[1,1,2]",
            "[1,1,18446744073709551616]",
            "/op_usage_vec/1/0/2: expected an integer below 2^64, found `18446744073709551616`",
        ),
    ]);
    assert!(
        TEXT.replace("[7,9]", "[7.0,09e0]")
            .parse::<Document>()
            .is_ok()
    );
}

#[test]
fn counts_are_compared_with_entries() {
    let says = "entries, as the count before the list says, found";
    let cases = [
        (
            "[2,[-2.5",
            "[3,[-2.5",
            format!("/constant_vec/1: expected 3 {says} 2"),
        ),
        (
            "[2,[-2.5",
            "[1,[-2.5",
            format!("/constant_vec/1: expected 1 {says} more"),
        ),
        (
            "[2,[-2.5",
            "[2147483647,[-2.5",
            format!("/constant_vec/1: expected 2147483647 {says} 2"),
        ),
        (
            "[2,[-2.5,0.125]]",
            "[1,[]]",
            format!("/constant_vec/1: expected 1 {says} 0"),
        ),
        (
            "[4,[[1",
            "[9999999999999,[[1",
            format!("/op_usage_vec/1: expected 9999999999999 {says} 4"),
        ),
        (
            "[2,1,3,",
            "[2,1,4,",
            format!("/op_usage_vec/1/1/3: expected 4 {says} 3"),
        ),
        (
            "[4,[{",
            "[3,[{",
            format!("/op_define_vec/1: expected 3 {says} more"),
        ),
        (
            "[2,[7",
            "[1,[7",
            format!("/dependent_vec/1: expected 1 {says} more"),
        ),
    ];
    for (right, wrong, expected) in cases {
        check(&[(right, wrong, &expected)]);
    }
    check(&[
        (
            "0.125]",
            "0.125,]",
            "/constant_vec/1/2: expected a floating point number, found `]`",
        ),
        (
            "-2.5,",
            "-2.5",
            "/constant_vec/1/0: expected a floating point number, found `-2.50.125`",
        ),
        (
            "-2.5,",
            "-2.5 ",
            "/constant_vec/1: expected `,` or `]`, found `0.125`",
        ),
    ]);
}

#[test]
fn definitions_are_checked() {
    let first = r#"{"op_code":1,"name":"mul","n_arg":2}"#;
    let define = |entry: &str, expected: &str| check(&[(first, entry, expected)]);
    define(
        r#"{"op_code":2,"name":"mul","n_arg":2}"#,
        "/op_define_vec/1/0/op_code: expected 1 (the next op_code in order), found 2",
    );
    define(
        r#"{"op_code":1,"name":"Mul","n_arg":2}"#,
        "/op_define_vec/1/0/name: expected the name of an operator, found `Mul`, which is none of them",
    );
    define(
        r#"{"op_code":1,"name":"mul","n_arg":3}"#,
        "/op_define_vec/1/0/n_arg: expected 2 (mul), found 3",
    );
    define(
        r#"{"op_code":1,"name":"mul"}"#,
        "/op_define_vec/1/0: expected `,` and the key \"n_arg\", found `}`",
    );
    define(
        r#"{"op_code":1,"name":"mul","n_arg":2,"note":"x"}"#,
        "/op_define_vec/1/0: expected `}`, found `,`",
    );
    define(
        r#"{"name":"mul","op_code":1,"n_arg":2}"#,
        "/op_define_vec/1/0: expected the key \"op_code\" (the order of keys is fixed), found \"name\"",
    );
    check(&[
        (
            r#""sum"}"#,
            r#""sum","n_arg":3}"#,
            "/op_define_vec/1/1: expected `}`, found `,`",
        ),
        (
            r#"{"op_code":3"#,
            r#"{"op_code":2"#,
            "/op_define_vec/1/2/op_code: expected 3 (the next op_code in order), found 2",
        ),
    ]);
}

#[test]
fn usages_are_checked() {
    let sum = "[2,1,3,[6,4,5]]";
    let comp = "[3,0,2,[6,7]]";
    let atom = r#"[4,"avg",3,2,1,[7]]"#;
    let at = "/op_usage_vec/1";
    let cases = [
        (
            "[1,1,2]",
            "[0,1,2]",
            "0/0: expected an op_code that is defined, 1 to 4, found 0",
        ),
        (
            "[1,1,2]",
            "[7,1,2]",
            "0/0: expected an op_code that is defined, 1 to 4, found 7",
        ),
        (
            "[1,1,2]",
            "[1,1]",
            "0/1: expected `,` and argument 2 of 2 of `mul`, found `]`",
        ),
        ("[1,1,2]", "[1,1,2,3]", "0: expected `]`, found `,`"),
        (
            sum,
            "[2,2,3,[6,4,5]]",
            "1/1: expected 1, as `sum` has 1 result, found 2",
        ),
        (
            sum,
            "[2,6,4]",
            "1/1: expected 1, as `sum` has 1 result, found 6",
        ),
        (
            comp,
            "[3,1,2,[6,7]]",
            "2/1: expected 0, as `comp_lt` has 0 results, found 1",
        ),
        (
            comp,
            "[3,0,3,[6,7,1]]",
            "2/2: expected 2, as `comp_lt` has 2 arguments, found 3",
        ),
        (
            atom,
            r#"[4,"avg",2,1,[7]]"#,
            "3/4: expected a non-negative integer, found `[`",
        ),
        (
            atom,
            r#"[4,3,2,1,[7]]"#,
            "3/1: expected a string, found `3`",
        ),
        (
            atom,
            r#"[4,"avg",4294967296,2,1,[7]]"#,
            "3/2: expected call_id below 2^32, found 4294967296",
        ),
        (atom, r#"[4,"avg",3,4294967295,1,[7]]"#, ""),
    ];
    for (right, wrong, expected) in cases {
        if expected.is_empty() {
            let text = message(right, wrong);
            assert!(text.contains("expected at most 4294967295 nodes"), "{text}");
            continue;
        }
        check(&[(right, wrong, &format!("{at}/{expected}"))]);
    }
}

#[test]
fn claims_are_bounded_by_what_is_mentioned() {
    // The text names nodes ten times.
    let most = "expected at most 1048586 inputs and results of atoms in a file that names so few \
                nodes, found";
    check(&[
        (
            r#""n_variable_ind":2"#,
            r#""n_variable_ind":2000000000"#,
            &format!("/n_variable_ind: {most} 2000000003"),
        ),
        (
            r#""n_dynamic_ind":1"#,
            r#""n_dynamic_ind":2000000000"#,
            &format!("/n_dynamic_ind: {most} 2000000004"),
        ),
        (
            "3,2,1,[7]",
            "3,2000000000,1,[7]",
            &format!("/op_usage_vec/1/3/3: {most} 2000000003"),
        ),
        (
            r#""n_variable_ind":2"#,
            r#""n_variable_ind":99999999999"#,
            "/n_variable_ind: expected variables below 2^32, found 99999999999",
        ),
    ]);
}

#[test]
fn the_frame_is_checked() {
    let end = TEXT.len();
    assert_eq!(
        refused(""),
        "the top level (line 1, column 1): expected `{`, found the end of the text"
    );
    assert_eq!(
        refused(&TEXT[..end - 1]),
        "the top level (line 7, column 26): expected `}`, found the end of the text"
    );
    assert!(refused(&format!("[{TEXT}]")).contains("expected `{`, found `[`"));
    assert!(refused(&TEXT.replace("\"t\"", "\"a\0b\"")).contains("without NUL, found \"a\\0b\""));
    check(&[
        (
            r#""n_dynamic_ind":1,"#,
            "",
            "the top level: expected the key \"n_dynamic_ind\" (the order of keys is fixed), found \
             \"n_variable_ind\"",
        ),
        (
            "\"t\"",
            r#""a\"b""#,
            "the top level: expected `,` and the key \"op_define_vec\", found `b`",
        ),
        ("\"t\"", "7", "/function_name: expected a string, found `7`"),
        (
            "-2.5",
            "none",
            "/constant_vec/1/0: expected a floating point number, found `none`",
        ),
        (
            "-2.5",
            "-in",
            "/constant_vec/1/0: expected a floating point number, found `-in`",
        ),
        (
            "-2.5",
            "1e",
            "/constant_vec/1/0: expected a floating point number, found `1e`",
        ),
        (
            "-2.5",
            "0x10",
            "/constant_vec/1: expected `,` or `]`, found `x`",
        ),
    ]);
    for after in ["\n", "};", ";\n", " garbage } ]", "\0"] {
        assert!(format!("{TEXT}{after}").parse::<Document>().is_ok());
    }
    // A text that ends early is refused, wherever it ends.
    for cut in 0..end {
        refused(&TEXT[..cut]);
    }
    assert!(matches!(
        Document::from_slice(b"\xff"),
        Err(Error::Syntax { .. })
    ));
}

#[test]
fn nesting_costs_no_stack() {
    for open in ["[", "{", "{\"a\":"] {
        refused(&open.repeat(100_000));
        let wrong = open.repeat(100_000);
        assert!(message("[-2.5", &wrong).starts_with("/constant_vec/1"));
    }
}

#[test]
fn no_changed_byte_makes_it_panic() {
    let mut text = TEXT.as_bytes().to_vec();
    for at in 0..text.len() {
        let original = text[at];
        for byte in *b"\"\\[]{},:0129-+.eEa \n\0\xc3" {
            text[at] = byte;
            // An accepted document can be written and read again.
            if let Ok(document) = Document::from_slice(&text) {
                let written = document.to_string().unwrap();
                assert_eq!(written.parse::<Document>().unwrap(), document);
            }
        }
        text[at] = original;
    }
}
