package io.graphkernel.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.examples.pages.RaggedEncoder.Model;
import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.RaggedBatch;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Initializer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A ragged batch has the results of its sequences alone. */
class RaggedEncoderTest {

    private static final int WIDTH = 32;
    private static final int TOKENS = 50;

    private final TensorScope scope = TensorScope.open();
    private final Model model = model();

    @AfterEach
    void close() {
        scope.close();
    }

    private static Model model() {
        Initializer initial = new Initializer(5);
        return new Model(
                initial.normal(1, TOKENS, WIDTH),
                initial.normal(0.5, 300, WIDTH),
                initial.normal(0.3, 96, WIDTH),
                initial.normal(0.2, WIDTH, WIDTH),
                initial.normal(1, WIDTH),
                initial.normal(0.1, WIDTH),
                initial.normal(0.2, 64, WIDTH),
                initial.normal(0.2, WIDTH, 64));
    }

    private static int[][] texts(int... lengths) {
        Random random = new Random(3);
        return Arrays.stream(lengths)
                .mapToObj(length -> random.ints(length, 0, TOKENS).toArray())
                .toArray(int[][]::new);
    }

    /** Lengths of 0 and 1, equal ones, and more than a tile of keys. */
    private static final int[] LENGTHS = {5, 0, 1, 200, 17, 17, 0, 1, 64, 3};

    @Test
    void vectors_areThoseOfEachTextAlone() {
        int[][] texts = texts(LENGTHS);
        Tensor vectors = RaggedEncoder.vectors(model, texts);
        assertThat(vectors.dimensions()).containsExactly(texts.length, WIDTH);
        for (int i = 0; i < texts.length; i++) {
            float[] alone = RaggedEncoder.vectors(model, new int[][] {texts[i]}).toFloatArray();
            assertThat(vectors.slice(i, i + 1).toFloatArray()).as("text " + i).containsExactly(alone, within(1e-5f));
        }
        assertThat(vectors.slice(1, 2).toFloatArray()).containsOnly(0);
    }

    @Test
    void rowLocalOps_haveTheBitsOfEachTextAlone() {
        RaggedBatch batch = RaggedBatch.ofLengths(LENGTHS);
        Tensor x = new Initializer(9).normal(1, Arrays.stream(LENGTHS).sum(), WIDTH);
        List<Tensor> results = batch.split(RaggedEncoderKernels.feedForward(model, x));
        List<Tensor> operands = batch.split(x);
        for (int i = 0; i < LENGTHS.length; i++) {
            if (LENGTHS[i] > 0) {
                assertThat(results.get(i).toFloatArray())
                        .as("text " + i)
                        .isEqualTo(RaggedEncoderKernels.feedForward(model, operands.get(i))
                                .toFloatArray());
            }
        }
    }

    @Test
    void vectors_areMeansOfStates_inPlainJavaToo() {
        int[][] texts = texts(4, 1, 9);
        RaggedBatch batch = RaggedBatch.of(texts);
        Tensor ids = RaggedBatch.concatenate(texts);
        Tensor states = RaggedEncoderKernels.states(model, ids, batch);
        Tensor vectors = RaggedEncoderKernels.encode(model, ids, batch);
        Tensor first = RaggedEncoderKernels.first(model, ids, batch);
        List<Tensor> ofTexts = batch.split(states);
        for (int i = 0; i < texts.length; i++) {
            float[] rows = ofTexts.get(i).toFloatArray();
            for (int j = 0; j < WIDTH; j++) {
                double sum = 0;
                for (int row = 0; row < texts[i].length; row++) {
                    sum += rows[row * WIDTH + j];
                }
                assertThat((double) vectors.get(i, j)).isCloseTo(sum / texts[i].length, within(1e-6));
                assertThat(first.get(i, j)).isEqualTo(rows[j]);
            }
        }
        assertThat(RaggedEncoder.encode(model, ids, batch).toFloatArray())
                .containsExactly(vectors.toFloatArray(), within(1e-4f));
    }

    @Test
    void gradients_areSumsOverTheTexts() {
        int[][] texts = texts(7, 1, 0, 30);
        Model batched = gradients(texts);
        double[][] sums = new double[8][];
        for (int[] text : texts) {
            List<Tensor> alone =
                    List.copyOf(Parameters.of(gradients(new int[][] {text})).values());
            for (int p = 0; p < sums.length; p++) {
                float[] gradient = alone.get(p).toFloatArray();
                sums[p] = sums[p] == null ? new double[gradient.length] : sums[p];
                for (int i = 0; i < gradient.length; i++) {
                    sums[p][i] += gradient[i];
                }
            }
        }
        List<Tensor> gradients = List.copyOf(Parameters.of(batched).values());
        for (int p = 0; p < sums.length; p++) {
            float[] gradient = gradients.get(p).toFloatArray();
            double largest = Arrays.stream(sums[p]).map(Math::abs).max().orElseThrow();
            for (int i = 0; i < gradient.length; i++) {
                assertThat((double) gradient[i]).as(p + " " + i).isCloseTo(sums[p][i], within(1e-5 * largest));
            }
        }
    }

    private Model gradients(int[][] texts) {
        Model gradients = Parameters.map(model, (path, w) -> Tensor.zeros(w.dimensions()));
        RaggedEncoderKernels.gradients(model, gradients, RaggedBatch.concatenate(texts), RaggedBatch.of(texts));
        return gradients;
    }

    @Test
    void gradients_ofTheKernel_areThoseOfTheTape() {
        int[][] texts = texts(3, 6);
        Model expected = Gradients.valueAndGradient(
                        () -> RaggedEncoder.loss(model, RaggedBatch.concatenate(texts), RaggedBatch.of(texts)), model)
                .gradient();
        float[] ofTape = expected.projection().toFloatArray();
        assertThat(gradients(texts).projection().toFloatArray()).containsExactly(ofTape, within(1e-3f));
    }
}
