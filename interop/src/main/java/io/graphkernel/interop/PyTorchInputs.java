package io.graphkernel.interop;

import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.List;

/** The tensors that one call of a kernel reads, with those of PyTorch that they lie over. */
final class PyTorchInputs implements PyTorchAutograd.Inputs, AutoCloseable {

    private final List<Input> inputs = new ArrayList<>();

    /**
     * A tensor of ours, in no scope, and the one of PyTorch that it was made of.
     *
     * @param ours identity tells it apart
     */
    record Input(Tensor ours, org.bytedeco.pytorch.Tensor theirs) {

        boolean recordsGradients() {
            return theirs.requires_grad();
        }

        /** Whether ours is no copy. */
        boolean isShared() {
            return theirs.is_contiguous() && !theirs.is_neg();
        }
    }

    @Override
    public Tensor of(org.bytedeco.pytorch.Tensor tensor) {
        Tensor ours = TensorScope.detach(PyTorchTensors.wrapRows(tensor));
        inputs.add(new Input(ours, tensor));
        return ours;
    }

    List<Input> all() {
        return inputs;
    }

    /** The tensor that one lies over, if it records gradients; else null, also for one that comes from elsewhere. */
    org.bytedeco.pytorch.Tensor recording(Tensor tensor) {
        return inputs.stream()
                .filter(input -> input.ours() == tensor && input.recordsGradients())
                .map(Input::theirs)
                .findFirst()
                .orElse(null);
    }

    /**
     * Throws if an input that records gradients would get none.
     *
     * @throws io.graphkernel.runtime.exception.GradientException if the kernel does not differentiate by it
     */
    void requireGradients(ForwardCall<?> forward) {
        for (Input input : inputs) {
            if (input.recordsGradients()) {
                Adapter.requireParameter("PyTorchAutograd", input.ours(), forward, "in.of(x.detach())");
            }
        }
    }

    /** What the kernel has saved holds its memory by itself. */
    @Override
    public void close() {
        inputs.forEach(input -> input.ours().close());
    }
}
