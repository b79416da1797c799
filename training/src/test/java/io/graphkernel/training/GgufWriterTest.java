package io.graphkernel.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.CheckpointException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files of the writer, by their bytes and as they are read. */
class GgufWriterTest {

    private final TensorScope scope = TensorScope.open();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        scope.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = GgufType.class,
            names = {"F32", "F16", "BF16", "Q8_0", "Q4_0"})
    void writtenTensor_isReadWithinItsRounding(GgufType type) {
        Random random = new Random(9);
        float[] values = new float[96 * 4];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        Tensor matrix = Tensor.of(values, 4, 96);
        Tensor bias = Tensor.of(new float[] {1, 2, 3}, 3);
        Path path = directory.resolve("written.gguf");
        Map<String, Object> metadata = Map.of("a", 5L, "b", "text", "c", List.of("x", "y"), "d", 0.5, "e", true);
        GgufWriter.write(path, Map.of("w", matrix, "b", bias), metadata, (name, tensor) -> type);
        double bound = Map.of("F32", 0.0, "F16", 2e-3, "BF16", 1.6e-2, "Q8_0", 0.02, "Q4_0", 0.4)
                .get(type.name());
        try (GgufFile file = GgufFile.open(path)) {
            assertThat(file.metadata()).isEqualTo(metadata);
            float[] read = file.converted("w").toFloatArray();
            for (int i = 0; i < values.length; i++) {
                assertThat((double) read[i]).isCloseTo(values[i], within(bound));
            }
            assertThat(file.type("b")).isEqualTo(type.blockElements() == 1 ? type : GgufType.F32);
            assertThat(file.converted("b").toFloatArray()).containsExactly(1, 2, 3);
        }
    }

    private Path written(Map<String, Object> metadata, Map<String, Tensor> tensors) {
        Path path = directory.resolve("written.gguf");
        GgufWriter.write(path, tensors, metadata, (name, tensor) -> GgufType.F32);
        return path;
    }

    /** The ids of the types that llama.cpp requires of its keys. */
    @Test
    void metadata_isWrittenWithTheTypesOfReaders() throws IOException {
        Map<Object, Integer> types = new LinkedHashMap<>();
        types.put(5, 4);
        types.put(5L, 4);
        types.put((1L << 32) - 1, 4);
        types.put(-5L, 5);
        types.put(1L << 40, 10);
        types.put(-1L << 40, 11);
        types.put(BigInteger.ONE.shiftLeft(63), 10);
        types.put(1.5f, 6);
        types.put(1e-5, 6);
        types.put(1e300, 12);
        types.put(true, 7);
        types.put("x", 8);
        types.put(List.of(1, 2L), 9);
        for (Map.Entry<Object, Integer> type : types.entrySet()) {
            Path path = written(Map.of("k", type.getKey()), Map.of());
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
            assertThat(bytes.getInt(24 + 8 + 1)).as("%s", type.getKey()).isEqualTo(type.getValue());
            Object expected = type.getKey() instanceof Integer number
                    ? number.longValue()
                    : type.getKey() instanceof Float number
                            ? number.doubleValue()
                            : type.getKey().equals(1e-5)
                                    ? (double) 1e-5f
                                    : type.getValue() == 9 ? List.of(1L, 2L) : type.getKey();
            try (GgufFile file = GgufFile.open(path)) {
                assertThat(file.metadata()).isEqualTo(Map.of("k", expected));
            }
        }
    }

    @Test
    void listsOfNumbers_areReadAsWritten() {
        for (List<?> list : List.of(
                List.of(1L, -2L),
                List.of(1L, (1L << 32) - 1),
                List.of(-1L, 1L << 40),
                List.of(1.5, 1e300),
                List.of(BigInteger.ONE.shiftLeft(63), BigInteger.ONE.shiftLeft(63)),
                List.of(List.of(1L), List.of("a")),
                List.of())) {
            try (GgufFile file = GgufFile.open(written(Map.of("k", list), Map.of()))) {
                assertThat(file.metadata()).isEqualTo(Map.of("k", list));
            }
        }
    }

    @Test
    void metadata_thatTheFormatDoesNotHave_isRejectedByName() {
        for (Object value : List.of(
                new Object(),
                List.of(1, "a"),
                List.of(1, 1.5),
                List.of(-1L, BigInteger.ONE.shiftLeft(63)),
                BigInteger.ONE.shiftLeft(64))) {
            assertThatThrownBy(() -> written(Map.of("some.key", value), Map.of()))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("GK-6525")
                    .hasMessageContaining("some.key");
        }
        for (Object alignment : List.of(24L, 0, "x")) {
            assertThatThrownBy(() -> written(Map.of("general.alignment", alignment), Map.of()))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("general.alignment is " + alignment);
        }
        assertThatThrownBy(() -> GgufWriter.write(
                        directory.resolve("q.gguf"),
                        Map.of("w", Tensor.zeros(1)),
                        Map.of(),
                        (name, tensor) -> GgufType.Q6_K))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("the type of tensor w is Q6_K");
    }

    @Test
    void alignment_isThatOfTheMetadata() {
        Map<String, Tensor> tensors =
                Map.of("a", Tensor.of(new float[] {1, 2, 3}, 3), "b", Tensor.of(new float[] {4}, 1));
        for (int alignment : new int[] {1, 8, 128}) {
            try (GgufFile file = GgufFile.open(written(Map.of("general.alignment", alignment), tensors))) {
                assertThat(file.converted("a").toFloatArray()).containsExactly(1, 2, 3);
                assertThat(file.converted("b").toFloatArray()).containsExactly(4);
            }
        }
    }

    @Test
    void tensor_ofSeveralChunks_isWritten() {
        float[] values = new float[(1 << 20) + 37];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        try (GgufFile file = GgufFile.open(written(Map.of(), Map.of("w", Tensor.of(values, values.length))))) {
            assertThat(file.converted("w").toFloatArray()).isEqualTo(values);
        }
    }

    @Test
    void failedWrite_leavesTheOldFileAlone() throws IOException {
        Path path = written(Map.of("k", "old"), Map.of());
        byte[] old = Files.readAllBytes(path);
        Tensor closed = Tensor.zeros(3);
        Map<String, Tensor> tensors = new HashMap<>(Map.of("a", Tensor.zeros(4), "b", closed));
        assertThatThrownBy(() -> GgufWriter.write(path, tensors, Map.of(), (name, tensor) -> {
                    if (name.equals("b")) {
                        closed.close();
                    }
                    return GgufType.F32;
                }))
                .isInstanceOf(RuntimeException.class);
        assertThat(path).hasBinaryContent(old);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(path);
        }
    }

    /** With a scale of 1, ties of positive and negative values. */
    @Test
    void q8_roundsTiesAwayFromZero() {
        float[] values = new float[32];
        System.arraycopy(new float[] {127, 2.5f, -2.5f, 0.5f, -0.5f, -3.4f, 0.49999997f}, 0, values, 0, 7);
        Path path = directory.resolve("ties.gguf");
        GgufWriter.write(path, Map.of("w", Tensor.of(values, 32)), Map.of(), (name, tensor) -> GgufType.Q8_0);
        try (GgufFile file = GgufFile.open(path)) {
            assertThat(Arrays.copyOf(file.converted("w").toFloatArray(), 7)).containsExactly(127, 3, -3, 1, -1, -3, 0);
        }
    }
}
