//! The picture as SVG: one drawing below the other, each shape a group with its text in full as
//! title, which browsers show where the pointer rests.

use super::escape;
use super::layout::{LABEL, Labelled, labelled};
use super::picture::{Panel, Picture, Role, Shape, Side};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The width of a character of the font, its line's height, and the space around a text.
const CHARACTER: f64 = 7.0;
const LINE: f64 = 15.0;
const PADDING: f64 = 10.0;

/// The size of the text of an edge, relative to that of a shape.
const SMALL: f64 = 0.9;

/// The space around a drawing, and the height of a title.
const MARGIN: f64 = 20.0;
const TITLE: f64 = 26.0;

/// The head of an edge.
pub(super) const ARROW: &str = "<marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" \
     markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
     <path d=\"M0 0L8 4L0 8z\" fill=\"#8a94a6\"/></marker>";

/// The colours of a shape: its fill, and its outline. The derivative has colours of its own.
pub(super) fn colours(role: Role, derivative: bool) -> (&'static str, &'static str) {
    match (role, derivative) {
        (Role::Input, false) => ("#d6e8fb", "#2b6cb0"),
        (Role::Parameter, false) => ("#d9f2e3", "#2f855a"),
        (Role::Constant, false) => ("#edf0f3", "#edf0f3"),
        (Role::Operator, false) => ("#ffffff", "#4a5568"),
        (Role::Group, false) => ("#f7f4ea", "#4a5568"),
        (Role::Output, false) => ("#fdeebf", "#b7791f"),
        (Role::Outside, false) => ("#ffffff", "#a0aec0"),
        (Role::Effect, _) => ("#fde2e2", "#c53030"),
        (Role::Constant, true) => ("#f1ebfb", "#f1ebfb"),
        (Role::Output, true) => ("#d9c2f7", "#553c9a"),
        (_, true) => ("#ece2fb", "#6b46c1"),
    }
}

pub(super) fn write(picture: &Picture) -> String {
    let mut body = String::new();
    let mut y = MARGIN;
    let mut width = write_legend(&mut body, picture, &mut y);
    for panel in &picture.panels[..picture.still] {
        let title = match panel.key.is_empty() {
            true => &picture.title,
            false => &panel.title,
        };
        if !title.is_empty() {
            let text = escape::xml(title);
            body += &format!(
                "<text class=\"title\" x=\"{}\" y=\"{}\">{text}</text>\n",
                px(MARGIN),
                px(y + 14.0)
            );
            width = width.max(2.0 * MARGIN + text_width(title) * 1.2);
            y += TITLE;
        }
        let (sizes, layout) = place(panel);
        write_panel(&mut body, panel, &layout, &sizes, y);
        width = width.max(layout.width + 2.0 * MARGIN);
        y += layout.height + 2.0 * MARGIN;
    }
    let (width, height) = (px(width), px(y));
    let style = format!("{}{}", style(), style_of_sides(picture));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<style>{style}</style>\n<defs>{ARROW}</defs>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    )
}

/// The sizes of the shapes of a panel, and the places of everything.
pub(super) fn place(panel: &Panel) -> (Vec<(f64, f64)>, Labelled) {
    let sizes: Vec<(f64, f64)> = panel.shapes.iter().map(size).collect();
    let edges = panel.edges.iter().map(|edge| {
        let label = text_width(&edge.label) * SMALL;
        (edge.from, edge.to, label)
    });
    let layout = labelled(&sizes, &edges.collect::<Vec<_>>());
    (sizes, layout)
}

/// The style sheet; its rules for shapes tell the roles apart.
pub(super) fn style() -> String {
    let mut style = String::from(
        "text{font:11.5px ui-monospace,Menlo,Consolas,monospace;fill:#1a202c;text-anchor:middle}\
         .title{font-size:14px;font-weight:bold;text-anchor:start}\
         .first{font-weight:bold}.label{font-size:10px;fill:#4a5568}\
         .edge,.tail{fill:none;stroke:#8a94a6}.edge{marker-end:url(#arrow)}",
    );
    for role in Role::ALL {
        for (derivative, class) in [(false, ""), (true, ".derivative")] {
            let (fill, line) = colours(role, derivative);
            style += &format!(".{}{class} .body{{fill:{fill};stroke:{line}}}", role.word());
        }
    }
    style += ".parameter .body{stroke-dasharray:4 3}.output .body{stroke-width:2.5}";
    style
}

/// The rules for what one of two graphs alone has, where something has them.
fn style_of_sides(picture: &Picture) -> String {
    let mut style = String::new();
    for side in sides(picture) {
        if let (Some((class, _)), Some([fill, line, pattern])) = (side.words(), side.colours()) {
            style += &format!(
                ".{class} .body{{fill:{fill};stroke:{line};stroke-width:2.5;stroke-dasharray:{pattern}}}\
                 .edge.{class},.tail.{class}{{stroke:{line};stroke-dasharray:{pattern}}}"
            );
        }
    }
    style
}

/// The sides that have something of their own.
fn sides(picture: &Picture) -> impl Iterator<Item = Side> {
    let panels = &picture.panels[..picture.still];
    [Side::First, Side::Second].into_iter().filter(|&side| {
        let has = |panel: &Panel| {
            panel.shapes.iter().any(|shape| shape.side == side)
                || panel.edges.iter().any(|edge| edge.side == side)
        };
        panels.iter().any(has)
    })
}

/// One sample of each kind of shape that occurs, in a row; gives its width.
fn write_legend(out: &mut String, picture: &Picture, y: &mut f64) -> f64 {
    let shapes = || {
        picture.panels[..picture.still]
            .iter()
            .flat_map(|panel| &panel.shapes)
    };
    let mut samples: Vec<(&str, Role, bool, Side)> = Role::ALL
        .into_iter()
        .filter(|&role| shapes().any(|shape| shape.role == role && !shape.derivative))
        .map(|role| (role.word(), role, false, Side::Both))
        .collect();
    if shapes().any(|shape| shape.derivative) {
        samples.push(("derivative", Role::Operator, true, Side::Both));
    }
    for side in sides(picture) {
        let words = side.words().map(|(_, words)| words);
        samples.extend(words.map(|words| (words, Role::Operator, false, side)));
    }
    let mut x = MARGIN;
    for (word, role, derivative, side) in samples {
        let sample = Shape {
            key: String::new(),
            role,
            derivative,
            side,
            lines: Vec::new(),
            hover: String::new(),
            inside: Vec::new(),
        };
        *out += &format!("<g class=\"{}\">", class(&sample));
        write_outline(out, role, (x, *y, 22.0, 14.0));
        let width = text_width(word);
        let (text_x, text_y) = (px(x + 28.0 + width / 2.0), px(*y + 11.0));
        *out += &format!("<text x=\"{text_x}\" y=\"{text_y}\">{word}</text></g>\n");
        x += 28.0 + width + 18.0;
    }
    *y += TITLE + MARGIN / 2.0;
    x
}

fn write_panel(out: &mut String, panel: &Panel, layout: &Labelled, sizes: &[(f64, f64)], y: f64) {
    let edges = panel.edges.iter().zip(&layout.routes).zip(&layout.labels);
    for ((edge, parts), label) in edges {
        let arrow = parts.len() - 1;
        for (part, route) in parts.iter().enumerate() {
            let points = route.iter().map(|&(px, py)| (px + MARGIN, py + y));
            let points: Vec<_> = points.collect();
            let class = if part == arrow { "edge" } else { "tail" };
            let class = of_side(class.into(), edge.side);
            *out += &format!("<path class=\"{class}\" d=\"{}\"/>\n", path(&points));
        }
        if let Some((x, at)) = label {
            let (x, at) = (px(x + MARGIN), px(at + y + LABEL / 4.0));
            let label = escape::xml(&edge.label);
            *out += &format!("<text class=\"label\" x=\"{x}\" y=\"{at}\">{label}</text>\n");
        }
    }
    for (number, shape) in panel.shapes.iter().enumerate() {
        let (cx, cy) = layout.centres[number];
        let (width, height) = sizes[number];
        let left = (
            cx - width / 2.0 + MARGIN,
            cy - height / 2.0 + y,
            width,
            height,
        );
        write_shape(out, shape, left);
    }
}

/// A smooth line through points: upright at each of them.
fn path(points: &[(f64, f64)]) -> String {
    let Some((&(mut x, mut y), rest)) = points.split_first() else {
        return String::new();
    };
    let mut path = format!("M{} {}", px(x), px(y));
    for &(to_x, to_y) in rest {
        if (x - to_x).abs() < 0.5 {
            path += &format!("L{} {}", px(to_x), px(to_y));
        } else {
            let middle = px((y + to_y) / 2.0);
            path += &format!(
                "C{} {middle} {} {middle} {} {}",
                px(x),
                px(to_x),
                px(to_x),
                px(to_y)
            );
        }
        (x, y) = (to_x, to_y);
    }
    path
}

fn write_shape(out: &mut String, shape: &Shape, (x, y, width, height): (f64, f64, f64, f64)) {
    let (class, title) = (class(shape), escape::xml(&shape.hover));
    *out += &format!(
        "<g id=\"{}\" class=\"{class}\"><title>{title}</title>",
        shape.key
    );
    write_outline(out, shape.role, (x, y, width, height));
    for (number, line) in shape.lines.iter().enumerate() {
        let first = if number == 0 { " class=\"first\"" } else { "" };
        let text = escape::xml(line);
        let (text_x, text_y) = (
            px(x + width / 2.0),
            px(y + PADDING / 2.0 + 11.5 + number as f64 * LINE),
        );
        *out += &format!("<text{first} x=\"{text_x}\" y=\"{text_y}\">{text}</text>");
    }
    *out += "</g>\n";
}

/// The outline of a shape: round where values come in, doubled where it stands for many.
fn write_outline(out: &mut String, role: Role, (x, y, width, height): (f64, f64, f64, f64)) {
    let rect = |shift: f64, radius: f64| {
        let (x, y, width, height) = (px(x + shift), px(y + shift), px(width), px(height));
        format!(
            "<rect class=\"body\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{}\"/>",
            px(radius)
        )
    };
    if role == Role::Group {
        *out += &rect(3.0, 2.0);
    }
    let radius = match role {
        Role::Input | Role::Parameter => height.min(28.0) / 2.0,
        Role::Constant => 6.0,
        _ => 2.0,
    };
    *out += &rect(0.0, radius);
}

pub(super) fn class(shape: &Shape) -> String {
    let class = match shape.derivative {
        true => format!("{} derivative", shape.role.word()),
        false => shape.role.word().into(),
    };
    of_side(class, shape.side)
}

/// A class, with that of the side beside it.
fn of_side(class: String, side: Side) -> String {
    match side.words() {
        Some((side, _)) => format!("{class} {side}"),
        None => class,
    }
}

/// The width and height of a shape.
fn size(shape: &Shape) -> (f64, f64) {
    let widths = shape.lines.iter().map(|line| text_width(line));
    let width = widths.fold(24.0, f64::max) + 2.0 * PADDING;
    (width, shape.lines.len().max(1) as f64 * LINE + PADDING)
}

/// About how wide a text is; the characters of Asian scripts are twice as wide as others.
fn text_width(text: &str) -> f64 {
    let wide = |c: char| {
        if c >= '\u{1100}' && !('\u{2000}'..='\u{2bff}').contains(&c) {
            2.0
        } else {
            1.0
        }
    };
    text.chars().map(wide).sum::<f64>() * CHARACTER
}

/// A coordinate to the next whole pixel, which is exact enough and short.
pub(super) fn px(x: f64) -> i64 {
    (x + 0.5) as i64
}
