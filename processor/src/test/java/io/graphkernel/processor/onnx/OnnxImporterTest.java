package io.graphkernel.processor.onnx;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.graph.DimCondition;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.onnx.OnnxImporter.Imported;
import io.graphkernel.processor.onnx.OnnxImporter.Settings;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What nodes become whose sizes are known only at a call, and which ops libraries have of them. */
class OnnxImporterTest {

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
    void windowsOfOpenImagesHaveOneSize() throws OnnxException {
        Graph graph = graph(ModelBytes.message()
                .node("Conv x w -> c", ModelBytes.integers("strides", 2, 2))
                .node("MaxPool c -> y", ModelBytes.integers("kernel_shape", 2, 2), ModelBytes.integers("strides", 2, 2))
                .weight("w", new long[] {1, 1, 1, 1}, 1)
                .input("x", FLOAT, 1, 1, "h", "v")
                .output("y", FLOAT));

        assertThat(ops(graph)).contains("Maximum");
    }

    @Test
    void anOpenAxisIsResizedByRepeating() throws OnnxException {
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
    void anOpenAxisIsNotInterpolated() throws OnnxException {
        assertThat(imported(ModelBytes.message()
                                .node("Resize x  scales -> y", ModelBytes.word("mode", "linear"))
                                .weight("scales", new long[] {2}, 1, 3)
                                .input("x", FLOAT, "n", "m")
                                .output("y", FLOAT))
                        .refusals())
                .extracting(OnnxImporter.Refusal::reason)
                .containsExactly(
                        "it resizes an axis of m, which is not known, other than by repeating each element a number of"
                                + " times");
    }

    @Test
    void sizesThatOnlyACallCanTellEqualAreAskedFor() throws OnnxException {
        Graph graph = graph(ModelBytes.message()
                .node("Conv x w -> c", ModelBytes.integers("strides", 1, 2))
                .node("Resize c  scales -> large")
                .node("Add x large -> sum")
                .node("Concat sum large -> y", ModelBytes.integer("axis", 1))
                .weight("w", new long[] {1, 1, 1, 1}, 1)
                .weight("scales", new long[] {4}, 1, 1, 1, 2)
                .input("x", FLOAT, 1, 1, 8, "v")
                .output("y", FLOAT));

        assertThat(graph.conditions()).extracting(DimCondition::toString).contains("2*floorDiv(v - 1, 2) + 2 == v");
    }

    @Test
    void bytesAreMultipliedAsBytes() throws OnnxException {
        Graph graph = graph(ModelBytes.message()
                .node("DynamicQuantizeLinear x -> q scale zero")
                .node("DynamicQuantizeLinear v -> r other point")
                .node("MatMulInteger q r zero point -> y")
                .input("x", FLOAT, "n", 4)
                .input("v", FLOAT, 4, 3)
                .output("y", ModelBytes.INT64));

        assertThat(ops(graph)).contains("MatMulInteger").doesNotContain("MatMul", "BatchMatMul");
    }

    @Test
    void keysOnTheirSideAreHeadsFirst() throws OnnxException {
        Graph graph = graph(ModelBytes.message()
                .node("Transpose x -> y", ModelBytes.integers("perm", 0, 2, 3, 1))
                .input("x", FLOAT, 2, 3, 4, 5)
                .output("y", FLOAT));

        assertThat(ops(graph)).containsExactly("Transpose", "Transpose");
        assertThat(GraphPrinter.print(graph)).contains("f32[2, 4, 5, 3]");
    }

    /** Before opset 13 a softmax is over all axes from one on: over the last one it is that of today. */
    @Test
    void anOldSoftmaxOverTheLastAxisNeedsNoRows() throws OnnxException {
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
