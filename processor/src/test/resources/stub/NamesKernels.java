// Generated from the @GraphKernel methods of demo.ops.Names.
package demo.ops;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.generated.CacheHints;
import io.graphkernel.runtime.generated.Checks;
import io.graphkernel.runtime.generated.KernelLibrary;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.ResultChecks;
import io.graphkernel.runtime.generated.size.Sizes;
import java.lang.Error;
import java.lang.RuntimeException;
import java.lang.String;
import java.lang.ref.Reference;
import javax.annotation.processing.Generated;

/**
 * The compiled kernels of {@link demo.ops.Names}.
 */
@Generated("io.graphkernel.processor.GraphKernelProcessor")
public final class NamesKernels {
    private static final KernelLibrary LIBRARY = KernelLibrary.of(NamesKernels.class, "demo.ops.Names", "0123456789abcdef", 26, "0000000000000000000000000000000000000000000000000000000000000000");

    private static final int PAIRS_0 = 0;

    private static final int OURS_0 = 1;

    private static final int OURS_0_FINISH = 2;

    private static final int OURS_UNRANKED_0_FLAT = 3;

    private static final int OURS_UNRANKED_0_ROWS = 4;

    private static final int RESULTS_0 = 5;

    private static final int RESULTS_1 = 6;

    private static final int FOO_BAR_0_FLAT = 7;

    private static final int FOO_BAR_0_ROWS = 8;

    private static final int kernel_foo_bar_0_flat = 9;

    private static final int kernel_foo_bar_0_rows = 10;

    private static final int kernel_FOO_BAR_0_flat = 11;

    private static final int kernel_FOO_BAR_0_rows = 12;

    private static final int kernel_fooBAR_0_flat = 13;

    private static final int kernel_fooBAR_0_rows = 14;

    private static final int kernel_gr_u00f6_u00dfe_u0024_0_flat = 15;

    private static final int kernel_gr_u00f6_u00dfe_u0024_0_rows = 16;

    private static final int kernel_fooBar_0_0_flat = 17;

    private static final int kernel_fooBar_0_0_rows = 18;

    private static final int kernel_LIBRARY_0_flat = 19;

    private static final int kernel_LIBRARY_0_rows = 20;

    private static final int HIDING_0 = 21;

    private static final int HIDING_0_FINISH = 22;

    private static final int HIDING_1 = 23;

    private static final int HIDING_UNRANKED_0_FLAT = 24;

    private static final int HIDING_UNRANKED_0_ROWS = 25;

    private static final String[] OURS_UNRANKED_0_OPERANDS = {"frame", "out", "rows", "temporary0", "rows_"};

    private static final String[] FOO_BAR_0_OPERANDS = {"x"};

    private static final String[] kernel_foo_bar_0_OPERANDS = {"x"};

    private static final String[] kernel_FOO_BAR_0_OPERANDS = {"x"};

    private static final String[] kernel_fooBAR_0_OPERANDS = {"x"};

    private static final String[] kernel_größe$_0_OPERANDS = {"$", "_1"};

    private static final String[] kernel_fooBar_0_0_OPERANDS = {"x", "x_row"};

    private static final String[] kernel_LIBRARY_0_OPERANDS = {"x"};

    private static final String[] HIDING_UNRANKED_0_OPERANDS = {"LIBRARY", "kernel_hiding_0"};

    private NamesKernels() {
    }

    /**
     * A record whose name begins with a small letter.
     *
     * <p>2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>first</code>, <code>f32[n]</code>
     * <li><code>second</code>, <code>f32[n]</code>
     * </ul>
     */
    public static Names.pair pairs(Tensor x) {
        Checks.tensor("pairs", "x", x, DType.F32, 1);
        final long n = x.dimension(0);
        final Tensor first = Tensor.empty(x.device(), DType.F32, n);
        final Tensor second = Tensor.empty(x.device(), DType.F32, n);
        try {
            pairs(x, first, second);
            return new Names.pair(first, second);
        } catch (RuntimeException | Error failure) {
            first.close();
            second.close();
            throw failure;
        }
    }

    /**
     * A record whose name begins with a small letter.
     *
     * <p>2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>first</code>, <code>f32[n]</code>
     * <li><code>second</code>, <code>f32[n]</code>
     * </ul>
     */
    public static void pairs(Tensor x, Tensor first, Tensor second) {
        Checks.tensor("pairs", "x", x, DType.F32, 1);
        final long n = x.dimension(0);
        ResultChecks.resultTensor("pairs", "first", first, DType.F32);
        if (!(first.rank() == 1 && first.dimension(0) == n)) {
            throw ResultChecks.wrongResult("pairs", "first", first, n);
        }
        ResultChecks.resultTensor("pairs", "second", second, DType.F32);
        if (!(second.rank() == 1 && second.dimension(0) == n)) {
            throw ResultChecks.wrongResult("pairs", "second", second, n);
        }
        Checks.sameDevice("pairs", "first", first, "x", x);
        Checks.sameDevice("pairs", "second", second, "x", x);
        Checks.disjointOrSame("pairs", "first", first, "x", x);
        Checks.disjoint("pairs", "second", second, "first", first);
        Checks.disjointOrSame("pairs", "second", second, "x", x);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, first);
            frame.output(2, second);
            frame.integer(3, n);
            frame.integer(4, CacheHints.level(12L * n, first.address() == x.address() || second.address() == x.address()));
            LIBRARY.kernel(PAIRS_0, frame).launch(frame, n, 4096, 12L, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(first);
        Reference.reachabilityFence(second);
    }

    /**
     * A record whose name begins with a small letter.
     *
     * <p>2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>first</code>, <code>f32[n]</code>
     * <li><code>second</code>, <code>f32[n]</code>
     * </ul>
     */
    public static void pairs(float[] x, float[] first, float[] second) {
        final long n = Checks.quotient("pairs", "x", "n", x, 1L);
        Checks.arrayLength("pairs", "first", first, n);
        Checks.arrayLength("pairs", "second", second, n);
        Checks.distinct("pairs", "second", second, "first", first);
        if (LIBRARY.pins(4L * ((long) x.length + (long) first.length + (long) second.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(3, n);
            frame.integer(4, 0);
            LIBRARY.kernel(PAIRS_0, frame).launchArrays(frame, n, 0L, 0b110, frame.arrays().add(x).add(first).add(second));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, n);
            final Tensor firstTensor = Tensor.empty(DType.F32, n);
            final Tensor secondTensor = Tensor.empty(DType.F32, n);
            pairs(xTensor, firstTensor, secondTensor);
            firstTensor.copyTo(first);
            secondTensor.copyTo(second);
        } finally {
            scope.close();
        }
    }

    /**
     * The names of our variables as parameters.
     *
     * <p>7 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>frame</code>, <code>f32[n, d]</code>
     * <li><code>out</code>, <code>f32[n, d]</code>
     * <li><code>workspace</code>, <code>f32[n, d]</code>
     * <li><code>n</code>, <code>f32[d]</code>
     * <li><code>d</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[d]</code>
     * </ul>
     */
    public static Tensor ours(Tensor frame, Tensor out, Tensor workspace, Tensor n, Tensor d,
            float blocks, float bytes0, float failure) {
        Checks.tensor("ours", "frame", frame, DType.F32, 2);
        final long n_ = frame.dimension(0);
        final long d_ = frame.dimension(1);
        final Tensor out_ = Tensor.empty(frame.device(), DType.F32, d_);
        try {
            ours(frame, out, workspace, n, d, blocks, bytes0, failure, out_);
            return out_;
        } catch (RuntimeException | Error failure_) {
            out_.close();
            throw failure_;
        }
    }

    /**
     * The names of our variables as parameters.
     *
     * <p>7 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>frame</code>, <code>f32[n, d]</code>
     * <li><code>out</code>, <code>f32[n, d]</code>
     * <li><code>workspace</code>, <code>f32[n, d]</code>
     * <li><code>n</code>, <code>f32[d]</code>
     * <li><code>d</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[d]</code>
     * </ul>
     */
    public static void ours(Tensor frame, Tensor out, Tensor workspace, Tensor n, Tensor d,
            float blocks, float bytes0, float failure, Tensor out_) {
        Checks.tensor("ours", "frame", frame, DType.F32, 2);
        final long n_ = frame.dimension(0);
        final long d_ = frame.dimension(1);
        Checks.tensor("ours", "out", out, DType.F32, 2);
        Checks.dimension("ours", "out", out, 0, "n", n_, "frame");
        Checks.dimension("ours", "out", out, 1, "d", d_, "frame");
        Checks.tensor("ours", "workspace", workspace, DType.F32, 2);
        Checks.dimension("ours", "workspace", workspace, 0, "n", n_, "frame");
        Checks.dimension("ours", "workspace", workspace, 1, "d", d_, "frame");
        Checks.tensor("ours", "n", n, DType.F32, 1);
        Checks.dimension("ours", "n", n, 0, "d", d_, "frame");
        Checks.tensor("ours", "d", d, DType.F32, 1);
        Checks.dimension("ours", "d", d, 0, "d", d_, "frame");
        ResultChecks.resultTensor("ours", "out_", out_, DType.F32);
        if (!(out_.rank() == 1 && out_.dimension(0) == d_)) {
            throw ResultChecks.wrongResult("ours", "out_", out_, d_);
        }
        Checks.sameDevice("ours", "out", out, "frame", frame);
        Checks.sameDevice("ours", "workspace", workspace, "frame", frame);
        Checks.sameDevice("ours", "n", n, "frame", frame);
        Checks.sameDevice("ours", "d", d, "frame", frame);
        Checks.sameDevice("ours", "out_", out_, "frame", frame);
        Checks.disjoint("ours", "out_", out_, "frame", frame);
        Checks.disjoint("ours", "out_", out_, "out", out);
        Checks.disjoint("ours", "out_", out_, "workspace", workspace);
        Checks.disjoint("ours", "out_", out_, "n", n);
        Checks.disjoint("ours", "out_", out_, "d", d);
        final LaunchFrame frame_ = LaunchFrame.current(frame.device());
        final long blocks0 = LaunchFrame.ceilDiv((Math.min(1L, d_)*n_), (Math.min(8192L, Math.max(128L, Math.floorDiv(n_ + 255L, 256L)))));
        final long bytes1 = LaunchFrame.aligned(blocks0 * (64L*Math.floorDiv(4L*d_ + 63L, 64L)));
        final long arena = LIBRARY.enter(frame_, bytes1);
        try {
            frame_.input(0, frame);
            frame_.input(1, out);
            frame_.input(2, workspace);
            frame_.input(3, n);
            frame_.input(4, d);
            frame_.output(5, out_);
            frame_.integer(6, n_);
            frame_.integer(7, d_);
            frame_.scalar(8, blocks);
            frame_.scalar(9, bytes0 * failure);
            frame_.integer(10, 0L);
            frame_.pointer(11, arena);
            frame_.integer(12, (Math.min(8192L, Math.max(128L, Math.floorDiv(n_ + 255L, 256L)))));
            frame_.integer(13, blocks0);
            LIBRARY.kernel(OURS_0, frame_).launch(frame_, blocks0, 1, (Math.min(8192L, Math.max(128L, Math.floorDiv(n_ + 255L, 256L)))) * (12L * d_), 0L);
            LIBRARY.kernel(OURS_0_FINISH, frame_).launch(frame_, d_, 64, 4L * blocks0, 0L);
        } finally {
            frame_.leave();
        }
        Reference.reachabilityFence(frame);
        Reference.reachabilityFence(out);
        Reference.reachabilityFence(workspace);
        Reference.reachabilityFence(n);
        Reference.reachabilityFence(d);
        Reference.reachabilityFence(out_);
    }

    /**
     * The names of our variables as parameters.
     *
     * <p>7 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>frame</code>, <code>f32[n, d]</code>
     * <li><code>out</code>, <code>f32[n, d]</code>
     * <li><code>workspace</code>, <code>f32[n, d]</code>
     * <li><code>n</code>, <code>f32[d]</code>
     * <li><code>d</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[d]</code>
     * </ul>
     */
    public static void ours(float[] frame, float[] out, float[] workspace, float[] n, float[] d,
            float blocks, float bytes0, float failure, float[] out_) {
        final long d_ = Checks.quotient("ours", "n", "d", n, 1L);
        final long n_ = Checks.quotient("ours", "frame", "n", frame, d_, "array n gives d");
        Checks.arrayLength("ours", "out", out, Sizes.product(n_, d_));
        Checks.arrayLength("ours", "workspace", workspace, Sizes.product(n_, d_));
        Checks.arrayLength("ours", "d", d, d_);
        Checks.arrayLength("ours", "out_", out_, d_);
        Checks.distinct("ours", "out_", out_, "frame", frame);
        Checks.distinct("ours", "out_", out_, "out", out);
        Checks.distinct("ours", "out_", out_, "workspace", workspace);
        Checks.distinct("ours", "out_", out_, "n", n);
        Checks.distinct("ours", "out_", out_, "d", d);
        if (LIBRARY.pins(4L * ((long) frame.length + (long) out.length + (long) workspace.length + (long) n.length + (long) d.length + (long) out_.length))) {
            final LaunchFrame frame_ = LaunchFrame.current(Device.cpu());
            final long blocks0 = LaunchFrame.ceilDiv((Math.min(1L, d_)*n_), (Math.min(8192L, Math.max(128L, Math.floorDiv(n_ + 255L, 256L)))));
            final long bytes1 = LaunchFrame.aligned(blocks0 * (64L*Math.floorDiv(4L*d_ + 63L, 64L)));
            final long arena = LIBRARY.enter(frame_, bytes1);
            try {
                frame_.integer(6, n_);
                frame_.integer(7, d_);
                frame_.scalar(8, blocks);
                frame_.scalar(9, bytes0 * failure);
                frame_.integer(10, 0L);
                frame_.pointer(11, arena);
                frame_.integer(12, (Math.min(8192L, Math.max(128L, Math.floorDiv(n_ + 255L, 256L)))));
                frame_.integer(13, blocks0);
                LIBRARY.kernel(OURS_0, frame_).launchArrays(frame_, blocks0, 0L, 0b100000, frame_.arrays().add(frame).add(out).add(workspace).add(n).add(d).add(out_));
                LIBRARY.kernel(OURS_0_FINISH, frame_).launchArrays(frame_, d_, 0L, 0b100000, frame_.arrays().add(frame).add(out).add(workspace).add(n).add(d).add(out_));
            } finally {
                frame_.leave();
            }
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor frameTensor = Tensor.of(frame, n_, d_);
            final Tensor outTensor = Tensor.of(out, n_, d_);
            final Tensor workspaceTensor = Tensor.of(workspace, n_, d_);
            final Tensor nTensor = Tensor.of(n, d_);
            final Tensor dTensor = Tensor.of(d, d_);
            final Tensor out_Tensor = Tensor.empty(DType.F32, d_);
            ours(frameTensor, outTensor, workspaceTensor, nTensor, dTensor, blocks, bytes0, failure, out_Tensor);
            out_Tensor.copyTo(out_);
        } finally {
            scope.close();
        }
    }

    /**
     * The same for unranked shapes.
     *
     * <p>6 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>frame</code>, <code>f32[...]</code>
     * <li><code>out</code>, <code>f32[...]</code>
     * <li><code>rows</code>, <code>f32[...]</code>
     * <li><code>temporary0</code>, <code>f32[...]</code>
     * <li><code>rows_</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static Tensor oursUnranked(Tensor frame, Tensor out, Tensor rows, Tensor temporary0,
            Tensor rows_) {
        Checks.tensor("oursUnranked", "frame", frame, DType.F32);
        Checks.tensor("oursUnranked", "out", out, DType.F32);
        Checks.tensor("oursUnranked", "rows", rows, DType.F32);
        Checks.tensor("oursUnranked", "temporary0", temporary0, DType.F32);
        Checks.tensor("oursUnranked", "rows_", rows_, DType.F32);
        final LaunchFrame frame_ = LaunchFrame.current(frame.device());
        frame_.operand(0, frame);
        frame_.operand(1, out);
        frame_.operand(2, rows);
        frame_.operand(3, temporary0);
        frame_.operand(4, rows_);
        frame_.broadcast("oursUnranked", OURS_UNRANKED_0_OPERANDS, 5);
        final Tensor out_ = Tensor.empty(frame.device(), DType.F32, frame_.broadcastDimensions());
        try {
            oursUnranked(frame, out, rows, temporary0, rows_, out_);
            return out_;
        } catch (RuntimeException | Error failure) {
            out_.close();
            throw failure;
        }
    }

    /**
     * The same for unranked shapes.
     *
     * <p>6 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>frame</code>, <code>f32[...]</code>
     * <li><code>out</code>, <code>f32[...]</code>
     * <li><code>rows</code>, <code>f32[...]</code>
     * <li><code>temporary0</code>, <code>f32[...]</code>
     * <li><code>rows_</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void oursUnranked(Tensor frame, Tensor out, Tensor rows, Tensor temporary0,
            Tensor rows_, Tensor out_) {
        Checks.tensor("oursUnranked", "frame", frame, DType.F32);
        Checks.tensor("oursUnranked", "out", out, DType.F32);
        Checks.tensor("oursUnranked", "rows", rows, DType.F32);
        Checks.tensor("oursUnranked", "temporary0", temporary0, DType.F32);
        Checks.tensor("oursUnranked", "rows_", rows_, DType.F32);
        final LaunchFrame frame_ = LaunchFrame.current(frame.device());
        frame_.operand(0, frame);
        frame_.operand(1, out);
        frame_.operand(2, rows);
        frame_.operand(3, temporary0);
        frame_.operand(4, rows_);
        frame_.broadcast("oursUnranked", OURS_UNRANKED_0_OPERANDS, 5);
        ResultChecks.broadcastResult("oursUnranked", "out_", out_, DType.F32, frame_);
        Checks.sameDevice("oursUnranked", "out", out, "frame", frame);
        Checks.sameDevice("oursUnranked", "rows", rows, "frame", frame);
        Checks.sameDevice("oursUnranked", "temporary0", temporary0, "frame", frame);
        Checks.sameDevice("oursUnranked", "rows_", rows_, "frame", frame);
        Checks.sameDevice("oursUnranked", "out_", out_, "frame", frame);
        Checks.disjointOrSame("oursUnranked", "out_", out_, "frame", frame);
        Checks.disjointOrSame("oursUnranked", "out_", out_, "out", out);
        Checks.disjointOrSame("oursUnranked", "out_", out_, "rows", rows);
        Checks.disjointOrSame("oursUnranked", "out_", out_, "temporary0", temporary0);
        Checks.disjointOrSame("oursUnranked", "out_", out_, "rows_", rows_);
        LIBRARY.enter(frame_);
        try {
            frame_.input(0, frame);
            frame_.input(1, out);
            frame_.input(2, rows);
            frame_.input(3, temporary0);
            frame_.input(4, rows_);
            frame_.output(5, out_);
            frame_.integer(6, CacheHints.level(24L * frame_.broadcastElementCount(), out_.address() == frame.address() || out_.address() == out.address() || out_.address() == rows.address() || out_.address() == temporary0.address() || out_.address() == rows_.address()));
            final long rows__ = frame_.bindBroadcast(7, 5);
            if (rows__ <= 1) {
                LIBRARY.kernel(OURS_UNRANKED_0_FLAT, frame_).launch(frame_, frame_.broadcastElementCount(), 4096, 24L, 0);
            } else {
                LIBRARY.kernel(OURS_UNRANKED_0_ROWS, frame_).launch(frame_, rows__, 1, 24L * (frame_.broadcastElementCount() / rows__), 0);
            }
        } finally {
            frame_.exit();
        }
        Reference.reachabilityFence(frame);
        Reference.reachabilityFence(out);
        Reference.reachabilityFence(rows);
        Reference.reachabilityFence(temporary0);
        Reference.reachabilityFence(rows_);
        Reference.reachabilityFence(out_);
    }

    /**
     * The same for unranked shapes.
     *
     * <p>6 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>frame</code>, <code>f32[...]</code>
     * <li><code>out</code>, <code>f32[...]</code>
     * <li><code>rows</code>, <code>f32[...]</code>
     * <li><code>temporary0</code>, <code>f32[...]</code>
     * <li><code>rows_</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void oursUnranked(float[] frame, float[] out, float[] rows, float[] temporary0,
            float[] rows_, float[] out_) {
        Checks.length("oursUnranked", "frame", frame);
        Checks.length("oursUnranked", "out", out);
        Checks.length("oursUnranked", "rows", rows);
        Checks.length("oursUnranked", "temporary0", temporary0);
        Checks.length("oursUnranked", "rows_", rows_);
        Checks.length("oursUnranked", "out_", out_);
        if (LIBRARY.pins(4L * ((long) frame.length + (long) out.length + (long) rows.length + (long) temporary0.length + (long) rows_.length + (long) out_.length)) && frame.length == out_.length && out.length == out_.length && rows.length == out_.length && temporary0.length == out_.length && rows_.length == out_.length) {
            final LaunchFrame frame_ = LaunchFrame.current(Device.cpu());
            frame_.integer(6, 0);
            frame_.bindFlat(7, 5, out_.length);
            LIBRARY.kernel(OURS_UNRANKED_0_FLAT, frame_).launchArrays(frame_, out_.length, 0, 0b100000, frame_.arrays().add(frame).add(out).add(rows).add(temporary0).add(rows_).add(out_));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor frameTensor = Tensor.of(frame, frame.length);
            final Tensor outTensor = Tensor.of(out, out.length);
            final Tensor rowsTensor = Tensor.of(rows, rows.length);
            final Tensor temporary0Tensor = Tensor.of(temporary0, temporary0.length);
            final Tensor rows_Tensor = Tensor.of(rows_, rows_.length);
            final Tensor out_Tensor = Tensor.empty(DType.F32, out_.length);
            oursUnranked(frameTensor, outTensor, rowsTensor, temporary0Tensor, rows_Tensor, out_Tensor);
            out_Tensor.copyTo(out_);
        } finally {
            scope.close();
        }
    }

    /**
     * 2 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>n</code>, <code>f32[n]</code>
     * <li><code>frame</code>, <code>f32[n]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>frame</code>, <code>f32[n]</code>
     * <li><code>n</code>, <code>f32[n]</code>
     * </ul>
     */
    public static Names.Two results(Tensor n, Tensor frame) {
        Checks.tensor("results", "n", n, DType.F32, 1);
        final long n__ = n.dimension(0);
        final Tensor frame_ = Tensor.empty(n.device(), DType.F32, n__);
        final Tensor n_ = Tensor.empty(n.device(), DType.F32, n__);
        try {
            results(n, frame, frame_, n_);
            return new Names.Two(frame_, n_);
        } catch (RuntimeException | Error failure) {
            frame_.close();
            n_.close();
            throw failure;
        }
    }

    /**
     * 2 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>n</code>, <code>f32[n]</code>
     * <li><code>frame</code>, <code>f32[n]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>frame</code>, <code>f32[n]</code>
     * <li><code>n</code>, <code>f32[n]</code>
     * </ul>
     */
    public static void results(Tensor n, Tensor frame, Tensor frame_, Tensor n_) {
        Checks.tensor("results", "n", n, DType.F32, 1);
        final long n__ = n.dimension(0);
        Checks.tensor("results", "frame", frame, DType.F32, 1);
        Checks.dimension("results", "frame", frame, 0, "n", n__, "n");
        ResultChecks.resultTensor("results", "frame_", frame_, DType.F32);
        if (!(frame_.rank() == 1 && frame_.dimension(0) == n__)) {
            throw ResultChecks.wrongResult("results", "frame_", frame_, n__);
        }
        ResultChecks.resultTensor("results", "n_", n_, DType.F32);
        if (!(n_.rank() == 1 && n_.dimension(0) == n__)) {
            throw ResultChecks.wrongResult("results", "n_", n_, n__);
        }
        Checks.sameDevice("results", "frame", frame, "n", n);
        Checks.sameDevice("results", "frame_", frame_, "n", n);
        Checks.sameDevice("results", "n_", n_, "n", n);
        Checks.disjointOrSame("results", "frame_", frame_, "n", n);
        Checks.disjoint("results", "frame_", frame_, "frame", frame);
        Checks.disjoint("results", "n_", n_, "frame_", frame_);
        Checks.disjointOrSame("results", "n_", n_, "n", n);
        Checks.disjointOrSame("results", "n_", n_, "frame", frame);
        final LaunchFrame frame__ = LaunchFrame.current(n.device());
        LIBRARY.enter(frame__);
        try {
            frame__.input(0, n);
            frame__.output(1, frame_);
            frame__.integer(2, n__);
            frame__.integer(3, CacheHints.level(8L * n__, frame_.address() == n.address()));
            LIBRARY.kernel(RESULTS_0, frame__).launch(frame__, n__, 4096, 8L, 0L);
            frame__.input(0, frame);
            frame__.output(1, n_);
            frame__.integer(2, n__);
            frame__.integer(3, CacheHints.level(8L * n__, n_.address() == frame.address()));
            LIBRARY.kernel(RESULTS_1, frame__).launch(frame__, n__, 4096, 8L, 0L);
        } finally {
            frame__.exit();
        }
        Reference.reachabilityFence(n);
        Reference.reachabilityFence(frame);
        Reference.reachabilityFence(frame_);
        Reference.reachabilityFence(n_);
    }

    /**
     * 2 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>n</code>, <code>f32[n]</code>
     * <li><code>frame</code>, <code>f32[n]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>frame</code>, <code>f32[n]</code>
     * <li><code>n</code>, <code>f32[n]</code>
     * </ul>
     */
    public static void results(float[] n, float[] frame, float[] frame_, float[] n_) {
        final long n__ = Checks.quotient("results", "n", "n", n, 1L);
        Checks.arrayLength("results", "frame", frame, n__);
        Checks.arrayLength("results", "frame_", frame_, n__);
        Checks.arrayLength("results", "n_", n_, n__);
        Checks.distinct("results", "frame_", frame_, "frame", frame);
        Checks.distinct("results", "n_", n_, "frame_", frame_);
        if (LIBRARY.pins(4L * ((long) n.length + (long) frame.length + (long) frame_.length + (long) n_.length))) {
            final LaunchFrame frame__ = LaunchFrame.current(Device.cpu());
            frame__.integer(2, n__);
            frame__.integer(3, 0);
            LIBRARY.kernel(RESULTS_0, frame__).launchArrays(frame__, n__, 0L, 0b10, frame__.arrays().add(n).add(frame_));
            frame__.integer(2, n__);
            frame__.integer(3, 0);
            LIBRARY.kernel(RESULTS_1, frame__).launchArrays(frame__, n__, 0L, 0b10, frame__.arrays().add(frame).add(n_));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor nTensor = Tensor.of(n, n__);
            final Tensor frameTensor = Tensor.of(frame, n__);
            final Tensor frame_Tensor = Tensor.empty(DType.F32, n__);
            final Tensor n_Tensor = Tensor.empty(DType.F32, n__);
            results(nTensor, frameTensor, frame_Tensor, n_Tensor);
            frame_Tensor.copyTo(frame_);
            n_Tensor.copyTo(n_);
        } finally {
            scope.close();
        }
    }

    /**
     * Constants of names that differ in their case alone.
     *
     * <p>1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static Tensor fooBar(Tensor x) {
        Checks.tensor("fooBar", "x", x, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("fooBar", FOO_BAR_0_OPERANDS, 1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, frame.broadcastDimensions());
        try {
            fooBar(x, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * Constants of names that differ in their case alone.
     *
     * <p>1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void fooBar(Tensor x, Tensor out) {
        Checks.tensor("fooBar", "x", x, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("fooBar", FOO_BAR_0_OPERANDS, 1);
        ResultChecks.broadcastResult("fooBar", "out", out, DType.F32, frame);
        Checks.sameDevice("fooBar", "out", out, "x", x);
        Checks.disjointOrSame("fooBar", "out", out, "x", x);
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, out);
            frame.integer(2, CacheHints.level(8L * frame.broadcastElementCount(), out.address() == x.address()));
            final long rows = frame.bindBroadcast(3, 1);
            if (rows <= 1) {
                LIBRARY.kernel(FOO_BAR_0_FLAT, frame).launch(frame, frame.broadcastElementCount(), 4096, 8L, 0);
            } else {
                LIBRARY.kernel(FOO_BAR_0_ROWS, frame).launch(frame, rows, 1, 8L * (frame.broadcastElementCount() / rows), 0);
            }
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(out);
    }

    /**
     * Constants of names that differ in their case alone.
     *
     * <p>1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void fooBar(float[] x, float[] out) {
        Checks.length("fooBar", "x", x);
        Checks.length("fooBar", "out", out);
        if (LIBRARY.pins(4L * ((long) x.length + (long) out.length)) && x.length == out.length) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(2, 0);
            frame.bindFlat(3, 1, out.length);
            LIBRARY.kernel(FOO_BAR_0_FLAT, frame).launchArrays(frame, out.length, 0, 0b10, frame.arrays().add(x).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, x.length);
            final Tensor outTensor = Tensor.empty(DType.F32, out.length);
            fooBar(xTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static Tensor foo_bar(Tensor x) {
        Checks.tensor("foo_bar", "x", x, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("foo_bar", kernel_foo_bar_0_OPERANDS, 1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, frame.broadcastDimensions());
        try {
            foo_bar(x, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void foo_bar(Tensor x, Tensor out) {
        Checks.tensor("foo_bar", "x", x, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("foo_bar", kernel_foo_bar_0_OPERANDS, 1);
        ResultChecks.broadcastResult("foo_bar", "out", out, DType.F32, frame);
        Checks.sameDevice("foo_bar", "out", out, "x", x);
        Checks.disjointOrSame("foo_bar", "out", out, "x", x);
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, out);
            frame.integer(2, CacheHints.level(8L * frame.broadcastElementCount(), out.address() == x.address()));
            final long rows = frame.bindBroadcast(3, 1);
            if (rows <= 1) {
                LIBRARY.kernel(kernel_foo_bar_0_flat, frame).launch(frame, frame.broadcastElementCount(), 4096, 8L, 0);
            } else {
                LIBRARY.kernel(kernel_foo_bar_0_rows, frame).launch(frame, rows, 1, 8L * (frame.broadcastElementCount() / rows), 0);
            }
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(out);
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void foo_bar(float[] x, float[] out) {
        Checks.length("foo_bar", "x", x);
        Checks.length("foo_bar", "out", out);
        if (LIBRARY.pins(4L * ((long) x.length + (long) out.length)) && x.length == out.length) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(2, 0);
            frame.bindFlat(3, 1, out.length);
            LIBRARY.kernel(kernel_foo_bar_0_flat, frame).launchArrays(frame, out.length, 0, 0b10, frame.arrays().add(x).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, x.length);
            final Tensor outTensor = Tensor.empty(DType.F32, out.length);
            foo_bar(xTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static Tensor FOO_BAR(Tensor x) {
        Checks.tensor("FOO_BAR", "x", x, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("FOO_BAR", kernel_FOO_BAR_0_OPERANDS, 1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, frame.broadcastDimensions());
        try {
            FOO_BAR(x, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void FOO_BAR(Tensor x, Tensor out) {
        Checks.tensor("FOO_BAR", "x", x, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("FOO_BAR", kernel_FOO_BAR_0_OPERANDS, 1);
        ResultChecks.broadcastResult("FOO_BAR", "out", out, DType.F32, frame);
        Checks.sameDevice("FOO_BAR", "out", out, "x", x);
        Checks.disjointOrSame("FOO_BAR", "out", out, "x", x);
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, out);
            frame.integer(2, CacheHints.level(8L * frame.broadcastElementCount(), out.address() == x.address()));
            final long rows = frame.bindBroadcast(3, 1);
            if (rows <= 1) {
                LIBRARY.kernel(kernel_FOO_BAR_0_flat, frame).launch(frame, frame.broadcastElementCount(), 4096, 8L, 0);
            } else {
                LIBRARY.kernel(kernel_FOO_BAR_0_rows, frame).launch(frame, rows, 1, 8L * (frame.broadcastElementCount() / rows), 0);
            }
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(out);
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void FOO_BAR(float[] x, float[] out) {
        Checks.length("FOO_BAR", "x", x);
        Checks.length("FOO_BAR", "out", out);
        if (LIBRARY.pins(4L * ((long) x.length + (long) out.length)) && x.length == out.length) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(2, 0);
            frame.bindFlat(3, 1, out.length);
            LIBRARY.kernel(kernel_FOO_BAR_0_flat, frame).launchArrays(frame, out.length, 0, 0b10, frame.arrays().add(x).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, x.length);
            final Tensor outTensor = Tensor.empty(DType.F32, out.length);
            FOO_BAR(xTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static Tensor fooBAR(Tensor x) {
        Checks.tensor("fooBAR", "x", x, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("fooBAR", kernel_fooBAR_0_OPERANDS, 1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, frame.broadcastDimensions());
        try {
            fooBAR(x, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void fooBAR(Tensor x, Tensor out) {
        Checks.tensor("fooBAR", "x", x, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("fooBAR", kernel_fooBAR_0_OPERANDS, 1);
        ResultChecks.broadcastResult("fooBAR", "out", out, DType.F32, frame);
        Checks.sameDevice("fooBAR", "out", out, "x", x);
        Checks.disjointOrSame("fooBAR", "out", out, "x", x);
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, out);
            frame.integer(2, CacheHints.level(8L * frame.broadcastElementCount(), out.address() == x.address()));
            final long rows = frame.bindBroadcast(3, 1);
            if (rows <= 1) {
                LIBRARY.kernel(kernel_fooBAR_0_flat, frame).launch(frame, frame.broadcastElementCount(), 4096, 8L, 0);
            } else {
                LIBRARY.kernel(kernel_fooBAR_0_rows, frame).launch(frame, rows, 1, 8L * (frame.broadcastElementCount() / rows), 0);
            }
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(out);
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void fooBAR(float[] x, float[] out) {
        Checks.length("fooBAR", "x", x);
        Checks.length("fooBAR", "out", out);
        if (LIBRARY.pins(4L * ((long) x.length + (long) out.length)) && x.length == out.length) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(2, 0);
            frame.bindFlat(3, 1, out.length);
            LIBRARY.kernel(kernel_fooBAR_0_flat, frame).launchArrays(frame, out.length, 0, 0b10, frame.arrays().add(x).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, x.length);
            final Tensor outTensor = Tensor.empty(DType.F32, out.length);
            fooBAR(xTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>&#36;</code>, <code>f32[...]</code>
     * <li><code>_1</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static Tensor größe$(Tensor $, Tensor _1) {
        Checks.tensor("größe$", "$", $, DType.F32);
        Checks.tensor("größe$", "_1", _1, DType.F32);
        final LaunchFrame frame = LaunchFrame.current($.device());
        frame.operand(0, $);
        frame.operand(1, _1);
        frame.broadcast("größe$", kernel_größe$_0_OPERANDS, 2);
        final Tensor out = Tensor.empty($.device(), DType.F32, frame.broadcastDimensions());
        try {
            größe$($, _1, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>&#36;</code>, <code>f32[...]</code>
     * <li><code>_1</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void größe$(Tensor $, Tensor _1, Tensor out) {
        Checks.tensor("größe$", "$", $, DType.F32);
        Checks.tensor("größe$", "_1", _1, DType.F32);
        final LaunchFrame frame = LaunchFrame.current($.device());
        frame.operand(0, $);
        frame.operand(1, _1);
        frame.broadcast("größe$", kernel_größe$_0_OPERANDS, 2);
        ResultChecks.broadcastResult("größe$", "out", out, DType.F32, frame);
        Checks.sameDevice("größe$", "_1", _1, "$", $);
        Checks.sameDevice("größe$", "out", out, "$", $);
        Checks.disjointOrSame("größe$", "out", out, "$", $);
        Checks.disjointOrSame("größe$", "out", out, "_1", _1);
        LIBRARY.enter(frame);
        try {
            frame.input(0, $);
            frame.input(1, _1);
            frame.output(2, out);
            frame.integer(3, CacheHints.level(12L * frame.broadcastElementCount(), out.address() == $.address() || out.address() == _1.address()));
            final long rows = frame.bindBroadcast(4, 2);
            if (rows <= 1) {
                LIBRARY.kernel(kernel_gr_u00f6_u00dfe_u0024_0_flat, frame).launch(frame, frame.broadcastElementCount(), 4096, 12L, 0);
            } else {
                LIBRARY.kernel(kernel_gr_u00f6_u00dfe_u0024_0_rows, frame).launch(frame, rows, 1, 12L * (frame.broadcastElementCount() / rows), 0);
            }
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence($);
        Reference.reachabilityFence(_1);
        Reference.reachabilityFence(out);
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>&#36;</code>, <code>f32[...]</code>
     * <li><code>_1</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void größe$(float[] $, float[] _1, float[] out) {
        Checks.length("größe$", "$", $);
        Checks.length("größe$", "_1", _1);
        Checks.length("größe$", "out", out);
        if (LIBRARY.pins(4L * ((long) $.length + (long) _1.length + (long) out.length)) && $.length == out.length && _1.length == out.length) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(3, 0);
            frame.bindFlat(4, 2, out.length);
            LIBRARY.kernel(kernel_gr_u00f6_u00dfe_u0024_0_flat, frame).launchArrays(frame, out.length, 0, 0b100, frame.arrays().add($).add(_1).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor $Tensor = Tensor.of($, $.length);
            final Tensor _1Tensor = Tensor.of(_1, _1.length);
            final Tensor outTensor = Tensor.empty(DType.F32, out.length);
            größe$($Tensor, _1Tensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>x_row</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static Tensor fooBar_0(Tensor x, Tensor x_row) {
        Checks.tensor("fooBar_0", "x", x, DType.F32);
        Checks.tensor("fooBar_0", "x_row", x_row, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.operand(1, x_row);
        frame.broadcast("fooBar_0", kernel_fooBar_0_0_OPERANDS, 2);
        final Tensor out = Tensor.empty(x.device(), DType.F32, frame.broadcastDimensions());
        try {
            fooBar_0(x, x_row, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>x_row</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void fooBar_0(Tensor x, Tensor x_row, Tensor out) {
        Checks.tensor("fooBar_0", "x", x, DType.F32);
        Checks.tensor("fooBar_0", "x_row", x_row, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.operand(1, x_row);
        frame.broadcast("fooBar_0", kernel_fooBar_0_0_OPERANDS, 2);
        ResultChecks.broadcastResult("fooBar_0", "out", out, DType.F32, frame);
        Checks.sameDevice("fooBar_0", "x_row", x_row, "x", x);
        Checks.sameDevice("fooBar_0", "out", out, "x", x);
        Checks.disjointOrSame("fooBar_0", "out", out, "x", x);
        Checks.disjointOrSame("fooBar_0", "out", out, "x_row", x_row);
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.input(1, x_row);
            frame.output(2, out);
            frame.integer(3, CacheHints.level(12L * frame.broadcastElementCount(), out.address() == x.address() || out.address() == x_row.address()));
            final long rows = frame.bindBroadcast(4, 2);
            if (rows <= 1) {
                LIBRARY.kernel(kernel_fooBar_0_0_flat, frame).launch(frame, frame.broadcastElementCount(), 4096, 12L, 0);
            } else {
                LIBRARY.kernel(kernel_fooBar_0_0_rows, frame).launch(frame, rows, 1, 12L * (frame.broadcastElementCount() / rows), 0);
            }
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(x_row);
        Reference.reachabilityFence(out);
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * <li><code>x_row</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void fooBar_0(float[] x, float[] x_row, float[] out) {
        Checks.length("fooBar_0", "x", x);
        Checks.length("fooBar_0", "x_row", x_row);
        Checks.length("fooBar_0", "out", out);
        if (LIBRARY.pins(4L * ((long) x.length + (long) x_row.length + (long) out.length)) && x.length == out.length && x_row.length == out.length) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(3, 0);
            frame.bindFlat(4, 2, out.length);
            LIBRARY.kernel(kernel_fooBar_0_0_flat, frame).launchArrays(frame, out.length, 0, 0b100, frame.arrays().add(x).add(x_row).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, x.length);
            final Tensor x_rowTensor = Tensor.of(x_row, x_row.length);
            final Tensor outTensor = Tensor.empty(DType.F32, out.length);
            fooBar_0(xTensor, x_rowTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static Tensor LIBRARY(Tensor x) {
        Checks.tensor("LIBRARY", "x", x, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("LIBRARY", kernel_LIBRARY_0_OPERANDS, 1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, frame.broadcastDimensions());
        try {
            LIBRARY(x, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void LIBRARY(Tensor x, Tensor out) {
        Checks.tensor("LIBRARY", "x", x, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        frame.operand(0, x);
        frame.broadcast("LIBRARY", kernel_LIBRARY_0_OPERANDS, 1);
        ResultChecks.broadcastResult("LIBRARY", "out", out, DType.F32, frame);
        Checks.sameDevice("LIBRARY", "out", out, "x", x);
        Checks.disjointOrSame("LIBRARY", "out", out, "x", x);
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, out);
            frame.integer(2, CacheHints.level(8L * frame.broadcastElementCount(), out.address() == x.address()));
            final long rows = frame.bindBroadcast(3, 1);
            if (rows <= 1) {
                LIBRARY.kernel(kernel_LIBRARY_0_flat, frame).launch(frame, frame.broadcastElementCount(), 4096, 8L, 0);
            } else {
                LIBRARY.kernel(kernel_LIBRARY_0_rows, frame).launch(frame, rows, 1, 8L * (frame.broadcastElementCount() / rows), 0);
            }
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(out);
    }

    /**
     * 1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void LIBRARY(float[] x, float[] out) {
        Checks.length("LIBRARY", "x", x);
        Checks.length("LIBRARY", "out", out);
        if (LIBRARY.pins(4L * ((long) x.length + (long) out.length)) && x.length == out.length) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(2, 0);
            frame.bindFlat(3, 1, out.length);
            LIBRARY.kernel(kernel_LIBRARY_0_flat, frame).launchArrays(frame, out.length, 0, 0b10, frame.arrays().add(x).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, x.length);
            final Tensor outTensor = Tensor.empty(DType.F32, out.length);
            LIBRARY(xTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * Parameters that would hide fields and classes of the stub.
     *
     * <p>3 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>LIBRARY</code>, <code>f32[LIBRARY, HIDING_0]</code>
     * <li><code>HIDING_0</code>, <code>f32[LIBRARY]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[LIBRARY, HIDING_0]</code>
     * </ul>
     */
    public static Tensor hiding(Tensor LIBRARY_, Tensor HIDING_0_, float Math__, float Math_) {
        Checks.tensor("hiding", "LIBRARY", LIBRARY_, DType.F32, 2);
        final long LIBRARY__ = LIBRARY_.dimension(0);
        final long HIDING_0__ = LIBRARY_.dimension(1);
        final Tensor out = Tensor.empty(LIBRARY_.device(), DType.F32, LIBRARY__, HIDING_0__);
        try {
            hiding(LIBRARY_, HIDING_0_, Math__, Math_, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * Parameters that would hide fields and classes of the stub.
     *
     * <p>3 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>LIBRARY</code>, <code>f32[LIBRARY, HIDING_0]</code>
     * <li><code>HIDING_0</code>, <code>f32[LIBRARY]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[LIBRARY, HIDING_0]</code>
     * </ul>
     */
    public static void hiding(Tensor LIBRARY_, Tensor HIDING_0_, float Math__, float Math_,
            Tensor out) {
        Checks.tensor("hiding", "LIBRARY", LIBRARY_, DType.F32, 2);
        final long LIBRARY__ = LIBRARY_.dimension(0);
        final long HIDING_0__ = LIBRARY_.dimension(1);
        Checks.tensor("hiding", "HIDING_0", HIDING_0_, DType.F32, 1);
        Checks.dimension("hiding", "HIDING_0", HIDING_0_, 0, "LIBRARY", LIBRARY__, "LIBRARY");
        ResultChecks.resultTensor("hiding", "out", out, DType.F32);
        if (!(out.rank() == 2 && out.dimension(0) == LIBRARY__ && out.dimension(1) == HIDING_0__)) {
            throw ResultChecks.wrongResult("hiding", "out", out, LIBRARY__, HIDING_0__);
        }
        Checks.sameDevice("hiding", "HIDING_0", HIDING_0_, "LIBRARY", LIBRARY_);
        Checks.sameDevice("hiding", "out", out, "LIBRARY", LIBRARY_);
        Checks.disjointOrSame("hiding", "out", out, "LIBRARY", LIBRARY_);
        Checks.disjointOrSame("hiding", "out", out, "HIDING_0", HIDING_0_);
        final LaunchFrame frame = LaunchFrame.current(LIBRARY_.device());
        final long blocks0 = LaunchFrame.ceilDiv(LIBRARY__, 32768L);
        final long bytes1 = LaunchFrame.aligned(4L);
        final long bytes2 = LaunchFrame.aligned(blocks0 * 32L);
        final long arena = LIBRARY.enter(frame, bytes1 + bytes2);
        try {
            frame.input(0, HIDING_0_);
            frame.pointer(1, arena);
            frame.integer(2, LIBRARY__);
            frame.integer(3, 0L);
            frame.pointer(4, arena + bytes1);
            frame.integer(5, 32768L);
            frame.integer(6, blocks0);
            LIBRARY.kernel(HIDING_0, frame).launch(frame, blocks0, 1, 32768L * 4L, 0L);
            LIBRARY.kernel(HIDING_0_FINISH, frame).launch(frame, 1L, 64, 4L * blocks0, 0L);
            frame.input(0, LIBRARY_);
            frame.pointer(1, arena);
            frame.output(2, out);
            frame.integer(3, HIDING_0__);
            frame.integer(4, LIBRARY__);
            frame.scalar(5, (Math__) * Math_);
            frame.integer(6, CacheHints.level(8L * (HIDING_0__*LIBRARY__), out.address() == LIBRARY_.address()));
            LIBRARY.kernel(HIDING_1, frame).launch(frame, (HIDING_0__*LIBRARY__), 4096, 8L, 0L);
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(LIBRARY_);
        Reference.reachabilityFence(HIDING_0_);
        Reference.reachabilityFence(out);
    }

    /**
     * Parameters that would hide fields and classes of the stub.
     *
     * <p>3 ops in 2 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>LIBRARY</code>, <code>f32[LIBRARY, HIDING_0]</code>
     * <li><code>HIDING_0</code>, <code>f32[LIBRARY]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[LIBRARY, HIDING_0]</code>
     * </ul>
     */
    public static void hiding(float[] LIBRARY_, float[] HIDING_0_, float Math__, float Math_,
            float[] out) {
        final long LIBRARY__ = Checks.quotient("hiding", "HIDING_0", "LIBRARY", HIDING_0_, 1L);
        final long HIDING_0__ = Checks.quotient("hiding", "LIBRARY", "HIDING_0", LIBRARY_, LIBRARY__, "array HIDING_0 gives LIBRARY");
        Checks.arrayLength("hiding", "out", out, Sizes.product(LIBRARY__, HIDING_0__));
        if (LIBRARY.pins(4L * ((long) LIBRARY_.length + (long) HIDING_0_.length + (long) out.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            final long blocks0 = LaunchFrame.ceilDiv(LIBRARY__, 32768L);
            final long bytes1 = LaunchFrame.aligned(4L);
            final long bytes2 = LaunchFrame.aligned(blocks0 * 32L);
            final long arena = LIBRARY.enter(frame, bytes1 + bytes2);
            try {
                frame.pointer(1, arena);
                frame.integer(2, LIBRARY__);
                frame.integer(3, 0L);
                frame.pointer(4, arena + bytes1);
                frame.integer(5, 32768L);
                frame.integer(6, blocks0);
                LIBRARY.kernel(HIDING_0, frame).launchArrays(frame, blocks0, 0L, 0b10, frame.arrays().add(HIDING_0_).add(null));
                LIBRARY.kernel(HIDING_0_FINISH, frame).launchArrays(frame, 1L, 0L, 0b10, frame.arrays().add(HIDING_0_).add(null));
                frame.pointer(1, arena);
                frame.integer(3, HIDING_0__);
                frame.integer(4, LIBRARY__);
                frame.scalar(5, (Math__) * Math_);
                frame.integer(6, 0);
                LIBRARY.kernel(HIDING_1, frame).launchArrays(frame, (HIDING_0__*LIBRARY__), 0L, 0b100, frame.arrays().add(LIBRARY_).add(null).add(out));
            } finally {
                frame.leave();
            }
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor LIBRARY_Tensor = Tensor.of(LIBRARY_, LIBRARY__, HIDING_0__);
            final Tensor HIDING_0_Tensor = Tensor.of(HIDING_0_, LIBRARY__);
            final Tensor outTensor = Tensor.empty(DType.F32, LIBRARY__, HIDING_0__);
            hiding(LIBRARY_Tensor, HIDING_0_Tensor, Math__, Math_, outTensor);
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
     * <li><code>LIBRARY</code>, <code>f32[...]</code>
     * <li><code>kernel_hiding_0</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static Tensor hidingUnranked(Tensor LIBRARY_, Tensor kernel_hiding_0_, double Checks_) {
        Checks.tensor("hidingUnranked", "LIBRARY", LIBRARY_, DType.F32);
        Checks.tensor("hidingUnranked", "kernel_hiding_0", kernel_hiding_0_, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(LIBRARY_.device());
        frame.operand(0, LIBRARY_);
        frame.operand(1, kernel_hiding_0_);
        frame.broadcast("hidingUnranked", HIDING_UNRANKED_0_OPERANDS, 2);
        final Tensor out = Tensor.empty(LIBRARY_.device(), DType.F32, frame.broadcastDimensions());
        try {
            hidingUnranked(LIBRARY_, kernel_hiding_0_, Checks_, out);
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
     * <li><code>LIBRARY</code>, <code>f32[...]</code>
     * <li><code>kernel_hiding_0</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void hidingUnranked(Tensor LIBRARY_, Tensor kernel_hiding_0_, double Checks_,
            Tensor out) {
        Checks.tensor("hidingUnranked", "LIBRARY", LIBRARY_, DType.F32);
        Checks.tensor("hidingUnranked", "kernel_hiding_0", kernel_hiding_0_, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(LIBRARY_.device());
        frame.operand(0, LIBRARY_);
        frame.operand(1, kernel_hiding_0_);
        frame.broadcast("hidingUnranked", HIDING_UNRANKED_0_OPERANDS, 2);
        ResultChecks.broadcastResult("hidingUnranked", "out", out, DType.F32, frame);
        Checks.sameDevice("hidingUnranked", "kernel_hiding_0", kernel_hiding_0_, "LIBRARY", LIBRARY_);
        Checks.sameDevice("hidingUnranked", "out", out, "LIBRARY", LIBRARY_);
        Checks.disjointOrSame("hidingUnranked", "out", out, "LIBRARY", LIBRARY_);
        Checks.disjointOrSame("hidingUnranked", "out", out, "kernel_hiding_0", kernel_hiding_0_);
        LIBRARY.enter(frame);
        try {
            frame.input(0, LIBRARY_);
            frame.input(1, kernel_hiding_0_);
            frame.output(2, out);
            frame.scalar(3, (float) (Checks_));
            frame.integer(4, CacheHints.level(12L * frame.broadcastElementCount(), out.address() == LIBRARY_.address() || out.address() == kernel_hiding_0_.address()));
            final long rows = frame.bindBroadcast(5, 2);
            if (rows <= 1) {
                LIBRARY.kernel(HIDING_UNRANKED_0_FLAT, frame).launch(frame, frame.broadcastElementCount(), 4096, 12L, 0);
            } else {
                LIBRARY.kernel(HIDING_UNRANKED_0_ROWS, frame).launch(frame, rows, 1, 12L * (frame.broadcastElementCount() / rows), 0);
            }
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(LIBRARY_);
        Reference.reachabilityFence(kernel_hiding_0_);
        Reference.reachabilityFence(out);
    }

    /**
     * 2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>LIBRARY</code>, <code>f32[...]</code>
     * <li><code>kernel_hiding_0</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[...]</code>
     * </ul>
     */
    public static void hidingUnranked(float[] LIBRARY_, float[] kernel_hiding_0_, double Checks_,
            float[] out) {
        Checks.length("hidingUnranked", "LIBRARY", LIBRARY_);
        Checks.length("hidingUnranked", "kernel_hiding_0", kernel_hiding_0_);
        Checks.length("hidingUnranked", "out", out);
        if (LIBRARY.pins(4L * ((long) LIBRARY_.length + (long) kernel_hiding_0_.length + (long) out.length)) && LIBRARY_.length == out.length && kernel_hiding_0_.length == out.length) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.scalar(3, (float) (Checks_));
            frame.integer(4, 0);
            frame.bindFlat(5, 2, out.length);
            LIBRARY.kernel(HIDING_UNRANKED_0_FLAT, frame).launchArrays(frame, out.length, 0, 0b100, frame.arrays().add(LIBRARY_).add(kernel_hiding_0_).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor LIBRARY_Tensor = Tensor.of(LIBRARY_, LIBRARY_.length);
            final Tensor kernel_hiding_0_Tensor = Tensor.of(kernel_hiding_0_, kernel_hiding_0_.length);
            final Tensor outTensor = Tensor.empty(DType.F32, out.length);
            hidingUnranked(LIBRARY_Tensor, kernel_hiding_0_Tensor, Checks_, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }
}
