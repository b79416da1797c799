package precision;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.LossScale;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

/** Trains with 16-bit values on the default device, and with f32 on the CPU. */
public final class PrecisionProgram {

    private static final int VOCABULARY = 53;
    private static final int POSITIONS = 16;
    private static final int WIDTH = 64;
    private static final float RATE = 3e-3f;
    private static final int STEPS = 10;
    private static final Device DEVICE = Device.defaultDevice();

    private record State(f16.Gpt2.Model model, f16.Gpt2.Model first, f16.Gpt2.Model second) {}

    private PrecisionProgram() {}

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            Random random = new Random(5);
            Tensor tokens = ids(random);
            Tensor targets = ids(random);
            bfloat(tokens, targets);
            half(tokens.to(DEVICE), targets.to(DEVICE));
        }
    }

    private static Tensor ids(Random random) {
        return Tensor.of(random.ints(4 * POSITIONS, 0, VOCABULARY).toArray(), 4, POSITIONS);
    }

    /** A rounding to 8 bits has an error of 0.2 to 0.4 %; a gradient comes after some dozens of them. */
    private static void bfloat(Tensor tokens, Tensor targets) {
        var model = f32.Weights.random(1).model(VOCABULARY, POSITIONS, WIDTH);
        var other = onDevice(bf16.Weights.random(1).model(VOCABULARY, POSITIONS, WIDTH));
        Tensor otherTokens = tokens.to(DEVICE);
        Tensor otherTargets = targets.to(DEVICE);
        var gradients = zeros(model);
        var others = zeros(other);
        double loss = f32.Gpt2TrainingKernels.gradients(model, gradients, tokens, targets, 1, 0).getDouble();
        double otherLoss = bf16.Gpt2TrainingKernels.gradients(other, others, otherTokens, otherTargets, 1, 0).getDouble();
        requireNear("loss of bf16", otherLoss, loss, 0.005);
        requireNear(others, gradients, 0.02);

        var moments = new f32.Gpt2Training.Moments(zeros(model), zeros(model));
        var otherMoments = new bf16.Gpt2Training.Moments(zeros(other), zeros(other));
        double first = loss;
        for (int step = 1; step <= STEPS; step++) {
            loss = f32.Gpt2TrainingKernels.trainStep(model, moments, tokens, targets, RATE, step, 0).loss().getDouble();
            otherLoss = bf16.Gpt2TrainingKernels.trainStep(
                            other, otherMoments, otherTokens, otherTargets, RATE, step, 0)
                    .loss()
                    .getDouble();
            requireNear("loss of bf16 at step " + step, otherLoss, loss, 0.02);
        }
        require("the loss in bf16 went from " + first + " to " + otherLoss, otherLoss < 0.9 * first);
    }

    /** The largest scale lets gradients overflow: steps update nothing until it is small enough. */
    private static void half(Tensor tokens, Tensor targets) {
        var model = onDevice(f16.Weights.random(1).model(VOCABULARY, POSITIONS, WIDTH));
        var moments = new f16.Gpt2Training.Moments(zeros(model), zeros(model));
        var scale = LossScale.initial(0x1p26f, DEVICE);
        var state = new State(model, moments.first(), moments.second());
        double first = 0;
        double last = 0;
        int skipped = 0;
        int step = 1;
        while (step <= STEPS) {
            double factor = scale.factor().getDouble();
            double steps = scale.steps().getDouble();
            State before = Parameters.map(state, (path, tensor) -> tensor.to(tensor.device()));
            var result = f16.ScaledTrainingKernels.trainStep(model, moments, scale, tokens, targets, RATE, step, 0);
            last = result.loss().getDouble();
            require("the loss is " + last, Double.isFinite(last));
            if (Double.isFinite(result.norm().getDouble())) {
                require("the scale has changed", scale.factor().getDouble() == factor);
                require("it has not counted a step", scale.steps().getDouble() == steps + 1);
                first = step == 1 ? last : first;
                step++;
            } else {
                skipped++;
                require("the scale is not halved", scale.factor().getDouble() == factor / 2);
                require("steps are counted on", scale.steps().getDouble() == 0);
                Parameters.forEach(
                        state,
                        before,
                        (now, then) -> require(
                                "a tensor is updated", Arrays.equals(now.toFloatArray(), then.toFloatArray())));
            }
        }
        require("no step overflows", skipped > 0);
        require("the loss in f16 went from " + first + " to " + last, last < 0.9 * first);
        scale.steps().copyFrom(new float[] {1999});
        double factor = scale.factor().getDouble();
        f16.ScaledTrainingKernels.trainStep(model, moments, scale, tokens, targets, RATE, step, 0);
        require("the scale has not grown", scale.factor().getDouble() == 2 * factor);
        require("it counts on", scale.steps().getDouble() == 0);
    }

    private static <R extends Record> R zeros(R model) {
        return Parameters.map(model, (path, tensor) -> Tensor.zeros(tensor.dimensions()).to(tensor.device()));
    }

    private static <R extends Record> R onDevice(R model) {
        return Parameters.map(model, (path, tensor) -> tensor.to(DEVICE));
    }

    /** Compares in the L2 norm. */
    private static void requireNear(Record actual, Record expected, double bound) {
        Map<String, Tensor> tensors = Parameters.of(actual);
        Parameters.of(expected).forEach((path, tensor) -> {
            double[] wanted = tensor.toDoubleArray();
            double[] given = tensors.get(path).toDoubleArray();
            double difference = 0;
            double whole = 0;
            for (int i = 0; i < wanted.length; i++) {
                difference += (given[i] - wanted[i]) * (given[i] - wanted[i]);
                whole += wanted[i] * wanted[i];
            }
            double distance = Math.sqrt(difference / whole);
            require("gradient of " + path + ": " + distance + " apart", distance <= bound);
        });
    }

    private static void requireNear(String what, double actual, double expected, double bound) {
        require(what + " is " + actual + ", not " + expected, Math.abs(actual - expected) <= bound * Math.abs(expected));
    }

    private static void require(String message, boolean condition) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }
}
