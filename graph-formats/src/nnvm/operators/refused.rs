//! Operators that are known and yet have no row, and why.

use super::Flavour;
use alloc::format;
use alloc::string::String;

/// Operators of object detectors that sort candidates and drop those that overlap, by rules that
/// are a program rather than a function.
const SELECTIONS: &[&str] = &[
    "_contrib_MultiBoxTarget",
    "_contrib_MultiBoxDetection",
    "_contrib_Proposal",
    "_contrib_MultiProposal",
    "_contrib_box_nms",
    "_contrib_box_non_maximum_suppression",
    "multibox_transform_loc",
    "multibox_detection",
    "non_max_suppression",
];

/// Operators that NNVM's compiler puts in the place of others for a certain machine.
const LOWERED: &[&str] = &[
    "_contrib_conv2d_NCHWc",
    "_contrib_conv2d_winograd_nnpack_weight_transform",
    "_contrib_conv2d_winograd_nnpack_without_weight_transform",
    "_contrib_conv2d_winograd_weight_transform",
    "_contrib_conv2d_winograd_without_weight_transform",
    "_conv2d_grad",
    "_max_pool2d_grad",
    "_max_mask",
    "_min_mask",
    "_assign",
    "__undef__",
];

/// Why an operator without a row is refused. `known_to` is the program that has a row of this name.
pub(super) fn reason(name: &str, known_to: Option<Flavour>) -> String {
    if name == "tvm_op" {
        return "it names a compiled kernel, not the mathematics that it computes; export the \
                model before it is compiled"
            .into();
    }
    if name == "Custom" || name.starts_with("_Plugin") || name == "WarpCTC" {
        return "its mathematics is in a program outside of the file".into();
    }
    if name.starts_with("_sample_") || name.starts_with("_random_") {
        return "it draws random numbers".into();
    }
    if SELECTIONS.contains(&name) {
        return "it sorts candidates and drops some of them, which is no function with a \
                derivative; take the outputs before it for heads"
            .into();
    }
    if LOWERED.contains(&name) {
        return "NNVM's compiler makes it for a certain machine; export the model before it is \
                compiled"
            .into();
    }
    match known_to {
        Some(program) => format!(
            "it is an operator of {}, and the other operators and attributes of the file say that \
             it belongs to {}",
            program.name(),
            program.other().name()
        ),
        None => "no operator of this name is known".into(),
    }
}
