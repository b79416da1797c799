package io.graphkernel.processor.schedule;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.prelude.Elements;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Integer elements between guards, aligned to a cache line. */
final class GuardedMemory {

    private static final byte GUARD = 0x5a;
    private static final int MARGIN = 192;

    private final DataType dtype;
    private final ByteBuffer bytes;
    private final int begin;
    private final int size;

    GuardedMemory(DataType dtype, long elements) {
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

    /** Returns the elements; fails if a guard was overwritten. */
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
