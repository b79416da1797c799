package io.graphkernel.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.exception.GradientException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Adam;
import org.bytedeco.pytorch.AdamOptions;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Gradients of kernels in PyTorch's backward passes, against those of PyTorch's own ops. */
@Tag("slow")
@Tag("peer")
class PyTorchAutogradTest extends PyTorchAutogradCase {
    @Test
    void gradients_areThoseOfPyTorchsOwnOps() {
        Tensor x = leaf(5, 33);
        Tensor gamma = leaf(33);
        Tensor beta = leaf(33);
        Tensor weights = torch.randn(5, 33);
        Tensor ours = layerNorm(x, gamma, beta);
        Tensor theirs = theirLayerNorm(x, gamma, beta);
        assertThat(ours.requires_grad()).isTrue();
        assertClose(ours, theirs);
        Tensor[] found = gradients(ours.mul(weights).sum(), x, gamma, beta);
        Tensor[] right = gradients(theirs.mul(weights).sum(), x, gamma, beta);
        for (int i = 0; i < right.length; i++) {
            assertClose(found[i], right[i]);
        }
    }

    @Test
    void snippetOfThePage_runsAsWritten() {
        Tensor x = leaf(5, 8);
        Tensor gamma = leaf(8);
        Tensor beta = leaf(8);
        Tensor weights = torch.randn(5, 8);
        Tensor y = PyTorchAutograd.call(
                in -> MyGradientsKernels.layerNormForward(in.of(x), in.of(gamma), in.of(beta), EPSILON));
        y.mul(weights).sum().backward(); // x.grad(), gamma.grad(), beta.grad()
        assertClose(beta.grad(), weights.sum(0));
    }

    @Test
    void loopOfThePage_runsAsWritten() {
        Tensor x = torch.randn(5, 8);
        Tensor gamma = leaf(8);
        Tensor beta = leaf(8);
        Tensor target = theirLayerNorm(x, torch.ones(8), torch.ones(8));
        double before = torch.mse_loss(theirLayerNorm(x, gamma, beta), target).item_double();
        Adam adam = new Adam(new TensorVector(gamma, beta), new AdamOptions(0.05));
        for (int step = 0; step < 20; step++) {
            try (PointerScope scope = new PointerScope()) { // closes the tensors of the step
                Tensor y = PyTorchAutograd.call(
                        in -> MyGradientsKernels.layerNormForward(in.of(x), in.of(gamma), in.of(beta), EPSILON));
                Tensor loss = torch.mse_loss(y, target);
                adam.zero_grad();
                loss.backward();
                adam.step();
            }
        }
        assertThat(torch.mse_loss(theirLayerNorm(x, gamma, beta), target).item_double())
                .isLessThan(before / 2);
    }

    /** Kernels between ops of PyTorch, a leaf that several read, inputs and cotangents that are not contiguous. */
    @Test
    void kernels_arePartsOfAGraph() {
        Tensor x = leaf(6, 8);
        Tensor w = leaf(6, 6);
        Tensor gamma = leaf(6);
        Tensor ours = biasGelu(biasGelu(layerNorm(x.t(), gamma, gamma), gamma).matmul(w), gamma);
        Tensor theirs = theirBiasGelu(
                theirBiasGelu(theirLayerNorm(x.t(), gamma, gamma), gamma).matmul(w), gamma);
        Tensor[] found = gradients(ours.t().mul(x).sum().add(ours.sum()), x, w, gamma);
        Tensor[] right = gradients(theirs.t().mul(x).sum().add(theirs.sum()), x, w, gamma);
        for (int i = 0; i < right.length; i++) {
            assertClose(found[i], right[i]);
        }
    }

    @Test
    void severalResults_haveCotangentsOrNone() {
        Tensor x = leaf(3, 4);
        Tensor y = leaf(3, 4);
        Tensor[] results = PyTorchAutograd.callAll(in -> MyGradientsKernels.partsForward(in.of(x), in.of(y)));
        assertThat(results).hasSize(3);
        assertThat(results[2].requires_grad()).isFalse();
        assertClose(results[2], x.exp());
        Tensor[] found =
                gradients(results[0].sum().add(results[1].mul(results[1]).sum()), x, y);
        Tensor sums = x.mul(x).sum(-1);
        Tensor[] right = gradients(x.mul(y).sum().add(sums.mul(sums).sum()), x, y);
        assertClose(found[0], right[0]);
        assertClose(found[1], right[1]);
        Tensor[] again = PyTorchAutograd.callAll(in -> MyGradientsKernels.partsForward(in.of(x), in.of(y)));
        assertClose(gradients(again[1].sum(), x)[0], x.add(x));
    }

    @Test
    void result_mayBeANumberInAnotherDtype() {
        Tensor x = torch.randn(4, 5).toType(ScalarType.Double).set_requires_grad(true);
        Tensor y = torch.randn(4, 5).toType(ScalarType.Double);
        Tensor loss = PyTorchAutograd.call(in -> MyGradientsKernels.meanSquareForward(in.of(x), in.of(y)));
        assertThat(loss.dim()).isZero();
        assertClose(loss, torch.mse_loss(x, y));
        assertClose(gradients(loss, x)[0], gradients(torch.mse_loss(x, y), x)[0]);
    }

    @Test
    void unrequestedGradients_areDropped() {
        Tensor x = torch.randn(3, 4);
        Tensor gamma = leaf(4);
        Tensor beta = torch.randn(4);
        Tensor y = layerNorm(x, gamma, beta);
        Tensor right = gradients(theirLayerNorm(x, gamma, beta).sum(), gamma)[0];
        y.sum().backward();
        assertClose(gamma.grad(), right);
        assertThat(x.grad().defined()).isFalse();
        assertThat(beta.grad().defined()).isFalse();
        assertThat(layerNorm(x, beta, beta).requires_grad()).isFalse();
        try (NoGradGuard off = new NoGradGuard()) {
            int before = PyTorchMemory.count();
            Tensor plain = layerNorm(x, gamma, beta);
            assertThat(plain.requires_grad()).isFalse();
            // The result alone.
            assertThat(PyTorchMemory.count()).isEqualTo(before + 1);
        }
        // A tensor that comes from elsewhere is a constant.
        try (var own = io.graphkernel.runtime.Tensor.of(new float[] {1, 2, 3, 4}, 4)) {
            Tensor mixed =
                    PyTorchAutograd.call(in -> MyGradientsKernels.biasGeluForward(in.of(gamma.unsqueeze(0)), own));
            assertThat(gradients(mixed.sum(), gamma)[0].numel()).isEqualTo(4);
        }
    }

    @Test
    void backwardPass_mayComeTwice() {
        Tensor x = leaf(3, 4);
        Tensor gamma = leaf(4);
        Tensor loss = layerNorm(x, gamma, gamma).sum();
        backward(loss, true, false);
        Tensor once = gamma.grad().clone();
        backward(loss, false, false);
        assertClose(gamma.grad(), once.add(once));
        assertThatThrownBy(() -> backward(loss, false, false)).hasMessageContaining("retain_graph=True");
    }

    @Test
    void mistakes_arriveWithTheirMessages() {
        Tensor x = leaf(3, 4);
        Tensor bias = leaf(4);
        Tensor h = x.mul(new Scalar(2.0));
        Tensor modified = biasGelu(h, bias).sum();
        h.add_(new Scalar(1.0));
        assertThatThrownBy(() -> backward(modified, false, false)).hasMessageContaining("[GK-6415]", "x.clone()");
        Tensor loss = biasGelu(x, bias).sum();
        assertThatThrownBy(() -> backward(loss, true, true)).hasMessageContaining("[GK-6414]");
        assertThatThrownBy(() -> biasGelu(x.toType(ScalarType.Half), bias)).hasMessageContaining("GK-60");
        assertThatThrownBy(() -> PyTorchAutograd.call(null)).hasMessageContaining("GK-6001");
        // The same graph continues.
        backward(loss, false, false);
        assertClose(x.grad(), gradients(theirBiasGelu(x, bias).sum(), x)[0]);
    }

    /** PyTorch would not see the gradient of values that Java computes from an input. */
    @Test
    void inputWithoutGradient_isRejected() {
        Tensor x = leaf(2, 3, 4);
        Tensor bias = leaf(4);
        assertThatThrownBy(() -> PyTorchAutograd.call(
                        in -> MyGradientsKernels.biasGeluForward(in.of(x).reshape(6, 4), in.of(bias))))
                .isInstanceOf(GradientException.class)
                .hasMessageContainingAll(
                        "[GK-6416] input receives no gradient from the kernel: PyTorchAutograd: the input [2, 3, 4] is not among the tensors that the kernel differentiates by",
                        "in.of(x.detach())");
        Tensor rows = x.reshape(6, 4);
        assertThatThrownBy(() -> PyTorchAutograd.call(in -> intoGiven(in.of(rows), in.of(bias))))
                .hasMessageContaining("[GK-6416]");
        Tensor wide = torch.randn(3, 4).toType(ScalarType.Double).set_requires_grad(true);
        assertThatThrownBy(() -> PyTorchAutograd.call(
                        in -> MyGradientsKernels.meanSquareForward(in.of(wide.detach()), in.of(wide))))
                .hasMessageContaining("[GK-6416]");
        Tensor loss =
                PyTorchAutograd.call(in -> MyGradientsKernels.meanSquareForward(in.of(wide), in.of(wide.detach())));
        assertThat(gradients(loss, wide)[0].count_nonzero().item_long()).isZero();
        try (NoGradGuard off = new NoGradGuard()) {
            assertThat(PyTorchAutograd.call(in -> intoGiven(in.of(rows), in.of(bias)))
                            .requires_grad())
                    .isFalse();
        }
    }

    private static MyGradientsKernels.BiasGeluForward intoGiven(
            io.graphkernel.runtime.Tensor x, io.graphkernel.runtime.Tensor bias) {
        var out = io.graphkernel.runtime.Tensor.zeros(x.dimensions());
        var saved = new MyGradientsKernels.BiasGeluSaved();
        MyGradientsKernels.biasGeluForward(x, bias, out, saved);
        return new MyGradientsKernels.BiasGeluForward(out, saved);
    }

    @Test
    void batch_mayBeEmpty() {
        Tensor x = leaf(0, 4);
        Tensor gamma = leaf(4);
        Tensor y = layerNorm(x, gamma, gamma);
        assertThat(y.sizes().vec().get()).containsExactly(0, 4);
        Tensor[] found = gradients(y.sum(), x, gamma);
        assertThat(found[0].sizes().vec().get()).containsExactly(0, 4);
        assertClose(found[1], torch.zeros(4));
    }

    @Test
    void threads_shareAGraph() throws InterruptedException, ExecutionException {
        Tensor x = leaf(16, 8);
        Tensor bias = leaf(8);
        Tensor loss = biasGelu(x, bias).sum();
        Tensor right = gradients(theirBiasGelu(x, bias).sum(), x)[0];
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> passes = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                passes.add(threads.submit(() -> backward(loss, true, false)));
            }
            for (Future<?> pass : passes) {
                pass.get();
            }
        } finally {
            threads.shutdown();
        }
        assertClose(x.grad(), right.mul(new Scalar(64.0)));
    }

    /** Two layers, the same numbers from PyTorch's ops and from kernels, by PyTorch's optimizer. */
    private static double[] losses(boolean kernels, int steps) {
        torch.manual_seed(11);
        Tensor x = torch.randn(16, 8);
        Tensor target = torch.randn(16, 1);
        Tensor w1 = torch.randn(8, 12).mul(new Scalar(0.3)).detach().set_requires_grad(true);
        Tensor w2 = torch.randn(12, 1).mul(new Scalar(0.3)).detach().set_requires_grad(true);
        Tensor bias = torch.zeros(12).set_requires_grad(true);
        Tensor gamma = torch.ones(12).set_requires_grad(true);
        Tensor beta = torch.zeros(12).set_requires_grad(true);
        AdamOptions options = new AdamOptions(0.01);
        Adam adam = new Adam(new TensorVector(w1, w2, bias, gamma, beta), options);
        double[] losses = new double[steps];
        for (int step = 0; step < steps; step++) {
            try (PointerScope scope = new PointerScope()) {
                Tensor h = x.matmul(w1);
                Tensor a = kernels ? biasGelu(h, bias) : theirBiasGelu(h, bias);
                Tensor n = kernels ? layerNorm(a, gamma, beta) : theirLayerNorm(a, gamma, beta);
                Tensor loss = torch.mse_loss(n.matmul(w2), target);
                adam.zero_grad();
                loss.backward();
                adam.step();
                losses[step] = loss.item_double();
            }
        }
        return losses;
    }

    @Test
    void pyTorchAutograd_trainsANetToTheSameLosses() {
        double[] ours = losses(true, 60);
        double[] theirs = losses(false, 60);
        assertThat(ours[59]).isLessThan(ours[0] / 4);
        for (int i = 0; i < ours.length; i++) {
            assertThat(ours[i]).isCloseTo(theirs[i], within(1e-3 * (1 + theirs[i])));
        }
    }
}
