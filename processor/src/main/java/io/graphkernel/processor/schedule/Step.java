package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Node;
import java.util.List;

/** A step of a plan. */
public sealed interface Step permits ScheduledKernel, LibraryStep, LoopStep {

    /**
     * Returns the step's name in generated code and reports.
     *
     * @return a C and Java identifier, unique in its class
     */
    String name();

    /**
     * Returns the ops that the step computes.
     *
     * @return the ops, in order
     */
    List<Node> ops();

    /**
     * Returns the locations that the step reads.
     *
     * @return one per operand, possibly with duplicates
     */
    List<Location> reads();

    /**
     * Returns the locations that the step writes.
     *
     * @return one per result, possibly with duplicates
     */
    List<Location> writes();
}
