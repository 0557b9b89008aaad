//! The range of a loop in whose repetitions an index is inside of its axis, for help.

use graph_ir::types::Extent;

use super::state::Loops;
use crate::lower::values::Affine;

impl Loops<'_, '_> {
    /// The help for forms some of whose values are no positions of an axis: the range of their loop
    /// in which all of them are. `None` where they move with several loops or in other steps than
    /// it does, and where the lengths leave open which range that is. `is_counter` says whether the
    /// body takes nothing away from a loop's variable of this name.
    pub(in crate::lower) fn narrowed(
        &self,
        forms: &[&Affine],
        extent: &Extent,
        is_counter: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let number = forms.first()?.innermost()?;
        let open = self.open.get(number)?;
        let written = open.written.as_ref().filter(|range| range.step == 1)?;
        let whole = (written.start.clone(), &written.start + &written.count);
        // As many repetitions as there are positions, but counted from 1.
        if let [form] = forms
            && form.terms == [(number, 1)]
            && form.offset == 0
            && written.start == 1
            && written.count == *extent
            && !open.name.is_empty()
            && is_counter(&open.name)
        {
            let name = &open.name;
            return Some(format!(
                "positions are counted from 0: `for {name} in 0..{extent}`"
            ));
        }
        let (mut start, mut end) = whole.clone();
        for form in forms {
            if form.terms != [(number, 1)] {
                return None;
            }
            let (low, high) = (-&form.offset, extent - &form.offset);
            match (is_less(&start, &low), is_less(&low, &start)) {
                (true, _) => start = low,
                (_, true) => {}
                _ if low == start => {}
                _ => return None,
            }
            match (is_less(&high, &end), is_less(&end, &high)) {
                (true, _) => end = high,
                (_, true) => {}
                _ if high == end => {}
                _ => return None,
            }
        }
        let is_new = (&start, &end) != (&whole.0, &whole.1);
        let runs = !(&end - &start - 1).is_negative();
        let name = &open.name;
        (is_new && runs && !name.is_empty())
            .then(|| format!("run over the positions of the array: `for {name} in {start}..{end}`"))
    }
}

/// Whether an extent is less than another, whatever the lengths.
fn is_less(left: &Extent, right: &Extent) -> bool {
    (right - left - 1).is_natural()
}
