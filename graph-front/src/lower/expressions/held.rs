//! Fields of variables that are held by their fields.

use syn::Expr;

use super::index_chain;
use crate::diagnostics::SourcePlace;
use crate::lower::Lowerer;
use crate::lower::values::Lowered;
use crate::lower::variables::{Field, Stored, VariableId};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A field of a variable that is held by its fields, with the index behind it.
    pub(super) fn field_of_variable(
        &mut self,
        id: VariableId,
        spine: &mut Vec<&'e Expr>,
    ) -> Option<Lowered<'b>> {
        let mut path: Vec<&'e Expr> = Vec::new();
        let mut found = None;
        for outer in spine.iter().rev() {
            if !matches!(outer, Expr::Field(_) | Expr::Index(_)) {
                break;
            }
            path.push(outer);
            match (self.field_at(id, &path), outer) {
                (Some(field), _) => found = Some((field, *outer)),
                (None, Expr::Index(_)) => {
                    path.pop();
                    break;
                }
                // What it is, is reported where its value is taken.
                (None, _) => return None,
            }
        }
        let (field, expr) = found?;
        spine.truncate(spine.len() - path.len());
        let Field::One(own) = field else {
            let value = self.read_field(&field);
            let value = self.as_array(value);
            let place = SourcePlace::of(expr);
            return Some(Lowered { value, place });
        };
        let is_by_elements = !matches!(self.variables.get(own).stored, Stored::Value(_));
        if let Some(&Expr::Index(index)) = spine.last()
            && is_by_elements
        {
            spine.pop();
            let chain = index_chain(index, spine);
            return Some(self.index_variable(own, expr, &chain));
        }
        let value = self.read(own);
        let place = SourcePlace::of(expr);
        Some(Lowered { value, place })
    }
}
