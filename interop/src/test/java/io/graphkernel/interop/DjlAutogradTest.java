package io.graphkernel.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.GradientCollector;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import io.graphkernel.runtime.exception.GradientException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Gradients of kernels in DJL's backward passes, against those of DJL's own ops. */
@Tag("slow")
@Tag("peer")
class DjlAutogradTest {

    private static final float EPSILON = 1e-5f;

    private NDManager manager;

    @BeforeAll
    static void needsDjl() {
        Frameworks.require("DJL", () -> NDManager.newBaseManager("PyTorch").close());
    }

    @BeforeEach
    void open() {
        manager = NDManager.newBaseManager("PyTorch");
        Engine.getEngine("PyTorch").setRandomSeed(5);
    }

    @AfterEach
    void close() {
        manager.close();
    }

    private NDArray leaf(long... dims) {
        NDArray leaf = manager.randomNormal(new Shape(dims));
        leaf.setRequiresGradient(true);
        return leaf;
    }

    private static NDArray layerNorm(NDArray x, NDArray gamma, NDArray beta) {
        NDArray centred = x.sub(x.mean(new int[] {-1}, true));
        NDArray variance = centred.square().mean(new int[] {-1}, true);
        return centred.div(variance.add(EPSILON).sqrt()).mul(gamma).add(beta);
    }

    /** The gradients, which are taken away. */
    private static List<float[]> gradients(NDArray... leaves) {
        List<float[]> gradients = new ArrayList<>();
        for (NDArray leaf : leaves) {
            gradients.add(leaf.getGradient().toFloatArray());
            leaf.getGradient().subi(leaf.getGradient());
        }
        return gradients;
    }

    private static void assertClose(List<float[]> found, List<float[]> right) {
        for (int i = 0; i < right.size(); i++) {
            assertThat(found.get(i)).containsExactly(right.get(i), within(1e-3f));
        }
    }

    /** Kernels that read what ops of DJL make, and each other; a leaf that several read; a view that is not contiguous. */
    @Test
    void gradients_areThoseOfDjlsOwnOps() {
        NDArray x = leaf(6, 4);
        NDArray w = leaf(6, 6);
        NDArray gamma = leaf(6);
        NDArray beta = leaf(6);
        try (GradientCollector collector = Engine.getEngine("PyTorch").newGradientCollector();
                DjlAutograd kernels = new DjlAutograd(manager)) {
            NDArray h = x.transpose().matMul(w);
            NDArray first = kernels.call(
                    in -> MyGradientsKernels.layerNormForward(in.of(h), in.of(gamma), in.of(beta), EPSILON));
            NDArray second = kernels.call(in -> MyGradientsKernels.layerNormForward(
                    in.of(first.add(x.transpose())), in.of(gamma), in.of(beta), EPSILON));
            kernels.backward(second.mul(h).sum().add(first.square().sum()));
            List<float[]> found = gradients(x, w, gamma, beta);
            NDArray g = x.transpose().matMul(w);
            NDArray one = layerNorm(g, gamma, beta);
            NDArray two = layerNorm(one.add(x.transpose()), gamma, beta);
            collector.backward(two.mul(g).sum().add(one.square().sum()));
            assertClose(found, gradients(x, w, gamma, beta));
        }
    }

    @Test
    void severalResults_haveCotangentsOrNone() {
        NDArray x = leaf(3, 4);
        NDArray y = leaf(3, 4);
        try (GradientCollector collector = Engine.getEngine("PyTorch").newGradientCollector();
                DjlAutograd kernels = new DjlAutograd(manager)) {
            NDList results = kernels.callAll(in -> MyGradientsKernels.partsForward(in.of(x), in.of(y)));
            assertThat(results).hasSize(3);
            assertThat(results.get(2).hasGradient()).isFalse();
            kernels.backward(results.get(1).square().sum());
            List<float[]> found = gradients(x);
            collector.backward(x.square().sum(new int[] {-1}).square().sum());
            assertClose(found, gradients(x));
        }
    }

    @Test
    void withoutACollectorNothing_isSaved() {
        NDArray x = leaf(3, 4);
        NDArray gamma = leaf(4);
        try (DjlAutograd kernels = new DjlAutograd(manager)) {
            NDArray y = kernels.call(
                    in -> MyGradientsKernels.layerNormForward(in.of(x), in.of(gamma), in.of(gamma), EPSILON));
            assertThat(y.hasGradient()).isFalse();
            assertThat(y.allClose(layerNorm(x, gamma, gamma), 1e-4, 1e-5, false))
                    .isTrue();
            assertThatThrownBy(() -> kernels.call(null)).hasMessageContaining("GK-6001");
        }
    }

    @Test
    void inputWithoutGradient_isRejected() {
        NDArray x = leaf(2, 3, 4);
        NDArray gamma = leaf(4);
        try (GradientCollector collector = Engine.getEngine("PyTorch").newGradientCollector();
                DjlAutograd kernels = new DjlAutograd(manager)) {
            assertThatThrownBy(() -> kernels.call(in -> MyGradientsKernels.layerNormForward(
                            in.of(x).reshape(6, 4), in.of(gamma), in.of(gamma), EPSILON)))
                    .isInstanceOf(GradientException.class)
                    .hasMessageContainingAll(
                            "[GK-6416] input receives no gradient from the kernel: DjlAutograd: the input [2, 3, 4] is not among the tensors that the kernel differentiates by",
                            "in.constant(x)");
            NDArray y = kernels.call(in -> MyGradientsKernels.layerNormForward(
                    in.constant(x).reshape(6, 4), in.of(gamma), in.of(gamma), EPSILON));
            assertThat(y.hasGradient()).isTrue();
        }
    }

    /** Each of two losses goes through its own kernel. */
    @Test
    void call_waitsForTheLossThatReachesIt() {
        NDArray x = leaf(3, 4);
        NDArray y = leaf(3, 4);
        try (GradientCollector collector = Engine.getEngine("PyTorch").newGradientCollector();
                DjlAutograd kernels = new DjlAutograd(manager)) {
            NDArray first = kernels.callAll(in -> MyGradientsKernels.partsForward(in.of(x), in.constant(x)))
                    .get(1);
            NDArray second = kernels.callAll(in -> MyGradientsKernels.partsForward(in.of(y), in.constant(y)))
                    .get(1);
            kernels.backward(first.sum());
            assertClose(gradients(x), List.of(x.mul(2).toFloatArray()));
            kernels.backward(second.sum());
            List<float[]> found = gradients(x, y);
            assertThat(found.get(0)).containsOnly(0);
            assertClose(List.of(found.get(1)), List.of(y.mul(2).toFloatArray()));
        }
    }

    /** The call in the middle fails, after cotangents have come to the first one. */
    @Test
    void passThatFails_leavesNothing() {
        NDArray x = leaf(3, 4);
        NDArray y = leaf(3, 4);
        try (GradientCollector collector = Engine.getEngine("PyTorch").newGradientCollector();
                DjlAutograd kernels = new DjlAutograd(manager)) {
            NDArray first = kernels.callAll(in -> MyGradientsKernels.partsForward(in.of(x), in.constant(x)))
                    .get(1);
            NDArray h = manager.ones(new Shape(3, 4));
            NDArray second = kernels.callAll(in -> MyGradientsKernels.partsForward(in.of(h), in.constant(y)))
                    .get(1);
            assertThatThrownBy(() -> kernels.backward(first.sum().add(second.sum())))
                    .hasMessageContaining("does not require grad");
            kernels.backward(y.square().sum());
            assertThat(x.getGradient().toFloatArray()).containsOnly(0);
        }
    }

    /** The losses of a loop with an optimizer of DJL. */
    private List<Float> losses(boolean withKernels) {
        Engine.getEngine("PyTorch").setRandomSeed(3);
        NDArray x = manager.randomNormal(new Shape(8, 6));
        NDArray target = manager.randomNormal(new Shape(8, 6));
        NDArray gamma = manager.ones(new Shape(6));
        NDArray beta = manager.zeros(new Shape(6));
        gamma.setRequiresGradient(true);
        beta.setRequiresGradient(true);
        Optimizer adam =
                Optimizer.adam().optLearningRateTracker(Tracker.fixed(0.05f)).build();
        List<Float> losses = new ArrayList<>();
        for (int step = 0; step < 20; step++) {
            try (GradientCollector collector = Engine.getEngine("PyTorch").newGradientCollector();
                    DjlAutograd kernels = new DjlAutograd(manager)) {
                NDArray y = withKernels
                        ? kernels.call(in ->
                                MyGradientsKernels.layerNormForward(in.constant(x), in.of(gamma), in.of(beta), EPSILON))
                        : layerNorm(x, gamma, beta);
                NDArray loss = y.sub(target).square().mean();
                kernels.backward(loss);
                losses.add(loss.getFloat());
            }
            adam.update("gamma", gamma, gamma.getGradient());
            adam.update("beta", beta, beta.getGradient());
            gradients(gamma, beta);
        }
        return losses;
    }

    @Test
    void djlAutograd_trainsToTheSameLosses() {
        List<Float> ours = losses(true);
        List<Float> theirs = losses(false);
        assertThat(ours.get(19)).isLessThan(ours.get(0));
        for (int i = 0; i < ours.size(); i++) {
            assertThat(ours.get(i)).isCloseTo(theirs.get(i), within(1e-4f));
        }
    }

    @Test
    void snippetOfThePage_runsAsWritten() {
        NDArray x = leaf(3, 4);
        NDArray gamma = leaf(4);
        NDArray beta = leaf(4);
        NDArray target = manager.zeros(new Shape(3, 4));
        try (GradientCollector collector = Engine.getEngine("PyTorch").newGradientCollector();
                DjlAutograd kernels = new DjlAutograd(manager)) {
            NDArray y = kernels.call(
                    in -> MyGradientsKernels.layerNormForward(in.of(x), in.of(gamma), in.of(beta), EPSILON));
            NDArray loss = y.sub(target).square().mean();
            kernels.backward(loss); // instead of collector.backward(loss)
        }
        assertThat(beta.getGradient().getShape()).isEqualTo(new Shape(4));
    }

    @Test
    void loopOfThePage_runsAsWritten() {
        NDArray x = manager.randomNormal(new Shape(3, 4));
        NDArray gamma = leaf(4);
        NDArray beta = leaf(4);
        NDArray target = layerNorm(x, manager.ones(new Shape(4)), manager.ones(new Shape(4)));
        float before = layerNorm(x, gamma, beta).sub(target).square().mean().getFloat();
        Optimizer adam =
                Optimizer.adam().optLearningRateTracker(Tracker.fixed(0.05f)).build();
        for (int step = 0; step < 20; step++) {
            try (NDManager stepManager = manager.newSubManager(); // closes the arrays of the step
                    GradientCollector collector = Engine.getEngine("PyTorch").newGradientCollector();
                    DjlAutograd kernels = new DjlAutograd(stepManager)) {
                NDArray y = kernels.call(
                        in -> MyGradientsKernels.layerNormForward(in.constant(x), in.of(gamma), in.of(beta), EPSILON));
                kernels.backward(y.sub(target).square().mean());
            }
            adam.update("gamma", gamma, gamma.getGradient());
            adam.update("beta", beta, beta.getGradient());
            gamma.getGradient().subi(gamma.getGradient()); // the next pass adds to it
            beta.getGradient().subi(beta.getGradient());
        }
        assertThat(layerNorm(x, gamma, beta).sub(target).square().mean().getFloat())
                .isLessThan(before / 2);
    }
}
