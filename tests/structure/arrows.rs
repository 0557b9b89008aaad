//! Dependencies between crates, and between the modules at the top of a crate, run one way: to read
//! a part, one needs to know only the parts below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::UseTree;
use syn::visit::{self, Visit};

use crate::sources_of;

/// The crates that a user of `adgraph` compiles, each with those that it may depend on.
const CRATES: [(&str, &[&str]); 9] = [
    ("graph-math", &[]),
    ("graph-ir", &["graph-math"]),
    ("graph-autodiff", &["graph-ir", "graph-math"]),
    ("graph-program", &["graph-ir", "graph-math"]),
    ("graph-formats", &["graph-ir", "graph-math"]),
    ("graph-macros", &["graph-front"]),
    (
        "graph-front",
        &[
            "graph-autodiff",
            "graph-formats",
            "graph-ir",
            "graph-math",
            "graph-program",
        ],
    ),
    (
        "graph-runtime",
        &[
            "graph-autodiff",
            "graph-formats",
            "graph-ir",
            "graph-math",
            "graph-program",
        ],
    ),
    (
        ".",
        &[
            "graph-autodiff",
            "graph-ir",
            "graph-macros",
            "graph-math",
            "graph-program",
            "graph-runtime",
        ],
    ),
];

#[test]
fn crates_depend_on_those_below_them_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, allowed) in CRATES {
        let manifest = fs::read_to_string(root.join(name).join("Cargo.toml")).expect("a manifest");
        let dependencies = manifest
            .split("\n[")
            .find_map(|section| section.strip_prefix("dependencies]"))
            .unwrap_or_default();
        let found = dependencies.lines().filter_map(|line| {
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            (name.starts_with("graph-") || name == "adgraph").then_some(name)
        });
        for dependency in found {
            assert!(
                allowed.contains(&dependency),
                "{name} depends on {dependency}"
            );
        }
    }
}

#[test]
fn modules_know_each_other_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut circles = Vec::new();
    for (name, _) in CRATES {
        let arrows = Arrows::of(&root.join(name).join("src"));
        let found = arrows.circles();
        circles.extend(found.iter().map(|circle| arrows.report(name, circle)));
    }
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

/// The dependencies between the modules at the top of a crate: which module names which, and in
/// which files.
struct Arrows(BTreeMap<String, BTreeMap<String, BTreeSet<PathBuf>>>);

impl Arrows {
    fn of(root: &Path) -> Self {
        let files = sources_of(root);
        let module = |file: &Path| {
            let first = file.strip_prefix(root).ok()?.components().next()?;
            let first = Path::new(first.as_os_str()).file_stem()?.to_str()?;
            (first != "lib" && first != "main").then(|| first.to_owned())
        };
        let modules: BTreeSet<String> = files.iter().filter_map(|file| module(file)).collect();
        let mut arrows = BTreeMap::new();
        for file in &files {
            let Some(from) = module(file) else { continue };
            let text = fs::read_to_string(file).expect("a readable source");
            let mut names = Names::default();
            names.visit_file(&syn::parse_file(&text).expect("a source that parses"));
            let own = arrows.entry(from.clone()).or_insert_with(BTreeMap::new);
            for to in names.0.into_iter().filter(|to| modules.contains(to)) {
                if to != from {
                    let files = own.entry(to).or_insert_with(BTreeSet::new);
                    files.insert(file.strip_prefix(root).unwrap_or(file).to_owned());
                }
            }
        }
        Self(arrows)
    }

    /// The modules that can be reached from one.
    fn reached<'a>(&'a self, from: &'a str) -> BTreeSet<&'a str> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(module) = open.pop() {
            let next = self.0.get(module).into_iter().flat_map(BTreeMap::keys);
            open.extend(
                next.map(String::as_str)
                    .filter(|next| reached.insert(*next)),
            );
        }
        reached
    }

    /// The largest sets of modules that reach each other.
    fn circles(&self) -> BTreeSet<Vec<String>> {
        let reached: BTreeMap<&str, BTreeSet<&str>> = {
            self.0
                .keys()
                .map(|module| (module.as_str(), self.reached(module)))
        }
        .collect();
        let on_circle = reached.iter().filter(|(module, to)| to.contains(*module));
        let circle = |(module, to): (&&str, &BTreeSet<&str>)| {
            let members = to.iter().filter(|other| {
                reached
                    .get(*other)
                    .is_some_and(|back| back.contains(module))
            });
            members.map(|&member| member.to_owned()).collect()
        };
        on_circle.map(circle).collect()
    }

    fn report(&self, name: &str, circle: &[String]) -> String {
        let mut lines = vec![format!("{name}: {} know each other", circle.join(", "))];
        for (from, arrows) in self.0.iter().filter(|(from, _)| circle.contains(from)) {
            for (to, files) in arrows.iter().filter(|(to, _)| circle.contains(to)) {
                let files: Vec<_> = files
                    .iter()
                    .map(|file| file.display().to_string())
                    .collect();
                lines.push(format!("  {from} -> {to}: {}", files.join(", ")));
            }
        }
        lines.join("\n")
    }
}

/// The first names of the paths that begin with `crate`, outside of tests.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl Names {
    fn tree(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => drop(self.0.insert(path.ident.to_string())),
            UseTree::Name(name) => drop(self.0.insert(name.ident.to_string())),
            UseTree::Rename(name) => drop(self.0.insert(name.ident.to_string())),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree)),
            UseTree::Glob(_) => {}
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let is_test = |attribute: &syn::Attribute| {
            attribute.path().is_ident("cfg")
                && attribute
                    .parse_args::<syn::Path>()
                    .is_ok_and(|path| path.is_ident("test"))
        };
        if !module.attrs.iter().any(is_test) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_use_tree(&mut self, tree: &'ast UseTree) {
        if let UseTree::Path(path) = tree
            && path.ident == "crate"
        {
            self.tree(&path.tree);
        }
        visit::visit_use_tree(self, tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let mut segments = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        if segments.next().as_deref() == Some("crate") {
            self.0.extend(segments.next());
        }
        visit::visit_path(self, path);
    }
}
