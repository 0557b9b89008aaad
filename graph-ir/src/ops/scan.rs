//! Loops that carry values from one iteration to the next.

use alloc::vec::Vec;
use core::fmt;

use super::operator::{Cost, Depends, Forward, Operator, Reads, Reverse, Role, Tangents, Typing};
use super::{Op, Stored, axis};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{FunctionId, Graph, ListId, NodeId, expect_types};
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Element, Extent, MAX_SIZE, Shape, Type};

/// A loop. Its node's arguments are the captured values, the initial carried values and the
/// stacked inputs; its results are the final carried values and the stacked outputs.
///
/// The body takes the captured values, the carried values and one slice of each stacked input
/// along axis 0, and yields the next carried values and one slice of each stacked output.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scan {
    /// The body.
    pub body: FunctionId,
    /// The number of values that are the same in every iteration.
    pub captured: usize,
    /// The number of values handed from one iteration to the next.
    pub carried: usize,
    /// The number of iterations: the extent of axis 0 of every stacked input and output. At most
    /// [`MAX_SIZE`](crate::types::MAX_SIZE).
    pub length: Extent,
    /// Whether the iterations run from the last slice to the first.
    pub reverse: bool,
    /// How many iterations apart the carried values are that reverse mode keeps; those in between
    /// are computed again. `None`, and 0, leave the choice to reverse mode.
    pub checkpoint: Option<Extent>,
    /// Which iterations run.
    pub runs: Runs,
}

/// Which iterations of a loop run. The others leave the carried values as they are, and the slices
/// of stacked outputs that they would write are zero (`false`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Runs {
    /// All of them.
    #[default]
    All,
    /// The loop, which runs from the first slice on, ends before the first iteration at whose start
    /// the first carried value, which is one `bool`, is `false`.
    While,
    /// Those on the first slices of the stacked values, as many as the first captured value, which
    /// is one `i64`, says: none below 0. A loop from the last slice to the first therefore begins
    /// at the last of these. A number above the length ends an evaluation with an error, as an
    /// index that is out of range does.
    Count,
}

/// The iterations of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Iterations {
    /// [`Scan::length`].
    pub length: Extent,
    /// [`Scan::reverse`].
    pub reverse: bool,
    /// [`Scan::checkpoint`].
    pub checkpoint: Option<Extent>,
    /// [`Scan::runs`].
    pub runs: Runs,
}

impl Iterations {
    /// So many, all of which run.
    pub fn new(length: impl Into<Extent>, reverse: bool, checkpoint: Option<Extent>) -> Self {
        Self {
            length: length.into(),
            reverse,
            checkpoint,
            runs: Runs::All,
        }
    }
}

impl Runs {
    const ALL: [(Self, &'static str); 3] = [
        (Self::All, ""),
        (Self::While, "while"),
        (Self::Count, "counted"),
    ];

    /// The number that stands for it in lists.
    fn number(self) -> usize {
        self as usize
    }

    fn of_number(number: usize) -> Self {
        let all = Self::ALL.get(number);
        all.map_or(Self::All, |&(runs, _)| runs)
    }
}

impl Scan {
    /// The position along axis 0 of stacked values that the iteration of this number, which is
    /// less than the length, reads and writes; also, the number of the iteration that writes a
    /// position.
    #[must_use]
    ///
    /// # Panics
    /// As [`Self::iterations`].
    pub fn row(&self, iteration: usize) -> usize {
        match self.reverse {
            true => self.iterations() - 1 - iteration,
            false => iteration,
        }
    }

    /// The number of iterations.
    ///
    /// # Panics
    /// When it is symbolic.
    #[must_use]
    pub fn iterations(&self) -> usize {
        match self.length.known() {
            Some(length) => length,
            None => panic!("`{}` is not known", self.length),
        }
    }

    /// The attributes as they are stored, without the body.
    pub(crate) fn to_list(&self) -> Vec<Extent> {
        alloc::vec![
            self.captured.into(),
            self.carried.into(),
            self.length.clone(),
            usize::from(self.reverse).into(),
            self.checkpoint.clone().unwrap_or(Extent::from(0)),
            self.runs.number().into(),
        ]
    }

    pub(super) fn read(stored: Stored<'_>, body: FunctionId, attributes: ListId) -> Self {
        let list = stored.list(attributes);
        let entry = |i: usize| list.get(i).map_or(0, axis);
        Self {
            body,
            captured: entry(0),
            carried: entry(1),
            length: list.get(2).map_or(Extent::from(0), Extent::clone),
            reverse: entry(3) == 1,
            checkpoint: list.get(4).filter(|every| **every != 0).cloned(),
            runs: Runs::of_number(entry(5)),
        }
    }

    /// The types of the results, if the body fits the arguments and the carried values.
    pub(crate) fn ty(&self, arguments: &[&Type], body: &Graph) -> Result<Vec<Type>> {
        // Stacked values bound the length by their own size; a loop may have none.
        if self.length.known().is_some_and(|length| length > MAX_SIZE) {
            return Err(Error::TooLong {
                length: self.iterations(),
            });
        }
        let state = self.captured.saturating_add(self.carried);
        expect_at_least("loop values", state, arguments.len())?;
        expect_at_least(
            "results of a loop's body",
            self.carried,
            body.outputs().len(),
        )?;
        self.check_runs(arguments)?;
        let (whole, stacked) = arguments.split_at(state);
        let slices = stacked.iter().enumerate();
        let slices = slices.map(|(position, ty)| unstack(ty, &self.length, position));
        let slices: Vec<Type> = slices.collect::<Result<_>>()?;
        let inputs = whole.iter().copied().chain(&slices);
        let inputs: Vec<&Type> = inputs.collect();
        expect_types(
            ["loop value", "loop values"],
            body.input_types(),
            inputs.into_iter(),
        )?;
        let carried = whole[self.captured..].iter().copied();
        let outputs: Vec<&Type> = body.output_types().collect();
        let (next, stacks) = outputs.split_at(self.carried);
        expect_types(
            ["carried value", "carried values"],
            carried,
            next.iter().copied(),
        )?;
        let stacks = stacks.iter().map(|ty| stack(ty, &self.length));
        next.iter()
            .map(|ty| Ok((*ty).clone()))
            .chain(stacks)
            .collect()
    }

    /// Whether the value that says which iterations run is there, and of its type.
    fn check_runs(&self, arguments: &[&Type]) -> Result<()> {
        let (what, position, count, expected) = match self.runs {
            Runs::All => return Ok(()),
            Runs::While => (
                "carried value",
                self.captured,
                self.carried,
                Type::scalar(Element::Bool),
            ),
            Runs::Count => (
                "captured value",
                0,
                self.captured,
                Type::scalar(Element::I64),
            ),
        };
        if self.runs == Runs::While && self.reverse {
            return Err(Error::EndsBackwards);
        }
        expect_at_least("values that say how often a loop runs", 1, count)?;
        match *arguments[position] == expected {
            true => Ok(()),
            false => Err(Error::SignatureMismatch {
                what,
                position: 0,
                expected,
                found: arguments[position].clone(),
            }),
        }
    }

    /// Whether a carried value is the one that ends the loop.
    #[must_use]
    pub fn ends_by(&self, carried: usize) -> bool {
        self.runs == Runs::While && carried == 0
    }

    /// Whether the iterations have to run from the last one to the first. The order makes no
    /// difference where no condition ends the loop, none has an effect, and none changes a value that
    /// the loop carries.
    #[must_use]
    pub fn must_run_back(&self, body: &Graph) -> bool {
        let has_any_order = || {
            self.runs != Runs::While
                && !body.has_effects()
                && (0..self.carried).all(|position| self.hands_on(body, position))
        };
        self.reverse && !has_any_order()
    }

    /// Whether every iteration hands a carried value on as it is.
    #[must_use]
    pub fn hands_on(&self, body: &Graph, carried: usize) -> bool {
        let (output, input) = (body.outputs()[carried].node, self.captured + carried);
        matches!(body.op(output), Op::Input(own) if own as usize == input)
    }

    /// Whether a captured value is the number of iterations that run.
    #[must_use]
    pub fn counts_by(&self, captured: usize) -> bool {
        self.runs == Runs::Count && captured == 0
    }
}

impl Operator for Scan {
    fn name(&self) -> &'static str {
        "scan"
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        node.needs([self.length.clone()]);
        self.ty(node.operands, &node.graph.function(self.body).graph)
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word("scan ")?;
        text.function(self.body)?;
        let Self {
            captured,
            carried,
            length,
            ..
        } = self;
        text.word(format_args!(
            " captured {captured} carried {carried} length {length}"
        ))?;
        if self.reverse {
            text.word(" reverse")?;
        }
        if let Some(every) = &self.checkpoint {
            text.word(format_args!(" checkpoint {every}"))?;
        }
        let runs = Runs::ALL.iter().find(|(runs, _)| *runs == self.runs);
        if let Some((_, word)) = runs.filter(|(_, word)| !word.is_empty()) {
            text.word(format_args!(" {word}"))?;
        }
        text.arguments()
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        if word != "scan" {
            return Ok(None);
        }
        let body = text.function()?;
        let line = &mut *text.line;
        line.expect_keyword("captured")?;
        let captured = line.small("the number of captured values")?;
        line.expect_keyword("carried")?;
        let carried = line.small("the number of carried values")?;
        line.expect_keyword("length")?;
        let before = *line;
        let length = line.extent("the number of iterations")?;
        if length.is_negative() {
            return Err(before.expected("the number of iterations"));
        }
        let reverse = line.keyword("reverse");
        let checkpoint = match line.keyword("checkpoint") {
            true => {
                let before = *line;
                let every = line.extent("the iterations between checkpoints")?;
                if every == 0 || every.is_negative() {
                    return Err(before.expected("the iterations between checkpoints"));
                }
                Some(every)
            }
            false => None,
        };
        let words = Runs::ALL.iter().filter(|(_, word)| !word.is_empty());
        let mut runs = Runs::All;
        for &(own, word) in words {
            if line.keyword(word) {
                runs = own;
            }
        }
        let scan = Self {
            body,
            captured,
            carried,
            length,
            reverse,
            checkpoint,
            runs,
        };
        let attributes = text.list(scan.to_list());
        text.plain(Op::Scan(body, attributes))
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        node.scan(self)
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        node.scan(self)
    }

    fn reads(&self, _: &dyn Fn(usize) -> bool) -> Reads {
        Reads::All
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Scan(self.clone())
    }

    fn cost(&self, _: &Graph, _: NodeId) -> Cost {
        Cost::Function(self.body, self.length.estimate())
    }

    fn role(&self) -> Role {
        Role::Region
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

fn expect_at_least(what: &'static str, expected: usize, found: usize) -> Result<()> {
    if found >= expected {
        return Ok(());
    }
    Err(Error::CountMismatch {
        what,
        expected,
        found,
    })
}

/// One slice of a stacked value along axis 0.
fn unstack(ty: &Type, length: &Extent, position: usize) -> Result<Type> {
    if ty.shape.rank() > 0 && ty.shape.count_along(0) == *length {
        return Ok(ty.row());
    }
    Err(Error::SignatureMismatch {
        what: "stacked input",
        position,
        expected: stack(ty, length)?,
        found: ty.clone(),
    })
}

/// As many slices along a new axis 0.
fn stack(ty: &Type, length: &Extent) -> Result<Type> {
    let counts = core::iter::once(length.clone()).chain(ty.shape.counts());
    Ok(ty.with_shape(Shape::of(counts)?))
}
