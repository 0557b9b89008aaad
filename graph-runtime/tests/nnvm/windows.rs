//! Convolutions and poolings against loops that say what they mean, one output at a time.
//!
//! Geometries are drawn at random from those that the operators allow. What is linear in an operand
//! has its derivative checked by differences, which are exact but for rounding.

use graph_autodiff::reverse;
use graph_ir::Graph;
use graph_runtime::check;
use graph_runtime::execute::Executable;
use graph_runtime::json::nnvm::{Document, Entry, GraphAttribute, Node, Shape};
use std::collections::BTreeMap;

/// The source of random cases.
struct Random(check::Random);

impl Random {
    fn new(seed: u64) -> Self {
        Self(check::Random::new(seed))
    }

    /// A number from `low` to `high`, both included.
    fn within(&mut self, low: usize, high: usize) -> usize {
        low + self.0.below(high - low + 1)
    }

    fn numbers(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.0.between(-2.0, 2.0)).collect()
    }
}

/// A window that slides over two axes.
#[derive(Clone, Debug)]
struct Geometry {
    extent: [usize; 2],
    kernel: [usize; 2],
    stride: [usize; 2],
    dilation: [usize; 2],
    pad: [usize; 2],
}

impl Geometry {
    fn random(random: &mut Random) -> Self {
        let mut pair = |low, high| [random.within(low, high), random.within(low, high)];
        let (kernel, stride, dilation) = (pair(1, 3), pair(1, 3), pair(1, 2));
        let more = pair(0, 4);
        let reach = |axis: usize| (kernel[axis] - 1) * dilation[axis] + 1;
        let pad = [0, 1].map(|axis| random.within(0, kernel[axis] - 1));
        Self {
            extent: [0, 1].map(|axis| reach(axis) + more[axis]),
            kernel,
            stride,
            dilation,
            pad,
        }
    }

    fn attributes(&self) -> Vec<(&'static str, String)> {
        let text = |pair: [usize; 2]| format!("({}, {})", pair[0], pair[1]);
        vec![
            ("kernel", text(self.kernel)),
            ("stride", text(self.stride)),
            ("pad", text(self.pad)),
        ]
    }

    fn dilate(&self) -> (&'static str, String) {
        (
            "dilate",
            format!("({}, {})", self.dilation[0], self.dilation[1]),
        )
    }

    /// The place in the data of place `k` of window `o` along an axis; nothing in the padding.
    fn place(&self, axis: usize, o: usize, k: usize) -> Option<usize> {
        let place = o * self.stride[axis] + k * self.dilation[axis];
        let place = place.checked_sub(self.pad[axis])?;
        (place < self.extent[axis]).then_some(place)
    }

    /// The places of a window that are in the data.
    fn places(&self, o: [usize; 2]) -> Vec<([usize; 2], [usize; 2])> {
        let mut places = Vec::new();
        for k in 0..self.kernel[0] {
            for l in 0..self.kernel[1] {
                if let (Some(y), Some(x)) = (self.place(0, o[0], k), self.place(1, o[1], l)) {
                    places.push(([k, l], [y, x]));
                }
            }
        }
        places
    }
}

/// A tensor in row-major order.
#[derive(Clone, Debug)]
struct Tensor(Shape, Vec<f64>);

impl Tensor {
    fn random(random: &mut Random, shape: &[usize]) -> Self {
        Self(shape.to_vec(), random.numbers(shape.iter().product()))
    }

    fn zeros(shape: &[usize]) -> Self {
        Self(shape.to_vec(), vec![0.0; shape.iter().product()])
    }

    fn at(&mut self, index: [usize; 4]) -> &mut f64 {
        let place = index
            .iter()
            .zip(&self.0)
            .fold(0, |at, (i, extent)| at * extent + i);
        &mut self.1[place]
    }
}

fn graph(op: &str, attributes: &[(&str, String)], inputs: &[Tensor]) -> Graph {
    let mut node = Node::operator(op, "n", Vec::new());
    for (key, value) in attributes {
        node.set_attribute(*key, value);
    }
    let mut document = Document::default();
    let mut shapes = BTreeMap::new();
    for (id, Tensor(shape, _)) in inputs.iter().enumerate() {
        node.inputs.push(Entry::new(id as u32, 0));
        document.nodes.push(Node::variable(format!("x{id}")));
        shapes.insert(format!("x{id}"), shape.clone());
    }
    document.heads = vec![Entry::new(inputs.len() as u32, 0)];
    document.nodes.push(node);
    let version = ("mxnet_version".into(), GraphAttribute::Int(10901));
    document.attributes.push(version);
    document
        .to_graph(&shapes)
        .unwrap_or_else(|error| panic!("{op} {attributes:?}: {error}"))
}

fn close(what: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        let near = (found - expected).abs() <= 1e-10 * (1.0 + expected.abs());
        assert!(near, "{what}: {found} for {expected}");
    }
}

/// Checks value and, by what a change of each input does to a weighted sum of the outputs, the
/// derivative of a function that is linear in each input.
fn check(
    random: &mut Random,
    op: &str,
    attributes: &[(&str, String)],
    inputs: &[Tensor],
    meaning: impl Fn(&[Tensor]) -> Tensor,
) {
    let what = format!("{op} {attributes:?} of {:?}", inputs[0].0);
    let graph = graph(op, attributes, inputs);
    let data = |inputs: &[Tensor]| -> Vec<Vec<f64>> {
        inputs.iter().map(|input| input.1.clone()).collect()
    };
    let expected = meaning(inputs);
    assert_eq!(
        graph.output_types().next().unwrap().shape.extents(),
        expected.0,
        "{what}"
    );
    let found = Executable::new(&graph)
        .unwrap()
        .call::<f64>(&data(inputs))
        .unwrap();
    close(&what, &found[0], &expected.1);
    let seed = random.numbers(expected.1.len());
    let wrt: Vec<usize> = (0..inputs.len()).collect();
    let adjoint = reverse(&graph, &wrt).unwrap();
    let mut arguments = data(inputs);
    arguments.push(seed.clone());
    let found = Executable::new(&adjoint)
        .unwrap()
        .call::<f64>(&arguments)
        .unwrap();
    let weighted = |inputs: &[Tensor]| -> f64 {
        meaning(inputs)
            .1
            .iter()
            .zip(&seed)
            .map(|(y, w)| y * w)
            .sum()
    };
    for (input, found) in found[1..].iter().enumerate() {
        for (place, found) in found.iter().enumerate().step_by(3) {
            let moved = |by: f64| {
                let mut moved = inputs.to_vec();
                moved[input].1[place] += by;
                weighted(&moved)
            };
            close(&what, &[*found], &[(moved(0.5) - moved(-0.5)) / 1.0]);
        }
    }
}

/// Channels and filters in groups.
fn groups(random: &mut Random) -> [usize; 3] {
    let groups = random.within(1, 3);
    [
        groups,
        groups * random.within(1, 2),
        groups * random.within(1, 2),
    ]
}

#[test]
fn convolutions_are_sums_over_windows() {
    let mut random = Random::new(17);
    for _ in 0..40 {
        let geometry = Geometry::random(&mut random);
        let [groups, channels, filters] = groups(&mut random);
        let batch = random.within(1, 2);
        let per_group = channels / groups;
        let counts = [0, 1].map(|axis| {
            let reach = (geometry.kernel[axis] - 1) * geometry.dilation[axis] + 1;
            (geometry.extent[axis] + 2 * geometry.pad[axis] - reach) / geometry.stride[axis] + 1
        });
        let [height, width] = geometry.extent;
        let inputs = [
            Tensor::random(&mut random, &[batch, channels, height, width]),
            Tensor::random(
                &mut random,
                &[filters, per_group, geometry.kernel[0], geometry.kernel[1]],
            ),
            Tensor::random(&mut random, &[filters]),
        ];
        let mut attributes = geometry.attributes();
        attributes.push(geometry.dilate());
        attributes.push(("num_filter", filters.to_string()));
        attributes.push(("num_group", groups.to_string()));
        check(&mut random, "Convolution", &attributes, &inputs, |inputs| {
            let [mut data, mut weight, bias] = [0, 1, 2].map(|index| inputs[index].clone());
            let mut output = Tensor::zeros(&[batch, filters, counts[0], counts[1]]);
            for n in 0..batch {
                for f in 0..filters {
                    let first = f / (filters / groups) * per_group;
                    for y in 0..counts[0] {
                        for x in 0..counts[1] {
                            let mut sum = bias.1[f];
                            for (k, place) in geometry.places([y, x]) {
                                for c in 0..per_group {
                                    sum += *data.at([n, first + c, place[0], place[1]])
                                        * *weight.at([f, c, k[0], k[1]]);
                                }
                            }
                            *output.at([n, f, y, x]) = sum;
                        }
                    }
                }
            }
            output
        });
    }
}

/// Every element of the data adds the weight, times itself, to a window of the output.
#[test]
fn transposed_convolutions_add_windows() {
    let mut random = Random::new(23);
    for _ in 0..40 {
        let geometry = Geometry::random(&mut random);
        let [groups, channels, filters] = groups(&mut random);
        let batch = random.within(1, 2);
        let (inner, outer) = (channels / groups, filters / groups);
        let size = [random.within(2, 4), random.within(2, 4)];
        let more = [0, 1].map(|axis| random.within(0, geometry.stride[axis] - 1));
        let counts = [0, 1].map(|axis| {
            let reach = (geometry.kernel[axis] - 1) * geometry.dilation[axis] + 1;
            let whole = geometry.stride[axis] * (size[axis] - 1) + reach + more[axis];
            whole.saturating_sub(2 * geometry.pad[axis])
        });
        if counts.contains(&0) {
            continue;
        }
        let target = Geometry {
            extent: counts,
            ..geometry.clone()
        };
        let inputs = [
            Tensor::random(&mut random, &[batch, channels, size[0], size[1]]),
            Tensor::random(
                &mut random,
                &[channels, outer, geometry.kernel[0], geometry.kernel[1]],
            ),
        ];
        let mut attributes = geometry.attributes();
        attributes.push(geometry.dilate());
        attributes.push(("adj", format!("({}, {})", more[0], more[1])));
        attributes.push(("num_filter", filters.to_string()));
        attributes.push(("num_group", groups.to_string()));
        check(
            &mut random,
            "Deconvolution",
            &attributes,
            &inputs,
            |inputs| {
                let [mut data, mut weight] = [0, 1].map(|index| inputs[index].clone());
                let mut output = Tensor::zeros(&[batch, filters, counts[0], counts[1]]);
                for (n, c, y, x) in indices([batch, channels, size[0], size[1]]) {
                    for (k, place) in target.places([y, x]) {
                        for f in 0..outer {
                            let filter = c / inner * outer + f;
                            *output.at([n, filter, place[0], place[1]]) +=
                                *data.at([n, c, y, x]) * *weight.at([c, f, k[0], k[1]]);
                        }
                    }
                }
                output
            },
        );
    }
}

fn indices(extents: [usize; 4]) -> impl Iterator<Item = (usize, usize, usize, usize)> {
    let [a, b, c, d] = extents;
    (0..a * b * c * d).map(move |i| (i / (b * c * d), i / (c * d) % b, i / d % c, i % d))
}

/// Sums, means in all ways of counting, and the largest.
#[test]
fn poolings_combine_windows() {
    let mut random = Random::new(31);
    let kinds = ["sum", "max", "avg", "avg within"];
    for round in 0..80 {
        let (kind, full) = (kinds[round % 4], round % 8 >= 4);
        let mut geometry = Geometry::random(&mut random);
        geometry.dilation = [1, 1];
        let counts = [0, 1].map(|axis| {
            let room = geometry.extent[axis] + 2 * geometry.pad[axis] - geometry.kernel[axis];
            match full {
                true => room.div_ceil(geometry.stride[axis]) + 1,
                false => room / geometry.stride[axis] + 1,
            }
        });
        let empty = |axis: usize| {
            (counts[axis] - 1) * geometry.stride[axis] >= geometry.extent[axis] + geometry.pad[axis]
        };
        if empty(0) || empty(1) {
            continue;
        }
        let [height, width] = geometry.extent;
        let inputs = [Tensor::random(&mut random, &[2, 2, height, width])];
        let mut attributes = geometry.attributes();
        attributes.push(("pool_type", kind.split(' ').next().unwrap().into()));
        attributes.push((
            "pooling_convention",
            if full { "full" } else { "valid" }.into(),
        ));
        if kind == "avg within" {
            attributes.push(("count_include_pad", "False".into()));
        }
        let padded = |axis: usize, o: usize| {
            let start = o * geometry.stride[axis];
            let end = geometry.extent[axis] + 2 * geometry.pad[axis];
            (start + geometry.kernel[axis]).min(end) - start
        };
        let meaning = |inputs: &[Tensor]| {
            let mut data = inputs[0].clone();
            let mut output = Tensor::zeros(&[2, 2, counts[0], counts[1]]);
            for (n, c, y, x) in indices([2, 2, counts[0], counts[1]]) {
                let places = geometry.places([y, x]);
                let values = places.iter().map(|(_, at)| *data.at([n, c, at[0], at[1]]));
                let values: Vec<f64> = values.collect();
                let sum: f64 = values.iter().sum();
                *output.at([n, c, y, x]) = match kind {
                    "sum" => sum,
                    "max" => values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
                    "avg" => sum / (padded(0, y) * padded(1, x)) as f64,
                    _ => sum / values.len() as f64,
                };
            }
            output
        };
        match kind {
            // The largest is not linear.
            "max" => {
                let graph = graph("Pooling", &attributes, &inputs);
                let found = Executable::new(&graph).unwrap();
                let found = found.call::<f64>(&[inputs[0].1.clone()]).unwrap();
                close(&format!("{attributes:?}"), &found[0], &meaning(&inputs).1);
            }
            _ => check(&mut random, "Pooling", &attributes, &inputs, meaning),
        }
    }
}
