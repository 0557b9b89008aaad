//! Loads of what a block has loaded or stored already.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::effects::Effects;
use super::visit::{Replaced, replace_variables};
use super::{Atom, Block, Expression, Place, Program, Statement, Variable};

/// In one block, replaces variables that load what another one holds. A store keeps what it has
/// stored at hand for later loads, and ends what is known of the rest of its buffer.
pub(super) fn forward_stores(program: &Program, block: &mut Block) {
    let mut known: HashMap<Place, Atom, FxBuildHasher> = HashMap::default();
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
                // What a store of one number into all lanes has stored is no number of its own.
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
            | Statement::Part(..)
            | Statement::If { .. }
            | Statement::Call { .. }
            | Statement::Sort(_)
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
