//! `adgraph diff`: whether two graphs are the same function.

use super::correspondence::{Correspondence, Matching};
use super::indices::Indices;
use crate::arguments::Picture;
use crate::extents::Extents;
use crate::failure::{Failure, Result, say};
use crate::function::{Function, Machine};
use crate::inputs::{Buffer, Given};
use crate::model::Shapes;
use crate::output::{self, counted};
use crate::progress::Progress;
use crate::source::Source;
use crate::tensor::Number;
use graph_ir::{Graph, text};
use graph_runtime::check::Random;
use graph_runtime::draw::Difference;
use serde::Serialize;
use std::mem;
use std::path::Path;

/// Two graphs that are compared.
pub(super) struct Compared {
    a: Source,
    b: Source,
    /// Numbers for symbols of either.
    extents: Extents,
}

/// The results of the comparison.
#[derive(Default, Serialize)]
struct Report {
    /// Whether the graphs are equal node by node.
    identical: bool,
    /// Whether they are the same function, as far as the points tell.
    same: bool,
    /// How they differ in inputs and outputs.
    interface: Vec<String>,
    /// How the inputs of the one are found among those of the other.
    matched: Option<Matching>,
    /// How they differ in operators, in files of one format: the name, and the number of uses in
    /// each.
    operators: Vec<(String, usize, usize)>,
    /// The numbers that the indices among the inputs get.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    indices: Vec<String>,
    /// The number of points with finite numbers among the values.
    finite_points: usize,
    points: usize,
    /// The largest difference, relative where values exceed 1.
    difference: Number,
    /// Where that is.
    at: Option<String>,
}

impl Compared {
    pub(super) fn read(a: &Path, b: &Path, shapes: Shapes, extents: Extents) -> Result<Self> {
        if a == b && a.as_os_str() == "-" {
            return Err(Failure::usage("stdin cannot be both graphs"));
        }
        Ok(Self {
            a: Source::read_graph(a, None, shapes.clone())?,
            b: Source::read_graph(b, None, shapes)?,
            extents,
        })
    }

    /// Writes the picture of both, as the file's name says.
    pub(super) fn draw(&self, file: &Path) -> Result<()> {
        let picture = Picture::of_ending(file)
            .filter(|picture| matches!(picture, Picture::Svg | Picture::Dot))
            .ok_or_else(|| {
                let file = file.display();
                Failure::usage(format!(
                    "a picture of two graphs is a file .svg or .dot, not `{file}`"
                ))
            })?;
        let [a, b] = [&self.a, &self.b].map(|source| source.symbolic_graph(Shapes::new()));
        let (a, b) = (a?, b?);
        let difference = Difference::new(&a, &b);
        let text = match picture {
            Picture::Dot => difference.to_dot(),
            Picture::Svg | Picture::Html | Picture::Mermaid => difference.to_svg(),
        };
        output::text_to(Some(file), &text)
    }

    pub(super) fn run(self, points: usize, tolerance: f64, seed: u64, json: bool) -> Result<()> {
        let random = Given::random(seed);
        let [a, b] = [&self.a, &self.b].map(|source| source.symbolic_graph(Shapes::new()));
        let graphs = [a?, b?];
        let names = format!("{} and {}", self.a.name, self.b.name);
        self.extents.check(&graphs, &names)?;
        let [a, b] = graphs;
        let (a, b) = (
            self.extents.apply(a, &self.a.name)?,
            self.extents.apply(b, &self.b.name)?,
        );
        let a = Function::of(&self.a, a, &random)?;
        let b = Function::of(&self.b, b, &random)?;
        let mut report = Report {
            identical: text::print(&a.graph) == text::print(&b.graph),
            operators: self.operators(),
            points,
            ..Report::default()
        };
        report.interface = outputs(&a.graph, &b.graph);
        match Correspondence::of(&a.graph, &b.graph) {
            Some(inputs) if report.interface.is_empty() => {
                report.matched = Some(inputs.matching);
                report.compare(&a, &b, &inputs, seed)?;
                report.same = report.difference.0 <= tolerance;
            }
            Some(_) => {}
            None => report.interface.insert(0, inputs(&a.graph, &b.graph)),
        }
        if json {
            output::json(&report, true)?;
        } else {
            output::text(&report.text())?;
        }
        if report.same && report.finite_points == 0 && points > 0 {
            say("note: no value at any point is finite, so that the values tell little");
        }
        if report.same {
            Ok(())
        } else {
            Err(Failure::Check)
        }
    }

    /// The operators that one file uses more often than the other. Formats have their own names.
    fn operators(&self) -> Vec<(String, usize, usize)> {
        if mem::discriminant(&self.a.model) != mem::discriminant(&self.b.model) {
            return Vec::new();
        }
        let (a, b) = (self.a.model.operators(), self.b.model.operators());
        let mut names: Vec<&String> = a.keys().chain(b.keys()).collect();
        names.sort();
        names.dedup();
        let count = |name: &String| {
            let uses = [&a, &b].map(|operators| operators.get(name).copied().unwrap_or(0));
            (name.clone(), uses[0], uses[1])
        };
        names
            .into_iter()
            .map(count)
            .filter(|(_, a, b)| a != b)
            .collect()
    }
}

/// How two graphs differ in the numbers that come out. Names and shapes may differ, and one format
/// has several results where another has one vector: not every format has them.
fn outputs(a: &Graph, b: &Graph) -> Vec<String> {
    let sizes =
        |graph: &Graph| -> Vec<usize> { graph.output_types().map(|ty| ty.shape.size()).collect() };
    let (a, b) = (sizes(a), sizes(b));
    match a.iter().sum::<usize>() == b.iter().sum::<usize>() {
        true => Vec::new(),
        false => vec![format!("outputs: sizes {a:?} and {b:?}")],
    }
}

/// How two graphs differ in the numbers that go in.
fn inputs(a: &Graph, b: &Graph) -> String {
    let sizes = |graph: &Graph| {
        let types = graph.input_types().map(|ty| ty.shape.size());
        let named = graph.inputs().iter().zip(types);
        let named = named.map(|(input, size)| format!("{}: {size}", input.name));
        named.collect::<Vec<_>>().join(", ")
    };
    format!("inputs: sizes [{}] and [{}]", sizes(a), sizes(b))
}

impl Report {
    /// Evaluates both at random points: near zero, and among positive numbers, where roots and
    /// logarithms are finite.
    fn compare(
        &mut self,
        a: &Function<'_>,
        b: &Function<'_>,
        inputs: &Correspondence,
        seed: u64,
    ) -> Result<()> {
        let mut indices = Indices::of(&a.graph, &b.graph, inputs);
        let (mut a, mut b) = (a.machine()?, b.machine()?);
        let count = a.point.iter().map(|input| input.numbers().len()).sum();
        let mut random = Random::new(seed);
        let mut progress = Progress::new("points", self.points);
        let has_value = |machines: [&mut Machine<'_>; 2], numbers: &[f64]| {
            let [a, b] = machines;
            set_both(a, b, inputs, numbers);
            a.run().is_ok() && b.run().is_ok()
        };
        if !indices.is_empty() {
            let mut numbers: Vec<f64> = (0..count).map(|_| random.between(0.1, 2.0)).collect();
            indices.choose(&mut numbers, &mut random, &mut |numbers| {
                has_value([&mut a, &mut b], numbers)
            })?;
            self.indices = indices.lines();
        }
        for point in 0..self.points {
            let (low, high) = if point % 2 == 0 {
                (-2.0, 2.0)
            } else {
                (0.1, 2.0)
            };
            let mut numbers: Vec<f64> = (0..count).map(|_| random.between(low, high)).collect();
            indices.draw(&mut numbers, &mut random, &mut |numbers| {
                has_value([&mut a, &mut b], numbers)
            });
            set_both(&mut a, &mut b, inputs, &numbers);
            let mut finite = false;
            let (a, b) = (a.value()?, b.value()?);
            let places = a.iter().enumerate().flat_map(|(output, tensor)| {
                (0..tensor.data.len()).map(move |element| (output, element))
            });
            let [a, b] = [&a, &b].map(|outputs| outputs.iter().flat_map(|output| &output.data));
            for ((output, element), (a, b)) in places.zip(a.zip(b)) {
                finite |= a.0.is_finite();
                let difference = distance(a.0, b.0);
                if difference > self.difference.0 {
                    self.difference = Number(difference);
                    let (a, b) = (a.0, b.0);
                    self.at = Some(format!(
                        "point {point}, output {output}, element {element}: {a} and {b}"
                    ));
                }
            }
            self.finite_points += usize::from(finite);
            progress.step();
        }
        Ok(())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |words: String| text.extend([words.as_str(), "\n"]);
        if self.identical {
            line("the graphs are identical".into());
        }
        for difference in &self.interface {
            line(difference.clone());
        }
        for (name, a, b) in &self.operators {
            line(format!(
                "operator {}: {a} and {b} uses",
                name.escape_debug()
            ));
        }
        let by = match self.matched {
            Some(Matching::Names) => Some("names"),
            Some(Matching::Roles) => Some("roles: variables, and dynamic parameters"),
            Some(Matching::Order) | None => None,
        };
        if let Some(by) = by {
            line(format!("inputs are matched by their {by}"));
        }
        if self.interface.is_empty() {
            let points = counted(self.points, "point");
            line(match self.difference.0 {
                0.0 => format!("the values are equal at {points}"),
                d => format!("the values differ by at most {d:e} at {points}"),
            });
            if self.finite_points < self.points {
                let finite = self.finite_points;
                line(format!("at {finite} of them there are finite values"));
            }
        }
        if !self.indices.is_empty() {
            line(format!("indices: {}", self.indices.join(", ")));
        }
        if let Some(at) = &self.at {
            line(format!("the largest difference: {at}"));
        }
        let same = if self.same {
            "the same function"
        } else {
            "different functions"
        };
        line(same.into());
        text
    }
}

/// Puts both graphs at a point, which is that of the first.
fn set_both(a: &mut Machine<'_>, b: &mut Machine<'_>, inputs: &Correspondence, numbers: &[f64]) {
    set(&mut a.point, &mut numbers.iter().copied());
    let matched = inputs.numbers.iter();
    set(&mut b.point, &mut matched.map(|&from| numbers[from]));
}

/// Gives inputs the next numbers.
fn set(point: &mut [Buffer], numbers: &mut dyn Iterator<Item = f64>) {
    for input in point {
        let count = input.numbers().len();
        *input = input.with(numbers.take(count).collect());
    }
}

/// How far two values are apart, relative where they exceed 1. Any NaN equals any NaN.
fn distance(a: f64, b: f64) -> f64 {
    if a == b || a.is_nan() && b.is_nan() {
        return 0.0;
    }
    let distance = (a - b).abs() / a.abs().max(1.0);
    if distance.is_nan() {
        f64::INFINITY
    } else {
        distance
    }
}
