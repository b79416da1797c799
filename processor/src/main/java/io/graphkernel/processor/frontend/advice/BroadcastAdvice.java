package io.graphkernel.processor.frontend.advice;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.value.OpArguments;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Advice for two operands of which one has the dims of the other, but not aligned at the end. */
final class BroadcastAdvice {

    private BroadcastAdvice() {}

    /** Returns the advice; empty if neither a new axis nor a transposition makes the operands fit. */
    static Optional<String> of(OpArguments arguments, List<Node> operands) {
        if (operands.size() != 2) {
            return Optional.empty();
        }
        return of(arguments, operands, 1, 0).or(() -> of(arguments, operands, 0, 1));
    }

    private static Optional<String> of(OpArguments arguments, List<Node> operands, int changed, int kept) {
        Shape shape = operands.get(changed).shape();
        Shape other = operands.get(kept).shape();
        if (shape.isUnranked() || other.isUnranked()) {
            return Optional.empty();
        }
        if (shape.batchDims().isPresent() || other.batchDims().isPresent()) {
            return Optional.empty();
        }
        String operand = Javac.text(arguments.operandPath(changed).getLeaf());
        List<Dim> reversed = new ArrayList<>(shape.dims());
        Collections.reverse(reversed);
        if (shape.rank() == 2 && reversed.equals(other.dims())) {
            return Optional.of("write transpose(" + operand + ", 1, 0)");
        }
        return IntStream.range(0, other.rank())
                .filter(axis -> shape.rank() + 1 == other.rank() && isWithout(other.dims(), axis, shape.dims()))
                .mapToObj(axis -> "write expandDims(" + operand + ", " + axis + ")")
                .findFirst();
    }

    /** Returns true if dims are those of another shape without one axis. */
    private static boolean isWithout(List<Dim> dims, int axis, List<Dim> shorter) {
        List<Dim> remaining = new ArrayList<>(dims);
        remaining.remove(axis);
        return remaining.equals(shorter);
    }
}
