// Generated from the @GraphKernel methods of demo.ops.Gradients.
package demo.ops;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.generated.CacheHints;
import io.graphkernel.runtime.generated.Checks;
import io.graphkernel.runtime.generated.KernelLibrary;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.RecordedKernel;
import io.graphkernel.runtime.generated.ResultChecks;
import io.graphkernel.runtime.generated.SavedValues;
import io.graphkernel.runtime.generated.size.Sizes;
import java.lang.AutoCloseable;
import java.lang.Error;
import java.lang.Override;
import java.lang.RuntimeException;
import java.lang.ref.Reference;
import java.util.List;
import javax.annotation.processing.Generated;

/**
 * The compiled kernels of {@link demo.ops.Gradients}.
 */
@Generated("io.graphkernel.processor.GraphKernelProcessor")
public final class GradientsKernels {
    private static final KernelLibrary LIBRARY = KernelLibrary.of(GradientsKernels.class, "demo.ops.Gradients", "0123456789abcdef", 24, "0000000000000000000000000000000000000000000000000000000000000000");

    private static final int NORM_0 = 0;

    private static final int SUMS_0 = 1;

    private static final int PARTS_0 = 2;

    private static final int PARTS_0_FINISH = 3;

    private static final int FROZEN_0 = 4;

    private static final int NORM_FORWARD_0 = 5;

    private static final int NORM_GRADIENT_0 = 6;

    private static final int NORM_GRADIENT_0_FINISH = 7;

    private static final int NORM_ACCUMULATE_GRADIENT_0 = 8;

    private static final int NORM_ACCUMULATE_GRADIENT_1 = 9;

    private static final int SUMS_FORWARD_0 = 10;

    private static final int SUMS_GRADIENT_0 = 11;

    private static final int SUMS_ACCUMULATE_GRADIENT_0 = 12;

    private static final int PARTS_FORWARD_0 = 13;

    private static final int PARTS_FORWARD_0_FINISH = 14;

    private static final int PARTS_GRADIENT_0 = 15;

    private static final int PARTS_GRADIENT_0_FINISH = 16;

    private static final int PARTS_ACCUMULATE_GRADIENT_0 = 17;

    private static final int PARTS_ACCUMULATE_GRADIENT_1 = 18;

    private static final int FROZEN_FORWARD_0 = 19;

    private static final int FROZEN_GRADIENT_0 = 20;

    private static final int FROZEN_GRADIENT_0_FINISH = 21;

    private static final int FROZEN_ACCUMULATE_GRADIENT_0 = 22;

    private static final int FROZEN_ACCUMULATE_GRADIENT_1 = 23;

    private GradientsKernels() {
    }

    /**
     * Parameters that are saved, a value of its own, a number, and a parameter without a gradient.
     *
     * <p>6 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>gamma</code>, <code>f32[d]</code>
     * <li><code>beta</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, d]</code>
     * </ul>
     */
    public static Tensor norm(Tensor x, Tensor gamma, Tensor beta, float factor) {
        if (RecordedKernel.isOn()) {
            if (RecordedKernel.isTracked(x, gamma)) {
                Checks.open("norm", "x", x);
                Checks.open("norm", "gamma", gamma);
                RecordedKernel.constant("norm", "beta", beta);
                return RecordedKernel.call("norm", () -> normForward(x, gamma, beta, factor));
            }
        }
        Checks.tensor("norm", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, n, d);
        try {
            norm(x, gamma, beta, factor, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * Parameters that are saved, a value of its own, a number, and a parameter without a gradient.
     *
     * <p>6 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>gamma</code>, <code>f32[d]</code>
     * <li><code>beta</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, d]</code>
     * </ul>
     */
    public static void norm(Tensor x, Tensor gamma, Tensor beta, float factor, Tensor out) {
        Checks.tensor("norm", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("norm", "gamma", gamma, DType.F32, 1);
        Checks.dimension("norm", "gamma", gamma, 0, "d", d, "x");
        Checks.tensor("norm", "beta", beta, DType.F32, 1);
        Checks.dimension("norm", "beta", beta, 0, "d", d, "x");
        ResultChecks.resultTensor("norm", "out", out, DType.F32);
        if (!(out.rank() == 2 && out.dimension(0) == n && out.dimension(1) == d)) {
            throw ResultChecks.wrongResult("norm", "out", out, n, d);
        }
        Checks.sameDevice("norm", "gamma", gamma, "x", x);
        Checks.sameDevice("norm", "beta", beta, "x", x);
        Checks.sameDevice("norm", "out", out, "x", x);
        Checks.disjointOrSame("norm", "out", out, "x", x);
        Checks.disjoint("norm", "out", out, "gamma", gamma);
        Checks.disjoint("norm", "out", out, "beta", beta);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.input(1, gamma);
            frame.input(2, beta);
            frame.output(3, out);
            frame.integer(4, n);
            frame.integer(5, d);
            frame.scalar(6, factor);
            frame.integer(7, CacheHints.level(8L * (d*n), out.address() == x.address()));
            LIBRARY.kernel(NORM_0, frame).launch(frame, ((d*n) == 0 ? 0 : n), 1, 8L * d, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(gamma);
        Reference.reachabilityFence(beta);
        Reference.reachabilityFence(out);
    }

    /**
     * Parameters that are saved, a value of its own, a number, and a parameter without a gradient.
     *
     * <p>6 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>gamma</code>, <code>f32[d]</code>
     * <li><code>beta</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, d]</code>
     * </ul>
     */
    public static void norm(float[] x, float[] gamma, float[] beta, float factor, float[] out) {
        final long d = Checks.quotient("norm", "gamma", "d", gamma, 1L);
        final long n = Checks.quotient("norm", "x", "n", x, d, "array gamma gives d");
        Checks.arrayLength("norm", "beta", beta, d);
        Checks.arrayLength("norm", "out", out, Sizes.product(n, d));
        Checks.distinct("norm", "out", out, "gamma", gamma);
        Checks.distinct("norm", "out", out, "beta", beta);
        if (LIBRARY.pins(4L * ((long) x.length + (long) gamma.length + (long) beta.length + (long) out.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(4, n);
            frame.integer(5, d);
            frame.scalar(6, factor);
            frame.integer(7, 0);
            LIBRARY.kernel(NORM_0, frame).launchArrays(frame, ((d*n) == 0 ? 0 : n), 0L, 0b1000, frame.arrays().add(x).add(gamma).add(beta).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, n, d);
            final Tensor gammaTensor = Tensor.of(gamma, d);
            final Tensor betaTensor = Tensor.of(beta, d);
            final Tensor outTensor = Tensor.empty(DType.F32, n, d);
            norm(xTensor, gammaTensor, betaTensor, factor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * Nothing but a size is kept, and the cotangent is checked against it.
     *
     * <p>1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n]</code>
     * </ul>
     */
    static Tensor sums(Tensor x) {
        if (RecordedKernel.isOn()) {
            if (RecordedKernel.isTracked(x)) {
                Checks.open("sums", "x", x);
                return RecordedKernel.call("sums", () -> sumsForward(x));
            }
        }
        Checks.tensor("sums", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, n);
        try {
            sums(x, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * Nothing but a size is kept, and the cotangent is checked against it.
     *
     * <p>1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n]</code>
     * </ul>
     */
    static void sums(Tensor x, Tensor out) {
        Checks.tensor("sums", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        ResultChecks.resultTensor("sums", "out", out, DType.F32);
        if (!(out.rank() == 1 && out.dimension(0) == n)) {
            throw ResultChecks.wrongResult("sums", "out", out, n);
        }
        Checks.sameDevice("sums", "out", out, "x", x);
        Checks.disjoint("sums", "out", out, "x", x);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, out);
            frame.integer(2, n);
            frame.integer(3, d);
            frame.integer(4, 0L);
            LIBRARY.kernel(SUMS_0, frame).launch(frame, n, 1, 4L * d, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(out);
    }

    /**
     * Nothing but a size is kept, and the cotangent is checked against it.
     *
     * <p>1 op in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n]</code>
     * </ul>
     */
    static void sums(float[] x, long d, float[] out) {
        Checks.askedDimension("sums", "d", d);
        final long n = Checks.quotient("sums", "x", "n", x, d);
        Checks.arrayLength("sums", "out", out, n);
        Checks.distinct("sums", "out", out, "x", x);
        if (LIBRARY.pins(4L * ((long) x.length + (long) out.length))) {
            final LaunchFrame frame = LaunchFrame.current(Device.cpu());
            frame.integer(2, n);
            frame.integer(3, d);
            frame.integer(4, 0L);
            LIBRARY.kernel(SUMS_0, frame).launchArrays(frame, n, 0L, 0b10, frame.arrays().add(x).add(out));
            return;
        }
        final TensorScope scope = TensorScope.open();
        try {
            final Tensor xTensor = Tensor.of(x, n, d);
            final Tensor outTensor = Tensor.empty(DType.F32, n);
            sums(xTensor, outTensor);
            outTensor.copyTo(out);
        } finally {
            scope.close();
        }
    }

    /**
     * Records as parameter and result, and several cotangents.
     *
     * <p>5 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>weights.scale</code>, <code>f32[d]</code>
     * <li><code>weights.shift</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>scaled</code>, <code>f32[n, d]</code>
     * <li><code>total</code>, <code>f32[]</code>
     * <li><code>shifted</code>, <code>f32[n, d]</code>
     * </ul>
     */
    public static Gradients.Parts parts(Tensor x, Gradients.Weights weights) {
        if (RecordedKernel.isOn()) {
            Checks.record("parts", "weights", weights);
            final Tensor weights_scale = weights.scale();
            final Tensor weights_shift = weights.shift();
            final int weights_power = weights.power();
            if (RecordedKernel.isTracked(x, weights_scale)) {
                Checks.open("parts", "x", x);
                Checks.open("parts", "weights.scale", weights_scale);
                RecordedKernel.constant("parts", "weights.shift", weights_shift);
                return RecordedKernel.call("parts", () -> partsForward(x, weights));
            }
        }
        Checks.record("parts", "weights", weights);
        Checks.tensor("parts", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor scaled = Tensor.empty(x.device(), DType.F32, n, d);
        final Tensor total = Tensor.empty(x.device(), DType.F32);
        final Tensor shifted = Tensor.empty(x.device(), DType.F32, n, d);
        try {
            parts(x, weights, scaled, total, shifted);
            return new Gradients.Parts(scaled, total, shifted);
        } catch (RuntimeException | Error failure) {
            scaled.close();
            total.close();
            shifted.close();
            throw failure;
        }
    }

    /**
     * Records as parameter and result, and several cotangents.
     *
     * <p>5 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>x</code>, <code>f32[n, d]</code>
     * <li><code>weights.scale</code>, <code>f32[d]</code>
     * <li><code>weights.shift</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>scaled</code>, <code>f32[n, d]</code>
     * <li><code>total</code>, <code>f32[]</code>
     * <li><code>shifted</code>, <code>f32[n, d]</code>
     * </ul>
     */
    public static void parts(Tensor x, Gradients.Weights weights, Tensor scaled, Tensor total,
            Tensor shifted) {
        Checks.record("parts", "weights", weights);
        final Tensor weights_scale = weights.scale();
        final Tensor weights_shift = weights.shift();
        final int weights_power = weights.power();
        Checks.tensor("parts", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("parts", "weights.scale", weights_scale, DType.F32, 1);
        Checks.dimension("parts", "weights.scale", weights_scale, 0, "d", d, "x");
        Checks.tensor("parts", "weights.shift", weights_shift, DType.F32, 1);
        Checks.dimension("parts", "weights.shift", weights_shift, 0, "d", d, "x");
        ResultChecks.resultTensor("parts", "scaled", scaled, DType.F32);
        if (!(scaled.rank() == 2 && scaled.dimension(0) == n && scaled.dimension(1) == d)) {
            throw ResultChecks.wrongResult("parts", "scaled", scaled, n, d);
        }
        ResultChecks.resultTensor("parts", "total", total, DType.F32);
        if (!(total.rank() == 0)) {
            throw ResultChecks.wrongResult("parts", "total", total);
        }
        ResultChecks.resultTensor("parts", "shifted", shifted, DType.F32);
        if (!(shifted.rank() == 2 && shifted.dimension(0) == n && shifted.dimension(1) == d)) {
            throw ResultChecks.wrongResult("parts", "shifted", shifted, n, d);
        }
        Checks.sameDevice("parts", "weights.scale", weights_scale, "x", x);
        Checks.sameDevice("parts", "weights.shift", weights_shift, "x", x);
        Checks.sameDevice("parts", "scaled", scaled, "x", x);
        Checks.sameDevice("parts", "total", total, "x", x);
        Checks.sameDevice("parts", "shifted", shifted, "x", x);
        Checks.disjointOrSame("parts", "scaled", scaled, "x", x);
        Checks.disjoint("parts", "scaled", scaled, "weights.scale", weights_scale);
        Checks.disjoint("parts", "scaled", scaled, "weights.shift", weights_shift);
        Checks.disjoint("parts", "total", total, "scaled", scaled);
        Checks.disjoint("parts", "total", total, "x", x);
        Checks.disjoint("parts", "total", total, "weights.scale", weights_scale);
        Checks.disjoint("parts", "total", total, "weights.shift", weights_shift);
        Checks.disjoint("parts", "shifted", shifted, "scaled", scaled);
        Checks.disjoint("parts", "shifted", shifted, "total", total);
        Checks.disjointOrSame("parts", "shifted", shifted, "x", x);
        Checks.disjoint("parts", "shifted", shifted, "weights.scale", weights_scale);
        Checks.disjoint("parts", "shifted", shifted, "weights.shift", weights_shift);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        final long blocks0 = LaunchFrame.ceilDiv((Math.min(1L, d)*n), (Math.max(1L, Math.floorDiv(32768L, Math.max(1L, d)))));
        final long bytes1 = LaunchFrame.aligned(blocks0 * 32L);
        final long arena = LIBRARY.enter(frame, bytes1);
        try {
            frame.input(0, x);
            frame.input(1, weights_scale);
            frame.input(2, weights_shift);
            frame.output(3, scaled);
            frame.output(4, total);
            frame.output(5, shifted);
            frame.integer(6, n);
            frame.integer(7, d);
            frame.scalar(8, (float) (weights_power));
            frame.integer(9, CacheHints.level(12L * (d*n), scaled.address() == x.address() || shifted.address() == x.address()));
            frame.pointer(10, arena);
            frame.integer(11, (Math.max(1L, Math.floorDiv(32768L, Math.max(1L, d)))));
            frame.integer(12, blocks0);
            LIBRARY.kernel(PARTS_0, frame).launch(frame, blocks0, 1, (Math.max(1L, Math.floorDiv(32768L, Math.max(1L, d)))) * (12L * d), 0L);
            LIBRARY.kernel(PARTS_0_FINISH, frame).launch(frame, 1L, 64, 4L * blocks0, 0L);
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(weights_scale);
        Reference.reachabilityFence(weights_shift);
        Reference.reachabilityFence(scaled);
        Reference.reachabilityFence(total);
        Reference.reachabilityFence(shifted);
    }

    /**
     * A record without a gradient in one that has a gradient, and a parameter that is called as the cotangent would be.
     *
     * <p>2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>cotangent</code>, <code>f32[n, d]</code>
     * <li><code>layer.frozen.scale</code>, <code>f32[d]</code>
     * <li><code>layer.frozen.shift</code>, <code>f32[d]</code>
     * <li><code>layer.bias</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, d]</code>
     * </ul>
     */
    static Tensor frozen(Tensor cotangent, Gradients.Layer layer) {
        if (RecordedKernel.isOn()) {
            Checks.record("frozen", "layer", layer);
            final Gradients.Weights layer_frozen = layer.frozen();
            Checks.record("frozen", "layer.frozen", layer_frozen);
            final Tensor layer_frozen_scale = layer_frozen.scale();
            final Tensor layer_frozen_shift = layer_frozen.shift();
            final int layer_frozen_power = layer_frozen.power();
            final Tensor layer_bias = layer.bias();
            if (RecordedKernel.isTracked(cotangent, layer_bias)) {
                Checks.open("frozen", "cotangent", cotangent);
                RecordedKernel.constant("frozen", "layer.frozen.scale", layer_frozen_scale);
                RecordedKernel.constant("frozen", "layer.frozen.shift", layer_frozen_shift);
                Checks.open("frozen", "layer.bias", layer_bias);
                return RecordedKernel.call("frozen", () -> frozenForward(cotangent, layer));
            }
        }
        Checks.record("frozen", "layer", layer);
        Checks.tensor("frozen", "cotangent", cotangent, DType.F32, 2);
        final long n = cotangent.dimension(0);
        final long d = cotangent.dimension(1);
        final Tensor out = Tensor.empty(cotangent.device(), DType.F32, n, d);
        try {
            frozen(cotangent, layer, out);
            return out;
        } catch (RuntimeException | Error failure) {
            out.close();
            throw failure;
        }
    }

    /**
     * A record without a gradient in one that has a gradient, and a parameter that is called as the cotangent would be.
     *
     * <p>2 ops in 1 launch.
     *
     * <p>Takes
     * <ul>
     * <li><code>cotangent</code>, <code>f32[n, d]</code>
     * <li><code>layer.frozen.scale</code>, <code>f32[d]</code>
     * <li><code>layer.frozen.shift</code>, <code>f32[d]</code>
     * <li><code>layer.bias</code>, <code>f32[d]</code>
     * </ul>
     *
     * <p>Gives
     * <ul>
     * <li><code>f32[n, d]</code>
     * </ul>
     */
    static void frozen(Tensor cotangent, Gradients.Layer layer, Tensor out) {
        Checks.record("frozen", "layer", layer);
        final Gradients.Weights layer_frozen = layer.frozen();
        Checks.record("frozen", "layer.frozen", layer_frozen);
        final Tensor layer_frozen_scale = layer_frozen.scale();
        final Tensor layer_frozen_shift = layer_frozen.shift();
        final int layer_frozen_power = layer_frozen.power();
        final Tensor layer_bias = layer.bias();
        Checks.tensor("frozen", "cotangent", cotangent, DType.F32, 2);
        final long n = cotangent.dimension(0);
        final long d = cotangent.dimension(1);
        Checks.tensor("frozen", "layer.frozen.scale", layer_frozen_scale, DType.F32, 1);
        Checks.dimension("frozen", "layer.frozen.scale", layer_frozen_scale, 0, "d", d, "cotangent");
        Checks.tensor("frozen", "layer.frozen.shift", layer_frozen_shift, DType.F32, 1);
        Checks.dimension("frozen", "layer.frozen.shift", layer_frozen_shift, 0, "d", d, "cotangent");
        Checks.tensor("frozen", "layer.bias", layer_bias, DType.F32, 1);
        Checks.dimension("frozen", "layer.bias", layer_bias, 0, "d", d, "cotangent");
        ResultChecks.resultTensor("frozen", "out", out, DType.F32);
        if (!(out.rank() == 2 && out.dimension(0) == n && out.dimension(1) == d)) {
            throw ResultChecks.wrongResult("frozen", "out", out, n, d);
        }
        Checks.sameDevice("frozen", "layer.frozen.scale", layer_frozen_scale, "cotangent", cotangent);
        Checks.sameDevice("frozen", "layer.frozen.shift", layer_frozen_shift, "cotangent", cotangent);
        Checks.sameDevice("frozen", "layer.bias", layer_bias, "cotangent", cotangent);
        Checks.sameDevice("frozen", "out", out, "cotangent", cotangent);
        Checks.disjointOrSame("frozen", "out", out, "cotangent", cotangent);
        Checks.disjoint("frozen", "out", out, "layer.frozen.scale", layer_frozen_scale);
        Checks.disjointOrSame("frozen", "out", out, "layer.frozen.shift", layer_frozen_shift);
        Checks.disjoint("frozen", "out", out, "layer.bias", layer_bias);
        final LaunchFrame frame = LaunchFrame.current(cotangent.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, cotangent);
            frame.input(1, layer_frozen_scale);
            frame.input(2, layer_bias);
            frame.output(3, out);
            frame.integer(4, n);
            frame.integer(5, d);
            frame.integer(6, CacheHints.level(8L * (d*n), out.address() == cotangent.address()));
            LIBRARY.kernel(FROZEN_0, frame).launch(frame, ((d*n) == 0 ? 0 : n), 1, 8L * d, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(cotangent);
        Reference.reachabilityFence(layer_frozen_scale);
        Reference.reachabilityFence(layer_frozen_shift);
        Reference.reachabilityFence(layer_bias);
        Reference.reachabilityFence(out);
    }

    /**
     * {@link #norm} with what {@link #normGradient} reads of it: x, gamma, total.
     *
     * @return to be closed after the last gradient call; its result is closed with it
     */
    public static NormForward normForward(Tensor x, Tensor gamma, Tensor beta, float factor) {
        Checks.tensor("normForward", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, n, d);
        final NormSaved saved = new NormSaved();
        try {
            normForward(x, gamma, beta, factor, out, saved);
            return new NormForward(out, SavedValues.withParameters(saved, x, gamma));
        } catch (RuntimeException | Error failure) {
            out.close();
            saved.close();
            throw failure;
        }
    }

    private static Tensor normStored0(NormSaved saved, int number, Tensor x, long n) {
        final Tensor stored = SavedValues.stored(saved, number, x.device());
        if (stored != null && stored.rank() == 2 && stored.dimension(0) == n && stored.dimension(1) == 1L) {
            return stored;
        }
        return SavedValues.store(saved, number, Tensor.empty(x.device(), DType.F32, n, 1L));
    }

    /**
     * As the overload without {@code saved}, into tensors that are given and written over.
     *
     * @param saved of any earlier call, or new; what it had saved is written over. A call with the same tensors as the one before allocates nothing
     */
    public static void normForward(Tensor x, Tensor gamma, Tensor beta, float factor, Tensor out,
            NormSaved saved) {
        SavedValues.requireOpen("normForward", saved);
        Checks.tensor("normForward", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        SavedValues.requireApart("normForward", "out", out, "x", x);
        final Tensor total = normStored0(saved, 2, x, n);
        normLaunchForward(x, gamma, beta, factor, out, total);
        SavedValues.complete(saved, false);
        SavedValues.keep(saved, 0, x);
        SavedValues.keep(saved, 1, gamma);
        SavedValues.keep(saved, 2, total);
        saved.number0 = factor;
        SavedValues.complete(saved, true);
    }

    private static void normLaunchForward(Tensor x, Tensor gamma, Tensor beta, float factor,
            Tensor out, Tensor total) {
        Checks.tensor("normForward", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("normForward", "gamma", gamma, DType.F32, 1);
        Checks.dimension("normForward", "gamma", gamma, 0, "d", d, "x");
        Checks.tensor("normForward", "beta", beta, DType.F32, 1);
        Checks.dimension("normForward", "beta", beta, 0, "d", d, "x");
        ResultChecks.resultTensor("normForward", "out", out, DType.F32);
        if (!(out.rank() == 2 && out.dimension(0) == n && out.dimension(1) == d)) {
            throw ResultChecks.wrongResult("normForward", "out", out, n, d);
        }
        ResultChecks.resultTensor("normForward", "total", total, DType.F32);
        if (!(total.rank() == 2 && total.dimension(0) == n && total.dimension(1) == 1L)) {
            throw ResultChecks.wrongResult("normForward", "total", total, n, 1L);
        }
        Checks.sameDevice("normForward", "gamma", gamma, "x", x);
        Checks.sameDevice("normForward", "beta", beta, "x", x);
        Checks.sameDevice("normForward", "out", out, "x", x);
        Checks.sameDevice("normForward", "total", total, "x", x);
        Checks.disjointOrSame("normForward", "out", out, "x", x);
        Checks.disjoint("normForward", "out", out, "gamma", gamma);
        Checks.disjoint("normForward", "out", out, "beta", beta);
        Checks.disjoint("normForward", "total", total, "out", out);
        Checks.disjoint("normForward", "total", total, "x", x);
        Checks.disjoint("normForward", "total", total, "gamma", gamma);
        Checks.disjoint("normForward", "total", total, "beta", beta);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.input(1, gamma);
            frame.input(2, beta);
            frame.output(3, total);
            frame.output(4, out);
            frame.integer(5, n);
            frame.integer(6, d);
            frame.scalar(7, factor);
            frame.integer(8, CacheHints.level(8L * (d*n), out.address() == x.address()));
            LIBRARY.kernel(NORM_FORWARD_0, frame).launch(frame, n, 1, 8L * d, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(gamma);
        Reference.reachabilityFence(beta);
        Reference.reachabilityFence(out);
        Reference.reachabilityFence(total);
    }

    /**
     * The gradients of {@link #norm}.
     *
     * @param saved what {@link #normForward} has kept; any number of calls may read it
     */
    public static NormGradients normGradient(NormSaved saved, Tensor cotangent) {
        SavedValues.require("normGradient", saved);
        return normMakeGradient(saved.number0, saved.x(), saved.gamma(), saved.total(), cotangent);
    }

    /**
     * As the overload without {@code gradients}, into tensors that are given and written over.
     */
    public static void normGradient(NormSaved saved, Tensor cotangent, NormGradients gradients) {
        SavedValues.require("normGradient", saved);
        Checks.record("normGradient", "gradients", gradients);
        normLaunchGradient(saved.number0, saved.x(), saved.gamma(), saved.total(), cotangent, gradients.x(), gradients.gamma());
    }

    /**
     * As {@link #normGradient}, added to what given tensors hold.
     */
    public static void normAccumulateGradient(NormSaved saved, Tensor cotangent,
            NormGradients gradients) {
        SavedValues.require("normAccumulateGradient", saved);
        Checks.record("normAccumulateGradient", "gradients", gradients);
        synchronized (saved) {
            normCheckAddition(saved, cotangent, gradients);
            final Tensor added = SavedValues.addend("normAccumulateGradient", saved, 0, gradients.x());
            final Tensor added_ = SavedValues.addend("normAccumulateGradient", saved, 1, gradients.gamma());
            normLaunchGradient(saved.number0, saved.x(), saved.gamma(), saved.total(), cotangent, added, added_);
            normLaunchAddition(gradients.x(), gradients.gamma(), added, added_);
        }
    }

    private static void normCheckAddition(NormSaved saved, Tensor cotangent,
            NormGradients gradients) {
        final Tensor x = saved.x();
        final Tensor xGradient = gradients.x();
        final Tensor gammaGradient = gradients.gamma();
        Checks.tensor("normAccumulateGradient", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("normAccumulateGradient", "cotangent", cotangent, DType.F32, 2);
        Checks.dimension("normAccumulateGradient", "cotangent", cotangent, 0, "n", n, "x");
        Checks.dimension("normAccumulateGradient", "cotangent", cotangent, 1, "d", d, "x");
        ResultChecks.resultTensor("normAccumulateGradient", "xGradient", xGradient, DType.F32);
        if (!(xGradient.rank() == 2 && xGradient.dimension(0) == n && xGradient.dimension(1) == d)) {
            throw ResultChecks.wrongResult("normAccumulateGradient", "xGradient", xGradient, n, d);
        }
        ResultChecks.resultTensor("normAccumulateGradient", "gammaGradient", gammaGradient, DType.F32);
        if (!(gammaGradient.rank() == 1 && gammaGradient.dimension(0) == d)) {
            throw ResultChecks.wrongResult("normAccumulateGradient", "gammaGradient", gammaGradient, d);
        }
        Checks.sameDevice("normAccumulateGradient", "cotangent", cotangent, "x", x);
        Checks.sameDevice("normAccumulateGradient", "xGradient", xGradient, "x", x);
        Checks.sameDevice("normAccumulateGradient", "gammaGradient", gammaGradient, "x", x);
    }

    private static void normLaunchGradient(float factor, Tensor x, Tensor gamma, Tensor total,
            Tensor cotangent, Tensor xGradient, Tensor gammaGradient) {
        Checks.tensor("normGradient", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("normGradient", "gamma", gamma, DType.F32, 1);
        Checks.dimension("normGradient", "gamma", gamma, 0, "d", d, "x");
        Checks.tensor("normGradient", "total", total, DType.F32, 2);
        Checks.dimension("normGradient", "total", total, 0, "n", n, "x");
        Checks.fixedDimension("normGradient", "total", total, 1, 1L);
        Checks.tensor("normGradient", "cotangent", cotangent, DType.F32, 2);
        Checks.dimension("normGradient", "cotangent", cotangent, 0, "n", n, "x");
        Checks.dimension("normGradient", "cotangent", cotangent, 1, "d", d, "x");
        ResultChecks.resultTensor("normGradient", "xGradient", xGradient, DType.F32);
        if (!(xGradient.rank() == 2 && xGradient.dimension(0) == n && xGradient.dimension(1) == d)) {
            throw ResultChecks.wrongResult("normGradient", "xGradient", xGradient, n, d);
        }
        ResultChecks.resultTensor("normGradient", "gammaGradient", gammaGradient, DType.F32);
        if (!(gammaGradient.rank() == 1 && gammaGradient.dimension(0) == d)) {
            throw ResultChecks.wrongResult("normGradient", "gammaGradient", gammaGradient, d);
        }
        Checks.sameDevice("normGradient", "gamma", gamma, "x", x);
        Checks.sameDevice("normGradient", "total", total, "x", x);
        Checks.sameDevice("normGradient", "cotangent", cotangent, "x", x);
        Checks.sameDevice("normGradient", "xGradient", xGradient, "x", x);
        Checks.sameDevice("normGradient", "gammaGradient", gammaGradient, "x", x);
        Checks.disjoint("normGradient", "xGradient", xGradient, "x", x);
        Checks.disjoint("normGradient", "xGradient", xGradient, "gamma", gamma);
        Checks.disjoint("normGradient", "xGradient", xGradient, "total", total);
        Checks.disjoint("normGradient", "xGradient", xGradient, "cotangent", cotangent);
        Checks.disjoint("normGradient", "gammaGradient", gammaGradient, "xGradient", xGradient);
        Checks.disjoint("normGradient", "gammaGradient", gammaGradient, "x", x);
        Checks.disjoint("normGradient", "gammaGradient", gammaGradient, "gamma", gamma);
        Checks.disjoint("normGradient", "gammaGradient", gammaGradient, "total", total);
        Checks.disjoint("normGradient", "gammaGradient", gammaGradient, "cotangent", cotangent);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        final long blocks0 = LaunchFrame.ceilDiv((Math.min(1L, d)*n), (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))));
        final long bytes1 = LaunchFrame.aligned(blocks0 * (64L*Math.floorDiv(4L*d + 63L, 64L)));
        final long arena = LIBRARY.enter(frame, bytes1);
        try {
            frame.input(0, x);
            frame.input(1, total);
            frame.input(2, cotangent);
            frame.input(3, gamma);
            frame.output(4, gammaGradient);
            frame.output(5, xGradient);
            frame.integer(6, n);
            frame.integer(7, d);
            frame.scalar(8, factor);
            frame.integer(9, CacheHints.level(12L * (d*n), false));
            frame.pointer(10, arena);
            frame.integer(11, (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))));
            frame.integer(12, blocks0);
            LIBRARY.kernel(NORM_GRADIENT_0, frame).launch(frame, blocks0, 1, (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))) * (12L * d), LaunchFrame.aligned(4L * (Math.max(8704L, d + 32L))));
            LIBRARY.kernel(NORM_GRADIENT_0_FINISH, frame).launch(frame, d, 64, 4L * blocks0, 0L);
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(gamma);
        Reference.reachabilityFence(total);
        Reference.reachabilityFence(cotangent);
        Reference.reachabilityFence(xGradient);
        Reference.reachabilityFence(gammaGradient);
    }

    private static NormGradients normMakeGradient(float factor, Tensor x, Tensor gamma,
            Tensor total, Tensor cotangent) {
        Checks.tensor("normGradient", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor xGradient = Tensor.empty(x.device(), DType.F32, n, d);
        final Tensor gammaGradient = Tensor.empty(x.device(), DType.F32, d);
        try {
            normLaunchGradient(factor, x, gamma, total, cotangent, xGradient, gammaGradient);
            return new NormGradients(xGradient, gammaGradient);
        } catch (RuntimeException | Error failure) {
            xGradient.close();
            gammaGradient.close();
            throw failure;
        }
    }

    private static void normLaunchAddition(Tensor xGradient, Tensor gammaGradient,
            Tensor xGradientAddend, Tensor gammaGradientAddend) {
        Checks.tensor("normAccumulateGradient", "xGradient", xGradient, DType.F32, 2);
        final long n = xGradient.dimension(0);
        final long d = xGradient.dimension(1);
        Checks.tensor("normAccumulateGradient", "gammaGradient", gammaGradient, DType.F32, 1);
        Checks.dimension("normAccumulateGradient", "gammaGradient", gammaGradient, 0, "d", d, "xGradient");
        Checks.tensor("normAccumulateGradient", "xGradientAddend", xGradientAddend, DType.F32, 2);
        Checks.dimension("normAccumulateGradient", "xGradientAddend", xGradientAddend, 0, "n", n, "xGradient");
        Checks.dimension("normAccumulateGradient", "xGradientAddend", xGradientAddend, 1, "d", d, "xGradient");
        Checks.tensor("normAccumulateGradient", "gammaGradientAddend", gammaGradientAddend, DType.F32, 1);
        Checks.dimension("normAccumulateGradient", "gammaGradientAddend", gammaGradientAddend, 0, "d", d, "xGradient");
        Checks.sameDevice("normAccumulateGradient", "gammaGradient", gammaGradient, "xGradient", xGradient);
        Checks.sameDevice("normAccumulateGradient", "xGradientAddend", xGradientAddend, "xGradient", xGradient);
        Checks.sameDevice("normAccumulateGradient", "gammaGradientAddend", gammaGradientAddend, "xGradient", xGradient);
        ResultChecks.writable("normAccumulateGradient", "xGradient", xGradient);
        ResultChecks.writable("normAccumulateGradient", "gammaGradient", gammaGradient);
        Checks.disjoint("normAccumulateGradient", "xGradient", xGradient, "xGradientAddend", xGradientAddend);
        Checks.disjoint("normAccumulateGradient", "xGradient", xGradient, "gammaGradientAddend", gammaGradientAddend);
        Checks.disjoint("normAccumulateGradient", "gammaGradient", gammaGradient, "xGradient", xGradient);
        Checks.disjoint("normAccumulateGradient", "gammaGradient", gammaGradient, "xGradientAddend", xGradientAddend);
        Checks.disjoint("normAccumulateGradient", "gammaGradient", gammaGradient, "gammaGradientAddend", gammaGradientAddend);
        final LaunchFrame frame = LaunchFrame.current(xGradient.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, xGradient);
            frame.input(1, xGradientAddend);
            frame.output(2, xGradient);
            frame.integer(3, d);
            frame.integer(4, n);
            frame.integer(5, CacheHints.level(12L * (d*n), true));
            LIBRARY.kernel(NORM_ACCUMULATE_GRADIENT_0, frame).launch(frame, (d*n), 4096, 12L, 0L);
            frame.input(0, gammaGradient);
            frame.input(1, gammaGradientAddend);
            frame.output(2, gammaGradient);
            frame.integer(3, d);
            frame.integer(4, CacheHints.level(12L * d, true));
            LIBRARY.kernel(NORM_ACCUMULATE_GRADIENT_1, frame).launch(frame, d, 4096, 12L, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(xGradient);
        Reference.reachabilityFence(gammaGradient);
        Reference.reachabilityFence(xGradientAddend);
        Reference.reachabilityFence(gammaGradientAddend);
    }

    /**
     * {@link #sums} with what {@link #sumsGradient} reads of it: dims alone.
     *
     * @return to be closed after the last gradient call; its result is closed with it
     */
    static SumsForward sumsForward(Tensor x) {
        Checks.tensor("sumsForward", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor out = Tensor.empty(x.device(), DType.F32, n);
        final SumsSaved saved = new SumsSaved();
        try {
            sumsForward(x, out, saved);
            return new SumsForward(out, SavedValues.withParameters(saved, x));
        } catch (RuntimeException | Error failure) {
            out.close();
            saved.close();
            throw failure;
        }
    }

    /**
     * As the overload without {@code saved}, into tensors that are given and written over.
     *
     * @param saved of any earlier call, or new; what it had saved is written over. A call with the same tensors as the one before allocates nothing
     */
    static void sumsForward(Tensor x, Tensor out, SumsSaved saved) {
        SavedValues.requireOpen("sumsForward", saved);
        Checks.tensor("sumsForward", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        sumsLaunchForward(x, out);
        SavedValues.complete(saved, false);
        saved.number0 = d;
        saved.number1 = n;
        SavedValues.complete(saved, true);
    }

    private static void sumsLaunchForward(Tensor x, Tensor out) {
        Checks.tensor("sumsForward", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        ResultChecks.resultTensor("sumsForward", "out", out, DType.F32);
        if (!(out.rank() == 1 && out.dimension(0) == n)) {
            throw ResultChecks.wrongResult("sumsForward", "out", out, n);
        }
        Checks.sameDevice("sumsForward", "out", out, "x", x);
        Checks.disjoint("sumsForward", "out", out, "x", x);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, x);
            frame.output(1, out);
            frame.integer(2, n);
            frame.integer(3, d);
            frame.integer(4, 0L);
            LIBRARY.kernel(SUMS_FORWARD_0, frame).launch(frame, n, 1, 4L * d, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(out);
    }

    /**
     * The gradients of {@link #sums}.
     *
     * @param saved what {@link #sumsForward} has kept; any number of calls may read it
     */
    static SumsGradients sumsGradient(SumsSaved saved, Tensor cotangent) {
        SavedValues.require("sumsGradient", saved);
        return sumsMakeGradient(saved.number0, saved.number1, cotangent);
    }

    /**
     * As the overload without {@code gradients}, into tensors that are given and written over.
     */
    static void sumsGradient(SumsSaved saved, Tensor cotangent, SumsGradients gradients) {
        SavedValues.require("sumsGradient", saved);
        Checks.record("sumsGradient", "gradients", gradients);
        sumsLaunchGradient(saved.number0, saved.number1, cotangent, gradients.x());
    }

    /**
     * As {@link #sumsGradient}, added to what given tensors hold.
     */
    static void sumsAccumulateGradient(SumsSaved saved, Tensor cotangent, SumsGradients gradients) {
        SavedValues.require("sumsAccumulateGradient", saved);
        Checks.record("sumsAccumulateGradient", "gradients", gradients);
        synchronized (saved) {
            sumsCheckAddition(saved, cotangent, gradients);
            final Tensor added = SavedValues.addend("sumsAccumulateGradient", saved, 0, gradients.x());
            sumsLaunchGradient(saved.number0, saved.number1, cotangent, added);
            sumsLaunchAddition(gradients.x(), added);
        }
    }

    private static void sumsCheckAddition(SumsSaved saved, Tensor cotangent,
            SumsGradients gradients) {
        final long d = saved.number0;
        final long n = saved.number1;
        final Tensor xGradient = gradients.x();
        Checks.tensor("sumsAccumulateGradient", "cotangent", cotangent, DType.F32, 1);
        Checks.dimension("sumsAccumulateGradient", "cotangent", cotangent, 0, "n", n, "the forward call");
        ResultChecks.resultTensor("sumsAccumulateGradient", "xGradient", xGradient, DType.F32);
        if (!(xGradient.rank() == 2 && xGradient.dimension(0) == n && xGradient.dimension(1) == d)) {
            throw ResultChecks.wrongResult("sumsAccumulateGradient", "xGradient", xGradient, n, d);
        }
        Checks.sameDevice("sumsAccumulateGradient", "xGradient", xGradient, "cotangent", cotangent);
    }

    private static void sumsLaunchGradient(long d, long n, Tensor cotangent, Tensor xGradient) {
        Checks.tensor("sumsGradient", "cotangent", cotangent, DType.F32, 1);
        Checks.dimension("sumsGradient", "cotangent", cotangent, 0, "n", n, "the forward call");
        ResultChecks.resultTensor("sumsGradient", "xGradient", xGradient, DType.F32);
        if (!(xGradient.rank() == 2 && xGradient.dimension(0) == n && xGradient.dimension(1) == d)) {
            throw ResultChecks.wrongResult("sumsGradient", "xGradient", xGradient, n, d);
        }
        Checks.sameDevice("sumsGradient", "xGradient", xGradient, "cotangent", cotangent);
        Checks.disjoint("sumsGradient", "xGradient", xGradient, "cotangent", cotangent);
        final LaunchFrame frame = LaunchFrame.current(cotangent.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, cotangent);
            frame.output(1, xGradient);
            frame.integer(2, n);
            frame.integer(3, d);
            frame.integer(4, CacheHints.level(4L * (d*n), false));
            LIBRARY.kernel(SUMS_GRADIENT_0, frame).launch(frame, ((d*n) == 0 ? 0 : n), 1, 4L * d, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(cotangent);
        Reference.reachabilityFence(xGradient);
    }

    private static SumsGradients sumsMakeGradient(long d, long n, Tensor cotangent) {
        Checks.tensor("sumsGradient", "cotangent", cotangent, DType.F32, 1);
        Checks.dimension("sumsGradient", "cotangent", cotangent, 0, "n", n, "the forward call");
        final Tensor xGradient = Tensor.empty(cotangent.device(), DType.F32, n, d);
        try {
            sumsLaunchGradient(d, n, cotangent, xGradient);
            return new SumsGradients(xGradient);
        } catch (RuntimeException | Error failure) {
            xGradient.close();
            throw failure;
        }
    }

    private static void sumsLaunchAddition(Tensor xGradient, Tensor xGradientAddend) {
        Checks.tensor("sumsAccumulateGradient", "xGradient", xGradient, DType.F32, 2);
        final long n = xGradient.dimension(0);
        final long d = xGradient.dimension(1);
        Checks.tensor("sumsAccumulateGradient", "xGradientAddend", xGradientAddend, DType.F32, 2);
        Checks.dimension("sumsAccumulateGradient", "xGradientAddend", xGradientAddend, 0, "n", n, "xGradient");
        Checks.dimension("sumsAccumulateGradient", "xGradientAddend", xGradientAddend, 1, "d", d, "xGradient");
        Checks.sameDevice("sumsAccumulateGradient", "xGradientAddend", xGradientAddend, "xGradient", xGradient);
        ResultChecks.writable("sumsAccumulateGradient", "xGradient", xGradient);
        Checks.disjoint("sumsAccumulateGradient", "xGradient", xGradient, "xGradientAddend", xGradientAddend);
        final LaunchFrame frame = LaunchFrame.current(xGradient.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, xGradient);
            frame.input(1, xGradientAddend);
            frame.output(2, xGradient);
            frame.integer(3, d);
            frame.integer(4, n);
            frame.integer(5, CacheHints.level(12L * (d*n), true));
            LIBRARY.kernel(SUMS_ACCUMULATE_GRADIENT_0, frame).launch(frame, (d*n), 4096, 12L, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(xGradient);
        Reference.reachabilityFence(xGradientAddend);
    }

    /**
     * {@link #parts} with what {@link #partsGradient} reads of it: x, weightsScale.
     *
     * @return to be closed after the last gradient call; its result is closed with it
     */
    public static PartsForward partsForward(Tensor x, Gradients.Weights weights) {
        Checks.record("partsForward", "weights", weights);
        final Tensor weights_scale = weights.scale();
        final Tensor weights_shift = weights.shift();
        final int weights_power = weights.power();
        Checks.tensor("partsForward", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor scaled = Tensor.empty(x.device(), DType.F32, n, d);
        final Tensor total = Tensor.empty(x.device(), DType.F32);
        final Tensor shifted = Tensor.empty(x.device(), DType.F32, n, d);
        final PartsSaved saved = new PartsSaved();
        try {
            partsForward(x, weights, scaled, total, shifted, saved);
            return new PartsForward(new Gradients.Parts(scaled, total, shifted), SavedValues.withParameters(saved, x, weights_scale));
        } catch (RuntimeException | Error failure) {
            scaled.close();
            total.close();
            shifted.close();
            saved.close();
            throw failure;
        }
    }

    /**
     * As the overload without {@code saved}, into tensors that are given and written over.
     *
     * @param saved of any earlier call, or new; what it had saved is written over. A call with the same tensors as the one before allocates nothing
     */
    public static void partsForward(Tensor x, Gradients.Weights weights, Tensor scaled,
            Tensor total, Tensor shifted, PartsSaved saved) {
        SavedValues.requireOpen("partsForward", saved);
        Checks.record("partsForward", "weights", weights);
        final Tensor weights_scale = weights.scale();
        final int weights_power = weights.power();
        Checks.tensor("partsForward", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        SavedValues.requireApart("partsForward", "scaled", scaled, "x", x);
        SavedValues.requireApart("partsForward", "shifted", shifted, "x", x);
        partsLaunchForward(x, weights, scaled, total, shifted);
        SavedValues.complete(saved, false);
        SavedValues.keep(saved, 0, x);
        SavedValues.keep(saved, 1, weights_scale);
        saved.number0 = weights_power;
        SavedValues.result(saved, 0, scaled);
        SavedValues.result(saved, 1, total);
        SavedValues.complete(saved, true);
    }

    private static void partsLaunchForward(Tensor x, Gradients.Weights weights, Tensor scaled,
            Tensor total, Tensor shifted) {
        Checks.record("partsForward", "weights", weights);
        final Tensor weights_scale = weights.scale();
        final Tensor weights_shift = weights.shift();
        final int weights_power = weights.power();
        Checks.tensor("partsForward", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("partsForward", "weights.scale", weights_scale, DType.F32, 1);
        Checks.dimension("partsForward", "weights.scale", weights_scale, 0, "d", d, "x");
        Checks.tensor("partsForward", "weights.shift", weights_shift, DType.F32, 1);
        Checks.dimension("partsForward", "weights.shift", weights_shift, 0, "d", d, "x");
        ResultChecks.resultTensor("partsForward", "scaled", scaled, DType.F32);
        if (!(scaled.rank() == 2 && scaled.dimension(0) == n && scaled.dimension(1) == d)) {
            throw ResultChecks.wrongResult("partsForward", "scaled", scaled, n, d);
        }
        ResultChecks.resultTensor("partsForward", "total", total, DType.F32);
        if (!(total.rank() == 0)) {
            throw ResultChecks.wrongResult("partsForward", "total", total);
        }
        ResultChecks.resultTensor("partsForward", "shifted", shifted, DType.F32);
        if (!(shifted.rank() == 2 && shifted.dimension(0) == n && shifted.dimension(1) == d)) {
            throw ResultChecks.wrongResult("partsForward", "shifted", shifted, n, d);
        }
        Checks.sameDevice("partsForward", "weights.scale", weights_scale, "x", x);
        Checks.sameDevice("partsForward", "weights.shift", weights_shift, "x", x);
        Checks.sameDevice("partsForward", "scaled", scaled, "x", x);
        Checks.sameDevice("partsForward", "total", total, "x", x);
        Checks.sameDevice("partsForward", "shifted", shifted, "x", x);
        Checks.disjointOrSame("partsForward", "scaled", scaled, "x", x);
        Checks.disjoint("partsForward", "scaled", scaled, "weights.scale", weights_scale);
        Checks.disjoint("partsForward", "scaled", scaled, "weights.shift", weights_shift);
        Checks.disjoint("partsForward", "total", total, "scaled", scaled);
        Checks.disjoint("partsForward", "total", total, "x", x);
        Checks.disjoint("partsForward", "total", total, "weights.scale", weights_scale);
        Checks.disjoint("partsForward", "total", total, "weights.shift", weights_shift);
        Checks.disjoint("partsForward", "shifted", shifted, "scaled", scaled);
        Checks.disjoint("partsForward", "shifted", shifted, "total", total);
        Checks.disjointOrSame("partsForward", "shifted", shifted, "x", x);
        Checks.disjoint("partsForward", "shifted", shifted, "weights.scale", weights_scale);
        Checks.disjoint("partsForward", "shifted", shifted, "weights.shift", weights_shift);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        final long blocks0 = LaunchFrame.ceilDiv((Math.min(1L, d)*n), (Math.max(1L, Math.floorDiv(32768L, Math.max(1L, d)))));
        final long bytes1 = LaunchFrame.aligned(blocks0 * 32L);
        final long arena = LIBRARY.enter(frame, bytes1);
        try {
            frame.input(0, x);
            frame.input(1, weights_scale);
            frame.input(2, weights_shift);
            frame.output(3, scaled);
            frame.output(4, total);
            frame.output(5, shifted);
            frame.integer(6, n);
            frame.integer(7, d);
            frame.scalar(8, (float) (weights_power));
            frame.integer(9, CacheHints.level(12L * (d*n), scaled.address() == x.address() || shifted.address() == x.address()));
            frame.pointer(10, arena);
            frame.integer(11, (Math.max(1L, Math.floorDiv(32768L, Math.max(1L, d)))));
            frame.integer(12, blocks0);
            LIBRARY.kernel(PARTS_FORWARD_0, frame).launch(frame, blocks0, 1, (Math.max(1L, Math.floorDiv(32768L, Math.max(1L, d)))) * (12L * d), 0L);
            LIBRARY.kernel(PARTS_FORWARD_0_FINISH, frame).launch(frame, 1L, 64, 4L * blocks0, 0L);
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(weights_scale);
        Reference.reachabilityFence(weights_shift);
        Reference.reachabilityFence(scaled);
        Reference.reachabilityFence(total);
        Reference.reachabilityFence(shifted);
    }

    /**
     * The gradients of {@link #parts}.
     *
     * @param saved what {@link #partsForward} has kept; any number of calls may read it
     */
    public static PartsGradients partsGradient(PartsSaved saved, Tensor scaledCotangent,
            Tensor totalCotangent) {
        SavedValues.require("partsGradient", saved);
        saved.requireAny("partsGradient", scaledCotangent != null || totalCotangent != null);
        return partsMakeGradient(saved.number0, saved.x(), saved.weightsScale(), saved.orZeros("partsGradient", 0, scaledCotangent), saved.orZeros("partsGradient", 1, totalCotangent));
    }

    /**
     * As the overload without {@code gradients}, into tensors that are given and written over.
     */
    public static void partsGradient(PartsSaved saved, Tensor scaledCotangent,
            Tensor totalCotangent, PartsGradients gradients) {
        SavedValues.require("partsGradient", saved);
        saved.requireAny("partsGradient", scaledCotangent != null || totalCotangent != null);
        Checks.record("partsGradient", "gradients", gradients);
        Checks.record("partsGradient", "gradients.weights", gradients.weights());
        partsLaunchGradient(saved.number0, saved.x(), saved.weightsScale(), saved.orZeros("partsGradient", 0, scaledCotangent), saved.orZeros("partsGradient", 1, totalCotangent), gradients.x(), gradients.weights().scale());
    }

    /**
     * As {@link #partsGradient}, added to what given tensors hold.
     */
    public static void partsAccumulateGradient(PartsSaved saved, Tensor scaledCotangent,
            Tensor totalCotangent, PartsGradients gradients) {
        SavedValues.require("partsAccumulateGradient", saved);
        saved.requireAny("partsAccumulateGradient", scaledCotangent != null || totalCotangent != null);
        Checks.record("partsAccumulateGradient", "gradients", gradients);
        Checks.record("partsAccumulateGradient", "gradients.weights", gradients.weights());
        synchronized (saved) {
            final Tensor cotangent = saved.orZeros("partsAccumulateGradient", 0, scaledCotangent);
            final Tensor cotangent_ = saved.orZeros("partsAccumulateGradient", 1, totalCotangent);
            partsCheckAddition(saved, cotangent, cotangent_, gradients);
            final Tensor added = SavedValues.addend("partsAccumulateGradient", saved, 0, gradients.x());
            final Tensor added_ = SavedValues.addend("partsAccumulateGradient", saved, 1, gradients.weights().scale());
            partsLaunchGradient(saved.number0, saved.x(), saved.weightsScale(), cotangent, cotangent_, added, added_);
            partsLaunchAddition(gradients.x(), gradients.weights().scale(), added, added_);
        }
    }

    private static void partsCheckAddition(PartsSaved saved, Tensor scaledCotangent,
            Tensor totalCotangent, PartsGradients gradients) {
        final Tensor x = saved.x();
        final Tensor xGradient = gradients.x();
        final Tensor weights_scaleGradient = gradients.weights().scale();
        Checks.tensor("partsAccumulateGradient", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("partsAccumulateGradient", "scaledCotangent", scaledCotangent, DType.F32, 2);
        Checks.dimension("partsAccumulateGradient", "scaledCotangent", scaledCotangent, 0, "n", n, "x");
        Checks.dimension("partsAccumulateGradient", "scaledCotangent", scaledCotangent, 1, "d", d, "x");
        Checks.tensor("partsAccumulateGradient", "totalCotangent", totalCotangent, DType.F32, 0);
        ResultChecks.resultTensor("partsAccumulateGradient", "xGradient", xGradient, DType.F32);
        if (!(xGradient.rank() == 2 && xGradient.dimension(0) == n && xGradient.dimension(1) == d)) {
            throw ResultChecks.wrongResult("partsAccumulateGradient", "xGradient", xGradient, n, d);
        }
        ResultChecks.resultTensor("partsAccumulateGradient", "weights_scaleGradient", weights_scaleGradient, DType.F32);
        if (!(weights_scaleGradient.rank() == 1 && weights_scaleGradient.dimension(0) == d)) {
            throw ResultChecks.wrongResult("partsAccumulateGradient", "weights_scaleGradient", weights_scaleGradient, d);
        }
        Checks.sameDevice("partsAccumulateGradient", "scaledCotangent", scaledCotangent, "x", x);
        Checks.sameDevice("partsAccumulateGradient", "totalCotangent", totalCotangent, "x", x);
        Checks.sameDevice("partsAccumulateGradient", "xGradient", xGradient, "x", x);
        Checks.sameDevice("partsAccumulateGradient", "weights_scaleGradient", weights_scaleGradient, "x", x);
    }

    private static void partsLaunchGradient(int weights_power, Tensor x, Tensor weights_scale,
            Tensor scaledCotangent, Tensor totalCotangent, Tensor xGradient,
            Tensor weights_scaleGradient) {
        Checks.tensor("partsGradient", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        Checks.tensor("partsGradient", "weights.scale", weights_scale, DType.F32, 1);
        Checks.dimension("partsGradient", "weights.scale", weights_scale, 0, "d", d, "x");
        Checks.tensor("partsGradient", "scaledCotangent", scaledCotangent, DType.F32, 2);
        Checks.dimension("partsGradient", "scaledCotangent", scaledCotangent, 0, "n", n, "x");
        Checks.dimension("partsGradient", "scaledCotangent", scaledCotangent, 1, "d", d, "x");
        Checks.tensor("partsGradient", "totalCotangent", totalCotangent, DType.F32, 0);
        ResultChecks.resultTensor("partsGradient", "xGradient", xGradient, DType.F32);
        if (!(xGradient.rank() == 2 && xGradient.dimension(0) == n && xGradient.dimension(1) == d)) {
            throw ResultChecks.wrongResult("partsGradient", "xGradient", xGradient, n, d);
        }
        ResultChecks.resultTensor("partsGradient", "weights_scaleGradient", weights_scaleGradient, DType.F32);
        if (!(weights_scaleGradient.rank() == 1 && weights_scaleGradient.dimension(0) == d)) {
            throw ResultChecks.wrongResult("partsGradient", "weights_scaleGradient", weights_scaleGradient, d);
        }
        Checks.sameDevice("partsGradient", "weights.scale", weights_scale, "x", x);
        Checks.sameDevice("partsGradient", "scaledCotangent", scaledCotangent, "x", x);
        Checks.sameDevice("partsGradient", "totalCotangent", totalCotangent, "x", x);
        Checks.sameDevice("partsGradient", "xGradient", xGradient, "x", x);
        Checks.sameDevice("partsGradient", "weights_scaleGradient", weights_scaleGradient, "x", x);
        Checks.disjoint("partsGradient", "xGradient", xGradient, "x", x);
        Checks.disjoint("partsGradient", "xGradient", xGradient, "weights.scale", weights_scale);
        Checks.disjoint("partsGradient", "xGradient", xGradient, "scaledCotangent", scaledCotangent);
        Checks.disjoint("partsGradient", "xGradient", xGradient, "totalCotangent", totalCotangent);
        Checks.disjoint("partsGradient", "weights_scaleGradient", weights_scaleGradient, "xGradient", xGradient);
        Checks.disjoint("partsGradient", "weights_scaleGradient", weights_scaleGradient, "x", x);
        Checks.disjoint("partsGradient", "weights_scaleGradient", weights_scaleGradient, "weights.scale", weights_scale);
        Checks.disjoint("partsGradient", "weights_scaleGradient", weights_scaleGradient, "scaledCotangent", scaledCotangent);
        Checks.disjoint("partsGradient", "weights_scaleGradient", weights_scaleGradient, "totalCotangent", totalCotangent);
        final LaunchFrame frame = LaunchFrame.current(x.device());
        final long blocks0 = LaunchFrame.ceilDiv((Math.min(1L, d)*n), (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))));
        final long bytes1 = LaunchFrame.aligned(blocks0 * (64L*Math.floorDiv(4L*d + 63L, 64L)));
        final long arena = LIBRARY.enter(frame, bytes1);
        try {
            frame.input(0, x);
            frame.input(1, weights_scale);
            frame.input(2, totalCotangent);
            frame.input(3, scaledCotangent);
            frame.output(4, xGradient);
            frame.output(5, weights_scaleGradient);
            frame.integer(6, n);
            frame.integer(7, d);
            frame.scalar(8, (float) (weights_power));
            frame.integer(9, CacheHints.level(12L * (d*n), false));
            frame.pointer(10, arena);
            frame.integer(11, (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))));
            frame.integer(12, blocks0);
            LIBRARY.kernel(PARTS_GRADIENT_0, frame).launch(frame, blocks0, 1, (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))) * (12L * d), 0L);
            LIBRARY.kernel(PARTS_GRADIENT_0_FINISH, frame).launch(frame, d, 64, 4L * blocks0, 0L);
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(x);
        Reference.reachabilityFence(weights_scale);
        Reference.reachabilityFence(scaledCotangent);
        Reference.reachabilityFence(totalCotangent);
        Reference.reachabilityFence(xGradient);
        Reference.reachabilityFence(weights_scaleGradient);
    }

    private static PartsGradients partsMakeGradient(int weights_power, Tensor x,
            Tensor weights_scale, Tensor scaledCotangent, Tensor totalCotangent) {
        Checks.tensor("partsGradient", "x", x, DType.F32, 2);
        final long n = x.dimension(0);
        final long d = x.dimension(1);
        final Tensor xGradient = Tensor.empty(x.device(), DType.F32, n, d);
        final Tensor weights_scaleGradient = Tensor.empty(x.device(), DType.F32, d);
        try {
            partsLaunchGradient(weights_power, x, weights_scale, scaledCotangent, totalCotangent, xGradient, weights_scaleGradient);
            return new PartsGradients(xGradient, new Gradients.Weights(weights_scaleGradient, null, 0));
        } catch (RuntimeException | Error failure) {
            xGradient.close();
            weights_scaleGradient.close();
            throw failure;
        }
    }

    private static void partsLaunchAddition(Tensor xGradient, Tensor weights_scaleGradient,
            Tensor xGradientAddend, Tensor weights_scaleGradientAddend) {
        Checks.tensor("partsAccumulateGradient", "xGradient", xGradient, DType.F32, 2);
        final long n = xGradient.dimension(0);
        final long d = xGradient.dimension(1);
        Checks.tensor("partsAccumulateGradient", "weights.scaleGradient", weights_scaleGradient, DType.F32, 1);
        Checks.dimension("partsAccumulateGradient", "weights.scaleGradient", weights_scaleGradient, 0, "d", d, "xGradient");
        Checks.tensor("partsAccumulateGradient", "xGradientAddend", xGradientAddend, DType.F32, 2);
        Checks.dimension("partsAccumulateGradient", "xGradientAddend", xGradientAddend, 0, "n", n, "xGradient");
        Checks.dimension("partsAccumulateGradient", "xGradientAddend", xGradientAddend, 1, "d", d, "xGradient");
        Checks.tensor("partsAccumulateGradient", "weights.scaleGradientAddend", weights_scaleGradientAddend, DType.F32, 1);
        Checks.dimension("partsAccumulateGradient", "weights.scaleGradientAddend", weights_scaleGradientAddend, 0, "d", d, "xGradient");
        Checks.sameDevice("partsAccumulateGradient", "weights.scaleGradient", weights_scaleGradient, "xGradient", xGradient);
        Checks.sameDevice("partsAccumulateGradient", "xGradientAddend", xGradientAddend, "xGradient", xGradient);
        Checks.sameDevice("partsAccumulateGradient", "weights.scaleGradientAddend", weights_scaleGradientAddend, "xGradient", xGradient);
        ResultChecks.writable("partsAccumulateGradient", "xGradient", xGradient);
        ResultChecks.writable("partsAccumulateGradient", "weights.scaleGradient", weights_scaleGradient);
        Checks.disjoint("partsAccumulateGradient", "xGradient", xGradient, "xGradientAddend", xGradientAddend);
        Checks.disjoint("partsAccumulateGradient", "xGradient", xGradient, "weights.scaleGradientAddend", weights_scaleGradientAddend);
        Checks.disjoint("partsAccumulateGradient", "weights.scaleGradient", weights_scaleGradient, "xGradient", xGradient);
        Checks.disjoint("partsAccumulateGradient", "weights.scaleGradient", weights_scaleGradient, "xGradientAddend", xGradientAddend);
        Checks.disjoint("partsAccumulateGradient", "weights.scaleGradient", weights_scaleGradient, "weights.scaleGradientAddend", weights_scaleGradientAddend);
        final LaunchFrame frame = LaunchFrame.current(xGradient.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, xGradient);
            frame.input(1, xGradientAddend);
            frame.output(2, xGradient);
            frame.integer(3, d);
            frame.integer(4, n);
            frame.integer(5, CacheHints.level(12L * (d*n), true));
            LIBRARY.kernel(PARTS_ACCUMULATE_GRADIENT_0, frame).launch(frame, (d*n), 4096, 12L, 0L);
            frame.input(0, weights_scaleGradient);
            frame.input(1, weights_scaleGradientAddend);
            frame.output(2, weights_scaleGradient);
            frame.integer(3, d);
            frame.integer(4, CacheHints.level(12L * d, true));
            LIBRARY.kernel(PARTS_ACCUMULATE_GRADIENT_1, frame).launch(frame, d, 4096, 12L, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(xGradient);
        Reference.reachabilityFence(weights_scaleGradient);
        Reference.reachabilityFence(xGradientAddend);
        Reference.reachabilityFence(weights_scaleGradientAddend);
    }

    /**
     * {@link #frozen} with what {@link #frozenGradient} reads of it: layerFrozenScale.
     *
     * @return to be closed after the last gradient call; its result is closed with it
     */
    static FrozenForward frozenForward(Tensor cotangent, Gradients.Layer layer) {
        Checks.record("frozenForward", "layer", layer);
        final Gradients.Weights layer_frozen = layer.frozen();
        Checks.record("frozenForward", "layer.frozen", layer_frozen);
        final Tensor layer_frozen_scale = layer_frozen.scale();
        final Tensor layer_frozen_shift = layer_frozen.shift();
        final int layer_frozen_power = layer_frozen.power();
        final Tensor layer_bias = layer.bias();
        Checks.tensor("frozenForward", "cotangent", cotangent, DType.F32, 2);
        final long n = cotangent.dimension(0);
        final long d = cotangent.dimension(1);
        final Tensor out = Tensor.empty(cotangent.device(), DType.F32, n, d);
        final FrozenSaved saved = new FrozenSaved();
        try {
            frozenForward(cotangent, layer, out, saved);
            return new FrozenForward(out, SavedValues.withParameters(saved, cotangent, layer_bias));
        } catch (RuntimeException | Error failure) {
            out.close();
            saved.close();
            throw failure;
        }
    }

    /**
     * As the overload without {@code saved}, into tensors that are given and written over.
     *
     * @param saved of any earlier call, or new; what it had saved is written over. A call with the same tensors as the one before allocates nothing
     */
    static void frozenForward(Tensor cotangent, Gradients.Layer layer, Tensor out,
            FrozenSaved saved) {
        SavedValues.requireOpen("frozenForward", saved);
        Checks.record("frozenForward", "layer", layer);
        final Gradients.Weights layer_frozen = layer.frozen();
        Checks.record("frozenForward", "layer.frozen", layer_frozen);
        final Tensor layer_frozen_scale = layer_frozen.scale();
        Checks.tensor("frozenForward", "cotangent", cotangent, DType.F32, 2);
        final long n = cotangent.dimension(0);
        final long d = cotangent.dimension(1);
        frozenLaunchForward(cotangent, layer, out);
        SavedValues.complete(saved, false);
        SavedValues.keep(saved, 0, layer_frozen_scale);
        saved.number0 = n;
        SavedValues.complete(saved, true);
    }

    private static void frozenLaunchForward(Tensor cotangent, Gradients.Layer layer, Tensor out) {
        Checks.record("frozenForward", "layer", layer);
        final Gradients.Weights layer_frozen = layer.frozen();
        Checks.record("frozenForward", "layer.frozen", layer_frozen);
        final Tensor layer_frozen_scale = layer_frozen.scale();
        final Tensor layer_frozen_shift = layer_frozen.shift();
        final int layer_frozen_power = layer_frozen.power();
        final Tensor layer_bias = layer.bias();
        Checks.tensor("frozenForward", "cotangent", cotangent, DType.F32, 2);
        final long n = cotangent.dimension(0);
        final long d = cotangent.dimension(1);
        Checks.tensor("frozenForward", "layer.frozen.scale", layer_frozen_scale, DType.F32, 1);
        Checks.dimension("frozenForward", "layer.frozen.scale", layer_frozen_scale, 0, "d", d, "cotangent");
        Checks.tensor("frozenForward", "layer.frozen.shift", layer_frozen_shift, DType.F32, 1);
        Checks.dimension("frozenForward", "layer.frozen.shift", layer_frozen_shift, 0, "d", d, "cotangent");
        Checks.tensor("frozenForward", "layer.bias", layer_bias, DType.F32, 1);
        Checks.dimension("frozenForward", "layer.bias", layer_bias, 0, "d", d, "cotangent");
        ResultChecks.resultTensor("frozenForward", "out", out, DType.F32);
        if (!(out.rank() == 2 && out.dimension(0) == n && out.dimension(1) == d)) {
            throw ResultChecks.wrongResult("frozenForward", "out", out, n, d);
        }
        Checks.sameDevice("frozenForward", "layer.frozen.scale", layer_frozen_scale, "cotangent", cotangent);
        Checks.sameDevice("frozenForward", "layer.frozen.shift", layer_frozen_shift, "cotangent", cotangent);
        Checks.sameDevice("frozenForward", "layer.bias", layer_bias, "cotangent", cotangent);
        Checks.sameDevice("frozenForward", "out", out, "cotangent", cotangent);
        Checks.disjointOrSame("frozenForward", "out", out, "cotangent", cotangent);
        Checks.disjoint("frozenForward", "out", out, "layer.frozen.scale", layer_frozen_scale);
        Checks.disjointOrSame("frozenForward", "out", out, "layer.frozen.shift", layer_frozen_shift);
        Checks.disjoint("frozenForward", "out", out, "layer.bias", layer_bias);
        final LaunchFrame frame = LaunchFrame.current(cotangent.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, cotangent);
            frame.input(1, layer_frozen_scale);
            frame.input(2, layer_bias);
            frame.output(3, out);
            frame.integer(4, n);
            frame.integer(5, d);
            frame.integer(6, CacheHints.level(8L * (d*n), out.address() == cotangent.address()));
            LIBRARY.kernel(FROZEN_FORWARD_0, frame).launch(frame, ((d*n) == 0 ? 0 : n), 1, 8L * d, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(cotangent);
        Reference.reachabilityFence(layer_frozen_scale);
        Reference.reachabilityFence(layer_frozen_shift);
        Reference.reachabilityFence(layer_bias);
        Reference.reachabilityFence(out);
    }

    /**
     * The gradients of {@link #frozen}.
     *
     * @param saved what {@link #frozenForward} has kept; any number of calls may read it
     */
    static FrozenGradients frozenGradient(FrozenSaved saved, Tensor cotangent2) {
        SavedValues.require("frozenGradient", saved);
        return frozenMakeGradient(saved.number0, saved.layerFrozenScale(), cotangent2);
    }

    /**
     * As the overload without {@code gradients}, into tensors that are given and written over.
     */
    static void frozenGradient(FrozenSaved saved, Tensor cotangent2, FrozenGradients gradients) {
        SavedValues.require("frozenGradient", saved);
        Checks.record("frozenGradient", "gradients", gradients);
        Checks.record("frozenGradient", "gradients.layer", gradients.layer());
        frozenLaunchGradient(saved.number0, saved.layerFrozenScale(), cotangent2, gradients.cotangent(), gradients.layer().bias());
    }

    /**
     * As {@link #frozenGradient}, added to what given tensors hold.
     */
    static void frozenAccumulateGradient(FrozenSaved saved, Tensor cotangent2,
            FrozenGradients gradients) {
        SavedValues.require("frozenAccumulateGradient", saved);
        Checks.record("frozenAccumulateGradient", "gradients", gradients);
        Checks.record("frozenAccumulateGradient", "gradients.layer", gradients.layer());
        synchronized (saved) {
            frozenCheckAddition(saved, cotangent2, gradients);
            final Tensor added = SavedValues.addend("frozenAccumulateGradient", saved, 0, gradients.cotangent());
            final Tensor added_ = SavedValues.addend("frozenAccumulateGradient", saved, 1, gradients.layer().bias());
            frozenLaunchGradient(saved.number0, saved.layerFrozenScale(), cotangent2, added, added_);
            frozenLaunchAddition(gradients.cotangent(), gradients.layer().bias(), added, added_);
        }
    }

    private static void frozenCheckAddition(FrozenSaved saved, Tensor cotangent2,
            FrozenGradients gradients) {
        final Tensor layer_frozen_scale = saved.layerFrozenScale();
        final long n = saved.number0;
        final Tensor cotangentGradient = gradients.cotangent();
        final Tensor layer_biasGradient = gradients.layer().bias();
        Checks.tensor("frozenAccumulateGradient", "layer.frozen.scale", layer_frozen_scale, DType.F32, 1);
        final long d = layer_frozen_scale.dimension(0);
        Checks.tensor("frozenAccumulateGradient", "cotangent2", cotangent2, DType.F32, 2);
        Checks.dimension("frozenAccumulateGradient", "cotangent2", cotangent2, 0, "n", n, "the forward call");
        Checks.dimension("frozenAccumulateGradient", "cotangent2", cotangent2, 1, "d", d, "layer.frozen.scale");
        ResultChecks.resultTensor("frozenAccumulateGradient", "cotangentGradient", cotangentGradient, DType.F32);
        if (!(cotangentGradient.rank() == 2 && cotangentGradient.dimension(0) == n && cotangentGradient.dimension(1) == d)) {
            throw ResultChecks.wrongResult("frozenAccumulateGradient", "cotangentGradient", cotangentGradient, n, d);
        }
        ResultChecks.resultTensor("frozenAccumulateGradient", "layer_biasGradient", layer_biasGradient, DType.F32);
        if (!(layer_biasGradient.rank() == 1 && layer_biasGradient.dimension(0) == d)) {
            throw ResultChecks.wrongResult("frozenAccumulateGradient", "layer_biasGradient", layer_biasGradient, d);
        }
        Checks.sameDevice("frozenAccumulateGradient", "cotangent2", cotangent2, "layer.frozen.scale", layer_frozen_scale);
        Checks.sameDevice("frozenAccumulateGradient", "cotangentGradient", cotangentGradient, "layer.frozen.scale", layer_frozen_scale);
        Checks.sameDevice("frozenAccumulateGradient", "layer_biasGradient", layer_biasGradient, "layer.frozen.scale", layer_frozen_scale);
    }

    private static void frozenLaunchGradient(long n, Tensor layer_frozen_scale, Tensor cotangent2,
            Tensor cotangentGradient, Tensor layer_biasGradient) {
        Checks.tensor("frozenGradient", "layer.frozen.scale", layer_frozen_scale, DType.F32, 1);
        final long d = layer_frozen_scale.dimension(0);
        Checks.tensor("frozenGradient", "cotangent2", cotangent2, DType.F32, 2);
        Checks.dimension("frozenGradient", "cotangent2", cotangent2, 0, "n", n, "the forward call");
        Checks.dimension("frozenGradient", "cotangent2", cotangent2, 1, "d", d, "layer.frozen.scale");
        ResultChecks.resultTensor("frozenGradient", "cotangentGradient", cotangentGradient, DType.F32);
        if (!(cotangentGradient.rank() == 2 && cotangentGradient.dimension(0) == n && cotangentGradient.dimension(1) == d)) {
            throw ResultChecks.wrongResult("frozenGradient", "cotangentGradient", cotangentGradient, n, d);
        }
        ResultChecks.resultTensor("frozenGradient", "layer_biasGradient", layer_biasGradient, DType.F32);
        if (!(layer_biasGradient.rank() == 1 && layer_biasGradient.dimension(0) == d)) {
            throw ResultChecks.wrongResult("frozenGradient", "layer_biasGradient", layer_biasGradient, d);
        }
        Checks.sameDevice("frozenGradient", "cotangent2", cotangent2, "layer.frozen.scale", layer_frozen_scale);
        Checks.sameDevice("frozenGradient", "cotangentGradient", cotangentGradient, "layer.frozen.scale", layer_frozen_scale);
        Checks.sameDevice("frozenGradient", "layer_biasGradient", layer_biasGradient, "layer.frozen.scale", layer_frozen_scale);
        Checks.disjoint("frozenGradient", "cotangentGradient", cotangentGradient, "layer.frozen.scale", layer_frozen_scale);
        Checks.disjoint("frozenGradient", "cotangentGradient", cotangentGradient, "cotangent2", cotangent2);
        Checks.disjoint("frozenGradient", "layer_biasGradient", layer_biasGradient, "cotangentGradient", cotangentGradient);
        Checks.disjoint("frozenGradient", "layer_biasGradient", layer_biasGradient, "layer.frozen.scale", layer_frozen_scale);
        Checks.disjoint("frozenGradient", "layer_biasGradient", layer_biasGradient, "cotangent2", cotangent2);
        final LaunchFrame frame = LaunchFrame.current(layer_frozen_scale.device());
        final long blocks0 = LaunchFrame.ceilDiv((Math.min(1L, d)*n), (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))));
        final long bytes1 = LaunchFrame.aligned(blocks0 * (64L*Math.floorDiv(4L*d + 63L, 64L)));
        final long arena = LIBRARY.enter(frame, bytes1);
        try {
            frame.input(0, cotangent2);
            frame.input(1, layer_frozen_scale);
            frame.output(2, layer_biasGradient);
            frame.output(3, cotangentGradient);
            frame.integer(4, n);
            frame.integer(5, d);
            frame.integer(6, CacheHints.level(8L * (d*n), false));
            frame.pointer(7, arena);
            frame.integer(8, (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))));
            frame.integer(9, blocks0);
            LIBRARY.kernel(FROZEN_GRADIENT_0, frame).launch(frame, blocks0, 1, (Math.min(8192L, Math.max(128L, Math.floorDiv(n + 255L, 256L)))) * (8L * d), 0L);
            LIBRARY.kernel(FROZEN_GRADIENT_0_FINISH, frame).launch(frame, d, 64, 4L * blocks0, 0L);
        } finally {
            frame.leave();
        }
        Reference.reachabilityFence(layer_frozen_scale);
        Reference.reachabilityFence(cotangent2);
        Reference.reachabilityFence(cotangentGradient);
        Reference.reachabilityFence(layer_biasGradient);
    }

    private static FrozenGradients frozenMakeGradient(long n, Tensor layer_frozen_scale,
            Tensor cotangent2) {
        Checks.tensor("frozenGradient", "layer.frozen.scale", layer_frozen_scale, DType.F32, 1);
        final long d = layer_frozen_scale.dimension(0);
        Checks.tensor("frozenGradient", "cotangent2", cotangent2, DType.F32, 2);
        Checks.dimension("frozenGradient", "cotangent2", cotangent2, 0, "n", n, "the forward call");
        Checks.dimension("frozenGradient", "cotangent2", cotangent2, 1, "d", d, "layer.frozen.scale");
        final Tensor cotangentGradient = Tensor.empty(layer_frozen_scale.device(), DType.F32, n, d);
        final Tensor layer_biasGradient = Tensor.empty(layer_frozen_scale.device(), DType.F32, d);
        try {
            frozenLaunchGradient(n, layer_frozen_scale, cotangent2, cotangentGradient, layer_biasGradient);
            return new FrozenGradients(cotangentGradient, new Gradients.Layer(new Gradients.Weights(null, null, 0), layer_biasGradient));
        } catch (RuntimeException | Error failure) {
            cotangentGradient.close();
            layer_biasGradient.close();
            throw failure;
        }
    }

    private static void frozenLaunchAddition(Tensor cotangentGradient, Tensor layer_biasGradient,
            Tensor cotangentGradientAddend, Tensor layer_biasGradientAddend) {
        Checks.tensor("frozenAccumulateGradient", "cotangentGradient", cotangentGradient, DType.F32, 2);
        final long n = cotangentGradient.dimension(0);
        final long d = cotangentGradient.dimension(1);
        Checks.tensor("frozenAccumulateGradient", "layer.biasGradient", layer_biasGradient, DType.F32, 1);
        Checks.dimension("frozenAccumulateGradient", "layer.biasGradient", layer_biasGradient, 0, "d", d, "cotangentGradient");
        Checks.tensor("frozenAccumulateGradient", "cotangentGradientAddend", cotangentGradientAddend, DType.F32, 2);
        Checks.dimension("frozenAccumulateGradient", "cotangentGradientAddend", cotangentGradientAddend, 0, "n", n, "cotangentGradient");
        Checks.dimension("frozenAccumulateGradient", "cotangentGradientAddend", cotangentGradientAddend, 1, "d", d, "cotangentGradient");
        Checks.tensor("frozenAccumulateGradient", "layer.biasGradientAddend", layer_biasGradientAddend, DType.F32, 1);
        Checks.dimension("frozenAccumulateGradient", "layer.biasGradientAddend", layer_biasGradientAddend, 0, "d", d, "cotangentGradient");
        Checks.sameDevice("frozenAccumulateGradient", "layer.biasGradient", layer_biasGradient, "cotangentGradient", cotangentGradient);
        Checks.sameDevice("frozenAccumulateGradient", "cotangentGradientAddend", cotangentGradientAddend, "cotangentGradient", cotangentGradient);
        Checks.sameDevice("frozenAccumulateGradient", "layer.biasGradientAddend", layer_biasGradientAddend, "cotangentGradient", cotangentGradient);
        ResultChecks.writable("frozenAccumulateGradient", "cotangentGradient", cotangentGradient);
        ResultChecks.writable("frozenAccumulateGradient", "layer.biasGradient", layer_biasGradient);
        Checks.disjoint("frozenAccumulateGradient", "cotangentGradient", cotangentGradient, "cotangentGradientAddend", cotangentGradientAddend);
        Checks.disjoint("frozenAccumulateGradient", "cotangentGradient", cotangentGradient, "layer.biasGradientAddend", layer_biasGradientAddend);
        Checks.disjoint("frozenAccumulateGradient", "layer.biasGradient", layer_biasGradient, "cotangentGradient", cotangentGradient);
        Checks.disjoint("frozenAccumulateGradient", "layer.biasGradient", layer_biasGradient, "cotangentGradientAddend", cotangentGradientAddend);
        Checks.disjoint("frozenAccumulateGradient", "layer.biasGradient", layer_biasGradient, "layer.biasGradientAddend", layer_biasGradientAddend);
        final LaunchFrame frame = LaunchFrame.current(cotangentGradient.device());
        LIBRARY.enter(frame);
        try {
            frame.input(0, cotangentGradient);
            frame.input(1, cotangentGradientAddend);
            frame.output(2, cotangentGradient);
            frame.integer(3, d);
            frame.integer(4, n);
            frame.integer(5, CacheHints.level(12L * (d*n), true));
            LIBRARY.kernel(FROZEN_ACCUMULATE_GRADIENT_0, frame).launch(frame, (d*n), 4096, 12L, 0L);
            frame.input(0, layer_biasGradient);
            frame.input(1, layer_biasGradientAddend);
            frame.output(2, layer_biasGradient);
            frame.integer(3, d);
            frame.integer(4, CacheHints.level(12L * d, true));
            LIBRARY.kernel(FROZEN_ACCUMULATE_GRADIENT_1, frame).launch(frame, d, 4096, 12L, 0L);
        } finally {
            frame.exit();
        }
        Reference.reachabilityFence(cotangentGradient);
        Reference.reachabilityFence(layer_biasGradient);
        Reference.reachabilityFence(cotangentGradientAddend);
        Reference.reachabilityFence(layer_biasGradientAddend);
    }

    /**
     * Results of {@link #normForward}.
     *
     * @param result results of {@link #norm}
     * @param saved values that the gradient call reads
     */
    public record NormForward(Tensor result, NormSaved saved) implements ForwardCall<Tensor> {
        @Override
        public List<Tensor> results() {
            return List.of(result);
        }

        @Override
        public List<Tensor> differentiable() {
            return List.of(result);
        }

        @Override
        public List<Tensor> parameters() {
            return SavedValues.parametersOf(saved);
        }

        @Override
        public boolean holds(Tensor tensor) {
            return SavedValues.holds(saved, tensor);
        }

        @Override
        public List<Tensor> gradients(Tensor... cotangents) {
            final NormGradients gradients = normGradient(saved, cotangents[0]);
            return List.of(gradients.x(), gradients.gamma());
        }

        @Override
        public void release() {
            saved.close();
        }

        @Override
        public void close() {
            SavedValues.closeAll(saved, result);
        }
    }

    /**
     * Values of {@link #normForward} that {@link #normGradient} reads.
     */
    public static final class NormSaved extends SavedValues {
        private float number0;

        /**
         * For calls of {@link #normForward} into given tensors. It holds nothing before the first one.
         */
        public NormSaved() {
            super("normForward", 0, "x", "gamma", "total");
        }

        /**
         * f32[n, d], the parameter itself.
         */
        public Tensor x() {
            return tensor(0);
        }

        /**
         * f32[d], the parameter itself.
         */
        public Tensor gamma() {
            return tensor(1);
        }

        /**
         * f32[n, 1], stored for the gradient.
         */
        public Tensor total() {
            return tensor(2);
        }
    }

    /**
     * Gradients by the parameters of {@link #norm}, in tensors of their types.
     */
    public record NormGradients(Tensor x, Tensor gamma) implements AutoCloseable {
        @Override
        public void close() {
            SavedValues.closeAll(x(), gamma());
        }
    }

    /**
     * Results of {@link #sumsForward}.
     *
     * @param result results of {@link #sums}
     * @param saved values that the gradient call reads
     */
    record SumsForward(Tensor result, SumsSaved saved) implements ForwardCall<Tensor> {
        @Override
        public List<Tensor> results() {
            return List.of(result);
        }

        @Override
        public List<Tensor> differentiable() {
            return List.of(result);
        }

        @Override
        public List<Tensor> parameters() {
            return SavedValues.parametersOf(saved);
        }

        @Override
        public boolean holds(Tensor tensor) {
            return SavedValues.holds(saved, tensor);
        }

        @Override
        public List<Tensor> gradients(Tensor... cotangents) {
            final SumsGradients gradients = sumsGradient(saved, cotangents[0]);
            return List.of(gradients.x());
        }

        @Override
        public void release() {
            saved.close();
        }

        @Override
        public void close() {
            SavedValues.closeAll(saved, result);
        }
    }

    /**
     * Values of {@link #sumsForward} that {@link #sumsGradient} reads.
     */
    static final class SumsSaved extends SavedValues {
        private long number0;

        private long number1;

        /**
         * For calls of {@link #sumsForward} into given tensors. It holds nothing before the first one.
         */
        public SumsSaved() {
            super("sumsForward", 0);
        }
    }

    /**
     * Gradients by the parameters of {@link #sums}, in tensors of their types.
     */
    record SumsGradients(Tensor x) implements AutoCloseable {
        @Override
        public void close() {
            SavedValues.closeAll(x());
        }
    }

    /**
     * Results of {@link #partsForward}.
     *
     * @param result results of {@link #parts}
     * @param saved values that the gradient call reads
     */
    public record PartsForward(Gradients.Parts result,
            PartsSaved saved) implements ForwardCall<Gradients.Parts> {
        @Override
        public List<Tensor> results() {
            return List.of(result.scaled(), result.total(), result.shifted());
        }

        @Override
        public List<Tensor> differentiable() {
            return List.of(result.scaled(), result.total());
        }

        @Override
        public List<Tensor> parameters() {
            return SavedValues.parametersOf(saved);
        }

        @Override
        public boolean holds(Tensor tensor) {
            return SavedValues.holds(saved, tensor);
        }

        @Override
        public List<Tensor> gradients(Tensor... cotangents) {
            final PartsGradients gradients = partsGradient(saved, cotangents[0], cotangents[1]);
            return List.of(gradients.x(), gradients.weights().scale());
        }

        @Override
        public void release() {
            saved.close();
        }

        @Override
        public void close() {
            SavedValues.closeAll(saved, result.scaled(), result.total(), result.shifted());
        }
    }

    /**
     * Values of {@link #partsForward} that {@link #partsGradient} reads.
     */
    public static final class PartsSaved extends SavedValues {
        private int number0;

        /**
         * For calls of {@link #partsForward} into given tensors. It holds nothing before the first one.
         */
        public PartsSaved() {
            super("partsForward", 2, "x", "weights.scale");
        }

        /**
         * f32[n, d], the parameter itself.
         */
        public Tensor x() {
            return tensor(0);
        }

        /**
         * f32[d], the parameter itself.
         */
        public Tensor weightsScale() {
            return tensor(1);
        }
    }

    /**
     * Gradients by the parameters of {@link #parts}, in tensors of their types.
     */
    public record PartsGradients(Tensor x, Gradients.Weights weights) implements AutoCloseable {
        @Override
        public void close() {
            SavedValues.closeAll(x(), weights().scale());
        }
    }

    /**
     * Results of {@link #frozenForward}.
     *
     * @param result results of {@link #frozen}
     * @param saved values that the gradient call reads
     */
    record FrozenForward(Tensor result, FrozenSaved saved) implements ForwardCall<Tensor> {
        @Override
        public List<Tensor> results() {
            return List.of(result);
        }

        @Override
        public List<Tensor> differentiable() {
            return List.of(result);
        }

        @Override
        public List<Tensor> parameters() {
            return SavedValues.parametersOf(saved);
        }

        @Override
        public boolean holds(Tensor tensor) {
            return SavedValues.holds(saved, tensor);
        }

        @Override
        public List<Tensor> gradients(Tensor... cotangents) {
            final FrozenGradients gradients = frozenGradient(saved, cotangents[0]);
            return List.of(gradients.cotangent(), gradients.layer().bias());
        }

        @Override
        public void release() {
            saved.close();
        }

        @Override
        public void close() {
            SavedValues.closeAll(saved, result);
        }
    }

    /**
     * Values of {@link #frozenForward} that {@link #frozenGradient} reads.
     */
    static final class FrozenSaved extends SavedValues {
        private long number0;

        /**
         * For calls of {@link #frozenForward} into given tensors. It holds nothing before the first one.
         */
        public FrozenSaved() {
            super("frozenForward", 0, "layer.frozen.scale");
        }

        /**
         * f32[d], the parameter itself.
         */
        public Tensor layerFrozenScale() {
            return tensor(0);
        }
    }

    /**
     * Gradients by the parameters of {@link #frozen}, in tensors of their types.
     */
    record FrozenGradients(Tensor cotangent, Gradients.Layer layer) implements AutoCloseable {
        @Override
        public void close() {
            SavedValues.closeAll(cotangent(), layer().bias());
        }
    }
}
