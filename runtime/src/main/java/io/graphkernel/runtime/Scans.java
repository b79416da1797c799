package io.graphkernel.runtime;

import io.graphkernel.runtime.ElementFunctions.DoubleFunction2;
import io.graphkernel.runtime.ElementFunctions.DoubleFunction3;
import io.graphkernel.runtime.ElementFunctions.FloatFunction2;
import io.graphkernel.runtime.ElementFunctions.FloatFunction3;
import io.graphkernel.runtime.ElementFunctions.Function2;
import io.graphkernel.runtime.ElementFunctions.Function3;
import io.graphkernel.runtime.ElementFunctions.IntFunction2;
import io.graphkernel.runtime.ElementFunctions.IntFunction3;
import io.graphkernel.runtime.ElementFunctions.LongFunction2;
import io.graphkernel.runtime.ElementFunctions.LongFunction3;
import io.graphkernel.runtime.internal.eager.EagerScan;
import io.graphkernel.runtime.internal.gradient.Recording;
import java.io.Serializable;

/**
 * Scans and reductions along an axis by ordinary Java functions. A function receives the state and the elements of the
 * operands at one position, and returns the next state:
 *
 * <pre>{@code
 * @GraphKernel
 * static Tensor recurrence(@TensorType("f32[n, t]") Tensor a, @TensorType("f32[n, t]") Tensor b) {
 *     return Scans.scan(a, b, 1, 0f, (h, decay, input) -> decay * h + input);
 * }
 * }</pre>
 *
 * <p>A scan returns the state at each position, a reduction the last one. States are numbers, or records of numbers, with
 * one result per component. Operands broadcast. Positions are visited in ascending order, in descending order with {@link
 * ScanOption#REVERSE}, on every device and for any number of threads: the function needs no identity and need not be
 * associative.
 *
 * <p>The method names the dtype, as in {@link Elementwise}. Called as plain Java, the methods call the function for each
 * element, and cannot be differentiated.
 *
 * <p>All methods throw a {@link io.graphkernel.runtime.exception.GraphKernelException} of the matching type for null or
 * closed tensors, an axis out of range, dtypes that do not match the function, and shapes that do not broadcast.
 */
public final class Scans {

    private Scans() {}

    /**
     * Returns the states of a scan by a function of {@code float}.
     *
     * @param x operand of dtype f32
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @param options order and kind of the scan
     * @return new tensor of dtype f32 with the shape of x
     */
    public static Tensor scan(Tensor x, int axis, float initial, FloatFunction2 step, ScanOption... options) {
        return scanned("scan", step, axis, initial, options, x)[0];
    }

    /**
     * Returns the states of a scan over two operands by a function of {@code float}.
     *
     * @param x first operand of dtype f32
     * @param y second operand of dtype f32
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @param options order and kind of the scan
     * @return new tensor of dtype f32 with the broadcast shape
     */
    public static Tensor scan(Tensor x, Tensor y, int axis, float initial, FloatFunction3 step, ScanOption... options) {
        return scanned("scan", step, axis, initial, options, x, y)[0];
    }

    /**
     * Returns the states of a scan by a function of {@code double}.
     *
     * @param x operand of dtype f64
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @param options order and kind of the scan
     * @return new tensor of dtype f64 with the shape of x
     */
    public static Tensor scanDouble(Tensor x, int axis, double initial, DoubleFunction2 step, ScanOption... options) {
        return scanned("scanDouble", step, axis, initial, options, x)[0];
    }

    /**
     * Returns the states of a scan over two operands by a function of {@code double}.
     *
     * @param x first operand of dtype f64
     * @param y second operand of dtype f64
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @param options order and kind of the scan
     * @return new tensor of dtype f64 with the broadcast shape
     */
    public static Tensor scanDouble(
            Tensor x, Tensor y, int axis, double initial, DoubleFunction3 step, ScanOption... options) {
        return scanned("scanDouble", step, axis, initial, options, x, y)[0];
    }

    /**
     * Returns the states of a scan by a function of {@code int}.
     *
     * @param x operand of dtype i32
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @param options order and kind of the scan
     * @return new tensor of dtype i32 with the shape of x
     */
    public static Tensor scanInt(Tensor x, int axis, int initial, IntFunction2 step, ScanOption... options) {
        return scanned("scanInt", step, axis, initial, options, x)[0];
    }

    /**
     * Returns the states of a scan over two operands by a function of {@code int}.
     *
     * @param x first operand of dtype i32
     * @param y second operand of dtype i32
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @param options order and kind of the scan
     * @return new tensor of dtype i32 with the broadcast shape
     */
    public static Tensor scanInt(Tensor x, Tensor y, int axis, int initial, IntFunction3 step, ScanOption... options) {
        return scanned("scanInt", step, axis, initial, options, x, y)[0];
    }

    /**
     * Returns the states of a scan by a function of {@code long}.
     *
     * @param x operand of dtype i64
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @param options order and kind of the scan
     * @return new tensor of dtype i64 with the shape of x
     */
    public static Tensor scanLong(Tensor x, int axis, long initial, LongFunction2 step, ScanOption... options) {
        return scanned("scanLong", step, axis, initial, options, x)[0];
    }

    /**
     * Returns the states of a scan over two operands by a function of {@code long}.
     *
     * @param x first operand of dtype i64
     * @param y second operand of dtype i64
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @param options order and kind of the scan
     * @return new tensor of dtype i64 with the broadcast shape
     */
    public static Tensor scanLong(
            Tensor x, Tensor y, int axis, long initial, LongFunction3 step, ScanOption... options) {
        return scanned("scanLong", step, axis, initial, options, x, y)[0];
    }

    /**
     * Returns the states of a scan whose state is a record of numbers.
     *
     * @param <S> record of numbers
     * @param <A> boxed type of the elements of x
     * @param x operand
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @param options order and kind of the scan
     * @return one new tensor per component
     */
    public static <S extends Record, A> Tensor[] scanRecord(
            Tensor x, int axis, S initial, Function2<S, A, S> step, ScanOption... options) {
        return scanned("scanRecord", step, axis, initial, options, x);
    }

    /**
     * Returns the states of a scan over two operands, whose state is a record of numbers.
     *
     * @param <S> record of numbers
     * @param <A> boxed type of the elements of x
     * @param <B> boxed type of the elements of y
     * @param x first operand
     * @param y second operand
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @param options order and kind of the scan
     * @return one new tensor per component
     */
    public static <S extends Record, A, B> Tensor[] scanRecord(
            Tensor x, Tensor y, int axis, S initial, Function3<S, A, B, S> step, ScanOption... options) {
        return scanned("scanRecord", step, axis, initial, options, x, y);
    }

    /**
     * Reduces an axis by a function of {@code float}.
     *
     * @param x operand of dtype f32
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @return new tensor of dtype f32 with the shape of x, without the axis
     */
    public static Tensor reduce(Tensor x, int axis, float initial, FloatFunction2 step) {
        return reduced("reduce", step, axis, initial, x)[0];
    }

    /**
     * Reduces an axis of two operands by a function of {@code float}.
     *
     * @param x first operand of dtype f32
     * @param y second operand of dtype f32
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @return new tensor of dtype f32 with the broadcast shape, without the axis
     */
    public static Tensor reduce(Tensor x, Tensor y, int axis, float initial, FloatFunction3 step) {
        return reduced("reduce", step, axis, initial, x, y)[0];
    }

    /**
     * Reduces an axis by a function of {@code double}.
     *
     * @param x operand of dtype f64
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @return new tensor of dtype f64 with the shape of x, without the axis
     */
    public static Tensor reduceDouble(Tensor x, int axis, double initial, DoubleFunction2 step) {
        return reduced("reduceDouble", step, axis, initial, x)[0];
    }

    /**
     * Reduces an axis of two operands by a function of {@code double}.
     *
     * @param x first operand of dtype f64
     * @param y second operand of dtype f64
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @return new tensor of dtype f64 with the broadcast shape, without the axis
     */
    public static Tensor reduceDouble(Tensor x, Tensor y, int axis, double initial, DoubleFunction3 step) {
        return reduced("reduceDouble", step, axis, initial, x, y)[0];
    }

    /**
     * Reduces an axis by a function of {@code int}.
     *
     * @param x operand of dtype i32
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @return new tensor of dtype i32 with the shape of x, without the axis
     */
    public static Tensor reduceInt(Tensor x, int axis, int initial, IntFunction2 step) {
        return reduced("reduceInt", step, axis, initial, x)[0];
    }

    /**
     * Reduces an axis of two operands by a function of {@code int}.
     *
     * @param x first operand of dtype i32
     * @param y second operand of dtype i32
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @return new tensor of dtype i32 with the broadcast shape, without the axis
     */
    public static Tensor reduceInt(Tensor x, Tensor y, int axis, int initial, IntFunction3 step) {
        return reduced("reduceInt", step, axis, initial, x, y)[0];
    }

    /**
     * Reduces an axis by a function of {@code long}.
     *
     * @param x operand of dtype i64
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @return new tensor of dtype i64 with the shape of x, without the axis
     */
    public static Tensor reduceLong(Tensor x, int axis, long initial, LongFunction2 step) {
        return reduced("reduceLong", step, axis, initial, x)[0];
    }

    /**
     * Reduces an axis of two operands by a function of {@code long}.
     *
     * @param x first operand of dtype i64
     * @param y second operand of dtype i64
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @return new tensor of dtype i64 with the broadcast shape, without the axis
     */
    public static Tensor reduceLong(Tensor x, Tensor y, int axis, long initial, LongFunction3 step) {
        return reduced("reduceLong", step, axis, initial, x, y)[0];
    }

    /**
     * Reduces an axis to the last state, a record of numbers.
     *
     * @param <S> record of numbers
     * @param <A> boxed type of the elements of x
     * @param x operand
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @return one new tensor per component, without the axis
     */
    public static <S extends Record, A> Tensor[] reduceRecord(Tensor x, int axis, S initial, Function2<S, A, S> step) {
        return reduced("reduceRecord", step, axis, initial, x);
    }

    /**
     * Reduces an axis of two operands to the last state, a record of numbers.
     *
     * @param <S> record of numbers
     * @param <A> boxed type of the elements of x
     * @param <B> boxed type of the elements of y
     * @param x first operand
     * @param y second operand
     * @param axis index of the axis; negative counts from the end
     * @param initial state before the first position
     * @param step function of the state and the elements
     * @return one new tensor per component, without the axis
     */
    public static <S extends Record, A, B> Tensor[] reduceRecord(
            Tensor x, Tensor y, int axis, S initial, Function3<S, A, B, S> step) {
        return reduced("reduceRecord", step, axis, initial, x, y);
    }

    private static Tensor[] scanned(
            String op, Serializable step, int axis, Object initial, ScanOption[] options, Tensor... operands) {
        Recording.rejectFunction(op, step, operands);
        return EagerScan.scan(op, step, axis, initial, options, operands);
    }

    private static Tensor[] reduced(String op, Serializable step, int axis, Object initial, Tensor... operands) {
        Recording.rejectFunction(op, step, operands);
        return EagerScan.reduce(op, step, axis, initial, operands);
    }
}
