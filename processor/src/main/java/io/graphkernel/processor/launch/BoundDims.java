package io.graphkernel.processor.launch;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.ValueType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which axis of which parameter gives each symbol its size: the first that it is alone, else the first multiple of it. */
public final class BoundDims {

    private record Axis(Node parameter, int index) {}

    private final Map<String, Node> parameters = new HashMap<>();
    private final Set<Axis> axes = new HashSet<>();

    /**
     * The symbols that some parameters bind.
     *
     * @param tensors in the order in which they are looked at
     */
    public BoundDims(List<Node> tensors) {
        this(tensors, Set.of());
    }

    /**
     * The symbols that some parameters bind where others are bound already.
     *
     * @param tensors in the order in which they are looked at
     * @param given symbols whose sizes a forward call has kept
     */
    public BoundDims(List<Node> tensors, Set<String> given) {
        Node keeper = Node.parameter("the forward call", ValueType.F32_SCALAR);
        given.forEach(symbol -> parameters.put(symbol, keeper));
        for (Node tensor : tensors) {
            List<Dim> dims = tensor.shape().dims();
            for (int axis = 0; axis < dims.size(); axis++) {
                if (dims.get(axis) instanceof Dim.Symbol symbol) {
                    bind(symbol, tensor, axis);
                }
            }
        }
        for (Node tensor : tensors) {
            List<Dim> dims = tensor.shape().dims();
            for (int axis = 0; axis < dims.size(); axis++) {
                Optional<Dim.Symbol> symbol = dims.get(axis).multipleOf();
                if (symbol.isPresent()) {
                    bind(symbol.get(), tensor, axis);
                }
            }
        }
    }

    private void bind(Dim.Symbol symbol, Node tensor, int axis) {
        if (parameters.putIfAbsent(symbol.name(), tensor) == null) {
            axes.add(new Axis(tensor, axis));
        }
    }

    /** Whether a symbol gets its size from this axis; all other axes with it are compared. */
    public boolean binds(Node tensor, int axis) {
        return axes.contains(new Axis(tensor, axis));
    }

    /** The parameter that a symbol gets its size from; empty if it is none of these. */
    public Optional<Node> parameter(String symbol) {
        return Optional.ofNullable(parameters.get(symbol));
    }

    /**
     * The parameters that fix a dim, for messages.
     *
     * @return empty if one of its symbols is not bound
     */
    public Optional<String> by(Dim dim) {
        return parameters.keySet().containsAll(dim.symbols())
                ? Optional.of(dim.symbols().stream()
                        .map(symbol -> parameters.get(symbol).label())
                        .distinct()
                        .collect(Collectors.joining(" and ")))
                : Optional.empty();
    }
}
