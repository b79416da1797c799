package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.cpu.NativeSortOrder;
import io.graphkernel.runtime.generated.library.device.DeviceSortOrder;
import io.graphkernel.runtime.generated.library.jvm.JavaSortOrder;
import io.graphkernel.runtime.generated.library.shape.SortOrderShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/** Call site of the stable order of rows: the positions that sort the elements along the middle of three axes. */
public final class SortOrderCall extends LibraryCall {
    private static final int RANK = 3;

    private final boolean isDescending;

    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param dtype dtype of the elements
     * @param isDescending true if the largest element is the first
     */
    public SortOrderCall(String method, DType dtype, boolean isDescending) {
        super(method, dtype, DType.I64, RANK);
        this.isDescending = isDescending;
    }

    @Override
    protected String op() {
        return "SortOrder";
    }

    @Override
    protected long resultElements(long[] dims, long[] none, long[] resultSizes) {
        return elementCount(dims);
    }

    @Override
    protected long operandBytes(long[] dims, long[] none) {
        return elementCount(dims) * dtype().bytes();
    }

    @Override
    protected LibraryKernel kernel(long[] dims, long[] none, long[] resultSizes, int threads, boolean onJvm) {
        SortOrderShape shape = SortOrderShape.of(dims, dtype(), isDescending);
        return onJvm ? JavaSortOrder.kernel(shape) : NativeSortOrder.kernel(shape);
    }

    @Override
    protected boolean runsOnDevices() {
        return true;
    }

    @Override
    protected LibraryKernel deviceKernel(long[] dims, long[] none, long[] resultSizes, DeviceInUse device) {
        return DeviceSortOrder.kernel(SortOrderShape.of(dims, dtype(), isDescending), device);
    }
}
