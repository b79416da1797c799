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
 * One call site of a library op. It is immutable for its users and shared by all threads: a stub holds it in a static
 * field. What a shape needs is prepared at the first call with that shape and kept for later ones, which allocate
 * nothing.
 *
 * <p>The frame's slots hold, from 0 on: the addresses of the operands, first the op's own and then one for each post-op
 * that has one, in order; the address of the result; the dims of the first operand; the dims of the second; the sizes of the
 * result that those dims do not say: its strides, in elements, along those outer axes along which the call lets it be a region
 * of something larger, or dims that are attributes.
 * Everything else is row-major. The result shares no memory with an operand. A call that says so takes more operands of
 * its own, whose dims are those of the second here, one after the other, and numbers after them.
 */
public abstract class LibraryCall {
    /** How many shapes a call site keeps; a site with more of them prepares again. */
    private static final int KEPT_PLANS = 32;

    private final String method;
    private final DType dtype;
    private final DType resultType;
    private final int firstRank;
    private final int secondRank;
    private final int resultSizeCount;
    private final List<PostOp> epilogue;
    private final int operands;

    /** The latest first; replaced as a whole. */
    private volatile LibraryPlan[] plans = {};

    LibraryCall(
            String method,
            DType dtype,
            DType resultType,
            int firstRank,
            int secondRank,
            int resultSizeCount,
            PostOp... epilogue) {
        this(method, dtype, resultType, 2, firstRank, secondRank, resultSizeCount, List.of(epilogue));
    }

    /** A call of more operands, without post-ops; the ranks of all but the first are summed. */
    LibraryCall(String method, DType dtype, int operands, int firstRank, int otherRanks) {
        this(method, dtype, dtype, operands, firstRank, otherRanks, 0, List.of());
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
     * Computes the result where the frame runs. The memory at the addresses must stay reachable until this returns;
     * on a device the result may be computed later, in the order of the frame's stream.
     *
     * @param frame the calling thread's frame, its slots filled
     * @param onJvm whether the host computes in plain Java, as the JVM target does
     * @throws io.graphkernel.runtime.exception.ShapeMismatchException if the operands' shapes do not fit together
     * @throws DTypeMismatchException if devices do not have the op in its dtypes
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
            notPrepared(e);
            throw e;
        }
        plan.launch(frame);
    }

    private synchronized LibraryPlan prepared(LaunchFrame frame, DeviceInUse device, int threads, boolean onJvm) {
        long[] sizes = sizes(frame, operands + 1, firstRank + secondRank + resultSizeCount);
        long[] first = Arrays.copyOf(sizes, firstRank);
        long[] second = Arrays.copyOfRange(sizes, firstRank, firstRank + secondRank);
        long[] resultSizes = Arrays.copyOfRange(sizes, firstRank + secondRank, sizes.length);
        LibraryWork work = device == null
                ? work(first, second, resultSizes, threads, onJvm)
                : onDevice(first, second, resultSizes, device);
        LibraryPlan plan = new LibraryPlan(
                sizes, device, threads, onJvm, work, label(device, onJvm), bytes(first, second, resultSizes));
        LibraryPlan[] known = plans;
        LibraryPlan[] kept = new LibraryPlan[Math.min(known.length + 1, KEPT_PLANS)];
        kept[0] = plan;
        System.arraycopy(known, 0, kept, 1, kept.length - 1);
        plans = kept;
        return plan;
    }

    private LibraryWork onDevice(long[] first, long[] second, long[] resultSizes, DeviceInUse device) {
        if (!runsOnDevices()) {
            throw new DTypeMismatchException(
                    RuntimeProblem.DTYPE_UNSUPPORTED, method, "the operands of " + dtype + " on " + device, "floats");
        }
        return deviceWork(first, second, resultSizes, device);
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

    /** What a call reads and writes, but for what is repeated for each channel. */
    private long bytes(long[] first, long[] second, long[] resultSizes) {
        long result = resultElements(first, second, resultSizes);
        long read = operandBytes(first, second);
        for (PostOp applied : epilogue) {
            read += applied.hasOperand() && !applied.isPerChannel() ? result * dtype.bytes() : 0;
        }
        return read + result * resultType.bytes();
    }

    /** The size of the op's own operands. */
    long operandBytes(long[] first, long[] second) {
        return (product(first) + product(second)) * dtype.bytes();
    }

    /** The number of elements of a tensor with some dims. */
    static long product(long... dims) {
        return Arrays.stream(dims).reduce(1, (x, y) -> x * y);
    }

    /** The strides of dense memory, in elements. */
    static long[] rowMajor(long... dims) {
        long[] strides = new long[dims.length];
        long stride = 1;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            stride *= dims[axis];
        }
        return strides;
    }

    /** The op, as in {@code Ops}, with a capital letter. */
    abstract String op();

    /**
     * The number of elements of the result of operands that fit together.
     *
     * @param resultSizes those of its sizes that the operands' dims do not say
     */
    abstract long resultElements(long[] first, long[] second, long[] resultSizes);

    /** Prepares the computation of one shape on the host. */
    abstract LibraryWork work(long[] first, long[] second, long[] resultSizes, int threads, boolean onJvm);

    /** Tells those who wait for this call that it does not come, because a shape could not be prepared. */
    void notPrepared(Throwable cause) {}

    /** Whether devices have the op in its dtypes. */
    boolean runsOnDevices() {
        return dtype.isFloat() && resultType == dtype;
    }

    /** Prepares the computation of one shape on a device. */
    abstract LibraryWork deviceWork(long[] first, long[] second, long[] resultSizes, DeviceInUse device);

    /** The kernel method or eager op, for messages. */
    final String method() {
        return method;
    }

    /** The dtype of the operands. */
    final DType dtype() {
        return dtype;
    }

    /** The dtype of the result. */
    final DType resultType() {
        return resultType;
    }

    /** What is applied to the result, in order. */
    final List<PostOp> epilogue() {
        return epilogue;
    }
}
