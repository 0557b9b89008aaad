//! Safetensors: a header of JSON that says where each tensor is, and the tensors.
//!
//! The format's own crate writes it, sorted by type and name, and knows what stands in the header;
//! `header` decides whether it is that of a file.

mod header;
mod json;

pub use header::{Entry, PREFIX, entries, header_length};

use self::header::{malformed, twice};
use self::json::METADATA;
use super::{Error, Stored, Tensor, Weights};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, serialize};

/// Each type under the name that the format has for it.
const TYPES: [(Stored, Dtype); 13] = [
    (Stored::F64, Dtype::F64),
    (Stored::F32, Dtype::F32),
    (Stored::F16, Dtype::F16),
    (Stored::Bf16, Dtype::BF16),
    (Stored::I64, Dtype::I64),
    (Stored::I32, Dtype::I32),
    (Stored::I16, Dtype::I16),
    (Stored::I8, Dtype::I8),
    (Stored::U64, Dtype::U64),
    (Stored::U32, Dtype::U32),
    (Stored::U16, Dtype::U16),
    (Stored::U8, Dtype::U8),
    (Stored::Bool, Dtype::BOOL),
];

impl Weights {
    /// The tensors of a safetensors file, in the order in which they are stored.
    ///
    /// # Errors
    /// If the file does not follow the format, a name comes twice, or a tensor has numbers of fewer
    /// than 8 bits or pairs of numbers.
    pub fn from_safetensors(file: &[u8]) -> Result<Self, Error> {
        let (prefix, rest) = file.split_at(file.len().min(PREFIX));
        let (header, data) = rest.split_at(header_length(prefix, file.len() as u64)?);
        let mut weights = Self::new();
        for entry in entries(header, data.len() as u64)? {
            let (name, type_name) = (entry.name, entry.type_name);
            let Some(stored) = entry.stored else {
                let message = format!("numbers of type {type_name} in `{name}` are not known");
                return Err(malformed(message));
            };
            let tensor = Tensor::new(stored, &entry.shape, data[entry.bytes].to_vec())?;
            weights.push(name, tensor);
        }
        Ok(weights)
    }

    /// A safetensors file.
    ///
    /// # Errors
    /// If two tensors have one name, or one has that which the format keeps for itself.
    pub fn to_safetensors(&self) -> Result<Vec<u8>, Error> {
        let mut seen = BTreeSet::new();
        let mut views = Vec::new();
        let refused = |error: safetensors::SafeTensorError| malformed(error.to_string());
        for (name, tensor) in self.iter() {
            if name == METADATA {
                let message = format!("the format keeps the name `{METADATA}` for itself");
                return Err(malformed(message));
            }
            if !seen.insert(name) {
                return Err(twice(name));
            }
            let dtype = TYPES.iter().find(|(stored, _)| *stored == tensor.stored());
            let dtype = dtype.map_or(Dtype::F64, |(_, dtype)| *dtype);
            let view = TensorView::new(dtype, tensor.shape().to_vec(), tensor.bytes());
            views.push((name, view.map_err(refused)?));
        }
        serialize(views, None).map_err(refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn every_type_comes_back() {
        let mut weights = Weights::new();
        for (stored, _) in TYPES {
            let bytes = (0..2 * stored.size()).map(|byte| byte as u8).collect();
            weights.push(
                format!("{stored:?}"),
                Tensor::new(stored, &[2, 1], bytes).unwrap(),
            );
        }
        weights.push("number", Tensor::of_f64(&[], &[2.5]).unwrap());
        let file = weights.to_safetensors().unwrap();
        let read = Weights::from_safetensors(&file).unwrap();
        assert_eq!(read.len(), weights.len());
        for (name, tensor) in weights.iter() {
            assert_eq!(read.get(name), Some(tensor), "{name}");
        }
        // The order is that of the file, so that a second writing is the first.
        assert_eq!(read.to_safetensors().unwrap(), file);
    }

    /// A file written out by hand: the length of the header, the header, one number.
    #[test]
    fn a_file_is_read_as_the_format_says() {
        let header = br#"{"w":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}}"#;
        let mut file = (header.len() as u64).to_le_bytes().to_vec();
        file.extend(header);
        file.extend(1.5_f32.to_le_bytes());
        let weights = Weights::from_safetensors(&file).unwrap();
        assert_eq!(weights.get("w").unwrap().to_f64(), vec![1.5]);
        for length in 0..file.len() {
            assert!(
                Weights::from_safetensors(&file[..length]).is_err(),
                "{length}"
            );
        }
    }

    #[test]
    fn names_stand_once() {
        let mut weights = Weights::new();
        weights.push("w", Tensor::of_f32(&[1], &[1.0]).unwrap());
        weights.push("w", Tensor::of_f32(&[1], &[2.0]).unwrap());
        let error = weights.to_safetensors().unwrap_err().to_string();
        assert_eq!(error, "the format has each name once, and `w` comes twice");
        let mut weights = Weights::new();
        weights.push(METADATA, Tensor::of_f32(&[1], &[1.0]).unwrap());
        let error = weights.to_safetensors().unwrap_err().to_string();
        assert_eq!(error, "the format keeps the name `__metadata__` for itself");
    }
}
