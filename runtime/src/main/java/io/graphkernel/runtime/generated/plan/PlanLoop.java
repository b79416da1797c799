package io.graphkernel.runtime.generated.plan;

/** Iterations of a loop in a plan. The sizes that depend on its index are recomputed in each iteration. */
final class PlanLoop {
    private final SizeEvaluator table;
    /** Index of the number of iterations among the sizes. */
    private final int trips;
    /** Index of the loop's index among the dims. */
    private final int index;

    /** True if the only kernel has the loop inside, unless its device launches it once per iteration. */
    private final boolean isInKernel;

    private final PlanStep[] body;
    /** Sizes that depend on the index, each after its operands. */
    private final int[] dependent;

    /** Reads a loop after its slots. */
    PlanLoop(PlanReader in, PlanLimits limits, LibrarySite[] sites, SizeEvaluator table) {
        this.table = table;
        trips = in.below(limits.sizes(), "a size");
        index = in.below(table.dims(), "a dim");
        isInKernel = in.flag();
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
            for (long i = 0; i < count; i++) {
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
