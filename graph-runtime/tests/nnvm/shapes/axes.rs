//! Operators that move elements about.

use super::table::{mxnet, nnvm};

#[test]
fn reshapes() {
    let both = "reshape shape=(3,2) : (2,3) -> (3,2)
        reshape shape=(0,-1) : (2,3,4) -> (2,12)
        reshape shape=(-1,) : (2,3,4) -> (24)
        reshape shape=(-2,1,1) : (2,3) -> (2,3,1,1)
        reshape shape=(-2,-1) : (2,3) -> (2,3,1)
        reshape shape=(0,-3) : (2,3,4) -> (2,12)
        reshape shape=(-3,-3) : (2,3,4,5) -> (6,20)
        reshape shape=(-4,1,2,-2) : (2,3,4) -> (1,2,3,4)
        reshape shape=(2,-4,-1,3,-2) : (2,3,4) -> (2,1,3,4)
        reshape shape=(-1,-4,2,-1) : (4,6) -> (4,2,3)
        reshape shape=(4,2) : (2,3) -> ! expected a shape of as many elements as (2, 3), found (4, 2)
        reshape shape=(-1,-1) : (2,3) -> ! expected at most one -1
        reshape shape=(4,-1) : (2,3) -> ! expected extents that divide the number of elements
        reshape shape=(0,0,0) : (2,3) -> ! expected codes for no more axes than the input has
        reshape shape=(0,-3) : (2,3) -> ! expected two axes left to multiply
        reshape shape=(-4,2) : (2,3) -> ! expected two extents after every -4
        reshape shape=(-4,-1,-1,3) : (2,3) -> ! expected at most one -1 after a -4
        reshape shape=(-4,4,-1,3) : (6,3) -> ! expected two factors of the extent
        reshape shape=(-4,0,-1,3) : (6,3) -> ! expected a positive number
        reshape shape=(-5,6) : (2,3) -> ! expected extents and the codes
        reshape shape=(4294967296,4294967296) : (2,3) -> ! as many elements as (2, 3)
        reshape shape=(4294967296,4294967296,-1) : (2,3) -> ! extents that divide
        reshape shape=() : (2,3) -> ! found ()
        flatten : (2,3,4) -> (2,12)
        flatten : (7) -> (7,1)
        expand_dims axis=0 : (2,3) -> (1,2,3)
        expand_dims axis=-1 : (2,3) -> (2,3,1)
        expand_dims axis=2 : (2,3) -> (2,3,1)
        expand_dims axis=3 : (2,3) -> ! expected an axis from -3 to 2
        squeeze axis=(0,2) : (1,2,1) -> (2)
        squeeze axis=1 : (1,2) -> ! expected an extent of 1 along axis 1
        squeeze : (1,1) -> (1)
        reshape_like : (2,6); (3,4) -> (3,4)
        reshape_like : (2,6); (3,3) -> ! expected a shape of as many elements as (2, 6)";
    mxnet(both);
    nnvm(both);
    mxnet(
        "Reshape shape=(-1,0) reverse=1 : (2,3,4) -> (6,4)
        Reshape shape=(0,-1) reverse=0 : (2,3,4) -> (2,12)
        Reshape target_shape=(0,4) : (2,6) -> (3,4)
        Reshape target_shape=(0,0) keep_highest=1 : (2,6) -> (2,6)
        Reshape target_shape=(0,0) : (2,6) -> ! expected a positive number
        Reshape target_shape=(0,5) : (2,6) -> ! as many elements
        squeeze axis=() : (1,2) -> (1,2)
        reshape_like lhs_begin=1 lhs_end=None rhs_begin=0 rhs_end=-1 : (5,12); (3,4,9) -> (5,3,4)
        reshape_like lhs_begin=3 : (5,12); (3,4) -> ! expected an axis up to 2
        reshape_like lhs_begin=2 lhs_end=1 : (5,12); (3,4) -> ! expected an axis from 2 on",
    );
    nnvm(
        "expand_dims axis=1 num_newaxis=2 : (2,3) -> (2,1,1,3)
        expand_dims axis=1 num_newaxis=1000000000 : (2,3) -> ! expected a number from 0 to 32
        squeeze axis=() : (1,2) -> (2)",
    );
}

#[test]
fn permutations() {
    mxnet(
        "transpose : (2,3,4) -> (4,3,2)
        transpose axes=(2,0,1) : (2,3,4) -> (4,2,3)
        transpose axes=(0,0,1) : (2,3,4) -> ! expected every axis once
        transpose axes=(0,1) : (2,3,4) -> ! expected each of the 3 axes once
        SwapAxis dim1=0 dim2=-1 : (2,3,4) -> (4,3,2)
        reverse axis=(0,1) : (2,3) -> (2,3)
        reverse axis=2 : (2,3) -> ! expected an axis
        depth_to_space block_size=2 : (1,8,2,3) -> (1,2,4,6)
        depth_to_space block_size=2 : (1,6,2,3) -> ! the second a multiple of 4
        depth_to_space block_size=0 : (1,6,2,3) -> ! expected a positive number
        space_to_depth block_size=2 : (1,2,4,6) -> (1,8,2,3)
        space_to_depth block_size=2000000000 : (1,2,4,6) -> ! up to 1024",
    );
    nnvm("flip axis=-1 : (2,3) -> (2,3)");
}

#[test]
fn slices() {
    mxnet(
        "slice begin=(0,1) end=(2,3) : (3,4) -> (2,2)
        slice begin=(None,-2) end=(None,None) : (3,4) -> (3,2)
        slice begin=(None,3) end=(None,0) step=(None,-2) : (3,4) -> (3,2)
        slice begin=(None,) end=(None,) step=(-1,) : (3,4) -> (3,4)
        slice begin=(1,) end=(2,) : (3,4) -> (1,4)
        slice begin=(1,) end=(1,) : (3,4) -> ! that leaves elements of axis 0
        slice begin=(2,) end=(1,) : (3,4) -> ! that leaves elements
        slice begin=(0,) end=(4,) : (3,4) -> ! expected bounds within axis 0 of extent 3
        slice begin=(3,) end=(4,) : (3,4) -> ! within axis 0
        slice begin=(-4,) end=(3,) : (3,4) -> ! within axis 0
        slice begin=(0,) end=(2,) step=(0,) : (3,4) -> ! expected steps other than 0
        slice begin=(0,0,0) end=(1,1,1) : (3,4) -> ! expected at most 2 bounds
        slice begin=(0,) end=(1,1) : (3,4) -> ! expected 1 bound
        slice_axis axis=-1 begin=1 end=None : (3,4) -> (3,3)
        slice_axis axis=0 begin=-2 end=-1 : (3,4) -> (1,4)
        slice_axis axis=0 begin=0 end=4 : (3,4) -> ! up to 3
        slice_axis axis=0 begin=2 end=2 : (3,4) -> ! a bound after 2
        slice_like : (3,4); (2,3) -> (2,3)
        slice_like axes=(1,) : (3,4); (9,3) -> (3,3)
        slice_like : (3,4); (4,3) -> ! expected an extent up to 3 along axis 0
        slice_like : (3,4); (2) -> ! expected a shape of 2 axes",
    );
    nnvm(
        "strided_slice begin=(0,1) end=(2,4) stride=(1,2) : (3,5) -> (2,2)
        strided_slice begin=(-100,) end=(100,) : (3,5) -> (3,5)
        strided_slice begin=(2,) end=(-9,) stride=(-1,) : (3,5) -> (3,5)
        strided_slice begin=(2,) end=(0,) stride=(-1,) : (3,5) -> (2,5)
        strided_slice begin=(2,) end=(2,) : (3,5) -> ! expected bounds that leave elements
        strided_slice begin=(9223372036854775807,) end=(9223372036854775807,) : (3,5) -> ! leave
        strided_slice begin=(0,) end=(3,) stride=(0,) : (3,5) -> ! strides other than 0
        slice_like : (3,4,5); (2,3) -> (2,3,5)",
    );
}

#[test]
fn splits_and_joins() {
    mxnet(
        "SliceChannel num_outputs=3 : (2,6) -> (2,2); (2,2); (2,2)
        SliceChannel num_outputs=2 squeeze_axis=1 : (3,2) -> (3); (3)
        SliceChannel num_outputs=3 squeeze_axis=1 : (2,6) -> ! expected an extent of 3 along axis 1
        SliceChannel num_outputs=4 : (2,6) -> ! that divides the extent 6, found 4
        SliceChannel num_outputs=1000000000 : (1,1000000000) -> ! a number up to 65536
        SliceChannel num_outputs=0 : (2,6) -> ! expected one of the 0 outputs
        Concat num_args=2 : (2,3); (2,4) -> (2,7)
        Concat num_args=2 dim=-2 : (2,3); (5,3) -> (7,3)
        Concat num_args=2 : (2,3); (3,4) -> ! expected the shape (2, 3) but along axis 1
        Concat num_args=2 : (2,3); (2,3,1) -> ! but along axis 1
        Concat num_args=1 dim=0 : (2) -> (2)
        Concat dim=0 : (2); (2) -> ! expected the attribute `num_args`
        Concat num_args=2 dim=0 : (2147483647); (2147483647) -> ! at most 2147483647 elements
        stack num_args=2 axis=1 : (2,3); (2,3) -> (2,2,3)
        stack num_args=2 axis=-1 : (2,3); ? -> (2,3,2)
        tile reps=(2,) : (2,3) -> (2,6)
        tile reps=(2,1,3) : (2,3) -> (2,2,9)
        tile reps=(0,) : (2,3) -> ! expected a positive number
        tile reps=(2147483647,2147483647) : (2,3) -> ! at most 2147483647 elements
        repeat repeats=2 : (2,3) -> (12)
        repeat repeats=2 axis=-1 : (2,3) -> (2,6)
        Pad mode=constant pad_width=(0,0,0,0,1,2,0,3) : (1,1,2,3) -> (1,1,5,6)
        Pad mode=reflect pad_width=(0,0,0,0,1,2,0,0) : (1,1,2,3) -> ! expected widths below
        Pad mode=edge pad_width=(1,0,0,0,1,2,0,0) : (1,1,2,3) -> ! the first four of them 0
        Pad mode=edge pad_width=(0,0,0,0) : (2,3) -> ! expected a shape of 4 or 5 axes",
    );
    nnvm(
        "split indices_or_sections=3 : (2,6) -> (2,2); (2,2); (2,2)
        split indices_or_sections=(1,4) : (2,6) -> (2,1); (2,3); (2,2)
        split indices_or_sections=(2,) : (2,6) -> (2,2); (2,4)
        split indices_or_sections=(4,1) : (2,6) -> ! expected ascending cut points from 1 to 5
        split indices_or_sections=(6,) : (2,6) -> ! ascending cut points
        concatenate : (2,3); (2,4) -> (2,7)
        pad pad_width=((0,0),(1,2)) : (2,3) -> (2,6)
        pad pad_width=((0,0),) : (2,3) -> ! found widths for 1 axis
        pad pad_width=((0,0),(1,)) : (2,3) -> ! expected two widths
        pad pad_width=((0,0),(-1,0)) : (2,3) -> ! from 0 on",
    );
}
