//! Small graphs whose pictures were looked at, and are to stay as they are.

use graph_ir::{Graph, passes, text};
use graph_runtime::draw::GraphDraw;
use graph_runtime::json;
use std::path::Path;

/// Graphs with all that a picture may have, by name.
pub(crate) fn samples() -> Vec<(&'static str, Graph)> {
    let parsed = |name, text: &str| (name, text::parse(text).unwrap());
    let energy = text::parse(include_str!("energy.txt")).unwrap();
    let gradient = graph_autodiff::gradient(&energy, &[0]).unwrap();
    let shapes = [("x".into(), vec![2, 6])].into();
    let net = json::nnvm::from_str_with(include_str!("net.json"), &shapes).unwrap();
    vec![
        parsed("effects", include_str!("effects.txt")),
        ("gradient", passes::optimize(&gradient).unwrap()),
        parsed("loops", include_str!("loops.txt")),
        ("net", net),
        parsed("empty", "adgraph 1\ngraph\n"),
        parsed("energy", include_str!("energy.txt")),
    ]
}

#[test]
fn pictures_stay_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/draw/golden");
    for (name, graph) in samples() {
        let texts = [
            ("svg", graph.to_svg()),
            ("dot", graph.to_dot()),
            ("mermaid", graph.to_mermaid()),
            ("panels.json", panels(&graph.to_html())),
        ];
        for (ending, text) in texts {
            let file = folder.join(format!("{name}.{ending}"));
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&file, &text).unwrap();
            }
            let golden = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(text == golden, "{} has changed:\n{text}", file.display());
        }
    }
}

/// The panels of a page, without its script and its still picture.
fn panels(page: &str) -> String {
    let data = page.split_once("id=\"panels\">").expect("panels").1;
    data.split_once("</script>").expect("an end").0.to_string()
}
