package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.IndexRanges;

/**
 * Range checks of labels and indices, as eager ops always run them. Generated code runs them under
 * {@code --check_indices}, which throws, and under {@code --enable_debug_mode}, which logs. A tensor on a device is
 * copied to the host, which synchronizes with its stream.
 */
public final class IndexCheck {
    private IndexCheck() {}

    /**
     * Checks that all elements are positions along an axis.
     *
     * @param method method or op
     * @param name name of the tensor there
     * @param indices i32 or i64 tensor of any shape
     * @param size number of positions
     * @param fromEnd true if a negative index counts from the end
     * @throws io.graphkernel.runtime.exception.IndexRangeException for the first element out of range
     */
    public static void require(String method, String name, Tensor indices, long size, boolean fromEnd) {
        IndexRanges.require(method, name, indices, size, fromEnd);
    }

    /** Logs the first element that {@link #require} would reject. */
    public static void log(String method, String name, Tensor indices, long size, boolean fromEnd) {
        IndexRanges.log(method, name, indices, size, fromEnd);
    }
}
