package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.IndexRangeException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Optional;

/**
 * The check of labels and indices: single ops always make it, generated code under {@code --check_indices}, which throws,
 * and under {@code --enable_debug_mode}, which logs. A tensor on a device other than the host is copied, which waits for it.
 */
public final class IndexCheck {
    private static final Logger LOGGER = System.getLogger("io.graphkernel");

    private IndexCheck() {}

    /**
     * Requires that all elements are positions along an axis.
     *
     * @param method the op or the kernel method
     * @param name the name of the tensor there
     * @param indices i32 or i64, of any shape
     * @param size how many positions there are
     * @param fromEnd whether a negative index counts from the end
     * @throws IndexRangeException for the first one that is none
     */
    public static void require(String method, String name, Tensor indices, long size, boolean fromEnd) {
        Optional<IndexRangeException> found = first(method, name, indices, size, fromEnd);
        if (found.isPresent()) {
            throw found.get();
        }
    }

    /** As {@link #require}, but logs the first element that is no position. */
    public static void log(String method, String name, Tensor indices, long size, boolean fromEnd) {
        first(method, name, indices, size, fromEnd).ifPresent(found -> LOGGER.log(Level.WARNING, found.getMessage()));
    }

    private static Optional<IndexRangeException> first(
            String method, String name, Tensor indices, long size, boolean fromEnd) {
        try (Tensor held = indices.device().isHost() ? Tensors.hold(indices) : indices.to(Device.cpu())) {
            DType dtype = held.dtype();
            long address = held.address();
            long count = held.elementCount();
            long position = firstOutside(dtype, address, count, fromEnd ? -size : 0, size);
            if (position == count) {
                return Optional.empty();
            }
            long value = element(dtype, address, position);
            return Optional.of(exception(method, name, Tensors.dims(held), position, value, size, fromEnd));
        }
    }

    /** The row-major position of the first element that is outside; the number of elements if there is none. */
    private static long firstOutside(DType dtype, long address, long count, long least, long end) {
        long position = 0;
        while (position < count && isInside(element(dtype, address, position), least, end)) {
            position++;
        }
        return position;
    }

    private static boolean isInside(long value, long least, long end) {
        return value >= least && value < end;
    }

    /** An element by its address, since a buffer has positions of 32 bits only. */
    private static long element(DType dtype, long address, long position) {
        return dtype == DType.I32
                ? Memory.getInt(address + position * Integer.BYTES)
                : Memory.getLong(address + position * Long.BYTES);
    }

    private static IndexRangeException exception(
            String method, String name, long[] dims, long position, long value, long size, boolean fromEnd) {
        String fix = size == 0
                ? "pass no index where there are no elements"
                : "pass numbers from " + (fromEnd ? -size : 0) + " to " + (size - 1);
        return new IndexRangeException(
                RuntimeProblem.INDEX_VALUE,
                name,
                position,
                value,
                method,
                name + (dims.length == 0 ? "" : Arrays.toString(place(dims, position))),
                value,
                name,
                size,
                fromEnd ? ", negative ones from the end" : "",
                fix);
    }

    /** A row-major position, along each axis. */
    private static long[] place(long[] dims, long position) {
        long[] place = new long[dims.length];
        long rest = position;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            place[axis] = rest % dims[axis];
            rest /= dims[axis];
        }
        return place;
    }
}
