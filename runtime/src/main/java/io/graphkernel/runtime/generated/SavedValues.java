package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.SavedValuesException;
import io.graphkernel.runtime.internal.memory.Watch;
import io.graphkernel.runtime.internal.tensor.Closing;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.Arrays;
import java.util.List;

/**
 * What a forward call keeps for the gradient calls that follow: parameters and results, which are not copied, and values
 * of its own. They are held until this is closed, whoever closes the tensors meanwhile, such as a {@link
 * io.graphkernel.runtime.TensorScope}. Any number of gradient calls may read them before.
 *
 * <p>One that was made by hand takes the values of one forward call after the other, each written over those before. The
 * memory of the values of its own stays, and a call with the same tensors and dims as the one before allocates nothing.
 *
 * <p>A tensor that is written between the two calls has another value than the forward call computed with. Writes by
 * kernels, by {@code Ops.assign}, by collectives and by methods of {@link Tensor} are noticed, also through a view; those
 * through a pointer, a buffer or an array that a tensor lies over are not. A write of other elements of the same memory,
 * such as another slice of it, does not count.
 */
public abstract class SavedValues implements AutoCloseable {
    private final String call;
    private final String[] names;
    /** The tensors of the caller that the last call saved; null where the value is of its own. */
    private final Tensor[] given;
    /** Views that nobody else has; null as long as there is no value. */
    private final Tensor[] tensors;

    /** Memory for gradients that are added to tensors; null where no call has made it yet. */
    private Tensor[] addends = {};

    private final Watch[] watches;
    private final Cotangents cotangents;
    /** Whether all values are of one forward call. */
    private boolean complete;

    /** The caller's, of the parameters that have a gradient; none after a call into given tensors. */
    private List<Tensor> parameters = List.of();

    private volatile boolean closed;

    /**
     * Without values.
     *
     * @param call the forward call, for messages
     * @param cotangents how many results have one
     * @param names what the values are called, for messages
     */
    protected SavedValues(String call, int cotangents, String... names) {
        this.call = call;
        this.names = names;
        this.given = new Tensor[names.length];
        this.tensors = new Tensor[names.length];
        this.watches = new Watch[names.length];
        this.cotangents = new Cotangents(cotangents);
    }

    /**
     * Throws unless a forward call may save its values here.
     *
     * @param method the forward call, for messages
     * @throws NullTensorException if there is nothing to save them in
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
     * Throws unless saved values are as the forward call has left them.
     *
     * @param method the gradient call, for messages
     * @param saved the values
     * @throws NullTensorException if there are none
     * @throws SavedValuesException if they are closed, no call has saved any, or one was written since
     */
    public static void require(String method, SavedValues saved) {
        requireOpen(method, saved);
        if (!saved.complete) {
            throw new SavedValuesException(RuntimeProblem.SAVED_NOTHING, method, saved.call);
        }
        for (int i = 0; i < saved.watches.length; i++) {
            if (saved.watches[i].isWritten()) {
                throw new SavedValuesException(RuntimeProblem.SAVED_MODIFIED, method, saved.call, saved.names[i]);
            }
        }
    }

    /**
     * Notes what was passed for the parameters that have a gradient.
     *
     * @return the values themselves
     */
    public static <S extends SavedValues> S withParameters(S saved, Tensor... parameters) {
        SavedValues values = saved;
        values.parameters = List.of(parameters);
        return saved;
    }

    /** What was passed for the parameters that have a gradient; none after the values are closed. */
    public static List<Tensor> parametersOf(SavedValues saved) {
        return saved.parameters;
    }

    /** Whether elements of a tensor are among the values. */
    public static boolean holds(SavedValues saved, Tensor tensor) {
        return Arrays.stream(saved.tensors).anyMatch(value -> value != null && Checks.overlap(value, tensor));
    }

    /**
     * Throws if a result of the forward call would be written over a parameter that is saved. What is wrong with either is
     * left to the call.
     *
     * @throws OverlapException if the two share memory
     */
    public static void requireApart(String method, String outName, Tensor out, String inName, Tensor in) {
        if (isUsable(out) && isUsable(in) && Checks.overlap(out, in)) {
            throw new OverlapException(RuntimeProblem.SAVED_OVERWRITTEN, method, outName, inName);
        }
    }

    private static boolean isUsable(Tensor tensor) {
        return tensor != null && !tensor.isClosed();
    }

    /**
     * The memory of a value of its own that an earlier call has left.
     *
     * @param device where the next call runs
     * @return null if there is none there that is open; its dims may be others
     */
    public static Tensor stored(SavedValues saved, int number, Device device) {
        Tensor tensor = saved.tensors[number];
        return isUsable(tensor) && tensor.device() == device ? tensor : null;
    }

    /**
     * Gives a value of its own new memory.
     *
     * @param made of the dims of the next call; it is closed
     * @return the same memory, which is closed with the saved values
     */
    public static Tensor store(SavedValues saved, int number, Tensor made) {
        saved.complete = false;
        try (made) {
            saved.replace(number, made);
        }
        return saved.tensors[number];
    }

    /**
     * Memory for a gradient that is added to a tensor: that of the call before, if it fits.
     *
     * @param method the gradient call, for messages
     * @param number of the gradient
     * @param target what it is added to
     * @return of the type of the target, and closed with the saved values
     * @throws SavedValuesException if another thread has closed the values meanwhile
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
            Closing.all(last);
            saved.addends[number] = null;
            try (Tensor made = Tensor.empty(target.device(), target.dtype(), Tensors.dims(target))) {
                saved.addends[number] = Tensors.hold(made);
            }
        }
        return saved.addends[number];
    }

    private static boolean areAlike(Tensor a, Tensor b) {
        return a.device() == b.device() && a.dtype() == b.dtype() && Arrays.equals(Tensors.dims(a), Tensors.dims(b));
    }

    /** Saves the value of a forward call that has run: a tensor of the caller, or what {@link #store} gave. */
    public static void keep(SavedValues saved, int number, Tensor value) {
        boolean same = value == saved.tensors[number] || value == saved.given[number];
        // Users see the views, and may close them.
        if (same && isUsable(saved.tensors[number])) {
            saved.watches[number].renew();
        } else {
            saved.replace(number, value);
            saved.given[number] = value;
        }
    }

    /** If this fails, the value is as before. */
    private void replace(int number, Tensor value) {
        Tensor view = Tensors.hold(value);
        Watch watch = Tensors.watch(view);
        release(number);
        tensors[number] = view;
        watches[number] = watch;
    }

    /** Notes the dims of a result that has a cotangent. */
    public static void result(SavedValues saved, int number, Tensor result) {
        saved.cotangents.result(number, result);
    }

    /**
     * Says whether all values are of one call: not while they are saved.
     *
     * @throws SavedValuesException if another thread has closed this meanwhile; then nothing is held
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
        return cotangents.zeros(number);
    }

    /**
     * A saved value.
     *
     * @param number its number
     * @return a tensor that is closed with this; null if there is none yet
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
        Arrays.fill(given, null);
        for (Watch watch : watches) {
            if (watch != null) {
                watch.end();
            }
        }
        closeAll(cotangents::close, () -> closeAll(addends), () -> closeAll(tensors));
    }

    private void release(int number) {
        if (tensors[number] != null) {
            watches[number].end();
            tensors[number].close();
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
