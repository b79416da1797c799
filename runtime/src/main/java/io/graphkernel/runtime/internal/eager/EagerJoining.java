package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.tensor.IndexRanges;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.TensorElements;
import io.graphkernel.runtime.internal.tensor.TensorRegion;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.OptionalLong;

/** Ops that concatenate tensors, gather slices by index, or return indices. */
final class EagerJoining {

    private EagerJoining() {}

    static Tensor concat(int axis, Tensor[] x) {
        if (x == null || x.length == 0) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, "concat", "tensor x");
        }
        Operands.present("concat", name(0), x[0]);
        int along = Operands.axis("concat", x[0], axis);
        long[] dims = x[0].dimensions();
        for (int i = 1; i < x.length; i++) {
            Operands.same("concat", name(0), x[0], name(i), x[i]);
            long[] joined = x[i].dimensions();
            if (joined.length == dims.length) {
                dims[along] += joined[along];
                joined[along] = dims[along];
            }
            if (!Arrays.equals(dims, joined)) {
                throw new ShapeMismatchException(
                        RuntimeProblem.JOINED_DIMENSION,
                        "concat",
                        name(i),
                        Tensors.describe(x[i]),
                        name(0),
                        Tensors.describe(x[0]),
                        along);
            }
        }
        Tensor result = HostOperands.result(x[0].dtype(), dims);
        TensorElements to = TensorElements.bits(result);
        int whole = (int) (dims[along] * EagerReduction.innerCount(x[0], along));
        int start = 0;
        for (Tensor tensor : x) {
            TensorElements from = TensorElements.bits(tensor);
            int block = (int) (Tensors.dims(tensor)[along] * EagerReduction.innerCount(tensor, along));
            for (int i = 0; i < tensor.elementCount(); i++) {
                to.putLong(i / block * whole + start + i % block, from.getLong(i));
            }
            start += block;
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(result);
        return result;
    }

    private static String name(int operand) {
        return "x[" + operand + "]";
    }

    static Tensor gather(Tensor x, Tensor indices, int axis) {
        Operands.present("gather", "x", x);
        Operands.index("gather", "indices", indices);
        int along = Operands.axis("gather", x, axis);
        IndexRanges.require("gather", "indices", indices, x.dimension(along), true, OptionalLong.empty());
        long[] own = Tensors.dims(x);
        long[] dims = new long[own.length - 1 + indices.rank()];
        System.arraycopy(own, 0, dims, 0, along);
        System.arraycopy(Tensors.dims(indices), 0, dims, along, indices.rank());
        System.arraycopy(own, along + 1, dims, along + indices.rank(), own.length - along - 1);
        Tensor result = HostOperands.result(x.dtype(), Shapes.checked(dims, Shapes.MAX_INNER_RANK));
        TensorElements from = TensorElements.bits(x);
        TensorElements which = TensorElements.of(indices);
        TensorElements to = TensorElements.bits(result);
        long size = own[along];
        int inner = (int) EagerReduction.innerCount(x, along);
        int count = (int) indices.elementCount();
        for (int i = 0; i < result.elementCount(); i++) {
            int slice = i / inner;
            long index = which.getLong(slice % count);
            index += index < 0 ? size : 0;
            to.putLong(i, from.getLong((int) ((slice / count * size + index) * inner) + i % inner));
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(indices);
        Reference.reachabilityFence(result);
        return result;
    }

    static Tensor index(DType dtype, int axis, long[] dims) {
        long[] whole = Operands.dims("index", dims);
        int along = Operands.axis("index", axis, whole.length, "the shape " + Arrays.toString(dims));
        return numbers(dtype, whole, TensorRegion.rowMajorStrides(whole)[along], whole[along]);
    }

    static Tensor rowMajorIndex(DType dtype, long[] dims) {
        return numbers(dtype, Operands.dims("rowMajorIndex", dims), 1, Long.MAX_VALUE);
    }

    private static Tensor numbers(DType dtype, long[] dims, long step, long size) {
        Operands.attribute("index", "dtype", dtype);
        if (dtype == DType.BOOL) {
            throw new DTypeMismatchException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    "index",
                    "dtype",
                    dtype,
                    "the values of an index are numbers",
                    "pass a dtype of numbers, such as DType.I32");
        }
        Tensor result = HostOperands.result(dtype, dims);
        TensorElements to = TensorElements.of(result);
        for (int i = 0; i < result.elementCount(); i++) {
            to.putLong(i, i / step % size);
        }
        Reference.reachabilityFence(result);
        return result;
    }
}
