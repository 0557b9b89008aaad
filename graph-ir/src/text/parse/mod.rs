//! Reading the text: the version, then the sections from the last to the first, so that every
//! function exists before it is referred to and nothing is followed by recursion.

mod section;

use alloc::format;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::VERSION;
use crate::error::{Error, Result};
use crate::graph::{Foreign, Function, FunctionKind, Graph, Rule, derivative_rule};
use crate::syntax::{Cursor, Functions, Operators, function_of, name};
use crate::verify::verify_nodes;
use section::Reader;

/// One graph of the text: its header and its lines.
struct Section<'t> {
    /// The rest of the header line after `graph` or `function`.
    header: Cursor<'t>,
    /// The number of the header line.
    line: usize,
    /// The lines below the header.
    body: &'t str,
}

/// The graph of a text.
pub(super) fn parse(text: &str) -> Result<Graph> {
    let (main, sections) = split(text)?;
    let operators = Operators::new();
    let mut functions: Functions = alloc::vec![None; sections.len()];
    for (number, section) in sections.iter().enumerate().rev() {
        let function = function(section, number, &operators, &mut functions)?;
        functions[number] = Some((Arc::new(function), false));
    }
    let graph = graph(&main, main.header, &operators, &mut functions)?;
    verify_nodes(&graph)?;
    for (section, function) in sections.iter().zip(&functions) {
        if !matches!(function, Some((_, true))) {
            return Err(section.header.error("nothing refers to this function"));
        }
    }
    Ok(graph)
}

fn function(
    section: &Section<'_>,
    number: usize,
    operators: &Operators,
    functions: &mut Functions,
) -> Result<Function> {
    let mut header = section.header;
    header.expect_keyword(&format!("f{number}"))?;
    let kind = if header.keyword("foreign") {
        FunctionKind::Foreign(foreign(&mut header)?)
    } else if header.peek() == Some(b'{') {
        FunctionKind::WithRule(rule(&mut header, functions)?)
    } else {
        FunctionKind::Plain
    };
    let graph = graph(section, header, operators, functions)?;
    verify_nodes(&graph).map_err(|error| match error {
        Error::Invalid { node, what } => Error::Invalid {
            node: format!("{node} of f{number}"),
            what,
        },
        other => other,
    })?;
    if let FunctionKind::WithRule(rule) = &kind {
        derivative_rule(&graph, rule).map_err(|error| Error::Invalid {
            node: format!("the rule of f{number}"),
            what: error.to_string(),
        })?;
    }
    Ok(Function { kind, graph })
}

/// A rule: `{adjoint f1, tangent f2}`, one of the two or both.
fn rule(header: &mut Cursor<'_>, functions: &mut Functions) -> Result<Rule> {
    header.expect(b'{')?;
    let start = *header;
    let (mut adjoint, mut tangent) = (None, None);
    header.items(b'}', |header| {
        let before = *header;
        let place = if header.keyword("adjoint") {
            &mut adjoint
        } else if header.keyword("tangent") {
            &mut tangent
        } else {
            return Err(header.expected("`adjoint` or `tangent`"));
        };
        match place.replace(function_of(header, functions)?) {
            Some(_) => Err(before.error("a derivative is given once in each mode")),
            None => Ok(()),
        }
    })?;
    Rule::new(adjoint, tangent).map_err(|error| start.error(error.to_string()))
}

fn foreign(header: &mut Cursor<'_>) -> Result<Foreign> {
    let format = name::read_quoted(header, "the name of a format in quotes")?;
    let op = name::read_quoted(header, "the name of an operator in quotes")?;
    header.expect(b'{')?;
    let attributes = header.items(b'}', |header| {
        let key = name::read(header, "a key")?;
        Ok((key, name::read_quoted(header, "a value in quotes")?))
    })?;
    Ok(Foreign {
        format,
        op,
        attributes,
    })
}

/// The graph of a section, given the rest of its header.
fn graph(
    section: &Section<'_>,
    mut header: Cursor<'_>,
    operators: &Operators,
    functions: &mut Functions,
) -> Result<Graph> {
    let name = name::read_optional(&mut header)?;
    header.end()?;
    let mut reader = Reader::new(name, operators, functions);
    for (line, text) in (section.line + 1..).zip(section.body.lines()) {
        reader.read_line(Cursor::new(text, line))?;
    }
    reader.finish()
}

/// The sections of a text, the graph's own and those of its functions.
fn split(text: &str) -> Result<(Section<'_>, Vec<Section<'_>>)> {
    let mut lines = Lines {
        rest: text,
        line: 0,
    };
    let mut first = lines.next_item();
    first.expect_keyword("adgraph")?;
    let before = first;
    let version: u32 = first.number("the version of the textual form")?;
    if version != VERSION {
        let what = format!("version {version} is not known; known is {VERSION}");
        return Err(before.error(what));
    }
    first.end()?;
    let mut header = lines.next_item();
    header.expect_keyword("graph")?;
    let main = lines.section(header);
    let mut sections = Vec::new();
    while !lines.rest.is_empty() {
        let mut header = lines.next_item();
        header.expect_keyword("function")?;
        sections.push(lines.section(header));
    }
    Ok((main, sections))
}

/// The lines that are not yet read.
struct Lines<'t> {
    rest: &'t str,
    /// The number of the line read last.
    line: usize,
}

impl<'t> Lines<'t> {
    /// The next line that means something; the empty one at the end of the text.
    fn next_item(&mut self) -> Cursor<'t> {
        loop {
            let text = self.next_line();
            let mut cursor = Cursor::new(text, self.line);
            if !cursor.is_blank() || self.rest.is_empty() {
                return cursor;
            }
        }
    }

    fn next_line(&mut self) -> &'t str {
        let end = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
        let (line, rest) = self.rest.split_at(end);
        (self.rest, self.line) = (rest, self.line + 1);
        let line = line.strip_suffix('\n').unwrap_or(line);
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// The section of this header: all lines before the next header.
    fn section(&mut self, header: Cursor<'t>) -> Section<'t> {
        let (start, first) = (self.rest, self.line);
        while !self.rest.is_empty() {
            let before = (self.rest, self.line);
            let text = self.next_line();
            if Cursor::new(text, 0).keyword("function") {
                (self.rest, self.line) = before;
                break;
            }
        }
        Section {
            header,
            line: first,
            body: &start[..start.len() - self.rest.len()],
        }
    }
}
