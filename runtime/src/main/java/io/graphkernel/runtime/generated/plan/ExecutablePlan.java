package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.generated.KernelLibrary;
import io.graphkernel.runtime.generated.LaunchFrame;
import java.util.Arrays;

/**
 * A plan that is walked: launches in order, over tensors, dims and numbers of a call. It is immutable for its users and
 * shared by all threads. What follows from dims alone is computed at the first call with them and kept for later ones,
 * which allocate nothing.
 */
public final class ExecutablePlan {
    /** For how many tuples of dims the sizes are kept; a plan with more of them computes again. */
    private static final int KEPT_SIZES = 32;

    /** The sizes for some dims. */
    private record Bound(long[] dims, long[] sizes) {}

    private final KernelLibrary library;
    private final String method;
    private final int tensors;
    /** How many tensors a call makes; their numbers come after those that it is given. */
    private final int temporaries;

    private final boolean makesTensors;
    private final int dims;
    private final int numbers;
    private final SizeTable table;
    /** The position of the arena's size. */
    private final int arenaBytes;

    private final PlanStep[] steps;

    /** The latest first; replaced as a whole. */
    private volatile Bound[] bound = {};

    /**
     * Reads a plan.
     *
     * @param library the kernels of its class
     * @param kernels how many there are
     */
    ExecutablePlan(String resource, PlanReader in, KernelLibrary library, int kernels) {
        this.library = library;
        method = in.text();
        boolean checked = in.flag();
        tensors = in.below(Integer.MAX_VALUE, "the number of tensors");
        makesTensors = in.flag();
        temporaries = in.below(Integer.MAX_VALUE - tensors, "the number of temporaries");
        dims = in.below(Integer.MAX_VALUE, "the number of dims");
        numbers = in.below(Integer.MAX_VALUE, "the number of numbers");
        table = new SizeTable(resource, in, dims);
        LibrarySite[] sites = new LibrarySite[in.count("library calls")];
        for (int i = 0; i < sites.length; i++) {
            sites[i] = LibrarySite.read(in);
        }
        PlanLimits limits = new PlanLimits(
                method, checked, makesTensors, tensors + temporaries, numbers, table.count(), kernels, sites.length);
        arenaBytes = in.below(limits.sizes(), "a size");
        steps = new PlanStep[in.count("steps")];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = PlanStep.read(in, limits, sites);
        }
    }

    /** The kernel method. */
    public String method() {
        return method;
    }

    /**
     * Begins a call.
     *
     * @param frame the calling thread's frame
     * @return the thread's call, to which tensors, dims and numbers are given before it runs
     */
    public PlanCall call(LaunchFrame frame) {
        return PlanCall.begin(this, frame);
    }

    /** With those that a call makes. */
    int tensors() {
        return tensors + temporaries;
    }

    /** Whether a call makes tensors; then each step is a call of its own, since an allocation may wait for others. */
    boolean makesTensors() {
        return makesTensors;
    }

    int dims() {
        return dims;
    }

    int numbers() {
        return numbers;
    }

    int arenaBytes() {
        return arenaBytes;
    }

    KernelLibrary library() {
        return library;
    }

    void walk(PlanCall call) {
        for (PlanStep step : steps) {
            step.run(call);
        }
    }

    /** The sizes for the first of some dims. */
    long[] sizes(long[] values) {
        long[] sizes = known(values);
        return sizes != null ? sizes : computed(Arrays.copyOf(values, dims));
    }

    /** Null if the dims are new. */
    private long[] known(long[] values) {
        for (Bound each : bound) {
            if (matches(each.dims, values)) {
                return each.sizes;
            }
        }
        return null;
    }

    private static boolean matches(long[] dims, long[] values) {
        for (int i = 0; i < dims.length; i++) {
            if (dims[i] != values[i]) {
                return false;
            }
        }
        return true;
    }

    private synchronized long[] computed(long[] values) {
        // Another thread may have computed them meanwhile.
        long[] sizes = known(values);
        if (sizes != null) {
            return sizes;
        }
        sizes = table.evaluate(values);
        Bound[] known = bound;
        Bound[] kept = new Bound[Math.min(known.length + 1, KEPT_SIZES)];
        kept[0] = new Bound(values, sizes);
        System.arraycopy(known, 0, kept, 1, kept.length - 1);
        bound = kept;
        return sizes;
    }
}
