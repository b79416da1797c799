package io.graphkernel.conformance.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.graphkernel.conformance.onnx.ModelPair.Operand;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of language models in jars of a library, against ONNX Runtime: from texts, through the tokenizers in the jars, to the
 * nearest other text. The jars are dependencies of the exhaustive tier alone.
 */
@Tag("peer")
@ExhaustiveOnly
class EmbeddingTest {

    private static final double COSINE = 0.99999;

    /**
     * A value in the middle between two bytes becomes one or the other, by its last bit, and what follows differs. Of ONNX
     * Runtime's own results with all and with no optimizations 35 of 200 have a smaller cosine than {@link #COSINE}, the smallest
     * 0.9926.
     */
    private static final double COSINE_OF_BYTES = 0.99;

    /** Stride of the sentences that may have the other byte somewhere. */
    private static final int OTHER_BYTES = 5;

    /** Texts that are as near as each other. */
    private static final double TIE = 1e-4;

    private static final double TIE_OF_BYTES = 0.05;

    private static final double TOLERANCE = 1e-5;

    @ParameterizedTest
    @CsvSource({
        "MiniLmQuantized, all-minilm-l6-v2-q, mean",
        "MiniLm, all-minilm-l6-v2, mean",
        "Bge, bge-small-en-v1.5, first"
    })
    void sentenceEmbeddings_matchOnnxRuntime(String name, String file, String pooling) throws Exception {
        boolean quantized = name.endsWith("Quantized");
        try (InputStream model = EmbeddingTest.class.getResourceAsStream("/" + file + ".onnx")) {
            assumeThat(model).as("the jar of the model").isNotNull();
            try (InputStream words = EmbeddingTest.class.getResourceAsStream("/" + file + "-tokenizer.json");
                    HuggingFaceTokenizer tokenizer =
                            HuggingFaceTokenizer.newInstance(words, Map.of("padding", "false"));
                    ModelPair pair = new ModelPair(name, file + ".onnx", List.of(), model.readAllBytes())) {
                List<float[]> actual = new ArrayList<>();
                List<float[]> expected = new ArrayList<>();
                List<String> sentences = Sentences.all();
                for (int i = 0; i < sentences.size(); i++) {
                    List<Operand> operands = operands(tokenizer.encode(sentences.get(i)));
                    if (!quantized && i % Sentences.OF_A_SUBJECT == 0) {
                        pair.compare(operands, TOLERANCE);
                    }
                    actual.add(embedding(pair.actual(operands).get(0), operands, pooling));
                    expected.add(embedding(pair.expected(operands).get(0), operands, pooling));
                }
                int farther = 0;
                for (int i = 0; i < actual.size(); i++) {
                    farther += dot(actual.get(i), expected.get(i)) < COSINE ? 1 : 0;
                    assertThat(dot(actual.get(i), expected.get(i)))
                            .as(sentences.get(i))
                            .isGreaterThanOrEqualTo(quantized ? COSINE_OF_BYTES : COSINE);
                }
                assertThat(farther)
                        .as("sentences with a cosine below " + COSINE)
                        .isLessThanOrEqualTo(quantized ? actual.size() / OTHER_BYTES : 0);
                int alike = 0;
                for (int i = 0; i < actual.size(); i++) {
                    int nearest = nearest(actual, i);
                    int theirs = nearest(expected, i);
                    assertThat(dot(expected.get(i), expected.get(nearest)))
                            .as(
                                    "%s, nearest to %s and not to %s",
                                    sentences.get(i), sentences.get(nearest), sentences.get(theirs))
                            .isCloseTo(
                                    dot(expected.get(i), expected.get(theirs)), within(quantized ? TIE_OF_BYTES : TIE));
                    alike += nearest / Sentences.OF_A_SUBJECT == i / Sentences.OF_A_SUBJECT ? 1 : 0;
                }
                // BGE finds 146 of 200, and so it does with ONNX Runtime.
                assertThat(alike)
                        .as("sentences whose nearest one has the same subject")
                        .isGreaterThan(actual.size() * 2 / 3);
            }
        }
    }

    /** Several sentences at once, the second of which is shorter. */
    @ParameterizedTest
    @CsvSource({"MiniLmBatches, all-minilm-l6-v2, 3, 16", "MiniLmBatches, all-minilm-l6-v2, 2, 129"})
    void batches_matchOnnxRuntime(String name, String file, int batch, int length) throws Exception {
        try (InputStream model = EmbeddingTest.class.getResourceAsStream("/" + file + ".onnx")) {
            assumeThat(model).as("the jar of the model").isNotNull();
            try (ModelPair pair = new ModelPair(name, file + ".onnx", List.of(), model.readAllBytes())) {
                long[] ids = new long[batch * length];
                long[] mask = new long[batch * length];
                for (int i = 0; i < ids.length; i++) {
                    ids[i] = (i * 7919L + length) % 30_000;
                    mask[i] = i / length == 1 && i % length > length / 2 ? 0 : 1;
                }
                pair.compare(
                        List.of(
                                new Operand(ids, batch, length),
                                new Operand(mask, batch, length),
                                new Operand(new long[ids.length], batch, length)),
                        TOLERANCE);
            }
        }
    }

    private static List<Operand> operands(Encoding encoding) {
        long length = encoding.getIds().length;
        return List.of(
                new Operand(encoding.getIds(), 1, length),
                new Operand(encoding.getAttentionMask(), 1, length),
                new Operand(encoding.getTypeIds(), 1, length));
    }

    /** The mean of the states, or the first, of length 1. */
    private static float[] embedding(float[] states, List<Operand> operands, String pooling) {
        int length = (int) operands.get(0).dims()[1];
        int size = states.length / length;
        float[] embedding = new float[size];
        for (int word = 0; word < (pooling.equals("mean") ? length : 1); word++) {
            for (int i = 0; i < size; i++) {
                embedding[i] += states[word * size + i];
            }
        }
        double norm = Math.sqrt(dot(embedding, embedding));
        for (int i = 0; i < size; i++) {
            embedding[i] /= (float) norm;
        }
        return embedding;
    }

    private static double dot(float[] x, float[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += (double) x[i] * y[i];
        }
        return sum;
    }

    /** The number of the other one with the greatest cosine. */
    private static int nearest(List<float[]> embeddings, int of) {
        int nearest = -1;
        double greatest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < embeddings.size(); i++) {
            double cosine = dot(embeddings.get(of), embeddings.get(i));
            if (i != of && cosine > greatest) {
                greatest = cosine;
                nearest = i;
            }
        }
        return nearest;
    }
}
