//! The sequences that loops run over: positions, the elements of arrays, and several of these at a
//! time.

use graph_ir::types::Extent;
use syn::{Expr, ExprMethodCall, Pat};

use super::foreign::{by_position, foreign};
use super::open_bound::STEP;
use super::positions::Positions;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::assignments::{Several, is_rest};
use crate::lower::calls::is_builtin;
use crate::lower::report::short_text;
use crate::lower::values::{Affine, Range, Value};
use crate::signature::Parts;

/// The values that the iterations of a loop bind, one after another.
#[derive(Clone, Debug)]
pub(super) enum Sequence<'b> {
    /// Integers.
    Positions(Positions<'b>),
    /// The elements of an array along its first axis, at these positions.
    Elements(Value<'b>, Positions<'b>, SourcePlace),
    /// Tuples, from sequences of the same length.
    Tuples(Parts<Self>),
}

impl<'b> Sequence<'b> {
    /// The elements of an array: of tuples, those of an array of each of their values.
    fn of(array: &Value<'b>, place: SourcePlace) -> Option<Self> {
        if let Value::Tuples(columns) = array {
            let columns = columns.try_map(|column| Self::of(column, place));
            return columns.map(Self::Tuples);
        }
        let shape = array.shape().filter(|shape| shape.rank() > 0)?;
        let all = Positions::Constant(Range::below(shape.count_along(0)));
        Some(Self::Elements(array.clone(), all, place))
    }

    /// The number of iterations, or the greatest that it may be.
    pub(super) fn count(&self) -> Extent {
        match self {
            Self::Positions(positions) | Self::Elements(_, positions, _) => {
                positions.most().clone()
            }
            Self::Tuples(parts) => parts.first().map_or(Extent::from(0), Self::count),
        }
    }

    /// The range whose positions these are, if they are such.
    pub(super) fn range(&self) -> Option<Range> {
        match self {
            Self::Positions(positions) => positions.range(),
            Self::Elements(..) | Self::Tuples(_) => None,
        }
    }

    /// The positions of the elements that these are, if they are elements at constant positions.
    pub(super) fn elements_at(&self) -> Option<Range> {
        match self {
            Self::Elements(_, positions, _) => positions.range(),
            Self::Positions(_) | Self::Tuples(_) => None,
        }
    }

    /// The numbers of iterations that are known only when the loop starts: the smallest one holds.
    pub(super) fn told(&self) -> Vec<Value<'b>> {
        match self {
            Self::Positions(positions) | Self::Elements(_, positions, _) => {
                positions.told().into_iter().cloned().collect()
            }
            Self::Tuples(parts) => parts.iter().flat_map(Self::told).collect(),
        }
    }

    /// Whether it has the elements of an array of structs.
    pub(super) fn has_structs(&self) -> bool {
        match self {
            Self::Tuples(parts) => parts.of().is_some() || parts.iter().any(Self::has_structs),
            Self::Positions(_) | Self::Elements(..) => false,
        }
    }

    /// The same values at other positions, where there are such.
    fn at(self, change: &mut dyn FnMut(Positions<'b>) -> Option<Positions<'b>>) -> Option<Self> {
        Some(match self {
            Self::Positions(positions) => Self::Positions(change(positions)?),
            Self::Elements(value, positions, place) => {
                Self::Elements(value, change(positions)?, place)
            }
            Self::Tuples(parts) => Self::Tuples(parts.try_map(|part| part.clone().at(change))?),
        })
    }

    /// The parts of a pattern with the sequences that they bind.
    pub(super) fn bound_to(self, pattern: &Pat) -> Vec<(&Pat, Self)> {
        let (mut open, mut found) = (vec![(pattern, self)], Vec::new());
        while let Some((pattern, sequence)) = open.pop() {
            match (pattern, sequence) {
                (Pat::Paren(p), sequence) => open.push((&p.pat, sequence)),
                (Pat::Tuple(p), Self::Tuples(parts))
                    if parts.of().is_none() && Several::of(&p.elems, is_rest).fit(parts.len()) =>
                {
                    let parts = Several::of(&p.elems, is_rest).with(parts.to_vec());
                    open.extend(parts.into_iter().rev());
                }
                other => found.push(other),
            }
        }
        found
    }

    /// Whether a pattern takes apart what an iteration brings. Recurses as deeply as patterns are
    /// nested, which [`crate::guard`] bounds.
    pub(super) fn is_taken_by(&self, pattern: &Pat) -> bool {
        match (pattern, self) {
            (Pat::Paren(p), own) => own.is_taken_by(&p.pat),
            (Pat::Tuple(p), Self::Tuples(parts)) if parts.of().is_none() => {
                let several = Several::of(&p.elems, is_rest);
                let fit = several.fit(parts.len());
                let mut taken = several.with(parts.iter().collect()).into_iter();
                fit && taken.all(|(pattern, part)| part.is_taken_by(pattern))
            }
            (Pat::Slice(p), Self::Elements(array, ..)) => {
                let row = array.shape().filter(|shape| shape.rank() > 1);
                let count = row.and_then(|shape| shape.count_along(1).known());
                let several = Several::of(&p.elems, is_rest);
                count.is_some_and(|count| several.fit(count))
            }
            (Pat::Tuple(_) | Pat::Slice(_), _) => false,
            _ => true,
        }
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
pub(crate) const ADAPTERS: [(&str, usize); 10] = [
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

/// Whether a loop follows a method of this name.
pub(crate) fn is_adapter(name: &str) -> bool {
    operands_of_adapter(name).is_some()
}

/// How many operands a method of an iterator takes that a loop follows.
pub(crate) fn operands_of_adapter(name: &str) -> Option<usize> {
    let adapter = ADAPTERS.iter().find(|(known, _)| *known == name);
    adapter.map(|(_, count)| *count)
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The sequence of the expression behind `in`: a range or an array, perhaps in another order or
    /// beside others.
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
            Expr::Range(range) => Some(Sequence::Positions(self.positions_of_loop(range)?)),
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
        if let Some(sequence) = Sequence::of(&operand.value, operand.place) {
            return Some(sequence);
        }
        let found = self.describe(&operand.value);
        let message = format!(
            "a loop of the language runs over a range of integers or an array, found {found}"
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
            ("rev", _, 0) => self.backwards(sequence),
            ("enumerate", _, 0) => {
                let numbers = Positions::Constant(Range::below(count));
                self.paired(Sequence::Positions(numbers), sequence)
            }
            ("zip", Some(other), 1) => {
                let other = self.sequence(other)?;
                self.paired(sequence, other)
            }
            ("skip", Some(skipped), 1) => {
                let skipped = self.count_of(skipped, "the number of positions to skip")?;
                sequence.at(&mut |positions| self.between(positions, &skipped, None))
            }
            ("take", Some(taken), 1) => {
                let taken = self.count_of(taken, "the number of positions to take")?;
                self.first(sequence, &taken)
            }
            ("step_by", Some(step), 1) => {
                let place = SourcePlace::of(step);
                let step = self.constant_index(step, STEP)?;
                match usize::try_from(step) {
                    Ok(step) if step > 0 => {
                        sequence.at(&mut |positions| self.stepped(positions, step))
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

    /// One integer that is not negative where it is known.
    fn count_of(&mut self, expr: &'e Expr, what: &str) -> Option<Value<'b>> {
        let count = self.integer_operand(expr);
        if count.value.is_poison() {
            return None;
        }
        if !count.value.is_one_integer() {
            self.not_constant(&count, what);
            return None;
        }
        if let Some(extent) = count.value.as_extent().filter(Extent::is_negative) {
            let message = format!("{what} is negative: {extent}");
            self.error(Diagnostic::new(SourcePlace::of(expr), message));
            return None;
        }
        Some(count.value)
    }

    /// The item of a sequence in an iteration, which is a number or moves with loops.
    pub(super) fn item(&mut self, sequence: &Sequence<'b>, iteration: &Affine) -> Value<'b> {
        match sequence {
            Sequence::Positions(positions) => {
                let position = self.position_in(positions, iteration);
                position.unwrap_or(Value::Poison)
            }
            Sequence::Elements(value, positions, place) => {
                match self.position_in(positions, iteration) {
                    Some(position) => self.at_position(value, &position, *place),
                    None => Value::Poison,
                }
            }
            Sequence::Tuples(parts) => Value::Tuple(parts.map(|part| self.item(part, iteration))),
        }
    }

    /// The same values from the last to the first.
    fn backwards(&mut self, sequence: Sequence<'b>) -> Option<Sequence<'b>> {
        sequence.at(&mut |positions| self.reversed(positions))
    }

    /// So many of the first values of a sequence, if it has as many.
    fn first(&mut self, sequence: Sequence<'b>, count: &Value<'b>) -> Option<Sequence<'b>> {
        let start = Value::from(Extent::from(0));
        sequence.at(&mut |positions| self.between(positions, &start, Some(count)))
    }

    /// The pairs of two sequences, as many as the shorter one has.
    fn paired(&mut self, first: Sequence<'b>, second: Sequence<'b>) -> Option<Sequence<'b>> {
        let [most, other] = [&first, &second].map(|own| Value::from(own.count()));
        let pair = [self.first(first, &other)?, self.first(second, &most)?];
        Some(Sequence::Tuples(pair.into_iter().collect()))
    }
}
