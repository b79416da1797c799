package io.graphkernel.conformance.random;

import io.graphkernel.graph.Dim;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The sizes for one call of a kernel.
 *
 * @param sizes sizes by symbol
 * @param mostElements maximum number of elements of a variable
 */
record Binding(Map<String, Integer> sizes, int mostElements) {

    int size(Dim dim) {
        if (dim instanceof Dim.Constant constant) {
            return Math.toIntExact(constant.size());
        }
        Map<String, Dim> constants = sizes.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> Dim.of(entry.getValue())));
        return Math.toIntExact(((Dim.Constant) dim.substitute(constants)).size());
    }

    int[] sizes(List<Dim> dims) {
        return dims.stream().mapToInt(this::size).toArray();
    }

    boolean hasEmpty() {
        return sizes.containsValue(0);
    }

    @Override
    public String toString() {
        return sizes.toString();
    }
}
