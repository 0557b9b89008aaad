//! Functions as they stand between two stages, printed while the user's crate compiles:
//! `ADGRAPH_DUMP=after:fuse cargo build`.
//!
//! The value is `after:STAGE`, or `after:STAGE:FUNCTION` for one function of the user's. Cargo does
//! not know the variable: it prints what is compiled anew.

use std::env;

use graph_program::{Form, Stage};

/// The variable of the environment.
const VARIABLE: &str = "ADGRAPH_DUMP";

/// A request for a dump of one of the user's functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dump {
    after: Stage,
    /// The name of the user's function.
    of: String,
}

impl Dump {
    /// The request of the environment, if there is one that concerns this function.
    ///
    /// # Errors
    /// A message, where the variable does not say which stage.
    pub(super) fn requested(function: &str) -> Result<Option<Self>, String> {
        let Ok(text) = env::var(VARIABLE) else {
            return Ok(None);
        };
        Self::parse(&text, function)
            .map_err(|error| format!("the variable `{VARIABLE}` is `{text}`: {error}"))
    }

    fn parse(text: &str, function: &str) -> Result<Option<Self>, String> {
        let rest = text
            .strip_prefix("after:")
            .ok_or("expected `after:STAGE` or `after:STAGE:FUNCTION`")?;
        let (stage, wanted) = match rest.split_once(':') {
            Some((stage, wanted)) => (stage, Some(wanted)),
            None => (rest, None),
        };
        let after = stage.parse().map_err(|error| format!("{error}"))?;
        let concerned = wanted.is_none_or(|wanted| wanted == function);
        Ok(concerned.then(|| Self {
            after,
            of: function.to_owned(),
        }))
    }

    /// Prints one of the private functions, after the stage of the request.
    pub(super) fn observe(&self, private: &str, stage: Stage, form: Form<'_>) {
        if stage == self.after {
            eprintln!("== `{}`, `{private}` after {stage}\n{form}", self.of);
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
            after: Stage::Fuse,
            of: "energy".to_owned(),
        };
        assert_eq!(dump("after:fuse"), Ok(Some(expected.clone())));
        assert_eq!(dump("after:fuse:energy"), Ok(Some(expected)));
        assert_eq!(dump("after:fuse:other"), Ok(None));
        assert!(
            dump("fuse")
                .unwrap_err()
                .starts_with("expected `after:STAGE`")
        );
        let unknown = dump("after:fusion").unwrap_err();
        assert!(unknown.contains("the stages are inline, expand, optimize, lower"));
    }
}
