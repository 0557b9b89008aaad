//! Functions of the surrounding code, as signatures of functions that reach them name them.

use graph_ir::graph::{External, ExternalKind, InputKind, Role};
use graph_ir::{Builder, Element, Graph, Wire};
use syn::Path;

use super::Signature;

/// A function of the surrounding code, as seen by the functions that reach it.
#[derive(Clone)]
pub(crate) struct Outside {
    /// The signature as declared.
    pub(crate) signature: Signature,
    /// The function itself.
    pub(crate) value: Path,
    /// The vector-Jacobian product.
    pub(crate) adjoint: Option<Path>,
    /// The Jacobian-vector product.
    pub(crate) tangent: Option<Path>,
    /// Whether all three are of another block, so that the signature of the value is theirs too.
    pub(crate) is_graph: bool,
}

impl Outside {
    /// The name that the function has in graphs.
    pub(crate) fn name(&self) -> String {
        let name = self.signature.name.to_string();
        String::from(name.strip_prefix("r#").unwrap_or(&name))
    }

    /// Whether it comes with its derivative.
    pub(crate) fn is_smooth(&self) -> bool {
        self.adjoint.is_some() || self.tangent.is_some()
    }

    /// The float type of all arguments and results.
    pub(crate) fn element(&self) -> Element {
        self.signature.column_element().unwrap_or(Element::F64)
    }

    /// The graph that calls it.
    pub(crate) fn graph(&self) -> graph_ir::Result<Graph> {
        let signature = &self.signature;
        let builder = Builder::new();
        builder.set_name(&self.name());
        let inputs = signature.arguments.iter().map(|argument| {
            let kind = match argument.has_derivative() {
                true => InputKind::Independent,
                false => InputKind::Dynamic,
            };
            let wire = builder.input(&argument.name.to_string(), argument.ty.clone(), kind);
            argument
                .tags
                .iter()
                .for_each(|tag| builder.tag_node(wire, tag));
            wire
        });
        let inputs: Vec<Wire<'_>> = inputs.collect();
        let types = signature.arguments.iter().map(|argument| &argument.ty);
        let external = External {
            name: self.name(),
            kind: match self.is_smooth() {
                true => ExternalKind::FirstOrder,
                false => ExternalKind::Opaque,
            },
            role: Role::Value,
            arguments: types.cloned().collect(),
            results: signature.result.parts().to_vec(),
        };
        for result in builder.external(&external, &inputs)? {
            builder.output("", result)?;
        }
        builder.finish()
    }
}
