package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.DimExpression;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.op.build.LimitsBuilder;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Sizes that hold under conditions, which are added to the graph. */
abstract class GraphSizes extends GraphArguments implements LimitsBuilder {

    /** Maximum number of unrolled ops per expansion, to limit compile time. */
    private static final long MAX_STEPS = 1024;

    private static final Dim REST = Dim.of(-1);

    final GraphBuilder graph;
    final Origin origin;

    GraphSizes(GraphBuilder graph, OpRow row, List<Node> given, Attributes attributes, Origin origin) {
        super(row, given, attributes);
        this.graph = graph;
        this.origin = origin;
    }

    @Override
    public Extent dividedBy(Extent x, Extent y) throws TypeException {
        if (dim(y).equals(Dim.ZERO)) {
            throw new TypeException(Problem.BAD_ATTRIBUTE, -1, "0 parts");
        }
        Optional<Dim> exact = dim(x).exactQuotient(dim(y));
        if (exact.isPresent()) {
            return known(exact.get());
        }
        if (!(dim(y) instanceof Dim.Constant)) {
            atLeast("the number of parts", y, known(Dim.ONE));
        }
        Dim quotient = dim(x).floorDiv(dim(y));
        String name = "the sum of the parts";
        require(
                DimCondition.of(
                        quotient.times(dim(y)),
                        DimCondition.Relation.EQUAL,
                        dim(x),
                        new DimCondition.Argument(row.javaName(), name)),
                name,
                dim(y) + " equal parts of " + quotient + " have " + quotient.times(dim(y)) + " elements, not " + dim(x),
                "pass a number of parts that divides " + dim(x));
        return known(quotient);
    }

    @Override
    public Dims bounds(Dims sizes, Extent count, Extent whole) throws TypeException {
        if (!dim(count(sizes)).equals(dim(count))) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE, -1, "sizes " + list(sizes) + " are not " + dim(count) + " sizes");
        }
        List<Dim> bounds = new ArrayList<>(List.of(Dim.ZERO));
        for (int i = 0; i < list(sizes).size(); i++) {
            Dim reached = bounds.get(i);
            Dim size = list(sizes).get(i);
            within("sizes[" + i + "]", size, dim(whole).minus(reached));
            bounds.add(reached.plus(size));
        }
        argument("the sum of sizes", bounds.get(bounds.size() - 1), DimCondition.Relation.EQUAL, dim(whole));
        return known(bounds);
    }

    /**
     * Without explicit axes, a symbolic dim is kept, and a call for which it is 1 is rejected. For an explicit axis with a
     * symbolic dim, a call for which it is not 1 is rejected.
     */
    @Override
    public Dims squeezed(Node x, Axes axes) throws TypeException {
        List<Dim> dims = ranked(x).dims();
        boolean isOfAll = list(axes).isEmpty();
        List<Integer> removed = TypeInference.normalizedAxes(x, list(axes));
        for (int axis : removed) {
            Dim size = dims.get(axis);
            if (!(size instanceof Dim.Constant)) {
                argument(
                        "dim " + axis + " of " + name(x),
                        size,
                        isOfAll ? DimCondition.Relation.DIFFERENT : DimCondition.Relation.EQUAL,
                        Dim.ONE);
            } else if (!isOfAll && !size.equals(Dim.ONE)) {
                throw new TypeException(
                        Problem.SHAPE_DOES_NOT_FIT,
                        0,
                        "axis " + axis + " of shape " + x.shape() + " has the size " + size + ", not 1");
            }
        }
        return known(IntStream.range(0, dims.size())
                .filter(axis ->
                        !removed.contains(axis) || isOfAll && !dims.get(axis).equals(Dim.ONE))
                .mapToObj(dims::get)
                .toList());
    }

    /** Returns the name of an operand in the source, or that of the parameter of the op. */
    private static String name(Node x) {
        return x.label().isEmpty() ? "x" : x.label();
    }

    @Override
    public Dims sliceEnd(Node x, Dims begin, Dims size) throws TypeException {
        List<Dim> dims = ranked(x).dims();
        if (list(begin).size() != dims.size() || list(size).size() != dims.size()) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE,
                    -1,
                    "begin " + list(begin) + " and size " + list(size) + " have not one number for each axis of shape "
                            + x.shape());
        }
        List<Dim> end = new ArrayList<>();
        for (int axis = 0; axis < dims.size(); axis++) {
            Dim from = list(begin).get(axis);
            Dim count = list(size).get(axis);
            String start = "begin[" + axis + "]";
            if (count.equals(REST)) {
                startInside(x, axis, start, from);
            } else {
                inside(x, axis, new Range(start, from, "size[" + axis + "]", count));
            }
            end.add(count.equals(REST) ? dims.get(axis) : from.plus(count));
        }
        return known(end);
    }

    /** Requires a number between 0 and a nonnegative bound. */
    final void within(String name, Dim value, Dim most) throws TypeException {
        atLeast(name, known(value), known(Dim.ZERO));
        atMost(name, known(value), known(most));
    }

    @Override
    public void atLeast(String name, Extent value, Extent least) throws TypeException {
        argument(name, dim(value), DimCondition.Relation.AT_LEAST, dim(least));
    }

    @Override
    public void atMost(String name, Extent value, Extent most) throws TypeException {
        argument(name, dim(value), DimCondition.Relation.AT_MOST, dim(most));
    }

    @Override
    public void divides(Extent count, Extent size) throws TypeException {
        dividedBy(size, count);
    }

    @Override
    public void require(boolean isMet, String name, Object value, String need) throws TypeException {
        if (!isMet) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE, -1, name + " of " + row.javaName() + " is " + value + ", but needs " + need);
        }
    }

    @Override
    public void requireShape(String name, String need, Extent size, Extent required) throws TypeException {
        if (!dim(size).equals(dim(required))) {
            List<String> names =
                    row.operandParameters().stream().map(OpParameter::name).toList();
            throw new TypeException(
                    Problem.SHAPE_DOES_NOT_FIT,
                    names.indexOf(name),
                    "'" + name + "' needs " + need + ", and has the shape "
                            + operand(name).shape());
        }
    }

    @Override
    public void sizes(String parameter) throws TypeException {
        List<Dim> dims = list(dims(parameter));
        boolean isOne = row.parameter(parameter).kind() == OpParameter.Kind.DIM;
        for (int i = 0; i < dims.size(); i++) {
            String name = isOne ? parameter : parameter + "[" + i + "]";
            argument(name, dims.get(i), DimCondition.Relation.AT_LEAST, Dim.ZERO);
        }
    }

    @Override
    public void elements(Dims... factors) throws TypeException {
        Dim count = Dim.ONE;
        boolean isComputed = row.kind() != OpKind.INDEX;
        for (Dims list : factors) {
            isComputed |= list(list).stream()
                    .anyMatch(size -> size instanceof DimExpression formula && formula.hasCoefficientAbove(1));
            for (Dim size : list(list)) {
                // All dims of an empty tensor count, since strides are their products.
                count = count.times(size.max(Dim.ONE));
            }
        }
        if (!isComputed) {
            // Sizes of a tensor whose indices an expansion computes.
            return;
        }
        argument(DimCondition.ELEMENTS, count, DimCondition.Relation.AT_MOST, Dim.of(DimCondition.MAX_ELEMENTS));
    }

    private void argument(String name, Dim value, DimCondition.Relation relation, Dim bound) throws TypeException {
        DimCondition condition =
                DimCondition.of(value, relation, bound, new DimCondition.Argument(row.javaName(), name));
        require(
                condition,
                name,
                condition.violation(name),
                "pass arguments for which " + name + " is " + condition.need());
    }

    /** Requires a condition on an argument; the facts and the advice are for one that fails for all sizes. */
    private void require(DimCondition condition, String name, String facts, String advice) throws TypeException {
        switch (condition.decision()) {
            case FAILS -> throw TypeException.ofArgument(name, facts, advice);
            case OPEN -> graph.require(List.of(condition.at(origin)));
            default -> {}
        }
    }

    @Override
    public void inside(Node x, Axes axis, Extent start, Extent length) throws TypeException {
        int index = TypeInference.normalizedAxes(x, list(axis)).get(0);
        inside(x, index, new Range("start", dim(start), "length", dim(length)));
    }

    /**
     * Elements of an axis.
     *
     * @param startName name of the first index in messages
     * @param start first index
     * @param lengthName name of the number of elements in messages
     * @param length number of elements
     */
    record Range(String startName, Dim start, String lengthName, Dim length) {}

    /** Requires a range inside an axis. */
    final void inside(Node x, int axis, Range range) throws TypeException {
        Dim size = ranked(x).dims().get(axis);
        startInside(x, axis, range.startName(), range.start());
        atLeast(range.lengthName(), known(range.length()), known(Dim.ZERO));
        Dim most = size.minus(range.start());
        DimCondition.Argument argument = new DimCondition.Argument(row.javaName(), range.lengthName());
        String start = range.startName() + " " + range.start();
        require(
                DimCondition.of(range.length(), DimCondition.Relation.AT_MOST, most, argument),
                range.lengthName(),
                start + " + " + range.lengthName() + " " + range.length() + " = "
                        + range.start().plus(range.length()) + ", but " + elements(x, axis),
                "pass a " + range.lengthName() + " of at most " + most
                        + (size.minus(range.length()).isNonNegative()
                                ? ", or a " + range.startName() + " of at most " + size.minus(range.length())
                                : ""));
    }

    /** Requires an index between 0 and the size of an axis. */
    final void startInside(Node x, int axis, String name, Dim start) throws TypeException {
        Dim size = ranked(x).dims().get(axis);
        atLeast(name, known(start), known(Dim.ZERO));
        require(
                DimCondition.of(
                        start, DimCondition.Relation.AT_MOST, size, new DimCondition.Argument(row.javaName(), name)),
                name,
                name + " is " + start + ", but " + elements(x, axis),
                "pass a " + name + " of at most " + size);
    }

    /** Returns the size of an axis in words. */
    private static String elements(Node x, int axis) {
        Dim size = x.shape().dims().get(axis);
        return "axis " + axis + " of " + (x.label().isEmpty() ? "the tensor" : "'" + x.label() + "'") + " has " + size
                + (size.equals(Dim.ONE) ? " element" : " elements");
    }

    @Override
    public Extent notEmpty(Extent size) throws TypeException {
        argument(DimCondition.AXIS, dim(size), DimCondition.Relation.AT_LEAST, Dim.ONE);
        return size;
    }

    @Override
    public Extent places(Extent size, Extent window, Extent step) throws TypeException {
        if (!(dim(window) instanceof Dim.Constant length) || !(dim(step) instanceof Dim.Constant distance)) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE, -1, "the size or the step of a window is known only at the call");
        }
        if (length.size() < 1 || distance.size() < 1) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE, -1, "a window of " + length + " at every " + distance + " elements");
        }
        argument("the size of the axis with pads", dim(size), DimCondition.Relation.AT_LEAST, length);
        return known(dim(size).minus(length).plus(Dim.ONE));
    }

    @Override
    public Extent padding(Extent pad, Extent window) throws TypeException {
        atLeast("a pad", pad, known(Dim.ZERO));
        atMost("a pad", pad, known(dim(window).minus(Dim.ONE)));
        return pad;
    }

    @Override
    public void unroll(Extent count) throws TypeException {
        if (dim(count) instanceof Dim.Constant steps && steps.size() > MAX_STEPS) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE,
                    -1,
                    row.javaName() + " of windows of " + steps + " elements, each of which is an op: at most "
                            + MAX_STEPS
                            + ", unless the window covers the whole input; split it into consecutive smaller windows");
        }
    }
}
