//! A graph at a point: its value, and its derivatives there.

use crate::extents;
use crate::failure::{Failure, Result, say};
use crate::inputs::{Buffer, Given, numbers_of};
use crate::progress::Progress;
use crate::source::Source;
use crate::tensor::{Entries, Matrix, Tensor, numbers};
use graph_autodiff::differentiable_inputs;
use graph_ir::Graph;
use graph_runtime::check::first_non_finite_with;
use graph_runtime::derivative::Evaluator;
use graph_runtime::execute::{Executable, ExecuteError, Host, Printed, Values, Workspace};
use graph_runtime::sparse::SparseMatrix;
use std::io::{self, Write};

/// A graph at a point.
pub(crate) struct Function<'s> {
    pub(crate) source: &'s Source,
    pub(crate) graph: Graph,
    pub(crate) point: Vec<Buffer>,
}

impl<'s> Function<'s> {
    /// The graph of a source, at the point that is given. Symbols without a number have that which
    /// follows from how many numbers are given.
    pub(crate) fn new(source: &'s Source, given: &Given) -> Result<Self> {
        let graph = source.graph(given.shapes())?;
        Self::of(source, graph, given)
    }

    /// A graph that was made from a source, at the point that is given.
    pub(crate) fn of(source: &'s Source, graph: Graph, given: &Given) -> Result<Self> {
        given.check_names(&graph)?;
        let graph = match graph.symbols().is_empty() {
            true => graph,
            false => given.extents(&graph).apply(graph, &source.name)?,
        };
        extents::require_known(&graph, &source.name)?;
        let point = given.fill(&graph)?;
        Ok(Self {
            source,
            graph,
            point,
        })
    }

    /// The inputs by which to differentiate: those of these names, or all that can be.
    pub(crate) fn wrt(&self, names: Option<&[String]>) -> Result<Vec<usize>> {
        let all = differentiable_inputs(&self.graph);
        let Some(names) = names else {
            return Ok(all);
        };
        let inputs = self.graph.inputs();
        let position = |name: &String| {
            let found = all.iter().find(|&&position| inputs[position].name == *name);
            found.copied().ok_or_else(|| {
                let names = all.iter().map(|&position| inputs[position].name.as_str());
                let names = names.collect::<Vec<_>>().join("`, `");
                let words = format!("--wrt: `{name}` is none of the inputs `{names}`");
                Failure::usage(words)
            })
        };
        names.iter().map(position).collect()
    }

    /// A machine that evaluates the graph, at this point first.
    pub(crate) fn machine(&self) -> Result<Machine<'_>> {
        let executable = Executable::new(&self.graph);
        let executable = executable.map_err(|error| self.failure(&error))?;
        let workspace = executable.workspace();
        Ok(Machine {
            workspace: workspace.map_err(|error| self.failure(&error))?,
            executable,
            function: self,
            point: self.point.clone(),
        })
    }

    /// The derivatives by the inputs at these positions; all others keep their values.
    pub(crate) fn derivatives(&self, wrt: &[usize]) -> Result<Derivatives<'_>> {
        let evaluator = Evaluator::<f64>::with_respect_to(&self.graph, wrt);
        let evaluator = evaluator.map_err(|error| self.failure(&error))?;
        let mut evaluator = evaluator.functions(self.source.functions.clone());
        let mut x = Vec::new();
        for &position in wrt {
            x.extend(self.point[position].numbers());
        }
        for (position, value) in self.point.iter().enumerate() {
            if !wrt.contains(&position) {
                let set = evaluator.set_parameter(position, value);
                set.map_err(|error| self.failure(&error))?;
            }
        }
        Ok(Derivatives {
            function: self,
            evaluator,
            x,
        })
    }

    /// Says where a result that is not finite comes from, with the place in the file.
    pub(crate) fn explain(&self) -> Result<()> {
        let found = first_non_finite_with(&self.graph, &self.source.functions, &self.point);
        let Some(found) = found.map_err(|error| self.failure(&error))? else {
            say("note: all results are finite");
            return Ok(());
        };
        say(format_args!("note: {found}"));
        for origin in found.origins.iter().filter(|origin| origin.path.is_empty()) {
            let site = self.graph.node(origin.node).site;
            if let Some(place) = self.source.model.place(site) {
                say(format_args!("note: `{}` is at {place}", origin.operator));
            }
        }
        Ok(())
    }

    /// The failure for an error, with the place in the file where that is known.
    pub(crate) fn failure(&self, error: &ExecuteError) -> Failure {
        let location = match error {
            ExecuteError::IndexOutOfRange { location, .. }
            | ExecuteError::DivisionByZero { location }
            | ExecuteError::MissingFunction { location, .. }
            | ExecuteError::Function { location, .. } => location.path.first(),
            _ => None,
        };
        let site = location.map(|&node| self.graph.node(node).site);
        match site.and_then(|site| self.source.model.place(site)) {
            Some(place) => Failure::file(&self.source.name, format_args!("{place}: {error}")),
            None => Failure::file(&self.source.name, error),
        }
    }
}

/// A text that a graph prints.
pub(crate) fn text_of(printed: Printed<'_>) -> String {
    match (printed.extents, numbers_of(printed.value).first()) {
        (&[], Some(value)) => format!("{}{value}{}", printed.before, printed.after),
        _ => printed.to_string(),
    }
}

/// Says how many comparisons come out otherwise than they were recorded.
pub(crate) fn note_comparisons(changed: usize) {
    match changed {
        0 => {}
        1 => say("note: one comparison does not hold as it did when the graph was recorded"),
        n => say(format_args!(
            "note: {n} comparisons do not hold as they did when the graph was recorded"
        )),
    }
}

/// A graph that is evaluated, at one point after another.
pub(crate) struct Machine<'f> {
    function: &'f Function<'f>,
    executable: Executable,
    workspace: Workspace,
    pub(crate) point: Vec<Buffer>,
}

impl Machine<'_> {
    /// The outputs at the point of the machine; texts that the graph prints go to stderr.
    pub(crate) fn value(&mut self) -> Result<Vec<Tensor>> {
        let mut ended = true;
        let mut listener = |printed: Printed<'_>| {
            let text = text_of(printed);
            ended = text.ends_with('\n');
            drop(io::stderr().lock().write_all(text.as_bytes()));
        };
        let mut host = Host::new()
            .functions(&self.function.source.functions)
            .print(&mut listener);
        let outcome = self
            .executable
            .run(&mut host, &mut self.workspace, &self.point);
        if !ended {
            say("");
        }
        let outcome = outcome.map_err(|error| self.function.failure(&error))?;
        note_comparisons(outcome.comparisons_changed);
        Ok(self.outputs())
    }

    /// The outputs of the last evaluation.
    fn outputs(&self) -> Vec<Tensor> {
        let types = self.executable.output_types().enumerate();
        let outputs = types.map(|(position, ty)| {
            let values = self.workspace.output(position).unwrap_or(Values::F64(&[]));
            Tensor::new(ty.shape.extents(), &numbers_of(values))
        });
        outputs.collect()
    }

    /// The bytes that values take, and the number of instructions.
    pub(crate) fn size(&self) -> (u64, usize) {
        (
            self.executable.workspace_bytes(),
            self.executable.instructions(),
        )
    }

    /// Evaluates and leaves the outputs where they are.
    pub(crate) fn run(&mut self) -> Result<()> {
        let mut host = Host::new().functions(&self.function.source.functions);
        let outcome = self
            .executable
            .run(&mut host, &mut self.workspace, &self.point);
        outcome
            .map(drop)
            .map_err(|error| self.function.failure(&error))
    }
}

/// The derivatives of a graph, at the point `x`.
pub(crate) struct Derivatives<'f> {
    function: &'f Function<'f>,
    pub(crate) evaluator: Evaluator<f64>,
    pub(crate) x: Vec<f64>,
}

impl Derivatives<'_> {
    /// The outputs that have derivatives, at another point.
    pub(crate) fn value_at(&mut self, x: &[f64]) -> Result<Vec<f64>> {
        let value = self.evaluator.value(x).map(<[f64]>::to_vec);
        value.map_err(|error| self.function.failure(&error))
    }

    /// The gradient of the sum of all outputs, at another point.
    pub(crate) fn gradient_at(&mut self, x: &[f64]) -> Result<Vec<f64>> {
        let ones = vec![1.0; self.evaluator.n_out()];
        let gradient = self.evaluator.adjoint(x, &ones);
        let gradient = gradient.map(|(_, gradient)| gradient.to_vec());
        gradient.map_err(|error| self.function.failure(&error))
    }

    /// The gradient of the sum of all outputs.
    pub(crate) fn gradient(&mut self) -> Result<Vec<f64>> {
        let x = self.x.clone();
        self.gradient_at(&x)
    }

    /// The Jacobian matrix: by tangents or by adjoints, whichever are fewer.
    pub(crate) fn jacobian(&mut self) -> Result<Matrix> {
        let (rows, columns) = (self.evaluator.n_out(), self.evaluator.n_in());
        let mut jacobian = self.matrix(rows, columns)?;
        let forward = columns <= rows;
        let count = if forward { columns } else { rows };
        let mut progress = Progress::new("parts of the Jacobian", count);
        let mut unit = vec![0.0; count];
        for part in 0..count {
            unit[part] = 1.0;
            if forward {
                let result = self.evaluator.tangent(&self.x, &unit);
                let (_, tangent) = result.map_err(|error| self.function.failure(&error))?;
                for (row, &derivative) in tangent.iter().enumerate() {
                    jacobian.elements[row * columns + part] = derivative;
                }
            } else {
                let result = self.evaluator.adjoint(&self.x, &unit);
                let (_, adjoint) = result.map_err(|error| self.function.failure(&error))?;
                jacobian.elements[part * columns..][..columns].copy_from_slice(adjoint);
            }
            unit[part] = 0.0;
            progress.step();
        }
        Ok(jacobian)
    }

    /// The Hessian matrix of the sum of all outputs, a row at a time.
    pub(crate) fn hessian(&mut self) -> Result<Matrix> {
        let n = self.evaluator.n_in();
        let mut hessian = self.matrix(n, n)?;
        let weights = vec![1.0; self.evaluator.n_out()];
        let mut progress = Progress::new("rows of the Hessian", n);
        let mut unit = vec![0.0; n];
        for row in 0..n {
            unit[row] = 1.0;
            let product = self.evaluator.hessian_product(&self.x, &weights, &unit);
            let product = product.map_err(|error| self.function.failure(&error))?;
            hessian.elements[row * n..][..n].copy_from_slice(product);
            unit[row] = 0.0;
            progress.step();
        }
        Ok(hessian)
    }

    /// The entries of the Jacobian matrix that may differ from zero.
    pub(crate) fn sparse_jacobian(&mut self) -> Result<Entries> {
        let shape = [self.evaluator.n_out(), self.evaluator.n_in()];
        let matrix = self.evaluator.sparse_jacobian(&self.x);
        let matrix = matrix.map_err(|error| self.function.failure(&error))?;
        Ok(entries(shape, &matrix))
    }

    /// The entries, in the lower triangle, of the Hessian matrix of the sum of all outputs.
    pub(crate) fn sparse_hessian(&mut self) -> Result<Entries> {
        let shape = [self.evaluator.n_in(); 2];
        let weights = vec![1.0; self.evaluator.n_out()];
        let matrix = self.evaluator.sparse_hessian(&self.x, &weights);
        let matrix = matrix.map_err(|error| self.function.failure(&error))?;
        Ok(entries(shape, &matrix))
    }

    /// Zeros, unless there is no room for them.
    fn matrix(&self, rows: usize, columns: usize) -> Result<Matrix> {
        let mut elements = Vec::new();
        let size = rows.checked_mul(columns);
        let reserved = size.map(|size| elements.try_reserve_exact(size));
        if !matches!(reserved, Some(Ok(()))) {
            let words = format!("there is no memory for a matrix of {rows} by {columns} numbers");
            return Err(Failure::file(&self.function.source.name, words));
        }
        elements.resize(rows * columns, 0.0);
        Ok(Matrix {
            columns,
            rows,
            elements,
        })
    }
}

fn entries(shape: [usize; 2], matrix: &SparseMatrix<'_, f64>) -> Entries {
    let places = || matrix.triplets().map(|(row, column, _)| [row, column]);
    Entries {
        shape,
        rows: places().map(|[row, _]| row).collect(),
        columns: places().map(|[_, column]| column).collect(),
        values: numbers(matrix.values()),
    }
}
