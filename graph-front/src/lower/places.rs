//! The places that nodes come from. Graphs carry lines, which is what they show of a source text;
//! where an error needs the tokens, a block is lowered with numbers of places in their stead.

use std::cell::RefCell;

use graph_ir::Site;

use crate::diagnostics::SourcePlace;

/// The places of a block's nodes, by their sites.
#[derive(Default)]
pub(crate) struct Places(RefCell<Vec<SourcePlace>>);

impl Places {
    /// The site of the nodes that come from a place.
    pub(super) fn site(&self, place: SourcePlace) -> Site {
        let mut places = self.0.borrow_mut();
        places.push(place);
        u32::try_from(places.len()).map_or_else(|_| Site::default(), Site)
    }

    /// The place of a site.
    pub(crate) fn of(&self, site: u32) -> Option<SourcePlace> {
        let number = usize::try_from(site).ok()?.checked_sub(1)?;
        self.0.borrow().get(number).copied()
    }
}
