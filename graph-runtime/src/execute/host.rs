//! The program around an evaluation: functions of the host, and a listener for the texts that the
//! graph prints.

use core::fmt;

use super::functions::Functions;
use super::values::Values;
use crate::nested::Nested;

/// The program around an evaluation, as the graph sees it.
///
/// ```
/// use graph_runtime::execute::{Functions, Host};
///
/// let functions = Functions::new().discrete("floor", f64::floor);
/// let mut lines = 0;
/// let mut listener = |_: graph_runtime::execute::Printed<'_>| lines += 1;
/// let host = Host::new().functions(&functions).print(&mut listener);
/// ```
#[derive(Default)]
pub struct Host<'h> {
    pub(super) functions: Option<&'h Functions>,
    pub(super) print: Option<&'h mut dyn FnMut(Printed<'_>)>,
}

impl<'h> Host<'h> {
    /// No functions, and no listener.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With these functions.
    #[must_use]
    pub fn functions(self, functions: &'h Functions) -> Self {
        Self {
            functions: Some(functions),
            ..self
        }
    }

    /// With this listener, which is called for every text that the graph prints.
    #[must_use]
    pub fn print(self, listener: &'h mut dyn FnMut(Printed<'_>)) -> Self {
        Self {
            print: Some(listener),
            ..self
        }
    }
}

impl fmt::Debug for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("functions", &self.functions)
            .field("print", &self.print.is_some())
            .finish()
    }
}

/// A text printed by a graph: a value between two texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed<'a> {
    /// The text before the value.
    pub before: &'a str,
    /// The elements of the value, in row-major order.
    pub value: Values<'a>,
    /// The extents of the value: none for a single number.
    pub extents: &'a [usize],
    /// The text after the value.
    pub after: &'a str,
}

impl fmt::Display for Printed<'_> {
    /// The value between its texts, in the `Debug` form of Rust's numbers and arrays, as generated
    /// code prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write<T: fmt::Debug>(
            f: &mut fmt::Formatter<'_>,
            elements: &[T],
            extents: &[usize],
        ) -> fmt::Result {
            write!(f, "{:?}", Nested { elements, extents })
        }
        f.write_str(self.before)?;
        match self.value {
            Values::F64(elements) => write(f, elements, self.extents)?,
            Values::F32(elements) => write(f, elements, self.extents)?,
            Values::Bool(elements) => write(f, elements, self.extents)?,
            Values::I64(elements) => write(f, elements, self.extents)?,
        }
        f.write_str(self.after)
    }
}
