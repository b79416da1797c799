package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import io.graphkernel.runtime.internal.tensor.TensorRegion;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Eager ops in plain Java: the implementation of direct calls of a kernel method, and the reference for compiled
 * kernels.
 *
 * <p>Elements of f16, bf16, f32 and f64 are computed in double and rounded once to the dtype. Integers are computed in
 * long and wrap around to the dtype. Everything is computed on the host: device operands are copied there, and the
 * result to the device of the first of them.
 *
 * <p>The operands of an op have one dtype, and broadcast under NumPy's rules. Tensors have at most 2147483647 elements.
 * Results are new tensors. {@code op} is the name of the op in Java for messages. Every method throws a
 * {@link io.graphkernel.runtime.exception.GraphKernelException} of the matching type for invalid operands and
 * attributes.
 */
public final class Eager {

    private Eager() {}

    /**
     * Runs an op on the host: device operands are copied there, and the result to the device of the first of them.
     *
     * @param op function from host operands to a new host tensor
     */
    public static Tensor onHost(Function<Tensor[], Tensor> op, Tensor... operands) {
        return HostOperands.run(op, operands);
    }

    /**
     * Returns the function for the integers of a tensor, which are computed as longs with their bits.
     *
     * @param signed function for all dtypes whose elements a long represents
     * @param unsigned function for u64
     */
    public static <F> F bySign(Tensor x, F signed, F unsigned) {
        return x != null && x.dtype() == DType.U64 ? unsigned : signed;
    }

    /** Applies {@code f} to every element of a floating-point tensor. */
    public static Tensor unary(String op, Tensor x, DoubleUnaryOperator f) {
        return onHost(host -> EagerElementwise.unary(op, host[0], f, null), x);
    }

    /**
     * Applies {@code f} to every element of a floating-point tensor, {@code g} to every element of an integer tensor.
     */
    public static Tensor unary(String op, Tensor x, DoubleUnaryOperator f, LongUnaryOperator g) {
        return onHost(host -> EagerElementwise.unary(op, host[0], f, g), x);
    }

    /** Applies {@code f} to every pair of elements of two floating-point tensors. */
    public static Tensor binary(String op, Tensor x, Tensor y, DoubleBinaryOperator f) {
        return onHost(host -> EagerElementwise.binary(op, host[0], host[1], f, null), x, y);
    }

    /**
     * Applies {@code f} to every pair of elements of two floating-point tensors, {@code g} to those of integer tensors.
     */
    public static Tensor binary(String op, Tensor x, Tensor y, DoubleBinaryOperator f, LongBinaryOperator g) {
        return onHost(host -> EagerElementwise.binary(op, host[0], host[1], f, g), x, y);
    }

    /**
     * Applies a function like {@link #binary(String, Tensor, Tensor, DoubleBinaryOperator, LongBinaryOperator)}, but in
     * float for f32, f16 and bf16, like kernels. Required for functions that depend on rounding.
     */
    public static Tensor binary(
            String op, Tensor x, Tensor y, FloatBinary narrow, DoubleBinaryOperator f, LongBinaryOperator g) {
        return onHost(host -> EagerElementwise.binary(op, host[0], host[1], narrow, f, g), x, y);
    }

    /** Returns the bool tensor of a predicate on every element of a floating-point tensor. */
    public static Tensor test(String op, Tensor x, DoublePredicate f) {
        return onHost(host -> EagerElementwise.test(op, host[0], f), x);
    }

    /**
     * Returns the bool tensor of {@code f} on every pair of floating-point elements, of {@code g} on every pair of
     * integers.
     */
    public static Tensor compare(String op, Tensor x, Tensor y, DoublePairTest f, LongPairTest g) {
        return onHost(host -> EagerElementwise.compare(op, host[0], host[1], f, g, false), x, y);
    }

    /**
     * Returns a comparison like {@link #compare(String, Tensor, Tensor, DoublePairTest, LongPairTest)}, also of bool
     * tensors, by {@code g}.
     */
    public static Tensor equality(String op, Tensor x, Tensor y, DoublePairTest f, LongPairTest g) {
        return onHost(host -> EagerElementwise.compare(op, host[0], host[1], f, g, true), x, y);
    }

    /** Returns the bool tensor of {@code f} on every pair of elements of two bool tensors. */
    public static Tensor logical(String op, Tensor x, Tensor y, BooleanBinary f) {
        return onHost(host -> EagerElementwise.logical(op, host[0], host[1], f), x, y);
    }

    /** Returns the negation of every element of a bool tensor. */
    public static Tensor not(Tensor x) {
        return onHost(host -> EagerElementwise.logical("logicalNot", host[0], host[0], (value, same) -> !value), x);
    }

    /**
     * Returns {@code x} where the bool tensor {@code condition} is true, {@code y} elsewhere; these two may have any
     * dtype.
     */
    public static Tensor select(Tensor condition, Tensor x, Tensor y) {
        return onHost(host -> EagerElementwise.select(host[0], host[1], host[2]), condition, x, y);
    }

    /**
     * Returns a converted copy.
     *
     * <p>To a float dtype: rounded once to nearest even; values out of range become infinite. Float to integer:
     * truncated and saturated, NaN becomes 0. Integer to integer: saturated. To bool: true if it is not 0, also for
     * NaN. From bool: 1 or 0.
     */
    public static Tensor cast(Tensor x, DType dtype) {
        return onHost(host -> EagerElementwise.cast(host[0], dtype), x);
    }

    /** Returns the f32 tensor of rank 0 of a number, rounded to float. */
    public static Tensor scalar(double value) {
        return Tensor.scalar((float) value);
    }

    /**
     * Returns a number without tensor operands as a tensor of rank 0, in the dtype in which results of a dtype are
     * computed.
     */
    public static Tensor scalar(double value, DType dtype) {
        return Tensor.scalar(dtype == DType.F64 ? DType.F64 : DType.F32, value);
    }

    /** Returns the f64 tensor of rank 0 of a number without tensor operands. */
    public static Tensor ofJavaType(double value) {
        return Tensor.scalar(DType.F64, value);
    }

    /** Returns the f32 tensor of rank 0 of a number without tensor operands. */
    public static Tensor ofJavaType(float value) {
        return Tensor.scalar(value);
    }

    /** Returns the i64 tensor of rank 0 of a number without tensor operands. */
    public static Tensor ofJavaType(long value) {
        return Tensor.scalar(DType.I64, value);
    }

    /** Returns the i32 tensor of rank 0 of a number without tensor operands. */
    public static Tensor ofJavaType(int value) {
        return Tensor.scalar(DType.I32, (long) value);
    }

    /**
     * Returns the tensor of rank 0 of a number in place of an operand.
     *
     * @param parameter name of the operand
     * @param value number, which is rounded to a float dtype and must be representable in an integer dtype
     * @param like operand that determines the dtype
     */
    public static Tensor scalar(String op, String parameter, double value, Tensor like) {
        return EagerScalars.scalar(op, parameter, value, like);
    }

    /** Returns a tensor like {@link #scalar(String, String, double, Tensor)}, exact for all integers. */
    public static Tensor scalar(String op, String parameter, long value, Tensor like) {
        return EagerScalars.scalar(op, parameter, value, like);
    }

    /**
     * Returns the number of elements that a reduction along axes combines into one, as a tensor of rank 0 of the
     * operand's dtype.
     */
    public static Tensor elementCount(Tensor x, int[] axes) {
        return onHost(host -> EagerReduction.elementCount(host[0], axes), x);
    }

    /**
     * Returns the divisor of a variance: the number of elements that a reduction combines, less a correction, at least
     * 0.
     */
    public static Tensor correctedCount(Tensor x, int[] axes, long correction) {
        return onHost(host -> EagerReduction.correctedCount(host[0], axes, correction), x);
    }

    /**
     * Reduces elements along axes, in double or long, without changing the dtype. A float is rounded once at the end,
     * an integer wraps around.
     *
     * @param axes axes to reduce, counted from the end if negative; none for all
     * @param keepDims true to keep reduced axes with size 1
     * @param identity initial value of each element of a floating-point result
     * @param f function of the accumulator and an element
     * @param integerIdentity initial value of each element of an integer result, saturated to the dtype;
     *     {@code Long.MAX_VALUE} is its largest integer
     * @param g function like {@code f} for integers
     */
    public static Tensor reduce(
            String op,
            Tensor x,
            int[] axes,
            boolean keepDims,
            double identity,
            DoubleBinaryOperator f,
            long integerIdentity,
            LongBinaryOperator g) {
        return onHost(host -> EagerReduction.reduce(op, host[0], axes, keepDims, identity, f, integerIdentity, g), x);
    }

    /** Reduces elements of a bool tensor along axes; see the other reductions. */
    public static Tensor reduceLogical(
            String op, Tensor x, int[] axes, boolean keepDims, boolean identity, BooleanBinary f) {
        return onHost(host -> EagerReduction.logical(op, host[0], axes, keepDims, identity, f), x);
    }

    /**
     * Computes a prefix scan along an axis, in double or long, without changing shape and dtype.
     *
     * @param exclusive true to exclude an element from its own result, so that the first is the identity
     * @param reverse true to scan from the end
     * @param identity initial value for a floating-point tensor
     * @param f function of the accumulator and an element
     * @param integerIdentity initial value for an integer tensor
     * @param g function like {@code f} for integers
     */
    public static Tensor scan(
            String op,
            Tensor x,
            int axis,
            boolean exclusive,
            boolean reverse,
            double identity,
            DoubleBinaryOperator f,
            long integerIdentity,
            LongBinaryOperator g) {
        return onHost(
                host -> EagerReduction.scan(op, host[0], axis, exclusive, reverse, identity, f, integerIdentity, g), x);
    }

    /**
     * Writes {@code value}, broadcast to the parameter's dims, into {@code parameter}, and returns the parameter. In a
     * kernel that took the parameter as a slice, transpose or reshape of a tensor, also writes these elements of it.
     *
     * @param value tensor of the same dtype
     */
    public static Tensor assign(Tensor parameter, Tensor value) {
        return HostOperands.assign(parameter, value);
    }

    /**
     * Permutes axes.
     *
     * @param permutation axis of x for each axis of the result, counted from the end if negative; none reverses the
     *     axes
     */
    public static Tensor transpose(Tensor x, int... permutation) {
        Tensor copy = onHost(host -> EagerMovement.transpose(host[0], permutation), x);
        return TensorRegion.copied(x, copy, region -> region.transpose(EagerMovement.axes(x.rank(), permutation)));
    }

    /**
     * Returns the same row-major elements with other dims.
     *
     * @param dims dims whose product is the number of elements; one may be -1 and is inferred
     */
    public static Tensor reshape(Tensor x, long... dims) {
        Tensor copy = onHost(host -> EagerMovement.reshape(host[0], dims), x);
        return TensorRegion.copied(x, copy, region -> region.reshape(x.dimensions(), copy.dimensions()));
    }

    /** Returns x broadcast along new batch dims and axes of size 1 to given dims. */
    public static Tensor broadcastTo(Tensor x, long... dims) {
        return onHost(host -> EagerMovement.broadcastTo(host[0], dims), x);
    }

    /**
     * Returns a slice of a tensor under NumPy's rules for {@code begin:end:stride}: negative indices count from the
     * end, indices out of range are clipped, and a negative stride iterates backward. The three arrays have one entry
     * for each of the first axes; the remaining axes are copied completely.
     */
    public static Tensor stridedSlice(Tensor x, long[] begin, long[] end, long[] strides) {
        Tensor copy = onHost(host -> EagerMovement.stridedSlice(host[0], begin, end, strides), x);
        return TensorRegion.copied(
                x, copy, region -> EagerMovement.slice(region, x.dimensions(), copy.dimensions(), begin, strides));
    }

    /** Returns the elements in reverse order along given axes. */
    public static Tensor reverse(Tensor x, int... axes) {
        return onHost(host -> EagerMovement.reverse(host[0], axes), x);
    }

    /** Concatenates tensors of equal dtype along an axis; the other dims must be equal. */
    public static Tensor concat(int axis, Tensor... x) {
        return onHost(host -> EagerJoining.concat(axis, host), x);
    }

    /**
     * Returns the slices of x along an axis that an i32 or i64 tensor selects. In the result's shape, the dims of
     * {@code indices} replace the axis. A negative index counts from the end; an index out of range is rejected.
     */
    public static Tensor gather(Tensor x, Tensor indices, int axis) {
        return onHost(host -> EagerJoining.gather(host[0], host[1], axis), x, indices);
    }

    /** Returns a tensor whose elements are their positions along an axis. */
    public static Tensor index(DType dtype, int axis, long... dims) {
        return DeviceCopies.toDefaultDevice(EagerJoining.index(dtype, axis, dims));
    }

    /** Returns a tensor whose elements are their row-major positions. */
    public static Tensor rowMajorIndex(DType dtype, long... dims) {
        return DeviceCopies.toDefaultDevice(EagerJoining.rowMajorIndex(dtype, dims));
    }

    /**
     * Returns an f32 tensor of random numbers, one per index.
     *
     * @param index i64 tensor of indices in the sequence
     * @param seed i64 tensor with the first half of the key of the sequence
     * @param seed2 i64 tensor with the second half
     */
    public static Tensor random(String op, Tensor index, Tensor seed, Tensor seed2, RandomFunction f) {
        return onHost(host -> EagerElementwise.random(op, host[0], host[1], host[2], f), index, seed, seed2);
    }
}
