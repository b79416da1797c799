package io.graphkernel.processor.onnx;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static io.graphkernel.processor.onnx.ModelBytes.INT64;
import static io.graphkernel.processor.onnx.ModelBytes.graph;
import static io.graphkernel.processor.onnx.ModelBytes.integer;
import static io.graphkernel.processor.onnx.ModelBytes.integers;
import static io.graphkernel.processor.onnx.ModelBytes.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.onnx.OnnxImporter.Imported;
import io.graphkernel.processor.onnx.OnnxImporter.Settings;
import io.graphkernel.processor.onnx.OnnxImporter.UnsupportedNode;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxModelReader;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of loops, scans and branches of models: the graph, or the reason for a rejection. */
class OnnxControlFlowImportTest {

    private static final int BOOL = 9;

    private static Imported imported(ModelBytes model, long opset) throws OnnxException {
        return OnnxImporter.run(
                OnnxModelReader.read(ByteBuffer.wrap(ModelBytes.model(model, opset))), "f", Settings.NONE);
    }

    private static Graph imported(ModelBytes model) throws OnnxException {
        Imported imported = imported(model, 16);
        assertThat(imported.refusals()).isEmpty();
        return imported.graph().orElseThrow();
    }

    private static void requireRejected(ModelBytes model, String... reasons) throws OnnxException {
        assertThat(imported(model, 16).refusals())
                .extracting(UnsupportedNode::reason)
                .containsExactly(reasons);
    }

    private static Loop loop(Graph graph) {
        List<Node> loops = graph.nodes().stream().filter(Loop::isLoop).toList();
        assertThat(loops).hasSize(1);
        return Loop.of(loops.get(0));
    }

    /** A body that computes a carried value, and its condition. */
    private static ModelBytes body(String condition, String next) {
        return message()
                .node(condition + " -> keep_next")
                .node(next + " -> h_next")
                .input("i", INT64)
                .input("keep", BOOL)
                .input("h", FLOAT, "n")
                .output("keep_next", BOOL)
                .output("h_next", FLOAT);
    }

    private static ModelBytes looped(String inputs, ModelBytes body) {
        return message()
                .node("Loop " + inputs + " x -> y", graph("body", body))
                .node("Shape x -> shape")
                .message(5, ModelBytes.tensor("five", INT64, new byte[] {5, 0, 0, 0, 0, 0, 0, 0}))
                .message(5, ModelBytes.tensor("true", BOOL, new byte[] {1}))
                .input("x", FLOAT, "n")
                .input("given", INT64)
                .input("flag", BOOL)
                .output("y", FLOAT);
    }

    @Test
    void loop_withAPassedCondition_isCounted() throws OnnxException {
        Loop loop = loop(imported(looped("five true", body("Identity keep", "Add h x"))));
        assertThat(loop.trips()).isEqualTo(Dim.of(5));
        assertThat(loop.carried()).isEqualTo(1);
        assertThat(loop.body().tensorParameters()).hasSize(2);
    }

    @Test
    void loop_withAConditionOfElements_endsBeforeItsBound() throws OnnxException {
        Loop given = loop(imported(looped("five flag", body("Identity keep", "Add h x"))));
        assertThat(given.isConditional()).isTrue();
        assertThat(given.trips()).isEqualTo(Dim.of(5));
        assertThat(given.carried()).isEqualTo(Loop.BOUNDED_CONTROL + 1);
        assertThat(given.keepsPrevious()).isTrue();
        assertThat(loop(imported(looped(" true", computedCondition()))).isUnbounded())
                .isTrue();
    }

    /** A body whose condition is computed. */
    private static ModelBytes computedCondition() {
        return message()
                .node("ReduceMax h -> max", integer("keepdims", 0))
                .node("Less max max -> keep_next")
                .node("Add h x -> h_next")
                .input("i", INT64)
                .input("keep", BOOL)
                .input("h", FLOAT, "n")
                .output("keep_next", BOOL)
                .output("h_next", FLOAT);
    }

    @Test
    void loop_ofAComputedNumber_isUnbounded() throws OnnxException {
        Loop loop = loop(imported(looped("given true", body("Identity keep", "Add h x"))));
        assertThat(loop.isConditional()).isTrue();
        assertThat(loop.isUnbounded()).isTrue();
        assertThat(loop.carried()).isEqualTo(2);
    }

    @Test
    void loop_withoutEnd_isRejected() throws OnnxException {
        requireRejected(
                looped(" true", body("Identity keep", "Add h x")),
                "it never ends: it has neither a number of iterations nor a condition");
    }

    @Test
    void stackedOutput_ofAConditionalLoop_isRejected() throws OnnxException {
        String reason = " is computed or given by the caller, and stacked outputs have a slice per iteration; "
                + "inputValues can make an input a constant";
        ModelBytes stacking =
                body("Identity keep", "Add h x").node("Neg h -> out").output("out", FLOAT);
        requireRejected(stacked("given true", stacking), "its number of iterations 'given'" + reason);
        requireRejected(stacked("five flag", stacking), "its condition 'flag'" + reason);
        requireRejected(
                stacked("five true", computedCondition().node("Neg h -> out").output("out", FLOAT)),
                "its condition 'keep_next'" + reason);
    }

    private static ModelBytes stacked(String inputs, ModelBytes body) {
        return message()
                .node("Loop " + inputs + " x -> y all", graph("body", body))
                .message(5, ModelBytes.tensor("five", INT64, new byte[] {5, 0, 0, 0, 0, 0, 0, 0}))
                .message(5, ModelBytes.tensor("true", BOOL, new byte[] {1}))
                .input("x", FLOAT, "n")
                .input("given", INT64)
                .input("flag", BOOL)
                .output("y", FLOAT)
                .output("all", FLOAT);
    }

    @Test
    void loop_whoseCarriedValueGrows_isRejected() throws OnnxException {
        ModelBytes body = message()
                .node("Identity keep -> keep_next")
                .node("Concat h x -> h_next", integer("axis", 0))
                .input("i", INT64)
                .input("keep", BOOL)
                .input("h", FLOAT, "n")
                .output("keep_next", BOOL)
                .output("h_next", FLOAT);
        ModelBytes fixed = message()
                .node("Loop five true x -> y", graph("body", body))
                .message(5, ModelBytes.tensor("five", INT64, new byte[] {5, 0, 0, 0, 0, 0, 0, 0}))
                .message(5, ModelBytes.tensor("true", BOOL, new byte[] {1}))
                .input("x", FLOAT, 3)
                .output("y", FLOAT);
        requireRejected(fixed, "its carried value 0 is f32[3] before an iteration and f32[6] after it");
    }

    @Test
    void nodeOfABody_isRejectedByItself() throws OnnxException {
        requireRejected(
                looped("five true", body("Identity keep", "Frobnicate h")), "the importer has no rule for this op");
    }

    /** A branch that reads the output of a rejected node is not a further reason. */
    @Test
    void branch_thatReadsAMissingValue_isNotReported() throws OnnxException {
        requireRejected(
                message()
                        .node("Frobnicate x -> lost")
                        .node(
                                "If flag -> y",
                                graph(
                                        "then_branch",
                                        message().node("Neg lost -> a").output("a", FLOAT)),
                                graph(
                                        "else_branch",
                                        message().node("Exp x -> b").output("b", FLOAT)))
                        .input("flag", BOOL)
                        .input("x", FLOAT, "n")
                        .output("y", FLOAT),
                "the importer has no rule for this op");
    }

    @Test
    void weightsOfABody_areWeightsOfTheModel() throws OnnxException {
        ModelBytes body = body("Identity keep", "Add h w").weight("w", new long[] {1}, 2);
        Graph graph = imported(looped("five true", body));
        assertThat(graph.nodes()).anyMatch(node -> node.kind() == Node.Kind.TENSOR_CONSTANT);
        assertThat(loop(graph).body().nodes()).noneMatch(node -> node.kind() == Node.Kind.TENSOR_CONSTANT);
    }

    @Test
    void slicesOfIterations_areRangesOfTheirOperand() throws OnnxException {
        ModelBytes body = message()
                .node("Identity keep -> keep_next")
                .node("Unsqueeze i axis -> begin")
                .node("Add begin axis1 -> end")
                .node("Slice x begin end -> element")
                .node("Add h element -> h_next")
                .message(5, ModelBytes.tensor("axis", INT64, new byte[8], 1))
                .message(5, ModelBytes.tensor("axis1", INT64, new byte[] {1, 0, 0, 0, 0, 0, 0, 0}, 1))
                .input("i", INT64)
                .input("keep", BOOL)
                .input("h", FLOAT, "n")
                .output("keep_next", BOOL)
                .output("h_next", FLOAT);
        Graph graph = imported(looped("five true", body));
        assertThat(loop(graph).body().operations()).extracting(Node::op).contains("Narrow");
        assertThat(graph.conditions()).extracting(Object::toString).contains("1 <= n - 4");
    }

    private static ModelBytes scan(ModelBytes... attributes) {
        ModelBytes body = message()
                .node("Add h a -> sum")
                .node("Add sum b -> h_next")
                .input("h", FLOAT, 2)
                .input("a", FLOAT, 2)
                .input("b", FLOAT, 2)
                .output("h_next", FLOAT, 2);
        ModelBytes[] withBody = new ModelBytes[attributes.length + 1];
        withBody[0] = graph("body", body);
        System.arraycopy(attributes, 0, withBody, 1, attributes.length);
        return message()
                .node("Scan h0 a b -> y", withBody)
                .input("h0", FLOAT, 2)
                .output("y", FLOAT);
    }

    @Test
    void scan_ofSizesThatACallGives_requiresThemToBeEqual() throws OnnxException {
        Graph graph = imported(
                scan(integer("num_scan_inputs", 2)).input("a", FLOAT, "n", 2).input("b", FLOAT, "m", 2));
        assertThat(graph.conditions()).extracting(Object::toString).contains("n == m");
        assertThat(loop(graph).trips()).isEqualTo(Dim.of("n"));
    }

    @Test
    void scan_ofUnequalInputs_isRejected() throws OnnxException {
        requireRejected(
                scan(integer("num_scan_inputs", 2)).input("a", FLOAT, 3, 2).input("b", FLOAT, 4, 2),
                "its inputs have unequal sizes along the scanned axes: 3 and 4");
        requireRejected(
                scan(integer("num_scan_inputs", 2), integers("scan_input_axes", 0))
                        .input("a", FLOAT, 3, 2)
                        .input("b", FLOAT, 3, 2),
                "its scan_input_axes are [0]");
        requireRejected(
                scan(integer("num_scan_inputs", 4)).input("a", FLOAT, 3, 2).input("b", FLOAT, 3, 2),
                "its body has 3 inputs and 1 outputs, and it has 3 and 1");
    }

    private static ModelBytes branches(String then, String otherwise) {
        return message()
                .node(
                        "If flag -> y",
                        graph("then_branch", message().node(then + " -> a").output("a", FLOAT)),
                        graph("else_branch", message().node(otherwise + " -> b").output("b", FLOAT)))
                .input("flag", BOOL)
                .input("x", FLOAT, "n")
                .input("row", FLOAT, 3)
                .output("y", FLOAT);
    }

    @Test
    void branches_ofOneType_areSelected() throws OnnxException {
        Graph graph = imported(branches("Neg x", "Exp x"));
        assertThat(graph.operations()).extracting(Node::op).containsExactly("Neg", "Exp", "Select");
    }

    @Test
    void branches_ofDifferentTypes_areRejected() throws OnnxException {
        requireRejected(
                branches("Neg x", "Exp row"),
                "its branches give f32[n] and f32[3], and its condition 'flag' is known only at the call");
        requireRejected(branches("Neg x", "Frobnicate x"), "the importer has no rule for this op");
    }

    private static ModelBytes layer(Object steps) {
        return message()
                .node("LSTM x w r -> y", integer("hidden_size", 2))
                .weight("w", new long[] {1, 8, 2}, new float[16])
                .weight("r", new long[] {1, 8, 2}, new float[16])
                .input("x", FLOAT, steps, 1, 2)
                .output("y", FLOAT);
    }

    @Test
    void layer_ofAnyLength_isOneLoop() throws OnnxException {
        int nodes = imported(layer(16)).allNodes().size();
        assertThat(imported(layer(512)).allNodes()).hasSize(nodes);
        assertThat(loop(imported(layer("t"))).trips()).isEqualTo(Dim.of("t"));
        assertThat(imported(layer(1)).nodes()).noneMatch(Loop::isLoop);
    }

    @Test
    void layer_withUnsupportedAttributes_isRejected() throws OnnxException {
        ModelBytes model = message()
                .node("GRU x w r -> y", ModelBytes.words("activations", "Sigmoid", "Softsign"))
                .weight("w", new long[] {1, 6, 2}, new float[12])
                .weight("r", new long[] {1, 6, 2}, new float[12])
                .input("x", FLOAT, "t", 1, 2)
                .output("y", FLOAT);
        requireRejected(model, "its activations are [Sigmoid, Softsign]");
    }

    @Test
    void sequences_areValuesAtCompileTime() throws OnnxException {
        ModelBytes model = message()
                .node("SequenceConstruct x x -> list")
                .node("SequenceErase list -> one")
                .node("SequenceAt one zero -> y")
                .node("SequenceLength list -> count")
                .message(5, ModelBytes.tensor("zero", INT64, new byte[8]))
                .input("x", FLOAT, "n")
                .output("y", FLOAT)
                .output("count", INT64);
        assertThat(imported(model).operations()).extracting(Node::op).containsOnly("IdentityMath");
        requireRejected(
                message()
                        .node("SequenceConstruct x x -> list")
                        .node("Neg list -> y")
                        .input("x", FLOAT, "n")
                        .output("y", FLOAT),
                "its input 0 is a sequence");
        requireRejected(
                message()
                        .node("SequenceConstruct x x -> list")
                        .input("x", FLOAT, "n")
                        .output("list", FLOAT),
                "it is a sequence, and results are tensors");
    }

    @Test
    void sequence_thatALoopDoesNotAppendTo_isRejected() throws OnnxException {
        ModelBytes body = message()
                .node("SequenceInsert grown x -> more")
                .node("SequenceInsert more x -> grown_next")
                .node("Identity keep -> keep_next")
                .input("i", INT64)
                .input("keep", BOOL)
                .input("grown", FLOAT)
                .output("keep_next", BOOL)
                .output("grown_next", FLOAT);
        ModelBytes model = message()
                .node("SequenceEmpty -> none")
                .node("Loop five  none -> rows", graph("body", body))
                .node("ConcatFromSequence rows -> y", integer("axis", 0))
                .message(5, ModelBytes.tensor("five", INT64, new byte[] {5, 0, 0, 0, 0, 0, 0, 0}))
                .input("x", FLOAT, "n")
                .output("y", FLOAT);
        requireRejected(model, "an iteration does not append one tensor to the sequence it carries");
    }
}
