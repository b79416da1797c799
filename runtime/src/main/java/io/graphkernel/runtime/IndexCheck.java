package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.IndexRangeException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.ref.Reference;
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
        if (indices.device().isHost()) {
            return firstOnHost(method, name, indices, size, fromEnd);
        }
        try (Tensor host = indices.to(Device.cpu())) {
            return firstOnHost(method, name, host, size, fromEnd);
        }
    }

    private static Optional<IndexRangeException> firstOnHost(
            String method, String name, Tensor indices, long size, boolean fromEnd) {
        Elements elements = Elements.of(indices);
        int count = Math.toIntExact(indices.elementCount());
        long least = fromEnd ? -size : 0;
        int position = 0;
        while (position < count && elements.getLong(position) >= least && elements.getLong(position) < size) {
            position++;
        }
        Optional<IndexRangeException> found = position == count
                ? Optional.empty()
                : Optional.of(
                        exception(method, name, indices.dims(), position, elements.getLong(position), size, fromEnd));
        Reference.reachabilityFence(indices);
        return found;
    }

    private static IndexRangeException exception(
            String method, String name, long[] dims, int position, long value, long size, boolean fromEnd) {
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
