//! Operators that are known and yet have no row, and why.

use super::Flavour;
use alloc::format;
use alloc::string::String;

/// Operators with a meaning that has no row yet.
const LATER: &[&str] = &[
    "UpSampling",
    "Crop",
    "LRN",
    "InstanceNorm",
    "upsampling",
    "resize",
    "lrn",
    "__lshift_scalar__",
    "__rshift_scalar__",
    "broadcast_left_shift",
    "broadcast_right_shift",
    "_contrib_MultiBoxPrior",
    "_contrib_MultiBoxTarget",
    "_contrib_MultiBoxDetection",
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
    if LATER.contains(&name) {
        return "it is known, but has no implementation yet".into();
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
