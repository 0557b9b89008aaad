//! Loads of values that a block has loaded or stored already.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::effects::Effects;
use super::visit::{Replaced, replace_variables};
use super::{Atom, Block, BufferPlace, Expression, Program, Statement, Variable};

/// In one block, replaces variables that load the value of another one. A store keeps its value at
/// hand for later loads, and invalidates the known values of the rest of its buffer.
pub(super) fn forward_stores(program: &Program, block: &mut Block) {
    let mut known: HashMap<BufferPlace, Atom, FxBuildHasher> = HashMap::default();
    let mut replaced = Replaced::default();
    let changing = assigned(block);
    block.retain_mut(|statement| {
        if !replaced.is_empty() {
            replace_variables(statement, &replaced);
        }
        match statement {
            Statement::Let(variable, Expression::Load(place)) => {
                if let Some(&atom) = known.get(place) {
                    replaced.insert(*variable, atom);
                    return false;
                }
                known.insert(place.clone(), Atom::Variable(*variable));
            }
            Statement::Store(place, atom) => {
                known.retain(|known, _| known.buffer != place.buffer);
                // A number stored into all lanes is not the vector that a load of them gives.
                let lanes = |v| program.has_lanes(v);
                let wide = matches!(*atom, Atom::Variable(v) if lanes(v));
                let stays = !matches!(*atom, Atom::Variable(v) if changing.contains(&v));
                if stays && wide == place.index.has_lanes() {
                    known.insert(place.clone(), *atom);
                }
            }
            Statement::Let(..)
            | Statement::Mutable(..)
            | Statement::Assign(..)
            | Statement::Print { .. }
            | Statement::Expect(_) => {}
            Statement::Loop(..)
            | Statement::Partial(_)
            | Statement::Part(..)
            | Statement::If(_)
            | Statement::Call { .. }
            | Statement::Sort(_)
            | Statement::Triangular(_)
            | Statement::Product(_) => {
                let effects = Effects::of(program, statement);
                known.retain(|place, _| !effects.stores_to(place.buffer));
            }
        }
        true
    });
}

/// The variables that are assigned to in a block, which may be loops deep.
fn assigned(block: &Block) -> HashSet<Variable, FxBuildHasher> {
    let mut variables = HashSet::default();
    let mut blocks = alloc::vec![block];
    while let Some(block) = blocks.pop() {
        for statement in block {
            if let Statement::Assign(variable, _) = statement {
                variables.insert(*variable);
            }
            blocks.extend(statement.blocks());
        }
    }
    variables
}
