package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Axes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.SliceBounds;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Reference interpreter of basic ops in float64. 16-bit floats are rounded after each op, other floats are not, integers are
 * integers, a bool is 1 or 0. It is written from the definitions of the ops, independently of the emitters.
 */
public final class Float64Interpreter {

    /** Counter-based random numbers between 0 and 1. */
    @FunctionalInterface
    public interface Uniform {
        double at(long index, long seed, long seed2);
    }

    /** Rounds the result of an op to its dtype. */
    @FunctionalInterface
    interface Rounding {
        double of(DataType dtype, double value);
    }

    private final Map<String, Dim> sizes;
    private final Uniform uniform;
    private final Rounding rounding;
    private final Map<Node, Value> values = new IdentityHashMap<>();
    /** Final carried values of loops. */
    private final Map<Node, List<Value>> results = new IdentityHashMap<>();

    private Float64Interpreter(Map<String, Dim> sizes, Uniform uniform, Rounding rounding) {
        this.sizes = sizes;
        this.uniform = uniform;
        this.rounding = rounding;
    }

    /**
     * Elements in row-major order.
     *
     * @param shape the sizes
     * @param elements one element per index of the shape
     */
    public record Value(int[] shape, double[] elements) {

        public Value(int... shape) {
            this(shape, new double[count(shape)]);
        }

        double at(int[] index) {
            return elements[position(index, shape)];
        }

        /** Returns the element at the index of a broadcast. */
        double broadcastAt(int[] index) {
            int position = 0;
            int added = index.length - shape.length;
            for (int axis = 0; axis < shape.length; axis++) {
                position = position * shape[axis] + (shape[axis] == 1 ? 0 : index[axis + added]);
            }
            return elements[position];
        }
    }

    /** Returns the results in order, with the random numbers of the tests. */
    static List<Value> run(Graph graph, Map<String, Dim> sizes, Map<String, Value> parameters) {
        return run(graph, sizes, parameters, Float64Functions::uniform);
    }

    /**
     * Returns the results in order.
     *
     * @param graph graph of basic ops and library ops
     * @param sizes values of the symbols in its dims
     * @param parameters tensors by name
     * @param uniform results of {@code PhiloxUniform} and {@code PhiloxNormal}
     */
    public static List<Value> run(Graph graph, Map<String, Dim> sizes, Map<String, Value> parameters, Uniform uniform) {
        return run(graph, parameters, new Float64Interpreter(sizes, uniform, Float64Functions::rounded));
    }

    /** Returns the results in order of a graph without symbols, with custom rounding. */
    static List<Value> run(Graph graph, Map<String, Value> parameters, Rounding rounding) {
        return run(graph, parameters, new Float64Interpreter(Map.of(), Float64Functions::uniform, rounding));
    }

    private static List<Value> run(Graph graph, Map<String, Value> parameters, Float64Interpreter interpreter) {
        for (Node parameter : graph.tensorParameters()) {
            interpreter.values.put(parameter, parameters.get(parameter.label()));
        }
        for (Node node : graph.nodes()) {
            if (Loop.isLoop(node)) {
                interpreter.results.put(node, interpreter.repeated(node));
            } else {
                interpreter.values.put(node, interpreter.evaluate(node));
            }
        }
        return graph.outputs().stream()
                .map(output -> interpreter.values.get(output.node()))
                .toList();
    }

    static int count(int[] shape) {
        return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    }

    static int position(int[] index, int[] shape) {
        int position = 0;
        for (int axis = 0; axis < shape.length; axis++) {
            position = position * shape[axis] + index[axis];
        }
        return position;
    }

    static int[] index(int position, int[] shape) {
        int[] index = new int[shape.length];
        int rest = position;
        for (int axis = shape.length - 1; axis >= 0; axis--) {
            index[axis] = rest % shape[axis];
            rest /= shape[axis];
        }
        return index;
    }

    /** Returns the element of a value at an index. */
    interface Element {
        double at(int[] index);
    }

    /** Returns the results of a loop that runs all iterations. */
    private List<Value> repeated(Node node) {
        Loop loop = Loop.of(node);
        Graph iteration = loop.iteration();
        Map<String, Value> parameters = new LinkedHashMap<>();
        for (int i = 0; i < iteration.parameters().size(); i++) {
            parameters.put(
                    iteration.parameters().get(i).name(),
                    values.get(node.operands().get(i)));
        }
        List<List<Value>> runs = new ArrayList<>();
        for (int number = 0; number < size(loop.trips()); number++) {
            Map<String, Dim> inside = new HashMap<>(sizes);
            inside.put(loop.index(), Dim.of(number));
            runs.add(run(iteration, parameters, new Float64Interpreter(inside, uniform, rounding)));
            for (int i = 0; i < loop.carried(); i++) {
                parameters.put(
                        iteration.parameters().get(i).name(), runs.get(number).get(i));
            }
        }
        List<Value> last = runs.get(runs.size() - 1);
        return IntStream.range(0, last.size())
                .mapToObj(i -> i < loop.carried() ? last.get(i) : stacked(runs, i))
                .toList();
    }

    private static Value stacked(List<List<Value>> runs, int result) {
        int[] slice = runs.get(0).get(result).shape();
        int[] shape = new int[slice.length + 1];
        shape[0] = runs.size();
        System.arraycopy(slice, 0, shape, 1, slice.length);
        Value stack = new Value(shape);
        for (int i = 0; i < runs.size(); i++) {
            System.arraycopy(runs.get(i).get(result).elements(), 0, stack.elements(), i * count(slice), count(slice));
        }
        return stack;
    }

    private Value evaluate(Node node) {
        if (Loop.isResult(node)) {
            return results.get(node.operands().get(0))
                    .get((int) node.attributes().integer(Attributes.OUTPUT));
        }
        Value result = new Value(shape(node));
        Element element;
        try {
            element = element(node);
        } catch (TypeException e) {
            throw new IllegalStateException(node.toString(), e);
        }
        for (int i = 0; i < result.elements.length; i++) {
            result.elements[i] = rounding.of(node.dtype(), element.at(index(i, result.shape)));
        }
        return result;
    }

    private Element element(Node node) throws TypeException {
        return switch (node.kind()) {
            case CONSTANT -> index -> node.attributes().value();
            case DIMENSION -> index -> size(Dim.product(node.attributes().dims()));
            case TENSOR_CONSTANT -> constant(node);
            case OPERATION -> operation(node);
            default -> throw new IllegalStateException("no value for " + node);
        };
    }

    private static Element constant(Node node) {
        int[] dims = node.shape().dims().stream()
                .mapToInt(dim -> (int) ((Dim.Constant) dim).size())
                .toArray();
        try (InputStream in = node.data().open()) {
            ByteBuffer elements = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
            boolean isDouble = node.dtype() == DataType.F64;
            return index -> isDouble
                    ? elements.asDoubleBuffer().get(position(index, dims))
                    : elements.asFloatBuffer().get(position(index, dims));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Element operation(Node node) throws TypeException {
        Value[] x = node.operands().stream().map(values::get).toArray(Value[]::new);
        return switch (OpTable.get().row(node).kind()) {
            case ELEMENTWISE -> elementwise(node, x);
            case ASSIGN -> x[1]::broadcastAt;
            case REDUCTION -> reduction(node, x[0]);
            case SCAN -> scan(node, x[0]);
            case VIEW -> view(node, x[0]);
            case INDEX -> indices(node);
            case CONCAT -> concat(node, x);
            case GATHER -> gather(node, x[0], x[1]);
            case LIBRARY -> Float64Library.element(node, shape(node), x);
            case LOOP -> throw new IllegalStateException("not an element: " + node);
            case COMPOSITE -> throw new IllegalStateException("not expanded: " + node);
        };
    }

    private Element elementwise(Node node, Value[] x) {
        if (node.op().equals("PhiloxUniform") || node.op().equals("PhiloxNormal")) {
            return index -> uniform.at(
                    (long) x[0].broadcastAt(index), (long) x[1].broadcastAt(index), (long) x[2].broadcastAt(index));
        }
        double[] arguments = new double[x.length];
        return index -> {
            for (int i = 0; i < x.length; i++) {
                arguments[i] = x[i].broadcastAt(index);
            }
            return Float64Functions.apply(node, arguments);
        };
    }

    private static Element reduction(Node node, Value x) throws TypeException {
        List<Integer> axes = Axes.normalized(
                node.operands().get(0).shape(), node.attributes().axes());
        boolean keepDims = node.attributes().keepDims();
        int[] extents = axes.stream().mapToInt(axis -> x.shape[axis]).toArray();
        return index -> {
            int[] from = new int[x.shape.length];
            int kept = 0;
            for (int axis = 0; axis < from.length; axis++) {
                boolean reduced = axes.contains(axis);
                from[axis] = reduced ? 0 : index[kept];
                kept += reduced && !keepDims ? 0 : 1;
            }
            double result = Float64Functions.identity(node);
            for (int i = 0; i < count(extents); i++) {
                int[] inside = index(i, extents);
                for (int k = 0; k < inside.length; k++) {
                    from[axes.get(k)] = inside[k];
                }
                result = Float64Functions.combine(node, result, x.at(from));
            }
            return result;
        };
    }

    private static Element scan(Node node, Value x) throws TypeException {
        int axis = Axes.normalized(node.shape(), node.attributes().integer(Attributes.AXIS));
        boolean exclusive = node.attributes().flag(Attributes.EXCLUSIVE);
        boolean reverse = node.attributes().flag(Attributes.REVERSE);
        return index -> {
            double result = Float64Functions.identity(node);
            int[] from = index.clone();
            for (from[axis] = 0; from[axis] < x.shape[axis]; from[axis]++) {
                boolean before = reverse ? from[axis] > index[axis] : from[axis] < index[axis];
                if (before || (!exclusive && from[axis] == index[axis])) {
                    result = Float64Functions.combine(node, result, x.at(from));
                }
            }
            return result;
        };
    }

    private Element view(Node node, Value x) throws TypeException {
        Node operand = node.operands().get(0);
        switch (node.op()) {
            case "BroadcastTo":
                return x::broadcastAt;
            case "Reshape":
                int[] shape = shape(node);
                return index -> x.elements[position(index, shape)];
            case "Transpose":
                List<Integer> order =
                        Axes.permutation(operand.shape(), node.attributes().longs(Attributes.PERMUTATION));
                return index -> {
                    int[] from = new int[index.length];
                    for (int axis = 0; axis < from.length; axis++) {
                        from[order.get(axis)] = index[axis];
                    }
                    return x.at(from);
                };
            case "Reverse":
                List<Integer> reversed =
                        Axes.normalized(operand.shape(), node.attributes().axes());
                return index -> {
                    int[] from = index.clone();
                    reversed.forEach(axis -> from[axis] = x.shape[axis] - 1 - index[axis]);
                    return x.at(from);
                };
            case "StridedSlice":
                return slice(node, x);
            default:
                throw new IllegalStateException("no view " + node);
        }
    }

    private Element slice(Node node, Value x) {
        List<Long> steps = node.attributes().longs(Attributes.STRIDES);
        int[] starts = IntStream.range(0, steps.size())
                .map(axis -> size(SliceBounds.of(
                                node.operands().get(0).shape().dims().get(axis),
                                node.attributes().dims(Attributes.BEGIN).get(axis),
                                node.attributes().dims(Attributes.END).get(axis),
                                steps.get(axis))
                        .start()))
                .toArray();
        return index -> {
            int[] from = index.clone();
            for (int axis = 0; axis < starts.length; axis++) {
                from[axis] = starts[axis] + Math.toIntExact(index[axis] * steps.get(axis));
            }
            return x.at(from);
        };
    }

    private Element indices(Node node) throws TypeException {
        int[] shape = shape(node);
        if (!node.attributes().has(Attributes.AXIS)) {
            return index -> position(index, shape);
        }
        int axis = Axes.normalized(node.shape(), node.attributes().integer(Attributes.AXIS));
        return index -> index[axis];
    }

    private static Element concat(Node node, Value[] x) throws TypeException {
        int axis = Axes.normalized(node.shape(), node.attributes().integer(Attributes.AXIS));
        return index -> {
            int[] from = index.clone();
            for (Value value : x) {
                if (from[axis] < value.shape[axis]) {
                    return value.at(from);
                }
                from[axis] -= value.shape[axis];
            }
            throw new IllegalStateException("no operand at " + Arrays.toString(index));
        };
    }

    private static Element gather(Node node, Value x, Value indices) throws TypeException {
        int axis = Axes.normalized(
                node.operands().get(0).shape(), node.attributes().integer(Attributes.AXIS));
        int rank = indices.shape.length;
        return index -> {
            int wanted = (int) indices.at(Arrays.copyOfRange(index, axis, axis + rank));
            int extent = x.shape[axis];
            if (wanted < -extent || wanted >= extent) {
                return 0;
            }
            int[] from = new int[x.shape.length];
            System.arraycopy(index, 0, from, 0, axis);
            from[axis] = wanted < 0 ? wanted + extent : wanted;
            System.arraycopy(index, axis + rank, from, axis + 1, from.length - axis - 1);
            return x.at(from);
        };
    }

    private int[] shape(Node node) {
        return node.shape().dims().stream().mapToInt(this::size).toArray();
    }

    private int size(Dim dim) {
        return Math.toIntExact(((Dim.Constant) dim.substitute(sizes)).size());
    }
}
