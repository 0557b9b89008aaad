//! Kept loops: the body is lowered once, as a region that maps the values of one iteration to those
//! of the next.
//!
//! Outer variables that the body assigns are carried (`carried`); those that it only reads are
//! captured. An element at an index that moves with the loop is a slice of a stacked input
//! (`moving`), and a variable that the body accesses at one such index only is stacked as a whole
//! (`parts`). Nothing outside the region changes before the loop is committed, so that an attempt
//! can be abandoned.

use std::collections::HashMap;

use graph_ir::builder::Region;
use graph_ir::graph::Literal;
use graph_ir::ops::{Iterations, Runs, SCALAR_LIMIT};
use graph_ir::{Error, Type, Wire};
use syn::ExprForLoop;

use super::attributes::Checkpoint;
use super::carried::{leaves, rebuilt};
use super::header::Header;
use super::state::{HandedOn, Held, Open};
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::loops::parts::{Changed, Inputs, MovingArray};
use crate::lower::values::{Affine, Range, Value};
use crate::lower::variables::{Stored, VariableId};
use crate::tokens::{Assigned, assigned_places, words};

/// The largest number of iterations for which a loop inside of a kept one is unrolled although it
/// changes an array in memory.
const MAX_REPEATED_ACCESSES: usize = 8;

/// A loop whose body has been lowered.
pub(super) struct Attempt<'b> {
    /// The body; absent after an error.
    region: Option<Region>,
    /// About how many statements the body is.
    pub(super) statements: usize,
    /// The same if the loops inside of it were unrolled.
    pub(super) unrolled_statements: usize,
    carried: Vec<Carried<'b>>,
    parts: Vec<MovingArray<'b>>,
    open: Open<'b>,
}

/// A variable that is handed from one iteration to the next.
struct Carried<'b> {
    id: VariableId,
    /// The value at the start of an iteration, whose tensors are inputs of the region.
    now: Value<'b>,
    /// Whether the body leaves it as it is.
    same: bool,
}

impl<'b> Attempt<'b> {
    /// The iterations at which the loop has to be divided, ascending.
    pub(super) fn splits(&self) -> &[usize] {
        &self.open.splits
    }

    /// Whether so many iterations access memory where they do in a loop too: they change an array
    /// that is too large for its elements to be variables of the generated code, or take the
    /// elements of one. A few accesses are faster one by one.
    pub(super) fn stays_in_memory(&self, iterations: usize) -> bool {
        let takes = !(self.open.requests.is_empty() && self.parts.is_empty());
        iterations > MAX_REPEATED_ACCESSES && self.changes_memory()
            || iterations > SCALAR_LIMIT && takes
    }

    fn changes_memory(&self) -> bool {
        let is_large = |ty: &Type| ty.shape.count().estimate() > SCALAR_LIMIT;
        let carried = self.carried.iter().filter(|variable| !variable.same);
        let mut carried = carried.flat_map(|variable| {
            let mut inputs = Vec::new();
            leaves(&variable.now, &mut inputs);
            inputs
        });
        carried.any(|input| is_large(&input.ty))
            || self.parts.iter().any(|part| is_large(&part.whole))
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Lowers the body of a loop, which repeats at least twice. Errors are reported; `None` when
    /// there is no point in trying otherwise.
    pub(super) fn attempt(
        &mut self,
        header: &Header<'b, 'e>,
        range: &Range,
        divides: bool,
        goes_on: Option<VariableId>,
    ) -> Option<Attempt<'b>> {
        let expr = header.expr;
        self.at(SourcePlace::of(&expr.expr));
        if let Err(error) = self.builder.begin_region() {
            self.refused(&error, SourcePlace::token(expr.for_token.span), &[]);
            return None;
        }
        self.tables.push(HashMap::new());
        let before = self.names.diagnostics.len();
        let mark = self.variables.enter_branch();
        let scope = self.variables.scope();
        let number = self.loops.open.len();
        self.loops.open.push(Open {
            name: header.name.clone().unwrap_or_default(),
            range: range.clone(),
            written: header.written(),
            scope,
            depth: self.builder.depth(),
            counter: None,
            requests: Vec::new(),
            held: Vec::new(),
            divides,
            splits: Vec::new(),
            told: header.told,
            goes_on,
            handed_on: Vec::new(),
            undecided: Vec::new(),
        });
        let tokens = header.tokens();
        let mut names = assigned_places(tokens.clone());
        let passed = self.passed_as_states(tokens.clone()).into_iter();
        names.extend(passed.map(Assigned::from));
        let changed = self.changed_variables(names);
        self.hold_mentioned(&words(&tokens), &changed);
        let (parts, mut carried) = self.open_variables(changed, &tokens);
        // Not all positions of the range are reached.
        self.loops.guarded += usize::from(header.told.is_some());
        let fine = self.body_of_loop(header, Value::from(Affine::variable(number)));
        self.loops.guarded -= usize::from(header.told.is_some());
        if let (Some(told), Some(goes_on)) = (header.told, goes_on) {
            let next = header.iteration(&Affine::variable(number));
            let next = next.and_then(|own| own.plus(&Affine::constant(1), 1));
            next.and_then(|next| self.goes_on_while(goes_on, &next, told))?;
        }
        let (mut results, mut stacked) = (Vec::new(), Vec::new());
        let mut wrong = false;
        if fine && self.names.diagnostics.len() == before {
            let mut handed_on = Vec::new();
            wrong = !self.last_values(&mut carried, &mut results, expr);
            self.decide_derivatives();
            wrong |= !self.last_parts(&parts, [&mut handed_on, &mut stacked], expr);
            // Behind all others: one of them may be the counter.
            self.last_counter(&mut results);
            results.append(&mut handed_on);
            results.append(&mut stacked);
        }
        wrong |= self.names.diagnostics.len() > before;
        self.variables.leave(scope);
        self.variables.undo_branch(mark);
        self.tables.pop();
        let open = self.loops.open.pop()?;
        let region = self.builder.end_region(if wrong { &[] } else { &results });
        let region = match region {
            Ok(region) => region,
            Err(error) => {
                self.refused(&error, SourcePlace::token(expr.for_token.span), &[]);
                return None;
            }
        };
        Some(Attempt {
            statements: region.statements(),
            unrolled_statements: region.unrolled_statements(),
            region: (!wrong).then_some(region),
            carried,
            parts,
            open,
        })
    }

    /// Arrays that are held by their elements become tensors for the loop, once and outside of
    /// it: the body gets an input in place of each, which the loop will capture.
    fn hold_mentioned(&mut self, names: &[String], changed: &[Changed]) {
        let found = names.iter().filter_map(|name| self.variables.find(name));
        let mut open: Vec<VariableId> = found.collect();
        while let Some(id) = open.pop() {
            let elements = match &self.variables.get(id).stored {
                Stored::Nothing | Stored::Value(_) => continue,
                Stored::Elements(elements) => elements,
                Stored::Part(part) => {
                    open.extend(part.rows.iter().map(|&(_, row)| row));
                    continue;
                }
                Stored::Fields(_) => {
                    open.extend(self.variables.holders(id));
                    continue;
                }
            };
            if changed.iter().any(|changed| changed.id == id) {
                continue;
            }
            let (ty, origins) = (elements.ty(self.float), self.origins_of(elements));
            if let Some(wire) = self.input_made_of(ty, &origins) {
                self.variables.assign(id, Value::from(wire));
                if let Some(open) = self.loops.open.last_mut() {
                    open.held.push(Held { id, wire, origins });
                }
            }
        }
    }

    /// An input of the innermost loop's body, under the name of a variable.
    pub(super) fn input_of_loop(&mut self, name: &str, ty: Type) -> Option<Wire<'b>> {
        let depth = self.loops.open.last()?.depth;
        self.builder.region_input_at(depth, name, ty).ok()
    }

    /// An input of the innermost loop's body for something made of these values outside of it.
    pub(super) fn input_made_of(&mut self, ty: Type, origins: &[Wire<'b>]) -> Option<Wire<'b>> {
        let depth = self.loops.open.last()?.depth;
        self.builder.region_input_of(depth, ty, origins).ok()
    }

    /// Gives the variables that the body assigns the values at the start of an iteration.
    fn open_variables(
        &mut self,
        changed: Vec<Changed>,
        tokens: &proc_macro2::TokenStream,
    ) -> (Vec<MovingArray<'b>>, Vec<Carried<'b>>) {
        let (mut parts, mut carried) = (Vec::new(), Vec::new());
        let open = self.loops.open.last();
        let goes_on = open.and_then(|open| open.goes_on);
        let is_told = open.is_some_and(|open| open.told.is_some());
        let (first, others): (Vec<Changed>, Vec<Changed>) =
            { changed.into_iter() }.partition(|changed| Some(changed.id) == goes_on);
        for changed in first.into_iter().chain(others) {
            let id = changed.id;
            let name = &self.variables.get(id).name;
            let name = name.replace(['.', '['], "_").replace(']', "");
            // Elements that no iteration writes, as the loop ends before, stay as they are.
            let moves = goes_on.is_none() && !is_told;
            if let Some(part) = moves.then(|| self.part_of(&changed, tokens)).flatten() {
                parts.push(part);
                continue;
            }
            let first = match &self.variables.get(id).stored {
                Stored::Value(value) => value.clone(),
                Stored::Elements(elements) => {
                    let ty = elements.ty(self.float);
                    let first = self.origins_of(elements);
                    let Some(wire) = self.input_of_loop(&name, ty) else {
                        continue;
                    };
                    let labels = self.variables.get(id).labels.clone();
                    let now = Value::from(wire).labelled(labels);
                    self.carry(id, now, first, &mut carried);
                    continue;
                }
                Stored::Nothing | Stored::Fields(_) | Stored::Part(_) => continue,
            };
            if first.is_poison() {
                continue;
            }
            if let Some(now) = self.inputs_like(&name, &first) {
                let mut tensors = Vec::new();
                leaves(&first, &mut tensors);
                let first = tensors.iter().map(|tensor| tensor.wire).collect();
                self.carry(id, now, first, &mut carried);
            }
        }
        (parts, carried)
    }

    fn carry(
        &mut self,
        id: VariableId,
        now: Value<'b>,
        first: Vec<Wire<'b>>,
        carried: &mut Vec<Carried<'b>>,
    ) {
        self.variables.assign(id, now.clone());
        let mut inputs = Vec::new();
        leaves(&now, &mut inputs);
        if let Some(open) = self.loops.open.last_mut() {
            open.handed_on.push(HandedOn {
                id,
                now: inputs.iter().map(|input| input.wire).collect(),
                first,
            });
        }
        carried.push(Carried {
            id,
            now,
            same: false,
        });
    }

    /// Collects the values of the carried variables after an iteration; whether all are known.
    fn last_values(
        &mut self,
        carried: &mut [Carried<'b>],
        results: &mut Vec<Wire<'b>>,
        expr: &'e ExprForLoop,
    ) -> bool {
        let mut known = true;
        for variable in carried {
            let last = self.read(variable.id);
            if last.is_poison() {
                known = false;
                continue;
            }
            let (mut inputs, mut wires) = (Vec::new(), Vec::new());
            leaves(&variable.now, &mut inputs);
            let fits = self.fit_leaves(&variable.now, &last, &mut wires);
            if !fits {
                let name = self.variables.get(variable.id).name.clone();
                let (before, after) = (self.describe(&variable.now), self.describe(&last));
                let message =
                    format!("`{name}` is {before} before a repetition and {after} after it");
                let place = SourcePlace::token(expr.for_token.span);
                self.error(Diagnostic::new(place, message));
                continue;
            }
            let mut pairs = inputs.iter().zip(&wires);
            variable.same = pairs.all(|(input, wire)| input.wire.is_same(*wire));
            if !variable.same {
                results.append(&mut wires);
            }
        }
        known
    }

    /// The loop's variable in the next iteration, where it is a value of the program.
    fn last_counter(&mut self, results: &mut Vec<Wire<'b>>) {
        let Some(open) = self.loops.open.last() else {
            return;
        };
        if let Some(counter) = open.counter {
            let step = Literal::I64(open.range.step);
            results.push(counter + self.builder.literal(step));
        }
    }

    /// Makes the loop, whose body is without errors, and assigns its results.
    pub(super) fn commit(
        &mut self,
        attempt: Attempt<'b>,
        checkpoint: Option<Checkpoint>,
        place: SourcePlace,
    ) -> Value<'b> {
        if attempt.region.is_none() {
            // It depends on something unknown, whose error was reported before.
            return Value::Poison;
        }
        self.at(place);
        match self.loop_node(attempt, checkpoint) {
            Ok(()) => Value::Unit,
            Err(error) => self.refused(&error, place, &[]),
        }
    }

    fn loop_node(
        &mut self,
        attempt: Attempt<'b>,
        checkpoint: Option<Checkpoint>,
    ) -> Result<(), Error> {
        let site = self.builder.site();
        let Attempt {
            region,
            carried,
            parts,
            open,
            ..
        } = attempt;
        let mut region = region.ok_or(Error::OutOfScope)?;
        let (mut order, mut initial, mut stacked) = (Vec::new(), Vec::new(), Vec::new());
        for variable in &carried {
            let first = self.read(variable.id);
            let mut inputs = Vec::new();
            leaves(&variable.now, &mut inputs);
            let mut wires = Vec::new();
            if !self.fit_leaves(&variable.now, &first, &mut wires) {
                return Err(Error::OutOfScope);
            }
            for (input, wire) in inputs.into_iter().zip(wires) {
                match variable.same {
                    true => self.builder.capture_input(&mut region, input.wire, wire)?,
                    false => {
                        order.push(input.wire);
                        initial.push(wire);
                    }
                }
            }
        }
        for held in &open.held {
            let whole = self.read(held.id);
            let whole = self.default_wire(&whole).ok_or(Error::OutOfScope)?;
            self.builder.capture_input(&mut region, held.wire, whole)?;
        }
        if let Some(counter) = open.counter {
            order.push(counter);
            initial.push(self.builder.extent(&open.range.start));
        }
        let number = self.loops.open.len();
        for request in &open.requests {
            order.push(request.input);
            stacked.push(self.source(request, number, &open.range)?);
        }
        let mut inputs = Inputs::default();
        for part in &parts {
            self.inputs_of_part(part, &open.range, &mut inputs)?;
        }
        let handed_on = inputs.carried.len();
        for (input, first) in inputs.carried {
            order.insert(initial.len(), input);
            initial.push(first);
        }
        for (input, stack) in inputs.stacked {
            order.push(input);
            stacked.push(stack);
        }
        region.order_inputs(&order)?;
        // What is stacked comes from the places where the body reads it; the loop does not.
        self.builder.set_site(site);
        let ends = { carried.first() }.is_some_and(|v| Some(v.id) == open.goes_on && !v.same);
        let runs = match (ends, open.told) {
            (true, _) => Runs::While,
            (false, Some(told)) => {
                self.builder.capture_first(&mut region, told)?;
                Runs::Count
            }
            (false, None) => Runs::All,
        };
        let length = &open.range.count;
        let checkpoint = checkpoint.map(|checkpoint| checkpoint.in_loop(length));
        let iterations = Iterations {
            runs,
            ..Iterations::new(length, false, checkpoint)
        };
        let results = self
            .builder
            .scan_region_with(region, &initial, &stacked, iterations)?;
        let mut results = results.into_iter();
        for variable in carried.iter().filter(|variable| !variable.same) {
            let last = rebuilt(&variable.now, &mut results);
            self.variables.assign(variable.id, last);
        }
        let others = handed_on + usize::from(open.counter.is_some());
        let mut results = results.skip(others);
        for part in &parts {
            let whole = self.overlaid(part, &mut results, &open.range)?;
            self.variables.assign(part.id, Value::from(whole));
        }
        Ok(())
    }
}
