//! The protocol: a message a line, and a response a line, in the same order.
//!
//! Everything that is wrong with a message is said in its response. The program ends only where
//! there is nobody to answer: at the end of the messages, when a line cannot be read, and at a line
//! without the number that its response has to carry.

use std::borrow::Cow;
use std::io::{self, BufRead, BufWriter, Write};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::evals;
use crate::failure::{Failure, Result};
use crate::measure::{Answer, Timing};

/// The name of the tool.
const TOOL: &str = "adgraph";

/// A message, with its input as text: only the function that it is for knows its form.
#[derive(Deserialize)]
struct Message<'a> {
    id: u64,
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    module: Option<Cow<'a, str>>,
    #[serde(borrow)]
    function: Option<Cow<'a, str>>,
    #[serde(borrow)]
    input: Option<&'a RawValue>,
}

/// A response. Fields that a kind of message does not ask for are left out.
#[derive(Default, Serialize)]
struct Response<'a> {
    id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timings: Option<&'a [Timing]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Answers messages until there are none left.
///
/// # Errors
///
/// Where the messages cannot be read, the responses cannot be written, or a message has no number.
pub fn serve(mut messages: impl BufRead, responses: impl Write) -> io::Result<()> {
    let mut responses = BufWriter::new(responses);
    let mut line = String::new();
    loop {
        line.clear();
        if messages.read_line(&mut line)? == 0 {
            return Ok(());
        }
        if line.trim().is_empty() {
            continue;
        }
        answer(&line, &mut responses)?;
        responses.write_all(b"\n")?;
        responses.flush()?;
    }
}

/// Answers one message.
fn answer(line: &str, responses: &mut impl Write) -> io::Result<()> {
    let message: Message<'_> = match serde_json::from_str(line) {
        Ok(message) => message,
        Err(error) => {
            let id = number(line)
                .ok_or_else(|| io::Error::other(format!("a message without a number: {error}")))?;
            let failure = Failure::Message(error);
            return Ok(serde_json::to_writer(responses, &failed(id, &failure))?);
        }
    };
    let id = message.id;
    let found;
    let output;
    let response = match &*message.kind {
        "start" => Response {
            id,
            tool: Some(TOOL),
            ..Response::default()
        },
        "define" => match evals::module(message.module.as_deref().unwrap_or_default()) {
            Ok(_) => Response {
                id,
                success: Some(true),
                ..Response::default()
            },
            Err(failure) => failed(id, &failure),
        },
        "evaluate" => match evaluated(&message) {
            Ok((text, timings)) => {
                (output, found) = (text, timings);
                Response {
                    id,
                    success: Some(true),
                    output: Some(&output),
                    timings: Some(&found),
                    ..Response::default()
                }
            }
            Err(failure) => failed(id, &failure),
        },
        _ => Response {
            id,
            ..Response::default()
        },
    };
    Ok(serde_json::to_writer(responses, &response)?)
}

/// The result of the function that a message is for, and the times that it took.
fn evaluated(message: &Message<'_>) -> Result<(Box<RawValue>, Vec<Timing>)> {
    let module = evals::module(message.module.as_deref().unwrap_or_default())?;
    let function = module.function(message.function.as_deref().unwrap_or_default())?;
    let Answer { output, timings } = function(message.input.map_or("null", RawValue::get))?;
    let output = serde_json::from_slice(&output).map_err(Failure::Output)?;
    Ok((output, timings))
}

/// The response to a message that has no answer.
fn failed(id: u64, failure: &Failure) -> Response<'static> {
    Response {
        id,
        success: Some(false),
        error: Some(failure.to_string()),
        ..Response::default()
    }
}

/// The number of a message that is no JSON, such as one with an infinite number in its input. The
/// suite writes it first.
fn number(line: &str) -> Option<u64> {
    let rest = line.trim_start().strip_prefix('{')?.trim_start();
    let rest = rest.strip_prefix("\"id\"")?.trim_start();
    let rest = rest.strip_prefix(':')?.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    rest[..end].parse().ok()
}
