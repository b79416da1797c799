package checkpointed;

import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Gradients by layers of which a loss saves what they are given alone, compared with those by layers that are saved. */
public final class CheckpointedProgram {

    private static final double TOLERANCE = 1e-5;

    /** Gradients are means over 8192 elements. */
    private static final double LARGE = 1e-4;

    private CheckpointedProgram() {}

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            Random random = new Random(5);
            var layers = IntStream.range(0, CheckpointedLayers.LAYERS)
                    .mapToObj(layer -> new CheckpointedLayers.Layer(tensor(random, 32, 128), tensor(random, 128, 32)))
                    .toList();
            var model = new CheckpointedLayers.Model(layers);
            Tensor x = tensor(random, 256, 32);
            var plain = CheckpointedLayersKernels.plain(model, x, 7);
            var checkpointed = CheckpointedLayersKernels.checkpointed(model, x, 7);
            Map<String, Tensor> tensors = Parameters.of(checkpointed);
            Parameters.of(plain)
                    .forEach((path, tensor) -> requireNear(path, tensor.toFloatArray(), tensors.get(path).toFloatArray()));
        }
    }

    private static void requireNear(String path, float[] expected, float[] actual) {
        for (int i = 0; i < expected.length; i++) {
            if (!(Math.abs(actual[i] - expected[i]) <= TOLERANCE * Math.max(LARGE, Math.abs(expected[i])))) {
                throw new IllegalStateException(path + ": element " + i + " is " + actual[i] + ", not " + expected[i]);
            }
        }
    }

    private static Tensor tensor(Random random, long... dims) {
        Tensor tensor = Tensor.empty(dims);
        float[] elements = new float[(int) tensor.elementCount()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (float) random.nextGaussian() * 0.1f;
        }
        tensor.copyFrom(elements);
        return tensor;
    }
}
