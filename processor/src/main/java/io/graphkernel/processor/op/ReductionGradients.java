package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.Map;

/** Gradient rules of reductions and scans. */
final class ReductionGradients {

    private ReductionGradients() {}

    /**
     * dy shared out evenly among the elements that are the extreme; a NaN is, as it is the result. The extreme is computed from
     * x again, with as many digits as x has here: the result may have been rounded since.
     */
    static Node extreme(GradientBuilder b, String reduction) throws TypeException {
        Node x = b.x();
        Node extreme = b.spread(b.reduceAsAsked(reduction, x), x);
        Node chosen = b.op("LogicalOr", b.op("Equal", x, extreme), b.op("NotEqual", x, x));
        Node count = b.reduceAsAsked("ReduceSum", b.castLike(chosen, x));
        return b.select(chosen, b.spread(b.div(b.dy(), count), x), 0);
    }

    /** The product of the other elements: a single zero takes the product without it, and two make all others 0. */
    static Node product(GradientBuilder b) throws TypeException {
        Node x = b.x();
        Node isZero = b.op("Equal", x, 0);
        Node zeros = b.spread(b.reduceAsAsked("ReduceSum", b.castLike(isZero, x)), x);
        Node others = b.spread(b.mul(b.dy(), b.reduceAsAsked("ReduceProd", b.select(isZero, b.number(1, x), x))), x);
        Node ofZero = b.select(b.op("Equal", zeros, 1), others, 0);
        Node ofOthers = b.select(b.op("Equal", zeros, 0), b.div(others, x), 0);
        return b.select(isZero, ofZero, ofOthers);
    }

    /** The sum from the other end. */
    static Node sums(GradientBuilder b) throws TypeException {
        return fromOtherEnd(b, b.dy());
    }

    /**
     * Of the running product y: before the first zero Σ dy · y / x from the other end, at it the same sum with a 1 in place of
     * the zero, after it 0. An element that is left out of its own product is left out of its own sum.
     */
    static Node products(GradientBuilder b) throws TypeException {
        Node x = b.x();
        Node isZero = b.op("Equal", x, 0);
        Node count = b.cast(isZero, DType.I64);
        Node before = b.call("CumSum", Map.of("exclusive", true), count);
        Node isFirst = b.op("LogicalAnd", isZero, b.op("Equal", before, 0));
        Node filled = b.call("CumProd", Map.of(), b.select(isFirst, b.number(1, x), x));
        Node ofFirst = fromOtherEnd(b, b.mul(b.dy(), filled));
        Node ofEarlier = b.div(fromOtherEnd(b, b.mul(b.dy(), b.result())), x);
        return b.select(b.op("Equal", before, 0), b.select(isZero, ofFirst, ofEarlier), 0);
    }

    private static Node fromOtherEnd(GradientBuilder b, Node x) throws TypeException {
        return b.call("CumSum", Map.of("reverse", !b.flag("reverse")), x);
    }
}
