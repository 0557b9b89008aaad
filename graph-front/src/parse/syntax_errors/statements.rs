//! Errors in bodies: a statement that lacks its end, and constructs of other languages.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use syn::Expr;

use super::calls::{broadcast_call, computed_length};
use super::{
    Fault, Rule, empty_array_type, keyword_before, keyword_for_name, keyword_for_value, last_sign,
};
use crate::diagnostics::{Diagnostic, SourcePlace, in_words, is_same, line_of, position_of, print};
use crate::tokens::{levels, sign};

/// The message for a `let` whose value may be missing, or the `;` behind it.
pub(crate) const LACKS_END: &str = "this statement lacks its value, or the `;` at its end";

const RULES: &[Rule] = &[
    computed_length,
    broadcast_call,
    chained_comparison,
    spread,
    half_match,
    constant_without_type,
    empty_array_type,
    loop_header,
    keyword,
    keyword_before,
    body_without_braces,
    list_of_values,
    end_of_group,
    nothing_behind_point,
    end_of_line,
    end_of_block,
    end_of_statement,
    missing_expression,
    keyword_for_value,
];

/// The error at the token behind which something is missing, if the parser reports it at the token
/// after, and that stands on a later line or the statement's `;` is missing.
pub(in crate::parse) fn behind_statement(error: syn::Error, tokens: TokenStream) -> syn::Error {
    let found = Fault::new(&error, tokens).by(RULES);
    found.map_or(error, Diagnostic::into_syn)
}

/// The same in the body of a function, whose result may be an array.
pub(in crate::parse) fn in_body(
    error: syn::Error,
    tokens: TokenStream,
    returns_array: bool,
) -> syn::Error {
    let fault = Fault {
        returns_array,
        ..Fault::new(&error, tokens)
    };
    fault.by(RULES).map_or(error, Diagnostic::into_syn)
}

impl Fault {
    /// Whether the parser expected the end of a statement.
    fn lacks_end(&self) -> bool {
        self.message.ends_with("expected `;`")
    }

    /// Whether the parser expected an expression.
    fn lacks_expression(&self) -> bool {
        self.message.contains("expected an expression")
    }
}

/// `a < b < c`.
fn chained_comparison(fault: &Fault) -> Option<Diagnostic> {
    if fault.message != "comparison operators cannot be chained" {
        return None;
    }
    let own = halves(fault).unwrap_or_else(|| "a < b && b < c".into());
    Some(fault.help(format!("split the comparison into two: `{own}`")))
}

/// The two comparisons of a chain whose second one is at the place.
fn halves(fault: &Fault) -> Option<String> {
    let mut found = None;
    levels(fault.tokens.clone(), |level| {
        let is_place = |token: &TokenTree| is_same(token.span(), fault.place);
        if let Some(second) = level.iter().position(is_place) {
            found = chain_around(level, second);
        }
    });
    let [(left, first), (middle, second)] = found.as_ref()?.0.each_ref();
    let right = &found.as_ref()?.1;
    Some(format!(
        "{left} {first} {middle} && {middle} {second} {right}"
    ))
}

/// The operands of a chain of two comparisons, and their signs behind them.
type Chain = ([(String, String); 2], String);

/// The chain of comparisons around a sign.
fn chain_around(level: &[TokenTree], second: usize) -> Option<Chain> {
    let compares = |at: usize| comparison_at(level, at);
    let length = compares(second)?;
    let ends_before = |at: &usize| is_end_of_operand(level, *at) || compares(*at).is_some();
    // A sign of two characters ends in the second one.
    let end = (0..second).rev().find(|at| ends_before(at))?;
    let starts = [end.checked_sub(1), Some(end)].into_iter().flatten();
    let first = starts
        .into_iter()
        .find(|&at| compares(at).is_some_and(|length| at + length == end + 1))?;
    let middle = &level[end + 1..second];
    let start = (0..first).rev().find(|at| ends_before(at));
    let left = &level[start.map_or(0, |at| at + 1)..first];
    let behind = second + length;
    let stop = (behind..level.len()).find(|at| ends_before(at));
    let right = &level[behind..stop.unwrap_or(level.len())];
    let chains_on = [start, stop].into_iter().flatten().any(|at| {
        compares(at).is_some() || at > 0 && compares(at - 1).is_some_and(|length| length == 2)
    });
    let text = |tokens: &[TokenTree]| {
        let text = print(&tokens.iter().cloned().collect::<TokenStream>());
        let operand = syn::parse_str::<Expr>(&text).ok()?;
        let binds = !matches!(
            operand,
            Expr::Assign(_) | Expr::Closure(_) | Expr::Let(_) | Expr::Range(_) | Expr::Return(_)
        );
        binds.then_some(text)
    };
    let sign = |at: usize, length: usize| -> String {
        let signs = level[at..at + length].iter();
        signs.map(ToString::to_string).collect()
    };
    let signs = [sign(first, end + 1 - first), sign(second, length)];
    let are_of_one_kind = signs.iter().all(|sign| sign.starts_with(['<', '>']))
        || signs.iter().all(|sign| sign == "==");
    let [one, other] = signs;
    (are_of_one_kind && !chains_on).then_some(())?;
    Some(([(text(left)?, one), (text(middle)?, other)], text(right)?))
}

/// The number of characters of the comparison that starts at a token.
fn comparison_at(level: &[TokenTree], at: usize) -> Option<usize> {
    let [first, next] = [at, at + 1].map(|at| level.get(at).and_then(sign));
    let before = at
        .checked_sub(1)
        .and_then(|at| level.get(at))
        .and_then(sign);
    match (first?, next) {
        ('<' | '>', Some('=')) => Some(2),
        ('=' | '!', Some('=')) if !matches!(before, Some('<' | '>' | '=' | '!')) => Some(2),
        ('<' | '>', _) if !matches!(before, Some('-' | '=')) => Some(1),
        _ => None,
    }
}

/// Whether an operand of a comparison ends at a token, or starts behind it.
fn is_end_of_operand(level: &[TokenTree], at: usize) -> bool {
    const WORDS: [&str; 6] = ["else", "if", "in", "let", "return", "while"];
    let next = level.get(at + 1).and_then(sign);
    let before = at
        .checked_sub(1)
        .and_then(|at| level.get(at))
        .and_then(sign);
    match &level[at] {
        TokenTree::Ident(word) => WORDS.iter().any(|own| word == own),
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => match sign(token) {
            Some(',' | ';' | '=' | '|') => true,
            Some('&') => next == Some('&') || before == Some('&'),
            _ => false,
        },
    }
}

/// `[...a, b]`.
fn spread(fault: &Fault) -> Option<Diagnostic> {
    let starts = fault
        .before
        .as_ref()
        .is_none_or(|token| sign(token) == Some(','));
    let is_spread = fault.message == "expected `..=`" && starts;
    is_spread.then(|| fault.help("arrays are joined by `concat`: `concat(a, [b])`"))
}

/// `match` in front of a later line, which is read as the value that it chooses by.
fn half_match(fault: &Fault) -> Option<Diagnostic> {
    if !fault.message.contains("curly braces") {
        return None;
    }
    let mut found = None;
    levels(fault.tokens.clone(), |level| {
        let is_match = |token: &TokenTree| matches!(token, TokenTree::Ident(own) if own == "match");
        let is_braces = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let Some(at) = level.iter().position(is_match) else {
            return;
        };
        if !level[at..].iter().any(is_braces) {
            found = Some(SourcePlace::token(level[at].span()));
        }
    });
    let message = "`match` is not part of the language of `graph!`";
    let help = "choose with `if .. { .. } else { .. }`";
    Some(Diagnostic::new(found?, message).help(help))
}

/// `const N = 3;`.
fn constant_without_type(fault: &Fault) -> Option<Diagnostic> {
    let name = fault.word_before()?;
    if fault.message != "expected `:`" || !fault.finds('=') {
        return None;
    }
    let ty = type_of_value(fault.tokens.clone(), &name.to_string());
    Some(fault.help(format!("a constant has a type: `const {name}: {ty} = ..;`")))
}

/// `for i, v in x`, `for (i = 0; ..)` and `for (i in x)`.
fn loop_header(fault: &Fault) -> Option<Diagnostic> {
    let help = match fault.message.as_str() {
        "expected `in`" if fault.finds(',') => return Some(fault.help(names_of_loop(fault)?)),
        "expected `in`" if fault.finds('=') => "a loop is written `for i in 0..4 { .. }`",
        "expected `,`" if fault.word_found().is_some_and(|word| word == "in") => {
            "a loop has no parentheses: `for i in 0..4 { .. }`"
        }
        _ => return None,
    };
    Some(fault.help(help))
}

/// The help for a loop over several values whose names have no parentheses.
fn names_of_loop(fault: &Fault) -> Option<String> {
    let mut header = None;
    levels(fault.tokens.clone(), |level| {
        let is_place = |token: &TokenTree| is_same(token.span(), fault.place);
        if let Some(comma) = level.iter().position(is_place) {
            let is_for = |token: &TokenTree| matches!(token, TokenTree::Ident(own) if own == "for");
            let start = level[..comma].iter().rposition(is_for);
            header = start.map(|start| level[start + 1..].to_vec());
        }
    });
    let header = header?;
    let is_in = |token: &TokenTree| matches!(token, TokenTree::Ident(own) if own == "in");
    let (names, values) = header.split_at(header.iter().position(is_in)?);
    let values = match values {
        [_, TokenTree::Ident(call), TokenTree::Group(arguments), ..] if call == "enumerate" => {
            format!("{}.iter().enumerate()", print(&arguments.stream()))
        }
        [_, TokenTree::Ident(array), TokenTree::Group(body), ..]
            if body.delimiter() == Delimiter::Brace =>
        {
            format!("{array}.iter().enumerate()")
        }
        _ => "..".into(),
    };
    let names = print(&names.iter().cloned().collect::<TokenStream>());
    Some(format!(
        "several names stand in parentheses: `for ({names}) in {values}`"
    ))
}

/// A keyword as the name of a variable.
fn keyword(fault: &Fault) -> Option<Diagnostic> {
    match fault.message.contains("identifier") {
        true => keyword_for_name(fault.word_found()?),
        false => None,
    }
}

/// `if c a else b`.
fn body_without_braces(fault: &Fault) -> Option<Diagnostic> {
    let message = fault.message.as_str();
    let lacks_braces = matches!(
        message,
        "expected curly braces" | "expected `if` or curly braces"
    );
    let help = "what belongs to `if`, `else` or `for` stands in braces: `if c { a } else { b }`";
    lacks_braces.then(|| fault.help(help))
}

/// `{ a, b }`.
fn list_of_values(fault: &Fault) -> Option<Diagnostic> {
    if !fault.lacks_end() || !fault.finds(',') {
        return None;
    }
    let values = entries_at(fault)?;
    let items = ["const ", "type ", "use ", "pub ", "static ", "let "];
    if items.iter().any(|item| values.starts_with(item)) {
        return None;
    }
    let assigns = |text: &str| match syn::parse_str::<Expr>(text) {
        Ok(Expr::Assign(_)) => true,
        Ok(Expr::Binary(e)) => ["+=", "-=", "*=", "/=", "%="].contains(&&*print(&e.op)),
        _ => false,
    };
    if assigns(values.trim_end_matches([',', ' '])) {
        let message = "a statement ends with `;`, found `,`";
        return Some(fault.at_place(message).help("write `;` in its place"));
    }
    let help = format!("write `({values})` for several values, `[{values}]` for an array");
    let message = "a block has one value, and no list of them";
    Some(fault.at_place(message).help(help))
}

/// A group that ends too early: `f(x, y.)`.
fn end_of_group(fault: &Fault) -> Option<Diagnostic> {
    let missing = fault.message.strip_prefix("unexpected end of input, ")?;
    let (Some(before), None) = (&fault.before, &fault.found) else {
        return None;
    };
    if fault.lacks_end() {
        return None;
    }
    let expected = match missing {
        "expected identifier or integer" => "expected a name",
        missing => in_words(missing).unwrap_or(missing),
    };
    let place = SourcePlace::token(SourcePlace::of(before).end());
    let message = format!("{expected} behind `{}`", last_sign(before));
    Some(Diagnostic::new(place, message))
}

/// `y.;`.
fn nothing_behind_point(fault: &Fault) -> Option<Diagnostic> {
    let (point, _) = fault.before.as_ref().zip(fault.found.as_ref())?;
    let place = SourcePlace::token(point.span());
    (fault.message == "expected identifier or integer" && sign(point) == Some('.'))
        .then(|| Diagnostic::new(place, "expected a name behind `.`"))
}

/// The error for what is missing in front of a later line, at the end of the line before.
fn end_of_line(fault: &Fault) -> Option<Diagnostic> {
    let (before, _) = fault.before.as_ref().zip(fault.found.as_ref())?;
    let end = SourcePlace::of(before).end();
    let message = fault.message.as_str();
    if fault.lacks_end()
        || fault.lacks_expression()
        || !message.starts_with("expected ")
        || line_of(end) >= line_of(fault.place)
    {
        return None;
    }
    let expected = match message.contains("identifier") {
        true => "expected a name",
        false => in_words(message).unwrap_or(message),
    };
    let message = format!("{expected} behind `{}`", last_sign(before));
    Some(Diagnostic::new(SourcePlace::token(end), message))
}

/// The error for a last statement of a block without its end, at the statement and not at the end of
/// the block: at its `=`, where the value stands on a later line and may be the next statement.
fn end_of_block(fault: &Fault) -> Option<Diagnostic> {
    let (Some(last), None, true) = (&fault.before, &fault.found, fault.lacks_end()) else {
        return None;
    };
    let end = SourcePlace::of(last).end();
    let mut unfinished = None;
    levels(fault.tokens.clone(), |level| {
        if level
            .last()
            .is_none_or(|own| !is_same(SourcePlace::of(own).end(), end))
        {
            return;
        }
        let is_let = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "let");
        let statement = &level[level.iter().rposition(is_let).unwrap_or(0)..];
        let mut pairs = statement.windows(2).filter(|pair| sign(&pair[0]).is_some());
        let broken = |pair: &&[TokenTree]| line_of(pair[0].span()) < line_of(pair[1].span());
        unfinished = pairs.find(broken).map(|pair| pair[0].span());
    });
    match unfinished {
        Some(sign) => Some(Diagnostic::new(SourcePlace::token(sign), LACKS_END)),
        None => {
            line_of(end)?;
            let place = SourcePlace::token(end);
            Some(Diagnostic::new(place, "expected `;` behind this"))
        }
    }
}

/// The error for a statement without its `;` in front of another token.
fn end_of_statement(fault: &Fault) -> Option<Diagnostic> {
    let (before, found) = fault.before.as_ref().zip(fault.found.as_ref())?;
    fault.lacks_end().then(|| {
        let place = SourcePlace::token(SourcePlace::of(before).end());
        let message = format!("expected `;` behind this, found `{}`", print(found));
        let help = match fault.finds(',') {
            true => in_parentheses(fault),
            false => None,
        };
        Diagnostic::new(place, message).help_if(help)
    })
}

/// The error for an expression that is missing in front of a later line.
fn missing_expression(fault: &Fault) -> Option<Diagnostic> {
    let before = fault.before.as_ref()?;
    if !fault.lacks_expression() || line_of(before.span()) >= line_of(fault.place) {
        return None;
    }
    let place = SourcePlace::token(SourcePlace::of(before).end());
    let message = format!("expected an expression behind `{}`", print(before));
    Some(Diagnostic::new(place, message))
}

/// The help for several results at the end of a body without their parentheses, between which a
/// comma is at the place.
fn in_parentheses(fault: &Fault) -> Option<String> {
    let mut help = None;
    levels(fault.tokens.clone(), |level| {
        let is_comma = |token: &TokenTree| is_same(token.span(), fault.place);
        let Some(at) = level.iter().position(is_comma) else {
            return;
        };
        let is_end = |token: &TokenTree| match token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            token => sign(token) == Some(';'),
        };
        let start = level[..at]
            .iter()
            .rposition(is_end)
            .map_or(0, |end| end + 1);
        let is_let = matches!(&level[start..], [TokenTree::Ident(word), ..] if word == "let");
        if is_let || level[at..].iter().any(is_end) {
            return;
        }
        let results: TokenStream = level[start..].iter().cloned().collect();
        let results = print(&results);
        help = Some(match fault.returns_array {
            true => format!("several results are an array, in brackets: `[{results}]`"),
            false => format!("several results are a tuple, in parentheses: `({results})`"),
        });
    });
    help
}

/// The type of a constant of this name without a type, as far as the literals of its value tell it.
/// In an editor tokens have no places to find it by.
fn type_of_value(tokens: TokenStream, name: &str) -> &'static str {
    let mut ty = "f64";
    levels(tokens, |level| {
        let defined = level.windows(3).position(|tokens| {
            let is_item = ["const", "static"].contains(&print(&tokens[0]).as_str());
            is_item && print(&tokens[1]) == name && sign(&tokens[2]) == Some('=')
        });
        let Some(defined) = defined else {
            return;
        };
        let value = level[defined + 3..].iter();
        let value = value.take_while(|token| sign(token) != Some(';'));
        let words: Vec<String> = value
            .filter(|token| sign(token).is_none())
            .map(print)
            .collect();
        let is_whole = |word: &String| word.parse::<usize>().is_ok();
        let is_truth = |word: &String| word == "true" || word == "false";
        if words.iter().any(is_truth) {
            ty = "bool";
        } else if !words.is_empty() && words.iter().all(is_whole) {
            ty = "usize";
        }
    });
    ty
}

/// The text of the values of a block, if the comma at the place stands between two of them.
fn entries_at(fault: &Fault) -> Option<String> {
    let place = position_of(fault.place)?;
    let mut found = None;
    levels(fault.tokens.clone(), |level| {
        let is_here = level
            .iter()
            .any(|token| position_of(token.span()) == Some(place));
        let is_list = !level.iter().any(|token| sign(token) == Some(';'));
        if is_here && is_list {
            found = Some(print(&level.iter().cloned().collect::<TokenStream>()));
        }
    });
    found
}
