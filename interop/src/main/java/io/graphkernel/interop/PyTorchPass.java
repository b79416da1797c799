package io.graphkernel.interop;

import io.graphkernel.runtime.ForwardCall;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.ref.WeakReference;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.TensorBase;
import org.jspecify.annotations.Nullable;

/**
 * A backward pass through a kernel: it receives the cotangents of results one by one, then returns the gradients of
 * parameters.
 */
final class PyTorchPass {

    /** The last pass of a thread that has returned a gradient. */
    private static final ThreadLocal<WeakReference<PyTorchPass>> LAST = new ThreadLocal<>();

    /** By the index of the result; null if none has arrived. */
    private final @Nullable Tensor[] cotangents;
    /** By the index of the parameter; null if it was returned. */
    private @Nullable Tensor[] gradients = {};
    /** Result of a hook: PyTorch acquires its reference after the hook returns, and only then can ours be released. */
    private org.bytedeco.pytorch.@Nullable Tensor returned;
    /** PyTorch's id of this pass. */
    private int task;

    PyTorchPass(int results) {
        this.cotangents = new @Nullable Tensor[results];
    }

    /** Starts over if PyTorch does: the remaining state is of a pass that failed, or of unused gradients. */
    void enter(int current) {
        if (task != current) {
            task = current;
            close(cotangents);
            close(gradients);
        }
    }

    /** Receives the cotangent of a result. */
    void keep(int result, TensorBase cotangent) {
        try (PointerScope scope = new PointerScope()) {
            cotangents[result] =
                    TensorScope.detach(PyTorchTensors.wrapRows(new org.bytedeco.pytorch.Tensor(cotangent)));
        }
    }

    /** Computes the gradients from the cotangents, which are consumed. */
    void differentiate(ForwardCall<?> forward) {
        try {
            gradients = forward.gradients(cotangents).stream()
                    .map(TensorScope::detach)
                    .toArray(Tensor[]::new);
        } finally {
            close(cotangents);
        }
    }

    /** Returns the gradient of a parameter to PyTorch, with a leading axis of size 1. */
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

    /** Releases the result of the last hook, which PyTorch has acquired. */
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

    private static void close(@Nullable Tensor[] tensors) {
        for (int i = 0; i < tensors.length; i++) {
            if (tensors[i] != null) {
                tensors[i].close();
                tensors[i] = null;
            }
        }
    }
}
