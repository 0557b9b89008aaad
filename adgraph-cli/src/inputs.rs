//! The values of a graph's inputs: from the command line, from files, or random.

use crate::arguments::{self, Numbers};
use crate::extents::Extents;
use crate::failure::{Failure, Result};
use crate::model::Shapes;
use crate::output::counted;
use crate::source::{Source, tensors, weights};
use crate::tensor::Tensor;
use graph_ir::graph::{Input, InputKind};
use graph_ir::types::Extent;
use graph_ir::{Element, Graph, Type};
use graph_runtime::check::Random;
use graph_runtime::execute::{AsValues, Values};
use std::collections::BTreeMap;

/// Inputs as they are given, before the graph is known.
#[derive(Default)]
pub(crate) struct Given {
    x: Option<Vec<f64>>,
    p: Option<Vec<f64>>,
    named: BTreeMap<String, Tensor>,
    /// Numbers of inputs by name, whose shapes are the graph's.
    set: BTreeMap<String, Vec<f64>>,
    /// Whether `x` and `p` are options of the command line, and not those of a case.
    are_options: bool,
    /// The seed of random numbers for all that is not given.
    random: Option<u64>,
}

/// The elements of one input.
#[derive(Clone, Debug)]
pub(crate) enum Buffer {
    F64(Vec<f64>),
    F32(Vec<f32>),
    I64(Vec<i64>),
    Bool(Vec<bool>),
}

impl Given {
    /// Inputs from the command line or from the case file.
    pub(crate) fn new(source: &Source, values: &arguments::Values) -> Result<Self> {
        let numbers = |given: &Option<Numbers>| given.as_ref().map(|numbers| numbers.0.clone());
        let mut given = Self {
            x: numbers(&values.x),
            p: numbers(&values.p),
            named: BTreeMap::new(),
            set: values
                .set
                .iter()
                .map(|(name, numbers)| (name.clone(), numbers.0.clone()))
                .collect(),
            are_options: source.case.is_none(),
            random: values.random,
        };
        if let Some(case) = &source.case {
            given.named = case.inputs.clone();
            if case.inputs.is_empty() {
                given.x = Some(case.x.clone());
                given.p = Some(case.p.clone());
            }
            return Ok(given);
        }
        if let Some(file) = &values.params {
            let variables = source.model.variables();
            for (name, tensor) in weights(file)? {
                let plain = name.strip_prefix("arg:").or(name.strip_prefix("aux:"));
                let plain = plain.unwrap_or(&name);
                if variables.iter().any(|name| name == plain) {
                    given.named.insert(plain.into(), tensor);
                }
            }
        }
        if let Some(file) = &values.inputs {
            given.named.extend(tensors(file)?);
        }
        Ok(given)
    }

    /// Random numbers for everything.
    pub(crate) fn random(seed: u64) -> Self {
        Self {
            random: Some(seed),
            ..Self::default()
        }
    }

    /// The same, with random numbers for inputs that are not given.
    pub(crate) fn or_random(mut self) -> Self {
        self.random.get_or_insert(1);
        self
    }

    /// The shapes that follow from named tensors. A single number fits whatever has one element:
    /// formats without rank 0 hold it in a tensor.
    pub(crate) fn shapes(&self) -> Shapes {
        let named = self.named.iter();
        named
            .filter(|(_, tensor)| !tensor.shape.is_empty())
            .map(|(name, tensor)| (name.clone(), tensor.shape.clone()))
            .collect()
    }

    /// Refuses `--x` and `--p` where the graph has an input of that name which is none of those that
    /// the option gives: the name and the role say different things.
    pub(crate) fn check_names(&self, graph: &Graph) -> Result<()> {
        let options = [
            ("x", &self.x, InputKind::Independent, "variables"),
            ("p", &self.p, InputKind::Dynamic, "dynamic parameters"),
        ];
        let inputs = graph.inputs();
        for (name, given, kind, role) in options {
            let is_given = self.are_options && given.is_some();
            let mut others = inputs.iter().filter(|input| input.kind != kind);
            if !is_given || !others.any(|input| input.name == name) {
                continue;
            }
            let those = inputs.iter().filter(|input| input.kind == kind);
            let those: Vec<String> = those.map(|input| format!("`{}`", input.name)).collect();
            let those = match those.is_empty() {
                true => "of which the graph has none".into(),
                false => format!("here {}", those.join(", ")),
            };
            let words = format!(
                "--{name} gives the {role}, {those}, and the graph has an input `{name}` that is \
                 none of them: give inputs by their names, such as --set {name}=.."
            );
            return Err(Failure::usage(words));
        }
        Ok(())
    }

    /// The numbers of symbols that follow from shapes and from how many numbers are given.
    pub(crate) fn extents(&self, graph: &Graph) -> Extents {
        let mut equations = Vec::new();
        let (mut x, mut p) = (Extent::from(0), Extent::from(0));
        for (input, ty) in graph.inputs().iter().zip(graph.input_types()) {
            if let Some(numbers) = self.set.get(&input.name) {
                equations.push((ty.shape.count().clone(), numbers.len()));
            } else if let Some(tensor) = self.named.get(&input.name) {
                if tensor.shape.len() == ty.shape.rank() {
                    let extents = tensor.shape.iter().copied();
                    equations.extend(ty.shape.counts().into_iter().zip(extents));
                }
            } else if input.kind == InputKind::Independent {
                x = x + ty.shape.count();
            } else {
                p = p + ty.shape.count();
            }
        }
        for (all, numbers) in [(x, &self.x), (p, &self.p)] {
            equations.extend(numbers.as_ref().map(|numbers| (all, numbers.len())));
        }
        Extents::solving(&equations)
    }

    /// The value of every input of the graph.
    pub(crate) fn fill(&self, graph: &Graph) -> Result<Vec<Buffer>> {
        let names: Vec<&str> = graph
            .inputs()
            .iter()
            .map(|input| input.name.as_str())
            .collect();
        let mut given = self.named.keys().chain(self.set.keys());
        if let Some(name) = given.find(|name| !names.contains(&name.as_str())) {
            let names = names.join("`, `");
            let words = format!("the graph has no input `{name}`: its inputs are `{names}`");
            return Err(Failure::usage(words));
        }
        let mut x = Flat::new("--x", self.x.as_deref());
        let mut p = Flat::new("--p", self.p.as_deref());
        let mut random = self.random.map(Random::new);
        let mut missing = Vec::new();
        let mut buffers = Vec::new();
        for (input, ty) in graph.inputs().iter().zip(graph.input_types()) {
            let size = ty.shape.size();
            let flat = match input.kind {
                InputKind::Independent => &mut x,
                InputKind::Dynamic => &mut p,
            };
            let numbers = if let Some(numbers) = self.set.get(&input.name) {
                as_many(input, size, numbers)?
            } else if let Some(tensor) = self.named.get(&input.name) {
                fitting(input, ty, tensor)?
            } else if flat.given() {
                flat.take(size)
            } else if let Some(random) = &mut random {
                check_room(input, ty)?;
                (0..size).map(|_| random.between(-1.0, 1.0)).collect()
            } else {
                missing.push(format!("`{}` of type {ty}", input.name));
                Vec::new()
            };
            buffers.push(Buffer::new(ty.element, numbers));
        }
        x.check()?;
        p.check()?;
        if missing.is_empty() {
            return Ok(buffers);
        }
        let words = format!(
            "no value is given for {}: give it with --set, --x, --p, --inputs or --params, or take \
             random numbers with --random",
            missing.join(", ")
        );
        Err(Failure::usage(words))
    }
}

/// Numbers for inputs one after another.
struct Flat<'n> {
    option: &'static str,
    numbers: Option<&'n [f64]>,
    wanted: usize,
}

impl<'n> Flat<'n> {
    fn new(option: &'static str, numbers: Option<&'n [f64]>) -> Self {
        let wanted = 0;
        Self {
            option,
            numbers,
            wanted,
        }
    }

    fn given(&self) -> bool {
        self.numbers.is_some()
    }

    /// The next numbers, as far as there are any.
    fn take(&mut self, size: usize) -> Vec<f64> {
        let rest = self.numbers.unwrap_or_default().iter().skip(self.wanted);
        self.wanted += size;
        rest.take(size).copied().collect()
    }

    /// Whether the numbers were as many as were wanted.
    fn check(&self) -> Result<()> {
        let found = self.numbers.map_or(self.wanted, <[f64]>::len);
        if found == self.wanted {
            return Ok(());
        }
        let (option, wanted) = (self.option, self.wanted);
        Err(Failure::usage(format!(
            "{option}: expected {}, which the graph has, found {found}",
            counted(wanted, "number")
        )))
    }
}

/// Refuses to make up more numbers than there is memory for, counting the copies that evaluating
/// and printing make: a few bytes of a file may ask for any number of them.
fn check_room(input: &Input, ty: &Type) -> Result<()> {
    const COPIES: usize = 4;
    let numbers = ty.shape.size().checked_mul(COPIES);
    let reserved = numbers.map(|numbers| Vec::<f64>::new().try_reserve_exact(numbers));
    if matches!(reserved, Some(Ok(()))) {
        return Ok(());
    }
    let words = format!(
        "there is no memory for input `{}`, which is {ty}",
        input.name
    );
    Err(Failure::File(words))
}

/// The numbers for an input, which must be as many as it has.
fn as_many(input: &Input, size: usize, numbers: &[f64]) -> Result<Vec<f64>> {
    match numbers.len() == size {
        true => Ok(numbers.to_vec()),
        false => Err(Failure::usage(format!(
            "input `{}`: expected {}, found {}",
            input.name,
            counted(size, "number"),
            numbers.len()
        ))),
    }
}

/// The numbers of a tensor for an input, which must be of that shape, or one number as it is.
fn fitting(input: &Input, ty: &Type, tensor: &Tensor) -> Result<Vec<f64>> {
    let is_number = tensor.data.len() == 1 && ty.shape.size() == 1;
    if is_number || ty.shape.extents() == tensor.shape {
        return Ok(tensor.data.iter().map(|number| number.0).collect());
    }
    Err(Failure::usage(format!(
        "input `{}` is {ty}, but a tensor of shape {:?} is given",
        input.name, tensor.shape
    )))
}

impl Buffer {
    /// Numbers as elements of this type.
    fn new(element: Element, numbers: Vec<f64>) -> Self {
        match element {
            Element::F32 => Self::F32(numbers.into_iter().map(|number| number as f32).collect()),
            Element::I64 => Self::I64(numbers.into_iter().map(|number| number as i64).collect()),
            Element::Bool => Self::Bool(numbers.into_iter().map(|number| number != 0.0).collect()),
            _ => Self::F64(numbers),
        }
    }

    /// Other numbers as elements of the same type.
    pub(crate) fn with(&self, numbers: Vec<f64>) -> Self {
        Self::new(self.as_values().element(), numbers)
    }

    /// The elements as numbers.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        numbers_of(self.as_values())
    }
}

impl AsValues for Buffer {
    fn as_values(&self) -> Values<'_> {
        match self {
            Self::F64(v) => Values::F64(v),
            Self::F32(v) => Values::F32(v),
            Self::I64(v) => Values::I64(v),
            Self::Bool(v) => Values::Bool(v),
        }
    }
}

/// Elements of any type as numbers; truth values are 1 and 0.
pub(crate) fn numbers_of(values: Values<'_>) -> Vec<f64> {
    match values {
        Values::F64(v) => v.to_vec(),
        Values::F32(v) => v.iter().copied().map(f64::from).collect(),
        Values::I64(v) => v.iter().map(|&integer| integer as f64).collect(),
        Values::Bool(v) => v.iter().map(|&truth| f64::from(u8::from(truth))).collect(),
    }
}
