package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.SavedValuesException;
import io.graphkernel.runtime.internal.tensor.Tensors;

/**
 * What a forward call keeps for the gradient calls that follow: parameters and results, which are not copied, and values
 * of its own. They are held until this is closed, whoever closes the tensors meanwhile, such as a {@link
 * io.graphkernel.runtime.TensorScope}. Any number of gradient calls may read them before.
 *
 * <p>A tensor that is written between the two calls has another value than the forward call computed with. Writes by
 * kernels, by {@code Ops.assign}, by collectives and by methods of {@link Tensor} are noticed, also through a view; those
 * through a pointer, a buffer or an array that a tensor lies over are not.
 */
public abstract class SavedValues implements AutoCloseable {
    private final String call;
    private final String[] names;
    /** Views that nobody else has; they share the count of writes with the tensors that they are of. */
    private final Tensor[] tensors;

    private final int[] writes;

    /**
     * Saves values.
     *
     * @param call the forward call, for messages
     * @param names what the values are called, for messages
     * @param borrowed how many of the tensors are the caller's; this takes over the others
     * @param tensors the values, which are open
     */
    protected SavedValues(String call, String[] names, int borrowed, Tensor... tensors) {
        this.call = call;
        this.names = names;
        this.tensors = tensors;
        this.writes = new int[tensors.length];
        for (int i = 0; i < tensors.length; i++) {
            Tensor given = tensors[i];
            tensors[i] = Tensors.hold(given);
            writes[i] = Tensors.writes(tensors[i]);
            if (i >= borrowed) {
                given.close();
            }
        }
    }

    /**
     * Throws unless saved values are as the forward call has left them.
     *
     * @param method the gradient call, for messages
     * @param saved the values
     * @throws NullTensorException if there are none
     * @throws SavedValuesException if they are closed, or one was written since
     */
    public static void require(String method, SavedValues saved) {
        if (saved == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "saved");
        }
        for (int i = 0; i < saved.tensors.length; i++) {
            Tensor tensor = saved.tensors[i];
            if (tensor.isClosed()) {
                throw new SavedValuesException(RuntimeProblem.SAVED_RELEASED, method, saved.call);
            }
            if (Tensors.writes(tensor) != saved.writes[i]) {
                throw new SavedValuesException(RuntimeProblem.SAVED_MODIFIED, method, saved.call, saved.names[i]);
            }
        }
    }

    /**
     * A saved value.
     *
     * @param number its number
     * @return a tensor that is closed with this
     */
    protected final Tensor tensor(int number) {
        return tensors[number];
    }

    /** Gives the values up. The memory of those that nobody else has goes back. Closing twice is allowed. */
    @Override
    public final void close() {
        for (Tensor tensor : tensors) {
            tensor.close();
        }
    }
}
