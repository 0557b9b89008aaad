//! A call as a line of text.

use core::fmt::{self, Debug, Display, Formatter};

use super::{Call, Value};
use crate::execute::Values;
use crate::nested::Nested;

/// How many elements of a value are shown.
const SHOWN: usize = 8;

impl Display for Call<'_> {
    /// `src/model.rs:7: wave = sin x: 0.5 -> 0.479425538604203, in repetition 0 of the loop on line 6`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}: ")?,
            (None, Some(line)) => write!(f, "line {line}: ")?,
            (_, None) => {}
        }
        match self.name {
            "" => write!(f, "{}", self.node)?,
            name => f.write_str(name)?,
        }
        write!(f, " = {}", self.operator)?;
        for (position, operand) in self.operands.iter().enumerate() {
            f.write_str(if position == 0 { " " } else { ", " })?;
            match (operand.is_constant, operand.name) {
                (true, _) => {}
                (false, "") => write!(f, "{}: ", operand.node)?,
                (false, name) => write!(f, "{name}: ")?,
            }
            write!(f, "{operand}")?;
        }
        f.write_str(" -> ")?;
        match self.results {
            [result] => write!(f, "{result}")?,
            results => {
                for (position, result) in results.iter().enumerate() {
                    f.write_str(if position == 0 { "(" } else { ", " })?;
                    write!(f, "{result}")?;
                }
                f.write_str(if results.is_empty() { "()" } else { ")" })?;
            }
        }
        for step in self.path.iter().rev() {
            write!(f, ", in {step}")?;
        }
        Ok(())
    }
}

impl Display for Value<'_> {
    /// The elements as the nested array that Rust would have, or the first of many.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let extents = self.ty.shape.extents();
        match self.values {
            Values::F64(own) => elements(f, own, &extents),
            Values::F32(own) => elements(f, own, &extents),
            Values::Bool(own) => elements(f, own, &extents),
            Values::I64(own) => elements(f, own, &extents),
        }
    }
}

fn elements<T: Debug>(f: &mut Formatter<'_>, elements: &[T], extents: &[usize]) -> fmt::Result {
    if elements.len() <= SHOWN {
        return write!(f, "{:?}", Nested { elements, extents });
    }
    f.write_str("[")?;
    for element in &elements[..SHOWN] {
        write!(f, "{element:?}, ")?;
    }
    write!(f, ".. {} elements]", elements.len())
}
