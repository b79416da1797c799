package io.graphkernel.op.definition.random;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;

/**
 * Gamma distribution by the method of Marsaglia and Tsang: d · v with v = (1 + c · x)³ for normal x, accepted with a
 * probability of more than 0.95 by a uniform number.
 */
final class GammaTries {

    /** Number of tries: all of them are rejected with a probability below 1e-9. */
    private static final int TRIES = 7;

    /** Random numbers of each element: two for each try, and one for concentrations below 1. */
    private static final int NUMBERS = 2 * TRIES + 1;

    private final ExpansionBuilder b;
    private final Node first;

    private GammaTries(ExpansionBuilder b) throws TypeException {
        this.b = b;
        this.first = b.mul(b.rowMajorIndex(b.dims("dims")), NUMBERS);
    }

    static Node of(ExpansionBuilder b) throws TypeException {
        GammaTries tries = new GammaTries(b);
        Node concentration = b.operand("concentration");
        Node isSmall = b.op("Less", concentration, 1);
        Node size = b.sub(b.select(isSmall, b.add(concentration, 1), concentration), b.number(1.0 / 3, concentration));
        Node factor = tries.accepted(size);
        Node uniform = b.sub(1, tries.random("PhiloxUniform", NUMBERS - 1));
        Node power = b.op("Pow", uniform, b.op("Reciprocal", concentration));
        Node number = b.mul(b.mul(factor, size), b.select(isSmall, power, 1));
        return b.div(number, b.operand("rate"));
    }

    private Node random(String function, int number) throws TypeException {
        return b.op(function, b.add(first, number), b.operand("seed"), b.operand("seed2"));
    }

    /** Returns v of the first try that is accepted. */
    private Node accepted(Node size) throws TypeException {
        Node step = b.op("Reciprocal", b.op("Sqrt", b.mul(size, 9)));
        Node accepted = null;
        for (int i = TRIES - 1; i >= 0; i--) {
            Node normal = random("PhiloxNormal", 2 * i);
            Node shift = b.mul(normal, step);
            Node base = b.add(shift, 1);
            Node value = b.mul(b.square(base), base);
            Node isAccepted = b.op("Less", b.op("Log", random("PhiloxUniform", 2 * i + 1)), bound(size, normal, shift));
            Node isUsed = b.op("LogicalAnd", b.op("Greater", base, 0), isAccepted);
            accepted = b.select(isUsed, value, accepted == null ? b.number(1, value) : accepted);
        }
        return accepted;
    }

    /** x² / 2 + d · (1 - v + ln v), where the difference of 1 and v is that of w = c · x: 3 · w + 3 · w² + w³. */
    private Node bound(Node size, Node normal, Node shift) throws TypeException {
        Node polynomial = b.mul(b.add(b.mul(b.add(shift, 3), shift), 3), shift);
        Node logarithm = b.mul(b.op("Log1p", shift), 3);
        return b.add(b.mul(b.square(normal), 0.5), b.mul(b.sub(logarithm, polynomial), size));
    }
}
