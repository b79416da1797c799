package training;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Trains on the default device by compiled steps, next to the same methods as plain Java, op by op with a tape. */
public final class GptProgram {

    private static final int BATCH = 2;
    private static final int LENGTH = 4;
    private static final int SIZE = 8;
    private static final int VOCABULARY = 11;
    private static final float RATE = 0.01f;
    private static final int STEPS = 3;
    private static final double TOLERANCE = 1e-4;

    private GptProgram() {}

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            Gpt.Model plain = model(new Random(7), Device.cpu());
            Gpt.Model compiled = model(new Random(7), Device.defaultDevice());
            gradients(plain, compiled);
            train(plain, compiled);
        }
    }

    private static void gradients(Gpt.Model plain, Gpt.Model compiled) {
        var expected = Gpt.gradients(plain, ids(1, Device.cpu()), ids(2, Device.cpu()), mask(Device.cpu()), 5);
        Device device = Device.defaultDevice();
        var actual = GptKernels.gradients(compiled, ids(1, device), ids(2, device), mask(device), 5);
        requireSame("loss", expected.loss(), actual.loss());
        requireSame("gradient", tensors(expected.gradient()), tensors(actual.gradient()));
        var given = new Gpt.LossAndGradient(Tensor.empty(device, actual.loss().dtype()), zeros(device));
        GptKernels.gradients(compiled, ids(1, device), ids(2, device), mask(device), 5, given);
        requireSame("given loss", expected.loss(), given.loss());
        requireSame("given gradient", tensors(expected.gradient()), tensors(given.gradient()));
    }

    private static void train(Gpt.Model plain, Gpt.Model compiled) {
        Device device = Device.defaultDevice();
        var moments = new Gpt.Moments(zeros(Device.cpu()), zeros(Device.cpu()));
        var compiledMoments = new Gpt.Moments(zeros(device), zeros(device));
        double first = 0;
        double last = 0;
        for (int step = 1; step <= STEPS; step++) {
            var expected = Gpt.trainStep(
                    plain, moments, ids(1, Device.cpu()), ids(2, Device.cpu()), mask(Device.cpu()), RATE, step, step);
            var actual = GptKernels.trainStep(
                    compiled, compiledMoments, ids(1, device), ids(2, device), mask(device), RATE, step, step);
            requireSame("loss " + step, expected.loss(), actual.loss());
            requireSame("norm " + step, expected.norm(), actual.norm());
            requireSame("model " + step, tensors(plain), tensors(compiled));
            requireSame("moments " + step, tensors(moments.second()), tensors(compiledMoments.second()));
            last = actual.loss().toDoubleArray()[0];
            first = step == 1 ? last : first;
        }
        if (!(last < first)) {
            throw new IllegalStateException("the loss went from " + first + " to " + last);
        }
    }

    private static Gpt.Model zeros(Device device) {
        return model(null, device);
    }

    private static Gpt.Model model(Random random, Device device) {
        List<Gpt.Layer> layers = new ArrayList<>();
        for (int i = 0; i < Gpt.LAYERS; i++) {
            layers.add(new Gpt.Layer(
                    norm(random, device),
                    tensor(random, device, SIZE, 3 * SIZE),
                    tensor(random, device, 3 * SIZE),
                    tensor(random, device, SIZE, SIZE),
                    tensor(random, device, SIZE),
                    norm(random, device),
                    tensor(random, device, SIZE, 4 * SIZE),
                    tensor(random, device, 4 * SIZE),
                    tensor(random, device, 4 * SIZE, SIZE),
                    tensor(random, device, SIZE)));
        }
        return new Gpt.Model(
                tensor(random, device, VOCABULARY, SIZE), tensor(random, device, LENGTH, SIZE), layers, norm(random, device));
    }

    private static Gpt.Norm norm(Random random, Device device) {
        return new Gpt.Norm(tensor(random, device, SIZE), tensor(random, device, SIZE));
    }

    private static Tensor tensor(Random random, Device device, long... dims) {
        int count = 1;
        for (long dim : dims) {
            count *= (int) dim;
        }
        float[] elements = new float[count];
        for (int i = 0; random != null && i < count; i++) {
            elements[i] = (float) random.nextGaussian() * 0.4f;
        }
        return Tensor.of(elements, dims).to(device);
    }

    private static Tensor ids(int seed, Device device) {
        return Tensor.of(new Random(seed).ints(BATCH * LENGTH, 0, VOCABULARY).toArray(), BATCH, LENGTH).to(device);
    }

    /** 0 where a position sees another one, the ones before it and itself. */
    private static Tensor mask(Device device) {
        float[] mask = new float[LENGTH * LENGTH];
        for (int i = 0; i < mask.length; i++) {
            mask[i] = i % LENGTH <= i / LENGTH ? 0 : -1e9f;
        }
        return Tensor.of(mask, LENGTH, LENGTH).to(device);
    }

    private static List<Tensor> tensors(Gpt.Model model) {
        List<Tensor> tensors = new ArrayList<>(List.of(model.tokens(), model.positions()));
        tensors.addAll(tensors(model.norm()));
        for (Gpt.Layer layer : model.layers()) {
            tensors.addAll(tensors(layer.attentionNorm()));
            tensors.addAll(List.of(layer.attention(), layer.attentionBias(), layer.projection(), layer.projectionBias()));
            tensors.addAll(tensors(layer.mlpNorm()));
            tensors.addAll(List.of(layer.up(), layer.upBias(), layer.down(), layer.downBias()));
        }
        return tensors;
    }

    private static List<Tensor> tensors(Gpt.Norm norm) {
        return List.of(norm.gamma(), norm.beta());
    }

    private static void requireSame(String what, List<Tensor> expected, List<Tensor> actual) {
        for (int i = 0; i < expected.size(); i++) {
            requireSame(what + " " + i, expected.get(i), actual.get(i));
        }
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
