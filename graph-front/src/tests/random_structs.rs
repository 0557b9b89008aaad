//! Random programs over structs compute the bits of the same programs over flat arguments, and so do
//! their derivatives.

use graph_ir::Graph;

use super::random::{cases, source::RandomSource};
use super::{evaluated, graph, lower};

/// The type of a value: a struct or a tuple has parts.
#[derive(Clone, Debug, PartialEq)]
enum Type {
    Array(Vec<usize>),
    Tuple(Vec<Type>),
    /// With the number of the struct in its name, `S0`.
    Struct(usize, Vec<Type>),
    /// An array of structs or tuples.
    Elements(Vec<Type>),
}

impl Type {
    fn text(&self) -> String {
        match self {
            Self::Array(extents) => {
                let rows = extents.iter().rev();
                rows.fold("f64".to_owned(), |own, extent| format!("[{own}; {extent}]"))
            }
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::text).collect();
                format!("({})", parts.join(", "))
            }
            Self::Struct(number, _) => format!("S{number}"),
            Self::Elements(all) => format!("[{}; {}]", all[0].text(), all.len()),
        }
    }

    /// The parts, with their names.
    fn parts(&self) -> Vec<(String, &Self)> {
        let (parts, letter) = match self {
            Self::Array(_) => return Vec::new(),
            Self::Tuple(parts) => (parts, ""),
            Self::Struct(_, parts) => (parts, "f"),
            Self::Elements(all) => (all, "["),
        };
        let end = if letter == "[" { "]" } else { "" };
        let parts = parts.iter().enumerate();
        parts
            .map(|(at, ty)| (format!("{letter}{at}{end}"), ty))
            .collect()
    }

    /// This value, and each one in it, from the outside: where it is and its type.
    fn values(&self) -> Vec<(Place, &Self)> {
        let mut values = vec![(Place::default(), self)];
        for (name, part) in self.parts() {
            let inner = part.values().into_iter();
            values.extend(inner.map(|(place, ty)| (place.within(&name), ty)));
        }
        values
    }

    fn leaves(&self) -> Vec<(Place, &[usize])> {
        let leaves = self.values().into_iter();
        let leaves = leaves.filter_map(|(place, ty)| match ty {
            Self::Array(extents) => Some((place, extents.as_slice())),
            Self::Tuple(_) | Self::Struct(..) | Self::Elements(_) => None,
        });
        leaves.collect()
    }
}

/// Where a value is in another one: the names of fields, and the positions of elements in brackets,
/// from the outside.
#[derive(Clone, Debug, Default)]
struct Place(Vec<String>);

impl Place {
    fn within(&self, name: &str) -> Self {
        let outer = [name.to_owned()].into_iter();
        Self(outer.chain(self.0.iter().cloned()).collect())
    }

    fn then(&self, inner: &Self) -> Self {
        Self([&self.0[..], &inner.0].concat())
    }

    /// The value of a variable, in a program with structs and in one without.
    fn of(&self, variable: &str) -> Texts {
        let names = [&[variable.to_owned()], &self.0[..]].concat();
        let with_structs = names.join(".").replace(".[", "[");
        Texts([with_structs, names.join("_").replace(['[', ']'], "")])
    }
}

/// The same with structs and without them.
#[derive(Clone, Debug, Default)]
struct Texts([String; 2]);

impl Texts {
    /// A text that is the same in both but for its places `@`, which others take.
    fn new(text: &str, inner: &[&Self]) -> Self {
        Self([0, 1].map(|form| {
            let mut parts = text.split('@');
            let mut own = parts.next().expect("a first part").to_owned();
            for (inner, part) in inner.iter().zip(parts) {
                own += &inner.0[form];
                own += part;
            }
            own
        }))
    }

    fn push(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.push_str(other);
        }
    }

    fn push_flat(&mut self, text: &str) {
        self.0[1].push_str(text);
    }

    fn push_struct(&mut self, text: &str) {
        self.0[0].push_str(text);
    }
}

/// A program that is being written. All of its variables are values of one struct.
struct Writer<'r> {
    random: &'r mut RandomSource,
    ty: &'r Type,
    /// The variables that are read.
    read: &'static [&'static str],
    /// Those of them that are assigned.
    assigned: &'static [&'static str],
    /// Whether `g` may be called, a function of such a struct and a number.
    has_callee: bool,
    temporaries: usize,
}

impl Writer<'_> {
    /// A place in some variable where `is_right`, with its type.
    fn place<'v>(
        &mut self,
        variables: &[&'v str],
        is_right: impl Fn(&Type) -> bool,
    ) -> Option<(&'v str, Place, Type)> {
        let values = self.ty.values().into_iter();
        let values: Vec<(Place, &Type)> = values.filter(|(_, ty)| is_right(ty)).collect();
        let variable = *self.random.pick(variables);
        let at = self.random.below(values.len());
        let (place, ty) = values.get(at)?;
        Some((variable, place.clone(), (*ty).clone()))
    }

    /// A number.
    fn number(&mut self) -> Texts {
        let read = self.read;
        let leaf = |ty: &Type| matches!(ty, Type::Array(_));
        let Some((variable, place, ty)) = self.place(read, leaf) else {
            return Texts::new("c", &[]);
        };
        let own = place.of(variable);
        let Type::Array(extents) = ty else {
            unreachable!("a leaf is an array")
        };
        match (extents.len(), self.random.below(4)) {
            (_, 0) => Texts::new("c", &[]),
            (0, _) => own,
            (1, 1) => Texts::new(&format!("@[{}]", self.random.below(extents[0])), &[&own]),
            (1, 2) => Texts::new("dot(@, @)", &[&own, &own]),
            _ => Texts::new("sum(@)", &[&own]),
        }
    }

    /// An array of these extents, or a number.
    fn array(&mut self, extents: &[usize]) -> Texts {
        let read = self.read;
        let is_like = |ty: &Type| matches!(ty, Type::Array(own) if own == extents);
        let [a, b] = [(); 2].map(|()| {
            let (variable, place, _) = self.place(read, is_like)?;
            Some(place.of(variable))
        });
        let (Some(a), Some(b)) = (a, b) else {
            unreachable!("a place of these extents")
        };
        let number = self.number();
        match self.random.below(6) {
            0 => Texts::new("@ * @", &[&number, &a]),
            1 => Texts::new("sin(@) + @", &[&a, &b]),
            2 => Texts::new("0.5 * @ - @ * @", &[&a, &number, &b]),
            3 => Texts::new("tanh(@ - @)", &[&a, &number]),
            4 => Texts::new("@ * @", &[&a, &b]),
            _ => a,
        }
    }

    fn temporary(&mut self) -> String {
        self.temporaries += 1;
        format!("t{}", self.temporaries)
    }

    /// Assignments to each leaf of a value, without structs.
    fn leaf_by_leaf(
        text: &mut Texts,
        (variable, place, ty): &(&str, Place, Type),
        value: impl Fn(&Place) -> String,
    ) {
        for (leaf, _) in ty.leaves() {
            let [_, target] = place.then(&leaf).of(variable).0;
            text.push_flat(&format!("{target} = {};\n", value(&leaf)));
        }
    }

    fn statement(&mut self, depth: usize) -> Texts {
        let mut text = Texts::default();
        let (read, assigned) = (self.read, self.assigned);
        match self.random.below(if depth == 0 { 12 } else { 14 }) {
            0 | 1 => {
                let leaf = |ty: &Type| matches!(ty, Type::Array(_));
                let target = self.place(assigned, leaf);
                let (variable, place, ty) = target.expect("a leaf");
                let Type::Array(extents) = ty else {
                    unreachable!("a leaf is an array")
                };
                let op = *self.random.pick(&["=", "+=", "-="]);
                let (target, value) = (place.of(variable), self.array(&extents));
                text.push(&Texts::new(&format!("@ {op} @;\n"), &[&target, &value]));
            }
            2 => {
                let vector = |ty: &Type| matches!(ty, Type::Array(own) if own.len() == 1);
                if let Some((variable, place, _)) = self.place(assigned, vector) {
                    let (target, value) = (place.of(variable), self.number());
                    text.push(&Texts::new("@[1] = sin(@);\n", &[&target, &value]));
                }
            }
            // A whole value, by another of its type.
            3 | 4 => {
                let target = self.place(assigned, |_| true).expect("a value");
                let like = |ty: &Type| *ty == target.2;
                let (variable, place, _) = self.place(read, like).expect("itself");
                let [own, _] = target.1.of(target.0).0;
                let [value, _] = place.of(variable).0;
                text.push_struct(&format!("{own} = {value};\n"));
                Self::leaf_by_leaf(&mut text, &target, |leaf| {
                    let [_, value] = place.then(leaf).of(variable).0;
                    value
                });
            }
            // Arithmetic on whole structs.
            5 | 6 => {
                let is_struct = |ty: &Type| matches!(ty, Type::Struct(..));
                let target = self.place(assigned, is_struct).expect("the whole");
                let like = |ty: &Type| *ty == target.2;
                let [a, b] = [(); 2].map(|()| {
                    let (variable, place, _) = self.place(read, like).expect("itself");
                    (variable, place)
                });
                let formula = *self.random.pick(&["@ + @", "@ - @", "@ * @"]);
                let whole = [&a, &b].map(|(variable, place)| place.of(variable));
                let whole = Texts::new(formula, &[&whole[0], &whole[1]]);
                let [own, _] = target.1.of(target.0).0;
                text.push_struct(&format!("{own} = {};\n", whole.0[0]));
                Self::leaf_by_leaf(&mut text, &target, |leaf| {
                    let parts = [&a, &b].map(|(variable, place)| place.then(leaf).of(variable));
                    let [_, value] = Texts::new(formula, &[&parts[0], &parts[1]]).0;
                    value
                });
            }
            // A literal with an update.
            7 => {
                let is_struct = |ty: &Type| matches!(ty, Type::Struct(..));
                let target = self.place(assigned, is_struct).expect("the whole");
                let like = |ty: &Type| *ty == target.2;
                let (base, from, _) = self.place(read, like).expect("itself");
                let (mut fields, mut values) = (Vec::new(), Vec::new());
                for (name, part) in target.2.parts() {
                    let Type::Array(extents) = part else { continue };
                    if !self.random.once_in(2) {
                        continue;
                    }
                    let (value, own) = (self.array(extents), self.temporary());
                    text.push_flat(&format!("let {own} = {};\n", value.0[1]));
                    fields.push(format!("{name}: {}, ", value.0[0]));
                    values.push((name, own));
                }
                let [own, _] = target.1.of(target.0).0;
                let [update, _] = from.of(base).0;
                text.push_struct(&format!(
                    "{own} = {} {{ {}..{update} }};\n",
                    target.2.text(),
                    fields.concat()
                ));
                Self::leaf_by_leaf(&mut text, &target, |leaf| {
                    let given = values.iter().find(|(name, _)| leaf.0 == [name.clone()]);
                    let [_, kept] = from.then(leaf).of(base).0;
                    given.map_or(kept, |(_, value)| value.clone())
                });
            }
            // Taken apart.
            8 => {
                let is_struct = |ty: &Type| matches!(ty, Type::Struct(..));
                let (variable, place, ty) = self.place(read, is_struct).expect("the whole");
                let parts = ty.parts();
                let (name, part) = self.random.pick(&parts);
                if matches!(part, Type::Array(_)) {
                    let (own, whole) = (self.temporary(), place.of(variable));
                    let inner = place.then(&Place(vec![name.clone()])).of(variable);
                    let whole = &whole.0[0];
                    text.push_struct(&format!(
                        "let {} {{ {name}: {own}, .. }} = {whole};\n",
                        ty.text()
                    ));
                    text.push_flat(&format!("let {own} = {};\n", inner.0[1]));
                    text.push(&Texts::new(&format!("s += sin(sum({own}));\n"), &[]));
                }
            }
            9 => {
                let number = self.number();
                match self.has_callee {
                    false => text.push(&Texts::new("s += tanh(@);\n", &[&number])),
                    true => {
                        let source = *self.random.pick(read);
                        let target = (
                            *self.random.pick(assigned),
                            Place::default(),
                            self.ty.clone(),
                        );
                        let leaves = self.ty.leaves();
                        let flat = leaves.iter().map(|(leaf, _)| leaf.of(source).0[1].clone());
                        let flat: Vec<String> = flat.collect();
                        let own = self.temporary();
                        let parts = leaves.iter().map(|(leaf, _)| leaf.of(&own).0[1].clone());
                        let parts: Vec<String> = parts.collect();
                        text.push_struct(&format!(
                            "{} = g({source}, {});\n",
                            target.0, number.0[0]
                        ));
                        text.push_flat(&format!(
                            "let ({}) = g({}, {});\n",
                            parts.join(", "),
                            flat.join(", "),
                            number.0[1]
                        ));
                        Self::leaf_by_leaf(&mut text, &target, |leaf| leaf.of(&own).0[1].clone());
                    }
                }
            }
            // The elements of an array one after another, read and changed.
            10 => self.over_elements(&mut text, read, |_, [item, own], number| {
                let own = Texts([item.to_owned(), own.to_owned()]);
                Texts::new("s += sin(sum(@)) * @;\n", &[&own, number])
            }),
            11 => self.over_elements(&mut text, assigned, |place, [_, own], number| {
                let own = Texts([place.to_owned(), own.to_owned()]);
                Texts::new("@ = tanh(@ * @);\n", &[&own, &own, number])
            }),
            12 => {
                let (number, then, other) = (
                    self.number(),
                    self.statements(2, depth - 1),
                    self.statements(1, depth - 1),
                );
                let formula = "if @ > 0.1 {\n@} else {\n@}\n";
                text.push(&Texts::new(formula, &[&number, &then, &other]));
            }
            _ => {
                let body = self.statements(2, depth - 1);
                text.push(&Texts::new("for _ in 0..3 {\n@}\n", &[&body]));
            }
        }
        text
    }

    /// A statement for each element of an array of structs, in a loop where there are structs. It is
    /// made for a leaf of the element: of the array at `i`, and of the element called `item` and the
    /// flat variable.
    fn over_elements(
        &mut self,
        text: &mut Texts,
        variables: &[&'static str],
        statement: impl Fn(&str, [&str; 2], &Texts) -> Texts,
    ) {
        let is_array = |ty: &Type| matches!(ty, Type::Elements(_));
        let Some((variable, array, Type::Elements(all))) = self.place(variables, is_array) else {
            return;
        };
        let leaves = all[0].leaves();
        let (leaf, _) = self.random.pick(&leaves);
        // It is the same in all iterations.
        let number = Texts::new("c", &[]);
        let [whole, _] = array.of(variable).0;
        let [item, _] = leaf.of("item").0;
        let [place, _] = leaf.of(&format!("{whole}[i]")).0;
        let statements = (0..all.len()).map(|at| {
            let [_, own] = array
                .then(&Place(vec![format!("[{at}]")]))
                .then(leaf)
                .of(variable)
                .0;
            statement(&place, [&item, &own], &number)
        });
        let statements: Vec<Texts> = statements.collect();
        let [first, _] = &statements[0].0;
        let count = all.len();
        match first.contains("item") {
            true => text.push_struct(&format!("for item in {whole} {{\n{first}}}\n")),
            false => text.push_struct(&format!("for i in 0..{count} {{\n{first}}}\n")),
        }
        statements.iter().for_each(|own| text.push_flat(&own.0[1]));
    }

    fn statements(&mut self, count: usize, depth: usize) -> Texts {
        let mut text = Texts::default();
        for _ in 0..count {
            text.push(&self.statement(depth));
        }
        text
    }
}

/// A type: mostly arrays in a struct, and tuples and the structs before it.
fn random_part(random: &mut RandomSource, structs: &[Type], depth: usize) -> Type {
    const EXTENTS: [&[usize]; 5] = [&[], &[], &[2], &[3], &[2, 3]];
    match random.below(6) {
        0 if depth > 0 => {
            let parts = [(); 2].map(|()| random_part(random, structs, depth - 1));
            Type::Tuple(parts.into())
        }
        1 | 2 if !structs.is_empty() => {
            let own = random.pick(structs).clone();
            match random.below(3) {
                0 => Type::Elements(vec![own; 1 + random.below(3)]),
                _ => own,
            }
        }
        _ => Type::Array(random.pick(&EXTENTS).to_vec()),
    }
}

fn random_structs(random: &mut RandomSource) -> Vec<Type> {
    let mut structs = Vec::new();
    for number in 0..2 + random.below(2) {
        // Two at least, so that the flat form has a tuple of results.
        let parts = (0..2 + random.below(2)).map(|_| random_part(random, &structs, 1));
        let parts = parts.collect();
        structs.push(Type::Struct(number, parts));
    }
    structs
}

fn declarations(structs: &[Type]) -> String {
    let declared = structs.iter().map(|own| {
        let fields = own.parts().into_iter();
        let fields: Vec<String> = fields
            .map(|(name, ty)| format!("{name}: {}", ty.text()))
            .collect();
        format!("struct {} {{ {} }}\n", own.text(), fields.join(", "))
    });
    declared.collect()
}

/// The leaves of a variable, each as `text` makes it, as a list.
fn listed(ty: &Type, variable: &str, text: impl Fn(&str, &[usize]) -> String) -> String {
    let leaves = ty.leaves().into_iter();
    let leaves: Vec<String> = leaves
        .map(|(leaf, extents)| text(&leaf.of(variable).0[1], extents))
        .collect();
    leaves.join(", ")
}

fn typed(name: &str, extents: &[usize]) -> String {
    format!("{name}: {}", Type::Array(extents.to_vec()).text())
}

/// The same programs with structs and with flat arguments.
struct Pair {
    /// Their results are all that they compute.
    values: Texts,
    /// The first one has its structs as states.
    states: Texts,
    /// Their result is one number.
    number: Texts,
    /// They differentiate it themselves, by an argument.
    derivatives: Texts,
    /// And by a variable that is assigned before, in whole and in part.
    by_variable: Texts,
}

/// With branches and loops that are nested this deeply.
fn random_pair(random: &mut RandomSource, depth: usize) -> Pair {
    let structs = random_structs(random);
    let whole = structs.last().expect("a struct");
    let name = whole.text();
    let types = listed(whole, "", |_, extents| Type::Array(extents.to_vec()).text());
    let mut writer = Writer {
        random,
        ty: whole,
        read: &["m", "r"],
        assigned: &["r"],
        has_callee: false,
        temporaries: 0,
    };
    let inner = writer.statements(2, depth.min(1));
    let copies = |target: &str, source: &str| {
        let leaves = whole.leaves().into_iter();
        let copies = leaves.map(|(leaf, _)| {
            let ([_, target], [_, source]) = (leaf.of(target).0, leaf.of(source).0);
            format!("let mut {target} = {source};\n")
        });
        copies.collect::<String>()
    };
    let callees = [
        format!(
            "{}fn g(m: {name}, c: f64) -> {name} {{\nlet mut s = c;\nlet mut r = m;\n{}r\n}}\n",
            declarations(&structs),
            inner.0[0]
        ),
        format!(
            "fn g({}, c: f64) -> ({types}) {{\nlet mut s = c;\n{}{}({})\n}}\n",
            listed(whole, "m", typed),
            copies("r", "m"),
            inner.0[1],
            listed(whole, "r", |name, _| name.to_owned())
        ),
    ];
    writer.read = &["a", "b", "v", "w"];
    writer.assigned = &["v", "w"];
    writer.has_callee = true;
    let body = writer.statements(7, depth);
    writer.assigned = &["w"];
    let after = writer.statements(3, depth);
    let [with_structs, flat] = [
        format!("(a: {name}, b: &{name}, c: f64)"),
        format!(
            "({}, {}, c: f64)",
            listed(whole, "a", typed),
            listed(whole, "b", typed)
        ),
    ];
    let bodies = [
        format!(
            "let mut s = c;\nlet mut v = a;\nlet mut w = b;\n{}",
            body.0[0]
        ),
        format!(
            "let mut s = c;\n{}{}{}",
            copies("v", "a"),
            copies("w", "b"),
            body.0[1]
        ),
    ];
    let results = |variable: &str| listed(whole, variable, |name, _| name.to_owned());
    let total = |form: usize| {
        let leaves = whole.leaves().into_iter();
        let terms = leaves.flat_map(|(leaf, _)| ["a", "v", "w"].map(|own| leaf.of(own)));
        let terms = terms.map(|own| format!("s += sum(sin({}));\n", own.0[form]));
        terms.collect::<String>()
    };
    let values = [
        format!(
            "{}fn f{with_structs} -> (f64, {name}, {name}) {{\n{}(s, v, w)\n}}",
            callees[0], bodies[0]
        ),
        format!(
            "{}fn f{flat} -> (f64, {types}, {types}) {{\n{}(s, {}, {})\n}}",
            callees[1],
            bodies[1],
            results("v"),
            results("w")
        ),
    ];
    let states = [
        format!(
            "{}fn f(v: &mut {name}, w: &mut {name}, c: f64) -> f64 {{\nlet mut s = c;\nlet a = *v;\nlet b = *w;\n{}s\n}}",
            callees[0], body.0[0]
        ),
        values[1].clone(),
    ];
    let number = [
        format!(
            "{}fn f{with_structs} -> f64 {{\n{}{}s\n}}",
            callees[0],
            bodies[0],
            total(0)
        ),
        format!(
            "{}fn f{flat} -> f64 {{\n{}{}s\n}}",
            callees[1],
            bodies[1],
            total(1)
        ),
    ];
    let derivatives = [
        format!(
            "{}fn f{with_structs} -> {name} {{\n{}{}deriv(s, a)\n}}",
            callees[0],
            bodies[0],
            total(0)
        ),
        format!(
            "{}fn f{flat} -> ({types}) {{\n{}{}deriv(s, ({}))\n}}",
            callees[1],
            bodies[1],
            total(1),
            results("a")
        ),
    ];
    let by_variable = [
        format!(
            "{}fn f{with_structs} -> {name} {{\n{}{}{}deriv(s, v)\n}}",
            callees[0],
            bodies[0],
            after.0[0],
            total(0)
        ),
        format!(
            "{}fn f{flat} -> ({types}) {{\n{}{}{}deriv(s, ({}))\n}}",
            callees[1],
            bodies[1],
            after.0[1],
            total(1),
            results("v")
        ),
    ];
    Pair {
        values: Texts(values),
        states: Texts(states),
        number: Texts(number),
        derivatives: Texts(derivatives),
        by_variable: Texts(by_variable),
    }
}

/// How closely results agree.
#[derive(Clone, Copy, PartialEq)]
enum Agreement {
    Bits,
    /// As derivatives do: a loop that is kept adds in another order than statements in its place.
    Derivatives,
}

/// Compares graphs at random arguments.
fn compare(
    random: &mut RandomSource,
    texts: &Texts,
    agreement: Agreement,
    made: impl Fn(&str) -> Graph,
) {
    let [with_structs, flat] = &texts.0;
    let has_loops = ["for item", "for i"]
        .iter()
        .any(|own| with_structs.contains(own));
    let is_close = agreement == Agreement::Derivatives && has_loops;
    let graphs = [with_structs, flat].map(|text| made(text));
    let types: [Vec<_>; 2] = [0, 1].map(|own| graphs[own].input_types().cloned().collect());
    assert_eq!(types[0], types[1], "{with_structs}");
    let kinds = if is_close {
        &[false][..]
    } else {
        &[false, true]
    };
    for &is_special in kinds {
        let arguments = types[0].iter().map(|ty| {
            let number = |_| match is_special {
                true => random.float(),
                false => random.moderate(),
            };
            (0..ty.shape.size()).map(number).collect()
        });
        let arguments: Vec<Vec<f64>> = arguments.collect();
        let slices: Vec<&[f64]> = arguments.iter().map(Vec::as_slice).collect();
        let [found, expected] = [0, 1].map(|own| evaluated(&graphs[own], &slices));
        let counts = [&found, &expected].map(|own| own.iter().map(Vec::len).collect::<Vec<_>>());
        assert_eq!(counts[0], counts[1], "{with_structs}");
        for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
            let are_nan = found.is_nan() && expected.is_nan();
            let are_near = (found - expected).abs() <= 1e-11 * (1.0 + expected.abs());
            assert!(
                found.to_bits() == expected.to_bits() || are_nan || is_close && are_near,
                "{found} for {expected}\n{with_structs}\n{flat}\n{arguments:?}"
            );
        }
    }
}

#[test]
fn random_structs_compute_what_flat_arguments_do() {
    let count = cases(60, |seed| {
        let random = &mut RandomSource::new(seed);
        let depth = [0, 2][random.below(2)];
        let pair = random_pair(random, depth);
        compare(random, &pair.values, Agreement::Bits, graph);
        compare(random, &pair.states, Agreement::Bits, graph);
        compare(random, &pair.derivatives, Agreement::Derivatives, graph);
        compare(random, &pair.number, Agreement::Derivatives, |text| {
            let own = graph(text);
            let all: Vec<usize> = (0..own.input_types().count()).collect();
            graph_autodiff::gradient(&own, &all).expect("a gradient")
        });
        true
    });
    println!("{count} programs");
}

#[test]
fn random_structs_vary_as_flat_variables_do() {
    let count = cases(60, |seed| {
        let random = &mut RandomSource::new(seed);
        let depth = [0, 2][random.below(2)];
        let pair = random_pair(random, depth);
        // A flat variable that was assigned and has a copy is refused.
        let is_right = lower(&pair.by_variable.0[1]).is_ok();
        if is_right {
            compare(random, &pair.by_variable, Agreement::Derivatives, graph);
        }
        is_right
    });
    println!("{count} programs");
    assert!(count > 20, "{count} programs are too few");
}
