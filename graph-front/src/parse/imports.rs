//! Imports of the constants of float types, `use std::f64::consts::{PI, TAU as TURN};`, which are
//! constants of the same values.

use quote::quote;
use syn::{Ident, ItemConst, ItemUse, Token, UseTree};

/// The constants that an import brings, if it brings nothing else.
pub(crate) fn imported_constants(item: &ItemUse) -> Option<Vec<ItemConst>> {
    let mut constants = Vec::new();
    let mut open = vec![(&item.tree, Vec::new())];
    while let Some((tree, path)) = open.pop() {
        let (name, last) = match tree {
            UseTree::Path(tree) => {
                open.push((&tree.tree, with(&path, &tree.ident)));
                continue;
            }
            UseTree::Group(group) => {
                let trees = group.items.iter().rev();
                open.extend(trees.map(|tree| (tree, path.clone())));
                continue;
            }
            UseTree::Name(tree) => (&tree.ident, &tree.ident),
            UseTree::Rename(tree) => (&tree.rename, &tree.ident),
            UseTree::Glob(_) => return None,
        };
        constants.push(constant(item, name, &with(&path, last))?);
    }
    Some(constants)
}

fn with<'t>(path: &[&'t Ident], last: &'t Ident) -> Vec<&'t Ident> {
    let mut path = path.to_vec();
    path.push(last);
    path
}

/// The constant of this name for the one that a path names, if that is one of a float type.
fn constant(item: &ItemUse, name: &Ident, path: &[&Ident]) -> Option<ItemConst> {
    let [root, element, .., last] = *path else {
        return None;
    };
    let is_upper = |c: char| c.is_uppercase() || c.is_ascii_digit() || c == '_';
    let is_constant = (root == "std" || root == "core")
        && (element == "f64" || element == "f32")
        && last.to_string().chars().all(is_upper);
    if !is_constant {
        return None;
    }
    let (attributes, visibility, end) = (&item.attrs, &item.vis, item.semi_token);
    let start = Token![const](item.use_token.span);
    let constant = quote! {
        #(#attributes)* #visibility #start #name: #element = #(#path)::* #end
    };
    syn::parse2(constant).ok()
}
