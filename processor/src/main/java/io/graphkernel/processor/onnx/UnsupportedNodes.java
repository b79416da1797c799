package io.graphkernel.processor.onnx;

import io.graphkernel.processor.onnx.OnnxImporter.UnsupportedNode;
import io.graphkernel.processor.onnx.reader.OnnxNode;
import io.graphkernel.processor.onnx.reader.ParsedModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Unsupported nodes of a model, with the values that are missing because of them. */
final class UnsupportedNodes {

    private final ParsedModel model;
    private final List<UnsupportedNode> nodes = new ArrayList<>();
    /** Outputs of rejected nodes, whose users are not reported again. */
    private final Set<String> missing = new HashSet<>();

    UnsupportedNodes(ParsedModel model) {
        this.model = model;
    }

    /** Returns all rejected nodes, inputs and outputs, in the order of the model. */
    List<UnsupportedNode> nodes() {
        return List.copyOf(nodes);
    }

    /** Returns the number of rejected nodes, inputs and outputs. */
    int count() {
        return nodes.size();
    }

    void reject(OnnxNode node, String reason) {
        String op = node.domain().isEmpty() ? node.op() : node.domain() + "." + node.op();
        nodes.add(new UnsupportedNode(node.title(), op, model.opset(node.domain()), reason));
    }

    /** Rejects an input, an output or a tensor. */
    void reject(String name, String kind, String reason) {
        nodes.add(new UnsupportedNode(name, kind, model.opset(ParsedModel.OWN_DOMAIN), reason));
    }

    void addMissing(String name) {
        missing.add(name);
    }

    /** Returns true if a value is missing because a node was rejected. */
    boolean isMissing(String name) {
        return missing.contains(name);
    }
}
