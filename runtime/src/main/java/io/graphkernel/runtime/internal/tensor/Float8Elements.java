package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Float8;
import java.nio.ByteBuffer;

/** Elements of f8e4m3 or f8e5m2. */
final class Float8Elements extends TensorElements {
    private final boolean isE4m3;
    private final ByteBuffer buffer;

    Float8Elements(DType dtype, ByteBuffer buffer) {
        this.isE4m3 = dtype == DType.F8E4M3;
        this.buffer = buffer;
    }

    @Override
    public double getDouble(int position) {
        byte bits = buffer.get(position);
        return isE4m3 ? Float8.fromE4m3(bits) : Float8.fromE5m2(bits);
    }

    @Override
    public void putDouble(int position, double value) {
        buffer.put(position, isE4m3 ? Float8.toE4m3(value) : Float8.toE5m2(value));
    }

    @Override
    public void putLong(int position, long value) {
        putDouble(position, value);
    }
}
