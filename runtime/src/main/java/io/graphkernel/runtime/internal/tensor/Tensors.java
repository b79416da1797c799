package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.memory.Watch;
import java.util.Arrays;

/** What the run time asks a tensor and users do not. */
public final class Tensors {
    static final TensorAccess ACCESS = TensorAccess.get();

    private Tensors() {}

    /** The dims themselves, not to be changed. */
    public static long[] dims(Tensor tensor) {
        return ACCESS.dims(tensor);
    }

    /** Dtype and dims, as in {@code f32[4, 4]}. */
    public static String describe(Tensor tensor) {
        return tensor.dtype() + Arrays.toString(dims(tensor));
    }

    /**
     * A view of the whole tensor that its caller alone has, and closes: whoever closes this tensor meanwhile, the memory
     * stays. All that takes addresses outside of a launch takes them of such a view.
     *
     * @throws io.graphkernel.runtime.exception.ClosedTensorException if the tensor is closed
     */
    public static Tensor hold(Tensor tensor) {
        return TensorMemory.view(tensor, 0, dims(tensor), tensor.elementCount());
    }

    /** Notes that the tensor is written, for those who watch it: where nothing more can be refused. */
    public static void noteWrite(Tensor tensor) {
        TensorMemory.noteWrite(tensor);
    }

    /** Throws if the tensor must not be written. */
    public static void requireWritable(Tensor tensor, String method, String what) {
        if (tensor.isReadOnly()) {
            throw new InvalidArgumentException(RuntimeProblem.READ_ONLY, method, what, describe(tensor));
        }
    }

    /**
     * Watches what a view sees: writes of its elements through any tensor, from now on.
     *
     * @param view made by {@link #hold}, and open
     */
    public static Watch watch(Tensor view) {
        return TensorMemory.watch(view);
    }

    /** Marks a tensor that a composite op has made of a number, so that its caller does not know its dtype. */
    public static Tensor number(Tensor scalar) {
        ACCESS.markNumber(scalar);
        return scalar;
    }

    /** Whether {@link #number} has marked the tensor. */
    public static boolean isNumber(Tensor tensor) {
        return ACCESS.isNumber(tensor);
    }
}
