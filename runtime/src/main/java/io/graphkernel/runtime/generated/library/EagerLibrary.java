package io.graphkernel.runtime.generated.library;

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
import io.graphkernel.runtime.internal.eager.Eager;
import io.graphkernel.runtime.internal.memory.RawElements;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;

/**
 * The library ops on tensors, in plain Java: sums in double, for integers in long, each element rounded or wrapped
 * around once. Both operands have one dtype, which is the result's unless the method says otherwise; every dtype but
 * bool.
 */
public final class EagerLibrary {
    private static final List<String> ATTENTION_OPERANDS = List.of("query", "key", "value", "mask");
    private static final List<String> ATTENTION_GRAD_OPERANDS = List.of("query", "key", "value", "dy", "mask");

    private EagerLibrary() {}

    /**
     * The product of two matrices {@code [m, k] x [k, n]}.
     *
     * @param transposeA whether a is {@code [k, m]}
     * @param transposeB whether b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
     */
    public static Tensor matMul(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        matrix("matMul", "a", a);
        matrix("matMul", "b", b);
        return Eager.onHost(host -> product("matMul", host[0], host[1], transposeA, transposeB), a, b);
    }

    /**
     * Products of matrices {@code [..., m, k] x [..., k, n]}, whose leading dims broadcast.
     *
     * @param transposeA whether a is {@code [..., k, m]}
     * @param transposeB whether b is {@code [..., n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
     */
    public static Tensor batchMatMul(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        return Eager.onHost(host -> product("batchMatMul", host[0], host[1], transposeA, transposeB), a, b);
    }

    /**
     * Products of matrices of i8, {@code [..., m, k] x [..., k, n]}, whose leading dims broadcast.
     *
     * @param transposeA whether a is {@code [..., k, m]}
     * @param transposeB whether b is {@code [..., n, k]}
     * @return the products in i32, wrapped around
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
     * @throws DTypeMismatchException if an operand is not of i8
     */
    public static Tensor matMulInteger(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        String op = "matMulInteger";
        return Eager.onHost(
                host -> {
                    if (commonType(op, "a", host[0], "b", host[1]) != DType.I8) {
                        throw new DTypeMismatchException(
                                RuntimeProblem.DTYPE_UNSUPPORTED, op, "a, which is " + described(host[0]), "i8");
                    }
                    return product(op, host[0], host[1], DType.I32, transposeA, transposeB);
                },
                a,
                b);
    }

    private static void matrix(String op, String name, Tensor tensor) {
        if (tensor != null && tensor.rank() > 2) {
            throw new ShapeMismatchException(RuntimeProblem.MATRIX_RANK, op, name, described(tensor), tensor.rank());
        }
    }

    private static Tensor product(String op, Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        return product(op, a, b, commonType(op, "a", a, "b", b), transposeA, transposeB);
    }

    private static Tensor product(
            String op, Tensor a, Tensor b, DType resultType, boolean transposeA, boolean transposeB) {
        MatMulShape shape = MatMulShape.of(op, "a", a.dimensions(), transposeA, "b", b.dimensions(), transposeB);
        long[] dims = shape.resultDims().stream().mapToLong(Long::longValue).toArray();
        LibraryWork work = JavaMatMul.work(shape, a.dtype(), resultType, List.of());
        return computed(work, Tensor.empty(Device.cpu(), resultType, dims), a, b);
    }

    /**
     * The convolution of images {@code [images, channels, height, width]} with weights {@code [filters, channels /
     * groups, kernelHeight, kernelWidth]}.
     *
     * @param strides along height and width, 1 or more
     * @param pads the zeros at the top, the bottom, the left and the right
     * @param dilations along height and width, 1 or more
     * @param groups the number of groups, which share no channels
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the attributes are not as said
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
        LibraryWork work = JavaConvolution.work(shape, dtype, dtype, List.of());
        return computed(work, Tensor.empty(Device.cpu(), dtype, shape.resultDims()), x, weight);
    }

    /**
     * Attention: softmax(query · keyᵀ · scale + mask) · value for each head.
     *
     * @param query [batches, heads, queries, size]
     * @param key [batches, heads, keys, size]
     * @param value as key
     * @param mask a number for each score, or with dims of 1 for several of them
     * @param scale a number
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
     */
    public static Tensor promptFlashAttention(Tensor query, Tensor key, Tensor value, Tensor mask, Tensor scale) {
        return Eager.onHost(host -> attention(host, false), query, key, value, mask, scale);
    }

    /**
     * Attention without a mask.
     *
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
     */
    public static Tensor promptFlashAttention(Tensor query, Tensor key, Tensor value, Tensor scale) {
        return Eager.onHost(host -> attention(host, false), query, key, value, scale);
    }

    /**
     * The adjoints of query, key and value of {@link #promptFlashAttention(Tensor, Tensor, Tensor, Tensor, Tensor)}.
     *
     * @param dy the cotangent of its result
     * @return for each head, one after the other, the rows of all three
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
     */
    public static Tensor promptFlashAttentionGrad(
            Tensor query, Tensor key, Tensor value, Tensor dy, Tensor mask, Tensor scale) {
        return Eager.onHost(host -> attention(host, true), query, key, value, dy, mask, scale);
    }

    /**
     * The same of attention without a mask.
     *
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
     */
    public static Tensor promptFlashAttentionGrad(Tensor query, Tensor key, Tensor value, Tensor dy, Tensor scale) {
        return Eager.onHost(host -> attention(host, true), query, key, value, dy, scale);
    }

    /** Of the operands, the last of which is the scale. */
    private static Tensor attention(Tensor[] all, boolean isGradient) {
        String op = isGradient ? "promptFlashAttentionGrad" : "promptFlashAttention";
        List<String> names = isGradient ? ATTENTION_GRAD_OPERANDS : ATTENTION_OPERANDS;
        Tensor[] operands = Arrays.copyOf(all, all.length - 1);
        Tensor scale = all[operands.length];
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
        LibraryWork work = isGradient ? JavaAttentionGradient.work(shape, dtype) : JavaAttention.work(shape, dtype);
        long[] dims = operands[0].dimensions();
        dims[2] = shape.resultRows();
        return computed(work, Tensor.empty(Device.cpu(), dtype, dims), operands);
    }

    /**
     * The gradient of gathering: for each position the sum of the slices whose index names it.
     *
     * @param dy [a, n, b]
     * @param indices n of i32 or i64; a negative one counts from the end, and one out of range adds nothing
     * @param size how many positions there are
     * @return [a, size, b]
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
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
        LibraryWork work = JavaGatherGrad.work(shape, dy.dtype());
        Tensor result = Tensor.empty(Device.cpu(), dy.dtype(), shape.before(), size, shape.after());
        return computed(work, result, dy, indices);
    }

    /**
     * The tensors of all ranks of a group, combined element by element.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, or the ranks do not come together
     */
    public static Tensor allReduce(Tensor x, ReduceOp op, String group) {
        requirePresent("allReduce", "x", x);
        Communicator communicator = Communicator.bound("allReduce", group);
        Tensor result = Tensor.empty(x.device(), x.dtype(), x.dimensions());
        // A loss records the op, not what it does to its operand.
        try (Tensor held = Tensors.hold(x)) {
            return combined(result, () -> communicator.allReduce(op, held, result));
        }
    }

    /**
     * A tensor on one rank of a group, zeros on all others.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, or the group has no such rank
     */
    public static Tensor onRank(Tensor x, int rank, String group) {
        return Eager.onHost(
                host -> onRank(host[0], new OnRankCall("onRank", host[0].dtype(), 0, rank, group), group), x);
    }

    private static Tensor onRank(Tensor x, OnRankCall call, String group) {
        Tensor result = Tensor.empty(Device.cpu(), x.dtype(), x.dimensions());
        Communicator communicator = Communicator.bound("onRank", group);
        combined(result, () -> call.compute(communicator, x.dtype(), x.address(), result.address(), x.elementCount()));
        Reference.reachabilityFence(x);
        return result;
    }

    /**
     * The tensors of all ranks of a group, one after the other along the first axis.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, it has another number of ranks, or these do not come together
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the tensor has no axis
     */
    public static Tensor allGather(Tensor x, int ranks, String group) {
        return exchanged("allGather", Kind.ALL_GATHER, x, ranks, group);
    }

    /**
     * Of the sum of the tensors of all ranks of a group this rank's part along the first axis.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, it has another number of ranks, or these do not come together
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the first axis cannot be cut into equal parts
     */
    public static Tensor reduceScatter(Tensor x, int ranks, String group) {
        return exchanged("reduceScatter", Kind.REDUCE_SCATTER, x, ranks, group);
    }

    /**
     * Of the tensor of each rank of a group the part along the first axis that has this rank's number.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, it has another number of ranks, or these do not come together
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the first axis cannot be cut into equal parts
     */
    public static Tensor allToAll(Tensor x, int ranks, String group) {
        return exchanged("allToAll", Kind.ALL_TO_ALL, x, ranks, group);
    }

    /**
     * The tensor of one rank of a group.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, it has no such rank, or its ranks do not come together
     */
    public static Tensor broadcast(Tensor x, int rank, String group) {
        return exchanged("broadcast", Kind.BROADCAST, x, rank, group);
    }

    private static Tensor exchanged(String op, Kind kind, Tensor x, int number, String group) {
        requirePresent(op, "x", x);
        Communicator communicator = Communicator.bound(op, group);
        long[] dims = x.dimensions();
        if (kind != Kind.BROADCAST) {
            long parts = number < 1 ? 0 : number;
            if (dims.length == 0 || parts == 0 || (kind.isInParts() && dims[0] % parts != 0)) {
                throw new ShapeMismatchException(RuntimeProblem.RANK_PARTS, op, described(x), number);
            }
            dims[0] =
                    kind == Kind.ALL_GATHER ? dims[0] * parts : kind == Kind.REDUCE_SCATTER ? dims[0] / parts : dims[0];
        }
        ExchangeCall call = new ExchangeCall(op, x.dtype(), 0, kind.name(), number, group);
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
     * The sum of the products of two matrices {@code [m, k] x [k, n]} over the ranks of a group.
     *
     * @param transposeB whether b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, or the ranks do not come together
     */
    public static Tensor matMulAllReduce(Tensor a, Tensor b, boolean transposeB, String group) {
        Communicator communicator = Communicator.bound("matMulAllReduce", group);
        matrix("matMulAllReduce", "a", a);
        matrix("matMulAllReduce", "b", b);
        Tensor result = Eager.onHost(host -> product("matMulAllReduce", host[0], host[1], false, transposeB), a, b);
        return combined(result, () -> communicator.allReduce(ReduceOp.SUM, result));
    }

    /**
     * The product of the a of all ranks of a group, one after the other along the first axis, and of b.
     *
     * @param transposeB whether b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, it has another number of ranks, or these do not come together
     */
    public static Tensor allGatherMatmul(Tensor a, Tensor b, int ranks, boolean transposeB, String group) {
        matrix("allGatherMatmul", "a", a);
        matrix("allGatherMatmul", "b", b);
        try (Tensor rows = exchanged("allGatherMatmul", Kind.ALL_GATHER, a, ranks, group)) {
            return Eager.onHost(host -> product("allGatherMatmul", host[0], host[1], false, transposeB), rows, b);
        }
    }

    /**
     * Of the sum of the products of two matrices {@code [m, k] x [k, n]} over the ranks of a group this rank's rows.
     *
     * @param transposeB whether b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together, or the rows cannot be
     *     cut into equal parts
     * @throws io.graphkernel.runtime.exception.CommunicatorException if the calling thread has no communicator of the
     *     group, it has another number of ranks, or these do not come together
     */
    public static Tensor matmulReduceScatter(Tensor a, Tensor b, int ranks, boolean transposeB, String group) {
        matrix("matmulReduceScatter", "a", a);
        matrix("matmulReduceScatter", "b", b);
        try (Tensor all =
                Eager.onHost(host -> product("matmulReduceScatter", host[0], host[1], false, transposeB), a, b)) {
            return exchanged("matmulReduceScatter", Kind.REDUCE_SCATTER, all, ranks, group);
        }
    }

    /** Gives a result that a collective fills, or closes it. */
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

    private static Tensor computed(LibraryWork work, Tensor result, Tensor... operands) {
        LaunchFrame frame = LaunchFrame.current(Device.cpu());
        int slot = 0;
        for (Tensor operand : operands) {
            frame.pointer(slot++, operand.address());
        }
        frame.pointer(slot, result.address());
        work.launch(frame, frame.arguments());
        Reference.reachabilityFence(operands);
        Reference.reachabilityFence(result);
        return result;
    }
}
