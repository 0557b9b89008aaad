//! Names of scalar types in other languages, where they convert a value: `double(n)`, `(double) n`.

/// The type of the language that a type of this name is.
pub(crate) fn own_type(name: &str) -> Option<&'static str> {
    Some(match name {
        "f64" | "double" | "Double" | "float" | "Float64" | "float64" | "real" => "f64",
        "f32" | "Float32" | "float32" | "single" => "f32",
        "usize" | "size_t" | "int" | "Int" | "integer" | "Integer" | "uint" | "long"
        | "unsigned" | "u8" | "u16" | "u32" | "u64" | "i8" | "i16" | "i32" | "i64" | "isize"
        | "Int64" | "int64" | "int32" => "usize",
        _ => return None,
    })
}
