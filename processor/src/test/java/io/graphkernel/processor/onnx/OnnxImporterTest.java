package io.graphkernel.processor.onnx;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.DimCondition;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.onnx.OnnxImporter.Imported;
import io.graphkernel.processor.onnx.OnnxImporter.Settings;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxModelReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of nodes whose sizes are known only at the call, and of the library ops for them. */
class OnnxImporterTest {

    private static final int UNSIGNED = 2;

    private static Imported imported(ModelBytes model) throws OnnxException {
        return OnnxImporter.run(OnnxModelReader.read(ByteBuffer.wrap(ModelBytes.model(model, 13))), "f", Settings.NONE);
    }

    private static Graph graph(ModelBytes model) throws OnnxException {
        Imported imported = imported(model);
        assertThat(imported.refusals()).isEmpty();
        return imported.graph().orElseThrow();
    }

    private static List<String> ops(Graph graph) {
        return graph.operations().stream().map(Node::op).toList();
    }

    @Test
    void windowsOfOpenImages_haveOneSize() throws OnnxException {
        Graph graph = graph(ModelBytes.message()
                .node("Conv x w -> c", ModelBytes.integers("strides", 2, 2))
                .node("MaxPool c -> y", ModelBytes.integers("kernel_shape", 2, 2), ModelBytes.integers("strides", 2, 2))
                .weight("w", new long[] {1, 1, 1, 1}, 1)
                .input("x", FLOAT, 1, 1, "h", "v")
                .output("y", FLOAT));

        assertThat(ops(graph)).contains("Maximum");
    }

    @Test
    void openAxis_isResizedByRepeating() throws OnnxException {
        Graph graph = graph(ModelBytes.message()
                .node(
                        "Resize x  scales -> y",
                        ModelBytes.word("coordinate_transformation_mode", "asymmetric"),
                        ModelBytes.word("nearest_mode", "floor"))
                .weight("scales", new long[] {2}, 1, 3)
                .input("x", FLOAT, "n", "m")
                .output("y", FLOAT));

        assertThat(ops(graph)).containsExactly("RepeatInterleaveInt");
        assertThat(graph.outputs().get(0).node().shape()).hasToString("[n, 3*m]");
    }

    @Test
    void openAxis_isInterpolated() throws OnnxException {
        Graph graph = graph(ModelBytes.message()
                .node("Resize x  scales -> y", ModelBytes.word("mode", "linear"))
                .weight("scales", new long[] {2}, 1, 3)
                .input("x", FLOAT, "n", "m")
                .output("y", FLOAT));

        assertThat(ops(graph)).containsExactly("Resize");
        assertThat(graph.outputs().get(0).node().shape()).hasToString("[n, 3*m]");
    }

    @Test
    void openAxis_isNotInterpolatedByAsymmetricPositions() throws OnnxException {
        assertThat(imported(ModelBytes.message()
                                .node(
                                        "Resize x  scales -> y",
                                        ModelBytes.word("mode", "linear"),
                                        ModelBytes.word("coordinate_transformation_mode", "asymmetric"))
                                .weight("scales", new long[] {2}, 1, 3)
                                .input("x", FLOAT, "n", "m")
                                .output("y", FLOAT))
                        .refusals())
                .extracting(OnnxImporter.UnsupportedNode::reason)
                .containsExactly(
                        "it resizes an axis of m, which is not known, other than by repeating each element a number of"
                                + " times");
    }

    @Test
    void unknownEqualSizes_areChecked() throws OnnxException {
        Graph graph = graph(ModelBytes.message()
                .node("Conv x w -> c", ModelBytes.integers("strides", 1, 2))
                .node("Resize c  scales -> large")
                .node("Add x large -> sum")
                .node("Concat sum large -> y", ModelBytes.integer("axis", 1))
                .weight("w", new long[] {1, 1, 1, 1}, 1)
                .weight("scales", new long[] {4}, 1, 1, 1, 2)
                .input("x", FLOAT, 1, 1, 8, "v")
                .output("y", FLOAT));

        assertThat(graph.conditions()).extracting(DimCondition::toString).contains("2*floorDiv(v + 1, 2) == v");
    }

    @Test
    void int8Matmul_staysInt8() throws OnnxException {
        Graph graph = graph(ModelBytes.message()
                .node("DynamicQuantizeLinear x -> q scale zero")
                .node("DynamicQuantizeLinear v -> r other point")
                .node("MatMulInteger q r zero point -> y")
                .input("x", FLOAT, "n", 4)
                .input("v", FLOAT, 4, 3)
                .output("y", ModelBytes.INT64));

        assertThat(ops(graph)).contains("MatMulInteger").doesNotContain("MatMul", "BatchMatMul");
    }

    /** Bytes 1, 2, 3 and 250 of two columns: minus 128 and as i8 if unsigned. */
    @ParameterizedTest
    @CsvSource({"2, -127 -126 -125 122, -252 -4", "3, 1 2 3 -6, 4 -4"})
    void columnsOfByteWeights_areSummedUpNow(int elementType, String bytes, String sums) throws OnnxException {
        Graph graph = graph(ModelBytes.message()
                .node("DynamicQuantizeLinear x -> q scale zero")
                .node("MatMulInteger q w zero -> y")
                .message(5, ModelBytes.tensor("w", elementType, new byte[] {1, 2, 3, (byte) 250}, 2, 2))
                .input("x", FLOAT, "n", 2)
                .output("y", ModelBytes.INT64));

        Node product = graph.operations().stream()
                .filter(node -> node.op().equals("MatMulInteger"))
                .findFirst()
                .orElseThrow();
        assertThat(numbers(product.operands().get(1))).isEqualTo(bytes);
        assertThat(graph.operations().stream()
                        .flatMap(node -> node.operands().stream())
                        .filter(node -> node.kind() == Node.Kind.TENSOR_CONSTANT && node.dtype() == DataType.I32))
                .extracting(OnnxImporterTest::numbers)
                .containsExactly(sums);
        // Unsigned bytes have a zero point of -128, which is multiplied by the row sums of the other operand.
        assertThat(ops(graph)).filteredOn("ReduceSum"::equals).hasSize(elementType == UNSIGNED ? 1 : 0);
    }

    private static String numbers(Node constant) {
        try (InputStream in = constant.data().open()) {
            ByteBuffer data = ByteBuffer.wrap(in.readAllBytes()).order(ByteOrder.LITTLE_ENDIAN);
            List<String> numbers = new ArrayList<>();
            while (data.hasRemaining()) {
                numbers.add(Integer.toString(constant.dtype() == DataType.I8 ? data.get() : data.getInt()));
            }
            return String.join(" ", numbers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void keysOnTheirSide_areHeadsFirst() throws OnnxException {
        Graph graph = graph(ModelBytes.message()
                .node("Transpose x -> y", ModelBytes.integers("perm", 0, 2, 3, 1))
                .input("x", FLOAT, 2, 3, 4, 5)
                .output("y", FLOAT));

        assertThat(ops(graph)).containsExactly("Transpose", "Transpose");
        assertThat(GraphPrinter.print(graph)).contains("f32[2, 4, 5, 3]");
    }

    /** Before opset 13 a softmax is over all axes from one on: over the last one it equals the current one. */
    @Test
    void oldSoftmaxOverTheLastAxis_needsNoRows() throws OnnxException {
        ModelBytes model = ModelBytes.message()
                .node("Softmax x -> y", ModelBytes.integer("axis", 2))
                .node("Softmax x -> z", ModelBytes.integer("axis", 1))
                .input("x", FLOAT, 2, 3, 4)
                .output("y", FLOAT)
                .output("z", FLOAT);
        Graph graph = OnnxImporter.run(
                        OnnxModelReader.read(ByteBuffer.wrap(ModelBytes.model(model, 11))), "f", Settings.NONE)
                .graph()
                .orElseThrow();

        assertThat(ops(graph)).containsExactly("Softmax", "Reshape", "Softmax", "Reshape");
    }
}
