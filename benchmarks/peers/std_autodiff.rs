//! The workloads of few lines for nightly Rust's `std::autodiff`: compiled and run by
//! `std_autodiff.py`, which says why where no toolchain can. `FOLDER WORKLOAD RESULT` are its
//! arguments; it prints the median time of a gradient and writes the gradient to RESULT.
#![feature(autodiff)]

use std::autodiff::autodiff_reverse;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;
use std::{env, fs};

#[autodiff_reverse(ros_gradient, Duplicated, Active)]
fn ros(x: &[f64; 100]) -> f64 {
    let mut sum = 0.0;
    for i in 0..99 {
        let a = 1.0 - x[i];
        let b = x[i + 1] - x[i] * x[i];
        sum += a * a + 100.0 * b * b;
    }
    sum
}

#[autodiff_reverse(ode_gradient, Duplicated, Active)]
fn ode(p: &[f64; 6]) -> f64 {
    const H: f64 = 0.01;
    let [birth, eaten, fed, death, mut x, mut y] = *p;
    let slope = |x: f64, y: f64| {
        let met = x * y;
        (birth * x - eaten * met, fed * met - death * y)
    };
    for _ in 0..1000 {
        let (k1x, k1y) = slope(x, y);
        let (k2x, k2y) = slope(x + 0.5 * H * k1x, y + 0.5 * H * k1y);
        let (k3x, k3y) = slope(x + 0.5 * H * k2x, y + 0.5 * H * k2y);
        let (k4x, k4y) = slope(x + H * k3x, y + H * k3y);
        x += H / 6.0 * (k1x + 2.0 * k2x + 2.0 * k3x + k4x);
        y += H / 6.0 * (k1y + 2.0 * k2y + 2.0 * k3y + k4y);
    }
    x + y
}

#[autodiff_reverse(mm32_gradient, Duplicated, Active)]
fn mm32(x: &[f64; 2048]) -> f64 {
    let (a, b) = x.split_at(1024);
    let mut sum = 0.0;
    for i in 0..32 {
        let mut row = [0.0; 32];
        for k in 0..32 {
            for j in 0..32 {
                row[j] += a[32 * i + k] * b[32 * k + j];
            }
        }
        for c in row {
            sum += c * c;
        }
    }
    sum
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let [_, folder, workload, result] = &arguments[..] else {
        panic!("FOLDER WORKLOAD RESULT");
    };
    let read = |names: &[&str]| -> Vec<f64> {
        let path = |name: &&str| Path::new(folder).join(workload).join(format!("{name}.f64"));
        let bytes = |name: &&str| fs::read(path(name)).expect("an input");
        let bytes: Vec<u8> = names.iter().flat_map(bytes).collect();
        let (numbers, _) = bytes.as_chunks::<8>();
        numbers.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect()
    };
    let (value, gradient, time) = match workload.as_str() {
        "ros" => measure(&read(&["x"]), ros_gradient),
        "ode" => measure(&read(&["p", "start"]), ode_gradient),
        "mm32" => measure(&read(&["a", "b"]), mm32_gradient),
        _ => return,
    };
    let numbers = [&[value], &gradient[..]].concat();
    let bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    fs::write(result, bytes).expect("a place for the result");
    println!("{time}");
}

/// Value, gradient, and the median time of 51 windows.
fn measure<const N: usize>(
    x: &[f64],
    gradient: fn(&[f64; N], &mut [f64; N], f64) -> f64,
) -> (f64, Vec<f64>, f64) {
    let x: &[f64; N] = x.try_into().expect("as many inputs as the function has");
    let mut g = [0.0; N];
    let mut call = || {
        g = [0.0; N];
        gradient(black_box(x), black_box(&mut g), 1.0)
    };
    let mut window = |calls: usize| {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(call());
        }
        start.elapsed().as_secs_f64() * 1e9
    };
    let mut calls = 1;
    while window(calls) < 250_000.0 {
        calls *= 2;
    }
    let mut times: Vec<f64> = (0..51).map(|_| window(calls) / calls as f64).collect();
    times.sort_by(f64::total_cmp);
    let value = call();
    (value, g.to_vec(), times[25])
}
