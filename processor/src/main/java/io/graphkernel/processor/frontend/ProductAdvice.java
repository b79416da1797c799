package io.graphkernel.processor.frontend;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which call of a matrix product fits, where the one that is written does not. */
final class ProductAdvice {

    private static final Set<String> PRODUCTS = Set.of("MatMul", "BatchMatMul");

    private ProductAdvice() {}

    /** The advice; empty for other ops, and where no product of the operands fits. */
    static Optional<String> of(OpArguments arguments, List<Node> operands) {
        if (!PRODUCTS.contains(arguments.row().name()) || operands.size() != 2) {
            return Optional.empty();
        }
        Shape a = operands.get(0).shape();
        Shape b = operands.get(1).shape();
        if (a.isRankless() || b.isRankless() || a.rank() < 2 || b.rank() < 2) {
            return Optional.empty();
        }
        boolean matrices = a.rank() == 2 && b.rank() == 2;
        String x = Javac.text(arguments.operandPath(0).getLeaf());
        String y = Javac.text(arguments.operandPath(1).getLeaf());
        String call = (matrices ? arguments.javaName() : "batchMatMul") + "(" + x + ", " + y;
        boolean firstGiven = arguments.attributes().flag(Attributes.TRANSPOSE_A);
        boolean secondGiven = arguments.attributes().flag(Attributes.TRANSPOSE_B);
        for (boolean[] turned : new boolean[][] {
            {firstGiven, secondGiven},
            {firstGiven, !secondGiven},
            {!firstGiven, secondGiven},
            {!firstGiven, !secondGiven}
        }) {
            if (columns(a, turned[0]).equals(rows(b, turned[1]))) {
                String flags = turned[0] || turned[1] ? ", " + turned[0] + ", " + turned[1] : "";
                String advice = call + flags + ") fits";
                boolean foldable = a.rank() > 2 && b.rank() == 2 && !turned[0];
                return Optional.of(
                        foldable
                                ? advice + ": " + y + " is the same for all of " + x + "; so does matMul, with reshape("
                                        + x + ", -1, " + columns(a, false) + ")"
                                : advice);
            }
        }
        return Optional.empty();
    }

    private static Dim columns(Shape shape, boolean turned) {
        return shape.dims().get(shape.rank() - (turned ? 2 : 1));
    }

    private static Dim rows(Shape shape, boolean turned) {
        return shape.dims().get(shape.rank() - (turned ? 1 : 2));
    }
}
