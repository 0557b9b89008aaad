//! Before anything is timed, every contender's results are compared with the floor's.

use crate::workloads::Workload;

/// The contenders that disagree, each with what is wrong.
pub(crate) fn disagreements(workload: &mut Workload) -> Vec<String> {
    let Workload {
        name,
        ours,
        floor,
        beyond,
        peers,
        tolerance,
        ..
    } = workload;
    let value = floor.value.result();
    let gradient = floor.gradient.result();
    let mut wrong = Vec::new();
    let mut compare = |who: &str, what: &str, found: &[f64], expected: &[f64]| {
        let error = difference(found, expected);
        // Not `error > tolerance`, which a NaN would pass.
        if !(error <= *tolerance) {
            wrong.push(format!(
                "{name}: the {what} of {who} differs by {error:.1e} from the floor's"
            ));
        }
    };
    for entry in ours {
        compare(entry.name, "value", &entry.value.result(), &value);
        compare(
            entry.name,
            "derivative",
            &entry.gradient.result(),
            &gradient,
        );
    }
    for contender in beyond.iter_mut().chain(peers) {
        let result = contender.result();
        compare(&contender.name, "derivative", &result, &gradient);
    }
    wrong
}

/// The largest difference between two lists, relative to the largest number expected; infinite
/// where the lists are not of one length.
pub(crate) fn difference(found: &[f64], expected: &[f64]) -> f64 {
    if found.len() != expected.len() {
        return f64::INFINITY;
    }
    let scale = expected.iter().fold(0.0, |max: f64, e| max.max(e.abs()));
    let errors = found.iter().zip(expected).map(|(f, e)| (f - e).abs());
    // A NaN stays one, which `f64::max` would lose.
    let largest = errors.fold(0.0, |max, e| if e <= max { max } else { e });
    if scale == 0.0 {
        largest
    } else {
        largest / scale
    }
}
