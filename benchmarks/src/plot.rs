//! The figures as a picture: for each workload a bar for us and each peer, as long as the logarithm
//! of its time over the floor's.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::measure::Row;

/// Width of the picture, and of a character of its names.
const WIDTH: u32 = 860;
const CHARACTER: usize = 7;

/// Height of a bar, of the gap between workloads in bars, and of the title and the axis.
const LINE: u32 = 17;
const GAP: f64 = 0.7;
const HEAD: u32 = 90;

const OURS: RGBColor = RGBColor(194, 65, 12);
const PEERS: RGBColor = RGBColor(148, 163, 184);

/// A bar: whose it is, its ratio to the floor, whether it is ours.
struct Bar {
    name: String,
    ratio: f64,
    ours: bool,
}

/// The picture as SVG.
pub(crate) fn svg(rows: &[Row]) -> Result<String, Box<dyn Error>> {
    let groups = groups(rows);
    let bars = || groups.iter().flat_map(|(_, bars)| bars);
    let largest = bars().map(|bar| bar.ratio).fold(10.0, f64::max);
    let smallest = bars().map(|bar| bar.ratio).fold(0.5, f64::min);
    // A little wider, so that rounding does not take the powers of ten at the ends away.
    let range =
        0.99 * 10f64.powf(smallest.log10().floor())..1.01 * 10f64.powf(largest.log10().ceil());
    let names = bars().map(|bar| bar.name.chars().count()).max();
    let workloads = groups.iter().map(|(name, _)| name.len()).max();
    let left = CHARACTER * (names.unwrap_or(0) + workloads.unwrap_or(0) + 3);
    let height: f64 = groups.iter().map(|(_, bars)| bars.len() as f64 + GAP).sum();

    let mut text = String::new();
    let pixels = (height * f64::from(LINE)) as u32 + HEAD;
    let root = SVGBackend::with_string(&mut text, (WIDTH, pixels)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption("value and gradient on one core", ("sans-serif", 15))
        .margin(10)
        .margin_right(50)
        .x_label_area_size(44)
        .y_label_area_size(u32::try_from(left)?)
        .build_cartesian_2d(range.log_scale(), height..0.0)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .x_desc("time over the time of a kernel written by hand (logarithmic; shorter is better)")
        .x_label_formatter(&|ratio| digits(*ratio))
        .light_line_style(TRANSPARENT)
        .draw()?;
    let font = ("sans-serif", 12).into_font().color(&BLACK);
    let at = |x: HPos| Pos::new(x, VPos::Center);
    let mut y = GAP / 2.0;
    for (workload, bars) in &groups {
        for (number, bar) in bars.iter().enumerate() {
            let colour = if bar.ours { OURS } else { PEERS };
            let ends = [(1.0, y + 0.12), (bar.ratio, y + 0.88)];
            chart.draw_series([Rectangle::new(ends, colour.filled())])?;
            let (end, middle) = chart.backend_coord(&(bar.ratio.max(1.0), y + 0.5));
            let label = |text: &str, x: i32, side: HPos| {
                let style = font.pos(at(side));
                root.draw(&Text::new(text.to_owned(), (x, middle), style))
            };
            label(&digits(bar.ratio), end + 5, HPos::Left)?;
            label(&bar.name, i32::try_from(left)?, HPos::Right)?;
            if number == 0 {
                label(workload, 10, HPos::Left)?;
            }
            y += 1.0;
        }
        y += GAP;
    }
    // The kernel written by hand.
    let floor = [(1.0, 0.0), (1.0, height)];
    chart.draw_series([PathElement::new(floor, BLACK.stroke_width(1))])?;
    drop(chart);
    drop(root);
    Ok(text)
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
    use super::{CHARACTER, digits, groups, svg};
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
        let picture = svg(&rows).unwrap();
        assert_eq!(picture.matches("<rect").count(), 1 + 4);
        assert!(picture.contains("slow &amp; old") && picture.trim_end().ends_with("</svg>"));
        // The axis has numbers and says what they are.
        for number in ["0.1", "1", "10", "100"] {
            assert!(
                picture.contains(&format!(">\n{number}\n</text>")),
                "{number}"
            );
        }
        assert!(picture.contains("time over the time of a kernel written by hand"));
    }

    #[test]
    fn the_longest_name_begins_within_the_picture() {
        let name = "a contender with a very long name indeed";
        let row = Row {
            peers: vec![(name.to_owned(), 3.0)],
            ..Row::of("workload", "plain", [1.0, 5.0], [2.0, 4.0])
        };
        let picture = svg(&[row]).unwrap();
        let mut texts = picture.split("<text");
        let text = texts.find(|text| text.contains(name)).unwrap();
        let end: usize = text.split('"').nth(1).unwrap().parse().unwrap();
        assert!(text.contains("text-anchor=\"end\""), "{text}");
        assert!(end >= (name.len() + "workload".len()) * CHARACTER, "{text}");
    }

    #[test]
    fn ratios_have_three_digits() {
        let texts = [0.4, 1.0, 9.87, 12.0, 34.56, 1234.5].map(digits);
        assert_eq!(texts, ["0.4", "1", "9.87", "12", "34.6", "1234"]);
    }
}
