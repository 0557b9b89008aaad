//! Reads the file that the command line names.

use crate::arguments;
use crate::case::{self, Case};
use crate::extents::Extents;
use crate::failure::{Failure, Result};
use crate::format::Format;
use crate::model::{Model, Shapes};
use crate::tensor::Tensor;
use graph_ir::Graph;
use graph_runtime::execute::Functions;
use graph_runtime::json::nnvm::GraphOptions;
use graph_runtime::json::weights::Weights;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::slice;

/// A file that has been read.
pub(crate) struct Source {
    /// The file as messages call it.
    pub(crate) name: String,
    pub(crate) model: Model,
    /// The number of bytes of the graph's text.
    pub(crate) bytes: usize,
    /// Shapes that the command line gives.
    pub(crate) shapes: Shapes,
    /// Numbers for symbols, which the command line gives.
    pub(crate) extents: Extents,
    /// How a network becomes a graph.
    pub(crate) options: GraphOptions,
    /// The functions of the host that the graph may call.
    pub(crate) functions: Functions,
    /// The point of a case.
    pub(crate) case: Option<Case>,
}

impl Source {
    /// Reads the file that the command line names.
    pub(crate) fn read(arguments: &arguments::SourceArguments) -> Result<Self> {
        let shapes: Shapes = arguments.shape.iter().cloned().collect();
        let source = match arguments.case {
            true => Self::read_case(&arguments.file, shapes)?,
            false => Self::read_graph(&arguments.file, arguments.format, shapes)?,
        };
        let mut source = source.with_known_shapes()?;
        source.extents = Extents::of(&arguments.extent)?;
        if arguments.train {
            if !matches!(source.model, Model::Nnvm(_)) {
                let (name, program) = (&source.name, source.model.program());
                let words = format!("--train: {name} is of {program}, and no network");
                return Err(Failure::usage(words));
            }
            source.options = GraphOptions::training();
        }
        Ok(source)
    }

    /// Checks that the inputs whose shapes are given are there.
    fn with_known_shapes(self) -> Result<Self> {
        let (name, inputs) = (&self.name, self.model.variables());
        match self.shapes.keys().find(|given| !inputs.contains(given)) {
            None => Ok(self),
            Some(_) if inputs.is_empty() => {
                let words = format!("--shape: the inputs of {name} have the shapes of the file");
                Err(Failure::usage(words))
            }
            Some(unknown) => {
                let inputs = inputs.join("`, `");
                let words =
                    format!("--shape: {name} has no input `{unknown}`: its inputs are `{inputs}`");
                Err(Failure::usage(words))
            }
        }
    }

    /// Reads a graph.
    pub(crate) fn read_graph(file: &Path, format: Option<Format>, shapes: Shapes) -> Result<Self> {
        let name = name(file);
        let text = bytes(file)?;
        Ok(Self {
            model: model(&name, &text, format)?,
            name,
            bytes: text.len(),
            shapes,
            extents: Extents::default(),
            options: GraphOptions::new(),
            functions: Functions::new(),
            case: None,
        })
    }

    fn read_case(file: &Path, shapes: Shapes) -> Result<Self> {
        let name = name(file);
        let text = String::from_utf8(bytes(file)?).map_err(|error| Failure::file(&name, error))?;
        let case = Case::read(&text).map_err(|error| Failure::file(&name, error))?;
        Ok(Self {
            model: model(&name, case.text.as_bytes(), Some(case.format))?,
            name,
            bytes: case.text.len(),
            shapes,
            extents: Extents::default(),
            options: GraphOptions::new().with_purpose(case.purpose),
            functions: case::functions(),
            case: Some(case),
        })
    }

    /// The shapes of inputs that are given without their values: those of the command line, and
    /// of a case.
    pub(crate) fn all_shapes(&self) -> Shapes {
        let inputs = self.case.iter().flat_map(|case| &case.inputs);
        let shapes = inputs.map(|(name, tensor)| (name.clone(), tensor.shape.clone()));
        shapes.chain(self.shapes.clone()).collect()
    }

    /// The graph, with shapes of inputs beside those that the command line gives, and with the
    /// numbers that it gives for symbols.
    pub(crate) fn graph(&self, shapes: Shapes) -> Result<Graph> {
        let graph = self.symbolic_graph(shapes)?;
        self.extents.check(slice::from_ref(&graph), &self.name)?;
        self.extents.apply(graph, &self.name)
    }

    /// The graph, with shapes of inputs beside those that the command line gives. Symbols stay.
    pub(crate) fn symbolic_graph(&self, shapes: Shapes) -> Result<Graph> {
        let mut all = shapes;
        all.extend(self.all_shapes());
        let graph = self.model.graph(&all, self.options);
        graph.map_err(|error| Failure::file(&self.name, error))
    }
}

/// Reads the text of a graph.
fn model(name: &str, text: &[u8], format: Option<Format>) -> Result<Model> {
    let format = format.map_or_else(|| Format::of(text), Ok);
    let format = format.map_err(|error| Failure::file(name, error))?;
    Model::read(text, format).map_err(|error| Failure::file(name, error))
}

/// A file as messages call it.
pub(crate) fn name(file: &Path) -> String {
    match file.as_os_str() == "-" {
        true => String::from("stdin"),
        false => file.display().to_string(),
    }
}

/// All bytes of a file, or of stdin for `-`.
pub(crate) fn bytes(file: &Path) -> Result<Vec<u8>> {
    let read = match file.as_os_str() == "-" {
        true => {
            let mut bytes = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut bytes);
            read.map(|_| bytes)
        }
        false => fs::read(file),
    };
    read.map_err(|error| Failure::File(format!("{} cannot be read: {error}", name(file))))
}

/// Named tensors from a file of weights: MXNet's, a safetensors file, or JSON, whichever the first
/// bytes say that it is.
pub(crate) fn weights(file: &Path) -> Result<BTreeMap<String, Tensor>> {
    let content = bytes(file)?;
    // A file of MXNet begins with a number of eight bytes, of which one is not zero; safetensors
    // have the length of a text in JSON before that text.
    let weights = match content.get(..9) {
        Some([0x12, 1, 0, 0, 0, 0, 0, 0, _]) => Weights::from_params(&content),
        Some([.., b'{']) if content[0] != b'{' => Weights::from_safetensors(&content),
        _ => return tensors_of(&content, file),
    };
    let weights = weights.map_err(|error| Failure::file(name(file), error))?;
    let tensors = weights.iter().map(|(name, tensor)| {
        let numbers = tensor.to_f64();
        (
            name.to_string(),
            Tensor::new(tensor.shape().to_vec(), &numbers),
        )
    });
    Ok(tensors.collect())
}

/// Named tensors from a JSON file.
pub(crate) fn tensors(file: &Path) -> Result<BTreeMap<String, Tensor>> {
    tensors_of(&bytes(file)?, file)
}

fn tensors_of(text: &[u8], file: &Path) -> Result<BTreeMap<String, Tensor>> {
    let failure = |error: String| Failure::file(name(file), error);
    let values: BTreeMap<String, Value> = serde_json::from_slice(text)
        .map_err(|error| failure(format!("expected an object {{name: tensor}}: {error}")))?;
    let tensors = values.into_iter().map(|(name, value)| {
        let tensor = Tensor::read(&value);
        let tensor = tensor.map_err(|error| failure(format!("`{name}`: {error}")))?;
        Ok((name, tensor))
    });
    tensors.collect()
}
