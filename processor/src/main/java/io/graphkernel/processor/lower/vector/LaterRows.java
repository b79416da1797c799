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
     * The elements of all inputs that are requested and not yet read: memory answers in the time that these take. Of two
     * inputs that is two rows of 1,024 elements and 64 elements more: distances of whole pages are slow, a gradient of layer
     * normalisation took 970 us with 2,048 and 800 us with 2,496. With 4,992 in all, operands in the third-level cache took
     * longer than with 4,224: layer normalisation by a twentieth, its gradient by 4 %.
     */
    private static final int REQUESTED = 4224;

    /** The most inputs of which a first stage has a share. */
    private static final int FIRST_STAGE_INPUTS = 2;

    /** What a distance has next to whole rows, which may be whole pages. */
    private static final int NEXT_TO_ROWS = 128;

    /** The largest prefetch distance in elements. What the first-level cache cannot keep, the second one keeps. */
    private static final int MOST_AHEAD = 16384;

    private LaterRows() {}

    /**
     * The inputs of which a stage requests a later row.
     *
     * <p>While later stages work on a row in the first-level cache the memory would be idle, so the stages after the first
     * share out the inputs' rows, some rows ahead: computing one row takes less time than memory takes to answer. Of long
     * rows they request what comes soon. A first stage that adds to partial results takes time as well, and its share: of two
     * inputs. More of them, with the partial results and the rows that are requested, do not fit the first-level cache, and
     * memory foresees what the first stage reads: without its requests the gradient of a sum with its layer normalisation took
     * 0.83 to 0.96 of the time, on one thread and two, of 768 to 4,096 columns, from memory and from the third-level cache.
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
        int first = kernel.partials().isEmpty() ? 1 : 0;
        int sharing = kernel.stages().size() - first;
        boolean rows = kernel.reducesRows() && space.middle().isEmpty();
        List<Buffer> inputs = bases.readOnce().stream()
                .filter(input -> rows && space.rowStride(input.access()).isPresent())
                .toList();
        List<Buffer> requested = new ArrayList<>();
        if (stage == 0 && inputs.size() > FIRST_STAGE_INPUTS) {
            return requested;
        }
        for (int i = 0; i < inputs.size() && kernel.stages().size() > 1; i++) {
            if (first + i % sharing == stage) {
                requested.add(inputs.get(i));
            }
        }
        return requested;
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
        int least = REQUESTED / Math.max(2, bases.readOnce().size());
        Expression distance = liesApart(bases, input)
                ? bases.product(scope.ahead(), stride)
                : Code.call("max", Code.number(least), Code.plus(scope.walked(), Code.number(NEXT_TO_ROWS)));
        return Code.least(distance, Code.number(MOST_AHEAD));
    }
}
