//! Rust syntax outside the language: its name in plain words, and a suggested replacement.

use syn::{Expr, ExprMacro, ExprReturn, Item, ItemFn, Pat, UseTree};

use super::foreign_types;
use super::{Diagnostic, SourcePlace, print};

/// The place of an unsupported construct, its name, and a suggested replacement.
type Unsupported = (SourcePlace, &'static str, &'static str);

/// The error for an expression that the language does not have.
pub(crate) fn unsupported_expression(expr: &Expr) -> Diagnostic {
    let (place, what, literal) = control(expr)
        .or_else(|| effect(expr))
        .unwrap_or_else(|| value(expr));
    let array = array_of_vec(expr);
    let help = array.map(|array| format!("write an array: `{array}`"));
    Diagnostic::new(place, message(what)).help(help.as_deref().unwrap_or(literal))
}

/// The array of what `vec!` lists or repeats.
fn array_of_vec(expr: &Expr) -> Option<String> {
    let Expr::Macro(call) = expr else {
        return None;
    };
    let is_short = |text: &String| !text.contains('\n') && text.len() < 60;
    let content = Some(print(&call.mac.tokens)).filter(is_short)?;
    let is_vec = call.mac.path.is_ident("vec") && !content.is_empty();
    is_vec.then(|| format!("[{}]", content.replace("vec ! [", "[")))
}

fn message(what: &str) -> String {
    format!("{what} not part of the language of `graph!`")
}

/// The error for a `return` with a value out of a loop.
pub(crate) fn return_in_loop(expr: &ExprReturn) -> Option<Diagnostic> {
    let value = print(expr.expr.as_ref()?);
    let help = format!(
        "declare a variable before the loop with its value where that runs to its end, `let mut \
         found = ..;`, leave the loop by `found = {value}; break;`, and end the function in `found`"
    );
    let diagnostic = Diagnostic::new(SourcePlace::of(expr), message("`return` is"));
    (!value.contains('\n')).then(|| diagnostic.help(help))
}

/// The language's way to get a value out of a loop.
const VALUE_OF_LOOP: &str = "declare a variable before the loop, `let mut found = 0.0;`, assign it \
                             where the loop ends, `found = x; break;`, and use it behind the loop";

/// Rust's ways of control.
fn control(expr: &Expr) -> Option<Unsupported> {
    const LEAVE: &str = "it stands as a statement in the body of a loop: \
                         `for i in 0..9 { if done { break; } .. }`";
    let (span, what, help) = match expr {
        Expr::While(e) if !matches!(*e.cond, Expr::Let(_)) => (
            e.while_token.span,
            "the value of a `while` is",
            VALUE_OF_LOOP,
        ),
        Expr::While(e) => {
            let help = "repeat while a comparison holds: `while x > 0.0 { .. }`";
            (e.while_token.span, "`while let` is", help)
        }
        Expr::Loop(e) => (e.loop_token.span, "the value of a `loop` is", VALUE_OF_LOOP),
        Expr::Break(e) if e.label.is_some() => {
            let help = "end the inner loop with `break`, and the outer one with a condition of \
                        its own";
            (e.break_token.span, "`break` with a label is", help)
        }
        Expr::Break(e) if e.expr.is_some() => {
            (e.break_token.span, "`break` with a value is", VALUE_OF_LOOP)
        }
        Expr::Continue(e) if e.label.is_some() => {
            let help = "end the inner loop with `break`, and put what stands behind it under a \
                        condition of its own: `if !left { .. }`";
            (e.continue_token.span, "`continue` with a label is", help)
        }
        Expr::Break(e) => (e.break_token.span, "`break` in this place is", LEAVE),
        Expr::Continue(e) => (e.continue_token.span, "`continue` in this place is", LEAVE),
        Expr::Match(e) => {
            let help = "choose with `if .. { .. } else { .. }`";
            (e.match_token.span, "`match` is", help)
        }
        Expr::Block(e) if let Some(label) = &e.label => {
            let help = "choose its value with `if .. { .. } else { .. }`";
            return Some((SourcePlace::of(label), "a block with a label is", help));
        }
        Expr::Let(e) => {
            let help = "choose with a comparison: `if x > 0.0 { .. }`";
            (e.let_token.span, "`if let` is", help)
        }
        Expr::Return(_) => {
            let help = "the last expression of the body, without `;`, is the result: choose it \
                        with `if .. { .. } else { .. }`";
            return Some((SourcePlace::of(expr), "`return` is", help));
        }
        _ => return None,
    };
    Some((SourcePlace::token(span), what, help))
}

/// Expressions that may fail, or that do not compute at once.
fn effect(expr: &Expr) -> Option<Unsupported> {
    const ONCE: &str = "a function of the language computes at once";
    const INFALLIBLE: &str = "an operation of the language cannot fail: remove it";
    let (span, what, help) = match expr {
        Expr::Try(e) => (e.question_token.span, "the `?` operator is", INFALLIBLE),
        Expr::TryBlock(e) => (e.try_token.span, "`try` blocks are", INFALLIBLE),
        Expr::Async(e) => (e.async_token.span, "`async` is", ONCE),
        Expr::Await(e) => (e.await_token.span, "`await` is", ONCE),
        Expr::Yield(e) => (e.yield_token.span, "`yield` is", ONCE),
        Expr::Unsafe(e) => {
            let help = "nothing in the language needs it: remove it";
            (e.unsafe_token.span, "`unsafe` is", help)
        }
        Expr::Const(e) => (
            e.const_token.span,
            "`const` blocks are",
            "write a `const` item",
        ),
        _ => return None,
    };
    Some((SourcePlace::token(span), what, help))
}

/// Values of kinds that the language does not have.
fn value(expr: &Expr) -> Unsupported {
    let (what, help) = match expr {
        Expr::Closure(_) => (
            "closures are",
            "write a function in the block and call it by name (`map` and `solve` alone take closures)",
        ),
        Expr::Reference(e) if e.mutability.is_some() => (
            "references inside of a body are",
            "assign the variable itself, or a part of it, `y[0][1] = ..`; a call alone takes a `&mut`",
        ),
        Expr::Reference(_) | Expr::RawAddr(_) => (
            "references inside of a body are",
            "values are passed as they are: remove the `&`",
        ),
        Expr::Macro(e) => ("macro calls are", in_place_of_macro(e)),
        Expr::Range(_) => (
            "a range on its own is",
            "ranges stand in an index, `x[1..3]`, or in a loop, `for i in 0..3`",
        ),
        Expr::Infer(_) => ("`_` as a value is", "write the value"),
        _ => (
            "this expression is",
            "the documentation of `adgraph::ops` describes the language",
        ),
    };
    (SourcePlace::of(expr), what, help)
}

/// The language's way to say what a macro says.
fn in_place_of_macro(expr: &ExprMacro) -> &'static str {
    let name = expr.mac.path.segments.last();
    let name = name.map(|segment| segment.ident.to_string());
    match name.as_deref().unwrap_or_default() {
        "vec" => "write an array: `[a, b]`, or `[0.0; 3]`",
        "print" | "println" | "eprint" | "eprintln" | "dbg" => {
            "a function of the language prints a value with its name: `print(\"x\", x)`"
        }
        "format" | "write" | "writeln" => {
            "the language has no texts: `print(\"x\", x)` prints a value with its name"
        }
        "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "panic" | "todo"
        | "unimplemented" | "unreachable" => {
            "a function of the language cannot fail: check arguments and results where it is called"
        }
        _ => "write out what the macro would expand to",
    }
}

/// The error for a pattern that the language does not have.
pub(crate) fn unsupported_pattern(pattern: &Pat) -> Diagnostic {
    let what = match pattern {
        Pat::Reference(_) => "`&` in a pattern is",
        Pat::Struct(_) => "a pattern of a struct from outside of the block is",
        Pat::TupleStruct(_) => "struct patterns are",
        Pat::Lit(_) | Pat::Range(_) | Pat::Or(_) => "patterns that may not match are",
        Pat::Rest(_) => "`..` in a pattern is",
        _ => "this pattern is",
    };
    let message = message(what);
    if let Pat::Reference(_) = pattern {
        let help = "elements and values are copies: remove the `&`";
        return Diagnostic::new(SourcePlace::of(pattern), message).help(help);
    }
    Diagnostic::new(SourcePlace::of(pattern), message)
        .help("bind a name, `_`, or a tuple or an array of them: `let (a, b) = ..`")
}

/// The error for an item that cannot stand in a block or in a body.
pub(crate) fn unsupported_item(item: &Item) -> Diagnostic {
    let what = match item {
        Item::Enum(_) | Item::Union(_) => "enums and unions",
        Item::Struct(_) => "structs",
        Item::Trait(_) | Item::TraitAlias(_) | Item::Impl(_) => "traits and implementations",
        Item::Static(_) => "statics",
        Item::Use(_) | Item::ExternCrate(_) => "imports",
        Item::Mod(_) => "modules",
        Item::Macro(_) => "macros",
        Item::ForeignMod(_) => "declarations of foreign functions",
        Item::Fn(item) if is_test(item) => "tests",
        Item::Fn(_) => "functions",
        Item::Type(_) => "type aliases",
        _ => "items of this kind",
    };
    let message = format!("{what} cannot stand here");
    let help = match item {
        Item::Use(item) => &in_place_of_import(&item.tree),
        Item::Struct(_) => "a struct stands in the block, beside the functions",
        Item::Enum(_) | Item::Union(_) => {
            "a value of the language is of one kind: write a struct with the fields of all, and a \
             `usize` or a `bool` that says which counts"
        }
        Item::Fn(item) if is_test(item) => {
            "a test stands beside the block, and calls its functions there"
        }
        Item::Static(_) => "the language has constants alone: `const G: f64 = 9.81;`",
        Item::Impl(_) | Item::Trait(_) => {
            "write the functions in the block alone, with what they read as arguments; methods \
             outside may call them"
        }
        Item::Mod(_) => "a module stands around the block: `mod m { adgraph::graph! { .. } }`",
        Item::ExternCrate(_) => "the language's functions and types need no import: remove it",
        Item::ForeignMod(_) => {
            "declare the function of Rust that calls it: `#[external] fn g(x: f64) -> f64;`"
        }
        Item::Macro(_) => "a macro stands outside of the block, which it may write as a whole",
        _ => "functions, `const` items and type aliases stand in the block, beside the functions",
    };
    Diagnostic::new(SourcePlace::of(item), message).help(help)
}

fn is_test(item: &ItemFn) -> bool {
    item.attrs.iter().any(|a| a.path().is_ident("test"))
}

/// The name at the end of an import.
fn last_name(tree: &UseTree) -> Option<String> {
    match tree {
        UseTree::Path(path) => last_name(&path.tree),
        UseTree::Name(name) => Some(name.ident.to_string()),
        UseTree::Rename(name) => Some(name.ident.to_string()),
        UseTree::Group(_) | UseTree::Glob(_) => None,
    }
}

/// Whether a name is one of a type, by its letters.
fn is_type(name: &str) -> bool {
    name.starts_with(char::is_uppercase) && name.chars().any(char::is_lowercase)
}

/// The language's way to name what an import names.
fn in_place_of_import(tree: &UseTree) -> String {
    let (mut tree, mut words) = (tree, Vec::new());
    loop {
        tree = match tree {
            UseTree::Path(path) => {
                words.push(path.ident.to_string());
                &path.tree
            }
            UseTree::Group(group) if group.items.len() == 1 => &group.items[0],
            _ => break,
        };
    }
    let name = match tree {
        UseTree::Name(name) => Some(name.ident.to_string()),
        UseTree::Rename(name) => Some(name.rename.to_string()),
        UseTree::Path(_) | UseTree::Group(_) | UseTree::Glob(_) => None,
    };
    let path: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_upper = |name: &String| !name.chars().any(char::is_lowercase);
    if let (["std" | "core" | "f64" | "f32", ..], Some(name)) = (&path[..], &name)
        && is_upper(name)
    {
        return format!("write `use std::f64::consts::{name};`");
    }
    if let ["std" | "core", "f64" | "f32", ..] = path[..] {
        return "name the constants: `use std::f64::consts::PI;`".into();
    }
    if let ["adgraph" | "std" | "core", ..] = path[..] {
        return "the language's functions and types need no import: remove it".into();
    }
    let is_function = |name: &String| name.chars().any(char::is_lowercase);
    let names: Vec<String> = match tree {
        UseTree::Group(group) => group.items.iter().filter_map(last_name).collect(),
        tree => last_name(tree).into_iter().collect(),
    };
    if let Some(ty) = names.iter().find(|name| is_type(name)) {
        let advice = foreign_types::advice(ty).unwrap_or_else(|| {
            "types of the language are `f64`, `f32`, `bool`, `usize` and nested arrays: \
             `[[f64; 3]; 2]`"
                .into()
        });
        return format!("in place of `{ty}`: {advice}");
    }
    // A crate or a module of Rust is no function.
    let name = name.filter(|_| !path.is_empty());
    match name {
        Some(name) if is_function(&name) => {
            format!("declare the function in the block: `#[external] fn {name}(..) -> ..;`")
        }
        Some(name) => format!(
            "write the constant in the block, where `pub const {name}: f64 = ..;` can be used \
             from outside too"
        ),
        None => "constants are written in the block, and functions declared: \
                 `#[external] fn g(..) -> ..;`"
            .into(),
    }
}
