package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How much ops compute: the cost of each for as many elements as it goes over, as a polynomial of the sizes. */
final class Work {

    private Work() {}

    /** Whether some ops are certain not to compute more than others, for all sizes from 1. */
    static boolean isAtMost(Collection<Value> ops, Collection<Value> others) {
        Dim difference = of(others).minus(of(ops));
        Map<String, Dim> fromOne = new HashMap<>();
        difference.symbols().forEach(symbol -> fromOne.put(symbol, new Dim.Symbol(symbol).plus(Dim.ONE)));
        return difference.substitute(fromOne).isNonNegative();
    }

    private static Dim of(Collection<Value> ops) {
        Dim sum = Dim.ZERO;
        for (Value op : ops) {
            if (op.node().isOperation()) {
                sum = sum.plus(elements(op).times(Dim.of(cost(op))));
            }
        }
        return sum;
    }

    private static int cost(Value op) {
        return op.row().cost(op.operands().stream().map(Value::node).toList());
    }

    private static Dim elements(Value op) {
        boolean reduces = OpTable.get().is(op.node(), OpKind.REDUCTION);
        Shape shape = reduces ? op.operands().get(0).node().shape() : op.node().shape();
        // More parameters broadcast together have more elements: their product stands for these.
        List<Dim> dims = new ArrayList<>(shape.declared().dims());
        shape.parameters().forEach(parameter -> dims.add(new Dim.Symbol(parameter)));
        return Dim.product(dims);
    }
}
