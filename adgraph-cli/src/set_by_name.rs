//! `--z 0.3`, which sets the input `z` of a graph that is not known yet: an option that there is
//! not, with numbers behind it.

use crate::arguments::{Arguments, numbers};
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::env;
use std::ffi::OsString;

impl Arguments {
    /// The arguments of the process. An option that there is not sets the input of its name, where
    /// numbers follow; all else is an error, which ends the process.
    pub(crate) fn of_process() -> Self {
        Self::of(env::args_os().collect()).unwrap_or_else(|error| error.exit())
    }

    fn of(mut arguments: Vec<OsString>) -> Result<Self, clap::Error> {
        let mut first = None;
        loop {
            let error = match Self::try_parse_from(&arguments) {
                Ok(parsed) => return Ok(parsed),
                Err(error) => error,
            };
            // The first error is about the line as it was written.
            if !set_by_name(&mut arguments, &error) {
                return Err(first.unwrap_or(error));
            }
            first.get_or_insert(error);
        }
    }
}

/// Rewrites `--z 0.3` or `--z=0.3` as `--set z=0.3`, for the unknown option of an error; whether
/// there is one, and numbers follow.
fn set_by_name(arguments: &mut Vec<OsString>, error: &clap::Error) -> bool {
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) if error.kind() == ErrorKind::UnknownArgument => option,
        _ => return false,
    };
    let Some(name) = unknown.strip_prefix("--") else {
        return false;
    };
    let name = name.split('=').next().unwrap_or_default();
    let texts = arguments.iter().map(|argument| argument.to_str());
    let texts: Vec<Option<&str>> = texts.collect();
    let written = texts.iter().position(|text| {
        let option = text.and_then(|text| text.strip_prefix("--"));
        option.is_some_and(|option| option.split('=').next() == Some(name))
    });
    let Some(at) = written else { return false };
    let joined = texts[at]
        .and_then(|text| text.split_once('='))
        .map(|(_, given)| given);
    let (given, count) = match joined {
        Some(given) => (Some(given), 1),
        None => (texts.get(at + 1).copied().flatten(), 2),
    };
    let Some(given) = given.filter(|given| numbers(given).is_ok()) else {
        return false;
    };
    let set = [
        OsString::from("--set"),
        OsString::from(format!("{name}={given}")),
    ];
    arguments.splice(at..at + count, set);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Command;

    #[test]
    fn inputs_are_set_by_their_names() {
        let parsed = |line: &str| {
            let arguments = line.split(' ').map(OsString::from).collect();
            Arguments::of(arguments).map(|arguments| match arguments.command {
                Command::Eval { values, .. } => values.set,
                other => panic!("{other:?}"),
            })
        };
        let set = parsed("adgraph eval f.json --z 0.3 --w=-1,2 --set v=4").unwrap();
        let names: Vec<&str> = set.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["z", "w", "v"]);
        assert_eq!(set[1].1.0, [-1.0, 2.0]);
        // A misspelt option stays one, and so does one of a command without inputs.
        for line in [
            "adgraph eval f.json --explian",
            "adgraph eval f.json --formt cppad",
            "adgraph info f.json --z 0.3",
        ] {
            let error = parsed(line).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnknownArgument, "{line}");
            assert!(!error.to_string().contains("--set"), "{line}: {error}");
        }
    }
}
