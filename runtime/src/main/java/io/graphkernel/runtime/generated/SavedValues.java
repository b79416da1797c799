package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.SavedValuesException;
import io.graphkernel.runtime.internal.memory.WriteTracker;
import io.graphkernel.runtime.internal.tensor.Closeables;
import io.graphkernel.runtime.internal.tensor.OverlapCheck;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;
import java.util.List;

/**
 * Values that a forward call saves for subsequent gradient calls: parameters and results, which are not copied, and
 * intermediate values. They are retained until this object is closed, even if a
 * {@link io.graphkernel.runtime.TensorScope} closes the tensors earlier. Any number of gradient calls may read them.
 *
 * <p>An object created explicitly can be reused: each forward call overwrites the values of the previous one. The
 * memory of intermediate values is reused, and a call with the same tensors and dims as the previous one does not
 * allocate.
 *
 * <p>A tensor that is written between the forward and the gradient call no longer has the saved value. Writes by
 * kernels, {@code Ops.assign}, collectives and methods of {@link Tensor} are detected, also through a view. Writes
 * through a pointer, a buffer or an array under a tensor are not. Writes to other elements of the same memory, such as
 * another slice, are ignored.
 */
public abstract class SavedValues implements AutoCloseable {
    private final String call;
    private final String[] names;
    /** Tensors of the caller that the last call saved; null for intermediate values. */
    private final Tensor[] callerTensors;
    /** Private views; null before a value is saved. */
    private final Tensor[] tensors;

    /** Memory for gradients that are accumulated into tensors; null before the first call that needs it. */
    private Tensor[] addends = {};

    private final WriteTracker[] trackers;
    private final Cotangents cotangents;
    /** True if all values belong to one forward call. */
    private boolean complete;

    /** Arguments of the parameters that have a gradient; empty after a call with explicit tensors. */
    private List<Tensor> parameters = List.of();

    private volatile boolean closed;

    /**
     * Creates an object without values.
     *
     * @param call name of the forward call for messages
     * @param cotangents number of results that have one
     * @param names names of the values for messages
     */
    protected SavedValues(String call, int cotangents, String... names) {
        this.call = call;
        this.names = names;
        this.callerTensors = new Tensor[names.length];
        this.tensors = new Tensor[names.length];
        this.trackers = new WriteTracker[names.length];
        this.cotangents = new Cotangents(cotangents);
    }

    /**
     * Checks that a forward call may save its values here.
     *
     * @param method name of the forward call for messages
     * @param saved the saved values
     * @throws NullTensorException if {@code saved} is null
     * @throws SavedValuesException if it is closed
     */
    public static void requireOpen(String method, SavedValues saved) {
        if (saved == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "saved");
        }
        if (saved.closed) {
            throw new SavedValuesException(RuntimeProblem.SAVED_RELEASED, method, saved.call);
        }
    }

    /**
     * Checks that saved values are unchanged since the forward call.
     *
     * @param method name of the gradient call for messages
     * @param saved the saved values
     * @throws NullTensorException if {@code saved} is null
     * @throws SavedValuesException if they are closed, were never saved, or one was written since
     */
    public static void require(String method, SavedValues saved) {
        requireOpen(method, saved);
        if (!saved.complete) {
            throw new SavedValuesException(RuntimeProblem.SAVED_NOTHING, method, saved.call);
        }
        for (int i = 0; i < saved.trackers.length; i++) {
            if (saved.trackers[i].isWritten()) {
                throw new SavedValuesException(RuntimeProblem.SAVED_MODIFIED, method, saved.call, saved.names[i]);
            }
        }
    }

    /**
     * Records the arguments of the parameters that have a gradient.
     *
     * @return {@code saved}
     */
    public static <S extends SavedValues> S withParameters(S saved, Tensor... parameters) {
        SavedValues values = saved;
        values.parameters = List.of(parameters);
        return saved;
    }

    /** Returns the arguments of the parameters that have a gradient; empty after the values are closed. */
    public static List<Tensor> parametersOf(SavedValues saved) {
        return saved.parameters;
    }

    /** Returns true if elements of a tensor are among the values. */
    public static boolean holds(SavedValues saved, Tensor tensor) {
        return Arrays.stream(saved.tensors).anyMatch(value -> value != null && OverlapCheck.overlap(value, tensor));
    }

    /**
     * Checks that a result of the forward call does not overwrite a saved parameter. Invalid tensors are left to the
     * checks of the call.
     *
     * @throws OverlapException if the two overlap
     */
    public static void requireApart(String method, String outName, Tensor out, String inName, Tensor in) {
        if (isUsable(out) && isUsable(in) && OverlapCheck.overlap(out, in)) {
            throw new OverlapException(RuntimeProblem.SAVED_OVERWRITTEN, method, outName, inName);
        }
    }

    private static boolean isUsable(Tensor tensor) {
        return tensor != null && !tensor.isClosed();
    }

    /**
     * Returns the memory of an intermediate value of an earlier call.
     *
     * @param device device of the next call
     * @return null without an open tensor on that device; its dims may differ
     */
    public static Tensor stored(SavedValues saved, int number, Device device) {
        Tensor tensor = saved.tensors[number];
        return isUsable(tensor) && tensor.device() == device ? tensor : null;
    }

    /**
     * Stores new memory for an intermediate value.
     *
     * @param allocated tensor with the dims of the next call, which is closed
     * @return the same memory, closed together with the saved values
     */
    public static Tensor store(SavedValues saved, int number, Tensor allocated) {
        saved.complete = false;
        try (allocated) {
            saved.replace(number, allocated);
        }
        return saved.tensors[number];
    }

    /**
     * Returns memory for a gradient that is accumulated into a tensor, reused from the previous call if it fits.
     *
     * @param method name of the gradient call for messages
     * @param number index of the gradient
     * @param target tensor that the gradient is added to
     * @return a tensor of the type of the target, closed together with the saved values
     * @throws SavedValuesException if another thread has closed the values
     */
    public static Tensor addend(String method, SavedValues saved, int number, Tensor target) {
        if (saved.closed) {
            throw new SavedValuesException(RuntimeProblem.SAVED_RELEASED, method, saved.call);
        }
        if (number >= saved.addends.length) {
            saved.addends = Arrays.copyOf(saved.addends, number + 1);
        }
        Tensor last = saved.addends[number];
        if (!isUsable(last) || !areAlike(last, target)) {
            Closeables.closeAll(last);
            saved.addends[number] = null;
            try (Tensor allocated = Tensor.empty(target.device(), target.dtype(), Tensors.dims(target))) {
                saved.addends[number] = Tensors.hold(allocated);
            }
        }
        return saved.addends[number];
    }

    private static boolean areAlike(Tensor a, Tensor b) {
        return a.device() == b.device() && a.dtype() == b.dtype() && Arrays.equals(Tensors.dims(a), Tensors.dims(b));
    }

    /** Saves a value of a completed forward call: a tensor of the caller, or a result of {@link #store}. */
    public static void keep(SavedValues saved, int number, Tensor value) {
        boolean same = value == saved.tensors[number] || value == saved.callerTensors[number];
        // Users see the views and may close them.
        if (same && isUsable(saved.tensors[number])) {
            saved.trackers[number].reset();
        } else {
            saved.replace(number, value);
            saved.callerTensors[number] = value;
        }
    }

    /** If this fails, the previous value remains. */
    private void replace(int number, Tensor value) {
        Tensor view = Tensors.hold(value);
        WriteTracker tracker = Tensors.watch(view);
        release(number);
        tensors[number] = view;
        trackers[number] = tracker;
    }

    /** Records the dims of a result that has a cotangent. */
    public static void result(SavedValues saved, int number, Tensor result) {
        saved.cotangents.result(number, result);
    }

    /**
     * Sets if all values belong to one call; false while they are being saved.
     *
     * @throws SavedValuesException if another thread has closed this object; all values are released then
     */
    public static void complete(SavedValues saved, boolean values) {
        synchronized (saved) {
            if (saved.closed) {
                saved.release();
                throw new SavedValuesException(RuntimeProblem.SAVED_RELEASED, saved.call, saved.call);
            }
            saved.complete = values;
            saved.parameters = List.of();
        }
    }

    /**
     * Checks that at least one cotangent is passed.
     *
     * @throws SavedValuesException if there is none
     */
    public final void requireAny(String method, boolean callerTensors) {
        if (!callerTensors) {
            throw new SavedValuesException(RuntimeProblem.NO_COTANGENT, method);
        }
    }

    /**
     * Returns a cotangent, or zeros with the shape of the result. The zeros are created once and closed with this
     * object.
     *
     * @param method name of the gradient call for messages
     * @param number index of the result among those with cotangents
     * @throws SavedValuesException if zeros are needed and another thread has closed this object
     */
    public final Tensor orZeros(String method, int number, Tensor cotangent) {
        return cotangent != null ? cotangent : zeros(method, number);
    }

    private synchronized Tensor zeros(String method, int number) {
        if (closed) {
            throw new SavedValuesException(RuntimeProblem.SAVED_RELEASED, method, call);
        }
        return cotangents.zeros(number);
    }

    /**
     * Returns a saved value.
     *
     * @param number index of the value
     * @return a tensor that is closed with this object; null if there is none yet
     */
    protected final Tensor tensor(int number) {
        return tensors[number];
    }

    /** Releases the values. Has no effect if already closed. */
    @Override
    public final synchronized void close() {
        closed = true;
        parameters = List.of();
        release();
    }

    private void release() {
        Arrays.fill(callerTensors, null);
        for (WriteTracker tracker : trackers) {
            if (tracker != null) {
                tracker.close();
            }
        }
        closeAll(cotangents::close, () -> closeAll(addends), () -> closeAll(tensors));
    }

    private void release(int number) {
        if (tensors[number] != null) {
            trackers[number].close();
            tensors[number].close();
        }
    }

    /**
     * Closes all resources in reverse order, then throws the first failure.
     *
     * @param resources resources to close; null is skipped
     */
    public static void closeAll(AutoCloseable... resources) {
        Closeables.closeAll(resources);
    }
}
