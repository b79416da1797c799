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
import java.util.List;

/** Rules of losses with class indices. */
final class LossRules {

    private LossRules() {}

    static void addTo(OnnxOps ops) {
        ops.single("NegativeLogLikelihoodLoss", call -> loss(call, call.in(0)));
        ops.add("SoftmaxCrossEntropyLoss", call -> {
            Node logarithms = call.op("LogSoftmax", Attributes.NONE.with(Attributes.AXIS, 1L), call.in(0));
            return List.of(OnnxValue.of(loss(call, logarithms)), OnnxValue.of(logarithms));
        });
    }

    private static Node loss(OnnxCall call, Node logarithms) throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        String reduction = call.text("reduction", "mean");
        List<Dim> dims = logarithms.shape().dims();
        Node classes = call.cast(call.in(1), DataType.I64);
        List<Dim> apart = new ArrayList<>(classes.shape().dims());
        apart.add(1, Dim.ONE);
        Node isClass = call.op("Equal", call.positions(dims, 1), call.reshaped(classes, apart));
        Node taken = call.reduced("ReduceSum", b.select(isClass, logarithms, 0), List.of(1L), false);
        Node weight = null;
        if (call.has(2)) {
            Node weights = NormalizationRules.channels(call, call.in(2), dims.size());
            weight = call.reduced("ReduceSum", b.select(isClass, weights, 0), List.of(1L), false);
        }
        if (call.has("ignore_index")) {
            Node counts = b.op("NotEqual", classes, call.integer("ignore_index", 0));
            Node one = weight == null ? b.number(1, logarithms) : weight;
            weight = b.select(counts, one, b.number(0, logarithms));
            taken = b.select(counts, taken, 0);
        }
        Node loss = call.op("Neg", weight == null ? taken : b.mul(taken, weight));
        return switch (reduction) {
            case "none" -> loss;
            case "sum" -> call.reduced("ReduceSum", loss, List.of(), false);
            case "mean" ->
                weight == null
                        ? call.reduced("ReduceMean", loss, List.of(), false)
                        : b.div(
                                call.reduced("ReduceSum", loss, List.of(), false),
                                call.reduced("ReduceSum", weight, List.of(), false));
            default -> throw new UnsupportedNodeException("its reduction is " + reduction);
        };
    }
}
