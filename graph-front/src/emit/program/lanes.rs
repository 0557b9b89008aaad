//! Statements over lanes: vectors of a type of their own, whose operations are written one by one.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_ir::ops::{Class, ScalarOp};
use graph_program::{Atom, BufferKind, BufferPlace, Expression, Index, Position, Variable};

use super::Writer;
use super::operator::write_scalar;
use super::place::write_index;

impl Writer<'_> {
    /// The value of a variable with lanes.
    pub(super) fn lanes_expression(
        &mut self,
        variable: Variable,
        value: &Expression,
    ) -> std::fmt::Result {
        let element = self.program.element(variable);
        match value {
            Expression::Load(place) => self.load_lanes(place),
            Expression::Scalar(op, atoms) => self.lanes_operator(*op, &atoms[..op.arity()]),
            Expression::MulAdd(fused) => {
                let signed = |atom: Atom, negates: bool| {
                    let text = self.lanes_operand(element, atom);
                    if negates { format!("(-{text})") } else { text }
                };
                let [a, b] = fused.factors;
                let a = signed(a, fused.negates_product);
                let (b, c) = (signed(b, false), signed(fused.addend, fused.negates_addend));
                write!(self.text, "lanes::Lanes::contract({a},{b},{c})")
            }
            Expression::Select(atoms) => self.select_lanes(element, atoms),
            // Only conversions to the same type are scheduled in lanes.
            Expression::Copy(atom) | Expression::Cast(atom) => {
                let text = self.lanes_operand(element, *atom);
                self.text.push_str(&text);
                Ok(())
            }
            Expression::Combine(..) | Expression::Position(_) | Expression::Check { .. } => Ok(()),
        }
    }

    /// The lanes of a variable combined to a scalar.
    pub(super) fn combine_lanes(&mut self, op: ScalarOp, lanes: Atom) -> std::fmt::Result {
        let element = self.element(lanes);
        write!(
            self.text,
            "{}.combine_tree(|x,y|",
            self.names.atom_text(lanes)
        )?;
        write_scalar(&mut self.text, op, element, &["x", "y"]);
        self.text.push(')');
        Ok(())
    }

    /// Stores one element for each lane.
    pub(super) fn store_lanes(&mut self, place: &BufferPlace, value: Atom) -> std::fmt::Result {
        let element = self.program.buffer(place.buffer).ty.element;
        let value = self.lanes_operand(element, value);
        let method = match place.index.lane_stride() {
            1 => "store",
            _ => "store_strided",
        };
        write!(self.text, "lanes::Lanes::{method}({value},&mut ")?;
        self.buffer_name(place.buffer)?;
        self.text.push_str("[..],");
        self.lane_position(&place.index)?;
        self.text.push(')');
        Ok(())
    }

    fn load_lanes(&mut self, place: &BufferPlace) -> std::fmt::Result {
        let buffer = self.program.buffer(place.buffer);
        let element = buffer.ty.element;
        let ty = self.lanes_type(element);
        let table = matches!(buffer.kind, BufferKind::Constant(_));
        if table && element == Element::Float {
            // Tables of a generic float are tables of `f64`.
            let name = self.table_name(place.buffer);
            write!(self.text, "<{ty}>::from_fn(|j|T::from_f64({name}[")?;
            let first = without_lane(&place.index);
            write_index(&mut self.text, &self.names, first.offset, &first.terms);
            let stride = place.index.lane_stride();
            let sign = if stride < 0 { '-' } else { '+' };
            write!(self.text, "{sign}{}*j]))", stride.unsigned_abs())?;
            return Ok(());
        }
        let method = match place.index.lane_stride() {
            1 => "load",
            _ => "load_strided",
        };
        write!(self.text, "<{ty}>::{method}(&")?;
        match table {
            true => self.text += &self.table_name(place.buffer),
            false => self.buffer_name(place.buffer)?,
        }
        self.text.push_str("[..],");
        self.lane_position(&place.index)?;
        self.text.push(')');
        Ok(())
    }

    /// Where lane 0 is, and how far apart lanes are if that is not one place.
    fn lane_position(&mut self, index: &Index) -> std::fmt::Result {
        let first = without_lane(index);
        write_index(&mut self.text, &self.names, first.offset, &first.terms);
        match index.lane_stride() {
            1 => Ok(()),
            stride => write!(self.text, ",{stride}"),
        }
    }

    /// The operator's own text: the functions of `math` take lanes as they take numbers. Only
    /// comparisons are written differently, since Rust's operators do not yield masks.
    fn lanes_operator(&mut self, op: ScalarOp, atoms: &[Atom]) -> std::fmt::Result {
        let of = self.element(atoms[0]);
        let operands: Vec<String> = match op.class() {
            Class::Logic => self.masks(atoms),
            _ => atoms
                .iter()
                .map(|&atom| self.lanes_operand(of, atom))
                .collect(),
        };
        if op.class() == Class::Comparison {
            return write!(self.text, "math::{}({})", op.name(), operands.join(","));
        }
        let names: Vec<&str> = operands.iter().map(String::as_str).collect();
        write_scalar(&mut self.text, op, of, &names);
        Ok(())
    }

    fn select_lanes(
        &mut self,
        element: Element,
        &[condition, a, b]: &[Atom; 3],
    ) -> std::fmt::Result {
        if element == Element::Bool {
            let masks = self.masks(&[condition, a, b]);
            let [c, a, b] = [0, 1, 2].map(|i| &masks[i]);
            return write!(self.text, "{c}&{a}|!{c}&{b}");
        }
        let (a, b) = (
            self.lanes_operand(element, a),
            self.lanes_operand(element, b),
        );
        let condition_text = self.names.atom_text(condition);
        match self.has_lanes(condition) {
            true => write!(self.text, "math::select({condition_text},{a},{b})"),
            false => write!(self.text, "if {condition_text} {{{a}}} else {{{b}}}"),
        }
    }

    /// The operands as masks; at least one of them is a mask already.
    fn masks(&self, atoms: &[Atom]) -> Vec<String> {
        let like = atoms.iter().find(|&&atom| self.has_lanes(atom));
        let like = like
            .map(|&atom| self.names.atom_text(atom))
            .unwrap_or_default();
        let masks = atoms.iter().map(|&atom| match self.has_lanes(atom) {
            true => self.names.atom_text(atom),
            false => format!("lanes::splat_like({like},{})", self.names.atom_text(atom)),
        });
        masks.collect()
    }

    /// An operand as lanes of floats: a scalar counts for every lane.
    pub(super) fn lanes_operand(&self, element: Element, atom: Atom) -> String {
        let text = self.names.atom_text(atom);
        match self.has_lanes(atom) {
            true => text,
            false => format!("<{}>::splat({text})", self.lanes_type(element)),
        }
    }

    /// The vector type of an element type, on the machine that the body is compiled for.
    pub(super) fn lanes_type(&self, element: Element) -> &'static str {
        match (element, self.style.dispatches) {
            (Element::F32, false) => "lanes::F32x8",
            (Element::F32, true) => "M::F32",
            (Element::Float, false) => "T::Lanes",
            (Element::Float, true) => "T::On<M>",
            (_, false) => "lanes::F64x8",
            (_, true) => "M::F64",
        }
    }

    pub(super) fn has_lanes(&self, atom: Atom) -> bool {
        match atom {
            Atom::Variable(variable) => self.program.has_lanes(variable),
            Atom::Literal(_) => false,
        }
    }
}

fn without_lane(index: &Index) -> Index {
    let mut first = index.clone();
    first.terms.retain(|term| term.position != Position::Lane);
    first
}
