package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Node;
import java.util.List;

/** One thing that a method does at the call, in order. */
public sealed interface Step permits Kernel, LibraryCall {

    /**
     * What it is called in generated code and in reports.
     *
     * @return unique in its class, a C and Java identifier
     */
    String name();

    /**
     * The ops that it computes.
     *
     * @return in order
     */
    List<Node> ops();

    /**
     * The memory that it reads.
     *
     * @return for each operand, so that a location may come several times
     */
    List<Location> reads();

    /**
     * The memory that it writes.
     *
     * @return for each result, so that a location may come several times
     */
    List<Location> writes();
}
