package io.graphkernel.processor.schedule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.SliceBounds;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Reference interpreter of graphs, op by op, over row-major arrays. */
public final class GraphInterpreter {

    private final Arithmetic arithmetic;
    private final Map<String, Dim> sizes;
    private final Map<Node, long[]> values = new IdentityHashMap<>();
    private final Map<Node, long[]> shapes = new IdentityHashMap<>();

    private GraphInterpreter(Arithmetic arithmetic, Map<String, Dim> sizes) {
        this.arithmetic = arithmetic;
        this.sizes = sizes;
    }

    /** Returns the results in order, then the new values of updated parameters in program order. */
    public static List<long[]> run(
            Graph graph, Arithmetic arithmetic, Map<String, Dim> sizes, Map<String, long[]> parameters) {
        GraphInterpreter interpreter = new GraphInterpreter(arithmetic, sizes);
        graph.tensorParameters().forEach(node -> interpreter.values.put(node, parameters.get(node.label())));
        graph.nodes().forEach(interpreter::evaluate);
        List<long[]> results = new ArrayList<>();
        graph.outputs().forEach(output -> results.add(interpreter.values.get(output.node())));
        graph.assigns().forEach(assign -> results.add(interpreter.values.get(assign)));
        return results;
    }

    private void evaluate(Node node) {
        long[] shape = shape(node);
        long[] result = new long[Math.toIntExact(product(shape))];
        for (int i = 0; i < result.length; i++) {
            result[i] = element(node, indices(i, shape));
        }
        values.put(node, result);
    }

    private long element(Node node, long[] at) {
        if (!node.isOperation()) {
            return arithmetic.number(node, sizes);
        }
        Node first = node.operands().isEmpty() ? null : node.operands().get(0);
        return switch (OpTable.get().row(node).kind()) {
            case ELEMENTWISE ->
                arithmetic.apply(
                        node,
                        node.operands().stream()
                                .mapToLong(operand -> broadcast(operand, at))
                                .toArray());
            case ASSIGN -> broadcast(node.operands().get(1), at);
            case REDUCTION -> reduce(node, first, at);
            case VIEW -> view(node, first, at);
            case INDEX -> index(node, at);
            case CONCAT -> concat(node, at);
            case GATHER -> gather(node, first, at);
            case SCAN -> scan(node, first, at);
            case LIBRARY -> product(node, at);
            case LOOP -> throw new IllegalStateException("not unrolled: " + node);
            case COMPOSITE -> throw new IllegalStateException("not expanded: " + node);
        };
    }

    private long broadcast(Node operand, long[] at) {
        long[] shape = shape(operand);
        long[] own = new long[shape.length];
        for (int axis = 0; axis < own.length; axis++) {
            own[axis] = shape[axis] == 1 ? 0 : at[at.length - own.length + axis];
        }
        return get(operand, own);
    }

    private long reduce(Node node, Node x, long[] at) {
        List<Integer> axes = axes(x, node.attributes().axes());
        long[] shape = shape(x);
        long[] index = new long[shape.length];
        int kept = 0;
        for (int axis = 0; axis < shape.length; axis++) {
            boolean reduced = axes.contains(axis);
            index[axis] = reduced ? 0 : at[kept];
            kept += reduced && !node.attributes().keepDims() ? 0 : 1;
        }
        long[] extents = axes.stream().mapToLong(axis -> shape[axis]).toArray();
        long result = arithmetic.identity(node);
        long count = product(extents);
        for (int i = 0; i < count; i++) {
            long[] inside = indices(i, extents);
            for (int k = 0; k < inside.length; k++) {
                index[axes.get(k)] = inside[k];
            }
            result = arithmetic.combine(node, result, get(x, index));
        }
        return result;
    }

    private long view(Node node, Node x, long[] at) {
        long[] shape = shape(x);
        long[] index = at.clone();
        switch (node.op()) {
            case "Transpose":
                List<Integer> permutation = permutation(node, x);
                for (int axis = 0; axis < at.length; axis++) {
                    index[permutation.get(axis)] = at[axis];
                }
                return get(x, index);
            case "BroadcastTo":
                return broadcast(x, at);
            case "Reshape":
                return values.get(x)[position(at, shape(node))];
            case "Reverse":
                axes(x, node.attributes().axes()).forEach(axis -> index[axis] = shape[axis] - 1 - at[axis]);
                return get(x, index);
            default:
                List<Long> steps = node.attributes().longs(Attributes.STRIDES);
                for (int axis = 0; axis < steps.size(); axis++) {
                    SliceBounds bounds = SliceBounds.of(
                            x.shape().dims().get(axis),
                            node.attributes().dims(Attributes.BEGIN).get(axis),
                            node.attributes().dims(Attributes.END).get(axis),
                            steps.get(axis));
                    index[axis] = ModelArithmetic.size(bounds.start(), sizes) + at[axis] * steps.get(axis);
                }
                return get(x, index);
        }
    }

    private long index(Node node, long[] at) {
        return node.attributes().has(Attributes.AXIS) ? at[axis(node, node)] : position(at, shape(node));
    }

    private long concat(Node node, long[] at) {
        int axis = axis(node, node);
        long[] index = at.clone();
        for (Node operand : node.operands()) {
            long extent = shape(operand)[axis];
            if (index[axis] < extent) {
                return get(operand, index);
            }
            index[axis] -= extent;
        }
        throw new IllegalStateException("no operand at " + Arrays.toString(at));
    }

    private long gather(Node node, Node x, long[] at) {
        int axis = axis(node, x);
        Node indexNode = node.operands().get(1);
        int rank = indexNode.shape().rank();
        long wanted = get(indexNode, Arrays.copyOfRange(at, axis, axis + rank));
        long extent = shape(x)[axis];
        if (wanted < -extent || wanted >= extent) {
            return 0;
        }
        long[] index = new long[x.shape().rank()];
        System.arraycopy(at, 0, index, 0, axis);
        index[axis] = wanted < 0 ? wanted + extent : wanted;
        System.arraycopy(at, axis + rank, index, axis + 1, index.length - axis - 1);
        return get(x, index);
    }

    private long scan(Node node, Node x, long[] at) {
        int axis = axis(node, node);
        long result = arithmetic.identity(node);
        long[] index = at.clone();
        boolean exclusive = node.attributes().flag(Attributes.EXCLUSIVE);
        boolean reverse = node.attributes().flag(Attributes.REVERSE);
        long extent = shape(x)[axis];
        for (index[axis] = 0; index[axis] < extent; index[axis]++) {
            boolean before = reverse ? index[axis] > at[axis] : index[axis] < at[axis];
            if (before || (!exclusive && index[axis] == at[axis])) {
                result = arithmetic.combine(node, result, get(x, index));
            }
        }
        return result;
    }

    private long product(Node node, long[] at) {
        long element = LibraryModel.element(
                node,
                at,
                shape(node.operands().get(0)),
                values.get(node.operands().get(0)),
                shape(node.operands().get(1)),
                values.get(node.operands().get(1)));
        return "bias".equals(node.attributes().text(Attributes.EPILOGUE))
                ? LibraryModel.withBias(element, at, values.get(node.operands().get(2)))
                : element;
    }

    private long get(Node node, long[] at) {
        return values.get(node)[position(at, shape(node))];
    }

    private long[] shape(Node node) {
        return shapes.computeIfAbsent(
                node, operand -> ModelArithmetic.sizes(operand.shape().dims(), sizes));
    }

    private static int axis(Node op, Node value) {
        try {
            return Axes.normalized(value.shape(), op.attributes().integer(Attributes.AXIS));
        } catch (TypeException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Integer> axes(Node value, List<Long> axes) {
        try {
            return Axes.normalized(value.shape(), axes);
        } catch (TypeException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Integer> permutation(Node node, Node x) {
        try {
            return Axes.permutation(x.shape(), node.attributes().longs(Attributes.PERMUTATION));
        } catch (TypeException e) {
            throw new AssertionError(e);
        }
    }

    static long product(long[] shape) {
        return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    }

    static int position(long[] at, long[] shape) {
        long position = 0;
        for (int axis = 0; axis < shape.length; axis++) {
            position = position * shape[axis] + at[axis];
        }
        return Math.toIntExact(position);
    }

    static long[] indices(long position, long[] shape) {
        long[] at = new long[shape.length];
        long rest = position;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            at[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        return at;
    }
}
