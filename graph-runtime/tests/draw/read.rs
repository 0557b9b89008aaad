//! Pictures read back: what shapes and edges each text has, by rules of its own language.

use std::collections::{BTreeMap, BTreeSet};

/// Shapes by their keys with their class or style, and edges.
#[derive(Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) shapes: BTreeMap<String, String>,
    pub(crate) edges: BTreeSet<(String, String)>,
}

/// Reads a text for Graphviz as this library writes it: a statement on each line.
pub(crate) fn dot(text: &str) -> Seen {
    let mut seen = Seen {
        shapes: BTreeMap::new(),
        edges: BTreeSet::new(),
    };
    let mut depth = 0;
    for line in text.lines() {
        assert!(closed(line), "a text is open at the end of `{line}`");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["digraph" | "subgraph", .., "{"] => depth += 1,
            ["}"] => depth -= 1,
            [first, ..] if first.starts_with("label=") => {}
            [from, "->", to, ..] => {
                assert!(seen.edges.insert((from.into(), to.into())), "{line}");
            }
            ["node" | "edge", ..] => {}
            [key, ..] => assert!(
                seen.shapes.insert(key.into(), line.into()).is_none(),
                "{line}"
            ),
            [] => panic!("an empty line"),
        }
    }
    assert_eq!(depth, 0);
    seen
}

/// Whether every quoted text of a line ends there.
fn closed(line: &str) -> bool {
    let (mut open, mut escaped) = (false, false);
    for c in line.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if open => escaped = true,
            '"' => open = !open,
            _ => {}
        }
    }
    !open && !escaped
}

/// Reads a flowchart of Mermaid as this library writes it.
pub(crate) fn mermaid(text: &str) -> Seen {
    let mut seen = Seen {
        shapes: BTreeMap::new(),
        edges: BTreeSet::new(),
    };
    let body = text.split_once("flowchart TB\n").expect("a flowchart").1;
    let mut depth = 0;
    for line in body.lines().map(str::trim) {
        if line.starts_with("classDef ") {
        } else if line.starts_with("subgraph ") {
            depth += 1;
        } else if line == "end" {
            depth -= 1;
        } else if let Some((from, to)) = line.split_once(" --> ") {
            assert!(seen.edges.insert((from.into(), to.into())), "{line}");
        } else if let Some((from, rest)) = line.split_once(" -->|\"") {
            let (_, to) = rest.rsplit_once("\"| ").expect("a label that ends");
            assert!(seen.edges.insert((from.into(), to.into())), "{line}");
        } else {
            assert_eq!(line.matches('"').count(), 2, "{line}");
            let key = line.split(['[', '(', '>']).next().unwrap_or_default();
            let class = line.rsplit_once(":::").expect("a class").1;
            assert!(
                seen.shapes.insert(key.into(), class.into()).is_none(),
                "{line}"
            );
        }
    }
    assert_eq!(depth, 0);
    seen
}

/// Reads an SVG image: gives the shapes by their `id`s, the number of edges, and all texts.
pub(crate) fn svg(text: &str) -> (BTreeMap<String, String>, usize, Vec<String>) {
    let document = roxmltree::Document::parse(text).expect("XML");
    let (mut shapes, mut edges, mut texts) = (BTreeMap::new(), 0, Vec::new());
    for node in document.descendants() {
        let class = node.attribute("class").unwrap_or_default();
        match (node.tag_name().name(), node.attribute("id")) {
            ("g", Some(id)) => {
                let before = shapes.insert(id.to_string(), class.to_string());
                assert!(before.is_none(), "{id} twice");
            }
            ("path", _) => edges += usize::from(class == "edge"),
            ("text" | "title", _) => texts.push(node.text().unwrap_or_default().to_string()),
            (name, _) => assert!(
                ["", "svg", "style", "defs", "marker", "rect", "g"].contains(&name),
                "{name}"
            ),
        }
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{}", attribute.name());
            assert!(!attribute.name().contains("href"), "{}", attribute.name());
        }
    }
    (shapes, edges, texts)
}

/// A panel of a page as its script reads it.
pub(crate) struct Panel {
    pub(crate) title: String,
    /// The first line, all texts, and the panels inside of each shape.
    pub(crate) shapes: Vec<(String, Vec<String>, Vec<usize>)>,
    /// The places of the shapes: centre and size.
    pub(crate) places: Vec<[i64; 4]>,
    pub(crate) edges: usize,
}

/// Reads a page: checks that its scripts are its own two, and gives the panels.
pub(crate) fn html(text: &str) -> Vec<Panel> {
    let tags: Vec<&str> = text.split("<script").skip(1).collect();
    assert_eq!(tags.len(), 2, "scripts");
    assert!(tags[0].starts_with(" type=\"application/json\" id=\"panels\">"));
    assert_eq!(text.matches("</script").count(), 2);
    let still = text.split_once("<noscript>").expect("a still picture").1;
    svg(still.split_once("</noscript>").expect("an end").0);
    let data = tags[0].split_once('>').expect("a tag that ends").1;
    let data = data.split_once("</script>").expect("an end").0;
    assert!(!data.contains(['<', '>', '&']), "markup in the data");
    let panels: Vec<serde_json::Value> = serde_json::from_str(data).expect("JSON");
    let all = panels.len();
    let number = |value: &serde_json::Value| value.as_i64().expect("a number");
    let list = |value: &serde_json::Value| value.as_array().expect("a list").clone();
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_string();
    let panel = |panel: &serde_json::Value| {
        let shapes = list(&panel["shapes"]);
        let edges = list(&panel["edges"]);
        for edge in &edges {
            for end in [&edge[0], &edge[1]] {
                assert!(usize::try_from(number(end)).unwrap() < shapes.len());
            }
            assert!(list(&edge[2]).len() == if edge[3].is_null() { 1 } else { 2 });
        }
        let read = |shape: &serde_json::Value| {
            let lines = list(&shape[5]);
            let inside = list(&shape[7]).iter().map(number).collect::<Vec<_>>();
            let inside: Vec<usize> = inside
                .iter()
                .map(|&i| usize::try_from(i).unwrap())
                .collect();
            assert!(inside.iter().all(|&inside| inside > 0 && inside < all));
            let texts = lines.iter().chain([&shape[6]]).map(text);
            (text(&lines[0]), texts.collect(), inside)
        };
        Panel {
            title: text(&panel["title"]),
            places: { shapes.iter() }
                .map(|shape| [0, 1, 2, 3].map(|at| number(&shape[at])))
                .collect(),
            shapes: shapes.iter().map(read).collect(),
            edges: edges.len(),
        }
    };
    panels.iter().map(panel).collect()
}
