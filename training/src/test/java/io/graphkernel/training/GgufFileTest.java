package io.graphkernel.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Half;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.CheckpointException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that the test writes by the published layouts, and damaged ones. */
class GgufFileTest {

    private static final int HEADER_BYTES = 1024;

    private final TensorScope scope = TensorScope.open();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        scope.close();
    }

    /** A file with one tensor t. */
    private static ByteBuffer file(int type, byte[] elements, long... dimsInnermostFirst) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES + elements.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put("GGUF".getBytes(StandardCharsets.US_ASCII))
                .putInt(3)
                .putLong(1)
                .putLong(3);
        text(bytes, "general.architecture").putInt(8);
        text(bytes, "llama");
        text(bytes, "llama.block_count").putInt(4).putInt(22);
        text(bytes, "tokens").putInt(9).putInt(8).putLong(2);
        text(text(bytes, "a"), "é");
        text(bytes, "t").putInt(dimsInnermostFirst.length);
        for (long dim : dimsInnermostFirst) {
            bytes.putLong(dim);
        }
        bytes.putInt(type).putLong(0);
        bytes.position((bytes.position() + 31) / 32 * 32);
        return bytes.put(elements).flip();
    }

    private static ByteBuffer text(ByteBuffer bytes, String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        return bytes.putLong(encoded.length).put(encoded);
    }

    private Path write(ByteBuffer bytes) throws IOException {
        Path path = directory.resolve("model.gguf");
        Files.write(path, Arrays.copyOf(bytes.array(), bytes.limit()));
        return path;
    }

    private float[] read(int type, byte[] elements, long... dims) throws IOException {
        try (GgufFile file = GgufFile.open(write(file(type, elements, dims)))) {
            assertThat(file.names()).containsExactly("t");
            return file.converted("t").toFloatArray();
        }
    }

    @Test
    void metadata_isRead() throws IOException {
        try (GgufFile file = GgufFile.open(write(file(0, new byte[24], 3, 2)))) {
            assertThat(file.metadata())
                    .isEqualTo(Map.of(
                            "general.architecture", "llama", "llama.block_count", 22L, "tokens", List.of("a", "é")));
            assertThat(file.dimensions("t")).containsExactly(2, 3);
            assertThat(file.type("t")).isEqualTo(GgufType.F32);
            assertThat(file.tensor("t").isReadOnly()).isTrue();
        }
    }

    /** Values d · q + m of 32 elements, with the first half in the lower bits. */
    @ParameterizedTest
    @CsvSource({"2, false", "3, true"})
    void blocksOf32_areConverted(int type, boolean hasMinimum) throws IOException {
        Random random = new Random(type);
        int blocks = 6;
        ByteBuffer bytes = ByteBuffer.allocate(blocks * (hasMinimum ? 20 : 18)).order(ByteOrder.LITTLE_ENDIAN);
        double[] expected = new double[blocks * 32];
        for (int block = 0; block < blocks; block++) {
            short scale = Half.toF16(random.nextFloat());
            short minimum = Half.toF16(random.nextFloat());
            bytes.putShort(scale);
            if (hasMinimum) {
                bytes.putShort(minimum);
            }
            int[] codes = random.ints(32, 0, 16).toArray();
            for (int i = 0; i < 32; i++) {
                expected[32 * block + i] = hasMinimum
                        ? (double) Half.fromF16(scale) * codes[i] + Half.fromF16(minimum)
                        : (double) Half.fromF16(scale) * (codes[i] - 8);
            }
            for (int i = 0; i < 16; i++) {
                bytes.put((byte) (codes[i] + 16 * codes[i + 16]));
            }
        }
        requireClose(read(type, bytes.array(), 64, 3), expected);
    }

    @Test
    void q8_isConverted_andItsBlocksAreMapped() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(68).order(ByteOrder.LITTLE_ENDIAN);
        double[] expected = new double[64];
        for (int block = 0; block < 2; block++) {
            bytes.putShort(Half.toF16(0.25f + block));
            for (int i = 0; i < 32; i++) {
                bytes.put((byte) (8 * i - 128));
                expected[32 * block + i] = (0.25 + block) * (8 * i - 128);
            }
        }
        requireClose(read(8, bytes.array(), 32, 2), expected);
        try (GgufFile file = GgufFile.open(directory.resolve("model.gguf"))) {
            Tensor blocks = file.blocks("t");
            assertThat(blocks.dimensions()).containsExactly(2, 34);
            assertThat(blocks.dtype()).isEqualTo(DType.U8);
            assertThat(blocks.toByteArray()).isEqualTo(bytes.array());
        }
    }

    /** Eight groups of 32 elements with 6-bit scales and minimums, of which the last four are in pieces. */
    @Test
    void q4K_isConverted() throws IOException {
        Random random = new Random(4);
        byte[] block = new byte[144];
        ByteBuffer bytes = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putShort(Half.toF16(0.5f)).putShort(Half.toF16(0.125f));
        int[] scales = random.ints(8, 0, 64).toArray();
        int[] minimums = random.ints(8, 0, 64).toArray();
        for (int i = 0; i < 4; i++) {
            block[4 + i] = (byte) (scales[i] | scales[i + 4] >> 4 << 6);
            block[8 + i] = (byte) (minimums[i] | minimums[i + 4] >> 4 << 6);
            block[12 + i] = (byte) (scales[i + 4] & 15 | (minimums[i + 4] & 15) << 4);
        }
        double[] expected = new double[256];
        for (int i = 0; i < 256; i++) {
            int code = random.nextInt(16);
            int group = i / 32;
            expected[i] = 0.5 * scales[group] * code - 0.125 * minimums[group];
            block[16 + 32 * (i / 64) + i % 32] |= (byte) (i % 64 < 32 ? code : code << 4);
        }
        requireClose(read(12, block, 256), expected);
    }

    @Test
    void q6K_isConverted() throws IOException {
        Random random = new Random(6);
        byte[] block = new byte[210];
        double[] expected = new double[256];
        for (int i = 0; i < 16; i++) {
            block[192 + i] = (byte) (random.nextInt(256) - 128);
        }
        ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).putShort(208, Half.toF16(0.75f));
        for (int i = 0; i < 256; i++) {
            int code = random.nextInt(64);
            int half = i / 128;
            int quarter = i % 128 / 32;
            int lane = i % 32;
            expected[i] = 0.75 * block[192 + i / 16] * (code - 32);
            block[64 * half + lane + 32 * (quarter % 2)] |= (byte) ((code & 15) << 4 * (quarter / 2));
            block[128 + 32 * half + lane] |= (byte) (code >> 4 << 2 * quarter);
        }
        requireClose(read(14, block, 256), expected);
    }

    @Test
    void halfPrecision_isMapped() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : new float[] {1, -2.5f, 3, 0.125f}) {
            bytes.putShort(Half.toBf16(value));
        }
        try (GgufFile file = GgufFile.open(write(file(30, bytes.array(), 4)))) {
            Tensor tensor = file.tensor("t");
            assertThat(tensor.dtype()).isEqualTo(DType.BF16);
            assertThat(tensor.isReadOnly()).isTrue();
            assertThat(tensor.toFloatArray()).containsExactly(1, -2.5f, 3, 0.125f);
        }
    }

    private static void requireClose(float[] actual, double[] expected) {
        assertThat(actual).hasSize(expected.length);
        for (int i = 0; i < actual.length; i++) {
            assertThat((double) actual[i])
                    .as("element %s", i)
                    .isCloseTo(expected[i], within(1e-6 * Math.max(1, Math.abs(expected[i]))));
        }
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

    @Test
    void truncatedFile_isRejected() throws IOException {
        ByteBuffer whole = file(8, new byte[340], 32, 10);
        int size = whole.limit();
        for (int length = 0; length < size; length += 7) {
            whole.limit(length);
            Path path = write(whole);
            assertThatThrownBy(() -> GgufFile.open(path))
                    .as("%s bytes", length)
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("GK-6523");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8, 15, 16, 23})
    void damagedHeader_isRejected(int position) throws IOException {
        ByteBuffer bytes = file(0, new byte[24], 6);
        bytes.put(position, (byte) 0x7f);
        Path path = write(bytes);
        assertThatThrownBy(() -> GgufFile.open(path))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("GK-6523");
    }

    @Test
    void badOffset_isRejected() throws IOException {
        ByteBuffer bytes = file(0, new byte[24], 6);
        int name = bytes.limit() - 25;
        while (bytes.get(name) != 't') {
            name--;
        }
        int at = name + 1 + 4 + 8 + 4;
        for (long bad : new long[] {1, 32, Long.MAX_VALUE, -32}) {
            bytes.putLong(at, bad);
            Path path = write(bytes);
            assertThatThrownBy(() -> GgufFile.open(path))
                    .as("offset %s", bad)
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("tensor t has 24 bytes at offset");
        }
    }

    @Test
    void randomDamage_isRejectedOrRead() throws IOException {
        Random random = new Random(11);
        for (int i = 0; i < 500; i++) {
            ByteBuffer bytes = file(8, new byte[340], 32, 10);
            for (int j = 0; j < 3; j++) {
                bytes.put(random.nextInt(bytes.limit()), (byte) random.nextInt());
            }
            try (GgufFile file = GgufFile.open(write(bytes))) {
                file.names().forEach(name -> file.converted(name).close());
            } catch (CheckpointException e) {
                assertThat(e).hasMessageMatching("(?s).*GK-(6523|6461|6464|6467).*");
            }
        }
    }

    @Test
    void unknownType_isNamed() throws IOException {
        try (GgufFile file = GgufFile.open(write(file(20, new byte[64], 32)))) {
            assertThatThrownBy(() -> file.tensor("t"))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("GGUF type 20");
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

    @Test
    void keyOfTwoValues_isRejected() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put("GGUF".getBytes(StandardCharsets.US_ASCII))
                .putInt(3)
                .putLong(0)
                .putLong(2);
        text(bytes, "k").putInt(4).putInt(1);
        text(bytes, "k").putInt(4).putInt(2);
        Path path = write(bytes.position(256).flip());
        assertThatThrownBy(() -> GgufFile.open(path))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("metadata value k is listed twice");
    }

    /** The file is sparse, so that the length of the text is smaller than its size. */
    @Test
    void longText_isRejected() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put("GGUF".getBytes(StandardCharsets.US_ASCII))
                .putInt(3)
                .putLong(0)
                .putLong(1);
        bytes.putLong(3L << 30);
        Path path = write(bytes.position(64).flip());
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(1), 1L << 33);
        }
        assertThatThrownBy(() -> GgufFile.open(path))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("it has 3221225472 characters in one value");
        Files.delete(path);
    }

    @Test
    void shards_areReadByTheirIndex() throws IOException {
        Checkpoint.write(
                directory.resolve("model-1.safetensors"), Map.of("a", Tensor.of(new float[] {1, 2}, 2)), Map.of());
        Checkpoint.write(
                directory.resolve("model-2.safetensors"), Map.of("b", Tensor.of(new float[] {3}, 1)), Map.of());
        Path index = directory.resolve("model.safetensors.index.json");
        Files.writeString(
                index,
                "{\"metadata\": {\"total_size\": 12}, \"weight_map\": {\"a\": \"model-1.safetensors\","
                        + " \"b\": \"model-2.safetensors\"}}");
        try (ShardedCheckpoint shards = ShardedCheckpoint.open(index)) {
            assertThat(shards.names()).containsExactly("a", "b");
            assertThat(shards.tensor("a").toFloatArray()).containsExactly(1, 2);
            assertThat(shards.tensor("b").toFloatArray()).containsExactly(3);
            assertThatThrownBy(() -> shards.tensor("c")).hasMessageContaining("GK-6464");
        }
        for (String bad : List.of("../model-1.safetensors", ".", "", "a\\u0000b")) {
            Files.writeString(index, "{\"weight_map\": {\"a\": \"" + bad + "\"}}");
            assertThatThrownBy(() -> ShardedCheckpoint.open(index))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("GK-6463");
        }
        Files.writeString(index, "{\"metadata\": {}}");
        assertThatThrownBy(() -> ShardedCheckpoint.open(index)).hasMessageContaining("it has no weight_map");
    }

    @Test
    void shards_afterClose_areRejected() throws IOException {
        Checkpoint.write(directory.resolve("m.safetensors"), Map.of("a", Tensor.of(new float[] {1}, 1)), Map.of());
        Path index = directory.resolve("index.json");
        Files.writeString(index, "{\"weight_map\": {\"a\": \"m.safetensors\"}}");
        ShardedCheckpoint shards = ShardedCheckpoint.open(index);
        shards.close();
        assertThatThrownBy(() -> shards.tensor("a"))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("GK-6029");
    }
}
