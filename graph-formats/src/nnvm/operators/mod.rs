//! The operators of NNVM and MXNet, each a row of one table: its names in both programs, its
//! inputs, its attributes with their defaults, its outputs, and its shape rule.
//!
//! The rows are next to their shape rules, one file for each family. A row means the same in both
//! programs; if a name has different meanings in the two programs, it has two rows.

mod activation;
#[cfg(all(test, feature = "std"))]
mod attribute_tests;
mod batch_norm;
mod body;
mod box_prior;
mod broadcast;
mod convolution;
mod create;
mod deconvolution;
mod dtype;
mod elementwise;
mod filters;
mod flavour;
mod flow;
mod gather;
mod gather_nd;
mod integer;
mod inverse;
mod join;
mod local_response;
mod loss;
mod matmul;
mod meaning;
mod normalise;
mod output;
mod parameters;
mod permute;
mod pool;
mod pooled;
mod reduce;
mod refused;
mod resample;
mod reshape;
mod shape;
mod slice;
mod sorting;
mod split;
mod window;

pub(super) use body::{Application, Body};
pub use flavour::Flavour;
use flow::FlowRule;
pub(super) use flow::{Flow, Partial, is_complete, refine};
pub(super) use inverse::{broadcasting, of_number, with_number};
pub(super) use parameters::Parameters;
pub use shape::{MAX_ELEMENTS, MAX_OUTPUTS, MAX_RANK, Shape};
pub(super) use shape::{Refusal, Shapes, check_shape, shown};

use super::attribute_text::Kind;
use alloc::collections::BTreeMap;
use alloc::string::String;

/// A row of the table.
pub(super) struct Operator {
    /// The names that MXNet knows it by; those that begin with `_sparse_` are left out.
    mxnet: &'static [&'static str],
    /// The names that NNVM knows it by.
    nnvm: &'static [&'static str],
    /// The inputs.
    pub(super) inputs: Inputs,
    /// The attributes.
    pub(super) attributes: &'static [Attribute],
    /// The outputs.
    pub(super) outputs: Outputs,
    /// The shapes of all inputs and outputs, given those that are known.
    pub(super) shape: ShapeRule,
    /// The rule for unknown shapes: from outputs to inputs, and from one input to another.
    flow: Option<FlowRule>,
    /// The computation.
    pub(super) body: Body,
    /// Whether random numbers are drawn in training.
    pub(super) draws: fn(&Parameters) -> bool,
}

/// A pure function of the attributes and of the shapes of the inputs, as far as these are known.
pub(super) type ShapeRule = fn(&Parameters, &[Option<Shape>]) -> Result<Shapes, Refusal>;

/// An attribute of an operator.
#[derive(Clone, Copy)]
pub(super) struct Attribute {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// As it would stand in a file; `None` if the attribute is required.
    pub(super) default: Option<&'static str>,
}

/// The inputs of an operator.
#[derive(Clone, Copy)]
pub(super) enum Inputs {
    /// These.
    Named(&'static [&'static str]),
    /// These, without the last one if the attribute has this value.
    LastUnless(&'static [&'static str], &'static str, Is),
    /// Any number from 1 on; an attribute, if there is one, repeats it.
    Many(Option<&'static str>),
}

/// The value of an attribute that decides about an input.
#[derive(Clone, Copy)]
pub(super) enum Is {
    True,
    False,
    /// Any word but this one.
    Not(&'static str),
}

/// The outputs of an operator.
#[derive(Clone, Copy)]
pub(super) enum Outputs {
    /// One.
    One,
    /// So many. But for the first they serve the operator's own derivative; files may name them.
    Several(usize),
    /// As many as this attribute says.
    Counted(&'static str),
    /// As many as this attribute makes parts: its number, or one more than its cut points.
    Sections(&'static str),
}

const NONE: &[&str] = &[];
const DATA: Inputs = Inputs::Named(&["data"]);
const LHS_RHS: Inputs = Inputs::Named(&["lhs", "rhs"]);

const fn required(name: &'static str, kind: Kind) -> Attribute {
    Attribute {
        name,
        kind,
        default: None,
    }
}

const fn optional(name: &'static str, kind: Kind, default: &'static str) -> Attribute {
    Attribute {
        name,
        kind,
        default: Some(default),
    }
}

/// An operator with one output.
const fn operator(
    mxnet: &'static [&'static str],
    nnvm: &'static [&'static str],
    inputs: Inputs,
    attributes: &'static [Attribute],
    shape: ShapeRule,
    body: Body,
) -> Operator {
    Operator {
        mxnet,
        nnvm,
        inputs,
        attributes,
        outputs: Outputs::One,
        shape,
        flow: None,
        body,
        draws: |_| false,
    }
}

impl Operator {
    const fn outputs(self, outputs: Outputs) -> Self {
        Self { outputs, ..self }
    }

    const fn flowing(self, rule: FlowRule) -> Self {
        let flow = Some(rule);
        Self { flow, ..self }
    }

    const fn drawing(self, draws: fn(&Parameters) -> bool) -> Self {
        Self { draws, ..self }
    }

    /// The names of the inputs that an application with these attributes has; `None` if they have
    /// no names.
    pub(super) fn input_names(&self, parameters: &Parameters) -> Option<&'static [&'static str]> {
        match self.inputs {
            Inputs::Named(names) => Some(names),
            Inputs::LastUnless(names, attribute, value) => {
                let absent = match value {
                    Is::True => parameters.bool(attribute),
                    Is::False => !parameters.bool(attribute),
                    Is::Not(word) => parameters.word(attribute) != word,
                };
                Some(&names[..names.len() - usize::from(absent)])
            }
            Inputs::Many(_) => None,
        }
    }

    /// The names of all inputs that an application may have.
    pub(super) fn all_input_names(&self) -> &'static [&'static str] {
        match self.inputs {
            Inputs::Named(names) | Inputs::LastUnless(names, ..) => names,
            Inputs::Many(_) => NONE,
        }
    }
}

/// The operators that files of one program may name.
pub(super) struct Catalogue {
    rows: BTreeMap<&'static str, &'static Operator>,
    flavour: Flavour,
}

impl Catalogue {
    pub(super) fn new(flavour: Flavour) -> Self {
        let rows = rows().flat_map(|row| row.names(flavour).iter().map(move |name| (*name, row)));
        Self {
            rows: rows.collect(),
            flavour,
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<&'static Operator> {
        self.rows.get(self.plain(name)).copied()
    }

    pub(super) fn flavour(&self) -> Flavour {
        self.flavour
    }

    /// Why a name that is not in the table is refused.
    pub(super) fn refusal(&self, name: &str) -> String {
        let other = rows().find(|row| row.names(self.flavour.other()).contains(&name));
        refused::reason(self.plain(name), other.map(|_| self.flavour.other()))
    }

    /// MXNet registers many operators a second time for sparse storage; the mathematics is equal.
    fn plain<'a>(&self, name: &'a str) -> &'a str {
        match name.strip_prefix("_sparse_") {
            Some(rest) if self.flavour == Flavour::Mxnet => rest,
            _ => name,
        }
    }
}

impl Operator {
    /// The names by which a program knows the operator.
    pub(super) fn names(&self, flavour: Flavour) -> &'static [&'static str] {
        match flavour {
            Flavour::Mxnet => self.mxnet,
            Flavour::Nnvm => self.nnvm,
        }
    }
}

/// All rows of the table.
fn rows() -> impl Iterator<Item = &'static Operator> {
    let families: [&'static [Operator]; 26] = [
        elementwise::UNARY,
        elementwise::BINARY,
        elementwise::SCALAR,
        dtype::ROWS,
        integer::ROWS,
        broadcast::ROWS,
        reduce::ROWS,
        reshape::ROWS,
        permute::ROWS,
        slice::ROWS,
        split::ROWS,
        join::ROWS,
        matmul::ROWS,
        convolution::ROWS,
        deconvolution::ROWS,
        pool::ROWS,
        resample::ROWS,
        box_prior::ROWS,
        activation::ROWS,
        batch_norm::ROWS,
        normalise::ROWS,
        local_response::ROWS,
        sorting::ROWS,
        output::ROWS,
        gather::ROWS,
        gather_nd::ROWS,
    ];
    families.into_iter().flatten().chain(create::ROWS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    #[test]
    fn no_name_stands_in_two_rows() {
        for flavour in [Flavour::Mxnet, Flavour::Nnvm] {
            let mut seen = BTreeSet::new();
            for name in rows().flat_map(|row| row.names(flavour)) {
                assert!(seen.insert(name), "{name} twice in {flavour:?}");
            }
            assert!(seen.len() > 80);
        }
    }

    #[test]
    fn every_default_is_of_the_type_of_its_attribute() {
        for row in rows() {
            for attribute in row.attributes {
                if let Some(default) = attribute.default {
                    let name = attribute.name;
                    assert!(attribute.kind.parse(default).is_some(), "{name}={default}");
                }
            }
        }
    }

    #[test]
    fn attributes_that_decide_about_inputs_and_outputs_exist() {
        for row in rows() {
            let has = |name: &str| {
                row.attributes
                    .iter()
                    .any(|attribute| attribute.name == name)
            };
            match row.inputs {
                Inputs::LastUnless(_, name, _) | Inputs::Many(Some(name)) => assert!(has(name)),
                Inputs::Named(_) | Inputs::Many(None) => {}
            }
            match row.outputs {
                Outputs::Counted(name) | Outputs::Sections(name) => assert!(has(name)),
                Outputs::One | Outputs::Several(_) => {}
            }
        }
    }
}
