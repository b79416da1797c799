package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Weights of models by name, for generated stubs. */
public final class ModelWeights {

    private ModelWeights() {}

    /**
     * Returns a weight by its name.
     *
     * @param byName weights by the names of a model
     * @param name name of a weight in the model
     * @throws InvalidArgumentException if it is missing
     */
    public static Tensor of(Map<String, Tensor> byName, String name) {
        Tensor weight = byName.get(name);
        if (weight == null) {
            throw new InvalidArgumentException(RuntimeProblem.WEIGHT_MISSING, name, byName.size());
        }
        return weight;
    }

    /**
     * Checks that a record has all tensors of a map.
     *
     * @param byName tensors by name
     * @param names names of the components of a record
     * @throws InvalidArgumentException if the map has others, which would be ignored
     */
    public static void requireOnly(Map<String, Tensor> byName, String... names) {
        Set<String> unknown = new TreeSet<>(byName.keySet());
        List.of(names).forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw new InvalidArgumentException(RuntimeProblem.ADAPTER_UNKNOWN, String.join(", ", unknown));
        }
    }
}
