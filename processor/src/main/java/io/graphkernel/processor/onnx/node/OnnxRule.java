package io.graphkernel.processor.onnx.node;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import java.util.List;

/** Lowering rule of an ONNX op. */
@FunctionalInterface
public interface OnnxRule {

    /**
     * Builds the ops.
     *
     * @param call the node with its inputs
     * @return outputs; null or missing for unused ones
     * @throws TypeException if the operands violate a type rule
     * @throws UnsupportedNodeException if the node is unsupported
     */
    List<OnnxValue> build(OnnxCall call) throws TypeException, UnsupportedNodeException;

    /** Rule with one output, which is a node. */
    @FunctionalInterface
    interface Single {

        /**
         * Builds the ops.
         *
         * @param call the node with its inputs
         * @return the output
         * @throws TypeException if the operands violate a type rule
         * @throws UnsupportedNodeException if the node is unsupported
         */
        Node build(OnnxCall call) throws TypeException, UnsupportedNodeException;
    }

    static OnnxRule of(Single rule) {
        return call -> List.of(OnnxValue.of(rule.build(call)));
    }
}
