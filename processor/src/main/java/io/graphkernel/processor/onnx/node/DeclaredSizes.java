package io.graphkernel.processor.onnx.node;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.onnx.reader.ParsedModel.Axis;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Declared sizes of tensors whose shapes depend on elements. A size of the user is a maximum, and the number of valid
 * slices becomes a result of the model; a size of the file is the number itself.
 */
public final class DeclaredSizes {

    private final Map<String, Long> ofUser;
    private final Map<String, List<Axis>> ofFile = new HashMap<>();
    private final Map<String, Node> counts = new LinkedHashMap<>();
    private final Set<String> queried = new HashSet<>();
    private final boolean isOfSubgraph;

    /**
     * Creates the declarations of a model.
     *
     * @param ofUser maximum sizes by tensor
     * @param outputs outputs of the model
     */
    public DeclaredSizes(Map<String, Long> ofUser, List<Port> outputs) {
        this(ofUser, outputs, false);
    }

    private DeclaredSizes(Map<String, Long> ofUser, List<Port> outputs, boolean isOfSubgraph) {
        this.ofUser = ofUser;
        this.isOfSubgraph = isOfSubgraph;
        for (Port output : outputs) {
            if (output.dims() != null) {
                ofFile.put(output.name(), output.dims());
            }
        }
    }

    /** Returns the sizes in the graph of a node, such as a branch, which cannot be declared. */
    public static DeclaredSizes ofSubgraph() {
        return new DeclaredSizes(Map.of(), List.of(), true);
    }

    /**
     * Returns the declared size of tensors along an axis.
     *
     * @param tensors used outputs of a node, which have the same size
     * @param axis axis whose size depends on elements
     * @throws UnsupportedNodeException if no size is declared, or several
     */
    Dim size(List<String> tensors, int axis) throws UnsupportedNodeException {
        queried.addAll(tensors);
        Map<String, Dim> declared = new LinkedHashMap<>();
        for (String tensor : tensors) {
            find(tensor, axis).ifPresent(size -> declared.put(tensor, size));
        }
        if (declared.isEmpty()) {
            throw undeclared(tensors.get(0));
        }
        if (Set.copyOf(declared.values()).size() > 1) {
            throw new UnsupportedNodeException("its results have one size, and the declared ones differ: " + declared);
        }
        return declared.values().iterator().next();
    }

    private UnsupportedNodeException undeclared(String tensor) {
        String reason = "the shape of its result depends on elements";
        return new UnsupportedNodeException(
                isOfSubgraph
                        ? reason + ", and the graph of an If or a loop cannot have such a tensor"
                        : reason + "; declare its maximum size, such as maxSizes = \"" + tensor + ":100\"");
    }

    private Optional<Dim> find(String tensor, int axis) {
        if (ofUser.containsKey(tensor)) {
            return Optional.of(Dim.of(ofUser.get(tensor)));
        }
        return Optional.ofNullable(ofFile.get(tensor))
                .filter(axes -> axis < axes.size() && axes.get(axis).size() >= 0)
                .map(axes -> Dim.of(axes.get(axis).size()));
    }

    /** Records the number of valid slices of a tensor, if the user declares its maximum. */
    void count(String tensor, Node count) {
        if (ofUser.containsKey(tensor)) {
            counts.put(tensor, count);
        }
    }

    /** Returns the numbers of valid slices, by tensor. */
    public Map<String, Node> counts() {
        return Collections.unmodifiableMap(counts);
    }

    /** Returns the tensors of the user whose shapes no imported node determines by elements. */
    public Set<String> unused() {
        Set<String> unused = new TreeSet<>(ofUser.keySet());
        unused.removeAll(queried);
        return unused;
    }
}
