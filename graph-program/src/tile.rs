//! Programs of a graph over arrays whose lengths are known at run time.

use alloc::boxed::Box;
use alloc::vec::Vec;

use graph_ir::error::Result;
use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{OpView, Runs, ScalarOp};
use graph_ir::passes::Apart;
use graph_ir::passes::tile::{Loop, LoopResult, Operand, Pass, Step, Tiling, tile};
use graph_ir::types::{Extent, Shape, ValueType};
use graph_math::order::LANES;

use super::{Adds, Options, Parts, Pipeline, Points, Program};

/// The numbers of rows of tiles: the most that pays, and few, which waste little where the last tile
/// is not full. A tile of many rows is a loop whose sums and constants stay in registers.
const SIZES: [usize; 2] = [32, FEW];

/// Those where rows are multiplied by a matrix: a product kernel copies the matrix for each tile,
/// and runs in the widest registers of the processor only where it is large.
const OF_PRODUCTS: [usize; 2] = [64, FEW];

const FEW: usize = 8;

/// How many elements a row may have, at most, in a tile of many rows: wider ones are loops by
/// themselves, and tiles shall stay in the fastest caches.
const NARROW: usize = 64;

/// How many elements a value may have in a tile for products, at most, unless it is smaller than a
/// matrix there: those fit in the second-level cache.
const WIDE: usize = 16 * 1024;

/// How many nodes the graph of a tile of many rows may have: it is compiled once more for each size.
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
        let tiling = in_tiles(prepared)?;
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
        let is_told = own.runs != Runs::While;
        if is_short || !is_told || own.stacked.is_empty() || !own.body.symbols().is_empty() {
            return Ok(None);
        }
        let (captured, carried) = (own.captured.len(), own.carried.len());
        let results = &own.results;
        let apart = Apart::of(&own.body, captured, carried)?;
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

/// The computation in tiles of as many rows as pay.
fn in_tiles(prepared: &Graph) -> Result<Tiling> {
    let tiling = tile(prepared, &[FEW])?;
    let all = passes(&tiling.steps);
    if all.iter().any(|pass| pass.graphs.iter().any(is_long)) {
        return Ok(tiling);
    }
    if all.iter().any(|pass| multiplies(pass)) {
        let large = tile(prepared, &OF_PRODUCTS)?;
        if passes(&large.steps).iter().all(|pass| fits(pass)) {
            return Ok(large);
        }
    }
    match all.iter().all(|pass| is_narrow(pass)) {
        true => tile(prepared, &SIZES),
        false => Ok(tiling),
    }
}

/// The passes of steps, and of loops and branches among them. Recurses as deeply as those are nested.
fn passes(steps: &[Step]) -> Vec<&Pass> {
    let passes = steps.iter().flat_map(|step| match step {
        Step::Pass(pass) => alloc::vec![pass],
        Step::Loop(own) => passes(&own.tiling.steps),
        Step::Branch(own) => {
            let sides = own.sides.iter();
            sides.flat_map(|side| passes(&side.tiling.steps)).collect()
        }
        Step::Once(_) | Step::Assemble(_) | Step::Join(_) | Step::Scatter(_) | Step::Kernel(_) => {
            Vec::new()
        }
    });
    passes.collect()
}

fn is_long(graph: &Graph) -> bool {
    graph.len() > SHORT
}

/// Whether all values of a pass over few rows have narrow rows.
fn is_narrow(pass: &Pass) -> bool {
    let mut graphs = pass.graphs.iter();
    graphs.all(|graph| graph.ids().all(|id| size(graph, id) <= FEW * NARROW))
}

/// Whether a pass multiplies rows by a matrix of several rows and columns.
fn multiplies(pass: &Pass) -> bool {
    let multiplies = |graph: &Graph, id| {
        let OpView::Contract(spec) = graph.view(id) else {
            return false;
        };
        let [left, right] = [0, 1].map(|operand| &graph.ty(graph.arguments(id)[operand]).shape);
        let count = |shape: &Shape, axes: Vec<usize>| -> Extent {
            axes.iter().map(|&axis| shape.count_along(axis)).product()
        };
        let rows = count(left, spec.left_free(left.rank()));
        let columns = count(right, spec.right_free(right.rank()));
        let mut extents = [rows, columns, spec.count(left)].into_iter();
        extents.all(|extent| extent.known().is_some_and(|extent| extent >= FEW))
    };
    let mut graphs = pass.graphs.iter();
    graphs.any(|graph| graph.ids().any(|id| multiplies(graph, id)))
}

/// Whether all values of a pass fit in the second-level cache, or are smaller than an array that all
/// tiles share.
fn fits(pass: &Pass) -> bool {
    let inputs = |graph: &Graph| -> usize {
        let shared = graph.inputs().iter().zip(&pass.inputs);
        let shared = shared.filter(|(_, operand)| matches!(operand, Operand::Whole(_)));
        shared
            .map(|(input, _)| size(graph, input.node))
            .max()
            .unwrap_or(0)
    };
    let mut graphs = pass.graphs.iter();
    graphs.all(|graph| {
        let most = inputs(graph).max(WIDE);
        graph.ids().all(|id| size(graph, id) <= most)
    })
}

/// The number of elements of a value of known extents.
fn size(graph: &Graph, id: NodeId) -> usize {
    match graph.value_type(id) {
        ValueType::Tensor(ty) => ty.shape.count().known().unwrap_or(0),
        ValueType::Tuple(_) => 0,
    }
}
