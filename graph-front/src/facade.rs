//! The path of the crate `adgraph` in the crate that is compiled.
//!
//! An attribute does not know by which path it was called, so it reads in the manifest under which
//! name the crate has `adgraph`: `ad = { package = "adgraph", .. }`. A dependency that takes this
//! from the workspace is looked for in the manifests of the folders around.

use std::path::Path;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// The name that code refers to where nothing else is said.
const OWN: &str = "adgraph";
/// The variable in which Cargo tells where the crate is.
const MANIFEST: &str = "CARGO_MANIFEST_DIR";

/// The path of the facade: by the name that the manifest gives it, if it gives it another one.
pub(crate) fn path() -> TokenStream {
    let folder = std::env::var_os(MANIFEST);
    let name = folder.and_then(|folder| renamed(Path::new(&folder)));
    let name = name.and_then(|name| syn::parse_str::<Ident>(&name).ok());
    let mut name = name.unwrap_or_else(|| Ident::new(OWN, Span::call_site()));
    name.set_span(Span::call_site());
    quote!(::#name)
}

/// The name by which a crate in a folder has the crate, unless that is its own.
fn renamed(folder: &Path) -> Option<String> {
    let mut manifests = folder
        .ancestors()
        .filter_map(|folder| std::fs::read_to_string(folder.join("Cargo.toml")).ok());
    let own = manifests.next()?;
    name_in(&own, |inherited| {
        manifests
            .find_map(|manifest| name_in(&manifest, |_| None).filter(|n| inherited.contains(n)))
    })
}

/// A dependency of a manifest.
struct Dependency {
    name: String,
    package: Option<String>,
    is_inherited: bool,
}

/// The name that a manifest gives to the crate, unless it has it by its own; where it does not say,
/// the one among the names of the inherited dependencies that `inherited` finds.
fn name_in(manifest: &str, inherited: impl FnOnce(&[String]) -> Option<String>) -> Option<String> {
    let all = dependencies(manifest);
    let is_own = |package: &Option<String>| package.as_deref().is_none_or(|package| package == OWN);
    if all
        .iter()
        .any(|own| own.name == OWN && is_own(&own.package))
    {
        return None;
    }
    let mut renamed = all.iter().filter(|own| own.package.as_deref() == Some(OWN));
    if let Some(renamed) = renamed.next() {
        return Some(renamed.name.clone());
    }
    let names = all.into_iter().filter(|own| own.is_inherited);
    let names: Vec<String> = names.map(|own| own.name).collect();
    match names.is_empty() {
        true => None,
        false => inherited(&names),
    }
}

/// The dependencies of a manifest, with the names that code has for them.
fn dependencies(manifest: &str) -> Vec<Dependency> {
    let mut all = Vec::new();
    // The table of dependencies that the lines belong to, or that of one dependency.
    let (mut is_table, mut of_one) = (false, None);
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.split(']').next().unwrap_or_default().trim();
            let is_dependencies = |table: &str| table.trim().ends_with("dependencies");
            is_table = is_dependencies(header);
            let parts = header.rsplit_once('.');
            let one = parts.filter(|(table, _)| !is_table && is_dependencies(table));
            of_one = one.map(|(_, name)| name_of(name));
            if let Some(name) = &of_one {
                all.push(dependency(name, ""));
            }
        } else if let Some((key, value)) = line.split_once('=') {
            match (&of_one, key.split_once('.')) {
                (Some(name), _) => all.push(dependency(name, line)),
                (None, Some((name, field))) if is_table => {
                    all.push(dependency(&name_of(name), &format!("{field} = {value}")));
                }
                (None, _) if is_table => all.push(dependency(&name_of(key), value)),
                (None, _) => {}
            }
        }
    }
    merged(all)
}

/// One entry for each dependency of which several lines say something.
fn merged(all: Vec<Dependency>) -> Vec<Dependency> {
    let mut merged: Vec<Dependency> = Vec::new();
    for one in all {
        match merged.iter_mut().find(|known| known.name == one.name) {
            Some(known) => {
                known.package = known.package.take().or(one.package);
                known.is_inherited |= one.is_inherited;
            }
            None => merged.push(one),
        }
    }
    merged
}

/// A dependency by its name, and the fields that a text has of it.
fn dependency(name: &str, fields: &str) -> Dependency {
    let value = |field: &str| {
        let mut parts = fields.split(['{', ',', '}']);
        parts.find_map(|part| {
            let (key, value) = part.split_once('=')?;
            (key.trim() == field).then(|| value.trim())
        })
    };
    let package = value("package").and_then(|package| {
        let quoted = package.strip_prefix(['"', '\''])?;
        quoted.split(['"', '\'']).next().map(String::from)
    });
    Dependency {
        name: name.into(),
        package,
        is_inherited: value("workspace").is_some_and(|value| value.starts_with("true")),
    }
}

/// The name that code has for a dependency.
fn name_of(key: &str) -> String {
    key.trim().trim_matches(['"', '\'']).replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::name_in;

    fn name(manifest: &str) -> Option<String> {
        name_in(manifest, |names| Some(names.join(" ")))
    }

    #[test]
    fn names_of_the_crate() {
        for (manifest, expected) in [
            ("[dependencies]\nadgraph = \"0.1\"", None),
            ("[dependencies]\nadgraph = { version = \"0.1\" } # ad", None),
            ("[dependencies]\nserde = \"1\"", None),
            ("[package]\nname = \"adgraph\"\npackage = \"adgraph\"", None),
            (
                "[dependencies]\nad = { package = \"adgraph\", version = \"0.1\" }",
                Some("ad"),
            ),
            (
                "[dependencies]\nserde = \"1\"\n[dev-dependencies]\n\"my-ad\" = {path='..',package='adgraph'}",
                Some("my_ad"),
            ),
            (
                "[dependencies.ad]\nversion = \"0.1\"\npackage = \"adgraph\"\n[features]\nx = []",
                Some("ad"),
            ),
            (
                "[target.'cfg(unix)'.dependencies]\nad.package = \"adgraph\"\nad.version = \"1\"",
                Some("ad"),
            ),
            (
                "[target.'cfg(unix)'.dependencies.ad]\npackage = \"adgraph\"",
                Some("ad"),
            ),
            (
                "[dependencies]\nad = { package = \"adgraph-solvers\" }",
                None,
            ),
            // Both are there: its own name will do.
            (
                "[dependencies]\nadgraph = \"0.1\"\nad = { package = \"adgraph\" }",
                None,
            ),
            (
                "[dependencies]\nad = { workspace = true }\nmy-log.workspace = true",
                Some("ad my_log"),
            ),
            ("[dependencies.adgraph]\nworkspace = true", None),
            ("", None),
        ] {
            assert_eq!(name(manifest).as_deref(), expected, "{manifest}");
        }
    }
}
