package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxRule;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Rules of the contrib domain for quantized values. An op of the form {@code QLinear…} is the standard op over
 * dequantized operands.
 */
final class ContribQuantizationRules {

    private static final String CHANNELS_LAST = "channels_last";

    private ContribQuantizationRules() {}

    static void addTo(OnnxOps ops) {
        ops.addContrib("QuantizeLinear", ops.standard("QuantizeLinear"));
        ops.addContrib("DequantizeLinear", ops.standard("DequantizeLinear"));
        for (String op : List.of("Add", "Mul")) {
            ops.singleContrib(
                    "QLinear" + op,
                    call -> quantized(call, standard(ops, call, op, decoded(call, 0), decoded(call, 3)), 6, 0));
        }
        for (String op : List.of("Sigmoid", "LeakyRelu", "ReduceMean")) {
            ops.singleContrib("QLinear" + op, call -> quantized(call, standard(ops, call, op, decoded(call, 0)), 3, 0));
        }
        for (String op : List.of("AveragePool", "GlobalAveragePool")) {
            ops.singleContrib("QLinear" + op, call -> {
                boolean last = call.flag(CHANNELS_LAST, false);
                Node y = standard(ops, call, op, channelsFirst(call, decoded(call, 0), last));
                return quantized(call, channelsLast(call, y, last), 3, 0);
            });
        }
        ops.singleContrib("QLinearSoftmax", call -> {
            OnnxCall inner = call.on(call.integer("opset", 13), List.of(OnnxValue.of(decoded(call, 0))));
            return quantized(call, node(call, ops.standard("Softmax").build(inner)), 3, 0);
        });
        ops.singleContrib("QLinearConcat", call -> {
            List<Node> operands = new ArrayList<>();
            for (int input = 2; input < call.inputCount(); input += 3) {
                operands.add(decoded(call, input));
            }
            return quantized(call, standard(ops, call, "Concat", operands.toArray(Node[]::new)), 0, 2);
        });
        ops.singleContrib("QLinearWhere", call -> {
            Node y = standard(ops, call, "Where", call.in(0), decoded(call, 1), decoded(call, 4));
            return quantized(call, y, 7, 1);
        });
        ops.singleContrib("QLinearConv", call -> {
            boolean last = call.flag(CHANNELS_LAST, false);
            List<OnnxValue> operands = operands(call, 0, 1, 2, 3, 4, 5, 6, 7, 8);
            operands.set(0, OnnxValue.of(channelsFirst(call, call.in(0), last)));
            return channelsLast(call, QuantizationRules.convolution(call.on(OnnxOps.LAST_OPSET, operands)), last);
        });
        ops.singleContrib("NhwcMaxPool", call -> {
            Node y = standard(ops, call, "MaxPool", channelsFirst(call, call.in(0), true));
            return channelsLast(call, y, true);
        });
        ops.singleContrib("QGemm", ContribQuantizationRules::affine);
        ops.singleContrib("MatMulIntegerToFloat", call -> scaled(call, operands(call, 0, 1, 4, 5), 3, 6));
        ops.singleContrib("DynamicQuantizeMatMul", ContribQuantizationRules::dynamicProduct);
        ops.singleContrib("MatMulNBits", BlockWeights::product);
    }

    private static List<OnnxValue> operands(OnnxCall call, int... inputs) throws UnsupportedNodeException {
        List<OnnxValue> operands = new ArrayList<>();
        for (int input : inputs) {
            operands.add(call.has(input) ? call.value(input) : null);
        }
        return operands;
    }

    private static Node node(OnnxCall call, List<OnnxValue> results) throws UnsupportedNodeException {
        return call.on(OnnxOps.LAST_OPSET, List.of(results.get(0))).in(0);
    }

    private static Node standard(OnnxOps ops, OnnxCall call, String op, Node... operands)
            throws TypeException, UnsupportedNodeException {
        List<OnnxValue> values = Arrays.stream(operands).map(OnnxValue::of).toList();
        OnnxRule rule = ops.standard(op);
        return node(call, rule.build(call.on(OnnxOps.LAST_OPSET, values)));
    }

    /** Returns an input with its scale and zero point, which are the next inputs, as real numbers. */
    private static Node decoded(OnnxCall call, int input) throws TypeException, UnsupportedNodeException {
        Node zero = call.has(input + 2) ? one(call, input + 2) : null;
        return QuantizationRules.dequantized(call, call.value(input).whole(call), one(call, input + 1), zero);
    }

    /** Returns an input of one element as a scalar. */
    private static Node one(OnnxCall call, int input) throws TypeException, UnsupportedNodeException {
        return call.reshaped(call.value(input).whole(call), List.of());
    }

    /** Quantizes a result with the scale of an input, the zero point of the next one, and the dtype of a third one. */
    private static Node quantized(OnnxCall call, Node y, int scale, int like)
            throws TypeException, UnsupportedNodeException {
        Node zero = call.has(scale + 1) ? one(call, scale + 1) : call.add(Node.constant(0, call.dtype(like)));
        return QuantizationRules.quantized(call, y, one(call, scale), zero, call.dtype(like));
    }

    private static Node channelsFirst(OnnxCall call, Node x, boolean areLast) throws TypeException {
        int rank = x.shape().rank();
        List<Long> order = new ArrayList<>(List.of(0L, rank - 1L));
        order.addAll(LongStream.range(1, rank - 1).boxed().toList());
        return areLast ? call.transposed(x, order) : x;
    }

    private static Node channelsLast(OnnxCall call, Node x, boolean areLast) throws TypeException {
        int rank = x.shape().rank();
        List<Long> order = new ArrayList<>(List.of(0L));
        order.addAll(LongStream.range(2, rank).boxed().toList());
        order.add(1L);
        return areLast ? call.transposed(x, order) : x;
    }

    /**
     * Returns an integer product times the scales of both operands, plus a bias.
     *
     * @param operands both operands and their zero points
     * @param scale input with the scale of the second operand; that of the first is the one before
     * @param bias input with the bias
     */
    private static Node scaled(OnnxCall call, List<OnnxValue> operands, int scale, int bias)
            throws TypeException, UnsupportedNodeException {
        Node ofRows = QuantizationRules.spread(call, scale - 1, 0, -2);
        return scaled(call, operands, ofRows, scale, bias);
    }

    private static Node scaled(OnnxCall call, List<OnnxValue> operands, Node ofRows, int scale, int bias)
            throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        Node sum = IntegerMatMulRule.build(call.on(OnnxOps.LAST_OPSET, operands));
        Node factor = b.mul(ofRows, QuantizationRules.spread(call, scale, 1, -1));
        Node y = b.mul(call.cast(sum, DataType.F32), factor);
        return call.has(bias) ? b.add(y, call.in(bias)) : y;
    }

    private static Node dynamicProduct(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<OnnxValue> rows = QuantizationRules.dynamic(call);
        List<OnnxValue> weights = operands(call, 1, 3);
        Node scale = node(call, rows.subList(1, 2));
        return scaled(call, Arrays.asList(rows.get(0), weights.get(0), rows.get(2), weights.get(1)), scale, 2, 4);
    }

    /** Builds QGemm, whose bias has the scale of the product. */
    private static Node affine(OnnxCall call) throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        boolean turned = call.flag("transB", false);
        Node left = ContribRules.turned(call, QuantizationRules.centred(call, 0, 2, -2), call.flag("transA", false));
        Node right = ContribRules.turned(call, QuantizationRules.centred(call, 3, 5, turned ? 0 : 1), turned);
        Node sum = MatMulRules.product(call, left, right);
        if (call.has(6)) {
            sum = b.add(sum, call.cast(call.in(6), DataType.F64));
        }
        Node ofColumns = call.in(4);
        Node scale = b.mul(one(call, 1), ofColumns.shape().dims().equals(List.of(Dim.ONE)) ? one(call, 4) : ofColumns);
        Node y = b.mul(b.mul(sum, call.cast(scale, DataType.F64)), call.real("alpha", 1));
        return call.has(7) ? quantized(call, y, 7, 0) : call.cast(y, DataType.F32);
    }
}
