//! Literals as Rust text that gives their bits back.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_ir::graph::Literal;

/// Writes a literal as an operand: one that starts with a sign stands in parentheses.
pub(crate) fn write_literal(text: &mut String, literal: Literal) {
    let written = match literal {
        Literal::F64(bits) => return write_f64(text, bits),
        Literal::F32(bits) => return write_f32(text, bits),
        Literal::Float(bits) => return write_generic(text, bits),
        Literal::Bool(value) => write!(text, "{value}"),
        Literal::I64(value) if value < 0 => write!(text, "({value}i64)"),
        Literal::I64(value) => write!(text, "{value}i64"),
    };
    debug_assert!(written.is_ok(), "memory takes any text");
}

/// Zero of an element type.
pub(crate) fn zero(element: Element) -> &'static str {
    match element {
        Element::F64 => "0.0f64",
        Element::F32 => "0.0f32",
        Element::Bool => "false",
        Element::I64 => "0i64",
        Element::Float => "T::ZERO",
    }
}

/// The name of an element type in generated code.
pub(crate) fn type_name(element: Element) -> &'static str {
    element.name()
}

fn write_f64(text: &mut String, bits: u64) {
    let value = f64::from_bits(bits);
    let written = if value.is_nan() && bits == f64::NAN.to_bits() {
        write!(text, "f64::NAN")
    } else if value.is_nan() {
        write!(text, "f64::from_bits({bits})")
    } else if value.is_infinite() && value > 0.0 {
        write!(text, "f64::INFINITY")
    } else if value.is_infinite() {
        write!(text, "f64::NEG_INFINITY")
    } else if value.is_sign_negative() {
        write!(text, "({value:?}f64)")
    } else {
        // `{:?}` writes the fewest digits that give the same number back.
        write!(text, "{value:?}f64")
    };
    debug_assert!(written.is_ok(), "memory takes any text");
}

fn write_f32(text: &mut String, bits: u32) {
    let value = f32::from_bits(bits);
    let written = if value.is_nan() && bits == f32::NAN.to_bits() {
        write!(text, "f32::NAN")
    } else if value.is_nan() {
        write!(text, "f32::from_bits({bits})")
    } else if value.is_infinite() && value > 0.0 {
        write!(text, "f32::INFINITY")
    } else if value.is_infinite() {
        write!(text, "f32::NEG_INFINITY")
    } else if value.is_sign_negative() {
        write!(text, "({value:?}f32)")
    } else {
        write!(text, "{value:?}f32")
    };
    debug_assert!(written.is_ok(), "memory takes any text");
}

/// A literal of the type parameter, made of an `f64`.
fn write_generic(text: &mut String, bits: u64) {
    let value = f64::from_bits(bits);
    if bits == 0 {
        text.push_str("T::ZERO");
    } else if value.to_bits() == 1.0_f64.to_bits() {
        text.push_str("T::ONE");
    } else if value.is_nan() {
        text.push_str("T::NAN");
    } else {
        text.push_str("T::from_f64(");
        write_f64(text, bits);
        text.push(')');
    }
}

#[cfg(test)]
mod tests {
    use super::write_literal;
    use graph_ir::graph::Literal;

    fn text(literal: Literal) -> String {
        let mut text = String::new();
        write_literal(&mut text, literal);
        text
    }

    #[test]
    fn signs_stand_in_parentheses() {
        assert_eq!(text(Literal::F64(0)), "0.0f64");
        assert_eq!(text(Literal::F64((-0.0_f64).to_bits())), "(-0.0f64)");
        assert_eq!(text(Literal::F64((-1.5_f64).to_bits())), "(-1.5f64)");
        assert_eq!(text(Literal::I64(i64::MIN)), "(-9223372036854775808i64)");
        assert_eq!(
            text(Literal::Float((-2.0_f64).to_bits())),
            "T::from_f64((-2.0f64))"
        );
    }

    #[test]
    fn digits_give_the_bits_back() {
        for value in [
            0.1,
            1e300,
            5e-324,
            f64::MAX,
            f64::MIN_POSITIVE,
            1.0 / 3.0,
            1e16,
        ] {
            let text = text(Literal::F64(value.to_bits()));
            let digits = text.strip_suffix("f64").expect("a suffix");
            assert_eq!(digits.parse::<f64>().map(f64::to_bits), Ok(value.to_bits()));
        }
        for value in [0.1_f32, 1e-45, f32::MAX, 16_777_217.0] {
            let text = text(Literal::F32(value.to_bits()));
            let digits = text.strip_suffix("f32").expect("a suffix");
            assert_eq!(digits.parse::<f32>().map(f32::to_bits), Ok(value.to_bits()));
        }
    }

    #[test]
    fn what_is_no_number_has_a_name() {
        assert_eq!(text(Literal::F64(f64::NAN.to_bits())), "f64::NAN");
        assert_eq!(
            text(Literal::F64(f64::NEG_INFINITY.to_bits())),
            "f64::NEG_INFINITY"
        );
        assert_eq!(text(Literal::F32(f32::INFINITY.to_bits())), "f32::INFINITY");
        let nan = f64::NAN.to_bits() | 1;
        assert_eq!(text(Literal::F64(nan)), format!("f64::from_bits({nan})"));
    }
}
