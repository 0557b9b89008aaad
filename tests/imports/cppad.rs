//! Cases of CppAD's format with what CppAD recorded; made by `make.py`.

use super::{Case, check};

adgraph::graph!(
    #[cppad("tests/imports/files/binary_add_all_types.json")]
    fn binary_add_all_types(x: [f64; 2], #[dynamic] p: [f64; 2]) -> [f64; 11];

    #[cppad("tests/imports/files/binary_mul_all_types.json")]
    fn binary_mul_all_types(x: [f64; 2], #[dynamic] p: [f64; 2]) -> [f64; 11];

    #[cppad("tests/imports/files/binary_pow_all_types.json")]
    fn binary_pow_all_types(x: [f64; 2], #[dynamic] p: [f64; 2]) -> [f64; 11];

    #[cppad("tests/imports/files/cexp_eq_equal.json")]
    fn cexp_eq_equal(x: [f64; 3], #[dynamic] p: [f64; 2]) -> [f64; 9];

    #[cppad("tests/imports/files/cexp_guarded_sqrt_0.json")]
    fn cexp_guarded_sqrt_0(x: [f64; 1]) -> f64;

    #[cppad("tests/imports/files/cexp_guarded_sqrt_1.json")]
    fn cexp_guarded_sqrt_1(x: [f64; 1]) -> f64;

    #[cppad("tests/imports/files/cexp_le_left_larger.json")]
    fn cexp_le_left_larger(x: [f64; 3], #[dynamic] p: [f64; 2]) -> [f64; 9];

    #[cppad("tests/imports/files/cexp_lt_equal.json")]
    fn cexp_lt_equal(x: [f64; 3], #[dynamic] p: [f64; 2]) -> [f64; 9];

    #[cppad("tests/imports/files/cexp_nested_0.json")]
    fn cexp_nested_0(x: [f64; 2]) -> [f64; 3];

    #[cppad("tests/imports/files/cexp_nested_2.json")]
    fn cexp_nested_2(x: [f64; 2]) -> [f64; 3];

    #[cppad("tests/imports/files/comp_eq_greater.json", silent)]
    fn comp_eq_greater(x: [f64; 3], #[dynamic] p: [f64; 2]) -> f64;

    #[cppad("tests/imports/files/comp_le_less.json", silent)]
    fn comp_le_less(x: [f64; 3], #[dynamic] p: [f64; 2]) -> f64;

    #[cppad("tests/imports/files/print_ops.json", silent)]
    fn print_ops(x: [f64; 2], #[dynamic] p: [f64; 1]) -> f64;

    #[cppad("tests/imports/files/random_50_2.json", silent)]
    fn random_50_2(x: [f64; 3], #[dynamic] p: [f64; 2]) -> [f64; 3];

    #[cppad("tests/imports/files/random_50_4.json", silent)]
    fn random_50_4(x: [f64; 5]) -> [f64; 2];

    #[cppad("tests/imports/files/random_50_6.json")]
    fn random_50_6(x: [f64; 2], #[dynamic] p: [f64; 2]) -> f64;

    #[cppad("tests/imports/files/rec_all_unary_var.json")]
    fn rec_all_unary_var(x: [f64; 2]) -> [f64; 24];

    #[cppad("tests/imports/files/rec_atan2_quadrants_opt.json")]
    fn rec_atan2_quadrants_opt(x: [f64; 10]) -> [f64; 5];

    #[cppad("tests/imports/files/rec_black_scholes_erfc.json")]
    fn rec_black_scholes_erfc(x: [f64; 3], #[dynamic] p: [f64; 2]) -> [f64; 2];

    #[cppad("tests/imports/files/rec_condexp_all_six_1.json")]
    fn rec_condexp_all_six_1(x: [f64; 2], #[dynamic] p: [f64; 1]) -> [f64; 12];

    #[cppad("tests/imports/files/rec_det_by_lu_5_opt.json")]
    fn rec_det_by_lu_5_opt(x: [f64; 25]) -> f64;

    #[cppad("tests/imports/files/rec_det_by_minor_3.json")]
    fn rec_det_by_minor_3(x: [f64; 9]) -> f64;

    #[cppad("tests/imports/files/rec_kepler_newton8.json")]
    fn rec_kepler_newton8(x: [f64; 2]) -> [f64; 2];

    #[cppad("tests/imports/files/rec_log10_powint_misc.json")]
    fn rec_log10_powint_misc(x: [f64; 2], #[dynamic] p: [f64; 1]) -> [f64; 8];

    #[cppad("tests/imports/files/rec_rosenbrock_2.json")]
    fn rec_rosenbrock_2(x: [f64; 2]) -> f64;

    #[cppad("tests/imports/files/rec_sparse_jac_fun_8x10_opt.json")]
    fn rec_sparse_jac_fun_8x10_opt(x: [f64; 10]) -> [f64; 8];

    #[cppad("tests/imports/files/struct_constant_subgraph.json")]
    fn struct_constant_subgraph(x: [f64; 1], #[dynamic] p: [f64; 1]) -> [f64; 4];

    #[cppad("tests/imports/files/struct_constants_extreme.json")]
    fn struct_constants_extreme(x: [f64; 1]) -> [f64; 16];

    #[cppad("tests/imports/files/struct_dynamic_subgraph.json")]
    fn struct_dynamic_subgraph(x: [f64; 1], #[dynamic] p: [f64; 2]) -> [f64; 3];

    #[cppad("tests/imports/files/struct_fanout_doubling_30.json")]
    fn struct_fanout_doubling_30(x: [f64; 1]) -> f64;

    #[cppad("tests/imports/files/struct_multi_repeated_outputs.json")]
    fn struct_multi_repeated_outputs(x: [f64; 2]) -> [f64; 5];

    #[cppad("tests/imports/files/struct_unicode_name.json")]
    fn struct_unicode_name(x: [f64; 2]) -> f64;

    #[cppad("tests/imports/files/sum_mixed.json")]
    fn sum_mixed(x: [f64; 2], #[dynamic] p: [f64; 2]) -> [f64; 6];

    #[cppad("tests/imports/files/text_number_forms_cppad_only.json")]
    fn text_number_forms_cppad_only(x: [f64; 1]) -> [f64; 11];

    #[cppad("tests/imports/files/text_trailing_garbage.json")]
    fn text_trailing_garbage(x: [f64; 2], #[dynamic] p: [f64; 1]) -> f64;

    #[cppad("tests/imports/files/text_vt_ff_whitespace.json")]
    fn text_vt_ff_whitespace(x: [f64; 2], #[dynamic] p: [f64; 1]) -> f64;

    #[cppad("tests/imports/files/unary_acos_generic.json")]
    fn unary_acos_generic(x: [f64; 3], #[dynamic] p: [f64; 1]) -> [f64; 7];

    #[cppad("tests/imports/files/unary_atan_generic.json")]
    fn unary_atan_generic(x: [f64; 3], #[dynamic] p: [f64; 1]) -> [f64; 7];

    #[cppad("tests/imports/files/unary_erf_edge.json")]
    fn unary_erf_edge(x: [f64; 6]) -> [f64; 6];

    #[cppad("tests/imports/files/unary_exp_generic.json")]
    fn unary_exp_generic(x: [f64; 3], #[dynamic] p: [f64; 1]) -> [f64; 7];

    #[cppad("tests/imports/files/unary_sign_generic.json")]
    fn unary_sign_generic(x: [f64; 3], #[dynamic] p: [f64; 1]) -> [f64; 7];

    #[cppad("tests/imports/files/unary_tanh_edge.json")]
    fn unary_tanh_edge(x: [f64; 4]) -> [f64; 4];

    #[cppad("tests/imports/files/unary_tanh_generic.json")]
    fn unary_tanh_generic(x: [f64; 3], #[dynamic] p: [f64; 1]) -> [f64; 7];
);

#[test]
fn binary_add_all_types_is_as_recorded() {
    check(
        &binary_add_all_types::Function { p: [0.8, 1.9] },
        &Case {
            x: &[1.3, 0.7],
            y: &[
                2.0,
                3.2,
                1.9,
                1.5,
                2.7,
                1.4,
                2.4,
                3.5999999999999996,
                2.3,
                2.6,
                5.2,
            ],
            jacobian: &[
                1.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0,
                0.0, 0.0, 2.0, 0.0, 2.0, 1.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn binary_mul_all_types_is_as_recorded() {
    check(
        &binary_mul_all_types::Function { p: [0.8, 1.9] },
        &Case {
            x: &[1.3, 0.7],
            y: &[
                0.9099999999999999,
                2.4699999999999998,
                0.78,
                0.5599999999999999,
                1.52,
                0.48,
                1.19,
                3.23,
                1.02,
                1.6900000000000002,
                2.2476999999999996,
            ],
            jacobian: &[
                0.7,
                1.3,
                1.9,
                0.0,
                0.6,
                0.0,
                0.0,
                0.8,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                1.7,
                0.0,
                0.0,
                0.0,
                0.0,
                2.6,
                0.0,
                3.4579999999999993,
                3.211,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn binary_pow_all_types_is_as_recorded() {
    check(
        &binary_pow_all_types::Function { p: [0.8, 1.9] },
        &Case {
            x: &[1.3, 0.7],
            y: &[
                1.2016011812929526,
                1.6462370414507048,
                1.1704854282221195,
                0.8553876799929505,
                0.6544417168406867,
                0.8746896591546225,
                1.449820529108747,
                2.740646049285922,
                1.3748944308911808,
                1.4064566732378863,
                1.3530206877647937,
            ],
            jacobian: &[
                0.6470160206962051,
                0.31525721011319385,
                2.4060387528894918,
                0.0,
                0.5402240437948244,
                0.0,
                0.0,
                -0.19087424466404976,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.7693157317150049,
                0.0,
                0.0,
                0.0,
                0.0,
                1.7754606438173388,
                0.0,
                1.7972394897959136,
                0.58438826684318,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn cexp_eq_equal_is_as_recorded() {
    check(
        &cexp_eq_equal::Function { p: [2.0, 2.0] },
        &Case {
            x: &[2.0, 2.0, 0.6],
            y: &[0.36, -4.0, 0.36, 2.0, 0.36, 2.0, 0.36, 2.0, 2.0],
            jacobian: &[
                0.0, 0.0, 1.2, 0.0, 0.0, 0.0, 0.0, 0.0, 1.2, 1.0, 0.0, 0.0, 0.0, 0.0, 1.2, 0.0,
                0.0, 0.0, 0.0, 0.0, 1.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn cexp_guarded_sqrt_0_is_as_recorded() {
    check(
        &cexp_guarded_sqrt_0::Function,
        &Case {
            x: &[-1.0],
            y: &[0.0],
            jacobian: &[0.0],
            seeded: &[],
        },
    );
}

#[test]
fn cexp_guarded_sqrt_1_is_as_recorded() {
    check(
        &cexp_guarded_sqrt_1::Function,
        &Case {
            x: &[0.0],
            y: &[0.0],
            jacobian: &[0.0],
            seeded: &[],
        },
    );
}

#[test]
fn cexp_le_left_larger_is_as_recorded() {
    check(
        &cexp_le_left_larger::Function { p: [2.0, 3.0] },
        &Case {
            x: &[3.0, 2.0, 0.6],
            y: &[
                0.5646424733950354,
                0.5646424733950354,
                0.5646424733950354,
                2.0,
                0.36,
                3.0,
                0.36,
                -4.0,
                -4.0,
            ],
            jacobian: &[
                0.0,
                0.0,
                0.8253356149096783,
                0.0,
                0.0,
                0.8253356149096783,
                0.0,
                0.0,
                0.8253356149096783,
                0.0,
                1.0,
                0.0,
                0.0,
                0.0,
                1.2,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                1.2,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn cexp_lt_equal_is_as_recorded() {
    check(
        &cexp_lt_equal::Function { p: [2.0, 2.0] },
        &Case {
            x: &[2.0, 2.0, 0.6],
            y: &[
                0.5646424733950354,
                0.5646424733950354,
                0.5646424733950354,
                2.0,
                0.5646424733950354,
                2.0,
                0.5646424733950354,
                -4.0,
                -4.0,
            ],
            jacobian: &[
                0.0,
                0.0,
                0.8253356149096783,
                0.0,
                0.0,
                0.8253356149096783,
                0.0,
                0.0,
                0.8253356149096783,
                0.0,
                1.0,
                0.0,
                0.0,
                0.0,
                0.8253356149096783,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.8253356149096783,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn cexp_nested_0_is_as_recorded() {
    check(
        &cexp_nested_0::Function,
        &Case {
            x: &[-0.5, 1.0],
            y: &[0.5, 0.25, 0.5],
            jacobian: &[-1.0, 0.0, -1.0, 0.0, -1.0, 0.0],
            seeded: &[],
        },
    );
}

#[test]
fn cexp_nested_2_is_as_recorded() {
    check(
        &cexp_nested_2::Function,
        &Case {
            x: &[3.0, 2.0],
            y: &[3.0, 1.0986122886681098, 1.0986122886681098],
            jacobian: &[1.0, 0.0, 0.3333333333333333, 0.0, 0.3333333333333333, 0.0],
            seeded: &[],
        },
    );
}

#[test]
fn comp_eq_greater_is_as_recorded() {
    check(
        &comp_eq_greater::Function { p: [2.0, 3.0] },
        &Case {
            x: &[3.0, 2.0, 0.6],
            y: &[1.7999999999999998],
            jacobian: &[0.6, 0.0, 3.0],
            seeded: &[],
        },
    );
}

#[test]
fn comp_le_less_is_as_recorded() {
    check(
        &comp_le_less::Function { p: [2.0, 1.0] },
        &Case {
            x: &[1.0, 2.0, 0.6],
            y: &[0.6],
            jacobian: &[0.6, 0.0, 1.0],
            seeded: &[],
        },
    );
}

#[test]
fn print_ops_is_as_recorded() {
    check(
        &print_ops::Function { p: [1.0] },
        &Case {
            x: &[-2.0, 3.0],
            y: &[-6.0],
            jacobian: &[3.0, -2.0],
            seeded: &[],
        },
    );
}

#[test]
fn random_50_2_is_as_recorded() {
    check(
        &random_50_2::Function {
            p: [0.6375208421256229, 0.3234974782724138],
        },
        &Case {
            x: &[
                -0.3469875836490883,
                0.35249290084340323,
                0.19875731128409924,
            ],
            y: &[0.9329138968397886, -0.5681025566174929, 2.869811367644769],
            jacobian: &[
                0.4881641449051559,
                -0.7275634324916326,
                0.0,
                0.8578115006871876,
                0.0,
                0.0,
                -1.3940265628330222,
                1.740872743082582,
                7.480066190214211,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn random_50_4_is_as_recorded() {
    check(
        &random_50_4::Function,
        &Case {
            x: &[
                0.6957158842100517,
                -0.8171327771761442,
                -0.5080730168504253,
                0.6414318708728137,
                0.9201282445573851,
            ],
            y: &[5.429894066987702, 52.95217819856484],
            jacobian: &[
                3.7869960928872537,
                -0.5325034192480187,
                2.649744293750811,
                0.0,
                2.7521552966254026,
                21.9786721568386,
                -0.6536843744708247,
                27.43867666593161,
                -1.0,
                32.96613007402932,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn random_50_6_is_as_recorded() {
    check(
        &random_50_6::Function {
            p: [1.203322682065597, -1.4497089708880435],
        },
        &Case {
            x: &[1.326189693664329, 0.963010433527137],
            y: &[45.58222936771578],
            jacobian: &[31.734791693513856, 7.87089862207569],
            seeded: &[],
        },
    );
}

#[test]
fn rec_all_unary_var_is_as_recorded() {
    check(
        &rec_all_unary_var::Function,
        &Case {
            x: &[0.3, 1.7],
            y: &[
                0.3,
                1.2661036727794992,
                1.123230982587296,
                0.3046926540153975,
                0.29567304756342244,
                0.2914567944778671,
                0.30951960420311175,
                0.955336489125606,
                1.0453385141288605,
                0.3286267594591274,
                0.6713732405408726,
                1.3498588075760032,
                0.3498588075760031,
                0.26236426446749106,
                -1.2039728043259361,
                -0.3,
                1.0,
                0.29552020666133955,
                0.3045202934471426,
                0.5477225575051661,
                0.30933624960962325,
                0.2913126124515909,
                0.51,
                0.12915348607498026,
            ],
            jacobian: &[
                1.0,
                0.0,
                -1.0482848367219182,
                0.0,
                0.0,
                0.7273929674533081,
                1.0482848367219182,
                0.0,
                0.9578262852211513,
                0.0,
                0.9174311926605504,
                0.0,
                1.0989010989010988,
                0.0,
                -0.29552020666133955,
                0.0,
                0.3045202934471426,
                0.0,
                1.031260909618963,
                0.0,
                -1.031260909618963,
                0.0,
                1.3498588075760032,
                0.0,
                1.3498588075760032,
                0.0,
                0.7692307692307692,
                0.0,
                3.3333333333333335,
                0.0,
                -1.0,
                0.0,
                0.0,
                0.0,
                0.955336489125606,
                0.0,
                1.0453385141288605,
                0.0,
                0.9128709291752769,
                0.0,
                1.095688915322547,
                0.0,
                0.9151369618266292,
                0.0,
                1.7,
                0.3,
                0.7318697544248881,
                -0.15549728481816472,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn rec_atan2_quadrants_opt_is_as_recorded() {
    check(
        &rec_atan2_quadrants_opt::Function,
        &Case {
            x: &[1.0, 2.0, -1.0, 2.0, -1.0, -2.0, 1.0, -2.0, 0.3, 0.1],
            y: &[
                0.4636476090008061,
                -0.4636476090008061,
                -2.677945044588987,
                2.677945044588987,
                1.2490457723982549,
            ],
            jacobian: &[
                0.4, -0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.4, 0.2, 0.0, 0.0,
                0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -0.4, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
                0.0, 0.0, 0.0, 0.0, -0.4, -0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
                1.0, -3.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn rec_black_scholes_erfc_is_as_recorded() {
    check(
        &rec_black_scholes_erfc::Function { p: [0.05, 1.0] },
        &Case {
            x: &[100.0, 105.0, 0.2],
            y: &[8.021352235143183, 7.9004418077181455],
            jacobian: &[
                0.5422283335848056,
                -0.4400141059365465,
                39.670523808426516,
                -0.45777166641519446,
                0.5112153185641675,
                39.670523808426516,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn rec_condexp_all_six_1_is_as_recorded() {
    check(
        &rec_condexp_all_six_1::Function { p: [2.0] },
        &Case {
            x: &[2.0, 2.0],
            y: &[
                0.9092974268256817,
                4.0,
                4.0,
                4.0,
                0.9092974268256817,
                2.0,
                0.9092974268256817,
                4.0,
                5.0,
                2.0,
                0.9092974268256817,
                -1.0,
            ],
            jacobian: &[
                -0.4161468365471424,
                0.0,
                4.0,
                0.0,
                4.0,
                0.0,
                4.0,
                0.0,
                -0.4161468365471424,
                0.0,
                0.0,
                1.0,
                -0.4161468365471424,
                0.0,
                4.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                -0.4161468365471424,
                0.0,
                0.0,
                0.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn rec_det_by_lu_5_opt_is_as_recorded() {
    check(
        &rec_det_by_lu_5_opt::Function,
        &Case {
            x: &[
                0.823149335532283,
                1.9398233207604023,
                1.1105251209362974,
                1.6929386501777852,
                0.970639029323247,
                1.5327206823905553,
                1.8731459138694082,
                1.229029688081992,
                1.6096550831396343,
                1.3102896357209945,
                1.3236515813314544,
                1.6825731605046106,
                1.811589963171679,
                0.8102407737542611,
                1.9295939375127067,
                0.7644475566469396,
                0.7889907968281069,
                1.6360751138138576,
                0.7938644285821974,
                0.9003586660513945,
                1.084614331600219,
                1.5857447286945476,
                0.6609362843147347,
                1.5539489799345492,
                0.63405059163241,
            ],
            y: &[0.10942812429096703],
            jacobian: &[
                -0.2730895275396405,
                -0.1814062123021315,
                -0.10003831564997112,
                0.2883841414613367,
                0.3183428469831746,
                -0.22894254385677387,
                -0.9183106248155332,
                -0.41205191466894064,
                0.8730870514466429,
                0.9780417105603827,
                0.13017907702573542,
                0.4194288490764383,
                0.13903473678818656,
                -0.43711158430705904,
                -0.3453118469777405,
                0.0310385792965886,
                -0.03429399263324023,
                0.13004334115905475,
                0.005216505017255411,
                -0.1156688696727607,
                0.4509321313193305,
                0.9476883720089422,
                0.3968803368426186,
                -0.9228958822193593,
                -1.1207791271600407,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn rec_det_by_minor_3_is_as_recorded() {
    check(
        &rec_det_by_minor_3::Function,
        &Case {
            x: &[
                -0.11044203343210413,
                0.93001499217727,
                -0.23652698970703234,
                0.8146076644057378,
                0.8084450581884768,
                0.5770808385031454,
                0.9872417346439379,
                -0.13326148969632867,
                0.27832792926039285,
            ],
            y: &[0.5000977255218119],
            jacobian: &[
                0.3019154911805322,
                0.3429902236399294,
                -0.9066865324870668,
                -0.22732920795207268,
                0.20277021314001484,
                0.9034319442217025,
                0.7279129074630022,
                -0.12894271739517454,
                -0.8468836567843177,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn rec_kepler_newton8_is_as_recorded() {
    check(
        &rec_kepler_newton8::Function,
        &Case {
            x: &[0.7, 0.3],
            y: &[0.942753749471536, 1.2141892593909849],
            jacobian: &[
                1.2139879484091172,
                0.9823337542985693,
                1.405883865964502,
                2.167377511846042,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn rec_log10_powint_misc_is_as_recorded() {
    check(
        &rec_log10_powint_misc::Function { p: [2.5] },
        &Case {
            x: &[1.3, 0.4],
            y: &[
                0.11394335230683676,
                2.1970000000000005,
                0.5917159763313609,
                1.9268964684175434,
                1.3195079107728942,
                1.110650306834322,
                0.10119288512538815,
                2.48113883008419,
            ],
            jacobian: &[
                0.3340726783871167,
                0.0,
                5.07,
                0.0,
                -0.9103322712790166,
                0.0,
                3.7055701315721987,
                0.0,
                0.0,
                0.9146131880787755,
                0.34173855594902214,
                0.2913949508331802,
                0.0,
                0.6324555320336759,
                1.0,
                -1.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn rec_rosenbrock_2_is_as_recorded() {
    check(
        &rec_rosenbrock_2::Function,
        &Case {
            x: &[1.3776379605852078, -0.7611278836295501],
            y: &[707.1782801305787],
            jacobian: &[1466.0188545603755, -531.8028468149842],
            seeded: &[],
        },
    );
}

#[test]
fn rec_sparse_jac_fun_8x10_opt_is_as_recorded() {
    check(
        &rec_sparse_jac_fun_8x10_opt::Function,
        &Case {
            x: &[
                0.8811084000291225,
                1.3994065102418534,
                1.1097693692161588,
                1.4850583370899053,
                1.3908231675377638,
                0.6814639755173403,
                1.0479555535830263,
                0.6600626914227088,
                0.8543853227976997,
                0.7015503513059962,
            ],
            y: &[
                4.61269414593869,
                6.625474570425677,
                8.142099341284997,
                4.481680046533796,
                5.7640126978606645,
                2.504757481134484,
                1.4404954831228745,
                0.0,
            ],
            jacobian: &[
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                1.8147479643166033,
                0.0,
                2.461476396673131,
                0.0,
                0.0,
                3.725561266080682,
                0.0,
                0.0,
                0.0,
                1.7191532372937113,
                0.0,
                0.0,
                1.2307381983365655,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                7.317271414931544,
                0.0,
                0.0,
                0.0,
                2.461476396673131,
                0.0,
                0.0,
                0.0,
                2.0543227768978785,
                0.0,
                3.658635707465772,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                1.2990086384154276,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                1.8147479643166033,
                0.0,
                0.0,
                1.7945800208321796,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.8595766186468556,
                0.0,
                0.8207152333034613,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                1.2307381983365655,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn struct_constant_subgraph_is_as_recorded() {
    check(
        &struct_constant_subgraph::Function { p: [3.0] },
        &Case {
            x: &[4.0],
            y: &[
                7.3890560989306495,
                29.556224395722598,
                22.16716829679195,
                1.0,
            ],
            jacobian: &[0.0, 7.3890560989306495, 0.0, 0.0],
            seeded: &[],
        },
    );
}

#[test]
fn struct_constants_extreme_is_as_recorded() {
    check(
        &struct_constants_extreme::Function,
        &Case {
            x: &[1.0],
            y: &[
                1e-320,
                5e-324,
                1.7976931348623157e+308,
                -0.0,
                0.1,
                0.3333333333333333,
                1.2345678901234568e+17,
                2.5e-08,
                1e-320,
                5e-324,
                1.7976931348623157e+308,
                -0.0,
                0.1,
                0.3333333333333333,
                1.2345678901234568e+17,
                2.5e-08,
            ],
            jacobian: &[
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                1e-320,
                5e-324,
                1.7976931348623157e+308,
                0.0,
                0.1,
                0.3333333333333333,
                1.2345678901234568e+17,
                2.5e-08,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn struct_dynamic_subgraph_is_as_recorded() {
    check(
        &struct_dynamic_subgraph::Function { p: [3.0, 0.2] },
        &Case {
            x: &[4.0],
            y: &[0.5646424733950355, 2.258569893580142, 7.0841287867509],
            jacobian: &[0.0, 0.5646424733950355, 1.771032196687725],
            seeded: &[],
        },
    );
}

#[test]
fn struct_fanout_doubling_30_is_as_recorded() {
    check(
        &struct_fanout_doubling_30::Function,
        &Case {
            x: &[0.3],
            y: &[322122547.2],
            jacobian: &[1073741824.0],
            seeded: &[],
        },
    );
}

#[test]
fn struct_multi_repeated_outputs_is_as_recorded() {
    check(
        &struct_multi_repeated_outputs::Function,
        &Case {
            x: &[3.0, 5.0],
            y: &[15.0, 8.0, 15.0, 15.0, 8.0],
            jacobian: &[5.0, 3.0, 1.0, 1.0, 5.0, 3.0, 5.0, 3.0, 1.0, 1.0],
            seeded: &[],
        },
    );
}

#[test]
fn struct_unicode_name_is_as_recorded() {
    check(
        &struct_unicode_name::Function,
        &Case {
            x: &[2.0, 3.0],
            y: &[6.0],
            jacobian: &[3.0, 2.0],
            seeded: &[],
        },
    );
}

#[test]
fn sum_mixed_is_as_recorded() {
    check(
        &sum_mixed::Function { p: [3.0, -0.1] },
        &Case {
            x: &[1.25, 7.0],
            y: &[4.75, 2.9, -2.5, 0.4, 10.75, 8.65],
            jacobian: &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 1.0, 1.0, 1.0],
            seeded: &[],
        },
    );
}

#[test]
fn text_number_forms_cppad_only_is_as_recorded() {
    check(
        &text_number_forms_cppad_only::Function,
        &Case {
            x: &[1.0],
            y: &[1.0, 0.5, 0.5, -0.5, 5.0, 5.0, 5.0, 7.5, 0.0, 100.0, 100.0],
            jacobian: &[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            seeded: &[],
        },
    );
}

#[test]
fn text_trailing_garbage_is_as_recorded() {
    check(
        &text_trailing_garbage::Function { p: [2.0] },
        &Case {
            x: &[3.0, 4.0],
            y: &[-8.875],
            jacobian: &[-3.0, 0.0],
            seeded: &[],
        },
    );
}

#[test]
fn text_vt_ff_whitespace_is_as_recorded() {
    check(
        &text_vt_ff_whitespace::Function { p: [2.0] },
        &Case {
            x: &[3.0, 4.0],
            y: &[-8.875],
            jacobian: &[-3.0, 0.0],
            seeded: &[],
        },
    );
}

#[test]
fn unary_acos_generic_is_as_recorded() {
    check(
        &unary_acos_generic::Function { p: [0.4] },
        &Case {
            x: &[-0.9, 0.3, 0.75],
            y: &[
                1.1592794807274085,
                2.6905658417935308,
                1.2661036727794992,
                0.7227342478134157,
                1.8234765819369754,
                3.406535294149854,
                3.406535294149854,
            ],
            jacobian: &[
                0.0,
                0.0,
                0.0,
                -2.294157338705618,
                0.0,
                0.0,
                0.0,
                -1.0482848367219182,
                0.0,
                0.0,
                0.0,
                -1.5118578920369088,
                0.0,
                0.0,
                0.0,
                -2.9046410324692244,
                -2.8204793741541017,
                0.0,
                -2.9046410324692244,
                -2.8204793741541017,
                0.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn unary_atan_generic_is_as_recorded() {
    check(
        &unary_atan_generic::Function { p: [0.4] },
        &Case {
            x: &[-0.9, 0.3, 2.2],
            y: &[
                0.3805063771123649,
                -0.7328151017865066,
                0.2914567944778671,
                1.1441688336680205,
                -0.24497866312686414,
                -0.2135839405116671,
                0.36358941815106977,
            ],
            jacobian: &[
                0.0,
                0.0,
                0.0,
                0.5524861878453039,
                0.0,
                0.0,
                0.0,
                0.9174311926605504,
                0.0,
                0.0,
                0.0,
                0.17123287671232876,
                0.0,
                0.0,
                0.0,
                0.161025853302689,
                -0.6723074328316574,
                0.0,
                0.0,
                0.0,
                0.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn unary_erf_edge_is_as_recorded() {
    check(
        &unary_erf_edge::Function,
        &Case {
            x: &[0.0, -0.0, 1e-10, 6.0, -6.0, f64::INFINITY],
            y: &[0.0, -0.0, 1.1283791670955126e-10, 1.0, -1.0, 1.0],
            jacobian: &[
                1.1283791670955126,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                1.1283791670955126,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                1.1283791670955126,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                2.617301239249265e-16,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                2.617301239249265e-16,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
                0.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn unary_exp_generic_is_as_recorded() {
    check(
        &unary_exp_generic::Function { p: [0.4] },
        &Case {
            x: &[-0.9, 0.3, 2.2],
            y: &[
                1.4918246976412703,
                0.4065696597405991,
                1.3498588075760032,
                9.025013499434122,
                0.7788007830714049,
                0.5488116360940265,
                0.5488116360940265,
            ],
            jacobian: &[
                0.0,
                0.0,
                0.0,
                0.4065696597405991,
                0.0,
                0.0,
                0.0,
                1.3498588075760032,
                0.0,
                0.0,
                0.0,
                9.025013499434122,
                0.0,
                0.0,
                0.0,
                0.5488116360940265,
                0.5488116360940265,
                0.0,
                0.5488116360940265,
                0.5488116360940265,
                0.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn unary_sign_generic_is_as_recorded() {
    check(
        &unary_sign_generic::Function { p: [0.4] },
        &Case {
            x: &[-0.9, 0.3, 2.2],
            y: &[1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0],
            jacobian: &[
                0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
                0.0, 0.0, 0.0, 0.0, 0.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn unary_tanh_edge_is_as_recorded() {
    check(
        &unary_tanh_edge::Function,
        &Case {
            x: &[0.0, 1e-09, 20.0, -400.0],
            y: &[0.0, 1e-09, 1.0, -1.0],
            jacobian: &[
                1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
            ],
            seeded: &[],
        },
    );
}

#[test]
fn unary_tanh_generic_is_as_recorded() {
    check(
        &unary_tanh_generic::Function { p: [0.4] },
        &Case {
            x: &[-0.9, 0.3, 2.2],
            y: &[
                0.3799489622552249,
                -0.7162978701990245,
                0.2913126124515909,
                0.9757431300314515,
                -0.24491866240370913,
                -0.20866660386118838,
                0.36266314337043215,
            ],
            jacobian: &[
                0.0,
                0.0,
                0.0,
                0.4869173611483415,
                0.0,
                0.0,
                0.0,
                0.9151369618266292,
                0.0,
                0.0,
                0.0,
                0.04792534419642591,
                0.0,
                0.0,
                0.0,
                0.14184516852415813,
                -0.6555106566968204,
                0.0,
                0.0,
                0.0,
                0.0,
            ],
            seeded: &[],
        },
    );
}
