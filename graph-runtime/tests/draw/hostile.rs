//! Names that mean something in one of the three languages.

use crate::read;
use graph_ir::graph::{EffectKind, InputKind};
use graph_ir::{Builder, Element, Graph, Type};
use graph_runtime::draw::GraphDraw;

const NAMES: [&str; 14] = [
    "\"];n9 -> n8;//",
    "</title></g></svg><script>alert(1)</script>",
    "]]> &lt; & &#0; <!--",
    "end\nn7 --> n6",
    "\\",
    "\\\"",
    "\\N\\G\\l",
    "\u{0}\u{1}\u{fffe}\u{202e}\r\n\t",
    "%%{init: {}}%%",
    "`**bold**`",
    "\"]:::x; click a href \"javascript:alert(1)\"",
    "---\ntitle: x\n---",
    "'",
    "日本語 − ∂é𝒳",
];

fn named(name: &str) -> Graph {
    let builder = Builder::new();
    builder.set_name(name);
    let x = builder.input(name, Type::scalar(Element::F64), InputKind::Independent);
    let y = x.sin();
    builder.name_node(y, name);
    let print = EffectKind::Print {
        before: name.into(),
        after: name.into(),
    };
    builder.effect(print, &[x, y]).unwrap();
    builder.output(name, y).unwrap();
    builder.finish().unwrap()
}

#[test]
fn a_name_is_a_name_whatever_it_holds() {
    let plain = named("plain");
    for name in NAMES {
        let graph = named(name);
        assert_eq!(
            read::dot(&graph.to_dot()).edges,
            read::dot(&plain.to_dot()).edges
        );
        let keys = |graph: &Graph| read::mermaid(&graph.to_mermaid());
        assert_eq!(keys(&graph), keys(&plain), "{name}");
        let (shapes, edges, texts) = read::svg(&graph.to_svg());
        let (plain_shapes, plain_edges, _) = read::svg(&plain.to_svg());
        assert_eq!((shapes, edges), (plain_shapes, plain_edges), "{name}");
        let control = |c: char| c.is_control() && c != '\n';
        assert!(!texts.iter().any(|text| text.contains(control)), "{name}");
    }
}

#[test]
fn a_name_shows_as_it_is() {
    let (_, _, texts) = read::svg(&named("a<b & \"c\"").to_svg());
    assert!(
        texts
            .iter()
            .any(|text| text == "a&lt;b &amp; &quot;c&quot;")
    );
    assert!(named("a\"b").to_dot().contains("a\\\"b"));
}

#[test]
fn long_texts_are_cut_in_shapes_and_whole_behind() {
    let name = "very_long_name_".repeat(20);
    let svg = named(&name).to_svg();
    assert!(svg.contains(&format!("as {name}")));
    assert!(!svg.contains(&format!(">{name}")));
}
