//! Scalar operators as Rust text: the table's own text, with operands in place of its names.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_ir::ops::ScalarOp;

/// Writes the value of an operator over operands that are written as single tokens or in
/// parentheses; `element` is the operands' element type.
pub(crate) fn write_scalar(text: &mut String, op: ScalarOp, element: Element, operands: &[&str]) {
    let template = match element {
        Element::I64 => op.rust_integer_text().unwrap_or(op.rust_text()),
        _ => op.rust_text(),
    };
    let bytes = template.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        let end = word_end(bytes, start);
        if end == start {
            text.push(char::from(bytes[start]));
            start += 1;
            continue;
        }
        write_word(text, op, &template[start..end], operands);
        start = end;
    }
}

/// Writes a name of the template: an operand, the parameter, or itself.
fn write_word(text: &mut String, op: ScalarOp, word: &str, operands: &[&str]) {
    let position = op.operands().iter().position(|&name| name == word);
    match (position, op.parameter()) {
        (Some(position), _) => text.push_str(operands[position]),
        (None, Some(parameter)) if word == "n" => {
            let written = write!(text, "{parameter}");
            debug_assert!(written.is_ok(), "memory takes any text");
        }
        _ => text.push_str(word),
    }
}

/// The end of the name that begins at `start`; `start` itself if none does.
fn word_end(bytes: &[u8], start: usize) -> usize {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let length = bytes[start..]
        .iter()
        .take_while(|byte| is_word(byte))
        .count();
    start + length
}

/// Writes a conversion of an operand, as [`graph_ir::ops::Op::Cast`] says.
pub(crate) fn write_cast(text: &mut String, from: Element, to: Element, operand: &str) {
    use Element::{Bool, F32, F64, Float, I64};
    let written = match (from, to) {
        (F64 | F32, F64 | F32) | (F64 | F32, I64) | (I64, F64 | F32) | (Bool, I64) => {
            write!(text, "{operand} as {}", to.name())
        }
        (F64, Float) => write!(text, "T::from_f64({operand})"),
        (F32, Float) => write!(text, "T::from_f64({operand} as f64)"),
        (I64, Float) => write!(text, "T::from_i64({operand})"),
        (Float, F64) => write!(text, "T::to_f64({operand})"),
        (Float, F32) => write!(text, "T::to_f64({operand}) as f32"),
        (Float, I64) => write!(text, "T::to_i64({operand})"),
        (Bool, F64 | F32) => write!(text, "if {operand} {{1.0}} else {{0.0}}"),
        (Bool, Float) => write!(text, "if {operand} {{T::ONE}} else {{T::ZERO}}"),
        (F64 | F32, Bool) => write!(text, "{operand}!=0.0"),
        (Float, Bool) => write!(text, "{operand}!=T::ZERO"),
        (I64, Bool) => write!(text, "{operand}!=0"),
        (Bool, Bool) | (I64, I64) | (Float, Float) => write!(text, "{operand}"),
    };
    debug_assert!(written.is_ok(), "memory takes any text");
}

#[cfg(test)]
mod tests {
    use super::write_scalar;
    use graph_ir::Element;
    use graph_ir::ops::ScalarOp;

    fn text(op: ScalarOp, element: Element, operands: &[&str]) -> String {
        let mut text = String::new();
        write_scalar(&mut text, op, element, operands);
        text
    }

    #[test]
    fn operands_replace_names_and_nothing_else() {
        let float = Element::F64;
        assert_eq!(text(ScalarOp::Add, float, &["v1", "v2"]), "v1 + v2");
        assert_eq!(text(ScalarOp::Exp, float, &["v1"]), "math::exp(v1)");
        assert_eq!(text(ScalarOp::Max, float, &["y", "x"]), "math::max(y, x)");
        assert_eq!(
            text(ScalarOp::Powi(-2), float, &["v1"]),
            "math::powi(v1, -2)"
        );
        assert_eq!(
            text(ScalarOp::Atan2, float, &["a", "b"]),
            "math::atan2(a, b)"
        );
        let sum = text(ScalarOp::Add, Element::I64, &["v1", "v2"]);
        assert_eq!(sum, "v1.wrapping_add(v2)");
    }

    #[test]
    fn every_operator_is_an_expression() {
        for op in ScalarOp::all() {
            let operands = &["v1", "v2", "v3"][..op.arity()];
            let takes = |element: &Element| op.class().takes(*element);
            let element = Element::ALL.into_iter().find(takes).unwrap();
            let text = text(op, element, operands);
            syn::parse_str::<syn::Expr>(&text).expect("an expression");
            for operand in operands {
                assert!(text.contains(operand), "{text}");
            }
        }
    }
}
