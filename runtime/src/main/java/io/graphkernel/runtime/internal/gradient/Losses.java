package io.graphkernel.runtime.internal.gradient;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.ValueAndGradient;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.util.List;
import java.util.function.Supplier;

/** Gradients of losses that are lambdas. */
public final class Losses {

    private Losses() {}

    /** Returns a loss and its gradients with respect to a tensor, an array of tensors or a record of them. */
    public static <G> ValueAndGradient<G> valueAndGradient(Supplier<Tensor> loss, G parameters) {
        DifferentiatedTensors differentiated = parameters(loss, parameters);
        List<Tensor> results = OpTape.gradients(loss, differentiated, true);
        return new ValueAndGradient<>(
                results.get(0), differentiated.structure(parameters, results.subList(1, results.size())));
    }

    /** Returns the gradients only. */
    public static <G> G gradient(Supplier<Tensor> loss, G parameters) {
        DifferentiatedTensors differentiated = parameters(loss, parameters);
        return differentiated.structure(parameters, OpTape.gradients(loss, differentiated, false));
    }

    private static DifferentiatedTensors parameters(Supplier<Tensor> loss, Object parameters) {
        Operands.attribute("gradient", "loss", loss);
        return DifferentiatedTensors.of(parameters).distinct();
    }
}
