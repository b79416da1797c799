package io.graphkernel.processor.emit.jvm;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimExpression;
import io.graphkernel.processor.graph.DimSyntax;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Buffer;
import java.util.Map;

/** The Java names of one method's kernels: prefixes keep them apart from keywords and from each other. */
final class JvmNames {

    private static final DimSyntax SYNTAX = new DimSyntax(name -> "n_" + Dim.Symbol.identifier(name), "L", "Math.");

    private final Map<Node, String> names;

    JvmNames(Graph graph) {
        names = GraphPrinter.names(graph);
    }

    /** A value at the current element. */
    String value(Node node) {
        return "v_" + names.get(node);
    }

    /** The address of a buffer. */
    String pointer(Buffer buffer) {
        return "p" + buffer.slot() + "_" + names.get(buffer.value());
    }

    /** The address of a row buffer, or of the partial results of a reduction. */
    String memory(Node node) {
        return "m_" + names.get(node);
    }

    /** What a reduction has accumulated. */
    String accumulator(Node node) {
        return "a_" + names.get(node);
    }

    /** Which slice a Gather takes; -1 for none. */
    String place(Node gather) {
        return "g_" + names.get(gather);
    }

    /** The step of an operand whose extent is known at the call. */
    String step(Buffer buffer) {
        return "step" + buffer.slot();
    }

    /** The index of a loop, by its place in the nest. */
    static String index(int run) {
        return "i" + run;
    }

    /** A dim as a factor. */
    static String dim(Dim dim) {
        String text = dim.print(SYNTAX);
        return dim instanceof DimExpression ? "(" + text + ")" : text;
    }
}
