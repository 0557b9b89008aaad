//! Parts shared by convolutions and poolings: layouts of axes, and windows that slide along them.

use super::Parameters;
use super::body::extents;
use super::shape::{MAX_ELEMENTS, Refusal, Shape, misfit, shown};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::ops::Windows;
use graph_ir::{Result as Built, Wire};

/// The most axes along which a window slides.
pub(super) const MAX_SPACE: usize = 3;

/// Where the axes of a batch, of channels and of space stand in a tensor: for each of them in this
/// order the axis that it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout(Vec<usize>);

impl Layout {
    /// The layout that an attribute names by one letter an axis, for windows of `space` axes.
    /// Nothing said means `plain`, by default the order of the letters in `NCDHW` or `OIDHW`.
    pub(super) fn of(
        attribute: &'static str,
        parameters: &Parameters,
        letters: &str,
        space: usize,
    ) -> Result<Self, Refusal> {
        let plain: String = letters[..2]
            .chars()
            .chain(letters[letters.len() - space..].chars())
            .collect();
        let text = parameters.word(attribute);
        if matches!(text, "" | "None" | "__undef__") {
            return Ok(Self((0..plain.len()).collect()));
        }
        let axes: Option<Vec<usize>> = plain.chars().map(|letter| text.find(letter)).collect();
        match axes {
            Some(axes) if text.len() == plain.len() => Ok(Self(axes)),
            _ => {
                let expected = format!("the letters {plain} in some order");
                Err(misfit(attribute, expected, text))
            }
        }
    }

    /// The extents of a tensor of this layout, batch and channels first.
    pub(super) fn plain(&self, shape: &[usize]) -> Shape {
        self.0.iter().map(|&axis| shape[axis]).collect()
    }

    /// The extents in this layout of a tensor that has batch and channels first.
    pub(super) fn laid(&self, plain: &[usize]) -> Shape {
        let mut shape = vec![0; plain.len()];
        for (&axis, &extent) in self.0.iter().zip(plain) {
            shape[axis] = extent;
        }
        shape
    }

    /// A tensor of this layout with batch and channels first.
    pub(super) fn open<'b>(&self, wire: Wire<'b>) -> Built<Wire<'b>> {
        wire.builder().transpose(wire, &self.0)
    }

    /// A tensor that has batch and channels first in this layout.
    pub(super) fn close<'b>(&self, wire: Wire<'b>) -> Built<Wire<'b>> {
        wire.builder()
            .transpose(wire, &self.laid(&(0..self.0.len()).collect::<Vec<_>>()))
    }
}

/// How a window slides along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    /// The extent of the axis.
    pub(super) extent: usize,
    /// The places in a window.
    pub(super) kernel: usize,
    /// The distance from a window to the next.
    pub(super) stride: usize,
    /// The distance from a place in a window to the next.
    pub(super) dilation: usize,
    /// The padding before the axis; that after it is as much as the windows need.
    pub(super) before: usize,
    /// How many windows there are.
    pub(super) count: usize,
}

impl Span {
    /// The extent of a window, gaps included.
    pub(super) fn reach(self) -> usize {
        (self.kernel - 1) * self.dilation + 1
    }

    /// The padding that the last window needs after the axis.
    fn after(self) -> usize {
        let end = (self.count - 1) * self.stride + self.reach();
        end.saturating_sub(self.extent + self.before)
    }
}

/// One number from `least` on for each axis of space, as an attribute gives them; `default` for
/// all where the attribute has none.
pub(super) fn spatial(
    attribute: &'static str,
    parameters: &Parameters,
    space: usize,
    least: usize,
    default: usize,
) -> Result<Vec<usize>, Refusal> {
    let given = parameters.ints(attribute);
    if given.is_empty() {
        return Ok(vec![default; space]);
    }
    let numbers = given.iter().map(|&number| usize::try_from(number).ok());
    let numbers = numbers.map(|number| number.filter(|n| (least..=MAX_ELEMENTS).contains(n)));
    match numbers.collect::<Option<Vec<usize>>>() {
        Some(numbers) if numbers.len() == space => Ok(numbers),
        _ => {
            let expected = format!(
                "{} from {least} on, one for each axis of space",
                crate::shown::counted(space, "number", "numbers")
            );
            Err(misfit(attribute, expected, shown(given)))
        }
    }
}

/// The kernel, which has one to [`MAX_SPACE`] extents.
pub(super) fn kernel(
    attribute: &'static str,
    parameters: &Parameters,
) -> Result<Vec<usize>, Refusal> {
    let given = parameters.ints(attribute);
    if !(1..=MAX_SPACE).contains(&given.len()) {
        let expected = format!("one to {MAX_SPACE} extents of a window");
        return Err(misfit(attribute, expected, shown(given)));
    }
    spatial(attribute, parameters, given.len(), 1, 1)
}

/// All windows of a tensor whose last axes are those of space. The axes of space become the
/// windows, and as many axes are added for the places in a window. Places outside are `background`.
pub(super) fn windows<'b>(data: Wire<'b>, spans: &[Span], background: Wire<'b>) -> Built<Wire<'b>> {
    let builder = data.builder();
    let lead = extents(data)?.len() - spans.len();
    let mut widths = vec![(0, 0); lead];
    widths.extend(spans.iter().map(|span| (span.before, span.after())));
    let mut data = data;
    if widths.iter().any(|&width| width != (0, 0)) {
        data = builder.pad(data, &widths, background)?;
    }
    for (index, span) in spans.iter().enumerate() {
        let windows = Windows {
            axis: lead + index,
            size: span.kernel,
            stride: span.stride,
            dilation: span.dilation,
        };
        data = builder.windows(data, windows)?;
    }
    Ok(data)
}
