//! The attributes of a whole graph: a value with its type, `["int", 10901]`.

use super::lexer::Lexer;
use crate::Error;
use crate::source::TextSource;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The value of an attribute of a graph. The types are those that NNVM registers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphAttribute {
    /// `["int", 10901]`
    Int(i64),
    /// `["size_t", 0]`, up to 9223372036854775807.
    Size(u64),
    /// `["str", ".."]`
    Text(String),
    /// `["list_int", [..]]`
    Ints(Vec<i64>),
    /// `["list_str", [..]]`
    Texts(Vec<String>),
    /// `["list_layout", [..]]`
    Layouts(Vec<String>),
    /// `["list_shape", [[..], ..]]`; an empty shape and an extent of 0 are not known.
    Shapes(Vec<Vec<i64>>),
    /// `["dict_str_int", {..}]`, sorted by key.
    Dictionary(Vec<(String, i64)>),
}

impl GraphAttribute {
    /// The name of the type in the file.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Int(_) => "int",
            Self::Size(_) => "size_t",
            Self::Text(_) => "str",
            Self::Ints(_) => "list_int",
            Self::Texts(_) => "list_str",
            Self::Layouts(_) => "list_layout",
            Self::Shapes(_) => "list_shape",
            Self::Dictionary(_) => "dict_str_int",
        }
    }
}

impl<S: TextSource> Lexer<S> {
    /// Reads a value with its type.
    pub(super) fn graph_attribute(&mut self) -> Result<GraphAttribute, Error> {
        if !self.cursor.accept(b'[') {
            let expected = "a type and a value such as `[\"int\", 10901]`";
            return Err(self.cursor.unexpected(expected));
        }
        self.cursor.trail.enter(0_u64);
        let (name, at) = self.string()?;
        let read: fn(&mut Self) -> Result<GraphAttribute, Error> = match name.as_str() {
            "int" => |lexer| lexer.signed().map(GraphAttribute::Int),
            "size_t" => |lexer| lexer.size().map(GraphAttribute::Size),
            "str" => |lexer| Ok(GraphAttribute::Text(lexer.string()?.0)),
            "list_int" => |lexer| lexer.list(Self::signed).map(GraphAttribute::Ints),
            "list_str" => |lexer| lexer.texts().map(GraphAttribute::Texts),
            "list_layout" => |lexer| lexer.texts().map(GraphAttribute::Layouts),
            "list_shape" => |lexer| {
                let shapes = lexer.list(|lexer| lexer.list(Self::signed));
                shapes.map(GraphAttribute::Shapes)
            },
            "dict_str_int" => |lexer| lexer.dictionary(),
            _ => {
                return Err(Error::Value {
                    place: self.cursor.place(at),
                    expected: "one of the types int, size_t, str, list_int, list_str, \
                               list_layout, list_shape, dict_str_int"
                        .into(),
                    found: format!("{name:?}"),
                });
            }
        };
        self.cursor.expect(b',')?;
        self.cursor.trail.replace(1_u64);
        let value = read(self)?;
        self.cursor.trail.leave();
        self.cursor.expect(b']')?;
        Ok(value)
    }

    /// Reads an array of any length.
    pub(super) fn list<T>(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        self.cursor.expect(b'[')?;
        let mut elements = Vec::new();
        if self.cursor.accept(b']') {
            return Ok(elements);
        }
        loop {
            self.cursor.trail.enter(elements.len());
            elements.push(element(self)?);
            self.cursor.trail.leave();
            if self.cursor.accept(b']') {
                return Ok(elements);
            }
            if !self.cursor.accept(b',') {
                return Err(self.cursor.unexpected("`,` or `]`"));
            }
        }
    }

    fn texts(&mut self) -> Result<Vec<String>, Error> {
        self.list(|lexer| lexer.string().map(|(text, _)| text))
    }

    fn dictionary(&mut self) -> Result<GraphAttribute, Error> {
        let mut entries = Vec::new();
        self.object(|lexer, key, at| {
            entries.push((key, lexer.signed()?, at));
            Ok(())
        })?;
        entries.sort_by(|left, right| left.0.cmp(&right.0));
        if let Some(pair) = entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            self.cursor.trail.enter(pair[1].0.clone());
            return Err(self.repeated_key(&pair[1].0, pair[1].2));
        }
        let entries = entries.into_iter().map(|(key, value, _)| (key, value));
        Ok(GraphAttribute::Dictionary(entries.collect()))
    }
}
