//! Inputs and outputs of the graph: as the file notes them, where it does, else the variables and
//! heads as they are.

use super::Import;
use crate::nnvm::node_site::Site;
use crate::nnvm::signature::{Signature, refused_input, refused_shape};
use crate::sites;
use crate::{Error, Place};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec;
use graph_ir::Wire;
use graph_ir::graph::InputKind;

impl<'b> Import<'_, 'b> {
    /// The variables that the signature names, in its order and shapes.
    pub(super) fn noted_inputs(&mut self, signature: &Signature) -> Result<(), Error> {
        self.builder.set_name(&signature.name);
        let document = self.inferred.document();
        let variables = document.nodes.iter().enumerate();
        let variables = variables.filter(|(_, node)| node.is_variable());
        let ids: BTreeMap<&str, usize> = variables.map(|(id, node)| (&*node.name, id)).collect();
        let mut dynamic = signature.dynamic.iter().peekable();
        for (position, (name, noted)) in signature.inputs.iter().enumerate() {
            let Some(&id) = ids.get(&**name).filter(|&&id| self.values[id].is_empty()) else {
                let found = format!("`{name}`");
                return Err(refused_input("the names of variables, each once", found));
            };
            let site = Site::new(document, id);
            self.builder.set_site(sites::nnvm::of_node(id));
            let is_dynamic = dynamic
                .next_if(|&&next| i64::try_from(position) == Ok(next))
                .is_some();
            let kind = match is_dynamic {
                true => InputKind::Dynamic,
                false => InputKind::Independent,
            };
            let input = self.variable(site, noted, kind)?;
            // Nothing is known of the shape of a variable out of reach.
            let held = self.inferred.outputs(id).first().unwrap_or(noted);
            self.values[id] = vec![self.reshaped(name, input, noted, held)?];
        }
        let document = self.inferred.document();
        let order = self.inferred.order().iter();
        let mut reached = order.filter(|&&id| document.nodes[id].is_variable());
        match reached.find(|&&id| self.values[id].is_empty()) {
            None => Ok(()),
            Some(&id) => {
                let expected = format!("the variable `{}` among them", document.nodes[id].name);
                Err(refused_input(expected, "none of that name"))
            }
        }
    }

    pub(super) fn outputs(&self, signature: Option<&Signature>) -> Result<(), Error> {
        let document = self.inferred.document();
        for (index, head) in document.heads.iter().enumerate() {
            let place = Place::without_text(format!("/heads/{index}"));
            let mut value = self.value(*head, &place)?;
            let mut name = &document.nodes[head.node as usize].name;
            if let Some(signature) = signature {
                let (noted, shape) = &signature.outputs[index];
                let held = &self.inferred.outputs(head.node as usize)[head.index as usize];
                value = self.reshaped(noted, value, held, shape)?;
                name = noted;
            }
            let declared = self.builder.output(name, value);
            declared.map_err(|error| Error::Graph {
                place,
                error: error.into(),
            })?;
        }
        Ok(())
    }

    /// A value of one shape in another, between the signature and the document.
    fn reshaped(
        &self,
        name: &str,
        value: Wire<'b>,
        from: &[usize],
        to: &[usize],
    ) -> Result<Wire<'b>, Error> {
        let refused = || refused_shape(name, from, to);
        let shape = graph_ir::Shape::new(to).map_err(|_| refused())?;
        let reshaped = self.builder.reshape(value, &shape);
        reshaped.map_err(|_| refused())
    }
}
