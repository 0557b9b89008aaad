//! The way from a graph to a program, as a list of named stages.
//!
//! The macro, the executor and a dump run the same list. The program between two stages can be
//! inspected: `adgraph dump FILE --after fuse` and `ADGRAPH_DUMP=after:fuse cargo build` print it,
//! and `tests/stages` compares it with recorded texts.

use core::fmt;

use graph_ir::error::Result;
use graph_ir::graph::Graph;
use graph_ir::passes::{self, Step};

use super::batch::{Points, accumulate, widen};
use super::contract::contract;
use super::dead_stores::eliminate_dead_stores;
use super::fuse::fuse;
use super::merge_branches::merge_branches;
use super::outline::outline;
use super::schedule::{is_of_numbers, lower};
use super::share_branches::share_branches;
use super::simplify::simplify;
use super::storage::allocate;
use super::{Options, Program};

/// Generates [`Stage`] from rows of name, description and input of a stage.
macro_rules! stages {
    ($($(#[$doc:meta])+ $stage:ident = $name:literal;)+) => {
        /// A stage on the way from a graph to a program, in the order in which they run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Stage {
            $($(#[$doc])+ $stage,)+
        }

        impl Stage {
            /// All stages, in their order.
            pub const ALL: &[Self] = &[$(Self::$stage),+];

            /// The name of the stage, as a dump asks for it.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$stage => $name,)+
                }
            }
        }
    };
}

stages! {
    /// Calls of functions are replaced by their bodies.
    Inline = "inline";
    /// Operators that are said in terms of others are replaced by their bodies.
    Expand = "expand";
    /// Sums that both sides of a branch in a loop add to are formed behind it.
    BranchSums = "branch-sums";
    /// Rows that loops read up to the end of arrays become rows of the loops.
    LastRows = "last-rows";
    /// Values that each iteration of a loop computes alike are computed once.
    Hoist = "hoist";
    /// Counters of loops whose rows do not depend on each other are read as rows.
    Counters = "counters";
    /// Loops over rows are replaced by operators over arrays.
    RowLoops = "row-loops";
    /// Loops over the same rows that do not wait for each other become one.
    FuseLoops = "fuse-loops";
    /// Constants are folded, operators simplified, equal nodes shared and dead ones dropped.
    Optimize = "optimize";
    /// The graph becomes loops over buffers and straight-line code.
    Lower = "lower";
    /// Neighbouring loops over the same positions become one.
    Fuse = "fuse";
    /// Statements are simplified and equal ones shared.
    Simplify = "simplify";
    /// Branches on one condition share their values.
    ShareBranches = "share-branches";
    /// Later branches are merged into earlier ones on the same condition.
    MergeBranches = "merge-branches";
    /// Variables and stores that nobody reads are dropped.
    DeadStores = "dead-stores";
    /// Products are contracted with the sums that use them, where that is allowed.
    Contract = "contract";
    /// Statements compute a vector with a point in each lane, where there are many points.
    Widen = "widen";
    /// Adds results to the contents of their buffers, if sums over points are requested.
    Accumulate = "accumulate";
    /// Long blocks become functions of their own, where the back end has functions.
    Outline = "outline";
    /// Local buffers get memory, which those that are not needed at the same time share.
    Allocate = "allocate";
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl core::str::FromStr for Stage {
    type Err = UnknownStage;

    fn from_str(name: &str) -> core::result::Result<Self, UnknownStage> {
        let mut stages = Self::ALL.iter().copied();
        stages
            .find(|stage| stage.name() == name)
            .ok_or(UnknownStage)
    }
}

/// The error of a name that no stage has. It lists the names that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownStage;

impl fmt::Display for UnknownStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no such stage; the stages are ")?;
        for (position, stage) in Stage::ALL.iter().enumerate() {
            let comma = if position > 0 { ", " } else { "" };
            write!(f, "{comma}{stage}")?;
        }
        Ok(())
    }
}

impl core::error::Error for UnknownStage {}

/// The form of a function after a stage. It is displayed as text.
#[derive(Clone, Copy, Debug)]
pub enum StageForm<'a> {
    /// Before it is scheduled.
    Graph(&'a Graph),
    /// Afterwards.
    Program(&'a Program),
}

impl fmt::Display for StageForm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Graph(graph) => graph.fmt(f),
            Self::Program(program) => program.fmt(f),
        }
    }
}

/// Is told of each stage that has run, and shown the form after it.
pub type Observer<'o> = &'o mut dyn FnMut(Stage, StageForm<'_>);

/// The stages with their options.
///
/// ```
/// use graph_ir::graph::InputKind;
/// use graph_ir::{Builder, Element, Type};
/// use graph_program::{Options, Pipeline, Stage};
///
/// let builder = Builder::new();
/// let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
/// builder.output("y", x.sin() * 2.0)?;
/// let graph = builder.finish()?;
///
/// let mut ran = Vec::new();
/// let pipeline = Pipeline::new(Options::default());
/// pipeline.run_observed(&graph, &mut |stage, _| ran.push(stage))?;
/// assert_eq!(ran.first(), Some(&Stage::Inline));
/// assert_eq!(ran.last(), Some(&Stage::Allocate));
/// # Ok::<(), graph_ir::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pipeline {
    options: Options,
}

impl Pipeline {
    /// The stages under these options.
    #[must_use]
    pub const fn new(options: Options) -> Self {
        Self { options }
    }

    /// The options.
    pub(super) const fn options(self) -> Options {
        self.options
    }

    /// The program that computes a graph's results.
    ///
    /// # Errors
    /// As [`Self::prepare`] and [`Self::schedule`].
    pub fn run(self, graph: &Graph) -> Result<Program> {
        self.run_observed(graph, &mut |_, _| {})
    }

    /// [`Self::run`], where `observer` is shown the form after each stage that runs.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_observed(self, graph: &Graph, observer: Observer<'_>) -> Result<Program> {
        let prepared = self.prepare_observed(graph, observer)?;
        self.schedule_observed(&prepared, observer)
    }

    /// The stages over graphs: inlined, expanded and optimised, as [`Self::schedule`] takes it.
    ///
    /// # Errors
    /// Those of the passes.
    pub fn prepare(self, graph: &Graph) -> Result<Graph> {
        self.prepare_observed(graph, &mut |_, _| {})
    }

    fn prepare_observed(self, graph: &Graph, observer: Observer<'_>) -> Result<Graph> {
        let mut shown = |step, graph: &Graph| {
            let stage = match step {
                Step::Inline => Stage::Inline,
                Step::Expand => Stage::Expand,
                Step::BranchSums => Stage::BranchSums,
                Step::LastRows => Stage::LastRows,
                Step::Hoist => Stage::Hoist,
                Step::Counters => Stage::Counters,
                Step::RowLoops => Stage::RowLoops,
                Step::FuseLoops => Stage::FuseLoops,
                Step::Optimize => Stage::Optimize,
            };
            observer(stage, StageForm::Graph(graph));
        };
        passes::prepare_observed(graph, self.options.assumptions(), &mut shown)
    }

    /// The program of a graph that is prepared. Its inputs and outputs are the graph's; effects are
    /// not part of it, and values that only they need are not computed ([`Options::effects`] asks
    /// for them).
    ///
    /// # Errors
    /// [`Error::NotPrepared`] when there is a call or a composite; [`Error::TooManyNodes`] when
    /// inner graphs, each written out wherever it is used, would grow to more than
    /// [`MAX_INLINED`](passes::MAX_INLINED) nodes.
    ///
    /// [`Error::NotPrepared`]: graph_ir::Error::NotPrepared
    /// [`Error::TooManyNodes`]: graph_ir::Error::TooManyNodes
    pub fn schedule(self, prepared: &Graph) -> Result<Program> {
        self.schedule_observed(prepared, &mut |_, _| {})
    }

    fn schedule_observed(self, prepared: &Graph, observer: Observer<'_>) -> Result<Program> {
        let mut staged = self.scheduled(prepared, observer)?;
        self.finish(&mut staged);
        Ok(staged.program)
    }

    /// The program of a prepared graph that computes its results for
    /// [`LANES`](graph_math::order::LANES) points at once. Inputs that differ between points, and
    /// all outputs, have a trailing axis of that extent.
    ///
    /// Both sides of a branch are computed where its condition differs between points; each point
    /// takes what is its own. Integers that differ between points are computed one point after the
    /// other.
    ///
    /// `None` where that cannot be said with lanes: where points repeat a loop differently often,
    /// where no floats differ or those of several types do, where arrays of truth values differ, and
    /// where a function of the host is called.
    ///
    /// # Errors
    /// Those of [`Self::schedule`].
    pub fn schedule_points(self, prepared: &Graph, points: Points<'_>) -> Result<Option<Program>> {
        self.schedule_points_observed(prepared, points, &mut |_, _| {})
    }

    /// [`Self::schedule_points`], where `observer` is shown the form after each stage that runs.
    ///
    /// # Errors
    /// Those of [`Self::schedule`].
    pub fn schedule_points_observed(
        self,
        prepared: &Graph,
        points: Points<'_>,
        observer: Observer<'_>,
    ) -> Result<Option<Program>> {
        let Some(mut staged) = self.in_lanes(prepared, points, observer)? else {
            return Ok(None);
        };
        self.finish(&mut staged);
        Ok(Some(staged.program))
    }

    /// The program of [`Self::schedule_points`] as a part of another one, whose own stages finish
    /// it.
    pub(super) fn points_within(
        self,
        prepared: &Graph,
        points: Points<'_>,
    ) -> Result<Option<Program>> {
        let observer: Observer<'_> = &mut |_, _| {};
        let staged = self.in_lanes(prepared, points, observer)?;
        Ok(staged.map(|staged| staged.program))
    }

    /// The stages from lowering to those over lanes.
    fn in_lanes<'o>(
        self,
        prepared: &Graph,
        points: Points<'_>,
        observer: Observer<'o>,
    ) -> Result<Option<Staged<'o>>> {
        let options = Options {
            scalars: true,
            ..self.options
        };
        let mut staged = Self { options }.scheduled(prepared, observer)?;
        let Some(widened) = widen(&staged.program, points.own) else {
            return Ok(None);
        };
        staged.run(Stage::Widen, |program| *program = widened);
        if points.adds.adds_any() {
            let accumulate = |program: &mut Program| accumulate(program, points.adds);
            staged.run(Stage::Accumulate, accumulate);
            if options.contract {
                contract_products(&mut staged.program);
            }
        }
        Ok(Some(staged))
    }

    /// The stages from lowering to contraction.
    fn scheduled<'o>(self, prepared: &Graph, observer: Observer<'o>) -> Result<Staged<'o>> {
        let options = self.options;
        let program = lower(prepared, options)?;
        let mut staged = Staged { program, observer };
        staged.show(Stage::Lower);
        staged.run(Stage::Fuse, fuse);
        if options.finite || !is_of_numbers(prepared) {
            let simplify = |program: &mut Program| simplify(program, options.finite);
            staged.run(Stage::Simplify, simplify);
            for (stage, pass) in BRANCHES {
                staged.run(stage, |program| {
                    if pass(program) {
                        simplify(program);
                    }
                });
            }
        }
        staged.run(Stage::DeadStores, eliminate_dead_stores);
        if options.contract {
            staged.run(Stage::Contract, contract_products);
        }
        Ok(staged)
    }

    /// The stages that every program ends with.
    fn finish(self, staged: &mut Staged<'_>) {
        if let Some(parts) = self.options.parts {
            staged.run(Stage::Outline, |program| outline(program, parts));
        }
        staged.run(Stage::Allocate, allocate);
    }
}

/// The program of a prepared graph under no options: the bits that the graph means, for a back end
/// without functions.
///
/// # Errors
/// As [`Pipeline::schedule`].
pub fn schedule(prepared: &Graph) -> Result<Program> {
    Pipeline::new(Options::default()).schedule(prepared)
}

/// Contracts products with sums, and drops the products that nobody reads any more.
fn contract_products(program: &mut Program) {
    contract(program);
    eliminate_dead_stores(program);
}

/// A stage over branches; whether it has changed anything, and the program is to be simplified.
type OverBranches = fn(&mut Program) -> bool;

const BRANCHES: [(Stage, OverBranches); 2] = [
    (Stage::ShareBranches, share_branches),
    (Stage::MergeBranches, merge_branches),
];

/// A program between two stages.
struct Staged<'o> {
    program: Program,
    observer: Observer<'o>,
}

impl Staged<'_> {
    fn run(&mut self, stage: Stage, pass: impl FnOnce(&mut Program)) {
        pass(&mut self.program);
        self.show(stage);
    }

    fn show(&mut self, stage: Stage) {
        (self.observer)(stage, StageForm::Program(&self.program));
    }
}
