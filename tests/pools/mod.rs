//! Pools of one, two and three threads, in which results must have the same bits.

use std::sync::LazyLock;

use rayon::{ThreadPool, ThreadPoolBuilder};

pub(crate) static POOLS: LazyLock<[ThreadPool; 3]> = LazyLock::new(|| {
    [1, 2, 3].map(|threads| {
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        builder.build().expect("a pool of threads")
    })
});
