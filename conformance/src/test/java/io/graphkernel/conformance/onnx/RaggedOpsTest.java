package io.graphkernel.conformance.onnx;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static io.graphkernel.processor.onnx.ModelBytes.INT64;
import static io.graphkernel.processor.onnx.ModelBytes.integer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.conformance.onnx.ModelPair.Operand;
import io.graphkernel.processor.onnx.ModelBytes;
import io.graphkernel.runtime.RaggedBatch;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of a model over ragged batches with positions that are computed from ids and from the mask, maxima over tokens, and
 * the attention ops of ONNX and ONNX Runtime: against double precision, padded batches and ONNX Runtime.
 */
@Tag("slow")
@Tag("peer")
class RaggedOpsTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("ragged-ops");

    private static final double TOLERANCE = 2e-5;
    private static final int OPSET = 23;
    private static final int INT32 = 6;
    private static final int BOOL = 9;
    private static final int SIZE = 8;
    private static final int HEADS = 2;
    private static final int HEAD = SIZE / HEADS;
    private static final int WORDS = 20;
    private static final int MAX_LENGTH = 24;

    /** Id of the padding, and the number of rows before the first position. */
    private static final int PAD = 1;

    private static final String FILE = "ops.onnx";

    /** Outputs with a row per token. */
    private static final List<String> OF_TOKENS =
            List.of("by_ids", "by_mask", "exclusive", "operands", "projected", "standard");

    /** Outputs with a row per sequence. */
    private static final List<String> OF_SEQUENCES = List.of("replaced", "lowered");

    private static final Map<String, float[]> WEIGHTS = new LinkedHashMap<>();

    private static ModelPair padded;
    private static ModelPrograms programs;

    private static float[] weight(String name, int count) {
        return WEIGHTS.computeIfAbsent(name, key -> ModelPrograms.random(count, key.hashCode()));
    }

    private static byte[] model() {
        ModelBytes graph = ModelBytes.message();
        graph.node("Equal input_ids pad -> id/padding")
                .node("Not id/padding -> id/kept")
                .node("Cast id/kept -> id/ones", integer("to", INT32));
        positions(graph, "id", "by_ids", 0);
        graph.node("Cast attention_mask -> mask/ones", integer("to", INT32));
        positions(graph, "mask", "by_mask", 0);
        graph.node("Cast attention_mask -> before/ones", integer("to", INT32));
        positions(graph, "before", "exclusive", 1);

        graph.node("Unsqueeze attention_mask last -> wide")
                .node("Shape by_ids -> shape")
                .node("Expand wide shape -> expanded")
                .node("Equal expanded zero -> padding")
                .node("Where padding billion by_ids -> filled")
                .node("ReduceMax filled one -> replaced", integer("keepdims", 0))
                .node("Cast wide -> float", integer("to", FLOAT))
                .node("Sub unit float -> none")
                .node("Mul none lowest -> added")
                .node("Add by_ids added -> sum")
                .node("ReduceMax sum one -> lowered", integer("keepdims", 0));

        graph.node("MatMul by_ids weights -> product")
                .node("Add product bias -> rows")
                .node("Split rows thirds -> query key value", integer("axis", 2))
                .node("Split product thirds -> query0 key0 value0", integer("axis", 2))
                .node(
                        "com.microsoft.MultiHeadAttention query0 key0 value0 bias mask/ones -> operands",
                        integer("num_heads", HEADS))
                .node("com.microsoft.Attention by_ids weights bias mask/ones -> projected", integer("num_heads", HEADS))
                .node("Unsqueeze attention_mask queries -> heads")
                .node("Cast heads -> enabled", integer("to", BOOL))
                // ONNX Runtime 1.23 does not repeat a mask for all queries.
                .node("Shape input_ids -> dims")
                .node("Gather dims zero -> batch", integer("axis", 0))
                .node("Gather dims one -> length", integer("axis", 0))
                .node("Concat batch one length length -> square", integer("axis", 0))
                .node("Expand enabled square -> repeated")
                .node(
                        "Attention query key value repeated -> standard",
                        integer("q_num_heads", HEADS),
                        integer("kv_num_heads", HEADS));

        graph.weight("words", new long[] {WORDS, SIZE}, weight("words", WORDS * SIZE))
                .weight("places", new long[] {MAX_LENGTH + PAD + 1, SIZE}, weight("places", (MAX_LENGTH + 2) * SIZE))
                .weight("weights", new long[] {SIZE, 3 * SIZE}, weight("weights", 3 * SIZE * SIZE))
                .weight("bias", new long[] {3 * SIZE}, weight("bias", 3 * SIZE))
                .weight("billion", new long[0], -1e9f)
                .weight("lowest", new long[0], -Float.MAX_VALUE)
                .weight("unit", new long[0], 1)
                .numbers("pad", PAD)
                .numbers("zero", 0)
                .numbers("one", 1)
                .numbers("last", -1)
                .numbers("queries", 1, 2)
                .numbers("thirds", SIZE, SIZE, SIZE)
                .input("input_ids", INT64, "batch", "sequence")
                .input("attention_mask", INT64, "batch", "sequence");
        Stream.concat(OF_TOKENS.stream(), OF_SEQUENCES.stream()).forEach(name -> graph.output(name, FLOAT));
        return ModelBytes.model(graph, OPSET);
    }

    /** Adds the embeddings of tokens at positions that a running sum of ones numbers from the one after the padding. */
    private static void positions(ModelBytes graph, String name, String result, int exclusive) {
        graph.node("CumSum " + name + "/ones one -> " + name + "/sums", integer("exclusive", exclusive))
                .node("Mul " + name + "/sums " + name + "/ones -> " + name + "/numbers")
                .node("Cast " + name + "/numbers -> " + name + "/long", integer("to", INT64))
                .node("Add " + name + "/long pad -> " + name + "/positions")
                .node("Gather places " + name + "/positions -> " + name + "/place")
                .node("Gather words input_ids -> " + name + "/word")
                .node("Add " + name + "/word " + name + "/place -> " + result);
    }

    @BeforeAll
    static void compile() throws Exception {
        byte[] model = model();
        String further = ", ragged = \"attention_mask\", flags = \"--check_indices\"";
        programs = ModelPrograms.compile(
                DIRECTORY,
                Map.of(FILE, model),
                Map.of("RaggedOps", ModelPrograms.declared("RaggedOps", FILE, further)));
        List<String> options = NpmPackage.sourcePath(DIRECTORY.resolve("models"));
        padded = new ModelPair("PaddedOps", FILE, options, model);
    }

    @AfterAll
    static void close() throws Exception {
        padded.close();
        programs.close();
    }

    static Stream<int[]> lengths() {
        return Stream.of(
                new int[] {1}, new int[] {MAX_LENGTH, 1, 7, 2}, new int[] {3, 3}, new int[] {5, 12, 9, 1, 24, 6});
    }

    /** Sequences with tokens whose id is that of the padding, which have no position of their own. */
    @ParameterizedTest
    @MethodSource("lengths")
    void results_areThoseOfPaddedBatches(int[] lengths) throws Exception {
        Random random = new Random(lengths.length);
        int[][] ids = IntStream.of(lengths)
                .mapToObj(length -> random.ints(length, 0, WORDS).toArray())
                .toArray(int[][]::new);
        ids[0][lengths[0] / 2] = PAD;
        int longest = IntStream.of(lengths).max().orElseThrow();
        long[] words = new long[lengths.length * longest];
        long[] mask = new long[words.length];
        Arrays.fill(words, PAD);
        for (int i = 0; i < lengths.length; i++) {
            for (int t = 0; t < lengths[i]; t++) {
                words[i * longest + t] = ids[i][t];
                mask[i * longest + t] = 1;
            }
        }
        List<Operand> operands =
                List.of(new Operand(words, lengths.length, longest), new Operand(mask, lengths.length, longest));
        List<float[]> actual = padded.actual(operands);
        List<float[]> peer = padded.expected(operands);
        long[] joined =
                Stream.of(ids).flatMapToInt(IntStream::of).asLongStream().toArray();
        try (TensorScope scope = TensorScope.open()) {
            Object results = programs.call(
                    "RaggedOpsKernels", "run", Tensor.of(joined, joined.length), RaggedBatch.ofLengths(lengths));
            int row = 0;
            for (int i = 0; i < lengths.length; i++) {
                Map<String, double[][]> exact = exact(ids[i]);
                for (int output = 0; output < OF_TOKENS.size(); output++) {
                    String name = OF_TOKENS.get(output);
                    Tensor values = result(results, name);
                    for (int t = 0; t < lengths[i]; t++) {
                        int other = (i * longest + t) * SIZE;
                        requireRow(
                                name, values, row + t, exact.get(name)[t], actual.get(output), peer.get(output), other);
                    }
                }
                for (int output = 0; output < OF_SEQUENCES.size(); output++) {
                    String name = OF_SEQUENCES.get(output);
                    int index = OF_TOKENS.size() + output;
                    requireRow(
                            name,
                            result(results, name),
                            i,
                            exact.get("maxima")[0],
                            actual.get(index),
                            peer.get(index),
                            i * SIZE);
                }
                row += lengths[i];
            }
        }
    }

    private static void requireRow(
            String name, Tensor values, int row, double[] exact, float[] padded, float[] peer, int other) {
        for (int j = 0; j < SIZE; j++) {
            assertThat((double) values.get(row, j))
                    .as("%s, row %d, column %d", name, row, j)
                    .isCloseTo(exact[j], within(TOLERANCE))
                    .isCloseTo(padded[other + j], within(TOLERANCE));
            assertThat((double) values.get(row, j))
                    .as("%s of ONNX Runtime, row %d, column %d", name, row, j)
                    .isCloseTo(peer[other + j], within(TOLERANCE));
        }
    }

    /** Returns the results for a sequence in double precision, by name. */
    private static Map<String, double[][]> exact(int[] ids) {
        int count = 0;
        double[][] byIds = new double[ids.length][];
        double[][] byMask = new double[ids.length][];
        double[][] exclusive = new double[ids.length][];
        for (int t = 0; t < ids.length; t++) {
            count += ids[t] == PAD ? 0 : 1;
            byIds[t] = embedded(ids[t], PAD + (ids[t] == PAD ? 0 : count));
            byMask[t] = embedded(ids[t], PAD + t + 1);
            exclusive[t] = embedded(ids[t], PAD + t);
        }
        double[] maxima = byIds[0].clone();
        for (double[] state : byIds) {
            for (int j = 0; j < SIZE; j++) {
                maxima[j] = Math.max(maxima[j], state[j]);
            }
        }
        double[][] attended = attended(byIds);
        return Map.of(
                "by_ids", byIds,
                "by_mask", byMask,
                "exclusive", exclusive,
                "maxima", new double[][] {maxima},
                "operands", attended,
                "projected", attended,
                "standard", attended);
    }

    private static double[] embedded(int id, int position) {
        double[] state = new double[SIZE];
        for (int j = 0; j < SIZE; j++) {
            state[j] = (double) WEIGHTS.get("words")[id * SIZE + j] + WEIGHTS.get("places")[position * SIZE + j];
        }
        return state;
    }

    private static double[][] attended(double[][] x) {
        double[][] projected = new double[x.length][3 * SIZE];
        for (int t = 0; t < x.length; t++) {
            for (int o = 0; o < 3 * SIZE; o++) {
                projected[t][o] = WEIGHTS.get("bias")[o];
                for (int i = 0; i < SIZE; i++) {
                    projected[t][o] += x[t][i] * WEIGHTS.get("weights")[i * 3 * SIZE + o];
                }
            }
        }
        double[][] result = new double[x.length][SIZE];
        for (int q = 0; q < x.length; q++) {
            for (int head = 0; head < HEADS; head++) {
                double total = 0;
                double[] sums = new double[HEAD];
                for (double[] key : projected) {
                    double score = 0;
                    for (int i = head * HEAD; i < (head + 1) * HEAD; i++) {
                        score += projected[q][i] * key[SIZE + i];
                    }
                    double weight = Math.exp(score / Math.sqrt(HEAD));
                    total += weight;
                    for (int i = 0; i < HEAD; i++) {
                        sums[i] += weight * key[2 * SIZE + head * HEAD + i];
                    }
                }
                for (int i = 0; i < HEAD; i++) {
                    result[q][head * HEAD + i] = sums[i] / total;
                }
            }
        }
        return result;
    }

    private static Tensor result(Object results, String name) throws ReflectiveOperationException {
        return (Tensor) results.getClass().getMethod(name).invoke(results);
    }
}
