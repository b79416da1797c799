package io.graphkernel.processor.frontend.advice;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.value.OpArguments;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Advice on the matmul op to use for the shapes of the operands. */
final class MatMulAdvice {

    private static final Set<String> MATMULS = Set.of("MatMul", "BatchMatMul");

    private MatMulAdvice() {}

    /** Returns the advice; empty for other ops, and if no matmul accepts the operands. */
    static Optional<String> of(OpArguments arguments, List<Node> operands) {
        if (!MATMULS.contains(arguments.row().name()) || operands.size() != 2) {
            return Optional.empty();
        }
        Shape a = operands.get(0).shape();
        Shape b = operands.get(1).shape();
        if (a.isUnranked() || b.isUnranked() || a.rank() < 2 || b.rank() < 2) {
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
