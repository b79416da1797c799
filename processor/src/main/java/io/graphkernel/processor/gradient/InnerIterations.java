package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.LoopRange;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.gradient.NonDifferentiableException.Problem;
import java.util.Map;

/** Numbers of iterations of the loops inside another one. */
final class InnerIterations {

    private InnerIterations() {}

    /**
     * Requires that the number of iterations of each loop inside another one has a maximum.
     *
     * @param loop the loop around them
     * @param reversed range of the reversed loop
     * @param iteration iteration of the loop, in terms of the index of the reversed one
     */
    static void requireMax(Loop loop, LoopRange reversed, Dim iteration) throws NonDifferentiableException {
        for (Node inside : loop.body().nodes()) {
            if (inside.isOperation() && inside.op().equals(Loop.OP)) {
                Dim trips = Loop.of(inside).trips();
                Dim max = reversed.max(trips.substitute(Map.of(loop.index(), iteration)));
                if (max.symbols().contains(reversed.index())) {
                    String iterations = trips.toString().replaceAll("_loop\\d+", "");
                    throw new NonDifferentiableException(Problem.NONLINEAR_LOOP, inside, iterations);
                }
            }
        }
    }
}
