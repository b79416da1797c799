package io.graphkernel.runtime;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.assign;
import static io.graphkernel.runtime.Ops.expandDims;
import static io.graphkernel.runtime.Ops.narrow;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.squeeze;
import static io.graphkernel.runtime.Ops.transpose;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;

/** Kernel methods that update regions of their parameters. */
final class RegionMethods {

    private RegionMethods() {}

    @GraphKernel
    static void columns(@TensorType("f32[n, m]") Tensor x, @TensorType("f32[n, 2]") Tensor y) {
        assign(narrow(x, 1, 1, 2), y);
    }

    @GraphKernel
    static Tensor corner(@TensorType("f32[n, m]") Tensor x) {
        Tensor column = narrow(transpose(narrow(x, 0, 1, 2)), 0, 3, 1);
        assign(column, 50);
        return column;
    }

    @GraphKernel
    static Tensor rowBefore(@TensorType("f32[n, m]") Tensor x) {
        Tensor before = narrow(x, 0, 0, 1);
        assign(narrow(x, 0, 0, 1), 9);
        return before;
    }

    @GraphKernel
    static void all(@TensorType("f32[n, m]") Tensor x) {
        assign(x, 3);
    }

    @GraphKernel
    static Tensor firstRow(@TensorType("f32[n, m]") Tensor x) {
        return narrow(x, 0, 0, 1);
    }

    @GraphKernel
    static void reshaped(@TensorType("f32[3, 4]") Tensor x) {
        assign(expandDims(x, 0), 5);
        assign(narrow(reshape(x, 2, 6), 0, 1, 1), 6);
        assign(squeeze(x), add(squeeze(x), 1));
    }

    @GraphKernel
    static void squeezed(@TensorType("f32[1, n]") Tensor x) {
        assign(squeeze(x, 0), 4);
    }

    @GraphKernel
    static void caller(@TensorType("f32[n, m]") Tensor x) {
        all(secondRow(x));
    }

    private static Tensor secondRow(Tensor x) {
        return narrow(x, 0, 1, 1);
    }
}
