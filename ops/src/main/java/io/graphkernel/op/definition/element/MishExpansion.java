package io.graphkernel.op.definition.element;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;

/**
 * tanh(softplus(x)) and its derivative from one exponential. With e = eˣ and n = e (e + 2), tanh(ln(1 + e)) = n / (n +
 * 2), and the derivative is 4 e (e + 1) / (n + 2)².
 *
 * @param exponential e, for x of at most {@link #LINEAR}
 * @param product n
 * @param reciprocal 1 / (n + 2)
 */
record MishExpansion(Node exponential, Node product, Node reciprocal) {

    /** Value of x from which the hyperbolic tangent is 1 in every dtype: 1 - n / (n + 2) is less than 2⁻⁸⁵. */
    static final double LINEAR = 30;

    static MishExpansion of(ExpansionBuilder b) throws TypeException {
        Node e = b.op("Exp", b.min(b.x(), LINEAR));
        Node n = b.mul(e, b.add(e, 2));
        return new MishExpansion(e, n, b.op("Reciprocal", b.add(n, 2)));
    }

    Node tanh(ExpansionBuilder b) throws TypeException {
        return b.mul(product, reciprocal);
    }

    /** Returns the derivative, which is less than 2⁻⁸⁴ at {@link #LINEAR}. */
    Node tanhGradient(ExpansionBuilder b) throws TypeException {
        Node rising = b.mul(exponential, reciprocal);
        Node falling = b.mul(b.add(exponential, 1), reciprocal);
        return b.mul(b.mul(rising, falling), 4);
    }
}
