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

    /**
     * The product of the other elements: without a zero among them the whole one divided by x, with one that zero times the
     * others, with more 0. The zero stays a factor so that the rule has the right derivative itself.
     */
    static Node product(GradientBuilder b) throws TypeException {
        Zeros x = Zeros.of(b);
        Node count = b.sub(b.spread(b.reduceAsAsked("ReduceSum", x.ones), b.x()), x.ones);
        Node zero = b.sub(b.spread(b.reduceAsAsked("ReduceSum", x.zeros), b.x()), x.zeros);
        Node product = b.mul(b.dy(), b.reduceAsAsked("ReduceProd", x.others));
        Node others = b.div(b.spread(product, b.x()), x.others);
        Node ofOne = b.select(b.op("Equal", count, 1), b.mul(others, zero), 0);
        return b.select(b.op("Equal", count, 0), others, ofOne);
    }

    /** The sum from the other end. */
    static Node sums(GradientBuilder b) throws TypeException {
        return fromOtherEnd(b, b.dy());
    }

    /**
     * Of running products the sum, from the other end, of dy times the product of the other elements, as {@link #product} has
     * it: of a running product with so many zeros, with one less for an element that is a zero itself.
     */
    static Node products(GradientBuilder b) throws TypeException {
        Zeros x = Zeros.of(b);
        Node count = b.call("CumSum", Map.of(), b.cast(x.are, DType.I64));
        Node zero = b.call("CumSum", Map.of(), x.zeros);
        Node product = b.mul(b.dy(), b.call("CumProd", Map.of(), x.others));
        Node withOne = b.op("Equal", count, 1);
        Node ofOne = b.select(withOne, b.mul(product, zero), 0);
        Node ofOthers = b.div(fromOtherEnd(b, b.select(b.op("Equal", count, 0), product, ofOne)), x.others);
        Node withTwo = b.op("Equal", count, 2);
        Node ofTwo = b.select(withTwo, b.mul(product, zero), 0);
        Node twice = fromOtherEnd(b, b.select(withTwo, product, 0));
        Node ofZero = b.sub(fromOtherEnd(b, b.select(withOne, product, ofTwo)), b.mul(twice, x.zeros));
        return b.select(x.are, ofZero, ofOthers);
    }

    /**
     * The factors of a product.
     *
     * @param are whether they are zeros
     * @param ones 1 for each zero
     * @param zeros x where it is one, else 0: the value is 0, but not its derivative
     * @param others x where it is none, else 1
     */
    private record Zeros(Node are, Node ones, Node zeros, Node others) {

        static Zeros of(GradientBuilder b) throws TypeException {
            Node x = b.x();
            Node are = b.op("Equal", x, 0);
            return new Zeros(are, b.castLike(are, x), b.select(are, x, 0), b.select(are, b.number(1, x), x));
        }
    }

    private static Node fromOtherEnd(GradientBuilder b, Node x) throws TypeException {
        return b.call("CumSum", Map.of("reverse", !b.flag("reverse")), x);
    }
}
