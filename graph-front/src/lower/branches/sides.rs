//! Branch nodes: the sides are regions, and values that either side assigns to variables of the
//! surroundings become results of the branch.

use graph_ir::builder::Region;
use graph_ir::{Element, Error, Wire};
use syn::{ExprBinary, ExprIf};

use super::Conditional;
use super::join::{Pairs, resolve};
use crate::diagnostics::SourcePlace;
use crate::lower::Lowerer;
use crate::lower::values::{Lowered, Operand, Scalar, Value};
use crate::lower::variables::{Stored, Touched, VariableId};

/// One side of a branch, lowered.
struct Side<'b> {
    /// The region; absent only while it is open again.
    region: Option<Region>,
    value: Value<'b>,
    /// The values that it assigned, by variable and by element.
    whole: Vec<(VariableId, Value<'b>)>,
    slots: Vec<((VariableId, usize), Value<'b>)>,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    pub(super) fn branch(
        &mut self,
        condition: Wire<'b>,
        expr: &'e ExprIf,
        place: SourcePlace,
    ) -> Value<'b> {
        let then = |lowerer: &mut Self| lowerer.block(&expr.then_branch);
        let Some(then) = self.side(condition, place, then) else {
            return Value::Poison;
        };
        let otherwise = self.side(condition, place, |lowerer| match &expr.else_branch {
            Some((_, otherwise)) => lowerer.expression(otherwise).value,
            None => Value::Unit,
        });
        let Some(otherwise) = otherwise else {
            return Value::Poison;
        };
        self.join_sides(condition, then, otherwise, place, Some(expr))
    }

    /// The right side of `&&` or `||`, computed only where it decides.
    pub(in crate::lower) fn lazy(
        &mut self,
        left: &Lowered<'b>,
        expr: &'e ExprBinary,
        and: bool,
    ) -> Lowered<'b> {
        let operand = Operand {
            value: left.value.clone(),
            expr: &expr.left,
            place: left.place,
        };
        let mut place = left.place;
        let condition = self.condition(operand, Conditional::Side);
        let guards = self.is_guard(&expr.left);
        let right = |lowerer: &mut Self, place: &mut SourcePlace| {
            lowerer.loops.guarded += usize::from(guards);
            let right = lowerer.operand(&expr.right);
            lowerer.loops.guarded -= usize::from(guards);
            *place = place.to(right.place);
            lowerer.condition(right, Conditional::Side)
        };
        let Value::Tensor(condition) = condition else {
            let value = right(self, &mut place);
            return Lowered { value, place };
        };
        let (at, wire) = (place, condition.wire);
        let decided = |_: &mut Self| Value::Scalar(Scalar::Truth(!and));
        let (then, otherwise) = if and {
            let then = self.side(wire, at, |lowerer| right(lowerer, &mut place));
            (then, self.side(wire, at, decided))
        } else {
            let then = self.side(wire, at, decided);
            (
                then,
                self.side(wire, at, |lowerer| right(lowerer, &mut place)),
            )
        };
        let value = match (then, otherwise) {
            (Some(then), Some(otherwise)) => {
                self.join_sides(condition.wire, then, otherwise, place, None)
            }
            _ => Value::Poison,
        };
        Lowered { value, place }
    }

    /// Lowers one side of a condition as a region of its own and puts the variables back.
    fn side(
        &mut self,
        condition: Wire<'b>,
        place: SourcePlace,
        lower: impl FnOnce(&mut Self) -> Value<'b>,
    ) -> Option<Side<'b>> {
        if let Err(error) = self.builder.begin_side(condition) {
            self.refused(&error, place, &[]);
            return None;
        }
        self.tables.push(std::collections::HashMap::new());
        let mark = self.variables.enter_branch();
        let value = lower(self);
        let touched = self.variables.touched(mark);
        let whole = touched
            .whole
            .iter()
            .map(|&id| (id, self.read(id)))
            .collect();
        let slots = touched.slots.iter().map(|&(id, position)| {
            let value = self.read_element(id, position);
            ((id, position), value)
        });
        let slots = slots.collect();
        self.variables.undo_branch(mark);
        self.tables.pop();
        let region = self.builder.end_region(&[]).ok()?;
        Some(Side {
            region: Some(region),
            value,
            whole,
            slots,
        })
    }

    /// Makes the branch node of two sides, and assigns its results to the variables that they
    /// changed.
    fn join_sides(
        &mut self,
        condition: Wire<'b>,
        mut then: Side<'b>,
        mut otherwise: Side<'b>,
        place: SourcePlace,
        expr: Option<&'e ExprIf>,
    ) -> Value<'b> {
        for side in [&mut then, &mut otherwise] {
            self.by_fields(side);
        }
        let touched = touched_by(&then).merge(touched_by(&otherwise));
        let mut pairs = Pairs::new();
        let value = self.join_values(&then.value, &otherwise.value, expr, place, &mut pairs);
        let mut whole = Vec::new();
        for &id in &touched.whole {
            let assigns = |side: &Side<'b>| find(&side.whole, &id).is_some();
            let has_none = matches!(self.variables.get(id).stored, Stored::Nothing);
            if has_none && !(assigns(&then) && assigns(&otherwise)) {
                continue;
            }
            let [a, b] = [&mut then, &mut otherwise].map(|side| match find(&side.whole, &id) {
                Some(value) => value,
                None => self.read_in(side, id),
            });
            let joined = self.join_variable(id, &a, &b, place, &mut pairs);
            whole.push((id, joined));
        }
        let mut slots = Vec::new();
        for &(id, position) in &touched.slots {
            let [a, b] = [&then, &otherwise].map(|side| {
                find(&side.slots, &(id, position))
                    .unwrap_or_else(|| self.read_element(id, position))
            });
            let joined = self.join_variable(id, &a, &b, place, &mut pairs);
            slots.push(((id, position), joined));
        }
        let Some(results) =
            self.branch_node(condition, then.region, otherwise.region, &pairs, place)
        else {
            return Value::Poison;
        };
        for (id, joined) in whole {
            let value = joined.map_or(Value::Poison, |joined| resolve(&joined, &results));
            self.variables.assign(id, value);
        }
        for ((id, position), joined) in slots {
            let value = joined.map_or(Value::Poison, |joined| resolve(&joined, &results));
            self.assign_element(id, position, &value);
        }
        value.map_or(Value::Poison, |joined| resolve(&joined, &results))
    }

    /// Takes wholes that a side assigned apart into fields, where the other side assigns some of
    /// these.
    fn by_fields(&self, side: &mut Side<'b>) {
        let mut whole = Vec::new();
        for (id, value) in side.whole.drain(..) {
            match self.variables.by_fields(id, &value) {
                Some(fields) => whole.extend(fields),
                None => whole.push((id, value)),
            }
        }
        whole.sort_by_key(|(id, _)| *id);
        side.whole = whole;
    }

    /// The value of a variable after a side that did not assign it as a whole.
    fn read_in(&mut self, side: &mut Side<'b>, id: VariableId) -> Value<'b> {
        let own: Vec<(usize, Value<'b>)> = side
            .slots
            .iter()
            .filter(|((of, _), _)| *of == id)
            .map(|((_, position), value)| (*position, value.clone()))
            .collect();
        if own.is_empty() {
            return self.read(id);
        }
        let reopened = side
            .region
            .take()
            .map(|region| self.builder.resume_region(region));
        if !matches!(reopened, Some(Ok(()))) {
            return Value::Poison;
        }
        let value = self.read_with(id, &own);
        side.region = self.builder.end_region(&[]).ok();
        value
    }

    fn branch_node(
        &mut self,
        condition: Wire<'b>,
        then: Option<Region>,
        otherwise: Option<Region>,
        pairs: &Pairs<'b>,
        place: SourcePlace,
    ) -> Option<Vec<Wire<'b>>> {
        let (then, otherwise) = (then?, otherwise?);
        if pairs.is_empty() && !then.has_effects() && !otherwise.has_effects() {
            return Some(Vec::new());
        }
        self.at(place);
        let firsts = pairs.iter().map(|(a, _, element)| (a, *element));
        let seconds = pairs.iter().map(|(_, b, element)| (b, *element));
        let result = self
            .finish_side(then, firsts)
            .and_then(|then| Ok((then, self.finish_side(otherwise, seconds)?)))
            .and_then(|(then, otherwise)| self.builder.branch(condition, then, otherwise));
        match result {
            Ok(results) => Some(results),
            Err(error) => {
                self.refused(&error, place, &[]);
                None
            }
        }
    }

    /// Ends a side with its results, which are known only now that the other side is.
    fn finish_side<'v>(
        &mut self,
        region: Region,
        values: impl Iterator<Item = (&'v Value<'b>, Element)>,
    ) -> Result<Region, Error>
    where
        'b: 'v,
    {
        self.builder.resume_region(region)?;
        self.tables.push(std::collections::HashMap::new());
        let wires = values.map(|(value, element)| self.wire(value, element));
        let wires: Option<Vec<Wire<'b>>> = wires.collect();
        self.tables.pop();
        self.builder.end_region(&wires.unwrap_or_default())
    }
}

fn touched_by(side: &Side<'_>) -> Touched {
    Touched {
        whole: side.whole.iter().map(|&(id, _)| id).collect(),
        slots: side.slots.iter().map(|&(slot, _)| slot).collect(),
    }
}

/// The value under a key, in a list sorted by it.
fn find<'b, K: Ord>(list: &[(K, Value<'b>)], key: &K) -> Option<Value<'b>> {
    let found = list.binary_search_by(|(k, _)| k.cmp(key)).ok()?;
    Some(list[found].1.clone())
}
