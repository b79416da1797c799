package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.CompletionListener;
import io.graphkernel.runtime.generated.KernelLibrary;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.SizesByDims;
import java.util.Arrays;
import java.util.stream.IntStream;

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
    /** For each step the tensors of a call that it writes, or that were written before, and no later step touches. */
    private final int[][] completed;

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
        completed = completed();
    }

    private int[][] completed() {
        int[] lastUses = new int[tensors()];
        Arrays.fill(lastUses, -1);
        for (int i = 0; i < steps.length; i++) {
            steps[i].lastUses(i, lastUses);
        }
        int[][] all = new int[steps.length][];
        for (int i = 0; i < steps.length; i++) {
            int step = i;
            all[i] = IntStream.range(0, operands.count())
                    .filter(tensor -> lastUses[tensor] == step && operands.isWritten(tensor))
                    .toArray();
        }
        return all;
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
        CompletionListener listener = CompletionListener.bound();
        if (listener != null && !makesTensors && call.frame().deviceInUse() == null) {
            walkTelling(call, listener);
            return;
        }
        for (PlanStep step : steps) {
            step.run(call);
        }
    }

    /** On the host a step is done when its launch returns. */
    private void walkTelling(PlanCall call, CompletionListener listener) {
        for (int i = 0; i < steps.length; i++) {
            steps[i].run(call);
            for (int tensor : completed[i]) {
                listener.completed(call.tensor(tensor));
            }
        }
    }

    /** The sizes for the dims of a call. */
    long[] sizes(SizesByDims.Dims call) {
        return sizes.of(call);
    }
}
