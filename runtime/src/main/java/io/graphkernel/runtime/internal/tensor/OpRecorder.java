package io.graphkernel.runtime.internal.tensor;

import org.jspecify.annotations.Nullable;

/**
 * Recorder of ops that tensors and communicators execute themselves. The gradient package registers it before the first
 * tape is opened; without one, the static methods have no effect.
 */
public abstract class OpRecorder {
    private static volatile @Nullable OpRecorder registered;

    /** Registers the recorder. */
    public static void register(OpRecorder recorder) {
        registered = recorder;
    }

    /** Records a basic op with its result. */
    public static void basic(String op, AbstractTensor result, Object... arguments) {
        OpRecorder recorder = registered;
        if (recorder != null) {
            recorder.record(op, result, arguments);
        }
    }

    /** Records a view of a range of entries along the first axis of a tensor. */
    public static void slice(AbstractTensor view, AbstractTensor tensor, long begin, long end) {
        OpRecorder recorder = registered;
        if (recorder != null) {
            recorder.recordSlice(view, tensor, begin, end);
        }
    }

    /** Records a copy of a tensor, on any device. */
    public static void copy(AbstractTensor copy, AbstractTensor tensor) {
        OpRecorder recorder = registered;
        if (recorder != null) {
            recorder.recordCopy(copy, tensor);
        }
    }

    /**
     * Rejects an op that cannot be recorded if the loss depends through the tensor on a differentiated one.
     *
     * @throws io.graphkernel.runtime.exception.GradientException if it does
     */
    public static void reject(String method, String parameter, AbstractTensor tensor) {
        OpRecorder recorder = registered;
        if (recorder != null) {
            recorder.rejectTracked(method, parameter, tensor);
        }
    }

    /** Implements {@link #basic}. */
    protected abstract void record(String op, AbstractTensor result, Object... arguments);

    /** Implements {@link #slice}. */
    protected abstract void recordSlice(AbstractTensor view, AbstractTensor tensor, long begin, long end);

    /** Implements {@link #copy}. */
    protected abstract void recordCopy(AbstractTensor copy, AbstractTensor tensor);

    /** Implements {@link #reject}. */
    protected abstract void rejectTracked(String method, String parameter, AbstractTensor tensor);
}
