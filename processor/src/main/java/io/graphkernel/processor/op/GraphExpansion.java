package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
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
class GraphExpansion extends GraphSizes implements ExpansionBuilder {

    private final List<Node> given;

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
        super(graph, row, given, attributes, origin);
        this.given = given;
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
