//! Operators on single elements, and reductions.

use super::table::{mxnet, nnvm};

#[test]
fn elementwise() {
    mxnet(
        "exp : (2,3) -> (2,3)
        _sparse_exp : (1) -> (1)
        exp : () -> ! expected a shape given for `x0`, found none
        exp : (2,0) -> ! expected a shape given for `x0`, of which (2, 0) is known, found none
        exp : ? -> ! expected a shape given for `x0`, found none
        elemwise_add : (2,3); (2,3) -> (2,3)
        elemwise_add : (2,3); ? -> (2,3) | (2,3); (2,3)
        elemwise_add : ?; (2,3) -> (2,3) | (2,3); (2,3)
        elemwise_add : (2,3); (1,3) -> ! expected the shape of the other inputs, (2, 3), found (1, 3)
        elemwise_add : (2,3) -> ! expected the inputs (lhs, rhs), found 1 input of `n` (elemwise_add)
        add_n : (2); (2); ? -> (2) | (2); (2); (2)
        add_n num_args=2 : (2); (2) -> (2)
        add_n num_args=3 : (2); (2) -> ! expected 2, the number of inputs, found 3
        add_n : -> ! expected at least one input
        where : (2,3); (2,3); (2,3) -> (2,3)
        where : (2); (2,3); (2,3) -> (2,3)
        where : ?; ?; (2,3) -> (2,3) | (2,3); (2,3); (2,3)
        where : (3); (2,3); (2,3) -> ! expected the shape (2, 3) or (2,)
        where : (2); (2,3); (3,2) -> ! /nodes/3/inputs/2
        where : (2); ?; ? -> ! expected a shape given for `x1`
        _mul_scalar scalar=3 : (4) -> (4)
        _mul_scalar : (4) -> (4)
        clip a_min=0 : (4) -> ! expected the attribute `a_max`
        Cast dtype=complex : (4) -> ! /nodes/1/attrs/dtype: expected one of `float64`
        abs axis=1 : (4) -> ! /nodes/1/attrs/axis: expected no attributes, found `axis` in `n` (abs)
        abs __note__=1 ctx_group=a lr_mult=2 data_lr_mult=3 : (4) -> (4)
        abs weight_lr_mult=3 : (4) -> ! found `weight_lr_mult`",
    );
    nnvm(
        "__mul_scalar__ scalar=3 : (4) -> (4)
        __mul_scalar__ : (4) -> ! expected the attribute `scalar`
        greater : (4); (4) -> (4)
        elemwise_sum : (4); (4); (4) -> (4)
        full_like fill_value=2 : (4) -> (4)",
    );
}

#[test]
fn broadcasting() {
    mxnet(
        "broadcast_add : (2,1,3); (4,1) -> (2,4,3)
        broadcast_add : (1); (1) -> (1)
        broadcast_add : (2,3); (2) -> ! expected a shape that broadcasts with (2, 3), found (2,)
        broadcast_add : (2,3); ? -> ! expected a shape given for `x1`
        broadcast_to shape=(2,0,4) : (1,3,1) -> (2,3,4)
        broadcast_to shape=(2,2) : (1,3) -> ! expected a shape that is (2, 2) but for extents of 1
        broadcast_to shape=(2,3) : (3) -> ! expected 1 extent, one for each axis
        broadcast_to shape=(-2,3) : (1,3) -> ! expected a positive number, found -2
        broadcast_axis axis=(0,-1) size=(2,4) : (1,3,1) -> (2,3,4)
        broadcast_axis axis=1 size=4 : (1,3) -> ! expected an extent of 1 along axis 1
        broadcast_axis axis=(0,1) size=4 : (1,3) -> ! expected one size for each of the axes (0, 1)
        broadcast_like : (1,3); (2,3) -> (2,3)
        broadcast_like : (3); (2,3) -> ! but for extents of 1
        broadcast_like lhs_axes=(0,) rhs_axes=(-1,) : (1,3); (5,7) -> (7,3)
        broadcast_like lhs_axes=(0,) : (1,3); (5,7) -> ! as many axes as lhs_axes, found None",
    );
    nnvm(
        "broadcast_mod : (2,1); (3) -> (2,3)
        __add_symbol__ : (2,1); (3) -> (2,3)
        expand_like axis=(1,) : (2,4); (2,3,4) -> (2,3,4)
        expand_like axis=(1,) : (2,1,4); (2,3,4) -> (2,3,4)
        expand_like axis=(0,2) exclude=1 : (2,4); (2,3,4) -> (2,3,4)
        expand_like axis=(0,1) : (1); (2,3) -> (2,3)
        expand_like : (2,3); (2,3) -> (2,3)
        expand_like axis=(0,) : (2,4); (2,3,4) -> ! expected the shape (3, 4) or (1, 3, 4)
        collapse_sum : (2,3); (3) -> (3)
        collapse_sum : (2,3); (4) -> ! expected a shape that broadcasts to (2, 3)",
    );
}

#[test]
fn reductions() {
    mxnet(
        "sum : (2,3) -> (1)
        sum keepdims=1 : (2,3) -> (1,1)
        sum axis=() exclude=1 : (2,3) -> (1)
        sum axis=1 : (2,3,4) -> (2,4)
        sum axis=(0,-1) : (2,3,4) -> (3)
        sum axis=(0,1) exclude=True : (2,3,4) -> (2,3)
        sum axis=(0,1) exclude=True keepdims=True : (2,3,4) -> (2,3,1)
        sum axis=(0,1) exclude=True : (2,3) -> (2,3)
        sum axis=0 : (7) -> (1)
        sum axis=(0,-2) : (2,3) -> ! expected every axis once, found (0, -2)
        sum axis=2 : (2,3) -> ! expected an axis from -2 to 1, found 2 for `axis`
        sum axis=-3 : (2,3) -> ! expected an axis from -2 to 1, found -3
        sum dtype=int32 : (2,3) -> ! found `dtype`
        norm ord=1 axis=1 : (2,3) -> (2)
        norm ord=3 : (2,3) -> ! expected the order 1 or 2, found 3
        argmax : (2,3) -> (1)
        argmax axis=-1 keepdims=1 : (2,3) -> (2,1)
        argmax axis=(0,1) : (2,3) -> ! expected a 32-bit integer or `None`
        sort : (2,3) -> (2,3)
        sort axis=None : (2,3) -> (6)
        sort axis=2 : (2,3) -> ! expected an axis from -2 to 1, found 2 for `axis`
        argsort is_ascend=False : (2,3) -> (2,3)
        argsort dtype=uint8 : (2,3) -> ! expected one of the types
        argsort k=2 : (2,3) -> ! found `k`",
    );
    nnvm(
        "mean axis=(0,) dtype=float32 : (2,3) -> (3)
        argmin axis=(1,) : (2,3) -> (2)
        max axis=None : (2,3) -> ! expected a tuple of integers",
    );
}
