package io.graphkernel.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.TensorScope;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorBase;
import org.bytedeco.pytorch.VoidTensorHook;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the memory that kernels and PyTorch share in a backward pass, and of its release. */
@Tag("slow")
@Tag("peer")
class PyTorchAutogradMemoryTest extends PyTorchAutogradCase {
    /** Leftovers of a failed pass are not added to the next one, which reaches other results. */
    @Test
    void passThatFails_leavesNothing() {
        Tensor x = leaf(3, 4);
        Tensor y = leaf(3, 4);
        Tensor[] results = PyTorchAutograd.callAll(in -> MyGradientsKernels.partsForward(in.of(x), in.of(y)));
        boolean[] fails = {true};
        VoidTensorHook hook = new VoidTensorHook() {
            @Override
            public void call(TensorBase cotangent) {
                if (fails[0]) {
                    throw new IllegalStateException("mine");
                }
            }
        };
        // It comes after ours, which has kept the cotangent, and before the gradient of the kernel.
        results[0].register_hook(hook);
        Tensor sums = results[1].sum();
        Tensor both = results[0].sum().add(sums);
        assertThatThrownBy(() -> backward(both, true, false)).hasMessageContaining("mine");
        fails[0] = false;
        backward(sums, false, false);
        assertClose(x.grad(), x.add(x));
        hook.close();
    }

    /** PyTorch may modify what the kernel has a copy of, and not what it has saved without one, be it a constant. */
    @Test
    void onlySharedMemory_isWatched() {
        Tensor h = torch.randn(4, 3).mul(new Scalar(2.0));
        Tensor bias = leaf(4);
        Tensor loss = biasGelu(h.t(), bias).sum();
        Tensor right = gradients(theirBiasGelu(h.t(), bias).sum(), bias)[0];
        h.zero_();
        assertClose(gradients(loss, bias)[0], right);
        Tensor x = torch.randn(4, 5).toType(ScalarType.Double).set_requires_grad(true);
        Tensor y = torch.randn(4, 5).toType(ScalarType.Double);
        Tensor other = PyTorchAutograd.call(in -> MyGradientsKernels.meanSquareForward(in.of(x), in.of(y)));
        y.zero_();
        assertThatThrownBy(() -> backward(other, false, false)).hasMessageContaining("[GK-6415]");
    }

    /** The created results are closed before their memory is. */
    @Test
    void callThatFails_keepsNothing() {
        Tensor x = leaf(3, 4);
        Tensor bias = leaf(4);
        assertThatThrownBy(() -> PyTorchAutograd.call(
                        in -> new Failing(MyGradientsKernels.biasGeluForward(in.of(x), in.of(bias)))))
                .hasMessage("mine");
        assertThat(PyTorchMemory.count()).isZero();
    }

    /** A forward call that fails on the query of its saved values, after the results are created. */
    private record Failing(ForwardCall<io.graphkernel.runtime.Tensor> call)
            implements ForwardCall<io.graphkernel.runtime.Tensor> {

        @Override
        public io.graphkernel.runtime.Tensor result() {
            return call.result();
        }

        @Override
        public List<io.graphkernel.runtime.Tensor> results() {
            return call.results();
        }

        @Override
        public List<io.graphkernel.runtime.Tensor> differentiable() {
            return call.differentiable();
        }

        @Override
        public List<io.graphkernel.runtime.Tensor> parameters() {
            return call.parameters();
        }

        @Override
        public boolean holds(io.graphkernel.runtime.Tensor tensor) {
            throw new IllegalStateException("mine");
        }

        @Override
        public List<io.graphkernel.runtime.Tensor> gradients(io.graphkernel.runtime.Tensor... cotangents) {
            return call.gradients(cotangents);
        }

        @Override
        public void release() {
            call.release();
        }

        @Override
        public void close() {
            call.close();
        }
    }

    /** In-place ops of PyTorch on the result of a kernel that has not saved it. */
    @Test
    void result_mayBeWrittenInPlace() {
        Tensor x = leaf(3, 4);
        Tensor bias = leaf(4);
        Tensor y = biasGelu(x, bias);
        y.mul_(new Scalar(3.0));
        assertClose(gradients(y.sum(), x)[0], gradients(theirBiasGelu(x, bias).sum(), x)[0].mul(new Scalar(3.0)));
    }

    /** A leaf gets the memory that the kernel has written, and a scope of ours does not close it. */
    @Test
    void nothing_isCopied() {
        Tensor x = leaf(64, 32);
        Tensor bias = leaf(32);
        try (PointerScope theirs = new PointerScope();
                TensorScope ours = TensorScope.open()) {
            biasGelu(x, bias).sum().backward();
        }
        assertThat(PyTorchMemory.count()).isEqualTo(2);
        assertClose(x.grad(), gradients(theirBiasGelu(x, bias).sum(), x)[0]);
        x.mutable_grad().reset();
        assertThat(PyTorchMemory.count()).isEqualTo(1);
    }

    /** Memory of a step is released before the next one, with or without a backward pass. */
    @Test
    void thousandSteps_leakNothing() {
        Tensor x = leaf(4, 8);
        Tensor bias = leaf(8);
        for (int step = 0; step < 1000; step++) {
            try (PointerScope scope = new PointerScope()) {
                Tensor loss = biasGelu(biasGelu(x, bias), bias).sum();
                if (step % 3 != 0) {
                    loss.backward();
                }
            }
            // The gradient of x; that of bias is a sum, which is PyTorch's.
            assertThat(PyTorchMemory.count()).isEqualTo(step == 0 ? 0 : 1);
        }
    }
}
