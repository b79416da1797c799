package io.graphkernel.processor.onnx;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.verification.GraphVerifier;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.onnx.OnnxImporter.Imported;
import io.graphkernel.processor.onnx.OnnxImporter.Settings;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxModelReader;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import io.graphkernel.testing.TestTier;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that files with wrong bytes cause a message, a rejection, or a graph that keeps all rules of its ops. */
@Tag("sampled")
class MutatedModelsTest {

    private static final int MUTANTS = TestTier.select(500, 2_000, 20_000);
    private static final int MAX_CHANGES = 6;

    private static List<byte[]> models() {
        ModelBytes perceptron = ModelBytes.message()
                .node("Gemm x w b -> h", ModelBytes.integer("transB", 1))
                .node("Relu h -> r")
                .node("Shape r -> s")
                .node("Slice s first last -> n")
                .node("Concat n rest -> wanted", ModelBytes.integer("axis", 0))
                .node("Reshape r wanted -> y")
                .node("Softmax y -> z", ModelBytes.integer("axis", -1))
                .weight("w", new long[] {4, 3}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
                .weight("b", new long[] {4}, 1, 2, 3, 4)
                .numbers("first", 0)
                .numbers("last", 1)
                .numbers("rest", 2, -1)
                .input("x", FLOAT, "n", 3)
                .output("z", FLOAT);
        ModelBytes images = ModelBytes.message()
                .node("Conv x w -> c", ModelBytes.integers("pads", 1, 1, 1, 1), ModelBytes.integers("strides", 2, 1))
                .node("MaxPool c -> m", ModelBytes.integers("kernel_shape", 2, 2), ModelBytes.integer("ceil_mode", 1))
                .node("Pad m pads -> p")
                .node("Transpose p -> t", ModelBytes.integers("perm", 0, 2, 3, 1))
                .node("ReduceMean t -> y", ModelBytes.integers("axes", -1), ModelBytes.integer("keepdims", 0))
                .node("ArgMax y -> z", ModelBytes.integer("axis", 1))
                .weight("w", new long[] {2, 1, 3, 3}, new float[18])
                .numbers("pads", 0, 0, 1, 1, 0, 0, 1, 1)
                .input("x", FLOAT, 1, 1, 8, 8)
                .output("z", ModelBytes.INT64);
        return List.of(ModelBytes.model(perceptron, 13), ModelBytes.model(images, 12));
    }

    @Test
    void mutatedModels_neverThrow() {
        long seed = Long.getLong("fuzz.seed", 7);
        int read = 0;
        int imported = 0;
        for (byte[] model : models()) {
            assertThat(importedFrom(model)).as("the model itself").isTrue();
            for (int mutant = 0; mutant < MUTANTS / 2; mutant++) {
                byte[] bytes = mutated(model, new Random(seed + mutant));
                try {
                    OnnxModelReader.read(ByteBuffer.wrap(bytes));
                    read++;
                    imported += importedFrom(bytes) ? 1 : 0;
                } catch (OnnxException e) {
                    assertThat(e.getMessage()).isNotBlank();
                } catch (RuntimeException | Error e) {
                    throw new AssertionError("seed " + seed + ", mutant " + mutant, e);
                }
            }
        }
        // Otherwise the mutants would test the reader alone, or nothing.
        assertThat(read).isBetween(MUTANTS / 20, MUTANTS - MUTANTS / 20);
        assertThat(imported).isBetween(MUTANTS / 50, MUTANTS - MUTANTS / 20);
    }

    private static boolean importedFrom(byte[] bytes) {
        try {
            ParsedModel model = OnnxModelReader.read(ByteBuffer.wrap(bytes));
            Imported imported = OnnxImporter.run(model, "run", Settings.NONE);
            imported.graph().ifPresent(graph -> GraphVerifier.verify(graph, OpTable.get()));
            imported.refusals().forEach(refusal -> assertThat(refusal.reason()).isNotBlank());
            assertThat(imported.graph().isPresent())
                    .isEqualTo(imported.refusals().isEmpty());
            return imported.graph().isPresent();
        } catch (OnnxException e) {
            throw new AssertionError(e);
        }
    }

    /** Changes, removes or repeats some bytes. */
    private static byte[] mutated(byte[] model, Random random) {
        byte[] bytes = model.clone();
        for (int change = random.nextInt(MAX_CHANGES); change >= 0; change--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(8)) {
                case 0 -> bytes = Arrays.copyOf(bytes, Math.max(1, at));
                case 1 -> bytes = joined(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + 1, bytes.length), 1);
                case 2 -> bytes[at] = (byte) 0xff;
                case 3 -> bytes[at] = 0;
                case 4, 5 -> bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                default -> bytes[at] = (byte) random.nextInt();
            }
        }
        return bytes;
    }

    private static byte[] joined(byte[] head, byte[] tail, int least) {
        byte[] both = Arrays.copyOf(head, Math.max(least, head.length + tail.length));
        System.arraycopy(tail, 0, both, head.length, tail.length);
        return both;
    }
}
