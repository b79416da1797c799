package io.graphkernel.processor.onnx.rule;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.processor.onnx.node.OnnxCall;
import io.graphkernel.processor.onnx.node.OnnxValue;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import java.util.ArrayList;
import java.util.List;

/** Rules of optimizer steps over any number of tensors, without in-place updates: new values are outputs. */
final class TrainingRules {

    private TrainingRules() {}

    static void addTo(OnnxOps ops) {
        ops.addTraining("Adagrad", call -> each(call, 2, TrainingRules::adagrad));
        ops.addTraining("Momentum", call -> each(call, 2, TrainingRules::momentum));
        ops.addTraining("Adam", call -> each(call, 3, TrainingRules::adam));
    }

    private interface Update {
        /** Returns the new value and states of one tensor, given value, gradient and states. */
        List<Node> of(OnnxCall call, Node rate, Node count, List<Node> tensor)
                throws TypeException, UnsupportedNodeException;
    }

    /**
     * Builds the steps. Inputs are rate, count, all values, all gradients, all first states, and so on; outputs start
     * with all values.
     */
    private static List<OnnxValue> each(OnnxCall call, int outputs, Update update)
            throws TypeException, UnsupportedNodeException {
        int kinds = outputs + 1;
        int tensors = (call.inputCount() - 2) / kinds;
        if (tensors < 1 || tensors * kinds != call.inputCount() - 2) {
            throw new UnsupportedNodeException("it has " + call.inputCount() + " inputs");
        }
        List<OnnxValue> results = new ArrayList<>();
        List<List<Node>> updated = new ArrayList<>();
        for (int i = 0; i < tensors; i++) {
            List<Node> tensor = new ArrayList<>();
            for (int kind = 0; kind < kinds; kind++) {
                tensor.add(call.in(2 + kind * tensors + i));
            }
            DataType dtype = tensor.get(0).dtype();
            updated.add(update.of(call, call.cast(call.in(0), dtype), call.cast(call.in(1), dtype), tensor));
        }
        for (int output = 0; output < outputs; output++) {
            for (List<Node> nodes : updated) {
                results.add(OnnxValue.of(nodes.get(output)));
            }
        }
        return results;
    }

    private static Node regularized(OnnxCall call, List<Node> tensor) throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        return b.add(b.mul(tensor.get(0), call.real("norm_coefficient", 0)), tensor.get(1));
    }

    private static List<Node> adagrad(OnnxCall call, Node rate, Node count, List<Node> tensor)
            throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        Node slower = b.div(rate, b.add(b.mul(count, call.real("decay_factor", 0)), 1));
        Node gradient = regularized(call, tensor);
        Node squares = b.add(tensor.get(2), b.mul(gradient, gradient));
        Node spread = b.add(call.op("Sqrt", squares), call.real("epsilon", 1e-6f));
        return List.of(b.sub(tensor.get(0), b.div(b.mul(slower, gradient), spread)), squares);
    }

    private static List<Node> momentum(OnnxCall call, Node rate, Node count, List<Node> tensor)
            throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        double alpha = call.real("alpha", 0);
        double beta = call.real("beta", 0);
        String mode = call.text("mode", "");
        Node gradient = regularized(call, tensor);
        Node first = call.op("Equal", count, call.number(0, count));
        Node share = b.select(first, call.number(1, count), call.number(beta, count));
        Node speed = b.add(b.mul(tensor.get(2), alpha), b.mul(gradient, share));
        Node step = switch (mode) {
            case "standard" -> speed;
            case "nesterov" -> b.add(gradient, b.mul(speed, alpha));
            default -> throw new UnsupportedNodeException("its mode is '" + mode + "'");
        };
        return List.of(b.sub(tensor.get(0), b.mul(rate, step)), speed);
    }

    private static List<Node> adam(OnnxCall call, Node rate, Node count, List<Node> tensor)
            throws TypeException, UnsupportedNodeException {
        ExpansionBuilder b = call.ops();
        double alpha = call.real("alpha", 0.9f);
        double beta = call.real("beta", 0.999f);
        Node gradient = regularized(call, tensor);
        Node mean = b.add(b.mul(tensor.get(2), alpha), b.mul(gradient, 1 - alpha));
        Node squares = b.add(b.mul(tensor.get(3), beta), b.mul(b.mul(gradient, gradient), 1 - beta));
        Node spread = b.add(call.op("Sqrt", squares), call.real("epsilon", 1e-6f));
        Node later = b.op("Greater", count, 0);
        Node ratio = b.div(
                call.op("Sqrt", b.sub(1, b.op("Pow", call.number(beta, count), count))),
                b.sub(1, b.op("Pow", call.number(alpha, count), count)));
        Node adjusted = b.select(later, b.mul(rate, ratio), rate);
        Node moved = b.sub(tensor.get(0), b.div(b.mul(adjusted, mean), spread));
        double further = 1 - call.real("norm_coefficient_post", 0);
        return List.of(further == 1 ? moved : b.mul(moved, further), mean, squares);
    }
}
