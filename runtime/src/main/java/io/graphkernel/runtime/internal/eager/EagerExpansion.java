package io.graphkernel.runtime.internal.eager;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Expansion of a composite op on tensors: each op is evaluated when the expansion adds it.
 */
public class EagerExpansion extends EagerArguments implements ExpansionBuilder {

    /** Argument in place of an omitted optional tensor. */
    public static final Object ABSENT = new Object();

    /**
     * Creates an expansion.
     *
     * @param row the composite op
     * @param arguments one per parameter of the row: a tensor, an array of tensors, {@link #ABSENT}, or an attribute as
     *     its Java type
     * @param widened true if 16-bit operands have been converted to f32, the dtype of the expansion
     */
    public EagerExpansion(OpRow row, Object[] arguments, boolean widened) {
        super(row, arguments, widened);
    }

    @Override
    public Node number(double value, Node like) {
        return handle(new NumberOperand(value, like));
    }

    @Override
    public Node number(Extent extent, Node like) {
        return handle(new NumberOperand(number(extent), like));
    }

    @Override
    public Node table(double[] elements, Dims dims, Node like) {
        return node(Expansions.as(Tensor.of(elements, array(dims)), tensor(like).dtype()));
    }

    @Override
    public Node op(String name, Node... nodes) {
        return node(OpCalls.ofOperands(name, operands(name, nodes)));
    }

    /** Evaluates an op with all its arguments. */
    protected final Node method(String name, Object... callArguments) {
        return node(OpCalls.ofArguments(name, callArguments));
    }

    @Override
    public Node castLike(Node x, Node like) {
        return node(Expansions.as(tensor(x), tensor(like).dtype()));
    }

    @Override
    public Node rounded(Node x) {
        return x;
    }

    @Override
    public Node cast(Node x, DataType dtype) {
        return node(Expansions.as(tensor(x), DType.valueOf(dtype.name())));
    }

    @Override
    public Node bitcast(Node x, DataType dtype) {
        return method("Bitcast", tensor(x), DType.valueOf(dtype.name()));
    }

    @Override
    public Node castTo(Node x, String name) {
        return node(Expansions.as(tensor(x), (DType) argument(name)));
    }

    @Override
    public Node reduce(String name, Node x, Axes axes, boolean keepDims) {
        return method(name, tensor(x), array(axes), keepDims);
    }

    @Override
    public Node reduceWithAttributes(String name, Node x) {
        return reduce(name, x, axes("axes"), flag("keepDims"));
    }

    @Override
    public Node call(String name, Map<String, ?> own, Node... nodes) {
        List<Object> callArguments = new ArrayList<>();
        Iterator<Node> next = Arrays.asList(nodes).iterator();
        for (OpParameter parameter : row(name).parameters()) {
            if (parameter.kind() == OpParameter.Kind.OPTIONAL_TENSOR && !has(parameter.name())) {
                callArguments.add(ABSENT);
            } else if (parameter.isOperand()) {
                callArguments.add(tensor(next.next()));
            } else {
                Object value = own.get(parameter.name());
                callArguments.add(value == null ? argument(parameter.name()) : given(parameter, value));
            }
        }
        return method(name, callArguments.toArray());
    }

    /** Returns the value of an attribute as its Java type. */
    private static Object given(OpParameter parameter, Object value) {
        if (value instanceof Axes axes) {
            return parameter.kind() == OpParameter.Kind.AXIS ? (Object) single(axes) : array(axes);
        }
        if (value instanceof Extent size) {
            return parameter.kind() == OpParameter.Kind.DIM ? (Object) number(size) : Math.toIntExact(number(size));
        }
        return value instanceof Dims dims ? array(dims) : value;
    }

    @Override
    public Node matMulWithAttributes(String name, Node a, Node b) {
        return method(name, tensor(a), tensor(b), flag("transposeA"), flag("transposeB"));
    }

    @Override
    public Node elementCount(Node x, Axes axes) {
        return node(Eager.elementCount(tensor(x), array(axes)));
    }

    @Override
    public Node correctedCount(Node x, Axes axes, Extent correction) {
        return node(Eager.correctedCount(tensor(x), array(axes), number(correction)));
    }

    @Override
    public Node sumTo(Node value, Node operand) {
        return node(Expansions.sumTo(tensor(value), tensor(operand)));
    }

    @Override
    public Node reshape(Node x, Dims dims) {
        return method("Reshape", tensor(x), array(dims));
    }

    @Override
    public Node broadcastTo(Node x, Dims dims) {
        return method("BroadcastTo", tensor(x), array(dims));
    }

    @Override
    public Node stridedSlice(Node x, Dims begin, Dims end, Dims strides) {
        return method("StridedSlice", tensor(x), array(begin), array(end), array(strides));
    }

    @Override
    public Node windows(Node x, Dims begin, Dims end, Dims strides) {
        return stridedSlice(x, begin, end, strides);
    }

    @Override
    public Node part(Node x, Dims begin, Dims end) {
        return node(Expansions.part(op, tensor(x), array(begin), array(end)));
    }

    @Override
    public Node index(Dims dims, Axes axis) {
        return method("Index", single(axis), array(dims));
    }

    @Override
    public Node rowMajorIndex(Dims dims) {
        return method("RowMajorIndex", array(dims));
    }

    @Override
    public Node gather(Node x, Node indices, Axes axis) {
        return method("Gather", tensor(x), tensor(indices), single(axis));
    }

    @Override
    public Node gatherGradient(Node dy, Node indices, Extent size) {
        return method("GatherGrad", tensor(dy), tensor(indices), number(size));
    }

    @Override
    public Node concat(Axes axis, Node... nodes) {
        return method("Concat", single(axis), tensors(nodes));
    }

    @Override
    public Node concatEach(Axes axis, String name, Each mapping) throws TypeException {
        Expansions.first(op, name, tensors(operands(name).toArray(Node[]::new)));
        List<Node> mapped = new ArrayList<>();
        for (Node operand : operands(name)) {
            mapped.add(mapping.apply(operand));
        }
        return concat(axis, mapped.toArray(Node[]::new));
    }

    @Override
    public Node fold(String name, Fold step) throws TypeException {
        List<Node> nodes = operands(name);
        Node value = node(Expansions.start(op, name, tensors(nodes.toArray(Node[]::new))));
        for (Node next : nodes.subList(1, nodes.size())) {
            value = step.step(value, next);
        }
        return value;
    }

    @Override
    public Node repeat(Extent count, Output term, Fold step) throws TypeException {
        Node value = term.make(extent(0));
        for (long number = 1; number < number(count); number++) {
            value = step.step(value, term.make(extent(number)));
        }
        return value;
    }

    @Override
    public Node overAxes(Node x, OverAxes step) throws TypeException {
        Node value = node(Expansions.copy(op, tensor(x)));
        for (int axis = 0; axis < tensor(x).rank(); axis++) {
            value = step.step(value, axes(axis));
        }
        return value;
    }

    @Override
    public List<Node> outputs(Extent count, Output output) throws TypeException {
        int size = DimLists.results(op, number(count));
        List<Node> results = new ArrayList<>();
        for (int number = 0; number < size; number++) {
            results.add(output.make(extent(number)));
        }
        return results;
    }

    @Override
    public List<Node> iterate(Extent count, List<Node> initial, List<Node> captured, Iteration iteration)
            throws TypeException {
        Set<Node> kept = new HashSet<>(handles());
        List<Node> carried = initial;
        List<List<Node>> stacked = new ArrayList<>();
        for (long number = 0; number < number(count); number++) {
            List<Node> before = carried;
            List<Node> next;
            try (TensorScope scope = TensorScope.open()) {
                next = iteration.step(this, extent(number), before, captured);
                next.forEach(node -> scope.keep(tensor(node)));
            }
            carried = next.subList(0, initial.size());
            stacked.add(next.subList(initial.size(), next.size()));
            closeAll(before, kept, carried);
            removeHandles(kept, next);
            kept.addAll(stacked.get(stacked.size() - 1));
        }
        return stacked.isEmpty() ? carried : withStacks(carried, stacked);
    }

    private List<Node> withStacks(List<Node> carried, List<List<Node>> stacked) {
        List<Node> results = new ArrayList<>(carried);
        for (int i = 0; i < stacked.get(0).size(); i++) {
            int number = i;
            results.add(method(
                    "Stack",
                    0,
                    stacked.stream().map(slices -> tensor(slices.get(number))).toArray(Tensor[]::new)));
        }
        return results;
    }

    /** Closes the tensors of an iteration that the next one does not read. */
    private void closeAll(List<Node> carried, Set<Node> outside, List<Node> next) {
        List<Tensor> read = next.stream().map(this::tensor).toList();
        for (Node node : carried) {
            if (!outside.contains(node) && !read.contains(tensor(node))) {
                tensor(node).close();
            }
        }
    }

    @Override
    public List<Node> elements(String function, List<Node> nodes) {
        throw new UnsupportedOperationException("an element function is executed as Java, not expanded");
    }
}
