package io.graphkernel.common.safetensors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file is read from memory and from the disk: both must give the same header or the same reason. */
class SafetensorsHeaderTest {

    private static final String HEADER = "{\"__metadata__\":{\"step\":\"7\"},"
            + "\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
            + "\"b\":{\"dtype\":\"BOOL\",\"shape\":[1,2],\"data_offsets\":[8,10]}}";

    private static final int ELEMENT_BYTES = 10;

    @TempDir
    private Path directory;

    private static byte[] file(long length, byte[] header, int elementBytes) {
        return ByteBuffer.allocate(Long.BYTES + header.length + elementBytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .put(header)
                .array();
    }

    private static byte[] file(String header) {
        byte[] bytes = header.getBytes(StandardCharsets.UTF_8);
        return file(bytes.length, bytes, ELEMENT_BYTES);
    }

    private SafetensorsHeader fromDisk(byte... file) throws IOException {
        Path path = Files.write(directory.resolve("x.safetensors"), file);
        try (FileChannel channel = FileChannel.open(path)) {
            return SafetensorsHeader.read(channel);
        }
    }

    private void isRejected(String reason, byte... file) {
        assertThatThrownBy(() -> SafetensorsHeader.read(ByteBuffer.wrap(file)))
                .isInstanceOf(SafetensorsException.class)
                .hasMessageContaining(reason);
        assertThatThrownBy(() -> fromDisk(file))
                .isInstanceOf(SafetensorsException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void header_ofFormat_isRead() throws IOException {
        SafetensorsHeader header = fromDisk(file(HEADER));
        assertThat(header.metadata()).containsExactly(Map.entry("step", "7"));
        assertThat(header.entries().keySet()).containsExactly("a", "b");
        SafetensorsEntry entry = header.entries().get("b");
        assertThat(entry).hasToString("bool[1, 2]");
        assertThat(new long[] {entry.begin(), entry.end(), entry.bytes()}).containsExactly(8, 10, 2);
        assertThat(header.dataBegin()).isEqualTo(Long.BYTES + HEADER.length());
        assertThat(SafetensorsHeader.read(ByteBuffer.wrap(file(HEADER)))
                        .entries()
                        .keySet())
                .containsExactly("a", "b");
    }

    @Test
    void unknownDType_ofAnySize_isRead() throws IOException {
        SafetensorsHeader header = fromDisk(file(HEADER.replace("F32", "F4")));
        assertThat(header.entries().get("a")).hasToString("f4[2]");
    }

    static Stream<Arguments> headers() {
        return Stream.of(
                arguments("[]", "does not begin with {"),
                arguments(" " + HEADER, "does not begin with {"),
                arguments("\ufeff" + HEADER, "does not begin with {"),
                arguments("", "does not begin with {"),
                arguments("{", "has the end where JSON has a name in quotes"),
                arguments("{}", "have 0 bytes, and after the header there are 10"),
                arguments(HEADER + "x", "has 'x' where JSON has the end"),
                arguments(HEADER + HEADER, "has '{' where JSON has the end"),
                arguments(HEADER.replace("]}}", "]},}"), "where JSON has a name in quotes"),
                arguments(HEADER.replace("\"F32\"", "F32"), "tensor a is not as the format says"),
                arguments(HEADER.replace("\"F32\"", "\"F64\""), "tensor a is f64[2] and has 8 bytes"),
                arguments(HEADER.replace("\"F32\"", "\"U32\"").replace("[2]", "[3]"), "tensor a is u32[3] and has 8"),
                arguments(HEADER.replace("[2]", "2"), "where an array is expected"),
                arguments(HEADER.replace("[2]", "[2.0]"), "where an integer is expected"),
                arguments(HEADER.replace("[2]", "[2e0]"), "where an integer is expected"),
                arguments(HEADER.replace("[2]", "[\"2\"]"), "where an integer is expected"),
                arguments(HEADER.replace("[2]", "[-2]"), "is -2"),
                arguments(HEADER.replace("[2]", "[99999999999999999999]"), "exceeds 64 bits"),
                arguments(HEADER.replace("[2]", "[4294967296,4294967296]"), "too large"),
                arguments(HEADER.replace("[2]", "[".repeat(100_000)), "where an integer is expected"),
                arguments(HEADER.replace("[0,8]", "[0,8,8]"), "no begin and end"),
                arguments(HEADER.replace("[0,8]", "[8,0]"), "no begin and end"),
                arguments(HEADER.replace("[0,8]", "[-8,0]"), "is -8"),
                arguments(HEADER.replace("[0,8]", "[2,10]"), "overlap"),
                arguments(HEADER.replace("[8,10]", "[6,8]"), "overlap"),
                arguments(HEADER.replace("[8,10]", "[9,11]"), "leave bytes out"),
                arguments(HEADER.replace("[1,2]", "[1,3]").replace("[8,10]", "[8,11]"), "have 11 bytes"),
                arguments(HEADER.replace("[1,2]", "[1,1]").replace("[8,10]", "[8,9]"), "have 9 bytes"),
                arguments(HEADER.replace("\"b\"", "\"a\""), "\"a\" is given twice"),
                arguments(HEADER.replace("\"b\"", "\"\\u0061\""), "\"a\" is given twice"),
                arguments(HEADER.replace("\"b\"", "\"__metadata__\""), "\"__metadata__\" is given twice"),
                arguments(HEADER.replace("\"7\"", "\"7\",\"step\":\"8\""), "\"step\" is given twice"),
                arguments(HEADER.replace("\"shape\"", "\"dtype\""), "\"dtype\" is given twice"),
                arguments(HEADER.replace("\"shape\":[2],", ""), "and no more"),
                arguments(HEADER.replace("\"shape\"", "\"stride\""), "has stride"),
                arguments(HEADER.replace("\"7\"", "7"), "where a string is expected"),
                arguments(HEADER.replace("{\"step\":\"7\"}", "[]"), "where an object is expected"));
    }

    @ParameterizedTest
    @MethodSource("headers")
    void header_notOfFormat_isRejected(String header, String reason) {
        isRejected(reason, file(header));
    }

    @Test
    void file_cutOffAnywhere_isRejected() {
        byte[] whole = file(HEADER);
        for (int length = 0; length < whole.length; length++) {
            isRejected("", Arrays.copyOf(whole, length));
        }
        isRejected("", Arrays.copyOf(whole, whole.length + 1));
    }

    @Test
    void length_beyondTheFile_isRejectedBeforeMemoryIsAllocated() {
        byte[] header = HEADER.getBytes(StandardCharsets.UTF_8);
        for (long length : new long[] {Long.MAX_VALUE, -1, Long.MIN_VALUE, Integer.MAX_VALUE, 100_000_000}) {
            isRejected(
                    "its header has " + Long.toUnsignedString(length) + " bytes", file(length, header, ELEMENT_BYTES));
        }
    }

    @Test
    void text_notOfUtf8_isRejected() {
        byte[] file = file(HEADER);
        file[new String(file, StandardCharsets.ISO_8859_1).indexOf("step")] = (byte) 0xff;
        isRejected("not UTF-8", file);
    }

    @Test
    void bytes_ofHeader_readBack() throws IOException {
        Map<String, String> metadata = Map.of("quoted \"\\\n", "π 😀");
        Map<String, SafetensorsEntry> entries = new LinkedHashMap<>();
        entries.put("é", new SafetensorsEntry("I64", new long[] {2, 1}, 0, 16));
        entries.put("scalar", new SafetensorsEntry("F32", new long[] {}, 16, 20));
        ByteBuffer header = SafetensorsHeader.bytes(metadata, entries);
        assertThat(header.remaining() % Long.BYTES).isZero();
        byte[] file = Arrays.copyOf(header.array(), header.remaining() + 20);

        SafetensorsHeader read = SafetensorsHeader.read(ByteBuffer.wrap(file));

        assertThat(read.metadata()).isEqualTo(metadata);
        assertThat(read.entries().keySet()).containsExactly("é", "scalar");
        assertThat(read.entries().get("é")).hasToString("i64[2, 1]");
        assertThat(read.entries().get("scalar")).hasToString("f32[]");
        assertThat(read.dataBegin()).isEqualTo(header.remaining());
    }
}
