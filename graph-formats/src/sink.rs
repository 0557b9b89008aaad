//! Text into a writer of bytes, in large pieces, with the writer's own error kept.

use crate::{Error, Place};
use alloc::string::String;
use core::fmt;
use std::io;

/// Lets `write` write its text to `writer`, and flushes it.
pub(super) fn write_to<W: io::Write>(
    writer: W,
    write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
) -> Result<(), Error> {
    let mut sink = Sink {
        writer,
        pending: String::new(),
        error: None,
    };
    let written = write(&mut sink).and_then(|()| sink.flush());
    match written {
        Ok(()) => Ok(()),
        Err(fmt::Error) => Err(sink.failed()),
    }
}

struct Sink<W> {
    writer: W,
    pending: String,
    error: Option<io::Error>,
}

impl<W: io::Write> Sink<W> {
    const PIECE: usize = 64 * 1024;

    fn flush(&mut self) -> fmt::Result {
        self.hand_over()?;
        let flushed = self.writer.flush();
        self.keep(flushed)
    }

    fn hand_over(&mut self) -> fmt::Result {
        let written = self.writer.write_all(self.pending.as_bytes());
        self.keep(written)?;
        self.pending.clear();
        Ok(())
    }

    fn keep(&mut self, result: io::Result<()>) -> fmt::Result {
        result.map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }

    fn failed(self) -> Error {
        Error::Io {
            place: Place::default(),
            error: self.error.unwrap_or_else(|| io::ErrorKind::Other.into()),
        }
    }
}

impl<W: io::Write> fmt::Write for Sink<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.pending.push_str(text);
        match self.pending.len() < Self::PIECE {
            true => Ok(()),
            false => self.hand_over(),
        }
    }
}
