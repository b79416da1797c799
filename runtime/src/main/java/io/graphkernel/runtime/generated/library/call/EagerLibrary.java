package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.CollectiveRequest.Kind;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.jvm.JavaAttention;
import io.graphkernel.runtime.generated.library.jvm.JavaAttentionGradient;
import io.graphkernel.runtime.generated.library.jvm.JavaConvolution;
import io.graphkernel.runtime.generated.library.jvm.JavaGatherGrad;
import io.graphkernel.runtime.generated.library.jvm.JavaMatMul;
import io.graphkernel.runtime.generated.library.jvm.JavaSortOrder;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import io.graphkernel.runtime.generated.library.shape.Convolution2d;
import io.graphkernel.runtime.generated.library.shape.ConvolutionShape;
import io.graphkernel.runtime.generated.library.shape.GatherGradShape;
import io.graphkernel.runtime.generated.library.shape.MatMulShape;
import io.graphkernel.runtime.generated.library.shape.SortOrderShape;
import io.graphkernel.runtime.internal.eager.Eager;
import io.graphkernel.runtime.internal.memory.RawElements;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;

/**
 * The library ops on tensors in plain Java. Sums are accumulated in double, or in long for integers, and each element
 * is rounded or wrapped once.
 *
 * <p>Unless stated otherwise, both operands and the result have the same dtype, which may be any but bool.
 */
public final class EagerLibrary {
    private static final List<String> ATTENTION_OPERANDS = List.of("query", "key", "value", "mask");
    private static final List<String> ATTENTION_GRAD_OPERANDS = List.of("query", "key", "value", "dy", "mask");

    /** Number of axes of an operand with rows. */
    private static final int ROW_AXES = 3;

    private EagerLibrary() {}

    /**
     * Returns the matmul {@code [m, k] x [k, n]}.
     *
     * @param transposeA true if a is {@code [k, m]}
     * @param transposeB true if b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     */
    public static Tensor matMul(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        matrix("matMul", "a", a);
        matrix("matMul", "b", b);
        return Eager.onHost(host -> matMul("matMul", host[0], host[1], transposeA, transposeB), a, b);
    }

    /**
     * Returns the batched matmul {@code [..., m, k] x [..., k, n]}, whose batch dims broadcast.
     *
     * @param transposeA true if a is {@code [..., k, m]}
     * @param transposeB true if b is {@code [..., n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     */
    public static Tensor batchMatMul(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        return Eager.onHost(host -> matMul("batchMatMul", host[0], host[1], transposeA, transposeB), a, b);
    }

    /**
     * Returns the batched int8 matmul {@code [..., m, k] x [..., k, n]}, whose batch dims broadcast.
     *
     * @param transposeA true if a is {@code [..., k, m]}
     * @param transposeB true if b is {@code [..., n, k]}
     * @return the int32 result, wrapped around on overflow
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     * @throws DTypeMismatchException if an operand is not i8
     */
    public static Tensor matMulInteger(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        String op = "matMulInteger";
        return Eager.onHost(
                host -> {
                    if (commonType(op, "a", host[0], "b", host[1]) != DType.I8) {
                        throw new DTypeMismatchException(
                                RuntimeProblem.DTYPE_UNSUPPORTED, op, "a, which is " + described(host[0]), "i8");
                    }
                    return matMul(op, host[0], host[1], DType.I32, transposeA, transposeB);
                },
                a,
                b);
    }

    private static void matrix(String op, String name, Tensor tensor) {
        if (tensor != null && tensor.rank() > 2) {
            throw new ShapeMismatchException(RuntimeProblem.MATRIX_RANK, op, name, described(tensor), tensor.rank());
        }
    }

    private static Tensor matMul(String op, Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        return matMul(op, a, b, commonType(op, "a", a, "b", b), transposeA, transposeB);
    }

    private static Tensor matMul(
            String op, Tensor a, Tensor b, DType resultType, boolean transposeA, boolean transposeB) {
        MatMulShape shape = MatMulShape.of(op, "a", a.dimensions(), transposeA, "b", b.dimensions(), transposeB);
        long[] dims = shape.resultDims().stream().mapToLong(Long::longValue).toArray();
        LibraryKernel kernel = JavaMatMul.kernel(shape, a.dtype(), resultType, List.of());
        return computed(kernel, Tensor.empty(Device.cpu(), resultType, dims), a, b);
    }

    /**
     * Returns the convolution of an input {@code [batch, channels, height, width]} with weights
     * {@code [outputChannels, channels / groups, kernelHeight, kernelWidth]}.
     *
     * @param strides strides along height and width, at least 1
     * @param pads padding at the top, bottom, left and right
     * @param dilations dilations along height and width, at least 1
     * @param groups number of channel groups
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if an attribute is out of range
     */
    public static Tensor conv2D(Tensor x, Tensor weight, long[] strides, long[] pads, long[] dilations, int groups) {
        return Eager.onHost(
                host -> convolution(host[0], host[1], new Convolution2d("conv2D", strides, pads, dilations, groups)),
                x,
                weight);
    }

    private static Tensor convolution(Tensor x, Tensor weight, Convolution2d parameters) {
        DType dtype = commonType("conv2D", "x", x, "weight", weight);
        ConvolutionShape shape =
                ConvolutionShape.of("conv2D", "x", x.dimensions(), "weight", weight.dimensions(), parameters);
        LibraryKernel kernel = JavaConvolution.kernel(shape, dtype, dtype, List.of());
        return computed(kernel, Tensor.empty(Device.cpu(), dtype, shape.resultDims()), x, weight);
    }

    /**
     * Returns softmax(query · keyᵀ · scale + mask) · value for each head.
     *
     * @param query tensor [batches, heads, queries, size]
     * @param key tensor [batches, heads, keys, size]
     * @param value tensor with the dims of the key
     * @param mask tensor that broadcasts to the scores
     * @param scale tensor with a single element
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     */
    public static Tensor promptFlashAttention(Tensor query, Tensor key, Tensor value, Tensor mask, Tensor scale) {
        return Eager.onHost(host -> attention(host, false), query, key, value, mask, scale);
    }

    /**
     * Returns attention without a mask.
     *
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     */
    public static Tensor promptFlashAttention(Tensor query, Tensor key, Tensor value, Tensor scale) {
        return Eager.onHost(host -> attention(host, false), query, key, value, scale);
    }

    /**
     * Returns the adjoints of query, key and value of
     * {@link #promptFlashAttention(Tensor, Tensor, Tensor, Tensor, Tensor)}.
     *
     * @param dy cotangent of the result
     * @return the concatenated rows of the three adjoints for each head
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     */
    public static Tensor promptFlashAttentionGrad(
            Tensor query, Tensor key, Tensor value, Tensor dy, Tensor mask, Tensor scale) {
        return Eager.onHost(host -> attention(host, true), query, key, value, dy, mask, scale);
    }

    /**
     * Returns the adjoints of attention without a mask.
     *
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     */
    public static Tensor promptFlashAttentionGrad(Tensor query, Tensor key, Tensor value, Tensor dy, Tensor scale) {
        return Eager.onHost(host -> attention(host, true), query, key, value, dy, scale);
    }

    /** Returns the result for operands, the last of which is the scale. */
    private static Tensor attention(Tensor[] operandsAndScale, boolean isGradient) {
        String op = isGradient ? "promptFlashAttentionGrad" : "promptFlashAttention";
        List<String> names = isGradient ? ATTENTION_GRAD_OPERANDS : ATTENTION_OPERANDS;
        Tensor[] operands = Arrays.copyOf(operandsAndScale, operandsAndScale.length - 1);
        Tensor scale = operandsAndScale[operands.length];
        DType dtype = null;
        for (int i = 1; i < operands.length; i++) {
            dtype = commonType(op, names.get(0), operands[0], names.get(i), operands[i]);
        }
        requirePresent(op, "scale", scale);
        for (Tensor operand : List.of(operands[0], scale)) {
            if (!operand.dtype().isFloat()) {
                throw new DTypeMismatchException(RuntimeProblem.DTYPE_UNSUPPORTED, op, described(operand), "floats");
            }
        }
        AttentionShape shape = AttentionShape.of(op, List.of(operands), scale, isGradient);
        double[] number = new double[1];
        RawElements.read(scale.dtype(), scale.address(), 1, number, 1);
        LaunchFrame.current(Device.cpu()).number(shape.scaleSlot(), number[0]);
        LibraryKernel kernel =
                isGradient ? JavaAttentionGradient.kernel(shape, dtype) : JavaAttention.kernel(shape, dtype);
        long[] dims = operands[0].dimensions();
        dims[2] = shape.resultRows();
        return computed(kernel, Tensor.empty(Device.cpu(), dtype, dims), operands);
    }

    /**
     * Returns the gradient of a gather: for each position, the sum of the slices whose index refers to it.
     *
     * @param dy tensor [a, n, b]
     * @param indices tensor of n i32 or i64 indices; a negative one counts from the end, an out-of-range one adds
     *     nothing
     * @param size number of positions
     * @return a tensor [a, size, b]
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the size is negative
     */
    public static Tensor gatherGrad(Tensor dy, Tensor indices, long size) {
        return Eager.onHost(host -> gatherGradient(host[0], host[1], size), dy, indices);
    }

    private static Tensor gatherGradient(Tensor dy, Tensor indices, long size) {
        requirePresent("gatherGrad", "dy", dy);
        requirePresent("gatherGrad", "indices", indices);
        GatherGradShape shape = GatherGradShape.of(
                "gatherGrad", dy.dtype(), dy.dimensions(), indices.dtype(), indices.dimensions(), size);
        LibraryKernel kernel = JavaGatherGrad.kernel(shape, dy.dtype());
        Tensor result = Tensor.empty(Device.cpu(), dy.dtype(), shape.before(), size, shape.after());
        return computed(kernel, result, dy, indices);
    }

    /**
     * Returns the positions that sort the elements along the middle axis, stably. NaN is the largest element.
     *
     * @param x tensor [a, n, b]
     * @param descending true for the largest element first
     * @return an i64 tensor [a, n, b]
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if x does not have three axes
     */
    public static Tensor sortOrder(Tensor x, boolean descending) {
        requirePresent("sortOrder", "x", x);
        if (x.rank() != ROW_AXES) {
            throw new ShapeMismatchException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    "sortOrder",
                    "x",
                    described(x),
                    "it is [a, n, b], whose middle axis is sorted",
                    "reshape it, or call argSort");
        }
        return Eager.onHost(
                host -> {
                    SortOrderShape shape = SortOrderShape.of(host[0].dimensions(), host[0].dtype(), descending);
                    Tensor result = Tensor.empty(Device.cpu(), DType.I64, host[0].dimensions());
                    return computed(JavaSortOrder.kernel(shape), result, host[0]);
                },
                x);
    }

    /**
     * Returns the element-wise reduction of the tensors of all ranks of a group.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, or a rank is missing
     */
    public static Tensor allReduce(Tensor x, ReduceOp op, String group) {
        requirePresent("allReduce", "x", x);
        Communicator communicator = Communicator.bound("allReduce", group);
        Tensor result = Tensor.empty(x.device(), x.dtype(), x.dimensions());
        // A loss records the op itself, not its effect on the operand.
        try (Tensor held = Tensors.hold(x)) {
            return combined(result, () -> communicator.allReduce(op, held, result));
        }
    }

    /**
     * Returns a tensor on one rank of a group, zeros on all others.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, or the group has no such rank
     */
    public static Tensor onRank(Tensor x, int rank, String group) {
        return Eager.onHost(
                host -> onRank(host[0], new RankMaskCall("onRank", host[0].dtype(), 0, rank, group), group), x);
    }

    private static Tensor onRank(Tensor x, RankMaskCall call, String group) {
        Tensor result = Tensor.empty(Device.cpu(), x.dtype(), x.dimensions());
        Communicator communicator = Communicator.bound("onRank", group);
        combined(result, () -> call.compute(communicator, x.dtype(), x.address(), result.address(), x.elementCount()));
        Reference.reachabilityFence(x);
        return result;
    }

    /**
     * Returns the tensors of all ranks of a group, concatenated along the first axis.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, its number of ranks differs, or a rank is missing
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the tensor is a scalar
     */
    public static Tensor allGather(Tensor x, int ranks, String group) {
        return exchanged("allGather", Kind.ALL_GATHER, x, ranks, group);
    }

    /**
     * Returns this rank's shard along the first axis of the sum over all ranks of a group.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, its number of ranks differs, or a rank is missing
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the first axis cannot be split evenly
     */
    public static Tensor reduceScatter(Tensor x, int ranks, String group) {
        return exchanged("reduceScatter", Kind.REDUCE_SCATTER, x, ranks, group);
    }

    /**
     * Returns this rank's shards, along the first axis, of the tensors of all ranks of a group.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, its number of ranks differs, or a rank is missing
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the first axis cannot be split evenly
     */
    public static Tensor allToAll(Tensor x, int ranks, String group) {
        return exchanged("allToAll", Kind.ALL_TO_ALL, x, ranks, group);
    }

    /**
     * Returns the tensor of one rank of a group.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, it has no such rank, or a rank is missing
     */
    public static Tensor broadcast(Tensor x, int rank, String group) {
        return exchanged("broadcast", Kind.BROADCAST, x, rank, group);
    }

    private static Tensor exchanged(String op, Kind kind, Tensor x, int number, String group) {
        requirePresent(op, "x", x);
        Communicator communicator = Communicator.bound(op, group);
        long[] dims = x.dimensions();
        if (kind != Kind.BROADCAST) {
            long shards = number < 1 ? 0 : number;
            if (dims.length == 0 || shards == 0 || (kind.isInParts() && dims[0] % shards != 0)) {
                throw new ShapeMismatchException(RuntimeProblem.RANK_PARTS, op, described(x), number);
            }
            dims[0] = kind == Kind.ALL_GATHER
                    ? dims[0] * shards
                    : kind == Kind.REDUCE_SCATTER ? dims[0] / shards : dims[0];
        }
        AllToAllCall call = new AllToAllCall(op, x.dtype(), 0, kind.name(), number, group);
        return Eager.onHost(
                host -> {
                    Tensor result = Tensor.empty(Device.cpu(), x.dtype(), dims);
                    combined(
                            result,
                            () -> call.compute(
                                    communicator,
                                    x.dtype(),
                                    host[0].address(),
                                    result.address(),
                                    host[0].elementCount()));
                    Reference.reachabilityFence(host[0]);
                    return result;
                },
                x);
    }

    /**
     * Returns the sum of the matmuls {@code [m, k] x [k, n]} over the ranks of a group.
     *
     * @param transposeB true if b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, or a rank is missing
     */
    public static Tensor matMulAllReduce(Tensor a, Tensor b, boolean transposeB, String group) {
        Communicator communicator = Communicator.bound("matMulAllReduce", group);
        matrix("matMulAllReduce", "a", a);
        matrix("matMulAllReduce", "b", b);
        Tensor result = Eager.onHost(host -> matMul("matMulAllReduce", host[0], host[1], false, transposeB), a, b);
        return combined(result, () -> communicator.allReduce(ReduceOp.SUM, result));
    }

    /**
     * Returns the matmul of the tensors a of all ranks of a group, concatenated along the first axis, with b.
     *
     * @param transposeB true if b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, its number of ranks differs, or a rank is missing
     */
    public static Tensor allGatherMatmul(Tensor a, Tensor b, int ranks, boolean transposeB, String group) {
        matrix("allGatherMatmul", "a", a);
        matrix("allGatherMatmul", "b", b);
        try (Tensor rows = exchanged("allGatherMatmul", Kind.ALL_GATHER, a, ranks, group)) {
            return Eager.onHost(host -> matMul("allGatherMatmul", host[0], host[1], false, transposeB), rows, b);
        }
    }

    /**
     * Returns this rank's rows of the sum of the matmuls {@code [m, k] x [k, n]} over the ranks of a group.
     *
     * @param transposeB true if b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes are inconsistent, or the rows
     *     cannot be split evenly
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, its number of ranks differs, or a rank is missing
     */
    public static Tensor matmulReduceScatter(Tensor a, Tensor b, int ranks, boolean transposeB, String group) {
        matrix("matmulReduceScatter", "a", a);
        matrix("matmulReduceScatter", "b", b);
        try (Tensor summand =
                Eager.onHost(host -> matMul("matmulReduceScatter", host[0], host[1], false, transposeB), a, b)) {
            return exchanged("matmulReduceScatter", Kind.REDUCE_SCATTER, summand, ranks, group);
        }
    }

    /** Returns a result filled by a collective, or closes it if the collective fails. */
    private static Tensor combined(Tensor result, Runnable collective) {
        try {
            collective.run();
            return result;
        } catch (RuntimeException | Error e) {
            result.close();
            throw e;
        }
    }

    private static DType commonType(String op, String firstName, Tensor first, String secondName, Tensor second) {
        requirePresent(op, firstName, first);
        requirePresent(op, secondName, second);
        DType dtype = first.dtype();
        if (dtype == DType.BOOL) {
            throw new DTypeMismatchException(
                    RuntimeProblem.DTYPE_UNSUPPORTED, op, firstName + ", which is " + described(first), "numbers");
        }
        if (second.dtype() != dtype) {
            throw new DTypeMismatchException(
                    RuntimeProblem.OPERAND_DTYPES, op, secondName, described(second), firstName, described(first));
        }
        return dtype;
    }

    private static void requirePresent(String op, String name, Tensor tensor) {
        if (tensor == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, op, "tensor " + name);
        }
    }

    private static String described(Tensor tensor) {
        return tensor.dtype() + Arrays.toString(tensor.dimensions());
    }

    private static Tensor computed(LibraryKernel kernel, Tensor result, Tensor... operands) {
        LaunchFrame frame = LaunchFrame.current(Device.cpu());
        int slot = 0;
        for (Tensor operand : operands) {
            frame.pointer(slot++, operand.address());
        }
        frame.pointer(slot, result.address());
        kernel.launch(frame, frame.arguments());
        Reference.reachabilityFence(operands);
        Reference.reachabilityFence(result);
        return result;
    }
}
