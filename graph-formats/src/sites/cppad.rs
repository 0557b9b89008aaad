//! The sites of a graph that was read from CppAD.
//!
//! The two low bits of a site say in which list the entry stands, the others which entry it is.

use crate::Place;
use alloc::format;
use graph_ir::Site;

/// An entry of a file that nodes come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Parameters,
    Variables,
    Constant(usize),
    Usage(usize),
    Dependent(usize),
}

impl Origin {
    /// The site of this entry; the default one beyond the 2^30th entry of a list.
    pub(crate) fn site(self) -> Site {
        let (list, index) = match self {
            Self::Parameters => (0, 1),
            Self::Variables => (0, 2),
            Self::Constant(index) => (1, index),
            Self::Usage(index) => (2, index),
            Self::Dependent(index) => (3, index),
        };
        match u32::try_from(index) {
            Ok(index) if index < 1 << 30 => Site(index << 2 | list),
            _ => Site::default(),
        }
    }
}

/// The place in the file of a site of a graph that was read from it, for instance
/// `/op_usage_vec/1/7`; `None` for a site that no entry of a file has.
///
/// ```
/// use graph_formats::cppad;
///
/// let graph = cppad::from_str(
///     r#"{"function_name":"f","op_define_vec":[1,[{"op_code":1,"name":"sin","n_arg":1}]],
///     "n_dynamic_ind":0,"n_variable_ind":1,"constant_vec":[0,[]],
///     "op_usage_vec":[1,[[1,1]]],"dependent_vec":[1,[2]]}"#,
/// )?;
/// let site = graph.node(graph.outputs()[0].node).site;
/// assert_eq!(cppad::place(site).unwrap().pointer, "/op_usage_vec/1/0");
/// # Ok::<(), graph_formats::Error>(())
/// ```
#[must_use]
pub fn place(site: Site) -> Option<Place> {
    let index = site.0 >> 2;
    let pointer = match (site.0 & 3, index) {
        (0, 1) => "/n_dynamic_ind".into(),
        (0, 2) => "/n_variable_ind".into(),
        (1, _) => format!("/constant_vec/1/{index}"),
        (2, _) => format!("/op_usage_vec/1/{index}"),
        (3, _) => format!("/dependent_vec/1/{index}"),
        _ => return None,
    };
    Some(Place::without_text(pointer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_gives_its_place() {
        let pointer = |origin: Origin| place(origin.site()).map(|place| place.pointer);
        let cases = [
            (Origin::Parameters, "/n_dynamic_ind"),
            (Origin::Variables, "/n_variable_ind"),
            (Origin::Constant(0), "/constant_vec/1/0"),
            (Origin::Usage(7), "/op_usage_vec/1/7"),
            (
                Origin::Dependent((1 << 30) - 1),
                "/dependent_vec/1/1073741823",
            ),
        ];
        for (origin, expected) in cases {
            assert_eq!(pointer(origin).unwrap(), expected);
        }
        assert_eq!(pointer(Origin::Usage(1 << 30)), None);
        assert_eq!(place(Site::default()), None);
    }
}
