package io.graphkernel.runtime;

import io.graphkernel.runtime.ElementFunctions.DoubleFunction1;
import io.graphkernel.runtime.ElementFunctions.DoubleFunction2;
import io.graphkernel.runtime.ElementFunctions.DoubleFunction3;
import io.graphkernel.runtime.ElementFunctions.FloatFunction1;
import io.graphkernel.runtime.ElementFunctions.FloatFunction2;
import io.graphkernel.runtime.ElementFunctions.FloatFunction3;
import io.graphkernel.runtime.ElementFunctions.Function1;
import io.graphkernel.runtime.ElementFunctions.Function2;
import io.graphkernel.runtime.ElementFunctions.Function3;
import io.graphkernel.runtime.ElementFunctions.IntFunction1;
import io.graphkernel.runtime.ElementFunctions.IntFunction2;
import io.graphkernel.runtime.ElementFunctions.IntFunction3;
import io.graphkernel.runtime.ElementFunctions.LongFunction1;
import io.graphkernel.runtime.ElementFunctions.LongFunction2;
import io.graphkernel.runtime.ElementFunctions.LongFunction3;
import io.graphkernel.runtime.internal.eager.EagerMap;
import io.graphkernel.runtime.internal.gradient.FunctionRecording;

/**
 * Ordinary Java functions of numbers, applied to each element of tensors. In a {@code @GraphKernel} method, the compiler
 * reads the lambda or the static method, and fuses it with the ops around it:
 *
 * <pre>{@code
 * static float softClip(float x, float limit) {
 *     return x > limit ? limit + (float) Math.log1p(x - limit) : x;
 * }
 *
 * @GraphKernel
 * static Tensor activation(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor limit) {
 *     return Elementwise.map(x, limit, MyOps::softClip);
 * }
 * }</pre>
 *
 * <p>The method names the dtype: {@code map} takes functions of {@code float} on f32 tensors, {@code mapDouble} those
 * of {@code double} on f64, {@code mapInt} those of {@code int} on i32, and {@code mapLong} those of {@code long} on
 * i64. {@code apply} takes functions of mixed types, and those that return a {@code boolean}; a lambda needs declared
 * parameter types there: {@code apply(x, (Float a) -> a > 0)}. {@code applyRecord} takes functions that return a record of
 * numbers, and returns a tensor per component. Operands broadcast.
 *
 * <p>Called as plain Java, the methods call the function for each element, in row-major order. {@link Tape} and
 * {@link Gradients} differentiate functions that the processor has compiled: lambdas and methods that a
 * {@code @GraphKernel} method of the calling class applies, and methods with {@code @ElementFunction}. In a loss, other
 * functions throw {@link io.graphkernel.runtime.exception.GradientException}.
 *
 * <p>All methods throw a {@link io.graphkernel.runtime.exception.GraphKernelException} of the matching type for null or
 * closed tensors, dtypes that do not match the function, and shapes that do not broadcast.
 */
public final class Elementwise {

    private Elementwise() {}

    /**
     * Applies a function of {@code float} to each element.
     *
     * @param x operand of dtype f32
     * @param function the function
     * @return new tensor of dtype f32 with the shape of x
     */
    public static Tensor map(Tensor x, FloatFunction1 function) {
        return FunctionRecording.recorded("map", function, () -> EagerMap.map(function, x), x);
    }

    /**
     * Applies a function of {@code float} to the elements at each position of two tensors.
     *
     * @param x first operand of dtype f32
     * @param y second operand of dtype f32
     * @param function the function
     * @return new tensor of dtype f32 with the broadcast shape
     */
    public static Tensor map(Tensor x, Tensor y, FloatFunction2 function) {
        return FunctionRecording.recorded("map", function, () -> EagerMap.map(function, x, y), x, y);
    }

    /**
     * Applies a function of {@code float} to the elements at each position of three tensors.
     *
     * @param x first operand of dtype f32
     * @param y second operand of dtype f32
     * @param z third operand of dtype f32
     * @param function the function
     * @return new tensor of dtype f32 with the broadcast shape
     */
    public static Tensor map(Tensor x, Tensor y, Tensor z, FloatFunction3 function) {
        return FunctionRecording.recorded("map", function, () -> EagerMap.map(function, x, y, z), x, y, z);
    }

    /**
     * Applies a function of {@code double} to each element.
     *
     * @param x operand of dtype f64
     * @param function the function
     * @return new tensor of dtype f64 with the shape of x
     */
    public static Tensor mapDouble(Tensor x, DoubleFunction1 function) {
        return FunctionRecording.recorded("mapDouble", function, () -> EagerMap.mapDouble(function, x), x);
    }

    /**
     * Applies a function of {@code double} to the elements at each position of two tensors.
     *
     * @param x first operand of dtype f64
     * @param y second operand of dtype f64
     * @param function the function
     * @return new tensor of dtype f64 with the broadcast shape
     */
    public static Tensor mapDouble(Tensor x, Tensor y, DoubleFunction2 function) {
        return FunctionRecording.recorded("mapDouble", function, () -> EagerMap.mapDouble(function, x, y), x, y);
    }

    /**
     * Applies a function of {@code double} to the elements at each position of three tensors.
     *
     * @param x first operand of dtype f64
     * @param y second operand of dtype f64
     * @param z third operand of dtype f64
     * @param function the function
     * @return new tensor of dtype f64 with the broadcast shape
     */
    public static Tensor mapDouble(Tensor x, Tensor y, Tensor z, DoubleFunction3 function) {
        return FunctionRecording.recorded("mapDouble", function, () -> EagerMap.mapDouble(function, x, y, z), x, y, z);
    }

    /**
     * Applies a function of {@code int} to each element.
     *
     * @param x operand of dtype i32
     * @param function the function
     * @return new tensor of dtype i32 with the shape of x
     */
    public static Tensor mapInt(Tensor x, IntFunction1 function) {
        return FunctionRecording.recorded("mapInt", function, () -> EagerMap.mapInt(function, x), x);
    }

    /**
     * Applies a function of {@code int} to the elements at each position of two tensors.
     *
     * @param x first operand of dtype i32
     * @param y second operand of dtype i32
     * @param function the function
     * @return new tensor of dtype i32 with the broadcast shape
     */
    public static Tensor mapInt(Tensor x, Tensor y, IntFunction2 function) {
        return FunctionRecording.recorded("mapInt", function, () -> EagerMap.mapInt(function, x, y), x, y);
    }

    /**
     * Applies a function of {@code int} to the elements at each position of three tensors.
     *
     * @param x first operand of dtype i32
     * @param y second operand of dtype i32
     * @param z third operand of dtype i32
     * @param function the function
     * @return new tensor of dtype i32 with the broadcast shape
     */
    public static Tensor mapInt(Tensor x, Tensor y, Tensor z, IntFunction3 function) {
        return FunctionRecording.recorded("mapInt", function, () -> EagerMap.mapInt(function, x, y, z), x, y, z);
    }

    /**
     * Applies a function of {@code long} to each element.
     *
     * @param x operand of dtype i64
     * @param function the function
     * @return new tensor of dtype i64 with the shape of x
     */
    public static Tensor mapLong(Tensor x, LongFunction1 function) {
        return FunctionRecording.recorded("mapLong", function, () -> EagerMap.mapLong(function, x), x);
    }

    /**
     * Applies a function of {@code long} to the elements at each position of two tensors.
     *
     * @param x first operand of dtype i64
     * @param y second operand of dtype i64
     * @param function the function
     * @return new tensor of dtype i64 with the broadcast shape
     */
    public static Tensor mapLong(Tensor x, Tensor y, LongFunction2 function) {
        return FunctionRecording.recorded("mapLong", function, () -> EagerMap.mapLong(function, x, y), x, y);
    }

    /**
     * Applies a function of {@code long} to the elements at each position of three tensors.
     *
     * @param x first operand of dtype i64
     * @param y second operand of dtype i64
     * @param z third operand of dtype i64
     * @param function the function
     * @return new tensor of dtype i64 with the broadcast shape
     */
    public static Tensor mapLong(Tensor x, Tensor y, Tensor z, LongFunction3 function) {
        return FunctionRecording.recorded("mapLong", function, () -> EagerMap.mapLong(function, x, y, z), x, y, z);
    }

    /**
     * Applies a function of any types to each element.
     *
     * @param <A> boxed type of the elements of x: {@code Float} for f32, {@code Boolean} for bool
     * @param <R> boxed type of the elements of the result
     * @param x operand
     * @param function the function
     * @return new tensor of the dtype of the function's result, with the shape of x
     */
    public static <A, R> Tensor apply(Tensor x, Function1<A, R> function) {
        return FunctionRecording.recorded("apply", function, () -> EagerMap.apply(function, x), x);
    }

    /**
     * Applies a function of any types to the elements at each position of two tensors.
     *
     * @param <A> boxed type of the elements of x: {@code Float} for f32, {@code Boolean} for bool
     * @param <B> boxed type of the elements of y: {@code Float} for f32, {@code Boolean} for bool
     * @param <R> boxed type of the elements of the result
     * @param x first operand
     * @param y second operand
     * @param function the function
     * @return new tensor of the dtype of the function's result, with the broadcast shape
     */
    public static <A, B, R> Tensor apply(Tensor x, Tensor y, Function2<A, B, R> function) {
        return FunctionRecording.recorded("apply", function, () -> EagerMap.apply(function, x, y), x, y);
    }

    /**
     * Applies a function of any types to the elements at each position of three tensors.
     *
     * @param <A> boxed type of the elements of x: {@code Float} for f32, {@code Boolean} for bool
     * @param <B> boxed type of the elements of y: {@code Float} for f32, {@code Boolean} for bool
     * @param <C> boxed type of the elements of z: {@code Float} for f32, {@code Boolean} for bool
     * @param <R> boxed type of the elements of the result
     * @param x first operand
     * @param y second operand
     * @param z third operand
     * @param function the function
     * @return new tensor of the dtype of the function's result, with the broadcast shape
     */
    public static <A, B, C, R> Tensor apply(Tensor x, Tensor y, Tensor z, Function3<A, B, C, R> function) {
        return FunctionRecording.recorded("apply", function, () -> EagerMap.apply(function, x, y, z), x, y, z);
    }

    /**
     * Applies a function that returns a record of numbers to each element.
     *
     * @param <A> boxed type of the elements of x: {@code Float} for f32, {@code Boolean} for bool
     * @param <R> record of numbers and booleans
     * @param x operand
     * @param function the function
     * @return one new tensor per component, with the shape of x
     */
    public static <A, R extends Record> Tensor[] applyRecord(Tensor x, Function1<A, R> function) {
        return FunctionRecording.allRecorded("applyRecord", function, () -> EagerMap.applyRecord(function, x), x);
    }

    /**
     * Applies a function that returns a record of numbers to the elements at each position of two tensors.
     *
     * @param <A> boxed type of the elements of x: {@code Float} for f32, {@code Boolean} for bool
     * @param <B> boxed type of the elements of y: {@code Float} for f32, {@code Boolean} for bool
     * @param <R> record of numbers and booleans
     * @param x first operand
     * @param y second operand
     * @param function the function
     * @return one new tensor per component, with the broadcast shape
     */
    public static <A, B, R extends Record> Tensor[] applyRecord(Tensor x, Tensor y, Function2<A, B, R> function) {
        return FunctionRecording.allRecorded("applyRecord", function, () -> EagerMap.applyRecord(function, x, y), x, y);
    }

    /**
     * Applies a function that returns a record of numbers to the elements at each position of three tensors.
     *
     * @param <A> boxed type of the elements of x: {@code Float} for f32, {@code Boolean} for bool
     * @param <B> boxed type of the elements of y: {@code Float} for f32, {@code Boolean} for bool
     * @param <C> boxed type of the elements of z: {@code Float} for f32, {@code Boolean} for bool
     * @param <R> record of numbers and booleans
     * @param x first operand
     * @param y second operand
     * @param z third operand
     * @param function the function
     * @return one new tensor per component, with the broadcast shape
     */
    public static <A, B, C, R extends Record> Tensor[] applyRecord(
            Tensor x, Tensor y, Tensor z, Function3<A, B, C, R> function) {
        return FunctionRecording.allRecorded(
                "applyRecord", function, () -> EagerMap.applyRecord(function, x, y, z), x, y, z);
    }
}
