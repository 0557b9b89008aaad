//! Values of constants that an editor may see as they are.

use proc_macro2::TokenTree;

use crate::tokens::sign;

/// Whether a constant is a literal of its type, plain arithmetic of such, or an array of them.
pub(super) fn fits(ty: &[TokenTree], value: &[TokenTree]) -> bool {
    match (ty, value) {
        (_, []) => false,
        ([TokenTree::Ident(ty)], value) => {
            let is_float = ty == "f64" || ty == "f32";
            value.iter().all(|token| match token {
                TokenTree::Group(_) => false,
                TokenTree::Literal(literal) => literal.to_string().contains('.') == is_float,
                token => sign(token) != Some('.'),
            })
        }
        ([TokenTree::Group(ty)], [TokenTree::Group(value)]) => {
            let [ty, value] =
                [ty, value].map(|group| -> Vec<TokenTree> { group.stream().into_iter().collect() });
            let by = |mark: char| move |token: &TokenTree| sign(token) == Some(mark);
            let mut of_type = ty.split(by(';'));
            let (Some(element), Some([count])) = (of_type.next(), of_type.next()) else {
                return false;
            };
            // The name of a constant is one of the block, which alone knows its value.
            let is_known = matches!(count, TokenTree::Literal(_));
            if !is_known && !matches!(count, TokenTree::Ident(_)) {
                return false;
            }
            let mut repeated = value.split(by(';'));
            if let (Some(value), Some([times])) = (repeated.next(), repeated.next()) {
                return times.to_string() == count.to_string() && fits(element, value);
            }
            let items: Vec<&[TokenTree]> = value.split(by(',')).collect();
            let last = usize::from(items.last().is_some_and(|item| item.is_empty()));
            let items = &items[..items.len() - last];
            (!is_known || items.len().to_string() == count.to_string())
                && items.iter().all(|item| fits(element, item))
        }
        _ => false,
    }
}
