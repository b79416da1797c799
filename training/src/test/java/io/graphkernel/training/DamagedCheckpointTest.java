package io.graphkernel.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.CheckpointException;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of truncated, changed and malicious files. */
class DamagedCheckpointTest {

    private static final String HEADER = "{\"__metadata__\":{\"step\":\"7\"},"
            + "\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
            + "\"b\":{\"dtype\":\"BOOL\",\"shape\":[2],\"data_offsets\":[8,10]}}";

    private static final byte[] ELEMENTS = {0, 0, 0, 0, 0, 0, 0, 0, 1, 0};

    @TempDir
    private Path directory;

    @Test
    void fileThatIsCutOffAnywhere_isRejected() throws IOException {
        byte[] whole = CheckpointTest.bytes(HEADER.length(), HEADER, ELEMENTS);
        for (int length = 0; length < whole.length; length++) {
            requireRefused(Arrays.copyOf(whole, length));
        }
        requireRefused(Arrays.copyOf(whole, whole.length + 1));
    }

    static Stream<Arguments> headers() {
        return Stream.of(
                arguments("[]", "does not begin with {"),
                arguments("{}", "there are 10"),
                arguments(HEADER + "x", "has 'x' where JSON has the end"),
                arguments(HEADER.replace("\"F32\"", "F32"), "tensor a is not as the format says"),
                arguments(HEADER.replace("\"F32\"", "\"F64\""), "tensor a is f64[2] and has 8 bytes"),
                arguments(
                        HEADER.replace("[2]", "2"),
                        "tensor a is not as the format says: line 1 has '2' where an array is expected"),
                arguments(HEADER.replace("[2]", "[2.0]"), "where an integer is expected"),
                arguments(HEADER.replace("[2]", "[\"2\"]"), "where an integer is expected"),
                arguments(HEADER.replace("[2]", "[-2]"), "is -2"),
                arguments(HEADER.replace("[2]", "[99999999999999999999]"), "exceeds 64 bits"),
                arguments(HEADER.replace("[2]", "[4294967296,4294967296]"), "too large"),
                arguments(HEADER.replace("[2]", "[".repeat(1000)), "where an integer is expected"),
                arguments(HEADER.replace("[0,8]", "[0,8,8]"), "no begin and end"),
                arguments(HEADER.replace("[0,8]", "[8,0]"), "no begin and end"),
                arguments(HEADER.replace("[0,8]", "[2,10]"), "overlap"),
                arguments(HEADER.replace("[8,10]", "[6,8]"), "overlap"),
                arguments(HEADER.replace("[8,10]", "[9,11]"), "leave bytes out"),
                arguments(HEADER.replace("\"b\"", "\"a\""), "\"a\" is given twice"),
                arguments(HEADER.replace("\"shape\":[2],", ""), "and no more"),
                arguments(HEADER.replace("\"shape\"", "\"dtype\""), "\"dtype\" is given twice"),
                arguments(HEADER.replace("\"shape\"", "\"stride\""), "has stride"),
                arguments(HEADER.replace("\"7\"", "7"), "where a string is expected"));
    }

    @ParameterizedTest
    @MethodSource("headers")
    void headerThatIsNotOfTheFormat_isRejected(String header, String reason) throws IOException {
        assertThat(requireRefused(CheckpointTest.bytes(header.length(), header, ELEMENTS)))
                .contains(reason);
    }

    @Test
    void memory_isNotTakenBecauseAFileRequestsIt() throws IOException {
        for (long length : new long[] {Long.MAX_VALUE, -1, Long.MIN_VALUE, Integer.MAX_VALUE, 100_000_000}) {
            assertThat(requireRefused(CheckpointTest.bytes(length, HEADER, ELEMENTS)))
                    .contains("its header has " + Long.toUnsignedString(length) + " bytes");
        }
        String large = HEADER.replace("[2]", "[2305843009213693951]").replace("[0,8]", "[0,9223372036854775804]");
        requireRefused(CheckpointTest.bytes(large.length(), large, ELEMENTS));
    }

    @Test
    void textThatIsNoUtf8_isRejected() throws IOException {
        byte[] file = CheckpointTest.bytes(HEADER.length(), HEADER, ELEMENTS);
        file[new String(file, StandardCharsets.ISO_8859_1).indexOf("step")] = (byte) 0xff;
        assertThat(requireRefused(file)).contains("not UTF-8");
    }

    @Test
    void boolThatIsNeitherTrueNorFalse_isRejectedWhenItIsRead() throws IOException {
        byte[] file = CheckpointTest.bytes(HEADER.length(), HEADER, ELEMENTS);
        file[file.length - 1] = 2;
        Files.write(path(), file);
        try (Checkpoint checkpoint = Checkpoint.open(path())) {
            assertThatThrownBy(() -> checkpoint.tensor("b"))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("[GK-6463]")
                    .hasMessageContaining("tensor b");
        }
    }

    /** Whatever the bytes are, it is read, or the exception is ours. */
    @Test
    void randomDamage_isReadOrRejected() throws IOException {
        Random random = new Random(3);
        byte[] whole = CheckpointTest.bytes(HEADER.length(), HEADER, ELEMENTS);
        int rejected = 0;
        for (int i = 0; i < 1000; i++) {
            byte[] changed = whole.clone();
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                String bytes = "{}[]\",:0189.-e \\u\0\377";
                changed[random.nextInt(changed.length)] = (byte) bytes.charAt(random.nextInt(bytes.length()));
            }
            Files.write(path(), changed);
            try (TensorScope scope = TensorScope.open();
                    Checkpoint checkpoint = Checkpoint.open(path())) {
                checkpoint.names().forEach(checkpoint::tensor);
            } catch (GraphKernelException e) {
                rejected++;
            }
        }
        assertThat(rejected).isBetween(300, 999);
    }

    private String requireRefused(byte... file) throws IOException {
        Files.write(path(), file);
        Throwable[] thrown = new Throwable[1];
        assertThatThrownBy(() -> Checkpoint.open(path())).satisfies(problem -> thrown[0] = problem);
        assertThat(thrown[0]).isInstanceOf(CheckpointException.class).hasMessageContaining("[GK-6463]");
        return thrown[0].getMessage();
    }

    private Path path() {
        return directory.resolve("damaged.safetensors");
    }
}
