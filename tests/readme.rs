//! The README's picture, output, error and commands, compared with the real ones.

const README: &str = include_str!("../README.md");

adgraph::graph! {
    fn energy(x: [f64; 3], p: f64) -> f64 {
        let stretch = x[1..] - x[..2];
        0.5 * p * dot(stretch, stretch) + sum(cos(x))
    }
}

#[path = "../examples/picture/energy.rs"]
mod picture;

/// The picture that the README shows; `BLESS=1` writes it anew.
#[test]
fn the_picture_is_that_of_the_example() {
    use adgraph::draw::GraphDraw;

    let graph = picture::energy::graph();
    let gradient = adgraph::differentiate::gradient(&graph, &[0, 1]).unwrap();
    let svg = adgraph::passes::optimize(&gradient).unwrap().to_svg();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/picture/energy.svg");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, &svg).unwrap();
    }
    assert!(README.contains("](examples/picture/energy.svg)"));
    assert!(README.contains(include_str!("../examples/picture/energy.rs")));
    assert_eq!(svg, std::fs::read_to_string(file).unwrap());
}

#[test]
fn the_output_is_real() {
    let e = energy([0.1, 0.2, 0.4], 2.0);
    let (value, d) = energy::gradient([0.1, 0.2, 0.4], 2.0);
    assert!(README.contains(&format!("\n{e} {value}\n{:?} {}\n", d.x, d.p)));
}

#[test]
fn the_error_is_what_the_compiler_prints() {
    let printed = include_str!("ui/shapes/operator.stderr")
        .replace("tests/ui/shapes/operator.rs", "src/model.rs");
    let first = printed.split("\n\n").next().unwrap_or_default();
    assert!(README.contains(first), "the README should show:\n{first}");
}

#[test]
fn the_commands_are_those_of_the_continuous_integration() {
    let run = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/run"));
    // A packaged crate has no such folder.
    if let Ok(run) = run {
        for command in [
            "\ncargo test\n",
            "cargo test --features rayon --test batch\n",
        ] {
            assert!(README.contains(command) && run.contains(command));
        }
        assert!(README.contains("cargo run --example quickstart\n"));
    }
}

#[test]
fn the_source_is_what_is_written_of_the_file() {
    let file = include_str!("imports/files/rec_kepler_newton8.json");
    let graph = adgraph::json::cppad::from_str(file).unwrap();
    let source = adgraph::json::rust::to_string(&graph).unwrap();
    assert!(
        README.contains(&source),
        "the README should show:\n{source}"
    );
}
