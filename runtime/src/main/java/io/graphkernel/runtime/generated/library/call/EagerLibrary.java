package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
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
        requireMatrix("matMul", "a", a);
        requireMatrix("matMul", "b", b);
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
                    if (EagerOperands.commonType(op, "a", host[0], "b", host[1]) != DType.I8) {
                        throw new DTypeMismatchException(
                                RuntimeProblem.DTYPE_UNSUPPORTED,
                                op,
                                "a, which is " + EagerOperands.described(host[0]),
                                "i8");
                    }
                    return matMul(op, host[0], host[1], DType.I32, transposeA, transposeB);
                },
                a,
                b);
    }

    static void requireMatrix(String op, String name, Tensor tensor) {
        if (tensor != null && tensor.rank() > 2) {
            throw new ShapeMismatchException(
                    RuntimeProblem.MATRIX_RANK, op, name, EagerOperands.described(tensor), tensor.rank());
        }
    }

    /** Returns the matmul of an op whose operands have the same dtype. */
    static Tensor matMul(String op, Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        return matMul(op, a, b, EagerOperands.commonType(op, "a", a, "b", b), transposeA, transposeB);
    }

    private static Tensor matMul(
            String op, Tensor a, Tensor b, DType resultType, boolean transposeA, boolean transposeB) {
        MatMulShape shape = MatMulShape.of(op, "a", a.dimensions(), transposeA, "b", b.dimensions(), transposeB);
        long[] dims = shape.resultDims().stream().mapToLong(Long::longValue).toArray();
        LibraryKernel kernel = JavaMatMul.kernel(shape, a.dtype(), resultType, List.of());
        return EagerOperands.computed(kernel, Tensor.empty(Device.cpu(), resultType, dims), a, b);
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
        DType dtype = EagerOperands.commonType("conv2D", "x", x, "weight", weight);
        ConvolutionShape shape =
                ConvolutionShape.of("conv2D", "x", x.dimensions(), "weight", weight.dimensions(), parameters);
        LibraryKernel kernel = JavaConvolution.kernel(shape, dtype, dtype, List.of());
        return EagerOperands.computed(kernel, Tensor.empty(Device.cpu(), dtype, shape.resultDims()), x, weight);
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
            dtype = EagerOperands.commonType(op, names.get(0), operands[0], names.get(i), operands[i]);
        }
        EagerOperands.requirePresent(op, "scale", scale);
        for (Tensor operand : List.of(operands[0], scale)) {
            if (!operand.dtype().isFloat()) {
                throw new DTypeMismatchException(
                        RuntimeProblem.DTYPE_UNSUPPORTED, op, EagerOperands.described(operand), "floats");
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
        return EagerOperands.computed(kernel, Tensor.empty(Device.cpu(), dtype, dims), operands);
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
        EagerOperands.requirePresent("gatherGrad", "dy", dy);
        EagerOperands.requirePresent("gatherGrad", "indices", indices);
        GatherGradShape shape = GatherGradShape.of(
                "gatherGrad", dy.dtype(), dy.dimensions(), indices.dtype(), indices.dimensions(), size);
        LibraryKernel kernel = JavaGatherGrad.kernel(shape, dy.dtype());
        Tensor result = Tensor.empty(Device.cpu(), dy.dtype(), shape.before(), size, shape.after());
        return EagerOperands.computed(kernel, result, dy, indices);
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
        EagerOperands.requirePresent("sortOrder", "x", x);
        if (x.rank() != ROW_AXES) {
            throw new ShapeMismatchException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    "sortOrder",
                    "x",
                    EagerOperands.described(x),
                    "it is [a, n, b], whose middle axis is sorted",
                    "reshape it, or call argSort");
        }
        return Eager.onHost(
                host -> {
                    SortOrderShape shape = SortOrderShape.of(host[0].dimensions(), host[0].dtype(), descending);
                    Tensor result = Tensor.empty(Device.cpu(), DType.I64, host[0].dimensions());
                    return EagerOperands.computed(JavaSortOrder.kernel(shape), result, host[0]);
                },
                x);
    }
}
