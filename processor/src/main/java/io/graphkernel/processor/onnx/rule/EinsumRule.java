package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/** Rule of Einsum, which is the op of the same name. */
final class EinsumRule {

    private EinsumRule() {}

    static Node build(OnnxCall call) throws TypeException, UnsupportedNodeException {
        List<Node> operands = new ArrayList<>();
        for (int input = 0; input < call.inputCount(); input++) {
            operands.add(call.value(input).whole(call));
        }
        String equation = call.text("equation", "");
        return call.op("Einsum", Attributes.NONE.with("subscripts", equation), operands.toArray(Node[]::new));
    }
}
