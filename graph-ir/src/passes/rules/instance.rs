//! Rules with operands: the types that they take, and the values of both sides.

use alloc::vec::Vec;

use super::matching::Bound;
use super::values::{Built, Values, make};
use super::{Node, Operator, Rule, Subject as _};
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, InputKind, Literal};
use crate::ops::term::MOST_VARIABLES;
use crate::types::{Element, Shape, Type};

/// The element types that rules are tried with.
const ELEMENTS: [Element; 4] = [Element::F64, Element::F32, Element::I64, Element::Bool];

/// Numbers that a variable is tried with where it has to be one.
const NUMBERS: [f64; 6] = [2.0, -1.0, 0.0, -0.0, 0.5, 3.0];

/// How many ways to choose operands are tried for an element type.
const MOST_TRIED: usize = 4096;

/// A candidate for a variable.
#[derive(Clone, Copy)]
enum Choice {
    Input,
    Truth,
    Number(f64),
    /// A tensor of other extents, of one of the shapes that operators over tensors are tried with.
    Shaped(usize),
}

/// The shapes besides that of two rows of three.
const SHAPES: [&[usize]; 5] = [&[3, 2], &[3, 3], &[3], &[2], &[]];

impl Rule {
    /// Graphs with two results: the value of the pattern, and of the replacement. There is
    /// one for each element type that the pattern takes, over tensors of two rows of three, one for
    /// each way of choosing numbers of which the rule makes others, and of choosing shapes where it
    /// has operators over tensors.
    ///
    /// # Errors
    /// [`Error::WrongRule`] where there is none; [`Error::RuleType`] where the results differ in
    /// type.
    pub fn instances(&self) -> Result<Vec<Graph>> {
        let decides = !self.values.is_empty() || self.condition.is_some();
        let mut choices = alloc::vec![Choice::Input, Choice::Truth];
        if decides {
            choices.extend(NUMBERS.map(Choice::Number));
        }
        if self.over_tensors {
            choices.extend((0..SHAPES.len()).map(Choice::Shaped));
        }
        let slots = self.slots(self.pattern).into_iter().max();
        let count = slots.map_or(0, |slot| slot + 1);
        let mut graphs = Vec::new();
        for element in ELEMENTS {
            let ways = choices
                .len()
                .saturating_pow(u32::try_from(count).unwrap_or(u32::MAX));
            for mut way in 0..ways.min(MOST_TRIED) {
                let mut chosen = [Choice::Input; MOST_VARIABLES];
                for choice in &mut chosen[..count] {
                    *choice = choices[way % choices.len()];
                    way /= choices.len();
                }
                graphs.extend(self.instance(element, &chosen[..count])?);
            }
        }
        match graphs.is_empty() {
            true => Err(Error::WrongRule {
                rule: self.name.clone().into_owned(),
                problem: "fits no operands of any type",
            }),
            false => Ok(graphs),
        }
    }

    /// The graph for operands that are chosen in this way, if the rule fits them.
    fn instance(&self, element: Element, choices: &[Choice]) -> Result<Option<Graph>> {
        let builder = Builder::new();
        {
            let Some(pattern) = self.over(&builder, element, choices) else {
                return Ok(None);
            };
            let Node::Made(operator, _) = self.nodes[self.pattern] else {
                return Ok(None);
            };
            let operands = builder.arguments_of(pattern);
            // An operator that changes nothing has no node.
            if !Values(&builder)
                .operator(pattern)
                .is_some_and(|own| operator.accepts(own))
            {
                return Ok(None);
            }
            let found = self.fits(&Values(&builder), &operands, &|_| true);
            let Some(found) = found.filter(|_| operands.len() == operator.arity()) else {
                return Ok(None);
            };
            let ty = pattern.ty()?;
            // A rule does not fit operands that its replacement does not take.
            let Ok(replacement) = found.replacement(&builder, &ty, &make_in(&builder)) else {
                return Ok(None);
            };
            self.expect_type(&ty, &replacement.ty()?)?;
            builder.output("before", pattern)?;
            builder.output("after", replacement)?;
        }
        builder.finish().map(Some)
    }

    /// The pattern over operands, if it takes such.
    fn over<'b>(
        &self,
        builder: &'b Builder,
        element: Element,
        choices: &[Choice],
    ) -> Option<Wire<'b>> {
        let shape = Shape::new(&[2, 3]).ok()?;
        let own = Type::new(element, shape);
        let mut bound = [None; MOST_VARIABLES];
        for (slot, choice) in choices.iter().enumerate() {
            let input = |ty: Type| builder.input(&self.variables[slot], ty, InputKind::Independent);
            let wire = match *choice {
                Choice::Input => input(own.clone()),
                Choice::Shaped(shape) => input(own.with_shape(Shape::new(SHAPES[shape]).ok()?)),
                Choice::Truth => input(own.with_element(Element::Bool)),
                Choice::Number(_) if element == Element::Bool => return None,
                Choice::Number(number) => {
                    let literal = Literal::from_f64(element, number);
                    builder
                        .spread_to(builder.literal(literal), &own.shape)
                        .ok()?
                }
            };
            bound[slot] = Some(Bound::Value(wire));
        }
        // A part with a name has the value that the pattern gives it.
        for node in &self.nodes {
            if let Node::Named(slot, _) = *node
                && slot < MOST_VARIABLES
            {
                bound[slot] = None;
            }
        }
        let built = Built {
            rule: self,
            builder,
            bound: &bound,
            is_tried: true,
        };
        built.part(self.pattern, &own).ok()
    }

    pub(super) fn expect_type(&self, pattern: &Type, replacement: &Type) -> Result<()> {
        match pattern == replacement {
            true => Ok(()),
            false => Err(Error::RuleType {
                rule: self.name.clone().into_owned(),
                pattern: pattern.clone(),
                replacement: replacement.clone(),
            }),
        }
    }
}

/// Makes operators in a builder.
fn make_in<'b>(builder: &'b Builder) -> impl Fn(Operator, &[Wire<'b>]) -> Result<Wire<'b>> {
    move |operator, operands| make(builder, operator, operands)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::matching::Sight;
    use super::*;
    use crate::passes::{finite_simplifications, simplifications};

    /// Ways to choose so many operands.
    fn ways(count: usize) -> Vec<Vec<Choice>> {
        let all = [Choice::Input, Choice::Truth, Choice::Number(1.0)];
        let all = all.into_iter().chain(NUMBERS.map(Choice::Number));
        let longer = |way: &Vec<Choice>| {
            let longer = |choice| [&way[..], &[choice]].concat();
            all.clone().map(longer).collect::<Vec<_>>()
        };
        (0..count).fold(alloc::vec![Vec::new()], |ways, _| {
            ways.iter().flat_map(longer).take(MOST_TRIED).collect()
        })
    }

    #[test]
    fn a_first_look_rules_out_no_rule_that_fits() {
        let exact = simplifications().unwrap();
        let finite = finite_simplifications().unwrap();
        let rules: Vec<&Rule> = exact.iter().chain(finite.iter()).collect();
        let (mut fitting, mut ruled_out) = (0, 0);
        for rule in &rules {
            let slots = rule.slots(rule.pattern).into_iter().max();
            for choices in ways(slots.map_or(0, |slot| slot + 1)) {
                let builder = Builder::new();
                let Some(pattern) = rule.over(&builder, Element::F64, &choices) else {
                    continue;
                };
                let operands = builder.arguments_of(pattern);
                let values = Values(&builder);
                let sights = operands.iter().map(|&operand| Sight::of(&values, operand));
                let sights: Vec<Sight> = sights.collect();
                for other in rules.iter().filter(|other| other.root() == rule.root()) {
                    let root = other.root().unwrap();
                    let may = other.may_fit(&values, root, &operands, &sights);
                    let fits = other.fits(&values, &operands, &|_| true).is_some();
                    assert!(may || !fits, "{}", other.name);
                    fitting += usize::from(fits);
                    ruled_out += usize::from(!may);
                }
            }
        }
        assert!(fitting.min(ruled_out) > 1000, "{fitting} {ruled_out}");
    }
}
