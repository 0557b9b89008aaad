//! Mutable variables that live long become elements of a buffer, which parts can read and write.
//!
//! A mutable variable ties its statements together: they would all stay outside of parts. The
//! state of a loop with a long body is such a variable, and so are the sums of its adjoint.

use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::{each, is_short, memory, weight};
use crate::{
    Atom, Block, BufferPlace, Expression, Limit, Parts, Program, Statement, Variable, VariableType,
};

/// Moves the mutable variables to memory whose statements are further apart than half a part.
pub(super) fn spill(program: &mut Program, body: Block, wanted: Parts) -> Block {
    let mut slots = Slots::default();
    slots.find(program, &body, wanted);
    if slots.of.is_empty() {
        return body;
    }
    let places = slots.places(program);
    Spill { program, places }.block(body, &mut HashMap::default())
}

/// A position for each variable that goes to memory. Those of blocks side by side share theirs.
#[derive(Default)]
struct Slots {
    of: HashMap<Variable, (VariableType, usize), FxBuildHasher>,
    /// How many positions of each type the open blocks take.
    open: HashMap<VariableType, usize, FxBuildHasher>,
    /// How many positions of each type there are.
    most: HashMap<VariableType, usize, FxBuildHasher>,
}

impl Slots {
    fn find(&mut self, program: &Program, block: &Block, wanted: Parts) {
        let weights: Vec<usize> = block.iter().map(weight).collect();
        if is_short(&weights, wanted) {
            return;
        }
        // A loop looks at the variable that ends it, not at memory.
        let mut ends: HashSet<Variable, FxBuildHasher> = HashSet::default();
        let open = self.open.clone();
        let mut last: HashMap<Variable, usize, FxBuildHasher> = HashMap::default();
        for (at, statement) in block.iter().enumerate() {
            each(statement, &mut |inner| {
                inner.variables(|variable, _| {
                    last.insert(variable, at);
                });
                if let Statement::Partial(partial) = inner
                    && let Limit::While(Atom::Variable(variable)) = partial.limit
                {
                    ends.insert(variable);
                }
            });
        }
        for (at, statement) in block.iter().enumerate() {
            let Statement::Mutable(variable, _) = statement else {
                continue;
            };
            let ty = program.variables[variable.0 as usize];
            let until = last.get(variable).copied().unwrap_or(at);
            let stays = ty.is_mask() || ends.contains(variable);
            if !stays && weights[at..=until].iter().sum::<usize>() > wanted.length / 2 {
                let next = self.open.entry(ty).or_default();
                self.of.insert(*variable, (ty, *next));
                *next += 1;
                let most = self.most.entry(ty).or_default();
                *most = (*most).max(*next);
            }
        }
        for inner in block.iter().flat_map(Statement::blocks) {
            self.find(program, inner, wanted);
        }
        self.open = open;
    }

    /// The places of the variables, in new buffers of the program.
    fn places(self, program: &mut Program) -> HashMap<Variable, BufferPlace, FxBuildHasher> {
        let mut places = HashMap::default();
        for ty in memory::types() {
            let Some(&count) = self.most.get(&ty) else {
                continue;
            };
            let place = memory::reserve(program, ty, count);
            let own = self.of.iter().filter(|(_, (own, _))| *own == ty);
            places.extend(own.map(|(&variable, &(_, position))| (variable, place(position))));
        }
        places
    }
}

/// The names under which variables that lie in memory have been loaded.
type Loaded = HashMap<Variable, Variable, FxBuildHasher>;

struct Spill<'p> {
    program: &'p mut Program,
    places: HashMap<Variable, BufferPlace, FxBuildHasher>,
}

impl Spill<'_> {
    /// A block in which the variables are loaded and stored.
    fn block(&mut self, block: Block, loaded: &mut Loaded) -> Block {
        let mut done = Block::with_capacity(block.len());
        for mut statement in block {
            let assigned = self.inner(&mut statement, loaded);
            let mut used = Vec::new();
            statement.atoms(|atom| used.push(atom));
            for atom in used {
                self.load(atom, loaded, &mut done);
            }
            // Nothing inside is renamed any more.
            statement.rename(&|variable| loaded.get(&variable).copied().unwrap_or(variable));
            if let Statement::Mutable(variable, value) | Statement::Assign(variable, value) =
                statement
                && let Some(place) = self.places.get(&variable)
            {
                statement = Statement::Store(place.clone(), value);
                loaded.remove(&variable);
            }
            loaded.retain(|variable, _| !assigned.contains(variable));
            done.push(statement);
        }
        done
    }

    /// The blocks inside of a statement. Gives the variables that they assign.
    fn inner(
        &mut self,
        statement: &mut Statement,
        loaded: &Loaded,
    ) -> HashSet<Variable, FxBuildHasher> {
        let mut assigned = HashSet::default();
        for inner in statement.blocks().flatten() {
            each(inner, &mut |inner| {
                if let Statement::Assign(variable, _) = inner {
                    assigned.insert(*variable);
                }
            });
        }
        let mut inside = loaded.clone();
        inside.retain(|variable, _| !assigned.contains(variable));
        if let Statement::If(branch) = statement {
            let choices = branch.choices.iter_mut();
            let choices = choices.map(|c| (&mut c.then, &mut c.otherwise));
            let (first, second): (Vec<_>, Vec<_>) = choices.unzip();
            let sides = [&mut branch.then, &mut branch.otherwise];
            for (side, results) in sides.into_iter().zip([first, second]) {
                let mut loaded = inside.clone();
                *side = self.block(core::mem::take(side), &mut loaded);
                for result in results {
                    self.load(*result, &mut loaded, side);
                    if let Atom::Variable(variable) = result
                        && let Some(&name) = loaded.get(variable)
                    {
                        *variable = name;
                    }
                }
            }
        } else {
            for block in statement.blocks_mut() {
                *block = self.block(core::mem::take(block), &mut inside.clone());
            }
        }
        assigned
    }

    /// Loads an operand that lies in memory, unless that has been done.
    fn load(&mut self, atom: Atom, loaded: &mut Loaded, block: &mut Block) {
        if let Atom::Variable(variable) = atom
            && let Some(place) = self.places.get(&variable)
            && !loaded.contains_key(&variable)
        {
            let name = self.program.new_variable_like(variable);
            block.push(Statement::Let(name, Expression::Load(place.clone())));
            loaded.insert(variable, name);
        }
    }
}
