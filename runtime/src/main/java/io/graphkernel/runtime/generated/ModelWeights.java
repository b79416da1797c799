package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.Map;

/** Weights of models, by name; for the use of generated stubs. */
public final class ModelWeights {

    private ModelWeights() {}

    /**
     * One of some weights.
     *
     * @param byName weights by the names of a model
     * @param name one of the model's
     * @throws InvalidArgumentException if it is not there
     */
    public static Tensor of(Map<String, Tensor> byName, String name) {
        Tensor weight = byName.get(name);
        if (weight == null) {
            throw new InvalidArgumentException(RuntimeProblem.WEIGHT_MISSING, name, byName.size());
        }
        return weight;
    }
}
