package io.graphkernel.processor.launch;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Binding of symbols to axes of parameters: the first axis that is the symbol itself, otherwise the first multiple of
 * it.
 */
public final class BoundDims {

    /** Name in messages for the origin of a size that no parameter of a gradient has. */
    static final String FORWARD_CALL = "the forward call";

    private record Axis(Node parameter, int index) {}

    private final Map<String, Node> parameters = new HashMap<>();
    private final Set<Axis> axes = new HashSet<>();

    /**
     * Binds the symbols of some parameters.
     *
     * @param tensors parameters, in binding order
     * @param numbers integer parameters that are dims
     */
    public BoundDims(List<Node> tensors, List<String> numbers) {
        this(tensors, numbers, Set.of());
    }

    /**
     * Binds the symbols of some parameters that are not bound yet.
     *
     * @param tensors parameters, in binding order
     * @param numbers integer parameters that are dims
     * @param symbols symbols whose sizes a forward call has saved
     */
    public BoundDims(List<Node> tensors, List<String> numbers, Set<String> symbols) {
        Node keeper = Node.parameter(FORWARD_CALL, ValueType.F32_SCALAR);
        symbols.forEach(symbol -> parameters.put(symbol, keeper));
        numbers.forEach(number -> parameters.putIfAbsent(number, Node.parameter(number, ValueType.F32_SCALAR)));
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

    /** Returns true if an axis binds a symbol; all other axes with the symbol are compared with it. */
    public boolean binds(Node tensor, int axis) {
        return axes.contains(new Axis(tensor, axis));
    }

    /** Returns the parameter that binds a symbol; empty if there is none. */
    public Optional<Node> parameter(String symbol) {
        return Optional.ofNullable(parameters.get(symbol));
    }

    /**
     * Returns the parameters that determine a dim, for messages.
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
