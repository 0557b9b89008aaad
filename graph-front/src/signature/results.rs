//! The result of a function.

use graph_ir::Type;

use super::Form;

/// The result of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ResultType {
    form: Form,
    parts: Vec<Type>,
}

impl ResultType {
    /// One scalar or array.
    #[cfg(feature = "import")]
    pub(crate) fn single(ty: Type) -> Self {
        Self {
            form: Form::One,
            parts: vec![ty],
        }
    }

    /// A tuple of scalars and arrays.
    #[cfg(any(test, feature = "import"))]
    pub(crate) fn tuple(parts: Vec<Type>) -> Self {
        let forms = parts.iter().map(|_| Form::One);
        Self {
            form: Form::Several(forms.collect()),
            parts,
        }
    }

    /// Scalars and arrays in a form.
    pub(crate) fn new(form: Form, parts: Vec<Type>) -> Self {
        Self { form, parts }
    }

    /// The form.
    pub(crate) fn form(&self) -> &Form {
        &self.form
    }

    /// The types of the graph's outputs.
    pub(crate) fn parts(&self) -> &[Type] {
        &self.parts
    }

    /// The type of a result that is one scalar or array.
    pub(crate) fn as_single(&self) -> Option<&Type> {
        match (&self.form, &self.parts[..]) {
            (Form::One, [ty]) => Some(ty),
            _ => None,
        }
    }

    /// Whether it is several scalars and arrays.
    pub(crate) fn is_several(&self) -> bool {
        self.form != Form::One
    }
}
