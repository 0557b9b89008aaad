//! Type rules of effects.

use alloc::string::String;

use super::Class;
use super::typing::scalar;
use crate::error::{Error, Result};
use crate::graph::EffectKind;
use crate::types::{Element, Type};

/// Refuses values that an effect cannot read.
pub(crate) fn effect(kind: &EffectKind, values: &[&Type]) -> Result<()> {
    match kind {
        EffectKind::Print { .. } => {
            expect_count("print", 2, values.len())?;
            for value in values {
                if !value.is_scalar() || value.element == Element::Bool {
                    return Err(wrong("print", "a single number", value));
                }
            }
            Ok(())
        }
        EffectKind::Compare(op) => {
            let ty = scalar(*op, values)?;
            if op.class() == Class::Comparison {
                Ok(())
            } else {
                Err(wrong(op.name(), "to yield a truth value", &ty))
            }
        }
        EffectKind::ControlDependency => expect_count("control", 1, values.len().min(1)),
    }
}

fn expect_count(op: &str, expected: usize, found: usize) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    Err(Error::WrongArity {
        op: String::from(op),
        expected,
        found,
    })
}

fn wrong(op: &str, expected: &'static str, found: &Type) -> Error {
    Error::WrongOperand {
        op: String::from(op),
        expected,
        found: found.clone(),
    }
}
