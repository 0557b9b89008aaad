//! The picture as a page whose groups unfold where they are clicked.
//!
//! A page, and not an SVG image with a script: images of documents and of other pages run no
//! scripts, and programs that accept images refuse or remove them. So the image stays free of
//! scripts. All positions are computed here, by the layout of the image; the script only moves the
//! rest of a panel aside when a group in it unfolds. It draws as many shapes as are visible, so
//! that a large graph is shown at once.
//!
//! The page refers to nothing outside. Names from files are data (`application/json`) that the
//! script only shows as text, and the page's policy allows this one script, by its digest, and no
//! other.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::escape;
use super::picture::{Panel, Picture};
use super::svg;

const SCRIPT: &str = include_str!("page.js");
const STYLE: &str = include_str!("page.css");

/// The digest of [`SCRIPT`], without which a browser does not run it.
const DIGEST: &str = "sha256-WBAiqAThebS6+T4IrtGKVlY4QwTM6xuDbJbXgShrhrA=";

pub(super) fn write(picture: &Picture) -> String {
    let title = escape::xml(&picture.title);
    let style = svg::style();
    let still = svg::write(picture);
    let arrow = svg::ARROW;
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src '{DIGEST}'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{style}\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{title}</h1>\
         <button id=\"fold\" type=\"button\">Fold all groups</button></header>\n\
         <noscript>{still}</noscript>\n<svg id=\"drawing\"><defs>{arrow}</defs></svg>\n\
         <script type=\"application/json\" id=\"panels\">[\n"
    );
    for (number, panel) in picture.panels.iter().enumerate() {
        if number > 0 {
            out += ",\n";
        }
        write_panel(&mut out, panel);
    }
    out + "\n]</script>\n<script>" + SCRIPT + "</script>\n</body>\n</html>\n"
}

/// A panel as the script reads it: shapes with their centres and sizes, edges with their points.
fn write_panel(out: &mut String, panel: &Panel) {
    let (sizes, layout) = svg::place(panel);
    let title = escape::json(&panel.title);
    *out += &format!(
        "{{\"title\":\"{title}\",\"width\":{},\"height\":{},\"shapes\":[",
        svg::px(layout.width),
        svg::px(layout.height)
    );
    for (number, shape) in panel.shapes.iter().enumerate() {
        let ((x, y), (width, height)) = (layout.centres[number], sizes[number]);
        let lines = shape.lines.iter().map(|line| quoted(line));
        let inside = shape.inside.iter().map(|panel| format!("{panel}"));
        *out += &format!(
            "{}[{},{},{},{},\"{}\",[{}],{},[{}]]",
            if number > 0 { ",\n" } else { "\n" },
            svg::px(x),
            svg::px(y),
            svg::px(width),
            svg::px(height),
            svg::class(shape),
            lines.collect::<Vec<_>>().join(","),
            quoted(&shape.hover),
            inside.collect::<Vec<_>>().join(","),
        );
    }
    *out += "],\"edges\":[";
    for (number, edge) in panel.edges.iter().enumerate() {
        let points = |part: &Vec<(f64, f64)>| {
            let points = part.iter();
            let points = points.map(|&(x, y)| format!("[{},{}]", svg::px(x), svg::px(y)));
            format!("[{}]", points.collect::<Vec<_>>().join(","))
        };
        let parts = layout.routes[number].iter().map(points);
        *out += &format!(
            "{}[{},{},[{}]",
            if number > 0 { ",\n" } else { "\n" },
            edge.from,
            edge.to,
            parts.collect::<Vec<_>>().join(","),
        );
        if let Some((x, y)) = layout.labels[number] {
            let label = quoted(&edge.label);
            *out += &format!(",{label},{},{}", svg::px(x), svg::px(y));
        }
        *out += "]";
    }
    *out += "]}";
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escape::json(text))
}
