package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.IndexRanges;
import java.util.OptionalLong;

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
        IndexRanges.require(method, name, indices, size, fromEnd, OptionalLong.empty());
    }

    /** As {@link #require(String, String, Tensor, long, boolean)}, with a further valid value. */
    public static void require(String method, String name, Tensor indices, long size, boolean fromEnd, long ignored) {
        IndexRanges.require(method, name, indices, size, fromEnd, OptionalLong.of(ignored));
    }

    /** Logs the first element that {@link #require(String, String, Tensor, long, boolean)} would reject. */
    public static void log(String method, String name, Tensor indices, long size, boolean fromEnd) {
        IndexRanges.log(method, name, indices, size, fromEnd, OptionalLong.empty());
    }

    /** As {@link #log(String, String, Tensor, long, boolean)}, with a further valid value. */
    public static void log(String method, String name, Tensor indices, long size, boolean fromEnd, long ignored) {
        IndexRanges.log(method, name, indices, size, fromEnd, OptionalLong.of(ignored));
    }
}
