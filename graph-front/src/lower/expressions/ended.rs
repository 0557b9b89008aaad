//! Names whose `let` stands in a block that has ended.

use proc_macro2::{TokenStream, TokenTree};

use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::tokens::{levels, sign};

/// The longest value of a `let` that a help repeats.
const LONGEST: usize = 40;

impl Lowerer<'_, '_> {
    /// The note and the help for a name that has no meaning here, where a block inside of the body
    /// declares it: the first mention in that block is its `let`, and there are mentions elsewhere.
    pub(super) fn ended(&self, name: &str) -> Option<[String; 2]> {
        let tokens: TokenStream = self.source?.tokens.clone().into();
        let all = count(&tokens, name);
        let (mut visited, mut found) = (0, None);
        levels(tokens, |level| {
            visited += 1;
            // The first is the braces of the body, the second its own statements.
            if visited > 2 && found.is_none() {
                found = value_of_let(level, name, all);
            }
        });
        let value = found?;
        let note =
            format!("a `let` in an inner block declares `{name}`, which ends with that block");
        let help = format!(
            "declare it before the block, `let mut {name} = ..;`, and assign it there: \
             `{name} = {value};`"
        );
        Some([note, help])
    }
}

/// The value of the `let` of a name among the tokens of a block, where no token before it mentions
/// the name and the block has not all mentions of the body, whose number is `all`.
fn value_of_let(level: &[TokenTree], name: &str, all: usize) -> Option<String> {
    let is =
        |at: usize, word: &str| matches!(level.get(at), Some(TokenTree::Ident(i)) if i == word);
    let mut lets = (0..level.len()).filter(|&at| is(at, "let"));
    let declared = lets.find_map(|at| {
        let own = at + 1 + usize::from(is(at + 1, "mut"));
        is(own, name).then_some(own)
    })?;
    let (before, inside) = (collected(&level[..declared]), collected(level));
    if count(&before, name) > 0 || count(&inside, name) == all {
        return None;
    }
    let signs = |own: char| (declared..level.len()).find(|&at| sign(&level[at]) == Some(own));
    let (start, end) = (signs('=')?, signs(';')?);
    let value = print(&collected(level.get(start + 1..end)?));
    Some(match value.chars().count() <= LONGEST {
        true => value,
        false => "..".into(),
    })
}

fn collected(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}

/// How often tokens have a name.
fn count(tokens: &TokenStream, name: &str) -> usize {
    let mut found = 0;
    levels(tokens.clone(), |level| {
        let is_own = |token: &&TokenTree| matches!(token, TokenTree::Ident(own) if own == name);
        found += level.iter().filter(is_own).count();
    });
    found
}
