package io.graphkernel.processor.lower.vector;

import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Run;
import io.graphkernel.processor.lower.code.Code;
import io.graphkernel.processor.lower.code.Expression;
import io.graphkernel.processor.lower.code.Expression.Address;
import io.graphkernel.processor.lower.code.Expression.Binary;
import io.graphkernel.processor.lower.code.Expression.Conditional;
import io.graphkernel.processor.lower.code.Expression.Offset;
import io.graphkernel.processor.lower.code.Operator;
import io.graphkernel.processor.schedule.Buffer;
import java.util.List;

/** The loops between those of the parallel range and the inner one. */
final class MiddleLoops {

    private final IterationSpace space;
    private final Bases bases;
    private final Code code;
    private final Scope uniform;

    MiddleLoops(Bases bases, Scope uniform) {
        this.space = bases.space;
        this.bases = bases;
        this.code = bases.code;
        this.uniform = uniform;
    }

    /** The loops over the middle runs, in which {@code body} finds where buffers begin. */
    void all(Scope scope, Runnable body) {
        first(space.middle().size(), () -> {
            declareBases(scope);
            body.run();
        });
    }

    /** The first ones of the middle loops. */
    void first(int count, Runnable body) {
        loops(space.outer().size(), space.outer().size() + count, body);
    }

    /** Loops; one that has nothing in it, however many iterations it would have, does not run. */
    private void loops(int run, int end, Runnable body) {
        if (run == end) {
            body.run();
            return;
        }
        Expression extent = Code.size(space.runs().get(run).extent());
        Expression iterations = space.runsWithin(run).stream()
                .<Expression>map(Code::size)
                .reduce(Code::and)
                .<Expression>map(within -> new Conditional(within, extent, VectorLowering.ZERO))
                .orElse(extent);
        code.loop(Bases.index(run, ""), VectorLowering.ZERO, iterations, () -> loops(run + 1, end, body));
    }

    /** Declares where buffers begin in one iteration of the middle loops. */
    void declareBases(Scope scope) {
        for (Buffer buffer : bases.all()) {
            if (bases.movesWithMiddle(buffer)) {
                bases.declare(buffer, Bases.MIDDLE, scope.base(buffer), bases.middleOffset(buffer));
            }
        }
        if (space.middle().isEmpty()) {
            return;
        }
        for (Node saved : bases.kernel.saved()) {
            Address begin = new Offset(uniform.saved(saved), Code.times(number(), Bases.INNER));
            code.let(uniform.saved(saved, Bases.MIDDLE), begin);
        }
    }

    private Expression number() {
        int first = space.outer().size();
        Expression number = Bases.index(first, "");
        List<Run> middle = space.middle();
        for (int i = 1; i < middle.size(); i++) {
            Expression iterations = new Binary(
                    Operator.MULTIPLY, number, Code.size(middle.get(i).extent()));
            number = Code.plus(iterations, Bases.index(first + i, ""));
        }
        return number;
    }
}
