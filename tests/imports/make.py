#!/usr/bin/env python3
"""Makes the cases of this folder from recorded ones: `make.py FOLDER`, with `cppad/valid/*.json` and
`nnvm/valid/*.json` in the folder. Each becomes a graph in `files`, the numbers that CppAD, MXNet and
NNVM gave in `recorded`, and a function and an entry of the table in `cppad.rs` or `nnvm.rs`."""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent

CPPAD = """
binary_add_all_types binary_mul_all_types binary_pow_all_types cexp_eq_equal cexp_guarded_sqrt_0
cexp_guarded_sqrt_1 cexp_le_left_larger cexp_lt_equal cexp_nested_0 cexp_nested_2 comp_eq_greater
comp_le_less print_ops random_50_2 random_50_4 random_50_6 rec_all_unary_var rec_atan2_quadrants_opt
rec_black_scholes_erfc rec_condexp_all_six_1 rec_det_by_lu_5_opt rec_det_by_minor_3
rec_kepler_newton8 rec_log10_powint_misc rec_rosenbrock_2 rec_sparse_jac_fun_8x10_opt
struct_constant_subgraph struct_constants_extreme struct_dynamic_subgraph struct_fanout_doubling_30
struct_multi_repeated_outputs struct_unicode_name sum_mixed text_number_forms_cppad_only
text_trailing_garbage text_vt_ff_whitespace unary_acos_generic unary_atan_generic unary_erf_edge
unary_exp_generic unary_sign_generic unary_tanh_edge unary_tanh_generic
""".split()

NNVM = """
legacy_arg_nodes_empty legacy_key_order legacy_v08_lenet legacy_v08_resnet_without_aux
mx_activation_relu mx_argmax_argmin mx_batch_dot mx_binary_hypot mx_binary_power mx_bn_infer
mx_broadcast_div mx_broadcast_like mx_concat_neg mx_conv_3d mx_conv_stride_pad mx_depth_to_space
mx_dot_11 mx_embedding mx_expand_dims mx_fc mx_fc_noflatten mx_l2norm_instance mx_layernorm
mx_leakyrelu_prelu mx_log_softmax mx_net_mlp mx_pool_avg_full mx_pool_global_avg mx_pool_sum
mx_reduce_max_tie mx_reduce_mean_all mx_reduce_prod_all mx_reduce_sum_axis1_exclude mx_reshape_mix
mx_scalar_power mx_shared_weight mx_slice mx_softmaxactivation mx_split_heads mx_stack
mx_transpose_axes mx_unary_gammaln mx_unary_sigmoid mx_wide_addn_40 nnvm_avg_pool2d_pad_include
nnvm_broadcast_pow nnvm_conv2d_3x3 nnvm_conv2d_transpose nnvm_gather_nd nnvm_matmul_10
nnvm_max_pool2d nnvm_max_pool2d_ceil nnvm_max_pool2d_default_stride nnvm_max_pool2d_pad4
nnvm_net_mlp nnvm_net_resnet_down nnvm_prelu nnvm_reduce_mean_axis1 nnvm_softmax_axis_1
nnvm_split_indices_heads nnvm_strided_slice nnvm_take_flat
""".split()

HEAD = """//! Cases of {format}, held against what {program} recorded; made by `make.py`.
"""


def array(extents):
    text = "f64"
    for extent in reversed(extents):
        text = f"[{text}; {extent}]"
    return text


def size(shape):
    product = 1
    for extent in shape:
        product *= extent
    return product


def function(kind, name, arguments, result, silent=False):
    option = ", silent" if silent else ""
    return (
        f'    #[{kind}("tests/imports/files/{name}.json"{option})]\n'
        f"    fn {name}({', '.join(arguments)}) -> {result};\n"
    )


def write_recorded(name, rows, dynamic):
    """One row a line; numbers as CppAD, MXNet and NNVM wrote them."""
    rows = {**rows, **{f"dynamic {argument}": data for argument, data in dynamic.items()}}
    lines = ",\n".join(f'  "{key}": {json.dumps(numbers)}' for key, numbers in rows.items())
    (HERE / "recorded" / f"{name}.json").write_text(f"{{\n{lines}\n}}\n")
    entry = f"    {name}({', '.join(dynamic)});\n"
    if len(entry) > 100:
        lines = "".join(f"        {argument},\n" for argument in dynamic)
        entry = f"    {name}(\n{lines}    );\n"
    return entry


def write_graph(name, case):
    text = case.get("graph_text")
    if text is None:
        graph = case["graph"]
        text = graph if isinstance(graph, str) else json.dumps(graph, ensure_ascii=False) + "\n"
    (HERE / "files" / f"{name}.json").write_text(text)
    return text


def cppad(folder):
    functions, table = [], []
    for name in CPPAD:
        case = json.loads((folder / "cppad/valid" / f"{name}.json").read_text())
        text = write_graph(name, case)
        x, p, y = case["x"], case["p"], case["y"]
        arguments = [f"x: {array([len(x)])}"]
        if p:
            arguments.append(f"#[dynamic] p: {array([len(p)])}")
        result = array([len(y)] if len(y) > 1 else [])
        silent = '"comp_' in text or '"print"' in text
        functions.append(function("cppad", name, arguments, result, silent))
        jacobian = case.get("jacobian_true") or case["jacobian"]
        rows = {"x": x, "y": y, "jacobian": sum(jacobian, []), "seeded": []}
        if case["trust"] == "values":
            rows["jacobian"] = []
        table.append(write_recorded(name, rows, {"p": p} if p else {}))
    return HEAD.format(format="CppAD's format", program="CppAD"), functions, table


def nnvm(folder):
    functions, table = [], []
    for name in NNVM:
        case = json.loads((folder / "nnvm/valid" / f"{name}.json").read_text())
        write_graph(name, case)
        fixed = list(case["aux"] or []) + list(case.get("integer_inputs") or [])
        arguments, dynamic, x, seeded = [], {}, [], []
        for argument, value in case["inputs"].items():
            shape = value["shape"]
            if argument in fixed or argument not in case["grads"]:
                arguments.append(f"#[dynamic] {argument}: {array(shape)}")
                dynamic[argument] = value["data"]
                continue
            by = "&" if size(shape) > 16 else ""
            arguments.append(f"{argument}: {by}{array(shape)}")
            x += value["data"]
            seeded += case["grads"][argument]["data"]
        results = [array([] if size(o["shape"]) == 1 else o["shape"]) for o in case["outputs"]]
        result = results[0] if len(results) == 1 else f"({', '.join(results)})"
        functions.append(function("nnvm", name, arguments, result))
        y = sum((output["data"] for output in case["outputs"]), [])
        rows = {"x": x, "y": y, "jacobian": [], "seeded": seeded}
        table.append(write_recorded(name, rows, dynamic))
    return HEAD.format(format="NNVM's format", program="MXNet and NNVM"), functions, table


# What `blocks.rs` reads beside those.
OTHERS = ["struct_nx0"]


def main():
    folder = pathlib.Path(sys.argv[1])
    for made in ["files", "recorded"]:
        (HERE / made).mkdir(exist_ok=True)
    for name in OTHERS:
        write_graph(name, json.loads((folder / "cppad/valid" / f"{name}.json").read_text()))
    for name, made in [("cppad", cppad(folder)), ("nnvm", nnvm(folder))]:
        head, functions, table = made
        path = HERE / f"{name}.rs"
        block = "adgraph::graph!(\n" + "\n".join(functions) + ");\n"
        path.write_text("\n".join([head, block, "super::recorded! {\n" + "".join(table) + "}\n"]))
        subprocess.run(["rustfmt", "--edition", "2024", str(path)], check=True)


main()
