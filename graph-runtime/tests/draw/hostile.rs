//! Names that mean something in one of the three languages.

use crate::read;
use graph_ir::graph::{EffectKind, Function, InputKind};
use graph_ir::passes::DropEffects;
use graph_ir::{Builder, Element, Graph, Type};
use graph_runtime::draw::GraphDraw;

pub(crate) const NAMES: [&str; 24] = [
    "\"];n9 -> n8;//",
    "</title></g></svg><script>alert(1)</script>",
    "</text><script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</noscript><img src=x onerror=alert(1)>",
    "</style><script>alert(1)</script>",
    "]]> &lt; & &#0; <!--",
    "--><!-- <![CDATA[ ]]>",
    "\"onload=\"alert(1)",
    "' onload='alert(1)",
    "javascript:alert(1)",
    "${alert(1)}`+alert(1)+`",
    "end\nn7 --> n6",
    "\\",
    "\\\"",
    "\\N\\G\\l",
    "\u{0}\u{1}\u{fffe}\u{202e}\r\n\t",
    "\u{200f}\u{2066}abc\u{2069}\u{202d}\u{2028}\u{2029}\u{feff}",
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

/// Whether a text holds characters that are invisible or move the text around them.
fn is_treacherous(text: &str) -> bool {
    let hidden = |c: char| {
        c != '\n'
            && (c.is_control()
                || ('\u{2028}'..='\u{202e}').contains(&c)
                || ('\u{2060}'..='\u{206f}').contains(&c)
                || ['\u{200e}', '\u{200f}', '\u{feff}', '\u{fffe}'].contains(&c))
    };
    text.contains(hidden)
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
        let (shapes, edges, _) = read::svg(&graph.to_svg());
        let (plain_shapes, plain_edges, _) = read::svg(&plain.to_svg());
        assert_eq!((shapes, edges), (plain_shapes, plain_edges), "{name}");
        let (page, plain_page) = (read::html(&graph.to_html()), read::html(&plain.to_html()));
        assert_eq!(page.len(), plain_page.len());
        assert_eq!(page[0].shapes.len(), plain_page[0].shapes.len());
        for picture in [
            graph.to_svg(),
            graph.to_dot(),
            graph.to_mermaid(),
            graph.to_html(),
        ] {
            assert!(!is_treacherous(&picture), "{name}");
        }
    }
}

/// A graph with a name at inputs, nodes, functions, effects and groups.
pub(crate) fn calls(name: &str) -> Graph {
    let builder = Builder::new();
    builder.set_name(name);
    let body = DropEffects::default().in_graph(&named(name)).unwrap();
    let function = Function::plain(body);
    let mut value = builder.input(name, Type::scalar(Element::F64), InputKind::Independent);
    for number in 0..200 {
        value = builder.call(&function, &[value.sin()]).unwrap()[0];
        builder.name_node(value, &format!("{name}_{number}"));
    }
    let print = EffectKind::Print {
        before: name.into(),
        after: name.into(),
    };
    builder.effect(print, &[value, value]).unwrap();
    builder.output(name, value).unwrap();
    builder.finish().unwrap()
}

/// Names of groups and of functions inside come from files too.
#[test]
fn titles_are_names_too() {
    for name in NAMES {
        let graph = calls(name);
        read::svg(&graph.to_svg());
        read::dot(&graph.to_dot());
        read::mermaid(&graph.to_mermaid());
        let panels = read::html(&graph.to_html());
        assert!(panels.len() > 2, "{name}");
        assert!(!is_treacherous(&graph.to_html()));
    }
}

#[test]
fn a_name_shows_as_it_is() {
    let (_, _, texts) = read::svg(&named("a<b & \"c\"").to_svg());
    assert!(texts.iter().any(|text| text == "a<b & \"c\""));
    assert!(named("a\"b").to_dot().contains("a\\\"b"));
    let page = read::html(&named("</script>").to_html());
    assert!(
        page[0]
            .shapes
            .iter()
            .any(|(first, ..)| first == "</script>")
    );
}

#[test]
fn long_texts_are_cut_in_shapes_and_whole_behind() {
    let name = "very_long_name_".repeat(20);
    let graph = named(&name);
    for picture in [graph.to_svg(), graph.to_html()] {
        assert!(picture.contains(&format!("as {name}")));
        assert!(!picture.contains(&format!(">{name}")));
        assert!(!picture.contains(&format!("[\"{name}")));
    }
}
