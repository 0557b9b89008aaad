//! A project of one small crate that depends on adgraph, with the macros that are already built for
//! the tests: a description of crates in place of a manifest, so that nothing is compiled.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use serde_json::{Value, json};

use crate::client::Client;
use crate::compiler;

/// The crates whose sources the editor reads, each with those that it depends on.
const CRATES: [(&str, &[&str]); 9] = [
    ("graph_math", &[]),
    ("graph_ir", &["graph_math"]),
    ("graph_autodiff", &["graph_ir"]),
    ("graph_program", &["graph_ir"]),
    ("graph_formats", &["graph_ir"]),
    (
        "graph_runtime",
        &[
            "graph_autodiff",
            "graph_program",
            "graph_formats",
            "graph_ir",
            "graph_math",
        ],
    ),
    ("graph_macros", &[]),
    (
        "adgraph",
        &[
            "graph_autodiff",
            "graph_program",
            "graph_ir",
            "graph_math",
            "graph_runtime",
            "graph_macros",
        ],
    ),
    ("user", &["adgraph"]),
];

/// The one server of all tests; `None` where the toolchain has none.
pub(crate) fn client() -> Option<MutexGuard<'static, Client>> {
    static CLIENT: OnceLock<Option<Mutex<Client>>> = OnceLock::new();
    let client = CLIENT.get_or_init(|| start().map(Mutex::new)).as_ref()?;
    Some(client.lock().unwrap_or_else(PoisonError::into_inner))
}

fn start() -> Option<Client> {
    let sysroot = compiler::run(Command::new("rustc").args(["--print", "sysroot"]));
    let sysroot = PathBuf::from(sysroot.trim());
    let server = sysroot
        .join("bin")
        .join(format!("rust-analyzer{}", std::env::consts::EXE_SUFFIX));
    let library = sysroot.join("lib/rustlib/src/rust/library");
    if !server.exists() || !library.exists() {
        return None;
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("editor.rs");
    std::fs::write(&file, "").expect("a file");
    let crates: Vec<Value> = CRATES.iter().map(|of| described(of, &file)).collect();
    let project = json!({ "sysroot": sysroot, "sysroot_src": library, "crates": crates });
    Some(Client::start(&server, &project, &file))
}

/// A crate in the description of the project.
fn described(&(name, dependencies): &(&str, &[&str]), file: &Path) -> Value {
    let number = |name: &str| CRATES.iter().position(|(other, _)| *other == name);
    let dependencies = dependencies.iter();
    let dependencies = dependencies.map(|of| json!({ "crate": number(of), "name": of }));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let module = match name {
        "user" => file.to_owned(),
        "adgraph" => root.join("src/lib.rs"),
        name => root.join(name.replace('_', "-")).join("src/lib.rs"),
    };
    let mut described = json!({
        "display_name": name,
        "root_module": module,
        "edition": "2024",
        "deps": dependencies.collect::<Vec<Value>>(),
        "cfg": [r#"feature="std""#, r#"feature="alloc""#, r#"feature="import""#],
        "is_workspace_member": name == "user",
        "env": { "CARGO_MANIFEST_DIR": root },
    });
    if name == "graph_macros" {
        described["is_proc_macro"] = true.into();
        described["proc_macro_dylib_path"] = json!(macros());
    }
    described
}

/// The compiled macros.
fn macros() -> PathBuf {
    let messages = compiler::messages(Path::new(env!("CARGO_MANIFEST_DIR")));
    let built = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find(|message| message["target"]["name"] == "graph_macros");
    let built = built.expect("the macros are compiled");
    let files = built["filenames"].as_array().into_iter().flatten();
    let mut files = files.filter_map(Value::as_str);
    let library = files.find(|file| file.ends_with(std::env::consts::DLL_SUFFIX));
    library.expect("they are a library").into()
}
