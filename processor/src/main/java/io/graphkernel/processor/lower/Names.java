package io.graphkernel.processor.lower;

import io.graphkernel.processor.graph.AsciiNames;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.graph.Node;
import java.util.Map;
import java.util.regex.Pattern;

/** The names of one method's kernels, in C and in Java: prefixes keep them apart from keywords and from each other. */
public class Names {

    /** What the templates append to a name. */
    private static final Pattern SUFFIXED = Pattern.compile(".*_(row[0-9]*|rows|line|head|at|[0-9]+)_*");

    private final Map<Node, String> names;

    /** The names of a method's kernels. */
    public Names(Graph graph) {
        names = GraphPrinter.names(graph);
    }

    /** What dumps call a value. */
    public final String dumped(Node node) {
        return names.get(node);
    }

    /** A value in a register. */
    public final String value(Node node) {
        return prefixed("v_", node);
    }

    /** A pointer to the memory of a value. */
    public final String pointer(Node node) {
        return prefixed("p_", node);
    }

    /** Which slice a Gather takes. */
    public final String place(Node gather) {
        return prefixed("place_", gather);
    }

    /** A row buffer. */
    public final String saved(Node node) {
        return prefixed("saved_", node);
    }

    /** The accumulator of a reduction. */
    public final String accumulator(Node node) {
        return prefixed("acc_", node);
    }

    /** The partial results of a two-phase reduction. */
    public final String partial(Node node) {
        return prefixed("partial_", node);
    }

    /** The step of an operand along the inner loop, where it is not known to be 1. */
    public final String step(Node node) {
        return prefixed("step_", node);
    }

    /** What the elements of an index op are counted from. */
    public final String first(Node node) {
        return prefixed("first_", node);
    }

    /** Elements from one index of a Gather to the next. */
    public final String axisStride(Node gather) {
        return prefixed("axis_", gather);
    }

    /** How many indices a Gather has. */
    public final String axisExtent(Node gather) {
        return prefixed("extent_", gather);
    }

    /** The part of an operand that is requested for later. */
    public final String next(Node node) {
        return prefixed("next_", node);
    }

    /** A transposed tile of an operand. */
    public final String tile(Node node) {
        return prefixed("tile_", node);
    }

    /** The values of rows that are lanes. */
    public final String lanes(Node node) {
        return prefixed("lanes_", node);
    }

    /** What belongs to a value. */
    protected final String prefixed(String prefix, Node node) {
        return prefix + identifier(names.get(node));
    }

    /**
     * The size that a symbol stands for.
     *
     * @param symbol the symbol's name
     */
    public static String size(String symbol) {
        return "n_" + identifier(Dim.Symbol.identifier(symbol));
    }

    /**
     * Java identifiers may hold letters that C identifiers may not, and must not look like another name with a suffix.
     */
    public static String identifier(String java) {
        String c = AsciiNames.of(java);
        return SUFFIXED.matcher(c).matches() ? c + "_" : c;
    }
}
