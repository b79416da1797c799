package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.cast;
import static io.graphkernel.runtime.Ops.div;
import static io.graphkernel.runtime.Ops.reduceSum;
import static io.graphkernel.runtime.Scans.reduceRecord;
import static io.graphkernel.runtime.Scans.scan;

import io.graphkernel.annotations.ElementFunction;
import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** docs/element-functions.md. */
final class Elements {

    private Elements() {}

    static float softClip(float x, float limit) {
        if (x > limit) {
            return limit + (float) Math.log1p(x - limit);
        }
        float y = x;
        for (int i = 0; i < 3; i++) {
            y -= (y * y * y - x) / (3 * y * y + 1e-6f);
        }
        return y;
    }

    @GraphKernel
    static Tensor activation(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor limit) {
        return map(x, limit, Elements::softClip);
    }

    @ElementFunction
    public static float softSign(float x, float scale) {
        return x / (scale + Math.abs(x));
    }

    @GraphKernel
    static Tensor huber(@TensorType("f32[n]") Tensor error, float delta) {
        return map(error, e -> Math.abs(e) <= delta ? 0.5f * e * e : delta * (Math.abs(e) - 0.5f * delta));
    }

    @GraphKernel
    static Tensor huberGradient(@TensorType("f32[n]") Tensor error, float delta) {
        return gradient(() -> reduceSum(huber(error, delta)), error);
    }

    static float root(float x) {
        float root = Math.max(x, 1);
        while (root * root - x > 1e-6f * x) {
            root = 0.5f * (root + x / root);
        }
        return root;
    }

    @GraphKernel
    static Tensor roots(@TensorType("f32[n]") Tensor x) {
        return map(x, Elements::root);
    }

    static boolean isOutlier(float x, int count) {
        return count > 10 && Math.abs(x) > 3;
    }

    @GraphKernel
    static Tensor outliers(@TensorType("f32[n]") Tensor x, @TensorType("i32[n]") Tensor count) {
        return apply(x, count, Elements::isOutlier);
    }

    @GraphKernel
    static Tensor recurrence(@TensorType("f32[n, t]") Tensor decay, @TensorType("f32[n, t]") Tensor input) {
        return scan(decay, input, 1, 0f, (h, a, b) -> a * h + b);
    }

    record Welford(float mean, float m2, int count) {}

    static Welford next(Welford state, float x) {
        int count = state.count() + 1;
        float mean = state.mean() + (x - state.mean()) / count;
        return new Welford(mean, state.m2() + (x - state.mean()) * (x - mean), count);
    }

    @GraphKernel
    static Tensor variance(@TensorType("f32[n, t]") Tensor x) {
        Tensor[] state = reduceRecord(x, 1, new Welford(0, 0, 0), Elements::next);
        return div(state[1], cast(state[2], DType.F32));
    }
}
