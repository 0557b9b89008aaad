//! Structs that are visible further than their module, and not everywhere.

mod inner {
    pub(super) mod innermost {
        adgraph::graph! {
            pub(crate) struct InCrate { pub(crate) a: f64 }
            pub(in super::super) struct InPath { pub(crate) a: f64 }
            pub(super) struct InParent { pub(crate) a: f64 }
            struct Own { a: f64 }

            pub(crate) fn in_crate(s: &InCrate) -> f64 { s.a * s.a }
            pub(in super::super) fn in_path(s: &InPath) -> f64 { s.a * s.a }
            pub(super) fn in_parent(s: &InParent) -> f64 { s.a * s.a }
            fn own(s: &Own) -> f64 { s.a * s.a }
        }

        pub(crate) fn slope() -> f64 {
            own::gradient(&Own { a: 3.0 }).1.s.a
        }
    }

    pub(super) fn slope() -> f64 {
        use innermost::{InParent, in_parent};
        in_parent::gradient(&InParent { a: 3.0 }).1.s.a
    }
}

#[test]
fn derivatives_are_as_visible_as_their_structs() {
    use inner::innermost::{InCrate, InPath, in_crate, in_path};

    let slopes = [
        in_crate::gradient(&InCrate { a: 3.0 }).1.s.a,
        in_path::gradient(&InPath { a: 3.0 }).1.s.a,
        inner::slope(),
        inner::innermost::slope(),
    ];
    assert_eq!(slopes, [6.0; 4]);
    let mut d = in_crate::Adjoint::ZERO;
    assert_eq!(in_crate::gradient_into(&InCrate { a: 2.0 }, &mut d), 4.0);
    assert_eq!(d.s.a, 4.0);
}

mod without_derives {
    adgraph::graph! {
        pub(crate) struct Plain { pub a: f64 }

        /// A struct of derivatives has the traits of those in it alone.
        pub fn beside(x: f64, #[dynamic] p: &Plain) -> f64 { x * p.a }

        #[derivatives(taylor(3))]
        pub fn made(x: f64) -> Plain { Plain { a: x * x } }
    }
}

#[test]
fn structs_without_derives_do_not_hinder_others() {
    use without_derives::{Plain, beside, made};
    let (y, d) = beside::gradient(3.0, &Plain { a: 2.0 });
    assert_eq!((y, format!("{:?}", d.x)), (6.0, "2.0".to_owned()));
    assert!(format!("{d:?}").contains("x: 2.0"));
    let series = made::taylor(3.0, &[1.0, 0.0, 0.0].map(|x| made::Tangent { x }));
    assert_eq!(series.map(|term| term.a), [9.0, 6.0, 1.0, 0.0]);
}
