// Generated from the @GraphKernel methods of demo.ops.Forms.
package demo.ops;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.generated.BatchDims;
import io.graphkernel.runtime.generated.CacheHints;
import io.graphkernel.runtime.generated.Checks;
import io.graphkernel.runtime.generated.KernelLibrary;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.ResultChecks;
import io.graphkernel.runtime.generated.size.ArgumentChecks;
import io.graphkernel.runtime.generated.size.Sizes;
import java.lang.Error;
import java.lang.RuntimeException;
import java.lang.String;
import java.lang.ref.Reference;
import javax.annotation.processing.Generated;

/**
 * The compiled kernels of {@link demo.ops.Forms}.
 */
@Generated("io.graphkernel.processor.GraphKernelProcessor")
public final class FormsKernels {
    private static final KernelLibrary LIBRARY = KernelLibrary.of(FormsKernels.class, "demo.ops.Forms", "0123456789abcdef", 41, "0000000000000000000000000000000000000000000000000000000000000000");

    private static final int UNRANKED_0_FLAT = 0;

    private static final int UNRANKED_0_ROWS = 1;

    private static final int UNRANKED_IN_PARTS_0 = 2;

    private static final int UNRANKED_IN_PARTS_0_FINISH = 3;

    private static final int UNRANKED_IN_PARTS_1_FLAT = 4;

    private static final int UNRANKED_IN_PARTS_1_ROWS = 5;

    private static final int UNRANKED_UNFUSED_0 = 6;

    private static final int UNRANKED_UNFUSED_1_FLAT = 7;

    private static final int UNRANKED_UNFUSED_1_ROWS = 8;

    private static final int MOMENTS_0 = 9;

    private static final int MOMENTS_0_FINISH = 10;

    private static final int STEP_0 = 11;

    private static final int SCALED_0 = 12;

    private static final int CENTRED_0 = 13;

    private static final int PARTS_0 = 14;

    private static final int PARTS_1 = 15;

    private static final int PARTS_2 = 16;

    private static final int HEADS_0 = 17;

    private static final int FOLDED_0 = 18;

    private static final int POSITIVE_0 = 19;

    private static final int NORMALIZED_0 = 20;

    private static final int NORMALIZED_0_FINISH = 21;

    private static final int NORMALIZED_1 = 22;

    private static final int NORMALIZED_2 = 23;

    private static final int SUMS_0 = 24;

    private static final int SUMS_0_FINISH = 25;

    private static final int SUMS_1 = 26;

    private static final int SUMS_1_FINISH = 27;

    private static final int GATED_0 = 28;

    private static final int MATRIX_SUMS_0 = 29;

    private static final int MATRIX_SUMS_1 = 30;

    private static final int MATRIX_SUMS_2 = 31;

    private static final int MATRIX_SUMS_2_FINISH = 32;

    private static final int CUT_0 = 33;

    private static final int CUT_0_FINISH = 34;

    private static final int CUT_1 = 35;

    private static final int CUT_1_FINISH = 36;

    private static final int CUT_2 = 37;

    private static final int MIXED_0 = 38;

    private static final int MIXED_1_FLAT = 39;

    private static final int MIXED_1_ROWS = 40;

    private static final String[] UNRANKED_0_OPERANDS = {"x", "y"};

    private static final String[] UNRANKED_IN_PARTS_0_OPERANDS = {"x", "y"};

    private static final String[] UNRANKED_IN_PARTS_1_OPERANDS = {"x", "temporary0", "y", "temporary1"};

    private static final String[] UNRANKED_UNFUSED_0_OPERANDS = {"x"};

    private static final String[] UNRANKED_UNFUSED_1_OPERANDS = {"x", "temporary0"};

    private static final String[] MIXED_0_OPERANDS = {"x", "y"};

    private static final String[] MIXED_1_OPERANDS = {"x", "bias", "[b..., 1]"};

    private FormsKernels() {
    }

    /**
     * One result of any shape.
     *
     * <p>2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>y</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static Tensor unranked(Tensor x, Tensor y) {
        Checks.tensor("unranked", "x", x, DType.F32);
        Checks.tensor("unranked", "y", y, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.operand(1, y);
        frame.broadcast("unranked", UNRANKED_0_OPERANDS, 2);
        final Tensor out = Tensor.empty(x.device(), DType.F32, frame.broadcastDimensions());
        try {
            unranked(x, y, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * One result of any shape.
     *
     * <p>2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>y</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void unranked(Tensor x, Tensor y, Tensor out) {
        Checks.tensor("unranked", "x", x, DType.F32);
        Checks.tensor("unranked", "y", y, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.operand(1, y);
        frame.broadcast("unranked", UNRANKED_0_OPERANDS, 2);
        ResultChecks.broadcastResult("unranked", "out", out, DType.F32, frame);
        Checks.sameDevice("unranked", "y", y, "x", x);
        Checks.sameDevice("unranked", "out", out, "x", x);
        Checks.disjointOrSame("unranked", "out", out, "x", x);
        Checks.disjointOrSame("unranked", "out", out, "y", y);
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.input(1, y);
            frame.output(2, out);
            frame.integer(3, CacheHints.level(12L * frame.broadcastElementCount(), out.address() == x.address() || out.address() == y.address()));
            final long rows = frame.bindBroadcast(4, 2);
            if (rows <= 1) {
                LIBRARY.kernel(UNRANKED_0_FLAT, frame).launch(frame, frame.broadcastElementCount(), 4096, 12L, 0);
            } else {
                LIBRARY.kernel(UNRANKED_0_ROWS, frame).launch(frame, rows, 1, 12L * (frame.broadcastElementCount() / rows), 0);
            }
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(y);
        Reference.reachabilityFence(out);
    }

    /**
     * One result of any shape.
     *
     * <p>2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>y</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void unranked(float[] x, float[] y, float[] out) {
        Checks.length("unranked", "x", x);
        Checks.length("unranked", "y", y);
        Checks.length("unranked", "out", out);
        if (LIBRARY.pins(4L * ((long) x.length + (long) y.length + (long) out.length)) && x.length == out.length && y.length == out.length) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(3, 0);
            frame.bindFlat(4, 2, out.length);
            LIBRARY.kernel(UNRANKED_0_FLAT, frame).launchArrays(frame, out.length, 0, 0b100, frame.arrays().add(x).add(y).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, x.length);
            final Tensor yTensor = Tensor.of(y, y.length);
            final Tensor outTensor = Tensor.empty(DType.F32, out.length);
            unranked(xTensor, yTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * An intermediate that is smaller than the result, and a value of one element.
     *
     * <p>7 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>y</code>, <code>f32[...]</code>
     * <li><code>scale</code>, <code>f32[]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    static Tensor unrankedInParts(Tensor x, Tensor y, Tensor scale) {
        Checks.tensor("unrankedInParts", "x", x, DType.F32);
        Checks.tensor("unrankedInParts", "y", y, DType.F32);
        Checks.tensor("unrankedInParts", "scale", scale, DType.F32, 0);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.operand(1, y);
        frame.broadcast("unrankedInParts", UNRANKED_IN_PARTS_0_OPERANDS, 2);
        final Tensor out = Tensor.empty(x.device(), DType.F32, frame.broadcastDimensions());
        try {
            unrankedInParts(x, y, scale, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * An intermediate that is smaller than the result, and a value of one element.
     *
     * <p>7 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>y</code>, <code>f32[...]</code>
     * <li><code>scale</code>, <code>f32[]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    static void unrankedInParts(Tensor x, Tensor y, Tensor scale, Tensor out) {
        Checks.tensor("unrankedInParts", "x", x, DType.F32);
        Checks.tensor("unrankedInParts", "y", y, DType.F32);
        Checks.tensor("unrankedInParts", "scale", scale, DType.F32, 0);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.operand(1, y);
        frame.broadcast("unrankedInParts", UNRANKED_IN_PARTS_0_OPERANDS, 2);
        ResultChecks.broadcastResult("unrankedInParts", "out", out, DType.F32, frame);
        Checks.sameDevice("unrankedInParts", "y", y, "x", x);
        Checks.sameDevice("unrankedInParts", "scale", scale, "x", x);
        Checks.sameDevice("unrankedInParts", "out", out, "x", x);
        Checks.disjointOrSame("unrankedInParts", "out", out, "x", x);
        Checks.disjointOrSame("unrankedInParts", "out", out, "y", y);
        Checks.disjointOrSame("unrankedInParts", "out", out, "scale", scale);
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor temporary0 = Tensor.empty(frame.device(), DType.F32);
            final Tensor temporary1 = Tensor.empty(frame.device(), DType.F32);
            final long arena = LIBRARY.enter(frame, 64L);
            try {
                frame.input(0, scale);
                frame.output(1, temporary0);
                frame.output(2, temporary1);
                frame.integer(3, 0L);
                frame.pointer(4, arena);
                frame.integer(5, 32768L);
                frame.integer(6, 1L);
                LIBRARY.kernel(UNRANKED_IN_PARTS_0, frame).launch(frame, 1L, 1, 32768L * 12L, 0L);
                LIBRARY.kernel(UNRANKED_IN_PARTS_0_FINISH, frame).launch(frame, 1L, 64, 4L, 0L);
            } finally {
                frame.leave();
            }
            frame.operand(0, x);
            frame.operand(1, temporary0);
            frame.operand(2, y);
            frame.operand(3, temporary1);
            frame.broadcast("unrankedInParts", UNRANKED_IN_PARTS_1_OPERANDS, 4);
            LIBRARY.enter(frame);
            try {
                frame.input(0, x);
                frame.input(1, temporary0);
                frame.input(2, y);
                frame.input(3, temporary1);
                frame.output(4, out);
                frame.integer(5, CacheHints.level(12L * frame.broadcastElementCount(), out.address() == x.address() || out.address() == y.address()));
                final long rows = frame.bindBroadcast(6, 4);
                if (rows <= 1) {
                    LIBRARY.kernel(UNRANKED_IN_PARTS_1_FLAT, frame).launch(frame, frame.broadcastElementCount(), 4096, 12L, 0);
                } else {
                    LIBRARY.kernel(UNRANKED_IN_PARTS_1_ROWS, frame).launch(frame, rows, 1, 12L * (frame.broadcastElementCount() / rows), 0);
                }
            } finally {
                frame.exit();
            }
        } finally {
            scope.close();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(y);
        Reference.reachabilityFence(scale);
        Reference.reachabilityFence(out);
    }

    /**
     * An intermediate that is smaller than the result, and a value of one element.
     *
     * <p>7 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>y</code>, <code>f32[...]</code>
     * <li><code>scale</code>, <code>f32[]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    static void unrankedInParts(float[] x, float[] y, float[] scale, float[] out) {
        Checks.length("unrankedInParts", "x", x);
        Checks.length("unrankedInParts", "y", y);
        Checks.arrayLength("unrankedInParts", "scale", scale, 1L);
        Checks.length("unrankedInParts", "out", out);
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, x.length);
            final Tensor yTensor = Tensor.of(y, y.length);
            final Tensor scaleTensor = Tensor.of(scale);
            final Tensor outTensor = Tensor.empty(DType.F32, out.length);
            unrankedInParts(xTensor, yTensor, scaleTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * 2 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>scale</code>, <code>f32[]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static Tensor unrankedUnfused(Tensor x, Tensor scale) {
        Checks.tensor("unrankedUnfused", "x", x, DType.F32);
        Checks.tensor("unrankedUnfused", "scale", scale, DType.F32, 0);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("unrankedUnfused", UNRANKED_UNFUSED_0_OPERANDS, 1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, frame.broadcastDimensions());
        try {
            unrankedUnfused(x, scale, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * 2 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>scale</code>, <code>f32[]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void unrankedUnfused(Tensor x, Tensor scale, Tensor out) {
        Checks.tensor("unrankedUnfused", "x", x, DType.F32);
        Checks.tensor("unrankedUnfused", "scale", scale, DType.F32, 0);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("unrankedUnfused", UNRANKED_UNFUSED_0_OPERANDS, 1);
        ResultChecks.broadcastResult("unrankedUnfused", "out", out, DType.F32, frame);
        Checks.sameDevice("unrankedUnfused", "scale", scale, "x", x);
        Checks.sameDevice("unrankedUnfused", "out", out, "x", x);
        Checks.disjointOrSame("unrankedUnfused", "out", out, "x", x);
        Checks.disjointOrSame("unrankedUnfused", "out", out, "scale", scale);
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor temporary0 = Tensor.empty(frame.device(), DType.F32);
            LIBRARY.enter(frame);
            try {
                frame.input(0, scale);
                frame.output(1, temporary0);
                frame.integer(2, 0L);
                LIBRARY.kernel(UNRANKED_UNFUSED_0, frame).launch(frame, 1L, 4096, 8L, 0L);
            } finally {
                frame.exit();
            }
            frame.operand(0, x);
            frame.operand(1, temporary0);
            frame.broadcast("unrankedUnfused", UNRANKED_UNFUSED_1_OPERANDS, 2);
            LIBRARY.enter(frame);
            try {
                frame.input(0, x);
                frame.input(1, temporary0);
                frame.output(2, out);
                frame.integer(3, CacheHints.level(8L * frame.broadcastElementCount(), out.address() == x.address()));
                final long rows = frame.bindBroadcast(4, 2);
                if (rows <= 1) {
                    LIBRARY.kernel(UNRANKED_UNFUSED_1_FLAT, frame).launch(frame, frame.broadcastElementCount(), 4096, 8L, 0);
                } else {
                    LIBRARY.kernel(UNRANKED_UNFUSED_1_ROWS, frame).launch(frame, rows, 1, 8L * (frame.broadcastElementCount() / rows), 0);
                }
            } finally {
                frame.exit();
            }
        } finally {
            scope.close();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(scale);
        Reference.reachabilityFence(out);
    }

    /**
     * 2 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>scale</code>, <code>f32[]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void unrankedUnfused(float[] x, float[] scale, float[] out) {
        Checks.length("unrankedUnfused", "x", x);
        Checks.arrayLength("unrankedUnfused", "scale", scale, 1L);
        Checks.length("unrankedUnfused", "out", out);
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, x.length);
            final Tensor scaleTensor = Tensor.of(scale);
            final Tensor outTensor = Tensor.empty(DType.F32, out.length);
            unrankedUnfused(xTensor, scaleTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * Two results.
     *
     * <p>7 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>mean</code>, <code>f32[d]</code>
     * <li><code>variance</code>, <code>f32[d]</code>
     * </ul>
     */
    public static Forms.Moments moments(Tensor x) {
        Checks.tensor("moments", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor mean = Tensor.empty(x.device(), DType.F32, d);
        final Tensor variance = Tensor.empty(x.device(), DType.F32, d);
        try {
            moments(x, mean, variance);
            return new Forms.Moments(mean, variance);
        } catch (RuntimeException | Error failure) {
            mean.close();
            variance.close();
            throw failure;
        }
    }

    /**
     * Two results.
     *
     * <p>7 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>mean</code>, <code>f32[d]</code>
     * <li><code>variance</code>, <code>f32[d]</code>
     * </ul>
     */
    public static void moments(Tensor x, Tensor mean, Tensor variance) {
        Checks.tensor("moments", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        ResultChecks.resultTensor("moments", "mean", mean, DType.F32);
        if (!(mean.rank() == 1 && mean.dimension(0) == d)) {
            throw ResultChecks.wrongResult("moments", "mean", mean, d);
        }
        ResultChecks.resultTensor("moments", "variance", variance, DType.F32);
        if (!(variance.rank() == 1 && variance.dimension(0) == d)) {
            throw ResultChecks.wrongResult("moments", "variance", variance, d);
        }
        Checks.sameDevice("moments", "mean", mean, "x", x);
        Checks.sameDevice("moments", "variance", variance, "x", x);
        Checks.disjoint("moments", "mean", mean, "x", x);
        Checks.disjoint("moments", "variance", variance, "mean", mean);
        Checks.disjoint("moments", "variance", variance, "x", x);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        final long blocks0 = LaunchFrame.ceilDiv((Math.min(1L, d)*n), (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))));
        final long bytes1 = LaunchFrame.aligned(blocks0 * (64L*Math.floorDiv(8L*d + 63L, 64L)));
        final long arena = LIBRARY.enter(frame, bytes1);
        try {
            frame.input(0, x);
            frame.output(1, mean);
            frame.output(2, variance);
            frame.integer(3, n);
            frame.integer(4, d);
            frame.integer(5, 0L);
            frame.pointer(6, arena);
            frame.integer(7, (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))));
            frame.integer(8, blocks0);
            LIBRARY.kernel(MOMENTS_0, frame).launch(frame, blocks0, 1, (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))) * (4L * d), 0L);
            LIBRARY.kernel(MOMENTS_0_FINISH, frame).launch(frame, d, 64, 4L * blocks0, 0L);
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(mean);
        Reference.reachabilityFence(variance);
    }

    /**
     * Two results.
     *
     * <p>7 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>mean</code>, <code>f32[d]</code>
     * <li><code>variance</code>, <code>f32[d]</code>
     * </ul>
     */
    public static void moments(float[] x, long d, float[] mean, float[] variance) {
        Checks.askedDimension("moments", "d", d);
        final long n = Checks.quotient("moments", "x", "n", x, d);
        Checks.arrayLength("moments", "mean", mean, d);
        Checks.arrayLength("moments", "variance", variance, d);
        Checks.distinct("moments", "mean", mean, "x", x);
        Checks.distinct("moments", "variance", variance, "mean", mean);
        Checks.distinct("moments", "variance", variance, "x", x);
        if (LIBRARY.pins(4L * ((long) x.length + (long) mean.length + (long) variance.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            final long blocks0 = LaunchFrame.ceilDiv((Math.min(1L, d)*n), (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))));
            final long bytes1 = LaunchFrame.aligned(blocks0 * (64L*Math.floorDiv(8L*d + 63L, 64L)));
            final long arena = LIBRARY.enter(frame, bytes1);
            try {
                frame.integer(3, n);
                frame.integer(4, d);
                frame.integer(5, 0L);
                frame.pointer(6, arena);
                frame.integer(7, (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))));
                frame.integer(8, blocks0);
                LIBRARY.kernel(MOMENTS_0, frame).launchArrays(frame, blocks0, 0L, 0b110, frame.arrays().add(x).add(mean).add(variance));
                LIBRARY.kernel(MOMENTS_0_FINISH, frame).launchArrays(frame, d, 0L, 0b110, frame.arrays().add(x).add(mean).add(variance));
            } finally {
                frame.leave();
            }
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, n, d);
            final Tensor meanTensor = Tensor.empty(DType.F32, d);
            final Tensor varianceTensor = Tensor.empty(DType.F32, d);
            moments(xTensor, meanTensor, varianceTensor);
            meanTensor.copyTo(mean);
            varianceTensor.copyTo(variance);
        } finally {
            scope.close();
        }
    }

    /**
     * Nothing is returned.
     *
     * <p>3 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>p</code>, <code>f32[n]</code>
     * <li><code>g</code>, <code>f32[n]</code>
     * </ul>
     */
    public static void step(Tensor p, Tensor g, float rate, int number) {
        Checks.tensor("step", "p", p, DType.F32, 1);
        final long n = p.dimension(0);
        Checks.tensor("step", "g", g, DType.F32, 1);
        Checks.dimension("step", "g", g, 0, "n", n, "p");
        Checks.sameDevice("step", "g", g, "p", p);
        ResultChecks.writable("step", "p", p);
        Checks.disjoint("step", "p", p, "g", g);
        final LaunchFrame frame = LaunchFrame.current(p.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, g);
            frame.input(1, p);
            frame.output(2, p);
            frame.integer(3, n);
            frame.scalar(4, rate / number);
            frame.integer(5, CacheHints.level(12L * n, true));
            LIBRARY.kernel(STEP_0, frame).launch(frame, n, 4096, 12L, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(p);
        Reference.reachabilityFence(g);
    }

    /**
     * Nothing is returned.
     *
     * <p>3 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>p</code>, <code>f32[n]</code>
     * <li><code>g</code>, <code>f32[n]</code>
     * </ul>
     */
    public static void step(float[] p, float[] g, float rate, int number) {
        final long n = Checks.quotient("step", "p", "n", p, 1L);
        Checks.arrayLength("step", "g", g, n);
        Checks.distinct("step", "p", p, "g", g);
        if (LIBRARY.pins(4L * ((long) p.length + (long) g.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(3, n);
            frame.scalar(4, rate / number);
            frame.integer(5, 0);
            LIBRARY.kernel(STEP_0, frame).launchArrays(frame, n, 0L, 0b100, frame.arrays().add(g).add(p).add(p));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor pTensor = Tensor.of(p, n);
            final Tensor gTensor = Tensor.of(g, n);
            step(pTensor, gTensor, rate, number);
            pTensor.copyTo(p);
        } finally {
            scope.close();
        }
    }

    /**
     * The lengths of arrays do not give two dims.
     *
     * <p>1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[b, n, 4]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[b, n, 4]</code>
     * </ul>
     */
    public static Tensor scaled(Tensor x) {
        Checks.tensor("scaled", "x", x, DType.F32, 3);
        final long b = x.dimension(0);
        final long n = x.dimension(1);
        Checks.fixedDimension("scaled", "x", x, 2, 4L);
        final Tensor out = Tensor.empty(x.device(), DType.F32, b, n, 4L);
        try {
            scaled(x, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * The lengths of arrays do not give two dims.
     *
     * <p>1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[b, n, 4]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[b, n, 4]</code>
     * </ul>
     */
    public static void scaled(Tensor x, Tensor out) {
        Checks.tensor("scaled", "x", x, DType.F32, 3);
        final long b = x.dimension(0);
        final long n = x.dimension(1);
        Checks.fixedDimension("scaled", "x", x, 2, 4L);
        ResultChecks.resultTensor("scaled", "out", out, DType.F32);
        if (!(out.rank() == 3 && out.dimension(0) == b && out.dimension(1) == n && out.dimension(2) == 4L)) {
            throw ResultChecks.wrongResult("scaled", "out", out, b, n, 4L);
        }
        Checks.sameDevice("scaled", "out", out, "x", x);
        Checks.disjointOrSame("scaled", "out", out, "x", x);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, out);
            frame.integer(2, b);
            frame.integer(3, n);
            frame.integer(4, CacheHints.level(8L * (4L*b*n), out.address() == x.address()));
            LIBRARY.kernel(SCALED_0, frame).launch(frame, (4L*b*n), 4096, 8L, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(out);
    }

    /**
     * The lengths of arrays do not give two dims.
     *
     * <p>1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[b, n, 4]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[b, n, 4]</code>
     * </ul>
     */
    public static void scaled(float[] x, long n, float[] out) {
        Checks.askedDimension("scaled", "n", n);
        final long b = Checks.quotient("scaled", "x", "b", x, Sizes.product(n, 4L));
        Checks.arrayLength("scaled", "out", out, Sizes.product(Sizes.product(b, n), 4L));
        if (LIBRARY.pins(4L * ((long) x.length + (long) out.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(2, b);
            frame.integer(3, n);
            frame.integer(4, 0);
            LIBRARY.kernel(SCALED_0, frame).launchArrays(frame, (4L*b*n), 0L, 0b10, frame.arrays().add(x).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, b, n, 4L);
            final Tensor outTensor = Tensor.empty(DType.F32, b, n, 4L);
            scaled(xTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * A temporary between two kernels.
     *
     * <p>3 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, d]</code>
     * </ul>
     */
    public static Tensor centred(Tensor x) {
        Checks.tensor("centred", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, n, d);
        try {
            centred(x, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * A temporary between two kernels.
     *
     * <p>3 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, d]</code>
     * </ul>
     */
    public static void centred(Tensor x, Tensor out) {
        Checks.tensor("centred", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        ResultChecks.resultTensor("centred", "out", out, DType.F32);
        if (!(out.rank() == 2 && out.dimension(0) == n && out.dimension(1) == d)) {
            throw ResultChecks.wrongResult("centred", "out", out, n, d);
        }
        Checks.sameDevice("centred", "out", out, "x", x);
        Checks.disjointOrSame("centred", "out", out, "x", x);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, out);
            frame.integer(2, n);
            frame.integer(3, d);
            frame.integer(4, CacheHints.level(8L * (d*n), out.address() == x.address()));
            LIBRARY.kernel(CENTRED_0, frame).launch(frame, ((d*n) == 0 ? 0 : LaunchFrame.ceilDiv(d, 64L)), 1, 8L * n * 64L, 24960L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(out);
    }

    /**
     * A temporary between two kernels.
     *
     * <p>3 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, d]</code>
     * </ul>
     */
    public static void centred(float[] x, long d, float[] out) {
        Checks.askedDimension("centred", "d", d);
        final long n = Checks.quotient("centred", "x", "n", x, d);
        Checks.arrayLength("centred", "out", out, Sizes.product(n, d));
        if (LIBRARY.pins(4L * ((long) x.length + (long) out.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(2, n);
            frame.integer(3, d);
            frame.integer(4, 0);
            LIBRARY.kernel(CENTRED_0, frame).launchArrays(frame, ((d*n) == 0 ? 0 : LaunchFrame.ceilDiv(d, 64L)), 24960L, 0b10, frame.arrays().add(x).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, n, d);
            final Tensor outTensor = Tensor.empty(DType.F32, n, d);
            centred(xTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * A dim that is an expression.
     *
     * <p>6 ops in 3 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[m + n, d]</code>
     * <li><code>a</code>, <code>f32[n, d]</code>
     * <li><code>b</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[d, m + n]</code>
     * </ul>
     */
    public static Tensor parts(Tensor x, Tensor a, Tensor b) {
        Checks.tensor("parts", "x", x, DType.F32, 2);
        final long d = x.dimension(1);
        Checks.tensor("parts", "a", a, DType.F32, 2);
        final long n = a.dimension(0);
        Checks.dimension("parts", "a", a, 1, "d", d, "x");
        Checks.tensor("parts", "b", b, DType.F32, 1);
        final long m = b.dimension(0);
        Checks.dimension("parts", "x", x, 0, "m + n", (m + n), "b and a");
        if (Sizes.areLarge(m | n, 40)) {
            Sizes.dimension("parts", "m + n", Sizes.sum(m, n), "m, n", m, n);
        }
        final Tensor out = Tensor.empty(x.device(), DType.F32, d, (m + n));
        try {
            parts(x, a, b, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * A dim that is an expression.
     *
     * <p>6 ops in 3 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[m + n, d]</code>
     * <li><code>a</code>, <code>f32[n, d]</code>
     * <li><code>b</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[d, m + n]</code>
     * </ul>
     */
    public static void parts(Tensor x, Tensor a, Tensor b, Tensor out) {
        Checks.tensor("parts", "x", x, DType.F32, 2);
        final long d = x.dimension(1);
        Checks.tensor("parts", "a", a, DType.F32, 2);
        final long n = a.dimension(0);
        Checks.dimension("parts", "a", a, 1, "d", d, "x");
        Checks.tensor("parts", "b", b, DType.F32, 1);
        final long m = b.dimension(0);
        Checks.dimension("parts", "x", x, 0, "m + n", (m + n), "b and a");
        if (Sizes.areLarge(m | n, 40)) {
            Sizes.dimension("parts", "m + n", Sizes.sum(m, n), "m, n", m, n);
        }
        ResultChecks.resultTensor("parts", "out", out, DType.F32);
        if (!(out.rank() == 2 && out.dimension(0) == d && out.dimension(1) == (m + n))) {
            throw ResultChecks.wrongResult("parts", "out", out, d, (m + n));
        }
        Checks.sameDevice("parts", "a", a, "x", x);
        Checks.sameDevice("parts", "b", b, "x", x);
        Checks.sameDevice("parts", "out", out, "x", x);
        Checks.disjointOrSame("parts", "out", out, "x", x);
        Checks.disjointOrSame("parts", "out", out, "a", a);
        Checks.disjointOrSame("parts", "out", out, "b", b);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        if (Sizes.areLarge(m | n, 40)) {
            Sizes.elements("parts", "m + n", Sizes.sum(m, n), "m, n", m, n);
        }
        final long bytes0 = LaunchFrame.aligned((4L*m + 4L*n));
        final long arena = LIBRARY.enter(frame, bytes0);
        try {
            frame.input(0, a);
            frame.pointer(1, arena);
            frame.integer(2, n);
            frame.integer(3, d);
            frame.integer(4, 0L);
            LIBRARY.kernel(PARTS_0, frame).launch(frame, n, 1, 4L * d, 0L);
            frame.input(0, b);
            frame.pointer(1, arena);
            frame.integer(2, m);
            frame.integer(3, n);
            frame.integer(4, CacheHints.level(8L * m, false));
            LIBRARY.kernel(PARTS_1, frame).launch(frame, m, 4096, 8L, 0L);
            frame.input(0, x);
            frame.pointer(1, arena);
            frame.output(2, out);
            frame.integer(3, d);
            frame.integer(4, m);
            frame.integer(5, n);
            frame.integer(6, CacheHints.level(8L * (d*m + d*n), out.address() == x.address()));
            LIBRARY.kernel(PARTS_2, frame).launch(frame, ((d*m + d*n) == 0 ? 0 : d), 1, 8L * (m + n), 0L);
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(a);
        Reference.reachabilityFence(b);
        Reference.reachabilityFence(out);
    }

    /**
     * A dim that is an expression.
     *
     * <p>6 ops in 3 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[m + n, d]</code>
     * <li><code>a</code>, <code>f32[n, d]</code>
     * <li><code>b</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[d, m + n]</code>
     * </ul>
     */
    public static void parts(float[] x, float[] a, float[] b, long d, float[] out) {
        Checks.askedDimension("parts", "d", d);
        final long m = Checks.quotient("parts", "b", "m", b, 1L);
        final long n = Checks.quotient("parts", "a", "n", a, d);
        Checks.arrayLength("parts", "x", x, Sizes.product((m + n), d));
        if (Sizes.areLarge(m | n, 40)) {
            Sizes.dimension("parts", "m + n", Sizes.sum(m, n), "m, n", m, n);
        }
        Checks.arrayLength("parts", "out", out, Sizes.product(d, (m + n)));
        if (LIBRARY.pins(4L * ((long) x.length + (long) a.length + (long) b.length + (long) out.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            if (Sizes.areLarge(m | n, 40)) {
                Sizes.elements("parts", "m + n", Sizes.sum(m, n), "m, n", m, n);
            }
            final long bytes0 = LaunchFrame.aligned((4L*m + 4L*n));
            final long arena = LIBRARY.enter(frame, bytes0);
            try {
                frame.pointer(1, arena);
                frame.integer(2, n);
                frame.integer(3, d);
                frame.integer(4, 0L);
                LIBRARY.kernel(PARTS_0, frame).launchArrays(frame, n, 0L, 0b10, frame.arrays().add(a).add(null));
                frame.pointer(1, arena);
                frame.integer(2, m);
                frame.integer(3, n);
                frame.integer(4, 0);
                LIBRARY.kernel(PARTS_1, frame).launchArrays(frame, m, 0L, 0b10, frame.arrays().add(b).add(null));
                frame.pointer(1, arena);
                frame.integer(3, d);
                frame.integer(4, m);
                frame.integer(5, n);
                frame.integer(6, 0);
                LIBRARY.kernel(PARTS_2, frame).launchArrays(frame, ((d*m + d*n) == 0 ? 0 : d), 0L, 0b100, frame.arrays().add(x).add(null).add(out));
            } finally {
                frame.leave();
            }
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, (m + n), d);
            final Tensor aTensor = Tensor.of(a, n, d);
            final Tensor bTensor = Tensor.of(b, m);
            final Tensor outTensor = Tensor.empty(DType.F32, d, (m + n));
            parts(xTensor, aTensor, bTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * A dim that is known by a multiple of it alone.
     *
     * <p>4 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, 64&#42;h]</code>
     * <li><code>scale</code>, <code>f32[n]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, h]</code>
     * </ul>
     */
    public static Tensor heads(Tensor x, Tensor scale) {
        Checks.tensor("heads", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long h = Checks.multiple("heads", "x", x, 1, "64*h", 64L);
        final Tensor out = Tensor.empty(x.device(), DType.F32, n, h);
        try {
            heads(x, scale, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * A dim that is known by a multiple of it alone.
     *
     * <p>4 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, 64&#42;h]</code>
     * <li><code>scale</code>, <code>f32[n]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, h]</code>
     * </ul>
     */
    public static void heads(Tensor x, Tensor scale, Tensor out) {
        Checks.tensor("heads", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        Checks.tensor("heads", "scale", scale, DType.F32, 1);
        Checks.dimension("heads", "scale", scale, 0, "n", n, "x");
        final long h = Checks.multiple("heads", "x", x, 1, "64*h", 64L);
        ResultChecks.resultTensor("heads", "out", out, DType.F32);
        if (!(out.rank() == 2 && out.dimension(0) == n && out.dimension(1) == h)) {
            throw ResultChecks.wrongResult("heads", "out", out, n, h);
        }
        Checks.sameDevice("heads", "scale", scale, "x", x);
        Checks.sameDevice("heads", "out", out, "x", x);
        Checks.disjoint("heads", "out", out, "x", x);
        Checks.disjoint("heads", "out", out, "scale", scale);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.input(1, scale);
            frame.output(2, out);
            frame.integer(3, n);
            frame.integer(4, h);
            frame.integer(5, 0L);
            LIBRARY.kernel(HEADS_0, frame).launch(frame, (h*n), 1, 4L * 64L, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(scale);
        Reference.reachabilityFence(out);
    }

    /**
     * A dim that is known by a multiple of it alone.
     *
     * <p>4 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, 64&#42;h]</code>
     * <li><code>scale</code>, <code>f32[n]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, h]</code>
     * </ul>
     */
    public static void heads(float[] x, float[] scale, float[] out) {
        final long n = Checks.quotient("heads", "scale", "n", scale, 1L);
        final long h = Checks.quotient("heads", "x", "h", x, Sizes.product(n, 64L), "array scale gives n");
        Checks.arrayLength("heads", "out", out, Sizes.product(n, h));
        Checks.distinct("heads", "out", out, "x", x);
        Checks.distinct("heads", "out", out, "scale", scale);
        if (LIBRARY.pins(4L * ((long) x.length + (long) scale.length + (long) out.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(3, n);
            frame.integer(4, h);
            frame.integer(5, 0L);
            LIBRARY.kernel(HEADS_0, frame).launchArrays(frame, (h*n), 0L, 0b100, frame.arrays().add(x).add(scale).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, n, (64L*h));
            final Tensor scaleTensor = Tensor.of(scale, n);
            final Tensor outTensor = Tensor.empty(DType.F32, n, h);
            heads(xTensor, scaleTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * A condition on sizes.
     *
     * <p>2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[4, floorDiv(d&#42;n, 4)]</code>
     * </ul>
     */
    public static Tensor folded(Tensor x) {
        Checks.tensor("folded", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        ArgumentChecks.equal("folded (Forms.java:75): reshape", "the product of dims", Sizes.areLarge(d | n, 24) ? Sizes.product(4L, Sizes.floorDiv(Sizes.product(d, n), 4L)) : (4L*Math.floorDiv(d*n, 4L)), (d*n), "4*floorDiv(d*n, 4)", "d*n");
        final Tensor out = Tensor.empty(x.device(), DType.F32, 4L, (Math.floorDiv(d*n, 4L)));
        try {
            folded(x, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * A condition on sizes.
     *
     * <p>2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[4, floorDiv(d&#42;n, 4)]</code>
     * </ul>
     */
    public static void folded(Tensor x, Tensor out) {
        Checks.tensor("folded", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        ArgumentChecks.equal("folded (Forms.java:75): reshape", "the product of dims", Sizes.areLarge(d | n, 24) ? Sizes.product(4L, Sizes.floorDiv(Sizes.product(d, n), 4L)) : (4L*Math.floorDiv(d*n, 4L)), (d*n), "4*floorDiv(d*n, 4)", "d*n");
        ResultChecks.resultTensor("folded", "out", out, DType.F32);
        if (!(out.rank() == 2 && out.dimension(0) == 4L && out.dimension(1) == (Math.floorDiv(d*n, 4L)))) {
            throw ResultChecks.wrongResult("folded", "out", out, 4L, (Math.floorDiv(d*n, 4L)));
        }
        Checks.sameDevice("folded", "out", out, "x", x);
        Checks.disjointOrSame("folded", "out", out, "x", x);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, out);
            frame.integer(2, d);
            frame.integer(3, n);
            frame.integer(4, CacheHints.level(8L * (4L*Math.floorDiv(d*n, 4L)), out.address() == x.address()));
            LIBRARY.kernel(FOLDED_0, frame).launch(frame, (4L*Math.floorDiv(d*n, 4L)), 4096, 8L, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(out);
    }

    /**
     * A condition on sizes.
     *
     * <p>2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[4, floorDiv(d&#42;n, 4)]</code>
     * </ul>
     */
    public static void folded(float[] x, long d, float[] out) {
        Checks.askedDimension("folded", "d", d);
        final long n = Checks.quotient("folded", "x", "n", x, d);
        ArgumentChecks.equal("folded (Forms.java:75): reshape", "the product of dims", Sizes.areLarge(d | n, 24) ? Sizes.product(4L, Sizes.floorDiv(Sizes.product(d, n), 4L)) : (4L*Math.floorDiv(d*n, 4L)), (d*n), "4*floorDiv(d*n, 4)", "d*n");
        Checks.arrayLength("folded", "out", out, Sizes.product(4L, (Math.floorDiv(d*n, 4L))));
        if (LIBRARY.pins(4L * ((long) x.length + (long) out.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(2, d);
            frame.integer(3, n);
            frame.integer(4, 0);
            LIBRARY.kernel(FOLDED_0, frame).launchArrays(frame, (4L*Math.floorDiv(d*n, 4L)), 0L, 0b10, frame.arrays().add(x).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, n, d);
            final Tensor outTensor = Tensor.empty(DType.F32, 4L, (Math.floorDiv(d*n, 4L)));
            folded(xTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * 2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>mask</code>, <code>bool[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>bool[n, d]</code>
     * </ul>
     */
    public static Tensor positive(Tensor x, Tensor mask) {
        Checks.tensor("positive", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor out = Tensor.empty(x.device(), DType.BOOL, n, d);
        try {
            positive(x, mask, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * 2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>mask</code>, <code>bool[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>bool[n, d]</code>
     * </ul>
     */
    public static void positive(Tensor x, Tensor mask, Tensor out) {
        Checks.tensor("positive", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("positive", "mask", mask, DType.BOOL, 1);
        Checks.dimension("positive", "mask", mask, 0, "d", d, "x");
        ResultChecks.resultTensor("positive", "out", out, DType.BOOL);
        if (!(out.rank() == 2 && out.dimension(0) == n && out.dimension(1) == d)) {
            throw ResultChecks.wrongResult("positive", "out", out, n, d);
        }
        Checks.sameDevice("positive", "mask", mask, "x", x);
        Checks.sameDevice("positive", "out", out, "x", x);
        Checks.disjoint("positive", "out", out, "x", x);
        Checks.disjoint("positive", "out", out, "mask", mask);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.input(1, mask);
            frame.output(2, out);
            frame.integer(3, n);
            frame.integer(4, d);
            frame.integer(5, CacheHints.level(5L * (d*n), false));
            LIBRARY.kernel(POSITIVE_0, frame).launch(frame, ((d*n) == 0 ? 0 : n), 1, 5L * d, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(mask);
        Reference.reachabilityFence(out);
    }

    /**
     * One launch of two phases, with a concurrent kernel in the first one.
     *
     * <p>3 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>y</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>mean</code>, <code>f32[n, d]</code>
     * <li><code>variance</code>, <code>f32[m]</code>
     * </ul>
     */
    public static Forms.Moments normalized(Tensor x, Tensor y) {
        Checks.tensor("normalized", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("normalized", "y", y, DType.F32, 1);
        final long m = y.dimension(0);
        final Tensor mean = Tensor.empty(x.device(), DType.F32, n, d);
        final Tensor variance = Tensor.empty(x.device(), DType.F32, m);
        try {
            normalized(x, y, mean, variance);
            return new Forms.Moments(mean, variance);
        } catch (RuntimeException | Error failure) {
            mean.close();
            variance.close();
            throw failure;
        }
    }

    /**
     * One launch of two phases, with a concurrent kernel in the first one.
     *
     * <p>3 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>y</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>mean</code>, <code>f32[n, d]</code>
     * <li><code>variance</code>, <code>f32[m]</code>
     * </ul>
     */
    public static void normalized(Tensor x, Tensor y, Tensor mean, Tensor variance) {
        Checks.tensor("normalized", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("normalized", "y", y, DType.F32, 1);
        final long m = y.dimension(0);
        ResultChecks.resultTensor("normalized", "mean", mean, DType.F32);
        if (!(mean.rank() == 2 && mean.dimension(0) == n && mean.dimension(1) == d)) {
            throw ResultChecks.wrongResult("normalized", "mean", mean, n, d);
        }
        ResultChecks.resultTensor("normalized", "variance", variance, DType.F32);
        if (!(variance.rank() == 1 && variance.dimension(0) == m)) {
            throw ResultChecks.wrongResult("normalized", "variance", variance, m);
        }
        Checks.sameDevice("normalized", "y", y, "x", x);
        Checks.sameDevice("normalized", "mean", mean, "x", x);
        Checks.sameDevice("normalized", "variance", variance, "x", x);
        Checks.disjointOrSame("normalized", "mean", mean, "x", x);
        Checks.disjointOrSame("normalized", "mean", mean, "y", y);
        Checks.disjoint("normalized", "variance", variance, "mean", mean);
        Checks.disjoint("normalized", "variance", variance, "x", x);
        Checks.disjointOrSame("normalized", "variance", variance, "y", y);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        final long blocks0 = LaunchFrame.ceilDiv((d*n), 32768L);
        final long bytes1 = LaunchFrame.aligned(4L);
        final long bytes2 = LaunchFrame.aligned(blocks0 * 32L);
        final long arena = LIBRARY.enter(frame, bytes1 + bytes2);
        try {
            frame.input(0, x);
            frame.pointer(1, arena);
            frame.integer(2, d);
            frame.integer(3, n);
            frame.integer(4, 0L);
            frame.pointer(5, arena + bytes1);
            frame.integer(6, 32768L);
            frame.integer(7, blocks0);
            frame.input(8, y);
            frame.output(9, variance);
            frame.integer(10, m);
            frame.integer(11, CacheHints.level(8L * m, variance.address() == y.address()));
            frame.input(12, x);
            frame.pointer(13, arena);
            frame.output(14, mean);
            frame.integer(15, d);
            frame.integer(16, n);
            frame.integer(17, CacheHints.level(8L * (d*n), mean.address() == x.address()));
            LIBRARY.kernel(NORMALIZED_0, frame).join(frame, 0, 0, blocks0, 1, 32768L * 4L, 0L);
            LIBRARY.kernel(NORMALIZED_1, frame).join(frame, 8, 0, m, 4096, 8L, 0L);
            LIBRARY.kernel(NORMALIZED_0_FINISH, frame).join(frame, 0, 1, 1L, 64, 4L * blocks0, 0L);
            LIBRARY.kernel(NORMALIZED_2, frame).join(frame, 12, 2, (d*n), 4096, 8L, 0L);
            frame.launchBatch();
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(y);
        Reference.reachabilityFence(mean);
        Reference.reachabilityFence(variance);
    }

    /**
     * One launch of two phases, with a concurrent kernel in the first one.
     *
     * <p>3 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>y</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>mean</code>, <code>f32[n, d]</code>
     * <li><code>variance</code>, <code>f32[m]</code>
     * </ul>
     */
    public static void normalized(float[] x, float[] y, long d, float[] mean, float[] variance) {
        Checks.askedDimension("normalized", "d", d);
        final long m = Checks.quotient("normalized", "y", "m", y, 1L);
        final long n = Checks.quotient("normalized", "x", "n", x, d);
        Checks.arrayLength("normalized", "mean", mean, Sizes.product(n, d));
        Checks.arrayLength("normalized", "variance", variance, m);
        Checks.distinct("normalized", "variance", variance, "mean", mean);
        Checks.distinct("normalized", "variance", variance, "x", x);
        if (LIBRARY.pins(4L * ((long) x.length + (long) y.length + (long) mean.length + (long) variance.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            final long blocks0 = LaunchFrame.ceilDiv((d*n), 32768L);
            final long bytes1 = LaunchFrame.aligned(4L);
            final long bytes2 = LaunchFrame.aligned(blocks0 * 32L);
            final long arena = LIBRARY.enter(frame, bytes1 + bytes2);
            try {
                frame.pointer(1, arena);
                frame.integer(2, d);
                frame.integer(3, n);
                frame.integer(4, 0L);
                frame.pointer(5, arena + bytes1);
                frame.integer(6, 32768L);
                frame.integer(7, blocks0);
                LIBRARY.kernel(NORMALIZED_0, frame).launchArrays(frame, blocks0, 0L, 0b10, frame.arrays().add(x).add(null));
                LIBRARY.kernel(NORMALIZED_0_FINISH, frame).launchArrays(frame, 1L, 0L, 0b10, frame.arrays().add(x).add(null));
                frame.integer(2, m);
                frame.integer(3, 0);
                LIBRARY.kernel(NORMALIZED_1, frame).launchArrays(frame, m, 0L, 0b10, frame.arrays().add(y).add(variance));
                frame.pointer(1, arena);
                frame.integer(3, d);
                frame.integer(4, n);
                frame.integer(5, 0);
                LIBRARY.kernel(NORMALIZED_2, frame).launchArrays(frame, (d*n), 0L, 0b100, frame.arrays().add(x).add(null).add(mean));
            } finally {
                frame.leave();
            }
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, n, d);
            final Tensor yTensor = Tensor.of(y, m);
            final Tensor meanTensor = Tensor.empty(DType.F32, n, d);
            final Tensor varianceTensor = Tensor.empty(DType.F32, m);
            normalized(xTensor, yTensor, meanTensor, varianceTensor);
            meanTensor.copyTo(mean);
            varianceTensor.copyTo(variance);
        } finally {
            scope.close();
        }
    }

    /**
     * Concurrent sums.
     *
     * <p>4 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>y</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[]</code>
     * </ul>
     */
    public static Tensor sums(Tensor x, Tensor y, float scale) {
        Checks.tensor("sums", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor out = Tensor.empty(x.device(), DType.F32);
        try {
            sums(x, y, scale, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * Concurrent sums.
     *
     * <p>4 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>y</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[]</code>
     * </ul>
     */
    public static void sums(Tensor x, Tensor y, float scale, Tensor out) {
        Checks.tensor("sums", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("sums", "y", y, DType.F32, 1);
        final long m = y.dimension(0);
        ResultChecks.resultTensor("sums", "out", out, DType.F32);
        if (!(out.rank() == 0)) {
            throw ResultChecks.wrongResult("sums", "out", out);
        }
        Checks.sameDevice("sums", "y", y, "x", x);
        Checks.sameDevice("sums", "out", out, "x", x);
        Checks.disjointOrSame("sums", "out", out, "x", x);
        Checks.disjoint("sums", "out", out, "y", y);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        final long blocks0 = LaunchFrame.ceilDiv((d*n), 32768L);
        final long blocks1 = LaunchFrame.ceilDiv(m, 32768L);
        final long bytes2 = LaunchFrame.aligned(4L);
        final long bytes3 = LaunchFrame.aligned((Math.max(32L*Math.floorDiv(d*n + 32767L, 32768L), 32L*Math.floorDiv(m + 32767L, 32768L))));
        final long arena = LIBRARY.enter(frame, bytes2 + bytes3);
        try {
            frame.input(0, x);
            frame.pointer(1, arena);
            frame.integer(2, d);
            frame.integer(3, n);
            frame.scalar(4, scale);
            frame.integer(5, 0L);
            frame.pointer(6, arena + bytes2);
            frame.integer(7, 32768L);
            frame.integer(8, blocks0);
            frame.input(9, y);
            frame.pointer(10, arena);
            frame.output(11, out);
            frame.integer(12, m);
            frame.integer(13, 0L);
            frame.pointer(14, arena + bytes2);
            frame.integer(15, 32768L);
            frame.integer(16, blocks1);
            LIBRARY.kernel(SUMS_0, frame).join(frame, 0, 0, blocks0, 1, 32768L * 4L, 0L);
            LIBRARY.kernel(SUMS_0_FINISH, frame).join(frame, 0, 1, 1L, 64, 4L * blocks0, 0L);
            LIBRARY.kernel(SUMS_1, frame).join(frame, 9, 2, blocks1, 1, 32768L * 4L, 0L);
            LIBRARY.kernel(SUMS_1_FINISH, frame).join(frame, 9, 3, 1L, 64, 4L * blocks1, 0L);
            frame.launchBatch();
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(y);
        Reference.reachabilityFence(out);
    }

    /**
     * Concurrent sums.
     *
     * <p>4 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>y</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[]</code>
     * </ul>
     */
    public static void sums(float[] x, float[] y, float scale, long d, float[] out) {
        Checks.askedDimension("sums", "d", d);
        final long m = Checks.quotient("sums", "y", "m", y, 1L);
        final long n = Checks.quotient("sums", "x", "n", x, d);
        Checks.arrayLength("sums", "out", out, 1L);
        Checks.distinct("sums", "out", out, "y", y);
        if (LIBRARY.pins(4L * ((long) x.length + (long) y.length + (long) out.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            final long blocks0 = LaunchFrame.ceilDiv((d*n), 32768L);
            final long blocks1 = LaunchFrame.ceilDiv(m, 32768L);
            final long bytes2 = LaunchFrame.aligned(4L);
            final long bytes3 = LaunchFrame.aligned((Math.max(32L*Math.floorDiv(d*n + 32767L, 32768L), 32L*Math.floorDiv(m + 32767L, 32768L))));
            final long arena = LIBRARY.enter(frame, bytes2 + bytes3);
            try {
                frame.pointer(1, arena);
                frame.integer(2, d);
                frame.integer(3, n);
                frame.scalar(4, scale);
                frame.integer(5, 0L);
                frame.pointer(6, arena + bytes2);
                frame.integer(7, 32768L);
                frame.integer(8, blocks0);
                LIBRARY.kernel(SUMS_0, frame).launchArrays(frame, blocks0, 0L, 0b10, frame.arrays().add(x).add(null));
                LIBRARY.kernel(SUMS_0_FINISH, frame).launchArrays(frame, 1L, 0L, 0b10, frame.arrays().add(x).add(null));
                frame.pointer(1, arena);
                frame.integer(3, m);
                frame.integer(4, 0L);
                frame.pointer(5, arena + bytes2);
                frame.integer(6, 32768L);
                frame.integer(7, blocks1);
                LIBRARY.kernel(SUMS_1, frame).launchArrays(frame, blocks1, 0L, 0b100, frame.arrays().add(y).add(null).add(out));
                LIBRARY.kernel(SUMS_1_FINISH, frame).launchArrays(frame, 1L, 0L, 0b100, frame.arrays().add(y).add(null).add(out));
            } finally {
                frame.leave();
            }
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, n, d);
            final Tensor yTensor = Tensor.of(y, m);
            final Tensor outTensor = Tensor.empty(DType.F32);
            sums(xTensor, yTensor, scale, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * Variadic batch dims that two parameters share.
     *
     * <p>4 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>gate</code>, <code>f32[b..., d]</code>
     * <li><code>up</code>, <code>f32[b..., d]</code>
     * <li><code>bias</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[b..., d]</code>
     * </ul>
     */
    public static Tensor gated(Tensor gate, Tensor up, Tensor bias) {
        Checks.tensor("gated", "gate", gate, DType.F32);
        final long b = BatchDims.product("gated", "gate", gate, 1);
        final long d = gate.dimension(-1);
        final Tensor out = Tensor.empty(gate.device(), DType.F32, BatchDims.with(gate, 1, d));
        try {
            gated(gate, up, bias, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * Variadic batch dims that two parameters share.
     *
     * <p>4 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>gate</code>, <code>f32[b..., d]</code>
     * <li><code>up</code>, <code>f32[b..., d]</code>
     * <li><code>bias</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[b..., d]</code>
     * </ul>
     */
    public static void gated(Tensor gate, Tensor up, Tensor bias, Tensor out) {
        Checks.tensor("gated", "gate", gate, DType.F32);
        final long b = BatchDims.product("gated", "gate", gate, 1);
        final long d = gate.dimension(-1);
        Checks.tensor("gated", "up", up, DType.F32);
        BatchDims.same("gated", "up", up, 1, "b...", "gate", gate, 1);
        Checks.dimension("gated", "up", up, up.rank() - 1, "d", d, "gate");
        Checks.tensor("gated", "bias", bias, DType.F32, 1);
        Checks.dimension("gated", "bias", bias, 0, "d", d, "gate");
        ResultChecks.resultTensor("gated", "out", out, DType.F32);
        if (!(BatchDims.lead(out, gate, 1, 1) && out.dimension(-1) == d)) {
            throw ResultChecks.wrongResult("gated", "out", out, BatchDims.with(gate, 1, d));
        }
        Checks.sameDevice("gated", "up", up, "gate", gate);
        Checks.sameDevice("gated", "bias", bias, "gate", gate);
        Checks.sameDevice("gated", "out", out, "gate", gate);
        Checks.disjointOrSame("gated", "out", out, "gate", gate);
        Checks.disjointOrSame("gated", "out", out, "up", up);
        Checks.disjoint("gated", "out", out, "bias", bias);
        final LaunchFrame frame = LaunchFrame.current(gate.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, gate);
            frame.input(1, up);
            frame.input(2, bias);
            frame.output(3, out);
            frame.integer(4, b);
            frame.integer(5, d);
            frame.integer(6, CacheHints.level(12L * (b*d), out.address() == gate.address() || out.address() == up.address()));
            LIBRARY.kernel(GATED_0, frame).launch(frame, ((b*d) == 0 ? 0 : b), 1, 12L * d, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(gate);
        Reference.reachabilityFence(up);
        Reference.reachabilityFence(bias);
        Reference.reachabilityFence(out);
    }

    /**
     * Variadic batch dims that two parameters share.
     *
     * <p>4 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>gate</code>, <code>f32[b..., d]</code>
     * <li><code>up</code>, <code>f32[b..., d]</code>
     * <li><code>bias</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[b..., d]</code>
     * </ul>
     */
    public static void gated(float[] gate, float[] up, float[] bias, float[] out) {
        final long d = Checks.quotient("gated", "bias", "d", bias, 1L);
        final long b = Checks.quotient("gated", "gate", "b...", gate, d, "array bias gives d");
        Checks.arrayLength("gated", "up", up, Sizes.product(b, d));
        Checks.arrayLength("gated", "out", out, Sizes.product(b, d));
        Checks.distinct("gated", "out", out, "bias", bias);
        if (LIBRARY.pins(4L * ((long) gate.length + (long) up.length + (long) bias.length + (long) out.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(4, b);
            frame.integer(5, d);
            frame.integer(6, 0);
            LIBRARY.kernel(GATED_0, frame).launchArrays(frame, ((b*d) == 0 ? 0 : b), 0L, 0b1000, frame.arrays().add(gate).add(up).add(bias).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor gateTensor = Tensor.of(gate, b, d);
            final Tensor upTensor = Tensor.of(up, b, d);
            final Tensor biasTensor = Tensor.of(bias, d);
            final Tensor outTensor = Tensor.empty(DType.F32, b, d);
            gated(gateTensor, upTensor, biasTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * Results with batch dims only, with other axes and without batch dims.
     *
     * <p>4 ops in 3 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[x..., n, 4]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>matrices</code>, <code>f32[x...]</code>
     * <li><code>rows</code>, <code>f32[x..., n, 1]</code>
     * <li><code>all</code>, <code>f32[]</code>
     * </ul>
     */
    static Forms.Sums matrixSums(Tensor x) {
        Checks.tensor("matrixSums", "x", x, DType.F32);
        final long x_ = BatchDims.product("matrixSums", "x", x, 2);
        final long n = x.dimension(-2);
        Checks.fixedDimension("matrixSums", "x", x, x.rank() - 1, 4L);
        final Tensor matrices = Tensor.empty(x.device(), DType.F32, BatchDims.with(x, 2));
        final Tensor rows = Tensor.empty(x.device(), DType.F32, BatchDims.with(x, 2, n, 1L));
        final Tensor all = Tensor.empty(x.device(), DType.F32);
        try {
            matrixSums(x, matrices, rows, all);
            return new Forms.Sums(matrices, rows, all);
        } catch (RuntimeException | Error failure) {
            matrices.close();
            rows.close();
            all.close();
            throw failure;
        }
    }

    /**
     * Results with batch dims only, with other axes and without batch dims.
     *
     * <p>4 ops in 3 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[x..., n, 4]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>matrices</code>, <code>f32[x...]</code>
     * <li><code>rows</code>, <code>f32[x..., n, 1]</code>
     * <li><code>all</code>, <code>f32[]</code>
     * </ul>
     */
    static void matrixSums(Tensor x, Tensor matrices, Tensor rows, Tensor all) {
        Checks.tensor("matrixSums", "x", x, DType.F32);
        final long x_ = BatchDims.product("matrixSums", "x", x, 2);
        final long n = x.dimension(-2);
        Checks.fixedDimension("matrixSums", "x", x, x.rank() - 1, 4L);
        ResultChecks.resultTensor("matrixSums", "matrices", matrices, DType.F32);
        if (!(BatchDims.lead(matrices, x, 2, 0))) {
            throw ResultChecks.wrongResult("matrixSums", "matrices", matrices, BatchDims.with(x, 2));
        }
        ResultChecks.resultTensor("matrixSums", "rows", rows, DType.F32);
        if (!(BatchDims.lead(rows, x, 2, 2) && rows.dimension(-2) == n && rows.dimension(-1) == 1L)) {
            throw ResultChecks.wrongResult("matrixSums", "rows", rows, BatchDims.with(x, 2, n, 1L));
        }
        ResultChecks.resultTensor("matrixSums", "all", all, DType.F32);
        if (!(all.rank() == 0)) {
            throw ResultChecks.wrongResult("matrixSums", "all", all);
        }
        Checks.sameDevice("matrixSums", "matrices", matrices, "x", x);
        Checks.sameDevice("matrixSums", "rows", rows, "x", x);
        Checks.sameDevice("matrixSums", "all", all, "x", x);
        Checks.disjoint("matrixSums", "matrices", matrices, "x", x);
        Checks.disjoint("matrixSums", "rows", rows, "matrices", matrices);
        Checks.disjoint("matrixSums", "rows", rows, "x", x);
        Checks.disjoint("matrixSums", "all", all, "matrices", matrices);
        Checks.disjoint("matrixSums", "all", all, "rows", rows);
        Checks.disjoint("matrixSums", "all", all, "x", x);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        final long blocks0 = LaunchFrame.ceilDiv((4L*n*x_), 32768L);
        final long bytes1 = LaunchFrame.aligned((Math.max(32L*Math.floorDiv(4L*n*x_ + 32767L, 32768L), 4L*n*x_)));
        final long arena = LIBRARY.enter(frame, bytes1);
        try {
            frame.input(0, x);
            frame.pointer(1, arena);
            frame.output(2, rows);
            frame.integer(3, n);
            frame.integer(4, x_);
            frame.integer(5, 0L);
            LIBRARY.kernel(MATRIX_SUMS_0, frame).launch(frame, (n*x_), 1, 4L * 4L, 0L);
            frame.pointer(0, arena);
            frame.output(1, matrices);
            frame.integer(2, x_);
            frame.integer(3, n);
            frame.integer(4, 0L);
            LIBRARY.kernel(MATRIX_SUMS_1, frame).launch(frame, x_, 1, 4L * n, 0L);
            frame.input(0, x);
            frame.output(1, all);
            frame.integer(2, n);
            frame.integer(3, x_);
            frame.integer(4, 0L);
            frame.pointer(5, arena);
            frame.integer(6, 32768L);
            frame.integer(7, blocks0);
            LIBRARY.kernel(MATRIX_SUMS_2, frame).launch(frame, blocks0, 1, 32768L * 4L, 0L);
            LIBRARY.kernel(MATRIX_SUMS_2_FINISH, frame).launch(frame, 1L, 64, 4L * blocks0, 0L);
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(matrices);
        Reference.reachabilityFence(rows);
        Reference.reachabilityFence(all);
    }

    /**
     * Results with batch dims only, with other axes and without batch dims.
     *
     * <p>4 ops in 3 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[x..., n, 4]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>matrices</code>, <code>f32[x...]</code>
     * <li><code>rows</code>, <code>f32[x..., n, 1]</code>
     * <li><code>all</code>, <code>f32[]</code>
     * </ul>
     */
    static void matrixSums(float[] x, long n, float[] matrices, float[] rows, float[] all) {
        Checks.askedDimension("matrixSums", "n", n);
        final long x_ = Checks.quotient("matrixSums", "x", "x...", x, Sizes.product(n, 4L));
        Checks.arrayLength("matrixSums", "matrices", matrices, x_);
        Checks.arrayLength("matrixSums", "rows", rows, Sizes.product(Sizes.product(x_, n), 1L));
        Checks.arrayLength("matrixSums", "all", all, 1L);
        Checks.distinct("matrixSums", "matrices", matrices, "x", x);
        Checks.distinct("matrixSums", "rows", rows, "matrices", matrices);
        Checks.distinct("matrixSums", "rows", rows, "x", x);
        Checks.distinct("matrixSums", "all", all, "matrices", matrices);
        Checks.distinct("matrixSums", "all", all, "rows", rows);
        Checks.distinct("matrixSums", "all", all, "x", x);
        if (LIBRARY.pins(4L * ((long) x.length + (long) matrices.length + (long) rows.length + (long) all.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            final long blocks0 = LaunchFrame.ceilDiv((4L*n*x_), 32768L);
            final long bytes1 = LaunchFrame.aligned((Math.max(32L*Math.floorDiv(4L*n*x_ + 32767L, 32768L), 4L*n*x_)));
            final long arena = LIBRARY.enter(frame, bytes1);
            try {
                frame.pointer(1, arena);
                frame.integer(3, n);
                frame.integer(4, x_);
                frame.integer(5, 0L);
                LIBRARY.kernel(MATRIX_SUMS_0, frame).launchArrays(frame, (n*x_), 0L, 0b110, frame.arrays().add(x).add(null).add(rows));
                frame.pointer(0, arena);
                frame.integer(2, x_);
                frame.integer(3, n);
                frame.integer(4, 0L);
                LIBRARY.kernel(MATRIX_SUMS_1, frame).launchArrays(frame, x_, 0L, 0b10, frame.arrays().add(null).add(matrices));
                frame.integer(2, n);
                frame.integer(3, x_);
                frame.integer(4, 0L);
                frame.pointer(5, arena);
                frame.integer(6, 32768L);
                frame.integer(7, blocks0);
                LIBRARY.kernel(MATRIX_SUMS_2, frame).launchArrays(frame, blocks0, 0L, 0b10, frame.arrays().add(x).add(all));
                LIBRARY.kernel(MATRIX_SUMS_2_FINISH, frame).launchArrays(frame, 1L, 0L, 0b10, frame.arrays().add(x).add(all));
            } finally {
                frame.leave();
            }
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, x_, n, 4L);
            final Tensor matricesTensor = Tensor.empty(DType.F32, x_);
            final Tensor rowsTensor = Tensor.empty(DType.F32, x_, n, 1L);
            final Tensor allTensor = Tensor.empty(DType.F32);
            matrixSums(xTensor, matricesTensor, rowsTensor, allTensor);
            matricesTensor.copyTo(matrices);
            rowsTensor.copyTo(rows);
            allTensor.copyTo(all);
        } finally {
            scope.close();
        }
    }

    /**
     * Axes after the dots that are multiples and expressions.
     *
     * <p>5 ops in 3 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[x..., 2&#42;h]</code>
     * <li><code>y</code>, <code>f32[h + m]</code>
     * <li><code>z</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[x..., h]</code>
     * </ul>
     */
    static Tensor cut(Tensor x, Tensor y, Tensor z) {
        Checks.tensor("cut", "x", x, DType.F32);
        final long x_ = BatchDims.product("cut", "x", x, 1);
        final long h = Checks.multiple("cut", "x", x, x.rank() - 1, "2*h", 2L);
        final Tensor out = Tensor.empty(x.device(), DType.F32, BatchDims.with(x, 1, h));
        try {
            cut(x, y, z, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * Axes after the dots that are multiples and expressions.
     *
     * <p>5 ops in 3 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[x..., 2&#42;h]</code>
     * <li><code>y</code>, <code>f32[h + m]</code>
     * <li><code>z</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[x..., h]</code>
     * </ul>
     */
    static void cut(Tensor x, Tensor y, Tensor z, Tensor out) {
        Checks.tensor("cut", "x", x, DType.F32);
        final long x_ = BatchDims.product("cut", "x", x, 1);
        Checks.tensor("cut", "y", y, DType.F32, 1);
        Checks.tensor("cut", "z", z, DType.F32, 1);
        final long m = z.dimension(0);
        final long h = Checks.multiple("cut", "x", x, x.rank() - 1, "2*h", 2L);
        Checks.dimension("cut", "y", y, 0, "h + m", (h + m), "x and z");
        ResultChecks.resultTensor("cut", "out", out, DType.F32);
        if (!(BatchDims.lead(out, x, 1, 1) && out.dimension(-1) == h)) {
            throw ResultChecks.wrongResult("cut", "out", out, BatchDims.with(x, 1, h));
        }
        Checks.sameDevice("cut", "y", y, "x", x);
        Checks.sameDevice("cut", "z", z, "x", x);
        Checks.sameDevice("cut", "out", out, "x", x);
        Checks.disjoint("cut", "out", out, "x", x);
        Checks.disjointOrSame("cut", "out", out, "y", y);
        Checks.disjointOrSame("cut", "out", out, "z", z);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        final long blocks0 = LaunchFrame.ceilDiv(m, 32768L);
        final long blocks1 = LaunchFrame.ceilDiv((h + m), 32768L);
        final long bytes2 = LaunchFrame.aligned(4L);
        final long bytes3 = LaunchFrame.aligned((Math.max(32L*Math.floorDiv(h + m + 32767L, 32768L), 32L*Math.floorDiv(m + 32767L, 32768L))));
        final long bytes4 = LaunchFrame.aligned(4L);
        final long arena = LIBRARY.enter(frame, bytes2 + bytes3 + bytes4);
        try {
            frame.input(0, z);
            frame.pointer(1, arena);
            frame.integer(2, m);
            frame.integer(3, 0L);
            frame.pointer(4, arena + bytes2);
            frame.integer(5, 32768L);
            frame.integer(6, blocks0);
            LIBRARY.kernel(CUT_0, frame).launch(frame, blocks0, 1, 32768L * 4L, 0L);
            LIBRARY.kernel(CUT_0_FINISH, frame).launch(frame, 1L, 64, 4L * blocks0, 0L);
            frame.input(0, y);
            frame.pointer(1, arena);
            frame.pointer(2, arena + bytes2 + bytes3);
            frame.integer(3, h);
            frame.integer(4, m);
            frame.integer(5, 0L);
            frame.pointer(6, arena + bytes2);
            frame.integer(7, 32768L);
            frame.integer(8, blocks1);
            LIBRARY.kernel(CUT_1, frame).launch(frame, blocks1, 1, 32768L * 4L, 0L);
            LIBRARY.kernel(CUT_1_FINISH, frame).launch(frame, 1L, 64, 4L * blocks1, 0L);
            frame.input(0, x);
            frame.pointer(1, arena + bytes2 + bytes3);
            frame.output(2, out);
            frame.integer(3, x_);
            frame.integer(4, h);
            frame.integer(5, CacheHints.level(8L * (h*x_), false));
            LIBRARY.kernel(CUT_2, frame).launch(frame, ((h*x_) == 0 ? 0 : x_), 1, 8L * h, 0L);
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(y);
        Reference.reachabilityFence(z);
        Reference.reachabilityFence(out);
    }

    /**
     * Axes after the dots that are multiples and expressions.
     *
     * <p>5 ops in 3 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[x..., 2&#42;h]</code>
     * <li><code>y</code>, <code>f32[h + m]</code>
     * <li><code>z</code>, <code>f32[m]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[x..., h]</code>
     * </ul>
     */
    static void cut(float[] x, float[] y, float[] z, long h, float[] out) {
        Checks.askedDimension("cut", "h", h);
        final long m = Checks.quotient("cut", "z", "m", z, 1L);
        final long x_ = Checks.quotient("cut", "x", "x...", x, (2L*h));
        Checks.arrayLength("cut", "y", y, (h + m));
        Checks.arrayLength("cut", "out", out, Sizes.product(x_, h));
        Checks.distinct("cut", "out", out, "x", x);
        if (LIBRARY.pins(4L * ((long) x.length + (long) y.length + (long) z.length + (long) out.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            final long blocks0 = LaunchFrame.ceilDiv(m, 32768L);
            final long blocks1 = LaunchFrame.ceilDiv((h + m), 32768L);
            final long bytes2 = LaunchFrame.aligned(4L);
            final long bytes3 = LaunchFrame.aligned((Math.max(32L*Math.floorDiv(h + m + 32767L, 32768L), 32L*Math.floorDiv(m + 32767L, 32768L))));
            final long bytes4 = LaunchFrame.aligned(4L);
            final long arena = LIBRARY.enter(frame, bytes2 + bytes3 + bytes4);
            try {
                frame.pointer(1, arena);
                frame.integer(2, m);
                frame.integer(3, 0L);
                frame.pointer(4, arena + bytes2);
                frame.integer(5, 32768L);
                frame.integer(6, blocks0);
                LIBRARY.kernel(CUT_0, frame).launchArrays(frame, blocks0, 0L, 0b10, frame.arrays().add(z).add(null));
                LIBRARY.kernel(CUT_0_FINISH, frame).launchArrays(frame, 1L, 0L, 0b10, frame.arrays().add(z).add(null));
                frame.pointer(1, arena);
                frame.pointer(2, arena + bytes2 + bytes3);
                frame.integer(3, h);
                frame.integer(4, m);
                frame.integer(5, 0L);
                frame.pointer(6, arena + bytes2);
                frame.integer(7, 32768L);
                frame.integer(8, blocks1);
                LIBRARY.kernel(CUT_1, frame).launchArrays(frame, blocks1, 0L, 0b100, frame.arrays().add(y).add(null).add(null));
                LIBRARY.kernel(CUT_1_FINISH, frame).launchArrays(frame, 1L, 0L, 0b100, frame.arrays().add(y).add(null).add(null));
                frame.pointer(1, arena + bytes2 + bytes3);
                frame.integer(3, x_);
                frame.integer(4, h);
                frame.integer(5, 0);
                LIBRARY.kernel(CUT_2, frame).launchArrays(frame, ((h*x_) == 0 ? 0 : x_), 0L, 0b100, frame.arrays().add(x).add(null).add(out));
            } finally {
                frame.leave();
            }
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, x_, (2L*h));
            final Tensor yTensor = Tensor.of(y, (h + m));
            final Tensor zTensor = Tensor.of(z, m);
            final Tensor outTensor = Tensor.empty(DType.F32, x_, h);
            cut(xTensor, yTensor, zTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * A parameter of any shape with declared ones, and with a temporary of declared dims.
     *
     * <p>3 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>bias</code>, <code>f32[d]</code>
     * <li><code>y</code>, <code>f32[b..., d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    static Tensor mixed(Tensor x, Tensor bias, Tensor y) {
        Checks.tensor("mixed", "x", x, DType.F32);
        Checks.tensor("mixed", "bias", bias, DType.F32, 1);
        final long d = bias.dimension(0);
        Checks.tensor("mixed", "y", y, DType.F32);
        final long b = BatchDims.product("mixed", "y", y, 1);
        Checks.dimension("mixed", "y", y, y.rank() - 1, "d", d, "bias");
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.operand(1, y);
        frame.broadcast("mixed", MIXED_0_OPERANDS, 2);
        final Tensor out = Tensor.empty(x.device(), DType.F32, frame.broadcastDimensions());
        try {
            mixed(x, bias, y, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * A parameter of any shape with declared ones, and with a temporary of declared dims.
     *
     * <p>3 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>bias</code>, <code>f32[d]</code>
     * <li><code>y</code>, <code>f32[b..., d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    static void mixed(Tensor x, Tensor bias, Tensor y, Tensor out) {
        Checks.tensor("mixed", "x", x, DType.F32);
        Checks.tensor("mixed", "bias", bias, DType.F32, 1);
        final long d = bias.dimension(0);
        Checks.tensor("mixed", "y", y, DType.F32);
        final long b = BatchDims.product("mixed", "y", y, 1);
        Checks.dimension("mixed", "y", y, y.rank() - 1, "d", d, "bias");
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.operand(1, y);
        frame.broadcast("mixed", MIXED_0_OPERANDS, 2);
        ResultChecks.broadcastResult("mixed", "out", out, DType.F32, frame);
        Checks.sameDevice("mixed", "bias", bias, "x", x);
        Checks.sameDevice("mixed", "y", y, "x", x);
        Checks.sameDevice("mixed", "out", out, "x", x);
        Checks.disjointOrSame("mixed", "out", out, "x", x);
        Checks.disjointOrSame("mixed", "out", out, "bias", bias);
        Checks.disjointOrSame("mixed", "out", out, "y", y);
        final TensorScope scope = TensorScope.open();
        try {
            if (Sizes.areLarge(b, 40)) {
                Sizes.elements("mixed", "b...", b, "b...", b);
            }
            final Tensor temporary0 = Tensor.empty(frame.device(), DType.F32, BatchDims.with(y, 1, 1L));
            LIBRARY.enter(frame);
            try {
                frame.input(0, y);
                frame.output(1, temporary0);
                frame.integer(2, b);
                frame.integer(3, d);
                frame.integer(4, 0L);
                LIBRARY.kernel(MIXED_0, frame).launch(frame, b, 1, 4L * d, 0L);
            } finally {
                frame.exit();
            }
            frame.operand(0, x);
            frame.operand(1, bias);
            frame.operand(2, BatchDims.with(y, 1, 1L));
            frame.broadcast("mixed", MIXED_1_OPERANDS, 3);
            LIBRARY.enter(frame);
            try {
                frame.input(0, x);
                frame.input(1, bias);
                frame.input(2, temporary0);
                frame.output(3, out);
                frame.integer(4, CacheHints.level(16L * frame.broadcastElementCount(), out.address() == x.address() || out.address() == bias.address()));
                final long rows = frame.bindBroadcast(5, 3);
                if (rows <= 1) {
                    LIBRARY.kernel(MIXED_1_FLAT, frame).launch(frame, frame.broadcastElementCount(), 4096, 16L, 0);
                } else {
                    LIBRARY.kernel(MIXED_1_ROWS, frame).launch(frame, rows, 1, 16L * (frame.broadcastElementCount() / rows), 0);
                }
            } finally {
                frame.exit();
            }
        } finally {
            scope.close();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(bias);
        Reference.reachabilityFence(y);
        Reference.reachabilityFence(out);
    }
}
