package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.ValueAndGradient;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.util.List;
import java.util.function.Supplier;

/** Gradients of losses that are lambdas. */
public final class Losses {

    private Losses() {}

    /** A loss and its gradients by a tensor, an array of tensors or a record of them. */
    public static <G> ValueAndGradient<G> valueAndGradient(Supplier<Tensor> loss, G parameters) {
        Parameters wanted = parameters(loss, parameters);
        List<Tensor> results = OpTape.gradients(loss, wanted, true);
        return new ValueAndGradient<>(results.get(0), wanted.structure(parameters, results.subList(1, results.size())));
    }

    /** The gradients alone. */
    public static <G> G gradient(Supplier<Tensor> loss, G parameters) {
        Parameters wanted = parameters(loss, parameters);
        return wanted.structure(parameters, OpTape.gradients(loss, wanted, false));
    }

    private static Parameters parameters(Supplier<Tensor> loss, Object parameters) {
        Operands.attribute("gradient", "loss", loss);
        return Parameters.of(parameters);
    }
}
