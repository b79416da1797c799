package training;

import com.sun.management.ThreadMXBean;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Trains on the default device by compiled steps, compared with the same methods as plain Java, op by op with a tape. */
public final class TrainingProgram {

    private static final int BATCH = 2;
    private static final int LENGTH = 4;
    private static final int VOCABULARY = 11;
    private static final float RATE = 0.01f;
    private static final int STEPS = 3;
    private static final int WARM_UP_CALLS = 20;
    private static final int MEASURED_CALLS = 20;
    private static final int MAX_ALLOCATED_BYTES = 1000;
    private static final double TOLERANCE = 1e-4;

    private TrainingProgram() {}

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            Gpt2.Model plain = model(new Random(7), Device.cpu());
            Gpt2.Model compiled = model(new Random(7), Device.defaultDevice());
            train(plain, compiled);
            if (Compiled.LAYERS > 1) {
                reject(compiled);
            }
            // A matmul in plain Java allocates for any caller.
            if ("cpu".equals(System.getProperty("graphkernel.device"))) {
                allocatesNothing(compiled);
            }
        }
    }

    private static void allocatesNothing(Gpt2.Model model) {
        Device device = Device.cpu();
        var moments = new Gpt2Training.Moments(zeros(device), zeros(device));
        Tensor tokens = ids(1, device);
        Tensor loss = Tensor.empty(device, DType.F32);
        Tensor norm = Tensor.empty(device, DType.F32);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = 0;
        for (int step = 1; step <= WARM_UP_CALLS + MEASURED_CALLS; step++) {
            if (step == WARM_UP_CALLS + 1) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            Gpt2TrainingKernels.trainStep(model, moments, tokens, tokens, RATE, step, step, loss, norm);
        }
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;
        if (bytes > MAX_ALLOCATED_BYTES) {
            throw new IllegalStateException(MEASURED_CALLS + " calls allocate " + bytes + " bytes");
        }
    }

    /** Models that are not whole are rejected before anything is written. */
    private static void reject(Gpt2.Model model) {
        List<Gpt2.Layer> hole = new ArrayList<>(model.layers());
        hole.set(1, null);
        rejected(model, hole, "record moments.second.layers.1\n");
        rejected(model, null, "list moments.second.layers\n");
        rejected(model, model.layers().subList(0, 1), "moments.second.layers has length 1");
        Gpt2.Layer layer = model.layers().get(1);
        hole.set(
                1,
                new Gpt2.Layer(
                        null,
                        layer.attention(),
                        layer.attentionBias(),
                        layer.projection(),
                        layer.projectionBias(),
                        layer.mlpNorm(),
                        layer.up(),
                        layer.upBias(),
                        layer.down(),
                        layer.downBias()));
        rejected(model, hole, "record moments.second.layers.1.attentionNorm\n");
    }

    private static void rejected(Gpt2.Model model, List<Gpt2.Layer> layers, String words) {
        Device device = Device.defaultDevice();
        var moments = new Gpt2Training.Moments(
                zeros(device), new Gpt2.Model(model.tokens(), model.positions(), layers, model.norm()));
        try {
            Gpt2TrainingKernels.trainStep(model, moments, ids(1, device), ids(2, device), RATE, 1, 1);
        } catch (GraphKernelException e) {
            if (e.getMessage().contains(words)) {
                return;
            }
            throw e;
        }
        throw new IllegalStateException("nothing is thrown where " + words);
    }

    private static void train(Gpt2.Model plain, Gpt2.Model compiled) {
        Device device = Device.defaultDevice();
        var moments = new Gpt2Training.Moments(zeros(Device.cpu()), zeros(Device.cpu()));
        var compiledMoments = new Gpt2Training.Moments(zeros(device), zeros(device));
        double first = 0;
        double last = 0;
        for (int step = 1; step <= STEPS; step++) {
            var expected = Gpt2Training.trainStep(
                    plain, moments, ids(1, Device.cpu()), ids(2, Device.cpu()), RATE, step, step);
            var actual = Gpt2TrainingKernels.trainStep(
                    compiled, compiledMoments, ids(1, device), ids(2, device), RATE, step, step);
            requireSame("loss " + step, expected.loss(), actual.loss());
            requireSame("norm " + step, expected.norm(), actual.norm());
            requireSameModel("model " + step, plain, compiled);
            // After the first step these are the gradients, clipped, times 0.1.
            requireSame("first moments " + step, moments.first(), compiledMoments.first());
            requireSame("second moments " + step, moments.second(), compiledMoments.second());
            last = actual.loss().toDoubleArray()[0];
            first = step == 1 ? last : first;
        }
        if (!(last < first)) {
            throw new IllegalStateException("the loss went from " + first + " to " + last);
        }
    }

    private static Gpt2.Model zeros(Device device) {
        return model(null, device);
    }

    private static Gpt2.Model model(Random random, Device device) {
        Weights weights = (name, dims) -> tensor(random, device, dims);
        return weights.model(VOCABULARY, LENGTH, Gpt2.HEAD_SIZE);
    }

    private static Tensor tensor(Random random, Device device, long... dims) {
        int count = 1;
        for (long dim : dims) {
            count *= (int) dim;
        }
        float[] elements = new float[count];
        for (int i = 0; random != null && i < count; i++) {
            elements[i] = (float) random.nextGaussian() * 0.1f;
        }
        return Tensor.of(elements, dims).to(device);
    }

    private static Tensor ids(int seed, Device device) {
        return Tensor.of(new Random(seed).ints(BATCH * LENGTH, 0, VOCABULARY).toArray(), BATCH, LENGTH).to(device);
    }

    /** But for biases of keys: their gradient is zero but for rounding, which Adam makes as large as any other. */
    private static void requireSameModel(String what, Gpt2.Model expected, Gpt2.Model actual) {
        Map<String, Tensor> tensors = Parameters.of(actual);
        Parameters.of(expected).forEach((path, tensor) -> {
            Tensor other = tensors.get(path);
            if (path.endsWith("attentionBias")) {
                long width = tensor.dimension(0) / 3;
                requireSame(what + " " + path, tensor.slice(0, width), other.slice(0, width));
                requireSame(what + " " + path, tensor.slice(2 * width, 3 * width), other.slice(2 * width, 3 * width));
            } else {
                requireSame(what + " " + path, tensor, other);
            }
        });
    }

    private static void requireSame(String what, Record expected, Record actual) {
        Map<String, Tensor> tensors = Parameters.of(actual);
        Parameters.of(expected).forEach((path, tensor) -> requireSame(what + " " + path, tensor, tensors.get(path)));
    }

    private static void requireSame(String what, Tensor expected, Tensor actual) {
        double[] wanted = expected.toDoubleArray();
        double[] given = actual.toDoubleArray();
        for (int i = 0; i < wanted.length; i++) {
            if (wanted.length != given.length
                    || !(Math.abs(wanted[i] - given[i]) <= TOLERANCE * Math.max(1, Math.abs(wanted[i])))) {
                throw new IllegalStateException(what + ": element " + i + " is " + given[i] + ", not " + wanted[i]);
            }
        }
    }
}
