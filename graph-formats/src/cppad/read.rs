//! Reading: text to [`Document`], in one pass, with everything checked on the way.
//!
//! The grammar has a fixed depth, so nothing recurs; a count that the file claims is compared with
//! the entries that are there and never used to reserve memory.

use super::claims::Claims;
use super::document::{Call, Document};
use super::lexer::Lexer;
use super::{Form, Operator};
use crate::source::{Slice, TextSource};
use crate::{Error, Position};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

impl Document {
    /// Reads a document from a text in memory. Text after its closing brace is ignored.
    ///
    /// # Errors
    ///
    /// If the text does not follow the format. A file that claims far more inputs than it mentions
    /// (by more than 1,048,576) is refused as well.
    pub fn from_slice(text: &[u8]) -> Result<Self, Error> {
        read(Slice(text))
    }

    /// Reads a document from a reader, which need not be buffered: 64 kilobytes are asked for at
    /// a time, and the text is never held as a whole.
    ///
    /// # Errors
    ///
    /// Those of [`Document::from_slice`], and those of the reader.
    #[cfg(feature = "std")]
    pub fn from_reader(reader: impl std::io::Read) -> Result<Self, Error> {
        read(crate::source::Reader::new(reader))
    }
}

impl FromStr for Document {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        read(Slice(text.as_bytes()))
    }
}

fn read<S: TextSource>(source: S) -> Result<Document, Error> {
    let mut reader = Reader {
        lexer: Lexer::new(source),
        document: Document::default(),
        operators: Vec::new(),
        claims: Claims::default(),
    };
    match reader.document() {
        Ok(()) => Ok(reader.document),
        Err(error) => Err(reader.lexer.cause(error)),
    }
}

/// The length of the shortest usage, `[1,1],`.
const SHORTEST: usize = 6;

pub(super) struct Reader<S> {
    pub(super) lexer: Lexer<S>,
    pub(super) document: Document,
    /// The operators of the definitions; the op_code is the index plus 1.
    operators: Vec<Operator>,
    pub(super) claims: Claims,
}

impl<S: TextSource> Reader<S> {
    fn document(&mut self) -> Result<(), Error> {
        self.lexer.expect(b'{')?;
        self.key("function_name")?;
        self.document.function_name = self.lexer.string()?.into();
        self.next_key("op_define_vec")?;
        self.counted_list(Self::definition)?;
        self.next_key("n_dynamic_ind")?;
        self.document.n_dynamic = self.claimed_count("dynamic parameters")?;
        self.next_key("n_variable_ind")?;
        self.document.n_variable = self.claimed_count("variables")?;
        self.next_key("constant_vec")?;
        self.counted_list(Self::constant)?;
        self.next_key("op_usage_vec")?;
        if self.document.begin_usages().is_none() {
            return Err(self.too_many_nodes());
        }
        self.counted_list_after(Self::reserve, Self::usage)?;
        self.next_key("dependent_vec")?;
        self.counted_list(Self::dependent)?;
        self.end_object()?;
        self.check_claims()
    }

    /// Makes room for usages. The rest of the text bounds their number, whatever is claimed.
    fn reserve(&mut self, claimed: u64) {
        let room = self.lexer.remaining() / SHORTEST;
        self.document
            .reserve(usize::try_from(claimed).map_or(room, |claimed| claimed.min(room)));
    }

    fn definition(&mut self) -> Result<(), Error> {
        self.lexer.expect(b'{')?;
        self.key("op_code")?;
        let code = self.operators.len() as u64 + 1;
        self.exactly(code, "the next op_code in order")?;
        self.next_key("name")?;
        let at = self.lexer.token_start();
        let name = self.lexer.string()?;
        let Some(operator) = Operator::from_name(name) else {
            return Err(Error::UnknownOperator {
                name: name.into(),
                place: self.lexer.place(at),
            });
        };
        if let Form::Fixed(n_arg) = operator.form() {
            self.next_key("n_arg")?;
            self.exactly(n_arg.into(), operator.name())?;
        }
        self.end_object()?;
        self.operators.push(operator);
        Ok(())
    }

    fn constant(&mut self) -> Result<(), Error> {
        let value = self.lexer.float()?;
        self.document.constants.push(value);
        Ok(())
    }

    fn usage(&mut self) -> Result<(), Error> {
        if let Some((numbers, count, length)) = self.lexer.short_array::<5>()
            && self.short_usage(&numbers[..count])?
        {
            self.lexer.pass(length);
            return Ok(());
        }
        self.lexer.expect(b'[')?;
        self.lexer.trail.enter(0_u64);
        let operator = self.op_code()?;
        match operator.form() {
            Form::Fixed(n_arg) => self.fixed(operator, n_arg)?,
            Form::Sum => self.applied(operator, None, Some(1), None)?,
            Form::Compare => self.applied(operator, None, Some(0), Some(2))?,
            Form::Discrete => {
                let name = self.next_string("the name of the function")?;
                self.applied(operator, Some(Call::Named(name)), Some(1), Some(1))?;
            }
            Form::Atom => {
                let name = self.next_string("the name of the function")?;
                self.applied(operator, Some(Call::Named(name)), None, None)?;
            }
            Form::Atom4 => {
                let name = self.next_string("the name of the function")?;
                self.next_entry("call_id")?;
                let call_id = self.narrow("call_id")?;
                let call = Call::Numbered { name, call_id };
                self.applied(operator, Some(call), None, None)?;
            }
            Form::Print => {
                let before = self.next_string("the text before the value")?;
                let after = self.next_string("the text after the value")?;
                let call = Call::Print { before, after };
                self.applied(operator, Some(call), Some(0), Some(2))?;
            }
        }
        self.lexer.trail.leave();
        self.lexer.expect(b']')
    }

    /// Adds the usage `[op, a, ...]` of a fixed number of arguments, if nothing is wrong with it;
    /// if something is, the grammar reports it.
    fn short_usage(&mut self, numbers: &[u32]) -> Result<bool, Error> {
        let (code, arguments) = (numbers[0] as usize, &numbers[1..]);
        let Some(&operator) = self.operators.get(code.wrapping_sub(1)) else {
            return Ok(false);
        };
        let (end, n_arg) = (self.document.next_node(), arguments.len());
        let exist = arguments.iter().all(|node| (1..end).contains(node));
        if !exist || !matches!(operator.form(), Form::Fixed(n) if usize::from(n) == n_arg) {
            return Ok(false);
        }
        self.document.push_arguments(arguments);
        self.push_usage(operator, None, n_arg as u64, 1)?;
        Ok(true)
    }

    fn op_code(&mut self) -> Result<Operator, Error> {
        let at = self.lexer.token_start();
        let code = self.lexer.integer()?;
        let index = usize::try_from(code).ok().and_then(|c| c.checked_sub(1));
        let operator = index.and_then(|index| self.operators.get(index));
        operator.copied().ok_or_else(|| Error::Value {
            place: self.lexer.place(at),
            expected: format!("an op_code that is defined, 1 to {}", self.operators.len()).into(),
            found: code.to_string(),
        })
    }

    /// The rest of `[op, a, ...]`.
    fn fixed(&mut self, operator: Operator, n_arg: u8) -> Result<(), Error> {
        for number in 1..=n_arg {
            if !self.lexer.accept(b',') {
                let name = operator.name();
                let expected = format!("`,` and argument {number} of {n_arg} of `{name}`");
                return Err(self.lexer.unexpected(expected));
            }
            self.lexer.trail.advance();
            self.argument()?;
        }
        self.push_usage(operator, None, n_arg.into(), 1)
    }

    /// The rest of `[op, ..., n_result, n_arg, [...]]`, with the counts that the operator demands.
    fn applied(
        &mut self,
        operator: Operator,
        call: Option<Call>,
        n_result: Option<u32>,
        n_arg: Option<u64>,
    ) -> Result<(), Error> {
        self.next_entry("the number of results")?;
        let n_result = match n_result {
            Some(n_result) => self.exact_count(n_result.into(), operator, "result")? as u32,
            None => self.claimed_count("results")?,
        };
        self.next_entry("the number of arguments")?;
        let n_arg = match n_arg {
            Some(n_arg) => self.exact_count(n_arg, operator, "argument")?,
            None => self.lexer.integer()?,
        };
        self.next_entry("the arguments")?;
        let n_arg = self.entries(n_arg, Self::argument)?;
        self.push_usage(operator, call, n_arg, n_result)
    }

    fn push_usage(
        &mut self,
        operator: Operator,
        call: Option<Call>,
        n_arg: u64,
        n_result: u32,
    ) -> Result<(), Error> {
        let pushed = self.document.push_usage(operator, call, n_arg, n_result);
        pushed.ok_or_else(|| self.too_many_nodes())
    }

    fn argument(&mut self) -> Result<(), Error> {
        let at = self.lexer.token_start();
        let node = self.lexer.integer()?;
        let node = self.node(node, at, ", which come before this usage")?;
        self.document.push_argument(node);
        Ok(())
    }

    fn dependent(&mut self) -> Result<(), Error> {
        let at = self.lexer.token_start();
        let node = self.lexer.integer_or_integral_float()?;
        let node = self.node(node, at, "")?;
        self.document.dependents.push(node);
        Ok(())
    }

    /// Checks that a node exists already.
    fn node(&self, node: u64, at: Position, which: &str) -> Result<u32, Error> {
        let end = self.document.next_node();
        match u32::try_from(node) {
            Ok(node) if (1..end).contains(&node) => Ok(node),
            _ => Err(Error::Reference {
                place: self.lexer.place(at),
                node: node.to_string(),
                expected: match end - 1 {
                    0 => String::from("no reference, as there are no nodes before this one"),
                    last => format!("a node from 1 to {last}{which}"),
                },
            }),
        }
    }
}
