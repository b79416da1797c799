package io.graphkernel.processor.emit.prelude;

import io.graphkernel.processor.graph.AsciiNames;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimExpression;
import io.graphkernel.processor.graph.DimSyntax;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.graph.Node;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The C names of one kernel: prefixes keep them apart from keywords and from each other. */
public final class CNames {

    /** What the templates append to a name. */
    private static final Pattern SUFFIXED = Pattern.compile(".*_(row[0-9]*|rows|line|head|at|[0-9]+)_*");

    private static final DimSyntax SYNTAX =
            new DimSyntax(name -> "n_" + identifier(Dim.Symbol.identifier(name)), "LL", "gk_dim_");

    private final Map<Node, String> names;

    /** The names of a method's kernels. */
    public CNames(Graph graph) {
        names = GraphPrinter.names(graph);
    }

    /** A value in a register. */
    public String value(Node node) {
        return "v_" + identifier(names.get(node));
    }

    /** A pointer to the memory of a value. */
    public String pointer(Node node) {
        return "p_" + identifier(names.get(node));
    }

    /** What the elements of an index op are counted from. */
    public String first(Node node) {
        return "first_" + identifier(names.get(node));
    }

    /** Elements from one index of a Gather to the next. */
    public String axisStride(Node gather) {
        return "axis_" + identifier(names.get(gather));
    }

    /** How many indices a Gather has. */
    public String axisExtent(Node gather) {
        return "extent_" + identifier(names.get(gather));
    }

    /** Which slice a Gather takes. */
    public String place(Node gather) {
        return "place_" + identifier(names.get(gather));
    }

    /** A turned tile of an operand. */
    public String tile(Node node) {
        return "tile_" + identifier(names.get(node));
    }

    /** A row buffer. */
    public String saved(Node node) {
        return "saved_" + identifier(names.get(node));
    }

    /** The values of rows that are lanes. */
    public String lanes(Node node) {
        return "lanes_" + identifier(names.get(node));
    }

    /** The accumulator of a reduction. */
    public String accumulator(Node node) {
        return "acc_" + identifier(names.get(node));
    }

    /** The partial results of a two-phase reduction. */
    public String partial(Node node) {
        return "partial_" + identifier(names.get(node));
    }

    /** The step of an operand along the inner loop, where it is not known to be 1. */
    public String step(Node node) {
        return "step_" + identifier(names.get(node));
    }

    /** A comment that says where an expression stands in the Java file, with a blank before it; empty if nowhere. */
    public static String origin(Node node) {
        return node.origin().line() == 0 ? "" : " /* " + node.origin() + " */";
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

    /**
     * Java identifiers may hold letters that C identifiers may not, and must not look like another name with a suffix.
     */
    public static String identifier(String java) {
        String c = AsciiNames.of(java);
        return SUFFIXED.matcher(c).matches() ? c + "_" : c;
    }
}
