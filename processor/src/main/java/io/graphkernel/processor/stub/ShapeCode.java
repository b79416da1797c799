package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Emitter of the dims of ranked shapes, with the actual batch dimensions in place of variadic batch dims. */
final class ShapeCode {

    private final Graph graph;
    private final MethodNames names;

    ShapeCode(Graph graph, MethodNames names) {
        this.graph = graph;
        this.names = names;
    }

    /** Returns the first parameter with the batch dims of a shape, if any. */
    Optional<Node> first(Shape shape) {
        return shape.batchDims()
                .map(batch -> graph.tensorParameters().stream()
                        .filter(parameter -> parameter.shape().batchDims().equals(Optional.of(batch)))
                        .findFirst()
                        .orElseThrow());
    }

    /** Returns a condition that is true if a tensor has the dims of a shape. */
    CodeBlock fits(String tensor, Shape shape) {
        List<Dim> trailing = shape.trailing();
        CodeBlock rank = first(shape)
                .map(first -> CodeBlock.of(
                        "$T.lead($N, $N, $L, $L)",
                        RuntimeTypes.LEADING_DIMS,
                        tensor,
                        names.parameter(first.label()),
                        first.shape().trailing().size(),
                        trailing.size()))
                .orElseGet(() -> CodeBlock.of("$N.rank() == $L", tensor, trailing.size()));
        CodeBlock.Builder condition = rank.toBuilder();
        // Batch dims precede the others, whose axes count from the end then.
        int firstAxis = shape.batchDims().isPresent() ? -trailing.size() : 0;
        for (int i = 0; i < trailing.size(); i++) {
            condition.add(" && $N.dimension($L) == $L", tensor, firstAxis + i, names.dim(trailing.get(i)));
        }
        return condition.build();
    }

    /** Returns arguments for the declared dims, those after batch dims. */
    private CodeBlock trailing(Shape shape) {
        return CodeBlock.of(
                "$L",
                shape.trailing().stream().map(dim -> ", " + names.dim(dim)).collect(Collectors.joining()));
    }

    /** Returns all dims as variadic arguments. */
    CodeBlock dims(Shape shape) {
        return shape.batchDims().isPresent() ? CodeBlock.of(", $L", array(shape)) : trailing(shape);
    }

    /** Returns all dims as an array. */
    CodeBlock array(Shape shape) {
        if (shape.batchDims().isPresent()) {
            Node first = first(shape).orElseThrow();
            return CodeBlock.of(
                    "$T.with($N, $L$L)",
                    RuntimeTypes.LEADING_DIMS,
                    names.parameter(first.label()),
                    first.shape().trailing().size(),
                    trailing(shape));
        }
        List<String> dims = shape.dims().stream().map(names::dim).toList();
        return CodeBlock.of("new long[] {$L}", String.join(", ", dims));
    }
}
