//! Traces of evaluations, on stderr: a line for each operator that is called.

use crate::arguments::TraceFormat;
use crate::failure::{Result, say};
use crate::function::{Function, note_comparisons, text_of};
use crate::inputs::numbers_of;
use crate::tensor::Tensor;
use graph_runtime::execute::{Host, Printed};
use graph_runtime::trace::{Call, Filter, Trace};
use std::cell::Cell;
use std::io::{self, Write};

/// Which calls are shown, and how.
pub(crate) struct Tracing<'a> {
    pub(crate) format: TraceFormat,
    /// The names of values, or words of operators; all calls if there are none.
    pub(crate) only: &'a [String],
    /// The tags of values; with names or operators, calls are shown that are asked for by both.
    pub(crate) tags: &'a [String],
}

impl Tracing<'_> {
    /// Whether a call is asked for, by the name of its value or by its operator, and by its tags.
    fn shows(&self, call: &Call<'_>) -> bool {
        let is_it = |words: &String| {
            let (name, operator) = (Filter::new().name(words), Filter::new().operator(words));
            name.accepts(call) || operator.accepts(call)
        };
        let tagged = self.tags.iter().fold(Filter::new(), Filter::tag);
        tagged.accepts(call) && (self.only.is_empty() || self.only.iter().any(is_it))
    }

    /// The note for a trace without a call that is asked for.
    fn note(&self) -> Option<String> {
        let listed = |words: &[String]| words.join("`, `");
        match (self.only, self.tags) {
            ([], []) => None,
            (only, []) => Some(format!("note: no call is of `{}`", listed(only))),
            ([], tags) => Some(format!("note: no call has the tag `{}`", listed(tags))),
            (only, tags) => Some(format!(
                "note: no call is of `{}` and has the tag `{}`",
                listed(only),
                listed(tags)
            )),
        }
    }
}

impl Function<'_> {
    /// The outputs at the point that is given, with a line on stderr for each call.
    pub(crate) fn trace(&self, tracing: &Tracing<'_>) -> Result<Vec<Tensor>> {
        let mut count = 0;
        // Whether the line on stderr has ended: calls and printed texts stand on different ones.
        let ended = Cell::new(true);
        let end = || {
            if !ended.replace(true) {
                say("");
            }
        };
        let mut visitor = |call: &Call<'_>| {
            if tracing.shows(call) {
                count += 1;
                end();
                say(self.line(call, tracing.format));
            }
        };
        let mut print = |printed: Printed<'_>| {
            let text = text_of(printed);
            ended.set(text.ends_with('\n'));
            drop(io::stderr().lock().write_all(text.as_bytes()));
        };
        let mut host = Host::new()
            .functions(&self.source.functions)
            .print(&mut print);
        let traced = Trace::new(&self.graph);
        let traced = traced.and_then(|own| own.run_with(&mut host, &self.point, &mut visitor));
        end();
        let traced = traced.map_err(|error| self.failure(&error))?;
        if count == 0 {
            tracing.note().iter().for_each(say);
        }
        note_comparisons(traced.outcome().comparisons_changed);
        let types = self.graph.output_types().enumerate();
        let outputs = types.filter_map(|(position, ty)| {
            let values = traced.values(position)?;
            Some(Tensor::new(ty.shape.extents(), &numbers_of(values)))
        });
        Ok(outputs.collect())
    }

    /// The line for a call, with the place in the file where there are places.
    fn line(&self, call: &Call<'_>, format: TraceFormat) -> String {
        let is_own = call.path.is_empty();
        let site = is_own.then(|| self.graph.node(call.node).site);
        let place = site.and_then(|site| self.source.model.place(site));
        match (format, place) {
            (TraceFormat::Text, None) => call.to_string(),
            (TraceFormat::Text, Some(place)) => format!("{place}: {call}"),
            (TraceFormat::Json, None) => call.to_json(),
            (TraceFormat::Json, Some(place)) => {
                // Pointers have no letters that JSON escapes.
                let (place, rest) = (place.to_string(), call.to_json());
                format!("{{\"place\":\"{place}\",{}", &rest[1..])
            }
        }
    }
}
