//! The output of the command line, compared with sessions written down in `console/*.md`;
//! `TRYCMD=overwrite` writes them anew.

#[test]
fn sessions_are_as_written_down() {
    trycmd::TestCases::new()
        .env("COLUMNS", "100")
        .case("tests/console/*.md");
}

/// The sessions that the README shows are among those that are run.
#[test]
fn the_readme_shows_what_happens() {
    const SESSIONS: &str = include_str!("console/adgraph.md");
    let Ok(readme) = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md"))
    else {
        println!("skipped: a packaged crate has no README of the workspace");
        return;
    };
    let blocks = readme.split("```console\n").skip(1);
    let blocks = blocks.filter_map(|rest| rest.split("\n```").next());
    let sessions = blocks.filter(|block| block.starts_with("$ adgraph "));
    let mut count = 0;
    for session in sessions {
        assert!(SESSIONS.contains(session), "no session is\n{session}");
        count += 1;
    }
    assert!(count >= 2);
}
