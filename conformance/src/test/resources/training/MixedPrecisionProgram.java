package mixed;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Map;
import java.util.Random;

/** Trains on the default device by compiled steps, compared with the same methods as plain Java. */
public final class MixedPrecisionProgram {

    private static final int ROWS = 24;
    private static final float RATE = 1e-3f;
    private static final int STEPS = 3;

    /** Of f16, whose largest number is 65504. */
    private static final float TOO_LARGE = 0x1p30f;

    private MixedPrecisionProgram() {}

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            bfloat();
            half();
            overflow();
        }
    }

    private static void bfloat() {
        var plain = new Training(Device.cpu(), 1);
        var compiled = new Training(Device.defaultDevice(), 1);
        for (int step = 1; step <= STEPS; step++) {
            var expected =
                    MixedPrecision.bfloatStep(plain.model, plain.moments, plain.x, plain.labels, RATE, step);
            var actual = MixedPrecisionKernels.bfloatStep(
                    compiled.model, compiled.moments, compiled.x, compiled.labels, RATE, step);
            requireNear("bf16, step " + step, plain, compiled, expected, actual, 0.02);
        }
    }

    private static void half() {
        var plain = new Training(Device.cpu(), 1024);
        var compiled = new Training(Device.defaultDevice(), 1024);
        for (int step = 1; step <= STEPS; step++) {
            var expected = MixedPrecision.halfStep(
                    plain.model, plain.moments, plain.scale, plain.x, plain.labels, RATE, step);
            var actual = MixedPrecisionKernels.halfStep(
                    compiled.model, compiled.moments, compiled.scale, compiled.x, compiled.labels, RATE, step);
            requireNear("f16, step " + step, plain, compiled, expected, actual, 0.005);
        }
        require("the scale is " + compiled.scale.getDouble(), compiled.scale.getDouble() == 1024);
    }

    private static void overflow() {
        var training = new Training(Device.defaultDevice(), TOO_LARGE);
        var before = new Training(Device.cpu(), 1);
        var step = MixedPrecisionKernels.halfStep(
                training.model, training.moments, training.scale, training.x, training.labels, RATE, 1);
        require("the norm is " + step.norm().getDouble(), !Double.isFinite(step.norm().getDouble()));
        require("the scale is " + training.scale.getDouble(), training.scale.getDouble() == TOO_LARGE / 2);
        requireNear("a step that overflows", before.model, training.model, 0);
    }

    private static final class Training {
        private final MixedPrecision.Model model;
        private final MixedPrecision.Moments moments;
        private final Tensor scale;
        private final Tensor x;
        private final Tensor labels;

        Training(Device device, float factor) {
            Random random = new Random(5);
            model = new MixedPrecision.Model(normal(random, device, 8, 16), normal(random, device, 16, 4));
            moments = new MixedPrecision.Moments(zeros(device), zeros(device));
            scale = Tensor.scalar(factor).to(device);
            x = normal(random, device, ROWS, 8);
            labels = Tensor.of(random.ints(ROWS, 0, 4).toArray(), ROWS).to(device);
        }

        private static MixedPrecision.Model zeros(Device device) {
            return new MixedPrecision.Model(
                    Tensor.zeros(8, 16).to(device), Tensor.zeros(16, 4).to(device));
        }

        private static Tensor normal(Random random, Device device, int rows, int columns) {
            float[] elements = new float[rows * columns];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = (float) random.nextGaussian();
            }
            return Tensor.of(elements, rows, columns).to(device);
        }
    }

    /** The moments tell gradients apart that differ, also where AdamW makes steps of one size of them. */
    private static void requireNear(
            String what,
            Training plain,
            Training compiled,
            MixedPrecision.Step expected,
            MixedPrecision.Step actual,
            double bound) {
        requireNear(what, expected, actual, bound);
        requireNear(what, plain.model, compiled.model, bound);
        requireNear(what, plain.moments, compiled.moments, 2 * bound);
    }

    /** Compares in the L2 norm. */
    private static void requireNear(String what, Record expected, Record actual, double bound) {
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
            require(what + ": " + path + " is " + distance + " apart", distance <= bound);
        });
    }

    private static void require(String message, boolean condition) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }
}
