package io.graphkernel.processor.onnx;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;

/** What the calls of an op become. */
@FunctionalInterface
interface OnnxRule {

    /**
     * Builds the ops.
     *
     * @param call the node, and what it reads
     * @return its outputs; null, or none, for those that nobody wants
     * @throws TypeException if our ops do not take these operands
     * @throws Refused if the node cannot be had
     */
    List<OnnxValue> build(OnnxCall call) throws TypeException, Refused;

    /** A rule with one output, which is a node. */
    @FunctionalInterface
    interface Single {

        /**
         * Builds the ops.
         *
         * @param call the node, and what it reads
         * @return its output
         * @throws TypeException if our ops do not take these operands
         * @throws Refused if the node cannot be had
         */
        Node build(OnnxCall call) throws TypeException, Refused;
    }

    static OnnxRule of(Single rule) {
        return call -> List.of(OnnxValue.of(rule.build(call)));
    }
}
