//! Refuses text so deeply nested that parsing it would overflow the compiler's stack.
//!
//! The parser recurses for every group and every prefix operator, and for `else if`, nested
//! generics and chained assignments. Those are counted here, without recursion, before it runs.
//! Chains to the left (`a + b + c`, `x.f().g()`) are parsed by a loop and are not limited.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree, token_stream::IntoIter};

use crate::diagnostics::{Diagnostic, SourcePlace};

/// How deeply groups (parentheses, brackets, braces) may be nested.
const GROUPS: usize = 96;
/// How many tokens in a row may each nest what follows: prefix operators, `else`, `<`, `=`.
const CHAIN: usize = 200;

/// The error for tokens that are nested too deeply.
pub(crate) fn check(tokens: TokenStream) -> Option<Diagnostic> {
    measure(tokens).err()
}

/// How deeply tokens nest what they hold, groups and chains counted. The guard has accepted them.
pub(crate) fn depth(tokens: TokenStream) -> usize {
    measure(tokens).unwrap_or(GROUPS + CHAIN)
}

/// The depth of tokens, or the error for those that are nested too deeply.
fn measure(tokens: TokenStream) -> Result<usize, Diagnostic> {
    let mut stack: Vec<(IntoIter, Chain)> = vec![(tokens.into_iter(), Chain::default())];
    let (mut groups, mut longest) = (0, 0);
    while let Some((tokens, chain)) = stack.last_mut() {
        let Some(token) = tokens.next() else {
            stack.pop();
            continue;
        };
        let place = SourcePlace::token(token.span());
        chain.count(&token);
        longest = longest.max(chain.length());
        if longest > CHAIN {
            return Err(error(place, &format!("{CHAIN} operators in a chain")));
        }
        if let TokenTree::Group(group) = token {
            if stack.len() >= GROUPS {
                return Err(error(place, &format!("{GROUPS} levels")));
            }
            stack.push((group.stream().into_iter(), Chain::default()));
            groups = groups.max(stack.len());
        }
    }
    Ok(groups + longest)
}

fn error(place: SourcePlace, limit: &str) -> Diagnostic {
    Diagnostic::new(
        place,
        format!("this is nested too deeply: {limit} are allowed"),
    )
    .help("give the inner parts names with `let`")
}

/// Counts of tokens that nest to the right, since the last separator.
#[derive(Default)]
struct Chain {
    prefixes: usize,
    nesting: usize,
    elses: usize,
    after_operand: bool,
    joint_equals: bool,
    after_else: bool,
}

impl Chain {
    /// How deeply the chain nests what follows.
    fn length(&self) -> usize {
        self.prefixes.max(self.nesting).max(self.elses)
    }

    /// Counts a token.
    fn count(&mut self, token: &TokenTree) {
        let after_else = std::mem::take(&mut self.after_else);
        match token {
            TokenTree::Punct(punct) => self.punct(punct.as_char(), punct.spacing()),
            TokenTree::Ident(ident) => self.word(&ident.to_string(), after_else),
            TokenTree::Group(group) => {
                self.operand();
                // Statements that end in a block need no separator.
                if group.delimiter() == Delimiter::Brace {
                    self.nesting = 0;
                }
            }
            TokenTree::Literal(_) => self.operand(),
        }
    }

    fn punct(&mut self, punct: char, spacing: Spacing) {
        let follows = std::mem::take(&mut self.joint_equals);
        match punct {
            ';' | ',' => *self = Self::default(),
            // `==`, `<=`, `+=` and the like do not nest; a lone `=` does.
            '=' if !follows && spacing == Spacing::Alone => self.nesting += 1,
            '<' if spacing == Spacing::Alone => self.nesting += 1,
            '|' if !self.after_operand => self.nesting += 1,
            _ => {
                self.joint_equals = spacing == Spacing::Joint;
                if !self.after_operand {
                    self.prefixes += 1;
                }
            }
        }
        self.after_operand = matches!(punct, '?' | '>');
    }

    fn word(&mut self, word: &str, after_else: bool) {
        match word {
            "else" => {
                self.elses += 1;
                self.after_else = true;
            }
            "if" => {
                if !after_else {
                    self.elses = 0;
                }
                self.nesting += 1;
            }
            "return" | "break" | "yield" | "move" | "async" | "unsafe" | "static" | "mut"
            | "const" | "let" | "while" | "for" | "loop" | "match" | "do" | "try" | "dyn"
            | "impl" | "fn" | "box" | "ref" | "raw" | "become" | "extern" | "where" => {
                self.nesting += 1;
            }
            _ => {
                self.operand();
                return;
            }
        }
        self.after_operand = false;
    }

    fn operand(&mut self) {
        self.prefixes = 0;
        self.after_operand = true;
        self.joint_equals = false;
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    fn refused(text: &str) -> bool {
        check(text.parse().expect("tokens")).is_some()
    }

    #[test]
    fn deep_nesting_is_refused() {
        for (open, close) in [
            ("(", ")"),
            ("[", "]"),
            ("{", "}"),
            ("-", ""),
            ("!", ""),
            ("& ", ""),
        ] {
            let deep = |n: usize| format!("{}x{}", open.repeat(n), close.repeat(n));
            assert!(!refused(&deep(50)), "{open}");
            assert!(refused(&deep(5000)), "{open}");
        }
        assert!(refused(&format!("x{}", " = x".repeat(5000))));
        assert!(refused(&format!("let y: {}x", "A<".repeat(5000))));
        assert!(refused(&"if a { b } else ".repeat(5000)));
        assert!(refused(&format!("{}x", "return ".repeat(5000))));
        assert!(refused(&format!("{}x", "|a| ".repeat(5000))));
    }

    #[test]
    fn long_text_is_accepted() {
        assert!(!refused(&format!("x{}", " + x".repeat(20_000))));
        assert!(!refused(&format!("x{}", ".sin()".repeat(20_000))));
        assert!(!refused(
            &"let a = if a < b { b } else { -c };".repeat(5000)
        ));
        assert!(!refused(
            &"if a < b { y = 1.0; } else { y = -2.0; }".repeat(5000)
        ));
        assert!(!refused(&"if a { y = 1.0; } ".repeat(5000)));
        assert!(!refused(&"for i in 0..3 { y += x[i]; } ".repeat(5000)));
        assert!(!refused(&format!("f({}x)", "-1.0, ".repeat(5000))));
        assert!(!refused(&format!("x{}", " * -1.0".repeat(5000))));
    }
}
