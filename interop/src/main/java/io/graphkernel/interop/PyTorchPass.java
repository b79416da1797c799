package io.graphkernel.interop;

import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.ref.WeakReference;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.TensorBase;

/** One backward pass through a kernel: cotangents of results come one by one, then gradients of parameters go. */
final class PyTorchPass {

    /** The last pass of a thread from which a gradient has gone. */
    private static final ThreadLocal<WeakReference<PyTorchPass>> LAST = new ThreadLocal<>();

    /** By the number of the result; null where none has come. */
    private final Tensor[] cotangents;
    /** By the number of the parameter; null where it has gone. */
    private Tensor[] gradients = {};
    /** What a hook has returned: PyTorch takes its reference after the hook, and only then ours can go. */
    private org.bytedeco.pytorch.Tensor returned;
    /** What PyTorch calls this pass. */
    private int task;

    PyTorchPass(int results) {
        this.cotangents = new Tensor[results];
    }

    /** Begins anew if PyTorch does: what is left is of a pass that has failed, or was not asked for. */
    void enter(int current) {
        if (task != current) {
            task = current;
            close(cotangents);
            close(gradients);
        }
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
        WeakReference<PyTorchPass> reference = LAST.get();
        PyTorchPass last = reference == null ? null : reference.get();
        if (last != null) {
            last.giveUpReturned();
        }
        LAST.set(new WeakReference<>(this));
        return returned(PyTorchMemory.give(gradient, dims));
    }

    private synchronized org.bytedeco.pytorch.Tensor returned(org.bytedeco.pytorch.Tensor gradient) {
        gradient.retainReference(); // No scope closes it.
        returned = gradient;
        return gradient;
    }

    /** Only where PyTorch has taken what the last hook has returned. */
    synchronized void giveUpReturned() {
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
