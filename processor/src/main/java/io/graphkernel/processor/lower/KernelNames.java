package io.graphkernel.processor.lower;

import io.graphkernel.graph.AsciiNames;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Identifiers of the values of one method's kernels, valid in C and Java. Prefixes avoid collisions with keywords and
 * with each other.
 */
public class KernelNames {

    /** Suffixes that the emitters append to a name. */
    private static final Pattern SUFFIXED = Pattern.compile(".*_(row[0-9]*|rows|line|head|at|[0-9]+)_*");

    private final Map<Node, String> names;

    /** Derives the identifiers of a method's kernels. */
    public KernelNames(Graph graph) {
        names = GraphPrinter.names(graph);
    }

    /** Returns the name of a value in graph dumps. */
    public final String dumpName(Node node) {
        return names.get(node);
    }

    /** Returns the identifier of a value in a register. */
    public final String value(Node node) {
        return prefixed("v_", node);
    }

    /** Returns the identifier of the pointer to a value's memory. */
    public final String pointer(Node node) {
        return prefixed("p_", node);
    }

    /** Returns the identifier of a Gather's slice index. */
    public final String sliceIndex(Node gather) {
        return prefixed("place_", gather);
    }

    /** Returns the identifier of a row buffer. */
    public final String rowBuffer(Node node) {
        return prefixed("saved_", node);
    }

    /** Returns the identifier of a reduction's accumulator. */
    public final String accumulator(Node node) {
        return prefixed("acc_", node);
    }

    /** Returns the identifier of a value that a recurrence carries in a register, by the update of its memory. */
    public final String carried(Node update) {
        return prefixed("carried_", update);
    }

    /** Returns the identifier of a two-phase reduction's partial results. */
    public final String partialResult(Node node) {
        return prefixed("partial_", node);
    }

    /** Returns the identifier of a value in a loop over single elements. */
    public final String loopValue(Node loop, int number) {
        return prefixed("loop_", loop) + "_" + number;
    }

    /** Returns the identifier of an operand's inner stride, if it is not known to be 1. */
    public final String step(Node node) {
        return prefixed("step_", node);
    }

    /** Returns the identifier of an index op's first index. */
    public final String firstIndex(Node node) {
        return prefixed("first_", node);
    }

    /** Returns the identifier of a Gather's stride along the gathered axis, in elements. */
    public final String axisStride(Node gather) {
        return prefixed("axis_", gather);
    }

    /** Returns the identifier of the extent of a Gather's axis. */
    public final String axisExtent(Node gather) {
        return prefixed("extent_", gather);
    }

    /** Returns the identifier of the pointer from which an operand is prefetched. */
    public final String prefetched(Node node) {
        return prefixed("next_", node);
    }

    /** Returns the identifier of an operand's transposed tile. */
    public final String tile(Node node) {
        return prefixed("tile_", node);
    }

    /** Returns the identifier of the buffer that holds a row value of each lane. */
    public final String laneBuffer(Node node) {
        return prefixed("lanes_", node);
    }

    /** Returns the identifier of a value with a prefix. */
    protected final String prefixed(String prefix, Node node) {
        return prefix + identifier(names.get(node));
    }

    /**
     * Returns the identifier of a symbolic size.
     *
     * @param symbol the symbol's name
     */
    public static String size(String symbol) {
        return "n_" + identifier(Dim.Symbol.identifier(symbol));
    }

    /** Converts a Java identifier to a C identifier that does not look like a suffixed name. */
    public static String identifier(String java) {
        String c = AsciiNames.of(java);
        return SUFFIXED.matcher(c).matches() ? c + "_" : c;
    }
}
