package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.tensor.Aggregates;
import io.graphkernel.runtime.internal.tensor.Operands;
import io.graphkernel.runtime.internal.tensor.Tensors;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** The tensors that are differentiated by, out of a tensor, an array of tensors or a record of them, with lists and records in it. */
final class Parameters {

    private static final String THE_ONLY = "the parameter";

    private static final Aggregates AGGREGATES = new Aggregates(GradientException::new);

    private final List<Tensor> tensors = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    private Parameters() {}

    static Parameters of(Object parameters) {
        Operands.attribute("gradient", "parameters", parameters);
        Parameters taken = new Parameters();
        AGGREGATES.visit("", parameters, (path, value) -> taken.add(called(path, parameters), value));
        if (taken.tensors.isEmpty()) {
            throw new GradientException(RuntimeProblem.NO_PARAMETER_OF_LOSS);
        }
        return taken;
    }

    /** What messages call a tensor: by its path in a record or list, else by its place, counted from 1. */
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

    /** What they are called in messages. */
    List<String> names() {
        return names;
    }

    /** Gradients in the structure of what the parameters were taken out of. */
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
        if (!((Tensor) value).dtype().isFloat()) {
            throw new GradientException(RuntimeProblem.NO_GRADIENT_OF_DTYPE, name, Tensors.describe((Tensor) value));
        }
        tensors.add((Tensor) value);
        names.add(name);
    }
}
