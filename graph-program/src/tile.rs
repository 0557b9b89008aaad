//! Programs of a graph over arrays whose lengths are known at run time.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::error::Result;
use graph_ir::graph::Graph;
use graph_ir::ops::ScalarOp;
use graph_ir::passes::Apart;
use graph_ir::passes::tile::{Loop, LoopResult, Step, Tiling, tile};
use graph_ir::types::ValueType;
use graph_math::order::LANES;

use super::{Adds, Options, Parts, Pipeline, Points, Program};

/// The numbers of rows of tiles. A tile of many rows is a loop whose sums and constants stay in
/// registers; one of few rows wastes little where the last one is not full.
const SIZES: [usize; 2] = [32, 8];

/// How many elements a row may have, at most, in a tile of many rows: wider ones are loops by
/// themselves, and tiles shall stay in the fastest caches.
const NARROW: usize = 64;

/// How many nodes the graph of such a tile may have: it is compiled once more for each size.
const SHORT: usize = 256;

/// A graph over arrays of run-time length, as programs of known extents.
#[derive(Clone, Debug)]
pub struct TiledProgram {
    /// The steps, and the arrays between them.
    pub tiling: Tiling,
    /// The programs of each step.
    pub programs: Vec<StepPrograms>,
}

/// The programs of a step.
#[derive(Clone, Debug)]
pub enum StepPrograms {
    /// Of its graphs, if it has any.
    Graphs(Vec<Program>),
    /// Of the steps of the body, for a loop.
    Body(Vec<StepPrograms>),
    /// Of several rows at once, for a loop whose rows do not depend on each other.
    Lanes(Box<RowsInLanes>),
    /// Of the steps of each side, for a branch.
    Sides([Vec<StepPrograms>; 2]),
}

/// The computation of [`LANES`] rows of a loop at once.
#[derive(Clone, Debug)]
pub struct RowsInLanes {
    /// The program: of the captured values, and of rows of the stacked ones, to the terms of each
    /// carried value in their order, and rows of the results. What belongs to a row has a trailing
    /// axis of [`LANES`] rows. Results whose elements the loop adds up are added to what is there.
    pub program: Program,
    /// For each carried value, with which operators the terms of a row are added to it.
    pub sums: Vec<Vec<ScalarOp>>,
}

/// Which loops are computed in lanes.
#[derive(Clone, Copy)]
pub struct Lanes<'a> {
    /// Which of their programs are split.
    pub parts: Parts,
    /// Whether a program is short enough.
    pub allows: &'a dyn Fn(&Program) -> bool,
}

impl Pipeline {
    /// The programs of a prepared graph with symbolic extents. Loops whose rows do not depend on
    /// each other are computed in lanes, where a limit is given and allows it: each row has the same
    /// bits as by itself.
    ///
    /// # Errors
    /// Those of [`tile`] and of [`Self::run`].
    pub fn tile(self, prepared: &Graph, lanes: Option<Lanes<'_>>) -> Result<TiledProgram> {
        let [_, few] = SIZES;
        let mut tiling = tile(prepared, &[few])?;
        if is_simple(&tiling, few) {
            tiling = tile(prepared, &SIZES)?;
        }
        let programs = self.programs(&tiling, lanes)?;
        Ok(TiledProgram { tiling, programs })
    }

    /// The programs of each step. Recurses as deeply as loops and branches are nested.
    fn programs(self, tiling: &Tiling, lanes: Option<Lanes<'_>>) -> Result<Vec<StepPrograms>> {
        let tiles = Self::new(Options {
            tiles: true,
            ..self.options()
        });
        let programs = tiling.steps.iter().map(|step| {
            Ok(StepPrograms::Graphs(match step {
                Step::Loop(own) => {
                    let in_lanes = match lanes {
                        Some(lanes) => self.rows_in_lanes(own, lanes)?,
                        None => None,
                    };
                    return Ok(match in_lanes {
                        Some(rows) => StepPrograms::Lanes(Box::new(rows)),
                        None => StepPrograms::Body(self.programs(&own.tiling, lanes)?),
                    });
                }
                Step::Branch(own) => {
                    let [then, otherwise] = &own.sides;
                    let sides = [&then.tiling, &otherwise.tiling];
                    let [then, otherwise] = sides.map(|tiling| self.programs(tiling, lanes));
                    return Ok(StepPrograms::Sides([then?, otherwise?]));
                }
                Step::Once(once) => alloc::vec![self.run(&once.graph)?],
                Step::Pass(pass) => {
                    let graphs = pass.graphs.iter().map(|graph| tiles.run(graph));
                    graphs.collect::<Result<_>>()?
                }
                Step::Assemble(_) | Step::Join(_) | Step::Scatter(_) | Step::Kernel(_) => {
                    Vec::new()
                }
            }))
        });
        programs.collect()
    }

    /// The program of several rows of a loop, if they do not depend on each other, are of known
    /// size, and can be computed in lanes.
    fn rows_in_lanes(self, own: &Loop, lanes: Lanes<'_>) -> Result<Option<RowsInLanes>> {
        let is_short = own.count.known().is_some_and(|count| count < LANES);
        if is_short || own.stacked.is_empty() || !own.body.symbols().is_empty() {
            return Ok(None);
        }
        let (captured, carried) = (own.captured.len(), own.carried.len());
        let results = &own.results;
        let apart = Apart::of(&own.body, captured, carried, own.runs)?;
        let Some(Apart { graph, sums }) = apart else {
            return Ok(None);
        };
        let pipeline = Self::new(Options {
            parts: Some(lanes.parts),
            ..self.options()
        });
        let own: Vec<bool> = (0..graph.inputs().len())
            .map(|input| input >= own.captured.len())
            .collect();
        let results = results.iter().map(|result| match result {
            LoopResult::Fold(fold) => fold.apart,
            LoopResult::Rows(_) => false,
        });
        let terms = core::iter::repeat_n(false, sums.iter().map(Vec::len).sum());
        let adds: Vec<bool> = terms.chain(results).collect();
        let points = Points {
            own: &own,
            adds: Adds::Of(&adds),
        };
        let program = pipeline.schedule_points(&pipeline.prepare(&graph)?, points)?;
        let program = program.filter(|program| (lanes.allows)(program));
        Ok(program.map(|program| RowsInLanes { program, sums }))
    }
}

/// Whether all graphs of tiles of so many rows are short, and of narrow rows.
fn is_simple(tiling: &Tiling, rows: usize) -> bool {
    tiling.steps.iter().all(|step| match step {
        Step::Loop(own) => is_simple(&own.tiling, rows),
        Step::Branch(own) => { own.sides.iter() }.all(|side| is_simple(&side.tiling, rows)),
        Step::Once(_) | Step::Assemble(_) | Step::Join(_) | Step::Scatter(_) | Step::Kernel(_) => {
            true
        }
        Step::Pass(pass) => pass.graphs.iter().all(|graph| {
            let narrow = |id| match graph.value_type(id) {
                ValueType::Tensor(ty) => {
                    let size = ty.shape.count().known();
                    size.is_none_or(|size| size <= rows * NARROW)
                }
                ValueType::Tuple(_) => true,
            };
            graph.len() <= SHORT && graph.ids().all(narrow)
        }),
    })
}
