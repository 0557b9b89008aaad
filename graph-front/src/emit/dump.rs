//! Functions as they stand between two stages, printed while the user's crate compiles:
//! `ADGRAPH_DUMP=after:fuse cargo build`.
//!
//! The value is `after:STAGE`, or `after:STAGE:FUNCTION` for one function of the user's. Cargo does
//! not know the variable: it prints recompiled functions only.

use std::env;

use graph_program::{Stage, StageForm};

/// The variable of the environment.
const VARIABLE: &str = "ADGRAPH_DUMP";

/// The dump of one of the user's functions, if it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Dump {
    /// The stage, and the name of the user's function.
    after: Option<(Stage, String)>,
}

impl Dump {
    /// The request of the environment, where it concerns this function.
    ///
    /// # Errors
    /// A message, where the variable does not say which stage.
    pub(super) fn requested(function: &str) -> Result<Self, String> {
        let Ok(text) = env::var(VARIABLE) else {
            return Ok(Self::default());
        };
        Self::parse(&text, function)
            .map_err(|error| format!("the variable `{VARIABLE}` is `{text}`: {error}"))
    }

    fn parse(text: &str, function: &str) -> Result<Self, String> {
        let rest = text
            .strip_prefix("after:")
            .ok_or("expected `after:STAGE` or `after:STAGE:FUNCTION`")?;
        let (stage, wanted) = match rest.split_once(':') {
            Some((stage, wanted)) => (stage, Some(wanted)),
            None => (rest, None),
        };
        let stage: Stage = stage.parse().map_err(|error| format!("{error}"))?;
        let concerned = wanted.is_none_or(|wanted| wanted == function);
        let after = concerned.then(|| (stage, function.to_owned()));
        Ok(Self { after })
    }

    /// Prints one of the private functions, after the stage of the request.
    pub(super) fn observe(&self, private: &str, stage: Stage, form: StageForm<'_>) {
        if let Some((after, function)) = &self.after
            && stage == *after
        {
            eprintln!("== `{function}`, `{private}` after {stage}\n{form}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Dump;
    use graph_program::Stage;

    #[test]
    fn a_request_names_a_stage_and_perhaps_a_function() {
        let dump = |text| Dump::parse(text, "energy");
        let expected = Dump {
            after: Some((Stage::Fuse, "energy".to_owned())),
        };
        assert_eq!(dump("after:fuse"), Ok(expected.clone()));
        assert_eq!(dump("after:fuse:energy"), Ok(expected));
        assert_eq!(dump("after:fuse:other"), Ok(Dump::default()));
        assert!(
            dump("fuse")
                .unwrap_err()
                .starts_with("expected `after:STAGE`")
        );
        let unknown = dump("after:fusion").unwrap_err();
        let first = "the stages are inline, expand, branch-sums, last-rows, hoist, counters,";
        assert!(unknown.contains(first));
    }
}
