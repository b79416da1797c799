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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        if (hasMinimum) {
            requireCodes(expected, 3, 2, 16);
        } else {
            requireQuantized(bytes, DType.U8, 3, 2, 16);
        }
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
        requireQuantized(bytes, DType.I8, 2, 1, 32);
    }

    /** Requires the codes and scales of blocks. */
    private void requireQuantized(ByteBuffer blocks, DType dtype, long... dims) {
        try (GgufFile file = GgufFile.open(directory.resolve("model.gguf"))) {
            QuantizedTensor quantized = file.quantized("t");
            assertThat(quantized.codes().dtype()).isEqualTo(dtype);
            assertThat(quantized.codes().dimensions()).containsExactly(dims);
            assertThat(quantized.scales().dtype()).isEqualTo(DType.F16);
            int size = Math.toIntExact(dims[dims.length - 1]);
            dims[dims.length - 1] = 1;
            assertThat(quantized.scales().dimensions()).containsExactly(dims);
            byte[] codes = quantized.codes().toByteArray();
            float[] scales = quantized.scales().toFloatArray();
            for (int block = 0; block < scales.length; block++) {
                int at = block * (size + Short.BYTES);
                assertThat(scales[block]).isEqualTo(Half.fromF16(blocks.getShort(at)));
                assertThat(Arrays.copyOfRange(codes, block * size, (block + 1) * size))
                        .isEqualTo(Arrays.copyOfRange(blocks.array(), at + Short.BYTES, at + Short.BYTES + size));
            }
        }
    }

    /** Requires that codes, scales and minimums of groups define the elements. */
    private void requireCodes(double[] expected, long... dims) {
        try (GgufFile file = GgufFile.open(directory.resolve("model.gguf"))) {
            QuantizedTensor quantized = file.quantized("t");
            assertThat(quantized.codes().dimensions()).containsExactly(dims);
            assertThat(quantized.scales().dtype()).isEqualTo(DType.F32);
            byte[] codes = quantized.codes().toByteArray();
            float[] scales = quantized.scales().toFloatArray();
            float[] minimums = quantized.minimums() == null
                    ? new float[scales.length]
                    : quantized.minimums().toFloatArray();
            boolean isNibble = quantized.codes().dtype() == DType.U8;
            int size = expected.length / scales.length;
            assertThat(size).isEqualTo(isNibble ? 32 : 16);
            for (int i = 0; i < expected.length; i++) {
                int group = i / size;
                int code = codes[16 * group + i % 16];
                int value = !isNibble ? code : i % 32 < 16 ? code & 15 : code >> 4 & 15;
                assertThat((double) scales[group] * value + minimums[group])
                        .as("element %s", i)
                        .isCloseTo(expected[i], within(1e-5 * (1 + Math.abs(expected[i]))));
            }
        }
    }

    @Test
    void codesOfFloats_areRejected() throws IOException {
        try (GgufFile file = GgufFile.open(write(file(0, new byte[8], 2)))) {
            assertThatThrownBy(() -> file.quantized("t"))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("F32")
                    .hasMessageContaining("[Q4_0, Q4_1, Q8_0, Q4_K, Q6_K]");
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
        requireCodes(expected, 8, 16);
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
        requireCodes(expected, 16, 16);
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
}
