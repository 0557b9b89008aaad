//! Random functions of run-time length: their generated code gives the bits of the same functions
//! with the length written in the source.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::compiler;
use super::text::{Function, Parameter};

/// How many functions are drawn. About half of them have an array, and words for any length.
const COUNT: u64 = 24;

/// A function, and the extent that a symbol takes the place of.
struct Case {
    function: Function,
    extent: usize,
}

impl Case {
    /// Draws a function whose arrays are not too large for results by value, which has an array.
    fn new(seed: u64) -> Option<Self> {
        let function = Function::new(seed);
        let is_large = |p: &Parameter| p.shape.iter().product::<usize>() > 500;
        if function.float == "T" || function.parameters.iter().any(is_large) {
            return None;
        }
        let mut extents = function.parameters.iter().filter_map(|p| p.shape.first());
        let extent = *extents.find(|&&extent| extent > 4)?;
        Some(Self { function, extent })
    }

    /// A module with both functions, and a function that compares them.
    fn text(&self) -> String {
        let (function, float) = (&self.function, self.function.float);
        let seed = function.seed;
        let mut heads = ["pub fn known(", "pub fn any<const N: usize>("].map(String::from);
        let mut arguments = [String::new(), String::new()];
        let (mut values, mut fields, mut compared) =
            (String::new(), [String::new(), String::new()], String::new());
        for parameter in &function.parameters {
            let name = &parameter.name;
            let outermost = parameter.shape.first().copied();
            let is_any = outermost == Some(self.extent);
            let known = outermost
                .map(|extent| extent.to_string())
                .unwrap_or_default();
            let ty = parameter.ty(float, &known);
            let by_reference = |own: bool| if own { "&" } else { "" };
            let references = [parameter.by_reference, parameter.by_reference || is_any];
            let types = [&ty, &parameter.ty(float, if is_any { "N" } else { &known })];
            for (number, by) in references.map(by_reference).into_iter().enumerate() {
                write!(heads[number], "{name}: {by}{}, ", types[number]).expect("memory");
                write!(arguments[number], "{by}{name}, ").expect("memory");
            }
            let flat = |rank: usize| ".as_flattened()".repeat(rank.saturating_sub(1));
            let rank = parameter.shape.len();
            let flat_mut = flat(rank).replace("()", "_mut()");
            match rank {
                0 => {
                    writeln!(values, "let {name}: {ty} = draw();").expect("memory");
                    writeln!(values, "let along_{name}: {ty} = draw();").expect("memory");
                    writeln!(compared, "same(\"{name}\", &[d.{name}], &[e.{name}]);")
                        .expect("memory");
                }
                _ => {
                    let extents = parameter.shape.iter().rev();
                    let zeros = extents.fold("0.0".to_string(), |of, n| format!("[{of}; {n}]"));
                    for prefix in ["", "along_"] {
                        writeln!(
                            values,
                            "let mut {prefix}{name}: {ty} = {zeros};\n{prefix}{name}{flat_mut}.fill_with(&mut draw);"
                        )
                        .expect("memory");
                    }
                    let flat = flat(rank);
                    writeln!(
                        compared,
                        "same(\"{name}\", &d.{name}{flat}[..], &e.{name}{flat}[..]);"
                    )
                    .expect("memory");
                }
            }
            writeln!(fields[0], "{name}: along_{name},").expect("memory");
            let vector = if is_any { ".to_vec()" } else { "" };
            writeln!(fields[1], "{name}: along_{name}{vector},").expect("memory");
        }
        let [known, any] = heads.map(|head| function.with_body(&(head + "i: usize)")));
        let [given, given_any] = arguments;
        let [along, along_any] = fields;
        format!(
            "mod case{seed} {{
                adgraph::graph! {{
                    {known}
                    {any}
                }}

                pub fn check() {{
                    use super::*;
                    let mut draw = draws({seed});
                    {values}
                    same(\"value\", &[known({given} 2)], &[any({given_any} 2)]);
                    let (v, d) = known::gradient({given} 2);
                    let (w, e) = any::gradient({given_any} 2);
                    same(\"value\", &[v], &[w]);
                    {compared}
                    let (v, s) = known::tangent({given} 2, &known::Tangent {{ {along} }});
                    let (w, t) = any::tangent({given_any} 2, &any::Tangent {{ {along_any} }});
                    same(\"value\", &[v, s], &[w, t]);
                }}
            }}\n"
        )
    }
}

/// The functions that the modules share.
const COMMON: &str = "
    pub fn draws<T: From<f32>>(seed: u64) -> impl FnMut() -> T {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            T::from((state >> 40) as f32 / (1_u64 << 23) as f32 - 0.5)
        }
    }

    pub fn same<T: Copy + Into<f64>>(name: &str, known: &[T], any: &[T]) {
        let bits = |numbers: &[T]| -> Vec<u64> {
            let number = |&own: &T| {
                let own: f64 = own.into();
                if own.is_nan() { u64::MAX } else { own.to_bits() }
            };
            numbers.iter().map(number).collect()
        };
        assert_eq!(bits(known), bits(any), \"{name}\");
    }
";

/// The source of a program that compares the functions of some cases.
fn source(cases: &[Case]) -> String {
    let modules: String = cases.iter().map(Case::text).collect();
    let calls = cases.iter().map(|case| {
        let seed = case.function.seed;
        format!("eprintln!(\"seed {seed}\"); case{seed}::check();\n")
    });
    let calls: String = calls.collect();
    format!("#![allow(unused)]\n{COMMON}\n{modules}\nfn main() {{ {calls} }}\n")
}

#[test]
fn functions_of_any_length_have_the_bits_of_a_known_one() {
    let setting = |key: &str| std::env::var(key).ok().and_then(|text| text.parse().ok());
    let first = setting("RANDOM_SEED").unwrap_or(1_u64);
    let count = setting("RANDOM_CASES").unwrap_or(COUNT);
    let mut cases: Vec<Case> = (first..first + count).filter_map(Case::new).collect();
    let drawn = cases.len();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("random");
    std::fs::create_dir_all(&folder).expect("a writable target folder");
    let (file, program) = (folder.join("lengths.rs"), folder.join("lengths"));
    let compile = |cases: &[Case], arguments: &[&str]| {
        std::fs::write(&file, source(cases)).expect("a writable target folder");
        let mut rustc = compiler::rustc(root);
        let output = rustc
            .args(arguments)
            .arg("-o")
            .arg(&program)
            .arg(&file)
            .output();
        let output = output.expect("the compiler starts");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        (!output.status.success()).then_some(message)
    };
    // The language has no words for some functions of any length: a position behind the least one, a
    // length that is known on one side. It says so without rustc.
    if let Some(message) = compile(&cases, &["--emit=metadata"]) {
        assert!(!message.contains("error[E"), "{message}");
        let refused = refused(&message, &source(&cases));
        cases.retain(|case| !refused.contains(&case.function.seed));
    }
    assert!(
        3 * cases.len() >= drawn,
        "{} of {drawn} functions of any length",
        cases.len()
    );
    if let Some(message) = compile(&cases, &["--emit=link"]) {
        panic!("{message}");
    }
    let run = std::process::Command::new(&program)
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}\n{}", file.display());
}

/// The seeds of the modules of a source that messages name.
fn refused(message: &str, source: &str) -> BTreeSet<u64> {
    let lines: Vec<&str> = source.lines().collect();
    let places = message
        .lines()
        .filter_map(|line| line.trim().strip_prefix("--> "));
    let numbers = places.filter_map(|place| place.rsplit(':').nth(1)?.parse::<usize>().ok());
    let seeds = numbers.filter_map(|number| {
        let mut before = lines[..number].iter().rev();
        before.find_map(|line| {
            let seed = line.trim().strip_prefix("mod case")?.strip_suffix(" {")?;
            seed.parse().ok()
        })
    });
    seeds.collect()
}
