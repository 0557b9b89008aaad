//! Values that go from one part to another.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::ops::Range;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::{Split, each, memory};
use crate::{Atom, Block, BufferPlace, Expression, Statement, Variable};

/// Where a statement of a block stands: in a part, or outside of all.
type Stand = Option<usize>;

/// Values carried within one block, with their positions.
pub(super) struct Carry {
    /// Where each statement stands.
    stands: Vec<Stand>,
    /// Where each carried value lies.
    places: HashMap<Variable, BufferPlace, FxBuildHasher>,
    /// The variables that parts define.
    inner: HashSet<Variable, FxBuildHasher>,
    /// The values from outside of the block, by the statement before which they are stored.
    outer: HashMap<usize, Vec<Variable>, FxBuildHasher>,
}

/// A carried value while places are given out.
struct Carried {
    variable: Variable,
    /// The statement before or in which it is stored.
    from: usize,
    /// The last statement that needs it.
    until: usize,
}

impl Carry {
    pub(super) fn new(
        split: &mut Split<'_>,
        block: &Block,
        ranges: &[Range<usize>],
        results: &[&mut Atom],
    ) -> Self {
        // The results are used behind the last statement.
        let mut stands: Vec<Stand> = alloc::vec![None; block.len() + 1];
        for (number, range) in ranges.iter().enumerate() {
            stands[range.clone()].fill(Some(number));
        }
        let mut defined: HashMap<Variable, usize, FxBuildHasher> = HashMap::default();
        for (at, statement) in block.iter().enumerate() {
            definitions(statement, &mut |variable| {
                defined.insert(variable, at);
            });
        }
        let inner = defined.iter().filter(|(_, at)| stands[**at].is_some());
        let inner = inner.map(|(&variable, _)| variable).collect();
        let needs = block.iter().map(|statement| needs(split, statement));
        let results = results.iter().filter_map(|atom| variable_of(atom));
        let needs = needs.chain([results.collect()]);
        let needs: Vec<Vec<Variable>> = needs.collect();
        let mut found: HashMap<Variable, usize, FxBuildHasher> = HashMap::default();
        let mut carried: Vec<Carried> = Vec::new();
        let mut outer: HashMap<usize, Vec<Variable>, FxBuildHasher> = HashMap::default();
        for (at, needs) in needs.into_iter().enumerate() {
            for variable in needs {
                let from = defined.get(&variable).copied();
                // Outside of parts, all that is not inside of one is visible.
                let visible = from.map_or(stands[at].is_none(), |from| stands[from] == stands[at]);
                let local = split.tied.contains(&variable) || split.again.contains_key(&variable);
                if visible || local {
                    continue;
                }
                match found.get(&variable) {
                    Some(&number) => carried[number].until = at,
                    None => {
                        found.insert(variable, carried.len());
                        // A value from outside is stored before the first part that needs it.
                        let from = from.unwrap_or_else(|| {
                            let part = stands[at].map_or(at, |part| ranges[part].start);
                            outer.entry(part).or_default().push(variable);
                            part
                        });
                        carried.push(Carried {
                            variable,
                            from,
                            until: at,
                        });
                    }
                }
            }
        }
        let places = allocate(split, carried);
        Self {
            stands,
            places,
            inner,
            outer,
        }
    }

    /// The block with its parts, in which values come and go.
    pub(super) fn rebuild(
        &self,
        split: &mut Split<'_>,
        block: Block,
        ranges: &[Range<usize>],
        results: &mut [&mut Atom],
    ) -> Block {
        let mut outside = Section::new(false);
        let mut part = Section::new(true);
        for (at, statement) in block.into_iter().enumerate() {
            for &variable in self.outer.get(&at).into_iter().flatten() {
                let place = self.places[&variable].clone();
                let store = Statement::Store(place, Atom::Variable(variable));
                outside.block.push(store);
            }
            let Some(number) = self.stands[at] else {
                outside.push(self, split, statement);
                continue;
            };
            part.push(self, split, statement);
            if at + 1 == ranges[number].end {
                let finished = core::mem::replace(&mut part, Section::new(true));
                let id = split.next_part();
                outside.block.push(Statement::Part(id, finished.block));
            }
        }
        for atom in results {
            if let Some(variable) = variable_of(atom) {
                outside.fetch(self, split, variable);
                **atom = Atom::Variable(outside.name(variable));
            }
        }
        outside.block
    }
}

/// A part under construction, or the statements outside of all.
struct Section {
    block: Block,
    is_part: bool,
    /// The variables that are defined here.
    own: HashSet<Variable, FxBuildHasher>,
    /// The names under which values from elsewhere are known here.
    names: HashMap<Variable, Variable, FxBuildHasher>,
}

impl Section {
    fn new(is_part: bool) -> Self {
        Self {
            block: Vec::new(),
            is_part,
            own: HashSet::default(),
            names: HashMap::default(),
        }
    }

    /// The name of a variable here.
    fn name(&self, variable: Variable) -> Variable {
        self.names.get(&variable).copied().unwrap_or(variable)
    }

    fn push(&mut self, carry: &Carry, split: &mut Split<'_>, mut statement: Statement) {
        for variable in needs(split, &statement) {
            self.fetch(carry, split, variable);
        }
        if !self.names.is_empty() {
            statement.rename(&|variable| self.name(variable));
        }
        let mut stores = Vec::new();
        definitions(&statement, &mut |variable| {
            self.own.insert(variable);
            if let Some(place) = carry.places.get(&variable) {
                stores.push(Statement::Store(place.clone(), Atom::Variable(variable)));
            }
        });
        self.block.push(statement);
        self.block.append(&mut stores);
    }

    /// Makes a value of elsewhere known here.
    fn fetch(&mut self, carry: &Carry, split: &mut Split<'_>, variable: Variable) {
        let visible = self.own.contains(&variable) || self.names.contains_key(&variable);
        if visible || (!self.is_part && !carry.inner.contains(&variable)) {
            return;
        }
        let value = match (split.again.get(&variable), carry.places.get(&variable)) {
            (Some(value), _) => {
                let mut value = value.clone();
                value.rename(&|variable| self.name(variable));
                value
            }
            (None, Some(place)) => Expression::Load(place.clone()),
            (None, None) => return,
        };
        let name = split.program.new_variable_like(variable);
        self.names.insert(variable, name);
        self.block.push(Statement::Let(name, value));
    }
}

/// The variables that a statement defines for those after it.
fn definitions(statement: &Statement, f: &mut dyn FnMut(Variable)) {
    match statement {
        Statement::Let(variable, _) => f(*variable),
        Statement::If(branch) => branch.choices.iter().for_each(|choice| f(choice.variable)),
        _ => {}
    }
}

/// The variables of outside that a statement needs, each once and after those that it is computed
/// from where it is computed again.
fn needs(split: &Split<'_>, statement: &Statement) -> Vec<Variable> {
    let mut inside: HashSet<Variable, FxBuildHasher> = HashSet::default();
    let mut met: HashSet<Variable, FxBuildHasher> = HashSet::default();
    let mut needs = Vec::new();
    each(statement, &mut |inner| {
        let mut need = |variable: Variable| {
            if met.insert(variable) {
                needs.push(variable);
            }
        };
        inner.atoms(|atom| {
            let Atom::Variable(variable) = atom else {
                return;
            };
            if let Some(Expression::Check { integer, .. }) = split.again.get(&variable)
                && let Atom::Variable(integer) = *integer
            {
                need(integer);
            }
            need(variable);
        });
        if !core::ptr::eq(inner, statement) {
            definitions(inner, &mut |variable| {
                inside.insert(variable);
            });
            if let Statement::Mutable(variable, _) = inner {
                inside.insert(*variable);
            }
        }
    });
    needs.retain(|variable| !inside.contains(variable));
    needs
}

fn variable_of(atom: &Atom) -> Option<Variable> {
    match *atom {
        Atom::Variable(variable) => Some(variable),
        Atom::Literal(_) => None,
    }
}

/// Gives each value a place for as long as it is carried.
fn allocate(
    split: &mut Split<'_>,
    mut carried: Vec<Carried>,
) -> HashMap<Variable, BufferPlace, FxBuildHasher> {
    carried.sort_by_key(|value| (value.from, value.variable));
    let mut places = HashMap::default();
    for ty in memory::types() {
        let type_of = |value: &&Carried| split.program.variables[value.variable.0 as usize] == ty;
        let values: Vec<&Carried> = carried.iter().filter(type_of).collect();
        if values.is_empty() {
            continue;
        }
        let (positions, size) = positions(&values);
        // Values that are computed one after the other do not lie side by side: a compiler
        // would compute them together in one register, which takes longer than one by one.
        let half = size.div_ceil(2);
        let place = memory::reserve(split.program, ty, 2 * half);
        for (value, position) in values.iter().zip(positions) {
            let apart = position % half * 2 + position / half;
            places.insert(value.variable, place(apart));
        }
    }
    places
}

/// A position for each of some values in the order in which they are stored, and the number of
/// positions: each is free again behind the last statement that needs its value.
fn positions(values: &[&Carried]) -> (Vec<usize>, usize) {
    // The positions in use, by the statements that they are in use until.
    let mut used: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut free: Vec<usize> = Vec::new();
    let mut size = 0;
    let mut positions = Vec::with_capacity(values.len());
    for value in values {
        while let Some(&(until, position)) = used.first()
            && until < value.from
        {
            used.pop_first();
            free.push(position);
        }
        let position = free.pop().unwrap_or_else(|| {
            size += 1;
            size - 1
        });
        used.insert((value.until, position));
        positions.push(position);
    }
    (positions, size)
}
