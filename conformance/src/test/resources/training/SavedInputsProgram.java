package saved;

import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Map;
import java.util.Random;

/** Gradients by layers of which a loss saves what they are given alone, compared with those by layers that are saved. */
public final class SavedInputsProgram {

    private static final int VOCABULARY = 53;
    private static final int POSITIONS = 16;
    private static final int WIDTH = 64;
    private static final double TOLERANCE = 1e-6;

    private SavedInputsProgram() {}

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            Random random = new Random(5);
            Tensor tokens = ids(random);
            Tensor targets = ids(random);
            var model = all.Weights.random(1).model(VOCABULARY, POSITIONS, WIDTH);
            var other = inputs.Weights.random(1).model(VOCABULARY, POSITIONS, WIDTH);
            var gradients = zeros(model);
            var others = zeros(other);
            double loss = all.Gpt2TrainingKernels.gradients(model, gradients, tokens, targets, 1, 7).getDouble();
            double otherLoss = inputs.Gpt2TrainingKernels.gradients(other, others, tokens, targets, 1, 7).getDouble();
            requireNear("loss", new double[] {otherLoss}, new double[] {loss});
            Map<String, Tensor> tensors = Parameters.of(others);
            Parameters.of(gradients)
                    .forEach((path, tensor) ->
                            requireNear(path, tensors.get(path).toDoubleArray(), tensor.toDoubleArray()));
        }
    }

    private static Tensor ids(Random random) {
        return Tensor.of(random.ints(4 * POSITIONS, 0, VOCABULARY).toArray(), 4, POSITIONS);
    }

    private static <R extends Record> R zeros(R model) {
        return Parameters.map(model, (path, tensor) -> Tensor.zeros(tensor.dimensions()));
    }

    private static void requireNear(String what, double[] actual, double[] expected) {
        for (int i = 0; i < expected.length; i++) {
            if (!(Math.abs(actual[i] - expected[i]) <= TOLERANCE * Math.max(1, Math.abs(expected[i])))) {
                throw new IllegalStateException(what + ": element " + i + " is " + actual[i] + ", not " + expected[i]);
            }
        }
    }
}
