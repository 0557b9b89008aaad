//! Paths and modules of other languages and of Rust, values that have a name there, and functions
//! that make functions.

use super::{LOOP, RANDOM, VARIABLE};
use crate::diagnostics::print;

/// Functions that are called by a path: the last two names of it, of which `_` is any, and the
/// language's way to write what they do.
const PATHS: &[([&str; 2], &str)] = &[
    (["Vec", "_"], "write an array: `[a, b]`, or `[0.0; 3]`"),
    (["VecDeque", "_"], "write an array: `[a, b]`, or `[0.0; 3]`"),
    (
        ["Box", "_"],
        "values are passed as they are: write the value",
    ),
    (
        ["Rc", "_"],
        "values are passed as they are: write the value",
    ),
    (
        ["Arc", "_"],
        "values are passed as they are: write the value",
    ),
    (["_", "default"], "write the value: `0.0`, or `[0.0; 3]`"),
    (
        ["mem", "replace"],
        "assign both at once: `(old, y) = (y, new);`",
    ),
    (
        ["mem", "take"],
        "assign both at once: `(old, y) = (y, 0.0);`",
    ),
    (
        ["array", "from_fn"],
        "fill an array in a loop: `let mut y = [0.0; 3]; for i in 0..3 { y[i] = ..; }`",
    ),
    (["iter", "_"], LOOP),
    (
        ["maximum", "accumulate"],
        "write a loop: `let mut running = x; for i in 1..running.len() { running[i] = max(running[i], running[i - 1]); }`",
    ),
    (
        ["minimum", "accumulate"],
        "write a loop: `let mut running = x; for i in 1..running.len() { running[i] = min(running[i], running[i - 1]); }`",
    ),
    (["add", "accumulate"], "did you mean `cumsum`?"),
    (["multiply", "accumulate"], "did you mean `cumprod`?"),
    (["linalg", "solve"], "did you mean `linear_solve`?"),
    (["debug", "print"], "write `print(\"x\", x);`"),
    (["random", "_"], RANDOM),
    (["MX", "sym"], VARIABLE),
    (["SX", "sym"], VARIABLE),
];

/// Modules and types in which other languages have their functions.
const MODULES: [&str; 29] = [
    "np",
    "numpy",
    "onp",
    "jnp",
    "jax",
    "lax",
    "scipy",
    "torch",
    "tf",
    "math",
    "Math",
    "cmath",
    "linalg",
    "special",
    "F",
    "nn",
    "optax",
    "autograd",
    "ForwardDiff",
    "Zygote",
    "Enzyme",
    "LinearAlgebra",
    "ca",
    "casadi",
    "cs",
    "MX",
    "SX",
    "DM",
    "CppAD",
];

/// Values that have a name in Python, and the language's way to write them.
const CONSTANTS: [(&str, &str); 4] = [
    ("True", "write `true`"),
    ("False", "write `false`"),
    (
        "None",
        "there is always a value: write it, and leave out an option without one, such as `axis`",
    ),
    (
        "end",
        "the last position of an array `x` is `x.len() - 1`, and a range to the end is `x[1..]`",
    ),
];

/// The derivatives that callers have of a function, and how a block writes them: `{f}` is the call
/// and `{x}` what it is differentiated by.
const DERIVATIVES: [(&str, &str); 9] = [
    ("value", "call it by its name: `{f}`"),
    ("gradient", "differentiate its value: `deriv({f}, {x})`"),
    (
        "adjoint",
        "differentiate its value: `vjp({f}, {x}, weights)`",
    ),
    (
        "tangent",
        "differentiate its value: `jvp({f}, {x}, direction)`",
    ),
    ("jacobian", "differentiate its value: `jacobian({f}, {x})`"),
    (
        "sparse_jacobian",
        "differentiate its value: `jacobian({f}, {x})`",
    ),
    ("hessian", "differentiate its value: `hessian({f}, {x})`"),
    (
        "sparse_hessian",
        "differentiate its value: `hessian({f}, {x})`",
    ),
    (
        "hessian_product",
        "differentiate its value: `jvp(deriv({f}, {x}), {x}, direction)`",
    ),
];

/// Functions that make a function of one, and the language's way to write a call of what they make.
const MAKERS: [(&str, &str); 13] = [
    ("grad", "differentiate a value: `deriv({f}, {x})`"),
    ("deriv", "differentiate a value: `deriv({f}, {x})`"),
    ("gradient", "differentiate a value: `deriv({f}, {x})`"),
    ("derivative", "differentiate a value: `deriv({f}, {x})`"),
    (
        "value_and_grad",
        "differentiate a value: `let y = {f}; (y, deriv(y, {x}))`",
    ),
    ("jacobian", "differentiate a value: `jacobian({f}, {x})`"),
    ("jacfwd", "differentiate a value: `jacobian({f}, {x})`"),
    ("jacrev", "differentiate a value: `jacobian({f}, {x})`"),
    ("hessian", "differentiate a value: `hessian({f}, {x})`"),
    ("jit", "functions are compiled already: `{f}`"),
    ("checkpoint", "write `#[checkpoint(every = 100)]` on a loop"),
    ("vmap", MAPPED),
    ("vectorize", MAPPED),
];

const MAPPED: &str = "apply it to each row, `map({name}, {all})`, or let its argument be an array; for \
                      many points, ask for `#[derivatives(batch)]` on it";

/// The help for a function that is called by a path.
pub(in crate::lower::calls) fn advice_for_path(names: &[String]) -> Option<&'static str> {
    let [.., ty, name] = names else { return None };
    let fits = |wanted: &str, name: &str| wanted == "_" || wanted == name;
    let row = PATHS
        .iter()
        .find(|([of, last], _)| fits(of, ty) && fits(last, name));
    row.map(|&(_, advice)| advice)
}

/// Whether a name is that of a module elsewhere.
pub(in crate::lower) fn is_module(name: &str) -> bool {
    MODULES.contains(&name)
}

/// The help for a name that is a value elsewhere.
pub(in crate::lower) fn constant_of(name: &str) -> Option<&'static str> {
    find(&CONSTANTS, name)
}

/// The arguments that a function is differentiated by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::lower::calls) enum Variables {
    All,
    /// Those at these positions.
    At(Vec<usize>),
}

impl Variables {
    fn has(&self, position: usize) -> bool {
        match self {
            Self::All => true,
            Self::At(positions) => positions.contains(&position),
        }
    }
}

/// The help for a call of a function's derivative, by some of these arguments.
pub(in crate::lower::calls) fn derivative_of(
    function: &str,
    derivative: &str,
    arguments: &[String],
    variables: &Variables,
) -> Option<String> {
    let help = find(&DERIVATIVES, derivative)?;
    Some(filled(help, function, arguments, variables))
}

/// The help for a call, with these arguments, of the function that `maker` makes of another.
pub(in crate::lower::calls) fn advice_for_transformed(
    maker: &str,
    function: &str,
    arguments: &[String],
    variables: &Variables,
) -> Option<String> {
    let help = find(&MAKERS, maker)?;
    Some(filled(help, function, arguments, variables))
}

fn find(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let row = table.iter().find(|(known, _)| *known == name);
    row.map(|&(_, help)| help)
}

/// A sentence about the call of a function: `{f}` is the call, and `{x}` the arguments that it is
/// differentiated by. Derivatives are taken with respect to variables, each once: others get names
/// first.
pub(in crate::lower::calls) fn filled(
    help: &str,
    function: &str,
    arguments: &[String],
    variables: &Variables,
) -> String {
    let own = |texts: &[String]| -> Vec<String> {
        let texts = texts.iter().enumerate();
        let own = texts.filter(|(position, _)| variables.has(*position));
        own.map(|(_, text)| text.clone()).collect()
    };
    let by = match own(arguments) {
        own if own.is_empty() => arguments.to_vec(),
        own => own,
    };
    let differentiates = help.contains("{f}") && help.contains("{x}");
    let is_once = |text: &String| arguments.iter().filter(|other| *other == text).count() == 1;
    let is_variable = |text: &String| syn::parse_str::<syn::Ident>(text).is_ok() && is_once(text);
    if differentiates && !by.iter().all(is_variable) {
        let written = arguments.concat();
        let fresh =
            ('a'..='z').filter(|name| !written.contains(*name) && !function.contains(*name));
        let mut fresh = fresh.map(String::from);
        let named = arguments.iter().enumerate();
        let named: Option<Vec<String>> = named
            .map(|(position, text)| match variables.has(position) {
                true => fresh.next(),
                false => Some(text.clone()),
            })
            .collect();
        if let Some(named) = named.filter(|_| !own(arguments).is_empty()) {
            let [names, values] = [own(&named), by].map(|texts| together(&texts));
            let help = filled(help, function, &named, variables);
            return match help.split_once('`').and_then(|(before, code)| {
                code.rsplit_once('`')
                    .map(|(code, behind)| (before, code, behind))
            }) {
                Some((before, code, behind)) => {
                    format!("{before}`{{ let {names} = {values}; {code} }}`{behind}")
                }
                None => help,
            };
        }
    }
    let all = arguments.join(", ");
    help.replace("{name}", function)
        .replace("{all}", &all)
        .replace("{f}", &applied(function, arguments))
        .replace("{x}", &together(&by))
}

/// The value of a function, or of a closure, which a block does not call.
pub(in crate::lower::calls) fn applied(function: &str, arguments: &[String]) -> String {
    let Ok(closure) = syn::parse_str::<syn::ExprClosure>(function) else {
        return format!("{function}({})", arguments.join(", "));
    };
    let names: Vec<String> = closure.inputs.iter().map(print).collect();
    let body = print(&closure.body);
    match names == arguments {
        true => body,
        false => format!(
            "{{ let {} = {}; {body} }}",
            together(&names),
            together(arguments)
        ),
    }
}

/// One text, or several as a tuple.
fn together(texts: &[String]) -> String {
    match texts {
        [only] => only.clone(),
        texts => format!("({})", texts.join(", ")),
    }
}
