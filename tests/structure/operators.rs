//! Operators are told apart without wildcards, so that a new one does not compile until every place
//! that looks at operators handles it.

use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::{self, Visit};
use syn::{ExprMatch, ImplItemFn, Item, ItemFn, Pat, Path as SynPath, Signature, TraitItem};

use crate::sources_of;

/// The enums of operators of a graph, and of what their rules say.
const OPERATORS: [&str; 5] = ["Op", "OpView", "Depends", "Elementwise", "Cost"];

#[test]
fn no_match_over_operators_has_a_wildcard() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for file in sources(root) {
        let text = fs::read_to_string(&file).expect("a readable source");
        let syntax = syn::parse_file(&text).expect("a source that parses");
        let mut matches = Matches::default();
        matches.visit_file(&syntax);
        let name = file.strip_prefix(root).unwrap_or(&file).display();
        found.extend({ matches.found.iter() }.map(|function| format!("{name}: {function}")));
    }
    assert!(
        found.is_empty(),
        "matches over operators with a wildcard:\n{}",
        found.join("\n")
    );
}

/// The sources of all crates, without their tests.
fn sources(root: &Path) -> Vec<PathBuf> {
    let mut files = sources_of(&root.join("src"));
    for entry in fs::read_dir(root).expect("a readable root") {
        files.extend(sources_of(
            &entry.expect("a readable entry").path().join("src"),
        ));
    }
    assert!(files.len() > 100, "the sources are read");
    files
}

/// The functions in which wildcards were found.
#[derive(Default)]
struct Matches {
    function: String,
    found: Vec<String>,
}

impl Matches {
    fn enter(&mut self, signature: &Signature, walk: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.function, signature.ident.to_string());
        walk(self);
        self.function = outer;
    }
}

impl<'ast> Visit<'ast> for Matches {
    fn visit_item_fn(&mut self, node: &'ast ItemFn) {
        self.enter(&node.sig, |walk| visit::visit_item_fn(walk, node));
    }

    fn visit_impl_item_fn(&mut self, node: &'ast ImplItemFn) {
        self.enter(&node.sig, |walk| visit::visit_impl_item_fn(walk, node));
    }

    fn visit_expr_match(&mut self, node: &'ast ExprMatch) {
        let mut positions: Vec<Vec<usize>> = Vec::new();
        for arm in &node.arms {
            operators_in(&arm.pat, &mut Vec::new(), &mut positions);
        }
        positions.sort();
        positions.dedup();
        for position in &positions {
            if { node.arms.iter() }.any(|arm| is_wild_at(&arm.pat, position)) {
                self.found.push(self.function.clone());
            }
        }
        visit::visit_expr_match(self, node);
    }
}

/// The positions, in tuples and tuple structs, at which a pattern names an operator.
fn operators_in(pattern: &Pat, at: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let names = |path: &SynPath| {
        let segments = &path.segments;
        let owner = segments.len().checked_sub(2).map(|i| &segments[i].ident);
        owner.is_some_and(|owner| OPERATORS.iter().any(|name| owner == name))
    };
    match pattern {
        Pat::TupleStruct(inner) if names(&inner.path) => found.push(at.clone()),
        Pat::Path(inner) if names(&inner.path) => found.push(at.clone()),
        Pat::Struct(inner) if names(&inner.path) => found.push(at.clone()),
        Pat::Or(inner) => { inner.cases.iter() }.for_each(|case| operators_in(case, at, found)),
        Pat::Tuple(inner) => elements_in(inner.elems.iter(), at, found),
        Pat::TupleStruct(inner) => elements_in(inner.elems.iter(), at, found),
        Pat::Paren(inner) => operators_in(&inner.pat, at, found),
        Pat::Reference(inner) => operators_in(&inner.pat, at, found),
        _ => {}
    }
}

fn elements_in<'p>(
    elements: impl Iterator<Item = &'p Pat>,
    at: &mut Vec<usize>,
    found: &mut Vec<Vec<usize>>,
) {
    for (number, element) in elements.enumerate() {
        at.push(number);
        operators_in(element, at, found);
        at.pop();
    }
}

/// Whether a pattern takes every operator at this position.
fn is_wild_at(pattern: &Pat, position: &[usize]) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Ident(inner) => inner.subpat.is_none(),
        Pat::Or(inner) => inner.cases.iter().any(|case| is_wild_at(case, position)),
        Pat::Paren(inner) => is_wild_at(&inner.pat, position),
        Pat::Reference(inner) => is_wild_at(&inner.pat, position),
        Pat::Tuple(inner) => element_is_wild(inner.elems.iter(), position),
        Pat::TupleStruct(inner) => element_is_wild(inner.elems.iter(), position),
        _ => false,
    }
}

fn element_is_wild<'p>(mut elements: impl Iterator<Item = &'p Pat>, position: &[usize]) -> bool {
    let Some((&first, rest)) = position.split_first() else {
        return false;
    };
    elements
        .nth(first)
        .is_some_and(|element| is_wild_at(element, rest))
}

#[test]
fn an_operator_that_leaves_out_a_rule_does_not_compile() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("graph-ir/src/ops/operator/mod.rs"));
    let file = syn::parse_file(&text.expect("a readable source")).expect("a source that parses");
    let operator = file.items.iter().find_map(|item| match item {
        Item::Trait(own) if own.ident == "Operator" => Some(own),
        _ => None,
    });
    let methods = { &operator.expect("the trait").items }.iter().map(|item| {
        let TraitItem::Fn(method) = item else {
            panic!("the trait has methods only");
        };
        method
    });
    let methods: Vec<_> = methods.collect();
    assert!(methods.len() > 10, "the rules are read");
    for method in methods {
        let name = &method.sig.ident;
        assert!(method.default.is_none(), "`{name}` has a default");
    }
}
