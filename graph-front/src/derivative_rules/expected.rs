//! The inputs and outputs of the functions of a derivative: the arguments of the function, its
//! results, and then the values in which they are linear.

use graph_ir::{Element, Type};
use syn::ext::IdentExt;

use crate::diagnostics::print;
use crate::signature::{Signature, is_large};

/// Which derivative a function computes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// The vector-Jacobian product.
    Adjoint,
    /// The Jacobian-vector product.
    Tangent,
}

impl Mode {
    /// With its article.
    pub(super) fn with_article(self) -> &'static str {
        match self {
            Self::Adjoint => "an adjoint",
            Self::Tangent => "a tangent",
        }
    }

    /// The inputs and outputs of such a function, in words.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Self::Adjoint => {
                "an adjoint takes the arguments, the results, and a seed for each result; it \
                 returns the adjoint of each argument that has a derivative"
            }
            Self::Tangent => {
                "a tangent takes the arguments, the results, and a tangent for each argument that \
                 has a derivative; it returns the tangent of each result"
            }
        }
    }
}

/// A value that a function of a derivative takes or yields.
pub(super) struct Expected {
    pub(super) ty: Type,
    /// Its description, in words.
    pub(super) what: String,
    /// A name for it, where it is an argument.
    name: String,
    by_reference: bool,
}

/// All that a function of a derivative takes and yields.
pub(super) struct Signatures {
    pub(super) mode: Mode,
    pub(super) arguments: Vec<Expected>,
    pub(super) results: Vec<Expected>,
}

impl Signatures {
    /// Those of a derivative of a function.
    pub(super) fn of(signature: &Signature, mode: Mode) -> Self {
        let own = signature.arguments.iter().map(|argument| Expected {
            ty: argument.ty.clone(),
            what: format!("the argument `{}` of `{}`", argument.name, signature.name),
            name: argument.name.to_string(),
            by_reference: argument.by_reference,
        });
        let mut arguments: Vec<Expected> = own.collect();
        arguments.extend(results(signature, "", false));
        let independent = |prefix: &str| -> Vec<Expected> {
            let independent = signature.arguments.iter().filter(|a| a.has_derivative());
            let derivatives = independent.map(|argument| Expected {
                ty: argument.ty.clone(),
                what: format!("the {prefix} of `{}`", argument.name),
                name: format!("{}_{prefix}", argument.name.unraw()),
                by_reference: argument.by_reference,
            });
            derivatives.collect()
        };
        let (linear, results) = match mode {
            Mode::Adjoint => (results(signature, "seed", true), independent("adjoint")),
            Mode::Tangent => (independent("tangent"), results(signature, "tangent", true)),
        };
        arguments.extend(linear);
        rename(&mut arguments);
        Self {
            mode,
            arguments,
            results,
        }
    }

    /// The declaration of such a function, to paste.
    pub(super) fn declaration(&self, name: &str, signature: &Signature) -> String {
        let text = |expected: &Expected| print(&signature.rust_type(&expected.ty));
        let arguments = self.arguments.iter().map(|argument| {
            let by = if argument.by_reference { "&" } else { "" };
            format!("{}: {by}{}", argument.name, text(argument))
        });
        let arguments: Vec<String> = arguments.collect();
        let results: Vec<String> = self.results.iter().map(text).collect();
        let results = match &results[..] {
            [only] => only.clone(),
            _ => format!("({})", results.join(", ")),
        };
        let generics = match &signature.generic {
            Some(generic) => format!("<{generic}: {}>", print(&signature.bound)),
            None => String::new(),
        };
        format!("fn {name}{generics}({}) -> {results}", arguments.join(", "))
    }
}

/// The expected values for the results of a function, or only for those that are made of floats.
fn results(signature: &Signature, prefix: &str, of_floats: bool) -> Vec<Expected> {
    let single = !signature.result.is_several();
    let parts = signature.result.parts().iter().enumerate();
    let parts = parts.filter(|(_, ty)| !of_floats || ty.is_float());
    let parts = parts.map(|(position, ty)| {
        let of = match single {
            true => format!("the result of `{}`", signature.name),
            false => format!("result {position} of `{}`", signature.name),
        };
        let number = if single {
            String::new()
        } else {
            format!("_{position}")
        };
        Expected {
            ty: ty.clone(),
            what: match prefix {
                "" => of,
                _ => format!("the {prefix} of {of}"),
            },
            name: match prefix {
                "" => format!("result{number}"),
                _ => format!("{prefix}{number}"),
            },
            by_reference: ty.element != Element::Bool && is_large(ty),
        }
    });
    parts.collect()
}

/// Gives other names to arguments that have the name of an earlier one.
fn rename(arguments: &mut [Expected]) {
    for position in 1..arguments.len() {
        let (before, after) = arguments.split_at_mut(position);
        while before.iter().any(|other| other.name == after[0].name) {
            after[0].name.push('_');
        }
    }
}
