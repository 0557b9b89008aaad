//! Before anything is timed, every contender's results are compared with the floor's.

use crate::workloads::Workload;

/// The contenders that disagree, each with its error in words.
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
        // Not the converse of `error > tolerance`, which a NaN would pass.
        let close = error <= *tolerance;
        if !close {
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
    let largest = errors.fold(0.0, |max: f64, e| match max.is_nan() || e <= max {
        true => max,
        false => e,
    });
    if scale == 0.0 {
        largest
    } else {
        largest / scale
    }
}

#[cfg(test)]
mod tests {
    use super::{difference, disagreements};
    use crate::workloads;

    #[test]
    fn all_contenders_agree() {
        // Matrices of a megabyte pass through the stack, which a test's is too small for.
        let check = || {
            for (_, set_up) in workloads::ALL {
                assert_eq!(disagreements(&mut set_up()), [""; 0]);
            }
        };
        let thread = std::thread::Builder::new().stack_size(crate::STACK);
        thread.spawn(check).unwrap().join().unwrap();
    }

    #[test]
    fn differences_are_relative_to_the_largest() {
        assert_eq!(difference(&[1.0, 100.0], &[1.0, 100.0]), 0.0);
        assert_eq!(difference(&[2.0, 100.0], &[1.0, 100.0]), 0.01);
        assert_eq!(difference(&[0.0], &[0.0]), 0.0);
        assert_eq!(difference(&[0.25], &[0.0]), 0.25);
    }

    #[test]
    fn what_cannot_be_compared_differs() {
        assert_eq!(difference(&[1.0], &[1.0, 2.0]), f64::INFINITY);
        assert!(difference(&[f64::NAN, 1.0], &[1.0, 1.0]).is_nan());
        assert!(difference(&[1.0, f64::NAN], &[1.0, 1.0]).is_nan());
        assert!(difference(&[f64::INFINITY], &[f64::INFINITY]).is_nan());
        assert_eq!(difference(&[f64::INFINITY], &[1.0]), f64::INFINITY);
    }
}
