package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.generated.KernelLibrary;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.SizesByDims;
import java.util.Arrays;
import java.util.List;

/**
 * A call of a plan that is walked: it is begun by {@link ExecutablePlan#call}, takes numbers, dims and tensors, and runs.
 * What has run waits in the frame of its thread for the next call. What never runs, because a number of it cannot be
 * computed, is not kept.
 */
public final class PlanCall implements SizesByDims.Dims {
    private ExecutablePlan plan;
    private LaunchFrame frame;
    private Tensor[] tensors = {};
    private long[] dims = {};
    private long[] numbers = {};
    private long[] sizes;
    private long arena;
    private final Overlaps overlaps = new Overlaps();

    private PlanCall() {}

    static PlanCall begin(ExecutablePlan plan, LaunchFrame frame) {
        PlanCall kept = frame.takePlanCall();
        PlanCall call = kept == null ? new PlanCall() : kept;
        call.plan = plan;
        call.frame = frame;
        if (call.tensors.length < plan.tensors()) {
            call.tensors = new Tensor[plan.tensors()];
        }
        if (call.dims.length < plan.dims()) {
            call.dims = new long[plan.dims()];
        }
        if (call.numbers.length < plan.numbers()) {
            call.numbers = new long[plan.numbers()];
        }
        return call;
    }

    /** Gives a float. */
    public void scalar(int index, float value) {
        numbers[index] = Float.floatToRawIntBits(value) & 0xffff_ffffL;
    }

    /** Gives a double. */
    public void scalar(int index, double value) {
        numbers[index] = Double.doubleToRawLongBits(value);
    }

    /** Gives a whole number. */
    public void integer(int index, long value) {
        numbers[index] = value;
    }

    /** Gives a number as a double, whatever its type. */
    public void number(int index, double value) {
        scalar(index, value);
    }

    /** Gives the size of a dim. */
    public void dimension(int index, long size) {
        dims[index] = size;
    }

    /** Gives a tensor: parameters come before results. It is held until the call has run. */
    public void tensor(int index, Tensor tensor) {
        tensors[index] = tensor;
    }

    /** Gives several tensors, which are held as well. */
    public void tensors(int first, Tensor... given) {
        System.arraycopy(given, 0, tensors, first, given.length);
    }

    /**
     * Checks that a record is there before its tensors are given.
     *
     * @param first the number of its first tensor
     * @param levels how many names the path of that tensor has after the one of the record
     * @throws io.graphkernel.runtime.exception.NullTensorException if it is null
     */
    public void record(int first, int levels, Record record) {
        if (record == null) {
            plan.operands().requireRecord(first, levels);
        }
    }

    /**
     * Checks a list before its tensors are given, as {@link #record}.
     *
     * @param length the declared number of elements
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if it has another number of them
     */
    public void list(int first, int levels, List<?> list, int length) {
        if (list == null || list.size() != length) {
            plan.operands().requireList(first, levels, list, length);
        }
    }

    /** The same of an array. */
    public void list(int first, int levels, Object[] array, int length) {
        if (array == null || array.length != length) {
            plan.operands().requireList(first, levels, array, length);
        }
    }

    /**
     * Checks the tensors that were given. Those that bind a dim, and results over rankless shapes, the caller has checked.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException of the matching type
     */
    public void check() {
        sizes = plan.sizes(this);
        plan.operands().check(this);
        overlaps.check(plan.operands(), this);
    }

    /**
     * Runs the plan over what was given and checked, and forgets it.
     *
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if the kernels are missing, damaged or cannot be
     *     loaded
     */
    public void run() {
        try {
            plan.constants(this);
            long bytes = sizes[plan.arenaBytes()];
            if (plan.makesTensors()) {
                arena = frame.arena(bytes);
                try (TensorScope scope = TensorScope.open()) {
                    plan.walk(this);
                } finally {
                    frame.giveBackArena();
                }
            } else {
                arena = plan.library().enter(frame, bytes);
                try {
                    plan.walk(this);
                } finally {
                    frame.leave();
                }
            }
        } finally {
            // A thread that is kept must not keep a class whose plan it has run.
            Arrays.fill(tensors, 0, plan.tensors(), null);
            plan = null;
            sizes = null;
            frame.keepPlanCall(this);
        }
    }

    @Override
    public long dim(int index) {
        return dims[index];
    }

    LaunchFrame frame() {
        return frame;
    }

    KernelLibrary library() {
        return plan.library();
    }

    long[] sizes() {
        return sizes;
    }

    long arena() {
        return arena;
    }

    Tensor tensor(int index) {
        return tensors[index];
    }

    long number(int index) {
        return numbers[index];
    }
}
