package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.prelude.Elements;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Elements of whole numbers, aligned to a cache line, between guards. */
final class GuardedMemory {

    private static final byte GUARD = 0x5a;
    private static final int MARGIN = 192;

    private final DType dtype;
    private final ByteBuffer bytes;
    private final int begin;
    private final int size;

    GuardedMemory(DType dtype, long elements) {
        this.dtype = dtype;
        this.size = Math.toIntExact(elements * dtype.byteSize());
        this.bytes = ByteBuffer.allocateDirect(size + 2 * MARGIN).order(ByteOrder.nativeOrder());
        this.begin = 64 + (int) (-CompiledPlans.address(bytes) & 63);
        for (int i = 0; i < bytes.capacity(); i++) {
            bytes.put(i, GUARD);
        }
    }

    long address() {
        return CompiledPlans.address(bytes) + begin;
    }

    private ByteBuffer elements() {
        return bytes.slice(begin, size).order(ByteOrder.nativeOrder());
    }

    void put(long[] values) {
        ByteBuffer elements = elements();
        for (int i = 0; i < values.length; i++) {
            Elements.write(elements, dtype, i, dtype.isFloating() ? (Number) (double) values[i] : (Number) values[i]);
        }
    }

    /** The elements; fails if a guard was written. */
    long[] get() {
        for (int i = 0; i < bytes.capacity(); i++) {
            if ((i < begin || i >= begin + size) && bytes.get(i) != GUARD) {
                throw new AssertionError("byte " + (i - begin) + " of " + size + " is written");
            }
        }
        ByteBuffer elements = elements();
        long[] values = new long[size / dtype.byteSize()];
        for (int i = 0; i < values.length; i++) {
            values[i] = Elements.read(elements, dtype, i).longValue();
        }
        return values;
    }
}
