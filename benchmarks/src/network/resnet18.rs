//! A residual network of 18 layers as a file of MXNet, in the words of its model zoo.

use adgraph::json::nnvm::{Document, Entry, Node};

/// The data: one image of three colours.
pub(crate) const IMAGE: [usize; 4] = [1, 3, 224, 224];

/// The number of classes; the network gives a score for each.
pub(crate) const CLASSES: usize = 1000;

/// A network under construction.
#[derive(Default)]
struct Network {
    document: Document,
}

/// The network. Shapes of weights follow from that of the data.
pub(crate) fn resnet18() -> Document {
    let mut network = Network::default();
    let data = network.variable("data");
    let stem = network.convolution("conv0", data, (64, 7, 2, 3));
    let stem = network.normalised("bn0", stem);
    let stem = network.relu("relu0", stem);
    let pool = [
        ("kernel", "(3, 3)"),
        ("pad", "(1, 1)"),
        ("pool_type", "max"),
        ("stride", "(2, 2)"),
    ];
    let mut x = network.apply("Pooling", "pool0", &[stem], &pool);
    for stage in 1..=4 {
        for unit in 1..=2 {
            let name = format!("stage{stage}_unit{unit}");
            let stride = if stage > 1 && unit == 1 { 2 } else { 1 };
            x = network.unit(&name, x, 32 << stage, stride);
        }
    }
    let pool = [
        ("global_pool", "True"),
        ("kernel", "(7, 7)"),
        ("pool_type", "avg"),
    ];
    let pooled = network.apply("Pooling", "pool1", &[x], &pool);
    let flat = network.apply("Flatten", "flatten0", &[pooled], &[]);
    let inputs = [
        flat,
        network.variable("fc_weight"),
        network.variable("fc_bias"),
    ];
    let hidden = CLASSES.to_string();
    let scores = network.apply("FullyConnected", "fc", &inputs, &[("num_hidden", &hidden)]);
    network.document.heads.push(scores);
    network.document
}

impl Network {
    /// Two convolutions beside what their input is, or a convolution where the shape changes.
    fn unit(&mut self, name: &str, x: Entry, filters: usize, stride: usize) -> Entry {
        let named = |part: &str| format!("{name}_{part}");
        let y = self.convolution(&named("conv1"), x, (filters, 3, stride, 1));
        let y = self.normalised(&named("bn1"), y);
        let y = self.relu(&named("relu1"), y);
        let y = self.convolution(&named("conv2"), y, (filters, 3, 1, 1));
        let y = self.normalised(&named("bn2"), y);
        let beside = match stride {
            1 => x,
            _ => {
                let x = self.convolution(&named("sc"), x, (filters, 1, stride, 0));
                self.normalised(&named("sc_bn"), x)
            }
        };
        let sum = self.apply("elemwise_add", &named("plus"), &[y, beside], &[]);
        self.relu(&named("relu2"), sum)
    }

    fn convolution(
        &mut self,
        name: &str,
        x: Entry,
        (filters, kernel, stride, pad): (usize, usize, usize, usize),
    ) -> Entry {
        let weight = self.variable(&format!("{name}_weight"));
        let square = |extent: usize| format!("({extent}, {extent})");
        let (kernel, stride, pad) = (square(kernel), square(stride), square(pad));
        let attributes = [
            ("kernel", &*kernel),
            ("no_bias", "True"),
            ("num_filter", &filters.to_string()),
            ("pad", &*pad),
            ("stride", &*stride),
        ];
        self.apply("Convolution", name, &[x, weight], &attributes)
    }

    fn normalised(&mut self, name: &str, x: Entry) -> Entry {
        let parts = ["gamma", "beta", "moving_mean", "moving_var"];
        let parts = parts.map(|part| self.variable(&format!("{name}_{part}")));
        let inputs = [&[x], &parts[..]].concat();
        self.apply("BatchNorm", name, &inputs, &[("fix_gamma", "False")])
    }

    fn relu(&mut self, name: &str, x: Entry) -> Entry {
        self.apply("Activation", name, &[x], &[("act_type", "relu")])
    }

    fn variable(&mut self, name: &str) -> Entry {
        let entry = self.push(Node::variable(name));
        self.document.arg_nodes.push(entry.node);
        entry
    }

    fn apply(
        &mut self,
        op: &str,
        name: &str,
        inputs: &[Entry],
        attributes: &[(&str, &str)],
    ) -> Entry {
        let mut node = Node::operator(op, name, inputs.to_vec());
        for (key, value) in attributes {
            node.set_attribute(*key, *value);
        }
        self.push(node)
    }

    fn push(&mut self, node: Node) -> Entry {
        let id = u32::try_from(self.document.nodes.len()).unwrap_or(u32::MAX);
        self.document.nodes.push(node);
        Entry::new(id, 0)
    }
}
