//! Numbers and tensors as JSON has them: with "nan", "inf" and "-inf" as strings, since JSON has
//! no numbers for these.

use crate::output::counted;
use serde::Serialize;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::Serializer;
use serde_json::Value;
use std::fmt;

/// A number, which need not be finite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Number(pub(crate) f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            number if number.is_nan() => serializer.serialize_str("nan"),
            f64::INFINITY => serializer.serialize_str("inf"),
            f64::NEG_INFINITY => serializer.serialize_str("-inf"),
            number => serializer.serialize_f64(number),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NumberVisitor)
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, \"nan\", \"inf\" or \"-inf\"")
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Number, E> {
        Ok(Number(number))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Number, E> {
        Ok(Number(number as f64))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Number, E> {
        Ok(Number(number as f64))
    }

    fn visit_bool<E: de::Error>(self, truth: bool) -> Result<Number, E> {
        Ok(Number(f64::from(u8::from(truth))))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
        match text {
            "nan" => Ok(Number(f64::NAN)),
            "inf" => Ok(Number(f64::INFINITY)),
            "-inf" => Ok(Number(f64::NEG_INFINITY)),
            _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
        }
    }
}

/// A matrix, written as a list of its rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// Row by row.
    pub(crate) elements: Vec<f64>,
}

impl Serialize for Matrix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = |row: usize| numbers(&self.elements[row * self.columns..][..self.columns]);
        serializer.collect_seq((0..self.rows).map(row))
    }
}

/// The entries of a matrix, in the order of their rows; all others are zero.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Entries {
    /// The numbers of rows and of columns.
    pub(crate) shape: [usize; 2],
    pub(crate) rows: Vec<usize>,
    pub(crate) columns: Vec<usize>,
    pub(crate) values: Vec<Number>,
}

/// Numbers to be written.
pub(crate) fn numbers(of: &[f64]) -> Vec<Number> {
    of.iter().copied().map(Number).collect()
}

/// A tensor: `{"shape": [2, 3], "data": [...]}` with the data in row-major order.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Tensor {
    pub(crate) shape: Vec<usize>,
    pub(crate) data: Vec<Number>,
}

impl Tensor {
    /// A tensor of these elements.
    pub(crate) fn new(shape: Vec<usize>, data: &[f64]) -> Self {
        let data = numbers(data);
        Self { shape, data }
    }

    /// A tensor as it stands in JSON: an object with shape and data, a number, or lists of lists
    /// of numbers.
    pub(crate) fn read(value: &Value) -> Result<Self, String> {
        let tensor = match value {
            Value::Object(fields) => Self {
                shape: field(fields.get("shape"), "shape")?,
                data: field(fields.get("data"), "data")?,
            },
            _ => nested(value)?,
        };
        let elements = tensor
            .shape
            .iter()
            .try_fold(1, |product: usize, &extent| product.checked_mul(extent));
        let (length, shape) = (tensor.data.len(), &tensor.shape);
        if elements == Some(length) {
            return Ok(tensor);
        }
        Err(format!(
            "the shape {shape:?} does not fit {}",
            counted(length, "number")
        ))
    }
}

fn field<T: de::DeserializeOwned>(value: Option<&Value>, name: &str) -> Result<T, String> {
    let value = value.ok_or_else(|| format!("a tensor without `{name}`"))?;
    T::deserialize(value).map_err(|error| format!("`{name}` of a tensor: {error}"))
}

/// Lists of lists of numbers: their depth and lengths are the shape. JSON's depth is limited by
/// its reader, so this loop is short.
fn nested(value: &Value) -> Result<Tensor, String> {
    let mut shape = Vec::new();
    let mut level = vec![value];
    while let Some(Value::Array(first)) = level.first() {
        shape.push(first.len());
        let mut next = Vec::new();
        for list in &level {
            match list {
                Value::Array(entries) if entries.len() == first.len() => next.extend(entries),
                _ => return Err("lists of unequal lengths are no tensor".into()),
            }
        }
        level = next;
    }
    let numbers = level.into_iter().map(Number::deserialize);
    let data = numbers.collect::<Result<Vec<Number>, _>>();
    let data = data.map_err(|error| error.to_string())?;
    Ok(Tensor { shape, data })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_that_are_not_finite_are_texts() {
        let all = numbers(&[
            1.0,
            -0.0,
            1e-300,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ]);
        let text = serde_json::to_string(&all).unwrap();
        assert_eq!(text, r#"[1.0,-0.0,1e-300,"nan","inf","-inf"]"#);
        let again: Vec<Number> = serde_json::from_str(&text).unwrap();
        assert_eq!(again[4..], all[4..]);
        assert!(again[3].0.is_nan() && again[1].0.is_sign_negative());
        assert!(serde_json::from_str::<Number>("\"NaN\"").is_err());
    }

    #[test]
    fn tensors_are_objects_numbers_or_nested_lists() {
        let six = Tensor::new(vec![2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let flat = json!({"shape": [2, 3], "data": [1, 2, 3, 4, 5, 6]});
        assert_eq!(Tensor::read(&flat).unwrap(), six);
        assert_eq!(Tensor::read(&json!([[1, 2, 3], [4, 5, 6]])).unwrap(), six);
        assert_eq!(
            Tensor::read(&json!(7)).unwrap(),
            Tensor::new(vec![], &[7.0])
        );
        assert_eq!(
            Tensor::read(&json!([[], []])).unwrap(),
            Tensor::new(vec![2, 0], &[])
        );
        for (wrong, message) in [
            (json!([[1], [2, 3]]), "unequal lengths"),
            (json!([[1], 2]), "unequal lengths"),
            (json!({"shape": [2]}), "without `data`"),
            (json!({"shape": [-1], "data": []}), "`shape` of a tensor"),
            (json!({"shape": [2], "data": [1]}), "does not fit 1 number"),
            (json!("one"), "expected a number"),
        ] {
            let error = Tensor::read(&wrong).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
