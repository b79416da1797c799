package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.eager.ElementWalk.Visitor;
import io.graphkernel.runtime.internal.tensor.Broadcast;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.TensorElements;
import java.lang.ref.Reference;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** Eager ops on the bits of integers; see {@link Eager}. */
public final class EagerBits {

    private static final String[] NAMES = {"x", "y"};

    private EagerBits() {}

    /**
     * Applies a function to the bits of every element of an integer tensor.
     *
     * @param isWide true if only i32 and i64 are supported
     * @param f function, of whose result the low bits are stored
     */
    public static Tensor unary(String op, Tensor x, boolean isWide, LongUnaryOperator f) {
        return unary(op, x, isWide, (a, width) -> f.applyAsLong(a));
    }

    /**
     * Applies a function to the bits of every element of an integer tensor.
     *
     * @param isWide true if only i32 and i64 are supported
     * @param f function that depends on the width of the dtype
     */
    public static Tensor unary(String op, Tensor x, boolean isWide, BitUnary f) {
        return Eager.onHost(host -> ofEach(op, host[0], isWide, f), x);
    }

    /**
     * Applies a function to the bits of every pair of elements of two integer tensors.
     *
     * @param isWide true if only i32 and i64 are supported
     * @param f function, of whose result the low bits are stored
     */
    public static Tensor binary(String op, Tensor x, Tensor y, boolean isWide, LongBinaryOperator f) {
        return binary(op, x, y, isWide, (a, b, width) -> f.applyAsLong(a, b));
    }

    /**
     * Applies a function to the bits of every pair of elements of two integer tensors.
     *
     * @param isWide true if only i32 and i64 are supported
     * @param f function that depends on the width of the dtype
     */
    public static Tensor binary(String op, Tensor x, Tensor y, boolean isWide, BitBinary f) {
        return Eager.onHost(host -> ofPairs(op, host[0], host[1], isWide, f), x, y);
    }

    /** Returns the function for the integers of a tensor, whose elements are longs with their bits. */
    public static BitBinary bySign(Tensor x, BitBinary signed, BitBinary unsigned) {
        return Eager.bySign(x, signed, unsigned);
    }

    /** Returns the tensor with the bits of another, in a dtype of the same width. */
    public static Tensor bitcast(Tensor x, DType dtype) {
        return Eager.onHost(host -> copied(host[0], dtype), x);
    }

    private static Tensor ofEach(String op, Tensor x, boolean isWide, BitUnary f) {
        requireInteger(op, x, isWide);
        Broadcast shape = Operands.broadcast(op, NAMES, x);
        Tensor result = HostOperands.result(x.dtype(), shape.dimensions());
        TensorElements from = TensorElements.of(x);
        TensorElements to = TensorElements.of(result);
        int width = width(x.dtype());
        return walk(shape, result, (i, p, q, r) -> to.putLong(i, f.apply(from.getLong(p), width)), x);
    }

    private static Tensor ofPairs(String op, Tensor x, Tensor y, boolean isWide, BitBinary f) {
        requireInteger(op, x, isWide);
        Operands.same(op, "x", x, "y", y);
        Broadcast shape = Operands.broadcast(op, NAMES, x, y);
        Tensor result = HostOperands.result(x.dtype(), shape.dimensions());
        TensorElements left = TensorElements.of(x);
        TensorElements right = TensorElements.of(y);
        TensorElements to = TensorElements.of(result);
        int width = width(x.dtype());
        Visitor visitor = (i, p, q, r) -> to.putLong(i, f.apply(left.getLong(p), right.getLong(q), width));
        return walk(shape, result, visitor, x, y);
    }

    private static Tensor copied(Tensor x, DType dtype) {
        Operands.present("bitcast", "x", x);
        Operands.attribute("bitcast", "dtype", dtype);
        if (dtype.bytes() != x.dtype().bytes()) {
            throw Operands.unsupported(
                    "bitcast",
                    "dtype " + dtype + " for x",
                    x,
                    "dtypes of " + x.dtype().bytes() + " bytes here");
        }
        Broadcast shape = Operands.broadcast("bitcast", NAMES, x);
        Tensor result = HostOperands.result(dtype, shape.dimensions());
        TensorElements from = TensorElements.bits(x);
        TensorElements to = TensorElements.bits(result);
        boolean isTruth = dtype == DType.BOOL;
        Visitor visitor = (i, p, q, r) -> {
            long bits = from.getLong(p);
            to.putLong(i, isTruth && bits != 0 ? 1 : bits);
        };
        return walk(shape, result, visitor, x);
    }

    private static void requireInteger(String op, Tensor x, boolean isWide) {
        Operands.present(op, "x", x);
        if (isWide) {
            if (x.dtype() != DType.I32 && x.dtype() != DType.I64) {
                throw Operands.unsupported(op, "x", x, "i32 and i64");
            }
        } else if (!x.dtype().isInteger()) {
            throw Operands.unsupported(op, "x", x, "integers");
        }
    }

    private static int width(DType dtype) {
        return dtype.bytes() * Byte.SIZE;
    }

    private static Tensor walk(Broadcast shape, Tensor result, Visitor visitor, Tensor... operands) {
        ElementWalk.visit(shape, operands.length, visitor);
        Reference.reachabilityFence(operands);
        Reference.reachabilityFence(result);
        return result;
    }
}
