//! Functions of a generic float equal those of `f32` and `f64`, to the bit.

/// For each length, the same functions of all three types over constant tables of that length.
macro_rules! lengths {
    ($($name:ident: $n:literal;)*) => {
        $(mod $name {
            pub(super) mod generic {
                lengths!(@functions $n [<T: adgraph::Float>] T);
            }
            pub(super) mod single {
                lengths!(@functions $n [] f32);
            }
            pub(super) mod double {
                lengths!(@functions $n [] f64);
            }
        })*
        #[test]
        fn tables_of_any_length() {
            $(
                lengths!(@compare $name $n f32 single);
                lengths!(@compare $name $n f64 double);
            )*
        }
    };
    (@functions $n:literal [$($generic:tt)*] $float:ident) => {
        adgraph::graph! {
            #[derivatives(only(value, gradient))]
            pub(crate) fn f $($generic)* (x: [$float; $n], m: [[$float; $n]; 3]) -> $float {
                let line = linspace(-1.0, 2.0, $n);
                let rows = outer([1.0, -0.5, 0.25], line * line);
                let columns = outer(line + 0.5, [1.0, 2.0, 3.0]);
                let mut s = dot(x, line) + sum(m * rows) + sum(m * transpose(columns));
                s += sum(transpose(m) * columns) + dot(x * x, columns[(.., 1)]);
                #[unroll(never)]
                for i in 0..$n {
                    s += x[i] * line[$n - 1 - i] + sum(m[(.., i)] * columns[$n - 1 - i]);
                }
                s
            }
        }
    };
    (@compare $name:ident $n:literal $float:ident $plain:ident) => {
        let x: [$float; $n] = std::array::from_fn(|i| 0.3 + (i % 7) as $float);
        let m = [x, x.map(|x| x * x), x.map(|x| 1.0 - x)];
        let found = $name::generic::f(x, m);
        let expected = $name::$plain::f(x, m);
        assert_eq!(found.to_bits(), expected.to_bits(), "{} {found} {expected}", $n);
        let found = $name::generic::f::gradient(x, m);
        let expected = $name::$plain::f::gradient(x, m);
        assert_eq!(format!("{found:?}"), format!("{expected:?}"), "{}", $n);
    };
}

lengths! {
    one: 1; two: 2; three: 3; seven: 7; eight: 8; nine: 9; fifteen: 15; sixteen: 16;
    seventeen: 17; twenty: 20; twenty_six: 26; thirty_one: 31; thirty_two: 32; thirty_three: 33;
    thirty_six: 36; forty: 40; forty_seven: 47; sixty_three: 63; sixty_four: 64; sixty_five: 65;
    seventy_two: 72; ninety_nine: 99; hundred: 100;
}

macro_rules! identities {
    ($($name:ident: $n:literal;)*) => {
        $(mod $name {
            adgraph::graph! {
                #[derivatives(only(value))]
                pub(crate) fn f<T: adgraph::Float>(x: [T; $n]) -> T {
                    sum(matmul(eye($n), x)) + sum(outer(x, x) * eye($n))
                }
            }
        })*
        #[test]
        fn identity_matrices() {
            $(
                let x: [f64; $n] = std::array::from_fn(|i| i as f64);
                let expected: f64 = x.iter().map(|x| x + x * x).sum();
                assert_eq!($name::f(x), expected);
                assert_eq!(f64::from($name::f(x.map(|x| x as f32))), expected);
            )*
        }
    };
}

identities! { eye_1: 1; eye_5: 5; eye_8: 8; eye_9: 9; eye_16: 16; eye_17: 17; }
