//! Values of single tokens, and their form in error messages.

use alloc::format;
use alloc::string::String;

/// How much of a token an error message shows, in bytes.
pub(super) const SHOWN: usize = 40;

/// Whether a byte stands within a character of UTF-8 and does not begin it.
pub(super) fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}

pub(super) fn is_number_byte(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')
}

/// The value of a run of digits; `None` if it does not fit.
pub(super) fn digits_value(digits: &[u8]) -> Option<u64> {
    digits.iter().try_fold(0_u64, |value, digit| {
        value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
    })
}

/// The value of a run of number characters, by Rust's rules, which are C's for these characters.
pub(super) fn float_value(token: &[u8]) -> Option<f64> {
    core::str::from_utf8(token).ok()?.parse().ok()
}

pub(super) fn shown_number(token: &[u8]) -> String {
    format!("`{}`", shortened(token))
}

pub(super) fn shown_string(token: &[u8]) -> String {
    format!("\"{}\"", shortened(token))
}

pub(super) fn shown_character(token: &[u8]) -> String {
    match core::str::from_utf8(token) {
        Ok(text) if !text.contains(char::is_control) => format!("`{text}`"),
        _ => format!("the byte 0x{:02x}", token[0]),
    }
}

/// The beginning of a token in printable characters.
fn shortened(token: &[u8]) -> String {
    let mut shown = String::new();
    for character in String::from_utf8_lossy(&token[..token.len().min(SHOWN)]).chars() {
        match character.is_control() {
            true => shown.extend(character.escape_debug()),
            false => shown.push(character),
        }
    }
    if token.len() > SHOWN {
        shown.push_str("...");
    }
    shown
}
