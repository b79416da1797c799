package io.graphkernel.examples.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.GgufFile;
import io.graphkernel.training.GgufType;
import io.graphkernel.training.GgufWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that llama.cpp has quantized, and its dequantization of them and of files of {@link GgufWriter}. */
@Tag("slow")
@Tag("peer")
class LlamaCppFilesTest {

    /** Columns are multiples of the blocks of all formats. */
    private static final TinyLlama MODEL = new TinyLlama(new LlamaSizes(4, 2, 512, 101, 256));

    private static final int CAPACITY = 32;
    private static final double BOUND = 2e-5;

    private final TensorScope scope = TensorScope.open();

    @TempDir
    private Path directory;

    @BeforeEach
    void requirePeer() {
        assumeTrue(LlamaCpp.isInstalled(), "llama.cpp is not installed: add -Pllama-cpp");
        assumeTrue(!Compiled.GEMMA && Compiled.CACHE.equals("f32"), "the reference is a Llama with a cache of f32");
    }

    @AfterEach
    void close() {
        scope.close();
    }

    private Path write(Map<String, Tensor> tensors, GgufType type) {
        Path path = directory.resolve(type + ".gguf");
        GgufWriter.write(
                path,
                TinyLlama.gguf(tensors),
                MODEL.sizes().metadata(CAPACITY),
                (name, tensor) -> tensor.rank() == 1 ? GgufType.F32 : type);
        return path;
    }

    /** Requires equal elements of each tensor by both readers. */
    private static void requireElements(Path path, Set<GgufType> types) throws IOException {
        Set<GgufType> found = new TreeSet<>();
        try (GgufFile file = GgufFile.open(path);
                GgmlFile expected = new GgmlFile(path)) {
            for (String name : file.names()) {
                found.add(file.type(name));
                float[] actual = file.converted(name).toFloatArray();
                assertThat(actual).as(name).isEqualTo(expected.elements(name, actual.length));
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(types);
    }

    @ParameterizedTest
    @CsvSource({"F32, 0", "F16, 1", "BF16, 32", "Q8_0, 7", "Q4_0, 2"})
    void writtenElements_areThoseThatLlamaCppReadsAndQuantizes(GgufType type, int fileType) throws IOException {
        Map<String, Tensor> tensors = MODEL.random();
        Path written = write(tensors, type);
        requireElements(written, type == GgufType.F32 ? Set.of(type) : Set.of(GgufType.F32, type));
        Path quantized = directory.resolve("quantized.gguf");
        GgmlFile.quantize(write(tensors, GgufType.F32), quantized, fileType);
        try (GgufFile ours = GgufFile.open(written);
                GgmlFile theirs = new GgmlFile(quantized)) {
            for (String name : ours.names()) {
                float[] elements = ours.converted(name).toFloatArray();
                if (!name.equals("output.weight") || type != GgufType.Q4_0) {
                    assertThat(theirs.elements(name, elements.length)).as(name).isEqualTo(elements);
                }
            }
        }
    }

    /** A file type is a choice of formats; a Q4_0 has a head of Q6_K, and a Q4_K_M values of Q6_K. */
    @ParameterizedTest
    @CsvSource({
        "1, F16, 0.01",
        "32, BF16, 0.1",
        "7, Q8_0, 0.25",
        "2, Q4_0 Q6_K, 0.25",
        "3, Q4_1 Q6_K, 0.25",
        "15, Q4_K Q6_K, 0.25",
        "18, Q6_K, 0.25"
    })
    void quantizedFile_hasTheElementsAndLogitsOfLlamaCpp(int fileType, String formats, double bound)
            throws IOException {
        Set<GgufType> types = Set.of(formats.split(" ")).stream()
                .map(GgufType::valueOf)
                .collect(Collectors.toCollection(TreeSet::new));
        types.add(GgufType.F32);
        Map<String, Tensor> tensors = MODEL.random();
        Path path = directory.resolve("quantized.gguf");
        GgmlFile.quantize(write(tensors, GgufType.F32), path, fileType);
        requireElements(path, types);
        Llama.Model read = LlamaWeights.read(path);
        Map<String, Tensor> dequantized = new TreeMap<>();
        tensors.keySet().forEach(name -> dequantized.put(name, TinyLlama.tensor(read, name)));
        PlainLlama plain = MODEL.plain(dequantized);
        int[] tokens = new Random(3).ints(9, 0, 101).toArray();
        int[] positions = IntStream.range(0, 9).toArray();
        try (CachedLlama own =
                        new CachedLlama(LlamaWeights.readStored(path), LlamaWeights.frequencies(path), 1, CAPACITY);
                LlamaCpp peer = new LlamaCpp(path, 2, CAPACITY, true)) {
            double[] expected = plain.logits(tokens);
            assertThat(own.forward(Tensor.of(tokens, 1, 9), Tensor.of(positions, 1, 9), 0)
                            .toDoubleArray())
                    .as("ours")
                    .containsExactly(expected, within(BOUND));
            float[] logits = peer.append(tokens);
            double[] theirs = IntStream.range(0, logits.length)
                    .mapToDouble(i -> logits[i])
                    .toArray();
            assertThat(theirs).as("llama.cpp").containsExactly(expected, within(bound));
        }
    }
}
