// Generated from the @GraphKernel methods of demo.ops.Records.
package demo.ops;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.generated.CacheHints;
import io.graphkernel.runtime.generated.Checks;
import io.graphkernel.runtime.generated.KernelLibrary;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.ResultChecks;
import io.graphkernel.runtime.generated.library.call.MatMulCall;
import io.graphkernel.runtime.generated.size.Sizes;
import java.lang.Error;
import java.lang.RuntimeException;
import java.lang.String;
import java.lang.ref.Reference;
import javax.annotation.processing.Generated;

/**
 * The compiled kernels of {@link demo.ops.Records}.
 */
@Generated("io.graphkernel.processor.GraphKernelProcessor")
public final class RecordsKernels {
    private static final KernelLibrary LIBRARY = KernelLibrary.of(RecordsKernels.class, "demo.ops.Records", "0123456789abcdef", 6, "0000000000000000000000000000000000000000000000000000000000000000");

    private static final int NORMED_0 = 0;

    private static final int MLP_0 = 1;

    private static final MatMulCall MLP_1 = new MatMulCall("mlp", "the result of Add", "w.up", DType.F32, DType.F32, 2, 2, false, false);

    private static final int MLP_2 = 2;

    private static final MatMulCall MLP_3 = new MatMulCall("mlp", "y", "the result of Mul", DType.F32, DType.F32, 2, 2, false, false);

    private static final int MLP_4 = 3;

    private static final int MLP_5_FLAT = 4;

    private static final int MLP_5_ROWS = 5;

    private static final String[] MLP_0_OPERANDS = {"w.w_up"};

    private RecordsKernels() {
    }

    /**
     * Reads components.
     *
     * <p>11 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>norm.gamma</code>, <code>f32[d]</code>
     * <li><code>norm.beta</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, d]</code>
     * </ul>
     */
    public static Tensor normed(Tensor x, Records.Norm norm) {
        Checks.record("normed", "norm", norm);
        Checks.tensor("normed", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, n, d);
        try {
            normed(x, norm, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * Reads components.
     *
     * <p>11 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>norm.gamma</code>, <code>f32[d]</code>
     * <li><code>norm.beta</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, d]</code>
     * </ul>
     */
    public static void normed(Tensor x, Records.Norm norm, Tensor out) {
        Checks.record("normed", "norm", norm);
        final Tensor norm_gamma = norm.gamma();
        final Tensor norm_beta = norm.beta();
        final float norm_epsilon = norm.epsilon();
        Checks.tensor("normed", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("normed", "norm.gamma", norm_gamma, DType.F32, 1);
        Checks.dimension("normed", "norm.gamma", norm_gamma, 0, "d", d, "x");
        Checks.tensor("normed", "norm.beta", norm_beta, DType.F32, 1);
        Checks.dimension("normed", "norm.beta", norm_beta, 0, "d", d, "x");
        ResultChecks.resultTensor("normed", "out", out, DType.F32);
        if (!(out.rank() == 2 && out.dimension(0) == n && out.dimension(1) == d)) {
            throw ResultChecks.wrongResult("normed", "out", out, n, d);
        }
        Checks.sameDevice("normed", "norm.gamma", norm_gamma, "x", x);
        Checks.sameDevice("normed", "norm.beta", norm_beta, "x", x);
        Checks.sameDevice("normed", "out", out, "x", x);
        Checks.disjointOrSame("normed", "out", out, "x", x);
        Checks.disjoint("normed", "out", out, "norm.gamma", norm_gamma);
        Checks.disjoint("normed", "out", out, "norm.beta", norm_beta);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.input(1, norm_gamma);
            frame.input(2, norm_beta);
            frame.output(3, out);
            frame.integer(4, n);
            frame.integer(5, d);
            frame.scalar(6, norm_epsilon);
            frame.integer(7, CacheHints.level(8L * (d*n), out.address() == x.address()));
            LIBRARY.kernel(NORMED_0, frame).launch(frame, ((d*n) == 0 ? 0 : n), 1, 8L * d, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(norm_gamma);
        Reference.reachabilityFence(norm_beta);
        Reference.reachabilityFence(out);
    }

    /**
     * Hands a record on, makes one, and writes to a component.
     *
     * <p>17 ops in 6 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>w.up</code>, <code>f32[d, h]</code>
     * <li><code>w.down</code>, <code>f32[h, d]</code>
     * <li><code>w.norm.gamma</code>, <code>f32[d]</code>
     * <li><code>w.norm.beta</code>, <code>f32[d]</code>
     * <li><code>w.w_up</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>y</code>, <code>f32[n, d]</code>
     * <li><code>pair.up</code>, <code>f32[d, h]</code>
     * <li><code>pair.down</code>, <code>f32[...]</code>
     * </ul>
     */
    public static Records.Both mlp(Tensor x, Records.Weights w, float w_norm_epsilon) {
        Checks.record("mlp", "w", w);
        final Tensor w_up = w.up();
        final Tensor w_down = w.down();
        final Records.Norm w_norm = w.norm();
        Checks.record("mlp", "w.norm", w_norm);
        final Tensor w_norm_gamma = w_norm.gamma();
        final Tensor w_norm_beta = w_norm.beta();
        final Tensor w_w_up = w.w_up();
        Checks.tensor("mlp", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("mlp", "w.up", w_up, DType.F32, 2);
        Checks.dimension("mlp", "w.up", w_up, 0, "d", d, "x");
        final long h = w_up.dimension(1);
        Checks.tensor("mlp", "w.down", w_down, DType.F32, 2);
        Checks.dimension("mlp", "w.down", w_down, 0, "h", h, "w.up");
        Checks.dimension("mlp", "w.down", w_down, 1, "d", d, "x");
        Checks.tensor("mlp", "w.norm.gamma", w_norm_gamma, DType.F32, 1);
        Checks.dimension("mlp", "w.norm.gamma", w_norm_gamma, 0, "d", d, "x");
        Checks.tensor("mlp", "w.norm.beta", w_norm_beta, DType.F32, 1);
        Checks.dimension("mlp", "w.norm.beta", w_norm_beta, 0, "d", d, "x");
        Checks.tensor("mlp", "w.w_up", w_w_up, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        final Tensor y = Tensor.empty(x.device(), DType.F32, n, d);
        final Tensor pair_up = Tensor.empty(x.device(), DType.F32, d, h);
        frame.operand(0, w_w_up);
        frame.broadcast("mlp", MLP_0_OPERANDS, 1);
        final Tensor pair_down = Tensor.empty(x.device(), DType.F32, frame.broadcastDimensions());
        try {
            mlp(x, w, w_norm_epsilon, y, pair_up, pair_down);
            return new Records.Both(y, new Records.Pair(pair_up, pair_down));
        } catch (RuntimeException | Error failure) {
            y.close();
            pair_up.close();
            pair_down.close();
            throw failure;
        }
    }

    /**
     * Hands a record on, makes one, and writes to a component.
     *
     * <p>17 ops in 6 launches.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>w.up</code>, <code>f32[d, h]</code>
     * <li><code>w.down</code>, <code>f32[h, d]</code>
     * <li><code>w.norm.gamma</code>, <code>f32[d]</code>
     * <li><code>w.norm.beta</code>, <code>f32[d]</code>
     * <li><code>w.w_up</code>, <code>f32[...]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>y</code>, <code>f32[n, d]</code>
     * <li><code>pair.up</code>, <code>f32[d, h]</code>
     * <li><code>pair.down</code>, <code>f32[...]</code>
     * </ul>
     */
    public static void mlp(Tensor x, Records.Weights w, float w_norm_epsilon, Tensor y,
            Tensor pair_up, Tensor pair_down) {
        Checks.record("mlp", "w", w);
        final Tensor w_up = w.up();
        final Tensor w_down = w.down();
        final Records.Norm w_norm = w.norm();
        Checks.record("mlp", "w.norm", w_norm);
        final Tensor w_norm_gamma = w_norm.gamma();
        final Tensor w_norm_beta = w_norm.beta();
        final float w_norm_epsilon_ = w_norm.epsilon();
        final Tensor w_w_up = w.w_up();
        Checks.tensor("mlp", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("mlp", "w.up", w_up, DType.F32, 2);
        Checks.dimension("mlp", "w.up", w_up, 0, "d", d, "x");
        final long h = w_up.dimension(1);
        Checks.tensor("mlp", "w.down", w_down, DType.F32, 2);
        Checks.dimension("mlp", "w.down", w_down, 0, "h", h, "w.up");
        Checks.dimension("mlp", "w.down", w_down, 1, "d", d, "x");
        Checks.tensor("mlp", "w.norm.gamma", w_norm_gamma, DType.F32, 1);
        Checks.dimension("mlp", "w.norm.gamma", w_norm_gamma, 0, "d", d, "x");
        Checks.tensor("mlp", "w.norm.beta", w_norm_beta, DType.F32, 1);
        Checks.dimension("mlp", "w.norm.beta", w_norm_beta, 0, "d", d, "x");
        Checks.tensor("mlp", "w.w_up", w_w_up, DType.F32);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        ResultChecks.resultTensor("mlp", "y", y, DType.F32);
        if (!(y.rank() == 2 && y.dimension(0) == n && y.dimension(1) == d)) {
            throw ResultChecks.wrongResult("mlp", "y", y, n, d);
        }
        ResultChecks.resultTensor("mlp", "pair_up", pair_up, DType.F32);
        if (!(pair_up.rank() == 2 && pair_up.dimension(0) == d && pair_up.dimension(1) == h)) {
            throw ResultChecks.wrongResult("mlp", "pair_up", pair_up, d, h);
        }
        frame.operand(0, w_w_up);
        frame.broadcast("mlp", MLP_0_OPERANDS, 1);
        ResultChecks.broadcastResult("mlp", "pair_down", pair_down, DType.F32, frame);
        Checks.sameDevice("mlp", "w.up", w_up, "x", x);
        Checks.sameDevice("mlp", "w.down", w_down, "x", x);
        Checks.sameDevice("mlp", "w.norm.gamma", w_norm_gamma, "x", x);
        Checks.sameDevice("mlp", "w.norm.beta", w_norm_beta, "x", x);
        Checks.sameDevice("mlp", "w.w_up", w_w_up, "x", x);
        Checks.sameDevice("mlp", "y", y, "x", x);
        Checks.sameDevice("mlp", "pair_up", pair_up, "x", x);
        Checks.sameDevice("mlp", "pair_down", pair_down, "x", x);
        ResultChecks.writable("mlp", "w.down", w_down);
        Checks.disjointOrSame("mlp", "y", y, "x", x);
        Checks.disjoint("mlp", "y", y, "w.up", w_up);
        Checks.disjoint("mlp", "y", y, "w.down", w_down);
        Checks.disjointOrSame("mlp", "y", y, "w.norm.gamma", w_norm_gamma);
        Checks.disjointOrSame("mlp", "y", y, "w.norm.beta", w_norm_beta);
        Checks.disjoint("mlp", "y", y, "w.w_up", w_w_up);
        Checks.disjoint("mlp", "pair_up", pair_up, "y", y);
        Checks.disjointOrSame("mlp", "pair_up", pair_up, "x", x);
        Checks.disjointOrSame("mlp", "pair_up", pair_up, "w.up", w_up);
        Checks.disjoint("mlp", "pair_up", pair_up, "w.down", w_down);
        Checks.disjointOrSame("mlp", "pair_up", pair_up, "w.norm.gamma", w_norm_gamma);
        Checks.disjointOrSame("mlp", "pair_up", pair_up, "w.norm.beta", w_norm_beta);
        Checks.disjoint("mlp", "pair_up", pair_up, "w.w_up", w_w_up);
        Checks.disjoint("mlp", "pair_down", pair_down, "y", y);
        Checks.disjoint("mlp", "pair_down", pair_down, "pair_up", pair_up);
        Checks.disjointOrSame("mlp", "pair_down", pair_down, "x", x);
        Checks.disjointOrSame("mlp", "pair_down", pair_down, "w.up", w_up);
        Checks.disjoint("mlp", "pair_down", pair_down, "w.down", w_down);
        Checks.disjointOrSame("mlp", "pair_down", pair_down, "w.norm.gamma", w_norm_gamma);
        Checks.disjointOrSame("mlp", "pair_down", pair_down, "w.norm.beta", w_norm_beta);
        Checks.disjointOrSame("mlp", "pair_down", pair_down, "w.w_up", w_w_up);
        Checks.disjoint("mlp", "w.down", w_down, "x", x);
        Checks.disjoint("mlp", "w.down", w_down, "w.up", w_up);
        Checks.disjoint("mlp", "w.down", w_down, "w.norm.gamma", w_norm_gamma);
        Checks.disjoint("mlp", "w.down", w_down, "w.norm.beta", w_norm_beta);
        Checks.disjoint("mlp", "w.down", w_down, "w.w_up", w_w_up);
        final TensorScope scope = TensorScope.open();
        try {
            if (Sizes.areLarge(h | n, 26)) {
                Sizes.elements("mlp", "h*n", Sizes.product(h, n), "h, n", h, n);
            }
            final Tensor temporary0 = Tensor.empty(frame.device(), DType.F32, n, d);
            LIBRARY.enter(frame);
            try {
                frame.input(0, x);
                frame.input(1, w_norm_gamma);
                frame.input(2, w_norm_beta);
                frame.output(3, temporary0);
                frame.integer(4, n);
                frame.integer(5, d);
                frame.scalar(6, (w_norm_epsilon_) * w_norm_epsilon);
                frame.integer(7, CacheHints.level(8L * (d*n), false));
                LIBRARY.kernel(MLP_0, frame).launch(frame, ((d*n) == 0 ? 0 : n), 1, 8L * d, 0L);
            } finally {
                frame.exit();
            }
            final Tensor temporary1 = Tensor.empty(frame.device(), DType.F32, n, h);
            LIBRARY.enter(frame);
            try {
                frame.input(0, temporary0);
                frame.input(1, w_up);
                frame.output(2, temporary1);
                frame.integer(3, n);
                frame.integer(4, d);
                frame.integer(5, d);
                frame.integer(6, h);
                MLP_1.run(frame, LIBRARY.runsOnJvm(frame));
            } finally {
                frame.exit();
            }
            final Tensor temporary2 = Tensor.empty(frame.device(), DType.F32, h, d);
            LIBRARY.enter(frame);
            try {
                frame.input(0, w_down);
                frame.output(1, temporary2);
                frame.output(2, w_down);
                frame.integer(3, d);
                frame.integer(4, h);
                frame.integer(5, CacheHints.level(12L * (d*h), true));
                LIBRARY.kernel(MLP_2, frame).launch(frame, (d*h), 4096, 12L, 0L);
            } finally {
                frame.exit();
            }
            LIBRARY.enter(frame);
            try {
                frame.input(0, temporary1);
                frame.input(1, temporary2);
                frame.output(2, y);
                frame.integer(3, n);
                frame.integer(4, h);
                frame.integer(5, h);
                frame.integer(6, d);
                MLP_3.run(frame, LIBRARY.runsOnJvm(frame));
            } finally {
                frame.exit();
            }
            LIBRARY.enter(frame);
            try {
                frame.input(0, w_up);
                frame.output(1, pair_up);
                frame.integer(2, d);
                frame.integer(3, h);
                frame.integer(4, CacheHints.level(8L * (d*h), pair_up.address() == w_up.address()));
                LIBRARY.kernel(MLP_4, frame).launch(frame, (d*h), 4096, 8L, 0L);
            } finally {
                frame.exit();
            }
            LIBRARY.enter(frame);
            try {
                frame.input(0, w_w_up);
                frame.output(1, pair_down);
                frame.integer(2, CacheHints.level(8L * frame.broadcastElementCount(), pair_down.address() == w_w_up.address()));
                final long rows = frame.bindBroadcast(3, 1);
                if (rows <= 1) {
                    LIBRARY.kernel(MLP_5_FLAT, frame).launch(frame, frame.broadcastElementCount(), 4096, 8L, 0);
                } else {
                    LIBRARY.kernel(MLP_5_ROWS, frame).launch(frame, rows, 1, 8L * (frame.broadcastElementCount() / rows), 0);
                }
            } finally {
                frame.exit();
            }
        } finally {
            scope.close();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(w_up);
        Reference.reachabilityFence(w_down);
        Reference.reachabilityFence(w_norm_gamma);
        Reference.reachabilityFence(w_norm_beta);
        Reference.reachabilityFence(w_w_up);
        Reference.reachabilityFence(y);
        Reference.reachabilityFence(pair_up);
        Reference.reachabilityFence(pair_down);
    }
}
