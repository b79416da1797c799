package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.SavedValuesException;
import io.graphkernel.runtime.internal.memory.Watch;
import io.graphkernel.runtime.internal.tensor.Closing;
import io.graphkernel.runtime.internal.tensor.TensorData;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;
import java.util.List;

/**
 * What a forward call keeps for the gradient calls that follow: parameters and results, which are not copied, and values
 * of its own. They are held until this is closed, whoever closes the tensors meanwhile, such as a {@link
 * io.graphkernel.runtime.TensorScope}. Any number of gradient calls may read them before.
 *
 * <p>A tensor that is written between the two calls has another value than the forward call computed with. Writes by
 * kernels, by {@code Ops.assign}, by collectives and by methods of {@link Tensor} are noticed, also through a view; those
 * through a pointer, a buffer or an array that a tensor lies over are not. A write of other elements of the same memory,
 * such as another slice of it, does not count.
 */
public abstract class SavedValues implements AutoCloseable {
    private final String call;
    private final String[] names;
    /** Views that nobody else has. */
    private final Tensor[] tensors;

    private final Watch[] watches;

    /** Of results that have cotangents; empty if there is one alone. */
    private Tensor[] zeros = {};

    /** The caller's, of the parameters that have a gradient. */
    private List<Tensor> parameters = List.of();

    private long[][] dims = {};
    private DType[] dtypes = {};
    private Device device;
    private volatile boolean closed;

    /**
     * Saves values. If that fails, nothing is held, and all tensors are the caller's as before.
     *
     * @param call the forward call, for messages
     * @param names what the values are called, for messages
     * @param borrowed how many of the tensors are the caller's; this takes over the others
     * @param tensors the values, which are open
     */
    protected SavedValues(String call, String[] names, int borrowed, Tensor... tensors) {
        this.call = call;
        this.names = names;
        this.tensors = new Tensor[tensors.length];
        this.watches = new Watch[tensors.length];
        try {
            for (int i = 0; i < tensors.length; i++) {
                this.tensors[i] = Tensors.hold(tensors[i]);
                watches[i] = Tensors.watch(this.tensors[i]);
            }
            // The views hold the memory now.
            closeAll(Arrays.copyOfRange(tensors, borrowed, tensors.length));
        } catch (RuntimeException | Error failure) {
            release();
            throw failure;
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
        for (int i = 0; i < saved.watches.length; i++) {
            if (saved.watches[i].isWritten()) {
                throw new SavedValuesException(RuntimeProblem.SAVED_MODIFIED, method, saved.call, saved.names[i]);
            }
        }
    }

    /** Notes what was passed for the parameters that have a gradient. */
    protected final void parameters(Tensor... parameters) {
        this.parameters = List.of(parameters);
    }

    /** What was passed for the parameters that have a gradient; none after the values are closed. */
    public static List<Tensor> parametersOf(SavedValues saved) {
        return saved.parameters;
    }

    /** Whether elements of a tensor are among the values. */
    public static boolean holds(SavedValues saved, Tensor tensor) {
        long begin = tensor.address();
        long end = begin + tensor.byteCount();
        return Arrays.stream(saved.tensors)
                .anyMatch(value -> value.address() < end && begin < value.address() + value.byteCount());
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
     * A cotangent, or zeros in its place, as many as the result has elements. They are made once, whatever thread asks, and
     * closed with this.
     *
     * @param method the gradient call, for messages
     * @param number of the result among those that have cotangents
     * @throws SavedValuesException if zeros are needed and another thread has closed this meanwhile
     */
    public final Tensor orZeros(String method, int number, Tensor cotangent) {
        return cotangent != null ? cotangent : zeros(method, number);
    }

    private synchronized Tensor zeros(String method, int number) {
        if (closed) {
            throw new SavedValuesException(RuntimeProblem.SAVED_RELEASED, method, call);
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
    public final synchronized void close() {
        closed = true;
        parameters = List.of();
        release();
    }

    private void release() {
        for (Watch watch : watches) {
            if (watch != null) {
                watch.end();
            }
        }
        try {
            closeAll(zeros);
        } finally {
            closeAll(tensors);
        }
    }

    /**
     * Closes several things, all of them, the last one first; the first failure is thrown after.
     *
     * @param all null is left out
     */
    public static void closeAll(AutoCloseable... all) {
        Closing.all(all);
    }
}
