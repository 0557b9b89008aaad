//! The textual form of a program, for golden tests and for reading.

use core::fmt;

use super::{
    Atom, Block, Bound, BufferId, BufferKind, BufferPlace, Condition, Counter, Expression, Home,
    If, Index, Limit, Line, Matrix, Method, PartId, Partial, Position, Program, Reported, Scope,
    SlotId, Statement, Triangular, Variable,
};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "program {}", self.name)?;
        for id in self.buffer_ids() {
            let buffer = self.buffer(id);
            let kind = match buffer.kind {
                BufferKind::Input => "input",
                BufferKind::Output => "output",
                BufferKind::Local => "local",
                BufferKind::Constant(_) => "constant",
            };
            write!(f, "  {kind} {id}: {}", buffer.ty)?;
            if !buffer.name.is_empty() {
                write!(f, " `{}`", buffer.name)?;
            }
            if let BufferKind::Constant(constant) = &buffer.kind {
                let elements = constant.literals().take(8);
                let rest = constant.shape().size() > 8;
                f.write_str(" =")?;
                for element in elements {
                    write!(f, " {element}")?;
                }
                f.write_str(if rest { " .." } else { "" })?;
            }
            match self.storage.home(id) {
                Home::Slot(slot) => write!(f, " at {slot}")?,
                Home::Own(Scope::Loop(counter)) => write!(f, " in {counter}")?,
                Home::Own(Scope::Part(part)) => write!(f, " in {part}")?,
                Home::Own(Scope::Program) | Home::None => {}
            }
            writeln!(f)?;
        }
        for (number, slot) in self.storage.slots.iter().enumerate() {
            writeln!(f, "  slot s{number}: [{}; {}]", slot.element, slot.size)?;
        }
        block(f, self, &self.body, 1)
    }
}

/// One block, in a level of indentation. Blocks are nested as deeply as the graph's regions.
fn block(f: &mut fmt::Formatter<'_>, program: &Program, body: &Block, level: usize) -> fmt::Result {
    for statement in body {
        indent(f, level)?;
        match statement {
            Statement::Let(variable, value) => {
                write!(f, "{}{variable} = ", lanes(program, *variable))?;
                expression(f, program, *variable, value)?;
                writeln!(f)?;
            }
            Statement::Mutable(variable, value) => {
                writeln!(f, "mut {}{variable} = {value}", lanes(program, *variable))?;
            }
            Statement::Assign(variable, value) => writeln!(f, "set {variable} = {value}")?,
            Statement::Store(place, value) => writeln!(f, "{place} = {value}")?,
            Statement::Loop(counter, body) => {
                let extent = program.counters[counter.0 as usize];
                writeln!(f, "for {counter} in 0..{extent}")?;
                block(f, program, body, level + 1)?;
            }
            Statement::Partial(partial) => {
                let Partial {
                    counter,
                    limit,
                    body,
                } = &**partial;
                let extent = program.counters[counter.0 as usize];
                match limit {
                    Limit::While(atom) => writeln!(f, "for {counter} in 0..{extent} while {atom}")?,
                    Limit::From(atom) => writeln!(f, "for {counter} in {atom}..{extent}")?,
                    Limit::Below(atom) => {
                        writeln!(f, "for {counter} in 0..{atom} of 0..{extent}")?;
                    }
                }
                block(f, program, body, level + 1)?;
            }
            Statement::Part(part, body) => {
                writeln!(f, "part {part}")?;
                block(f, program, body, level + 1)?;
            }
            Statement::Product(product) => {
                let [rows, columns, terms] = product.extents;
                let plus = if product.accumulate { "+=" } else { "=" };
                let (left, right) = (&product.left, &product.right);
                write!(
                    f,
                    "{} {plus} product {rows}x{columns}x{terms} {left}, {right}",
                    product.result
                )?;
                for (what, inner) in ["terms", "columns"].iter().zip(&product.inner) {
                    if !inner.is_empty() {
                        write!(f, ", {what} of {inner:?}")?;
                    }
                }
                match product.zeros_win {
                    [false, false] => writeln!(f)?,
                    [true, false] => writeln!(f, ", zeros on the left win")?,
                    [false, true] => writeln!(f, ", zeros on the right win")?,
                    [true, true] => writeln!(f, ", zeros win")?,
                }
            }
            Statement::Sort(sort) => {
                let (length, keys) = (sort.length, &sort.keys);
                writeln!(f, "{} = argsort {length} {keys}", sort.positions)?;
            }
            Statement::Triangular(triangular) => {
                let Triangular { rows, method, .. } = &**triangular;
                let [count, columns] = triangular.extents;
                match method {
                    Method::Factor => writeln!(f, "{rows} factored {count}x{columns}")?,
                    Method::FactorAdjoint { factor } => {
                        writeln!(f, "{rows} factor adjoint {count}x{columns} of {factor}")?;
                    }
                    Method::Substitute { matrix, from_last } => {
                        let order = if *from_last { " from last" } else { "" };
                        writeln!(f, "{rows} solved {count}x{columns} by {matrix}{order}")?;
                    }
                }
            }
            Statement::If(branch) => {
                let If {
                    condition,
                    then,
                    otherwise,
                    choices,
                } = &**branch;
                writeln!(f, "if {condition}")?;
                block(f, program, then, level + 1)?;
                indent(f, level)?;
                writeln!(f, "else")?;
                block(f, program, otherwise, level + 1)?;
                for choice in choices {
                    indent(f, level)?;
                    let (a, b) = (choice.then, choice.otherwise);
                    writeln!(f, "{} = either {a}, {b}", choice.variable)?;
                }
            }
            Statement::Call {
                external,
                arguments,
                results,
                ..
            } => {
                let name = &program.externals[*external as usize].name;
                write!(f, "call {name}")?;
                for argument in arguments {
                    write!(f, " {argument}")?;
                }
                write!(f, " ->")?;
                for result in results {
                    write!(f, " {result}")?;
                }
                writeln!(f)?;
            }
            Statement::Print {
                texts,
                unless,
                value,
            } => {
                let [before, after] = &program.texts[*texts as usize];
                write!(f, "print {before:?}, ")?;
                match value {
                    Reported::Element(atom) => write!(f, "{atom}")?,
                    Reported::All(buffer) => write!(f, "{buffer}")?,
                }
                writeln!(f, ", {after:?} unless {unless}")?;
            }
            Statement::Expect(holds) => writeln!(f, "expect {holds}")?,
        }
    }
    Ok(())
}

fn expression(
    f: &mut fmt::Formatter<'_>,
    program: &Program,
    variable: Variable,
    value: &Expression,
) -> fmt::Result {
    match value {
        Expression::Copy(atom) => write!(f, "{atom}"),
        Expression::Load(place) => write!(f, "{place}"),
        Expression::Scalar(op, atoms) => {
            write!(f, "{}", op.name())?;
            if let Some(parameter) = op.parameter() {
                write!(f, "({parameter})")?;
            }
            operands(f, &atoms[..op.arity()])
        }
        Expression::MulAdd(fused) => {
            let ([a, b], c) = (fused.factors, fused.addend);
            match (fused.negates_product, fused.negates_addend) {
                (false, false) => write!(f, "fused {a} * {b} + {c}"),
                (false, true) => write!(f, "fused {a} * {b} - {c}"),
                (true, false) => write!(f, "fused {c} - {a} * {b}"),
                (true, true) => write!(f, "fused -{a} * {b} - {c}"),
            }
        }
        Expression::Cast(atom) => write!(f, "cast {} {atom}", program.element(variable)),
        Expression::Select(atoms) => {
            write!(f, "select")?;
            operands(f, atoms)
        }
        Expression::Combine(op, atom) => write!(f, "combine {} {atom}", op.name()),
        Expression::Position(index) => write!(f, "position {index}"),
        Expression::Check {
            integer, condition, ..
        } => match condition {
            Condition::Below(Bound::Known(bound)) => write!(f, "check {integer} < {bound}"),
            Condition::Below(Bound::Rows(table)) => {
                write!(f, "check {integer} < rows of {table}")
            }
            Condition::NotZero => write!(f, "check {integer} != 0"),
            Condition::AtMost(most) => write!(f, "check {integer} <= {most}"),
        },
    }
}

/// The prefix of a variable's name where it gets its value.
fn lanes(program: &Program, variable: Variable) -> &'static str {
    if program.has_lanes(variable) {
        "lanes "
    } else {
        ""
    }
}

fn operands(f: &mut fmt::Formatter<'_>, atoms: &[Atom]) -> fmt::Result {
    for (number, atom) in atoms.iter().enumerate() {
        write!(f, "{} {atom}", if number == 0 { "" } else { "," })?;
    }
    Ok(())
}

fn indent(f: &mut fmt::Formatter<'_>, level: usize) -> fmt::Result {
    for _ in 0..level {
        f.write_str("  ")?;
    }
    Ok(())
}

impl fmt::Display for BufferPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.buffer, self.index)
    }
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [row, column] = self.strides;
        write!(f, "{}[{} by {row}, {column}]", self.buffer, self.base)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{} by {}]", self.buffer, self.base, self.stride)
    }
}

impl fmt::Display for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for term in &self.terms {
            let stride = term.stride.unsigned_abs();
            f.write_str(match (first, term.stride < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            })?;
            first = false;
            if stride != 1 {
                write!(f, "{stride}*")?;
            }
            match term.position {
                Position::Counter(counter) => write!(f, "{counter}")?,
                Position::Variable(variable) => write!(f, "{variable}")?,
                Position::Lane => f.write_str("lane")?,
            }
        }
        match (first, self.offset) {
            (true, offset) => write!(f, "{offset}"),
            (false, 0) => Ok(()),
            (false, offset) if offset < 0 => write!(f, " - {}", offset.unsigned_abs()),
            (false, offset) => write!(f, " + {offset}"),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(variable) => write!(f, "{variable}"),
            Self::Literal(literal) => write!(f, "{literal}"),
        }
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}", self.0)
    }
}

impl fmt::Display for BufferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

impl fmt::Display for SlotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

impl fmt::Display for PartId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}
