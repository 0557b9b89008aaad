//! The machine and the tools that the figures were taken with.

use std::fs;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The instruction sets that this binary was compiled for, as far as the workloads can use them.
pub(crate) fn features() -> String {
    let features = [
        ("sse2", cfg!(target_feature = "sse2")),
        ("avx", cfg!(target_feature = "avx")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("fma", cfg!(target_feature = "fma")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    let present: Vec<&str> = features
        .iter()
        .filter_map(|(name, present)| present.then_some(*name))
        .collect();
    match present.is_empty() {
        true => "no vector instructions".to_owned(),
        false => present.join(", "),
    }
}

/// The processor's name and the number of cores.
pub(crate) fn processor() -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map_or(std::env::consts::ARCH, |rest| {
            rest.trim_start_matches([' ', '\t', ':'])
        });
    format!("{name}, {cores} cores, {}", std::env::consts::OS)
}

/// The compiler's version.
pub(crate) fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    output.map_or_else(
        |_| "an unknown compiler".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

/// Today, as year, month and day.
pub(crate) fn date() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs());
    let [year, month, day] = civil(seconds / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// The date this many days after 1 January 1970 (Hinnant, chrono-compatible low-level date
/// algorithms: years begin in March, so that the leap day is the last).
fn civil(days: u64) -> [u64; 3] {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    [era * 400 + year + next, month, day]
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_are_dates() {
        assert_eq!(civil(0), [1970, 1, 1]);
        assert_eq!(civil(11_016), [2000, 2, 29]);
        assert_eq!(civil(11_017), [2000, 3, 1]);
        assert_eq!(civil(19_722), [2023, 12, 31]);
    }
}
