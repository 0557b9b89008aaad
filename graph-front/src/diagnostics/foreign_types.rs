//! Types of other languages and libraries, and the language's way to write them.

use syn::{GenericArgument, PathArguments};

use super::{edits, print};

/// The help for a matrix with its extents between `<` and `>`, `Matrix<f64, 3, 3>`.
pub(crate) fn matrix(path: &syn::Path) -> String {
    let arguments: Vec<&GenericArgument> = match path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) => arguments.args.iter().collect(),
        _ => Vec::new(),
    };
    match arguments[..] {
        [element, rows, columns] => {
            let [element, rows, columns] = [element, rows, columns].map(print);
            let is_number = |extent: &str| extent.starts_with(|c: char| c.is_ascii_digit());
            match is_number(&rows) && is_number(&columns) {
                true => {
                    format!("a matrix is an array of its rows: `[[{element}; {columns}]; {rows}]`")
                }
                false => format!(
                    "write `Rows<{element}, {rows}, {columns}>` for the argument or the result, \
                     without a `&`"
                ),
            }
        }
        _ => "a matrix is an array of its rows: `[[f64; 3]; 2]` has 2 rows of 3; one with the \
              lengths of a call is `Rows<f64, N, M>`"
            .into(),
    }
}

/// The help for complex numbers: two values take the place of one.
pub(crate) const COMPLEX: &str = "numbers are real: keep the real and the imaginary part as two values; `exp(1j * t)` has the \
     parts `(cos(t), sin(t))`";

/// Whether a type or a function of this name makes complex numbers elsewhere.
pub(crate) fn is_complex(name: &str) -> bool {
    let names = [
        "complex",
        "complex32",
        "complex64",
        "complex128",
        "c32",
        "c64",
    ];
    names.contains(&name.to_ascii_lowercase().as_str())
}

/// The help for a type that has this name elsewhere.
pub(crate) fn advice(name: &str) -> Option<String> {
    const FLOAT: &str = "Rust calls it `f64`";
    const ARRAY: &str =
        "an array has its extents in its type: `[f64; 3]`, or `[[f64; 3]; 2]` of 2 rows";
    let help = match name {
        "double" | "Double" | "real" | "Real" | "Float64" | "float64" | "number" | "Number"
        | "scalar" => FLOAT,
        "float" | "Float" => "Rust calls it `f64`, or `f32` in single precision",
        "float32" | "Float32" | "single" => "Rust calls it `f32`",
        "f16" | "bf16" | "f128" | "float16" | "half" => "the float types are `f64` and `f32`",
        "int" | "long" | "size_t" | "Int" | "integer" | "Integer" | "uint" | "int32" | "int64"
        | "i128" | "u128" => "Rust calls it `usize` for an index or a count",
        "Bool" | "boolean" | "Boolean" => "Rust calls it `bool`",
        "String" | "str" | "char" | "string" => {
            "the language has numbers and `true` and `false` only"
        }
        name if is_complex(name) => {
            "numbers are real: take the real and the imaginary part as two arguments"
        }
        "Option" | "Result" => "there is always a value: write its type alone, `f64`",
        "Box" | "Rc" | "Arc" | "Cow" => "values are passed as they are: write the type alone",
        "Vec" | "VecDeque" | "list" | "List" | "HashMap" | "BTreeMap" => {
            "an array has a length, `[f64; 3]`; one that the call brings is a parameter: \
             `fn f<const N: usize>(x: &[f64; N])`"
        }
        "ndarray" | "Array" | "array" | "Array1" | "ArrayView1" | "ArrayD" | "Tensor"
        | "tensor" | "DVector" | "SVector" | "VectorXd" | "vector" | "ArrayBase" | "MX" | "SX"
        | "DM" => ARRAY,
        "matrix" | "DMatrix" | "SMatrix" | "MatrixXd" | "Array2" | "ArrayView2" => {
            "a matrix is an array of its rows: `[[f64; 3]; 2]` has 2 rows of 3"
        }
        "Axis" => {
            "an axis is no value: it is declared by `const N: Axis = 3;`, or between `<` and `>`, and \
             extents are written with it: `x: [f64; N]`"
        }
        name => return with_extent(name),
    };
    Some(help.into())
}

/// The type of the language that a mistyped name is meant for: `f63`, `flot64`, `duoble`.
pub(crate) fn meant(name: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str); 9] = [
        ("f64", "f64"),
        ("f32", "f32"),
        ("float64", "f64"),
        ("float32", "f32"),
        ("float", "f64"),
        ("double", "f64"),
        ("bool", "bool"),
        ("usize", "usize"),
        ("boolean", "bool"),
    ];
    let is_near = |foreign: &str| name.len() > 2 && edits(name, foreign) <= 1;
    let mut near = NAMES.iter().filter(|(foreign, _)| is_near(foreign));
    near.next().map(|&(_, own)| own)
}

/// `Vector3` and `Mat4`: types with their extent in the name.
fn with_extent(name: &str) -> Option<String> {
    let (word, extent) = word_and_extent(name)?;
    let element = if name.ends_with('f') { "f32" } else { "f64" };
    if VECTORS.contains(&word) {
        Some(format!("write an array: `[{element}; {extent}]`"))
    } else if ["Matrix", "Mat", "DMat"].contains(&word) {
        Some(format!(
            "write an array of rows: `[[{element}; {extent}]; {extent}]`"
        ))
    } else {
        None
    }
}

/// Vectors with their extent behind their name.
const VECTORS: [&str; 5] = ["Vector", "Vec", "DVec", "Point", "RowVector"];

/// Whether a type of this name is a vector with its extent in the name.
pub(crate) fn is_vector(name: &str) -> bool {
    word_and_extent(name).is_some_and(|(word, _)| VECTORS.contains(&word))
}

/// The word of a name and the extent behind it, without the letter of the element.
fn word_and_extent(name: &str) -> Option<(&str, u32)> {
    let name = name.trim_end_matches('d').trim_end_matches('f');
    let (at, digit) = name.char_indices().next_back()?;
    let extent = digit.to_digit(10).filter(|&extent| extent > 0)?;
    Some((&name[..at], extent))
}

#[cfg(test)]
mod tests {
    use super::advice;

    #[test]
    fn extents_are_read_from_names() {
        assert_eq!(
            advice("Vector3").as_deref(),
            Some("write an array: `[f64; 3]`")
        );
        assert_eq!(
            advice("Vector4f").as_deref(),
            Some("write an array: `[f32; 4]`")
        );
        let matrix = advice("Mat2").expect("known");
        assert_eq!(matrix, "write an array of rows: `[[f64; 2]; 2]`");
        for own in ["f64", "State", "Vector0", "Step3", "3", "d", ""] {
            assert_eq!(advice(own), None, "{own}");
        }
    }
}
