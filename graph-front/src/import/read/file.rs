//! The file of a function: its path, its content, and the item that makes the compiler track it.

use std::path::{Path, PathBuf};

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Attribute;

use crate::diagnostics::Diagnostic;
use crate::parse::Import;

/// The variable in which Cargo tells where the crate is.
const MANIFEST: &str = "CARGO_MANIFEST_DIR";

/// The largest file that is read while a crate compiles, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// The text of the file.
pub(super) fn read(import: &Import) -> Result<String, Diagnostic> {
    let shown = import.path.value();
    let path = path(import)?;
    let refused = |message: String| Diagnostic::new(import.place(), message);
    let unreadable = |error: std::io::Error| {
        let message = match error.kind() {
            std::io::ErrorKind::NotFound => format!("there is no file `{shown}`"),
            _ => format!("`{shown}` cannot be read: {error}"),
        };
        refused(message).note("the path is relative to the folder of the crate's Cargo.toml")
    };
    let length = std::fs::metadata(&path).map_err(unreadable)?.len();
    if length > MAX_BYTES {
        let message = format!(
            "`{shown}` has {length} bytes, and files that are read at compile time have at most \
             {MAX_BYTES}"
        );
        return Err(refused(message).help(super::limits::at_run_time(import.format)));
    }
    let bytes = std::fs::read(&path).map_err(unreadable)?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].split(|&b| b == b'\n').count();
        refused(format!("`{shown}` is no text: line {line} is not UTF-8"))
    })
}

fn path(import: &Import) -> Result<PathBuf, Diagnostic> {
    let written = import.path.value();
    if written.is_empty() {
        return Err(Diagnostic::new(
            import.place(),
            "expected the path of a file",
        ));
    }
    let path = Path::new(&written);
    if path.is_absolute() {
        return Ok(path.to_owned());
    }
    match std::env::var_os(MANIFEST) {
        Some(folder) => Ok(Path::new(&folder).join(path)),
        None => {
            let message =
                format!("it is not known what `{written}` is relative to: `{MANIFEST}` is not set");
            let help = "compile with Cargo, which sets it, or write the path from the root on";
            Err(Diagnostic::new(import.place(), message).help(help))
        }
    }
}

/// An item for which the compiler reads the file too: it then knows that the crate depends on it,
/// and Cargo compiles anew when the file changes.
pub(super) fn watch(import: &Import, cfg: &[Attribute]) -> TokenStream {
    let path = import.path.value();
    let literal = Literal::string(&path);
    let path = match Path::new(&path).is_absolute() {
        true => quote!(#literal),
        false => quote!(::core::concat!(::core::env!(#MANIFEST), "/", #literal)),
    };
    quote! {
        #(#cfg)*
        const _: &[::core::primitive::u8] = ::core::include_bytes!(#path);
    }
}
