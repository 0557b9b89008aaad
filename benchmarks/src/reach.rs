//! Speed of code for many machines and threads: binaries without a target processor that dispatch,
//! against one compiled for the processor at hand; and one thread against two.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::scratch::{self, Setting};
use crate::table;

/// How often each binary is run, in turns; the best time counts.
const ROUNDS: usize = 7;

/// The workloads, as programs of their own that print a checksum and the nanoseconds of each.
const MAIN: &str = include_str!("reach/main.rs.txt");

/// The attribute that the functions have.
const ATTRIBUTE: &str = "#![codegen(contract)]";

/// A binary, and how many threads it is given.
struct Contender {
    name: &'static str,
    binary: PathBuf,
    threads: usize,
}

/// The figures that a binary printed for a workload.
#[derive(Clone)]
struct Line {
    name: String,
    bits: String,
    ns: f64,
}

/// The table of dispatch: the default build with and without it, against the native build.
pub(crate) fn dispatch() -> Result<String, String> {
    let dispatching = MAIN.replace(ATTRIBUTE, "#![codegen(contract, dispatch)]");
    let plain = Setting {
        features: "rayon",
        plain: true,
    };
    let native = Setting {
        features: "rayon",
        plain: false,
    };
    let contender = |name, main: &str, setting: &Setting| {
        let binary = scratch::compile(&format!("reach-{name}"), main, setting)?.1;
        Ok::<_, String>(Contender {
            name,
            binary,
            threads: 1,
        })
    };
    let contenders = [
        contender("native", MAIN, &native)?,
        contender("dispatch", &dispatching, &plain)?,
        contender("plain", MAIN, &plain)?,
    ];
    let best = race(&contenders)?;
    let header = [
        "workload",
        "native",
        "default build, dispatch",
        "ratio",
        "default build",
    ];
    let mut cells = vec![header.map(str::to_owned).to_vec()];
    for (native, (dispatch, plain)) in best[0].iter().zip(best[1].iter().zip(&best[2])) {
        cells.push(vec![
            native.name.clone(),
            table::time(native.ns),
            table::time(dispatch.ns),
            format!("{:.2}", dispatch.ns / native.ns),
            table::time(plain.ns),
        ]);
    }
    Ok(table::render(&cells))
}

/// The table of threads: the native build with one and with two.
pub(crate) fn threads() -> Result<String, String> {
    let setting = Setting {
        features: "rayon",
        plain: false,
    };
    let binary = scratch::compile("reach-native", MAIN, &setting)?.1;
    let contender = |name, threads| Contender {
        name,
        binary: binary.clone(),
        threads,
    };
    let contenders = [contender("one thread", 1), contender("two threads", 2)];
    let best = race(&contenders)?;
    let header = [
        "workload",
        "one thread",
        "two threads",
        "faster",
        "same bits",
    ];
    let mut cells = vec![header.map(str::to_owned).to_vec()];
    for (one, two) in best[0].iter().zip(&best[1]) {
        if one.name == "mm32" {
            continue;
        }
        let same = if one.bits == two.bits { "yes" } else { "no" };
        cells.push(vec![
            one.name.clone(),
            table::time(one.ns),
            table::time(two.ns),
            format!("{:.2}", one.ns / two.ns),
            same.to_owned(),
        ]);
    }
    Ok(table::render(&cells))
}

/// Runs the binaries in turns; the best line of each workload for each.
fn race(contenders: &[Contender]) -> Result<Vec<Vec<Line>>, String> {
    let mut best: Vec<Vec<Line>> = Vec::new();
    for _ in 0..ROUNDS {
        for (number, contender) in contenders.iter().enumerate() {
            let lines = run(&contender.binary, contender.threads)
                .map_err(|error| format!("{}: {error}", contender.name))?;
            match best.get_mut(number) {
                None => best.push(lines),
                Some(best) => {
                    for (best, line) in best.iter_mut().zip(lines) {
                        best.ns = best.ns.min(line.ns);
                    }
                }
            }
        }
    }
    Ok(best)
}

fn run(binary: &Path, threads: usize) -> Result<Vec<Line>, String> {
    let output = Command::new(binary)
        .env("RAYON_NUM_THREADS", threads.to_string())
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = |line: &str| {
        let [name, bits, ns] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            return None;
        };
        Some(Line {
            name: name.to_owned(),
            bits: bits.to_owned(),
            ns: ns.parse().ok()?,
        })
    };
    let lines: Option<Vec<Line>> = text.lines().map(line).collect();
    lines
        .filter(|lines| !lines.is_empty())
        .ok_or_else(|| format!("the program printed `{text}`"))
}
