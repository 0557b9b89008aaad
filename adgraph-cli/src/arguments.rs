//! The command-line interface: subcommands, options, and help texts.

use crate::format::Format;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use graph_program::Stage;
use graph_runtime::draw;
use std::path::{Path, PathBuf};

/// Inspect, check, run, differentiate and convert graph files of CppAD, NNVM and MXNet.
///
/// FILE is a graph as JSON: CppAD's json_ad_graph, or the symbol file of NNVM or MXNet; or it is
/// the text of an adgraph graph, as `println!("{}", f::graph())` prints it. `-` reads it from stdin.
/// Results are written to stdout and everything else to stderr. The exit code is 0 on success, 1 if
/// a check failed or a file cannot be read, evaluated or written, and 2 if the command line is
/// invalid.
#[derive(Debug, Parser)]
#[command(name = "adgraph", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Write results for machines: JSON in one line
    // After the options of every subcommand, however many it has.
    #[arg(long, global = true, display_order = 100)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show the contents of a file: format, inputs, outputs, operators, and unsupported constructs
    Info {
        #[command(flatten)]
        source: SourceArguments,
    },
    /// Validate files, and report the errors of each in one line
    ///
    /// The exit code is 1 if one of the files has an error.
    Check {
        /// The files; `-` is stdin
        #[arg(required = true, value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
        /// The format, where it is not to be found out from the text
        #[arg(long)]
        format: Option<Format>,
    },
    /// Evaluate a graph
    ///
    /// Prints {"y": [...]} for a graph of CppAD, and {"outputs": [{"shape": [...], "data": [...]}]}
    /// for named tensors. Numbers that are not finite are the strings "nan", "inf" and "-inf". The
    /// output of the graph's own prints, and the number of comparisons that differ from the
    /// recorded ones, go to stderr.
    Eval {
        #[command(flatten)]
        source: SourceArguments,
        #[command(flatten)]
        values: Values,
        /// If a result is not finite, report on stderr the operator that caused it, and its
        /// operands
        #[arg(long)]
        explain: bool,
        /// Report on stderr every operator that is called, with its place, operands and result, in
        /// one line
        #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true)]
        #[arg(default_missing_value = "text")]
        trace: Option<TraceFormat>,
        /// Trace the values of this name, or the calls of this operator, alone; can be repeated
        #[arg(long, value_name = "NAME", requires = "trace")]
        trace_only: Vec<String>,
        /// Trace the values that have this tag alone; can be repeated
        #[arg(long, value_name = "TAG", requires = "trace")]
        trace_tag: Vec<String>,
    },
    /// Evaluate a graph and its gradient
    ///
    /// Prints {"y": [...], "jacobian": [[...]]} for a graph of CppAD, with a row for each result
    /// and a column for each x. For named tensors it prints {"outputs": [...], "grads": {name:
    /// {"shape": [...], "data": [...]}}}, the gradient of the sum of all outputs.
    Grad(Derivative),
    /// Evaluate a graph and its Jacobian matrix
    ///
    /// Prints {"y": [...], "jacobian": [[...]]}: a row for each number of the outputs, a column for
    /// each number of the inputs, both flattened one after another. With --sparse, the matrix is
    /// {"shape": [rows, columns], "rows": [...], "columns": [...], "values": [...]}.
    Jacobian(Matrices),
    /// Evaluate a graph, its Jacobian matrix, and the Hessian matrix of the sum of its outputs
    ///
    /// Prints {"y": [...], "jacobian": [[...]], "hessian": [[...]]}, with rows and columns as in
    /// `adgraph jacobian`. With --sparse, the Hessian has the entries of its lower triangle.
    Hessian(Matrices),
    /// Write a graph in another format
    Convert {
        #[command(flatten)]
        source: SourceArguments,
        /// The format to write
        #[arg(long)]
        to: Target,
        /// The file to write, instead of stdout
        #[arg(long, short, value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
        /// Write an indented text with a line for each entry
        #[arg(long)]
        pretty: bool,
        /// Leave out what the graph prints, and its statements about comparisons, for which other
        /// formats than CppAD's have no words
        #[arg(long)]
        silent: bool,
        /// Refuse to write more operators than this
        #[arg(long, value_name = "OPERATORS")]
        limit: Option<usize>,
    },
    /// Draw a graph: as an SVG image, as an HTML page, for Graphviz, or for Mermaid
    ///
    /// A graph with more nodes than the limit is folded: nodes with a common name prefix become one
    /// shape; without names, repeated sequences do. In a page, these shapes unfold.
    Draw {
        #[command(flatten)]
        source: SourceArguments,
        /// The file to write, instead of stdout; its extension selects the format: svg, html,
        /// dot or gv, mermaid or mmd
        #[arg(long, short, value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
        /// The format to draw, if no file extension selects it
        #[arg(long)]
        to: Option<Picture>,
        /// Draw the graph of the gradient, with the adjoint part in a separate colour
        #[arg(long)]
        grad: bool,
        /// The largest number of shapes; in a page, of each group
        #[arg(long, default_value_t = draw::LIMIT)]
        limit: usize,
    },
    /// Print a graph after a given stage of its way to the executed program
    ///
    /// The first stages rewrite the graph, `lower` turns it into loops over buffers, and the other
    /// stages rewrite these loops. A stage that a graph does not need is skipped.
    Dump {
        #[command(flatten)]
        source: SourceArguments,
        /// The stage
        #[arg(long, value_name = "STAGE", default_value = "allocate", value_parser = stages())]
        after: Stage,
        /// Print the value and adjoints
        #[arg(long)]
        grad: bool,
    },
    /// Measure the time of the value and of the gradient
    Bench {
        #[command(flatten)]
        source: SourceArguments,
        #[command(flatten)]
        values: Values,
        /// How long to measure each
        #[arg(long, value_name = "SECONDS", default_value_t = 0.5)]
        time: f64,
    },
    /// Compare two graphs: their inputs, outputs and operators, and their values at random points
    ///
    /// The exit code is 1 if they are not the same function: if inputs or outputs have other sizes,
    /// or values at some point differ by more than the tolerance.
    Diff {
        /// One graph
        #[arg(value_hint = ValueHint::FilePath)]
        a: PathBuf,
        /// The other graph
        #[arg(value_hint = ValueHint::FilePath)]
        b: PathBuf,
        /// The shape of a named input of both, with commas between its extents, such as data=2,3
        #[arg(long, value_name = "NAME=EXTENTS", value_parser = named_shape)]
        shape: Vec<(String, Vec<usize>)>,
        /// The number in place of a symbolic extent of either, such as N=100
        #[arg(long, value_name = "NAME=NUMBER", value_parser = named_extent)]
        extent: Vec<(String, usize)>,
        /// The number of random points
        #[arg(long, default_value_t = 20)]
        points: usize,
        /// The largest difference allowed, relative to the values where these exceed 1
        #[arg(long, default_value = "1e-9")]
        tolerance: f64,
        /// The seed of the random points
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Write a picture of both into this file, .svg or .dot, with what only one has marked
        #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
        picture: Option<PathBuf>,
    },
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write the pages of all subcommands into a folder
    Man {
        /// The folder, which must exist
        #[arg(value_hint = ValueHint::DirPath)]
        folder: Option<PathBuf>,
    },
}

/// A derivative of a graph at a point.
#[derive(Args, Debug)]
pub(crate) struct Derivative {
    #[command(flatten)]
    pub(crate) source: SourceArguments,
    #[command(flatten)]
    pub(crate) values: Values,
    /// Differentiate by these inputs alone
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) wrt: Option<Vec<String>>,
    /// Compare with finite differences; the exit code is 1 if they disagree
    #[arg(long)]
    pub(crate) check: bool,
    /// The largest difference that `--check` allows, relative to the derivative, in addition to the
    /// error of finite differences
    #[arg(long, default_value = "1e-6", requires = "check")]
    pub(crate) tolerance: f64,
}

/// Matrices of derivatives of a graph at a point.
#[derive(Args, Debug)]
pub(crate) struct Matrices {
    #[command(flatten)]
    pub(crate) derivative: Derivative,
    /// Print the entries that may differ from zero, with their rows and columns, and no whole
    /// matrices
    #[arg(long, conflicts_with = "check")]
    pub(crate) sparse: bool,
}

/// The source of a graph.
#[derive(Args, Debug)]
pub(crate) struct SourceArguments {
    /// The graph; `-` is stdin
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// The format, where it is not to be found out from the text
    #[arg(long)]
    pub(crate) format: Option<Format>,
    /// FILE is a conformance case: a graph with its inputs and the functions that it calls
    #[arg(long)]
    pub(crate) case: bool,
    /// The shape of a named input, with commas between its extents, such as data=2,3
    #[arg(long, value_name = "NAME=EXTENTS", value_parser = named_shape)]
    pub(crate) shape: Vec<(String, Vec<usize>)>,
    /// The number in place of a symbolic extent of the graph, such as N=100
    #[arg(long, value_name = "NAME=NUMBER", value_parser = named_extent)]
    pub(crate) extent: Vec<(String, usize)>,
    /// Treat a network as in training: normalise by the statistics of the batch, and use the losses
    /// whose derivatives MXNet trains with
    #[arg(long)]
    pub(crate) train: bool,
}

/// The point at which a graph is evaluated.
#[derive(Args, Debug)]
pub(crate) struct Values {
    /// The variables: all numbers of all of them, one after another, such as 1,-2.5,inf
    #[arg(long, value_name = "NUMBERS", value_parser = numbers, allow_hyphen_values = true)]
    #[arg(conflicts_with = "case")]
    pub(crate) x: Option<Numbers>,
    /// The dynamic parameters, in the same way
    #[arg(long, value_name = "NUMBERS", value_parser = numbers, allow_hyphen_values = true)]
    #[arg(conflicts_with = "case")]
    pub(crate) p: Option<Numbers>,
    /// The numbers of one input by its name, such as z=0.3; `--z 0.3` does the same
    #[arg(long, value_name = "NAME=NUMBERS", value_parser = named_numbers)]
    #[arg(allow_hyphen_values = true, conflicts_with = "case")]
    pub(crate) set: Vec<(String, Numbers)>,
    /// A JSON file {name: tensor} of inputs, where a tensor is a number, lists of lists of numbers,
    /// or {"shape": [...], "data": [...]}; their shapes are also those of the graph's inputs
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "case")]
    pub(crate) inputs: Option<PathBuf>,
    /// The weights of a network: a file of MXNet (.params), a safetensors file, or JSON as for
    /// `--inputs`; unknown names and the prefixes `arg:` and `aux:` are ignored
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "case")]
    pub(crate) params: Option<PathBuf>,
    /// Take random numbers from -1 to 1 for inputs that are not given
    #[arg(long, value_name = "SEED", num_args = 0..=1, default_missing_value = "1")]
    pub(crate) random: Option<u64>,
}

/// Numbers separated by commas: a single argument for clap, which would take a vector as several.
#[derive(Clone, Debug)]
pub(crate) struct Numbers(pub(crate) Vec<f64>);

/// An output format for drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Picture {
    /// An image
    Svg,
    /// A page in which groups unfold
    Html,
    /// The language of Graphviz
    Dot,
    /// A flowchart of Mermaid
    Mermaid,
}

impl Picture {
    /// The one that the ending of a file's name asks for.
    pub(crate) fn of_ending(file: &Path) -> Option<Self> {
        let ending = file.extension().and_then(|ending| ending.to_str());
        match ending.unwrap_or_default().to_lowercase().as_str() {
            "svg" => Some(Self::Svg),
            "html" | "htm" => Some(Self::Html),
            "dot" | "gv" => Some(Self::Dot),
            "mermaid" | "mmd" => Some(Self::Mermaid),
            _ => None,
        }
    }
}

/// A format of traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceFormat {
    /// A line for people, with the first elements of large arrays
    Text,
    /// An object of JSON in one line, with all elements
    Json,
}

/// A format that a graph can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// CppAD's json_ad_graph
    Cppad,
    /// The JSON of NNVM
    Nnvm,
    /// The JSON of MXNet
    Mxnet,
    /// Source of a `graph!` block
    Rust,
    /// The text of an adgraph graph, which keeps symbolic extents
    Text,
}

/// The names of the stages.
fn stages() -> impl TypedValueParser<Value = Stage> {
    let names = Stage::ALL.iter().map(|stage| stage.name());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Stage>())
}

pub(crate) fn numbers(text: &str) -> Result<Numbers, String> {
    let entries = text.split(',').map(str::trim);
    let entries = entries.filter(|_| !text.trim().is_empty());
    let numbers = entries.map(|entry| {
        let number = entry.parse();
        number.map_err(|_| format!("`{entry}` is not a number"))
    });
    numbers.collect::<Result<_, _>>().map(Numbers)
}

fn named_numbers(text: &str) -> Result<(String, Numbers), String> {
    let (name, given) = text
        .split_once('=')
        .ok_or("expected a name, `=` and numbers, such as z=0.3")?;
    Ok((name.into(), numbers(given)?))
}

fn named_shape(text: &str) -> Result<(String, Vec<usize>), String> {
    let (name, given) = text
        .split_once('=')
        .ok_or("expected a name, `=` and extents, such as data=2,3")?;
    let extents = given.split(',').map(|extent| extent.trim().parse());
    match extents.collect::<Result<_, _>>() {
        Ok(extents) => Ok((name.into(), extents)),
        Err(_) if given.split('x').all(|part| part.parse::<usize>().is_ok()) => {
            let commas = given.replace('x', ",");
            Err(format!(
                "`{text}`: commas separate extents: `{name}={commas}`"
            ))
        }
        Err(_) => Err(format!(
            "`{text}`: extents are non-negative integers, such as data=2,3"
        )),
    }
}

fn named_extent(text: &str) -> Result<(String, usize), String> {
    let (name, given) = text
        .split_once('=')
        .ok_or("expected a name, `=` and a number, such as N=100")?;
    match given.trim().parse() {
        Ok(number) => Ok((name.trim().into(), number)),
        Err(_) => Err(format!(
            "`{given}` is not a non-negative integer, such as that of N=100"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_makes_sense() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn numbers_may_have_any_value_and_number() {
        assert_eq!(
            numbers("1, -2e3,inf").unwrap().0,
            [1.0, -2e3, f64::INFINITY]
        );
        assert!(numbers("").unwrap().0.is_empty());
        assert!(numbers("nan").unwrap().0[0].is_nan());
        assert_eq!(numbers("1,,2").unwrap_err(), "`` is not a number");
    }

    #[test]
    fn extents_have_names() {
        assert_eq!(named_extent("N=0"), Ok(("N".into(), 0)));
        let error = |text: &str| named_extent(text).unwrap_err();
        assert_eq!(
            error("100"),
            "expected a name, `=` and a number, such as N=100"
        );
        for number in ["-1", "2.5", "", "2,3", "99999999999999999999"] {
            assert_eq!(
                error(&format!("N={number}")),
                format!("`{number}` is not a non-negative integer, such as that of N=100")
            );
        }
    }

    #[test]
    fn shapes_have_names() {
        assert_eq!(
            named_shape("a=b=2").unwrap_err(),
            "`a=b=2`: extents are non-negative integers, such as data=2,3"
        );
        assert_eq!(
            named_shape("data=2x3").unwrap_err(),
            "`data=2x3`: commas separate extents: `data=2,3`"
        );
        assert_eq!(named_shape("x=2, 3").unwrap(), ("x".into(), vec![2, 3]));
        assert!(named_shape("x").is_err());
        assert!(named_shape("x=-1").is_err());
    }
}
