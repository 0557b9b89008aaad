//! Products of matrices as Python writes them, `a @ x`: the help has the operands as they stand
//! there, so that followed to the letter it is the program that was meant.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{chain_before, is_value, sign};

/// The error for products of one chain, `a @ b @ x`, and how many further `@` it has.
pub(super) struct Product {
    pub(super) error: Diagnostic,
    pub(super) further: usize,
}

/// The first product of a chain: the `@` at a position of tokens that stand side by side.
pub(super) fn product(tokens: &[TokenTree], at: usize) -> Product {
    let is_sign = |at: usize, own: char| tokens.get(at).and_then(sign) == Some(own);
    let start = left_operand(&tokens[..at]);
    let is_assigned = is_sign(at + 1, '=');
    let (own, code, further) = if is_assigned {
        let ends = |token: &TokenTree| matches!(sign(token), Some(';' | ','));
        let value = &tokens[at + 2..];
        let value = &value[..value.iter().position(ends).unwrap_or(value.len())];
        let left = in_rust(&tokens[start..at]);
        let product = call("matmul", left.clone(), in_rust(value));
        let further = value.iter().filter(|token| sign(token) == Some('@'));
        let code = format!("{} = {};", print(&left), print(&product));
        ("@=", code, further.count())
    } else {
        let (end, further) = chain_end(tokens, at);
        let product = in_rust(&tokens[start..end]);
        ("@", print(&product), further)
    };
    let place = SourcePlace::token(tokens[at].span());
    let of_vectors = match further {
        0 => outer(&code).map(|outer| format!("of two vectors it is `{outer}`")),
        _ => None,
    };
    let error = Diagnostic::new(place, format!("there is no operator `{own}`")).help(format!(
        "write the product of matrices as a function: `{code}`"
    ));
    Product {
        error: error.help_if(of_vectors),
        further,
    }
}

/// Whether a token and those behind it are `.T`, and no call.
pub(super) fn is_transposed(token: &TokenTree, mut after: impl Iterator<Item = TokenTree>) -> bool {
    let name = after.next();
    sign(token) == Some('.')
        && matches!(name, Some(TokenTree::Ident(name)) if name == "T" || name == "mT")
        && !matches!(after.next(), Some(TokenTree::Group(_)))
}

/// The product of two vectors that is a matrix, where the second factor of a product is transposed
/// and the first one is not.
fn outer(product: &str) -> Option<String> {
    let factors = product.strip_prefix("matmul(")?.strip_suffix("))")?;
    let (left, right) = factors.split_once(", transpose(")?;
    let is_one = |factor: &str| !factor.contains(['(', ',']);
    (is_one(left) && is_one(right)).then(|| format!("outer({left}, {right})"))
}

/// Where the factor before an `@` starts. The operators `*` and `/` bind as tightly, from left to
/// right, so that what they join is the operand. Numbers in front of a product may stay there.
fn left_operand(before: &[TokenTree]) -> usize {
    let mut start = before.len() - chain_before(before);
    let mut taken = start;
    while let Some(operator) = taken.checked_sub(1)
        && matches!(sign(&before[operator]), Some('*' | '/' | '%'))
        && operator
            .checked_sub(1)
            .is_some_and(|at| is_value(&before[at]))
    {
        taken = operator - chain_before(&before[..operator]);
        let is_number = matches!(&before[taken..operator], [TokenTree::Literal(_)]);
        if !is_number || sign(&before[operator]) != Some('*') {
            start = taken;
        }
    }
    start
}

/// The end of the last product among the factors from an `@` on, and how many products there are
/// behind the first one.
fn chain_end(tokens: &[TokenTree], at: usize) -> (usize, usize) {
    let mut operator = at;
    let (mut end, mut products) = (at, 0);
    while let Some(own) = tokens.get(operator).and_then(sign)
        && matches!(own, '@' | '*' | '/' | '%')
    {
        let factor = operand_length(&tokens[operator + 1..]);
        if factor == 0 {
            break;
        }
        operator += 1 + factor;
        if own == '@' {
            (end, products) = (operator, products + 1);
        }
    }
    // An operand that is missing is an error of its own.
    (end.max(at + 1), products.max(1) - 1)
}

/// How many tokens an operand has, with its signs and all that follows it without an operator.
fn operand_length(tokens: &[TokenTree]) -> usize {
    let is_prefix = |token: &&TokenTree| matches!(sign(token), Some('-' | '!' | '&'));
    let start = tokens.iter().take_while(is_prefix).count();
    let mut at = start;
    while let Some(token) = tokens.get(at) {
        let next = |ahead: usize| tokens.get(at + ahead);
        let is_sign = |ahead: usize, own: char| next(ahead).and_then(sign) == Some(own);
        at += match token {
            _ if at > start && is_sign(0, '.') && next(1).is_some_and(is_value) => 2,
            _ if at > start && is_sign(0, ':') && is_sign(1, ':') => 2,
            TokenTree::Group(group) => match group.delimiter() {
                Delimiter::Brace => break,
                Delimiter::Parenthesis | Delimiter::Bracket | Delimiter::None => 1,
            },
            token if is_value(token) && (at == start || is_path_behind(&tokens[..at])) => 1,
            _ => break,
        };
    }
    match at > start {
        true => at,
        false => 0,
    }
}

/// Whether tokens end in `::`, behind which a name follows.
fn is_path_behind(tokens: &[TokenTree]) -> bool {
    matches!(tokens, [.., a, b] if sign(a) == Some(':') && sign(b) == Some(':'))
}

/// Tokens with their products as calls, and with `.T` as the function that it means. Follows groups
/// by recursion, whose depth [`crate::guard`] bounds.
fn in_rust(tokens: &[TokenTree]) -> TokenStream {
    let mut done: Vec<TokenTree> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let is_behind_value = done.last().is_some_and(is_value);
        let is_transposed = is_transposed(token, tokens[at + 1..].iter().cloned());
        match sign(token) {
            Some('@') if is_behind_value => {
                let right = operand_length(&tokens[at + 1..]);
                let left = done.split_off(left_operand(&done));
                let operand = in_rust(&tokens[at + 1..][..right]);
                done.extend(call("matmul", left.into_iter().collect(), operand));
                at += 1 + right;
                continue;
            }
            Some('.') if is_behind_value && is_transposed => {
                let chain = done.split_off(done.len() - chain_before(&done));
                let name = Ident::new("transpose", Span::call_site());
                let arguments = without_parentheses(chain.into_iter().collect());
                done.extend([name.into(), parentheses(arguments)]);
                at += 2;
                continue;
            }
            _ => {}
        }
        done.push(match token {
            TokenTree::Group(group) => {
                let content: Vec<TokenTree> = group.stream().into_iter().collect();
                Group::new(group.delimiter(), in_rust(&content)).into()
            }
            token => token.clone(),
        });
        at += 1;
    }
    done.into_iter().collect()
}

/// A call of two operands.
fn call(function: &str, left: TokenStream, right: TokenStream) -> TokenStream {
    let mut arguments = without_parentheses(left);
    arguments.extend([TokenTree::from(Punct::new(',', Spacing::Alone))]);
    arguments.extend(without_parentheses(right));
    let name = TokenTree::from(Ident::new(function, Span::call_site()));
    [name, parentheses(arguments)].into_iter().collect()
}

fn parentheses(content: TokenStream) -> TokenTree {
    Group::new(Delimiter::Parenthesis, content).into()
}

/// An operand without the parentheses around all of it, which an argument does not need.
fn without_parentheses(operand: TokenStream) -> TokenStream {
    let mut tokens = operand.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(group)), None)
            if group.delimiter() == Delimiter::Parenthesis
                && !group
                    .stream()
                    .into_iter()
                    .any(|token| sign(&token) == Some(',')) =>
        {
            group.stream()
        }
        _ => operand,
    }
}
