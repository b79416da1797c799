package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Rules of the contrib domain for activations, normalizations and products of floating-point numbers. */
final class ContribRules {

    private static final float NORM_EPSILON = 1e-12f;

    private ContribRules() {}

    static void addTo(OnnxOps ops) {
        ops.singleContrib("Gelu", call -> call.op("GeLUErf", call.in(0)));
        ops.singleContrib("BiasGelu", call -> call.op("GeLUErf", call.op("Add", call.in(0), call.in(1))));
        ops.singleContrib("FastGelu", call -> call.op("GeLU", plus(call, call.in(0), 1)));
        ops.singleContrib("QuickGelu", call -> {
            Node x = call.in(0);
            return call.ops().mul(x, call.op("Sigmoid", call.ops().mul(x, call.real("alpha", 1.702f))));
        });
        ops.singleContrib("FusedMatMul", ContribRules::product);
        ops.singleContrib("TransposeMatMul", ContribRules::product);
        ops.singleContrib("FusedConv", call -> {
            List<OnnxValue> operands = Arrays.asList(call.value(0), call.value(1), call.has(2) ? call.value(2) : null);
            return activated(call, plus(call, standard(ops, call, "Conv", operands), 3));
        });
        ops.singleContrib("FusedGemm", call -> {
            List<OnnxValue> operands = Arrays.asList(call.value(0), call.value(1), call.has(2) ? call.value(2) : null);
            return activated(call, standard(ops, call, "Gemm", operands));
        });
        ops.addContrib("SkipLayerNormalization", call -> afterSkip(call, 3, 4, RowNorms.LAYER));
        ops.addContrib("SkipSimplifiedLayerNormalization", call -> afterSkip(call, -1, 3, RowNorms.ROOT_MEAN_SQUARE));
        ops.addContrib("EmbedLayerNormalization", ContribRules::embedded);
        ops.addContrib("Trilu", ops.standard("Trilu"));
        ops.addContrib("GatherND", call -> ops.standard("GatherND").build(call.on(1, operands(call, 2))));
        ops.singleContrib("ExpandDims", call -> {
            List<Dim> dims = new ArrayList<>(call.dims(0));
            dims.add(call.axis(call.number(1).longValue(), dims.size() + 1), Dim.ONE);
            return MovementRules.same(call, call.reshaped(call.in(0), dims));
        });
    }

    private static List<OnnxValue> operands(OnnxCall call, int count) throws UnsupportedNodeException {
        List<OnnxValue> operands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            operands.add(call.value(i));
        }
        return operands;
    }

    /** Applies the rule of a standard op of the newest version. */
    static Node standard(OnnxOps ops, OnnxCall call, String op, List<OnnxValue> operands)
            throws TypeException, UnsupportedNodeException {
        OnnxValue result =
                ops.standard(op).build(call.on(OnnxOps.LAST_OPSET, operands)).get(0);
        return call.on(OnnxOps.LAST_OPSET, List.of(result)).in(0);
    }

    /** Adds an optional input. */
    private static Node plus(OnnxCall call, Node x, int input) throws TypeException, UnsupportedNodeException {
        return call.has(input) ? call.op("Add", x, call.in(input)) : x;
    }

    private static Node product(OnnxCall call) throws TypeException, UnsupportedNodeException {
        call.only("transBatchA", 0);
        call.only("transBatchB", 0);
        Node product = MatMulRules.product(
                call,
                turned(call, call.in(0), call.flag("transA", false)),
                turned(call, call.in(1), call.flag("transB", false)));
        double alpha = call.real("alpha", 1);
        return alpha == 1 ? product : call.ops().mul(product, alpha);
    }

    /** Transposes matrices; a vector is unchanged. */
    static Node turned(OnnxCall call, Node x, boolean transposes) throws TypeException {
        int rank = x.shape().rank();
        if (!transposes || rank < 2) {
            return x;
        }
        List<Long> order = new ArrayList<>(LongStream.range(0, rank - 2).boxed().toList());
        order.add(rank - 1L);
        order.add(rank - 2L);
        return call.transposed(x, order);
    }

    private static Node activated(OnnxCall call, Node x) throws TypeException, UnsupportedNodeException {
        String activation = call.text("activation", "");
        List<Float> numbers = new ArrayList<>(call.reals("activation_params", "activation_alpha"));
        float beta = (float) call.real("activation_beta", Double.NaN);
        if (!Float.isNaN(beta)) {
            numbers.add(beta);
        }
        int expected = switch (activation) {
            case "LeakyRelu" -> 1;
            case "Clip", "HardSigmoid" -> 2;
            default -> 0;
        };
        if (numbers.size() < expected) {
            throw new UnsupportedNodeException(
                    "its activation " + activation + " has " + numbers.size() + " of " + expected + " numbers");
        }
        ExpansionBuilder b = call.ops();
        return switch (activation) {
            case "" -> x;
            case "Relu" -> call.op("ReLU", x);
            case "Tanh", "Sigmoid" -> call.op(activation, x);
            case "LeakyRelu" -> b.select(b.op("Less", x, 0), b.mul(x, numbers.get(0)), x);
            case "Clip" -> b.min(b.max(x, numbers.get(0)), numbers.get(1));
            case "HardSigmoid" -> b.min(b.max(b.add(b.mul(x, numbers.get(0)), numbers.get(1)), 0), 1);
            default -> throw new UnsupportedNodeException("its activation is " + activation);
        };
    }

    /** Normalizes the sum of a layer, the layer around it, and a bias, which is the last result. */
    private static List<OnnxValue> afterSkip(OnnxCall call, int beta, int bias, RowNorms norm)
            throws TypeException, UnsupportedNodeException {
        Node sum = plus(call, call.op("Add", call.in(0), call.in(1)), bias);
        Node shift = beta >= 0 && call.has(beta) ? call.in(beta) : null;
        List<Long> axes = List.of(sum.shape().rank() - 1L);
        List<OnnxValue> results =
                new ArrayList<>(norm.of(call, sum, call.in(2), shift, axes, call.real("epsilon", NORM_EPSILON)));
        results.add(OnnxValue.of(sum));
        return results;
    }

    private static Node rows(OnnxCall call, int table, Node indices) throws TypeException, UnsupportedNodeException {
        return call.op("Gather", Attributes.NONE.with(Attributes.AXIS, 0L), call.in(table), indices);
    }

    /** Builds the normalized sum of embeddings, the lengths of the sequences, and the sum. */
    private static List<OnnxValue> embedded(OnnxCall call) throws TypeException, UnsupportedNodeException {
        call.ignore("mask_index_type");
        Node words = call.value(0).whole(call);
        List<Dim> dims = words.shape().dims();
        Node positions = call.has(8) ? call.value(8).whole(call) : call.positions(List.of(Dim.ONE, dims.get(1)), 1);
        Node sum = call.op("Add", rows(call, 2, words), rows(call, 3, positions));
        if (call.has(1) && call.has(4)) {
            sum = call.op("Add", sum, rows(call, 4, call.value(1).whole(call)));
        }
        List<OnnxValue> results = new ArrayList<>(
                RowNorms.LAYER.of(call, sum, call.in(5), call.in(6), List.of(2L), call.real("epsilon", NORM_EPSILON)));
        Node lengths = call.has(7)
                ? call.reduced(
                        "ReduceSum",
                        call.cast(call.ops().op("Equal", call.value(7).whole(call), 1), DataType.I32),
                        List.of(1L),
                        false)
                : call.expanded(call.add(Node.constant(0, DataType.I32)), List.of(dims.get(0)));
        return List.of(results.get(0), OnnxValue.of(lengths), OnnxValue.of(sum));
    }
}
