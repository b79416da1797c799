package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import io.graphkernel.runtime.internal.parallel.KernelTeam;
import io.graphkernel.runtime.internal.profile.LaunchLabel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Call site of a library op. It is thread-safe and effectively immutable: a stub holds it in a static field. Kernels
 * are prepared at the first call with a shape and cached for later ones, which do not allocate.
 *
 * <p>The slots of the frame hold, in order:
 * <ul>
 * <li>the addresses of the operands, those of the op first, then those of the post-ops;
 * <li>the address of the result;
 * <li>the dims of the first operand, then of the second;
 * <li>the result sizes that those dims do not determine: strides of outer axes, in elements, along which the result may
 * be a view of a larger tensor, or dims that are attributes.
 * </ul>
 *
 * <p>All other layouts are row-major. The result does not alias an operand. Some calls have more operands: their dims
 * are concatenated to those of the second one, and scalars follow them.
 */
public abstract class LibraryCall {
    /** Maximum number of cached shapes per call site. */
    private static final int MAX_CACHED_PLANS = 32;

    private final String method;
    private final DType dtype;
    private final DType resultType;
    private final int firstRank;
    private final int secondRank;
    private final int resultSizeCount;
    private final List<PostOp> epilogue;
    private final int operands;

    /** Most recently used first; replaced as a whole. */
    private volatile LibraryPlan[] plans = {};

    protected LibraryCall(
            String method,
            DType dtype,
            DType resultType,
            int firstRank,
            int secondRank,
            int resultSizeCount,
            PostOp... epilogue) {
        this(method, dtype, resultType, 2, firstRank, secondRank, resultSizeCount, List.of(epilogue));
    }

    /** Creates a call with more operands and without post-ops; the ranks of all operands but the first are added. */
    protected LibraryCall(String method, DType dtype, int operands, int firstRank, int otherRanks) {
        this(method, dtype, dtype, operands, firstRank, otherRanks, 0, List.of());
    }

    /** Creates a call with one operand. */
    protected LibraryCall(String method, DType dtype, DType resultType, int rank) {
        this(method, dtype, resultType, 1, rank, 0, 0, List.of());
    }

    private LibraryCall(
            String method,
            DType dtype,
            DType resultType,
            int operands,
            int firstRank,
            int secondRank,
            int resultSizeCount,
            List<PostOp> epilogue) {
        this.method = method;
        this.dtype = dtype;
        this.resultType = resultType;
        this.firstRank = firstRank;
        this.secondRank = secondRank;
        this.resultSizeCount = resultSizeCount;
        this.epilogue = epilogue;
        int relu = epilogue.indexOf(PostOp.RELU);
        if (relu >= 0 && relu < epilogue.size() - 1) {
            throw new IllegalArgumentException("post-ops after ReLU: " + epilogue);
        }
        this.operands = operands + PostOp.operands(epilogue);
    }

    /**
     * Computes the result on the device of the frame. The memory at the addresses must stay reachable until this method
     * returns; on a device, the result may be computed later, in stream order.
     *
     * @param frame frame of the calling thread with its slots filled
     * @param onJvm true if the host computes in plain Java, as the JVM target does
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the shapes of the operands are inconsistent
     * @throws DTypeMismatchException if devices do not support the dtypes of the op
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if oneDNN is needed and cannot be loaded
     */
    public final void run(LaunchFrame frame, boolean onJvm) {
        DeviceInUse device = frame.deviceInUse();
        int threads = KernelTeam.count();
        for (LibraryPlan plan : plans) {
            if (plan.matches(frame, operands + 1, device, threads, onJvm)) {
                plan.launch(frame);
                return;
            }
        }
        LibraryPlan plan;
        try {
            plan = prepared(frame, device, threads, onJvm);
        } catch (RuntimeException | Error e) {
            preparationFailed(e);
            throw e;
        }
        plan.launch(frame);
    }

    private synchronized LibraryPlan prepared(LaunchFrame frame, DeviceInUse device, int threads, boolean onJvm) {
        long[] sizes = sizes(frame, operands + 1, firstRank + secondRank + resultSizeCount);
        long[] first = Arrays.copyOf(sizes, firstRank);
        long[] second = Arrays.copyOfRange(sizes, firstRank, firstRank + secondRank);
        long[] resultSizes = Arrays.copyOfRange(sizes, firstRank + secondRank, sizes.length);
        LibraryKernel kernel = device == null
                ? kernel(first, second, resultSizes, threads, onJvm)
                : onDevice(first, second, resultSizes, device);
        LibraryPlan plan = new LibraryPlan(
                sizes, device, threads, onJvm, kernel, label(device, onJvm), bytes(first, second, resultSizes));
        LibraryPlan[] previous = plans;
        LibraryPlan[] cached = new LibraryPlan[Math.min(previous.length + 1, MAX_CACHED_PLANS)];
        cached[0] = plan;
        System.arraycopy(previous, 0, cached, 1, cached.length - 1);
        plans = cached;
        return plan;
    }

    private LibraryKernel onDevice(long[] first, long[] second, long[] resultSizes, DeviceInUse device) {
        if (!runsOnDevices()) {
            throw new DTypeMismatchException(
                    RuntimeProblem.DTYPE_UNSUPPORTED, method, "the operands of " + dtype + " on " + device, "floats");
        }
        return deviceKernel(first, second, resultSizes, device);
    }

    private static long[] sizes(LaunchFrame frame, int slot, int count) {
        long[] sizes = new long[count];
        for (int i = 0; i < count; i++) {
            sizes[i] = frame.slot(slot + i);
        }
        return sizes;
    }

    private LaunchLabel label(DeviceInUse device, boolean onJvm) {
        StringBuilder kernel = new StringBuilder(op());
        epilogue.forEach(applied -> kernel.append(" + ").append(applied.name().toLowerCase(Locale.ROOT)));
        String host = onJvm ? "jvm" : "cpu";
        return new LaunchLabel("", method, kernel.toString(), device == null ? host : device.toString());
    }

    /** Returns the number of bytes that a call reads and writes, except for per-channel operands. */
    private long bytes(long[] first, long[] second, long[] resultSizes) {
        long result = resultElements(first, second, resultSizes);
        long read = operandBytes(first, second);
        for (PostOp applied : epilogue) {
            read += applied.hasOperand() && !applied.isPerChannel() ? result * dtype.bytes() : 0;
        }
        return read + result * resultType.bytes();
    }

    /** Returns the size of the op's own operands. */
    protected long operandBytes(long[] first, long[] second) {
        return (elementCount(first) + elementCount(second)) * dtype.bytes();
    }

    /** Returns the number of elements of a tensor with given dims. */
    public static long elementCount(long... dims) {
        return Arrays.stream(dims).reduce(1, (x, y) -> x * y);
    }

    /** Returns the row-major strides of contiguous memory, in elements. */
    public static long[] rowMajor(long... dims) {
        long[] strides = new long[dims.length];
        long stride = 1;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            stride *= dims[axis];
        }
        return strides;
    }

    /** Returns the name of the op in {@code Ops}, capitalized. */
    protected abstract String op();

    /**
     * Returns the number of elements of the result for consistent operands.
     *
     * @param resultSizes result sizes that the operands' dims do not determine
     */
    protected abstract long resultElements(long[] first, long[] second, long[] resultSizes);

    /** Prepares the host kernel of one shape. */
    protected abstract LibraryKernel kernel(
            long[] first, long[] second, long[] resultSizes, int threads, boolean onJvm);

    /** Notifies the ranks that wait for this call that the preparation of a shape failed. */
    protected void preparationFailed(Throwable cause) {}

    /** Returns true if devices support the op in its dtypes. */
    protected boolean runsOnDevices() {
        return dtype.isFloat() && resultType == dtype;
    }

    /** Prepares the device kernel of one shape. */
    protected abstract LibraryKernel deviceKernel(long[] first, long[] second, long[] resultSizes, DeviceInUse device);

    /** Returns the method or eager op for messages. */
    protected final String method() {
        return method;
    }

    /** Returns the dtype of the operands. */
    public final DType dtype() {
        return dtype;
    }

    /** Returns the dtype of the result. */
    public final DType resultType() {
        return resultType;
    }

    /** Returns the post-ops of the result, in order. */
    public final List<PostOp> epilogue() {
        return epilogue;
    }
}
