package io.graphkernel.op.definition.reduction;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;
import java.util.Map;

/** Gradient rules of reductions and scans. */
final class ReductionGradients {

    private ReductionGradients() {}

    /**
     * Distributes dy evenly among the extreme elements, including NaN, which is the result. The extreme is recomputed
     * from x at the precision of x, since the result may have been rounded.
     */
    static Node extreme(GradientBuilder b, String reduction) throws TypeException {
        Node x = b.x();
        Node extreme = b.spread(b.reduceWithAttributes(reduction, x), x);
        Node chosen = b.op("LogicalOr", b.op("Equal", x, extreme), b.op("NotEqual", x, x));
        Node count = b.reduceWithAttributes("ReduceSum", b.castLike(chosen, x));
        return b.select(chosen, b.spread(b.div(b.dy(), count), x), 0);
    }

    /**
     * Multiplies the other elements: without a zero among them the whole product divided by x; with one, that zero
     * times the others; with more, 0. The zero remains a factor so that the rule itself is differentiable. An infinite
     * element counts as a factor of 1 or -1 in these products; with one among the others their product is infinite.
     */
    static Node product(GradientBuilder b) throws TypeException {
        Node infinite = b.op("IsInf", b.x());
        Node finite = b.select(infinite, b.op("Sign", b.x()), b.x());
        Node infinities = b.castLike(infinite, b.x());
        Node ofOthers = b.sub(b.spread(b.reduceWithAttributes("ReduceSum", infinities), b.x()), infinities);
        Node slope = product(b, Zeros.of(b, finite));
        return b.select(b.op("Equal", ofOthers, 0), slope, b.mul(slope, Double.POSITIVE_INFINITY));
    }

    private static Node product(GradientBuilder b, Zeros x) throws TypeException {
        Node count = b.sub(b.spread(b.reduceWithAttributes("ReduceSum", x.ones), b.x()), x.ones);
        Node zero = b.sub(b.spread(b.reduceWithAttributes("ReduceSum", x.zeros), b.x()), x.zeros);
        Node product = b.mul(b.dy(), b.reduceWithAttributes("ReduceProd", x.others));
        Node others = b.div(b.spread(product, b.x()), x.others);
        Node ofOne = b.select(b.op("Equal", count, 1), b.mul(others, zero), 0);
        return b.select(b.op("Equal", count, 0), others, ofOne);
    }

    /** Returns the reversed running sum. */
    static Node sums(GradientBuilder b) throws TypeException {
        return fromOtherEnd(b, b.dy());
    }

    /**
     * Returns the reversed running sum of dy times the product of the other elements, see {@link #product}. Running
     * products are grouped by the count of zeros, without the element itself.
     */
    static Node products(GradientBuilder b) throws TypeException {
        Zeros x = Zeros.of(b, b.x());
        Node count = b.call("CumSum", Map.of(), b.cast(x.are, DataType.I64));
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
     * Returns, for each element, the sum of the cotangents of the results for which it is the last extreme element. A
     * NaN counts as an extreme.
     */
    static Node runningExtreme(GradientBuilder b, String scan) throws TypeException {
        Node x = b.x();
        Node extreme = b.call(scan, Map.of("exclusive", false), x);
        Node chosen = b.op("LogicalOr", b.op("Equal", x, extreme), b.op("NotEqual", x, x));
        Node position = b.index(b.dims(x), b.axes("axis"));
        boolean reverse = b.flag("reverse");
        double none = reverse ? -(AlongAxis.NOWHERE / 2) : AlongAxis.NOWHERE;
        Node last = b.call(reverse ? "CumMin" : "CumMax", Map.of(), b.select(chosen, position, none));
        return AlongAxis.scatteredSum(b, b.dy(), last);
    }

    /**
     * Factors of a product.
     *
     * @param are true for zeros
     * @param ones 1 for each zero
     * @param zeros x where it is zero, otherwise 0: the value is 0, but not its derivative
     * @param others x where it is nonzero, otherwise 1
     */
    private record Zeros(Node are, Node ones, Node zeros, Node others) {

        static Zeros of(GradientBuilder b, Node x) throws TypeException {
            Node are = b.op("Equal", x, 0);
            return new Zeros(are, b.castLike(are, x), b.select(are, x, 0), b.select(are, b.number(1, x), x));
        }
    }

    private static Node fromOtherEnd(GradientBuilder b, Node x) throws TypeException {
        return b.call("CumSum", Map.of("reverse", !b.flag("reverse")), x);
    }
}
