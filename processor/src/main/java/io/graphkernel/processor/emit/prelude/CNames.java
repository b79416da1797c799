package io.graphkernel.processor.emit.prelude;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimExpression;
import io.graphkernel.processor.graph.DimSyntax;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.lower.Names;
import java.util.List;
import java.util.stream.Collectors;

/** The names in C, of which lanes have some more, and how sizes are written. */
public final class CNames extends Names {

    private static final DimSyntax SYNTAX = new DimSyntax(Names::size, "LL", "gk_dim_");

    /** The names of a method's kernels. */
    public CNames(Graph graph) {
        super(graph);
    }

    /** What the elements of an index op are counted from. */
    public String first(Node node) {
        return prefixed("first_", node);
    }

    /** Elements from one index of a Gather to the next. */
    public String axisStride(Node gather) {
        return prefixed("axis_", gather);
    }

    /** How many indices a Gather has. */
    public String axisExtent(Node gather) {
        return prefixed("extent_", gather);
    }

    /** A turned tile of an operand. */
    public String tile(Node node) {
        return prefixed("tile_", node);
    }

    /** The values of rows that are lanes. */
    public String lanes(Node node) {
        return prefixed("lanes_", node);
    }

    /** A comment that says where an expression is in the Java file, with a blank before it; empty if nowhere. */
    public static String origin(Origin origin) {
        return origin.line() == 0 ? "" : " /* " + origin + " */";
    }

    /** A symbolic dim. */
    public static String dim(Dim dim) {
        String text = dim.print(SYNTAX);
        return dim instanceof DimExpression ? "(" + text + ")" : text;
    }

    /** The product of dims. */
    public static String product(List<Dim> dims) {
        return dims.isEmpty() ? "1" : dims.stream().map(CNames::dim).collect(Collectors.joining(" * "));
    }
}
