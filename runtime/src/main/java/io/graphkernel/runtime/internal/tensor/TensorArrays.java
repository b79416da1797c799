package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;

/**
 * Copies between tensors of the host, which the caller holds, and Java arrays of exactly their number of elements. {@code method} is
 * the one that the user has called, for the message about a dtype that it does not take.
 */
public final class TensorArrays {

    private TensorArrays() {}

    /** Into f32, and rounded into f16 and bf16. */
    public static void write(String method, Tensor tensor, float[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case F32 -> ((FloatPointer) TensorViews.brief(tensor)).put(source);
            case F16, BF16 -> {
                Elements to = Elements.of(tensor);
                for (int i = 0; i < source.length; i++) {
                    to.putDouble(i, source[i]);
                }
            }
            default -> throw TensorData.unsupported(method, tensor, "f16, bf16 and f32");
        }
    }

    /** Of f32, f16 and bf16. */
    public static void read(String method, Tensor tensor, float[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case F32 -> ((FloatPointer) TensorViews.brief(tensor)).get(target);
            case F16, BF16 -> {
                Elements from = Elements.of(tensor);
                for (int i = 0; i < target.length; i++) {
                    target[i] = (float) from.getDouble(i);
                }
            }
            default -> throw TensorData.unsupported(method, tensor, "f16, bf16 and f32");
        }
    }

    /** Into f64. */
    public static void write(String method, Tensor tensor, double[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case F64 -> ((DoublePointer) TensorViews.brief(tensor)).put(source);
            default -> throw TensorData.unsupported(method, tensor, "f64");
        }
    }

    /** Of f16, bf16, f32 and f64. */
    public static void read(String method, Tensor tensor, double[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case F64 -> ((DoublePointer) TensorViews.brief(tensor)).get(target);
            case F16, BF16, F32 -> {
                Elements from = Elements.of(tensor);
                for (int i = 0; i < target.length; i++) {
                    target[i] = from.getDouble(i);
                }
            }
            default -> throw TensorData.unsupported(method, tensor, "f16, bf16, f32 and f64");
        }
    }

    /** Into i32. */
    public static void write(String method, Tensor tensor, int[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I32 -> ((IntPointer) TensorViews.brief(tensor)).put(source);
            default -> throw TensorData.unsupported(method, tensor, "i32");
        }
    }

    /** Of i8, u8 and i32. */
    public static void read(String method, Tensor tensor, int[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I32 -> ((IntPointer) TensorViews.brief(tensor)).get(target);
            case I8, U8 -> {
                Elements from = Elements.of(tensor);
                for (int i = 0; i < target.length; i++) {
                    target[i] = (int) from.getLong(i);
                }
            }
            default -> throw TensorData.unsupported(method, tensor, "i8, u8 and i32");
        }
    }

    /** Into i64. */
    public static void write(String method, Tensor tensor, long[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I64 -> ((LongPointer) TensorViews.brief(tensor)).put(source);
            default -> throw TensorData.unsupported(method, tensor, "i64");
        }
    }

    /** Of i8, u8, i32 and i64. */
    public static void read(String method, Tensor tensor, long[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I64 -> ((LongPointer) TensorViews.brief(tensor)).get(target);
            case I8, U8, I32 -> {
                Elements from = Elements.of(tensor);
                for (int i = 0; i < target.length; i++) {
                    target[i] = from.getLong(i);
                }
            }
            default -> throw TensorData.unsupported(method, tensor, "i8, u8, i32 and i64");
        }
    }

    /** Into i8 and u8. */
    public static void write(String method, Tensor tensor, byte[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I8, U8 -> ((BytePointer) TensorViews.brief(tensor)).put(source);
            default -> throw TensorData.unsupported(method, tensor, "i8 and u8");
        }
    }

    /** Of i8 and u8. */
    public static void read(String method, Tensor tensor, byte[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I8, U8 -> ((BytePointer) TensorViews.brief(tensor)).get(target);
            default -> throw TensorData.unsupported(method, tensor, "i8 and u8");
        }
    }

    /** Into bool. */
    public static void write(String method, Tensor tensor, boolean[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        TensorData.requireDType(method, tensor, DType.BOOL);
        Elements to = Elements.of(tensor);
        for (int i = 0; i < source.length; i++) {
            to.putLong(i, source[i] ? 1 : 0);
        }
    }

    /** Of bool. */
    public static void read(String method, Tensor tensor, boolean[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        TensorData.requireDType(method, tensor, DType.BOOL);
        Elements from = Elements.of(tensor);
        for (int i = 0; i < target.length; i++) {
            target[i] = from.getLong(i) != 0;
        }
    }
}
