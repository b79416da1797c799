package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** One method under several flags. */
public final class SwitchedKernels {

    private SwitchedKernels() {}

    private static final String WHOLE = "--disable_expand_ops=Softmax,GeLU";
    private static final String APART = "--disable_cluster_ops=Exp,ReduceSum";
    private static final String ONLY = "--enable_cluster_ops_only=Mul,Add --enable_expand_ops_only=GeLU";
    private static final String COPIED = "--disable_packet_ops=Transpose,Reshape --composite_op_limit_size=3";
    private static final String SWITCHED = "--opt_level=3 --disable_pass=graph_kernel_cse,split.fuse_basic";

    @GraphKernel
    public static Tensor plain(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, 1]") Tensor y) {
        Tensor weights = softmax(gelu(mul(x, 2.0)), -1);
        Tensor turned = transpose(add(weights, y), 1, 0);
        return add(mul(turned, 3.0), reduceSum(turned, 0, KEEP_DIMS));
    }

    @GraphKernel(flags = WHOLE)
    public static Tensor whole(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, 1]") Tensor y) {
        return plain(x, y);
    }

    @GraphKernel(flags = APART)
    public static Tensor apart(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, 1]") Tensor y) {
        return plain(x, y);
    }

    @GraphKernel(flags = ONLY)
    public static Tensor only(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, 1]") Tensor y) {
        return plain(x, y);
    }

    @GraphKernel(flags = COPIED)
    public static Tensor copied(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, 1]") Tensor y) {
        return plain(x, y);
    }

    @GraphKernel(flags = SWITCHED)
    public static Tensor switched(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, 1]") Tensor y) {
        return plain(x, y);
    }
}
