package io.graphkernel.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorArrayRefOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** Kernels and the same of PyTorch's own ops, and PyTorch's backward pass over both. */
abstract class PyTorchAutogradCase {
    private static final double TOLERANCE = 2e-5;
    static final float EPSILON = 1e-5f;

    private PointerScope scope;

    @BeforeAll
    static void needsPyTorch() {
        Frameworks.require("PyTorch", () -> torch.ones(1).close());
    }

    @BeforeEach
    void open() {
        torch.manual_seed(7);
        scope = new PointerScope();
    }

    /** After any test, PyTorch has released all memory when its tensors are closed. */
    @AfterEach
    void close() {
        scope.close();
        assertThat(PyTorchMemory.count()).isZero();
    }

    static Tensor layerNorm(Tensor x, Tensor gamma, Tensor beta) {
        return PyTorchAutograd.call(
                in -> MyGradientsKernels.layerNormForward(in.of(x), in.of(gamma), in.of(beta), EPSILON));
    }

    static Tensor theirLayerNorm(Tensor x, Tensor gamma, Tensor beta) {
        Tensor centred = x.sub(mean(x));
        return centred.mul(mean(centred.mul(centred)).add(new Scalar(EPSILON)).rsqrt())
                .mul(gamma)
                .add(beta);
    }

    static Tensor mean(Tensor x) {
        return x.mean(new long[] {-1}, true, new ScalarTypeOptional());
    }

    static Tensor biasGelu(Tensor x, Tensor bias) {
        return PyTorchAutograd.call(in -> MyGradientsKernels.biasGeluForward(in.of(x), in.of(bias)));
    }

    static Tensor theirBiasGelu(Tensor x, Tensor bias) {
        return torch.gelu(x.add(bias), "tanh");
    }

    static Tensor leaf(long... dims) {
        return torch.randn(dims).set_requires_grad(true);
    }

    static void backward(Tensor loss, boolean retain, boolean create) {
        loss.backward(new Tensor(), new BoolOptional(retain), create, new TensorArrayRefOptional());
    }

    static Tensor[] gradients(Tensor loss, Tensor... inputs) {
        TensorVector gradients = torch.grad(new TensorVector(loss), new TensorVector(inputs));
        return IntStream.range(0, inputs.length).mapToObj(gradients::get).toArray(Tensor[]::new);
    }

    static void assertClose(Tensor actual, Tensor expected) {
        assertThat(actual.sizes().vec().get()).isEqualTo(expected.sizes().vec().get());
        try (var values = PyTorchTensors.copy(actual);
                var wanted = PyTorchTensors.copy(expected)) {
            double[] right = wanted.toDoubleArray();
            double[] found = values.toDoubleArray();
            for (int i = 0; i < right.length; i++) {
                assertThat(found[i]).isCloseTo(right[i], within(TOLERANCE * (1 + Math.abs(right[i]))));
            }
        }
    }
}
