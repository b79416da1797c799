package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * Carries out single ops in plain Java: what runs when a kernel method is called directly, and the reference that
 * compiled kernels agree with.
 *
 * <p>Operands are f32 and bool tensors of at most 2147483647 elements; they broadcast under NumPy's rules. Results are
 * new tensors. {@code op} is the op's name in Java, for messages. Every method throws a
 * {@link io.graphkernel.runtime.exception.GraphKernelException} of the matching type for null, closed or ill-fitting
 * operands.
 */
public final class Eager {
    private static final String[] NAMES = {"x", "y"};
    private static final String[] ASSIGN_NAMES = {"value", "parameter"};
    private static final String[] SELECT_NAMES = {"condition", "x", "y"};

    private Eager() {}

    /** The f32 tensor of {@code f} of every element of an f32 tensor. */
    public static Tensor unary(String op, Tensor x, FloatUnary f) {
        Broadcast shape = shape(op, x, DType.F32);
        Tensor result = result(DType.F32, shape);
        FloatBuffer from = x.asFloatBuffer();
        FloatBuffer to = result.asFloatBuffer();
        ElementWalk.visit(shape, 1, (i, p, q, r) -> to.put(i, f.apply(from.get(p))));
        return finish(result, x, x);
    }

    /** The f32 tensor of {@code f} of every pair of elements of two f32 tensors. */
    public static Tensor binary(String op, Tensor x, Tensor y, FloatBinary f) {
        Broadcast shape = shape(op, x, y, DType.F32);
        Tensor result = result(DType.F32, shape);
        FloatBuffer left = x.asFloatBuffer();
        FloatBuffer right = y.asFloatBuffer();
        FloatBuffer to = result.asFloatBuffer();
        ElementWalk.visit(shape, 2, (i, p, q, r) -> to.put(i, f.apply(left.get(p), right.get(q))));
        return finish(result, x, y);
    }

    /** The bool tensor of {@code f} of every pair of elements of two f32 tensors. */
    public static Tensor compare(String op, Tensor x, Tensor y, FloatBinaryPredicate f) {
        Broadcast shape = shape(op, x, y, DType.F32);
        Tensor result = result(DType.BOOL, shape);
        FloatBuffer left = x.asFloatBuffer();
        FloatBuffer right = y.asFloatBuffer();
        ByteBuffer to = TensorData.byteBuffer(result);
        ElementWalk.visit(shape, 2, (i, p, q, r) -> to.put(i, bit(f.test(left.get(p), right.get(q)))));
        return finish(result, x, y);
    }

    /** The bool tensor of {@code f} of every element of an f32 tensor. */
    public static Tensor test(String op, Tensor x, FloatPredicate f) {
        Broadcast shape = shape(op, x, DType.F32);
        Tensor result = result(DType.BOOL, shape);
        FloatBuffer from = x.asFloatBuffer();
        ByteBuffer to = TensorData.byteBuffer(result);
        ElementWalk.visit(shape, 1, (i, p, q, r) -> to.put(i, bit(f.test(from.get(p)))));
        return finish(result, x, x);
    }

    /** The bool tensor of {@code f} of every pair of elements of two bool tensors. */
    public static Tensor logical(String op, Tensor x, Tensor y, BooleanBinary f) {
        Broadcast shape = shape(op, x, y, DType.BOOL);
        Tensor result = result(DType.BOOL, shape);
        ByteBuffer left = TensorData.byteBuffer(x);
        ByteBuffer right = TensorData.byteBuffer(y);
        ByteBuffer to = TensorData.byteBuffer(result);
        ElementWalk.visit(shape, 2, (i, p, q, r) -> to.put(i, bit(f.apply(left.get(p) != 0, right.get(q) != 0))));
        return finish(result, x, y);
    }

    /** The negation of every element of a bool tensor. */
    public static Tensor not(Tensor x) {
        return logical("logicalNot", x, x, (value, same) -> !value);
    }

    /** {@code x} where the bool tensor {@code condition} holds, else {@code y}. */
    public static Tensor select(Tensor condition, Tensor x, Tensor y) {
        Checks.tensor("select", "condition", condition, DType.BOOL);
        Checks.tensor("select", "x", x, DType.F32);
        Checks.tensor("select", "y", y, DType.F32);
        Broadcast shape = new Broadcast();
        shape.operand(0, condition.dims());
        shape.operand(1, x.dims());
        shape.operand(2, y.dims());
        shape.resolve("select", SELECT_NAMES, 3);
        Tensor result = result(DType.F32, shape);
        ByteBuffer which = TensorData.byteBuffer(condition);
        FloatBuffer left = x.asFloatBuffer();
        FloatBuffer right = y.asFloatBuffer();
        FloatBuffer to = result.asFloatBuffer();
        ElementWalk.visit(shape, 3, (i, p, q, r) -> to.put(i, which.get(p) != 0 ? left.get(q) : right.get(r)));
        Reference.reachabilityFence(condition);
        return finish(result, x, y);
    }

    /**
     * A converted copy of an f32 or bool tensor. As a number, true is 1 and false 0; a number is true if it is not
     * 0, so NaN is true.
     *
     * @param dtype f32 or bool
     */
    public static Tensor cast(Tensor x, DType dtype) {
        requireValue("cast", "x", x);
        requireSupported("cast", "tensor " + x.describe(), x.dtype());
        requireSupported("cast", "the target dtype " + dtype, dtype);
        if (x.dtype() == DType.F32) {
            return dtype == DType.F32 ? unary("cast", x, value -> value) : test("cast", x, value -> value != 0);
        }
        return dtype == DType.F32 ? boolToFloat(x) : logical("cast", x, x, (value, same) -> value);
    }

    private static Tensor boolToFloat(Tensor x) {
        Broadcast shape = shape("cast", x, DType.BOOL);
        Tensor result = result(DType.F32, shape);
        ByteBuffer from = TensorData.byteBuffer(x);
        FloatBuffer to = result.asFloatBuffer();
        ElementWalk.visit(shape, 1, (i, p, q, r) -> to.put(i, from.get(p)));
        return finish(result, x, x);
    }

    /**
     * Combines the elements along axes of an f32 tensor, in double, rounded once at the end.
     *
     * @param axes the axes to reduce, negative ones counted from the end; none means all
     * @param keepDims whether a reduced axis stays, with size 1
     * @param identity where each element of the result starts
     * @param combine the value so far, and an element
     */
    public static Tensor reduce(
            String op, Tensor x, int[] axes, boolean keepDims, double identity, DoubleBinaryOperator combine) {
        Checks.tensor(op, "x", x, DType.F32);
        boolean[] reduced = reducedAxes(op, x, axes);
        long[] kept = x.dimensions();
        for (int axis = 0; axis < kept.length; axis++) {
            kept[axis] = reduced[axis] ? 1 : kept[axis];
        }
        Tensor result = Tensor.allocate(DType.F32, keepDims ? kept : without(kept, reduced));
        double[] values = new double[TensorData.arrayLength(result)];
        Arrays.fill(values, identity);
        if (x.elementCount() > 0) {
            Broadcast shape = new Broadcast();
            shape.operand(0, x.dims());
            shape.operand(1, kept);
            shape.resolve(op, NAMES, 2);
            FloatBuffer from = x.asFloatBuffer();
            ElementWalk.visit(shape, 2, (i, p, q, r) -> values[q] = combine.applyAsDouble(values[q], from.get(p)));
        }
        FloatBuffer to = result.asFloatBuffer();
        for (int i = 0; i < values.length; i++) {
            to.put(i, (float) values[i]);
        }
        return finish(result, x, x);
    }

    /** How many elements a reduction along axes combines into one, as an f32 tensor of rank 0. */
    public static Tensor elementCount(Tensor x, int[] axes) {
        Checks.tensor("elementCount", "x", x, DType.F32);
        boolean[] reduced = reducedAxes("elementCount", x, axes);
        double count = 1;
        for (int axis = 0; axis < reduced.length; axis++) {
            count *= reduced[axis] ? x.dimension(axis) : 1;
        }
        return scalar(count);
    }

    /**
     * Writes {@code value}, broadcast to the parameter's dims, into {@code parameter}, and returns the parameter.
     *
     * @param parameter an f32 or bool tensor
     * @param value a tensor of the same dtype
     */
    public static Tensor assign(Tensor parameter, Tensor value) {
        requireValue("assign", "parameter", parameter);
        Checks.tensor("assign", "parameter", parameter, parameter.dtype());
        Checks.tensor("assign", "value", value, parameter.dtype());
        if (Arrays.equals(parameter.dims(), value.dims())) {
            value.copyTo(parameter);
            return parameter;
        }
        requireSupported("assign", "tensor " + parameter.describe(), parameter.dtype());
        Checks.disjoint("assign", "parameter", parameter, "value", value);
        Broadcast shape = new Broadcast();
        shape.operand(0, value.dims());
        shape.operand(1, parameter.dims());
        shape.resolve("assign", ASSIGN_NAMES, 2);
        if (!shape.matches(parameter.dims())) {
            throw new ShapeMismatchException(
                    RuntimeProblem.RESULT_SHAPE,
                    "assign",
                    "parameter",
                    parameter.describe(),
                    Arrays.toString(shape.dimensions()));
        }
        if (parameter.dtype() == DType.F32) {
            FloatBuffer from = value.asFloatBuffer();
            FloatBuffer to = parameter.asFloatBuffer();
            ElementWalk.visit(shape, 2, (i, p, q, r) -> to.put(i, from.get(p)));
        } else {
            ByteBuffer from = TensorData.byteBuffer(value);
            ByteBuffer to = TensorData.byteBuffer(parameter);
            ElementWalk.visit(shape, 2, (i, p, q, r) -> to.put(i, from.get(p)));
        }
        return finish(parameter, value, value);
    }

    /** The f32 tensor of rank 0 of a number, rounded to float. */
    public static Tensor scalar(double value) {
        return Tensor.scalar((float) value);
    }

    private static Broadcast shape(String op, Tensor x, DType dtype) {
        Checks.tensor(op, "x", x, dtype);
        Broadcast shape = new Broadcast();
        shape.operand(0, x.dims());
        shape.resolve(op, NAMES, 1);
        return shape;
    }

    private static Broadcast shape(String op, Tensor x, Tensor y, DType dtype) {
        Checks.tensor(op, "x", x, dtype);
        Checks.tensor(op, "y", y, dtype);
        Broadcast shape = new Broadcast();
        shape.operand(0, x.dims());
        shape.operand(1, y.dims());
        shape.resolve(op, NAMES, 2);
        return shape;
    }

    private static Tensor result(DType dtype, Broadcast shape) {
        if (shape.elements() > Integer.MAX_VALUE) {
            throw new ShapeMismatchException(
                    RuntimeProblem.VIEW_TOO_LARGE, "result " + dtype + Arrays.toString(shape.dimensions()));
        }
        return Tensor.allocate(dtype, shape.dimensions());
    }

    private static Tensor finish(Tensor result, Tensor x, Tensor y) {
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(y);
        Reference.reachabilityFence(result);
        return result;
    }

    private static byte bit(boolean value) {
        return (byte) (value ? 1 : 0);
    }

    private static void requireSupported(String op, String what, DType dtype) {
        if (dtype != DType.F32 && dtype != DType.BOOL) {
            throw new DTypeMismatchException(RuntimeProblem.DTYPE_UNSUPPORTED, op, what, "f32 and bool");
        }
    }

    private static void requireValue(String op, String parameter, Tensor tensor) {
        if (tensor == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, op, "tensor " + parameter);
        }
    }

    private static boolean[] reducedAxes(String op, Tensor x, int[] axes) {
        int rank = x.rank();
        boolean[] reduced = new boolean[rank];
        Arrays.fill(reduced, axes.length == 0);
        for (int axis : axes) {
            int index = axis < 0 ? axis + rank : axis;
            if (index < 0 || index >= rank) {
                throw new InvalidArgumentException(RuntimeProblem.AXIS_RANGE, op, axis, "tensor " + x.describe(), rank);
            }
            if (reduced[index]) {
                throw new InvalidArgumentException(RuntimeProblem.AXIS_REPEATED, op, axis, "tensor " + x.describe());
            }
            reduced[index] = true;
        }
        return reduced;
    }

    private static long[] without(long[] dims, boolean[] removed) {
        long[] result = new long[dims.length];
        int count = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            if (!removed[axis]) {
                result[count++] = dims[axis];
            }
        }
        return Arrays.copyOf(result, count);
    }
}
