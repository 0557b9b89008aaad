//! The figures as a picture: for each workload a bar for us and each peer, as long as the logarithm
//! of its time over the floor's.

use std::fmt::Write as _;

use crate::measure::Row;

/// Width of the names, of the bars, and of the whole picture.
const NAMES: f64 = 150.0;
const BARS: f64 = 560.0;
const WIDTH: f64 = NAMES + BARS + 90.0;

/// Height of a bar with its gap, and of the gap between workloads.
const LINE: f64 = 16.0;
const GAP: f64 = 14.0;
const HEAD: f64 = 60.0;

/// A bar: whose it is, its ratio to the floor, whether it is ours.
struct Bar {
    name: String,
    ratio: f64,
    ours: bool,
}

/// The picture as SVG.
pub(crate) fn svg(rows: &[Row]) -> String {
    let groups = groups(rows);
    let bars = || groups.iter().flat_map(|(_, bars)| bars);
    let largest = bars().map(|bar| bar.ratio).fold(10.0, f64::max);
    let smallest = bars().map(|bar| bar.ratio).fold(0.5, f64::min);
    let (low, high) = (smallest.log10().floor(), largest.log10().ceil());
    let scale = |ratio: f64| NAMES + BARS * (ratio.log10() - low) / (high - low);
    let count = bars().count();
    #[allow(clippy::cast_precision_loss, reason = "a few bars")]
    let height = HEAD + LINE * count as f64 + GAP * groups.len() as f64 + 10.0;

    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <title>Time of a derivative over that of a kernel written by hand</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    label(
        &mut text,
        10.0,
        20.0,
        "start",
        "time of a derivative over that of a kernel written by hand (shorter is better)",
    );
    axis(&mut text, low, high, height, &scale);
    let mut y = HEAD;
    for (workload, bars) in &groups {
        label(&mut text, 10.0, y + 11.0, "start", workload);
        for bar in bars {
            let (start, end) = (
                scale(1.0).min(scale(bar.ratio)),
                scale(1.0).max(scale(bar.ratio)),
            );
            let colour = if bar.ours { "#c2410c" } else { "#94a3b8" };
            let _ = writeln!(
                text,
                "<rect x=\"{start:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
                y + 2.0,
                (end - start).max(1.0),
                LINE - 4.0
            );
            label(&mut text, NAMES - 6.0, y + 11.0, "end", &bar.name);
            label(&mut text, end + 4.0, y + 11.0, "start", &digits(bar.ratio));
            y += LINE;
        }
        y += GAP;
    }
    text + "</svg>\n"
}

/// The bars of each workload, ours first, then by length.
fn groups(rows: &[Row]) -> Vec<(&'static str, Vec<Bar>)> {
    let mut groups: Vec<(&'static str, Vec<Bar>)> = Vec::new();
    for row in rows {
        let ours = Bar {
            name: match row.variant {
                "plain" => "adgraph".to_owned(),
                variant => format!("adgraph, {variant}"),
            },
            ratio: row.over_floor(),
            ours: true,
        };
        match groups.last_mut() {
            Some((workload, bars)) if *workload == row.workload => {
                bars.insert(1, ours);
                continue;
            }
            _ => {}
        }
        let mut bars: Vec<Bar> = row
            .peers
            .iter()
            .map(|(name, ns)| Bar {
                name: name.clone(),
                ratio: ns / row.floor_gradient,
                ours: false,
            })
            .collect();
        bars.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
        bars.insert(0, ours);
        groups.push((row.workload, bars));
    }
    groups
}

/// Lines at the powers of ten, and a stronger one at 1: the floor.
fn axis(text: &mut String, low: f64, high: f64, height: f64, scale: &impl Fn(f64) -> f64) {
    let mut power = low;
    while power <= high {
        let ratio = 10f64.powf(power);
        let x = scale(ratio);
        let stroke = if power == 0.0 { "#0f172a" } else { "#e2e8f0" };
        let _ = writeln!(
            text,
            "<line x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{height:.1}\" stroke=\"{stroke}\"/>",
            HEAD - 14.0
        );
        label(text, x, HEAD - 18.0, "middle", &digits(ratio));
        power += 1.0;
    }
}

fn label(text: &mut String, x: f64, y: f64, anchor: &str, words: &str) {
    let words = words.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        text,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>"
    );
}

/// A ratio with the digits that matter.
fn digits(ratio: f64) -> String {
    match ratio {
        r if r < 10.0 => format!("{r:.2}")
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
        r if r < 100.0 => format!("{r:.1}")
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
        r => format!("{r:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{digits, groups, svg};
    use crate::measure::Row;

    #[test]
    fn every_contender_has_a_bar() {
        let row = |variant| Row {
            peers: vec![("slow & old".to_owned(), 400.0), ("quick".to_owned(), 6.0)],
            ..Row::of("ros", variant, [1.0, 5.0], [2.0, 4.0])
        };
        let rows = [row("plain"), row("contract")];
        let groups = groups(&rows);
        let names: Vec<&str> = groups[0].1.iter().map(|bar| bar.name.as_str()).collect();
        assert_eq!(
            names,
            ["adgraph", "adgraph, contract", "quick", "slow & old"]
        );
        assert_eq!(groups[0].1[3].ratio, 100.0);
        let picture = svg(&rows);
        assert_eq!(picture.matches("<rect").count(), 1 + 4);
        assert!(picture.contains("slow &amp; old") && picture.ends_with("</svg>\n"));
    }

    #[test]
    fn ratios_have_three_digits() {
        let texts = [0.4, 1.0, 9.87, 12.0, 34.56, 1234.5].map(digits);
        assert_eq!(texts, ["0.4", "1", "9.87", "12", "34.6", "1234"]);
    }
}
