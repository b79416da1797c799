package io.graphkernel.interop;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.IdentityHashMap;
import java.util.Map;

/** The tensors that one call of a kernel reads, with those of PyTorch that they lie over. */
final class PyTorchInputs implements PyTorchAutograd.Inputs, AutoCloseable {

    private final Map<Tensor, org.bytedeco.pytorch.Tensor> theirs = new IdentityHashMap<>();

    @Override
    public Tensor of(org.bytedeco.pytorch.Tensor tensor) {
        Tensor ours = TensorScope.detach(PyTorchTensors.wrapRows(tensor));
        theirs.put(ours, tensor);
        return ours;
    }

    /** The tensor that one lies over; null for one that comes from elsewhere. */
    org.bytedeco.pytorch.Tensor under(Tensor tensor) {
        return theirs.get(tensor);
    }

    /** What the kernel has saved holds its memory by itself. */
    @Override
    public void close() {
        theirs.keySet().forEach(Tensor::close);
    }
}
