package io.graphkernel.conformance.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.conformance.onnx.ModelPair.Operand;
import io.graphkernel.runtime.RaggedBatch;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.IndexRangeException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of a text encoder over ragged batches, against double precision, the same model over padded batches, and ONNX
 * Runtime.
 */
@Tag("slow")
@Tag("peer")
class RaggedModelTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("ragged-model");

    /** Largest difference, for states of a magnitude of about 3. */
    private static final double TOLERANCE = 2e-5;

    private static final String PROGRAM = """
            package demo;

            import static io.graphkernel.runtime.Gradients.valueAndGradient;
            import static io.graphkernel.runtime.Ops.*;

            import demo.AdaptedEncoderKernels.Adapters;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import java.util.Map;

            public final class EncoderProgram {
                @GraphKernel
                public static Tensor loss(
                        Adapters adapters, @TensorType("i64[t]") Tensor ids, @TensorType("i64[t]") Tensor types, RaggedBatch batch) {
                    return reduceSum(square(AdaptedEncoderKernels.run(adapters, ids, types, batch).states()));
                }

                @GraphKernel
                public static Tensor paddedLoss(
                        PaddedEncoderKernels.Adapters adapters,
                        @TensorType("i64[b, s]") Tensor ids,
                        @TensorType("i64[b, s]") Tensor mask,
                        @TensorType("i64[b, s]") Tensor types) {
                    Tensor states = PaddedEncoderKernels.run(adapters, ids, mask, types).states();
                    return reduceSum(square(mul(states, expandDims(cast(mask, DType.F32), -1))));
                }

                public static Map<String, Tensor> gradients(Tensor ids, Tensor types, RaggedBatch batch) {
                    Adapters adapters = AdaptedEncoderKernels.adapters(5);
                    return valueAndGradient(() -> loss(adapters, ids, types, batch), adapters).gradient().named();
                }

                public static Map<String, Tensor> paddedGradients(Tensor ids, Tensor mask, Tensor types) {
                    var adapters = PaddedEncoderKernels.adapters(5);
                    return valueAndGradient(() -> paddedLoss(adapters, ids, mask, types), adapters).gradient().named();
                }
            }
            """;

    private static final String FILE = "encoder.onnx";
    private static final EncoderModel MODEL = new EncoderModel();

    private static ModelPair padded;
    private static ModelPrograms programs;

    @BeforeAll
    static void compile() throws Exception {
        String adapters = ", adapters = @LowRank(weights = \"*.query\", rank = 2)";
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("Encoder", declared("Encoder", ", ragged = \"attention_mask\", flags = \"--check_indices\""));
        texts.put("AdaptedEncoder", declared("AdaptedEncoder", ", ragged = \"attention_mask\"" + adapters));
        texts.put("PaddedEncoder", declared("PaddedEncoder", adapters));
        texts.put("EncoderProgram", PROGRAM);
        programs = ModelPrograms.compile(DIRECTORY, Map.of(FILE, MODEL.bytes()), texts);
        List<String> options = NpmPackage.sourcePath(DIRECTORY.resolve("models"));
        padded = new ModelPair("PaddedPeer", FILE, options, MODEL.bytes());
    }

    private static String declared(String name, String further) {
        return ModelPrograms.declared(name, FILE, further);
    }

    @AfterAll
    static void close() throws Exception {
        padded.close();
        programs.close();
    }

    static Stream<int[]> lengths() {
        Random random = new Random(3);
        Stream<int[]> several = IntStream.range(0, 4)
                .mapToObj(i ->
                        random.ints(2 + 3 * i, 1, EncoderModel.MAX_LENGTH + 1).toArray());
        return Stream.concat(
                Stream.of(
                        new int[] {1},
                        new int[] {EncoderModel.MAX_LENGTH},
                        new int[] {1, EncoderModel.MAX_LENGTH, 1, 7},
                        new int[] {EncoderModel.MAX_LENGTH, EncoderModel.MAX_LENGTH}),
                several);
    }

    /** Tokens of a batch, padded and ragged. */
    private record Batch(int[] lengths, int[][] ids, int[][] types) {

        static Batch of(int[] lengths) {
            Random random = new Random(lengths.length);
            int[][] ids = new int[lengths.length][];
            int[][] types = new int[lengths.length][];
            for (int i = 0; i < lengths.length; i++) {
                ids[i] = random.ints(lengths[i], 0, EncoderModel.WORDS).toArray();
                types[i] = random.ints(lengths[i], 0, 2).toArray();
            }
            return new Batch(lengths, ids, types);
        }

        int longest() {
            return IntStream.of(lengths).max().orElseThrow();
        }

        private static long[] joined(int[][] sequences) {
            return Stream.of(sequences)
                    .flatMapToInt(IntStream::of)
                    .asLongStream()
                    .toArray();
        }

        Tensor raggedIds() {
            long[] joined = joined(ids);
            return Tensor.of(joined, joined.length);
        }

        Tensor raggedTypes() {
            long[] joined = joined(types);
            return Tensor.of(joined, joined.length);
        }

        /** Returns ids, mask and types; the padding has tokens, which no result may read. */
        List<Operand> padded() {
            int longest = longest();
            long[][] operands = new long[3][lengths.length * longest];
            for (int i = 0; i < lengths.length; i++) {
                for (int t = 0; t < longest; t++) {
                    boolean isToken = t < lengths[i];
                    operands[0][i * longest + t] = isToken ? ids[i][t] : 3;
                    operands[1][i * longest + t] = isToken ? 1 : 0;
                    operands[2][i * longest + t] = isToken ? types[i][t] : 1;
                }
            }
            return Stream.of(operands)
                    .map(elements -> new Operand(elements, lengths.length, longest))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void results_areThoseOfPaddedBatches(int[] lengths) throws Exception {
        Batch batch = Batch.of(lengths);
        List<float[]> actual = padded.actual(batch.padded());
        List<float[]> peer = padded.expected(batch.padded());
        try (TensorScope scope = TensorScope.open()) {
            RaggedBatch layout = RaggedBatch.ofLengths(lengths);
            Object results = programs.call("EncoderKernels", "run", batch.raggedIds(), batch.raggedTypes(), layout);
            Tensor states = result(results, "states");
            Tensor embedding = result(results, "embedding");
            Tensor first = result(results, "first");
            assertThat(states.dimensions())
                    .containsExactly(IntStream.of(lengths).sum(), EncoderModel.SIZE);
            assertThat(embedding.dimensions()).containsExactly(lengths.length, EncoderModel.SIZE);
            int row = 0;
            for (int i = 0; i < lengths.length; i++) {
                double[][] exact = MODEL.states(batch.ids()[i], batch.types()[i]);
                double[] exactEmbedding = EncoderModel.embedding(exact);
                for (int t = 0; t < lengths[i]; t++, row++) {
                    int paddedRow = i * batch.longest() + t;
                    for (int j = 0; j < EncoderModel.SIZE; j++) {
                        double state = states.get(row, j);
                        assertThat(state).isCloseTo(exact[t][j], within(TOLERANCE));
                        int element = paddedRow * EncoderModel.SIZE + j;
                        assertThat(state).isCloseTo(actual.get(0)[element], within(TOLERANCE));
                        assertThat(state).isCloseTo(peer.get(0)[element], within(TOLERANCE));
                    }
                }
                for (int j = 0; j < EncoderModel.SIZE; j++) {
                    double element = embedding.get(i, j);
                    assertThat(element).isCloseTo(exactEmbedding[j], within(TOLERANCE));
                    assertThat(element)
                            .isCloseTo(actual.get(1)[i * EncoderModel.SIZE + j], within(TOLERANCE))
                            .isCloseTo(peer.get(1)[i * EncoderModel.SIZE + j], within(TOLERANCE));
                    assertThat((double) first.get(i, j))
                            .isCloseTo(exact[0][j], within(TOLERANCE))
                            .isCloseTo(actual.get(2)[i * EncoderModel.SIZE + j], within(TOLERANCE))
                            .isCloseTo(peer.get(2)[i * EncoderModel.SIZE + j], within(TOLERANCE));
                }
            }
        }
    }

    static Stream<int[]> lengthsOfEmptySequences() {
        return Stream.of(new int[] {3, 0, 2}, new int[] {0, 4, 0, 0}, new int[] {0, 0, 1});
    }

    @ParameterizedTest
    @MethodSource("lengthsOfEmptySequences")
    void emptySequences_haveZeros(int[] lengths) throws Exception {
        Batch batch = Batch.of(lengths);
        try (TensorScope scope = TensorScope.open()) {
            RaggedBatch layout = RaggedBatch.ofLengths(lengths);
            Object results = programs.call("EncoderKernels", "run", batch.raggedIds(), batch.raggedTypes(), layout);
            Tensor embedding = result(results, "embedding");
            Tensor first = result(results, "first");
            for (int i = 0; i < lengths.length; i++) {
                double[][] exact = MODEL.states(batch.ids()[i], batch.types()[i]);
                double[] zeros = new double[EncoderModel.SIZE];
                double[] exactFirst = lengths[i] == 0 ? zeros : exact[0];
                double[] exactEmbedding = lengths[i] == 0 ? zeros : EncoderModel.embedding(exact);
                for (int j = 0; j < EncoderModel.SIZE; j++) {
                    assertThat((double) first.get(i, j)).isCloseTo(exactFirst[j], within(TOLERANCE));
                    assertThat((double) embedding.get(i, j)).isCloseTo(exactEmbedding[j], within(TOLERANCE));
                }
            }
        }
    }

    @Test
    void positionPastTheTable_isRejected() {
        Batch batch = Batch.of(new int[] {2, EncoderModel.MAX_LENGTH + 1});
        try (TensorScope scope = TensorScope.open()) {
            RaggedBatch layout = RaggedBatch.ofLengths(batch.lengths());
            assertThatThrownBy(() ->
                            programs.call("EncoderKernels", "run", batch.raggedIds(), batch.raggedTypes(), layout))
                    .rootCause()
                    .isInstanceOf(IndexRangeException.class)
                    .hasMessageContaining("24");
        }
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void gradients_areThoseOfPaddedBatches(int[] lengths) throws Exception {
        Batch batch = Batch.of(lengths);
        try (TensorScope scope = TensorScope.open()) {
            RaggedBatch layout = RaggedBatch.ofLengths(lengths);
            Map<String, Tensor> ragged =
                    programs.call("EncoderProgram", "gradients", batch.raggedIds(), batch.raggedTypes(), layout);
            Tensor[] operands = batch.padded().stream()
                    .map(operand -> Tensor.of((long[]) operand.elements(), operand.dims()))
                    .toArray(Tensor[]::new);
            Map<String, Tensor> expected = programs.call("EncoderProgram", "paddedGradients", (Object[]) operands);
            assertThat(ragged.keySet()).isEqualTo(expected.keySet()).hasSize(4);
            expected.forEach((name, gradient) -> {
                float[] values = gradient.toFloatArray();
                float[] others = ragged.get(name).toFloatArray();
                double magnitude = 1e-3;
                for (float value : values) {
                    magnitude = Math.max(magnitude, Math.abs(value));
                }
                for (int i = 0; i < values.length; i++) {
                    assertThat((double) others[i]).as(name).isCloseTo(values[i], within(1e-4 * magnitude));
                }
            });
        }
    }

    private static Tensor result(Object results, String name) throws ReflectiveOperationException {
        return (Tensor) results.getClass().getMethod(name).invoke(results);
    }
}
