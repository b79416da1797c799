package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;

/** Gradient rules of basic elementwise ops, where they take more than one line. */
final class ElementwiseGradients {

    private ElementwiseGradients() {}

    /** -dy · (x / y) / y. */
    static Node divisor(GradientBuilder b) throws TypeException {
        return b.op("Neg", b.div(b.mul(b.dy(), b.result()), b.operand("y")));
    }
}
