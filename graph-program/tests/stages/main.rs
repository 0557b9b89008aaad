//! Each stage of the pipeline on a small function: the text before it and after it.
//!
//! A file of this folder says which stage it shows (`stage: fuse`), perhaps what is asked of the
//! program (`options: contract`), and the graph that the pipeline starts from. Below `== before`
//! and `== after` stand the texts that are compared. `BLESS=1` writes them anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use graph_ir::text;
use graph_program::{Adds, Options, Parts, Pipeline, Points, Stage};

const BEFORE: &str = "== before\n";
const AFTER: &str = "== after\n";

/// One file.
struct Case {
    stage: Stage,
    options: Options,
    /// For a program over many points, whether each input has a value for each of them.
    own: Option<Vec<bool>>,
    /// The text above the results.
    given: String,
    graph: String,
    expected: String,
}

impl Case {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("a readable file");
        let (given, expected) = text.split_once(BEFORE).unwrap_or((&text, ""));
        let (head, graph) = given
            .split_once("\n\n")
            .expect("an empty line behind the head");
        let mut case = Self {
            stage: Stage::Allocate,
            options: Options::default(),
            own: None,
            given: format!("{}\n\n", given.trim_end()),
            graph: format!("{}\n", graph.trim_end()),
            expected: expected.to_owned(),
        };
        for line in head.lines() {
            match line.split_once(": ") {
                Some(("stage", name)) => case.stage = name.parse().expect("a stage"),
                Some(("options", words)) => words.split(", ").for_each(|word| case.option(word)),
                Some(("points", words)) => {
                    case.own = Some(words.split(", ").map(|word| word == "own").collect());
                }
                _ => panic!("{}: `{line}` says nothing", path.display()),
            }
        }
        case
    }

    fn option(&mut self, word: &str) {
        match word {
            "contract" => self.options.contract = true,
            "finite" => self.options.finite = true,
            "effects" => self.options.effects = true,
            "parts" => self.options.parts = Some(Parts { from: 8, length: 4 }),
            _ => panic!("there is no option `{word}`"),
        }
    }

    /// The texts before and after the stage.
    fn run(&self) -> Result<String, String> {
        let graph = text::parse(&self.graph).expect("a graph");
        let mut texts = vec![(None, graph.to_string())];
        let pipeline = Pipeline::new(self.options);
        let mut observe =
            |stage, form: graph_program::StageForm<'_>| texts.push((Some(stage), form.to_string()));
        match &self.own {
            None => drop(
                pipeline
                    .run_observed(&graph, &mut observe)
                    .expect("a program"),
            ),
            Some(own) => {
                let prepared = pipeline.prepare(&graph).expect("a graph");
                let adds = match self.stage {
                    Stage::Accumulate => Adds::All,
                    _ => Adds::Nothing,
                };
                let points = Points { own, adds };
                let program = pipeline.schedule_points_observed(&prepared, points, &mut observe);
                assert!(program.expect("a program").is_some(), "lanes can say it");
            }
        }
        let position = texts
            .iter()
            .position(|(stage, _)| *stage == Some(self.stage));
        let position = position.unwrap_or_else(|| panic!("{} does not run", self.stage));
        let [before, after] = [position - 1, position].map(|i| texts[i].1.trim_end());
        if before == after {
            return Err(format!("{} changes nothing in\n{after}", self.stage));
        }
        Ok(format!("{before}\n\n{AFTER}{after}\n"))
    }
}

#[test]
fn each_stage_does_what_its_file_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stages");
    let (mut shown, mut wrong) = (BTreeSet::new(), Vec::new());
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let case = Case::read(&path);
        shown.insert(case.stage);
        match case.run() {
            Ok(found) if found == case.expected => {}
            Ok(found) if std::env::var_os("BLESS").is_some() => {
                fs::write(&path, format!("{}{BEFORE}{found}", case.given))
                    .expect("a writable file");
            }
            Ok(found) | Err(found) => wrong.push(format!(
                "{}:
{found}",
                path.display()
            )),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unseen: Vec<&Stage> = Stage::ALL
        .iter()
        .filter(|stage| !shown.contains(stage))
        .collect();
    assert!(unseen.is_empty(), "no file shows {unseen:?}");
}
