package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.generated.KernelLibrary;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.SizesByDims;
import java.util.Arrays;
import java.util.List;

/**
 * A call of an interpreted plan, begun by {@link #of}. It receives scalars, dims and tensors, then
 * runs. Afterwards, the frame of its thread caches it for the next call. A call that never runs, because a scalar
 * cannot be computed, is not cached.
 */
public final class PlanCall implements SizesByDims.Dims {
    private ExecutablePlan plan;
    private LaunchFrame frame;
    private Tensor[] tensors = {};
    private long[] dims = {};
    private long[] numbers = {};
    private long[] sizes;
    /** Sizes inside loops; kept for the next call. */
    private long[] loopSizes = {};

    private long arena;
    private final Overlaps overlaps = new Overlaps();

    private PlanCall() {}

    /**
     * Begins a call of an interpreted plan, reading the plans of its class first if necessary.
     *
     * @param library library of the class
     * @param index index of the plan in the file of plans
     * @param frame frame of the calling thread
     * @return the call of the thread, whose tensors, dims and scalars are set before it runs
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if the file is missing or damaged
     */
    public static PlanCall of(KernelLibrary library, int index, LaunchFrame frame) {
        return begin((ExecutablePlan) library.plan(index, PlanFile::read), frame);
    }

    static PlanCall begin(ExecutablePlan plan, LaunchFrame frame) {
        PlanCall cached = (PlanCall) frame.takePlanCall();
        PlanCall call = cached == null ? new PlanCall() : cached;
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

    /** Sets a float. */
    public void scalar(int index, float value) {
        numbers[index] = Float.floatToRawIntBits(value) & 0xffff_ffffL;
    }

    /** Sets a double. */
    public void scalar(int index, double value) {
        numbers[index] = Double.doubleToRawLongBits(value);
    }

    /** Sets an integer. */
    public void integer(int index, long value) {
        numbers[index] = value;
    }

    /** Sets a scalar as a double, regardless of its type. */
    public void number(int index, double value) {
        scalar(index, value);
    }

    /** Sets the size of a dim. */
    public void dimension(int index, long size) {
        dims[index] = size;
    }

    /** Sets a tensor: parameters come before results. It is retained until the call has run. */
    public void tensor(int index, Tensor tensor) {
        tensors[index] = tensor;
    }

    /** Sets several tensors, which are retained as well. */
    public void tensors(int first, Tensor... values) {
        System.arraycopy(values, 0, tensors, first, values.length);
    }

    /**
     * Checks that a record is not null before its tensors are set.
     *
     * @param first index of its first tensor
     * @param levels number of path components of that tensor below the record
     * @throws io.graphkernel.runtime.exception.NullTensorException if it is null
     */
    public void record(int first, int levels, Record record) {
        if (record == null) {
            plan.operands().requireRecord(first, levels);
        }
    }

    /**
     * Checks a list before its tensors are set, like {@link #record}.
     *
     * @param length declared number of elements
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if its length differs
     */
    public void list(int first, int levels, List<?> list, int length) {
        if (list == null || list.size() != length) {
            plan.operands().requireList(first, levels, list, length);
        }
    }

    /** Checks an array before its tensors are set, like {@link #list(int, int, List, int)}. */
    public void list(int first, int levels, Object[] array, int length) {
        if (array == null || array.length != length) {
            plan.operands().requireList(first, levels, array, length);
        }
    }

    /**
     * Checks the tensors of the call. The caller has already checked those that bind a dim, and results over unranked
     * shapes.
     *
     * @throws io.graphkernel.runtime.exception.GraphKernelException of the matching type
     */
    public void check() {
        sizes = plan.sizes(this);
        plan.operands().check(this);
        overlaps.check(plan.operands(), this);
    }

    /**
     * Checks that no differentiated tensor is passed for two parameters of a loss.
     *
     * @param marks for each tensor parameter, 2 if it is differentiated, 1 if the loss reads it, 0 otherwise
     */
    public void separate(String marks) {
        for (int i = marks.indexOf('2'); i >= 0; i = marks.indexOf('2', i + 1)) {
            for (int j = 0; j < marks.length(); j++) {
                if (tensors[i] == tensors[j] && i != j && marks.charAt(j) != '0') {
                    plan.operands().rejectOneTensor(i, j);
                }
            }
        }
    }

    /**
     * Runs the plan over the checked arguments, and clears them.
     *
     * @throws io.graphkernel.runtime.exception.KernelLibraryException if the kernels are missing, damaged or cannot be
     *     loaded
     */
    public void run() {
        try {
            plan.constants(this);
            long bytes = sizes[plan.arenaBytes()];
            if (plan.allocatesTensors()) {
                arena = frame.arena(bytes);
                try (TensorScope scope = TensorScope.open()) {
                    plan.interpret(this);
                } finally {
                    frame.releaseArena();
                }
            } else {
                arena = plan.library().enter(frame, bytes);
                try {
                    plan.interpret(this);
                } finally {
                    frame.leave();
                }
            }
        } finally {
            // A cached call must not retain the class whose plan it has run.
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

    /**
     * Begins a loop, whose iterations change sizes: the cached ones are copied.
     *
     * @param count number of sizes
     * @return the sizes before the loop
     */
    long[] beginLoop(int count) {
        long[] before = sizes;
        if (before != loopSizes) {
            if (loopSizes.length < count) {
                loopSizes = new long[count];
            }
            System.arraycopy(before, 0, loopSizes, 0, count);
            sizes = loopSizes;
        }
        return before;
    }

    void endLoop(long[] before) {
        sizes = before;
    }

    long[] dims() {
        return dims;
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
