//! Effects: the actions of a function besides computing its results.
//!
//! Effects have an order and no value; dead-code removal keeps them and the values that they read.
//!
//! An effect happens at its position among the nodes. The effects of an inner graph happen each
//! time that it is evaluated, as part of the node that holds it: in every iteration of a loop, and
//! only on the side of a branch that is taken. Passes keep this order, and nodes whose inner graphs
//! have effects: they are neither dropped nor shared.

use alloc::string::String;
use alloc::vec::Vec;

use super::{NodeId, Site};
use crate::error::{Error, Result};
use crate::scalar::{self, Class, ScalarOp};
use crate::types::{Element, Type};

/// One effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The kind of effect.
    pub kind: EffectKind,
    /// The values that it reads.
    pub arguments: Vec<NodeId>,
    /// Where it comes from.
    pub site: Site,
    /// The number of nodes before it: when the effect happens, where a listing of the graph in
    /// order shows it, and where a format that lists both together writes it. Its arguments are
    /// among those nodes.
    pub position: usize,
}

/// The kinds of effects.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum EffectKind {
    /// Reports its second argument, of any type, between the two texts whenever the first, a
    /// single number, is not positive (a NaN is not).
    Print {
        /// Text before the value.
        before: String,
        /// Text after the value.
        after: String,
    },
    /// States that a comparison of its two arguments, of one type, held when the function was
    /// recorded; an evaluation counts the statements that do not hold. One about two constants
    /// is never counted, and one about tensors counts once, when any of its elements fails.
    Compare(ScalarOp),
    /// Orders its first argument, which there must be, after all others.
    ControlDependency,
}

/// Refuses values that an effect cannot read.
pub(crate) fn infer_effect(kind: &EffectKind, values: &[&Type]) -> Result<()> {
    match kind {
        EffectKind::Print { .. } => {
            expect_count("print", 2, values.len())?;
            match values[0] {
                number if number.is_scalar() && number.element != Element::Bool => Ok(()),
                other => Err(wrong("print", "a single number as its condition", other)),
            }
        }
        EffectKind::Compare(op) => {
            let ty = scalar::scalar(*op, values)?;
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

#[cfg(test)]
mod tests {
    use super::EffectKind;
    use crate::scalar::ScalarOp;
    use crate::types::{Element, Type};
    use crate::{Builder, graph::InputKind, verify::verify};

    #[test]
    fn an_effect_knows_the_nodes_before_it() {
        let builder = Builder::new();
        let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
        let kind = EffectKind::Compare(ScalarOp::Less);
        builder.effect(kind.clone(), &[x, x]).unwrap();
        let y = x.sin();
        builder.effect(kind, &[x, y]).unwrap();
        builder.output("y", y.cos()).unwrap();
        let mut graph = builder.finish().unwrap();
        let positions = graph.effects().iter().map(|effect| effect.position);
        assert!(positions.eq([1, 2]));
        verify(&graph).unwrap();
        let again = crate::text::parse(&crate::text::print(&graph)).unwrap();
        assert_eq!(again.effects(), graph.effects());
        for wrong in [0, 1, 4] {
            graph.effects[1].position = wrong;
            assert!(verify(&graph).is_err(), "{wrong}");
        }
    }
}
