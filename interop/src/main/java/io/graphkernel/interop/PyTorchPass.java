package io.graphkernel.interop;

import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.TensorBase;

/** One backward pass through a kernel: cotangents of results come one by one, then gradients of parameters go. */
final class PyTorchPass {

    /** The last pass of a thread from which a gradient has gone. */
    private static final ThreadLocal<PyTorchPass> LAST = new ThreadLocal<>();

    /** By the number of the result; null where none has come. */
    private final Tensor[] cotangents;
    /** By the number of the parameter; null where it has gone. */
    private Tensor[] gradients = {};
    /** What a hook has returned: PyTorch takes its reference after the hook, and only then ours can go. */
    private org.bytedeco.pytorch.Tensor returned;

    PyTorchPass(int results) {
        this.cotangents = new Tensor[results];
    }

    /** Takes the cotangent of a result. */
    void keep(int result, TensorBase cotangent) {
        try (PointerScope scope = new PointerScope()) {
            cotangents[result] =
                    TensorScope.detach(PyTorchTensors.wrapRows(new org.bytedeco.pytorch.Tensor(cotangent)));
        }
    }

    /** Computes the gradients from the cotangents, which are used up. */
    void differentiate(ForwardCall<?> forward) {
        close(gradients);
        try {
            gradients = forward.gradients(cotangents).stream()
                    .map(TensorScope::detach)
                    .toArray(Tensor[]::new);
        } finally {
            close(cotangents);
        }
    }

    /** Gives the gradient by a parameter to PyTorch, with an axis of size 1 before its own. */
    org.bytedeco.pytorch.Tensor gradient(int parameter) {
        Tensor gradient = gradients[parameter];
        gradients[parameter] = null;
        long[] dims = new long[gradient.rank() + 1];
        dims[0] = 1;
        System.arraycopy(gradient.dimensions(), 0, dims, 1, gradient.rank());
        PyTorchPass last = LAST.get();
        if (last != null) {
            last.giveUpReturned();
        }
        LAST.set(this);
        return returned(PyTorchMemory.give(gradient, dims));
    }

    private synchronized org.bytedeco.pytorch.Tensor returned(org.bytedeco.pytorch.Tensor gradient) {
        gradient.retainReference(); // No scope closes it.
        returned = gradient;
        return gradient;
    }

    private synchronized void giveUpReturned() {
        if (returned != null) {
            returned.releaseReference();
            returned = null;
        }
    }

    void close() {
        giveUpReturned();
        close(cotangents);
        close(gradients);
    }

    private static void close(Tensor[] tensors) {
        for (int i = 0; i < tensors.length; i++) {
            if (tensors[i] != null) {
                tensors[i].close();
                tensors[i] = null;
            }
        }
    }
}
