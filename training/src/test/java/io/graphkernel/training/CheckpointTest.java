package io.graphkernel.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.CheckpointException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {

    record Layer(Tensor weight, Tensor bias) {}

    record Model(Tensor embedding, List<Layer> layers, float epsilon) {}

    /**
     * As the format's library writes it: wide dtypes first, then names; an object without blanks, padded to 8 bytes.
     */
    private static final String HEADER = "{\"__metadata__\":{\"step\":\"7\"},"
            + "\"b\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
            + "\"a\":{\"dtype\":\"BF16\",\"shape\":[1,2],\"data_offsets\":[8,12]},"
            + "\"c\":{\"dtype\":\"BOOL\",\"shape\":[3],\"data_offsets\":[12,15]}}";

    private static final byte[] ELEMENTS = {
        0,
        0,
        (byte) 0x80,
        0x3f,
        0,
        0,
        0x20,
        (byte) 0xc0, // 1, -2.5
        (byte) 0x80,
        0x3f,
        0x40,
        (byte) 0xc0, // 1, -3
        1,
        0,
        1
    };

    @TempDir
    private Path directory;

    private TensorScope scope;

    @BeforeEach
    void open() {
        scope = TensorScope.open();
    }

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void checkpoint_writesWhatTheFormatStates() throws IOException {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        tensors.put("a", Tensor.of(DType.BF16, new float[] {1, -3}, 1, 2));
        tensors.put("b", Tensor.of(new float[] {1, -2.5f}, 2));
        tensors.put("c", Tensor.of(new boolean[] {true, false, true}, 3));
        Checkpoint.write(file(), tensors, Map.of("step", "7"));
        // The checksums are those of a, b and c.
        String header = HEADER.replaceFirst("\\{\"step", "{\"graphkernel.crc32c\":\"fb1abe0ad5bd11cb374eb207\",\"step");
        String padded = header + " ".repeat(Math.floorMod(-header.length(), 8));
        assertThat(Files.readAllBytes(file())).isEqualTo(bytes(padded.length(), padded, ELEMENTS));
    }

    @Test
    void checkpoint_readsWhatTheFormatStates() throws IOException {
        Files.write(file(), bytes(HEADER.length(), HEADER, ELEMENTS));
        try (Checkpoint checkpoint = Checkpoint.open(file())) {
            assertThat(checkpoint.names()).containsExactly("b", "a", "c");
            assertThat(checkpoint.metadata()).containsExactly(Map.entry("step", "7"));
            assertThat(checkpoint.tensor("b").toFloatArray()).containsExactly(1, -2.5f);
            assertThat(checkpoint.tensor("a").toFloatArray()).containsExactly(1, -3);
            assertThat(checkpoint.tensor("a").dimensions()).containsExactly(1, 2);
            assertThat(checkpoint.tensor("c").toBooleanArray()).containsExactly(true, false, true);
        }
    }

    @Test
    void changedElements_areRejected() throws IOException {
        Checkpoint.write(file(), model(1), Map.of("step", "7"));
        byte[] bytes = Files.readAllBytes(file());
        bytes[bytes.length - 1] ^= 1;
        Files.write(file(), bytes);
        try (Checkpoint checkpoint = Checkpoint.open(file())) {
            assertThat(checkpoint.metadata()).containsExactly(Map.entry("step", "7"));
            assertThatThrownBy(() -> checkpoint.copyTo(model(0)))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("[GK-6520]")
                    .hasMessageContaining("layers.1.weight");
        }
    }

    @Test
    void everyDtype_comesBackWithTheSameBits() {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        byte[] bits = new byte[48];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = (byte) (37 * i + 11);
        }
        for (DType dtype : DType.values()) {
            byte[] content = bits.clone();
            for (int i = 0; dtype == DType.BOOL && i < content.length; i++) {
                content[i] &= 1;
            }
            ByteBuffer buffer = ByteBuffer.allocateDirect(content.length).order(ByteOrder.nativeOrder());
            tensors.put(
                    dtype.name(),
                    Tensor.wrap(buffer.put(content).flip(), dtype, 2, content.length / 2 / dtype.bytes()));
        }
        tensors.put("scalar", Tensor.scalar(Float.intBitsToFloat(0x7fc12345)));
        tensors.put("none", Tensor.empty(3, 0, 2));
        Checkpoint.write(file(), tensors, Map.of("é\"\\\n", "\u2028"));
        try (Checkpoint checkpoint = Checkpoint.open(file())) {
            assertThat(checkpoint.metadata()).containsExactly(Map.entry("é\"\\\n", "\u2028"));
            tensors.forEach((name, tensor) -> {
                Tensor read = checkpoint.tensor(name);
                assertThat(read.dtype()).isEqualTo(tensor.dtype());
                assertThat(read.dimensions()).isEqualTo(tensor.dimensions());
                assertThat(bytes(read)).as(name).isEqualTo(bytes(tensor));
            });
        }
    }

    @Test
    void orderOfTensorsAndTexts_doesNotMatter() throws IOException {
        Tensor a = Tensor.zeros(2);
        Tensor b = Tensor.full(1, 3);
        Map<String, Tensor> turned = new LinkedHashMap<>();
        turned.put("b", b);
        turned.put("a", a);
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("y", "2");
        texts.put("x", "1");
        Checkpoint.write(file(), Map.of("a", a, "b", b), Map.of("x", "1", "y", "2"));
        byte[] first = Files.readAllBytes(file());
        Checkpoint.write(file(), turned, texts);
        assertThat(Files.readAllBytes(file())).isEqualTo(first);
    }

    @Test
    void models_areReadByTheirPaths() {
        Checkpoint.write(file(), model(1), Map.of());
        Model copy = model(0);
        try (Checkpoint checkpoint = Checkpoint.open(file())) {
            assertThat(checkpoint.names())
                    .containsExactly(
                            "embedding", "layers.0.bias", "layers.0.weight", "layers.1.bias", "layers.1.weight");
            checkpoint.copyTo(copy);
            Layer layer = new Layer(Tensor.zeros(2, 2), Tensor.zeros(2));
            checkpoint.copyTo(layer, path -> "layers.1." + path);
            assertThat(layer.weight().toFloatArray()).containsExactly(6, 6, 6, 6);
        }
        assertThat(copy.embedding().toFloatArray()).containsExactly(1, 1, 1, 1, 1, 1);
        assertThat(copy.layers().get(0).weight().toFloatArray()).containsExactly(4, 4, 4, 4);
        assertThat(copy.layers().get(1).bias().toFloatArray()).containsExactly(7, 7);
    }

    @Test
    void tensors_lieOverTheFileWhereTheyCan() throws IOException {
        Tensor kept;
        Checkpoint.write(file(), model(1), Map.of());
        try (Checkpoint checkpoint = Checkpoint.open(file())) {
            kept = checkpoint.tensor("embedding");
        }
        assertThat(kept.isReadOnly()).isTrue();
        // A new file replaces the mapped one.
        Checkpoint.write(file(), model(5), Map.of());
        assertThat(Ops.add(kept, kept).toFloatArray()).containsExactly(2, 2, 2, 2, 2, 2);
        String odd = HEADER + " ".repeat(Math.floorMod(3 - HEADER.length(), 8));
        Files.write(file(), bytes(odd.length(), odd, ELEMENTS));
        try (Checkpoint checkpoint = Checkpoint.open(file())) {
            assertThat(checkpoint.tensor("b").isReadOnly()).isFalse();
            assertThat(checkpoint.tensor("b").toFloatArray()).containsExactly(1, -2.5f);
        }
    }

    @Test
    void largeTensors_areCopiedInParts() {
        int count = (1 << 20) + 12345;
        Tensor large = new Initializer(5).normal(1, count);
        Checkpoint.write(file(), Map.of("large", large), Map.of());
        Layer target = new Layer(Tensor.zeros(count), Tensor.zeros(count));
        try (Checkpoint checkpoint = Checkpoint.open(file())) {
            checkpoint.copyTo(target, path -> "large");
        }
        assertThat(target.weight().toFloatArray()).isEqualTo(large.toFloatArray());
        assertThat(target.bias().toFloatArray()).isEqualTo(large.toFloatArray());
    }

    /** As in many checkpoints: every name has the same prefix. */
    @Test
    void otherNames_areAllListedWithThePrefixThatHelps() {
        Checkpoint.write(
                file(),
                Map.of(
                        "net.weight", Tensor.of(new float[] {1, 2}, 2),
                        "net.bias", Tensor.of(new float[] {3, 4}, 2),
                        "step", Tensor.of(new long[] {7}, 1)),
                Map.of());
        Layer target = new Layer(Tensor.zeros(2), Tensor.zeros(2));
        try (Checkpoint checkpoint = Checkpoint.open(file())) {
            assertThatThrownBy(() -> checkpoint.copyTo(target))
                    .hasMessageContaining("[GK-6130]")
                    .hasMessageContaining("missing weight, bias, unexpected step, net.bias, net.weight")
                    .hasMessageContaining("path -> \"net.\" + path");
            checkpoint.copyTo(target, path -> "net." + path);
        }
        assertThat(target.weight().toFloatArray()).containsExactly(1, 2);
        assertThat(target.bias().toFloatArray()).containsExactly(3, 4);
    }

    @Test
    void mismatch_isNamedBeforeAnythingIsCopied() {
        Checkpoint.write(file(), model(1), Map.of());
        Tensor kept = Tensor.zeros(3, 2);
        Layer layer = new Layer(Tensor.zeros(2, 2), Tensor.zeros(2));
        try (Checkpoint checkpoint = Checkpoint.open(file())) {
            assertThatThrownBy(() -> checkpoint.copyTo(new Model(kept, List.of(layer), 0)))
                    .hasMessageContaining("[GK-6130]")
                    .hasMessageContaining("missing nothing, unexpected layers.1.bias, layers.1.weight");
            Layer wide = new Layer(Tensor.zeros(2, 2), Tensor.zeros(3));
            assertThatThrownBy(() -> checkpoint.copyTo(new Model(kept, List.of(layer, wide), 0)))
                    .hasMessageContaining("[GK-6466]")
                    .hasMessageContaining("tensor layers.1.bias is f32[2], but layers.1.bias of the model is f32[3]");
            assertThatThrownBy(() -> checkpoint.copyTo(new Model(kept, List.of(layer, layer, layer), 0)))
                    .hasMessageContaining("[GK-6130]")
                    .hasMessageContaining("missing layers.2.weight, layers.2.bias, unexpected nothing");
            Layer narrow = new Layer(Tensor.zeros(1, 2), Tensor.zeros(1));
            assertThatThrownBy(() -> checkpoint.copyTo(new Model(kept, List.of(layer, narrow), 0)))
                    .hasMessageContaining("[GK-6131]")
                    .hasMessageContaining("2 tensors differ from the model")
                    .hasMessageContaining("layers.1.bias is f32[2] and not f32[1]");
            assertThatThrownBy(() -> checkpoint.tensor("head"))
                    .hasMessageContaining("[GK-6464]")
                    .hasMessageContaining("it has embedding, layers.0.bias");
        }
        assertThat(kept.toFloatArray()).containsOnly(0);
    }

    @Test
    void unsupportedDtype_isNamedWhenItIsRequested() throws IOException {
        String header = "{\"x\":{\"dtype\":\"F8_E8M0\",\"shape\":[2],\"data_offsets\":[0,2]},"
                + "\"y\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[2,3]}}";
        Files.write(file(), bytes(header.length(), header, new byte[] {1, 2, -1}));
        try (Checkpoint checkpoint = Checkpoint.open(file())) {
            assertThat(checkpoint.tensor("y").toIntArray()).containsExactly(255);
            assertThatThrownBy(() -> checkpoint.tensor("x"))
                    .isInstanceOf(CheckpointException.class)
                    .hasMessageContaining("[GK-6467]")
                    .hasMessageContaining("F8_E8M0");
        }
    }

    @Test
    void fileThatCannotBeReplacedStaysAndNothingElse_isLeft() throws IOException {
        Checkpoint.write(file(), model(1), Map.of());
        byte[] before = Files.readAllBytes(file());
        Tensor closed = Tensor.zeros(2);
        closed.close();
        assertThatThrownBy(() -> Checkpoint.write(file(), new Layer(closed, closed), Map.of()))
                .hasMessageContaining("weight");
        assertThatThrownBy(() -> Checkpoint.write(file(), Map.of("w", closed), Map.of()))
                .isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> Checkpoint.write(file().resolve("inner"), model(1), Map.of()))
                .hasMessageContaining("[GK-6462]");
        assertThatThrownBy(() -> Checkpoint.write(file(), Map.of("__metadata__", Tensor.zeros(1)), Map.of()))
                .hasMessageContaining("[GK-6468]");
        assertThatThrownBy(() -> Checkpoint.write(file(), model(1), Map.of("graphkernel.crc32c", "")))
                .hasMessageContaining("[GK-6468]");
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("step", null);
        assertThatThrownBy(() -> Checkpoint.write(file(), model(1), texts))
                .hasMessageContaining("[GK-6521]")
                .hasMessageContaining("metadata step is null");
        assertThat(Files.readAllBytes(file())).isEqualTo(before);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file());
        }
    }

    @Test
    void fileThatIsNotThere_isNamed() {
        assertThatThrownBy(() -> Checkpoint.open(directory.resolve("none")))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("[GK-6461]");
    }

    private Path file() {
        return directory.resolve("model.safetensors");
    }

    private static Model model(float first) {
        List<Layer> layers = List.of(
                new Layer(Tensor.full(first + 3, 2, 2), Tensor.full(first + 4, 2)),
                new Layer(Tensor.full(first + 5, 2, 2), Tensor.full(first + 6, 2)));
        return new Model(Tensor.full(first, 3, 2), layers, 1e-5f);
    }

    static byte[] bytes(long length, String header, byte... elements) {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + text.length + elements.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(length)
                .put(text)
                .put(elements)
                .array();
    }

    /** The elements of a tensor, whatever they are. */
    private static byte[] bytes(Tensor tensor) {
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) tensor.byteCount()).order(ByteOrder.nativeOrder());
        tensor.copyTo(Tensor.wrap(buffer, tensor.dtype(), tensor.dimensions()));
        byte[] content = new byte[buffer.capacity()];
        buffer.get(content);
        return content;
    }
}
