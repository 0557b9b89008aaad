//! That generated code has no bounds checks, in the machine code that rustc makes of it.
//!
//! `functions.rs` is compiled with optimizations, and all calls that each function may make are
//! followed. A check that is left calls a function that panics. So besides code of the same file
//! only computations may be reached: elementary functions, functions that set and copy memory, and
//! the kernel of large matrix products, which is the library's and is not looked at: it checks a
//! few indices for each term of a tile, that is for dozens of multiplications. The controls have a
//! check, and show that it would be seen.

#[path = "../compiler/mod.rs"]
mod compiler;
mod machine;

/// The functions that are looked at, which all have a value and a gradient.
const FUNCTIONS: [&str; 11] = [
    "chain", "waves", "rows", "kept", "written", "nested", "stencil", "tiny", "small", "layer",
    "product",
];

/// Functions that read arrays at computed positions. Their values have no checks. Their gradients
/// keep the positions of all iterations in memory and add to the array's adjoint behind the loop,
/// which is several times faster than to carry the adjoint; the compiler no longer sees there that
/// a position fits, so that each addition has one check.
const COMPUTED: [&str; 2] = ["cyclic", "shifted"];

#[test]
fn generated_code_has_no_bounds_checks() {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        eprintln!("skipped: only the assembly of Linux on x86-64 is understood");
        return;
    }
    let code = machine::Code::compiled();
    for name in FUNCTIONS {
        for path in [["values", name], ["gradients", name]] {
            let reached = code.reached_from(&path);
            assert!(reached.is_empty(), "{path:?} may call {reached:#?}");
        }
    }
    for name in COMPUTED {
        let reached = code.reached_from(&["values", name]);
        assert!(reached.is_empty(), "{name} may call {reached:#?}");
        let reached = code.reached_from(&["gradients", name]);
        let is_check = |name: &String| name.contains("out_of_range");
        assert!(reached.iter().all(is_check), "{name} may call {reached:#?}");
    }
    let controls: [(&[&str], &str); 3] = [
        (&["values", "control"], "out_of_range"),
        (&["gradients", "control"], "out_of_range"),
        (&["by_hand"], "panic_bounds_check"),
    ];
    for (path, check) in controls {
        let reached = code.reached_from(path);
        let found = reached.iter().any(|name| name.contains(check));
        assert!(found, "{path:?} may call {reached:#?} alone");
    }
}
