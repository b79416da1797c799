package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Shape;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compute cost of ops: the cost of each op times its number of elements, as a polynomial over the sizes. */
final class ArithmeticCost {

    private ArithmeticCost() {}

    /** Returns true if some ops provably compute at most as much as others, for all sizes from 1. */
    static boolean isAtMost(Collection<RewriteValue> ops, Collection<RewriteValue> bounds) {
        Dim difference = of(bounds).minus(of(ops));
        Map<String, Dim> fromOne = new HashMap<>();
        difference.symbols().forEach(symbol -> fromOne.put(symbol, new Dim.Symbol(symbol).plus(Dim.ONE)));
        return difference.substitute(fromOne).isNonNegative();
    }

    private static Dim of(Collection<RewriteValue> ops) {
        Dim sum = Dim.ZERO;
        for (RewriteValue op : ops) {
            if (op.node().isOperation()) {
                sum = sum.plus(elements(op).times(Dim.of(cost(op))));
            }
        }
        return sum;
    }

    private static int cost(RewriteValue op) {
        return op.row().cost(op.operands().stream().map(RewriteValue::node).toList());
    }

    private static Dim elements(RewriteValue op) {
        boolean reduces = OpTable.get().is(op.node(), OpKind.REDUCTION);
        Shape shape = reduces ? op.operands().get(0).node().shape() : op.node().shape();
        // Broadcasting several parameters has more elements than each; their product is the estimate.
        List<Dim> dims = new ArrayList<>(shape.declared().dims());
        shape.parameters().forEach(parameter -> dims.add(new Dim.Symbol(parameter)));
        return Dim.product(dims);
    }
}
