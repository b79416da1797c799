package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.IndexCheck;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;

/** What the bodies of composite ops need in addition to other ops. */
public final class Expansions {

    private static final String[] LIKE_NAMES = {"x", "like"};

    private Expansions() {}

    /** The dtype of an operand that is not null and open. */
    public static DType dtype(String op, String name, Tensor tensor) {
        Operands.present(op, name, tensor);
        return tensor.dtype();
    }

    /** The first of any number of operands. */
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

    /** An attribute that is not null. */
    public static void present(String op, String name, Object attribute) {
        Operands.attribute(op, name, attribute);
    }

    /** Labels or indices, each of them a position from 0 on. */
    public static void indices(String op, String name, Tensor indices, long size) {
        Operands.index(op, name, indices);
        IndexCheck.require(op, name, indices, size, false);
    }

    /** The tensor in the dtype in which it is computed: f32 for f16 and bf16. */
    public static Tensor widen(Tensor x) {
        return x != null && (x.dtype() == DType.F16 || x.dtype() == DType.BF16) ? Ops.cast(x, DType.F32) : x;
    }

    /** The tensors in the dtype in which they are computed. */
    public static Tensor[] widen(Tensor... x) {
        Tensor[] wide = new Tensor[x.length];
        for (int i = 0; i < x.length; i++) {
            wide[i] = widen(x[i]);
        }
        return wide;
    }

    /** The tensor in a dtype: itself, if it has it. */
    public static Tensor as(Tensor x, DType dtype) {
        return x.dtype() == dtype ? x : Ops.cast(x, dtype);
    }

    /** A number in the dtype in which an operand is computed. */
    public static Tensor number(String op, String name, double value, Tensor like) {
        boolean half = like != null && (like.dtype() == DType.F16 || like.dtype() == DType.BF16);
        return half ? Tensors.number(Eager.scalar(value)) : Eager.scalar(op, name, value, like);
    }

    /** A copy. */
    public static Tensor copy(String op, Tensor x) {
        return Ops.cast(x, dtype(op, "x", x));
    }

    /** x with the dims to which it broadcasts together with another tensor. */
    public static Tensor broadcastLike(Tensor x, Tensor like) {
        Operands.present("broadcastLike", "x", x);
        Operands.present("broadcastLike", "like", like);
        return Eager.broadcastTo(
                x, Operands.broadcast("broadcastLike", LIKE_NAMES, x, like).dimensions());
    }

    /** The sum along the axes along which an operand was broadcast, with the operand's dims. */
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
