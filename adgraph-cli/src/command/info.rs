//! `adgraph info`: the contents of a file.

use crate::arguments::SourceArguments;
use crate::failure::Result;
use crate::model::{Model, Shapes};
use crate::output::{self, counted};
use crate::source::Source;
use graph_ir::Graph;
use graph_ir::graph::InputKind;
use graph_ir::types::Extent;
use graph_runtime::json::Error;
use graph_runtime::json::cppad::{self, Detail};
use graph_runtime::json::nnvm;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The contents of a file.
#[derive(Serialize)]
pub(super) struct Report {
    file: String,
    bytes: usize,
    pub(super) program: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    constants: usize,
    pub(super) operators: BTreeMap<String, usize>,
    /// The functions that a program which evaluates the graph must have.
    host_functions: BTreeSet<String>,
    #[serde(flatten)]
    pub(super) support: Support,
}

/// An input or output.
#[derive(Serialize)]
struct Port {
    name: String,
    kind: &'static str,
    /// Nothing where it is not known.
    shape: Option<Vec<Length>>,
}

/// An extent.
#[derive(Serialize)]
#[serde(untagged)]
enum Length {
    Known(usize),
    /// In the symbols of the graph.
    Symbolic(String),
}

/// How much of a file can be evaluated: all of it, unless something stands here.
#[derive(Default, Serialize)]
pub(super) struct Support {
    /// The parts that cannot be evaluated, with the reasons.
    pub(super) unsupported: Vec<String>,
    /// The shape without which no more can be seen.
    pub(super) needs: Option<String>,
}

pub(super) fn run(source: &SourceArguments, json: bool) -> Result<()> {
    let source = Source::read(source)?;
    let report = Report::new(&source)?;
    if json {
        return output::json(&report, true);
    }
    output::text(&report.text())
}

impl Report {
    /// The contents of a file that has been read.
    pub(super) fn new(source: &Source) -> Result<Self> {
        let report = Self {
            file: source.name.clone(),
            bytes: source.bytes,
            program: source.model.program(),
            version: None,
            name: String::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            constants: 0,
            operators: source.model.operators(),
            host_functions: BTreeSet::new(),
            support: Support::default(),
        };
        // A file may be faulty, and then none of its extents is symbolic.
        let graph = match &source.model {
            Model::Cppad(_) => None,
            Model::Nnvm(_) | Model::Text(_) => source.symbolic_graph(Shapes::new()).ok(),
        };
        source.extents.check(graph.as_slice(), &source.name)?;
        Ok(match (&source.model, graph) {
            (Model::Cppad(document), _) => report.cppad(document),
            (Model::Nnvm(document), Some(graph)) if !graph.symbols().is_empty() => {
                let graph = source.extents.apply(graph, &source.name)?;
                let version = version(document);
                Self {
                    version,
                    ..report.tensors(&graph)
                }
            }
            (Model::Nnvm(document), _) => report.nnvm(document, source),
            (Model::Text(graph), _) => {
                let graph = source.extents.apply((**graph).clone(), &source.name)?;
                report.tensors(&graph)
            }
        })
    }

    /// Inputs and outputs as the graph has them, where extents may be symbolic.
    fn tensors(self, graph: &Graph) -> Self {
        let inputs = graph.inputs().iter().zip(graph.input_types());
        let inputs = inputs.map(|(input, ty)| Port {
            name: input.name.clone(),
            kind: match input.kind {
                InputKind::Independent => "tensor",
                InputKind::Dynamic => "tensor without derivative",
            },
            shape: Some(lengths(&ty.shape.counts())),
        });
        let outputs = graph.outputs().iter().zip(graph.output_types());
        let outputs = outputs.map(|(output, ty)| Port {
            name: output.name.clone(),
            kind: "tensor",
            shape: Some(lengths(&ty.shape.counts())),
        });
        let externals = graph.externals().iter();
        Self {
            name: graph.name().into(),
            inputs: inputs.collect(),
            outputs: outputs.collect(),
            host_functions: externals.map(|external| external.name.clone()).collect(),
            ..self
        }
    }

    fn cppad(self, document: &cppad::Document) -> Self {
        let port = |name: &str, kind, count: usize| {
            let (name, shape) = (name.to_string(), Some(vec![Length::Known(count)]));
            (count > 0).then_some(Port { name, kind, shape })
        };
        let parameters = port("p", "dynamic parameters", document.n_dynamic() as usize);
        let variables = port("x", "variables", document.n_variable() as usize);
        let results = port("y", "results", document.dependents().len());
        let called = document.usages().filter_map(|usage| match usage.detail {
            Detail::Function { name } | Detail::Numbered { name, .. } => Some(name.to_string()),
            _ => None,
        });
        Self {
            name: document.function_name().into(),
            inputs: parameters.into_iter().chain(variables).collect(),
            outputs: results.into_iter().collect(),
            constants: document.constants().len(),
            host_functions: called.collect(),
            support: match document.to_graph() {
                Ok(_) => Support::default(),
                Err(error) => Support::not(vec![error.to_string()]),
            },
            ..self
        }
    }

    fn nnvm(self, document: &nnvm::Document, source: &Source) -> Self {
        let inferred = document.infer(&source.all_shapes());
        // Shapes may fit where an operator has no meaning, in training for example.
        let graph = match &inferred {
            Ok(inferred) => Some(inferred.to_graph_with(source.options)),
            Err(_) => None,
        };
        let error = match &graph {
            Some(graph) => graph.as_ref().err(),
            None => inferred.as_ref().err(),
        };
        let port = |(name, shape)| Port {
            name,
            kind: "tensor",
            shape,
        };
        let known = |shape: &[usize]| shape.iter().copied().map(Length::Known).collect();
        let mut inputs: Vec<Port> = match &inferred {
            Ok(inferred) => {
                let arguments = inferred.arguments();
                let arguments = arguments.map(|(name, shape)| (name.into(), Some(known(shape))));
                arguments.map(port).collect()
            }
            Err(_) => {
                let variables = source.model.variables().into_iter();
                variables.map(|name| port((name, None))).collect()
            }
        };
        if let Some(Ok(graph)) = &graph {
            // The order of `--x`, which a file may say apart from that of its nodes.
            let names = graph.inputs().iter().map(|input| input.name.as_str());
            let places: BTreeMap<&str, usize> = names.zip(0..).collect();
            inputs.sort_by_key(|port| {
                places
                    .get(port.name.as_str())
                    .copied()
                    .unwrap_or(usize::MAX)
            });
        }
        let heads = document
            .heads
            .iter()
            .enumerate()
            .map(|(position, head)| Port {
                name: document.nodes[head.node as usize].name.clone(),
                kind: "tensor",
                shape: inferred.as_ref().ok().and_then(|inferred| {
                    let shape = inferred.heads().nth(position);
                    shape.map(known)
                }),
            });
        Self {
            version: version(document),
            inputs,
            outputs: heads.collect(),
            support: error.map_or(Support::default(), support),
            ..self
        }
    }

    /// The file in a few words.
    pub(super) fn summary(&self) -> String {
        let mut words = format!("{}, {}", self.program, self.uses());
        if !self.host_functions.is_empty() {
            let names: Vec<&str> = self.host_functions.iter().map(String::as_str).collect();
            words += &format!(", calls `{}` of the host", names.join("`, `"));
        }
        words
    }

    /// How many operators there are.
    fn uses(&self) -> String {
        let (uses, kinds) = (self.operators.values().sum(), self.operators.len());
        format!(
            "{} of {}",
            counted(uses, "operator"),
            counted(kinds, "kind")
        )
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| text += &format!("{name:<12}{value}\n");
        let version = self
            .version
            .as_ref()
            .map_or(String::new(), |v| format!(" {v}"));
        line("file", format!("{}, {} bytes", self.file, self.bytes));
        line("format", format!("{}{version}", self.program));
        if !self.name.is_empty() {
            line("name", self.name.escape_debug().to_string());
        }
        for (word, ports) in [("input", &self.inputs), ("output", &self.outputs)] {
            for port in ports {
                line(word, port.text());
            }
        }
        if self.constants > 0 {
            line("constants", self.constants.to_string());
        }
        line("operators", self.uses());
        for (name, count) in &self.operators {
            line("", format!("{count:>7} {}", name.escape_debug()));
        }
        for name in &self.host_functions {
            line("calls", format!("{} of the host", name.escape_debug()));
        }
        for reason in &self.support.unsupported {
            line("unsupported", reason.clone());
        }
        match &self.support.needs {
            Some(shape) => line("needs", format!("{shape} (--shape)")),
            None if self.support.unsupported.is_empty() => line("supported", "all of it".into()),
            None => {}
        }
        text
    }
}

/// The version of MXNet that wrote a file.
fn version(document: &nnvm::Document) -> Option<String> {
    let version = document.mxnet_version()?;
    let (major, rest) = (version / 10_000, version % 10_000);
    Some(format!("{major}.{}.{}", rest / 100, rest % 100))
}

impl Support {
    fn not(unsupported: Vec<String>) -> Self {
        Self {
            unsupported,
            needs: None,
        }
    }
}

impl Port {
    fn text(&self) -> String {
        let shape = match &self.shape {
            Some(shape) => {
                let lengths = shape.iter().map(Length::to_string);
                format!("[{}]", lengths.collect::<Vec<_>>().join(", "))
            }
            None => String::from("of unknown shape"),
        };
        format!("{} {shape}, {}", self.name.escape_debug(), self.kind)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(number) => write!(f, "{number}"),
            Self::Symbolic(words) => f.write_str(words),
        }
    }
}

fn lengths(extents: &[Extent]) -> Vec<Length> {
    let lengths = extents.iter().map(|extent| match extent.known() {
        Some(number) => Length::Known(number),
        None => Length::Symbolic(extent.to_string()),
    });
    lengths.collect()
}

/// How much of a file is supported when not all of its shapes, or not all of its operators, are
/// known.
fn support(error: &Error) -> Support {
    match error {
        Error::UnsupportedOperators { operators, .. } => {
            let operators = operators.0.iter().map(|found| {
                let (op, why) = (&found.operator, &found.why);
                let times = counted(found.nodes.len(), "node");
                let first = found.nodes.first().map_or("", String::as_str);
                format!("{op} ({times}, first `{first}`): {why}")
            });
            Support::not(operators.collect())
        }
        Error::Value { expected, .. } if expected.starts_with("a shape") => Support {
            needs: Some(expected.to_string()),
            ..Support::default()
        },
        error => Support::not(vec![error.to_string()]),
    }
}
