package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.CompletionListener;
import io.graphkernel.runtime.generated.KernelLibrary;
import io.graphkernel.runtime.generated.SizesByDims;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An interpreted plan: a sequence of launches over the tensors, dims and scalars of a call. It is thread-safe and
 * effectively immutable. Values that only depend on dims are computed at the first call with them and cached; later
 * calls do not allocate.
 */
final class ExecutablePlan {
    private final KernelLibrary library;
    private final String method;
    private final int tensors;
    /** Indices of the constant tensors in the class; in the plan, they follow the arguments of a call. */
    private final int[] constants;
    /** Number of tensors that a call allocates; their indices follow the constants. */
    private final int temporaries;

    private final boolean allocatesTensors;
    private final int dims;
    private final int numbers;
    /** Index of the arena's size. */
    private final int arenaBytes;

    private final SizesByDims sizes;
    private final PlanOperands operands;
    private final PlanStep[] steps;
    /** For each step, the tensors of a call written up to here that no later step accesses. */
    private final int[][] completed;

    /**
     * Reads a plan.
     *
     * @param library library with the kernels of its class
     * @param kernels number of kernels
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
        allocatesTensors = in.flag();
        temporaries = in.below(Integer.MAX_VALUE - tensors - constants.length, "the number of temporaries");
        dims = in.below(Integer.MAX_VALUE, "the number of dims");
        numbers = in.below(Integer.MAX_VALUE, "the number of numbers");
        SizeEvaluator table = new SizeEvaluator(resource, method, in, dims);
        sizes = new SizesByDims(dims, table::evaluate);
        operands = new PlanOperands(method, in, tensors, table.count());
        LibrarySite[] sites = new LibrarySite[in.count("library calls")];
        for (int i = 0; i < sites.length; i++) {
            sites[i] = LibrarySite.read(in);
        }
        PlanLimits limits = new PlanLimits(
                method, checked, allocatesTensors, tensors(), numbers, table.count(), kernels, sites.length);
        arenaBytes = in.below(limits.sizes(), "a size");
        steps = new PlanStep[in.count("steps")];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = PlanStep.read(in, limits, sites, table);
        }
        completed = completed();
    }

    private int[][] completed() {
        int[] lastUses = new int[tensors()];
        Arrays.fill(lastUses, -1);
        for (int i = 0; i < steps.length; i++) {
            steps[i].lastUses(i, lastUses);
        }
        int[][] byStep = new int[steps.length][];
        for (int i = 0; i < steps.length; i++) {
            int step = i;
            byStep[i] = IntStream.range(0, operands.count())
                    .filter(tensor -> lastUses[tensor] == step && operands.isWritten(tensor))
                    .toArray();
        }
        return byStep;
    }

    /** Returns the kernel method. */
    String method() {
        return method;
    }

    /** Sets the constants for the device of a call, loading them first if necessary. */
    void constants(PlanCall call) {
        for (int i = 0; i < constants.length; i++) {
            call.tensor(tensors + i, library.constant(constants[i], call.frame()));
        }
    }

    /** Returns the number of tensors including constants and temporaries. */
    int tensors() {
        return tensors + constants.length + temporaries;
    }

    /**
     * Returns true if a call allocates tensors. Each step is a call of its own then, since an allocation may block
     * until other calls end.
     */
    boolean allocatesTensors() {
        return allocatesTensors;
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

    void interpret(PlanCall call) {
        CompletionListener listener = CompletionListener.bound();
        if (listener != null && !allocatesTensors && call.frame().deviceInUse() == null) {
            interpretNotifying(call, listener);
            return;
        }
        for (PlanStep step : steps) {
            step.run(call);
        }
    }

    /** On the host, a step is complete when its launch returns. */
    private void interpretNotifying(PlanCall call, CompletionListener listener) {
        for (int i = 0; i < steps.length; i++) {
            steps[i].run(call);
            for (int tensor : completed[i]) {
                listener.completed(call.tensor(tensor));
            }
        }
    }

    /** Returns the sizes for the dims of a call. */
    long[] sizes(SizesByDims.Dims call) {
        return sizes.of(call);
    }
}
