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

/// Reads an SVG image: checks that it is balanced XML, and gives the shapes by their `id`s, the
/// number of edges, and all texts.
pub(crate) fn svg(text: &str) -> (BTreeMap<String, String>, usize, Vec<String>) {
    let (mut shapes, mut edges, mut texts) = (BTreeMap::new(), 0, Vec::new());
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let between = &rest[..start];
        assert!(!between.contains('>'), "a stray `>` in `{between}`");
        assert!(entities(between), "a stray `&` in `{between}`");
        if !between.trim().is_empty() {
            texts.push(between.to_string());
        }
        let end = start + rest[start..].find('>').expect("a tag that ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        assert!(
            entities(tag) && tag.matches('"').count().is_multiple_of(2),
            "{tag}"
        );
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        if let Some(id) = attribute(tag, "id").filter(|_| name == "g") {
            let class = attribute(tag, "class").unwrap_or_default();
            assert!(
                shapes.insert(id.into(), class.into()).is_none(),
                "{id} twice"
            );
        }
        edges += usize::from(attribute(tag, "class") == Some("edge"));
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    (shapes, edges, texts)
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[start..].split('"').next()
}

/// Whether each `&` begins one of the five entities of XML or a character's number.
fn entities(text: &str) -> bool {
    let mut pieces = text.split('&').skip(1);
    pieces.all(|piece| {
        let entity = piece.split(';').next().unwrap_or_default();
        ["amp", "lt", "gt", "quot", "apos", "#39"].contains(&entity)
    })
}
