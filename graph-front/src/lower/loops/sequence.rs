//! The sequences that loops run over: positions, the elements of arrays, and several of these at a
//! time.

use graph_ir::types::Extent;
use syn::{Expr, ExprMethodCall, Pat};

use super::foreign::{by_position, foreign};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::calls::is_builtin;
use crate::lower::indexing::{Index, Selection};
use crate::lower::report::short_text;
use crate::lower::values::{Affine, Range, Value};

/// The values that the iterations of a loop bind, one after another.
#[derive(Clone, Debug)]
pub(super) enum Sequence<'b> {
    /// Integers.
    Positions(Range),
    /// The elements of an array along its first axis, at these positions.
    Elements(Value<'b>, Range, SourcePlace),
    /// Tuples of two, from sequences of the same length.
    Pairs(Box<[Self; 2]>),
}

impl<'b> Sequence<'b> {
    /// The number of iterations.
    pub(super) fn count(&self) -> Extent {
        match self {
            Self::Positions(range) | Self::Elements(_, range, _) => range.count.clone(),
            Self::Pairs(pair) => pair[0].count(),
        }
    }

    /// The same values at other positions.
    fn at(self, change: &impl Fn(Range) -> Range) -> Self {
        match self {
            Self::Positions(range) => Self::Positions(change(range)),
            Self::Elements(value, range, place) => Self::Elements(value, change(range), place),
            Self::Pairs(pair) => Self::Pairs(Box::new(pair.map(|part| part.at(change)))),
        }
    }

    /// Every `step`th of the values, whose number is known.
    fn step_by(self, step: usize) -> Option<Self> {
        if self.count().is_symbolic() && step != 1 {
            return None;
        }
        Some(self.at(&|range: Range| range.clone().step_by(step).unwrap_or(range)))
    }

    /// The part of the sequence between two iterations.
    fn part(self, from: &Extent, to: &Extent) -> Self {
        self.at(&|range: Range| range.part(from, to))
    }

    /// The pairs of two sequences, as many as the shorter one has; `None` where it is not known
    /// which one that is.
    fn zip(self, other: Self) -> Option<Self> {
        let count = least(&self.count(), &other.count())?;
        let parts = [self, other].map(|part| part.part(&Extent::from(0), &count));
        Some(Self::Pairs(Box::new(parts)))
    }

    /// The parts of a pattern with the sequences that they bind.
    pub(super) fn bound_to(self, pattern: &Pat) -> Vec<(&Pat, Self)> {
        let (mut open, mut found) = (vec![(pattern, self)], Vec::new());
        while let Some((pattern, sequence)) = open.pop() {
            match (pattern, sequence) {
                (Pat::Paren(p), sequence) => open.push((&p.pat, sequence)),
                (Pat::Tuple(p), Self::Pairs(pair)) if p.elems.len() == 2 => {
                    let parts = p.elems.iter().zip(*pair);
                    open.extend(parts.rev());
                }
                other => found.push(other),
            }
        }
        found
    }
}

/// The smaller of two extents, where one is never larger than the other.
pub(super) fn least(a: &Extent, b: &Extent) -> Option<Extent> {
    match ((a - b).is_natural(), (b - a).is_natural()) {
        (true, _) => Some(b.clone()),
        (false, true) => Some(a.clone()),
        (false, false) => None,
    }
}

/// The methods of iterators that a loop follows; more of Rust's are errors.
const ADAPTERS: [(&str, usize); 10] = [
    ("cloned", 0),
    ("copied", 0),
    ("enumerate", 0),
    ("into_iter", 0),
    ("iter", 0),
    ("rev", 0),
    ("skip", 1),
    ("step_by", 1),
    ("take", 1),
    ("zip", 1),
];

/// Whether a method is one of an iterator, `x.iter().map(..)`, and not of an array.
fn is_of_iterator(call: &ExprMethodCall) -> bool {
    matches!(&*call.receiver, Expr::MethodCall(e) if is_adapter(&e.method.to_string()))
}

/// The part of an array that `.skip(n)` or `.take(n)` leaves of its elements.
fn part_of(sequence: &Expr, method: &syn::Ident, count: &Expr) -> Option<String> {
    let mut array = sequence;
    while let Expr::MethodCall(call) = array {
        let is_same = ["iter", "into_iter", "copied", "cloned"].iter();
        if !is_same.into_iter().any(|own| call.method == own) {
            return None;
        }
        array = &call.receiver;
    }
    let (Expr::Path(_), text) = (array, print(array)) else {
        return None;
    };
    match (method.to_string().as_str(), print(count)) {
        ("skip", count) => Some(format!("{text}[{count}..].iter()")),
        ("take", count) => Some(format!("{text}[..{count}].iter()")),
        _ => None,
    }
}

/// Whether a loop follows a method of this name.
pub(crate) fn is_adapter(name: &str) -> bool {
    ADAPTERS.iter().any(|(known, _)| *known == name)
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The sequence of the expression behind `in`: a range with constant bounds or an array,
    /// perhaps in another order or beside others.
    pub(super) fn sequence(&mut self, expr: &'e Expr) -> Option<Sequence<'b>> {
        let (mut base, mut adapters) = (expr, Vec::new());
        loop {
            base = match base {
                Expr::Paren(e) => &e.expr,
                Expr::Group(e) => &e.expr,
                Expr::Reference(e) if e.mutability.is_none() => &e.expr,
                Expr::MethodCall(e) if !is_builtin(&e.method.to_string()) || is_of_iterator(e) => {
                    adapters.push(e);
                    &e.receiver
                }
                _ => break,
            };
        }
        if let Some(error) = foreign(base) {
            // What calls elsewhere may be a function of the block.
            let is_own = matches!(base, Expr::Call(call) if matches!(
                &*call.func, Expr::Path(path) if path.path.get_ident().is_some_and(
                    |name| self.names.functions.contains_key(&name.to_string()))));
            if !is_own {
                self.error(error);
                return None;
            }
        }
        let mut sequence = match base {
            Expr::Range(range) => Some(Sequence::Positions(self.range_of_loop(range)?)),
            other => self.elements(other),
        }?;
        while let Some(adapter) = adapters.pop() {
            sequence = self.adapted(sequence, adapter)?;
        }
        Some(sequence)
    }

    /// The elements of an array.
    fn elements(&mut self, expr: &'e Expr) -> Option<Sequence<'b>> {
        let operand = self.operand(expr);
        if operand.value.is_poison() {
            return None;
        }
        if let Some(shape) = operand.value.shape().filter(|shape| shape.rank() > 0) {
            let range = Range::below(shape.count_along(0));
            return Some(Sequence::Elements(operand.value, range, operand.place));
        }
        let found = self.describe(&operand.value);
        let message = format!(
            "a loop of the language runs over a range with constant bounds or an array, found {found}"
        );
        let end = short_text(expr).filter(|_| operand.value.as_integer().is_some());
        let help = match end {
            Some(end) => format!("write `for i in 0..{end} {{ .. }}`"),
            None => "write `for i in 0..n { .. }`, or `for v in x { .. }` of an array".into(),
        };
        self.error(Diagnostic::new(operand.place, message).help(help));
        None
    }

    fn adapted(
        &mut self,
        sequence: Sequence<'b>,
        adapter: &'e ExprMethodCall,
    ) -> Option<Sequence<'b>> {
        let name = adapter.method.to_string();
        let count = sequence.count();
        let argument = adapter.args.first();
        match (name.as_str(), argument, adapter.args.len()) {
            ("iter" | "into_iter" | "copied" | "cloned", _, 0) => Some(sequence),
            ("rev", _, 0) => Some(sequence.at(&Range::reversed)),
            ("enumerate", _, 0) => Sequence::Positions(Range::below(count)).zip(sequence),
            ("zip", Some(other), 1) => {
                let other = self.sequence(other)?;
                let counts = [&sequence, &other].map(Sequence::count);
                let zipped = sequence.zip(other);
                if zipped.is_none() {
                    self.depends_on_lengths(adapter, "the shorter of two sequences", &counts);
                }
                zipped
            }
            ("skip", Some(skipped), 1) => {
                let skipped = self.count_of(skipped, "the number of positions to skip")?;
                let Some(skipped) = least(&skipped, &count) else {
                    let counts = [count, skipped];
                    self.depends_on_lengths(adapter, "whether so many are there", &counts);
                    return None;
                };
                Some(sequence.part(&skipped, &count))
            }
            ("take", Some(taken), 1) => {
                let taken = self.count_of(taken, "the number of positions to take")?;
                let Some(taken) = least(&taken, &count) else {
                    let counts = [count, taken];
                    self.depends_on_lengths(adapter, "whether so many are there", &counts);
                    return None;
                };
                Some(sequence.part(&Extent::from(0), &taken))
            }
            ("step_by", Some(step), 1) => {
                let place = SourcePlace::of(step);
                let step = self.constant_index(step, "the step of a loop")?;
                match usize::try_from(step) {
                    Ok(step) if step > 0 => {
                        let stepped = sequence.step_by(step);
                        if stepped.is_none() {
                            self.depends_on_lengths(adapter, "the number of steps", &[count]);
                        }
                        stepped
                    }
                    _ => {
                        let message = "the step of a loop must be positive";
                        let help = (step < 0).then(|| {
                            let back = match step.unsigned_abs() {
                                1 => String::new(),
                                back => format!(".step_by({back})"),
                            };
                            format!("backwards it runs by `.rev(){back}`")
                        });
                        self.error(Diagnostic::new(place, message).help_if(help));
                        None
                    }
                }
            }
            _ => {
                self.no_adapter(adapter, &name);
                None
            }
        }
    }

    /// Reports an adapter of which something is known only at run time.
    fn depends_on_lengths(&mut self, adapter: &'e ExprMethodCall, what: &str, counts: &[Extent]) {
        let place = SourcePlace::token(adapter.method.span());
        let message = format!("{what} is known only at run time");
        let counts: Vec<String> = counts.iter().map(|count| format!("`{count}`")).collect();
        let counts = counts.join(" and ");
        let note = format!("the numbers of positions are {counts}");
        let help = match (adapter.args.first(), &*adapter.receiver) {
            (Some(step), Expr::Paren(range)) if adapter.method == "step_by" => {
                let (step, range) = (print(step), print(&range.expr));
                let from = match range.split_once("..") {
                    Some(("0", _)) => "i".into(),
                    Some((start, _)) => format!("(i - {start})"),
                    None => "i".into(),
                };
                format!(
                    "run over all positions, and choose in the body: `for i in {range} {{ if \
                     {from} % {step} == 0 {{ .. }} }}`"
                )
            }
            (Some(count), array) if let Some(part) = part_of(array, &adapter.method, count) => {
                format!("a range takes the part: `{part}`")
            }
            _ => "run over positions, `for i in 0..N`, and choose in the body".into(),
        };
        self.error(Diagnostic::new(place, message).note(note).help(help));
    }

    /// Reports a method that a loop does not follow.
    fn no_adapter(&mut self, adapter: &'e ExprMethodCall, name: &str) {
        let place = SourcePlace::token(adapter.method.span());
        if let Some((_, count)) = ADAPTERS.iter().find(|(known, _)| *known == name) {
            let found = adapter.args.len();
            let ending = crate::diagnostics::plural(*count);
            let message = format!("`.{name}` takes {count} argument{ending}, found {found}");
            self.error(Diagnostic::new(place, message));
            return;
        }
        let message = format!("a loop of the language does not run over `.{name}(..)`");
        let help = match name {
            "iter_mut" => by_position(&adapter.receiver),
            "map" => {
                "compute the value in the body, `let y = ..;`, or of an array: `x.map(..)`".into()
            }
            "filter" => "choose in the body: `if .. { .. }`".into(),
            "chunks" | "chunks_exact" => self.rows_of_chunks(adapter),
            _ => {
                let names: Vec<String> = ADAPTERS
                    .iter()
                    .map(|(name, _)| format!("`{name}`"))
                    .collect();
                format!("it follows {}", names.join(", "))
            }
        };
        self.error(Diagnostic::new(place, message).help(help));
    }

    /// A constant number, or a formula of lengths, that is not negative.
    fn count_of(&mut self, expr: &'e Expr, what: &str) -> Option<Extent> {
        let count = self.extent_index(expr, what)?;
        if count.is_negative() {
            let message = format!("{what} is negative: {count}");
            self.error(Diagnostic::new(SourcePlace::of(expr), message));
            return None;
        }
        Some(count)
    }

    /// The item of a sequence in an iteration, which is a number or moves with loops.
    pub(super) fn item(&mut self, sequence: &Sequence<'b>, iteration: &Affine) -> Value<'b> {
        let along = |range: &Range| Affine::constant(&range.start).plus(iteration, range.step);
        match sequence {
            Sequence::Positions(range) => along(range).map_or(Value::Poison, Value::from),
            Sequence::Elements(value, range, place) => match along(range) {
                Some(position) => self.element_at(value, position, *place),
                None => Value::Poison,
            },
            Sequence::Pairs(pair) => {
                let parts = pair.iter().map(|part| self.item(part, iteration));
                Value::Tuple(parts.collect())
            }
        }
    }

    fn element_at(&mut self, value: &Value<'b>, at: Affine, place: SourcePlace) -> Value<'b> {
        let Some(shape) = value.shape() else {
            return Value::Poison;
        };
        let element = value.element().unwrap_or(self.float);
        let index = match at.as_extent() {
            Some(position) => Index::Position(position.clone(), place),
            None => Index::Moving(at.into(), place),
        };
        let mut selection = Selection::all(&shape);
        match self.select(&mut selection, &[index], element) {
            true => self.take(value, &selection, place),
            false => Value::Poison,
        }
    }
}
