//! Repeats a function as often as the input asks, and writes its result with the time of each run.

use std::io;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::ser::{Formatter, Serializer};

use crate::failure::{Failure, Result};

/// The result of a function as JSON, and the time of each run.
pub(crate) struct Answer {
    /// The text of the result.
    pub(crate) output: Vec<u8>,
    /// The preparation, then the runs.
    pub(crate) timings: Vec<Timing>,
}

/// How long something took, as the protocol writes it.
#[derive(Serialize)]
pub(crate) struct Timing {
    name: &'static str,
    nanoseconds: u64,
}

impl Timing {
    fn new(name: &'static str, time: Duration) -> Self {
        Self {
            name,
            nanoseconds: u64::try_from(time.as_nanos()).unwrap_or(u64::MAX),
        }
    }
}

/// An input: its own fields, and how often the function is to run.
pub(crate) struct Query<I> {
    pub(crate) fields: I,
    runs: Runs,
}

impl<I: DeserializeOwned> Query<I> {
    /// Reads an input.
    pub(crate) fn of(input: &str) -> Result<Self> {
        Ok(Self {
            fields: serde_json::from_str(input).map_err(Failure::Input)?,
            runs: Runs::of(input)?,
        })
    }
}

/// How often a function is to run: so many times, and so long.
#[derive(Default, Deserialize)]
struct Runs {
    #[serde(default)]
    min_runs: u64,
    #[serde(default)]
    min_seconds: f64,
}

impl Runs {
    /// Those that an input asks for. An input without fields asks for none.
    fn of(input: &str) -> Result<Self> {
        if input.starts_with('{') {
            serde_json::from_str(input).map_err(Failure::Input)
        } else {
            Ok(Self::default())
        }
    }
}

/// The operands of a function: the input, checked and laid out.
pub(crate) trait Prepare: Sized {
    /// The input as the suite sends it.
    type Input;

    /// Checks the input and lays it out.
    fn prepare(input: Self::Input) -> Result<Self>;
}

/// Prepares an input, runs a function of it as often as the input asks, and shows the result of the
/// last run. Every run writes to the same place, `output` at first, and only the runs themselves
/// are timed.
pub(crate) fn repeated<P: Prepare, O>(
    Query { fields, runs }: Query<P::Input>,
    mut output: O,
    mut compute: impl FnMut(&P, &mut O) -> Result<()>,
    show: impl FnOnce(&P, &O) -> Result<Vec<u8>>,
) -> Result<Answer> {
    let start = Instant::now();
    let prepared = P::prepare(fields)?;
    let mut timings = vec![Timing::new("prepare", start.elapsed())];
    let mut total = Duration::ZERO;
    let mut run = 0;
    while run < runs.min_runs.max(1) || total.as_secs_f64() < runs.min_seconds {
        let start = Instant::now();
        compute(&prepared, &mut output)?;
        let time = start.elapsed();
        timings.push(Timing::new("evaluate", time));
        total += time;
        run += 1;
    }
    Ok(Answer {
        output: show(&prepared, &output)?,
        timings,
    })
}

/// The text of a result. A number that is not finite is an error: JSON has none.
pub(crate) fn json(value: &(impl Serialize + ?Sized)) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Finite);
    value.serialize(&mut serializer).map_err(Failure::Output)?;
    Ok(text)
}

/// Writes finite numbers alone.
struct Finite;

impl Formatter for Finite {
    /// The text that serde_json writes for a number that is not finite, and for an option, of which
    /// the results have none.
    fn write_null<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        Err(io::Error::other("a number is infinite or not a number"))
    }
}
