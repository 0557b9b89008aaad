//! The policy of a page allows its own script and no other; and the pages that `tests/browser/run`
//! opens in a real browser.

use graph_runtime::draw::GraphDraw;
use sha2::{Digest, Sha256};

use crate::golden::samples;
use crate::hostile::{NAMES, calls};
use crate::large::{random, unrolled};

#[test]
fn the_policy_allows_the_script_of_the_page_by_its_digest() {
    let page = samples().remove(0).1.to_html();
    let script = page.rsplit_once("<script>").expect("a script").1;
    let script = script.split_once("</script>").expect("an end").0;
    let digest = base64(&Sha256::digest(script));
    let policy = format!(
        "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'\""
    );
    assert!(page.contains(&policy), "the digest is sha256-{digest}");
}

/// Base64 with padding (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let byte = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            text.push(match digit <= group.len() {
                true => char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]),
                false => '=',
            });
        }
    }
    text
}

/// Writes the pages for a browser to the folder in `ADGRAPH_PAGES`, if it is set.
#[test]
fn pages_for_a_browser_are_written_where_it_wants_them() {
    let Some(folder) = std::env::var_os("ADGRAPH_PAGES") else {
        return;
    };
    let folder = std::path::Path::new(&folder);
    let write = |name: &str, graph: &graph_ir::Graph| {
        std::fs::write(folder.join(format!("{name}.html")), graph.to_html()).unwrap();
        std::fs::write(folder.join(format!("{name}.svg")), graph.to_svg()).unwrap();
    };
    let large = [("lines", unrolled(1000)), ("random", random(10_000, 30))];
    for (name, graph) in large {
        assert!(graph.len() >= 10_000, "{}", graph.len());
        write(name, &graph);
    }
    for (name, graph) in samples() {
        write(&format!("sample-{name}"), &graph);
    }
    for (number, name) in NAMES.iter().enumerate() {
        write(&format!("hostile-{number}"), &calls(name));
    }
}
