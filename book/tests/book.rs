//! The book builds, its programs are run, and the files that it includes exist.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use mdbook_driver::MDBook;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The chapters' names and texts.
fn chapters() -> io::Result<Vec<(String, String)>> {
    let mut chapters = Vec::new();
    for entry in fs::read_dir(root().join("text"))? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if name != "SUMMARY" {
            chapters.push((name.into_owned(), fs::read_to_string(&path)?));
        }
    }
    Ok(chapters)
}

/// The texts between each `start` and the `end` after it.
fn between<'t>(text: &'t str, start: &'t str, end: &'t str) -> impl Iterator<Item = &'t str> {
    let parts = text.split(start).skip(1);
    parts.filter_map(move |part| part.split_once(end).map(|(inside, _)| inside))
}

#[test]
fn the_book_builds() {
    let mut book = MDBook::load(root()).expect("the book");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    book.config.build.build_dir.clone_from(&out);
    book.build().expect("pages");
    for (name, _) in chapters().expect("chapters") {
        let page = fs::read_to_string(out.join(format!("{name}.html")));
        let page = page.unwrap_or_else(|error| panic!("{name} is not in the summary: {error}"));
        assert!(!page.contains("{{#"), "{name} includes what is not there");
    }
}

#[test]
fn every_program_is_run() {
    let run = fs::read_to_string(root().join("lib.rs")).expect("the documentation tests");
    let run: BTreeSet<&str> = between(&run, "include_str!(\"text/", ".md\")").collect();
    for (name, text) in chapters().expect("chapters") {
        let has_programs = text.contains("```rust\n");
        assert_eq!(has_programs, run.contains(name.as_str()), "{name}");
        // But for examples of their own, which are included.
        let others = between(&text, "\n```rust,", "```");
        let unrun = others
            .into_iter()
            .find(|other| !other.contains("{{#include "));
        assert_eq!(unrun, None, "{name} has a program that is not run");
    }
}

#[test]
fn what_is_included_is_there() {
    for (name, text) in chapters().expect("chapters") {
        for include in between(&text, "{{#include ", "}}") {
            let mut parts = include.split(':');
            let path = root().join("text").join(parts.next().unwrap_or_default());
            let file = fs::read_to_string(&path);
            let file = file.unwrap_or_else(|error| panic!("{name}: {}: {error}", path.display()));
            if path
                .extension()
                .is_some_and(|extension| extension == "stderr")
            {
                let range = parts.map(|number| number.parse().expect("a line"));
                message(include, &file, &range.collect::<Vec<usize>>());
            }
        }
    }
}

/// Lines of a compiler's output are one message, from its first to its last.
fn message(include: &str, file: &str, range: &[usize]) {
    let lines: Vec<&str> = file.lines().collect();
    let &[first, last] = range else {
        panic!("{include} names no lines");
    };
    assert!(lines[first - 1].starts_with("error"), "{include}");
    assert!(lines[last - 1].ends_with('^'), "{include}");
    let inner = &lines[first..last];
    assert!(
        !inner.iter().any(|line| line.starts_with("error")),
        "{include}"
    );
}

#[test]
fn links_lead_somewhere() {
    for (name, text) in chapters().expect("chapters") {
        for link in between(&text, "](", ")") {
            let path = link.split('#').next().unwrap_or_default();
            if path.starts_with("http") || path.is_empty() {
                continue;
            }
            let target: PathBuf = root().join("text").join(path);
            assert!(target.exists(), "{name} links to {link}");
        }
    }
}
