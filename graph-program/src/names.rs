//! The source's names for the values of a program: for those who read, profile or debug the code
//! that is made of it.
//!
//! Names say nothing that a program needs, so no pass looks at them. They stay with a variable as
//! long as it does, and a pass that puts a new variable in the place of an old one hands the name
//! on.

use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::intern::number_of;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::{BufferId, Variable};

/// The names of variables and of local buffers; most have none, and several may have the same.
///
/// Programs are equal however their values are called, so all names are.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: Vec<String>,
    variables: HashMap<Variable, (u32, Option<u32>), FxBuildHasher>,
    buffers: HashMap<BufferId, u32, FxBuildHasher>,
}

impl PartialEq for Names {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The name of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'n> {
    /// The name of the value.
    pub text: &'n str,
    /// The element of it that the variable holds, in row-major order, where it is always the same
    /// one of several.
    pub element: Option<u32>,
}

impl Names {
    /// The name of a variable.
    #[must_use]
    pub fn variable(&self, variable: Variable) -> Option<Name<'_>> {
        let &(text, element) = self.variables.get(&variable)?;
        let text = &self.texts[text as usize];
        Some(Name { text, element })
    }

    /// The name of a local buffer.
    #[must_use]
    pub fn buffer(&self, buffer: BufferId) -> Option<&str> {
        let &text = self.buffers.get(&buffer)?;
        Some(&self.texts[text as usize])
    }

    /// Names a variable, unless it has a name.
    pub(crate) fn name_variable(&mut self, variable: Variable, name: Name<'_>) {
        if !self.variables.contains_key(&variable) {
            let text = self.text(name.text);
            self.variables.insert(variable, (text, name.element));
        }
    }

    /// Names a local buffer, unless it has a name.
    pub(crate) fn name_buffer(&mut self, buffer: BufferId, name: &str) {
        if !self.buffers.contains_key(&buffer) {
            let text = self.text(name);
            self.buffers.insert(buffer, text);
        }
    }

    /// Gives the name of a variable to one that holds the same value, unless that has a name.
    pub(crate) fn hand_on(&mut self, from: Variable, to: Variable) {
        if let Some(&name) = self.variables.get(&from) {
            self.variables.entry(to).or_insert(name);
        }
    }

    /// The number of a text. The elements of a value are named one after the other.
    fn text(&mut self, text: &str) -> u32 {
        if self.texts.last().is_none_or(|last| last != text) {
            self.texts.push(String::from(text));
        }
        number_of(self.texts.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use graph_ir::Builder;
    use graph_ir::graph::{Graph, InputKind};
    use graph_ir::ops::ScalarOp;
    use graph_ir::types::{Element, Shape, Type};

    use crate::{Expression, Program, Statement, schedule};

    /// The sine of as many numbers, twice, under these names.
    fn graph(size: usize, names: [&str; 2]) -> Graph {
        let b = Builder::without_sharing();
        let ty = Type::new(Element::F64, Shape::new(&[size]).unwrap());
        let x = b.input("x", ty, InputKind::Independent);
        let [first, second] = [x.sin(), x.sin()];
        for (wire, name) in [first, second].into_iter().zip(names) {
            if !name.is_empty() {
                b.name_node(wire, name);
            }
        }
        b.output("y", first.exp()).unwrap();
        b.output("z", second.cos()).unwrap();
        b.finish().unwrap()
    }

    /// The names of the sines.
    fn named(program: &Program) -> Vec<String> {
        let lets = program.body.iter().filter_map(|statement| match statement {
            Statement::Let(variable, Expression::Scalar(ScalarOp::Sin, _)) => Some(*variable),
            _ => None,
        });
        let names = lets.filter_map(|variable| program.names.variable(variable));
        names
            .map(|name| format!("{} {:?}", name.text, name.element))
            .collect()
    }

    #[test]
    fn elements_are_named_after_their_value() {
        let program = schedule(&graph(2, ["a", "a"])).unwrap();
        assert_eq!(named(&program), ["a Some(0)", "a Some(1)"]);
        let program = schedule(&graph(1, ["a", "b"])).unwrap();
        assert_eq!(named(&program), ["a None", "b None"]);
    }

    #[test]
    fn what_takes_a_place_takes_the_name() {
        let program = schedule(&graph(2, ["", "b"])).unwrap();
        assert_eq!(named(&program), ["b Some(0)", "b Some(1)"]);
    }

    #[test]
    fn names_make_no_difference() {
        let [named, other] = [["a", "b"], ["", ""]].map(|names| schedule(&graph(2, names)));
        assert_eq!(named, other);
        assert_eq!(format!("{}", named.unwrap()), format!("{}", other.unwrap()));
    }
}
