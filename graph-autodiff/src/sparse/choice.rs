//! The choice among the ways to a sparse matrix: the one of the least operations.

use alloc::vec::Vec;

use graph_ir::builder::Builder;
use graph_ir::error::{Error, Result};
use graph_ir::graph::Graph;
use graph_ir::passes::unfolded_size;

use super::recover::{self, Recovery};
use super::{Task, cost, entries, products};
use crate::colouring::{self, Colouring, Sides, recovery};
use crate::{forward, jacobian as dense, reverse};

/// How the entries of a sparse matrix are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// There are none.
    Empty,
    /// Entry by entry, as straight code.
    Entries,
    /// As a dense matrix, row by row.
    Rows,
    /// From so many products with directions of columns, and directions of rows with it.
    Products {
        /// The number of directions of columns: sweeps forwards.
        columns: usize,
        /// The number of directions of rows: sweeps backwards.
        rows: usize,
        /// Whether some entries are products less others, rather than all read directly.
        substituted: bool,
    },
}

/// A dense matrix has at most so many rows and elements, of a function of so many nodes for all
/// rows together.
const ROWS: usize = 16;
const ROW_ELEMENTS: usize = 1_000;
const ROW_NODES: usize = 4_000;

/// A way to the entries by products.
struct Products {
    sides: Sides,
    recovery: Recovery,
}

impl Products {
    fn method(&self) -> Method {
        Method::Products {
            columns: self.sides.columns.count(),
            rows: self.sides.rows.count(),
            substituted: matches!(self.recovery, Recovery::Substituted(_)),
        }
    }

    /// The function's outputs and then the entries, as a graph over its inputs.
    fn graph(&self, task: &Task<'_>) -> Result<Graph> {
        let builder = Builder::new();
        builder.continue_graph(task.function);
        let inputs = builder.copy_inputs(task.function);
        let (outputs, products) = products::products(task, &builder, &inputs, &self.sides)?;
        let outputs = match outputs {
            Some(outputs) => outputs,
            None => builder.embed(task.function, &inputs)?,
        };
        let columns = self.sides.columns.count();
        let entries = self.recovery.entries(task, &builder, products, columns)?;
        for wire in outputs.iter().chain([&entries]) {
            builder.output("", *wire)?;
        }
        drop((inputs, outputs));
        builder.finish()
    }
}

/// The costs of a function and of its sweeps.
struct Prices {
    value: u64,
    forward: u64,
    reverse: u64,
}

impl Prices {
    fn of(task: &Task<'_>, with_reverse: bool) -> Result<Self> {
        let value = cost::of(task.function)?;
        let more = |graph: Graph| -> Result<u64> {
            let cost = cost::of(&graph)?;
            Ok(cost.saturating_sub(value).max(1))
        };
        Ok(Self {
            value,
            forward: more(forward(task.function, task.wrt)?)?,
            reverse: match with_reverse {
                true => more(reverse(task.function, task.wrt)?)?,
                false => u64::MAX,
            },
        })
    }

    fn of_products(&self, products: &Products) -> u64 {
        let Sides { rows, columns } = &products.sides;
        let times = |count: usize, price: u64| price.saturating_mul(count as u64);
        let forward = times(columns.count(), self.forward);
        let reverse = match rows.count() {
            0 => 0,
            count => times(count, self.reverse),
        };
        let reading = products.recovery.cost().unwrap_or(u64::MAX);
        [forward, reverse, reading]
            .into_iter()
            .fold(self.value, u64::saturating_add)
    }
}

/// The cheapest way to a Jacobian, as a graph that yields the function's outputs and the entries.
pub(super) fn jacobian(task: &Task<'_>) -> Result<(Method, Graph)> {
    if task.pattern.entries() == 0 {
        return Ok((Method::Empty, empty(task)?));
    }
    let prices = Prices::of(task, true)?;
    let price = |price: u64| usize::try_from(price).unwrap_or(usize::MAX);
    let sides = colouring::both(task.pattern, price(prices.reverse), price(prices.forward));
    let products = Products {
        recovery: Recovery::Direct(recovery::sides(task.pattern, &sides)),
        sides,
    };
    let mut others = Vec::new();
    let (rows, columns) = (task.pattern.rows(), task.pattern.columns());
    let few = rows <= ROWS && rows.saturating_mul(columns) <= ROW_ELEMENTS;
    if few && rows.saturating_mul(unfolded_size(task.function)) <= ROW_NODES {
        others.push((Method::Rows, by_rows(task)?));
    }
    cheapest(task, &prices, alloc::vec![products], others)
}

/// The cheapest way to the lower triangle of a Hessian, of which the task's function is the
/// gradient.
pub(super) fn hessian(task: &Task<'_>) -> Result<(Method, Graph)> {
    if task.pattern.entries() == 0 {
        return Ok((Method::Empty, empty(task)?));
    }
    let prices = Prices::of(task, false)?;
    let by_columns = |columns: Colouring, recovery| Products {
        sides: Sides {
            rows: Colouring::new(Vec::new()),
            columns,
        },
        recovery,
    };
    let star = colouring::star(task.pattern);
    let places = recovery::star(task.pattern, &star);
    let acyclic = colouring::acyclic(task.pattern);
    let mut products = Vec::new();
    if acyclic.count() < star.count() {
        let steps = recovery::acyclic(task.pattern, &acyclic);
        products.push(by_columns(acyclic, Recovery::Substituted(steps)));
    }
    products.push(by_columns(star, Recovery::Direct(places)));
    cheapest(task, &prices, products, Vec::new())
}

/// The cheapest of the ways by products, of these graphs, and of the entries one by one.
fn cheapest(
    task: &Task<'_>,
    prices: &Prices,
    products: Vec<Products>,
    mut others: Vec<(Method, Graph)>,
) -> Result<(Method, Graph)> {
    let products = { products.into_iter() }.min_by_key(|way| prices.of_products(way));
    let products = products.ok_or(Error::OutOfScope)?;
    let mut best = None;
    let mut least = prices.of_products(&products);
    // The savings of simplification in the entries are not known yet.
    if let Some(entries) = entries::graph(task, least.saturating_mul(4))? {
        others.push((Method::Entries, entries));
    }
    for (method, graph) in others {
        let cost = cost::of(&graph)?;
        if cost <= least {
            least = cost;
            best = Some((method, graph));
        }
    }
    match best {
        Some(best) => Ok(best),
        None => Ok((products.method(), products.graph(task)?)),
    }
}

/// The entries of the dense matrix.
fn by_rows(task: &Task<'_>) -> Result<Graph> {
    let matrix = dense(task.function, task.wrt)?;
    finished(task, |builder, inputs| {
        let matrix = builder.embed(&matrix, inputs)?;
        let flat = products::flat(builder, &matrix)?;
        // One by one, so that unwanted outputs need not be computed.
        let entries = recover::in_matrix(task.pattern).map(|position| {
            let position = i64::try_from(position).unwrap_or(i64::MAX);
            builder.index(flat, 0, position)
        });
        builder.stack(&entries.collect::<Result<Vec<_>>>()?, 0)
    })
}

fn empty(task: &Task<'_>) -> Result<Graph> {
    finished(task, |builder, _| recover::none(builder, task))
}

/// The function with one more output.
fn finished(
    task: &Task<'_>,
    entries: impl for<'b> FnOnce(&'b Builder, &[graph_ir::Wire<'b>]) -> Result<graph_ir::Wire<'b>>,
) -> Result<Graph> {
    let builder = Builder::new();
    builder.continue_graph(task.function);
    let inputs = builder.copy_inputs(task.function);
    for output in builder.embed(task.function, &inputs)? {
        builder.output("", output)?;
    }
    builder.output("", entries(&builder, &inputs)?)?;
    drop(inputs);
    builder.finish()
}
