//! The sites of a graph that was read from NNVM or MXNet.

use crate::Place;
use alloc::format;
use graph_ir::Site;

/// The site of a node: its id and one, so that the default site is none.
pub(crate) fn of_node(id: usize) -> Site {
    u32::try_from(id + 1).map_or(Site::default(), Site)
}

/// The place in the file of a site of a graph that was read from it, for instance `/nodes/7`;
/// `None` for a site that no entry of a file has.
#[must_use]
pub fn place(site: Site) -> Option<Place> {
    let id = site.0.checked_sub(1)?;
    Some(Place::without_text(format!("/nodes/{id}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_gives_its_place() {
        let pointer = |site| place(site).map(|place| place.pointer);
        assert_eq!(pointer(of_node(0)).unwrap(), "/nodes/0");
        assert_eq!(pointer(of_node(7)).unwrap(), "/nodes/7");
        assert_eq!(pointer(Site::default()), None);
    }
}
