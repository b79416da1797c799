package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.SavedValuesException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Saved values of a kernel with variants: the {@link SavedValues} of the variant that the last forward call ran. A call
 * of another variant releases them.
 */
public abstract class VariantSavedValues implements AutoCloseable {
    private final String call;
    private int variant = -1;
    /** Null before the first forward call. */
    private SavedValues values;

    private boolean closed;

    /**
     * Creates an object without values.
     *
     * @param call name of the forward call for messages
     */
    protected VariantSavedValues(String call) {
        this.call = call;
    }

    /**
     * Creates an object with the values of a completed call.
     *
     * @param call name of the forward call for messages
     * @param variant index of the variant
     * @param values its saved values, which are closed with this object
     */
    protected VariantSavedValues(String call, int variant, SavedValues values) {
        this.call = call;
        this.variant = variant;
        this.values = values;
    }

    private static void requireOpen(String method, VariantSavedValues saved) {
        if (saved == null) {
            throw new NullTensorException(RuntimeProblem.NULL_ARGUMENT, method, "saved");
        }
        if (saved.closed) {
            throw new SavedValuesException(RuntimeProblem.SAVED_RELEASED, method, saved.call);
        }
    }

    /**
     * Returns the values that a forward call of a variant overwrites.
     *
     * @param method name of the forward call for messages
     * @param empty constructor of values of the variant
     * @throws NullTensorException if {@code saved} is null
     * @throws SavedValuesException if it is closed
     */
    public static <S extends SavedValues> S begin(
            String method, VariantSavedValues saved, int variant, Class<S> type, Supplier<S> empty) {
        requireOpen(method, saved);
        synchronized (saved) {
            if (saved.variant != variant) {
                SavedValues.closeAll(saved.values);
                saved.values = empty.get();
                saved.variant = variant;
            }
            return type.cast(saved.values);
        }
    }

    /**
     * Returns the index of the variant that the last forward call ran.
     *
     * @param method name of the gradient call for messages
     * @throws NullTensorException if {@code saved} is null
     * @throws SavedValuesException if it is closed, or there was no call
     */
    public static int variant(String method, VariantSavedValues saved) {
        requireOpen(method, saved);
        if (saved.values == null) {
            throw new SavedValuesException(RuntimeProblem.SAVED_NOTHING, method, saved.call);
        }
        return saved.variant;
    }

    /** Returns the values of the last forward call. */
    public static SavedValues values(VariantSavedValues saved) {
        return saved.values;
    }

    /** Returns the arguments of the parameters that have a gradient; empty after the values are closed. */
    public static List<Tensor> parametersOf(VariantSavedValues saved) {
        return saved.values == null ? List.of() : SavedValues.parametersOf(saved.values);
    }

    /** Returns true if elements of a tensor are among the values. */
    public static boolean holds(VariantSavedValues saved, Tensor tensor) {
        return saved.values != null && SavedValues.holds(saved.values, tensor);
    }

    /** Releases the values. Has no effect if already closed. */
    @Override
    public final synchronized void close() {
        closed = true;
        SavedValues.closeAll(values);
    }
}
