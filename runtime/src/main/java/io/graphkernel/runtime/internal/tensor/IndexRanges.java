package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.IndexRangeException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Range checks of labels and indices. A tensor on a device is copied to the host, which synchronizes with its stream.
 */
public final class IndexRanges {
    private static final Logger LOGGER = RuntimeLogger.get();

    private IndexRanges() {}

    /**
     * Checks that all elements are positions along an axis.
     *
     * @param method method or op
     * @param name name of the tensor there
     * @param indices i32 or i64 tensor of any shape
     * @param size number of positions
     * @param fromEnd true if a negative index counts from the end
     * @param ignored a further valid value, which stands for no position; empty for none
     * @throws IndexRangeException for the first element out of range
     */
    public static void require(
            String method, String name, AbstractTensor indices, long size, boolean fromEnd, OptionalLong ignored) {
        Optional<IndexRangeException> found = first(method, name, indices, size, fromEnd, ignored);
        if (found.isPresent()) {
            throw found.get();
        }
    }

    /** Logs the first element that {@link #require} would reject. */
    public static void log(
            String method, String name, AbstractTensor indices, long size, boolean fromEnd, OptionalLong ignored) {
        first(method, name, indices, size, fromEnd, ignored)
                .ifPresent(found -> LOGGER.log(Level.WARNING, found.getMessage()));
    }

    private static Optional<IndexRangeException> first(
            String method, String name, AbstractTensor indices, long size, boolean fromEnd, OptionalLong ignored) {
        try (AbstractTensor held =
                indices.device().isHost() ? Tensors.hold(indices) : DeviceCopies.to(DeviceStates.host(), indices)) {
            DType dtype = held.dtype();
            long address = held.address();
            long count = held.elementCount();
            long position = firstOutside(dtype, address, count, fromEnd ? -size : 0, size, ignored);
            if (position == count) {
                return Optional.empty();
            }
            long value = element(dtype, address, position);
            return Optional.of(exception(method, name, Tensors.dims(held), position, value, size, fromEnd, ignored));
        }
    }

    /** Returns the row-major position of the first element out of range, or the number of elements. */
    private static long firstOutside(DType dtype, long address, long count, long min, long end, OptionalLong ignored) {
        long position = 0;
        while (position < count && isValid(element(dtype, address, position), min, end, ignored)) {
            position++;
        }
        return position;
    }

    private static boolean isValid(long value, long min, long end, OptionalLong ignored) {
        return value >= min && value < end || ignored.isPresent() && value == ignored.getAsLong();
    }

    /** Returns an element by its address, since a buffer only supports 32-bit positions. */
    private static long element(DType dtype, long address, long position) {
        return dtype == DType.I32
                ? Memory.getInt(address + position * Integer.BYTES)
                : Memory.getLong(address + position * Long.BYTES);
    }

    private static IndexRangeException exception(
            String method,
            String name,
            long[] dims,
            long position,
            long value,
            long size,
            boolean fromEnd,
            OptionalLong ignored) {
        String orIgnored = ignored.isPresent() ? ", or " + ignored.getAsLong() : "";
        String fix = size == 0
                ? "pass no indices for an empty axis" + orIgnored
                : "pass numbers from " + (fromEnd ? -size : 0) + " to " + (size - 1) + orIgnored;
        return new IndexRangeException(
                RuntimeProblem.INDEX_VALUE,
                name,
                position,
                value,
                method,
                name + (dims.length == 0 ? "" : Arrays.toString(indices(dims, position))),
                value,
                name,
                size,
                fromEnd ? ", negative ones from the end" : "",
                fix);
    }

    /** Returns the index along each axis of a row-major position. */
    private static long[] indices(long[] dims, long position) {
        long[] index = new long[dims.length];
        long rest = position;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            index[axis] = rest % dims[axis];
            rest /= dims[axis];
        }
        return index;
    }
}
