//! How far long work has come, told on stderr: each second on a terminal, less often in a log.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Work shorter than this is not worth a word, and more than one word in this time is noise.
const ON_TERMINAL: Duration = Duration::from_secs(1);
const IN_LOG: Duration = Duration::from_secs(10);

/// Work that consists of so many steps.
pub(crate) struct Progress {
    what: &'static str,
    total: usize,
    done: usize,
    last: Instant,
    told: bool,
    terminal: bool,
}

impl Progress {
    /// Work that begins now; `what` it consists of, in the plural.
    pub(crate) fn new(what: &'static str, total: usize) -> Self {
        Self {
            what,
            total,
            done: 0,
            last: Instant::now(),
            told: false,
            terminal: io::stderr().is_terminal(),
        }
    }

    /// One step is done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
        let interval = if self.terminal { ON_TERMINAL } else { IN_LOG };
        if self.last.elapsed() < interval {
            return;
        }
        self.last = Instant::now();
        self.told = true;
        let (done, total, what) = (self.done, self.total, self.what);
        // A terminal shows one line that changes; a log gets a line for each word.
        let (start, end) = if self.terminal {
            ("\r", "")
        } else {
            ("", "\n")
        };
        let mut stderr = io::stderr().lock();
        drop(write!(stderr, "{start}{done} of {total} {what}{end}"));
        drop(stderr.flush());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.told && self.terminal {
            drop(write!(io::stderr().lock(), "\r\x1b[K"));
        }
    }
}
