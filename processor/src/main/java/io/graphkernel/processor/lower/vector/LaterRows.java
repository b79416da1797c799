package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Form;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Kernel;
import java.util.ArrayList;
import java.util.List;

/** Which stages request memory of later rows, and where. */
final class LaterRows {

    /**
     * The elements of each input that are requested and not yet read: memory answers in the time that these take. It is two
     * rows of 1,024 elements and 64 more: distances of whole pages are slow, a gradient of layer normalisation took 970 us
     * with 2,048 and 800 us with 2,496. Where operands were in the third-level cache, 2,496 took longer: layer normalisation
     * by a twentieth, its gradient by 4 %.
     */
    private static final int REQUESTED = 2112;

    /**
     * The same where there are more than two inputs: with the rows that are computed they are to fit the first-level cache.
     * The gradient of a sum with its layer normalisation took 1.05 to 1.1 times as long with 1,152 to 1,600.
     */
    private static final int REQUESTED_OF_MANY = 1088;

    private static final int FEW_INPUTS = 2;

    /** What a distance has next to whole rows, which may be whole pages. */
    private static final int NEXT_TO_ROWS = 64;

    /** The largest prefetch distance in elements. What the first-level cache cannot keep, the second one keeps. */
    private static final int MOST_AHEAD = 16384;

    private LaterRows() {}

    /**
     * The inputs of which a stage requests a later row.
     *
     * <p>While later stages work on a row in the first-level cache the memory would be idle, so the stages after the first
     * share out the inputs' rows, some rows ahead: computing one row takes less time than memory takes to answer. Of long
     * rows they request what comes soon. A first stage that adds to partial results takes time as well, and its share.
     * Between rows that lie apart memory would answer slowly: an elementwise kernel requests them itself. Where one stage reads
     * whole rows one after the other, as in sums of columns, memory foresees them, and requests cost a tenth of the time.
     */
    static List<Buffer> requested(Bases bases, int stage) {
        Kernel kernel = bases.kernel;
        IterationSpace space = bases.space;
        if (space.form() == Form.ELEMENTWISE) {
            return kernel.inputs().stream()
                    .filter(input -> liesApart(bases, input))
                    .toList();
        }
        boolean rows = kernel.reducesRows() && space.middle().isEmpty();
        if (!rows || kernel.stages().size() == 1) {
            return List.of();
        }
        List<Buffer> inputs = bases.readOnce().stream()
                .filter(input -> space.rowStride(input.access()).isPresent())
                .toList();
        return shares(kernel, inputs).get(stage);
    }

    /**
     * What each stage requests: at most an even share, rounded up, and rather those inputs that it is the last one to read, whose
     * rows are near.
     */
    private static List<List<Buffer>> shares(Kernel kernel, List<Buffer> inputs) {
        List<List<Buffer>> shares = new ArrayList<>();
        kernel.stages().forEach(stage -> shares.add(new ArrayList<>()));
        int first = kernel.partials().isEmpty() ? 1 : 0;
        int sharing = shares.size() - first;
        int most = (inputs.size() + sharing - 1) / sharing;
        for (int i = inputs.size() - 1; i >= 0; i--) {
            int stage = Math.max(first, lastReader(kernel, inputs.get(i)));
            while (shares.get(stage).size() == most) {
                stage = stage == first ? shares.size() - 1 : stage - 1;
            }
            shares.get(stage).add(0, inputs.get(i));
        }
        return shares;
    }

    private static int lastReader(Kernel kernel, Buffer input) {
        int last = 0;
        for (int stage = 0; stage < kernel.stages().size(); stage++) {
            last = kernel.stages().get(stage).inputs().contains(input) ? stage : last;
        }
        return last;
    }

    /** Whether between two rows of an input lies something else. */
    private static boolean liesApart(Bases bases, Buffer input) {
        IterationSpace space = bases.space;
        return !bases.kernel.isFlat()
                && !space.isRankless()
                && bases.kernel.tiling() == null
                && space.middle().isEmpty()
                && bases.isReadOnce(input)
                && space.rowStride(input.access())
                        .filter(stride -> !stride.equals(space.inner()))
                        .isPresent();
    }

    /** Where the row lies that is requested while the current one is computed. */
    static Expression address(Bases bases, Scope scope, Buffer input) {
        return new Offset(scope.base(input), distance(bases, scope, input));
    }

    private static Expression distance(Bases bases, Scope scope, Buffer input) {
        Dim stride = bases.space.rowStride(input.access()).orElseThrow();
        int least = bases.readOnce().size() > FEW_INPUTS ? REQUESTED_OF_MANY : REQUESTED;
        Expression distance = liesApart(bases, input)
                ? bases.product(scope.ahead(), stride)
                : Code.call("max", Code.number(least), Code.plus(scope.walked(), Code.number(NEXT_TO_ROWS)));
        return Code.least(distance, Code.number(MOST_AHEAD));
    }
}
