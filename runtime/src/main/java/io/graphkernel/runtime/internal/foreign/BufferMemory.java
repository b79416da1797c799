package io.graphkernel.runtime.internal.foreign;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ForeignMemory;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import io.graphkernel.runtime.internal.tensor.Shapes;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.bytedeco.javacpp.Pointer;

/**
 * The memory of a direct buffer from its position to its limit. The buffer is kept reachable, and thus the memory
 * valid.
 */
public final class BufferMemory implements ForeignMemory {
    /** Keeps the memory valid; not used otherwise. */
    @SuppressWarnings("unused")
    private final Buffer buffer;

    private final long address;
    private final long bytes;
    private final boolean readOnly;

    private BufferMemory(Buffer buffer, long address, long bytes) {
        this.buffer = buffer;
        this.address = address;
        this.bytes = bytes;
        this.readOnly = buffer.isReadOnly();
    }

    /**
     * Returns the memory of a buffer for a tensor.
     *
     * @throws InvalidArgumentException if the buffer cannot be wrapped
     */
    public static BufferMemory of(Buffer buffer, DType dtype, long[] dims) {
        if (!buffer.isDirect()) {
            throw invalid("is on the heap");
        }
        ByteOrder order = order(buffer, dtype);
        if (order != ByteOrder.nativeOrder()) {
            throw invalid("has the byte order " + order);
        }
        if (BufferArena.canBeClosed(buffer)) {
            throw new InvalidArgumentException(RuntimeProblem.ARENA_BUFFER);
        }
        long elements = Shapes.elementCount(dims, dims.length);
        int width = buffer instanceof ByteBuffer ? 1 : dtype.bytes();
        long bytes = (long) buffer.remaining() * width;
        if (bytes / dtype.bytes() < elements) {
            throw invalid("has " + bytes / dtype.bytes() + " elements left where the dims need " + elements);
        }
        JavaCpp.ensureLoaded();
        // JavaCPP confuses positions of a buffer with bytes; a slice begins at position 0.
        Buffer rest = buffer.slice();
        return new BufferMemory(rest, bytes == 0 ? 0 : new Pointer(rest).address(), bytes);
    }

    private static ByteOrder order(Buffer buffer, DType dtype) {
        if (buffer instanceof ByteBuffer bytes) {
            return dtype.bytes() == 1 ? ByteOrder.nativeOrder() : bytes.order();
        } else if (buffer instanceof ShortBuffer shorts) {
            return shorts.order();
        } else if (buffer instanceof IntBuffer ints) {
            return ints.order();
        } else if (buffer instanceof LongBuffer longs) {
            return longs.order();
        } else if (buffer instanceof FloatBuffer floats) {
            return floats.order();
        }
        return ((DoubleBuffer) buffer).order();
    }

    private static InvalidArgumentException invalid(String detail) {
        return new InvalidArgumentException(RuntimeProblem.INVALID_BUFFER, detail);
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long byteCount() {
        return bytes;
    }

    @Override
    public boolean isAlive() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return readOnly;
    }

    @Override
    public void release() {
        // The garbage collector frees the buffer when it is unreachable.
    }
}
