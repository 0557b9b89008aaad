//! Writes a `graph!` function for each row of the operator table and each float type, so that a
//! new row is tested by being there.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use graph_ir::ops::{Class, ScalarOp};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let (mut functions, mut table) = (String::new(), String::new());
    for op in ScalarOp::all() {
        for float in ["f64", "f32"] {
            let name = function_name(op, float);
            let operands = op.operands();
            let arguments = operands.iter().map(|x| format!("{x}: {float}"));
            let arguments = arguments.collect::<Vec<_>>().join(", ");
            let body = body(op, float);
            writeln!(
                functions,
                "pub fn {name}({arguments}) -> {float} {{ {body} }}"
            )
            .unwrap();
            writeln!(
                table,
                "visit.row::<{float}, _>({:?}, {:?}, {name}::Function {{}}, {name}::graph);",
                op.name(),
                op.parameter()
            )
            .unwrap();
        }
    }
    let text = format!(
        "adgraph::graph! {{\n{functions}}}\n\n\
         /// Hands every row to a visitor, in both float types.\n\
         pub fn visit_rows(visit: &mut impl Visit) {{\n{table}}}\n"
    );
    let folder = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&folder).join("rows.rs"), text).expect("a writable folder");
}

fn function_name(op: ScalarOp, float: &str) -> String {
    let parameter = op
        .parameter()
        .map(|n| format!("_{n}").replace('-', "minus_"));
    format!("row_{}{}_{float}", op.name(), parameter.unwrap_or_default())
}

/// The row as a user writes it: by its sign where it has one, else by its name.
fn body(op: ScalarOp, float: &str) -> String {
    let operands = op.operands();
    let logic = |x: &str| format!("({x} > 0.5)");
    let operands: Vec<String> = match op.class() {
        Class::Logic => operands.iter().map(|x| logic(x)).collect(),
        Class::Integer => operands.iter().map(|x| format!("{x} as i64")).collect(),
        Class::Float | Class::Number | Class::Comparison => {
            operands.iter().map(ToString::to_string).collect()
        }
    };
    let value = match (op.symbol(), &operands[..]) {
        (Some(sign), [x]) => format!("{sign}{x}"),
        (Some(sign), [x, y]) => format!("{x} {sign} {y}"),
        _ => {
            let parameter = op.parameter().map(|n| n.to_string());
            let all: Vec<String> = operands.into_iter().chain(parameter).collect();
            format!("{}({})", op.name(), all.join(", "))
        }
    };
    match op.class() {
        Class::Comparison | Class::Logic => format!("select({value}, 1.0, 0.0)"),
        Class::Integer => format!("{value} as {float}"),
        Class::Float | Class::Number => value,
    }
}
