package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Map;

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
}
