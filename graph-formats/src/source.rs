//! Where the bytes of a text come from: a slice, or a reader through a buffer of fixed size.

#[cfg(feature = "std")]
use alloc::{vec, vec::Vec};

/// The error of a source of bytes; without the standard library there is no such source.
#[cfg(feature = "std")]
pub(super) type SourceError = std::io::Error;
/// The error of a source of bytes; without the standard library there is no such source.
#[cfg(not(feature = "std"))]
pub(super) type SourceError = core::convert::Infallible;

/// A text, seen through a window that moves over it.
pub(super) trait TextSource {
    /// The part of the text that is at hand.
    fn window(&self) -> &[u8];

    /// Moves the window to what follows it; an empty window is the end of the text.
    fn refill(&mut self) -> Result<(), SourceError>;
}

/// A text that lies in memory as a whole.
pub(super) struct Slice<'a>(pub(super) &'a [u8]);

impl TextSource for Slice<'_> {
    fn window(&self) -> &[u8] {
        self.0
    }

    fn refill(&mut self) -> Result<(), SourceError> {
        self.0 = &[];
        Ok(())
    }
}

/// A text that a reader delivers piece by piece.
#[cfg(feature = "std")]
pub(super) struct Reader<R> {
    reader: R,
    buffer: Vec<u8>,
    filled: usize,
}

#[cfg(feature = "std")]
impl<R: std::io::Read> Reader<R> {
    const BUFFER: usize = 64 * 1024;

    pub(super) fn new(reader: R) -> Self {
        Self {
            reader,
            buffer: vec![0; Self::BUFFER],
            filled: 0,
        }
    }
}

#[cfg(feature = "std")]
impl<R: std::io::Read> TextSource for Reader<R> {
    fn window(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    fn refill(&mut self) -> Result<(), SourceError> {
        self.filled = 0;
        loop {
            match self.reader.read(&mut self.buffer) {
                Ok(count) => {
                    // A faulty reader may claim more than the buffer holds.
                    self.filled = count.min(self.buffer.len());
                    return Ok(());
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}
