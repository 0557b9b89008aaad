//! Random functions as source text: reductions, positions, equations, branches and loops over
//! arrays of all sizes, few statements or thousands.

use std::fmt::Write as _;

/// A small generator of numbers (SplitMix64), so that a failure names its seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'t, T: ?Sized>(&mut self, items: &[&'t T]) -> &'t T {
        items[self.below(items.len())]
    }
}

/// An argument that is a number or an array.
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) shape: Vec<usize>,
    pub(crate) by_reference: bool,
}

impl Parameter {
    /// The type, with this text for the outermost extent.
    pub(crate) fn ty(&self, float: &str, outermost: &str) -> String {
        let extents = self.shape.iter().enumerate().rev();
        extents.fold(float.to_string(), |ty, (axis, n)| match axis {
            0 => format!("[{ty}; {outermost}]"),
            _ => format!("[{ty}; {n}]"),
        })
    }
}

/// A function on its way: its arguments, its variables with their extents, and its statements.
pub(crate) struct Function {
    pub(crate) seed: u64,
    pub(crate) float: &'static str,
    pub(crate) parameters: Vec<Parameter>,
    attributes: String,
    result: String,
    pub(crate) statements: Vec<String>,
    numbers: Numbers,
    variables: Vec<(String, Vec<usize>)>,
    /// Variables so far, of any kind.
    count: usize,
}

/// Small and large: numbers, registers, loops, and arrays that the stack has no room for.
const SHAPES: &[&[usize]] = &[
    &[],
    &[],
    &[1],
    &[3],
    &[8],
    &[3, 4],
    &[40],
    &[6, 7],
    &[70, 3],
];
const LARGE: &[&[usize]] = &[&[], &[10_000], &[150, 150], &[20_000], &[5], &[150]];

impl Function {
    pub(crate) fn new(seed: u64) -> Self {
        let mut numbers = Numbers(seed);
        let large = numbers.one_in(4);
        let generic = numbers.one_in(5);
        let float = if generic {
            "T"
        } else {
            ["f64", "f64", "f32"][numbers.below(3)]
        };
        let mut variables = Vec::new();
        let (mut parameters, mut inputs) = (Vec::new(), 0);
        for number in 0..1 + numbers.below(3) {
            let shape = numbers.pick(if large { LARGE } else { SHAPES });
            let size: usize = shape.iter().product();
            inputs += size;
            let by_reference = size > 500 || numbers.one_in(2);
            let name = format!("x{number}");
            variables.push((name.clone(), shape.to_vec()));
            parameters.push(Parameter {
                name,
                shape: shape.to_vec(),
                by_reference: by_reference && !shape.is_empty(),
            });
        }
        let mut attributes = requests(&mut numbers, inputs);
        if numbers.one_in(5) {
            attributes += "    #[codegen(dispatch)]\n";
        }
        let mut function = Self {
            seed,
            float,
            parameters,
            attributes,
            result: String::new(),
            statements: Vec::new(),
            numbers,
            variables,
            count: 0,
        };
        let long = !large && function.numbers.one_in(8);
        for _ in 0..3 + function.numbers.below(8) {
            function.statement(long);
        }
        let sums = function
            .variables
            .iter()
            .map(|(name, shape)| match shape[..] {
                [] => format!("sin({name})"),
                _ => format!("sum(sin({name}))"),
            });
        function.result = sums.collect::<Vec<_>>().join(" + ");
        function
    }

    pub(crate) fn text(&self) -> String {
        let bound = if self.float == "T" { "<T: Float>" } else { "" };
        let mut parameters = String::new();
        for parameter in &self.parameters {
            let (name, outermost) = (&parameter.name, parameter.shape.first());
            let outermost = outermost.map(ToString::to_string).unwrap_or_default();
            let reference = if parameter.by_reference { "&" } else { "" };
            let ty = parameter.ty(self.float, &outermost);
            write!(parameters, "{name}: {reference}{ty}, ").expect("memory");
        }
        let head = format!("pub fn f{}{bound}({parameters}i: usize)", self.seed);
        format!("{}    {}", self.attributes, self.with_body(&head))
    }

    /// The text of a function with this head, and the body of this one.
    pub(crate) fn with_body(&self, head: &str) -> String {
        let statements: String = self
            .statements
            .iter()
            .fold(String::new(), |text, statement| {
                text + "        " + statement + "\n"
            });
        let (float, result) = (self.float, &self.result);
        format!("{head} -> {float} {{\n{statements}        {result}\n    }}\n")
    }

    /// Some variable of these extents, if there is one.
    fn variable(&mut self, shape: &[usize]) -> Option<String> {
        let alike = self.variables.iter().filter(|(_, own)| own == shape);
        let names: Vec<&str> = alike.map(|(name, _)| name.as_str()).collect();
        (!names.is_empty()).then(|| self.numbers.pick(&names).to_string())
    }

    fn number(&mut self) -> String {
        self.variable(&[]).unwrap_or_else(|| String::from("0.75"))
    }

    fn any(&mut self) -> (String, Vec<usize>) {
        let number = self.numbers.below(self.variables.len());
        self.variables[number].clone()
    }

    /// A smooth expression with values near those of a variable, and with its extents.
    fn expression(&mut self, name: &str, shape: &[usize]) -> String {
        let other = self.variable(shape).unwrap_or_else(|| name.to_string());
        let number = self.number();
        match self.numbers.below(9) {
            0 => format!("sin({name}) * {other}"),
            1 => format!("exp(-square({name})) + {number}"),
            2 => format!("{name} / (1.5 + square({other}))"),
            3 => format!("tanh({name} - {number}) - {other}"),
            4 => format!("select({name} > {other}, {name}, {number} * {other})"),
            5 => format!("max({name}, {other})"),
            6 => format!("sqrt(1.0 + square({name}))"),
            7 if !shape.is_empty() => format!("{name} - max({name})"),
            _ => format!("if {number} > 0.5 {{ {name} * 0.5 }} else {{ cos({other}) }}"),
        }
    }

    fn define(&mut self, value: &str, shape: Vec<usize>) {
        let name = format!("v{}", self.count);
        self.count += 1;
        self.statements.push(format!("let {name} = {value};"));
        self.variables.push((name, shape));
    }

    fn statement(&mut self, long: bool) {
        let (name, shape) = self.any();
        match (self.numbers.below(10), &shape[..]) {
            (0 | 1, [_, ..]) => self.reduce(&name, &shape),
            (2, [n]) if *n > 1 => self.positions(&name, *n),
            (3, [n]) if *n <= 63 => {
                let number = self.number();
                let sides = format!("y + 0.2 * sin(y) * {number} - {name} + 0.01 * sum(y)");
                self.define(&format!("solve(|y| {sides}, {name})"), shape);
            }
            (3, []) => self.define(
                &format!("solve(|y| y + 0.2 * sin(y) - {name}, {name})"),
                shape,
            ),
            (4, [n, m]) if n * m <= 30_000 => {
                let product = format!("matmul({name}, transpose({name}))");
                let (n, m) = (*n, *m);
                match n {
                    ..=150 => self.define(&product, vec![n, n]),
                    _ => self.define(&format!("{name}[({}, ..)]", n / 2), vec![m]),
                }
            }
            (4, [n]) => {
                let half = n.div_ceil(2);
                self.define(&format!("{name}[..{half}]"), vec![half]);
            }
            (5 | 6, _) => self.repeat(&name, &shape, long),
            (7, []) => {
                let n = *[4, 9, 33].get(self.numbers.below(3)).expect("one of them");
                self.define(&format!("full([{n}], {name})"), vec![n]);
            }
            _ => {
                let value = self.expression(&name, &shape);
                self.define(&value, shape);
            }
        }
    }

    fn reduce(&mut self, name: &str, shape: &[usize]) {
        let words = ["sum", "max", "min", "mean", "log_sum_exp", "norm"];
        let word = self.numbers.pick(&words);
        match shape {
            [n, m] if self.numbers.one_in(2) => {
                let (axis, rest) = if self.numbers.one_in(2) {
                    (0, *m)
                } else {
                    (1, *n)
                };
                self.define(&format!("{word}({name} + 0.25, axis = {axis})"), vec![rest]);
            }
            [_] if self.numbers.one_in(3) => {
                self.define(&format!("softmax({name}, axis = 0)"), shape.to_vec());
            }
            _ => self.define(&format!("{word}({name} + 0.25)"), Vec::new()),
        }
    }

    /// Elements at positions that are known when the function runs.
    fn positions(&mut self, name: &str, extent: usize) {
        let other = self.variable(&[extent]).unwrap_or_else(|| name.to_string());
        let word = self.numbers.pick(&["argmax", "argmin"]);
        match self.numbers.below(3) {
            0 => self.define(&format!("{other}[{word}({name})]"), Vec::new()),
            1 => self.define(&format!("{name}[i] * {other}[{word}({name})]"), Vec::new()),
            _ => {
                let target = format!("m{}", self.count);
                self.count += 1;
                self.statements.push(format!(
                    "let mut {target} = {other}; {target}[{word}({name})] *= 0.5; {target}[i] += 1.0;"
                ));
                self.variables.push((target, vec![extent]));
            }
        }
    }

    /// A loop, kept or written out, with a branch now and then.
    fn repeat(&mut self, name: &str, shape: &[usize], long: bool) {
        let state = format!("m{}", self.count);
        self.count += 1;
        let step = self.expression(&state, shape);
        let number = self.number();
        let size: usize = shape.iter().product();
        let (attribute, count) = match self.numbers.below(3) {
            0 => ("#[unroll(never)] ", 2 + self.numbers.below(9)),
            1 => ("#[unroll(never)] #[checkpoint(every = 2)] ", 5),
            _ if long && size == 1 => ("", 60),
            _ => ("", 3),
        };
        let inner = match self.numbers.below(5) {
            0 => format!("if {number} > 0.1 * sum({state}) {{ {state} = {step}; }}"),
            1 if shape.len() == 1 => format!("{state} = {step}; {state}[0] += {number};"),
            2 if !attribute.is_empty() => {
                format!("for l in 0..3 {{ {state} = 0.5 * {state} + sin({step}); }}")
            }
            3 => {
                let ranges = ["0..k", "k..9", "(k / 2..=k).rev()", "k..k + 3"];
                let range = self.numbers.pick(&ranges);
                format!(
                    "for l in {range} {{ {state} = 0.3 * ({step}); if l > k {{ {state} += {number}; }} }}"
                )
            }
            _ if count == 60 => format!("for l in 0..60 {{ {state} = sin({step}); }}"),
            _ => format!("{state} = 0.3 * ({step});"),
        };
        self.statements.push(format!(
            "let mut {state} = {name}; {attribute}for k in 0..{count} {{ {inner} }}"
        ));
        self.variables.push((state, shape.to_vec()));
    }
}

/// The attribute that asks for further derivatives.
fn requests(numbers: &mut Numbers, inputs: usize) -> String {
    let mut words: Vec<&str> = Vec::new();
    if inputs <= 60 && numbers.one_in(3) {
        words.push("batch");
    }
    if numbers.one_in(4) {
        words.push("hessian_product");
    }
    if inputs <= 12 {
        let more = ["jacobian", "hessian", "value_gradient_hessian", "taylor(2)"];
        words.extend(more.into_iter().filter(|_| numbers.one_in(6)));
    }
    match &words[..] {
        [] => String::new(),
        _ => format!("    #[derivatives({})]\n", words.join(", ")),
    }
}
