package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.graph.TypeException.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Expands into a graph. All ops made carry the Java line of the composite op. */
class GraphExpansion extends GraphArguments implements ExpansionBuilder {

    /** So many ops of one expansion still compile in a moment. */
    private static final long MOST_STEPS = 1024;

    private final GraphBuilder graph;
    private final List<Node> given;
    private final Origin origin;

    /**
     * Expands into a graph.
     *
     * @param graph receives the ops
     * @param row the composite op
     * @param given its operands
     * @param attributes its attributes
     * @param origin the Java line of the composite op
     */
    GraphExpansion(GraphBuilder graph, OpRow row, List<Node> given, Attributes attributes, Origin origin) {
        super(row, given, attributes);
        this.graph = graph;
        this.given = given;
        this.origin = origin;
    }

    @Override
    public Node op(String name, Node... values) throws TypeException {
        return node(name, withoutOptional(name, values.length), values);
    }

    /** Optional tensors that are not given are the last ones. */
    private static Attributes withoutOptional(String name, int count) {
        List<OpParameter> operands = OpTable.get().find(name).orElseThrow().operandParameters();
        String absent = operands.stream()
                .skip(count)
                .filter(operand -> operand.kind() == OpParameter.Kind.OPTIONAL_TENSOR)
                .map(OpParameter::name)
                .collect(Collectors.joining(" "));
        return absent.isEmpty() ? Attributes.NONE : Attributes.NONE.with(OpParameter.ABSENT, absent);
    }

    private Node node(String name, Attributes own, Node... values) throws TypeException {
        return graph.operation(name, List.of(values), own, "", origin);
    }

    @Override
    public Node number(double value, Node like) {
        boolean whole = value == Math.rint(value);
        return graph.constant(
                whole && !like.dtype().isFloating() ? (Number) (long) value : (Number) value, like.dtype());
    }

    @Override
    public Node number(Extent extent, Node like) {
        return dim(extent) instanceof Dim.Constant constant
                ? graph.constant(constant.size(), like.dtype())
                : graph.add(Node.dimension(dim(extent), like.dtype()));
    }

    @Override
    public Node castLike(Node x, Node like) throws TypeException {
        return cast(x, like.dtype());
    }

    @Override
    public Node rounded(Node x) throws TypeException {
        boolean half = x.dtype() == DType.F16 || x.dtype() == DType.BF16;
        return half && !x.isGiven() ? castLike(cast(x, DType.F32), x) : x;
    }

    @Override
    public Node cast(Node x, DType dtype) throws TypeException {
        return x.dtype() == dtype ? x : node("Cast", Attributes.NONE.with(Attributes.DTYPE, dtype.text()), x);
    }

    @Override
    public Node castTo(Node x, String name) throws TypeException {
        return cast(x, DType.byText(choice(name)).orElseThrow());
    }

    @Override
    public Node reduce(String name, Node x, Axes axes, boolean keepDims) throws TypeException {
        Attributes own = Attributes.NONE.with(Attributes.AXES, list(axes)).with(Attributes.KEEP_DIMS, keepDims);
        return node(name, own, x);
    }

    @Override
    public Node reduceAsAsked(String name, Node x) throws TypeException {
        return reduce(name, x, axes("axes"), flag("keepDims"));
    }

    @Override
    public Node call(String name, Map<String, Boolean> flags, Node... values) throws TypeException {
        Attributes own = Attributes.NONE;
        for (OpParameter parameter : OpTable.get().find(name).orElseThrow().parameters()) {
            if (!parameter.isOperand()) {
                Object given = flags.get(parameter.name());
                own = own.with(parameter.attribute(), given == null ? attribute(parameter.name()) : given);
            }
        }
        return node(
                name,
                attributes.has(OpParameter.ABSENT)
                        ? own.with(OpParameter.ABSENT, attributes.text(OpParameter.ABSENT))
                        : own,
                values);
    }

    @Override
    public Node productAsAsked(String name, Node a, Node b) throws TypeException {
        Attributes own = Attributes.NONE
                .with(Attributes.TRANSPOSE_A, flag("transposeA"))
                .with(Attributes.TRANSPOSE_B, flag("transposeB"));
        return node(name, own, a, b);
    }

    @Override
    public Node elementCount(Node x, Axes axes) throws TypeException {
        List<Dim> dims = ranked(x).dims();
        List<Dim> counted = TypeInference.normalizedAxes(x, list(axes)).stream()
                .map(dims::get)
                .toList();
        return number(known(Dim.product(counted)), x);
    }

    @Override
    public Node sumTo(Node value, Node operand) throws TypeException {
        if (value.shape().equals(operand.shape())) {
            return value;
        }
        List<Dim> from = ranked(value).dims();
        List<Dim> to = ranked(operand).dims();
        int leading = from.size() - to.size();
        List<Long> summed = IntStream.range(0, from.size())
                .filter(axis -> axis < leading || to.get(axis - leading).equals(Dim.ONE))
                .mapToObj(Long::valueOf)
                .toList();
        if (summed.isEmpty()) {
            return reshape(value, known(to));
        }
        Optional<Node> factored = new FactoredSum(graph, this, given, value, summed).sum();
        return reshape(
                factored.isPresent() ? factored.get() : reduce("ReduceSum", value, new KnownAxes(summed), false),
                known(to));
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
        Dim quotient = dim(x).floorDiv(dim(y));
        DimCondition divides = new DimCondition(
                quotient.times(dim(y)),
                DimCondition.Relation.EQUAL,
                dim(x),
                row.javaName() + " of " + dim(x) + " into parts of one size",
                origin);
        if (divides.decision() == DimCondition.Decision.FAILS) {
            throw new TypeException(Problem.BAD_ATTRIBUTE, -1, dim(x) + " is not divisible by " + dim(y));
        }
        graph.require(List.of(divides));
        return known(quotient);
    }

    @Override
    public Dims bounds(Dims sizes, Extent count, Extent whole) throws TypeException {
        if (!dim(count(sizes)).equals(dim(count))) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE, -1, "sizes " + list(sizes) + " are not " + dim(count) + " sizes");
        }
        List<Dim> bounds = new ArrayList<>(List.of(Dim.ZERO));
        String reason = row.javaName() + " of " + dim(whole) + " into the sizes " + list(sizes);
        for (Dim size : list(sizes)) {
            require(size, DimCondition.Relation.AT_LEAST, Dim.ZERO, reason);
            bounds.add(bounds.get(bounds.size() - 1).plus(size));
        }
        require(bounds.get(bounds.size() - 1), DimCondition.Relation.EQUAL, dim(whole), reason);
        return known(bounds);
    }

    private void require(Dim left, DimCondition.Relation relation, Dim right, String reason) throws TypeException {
        DimCondition condition = new DimCondition(left, relation, right, reason, origin);
        switch (condition.decision()) {
            case FAILS -> throw new TypeException(Problem.BAD_ATTRIBUTE, -1, reason + " needs " + condition);
            case OPEN -> graph.require(List.of(condition));
            default -> {}
        }
    }

    @Override
    public Extent notEmpty(Extent size) throws TypeException {
        String reason = row.javaName() + " along an axis of " + dim(size) + " elements, of which one is the result";
        require(dim(size), DimCondition.Relation.AT_LEAST, Dim.ONE, reason);
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
        require(
                dim(size),
                DimCondition.Relation.AT_LEAST,
                length,
                row.javaName() + " over windows of " + length + " of " + dim(size) + " elements");
        return known(dim(size).minus(length).plus(Dim.ONE));
    }

    @Override
    public Extent padding(Extent pad, Extent window) throws TypeException {
        String reason = row.javaName() + " with pads of " + dim(pad) + " and windows of " + dim(window) + " elements";
        require(dim(pad), DimCondition.Relation.AT_LEAST, Dim.ZERO, reason);
        require(dim(window), DimCondition.Relation.AT_LEAST, dim(pad).plus(Dim.ONE), reason);
        return pad;
    }

    @Override
    public void unroll(Extent count) throws TypeException {
        if (dim(count) instanceof Dim.Constant steps && steps.size() > MOST_STEPS) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE,
                    -1,
                    row.javaName() + " of windows of " + steps + " elements, each of which is an op: at most "
                            + MOST_STEPS
                            + ", unless the window is the whole image; smaller windows one after the other do the same");
        }
    }

    @Override
    public Node reshape(Node x, Dims dims) throws TypeException {
        return x.shape().dims().equals(list(dims)) && !x.shape().isRankless()
                ? x
                : node("Reshape", Attributes.NONE.with(Attributes.DIMS, list(dims)), x);
    }

    /** A number has no memory that a view could read: it meets the position of each element instead. */
    @Override
    public Node broadcastTo(Node x, Dims dims) throws TypeException {
        if (x.isNumber()) {
            return list(dims).isEmpty() ? x : op("BroadcastLike", x, rowMajorIndex(dims));
        }
        return x.shape().dims().equals(list(dims)) && !x.shape().isRankless()
                ? x
                : node("BroadcastTo", Attributes.NONE.with(Attributes.DIMS, list(dims)), x);
    }

    @Override
    public Node stridedSlice(Node x, Dims begin, Dims end, Dims strides) throws TypeException {
        List<Long> steps =
                list(strides).stream().map(step -> ((Dim.Constant) step).size()).toList();
        Attributes own = Attributes.NONE
                .with(Attributes.BEGIN, list(begin))
                .with(Attributes.END, list(end))
                .with(Attributes.STRIDES, steps);
        return node("StridedSlice", own, x);
    }

    @Override
    public Node index(Dims dims, Axes axis) throws TypeException {
        return node("Index", Attributes.NONE.with(Attributes.DIMS, list(dims)).with(Attributes.AXIS, single(axis)));
    }

    @Override
    public Node rowMajorIndex(Dims dims) throws TypeException {
        return node("RowMajorIndex", Attributes.NONE.with(Attributes.DIMS, list(dims)));
    }

    @Override
    public Node concat(Axes axis, Node... parts) throws TypeException {
        List<Node> filled = new ArrayList<>();
        for (Node part : parts) {
            if (!dim(dim(part, axis)).equals(Dim.ZERO)) {
                filled.add(part);
            }
        }
        return switch (filled.size()) {
            case 0 -> parts[0];
            case 1 -> filled.get(0);
            default -> node("Concat", Attributes.NONE.with(Attributes.AXIS, single(axis)), filled.toArray(Node[]::new));
        };
    }

    @Override
    public Node concatEach(Axes axis, String name, Each each) throws TypeException {
        List<Node> parts = new ArrayList<>();
        for (Node operand : operands(name)) {
            parts.add(each.apply(operand));
        }
        return concat(axis, parts.toArray(Node[]::new));
    }

    @Override
    public Node fold(String name, Fold step) throws TypeException {
        List<Node> all = operands(name);
        Node value = all.get(0);
        for (Node next : all.subList(1, all.size())) {
            value = step.step(value, next);
        }
        return value;
    }

    @Override
    public Node repeat(Extent count, Output each, Fold step) throws TypeException {
        List<Node> values = outputs(count, each);
        Node value = values.get(0);
        for (Node next : values.subList(1, values.size())) {
            value = step.step(value, next);
        }
        return value;
    }

    @Override
    public Node overAxes(Node x, OverAxes step) throws TypeException {
        Node value = x;
        for (int axis = 0; axis < ranked(x).rank(); axis++) {
            value = step.step(value, axes(axis));
        }
        return value;
    }

    @Override
    public List<Node> outputs(Extent count, Output output) throws TypeException {
        if (!(dim(count) instanceof Dim.Constant constant)) {
            throw new TypeException(
                    Problem.BAD_ATTRIBUTE, -1, "the number of values, " + dim(count) + ", is known only at the call");
        }
        List<Node> results = new ArrayList<>();
        for (long number = 0; number < constant.size(); number++) {
            results.add(output.make(extent(number)));
        }
        return results;
    }
}
