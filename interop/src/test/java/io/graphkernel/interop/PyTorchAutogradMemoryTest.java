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
import org.junit.jupiter.api.Test;

/** Which memory kernels and PyTorch share in a backward pass, and when it is given back. */
class PyTorchAutogradMemoryTest extends PyTorchAutogradCase {
    /** What a failed pass has left is not added to that of the next one, which reaches other results. */
    @Test
    void aPassThatFailsLeavesNothing() {
        Tensor x = leaf(3, 4);
        Tensor y = leaf(3, 4);
        Tensor[] parts = PyTorchAutograd.callAll(in -> MyGradientsKernels.partsForward(in.of(x), in.of(y)));
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
        parts[0].register_hook(hook);
        Tensor sums = parts[1].sum();
        Tensor both = parts[0].sum().add(sums);
        assertThatThrownBy(() -> backward(both, true, false)).hasMessageContaining("mine");
        fails[0] = false;
        backward(sums, false, false);
        assertClose(x.grad(), x.add(x));
        hook.close();
    }

    /** PyTorch may modify what the kernel has a copy of, and not what it has saved without one, be it a constant. */
    @Test
    void onlySharedMemoryIsWatched() {
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

    /** The results that were made are closed before their memory is. */
    @Test
    void aCallThatFailsKeepsNothing() {
        Tensor x = leaf(3, 4);
        Tensor bias = leaf(4);
        assertThatThrownBy(() -> PyTorchAutograd.call(
                        in -> new Failing(MyGradientsKernels.biasGeluForward(in.of(x), in.of(bias)))))
                .hasMessage("mine");
        assertThat(PyTorchMemory.count()).isZero();
    }

    /** A forward call that fails when it is asked what it holds, which is after the results are made. */
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

    /** PyTorch's ops in place on the result of a kernel, which the kernel has not saved. */
    @Test
    void aResultMayBeWrittenInPlace() {
        Tensor x = leaf(3, 4);
        Tensor bias = leaf(4);
        Tensor y = biasGelu(x, bias);
        y.mul_(new Scalar(3.0));
        assertClose(gradients(y.sum(), x)[0], gradients(theirBiasGelu(x, bias).sum(), x)[0].mul(new Scalar(3.0)));
    }

    /** A leaf gets the memory that the kernel has written, and a scope of ours does not close it. */
    @Test
    void nothingIsCopied() {
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

    /** What a step has made is given back before the next one, whether it goes backward or not. */
    @Test
    void aThousandStepsLeakNothing() {
        Tensor x = leaf(4, 8);
        Tensor bias = leaf(8);
        for (int step = 0; step < 1000; step++) {
            try (PointerScope each = new PointerScope()) {
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
