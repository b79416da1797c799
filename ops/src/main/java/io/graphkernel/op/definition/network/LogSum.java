package io.graphkernel.op.definition.network;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Logarithm of a sum of exponentials, of several tensors or along the last axis of one; -∞ if all terms are -∞.
 *
 * @param terms exponents, one or more
 */
record LogSum(List<Node> terms) {

    Node logarithm(ExpansionBuilder b) throws TypeException {
        Node largest = combined(b, "ReduceMax", "Maximum", terms);
        Node isImpossible = b.op("Equal", largest, Double.NEGATIVE_INFINITY);
        Node base = b.select(isImpossible, b.number(0, largest), largest);
        List<Node> exponentials = new ArrayList<>();
        for (Node term : terms) {
            exponentials.add(b.op("Exp", b.sub(term, base)));
        }
        Node sum = combined(b, "ReduceSum", "Add", exponentials);
        Node logarithm = b.add(b.op("Log", b.select(isImpossible, b.number(1, sum), sum)), base);
        return b.select(isImpossible, largest, logarithm);
    }

    /** Returns the tangent of the logarithm; terms that are -∞ have none. */
    Node tangent(ExpansionBuilder b, Node... tangents) throws TypeException {
        Node logarithm = logarithm(b);
        List<Node> weighted = new ArrayList<>();
        for (int i = 0; i < terms.size(); i++) {
            Node term = terms.get(i);
            Node isImpossible = b.op("Equal", term, Double.NEGATIVE_INFINITY);
            Node exponent = b.select(isImpossible, b.number(0, term), b.sub(term, logarithm));
            Node share = b.mul(b.op("Exp", exponent), tangents[i]);
            weighted.add(b.select(isImpossible, b.number(0, share), share));
        }
        return combined(b, "ReduceSum", "Add", weighted);
    }

    private static Node combined(ExpansionBuilder b, String reduction, String binary, List<Node> values)
            throws TypeException {
        if (values.size() == 1) {
            return b.reduce(reduction, values.get(0), b.axes(-1), true);
        }
        Node value = values.get(0);
        for (Node next : values.subList(1, values.size())) {
            value = b.op(binary, value, next);
        }
        return value;
    }
}
