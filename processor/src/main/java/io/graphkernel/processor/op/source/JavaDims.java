package io.graphkernel.processor.op.source;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.DimsBuilder;
import io.graphkernel.processor.op.source.JavaText.Type;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Axes and dims as Java expressions over {@code DimLists}. */
abstract class JavaDims implements DimsBuilder {

    final JavaStatements java;
    private final String op;

    /**
     * Starts.
     *
     * @param op the op's Java name, for messages
     * @param java receives the variables
     */
    JavaDims(String op, JavaStatements java) {
        this.op = op;
        this.java = java;
    }

    /** A call of {@code DimLists} whose messages name the op. */
    String dimLists(String function, Object... arguments) {
        Stream<String> texts = Stream.of(arguments).map(JavaDims::text);
        return Stream.concat(Stream.of('"' + op + '"'), texts)
                .collect(Collectors.joining(", ", "DimLists." + function + "(", ")"));
    }

    private static String text(Object argument) {
        return argument instanceof Node node ? node.label() : JavaText.of(argument);
    }

    private static JavaText dims(String text) {
        return new JavaText(text, Type.DIMS);
    }

    private static JavaText factor(String text) {
        return new JavaText(text, Type.FACTOR);
    }

    @Override
    public Axes axes(int... axes) {
        return axes.length == 1
                ? new JavaText(String.valueOf(axes[0]), Type.AXIS)
                : new JavaText(
                        IntStream.of(axes).mapToObj(String::valueOf).collect(Collectors.joining(", ", "axes(", ")")),
                        Type.AXES);
    }

    @Override
    public Axes allAxes() {
        return new JavaText("axes()", Type.AXES);
    }

    @Override
    public Axes axesFrom(Node x, Axes axis) {
        return new JavaText(java.variable("int[]", "axesFrom", dimLists("axesFrom", x, axis)), Type.AXES);
    }

    @Override
    public Axes trailingAxes(Node x, Node like) {
        return new JavaText(java.variable("int[]", "trailingAxes", dimLists("trailingAxes", x, like)), Type.AXES);
    }

    @Override
    public Axes axesBut(Node x, Axes axis) {
        return new JavaText(java.variable("int[]", "axesBut", dimLists("axesBut", x, axis)), Type.AXES);
    }

    @Override
    public Extent extent(long value) {
        return factor(String.valueOf(value));
    }

    @Override
    public Extent dim(Node x, Axes axis) {
        return factor(dimLists("dim", x, axis));
    }

    @Override
    public Extent plus(Extent x, Extent y) {
        return JavaText.of(x).equals("0") ? y : new JavaText(JavaText.of(x) + " + " + JavaText.of(y), Type.SUM);
    }

    @Override
    public Extent minus(Extent x, Extent y) {
        return new JavaText(JavaText.of(x) + " - " + JavaText.factor(y), Type.SUM);
    }

    @Override
    public Extent times(Extent x, Extent y) {
        return factor(JavaText.factor(x) + " * " + JavaText.factor(y));
    }

    @Override
    public Extent dividedBy(Extent x, Extent y) {
        return factor(java.variable("long", "quotient", dimLists("dividedBy", x, y)));
    }

    @Override
    public Extent notEmpty(Extent size) {
        return factor(java.variable("long", "size", dimLists("notEmpty", size)));
    }

    @Override
    public Extent places(Extent size, Extent window, Extent step) {
        return factor(java.variable("long", "places", dimLists("places", size, window, step)));
    }

    @Override
    public Extent padding(Extent pad, Extent window) {
        return factor(java.variable("long", "padding", dimLists("padding", pad, window)));
    }

    @Override
    public boolean areKnownEqual(Extent x, Extent y) {
        return false;
    }

    /** A loop makes them when it runs. */
    @Override
    public void unroll(Extent count) {}

    @Override
    public Extent item(Dims list, Axes axis) {
        JavaText name = dims('"' + JavaText.of(list) + '"');
        return factor(java.variable("long", "item", dimLists("item", name, list, axis)));
    }

    @Override
    public Extent at(Dims list, Extent number) {
        return factor(JavaText.of(list) + "[" + JavaText.of(number) + "]");
    }

    @Override
    public Extent count(Dims list) {
        JavaText name = dims('"' + JavaText.of(list) + '"');
        return factor(dimLists("count", name, list));
    }

    @Override
    public Dims bounds(Dims sizes, Extent count, Extent whole) {
        return dims(java.variable("long[]", "bounds", dimLists("bounds", sizes, count, whole)));
    }

    @Override
    public Dims dims(Node x) {
        return dims("DimLists.dims(" + x.label() + ")");
    }

    @Override
    public Dims list(Extent... items) {
        return dims(Stream.of(items).map(JavaText::of).collect(Collectors.joining(", ", "new long[] {", "}")));
    }

    @Override
    public Dims filled(Node x, Extent item) {
        return dims("DimLists.filled(" + x.label() + ", " + JavaText.of(item) + ")");
    }

    @Override
    public Dims insert(Dims list, Axes axis, Extent item) {
        return dims(dimLists("insert", list, axis, item));
    }

    @Override
    public Dims replace(Dims list, Axes axis, Extent item) {
        return dims(dimLists("replace", list, axis, item));
    }

    @Override
    public Dims squeezed(Node x, Axes axes) {
        return dims(dimLists("squeezed", x, axes));
    }

    @Override
    public Dims flattened(Node x, Axes axis) {
        return dims(dimLists("flattened", x, axis));
    }

    @Override
    public Dims alongAxis(Node vector, Node x, Axes axis) {
        return dims(dimLists("alongAxis", vector, x, axis));
    }

    @Override
    public Dims sliceEnd(Node x, Dims begin, Dims size) {
        return dims(dimLists("sliceEnd", x, begin, size));
    }

    @Override
    public Dims tiledFrom(Node x, Dims multiples) {
        return dims(dimLists("tiledFrom", x, multiples));
    }

    @Override
    public Dims around(Node x, Axes axis, Extent middle) {
        return dims(dimLists("around", x, axis, middle));
    }

    @Override
    public Dims after(Node x, Axes axis, Extent middle) {
        return dims(dimLists("after", x, axis, middle));
    }
}
