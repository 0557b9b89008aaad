//! Weights: the parameters of a network, in separate files; the graph refers to them by name.
//!
//! A file is a list of named tensors ([`Weights`]), each in its stored type ([`Tensor`]), so that
//! reading and writing lose nothing. This module reads and writes MXNet's own files (`.params`);
//! the crate safetensors handles its format, with the feature `safetensors`.
//!
//! ```
//! use graph_formats::weights::{Tensor, Weights};
//!
//! let mut weights = Weights::new();
//! weights.push("arg:fc1_weight", Tensor::of_f32(&[2, 2], &[1.0, 2.0, 3.0, 4.0])?);
//! let file = weights.to_params();
//! let read = Weights::from_params(&file)?;
//! assert_eq!(read, weights);
//! // MXNet marks weights by `arg:` and stored statistics by `aux:`; graphs know the plain name.
//! let weight = read.of_variable("fc1_weight").unwrap();
//! assert_eq!((weight.shape(), weight.to_f64()), (&[2, 2][..], vec![1.0, 2.0, 3.0, 4.0]));
//! # Ok::<(), graph_formats::weights::Error>(())
//! ```

mod error;
mod half;
mod params;
#[cfg(feature = "safetensors")]
#[doc(hidden)]
pub mod safetensors;
mod tensor;

pub use error::Error;
pub use tensor::{Stored, Tensor};

use alloc::string::String;
use alloc::vec::Vec;

/// Named tensors in the order of their file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Weights {
    tensors: Vec<(String, Tensor)>,
}

impl Weights {
    /// No tensors.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tensor at the end.
    pub fn push(&mut self, name: impl Into<String>, tensor: Tensor) {
        self.tensors.push((name.into(), tensor));
    }

    /// The number of tensors.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tensors.len()
    }

    /// Whether there are no tensors.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tensors.is_empty()
    }

    /// The tensors with their names, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Tensor)> {
        self.tensors
            .iter()
            .map(|(name, tensor)| (name.as_str(), tensor))
    }

    /// The first tensor of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tensor> {
        self.iter()
            .find(|(held, _)| *held == name)
            .map(|(_, tensor)| tensor)
    }

    /// The tensor for a variable of a graph: the one of its name, or of its name after `arg:` or
    /// `aux:`, by which MXNet tells weights from stored statistics.
    #[must_use]
    pub fn of_variable(&self, name: &str) -> Option<&Tensor> {
        let plain = |held: &str| {
            let rest = held
                .strip_prefix("arg:")
                .or_else(|| held.strip_prefix("aux:"));
            rest == Some(name)
        };
        self.get(name).or_else(|| {
            let mut all = self.iter();
            all.find(|(held, _)| plain(held)).map(|(_, tensor)| tensor)
        })
    }
}
