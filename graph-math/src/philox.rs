//! Philox, the generator of random integers: the same on every platform, in any order, without a
//! state.
//!
//! It is Philox4x32-10 of J. Salmon, M. Moraes, R. Dror and D. Shaw, "Parallel random numbers: as
//! easy as 1, 2, 3" (SC 2011): a function of a counter of 128 bits and a key of 64, whose values for
//! the counters of one key no statistical test tells from random ones.

/// The multipliers of a round, and what is added to the key between rounds.
const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
const ROUNDS: usize = 10;

/// The stream of [`random_bits`]: that of no field of a struct.
const STREAM: u64 = u64::MAX;

/// Four words of 32 bits for a counter, under a key.
#[must_use]
pub fn philox(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let (mut words, mut key) = (counter, key);
    for _ in 0..ROUNDS {
        let [low, high] = [0, 1].map(|i| u64::from(MULTIPLIERS[i]) * u64::from(words[2 * i]));
        words = [
            upper(high) ^ words[1] ^ key[0],
            lower(high),
            upper(low) ^ words[3] ^ key[1],
            lower(low),
        ];
        key = [0, 1].map(|i| key[i].wrapping_add(WEYL[i]));
    }
    words
}

/// A random integer below 2^63 that is not negative, a function of a key and a position, either of
/// which is any integer.
#[must_use]
pub fn random_bits(key: i64, position: i64) -> i64 {
    let [word, _] = pair(key.cast_unsigned(), STREAM, position.cast_unsigned());
    (word >> 1).cast_signed()
}

/// The 128 bits of a counter as two words of 64.
pub(crate) fn pair(seed: u64, stream: u64, block: u64) -> [u64; 2] {
    let counter = [lower(block), upper(block), lower(stream), upper(stream)];
    let [a, b, c, d] = philox(counter, [lower(seed), upper(seed)]).map(u64::from);
    [a | b << 32, c | d << 32]
}

#[allow(clippy::cast_possible_truncation, reason = "the lower half is meant")]
fn lower(word: u64) -> u32 {
    word as u32
}

fn upper(word: u64) -> u32 {
    lower(word >> 32)
}

#[cfg(test)]
mod tests {
    use super::{philox, random_bits};

    /// The known answers that the authors publish with their library.
    #[test]
    fn the_generator_is_the_published_one() {
        let all = u32::MAX;
        for (counter, key, expected) in [
            (
                [0; 4],
                [0; 2],
                [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8],
            ),
            (
                [all; 4],
                [all; 2],
                [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd],
            ),
            (
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0],
                [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
            ),
        ] {
            assert_eq!(philox(counter, key), expected);
        }
    }

    #[test]
    fn bits_are_the_first_ones_of_a_block() {
        // The second published answer has a counter and a key of ones alone.
        assert_eq!(random_bits(-1, -1), 0x41c8_3b0e_408f_276d >> 1);
        let [low, high, ..] = philox([5, 0, u32::MAX, u32::MAX], [7, 1]);
        let word = u64::from(low) | u64::from(high) << 32;
        assert_eq!(random_bits(7 + (1 << 32), 5), (word >> 1).cast_signed());
    }
}
