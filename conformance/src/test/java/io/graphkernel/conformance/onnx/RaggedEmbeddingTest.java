package io.graphkernel.conformance.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.graphkernel.conformance.onnx.ModelPair.Operand;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.RaggedBatch;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of language models in jars of a library over texts of 5 to 256 tokens without padding, against ONNX Runtime with
 * padding.
 */
@Tag("peer")
@ExhaustiveOnly
class RaggedEmbeddingTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("ragged-embedding");

    private static final int TEXTS = 32;
    private static final int SHORTEST = 5;
    private static final int LONGEST = 256;
    private static final double TOLERANCE = 1e-5;
    private static final double COSINE = 0.99999;

    @ParameterizedTest
    @CsvSource({"RaggedMiniLm, all-minilm-l6-v2", "RaggedBge, bge-small-en-v1.5"})
    void embeddings_areThoseOfPaddedTexts(String name, String file) throws Exception {
        try (InputStream model = RaggedEmbeddingTest.class.getResourceAsStream("/" + file + ".onnx")) {
            assumeThat(model).as("the jar of the model").isNotNull();
            String source = ModelPrograms.declared(name, file + ".onnx", ", ragged = \"attention_mask\"");
            try (InputStream words = RaggedEmbeddingTest.class.getResourceAsStream("/" + file + "-tokenizer.json");
                    HuggingFaceTokenizer tokenizer =
                            HuggingFaceTokenizer.newInstance(words, Map.of("padding", "false", "truncation", "false"));
                    ModelPair pair = new ModelPair(name + "Peer", file + ".onnx", List.of(), model.readAllBytes());
                    ModelPrograms programs = ModelPrograms.compile(DIRECTORY, Map.of(), Map.of(name, source));
                    TensorScope scope = TensorScope.open()) {
                long[][] ids = ids(tokenizer);
                int[] lengths = Stream.of(ids).mapToInt(text -> text.length).toArray();
                assertThat(lengths).contains(SHORTEST, LONGEST).hasSize(TEXTS);
                long[] joined = Stream.of(ids).flatMapToLong(Arrays::stream).toArray();
                Object results = programs.call(
                        name + "Kernels",
                        "run",
                        Tensor.of(joined, joined.length),
                        Tensor.of(new long[joined.length], joined.length),
                        RaggedBatch.ofLengths(lengths));
                List<float[]> actual = (results instanceof Record several
                                ? List.copyOf(Parameters.of(several).values())
                                : List.of((Tensor) results))
                        .stream().map(Tensor::toFloatArray).toList();
                List<float[]> expected = pair.expected(padded(ids));
                compareStates(ids, actual.get(0), expected.get(0));
                for (int output = 1; output < expected.size(); output++) {
                    assertThat(worst(actual.get(output), expected.get(output)))
                            .as("largest difference of the results per text")
                            .isLessThanOrEqualTo(TOLERANCE);
                }
            }
        }
    }

    /** Returns texts of the sentences from a different one on, with the first and the last token of a text. */
    private static long[][] ids(HuggingFaceTokenizer tokenizer) {
        List<String> sentences = Sentences.all();
        long[][] ids = new long[TEXTS][];
        for (int i = 0; i < TEXTS; i++) {
            List<String> others = sentences.subList(3 * i, sentences.size());
            long[] encoded = tokenizer.encode(String.join(" ", others)).getIds();
            int length = SHORTEST + (LONGEST - SHORTEST) * i / (TEXTS - 1);
            ids[i] = Arrays.copyOf(encoded, length);
            ids[i][length - 1] = encoded[encoded.length - 1];
        }
        return ids;
    }

    private static List<Operand> padded(long[][] ids) {
        long[] words = new long[ids.length * LONGEST];
        long[] mask = new long[words.length];
        for (int i = 0; i < ids.length; i++) {
            System.arraycopy(ids[i], 0, words, i * LONGEST, ids[i].length);
            Arrays.fill(mask, i * LONGEST, i * LONGEST + ids[i].length, 1);
        }
        return Stream.of(words, mask, new long[words.length])
                .map(elements -> new Operand(elements, ids.length, LONGEST))
                .toList();
    }

    private static void compareStates(long[][] ids, float[] ragged, float[] padded) {
        int tokens = Stream.of(ids).mapToInt(text -> text.length).sum();
        int size = ragged.length / tokens;
        double largest = IntStream.range(0, padded.length)
                .mapToDouble(i -> Math.abs(padded[i]))
                .max()
                .orElseThrow();
        int row = 0;
        double worst = 0;
        for (int i = 0; i < ids.length; i++) {
            double[] ours = new double[size];
            double[] theirs = new double[size];
            for (int t = 0; t < ids[i].length; t++, row++) {
                for (int j = 0; j < size; j++) {
                    float actual = ragged[row * size + j];
                    float expected = padded[(i * LONGEST + t) * size + j];
                    double distance = Math.abs(actual - expected);
                    worst = distance <= worst ? worst : distance;
                    ours[j] += actual;
                    theirs[j] += expected;
                }
            }
            assertThat(dot(ours, theirs) / Math.sqrt(dot(ours, ours) * dot(theirs, theirs)))
                    .as("cosine of the embeddings of text %d", i)
                    .isGreaterThanOrEqualTo(COSINE);
        }
        assertThat(worst).as("largest difference of states up to %f", largest).isLessThanOrEqualTo(TOLERANCE * largest);
    }

    private static double worst(float[] actual, float[] expected) {
        assertThat(actual).hasSameSizeAs(expected);
        return IntStream.range(0, actual.length)
                .mapToDouble(i -> Math.abs(actual[i] - expected[i]))
                .max()
                .orElseThrow();
    }

    private static double dot(double[] x, double[] y) {
        return IntStream.range(0, x.length).mapToDouble(i -> x[i] * y[i]).sum();
    }
}
