//! Names of variables in files as identifiers of Rust.
//!
//! Characters that cannot stand in an identifier become `_`, a digit at the start gets a `_` before
//! it and a keyword one after it, and the later ones of names that become equal are numbered
//! (`fc_2`).

use std::collections::HashMap;

use graph_formats::rust::identifier;

/// The identifiers of names, which depend on the order in which these are added.
#[derive(Default)]
pub(super) struct Names {
    /// Names by identifier.
    names: HashMap<String, String>,
    /// Identifiers by name.
    own: HashMap<String, String>,
}

impl Names {
    /// Gives a name the first identifier that is free, unless it has one.
    pub(super) fn add(&mut self, name: &str) {
        if self.own.contains_key(name) {
            return;
        }
        let own = identifier(name, "input");
        let numbered = (2_usize..).map(|n| format!("{own}_{n}"));
        let mut candidates = std::iter::once(own.clone()).chain(numbered);
        if let Some(free) = candidates.find(|candidate| !self.names.contains_key(candidate)) {
            self.names.insert(free.clone(), name.into());
            self.own.insert(name.into(), free);
        }
    }

    /// The name behind an identifier.
    pub(super) fn name(&self, own: &str) -> Option<&str> {
        self.names.get(own).map(String::as_str)
    }

    /// The identifier of a name that was added.
    pub(super) fn own(&self, name: &str) -> &str {
        self.own.get(name).map_or("", String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, identifier};

    #[test]
    fn names_become_identifiers() {
        for (name, own) in [
            ("fc1_weight", "fc1_weight"),
            ("conv0.weight", "conv0_weight"),
            ("stage1/unit:0", "stage1_unit_0"),
            ("0", "_0"),
            ("type", "type_"),
            ("self", "self_"),
            ("_", "_input"),
            ("", "input"),
            ("größe", "gr__e"),
        ] {
            assert_eq!(identifier(name, "input"), own);
        }
    }

    #[test]
    fn names_that_become_equal_are_numbered() {
        let mut names = Names::default();
        for name in ["a.b", "a_b", "a_b_2", "a/b", "a.b"] {
            names.add(name);
        }
        for (own, name) in [
            ("a_b", "a.b"),
            ("a_b_2", "a_b"),
            ("a_b_2_2", "a_b_2"),
            ("a_b_3", "a/b"),
        ] {
            assert_eq!((names.name(own), names.own(name)), (Some(name), own));
        }
    }
}
