//! Reading the lines of one section into a graph.

use alloc::format;
use alloc::string::String;

use crate::error::Result;
use crate::graph::{
    Effect, EffectKind, External, ExternalKind, Graph, Op, Output, Role, Site, TypeId,
};
use crate::syntax::{
    Cursor, Draft, Functions, NodeReader, Operators, name, read_arguments, read_type, read_types,
};
use crate::types::ValueType;

/// Reads the lines of a section.
pub(super) struct Reader<'a>(Draft<'a>);

impl<'a> Reader<'a> {
    pub(super) fn new(
        name: String,
        operators: &'a Operators,
        functions: &'a mut Functions,
    ) -> Self {
        Self(Draft::new(name, operators, functions))
    }

    /// Adds the item of one line.
    pub(super) fn read_line(&mut self, mut line: Cursor<'_>) -> Result<()> {
        if line.is_blank() {
            return Ok(());
        }
        if line.peek() == Some(b'%') {
            return self.node(&mut line);
        }
        let mut ahead = line;
        match ahead.word() {
            Some("sites") => {
                self.0.frame.graph.sites = name::read(&mut ahead, "whose the sites are")?;
            }
            Some("file") => {
                let file = name::read_quoted(&mut ahead, "the name of a file in quotes")?;
                self.0.frame.graph.file = file;
            }
            Some("attribute") => self.attribute(&mut ahead)?,
            Some("tag") => {
                let node = ahead.node()?;
                let tag = name::read(&mut ahead, "a tag")?;
                self.0.frame.graph.tags.entry(node).or_default().insert(tag);
            }
            Some("external") => self.external(&mut ahead)?,
            Some("effect") => self.effect(&mut ahead)?,
            Some("output") => self.output(&mut ahead)?,
            _ => {
                return Err(line.expected(
                    "a node such as `%0: ..`, `attribute`, `external`, `effect` or `output`",
                ));
            }
        }
        ahead.end()
    }

    /// The graph of all lines, not yet verified.
    pub(super) fn finish(self) -> Result<Graph> {
        self.0.finish()
    }

    fn node(&mut self, line: &mut Cursor<'_>) -> Result<()> {
        let before = *line;
        let next = self.0.next();
        if line.node()? != next {
            return Err(before.error(format!("the next value is `{next}`")));
        }
        line.expect(b':')?;
        let ty = if line.peek() == Some(b'(') {
            self.0.frame.types.tuple(&read_types(line)?)
        } else {
            let ty = read_type(line)?;
            self.0.frame.types.intern(ValueType::Tensor(ty))
        };
        line.expect(b'=')?;
        self.0.arguments.clear();
        let op = self.operator_of(line, ty)?;
        if line.keyword("as") {
            let own = name::read(line, "the name of a value")?;
            self.0.frame.graph.names.insert(next, own);
        }
        let site = site(line)?;
        line.end()?;
        self.0.frame.append(op, ty, &self.0.arguments, site);
        Ok(())
    }

    /// Reads the text after the `=` of a node of type `ty`: operator, attributes and arguments.
    fn operator_of(&mut self, line: &mut Cursor<'_>, ty: TypeId) -> Result<Op> {
        let before = *line;
        let Some(word) = line.word() else {
            return Err(line.expected("an operator"));
        };
        let mut text = NodeReader {
            draft: &mut self.0,
            line,
            ty,
        };
        let op = Op::parse(word, &mut text)?;
        op.ok_or_else(|| before.expected("an operator"))
    }

    fn attribute(&mut self, line: &mut Cursor<'_>) -> Result<()> {
        let key = name::read(line, "a key")?;
        let value = name::read_quoted(line, "a value in quotes")?;
        self.0.frame.graph.attributes.insert(key, value);
        Ok(())
    }

    fn external(&mut self, line: &mut Cursor<'_>) -> Result<()> {
        let next = self.0.externals.len();
        line.expect_keyword(&format!("e{next}"))?;
        let kind = external_kind(line)?;
        let role = role(line)?;
        let name = name::read(line, "the name of a function of the host")?;
        let arguments = read_types(line)?;
        line.expect(b'-')?;
        line.expect(b'>')?;
        let results = read_types(line)?;
        let external = self.0.frame.external(External {
            name,
            kind,
            role,
            arguments,
            results,
        });
        self.0.externals.push(external);
        Ok(())
    }

    fn effect(&mut self, line: &mut Cursor<'_>) -> Result<()> {
        let mut ahead = *line;
        let kind = match ahead.word() {
            Some("print") => EffectKind::Print {
                before: name::read_quoted(&mut ahead, "the text before the value in quotes")?,
                after: name::read_quoted(&mut ahead, "the text after the value in quotes")?,
            },
            Some("compare") => {
                let before = ahead;
                let op = ahead.word().and_then(|name| self.0.operator(name));
                EffectKind::Compare(op.ok_or_else(|| before.expected("a comparison"))?)
            }
            Some("control") => EffectKind::ControlDependency,
            _ => return Err(line.expected("`print`, `compare` or `control`")),
        };
        self.0.arguments.clear();
        read_arguments(&mut self.0, &mut ahead)?;
        let site = site(&mut ahead)?;
        *line = ahead;
        self.0.frame.graph.effects.push(Effect {
            kind,
            arguments: self.0.arguments.clone(),
            site,
            position: self.0.next().index(),
        });
        Ok(())
    }

    fn output(&mut self, line: &mut Cursor<'_>) -> Result<()> {
        let node = line.node()?;
        let name = name::read_optional(line)?;
        self.0.frame.graph.outputs.push(Output { node, name });
        Ok(())
    }
}

fn site(line: &mut Cursor<'_>) -> Result<Site> {
    if line.eat(b'@') {
        line.number("the number of a site").map(Site)
    } else {
        Ok(Site::default())
    }
}

fn external_kind(line: &mut Cursor<'_>) -> Result<ExternalKind> {
    if line.keyword("smooth") {
        Ok(ExternalKind::Smooth)
    } else if line.keyword("opaque") {
        Ok(ExternalKind::Opaque)
    } else if line.keyword("first") {
        Ok(ExternalKind::FirstOrder)
    } else if line.keyword("discrete") {
        Ok(ExternalKind::Discrete)
    } else if line.keyword("numbered") {
        let call = line.number("the number of a call")?;
        Ok(ExternalKind::Numbered { call })
    } else {
        Err(line.expected("`smooth`, `first`, `opaque`, `discrete` or `numbered`"))
    }
}

fn role(line: &mut Cursor<'_>) -> Result<Role> {
    if line.keyword("value") {
        Ok(Role::Value)
    } else if line.keyword("tangent") {
        Ok(Role::Tangent)
    } else if line.keyword("adjoint") {
        Ok(Role::Adjoint)
    } else if line.keyword("second") {
        Ok(Role::Second)
    } else {
        Err(line.expected("`value`, `tangent`, `adjoint` or `second`"))
    }
}
