package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.Aggregates;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The differentiated tensors: a tensor, the elements of an array, or the tensors of a record with nested lists and
 * records.
 */
final class DifferentiatedTensors {

    private static final String THE_ONLY = "the parameter";

    private static final Aggregates AGGREGATES = new Aggregates(GradientException::new);

    private final List<Tensor> tensors = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    private DifferentiatedTensors() {}

    static DifferentiatedTensors of(Object parameters) {
        Operands.attribute("gradient", "parameters", parameters);
        DifferentiatedTensors collected = new DifferentiatedTensors();
        AGGREGATES.visit("", parameters, (path, value) -> collected.add(called(path, parameters), value));
        if (collected.tensors.isEmpty()) {
            throw new GradientException(RuntimeProblem.NO_PARAMETER_OF_LOSS);
        }
        return collected;
    }

    /** Returns these parameters after checking that they are distinct, since one tensor has one gradient. */
    DifferentiatedTensors distinct() {
        Map<Tensor, String> first = new IdentityHashMap<>();
        for (int i = 0; i < tensors.size(); i++) {
            String other = first.putIfAbsent(tensors.get(i), names.get(i));
            if (other != null) {
                throw new InvalidArgumentException(RuntimeProblem.ONE_TENSOR_TWICE, "gradient", other, names.get(i));
            }
        }
        return this;
    }

    /** Returns the name of a tensor in messages: its path in a record or list, else its one-based position. */
    private static String called(String path, Object parameters) {
        if (path.isEmpty() || parameters instanceof Tensor[] only && only.length == 1) {
            return THE_ONLY;
        }
        return parameters instanceof Tensor[] several
                ? "parameter " + (Integer.parseInt(path) + 1) + " of " + several.length
                : "parameter " + path;
    }

    List<Tensor> tensors() {
        return tensors;
    }

    /** Returns the names in messages. */
    List<String> names() {
        return names;
    }

    /** Returns gradients in the structure of the parameters. */
    @SuppressWarnings("unchecked")
    <G> G structure(G parameters, List<Tensor> gradients) {
        Iterator<Tensor> rest = gradients.iterator();
        return (G) AGGREGATES.map("", parameters, (path, parameter) -> rest.next());
    }

    private void add(String name, Object value) {
        boolean tensor = value == null || value instanceof Tensor;
        if (!tensor) {
            throw new GradientException(
                    RuntimeProblem.NO_GRADIENT_OF_DTYPE, name, value.getClass().getName());
        }
        Operands.present("gradient", name.equals(THE_ONLY) ? "parameter" : name, (Tensor) value);
        if (!OpTape.isDifferentiable((Tensor) value)) {
            throw new GradientException(RuntimeProblem.NO_GRADIENT_OF_DTYPE, name, Tensors.describe((Tensor) value));
        }
        tensors.add((Tensor) value);
        names.add(name);
    }
}
