package io.graphkernel.runtime.generated.plan;

/**
 * Iterations of a loop in a plan. The sizes that depend on its index are recomputed in each iteration. A scalar in
 * memory may select iterations: a condition, which is read before each one, or the index of the first one.
 */
final class PlanLoop {
    private static final int COUNTED = 0;
    private static final int CONDITIONAL = 1;
    private static final int CONTROLS = 3;

    private final SizeEvaluator table;
    /** Index of the number of iterations among the sizes. */
    private final int trips;
    /** Index of the loop's index among the dims. */
    private final int index;

    /** True if the only kernel has the loop inside, unless its device launches it once per iteration. */
    private final boolean isInKernel;

    /** Kind of the scalar that selects iterations. */
    private final int control;

    private final PlanStep[] body;
    /** Sizes that depend on the index, each after its operands. */
    private final int[] dependent;

    /** Reads a loop after its slots. */
    PlanLoop(PlanReader in, PlanLimits limits, LibrarySite[] sites, SizeEvaluator table) {
        this.table = table;
        trips = in.below(limits.sizes(), "a size");
        index = in.below(table.dims(), "a dim");
        isInKernel = in.flag();
        control = in.below(CONTROLS, "the control of a loop");
        dependent = table.dependingOn(index);
        PlanLimits inside = limits.inLoop();
        body = new PlanStep[in.count("steps of a loop")];
        for (int i = 0; i < body.length; i++) {
            body[i] = PlanStep.read(in, inside, sites, table);
        }
    }

    /** Records a step as the last use of each tensor that the body accesses. */
    void lastUses(int step, int... lastUses) {
        for (PlanStep inside : body) {
            inside.lastUses(step, lastUses);
        }
    }

    void run(PlanCall call) {
        long count = call.sizes()[trips];
        long[] before = call.beginLoop(table.count());
        try {
            if (isInKernel && body[0].runsLoop(call)) {
                if (count > 0) {
                    call.dimension(index, 0);
                    table.update(dependent, call);
                    body[0].run(call);
                }
                return;
            }
            long scalar = control == COUNTED ? 0 : call.frame().address(0);
            boolean isConditional = control == CONDITIONAL;
            long first = control == COUNTED || isConditional ? 0 : call.frame().readLong(scalar);
            for (long i = first; i < count && (!isConditional || call.frame().readBoolean(scalar)); i++) {
                call.dimension(index, i);
                table.update(dependent, call);
                for (PlanStep step : body) {
                    step.run(call);
                }
            }
        } finally {
            call.dimension(index, 0);
            call.endLoop(before);
        }
    }
}
