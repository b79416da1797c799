package training;

import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;

/** The gradients of one loss by several ways, and an update by them, compared with those of a plain call. */
public final class StepsProgram {

    private static final int BATCH = 4;
    private static final int LENGTH = 16;
    private static final int VOCABULARY = 53;
    private static final float RATE = 0.01f;
    private static final int SEED = 7;

    /** For sums in another order. */
    private static final double TOLERANCE = 1e-6;

    private final Random random = new Random(5);
    private final Gpt2.Model model = model();
    private final Tensor tokens = ids();
    private final Tensor targets = ids();

    private StepsProgram() {}

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            StepsProgram program = new StepsProgram();
            Steps.Gradients plain =
                    StepsKernels.plain(program.model, program.tokens, program.targets, Compiled.KEPT, SEED);
            program.checkpointed(plain);
            program.recomputed(plain);
            program.halves();
            program.updated(plain);
        }
    }

    private void checkpointed(Steps.Gradients plain) {
        Steps.Gradients again = StepsKernels.checkpointed(model, tokens, targets, Compiled.KEPT, SEED);
        requireSame("checkpointed loss", plain.loss(), again.loss());
        requireNear("checkpointed", plain, again);
    }

    private void recomputed(Steps.Gradients plain) {
        try (var forward = StepsKernels.recomputedForward(model, tokens, targets, Compiled.KEPT, SEED)) {
            var gradients = StepsKernels.recomputedGradient(forward.saved(), Tensor.scalar(1));
            requireSame("recomputed", plain, new Steps.Gradients(forward.result(), gradients.model()));
        }
    }

    /** Of a batch in two halves, without dropout, whose random numbers are those of a position in the batch. */
    private void halves() {
        Steps.Gradients whole = StepsKernels.plain(model, tokens, targets, 1, SEED);
        Gpt2.Model sums = zeros();
        Tensor loss = Tensor.scalar(0);
        for (int row = 0; row < BATCH; row += BATCH / 2) {
            Steps.Gradients half = StepsKernels.plain(
                    model, tokens.slice(row, row + BATCH / 2), targets.slice(row, row + BATCH / 2), 1, SEED);
            Ops.assignAdd(loss, Ops.mul(half.loss(), 0.5));
            Parameters.forEach(sums, half.gradient(), (sum, gradient) -> Ops.assignAdd(sum, Ops.mul(gradient, 0.5)));
        }
        requireNear("halves", whole, new Steps.Gradients(loss, sums));
    }

    /** A step in one plan, and one whose gradients are added up: twice half of the same, which rounds nothing. */
    private void updated(Steps.Gradients plain) {
        Gpt2.Model whole = copy();
        Gpt2.Model parts = copy();
        Gpt2.Model sums = zeros();
        var moments = new Gpt2Training.Moments(zeros(), zeros());
        var others = new Gpt2Training.Moments(zeros(), zeros());
        Gpt2TrainingKernels.gradients(parts, sums, tokens, targets, 0.5f, SEED);
        Tensor half = Gpt2TrainingKernels.gradients(parts, sums, tokens, targets, 0.5f, SEED);
        requireSame("accumulated", plain, new Steps.Gradients(Ops.mul(half, 2), sums));
        Gpt2TrainingKernels.update(parts, others, sums, RATE, 1);
        var step = Gpt2TrainingKernels.trainStep(whole, moments, tokens, targets, RATE, 1, SEED);
        requireSame("loss of the step", plain.loss(), step.loss());
        requireSame("accumulated model", whole, parts);
        requireSame("accumulated moments", moments, others);
    }

    private static void requireSame(String what, Record expected, Record actual) {
        Map<String, Tensor> tensors = Parameters.of(actual);
        Parameters.of(expected)
                .forEach((path, tensor) -> requireSame(what + " " + path, tensor, tensors.get(path)));
    }

    private static void requireSame(String what, Tensor expected, Tensor actual) {
        if (!Arrays.equals(expected.toFloatArray(), actual.toFloatArray())) {
            throw new IllegalStateException(what + " has other bits");
        }
    }

    /** Compares in the L2 norm. */
    private static void requireNear(String what, Record expected, Record actual) {
        Map<String, Tensor> tensors = Parameters.of(actual);
        Parameters.of(expected).forEach((path, tensor) -> {
            float[] wanted = tensor.toFloatArray();
            float[] given = tensors.get(path).toFloatArray();
            double difference = 0;
            double whole = 0;
            for (int i = 0; i < wanted.length; i++) {
                difference += Math.pow(given[i] - wanted[i], 2);
                whole += Math.pow(wanted[i], 2);
            }
            double distance = Math.sqrt(difference / whole);
            if (!(distance <= TOLERANCE)) {
                throw new IllegalStateException(what + " " + path + " is " + distance + " apart");
            }
        });
    }

    private Gpt2.Model copy() {
        return Parameters.map(model, (path, tensor) -> Tensor.of(tensor.toFloatArray(), tensor.dimensions()));
    }

    private Gpt2.Model zeros() {
        return Parameters.map(model, (path, tensor) -> Tensor.zeros(tensor.dimensions()));
    }

    private Gpt2.Model model() {
        Weights weights = (name, dims) -> {
            Tensor tensor = Tensor.empty(dims);
            float[] elements = new float[(int) tensor.elementCount()];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = (float) random.nextGaussian() * 0.1f;
            }
            tensor.copyFrom(elements);
            return tensor;
        };
        return weights.model(VOCABULARY, LENGTH, Gpt2.HEAD_SIZE);
    }

    private Tensor ids() {
        return Tensor.of(random.ints(BATCH * LENGTH, 0, VOCABULARY).toArray(), BATCH, LENGTH);
    }
}
