package io.graphkernel.conformance.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.processor.onnx.OnnxImporter;
import io.graphkernel.processor.onnx.OnnxImporter.Imported;
import io.graphkernel.processor.onnx.node.AttributeDefaults;
import io.graphkernel.processor.onnx.reader.ElementType;
import io.graphkernel.processor.onnx.reader.OnnxAttribute;
import io.graphkernel.processor.onnx.reader.OnnxException;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.OnnxTensor;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Models of the suites, written otherwise without another meaning: each becomes the graph that it was. */
@Tag("peer")
class OnnxVariantsTest {

    private static final long LAST_OPSET = 28;

    /** From this version of the ops on, other types are all that changes for the ops that we have. */
    private static final long UNCHANGED_SINCE = 21;

    /** Later versions are about what no model here says: the precision of quantizations and of ranges of halves. */
    private static final Set<String> CHANGED_LATER = Set.of("QuantizeLinear", "DequantizeLinear", "Range");

    /** Ops whose versions after 14 differ in types alone. */
    private static final Set<String> SAME_SINCE_14 = Set.of(
            "Abs",
            "Acos",
            "Acosh",
            "Add",
            "And",
            "Asin",
            "Asinh",
            "Atan",
            "Atanh",
            "ArgMax",
            "ArgMin",
            "BitShift",
            "Cast",
            "CastLike",
            "Ceil",
            "Celu",
            "Clip",
            "Concat",
            "Constant",
            "ConstantOfShape",
            "Conv",
            "ConvInteger",
            "ConvTranspose",
            "Cos",
            "Cosh",
            "CumSum",
            "DepthToSpace",
            "Div",
            "DynamicQuantizeLinear",
            "Einsum",
            "Elu",
            "Equal",
            "Erf",
            "Exp",
            "Expand",
            "EyeLike",
            "Flatten",
            "Floor",
            "GRU",
            "Gather",
            "GatherElements",
            "GatherND",
            "Gemm",
            "GlobalAveragePool",
            "GlobalMaxPool",
            "Greater",
            "GreaterOrEqual",
            "HardSigmoid",
            "HardSwish",
            "Hardmax",
            "Identity",
            "InstanceNormalization",
            "IsInf",
            "IsNaN",
            "LRN",
            "LSTM",
            "LayerNormalization",
            "LeakyRelu",
            "Less",
            "LessOrEqual",
            "Log",
            "LogSoftmax",
            "LpNormalization",
            "MatMul",
            "MatMulInteger",
            "Max",
            "Mean",
            "MeanVarianceNormalization",
            "Min",
            "Mod",
            "Mul",
            "Neg",
            "NegativeLogLikelihoodLoss",
            "Not",
            "OneHot",
            "Or",
            "PRelu",
            "Pow",
            "QLinearConv",
            "QLinearMatMul",
            "RNN",
            "Reciprocal",
            "ReduceSum",
            "Relu",
            "Reshape",
            "ReverseSequence",
            "Round",
            "ScatterElements",
            "ScatterND",
            "Selu",
            "Shape",
            "Shrink",
            "Sigmoid",
            "Sign",
            "Sin",
            "Sinh",
            "Size",
            "Slice",
            "Softmax",
            "SoftmaxCrossEntropyLoss",
            "Softplus",
            "Softsign",
            "SpaceToDepth",
            "Sqrt",
            "Squeeze",
            "Sub",
            "Sum",
            "Tan",
            "Tanh",
            "ThresholdedRelu",
            "Tile",
            "TopK",
            "Transpose",
            "Trilu",
            "Unsqueeze",
            "Where",
            "Xor");

    private static List<SuiteModel> models;

    @BeforeAll
    static void importAll() throws OnnxException {
        List<OnnxTestData.Case> cases = new ArrayList<>(OnnxTestData.find().orElse(List.of()));
        cases.addAll(OnnxTestData.findNewest().orElse(List.of()));
        models = new ArrayList<>();
        for (OnnxTestData.Case test : cases) {
            SuiteModel model = SuiteModel.of(test, "m");
            if (model.imported().graph().isPresent()) {
                models.add(model);
            }
        }
    }

    private static void requireSame(UnaryOperator<ParsedModel> change) {
        assumeThat(models).as("the tests of the format are installed").isNotEmpty();
        List<String> different = new ArrayList<>();
        int changed = 0;
        for (SuiteModel model : models) {
            ParsedModel variant = change.apply(model.model());
            changed += variant == model.model() ? 0 : 1;
            Imported imported = OnnxImporter.run(variant, "m", model.settings());
            String expected = text(model.imported().graph().orElseThrow());
            if (imported.graph().isEmpty()) {
                different.add(model.model().name() + ": " + imported.refusals());
            } else if (!text(imported.graph().get()).equals(expected)) {
                different.add(
                        model.model().name() + ": " + text(imported.graph().get()) + " in place of " + expected);
            }
        }
        assertThat(different).isEmpty();
        // Of the tests of old opsets alone, without those of the newest, a raised opset changes a seventh.
        assertThat(changed).isGreaterThan(models.size() / 8);
    }

    private static String text(Graph graph) {
        return GraphPrinter.print(graph);
    }

    private static ParsedModel with(ParsedModel model, List<OnnxNode> nodes, Map<String, OnnxTensor> initializers) {
        return new ParsedModel(
                model.irVersion(), model.opsets(), model.name(), nodes, initializers, model.inputs(), model.outputs());
    }

    @Test
    void defaultAttributes_writtenOut_changeNothing() {
        requireSame(model -> {
            List<OnnxNode> nodes = new ArrayList<>();
            boolean changed = false;
            for (OnnxNode node : model.nodes()) {
                Map<String, OnnxAttribute> attributes =
                        new LinkedHashMap<>(AttributeDefaults.of(node.domain(), node.op(), model.opset(node.domain())));
                attributes.putAll(node.attributes());
                changed |= attributes.size() > node.attributes().size();
                nodes.add(
                        new OnnxNode(node.name(), node.op(), node.domain(), node.inputs(), node.outputs(), attributes));
            }
            return changed ? with(model, nodes, model.initializers()) : model;
        });
    }

    /** Adds nodes and tensors of unsupported ops, types and domains. */
    @Test
    void nodesAndInitializers_unread_changeNothing() {
        requireSame(model -> {
            String input = model.inputs().isEmpty() ? "" : model.inputs().get(0).name();
            List<OnnxNode> nodes = new ArrayList<>();
            nodes.add(new OnnxNode("", "NonZero", "", List.of(input), List.of("dead.1"), Map.of()));
            nodes.addAll(model.nodes());
            nodes.add(new OnnxNode("", "Frobnicate", "none", List.of("dead.1", "dead.0"), List.of("dead.2"), Map.of()));
            Map<String, OnnxTensor> initializers = new LinkedHashMap<>(model.initializers());
            initializers.put(
                    "dead.0", new OnnxTensor("dead.0", ElementType.UINT64, List.of(1L), ByteBuffer.allocate(0)));
            return with(model, nodes, initializers);
        });
    }

    @Test
    void opset_raised_changesNothing() {
        requireSame(model -> {
            long opset = model.opset(ParsedModel.OWN_DOMAIN);
            boolean unchanged = opset >= UNCHANGED_SINCE
                    && opset < LAST_OPSET
                    && model.nodes().stream().noneMatch(node -> CHANGED_LATER.contains(node.op()));
            boolean earlier = opset >= 14
                    && opset < UNCHANGED_SINCE
                    && model.nodes().stream().allMatch(node -> SAME_SINCE_14.contains(node.op()));
            if (!unchanged && !earlier) {
                return model;
            }
            Map<String, Long> opsets = new HashMap<>(model.opsets());
            opsets.put(ParsedModel.OWN_DOMAIN, LAST_OPSET);
            return new ParsedModel(
                    model.irVersion(),
                    opsets,
                    model.name(),
                    model.nodes(),
                    model.initializers(),
                    model.inputs(),
                    model.outputs());
        });
    }
}
