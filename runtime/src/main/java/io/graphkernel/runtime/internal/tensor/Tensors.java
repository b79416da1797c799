package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.memory.WriteTracker;
import java.util.Arrays;

/** Internal operations on tensors. */
public final class Tensors {
    private Tensors() {}

    /** Returns the dims without a copy, which must not be modified. */
    public static long[] dims(AbstractTensor tensor) {
        return tensor.dims;
    }

    /** Returns dtype and dims as in {@code f32[4, 4]}. */
    public static String describe(AbstractTensor tensor) {
        return tensor.dtype() + Arrays.toString(dims(tensor));
    }

    /**
     * Returns a private view of the whole tensor, which the caller closes. The memory stays valid even if another
     * thread closes this tensor. Addresses outside of launches are always read from such a view.
     *
     * @throws io.graphkernel.runtime.exception.ClosedTensorException if the tensor is closed
     */
    public static <T extends AbstractTensor> T hold(T tensor) {
        return TensorMemory.view(tensor, 0, tensor.dims, tensor.elements);
    }

    /** Records a write to the tensor for trackers, after the last check that may fail. */
    public static void recordWrite(AbstractTensor tensor) {
        TensorMemory.recordWrite(tensor);
    }

    /** Checks that the tensor is writable. */
    public static void requireWritable(AbstractTensor tensor, String method, String what) {
        if (tensor.isReadOnly()) {
            throw new InvalidArgumentException(RuntimeProblem.READ_ONLY, method, what, describe(tensor));
        }
    }

    /**
     * Tracks subsequent writes to the elements of a view through any tensor.
     *
     * @param view open result of {@link #hold}
     */
    public static WriteTracker watch(AbstractTensor view) {
        return TensorMemory.watch(view);
    }

    /** Marks a tensor that a composite op created from a number, so that its caller does not know its dtype. */
    public static <T extends AbstractTensor> T number(T scalar) {
        scalar.number = true;
        return scalar;
    }

    /** Returns true if {@link #number} has marked the tensor. */
    public static boolean isNumber(AbstractTensor tensor) {
        return tensor.number;
    }
}
