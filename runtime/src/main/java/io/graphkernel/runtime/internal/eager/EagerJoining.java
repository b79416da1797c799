package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.IndexCheck;
import io.graphkernel.runtime.internal.tensor.Elements;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Shapes;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.ref.Reference;
import java.util.Arrays;

/** Tensors put together from several, picked by index, or made of the indices themselves. */
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
        Tensor result = Operands.result(x[0].dtype(), dims);
        Elements to = Elements.bits(result);
        int whole = (int) (dims[along] * EagerReduction.innerCount(x[0], along));
        int start = 0;
        for (Tensor part : x) {
            Elements from = Elements.bits(part);
            int block = (int) (Tensors.dims(part)[along] * EagerReduction.innerCount(part, along));
            for (int i = 0; i < part.elementCount(); i++) {
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
        IndexCheck.require("gather", "indices", indices, x.dimension(along), true);
        long[] own = Tensors.dims(x);
        long[] dims = new long[own.length - 1 + indices.rank()];
        System.arraycopy(own, 0, dims, 0, along);
        System.arraycopy(Tensors.dims(indices), 0, dims, along, indices.rank());
        System.arraycopy(own, along + 1, dims, along + indices.rank(), own.length - along - 1);
        Tensor result = Operands.result(x.dtype(), Shapes.checked(dims, Shapes.MAXIMUM_INNER_RANK));
        Elements from = Elements.bits(x);
        Elements which = Elements.of(indices);
        Elements to = Elements.bits(result);
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
        return numbers(dtype, whole, EagerMovement.rowMajorStrides(whole)[along], whole[along]);
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
        Tensor result = Operands.result(dtype, dims);
        Elements to = Elements.of(result);
        for (int i = 0; i < result.elementCount(); i++) {
            to.putLong(i, i / step % size);
        }
        Reference.reachabilityFence(result);
        return result;
    }
}
