package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.reader.OnnxGraph;
import io.graphkernel.processor.onnx.reader.ParsedModel.Port;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Rule of {@code If}. A condition known at compile time selects the branch; otherwise both branches are computed, which
 * have no side effects, and their results are selected.
 */
final class ConditionalRule {

    private ConditionalRule() {}

    static void addTo(OnnxOps ops) {
        ops.add("If", ConditionalRule::build);
    }

    private static List<OnnxValue> build(OnnxCall call) throws TypeException, UnsupportedNodeException {
        call.ignore("then_branch");
        call.ignore("else_branch");
        Optional<Number> condition = call.value(0).number();
        if (condition.isPresent()) {
            return branch(call, condition.get().doubleValue() != 0 ? "then_branch" : "else_branch");
        }
        List<OnnxValue> then = branch(call, "then_branch");
        List<OnnxValue> otherwise = branch(call, "else_branch");
        Node isTrue = call.reshaped(call.value(0).whole(call), List.of());
        List<OnnxValue> outputs = new ArrayList<>();
        for (int i = 0; i < then.size(); i++) {
            outputs.add(call.isUsed(i) ? selected(call, isTrue, then.get(i), otherwise.get(i)) : null);
        }
        return outputs;
    }

    /** Imports the used outputs of a branch. */
    private static List<OnnxValue> branch(OnnxCall call, String attribute) throws UnsupportedNodeException {
        OnnxGraph branch = call.subgraph(attribute);
        if (branch.outputs().size() != call.outputCount()) {
            throw new UnsupportedNodeException(
                    "its " + attribute + " has " + branch.outputs().size() + " outputs, not " + call.outputCount());
        }
        List<Port> used = new ArrayList<>();
        for (int i = 0; i < call.outputCount(); i++) {
            used.add(call.isUsed(i) ? branch.outputs().get(i) : Port.NONE);
        }
        return call.imported(branch.withOutputs(used), List.of(), UnaryOperator.identity());
    }

    private static OnnxValue selected(OnnxCall call, Node isTrue, OnnxValue then, OnnxValue otherwise)
            throws TypeException, UnsupportedNodeException {
        if (then.sequence().isPresent() || otherwise.sequence().isPresent()) {
            throw new UnsupportedNodeException("its branches give sequences, and its condition " + call.inputName(0)
                    + " is known only at the call");
        }
        if (then.numbers().isPresent()
                && then.type().equals(otherwise.type())
                && then.numbers().equals(otherwise.numbers())) {
            return then;
        }
        if (!then.type().equals(otherwise.type())) {
            throw new UnsupportedNodeException("its branches give " + then.type() + " and " + otherwise.type()
                    + ", and its condition " + call.inputName(0) + " is known only at the call");
        }
        return OnnxValue.of(call.op("Select", isTrue, then.whole(call), otherwise.whole(call)));
    }
}
