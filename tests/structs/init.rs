//! Structs as their fields say that they start.

use adgraph::graph;

graph! {
    const SPREAD: f64 = 0.25;

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Layer<const I: usize, const O: usize> {
        #[init(glorot)]
        pub w: [[f64; I]; O],
        pub b: [f64; O],
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Pairs {
        pub a: Layer<2, 3>,
        pub b: (Layer<2, 3>, (f64, Layer<3, 2>)),
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Net {
        pub first: Layer<20, 30>,
        pub last: Layer<30, 10>,
        #[init(orthogonal)]
        pub turn: [[f32; 3]; 3],
        #[init(he)]
        pub kernel: [[[f64; 5]; 4]; 3],
        #[init(uniform(-SPREAD, 2.0 * SPREAD))]
        pub shift: [f64; 400],
        #[init(normal(1.0, 0.5))]
        pub scale: f64,
        #[init(ones)]
        pub gain: [f32; 2],
        #[init(-1.5)]
        pub start: f64,
        #[init(zeros)]
        pub nothing: f64,
        pub count: usize,
        pub pair: (f64, bool),
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(crate) struct Computed {
        #[init(spaced)]
        pub grid: [f64; 5],
        #[init(noise)]
        pub noise: [[f32; 3]; 2],
        #[init(noise)]
        pub other: [[f32; 3]; 2],
        #[init(large)]
        pub large: [[f64; 100]; 100],
        #[init(golden)]
        pub number: f64,
    }

    fn spaced() -> [f64; 5] { linspace(0.0, 1.0, 5) }
    fn noise(key: usize) -> [[f32; 3]; 2] { 0.5 + 0.1 * normal(key, [2, 3]) }
    fn large(key: usize) -> [[f64; 100]; 100] { uniform(key, [100, 100]) }
    fn golden() -> f64 { (1.0 + sqrt(5.0)) / 2.0 }
}

#[test]
fn functions_of_the_block_start_fields() {
    let own = Computed::init(7);
    assert_eq!(own, Computed::init(7));
    assert_eq!(own.grid, [0.0, 0.25, 0.5, 0.75, 1.0]);
    assert!((own.number - 1.618_033_988_749_895).abs() < 1e-15);
    assert_ne!(own.noise, own.other);
    assert_ne!(own.noise, Computed::init(8).noise);
    let noise = own.noise.as_flattened();
    assert!(
        noise.iter().all(|own| (0.0..1.0).contains(own)),
        "{noise:?}"
    );
    let mean = own.large.as_flattened().iter().sum::<f64>() / 1e4;
    assert!((mean - 0.5).abs() < 0.02, "{mean}");
}

#[test]
fn values_are_functions_of_the_seed() {
    let net = Net::init(7);
    assert_eq!(net, Net::init(7));
    let other = Net::init(8);
    assert_ne!(net.first.w, other.first.w);
    assert_ne!(net.scale, other.scale);
    // These are the same on every platform.
    assert_eq!(net.scale.to_bits(), SCALE, "{:#x}", net.scale.to_bits());
    assert_eq!(
        net.first.w[0][0].to_bits(),
        FIRST,
        "{:#x}",
        net.first.w[0][0].to_bits()
    );
}

const SCALE: u64 = 0xbfaa_7e48_adc2_b360;
const FIRST: u64 = 0xbf9a_143f_f30a_31c0;

#[test]
fn fields_start_as_they_say() {
    let net = Net::init(1);
    let within =
        |numbers: &[f64], low: f64, high: f64| numbers.iter().all(|x| (low..high).contains(x));
    let limit = f64::sqrt(6.0 / 50.0);
    let first = net.first.w.as_flattened();
    assert!(within(first, -limit, limit));
    assert!(first.iter().any(|x| x.abs() > 0.9 * limit));
    // Structs in a struct have seeds of their own.
    assert_ne!(
        net.first.w[0][0] / limit,
        net.last.w[0][0] / f64::sqrt(6.0 / 40.0)
    );
    assert!(net.shift.iter().all(|x| (-0.25..0.5).contains(x)));
    assert!(net.shift.iter().any(|x| *x > 0.45) && net.shift.iter().any(|x| *x < -0.2));
    for (i, row) in net.turn.iter().enumerate() {
        for (j, other) in net.turn.iter().enumerate() {
            let product: f32 = row.iter().zip(other).map(|(a, b)| a * b).sum();
            let expected = if i == j { 1.0 } else { 0.0 };
            assert!((product - expected).abs() < 1e-6);
        }
    }
    // 20 inputs.
    let kernel = net.kernel.as_flattened().as_flattened();
    let square = kernel.iter().map(|x| x * x).sum::<f64>() / 60.0;
    assert!((0.05..0.2).contains(&square), "{square}");
    assert_eq!((net.gain, net.start, net.nothing), ([1.0; 2], -1.5, 0.0));
    assert_eq!(
        (net.first.b, net.count, net.pair),
        ([0.0; 30], 0, (0.0, false))
    );
}

#[test]
fn structs_in_tuples_start_as_their_own_fields_say() {
    let pairs = Pairs::init(3);
    let (first, (number, last)) = &pairs.b;
    assert_eq!(*number, 0.0);
    let all = [&pairs.a.w[0][..], &first.w[0][..], &last.w[0][..]];
    assert!(all.iter().all(|row| row.iter().all(|x| *x != 0.0)));
    // From seeds of their own.
    assert_ne!(pairs.a, *first);
}
