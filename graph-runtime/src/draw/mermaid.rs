//! The picture as a flowchart of Mermaid (<https://mermaid.js.org/syntax/flowchart.html>).

use super::escape;
use super::picture::{Panel, Picture, Role, Shape};
use super::svg::colours;
use alloc::format;
use alloc::string::String;

pub(super) fn write(picture: &Picture) -> String {
    let mut out = String::new();
    if !picture.title.is_empty() {
        // A title stands in a heading of YAML, where a text in double quotes is as in JSON.
        let title = escape::mermaid(&picture.title);
        out += &format!("---\ntitle: \"{title}\"\n---\n");
    }
    out += "flowchart TB\n";
    for panel in &picture.panels {
        let inner = !panel.key.is_empty();
        if inner {
            let key = panel.key.trim_end_matches('_');
            out += &format!("  subgraph {key} [\"{}\"]\n", escape::mermaid(&panel.title));
        }
        write_panel(&mut out, panel);
        if inner {
            out += "  end\n";
        }
    }
    for role in Role::ALL {
        for derivative in [false, true] {
            let class = class(role, derivative);
            let used = |panel: &Panel| panel.shapes.iter().any(|s| class_of(s) == class);
            if picture.panels.iter().any(used) {
                let (fill, line) = colours(role, derivative);
                let dashes = match role {
                    Role::Parameter => ",stroke-dasharray:4 3",
                    _ => "",
                };
                out += &format!(
                    "  classDef {class} fill:{fill},stroke:{line},color:#1a202c{dashes}\n"
                );
            }
        }
    }
    out
}

fn write_panel(out: &mut String, panel: &Panel) {
    for shape in &panel.shapes {
        let (open, close) = match shape.role {
            Role::Input | Role::Parameter | Role::Outside => ("([", "])"),
            Role::Constant => ("(", ")"),
            Role::Operator => ("[", "]"),
            Role::Group => ("[[", "]]"),
            Role::Output => ("[/", "/]"),
            Role::Effect => (">", "]"),
        };
        let text = escape::mermaid(&shape.lines.join("\n"));
        *out += &format!(
            "  {}{open}\"{text}\"{close}:::{}\n",
            shape.key,
            class_of(shape)
        );
    }
    for edge in &panel.edges {
        let [from, to] = [edge.from, edge.to].map(|shape| &panel.shapes[shape].key);
        match &*edge.label {
            "" => *out += &format!("  {from} --> {to}\n"),
            label => *out += &format!("  {from} -->|\"{}\"| {to}\n", escape::mermaid(label)),
        }
    }
}

fn class_of(shape: &Shape) -> String {
    class(shape.role, shape.derivative)
}

fn class(role: Role, derivative: bool) -> String {
    match derivative {
        true => format!("{}_derivative", role.word()),
        false => role.word().into(),
    }
}
