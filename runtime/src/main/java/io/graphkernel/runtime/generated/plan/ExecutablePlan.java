package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.generated.KernelLibrary;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.SizesByDims;

/**
 * A plan that is walked: launches in order, over tensors, dims and numbers of a call. It is immutable for its users and
 * shared by all threads. What follows from dims alone is computed at the first call with them and kept for later ones,
 * which allocate nothing.
 */
public final class ExecutablePlan {
    private final KernelLibrary library;
    private final String method;
    private final int tensors;
    /** The numbers of the constant tensors in the class; in the plan they come after the tensors that a call is given. */
    private final int[] constants;
    /** How many tensors a call makes; their numbers come after the constants. */
    private final int temporaries;

    private final boolean makesTensors;
    private final int dims;
    private final int numbers;
    /** The position of the arena's size. */
    private final int arenaBytes;

    private final SizesByDims sizes;
    private final PlanOperands operands;
    private final PlanStep[] steps;

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
        constants = new int[in.count("constants")];
        for (int i = 0; i < constants.length; i++) {
            constants[i] = in.below(Integer.MAX_VALUE, "a constant");
        }
        makesTensors = in.flag();
        temporaries = in.below(Integer.MAX_VALUE - tensors - constants.length, "the number of temporaries");
        dims = in.below(Integer.MAX_VALUE, "the number of dims");
        numbers = in.below(Integer.MAX_VALUE, "the number of numbers");
        SizeTable table = new SizeTable(resource, method, in, dims);
        sizes = new SizesByDims(dims, table::evaluate);
        operands = new PlanOperands(method, in, tensors, table.count());
        LibrarySite[] sites = new LibrarySite[in.count("library calls")];
        for (int i = 0; i < sites.length; i++) {
            sites[i] = LibrarySite.read(in);
        }
        PlanLimits limits =
                new PlanLimits(method, checked, makesTensors, tensors(), numbers, table.count(), kernels, sites.length);
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

    /** Takes the constants for the device of a call, which are loaded first if need be. */
    void constants(PlanCall call) {
        for (int i = 0; i < constants.length; i++) {
            call.tensor(tensors + i, library.constant(constants[i], call.frame()));
        }
    }

    /** With constants and those that a call makes. */
    int tensors() {
        return tensors + constants.length + temporaries;
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

    PlanOperands operands() {
        return operands;
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

    /** The sizes for the dims of a call. */
    long[] sizes(SizesByDims.Dims call) {
        return sizes.of(call);
    }
}
