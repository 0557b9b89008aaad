//! Identifiers for the values of a program in its text: the names of the source, so that an
//! expansions, profiles and debuggers are readable.
//!
//! An argument `x` is `x`, its element 2 is `x_2`, and unnamed values are `v7` or `b3`. A name of
//! the source's that could be anything else here keeps its number too, as in `x_v7`: one that is
//! taken, or that is a keyword, or that generated code itself uses. `let` is a pattern, and takes
//! the name of a constant or a static for its value; those around are written in capitals, so only
//! names that begin with a small letter stand alone. A name that ends as those with numbers do does
//! not. Those rules together keep all names apart.

use std::collections::HashSet;
use std::fmt::Write as _;

use graph_program::{
    Atom, Block, BufferId, BufferKind, BufferPlace, Expression, Home, Program, SlotId, Statement,
    Variable,
};

use super::literal::write_literal;

/// Names of the source's are cut to this length: generated code is long as it is.
const LONGEST: usize = 40;

/// Names of the text's own, of any kind.
const OWN: [&str; 5] = ["j", "lanes", "marker", "math", "support"];

/// Words that are no identifiers, in any edition.
const KEYWORDS: [&str; 50] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while",
];

/// The names of the parts of a program.
pub(super) struct Identifiers {
    texts: Vec<String>,
    /// The positions of the names that are not numbers.
    variables: Vec<Option<u32>>,
    buffers: Vec<Option<u32>>,
    slots: Vec<Option<u32>>,
}

impl Identifiers {
    pub(super) fn new(program: &Program) -> Self {
        let mut claims = Claims::default();
        let slots = slots(program);
        let mut names = Self {
            texts: Vec::new(),
            variables: vec![None; program.variables.len()],
            buffers: vec![None; program.buffers.len()],
            slots: vec![None; slots.len()],
        };
        let outside = program.inputs.iter().chain(&program.outputs).copied();
        for id in outside.chain(program.buffer_ids()) {
            let is_shared = matches!(program.storage.home(id), Home::Slot(_));
            if names.buffers[id.0 as usize].is_none() && !is_shared {
                let name = buffer_name(program, id);
                let name = name.and_then(|name| claims.claim(name, None, ('b', id.0)));
                names.buffers[id.0 as usize] = name;
            }
        }
        for (number, buffer) in (0..).zip(slots) {
            let name = buffer.and_then(|id| buffer_name(program, id));
            names.slots[number as usize] =
                name.and_then(|name| claims.claim(name, None, ('s', number)));
        }
        let mut values = Values {
            defined: Vec::new(),
            kept: vec![None; program.variables.len()],
        };
        values.block(&program.body);
        for variable in values.defined {
            let number = variable.0 as usize;
            let name = match (program.names.variable(variable), values.kept[number]) {
                (Some(name), _) => Some((name.text, name.element)),
                (None, Some((buffer, element))) => {
                    let name = buffer_name(program, buffer);
                    let is_array = !program.buffer(buffer).ty.is_scalar();
                    name.map(|name| (name, element.filter(|_| is_array)))
                }
                (None, None) => None,
            };
            names.variables[number] =
                name.and_then(|(name, element)| claims.claim(name, element, ('v', variable.0)));
        }
        names.texts = claims.texts;
        names
    }

    pub(super) fn write_variable(&self, text: &mut String, variable: Variable) -> std::fmt::Result {
        self.write(text, self.variables[variable.0 as usize], ('v', variable.0))
    }

    pub(super) fn write_buffer(&self, text: &mut String, id: BufferId) -> std::fmt::Result {
        self.write(text, self.buffers[id.0 as usize], ('b', id.0))
    }

    pub(super) fn write_slot(&self, text: &mut String, id: SlotId) -> std::fmt::Result {
        self.write(text, self.slots[id.0 as usize], ('s', id.0))
    }

    pub(super) fn write_atom(&self, text: &mut String, atom: Atom) -> std::fmt::Result {
        match atom {
            Atom::Variable(variable) => self.write_variable(text, variable),
            Atom::Literal(literal) => {
                write_literal(text, literal);
                Ok(())
            }
        }
    }

    pub(super) fn buffer(&self, id: BufferId) -> String {
        text(|text| self.write_buffer(text, id))
    }

    pub(super) fn slot(&self, id: SlotId) -> String {
        text(|text| self.write_slot(text, id))
    }

    pub(super) fn atom_text(&self, atom: Atom) -> String {
        text(|text| self.write_atom(text, atom))
    }

    fn write(
        &self,
        text: &mut String,
        name: Option<u32>,
        (kind, number): (char, u32),
    ) -> std::fmt::Result {
        match name {
            Some(position) => {
                text.push_str(&self.texts[position as usize]);
                Ok(())
            }
            None => write!(text, "{kind}{number}"),
        }
    }
}

fn text(write: impl FnOnce(&mut String) -> std::fmt::Result) -> String {
    let mut text = String::new();
    let written = write(&mut text);
    debug_assert!(written.is_ok(), "memory takes any text");
    text
}

/// The only buffer that ever lives in each slot. Those of several are called by their numbers.
fn slots(program: &Program) -> Vec<Option<BufferId>> {
    let mut buffers: Vec<Vec<BufferId>> = vec![Vec::new(); program.storage.slots.len()];
    for id in program.buffer_ids() {
        if let Home::Slot(slot) = program.storage.home(id) {
            buffers[slot.0 as usize].push(id);
        }
    }
    let only = |buffers: Vec<BufferId>| match *buffers {
        [only] => Some(only),
        _ => None,
    };
    buffers.into_iter().map(only).collect()
}

/// The name of a buffer that the text shows.
fn buffer_name(program: &Program, id: BufferId) -> Option<&str> {
    let buffer = program.buffer(id);
    let name = match buffer.kind {
        BufferKind::Input | BufferKind::Output => Some(&*buffer.name),
        BufferKind::Local => program.names.buffer(id),
        // Tables are statics.
        BufferKind::Constant(_) => None,
    };
    name.filter(|name| !name.is_empty())
}

/// The variables of a program.
struct Values {
    /// In the order of their definitions.
    defined: Vec<Variable>,
    /// The element of a buffer that each is or becomes, if there is one.
    kept: Vec<Option<(BufferId, Option<u32>)>>,
}

impl Values {
    /// Blocks are nested as deeply as the graph's regions and loops.
    fn block(&mut self, block: &Block) {
        for statement in block {
            match statement {
                Statement::Let(variable, value) => {
                    self.defined.push(*variable);
                    if let Expression::Load(place) = value {
                        self.keep(*variable, place);
                    }
                }
                Statement::Mutable(variable, _) => self.defined.push(*variable),
                Statement::Store(place, Atom::Variable(variable)) => self.keep(*variable, place),
                Statement::If(branch) => {
                    let choices = branch.choices.iter();
                    self.defined.extend(choices.map(|choice| choice.variable));
                }
                _ => {}
            }
            for inner in statement.blocks() {
                self.block(inner);
            }
        }
    }

    fn keep(&mut self, variable: Variable, place: &BufferPlace) {
        let offset = u32::try_from(place.index.offset).ok();
        let element = offset.filter(|_| place.index.terms.is_empty());
        self.kept[variable.0 as usize].get_or_insert((place.buffer, element));
    }
}

/// The names that have been given.
#[derive(Default)]
struct Claims {
    taken: HashSet<String>,
    texts: Vec<String>,
}

impl Claims {
    /// Gives a name like that of the source, with the number where it cannot stand alone.
    fn claim(
        &mut self,
        name: &str,
        element: Option<u32>,
        (kind, number): (char, u32),
    ) -> Option<u32> {
        let mut word = spelled(name);
        let is_whole = word.len() <= LONGEST;
        // Only ASCII is left.
        word.truncate(LONGEST);
        let mut written = match element {
            Some(element) => write!(word, "_{element}"),
            None => Ok(()),
        };
        if !is_whole || !stands_alone(&word) || !self.taken.insert(word.clone()) {
            written = written.and_then(|()| write!(word, "_{kind}{number}"));
        }
        debug_assert!(written.is_ok(), "memory takes any text");
        self.texts.push(word);
        u32::try_from(self.texts.len() - 1).ok()
    }
}

/// A name in the characters of identifiers. Other letters than those of ASCII are numbers: crates
/// may have lints against them, and against some that look alike. What differentiation calls the
/// adjoint of `x` is `d_x`.
fn spelled(name: &str) -> String {
    let (prefix, name) = match name.strip_prefix("adjoint_") {
        Some(of) => ("d_", of),
        None => ("", name),
    };
    let mut word = String::from(prefix);
    for part in name.split("r#") {
        for letter in part.chars() {
            match letter {
                'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => word.push(letter),
                '\0'..='\x7f' => word.push('_'),
                _ => word.extend(format!("u{:x}", u32::from(letter)).chars()),
            }
        }
    }
    if word.starts_with(|first: char| first.is_ascii_digit()) || word.is_empty() {
        word.insert(0, '_');
    }
    word
}

/// Whether a word cannot be anything else than the name of a value of the source's.
fn stands_alone(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase())
        && !OWN.contains(&word)
        && KEYWORDS.binary_search(&word).is_err()
        && !is_numbered(word)
}

/// Whether a word ends in the number of a variable (`v7`), a buffer, a slot, a counter, a part of
/// the program, which is a function, or a result of the host.
fn is_numbered(word: &str) -> bool {
    let last = word.rsplit('_').next().unwrap_or(word);
    let digits = last.strip_prefix(['v', 'b', 's', 'i', 'p', 'r']);
    digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|digit| digit.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{Claims, KEYWORDS, OWN, stands_alone};

    fn claimed(names: &[(&str, Option<u32>)]) -> Vec<String> {
        let mut claims = Claims::default();
        for (number, &(name, element)) in (0..).zip(names) {
            claims.claim(name, element, ('v', number));
        }
        claims.texts
    }

    fn alone(name: &str) -> String {
        claimed(&[(name, None)]).remove(0)
    }

    #[test]
    fn names_of_the_source_stand_alone() {
        for name in [
            "x",
            "stretch",
            "d_x",
            "x1",
            "strainEnergy",
            "value",
            "v",
            "x_v",
            "rv0",
        ] {
            assert_eq!(alone(name), name);
        }
        assert_eq!(claimed(&[("stretch", Some(2))]), ["stretch_2"]);
        assert_eq!(alone("adjoint_x"), "d_x");
    }

    #[test]
    fn names_that_could_be_another_keep_their_numbers() {
        let others = [
            "v0",
            "b0",
            "i12",
            "s3",
            "r0",
            "x_v7",
            "type",
            "gen",
            "self",
            "math",
            "support",
            "j",
            "marker",
            "run_value_p0",
            "X",
            "Energy",
            "_x",
            "_",
        ];
        for name in others {
            assert_eq!(alone(name), format!("{name}_v0"));
        }
        assert_eq!(alone("r#type"), "type_v0");
        assert_eq!(claimed(&[("x", None), ("x", None)]), ["x", "x_v1"]);
        let parts = [("x_1", None), ("x", Some(1)), ("x_v1", None)];
        assert_eq!(claimed(&parts), ["x_1", "x_1_v1", "x_v1_v2"]);
    }

    #[test]
    fn all_names_are_words_of_ascii() {
        let all = [
            ("\u{3b8}", "u3b8"),
            ("conv0/weights:0", "conv0_weights_0"),
            ("0.5 x", "_0_5_x_v0"),
            ("d_r#type", "d_type"),
        ];
        for (name, word) in all {
            assert_eq!(alone(name), word);
        }
        let long = alone(&"long".repeat(50));
        assert!(long.starts_with("longlong") && long.ends_with("_v0") && long.len() < 50);
        for word in KEYWORDS.into_iter().chain(OWN) {
            assert!(!stands_alone(word), "{word}");
        }
    }
}
