//! Programs of a graph over arrays whose lengths are known at run time.

use alloc::vec::Vec;

use graph_ir::error::Result;
use graph_ir::graph::Graph;
use graph_ir::passes::tile::{Step, Tiling, tile};
use graph_ir::types::ValueType;

use super::{Options, Pipeline, Program};

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
    /// For each step the programs of its graphs.
    pub programs: Vec<Vec<Program>>,
}

impl Pipeline {
    /// The programs of a prepared graph with symbolic extents.
    ///
    /// # Errors
    /// Those of [`tile`] and of [`Self::run`].
    pub fn tile(self, prepared: &Graph) -> Result<TiledProgram> {
        let [_, few] = SIZES;
        let mut tiling = tile(prepared, &[few])?;
        if tiling.steps.iter().all(|step| is_simple(step, few)) {
            tiling = tile(prepared, &SIZES)?;
        }
        let tiles = Self::new(Options {
            tiles: true,
            ..self.options()
        });
        let programs = tiling.steps.iter().map(|step| match step {
            Step::Once(once) => Ok(alloc::vec![self.run(&once.graph)?]),
            Step::Loop(own) => Ok(alloc::vec![self.run(&own.body)?]),
            Step::Pass(pass) => pass.graphs.iter().map(|graph| tiles.run(graph)).collect(),
            Step::Assemble(_) | Step::Scatter(_) => Ok(Vec::new()),
        });
        let programs = programs.collect::<Result<_>>()?;
        Ok(TiledProgram { tiling, programs })
    }
}

/// Whether a step has a short graph of narrow rows, given the number of rows of its tiles.
fn is_simple(step: &Step, rows: usize) -> bool {
    let Step::Pass(pass) = step else {
        return true;
    };
    pass.graphs.iter().all(|graph| {
        let narrow = |id| match graph.value_type(id) {
            ValueType::Tensor(ty) => {
                let size = ty.shape.count().known();
                size.is_none_or(|size| size <= rows * NARROW)
            }
            ValueType::Tuple(_) => true,
        };
        graph.len() <= SHORT && graph.ids().all(narrow)
    })
}
