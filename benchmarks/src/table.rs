//! The tables, as text in columns that Markdown shows as a table too.

use crate::measure::Row;
use crate::scratch::Build;
use crate::timing::as_f64;

/// The main table: our times, the floor's, the peers'.
pub(crate) fn main(rows: &[Row]) -> String {
    let mut peers: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flat_map(|row| &row.peers) {
        if !peers.contains(&name.as_str()) {
            peers.push(name);
        }
    }
    let mut header = vec![
        "workload",
        "code",
        "value",
        "gradient",
        "grad/value",
        "by hand's",
        "by hand",
        "ratio",
    ];
    header.extend(&peers);
    header.push("ratio to best");
    let mut cells = vec![header.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for row in rows {
        let mut line = vec![
            row.workload.to_owned(),
            row.variant.to_owned(),
            time(row.value),
            time(row.gradient),
            format!("{:.2}", row.growth()),
            format!("{:.2}", row.floor_growth()),
            time(row.floor_gradient),
            format!("{:.2}", row.over_floor()),
        ];
        for peer in &peers {
            let found = row.peers.iter().find(|(name, _)| name == peer);
            line.push(found.map_or_else(String::new, |(_, ns)| time(*ns)));
        }
        line.push(
            row.best_peer()
                .map_or_else(String::new, |(_, ns)| format!("{:.3}", row.gradient / ns)),
        );
        cells.push(line);
    }
    let mut text = render(&cells);
    for row in rows {
        for (name, ns) in &row.beyond {
            let line = format!("\n{}: {name} {}", row.workload, time(*ns));
            if !text.contains(&line) {
                text += &line;
            }
        }
    }
    text
}

/// The second table: memory of the derivative, and what compiling takes.
pub(crate) fn second(rows: &[Row]) -> String {
    let header = [
        "workload",
        "code",
        "arguments",
        "results",
        "workspace",
        "together",
        "expansion",
        "build",
    ];
    let mut cells = vec![header.map(str::to_owned).to_vec()];
    for row in rows {
        let build = |part: fn(&Build) -> f64| {
            let seconds = row.build.as_ref().map(part);
            seconds.map_or_else(String::new, |seconds| time(seconds * 1e9))
        };
        cells.push(vec![
            row.workload.to_owned(),
            row.variant.to_owned(),
            bytes(row.memory.arguments),
            bytes(row.memory.results),
            bytes(row.memory.workspace),
            bytes(row.memory.total()),
            build(|build| build.expand_ms / 1e3),
            build(|build| build.build_s),
        ]);
    }
    render(&cells)
}

/// A size with three digits in the unit that fits.
fn bytes(count: usize) -> String {
    let count = as_f64(count);
    match count {
        c if c < 1e3 => format!("{c} B"),
        c if c < 1e6 => format!("{:.3} kB", c / 1e3),
        c => format!("{:.3} MB", c / 1e6),
    }
}

/// Lines of cells as a table: the first is the header, the first two columns are words.
pub(crate) fn render(cells: &[Vec<String>]) -> String {
    let columns = cells.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            cells
                .iter()
                .map(|line| line[column].len())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for (i, line) in cells.iter().enumerate() {
        for (column, (cell, width)) in line.iter().zip(&widths).enumerate() {
            if column < 2 {
                text += &format!("| {cell:<width$} ");
            } else {
                text += &format!("| {cell:>width$} ");
            }
        }
        text += "|\n";
        if i == 0 {
            for (column, width) in widths.iter().enumerate() {
                let end = if column < 2 { '-' } else { ':' };
                text += &format!("|-{}{end}", "-".repeat(*width));
            }
            text += "|\n";
        }
    }
    text
}

/// A time with three digits in the unit that fits.
pub(crate) fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "us"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    let digits = match value {
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}
