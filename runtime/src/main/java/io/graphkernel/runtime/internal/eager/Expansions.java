package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.size.ArgumentChecks;
import io.graphkernel.runtime.internal.tensor.IndexRanges;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;
import java.util.OptionalLong;

/** Helper functions for the bodies of composite ops in addition to other ops. */
public final class Expansions {

    private static final String[] LIKE_NAMES = {"x", "like"};

    private Expansions() {}

    /** Returns the dtype of an operand after checking that it is not null and open. */
    public static DType dtype(String op, String name, Tensor tensor) {
        Operands.present(op, name, tensor);
        return tensor.dtype();
    }

    /** Returns the dtype of the first operand that is not a scalar; all have been checked. */
    public static DType sharedDtype(Tensor... operands) {
        for (Tensor operand : operands) {
            if (!Tensors.isNumber(operand)) {
                return operand.dtype();
            }
        }
        return operands[0].dtype();
    }

    /** Returns the first of any number of operands. */
    public static Tensor first(String op, String name, Tensor... tensors) {
        Operands.attribute(op, name, tensors);
        if (tensors.length == 0) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    op,
                    name,
                    "empty",
                    "the op combines one tensor or more",
                    "pass at least one tensor");
        }
        Operands.present(op, name, tensors[0]);
        return tensors[0];
    }

    /** Returns the first of any number of operands that an op combines, or a copy of the only one, which is the result. */
    public static Tensor start(String op, String name, Tensor... tensors) {
        Tensor first = first(op, name, tensors);
        return tensors.length == 1 ? Ops.identityMath(first) : first;
    }

    /** Checks an attribute that must not be null. */
    public static void present(String op, String name, Object attribute) {
        Operands.attribute(op, name, attribute);
    }

    /**
     * Checks labels or indices, which must be positions, negative ones from the end if {@code fromEnd}, or the ignored
     * value.
     */
    public static void indices(
            String op, String name, Tensor indices, long size, boolean fromEnd, OptionalLong ignored) {
        Operands.index(op, name, indices);
        IndexRanges.require(op, name, indices, size, fromEnd, ignored);
    }

    /** Returns the tensor in the dtype of its computation: f32 for f16 and bf16. */
    public static Tensor widen(Tensor x) {
        return x != null && (x.dtype() == DType.F16 || x.dtype() == DType.BF16) ? Ops.cast(x, DType.F32) : x;
    }

    /** Returns the tensors in the dtype of their computation. */
    public static Tensor[] widen(Tensor... x) {
        Tensor[] wide = new Tensor[x.length];
        for (int i = 0; i < x.length; i++) {
            wide[i] = widen(x[i]);
        }
        return wide;
    }

    /** Returns the tensor in a dtype: the tensor itself if it already has it. */
    public static Tensor as(Tensor x, DType dtype) {
        return x.dtype() == dtype ? x : Ops.cast(x, dtype);
    }

    /** Returns a number in the dtype in which an operand is computed. */
    public static Tensor number(String op, String name, double value, Tensor like) {
        boolean half = like != null && (like.dtype() == DType.F16 || like.dtype() == DType.BF16);
        return half ? Tensors.number(Eager.scalar(value)) : Eager.scalar(op, name, value, like);
    }

    /** Returns a number like {@link #number(String, String, double, Tensor)}, exact for all integers. */
    public static Tensor number(String op, String name, long value, Tensor like) {
        boolean half = like != null && (like.dtype() == DType.F16 || like.dtype() == DType.BF16);
        return half ? Tensors.number(Tensor.scalar((float) value)) : Eager.scalar(op, name, value, like);
    }

    /** Returns a copy. */
    public static Tensor copy(String op, Tensor x) {
        return Ops.cast(x, dtype(op, "x", x));
    }

    /** Returns the slice of a tensor between two valid positions along each axis. */
    public static Tensor part(String op, Tensor x, long[] begin, long[] end) {
        for (int axis = 0; axis < x.rank(); axis++) {
            long from = begin[axis];
            ArgumentChecks.within(op, "the start along axis " + axis, from, x.dimension(axis));
            ArgumentChecks.within(op, "the length along axis " + axis, end[axis] - from, x.dimension(axis) - from);
        }
        return Ops.stridedSlice(x, begin, end, DimLists.filled(x, 1));
    }

    /** Returns x broadcast together with another tensor. */
    public static Tensor broadcastLike(Tensor x, Tensor like) {
        Operands.present("broadcastLike", "x", x);
        Operands.present("broadcastLike", "like", like);
        return Eager.broadcastTo(
                x, Operands.broadcast("broadcastLike", LIKE_NAMES, x, like).dimensions());
    }

    /** Returns the sum along the axes along which an operand was broadcast, with the operand's dims. */
    public static Tensor sumTo(Tensor value, Tensor operand) {
        long[] to = Tensors.dims(operand);
        int leading = Math.max(0, value.rank() - to.length);
        int[] axes = new int[value.rank()];
        int count = 0;
        for (int axis = 0; axis < axes.length; axis++) {
            if (axis < leading || to[axis - leading] == 1 && value.dimension(axis) != 1) {
                axes[count++] = axis;
            }
        }
        int[] summed = Arrays.copyOf(axes, count);
        return Ops.reshape(count == 0 ? value : Ops.reduceSum(value, summed, false), to);
    }
}
