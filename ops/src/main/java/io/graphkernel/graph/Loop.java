package io.graphkernel.graph;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A loop of a graph, the contents of an op {@link #OP}.
 *
 * <p>The body is a graph of its own. Its first parameters are the carried values, which it updates in place with {@code
 * Assign}; the others are values of the graph around it. Its results are stacked along a new first axis, one slice per
 * iteration. The loop's index is a symbol of the body's dims, from 0 to the number of iterations.
 *
 * <p>A loop with a condition may end before the bound {@link #trips}. Its first carried value is a {@code bool} scalar,
 * which is tested before each iteration. Unless the bound is {@link #UNBOUNDED}, its second carried value is an {@code
 * i64} scalar, the number of iterations so far. Slices of stacked results that no iteration stores are undefined.
 *
 * <p>The op's operands are the initial carried values, then the captured values. Its results are separate ops
 * {@link #RESULT}: the final carried values, then the stacked values. A stacked result may have its new axis at another
 * position ({@link Attributes#AXIS}), and the slices in descending order ({@link Attributes#REVERSE}). Slices that are
 * ranges of rows may also form one tensor: each begins at a row that depends on the index ({@link Attributes#BEGIN}), and
 * replaces rows of slices before it.
 *
 * @param body graph of one iteration
 * @param trips number of iterations; with a condition its upper bound
 * @param capacity number of slices of a stacked result: {@code trips}, or an upper bound of it in all iterations of the
 *     loops around this one. Further slices are undefined
 * @param index name of the index among the symbols of the body
 * @param carried number of carried values
 * @param control selection of the iterations that run
 */
public record Loop(Graph body, Dim trips, Dim capacity, String index, int carried, Control control) {

    /** Selection of the iterations that run. */
    public enum Control {
        /** All iterations. */
        COUNTED,
        /** Iterations until the first carried value, a {@code bool} scalar, is false. */
        CONDITIONAL,
        /** Iterations from the first captured value, an {@code i64} scalar, to the last one. */
        TAIL
    }

    /** Bound of a loop that ends by its condition only. */
    public static final Dim UNBOUNDED = Dim.of(DimCondition.MAX_ELEMENTS);

    /** Number of carried values that control a loop with a condition and a bound: the condition and the count. */
    public static final int BOUNDED_CONTROL = 2;

    private static final String CONTROL = "control";

    /** The op that runs a loop. */
    public static final String OP = "Loop";

    /** The op that returns one result of a loop, selected by {@link Attributes#OUTPUT}. */
    public static final String RESULT = "LoopResult";

    /** Prefix of the names of the body's results that only gradients read: those of library calls. */
    public static final String SAVED = "saved_";

    /** Prefix of the names of the body's last results: the carried values before the iteration, which gradients read. */
    public static final String PREVIOUS = "previous_";

    /**
     * Creates a loop that stacks all iterations.
     *
     * @param body graph of one iteration
     * @param trips number of iterations; with a condition its upper bound
     * @param index name of the index among the symbols of the body
     * @param carried number of carried values
     * @param control selection of the iterations that run
     */
    public Loop(Graph body, Dim trips, String index, int carried, Control control) {
        this(body, trips, trips, index, carried, control);
    }

    /**
     * Creates a loop that runs all iterations.
     *
     * @param body graph of one iteration
     * @param trips number of iterations
     * @param index name of the index among the symbols of the body
     * @param carried number of carried values
     */
    public Loop(Graph body, Dim trips, String index, int carried) {
        this(body, trips, index, carried, Control.COUNTED);
    }

    /**
     * Returns true if a node runs a loop.
     *
     * @param node any node
     * @return false for a {@link #RESULT}
     */
    public static boolean isLoop(Node node) {
        return node.isOperation() && node.op().equals(OP);
    }

    /**
     * Returns true if a node is a result of a loop.
     *
     * @param node any node
     * @return false for the loop itself
     */
    public static boolean isResult(Node node) {
        return node.isOperation() && node.op().equals(RESULT);
    }

    /**
     * Returns the symbols of the indices of all loops in a graph.
     *
     * @param graph the graph
     * @return names, including those of nested loops
     */
    public static Set<String> indices(Graph graph) {
        return graph.allNodes().stream()
                .filter(Loop::isLoop)
                .map(node -> of(node).index())
                .collect(Collectors.toSet());
    }

    /**
     * Returns the loop of an op.
     *
     * @param node a node of op {@link #OP}
     * @return its contents
     */
    public static Loop of(Node node) {
        return of(node.attributes());
    }

    /**
     * Returns the loop with some attributes.
     *
     * @param attributes attributes of an op {@link #OP}
     * @return its contents
     */
    public static Loop of(Attributes attributes) {
        Control control = attributes.has(CONTROL)
                ? Control.valueOf(attributes.text(CONTROL).toUpperCase(Locale.ROOT))
                : Control.COUNTED;
        List<Dim> sizes = attributes.dims();
        return new Loop(
                attributes.body().orElseThrow(),
                sizes.get(0),
                sizes.get(sizes.size() - 1),
                attributes.text(Attributes.INDEX),
                (int) attributes.integer(Attributes.CARRIED),
                control);
    }

    /**
     * Returns the attributes of the op that runs this loop.
     *
     * @return the attributes from which {@link #of} reads
     */
    public Attributes attributes() {
        Attributes attributes = Attributes.NONE
                .with(Attributes.BODY, body)
                .with(Attributes.DIMS, isFull() ? List.of(trips) : List.of(trips, capacity))
                .with(Attributes.INDEX, index)
                .with(Attributes.CARRIED, (long) carried);
        return control == Control.COUNTED
                ? attributes
                : attributes.with(CONTROL, control.name().toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the same loop with another body.
     *
     * @param newBody a graph with the same parameters and results
     * @return a new loop
     */
    public Loop withBody(Graph newBody) {
        return new Loop(newBody, trips, capacity, index, carried, control);
    }

    /**
     * Returns true if the number of slices of a stacked result is the number of iterations.
     *
     * @return false if the stacks have more slices than iterations, since the index of a loop around this one bounds it
     */
    public boolean isFull() {
        return capacity.equals(trips);
    }

    /**
     * Returns true if the loop may end before its bound.
     *
     * @return true if its first carried value is its condition
     */
    public boolean isConditional() {
        return control == Control.CONDITIONAL;
    }

    /**
     * Returns true if the number of iterations is not bounded.
     *
     * @return true if the loop ends by its condition only
     */
    public boolean isUnbounded() {
        return trips.equals(UNBOUNDED);
    }

    /**
     * Returns the parameter of the body with the scalar that selects iterations.
     *
     * @return the condition, or the first iteration; empty if all iterations run
     */
    public Optional<Node> controlParameter() {
        return switch (control) {
            case COUNTED -> Optional.empty();
            case CONDITIONAL -> Optional.of(body.tensorParameters().get(0));
            case TAIL -> Optional.of(body.tensorParameters().get(carried));
        };
    }

    /**
     * Returns the number of results.
     *
     * @return carried and stacked values
     */
    public int resultCount() {
        return carried + body.outputs().size();
    }

    /**
     * Returns the axis of a stacked result along which the slices are stacked.
     *
     * @param result a node of op {@link #RESULT}
     * @return index of the axis
     */
    public static int stackAxis(Node result) {
        Attributes attributes = result.attributes();
        return attributes.has(Attributes.AXIS) ? (int) attributes.integer(Attributes.AXIS) : 0;
    }

    /**
     * Returns true if the slices of a stacked result are in descending order of the iterations.
     *
     * @param result a node of op {@link #RESULT}
     * @return false if the first slice is that of the first iteration
     */
    public static boolean isReversed(Node result) {
        return result.attributes().flag(Attributes.REVERSE);
    }

    /**
     * Returns true if the slices of a result are ranges of its rows.
     *
     * @param result a node of op {@link #RESULT}
     * @return false for a carried value, and for slices along a new axis
     */
    public static boolean isRows(Node result) {
        return result.attributes().has(Attributes.BEGIN);
    }

    /**
     * Returns the type of a result.
     *
     * @param result attributes of an op {@link #RESULT}
     * @return the type of the carried value, or the type of all slices together
     */
    public ValueType resultType(Attributes result) {
        int output = (int) result.integer(Attributes.OUTPUT);
        if (!result.has(Attributes.BEGIN)) {
            return resultType(output, result.has(Attributes.AXIS) ? (int) result.integer(Attributes.AXIS) : 0);
        }
        ValueType slice = body.outputs().get(output - carried).node().type();
        List<Dim> dims = new ArrayList<>(slice.shape().dims());
        dims.set(0, result.dims().get(0));
        return new ValueType(slice.dtype(), Shape.of(dims));
    }

    /**
     * Returns the type of a result that is not rows.
     *
     * @param result index of the result
     * @param axis axis along which a stacked value is stacked
     * @return the type of the carried value, or the stacked type
     */
    public ValueType resultType(int result, int axis) {
        if (result < carried) {
            return body.tensorParameters().get(result).type();
        }
        ValueType slice = body.outputs().get(result - carried).node().type();
        List<Dim> dims = new ArrayList<>(slice.shape().dims());
        dims.add(axis, capacity);
        return new ValueType(slice.dtype(), Shape.of(dims));
    }

    /**
     * Returns true if the carried values before each iteration are the last results.
     *
     * @return false after unread results were removed
     */
    public boolean keepsPrevious() {
        int first = body.outputs().size() - carried;
        return first >= 0
                && body.outputs().subList(first, body.outputs().size()).stream()
                        .allMatch(output -> output.name().startsWith(PREVIOUS));
    }

    /**
     * Returns one iteration as a function: a graph without in-place updates, whose results are the carried values after
     * the iteration, then the results of the body.
     *
     * @return the graph, with the parameters of the body
     */
    public Graph iteration() {
        Map<Node, Node> next = new IdentityHashMap<>();
        body.assigns()
                .forEach(assign ->
                        next.put(assign.operands().get(0), assign.operands().get(1)));
        List<Graph.Output> outputs = new ArrayList<>();
        for (Node parameter : body.tensorParameters().subList(0, carried)) {
            outputs.add(new Graph.Output(parameter.label(), next.getOrDefault(parameter, parameter)));
        }
        outputs.addAll(body.outputs());
        return new Graph(
                body.name(),
                body.parameters(),
                body.nodes().stream().filter(node -> !node.isAssign()).toList(),
                outputs,
                List.of(),
                body.conditions());
    }

    /**
     * Returns the range of the index.
     *
     * @return the values of the index in all iterations
     */
    public LoopRange range() {
        return new LoopRange(index, trips);
    }
}
