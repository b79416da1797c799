package io.graphkernel.runtime.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Eager;
import io.graphkernel.runtime.LaunchFrame;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;

/**
 * The library ops on tensors, in plain Java: sums in double, for integers in long, each element rounded or wrapped
 * around once. Both operands have one dtype, which is the result's unless the method says otherwise; every dtype but
 * bool.
 */
public final class EagerLibrary {
    private EagerLibrary() {}

    /**
     * The product of two matrices {@code [m, k] x [k, n]}.
     *
     * @param transposeA whether a is {@code [k, m]}
     * @param transposeB whether b is {@code [n, k]}
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes do not fit together
     */
    public static Tensor matMul(Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
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

    private static Tensor product(String op, Tensor a, Tensor b, boolean transposeA, boolean transposeB) {
        return product(op, a, b, commonType(op, "a", a, "b", b), transposeA, transposeB);
    }

    private static Tensor product(
            String op, Tensor a, Tensor b, DType resultType, boolean transposeA, boolean transposeB) {
        MatMulShape shape = MatMulShape.of(op, "a", a.dimensions(), transposeA, "b", b.dimensions(), transposeB);
        long[] dims = shape.resultDims().stream().mapToLong(Long::longValue).toArray();
        LibraryWork work = JavaMatMul.work(shape, a.dtype(), resultType, List.of());
        return computed(work, a, b, Tensor.empty(Device.cpu(), resultType, dims));
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
        return computed(work, x, weight, Tensor.empty(Device.cpu(), dtype, shape.resultDims()));
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

    private static Tensor computed(LibraryWork work, Tensor first, Tensor second, Tensor result) {
        LaunchFrame frame = LaunchFrame.current(Device.cpu());
        frame.pointer(0, first.address());
        frame.pointer(1, second.address());
        frame.pointer(2, result.address());
        work.launch(frame, frame.arguments());
        Reference.reachabilityFence(first);
        Reference.reachabilityFence(second);
        Reference.reachabilityFence(result);
        return result;
    }
}
