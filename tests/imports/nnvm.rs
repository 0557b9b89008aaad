//! Cases of NNVM's format, held against what MXNet and NNVM recorded; made by `make.py`.

adgraph::graph!(
    #[nnvm("tests/imports/files/legacy_arg_nodes_empty.json")]
    fn legacy_arg_nodes_empty(
        data: &[[f64; 5]; 4],
        fc1_weight: &[[f64; 5]; 6],
        fc1_bias: [f64; 6],
        fc2_weight: &[[f64; 6]; 5],
        fc2_bias: [f64; 5],
        fc3_weight: [[f64; 5]; 3],
        fc3_bias: [f64; 3],
    ) -> [[f64; 3]; 4];

    #[nnvm("tests/imports/files/legacy_key_order.json")]
    fn legacy_key_order(
        data: &[[f64; 5]; 4],
        fc1_weight: &[[f64; 5]; 6],
        fc1_bias: [f64; 6],
        fc2_weight: &[[f64; 6]; 5],
        fc2_bias: [f64; 5],
        fc3_weight: [[f64; 5]; 3],
        fc3_bias: [f64; 3],
    ) -> [[f64; 3]; 4];

    #[nnvm("tests/imports/files/legacy_v08_lenet.json")]
    fn legacy_v08_lenet(
        data: &[[[[f64; 16]; 16]; 1]; 2],
        conv1_weight: &[[[[f64; 5]; 5]; 1]; 4],
        conv1_bias: [f64; 4],
        conv2_weight: &[[[[f64; 3]; 3]; 4]; 6],
        conv2_bias: [f64; 6],
        fc1_weight: &[[f64; 24]; 10],
        fc1_bias: [f64; 10],
        fc2_weight: &[[f64; 10]; 4],
        fc2_bias: [f64; 4],
    ) -> [[f64; 4]; 2];

    #[nnvm("tests/imports/files/legacy_v08_resnet_without_aux.json")]
    fn legacy_v08_resnet_without_aux(
        data: &[[[[f64; 5]; 5]; 3]; 1],
        a_conv_weight: &[[[[f64; 3]; 3]; 3]; 3],
        a_bn_gamma: [f64; 3],
        a_bn_beta: [f64; 3],
        #[dynamic] a_bn_moving_mean: [f64; 3],
        #[dynamic] a_bn_moving_var: [f64; 3],
        b_conv_weight: &[[[[f64; 3]; 3]; 3]; 3],
        b_bn_gamma: [f64; 3],
        b_bn_beta: [f64; 3],
        #[dynamic] b_bn_moving_mean: [f64; 3],
        #[dynamic] b_bn_moving_var: [f64; 3],
    ) -> [[[[f64; 5]; 5]; 3]; 1];

    #[nnvm("tests/imports/files/mx_activation_relu.json")]
    fn mx_activation_relu(x: [[[f64; 2]; 3]; 2]) -> [[[f64; 2]; 3]; 2];

    #[nnvm("tests/imports/files/mx_argmax_argmin.json")]
    fn mx_argmax_argmin(x: [[f64; 4]; 3]) -> ([f64; 3], [[f64; 4]; 1], f64);

    #[nnvm("tests/imports/files/mx_batch_dot.json")]
    fn mx_batch_dot(x: &[[[f64; 4]; 3]; 2], y: &[[[f64; 4]; 5]; 2]) -> [[[f64; 5]; 3]; 2];

    #[nnvm("tests/imports/files/mx_binary_hypot.json")]
    fn mx_binary_hypot(x: [[f64; 3]; 2], y: [[f64; 3]; 2]) -> [[f64; 3]; 2];

    #[nnvm("tests/imports/files/mx_binary_power.json")]
    fn mx_binary_power(x: [[f64; 3]; 2], y: [[f64; 3]; 2]) -> [[f64; 3]; 2];

    #[nnvm("tests/imports/files/mx_bn_infer.json")]
    fn mx_bn_infer(
        x: &[[[[f64; 2]; 2]; 3]; 2],
        bn_gamma: [f64; 3],
        bn_beta: [f64; 3],
        #[dynamic] bn_moving_mean: [f64; 3],
        #[dynamic] bn_moving_var: [f64; 3],
    ) -> [[[[f64; 2]; 2]; 3]; 2];

    #[nnvm("tests/imports/files/mx_broadcast_div.json")]
    fn mx_broadcast_div(x: [[[f64; 3]; 1]; 2], y: [[[f64; 3]; 4]; 1]) -> [[[f64; 3]; 4]; 2];

    #[nnvm("tests/imports/files/mx_broadcast_like.json")]
    fn mx_broadcast_like(x: [[f64; 3]; 1], y: [[f64; 3]; 4]) -> [[f64; 3]; 4];

    #[nnvm("tests/imports/files/mx_concat_neg.json")]
    fn mx_concat_neg(x: [[[f64; 1]; 2]; 2], y: [[[f64; 2]; 2]; 2]) -> [[[f64; 3]; 2]; 2];

    #[nnvm("tests/imports/files/mx_conv_3d.json")]
    fn mx_conv_3d(
        x: &[[[[[f64; 3]; 4]; 3]; 2]; 1],
        c_weight: &[[[[[f64; 2]; 2]; 2]; 2]; 2],
        c_bias: [f64; 2],
    ) -> [[[[[f64; 2]; 3]; 2]; 2]; 1];

    #[nnvm("tests/imports/files/mx_conv_stride_pad.json")]
    fn mx_conv_stride_pad(
        x: &[[[[f64; 5]; 6]; 2]; 2],
        c_weight: &[[[[f64; 2]; 3]; 2]; 2],
        c_bias: [f64; 2],
    ) -> [[[[f64; 6]; 3]; 2]; 2];

    #[nnvm("tests/imports/files/mx_depth_to_space.json")]
    fn mx_depth_to_space(
        x: [[[[f64; 2]; 2]; 4]; 1],
        y: [[[[f64; 4]; 4]; 1]; 1],
    ) -> [[[[f64; 4]; 4]; 1]; 1];

    #[nnvm("tests/imports/files/mx_dot_11.json")]
    fn mx_dot_11(x: [[f64; 3]; 4], y: &[[f64; 4]; 5]) -> [[f64; 5]; 3];

    #[nnvm("tests/imports/files/mx_embedding.json")]
    fn mx_embedding(#[dynamic] i: [f64; 4], e_weight: [[f64; 3]; 5]) -> [[f64; 3]; 4];

    #[nnvm("tests/imports/files/mx_expand_dims.json")]
    fn mx_expand_dims(x: [[f64; 3]; 2], y: [[[f64; 3]; 1]; 2]) -> [[[f64; 3]; 1]; 2];

    #[nnvm("tests/imports/files/mx_fc.json")]
    fn mx_fc(x: [[f64; 5]; 3], fc_weight: &[[f64; 5]; 4], fc_bias: [f64; 4]) -> [[f64; 4]; 3];

    #[nnvm("tests/imports/files/mx_fc_noflatten.json")]
    fn mx_fc_noflatten(
        x: &[[[f64; 5]; 4]; 2],
        fc_weight: [[f64; 5]; 3],
        fc_bias: [f64; 3],
    ) -> [[[f64; 3]; 4]; 2];

    #[nnvm("tests/imports/files/mx_l2norm_instance.json")]
    fn mx_l2norm_instance(x: [[[f64; 2]; 3]; 2]) -> [[[f64; 2]; 3]; 2];

    #[nnvm("tests/imports/files/mx_layernorm.json")]
    fn mx_layernorm(
        x: &[[[f64; 4]; 3]; 2],
        ln_gamma: [f64; 4],
        ln_beta: [f64; 4],
    ) -> [[[f64; 4]; 3]; 2];

    #[nnvm("tests/imports/files/mx_leakyrelu_prelu.json")]
    fn mx_leakyrelu_prelu(
        x: &[[[[f64; 2]; 2]; 3]; 2],
        a_gamma: [f64; 3],
    ) -> [[[[f64; 2]; 2]; 3]; 2];

    #[nnvm("tests/imports/files/mx_log_softmax.json")]
    fn mx_log_softmax(x: [[f64; 4]; 2], y: [[f64; 4]; 2]) -> [[f64; 4]; 2];

    #[nnvm("tests/imports/files/mx_net_mlp.json")]
    fn mx_net_mlp(
        data: &[[f64; 5]; 4],
        fc1_weight: &[[f64; 5]; 6],
        fc1_bias: [f64; 6],
        fc2_weight: &[[f64; 6]; 5],
        fc2_bias: [f64; 5],
        fc3_weight: [[f64; 5]; 3],
        fc3_bias: [f64; 3],
    ) -> [[f64; 3]; 4];

    #[nnvm("tests/imports/files/mx_pool_avg_full.json")]
    fn mx_pool_avg_full(x: &[[[[f64; 6]; 6]; 1]; 1]) -> [[[[f64; 3]; 3]; 1]; 1];

    #[nnvm("tests/imports/files/mx_pool_global_avg.json")]
    fn mx_pool_global_avg(x: &[[[[f64; 4]; 3]; 2]; 2]) -> [[[[f64; 1]; 1]; 2]; 2];

    #[nnvm("tests/imports/files/mx_pool_sum.json")]
    fn mx_pool_sum(x: [[[[f64; 4]; 4]; 1]; 1]) -> [[[[f64; 3]; 3]; 1]; 1];

    #[nnvm("tests/imports/files/mx_reduce_max_tie.json")]
    fn mx_reduce_max_tie(x: [[f64; 3]; 2]) -> [f64; 2];

    #[nnvm("tests/imports/files/mx_reduce_mean_all.json")]
    fn mx_reduce_mean_all(x: &[[[f64; 4]; 3]; 2]) -> f64;

    #[nnvm("tests/imports/files/mx_reduce_prod_all.json")]
    fn mx_reduce_prod_all(x: &[[[f64; 4]; 3]; 2]) -> f64;

    #[nnvm("tests/imports/files/mx_reduce_sum_axis1_exclude.json")]
    fn mx_reduce_sum_axis1_exclude(x: &[[[f64; 4]; 3]; 2]) -> [f64; 3];

    #[nnvm("tests/imports/files/mx_reshape_mix.json")]
    fn mx_reshape_mix(x: &[[[[f64; 3]; 2]; 6]; 2]) -> [[[[f64; 6]; 3]; 2]; 2];

    #[nnvm("tests/imports/files/mx_scalar_power.json")]
    fn mx_scalar_power(x: [[f64; 3]; 2]) -> [[f64; 3]; 2];

    #[nnvm("tests/imports/files/mx_shared_weight.json")]
    fn mx_shared_weight(x: [[f64; 3]; 2], w: [[f64; 3]; 3]) -> [[f64; 3]; 2];

    #[nnvm("tests/imports/files/mx_slice.json")]
    fn mx_slice(x: [[f64; 4]; 3], y: [[f64; 2]; 2]) -> [[f64; 2]; 2];

    #[nnvm("tests/imports/files/mx_softmaxactivation.json")]
    fn mx_softmaxactivation(x: [[f64; 4]; 2], y: [[f64; 4]; 2]) -> [[f64; 4]; 2];

    #[nnvm("tests/imports/files/mx_split_heads.json")]
    fn mx_split_heads(x: [[f64; 6]; 2]) -> ([[f64; 2]; 2], [[f64; 2]; 2]);

    #[nnvm("tests/imports/files/mx_stack.json")]
    fn mx_stack(x: [[f64; 3]; 2], y: [[f64; 3]; 2], w: [[[f64; 3]; 2]; 2]) -> [[[f64; 3]; 2]; 2];

    #[nnvm("tests/imports/files/mx_transpose_axes.json")]
    fn mx_transpose_axes(x: &[[[f64; 4]; 3]; 2], y: &[[[f64; 3]; 2]; 4]) -> [[[f64; 3]; 2]; 4];

    #[nnvm("tests/imports/files/mx_unary_gammaln.json")]
    fn mx_unary_gammaln(x: [[f64; 3]; 2]) -> [[f64; 3]; 2];

    #[nnvm("tests/imports/files/mx_unary_sigmoid.json")]
    fn mx_unary_sigmoid(x: [[f64; 3]; 2]) -> [[f64; 3]; 2];

    #[nnvm("tests/imports/files/mx_wide_addn_40.json")]
    fn mx_wide_addn_40(
        v0: [f64; 2],
        v1: [f64; 2],
        v2: [f64; 2],
        v3: [f64; 2],
        v4: [f64; 2],
        v5: [f64; 2],
        v6: [f64; 2],
        v7: [f64; 2],
        v8: [f64; 2],
        v9: [f64; 2],
        v10: [f64; 2],
        v11: [f64; 2],
        v12: [f64; 2],
        v13: [f64; 2],
        v14: [f64; 2],
        v15: [f64; 2],
        v16: [f64; 2],
        v17: [f64; 2],
        v18: [f64; 2],
        v19: [f64; 2],
        v20: [f64; 2],
        v21: [f64; 2],
        v22: [f64; 2],
        v23: [f64; 2],
        v24: [f64; 2],
        v25: [f64; 2],
        v26: [f64; 2],
        v27: [f64; 2],
        v28: [f64; 2],
        v29: [f64; 2],
        v30: [f64; 2],
        v31: [f64; 2],
        v32: [f64; 2],
        v33: [f64; 2],
        v34: [f64; 2],
        v35: [f64; 2],
        v36: [f64; 2],
        v37: [f64; 2],
        v38: [f64; 2],
        v39: [f64; 2],
    ) -> [f64; 2];

    #[nnvm("tests/imports/files/nnvm_avg_pool2d_pad_include.json")]
    fn nnvm_avg_pool2d_pad_include(x: &[[[[f64; 5]; 5]; 1]; 1]) -> [[[[f64; 3]; 3]; 1]; 1];

    #[nnvm("tests/imports/files/nnvm_broadcast_pow.json")]
    fn nnvm_broadcast_pow(x: [[[f64; 3]; 1]; 2], y: [[f64; 1]; 4]) -> [[[f64; 3]; 4]; 2];

    #[nnvm("tests/imports/files/nnvm_conv2d_3x3.json")]
    fn nnvm_conv2d_3x3(
        x: &[[[[f64; 5]; 5]; 2]; 1],
        c_weight: &[[[[f64; 3]; 3]; 2]; 3],
        c_bias: [f64; 3],
    ) -> [[[[f64; 3]; 3]; 3]; 1];

    #[nnvm("tests/imports/files/nnvm_conv2d_transpose.json")]
    fn nnvm_conv2d_transpose(
        x: &[[[[f64; 3]; 3]; 3]; 1],
        c_weight: &[[[[f64; 3]; 3]; 2]; 3],
        c_bias: [f64; 2],
    ) -> [[[[f64; 5]; 5]; 2]; 1];

    #[nnvm("tests/imports/files/nnvm_gather_nd.json")]
    fn nnvm_gather_nd(x: [[f64; 2]; 2], #[dynamic] i: [[f64; 3]; 2]) -> [f64; 3];

    #[nnvm("tests/imports/files/nnvm_matmul_10.json")]
    fn nnvm_matmul_10(x: [[f64; 3]; 4], y: &[[f64; 5]; 4]) -> [[f64; 5]; 3];

    #[nnvm("tests/imports/files/nnvm_max_pool2d.json")]
    fn nnvm_max_pool2d(x: &[[[[f64; 4]; 4]; 2]; 1]) -> [[[[f64; 2]; 2]; 2]; 1];

    #[nnvm("tests/imports/files/nnvm_max_pool2d_ceil.json")]
    fn nnvm_max_pool2d_ceil(x: &[[[[f64; 6]; 6]; 1]; 1]) -> [[[[f64; 3]; 3]; 1]; 1];

    #[nnvm("tests/imports/files/nnvm_max_pool2d_default_stride.json")]
    fn nnvm_max_pool2d_default_stride(x: [[[[f64; 4]; 4]; 1]; 1]) -> [[[[f64; 3]; 3]; 1]; 1];

    #[nnvm("tests/imports/files/nnvm_max_pool2d_pad4.json")]
    fn nnvm_max_pool2d_pad4(x: &[[[[f64; 5]; 5]; 1]; 1]) -> [[[[f64; 5]; 5]; 1]; 1];

    #[nnvm("tests/imports/files/nnvm_net_mlp.json")]
    fn nnvm_net_mlp(
        data: &[[f64; 5]; 4],
        fc1_weight: &[[f64; 5]; 6],
        fc1_bias: [f64; 6],
        fc2_weight: &[[f64; 6]; 5],
        fc2_bias: [f64; 5],
        fc3_weight: [[f64; 5]; 3],
        fc3_bias: [f64; 3],
    ) -> [[f64; 3]; 4];

    #[nnvm("tests/imports/files/nnvm_net_resnet_down.json")]
    fn nnvm_net_resnet_down(
        data: &[[[[f64; 6]; 6]; 2]; 1],
        a_conv_weight: &[[[[f64; 3]; 3]; 2]; 4],
        a_bn_gamma: [f64; 4],
        a_bn_beta: [f64; 4],
        #[dynamic] a_bn_moving_mean: [f64; 4],
        #[dynamic] a_bn_moving_var: [f64; 4],
        b_conv_weight: &[[[[f64; 3]; 3]; 4]; 4],
        b_bn_gamma: [f64; 4],
        b_bn_beta: [f64; 4],
        #[dynamic] b_bn_moving_mean: [f64; 4],
        #[dynamic] b_bn_moving_var: [f64; 4],
        s_conv_weight: [[[[f64; 1]; 1]; 2]; 4],
        s_bn_gamma: [f64; 4],
        s_bn_beta: [f64; 4],
        #[dynamic] s_bn_moving_mean: [f64; 4],
        #[dynamic] s_bn_moving_var: [f64; 4],
        fc_weight: [[f64; 4]; 2],
        fc_bias: [f64; 2],
    ) -> [[f64; 2]; 1];

    #[nnvm("tests/imports/files/nnvm_prelu.json")]
    fn nnvm_prelu(x: [[[f64; 2]; 3]; 2], alpha: [f64; 3]) -> [[[f64; 2]; 3]; 2];

    #[nnvm("tests/imports/files/nnvm_reduce_mean_axis1.json")]
    fn nnvm_reduce_mean_axis1(x: &[[[f64; 4]; 3]; 2]) -> [[f64; 4]; 2];

    #[nnvm("tests/imports/files/nnvm_softmax_axis_1.json")]
    fn nnvm_softmax_axis_1(x: &[[[f64; 4]; 3]; 2], y: &[[[f64; 4]; 3]; 2]) -> [[[f64; 4]; 3]; 2];

    #[nnvm("tests/imports/files/nnvm_split_indices_heads.json")]
    fn nnvm_split_indices_heads(x: [[f64; 6]; 2]) -> ([[f64; 2]; 2], [[f64; 1]; 2], [[f64; 3]; 2]);

    #[nnvm("tests/imports/files/nnvm_strided_slice.json")]
    fn nnvm_strided_slice(x: [[f64; 5]; 3]) -> [[f64; 2]; 2];

    #[nnvm("tests/imports/files/nnvm_take_flat.json")]
    fn nnvm_take_flat(x: [[f64; 2]; 2], #[dynamic] i: [f64; 3]) -> [f64; 3];
);

super::recorded! {
    legacy_arg_nodes_empty();
    legacy_key_order();
    legacy_v08_lenet();
    legacy_v08_resnet_without_aux(
        a_bn_moving_mean,
        a_bn_moving_var,
        b_bn_moving_mean,
        b_bn_moving_var,
    );
    mx_activation_relu();
    mx_argmax_argmin();
    mx_batch_dot();
    mx_binary_hypot();
    mx_binary_power();
    mx_bn_infer(bn_moving_mean, bn_moving_var);
    mx_broadcast_div();
    mx_broadcast_like();
    mx_concat_neg();
    mx_conv_3d();
    mx_conv_stride_pad();
    mx_depth_to_space();
    mx_dot_11();
    mx_embedding(i);
    mx_expand_dims();
    mx_fc();
    mx_fc_noflatten();
    mx_l2norm_instance();
    mx_layernorm();
    mx_leakyrelu_prelu();
    mx_log_softmax();
    mx_net_mlp();
    mx_pool_avg_full();
    mx_pool_global_avg();
    mx_pool_sum();
    mx_reduce_max_tie();
    mx_reduce_mean_all();
    mx_reduce_prod_all();
    mx_reduce_sum_axis1_exclude();
    mx_reshape_mix();
    mx_scalar_power();
    mx_shared_weight();
    mx_slice();
    mx_softmaxactivation();
    mx_split_heads();
    mx_stack();
    mx_transpose_axes();
    mx_unary_gammaln();
    mx_unary_sigmoid();
    mx_wide_addn_40();
    nnvm_avg_pool2d_pad_include();
    nnvm_broadcast_pow();
    nnvm_conv2d_3x3();
    nnvm_conv2d_transpose();
    nnvm_gather_nd(i);
    nnvm_matmul_10();
    nnvm_max_pool2d();
    nnvm_max_pool2d_ceil();
    nnvm_max_pool2d_default_stride();
    nnvm_max_pool2d_pad4();
    nnvm_net_mlp();
    nnvm_net_resnet_down(
        a_bn_moving_mean,
        a_bn_moving_var,
        b_bn_moving_mean,
        b_bn_moving_var,
        s_bn_moving_mean,
        s_bn_moving_var,
    );
    nnvm_prelu();
    nnvm_reduce_mean_axis1();
    nnvm_softmax_axis_1();
    nnvm_split_indices_heads();
    nnvm_strided_slice();
    nnvm_take_flat(i);
}
