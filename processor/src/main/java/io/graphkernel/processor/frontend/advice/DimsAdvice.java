package io.graphkernel.processor.frontend.advice;

import io.graphkernel.graph.Dim;
import io.graphkernel.graph.DimExpression;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.value.OpArguments;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Advice for computed dims whose equality cannot be proved at compile time. */
final class DimsAdvice {

    private DimsAdvice() {}

    /** Returns the advice; empty if no dim is computed, or two of them are never equal. */
    static Optional<String> of(OpArguments arguments, List<Node> operands) {
        if (operands.size() != 2) {
            return Optional.empty();
        }
        Shape a = operands.get(0).shape();
        Shape b = operands.get(1).shape();
        if (a.isUnranked()
                || b.isUnranked()
                || a.batchDims().isPresent()
                || b.batchDims().isPresent()
                || a.rank() != b.rank()) {
            return Optional.empty();
        }
        List<Integer> different = IntStream.range(0, a.rank())
                .filter(axis -> !a.dims().get(axis).equals(b.dims().get(axis)))
                .boxed()
                .toList();
        boolean mayBeEqual = different.stream()
                .noneMatch(axis -> a.dims().get(axis).minus(b.dims().get(axis)) instanceof Dim.Constant);
        boolean isFirst = different.stream().anyMatch(axis -> a.dims().get(axis) instanceof DimExpression);
        boolean isSecond = different.stream().anyMatch(axis -> b.dims().get(axis) instanceof DimExpression);
        if (different.isEmpty() || !mayBeEqual || !isFirst && !isSecond) {
            return Optional.empty();
        }
        String first = Javac.text(arguments.operandPath(0).getLeaf());
        String second = Javac.text(arguments.operandPath(1).getLeaf());
        String computed = isSecond ? second : first;
        String other = isSecond ? first : second;
        String dims = IntStream.range(0, a.rank())
                .mapToObj(axis -> other + ".dimension(" + axis + ")")
                .collect(Collectors.joining(", "));
        String equal = different.stream()
                .map(axis -> a.dims().get(axis) + " = " + b.dims().get(axis))
                .distinct()
                .collect(Collectors.joining(" and "));
        return Optional.of("if " + equal + " at each call, write reshape(" + computed + ", " + dims
                + "), which the call checks; else make the dims fit");
    }
}
