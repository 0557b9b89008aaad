//! The arguments of the command line.

use std::process::exit;

/// The rows to fit, and the processes that hold them.
pub struct Options {
    /// How many rows there are.
    pub rows: usize,
    /// Whether processes hold ranges of different lengths, which end anywhere in a chunk.
    pub is_uneven: bool,
}

impl Options {
    /// Reads them, or says how they are written and ends the process.
    pub fn of_command_line() -> Self {
        let mut options = Self {
            rows: 10_000_000,
            is_uneven: false,
        };
        for argument in std::env::args().skip(1) {
            match argument.as_str() {
                "--uneven" => options.is_uneven = true,
                count => match count.parse() {
                    Ok(count) => options.rows = count,
                    Err(_) => {
                        eprintln!("usage: mpi-example [--uneven] [ROWS]");
                        exit(2);
                    }
                },
            }
        }
        options
    }
}
