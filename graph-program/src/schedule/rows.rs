//! Loops whose rows do not depend on each other: a row in each lane.
//!
//! Rows are taken in blocks. Where the last block is not full, it begins with rows of the block
//! before, which are computed again; sums leave those out. Terms of sums are added row by row, in
//! the order of the loop. A loop that is told its number of iterations computes whole blocks too:
//! sums leave the rows out that do not run, and results are cleared there.

use alloc::vec::Vec;

use graph_ir::error::Result;
use graph_ir::graph::{Graph, NodeId};
use graph_ir::intern::signed;
use graph_ir::ops::{Runs, ScalarOp, Scan};
use graph_ir::passes::Apart;
use graph_ir::types::{Element, ValueType};
use graph_math::order::{LANES, LANES_FROM};

use super::Lowering;
use super::code::Nest;
use super::merge::Given;
use super::regions::{State, integer};
use super::row_blocks::{Rows, Span};
use super::row_folds::Stack;
use super::value::NodeValue;
use super::vector::lanes_from;
use super::view::View;
use crate::{
    Access, Adds, Block, BufferId, BufferKind, Expression, Index, Options, Pipeline, Points,
    Program, Statement, Variable,
};

/// How many rows a loop has, at least, that is computed in lanes.
const ROWS_FROM: usize = LANES;

/// How many statements the computation of a block has, at most.
const STATEMENTS: usize = 2_000;

/// How many bytes the rows of a block take, at most, as floats of 64 bits.
const BYTES: usize = 256 * 1024;

/// A term of a sum, with a number for each element and lane, and the operator that adds it.
type Term<'v> = (ScalarOp, &'v View);

impl Lowering<'_> {
    /// A loop with a row in each lane; `None` where it has none.
    pub(super) fn rows_in_lanes(
        &mut self,
        id: NodeId,
        scan: &Scan,
        body: &Graph,
    ) -> Result<Option<NodeValue>> {
        let Some((program, operators)) = self.program_of_rows(id, scan, body)? else {
            return Ok(None);
        };
        let graph = self.graph;
        let (captured, rest) = graph.arguments(id).split_at(scan.captured);
        let (carried, stacked) = rest.split_at(scan.carried);
        let mut given: Vec<Given> = Vec::with_capacity(program.inputs.len());
        for (&id, &input) in captured.iter().zip(&program.inputs) {
            given.push(self.given(id, &program, input));
        }
        let sources: Vec<View> = stacked.iter().map(|&id| self.stored(id)).collect();
        let sums = (0..carried.len()).map(|position| self.state_of_sum(id, scan, position));
        let sums: Vec<State> = sums.collect();
        let stacks = self.stacks(id, scan);
        let mut local = |id: &BufferId| self.code.local(&program.buffer(*id).ty);
        let own = program.inputs.iter().skip(scan.captured);
        let own: Vec<View> = own.map(&mut local).collect();
        let results: Vec<View> = program.outputs.iter().map(local).collect();

        let (terms, lanes) = results.split_at(results.len() - stacks.len());
        let folds = stacks
            .iter()
            .zip(lanes)
            .filter_map(|(stack, lanes)| match stack {
                Stack::Sum(sum) => Some((sum, lanes)),
                Stack::Rows(_) => None,
            });
        for (sum, lanes) in folds.clone() {
            self.begin_in_lanes(sum, lanes);
        }
        let told = (scan.runs == Runs::Count).then(|| self.count(id, scan, captured));
        let reverse = scan.must_run_back(body);
        let site = graph.node(id).site;
        let blocks = scan.iterations().div_ceil(LANES);
        let (nest, rows) = match told {
            None => {
                let (nest, block) = self.code.begin_nest(&[blocks]);
                let rows = self.block_of_rows(scan.iterations(), reverse, &block[0], site);
                (nest, rows)
            }
            Some(told) => {
                let full = self.integers(ScalarOp::Add, told, integer(signed(LANES - 1)));
                let full = self.integers(ScalarOp::Div, full, integer(signed(LANES)));
                let limit = self.first_ones(blocks, full, reverse);
                let (nest, block) = self.code.begin_partial(blocks, limit);
                let rows = self.block_of(told, scan.iterations(), reverse, &block[0], site);
                (nest, rows)
            }
        };
        if let Some(part) = &rows.part {
            self.code.begin_block();
            for (sum, lanes) in folds.clone() {
                self.take_lanes(sum, lanes);
            }
            let taken = self.code.end_block();
            if !taken.is_empty() {
                let sides = [Block::new(), taken];
                self.code.branch(part.is_all, sides, Vec::new());
            }
        }
        for (source, lanes) in sources.iter().zip(&own) {
            self.move_rows(source, lanes, &rows.first, Way::ToLanes);
        }
        given.extend(own.into_iter().map(Given::Stored));
        self.code.merge(&program, &given, &results);
        let mut terms = terms.iter();
        let sums_of_terms = sums.iter().zip(&operators).map(|(sum, operators)| {
            let terms: Vec<Term<'_>> = operators.iter().copied().zip(&mut terms).collect();
            (sum, terms)
        });
        let changed = sums_of_terms.filter(|(_, terms)| !terms.is_empty());
        let changed: Vec<(&State, Vec<Term<'_>>)> = changed.collect();
        self.add_rows(&changed, &rows);
        for (stack, lanes) in stacks.iter().zip(lanes) {
            if let Stack::Rows(view) = stack {
                self.move_rows(view, lanes, &rows.first, Way::FromLanes);
            }
        }
        self.code.end_nest(nest);
        if let Some(told) = told {
            let types = graph.result_types(id).into_iter().skip(scan.carried);
            let rows = stacks.iter().zip(types);
            let rows = rows.filter_map(|(stack, ty)| match stack {
                Stack::Rows(view) => Some((view, ty)),
                Stack::Sum(_) => None,
            });
            self.clear_rows(rows, told);
        }
        for (sum, lanes) in folds {
            self.end_in_lanes(sum, lanes);
        }
        let sums: Vec<NodeValue> = sums.into_iter().map(|sum| self.last(sum)).collect();
        let stacks = self.values_of(stacks.into_iter());
        let results = sums.into_iter().chain(stacks);
        Ok(Some(NodeValue::Tuple(results.collect())))
    }

    /// The program of a block of rows, and with which operators the terms of a row are added to
    /// each sum.
    fn program_of_rows(
        &self,
        id: NodeId,
        scan: &Scan,
        body: &Graph,
    ) -> Result<Option<(Program, Vec<Vec<ScalarOp>>)>> {
        let settings = self.settings;
        let has_effects = settings.effects && self.graph.node_has_effects(id);
        let arguments = self.graph.arguments(id);
        let of_numbers = |&id: &NodeId| match self.graph.value_type(id) {
            ValueType::Tensor(ty) => ty.element != Element::Bool && !ty.shape.is_symbolic(),
            ValueType::Tuple(_) => false,
        };
        let has_rows = arguments.len() > scan.captured + scan.carried;
        if settings.scalars
            || has_effects
            || !has_rows
            || scan.runs == Runs::While
            || scan.iterations() < ROWS_FROM
            || !arguments[scan.captured..].iter().all(of_numbers)
        {
            return Ok(None);
        }
        let apart = Apart::of(body, scan.captured, scan.carried)?;
        let Some(Apart { graph, sums }) = apart else {
            return Ok(None);
        };
        let inputs = graph.inputs().len();
        let own: Vec<bool> = (0..inputs).map(|input| input >= scan.captured).collect();
        let pipeline = Pipeline::new(Options {
            finite: settings.finite,
            ..Options::default()
        });
        let terms = core::iter::repeat_n(false, sums.iter().map(Vec::len).sum());
        let stacks = scan.carried..self.graph.result_types(id).len();
        let adds = terms.chain(stacks.map(|position| self.row_folds.adds(id, position)));
        let adds: Vec<bool> = adds.collect();
        // Sums of fewer rows have no lanes.
        if adds.contains(&true) && scan.iterations() < LANES_FROM {
            return Ok(None);
        }
        let points = Points {
            own: &own,
            adds: Adds::Of(&adds),
        };
        let program = pipeline.points_within(&pipeline.prepare(&graph)?, points)?;
        let program = program.filter(|program| {
            let fits = |bytes| bytes <= BYTES;
            statements(&program.body) <= STATEMENTS
                && bytes(program, scan.captured).is_some_and(fits)
                // A row that does not run may fail.
                && (scan.runs == Runs::All || !has_checks(&program.body))
        });
        Ok(program.map(|program| (program, sums)))
    }

    /// A value for a program that takes it as an input: as numbers, where the program reads known
    /// elements of few, else in a buffer, side by side.
    fn given(&mut self, id: NodeId, program: &Program, input: BufferId) -> Given {
        match &self.values[id.index()] {
            NodeValue::Uniform(atom) => return Given::Uniform(*atom),
            NodeValue::Elements(elements) if reads_known(&program.body, input) => {
                return Given::Elements(elements.clone());
            }
            _ => {}
        }
        let view = self.stored(id);
        let side_by_side = View::contiguous(view.buffer, &self.graph.ty(id).shape);
        match view.strides == side_by_side.strides {
            true => Given::Stored(view),
            false => Given::Stored(self.copy(id, &view)),
        }
    }

    /// Moves rows to lanes, or from there; `lanes` has a trailing axis. Integers have no vector: they
    /// are moved one by one.
    fn move_rows(&mut self, rows: &View, lanes: &View, first: &Index, way: Way) {
        let (nest, points) = self.begin_row(lanes);
        let in_lanes = self.code.buffer_element(lanes.buffer).is_float();
        let each = (!in_lanes).then(|| self.code.begin_nest(&[LANES]));
        let from = |place: &Index| match &each {
            None => lanes_from(place),
            Some((_, lane)) => place.plus(&lane[0], 1),
        };
        let outside = rows.clone().at(&from(first)).at_points(&points);
        let inside = from(&lanes.at_points(&points));
        let (from, to) = match way {
            Way::ToLanes => ((rows, outside), (lanes, inside)),
            Way::FromLanes => ((lanes, inside), (rows, outside)),
        };
        let atom = self.code.load_again(from.0.buffer, from.1);
        self.code.store(to.0.buffer, to.1, atom);
        if let Some((each, _)) = each {
            self.code.end_nest(each);
        }
        self.code.end_nest(nest);
    }

    /// Adds the terms of each row that counts, of which each sum has some.
    fn add_rows(&mut self, sums: &[(&State, Vec<Term<'_>>)], rows: &Rows) {
        let all = [Span::ALL];
        let Some(part) = &rows.part else {
            return self.add_lanes(sums, &all, rows.reverse);
        };
        let sides = [&all[..], &part.lanes].map(|lanes| {
            self.code.begin_block();
            self.add_lanes(sums, lanes, rows.reverse);
            self.code.end_block()
        });
        if sides.iter().any(|side| !side.is_empty()) {
            let [all, some] = sides;
            self.code.branch(part.is_all, [all, some], Vec::new());
        }
    }

    /// Adds the terms in some lanes to the sums.
    fn add_lanes(&mut self, sums: &[(&State, Vec<Term<'_>>)], lanes: &[Span], reverse: bool) {
        let mut all = sums.iter();
        if all.any(|(sum, _)| matches!(sum, State::Variables(_))) {
            // The sums wait for their terms at the same time.
            for span in lanes {
                let (nest, lane) = self.begin_lanes(span, reverse);
                for (sum, terms) in sums {
                    let State::Variables(variables) = sum else {
                        continue;
                    };
                    for (element, &variable) in variables.iter().enumerate() {
                        let element = Index::constant(signed(element * LANES));
                        self.add_row_terms(variable, terms, &element.plus(&lane, 1));
                    }
                }
                self.code.end_nest(nest);
            }
        }
        for (sum, terms) in sums {
            let (State::Buffers(view, _) | State::InPlace(view) | State::Same(view)) = sum else {
                continue;
            };
            let Some((_, first)) = terms.first() else {
                continue;
            };
            let (nest, points) = self.begin_row(first);
            let place = view.at_points(&points);
            let before = self.code.load_again(view.buffer, place.clone());
            let element = self.code.buffer_element(view.buffer);
            let variable = self.code.mutable_from(element, before);
            for span in lanes {
                let (lanes, lane) = self.begin_lanes(span, reverse);
                self.add_row_terms(variable, terms, &first.at_points(&points).plus(&lane, 1));
                self.code.end_nest(lanes);
            }
            let after = self.code.read(variable);
            self.code.store(view.buffer, place, after);
            self.code.end_nest(nest);
        }
    }

    /// Adds the terms at a place in lanes to a variable.
    fn add_row_terms(&mut self, sum: Variable, terms: &[Term<'_>], place: &Index) {
        let mut value = self.code.read(sum);
        for (op, term) in terms {
            let element = self.code.buffer_element(term.buffer);
            let term = self.code.load_again(term.buffer, place.clone());
            value = self.code.scalar(*op, element, &[value, term]);
        }
        self.code.assign(sum, value);
    }

    /// Opens loops over the elements of a row that lies in lanes.
    fn begin_row(&mut self, lanes: &View) -> (Nest, Vec<Index>) {
        let mut extents = self.code.extents(lanes.buffer);
        extents.pop();
        self.code.begin_nest(&extents)
    }
}

/// Whether statements may end an evaluation with an error.
fn has_checks(block: &Block) -> bool {
    block.iter().any(|statement| {
        matches!(
            statement,
            Statement::Let(_, Expression::Check { .. }) | Statement::Expect(_)
        ) || statement.blocks().any(has_checks)
    })
}

/// Whether a program reads elements of an input at known places alone.
fn reads_known(block: &Block, input: BufferId) -> bool {
    block.iter().all(|statement| {
        let mut known = true;
        statement.accesses(|access| {
            known &= match access {
                Access::Load(place) => place.buffer != input || place.index.is_constant(),
                other => other.buffer() != input,
            };
        });
        known && statement.blocks().all(|inner| reads_known(inner, input))
    })
}

/// Whether rows go to lanes.
#[derive(Clone, Copy)]
enum Way {
    ToLanes,
    FromLanes,
}

/// The number of statements in a block and those inside.
fn statements(block: &Block) -> usize {
    let inside = |statement: &Statement| statement.blocks().map(statements).sum::<usize>();
    block.iter().map(|statement| 1 + inside(statement)).sum()
}

/// The bytes of the rows that a program takes, yields and computes on the way, where the first
/// inputs are no rows; `None` where one is empty.
fn bytes(program: &Program, captured: usize) -> Option<usize> {
    let given = &program.inputs[..captured];
    let rows = program.buffer_ids().filter(|id| {
        let is_table = matches!(program.buffer(*id).kind, BufferKind::Constant(_));
        !is_table && !given.contains(id)
    });
    let mut sizes = rows.map(|id| program.buffer(id).ty.shape.size());
    let sum = sizes.try_fold(0, |sum, size| (size > 0).then(|| sum + size));
    sum.map(|sum: usize| sum.saturating_mul(size_of::<f64>()))
}
