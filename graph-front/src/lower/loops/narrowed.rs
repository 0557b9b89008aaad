//! The range of a loop in whose repetitions an index is inside of its axis, for help.

use graph_ir::types::Extent;

use super::state::Loops;
use crate::lower::report::grouped;
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
        let name = &open.name;
        if name.is_empty() {
            return None;
        }
        // As many repetitions as there are positions, but counted from another number than 0.
        if let [form] = forms
            && form.terms == [(number, 1)]
            && form.offset == 0
            && written.count == *extent
            && is_counter(name)
        {
            return match written.start == 1 {
                true => Some(format!(
                    "positions are counted from 0: `for {name} in 0..{extent}`"
                )),
                false => shifted(name, &written.start),
            };
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
        // From a negative number on, other positions are meant than those that are none.
        if start != whole.0 && !whole.0.is_natural() {
            return Some(format!(
                "positions are counted from 0, and `{name}` from {}",
                whole.0
            ));
        }
        // The first positions may be left out on purpose or not.
        if let [form] = forms
            && form.offset == 0
            && start != 0
            && is_counter(name)
        {
            return None;
        }
        let is_new = (&start, &end) != (&whole.0, &whole.1);
        let runs = !(&end - &start - 1).is_negative();
        (is_new && runs)
            .then(|| format!("run over the positions of the array: `for {name} in {start}..{end}`"))
    }
}

/// The help for the variable of a loop that is a position but for the number that it starts with.
fn shifted(name: &str, start: &Extent) -> Option<String> {
    let distance = -start;
    let position = match start.is_natural() {
        true => format!("{name} - {}", grouped(&start.to_string())),
        false if distance.is_natural() => format!("{name} + {distance}"),
        false => return None,
    };
    Some(format!(
        "positions are counted from 0: that of `{name}` is `{position}`"
    ))
}

/// Whether an extent is less than another, whatever the lengths.
fn is_less(left: &Extent, right: &Extent) -> bool {
    (right - left - 1).is_natural()
}
