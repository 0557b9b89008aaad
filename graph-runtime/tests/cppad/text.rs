//! A small text of the CppAD format that the tests read and spoil.

/// A graph with a list of each kind; tests replace entries of it by wrong ones.
pub(crate) const TEXT: &str = r#"{"function_name":"t",
"op_define_vec":[4,[{"op_code":1,"name":"mul","n_arg":2},{"op_code":2,"name":"sum"},
{"op_code":3,"name":"comp_lt"},{"op_code":4,"name":"atom4"}]],
"n_dynamic_ind":1,"n_variable_ind":2,
"constant_vec":[2,[-2.5,0.125]],
"op_usage_vec":[4,[[1,1,2],[2,1,3,[6,4,5]],[3,0,2,[6,7]],[4,"avg",3,2,1,[7]]]],
"dependent_vec":[2,[7,9]]}"#;
