package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;

/**
 * Copies between host tensors, held by the caller, and Java arrays of equal length. {@code method} is the method that
 * the user has called, for the message about an unsupported dtype.
 */
public final class TensorArrays {

    private TensorArrays() {}

    /** Writes f32, or narrower floats with rounding. */
    public static void write(String method, AbstractTensor tensor, float[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case F32 ->
                TensorViews.forEachChunk(
                        tensor,
                        source.length,
                        (elements, first, count) -> elements.asFloatBuffer().put(source, first, count));
            case F16, BF16, F8E4M3, F8E5M2 -> {
                TensorElements to = TensorElements.of(tensor);
                for (int i = 0; i < source.length; i++) {
                    to.putDouble(i, source[i]);
                }
            }
            default -> throw TensorData.unsupported(method, tensor, "f8e4m3, f8e5m2, f16, bf16 and f32");
        }
    }

    /** Reads f32 and narrower floats. */
    public static void read(String method, AbstractTensor tensor, float[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case F32 ->
                TensorViews.forEachChunk(
                        tensor,
                        target.length,
                        (elements, first, count) -> elements.asFloatBuffer().get(target, first, count));
            case F16, BF16, F8E4M3, F8E5M2 -> {
                TensorElements from = TensorElements.of(tensor);
                for (int i = 0; i < target.length; i++) {
                    target[i] = (float) from.getDouble(i);
                }
            }
            default -> throw TensorData.unsupported(method, tensor, "f8e4m3, f8e5m2, f16, bf16 and f32");
        }
    }

    /** Writes f64. */
    public static void write(String method, AbstractTensor tensor, double[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case F64 ->
                TensorViews.forEachChunk(
                        tensor,
                        source.length,
                        (elements, first, count) -> elements.asDoubleBuffer().put(source, first, count));
            default -> throw TensorData.unsupported(method, tensor, "f64");
        }
    }

    /** Reads all floats. */
    public static void read(String method, AbstractTensor tensor, double[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case F64 ->
                TensorViews.forEachChunk(
                        tensor,
                        target.length,
                        (elements, first, count) -> elements.asDoubleBuffer().get(target, first, count));
            case F16, BF16, F8E4M3, F8E5M2, F32 -> {
                TensorElements from = TensorElements.of(tensor);
                for (int i = 0; i < target.length; i++) {
                    target[i] = from.getDouble(i);
                }
            }
            default -> throw TensorData.unsupported(method, tensor, "f8e4m3, f8e5m2, f16, bf16, f32 and f64");
        }
    }

    /** Writes i32 and u32. */
    public static void write(String method, AbstractTensor tensor, int[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I32, U32 ->
                TensorViews.forEachChunk(
                        tensor,
                        source.length,
                        (elements, first, count) -> elements.asIntBuffer().put(source, first, count));
            default -> throw TensorData.unsupported(method, tensor, "i32 and u32");
        }
    }

    /** Reads i8, u8, i16, u16, i32 and the bits of u32. */
    public static void read(String method, AbstractTensor tensor, int[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I32, U32 ->
                TensorViews.forEachChunk(
                        tensor,
                        target.length,
                        (elements, first, count) -> elements.asIntBuffer().get(target, first, count));
            case I8, U8, I16, U16 -> {
                TensorElements from = TensorElements.of(tensor);
                for (int i = 0; i < target.length; i++) {
                    target[i] = (int) from.getLong(i);
                }
            }
            default -> throw TensorData.unsupported(method, tensor, "i8, u8, i16, u16, i32 and u32");
        }
    }

    /** Writes i64 and u64. */
    public static void write(String method, AbstractTensor tensor, long[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I64, U64 ->
                TensorViews.forEachChunk(
                        tensor,
                        source.length,
                        (elements, first, count) -> elements.asLongBuffer().put(source, first, count));
            default -> throw TensorData.unsupported(method, tensor, "i64 and u64");
        }
    }

    /** Reads all integers, of u64 the bits. */
    public static void read(String method, AbstractTensor tensor, long[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I64, U64 ->
                TensorViews.forEachChunk(
                        tensor,
                        target.length,
                        (elements, first, count) -> elements.asLongBuffer().get(target, first, count));
            case I8, U8, I16, U16, I32, U32 -> {
                TensorElements from = TensorElements.of(tensor);
                for (int i = 0; i < target.length; i++) {
                    target[i] = from.getLong(i);
                }
            }
            default -> throw TensorData.unsupported(method, tensor, "integer");
        }
    }

    /** Writes i16 and u16. */
    public static void write(String method, AbstractTensor tensor, short[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I16, U16 ->
                TensorViews.forEachChunk(
                        tensor,
                        source.length,
                        (elements, first, count) -> elements.asShortBuffer().put(source, first, count));
            default -> throw TensorData.unsupported(method, tensor, "i16 and u16");
        }
    }

    /** Reads i16 and u16. */
    public static void read(String method, AbstractTensor tensor, short[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I16, U16 ->
                TensorViews.forEachChunk(
                        tensor,
                        target.length,
                        (elements, first, count) -> elements.asShortBuffer().get(target, first, count));
            default -> throw TensorData.unsupported(method, tensor, "i16 and u16");
        }
    }

    /** Writes i8 and u8, or the bits of f8e4m3 and f8e5m2. */
    public static void write(String method, AbstractTensor tensor, byte[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I8, U8, F8E4M3, F8E5M2 ->
                TensorViews.forEachChunk(
                        tensor, source.length, (elements, first, count) -> elements.put(source, first, count));
            default -> throw TensorData.unsupported(method, tensor, "i8, u8, f8e4m3 and f8e5m2");
        }
    }

    /** Reads i8 and u8, or the bits of f8e4m3 and f8e5m2. */
    public static void read(String method, AbstractTensor tensor, byte[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        switch (tensor.dtype()) {
            case I8, U8, F8E4M3, F8E5M2 ->
                TensorViews.forEachChunk(
                        tensor, target.length, (elements, first, count) -> elements.get(target, first, count));
            default -> throw TensorData.unsupported(method, tensor, "i8, u8, f8e4m3 and f8e5m2");
        }
    }

    /** Writes bool. */
    public static void write(String method, AbstractTensor tensor, boolean[] source) {
        TensorData.requireCount(source.length, Tensors.dims(tensor));
        TensorData.requireDType(method, tensor, DType.BOOL);
        TensorElements to = TensorElements.of(tensor);
        for (int i = 0; i < source.length; i++) {
            to.putLong(i, source[i] ? 1 : 0);
        }
    }

    /** Reads bool. */
    public static void read(String method, AbstractTensor tensor, boolean[] target) {
        TensorData.requireCount(target.length, Tensors.dims(tensor));
        TensorData.requireDType(method, tensor, DType.BOOL);
        TensorElements from = TensorElements.of(tensor);
        for (int i = 0; i < target.length; i++) {
            target[i] = from.getLong(i) != 0;
        }
    }
}
