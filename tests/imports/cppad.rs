//! Cases of CppAD's format, held against what CppAD recorded; made by `make.py`.

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

super::recorded! {
    binary_add_all_types(p);
    binary_mul_all_types(p);
    binary_pow_all_types(p);
    cexp_eq_equal(p);
    cexp_guarded_sqrt_0();
    cexp_guarded_sqrt_1();
    cexp_le_left_larger(p);
    cexp_lt_equal(p);
    cexp_nested_0();
    cexp_nested_2();
    comp_eq_greater(p);
    comp_le_less(p);
    print_ops(p);
    random_50_2(p);
    random_50_4();
    random_50_6(p);
    rec_all_unary_var();
    rec_atan2_quadrants_opt();
    rec_black_scholes_erfc(p);
    rec_condexp_all_six_1(p);
    rec_det_by_lu_5_opt();
    rec_det_by_minor_3();
    rec_kepler_newton8();
    rec_log10_powint_misc(p);
    rec_rosenbrock_2();
    rec_sparse_jac_fun_8x10_opt();
    struct_constant_subgraph(p);
    struct_constants_extreme();
    struct_dynamic_subgraph(p);
    struct_fanout_doubling_30();
    struct_multi_repeated_outputs();
    struct_unicode_name();
    sum_mixed(p);
    text_number_forms_cppad_only();
    text_trailing_garbage(p);
    text_vt_ff_whitespace(p);
    unary_acos_generic(p);
    unary_atan_generic(p);
    unary_erf_edge();
    unary_exp_generic(p);
    unary_sign_generic(p);
    unary_tanh_edge();
    unary_tanh_generic(p);
}
