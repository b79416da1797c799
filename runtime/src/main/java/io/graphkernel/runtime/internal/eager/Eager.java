package io.graphkernel.runtime.internal.eager;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * Carries out single ops in plain Java: what runs when a kernel method is called directly, and the reference that
 * compiled kernels agree with.
 *
 * <p>Elements of f16, bf16, f32 and f64 are computed in double and rounded once to the dtype. Integers are computed in
 * long and wrap around to the dtype. Everything is computed on the host: operands of other devices are copied there, and
 * the result goes to the device of the first of them. The operands of one op have one dtype, and broadcast under NumPy's rules. Tensors
 * have at most 2147483647 elements. Results are new tensors. {@code op} is the op's name in Java, for messages. Every
 * method throws a {@link io.graphkernel.runtime.exception.GraphKernelException} of the matching type for null, closed
 * or ill-fitting operands and attributes.
 */
public final class Eager {

    private Eager() {}

    /**
     * Runs an op on the host: operands of other devices are copied there, and the result to the device of the first of
     * them.
     *
     * @param op takes the operands, all on the host, and makes a new tensor there
     */
    public static Tensor onHost(Function<Tensor[], Tensor> op, Tensor... operands) {
        return HostOperands.run(op, operands);
    }

    /** {@code f} of every element of a floating-point tensor. */
    public static Tensor unary(String op, Tensor x, DoubleUnaryOperator f) {
        return onHost(host -> EagerElementwise.unary(op, host[0], f, null), x);
    }

    /** {@code f} of every element of a floating-point tensor, {@code g} of every element of an integer tensor. */
    public static Tensor unary(String op, Tensor x, DoubleUnaryOperator f, LongUnaryOperator g) {
        return onHost(host -> EagerElementwise.unary(op, host[0], f, g), x);
    }

    /** {@code f} of every pair of elements of two floating-point tensors. */
    public static Tensor binary(String op, Tensor x, Tensor y, DoubleBinaryOperator f) {
        return onHost(host -> EagerElementwise.binary(op, host[0], host[1], f, null), x, y);
    }

    /** {@code f} of every pair of elements of two floating-point tensors, {@code g} of those of integer tensors. */
    public static Tensor binary(String op, Tensor x, Tensor y, DoubleBinaryOperator f, LongBinaryOperator g) {
        return onHost(host -> EagerElementwise.binary(op, host[0], host[1], f, g), x, y);
    }

    /**
     * As {@link #binary(String, Tensor, Tensor, DoubleBinaryOperator, LongBinaryOperator)}, but computed in float for f32,
     * f16 and bf16, as kernels do: for functions that tell apart what rounding makes equal.
     */
    public static Tensor binary(
            String op, Tensor x, Tensor y, FloatBinary narrow, DoubleBinaryOperator f, LongBinaryOperator g) {
        return onHost(host -> EagerElementwise.binary(op, host[0], host[1], narrow, f, g), x, y);
    }

    /** The bool tensor of a test of every element of a floating-point tensor. */
    public static Tensor test(String op, Tensor x, DoublePredicate f) {
        return onHost(host -> EagerElementwise.test(op, host[0], f), x);
    }

    /** The bool tensor of {@code f} of every pair of floating-point elements, of {@code g} of every pair of integers. */
    public static Tensor compare(String op, Tensor x, Tensor y, DoublePairTest f, LongPairTest g) {
        return onHost(host -> EagerElementwise.compare(op, host[0], host[1], f, g, false), x, y);
    }

    /** As {@link #compare(String, Tensor, Tensor, DoublePairTest, LongPairTest)}, of bool tensors too, by {@code g}. */
    public static Tensor equality(String op, Tensor x, Tensor y, DoublePairTest f, LongPairTest g) {
        return onHost(host -> EagerElementwise.compare(op, host[0], host[1], f, g, true), x, y);
    }

    /** The bool tensor of {@code f} of every pair of elements of two bool tensors. */
    public static Tensor logical(String op, Tensor x, Tensor y, BooleanBinary f) {
        return onHost(host -> EagerElementwise.logical(op, host[0], host[1], f), x, y);
    }

    /** The negation of every element of a bool tensor. */
    public static Tensor not(Tensor x) {
        return onHost(host -> EagerElementwise.logical("logicalNot", host[0], host[0], (value, same) -> !value), x);
    }

    /** {@code x} where the bool tensor {@code condition} holds, else {@code y}; these two of any dtype. */
    public static Tensor select(Tensor condition, Tensor x, Tensor y) {
        return onHost(host -> EagerElementwise.select(host[0], host[1], host[2]), condition, x, y);
    }

    /**
     * A converted copy.
     *
     * <p>To a float dtype: rounded once, to nearest even, from the source's value; what is too large becomes an
     * infinity. Float to integer: rounded towards zero and saturated, NaN to 0. Integer to integer: saturated. To bool:
     * whether it is not 0, true for NaN. From bool: 1 or 0.
     */
    public static Tensor cast(Tensor x, DType dtype) {
        return onHost(host -> EagerElementwise.cast(host[0], dtype), x);
    }

    /** The f32 tensor of rank 0 of a number, rounded to float. */
    public static Tensor scalar(double value) {
        return Tensor.scalar((float) value);
    }

    /**
     * The tensor of rank 0 of a number in place of an operand.
     *
     * @param parameter the operand's name
     * @param value rounded to a float dtype; a whole number that an integer dtype holds
     * @param like the operand that gives the dtype
     */
    public static Tensor scalar(String op, String parameter, double value, Tensor like) {
        return EagerScalars.scalar(op, parameter, value, like);
    }

    /** As {@link #scalar(String, String, double, Tensor)}, exact for all integers. */
    public static Tensor scalar(String op, String parameter, long value, Tensor like) {
        return EagerScalars.scalar(op, parameter, value, like);
    }

    /**
     * How many elements of a tensor of numbers a reduction along axes combines into one, as a tensor of rank 0 of its
     * dtype.
     */
    public static Tensor elementCount(Tensor x, int[] axes) {
        return onHost(host -> EagerReduction.elementCount(host[0], axes), x);
    }

    /**
     * Combines the elements along axes, in double or long; the dtype stays. A float is rounded once at the end, an
     * integer wraps around.
     *
     * @param axes the axes to reduce, negative ones counted from the end; none means all
     * @param keepDims whether a reduced axis stays, with size 1
     * @param identity where each element of a floating-point result starts
     * @param f the value so far, and an element
     * @param integerIdentity where each element of an integer result starts; saturated to the dtype
     * @param g as {@code f}, for integers
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

    /** Combines the elements of a bool tensor along axes; see the other reductions. */
    public static Tensor reduceLogical(
            String op, Tensor x, int[] axes, boolean keepDims, boolean identity, BooleanBinary f) {
        return onHost(host -> EagerReduction.logical(op, host[0], axes, keepDims, identity, f), x);
    }

    /**
     * Combines every element with those before it along an axis, in double or long; shape and dtype stay.
     *
     * @param exclusive whether an element itself is left out of its result, so that the first is the identity
     * @param reverse whether "before" means "after"
     * @param identity where a line of a floating-point tensor starts
     * @param f the value so far, and an element
     * @param integerIdentity where a line of an integer tensor starts
     * @param g as {@code f}, for integers
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
     * Writes {@code value}, broadcast to the parameter's dims, into {@code parameter}, and returns the parameter.
     *
     * @param value a tensor of the same dtype
     */
    public static Tensor assign(Tensor parameter, Tensor value) {
        return HostOperands.assign(parameter, value);
    }

    /**
     * The axes in another order.
     *
     * @param permutation for each axis of the result its axis in x, negative ones counted from the end; none reverses
     *     the axes
     */
    public static Tensor transpose(Tensor x, int... permutation) {
        return onHost(host -> EagerMovement.transpose(host[0], permutation), x);
    }

    /**
     * The same elements, row by row, in other dims.
     *
     * @param dims their product is the number of elements; one may be -1, for what is left over
     */
    public static Tensor reshape(Tensor x, long... dims) {
        return onHost(host -> EagerMovement.reshape(host[0], dims), x);
    }

    /** x, repeated along new leading axes and axes of size 1 until it has these dims. */
    public static Tensor broadcastTo(Tensor x, long... dims) {
        return onHost(host -> EagerMovement.broadcastTo(host[0], dims), x);
    }

    /**
     * Part of a tensor under NumPy's rules for {@code begin:end:stride}: negative numbers count from the end, what lies
     * outside is cut off, and a negative stride goes backwards. The three arrays have one entry for each of the leading
     * axes; the axes after it are taken whole.
     */
    public static Tensor stridedSlice(Tensor x, long[] begin, long[] end, long[] strides) {
        return onHost(host -> EagerMovement.stridedSlice(host[0], begin, end, strides), x);
    }

    /** The elements along each of the given axes in the opposite order. */
    public static Tensor reverse(Tensor x, int... axes) {
        return onHost(host -> EagerMovement.reverse(host[0], axes), x);
    }

    /** Tensors of one dtype, one after the other along an axis; the other dims agree. */
    public static Tensor concat(int axis, Tensor... x) {
        return onHost(host -> EagerJoining.concat(axis, host), x);
    }

    /**
     * The slices of x along an axis that an i32 or i64 tensor names. In the result's shape the dims of
     * {@code indices} replace the axis. A negative index counts from the end; one that is out of range is
     * refused.
     */
    public static Tensor gather(Tensor x, Tensor indices, int axis) {
        return onHost(host -> EagerJoining.gather(host[0], host[1], axis), x, indices);
    }

    /** A tensor of numbers, each the position of its element along an axis. */
    public static Tensor index(DType dtype, int axis, long... dims) {
        return DeviceCopies.toDefaultDevice(EagerJoining.index(dtype, axis, dims));
    }

    /** A tensor of numbers, each the row-major position of its element. */
    public static Tensor rowMajorIndex(DType dtype, long... dims) {
        return DeviceCopies.toDefaultDevice(EagerJoining.rowMajorIndex(dtype, dims));
    }

    /**
     * An f32 tensor of random numbers, one for each index.
     *
     * @param index i64, which numbers of the sequence
     * @param seed i64, one half of what names the sequence
     * @param seed2 i64, the other half
     */
    public static Tensor random(String op, Tensor index, Tensor seed, Tensor seed2, RandomFunction f) {
        return onHost(host -> EagerElementwise.random(op, host[0], host[1], host[2], f), index, seed, seed2);
    }
}
