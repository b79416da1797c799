package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.memory.ForeignStorage;
import io.graphkernel.runtime.internal.memory.Storage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What {@link Tensor} shows to the run time and not to users. Its static initialiser hands it over. */
public abstract class TensorAccess {
    private static volatile TensorAccess given;

    /** For {@link Tensor} alone. */
    protected TensorAccess() {}

    /** Takes what {@link Tensor} gives. */
    public static void give(TensorAccess access) {
        given = access;
    }

    static TensorAccess get() {
        if (given == null) {
            try {
                MethodHandles.lookup().ensureInitialized(Tensor.class);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return given;
    }

    /** A tensor, in no scope, with dims that nobody else changes. */
    protected abstract Tensor make(
            DType dtype,
            Device device,
            long[] dims,
            long elements,
            long address,
            Storage memory,
            ForeignStorage foreign);

    /** Puts a new tensor into the calling thread's scope, if there is one; gives it back. */
    protected abstract Tensor adopt(Tensor tensor);

    /** The dims themselves, not to be changed. */
    protected abstract long[] dims(Tensor tensor);

    /** The memory, if it is foreign; null in others. */
    protected abstract ForeignStorage foreign(Tensor tensor);

    /** Whether a composite op has made the tensor of a number, so that its caller does not know its dtype. */
    protected abstract boolean isNumber(Tensor tensor);

    /** Says that a composite op has made the tensor of a number. */
    protected abstract void markNumber(Tensor tensor);

    /** What a tensor holds of the memory, to release once; null when closed. */
    protected abstract VarHandle memory();

    /** The address of a tensor's first element; 0 when closed. */
    protected abstract VarHandle address();
}
