package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.SavedValuesException;
import io.graphkernel.runtime.internal.tensor.TensorData;
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

    /** Of results that have cotangents; empty if there is one alone. */
    private Tensor[] zeros = {};

    private long[][] dims = {};
    private DType[] dtypes = {};
    private Device device;
    private volatile boolean closed;

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
        if (saved.closed) {
            throw new SavedValuesException(RuntimeProblem.SAVED_RELEASED, method, saved.call);
        }
        for (int i = 0; i < saved.tensors.length; i++) {
            if (Tensors.writes(saved.tensors[i]) != saved.writes[i]) {
                throw new SavedValuesException(RuntimeProblem.SAVED_MODIFIED, method, saved.call, saved.names[i]);
            }
        }
    }

    /** Notes the types of the results that have cotangents. */
    protected final void results(Tensor... results) {
        zeros = new Tensor[results.length];
        dims = new long[results.length][];
        dtypes = new DType[results.length];
        device = results[0].device();
        for (int i = 0; i < results.length; i++) {
            dims[i] = results[i].dimensions();
            dtypes[i] = results[i].dtype();
        }
    }

    /**
     * Throws if no cotangent is given.
     *
     * @throws SavedValuesException if there is none
     */
    public final void requireAny(String method, boolean given) {
        if (!given) {
            throw new SavedValuesException(RuntimeProblem.NO_COTANGENT, method);
        }
    }

    /**
     * A cotangent, or zeros in its place, which are made once.
     *
     * @param number of the result among those that have cotangents
     */
    public final Tensor orZeros(int number, Tensor cotangent) {
        if (cotangent != null) {
            return cotangent;
        }
        if (zeros[number] == null) {
            try (Tensor made = TensorData.clear(Tensor.empty(device, dtypes[number], dims[number]))) {
                zeros[number] = Tensors.hold(made);
            }
        }
        return zeros[number];
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
        closed = true;
        for (Tensor tensor : tensors) {
            tensor.close();
        }
        for (Tensor tensor : zeros) {
            if (tensor != null) {
                tensor.close();
            }
        }
    }
}
