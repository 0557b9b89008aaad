//! From a JSON pointer back to the line and column: for errors that are found after reading, when
//! only the pointer of the entry is left.

use super::{Error, Place, Position};
use alloc::borrow::ToOwned;
use alloc::string::String;

impl Place {
    /// The same place with its position in the text, if it has none and the text has the entry.
    ///
    /// ```
    /// use graph_formats::Place;
    ///
    /// let place = Place::without_text("/nodes/1/op").located("{\"nodes\":\n [{}, {\"op\": \"sin\"}]}");
    /// assert_eq!(place.to_string(), "/nodes/1/op (line 2, column 14)");
    /// ```
    #[must_use]
    pub fn located(mut self, text: &str) -> Self {
        self.position = self.position.or_else(|| find(text, &self.pointer));
        self
    }
}

impl Error {
    /// The same error with the position in the text of the entry that it is about: errors found
    /// after reading know only the entry's JSON pointer.
    #[must_use]
    pub fn located(mut self, text: &str) -> Self {
        let place = self.place_mut();
        *place = core::mem::take(place).located(text);
        self
    }
}

/// Where an entry starts in a text.
fn find(text: &str, pointer: &str) -> Option<Position> {
    let mut rest = Rest { text, offset: 0 };
    rest.skip_space();
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        match rest.next()? {
            b'{' => rest.enter_key(&step)?,
            b'[' => rest.enter_index(step.parse().ok()?)?,
            _ => return None,
        }
    }
    position(text, rest.offset)
}

fn position(text: &str, offset: usize) -> Option<Position> {
    let before = text.get(..offset)?;
    let line = before.rsplit('\n').next().unwrap_or_default();
    let count = |n: usize| n as u64;
    Some(Position {
        offset: count(offset),
        line: count(before.matches('\n').count()) + 1,
        column: count(line.chars().count()) + 1,
    })
}

/// The text from an offset on, at the start of a value.
struct Rest<'t> {
    text: &'t str,
    offset: usize,
}

impl Rest<'_> {
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.offset).copied()
    }

    fn skip_space(&mut self) {
        let is_space = |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c);
        while self.next().is_some_and(is_space) {
            self.offset += 1;
        }
    }

    /// Goes behind the opening bracket, a comma or a colon, and to the token after it.
    fn step(&mut self) {
        self.offset += 1;
        self.skip_space();
    }

    /// Goes to the value of a key of the object that starts here.
    fn enter_key(&mut self, key: &str) -> Option<()> {
        self.step();
        while self.next()? == b'"' {
            let found = self.string()?;
            self.skip_space();
            self.step();
            if found == key {
                return Some(());
            }
            self.skip_value()?;
            if self.next()? == b',' {
                self.step();
            }
        }
        None
    }

    /// Goes to an entry of the array that starts here.
    fn enter_index(&mut self, index: usize) -> Option<()> {
        self.step();
        for _ in 0..index {
            self.skip_value()?;
            if self.next()? != b',' {
                return None;
            }
            self.step();
        }
        (self.next()? != b']').then_some(())
    }

    /// Goes behind a string, which is given as it is written: keys of the formats need no escapes.
    fn string(&mut self) -> Option<String> {
        let start = self.offset + 1;
        self.offset = start;
        while self.next()? != b'"' {
            self.offset += if self.next()? == b'\\' { 2 } else { 1 };
        }
        self.offset += 1;
        Some(self.text.get(start..self.offset - 1)?.to_owned())
    }

    /// Goes behind a value and the space after it.
    fn skip_value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.next()? {
                b'"' => drop(self.string()?),
                b'{' | b'[' => {
                    depth += 1;
                    self.offset += 1;
                }
                b'}' | b']' if depth > 0 => {
                    depth -= 1;
                    self.offset += 1;
                }
                b',' | b'}' | b']' if depth == 0 => return Some(()),
                _ => self.offset += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn entries_are_found() {
        let text = "{ \"a\" : [1, {\"b\\\"\": \"x]}\", \"c\": [[], 2,\n\t-3e5]}],\n \"d~/\":null}";
        let found = |pointer: &str| {
            let position = find(text, pointer)?;
            let rest = &text[usize::try_from(position.offset).ok()?..];
            Some((position.line, position.column, rest.chars().next()?))
        };
        assert_eq!(found(""), Some((1, 1, '{')));
        assert_eq!(found("/a"), Some((1, 9, '[')));
        assert_eq!(found("/a/0"), Some((1, 10, '1')));
        assert_eq!(found("/a/1/c"), Some((1, 33, '[')));
        assert_eq!(found("/a/1/c/0"), Some((1, 34, '[')));
        assert_eq!(found("/a/1/c/2"), Some((2, 2, '-')));
        assert_eq!(found("/d~0~1"), Some((3, 8, 'n')));
        for missing in ["/b", "/a/2", "/a/0/0", "/a/x", "/a/1/c/0/0", "/a/1/c/3"] {
            assert_eq!(found(missing), None, "{missing}");
        }
        for broken in ["", "[", "[1", "{\"a", "{\"a\"", "{\"a\\", "[\"é"] {
            for pointer in ["/a", "/a/0", "/1"] {
                assert_eq!(find(broken, pointer), None, "{broken}");
            }
        }
    }
}
