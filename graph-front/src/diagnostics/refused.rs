//! The names of items that the language does not have. The item is one error; that nothing has its
//! name is no other.

use std::cell::RefCell;
use std::collections::HashSet;

use syn::{ImplItem, Item, UseTree};

/// The names that refused items define.
#[derive(Debug, Default)]
pub(crate) struct Refused {
    names: RefCell<HashSet<String>>,
}

/// Stands among the names for all that an import with `*` may bring.
const ALL: &str = "*";

impl Refused {
    /// Adds what an item defines.
    pub(crate) fn add_item(&self, item: &Item) {
        let name = match item {
            Item::Use(item) => return self.add_imports(&item.tree),
            Item::Impl(item) => {
                let methods = item.items.iter().filter_map(|item| match item {
                    ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
                    _ => None,
                });
                return methods.for_each(|method| self.add(method));
            }
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Mod(item) => &item.ident,
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::TraitAlias(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Union(item) => &item.ident,
            Item::ExternCrate(item) => &item.ident,
            Item::Macro(item) => match &item.ident {
                Some(name) => name,
                None => return,
            },
            _ => return,
        };
        self.add(name.to_string());
    }

    /// Adds a name.
    pub(crate) fn add(&self, name: String) {
        self.names.borrow_mut().insert(name);
    }

    fn add_imports(&self, tree: &UseTree) {
        let mut open = vec![tree];
        while let Some(tree) = open.pop() {
            match tree {
                UseTree::Path(path) => open.push(&path.tree),
                UseTree::Name(name) => self.add(name.ident.to_string()),
                UseTree::Rename(rename) => self.add(rename.rename.to_string()),
                UseTree::Glob(_) => self.add(ALL.into()),
                UseTree::Group(group) => open.extend(&group.items),
            }
        }
    }

    /// Whether a name that nothing has may be that of a refused item.
    pub(crate) fn may_have(&self, name: &str) -> bool {
        let names = self.names.borrow();
        names.contains(name) || names.contains(ALL)
    }

    /// Whether a path leads into a refused item.
    pub(crate) fn may_lead(&self, path: &syn::Path) -> bool {
        let names = self.names.borrow();
        path.segments
            .first()
            .is_some_and(|first| names.contains(&first.ident.to_string()))
    }
}
