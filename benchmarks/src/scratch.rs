//! Crates made for one program each, to time how long a user waits for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The times that a program takes to compile.
#[derive(Clone, Copy)]
pub(crate) struct Build {
    /// The macro's own time, in milliseconds.
    pub(crate) expand_ms: f64,
    /// All of `cargo build --release`, with dependencies already built, in seconds.
    pub(crate) build_s: f64,
}

/// Makes a function's code part of the program without calling it: its address is taken.
const KEEP: &str = "
use std::hint::black_box;

trait Keep<Arguments> {
    fn keep(self);
}
macro_rules! keep {
    ($($argument:ident)*) => {
        impl<F: Fn($($argument),*) -> R + 'static, R, $($argument),*> Keep<($($argument,)*)> for F {
            fn keep(self) {
                let boxed: Box<dyn Fn($($argument),*) -> R> = Box::new(self);
                black_box(boxed);
            }
        }
    };
}
keep!(A);
keep!(A B);
keep!(A B C);
keep!(A B C D);
keep!(A B C D E);
keep!(A B C D E G);
keep!(A B C D E G H);
keep!(A B C D E G H I);
keep!(A B C D E G H I J);
fn keep<Arguments>(f: impl Keep<Arguments>) {
    f.keep();
}
";

/// Compiles a program of `graph!` into a binary that holds the given functions.
pub(crate) fn build(name: &str, program: &str, functions: &[&str]) -> Result<Build, String> {
    let calls: String = functions
        .iter()
        .map(|function| format!("    keep({function});\n"))
        .collect();
    let main = format!("adgraph::graph! {{ {program} }}\n{KEEP}\nfn main() {{\n{calls}}}\n");
    compile(name, &main, &Setting::default()).map(|(build, _)| build)
}

/// How a scratch crate is compiled.
#[derive(Default)]
pub(crate) struct Setting {
    /// Features of adgraph besides the default ones, separated by commas.
    pub(crate) features: &'static str,
    /// Whether for the target as it is, whatever processor the flags at hand ask for.
    pub(crate) plain: bool,
}

/// Compiles a `main.rs`; gives the time and the path of the binary.
pub(crate) fn compile(
    name: &str,
    main: &str,
    setting: &Setting,
) -> Result<(Build, PathBuf), String> {
    let repository = repository();
    let folder = repository.join("target/benchmarks").join(name);
    let manifest = folder.join("Cargo.toml");
    // One folder of build products for all scratch crates, so that dependencies are built once.
    let target = match setting.plain {
        true => "target/benchmarks/plain",
        false => "target/benchmarks/target",
    };
    let target = repository.join(target);
    let write = |path: &Path, text: &str| {
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    fs::create_dir_all(folder.join("src")).map_err(|error| error.to_string())?;
    let features: Vec<&str> = setting.features.split_terminator(',').collect();
    let package = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         adgraph = {{ path = {repository:?}, features = {features:?} }}\n\n[workspace]\n"
    );
    write(&manifest, &package)?;
    let lock = repository.join("Cargo.lock");
    fs::copy(&lock, folder.join("Cargo.lock")).map_err(|error| error.to_string())?;
    let cargo = || {
        let mut command = Command::new(env!("CARGO"));
        command
            .args(["build", "--release", "--offline", "--manifest-path"])
            .arg(&manifest)
            .env("CARGO_TARGET_DIR", &target)
            .env("ADGRAPH_TIMINGS", "1");
        if setting.plain {
            command.env_remove("RUSTFLAGS");
        }
        command
    };
    write(&folder.join("src/main.rs"), "fn main() {}\n")?;
    run(&mut cargo())?;
    write(&folder.join("src/main.rs"), main)?;
    let start = Instant::now();
    let log = run(&mut cargo())?;
    let build_s = start.elapsed().as_secs_f64();
    let expand_ms = log
        .lines()
        .filter_map(|line| line.strip_prefix("adgraph: expanded ")?.rsplit_once(" in "))
        .filter_map(|(_, time)| milliseconds(time))
        .sum();
    let build = Build { expand_ms, build_s };
    Ok((build, target.join("release").join(name)))
}

/// Runs a command and gives its messages.
fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        Ok(log)
    } else {
        Err(log)
    }
}

/// The folder of the workspace.
pub(crate) fn repository() -> PathBuf {
    let member = Path::new(env!("CARGO_MANIFEST_DIR"));
    member.parent().unwrap_or(member).to_path_buf()
}

/// A duration as `Debug` prints it: `1.5ms`, `2s`.
fn milliseconds(text: &str) -> Option<f64> {
    let number = text.trim_end_matches(char::is_alphabetic);
    let scale = match &text[number.len()..] {
        "s" => 1e3,
        "ms" => 1.0,
        "µs" => 1e-3,
        "ns" => 1e-6,
        _ => return None,
    };
    number.parse::<f64>().ok().map(|number| number * scale)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::milliseconds;

    #[test]
    fn durations_are_read_as_they_are_printed() {
        for nanoseconds in [12, 3_456, 7_890_123, 4_500_000_000] {
            let duration = Duration::from_nanos(nanoseconds);
            let expected = duration.as_secs_f64() * 1e3;
            let found = milliseconds(&format!("{duration:?}")).unwrap();
            assert!((found - expected).abs() <= 1e-9 * expected, "{duration:?}");
        }
        assert_eq!(milliseconds("soon"), None);
    }
}
