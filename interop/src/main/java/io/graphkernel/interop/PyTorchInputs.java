package io.graphkernel.interop;

import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tensors that one call of a kernel reads, with their PyTorch tensors. */
final class PyTorchInputs implements PyTorchAutograd.Inputs, AutoCloseable {

    private final List<Input> inputs = new ArrayList<>();

    /**
     * A tensor of ours, in no scope, and its PyTorch tensor.
     *
     * @param ours tensor, which is identified by reference
     */
    record Input(Tensor ours, org.bytedeco.pytorch.Tensor theirs) {

        boolean recordsGradients() {
            return theirs.requires_grad();
        }

        /** Returns true if ours is not a copy. */
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

    /**
     * Returns the PyTorch tensor of an input, if it records gradients; else null, also for a tensor of another origin.
     */
    org.bytedeco.pytorch.@Nullable Tensor recording(Tensor tensor) {
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

    /** Closes the inputs; values that the kernel saved retain their own memory. */
    @Override
    public void close() {
        inputs.forEach(input -> input.ours().close());
    }
}
