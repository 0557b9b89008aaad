//! Tests of the lexer.

use super::*;
use crate::source::Slice;
use alloc::format;
use alloc::string::{String, ToString};

fn lexer(text: &str) -> Lexer<Slice<'_>> {
    Lexer::new(Slice(text.as_bytes()))
}

/// A number as it stands in a file, which does not end with one.
fn before_comma(number: &str) -> String {
    format!("{number},")
}

#[test]
fn floats_are_read_as_c_reads_them() {
    let cases = [
        ("+1", 1.0),
        ("-0", -0.0),
        (".5", 0.5),
        ("-.5", -0.5),
        ("5.", 5.0),
        ("007.5", 7.5),
        ("00", 0.0),
        ("1.e2", 100.0),
        (".5e+1", 5.0),
        ("+1E+2", 100.0),
        ("1e400", f64::INFINITY),
        ("-1e400", f64::NEG_INFINITY),
        ("-1e-400", -0.0),
        ("4.9e-324", f64::from_bits(1)),
        ("1.7976931348623157e308", f64::MAX),
        ("inf", f64::INFINITY),
        ("-inf", f64::NEG_INFINITY),
    ];
    for (text, value) in cases {
        let read = lexer(&before_comma(text)).float().unwrap();
        assert_eq!(read.to_bits(), value.to_bits(), "{text}");
    }
}

#[test]
fn nan_is_read_as_streams_print_it() {
    for text in ["nan", "-nan"] {
        assert!(
            lexer(&before_comma(text)).float().unwrap().is_nan(),
            "{text}"
        );
    }
}

#[test]
fn junk_is_no_float() {
    let junk = "1-2 e E --3 +-3 1.2.3 . + - 1e 1e+ .e5 -. 1e5.0 1e5e5 0x10 infinite nano -in +n --inf \
         NaN INF +inf Infinity infinity";
    for text in junk.split(' ') {
        let text = before_comma(text);
        let mut lexer = lexer(&text);
        let read = lexer.float();
        let ended = lexer.peek() == Some(b',');
        assert!(read.is_err() || !ended, "{text}");
    }
    let error = lexer(" 1-2,").float().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the top level (line 1, column 2): expected a floating point number, found `1-2`"
    );
}

#[test]
fn integers_may_have_leading_zeros_but_must_fit() {
    assert_eq!(lexer("0007,").integer().unwrap(), 7);
    assert_eq!(lexer("18446744073709551615,").integer().unwrap(), u64::MAX);
    for text in ["18446744073709551616", "-1", "+1", "1.0", "1e0", "", "x"] {
        assert!(lexer(&before_comma(text)).integer().is_err(), "{text}");
    }
}

#[test]
fn integral_floats_pass_where_they_are_tolerated() {
    for (text, value) in [("8", 8), ("8.0", 8), ("8.", 8), ("+8", 8), ("80e-1", 8)] {
        assert_eq!(
            lexer(&before_comma(text))
                .integer_or_integral_float()
                .unwrap(),
            value
        );
    }
    for text in ["8.5", "-8", "-1.0", "1e16", "1e400", "1-2", "e"] {
        assert!(
            lexer(&before_comma(text))
                .integer_or_integral_float()
                .is_err(),
            "{text}"
        );
    }
}

#[test]
fn a_number_at_the_end_of_the_text_may_be_the_beginning_of_one() {
    let integer = lexer("12").integer().map(|_| ());
    let integral = lexer(" 12").integer_or_integral_float().map(|_| ());
    for read in [integer, integral, lexer("1.").float().map(|_| ())] {
        let message = read.unwrap_err().to_string();
        assert!(message.ends_with("which the text ends within"), "{message}");
    }
    let message = lexer("-in").float().unwrap_err().to_string();
    assert!(message.ends_with("`-in`, which the text ends within"));
}

#[test]
fn strings_have_no_escapes_and_columns_count_characters() {
    let mut lexer = lexer("\"a\\\" \"\u{e9}\n\u{e9}\u{4e2d}\" !");
    assert_eq!(lexer.string().unwrap(), "a\\");
    assert_eq!(lexer.string().unwrap(), "\u{e9}\n\u{e9}\u{4e2d}");
    let position = lexer.token_start();
    assert_eq!((position.line, position.column), (2, 5));
    assert_eq!(position.offset, 16);
}

#[test]
fn errors_describe_what_they_found() {
    let cases = [
        ("", "the end of the text"),
        ("\n\n ", "the end of the text"),
        ("\"abc", "\"abc\""),
        ("12x", "`12`"),
        ("\u{e9}a", "`\u{e9}`"),
        ("\u{1}", "the byte 0x01"),
        ("}", "`}`"),
    ];
    for (text, found) in cases {
        let message = lexer(text).expect(b'[').unwrap_err().to_string();
        assert!(message.ends_with(found), "{message}");
    }
    let message = lexer("\"ab").string().unwrap_err().to_string();
    assert!(message.contains("\"ab\", which the text ends within"));
    assert!(lexer("\"a\0b\"").string().is_err());
    assert!(Lexer::new(Slice(b"\"\xff\"")).string().is_err());
}
