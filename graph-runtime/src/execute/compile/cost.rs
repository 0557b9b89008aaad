//! Which loops run in strips: of a nest of loops, the one for which the whole nest takes least.
//!
//! Costs are counted in instructions. One over a wide register costs as much as any other, plus a
//! little for each element; more where the elements that it reads or writes lie apart.

use alloc::vec::Vec;

use graph_math::order::LANES;
use graph_program::{Block, Counter, Expression, Index, Position, Program, Statement, Variable};

use super::parallel::Parallel;
use crate::execute::code::STRIP;

/// The cost of an element in an instruction that computes.
const COMPUTED: f64 = 0.06;

/// The cost of an element in an instruction that moves elements side by side.
const CONTIGUOUS: f64 = 0.03;

/// The cost of an element in an instruction that moves elements that lie apart.
const APART: f64 = 0.3;

/// The cost of a term of a product of matrices.
const TERM: f64 = 0.01;

/// Which loops run in strips.
pub(super) struct Strips {
    /// The cost of the program.
    pub(super) cost: f64,
    /// For each counter how many iterations a strip has; 0 where the loop has none.
    rows: Vec<u32>,
    /// For each variable that is the next value of one that a loop folds into: that loop, and the
    /// one folded into.
    folds: Vec<Option<(Counter, Variable)>>,
}

impl Strips {
    pub(super) fn new(program: &Program) -> Self {
        if program.counters.is_empty() {
            // Large programs are those without loops: nothing is written down for their variables.
            return Self {
                cost: statements(&program.body) as f64,
                rows: Vec::new(),
                folds: Vec::new(),
            };
        }
        let mut choice = Choice {
            program,
            parallel: Parallel::new(program),
            strips: Self {
                cost: 0.0,
                rows: alloc::vec![0; program.counters.len()],
                folds: alloc::vec![None; program.variables.len()],
            },
        };
        let cost = choice.block(&program.body);
        Self {
            cost,
            ..choice.strips
        }
    }

    /// Whether a loop runs in strips.
    pub(super) fn has(&self, counter: Counter) -> bool {
        self.rows(counter) > 0
    }

    /// How many iterations a strip of a loop has.
    pub(super) fn rows(&self, counter: Counter) -> u32 {
        self.rows[counter.0 as usize]
    }

    /// The variable that a loop folds into, if this one is its next value.
    pub(super) fn folded_into(&self, next: Variable, counter: Counter) -> Option<Variable> {
        let fold = self.folds[next.0 as usize].filter(|fold| fold.0 == counter);
        fold.map(|fold| fold.1)
    }
}

struct Choice<'p> {
    program: &'p Program,
    parallel: Parallel<'p>,
    strips: Strips,
}

impl<'p> Choice<'p> {
    /// The cost of a block whose loops are each as they are best by themselves.
    fn block(&mut self, block: &'p Block) -> f64 {
        let mut cost = 0.0;
        for statement in block {
            cost += match statement {
                Statement::Loop(counter, body) => self.repeat(*counter, body),
                Statement::Partial(partial) => {
                    self.extent(partial.counter) * (1.0 + self.block(&partial.body))
                }
                Statement::If(branch) => {
                    1.0 + self.block(&branch.then).max(self.block(&branch.otherwise))
                }
                _ => self.single(statement, None, 1.0),
            };
        }
        cost
    }

    fn repeat(&mut self, counter: Counter, body: &'p Block) -> f64 {
        let extent = self.extent(counter);
        let one_by_one = extent * (1.0 + self.block(body));
        if extent < 2.0 {
            return one_by_one;
        }
        let Some(folds) = self.parallel.folds(counter, body) else {
            return one_by_one;
        };
        let rows = match has_lanes(self.program, body) {
            true => STRIP / LANES,
            false => STRIP,
        };
        let width = extent.min(rows as f64);
        let folded = folds.iter().map(|fold| (fold.next, fold.into));
        let folded: Vec<(Variable, Variable)> = folded.collect();
        let side_by_side = extent / width * (1.0 + self.strip(body, counter, width));
        if side_by_side >= one_by_one {
            return one_by_one;
        }
        self.strips.rows[counter.0 as usize] = rows as u32;
        for (next, into) in folded {
            self.strips.folds[next.0 as usize] = Some((counter, into));
        }
        side_by_side
    }

    /// The cost of a block for a strip of so many iterations.
    fn strip(&self, block: &Block, strip: Counter, width: f64) -> f64 {
        let costs = block.iter().map(|statement| match statement {
            Statement::Loop(counter, body) => {
                self.extent(*counter) * (1.0 + self.strip(body, strip, width))
            }
            _ => self.single(statement, Some(strip), width),
        });
        costs.sum()
    }

    /// The cost of a statement without blocks for so many iterations.
    fn single(&self, statement: &Statement, strip: Option<Counter>, width: f64) -> f64 {
        let lanes = |has_lanes: bool| if has_lanes { LANES as f64 } else { 1.0 };
        let (each, elements) = match statement {
            Statement::Let(variable, value) => {
                let each = match value {
                    Expression::Load(place) => moved(&place.index, strip),
                    _ => COMPUTED,
                };
                (each, lanes(self.program.has_lanes(*variable)))
            }
            Statement::Mutable(variable, _) | Statement::Assign(variable, _) => {
                (CONTIGUOUS, lanes(self.program.has_lanes(*variable)))
            }
            Statement::Store(place, _) => {
                let elements = lanes(place.index.has_lanes());
                (moved(&place.index, strip), elements)
            }
            Statement::Product(product) => {
                let terms = product.extents.iter().map(|&extent| extent as f64);
                (TERM, terms.product())
            }
            Statement::Sort(sort) => (
                COMPUTED * f64::from(sort.length.ilog2()),
                sort.length as f64,
            ),
            Statement::Triangular(triangular) => {
                let [rows, columns] = triangular.extents.map(|extent| extent as f64);
                (TERM, rows * rows * columns / 2.0)
            }
            _ => (COMPUTED, 1.0),
        };
        1.0 + each * elements * width
    }

    fn extent(&self, counter: Counter) -> f64 {
        self.program.counters[counter.0 as usize] as f64
    }
}

/// The number of statements of a program without loops.
fn statements(block: &Block) -> usize {
    let counts = block
        .iter()
        .map(|statement| 1 + statement.blocks().map(statements).sum::<usize>());
    counts.sum()
}

/// The cost of moving an element at an index.
fn moved(index: &Index, strip: Option<Counter>) -> f64 {
    let lanes = index.has_lanes();
    let apart = index.terms.iter().any(|term| match term.position {
        Position::Lane => term.stride != 1,
        // Lanes side by side make up for iterations that lie apart.
        Position::Counter(counter) => Some(counter) == strip && !lanes && term.stride != 1,
        // Where a variable leads is not known.
        Position::Variable(_) => true,
    });
    if apart { APART } else { CONTIGUOUS }
}

/// Whether anything in a block has lanes.
fn has_lanes(program: &Program, block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Let(variable, _) | Statement::Mutable(variable, _) => {
            program.has_lanes(*variable)
        }
        Statement::Store(place, _) => place.index.has_lanes(),
        _ => statement.blocks().any(|body| has_lanes(program, body)),
    })
}
