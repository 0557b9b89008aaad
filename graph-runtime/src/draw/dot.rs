//! The picture in Graphviz's language (<https://graphviz.org/doc/info/lang.html>).

use super::escape;
use super::picture::{Panel, Picture, Role, Shape};
use super::svg::colours;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

pub(super) fn write(picture: &Picture) -> String {
    let mut out = String::from("digraph {\n");
    if !picture.title.is_empty() {
        out += &format!("  label=\"{}\" labelloc=t\n", escape::dot(&picture.title));
    }
    out += "  node [fontname=\"monospace\" fontsize=11 style=filled]\n";
    out += "  edge [fontname=\"monospace\" fontsize=9 color=\"#8a94a6\"]\n";
    for panel in &picture.panels {
        let inner = !panel.key.is_empty();
        if inner {
            out += &format!(
                "  subgraph cluster_{} {{\n",
                panel.key.trim_end_matches('_')
            );
            out += &format!(
                "  label=\"{}\" color=\"#8a94a6\"\n",
                escape::dot(&panel.title)
            );
        }
        write_panel(&mut out, panel);
        if inner {
            out += "  }\n";
        }
    }
    out + "}\n"
}

fn write_panel(out: &mut String, panel: &Panel) {
    for shape in &panel.shapes {
        *out += &format!(
            "  {} [label=\"{}\" tooltip=\"{}\" {}]\n",
            shape.key,
            escape::dot(&shape.lines.join("\n")),
            escape::dot(&shape.hover),
            style(shape),
        );
    }
    for edge in &panel.edges {
        let [from, to] = [edge.from, edge.to].map(|shape| &panel.shapes[shape]);
        *out += &format!("  {} -> {}", from.key, to.key);
        let label =
            (!edge.label.is_empty()).then(|| format!("label=\"{}\"", escape::dot(&edge.label)));
        let colour = edge.side.colours();
        let colour = colour.map(|[_, line, _]| format!("color=\"{line}\" style=dashed"));
        let attributes: Vec<String> = label.into_iter().chain(colour).collect();
        if !attributes.is_empty() {
            *out += &format!(" [{}]", attributes.join(" "));
        }
        *out += "\n";
    }
}

/// The outline, which shows the kind of a shape, and the colours.
fn style(shape: &Shape) -> String {
    let outline = match shape.role {
        Role::Input => "shape=box style=\"filled,rounded\"",
        Role::Parameter => "shape=box style=\"filled,rounded,dashed\"",
        Role::Constant => "shape=plaintext",
        Role::Operator => "shape=box",
        Role::Group => "shape=box3d",
        Role::Output => "shape=box peripheries=2",
        Role::Effect => "shape=note",
        Role::Outside => "shape=box style=\"filled,rounded,dotted\"",
    };
    if let Some([fill, line, _]) = shape.side.colours() {
        return format!("{outline} fillcolor=\"{fill}\" color=\"{line}\" penwidth=2.5");
    }
    let (fill, line) = colours(shape.role, shape.derivative);
    format!("{outline} fillcolor=\"{fill}\" color=\"{line}\"")
}
